/* test_arena.c - memory of one game. */
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void memory_is_aligned_and_apart(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    char *last = NULL;

    for (size_t i = 0; i < 10000; i++) {
        char *given = arena_alloc(&arena, i % 67);
        assert_non_null(given);
        assert_int_equal((uintptr_t)given % 16, 0);
        memset(given, (int)(i % 251), i % 67);
        if (last && (i - 1) % 67 > 0)
            assert_int_equal((unsigned char)*last, (i - 1) % 251);
        last = given;
    }
    arena_free(&arena);
}

static void reset_uses_its_block_again(void **state)
{
    (void)state;
    struct arena arena = { 0 };
    char *first = arena_alloc(&arena, 100);

    arena_reset(&arena);
    assert_ptr_equal(arena_alloc(&arena, 100), first);
    arena_reset(&arena);
    for (int i = 0; i < 100; i++)
        assert_non_null(arena_alloc(&arena, 100000));
    arena_reset(&arena);
    assert_null(arena.blocks); /* past 1 MiB nothing is kept */
    arena_free(&arena);
    arena_free(&arena);
}

static void an_impossible_size_fails_until_reset(void **state)
{
    (void)state;
    struct arena arena = { 0 };

    assert_null(arena_alloc(&arena, SIZE_MAX));
    assert_true(arena.failed);
    assert_null(arena_alloc(&arena, SIZE_MAX / 2));
    assert_null(arena_copy(&arena, "x", SIZE_MAX));
    arena_reset(&arena);
    assert_false(arena.failed);
    assert_non_null(arena_alloc(&arena, 0));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_aligned_and_apart),
        cmocka_unit_test(reset_uses_its_block_again),
        cmocka_unit_test(an_impossible_size_fails_until_reset),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
