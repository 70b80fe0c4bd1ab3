/* statement.h - the statements of rules files: collected by the grammar, then applied to a struct rules. */
#ifndef RULES_STATEMENT_H
#define RULES_STATEMENT_H

#include "base/diag.h"
#include "base/text.h"
#include "rules/ruleset.h"

#include <sys/types.h>

struct statement {
    struct statement *next;
    struct ludus_text key;
    const struct statement_row *row; /* NULL: the key is unknown */
    const struct ludus_text *values;
    size_t count;
};

/* State of reading one rules file. */
struct rules_reader {
    struct diag diag;    /* its text ends with a NUL */
    struct arena *arena; /* of the ruleset */
    struct statement *first, *last;
    struct ludus_text *values; /* of all statements */
    size_t value_count;
    struct rules *rules;      /* to fill */
    unsigned kind;            /* the piece of the next attributes; NONE if its statement is invalid */
    ludus_message_fn *report; /* for messages, with its context */
    void *context;
    const struct rules_reader *child; /* the file that has named this one as its parent, or NULL */
    dev_t device;                     /* device and inode of the file, if it was opened here */
    ino_t node;
    bool failed; /* a parent has errors, which were reported */
};

/* How the values of a statement are read. */
enum shape {
    SHAPE_TEXT,    /* one text -> const char * */
    SHAPE_YES_NO,  /* yes or no -> bool */
    SHAPE_WORD,    /* one of `words` -> unsigned, its index */
    SHAPE_EITHER,  /* one of two `words` -> bool, true for the second */
    SHAPE_NUMBER,  /* min to max -> unsigned */
    SHAPE_PLACE,   /* the name of a region, or none -> unsigned, its number */
    SHAPE_PIECES,  /* letters of pieces, or none -> kind_set */
    SHAPE_SET,     /* any of `words` -> unsigned, a bit each, the first the lowest */
    SHAPE_FACES,   /* faces of dice -> uint32_t, a bit each */
    SHAPE_SPECIAL, /* `special` reads them */
    SHAPE_BOARD,   /* the same, applied before all others */
    SHAPE_REGION,  /* the same, after the board; may be repeated */
    SHAPE_KIND,    /* the same, and it begins a kind of piece */
    SHAPE_REPEATED /* the same, and it may be repeated */
};

/* A statement of the rules language. */
struct statement_row {
    const char *key;
    enum shape shape;
    bool of_piece; /* `field` is in struct kind, else in struct rules */
    size_t field;
    const char *words; /* separated by blanks */
    unsigned min, max;
    bool (*special)(struct rules_reader *reader, const struct statement *statement);
    const char *takes; /* for the message about a wrong number of values */
};

extern const struct statement_row statement_rows[];
extern const size_t statement_row_count;

/* Collects the statements of the text, with their rows of the table: grammar/ruleset.re. */
void statements_gather(struct rules_reader *reader);

/* Reads the text of `reader` (NUL-terminated) and fills its rules, parents first. Errors become messages of
 * its diag, which the caller reports (a parent's are reported at once). False after an error. The caller sets
 * text, length, file and arena of diag, and arena, rules and report. */
bool statements_read(struct rules_reader *reader);

/* Sets `*which` to the index of the word in the blank-separated `words`, or reports that one of them is
 * expected and which is similar. */
bool value_word(struct rules_reader *reader, const struct ludus_text *word, const char *words,
                unsigned *which);
/* Adds the kinds with the letters of the word to `*set`. Reports an unknown letter and returns false. */
bool value_pieces(struct rules_reader *reader, const struct ludus_text *word, kind_set *set);
/* Returns why the name of a piece cannot be used in records, or NULL. */
const char *value_name_fault(const struct ludus_text *name);
/* Reads the name of a square of the board. False, with a message, if it is none. */
bool value_square(struct rules_reader *reader, const struct ludus_text *word, unsigned *square);
/* Reads two squares, as in a1-h8, or one. */
bool value_range(struct rules_reader *reader, const struct ludus_text *word, unsigned *from, unsigned *to);
/* Reads the name of a region, or `none`. False, with a message, if there is no such region. */
bool value_region(struct rules_reader *reader, const struct ludus_text *word, unsigned *region);

/* Adds a message about the word, with `what` as its last argument. */
struct message *value_say(struct rules_reader *reader, const struct ludus_text *word, enum message_id id,
                          const char *what);
/* Reports an invalid word, with the reason. Returns false. */
bool value_complain(struct rules_reader *reader, const struct ludus_text *word, const char *reason);
/* Returns the index of the word in the blank-separated `words`, or -1. */
static inline int value_find(const struct ludus_text *word, const char *words)
{
    return text_among(word->text, word->length, words);
}

/* Is its only value `none`? */
static inline bool value_is_none(const struct statement *statement)
{
    return statement->count == 1 && value_find(statement->values, "none") == 0;
}

/* Reports a wrong number of values, with what the statement takes. Returns false. */
static inline bool value_wrong_count(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const char *some = row->shape < SHAPE_PIECES ? "one value" : "one value or more";
    value_say(reader, &statement->key, MSG_RULES_COUNT, row->takes ? row->takes : some);
    return false;
}

/* Reads a number from `min` to `max`. False, with the message `expected` unless NULL, if it is none; then
 * `*number` is as it was. */
static inline bool value_number(struct rules_reader *reader, const struct ludus_text *word, unsigned min,
                                unsigned max, unsigned *number, const char *expected)
{
    const char *end = word->text;
    const unsigned value = number_take(&end);
    const bool read = word->length > 0 && end == word->text + word->length && value >= min && value <= max;
    if (read)
        *number = value;
    return read || (expected && value_complain(reader, word, expected));
}

/* Reads the values of a statement, decimal numbers such as -2.5. False, with a message, if one is none. */
bool value_decimals(struct rules_reader *reader, const struct statement *statement, double *numbers);
/* Reads a roll such as 6-5-4 into `dice`, in ascending order, and 0 behind it. False, with a message, if it
 * is none. */
bool value_roll(struct rules_reader *reader, const struct ludus_text *word, uint8_t dice[LUDUS_DICE_MAX]);
#endif
