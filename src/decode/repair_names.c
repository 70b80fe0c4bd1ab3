/* repair_names.c - names and letters of pieces that are not known, or not so known, throughout a record. */
#include "base/chars.h"
#include "decode/repair.h"

#include <string.h>

enum { UNKNOWN_MAX = 12, PART_OF_LIMIT = 8 };

#define COST_LETTERS 6.0

/* Letters and names, and the kinds that they may stand for. */
struct names {
    struct ludus_text written[UNKNOWN_MAX];
    size_t place[UNKNOWN_MAX];   /* of the first in the main line, or SIZE_MAX */
    unsigned own[UNKNOWN_MAX];   /* the kind that it is the letter of, or NONE */
    unsigned meant[UNKNOWN_MAX]; /* or NONE: as it stands */
    char letter[UNKNOWN_MAX][2]; /* of that, once it has been written */
    size_t count;
};

/* ---- Finding them ---- */

static size_t find_name(const struct names *names, struct ludus_text name)
{
    size_t i = 0;
    while (i < names->count && (names->written[i].length != name.length ||
                                memcmp(names->written[i].text, name.text, name.length) != 0))
        i++;
    return i;
}

/* Does a name stand there (part 0), or the letter of what a piece becomes (1)? */
static bool read_name(const struct ludus_mend *mend, const struct item *item, unsigned part,
                      struct ludus_text *out)
{
    const struct item *end = mend->slots.game->items + mend->slots.game->item_count;
    *out = (struct ludus_text){ item->text, item->length };
    if (turns_unread(item) && part == 0) {
        bool word = item + 1 < end && turns_is_move(&item[1]) && !item[1].move.name_length;
        for (size_t i = 0; i < item->length && word; i++)
            word = is_letter(item->text[i]) || item->text[i] & 0x80;
        return word;
    }
    if (!turns_is_move(item) || item->move.plain != item->text)
        return false;
    out->length = item->move.name_length;
    if (part == 1)
        *out = (struct ludus_text){ item->text + item->move.promotion, item->move.promotion_length };
    return part == 0 ? out->length > 0 : out->length == 1 && is_upper(*out->text);
}

/* Adds a name that is no piece's or, with `letters`, is one letter. */
static void add_name(const struct ludus_mend *mend, struct names *names, struct ludus_text name, bool letters,
                     size_t place)
{
    unsigned kind = lexicon_kind(&mend->slots.replay->lexicon, name.text, name.length);
    if (names->count == UNKNOWN_MAX || find_name(names, name) < names->count ||
        (kind != NONE && !(letters && name.length == 1)))
        return;
    names->own[names->count] = kind;
    names->meant[names->count] = NONE;
    names->place[names->count] = place;
    names->written[names->count++] = name;
}

/* In the order of the main line; behind them what is in variations only. */
static void list_names(const struct ludus_mend *mend, struct names *names, bool letters)
{
    const struct ludus_game *game = mend->slots.game;
    struct ludus_text name;
    names->count = 0;
    size_t at = 0;
    for (const struct item *item; (item = turns_main(game, &at)) != NULL;)
        for (unsigned part = 0; part < 2; part++)
            if (read_name(mend, item, part, &name))
                add_name(mend, names, name, letters, item_begin(game, item));
    for (at = 0; at < game->item_count; at++)
        for (unsigned part = 0; part < 2; part++)
            if (read_name(mend, &game->items[at], part, &name))
                add_name(mend, names, name, letters, SIZE_MAX);
}

/* ---- Trying what they stand for ---- */

/* The kind that a name is read as, or NONE. */
static unsigned kind_of(const struct names *names, size_t index)
{
    return names->meant[index] != NONE ? names->meant[index] : names->own[index];
}

/* Can a letter mean pieces of this kind? Not those that have no letter, or that of another one. */
static bool is_free(const struct ludus_mend *mend, const struct names *names, size_t index, size_t count,
                    unsigned kind)
{
    bool is_free = !(mend->slots.replay->ruleset->rules.pawns >> kind & 1);
    for (size_t i = 0; i < count && is_free; i++)
        is_free = i == index || names->written[i].length > 1 || kind_of(names, i) != kind;
    return is_free;
}

static bool is_other(const struct names *names, size_t index)
{
    return names->meant[index] != NONE && names->meant[index] != names->own[index];
}

/* Changes all of them in the record. */
static struct repair write_names(struct ludus_mend *mend, struct names *names)
{
    const struct ludus_game *game = mend->slots.game;
    struct ludus_text name;
    for (size_t i = 0; i < 2 * game->item_count; i++) {
        const struct item *item = &game->items[i / 2];
        if (!read_name(mend, item, i % 2, &name))
            continue;
        size_t at = find_name(names, name);
        if (at == names->count || !is_other(names, at))
            continue;
        const struct kind *kind = &mend->slots.replay->ruleset->rules.kinds[names->meant[at]];
        size_t begin = item_begin(game, item) + (size_t)(name.text - item->text);
        names->letter[at][0] = kind->letter;
        repair_change(mend, begin, begin + name.length, name.length > 1 ? kind->names[0] : names->letter[at]);
    }
    return repair_changes(mend);
}

/* Finds the kind that makes most of the record legal, or leaves the fewest faults, for one name. */
static void choose_kind(struct ludus_mend *mend, struct names *names, size_t index)
{
    size_t turns = 0, least = 0;
    unsigned best = NONE;
    for (unsigned kind = 0; kind < mend->slots.replay->ruleset->rules.kind_count; kind++) {
        if (names->written[index].length == 1 && !is_free(mend, names, index, names->count, kind))
            continue;
        names->meant[index] = kind;
        struct repair repair = write_names(mend, names);
        if (repair.count > 1 && !repair_spent(mend) && repair_judge(mend, &repair) &&
            (repair.turns > turns || (repair.turns == turns && repair.faults < least))) {
            turns = repair.turns;
            least = repair.faults;
            best = kind;
        }
    }
    names->meant[index] = best;
}

/* ---- Letters that go together ---- */

/* A search of what the letters mean: each a kind of its own. */
struct search {
    struct ludus_mend *mend;
    struct names names;
    struct names best;      /* that makes most of the record legal, or leaves the fewest faults: */
    struct repair made;     /* what comes of it */
    unsigned changed, most; /* letters of pieces that get another one, and may at most */
    size_t stop;            /* of mend->tried */
};

/* Reads the record with the letters as they are now. Returns the place of its first fault. */
static size_t measure(struct search *search)
{
    struct repair repair = write_names(search->mend, &search->names);
    const struct repair *made = &search->made;
    repair_judge(search->mend, &repair);
    size_t merit = repair.turns + repair.whole, best = made->turns + made->whole;
    if (merit > best || (merit == best && repair.faults < made->faults)) {
        search->best = search->names;
        search->made = repair;
    }
    return repair.place;
}

/* Tries kinds for the letters from number `from` on that stand before the first fault. */
static void try_letters(struct search *search, size_t from)
{
    struct ludus_mend *mend = search->mend;
    struct names *names = &search->names;
    size_t place = measure(search);
    for (size_t i = from; i < names->count && names->place[i] <= place; i++) {
        bool known = names->own[i] != NONE;
        if (names->written[i].length > 1)
            return;
        search->changed += known;
        for (unsigned kind = 0; kind < mend->slots.replay->ruleset->rules.kind_count; kind++)
            if (search->changed <= search->most && kind != names->own[i] && !search->made.whole &&
                is_free(mend, names, i, i, kind) && mend->tried < search->stop && !repair_spent(mend)) {
                names->meant[i] = kind;
                try_letters(search, i + 1);
            }
        names->meant[i] = NONE;
        search->changed -= known;
        if (!known || !is_free(mend, names, i, i, names->own[i])) /* it cannot stay */
            return;
    }
}

/* Finds what the letters mean, with as few as can be of those changed that are a piece's. */
static void choose_letters(struct ludus_mend *mend, struct names *names)
{
    struct search search = { .mend = mend,
                             .names = *names,
                             .best = *names,
                             .made.faults = SIZE_MAX,
                             .stop = mend->tried + mend->limit / PART_OF_LIMIT };
    for (size_t known = 0; search.most <= names->count && !search.made.whole; search.most++, known = 0) {
        try_letters(&search, 0);
        for (size_t i = 0; i < names->count; i++)
            known += names->own[i] != NONE;
        if (search.most >= known)
            break;
    }
    *names = search.best;
}

/* ---- The whole exchange ---- */

/* The language whose letters make most of the record legal, or NULL. */
static const struct repair *best_language(const struct ludus_mend *mend)
{
    const struct repair *repair = mend->repairs.data, *best = NULL;
    for (size_t i = 0; i < mend->repairs.count; i++)
        if (repair[i].edits->kind == FAULT_LETTERS_SPREAD &&
            (!best || repair[i].turns + repair[i].whole > best->turns + best->whole))
            best = &repair[i];
    return best;
}

/* Says what is exchanged for what: `S L` for `N B`. */
static void describe(const struct ludus_mend *mend, const struct names *names, struct ludus_buffer out[2])
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    for (size_t i = 0; i < names->count; i++) {
        const char *blank = out[0].length ? " " : "";
        if (!is_other(names, i))
            continue;
        const struct kind *kind = &rules->kinds[names->meant[i]];
        buf_format(&out[0], "%s%.*s", blank, (int)names->written[i].length, names->written[i].text);
        buf_text(&out[1], blank);
        buf_text(&out[1], names->written[i].length > 1 ? kind->names[0] : (char[]){ kind->letter, '\0' });
    }
}

void repair_names(struct ludus_mend *mend)
{
    struct names names = { .count = 0 };
    struct ludus_buffer said[2] = { { .bytes = NULL }, { .bytes = NULL } };
    enum fault_kind kind = FAULT_LETTERS_SPREAD;
    const struct repair *language = best_language(mend);
    double cost = COST_LETTERS;
    if (language && language->whole)
        return;
    bool letters = false;
    list_names(mend, &names, false);
    for (size_t i = 0; i < names.count; i++)
        letters |= names.written[i].length == 1;
    if (letters) {
        list_names(mend, &names, true);
        choose_letters(mend, &names);
    }
    for (size_t i = 0; i < names.count; i++)
        if (kind_of(&names, i) == NONE)
            choose_kind(mend, &names, i);
    for (size_t i = 0; i < names.count; i++) {
        if (is_other(&names, i) && names.written[i].length > 1)
            kind = FAULT_NAME_SPREAD;
        cost += is_other(&names, i) && names.own[i] != NONE;
    }
    struct repair repair = write_names(mend, &names);
    bool better = !language || (repair.count > 1 && repair_judge(mend, &repair) &&
                                repair.turns + repair.whole > language->turns + language->whole);
    describe(mend, &names, said);
    mend->failed |= said[0].failed || said[1].failed;
    if (better && repair.count > 1) {
        mend->changes.count = repair.count;
        repair_try_changes(mend, kind, cost, buf_string(&said[0]), buf_string(&said[1]));
    }
    buf_free(&said[0]);
    buf_free(&said[1]);
}
