/* html.c - text in HTML and in JSON inside HTML. */
#include "draw/html.h"

#include "base/text.h"
#include "formats/xml.h"

#include <string.h>

static const char *entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void html_text(struct ludus_buffer *out, const char *text, size_t length)
{
    struct ludus_buffer clean = { 0 };
    xml_clean(&clean, text, length);
    for (size_t i = 0; i < clean.length; i++) {
        const char *name = entity(clean.bytes[i]);
        if (name)
            buf_text(out, name);
        else
            buf_char(out, clean.bytes[i]);
    }
    out->failed = out->failed || clean.failed;
    buf_free(&clean);
}

void html_string(struct ludus_buffer *out, const char *text)
{
    html_text(out, text, strlen(text));
}

void html_json(struct ludus_buffer *out, const char *text, size_t length)
{
    buf_char(out, '"');
    for (size_t at = 0; at < length;) {
        unsigned bytes = text_sequence(text + at, length - at);
        unsigned char c = (unsigned char)text[at];
        if (c == '"' || c == '\\')
            buf_format(out, "\\%c", c);
        else if (c < 0x20 || c == '<' || c == '>' || c == '&')
            buf_format(out, "\\u%04x", c);
        else if (bytes)
            buf_add(out, text + at, bytes);
        else
            buf_text(out, "\xef\xbf\xbd");
        at += bytes ? bytes : 1;
    }
    buf_char(out, '"');
}
