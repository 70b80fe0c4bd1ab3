/* hint.c - looks for the legal move that an illegal one was perhaps meant to be. */
#include "play/hint.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/comma.h"
#include "play/meant.h"
#include "play/san.h"
#include "play/turn.h"
#include "rules/movegen.h"
#include "rules/tables.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MOVES = 3, SHOWN_SQUARES = 8, HINT_TEXT = 320 };
enum {
    FEW = 16,           /* moves that are compared */
    WITNESS_TURNS = 60, /* that are asked of each */
    PRICE_BROKEN = 700, /* of a move after which less can be played than after another */
    MARGIN = 120,       /* what is dearer than another by this is not thought of beside it */
    BORNE_OUT = 6       /* turns after which a text with several things wrong is believed */
};

unsigned hint_distance(const struct ludus_ruleset *ruleset, unsigned a, unsigned b)
{
    int files = abs((int)square_file(ruleset, a) - (int)square_file(ruleset, b));
    int ranks = abs((int)square_rank(ruleset, a) - (int)square_rank(ruleset, b));
    return (unsigned)(files > ranks ? files : ranks);
}

/* ---- The rest of the record is the witness ---- */

/* A move that items of the turn can stand for. */
struct guess {
    struct meant meant;
    unsigned turns; /* of the record that can be played after it */
    unsigned price; /* of the move, and of the rest where that cannot be played */
};

/* Does the position bear out what the text claims of the move? */
static bool is_true(const struct ludus_position *pos, const struct move_text *text, const struct undo *undo)
{
    if (text->flags & MOVE_CAPTURE && !undo->captures)
        return false;
    return pos->ruleset->rules.notation != STYLE_SAN || !text->check || position_checked(pos);
}

/* Plays replay->turn from item number `item` on. False where that is not legal. */
static bool play_items(struct ludus_replay *replay, unsigned item)
{
    struct line *line = &replay->line;
    struct ludus_move moves[RESOLVE_MAX];
    for (unsigned used; item < replay->turn.item_count; item += used) {
        struct undo *undo = replay_undo(replay);
        if (!undo || turns_unread(replay->turn.items[item]) || turn_resolve(replay, item, moves, &used) != 1)
            return false;
        position_make(&line->pos, moves[0], undo);
        line->undos++;
        if (!is_true(&line->pos, &replay->turn.items[item]->move, undo))
            return false;
    }
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

/* What the items from `first` to `last` of the turn can stand for, the likeliest first; those that are much
 * less likely are left out. */
static size_t guess(struct ludus_replay *replay, unsigned first, unsigned last, struct guess list[FEW])
{
    struct meant meant[FEW];
    struct lookalikes alike;
    struct ludus_text text = meant_written(replay->turn.items[first]);
    if (last > first)
        text.length = (size_t)(replay->turn.items[last]->text + replay->turn.items[last]->length - text.text);
    struct meant_question question = { &replay->lexicon, &replay->line.pos, &alike, text, MEANT_FAR, false };
    lookalikes_read(&alike, NULL, 0);
    size_t count = meant_moves(&question, meant, FEW), kept = 0;
    unsigned most = 0;
    for (size_t i = 0; i < count; i++) {
        list[i] = (struct guess){ meant[i], play_with(replay, first, last, meant[i].text), meant[i].price };
        most = list[i].turns > most ? list[i].turns : most;
    }
    for (size_t i = 0; i < count; i++) {
        struct guess one = list[i];
        size_t at = i;
        one.price += one.turns < most ? PRICE_BROKEN : 0;
        for (; at > 0 && list[at - 1].price > one.price; at--)
            list[at] = list[at - 1];
        list[at] = one;
    }
    while (kept < count && list[kept].price < list[0].price + MARGIN &&
           list[kept].meant.price < (list[kept].turns >= BORNE_OUT ? MEANT_FAR : MEANT_NEAR))
        kept++;
    return kept;
}

/* ---- Hints ---- */

/* "A, B or C", or the first few of many. */
static void list_guesses(const struct guess *list, size_t count, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    size_t shown = count > 2 * SHOWN_MOVES ? SHOWN_MOVES : count;
    for (size_t i = 0; i < shown; i++) {
        if (i)
            san_add(&text, i + 1 == count ? " or " : ", ");
        san_add(&text, list[i].meant.text);
    }
    if (shown < count)
        san_add(&text, " …");
    san_end(&text);
}

/* "Eques goes from f1 to d2, g3": where the pieces that were perhaps meant can go. */
static bool list_targets(const struct ludus_position *pos, kind_set kinds, unsigned start, char *out,
                         size_t size)
{
    struct ludus_move *moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = moves ? movegen_all(pos, moves) : 0;
    struct san_text text = { out, size, 0 };
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
                san_add(&text, pos->ruleset->rules.kinds[CODE_KIND(pos->cell[move->from])].names[0]);
            san_add(&text, pieces == 1 ? " goes from " : "; from ");
            san_square(&text, pos->ruleset, move->from);
            from = move->from;
            san_add(&text, " to ");
        } else {
            san_add(&text, ", ");
        }
        san_square(&text, pos->ruleset, move->to);
        shown++;
    }
    if (shown == SHOWN_SQUARES)
        san_add(&text, " …");
    san_end(&text);
    free(moves);
    return shown > 0;
}

/* Could the other side play what is written? */
static bool other_side_can(struct ludus_replay *replay, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move moves[RESOLVE_MAX];
    struct ludus_position other = *pos;
    position_set_en_passant(&other, NONE, NONE);
    position_set_side(&other, pos->side ^ 1u);
    return resolve_move(&replay->lexicon, &other, text, moves) == 1;
}

void hint_targets(struct ludus_replay *replay, struct message *message, kind_set kinds, unsigned from)
{
    char list[HINT_TEXT];
    if (message && !replay_diag(replay)->terse &&
        list_targets(&replay->line.pos, kinds, from, list, sizeof list))
        diag_hint(replay_diag(replay), message, "%s", list);
}

/* Is a message about where a piece goes? */
static bool asks_where(enum message_id id)
{
    static const uint8_t others[] = { MSG_DIE,           MSG_PROMOTION, MSG_NO_SUCH_SQUARE,
                                      MSG_UNKNOWN_PIECE, MSG_PLACING,   MSG_AMBIGUOUS };
    return !memchr(others, (int)id, sizeof others);
}

/* The same of the pieces that the text names. */
static void hint_named(struct ludus_replay *replay, struct message *message, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    unsigned from =
        text->flags & MOVE_LONG ? resolve_square(pos->ruleset, text->from_file, text->from_rank) : NONE;
    hint_targets(replay, message, resolve_kinds(&replay->lexicon, pos, text), from);
}

/* Says what the items from `first` to `last` were perhaps meant to be. False where that cannot be told. */
static bool hint_guess(struct ludus_replay *replay, struct message *message, unsigned first, unsigned last)
{
    struct diag *diag = replay_diag(replay);
    struct ludus_text begin = meant_written(replay->turn.items[first]);
    struct ludus_text end = meant_written(replay->turn.items[last]);
    struct guess list[FEW];
    size_t count = guess(replay, first, last, list), at = (size_t)(begin.text - replay->game->source.text);
    char text[HINT_TEXT];
    if (count == 0)
        return false;
    list_guesses(list, count, text, sizeof text);
    if (!message->hint || message->meant)
        diag_hint(diag, message, "perhaps %s", text);
    diag_fix(diag, message, at, at + (size_t)(end.text + end.length - begin.text), list[0].meant.text);
    return true;
}

void hint_move(struct ludus_replay *replay, struct message *message, unsigned item)
{
    const struct move_text *text = &replay->turn.items[item]->move;
    struct diag *diag = replay_diag(replay);
    if (!message || diag->terse || message->begin != item_begin(replay->game, replay->turn.items[item]) ||
        hint_guess(replay, message, item, item) || message->hint)
        return;
    if (comma_is_missing(replay))
        diag_hint(diag, message, "perhaps a comma is missing before it");
    else if (other_side_can(replay, text))
        diag_hint(diag, message, "%s could play it: is a turn missing before it?",
                  side_name(replay->line.pos.side ^ 1u));
    else if (text->style == MOVE_SQUARES && asks_where(message->id))
        hint_named(replay, message, text);
}

void hint_unread(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    struct message *message = replay_diag(replay)->first;
    unsigned item = 0;
    while (!turns_unread(turn->items[item]))
        item++;
    size_t begin = item_begin(replay->game, turn->items[item]);
    while (message && message->begin != begin)
        message = message->next;
    if (message && !replay_diag(replay)->terse && turn->items[item]->length > 1)
        (void)hint_guess(replay, message, item, item);
}

/* ---- Names ---- */

const char *hint_name(const struct ludus_ruleset *ruleset, const char *name, size_t length)
{
    const struct rules *rules = &ruleset->rules;
    struct text_nearest nearest = text_nearest(name, length);
    for (unsigned kind = 0; length > 1 && kind < rules->kind_count; kind++)
        for (unsigned i = 0; i < rules->kinds[kind].name_count; i++)
            text_try(&nearest, rules->kinds[kind].names[i], strlen(rules->kinds[kind].names[i]));
    return nearest.best;
}

static bool has_digit(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] < '0' || text[length - 1] > '9'))
        length--;
    return length > 0;
}

/* A name with a number in it is no slip for one without: Chess960 is not chess. */
const char *hint_ruleset(const char *name, size_t length)
{
    struct text_nearest nearest = { name, length, length > 6 ? 4 : 2, NULL, 0 };
    const char *id;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++)
        if (has_digit(id, strlen(id)) || !has_digit(name, length))
            text_try(&nearest, id, strlen(id));
    return nearest.best;
}
