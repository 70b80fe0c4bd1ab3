/* scene.h - the content of diagrams: pieces on squares, the moves of a turn, words; and the options of
 * drawings. A scene that has been made does not refer to rules and records. */
#ifndef DRAW_SCENE_H
#define DRAW_SCENE_H

#include "base/memory.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/ruleset.h"

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

/* The drawing of a kind of piece; after the last kind `image` is NULL. */
struct scene_kind {
    const char *image; /* name of the drawing */
    char letter;       /* drawn if the set has no such image */
};

/* Takes a text up to a figurine of these kinds, which is passed, or up to its end. Returns the kind;
 * SCENE_KINDS at the end. Others are characters of the record that look like figurines. */
unsigned figurine_next(const char **text, const char *end, const struct scene_kind kinds[SCENE_KINDS],
                       struct ludus_text *before);

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
};

enum scene_die_state { DIE_USED, DIE_UNUSED, DIE_PASSED };

struct scene_die {
    uint8_t face;  /* 0: illegible */
    uint8_t state; /* enum scene_die_state */
    uint8_t step;  /* index of the step that used it */
};

#define MARK_SHAPES "circle", "square", "cross", "dot", "fill"
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

    struct squares points;              /* of a board of lines, where no other square exists */
    struct board_line lines[LINES_MAX]; /* between the points; none on a board of squares */
    unsigned line_count;
    struct squares marked; /* squares with rules of their own */

    uint8_t side;  /* to move */
    bool over;     /* the game is over */
    bool sideless; /* the side to move is unknown */
    bool flanks;   /* men are captured or bound between others */
    bool has_dice; /* the game is played with dice */

    char label[16]; /* of the turn, "4W"; "" at the start, where the rest of this part is empty */
    uint8_t mover;
    struct scene_die dice[LUDUS_DICE_MAX];
    unsigned dice_count;
    struct scene_step steps[LUDUS_MOVES_MAX];
    unsigned step_count;
    struct played_man taken[SCENE_SQUARES]; /* in this turn */
    unsigned taken_count;

    struct scene_stock hand, prisoners; /* prisoners: by capturing side */

    struct scene_note marks[SCENE_NOTES], arrows[SCENE_NOTES];
    unsigned mark_count, arrow_count;
    uint8_t odds[SCENE_SQUARES]; /* chance in percent of a capture there, 0 for none */
    bool has_odds;

    struct scene_kind kinds[SCENE_KINDS]; /* the kinds that figurines refer to */
    const char *caption[SCENE_LINES];     /* NULL after the last */
    const char *name;                     /* the label, "start", or "position. Black to move." */
    const char *description;              /* the position and the turn in words */
};

/* Starts the replay as ludus_replay_start does; a record without moves may have part of a position. */
bool scene_start(struct ludus_replay *replay, struct ludus_game *game);

/* Fills a scene from the last turn of a replay, or from the start if `turn` is NULL: the position after it,
 * or before it with options->before, a turn that was played, and the marks in its comments. Adds captured men
 * to `prisoners`, which may be NULL. */
void scene_gather(struct scene *scene, const struct ludus_replay *replay, const struct ludus_turn *turn,
                  const struct ludus_drawing_options *options, struct scene_stock *prisoners);

/* Fills the lines between the flankers of the scene's turn, and between surrounded men and those around them,
 * if no two flankers captured them. Returns the number of lines. */
unsigned scene_flanks(const struct scene *scene, struct scene_line lines[SCENE_FLANKS]);

/* ---- Marks and arrows of the user ---- */

/* Adds a mark: "e4", "e4=circle", "e4=circle:red", "e4=cross", "e4=A:blue" (a text of up to three
 * characters); or an arrow: "e2e4", "e2-e4", "e2e4:green". Returns false, with a reason, if the text is wrong
 * for this board. */
bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size);
/* Adds all [%csl …] and [%cal …] in the comments of the turn, or with NULL in those before the first turn. */
void marks_add_comments(struct scene *scene, const struct ludus_game *game, const struct ludus_turn *turn);

/* Returns the value of a note's colour. `*dash` becomes the dash pattern of its lines in a drawing without
 * colours, if it has one; `dash` may be NULL. */
const char *scene_colour(const char *name, const char **dash);

/* ---- The scenes of a game for a drawing ---- */

struct album {
    struct scene **scenes; /* owned, in the order of the game */
    size_t count, capacity;
    struct arena arena; /* holds the texts of the scenes */

    /* State of album_gather: */
    struct ludus_replay *replay;
    const struct ludus_drawing_options *options;
    struct ludus_selection *selection; /* owned */
    struct scene_stock prisoners;
    struct scene *turn; /* owned; the last replayed turn */
    char *reason;       /* of a failure */
    size_t reason_size;
};

/* Replays the main line of `game` and collects the scenes that options->turns selects. Returns false, with a
 * reason, if the record cannot be replayed or has no such turn; without memory the reason stays as it is.
 * Call album_free in any case. */
bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size);
void album_free(struct album *album);

/* ---- Options ---- */

/* Returns the given options, or the defaults if NULL. */
struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options);

/* Checks the options. Returns false, with a reason, if no drawing can be made with them. */
bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size);

#define EN_DASH "\xe2\x80\x93"

/* ---- A game as it is printed: its turns, and the items between them ---- */

extern const char *const printed_results[]; /* by enum ludus_result */

/* All zero but the game of the visit, and the replay, which has been started, is the beginning. */
struct printing {
    struct ludus_replay *replay;
    struct visit visit;     /* of the items; visit.item is that of the last event */
    struct ludus_turn turn; /* the last turn */
    bool apart;             /* it does not follow directly the one before in the same line */
    bool follows; /* the next turn follows the last one so; the caller sets it to false after a diagram */
    bool nags_written; /* the next NAGs belong to a move */
    enum { PRINTING_BETWEEN, PRINTING_TURN, PRINTING_INSIDE, PRINTING_REST } stage;
    size_t end; /* of the items of this stage */
};

/* Finds the next event: a turn, which has been replayed; an item between its moves; the end of the turn; an
 * item before the next turn. Tags and the parts of turns, with the NAGs of moves, are left out. */
enum ludus_event printing_next(struct printing *printing);
/* Appends the number of the turn, "4W." or "4." and "4…"; nothing, and false, if it has none in print. */
bool printing_number(struct ludus_buffer *out, const struct printing *printing);

/* Appends the text of the last event, if it is a comment, without its commands; a NAG, as its sign; a result;
 * or what cannot be read. `out` is empty. */
void printing_text(struct ludus_buffer *out, struct printing *printing, enum ludus_event event);

/* ---- The turn that was replayed last, as it is printed ---- */

/* The sources of the text of a turn. */
struct turn_text {
    const struct ludus_replay *replay; /* its last turn is the turn */
    const struct ludus_turn *turn;     /* NULL at the start */
    const struct scene *scene;         /* of the turn; may be NULL for LUDUS_NOTATION_NAMES */
    const struct ludus_drawing_options *options;
    const struct ludus_position *shown; /* the position of a caption; otherwise may be NULL */
};

/* Appends "(2,5)", or nothing for a turn without dice. If the turn has damaged or supplied readings, all of
 * it has the Leiden signs of the record in their printed form. */
void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text);
/* Appends move number `item` of replay->turn with "sic", its mark (!, ?? …) and the signs of its NAGs. */
void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item);

/* Returns the value of a tag without what is unknown: "1858.??.??" is 1858, and "?" is empty. */
struct ludus_text tag_printed(const struct ludus_game *game, const char *name);
/* Appends "Lord Tyger – Lady Dragon, Pentamere, 1995", or the players alone, as far as the tags are known.
 * False if none is. */
bool caption_players(struct ludus_buffer *out, const struct ludus_game *game, bool alone);
/* Checks a template. Returns false, with a reason, if it is not UTF-8, or if a name in it is neither a field
 * nor the name of a tag. A tag that the record lacks is empty. */
bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size);
/* Appends the lines of the caption, separated by line breaks, from options->caption_text or the default. */
void caption_write(struct ludus_buffer *out, const struct turn_text *source);

/* ---- Words ---- */

/* Takes the next part of a template: text, where \n is a line break, or the name in {name} or {Tag}. */
enum template_part { TEMPLATE_END, TEMPLATE_TEXT, TEMPLATE_FIELD, TEMPLATE_TAG };
enum template_part template_next(const char **text, struct ludus_text *part);

/* A word or sentence of words.json in English and in the other languages; the first row has the names of
 * these, and so is the word WORDS_NAME in each. */
enum { WORDS_LANGUAGES = 4 };
#define WORDS_NAME "en"
struct words_row {
    const char *text, *in[WORDS_LANGUAGES];
};
extern const struct words_row words_table[]; /* ends with a NULL text */

/* Returns the text in a language; itself in English or NULL, or if the table does not have it. */
const char *words_in(const char *language, const char *text);
/* Appends a word in a language as a heading, "White:". */
void words_label(struct ludus_buffer *out, const char *language, const char *text);

/* Appends "White to move.", or how the game has ended; before that with `men` the pieces: "White: Rex e1,
 * Miles b2, c2. Black: … ". */
void words_position(struct ludus_buffer *out, const struct ludus_position *position, bool men,
                    const char *language);
/* Appends the turn of a scene in words, "White rolled 2 and 5; Regina d1 to e2, Eques f1 to e3.", "White
 * plays: Man d2 to d4, taking Dux on d5."; the position; and its marks, arrows and chances. */
void words_scene(struct ludus_buffer *out, const struct scene *scene, const struct turn_text *source);

#endif
