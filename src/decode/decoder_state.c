/* decoder_state.c - the states of the search for the game on a page, and what it costs to read or to leave
 * out a passage. */
#include "decode/decoder_state.h"

#include "base/chars.h"
#include "base/memory.h"
#include "decode/diagram_text.h"
#include "rules/position.h"

#include <stdlib.h>
#include <string.h>

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

void decoder_free_beam(struct beam *beam)
{
    free(beam->states);
    free(beam->slots);
    *beam = (struct beam){ .states = NULL };
}

void decoder_put(struct search *search, size_t passage, struct state *state)
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

int decoder_cheaper_first(const void *a, const void *b)
{
    const struct state *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost)
                              : (x->key > y->key) - (x->key < y->key);
}

uint32_t decoder_add_node(struct search *search, struct node node)
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

bool decoder_goes_on(const struct state *state, const struct passage *passage)
{
    return state->made > 0 && state->made < state->at.pos.dice_count && passage->roll.count == 0;
}

void decoder_throw_dice(struct state *state, const struct passage *passage)
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

bool decoder_is_expected(const struct state *state, const struct passage *passage)
{
    if (state->at.pos.ruleset->rules.dice && !passage->roll.count && !decoder_goes_on(state, passage))
        return false;
    if (!passage->label) /* "White: P-K4" */
        return passage->side >= 0 && passage->side == state->at.pos.side;
    return is_number(state, passage->label) && (passage->side < 0 || passage->side == state->at.pos.side);
}

bool decoder_is_aside(const struct state *state, const struct passage *passage)
{
    return passage->margin && state->margin &&
           (passage->margin > state->margin + 2 || passage->margin + 2 < state->margin);
}

/* Does the number of the turn stand right before it? */
static bool is_numbered(const struct state *state, const struct passage *passage)
{
    return passage->label && passage->label_begin < passage->begin && decoder_is_expected(state, passage);
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
    return at == passage->label_begin && !(line && !comma && decoder_goes_on(state, passage));
}

unsigned decoder_cost_of_skipping(const struct search *search, const struct state *state,
                                  const struct passage *passage)
{
    if (!passage->strong && decoder_is_expected(state, passage) && is_next(search, state, passage))
        return COST_SKIP_NEXT;
    if (!passage->strong)
        return is_numbered(state, passage) ? COST_SKIP_NUMBERED : COST_SKIP_PROSE;
    if (decoder_is_aside(state, passage))
        return COST_SKIP_PROSE;
    if (decoder_is_expected(state, passage) || (!state->node && (state->set_up || passage->roll.count)))
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

unsigned decoder_cost_of_place(const struct search *search, const struct state *state,
                               const struct passage *passage)
{
    bool next = is_next(search, state, passage), numbered = is_numbered(state, passage),
         words = passage->behind_words && !next && !(numbered && !passage->strong);
    unsigned cost = passage->depth * (unsigned)COST_DEPTH;
    if (words && !decoder_goes_on(state, passage))
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
    if (decoder_is_aside(state, passage))
        cost += COST_MARGIN;
    if (passage->words)
        cost += COST_WORDS;
    if (state->over)
        cost += COST_OVER;
    bool rows = state->node && search->passages->each[search->nodes[state->node].passage].in_row;
    if (!passage->strong && !next)
        cost += state->reading && (numbered || !rows) ? COST_PROSE
                : numbered                            ? COST_ENTER_NUMBERED
                                                      : COST_ENTER_PROSE;
    return cost;
}

unsigned decoder_cost_of_board(const struct state *state, const struct ludus_position *board)
{
    unsigned differs = state->node ? diagram_text_differs(&state->at.pos, board) : 0;
    return COST_SQUARE * (differs < SQUARES_MOST ? differs : SQUARES_MOST);
}
