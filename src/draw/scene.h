/* scene.h - what a diagram shows, free of rules and of records: pieces on squares, and what happened in a
 * turn. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "base/memory.h"
#include "play/played.h"

#include <string.h>

enum {
    SCENE_SQUARES = 256,
    SCENE_KINDS = 16,
    SCENE_NOTES = 128, /* marks, or arrows, of one diagram */
    SCENE_PATH = 16,   /* squares of a chain that are drawn */
    SCENE_LINES = 4,   /* lines of a caption */
    SCENE_FLANKS = 4 * SCENE_SQUARES + 8 * LUDUS_MOVES_MAX
};

/* Two bytes of a private character; the third is 0x80 + kind. */
#define SCENE_FIGURINE "\xee\x80"

/* The next of these before `end`, or `end`. */
static inline const char *scene_figurine(const char *text, const char *end, unsigned *kind)
{
    while (text < end && (strncmp(text, SCENE_FIGURINE, 2) != 0 || ((unsigned char)text[2] & 0xf0) != 0x80))
        text++;
    if (text < end)
        *kind = (unsigned char)text[2] & 0x0f;
    return text;
}

/* How a kind of piece is drawn; past the last kind `image` is NULL. */
struct scene_kind {
    const char *image; /* name of its drawing */
    char letter;       /* drawn where the set has no such image */
};

/* One move of the turn, as it is to be seen. */
struct scene_step {
    struct ludus_square piece; /* as it set out */
    uint8_t type;              /* enum ludus_move_type */
    uint8_t from, to;          /* LUDUS_NO_SQUARE where there is none */
    bool castles;              /* and moves a rook too */
    uint8_t rook_from, rook_to;
    uint8_t path[SCENE_PATH]; /* squares between, of a chain */
    unsigned path_count;
    unsigned taken_count; /* of scene.taken, from scene.taken[first_taken] on */
    unsigned first_taken;
    unsigned captures;                 /* how many of them are the enemy's; the others were bound, and fell */
    unsigned bound_count, first_bound; /* men of scene.bound in the same way: the enemy's that it has bound */
};

enum scene_die_state { DIE_USED, DIE_UNUSED, DIE_PASSED };

struct scene_die {
    uint8_t face;  /* 0: illegible */
    uint8_t state; /* enum scene_die_state */
    uint8_t step;  /* that used it, from 0 */
};

enum mark_shape { MARK_CIRCLE, MARK_SQUARE, MARK_CROSS, MARK_DOT, MARK_FILL, MARK_TEXT };

/* A mark on a square, or an arrow when `to` is a square too. */
struct scene_note {
    uint8_t shape; /* enum mark_shape */
    uint8_t from, to;
    char colour[8]; /* "green" … or "#rrggbb" */
    char text[16];  /* MARK_TEXT */
};

/* Men beside the board: how many each side has of each kind. */
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
    bool over;     /* nobody is */
    bool sideless; /* nobody knows who is */
    bool has_dice; /* the game is played with dice */

    char label[16]; /* of the turn, "4W"; "" at the start, which has nothing of the rest of this part */
    uint8_t mover;
    struct scene_die dice[LUDUS_DICE_MAX];
    unsigned dice_count;
    struct scene_step steps[LUDUS_MOVES_MAX];
    unsigned step_count;
    struct played_man taken[SCENE_SQUARES]; /* in this turn */
    unsigned taken_count;
    struct played_man bound[SCENE_SQUARES];
    unsigned bound_count;

    struct scene_stock hand, prisoners; /* prisoners: by the side that took them */

    struct scene_note marks[SCENE_NOTES], arrows[SCENE_NOTES];
    unsigned mark_count, arrow_count;
    uint8_t odds[SCENE_SQUARES]; /* chance in percent that the square is hit, 0 for none */
    bool has_odds;

    struct scene_kind kinds[SCENE_KINDS]; /* SCENE_FIGURINE and the kind's number stand for them */
    const char *caption[SCENE_LINES];     /* NULL past the last */
    const char *description;              /* the position in words, and the turn */
};

/* Fills board, side, hands from a position. */
void scene_board(struct scene *scene, const struct ludus_position *position);

/* Plays a turn on a copy of `before`, move by move, and fills the scene's turn; adds what was captured to
 * `prisoners`. False only without memory. */
bool scene_turn(struct scene *scene, const struct ludus_position *before, const struct ludus_turn *turn,
                struct scene_stock *prisoners);

/* Fills the lines between the flankers of the scene's turn, and between men that were surrounded and those
 * around them, where no two flankers have taken them. Returns how many they are. */
unsigned scene_flanks(const struct scene *scene, struct scene_line lines[SCENE_FLANKS]);

/* ---- Marks and arrows that a reader adds ---- */

extern const char *const scene_shapes[MARK_TEXT]; /* names of enum mark_shape */

/* Adds a mark: "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three
 * characters); or an arrow: "e2e4", "e2-e4", "e2e4:green". False when it is none for this board; `reason`
 * says why. */
bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size);
/* All [%csl …] and [%cal …] of the comments of the turn, or with NULL of those before the first. */
void marks_add_comments(struct scene *scene, const struct ludus_game *game, const struct ludus_turn *turn);

/* A colour that a reader named ("green", "G", "#0a0"), or NULL if it is none; `*dash` is how its strokes are
 * broken in a drawing without colours, or NULL; `dash` itself may be NULL. */
const char *scene_colour(const char *name, const char **dash);

#endif
