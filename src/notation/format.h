/* format.h - writes a record in canonical form.
 *
 * The writer knows the order and the layout of items, but no rules: it asks its caller, move by move, for
 * what depends on the game's rules (numbers of turns, canonical spelling of moves). */
#ifndef NOTATION_FORMAT_H
#define NOTATION_FORMAT_H

#include "base/memory.h"
#include "notation/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* ---- Words in lines ---- */

/* All zero except `out` is the beginning of a line. Nothing else may write to `out` before a layout_break.
 * `out` remembers a failure. */
struct layout {
    struct ludus_buffer *out;
    size_t word;   /* place in `out` of the unfinished word, after its blank */
    size_t width;  /* characters of that word */
    bool begun;    /* there is such a word */
    bool glue;     /* the next text belongs to the word, even after a layout_space; may be set */
    size_t column; /* characters of the line before that blank */
    int wider;     /* characters that a line may have beyond LAYOUT_LINE */
};

/* Adds text to the word. */
void layout_add(struct layout *layout, const char *text, size_t length);
static inline void layout_text(struct layout *layout, const char *text)
{
    layout_add(layout, text, strlen(text));
}
/* Ends the word: it is set after a blank, or in the next line if it does not fit. */
void layout_space(struct layout *layout);
/* Ends the word, and begins another with this text. */
void layout_word(struct layout *layout, const char *text, size_t length);
/* Ends the word and the line that it is in. */
void layout_break(struct layout *layout);
/* Ends the word and the line, and leaves a line empty. */
void layout_paragraph(struct layout *layout);
/* Writes a line of its own, from the first column: `first`, then the text. */
void layout_line(struct layout *layout, char first, const char *text, size_t length);

enum { LAYOUT_LINE = 79, LAYOUT_SHORT = 8 }; /* characters in a line; bytes of a short word */

/* Has a line of so many characters no room for the last of them? */
static inline bool layout_over(const struct layout *layout, size_t column)
{
    return (ptrdiff_t)column > LAYOUT_LINE + (ptrdiff_t)layout->wider;
}

/* layout_word for ASCII text in an array of LAYOUT_SHORT bytes or more. It is fast for short words that
 * follow another in a line with room, as most do. */
static inline void layout_short(struct layout *layout, const char *text, size_t length)
{
    struct ludus_buffer *out = layout->out;
    size_t column = layout->column + 1 + layout->width;
    if (length > LAYOUT_SHORT || !layout->begun || layout->glue || layout->column == 0 ||
        layout_over(layout, column) || !buf_reserve(out, 1 + LAYOUT_SHORT)) {
        layout_word(layout, text, length);
        return;
    }
    out->bytes[out->length] = ' ';
    memcpy(out->bytes + out->length + 1, text, LAYOUT_SHORT);
    layout->column = column;
    layout->word = out->length + 1;
    layout->width = length;
    out->length = layout->word + length;
}

/* ---- Records ---- */

/* How a move is written. All zero except the index: as in the record. */
struct move_form {
    size_t index; /* of the item */
    /* Move, promotion and check in canonical spelling; the writer adds squeeze, sic and the mark. NULL: as in
     * the record. */
    const char *text;
    uint32_t text_length;
    /* For the first move of a turn, its number. With a label, the record's numbers of this turn are left out;
     * LABEL_NONE: they are written as in the record. */
    unsigned number;
    uint8_t label; /* enum move_label */
    /* The label is always written; else only if something other than a move of the same line precedes it: at
     * the beginning, after comments and variations (PGN's black moves). */
    bool always;
    /* The item adds nothing to the text, which layout_short can take. */
    bool brief;
};

/* Sets `*forms` to the form of item number `index`, a move, and of as many later moves of its line as are
 * known, each the first of a turn and not followed by unreadable text. Returns their count; they are valid
 * until the next call. `begins`: the move is the first of its turn. Calls come in the order of the moves,
 * once for each that has no form yet, but perhaps before the items between a turn's number and its move are
 * written. */
typedef size_t record_forms_fn(void *context, size_t index, bool begins, const struct move_form **forms);

/* Appends the record in canonical form, and an empty line. `forms_of` NULL: all moves as in the record. A
 * line has at most `width` characters; 0: LAYOUT_LINE. */
void record_write(const struct ludus_game *game, record_forms_fn *forms_of, void *context, unsigned width,
                  struct ludus_buffer *out);

/* ---- A record in canonical form, for writers that print notation ---- */

/* All zero at first. */
struct canonical {
    struct ludus_buffer text;          /* owned */
    struct ludus_game game;            /* read from `text` */
    const struct ludus_ruleset *rules; /* of the game, or NULL when they are not known */
};

/* Returns the value of a tag, or `otherwise`. */
static inline struct ludus_text canonical_tag(const struct canonical *canonical, const char *name,
                                              const char *otherwise)
{
    const struct tag *tag = record_tag(&canonical->game, name);
    return tag ? tag->value : (struct ludus_text){ otherwise, strlen(otherwise) };
}

/* ---- Numbers before turns ---- */

/* What is written after the number of a turn. */
enum move_label {
    LABEL_NONE,
    LABEL_FIRST,  /* 12. */
    LABEL_SECOND, /* 12... */
    LABEL_WHITE,  /* 12W. */
    LABEL_BLACK   /* 12B. */
};

#endif
