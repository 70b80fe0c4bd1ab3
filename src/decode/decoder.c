/* decoder.c - the search for the game on a page. States are a position, a passage, and how it was come to;
 * they are kept in a beam for each passage, cheapest first, and those that meet again are one. */
#include "decode/decoder.h"

#include "base/chars.h"
#include "base/memory.h"
#include "decode/diagram_text.h"
#include "rules/movegen.h"
#include "rules/outcome.h"

#include <stdlib.h>
#include <string.h>

enum cost {
    COST_WRONG_LABEL = 500,
    COST_LABEL_SLIP = 300, /* a digit of it is wrong or lost */
    COST_NO_LABEL = 40,
    COST_WRONG_SIDE = 400,
    COST_WRONG_NUMBER = 200,  /* beside the right letter, and a roll */
    COST_WRONG_LETTER = 1000, /* 1W, and it is Black's turn */
    COST_LABEL_AHEAD = 600,
    COST_MARGIN = 300,
    COST_OVER = 600, /* after words that end the game */
    COST_DEPTH = 400,
    COST_PROSE = 100,
    COST_ENTER_PROSE = 800,
    COST_ENTER_NUMBERED = 250, /* with the number of the turn */
    COST_NOTATION = 600,
    COST_SKIP_EXPECTED = 1200,
    COST_SKIP_ASIDE = 130, /* expected, but behind words */
    COST_SKIP_AHEAD = 400, /* dearer in the end than a lost ply, or a lost ply would end each game */
    COST_SKIP_BEHIND = 30,
    COST_SKIP_PROSE = 10,
    COST_SKIP_NUMBERED = 60,
    COST_SKIP_NEXT = 150, /* right behind the last move */
    COST_BEHIND_WORDS = 200,
    COST_WORDS = 60, /* behind the move */
    COST_LOST = 1000,
    COST_GAP = 1300, /* a move that is not on the page */
    COST_TAIL = 60,
    COST_CUT = 250, /* and they look like more of a move */
    COST_NO_RECAPTURE = 30,
    COST_WRONG_DIE = 500, /* a move that the dice told do not allow */
    COST_SQUARE = 100,    /* a diagram has another piece there */
    SQUARES_MOST = 12,    /* a diagram that differs on more is of something else */
    COST_MENDED = 300,    /* from here on, the text is told as wrong */
    TRY_SLIPS = 450,      /* passages that are not read for less are read with a sign wrong */
    GAP_STATES = 4,       /* the cheapest states, for which it is looked for */
    BEAM = 64,
    BEAM_RIVALS = 8,
    BEAM_TIES = 300 /* of states as cheap as the last, as lost plies make them */
};

struct node {
    uint32_t parent;
    uint32_t passage, end; /* end: byte of the page */
    uint32_t total;        /* cost as far as this */
    uint32_t number;       /* of its turn */
    struct ludus_move move;
    uint16_t price;
    uint8_t manner;
    bool takes;
};

struct state {
    struct tracked at;
    uint64_t key;
    uint32_t node; /* last ply; 0: none */
    uint32_t cost;
    uint32_t dialects;
    uint32_t unread;
    uint32_t number; /* of the next turn */
    unsigned margin;
    bool reading; /* the last passage was read */
    uint8_t over; /* class of the words that have ended the game */
    uint8_t made; /* moves of the turn with dice that is under way */
    bool black;   /* Black has begun, where either side may */
    bool set_up;  /* the game does not begin at the start of the ruleset */
};

/* The states at one passage. */
struct beam {
    struct state *states; /* owned */
    size_t count, capacity;
    uint32_t *slots; /* owned; by key: index of a state, from 1; a power of two, over the count */
    size_t slot_count;
};

struct search {
    struct passages *passages;
    const struct dialects *dialects;
    struct beam *beams; /* owned; one for each passage, and one for the end */
    struct node *nodes; /* owned */
    size_t node_count, node_capacity;
    struct ludus_move *moves, *lost; /* owned */
    size_t beam;                     /* states that are kept at a passage */
    uint64_t closed;                 /* the position in which `closed_move` is not to be played, or 0 */
    struct ludus_move closed_move;
    bool failed;
};

/* ---- States ---- */

static uint64_t mix(uint64_t key, uint64_t value)
{
    key = (key ^ value) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

static uint64_t key_of(const struct state *state)
{
    uint64_t key = mix(state->at.pos.hash, (state->number << 8 | state->over) * 2 + state->reading);
    const struct ludus_ruleset *rs = state->at.pos.ruleset;
    for (unsigned square = 0; square < rs->squares; square++)
        if (state->at.pos.cell[square])
            key = mix(key, square * 16u + state->at.origin[square]);
    if (rs->rules.dice) {
        uint32_t dice = 0;
        memcpy(&dice, state->at.pos.dice, sizeof dice);
        key = mix(key,
                  (uint64_t)state->at.pos.dice_used << 40 | (uint64_t)state->at.pos.dice_count << 32 | dice);
    }
    return mix(key, state->margin ^ (uint64_t)state->dialects << 8);
}

static uint32_t *slot_of(const struct beam *beam, uint64_t key)
{
    size_t at = (size_t)key & (beam->slot_count - 1);
    while (beam->slots[at] && beam->states[beam->slots[at] - 1].key != key)
        at = (at + 1) & (beam->slot_count - 1);
    return &beam->slots[at];
}

/* Room for one more state. */
static bool grow(struct beam *beam)
{
    struct state *states = memory_room(beam->states, beam->count, &beam->capacity, sizeof *states);
    if (!states)
        return false;
    beam->states = states;
    if (2 * beam->count < beam->slot_count)
        return true;
    free(beam->slots);
    beam->slot_count = beam->slot_count ? 4 * beam->slot_count : 64;
    beam->slots = memory_zeroed(beam->slot_count, sizeof *beam->slots);
    for (size_t i = 0; beam->slots && i < beam->count; i++)
        *slot_of(beam, beam->states[i].key) = (uint32_t)i + 1;
    return beam->slots != NULL;
}

static void free_beam(struct beam *beam)
{
    free(beam->states);
    free(beam->slots);
    *beam = (struct beam){ .states = NULL };
}

/* Puts a state where it waits for its passage, unless the same stands there and is not dearer. */
static void put(struct search *search, size_t passage, struct state *state)
{
    struct beam *beam = &search->beams[passage];
    state->key = key_of(state);
    search->failed |= !grow(beam);
    if (search->failed)
        return;
    uint32_t *slot = slot_of(beam, state->key);
    if (!*slot) {
        beam->states[beam->count++] = *state;
        *slot = (uint32_t)beam->count;
    } else if (state->cost < beam->states[*slot - 1].cost) {
        beam->states[*slot - 1] = *state;
    }
}

static int cheaper_first(const void *a, const void *b)
{
    const struct state *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost)
                              : (x->key > y->key) - (x->key < y->key);
}

static uint32_t add_node(struct search *search, struct node node)
{
    struct node *nodes =
        memory_room(search->nodes, search->node_count, &search->node_capacity, sizeof *nodes);
    search->failed |= !nodes;
    if (!nodes)
        return 0;
    search->nodes = nodes;
    search->nodes[search->node_count] = node;
    return (uint32_t)search->node_count++;
}

/* ---- What it costs to read or to leave out a passage ---- */

/* Is a turn with dice under way, which the passage may go on with? */
static bool goes_on(const struct state *state, const struct passage *passage)
{
    return state->made > 0 && state->made < state->at.pos.dice_count && passage->roll.count == 0;
}

/* The state at a passage: where a roll is told, the turn before has ended, and the dice lie so. */
static void throw_dice(struct state *state, const struct passage *passage)
{
    struct ludus_position *pos = &state->at.pos;
    struct undo undo;
    if (!passage->roll.count)
        return;
    if (pos->dice_count) {
        uint32_t number = pos->number;
        position_end_turn(pos, &undo);
        pos->past = NULL;
        state->number += pos->number - number;
    }
    ludus_position_roll(pos, passage->roll.dice, passage->roll.count);
    state->made = 0;
}

/* Is the number that of the next turn? Where Black has begun, White's may have Black's. */
static bool is_number(const struct state *state, uint32_t label)
{
    const struct ludus_position *pos = &state->at.pos;
    return label == state->number || (label + 1 == state->number && pos->side == LUDUS_WHITE &&
                                      pos->ruleset->rules.first != FIRST_WHITE);
}

static bool is_expected(const struct state *state, const struct passage *passage)
{
    if (state->at.pos.ruleset->rules.dice && !passage->roll.count && !goes_on(state, passage))
        return false;
    if (!passage->label) /* "White: P-K4" */
        return passage->side >= 0 && passage->side == state->at.pos.side;
    return is_number(state, passage->label) && (passage->side < 0 || passage->side == state->at.pos.side);
}

/* Does it stand in rows that begin in another column, as variations do? */
static bool is_aside(const struct state *state, const struct passage *passage)
{
    return passage->margin && state->margin &&
           (passage->margin > state->margin + 2 || passage->margin + 2 < state->margin);
}

/* Does the number of the turn stand right before it? */
static bool is_numbered(const struct state *state, const struct passage *passage)
{
    return passage->label && passage->label_begin < passage->begin && is_expected(state, passage);
}

/* Does the passage stand in the paragraph of the last ply, and right behind that? */
static bool is_next(const struct search *search, const struct state *state, const struct passage *passage)
{
    const struct node *last = &search->nodes[state->node];
    size_t at = last->end;
    if (!state->node || search->passages->each[last->passage].cell != passage->cell)
        return false;
    bool line = false, comma = false;
    for (; at < passage->label_begin && strchr(" \t\r\n,.;", search->passages->text[at]); at++) {
        line |= is_break(search->passages->text[at]);
        comma |= search->passages->text[at] == ',';
    }
    return at == passage->label_begin && !(line && !comma && goes_on(state, passage));
}

static unsigned cost_of_skipping(const struct search *search, const struct state *state,
                                 const struct passage *passage)
{
    if (!passage->strong && is_expected(state, passage) && is_next(search, state, passage))
        return COST_SKIP_NEXT;
    if (!passage->strong)
        return is_numbered(state, passage) ? COST_SKIP_NUMBERED : COST_SKIP_PROSE;
    if (is_aside(state, passage))
        return COST_SKIP_PROSE;
    if (is_expected(state, passage) || (!state->node && (state->set_up || passage->roll.count)))
        return passage->behind_words || passage->words ? COST_SKIP_ASIDE : COST_SKIP_EXPECTED;
    return passage->label > state->number ? COST_SKIP_AHEAD : COST_SKIP_BEHIND;
}

/* Is one number the other with a digit wrong or lost? */
static bool is_slip(uint32_t a, uint32_t b)
{
    if (a < b) {
        uint32_t less = a;
        a = b;
        b = less;
    }
    return a % 10 == b % 10 || a / 10 == b / 10 || a / 10 == b || (a < 100 && a % 10 == b);
}

static unsigned cost_of_label(const struct search *search, const struct state *state,
                              const struct passage *passage)
{
    const struct passage *last = &search->passages->each[search->nodes[state->node].passage];
    if (state->node && passage->in_row && state->at.pos.side == LUDUS_BLACK && last->label == passage->label)
        return 0; /* it has been paid for White's move */
    if (is_slip(passage->label, state->number))
        return COST_LABEL_SLIP;
    return passage->label > state->number ? COST_LABEL_AHEAD : COST_WRONG_LABEL;
}

static unsigned cost_of_place(const struct search *search, const struct state *state,
                              const struct passage *passage)
{
    bool next = is_next(search, state, passage), numbered = is_numbered(state, passage),
         words = passage->behind_words && !next && !(numbered && !passage->strong);
    unsigned cost = passage->depth * (unsigned)COST_DEPTH;
    if (words && !goes_on(state, passage))
        cost += COST_BEHIND_WORDS;
    if (!state->node && state->set_up)
        ; /* a set-up position may be numbered anew */
    else if (passage->label && !is_number(state, passage->label))
        cost += passage->roll.count && passage->side >= 0 ? COST_WRONG_NUMBER
                                                          : cost_of_label(search, state, passage);
    else if (!passage->label && (state->at.pos.side == LUDUS_WHITE || passage->roll.count))
        cost += COST_NO_LABEL;
    if (passage->side >= 0 && passage->side != state->at.pos.side)
        cost += passage->roll.count ? COST_WRONG_LETTER : COST_WRONG_SIDE;
    if (is_aside(state, passage))
        cost += COST_MARGIN;
    if (passage->words)
        cost += COST_WORDS;
    if (state->over)
        cost += COST_OVER;
    if (!passage->strong && !next)
        cost += state->reading ? COST_PROSE : numbered ? COST_ENTER_NUMBERED : COST_ENTER_PROSE;
    return cost;
}

/* A diagram that stands behind moves shows what they lead to. */
static unsigned cost_of_board(const struct state *state, const struct ludus_position *board)
{
    unsigned differs = state->node ? diagram_text_differs(&state->at.pos, board) : 0;
    return COST_SQUARE * (differs < SQUARES_MOST ? differs : SQUARES_MOST);
}

/* ---- The search ---- */

static const struct readings *readings_of(struct search *search, struct passage *passage)
{
    if (passage->readings)
        return passage->readings;
    passage->readings = memory_zeroed(1, sizeof *passage->readings);
    search->failed |= !passage->readings;
    if (passage->readings)
        reading_find(search->dialects, search->passages->text + passage->begin, passage->end - passage->begin,
                     UINT32_MAX, passage->readings);
    return passage->readings;
}

static const struct readings *slips_of(struct search *search, struct passage *passage, uint32_t dialects)
{
    if (passage->slips)
        return passage->slips;
    passage->slips = memory_zeroed(1, sizeof *passage->slips);
    search->failed |= !passage->slips;
    if (passage->slips)
        reading_find_slips(search->dialects, search->passages->text + passage->begin,
                           passage->end - passage->begin, dialects, passage->slips);
    return passage->slips;
}

/* The passage that may be read next when this one ends at byte `end`. */
static size_t behind(const struct search *search, size_t passage, size_t end)
{
    const struct passages *all = search->passages;
    size_t next =
        passage + (end > all->each[passage].begin); /* a move that is not on the page takes up nothing */
    while (next < all->count && all->each[next].cell == all->each[passage].cell &&
           all->each[next].begin < end)
        next++;
    return next;
}

struct step {
    const struct state *from;
    size_t passage;
    unsigned cost;  /* of the place */
    unsigned best;  /* price of the best move so far */
    unsigned limit; /* moves of this price are not played */
};

static bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

static void play(struct search *search, const struct step *step, struct ludus_move move, unsigned price,
                 size_t end, uint32_t dialects, enum ply_manner manner)
{
    if (search->closed == step->from->at.pos.hash && same_move(move, search->closed_move))
        return;
    const struct passage *passage = &search->passages->each[step->passage];
    struct state next = *step->from;
    uint32_t number = next.at.pos.number;
    tracked_play(&next.at, move);
    next.cost += step->cost + price;
    next.dialects = dialects;
    next.reading = true;
    next.made++;
    if (!step->from->node && step->from->set_up && passage->label)
        next.number = passage->label;
    next.number += next.at.pos.number - number;
    if (passage->margin)
        next.margin = passage->margin;
    bool takes = move.to != NONE && step->from->at.pos.cell[move.to] != 0;
    next.node = add_node(search, (struct node){ step->from->node, (uint32_t)step->passage,
                                                (uint32_t)(passage->begin + end), next.cost,
                                                step->from->number, move, (uint16_t)price, (uint8_t)manner,
                                                takes || move.type == LUDUS_EN_PASSANT });
    put(search, behind(search, step->passage, passage->begin + end), &next);
}

/* Does a move take something, but not what has just taken? */
static bool is_elsewhere(const struct search *search, const struct state *from, struct ludus_move move)
{
    const struct node *last = &search->nodes[from->node];
    return from->node && last->takes && move.to != NONE && move.to != last->move.to &&
           from->at.pos.cell[move.to];
}

/* Do the signs right behind a move belong to it: digits, a dash, capitals? */
static bool is_cut(const char *text, size_t length)
{
    size_t at = 0, capitals = 0, end;
    while (at < length && (is_blank(text[at]) || text[at] == '.'))
        at++;
    for (end = at; end < length && end - at < 6 && !is_break(text[end]); end++) {
        if (text[end] == '(' || text[end] == '[')
            break;
        if (is_digit(text[end]) || text[end] == '-')
            return true;
        capitals += is_upper(text[end]);
    }
    return 2 * capitals > end - at;
}

/* Cost of what is left behind a move: signs that it could have taken in, and does by another reading. */
static unsigned cost_of_tail(const struct search *search, size_t index, size_t length, size_t longest)
{
    const struct passage *passage = &search->passages->each[index];
    const char *text = search->passages->text + passage->begin;
    if (passage->in_row && is_cut(text + length, passage->end - passage->begin - length))
        return COST_CUT;
    return length < longest ? COST_TAIL : 0;
}

static size_t longest_of(const struct readings *readings)
{
    size_t longest = 0;
    for (unsigned i = 0; readings && i < readings->count; i++)
        longest = readings->each[i].length > longest && !readings->each[i].cost ? readings->each[i].length
                                                                                : longest;
    return longest;
}

/* Plays all legal moves that agree with one of the readings, at `least` cost each. */
static void play_readings(struct search *search, struct step *step, const struct readings *readings,
                          size_t count, unsigned least)
{
    size_t longest = longest_of(readings);
    for (unsigned i = 0; readings && i < readings->count; i++) {
        const struct reading *reading = &readings->each[i];
        uint32_t dialects = step->from->dialects & reading->dialects;
        unsigned change = (dialects ? 0 : COST_NOTATION) +
                          cost_of_tail(search, step->passage, reading->length, longest) + least;
        for (size_t m = 0; m < count; m++) {
            unsigned price =
                reading_price(search->dialects, reading, &step->from->at, search->moves[m]) + change;
            if (price >= step->limit)
                continue;
            price += is_elsewhere(search, step->from, search->moves[m]) ? COST_NO_RECAPTURE : 0;
            step->best = price < step->best ? price : step->best;
            play(search, step, search->moves[m], price, reading->length,
                 dialects ? dialects : step->from->dialects,
                 price - change >= COST_MENDED ? PLY_MENDED : PLY_READ);
        }
    }
}

static void read_passage(struct search *search, const struct state *state, size_t index)
{
    struct passage *passage = &search->passages->each[index];
    struct step step = { .from = state,
                         .passage = index,
                         .cost = cost_of_place(search, state, passage),
                         .best = READING_LIMIT,
                         .limit = READING_LIMIT };
    const bool dice = state->at.pos.ruleset->rules.dice > 0;
    if (step.cost >= 2 * READING_LIMIT || outcome_ended(&state->at.pos) ||
        (dice && !passage->roll.count && !goes_on(state, passage)))
        return;
    size_t count = movegen_all(&state->at.pos, search->moves);
    if (passage->roll.count && !search->failed)
        search->moves[count++] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    play_readings(search, &step, readings_of(search, passage), count, 0);
    if (!passage->strong || step.best <= TRY_SLIPS || !is_expected(state, passage))
        return;
    if (dice) { /* a wrong die is told by the check of the record */
        count = movegen_undiced(&state->at.pos, search->moves);
        play_readings(search, &step, readings_of(search, passage), count, COST_WRONG_DIE);
    }
    if (step.best <= TRY_SLIPS + COST_WRONG_DIE && dice && step.best < READING_LIMIT)
        return;
    play_readings(search, &step, slips_of(search, passage, state->dialects), count, 0);
    if (step.best > TRY_SLIPS)
        for (size_t m = 0; m < count; m++)
            play(search, &step, search->moves[m], COST_LOST, passage->least, state->dialects, PLY_LOST);
}

/* Is there one move between the game so far and the passage that the page does not have? */
static bool is_behind_gap(const struct state *state, const struct passage *passage)
{
    return !state->at.pos.ruleset->rules.dice && passage->strong && passage->label && passage->side >= 0 &&
           !passage->words && !is_aside(state, passage) &&
           passage->label * 2 + (unsigned)passage->side == state->number * 2 + state->at.pos.side + 1u;
}

/* Reads the passage behind any move that is not on the page. */
static void read_behind_gap(struct search *search, const struct state *state, size_t index)
{
    struct passage *passage = &search->passages->each[index];
    if (!is_behind_gap(state, passage) || outcome_ended(&state->at.pos))
        return;
    size_t count = movegen_all(&state->at.pos, search->lost);
    for (size_t m = 0; m < count && !search->failed; m++) {
        if (search->closed == state->at.pos.hash && same_move(search->lost[m], search->closed_move))
            continue;
        struct state next = *state;
        struct step step = { .from = &next, .passage = index, .best = READING_LIMIT, .limit = COST_MENDED };
        tracked_play(&next.at, search->lost[m]);
        next.cost += COST_GAP;
        next.number += next.at.pos.side == LUDUS_WHITE;
        next.node =
            add_node(search, (struct node){ state->node, (uint32_t)index, (uint32_t)passage->begin, next.cost,
                                            state->number, search->lost[m], COST_GAP, PLY_LOST, false });
        step.cost = cost_of_place(search, &next, passage);
        play_readings(search, &step, readings_of(search, passage), movegen_all(&next.at.pos, search->moves),
                      0);
    }
}

static void take_passage(struct search *search, size_t index)
{
    struct beam *beam = &search->beams[index];
    if (beam->count > 1)
        qsort(beam->states, beam->count, sizeof *beam->states, cheaper_first);
    for (size_t i = 0; i < beam->count && !search->failed; i++) {
        if (i >= search->beam &&
            (i >= BEAM_TIES || beam->states[i].cost > beam->states[search->beam - 1].cost))
            break;
        struct state skipped = beam->states[i], *here = &beam->states[i];
        const struct passage *passage = &search->passages->each[index];
        if (passage->board) {
            skipped.cost += cost_of_board(&skipped, passage->board);
        } else if (passage->ends) {
            skipped.over = skipped.node ? passage->ends : 0;
        } else {
            throw_dice(here, passage);
            skipped.cost += cost_of_skipping(search, here, passage);
            skipped.unread += passage->strong && is_expected(here, passage) && !is_aside(here, passage);
            skipped.reading = false;
            read_passage(search, here, index);
            if (i < GAP_STATES)
                read_behind_gap(search, here, index);
        }
        put(search, index + 1, &skipped);
    }
    free_beam(beam);
}

/* ---- The answer ---- */

/* Writes the plies that lead to a state, last first; returns how many they are. */
static size_t trace(const struct search *search, uint32_t node, struct decoded_ply *plies, size_t room)
{
    size_t count = 0;
    for (; node; node = search->nodes[node].parent, count++) {
        const struct node *n = &search->nodes[node];
        if (plies && count < room)
            plies[room - 1 - count] = (struct decoded_ply){ .passage = n->passage,
                                                            .begin = search->passages->each[n->passage].begin,
                                                            .end = n->end,
                                                            .move = n->move,
                                                            .number = n->number,
                                                            .manner = n->manner,
                                                            .cost = n->price,
                                                            .total = n->total,
                                                            .margin = UINT32_MAX };
    }
    return count;
}

/* The margins, by the other games that are left at the end. */
static void find_margins(const struct search *search, const struct beam *beam, struct decoded *decoded)
{
    for (size_t i = 1; i < beam->count; i++) {
        size_t count = trace(search, beam->states[i].node, NULL, 0);
        struct decoded_ply *plies = memory_zeroed(count + 1, sizeof *plies);
        if (!plies)
            break;
        trace(search, beam->states[i].node, plies, count);
        unsigned more = beam->states[i].cost - decoded->cost;
        for (size_t p = 0; p < decoded->count && p < count; p++)
            if (more < decoded->plies[p].margin && !same_move(plies[p].move, decoded->plies[p].move)) {
                decoded->plies[p].margin = more;
                decoded->plies[p].other = plies[p].move;
                break; /* what comes after it is of another game */
            }
        free(plies);
    }
}

static bool answer(struct search *search, struct decoded *decoded)
{
    struct beam *beam = &search->beams[search->passages->count];
    if (search->failed || beam->count == 0)
        return false;
    qsort(beam->states, beam->count, sizeof *beam->states, cheaper_first);
    const struct state *best = &beam->states[0];
    decoded->count = trace(search, best->node, NULL, 0);
    decoded->plies = memory_zeroed(decoded->count + 1, sizeof *decoded->plies);
    decoded->cost = best->cost;
    decoded->unread = best->unread;
    decoded->dialects = best->dialects;
    decoded->ended = best->over;
    decoded->black = best->black;
    if (decoded->plies) {
        trace(search, best->node, decoded->plies, decoded->count);
        find_margins(search, beam, decoded);
    }
    return decoded->plies != NULL;
}

static void start(struct search *search, const struct ludus_position *position)
{
    struct state first;
    memset(&first, 0, sizeof first);
    first.at.pos = *position;
    first.at.pos.past = NULL;
    for (unsigned square = 0; square < SQUARES_MAX; square++)
        first.at.origin[square] = (uint8_t)square_file(position->ruleset, square);
    first.dialects = UINT32_MAX;
    first.number = position->number;
    first.set_up = position->hash != position->ruleset->start->hash;
    first.reading = true;
    add_node(search, (struct node){ .parent = 0 }); /* 0 is none */
    put(search, 0, &first);
    if (!first.set_up && position->ruleset->rules.first == FIRST_EITHER) {
        position_set_side(&first.at.pos, LUDUS_BLACK);
        first.black = true;
        put(search, 0, &first);
    }
}

static bool open_search(struct search *search, struct passages *passages, const struct dialects *dialects,
                        const struct ludus_position *position, size_t beam)
{
    *search = (struct search){ .passages = passages, .dialects = dialects, .beam = beam };
    search->beams = memory_zeroed(passages->count + 1, sizeof *search->beams);
    search->moves = memory_zeroed(position->ruleset->max_moves + 1, sizeof *search->moves);
    search->lost = memory_zeroed(position->ruleset->max_moves + 1, sizeof *search->lost);
    bool sound = search->beams && search->moves && search->lost;
    if (sound)
        start(search, position);
    return sound && !search->failed;
}

static void run(struct search *search, size_t from)
{
    for (size_t i = from; i < search->passages->count && !search->failed; i++)
        take_passage(search, i);
}

static void close_search(struct search *search)
{
    for (size_t i = 0; search->beams && i <= search->passages->count; i++)
        free_beam(&search->beams[i]);
    free(search->beams);
    free(search->nodes);
    free(search->moves);
    free(search->lost);
}

bool decode_game(struct passages *passages, const struct dialects *dialects,
                 const struct ludus_position *position, struct decoded *decoded)
{
    struct search search;
    *decoded = (struct decoded){ .plies = NULL };
    bool sound = open_search(&search, passages, dialects, position, BEAM);
    if (sound)
        run(&search, 0);
    sound = sound && answer(&search, decoded);
    close_search(&search);
    return sound;
}

/* ---- Rivals ---- */

/* Plays a ply of the game that was found: its state is then the only one, at the passage that is returned. */
static size_t follow(struct search *search, size_t index, const struct decoded_ply *ply, uint32_t dialects)
{
    struct state from = search->beams[index].states[0];
    free_beam(&search->beams[index]);
    for (; index < ply->passage; index++)
        if (search->passages->each[index].ends && from.node)
            from.over = search->passages->each[index].ends;
    struct step step = { .from = &from, .passage = ply->passage };
    size_t end = ply->end - search->passages->each[ply->passage].begin;
    play(search, &step, ply->move, ply->total - from.cost, end, dialects, PLY_READ);
    return behind(search, ply->passage, ply->end);
}

/* The cheapest game that goes as `from` does and then not with the move of the ply. */
static void find_rival(struct search *search, const struct state *from, size_t index, unsigned cost,
                       struct decoded_ply *ply)
{
    struct state first = *from;
    size_t nodes = search->node_count;
    search->closed = from->at.pos.hash;
    search->closed_move = ply->move;
    put(search, index, &first);
    run(search, index);
    search->closed = 0;
    struct beam *beam = &search->beams[search->passages->count];
    const struct state *best = NULL;
    for (size_t i = 0; i < beam->count; i++)
        if (!best || beam->states[i].cost < best->cost)
            best = &beam->states[i];
    uint32_t node = best ? best->node : from->node;
    while (node != from->node && search->nodes[node].parent != from->node)
        node = search->nodes[node].parent;
    if (node != from->node) {
        ply->margin = best->cost > cost ? best->cost - cost : 0;
        ply->other = search->nodes[node].move;
    }
    free_beam(beam);
    search->node_count = nodes;
}

bool decode_rivals(struct passages *passages, const struct dialects *dialects,
                   const struct ludus_position *position, struct decoded *decoded)
{
    struct search search;
    bool sound = open_search(&search, passages, dialects, position, BEAM_RIVALS);
    for (size_t i = 0, index = 0; sound && i < decoded->count && !search.failed; i++) {
        struct state from = search.beams[index].states[0];
        find_rival(&search, &from, index, decoded->cost, &decoded->plies[i]);
        put(&search, index, &from);
        index = follow(&search, index, &decoded->plies[i], decoded->dialects);
    }
    sound = sound && !search.failed;
    close_search(&search);
    return sound;
}

void decoded_free(struct decoded *decoded)
{
    free(decoded->plies);
}
