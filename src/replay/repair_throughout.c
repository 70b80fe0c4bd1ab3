/* repair_throughout.c - what a scribe has done throughout a record: letters of the two sides exchanged,
 * blanks around the dashes, colons for captures. */
#include "repair.h"

#include "base/buf.h"
#include "base/chars.h"

#include <string.h>

enum { LETTERS_MAX = 8 };

/* The text of the record from the first change on. */
struct spread {
    struct ludus_mend *mend;
    struct ludus_text source;
    struct ludus_buffer out;
    struct repair_place shown; /* the first change, with the words that it is in */
    struct ludus_buffer shown_text;
    size_t begin, at; /* of the text in `out`, and how far it goes */
    size_t count;
};

static void change(struct spread *spread, size_t begin, size_t end, const char *text)
{
    const char *source = spread->source.text;
    if (spread->count++ == 0) {
        size_t left = begin, right = end;
        while (left > 0 && !is_filler(source[left - 1]))
            left--;
        while (right < spread->source.length && !is_filler(source[right]))
            right++;
        buf_add(&spread->shown_text, source + left, begin - left);
        buf_text(&spread->shown_text, text);
        buf_add(&spread->shown_text, source + end, right - end);
        spread->shown = (struct repair_place){ left, right, NULL };
        spread->begin = spread->at = left;
    }
    buf_add(&spread->out, source + spread->at, begin - spread->at);
    buf_text(&spread->out, text);
    spread->at = end;
}

/* The whole change, if it is in more than one place. */
static bool finish(struct spread *spread, enum fault_kind kind, struct patch *patch, struct repair *repair)
{
    const char *source = spread->source.text;
    size_t end = spread->at;
    while (end < spread->source.length && !is_filler(source[end]))
        end++;
    if (spread->count > 1)
        buf_add(&spread->out, source + spread->at, end - spread->at);
    *patch = (struct patch){
        .begin = spread->begin, .end = end, .text = buf_string(&spread->out), .spread = true
    };
    *repair = (struct repair){ .kind = (uint8_t)kind, .shown = spread->shown };
    repair->shown.text = buf_string(&spread->shown_text);
    spread->mend->failed |= spread->out.failed || spread->shown_text.failed;
    return spread->count > 1 && !repair_spent(spread->mend);
}

static void forget(struct spread *spread)
{
    buf_free(&spread->out);
    buf_free(&spread->shown_text);
    *spread = (struct spread){ .mend = spread->mend, .source = spread->source };
}

static void try_spread(struct spread *spread, enum fault_kind kind)
{
    struct patch patch;
    struct repair repair;
    if (finish(spread, kind, &patch, &repair))
        repair_try_patch(spread->mend, patch, patch.text, repair);
    forget(spread);
}

static void exchange_side(struct spread *spread, const struct item *label)
{
    size_t begin = item_begin(spread->mend->slots.game, label), at = 0;
    while (at < label->length && label->text[at] != 'W' && label->text[at] != 'B')
        at++;
    if (at < label->length)
        change(spread, begin + at, begin + at + 1, label->text[at] == 'W' ? "B" : "W");
}

static void try_sides(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source };
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_NUMBER && game->items[i].side <= LUDUS_BLACK)
            exchange_side(&spread, &game->items[i]);
    try_spread(&spread, FAULT_SIDES_SPREAD);
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
        change(spread, at, end, "-");
}

static void rewrite_between(struct ludus_mend *mend, bool colons)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source };
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
            change(&spread, at, at + 1, "x");
        else if (!colons && is_square_end(text, at))
            close_dash(&spread, at + 1);
    }
    try_spread(&spread, FAULT_WRITING_SPREAD);
}

/* ---- Words and letters ---- */

/* The first text between two moves that cannot be read, a comma for it and for all like it. */
static void try_commas(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source };
    const struct item *first = NULL;
    for (size_t i = 1; i + 1 < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind != ITEM_BAD || item[-1].kind != ITEM_MOVE || item[1].kind != ITEM_MOVE)
            continue;
        first = first ? first : item;
        if (item->length == first->length && memcmp(item->text, first->text, item->length) == 0)
            change(&spread, item_end(game, &item[-1]), item_end(game, item), ",");
    }
    try_spread(&spread, FAULT_WRITING_SPREAD);
}

/* Letters that are no piece's, and those that they may stand for. */
struct letters {
    char written[LETTERS_MAX], meant[LETTERS_MAX];
    size_t count;
};

static char *find_letter(struct letters *letters, char written)
{
    for (size_t i = 0; i < letters->count; i++)
        if (letters->written[i] == written)
            return &letters->meant[i];
    return NULL;
}

static bool is_lettered(const struct ludus_mend *mend, const struct item *item)
{
    return item->kind == ITEM_MOVE && item->move.name_length == 1 && item->move.plain == item->text &&
           lexicon_kind(&mend->slots.replay->lexicon, item->text, 1) == NONE;
}

static void list_letters(const struct ludus_mend *mend, struct letters *letters)
{
    const struct ludus_game *game = mend->slots.game;
    for (size_t i = 0; i < game->item_count && letters->count < LETTERS_MAX; i++)
        if (is_lettered(mend, &game->items[i]) && !find_letter(letters, *game->items[i].text))
            letters->written[letters->count++] = *game->items[i].text;
}

/* Can pieces of this kind be meant? Not those that have no letter, or theirs, or that of another one. */
static bool is_free(const struct ludus_mend *mend, const struct letters *letters, unsigned kind)
{
    const struct ludus_game *game = mend->slots.game;
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    if (rules->pawns >> kind & 1 || memchr(letters->meant, rules->kinds[kind].letter, letters->count))
        return false;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_MOVE && item->move.name_length == 1 &&
            *item->move.plain == rules->kinds[kind].letter)
            return false;
    }
    return true;
}

static void write_letters(struct spread *spread, struct letters *letters)
{
    const struct ludus_game *game = spread->mend->slots.game;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        char *meant = is_lettered(spread->mend, item) ? find_letter(letters, *item->text) : NULL;
        if (meant && *meant)
            change(spread, item_begin(game, item), item_begin(game, item) + 1, (char[]){ *meant, '\0' });
    }
}

/* Finds the letter that makes most of the record legal, or leaves the fewest faults, in the place of one. */
static void choose_letter(struct spread *spread, struct letters *letters, size_t index)
{
    const struct rules *rules = &spread->mend->slots.replay->ruleset->rules;
    size_t turns = 0, least = 0, faults;
    char best = '\0';
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        struct patch patch;
        struct repair repair;
        letters->meant[index] = '\0';
        if (!is_free(spread->mend, letters, kind))
            continue;
        letters->meant[index] = rules->kinds[kind].letter;
        write_letters(spread, letters);
        if (finish(spread, FAULT_NAME_SPREAD, &patch, &repair) &&
            repair_judge(spread->mend, &patch, &repair, &faults) &&
            (repair.turns > turns || (repair.turns == turns && faults < least))) {
            turns = repair.turns;
            least = faults;
            best = letters->meant[index];
        }
        forget(spread);
    }
    letters->meant[index] = best;
}

static void try_letters(struct ludus_mend *mend)
{
    struct spread spread = { .mend = mend, .source = mend->slots.game->source };
    struct letters letters = { .count = 0 };
    list_letters(mend, &letters);
    for (size_t i = 0; i < letters.count; i++)
        choose_letter(&spread, &letters, i);
    write_letters(&spread, &letters);
    try_spread(&spread, FAULT_NAME_SPREAD);
}

void repair_throughout(struct ludus_mend *mend)
{
    try_sides(mend);
    rewrite_between(mend, false);
    rewrite_between(mend, true);
    try_commas(mend);
    try_letters(mend);
}
