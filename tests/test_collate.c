/* test_collate.c - witnesses of one game turn by turn: what is a difference, how turns are aligned, what the
 * consensus is, and the apparatus. */
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define EQUITUM "[Variant \"ludus-equitum\"]\n\n"

enum { WITNESSES = 3 };

static const char *const names[WITNESSES] = { "A", "B", "C" };

/* The differences between two or three witnesses (the third may be NULL), one a line: turn, and for each
 * witness its group, whether it is legal in itself and in the consensus (+ - ?), and its text. */
static char *compared(const char *const texts[WITNESSES], bool apparatus)
{
    struct ludus_collation *collation = ludus_collation_new(NULL);
    struct ludus_buffer out = { 0 };
    struct sample sample[WITNESSES];
    struct ludus_difference difference = { .size = sizeof difference };
    struct ludus_variant variant = { .size = sizeof variant };
    static const char signs[] = "+-?";
    unsigned count = 0;
    for (; count < WITNESSES && texts[count]; count++) {
        sample_open(&sample[count], texts[count], strlen(texts[count]));
        assert_true(ludus_collation_add(collation, sample_next(&sample[count])));
    }
    size_t differences = ludus_collation_compare(collation);
    for (size_t i = 0; ludus_collation_difference(collation, i, &difference); i++) {
        buf_format(&out, "%s%u%c", difference.added ? "before " : "", difference.number,
                   difference.side == LUDUS_WHITE ? 'W' : 'B');
        for (size_t w = 0; ludus_collation_variant(collation, difference.column, w, &variant); w++)
            if (variant.missing)
                buf_format(&out, " | %zu", variant.group);
            else
                buf_format(&out, " | %zu%c%c %.*s", variant.group, signs[variant.own],
                           signs[variant.consensus], (int)variant.text.length, variant.text.text);
        buf_char(&out, '\n');
        differences--;
    }
    assert_int_equal(differences, 0);
    if (apparatus)
        ludus_collation_apparatus(collation, names, &out);
    (void)buf_string(&out);
    ludus_collation_free(collation);
    while (count-- > 0)
        sample_close(&sample[count]);
    return out.bytes;
}

static void assert_compared(const char *first, const char *second, const char *third, const char *expected)
{
    char *found = compared((const char *const[]){ first, second, third }, false);
    assert_string_equal(found, expected);
    free(found);
}

static void other_words_are_no_difference(void **state)
{
    (void)state;
    assert_compared("1. e4 e5 2. Nf3 O-O-O *", "1. e2-e4 {good} e7e5! 2. Knight g1-f3 0-0-0 *", NULL, "");
    assert_compared(EQUITUM "1W. (2,3) Pelicanus b1-a1 1B. (1,1) pass *",
                    EQUITUM "1W. (3,2) P b1a1 1B. (1,1) -- {no move} *", NULL, "");
}

static void other_moves_and_dice_are(void **state)
{
    (void)state;
    assert_compared("1. e4 e5 *", "1. e4 e6 *", NULL, "1B | 0++ e5 | 1++ e6\n");
    assert_compared(EQUITUM "1W. (2,3) pass *", EQUITUM "1W. (2,4) pass *", NULL,
                    "1W | 0++ (2,3) pass | 1++ (2,4) pass\n");
    assert_compared("1. e4 e5 *", "1. e4 e4 2. d4 *", NULL, "1B | 0++ e5 | 1-- e4\nbefore 2W | 0 | 1?+ d4\n");
}

static void missing_turns_do_not_throw_off_the_rest(void **state)
{
    (void)state;
    assert_compared("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", "1. e4 e5 3. Bb5 a6 *", NULL,
                    "2W | 0++ Nf3 | 1\n2B | 0++ Nc6 | 1\n");
    assert_compared("1. e4 e5 3. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", NULL,
                    "before 3W | 0 | 1++ Nf3\nbefore 3W | 0 | 1++ Nc6\n");
}

static void most_witnesses_make_the_consensus(void **state)
{
    (void)state;
    assert_compared("1. e3 e5 2. e4 *", "1. e4 e5 2. f4 *", "1. e4 e5 2. f4 *",
                    "1W | 0++ e3 | 1++ e4 | 1++ e4\n2W | 0+- e4 | 1++ f4 | 1++ f4\n");
}

static void damaged_turns_are_the_same_when_what_is_left_is(void **state)
{
    (void)state;
    assert_compared("1. _4 e5 2. _ *", "1. _4 e5 2. _ *", NULL, "");
    assert_compared("1. _4 e5 *", "1. e4 e5 *", NULL, "1W | 0?? _4 | 1++ e4\n");
    assert_compared("1. _4 e5 2. Kf2 *", "1. f4 e5 2. K_2 *", NULL, "1W | 0?? _4 | 1++ f4\n");
}

static void the_apparatus_keeps_the_text(void **state)
{
    (void)state;
    char *found = compared(
        (const char *const[]){ "1. e4 e5 {x} 2. Nf3 *", "1. e4 e6 2. Nf3 d5 *", "1. e4 2. Nf3 d5 *" }, true);
    assert_non_null(strstr(
        found,
        "\n{[%wit A B C]} 1. e4 e5 {[%rdg B \"e6\"] [%rdg C \"\"]} {x} 2. Nf3 {[%rdg B \"add. d5\"] [%rdg C "
        "\"add. d5\"]} *"));
    free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_words_are_no_difference),
        cmocka_unit_test(other_moves_and_dice_are),
        cmocka_unit_test(missing_turns_do_not_throw_off_the_rest),
        cmocka_unit_test(most_witnesses_make_the_consensus),
        cmocka_unit_test(damaged_turns_are_the_same_when_what_is_left_is),
        cmocka_unit_test(the_apparatus_keeps_the_text),
    };
    return cmocka_run_group_tests_name("collate", tests, NULL, NULL);
}
