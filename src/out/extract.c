/* extract.c - the record that a drawing carries in its metadata. */
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "svg.h"

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

bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    int flags = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    xmlDocPtr document = length <= INT32_MAX ? xmlReadMemory(svg, (int)length, "drawing", NULL, flags) : NULL;
    xmlNodePtr record = find_record(document);
    xmlChar *text = record ? xmlNodeGetContent(record) : NULL;
    xmlChar *encoding = record ? xmlGetProp(record, BAD_CAST "encoding") : NULL;
    if (!document)
        snprintf(reason, size, "is not an SVG document");
    else if (!text)
        snprintf(reason, size, "carries no record");
    else if (encoding)
        add_base64(out, (const char *)text);
    else
        buf_text(out, (const char *)text);
    xmlFree(encoding);
    xmlFree(text);
    xmlFreeDoc(document);
    return text != NULL && !out->failed;
}
