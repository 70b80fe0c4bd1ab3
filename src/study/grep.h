/* grep.h - expressions that select records: the tree that grammar/grep.y builds, and its evaluation.
 *
 * Conditions have three costs: tags, the text of the record, and the replayed game. Only what an answer needs
 * is read and replayed. The manual of the language is ludgrep(1). */
#ifndef STUDY_GREP_H
#define STUDY_GREP_H

#include "base/text.h"
#include "play/replay.h"

#include <locale.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>

enum grep_kind {
    GREP_AND,
    GREP_OR,
    GREP_NOT,
    GREP_VARIATIONS, /* it counts in variations too; its child stands in its place */
    GREP_TURN,       /* it all holds for some turn */
    GREP_EITHER,     /* its child holds as it stands, or with colours exchanged */
    GREP_END,        /* it holds in the last position */
    GREP_HAS,        /* the tag exists */
    GREP_TAG,
    GREP_PLAYER,
    GREP_WINNER,
    GREP_LOSER,
    GREP_RULESET,
    GREP_RESULT,
    GREP_SUM,    /* of its children, compared with 0; as a token: a value */
    GREP_TURNS,  /* from here to GREP_MATERIAL: what can be summed up besides tags */
    GREP_NUMBER, /* of the turn */
    GREP_QUIET,
    GREP_REPEATED,
    GREP_MATERIAL,
    GREP_COMMENT,
    GREP_NAG,
    GREP_ROLL,
    GREP_MOVE,
    GREP_LINE, /* its children are met by turns in this order */
    GREP_POSITION,
    GREP_DEAD,  /* nobody can win any more */
    GREP_ENDING /* why the game is over */
};

/* What an operator accepts: orders, or likeness; GREP_NEGATED inverts the answer. */
enum grep_operator {
    GREP_LESS = 1,
    GREP_EQUAL = 2,
    GREP_MORE = 4,
    GREP_LIKE = 8,
    GREP_NEGATED = 16,
    GREP_AT_MOST = GREP_LESS | GREP_EQUAL,
    GREP_AT_LEAST = GREP_MORE | GREP_EQUAL,
    GREP_UNEQUAL = GREP_EQUAL | GREP_NEGATED,
    GREP_UNLIKE = GREP_LIKE | GREP_NEGATED
};

enum { GREP_NAME = 32, GREP_SLOTS = 32 }; /* size of names that are remembered, and how many */

enum grep_cost { GREP_BY_TAGS, GREP_BY_TEXT, GREP_BY_REPLAY, GREP_COSTS };

/* What a line of play has met of the moves that a condition asks for: bit i stands for its first i turns. */
struct grep_progress {
    uint64_t before, after; /* its last turn */
    uint64_t turn;          /* that turn's number and side */
};
enum { GREP_LINE_TURNS = 63 };

struct grep_node {
    struct grep_node *first, *next;     /* children, cheap ones first, and the next sibling */
    struct grep_node *last[GREP_COSTS]; /* the last child of each cost, or NULL */
    struct grep_node *newer;            /* list of all nodes of a query, for freeing */
    uint8_t kind, op, cost;
    bool met[2];            /* replayed conditions: found in this record; also with colours exchanged */
    bool held[2];           /* the same of the last turn */
    bool event;             /* it is about what a turn does, not only about what is then */
    bool deep;              /* it counts in variations too */
    bool negative;          /* in a sum: it is subtracted */
    bool gap;               /* in a line: other turns may precede it */
    struct grep_node *tag;  /* list of the tags in a query that no record has had so far */
    char alike[GREP_NAME];  /* of a tag: the name most like it that a record has had, and the edits between */
    unsigned edits, place;  /* the place in the list of all tags */
    struct grep_node *line; /* list of all lines of a query */
    struct grep_progress *progress; /* of a line, for each depth of variations; owned */
    size_t depths;
    uint8_t shades;    /* of material(…): the colours of squares that count, a bit of square_shade each */
    const char *name;  /* of the tag; pieces of material(…) */
    const char *value; /* NUL-terminated */
    double number;     /* the value, if it must be a number; what a sum begins with */
    enum ludus_result result;
    uint8_t dice[LUDUS_DICE_MAX + 1]; /* of a roll; 0 for any */
    unsigned dice_count;
    bool word;             /* the value is written without quotes */
    bool has_regex, plain; /* plain: the regular expression is plain text */
    regex_t regex;
};

/* A token for the grammar. */
struct grep_token {
    const char *text; /* points into the expression */
    size_t length;
    uint8_t kind; /* enum grep_kind of a keyword */
    uint8_t op;   /* enum grep_operator */
    struct grep_node *node;
};

/* What the scanner expects next. */
enum grep_mode {
    GREP_MODE_TERM,
    GREP_MODE_OPERAND, /* an operator or a value: after move, roll, position */
    GREP_MODE_VALUE
};

struct ludus_query {
    struct arena arena;
    struct grep_node *root;            /* an OR of all expressions added, or NULL */
    struct grep_node *newest;          /* chain through `newer` */
    struct grep_node *lines;           /* chain through `line` */
    struct grep_node *tags, *last_tag; /* chain through `tag`, as far as no record has had them */
    unsigned tag_count;                /* of all tags */
    char names[GREP_SLOTS][GREP_NAME]; /* of the last record's tags, which need not be looked at again */
    bool noted;                        /* there has been a record */
    const struct ludus_ruleset *rules; /* of all records, or NULL: those that they name */
    bool ignore_case;
    locale_t letters;            /* UTF-8; 0 if the system has none: characters are then bytes. Owned */
    bool spells;                 /* a condition needs the text of moves, */
    bool deep;                   /* variations, */
    bool counts;                 /* or how often positions occurred */
    struct ludus_buffer scratch; /* NUL-terminated copies for the functions that need one */
    /* Of the current record: */
    struct ludus_replay *replay;
    struct ludus_game *game;
    bool played, cut, failed;
    struct ludus_editor *editor; /* NULL, or of a copy that gets a comment where a condition is met: */
    const char *mark;
    bool hit;              /* one is met now */
    bool mirrored;         /* colours are exchanged: pieces, results, and the tags White… and Black… */
    bool counted;          /* `turns` is known */
    unsigned turns, times; /* of the main line; occurrences of the last position */
    struct ludus_buffer moves; /* of the turn just played, in canonical notation, if a condition needs them */
};

/* A reader of one expression. */
struct grep_reader {
    struct ludus_query *query;
    struct diag diag; /* its text ends with a NUL */
    const char *cursor;
    enum grep_mode mode;
    const char *last; /* token read last */
    size_t last_length;
    struct grep_node *root; /* of this expression */
};

/* What a kind of condition is compared by and with. */
struct grep_condition {
    const char *name, *takes; /* its name, and its operators, in messages */
    unsigned operators;       /* a GREP_OPERATOR each */
    enum grep_cost cost;
    /* Reads the value; false after a message. NULL: it is any text. */
    bool (*value)(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token);
};
extern const struct grep_condition grep_conditions[];
#define GREP_OPERATOR(op) (1u << (op))

/* Returns the kind of condition that is called so, in any case of letters, with this end; else GREP_TAG. */
uint8_t grep_called(const char *name, size_t length, const char *end);

/* Reports a fault at a token. Returns false. */
static inline bool __attribute__((format(printf, 3, 4)))
grep_complain(struct grep_reader *reader, const struct grep_token *at, const char *format, ...)
{
    char reason[200];
    size_t begin = (size_t)(at->text - reader->diag.text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    diag_add(&reader->diag, MSG_EXPRESSION, begin, begin + at->length, reason);
    return false;
}

/* The scanners, of grammar/grep.re: of expressions, and of the moves of a line. The second moves the token,
 * which is first empty before the line, to the next move without its comma, and returns its kind as the first
 * does; token->op is 1 if a * precedes it. */
int grep_lex(struct grep_token *token, struct grep_reader *reader);
int grep_line_lex(struct grep_token *token);

/* Prepares a node's value for comparisons with texts. Returns why it cannot: no regular expression, or one
 * that costs too much; else NULL. Without memory the value is NULL. */
const char *grep_prepare(struct ludus_query *query, struct grep_node *node);
/* Returns why a regular expression could need memory or time without bounds; NULL if it could not. */
const char *grep_regex_fault(const char *regex);
/* Does the operator accept `order`, the sign of a difference? The caller applies GREP_NEGATED, also below. */
static inline bool grep_order_holds(unsigned op, int order)
{
    return op & (order < 0 ? GREP_LESS : order > 0 ? GREP_MORE : GREP_EQUAL);
}

static inline bool grep_number_holds(unsigned op, double number, double asked)
{
    return grep_order_holds(op, (number > asked) - (number < asked));
}

/* Compares a text with the node's value: dates as dates, numbers as numbers, moves with shell patterns, else
 * as text. For less and more the value can also name another tag, whose value is compared. */
bool grep_text_holds(struct ludus_query *query, const struct grep_node *node, const char *text,
                     size_t length);
/* Is `text` a number, all of it? */
bool grep_is_number(const char *text, double *number);

enum { GREP_DATE = 8 };
/* Reads 1995, 1995.06, 1995.06.??, 199? or 1995-06-21: the digits of year, month and day, `?` where one is
 * unknown or missing. Returns how many are written; 0 if it is no date. */
size_t grep_date(const char *text, char digits[GREP_DATE]);

/* Reads 6,6 or (6,6); _ and ? are any face, 0. Returns the number of dice; 0 if it is no roll. */
unsigned grep_dice(const char *text, uint8_t dice[LUDUS_DICE_MAX + 1]);

/* Returns where the signs of a pattern of a position are wrong, with the reason; NULL if they are not. */
const char *grep_pattern_fault(const char *pattern, const char **reason);

/* Returns where the pattern of a position, which has no other fault, stops fitting this position, or the
 * `mirrored` one; with NULL, all positions of the ruleset. NULL if it fits. */
const char *grep_misfit(const char *pattern, const struct ludus_ruleset *ruleset,
                        const struct ludus_position *pos, bool mirrored);

/* Finds a tag by its name in any case; if colours are exchanged, WhiteElo by BlackElo. NULL if there is none.
 */
static inline const struct tag *grep_tag(const struct ludus_query *query, const char *name)
{
    static const char *const colours[] = { "White", "Black" };
    enum { COLOUR = 5 };
    char other[80];
    size_t length = strlen(name);
    for (unsigned i = 0; i < 2 && query->mirrored; i++)
        if (length >= COLOUR && length < sizeof other && is_alike(name, colours[i], COLOUR)) {
            memcpy(memcpy(other, name, length + 1), colours[!i], COLOUR);
            return record_tag_cased(query->game, other);
        }
    return record_tag_cased(query->game, name);
}

#endif
