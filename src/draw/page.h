/* page.h - the replay page: one HTML file with the start boards, the move lists and, for its script, every
 * position. */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include "draw/svg.h"

#include <stddef.h>

/* What buf_json escapes besides, so that no markup can be seen in a JSON string. */
#define HTML_JSON "<>&\n\t"

/* Its style and script, and their SHA-256 in base64. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

struct ludus_page {
    struct ludus_drawing_options options;
    struct ludus_buffer sections; /* HTML of the games */
    struct ludus_buffer data;     /* JSON of the games, separated by commas */
    struct ludus_buffer chooser;  /* <option> elements */
    struct ludus_buffer title;
    struct drawing images; /* every piece that a game can show, once */
    bool has_images;       /* the own piece set can be read */
    size_t games;
};

#endif
