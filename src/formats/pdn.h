/* pdn.h - the portable draughts notation: its games, the numbers of squares, positions, results, and tokens.
 */
#ifndef FORMATS_PDN_H
#define FORMATS_PDN_H

#include "base/memory.h"
#include "ludus.h"
#include "notation/record.h"
#include "rules/position.h"

/* ---- Games ---- */

/* A game as its tag GameType tells it. All zero is none. */
struct pdn_game {
    const struct ludus_ruleset *rules; /* NULL: none */
    unsigned number;                   /* of its type */
    const char *sign;                  /* of a capture */
    bool points;                       /* a win is 2-0 */
    bool numeric;                      /* squares are written as numbers */
    unsigned count;                    /* of numbered squares */
    uint8_t square[SQUARES_MAX];       /* by their numbers from 1 */
    uint8_t numbers[SQUARES_MAX];      /* by square; 0: it has none */
};

/* Finds the game: of the ruleset, or, if that is NULL, of the tag GameType, or, if that is empty, the first
 * whose board has the largest number of the record, or which writes squares if it has none (0). False if
 * there is none. */
bool pdn_game_find(struct pdn_game *game, struct ludus_text type, const struct ludus_ruleset *rules,
                   unsigned largest);

/* ---- Parts of a record ---- */

/* Reads the number or the name of a square, after an x or - for a name. NONE if the game has none such. */
unsigned pdn_square(const struct pdn_game *game, const char **at, const char *end);

/* Appends the move [text, text + length) of PDN as notation. False if the game has no such squares. */
bool pdn_move_read(const struct pdn_game *game, const char *text, size_t length, struct ludus_buffer *out);
/* Appends a move of the notation as one of PDN; a `brief` one as its first and last square. */
void pdn_move_write(const struct pdn_game *game, const struct item *item, bool brief,
                    struct ludus_buffer *out);

/* Appends "W:W31-50:B1-20" as a FEN. False if it is none. */
bool pdn_fen_read(const struct pdn_game *game, struct ludus_text text, struct ludus_buffer *out);
void pdn_fen_write(const struct pdn_game *game, const struct ludus_position *pos, struct ludus_buffer *out);

/* Returns the result as the points of the first side and those of the other. */
const char *pdn_result_text(const struct pdn_game *game, unsigned result);

/* ---- Tokens ---- */

enum pdn_kind {
    PDN_END,
    PDN_TAG,
    PDN_COMMENT, /* in braces; `cut` if they are not closed */
    PDN_LINE,    /* a comment after ; */
    PDN_ESCAPE,  /* a line after % */
    PDN_NUMBER,
    PDN_MOVE,
    PDN_NAG, /* $1, (!) or, directly after a move, * */
    PDN_OPEN,
    PDN_CLOSE,
    PDN_RESULT,
    PDN_WORD /* anything else */
};

struct pdn_token {
    enum pdn_kind kind;
    const char *at, *end;          /* its text */
    struct ludus_text name, value; /* of a tag, the value as written; text of a comment; a number without
                                    * its dots; a move without its marks */
    bool cut;
};

/* Reads the token after `token`, which begins with its end; `begin` and `end` are those of the text. */
void pdn_lex(struct pdn_token *token, const char *begin, const char *end);

#endif
