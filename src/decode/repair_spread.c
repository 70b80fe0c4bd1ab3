/* repair_spread.c - one change in many places of a record, and what a scribe has done throughout: letters of
 * the two sides exchanged, blanks around the dashes, colons for captures. */
#include "base/chars.h"
#include "decode/repair.h"
#include "play/replay.h"

#include <string.h>

#define COST_SPREAD 2.5

void repair_change(struct ludus_mend *mend, size_t begin, size_t end, const char *text)
{
    struct repair_edit edit = { .hidden = mend->changes.count > 0,
                                .spread = true,
                                .begin = begin,
                                .end = end,
                                .text = text,
                                .turn = TURN_UNKNOWN };
    (void)mend_append(mend, &mend->changes, &edit, 1, sizeof edit);
}

struct repair repair_changes(struct ludus_mend *mend)
{
    struct repair repair = { .edits = mend->changes.data, .count = mend->changes.count };
    mend->changes.count = 0;
    return repair;
}

void repair_try_changes(struct ludus_mend *mend, enum fault_kind kind, double cost, const char *before,
                        const char *after)
{
    struct ludus_text source = mend->slots.game->source;
    struct repair repair = repair_changes(mend);
    struct repair_edit *first = repair.edits;
    if (repair.count == 0 || repair_spent(mend))
        return;
    for (size_t i = 0; i < repair.count; i++)
        first[i].kind = (uint8_t)kind;
    size_t begin = first->begin, end = first->end;
    while (begin > 0 && !is_filler(source.text[begin - 1]))
        begin--;
    while (end < source.length && !is_filler(source.text[end]))
        end++;
    first->said_begin = first->shown_begin = begin;
    first->said_end = first->shown_end = end;
    first->before = before;
    first->after = after ? after : repair_show_after(mend, first);
    repair.cost = cost;
    repair_try(mend, &repair);
}

/* The same where there are so many of them at least. */
static void try_spread(struct ludus_mend *mend, enum fault_kind kind, size_t least)
{
    if (mend->changes.count >= least)
        repair_try_changes(mend, kind, COST_SPREAD, NULL, NULL);
    mend->changes.count = 0;
}

/* ---- Between squares ---- */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

/* Length of the dash that begins here, or 0. */
static size_t dash_at(const struct ludus_text *source, size_t at)
{
    if (at < source->length && source->text[at] == '-')
        return 1;
    return at + 3 <= source->length && is_long_dash(source->text + at) ? 3 : 0;
}

static size_t skip_blanks(const struct ludus_text *source, size_t at)
{
    while (at < source->length && is_filler(source->text[at]))
        at++;
    return at;
}

/* Blanks around the dashes between squares are left out, or colons become signs of capture. */
static void rewrite_between(struct ludus_mend *mend, bool colons)
{
    const struct ludus_game *game = mend->slots.game;
    const char *text = game->source.text;
    size_t at = game->item_count ? item_begin(game, &game->items[0]) : game->source.length;
    for (size_t item = 0; at + 1 < game->source.length; at++) {
        while (item < game->item_count && item_end(game, &game->items[item]) <= at)
            item++;
        if (item < game->item_count && game->items[item].kind == ITEM_COMMENT &&
            item_begin(game, &game->items[item]) <= at)
            at = item_end(game, &game->items[item]) - 1;
        else if (colons && text[at] == ':' && is_file(text[at + 1]) && at > 0 &&
                 (is_letter(text[at - 1]) || is_digit(text[at - 1])))
            repair_change(mend, at, at + 1, "x");
        else if (!colons && is_digit(text[at]) && at > 0 &&
                 (is_file(text[at - 1]) || is_digit(text[at - 1]))) {
            size_t dash = skip_blanks(&game->source, at + 1), length = dash_at(&game->source, dash);
            size_t end = skip_blanks(&game->source, dash + length);
            if (length && end - at - 1 > length && end + 1 < game->source.length && is_file(text[end]) &&
                is_digit(text[end + 1]))
                repair_change(mend, at + 1, end, "-");
        }
    }
    try_spread(mend, FAULT_WRITING_SPREAD, 2);
}

/* ---- Items ---- */

/* The other side in the number of a turn. */
static void exchange_side(struct ludus_mend *mend, const struct item *item)
{
    size_t begin = item_begin(mend->slots.game, item), at = 0;
    if (item->kind != ITEM_NUMBER || item->side > LUDUS_BLACK)
        return;
    while (at < item->length && item->text[at] != 'W' && item->text[at] != 'B')
        at++;
    if (at < item->length)
        repair_change(mend, begin + at, begin + at + 1, item->text[at] == 'W' ? "B" : "W");
}

/* A comma for text between two moves that cannot be read, if it is the same everywhere. */
static void put_comma(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->slots.game;
    const struct repair_edit *first = mend->changes.count ? mend->changes.data : NULL;
    const struct item *end = game->items + game->item_count;
    if (item == game->items || item + 1 == end || item->kind != ITEM_BAD || item[-1].kind != ITEM_MOVE ||
        item[1].kind != ITEM_MOVE)
        return;
    if (!first || (item->length <= first->end &&
                   memcmp(item->text, game->source.text + first->end - item->length, item->length) == 0))
        repair_change(mend, item_end(game, &item[-1]), item_end(game, item), ",");
}

/* A comma for a semicolon, which begins a comment. */
static void put_comma_for_semicolon(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->slots.game;
    size_t begin = item_begin(game, item);
    if (item > game->items && item->kind == ITEM_COMMENT && item->form == ';' && item[-1].kind == ITEM_MOVE &&
        item_end(game, &item[-1]) + 1 == begin)
        repair_change(mend, begin - 1, begin, ",");
}

/* No comma where one joins the moves of two players; comments may stand between. */
static void part_players(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->slots.game;
    const char *text = game->source.text, *comma = NULL;
    if (!turns_joined(item) || item == game->items || mend->slots.replay->ruleset->rules.dice)
        return;
    do {
        size_t begin = item_end(game, item - 1);
        comma = memchr(text + begin, ',', item_begin(game, item) - begin);
    } while (!comma && --item > game->items && turns_beside(item));
    if (comma)
        repair_change(mend, (size_t)(comma - text), (size_t)(comma - text) + 1,
                      is_filler(comma[1]) ? "" : " ");
}

static void write_roll(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->slots.game;
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    struct bare_roll bare = { .first = item, .last = item };
    bool number = turns_is_move(item) && roll_find_bare(game, rules, item, &bare);
    if (!rules->dice || !(number || turns_unread(item)))
        return;
    size_t begin = item_begin(game, bare.first), end = item_end(game, bare.last);
    const char *roll = repair_read_roll(mend, begin, end);
    if (roll)
        repair_change(mend, begin, end, roll);
}

void repair_throughout(struct ludus_mend *mend)
{
    static const struct {
        void (*change)(struct ludus_mend *mend, const struct item *item);
        enum fault_kind kind;
        size_t least;
    } changes[] = { { exchange_side, FAULT_SIDES_SPREAD, 2 },
                    { put_comma, FAULT_WRITING_SPREAD, 2 },
                    { put_comma_for_semicolon, FAULT_WRITING_SPREAD, 1 },
                    { part_players, FAULT_PLAYERS_SPREAD, 2 },
                    { write_roll, FAULT_WRITING_SPREAD, 2 } };
    const struct ludus_game *game = mend->slots.game;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        for (const struct item *item = game->items; item < game->items + game->item_count; item++)
            changes[i].change(mend, item);
        try_spread(mend, changes[i].kind, changes[i].least);
    }
    rewrite_between(mend, false);
    rewrite_between(mend, true);
    repair_letters(mend);
}
