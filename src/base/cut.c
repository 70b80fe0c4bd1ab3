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
            if (verdict != NO_START)
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
}
