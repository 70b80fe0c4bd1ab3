/* test_locale.c - the library reads and writes the same whatever locale its host has set. Where the system
 * has none, one is made with localedef; where that fails too, those tests are left out. */
#include "base/memory.h"
#include "base/text.h"
#include "study/grep.h"
#include "study/stat.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static void a_number_has_a_full_stop(void **state)
{
    static const char *const cases[][2] = { { "7,667", "7.667" },
                                            { "-1,5e-05", "-1.5e-05" },
                                            { "12", "12" },
                                            { "1e+10", "1e+10" },
                                            { "3\xd9\xab"
                                              "25",
                                              "3.25" },
                                            { "inf", "inf" },
                                            { "-nan", "-nan" },
                                            { "0.5", "0.5" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[40];
        strcpy(text, cases[i][0]);
        number_point(text);
        assert_string_equal(text, cases[i][1]);
    }
}

static void numbers_are_written_and_read(void **state)
{
    char text[40];
    (void)state;
    number_write(text, sizeof text, 'g', 4, 23.0 / 3);
    assert_string_equal(text, "7.667");
    number_write(text, sizeof text, 'f', 1, 33.33);
    assert_string_equal(text, "33.3");
    number_write(text, 4, 'f', 3, 1.5);
    assert_string_equal(text, "1.5");
    assert_true(number_read("2400.5") == 2400.5);
    assert_true(number_read("-0.1") == -0.1);
    assert_true(number_read("+17") == 17);
    assert_true(number_read("1.") == 1);
    assert_true(number_read("12,5") == 12);
}

static void letters_are_alike_in_ascii(void **state)
{
    (void)state;
    assert_true(is_alike("MILES", "miles", 5) && is_alike("I", "i", 1) && is_alike("ab", "AB", 9));
    assert_false(is_alike("miles", "mile", 5));
    assert_false(is_alike("[", "{", 1));
    assert_int_equal(to_upper('i'), 'I');
    assert_int_equal(to_upper('1'), '1');
}

/* ---- In other locales ---- */

static char made[] = "/tmp/ludus-locale-XXXXXX";

static bool use(const char *language)
{
    char name[40], command[300];
    snprintf(name, sizeof name, "%s.UTF-8", language);
    if (setlocale(LC_ALL, name))
        return true;
    setenv("LOCPATH", made, 1);
    snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s >/dev/null 2>&1", language, made, name);
    return system(command) <= 0x100 && setlocale(LC_ALL, name) != NULL;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(made) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[100];
    (void)state;
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -rf %s", made);
    return system(command);
}

static void add_game(struct ludus_stats *stats, const char *text)
{
    struct ludus_import_options options = { .size = sizeof options, .format = LUDUS_FORMAT_LUDUS };
    struct ludus_import *import = ludus_import_bytes(text, strlen(text), "game", &options);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_game *game;
    assert_true(import && replay);
    while ((game = ludus_import_next(import)))
        assert_true(ludus_stats_add(stats, replay, game));
    ludus_import_close(import);
    ludus_replay_free(replay);
}

static void statistics_are_json(void **state)
{
    struct ludus_stats *stats = ludus_stats_new("all", 0);
    struct ludus_buffer out = { 0 };
    (void)state;
    if (!use("de_DE"))
        return;
    assert_string_equal(localeconv()->decimal_point, ",");
    add_game(stats, "1. e4 e5 *\n\n1. d4 *\n\n");
    assert_true(ludus_stats_write(stats, true, 0, &out));
    assert_non_null(strstr(buf_string(&out), "\"item\":\"mean\",\"value\":1.5}"));
    buf_clear(&out);
    assert_true(ludus_stats_plot(stats, 0, &out));
    assert_null(strstr(buf_string(&out), "(100,0 %"));
    buf_free(&out);
    ludus_stats_free(stats);
}

static void an_expression_reads_decimals(void **state)
{
    double number = 0;
    (void)state;
    if (!use("de_DE"))
        return;
    assert_true(grep_is_number("2400.5", &number) && number == 2400.5);
}

static void the_letter_i_is_the_same_in_turkish(void **state)
{
    static const char text[] = "ruleset turkish\nboard 8x8\npiece I Iudex\nmoves K\n"
                               "start \"8/8/8/8/8/8/8/I6i w - - 0 1\"\nblocked loses\n";
    char fen[100];
    (void)state;
    if (!use("tr_TR"))
        return;
    struct ludus_ruleset *rs = ludus_ruleset_parse(text, strlen(text), "rules", NULL, NULL);
    assert_non_null(rs);
    assert_string_equal(ludus_ruleset_kind_image(rs, 0), "iudex");
    struct ludus_position *pos = ludus_position_new(rs);
    ludus_position_fen(pos, false, fen, sizeof fen);
    assert_string_equal(fen, "8/8/8/8/8/8/8/I6i w - - 0 1");
    ludus_position_free(pos);
    ludus_ruleset_free(rs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_has_a_full_stop),     cmocka_unit_test(numbers_are_written_and_read),
        cmocka_unit_test(letters_are_alike_in_ascii),   cmocka_unit_test(statistics_are_json),
        cmocka_unit_test(an_expression_reads_decimals), cmocka_unit_test(the_letter_i_is_the_same_in_turkish),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
