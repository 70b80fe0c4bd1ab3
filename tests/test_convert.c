/* test_convert.c - records through XML and JSON and back: nothing is lost, whatever stands in them; and what
 * is no record is told and left out. */
#include "base/memory.h"
#include "ludus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct seen {
    char codes[400];
    char text[400]; /* of the last message */
    size_t line, column;
};

static void see(void *context, const struct ludus_message *message)
{
    struct seen *seen = context;
    if (strlen(seen->codes) + strlen(message->code) + 2 < sizeof seen->codes)
        strcat(strcat(seen->codes, message->code), " ");
    (void)snprintf(seen->text, sizeof seen->text, "%s", message->text);
    seen->line = message->line;
    seen->column = message->column;
}

static void convert(const char *bytes, size_t length, enum ludus_format from, enum ludus_format to, bool full,
                    struct ludus_buffer *out, struct seen *seen)
{
    struct ludus_import_options how = {
        .size = sizeof how, .format = from, .report = seen ? see : NULL, .context = seen
    };
    struct ludus_export_options as = { .size = sizeof as, .format = to, .positions = full, .resolve = full };
    struct ludus_import *import = ludus_import_bytes(bytes, length, "test", &how);
    struct ludus_export *writer = ludus_export_new(&as);
    struct ludus_game *game;
    assert_non_null(import);
    assert_non_null(writer);
    ludus_export_begin(writer, out);
    while ((game = ludus_import_next(import)))
        ludus_export_game(writer, game, out);
    ludus_export_end(writer, 1, out);
    assert_int_equal(ludus_import_error(import), 0);
    assert_false(out->failed);
    ludus_export_free(writer);
    ludus_import_close(import);
}

static void comes_back(const char *text, size_t length, enum ludus_format by, bool full)
{
    struct ludus_buffer wanted = { 0 }, between = { 0 }, got = { 0 };
    struct seen seen = { .codes = "" };
    convert(text, length, LUDUS_FORMAT_LUDUS, LUDUS_FORMAT_LUDUS, false, &wanted, NULL);
    convert(text, length, LUDUS_FORMAT_LUDUS, by, full, &between, NULL);
    convert(between.bytes, between.length, by, LUDUS_FORMAT_LUDUS, false, &got, &seen);
    if (seen.codes[0])
        print_message("%s: %s\n%.*s\n%s\n", seen.codes, seen.text, (int)length, text, buf_string(&between));
    assert_string_equal(seen.codes, "");
    if (strcmp(buf_string(&got), buf_string(&wanted)) != 0)
        print_message("%.*s\n%s\n", (int)length, text, buf_string(&between));
    assert_string_equal(buf_string(&got), buf_string(&wanted));
    assert_int_equal(got.length, wanted.length);
    buf_free(&wanted);
    buf_free(&between);
    buf_free(&got);
}

static void comes_back_both_ways(const char *text, size_t length)
{
    comes_back(text, length, LUDUS_FORMAT_XML, false);
    comes_back(text, length, LUDUS_FORMAT_JSON, false);
    comes_back(text, length, LUDUS_FORMAT_XML, true);
    comes_back(text, length, LUDUS_FORMAT_JSON, true);
}

static const char *const records[] = {
    "[Event \"A \\\"quoted\\\" \\\\ event\"]\n[Variant \"ludus-equitum\"]\n[Strange_9 \"x < y & z\"]\n\n"
    "{before} 1W. (2,3) Pelicanus b1-a1 {after} $3 1B. (1,1) pass! (1B. (1~,<1>) pass (1B. (_,2) _)) ;rest } "
    "of line\n"
    "% escaped\n2W. (4,4) Miles c2-c3, Miles d2-d3 {[%clk 0:01:02] and [%eval] [% x] [%a  b]} [0:1]\n\n",
    "[Event \"?\"]\n\n1. e4 e5 2. Nf3+ $14 (2. f4 exf4 (2... d5) 3. Bc4) 2... Nc6 ! 3. Bb5 a6 4. Ba4 sic Nf6 "
    "5. O-O b5 "
    "6. Bxc6 e.p. foo bar } { unclosed",
    "[Event \"late\"]\n\n1. e4, e5 ,, d4 [Late \"tag\"] [broken [x] ) 1-0 0-1 more (1. e4 (2. d4",
    "{only a comment} % and\n% this\n; that }\n",
    "1. e4 e5 1/2-1/2\n\n1. d4 d5 *\n\n[White \"x\"]\n\n* {end}\n",
    "[Variant \"ludus-latrunculorum\"]\n\n1. Man d3-d5-f5 2. d2-d5xc5xd6 squeeze Man @d4, @e4 xd4 "
    "b7-b8=Armiger R___na d1-e2 "
    "Regina d1-<e>2 __ *\n",
    "[A \"1\"]\n[B \"2\"]\n[A \"3\"]\n[A \"\"]\n\n1-0\n",
};

static void every_sign_comes_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        comes_back_both_ways(records[i], strlen(records[i]));
}

static void control_characters_come_back(void **state)
{
    (void)state;
    char text[400];
    size_t length = 0;
    length += (size_t)snprintf(text, sizeof text, "[Event \"a\x01z\x7f\"]\n\n1. e4 {");
    for (int c = 0; c < 0x20; c++)
        text[length++] = (char)c;
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "\xef\xbf\xbf \xef\xbf\xbe \xf0\x9f\x90\x89\x7f} \x02 \x01 *\n");
    comes_back_both_ways(text, length);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static void struck_records_come_back(void **state)
{
    static const char signs[] = "{}()[]\"<>_~,;%$=@x1aR \\\n!?#+*.-:0/&'\x01";
    uint32_t seed = 2463534242u;
    int rounds = getenv("LONG") ? 10000 : 1500;
    (void)state;
    for (int round = 0; round < rounds; round++) {
        char text[1000];
        const char *record = records[next_random(&seed) % (sizeof records / sizeof *records)];
        size_t length = strlen(record), strikes = next_random(&seed) % 12;
        memcpy(text, record, length);
        for (size_t i = 0; i < strikes; i++)
            text[next_random(&seed) % length] = signs[next_random(&seed) % (sizeof signs - 1)];
        comes_back(text, length, LUDUS_FORMAT_XML, round % 8 == 0);
        comes_back(text, length, LUDUS_FORMAT_JSON, round % 8 == 0);
    }
}

static void deep_variations_come_back(void **state)
{
    enum { DEPTH = 20000 };
    struct ludus_buffer text = { 0 };
    (void)state;
    for (int i = 0; i < DEPTH; i++)
        buf_text(&text, "1. e4 (");
    buf_text(&text, "1. d4");
    for (int i = 0; i < DEPTH; i++)
        buf_text(&text, ")");
    buf_text(&text, " *\n");
    comes_back(text.bytes, text.length, LUDUS_FORMAT_JSON, false);
    comes_back(text.bytes, text.length, LUDUS_FORMAT_XML, false);
    buf_free(&text);
}

/* ---- What is no record ---- */

#define RECORDS "<records xmlns=\"urn:ludus:record:1\">"

struct faulty {
    const char *text;
    const char *codes;  /* told, in order */
    const char *wanted; /* what comes through */
    size_t line, column;
};

static void judge(const struct faulty *f, enum ludus_format format)
{
    struct ludus_buffer got = { 0 };
    struct seen seen = { .codes = "" };
    convert(f->text, strlen(f->text), format, LUDUS_FORMAT_LUDUS, false, &got, &seen);
    if (strcmp(seen.codes, f->codes) != 0)
        print_message("%s\n%s (%s)\n", f->text, seen.codes, seen.text);
    assert_string_equal(seen.codes, f->codes);
    assert_string_equal(buf_string(&got), f->wanted);
    if (f->line) {
        assert_int_equal(seen.line, f->line);
        assert_int_equal(seen.column, f->column);
    }
    buf_free(&got);
}

static void faulty_xml_is_told_and_left_out(void **state)
{
    static const struct faulty cases[] = {
        { RECORDS "\n<record><result>*</result></record>\n</records>", "", "*\n\n", 0, 0 },
        { "<record xmlns=\"urn:ludus:record:1\"><result>1-0</result></record>", "", "1-0\n\n", 0, 0 },
        { RECORDS "<record><shelf/></record><record><result>*</result></record></records>", "xml-element ",
          "*\n\n", 1, 45 },
        { RECORDS "\n<record>\n <move>e4</move>\n "
                  "<dice>e5</dice></record>\n<record><result>*</result></record></records>",
          "bad-item ", "*\n\n", 4, 2 },
        { RECORDS "<record><move>e4 {x} e5</move></record></records>", "bad-item ", "", 0, 0 },
        { RECORDS "<record><comment>a } b</comment></record></records>", "bad-item ", "", 0, 0 },
        { RECORDS "<record><tag>x</tag></record></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><tag name=\"9\">x</tag></record></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><result>1-0</result><tag name=\"A\">x</tag></record></records>", "bad-item ", "",
          0, 0 },
        { RECORDS "<record>\n <turn>\n  <move>\n   <piece>N</piece>\n   <to>f3</to>\n   <mark>!</mark>\n  "
                  "</move>\n  <nag> 1 </nag>\n </turn>\n <result>\n  *\n </result>\n</record></records>",
          "", "1. Nf3! $1 *\n\n", 0, 0 },
        { RECORDS
          "<record><turn><number>\n<gap/>\n<gap/>.\n</number><dice>(<gap/>, <supplied>\n<unclear>2</unclear>"
          "\n</supplied>)</dice><move joined=\"0\">\n<gap/>\n<gap/>\n</move></turn></record></records>",
          "", "__. (_,<2~>) __ *\n\n", 0, 0 },
        { RECORDS "<record><tag name=\"Variant\">ludus-latrunculorum</tag><turn><move><piece>Dux</piece>\n "
                  "<to>a1</to>"
                  "<squeeze>squeeze</squeeze>\n <sic>sic</sic></move></turn></record></records>",
          "", "[Variant \"ludus-latrunculorum\"]\n\n1. Dux a1 squeeze sic *\n\n", 0, 0 },
        { RECORDS
          "<record><comment>\n <command name=\"a\">b</command>\n <command name=\"c\"/></comment></record>"
          "</records>",
          "", "{[%a b] [%c]}\n\n", 0, 0 },
        { RECORDS "<record>text</record></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><move joined=\"maybe\">e4</move></record></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><move mood=\"x\">e4</move></record></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><comment><char code=\"55296\"/></comment></record></records>", "xml-element ", "",
          0, 0 },
        { "<records><record/></records>", "xml-element ", "", 0, 0 },
        { RECORDS "<record><result>*</result></record><record>", "bad-xml ", "*\n\n", 0, 0 },
        { RECORDS "<record><move>&e;</move></record></records>", "bad-xml ", "", 0, 0 },
        { "<!DOCTYPE x [<!ENTITY e \"1-0\">]>" RECORDS "<record><result>&e;</result></record></records>",
          "xml-doctype ", "", 1, 3 },
        { "<?xml version=\"1.0\"?><!-- > - --><!DOCTYPE records SYSTEM \"file:///etc/passwd\"><records/>",
          "xml-doctype ", "", 0, 0 },
        { "<?xml version=\"1.0\"?><!-- > -- --><!DOCTYPE records SYSTEM \"file:///etc/passwd\"><records/>",
          "bad-xml ", "", 0, 0 },
        { "nothing of the kind", "xml-doctype ", "", 1, 1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        judge(&cases[i], LUDUS_FORMAT_XML);
}

static void faulty_json_is_told_and_left_out(void **state)
{
    static const struct faulty cases[] = {
        { "{\"tags\":{},\"text\":[{\"result\":\"*\"}]}\n", "", "*\n\n", 0, 0 },
        { "\xef\xbb\xbf [ {\"text\":[{\"result\":\"*\"}]}, {\"text\":[{\"result\":\"1-0\"}, "
          "{\"played\":[1,{\"a\":[]}]}]} ]",
          "", "*\n\n1-0\n\n", 0, 0 },
        { "{\"tags\":{\"A\":\"\\u00e9\\ud83d\\udc09\\/\"}}", "", "[A \"\xc3\xa9\xf0\x9f\x90\x89/\"]\n\n*\n\n",
          0, 0 },
        { "{\"text\":[{\"move\":\"e4\"},{\"dice\":\"e5\"}]}\n{\"text\":[{\"result\":\"*\"}]}\n", "bad-item ",
          "*\n\n", 1, 25 },
        { "{\"text\":[{\"mover\":\"e4\"}]}\n{\"text\":[{\"result\":\"*\"}]}\n", "json-member ", "*\n\n", 1,
          11 },
        { "{\"text\":[{\"move\":\"e4\"\n{\"text\":[{\"result\":\"*\"}]}\n", "json-member ", "*\n\n", 0, 0 },
        { "{\"text\":[{\"move\":\"e4\n{\"text\":[{\"result\":\"*\"}]}\n", "bad-json ", "*\n\n", 1, 18 },
        { "{\"text\":[{\"move\":\"\\ud800\"}]}", "bad-json ", "", 0, 0 },
        { "{\"text\":[{\"move\":\"\\x\"}]}", "bad-json ", "", 0, 0 },
        { "{\"text\":[{\"nag\":\"4\"}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[],\"tags\":{\"A\":\"b\"}}", "json-member ", "", 0, 0 },
        { "{\"tags\":{\"A\":\"b\\nc\"}}", "bad-item ", "", 0, 0 },
        { "{\"text\":[", "bad-json ", "", 0, 0 },
        { "7", "json-member ", "", 1, 1 },
        { "[{\"text\":[{\"result\":\"*\"}]},", "bad-json ", "*\n\n", 0, 0 },
        { "[{\"text\":[{\"result\":\"*\"}]}\n", "bad-json ", "*\n\n", 0, 0 },
        { "[", "bad-json ", "", 0, 0 },
        { "[] [{\"text\":[{\"result\":\"*\"}]}] []", "", "*\n\n", 0, 0 },
        { "[,{\"text\":[]}]\n{\"text\":[{\"result\":\"*\"}]}]", "json-member ", "*\n\n", 1, 2 },
        { "[{\"text\":[{\"result\":\"*\"}]}]]", "json-member ", "*\n\n", 1, 28 },
        { "[{\"text\":[{\"result\":\"*\"}]},]", "json-member ", "*\n\n", 1, 28 },
        { "[{\"text\":[{\"result\":\"*\"}]}\n{\"text\":[{\"result\":\"1-0\"}]}]", "json-member ",
          "*\n\n1-0\n\n", 2, 1 },
        { "{\"text\":[{\"played\":[}]}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[],\"id\":7}", "json-member ", "", 1, 12 },
        { "{\"text\":[],\"text\":[]}", "json-member ", "", 1, 12 },
        { "{\"tagsRepeated\":[],\"tagsRepeated\":[]}", "json-member ", "", 1, 20 },
        { "{\"text\":[{\"comment\":\"x\",\"move\":\"e4\"}]}", "json-member ", "", 1, 25 },
        { "{\"text\":[{\"move\":\"e5\",\"nag\":3}]}", "json-member ", "", 1, 23 },
        { "{\"text\":[{\"move\":\"e4\",\"move\":\"e5\"}]}", "json-member ", "", 1, 23 },
        { "{\"text\":[{\"move\":\"e4\",\"joined\":true,\"joined\":false}]}", "json-member ", "", 1, 37 },
        { "{\"text\":[{\"dice\":\"(1,2)\",\"joined\":true}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[{\"move\":\"e4\",\"form\":\"line\"}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[{\"comment\":\"x\",\"form\":\"round\"}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[{\"variation\":[],\"joined\":true}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[{\"played\":{},\"comment\":\"x\"}]}", "json-member ", "", 0, 0 },
        { "{\"text\":[{}]}", "json-member ", "", 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        judge(&cases[i], LUDUS_FORMAT_JSON);
}

static void a_sound_member_opens_a_missing_bracket(void **state)
{
    static const char array[] = "{\"text\":[{\"played\":";
    struct ludus_buffer text = { 0 };
    struct ludus_buffer got = { 0 };
    struct seen seen = { .codes = "" };
    (void)state;
    buf_text(&text, array);
    for (int i = 0; i < 100000; i++)
        buf_char(&text, '[');
    convert(text.bytes, text.length, LUDUS_FORMAT_JSON, LUDUS_FORMAT_LUDUS, false, &got, &seen);
    assert_string_equal(seen.codes, "bad-json ");
    assert_int_equal(got.length, 0);
    buf_free(&text);
    buf_free(&got);
}

/* ---- Which format ---- */

static void formats_are_told_by_content(void **state)
{
    static const struct {
        const char *text;
        enum ludus_format format;
    } cases[] = {
        { "", LUDUS_FORMAT_LUDUS },
        { "1. e4", LUDUS_FORMAT_LUDUS },
        { "{a comment} 1. e4", LUDUS_FORMAT_LUDUS },
        { "{\"Quoted\", he said} 1. e4", LUDUS_FORMAT_LUDUS },
        { "[Event \"x\"]", LUDUS_FORMAT_LUDUS },
        { " \n{ \"text\" : []}", LUDUS_FORMAT_JSON },
        { "[ {\"tags\":{}}]", LUDUS_FORMAT_JSON },
        { "\xef\xbb\xbf<?xml version=\"1.0\"?>", LUDUS_FORMAT_XML },
        { "<records/>", LUDUS_FORMAT_XML },
        { "Title\n\nA (White) v B (Black)\n", LUDUS_FORMAT_TRANSCRIPT },
        { "[Event \"x\"]\n\n{A (White) v B (Black)\n}", LUDUS_FORMAT_LUDUS },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ludus_import_options how = { .size = sizeof how, .format = LUDUS_FORMAT_ANY };
        struct ludus_import *import = ludus_import_bytes(cases[i].text, strlen(cases[i].text), "test", &how);
        assert_non_null(import);
        assert_int_equal(ludus_import_format(import), cases[i].format);
        ludus_import_close(import);
    }
}

static void formats_are_told_by_name(void **state)
{
    (void)state;
    assert_int_equal(ludus_format_of("a.xml"), LUDUS_FORMAT_XML);
    assert_int_equal(ludus_format_of("a.xml.gz"), LUDUS_FORMAT_XML);
    assert_int_equal(ludus_format_of("a.b.jsonl.zst"), LUDUS_FORMAT_JSON);
    assert_int_equal(ludus_format_of("a.txt"), LUDUS_FORMAT_TRANSCRIPT);
    assert_int_equal(ludus_format_of("a.pgn"), LUDUS_FORMAT_PGN);
    assert_int_equal(ludus_format_of(".gz"), LUDUS_FORMAT_ANY);
    assert_int_equal(ludus_format_of("xml"), LUDUS_FORMAT_ANY);
    assert_int_equal(ludus_packing_of("a.xml.gz"), LUDUS_GZIP);
    assert_int_equal(ludus_packing_of("a.zst"), LUDUS_ZSTD);
    assert_int_equal(ludus_packing_of("a.zstd"), LUDUS_PLAIN);
}

static void messages_have_places_in_the_file_read(void **state)
{
    static const char xml[] =
        RECORDS "\n<record>\n<tag name=\"Event\">x</tag>\n<move>e4</move>\n  <move>e4</move>\n"
                "<result>*</result></record></records>";
    struct ludus_import_options how = { .size = sizeof how, .format = LUDUS_FORMAT_XML };
    struct ludus_import *import = ludus_import_bytes(xml, strlen(xml), "test", &how);
    struct ludus_replay *replay = ludus_replay_new(NULL);
    struct ludus_game *game = ludus_import_next(import);
    struct seen seen = { .codes = "" };
    (void)state;
    assert_non_null(game);
    ludus_game_check(replay, game);
    ludus_game_messages(game, see, &seen);
    assert_true(strlen(seen.codes) > 0);
    assert_int_equal(seen.line, 5);
    assert_int_equal(seen.column, 3);
    ludus_replay_free(replay);
    ludus_import_close(import);
}

static void packed_bytes_are_read_again(void **state)
{
    static const enum ludus_packing packings[] = { LUDUS_PLAIN, LUDUS_GZIP, LUDUS_ZSTD };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct ludus_packer *packer = ludus_packer_new(packings[i]);
        struct ludus_buffer packed = { 0 }, got = { 0 }, text = { 0 };
        for (int k = 0; k < 20000; k++)
            buf_format(&text, "[Event \"%d\"]\n\n1-0\n\n", k);
        assert_true(ludus_packer_add(packer, (struct ludus_text){ text.bytes, 100 }, &packed));
        assert_true(
            ludus_packer_add(packer, (struct ludus_text){ text.bytes + 100, text.length - 100 }, &packed));
        assert_true(ludus_packer_end(packer, &packed));
        ludus_packer_free(packer);
        convert(packed.bytes, packed.length, LUDUS_FORMAT_ANY, LUDUS_FORMAT_LUDUS, false, &got, NULL);
        assert_string_equal(buf_string(&got), buf_string(&text));
        buf_free(&packed);
        buf_free(&got);
        buf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sign_comes_back),
        cmocka_unit_test(control_characters_come_back),
        cmocka_unit_test(struck_records_come_back),
        cmocka_unit_test(deep_variations_come_back),
        cmocka_unit_test(faulty_xml_is_told_and_left_out),
        cmocka_unit_test(faulty_json_is_told_and_left_out),
        cmocka_unit_test(a_sound_member_opens_a_missing_bracket),
        cmocka_unit_test(formats_are_told_by_content),
        cmocka_unit_test(formats_are_told_by_name),
        cmocka_unit_test(messages_have_places_in_the_file_read),
        cmocka_unit_test(packed_bytes_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
