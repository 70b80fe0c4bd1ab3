/* statement.h - the statements of rules files: gathered by the grammar, then applied to a struct rules. */
#ifndef RULES_STATEMENT_H
#define RULES_STATEMENT_H

#include "base/diag.h"
#include "base/text.h"
#include "rules/ruleset.h"

#include <sys/types.h>

struct statement {
    struct statement *next;
    struct ludus_text key;
    const struct statement_row *row; /* NULL: nobody knows the key */
    const struct ludus_text *values;
    size_t count;
};

/* Reading one rules file. */
struct rules_reader {
    struct diag diag;    /* its text ends with a NUL */
    struct arena *arena; /* of the ruleset */
    struct statement *first, *last;
    struct ludus_text *values; /* of all of them */
    size_t value_count;
    struct rules *rules;      /* being filled */
    unsigned kind;            /* the piece that attributes belong to; NONE if its statement cannot be read */
    ludus_message_fn *report; /* of messages, with its context */
    void *context;
    const struct rules_reader *child; /* the file that has named this one as its parent, or NULL */
    dev_t device;                     /* which file that is, if it is a file that has been opened here */
    ino_t node;
    bool failed; /* in a parent, which has said so */
};

/* How the values of a statement are read. */
enum shape {
    SHAPE_TEXT,    /* one text -> const char * */
    SHAPE_YES_NO,  /* yes or no -> bool */
    SHAPE_WORD,    /* one of `words` -> unsigned, its index */
    SHAPE_EITHER,  /* one of two `words` -> bool, true for the second */
    SHAPE_NUMBER,  /* min to max -> unsigned */
    SHAPE_PIECES,  /* letters of pieces, or none -> kind_set */
    SHAPE_SET,     /* any of `words` -> unsigned, a bit each, the first the lowest */
    SHAPE_FACES,   /* faces of dice -> uint32_t, a bit each */
    SHAPE_SPECIAL, /* `special` reads them */
    SHAPE_BOARD,   /* the same, before all others */
    SHAPE_KIND,    /* the same, and a kind of piece begins */
    SHAPE_CASTLE   /* the same, and it may be said again */
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

/* Gathers the statements of the text, each with its row of the table: grammar/ruleset.re. */
void statements_gather(struct rules_reader *reader);

/* Reads the text of `reader` (NUL-terminated) and fills its rules, parents first. Faults become messages of
 * its diag, which the caller hands over (a parent's go to `report` at once); false if there was an error. The
 * caller has set text, length, file and arena of diag, arena, rules and report. */
bool statements_read(struct rules_reader *reader);

/* Adds a message about the word; `what` is what it says besides. */
struct message *value_say(struct rules_reader *reader, const struct ludus_text *word, enum message_id id,
                          const char *what);
/* Reports that the word cannot stand there, with the reason. Returns false. */
bool value_complain(struct rules_reader *reader, const struct ludus_text *word, const char *reason);
/* Reports that one of `words`, which blanks separate, should stand there, and which is like it. Returns
 * false. */
bool value_expect(struct rules_reader *reader, const struct ludus_text *word, const char *words);
/* Reports a wrong number of values, with what the statement takes. Returns false. */
bool value_wrong_count(struct rules_reader *reader, const struct statement *statement);
/* Index of the word among `words`, which blanks separate, or -1. */
static inline int value_find(const struct ludus_text *word, const char *words)
{
    return text_among(word->text, word->length, words);
}
/* Reads a number from `min` to `max`; false if it is none. */
bool value_number(const struct ludus_text *word, unsigned min, unsigned max, unsigned *number);
/* Is it said of nothing? */
static inline bool is_none(const struct statement *statement)
{
    return statement->count == 1 && value_find(statement->values, "none") == 0;
}
/* Adds the kinds whose letters the word holds; false (and reported) if one is unknown. */
bool value_pieces(struct rules_reader *reader, const struct ludus_text *word, kind_set *set);

#endif
