/* repair_throughout.c - what a scribe has done throughout a record: letters of the two sides exchanged,
 * blanks around the dashes, colons for captures. */
#include "base/buf.h"
#include "base/chars.h"
#include "decode/repair_spread.h"
#include "play/replay.h"

#include <string.h>

static void exchange_side(struct spread *spread, const struct item *label)
{
    size_t begin = item_begin(spread->mend->slots.game, label), at = 0;
    while (at < label->length && label->text[at] != 'W' && label->text[at] != 'B')
        at++;
    if (at < label->length)
        spread_change(spread, begin + at, begin + at + 1, label->text[at] == 'W' ? "B" : "W");
}

static void try_sides(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_NUMBER && game->items[i].side <= LUDUS_BLACK)
            exchange_side(&spread, &game->items[i]);
    spread_try(&spread, FAULT_SIDES_SPREAD);
}

/* ---- Between squares ---- */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static bool is_square_end(const char *text, size_t at)
{
    return is_digit(text[at]) && at > 0 && (is_file(text[at - 1]) || is_digit(text[at - 1]));
}

/* Length of the dash that begins here, or 0. */
static size_t dash_at(const struct ludus_text *source, size_t at)
{
    static const char *const dashes[] = { "-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212" };
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        size_t length = strlen(dashes[i]);
        if (at + length <= source->length && memcmp(source->text + at, dashes[i], length) == 0)
            return length;
    }
    return 0;
}

static size_t skip_blanks(const struct ludus_text *source, size_t at)
{
    while (at < source->length && is_filler(source->text[at]))
        at++;
    return at;
}

/* A dash with blanks around it, behind a square that ends at `at`. */
static void close_dash(struct spread *spread, size_t at)
{
    const struct ludus_text *source = &spread->source;
    size_t dash = skip_blanks(source, at), length = dash_at(source, dash);
    size_t end = skip_blanks(source, dash + length);
    if (length && end - at > length && end + 1 < source->length && is_file(source->text[end]) &&
        is_digit(source->text[end + 1]))
        spread_change(spread, at, end, "-");
}

static void rewrite_between(struct ludus_mend *mend, bool colons)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const char *text = spread.source.text;
    size_t at = game->item_count ? item_begin(game, &game->items[0]) : spread.source.length;
    for (size_t item = 0; at + 1 < spread.source.length; at++) {
        while (item < game->item_count && item_end(game, &game->items[item]) <= at)
            item++;
        if (item < game->item_count && game->items[item].kind == ITEM_COMMENT &&
            item_begin(game, &game->items[item]) <= at)
            at = item_end(game, &game->items[item]) - 1;
        else if (colons && text[at] == ':' && is_file(text[at + 1]) && at > 0 &&
                 (is_letter(text[at - 1]) || is_digit(text[at - 1])))
            spread_change(&spread, at, at + 1, "x");
        else if (!colons && is_square_end(text, at))
            close_dash(&spread, at + 1);
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* ---- Commas and rolls ---- */

/* The first text between two moves that cannot be read, a comma for it and for all like it. */
static void try_commas(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const struct item *first = NULL;
    for (size_t i = 1; i + 1 < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind != ITEM_BAD || item[-1].kind != ITEM_MOVE || item[1].kind != ITEM_MOVE)
            continue;
        first = first ? first : item;
        if (item->length == first->length && memcmp(item->text, first->text, item->length) == 0)
            spread_change(&spread, item_end(game, &item[-1]), item_end(game, item), ",");
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* Semicolons, which begin comments, for commas. */
static void try_semicolons(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source, .least = 1 };
    for (size_t i = 1; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        size_t begin = item_begin(game, item);
        if (item->kind == ITEM_COMMENT && item->form == ';' && item[-1].kind == ITEM_MOVE &&
            item_end(game, &item[-1]) + 1 == begin)
            spread_change(&spread, begin - 1, begin, ",");
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* Where the comma stands that joins a move to the one before it, past comments; SIZE_MAX if not there. */
static size_t find_comma(const struct ludus_game *game, size_t move)
{
    for (size_t i = move; i > 0; i--) {
        const struct item *before = &game->items[i - 1];
        size_t begin = item_end(game, before), end = item_begin(game, &game->items[i]);
        const char *comma = memchr(game->source.text + begin, ',', end - begin);
        if (comma)
            return (size_t)(comma - game->source.text);
        if (!turns_beside(before))
            break;
    }
    return SIZE_MAX;
}

/* No commas where each joins the moves of two players. */
static void try_players(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    for (size_t i = 1; i < game->item_count && mend->slots.replay->ruleset->rules.dice == 0; i++) {
        const struct item *item = &game->items[i];
        bool joined = turns_joined(item);
        size_t comma = joined ? find_comma(game, i) : SIZE_MAX;
        if (comma != SIZE_MAX)
            spread_change(&spread, comma, comma + 1, is_filler(game->source.text[comma + 1]) ? "" : " ");
    }
    spread_try(&spread, FAULT_PLAYERS_SPREAD);
}

static void try_rolls(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    for (size_t i = 0; i < game->item_count && rules->dice; i++) {
        const struct item *item = &game->items[i];
        struct bare_roll bare = { .first = item, .last = item };
        char roll[ROLL_TEXT];
        bool number = item->kind == ITEM_MOVE && roll_find_bare(game, rules, item, &bare);
        if ((number || item->kind == ITEM_BAD) &&
            repair_read_roll(mend, item_begin(game, bare.first), item_end(game, bare.last), roll))
            spread_change(&spread, item_begin(game, bare.first), item_end(game, bare.last), roll);
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

void repair_throughout(struct ludus_mend *mend)
{
    try_sides(mend);
    rewrite_between(mend, false);
    rewrite_between(mend, true);
    try_commas(mend);
    try_semicolons(mend);
    try_players(mend);
    try_rolls(mend);
    repair_letters(mend);
    repair_names(mend);
}
