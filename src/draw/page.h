/* page.h - the replay page: one HTML file with start boards, move lists, and all positions for its script. */
#ifndef DRAW_PAGE_H
#define DRAW_PAGE_H

#include "draw/svg.h"

#include <stddef.h>

/* Additional characters that buf_json escapes, so that a JSON string contains no markup. */
#define HTML_JSON "<>&\n\t"

/* The style and script, and their SHA-256 hashes in base64. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

struct ludus_page {
    struct ludus_drawing_options options;
    struct ludus_buffer sections; /* HTML of the games */
    struct ludus_buffer data;     /* JSON of the games, separated by commas */
    struct ludus_buffer chooser;  /* <option> elements */
    struct ludus_buffer title;
    struct drawing images; /* all pieces of all games, each once */
    bool has_images;       /* the user's piece set can be read */
    size_t games;
};

#endif
