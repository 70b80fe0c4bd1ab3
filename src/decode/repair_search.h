/* repair_search.h - inside the search of repair: the record as tokens, its states, and the edges between
 * them. */
#ifndef DECODE_REPAIR_SEARCH_H
#define DECODE_REPAIR_SEARCH_H

#include "decode/repair.h"
#include "play/meant.h"

enum {
    OPS_MAX = 24, /* of one edge */
    NODES_MAX = 400000,
    CANDIDATES = 64,
    ANSWERS_MAX = 64
};

enum token_kind {
    TOKEN_LABEL,
    TOKEN_ROLL,
    TOKEN_MOVE,
    TOKEN_WORD,
    TOKEN_NONE /* one before the first, and one behind the last */
};

/* A part of the main line. */
struct token {
    const struct item *item;              /* of a word: that it is in */
    size_t begin, end;                    /* in the record, */
    const char *text;                     /* which has this there */
    const struct token *turn, *next_turn; /* first token of its turn, and of the next */
    uint8_t kind;
    bool joined; /* a comma stands before it */
    bool apart;  /* a comment or variation stands before it */
};

static inline bool token_places(const struct token *token)
{
    return token->kind == TOKEN_MOVE && token->item->move.style == MOVE_PLACE;
}

enum op_kind { OP_MOVE, OP_END, OP_ROLL };

/* A change of the position. */
struct op {
    uint8_t kind;
    struct ludus_move move;
    uint8_t dice[LUDUS_DICE_MAX];
};

struct state {
    const struct token *token; /* next */
    uint32_t turns;            /* made */
    int32_t drift;             /* by which the numbers are too great */
    uint8_t side;              /* whose turn it is, once that is under way */
    uint8_t ops, edits;        /* of the edge that leads to it */
    bool mid;                  /* the turn is under way */
    bool comma;                /* what comes next belongs to it, as if a comma stood before it */
    bool done;                 /* the end has been looked at */
    bool doubled;              /* turns that stand twice have just been left out: perhaps they were counted */
    bool skipped;              /* a turn has just been left out */
    bool wild;                 /* it is one of many that a lost turn can have led to */
    int cost;
};

struct node {
    struct state state;
    struct node *parent, *twin, *older; /* twin: next of its bucket; older: made before it */
    const struct op *op;                /* of the edge that leads to it */
    const struct repair_edit *edit;
    uint64_t key, story;        /* of the state, and of the edits on the way to it */
    struct ludus_position *pos; /* once it has been looked at */
};

struct search {
    struct ludus_mend *mend;
    const struct haste *haste;
    const struct ludus_ruleset *ruleset;
    struct arena arena; /* nodes, positions, undos, texts */
    struct token *tokens;
    size_t token_count, token_capacity;
    struct entry *heap;
    size_t heap_count, heap_capacity;
    struct node **table, *newest;
    size_t nodes;
    struct node *at;            /* that is looked at, */
    struct ludus_position *pos; /* its position, */
    struct state state;         /* and where the edge leads that is being made: */
    struct op op[OPS_MAX];
    struct undo undo[OPS_MAX]; /* but of rolls, before which there is none */
    struct repair_edit edit[2];
    int *reached; /* by token: the cheapest state that has come as far; in the arena of the record */
    struct ludus_move *moves; /* room for the legal moves */
    struct meant *meant;      /* room for what a text can be */
    bool checks;              /* the record writes them */
    uint64_t told[ANSWERS_MAX];
    int most; /* what costs more is of no interest */
    size_t pos_size;
};

/* What must be looked at of a state, the dearest last. */
enum stage { STAGE_EXACT, STAGE_EDITS, STAGE_SKIPS, STAGE_LOST, STAGES };

/* Where edges are made; the turn before is over there, but before a move that belongs to it. */
enum where {
    WHERE_ANY,     /* nothing is over yet */
    WHERE_BETWEEN, /* between two turns */
    WHERE_MOVE,    /* where a move can come */
    WHERE_BARE     /* the same; where its roll is lacking, with each that there can be */
};

enum {
    ON_LABEL = 1 << TOKEN_LABEL,
    ON_ROLL = 1 << TOKEN_ROLL,
    ON_MOVE = 1 << TOKEN_MOVE,
    ON_WORD = 1 << TOKEN_WORD,
    ON_END = 1 << TOKEN_NONE,
    ON_ALL = ON_LABEL | ON_ROLL | ON_MOVE | ON_WORD
};

/* One way to read tokens: the edges that it makes. */
struct edges {
    void (*make)(struct search *search, const struct token *token);
    uint8_t stage, where; /* enum stage, enum where */
    uint8_t tokens;       /* kinds that it is for, a bit each */
};

/* All ways; each table ends with one that makes none. */
extern const struct edges repair_reads[], repair_slips[], repair_skips[];

static inline const char *source_of(const struct search *search)
{
    return search->mend->sheet.game->source.text;
}

/* ---- repair_search.c: making an edge ---- */

/* Begins another edge of the node. */
void repair_begin_edge(struct search *search);
/* Comes back to a state of the edge. */
void repair_back(struct search *search, struct state state);
bool repair_do_op(struct search *search, struct op op);
/* The turn under way is over. */
bool repair_end_turn(struct search *search);
bool repair_make_move(struct search *search, struct ludus_move move);
bool repair_throw_dice(struct search *search, const uint8_t *dice);
/* The text of [begin, end) is to be another. */
struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* What may be added to the cost of a state by an edge over so many tokens: more is of no interest, or another
 * state has come farther for less. */
int repair_room(const struct search *search, const struct state *state, size_t tokens);
/* The edge leads to a new state, behind so many tokens, at a price of play/prices.h. */
void repair_end_edge(struct search *search, int price, size_t tokens);

/* In a dice game: must a roll come before the next move? */
static inline bool repair_lacks_roll(const struct search *search)
{
    return search->ruleset->rules.dice && !search->state.mid && search->pos->dice_count == 0;
}

static inline bool repair_is_joined(const struct search *search, const struct token *token)
{
    return token->joined || search->at->state.comma;
}

/* Gets ready for a move: the turn before is over, unless the move belongs to it. */
static inline bool repair_come_to_move(struct search *search, bool joined)
{
    return joined ? search->state.mid : repair_end_turn(search);
}

/* ---- repair_read.c: what is as it is written, numbers, and lost turns ---- */

void repair_take_tokens(struct search *search);
/* Makes the edges of a stage from search->at, at whose token the record may end. */
void repair_make_edges(struct search *search, enum stage stage);
/* Reads a move, or a pair of placings, as it is written. False if it is none that is legal and as it says. */
bool repair_read_move(struct search *search, const struct token *token);
/* Is the number that of the next turn? `lost`, which may be NULL: turns that lie between them, if it is not.
 */
bool repair_fits_label(const struct search *search, const struct item *label, long *lost);

/* ---- repair_slip.c: what is written otherwise than it was meant ---- */

/* The end of a move without the marks that a player or scholar has put behind it. */
size_t repair_core_end(const struct token *token);
/* What stands on both sides of a comma is shown with it. */
void repair_show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token);

#endif
