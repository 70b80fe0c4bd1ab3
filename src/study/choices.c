/* choices.c - all turns that a position allows, with their texts. */
#include "base/memory.h"
#include "play/resolve.h"
#include "rules/dice.h"

#include <stdlib.h>

enum { MOVE_TEXT = 256 };

/* The turn so far. */
struct choosing {
    struct ludus_position *pos;
    bool full; /* in long notation */
    ludus_choice_fn *take;
    void *context;
    struct ludus_buffer text;
    struct ludus_move moves[LUDUS_MOVES_MAX + 1];
    unsigned count, roll;
    bool enough, failed;
};

static void choose_all(struct choosing *turn);

/* Takes the turn that goes on with this move, which may be its end, or all that go on from there. */
static void choose(struct choosing *turn, struct ludus_move move, bool ends)
{
    struct ludus_position *pos = turn->pos;
    const unsigned side = pos->side;
    const size_t length = turn->text.length;
    char text[MOVE_TEXT] = "";
    turn->failed |= turn->count > LUDUS_MOVES_MAX;
    if (turn->failed)
        return;
    if (!ends)
        (turn->full ? ludus_move_long : ludus_move_text)(pos, move, text, sizeof text);
    buf_text(&turn->text, turn->count == 0 ? ends ? "pass" : "" : ends ? "" : ", ");
    buf_text(&turn->text, text);
    turn->moves[turn->count++] = move;
    if (!ludus_position_make(pos, move)) {
        turn->failed = true;
        return;
    }
    if (pos->side == side && (pos->ruleset->rules.dice || ludus_position_result(pos, NULL) == LUDUS_OPEN)) {
        choose_all(turn);
    } else {
        const struct ludus_choice choice = { buf_string(&turn->text), turn->moves, turn->count, turn->roll };
        turn->failed |= turn->text.failed;
        turn->enough = turn->failed || !turn->take(turn->context, &choice);
    }
    ludus_position_undo(pos);
    turn->count--;
    turn->text.length = length;
}

static void choose_all(struct choosing *turn)
{
    struct ludus_position *pos = turn->pos;
    if (ludus_position_may_end(pos))
        choose(turn, END_OF_TURN, true);
    if (turn->enough || turn->failed || ludus_position_result(pos, NULL) != LUDUS_OPEN)
        return;
    size_t count = ludus_position_moves(pos, NULL, 0);
    struct ludus_move *moves = memory_new((count + 1) * sizeof *moves);
    turn->failed |= !moves || ludus_position_moves(pos, moves, count) != count;
    for (size_t i = 0; i < count && !turn->enough && !turn->failed; i++)
        choose(turn, moves[i], false);
    free(moves);
}

bool ludus_position_turns(struct ludus_position *position, bool full, ludus_choice_fn *take, void *context)
{
    struct choosing turn = { .pos = position, .full = full, .take = take, .context = context };
    const unsigned count = ludus_position_dice(position);
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    char roll[SAN_ROLL];
    if (ludus_position_result(position, NULL) != LUDUS_OPEN)
        return true;
    if (count == 0)
        choose_all(&turn);
    for (; count && !turn.enough && !turn.failed && dice_next(dice, count, position->ruleset->rules.faces);
         turn.roll++) {
        buf_clear(&turn.text);
        buf_format(&turn.text, "%s ", san_roll_text(roll, dice, count));
        ludus_position_roll(position, dice, count);
        choose_all(&turn);
    }
    if (count)
        ludus_position_roll(position, NULL, 0);
    buf_free(&turn.text);
    return !turn.failed;
}
