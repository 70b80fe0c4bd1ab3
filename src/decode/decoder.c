/* decoder.c - the search for the game on a page. States are a position, a passage, and how it was come to;
 * they are kept in a beam for each passage, cheapest first, and those that meet again are one. */
#include "decode/decoder.h"

#include "base/chars.h"
#include "base/memory.h"
#include "decode/decoder_state.h"
#include "decode/diagram_text.h"
#include "rules/position.h"

#include <stdlib.h>
#include <string.h>

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
    next.node = decoder_add_node(
        search, (struct node){ step->from->node, (uint32_t)step->passage, (uint32_t)(passage->begin + end),
                               next.cost, step->from->number, move, (uint16_t)price, (uint8_t)manner,
                               takes || move.type == LUDUS_EN_PASSANT });
    decoder_put(search, behind(search, step->passage, passage->begin + end), &next);
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
    const size_t label = label_at(text, at, length).length;
    if (label && text[at + label - 1] == ')') /* of a footnote */
        return false;
    for (end = at; end < length && end - at < 6 && !is_break(text[end]); end++) {
        if (strchr("@~^", text[end])) /* signs that cannot be read */
            return true;
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
        const unsigned tail = cost_of_tail(search, step->passage, reading->length, longest),
                       change = (dialects ? 0 : COST_NOTATION) + tail + least;
        search->compared += count;
        for (size_t m = 0; m < count; m++) {
            unsigned price =
                reading_price(search->dialects, reading, &step->from->at, search->moves[m]) + change;
            if (price >= step->limit)
                continue;
            price += is_elsewhere(search, step->from, search->moves[m]) ? COST_NO_RECAPTURE : 0;
            step->best = price < step->best ? price : step->best;
            play(search, step, search->moves[m], price, reading->length,
                 dialects ? dialects : step->from->dialects,
                 price - change >= COST_MENDED || tail == COST_CUT ? PLY_MENDED : PLY_READ);
        }
    }
}

static void read_passage(struct search *search, const struct state *state, size_t index)
{
    struct passage *passage = &search->passages->each[index];
    struct step step = { .from = state,
                         .passage = index,
                         .cost = decoder_cost_of_place(search, state, passage),
                         .best = READING_LIMIT,
                         .limit = READING_LIMIT };
    const bool dice = state->at.pos.ruleset->rules.dice > 0;
    if (step.cost >= 2 * READING_LIMIT || outcome_ended(&state->at.pos) ||
        (dice && !passage->roll.count && !decoder_goes_on(state, passage)))
        return;
    size_t count = movegen_all(&state->at.pos, search->moves);
    if (passage->roll.count && !search->failed)
        search->moves[count++] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    play_readings(search, &step, readings_of(search, passage), count, 0);
    if (!passage->strong || search->exact || step.best <= TRY_SLIPS || !decoder_is_expected(state, passage))
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
           !passage->words && !decoder_is_aside(state, passage) &&
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
        next.node = decoder_add_node(
            search, (struct node){ state->node, (uint32_t)index, (uint32_t)passage->begin, next.cost,
                                   state->number, search->lost[m], COST_GAP, PLY_LOST, false });
        step.cost = decoder_cost_of_place(search, &next, passage);
        play_readings(search, &step, readings_of(search, passage), movegen_all(&next.at.pos, search->moves),
                      0);
    }
}

static void take_passage(struct search *search, size_t index)
{
    struct beam *beam = &search->beams[index];
    const size_t width =
        search->compared / COMPARED_MOST < search->passages->count ? search->beam : BEAM_RIVALS;
    if (beam->count > 1)
        qsort(beam->states, beam->count, sizeof *beam->states, decoder_cheaper_first);
    for (size_t i = 0; i < beam->count && !search->failed; i++) {
        if (i >= width &&
            (i >= BEAM_TIES || width < search->beam || beam->states[i].cost > beam->states[width - 1].cost))
            break;
        struct state skipped = beam->states[i], *here = &beam->states[i];
        const struct passage *passage = &search->passages->each[index];
        if (passage->board) {
            skipped.cost += decoder_cost_of_board(&skipped, passage->board);
        } else if (passage->ends) {
            skipped.over = skipped.node ? passage->ends : 0;
        } else {
            decoder_throw_dice(here, passage);
            skipped.cost += decoder_cost_of_skipping(search, here, passage);
            skipped.reading = false;
            read_passage(search, here, index);
            if (i < GAP_STATES && !search->exact)
                read_behind_gap(search, here, index);
        }
        decoder_put(search, index + 1, &skipped);
    }
    decoder_free_beam(beam);
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
    qsort(beam->states, beam->count, sizeof *beam->states, decoder_cheaper_first);
    const struct state *best = &beam->states[0];
    decoded->count = trace(search, best->node, NULL, 0);
    decoded->plies = memory_zeroed(decoded->count + 1, sizeof *decoded->plies);
    decoded->cost = best->cost;
    decoded->dialects = best->dialects;
    decoded->ended = best->over;
    decoded->black = best->black;
    if (decoded->plies) {
        trace(search, best->node, decoded->plies, decoded->count);
        find_margins(search, beam, decoded);
    }
    return decoded->plies != NULL;
}

static void start(struct search *search, const struct tracked *at, uint32_t dialects)
{
    const struct ludus_ruleset *ruleset = at->pos.ruleset;
    struct state first;
    memset(&first, 0, sizeof first);
    first.at = *at;
    first.at.pos.past = NULL;
    first.dialects = dialects;
    first.number = at->pos.number;
    first.set_up = at->pos.hash != ruleset->start->hash;
    first.reading = true;
    decoder_add_node(search, (struct node){ .parent = 0 }); /* 0 is none */
    decoder_put(search, 0, &first);
    if (!first.set_up && ruleset->rules.first == FIRST_EITHER) {
        position_set_side(&first.at.pos, LUDUS_BLACK);
        first.black = true;
        decoder_put(search, 0, &first);
    }
}

static bool open_search(struct search *search, struct passages *passages, const struct dialects *dialects,
                        const struct tracked *at, uint32_t in_force, size_t beam)
{
    const struct ludus_position *position = &at->pos;
    *search = (struct search){ .passages = passages, .dialects = dialects, .beam = beam };
    search->beams = memory_zeroed(passages->count + 1, sizeof *search->beams);
    search->moves = memory_zeroed(position->ruleset->max_moves + 1, sizeof *search->moves);
    search->lost = memory_zeroed(position->ruleset->max_moves + 1, sizeof *search->lost);
    bool sound = search->beams && search->moves && search->lost;
    if (sound)
        start(search, at, in_force);
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
        decoder_free_beam(&search->beams[i]);
    free(search->beams);
    free(search->nodes);
    free(search->moves);
    free(search->lost);
}

static bool decode_from(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                        uint32_t in_force, bool exact, struct decoded *decoded)
{
    struct search search;
    *decoded = (struct decoded){ .plies = NULL };
    bool sound = open_search(&search, passages, dialects, at, in_force, BEAM);
    search.exact = exact;
    if (sound)
        run(&search, 0);
    sound = sound && answer(&search, decoded);
    close_search(&search);
    return sound;
}

bool decode_game(struct passages *passages, const struct dialects *dialects,
                 const struct ludus_position *position, struct decoded *decoded)
{
    struct tracked at;
    tracked_start(&at, position);
    return decode_from(passages, dialects, &at, UINT32_MAX, false, decoded);
}

bool decode_line(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                 uint32_t in_force, struct decoded *decoded)
{
    return decode_from(passages, dialects, at, in_force, true, decoded);
}

/* ---- Rivals ---- */

/* Plays a ply of the game that was found: its state is then the only one, at the passage that is returned. */
static size_t follow(struct search *search, size_t index, const struct decoded_ply *ply, uint32_t dialects)
{
    struct state from = search->beams[index].states[0];
    decoder_free_beam(&search->beams[index]);
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
    decoder_put(search, index, &first);
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
    decoder_free_beam(beam);
    search->node_count = nodes;
}

bool decode_rivals(struct passages *passages, const struct dialects *dialects,
                   const struct ludus_position *position, struct decoded *decoded)
{
    struct search search;
    struct tracked first;
    tracked_start(&first, position);
    bool sound = open_search(&search, passages, dialects, &first, UINT32_MAX, BEAM_RIVALS);
    for (size_t i = 0, index = 0; sound && i < decoded->count && !search.failed; i++) {
        struct state from = search.beams[index].states[0];
        find_rival(&search, &from, index, decoded->cost, &decoded->plies[i]);
        decoder_put(&search, index, &from);
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
