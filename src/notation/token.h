/* token.h - the tokens that take more than a pattern to read: each function fills the free item (and says
 * where the scanner goes on) and returns the token's number (record.tab.h). [begin, end) is what the scanner
 * matched. */
#ifndef NOTATION_TOKEN_H
#define NOTATION_TOKEN_H

#include "base/diag.h"
#include "notation/build.h"

#include <string.h>

int token_number(struct build *build, struct item *item, const char *begin, const char *end);
int token_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll in other signs than digits, or without a parenthesis. */
int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end);
/* A roll with an editor's signs of doubt, or with other signs than commas between its faces. */
int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *end);

/* ---- Scanned by dice.re ---- */

/* A face as the notation writes it, <5~>, or what stands in its place. */
struct dice_face {
    const char *digits; /* and lost signs */
    size_t length;      /* of them; 0: there are none */
    bool opens, unclear, closes;
};
/* Reads what stands of a face behind a parenthesis or a comma, and returns what follows. */
const char *dice_face(const char *at, const char *end, struct dice_face *face);
/* The face that is meant by the next word of a misspelt roll; 0: a lost one. */
enum { DICE_END = -1, DICE_NONE = -2 /* it means none */ };
int dice_meant(const char **at, const char *end);
/* A face as an editor prints it: 5?, [5], 5 or 6, an ellipsis. All zero before it is read. */
struct dice_doubt {
    unsigned face; /* 0: none can be read */
    bool unclear, supplied;
    const char *fault; /* how the sign of doubt is written here, or NULL */
};
/* Goes behind the next face and the sign that parts it from another. True if it is the last. */
bool dice_doubtful(const char **at, const char *end, struct dice_doubt *doubt);

int token_nag(struct build *build, struct item *item, const char *begin, const char *end);
int token_mark(struct build *build, struct item *item, const char *begin, const char *end);
int token_check(struct build *build, struct item *item, const char *begin, const char *end);
/* (Q), which stands apart behind a move. */
int token_promotion(struct build *build, struct item *item, const char *begin, const char *end);
int token_result(struct build *build, struct item *item, const char *begin, const char *end,
                 enum ludus_result result);
/* A comment from its opening brace on, which has no closing one. */
int token_open_comment(struct build *build, struct item *item, const char *begin);
/* The rest of a line: a comment after ;, an escaped line after %. */
int token_line(struct build *build, struct item *item, const char *begin);
/* The end of the text, or a NUL in it. */
int token_nul(struct build *build, struct item *item, const char *begin);
/* A tag pair without escapes, sound or with a parenthesis for a bracket: its name ends at `name_end`, the
 * inside of its quotes begins at `value`, and `end` is after its bracket. TOKEN_TAKEN: it is in the record,
 * and the next line begins with a bracket too; such lines come as one token, the last. */
enum { TOKEN_TAKEN = -1 };
int token_tag(struct build *build, struct item *item, const char *begin, const char *name_end,
              const char *value, const char *end);
/* Whatever else begins with a bracket. */
int token_bracket(struct build *build, struct item *item, const char *begin);
/* Moves with square brackets in them, as editors print them, or what stands before the first bracket. */
int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end);
/* A bracket that is closed: what an editor says or supplies. 0, and nothing filled, if it rather means a tag.
 */
int token_remark(struct build *build, struct item *item, const char *begin, const char *end);
/* What text with square brackets among the moves means. */
enum bracket_sense {
    BRACKET_LOST,  /* […]: text is lost */
    BRACKET_SIC,   /* [sic] */
    BRACKET_MOVE,  /* [h1]-f2: a move that an editor has supplied, or a part of one */
    BRACKET_MOVES, /* [e4 e5] */
    BRACKET_REMARK /* [p. 12] */
};
enum { BRACKET_TEXT = 100 }; /* room for a move with brackets */
/* Writes a move with the signs of the notation to `out`. */
enum bracket_sense bracket_sense(const char *text, size_t length, struct arena *arena, char *out,
                                 size_t size);
/* A word, or a name and a word: a move, a keyword, or nothing. */
int token_word(struct build *build, struct item *item, const char *begin, const char *end);
/* Gives a move the promotion that stands apart behind it, as in e8 (Q). False if it cannot have one. */
bool token_promote(struct move_text *move, char letter, struct arena *arena);
/* Finds a square that no board has, such as k17 or z3, in a word. */
bool token_bad_square(const char *text, size_t length, struct ludus_text *square);
/* Text that is no part of the notation; `id` says why. */
int token_bad(struct build *build, struct item *item, const char *begin, const char *end, enum message_id id);

/* Fills a comment that begins at its opening brace. Returns where the text goes on, or NULL when the comment
 * has no closing brace before `limit`. */
static inline const char *token_fill_comment(struct item *item, const char *begin, const char *limit)
{
    const char *end = memchr(begin, '}', (size_t)(limit - begin));
    if (!end)
        return NULL;
    item->kind = ITEM_COMMENT;
    item->form = '{';
    item->text = begin + 1;
    item->length = (uint32_t)(end - begin - 1);
    return end + 1;
}

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
