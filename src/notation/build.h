/* build.h - a record while it is being read: what the scanner and the grammar share.
 *
 * The scanner writes each token into the free item at the end of the game's tape (a tag: also into the free
 * tag) and hands a pointer to it to the grammar; the action that accepts the token counts it in. So nothing
 * is copied. */
#ifndef NOTATION_BUILD_H
#define NOTATION_BUILD_H

#include "base/diag.h"
#include "notation/record.h"

#define NO_ITEM ((size_t)-1)

enum { MOVE_LOOKED_AT = 60 }; /* bytes of a move that is spelt as elsewhere */

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

/* Adds the tag that stands in the free one. */
void build_tag(struct build *build, struct item *item);

/* The scanner (grammar/record.re): fills the free item and returns its token (record.tab.h), 0 at the end. */
int record_lex(struct item **value, struct build *build);
/* Is the text up to `limit`, where a NUL stands, surely one record? A second one in a chunk begins with a
 * tag, or with turn 1 after a result: so it is where no tag stands, and nothing after the first that looks
 * like a result. */
bool record_is_one(const char *text, const char *limit);

/* Adds a message about an item; what its text takes is the item's spelling. */
void faults_at(struct ludus_game *game, const struct item *item, enum message_id id);

/* ---- The tokens that take more than a pattern to read: each function fills the free item (and says where
 * the scanner goes on) and returns the token's number (record.tab.h). [begin, end) is what the scanner
 * matched ---- */

int token_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll in other signs than digits, or without a parenthesis. */
int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll with an editor's signs of doubt, or with other signs than commas between its faces. */
int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *end);

/* A tag pair without escapes in parentheses, or what they begin else: its name ends at `name_end`, the inside
 * of its quotes begins at `value`, and `end` is after its bracket. */
int token_round(struct build *build, struct item *item, const char *begin, const char *name_end,
                const char *value, const char *end);
/* Whatever begins with a bracket. Of plain tag pairs in lines one behind the other the token is the last;
 * those before it are in the record. */
int token_bracket(struct build *build, struct item *item, const char *begin);
/* Moves with square brackets in them, as editors print them, or what stands before the first bracket. */
int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end);
/* Hints at how the notation writes what an editor puts in square brackets. */
void brackets_hint(struct ludus_game *game, struct message *message, const struct item *item);
/* A word, or a name and a word: a move, a keyword, or nothing. */
int token_word(struct build *build, struct item *item, const char *begin, const char *end);
/* Finds a square that no board has, such as k17 or z3, in a word. */
bool token_bad_square(const char *text, size_t length, struct ludus_text *square);
/* Text that is not part of the notation; `id` says why. */
int token_bad(struct build *build, struct item *item, const char *begin, const char *end, enum message_id id);

/* So much of a text as a message quotes, no character cut in two. */
int quoted_length(const char *text, size_t length);

/* What every token has: its text, and where the scanner goes on. */
static inline int token_done(struct build *build, struct item *item, const char *begin, const char *end,
                             int token)
{
    item->text = begin;
    item->length = (uint32_t)(end - begin);
    build->cursor = end;
    return token;
}

/* Length of the judgement of a position that a text begins with, as print has it: "+-", "=+". Sets its number
 * in PGN; 0: there is none. */
size_t token_judgement(const char *text, size_t length, unsigned *nag);

#endif
