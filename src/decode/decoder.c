/* decoder.c - the beam search for the game on a page. A state is a position at a passage. Each passage has a
 * beam, cheapest states first; of states with the same key the cheapest is kept. */
#include "decode/decoder.h"

/* ---- States ---- */

/* Returns the key of a state without its notations, so that another language changes no order. */
static uint64_t tie_of(const struct state *state)
{
    uint64_t key = key_mix(state->at.pos.hash, (state->number << 8 | state->over) * 2 + state->reading);
    key += state->aside;
    const struct ludus_ruleset *rs = state->at.pos.ruleset;
    for (unsigned square = 0; square < rs->squares; square++)
        if (state->at.pos.cell[square])
            key = key_mix(key, square * 16u + state->at.origin[square]);
    if (rs->rules.dice) {
        uint32_t dice = 0;
        memcpy(&dice, state->at.pos.dice, sizeof dice);
        key = key_mix(key, (uint64_t)state->at.pos.dice_used << 40 |
                               (uint64_t)state->at.pos.dice_count << 32 | dice);
    }
    return key;
}

static void free_beam(struct beam *beam)
{
    for (size_t i = 0; beam->each && i < beam->count; i++)
        free(beam->each[i].state);
    free(beam->each);
    *beam = (struct beam){ .each = NULL };
}

/* Of states of the same cost the positions decide, as good as chance: where there is no room for all, those
 * that are kept have all kinds of moves. */
static bool costs_more(const struct waiting *a, const struct waiting *b)
{
    return a->cost != b->cost ? a->cost > b->cost : a->tie > b->tie;
}

/* Adds a copy of a state to the beam of a passage, unless the beam has the same state at no higher cost, or
 * is full of cheaper ones. */
static void add_state(struct search *search, size_t passage, const struct state *state)
{
    struct beam *beam = &search->beams[passage];
    struct waiting waiting = { .cost = state->cost };
    size_t at, old = 0;
    if (beam->count == BEAM_TIES && beam->each[BEAM_TIES - 1].cost < waiting.cost)
        return;
    waiting.tie = tie_of(state);
    waiting.key = key_mix(waiting.tie, state->margin ^ (state->dialects << 8 | state->dialects >> 56));
    while (old < beam->count && beam->each[old].key != waiting.key)
        old++;
    if ((old < beam->count && beam->each[old].cost <= waiting.cost) ||
        (old == BEAM_TIES && !costs_more(&beam->each[--old], &waiting)))
        return;
    beam->each = beam->each ? beam->each : memory_new(BEAM_TIES * sizeof *beam->each);
    waiting.state = old < beam->count ? beam->each[old].state : memory_new(sizeof *state);
    if (!beam->each || !waiting.state) {
        search->failed = true;
        free(waiting.state);
        return;
    }
    waiting.order = old < beam->count ? beam->each[old].order : (uint32_t)beam->count;
    for (at = old; at > 0 && costs_more(&beam->each[at - 1], &waiting);)
        at--;
    beam->count += old == beam->count;
    *waiting.state = *state;
    memmove(beam->each + at + 1, beam->each + at, (old - at) * sizeof *beam->each);
    beam->each[at] = waiting;
}

/* Adds the node of a ply after a state. The passage is read up to its byte `end`; 0: the ply is not on the
 * page. Returns the node; 0 without memory. */
static uint32_t add_ply(struct search *search, const struct state *from, size_t passage, size_t end,
                        struct ludus_move move, unsigned price, unsigned total, enum ply_manner manner)
{
    const size_t begin = search->passages->each[passage].begin;
    struct node *node =
        memory_push(&search->nodes, &search->node_count, &search->node_capacity, sizeof *node);
    search->failed |= !node;
    if (!node)
        return 0;
    *node = (struct node){ from->node,
                           end && (move.type == LUDUS_EN_PASSANT ||
                                   (move.to != NONE && from->at.pos.cell[move.to] != 0)),
                           { .passage = (uint32_t)passage,
                             .begin = (uint32_t)begin,
                             .end = (uint32_t)(begin + end),
                             .move = move,
                             .number = from->number,
                             .manner = (uint8_t)manner,
                             .cost = price,
                             .total = total,
                             .margin = UINT32_MAX } };
    return (uint32_t)(search->node_count - 1);
}

/* ---- The search ---- */

/* Returns the readings of a passage, cached in `*kept`; if `slips` (notations) is set, with a sign wrong. */
static const struct readings *readings_of(struct search *search, const struct passage *passage,
                                          struct readings **kept, notation_set slips)
{
    const char *text = search->passages->text + passage->begin;
    const size_t length = passage->end - passage->begin;
    if (*kept)
        return *kept;
    *kept = memory_zeroed(1, sizeof **kept);
    search->failed |= !*kept;
    if (*kept && !slips)
        reading_find(search->dialects, text, length, ALL_NOTATIONS, *kept);
    else if (*kept && search->passages->slips++ < SLIPS_MOST)
        reading_find_slips(search->dialects, text, length, slips, *kept);
    return *kept;
}

/* Returns the passage to read after this one, whose text ends at byte `end`. */
static size_t passage_after(const struct search *search, size_t passage, size_t end)
{
    const struct passages *all = search->passages;
    size_t next =
        passage + (end > all->each[passage].begin); /* a move that is not on the page has no bytes */
    while (next < all->count && all->each[next].cell == all->each[passage].cell &&
           all->each[next].begin < end)
        next++;
    return next;
}

struct step {
    const struct state *from;
    size_t passage;
    unsigned cost;  /* of reading at this place */
    unsigned best;  /* lowest price of a move so far */
    unsigned limit; /* moves of this price or more are not played */
};

static void play_move(struct search *search, const struct step *step, struct ludus_move move, unsigned price,
                      size_t end, notation_set dialects, enum ply_manner manner)
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
    next.aside = false;
    next.made++;
    if (!step->from->node && step->from->set_up && passage->label)
        next.number = passage->label;
    next.number += next.at.pos.number - number;
    if (passage->margin)
        next.margin = passage->margin;
    next.node = add_ply(search, step->from, step->passage, end, move, price, next.cost, manner);
    add_state(search, passage_after(search, step->passage, passage->begin + end), &next);
}

/* Do the bytes right after a move look like more of it: digits, a dash, capitals? */
static bool is_cut(const char *text, size_t length)
{
    size_t at = print_skip(text, 0, length, " \t\v\f."), capitals = 0, end;
    const size_t label = label_at(text, at, length).length;
    if (label && text[at + label - 1] == ')') /* the mark of a footnote */
        return false;
    for (end = at; end < length && end - at < 6 && !is_break(text[end]); end++) {
        if (strchr("@~^", text[end])) /* illegible signs */
            return true;
        if (text[end] == '(' || text[end] == '[')
            break;
        if (is_digit(text[end]) || text[end] == '-' || (length - end > 3 && is_long_dash(text + end)))
            return true;
        capitals += is_upper(text[end]);
    }
    return 2 * capitals > end - at;
}

/* Returns the cost of the text after a move, if it looks like more of it, or a longer reading includes it. */
static unsigned cost_of_tail(const struct search *search, const struct passage *passage, size_t length,
                             size_t longest)
{
    const char *text = search->passages->text + passage->begin;
    if (passage->in_row && is_cut(text + length, passage->end - passage->begin - length))
        return COST_CUT;
    return length < longest ? COST_TAIL : 0;
}

/* Plays all legal moves that agree with one of the readings, and adds `least` to the cost of each. After a
 * capture, a capture on another square costs a little more. */
static void play_readings(struct search *search, struct step *step, const struct readings *readings,
                          size_t count, unsigned least)
{
    const struct state *from = step->from;
    const struct node last = search->nodes[from->node];
    size_t longest = 0;
    for (unsigned i = 0; readings && i < readings->count; i++)
        if (readings->each[i].length > longest && !readings->each[i].cost)
            longest = readings->each[i].length;
    for (unsigned i = 0; readings && i < readings->count; i++) {
        const struct reading *reading = &readings->each[i];
        notation_set dialects = from->dialects & reading->dialects;
        const unsigned tail = cost_of_tail(search, &search->passages->each[step->passage], reading->length,
                                           longest),
                       change = (dialects ? 0 : COST_NOTATION) + tail + least;
        search->compared += count;
        for (size_t m = 0; m < count; m++) {
            const struct ludus_move move = search->moves[m];
            unsigned price = reading_price(search->dialects, reading, &from->at, move) + change;
            if (price >= step->limit)
                continue;
            if (from->node && last.takes && move.to != NONE && move.to != last.ply.move.to &&
                from->at.pos.cell[move.to])
                price += COST_NO_RECAPTURE;
            step->best = price < step->best ? price : step->best;
            play_move(search, step, move, price, reading->length, dialects ? dialects : from->dialects,
                      !dialects || price - change >= COST_MENDED || tail == COST_CUT ? PLY_MENDED : PLY_READ);
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
    play_readings(search, &step, readings_of(search, passage, &passage->readings, 0), count, 0);
    if (!passage->strong || search->exact || step.best <= TRY_SLIPS || !decoder_is_expected(state, passage))
        return;
    if (dice) { /* checking the record reports the wrong die */
        count = movegen_undiced(&state->at.pos, search->moves);
        play_readings(search, &step, readings_of(search, passage, &passage->readings, 0), count,
                      COST_WRONG_DIE);
        if (step.best <= TRY_SLIPS + COST_WRONG_DIE)
            return;
    }
    if (state->cost <= search->cheapest + SLIPS_WITHIN)
        play_readings(search, &step, readings_of(search, passage, &passage->slips, state->dialects), count,
                      0);
    if (step.best > TRY_SLIPS)
        for (size_t m = 0; m < count; m++)
            play_move(search, &step, search->moves[m], COST_LOST, passage->least, state->dialects, PLY_LOST);
}

/* Reads the passage after a ply that is missing on the page: any legal move. */
static void read_behind_gap(struct search *search, const struct state *state, size_t index)
{
    const struct ludus_position *pos = &state->at.pos;
    struct passage *passage = &search->passages->each[index];
    if (pos->ruleset->rules.dice || !passage->strong || !passage->label || passage->side < 0 ||
        passage->words || passage_is_aside(passage, state->margin) || outcome_ended(pos) ||
        (long)passage_turn(passage) != turn_place(&pos->ruleset->rules, state->number, pos->side) + 1)
        return;
    size_t count = movegen_all(pos, search->lost);
    for (size_t m = 0; m < count && !search->failed; m++) {
        if (search->closed == pos->hash && same_move(search->lost[m], search->closed_move))
            continue;
        struct state next = *state;
        struct step step = { .from = &next, .passage = index, .best = READING_LIMIT, .limit = COST_MENDED };
        tracked_play(&next.at, search->lost[m]);
        next.cost += COST_GAP;
        next.number += place_of_side(pos->ruleset, next.at.pos.side) == 0;
        next.node = add_ply(search, state, index, 0, search->lost[m], COST_GAP, next.cost, PLY_LOST);
        step.cost = decoder_cost_of_place(search, &next, passage);
        play_readings(search, &step, readings_of(search, passage, &passage->readings, 0),
                      movegen_all(&next.at.pos, search->moves), 0);
    }
}

/* If the passage has a roll, ends the turn of the state and sets its dice. */
static void roll_dice(struct state *state, const struct passage *passage)
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

/* Does a passage of running text continue the one before it, with nothing between them, and does its turn
 * stand once more behind it? */
static bool is_joined(const struct search *search, size_t index)
{
    const struct passage *passage = &search->passages->each[index], *last = passage - 1;
    return index > 0 && !passage->in_row && last->cell == passage->cell && last->depth == passage->depth &&
           passages_touch(search->passages, index) && decoder_stands_again(search, passage) &&
           (!last->label || passage_turn(last) + 1 == passage_turn(passage));
}

static void search_passage(struct search *search, size_t index)
{
    struct beam *beam = &search->beams[index];
    search->joined = is_joined(search, index);
    const size_t width =
        search->compared / COMPARED_MOST < search->passages->count ? search->beam : BEAM_ALTERNATIVES;
    search->cheapest = beam->count ? beam->each[0].cost : 0;
    for (size_t i = 0; i < beam->count && !search->failed; i++) {
        if (i >= width &&
            (i >= BEAM_TIES || width < search->beam || beam->each[i].cost > beam->each[width - 1].cost))
            break;
        struct state *here = beam->each[i].state, skipped = *here;
        const struct passage *passage = &search->passages->each[index];
        if (passage->board) {
            unsigned differs = skipped.node ? diagram_text_differs(&skipped.at.pos, passage->board) : 0;
            skipped.cost += COST_SQUARE * (differs < SQUARES_MOST ? differs : SQUARES_MOST);
        } else if (passage->ends) {
            skipped.over = skipped.node ? passage->ends : 0;
        } else {
            roll_dice(here, passage);
            read_passage(search, here, index);
            unsigned cost = decoder_cost_of_skipping(search, here, passage);
            cost = search->joined && here->aside && cost > COST_SKIP_BEHIND ? COST_SKIP_BEHIND : cost;
            skipped.cost += cost;
            skipped.aside = cost <= COST_SKIP_SENTENCE;
            skipped.reading = false;
            if (i < GAP_STATES && !search->exact)
                read_behind_gap(search, here, index);
        }
        add_state(search, index + 1, &skipped);
    }
    free_beam(beam);
}

/* ---- The game found ---- */

/* Returns the plies that lead to a state, owned by the caller; NULL without memory. */
static struct decoded_ply *trace_plies(const struct search *search, const struct state *state, size_t *count)
{
    *count = 0;
    for (uint32_t node = state->node; node; node = search->nodes[node].parent)
        ++*count;
    struct decoded_ply *plies = memory_zeroed(*count + 1, sizeof *plies);
    size_t at = *count;
    for (uint32_t node = state->node; plies && node; node = search->nodes[node].parent)
        plies[--at] = search->nodes[node].ply;
    return plies;
}

/* Sets the margins, from the other games in the last beam. */
static void find_margins(const struct search *search, const struct beam *beam, struct decoded *decoded)
{
    for (size_t i = 1; i < beam->count; i++) {
        const unsigned more = beam->each[i].cost - decoded->cost;
        size_t count, p = 0;
        struct decoded_ply *plies = trace_plies(search, beam->each[i].state, &count);
        if (!plies)
            break;
        while (p < decoded->count && p < count && same_move(plies[p].move, decoded->plies[p].move))
            p++;
        struct decoded_ply *ply = &decoded->plies[p];
        if (p < decoded->count && p < count && more < ply->margin) { /* states are in the order of costs */
            ply->margin = more;
            ply->other = plies[p].move;
        } else if (p < decoded->count && p < count) {
            ply->open |= more == ply->margin && !same_move(plies[p].move, ply->other);
        }
        free(plies);
    }
}

static void open_search(struct search *search, struct passages *passages, const struct dialects *dialects,
                        const struct tracked *at, notation_set in_force, size_t beam)
{
    const struct ludus_ruleset *ruleset = at->pos.ruleset;
    struct state first;
    *search = (struct search){ .passages = passages, .dialects = dialects, .beam = beam };
    search->beams = memory_zeroed(passages->count + 1, sizeof *search->beams);
    search->moves = memory_zeroed(ruleset->max_moves + 1, sizeof *search->moves);
    search->lost = memory_zeroed(ruleset->max_moves + 1, sizeof *search->lost);
    search->nodes = memory_zeroed(1, sizeof *search->nodes); /* node 0 is none */
    search->node_count = search->node_capacity = 1;
    search->failed = !search->beams || !search->moves || !search->lost || !search->nodes;
    if (search->failed)
        return;
    memset(&first, 0, sizeof first);
    first.at = *at;
    first.at.pos.past = NULL;
    first.dialects = in_force;
    first.number = at->pos.number;
    first.set_up = at->pos.hash != ruleset->start->hash;
    first.reading = true;
    add_state(search, 0, &first);
    if (!first.set_up && ruleset->rules.first == FIRST_EITHER) {
        position_set_side(&first.at.pos, LUDUS_BLACK);
        first.black = true;
        add_state(search, 0, &first);
    }
}

static void search_passages(struct search *search, size_t from)
{
    for (size_t i = from; i < search->passages->count && !search->failed; i++)
        search_passage(search, i);
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

bool decode_game(struct passages *passages, const struct dialects *dialects, const struct tracked *at,
                 notation_set in_force, bool exact, struct decoded *decoded)
{
    struct search search;
    *decoded = (struct decoded){ .plies = NULL };
    open_search(&search, passages, dialects, at, in_force, BEAM);
    search.exact = exact;
    search_passages(&search, 0);
    if (!search.failed && search.beams[passages->count].count > 0) {
        struct beam *beam = &search.beams[passages->count];
        const struct state *best = beam->each[0].state;
        decoded->cost = best->cost;
        decoded->dialects = best->dialects;
        decoded->ended = best->over;
        decoded->black = best->black;
        decoded->plies = trace_plies(&search, best, &decoded->count);
        if (decoded->plies)
            find_margins(&search, beam, decoded);
    }
    close_search(&search);
    return decoded->plies != NULL;
}

/* ---- Alternatives ---- */

/* Finds the cheapest game that continues `from` with another move than `ply`. Sets its margin and `other`. */
static void find_alternative(struct search *search, const struct state *from, size_t index, unsigned cost,
                             struct decoded_ply *ply)
{
    struct state here = *from;
    size_t nodes = search->node_count;
    roll_dice(&here, &search->passages->each[ply->passage]);
    search->closed = here.at.pos.hash;
    search->closed_move = ply->move;
    add_state(search, index, from);
    search_passages(search, index);
    search->closed = 0;
    struct beam *beam = &search->beams[search->passages->count];
    const struct waiting *best = beam->each;
    for (size_t i = 1; i < beam->count && beam->each[i].cost == beam->each->cost; i++)
        best = beam->each[i].order < best->order ? &beam->each[i] : best;
    uint32_t node = best ? best->state->node : from->node;
    while (node != from->node && search->nodes[node].parent != from->node)
        node = search->nodes[node].parent;
    if (node != from->node) {
        ply->margin = best->cost > cost ? best->cost - cost : 0;
        ply->other = search->nodes[node].ply.move;
    }
    free_beam(beam);
    search->node_count = nodes;
}

bool decode_alternatives(struct passages *passages, const struct dialects *dialects,
                         const struct ludus_position *position, struct decoded *decoded)
{
    struct search search;
    struct tracked first;
    tracked_start(&first, position);
    open_search(&search, passages, dialects, &first, ALL_NOTATIONS, BEAM_ALTERNATIVES);
    for (size_t i = 0, index = 0; i < decoded->count && !search.failed && search.beams[index].each; i++) {
        struct decoded_ply *ply = &decoded->plies[i];
        const struct beam *beam = &search.beams[index]; /* at first of both sides that may begin */
        struct state from = *beam->each[beam->count > 1 && beam->each->state->black != decoded->black].state;
        find_alternative(&search, &from, index, decoded->cost, ply);
        /* The ply is played. Its state is then the only one, at the passage after it. */
        free_beam(&search.beams[index]);
        for (; index < ply->passage; index++)
            if (passages->each[index].ends && from.node)
                from.over = passages->each[index].ends;
        roll_dice(&from, &passages->each[index]);
        struct step step = { .from = &from, .passage = ply->passage };
        play_move(&search, &step, ply->move, ply->total - from.cost,
                  ply->end - passages->each[ply->passage].begin, decoded->dialects, PLY_READ);
        index = passage_after(&search, ply->passage, ply->end);
    }
    close_search(&search);
    return !search.failed;
}
