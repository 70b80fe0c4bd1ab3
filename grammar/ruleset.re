/* ruleset.re - scans rules files: the words of a line are a statement, a key and its values. `#` begins a comment; a
 * text in quotes stays on its line. The meaning of the keys is in rules/statement_table.c; but the moves of a piece in
 * Betza's notation, decimals and names are read here. */
#include "base/text.h"
#include "rules/statement.h"

#include <string.h>

/*!include:re2c "scan_text.inc" */

static void statement_complain(struct rules_reader *reader, const char *begin, const char *end, const char *reason)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)(begin - reader->diag.text),
             (size_t)(end - reader->diag.text), reason);
}

/* Adds a word to the statement of its line, or begins one if `s` is NULL. Returns it; NULL without memory. */
static struct statement *add_word(struct rules_reader *reader, struct statement *s, const char *begin, const char *end)
{
    struct ludus_text word = { begin, (size_t)(end - begin) };

    if (s) { /* its values are contiguous: no other statement has added any since it began */
        reader->values[reader->value_count++] = word;
        s->count++;
        return s;
    }
    if (!(s = arena_zeroed(reader->diag.arena, sizeof *s)))
        return NULL;
    s->key = word;
    s->values = reader->values + reader->value_count;
    for (size_t i = 0; i < statement_row_count && !s->row; i++)
        if (text_is(word.text, word.length, statement_rows[i].key))
            s->row = &statement_rows[i];
    *(reader->last ? &reader->last->next : &reader->first) = s;
    reader->last = s;
    return s;
}

void statements_gather(struct rules_reader *reader)
{
    const char *cursor = reader->diag.text, *start, *end;
    struct statement *line = NULL; /* the statement of this line, or NULL */
    bool skips = false;            /* skip the rest of the line */

    reader->values = arena_alloc(reader->diag.arena, (reader->diag.length + 1) * sizeof *reader->values);
    if (!reader->values)
        return;
    for (;;) {
        start = cursor;
        /*!re2c
        [ \t\r]+ | "#" [^\n\x00]* { continue; }
        "\n" { line = NULL; skips = false; continue; }
        [^ \t\r\n"#\x00]+ { line = line || !skips ? add_word(reader, line, start, cursor) : NULL; continue; }
        ["] [^"\n\x00]* ["] { end = cursor - 1; goto text; }
        ["] [^"\n\x00]* {
            statement_complain(reader, start, cursor, "the closing quote is missing");
            end = cursor;
            goto text;
        }
        "\x00" {
            if (start == reader->diag.text + reader->diag.length)
                return;
            statement_complain(reader, start, cursor, "a NUL byte");
            continue;
        }
        */
    text:
        if (line)
            add_word(reader, line, start + 1, end);
        else if (!skips)
            statement_complain(reader, start + 1, end,
                               "syntax error, unexpected a text in quotes, expecting the end of the file or a word or "
                               "the end of the line");
        skips = true;
    }
}

bool value_decimals(struct rules_reader *reader, const struct statement *statement, double *numbers)
{
    for (size_t i = 0; i < statement->count; i++) {
        const struct ludus_text *word = &statement->values[i];
        const char *cursor = word->text, *marker;
        /*!re2c
        digits = [0-9]{1,9};

        "-"? (digits ("." digits?)? | "." digits) { goto found; }
        *                                         { cursor = NULL; goto found; }
        */
    found:
        if (cursor != word->text + word->length)
            return value_complain(reader, word, "expected a number, as in -2.5");
        numbers[i] = number_read(word->text);
    }
    return true;
}

/* ---- Betza's notation: small letters that restrict a leap, a capital letter for the leap, and a number or a doubled
 * letter that repeats it ---- */

enum { FORWARD = 1, BACK = 2, LEFT = 4, RIGHT = 8, FAR = 15 };

struct prefix {
    unsigned mode;   /* m, c, i, n, e, p */
    unsigned passes; /* how often o is written */
    unsigned direction[2]; /* directions in the order written; two equal ones ("ff") mean a knight's narrow leaps */
    unsigned directions;   /* the union of all directions */
    unsigned count;
};

static void add_direction(struct prefix *prefix, unsigned direction)
{
    if (prefix->count < 2)
        prefix->direction[prefix->count] = direction;
    prefix->count++;
    prefix->directions |= direction;
}

/* Does a leap of (file, rank) fit the directions of the prefix? */
static bool fits(const struct prefix *prefix, int file, int rank)
{
    unsigned lies = (rank > 0 ? FORWARD : rank < 0 ? BACK : 0) | (file < 0 ? LEFT : file > 0 ? RIGHT : 0);
    int wide = file < 0 ? -file : file, high = rank < 0 ? -rank : rank;

    if (!prefix->directions)
        return true;
    if (wide == 0 || high == 0 || prefix->count == 1) { /* a straight leap, or a single letter: any of the directions */
        if (wide != high && wide && high && prefix->direction[0] == (LEFT | RIGHT))
            return wide > high; /* sN: the wide ones */
        if (wide != high && wide && high && prefix->direction[0] == (FORWARD | BACK))
            return high > wide;
        return (lies & prefix->directions) != 0;
    }
    if (wide != high && prefix->direction[0] == prefix->direction[1]) /* ffN: the narrow ones */
        return (lies & prefix->directions) && ((prefix->directions & (FORWARD | BACK)) ? high > wide : wide > high);
    if (wide != high && prefix->direction[1] == (LEFT | RIGHT)) /* fsN: the wide ones */
        return (lies & prefix->direction[0]) && wide > high;
    if ((prefix->directions & (FORWARD | BACK)) && (prefix->directions & (LEFT | RIGHT))) /* flF: that one corner */
        return (lies & prefix->directions & (FORWARD | BACK)) && (lies & prefix->directions & (LEFT | RIGHT));
    return (lies & prefix->directions) != 0;
}

/* Atoms being read. */
struct atoms {
    struct atom *list; /* room for ATOMS_MAX */
    unsigned count;
};

/* Adds an atom unless it is there, or does not fit the prefix. False if there are too many. */
static bool add_atom(struct atoms *atoms, const struct prefix *prefix, struct atom atom)
{
    unsigned mode = prefix->mode;
    if (!(mode & (MODE_MOVE | MODE_TAKE)))
        mode |= mode & MODE_PASSING ? MODE_TAKE : MODE_MOVE | MODE_TAKE;
    atom.mode = (uint8_t)mode;
    atom.passes = (uint8_t)(prefix->passes < atom.length ? prefix->passes : atom.length);
    if (!fits(prefix, atom.file, atom.rank))
        return true;
    for (unsigned i = 0; i < atoms->count; i++)
        if (memcmp(&atoms->list[i], &atom, sizeof atom) == 0)
            return true;
    if (atoms->count == ATOMS_MAX)
        return false;
    atoms->list[atoms->count++] = atom;
    return true;
}

/* Finds a leap's mirror image number `turn`, 0 to 7. False if it is one of the others. */
static bool turn_leap(unsigned turn, int file, int rank, int8_t turned[2])
{
    int a = turn & 1 ? -file : file, b = turn & 2 ? -rank : rank;
    turned[0] = (int8_t)(turn & 4 ? b : a);
    turned[1] = (int8_t)(turn & 4 ? a : b);
    return !(turn & 2 && rank == 0) && !(turn & 1 && file == 0) && !(turn & 4 && file == rank);
}

/* Adds a leap and its mirror images. Returns an error text, or NULL. */
static const char *add_leap(struct atoms *atoms, const struct prefix *prefix, int file, int rank, unsigned steps)
{
    int8_t at[2];
    if (prefix->mode & MODE_LAME && steps > 1)
        return "n is for a leap, not for one that is repeated";
    if (prefix->mode & MODE_HOP && steps == 1)
        return "p is for a leap that is repeated";
    for (unsigned turn = 0; turn < 8; turn++)
        if (turn_leap(turn, file, rank, at) &&
            !add_atom(atoms, prefix, (struct atom){ at[0], at[1], at[0], at[1], (uint8_t)steps, 0, 0, 0 }))
            return "too many moves for one piece";
    return NULL;
}

/* The leaps of each capital letter, and how often each is repeated if no number is written. */
static const struct {
    char letter;
    uint8_t file, rank, steps;
} leaps[] = {
    { 'W', 1, 0, 1 }, { 'F', 1, 1, 1 }, { 'D', 2, 0, 1 },   { 'N', 2, 1, 1 },   { 'A', 2, 2, 1 }, { 'H', 3, 0, 1 },
    { 'C', 3, 1, 1 }, { 'L', 3, 1, 1 }, { 'Z', 3, 2, 1 },   { 'J', 3, 2, 1 },   { 'G', 3, 3, 1 }, { 'R', 1, 0, FAR },
    { 'K', 1, 0, 1 }, { 'K', 1, 1, 1 }, { 'Q', 1, 0, FAR }, { 'Q', 1, 1, FAR }, { 'B', 1, 1, FAR },
};

/* Adds the leaps of `first` that go on outward as `next` does. Returns an error text, or NULL. */
static const char *add_bent(struct atoms *atoms, const struct prefix *prefix, char first, char next)
{
    int8_t a[2], b[2];
    for (unsigned n = 0; n < 64 * sizeof leaps / sizeof *leaps; n++)
        for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++) {
            size_t j = n / 64;
            if (leaps[i].letter != first || leaps[j].letter != next || leaps[i].steps > 1 ||
                !turn_leap(n % 8, leaps[i].file, leaps[i].rank, a) ||
                !turn_leap(n / 8 % 8, leaps[j].file, leaps[j].rank, b) || a[0] * b[0] < 0 || a[1] * b[1] < 0 ||
                a[0] * b[0] + a[1] * b[1] == 0)
                continue;
            if (!add_atom(atoms, prefix, (struct atom){ a[0], a[1], b[0], b[1], (uint8_t)(leaps[j].steps + 1), 0, 0, 0 }))
                return "too many moves for one piece";
        }
    return NULL;
}

/* Reads one leap with its prefix. Returns an error text, or NULL; `*at` is the place of the error. */
static const char *read_leap(const char **text, struct atoms *atoms, const char **at)
{
    const char *cursor = *text, *begin, *marker, *reason = NULL;
    struct prefix prefix = { 0 };

again:
    begin = cursor;
    /*!re2c
    "m"             { prefix.mode |= MODE_MOVE; goto again; }
    "c"             { prefix.mode |= MODE_TAKE; goto again; }
    "i"             { prefix.mode |= MODE_FIRST; goto again; }
    "n"             { prefix.mode |= MODE_LAME; goto again; }
    "p"             { prefix.mode |= MODE_HOP; goto again; }
    "o"             { prefix.passes++; goto again; }
    "t[" [WFDNAHCLZJG] [WFRB] "]" { *text = cursor; return add_bent(atoms, &prefix, begin[2], begin[3]); }
    "e"             { prefix.mode |= MODE_PASSING; goto again; }
    "f"             { add_direction(&prefix, FORWARD); goto again; }
    "b"             { add_direction(&prefix, BACK); goto again; }
    "l"             { add_direction(&prefix, LEFT); goto again; }
    "r"             { add_direction(&prefix, RIGHT); goto again; }
    "v"             { add_direction(&prefix, FORWARD | BACK); goto again; }
    "s"             { add_direction(&prefix, LEFT | RIGHT); goto again; }
    [a-z]           { *at = *text; return "the letters before a capital are m c i n o p e and f b l r v s; t stands before two in brackets"; }
    [WFDNAHCLZJGRBKQ] { goto capital; }
    "(" [1-9][0-9]? "," [0-9]{1,2} ")" {
        uint32_t file, rank;
        begin++;
        file = number_take(&begin);
        begin++;
        rank = number_take(&begin);
        *text = cursor;
        return add_leap(atoms, &prefix, (int)file, (int)rank, 1);
    }
    *               { *at = begin; return "expected one of the capitals W F D N A H C L Z J G R B Q K, or a leap as (4,1)"; }
    */
capital:
    *at = begin;
    /* A number after the letter tells how often the leap is repeated; 0 or a doubled letter: up to the board's edge. */
    uint32_t number = number_take(&cursor);
    bool usual = cursor == begin + 1 && *cursor != *begin;
    cursor += cursor == begin + 1 && *cursor == *begin;
    for (size_t i = 0; i < sizeof leaps / sizeof *leaps && !reason; i++)
        if (leaps[i].letter == *begin)
            reason = add_leap(atoms, &prefix, leaps[i].file, leaps[i].rank,
                              usual                         ? leaps[i].steps
                              : number == 0 || number > FAR ? FAR
                                                            : number);
    *text = cursor;
    return reason;
}

bool betza_read(const char *text, struct arena *arena, struct atom **list, unsigned *count, const char **reason,
                size_t *at)
{
    const char *begin = text, *place = text;
    /* An own copy, as that of a parent is not to be changed. */
    struct atoms atoms = { arena_zeroed(arena, ATOMS_MAX * sizeof *atoms.list), *count };

    *reason = atoms.list ? NULL : "out of memory";
    if (atoms.list && *list)
        memcpy(atoms.list, *list, *count * sizeof **list);
    while (*text && !*reason)
        *reason = read_leap(&text, &atoms, &place);
    *list = atoms.list;
    *count = atoms.count;
    *at = (size_t)(place - begin);
    return !*reason;
}

/* ---- Names of pieces ---- */

/*!include:re2c "scan_utf8.inc" */

const char *value_name_fault(const struct ludus_text *name)
{
    const char *cursor = name->text, *end = cursor + name->length, *marker;
    /*!re2c
    no_letter = [\u0080-\u00bf\u00d7\u0323\u2000-\u2bff\u3000\ufeff]; /* in a record: blanks, dashes, signs, the dot below */
    letter    = [A-Za-z] | ([\u0080-\ud7ff\ue000-\U0010ffff] \ no_letter);
    taken     = 'sic' | 'squeeze' | 'pass' | 'null' | 'check' | 'chk' | 'checkmate' | 'mate' | 'dbl' | 'dblch' | 'ep' | 'ch' | 'oo';

    taken "\x00"      { return "in a record that word says something else"; }
    letter{2,} "\x00" { return NULL; }
    letter? "\x00"    { return "a name has two letters or more"; }
    *                 { return "a name is of letters alone"; }
    */
}
