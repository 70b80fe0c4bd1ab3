/* test_transcript.c - lines of printed pages: headings, dates, rolls, turns. */
#include "decode/transcript_page.h"
#include "notation/import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void assert_text(struct ludus_text text, const char *wanted)
{
    assert_int_equal(text.length, strlen(wanted));
    assert_memory_equal(text.text ? text.text : "", wanted, text.length);
}

/* One that cannot be read would only be missing when a page is. */
static void built_in_notations_are_sound(void **state)
{
    char reason[200] = "";
    (void)state;
    for (size_t i = 0; i < builtin_notations_count; i++)
        if (!ludus_import_notation(builtin_notations[i].text, reason, sizeof reason))
            fail_msg("%s: %s", builtin_notations[i].id, reason);
}

static void headings_are_read(void **state)
{
    static const struct {
        const char *line, *white, *black, *place, *written, *site, *date;
    } cases[] = {
        { "Ada (White) v Berta (Black), Fairfield, A.S. XL (Kent, 2005)", "Ada", "Berta", "Fairfield",
          "A.S. XL", "Kent", "2005.??.??" },
        { "Ada (White) v Berta (Black)", "Ada", "Berta", "", "", "", "" },
        { "Ada (White) vs. Berta (Black), Lyon, 12 May 1995", "Ada", "Berta", "Lyon", "", "", "1995.05.12" },
        { "Berta of York (Black) against Ada (White), Lyon", "Ada", "Berta of York", "Lyon", "", "", "" },
        { "A. B. (White) \xe2\x80\x93 C. D. (Black), 1995.05.12", "A. B.", "C. D.", "", "", "",
          "1995.05.12" },
        { "Ada (White) v Berta (Black), The Fair (York, England, May 3rd, 1995)", "Ada", "Berta", "The Fair",
          "", "York, England", "1995.05.03" },
        { "Ada (White) v Berta (Black), Fair (spring) (12 May 1995)", "Ada", "Berta", "Fair (spring)", "", "",
          "1995.05.12" },
        { "Ada (White) v Berta (Black), Fair (Lyon (Rh\u00f4ne), 1995)", "Ada", "Berta", "Fair", "",
          "Lyon (Rh\u00f4ne)", "1995.??.??" },
        { "Ada (Wei\u00df) gegen Berta (Schwarz), Lyon, 1995", "Ada", "Berta", "Lyon", "", "", "1995.??.??" },
        { "Berta (negras) - Ada (blancas)", "Ada", "Berta", "", "", "", "" },
        { "Ada (Bianco) contro Berta (Nero)", "Ada", "Berta", "", "", "", "" },
        { "Zwischen Ada (Wei\u00df) und Berta (Schwarz), Wien, 12. M\u00e4rz 1882.", "Ada", "Berta", "Wien",
          "", "", "1882.03.12" },
        { "Ada (blancas) contra Berta (negras), Madrid, 3 de mayo de 1575", "Ada", "Berta", "Madrid", "", "",
          "1575.05.03" },
        { "Between Ada (White) and Berta (Black).", "Ada", "Berta", "", "", "", "" },
        { "Ada (albi), Berta (nigri)", "Ada", "Berta", "", "", "", "" },
    };
    struct dialects words;
    (void)state;
    assert_true(dialects_open(&words, NULL, ludus_ruleset_find("chess")));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct transcript_heading h;
        assert_true(detect_heading(cases[i].line, strlen(cases[i].line)));
        transcript_read_heading(&words, cases[i].line, strlen(cases[i].line), &h);
        assert_text(h.said[TAG_WHITE], cases[i].white);
        assert_text(h.said[TAG_BLACK], cases[i].black);
        assert_text(h.said[TAG_EVENT], cases[i].place);
        assert_text(h.said[TAG_WRITTEN], cases[i].written);
        assert_text(h.said[TAG_SITE], cases[i].site);
        assert_string_equal(h.date, cases[i].date);
    }
    dialects_close(&words);
}

static void rolls_for_who_begins_are_found(void **state)
{
    static const struct {
        const char *text, *roll;
    } cases[] = {
        { "They sat down. White rolled 9 to a 6 for Black, and played first.", "9-6" },
        { "Black rolled an 11 to White's 4.", "4-11" },
        { "White rolled 8 to 3", "8-3" },
        { "White rolled badly. Black rolled a 5.", "" },
        { "", "" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char roll[16];
        transcript_first_roll(cases[i].text, strlen(cases[i].text), roll);
        assert_string_equal(roll, cases[i].roll);
    }
}

static void prose_is_no_notation(void **state)
{
    static const struct {
        const char *line;
        bool notation;
    } cases[] = {
        { "1W. (2,3) Pelicanus b1-a1", true },
        { "12. e4 e5", true },
        { "15W. (2,5) pass? {dubious}", true },
        { "(1B. (5,6) Eques b8-c6)", true },
        { "Opening rolls come once in nine games.", false },
        { "1. Introduction to the game", false },
        { "Better is Rex e1-e2, which guards.", false },
        { "1W.", false },
    };
    struct line_scan scan = { .text = { .bytes = NULL } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(transcript_is_notation(cases[i].line, strlen(cases[i].line), &scan),
                         cases[i].notation);
    assert_true(transcript_may_begin_turn("(1,2)", 5));
    assert_false(transcript_may_begin_turn("1, 2", 4));
    transcript_scan_free(&scan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_notations_are_sound),
        cmocka_unit_test(headings_are_read),
        cmocka_unit_test(rolls_for_who_begins_are_found),
        cmocka_unit_test(prose_is_no_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
