/* test_xml.c - text that cannot break XML, HTML or JSON; numbers. */
#include "formats/xml.h"

#include <libxml/parser.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#define BAD "\xef\xbf\xbd" /* U+FFFD */

static void what_xml_cannot_hold_becomes_a_sign_for_it(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        { "plain \t\n", "plain \t\n" },
        { "\x01z\x1b\x7f", BAD "z" BAD BAD },
        { "\xce\xa3\xcf\x89 \xe8\xab\xb8", "\xce\xa3\xcf\x89 \xe8\xab\xb8" },
        { "\xff\xc3", BAD BAD },
        { "a\xed\xa0\x80z", "a" BAD BAD BAD "z" }, /* half of a pair */
        { "\xef\xbf\xbe", BAD },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ludus_buffer out = { 0 };
        xml_format(&out, "%s", cases[i].in);
        assert_string_equal(buf_string(&out), cases[i].out);
        assert_int_equal(xml_clean_length(cases[i].in, strlen(cases[i].in)) == strlen(cases[i].in),
                         strcmp(cases[i].in, cases[i].out) == 0);
        buf_free(&out);
    }
}

static void any_bytes_give_well_formed_xml(void **state)
{
    char bytes[256];
    struct ludus_buffer out = { 0 };
    (void)state;
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(255 - i);
    struct xml_writer xml = { .out = &out }, *writer = &xml;
    xml_begin(writer, "a");
    xml_attribute(writer, "b", "<\"&'\x02\xff");
    xml_text(writer, bytes, sizeof bytes);
    xml_text(writer, "]]></a><!--", 11);
    xml_end(writer);
    buf_free(&xml.open);
    xmlDocPtr document = xmlReadMemory(out.bytes, (int)out.length, "a", NULL, XML_PARSE_NOERROR);
    assert_non_null(document);
    xmlFreeDoc(document);
    buf_free(&out);
}

static void numbers_are_as_short_as_they_go(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = { { 0, "0" },     { 22.5, "22.5" }, { -0.25, "-0.25" }, { 45, "45" },
                  { 1.999, "2" }, { -0.001, "0" },  { 1e6, "1000000" }, { 3.05, "3.05" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ludus_buffer out = { 0 };
        xml_format(&out, "%f", cases[i].value);
        assert_string_equal(buf_string(&out), cases[i].text);
        buf_free(&out);
    }
}

static void attributes_and_text_are_written_as_their_format_says(void **state)
{
    struct ludus_buffer out = { 0 };
    struct xml_writer xml = { .out = &out }, *writer = &xml;
    const char *none = *state; /* NULL */
    xml_put(writer, "<a b=%s c=%s d='M%f %fv%u'", "x y", none, 1.5, -2.0, 7u);
    xml_put(writer, "<e f=50%% />");
    xml_put(writer, "<g >1 < %s", "2");
    xml_end(writer);
    buf_free(&xml.open);
    assert_string_equal(buf_string(&out), "<a b=\"x y\" d=\"M1.5-2v7\"><e f=\"50%\"/><g>1 &lt; 2</g></a>");
    buf_free(&out);
}

static void markup_in_html_and_json_is_only_text(void **state)
{
    struct ludus_buffer out = { 0 };
    (void)state;
    xml_format(&out, "%s", "<a href=\"x\">&\x01");
    assert_string_equal(buf_string(&out), "&lt;a href=&quot;x&quot;&gt;&amp;" BAD);
    buf_clear(&out);
    buf_json(&out, "</script>\n\"\\&", 13, "<>&\n\t");
    assert_string_equal(buf_string(&out), "\"\\u003c/script\\u003e\\u000a\\\"\\\\\\u0026\"");
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_xml_cannot_hold_becomes_a_sign_for_it),
        cmocka_unit_test(any_bytes_give_well_formed_xml),
        cmocka_unit_test(attributes_and_text_are_written_as_their_format_says),
        cmocka_unit_test(numbers_are_as_short_as_they_go),
        cmocka_unit_test(markup_in_html_and_json_is_only_text),
    };
    return cmocka_run_group_tests_name("xml", tests, NULL, NULL);
}
