/* damage.c - tries every legal turn against what can still be read of one. */
#include "play/meant.h"
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

enum {
    SPELLING_MAX = 120,
    PARTS_MAX = 4,
    CHOICES_MAX = 2 * NAMES_MAX + 4,
    MANY_READINGS = 1000,
    TEXT_MAX = 400
};

const struct item *damage_find(const struct ludus_replay *replay, const struct roll *roll)
{
    if (roll->lost && !roll->guessed)
        return replay->turn.dice;
    for (unsigned i = 0; i < replay->turn.item_count; i++)
        if (replay->turn.items[i]->move.style >= MOVE_PATTERN)
            return replay->turn.items[i];
    return NULL;
}

void damage_write_dice(struct ludus_replay *replay, const struct item *item)
{
    char roll[SAN_ROLL];
    bool sound = !item->dice.unclear && !item->dice.supplied;
    for (unsigned i = 0; i < item->dice.count && i < LUDUS_DICE_MAX; i++)
        sound = sound && item->dice.face[i];
    if (!sound || item->dice.count > LUDUS_DICE_MAX) {
        buf_add(&replay->text, item->text, item->length);
        return;
    }
    buf_text(&replay->text, san_roll_text(roll, item->dice.face, item->dice.count));
}

/* What is known after trying everything. */
struct search {
    struct ludus_replay *replay;
    size_t readings;
    struct ludus_move moves[LUDUS_MOVES_MAX]; /* of the first reading */
    uint8_t items[LUDUS_MOVES_MAX];
    unsigned count;
    uint8_t dice[LUDUS_DICE_MAX];
    bool moves_differ, dice_differ;
    struct ludus_move path[LUDUS_MOVES_MAX]; /* of the reading being tried */
    uint8_t path_items[LUDUS_MOVES_MAX];
};

static void note_reading(struct search *search, unsigned count, const uint8_t *dice)
{
    if (search->readings++ == 0) {
        memcpy(search->moves, search->path, sizeof search->moves);
        memcpy(search->items, search->path_items, sizeof search->items);
        memcpy(search->dice, dice, sizeof search->dice);
        search->count = count;
        return;
    }
    search->dice_differ |= memcmp(search->dice, dice, sizeof search->dice) != 0;
    search->moves_differ |=
        count != search->count || memcmp(search->moves, search->path, count * sizeof *search->moves) != 0;
}

static void try_items(struct search *search, unsigned item, unsigned count, const uint8_t *dice);

/* Makes a move, goes on with item number `next`, and takes it back. */
static void try_move(struct search *search, struct ludus_move move, unsigned item, unsigned next,
                     unsigned count, const uint8_t *dice)
{
    struct line *line = &search->replay->line;
    struct undo *undo = replay_undo(search->replay);
    if (!undo)
        return;
    search->path[count] = move;
    search->path_items[count] = (uint8_t)item;
    position_make(&line->pos, move, undo);
    line->undos++;
    try_items(search, next, count + 1, dice);
    line->undos--;
    position_unmake(&line->pos, undo);
}

/* Is item number `item` with the one after it a damaged pair of placings? `*kinds`: what can be placed. */
static bool is_damaged_pair(const struct ludus_replay *replay, unsigned item, kind_set *kinds)
{
    const struct turn *turn = &replay->turn;
    if (item + 1 >= turn->item_count)
        return false;
    unsigned one = turn->items[item]->move.style, other = turn->items[item + 1]->move.style;
    return (one == MOVE_PATTERN && (other == MOVE_PATTERN || other == MOVE_PLACE)) ||
                   (one == MOVE_PLACE && other == MOVE_PATTERN)
               ? movegen_placing(&replay->line.pos, kinds) == 2
               : false;
}

static void try_pair(struct search *search, unsigned item, unsigned kind, unsigned count, const uint8_t *dice)
{
    struct ludus_replay *replay = search->replay;
    const struct ludus_position *pos = &replay->line.pos;
    const struct move_text *half[2] = { &replay->turn.items[item]->move,
                                        &replay->turn.items[item + 1]->move };
    unsigned squares = pos->ruleset->squares, found[2] = { 0, 0 };
    uint8_t at[2][LUDUS_SQUARES_MAX];
    char text[SPELLING_MAX];
    for (unsigned i = 0; i < 2; i++)
        for (unsigned square = 0; square < squares; square++)
            if (!pos->cell[square] && meant_half(replay, half[i], kind, square, text, sizeof text))
                at[i][found[i]++] = (uint8_t)square;
    for (unsigned a = 0; a < found[0]; a++)
        for (unsigned b = 0; b < found[1] && search->readings < MANY_READINGS; b++) {
            struct ludus_move move = { at[1][b], at[0][a], LUDUS_PLACE, (uint8_t)kind };
            if (movegen_legal(pos, move))
                try_move(search, move, item, item + 2, count, dice);
        }
}

static void try_items(struct search *search, unsigned item, unsigned count, const uint8_t *dice)
{
    kind_set kinds;
    struct ludus_replay *replay = search->replay;
    struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    unsigned used = 1;
    if (search->readings >= MANY_READINGS || replay->failed)
        return;
    if (item == replay->turn.item_count) {
        note_reading(search, count, dice);
        return;
    }
    if (is_damaged_pair(replay, item, &kinds)) {
        for (unsigned kind = 0; kinds >> kind; kind++)
            if (kinds >> kind & 1)
                try_pair(search, item, kind, count, dice);
        return;
    }
    const struct move_text *text = &replay->turn.items[item]->move;
    bool over = count > 0 && !replay->ruleset->rules.dice && line->pos.side != replay->turn.side;
    size_t found = over                          ? 0
                   : text->style == MOVE_PATTERN ? meant_fits(replay, text, moves)
                                                 : turn_resolve(replay, item, moves, &used);
    for (size_t i = 0; i < found; i++)
        try_move(search, moves[i], item, item + used, count, dice);
}

static void try_rolls(struct search *search, const struct roll *roll)
{
    struct ludus_replay *replay = search->replay;
    const struct rules *rules = &replay->ruleset->rules;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    if (rules->dice == 0) {
        try_items(search, 0, 0, dice);
        return;
    }
    while (roll_next(roll, rules->faces, dice)) {
        ludus_position_roll(&replay->line.pos, dice, rules->dice);
        if (!turn_is_pass(&replay->turn))
            try_items(search, 0, 0, dice);
        else if (!outcome_ended(&replay->line.pos))
            note_reading(search, 0, dice);
    }
}

static void say_restored(struct ludus_replay *replay, const struct item *item, const char *text)
{
    diag_add(replay_diag(replay), MSG_RESTORED, item_begin(replay->game, item), item_end(replay->game, item),
             text);
}

static void say_readings(struct ludus_replay *replay, const struct item *item, size_t readings)
{
    char count[40];
    snprintf(count, sizeof count, "%zu%s", readings, readings >= MANY_READINGS ? " or more" : "");
    diag_add(replay_diag(replay), MSG_READINGS, item_begin(replay->game, item), item_end(replay->game, item),
             count);
}

static void say_move(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    char text[TEXT_MAX];
    if (item->move.style != MOVE_PATTERN)
        return;
    ludus_move_text(&replay->line.pos, move, text, sizeof text);
    say_restored(replay, item, text);
}

/* Plays the one reading, and says what was restored. */
static bool play_reading(struct search *search, const struct roll *roll)
{
    struct ludus_replay *replay = search->replay;
    const struct turn *turn = &replay->turn;
    const struct rules *rules = &replay->ruleset->rules;
    char text[SAN_ROLL];
    if (rules->dice)
        ludus_position_roll(&replay->line.pos, search->dice, rules->dice);
    if (roll->lost && !roll->guessed && !search->dice_differ) {
        memcpy(replay->turn.roll, search->dice, sizeof search->dice);
        say_restored(replay, turn->dice, san_roll_text(text, search->dice, rules->dice));
    } else if (search->dice_differ && !roll->guessed) {
        say_readings(replay, turn->dice, search->readings);
    }
    for (unsigned i = 0; i < search->count; i++) {
        struct ludus_move move = search->moves[i], second = { NONE, move.from, LUDUS_PLACE, move.piece };
        if (move.type == LUDUS_PLACE && move.from != NONE) { /* a pair of placings is two items */
            say_move(replay, turn->items[search->items[i] + 1], second);
            move.from = NONE;
        }
        say_move(replay, turn->items[search->items[i]], move);
        if (!turn_make(replay, search->moves[i], search->items[i]))
            return false;
    }
    return true;
}

enum ludus_turn_state damage_play(struct ludus_replay *replay, const struct roll *roll,
                                  const struct item *item)
{
    const struct turn *turn = &replay->turn;
    for (unsigned i = 0; i < turn->item_count; i++)
        if (turn->items[i]->move.style == MOVE_LOST) {
            diag_add(replay_diag(replay), MSG_LOST, item_begin(replay->game, turn->items[i]),
                     item_end(replay->game, turn->items[i]));
            return LUDUS_TURN_UNKNOWN;
        }
    struct search search = { .replay = replay };
    try_rolls(&search, roll);
    if (search.readings == 0) {
        diag_add(replay_diag(replay), MSG_NO_READING, item_begin(replay->game, item),
                 item_end(replay->game, item), (int)item->length, item->text);
        return LUDUS_TURN_ILLEGAL;
    }
    if (search.moves_differ) {
        say_readings(replay, item, search.readings);
        return LUDUS_TURN_UNKNOWN;
    }
    if (turn_is_pass(turn))
        turn_pass(replay);
    return play_reading(&search, roll) && turn_finish(replay) ? LUDUS_TURN_PLAYED : LUDUS_TURN_ILLEGAL;
}
