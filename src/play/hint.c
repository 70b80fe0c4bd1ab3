/* hint.c - finds legal moves that an illegal one can have been meant to be; the rest of the record is
 * evidence. */
#include "base/memory.h"
#include "play/meant.h"
#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MOVES = 3, SHOWN_SQUARES = 8, HINT_TEXT = 320 };
enum {
    FEW = 16,           /* moves that are compared, messages that are tried */
    WITNESS_TURNS = 60, /* turns of evidence */
    MARGIN = 120,       /* moves that cost more than the best by this are left out */
    CLEAR = 200,        /* a move that costs less than all others by this is certain enough to be played */
    GUESSES_MAX = 64,
    GOES_ON = 10,   /* turns that must be legal after a move that is played */
    CUT_MAX = 16,   /* bytes of a text that can begin a move */
    ASKED_MAX = 64, /* faults of a record that get hints */
    BORNE_OUT = 6   /* turns of evidence for a text with several errors */
};

/* A move that a text can mean. */
struct guess {
    struct meant meant;
    struct ludus_text written;
    unsigned turns; /* number of turns that can then be played */
    unsigned price; /* of the move, and more if the rest cannot be played */
};

struct guesses {
    struct guess list[GUESSES_MAX];
    size_t count;
    unsigned margin; /* what the second costs more than the first */
    struct dialects dialects;
};

/* ---- The rest of the record as evidence ---- */

/* Plays replay->turn from item number `item` on. False if it is illegal or makes a false claim. */
static bool play_items(struct ludus_replay *replay, unsigned item)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move moves[RESOLVE_MAX];
    bool signs = replay->ruleset->rules.notation == STYLE_SAN;
    for (unsigned used; item < replay->turn.item_count; item += used) {
        const struct move_text *text = &replay->turn.items[item]->move;
        if (turns_unread(replay->turn.items[item]) || turn_resolve(replay, item, moves, &used) != 1)
            return false;
        const struct undo *undo = replay_make(replay, moves[0]);
        if (!undo || (text->flags & MOVE_CAPTURE && !undo->captures) ||
            (signs && text->check && !position_checked(pos)))
            return false;
    }
    return pos->side != replay->turn.side ||
           (replay->ruleset->rules.dice && replay_make(replay, END_OF_TURN));
}

/* Reads the next turn of the line into replay->turn. False at its end or at unreadable text. */
static bool take_turn(struct ludus_replay *replay, struct turns *turns)
{
    unsigned dice = position_dice(&replay->line.pos);
    turns_taken(turns);
    for (enum turns_event event; (event = turns_next(turns)) != TURNS_TURN;)
        if (event == TURNS_END || event == TURNS_CLOSE || event == TURNS_RESULT || event == TURNS_UNREAD)
            return false;
    turn_gather(replay, turns);
    replay->turn.side = replay->line.pos.side;
    if (dice && (!turns->dice || turns->dice->dice.count != dice))
        return false;
    if (dice)
        ludus_position_roll(&replay->line.pos, turns->dice->dice.face, dice);
    return true;
}

/* Reads a text, which must outlive the item, as a move. False if it is none. */
static bool make_move(struct item *item, const char *text, size_t length, struct arena *arena)
{
    *item = (struct item){ .kind = ITEM_MOVE, .text = text, .length = (uint32_t)length };
    return move_text_parse(text, length, arena, &item->move);
}

/* Counts the turns that can be played from this one on, at most WITNESS_TURNS, with another text in place of
 * its items from `first` to `last`. Position and turn are not changed. */
static unsigned play_with(struct ludus_replay *replay, unsigned first, unsigned last, const char *text)
{
    struct turn turn = replay->turn;
    struct turns turns = replay->turns;
    struct ludus_position pos = replay->line.pos;
    struct item item;
    size_t undos = replay->line.undos;
    unsigned played = 0;
    if (!make_move(&item, text, strlen(text), &replay->game->arena))
        return 0;
    replay->turn.items[first] = &item;
    for (unsigned k = last + 1; k < turn.item_count; k++)
        replay->turn.items[first + k - last] = turn.items[k];
    replay->turn.item_count = turn.item_count - (last - first);
    turns.main = true;
    if (play_items(replay, first))
        while (++played < WITNESS_TURNS && take_turn(replay, &turns) && play_items(replay, 0))
            ;
    replay_rewind(replay, undos);
    replay->line.pos = pos;
    replay->turn = turn;
    return played;
}

static void add_guess(struct ludus_replay *replay, unsigned first, unsigned last, struct ludus_text text,
                      struct guesses *guesses)
{
    struct meant meant[FEW];
    struct meant_text read;
    meant_read(&guesses->dialects, text, &read);
    size_t count = read.length > 1 ? meant_moves(&read, &replay->line.pos, MEANT_FAR, false, meant, FEW) : 0;
    for (size_t i = 0; i < count && guesses->count < GUESSES_MAX; i++)
        guesses->list[guesses->count++] =
            (struct guess){ meant[i], text, play_with(replay, first, last, meant[i].text), meant[i].price };
}

static void weigh_guesses(struct guesses *guesses)
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

/* ---- Hints ---- */

/* Adds a hint on where such pieces can go: "Eques goes from f1 to d2, g3". */
void hint_targets(struct ludus_replay *replay, struct message *message, kind_set kinds, unsigned start)
{
    const struct ludus_position *pos = &replay->line.pos;
    if (!message || replay_diag(replay)->terse)
        return;
    struct ludus_move *moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = moves ? movegen_all(pos, moves) : 0;
    char list[HINT_TEXT];
    struct san_text text = { .out = list, .size = sizeof list };
    unsigned from = NONE, shown = 0, pieces = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ludus_move *move = &moves[i];
        if (move->type > LUDUS_EN_PASSANT || (start != NONE && start != move->from) ||
            !in_set(kinds, CODE_KIND(pos->cell[move->from])) || shown == SHOWN_SQUARES)
            continue;
        if (i && move->from == moves[i - 1].from && move->to == moves[i - 1].to)
            continue;
        if (from != move->from) {
            if (pieces++ == 0)
                san_add(&text, piece_on(pos, move->from));
            san_add(&text, pieces == 1 ? " goes from " : "; from ");
            san_add(&text, square_name(pos->ruleset, move->from).text);
            san_add(&text, " to ");
            from = move->from;
        } else {
            san_add(&text, ", ");
        }
        san_add(&text, square_name(pos->ruleset, move->to).text);
        shown++;
    }
    if (shown == SHOWN_SQUARES)
        san_add(&text, " …");
    free(moves);
    if (shown > 0)
        diag_hint(replay_diag(replay), message, "%s", list);
}

/* Adds what unreadable text can mean together with the item after it, if a blank has cut a move in two. */
static void guess_cut(struct ludus_replay *replay, unsigned item, struct guesses *guesses)
{
    const struct item *bad = replay->turn.items[item], *next = bad + 1;
    struct turns turns = replay->turns;
    struct ludus_text text = meant_written(bad), rest;
    bool joined = item + 1 < replay->turn.item_count;
    if (next == replay->game->items + replay->game->item_count ||
        !(turns_is_move(next) || turns_unread(next)) || text.length > CUT_MAX)
        return;
    rest = meant_written(next);
    text.length = (size_t)(rest.text + rest.length - text.text);
    if (replay->turns.at == (size_t)(next - replay->game->items))
        replay->turns.at++;
    add_guess(replay, item, joined ? item + 1 : item, text, guesses);
    replay->turns = turns;
}

/* Adds a hint on what an item can mean. Returns the number of moves that are found. */
static size_t hint_guess(struct ludus_replay *replay, struct message *message, unsigned item)
{
    struct diag *diag = replay_diag(replay);
    struct ludus_text text = meant_written(replay->turn.items[item]);
    if (replay->guessed == ASKED_MAX)
        return 0;
    replay->guessed++;
    struct guesses guesses;
    guesses.count = 0;
    replay->failed |= !dialects_open(&guesses.dialects, "own", replay->ruleset);
    guesses.dialects.hand = HAND_TYPIST;
    add_guess(replay, item, item, text, &guesses);
    if (turns_unread(replay->turn.items[item]))
        guess_cut(replay, item, &guesses);
    const char *blank = message->id == MSG_UNKNOWN_PIECE ? memchr(text.text, ' ', text.length) : NULL;
    if (blank) /* what was read as a name and a square can be two moves: Bbs a6 */
        add_guess(replay, item, item, (struct ludus_text){ text.text, (size_t)(blank - text.text) },
                  &guesses);
    dialects_close(&guesses.dialects);
    weigh_guesses(&guesses);
    const struct guess *best = guesses.list;
    size_t count = guesses.count, shown = count > 2 * SHOWN_MOVES ? SHOWN_MOVES : count;
    if (count > 0) {
        char list[HINT_TEXT]; /* "A, B or C", or the first few of many */
        struct san_text out = { .out = list, .size = sizeof list };
        for (size_t i = 0; i < shown; i++) {
            san_add(&out, i == 0 ? "" : i + 1 == count ? " or " : ", ");
            san_add(&out, best[i].meant.text);
        }
        san_add(&out, shown < count ? " …" : "");
        if (!message->hint || message->meant || (blank && best->written.length < text.length))
            diag_hint(diag, message, "perhaps %s", list);
        size_t at = (size_t)(best->written.text - replay->game->source.text);
        diag_fix(diag, message, at, at + best->written.length, best->meant.text);
        size_t next = replay->turns.at, left = 0; /* turns of the line that must be legal */
        while (left < GOES_ON && turns_main_turn(replay->game, &next))
            left++;
        message->clear = guesses.margin >= CLEAR && best->turns > left;
        if (replay->goes_on && message->clear) { /* it is played in place of what is written */
            struct arena *arena = &replay->game->arena;
            size_t length = strlen(best->meant.text);
            struct item *meant = arena_alloc(arena, sizeof *meant);
            const char *copy = arena_copy(arena, best->meant.text, length);
            if (meant && copy && make_move(meant, copy, length, arena)) {
                meant->text = best->written.text;
                meant->length = (uint32_t)best->written.length;
                replay->meant = meant;
            }
        }
    }
    return count;
}

void hint_move(struct ludus_replay *replay, struct message *message, unsigned item)
{
    const struct move_text *text = &replay->turn.items[item]->move;
    struct diag *diag = replay_diag(replay);
    if (!message || diag->terse || message->begin != item_begin(replay->game, replay->turn.items[item]))
        return;
    if (replay->turn.comma_missing && replay->line.undos == replay->line.turn_undos)
        diag_hint(diag, message, "perhaps a comma is missing before it");
    if (hint_guess(replay, message, item) || message->hint)
        return;
    /* Messages that are not about where a piece goes. */
    static const uint8_t others[] = { MSG_DIE,           MSG_PROMOTION, MSG_NO_SUCH_SQUARE,
                                      MSG_UNKNOWN_PIECE, MSG_PLACING,   MSG_AMBIGUOUS };
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move moves[RESOLVE_MAX];
    struct ludus_position other = *pos;
    position_set_en_passant(&other, NONE, NONE);
    position_set_side(&other, pos->side ^ 1u);
    if (resolve_move(&other, text, moves) == 1)
        diag_hint(diag, message, "%s could play it: is a turn missing before it?",
                  side_name(replay->line.pos.side ^ 1u));
    else if (text->style == MOVE_SQUARES && !memchr(others, (int)message->id, sizeof others))
        hint_targets(replay, message, resolve_kinds(pos, text),
                     text->flags & MOVE_LONG ? resolve_square(pos->ruleset, text->from_file, text->from_rank)
                                             : NONE);
}

/* Adds a hint on the tool for records in other notations, if the text of a message is a move in one. */
static bool tell_notation(struct ludus_replay *replay, struct message *message, struct ludus_text text)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move move;
    char reason[2], meant[MEANT_TEXT];
    const char *copy = arena_copy(&replay->game->arena, text.text, text.length);
    if ((message->hint && !message->meant) || message->clear || !copy ||
        !ludus_move_parse(pos, copy, &move, reason, sizeof reason))
        return false;
    ludus_move_text(pos, move, meant, sizeof meant);
    message->meant = NULL;
    diag_hint(replay_diag(replay), message, "in another notation it is %s: ludconv -f transcript reads that",
              meant);
    return true;
}

/* Adds this hint on the first unreadable word of the record. If nothing has been played, those before it may
 * be a heading, and it, too: the next are tried. */
static void hint_notation(struct ludus_replay *replay, struct message *message, const struct item *item)
{
    const bool begins = replay->line.undos == 0 && replay->depth == 0;
    struct message *next = replay_diag(replay)->first;
    while (next != message && next->id != MSG_BAD_TOKEN)
        next = next->next;
    if ((next != message && !begins) || tell_notation(replay, message, meant_written(item)) || !begins)
        return;
    next = message;
    const char *text = replay_diag(replay)->text;
    for (unsigned tries = 0; tries < FEW && (next = next->next) != NULL; tries++)
        if (next->id == MSG_BAD_TOKEN &&
            tell_notation(replay, next, (struct ludus_text){ text + next->begin, next->end - next->begin }))
            return;
}

bool hint_unread(struct ludus_replay *replay)
{
    struct turn *turn = &replay->turn;
    struct message *message = replay_diag(replay)->first;
    unsigned item = 0;
    replay->meant = NULL;
    while (!turns_unread(turn->items[item]))
        item++;
    size_t begin = item_begin(replay->game, turn->items[item]);
    while (message && message->begin != begin)
        message = message->next;
    if (!message || replay_diag(replay)->terse)
        return false;
    if (turn->misled || hint_guess(replay, message, item) != 1)
        hint_notation(replay, message, turn->items[item]);
    if (!replay->meant)
        return false;
    const char *end = replay->meant->text + replay->meant->length;
    unsigned next = item + 1;
    while (next < turn->item_count && turn->items[next]->text < end)
        next++;
    memmove(&turn->items[item + 1], &turn->items[next], (turn->item_count - next) * sizeof *turn->items);
    turn->item_count -= next - item - 1;
    turn->items[item] = replay->meant;
    turn->unread = false;
    for (unsigned i = 0; i < turn->item_count; i++)
        turn->unread |= turns_unread(turn->items[i]);
    while (replay->turns.at < replay->game->item_count && replay->game->items[replay->turns.at].text < end)
        replay->turns.at++;
    return !turn->unread;
}
