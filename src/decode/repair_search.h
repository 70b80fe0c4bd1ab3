/* repair_search.h - inside the search for repairs: tokens, states, and the edges between them. */
#ifndef DECODE_REPAIR_SEARCH_H
#define DECODE_REPAIR_SEARCH_H

#include "decode/mend.h"
#include "play/meant.h"

enum {
    OPS_MAX = 24, /* of one edge */
    NODES_MAX = 400000,
    CANDIDATES = 64,
    SPAN_MAX = 4, /* tokens read as one */
    ANSWERS_MAX = 64
};

enum token_kind {
    TOKEN_LABEL = 1,
    TOKEN_ROLL = 2,
    TOKEN_MOVE = 4,
    TOKEN_WORD = 8,
    TOKEN_NONE = 16, /* stands before the first and behind the last */
    TOKEN_ANY = TOKEN_LABEL | TOKEN_ROLL | TOKEN_MOVE | TOKEN_WORD
};

/* A part of the main line. */
struct token {
    const struct item *item;              /* its item; a word is part of one */
    size_t begin, end;                    /* bytes of the record */
    const char *text;                     /* and their text */
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
    int32_t drift;             /* how much the numbers are too great */
    uint8_t side;              /* of the current turn, if `mid` */
    uint8_t ops, edits;        /* of the edge that leads here */
    bool mid;                  /* within a turn */
    bool comma;                /* the next token is read as if a comma stood before it */
    bool done;                 /* behind the end of the record */
    bool doubled;              /* a repeated turn has just been skipped: perhaps it was counted */
    bool skipped;              /* a turn has just been skipped */
    bool wild;                 /* after a lost turn that can be any */
    int cost;
};

struct node {
    struct state state;
    struct node *parent;
    const struct op *op; /* of the edge that leads here */
    const struct repair_edit *edit;
    uint64_t story;             /* hash of all edits that lead to it */
    struct ludus_position *pos; /* NULL until the node is expanded */
};

/* A node is expanded in stages, the cheapest edges first. */
enum stage { STAGE_EXACT, STAGE_EDITS, STAGE_SKIPS, STAGE_LOST, STAGES };

struct search {
    struct ludus_mend *mend;
    const struct haste *haste;
    const struct ludus_ruleset *ruleset;
    const struct rules *rules; /* its rules */
    struct arena arena;        /* nodes, positions, undos, texts */
    struct token *tokens;
    size_t token_count, token_capacity;
    struct entry *heap;
    size_t heap_count, heap_capacity;
    struct keyed keys;   /* of the states of the nodes; owned */
    struct node **nodes; /* owned */
    size_t node_count, node_capacity;
    struct node *at;            /* the node that is expanded */
    enum stage stage;           /* and its stage */
    struct ludus_position *pos; /* its position */
    struct state state;         /* the current edge: where it leads, and what it does */
    struct op op[OPS_MAX];
    struct undo undo[OPS_MAX]; /* of each op but a roll */
    struct repair_edit edit[2];
    int *reached;                   /* cost of the cheapest state at or behind each token */
    struct ludus_move *moves;       /* scratch: legal moves */
    struct ludus_buffer lost;       /* stack: the moves that can follow within turns that are lost */
    struct meant meant[CANDIDATES]; /* scratch: what a text can mean */
    struct dialects dialects;       /* the notation of records */
    struct meant_text **texts;      /* of each token, and of it and those behind it; NULL: not yet read */
    bool checks;                    /* the record has signs of check */
    struct repair answers[ANSWERS_MAX];
    uint64_t told[ANSWERS_MAX]; /* their stories */
    size_t answer_count;
    bool bound; /* a limit has ended the search */
    int most;   /* states that cost more are dropped */
    size_t pos_size;
};

/* Where a kind of edge begins. Except with WHERE_ANY, the turn before is ended, unless the token is joined to
 * it. */
enum where {
    WHERE_ANY,     /* anywhere */
    WHERE_BETWEEN, /* between two turns */
    WHERE_MOVE,    /* where a move can follow */
    WHERE_BARE     /* the same; if a roll is missing, with each possible one */
};

/* A kind of edge. */
struct edges {
    void (*make)(struct search *search, const struct token *token);
    uint8_t stage, where; /* enum stage, enum where */
    uint8_t tokens;       /* the kinds of tokens that it can begin with */
};

/* All kinds of edges; a table ends with one without function. */
extern const struct edges repair_reads[], repair_slips[];

static inline const char *source_of(const struct search *search)
{
    return search->mend->sheet.game->source.text;
}

/* ---- repair_search.c: making an edge ---- */

/* Begins another edge of the node. */
void repair_begin_edge(struct search *search);
/* Returns to an earlier state of the current edge. */
void repair_back(struct search *search, struct state state);
bool repair_do_op(struct search *search, struct op op);
/* Ends the current turn, if there is one. */
bool repair_end_turn(struct search *search);
bool repair_make_move(struct search *search, struct ludus_move move);
bool repair_throw_dice(struct search *search, const uint8_t *dice);
/* Adds an edit to the edge: the bytes from `begin` to `end` get another text. */
struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The highest price of an edge over so many tokens: at a higher one the new state is too expensive, or
 * another state is farther for less. */
int repair_room(const struct search *search, const struct state *state, size_t tokens);
/* Ends the edge, behind so many tokens, at a price of play/prices.h: adds the new state. */
void repair_end_edge(struct search *search, int price, size_t tokens);

/* Must a roll come before the next move? */
static inline bool repair_lacks_roll(const struct search *search)
{
    return !search->state.mid && search->pos->dice_count == 0 && position_dice(search->pos) > 0;
}

static inline bool repair_is_joined(const struct search *search, const struct token *token)
{
    return token->joined || search->at->state.comma;
}

/* Before a move: ends the turn before, unless the move is joined to it. */
static inline bool repair_come_to_move(struct search *search, bool joined)
{
    return joined ? search->state.mid : repair_end_turn(search);
}

/* ---- repair_slip.c: the tokens ---- */

void repair_take_tokens(struct search *search);
/* The end of a move without marks such as !?. */
size_t repair_core_end(const struct token *token);

#endif
