/* cut.c - where records start: the one rule that recovery, threads and splitting rely on. */
#include "base/cut.h"

#include "base/chars.h"

#include <string.h>

/* Does `at`, somewhere after `start`, begin a line that follows a blank one? */
static bool after_blank_line(const char *text, size_t begin, size_t at)
{
    if (!is_break(text[at - 1]))
        return false;
    at--;
    if (at > begin && text[at] == '\n' && text[at - 1] == '\r')
        at--;
    while (at > begin && is_blank(text[at - 1]))
        at--;
    return at > begin && is_break(text[at - 1]);
}

/* ---- Records that hold nothing but tags ---- */

/* Reads a tag at `at`, within its line. Returns where it ends, or NULL; `*hash` is that of its name. */
static const char *read_tag(const char *at, const char *end, uint64_t *hash)
{
    *hash = UINT64_C(0xcbf29ce484222325);
    if (at + 1 >= end || *at != '[' || !is_letter(at[1]))
        return NULL;
    while (++at < end && is_name(*at))
        *hash = (*hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    while (at < end && is_gap(*at))
        at++;
    if (at == end || *at++ != '"')
        return NULL;
    for (; at < end && !is_break(*at); at++) {
        if (*at == '\\' && at + 1 < end && !is_break(at[1])) {
            at++;
        } else if (*at == '"') {
            const char *next = at + 1;
            while (next < end && is_gap(*next))
                next++;
            if (next < end && *next == ']')
                return next + 1;
        }
    }
    return NULL;
}

static bool has_tag(const struct cut *cut, uint64_t hash)
{
    bool has = cut->count > CUT_TAGS;

    for (unsigned i = 0; i < cut->count && !has; i++)
        has = cut->names[i] == hash;
    return has;
}

static void add_tag(struct cut *cut, uint64_t hash)
{
    if (cut->count < CUT_TAGS)
        cut->names[cut->count] = hash;
    cut->count += cut->count <= CUT_TAGS;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Reads the line at `at`, of tags or blank, and adds its tags to `cut` unless that is NULL. Returns where it
 * ends, or NULL where it holds something else. */
static const char *read_line(struct cut *cut, const char *at, const char *end)
{
    uint64_t hash;

    for (;;) {
        at = skip_blanks(at, end);
        if (at == end || is_break(*at))
            return at;
        at = read_tag(at, end, &hash);
        if (!at)
            return NULL;
        if (cut)
            add_tag(cut, hash);
    }
}

/* Where the tags begin that stand before `at` with nothing else between. */
static size_t find_head(const char *text, size_t begin, size_t at)
{
    size_t head = at;

    for (size_t start; at > begin; at = start) {
        for (start = at - 1; start > begin && !is_break(text[start - 1]); start--) {
        }
        if (!read_line(NULL, text + start, text + at))
            return head;
        head = *skip_blanks(text + start, text + at) == '[' ? start : head;
    }
    return begin;
}

/* Reads the tags from `head` to `at`. False where something else stands there. */
static bool read_head(struct cut *cut, const char *text, size_t begin, size_t at)
{
    uint64_t hash;

    while (cut->head < at) {
        const char *line = text + cut->head, *end = text + at;
        if (cut->head > begin && after_blank_line(text, begin, cut->head) && read_tag(line, end, &hash) &&
            has_tag(cut, hash))
            cut->count = 0;
        end = read_line(cut, line, end);
        if (!end)
            return false;
        cut->head = (size_t)(end - text) + 1;
    }
    return true;
}

/* Does the tag at `at`, after a blank line, begin a record? */
static bool begins(struct cut *cut, const char *text, size_t begin, size_t at, size_t end)
{
    size_t last = at;
    uint64_t hash;

    while (last > begin && (is_blank(text[last - 1]) || is_break(text[last - 1])))
        last--;
    bool goes_on = last > begin && text[last - 1] == ']';
    if (goes_on && !cut->known) {
        cut->head = find_head(text, begin, at);
        bool starts =
            cut->head == begin || (text[cut->head] == '[' && after_blank_line(text, begin, cut->head));
        cut->count = starts && cut->head < at ? 0 : CUT_TAGS + 1;
    }
    goes_on = goes_on && read_head(cut, text, begin, at);
    if (goes_on) {
        (void)read_tag(text + at, text + end, &hash);
        goes_on = !has_tag(cut, hash);
    }
    cut->known = true;
    cut->head = at;
    cut->count = goes_on ? cut->count : 0;
    return !goes_on;
}

enum verdict { NO_START, START, UNDECIDED };

/* Does `[Name "` stand at `at`? UNDECIDED when the buffer ends too early; `probe` then says how far it was
 * read. */
static enum verdict tag_at(struct cut *cut, const char *text, size_t at, size_t end)
{
    size_t from = cut->probe > at + 1 ? cut->probe : at + 1;

    if (from == at + 1 && from < end && !is_letter(text[from]))
        return NO_START;
    if (from == at + 1 || !is_gap(text[from - 1]))
        while (from < end && is_name(text[from]))
            from++;
    while (from < end && is_gap(text[from]))
        from++;
    cut->probe = from;
    return from == end ? UNDECIDED : text[from] == '"' ? START : NO_START;
}

bool cut_find(struct cut *cut, const char *text, size_t begin, size_t end)
{
    while (cut->scan < end) {
        const char *found = memchr(text + cut->scan, '[', end - cut->scan);
        if (!found) {
            cut->scan = end;
            return false;
        }
        cut->scan = (size_t)(found - text);
        bool undecided = cut->probe > cut->scan + 1; /* the blank line has been seen */
        if (undecided || (cut->scan > begin && after_blank_line(text, begin, cut->scan))) {
            enum verdict verdict = tag_at(cut, text, cut->scan, end);
            if (verdict == UNDECIDED || (verdict == START && begins(cut, text, begin, cut->scan, end)))
                return verdict == START;
        }
        cut->scan++;
    }
    return false;
}

void cut_move(struct cut *cut, size_t distance)
{
    cut->scan -= distance;
    cut->probe = cut->probe > distance ? cut->probe - distance : 0;
    cut->known &= cut->head >= distance;
    cut->head -= cut->known ? distance : 0;
}
