/* repair_search.c - repair as one search over all readings of the main line.
 *
 * A state is a position, a place in the row of the record's tokens and how far its numbers are off. Edges
 * read a token as it is written, which costs nothing, as another legal move, skip it, exchange it with the
 * next, or put a lost turn in; each has a price, the negative logarithm of how often that happens. The
 * cheapest way to the end is the answer, the next cheapest ones are its rivals. Dear edges of a state are
 * looked at only when nothing cheaper is left. */
#include "decode/repair_search.h"

#include "base/chars.h"
#include "decode/repair_price.h"
#include "play/ending.h"
#include "play/labels.h"
#include "play/resolve.h"
#include "play/turn.h"
#include "rules/dice.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPS_MAX = 24,       /* of one edge */
    HISTORIES = 3,      /* ways to the same state that are kept */
    POPS_EXACT = 2500,  /* states looked at, cheapest first, */
    POPS_HASTY = 12000, /* then those that get far first */
    POPS_RIVALS = 2500, /* and behind the first answer */
    NODES_MAX = 400000,
    LAG_TOKENS = 8,
    SPAN_MAX = 4, /* tokens that are one */
    CANDIDATES = 64,
    TEXT_MAX = 120,
    ANSWERS_MAX = 64,
    PARTS_MAX = 3 /* answers that do not come to the end */
};

#define LAG_PRICE 2.0
#define HASTE 0.25
#define HASTE_EXACT 0.04
#define EDITED_MOST 12.0

#define PRICE_ANY_MOVE 15.0
#define PRICE_DOUBLED 5.0
#define PRICE_DOUBLED_BOTH 5.5
#define PRICE_SURPLUS 9.0
#define PRICE_STRAY 4.0
#define PRICE_EXCHANGED 7.0
#define PRICE_MOVES_EXCHANGED 5.0
#define PRICE_SHOWN_LOST 4.0
#define PRICE_SHOWN_MORE 1.0
#define PRICE_TURN_LOST 12.0
#define PRICE_NUMBER 6.0
#define PRICE_NUMBERS 6.5
#define PRICE_STRAY_MOVE 7.0 /* what looks like a move or a roll, and is none */
#define PRICE_NUMBER_LIKE 3.5
#define PRICE_COMMA 4.0
#define PRICE_STEPS_JOINED 5.5
#define PRICE_PASS_LOST 4.0
#define PRICE_BARE 2.0
#define PRICE_REPLACED 6.0 /* beyond that, a lost turn where one was left out: it would be any */
#define PRICE_RESULT 6.0
#define PRICE_WILD 4.0 /* before more is changed behind a lost turn */

/* What must be looked at of a state, the dearest last. */
enum stage { STAGE_EXACT, STAGE_EDITS, STAGE_SKIPS, STAGE_LOST, STAGES };
static const double stage_price[STAGES] = { 0, PRICE_CASE, PRICE_STRAY, PRICE_TURN_LOST };

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
    double cost;
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
    double priority, bound;
    uint32_t node;
    uint8_t stage;
};

/* The position under trial and what was done to it. */
struct trail {
    struct op op[OPS_MAX];
    struct undo undo[OPS_MAX];
    uint8_t dice[OPS_MAX][LUDUS_DICE_MAX], dice_count[OPS_MAX];
    uint16_t dice_used[OPS_MAX];
    unsigned count;
};

struct search {
    struct ludus_mend *mend;
    const struct ludus_ruleset *ruleset;
    struct arena arena; /* positions and undos */
    struct pricer pricer;
    struct mend_array tokens, nodes, ops, edits, heap;
    uint32_t *table; /* of nodes by key; owned */
    double *reached; /* by token: the cheapest state that has come as far; owned */
    struct trail trail;
    struct ludus_position *pos; /* of the node that is looked at */
    uint32_t at;                /* that node */
    struct state state;         /* behind the edge that is being made */
    struct repair_edit edit[2]; /* of that edge */
    unsigned edit_count;
    struct ludus_move *moves; /* room for the legal moves; owned */
    struct priced *priced;    /* room for candidates; owned */
    uint64_t told[ANSWERS_MAX];
    bool hasty;
    double most; /* what costs more is of no interest */
    size_t pos_size;
};

enum { TABLE = 1 << 16 };

static struct token *token_at(const struct search *search, size_t index)
{
    return (struct token *)search->tokens.data + index;
}

static struct node *node_at(const struct search *search, size_t index)
{
    return (struct node *)search->nodes.data + index;
}

static const char *source_of(const struct search *search)
{
    return search->mend->slots.game->source.text;
}

/* ---- Tokens ---- */

static void add_token(struct search *search, const struct item *item, enum token_kind kind, size_t begin,
                      size_t end)
{
    size_t count = search->tokens.count;
    struct token *token = mend_push(search->mend, &search->tokens, sizeof *token);
    if (!token)
        return;
    *token = (struct token){ .item = item, .begin = begin, .end = end, .kind = (uint8_t)kind };
    size_t before = begin;
    const char *text = source_of(search);
    while (before > 0 && is_filler(text[before - 1]))
        before--;
    token->joined = before > 0 && text[before - 1] == ',' && kind != TOKEN_LABEL && kind != TOKEN_ROLL;
    token->joined |= item->kind == ITEM_MOVE && turns_joined(item);
    token->apart = count > 0 && item > token_at(search, count - 1)->item + 1;
}

/* Words of text that cannot be read. */
static void add_words(struct search *search, const struct item *item)
{
    const char *text = source_of(search);
    size_t at = item_begin(search->mend->slots.game, item), end = at + item->length, begin;
    while (at < end) {
        while (at < end && (is_filler(text[at]) || text[at] == ','))
            at++;
        for (begin = at; at < end && !is_filler(text[at]) && (text[at] != ',' || text[begin] == '(');)
            at++;
        if (at > begin)
            add_token(search, item, TOKEN_WORD, begin, at);
    }
}

static void add_item(struct search *search, const struct item *item)
{
    const struct ludus_game *game = search->mend->slots.game;
    size_t begin = item_begin(game, item), end = item_end(game, item);
    if (item->kind == ITEM_NUMBER)
        add_token(search, item, TOKEN_LABEL, begin, end);
    else if (item->kind == ITEM_DICE)
        add_token(search, item, search->ruleset->rules.dice ? TOKEN_ROLL : TOKEN_WORD, begin, end);
    else if (item->kind == ITEM_MOVE)
        add_token(search, item, TOKEN_MOVE, begin, end);
    else if (item->kind == ITEM_BAD)
        add_words(search, item);
}

/* Says to which turn each belongs. */
static void part_turns(struct search *search)
{
    size_t count = search->tokens.count, first = 0;
    for (size_t i = 1; i < count; i++) {
        struct token *token = token_at(search, i), *before = token - 1;
        bool led = before->kind == TOKEN_LABEL || before->kind == TOKEN_ROLL;
        bool begins = token->kind == TOKEN_LABEL  ? before->kind != TOKEN_LABEL
                      : token->kind == TOKEN_ROLL ? before->kind != TOKEN_LABEL
                                                  : !token->joined && !led;
        first = begins ? i : first;
        token->turn = first;
    }
    size_t next = count;
    for (size_t i = count; i > 0; i--) {
        token_at(search, i - 1)->next_turn = next;
        if (token_at(search, i - 1)->turn == i - 1)
            next = i - 1;
    }
}

static bool take_tokens(struct search *search)
{
    const struct ludus_game *game = search->mend->slots.game;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_RESULT || (item->kind == ITEM_MOVE && item->move.flags & MOVE_SIC))
            break;
        if (item->kind == ITEM_OPEN)
            i = item->partner;
        else
            add_item(search, item);
        if (item->kind == ITEM_MOVE && item->move.check)
            search->pricer.checks = true;
    }
    part_turns(search);
    return !search->mend->failed;
}

/* ---- The position under trial ---- */

static bool do_op(struct search *search, struct op op)
{
    struct trail *trail = &search->trail;
    struct ludus_position *pos = search->pos;
    unsigned at = trail->count;
    if (at >= OPS_MAX)
        return false;
    memcpy(trail->dice[at], pos->dice, sizeof pos->dice);
    trail->dice_count[at] = pos->dice_count;
    trail->dice_used[at] = pos->dice_used;
    if (op.kind == OP_ROLL && !ludus_position_roll(pos, op.dice, search->ruleset->rules.dice))
        return false;
    if (op.kind == OP_MOVE)
        position_make(pos, op.move, &trail->undo[at]);
    else if (op.kind == OP_END)
        position_end_turn(pos, &trail->undo[at]);
    trail->op[trail->count++] = op;
    return true;
}

static void undo_to(struct search *search, unsigned count)
{
    struct trail *trail = &search->trail;
    while (trail->count > count) {
        unsigned at = --trail->count;
        if (trail->op[at].kind != OP_ROLL)
            position_unmake(search->pos, &trail->undo[at]);
        memcpy(search->pos->dice, trail->dice[at], sizeof search->pos->dice);
        search->pos->dice_count = trail->dice_count[at];
        search->pos->dice_used = trail->dice_used[at];
    }
}

/* Begins another edge of the node. */
static void begin_edge(struct search *search)
{
    undo_to(search, 0);
    search->state = node_at(search, search->at)->state;
    search->state.comma = false;
    search->edit_count = 0;
}

/* The turn under way is over. */
static bool end_turn(struct search *search)
{
    struct state *state = &search->state;
    if (!state->mid)
        return true;
    if (search->pos->side == state->side &&
        (!search->ruleset->rules.dice || !do_op(search, (struct op){ .kind = OP_END })))
        return false;
    state->mid = false;
    state->turns++;
    return true;
}

static bool make_move(struct search *search, struct ludus_move move)
{
    struct state *state = &search->state;
    if (!state->mid)
        state->side = search->pos->side;
    else if (search->pos->side != state->side)
        return false;
    state->mid = true;
    state->doubled = state->skipped = false;
    return do_op(search, (struct op){ .kind = OP_MOVE, .move = move });
}

static bool throw_dice(struct search *search, const uint8_t *dice)
{
    struct op op = { .kind = OP_ROLL };
    memcpy(op.dice, dice, sizeof op.dice);
    return end_turn(search) && search->pos->dice_count == 0 && do_op(search, op);
}

/* In a dice game: must a roll come before the next move? */
static bool lacks_roll(const struct search *search)
{
    return search->ruleset->rules.dice && !search->state.mid && search->pos->dice_count == 0;
}

/* ---- Nodes ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t key_of(const struct search *search)
{
    const struct state *state = &search->state;
    const struct ludus_position *pos = search->pos;
    uint64_t key = mix(pos->hash, state->token);
    key = mix(key, (uint64_t)(uint32_t)state->drift << 8 | (uint64_t)state->mid << 4 |
                       (uint64_t)state->comma << 3 | (uint64_t)state->done << 2 | pos->side);
    if (search->ruleset->rules.dice && pos->dice_count) {
        uint64_t dice = pos->dice_used;
        for (unsigned i = 0; i < pos->dice_count; i++)
            dice = dice << 4 | pos->dice[i];
        key = mix(key, dice);
    }
    return mix(key, pos->number);
}

static uint64_t story_of(const struct search *search)
{
    uint64_t story = node_at(search, search->at)->story;
    for (unsigned i = 0; i < search->edit_count; i++) {
        const struct repair_edit *edit = &search->edit[i];
        story = mix(mix(story, edit->begin), edit->end);
        for (const char *c = edit->text; *c; c++)
            story = mix(story, (unsigned char)*c);
    }
    return story;
}

static void sift_up(struct search *search, size_t at)
{
    struct entry *heap = search->heap.data, entry = heap[at];
    for (; at > 0 && heap[(at - 1) / 2].priority > entry.priority; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static struct entry pop(struct search *search)
{
    struct entry *heap = search->heap.data, first = heap[0], last = heap[--search->heap.count];
    size_t at = 0, count = search->heap.count;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && heap[child + 1].priority < heap[child].priority;
        if (heap[child].priority >= last.priority)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return first;
}

/* Has another state come farther for less? */
static bool lags(const struct search *search, const struct state *state, double bound)
{
    size_t far = state->token + (size_t)LAG_TOKENS;
    far = far < search->tokens.count ? far : search->tokens.count;
    return search->hasty && state->token + (size_t)LAG_TOKENS <= search->tokens.count &&
           search->reached[far] <= bound - LAG_PRICE;
}

static void plan(struct search *search, uint32_t node, enum stage stage)
{
    const struct state *state = &node_at(search, node)->state;
    double bound = state->cost + stage_price[stage] + (stage && state->wild ? PRICE_WILD : 0);
    if (bound > search->most || lags(search, state, bound))
        return;
    struct entry *entry = mend_push(search->mend, &search->heap, sizeof *entry);
    if (!entry)
        return;
    *entry = (struct entry){ bound - ((search->hasty ? HASTE : HASTE_EXACT) * state->token), bound, node,
                             (uint8_t)stage };
    sift_up(search, search->heap.count - 1);
}

/* Is the state known with the same changes, or in as many ways as are kept, for no more? */
static bool is_known(const struct search *search, uint64_t key, uint64_t story, double cost)
{
    unsigned ways = 0;
    for (uint32_t i = search->table[key % TABLE]; i != NO_INDEX; i = node_at(search, i)->twin) {
        const struct node *node = node_at(search, i);
        if (node->key != key || node->state.cost > cost)
            continue;
        ways++;
        if (node->story == story || ways >= HISTORIES)
            return true;
    }
    return false;
}

static bool copy_edits(struct search *search, struct node *node)
{
    node->edit = (uint32_t)search->edits.count;
    node->edits = (uint8_t)search->edit_count;
    for (unsigned i = 0; i < search->edit_count; i++) {
        struct repair_edit *edit = mend_push(search->mend, &search->edits, sizeof *edit);
        if (!edit)
            return false;
        *edit = search->edit[i];
        edit->text = arena_copy(&search->arena, edit->text, strlen(edit->text));
        search->mend->failed |= !edit->text;
    }
    return !search->mend->failed;
}

/* The edge leads to a new state. */
static void end_edge(struct search *search)
{
    struct state *state = &search->state;
    if (state->cost > search->most || search->nodes.count >= NODES_MAX || lags(search, state, state->cost))
        return;
    uint64_t key = key_of(search), story = story_of(search);
    if (is_known(search, key, story, state->cost))
        return;
    struct node *node = mend_push(search->mend, &search->nodes, sizeof *node);
    if (!node)
        return;
    *node = (struct node){ .state = *state,
                           .parent = search->at,
                           .twin = search->table[key % TABLE],
                           .op = (uint32_t)search->ops.count,
                           .ops = (uint8_t)search->trail.count,
                           .key = key,
                           .story = story };
    for (unsigned i = 0; i < search->trail.count; i++) {
        struct op *op = mend_push(search->mend, &search->ops, sizeof *op);
        if (!op)
            return;
        *op = search->trail.op[i];
    }
    if (!copy_edits(search, node))
        return;
    search->table[key % TABLE] = (uint32_t)search->nodes.count - 1;
    for (size_t i = state->token + 1u; i-- > 0 && search->reached[i] > state->cost;)
        search->reached[i] = state->cost;
    plan(search, (uint32_t)search->nodes.count - 1, STAGE_EXACT);
}

/* Gives the node its position. False without memory. */
static bool stand_at(struct search *search, uint32_t index)
{
    struct node *node = node_at(search, index);
    search->at = index;
    search->pos = node->pos;
    if (node->pos)
        return true;
    struct ludus_position *pos = arena_alloc(&search->arena, search->pos_size);
    if (!pos) {
        search->mend->failed = true;
        return false;
    }
    memcpy(pos, node_at(search, node->parent)->pos, search->pos_size);
    const struct op *ops = (const struct op *)search->ops.data + node->op;
    for (unsigned i = 0; i < node->ops; i++) {
        struct undo room, *undo = ops[i].kind == OP_ROLL ? &room : arena_alloc(&search->arena, sizeof *undo);
        if (!undo) {
            search->mend->failed = true;
            return false;
        }
        if (ops[i].kind == OP_ROLL)
            ludus_position_roll(pos, ops[i].dice, search->ruleset->rules.dice);
        else if (ops[i].kind == OP_MOVE)
            position_make(pos, ops[i].move, undo);
        else
            position_end_turn(pos, undo);
    }
    node->pos = search->pos = pos;
    return true;
}

/* ---- What a change is written as ---- */

static struct repair_edit *add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *text)
{
    struct repair_edit *edit = &search->edit[search->edit_count++];
    const struct state *before = &node_at(search, search->at)->state;
    size_t turn = token_at(search, before->token)->turn;
    if (turn > 0 && token_at(search, turn)->begin >= end && kind != FAULT_LEFT_OUT && kind != FAULT_STRETCH)
        turn = token_at(search, turn - 1)->turn; /* behind the turn before */
    *edit = (struct repair_edit){ .kind = (uint8_t)kind,
                                  .begin = begin,
                                  .end = end,
                                  .text = text,
                                  .turn = before->turns +
                                          (before->mid && !token_at(search, before->token)->joined),
                                  .said_begin = token_at(search, turn)->begin,
                                  .said_end = token_at(search, token_at(search, turn)->next_turn - 1)->end,
                                  .shown_begin = begin,
                                  .shown_end = end };
    return edit;
}

/* Puts <...> around what differs from the text as it stands; a name goes as a whole. */
static void mark(const char *was, size_t length, const char *text, char out[TEXT_MAX])
{
    size_t count = strlen(text), front = 0, back = 0, name = 0;
    while (is_letter(text[name]))
        name++;
    while (front < length && front < count && was[front] == text[front])
        front++;
    while (back < length - front && back < count - front && was[length - 1 - back] == text[count - 1 - back])
        back++;
    if (front < name && text[name] == ' ') {
        front = 0;
        back = back > count - name ? count - name : back;
    }
    size_t supplied = count - front - back;
    if (supplied == 0 || text[front] == ' ') { /* nothing can be marked but the whole */
        front = back = 0;
        supplied = count;
    }
    memcpy(out, text, front);
    out[front] = '<';
    memcpy(out + front + 1, text + front, supplied);
    out[front + supplied + 1] = '>';
    memcpy(out + front + supplied + 2, text + front + supplied, back);
    out[count + 2] = '\0';
}

/* The end of a move without the marks that a player or scholar has put behind it. */
static size_t core_end(const struct search *search, const struct token *token)
{
    const char *text = source_of(search);
    size_t end = token->end;
    while (end > token->begin &&
           (text[end - 1] == '!' || text[end - 1] == '?' || text[end - 1] == ';' || text[end - 1] == '.'))
        end--;
    return end > token->begin ? end : token->end;
}

/* ---- Tokens as written ---- */

/* Is what the text claims so, after the move that has just been made? */
static bool claims_hold(struct search *search, const struct move_text *text)
{
    const struct undo *undo = &search->trail.undo[search->trail.count - 1];
    if (text->flags & MOVE_CAPTURE && !undo->captures)
        return false;
    if (text->check == CHECK_NONE || search->ruleset->rules.dice)
        return true;
    bool checked = !search->ruleset->rules.check || position_checked(search->pos);
    return checked &&
           (text->check != CHECK_MATE || !search->ruleset->rules.check || !movegen_any(search->pos));
}

static bool is_null_move(const struct search *search, const struct move_text *text)
{
    return text->style == MOVE_PASS && (*text->plain | 0x20) != 'p' &&
           !knows_passing(&search->ruleset->rules) && !position_checked(search->pos) &&
           search->pos->pending == NONE && !outcome_ended(search->pos);
}

/* Reads a move, or a pair of placings, as it is written. False if it is none that is legal and as it says. */
static bool read_move(struct search *search, const struct token *token)
{
    const struct lexicon *lexicon = &search->mend->slots.replay->lexicon;
    const struct move_text *text = &token->item->move;
    struct ludus_move moves[RESOLVE_MAX];
    struct state *state = &search->state;
    if (search->ruleset->rules.dice && text->style == MOVE_PASS) {
        if (state->mid || outcome_ended(search->pos))
            return false;
        state->side = search->pos->side;
        state->mid = true;
        state->token++;
        return true;
    }
    const struct token *next = token + 1;
    bool pair = text->style == MOVE_PLACE && state->token + 1 < search->tokens.count &&
                next->kind == TOKEN_MOVE && next->joined && next->item->move.style == MOVE_PLACE &&
                resolve_pair(lexicon, search->pos, text, &next->item->move, moves);
    if (!pair && resolve_move(lexicon, search->pos, text, moves) != 1) {
        if (!is_null_move(search, text))
            return false;
        moves[0] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    }
    if (!make_move(search, moves[0]) || !claims_hold(search, text))
        return false;
    state->token += 1u + pair;
    return true;
}

/* Gets ready for a move: the turn before is over, unless the move belongs to it. */
static bool come_to_move(struct search *search, bool joined)
{
    return joined ? search->state.mid : end_turn(search);
}

static bool is_joined(const struct search *search, const struct token *token)
{
    return token->joined || node_at(search, search->at)->state.comma;
}

typedef void edge_fn(struct search *search, const struct token *token);

/* Makes the edges of a move with each roll there can be, where none is written. */
static void with_rolls(struct search *search, const struct token *token, edge_fn *edges)
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    const struct rules *rules = &search->ruleset->rules;
    begin_edge(search);
    if (!come_to_move(search, is_joined(search, token)))
        return;
    if (!lacks_roll(search)) {
        edges(search, token);
        return;
    }
    unsigned ops = search->trail.count;
    struct state state = search->state;
    while (dice_next(dice, rules->dice, rules->faces)) {
        undo_to(search, ops);
        search->state = state;
        search->edit_count = 0;
        if (!throw_dice(search, dice))
            return;
        search->state.cost += search->mend->diceless ? 0 : PRICE_BARE;
        edges(search, token);
    }
}

static void exact_move(struct search *search, const struct token *token)
{
    if (read_move(search, token))
        end_edge(search);
}

static bool fits_label(const struct search *search, const struct item *label, long *lost)
{
    struct line *line = &search->mend->slots.replay->line;
    unsigned number = line->number;
    uint8_t side = line->side;
    line->number = (unsigned)((long)search->pos->number + search->state.drift);
    line->side = search->pos->side;
    bool fits = labels_fits(search->mend->slots.replay, label);
    if (!fits && !labels_distance(search->mend->slots.replay, label, lost))
        *lost = 0;
    line->number = number;
    line->side = side;
    return fits;
}

/* All turns that can be made from here; each ends the edge. */
static void lost_turns(struct search *search, unsigned turns, unsigned moves_left);

static void lost_turn_over(struct search *search, unsigned turns)
{
    unsigned ops = search->trail.count;
    struct state state = search->state;
    const struct rules *rules = &search->ruleset->rules;
    if (rules->dice && search->pos->side == state.side) {
        if (!do_op(search, (struct op){ .kind = OP_END }))
            return;
    } else if (search->pos->side == state.side) {
        return;
    }
    search->state.mid = false;
    search->state.turns++;
    if (turns > 1) {
        search->state.side = search->pos->side;
        lost_turns(search, turns - 1, rules->dice ? rules->dice : SLOT_ITEMS);
    } else {
        end_edge(search);
    }
    undo_to(search, ops);
    search->state = state;
}

static void lost_turns(struct search *search, unsigned turns, unsigned moves_left)
{
    const struct rules *rules = &search->ruleset->rules;
    struct ludus_move *moves = memory_new((search->ruleset->max_moves + 1) * sizeof *moves);
    if (rules->dice || search->pos->side != search->state.side)
        lost_turn_over(search, turns);
    size_t count = 0;
    search->mend->failed |= !moves;
    if (moves && moves_left && search->pos->side == search->state.side)
        count = rules->dice ? movegen_undiced(search->pos, moves) : movegen_all(search->pos, moves);
    unsigned ops = search->trail.count;
    for (size_t i = 0; i < count && search->nodes.count < NODES_MAX; i++) {
        if (do_op(search, (struct op){ .kind = OP_MOVE, .move = moves[i] }))
            lost_turns(search, turns, moves_left - 1);
        undo_to(search, ops);
    }
    free(moves);
}

static void begin_lost(struct search *search, unsigned turns)
{
    const struct rules *rules = &search->ruleset->rules;
    search->state.side = search->pos->side;
    search->state.wild = true;
    search->state.cost += search->state.skipped ? PRICE_REPLACED : 0;
    lost_turns(search, turns, rules->dice ? rules->dice : SLOT_ITEMS);
}

void repair_write_number(const struct item *label, unsigned number, unsigned side, struct ludus_buffer *out)
{
    buf_format(out, label->number == number ? "%u" : "<%u>", number);
    if (label->side != NO_SIDE)
        buf_format(out, "%c.", side == LUDUS_WHITE ? 'W' : 'B');
    else
        buf_text(out, label->form >= 2 && side != LUDUS_WHITE ? "..." : ".");
}

static void write_label(const struct search *search, const struct item *label, char out[TEXT_MAX])
{
    struct ludus_buffer text = { .bytes = NULL };
    repair_write_number(label, (unsigned)search->pos->number, search->pos->side, &text);
    search->mend->failed |= text.failed;
    (void)snprintf(out, TEXT_MAX, "%s", buf_string(&text));
    buf_free(&text);
}

/* Turns are lost before the number: one or two of them are tried. */
static void edges_lost(struct search *search, const struct token *token, long lost)
{
    char text[TEXT_MAX];
    begin_edge(search);
    if (lost < 1 || lost > 2 || !end_turn(search) || search->pos->dice_count)
        return;
    struct item shown = *token->item; /* that would be right for the first of them */
    shown.number = (uint32_t)((long)search->pos->number + search->state.drift);
    struct ludus_buffer out = { .bytes = NULL };
    if (shown.form < 2 || shown.side != NO_SIDE || search->pos->side == LUDUS_WHITE || lost == 2)
        shown.form = shown.side == NO_SIDE && search->pos->side == LUDUS_BLACK ? 3 : shown.form;
    repair_write_number(&shown, shown.number, search->pos->side, &out);
    (void)snprintf(text, sizeof text, "%s __ ", buf_string(&out));
    buf_free(&out);
    add_edit(search, FAULT_STRETCH, token->begin, token->begin, text);
    search->state.cost += PRICE_SHOWN_LOST + PRICE_SHOWN_MORE * (double)(lost - 1);
    begin_lost(search, (unsigned)lost);
}

/* The number is wrong, or all are from here on. */
static void edges_number(struct search *search, const struct token *token)
{
    const struct item *label = token->item;
    char text[TEXT_MAX];
    begin_edge(search);
    if (!end_turn(search))
        return;
    write_label(search, label, text);
    add_edit(search, FAULT_NUMBER, token->begin, token->end, text);
    search->state.cost += PRICE_NUMBER;
    search->state.token++;
    end_edge(search);
    long drift = (long)label->number - (long)search->pos->number;
    if (label->number == UNNUMBERED || drift == search->state.drift || drift > INT16_MAX)
        return;
    search->state.drift = (int32_t)drift;
    if (label->number != (uint32_t)((long)search->pos->number + drift))
        return;
    search->state.cost += (search->state.doubled ? PRICE_CASE : PRICE_NUMBERS) - PRICE_NUMBER;
    search->edit[0].kind = FAULT_NUMBERS;
    end_edge(search);
}

/* Plays the rolls and moves of [from, end) as they are written, past numbers. */
static bool play_exactly(struct search *search, size_t from, size_t end)
{
    for (size_t i = from; i < end; i = search->state.token) {
        const struct token *token = token_at(search, i);
        search->state.token = (uint32_t)i;
        if (token->kind == TOKEN_LABEL) {
            search->state.token++;
        } else if (token->kind == TOKEN_ROLL) {
            if (token->item->dice.count != search->ruleset->rules.dice ||
                !throw_dice(search, token->item->dice.face))
                return false;
            search->state.token++;
        } else if (token->kind == TOKEN_WORD || !come_to_move(search, token->joined) || lacks_roll(search) ||
                   !read_move(search, token)) {
            return false;
        }
    }
    return true;
}

/* Does the record have the number and side of `one` as it should be for the turn of the other? */
static bool is_other_label(const struct search *search, const struct token *one, const struct token *other)
{
    long lost;
    struct item swapped = *one->item;
    swapped.number = other->item->number;
    swapped.side = other->item->side;
    swapped.form = other->item->form;
    return fits_label(search, &swapped, &lost);
}

/* The numbers of this turn and of the next have changed places. */
static void edges_numbers_exchanged(struct search *search, const struct token *token)
{
    const struct token *next = token_at(search, token->next_turn - 1) + 1;
    const char *text = source_of(search);
    struct ludus_buffer out = { .bytes = NULL };
    begin_edge(search);
    if (token->next_turn >= search->tokens.count || next->kind != TOKEN_LABEL || !end_turn(search) ||
        !is_other_label(search, token, next) ||
        !play_exactly(search, (size_t)(token - token_at(search, 0)) + 1, token->next_turn) ||
        !end_turn(search) || !is_other_label(search, next, token))
        return;
    buf_add(&out, text + next->begin, next->end - next->begin);
    buf_add(&out, text + token->end, next->begin - token->end);
    buf_add(&out, text + token->begin, token->end - token->begin);
    struct repair_edit *edit = add_edit(search, FAULT_NUMBERS, token->begin, next->end, buf_string(&out));
    edit->before = arena_copy(&search->mend->arena, text + token->begin, token->end - token->begin);
    edit->after = arena_copy(&search->mend->arena, text + next->begin, next->end - next->begin);
    search->mend->failed |= out.failed || !edit->before || !edit->after;
    search->state.cost += PRICE_NUMBER;
    search->state.token = (uint32_t)(next - token_at(search, 0)) + 1;
    end_edge(search);
    buf_free(&out);
}

static void read_label(struct search *search, const struct token *token)
{
    long lost = 0;
    begin_edge(search);
    if (!end_turn(search) || search->pos->dice_count)
        return;
    if (!fits_label(search, token->item, &lost)) {
        edges_numbers_exchanged(search, token);
        edges_lost(search, token, lost);
        edges_number(search, token);
        return;
    }
    if (search->state.drift) {
        char text[TEXT_MAX];
        write_label(search, token->item, text);
        add_edit(search, FAULT_NUMBERS, token->begin, token->end, text)->hidden = true;
    }
    search->state.token++;
    end_edge(search);
}

/* A word stands for the number of the turn. */
static void edges_word_number(struct search *search, const struct token *token)
{
    char text[TEXT_MAX], plain[16];
    begin_edge(search);
    size_t length = token->end - token->begin, digits = 0;
    const char *was = source_of(search) + token->begin;
    if (length > 6 || !end_turn(search) || search->pos->dice_count)
        return;
    size_t number = (size_t)snprintf(plain, sizeof plain, "%u", (unsigned)search->pos->number);
    while (digits < length && digits < number && was[digits] == plain[digits])
        digits++;
    bool behind = length == 1 && token > token_at(search, 0) && token[-1].kind == TOKEN_LABEL &&
                  token[-1].end == token->begin; /* 1) for 1. */
    bool same = digits == number && digits < length && !is_digit(was[digits]) && !is_letter(was[digits]);
    bool like = length == number + 1 && was[number] == '.';
    if (!same && !like && !behind)
        return;
    if (behind) {
        add_edit(search, FAULT_WRITING, token->begin, token->end, ".");
        search->state.cost += PRICE_CASE;
        search->state.token++;
        end_edge(search);
        return;
    }
    double price = same ? PRICE_CASE : PRICE_NUMBER_LIKE;
    bool black = search->pos->side == LUDUS_BLACK;
    (void)snprintf(text, sizeof text, same ? "%s%s" : "<%s>%s", plain, black ? "..." : ".");
    add_edit(search, same ? FAULT_WRITING : FAULT_SIGN, token->begin, token->end, text);
    search->state.cost += price;
    search->state.token++;
    end_edge(search);
}

/* The last word is the result. */
static void edges_word_result(struct search *search, const struct token *token)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "*" };
    size_t length = token->end - token->begin;
    const char *was = source_of(search) + token->begin;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        begin_edge(search);
        double price = PRICE_CASE;
        for (size_t k = 0; k < length && k < strlen(results[i]); k++)
            price += price_sign(&search->pricer, was[k], results[i][k]);
        if (search->state.token + 1 < search->tokens.count || length != strlen(results[i]) ||
            price > PRICE_EDITED + PRICE_ALIKE || !end_turn(search) || search->pos->dice_count)
            continue;
        add_edit(search, FAULT_SIGN, token->begin, token->end, results[i]);
        search->state.cost += price;
        search->state.token++;
        end_edge(search);
    }
}

/* The record ends here. */
static void read_end(struct search *search)
{
    const struct slots *slots = &search->mend->slots;
    begin_edge(search);
    if (!end_turn(search) || search->pos->dice_count)
        return;
    if (!slots->cut && !ending_agrees(slots->result, search->pos))
        search->state.cost += PRICE_RESULT;
    search->state.done = true;
    end_edge(search);
}

static void edges_exact(struct search *search, const struct token *token)
{
    switch ((enum token_kind)token->kind) {
    case TOKEN_LABEL:
        read_label(search, token);
        break;
    case TOKEN_ROLL:
        begin_edge(search);
        if (token->item->dice.count == search->ruleset->rules.dice &&
            throw_dice(search, token->item->dice.face)) {
            search->state.token++;
            end_edge(search);
        }
        break;
    case TOKEN_MOVE:
        with_rolls(search, token, exact_move);
        break;
    case TOKEN_WORD:
        break;
    }
}

/* ---- Tokens as other moves ---- */

/* Where the text of `count` tokens ends, taken as one; 0 if they cannot be one. */
static size_t span_end(const struct search *search, size_t first, size_t count)
{
    if (first + count > search->tokens.count)
        return 0;
    for (size_t i = 1; i < count; i++) {
        const struct token *token = token_at(search, first + i);
        if (token->apart || token->joined || token->kind == TOKEN_ROLL)
            return 0;
    }
    return core_end(search, token_at(search, first + count - 1));
}

static enum fault_kind kind_of(const struct priced *priced)
{
    return priced->respelt   ? FAULT_WRITING
           : priced->renamed ? FAULT_NAME
           : priced->several ? FAULT_SIGNS
                             : FAULT_SIGN;
}

/* Is it a word that can be the name of a piece? */
static bool is_piece_word(const struct search *search, const struct token *token)
{
    const char *text = source_of(search);
    bool name = token->kind == TOKEN_WORD && token->end - token->begin > 1;
    for (size_t i = token->begin; i < token->end && name; i++)
        name = is_letter(text[i]) || text[i] & 0x80;
    return name;
}

/* Reads `count` tokens as any of the moves that their text is like. */
static void edges_text(struct search *search, const struct token *token, size_t count)
{
    size_t end = span_end(search, (size_t)(token - token_at(search, 0)), count);
    if (end <= token->begin || end - token->begin > TEXT_MAX / 3)
        return;
    const char *was = source_of(search) + token->begin;
    size_t length = end - token->begin;
    bool named = count > 1 && is_piece_word(search, token); /* which is written apart */
    double extra = count > 1 + (size_t)named ? PRICE_BLANK : 0;
    size_t found =
        price_text(&search->pricer, search->pos, was, length,
                   extra > 0 ? PRICE_EDITED + PRICE_ADDED : EDITED_MOST, search->priced, CANDIDATES);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < found; i++) {
        const struct priced *priced = &search->priced[i];
        char text[TEXT_MAX];
        bool same = strlen(priced->text) == length && memcmp(priced->text, was, length) == 0;
        if (same || !make_move(search, priced->move))
            continue;
        bool blanks = extra > 0 && priced->price <= PRICE_CASE;
        if (blanks)
            (void)snprintf(text, sizeof text, "%s", priced->text);
        else
            mark(was, length, priced->text, text);
        search->edit_count = 0;
        struct repair_edit *edit =
            add_edit(search, blanks ? FAULT_WRITING : kind_of(priced), token->begin, end, text);
        edit->shown_end = token[count - 1].end;
        edit->said_end = token_at(search, token[count - 1].next_turn - 1)->end;
        search->state.cost += priced->price + extra;
        search->state.token += (uint32_t)count;
        end_edge(search);
        undo_to(search, ops);
        search->state = state;
    }
}

/* Two steps of one piece in one turn are written as one. */
static void edges_two_steps(struct search *search, const struct token *token)
{
    const struct move_text *text = &token->item->move;
    unsigned from = resolve_square(search->ruleset, text->from_file, text->from_rank);
    unsigned to = resolve_square(search->ruleset, text->to_file, text->to_rank);
    struct ludus_move *moves = search->moves;
    if (token->kind != TOKEN_MOVE || from == NONE || to == NONE || search->ruleset->rules.dice < 2)
        return;
    size_t count = movegen_all(search->pos, moves);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move second[RESOLVE_MAX], first = moves[i];
        char names[TEXT_MAX / 2], more[TEXT_MAX / 2], out[TEXT_MAX + 8];
        if (first.from != from || first.to == to || first.type > LUDUS_JUMP)
            continue;
        struct san_text one = { names, sizeof names, 0 }, other = { more, sizeof more, 0 };
        san_write(&one, search->pos, first);
        san_end(&one);
        if (!make_move(search, first))
            continue;
        size_t found = movegen_to(search->pos, ~(kind_set)0, to, second, RESOLVE_MAX);
        for (size_t j = 0; j < found && j < RESOLVE_MAX && search->pos->side == search->state.side; j++) {
            if (second[j].from != first.to || second[j].type > LUDUS_JUMP)
                continue;
            other.length = 0;
            san_write(&other, search->pos, second[j]);
            san_end(&other);
            unsigned here = search->trail.count;
            struct state between = search->state;
            if (make_move(search, second[j])) {
                (void)snprintf(out, sizeof out, "<%s>, <%s>", names, more);
                search->edit_count = 0;
                add_edit(search, FAULT_SIGNS, token->begin, core_end(search, token), out);
                search->state.cost += PRICE_STEPS_JOINED;
                search->state.token++;
                end_edge(search);
            }
            undo_to(search, here);
            search->state = between;
        }
        undo_to(search, ops);
        search->state = state;
    }
}

static void other_moves(struct search *search, const struct token *token)
{
    for (size_t count = 1; count <= SPAN_MAX; count++)
        edges_text(search, token, count);
    edges_two_steps(search, token);
}

/* Of two placings, which are one move, one is written otherwise: token number `wrong` of the two. */
static void edges_placing(struct search *search, const struct token *token, unsigned wrong)
{
    const struct token *right = token + (wrong == 0), *other = token + wrong;
    begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count)
        return;
    const char *was = source_of(search) + other->begin;
    size_t length = core_end(search, other) - other->begin;
    const struct move_text *placed = &right->item->move;
    if (right->kind != TOKEN_MOVE || !token[1].joined || placed->style != MOVE_PLACE ||
        other->kind == TOKEN_LABEL || length > TEXT_MAX / 3 ||
        !come_to_move(search, is_joined(search, token)))
        return;
    unsigned square = resolve_square(search->ruleset, placed->to_file, placed->to_rank);
    size_t count = movegen_all(search->pos, search->moves);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move move = search->moves[i], half = move;
        char text[TEXT_MAX / 2], marked[TEXT_MAX];
        struct san_text out = { text, sizeof text, 0 };
        if (move.type != LUDUS_PLACE || move.from == NONE || (move.to != square && move.from != square))
            continue;
        half.to = move.to == square ? move.from : move.to;
        half.from = NONE;
        san_write_long(&out, search->pos, half);
        if (san_end(&out) >= sizeof text)
            continue;
        double price = price_spelling(&search->pricer, was, length, text);
        if (price <= 0 || price > EDITED_MOST || !make_move(search, move))
            continue;
        mark(was, length, text, marked);
        search->edit_count = 0;
        add_edit(search, FAULT_SIGN, other->begin, other->begin + length, marked);
        search->state.cost += price;
        search->state.token += 2;
        end_edge(search);
        undo_to(search, ops);
        search->state = state;
    }
}

/* What stands on both sides of a comma is shown with it. */
static void show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token)
{
    edit->turn = node_at(search, search->at)->state.turns;
    edit->shown_begin = before->begin;
    edit->shown_end = token->end;
}

/* Two placings are one move, but the comma between them is lost. */
static void edges_pair(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    struct ludus_move move;
    begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count || token->kind != TOKEN_MOVE ||
        next->kind != TOKEN_MOVE || next->joined || token->item->move.style != MOVE_PLACE ||
        next->item->move.style != MOVE_PLACE || !come_to_move(search, is_joined(search, token)) ||
        !resolve_pair(&search->mend->slots.replay->lexicon, search->pos, &token->item->move,
                      &next->item->move, &move) ||
        !make_move(search, move))
        return;
    show_around(search, add_edit(search, FAULT_SIGN, token->end, token->end, ","), token, next);
    search->state.cost += PRICE_COMMA;
    search->state.token += 2;
    end_edge(search);
}

/* A comma is lost before the move, or one is too many. */
static void edges_comma(struct search *search, const struct token *token)
{
    bool joined = is_joined(search, token);
    const struct token *before = token - 1;
    begin_edge(search);
    if (token->kind != TOKEN_MOVE || token == token_at(search, 0) || !come_to_move(search, !joined) ||
        lacks_roll(search) || !read_move(search, token))
        return;
    if (joined && token->joined) {
        const char *comma = memchr(source_of(search) + before->end, ',', token->begin - before->end);
        size_t at = comma ? (size_t)(comma - source_of(search)) : 0;
        if (!comma)
            return;
        show_around(search, add_edit(search, FAULT_SIGN, at, at + 1, is_filler(comma[1]) ? "" : " "), before,
                    token);
    } else if (!joined) {
        show_around(search, add_edit(search, FAULT_SIGN, before->end, before->end, ","), before, token);
    } else {
        return;
    }
    search->state.cost += PRICE_COMMA;
    end_edge(search);
}

/* ---- Rolls ---- */

/* The value of a sign as a face of a die: a digit, or what looks like one. 0: none. */
static unsigned face_of(const struct ludus_mend *mend, char sign, double *price)
{
    unsigned faces = mend->slots.replay->ruleset->rules.faces;
    if (is_digit(sign) && sign > '0' && (unsigned)(sign - '0') <= faces)
        return (unsigned)(sign - '0');
    for (unsigned face = 1; face <= faces && face < 10; face++)
        if (lookalikes_has(&mend->lookalikes, sign, (char)('0' + face))) {
            *price += *price < PRICE_EDITED ? PRICE_EDITED + PRICE_ALIKE : PRICE_ALIKE;
            return face;
        }
    return 0;
}

/* A Roman numeral up to VI, or 0. */
static unsigned roman(const char *text, size_t length)
{
    static const char *const numerals[] = { "I", "II", "III", "IV", "V", "VI" };
    for (unsigned i = 0; i < 6; i++)
        if (strlen(numerals[i]) == length && memcmp(numerals[i], text, length) == 0)
            return i + 1;
    return 0;
}

/* Reads text as a roll in other signs. */
static bool parse_roll(const struct ludus_mend *mend, const char *text, size_t length,
                       uint8_t dice[LUDUS_DICE_MAX], double *price)
{
    unsigned count = 0, wanted = mend->slots.replay->ruleset->rules.dice;
    *price = 0;
    for (size_t i = 0; i < length;) {
        size_t run = 0;
        while (i + run < length && (text[i + run] == 'I' || text[i + run] == 'V'))
            run++;
        unsigned face = run ? roman(text + i, run) : 0;
        bool sign = !face && (is_letter(text[i]) || is_digit(text[i]));
        if (sign)
            face = face_of(mend, text[i], price);
        if (text[i] == '?' && count < wanted) { /* it is lost */
            dice[count++] = 0;
            i++;
            continue;
        }
        if ((sign && !face) || (!sign && !face && !strchr("()[]{},.-/ \n\t|:;", text[i])))
            return false;
        i += run && !sign ? run : 1;
        if (face && count == wanted)
            return false;
        if (face)
            dice[count++] = (uint8_t)face;
    }
    *price = *price > 0 ? *price : PRICE_CASE;
    return count == wanted;
}

bool repair_read_roll(const struct ludus_mend *mend, size_t begin, size_t end, char out[ROLL_TEXT])
{
    uint8_t dice[LUDUS_DICE_MAX];
    double price;
    struct san_text text = { out, ROLL_TEXT, 0 };
    if (!parse_roll(mend, mend->slots.game->source.text + begin, end - begin, dice, &price) ||
        price > PRICE_EDITED)
        return false;
    san_roll(&text, dice, mend->slots.replay->ruleset->rules.dice);
    san_end(&text);
    return true;
}

static void write_roll(const struct search *search, const uint8_t *dice, const struct item *was, char *out)
{
    char *at = out;
    for (unsigned i = 0; i < search->ruleset->rules.dice; i++) {
        bool same = !was || (was->dice.count == search->ruleset->rules.dice && was->dice.face[i] == dice[i]);
        if (dice[i])
            at += snprintf(at, 8, same ? "%c%u" : "%c<%u>", i ? ',' : '(', dice[i]);
        else
            at += snprintf(at, 8, "%c<_>", i ? ',' : '(');
    }
    strcpy(at, ")");
}

/* One die of a roll shows another face. */
static void edges_die(struct search *search, const struct token *token)
{
    const struct rules *rules = &search->ruleset->rules;
    const struct item *was = token->item;
    if (was->dice.count != rules->dice)
        return;
    for (unsigned die = 0; die < rules->dice; die++)
        for (unsigned face = 1; face <= rules->faces; face++) {
            uint8_t dice[LUDUS_DICE_MAX];
            char text[TEXT_MAX];
            memcpy(dice, was->dice.face, sizeof dice);
            bool lost = was->dice.face[die] == 0;
            if (dice[die] == face)
                continue;
            dice[die] = (uint8_t)face;
            begin_edge(search);
            if (!throw_dice(search, dice))
                continue;
            write_roll(search, dice, was, text);
            add_edit(search, FAULT_SIGN, token->begin, token->end, text);
            char a = (char)('0' + was->dice.face[die] % 10), b = (char)('0' + face % 10);
            search->state.cost += lost ? 0 : PRICE_EDITED + price_sign(&search->pricer, a, b);
            search->state.token++;
            end_edge(search);
        }
}

/* Throws dice of which one may be lost; each face of it ends an edge. */
static void throw_each(struct search *search, const uint8_t *dice)
{
    const struct rules *rules = &search->ruleset->rules;
    unsigned lost = 0;
    while (lost < rules->dice && dice[lost])
        lost++;
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (unsigned face = 1; face <= (lost < rules->dice ? rules->faces : 1); face++) {
        uint8_t thrown[LUDUS_DICE_MAX];
        memcpy(thrown, dice, sizeof thrown);
        if (lost < rules->dice)
            thrown[lost] = (uint8_t)face;
        undo_to(search, ops);
        search->state = state;
        if (throw_dice(search, thrown))
            end_edge(search);
    }
}

/* Words or numbers are a roll. */
static void edges_roll(struct search *search, const struct token *token)
{
    size_t first = (size_t)(token - token_at(search, 0));
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double price;
    char text[TEXT_MAX];
    for (size_t count = 1; count <= 3; count++) {
        size_t end = first + count <= search->tokens.count ? token_at(search, first + count - 1)->end : 0;
        begin_edge(search);
        if (end <= token->begin || end - token->begin > 24 ||
            (count > 1 && token_at(search, first + count - 1)->apart) ||
            !parse_roll(search->mend, source_of(search) + token->begin, end - token->begin, dice, &price) ||
            !end_turn(search))
            continue;
        bool writing = price < PRICE_EDITED;
        struct item plain = { .kind = ITEM_DICE };
        plain.dice.count = (uint8_t)search->ruleset->rules.dice;
        for (unsigned i = 0, at = 0; i < plain.dice.count; i++, at++) { /* what stands there as a digit */
            while (token->begin + at < end && !is_digit(source_of(search)[token->begin + at]) &&
                   !is_letter(source_of(search)[token->begin + at]))
                at++;
            char sign = source_of(search)[token->begin + at];
            plain.dice.face[i] = (uint8_t)(token->begin + at < end && is_digit(sign) ? sign - '0' : 0);
        }
        write_roll(search, dice, writing ? NULL : &plain, text);
        add_edit(search, writing ? FAULT_WRITING : FAULT_SIGN, token->begin, end, text);
        search->state.cost += price;
        search->state.token += (uint32_t)count;
        throw_each(search, dice);
    }
}

/* The roll stands before the number of its turn. */
static void edges_roll_before_number(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    char text[TEXT_MAX];
    long lost;
    begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count || next->kind != TOKEN_LABEL || next->apart ||
        next->end - token->begin >= TEXT_MAX || !end_turn(search) || !fits_label(search, next->item, &lost) ||
        token->item->dice.count != search->ruleset->rules.dice || !throw_dice(search, token->item->dice.face))
        return;
    (void)snprintf(text, sizeof text, "%.*s %.*s", (int)(next->end - next->begin),
                   source_of(search) + next->begin, (int)(token->end - token->begin),
                   source_of(search) + token->begin);
    add_edit(search, FAULT_WRITING, token->begin, next->end, text);
    search->state.cost += PRICE_EDITED;
    search->state.token += 2;
    end_edge(search);
}

/* The turn of the roll just thrown was passed in. */
static void edges_pass(struct search *search, const struct token *token)
{
    begin_edge(search);
    if (!search->ruleset->rules.dice || search->state.mid || !search->pos->dice_count ||
        token == token_at(search, 0) || token[-1].kind != TOKEN_ROLL)
        return;
    show_around(search, add_edit(search, FAULT_NO_MOVES, token[-1].end, token[-1].end, " <pass>"), token - 1,
                token - 1);
    search->state.side = search->pos->side;
    search->state.mid = true;
    search->state.cost += PRICE_PASS_LOST;
    if (end_turn(search))
        end_edge(search);
}

static void edges_edits(struct search *search, const struct token *token)
{
    if (token->kind == TOKEN_ROLL)
        edges_die(search, token);
    else if (token->kind == TOKEN_MOVE || token->kind == TOKEN_WORD)
        with_rolls(search, token, other_moves);
    if (token->kind == TOKEN_MOVE)
        edges_comma(search, token);
    if (search->ruleset->places && (token->kind == TOKEN_MOVE || token->kind == TOKEN_WORD)) {
        edges_pair(search, token);
        edges_placing(search, token, 0);
        edges_placing(search, token, 1);
    }
    if (token->kind == TOKEN_WORD) {
        edges_word_number(search, token);
        edges_word_result(search, token);
    }
    if (search->ruleset->rules.dice && token->kind != TOKEN_MOVE &&
        (token->kind != TOKEN_ROLL || token->item->dice.count != search->ruleset->rules.dice))
        edges_roll(search, token);
    if (token->kind == TOKEN_ROLL)
        edges_roll_before_number(search, token);
}

/* ---- Tokens skipped and exchanged ---- */

static bool same_text(const struct search *search, const struct token *one, const struct token *other)
{
    const char *text = source_of(search);
    return one->end - one->begin == other->end - other->begin &&
           memcmp(text + one->begin, text + other->begin, one->end - one->begin) == 0;
}

/* Are two turns written alike, but for the numbers? */
static bool same_turns(const struct search *search, size_t one, size_t other)
{
    size_t one_end = token_at(search, one)->next_turn, other_end = token_at(search, other)->next_turn;
    while (one < one_end && token_at(search, one)->kind == TOKEN_LABEL)
        one++;
    while (other < other_end && token_at(search, other)->kind == TOKEN_LABEL)
        other++;
    if (one_end - one != other_end - other || one == one_end)
        return false;
    for (; one < one_end; one++, other++)
        if (!same_text(search, token_at(search, one), token_at(search, other)))
            return false;
    return true;
}

/* The first token of the turn before, or SIZE_MAX. */
static size_t turn_before(const struct search *search, size_t turn)
{
    return turn > 0 && turn != SIZE_MAX ? token_at(search, turn - 1)->turn : SIZE_MAX;
}

/* Leaves out the text up to token number `end`. */
static void skip(struct search *search, const struct token *token, size_t end, enum fault_kind kind,
                 double price)
{
    const struct token *next = end < search->tokens.count ? token_at(search, end) : NULL;
    const struct token *last = token_at(search, end - 1);
    begin_edge(search);
    search->state.comma = node_at(search, search->at)->state.comma;
    bool blank = token->begin == 0 || is_filler(source_of(search)[token->begin - 1]);
    size_t till = blank && next && !next->apart && !next->joined ? next->begin : last->end;
    size_t from = token->begin;
    if (token->joined && token > token_at(search, 0))
        from = token[-1].end;
    struct repair_edit *edit = add_edit(search, kind, from, token->joined ? last->end : till, "");
    edit->shown_end = last->end;
    edit->said_end = edit->said_end > last->end ? edit->said_end : last->end;
    search->state.doubled = kind == FAULT_DOUBLED;
    search->state.skipped |= kind == FAULT_TOO_MANY || kind == FAULT_DOUBLED;
    search->state.cost += price;
    search->state.token = (uint32_t)end;
    end_edge(search);
}

static double stray_price(const struct search *search, const struct token *token)
{
    bool roll = search->ruleset->rules.dice && source_of(search)[token->begin] == '(';
    bool move = token->item->kind == ITEM_BAD && token->item->form == BAD_MOVE;
    return roll || move ? PRICE_STRAY_MOVE : PRICE_STRAY;
}

static void edges_skip(struct search *search, const struct token *token)
{
    size_t index = (size_t)(token - token_at(search, 0)), end = token->next_turn;
    const struct state *state = &node_at(search, search->at)->state;
    if (token->turn == index && !state->comma) {
        size_t one = turn_before(search, index), two = turn_before(search, one);
        bool doubled = (one != SIZE_MAX && same_turns(search, one, index)) ||
                       (two != SIZE_MAX && same_turns(search, two, index));
        bool both = two != SIZE_MAX && end < search->tokens.count && same_turns(search, two, index) &&
                    same_turns(search, one, end);
        bool word = end == index + 1 && token->kind == TOKEN_WORD;
        if (both)
            skip(search, token, token_at(search, end)->next_turn, FAULT_DOUBLED, PRICE_DOUBLED_BOTH);
        if (doubled)
            skip(search, token, end, FAULT_DOUBLED, PRICE_DOUBLED);
        else if (!word)
            skip(search, token, end, FAULT_TOO_MANY, PRICE_SURPLUS);
    }
    bool number =
        token->kind == TOKEN_LABEL && index + 1 < search->tokens.count && token[1].kind == TOKEN_LABEL;
    if (token->kind == TOKEN_WORD || number || (token->kind == TOKEN_ROLL && search->pos->dice_count))
        skip(search, token, index + 1, FAULT_STRAY, stray_price(search, token));
    else if (token->turn != index && token->kind != TOKEN_LABEL)
        skip(search, token, index + 1, FAULT_TOO_MANY, PRICE_SURPLUS);
}

/* A word between two moves is written for the comma. */
static void edges_word_for_comma(struct search *search, const struct token *token)
{
    begin_edge(search);
    const struct lexicon *lexicon = &search->mend->slots.replay->lexicon;
    size_t length = token->end - token->begin;
    if (token->kind != TOKEN_WORD || !search->state.mid || token == token_at(search, 0) ||
        search->ruleset->rules.dice < 2 ||
        lexicon_kind(lexicon, source_of(search) + token->begin, length) != NONE)
        return;
    show_around(search, add_edit(search, FAULT_WRITING, token[-1].end, token->end, ","), token - 1, token);
    search->state.comma = true;
    search->state.cost += PRICE_COMMA - PRICE_CASE;
    search->state.token++;
    end_edge(search);
}

/* First token of a turn behind its numbers. */
static size_t behind_numbers(const struct search *search, size_t turn)
{
    size_t end = token_at(search, turn)->next_turn;
    while (turn < end && token_at(search, turn)->kind == TOKEN_LABEL)
        turn++;
    return turn;
}

static void add_supplied(const struct search *search, size_t from, size_t end, struct ludus_buffer *out)
{
    const char *text = source_of(search);
    for (size_t i = from; i < end; i++) {
        const struct token *token = token_at(search, i);
        size_t core = core_end(search, token);
        bool marked = memchr(text + token->begin, '<', core - token->begin) != NULL;
        if (i > from)
            buf_add(out, text + token[-1].end, token->begin - token[-1].end);
        if (token->kind == TOKEN_ROLL)
            for (unsigned die = 0; die < token->item->dice.count; die++)
                buf_format(out, die ? ",<%u>" : "(<%u>", token->item->dice.face[die]);
        else
            buf_format(out, marked ? "%.*s" : "<%.*s>", (int)(core - token->begin), text + token->begin);
        if (token->kind == TOKEN_ROLL)
            buf_char(out, ')');
        else
            buf_add(out, text + core, token->end - core);
    }
}

/* Two stretches of tokens have changed places; what stands between them stays. */
/* Shows only what comes to the place of the first of two things that are exchanged. */
static void show_first(const struct search *search, struct repair_edit *edit, size_t one, size_t one_end,
                       size_t other, size_t other_end, size_t end)
{
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->mend->arena;
    size_t begin = token_at(search, one)->begin, last = token_at(search, end - 1)->end;
    add_supplied(search, other, other_end, &out);
    edit->before = arena_copy(arena, source_of(search) + begin, token_at(search, one_end - 1)->end - begin);
    edit->after = arena_copy(arena, buf_string(&out), out.length);
    edit->said_end = edit->said_end > last ? edit->said_end : last;
    search->mend->failed |= out.failed || !edit->before || !edit->after;
    buf_free(&out);
}

static void end_exchange(struct search *search, enum fault_kind kind, size_t one, size_t one_end,
                         size_t other, size_t other_end, double price)
{
    struct ludus_buffer out = { .bytes = NULL };
    const char *text = source_of(search);
    size_t begin = token_at(search, one_end - 1)->end, end = token_at(search, other)->begin;
    add_supplied(search, other, other_end, &out);
    buf_add(&out, text + begin, end - begin);
    add_supplied(search, one, one_end, &out);
    search->mend->failed |= out.failed;
    size_t last = token_at(search, other_end - 1)->end;
    struct repair_edit *edit = add_edit(search, kind, token_at(search, one)->begin, last, buf_string(&out));
    show_first(search, edit, one, one_end, other, other_end, other_end);
    search->state.cost += price;
    end_edge(search);
    buf_free(&out);
}

static void edges_turns_exchanged(struct search *search, size_t turn)
{
    size_t next = token_at(search, turn)->next_turn, count = search->tokens.count;
    size_t one = behind_numbers(search, turn), other = next < count ? behind_numbers(search, next) : count;
    size_t end = next < count ? token_at(search, next)->next_turn : count;
    begin_edge(search);
    if (next >= count || one == next || other == end || !play_exactly(search, other, end) ||
        !end_turn(search) || !play_exactly(search, one, next))
        return;
    search->state.token = (uint32_t)end;
    end_exchange(search, FAULT_TURNS_EXCHANGED, one, next, other, end, PRICE_EXCHANGED);
}

static void edges_dice_exchanged(struct search *search, size_t turn)
{
    size_t next = token_at(search, turn)->next_turn, count = search->tokens.count;
    size_t one = behind_numbers(search, turn), other = next < count ? behind_numbers(search, next) : count;
    size_t end = next < count ? token_at(search, next)->next_turn : count;
    begin_edge(search);
    if (next >= count || one + 1 >= next || other + 1 >= end || token_at(search, one)->kind != TOKEN_ROLL ||
        token_at(search, other)->kind != TOKEN_ROLL ||
        same_text(search, token_at(search, one), token_at(search, other)))
        return;
    const struct item *first = token_at(search, other)->item, *second = token_at(search, one)->item;
    unsigned dice = search->ruleset->rules.dice;
    if (first->dice.count != dice || second->dice.count != dice || !throw_dice(search, first->dice.face) ||
        !play_exactly(search, one + 1, next) || !throw_dice(search, second->dice.face) ||
        !play_exactly(search, other + 1, end))
        return;
    struct ludus_buffer out = { .bytes = NULL };
    const char *text = source_of(search);
    size_t begin = token_at(search, one)->end, till = token_at(search, other)->begin;
    add_supplied(search, other, other + 1, &out);
    buf_add(&out, text + begin, till - begin);
    add_supplied(search, one, one + 1, &out);
    search->mend->failed |= out.failed;
    search->state.token = (uint32_t)end;
    struct repair_edit *edit = add_edit(search, FAULT_DICE_EXCHANGED, token_at(search, one)->begin,
                                        token_at(search, other)->end, buf_string(&out));
    show_first(search, edit, one, one + 1, other, other + 1, end);
    search->state.cost += PRICE_EXCHANGED;
    end_edge(search);
    buf_free(&out);
}

/* This move and the next of its turn. */
static void edges_moves_exchanged(struct search *search, size_t index)
{
    const struct token *token = token_at(search, index), *next = token + 1;
    begin_edge(search);
    if (index + 1 >= search->tokens.count || token->kind != TOKEN_MOVE || next->kind != TOKEN_MOVE ||
        !next->joined || !come_to_move(search, is_joined(search, token)) || lacks_roll(search))
        return;
    search->state.token = (uint32_t)index;
    if (!read_move(search, next) || search->state.token != index + 1 || !read_move(search, token))
        return;
    search->state.token = (uint32_t)index + 2;
    end_exchange(search, FAULT_MOVES_EXCHANGED, index, index + 1, index + 1, index + 2,
                 PRICE_MOVES_EXCHANGED);
}

static void edges_skips(struct search *search, const struct token *token)
{
    size_t index = (size_t)(token - token_at(search, 0));
    edges_skip(search, token);
    edges_word_for_comma(search, token);
    edges_pass(search, token);
    edges_moves_exchanged(search, index);
    if (token->turn != index || node_at(search, search->at)->state.comma)
        return;
    edges_turns_exchanged(search, index);
    if (search->ruleset->rules.dice)
        edges_dice_exchanged(search, index);
}

/* ---- Lost turns ---- */

/* Does the next number say that a turn is lost before it? */
static bool shows_lost(const struct search *search, const struct token *token)
{
    const struct token *next = token, *end = token_at(search, 0) + search->tokens.count;
    long turns = 0, lost = 0;
    for (; next < end && next->kind != TOKEN_LABEL; next = token_at(search, 0) + next->next_turn)
        turns++;
    return next < end && turns > 0 && !fits_label(search, next->item, &lost) && lost == turns + 1;
}

/* Nothing that is written goes for the move: it can be any. */
static void edges_any(struct search *search, const struct token *token)
{
    begin_edge(search);
    bool move = token->kind == TOKEN_MOVE ||
                (token->kind == TOKEN_WORD && token->item->kind == ITEM_BAD && token->item->form == BAD_MOVE);
    if (!move || search->ruleset->rules.dice || !end_turn(search))
        return;
    add_edit(search, FAULT_SIGNS, token->begin, token->end, "_");
    search->state.cost += token->kind == TOKEN_WORD ? PRICE_TURN_LOST : PRICE_ANY_MOVE;
    search->state.token++;
    begin_lost(search, 1);
}

static void edges_lost_turn(struct search *search, const struct token *token, bool shown)
{
    begin_edge(search);
    if (token->turn != (size_t)(token - token_at(search, 0)) || !end_turn(search) ||
        search->pos->dice_count || shows_lost(search, token) != shown)
        return;
    add_edit(search, FAULT_LEFT_OUT, token->begin, token->begin, search->ruleset->rules.dice ? "__ " : "_ ");
    search->state.cost += shown ? PRICE_SHOWN_LOST + PRICE_SHOWN_MORE : PRICE_TURN_LOST;
    begin_lost(search, 1);
}

/* ---- The search ---- */

static void look(struct search *search, struct entry entry)
{
    const struct state *state = &node_at(search, entry.node)->state;
    bool end = state->token >= search->tokens.count;
    const struct token *token = end ? NULL : token_at(search, state->token);
    if (entry.stage == STAGE_EXACT && end)
        read_end(search);
    else if (entry.stage == STAGE_EXACT)
        edges_exact(search, token);
    else if (entry.stage == STAGE_EDITS)
        edges_edits(search, token);
    else if (entry.stage == STAGE_SKIPS) {
        edges_skips(search, token);
        edges_lost_turn(search, token, true);
    } else {
        edges_lost_turn(search, token, false);
        edges_any(search, token);
    }
    begin_edge(search);
    if (!end && entry.stage + 1 < STAGES)
        plan(search, entry.node, (enum stage)(entry.stage + 1));
    search->mend->tried++;
}

/* The changes on the way to a node, in the order of the record. */
static bool tell(struct search *search, uint32_t index, struct repair *out)
{
    size_t count = 0;
    for (uint32_t i = index; i != NO_INDEX; i = node_at(search, i)->parent)
        count += node_at(search, i)->edits;
    *out = (struct repair){ .count = count, .cost = node_at(search, index)->state.cost };
    out->edits = arena_alloc(&search->mend->arena, (count + 1) * sizeof *out->edits);
    search->mend->failed |= !out->edits;
    for (uint32_t i = index; i != NO_INDEX && out->edits; i = node_at(search, i)->parent)
        for (unsigned k = node_at(search, i)->edits; k > 0; k--) {
            struct repair_edit *edit = &out->edits[--count];
            *edit = ((struct repair_edit *)search->edits.data)[node_at(search, i)->edit + k - 1];
            edit->text = arena_copy(&search->mend->arena, edit->text, strlen(edit->text));
            search->mend->failed |= !edit->text;
        }
    return !search->mend->failed;
}

/* Tells it, if none with the same changes has been told. */
static bool tell_once(struct search *search, uint32_t index, struct repair *out, size_t count)
{
    uint64_t story = node_at(search, index)->story;
    for (size_t i = 0; i < count; i++)
        if (search->told[i] == story)
            return false;
    if (story == 0 || !tell(search, index, &out[count]))
        return false;
    search->told[count] = story;
    return true;
}

/* Looks at states until the answers, or what may be tried, are at an end. */
static size_t run(struct search *search, size_t pops, struct repair *out, size_t capacity, bool *bound)
{
    size_t count = 0;
    for (size_t left = pops; search->heap.count && !search->mend->failed; left--) {
        if (left == 0) {
            *bound = true;
            break;
        }
        struct entry entry = pop(search);
        if (entry.bound > search->most || lags(search, &node_at(search, entry.node)->state, entry.bound))
            continue;
        if (node_at(search, entry.node)->state.done) {
            if (!tell_once(search, entry.node, out, count))
                continue;
            double within = out[count].cost + REPAIR_RIVALS;
            if (within < search->most) {
                search->most = within;
                left = left < POPS_RIVALS || count ? left : POPS_RIVALS;
            }
            if (++count == capacity)
                break;
        } else if (stand_at(search, entry.node)) {
            look(search, entry);
        }
    }
    return count;
}

static bool begin(struct search *search, bool hasty)
{
    struct ludus_position *start = slots_position(&search->mend->slots);
    search->nodes.count = search->ops.count = search->edits.count = search->heap.count = 0;
    search->hasty = hasty;
    search->most = 1e9;
    memset(search->table, 0xff, TABLE * sizeof *search->table);
    for (size_t i = 0; i <= search->tokens.count; i++)
        search->reached[i] = 1e9;
    struct node *first = mend_push(search->mend, &search->nodes, sizeof *first);
    if (!first)
        return false;
    *first = (struct node){ .parent = NO_INDEX, .twin = NO_INDEX };
    first->pos = arena_alloc(&search->arena, search->pos_size);
    search->mend->failed |= !first->pos;
    if (!first->pos)
        return false;
    memcpy(first->pos, start, search->pos_size);
    plan(search, 0, STAGE_EXACT);
    return true;
}

static bool make_room(struct search *search)
{
    size_t moves = search->ruleset->max_moves + 1;
    search->moves = memory_new(moves * sizeof *search->moves);
    search->pricer.moves = memory_new(moves * sizeof *search->pricer.moves);
    search->priced = memory_new(CANDIDATES * sizeof *search->priced);
    search->table = memory_new(TABLE * sizeof *search->table);
    search->reached = memory_new((search->tokens.count + 1) * sizeof *search->reached);
    return search->moves && search->pricer.moves && search->priced && search->table && search->reached;
}

static void forget(struct search *search)
{
    struct mend_array *arrays[] = { &search->tokens, &search->nodes, &search->ops, &search->edits,
                                    &search->heap };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]->data);
    free(search->moves);
    free(search->pricer.moves);
    free(search->priced);
    free(search->table);
    free(search->reached);
    arena_free(&search->arena);
    free(search);
}

static int by_cost(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    return (one->cost > other->cost) - (one->cost < other->cost);
}

/* The cheapest of the states that come farthest. */
static size_t tell_parts(struct search *search, struct repair *out)
{
    size_t count = 0;
    while (count < PARTS_MAX) {
        uint32_t best = NO_INDEX;
        for (uint32_t i = 0; i < search->nodes.count; i++) {
            const struct state *state = &node_at(search, i)->state;
            const struct state *other = best == NO_INDEX ? NULL : &node_at(search, best)->state;
            bool told = node_at(search, i)->story == 0;
            for (size_t k = 0; k < count && !told; k++)
                told = search->told[k] == node_at(search, i)->story;
            if (!told && (!other || state->token > other->token ||
                          (state->token == other->token && state->cost < other->cost)))
                best = i;
        }
        if (best == NO_INDEX || !tell_once(search, best, out, count))
            break;
        out[count++].part = true;
    }
    return count;
}

size_t repair_search(struct ludus_mend *mend, struct repair *out, size_t capacity)
{
    struct search *search = memory_zeroed(1, sizeof *search);
    size_t count = 0;
    bool bound = false;
    mend->failed |= !search;
    if (!search)
        return 0;
    capacity = capacity < ANSWERS_MAX ? capacity : ANSWERS_MAX;
    search->mend = mend;
    search->ruleset = mend->slots.replay->ruleset;
    search->pricer.lookalikes = &mend->lookalikes;
    search->pricer.ruleset = search->ruleset;
    search->pos_size = offsetof(struct ludus_position, of) + search->ruleset->codes * sizeof *search->pos->of;
    if (take_tokens(search) && make_room(search)) {
        if (begin(search, false))
            count = run(search, POPS_EXACT, out, capacity, &bound);
        if (count == 0 && bound) {
            arena_reset(&search->arena);
            if (begin(search, true))
                count = run(search, POPS_HASTY, out, capacity, &bound);
        }
        if (count == 0)
            count = tell_parts(search, out);
        mend->gave_up |= bound && count == 0;
    } else {
        mend->failed = true;
    }
    qsort(out, count, sizeof *out, by_cost);
    forget(search);
    return mend->failed ? 0 : count;
}
