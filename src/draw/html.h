/* html.h - text in HTML and in JSON inside HTML. */
#ifndef DRAW_HTML_H
#define DRAW_HTML_H

#include "base/buf.h"
#include "ludus.h"

/* Appends text for element content or a quoted attribute: markup is shown, never run; what HTML cannot hold
 * becomes U+FFFD. */
void html_text(struct ludus_buffer *out, const char *text, size_t length);
void html_string(struct ludus_buffer *out, const char *text);
/* Appends a JSON string, quotes included, in which no markup can be seen; bytes that are no UTF-8 become
 * U+FFFD. */
void html_json(struct ludus_buffer *out, const char *text, size_t length);

#endif
