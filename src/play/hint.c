/* hint.c - looks for the legal move that an illegal one was perhaps meant to be. */
#include "play/hint.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/meant.h"
#include "play/replay.h"
#include "play/witness.h"

#include <stdlib.h>
#include <string.h>

unsigned hint_distance(const struct ludus_ruleset *ruleset, unsigned a, unsigned b)
{
    int files = abs((int)square_file(ruleset, a) - (int)square_file(ruleset, b));
    int ranks = abs((int)square_rank(ruleset, a) - (int)square_rank(ruleset, b));
    return (unsigned)(files > ranks ? files : ranks);
}

/* ---- Hints ---- */

/* "A, B or C", or the first few of many. */
static void list_guesses(const struct guesses *guesses, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    const struct guess *list = guesses->list;
    size_t count = 0;
    while (count < guesses->count && list[count].written.text == list->written.text)
        count++;
    size_t shown = count > 2 * SHOWN_MOVES ? SHOWN_MOVES : count;
    for (size_t i = 0; i < shown; i++) {
        if (i)
            san_add(&text, i + 1 == count ? " or " : ", ");
        san_add(&text, list[i].meant.text);
    }
    if (shown < count)
        san_add(&text, " …");
    if (list->back) {
        san_add(&text, " for ");
        san_add_bytes(&text, list->written.text, list->written.length);
        san_add(&text, ", ");
        san_number(&text, list->back);
        san_add(&text, list->back > 1 ? " turns before" : " turn before");
    }
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

/* A blank has cut a move in two: adds what the text that could not be read can stand for with what follows
 * it.
 */
static void guess_cut(struct ludus_replay *replay, unsigned item, struct guesses *guesses)
{
    const struct item *bad = replay->turn.items[item], *next = bad + 1;
    struct turns turns = replay->turns;
    struct ludus_text text = meant_written(bad), rest;
    bool joined = item + 1 < replay->turn.item_count;
    if (next == replay->game->items + replay->game->item_count ||
        !(next->kind == ITEM_MOVE || next->kind == ITEM_BAD) || text.length > CUT_MAX)
        return;
    rest = meant_written(next);
    text.length = (size_t)(rest.text + rest.length - text.text);
    if (replay->turns.at == (size_t)(next - replay->game->items))
        replay->turns.at++;
    witness_add_guess(replay, item, joined ? item + 1 : item, text, 0, guesses);
    replay->turns = turns;
}

/* Can the rest of the line be played after the move, or much of it? */
static bool is_borne_out(const struct ludus_replay *replay, const struct guess *guess)
{
    size_t at = replay->turns.at, left = 0;
    while (left < GOES_ON && turns_main_turn(replay->game, &at))
        left++;
    return guess->turns > left || guess->turns > GOES_ON;
}

/* The move that was meant takes the place of what is written. */
static void go_on_with(struct ludus_replay *replay, const struct guess *guess)
{
    struct arena *arena = &replay->game->arena;
    struct item *item = arena_alloc(arena, sizeof *item);
    size_t length = strlen(guess->meant.text);
    const char *text = arena_copy(arena, guess->meant.text, length);
    if (!item || !text)
        return;
    *item = (struct item){ .kind = ITEM_MOVE, .text = guess->written.text };
    item->length = (uint32_t)guess->written.length;
    if (move_text_parse(text, length, arena, &item->move))
        replay->meant = item;
}

/* Says what item number `item` of the turn was perhaps meant to be. False where that cannot be told. */
static bool hint_guess(struct ludus_replay *replay, struct message *message, unsigned item)
{
    struct diag *diag = replay_diag(replay);
    struct ludus_text text = meant_written(replay->turn.items[item]);
    struct guesses *guesses = memory_new(sizeof *guesses);
    char list[HINT_TEXT];
    replay->failed |= !guesses;
    if (!guesses)
        return false;
    guesses->count = 0;
    lookalikes_read(&guesses->alike, NULL, 0);
    witness_add_guess(replay, item, item, text, 0, guesses);
    if (turns_unread(replay->turn.items[item]))
        guess_cut(replay, item, guesses);
    witness_look_back(replay, guesses);
    witness_weigh(guesses);
    const struct guess *best = guesses->list;
    bool any = guesses->count > 0;
    if (any) {
        list_guesses(guesses, list, sizeof list);
        if (!message->hint || message->meant)
            diag_hint(diag, message, "perhaps %s", list);
        size_t at = (size_t)(best->written.text - replay->game->source.text);
        diag_fix(diag, message, at, at + best->written.length, best->meant.text);
        if (replay->goes_on && guesses->margin >= CLEAR && !best->back && is_borne_out(replay, best))
            go_on_with(replay, best);
    }
    free(guesses);
    return any;
}

void hint_move(struct ludus_replay *replay, struct message *message, unsigned item)
{
    const struct move_text *text = &replay->turn.items[item]->move;
    struct diag *diag = replay_diag(replay);
    if (!message || diag->terse || message->begin != item_begin(replay->game, replay->turn.items[item]))
        return;
    if (comma_is_missing(replay))
        diag_hint(diag, message, "perhaps a comma is missing before it");
    if (hint_guess(replay, message, item) || message->hint)
        return;
    if (other_side_can(replay, text))
        diag_hint(diag, message, "%s could play it: is a turn missing before it?",
                  side_name(replay->line.pos.side ^ 1u));
    else if (text->style == MOVE_SQUARES && asks_where(message->id))
        hint_named(replay, message, text);
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
    if (!message || turn->misled || replay_diag(replay)->terse || !hint_guess(replay, message, item) ||
        !replay->meant)
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
