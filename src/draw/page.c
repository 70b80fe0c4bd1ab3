/* page.c - the whole replay page; and reading the record in a drawing or a page. */
#include "draw/page.h"

#include "draw/album.h"

#include <libxml/tree.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

struct ludus_page *ludus_page_new(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options given = draw_options(options);
    struct ludus_page *page = given.size ? memory_zeroed(1, sizeof *page) : NULL;
    char reason[128];
    if (page) {
        page->options = given;
        page->has_images = drawing_open(&page->images, &page->options, NULL, reason, sizeof reason);
    }
    return page;
}

void ludus_page_free(struct ludus_page *page)
{
    if (!page)
        return;
    buf_free(&page->sections);
    buf_free(&page->data);
    buf_free(&page->chooser);
    buf_free(&page->title);
    drawing_free(&page->images);
    free(page);
}

/* Appends the text of a buffer and frees it, so that a long game is not in memory twice. */
static void move_text(struct ludus_buffer *out, struct ludus_buffer *from)
{
    out->failed |= from->failed;
    buf_add(out, from->bytes, from->length);
    buf_free(from);
}

bool ludus_page_write(struct ludus_page *page, struct ludus_buffer *out)
{
    static const char *const themes[] = { [LUDUS_THEME_PAPER] = "paper",
                                          [LUDUS_THEME_TINTED] = "tinted",
                                          [LUDUS_THEME_DARK] = "dark",
                                          [LUDUS_THEME_HATCHED] = "hatched" };
    char reason[128];
    if (!draw_check_options(&page->options, reason, sizeof reason))
        return false;
    buf_format(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; "
        "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" "
        "content=\"no-referrer\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body class=\"%s\">\n",
        page_css_hash, page_js_hash, buf_string(&page->title), page_css, themes[page->options.theme]);
    bool ok = page->has_images && svg_write(&page->images, NULL, out);
    buf_text(out, "<main>\n");
    if (page->games > 1)
        buf_format(out, "<p class=\"chooser\" hidden><label>Game <select>%s</select></label></p>\n",
                   buf_string(&page->chooser));
    move_text(out, &page->sections);
    buf_text(out, "</main>\n" PAGE_DATA "[");
    move_text(out, &page->data);
    buf_format(out, "]" PAGE_DATA_END "\n<script>%s</script>\n</body>\n</html>\n", page_js);
    page->games = 0;
    buf_clear(&page->chooser);
    buf_clear(&page->title);
    return ok && !out->failed;
}

/* ---- The record in the metadata of a drawing, or the records in the data of a replay page ---- */

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static void add_base64(struct ludus_buffer *out, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned long bits = 0;
    unsigned count = 0;
    for (; *text && *text != '='; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            continue;
        bits = bits << 6 | (unsigned long)(digit - digits);
        count += 6;
        if (count >= 8) {
            count -= 8;
            buf_char(out, (char)(bits >> count & 0xff));
        }
    }
}

/* Appends the <record> of the document's <metadata>. Returns false if there is none. */
static bool extract_svg(xmlDocPtr document, struct ludus_buffer *out)
{
    xmlNodePtr root = xmlDocGetRootElement(document), record = NULL;
    for (xmlNodePtr node = root ? root->children : NULL; node && !record; node = node->next)
        for (record = is_element(node, "metadata") ? node->children : NULL; record; record = record->next)
            if (is_element(record, "record") && record->ns &&
                strcmp((const char *)record->ns->href, SVG_RECORD) == 0)
                break;
    xmlChar *text = record ? xmlNodeGetContent(record) : NULL;
    xmlChar *encoding = record ? xmlGetProp(record, BAD_CAST "encoding") : NULL;
    bool any = text != NULL;
    if (any && encoding)
        add_base64(out, (const char *)text);
    else if (any)
        buf_text(out, (const char *)text);
    xmlFree(encoding);
    xmlFree(text);
    return any;
}

/* Finds the text after the first `word`, before `end`. Returns NULL if there is none. */
static const char *find_after(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at && end - at >= (ptrdiff_t)length) {
        if (memcmp(at, word, length) == 0)
            return at + length;
        at = memchr(at + 1, *word, (size_t)(end - at) - 1);
    }
    return NULL;
}

/* Appends all records of the data. Only a key is written like this: quotes in strings are escaped. */
static bool extract_page(const char *data, const char *end, struct ludus_buffer *out)
{
    bool any = false;
    while ((data = find_after(data, end, ",\"record\":\""))) {
        /* A JSON string written by buf_json, after its opening quote. */
        const char *at = data;
        while (at < end && *at != '"') {
            if (*at == '\\' && end - at >= 6 && at[1] == 'u') {
                char code[] = { at[2], at[3], at[4], at[5], '\0' };
                buf_char(out, (char)strtoul(code, NULL, 16));
                at += 6;
            } else {
                at += *at == '\\';
                buf_char(out, at < end ? *at++ : '\0');
            }
        }
        data = at;
        any = true;
    }
    return any;
}

/* A page is no XML: its <meta> is not closed. A drawing cannot contain PAGE_DATA: < is escaped in XML. */
bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    const char *end = svg + length, *data = find_after(svg, end, PAGE_DATA), *data_end;
    bool any = false, declares;
    xmlDocPtr document = data ? NULL : xml_document(svg, length, &declares);
    if (document)
        any = extract_svg(document, out);
    else if (data && (data_end = find_after(data, end, PAGE_DATA_END)))
        any = extract_page(data, data_end, out);
    if (out->failed)
        snprintf(reason, size, "out of memory");
    else if (!any)
        snprintf(reason, size, "%s",
                 document || data ? "carries no record" : "is neither an SVG document nor a replay page");
    xmlFreeDoc(document);
    return any && !out->failed;
}
