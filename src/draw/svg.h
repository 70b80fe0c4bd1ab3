/* svg.h - a drawing, which is written as SVG while it is drawn.
 *
 * Lengths are in board units: the side of a square is 45, the grid of the pieces. x increases to the right, y
 * downwards. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/scene.h"
#include "formats/xml.h"

#include <stddef.h>

enum {
    PIECE_GRID = 45, /* side of the square of a piece */
    PIECE_LAYERS = 3,
    PIECE_ID_SIZE = 96,
    SVG_ID_SIZE = 192
};

/* ---- The pieces ---- */

/* One drawing, as SVG path data on the grid. Both sides use the same drawing: the layers have the side's
 * colour and black outlines, the rest a colour that contrasts with it. */
struct piece_art {
    const char *name;
    const char *layers[PIECE_LAYERS]; /* back to front, each with its own outline; unused: NULL */
    const char *lines;                /* lines on the layers, or "" */
    const char *dots;                 /* filled shapes on the layers, or "" */
    const char *signs[2];             /* of Unicode, for White and for Black, or "" */
};

/* The built-in set, from pieces.svg; ends with a NULL name. */
extern const struct piece_art piece_art[];

/* The style and script of replay pages, and their SHA-256 hashes in base64. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

/* Returns the drawing of the built-in set with this name, or NULL. */
const struct piece_art *piece_art_find(const char *name);

/* ---- CSS of piece sets: grammar/css.re ---- */

/* Is the text, which may be empty, a valid beginning of an id and of a class? */
bool css_is_name(const char *text);
/* Does a value fetch nothing? References are url(#id), to the document itself, and unescaped. */
bool css_is_harmless(const char *value);
/* Takes the next declaration, "name: value", from a style; both then end with a NUL. False at its end. */
bool css_declaration(char **style, char **name, char **value);

/* ---- The drawing ---- */

/* A piece of an animation that moves, appears or disappears. */
struct actor {
    struct ludus_square piece;
    uint8_t home, at; /* squares */
    bool late;        /* not on the board at first */
    bool alive;
    struct ludus_buffer keys; /* key frames in CSS; owned */
};

/* The type of a shape, for colours and CSS classes. */
enum look {
    LOOK_NONE,
    LOOK_PAPER, /* behind everything */
    LOOK_LIGHT,
    LOOK_DARK,
    LOOK_FRAME, /* line around the board */
    LOOK_GRID,  /* lines between squares of a plain board */
    LOOK_LINE,  /* lines between points */
    LOOK_POINT,
    LOOK_REGION, /* sign of a square with rules of its own */
    LOOK_COORD,
    LOOK_COORD_IN,   /* inside the squares */
    LOOK_COORD_DARK, /* of these one on a dark square */
    LOOK_LAST,       /* from- and to-squares of the turn */
    LOOK_LAST_DARK,
    LOOK_TAKEN, /* a capture */
    LOOK_FLANK, /* line between flankers */
    LOOK_ARROW, /* of the turn */
    LOOK_NOTE,  /* a mark or arrow of the user: has its own colour */
    LOOK_FILL,  /* a tint of a square by the user: has its own colour */
    LOOK_BADGE, /* number at the tail of an arrow */
    LOOK_BADGE_TEXT,
    LOOK_DIE,
    LOOK_DIE_IDLE, /* not used */
    LOOK_DIE_PASSED,
    LOOK_TEXT,
    LOOK_CAPTION,
    LOOK_TO_MOVE_WHITE,
    LOOK_TO_MOVE_BLACK,
    LOOK_ODDS,
    LOOK_COUNT
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct drawing {
    const struct ludus_drawing_options *options;
    const struct scene *scene; /* the current scene */
    const char *colour;        /* of the next notes and tints, as the user names it */
    enum look ground;          /* of the square below the next tint */
    double text;               /* size of captions and coordinates; 0: the default */
    double width, height;      /* of the drawing */
    xmlDocPtr pieces; /* owned: the user's piece set, without anything that could run or fetch, or NULL */
    xmlHashTablePtr by_id;      /* owned: the elements of the set */
    struct xml_writer writer;   /* of the shapes; during svg_write of the document */
    struct ludus_buffer shapes; /* owned: the shapes drawn so far */
    struct ludus_buffer style;  /* owned: CSS of an animation, or empty */
    struct ludus_buffer data;   /* owned: path data */
    char (*ids)[PIECE_ID_SIZE]; /* owned: of the pieces drawn so far */
    size_t id_count, id_capacity;
    struct actor *actors; /* owned: pieces of an animation, which are drawn instead of those of the scene */
    size_t actor_count, actor_capacity;
    bool in_side;      /* inside a group of one side's pieces */
    bool failed;       /* without memory, or for the reason, which is not empty then */
    bool bold;         /* the texts of the open group */
    double group_size; /* of the texts of the open group, and where they stand */
    enum anchor group_anchor;
    char reason[256];
};

/* Begins an empty drawing. Returns false, with a reason except without memory, if the user's piece set cannot
 * be read or, with `kinds`, is of no use. Call drawing_free in any case. */
bool drawing_open(struct drawing *drawing, const struct ludus_drawing_options *options,
                  const struct scene_kind *kinds, char *reason, size_t size);
void drawing_free(struct drawing *drawing);

/* Does the drawing have no colours, and hatched squares? */
static inline bool is_hatched(const struct drawing *d)
{
    return d->options->theme == LUDUS_THEME_HATCHED;
}

struct point {
    double x, y;
};

/* Begins a group of texts, which must have LOOK_NONE and size 0. */
void svg_open_texts(struct drawing *drawing, enum look look, double size, enum anchor anchor);
/* Begins a group of one side's pieces; `in_side` is true until its end. With a ground, LOOK_LIGHT or
 * LOOK_DARK, they are captured men, and pale; without, it is LOOK_NONE. */
void svg_open_side(struct drawing *drawing, unsigned side, enum look ground);

/* How a shape is drawn; a solid note has no line. */
enum form { FORM_OUTLINE, FORM_SOLID, FORM_CROSS, FORM_ARROW };

/* Writes an element, in a format of xml_put, with its class and colours, and a halo if it needs one. */
void svg_shape(struct drawing *drawing, enum look look, enum form form, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Draws an arrow through the points of `path`, with its head at the last. */
void svg_arrow(struct drawing *drawing, enum look look, const struct point *path, unsigned count);
/* Draws a piece of drawing->scene in the square with this side and its upper left corner at x, y. */
void svg_piece(struct drawing *drawing, double x, double y, double side, struct ludus_square piece);
/* Writes a text, or its outlines. */
void svg_text(struct drawing *drawing, enum look look, enum anchor anchor, double x, double y, double size,
              const char *text);
/* Returns a number as such a text. */
struct svg_number {
    char text[16];
} svg_number(unsigned number, const char *unit);

/* Defines a piece, as svg_piece does, and writes its id. */
void svg_define(struct drawing *drawing, const struct scene *scene, struct ludus_square piece,
                char id[SVG_ID_SIZE]);

/* ---- The layout of a scene ---- */

/* Draws a scene with its upper left corner at x, y, enlarges the drawing to contain it, and returns its size.
 * For an animation, draws the board of the first scene, and then what is beside and below it for each scene,
 * in groups of class "PREFIXturn0", "PREFIXturn1" … of which one is visible at a time. */
struct point diagram_lay_out(struct drawing *drawing, struct scene *const *scenes, size_t count, double x,
                             double y);

/* Returns the centre of a square in the board of drawing->scene, whose corner is 0, 0. */
static inline struct point board_centre(const struct drawing *d, unsigned square)
{
    const unsigned files = d->scene->files, file = square % files, rank = square / files;
    double column = d->options->flip ? files - 1 - file : file;
    double row = d->options->flip ? rank : d->scene->ranks - 1 - rank;
    return (struct point){ (column + 0.5) * PIECE_GRID, (row + 0.5) * PIECE_GRID };
}

/* Returns what is below a square: LOOK_LIGHT or, of a board with dark squares, LOOK_DARK. */
static inline enum look board_ground(const struct drawing *d, unsigned square)
{
    const unsigned files = d->scene->files;
    const bool chequered = !d->scene->line_count && !d->options->plain && !is_hatched(d);
    return chequered && (square / files + square % files) % 2 == 0 ? LOOK_DARK : LOOK_LIGHT;
}

/* Draws the ground of the board of drawing->scene: its squares, or its points and lines, and tints. */
void ground_draw(struct drawing *drawing);

/* Draws the board of drawing->scene with pieces and moves, or with its actors on their first squares. */
void board_draw(struct drawing *drawing);

/* Returns the size of a text of this default size: that of all texts if it is set, but at most `most`. */
static inline double diagram_text_size(const struct drawing *drawing, double usual, double most)
{
    return !(drawing->text > 0) ? usual : drawing->text < most ? drawing->text : most;
}

/* ---- The document ---- */

/* Namespace of the record in the metadata; the element of a replay page that has the records. */
#define SVG_RECORD "urn:ludus:drawing:1"
#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

/* Returns the width of a drawing of `width` board units, in options->unit if a width is given, else in px. */
static inline double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

/* The content of an SVG document besides the drawing. */
struct svg_document {
    const char *title, *description; /* for readers who cannot see it */
    struct ludus_text record;        /* written to the metadata; `text` NULL: none */
    /* Prefix of the ids of title and description for a drawing in a page, which has no XML declaration, a
     * size only if it is given, and no definitions (svg_write without a document writes these once). NULL for
     * a document. */
    const char *fragment;
};

/* Appends the document; NULL: an invisible <svg> that defines all pieces drawn. False without memory. */
bool svg_write(struct drawing *drawing, const struct svg_document *document, struct ludus_buffer *out);
/* Writes the definitions of all pieces of the drawing. */
void piece_set_define(struct drawing *drawing);

/* ---- The turns of a game for a replay page ---- */

/* Additional characters that buf_json escapes, so that a JSON string contains no markup. */
#define HTML_JSON "<>&\n\t"

/* All zero but for the first five, and the replay and the game of `printing`, is the beginning. */
struct page_line {
    struct ludus_buffer *data, *text; /* JSON, HTML */
    const struct ludus_drawing_options *options;
    struct ludus_game *game;
    struct scene *scene;
    struct printing printing;
    struct ludus_buffer words; /* owned; of the item or move that is written */
};

/* Writes the start, all turns and variations, and the items between them, of a replay that has been started.
 * False without memory. */
bool page_line_write(struct page_line *line);

/* ---- Colours ---- */

/* The class of a look, and its paint if no style sheet changes it; NULL leaves an attribute out. */
struct paint {
    const char *class, *fill, *stroke, *width;
};
extern const struct paint theme_paints[LUDUS_THEME_HATCHED + 1][LOOK_COUNT];
extern const char *const theme_names[LUDUS_THEME_HATCHED + 1];

/* ---- Widths of texts ---- */

/* Returns the width of a text. */
double face_width(const char *text, double size);
/* Returns the number of bytes of `text` that fit on a line: up to a blank if there is one, else to after a
 * slash as between the ranks of a FEN, else as many characters as possible. */
size_t face_fit(const char *text, double size, double width);

#endif
