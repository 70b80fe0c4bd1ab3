/* repair_names.c - the letters that another language has for the pieces, and names and letters that are not
 * known, or not so known, throughout a record. */
#include "base/chars.h"
#include "decode/repair.h"
#include "play/replay.h"

#include <string.h>

enum { UNKNOWN_MAX = 12, PART_OF_LIMIT = 8 };

#define COST_LETTERS 6.0

/* ---- Letters of another language ---- */

enum { PIECES = 5, OUTSIDERS = 4 };

static const char own[] = "KQRBN";

/* Letters for these pieces, in their order. Where languages share them, the first is named. */
static const struct alphabet {
    const char *language, *letters;
} alphabets[] = {
    { "German or Scandinavian", "K D T L S" },
    { "French", "R D T F C" },
    { "Spanish or Italian", "R D T A C" },
    { "Portuguese", "R D T B C" },
    { "Romanian", "R D T N C" },
    { "Dutch", "K D T L P" },
    { "Finnish", "K D T L R" },
    { "Icelandic", "K D H B R" },
    { "Polish", "K H W G S" },
    { "Czech", "K D V S J" },
    { "Hungarian", "K V B F H" },
    { "Estonian", "K L V O R" },
    { "Russian", "\u041a\u0440 \u0424 \u041b \u0421 \u041a" },
    { "Ukrainian", "\u041a\u0440 \u0424 \u0422 \u0421 \u041a" },
    { "Bulgarian", "\u0426 \u0414 \u0422 \u041e \u041a" },
    { "Greek", "\u03a1 \u0392 \u03a0 \u0391 \u0399" },
};

/* Number of the letter that begins a text, the longest if there are several, and its length; PIECES if none
 * does. */
static unsigned find_letter(const struct alphabet *alphabet, const char *text, size_t length, size_t *found)
{
    const char *at = alphabet->letters;
    unsigned best = PIECES;
    *found = 0;
    for (unsigned i = 0; i < PIECES; i++) {
        size_t letter = strcspn(at, " ");
        if (letter <= length && letter > *found && memcmp(at, text, letter) == 0) {
            best = i;
            *found = letter;
        }
        at += letter + (at[letter] == ' ');
    }
    return best;
}

/* Changes under way, and the letters of these pieces, or of none, that the alphabet does not have. */
struct exchange {
    struct ludus_mend *mend;
    const struct alphabet *alphabet;
    size_t outsiders;
};

/* The letter at a place of an item; a small one stays small. */
static void exchange_at(struct exchange *exchange, const struct item *item, size_t at)
{
    static const char *const texts[] = { "K", "Q", "R", "B", "N", "k", "q", "r", "b", "n" };
    const struct lexicon *lexicon = &exchange->mend->slots.replay->lexicon;
    size_t begin = item_begin(exchange->mend->slots.game, item) + at, length;
    char letter = item->text[at], upper = to_upper(letter);
    bool small = letter != upper;
    unsigned piece = small ? find_letter(exchange->alphabet, &upper, 1, &length)
                           : find_letter(exchange->alphabet, item->text + at, item->length - at, &length);
    if (piece < PIECES && (length > 1 || own[piece] != upper))
        repair_change(exchange->mend, begin, begin + length, texts[piece + (small ? PIECES : 0)]);
    else if (piece == PIECES && is_upper(letter))
        exchange->outsiders += strchr(own, letter) || lexicon_kind(lexicon, &letter, 1) == NONE;
}

/* The name that stands there (part 0), or the letter of what a piece becomes (1); a letter also where marks
 * of an edition stand around it. False if none does. */
static bool read_name(const struct item *item, unsigned part, struct ludus_text *out)
{
    const struct move_text *move = &item->move;
    size_t length = !turns_is_move(item) ? 0 : part ? move->promotion_length : move->name_length, at = 0;
    if (length == 0 || (length > 1 && (part || move->plain != item->text)))
        return false;
    if (part)
        for (at = item->length - 1; at > 0 && item->text[at] != move->plain[move->promotion];)
            at--;
    else
        while (at + 1 < item->length && item->text[at] != *move->plain)
            at++;
    *out = (struct ludus_text){ item->text + at, length };
    return true;
}

/* Text that cannot be read, as it is with letters of another script: at its beginning, and behind the square
 * that a pawn has come to. */
static void exchange_unread(struct exchange *exchange, const struct item *item)
{
    size_t length;
    for (size_t at = 0; at < item->length; at++) {
        bool first = at == 0, other = item->text[at] & 0x80;
        if (!first && !(other && (is_digit(item->text[at - 1]) || item->text[at - 1] == '=')))
            continue;
        find_letter(exchange->alphabet, item->text + at, item->length - at, &length);
        char next = at + length < item->length ? item->text[at + length] : '\0';
        exchange->outsiders += first && other && !length;
        if (length &&
            (!first || is_digit(next) || (next >= 'a' && next <= 'x') || next == ':' || next & 0x80))
            exchange_at(exchange, item, at);
    }
}

/* The whole record in this alphabet, in which hardly any letter is another's. */
static void try_alphabet(struct ludus_mend *mend, const struct alphabet *alphabet)
{
    const struct ludus_game *game = mend->slots.game;
    struct exchange exchange = { .mend = mend, .alphabet = alphabet };
    struct ludus_text name;
    size_t end = mend->legal < mend->slots.count ? mend->slots.slot[mend->legal].end : SIZE_MAX;
    struct ludus_buffer before = { .bytes = NULL };
    for (const struct item *item = game->items; item < game->items + game->item_count; item++) {
        for (unsigned part = 0; part < 2; part++)
            if (read_name(item, part, &name) && name.length == 1)
                exchange_at(&exchange, item, (size_t)(name.text - item->text));
        if (turns_unread(item))
            exchange_unread(&exchange, item);
    }
    buf_format(&before, "%s %s", alphabet->language, alphabet->letters);
    mend->failed |= before.failed;
    const struct repair_edit *first = mend->changes.data;
    if (mend->changes.count > 1 && first->begin < end &&
        OUTSIDERS * exchange.outsiders <= mend->changes.count)
        repair_try_changes(mend, FAULT_LETTERS_SPREAD, COST_LETTERS, buf_string(&before), "K Q R B N");
    mend->changes.count = 0;
    buf_free(&before);
}

/* ---- Names and letters that are not known, or not so known ---- */

/* Letters and names, and the kinds that they may stand for. */
struct names {
    struct ludus_text written[UNKNOWN_MAX];
    size_t place[UNKNOWN_MAX];   /* of the first in the main line, or SIZE_MAX */
    unsigned own[UNKNOWN_MAX];   /* the kind that it is the letter of, or NONE */
    unsigned meant[UNKNOWN_MAX]; /* or NONE: as it stands */
    char letter[UNKNOWN_MAX][2]; /* of that, once it has been written */
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

/* The same, and text that cannot be read, before a move without a name. */
static bool read_any_name(const struct ludus_mend *mend, const struct item *item, unsigned part,
                          struct ludus_text *out)
{
    const struct item *end = mend->slots.game->items + mend->slots.game->item_count;
    if (!turns_unread(item) || part == 1)
        return read_name(item, part, out);
    *out = (struct ludus_text){ item->text, item->length };
    bool word = item + 1 < end && turns_is_move(&item[1]) && !item[1].move.name_length;
    for (size_t i = 0; i < item->length && word; i++)
        word = is_letter(item->text[i]) || item->text[i] & 0x80;
    return word;
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
    const struct item *item = NULL;
    struct ludus_text name;
    names->count = 0;
    size_t at = 0;
    for (bool main = true; main || at < game->item_count;) {
        item = main ? turns_main(game, &at) : &game->items[at++];
        if (!item) {
            main = false;
            at = 0;
        }
        for (unsigned part = 0; item && part < 2; part++)
            if (read_any_name(mend, item, part, &name) && (part == 0 || is_upper(*name.text)))
                add_name(mend, names, name, letters, main ? item_begin(game, item) : SIZE_MAX);
    }
}

/* ---- Trying what they stand for ---- */

/* The kind that a name is read as, or NONE. */
static unsigned kind_of(const struct names *names, size_t index)
{
    return names->meant[index] != NONE ? names->meant[index] : names->own[index];
}

/* Can a name mean pieces of this kind? Letters not those that have no letter, or that of another one. */
static bool is_free(const struct ludus_mend *mend, const struct names *names, size_t index, size_t count,
                    unsigned kind)
{
    if (names->written[index].length > 1)
        return true;
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
        if (!read_any_name(mend, item, i % 2, &name))
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

/* ---- Letters that go together ---- */

/* A search of what the names mean; letters each a kind of their own. */
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
        bool known = names->own[i] != NONE, beside = names->place[i] == SIZE_MAX; /* only in variations */
        search->changed += known;
        for (unsigned kind = 0; kind < mend->slots.replay->ruleset->rules.kind_count; kind++)
            if (search->changed <= search->most && kind != names->own[i] &&
                (search->made.whole ? beside && search->made.faults : true) &&
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

/* Finds what the names mean, with as few as can be of those letters changed that are a piece's. Returns how
 * much of the record is legal so. */
static size_t choose_kinds(struct ludus_mend *mend, struct names *names)
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
    return search.made.turns + search.made.whole;
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

/* The same of names that are not known, and of letters that are others', where no language does as well. */
static void try_names(struct ludus_mend *mend)
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
    if (letters)
        list_names(mend, &names, true);
    size_t merit = choose_kinds(mend, &names);
    for (size_t i = 0; i < names.count; i++) {
        if (is_other(&names, i) && names.written[i].length > 1)
            kind = FAULT_NAME_SPREAD;
        cost += is_other(&names, i) && names.own[i] != NONE;
    }
    struct repair repair = write_names(mend, &names);
    bool better = !language || merit > language->turns + language->whole;
    describe(mend, &names, said);
    mend->failed |= said[0].failed || said[1].failed;
    if (better && repair.count > 1) {
        mend->changes.count = repair.count;
        repair_try_changes(mend, kind, cost, buf_string(&said[0]), buf_string(&said[1]));
    }
    buf_free(&said[0]);
    buf_free(&said[1]);
}

void repair_letters(struct ludus_mend *mend)
{
    bool has_all = true;
    for (unsigned i = 0; i < PIECES && has_all; i++)
        has_all = lexicon_kind(&mend->slots.replay->lexicon, &own[i], 1) != NONE;
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets && has_all && !repair_spent(mend); i++)
        try_alphabet(mend, &alphabets[i]);
    try_names(mend);
}
