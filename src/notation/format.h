/* format.h - writing a record in canonical form.
 *
 * The writer knows the order and the layout of things, and no rules: what depends on the game's rules
 * (numbers of turns, canonical spelling of moves) it asks for, move by move. */
#ifndef NOTATION_FORMAT_H
#define NOTATION_FORMAT_H

#include "base/buf.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { BRIEF_TEXT = 8 };

/* How a move is to be written. All zero but the index: as it stands in the record. */
struct move_form {
    size_t index; /* of the item */
    /* Move, promotion and check in canonical spelling; the writer adds squeeze, sic and the mark. NULL: the
     * move stays as written. */
    const char *text;
    uint32_t text_length;
    /* For the first move of a turn, its number. With a label the numbers that the record has for this turn
     * are left out. LABEL_NONE: they stay as written. */
    unsigned number;
    uint8_t label; /* enum move_label */
    /* The label is written before every such turn; else only where something other than a move of the same
     * line stands before it: at the beginning, after comments and variations (PGN's black moves). */
    bool always;
    /* The item has nothing to add, and the text is ASCII in an array of at least BRIEF_TEXT bytes, no longer
     * than those. */
    bool brief;
};

/* Sets `*forms` to the form of the item number `index`, a move, and of as many as are known of the moves of
 * its line that come after it, each the first of a turn and followed by no unreadable text. Returns how many;
 * they last until the next question. `begins` says that the move is the first of its turn. The question comes
 * in the order of the moves, once for each that has no form yet, except that it may come before what stands
 * between a turn's number and its move has been written. */
typedef size_t record_forms_fn(void *context, size_t index, bool begins, const struct move_form **forms);

/* Appends the record in canonical form, with an empty line behind it. `forms_of` may be NULL: all as written.
 */
void record_write(const struct ludus_game *game, record_forms_fn *forms_of, void *context,
                  struct ludus_buffer *out);

/* ---- A record as its canonical form has it, for writers that print notation ---- */

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from it */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* The value of a tag, or `otherwise`. */
static inline struct ludus_text canonical_tag(const struct canonical *canonical, const char *name,
                                              const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}

/* ---- The numbers that are written before turns ---- */

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
