/* test_memory.c - arrays that grow, and things found by their keys. */
#include "base/memory.h"
#include "ludus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void an_array_keeps_what_it_holds(void **state)
{
    (void)state;
    uint32_t *array = NULL;
    size_t capacity = 0;

    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t *room = memory_room(array, i, &capacity, sizeof *room);
        assert_non_null(room);
        assert_true(capacity > i);
        array = room;
        array[i] = i;
    }
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(array[i], i);
    free(array);
}

static void more_than_there_can_be_fails(void **state)
{
    (void)state;
    char element = 0;
    size_t capacity = SIZE_MAX / 2 + 1;

    assert_false(ludus_memory_failed());
    assert_null(memory_room(&element, capacity, &capacity, 1));
    assert_true(capacity == SIZE_MAX / 2 + 1);
    capacity = SIZE_MAX / 16 + 1;
    assert_null(memory_room(&element, capacity, &capacity, 8));
    assert_true(capacity == SIZE_MAX / 16 + 1);
    assert_true(ludus_memory_failed());
}

static void things_are_found_by_their_keys_the_last_first(void **state)
{
    (void)state;
    struct keyed keyed = { 0 };

    assert_int_equal(keyed_find(&keyed, 7), KEYED_NONE);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(keyed_add(&keyed, i % 5000), i);
    for (uint32_t key = 0; key < 5000; key++) {
        uint32_t last = keyed_find(&keyed, key), first = keyed_before(&keyed, last);
        assert_int_equal(last, key + 5000);
        assert_int_equal(first, key);
        assert_int_equal(keyed_before(&keyed, first), KEYED_NONE);
    }
    assert_int_equal(keyed_find(&keyed, 5000), KEYED_NONE);
    keyed_cut(&keyed, 5007);
    assert_int_equal(keyed_find(&keyed, 6), 5006);
    assert_int_equal(keyed_find(&keyed, 7), 7);
    assert_int_equal(keyed_add(&keyed, 7), 5007);
    assert_int_equal(keyed_before(&keyed, 5007), 7);
    keyed_free(&keyed);
    assert_int_equal(keyed_find(&keyed, 7), KEYED_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_found_by_their_keys_the_last_first),
        cmocka_unit_test(an_array_keeps_what_it_holds),
        cmocka_unit_test(more_than_there_can_be_fails),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
