/* grep.h - expressions that select records: the tree that grammar/grep.y builds, and how it is asked.
 *
 * Conditions are of three costs: tags, the text of the record, and the game as it is played. Only what an
 * answer needs is read and replayed. The manual of the language is ludgrep(1). */
#ifndef STUDY_GREP_H
#define STUDY_GREP_H

#include "play/replay.h"

#include <locale.h>
#include <regex.h>

enum grep_kind {
    GREP_AND,
    GREP_OR,
    GREP_NOT,
    GREP_TURN, /* there is a turn for which all of it holds */
    GREP_END,  /* it holds in the last position */
    GREP_HAS,  /* the tag is there */
    GREP_TAG,
    GREP_PLAYER,
    GREP_WINNER,
    GREP_LOSER,
    GREP_RULESET,
    GREP_RESULT,
    GREP_TURNS,
    GREP_COMMENT,
    GREP_NAG,
    GREP_ROLL,
    GREP_MOVE,
    GREP_POSITION,
    GREP_MATERIAL,
    GREP_ENDING /* why the game is over */
};

/* What an operator accepts: orders, or likeness; GREP_NEGATED turns the answer round. */
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

enum grep_cost { GREP_BY_TAGS, GREP_BY_TEXT, GREP_BY_REPLAY, GREP_COSTS };

struct grep_node {
    struct grep_node *first, *next; /* children, cheap ones first, and the next child of the same parent */
    struct grep_node *last[GREP_COSTS]; /* the last child of each cost, or NULL */
    struct grep_node *newer;            /* all nodes of a query, for freeing */
    uint8_t kind, op, cost;
    bool met;          /* replayed conditions: found in this record */
    const char *name;  /* of the tag; pieces of material(…) */
    const char *value; /* NUL-terminated */
    const char *right; /* pieces of material(…) on the right, or NULL */
    double number;     /* of the value, where it must be one */
    enum ludus_result result;
    uint8_t dice[LUDUS_DICE_MAX]; /* of a roll; 0 for any */
    unsigned dice_count;
    bool word;             /* the value stood without quotes */
    bool has_regex, plain; /* plain: the expression is a mere text */
    regex_t regex;
};

/* What the scanner hands to the grammar. */
struct grep_token {
    const char *text; /* in the expression: its place */
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
    const struct ludus_ruleset *rules; /* of all records, or NULL: those that they name */
    bool ignore_case;
    locale_t letters;            /* UTF-8; 0 where the system has none: signs are then bytes. Owned */
    bool spells;                 /* some condition asks for the text of moves */
    struct ludus_buffer scratch; /* NUL-terminated copies for the functions that need one */
    /* Of the record being asked about: */
    struct ludus_replay *replay;
    struct ludus_game *game;
    bool played, cut, failed;
    struct ludus_buffer moves; /* of the turn just played, in canonical notation, if some condition asks */
};

/* Reading one expression. */
struct grep_reader {
    struct ludus_query *query;
    struct diag diag; /* its text ends with a NUL */
    const char *cursor;
    enum grep_mode mode;
    const char *last; /* token read last */
    size_t last_length;
    struct grep_node *root; /* of this expression */
};

/* The scanner, of grammar/grep.re. */
int grep_lex(struct grep_token *token, struct grep_reader *reader);

/* Gets a node's value ready for comparing texts with it. Returns why it cannot be: it is no regular
 * expression, or one that costs too much. The value is NULL where memory ran out. */
const char *grep_prepare(struct ludus_query *query, struct grep_node *node);
/* Why the regular expression could cost without bounds, in memory or time; NULL if it could not. */
const char *grep_regex_fault(const char *regex);
/* Is `order`, what one has more than the other, as the operator says? This and what follows is for the caller
 * to negate. */
static inline bool grep_order_holds(unsigned op, int order)
{
    return op & (order < 0 ? GREP_LESS : order > 0 ? GREP_MORE : GREP_EQUAL);
}

static inline bool grep_number_holds(unsigned op, double number, double asked)
{
    return grep_order_holds(op, (number > asked) - (number < asked));
}

/* Compares a text with the node's value: dates as dates, numbers as numbers, moves with patterns as in the
 * shell, else as text. What it is to be less or more than can also be the value of another tag. */
bool grep_text_holds(struct ludus_query *query, const struct grep_node *node, const char *text,
                     size_t length);
/* Is `text` a number, all of it? */
bool grep_is_number(const char *text, double *number);

/* Where pieces, or the pattern of a position, which has no other fault, can be of no game by the ruleset;
 * NULL where they can. */
const char *grep_misfit(enum grep_kind kind, const char *text, const struct ludus_ruleset *ruleset);

#endif
