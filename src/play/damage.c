/* damage.c - tries all legal turns that match what can be read of a damaged one. */
#include "play/damage.h"

#include "base/memory.h"
#include "play/meant.h"
#include "play/resolve.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS_MAX = 256, MANY_READINGS = 1000, TEXT_MAX = 400 };

static const double odds_of_lookalike = 0.25;

/* ---- The readings of a turn ---- */

static void note_text(struct damage_reader *reader, unsigned part, const char *text, const uint8_t *dice)
{
    struct turn_reading *reading = &reader->reading;
    if (reader->note && reader->note(reader, part, text, dice, &reading->texts[reading->text_count]))
        reading->text_count++;
}

/* Ends the turn after its last move, and keeps the reading if all claims are true. */
static void finish(struct damage_reader *reader)
{
    struct turn_readings *all = &reader->readings;
    struct sheet *sheet = reader->sheet;
    struct sheet_state state = sheet_state(sheet);
    struct turn *turn = &sheet->replay->turn;
    const struct item *last = turn->item_count ? turn->items[turn->item_count - 1] : NULL;
    if (turn_finish(sheet->replay)) {
        if (last && last->move.check != CHECK_NONE)
            claims_turn(sheet->replay, last);
        if (reader->lenient || !sheet_blamed(sheet)) {
            sheet->replay->failed |=
                !memory_add(&all->each, &all->count, &all->room, &reader->reading, sizeof reader->reading);
            reader->over |= all->count == reader->most;
        }
    }
    sheet_return(sheet, state);
}

static void try_items(struct damage_reader *reader, unsigned item);

/* Plays a move, continues with item number `next`, and takes the move back. */
static void try_move(struct damage_reader *reader, struct ludus_move move, unsigned item, unsigned next)
{
    struct sheet *sheet = reader->sheet;
    struct turn_reading *reading = &reader->reading;
    struct sheet_state state = sheet_state(sheet);
    if (reading->count == TURN_ITEMS || reader->over || sheet->replay->failed)
        return;
    reading->items[reading->count] = (uint8_t)item;
    reading->moves[reading->count++] = move;
    if (turn_make(sheet->replay, move, item) && (reader->lenient || !sheet_blamed(sheet)))
        try_items(reader, next);
    if (sheet->shadow.diag.first)
        sheet_forget(sheet);
    sheet_return(sheet, state);
    reading->count--;
}

/* Tries lost moves: one, or with `any` as many as the turn can have; `text` has those tried so far. */
static void try_lost(struct damage_reader *reader, unsigned item, bool any, const char *text)
{
    struct ludus_replay *replay = reader->sheet->replay;
    struct turn_reading *reading = &reader->reading;
    uint8_t texts = reading->text_count;
    char longer[GAP_TEXT];
    if (any ? replay->ruleset->rules.dice || replay->line.pos.side != replay->turn.side : *text) {
        note_text(reader, item, *text ? text : "pass", NULL);
        try_items(reader, item + 1);
        reading->text_count = texts;
    }
    if ((!any && *text) || turn_is_full(replay))
        return;
    struct ludus_move *moves = memory_new((replay->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = moves ? movegen_all(&replay->line.pos, moves) : 0;
    replay->failed |= !moves;
    size_t length = (size_t)snprintf(longer, sizeof longer, *text ? "%s, " : "%s", text);
    for (size_t i = 0; i < count && length + 58 < sizeof longer && reading->count < TURN_ITEMS; i++) {
        struct sheet_state state = sheet_state(reader->sheet);
        ludus_move_text(&replay->line.pos, moves[i], longer + length, sizeof longer - length);
        if (!replay_make(replay, moves[i]))
            break;
        reading->moves[reading->count++] = moves[i];
        replay->turn.move_count++;
        try_lost(reader, item, any, longer);
        sheet_return(reader->sheet, state);
        reading->count--;
    }
    free(moves);
}

/* Tries the moves that an item can mean. */
static void try_text(struct damage_reader *reader, unsigned item)
{
    struct ludus_replay *replay = reader->sheet->replay;
    const struct move_text *text = &replay->turn.items[item]->move;
    struct meant fits[RESOLVE_MAX];
    struct ludus_move moves[RESOLVE_MAX];
    unsigned used = 1;
    uint8_t texts = reader->reading.text_count;
    size_t found = 0;
    if (turn_is_full(replay))
        return;
    if (text->style == MOVE_PATTERN) {
        found = meant_pattern(&replay->line.pos, text, 0, fits, RESOLVE_MAX);
        reader->gave_up |= found == RESOLVE_MAX;
    } else if (turn_resolve(replay, item, moves, &used) == 1) { /* an ambiguous text is none */
        found = 1;
        fits->move = *moves;
        (void)snprintf(fits->text, sizeof fits->text, "%.*s", (int)text->plain_length, text->plain);
    }
    for (size_t i = 0; i < found; i++) {
        note_text(reader, item, fits[i].text, NULL);
        try_move(reader, fits[i].move, item, item + used);
        reader->reading.text_count = texts;
    }
    if (replay->game->arena.blocks)
        sheet_forget(reader->sheet);
}

/* A text of a move in which unclear signs are read as they stand or as similar ones. */
struct variant {
    char text[GAP_TEXT];
    size_t length;
    double weight;
};

/* Continues with item number `item`, with each reading of the unclear item number `unclear`, which has been
 * read up to byte `at` as `variant`; with at most `*left` of them. */
static void try_unclear(struct damage_reader *reader, unsigned item, unsigned unclear, struct variant variant,
                        size_t at, unsigned *left)
{
    struct turn *turn = &reader->sheet->replay->turn;
    const struct item *written = turn->items[unclear];
    struct item copy = *written;
    struct arena scratch = { .failed = false };
    double weight = reader->reading.weight;
    for (; at < written->length; at++) {
        unsigned doubt = leiden_unclear(written->text + at, written->length - at);
        if (doubt == 0 && variant.length + 1 < sizeof variant.text)
            variant.text[variant.length++] = written->text[at];
        at += doubt ? doubt - 1 : 0;
        for (unsigned sign = '!'; doubt && sign < 127 && *left && variant.length; sign++)
            if (lookalikes_has(reader->alike, variant.text[variant.length - 1], (char)sign)) {
                struct variant other = variant;
                other.text[other.length - 1] = (char)sign;
                other.weight *= odds_of_lookalike;
                --*left;
                try_unclear(reader, item, unclear, other, at + 1, left);
            }
    }
    if (variant.weight == 1 || move_text_parse(variant.text, variant.length, &scratch, &copy.move)) {
        copy.move.flags |= written->move.flags & MOVE_JOINED;
        copy.move.flags &= (uint16_t)~MOVE_UNCLEAR;
        turn->items[unclear] = &copy;
        reader->reading.weight = weight * variant.weight;
        try_items(reader, item);
        turn->items[unclear] = written;
        reader->reading.weight = weight;
    }
    reader->sheet->replay->failed |= scratch.failed;
    arena_free(&scratch);
}

/* ---- Two placings of one turn, which are one move ---- */

/* Lists the placings that an item can mean as one of the two. Freed by the caller; NULL without memory. */
static struct meant *list_halves(struct damage_reader *reader, unsigned item, unsigned kind, size_t *count)
{
    struct ludus_replay *replay = reader->sheet->replay;
    const struct move_text *text = &replay->turn.items[item]->move;
    const struct ludus_position *pos = &replay->line.pos;
    unsigned squares = replay->ruleset->squares;
    struct meant *halves = memory_new(squares * sizeof *halves);
    replay->failed |= !halves;
    *count = halves && text->style == MOVE_PATTERN
                 ? meant_pattern(pos, text, (kind_set)1 << kind, halves, squares)
                 : 0;
    for (unsigned square = 0; halves && text->style != MOVE_PATTERN && square < squares; square++) {
        struct ludus_move move = { NONE, (uint8_t)square, LUDUS_PLACE, (uint8_t)kind };
        struct meant *half = &halves[*count];
        half->move = move;
        if (text->style == MOVE_LOST)
            ludus_move_text(pos, move, half->text, sizeof half->text);
        else
            (void)snprintf(half->text, sizeof half->text, "%.*s", (int)text->plain_length, text->plain);
        *count += !pos->cell[square] &&
                  (text->style == MOVE_LOST || resolve_is_placing(replay->ruleset, text, kind, square));
    }
    return halves;
}

/* Tries an item and the next one as two placings of `kind`. */
static void try_pair(struct damage_reader *reader, unsigned item, unsigned kind)
{
    size_t first_count, second_count;
    struct meant *first = list_halves(reader, item, kind, &first_count);
    struct meant *second = list_halves(reader, item + 1, kind, &second_count);
    uint8_t texts = reader->reading.text_count;
    for (size_t i = 0; first && second && i < first_count; i++)
        for (size_t j = 0; j < second_count && !reader->over; j++) {
            struct ludus_move move = { second[j].move.to, first[i].move.to, LUDUS_PLACE, (uint8_t)kind };
            if (!movegen_legal(sheet_position(reader->sheet), move))
                continue;
            note_text(reader, item, first[i].text, NULL);
            note_text(reader, item + 1, second[j].text, NULL);
            try_move(reader, move, item, item + 2);
            reader->reading.text_count = texts;
        }
    free(first);
    free(second);
}

/* Can the item be one of two placings? */
static bool is_half(const struct item *item)
{
    return item->move.style == MOVE_PLACE || item->move.style >= MOVE_PATTERN;
}

static void try_items(struct damage_reader *reader, unsigned item)
{
    const struct turn *turn = &reader->sheet->replay->turn;
    const struct item *const *items = &turn->items[item];
    kind_set kinds;
    if (item >= turn->item_count) {
        finish(reader);
        return;
    }
    bool pair = item + 1 < turn->item_count && is_half(items[0]) && is_half(items[1]) &&
                movegen_placing(sheet_position(reader->sheet), &kinds) == 2;
    unsigned unclear = !reader->alike                                ? NONE
                       : items[0]->move.flags & MOVE_UNCLEAR         ? item
                       : pair && items[1]->move.flags & MOVE_UNCLEAR ? item + 1
                                                                     : NONE;
    unsigned left = VARIANTS_MAX;
    if (unclear != NONE)
        try_unclear(reader, item, unclear, (struct variant){ .weight = 1 }, 0, &left);
    else if (!pair && items[0]->move.style == MOVE_LOST)
        try_lost(reader, item, roll_is_lost(items[0]), "");
    else if (!pair)
        try_text(reader, item);
    for (unsigned kind = 0; pair && unclear == NONE && kinds >> kind; kind++)
        if (kinds >> kind & 1)
            try_pair(reader, item, kind);
}

/* ---- The rolls of a turn ---- */

unsigned damage_face(const struct rules *rules, const struct item *dice, unsigned die)
{
    bool written = dice && dice->dice.count == dice_thrown(rules) && dice->dice.face[die] <= rules->faces;
    return written ? dice->dice.face[die] : 0;
}

static void try_roll(struct damage_reader *reader, const uint8_t *dice, double weight)
{
    struct sheet *sheet = reader->sheet;
    const struct rules *rules = &sheet->replay->ruleset->rules;
    struct sheet_state state = sheet_state(sheet);
    char text[SAN_ROLL];
    reader->reading = (struct turn_reading){ .weight = weight };
    unsigned thrown = position_dice(sheet_position(sheet));
    sheet_begin_turn(sheet, reader->entry, dice);
    if (thrown) {
        memcpy(reader->reading.dice, dice, sizeof reader->reading.dice);
        note_text(reader, GAP_ROLL, san_roll_text(text, dice, thrown), dice);
    }
    if (reader->entry->count == 0)
        try_lost(reader, 0, true, "");
    else if (!rules->dice || !turn_is_pass(&sheet->replay->turn))
        try_items(reader, 0);
    else if (!outcome_ended(sheet_position(sheet)))
        finish(reader);
    sheet_return(sheet, state);
}

/* Tries all faces of die number `die` and the next ones. Unknown dice are in ascending order, from `least`,
 * so that each roll comes once; `orders` is the number of orders in which it can fall. */
static void try_dice(struct damage_reader *reader, unsigned die, uint8_t dice[LUDUS_DICE_MAX], uint8_t least,
                     double orders)
{
    const struct rules *rules = &reader->sheet->replay->ruleset->rules;
    const struct item *item = reader->entry->dice;
    if (die == position_dice(sheet_position(reader->sheet))) {
        try_roll(reader, dice, orders);
        return;
    }
    unsigned written = damage_face(rules, item, die);
    bool unclear = written && reader->alike && item->dice.unclear >> die & 1;
    for (unsigned face = written ? 1 : least; face <= rules->faces && !reader->over; face++) {
        bool like = unclear && face < 10 && written < 10 &&
                    lookalikes_has(reader->alike, (char)('0' + written), (char)('0' + face));
        double weight = !written || face == written ? 1 : odds_of_lookalike;
        unsigned before = 0, equal = 1; /* unknown dice before this one; dice with this face */
        if (written && face != written && !like)
            continue;
        for (unsigned i = 0; i < die && !written; i++)
            if (damage_face(rules, item, i) == 0) {
                before++;
                equal += dice[i] == face;
            }
        dice[die] = (uint8_t)face;
        try_dice(reader, die + 1, dice, written ? least : (uint8_t)face,
                 orders * weight * (written ? 1 : (before + 1.0) / equal));
    }
}

void damage_read(struct damage_reader *reader)
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    try_dice(reader, 0, dice, 1, 1);
}

/* ---- A damaged turn in a replay ---- */

/* What all readings have in common. */
struct known {
    size_t readings;
    struct turn_reading first;
    bool moves_differ, dice_differ;
};

/* Reads the turn without effect on the replay. */
static void read_apart(struct ludus_replay *replay, enum roll roll, struct known *known)
{
    struct turn turn = replay->turn;
    struct sheet sheet;
    struct sheet_entry entry = { .game = replay->game,
                                 .dice = roll == ROLL_GUESSED ? NULL : turn.dice,
                                 .count = turn.item_count };
    struct damage_reader reader = { .sheet = &sheet, .entry = &entry, .most = MANY_READINGS };
    const struct turn_readings *found = &reader.readings;
    struct ludus_game *game = replay->game;
    bool texts = replay->texts;
    uint16_t spelt = replay->spelt;
    if (turn.item_count > TURN_ITEMS)
        return;
    memcpy(entry.items, turn.items, sizeof entry.items);
    sheet_borrow(&sheet, replay);
    replay->texts = false;
    damage_read(&reader);
    reader.lenient = true;
    if (found->count == 0)
        damage_read(&reader);
    known->readings = found->count;
    for (size_t i = 0; i < found->count; i++) {
        const struct turn_reading *one = &found->each[i], *first = found->each;
        known->first = *first;
        known->dice_differ |= memcmp(first->dice, one->dice, sizeof first->dice) != 0;
        known->moves_differ |= first->count != one->count ||
                               memcmp(first->moves, one->moves, first->count * sizeof *first->moves) != 0;
    }
    free(found->each);
    replay->failed |= sheet.shadow.arena.failed;
    arena_free(&sheet.shadow.arena);
    replay->game = game;
    replay->texts = texts;
    replay->spelt = spelt;
    replay->turn = turn;
}

static void say_readings(struct ludus_replay *replay, const struct item *item, size_t readings)
{
    char count[40];
    snprintf(count, sizeof count, "%zu%s", readings, readings >= MANY_READINGS ? " or more" : "");
    record_say(replay->game, item, MSG_READINGS, count);
}

/* Plays the only reading, and reports what was restored. */
static bool play_reading(struct ludus_replay *replay, const struct known *known, enum roll roll)
{
    const struct turn_reading *reading = &known->first;
    struct turn *turn = &replay->turn;
    unsigned dice = position_dice(&replay->line.pos);
    char text[SAN_ROLL];
    if (dice)
        ludus_position_roll(&replay->line.pos, reading->dice, dice);
    if (roll == ROLL_DAMAGED && !known->dice_differ) {
        memcpy(turn->roll, reading->dice, sizeof turn->roll);
        record_say(replay->game, turn->dice, MSG_RESTORED, san_roll_text(text, reading->dice, dice));
    } else if (known->dice_differ && roll != ROLL_GUESSED) {
        say_readings(replay, turn->dice, known->readings);
    }
    for (unsigned i = 0; i < reading->count; i++) {
        struct ludus_move parts[2];
        for (unsigned n = move_parts(reading->moves[i], parts); n-- > 0;) {
            const struct item *item = turn->items[reading->items[i] + n];
            char move[TEXT_MAX];
            if (item->move.style != MOVE_PATTERN)
                continue;
            ludus_move_text(&replay->line.pos, parts[n], move, sizeof move);
            record_say(replay->game, item, MSG_RESTORED, move);
        }
        if (!turn_make(replay, reading->moves[i], reading->items[i]))
            return false;
    }
    return true;
}

/* Reports that no legal move fits. Where one sign is lost instead of a square, more were perhaps meant. */
static void say_no_reading(struct ludus_replay *replay, const struct item *item)
{
    struct message *message = record_say(replay->game, item, MSG_NO_READING, (int)item->length, item->text);
    const struct move_text *text = item == replay->turn.dice ? NULL : &item->move;
    const char *end = text ? text->plain + text->plain_length : NULL;
    if (text && text->plain_length > 1 && end[-1] == '_' && (is_upper(end[-2]) || strchr(" -x@", end[-2])))
        diag_hint(replay_diag(replay), message, "each _ is one lost sign, and a square has two");
}

enum ludus_turn_state damage_play(struct ludus_replay *replay, enum roll roll, const struct item *item)
{
    const struct turn *turn = &replay->turn;
    struct known known = { .readings = 0 };
    for (unsigned i = 0; i < turn->item_count; i++)
        if (turn->items[i]->move.style == MOVE_LOST) {
            record_say(replay->game, turn->items[i], MSG_LOST);
            return LUDUS_TURN_UNKNOWN;
        }
    read_apart(replay, roll, &known);
    if (known.readings == 0) {
        say_no_reading(replay, item);
        return LUDUS_TURN_ILLEGAL;
    }
    if (known.moves_differ) {
        say_readings(replay, item, known.readings);
        return LUDUS_TURN_UNKNOWN;
    }
    if (turn_is_pass(turn))
        turn_pass(replay);
    return play_reading(replay, &known, roll) && turn_finish(replay) ? LUDUS_TURN_PLAYED : LUDUS_TURN_ILLEGAL;
}
