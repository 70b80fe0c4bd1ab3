/* label.h - the numbers that are written before turns. */
#ifndef RECORD_LABEL_H
#define RECORD_LABEL_H

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

/* A label as text. All zero before the first. */
struct turn_label {
    unsigned number;
    size_t digits;
    char text[16];
};

/* Counts the digits up by one. False when all of them are nines. */
static inline bool label_count_up(struct turn_label *label)
{
    size_t at = label->digits;

    while (at > 0 && label->text[at - 1] == '9') {
        at--;
    }
    if (at == 0) {
        return false;
    }
    label->text[at - 1]++;
    while (at < label->digits) {
        label->text[at++] = '0';
    }
    return true;
}

/* Sets the label, in whose place another may stand: most are the next number. Returns the length of its text.
 */
static inline size_t label_set(struct turn_label *label, unsigned number, enum move_label form)
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
        label->text[0] = (char)('0' + number);
        label->digits = 1;
    } else if (number != label->number && !(next && label_count_up(label))) {
        label->digits = (size_t)snprintf(label->text, sizeof label->text, "%u", number);
    }
    label->number = number;
    memcpy(label->text + label->digits, ends[form].text, sizeof ends->text);
    return label->digits + ends[form].length;
}

#endif
