/* ruleset.re - scans rules files: the words of a line are a statement, a key and its values. `#` begins a comment; a
 * text in quotes stays on its line. The meaning of the keys is in rules/statement_table.c; but the moves of a piece in
 * Betza's notation are read here. */
#include "base/text.h"
#include "rules/statement.h"

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

/* ---- Betza's notation: small letters that restrict a leap, a capital letter for the leap, and a number or a doubled
 * letter that repeats it ---- */

enum { FORWARD = 1, BACK = 2, LEFT = 4, RIGHT = 8, FAR = 15 };

struct prefix {
    unsigned mode;   /* m, c, i, n, e */
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

static bool add_atom(struct kind *kind, const struct prefix *prefix, int file, int rank, unsigned steps)
{
    unsigned mode = prefix->mode;
    struct atom *atom;

    if (!(mode & (MODE_MOVE | MODE_TAKE)))
        mode |= mode & MODE_PASSING ? MODE_TAKE : MODE_MOVE | MODE_TAKE;
    if (!fits(prefix, file, rank))
        return true;
    for (atom = kind->atoms; atom < kind->atoms + kind->atom_count; atom++)
        if (atom->file == file && atom->rank == rank && atom->length == steps && atom->mode == mode)
            return true;
    if (kind->atom_count == ATOMS_MAX)
        return false;
    atom = &kind->atoms[kind->atom_count++];
    *atom = (struct atom){ (int8_t)file, (int8_t)rank, (uint8_t)steps, (uint8_t)mode };
    return true;
}

/* Adds a leap and its mirror images. Returns an error text, or NULL. */
static const char *add_leap(struct kind *kind, const struct prefix *prefix, int file, int rank, unsigned steps)
{
    if (prefix->mode & MODE_LAME && steps > 1)
        return "n is for a leap, not for one that is repeated";
    for (unsigned turn = 0; turn < 8; turn++) {
        int a = turn & 1 ? -file : file, b = turn & 2 ? -rank : rank;
        if ((turn & 2 && rank == 0) || (turn & 4 && file == rank))
            continue;
        if (!(turn & 4 ? add_atom(kind, prefix, b, a, steps) : add_atom(kind, prefix, a, b, steps)))
            return "too many moves for one piece";
    }
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

/* Reads one leap with its prefix. Returns an error text, or NULL; `*at` is the place of the error. */
static const char *read_leap(const char **text, struct kind *kind, const char **at)
{
    const char *cursor = *text, *begin, *reason = NULL;
    struct prefix prefix = { 0 };

again:
    begin = cursor;
    /*!re2c
    "m"             { prefix.mode |= MODE_MOVE; goto again; }
    "c"             { prefix.mode |= MODE_TAKE; goto again; }
    "i"             { prefix.mode |= MODE_FIRST; goto again; }
    "n"             { prefix.mode |= MODE_LAME; goto again; }
    "e"             { prefix.mode |= MODE_PASSING; goto again; }
    "f"             { add_direction(&prefix, FORWARD); goto again; }
    "b"             { add_direction(&prefix, BACK); goto again; }
    "l"             { add_direction(&prefix, LEFT); goto again; }
    "r"             { add_direction(&prefix, RIGHT); goto again; }
    "v"             { add_direction(&prefix, FORWARD | BACK); goto again; }
    "s"             { add_direction(&prefix, LEFT | RIGHT); goto again; }
    [a-z]           { *at = *text; return "the letters before a capital are m c i n e and f b l r v s"; }
    [WFDNAHCLZJGRBKQ] { goto capital; }
    *               { *at = begin; return "expected one of the capitals W F D N A H C L Z J G R B Q K"; }
    */
capital:
    *at = begin;
    /* A number after the letter tells how often the leap is repeated; 0 or a doubled letter: up to the board's edge. */
    uint32_t number = number_take(&cursor);
    bool usual = cursor == begin + 1 && *cursor != *begin;
    cursor += cursor == begin + 1 && *cursor == *begin;
    for (size_t i = 0; i < sizeof leaps / sizeof *leaps && !reason; i++)
        if (leaps[i].letter == *begin)
            reason = add_leap(kind, &prefix, leaps[i].file, leaps[i].rank,
                              usual                         ? leaps[i].steps
                              : number == 0 || number > FAR ? FAR
                                                            : number);
    *text = cursor;
    return reason;
}

bool betza_read(const char *text, struct arena *arena, struct kind *kind, const char **reason, size_t *at)
{
    const char *begin = text, *place = text;

    kind->atom_count = 0;
    kind->atoms = arena_alloc(arena, ATOMS_MAX * sizeof *kind->atoms);
    *reason = kind->atoms ? NULL : "out of memory";
    while (*text && !*reason)
        *reason = read_leap(&text, kind, &place);
    *at = (size_t)(place - begin);
    return !*reason;
}
