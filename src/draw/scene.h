/* scene.h - the content of a diagram, independent of rules and records: pieces on squares, and the moves of a
 * turn. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "play/played.h"

#include <string.h>

enum {
    SCENE_SQUARES = 256,
    SCENE_KINDS = 16,
    SCENE_NOTES = 128, /* maximum of marks, and of arrows, of one diagram */
    SCENE_PATH = 16,   /* maximum of drawn squares of a chain */
    SCENE_LINES = 4,   /* maximum of lines of a caption */
    SCENE_FLANKS = 4 * SCENE_SQUARES + 8 * LUDUS_MOVES_MAX
};

/* The first two bytes of a private-use character; the third is 0x80 + kind. */
#define SCENE_FIGURINE "\xee\x80"

/* Returns the next figurine before `end`, or `end`. */
static inline const char *scene_figurine(const char *text, const char *end, unsigned *kind)
{
    while (text < end && (strncmp(text, SCENE_FIGURINE, 2) != 0 || ((unsigned char)text[2] & 0xf0) != 0x80))
        text++;
    if (text < end)
        *kind = (unsigned char)text[2] & 0x0f;
    return text;
}

/* The drawing of a kind of piece; after the last kind `image` is NULL. */
struct scene_kind {
    const char *image; /* name of the drawing */
    char letter;       /* drawn if the set has no such image */
};

/* One move of the turn. */
struct scene_step {
    struct ludus_square piece; /* before the move */
    uint8_t type;              /* enum ludus_move_type */
    uint8_t from, to;          /* LUDUS_NO_SQUARE if there is none */
    bool castles;              /* castling that also moves a rook */
    uint8_t rook_from, rook_to;
    uint8_t path[SCENE_PATH]; /* intermediate squares of a chain */
    unsigned path_count;
    unsigned taken_count; /* number in scene.taken, from scene.taken[first_taken] on */
    unsigned first_taken;
    unsigned captures; /* number of these that are the opponent's; the others were bound men that fell */
    unsigned bound_count, first_bound; /* bound men of the opponent, in scene.bound in the same way */
};

enum scene_die_state { DIE_USED, DIE_UNUSED, DIE_PASSED };

struct scene_die {
    uint8_t face;  /* 0: illegible */
    uint8_t state; /* enum scene_die_state */
    uint8_t step;  /* index of the step that used it */
};

enum mark_shape { MARK_CIRCLE, MARK_SQUARE, MARK_CROSS, MARK_DOT, MARK_FILL, MARK_TEXT };

/* A mark on a square, or an arrow if `to` is a square. */
struct scene_note {
    uint8_t shape; /* enum mark_shape */
    uint8_t from, to;
    char colour[8]; /* "green" … or "#rrggbb" */
    char text[16];  /* MARK_TEXT */
};

/* Men beside the board: their number by side and kind. */
struct scene_stock {
    unsigned count[2][SCENE_KINDS];
};

/* A line that joins two squares. */
struct scene_line {
    uint8_t from, to;
};

struct scene {
    unsigned files, ranks;
    struct ludus_square cell[SCENE_SQUARES];
    uint8_t side;  /* to move */
    bool over;     /* the game is over */
    bool sideless; /* the side to move is unknown */
    bool has_dice; /* the game is played with dice */

    char label[16]; /* of the turn, "4W"; "" at the start, where the rest of this part is empty */
    uint8_t mover;
    struct scene_die dice[LUDUS_DICE_MAX];
    unsigned dice_count;
    struct scene_step steps[LUDUS_MOVES_MAX];
    unsigned step_count;
    struct played_man taken[SCENE_SQUARES]; /* in this turn */
    unsigned taken_count;
    struct played_man bound[SCENE_SQUARES];
    unsigned bound_count;

    struct scene_stock hand, prisoners; /* prisoners: by capturing side */

    struct scene_note marks[SCENE_NOTES], arrows[SCENE_NOTES];
    unsigned mark_count, arrow_count;
    uint8_t odds[SCENE_SQUARES]; /* chance in percent of a capture there, 0 for none */
    bool has_odds;

    struct scene_kind kinds[SCENE_KINDS]; /* the kinds that figurines refer to */
    const char *caption[SCENE_LINES];     /* NULL after the last */
    const char *description;              /* the position and the turn in words */
};

/* Fills board, side and hands from a position. */
void scene_board(struct scene *scene, const struct ludus_position *position);

/* Plays a turn on a copy of `before`, move by move, and fills the scene's turn; adds captured men to
 * `prisoners`. */
void scene_turn(struct scene *scene, const struct ludus_position *before, const struct ludus_turn *turn,
                struct scene_stock *prisoners);

/* Fills the lines between the flankers of the scene's turn, and between surrounded men and those around them,
 * if no two flankers captured them. Returns the number of lines. */
unsigned scene_flanks(const struct scene *scene, struct scene_line lines[SCENE_FLANKS]);

/* ---- Marks and arrows of the user ---- */

extern const char *const scene_shapes[MARK_TEXT]; /* names of enum mark_shape */

/* Adds a mark: "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three
 * characters); or an arrow: "e2e4", "e2-e4", "e2e4:green". Returns false, with a reason, if the text is wrong
 * for this board. */
bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size);
/* Adds all [%csl …] and [%cal …] in the comments of the turn, or with NULL in those before the first turn. */
void marks_add_comments(struct scene *scene, const struct ludus_game *game, const struct ludus_turn *turn);

/* Returns the colour of a name ("green", "G", "#0a0"), or NULL if it is unknown; `*dash` is the dash pattern
 * of its lines in a drawing without colours, or NULL; `dash` may be NULL. */
const char *scene_colour(const char *name, const char **dash);

#endif
