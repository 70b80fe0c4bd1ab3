/* test_repair.c - the least change that makes a faulty record legal: each kind of fault, its rank, and how it
 * is written. */
#include "tests/record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#define EQUITUM "[Variant \"ludus-equitum\"]\n\n"

/* The best repairs, at most `top`, as "1W kind: before -> after; turns", and the record with the first made.
 * The caller frees it. */
static char *repaired(const char *text, unsigned top)
{
    struct ludus_mend *mend = ludus_mend_new(NULL, NULL);
    struct ludus_buffer out = { 0 };
    struct sample sample;
    struct ludus_repair repair = { .size = sizeof repair };
    sample_open(&sample, text, strlen(text));
    struct ludus_game *game = sample_next(&sample);
    assert_non_null(game);
    size_t count = ludus_mend_repair(mend, game);
    for (size_t i = 0; i < top && ludus_mend_repair_at(mend, i, &repair); i++)
        buf_format(&out, "%u%c %s: %.*s -> %s; %zu%s\n", repair.number,
                   repair.side == LUDUS_WHITE ? 'W' : 'B', repair.kind, (int)repair.before.length,
                   repair.before.text, repair.after, repair.turns, repair.whole ? "" : " only");
    if (count)
        ludus_mend_apply(mend, 0, &out);
    (void)buf_string(&out);
    sample_close(&sample);
    ludus_mend_free(mend);
    return out.bytes;
}

static void assert_repaired(const char *text, const char *expected)
{
    char *found = repaired(text, 1);
    assert_string_equal(found, expected);
    free(found);
}

static void sound_records_have_no_repair(void **state)
{
    (void)state;
    char *found = repaired("1. e4 e5 2. Nf3 *", 10);
    assert_string_equal(found, "");
    free(found);
}

static void one_sign(void **state)
{
    (void)state;
    assert_repaired(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. Bd3 d5 *",
        "7W sign: Bd3 -> B<b>3; 14\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 "
        "7. B<b>3 {sign; the source has: 7. Bd3} d5 *");
}

static void a_sign_left_out(void **state)
{
    (void)state;
    assert_repaired(
        "1. Nf3 d5 2. Nc3 d4 3. Ne4 a6 4. Ng5! h6 5. Nf6 *",
        "4W sign: Ng5! -> N<f>g5!; 9\n1. Nf3 d5 2. Nc3 d4 3. Ne4 a6 4. N<f>g5! {sign; the source has: 4. "
        "Ng5!} h6 5. Nf6 *");
}

static void the_fault_can_be_earlier_than_it_shows(void **state)
{
    (void)state;
    assert_repaired(
        "1. e3 e5 2. Nf3 Nc6 3. d4 exd4 4. e5 d5 5. exd6 *",
        "1W sign: e3 -> e<4>; 9\n1. e<4> {sign; the source has: 1. e3} e5 2. Nf3 Nc6 3. d4 exd4 4. e5 "
        "d5 5. exd6 *");
}

static void a_die(void **state)
{
    (void)state;
    assert_repaired(
        EQUITUM "1W. (2,8) Pelicanus b1-a1 1B. (5,6) Eques b8-a6 *",
        "1W sign: (2,8) -> (2,<3>); 2\n" EQUITUM
        "1W. (2,<3>) Pelicanus b1-a1 {sign; the source has: 1W. (2,8) Pelicanus b1-a1} 1B. (5,6) Eques "
        "b8-a6 *");
}

static void names_stand_in_brackets_alone(void **state)
{
    (void)state;
    assert_repaired(
        EQUITUM "1W. (2,3) Laurus b1-a1! 1B. (5,6) Eques b8-a6 *",
        "1W name: Laurus b1-a1! -> <Pelicanus> b1-a1!; 2\n" EQUITUM
        "1W. (2,3) <Pelicanus> b1-a1! {name; the source has: 1W. (2,3) Laurus b1-a1!} 1B. (5,6) Eques "
        "b8-a6 *");
}

static void moves_and_dice_exchanged(void **state)
{
    (void)state;
    assert_repaired(
        EQUITUM "1W. (3,3) Pelicanus a1-a2!, Pelicanus b1-a1 *",
        "1W moves exchanged: Pelicanus a1-a2! -> <Pelicanus b1-a1>; 1\n" EQUITUM
        "1W. (3,3) <Pelicanus b1-a1>, <Pelicanus a1-a2>! {moves exchanged; the source has: 1W. (3,3) "
        "Pelicanus a1-a2!, Pelicanus b1-a1} *");
    assert_repaired(
        EQUITUM "1W. (5,6) Pelicanus b1-a1 1B. (2,3) Eques b8-a6, Eques c8-b6 *",
        "1W dice exchanged: (5,6) -> (<2>,<3>); 2\n" EQUITUM
        "1W. (<2>,<3>) Pelicanus b1-a1 1B. (<5>,<6>) Eques b8-a6, Eques c8-b6 {dice exchanged; the source "
        "has: 1W. (5,6) Pelicanus b1-a1 1B. (2,3) Eques b8-a6, Eques c8-b6} *");
}

static void turns_exchanged_doubled_and_left_out(void **state)
{
    (void)state;
    assert_repaired("1. e5 {x} e4 2. Nf3 Nc6 *",
                    "1W turns exchanged: e5 -> <e4>; 4\n1. <e4> {x} <e5> {turns exchanged; "
                    "the source has: 1. e5 x e4} 2. Nf3 Nc6 *");
    assert_repaired(
        "1. e4 e5 2. Nf3 Nc6 3. Nf3 Nc6 4. Bb5 *",
        "3W turn doubled: 3. Nf3 Nc6 -> (nothing); 5\n1. e4 e5 2. Nf3 Nc6 {turn doubled; the source has: "
        "3. Nf3 Nc6} <3>. Bb5 {numbers; the source has: 4. Bb5} *");
    assert_repaired(
        EQUITUM "1W. (2,3) Pelicanus b1-a1 1W. (2,3) Pelicanus b1-a1 1B. (1,1) pass *",
        "1B turn doubled: 1W. (2,3) Pelicanus b1-a1 -> (nothing); 2\n" EQUITUM
        "1W. (2,3) Pelicanus b1-a1 {turn doubled; the source has: 1W. (2,3) Pelicanus b1-a1} 1B. (1,1) "
        "pass *");
    assert_repaired("1. e4 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 *",
                    "1B turns left out:  -> 1... __; 8\n1. e4 1... __ 2. Nf3 {turns left out; the source "
                    "has: 2. Nf3} Nc6 3. Bb5 "
                    "Nf6 4. O-O Nxe4 *");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_records_have_no_repair),
        cmocka_unit_test(one_sign),
        cmocka_unit_test(a_sign_left_out),
        cmocka_unit_test(the_fault_can_be_earlier_than_it_shows),
        cmocka_unit_test(a_die),
        cmocka_unit_test(names_stand_in_brackets_alone),
        cmocka_unit_test(moves_and_dice_exchanged),
        cmocka_unit_test(turns_exchanged_doubled_and_left_out),
    };
    return cmocka_run_group_tests_name("repair", tests, NULL, NULL);
}
