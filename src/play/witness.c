/* witness.c - the rest of a record as the witness of what a move was meant to be. */
#include "play/witness.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/meant.h"
#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- The rest of the record is the witness ---- */

/* Does the position bear out what the text claims of the move? */
static bool is_true(const struct ludus_position *pos, const struct move_text *text, const struct undo *undo)
{
    if (text->flags & MOVE_CAPTURE && !undo->captures)
        return false;
    return pos->ruleset->rules.notation != STYLE_SAN || !text->check || position_checked(pos);
}

/* Plays replay->turn from item number `item` up to `end`. False where that is not legal. */
static bool play_some(struct ludus_replay *replay, unsigned item, unsigned end)
{
    struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    for (unsigned used; item < end; item += used) {
        struct undo *undo = replay_undo(replay);
        if (!undo || turns_unread(replay->turn.items[item]) || turn_resolve(replay, item, moves, &used) != 1)
            return false;
        position_make(&line->pos, moves[0], undo);
        line->undos++;
        if (!is_true(&line->pos, &replay->turn.items[item]->move, undo))
            return false;
    }
    return true;
}

/* Plays the rest of replay->turn. */
static bool play_items(struct ludus_replay *replay, unsigned item)
{
    struct line *line = &replay->line;
    if (!play_some(replay, item, replay->turn.item_count))
        return false;
    if (line->pos.side == replay->turn.side) {
        struct undo *undo = replay->ruleset->rules.dice ? replay_undo(replay) : NULL;
        if (!undo)
            return false;
        position_end_turn(&line->pos, undo);
        line->undos++;
    }
    return true;
}

/* Takes the next turn of the line to replay->turn, and its roll. False at the end, or at what cannot be read.
 */
static bool take_turn(struct ludus_replay *replay, struct turns *turns)
{
    struct turn *turn = &replay->turn;
    unsigned dice = replay->ruleset->rules.dice;
    turns_taken(turns);
    for (enum turns_event event; (event = turns_next(turns)) != TURNS_TURN;)
        if (event == TURNS_END || event == TURNS_CLOSE || event == TURNS_RESULT || event == TURNS_UNREAD)
            return false;
    struct turns_moves moves = turns_moves(replay->game, turns->at - 1);
    turn->items[0] = turns->item;
    turn->item_count = 1;
    turn->side = replay->line.pos.side;
    for (const struct item *item; (item = turns_more(replay->game, &moves)) != NULL;)
        if (turn->item_count < LUDUS_MOVES_MAX)
            turn->items[turn->item_count++] = item;
    turns->at = moves.at;
    if (dice && (!turns->dice || turns->dice->dice.count != dice))
        return false;
    if (dice)
        ludus_position_roll(&replay->line.pos, turns->dice->dice.face, dice);
    return true;
}

/* How many turns can be played from item number `item` of this one on, at most WITNESS_TURNS. */
static unsigned play_on(struct ludus_replay *replay, unsigned item)
{
    struct turns turns = replay->turns;
    unsigned played = 0;
    turns.main = true;
    if (!play_items(replay, item))
        return 0;
    while (++played < WITNESS_TURNS && take_turn(replay, &turns))
        if (!play_items(replay, 0))
            break;
    return played;
}

/* The same with another text in the place of the items from `first` to `last`. The position and the turn are
 * left as they were. */
static unsigned play_with(struct ludus_replay *replay, unsigned first, unsigned last, const char *text)
{
    struct turn turn = replay->turn;
    struct ludus_position pos = replay->line.pos;
    struct item item = { .kind = ITEM_MOVE, .text = text };
    size_t undos = replay->line.undos;
    if (!move_text_parse(text, strlen(text), &replay->game->arena, &item.move))
        return 0;
    replay->turn.items[first] = &item;
    for (unsigned k = last + 1; k < turn.item_count; k++)
        replay->turn.items[first + k - last] = turn.items[k];
    replay->turn.item_count = turn.item_count - (last - first);
    unsigned turns = play_on(replay, first);
    replay_rewind(replay, undos);
    replay->line.pos = pos;
    replay->turn = turn;
    return turns;
}

void witness_add_guess(struct ludus_replay *replay, unsigned first, unsigned last, struct ludus_text text,
                       unsigned back, struct guesses *guesses)
{
    struct meant meant[FEW];
    struct meant_question question = { &replay->lexicon, &replay->line.pos,
                                       &guesses->alike,  text,
                                       MEANT_FAR,        false };
    size_t count = meant_moves(&question, meant, FEW);
    for (size_t i = 0; i < count && guesses->count < GUESSES_MAX; i++) {
        unsigned turns = meant[i].price || !back ? play_with(replay, first, last, meant[i].text) : 0;
        if (turns > back || (turns == 0 && back == 0))
            guesses->list[guesses->count++] =
                (struct guess){ meant[i], text, back, turns - back, meant[i].price };
    }
}

void witness_weigh(struct guesses *guesses)
{
    struct guess *list = guesses->list;
    unsigned most = 0;
    size_t kept = 0;
    for (size_t i = 0; i < guesses->count; i++)
        most = list[i].turns > most ? list[i].turns : most;
    for (size_t i = 0; i < guesses->count; i++) {
        struct guess one = list[i];
        size_t at = i;
        one.price += one.turns < most ? PRICE_BROKEN : 0;
        for (; at > 0 && list[at - 1].price > one.price; at--)
            list[at] = list[at - 1];
        list[at] = one;
    }
    while (kept < guesses->count && list[kept].price < list[0].price + MARGIN &&
           list[kept].meant.price < (list[kept].turns >= BORNE_OUT ? MEANT_FAR : MEANT_NEAR))
        kept++;
    guesses->margin = guesses->count > 1 ? list[1].price - list[0].price : CLEAR;
    guesses->count = kept;
}

/* ---- Turns before ---- */

/* The last few turns before item number `end` of the game, as far as all can be played: replay->turns before
 * each of them. Returns how many have been met. */
static size_t walk_to(struct ludus_replay *replay, size_t end, struct turns ring[BACK_MAX])
{
    struct turns way = { .game = replay->game, .main = true };
    size_t count = 0;
    while (way.at < end) {
        struct turns before = way;
        bool taken = take_turn(replay, &way);
        if (way.at > end || way.at == before.at)
            break;
        ring[count++ % BACK_MAX] = before;
        for (unsigned i = 0; taken && i < replay->turn.item_count; i++)
            taken = !(replay->turn.items[i]->move.flags & MOVE_SIC);
        count = taken ? count : 0;
    }
    return count;
}

/* Takes the last turn on the board back; its moves, the last first, go behind the `count` of `moves`. */
static size_t take_back(struct ludus_replay *replay, struct ludus_move *moves, size_t count)
{
    struct line *line = &replay->line;
    size_t undos = line->undos;
    unsigned side = undos ? replay_undo_at(replay, undos - 1)->side : NO_SIDE;
    while (undos > 0 && count < BACK_MOVES && replay_undo_at(replay, undos - 1)->side == side)
        moves[count++] = replay_undo_at(replay, --undos)->move;
    replay_rewind(replay, undos);
    return count;
}

static void make_again(struct ludus_replay *replay, const struct ludus_move *moves, size_t count)
{
    struct line *line = &replay->line;
    while (count > 0) {
        struct ludus_move move = moves[--count];
        struct undo *undo = replay_undo(replay);
        if (!undo)
            return;
        if (move.type == NONE)
            position_end_turn(&line->pos, undo);
        else
            position_make(&line->pos, move, undo);
        line->undos++;
    }
}

/* Adds what each move of the turn before which replay->turns stands can have been meant for. */
static void suspect(struct ludus_replay *replay, unsigned back, struct guesses *guesses)
{
    size_t undos = replay->line.undos;
    if (!take_turn(replay, &replay->turns))
        return;
    for (unsigned i = 0; i < replay->turn.item_count; i++) {
        witness_add_guess(replay, i, i, meant_written(replay->turn.items[i]), back, guesses);
        if (!play_some(replay, i, i + 1))
            break;
    }
    replay_rewind(replay, undos);
}

void witness_look_back(struct ludus_replay *replay, struct guesses *guesses)
{
    struct line *line = &replay->line;
    struct turn turn = replay->turn;
    struct turns ring[BACK_MAX], turns = replay->turns;
    struct ludus_position pos = line->pos;
    struct ludus_move moves[BACK_MOVES];
    size_t count, taken = 0;
    if (replay->depth || replay->resumes || replay->looked_back || line->before_forced)
        return;
    replay->looked_back = true;
    count = walk_to(replay, (size_t)(turn.items[0] - replay->game->items), ring);
    replay->turn = turn;
    if (line->undos > line->turn_undos)
        taken = take_back(replay, moves, taken);
    for (unsigned back = 1; back <= BACK_MAX && back <= count && line->undos > 0; back++) {
        taken = take_back(replay, moves, taken);
        replay->turns = ring[(count - back) % BACK_MAX];
        if (taken == BACK_MOVES)
            break;
        suspect(replay, back, guesses);
    }
    make_again(replay, moves, taken);
    replay->turn = turn;
    replay->turns = turns;
    line->pos = pos;
}
