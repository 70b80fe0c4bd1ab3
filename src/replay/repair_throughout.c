/* repair_throughout.c - what a scribe has done throughout a record: letters of the two sides exchanged,
 * blanks around the dashes, colons for captures. */
#include "base/buf.h"
#include "base/chars.h"
#include "replay/repair.h"
#include "replay/roll.h"

#include <string.h>

enum { UNKNOWN_MAX = 8 };

/* The text of the record from the first change on. */
struct spread {
    struct ludus_mend *mend;
    struct ludus_text source;
    struct ludus_buffer out;
    struct repair_place shown; /* the first change, with the words that it is in */
    struct ludus_buffer shown_text;
    size_t begin, at;    /* of the text in `out`, and how far it goes */
    size_t count, least; /* changes, and how many there must be (0: two) */
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

/* Where the last turn ends, or the last variation: a note can stand there. */
static size_t end_of_moves(const struct ludus_game *game)
{
    size_t count = game->item_count;
    while (count > 0 && game->items[count - 1].kind != ITEM_MOVE && game->items[count - 1].kind != ITEM_CLOSE)
        count--;
    return count ? item_end(game, &game->items[count - 1]) : 0;
}

/* The whole change, if it is in so many places as it must be. */
static bool finish(struct spread *spread, enum fault_kind kind, struct patch *patch, struct repair *repair)
{
    size_t end = end_of_moves(spread->mend->slots.game);
    end = end < spread->at ? spread->at : end;
    if (spread->count)
        buf_add(&spread->out, spread->source.text + spread->at, end - spread->at);
    *patch = (struct patch){
        .begin = spread->begin, .end = end, .text = buf_string(&spread->out), .spread = true
    };
    *repair = (struct repair){ .kind = (uint8_t)kind, .shown = spread->shown };
    repair->shown.text = buf_string(&spread->shown_text);
    spread->mend->failed |= spread->out.failed || spread->shown_text.failed;
    return spread->count >= (spread->least ? spread->least : 2) && !repair_spent(spread->mend);
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

/* ---- Commas and rolls ---- */

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
            change(&spread, begin - 1, begin, ",");
    }
    try_spread(&spread, FAULT_WRITING_SPREAD);
}

static void try_rolls(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source };
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    for (size_t i = 0; i < game->item_count && rules->dice; i++) {
        const struct item *item = &game->items[i];
        struct bare_roll bare = { .first = item, .last = item };
        char roll[ROLL_TEXT];
        bool number = item->kind == ITEM_MOVE && roll_find_bare(game, rules, item, &bare);
        if ((number || item->kind == ITEM_BAD) &&
            repair_read_roll(mend, item_begin(game, bare.first), item_end(game, bare.last), roll))
            change(&spread, item_begin(game, bare.first), item_end(game, bare.last), roll);
    }
    try_spread(&spread, FAULT_WRITING_SPREAD);
}

/* ---- Names ---- */

/* Letters and names that are no piece's, and the kinds that they may stand for. */
struct names {
    struct ludus_text written[UNKNOWN_MAX];
    unsigned meant[UNKNOWN_MAX]; /* or NONE */
    size_t count;
};

static size_t find_name(const struct names *names, struct ludus_text name)
{
    size_t i = 0;
    while (i < names->count && (names->written[i].length != name.length ||
                                memcmp(names->written[i].text, name.text, name.length) != 0))
        i++;
    return i;
}

/* Stands a name there that is no piece's? */
static bool read_name(const struct ludus_mend *mend, const struct item *item, struct ludus_text *out)
{
    const struct item *end = mend->slots.game->items + mend->slots.game->item_count;
    *out = (struct ludus_text){ item->text, item->length };
    if (item->kind == ITEM_BAD) {
        bool word = item + 1 < end && item[1].kind == ITEM_MOVE && !item[1].move.name_length;
        for (size_t i = 0; i < item->length && word; i++)
            word = is_letter(item->text[i]) || item->text[i] & 0x80;
        return word;
    }
    out->length = item->kind == ITEM_MOVE && item->move.plain == item->text ? item->move.name_length : 0;
    return out->length && lexicon_kind(&mend->slots.replay->lexicon, out->text, out->length) == NONE;
}

static void list_names(const struct ludus_mend *mend, struct names *names)
{
    const struct ludus_game *game = mend->slots.game;
    struct ludus_text name;
    for (size_t i = 0; i < game->item_count && names->count < UNKNOWN_MAX; i++)
        if (read_name(mend, &game->items[i], &name) && find_name(names, name) == names->count) {
            names->meant[names->count] = NONE;
            names->written[names->count++] = name;
        }
}

/* Can a letter mean pieces of this kind? Not those that have no letter, or theirs, or that of another one. */
static bool is_free(const struct ludus_mend *mend, const struct names *names, unsigned kind)
{
    const struct ludus_game *game = mend->slots.game;
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    bool is_free = !(rules->pawns >> kind & 1);
    for (size_t i = 0; i < names->count && is_free; i++)
        is_free = names->written[i].length > 1 || names->meant[i] != kind;
    for (size_t i = 0; i < game->item_count && is_free; i++) {
        const struct item *item = &game->items[i];
        is_free = item->kind != ITEM_MOVE || item->move.name_length != 1 ||
                  *item->move.plain != rules->kinds[kind].letter;
    }
    return is_free;
}

static void write_names(struct spread *spread, const struct names *names)
{
    const struct ludus_game *game = spread->mend->slots.game;
    const struct rules *rules = &spread->mend->slots.replay->ruleset->rules;
    struct ludus_text name;
    for (size_t i = 0; i < game->item_count; i++) {
        size_t at = read_name(spread->mend, &game->items[i], &name) ? find_name(names, name) : names->count;
        if (at == names->count || names->meant[at] == NONE)
            continue;
        const struct kind *kind = &rules->kinds[names->meant[at]];
        size_t begin = item_begin(game, &game->items[i]);
        change(spread, begin, begin + name.length,
               name.length > 1 ? kind->names[0] : (char[]){ kind->letter, '\0' });
    }
}

/* Finds the kind that makes most of the record legal, or leaves the fewest faults, for one name. */
static void choose_kind(struct spread *spread, struct names *names, size_t index)
{
    const struct rules *rules = &spread->mend->slots.replay->ruleset->rules;
    size_t turns = 0, least = 0, faults;
    unsigned best = NONE;
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        struct patch patch;
        struct repair repair;
        names->meant[index] = NONE;
        if (names->written[index].length == 1 && !is_free(spread->mend, names, kind))
            continue;
        names->meant[index] = kind;
        write_names(spread, names);
        if (finish(spread, FAULT_NAME_SPREAD, &patch, &repair) &&
            repair_judge(spread->mend, &patch, &repair, &faults) &&
            (repair.turns > turns || (repair.turns == turns && faults < least))) {
            turns = repair.turns;
            least = faults;
            best = kind;
        }
        forget(spread);
    }
    names->meant[index] = best;
}

static void try_names(struct ludus_mend *mend)
{
    struct spread spread = { .mend = mend, .source = mend->slots.game->source };
    struct names names = { .count = 0 };
    list_names(mend, &names);
    for (size_t i = 0; i < names.count; i++)
        choose_kind(&spread, &names, i);
    write_names(&spread, &names);
    try_spread(&spread, FAULT_NAME_SPREAD);
}

void repair_throughout(struct ludus_mend *mend)
{
    try_sides(mend);
    rewrite_between(mend, false);
    rewrite_between(mend, true);
    try_commas(mend);
    try_semicolons(mend);
    try_rolls(mend);
    try_names(mend);
}
