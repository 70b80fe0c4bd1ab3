/* lead.c - what precedes the moves of a turn: number, side, and roll; whether unreadable text is a turn. */
#include "base/text.h"
#include "play/prices.h"
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

/* ---- Numbers and sides ---- */

enum { DIGITS_SHOWN = 40 };

/* The side that a label names by W, B or three dots; else NO_SIDE. */
static unsigned named_side(const struct ludus_replay *replay, const struct item *label)
{
    if (label->side != NO_SIDE)
        return label->side;
    return label->form >= 2 && turn_first(&replay->ruleset->rules) == LUDUS_WHITE ? LUDUS_BLACK : NO_SIDE;
}

/* Is the label one of 1B 1W 2B 2W, in a record that Black begins? */
static bool counts_from_black(const struct ludus_replay *replay, const struct item *label)
{
    const struct line *line = &replay->line;
    return label->side == LUDUS_WHITE && line->first_side == LUDUS_BLACK &&
           turn_first(&replay->ruleset->rules) == LUDUS_WHITE && label->number + 1 == line->number;
}

/* Adds a hint if a comment before the label contains a brace: perhaps its end is missing, and it contains
 * turns. */
static void hint_comment(struct ludus_replay *replay, struct message *message, const struct item *label)
{
    const struct ludus_game *game = replay->game;
    const struct item *item = label, *from = game->items + replay->turns.from;
    if (replay_diag(replay)->terse ||
        replay_diag(replay)->count[LUDUS_ERROR] > 1) /* it follows from the first */
        return;
    while (item > from && !(turns_braced(item - 1) && memchr(item[-1].text, '{', item[-1].length)))
        item--;
    if (item <= from)
        return;
    struct diag_place place = diag_first_place(replay_diag(replay));
    diag_walk(replay_diag(replay), &place, item_begin(game, item - 1) - 1);
    diag_hint(replay_diag(replay), message,
              "a '{' stands within the comment that begins at %zu:%zu; perhaps its '}' is missing",
              place.line, place.column + 1);
}

bool labels_fits(const struct ludus_replay *replay, const struct item *label)
{
    unsigned side = named_side(replay, label);
    const struct line *line = &replay->line;
    return (side == NO_SIDE || side == line->side) &&
           (label->number == UNNUMBERED || label->number == line->number ||
            (long)label->number == (long)line->number + line->shift[line->side] ||
            counts_from_black(replay, label));
}

/* Checks the label of a turn. True if it names the other side. */
static bool check_label(struct ludus_replay *replay, const struct item *label)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    unsigned side = named_side(replay, label);
    bool wrong_side = side != NO_SIDE && side != line->side;
    long off = (long)label->number - (long)line->number;
    if (labels_fits(replay, label)) {
        if (counts_from_black(replay, label))
            line->shift[LUDUS_WHITE] = -1;
        return false;
    }
    if (!turn->misled) {
        int shown = 0;
        while (shown < DIGITS_SHOWN && (size_t)shown < label->length && is_digit(label->text[shown]))
            shown++;
        struct message *message =
            wrong_side
                ? record_say(replay->game, label, MSG_WRONG_SIDE, side_name(line->side), side_name(side))
                : record_say(replay->game, label, MSG_WRONG_NUMBER, line->number, shown, label->text);
        hint_comment(replay, message, label);
        line->jump = !wrong_side && off > line->shift[line->side] ? message : line->jump;
        turn->wrong_number = wrong_side ? turn->wrong_number : message;
    }
    if (!wrong_side)
        line->shift[LUDUS_WHITE] = line->shift[LUDUS_BLACK] = off;
    turn->misled = true;
    return wrong_side;
}

/* Checks the numbers before the label, which should all be the same. True if they are not, or a roll stands
 * among them. */
static bool check_others(struct ludus_replay *replay, const struct item *label)
{
    struct line *line = &replay->line;
    const struct item *item = replay->game->items + replay->turns.from;
    long shift[2] = { line->shift[LUDUS_WHITE], line->shift[LUDUS_BLACK] };
    bool differ = false;
    for (const struct item *at = item; at < label; at++)
        if (turns_unread(at) && at->form != BAD_SIGN) /* perhaps the end of another turn */
            item = at + 1;
    for (; item < label; item++) {
        enum ludus_event event = visit_event(item);
        bool number = event == LUDUS_EVENT_NUMBER, fits = !number || labels_fits(replay, item);
        differ |= event == LUDUS_EVENT_DICE || !fits || (number && item->number != label->number);
        if (!fits)
            (void)check_label(replay, item);
    }
    memcpy(line->shift, shift, sizeof shift);
    return differ;
}

/* The side that a label names, also by a single dot as in canonical form; else NO_SIDE. */
static unsigned meant_side(const struct ludus_replay *replay, const struct item *label)
{
    unsigned side = named_side(replay, label);
    return side == NO_SIDE && label->form < 2 ? turn_first(&replay->ruleset->rules) : side;
}

bool labels_distance(const struct ludus_replay *replay, const struct item *label, long *turns)
{
    const struct line *line = &replay->line;
    unsigned side = meant_side(replay, label);
    const struct rules *rules = &replay->ruleset->rules;
    if (side == NO_SIDE || label->number == UNNUMBERED)
        return false;
    *turns = turn_place(rules, label->number, side) - turn_place(rules, line->number, line->side) -
             (line->broken ? 0 : 2 * line->shift[side]);
    return true;
}

/* ---- Unreadable text in place of a turn or a part of one ---- */

enum { FAR = 64 /* items that are searched for the next number */, CUT_MAX = 32 };

bool unread_is_name(const struct ludus_replay *replay, const struct item *item)
{
    const struct item *next = item + 1, *end = replay->game->items + replay->game->item_count;
    return turns_unread(item) && next < end && turns_begins(next) && !next->move.name_length &&
           resolve_name(replay->ruleset, item->text, item->length) != NONE;
}

/* Finds the next number of the line from item number `at` on, and counts the turns before it. NULL if none is
 * near. */
static const struct item *next_label(const struct ludus_replay *replay, size_t at, long *turns)
{
    const struct ludus_game *game = replay->game;
    bool joins = turns_open(&game->items[at - 1]);
    long place;
    *turns = 0;
    for (unsigned looked = 0; at < game->item_count && looked < FAR; at++, looked++) {
        const struct item *item = &game->items[at];
        enum ludus_event event = visit_event(item);
        bool unread = turns_unread(item);
        if (turns_is_move(item) || unread) {
            *turns += (turns_begins(item) || (unread && item->form == BAD_MOVE)) && !joins;
            joins = turns_open(item);
        } else if (event == LUDUS_EVENT_VARIATION) {
            at = item->partner;
        } else if (turns_parts(item)) {
            return NULL;
        } else if (event == LUDUS_EVENT_NUMBER && labels_distance(replay, item, &place)) {
            return item;
        }
    }
    return NULL;
}

bool unread_is_turn(struct ludus_replay *replay, const struct item *item)
{
    long turns, distance = 0;
    if (item->form == BAD_SIGN)
        return false;
    if (replay->turn.label || replay->turn.dice)
        return true;
    if (unread_is_name(replay, item)) { /* N c6: is it a legal move together with the next item? */
        char text[CUT_MAX];
        struct move_text move;
        struct ludus_move moves[RESOLVE_MAX];
        int length = snprintf(text, sizeof text, "%.*s%.*s", (int)item->length, item->text,
                              (int)item[1].length, item[1].text);
        quick_settle(replay);
        if (length < CUT_MAX && move_text_parse(text, (size_t)length, &replay->game->arena, &move) &&
            resolve_move(&replay->line.pos, &move, moves) == 1)
            return true;
    }
    const struct item *label = next_label(replay, replay->turns.at, &turns);
    if (label)
        return labels_distance(replay, label, &distance) && distance != turns;
    if (item->form == BAD_MOVE || turns > 0)
        return true;
    /* Is it the beginning of a move, where the record breaks off: N, Nc, Nx, ex? */
    const char *at = item->text, *end = at + item->length;
    at += at < end && is_upper(*at);
    at += at < end && is_file(*at);
    at += at < end && *at == 'x' ? 1 + (at + 1 < end && is_file(at[1])) : 0;
    return at == end;
}

/* ---- The roll ---- */

enum { QUOTED_MAX = 60 };

bool roll_is_lost(const struct item *item)
{
    return item->move.style == MOVE_LOST && item->move.plain_length > 1;
}

void roll_say_no_dice(struct ludus_replay *replay, const struct item *item)
{
    if (dice_thrown(&replay->ruleset->rules)) {
        record_say(replay->game, item, MSG_NEEDLESS_ROLL, side_name(replay->line.pos.side));
        return;
    }
    if (replay->blamed_dice)
        return;
    replay->blamed_dice = true;
    struct message *message = record_say(replay->game, item, MSG_NO_DICE_HERE, replay->ruleset->rules.title);
    if (!replay->forced && !record_tag(replay->game, "Variant"))
        diag_hint(replay_diag(replay), message,
                  "no Variant tag names the game; ludwhich finds which it can be");
}

/* Is the turn perhaps the rest of the one before: it has no number and no roll, and the same side can play it
 * with the remaining dice? */
static bool is_comma_missing(const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    const struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    struct undo undos[LUDUS_DICE_MAX];
    const struct item *roll = replay->roll_before;
    const struct undo *last = line->undos ? replay_undo_at(replay, line->undos - 1) : NULL;
    if (turn->label || turn->dice || turn->misled || !roll || !last || last->move.type != NONE)
        return false;
    struct ludus_position pos = line->pos;
    position_unmake(&pos, last);
    memcpy(pos.dice, roll->dice.face, sizeof pos.dice);
    for (unsigned i = 0; i < turn->item_count; i++) {
        if (i == LUDUS_DICE_MAX || resolve_move(&pos, &turn->items[i]->move, moves) != 1)
            return false;
        position_make(&pos, moves[0], &undos[i]);
    }
    return true;
}

/* Reads and checks the roll. */
static enum roll read_roll(struct ludus_replay *replay)
{
    const struct rules *rules = &replay->ruleset->rules;
    struct turn *turn = &replay->turn;
    const struct item *item = turn->dice;
    const struct ludus_position *pos = &replay->line.pos;
    unsigned dice = position_dice(pos);
    turn->comma_missing = false;
    if (dice == 0 && item)
        roll_say_no_dice(replay, item);
    if (dice == 0)
        return ROLL_WRITTEN;
    bool whole = item && item->dice.count == dice;
    bool lost = whole && memchr(item->text, '_', item->length); /* a face of 0 is lost, and no fault */
    unsigned wrong = NONE;
    for (unsigned i = 0; whole && i < item->dice.count && wrong == NONE; i++)
        if (item->dice.face[i] > rules->faces || (item->dice.face[i] == 0 && !lost))
            wrong = item->dice.face[i];
    if (whole && wrong == NONE && pos->dice_count && /* the FEN has told its kind */
        dice_place_row(rules, pos->dice) != dice_place_row(rules, item->dice.face))
        record_say(replay->game, item, MSG_BAD_DICE, (int)item->length, item->text,
                   "the FEN has a roll of another kind");
    if (whole && wrong == NONE)
        return memchr(item->dice.face, 0, dice) ? ROLL_DAMAGED : ROLL_WRITTEN;
    turn->comma_missing = is_comma_missing(replay);
    if (turn->misled)
        return ROLL_GUESSED;
    if (whole) {
        record_say(replay->game, item, MSG_DICE_FACE, rules->faces, wrong);
    } else if (item) {
        struct loose_roll roll;
        char meant[SAN_ROLL];
        struct message *message =
            record_say(replay->game, item, MSG_DICE_COUNT, dice, rules->title, (unsigned)item->dice.count);
        struct ludus_text text = { item->text, item->length };
        if (item->dice.count < dice && roll_read(rules, NULL, text, &roll))
            diag_hint(replay_diag(replay), message, "perhaps %s", san_roll_text(meant, roll.dice, dice));
    } else if (!turn->comma_missing && !roll_is_lost(turn->items[0])) {
        record_say(replay->game, turn->items[0], MSG_MISSING_ROLL);
    }
    return ROLL_GUESSED;
}

bool roll_find_bare(const struct ludus_game *game, const struct rules *rules, const struct item *move,
                    struct bare_roll *bare)
{
    const struct item *item = rules->dice ? turns_number_before(game, move) : NULL;
    if (!item)
        return false;
    struct loose_roll roll; /* 23: a digit for each die */
    bool joined = turns_number_before(game, item) && item->length == rules->dice &&
                  roll_read(rules, NULL, (struct ludus_text){ item->text, item->length }, &roll);
    if (joined)
        memcpy(bare->face, roll.dice, sizeof bare->face);
    bare->first = bare->last = item;
    if (!joined && rules->dice == 1)
        return false;
    /* Several numbers, each a face: */
    for (unsigned left = joined ? 0 : rules->dice; left > 0; item = turns_number_before(game, item)) {
        if (!item || item->side <= LUDUS_BLACK || item->number == 0 || item->number > rules->faces)
            return false;
        /* A dot between faces is possible if the number of the turn stands before them. */
        if (item->form != 0 && (item == bare->last || item->form != 1 || !turns_number_before(game, item)))
            return false;
        bare->face[--left] = (uint8_t)item->number;
        bare->first = item;
    }
    bare->label = turns_number_before(game, bare->first);
    return true;
}

static bool take_bare(struct ludus_replay *replay)
{
    struct turn *turn = &replay->turn;
    struct bare_roll bare;
    if (!turn->label || turn->dice || turn->label + 1 != turn->items[0] ||
        !roll_find_bare(replay->game, &replay->ruleset->rules, turn->items[0], &bare))
        return false;
    turn->label = bare.label;
    if (replay->line.broken || turn->misled)
        return true;
    char meant[SAN_ROLL];
    size_t begin = item_begin(replay->game, bare.first), end = item_end(replay->game, bare.last);
    const struct item *said = end - begin > QUOTED_MAX ? bare.last : bare.first; /* without so many blanks */
    struct message *message = diag_add(replay_diag(replay), MSG_BAD_DICE, begin, end,
                                       (int)(bare.last->text + bare.last->length - said->text), said->text,
                                       "a roll stands in parentheses");
    diag_hint(replay_diag(replay), message, "perhaps %s",
              san_roll_text(meant, bare.face, replay->ruleset->rules.dice));
    return true;
}

/* Sets the dice: to the roll of the record, else to the one with which most of the turn can be played. */
static void throw_roll(struct ludus_replay *replay, bool written)
{
    struct line *line = &replay->line;
    const struct rules *rules = &replay->ruleset->rules;
    struct ludus_move moves[RESOLVE_MAX];
    uint8_t best[LUDUS_DICE_MAX] = { 0 }, dice[LUDUS_DICE_MAX] = { 0 };
    size_t undos = line->undos;
    unsigned most = 0, count = position_dice(&line->pos);
    if (written)
        memcpy(best, replay->turn.roll, sizeof best);
    while (!written && (!best[0] || most < replay->turn.item_count) && dice_next(dice, count, rules->faces)) {
        unsigned item = 0, used;
        ludus_position_roll(&line->pos, dice, count);
        for (; item < replay->turn.item_count; item += used)
            if (line->pos.side != replay->turn.side || turn_resolve(replay, item, moves, &used) != 1 ||
                !replay_make(replay, moves[0]))
                break;
        replay_rewind(replay, undos);
        if (best[0] && item <= most)
            continue;
        most = item;
        memcpy(best, dice, sizeof best);
    }
    if (count)
        ludus_position_roll(&line->pos, best, count);
}

/* ---- The beginning of a turn ---- */

/* Begins the canonical text of the turn with its roll. */
static void write_roll(struct ludus_replay *replay)
{
    const struct item *item = replay->turn.dice;
    char roll[SAN_ROLL];
    buf_clear(&replay->text);
    memset(replay->turn.text_end, 0, sizeof replay->turn.text_end);
    if (!item)
        return;
    /* A damaged or marked roll is kept as it is written. */
    if (item->dice.unclear || item->dice.supplied || item->dice.count > LUDUS_DICE_MAX ||
        memchr(item->dice.face, 0, item->dice.count))
        buf_add(&replay->text, item->text, item->length);
    else
        buf_text(&replay->text, san_roll_text(roll, item->dice.face, item->dice.count));
}

bool turn_begin(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    line->lost = line->broken;
    line->started = true;
    line->turn_undos = line->undos;
    turn->move_count = turn->roll_count = 0;
    turn->wrong_number = NULL;
    turn->state = LUDUS_TURN_UNKNOWN;
    bool bare = replay->ruleset->rules.dice && take_bare(replay);
    turn->numbers_stay &= line->broken;
    turn->other_side = false;
    if (turn->label && !line->broken) {
        turn->numbers_stay = turn->renumbered && check_others(replay, turn->label);
        turn->other_side = check_label(replay, turn->label);
    } else if (turn->label) { /* the label decides */
        unsigned side = meant_side(replay, turn->label);
        line->side = side != NO_SIDE ? (uint8_t)side : line->side;
        line->number = turn->label->number != UNNUMBERED ? turn->label->number : line->number;
    }
    turn->misled |= bare;
    turn->numbers_stay |= bare;
    line->turn_number = turn->number = line->number;
    line->turn_side = turn->side = line->side;
    if (turn->dice) {
        turn->roll_count = turn->dice->dice.count < LUDUS_DICE_MAX ? turn->dice->dice.count : LUDUS_DICE_MAX;
        memcpy(turn->roll, turn->dice->dice.face, sizeof turn->roll);
    }
    if (replay->texts)
        write_roll(replay);
    if (line->broken || (turn->unread && !hint_unread(replay)))
        return false;
    enum roll roll = read_roll(replay);
    /* The first illegible item of the turn, or its roll. */
    const struct item *damaged = roll == ROLL_DAMAGED ? turn->dice : NULL;
    for (unsigned i = 0; i < turn->item_count && !damaged; i++)
        damaged = turn->items[i]->move.style >= MOVE_PATTERN ? turn->items[i] : NULL;
    if (damaged)
        turn->state = damage_play(replay, roll, damaged);
    else
        throw_roll(replay, roll == ROLL_WRITTEN);
    return !damaged;
}
