/* cut.h - where records start: at a line that begins with `[Name "` and follows a blank line, unless the
 * record before it holds nothing but tags so far, and this one is not among them. */
#ifndef BASE_CUT_H
#define BASE_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUT_TAGS = 64 }; /* a record with more tags than these ends at the next blank line */

/* How far a text that grows has been searched. All zero at first. */
struct cut {
    size_t scan;  /* no record starts between the beginning and here */
    size_t probe; /* end of the part of a tag at `scan` that was looked at already */
    /* What is known of a record that holds nothing but tags: */
    bool known;
    unsigned count;           /* its tags; CUT_TAGS + 1 if they are more, or it holds something else */
    size_t head;              /* they have been read up to here */
    uint64_t names[CUT_TAGS]; /* hashes */
};

/* Looks for the next start in (begin, end) of the text, from `scan` on. True: it is at `scan`. False: more
 * text is needed, and `scan` says from where on. */
bool cut_find(struct cut *cut, const char *text, size_t begin, size_t end);

/* The text has been moved to the front by `distance` bytes. */
void cut_move(struct cut *cut, size_t distance);

#endif
