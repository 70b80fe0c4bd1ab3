/* grep_regex.c - what a regular expression would cost. The system's regcomp writes out what repeats, however
 * often it does: a++++ is aaaaaaaaaaaaaaaa and more, and memory has an end. */
#include "study/grep.h"

#include <string.h>

enum { SIGNS_MAX = 2000, DEPTH_MAX = 100 };

/* Signs of the group being read, of those around it, and of the last thing read, which a sign such as + makes
 * more of. */
struct measure {
    double signs[DEPTH_MAX], last;
    unsigned depth;
    bool back; /* it refers back to a group */
};

/* Past a bracket expression, [^]a[:alpha:]]. */
static const char *skip_bracket(const char *at)
{
    at += at[1] == '^' ? 2 : 1;
    at += *at == ']';
    while (*at && *at != ']') {
        const char *end = *at == '[' && at[1] && strchr(":.=", at[1]) ? strchr(at + 2, ']') : NULL;
        at = end ? end + 1 : at + 1;
    }
    return *at ? at + 1 : at;
}

/* Past {n}, {n,} and {m,n}; `*times` is how often it writes out what stands before it. */
static const char *read_times(const char *at, double *times)
{
    double number = 0;
    *times = 1;
    for (at++; *at && *at != '}'; at++) {
        number = *at >= '0' && *at <= '9' ? 10 * number + (*at - '0') : 0;
        *times = number > *times ? number : *times;
    }
    return *at ? at + 1 : at;
}

static void add(struct measure *measure, double signs)
{
    measure->signs[measure->depth] += signs;
    measure->last = signs;
}

static void repeat(struct measure *measure, double times)
{
    double last = measure->last;
    add(measure, last * (times - 1));
    measure->last = last * times;
}

/* Reads one thing, and returns where the next is; NULL when it nests too deep. */
static const char *read_one(struct measure *measure, const char *at)
{
    double times;
    switch (*at) {
    case '(':
        if (measure->depth + 1 == DEPTH_MAX)
            return NULL;
        measure->signs[++measure->depth] = 0;
        return at + 1;
    case ')':
        if (measure->depth > 0) {
            double group = measure->signs[measure->depth--];
            add(measure, group + 1);
        }
        return at + 1;
    case '[':
        add(measure, 1);
        return skip_bracket(at);
    case '+':
        repeat(measure, 2);
        return at + 1;
    case '{':
        at = read_times(at, &times);
        repeat(measure, times);
        return at;
    case '\\':
        measure->back = at[1] >= '1' && at[1] <= '9';
        add(measure, 1);
        return at[1] ? at + 2 : at + 1;
    case '*':
    case '?':
        return at + 1;
    default:
        add(measure, 1);
        return at + 1;
    }
}

const char *grep_regex_fault(const char *regex)
{
    struct measure measure = { .depth = 0 };
    double signs = 0;
    while (regex && *regex && signs <= SIGNS_MAX && !measure.back) {
        regex = read_one(&measure, regex);
        signs = measure.signs[measure.depth];
    }
    if (measure.back)
        return "a regular expression that refers back, as \\1 does, may take for ever";
    return regex && signs <= SIGNS_MAX
               ? NULL
               : "this regular expression is too large when its repetitions are written out";
}
