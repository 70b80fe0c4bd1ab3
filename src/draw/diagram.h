/* diagram.h - a scene laid out as shapes, which SVG then writes.
 *
 * Lengths are in board units: a square's side is 45, the grid of the pieces. x grows to the right, y
 * downwards. */
#ifndef DRAW_DIAGRAM_H
#define DRAW_DIAGRAM_H

#include "base/buf.h"
#include "draw/scene.h"

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
    LOOK_GHOST,      /* a piece that is no longer there */
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
    LOOK_HIDDEN, /* until an animation shows it */
    LOOK_COUNT
};

enum shape_kind {
    /* begins a group moved by x, y; `text` is its class, or NULL; `flags` & 1: of pieces of one side. With a
     * look it is a group of texts of size h, whose anchor is `flags` >> 1. */
    SHAPE_OPEN,
    SHAPE_CLOSE,
    SHAPE_BOARD,  /* w × h squares; `flags` & 1: a1 is at the top */
    SHAPE_RECT,   /* x, y, w, h */
    SHAPE_CIRCLE, /* centre x, y; radius w */
    SHAPE_LINE,   /* from x, y to w, h */
    SHAPE_CROSS,  /* centre x, y; half its width w */
    SHAPE_ARROW,  /* through `points`, head at the last */
    SHAPE_PIECE,  /* in the square of side w whose corner is x, y */
    SHAPE_DIE,    /* of side w, corner x, y; `flags` is the face */
    SHAPE_TEXT    /* baseline x, y; size h, 0 for the group's; `flags` is the anchor */
};

struct point {
    double x, y;
};

struct shape {
    uint8_t kind; /* enum shape_kind */
    uint8_t look; /* enum look */
    uint8_t flags;
    double x, y, w, h;
    const char *text;         /* in the drawing's arena, or constant */
    const char *colour;       /* LOOK_NOTE's own, or NULL */
    struct scene_piece piece; /* SHAPE_PIECE */
    const struct point *points;
    unsigned point_count;
};

/* Shapes in the order of painting. All zero is an empty drawing. */
struct drawing {
    struct shape *shapes; /* owned */
    size_t count, capacity;
    double width, height;
    struct arena arena;
    bool failed; /* memory ran out */
};

void drawing_add(struct drawing *drawing, struct shape shape);
/* A text that lives as long as the drawing. */
const char *drawing_text(struct drawing *drawing, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void drawing_free(struct drawing *drawing);

/* The usual shapes; see enum shape_kind. */
void drawing_rect(struct drawing *drawing, enum look look, double x, double y, double w, double h);
void drawing_circle(struct drawing *drawing, enum look look, double x, double y, double radius);
void drawing_piece(struct drawing *drawing, enum look look, double x, double y, double side,
                   struct scene_piece piece);

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
/* `text` is constant, or of drawing_text; size 0 is the group's. */
void drawing_write(struct drawing *drawing, enum look look, enum anchor anchor, double x, double y,
                   double size, const char *text);

/* A scene on its way into a drawing. */
struct diagram {
    struct drawing *drawing;
    const struct scene *scene;
    const struct ludus_drawing_options *options;
};

/* Lays out one scene with its upper left corner at x, y, and returns its size. */
struct point diagram_lay_out(struct drawing *drawing, const struct scene *scene,
                             const struct ludus_drawing_options *options, double x, double y);

/* The size of a text that is usually so large: that of all texts where it is given, but at most `most`. */
double diagram_text_size(const struct scene *scene, double usual, double most);

/* Where the middle of a square lies in the board, whose corner is 0, 0. */
struct point diagram_centre(const struct scene *scene, bool flip, unsigned square);
static inline struct point diagram_middle(const struct diagram *diagram, unsigned square)
{
    return diagram_centre(diagram->scene, diagram->options->flip, square);
}

/* How high the column beside the board must be at least; 0 when there is nothing to put in it. */
double diagram_side_height(const struct scene *scene, const struct ludus_drawing_options *options);

/* Draws what stands on the board. */
typedef void diagram_pieces(struct drawing *drawing, const void *context);

/* Lays out an animation: the board of the first scene with its pieces, then what stands beside and below it
 * in each, a group of class "PREFIXturn0", "PREFIXturn1" … of which one is seen at a time. */
void diagram_lay_out_frames(struct drawing *drawing, const struct scene *const *scenes, size_t count,
                            const struct ludus_drawing_options *options, diagram_pieces *pieces,
                            const void *context);

/* What happened in the turn, below the pieces: squares left and reached, and those that the reader tints. */
void diagram_turn(const struct diagram *diagram);
/* Men that it took, and the arrows that pieces stand above. */
void diagram_below(const struct diagram *diagram);
/* What stands above the pieces: arrows, numbers, marks, odds. */
void diagram_signs(const struct diagram *diagram);

/* ---- CSS classes and colours of the looks ---- */

/* Presentation attributes; NULL leaves one out. */
struct paint {
    const char *fill, *stroke, *width, *opacity;
};

/* Class of the elements of a look, as "ludus-light", or NULL; and how they are painted where no style says
 * otherwise. */
extern const char *const theme_classes[LOOK_COUNT];
extern const struct paint theme_paints[LUDUS_THEME_HATCHED + 1][LOOK_COUNT];

/* A colour that a reader named ("green", "G", "#0a0"), or NULL if it is none; `*dash` is how its strokes are
 * broken in a drawing without colours, or NULL. */
const char *theme_colour(const char *name, const char **dash);
/* Appends what a reader may name: "green, red, …, #rrggbb". */
void theme_colour_names(struct ludus_buffer *out);

#define FACE_NAMES "Georgia,'DejaVu Serif','Times New Roman',serif"

/* Bytes of the character at the beginning of `text`, at least 1. */
unsigned face_step(const char *text);
/* Does the text begin with a piece in place of a character (SCENE_FIGURINE)? */
bool face_is_figurine(const char *text);
/* How far the character at the beginning of `text` leads. */
double face_advance(const char *text, double size);
/* The width of a whole text. */
double face_width(const char *text, double size);
/* Bytes of `text` that fit on a line: up to a blank if there is one, else behind a slash as between the ranks
 * of a FEN, else as many characters as go. */
size_t face_fit(const char *text, double size, double width);
/* Takes the next line of `*text` into `line`, which is cleared first, and the blanks behind it. Of the `last`
 * line so much is left out that a sign of the rest fits on it, if there is a rest. */
void face_take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last);

#endif
