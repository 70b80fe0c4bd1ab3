/* test_format.c - records in canonical form. */
#include "notation/format.h"
#include "record_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

/* Appends all games in `text` in canonical form. Returns whether unreadable text stands among their tags. */
static bool format_all(const char *text, size_t length, record_forms_fn *forms_of, struct ludus_buffer *out)
{
    struct sample sample;
    bool mixed = false;

    sample_open(&sample, text, length);
    for (const struct ludus_game *game; (game = sample_next(&sample)) != NULL;) {
        size_t last = game->tag_count ? game->tags[game->tag_count - 1].begin : 0;
        for (size_t i = 0; i < game->item_count; i++)
            mixed |= game->items[i].kind == ITEM_BAD && item_begin(game, &game->items[i]) < last;
        record_write(game, forms_of, NULL, 0, out);
    }
    sample_close(&sample);
    (void)buf_string(out);
    return mixed;
}

static void assert_formatted(const char *text, const char *expected)
{
    struct ludus_buffer once = { 0 }, twice = { 0 };

    (void)format_all(text, strlen(text), NULL, &once);
    assert_string_equal(once.bytes, expected);
    (void)format_all(once.bytes, once.length, NULL, &twice);
    assert_string_equal(twice.bytes, expected);
    buf_free(&once);
    buf_free(&twice);
}

static void tags_come_in_the_order_of_pgn(void **state)
{
    (void)state;
    assert_formatted("[Zeta \"1\"]\n[Result \"*\"]\n[Black \"b\"]\n[White \"w\"]\n[Round \"?\"]\n[Date "
                     "\"?\"]\n[Site \"s\"]\n[Event "
                     "\"e\"]\n[Alpha \"2\"]\n[Alph \"3\"]\n[Alpha \"1\"]\n\n*",
                     "[Event \"e\"]\n[Site \"s\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"w\"]\n[Black "
                     "\"b\"]\n[Result \"*\"]\n[Alph "
                     "\"3\"]\n[Alpha \"2\"]\n[Alpha \"1\"]\n[Zeta \"1\"]\n\n*\n\n");
    assert_formatted("[ A\t\"say \\\"x\\\" \\\\\" ]", "[A \"say \\\"x\\\" \\\\\"]\n\n*\n\n");
    assert_formatted("[A \"a \"b\" c\"]\n\n*", "[A \"a \\\"b\\\" c\"]\n\n*\n\n");
}

static void things_stand_one_blank_apart(void **state)
{
    (void)state;
    assert_formatted("1.e4   e5\n\n2.Nf3\tNc6*", "1. e4 e5 2. Nf3 Nc6 *\n\n");
    assert_formatted("1 e4 1... e5 2w.d4 2B.d5 3. ... e6", "1. e4 1... e5 2W. d4 2B. d5 3... e6 *\n\n");
    assert_formatted("( 2 , 5 ) Regina\nd1-e2 , Eques  f1-e3", "(2,5) Regina d1-e2, Eques f1-e3 *\n\n");
    assert_formatted("e4 ! e5 $14 ?", "e4! e5 $14 $2 *\n\n");
    assert_formatted("Rex d1-d4   sic  !? exd6\ne.p.", "Rex d1-d4 sic!? exd6 e.p. *\n\n");
    assert_formatted("e4{ c  d\ne }(  d4 ( c4 ) )e5", "e4 {c d e} (d4 (c4)) e5 *\n\n");
    assert_formatted("e4 [ 1 : 0 ]", "e4 [1:0]\n\n");
    assert_formatted("e4 \u00bd\u2013\u00bd", "e4 1/2-1/2\n\n");
    assert_formatted("e4 ( d4 1-0 ) 0-1", "e4 (d4 1-0) 0-1\n\n");
    assert_formatted("(<2> , 5~) R__a d1-<e>2 _ __", "(<2>,5~) R__a d1-<e>2 _ __ *\n\n");
    assert_formatted("_. e4 \u2026 e5", "_. e4 ... e5 *\n\n");
}

static void comments_stay_where_they_were(void **state)
{
    (void)state;
    assert_formatted("e4 ; one\ne5 ;two }x\nd4 {} d5", "e4 {one} e5\n;two }x\nd4 {} d5 *\n\n");
    assert_formatted("e4, {between} d4", "e4 {between}, d4 *\n\n");
    assert_formatted("{before}\n% line\n1. {x} e4\n%\ne5", "{before}\n% line\n1. {x} e4\n%\ne5 *\n\n");
    assert_formatted("{a\n\n\nb\n \t\n}", "{a\n\nb}\n\n");
    assert_formatted("% top\n[A \"1\"]\n\n*", "% top\n[A \"1\"]\n\n*\n\n");
    assert_formatted("[A \"1\"]\n{among}\n[B \"2\"]\n\n*", "[A \"1\"]\n[B \"2\"]\n\n{among} *\n\n");
    assert_formatted("{only}", "{only}\n\n");
}

static void what_would_begin_a_record_or_a_line_is_indented(void **state)
{
    (void)state;
    assert_formatted("[A \"1\"]\n\n{one\n\n [B \"2\"] two}", "[A \"1\"]\n\n{one\n\n [B \"2\"] two} *\n\n");
    assert_formatted("{one\n\n% two}", "{one\n\n % two}\n\n");
    assert_formatted("[A \"1\"]\n\n % $1", "[A \"1\"]\n\n % $1 *\n\n");
    assert_formatted("1. e4\n%x\n[B \"2\"] e5", "1. e4\n%x\n [B \"2\"]\ne5 *\n\n");
}

static void unreadable_text_is_kept(void **state)
{
    (void)state;
    assert_formatted("e4 foo  bar, baz. e5", "e4 foo bar, baz. e5 *\n\n");
    assert_formatted("e4, , d5", "e4, , d5 *\n\n");
    assert_formatted("e4 , *", "e4, *\n\n");
    assert_formatted("e4 ( =Q ) e5", "e4 ( =Q ) e5 *\n\n");
    assert_formatted("e4 (d4", "e4 (d4\n\n");
    assert_formatted("e4 {never", "e4 {never\n\n");
    assert_formatted("e4 } ) (2 5) $ !!! \"", "e4 } ) (2 5) $ !!! \" *\n\n");
    assert_formatted("e4 foo[} {0\n [1:0] bar", "e4 foo [\n} {0 [1:0] bar\n\n");
    assert_formatted("e4 {a {b} foo [ } e5\n [1:0]", "e4 {a {b} foo [\n} e5 [1:0]\n\n");
    assert_formatted("foo\n[A \"x\"]\nbar } *", "foo\n[A \"x\"]\n\nbar } *\n\n");
}

/* Labels as chess wants them, from the index of the move in a record of nothing but moves and comments. */
static size_t chess_form(void *context, size_t index, bool begins, const struct move_form **forms)
{
    static struct move_form form;
    static unsigned ply;

    (void)context;
    ply = index == 0 ? 0 : ply + 1;
    form = (struct move_form){ .index = index };
    if (begins) {
        form.label = ply % 2 ? LABEL_SECOND : LABEL_FIRST;
        form.number = ply / 2 + 1;
        form.always = ply % 2 == 0;
    }
    *forms = &form;
    return 1;
}

static void assert_labelled(const char *text, record_forms_fn *forms_of, const char *expected)
{
    struct ludus_buffer out = { 0 };

    (void)format_all(text, strlen(text), forms_of, &out);
    assert_string_equal(out.bytes, expected);
    buf_free(&out);
}

static void black_has_a_number_only_after_something_else(void **state)
{
    (void)state;
    assert_labelled("e4 e5 Nf3 Nc6", chess_form, "1. e4 e5 2. Nf3 Nc6 *\n\n");
    assert_labelled("e4 {c} e5 Nf3 $1 Nc6", chess_form, "1. e4 {c} 1... e5 2. Nf3 $1 Nc6 *\n\n");
}

static size_t side_form(void *context, size_t index, bool begins, const struct move_form **forms)
{
    static struct move_form form;

    (void)context;
    form = (struct move_form){
        .index = index, .text = "Rex d1-d2", .text_length = strlen("Rex d1-d2"), .number = 7, .always = true
    };
    form.label = begins ? LABEL_BLACK : LABEL_NONE;
    *forms = &form;
    return 1;
}

/* Answers for three moves at once, of which the comment and the number between them are none. */
static size_t three_forms(void *context, size_t index, bool begins, const struct move_form **forms)
{
    static const struct move_form known[] = {
        { .index = 1, .text = "a", .text_length = 1, .label = LABEL_FIRST, .number = 99, .always = true },
        { .index = 3, .text = "b", .text_length = 1, .label = LABEL_SECOND, .number = 99 },
        { .index = 5, .text = "c", .text_length = 1, .label = LABEL_FIRST, .number = 100, .always = true }
    };
    static struct move_form other;

    (void)context;
    (void)begins;
    other = (struct move_form){ .index = index };
    *forms = index == 1 ? known : &other;
    return index == 1 ? 3 : 1;
}

static void many_moves_may_be_answered_for_at_once(void **state)
{
    (void)state;
    assert_labelled("1. e4 {c} e5 2. Nf3 Nc6 *", three_forms, "99. a {c} 99... b 100. c Nc6 *\n\n");
}

static void canonical_text_takes_the_place_of_what_is_written(void **state)
{
    (void)state;
    assert_labelled("3. d1d2!, d2d3 sic (2,5) d1d2 squeeze ?", side_form,
                    "7B. Rex d1-d2!, Rex d1-d2 sic 7B. (2,5) Rex d1-d2 squeeze? *\n\n");
    assert_labelled("12W. 12. {c} (1,2) {d} e4", side_form, "7B. {c} (1,2) {d} Rex d1-d2 *\n\n");
    assert_labelled("{c} (1,2) e4 13. *", side_form, "{c} 7B. (1,2) Rex d1-d2 13. *\n\n");
    assert_labelled("12. ? e4 \" e5", side_form, "7B. $2 Rex d1-d2 \" 7B. Rex d1-d2 *\n\n");
}

static void lines_have_less_than_80_characters(void **state)
{
    (void)state;
    struct ludus_buffer text = { 0 }, out = { 0 };

    for (int i = 0; i < 500; i++)
        buf_text(&text, "Pelicanus b1-a1 {\u00e9\u00e9\u00e9 a comment of some words} ");
    (void)format_all(text.bytes, text.length, NULL, &out);
    size_t width = 0, widest = 0;
    for (size_t i = 0; i < out.length; i++) {
        width = out.bytes[i] == '\n' ? 0 : width + ((out.bytes[i] & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    assert_int_equal(widest, 79);
    buf_clear(&text);
    buf_clear(&out);
    buf_text(&text, "e4 {a ");
    for (int i = 0; i < 200; i++)
        buf_char(&text, 'x');
    buf_text(&text, " b}");
    (void)format_all(text.bytes, text.length, NULL, &out);
    assert_memory_equal(out.bytes, "e4 {a\nxxx", 9); /* longer words stand unbroken */
    assert_memory_equal(out.bytes + 206, "\nb} *\n\n", 7);
    buf_free(&text);
    buf_free(&out);
}

static void sound_records_mean_the_same_afterwards(void **state)
{
    (void)state;
    static const char text[] = "[Event \"e\"]\n\n1W. (2,3) Pelicanus b1-a1 1B. (1,1) pass {c} (1B. (1,2) Rex "
                               "d8-d7 (pass) $3) 2W. (_,<5>) "
                               "d2-d5xc5xd6, M@d4 sic!? 2B. (2,2) b7b8q+ squeeze\n%x\nR_x d1-d2 "
                               "[0:1]\n\n[Event \"f\"]\n\n1. e4 *\n1. d4 1/2-1/2";
    struct ludus_buffer out = { 0 };

    (void)format_all(text, strlen(text), NULL, &out);
    char *before = tape_of(text, strlen(text)), *after = tape_of(out.bytes, out.length);
    assert_string_equal(before, after);
    free(before);
    free(after);
    buf_free(&out);
}

/* ---- Random records ---- */

static uint32_t roll(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static void add_random_record(struct ludus_buffer *text, uint64_t *seed)
{
    static const char *const pieces[] = {
        "e4",        "Nf3",
        "Qxf7+",     "O-O",
        "0-0",       " ",
        "\n",        "\n\n",
        "[",         "]",
        "[A \"x\"]", "[Event \"y\"]\n",
        "{",         "}",
        "(",         ")",
        ";",         "%",
        "\n%",       "$1",
        "$",         "!",
        "?",         "+",
        "#",         "*",
        "1-0",       "1/2-1/2",
        "[1:0]",     ",",
        "(2,5)",     "(_,<2>)",
        "(2 5)",     "1.",
        "4W.",       "12...",
        "...",       "Regina d1-e2",
        "pass",      "--",
        "sic",       "squeeze",
        "e.p.",      "foo",
        "\"",        "\\",
        "_",         "__",
        "~",         "<",
        ">",         "=",
        "xd4",       "M@d4",
        "d2-d5xc5",  "\u1e0c",
        "\u00e9",    "\xe9",
        "\t",        "\r",
        "\r\n",      "-",
        "x",         "a1",
        "b7b8q",     "=Q",
        "(Q)",       "abc",
        "de",        "1",
        "0",         "9",
        ".",         "/",
        ":",         "@",
        "\ufeff",    "\u00a0",
        "\u2009",    "ep",
        "[A \"x",    "[A x]",
        "\x1a",      "[ 1 : 0 ]",
        "\u2026",
    };
    enum { PIECES = sizeof pieces / sizeof *pieces };

    for (uint32_t left = 1 + roll(seed) % 30; left > 0; left--) {
        buf_text(text, pieces[roll(seed) % PIECES]);
        if (roll(seed) % 3 == 0)
            buf_char(text, roll(seed) % 20 ? ' ' : '\0');
    }
}

static void formatting_twice_is_formatting_once(void **state)
{
    (void)state;
    uint64_t seed = 1;

    for (int i = 0; i < 20000; i++) {
        struct ludus_buffer text = { 0 }, once = { 0 }, twice = { 0 };
        add_random_record(&text, &seed);
        if (!format_all(text.bytes, text.length, NULL, &once)) {
            (void)format_all(once.bytes, once.length, NULL, &twice);
            assert_int_equal(twice.length, once.length);
            assert_memory_equal(twice.bytes, once.bytes, once.length);
        }
        buf_free(&text);
        buf_free(&once);
        buf_free(&twice);
    }
}

static void random_bytes_are_survived(void **state)
{
    (void)state;
    uint64_t seed = 7;

    for (int i = 0; i < 2000; i++) {
        struct ludus_buffer text = { 0 }, out = { 0 };
        for (uint32_t left = roll(&seed) % 300; left > 0; left--)
            buf_char(&text, (char)roll(&seed));
        (void)format_all(text.length ? text.bytes : "", text.length, NULL, &out);
        char *messages = messages_of(text.length ? text.bytes : "", text.length);
        assert_non_null(messages);
        free(messages);
        buf_free(&text);
        buf_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_come_in_the_order_of_pgn),
        cmocka_unit_test(things_stand_one_blank_apart),
        cmocka_unit_test(comments_stay_where_they_were),
        cmocka_unit_test(what_would_begin_a_record_or_a_line_is_indented),
        cmocka_unit_test(unreadable_text_is_kept),
        cmocka_unit_test(black_has_a_number_only_after_something_else),
        cmocka_unit_test(many_moves_may_be_answered_for_at_once),
        cmocka_unit_test(canonical_text_takes_the_place_of_what_is_written),
        cmocka_unit_test(lines_have_less_than_80_characters),
        cmocka_unit_test(sound_records_mean_the_same_afterwards),
        cmocka_unit_test(formatting_twice_is_formatting_once),
        cmocka_unit_test(random_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("format", tests, NULL, NULL);
}
