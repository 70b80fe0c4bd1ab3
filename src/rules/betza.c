/* betza.c - Betza's notation: prefixes that restrict, capital letters that leap, a number or a doubled letter
 * that repeats the leap. */
#include "rules/betza.h"

#include <string.h>

/* Leaps by letter; the eight squares are had by mirroring. `steps` is how often the leap may be repeated. */
static const struct leap {
    char letter;
    int8_t a, b;
    uint8_t steps;
} leaps[] = {
    { 'W', 1, 0, 1 },  { 'F', 1, 1, 1 },  { 'D', 2, 0, 1 },  { 'N', 2, 1, 1 }, { 'A', 2, 2, 1 },
    { 'H', 3, 0, 1 },  { 'C', 3, 1, 1 },  { 'L', 3, 1, 1 },  { 'Z', 3, 2, 1 }, { 'J', 3, 2, 1 },
    { 'G', 3, 3, 1 },  { 'R', 1, 0, 15 }, { 'B', 1, 1, 15 }, { 'K', 1, 0, 1 }, { 'K', 1, 1, 1 },
    { 'Q', 1, 0, 15 }, { 'Q', 1, 1, 15 },
};

enum { FORWARD = 1, BACK = 2, LEFT = 4, RIGHT = 8 };

struct prefix {
    unsigned mode;   /* m, c, i, n, e */
    unsigned way[2]; /* directions in the order written; two of one kind ("ff") narrow a knight's leap */
    unsigned ways;   /* all of them together */
    unsigned count;
};

static bool read_prefix(const char **text, struct prefix *prefix)
{
    static const char modes[] = "mcine";
    static const unsigned mode_bits[] = { MODE_MOVE, MODE_TAKE, MODE_FIRST, MODE_LAME, MODE_PASSING };
    static const char ways[] = "fblrvs";
    static const unsigned way_bits[] = { FORWARD, BACK, LEFT, RIGHT, FORWARD | BACK, LEFT | RIGHT };

    memset(prefix, 0, sizeof *prefix);
    for (; **text >= 'a' && **text <= 'z'; ++*text) {
        const char *mode = strchr(modes, **text), *way = strchr(ways, **text);
        if (mode) {
            prefix->mode |= mode_bits[mode - modes];
        } else if (way) {
            unsigned bits = way_bits[way - ways];
            if (prefix->count < 2)
                prefix->way[prefix->count] = bits;
            prefix->count++;
            prefix->ways |= bits;
        } else {
            return false;
        }
    }
    return true;
}

/* Does the direction of (file, rank) fit the prefix's letters? */
static bool fits(const struct prefix *prefix, int file, int rank)
{
    unsigned lies = (rank > 0 ? FORWARD : rank < 0 ? BACK : 0) | (file < 0 ? LEFT : file > 0 ? RIGHT : 0);
    int wide = file < 0 ? -file : file, high = rank < 0 ? -rank : rank;

    if (!prefix->ways)
        return true;
    if (wide == 0 || high == 0 || prefix->count == 1) { /* straight: any of the letters */
        if (wide != high && wide && high && prefix->way[0] == (LEFT | RIGHT))
            return wide > high; /* sN: the wide ones */
        if (wide != high && wide && high && prefix->way[0] == (FORWARD | BACK))
            return high > wide;
        return (lies & prefix->ways) != 0;
    }
    if (wide != high && prefix->way[0] == prefix->way[1]) /* ffN: the narrow ones */
        return (lies & prefix->ways) && ((prefix->ways & (FORWARD | BACK)) ? high > wide : wide > high);
    if (wide != high && prefix->way[1] == (LEFT | RIGHT)) /* fsN: the wide ones */
        return (lies & prefix->way[0]) && wide > high;
    if ((prefix->ways & (FORWARD | BACK)) && (prefix->ways & (LEFT | RIGHT))) /* flF: that one corner */
        return (lies & prefix->ways & (FORWARD | BACK)) && (lies & prefix->ways & (LEFT | RIGHT));
    return (lies & prefix->ways) != 0;
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

static bool add_leap(struct kind *kind, const struct prefix *prefix, const struct leap *leap, unsigned steps)
{
    for (unsigned turn = 0; turn < 8; turn++) {
        int a = turn & 1 ? -leap->a : leap->a, b = turn & 2 ? -leap->b : leap->b;
        if ((turn & 2 && leap->b == 0) || (turn & 4 && leap->a == leap->b))
            continue;
        if (!(turn & 4 ? add_atom(kind, prefix, b, a, steps) : add_atom(kind, prefix, a, b, steps)))
            return false;
    }
    return true;
}

/* The number after a letter: 0 is "as far as the board goes"; a doubled letter too. */
static unsigned read_steps(const char **text, char letter, unsigned usual)
{
    unsigned steps = 0;

    if (**text == letter) {
        ++*text;
        return 15;
    }
    if (**text < '0' || **text > '9')
        return usual;
    for (; **text >= '0' && **text <= '9'; ++*text)
        steps = steps < 100 ? steps * 10 + (unsigned)(**text - '0') : steps;
    return steps == 0 || steps > 15 ? 15 : steps;
}

bool betza_read(const char *text, struct arena *arena, struct kind *kind, const char **reason, size_t *at)
{
    const char *cursor = text;

    kind->atom_count = 0;
    kind->atoms = arena_alloc(arena, ATOMS_MAX * sizeof *kind->atoms);
    *reason = "out of memory";
    *at = 0;
    if (!kind->atoms)
        return false;
    while (*cursor) {
        struct prefix prefix;
        char letter;
        bool known = false;
        unsigned steps;

        *reason = "the letters before a capital are m c i n e and f b l r v s";
        *at = (size_t)(cursor - text);
        if (!read_prefix(&cursor, &prefix))
            return false;
        *reason = "expected one of the capitals W F D N A H C L Z J G R B Q K";
        *at = (size_t)(cursor - text);
        letter = *cursor;
        if (!letter)
            return false;
        cursor++;
        steps = read_steps(&cursor, letter, 0);
        *reason = "n is for a leap, not for one that is repeated";
        for (size_t i = 0; i < sizeof leaps / sizeof *leaps; i++) {
            if (leaps[i].letter != letter)
                continue;
            known = true;
            if (prefix.mode & MODE_LAME && (steps ? steps : leaps[i].steps) > 1)
                return false;
            if (!add_leap(kind, &prefix, &leaps[i], steps ? steps : leaps[i].steps)) {
                *reason = "too many moves for one piece";
                return false;
            }
        }
        *reason = "expected one of the capitals W F D N A H C L Z J G R B Q K";
        if (!known)
            return false;
    }
    return true;
}
