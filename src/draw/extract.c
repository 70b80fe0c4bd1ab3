/* extract.c - the record that a drawing carries in its metadata, or the records in the data of a replay page.
 */
#include "base/buf.h"
#include "draw/page_data.h"
#include "draw/svg.h"
#include "formats/xml.h"

#include <libxml/tree.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

/* The <record> of the document's <metadata>, or NULL. */
static xmlNodePtr find_record(xmlDocPtr document)
{
    xmlNodePtr root = document ? xmlDocGetRootElement(document) : NULL;
    for (xmlNodePtr node = root ? root->children : NULL; node; node = node->next) {
        if (!named(node, "metadata"))
            continue;
        for (xmlNodePtr child = node->children; child; child = child->next)
            if (named(child, "record") && child->ns && strcmp((const char *)child->ns->href, SVG_RECORD) == 0)
                return child;
    }
    return NULL;
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

static bool extract_svg(xmlDocPtr document, struct ludus_buffer *out)
{
    xmlNodePtr record = find_record(document);
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

/* ---- Pages ---- */

/* What follows the first `word`, up to `end`; NULL when there is none. */
static const char *after(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at && end - at >= (ptrdiff_t)length) {
        if (memcmp(at, word, length) == 0)
            return at + length;
        at = memchr(at + 1, *word, (size_t)(end - at) - 1);
    }
    return NULL;
}

/* A JSON string that html_json has written, from behind its first quote. Returns its end. */
static const char *add_string(struct ludus_buffer *out, const char *at, const char *end)
{
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
    return at;
}

/* In the data, only a key is written like that: quotes within strings have a backslash before them. */
static bool extract_page(const char *data, const char *end, struct ludus_buffer *out)
{
    bool any = false;
    while ((data = after(data, end, ",\"record\":\""))) {
        data = add_string(out, data, end);
        any = true;
    }
    return any;
}

/* A page is no XML: its <meta> is not closed. No drawing has what its data begin with: in XML < is escaped.
 */
bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    const char *end = svg + length, *data = after(svg, end, PAGE_DATA), *data_end;
    bool any = false, declares;
    xmlDocPtr document = data ? NULL : xml_document(svg, length, &declares);
    if (document)
        any = extract_svg(document, out);
    else if (data && (data_end = after(data, end, PAGE_DATA_END)))
        any = extract_page(data, data_end, out);
    if (out->failed)
        snprintf(reason, size, "out of memory");
    else if (!any)
        snprintf(reason, size, "%s",
                 document || data ? "carries no record" : "is neither an SVG document nor a replay page");
    xmlFreeDoc(document);
    return any && !out->failed;
}
