/* repair_spread.c - repairs of what a scribe has done throughout a record, each as one change in many places:
 * exchanged letters of the sides, blanks around dashes, letters and names of another language. */
#include "base/memory.h"
#include "base/text.h"
#include "decode/mend.h"
#include "play/dialect.h"
#include "play/prices.h"

#include <limits.h>
#include <string.h>

enum { UNKNOWN_MAX = 12, PART_OF_LIMIT = 8, OUTSIDERS = 4 };

#define COST_SPREAD 2.5
#define COST_LETTERS 6.0

/* Adds a change behind the last one. The text must last until try_changes. */
static void change_text(struct ludus_mend *mend, size_t begin, size_t end, const char *text)
{
    struct repair_edit *edit =
        memory_push(&mend->changes, &mend->change_count, &mend->change_room, sizeof *edit);
    mend->failed |= !edit;
    if (edit)
        *edit = (struct repair_edit){ .hidden = edit > mend->changes,
                                      .spread = true,
                                      .begin = begin,
                                      .end = end,
                                      .text = text,
                                      .turn = TURN_UNKNOWN };
}

/* Tries the changes together, if they are two or more, and removes them. Reports show `before` and `after`,
 * or if they are NULL the first change. */
static void try_changes(struct ludus_mend *mend, enum fault_kind kind, double cost, const char *before,
                        const char *after)
{
    struct ludus_text source = mend->sheet.game->source;
    struct repair repair = { .edits = mend->changes, .count = mend->change_count };
    struct repair_edit *first = repair.edits;
    mend->change_count = 0;
    if (repair.count < 2 || repair_spent(mend))
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
    first->after = after;
    repair.cost = cost;
    repair_try(mend, &repair);
}

/* ---- Items ---- */

/* Removes blanks around the dash between two squares. */
static void close_up(struct ludus_mend *mend, const struct item *item)
{
    const char *text = mend->sheet.game->source.text;
    size_t begin = item_end(mend->sheet.game, item), dash = begin;
    if (item->kind == ITEM_COMMENT || begin < 2 || !is_digit(text[begin - 1]) ||
        !(is_file(text[begin - 2]) || is_digit(text[begin - 2])))
        return;
    while (is_filler(text[dash]))
        dash++;
    size_t length = text[dash] == '-' ? 1 : is_long_dash(text + dash) ? 3 : 0, end = dash + length;
    while (is_filler(text[end]))
        end++;
    if (length && end - begin > length && is_file(text[end]) && is_digit(text[end + 1]))
        change_text(mend, begin, end, "-");
}

/* Exchanges the letter of the side in the number of a turn. */
static void exchange_side(struct ludus_mend *mend, const struct item *item)
{
    size_t begin = item_begin(mend->sheet.game, item), at = 0;
    if (item->kind != ITEM_NUMBER || item->side > LUDUS_BLACK)
        return;
    while (at < item->length && item->text[at] != 'W' && item->text[at] != 'B')
        at++;
    if (at < item->length)
        change_text(mend, begin + at, begin + at + 1, item->text[at] == 'W' ? "B" : "W");
}

/* Puts a comma in place of unreadable text between two moves, if the text is the same everywhere. */
static void put_comma(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct repair_edit *first = mend->change_count ? mend->changes : NULL;
    const struct item *end = game->items + game->item_count;
    if (item == game->items || item + 1 == end || item->kind != ITEM_BAD || item[-1].kind != ITEM_MOVE ||
        item[1].kind != ITEM_MOVE)
        return;
    if (!first || (item->length <= first->end &&
                   memcmp(item->text, game->source.text + first->end - item->length, item->length) == 0))
        change_text(mend, item_end(game, &item[-1]), item_end(game, item), ",");
}

/* Removes a comma between the moves of two players; comments may stand between them. */
static void part_players(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->sheet.game;
    const char *text = game->source.text, *comma = NULL;
    if (!turns_joined(item) || item == game->items || mend->sheet.replay->ruleset->rules.dice)
        return;
    do {
        size_t begin = item_end(game, item - 1);
        comma = memchr(text + begin, ',', item_begin(game, item) - begin);
    } while (!comma && --item > game->items && turns_beside(item));
    if (comma)
        change_text(mend, (size_t)(comma - text), (size_t)(comma - text) + 1, is_filler(comma[1]) ? "" : " ");
}

static void write_roll(struct ludus_mend *mend, const struct item *item)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    struct bare_roll bare = { .first = item, .last = item };
    bool number = turns_is_move(item) && roll_find_bare(game, rules, item, &bare);
    if (!rules->dice || !(number || turns_unread(item)))
        return;
    size_t begin = item_begin(game, bare.first), end = item_end(game, bare.last);
    struct ludus_text text = { game->source.text + begin, end - begin };
    struct loose_roll roll;
    char written[SAN_ROLL];
    if (!roll_read(rules, &mend->lookalikes, text, &roll) || roll.price > PRICE_EDITED)
        return;
    san_roll_text(written, roll.dice, rules->dice);
    const char *copy = arena_copy(&mend->arena, written, strlen(written));
    mend->failed |= !copy;
    if (copy)
        change_text(mend, begin, end, copy);
}

/* ---- Names and letters of a record ---- */

/* A letter or name of a piece in the record, and the kind that it may mean. */
struct name {
    struct ludus_text written;
    size_t place;     /* first byte in the main line, or SIZE_MAX */
    unsigned own;     /* its kind as it is written, or NONE */
    unsigned meant;   /* its kind as it is tried; NONE: it is not changed */
    bool letter;      /* not a name */
    char texts[2][2]; /* the meant kind's letter, as capital and small letter */
};

struct names {
    struct name each[UNKNOWN_MAX];
    size_t count;
    size_t kept; /* number of letters in the record that are not changed */
};

/* Does a Greek or Cyrillic letter begin there? */
static bool is_foreign(const char *text)
{
    return (unsigned char)*text >= 0xcd && (unsigned char)*text <= 0xd1;
}

/* Finds in unreadable text letters of another script, before a square (part 0) or as promotion behind one
 * (part 1), or the name of a piece before a move without one. */
static bool read_unread(const struct ludus_mend *mend, const struct item *item, unsigned part,
                        struct name *out)
{
    const struct item *end = mend->sheet.game->items + mend->sheet.game->item_count;
    const char *text = item->text;
    size_t at = part, length = 0;
    while (part == 1 && at < item->length &&
           !(is_foreign(text + at) && (is_digit(text[at - 1]) || text[at - 1] == '=')))
        at++;
    while (at + length + 1 < item->length && is_foreign(text + at + length))
        length += 2;
    char next = at + length < item->length ? text[at + length] : '\0';
    *out =
        (struct name){ .written = { text + at, length },
                       .letter = part == 1 || is_digit(next) || (next >= 'a' && next <= 'x') || next == ':' };
    if (part == 1 || (length && out->letter))
        return length > 0;
    *out = (struct name){ .written = { text, item->length } };
    bool word = item + 1 < end && turns_is_move(&item[1]) && !item[1].move.name_length;
    for (size_t i = 0; i < item->length && word; i++)
        word = is_letter(text[i]) || text[i] & 0x80;
    return word;
}

/* Finds the name of the piece in an item (part 0), or the letter of its promotion (part 1). False if there is
 * none. */
static bool read_name(const struct ludus_mend *mend, const struct item *item, unsigned part, struct name *out)
{
    const struct move_text *move = &item->move;
    if (turns_unread(item))
        return read_unread(mend, item, part, out);
    size_t length = !turns_is_move(item) ? 0 : part ? move->promotion_length : move->name_length, at = 0;
    if (length == 0 || (length > 1 && (part || move->plain != item->text)))
        return false;
    if (part)
        for (at = item->length - 1; at > 0 && item->text[at] != move->plain[move->promotion];)
            at--;
    else
        while (at + 1 < item->length && item->text[at] != *move->plain)
            at++;
    *out = (struct name){ .written = { item->text + at, length }, .letter = length == 1 };
    return true;
}

static struct name *find_name(struct names *names, struct ludus_text name)
{
    for (struct name *each = names->each; each < names->each + names->count; each++)
        if (each->written.length == name.length && is_alike(each->written.text, name.text, name.length))
            return each;
    return NULL;
}

/* Lists names that are no piece's and, with `letters`, all letters: first those of the main line in its
 * order, then those that are only in variations. */
static void list_names(const struct ludus_mend *mend, struct names *names, bool letters)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct item *main;
    struct name name;
    names->count = 0;
    for (size_t at = 0, any = 0; (main = turns_main(game, &at)) || any < game->item_count;) {
        const struct item *item = main ? main : &game->items[any++];
        for (unsigned part = 0; part < 2; part++) {
            if (!read_name(mend, item, part, &name))
                continue;
            char letter = to_upper(*name.written.text);
            name.own =
                resolve_name(mend->sheet.replay->ruleset,
                             name.written.length > 1 ? name.written.text : &letter, name.written.length);
            name.meant = NONE;
            name.place = main ? item_begin(game, item) : SIZE_MAX;
            if (names->count < UNKNOWN_MAX && (name.own == NONE || (letters && name.letter)) &&
                !find_name(names, name.written))
                names->each[names->count++] = name;
        }
    }
}

/* ---- Trying what they mean ---- */

static bool is_other(const struct name *name)
{
    return name->meant != NONE && name->meant != name->own;
}

/* Can a name mean this kind? A letter cannot mean a pawn, or the kind of a letter before it. */
static bool is_free(const struct ludus_mend *mend, const struct names *names, const struct name *name,
                    unsigned kind)
{
    bool is_free = !name->letter || !(mend->sheet.replay->ruleset->rules.pawns >> kind & 1);
    for (const struct name *other = names->each; other < name && is_free && name->letter; other++)
        is_free = !other->letter || (other->meant != NONE ? other->meant : other->own) != kind;
    return is_free;
}

/* Adds the changes of all names in the record. */
static void write_names(struct ludus_mend *mend, struct names *names)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    struct name read;
    names->kept = mend->change_count = 0;
    for (size_t i = 0; i < 2 * game->item_count; i++) {
        const struct item *item = &game->items[i / 2];
        struct name *name = read_name(mend, item, i % 2, &read) ? find_name(names, read.written) : NULL;
        if (!name || !is_other(name)) {
            names->kept += name && name->meant == NONE && name->letter &&
                           (name->own == NONE || !in_set(rules->pawns, name->own));
            continue;
        }
        const struct kind *kind = &rules->kinds[name->meant];
        bool small = is_lower(*read.written.text);
        size_t begin = item_begin(game, item) + (size_t)(read.written.text - item->text);
        name->texts[small][0] = small ? to_lower(kind->letter) : kind->letter;
        change_text(mend, begin, begin + read.written.length,
                    name->letter ? name->texts[small] : kind->names[0]);
    }
}

/* Tries the changes of the names. `language`: in which they mean so, or "". */
static void try_names(struct ludus_mend *mend, struct names *names, const char *language)
{
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    struct ludus_buffer said[2] = { { .bytes = NULL }, { .bytes = NULL } };
    enum fault_kind fault = FAULT_NAME_SPREAD;
    double cost = COST_LETTERS;
    buf_text(&said[0], language);
    for (const struct name *name = names->each; name < names->each + names->count; name++) {
        if (!is_other(name))
            continue;
        const struct kind *kind = &rules->kinds[name->meant];
        fault = name->letter || *language ? FAULT_LETTERS_SPREAD : fault;
        cost += name->own != NONE && !*language;
        buf_format(&said[0], "%s%.*s", said[0].length ? " " : "", (int)name->written.length,
                   name->written.text);
        buf_format(&said[1], "%s%.*s", said[1].length ? " " : "", name->letter ? 1 : INT_MAX,
                   name->letter ? &kind->letter : kind->names[0]);
    }
    mend->failed |= said[0].failed || said[1].failed;
    try_changes(mend, fault, cost, buf_string(&said[0]), buf_string(&said[1]));
    buf_free(&said[0]);
    buf_free(&said[1]);
}

/* ---- Letters of another language ---- */

/* Sets what the names mean in a notation. Returns a hash of that. */
static uint64_t read_names(const struct dialect *dialect, struct names *names)
{
    uint64_t meaning = 0;
    for (struct name *name = names->each; name < names->each + names->count; name++) {
        name->meant = NONE;
        for (unsigned i = 0; i < dialect->word_count && name->meant == NONE; i++) {
            const struct dialect_word *word = &dialect->words[i];
            if (word->class == CLASS_PIECE && word->length == name->written.length &&
                is_alike(word->text, name->written.text, word->length))
                name->meant = word->value;
        }
        meaning = key_mix(meaning, name->meant);
    }
    return meaning;
}

/* Tries the letters and names of each language in which hardly any letter of the record is unknown. Languages
 * in which they mean the same are tried as one. */
static void try_languages(struct ludus_mend *mend, struct names *names)
{
    size_t end = mend->legal < mend->sheet.count ? mend->sheet.entries[mend->legal].end : SIZE_MAX;
    struct dialects dialects;
    uint64_t meanings[DIALECTS_MAX];
    if (!dialects_open(&dialects, NULL, mend->sheet.replay->ruleset))
        mend->failed = true;
    for (unsigned d = 0; d < dialects.count; d++)
        meanings[d] = read_names(&dialects.each[d], names);
    for (unsigned d = 0; d < dialects.count && !repair_spent(mend); d++) {
        struct ludus_buffer languages = { .bytes = NULL };
        bool first = !dialects.each[d].descriptive;
        for (unsigned e = 0; e < dialects.count && first; e++) {
            const struct ludus_text title = dialects.each[e].title;
            const char *comma = title.length ? memchr(title.text, ',', title.length) : NULL;
            if (dialects.each[e].descriptive || meanings[e] != meanings[d])
                continue;
            first = e >= d;
            buf_format(&languages, "%s%.*s", e > d ? "/" : "",
                       (int)(comma ? comma - title.text : (long)title.length), title.text);
        }
        (void)read_names(&dialects.each[d], names);
        write_names(mend, names);
        if (!first || mend->change_count == 0 || mend->changes->begin >= end ||
            OUTSIDERS * names->kept > mend->change_count)
            mend->change_count = 0;
        else
            try_names(mend, names, buf_string(&languages));
        mend->failed |= languages.failed;
        buf_free(&languages);
    }
    dialects_close(&dialects);
}

/* ---- Unknown letters ---- */

/* A search for the meaning of the names, each letter another kind. */
struct search {
    struct ludus_mend *mend;
    struct names names;
    struct names best;      /* the best so far: most legal turns, then fewest faults */
    struct repair made;     /* its result */
    unsigned changed, most; /* known letters that are changed, and how many may be */
    size_t stop;            /* limit of mend->tried */
};

/* Judges the record with the current meanings, and tries all kinds for the letters from number `from` on that
 * stand before the first fault. */
static void try_letters(struct search *search, size_t from)
{
    struct ludus_mend *mend = search->mend;
    struct names *names = &search->names;
    write_names(mend, names);
    struct repair repair = { .edits = mend->changes, .count = mend->change_count };
    repair_judge(mend, &repair);
    size_t merit = repair.turns + repair.whole, best = search->made.turns + search->made.whole;
    if (merit > best || (merit == best && repair.faults < search->made.faults)) {
        search->best = *names;
        search->made = repair;
    }
    for (size_t i = 0; i < repair.count && repair.place != SIZE_MAX; i++)
        if (repair.edits[i].begin < repair.place) /* in the changed text the place is another */
            repair.place += repair.edits[i].end - repair.edits[i].begin - strlen(repair.edits[i].text);
    for (size_t i = from; i < names->count && names->each[i].place <= repair.place; i++) {
        struct name *name = &names->each[i];
        bool known = name->own != NONE, beside = name->place == SIZE_MAX; /* only in variations */
        search->changed += known;
        for (unsigned kind = 0; kind < mend->sheet.replay->ruleset->rules.kind_count; kind++)
            if (search->changed <= search->most && kind != name->own &&
                (search->made.whole ? beside && search->made.faults : true) &&
                is_free(mend, names, name, kind) && mend->tried < search->stop && !repair_spent(mend)) {
                name->meant = kind;
                try_letters(search, i + 1);
            }
        name->meant = NONE;
        search->changed -= known;
        if (!known || !is_free(mend, names, name, name->own)) /* it must change */
            return;
    }
}

/* Finds the best meanings, with as few changes of known letters as possible. Returns how much of the record
 * is then legal. */
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
            known += names->each[i].own != NONE;
        if (search.most >= known)
            break;
    }
    *names = search.best;
    return search.made.turns + search.made.whole;
}

/* Tries unknown names, and known letters as other pieces, if no language does as well. */
static void try_unknown(struct ludus_mend *mend, struct names *names)
{
    size_t language = 0; /* turns that the best language makes legal */
    for (size_t i = 0; i < mend->repair_count; i++) {
        const struct repair *repair = &mend->repairs[i];
        if (repair->edits->kind == FAULT_LETTERS_SPREAD && repair->whole)
            return;
        if (repair->edits->kind == FAULT_LETTERS_SPREAD && repair->turns > language)
            language = repair->turns;
    }
    bool letters = false;
    list_names(mend, names, false);
    for (size_t i = 0; i < names->count; i++)
        letters |= names->each[i].letter;
    if (letters)
        list_names(mend, names, true);
    bool better = choose_kinds(mend, names) > language;
    write_names(mend, names);
    if (!better)
        mend->change_count = 0;
    try_names(mend, names, "");
}

/* ---- All of it ---- */

void repair_throughout(struct ludus_mend *mend)
{
    static const struct {
        void (*change)(struct ludus_mend *mend, const struct item *item);
        enum fault_kind kind;
    } changes[] = { { exchange_side, FAULT_SIDES_SPREAD },
                    { put_comma, FAULT_WRITING_SPREAD },
                    { part_players, FAULT_PLAYERS_SPREAD },
                    { write_roll, FAULT_WRITING_SPREAD },
                    { close_up, FAULT_WRITING_SPREAD } };
    const struct ludus_game *game = mend->sheet.game;
    struct names names;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        for (size_t k = 0; k < game->item_count; k++)
            changes[i].change(mend, &game->items[k]);
        try_changes(mend, changes[i].kind, COST_SPREAD, NULL, NULL);
    }
    list_names(mend, &names, true);
    try_languages(mend, &names);
    try_unknown(mend, &names);
}
