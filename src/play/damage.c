/* damage.c - tries all legal turns that match what can be read of a damaged one. */
#include "play/damage.h"

#include "base/memory.h"
#include "play/meant.h"
#include "play/san.h"
#include "rules/engine.h"

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

/* Ends the turn after its last move, and reports the reading if all claims are true. */
static void finish(struct damage_reader *reader)
{
    struct sheet *sheet = reader->sheet;
    struct sheet_state state = sheet_state(sheet);
    struct turn *turn = &sheet->replay->turn;
    const struct item *last = turn->item_count ? turn->items[turn->item_count - 1] : NULL;
    if (turn_finish(sheet->replay)) {
        if (last && last->move.check != CHECK_NONE)
            claims_turn(sheet->replay, last);
        if (reader->lenient || !sheet_blamed(sheet))
            reader->found(reader);
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
    if (reading->count == TURN_ITEMS || reader->over || reader->failed)
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

/* All legal moves, freed by the caller. NULL if there is none, or without memory. */
static struct ludus_move *legal_moves(struct damage_reader *reader, size_t *count)
{
    const struct ludus_position *pos = sheet_position(reader->sheet);
    bool full = reader->sheet->replay->turn.move_count > 0 && turn_is_full(reader->sheet->replay);
    struct ludus_move *moves = full ? NULL : memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    reader->failed |= !full && !moves;
    *count = moves ? movegen_all(pos, moves) : 0;
    return moves;
}

/* Tries any number of lost moves; `text` has those tried so far. */
static void try_run(struct damage_reader *reader, unsigned item, const char *text)
{
    struct ludus_replay *replay = reader->sheet->replay;
    struct turn_reading *reading = &reader->reading;
    uint8_t texts = reading->text_count;
    size_t count;
    char longer[GAP_TEXT];
    if (replay->ruleset->rules.dice || replay->line.pos.side != replay->turn.side) {
        note_text(reader, item, *text ? text : "pass", NULL);
        try_items(reader, item + 1);
        reading->text_count = texts;
    }
    struct ludus_move *moves = legal_moves(reader, &count);
    size_t length = (size_t)snprintf(longer, sizeof longer, *text ? "%s, " : "%s", text);
    for (size_t i = 0; i < count && length + 58 < sizeof longer && reading->count < TURN_ITEMS; i++) {
        struct sheet_state state = sheet_state(reader->sheet);
        ludus_move_text(&replay->line.pos, moves[i], longer + length, sizeof longer - length);
        if (!replay_make(replay, moves[i]))
            break;
        reading->moves[reading->count++] = moves[i];
        replay->turn.move_count++;
        try_run(reader, item, longer);
        sheet_return(reader->sheet, state);
        reading->count--;
    }
    free(moves);
}

/* A text of a move in which unclear signs are read as they stand or as similar ones. */
struct variant {
    char text[GAP_TEXT];
    size_t length;
    double weight;
};

/* Fills `out` with the variants of a token; the first is the token as it stands, without its signs of doubt.
 */
static unsigned list_variants(const struct lookalikes *alike, const struct item *item, struct variant *out)
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
                if (lookalikes_has(alike, out[v].text[out[v].length - 1], (char)sign)) {
                    out[count] = out[v];
                    out[count].text[out[count].length - 1] = (char)sign;
                    out[count++].weight *= odds_of_lookalike;
                }
    }
    return count;
}

/* Tries the moves that an item can mean; all, if it is lost. */
static void try_text(struct damage_reader *reader, unsigned item)
{
    struct ludus_replay *replay = reader->sheet->replay;
    const struct move_text *text = &replay->turn.items[item]->move;
    struct ludus_move plain_moves[RESOLVE_MAX], *moves = plain_moves, *legal = NULL;
    struct meant *fits = NULL;
    char plain[GAP_TEXT];
    unsigned used = 1;
    uint8_t texts = reader->reading.text_count;
    size_t found = 0;
    if (replay->turn.move_count > 0 && turn_is_full(replay))
        return;
    if (text->style == MOVE_LOST) {
        moves = legal = legal_moves(reader, &found);
    } else if (text->style == MOVE_PATTERN) {
        const struct meant_question question = meant_pattern(replay, text);
        fits = memory_new(RESOLVE_MAX * sizeof *fits);
        found = fits ? meant_moves(&question, fits, RESOLVE_MAX) : 0;
        reader->failed |= !fits;
        reader->gave_up |= found == RESOLVE_MAX;
    } else if (turn_resolve(replay, item, moves, &used) == 1) { /* an ambiguous text is none */
        found = 1;
        (void)snprintf(plain, sizeof plain, "%.*s", (int)text->plain_length, text->plain);
    }
    for (size_t i = 0; i < found; i++) {
        if (legal)
            ludus_move_text(sheet_position(reader->sheet), legal[i], plain, sizeof plain);
        note_text(reader, item, fits ? fits[i].text : plain, NULL);
        try_move(reader, fits ? fits[i].move : moves[i], item, item + used);
        reader->reading.text_count = texts;
    }
    free(fits);
    free(legal);
    if (replay->game->arena.blocks)
        sheet_forget(reader->sheet);
}

/* Continues with item number `item`, with each reading of the unclear item number `unclear`. */
static void try_unclear(struct damage_reader *reader, unsigned item, unsigned unclear)
{
    struct turn *turn = &reader->sheet->replay->turn;
    const struct item *written = turn->items[unclear];
    struct variant *variants = memory_new(VARIANTS_MAX * sizeof *variants);
    struct arena scratch = { .failed = false };
    double weight = reader->reading.weight;
    unsigned count = variants ? list_variants(reader->alike, written, variants) : 0;
    reader->failed |= !variants;
    for (unsigned i = 0; i < count; i++) {
        struct item copy = *written;
        if (i > 0 && !move_text_parse(variants[i].text, variants[i].length, &scratch, &copy.move))
            continue;
        copy.move.flags |= written->move.flags & MOVE_JOINED;
        copy.move.flags &= (uint16_t)~MOVE_UNCLEAR;
        turn->items[unclear] = &copy;
        reader->reading.weight = weight * variants[i].weight;
        try_items(reader, item);
    }
    turn->items[unclear] = written;
    reader->reading.weight = weight;
    reader->failed |= scratch.failed;
    arena_free(&scratch);
    free(variants);
}

/* ---- Two placings of one turn, which are one move ---- */

/* A possible square of one of the two. */
struct half {
    uint8_t square;
    char text[MEANT_TEXT];
};

/* Lists the squares that an item can mean as one of the two. Freed by the caller; NULL without memory. */
static struct half *list_halves(struct damage_reader *reader, unsigned item, unsigned kind, size_t *count)
{
    const struct move_text *text = &reader->sheet->replay->turn.items[item]->move;
    const struct ludus_position *pos = sheet_position(reader->sheet);
    struct half *halves = memory_new(pos->ruleset->squares * sizeof *halves);
    reader->failed |= !halves;
    *count = 0;
    for (unsigned square = 0; halves && square < pos->ruleset->squares; square++) {
        halves[*count].square = (uint8_t)square;
        *count +=
            !pos->cell[square] && meant_half(reader->sheet->replay, text, kind, square, halves[*count].text);
    }
    return halves;
}

/* Tries an item and the next one as two placings of `kind`. */
static void try_pair(struct damage_reader *reader, unsigned item, unsigned kind)
{
    size_t first_count, second_count;
    struct half *first = list_halves(reader, item, kind, &first_count);
    struct half *second = list_halves(reader, item + 1, kind, &second_count);
    uint8_t texts = reader->reading.text_count;
    for (size_t i = 0; first && second && i < first_count; i++)
        for (size_t j = 0; j < second_count && !reader->over; j++) {
            struct ludus_move move = { second[j].square, first[i].square, LUDUS_PLACE, (uint8_t)kind };
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
    if (unclear != NONE)
        try_unclear(reader, item, unclear);
    else if (!pair && roll_is_lost(items[0]))
        try_run(reader, item, "");
    else if (!pair)
        try_text(reader, item);
    for (unsigned kind = 0; pair && unclear == NONE && kinds >> kind; kind++)
        if (kinds >> kind & 1)
            try_pair(reader, item, kind);
}

/* ---- The rolls of a turn ---- */

unsigned damage_face(const struct rules *rules, const struct item *dice, unsigned die)
{
    bool written = dice && dice->dice.count == rules->dice && dice->dice.face[die] <= rules->faces;
    return written ? dice->dice.face[die] : 0;
}

static void try_roll(struct damage_reader *reader, const uint8_t *dice, double weight)
{
    struct sheet *sheet = reader->sheet;
    const struct rules *rules = &sheet->replay->ruleset->rules;
    struct sheet_state state = sheet_state(sheet);
    char text[SAN_ROLL];
    reader->reading = (struct turn_reading){ .weight = weight };
    sheet_begin_turn(sheet, reader->entry, dice);
    if (rules->dice) {
        memcpy(reader->reading.dice, dice, sizeof reader->reading.dice);
        note_text(reader, GAP_ROLL, san_roll_text(text, dice, rules->dice), dice);
    }
    if (reader->entry->count == 0)
        try_run(reader, 0, "");
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
    if (die == rules->dice) {
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

static void compare_reading(struct damage_reader *reader)
{
    struct known *known = reader->asker;
    const struct turn_reading *one = &known->first, *other = &reader->reading;
    if (known->readings++ == 0)
        known->first = *other;
    known->dice_differ |= memcmp(one->dice, other->dice, sizeof one->dice) != 0;
    known->moves_differ |=
        one->count != other->count || memcmp(one->moves, other->moves, one->count * sizeof *one->moves) != 0;
    reader->over = known->readings == MANY_READINGS;
}

/* Reads the turn without effect on the replay. */
static void read_apart(struct ludus_replay *replay, enum roll roll, struct known *known)
{
    struct turn turn = replay->turn;
    struct sheet sheet;
    struct sheet_entry entry = { .game = replay->game,
                                 .dice = roll == ROLL_GUESSED ? NULL : turn.dice,
                                 .count = turn.item_count };
    struct damage_reader reader = {
        .sheet = &sheet, .entry = &entry, .asker = known, .found = compare_reading
    };
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
    if (known->readings == 0)
        damage_read(&reader);
    replay->failed |= reader.failed || sheet.shadow.arena.failed;
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

static void say_move(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    char text[TEXT_MAX];
    if (item->move.style != MOVE_PATTERN)
        return;
    ludus_move_text(&replay->line.pos, move, text, sizeof text);
    record_say(replay->game, item, MSG_RESTORED, text);
}

/* Plays the only reading, and reports what was restored. */
static bool play_reading(struct ludus_replay *replay, const struct known *known, enum roll roll)
{
    const struct turn_reading *reading = &known->first;
    struct turn *turn = &replay->turn;
    unsigned dice = replay->ruleset->rules.dice;
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
        for (unsigned n = move_parts(reading->moves[i], parts); n-- > 0;)
            say_move(replay, turn->items[reading->items[i] + n], parts[n]);
        if (!turn_make(replay, reading->moves[i], reading->items[i]))
            return false;
    }
    return true;
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
        record_say(replay->game, item, MSG_NO_READING, (int)item->length, item->text);
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
