/* page.h - the replay page: one HTML file with the start board, the move list and, for its script, every */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include "base/buf.h"
#include "ludus.h"

#include <stddef.h>

/* Appends text for element content or a quoted attribute: markup is shown, never run; what HTML cannot hold
 * becomes U+FFFD. */
void html_text(struct ludus_buffer *out, const char *text, size_t length);
void html_string(struct ludus_buffer *out, const char *text);
/* Appends a JSON string, quotes included, in which no markup can be seen; bytes that are no UTF-8 become
 * U+FFFD. */
void html_json(struct ludus_buffer *out, const char *text, size_t length);

#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

/* Its style and script, and their SHA-256 in base64. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

#endif
