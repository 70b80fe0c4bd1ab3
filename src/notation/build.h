/* build.h - a record while it is being read: what the scanner and the grammar share, and the grammar's
 * actions.
 *
 * The scanner writes each token into the free item at the end of the game's tape (a tag: also into the free
 * tag) and hands a pointer to it to the grammar; the action that accepts the token counts it in. So nothing
 * is copied. */
#ifndef NOTATION_BUILD_H
#define NOTATION_BUILD_H

#include "notation/record.h"

#define NO_ITEM ((size_t)-1)

/* What a token of kind SUFFIX says (item.form). */
enum suffix {
    SUFFIX_MARK,
    SUFFIX_EP,
    SUFFIX_SQUEEZE,
    SUFFIX_SIC,
    SUFFIX_PROMOTION,
    SUFFIX_CHECK,
    SUFFIX_MATE,
    SUFFIX_DOUBLE
};

/* What is known of the line that a bracket stands in, so that many brackets cost one look at it. */
struct bracket_line {
    const char *end;    /* of the line; NULL before the first */
    const char *proper; /* its last quote that a bracket follows, as at the end of a tag pair, or NULL */
    const char *close;  /* its next ], or its end */
};

struct build {
    struct ludus_game *game;
    const char *text;   /* the record begins here */
    const char *cursor; /* next byte to scan */
    const char *limit;  /* a NUL stands here */
    const char *next;   /* where the scanner saw another game begin, else NULL */
    struct bracket_line line;
    size_t run;     /* items of a number, roll or move: it, and those that follow at once */
    bool run_moved; /* there is a move among those of a run */
    size_t open;    /* index of the innermost open variation, or NO_ITEM */
    size_t comma;   /* index of a comma that joins the next move to the last, or NO_ITEM */
    size_t bad;     /* items that need a message at the end */
    bool begun;     /* a number, roll, move or result has been read: no more tags */
    bool moved;     /* this line has a move, so that a variation may begin */
    bool joinable;  /* a comma may come now */
    bool ended;     /* the main line has its result */
    size_t most;    /* items and tags that the record may have; 0: any number */
    bool large;     /* it has had more, which are left out */
    bool alike;     /* two tags share a tag_bit: they may have one name */
    bool quiet; /* the record goes on after its result, which has been said: nothing more about that part */
};

/* The grammar's actions. Each takes the item that the scanner has just filled. None fails: without memory the
 * scanner is sent to the end of the text and the game's arena says `failed`. */
void build_item(struct build *build, struct item *item);   /* comment, NAG, escaped line */
void build_run(struct build *build, struct item *item);    /* number, roll or move, and what comes with it */
void build_joined(struct build *build, struct item *item); /* the same after a comma, which a move follows */
void build_comma(struct build *build, struct item *item);
void build_suffix(struct build *build, struct item *item);
void build_open(struct build *build, struct item *item);
void build_close(struct build *build, struct item *item);
void build_result(struct build *build, struct item *item);
void build_second_result(struct build *build, struct item *item);
void build_tag(struct build *build, struct item *item);
void build_bad(struct build *build, struct item *item);
/* The token in the free item cannot stand where it is: after a comma, or after the result. */
void build_missing_move(struct build *build);
void build_after_result(struct build *build);

/* Messages that can only be given once the record is known: unclosed variations, unreadable text, tags given
 * twice, no result. */
void build_finish(struct build *build);

/* The scanner (grammar/record.re): fills the free item and returns its token (record.tab.h), 0 at the end. */
int record_lex(struct item **value, struct build *build);
/* The result that all of `text` is, which a NUL follows, by the rules of the scanner; or NO_RESULT. */
unsigned record_result(const char *text, size_t length);
/* Does a word or two, which may be a move, stand at `text`, and behind them what may follow a move? */
bool record_move_at(const char *text, const char **from, const char **to);

/* Adds a message about an item; what its text takes is the item's spelling. */
void faults_at(struct ludus_game *game, const struct item *item, enum message_id id);

/* Adds what can be said only at the end of a record: unreadable text, tags given twice, the outermost
 * variation left open
 * (`outermost`, or NO_ITEM), no result. */
void faults_finish(struct build *build, size_t outermost);

#endif
