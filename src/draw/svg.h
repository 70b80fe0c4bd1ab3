/* svg.h - a drawing, which is written as SVG while it is drawn.
 *
 * Lengths are in board units: a square's side is 45, the grid of the pieces. x grows to the right, y
 * downwards. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H

#include "draw/scene.h"
#include "formats/xml.h"

#include <stddef.h>

enum {
    PIECE_GRID = 45, /* side of the square that a piece is drawn in */
    PIECE_LAYERS = 3,
    PIECE_ID_SIZE = 96,
    SVG_ID_SIZE = 192
};

/* ---- A reader's own piece drawings, read from SVG and freed of what could run or fetch ---- */

/* An own piece set, or none. */
struct piece_set {
    xmlDocPtr document;    /* owned; NULL for the built-in set alone */
    xmlHashTablePtr by_id; /* owned; elements of it */
};

/* One drawing, as SVG path data on the grid. The same drawing serves both sides: the layers are filled with
 * the side's colour and outlined in black, the rest is drawn in the colour that shows on it. */
struct piece_art {
    const char *name;
    const char *layers[PIECE_LAYERS]; /* back to front, each with its own outline; unused: NULL */
    const char *lines;                /* strokes on them, or "" */
    const char *dots;                 /* filled shapes on them, or "" */
};

/* The project's own set, from pieces.svg; ends with a NULL name. */
extern const struct piece_art piece_art[];

/* The drawing of it that is called `name`, or NULL. */
const struct piece_art *piece_art_find(const char *name);

/* ---- The drawing ---- */

/* A piece that moves, or comes and goes. */
struct actor {
    struct ludus_square piece;
    uint8_t home, at; /* squares */
    bool late;        /* not there at first */
    bool alive;
    struct ludus_buffer keys; /* key frames in CSS; owned */
};

struct drawing {
    const struct ludus_drawing_options *options;
    const struct scene *scene; /* that is being laid out */
    const char *colour;        /* of the notes and tints that are drawn next, as a reader names it */
    double text;               /* size of captions and of names beside the board; 0: as usual */
    double width, height;      /* of the whole */
    struct piece_set set;
    struct xml_writer writer;   /* of the shapes, or while it is written of the document */
    struct ludus_buffer shapes; /* owned: what has been drawn */
    struct ludus_buffer style;  /* owned: CSS of an animation, or nothing */
    struct ludus_buffer data;   /* owned: path data */
    char (*ids)[PIECE_ID_SIZE]; /* owned: of the pieces that have been drawn */
    size_t id_count, id_capacity;
    struct actor *actors; /* owned: pieces of an animation, which stand in the place of the scene's; if it is
                             an animation */
    size_t actor_count, actor_capacity;
    bool in_side; /* inside a group of one side's pieces */
    bool failed;  /* memory ran out */
};

/* Begins an empty drawing. False, with a reason, when the own piece set cannot be read or, with `kinds`, is
 * of no use. Call drawing_free anyway. */
bool drawing_open(struct drawing *drawing, const struct ludus_drawing_options *options,
                  const struct scene_kind *kinds, char *reason, size_t size);
void drawing_free(struct drawing *drawing);

/* What a shape is, for colours and CSS classes. */
enum look {
    LOOK_NONE,
    LOOK_PAPER, /* behind everything */
    LOOK_LIGHT,
    LOOK_DARK,
    LOOK_FRAME, /* line around the board */
    LOOK_GRID,  /* lines between squares of a plain board */
    LOOK_COORD,
    LOOK_COORD_HALO, /* round names that stand in the squares */
    LOOK_LAST,       /* squares that the turn left and reached */
    LOOK_TAKEN,      /* a capture */
    LOOK_FLANK,      /* line that joins flankers */
    LOOK_ARROW,      /* of the turn */
    LOOK_NOTE,       /* a reader's mark or arrow: has its own colour */
    LOOK_FILL,       /* a reader's tint of a square: so has this */
    LOOK_BADGE,      /* number at the tail of an arrow */
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

struct point {
    double x, y;
};

/* Begins a group that is moved by x, y; its class may be NULL. */
void svg_open(struct drawing *drawing, const char *class, double x, double y);
/* Begins a group of texts, which have LOOK_NONE and size 0. */
void svg_open_texts(struct drawing *drawing, enum look look, double size, enum anchor anchor);
/* Begins a group of one side's pieces. */
void svg_open_side(struct drawing *drawing, unsigned side);
void svg_close(struct drawing *drawing);

/* How a shape is made; a solid note has no line. */
enum form { FORM_OUTLINE, FORM_SOLID, FORM_CROSS, FORM_ARROW };

/* An element, in a format of xml_put, with its class and colours, and with a halo if it needs one. */
void svg_shape(struct drawing *drawing, enum look look, enum form form, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Through the points of `way`, with its head at the last. */
void svg_arrow(struct drawing *drawing, enum look look, const struct point *way, unsigned count);
/* A piece of drawing->scene in the square of that side whose corner is x, y. */
void svg_piece(struct drawing *drawing, double x, double y, double side, struct ludus_square piece);
/* A text, in a format of xml_put that begins with its ">". */
void svg_text(struct drawing *drawing, enum look look, enum anchor anchor, double x, double y, double size,
              const char *format, ...) __attribute__((format(printf, 7, 8)));

/* Defines a piece, as svg_piece does when it draws one, and writes its id. */
void svg_define(struct drawing *drawing, const struct scene *scene, struct ludus_square piece,
                char id[SVG_ID_SIZE]);

/* ---- A scene laid out ---- */

/* Draws a scene with its upper left corner at x, y, and returns its size; the drawing becomes as large. Of an
 * animation the board of the first scene, and then what stands beside and below it in each, a group of class
 * "PREFIXturn0", "PREFIXturn1" … of which one is seen at a time. */
struct point diagram_lay_out(struct drawing *drawing, struct scene *const *scenes, size_t count, double x,
                             double y);

/* Where the middle of a square lies in the board of drawing->scene, whose corner is 0, 0. */
static inline struct point board_centre(const struct drawing *d, unsigned square)
{
    const unsigned files = d->scene->files, file = square % files, rank = square / files;
    double column = d->options->flip ? files - 1 - file : file;
    double row = d->options->flip ? rank : d->scene->ranks - 1 - rank;
    return (struct point){ (column + 0.5) * PIECE_GRID, (row + 0.5) * PIECE_GRID };
}

/* Draws the board of drawing->scene with its pieces and what happened in the turn, or with its actors, where
 * they are at first. */
void board_draw(struct drawing *drawing);

/* The size of a text that is usually so large: that of all texts where it is given, but at most `most`. */
static inline double diagram_text_size(const struct drawing *drawing, double usual, double most)
{
    return !(drawing->text > 0) ? usual : drawing->text < most ? drawing->text : most;
}

/* ---- The document ---- */

/* Namespace of the record in the metadata. */
#define SVG_RECORD "urn:ludus:drawing:1"

/* How wide a drawing shall be that is `width` board units wide; in options->unit if that is given, else in
 * px. */
static inline double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

/* What an SVG document holds besides the drawing. */
struct svg_document {
    const char *title, *description; /* for those who cannot see it */
    struct ludus_text record;        /* rides along in the metadata; `text` NULL: none */
    /* Begins the ids of title and description in a drawing that is part of a page: without XML declaration
     * and size, and without definitions, which another gives once for all. NULL for a document. */
    const char *fragment;
};

/* Appends the document; without one an invisible <svg> that defines every piece of the drawing. False without
 * memory. */
bool svg_write(struct drawing *drawing, const struct svg_document *document, struct ludus_buffer *out);
/* Writes the definitions of all its pieces. */
void piece_set_define(struct drawing *drawing);

/* ---- Colours ---- */

/* The class of a look, and how it is painted where no style says otherwise; NULL leaves an attribute out. */
struct paint {
    const char *class, *fill, *stroke, *width, *opacity;
};
extern const struct paint theme_paints[LUDUS_THEME_HATCHED + 1][LOOK_COUNT];

/* ---- How wide texts are ---- */

#define FACE_NAMES "Georgia,'DejaVu Serif','Times New Roman',serif"

/* The width of a whole text. */
double face_width(const char *text, double size);
/* Takes the next line of `*text` into `line`, which is cleared first, and the blanks behind it. Of the `last`
 * line so much is left out that a sign of the rest fits on it, if there is a rest. */
void face_take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last);

#endif
