/* build.h - a record that is being read: what the scanner and the grammar share.
 *
 * The scanner writes each token into the free item at the end of the game's items (a tag: also into the free
 * tag) and passes a pointer to it to the grammar; the action that accepts the token counts it. So nothing is
 * copied. */
#ifndef NOTATION_BUILD_H
#define NOTATION_BUILD_H

#include "notation/record.h"

#define NO_ITEM ((size_t)-1)

enum { MOVE_LOOKED_AT = 60 }; /* most bytes of a move in another spelling */

/* The meaning of a SUFFIX token (item.form). */
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

/* The line of a bracket, remembered so that many brackets need only one search. */
struct bracket_line {
    const char *end;    /* end of the line; NULL before the first one */
    const char *proper; /* last quote that a bracket follows, as at the end of a tag pair, or NULL */
    const char *close;  /* next ] of the line, or its end */
};

struct build {
    struct ludus_game *game;
    const char *text;   /* beginning of the record */
    const char *cursor; /* next byte to scan */
    const char *limit;  /* end of the record; a NUL */
    const char *next;   /* beginning of another game that the scanner has found, or NULL */
    struct bracket_line line;
    size_t run;     /* count of items of a NUMBER, DICE or MOVE token */
    bool run_moved; /* one of them is a move */
    size_t open;    /* index of the innermost open variation, or NO_ITEM */
    size_t comma;   /* index of a comma that joins the next move to the last, or NO_ITEM */
    size_t bad;     /* items that need a message at the end */
    bool begun;     /* a number, roll, move or result has been read: no more tags */
    bool moved;     /* this line has a move, so that a variation may begin */
    bool joinable;  /* a comma may follow */
    bool ended;     /* the main line has its result */
    size_t most;    /* most items and tags of the record; 0: any number */
    bool large;     /* the record has more, which are left out */
    bool alike;     /* two tags share a tag_bit, and may have the same name */
    bool quiet;     /* text after the result has been reported: no more messages about it */
};

/* Ensures a free item and a free tag for the scanner. False without memory, which the arena remembers. */
bool record_room(struct ludus_game *game);
/* Adds the free tag, which has been filled. */
void build_tag(struct build *build, struct item *item);

/* The scanner (grammar/record.re): fills the free item and returns its token (record.tab.h), 0 at the end. */
int record_lex(struct item **value, struct build *build);
/* Is the text up to `limit`, where a NUL stands, surely one record? A second one in a chunk begins with a
 * tag, or with turn 1 after a result: so it is one if it has no tag, and nothing after the first text that
 * looks like a result. */
bool record_is_one(const char *text, const char *limit);

/* Adds a message about an item, which quotes its text. */
void faults_at(struct ludus_game *game, const struct item *item, enum message_id id);

/* ---- Tokens that need more than a pattern: each function fills the free item, sets where the scanner
 * continues, and returns the token's number (record.tab.h). [begin, end) is what the scanner matched ---- */

int token_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll in other signs than digits, or without a parenthesis. */
int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll with an editor's signs of doubt, or with other signs than commas between its faces. */
int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *end);

/* A tag pair without escapes in parentheses, or another token that begins with one: its name ends at
 * `name_end`, its value begins at `value`, and `end` is after its bracket. */
int token_round(struct build *build, struct item *item, const char *begin, const char *name_end,
                const char *value, const char *end);
/* Any token that begins with a bracket. Of several plain tag pairs, each on its line, the token is the last;
 * the others are already in the record. */
int token_bracket(struct build *build, struct item *item, const char *begin);
/* A move with square brackets in it, as editors print it, or the text before the first bracket. */
int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end);
/* Adds a hint on how the notation writes what an editor puts in square brackets. */
void brackets_hint(struct ludus_game *game, struct message *message, const struct item *item);
/* A word, or a name and a word: a move, a keyword, or unreadable text. */
int token_word(struct build *build, struct item *item, const char *begin, const char *end);
/* Unreadable text; `id` is its message. */
int token_bad(struct build *build, struct item *item, const char *begin, const char *end, enum message_id id);

/* Returns how many bytes of a text a message quotes; no character is cut in two. */
int quoted_length(const char *text, size_t length);

/* Sets the text of a token, and where the scanner continues. Returns `token`. */
static inline int token_done(struct build *build, struct item *item, const char *begin, const char *end,
                             int token)
{
    item->text = begin;
    item->length = (uint32_t)(end - begin);
    build->cursor = end;
    return token;
}

/* Reads the judgement of a position as in print, "+-" or "=+", at the beginning of a text. Stores its NAG,
 * and returns its length; 0 if there is none. */
size_t token_judgement(const char *text, size_t length, unsigned *nag);

#endif
