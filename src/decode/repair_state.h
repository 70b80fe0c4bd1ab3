/* repair_state.h - inside repair: the states of the search, and the edges that lead from one to the next. */
#ifndef DECODE_REPAIR_STATE_H
#define DECODE_REPAIR_STATE_H

#include "decode/repair.h"
#include "play/meant.h"

enum {
    OPS_MAX = 24,       /* of one edge */
    HISTORIES = 3,      /* ways to the same state that are kept */
    POPS_RIVALS = 2500, /* states looked at behind the first answer */
    NODES_MAX = 400000,
    LAG_TOKENS = 8,
    SPAN_MAX = 4, /* tokens that are one */
    CANDIDATES = 64,
    TEXT_MAX = 120,
    ANSWERS_MAX = 64,
    PARTS_MAX = 3 /* answers that do not come to the end */
};

/* Prices are those of play/prices.h. */
enum { EDITED_MOST = 1200, PRICE_MAX = INT32_MAX / 2 };

/* What must be looked at of a state, the dearest last. */
enum stage { STAGE_EXACT, STAGE_EDITS, STAGE_SKIPS, STAGE_LOST, STAGES };

enum token_kind { TOKEN_LABEL, TOKEN_ROLL, TOKEN_MOVE, TOKEN_WORD };

/* A part of the main line. */
struct token {
    const struct item *item; /* of a word: that it is in */
    size_t begin, end;       /* in the record */
    size_t turn;             /* first token of its turn */
    size_t next_turn;        /* first token of the next */
    uint8_t kind;
    bool joined; /* a comma stands before it */
    bool apart;  /* a comment or variation stands before it */
};

enum op_kind { OP_MOVE, OP_END, OP_ROLL };

/* A change of the position. */
struct op {
    uint8_t kind;
    struct ludus_move move;
    uint8_t dice[LUDUS_DICE_MAX];
};

struct state {
    uint32_t token; /* next */
    uint32_t turns; /* made */
    int32_t drift;  /* by which the numbers are too great */
    uint8_t side;   /* whose turn it is, once that is under way */
    bool mid;       /* it is under way */
    bool comma;     /* what comes next belongs to it, as if a comma stood before it */
    bool done;      /* the end has been looked at */
    bool doubled;   /* turns that stand twice have just been left out: perhaps they were counted */
    bool skipped;   /* a turn has just been left out */
    bool wild;      /* it is one of many that a lost turn can have led to */
    int cost;
};

struct node {
    struct state state;
    uint32_t parent, twin; /* twin: next of its bucket */
    uint32_t op, edit;     /* first of its ops and edits */
    uint8_t ops, edits;
    uint64_t key, story;
    struct ludus_position *pos; /* once it has been looked at */
};

struct entry {
    int priority, bound;
    uint32_t node;
    uint8_t stage;
};

/* The position under trial and what was done to it. */
struct trail {
    struct op op[OPS_MAX];
    struct undo undo[OPS_MAX]; /* but of rolls, before which there is none */
    unsigned count;
};

/* What a search leaves out. */
struct haste {
    size_t pops; /* states looked at until the first answer */
    int lag;     /* a state that costs so much more than one LAG_TOKENS ahead is given up */
    int token;   /* what a token behind a state is worth when the next state is chosen */
};

struct search {
    struct ludus_mend *mend;
    const struct haste *haste;
    const struct ludus_ruleset *ruleset;
    struct arena arena; /* positions and undos */
    struct mend_array tokens, nodes, ops, edits, heap;
    int *reached; /* by token: the cheapest state that has come as far; in the arena of the record */
    struct trail trail;
    struct ludus_position *pos; /* of the node that is looked at */
    uint32_t at;                /* that node */
    struct state state;         /* behind the edge that is being made */
    struct repair_edit edit[2]; /* of that edge */
    unsigned edit_count;
    struct ludus_move *moves; /* room for the legal moves */
    struct meant *meant;      /* room for what a text can be */
    bool checks;              /* the record writes them */
    uint64_t told[ANSWERS_MAX];
    int most; /* what costs more is of no interest */
    size_t pos_size;
};

/* Edges that a token can have. */
typedef void edge_fn(struct search *search, const struct token *token);

static inline struct token *token_at(const struct search *search, size_t index)
{
    return (struct token *)search->tokens.data + index;
}

static inline struct node *node_at(const struct search *search, size_t index)
{
    return (struct node *)search->nodes.data + index;
}

static inline const char *source_of(const struct search *search)
{
    return search->mend->slots.game->source.text;
}

/* What has been made of an edge, to come back to it. */
struct mark {
    unsigned ops, edits;
    struct state state;
};

/* ---- repair_state.c ---- */

void repair_take_tokens(struct search *search);
bool repair_do_op(struct search *search, struct op op);
/* Begins another edge of the node. */
void repair_begin_edge(struct search *search);
struct mark repair_mark(const struct search *search);
void repair_back(struct search *search, struct mark mark);
/* The turn under way is over. */
bool repair_end_turn(struct search *search);
/* Begins another edge of the node, between two turns. False if it is none there. */
bool repair_between_turns(struct search *search);
bool repair_make_move(struct search *search, struct ludus_move move);
bool repair_throw_dice(struct search *search, const uint8_t *dice);
/* In a dice game: must a roll come before the next move? */
bool repair_lacks_roll(const struct search *search);
struct entry repair_pop(struct search *search);
/* What may be added to the cost of a state by an edge over so many tokens: more is of no interest, or another
 * state has come farther for less. */
int repair_room(const struct search *search, const struct state *state, size_t tokens);
void repair_plan(struct search *search, uint32_t node, enum stage stage);
/* The edge leads to a new state, behind so many tokens, at a price. */
void repair_end_edge(struct search *search, int price, size_t tokens);
/* Gives the node its position. False without memory. */
bool repair_stand_at(struct search *search, uint32_t index);

/* ---- repair_search.c: what is as it is written ---- */

/* Reads a move, or a pair of placings, as it is written. False if it is none that is legal and as it says. */
bool repair_read_move(struct search *search, const struct token *token);
/* Gets ready for a move: the turn before is over, unless the move belongs to it. */
bool repair_come_to_move(struct search *search, bool joined);
bool repair_is_joined(const struct search *search, const struct token *token);
/* Makes the edges of a move with each roll there can be, where none is written. */
void repair_with_rolls(struct search *search, const struct token *token, edge_fn *edges);
bool repair_fits_label(const struct search *search, const struct item *label, long *lost);
/* Plays the rolls and moves of [from, end) as they are written, past numbers. */
bool repair_play_exactly(struct search *search, size_t from, size_t end);

/* ---- repair_slip.c: what is written otherwise than it was meant ---- */

struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *text);
/* The end of a move without the marks that a player or scholar has put behind it. */
size_t repair_core_end(const struct search *search, const struct token *token);
/* What stands on both sides of a comma is shown with it. */
void repair_show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token);
void repair_edges_slips(struct search *search, const struct token *token);

/* ---- repair_skip.c: rolls, and what is too much or elsewhere ---- */

/* A die shows another face, words or numbers are a roll, or it stands before the number of its turn. */
void repair_edges_roll(struct search *search, const struct token *token);
void repair_edges_skips(struct search *search, const struct token *token);

#endif
