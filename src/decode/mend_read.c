/* mend_read.c - the legal readings of a damaged turn. */
#include "base/memory.h"
#include "decode/mend.h"
#include "notation/move_text.h"
#include "play/meant.h"
#include "play/replay.h"
#include "play/san.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MAX = 256 };

static const double odds_of_lookalike = 0.25;

/* ---- The readings of a turn ---- */

struct reader {
    struct ludus_mend *mend;
    size_t slot;
    struct mend_array *out;
    struct turn_reading reading; /* under way */
};

static void note_text(struct reader *reader, unsigned part, const char *text, const uint8_t *dice)
{
    int gap = mend_gap_of(reader->mend, reader->slot, part);
    if (gap == NO_GAP)
        return;
    uint32_t index = mend_intern(reader->mend, (uint32_t)gap, text, dice);
    if (index != NO_INDEX)
        reader->reading.texts[reader->reading.text_count++] = index;
}

/* All moves have been made: ends the turn, and keeps the reading unless the record says otherwise of it. */
static void finish(struct reader *reader)
{
    struct slots *slots = &reader->mend->slots;
    struct spot spot = slots_spot(slots);
    const struct turn *turn = &slots->replay->turn;
    const struct item *last = turn->item_count ? turn->items[turn->item_count - 1] : NULL;
    if (turn_finish(slots->replay)) {
        if (last && last->move.check != CHECK_NONE)
            claims_turn(slots->replay, last);
        if (!slots_blamed(slots)) {
            struct turn_reading *kept = mend_push(reader->mend, reader->out, sizeof *kept);
            if (kept)
                *kept = reader->reading;
        }
    }
    unsigned moves = turn->move_count;
    slots_return(slots, spot);
    slots->replay->turn.move_count = moves;
}

static void try_items(struct reader *reader, unsigned item);

/* Makes a move, goes on with item number `next`, and takes it back. */
static void try_move(struct reader *reader, struct ludus_move move, unsigned item, unsigned next)
{
    struct slots *slots = &reader->mend->slots;
    struct ludus_replay *replay = slots->replay;
    struct spot spot = slots_spot(slots);
    unsigned moves = replay->turn.move_count;
    if (reader->reading.count == SLOT_ITEMS || reader->mend->failed)
        return;
    reader->reading.moves[reader->reading.count++] = move;
    if (turn_make(replay, move, item) && !slots_blamed(slots))
        try_items(reader, next);
    if (slots->shadow.diag.first)
        slots_forget(slots);
    slots_return(slots, spot);
    replay->turn.move_count = moves;
    reader->reading.count--;
}

/* The legal moves now; freed by the caller. NULL when there is none, or without memory. */
static struct ludus_move *legal_moves(struct reader *reader, size_t *count)
{
    const struct ludus_position *pos = slots_position(&reader->mend->slots);
    const struct turn *turn = &reader->mend->slots.replay->turn;
    struct ludus_move *moves;
    *count = 0;
    if (turn->move_count > 0 && turn_is_full(reader->mend->slots.replay))
        return NULL;
    moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    reader->mend->failed |= !moves;
    if (moves)
        *count = movegen_all(pos, moves);
    return moves;
}

/* A whole move is lost. */
static void try_lost(struct reader *reader, unsigned item)
{
    size_t count;
    struct ludus_move *moves = legal_moves(reader, &count);
    uint8_t texts = reader->reading.text_count;
    char text[MEND_TEXT];
    for (size_t i = 0; i < count; i++) {
        ludus_move_text(slots_position(&reader->mend->slots), moves[i], text, sizeof text);
        note_text(reader, item, text, NULL);
        try_move(reader, moves[i], item, item + 1);
        reader->reading.text_count = texts;
    }
    free(moves);
}

static void try_run(struct reader *reader, unsigned item, const char *text);

/* Makes a move of a run of lost ones, goes on, and takes it back. */
static void run_on(struct reader *reader, unsigned item, struct ludus_move move, const char *text)
{
    struct slots *slots = &reader->mend->slots;
    struct ludus_replay *replay = slots->replay;
    struct spot spot = slots_spot(slots);
    struct undo *undo = replay_undo(replay);
    if (!undo || reader->reading.count == SLOT_ITEMS)
        return;
    reader->reading.moves[reader->reading.count++] = move;
    position_make(&replay->line.pos, move, undo);
    replay->line.undos++;
    replay->turn.move_count++;
    try_run(reader, item, text);
    slots_return(slots, spot);
    replay->turn.move_count--;
    reader->reading.count--;
}

/* Any number of moves is lost; `text` says those tried so far. */
static void try_run(struct reader *reader, unsigned item, const char *text)
{
    struct slots *slots = &reader->mend->slots;
    bool dice = slots->replay->ruleset->rules.dice > 0;
    uint8_t texts = reader->reading.text_count;
    size_t length = strlen(text), count;
    char longer[MEND_TEXT];
    if (dice || slots->replay->line.pos.side != slots->replay->turn.side) {
        note_text(reader, item, *text ? text : "pass", NULL);
        if (item + 1 < slots->slot[reader->slot].count)
            try_items(reader, item + 1);
        else
            finish(reader);
        reader->reading.text_count = texts;
    }
    struct ludus_move *moves = legal_moves(reader, &count);
    memcpy(longer, text, length);
    for (size_t i = 0; i < count && length + 60 < sizeof longer; i++) {
        size_t at = length;
        if (at) {
            memcpy(longer + at, ", ", 2);
            at += 2;
        }
        ludus_move_text(slots_position(slots), moves[i], longer + at, sizeof longer - at);
        run_on(reader, item, moves[i], longer);
    }
    free(moves);
}

/* Signs of a move's text: variant texts in which unclear signs are read as they stand or as what looks like
 * them. */
struct variant {
    char text[MEND_TEXT];
    size_t length;
    double weight;
};

/* Fills `out` with the variants of a token; the first is the token as it stands, without its signs of doubt.
 */
static unsigned list_variants(const struct ludus_mend *mend, const struct item *item, struct variant *out)
{
    unsigned count = 1;
    out[0] = (struct variant){ .weight = 1 };
    for (size_t i = 0; i < item->length; i++) {
        unsigned doubt = leiden_unclear(item->text + i, item->length - i);
        if (doubt == 0) {
            for (unsigned v = 0; v < count && out[v].length + 1 < sizeof out[v].text; v++)
                out[v].text[out[v].length++] = item->text[i];
            continue;
        }
        i += doubt - 1;
        for (unsigned v = 0, before = count; v < before; v++)
            for (unsigned sign = '!'; sign < 127 && count < VARIANTS_MAX && out[v].length; sign++)
                if (lookalikes_has(&mend->lookalikes, out[v].text[out[v].length - 1], (char)sign)) {
                    out[count] = out[v];
                    out[count].text[out[count].length - 1] = (char)sign;
                    out[count++].weight *= odds_of_lookalike;
                }
    }
    return count;
}

/* The moves that the text of an item can mean. `item` stands in the turn. */
static void try_text(struct reader *reader, unsigned item)
{
    struct ludus_replay *replay = reader->mend->slots.replay;
    const struct move_text *text = &replay->turn.items[item]->move;
    struct ludus_move moves[RESOLVE_MAX];
    unsigned used = 1;
    bool full = replay->turn.move_count > 0 && turn_is_full(replay), pattern = text->style == MOVE_PATTERN;
    size_t found = full      ? 0
                   : pattern ? meant_fits(replay, text, moves)
                             : turn_resolve(replay, item, moves, &used);
    uint8_t texts = reader->reading.text_count;
    char spelt[MEND_TEXT];
    reader->mend->gave_up |= found == RESOLVE_MAX;
    for (size_t i = 0; i < found; i++) {
        if (pattern) {
            if (!meant_spelling(replay, text, moves[i], spelt, sizeof spelt))
                continue;
        } else if (found > 1) {
            continue; /* a text that means several moves is none */
        } else {
            size_t length = text->plain_length < sizeof spelt ? text->plain_length : sizeof spelt - 1;
            memcpy(spelt, text->plain, length);
            spelt[length] = '\0';
        }
        note_text(reader, item, spelt, NULL);
        try_move(reader, moves[i], item, item + used);
        reader->reading.text_count = texts;
    }
    if (replay->game->arena.blocks)
        slots_forget(&reader->mend->slots);
}

static void try_unclear(struct reader *reader, unsigned item)
{
    struct turn *turn = &reader->mend->slots.replay->turn;
    const struct item *written = turn->items[item];
    struct variant *variants = memory_new(VARIANTS_MAX * sizeof *variants);
    struct arena scratch = { .failed = false };
    double weight = reader->reading.weight;
    unsigned count = variants ? list_variants(reader->mend, written, variants) : 0;
    reader->mend->failed |= !variants;
    for (unsigned i = 0; i < count; i++) {
        struct item copy = *written;
        if (i > 0 && !move_text_parse(variants[i].text, variants[i].length, &scratch, &copy.move))
            continue;
        copy.move.flags |= written->move.flags & MOVE_JOINED;
        turn->items[item] = &copy;
        reader->reading.weight = weight * variants[i].weight;
        try_text(reader, item);
    }
    turn->items[item] = written;
    reader->reading.weight = weight;
    arena_free(&scratch);
    free(variants);
}

/* ---- Two placings of one turn, which are one move ---- */

/* A square that one of the two can be on. */
struct half {
    uint8_t square;
    double weight;
    char text[MEND_TEXT];
};

static bool is_half(const struct item *item)
{
    return item->move.style == MOVE_PLACE || item->move.style >= MOVE_PATTERN;
}

static bool is_damaged(const struct item *item)
{
    return item->move.style >= MOVE_PATTERN || item->move.flags & MOVE_UNCLEAR;
}

static size_t add_halves(struct reader *reader, const struct move_text *text, unsigned kind, double weight,
                         struct half *out)
{
    struct slots *slots = &reader->mend->slots;
    const struct ludus_position *pos = slots_position(slots);
    size_t count = 0;
    for (unsigned square = 0; square < pos->ruleset->squares; square++) {
        out[count].square = (uint8_t)square;
        out[count].weight = weight;
        if (!pos->cell[square] &&
            meant_half(slots->replay, text, kind, square, out[count].text, sizeof out->text))
            count++;
    }
    return count;
}

/* All that item number `item` can mean as one of the two. Freed by the caller; NULL without memory. */
static struct half *list_halves(struct reader *reader, unsigned item, unsigned kind, size_t *count)
{
    const struct item *written = reader->mend->slots.replay->turn.items[item];
    bool unclear = written->move.flags & MOVE_UNCLEAR;
    size_t squares = slots_position(&reader->mend->slots)->ruleset->squares;
    struct variant *variants = unclear ? memory_new(VARIANTS_MAX * sizeof *variants) : NULL;
    unsigned variant_count = variants ? list_variants(reader->mend, written, variants) : 1;
    struct half *halves = memory_new(squares * variant_count * sizeof *halves);
    struct arena scratch = { .failed = false };
    struct move_text text;
    *count = 0;
    for (unsigned i = 0; halves && i < variant_count; i++) {
        if (i == 0)
            text = written->move;
        else if (!move_text_parse(variants[i].text, variants[i].length, &scratch, &text))
            continue;
        *count += add_halves(reader, &text, kind, variants ? variants[i].weight : 1, halves + *count);
    }
    reader->mend->failed |= !halves || (unclear && !variants) || scratch.failed;
    arena_free(&scratch);
    free(variants);
    return halves;
}

/* Items number `item` and the one after it as two placings of `kind`. */
static void try_pair(struct reader *reader, unsigned item, unsigned kind)
{
    size_t first_count, second_count;
    struct half *first = list_halves(reader, item, kind, &first_count);
    struct half *second = list_halves(reader, item + 1, kind, &second_count);
    uint8_t texts = reader->reading.text_count;
    double weight = reader->reading.weight;
    for (size_t i = 0; first && second && i < first_count; i++)
        for (size_t j = 0; j < second_count; j++) {
            struct ludus_move move = { second[j].square, first[i].square, LUDUS_PLACE, (uint8_t)kind };
            if (!movegen_legal(slots_position(&reader->mend->slots), move))
                continue;
            note_text(reader, item, first[i].text, NULL);
            note_text(reader, item + 1, second[j].text, NULL);
            reader->reading.weight = weight * first[i].weight * second[j].weight;
            try_move(reader, move, item, item + 2);
            reader->reading.text_count = texts;
        }
    reader->reading.weight = weight;
    free(first);
    free(second);
}

/* Tries a damaged pair of placings. False where two are not to be placed, or are not written. */
static bool try_pairs(struct reader *reader, unsigned item)
{
    const struct turn *turn = &reader->mend->slots.replay->turn;
    kind_set kinds;
    if (item + 1 >= turn->item_count || !is_half(turn->items[item]) || !is_half(turn->items[item + 1]) ||
        !(is_damaged(turn->items[item]) || is_damaged(turn->items[item + 1])) ||
        movegen_placing(slots_position(&reader->mend->slots), &kinds) != 2)
        return false;
    for (unsigned kind = 0; kinds >> kind; kind++)
        if (kinds >> kind & 1)
            try_pair(reader, item, kind);
    return true;
}

static void try_items(struct reader *reader, unsigned item)
{
    const struct turn *turn = &reader->mend->slots.replay->turn;
    if (item >= turn->item_count) {
        finish(reader);
        return;
    }
    if (try_pairs(reader, item))
        return;
    const struct move_text *text = &turn->items[item]->move;
    if (text->style == MOVE_LOST && text->plain_length == 2)
        try_run(reader, item, "");
    else if (text->style == MOVE_LOST)
        try_lost(reader, item);
    else if (text->flags & MOVE_UNCLEAR)
        try_unclear(reader, item);
    else
        try_text(reader, item);
}

/* ---- The rolls of a turn ---- */

static bool is_pass(const struct slot *slot)
{
    return slot->count == 1 && slot->items[0]->move.style == MOVE_PASS;
}

/* Finds out why a turn whose moves are known cannot be made with a roll. */
static void explain_roll(struct reader *reader, const uint8_t *dice, struct gap_reading *roll)
{
    struct slots *slots = &reader->mend->slots;
    struct slot slot = slots->slot[reader->slot];
    struct item rolled = slot.dice ? *slot.dice : *slot.items[0];
    rolled.kind = ITEM_DICE;
    rolled.dice.count = (uint8_t)slots->replay->ruleset->rules.dice;
    rolled.dice.unclear = rolled.dice.supplied = 0;
    memcpy(rolled.dice.face, dice, sizeof rolled.dice.face);
    slot.dice = &rolled;
    struct spot spot = slots_spot(slots);
    if (slots_play(slots, &slot))
        slots_return(slots, spot);
    else
        roll->reason = mend_reason(reader->mend);
    slots_forget(slots);
}

static void try_roll(struct reader *reader, const uint8_t *dice, double weight)
{
    size_t found = reader->out->count;
    struct slots *slots = &reader->mend->slots;
    const struct slot *slot = &slots->slot[reader->slot];
    const struct rules *rules = &slots->replay->ruleset->rules;
    struct spot spot = slots_spot(slots);
    char text[MEND_TEXT];
    struct san_text roll = { text, sizeof text, 0 };
    uint32_t roll_index = NO_INDEX;
    reader->reading = (struct turn_reading){ .weight = weight };
    slots_begin_turn(slots, slot, dice);
    if (rules->dice) {
        memcpy(reader->reading.dice, dice, sizeof reader->reading.dice);
        san_roll(&roll, dice, rules->dice);
        san_end(&roll);
        note_text(reader, GAP_ROLL, text, dice);
        roll_index = reader->reading.text_count ? reader->reading.texts[0] : NO_INDEX;
    }
    if (slot->count == 0)
        try_run(reader, 0, "");
    else if (!rules->dice || !is_pass(slot))
        try_items(reader, 0);
    else if (!outcome_ended(slots_position(slots)))
        finish(reader);
    slots_return(slots, spot);
    if (reader->mend->explains && roll_index != NO_INDEX && slot->count && reader->out->count == found)
        explain_roll(reader, dice, mend_reading(reader->mend, roll_index));
}

/* Faces that a die can have had, with their weights: [face], from 1. */
static void list_faces(const struct reader *reader, unsigned die, double weights[])
{
    const struct slots *slots = &reader->mend->slots;
    const struct item *dice = slots->slot[reader->slot].dice;
    const struct rules *rules = &slots->replay->ruleset->rules;
    unsigned written = mend_face(rules, dice, die);
    bool unclear = written && dice->dice.unclear >> die & 1;
    for (unsigned face = 1; face <= rules->faces; face++) {
        bool like = unclear && face < 10 && written < 10 &&
                    lookalikes_has(&reader->mend->lookalikes, (char)('0' + written), (char)('0' + face));
        weights[face] = !written || face == written ? 1 : like ? odds_of_lookalike : 0;
    }
}

/* Takes the faces of die number `die` and those after it. Dice about which nothing is known rise, so that no
 * roll comes twice; `run` is the number of the last such die, and `orders` counts the orders in which the
 * roll can fall. */
static void try_dice(struct reader *reader, unsigned die, uint8_t dice[LUDUS_DICE_MAX], uint8_t least,
                     double orders)
{
    const struct slots *slots = &reader->mend->slots;
    const struct rules *rules = &slots->replay->ruleset->rules;
    const struct item *written = slots->slot[reader->slot].dice;
    double weights[256];
    if (die == rules->dice) {
        try_roll(reader, dice, orders);
        return;
    }
    bool open = mend_face(rules, written, die) == 0;
    list_faces(reader, die, weights);
    for (unsigned face = open ? least : 1; face <= rules->faces; face++) {
        unsigned before = 0, equal = 1; /* open dice so far, and those of this face, with this one */
        if (weights[face] <= 0)
            continue;
        for (unsigned i = 0; i < die && open; i++)
            if (mend_face(rules, written, i) == 0) {
                before++;
                equal += dice[i] == face;
            }
        dice[die] = (uint8_t)face;
        try_dice(reader, die + 1, dice, open ? (uint8_t)face : least,
                 orders * weights[face] * (open ? (before + 1.0) / equal : 1));
    }
}

void mend_read_turn(struct ludus_mend *mend, size_t slot, struct mend_array *out)
{
    struct reader reader = { .mend = mend, .slot = slot, .out = out };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    try_dice(&reader, 0, dice, 1, 1);
}
