/* label.h - the numbers that are written before turns. */
#ifndef NOTATION_LABEL_H
#define NOTATION_LABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* What is written behind the number of a turn. */
enum move_label {
    LABEL_NONE,
    LABEL_FIRST,  /* 12. */
    LABEL_SECOND, /* 12... */
    LABEL_WHITE,  /* 12W. */
    LABEL_BLACK   /* 12B. */
};

/* The number that was written last. All zero before the first. */
struct turn_label {
    unsigned number;
    unsigned length; /* of its digits */
    char digits[12];
};

enum { LABEL_TEXT = 16 }; /* room for a label */

/* Counts the digits up by one. False when all of them are nines. */
static inline bool label_count_up(struct turn_label *label)
{
    unsigned at = label->length;
    while (at > 0 && label->digits[at - 1] == '9')
        at--;
    if (at == 0)
        return false;
    label->digits[at - 1]++;
    while (at < label->length)
        label->digits[at++] = '0';
    return true;
}

/* Writes the label of a number to `out`, where LABEL_TEXT bytes may be overwritten; most are the next number.
 * Returns the length of its text. */
static inline size_t label_write(struct turn_label *label, unsigned number, enum move_label form, char *out)
{
    static const struct {
        char text[4];
        unsigned length;
    } ends[] = { [LABEL_FIRST] = { ".", 1 },
                 [LABEL_SECOND] = { "...", 3 },
                 [LABEL_WHITE] = { "W.", 2 },
                 [LABEL_BLACK] = { "B.", 2 } };
    bool next = number == label->number + 1;
    if (number < 10) {
        label->digits[0] = (char)('0' + number);
        label->length = 1;
    } else if (number != label->number && !(next && label_count_up(label))) {
        label->length = (unsigned)snprintf(label->digits, sizeof label->digits, "%u", number);
    }
    label->number = number;
    memcpy(out, label->digits, sizeof label->digits);
    memcpy(out + label->length, ends[form].text, sizeof ends->text);
    return label->length + ends[form].length;
}

#endif
