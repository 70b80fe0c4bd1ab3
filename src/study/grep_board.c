/* grep_board.c - conditions on a turn and the position after it: pieces, patterns of FEN, rolls, moves. */
#include "base/chars.h"
#include "study/grep.h"

#include <string.h>

/* ---- Material ---- */

static bool is_collective(const char *pieces)
{
    return strcmp(pieces, "all") == 0 || strcmp(pieces, "white") == 0 || strcmp(pieces, "black") == 0;
}

const char *grep_material_misfit(const char *pieces, const struct ludus_ruleset *ruleset)
{
    struct lexicon lexicon;
    lexicon_init(&lexicon, ruleset);
    if (is_collective(pieces))
        return NULL;
    while (*pieces && lexicon.letter[*pieces - (*pieces >= 'a' ? 'a' : 'A')] != NONE)
        pieces++;
    return *pieces ? pieces : NULL;
}

static unsigned count_pieces(const struct lexicon *lexicon, const struct ludus_position *pos,
                             const char *pieces)
{
    unsigned count = 0;
    bool collective = is_collective(pieces);
    for (unsigned side = 0; side < 2 && collective; side++)
        for (unsigned kind = 0; kind < pos->ruleset->rules.kind_count; kind++)
            if (*pieces == 'a' || (*pieces == 'w') == (side == LUDUS_WHITE))
                count += pos->count[CODE_OF(kind, side)];
    for (; *pieces && !collective; pieces++) {
        bool black = *pieces >= 'a';
        unsigned kind = lexicon->letter[*pieces - (black ? 'a' : 'A')];
        count += kind == NONE ? 0 : pos->count[CODE_OF(kind, black)];
    }
    return count;
}

bool grep_material_holds(const struct grep_node *node, const struct lexicon *lexicon,
                         const struct ludus_position *pos)
{
    struct grep_node right = { .op = node->op, .number = node->number };
    if (node->right)
        right.number = count_pieces(lexicon, pos, node->right);
    return grep_number_holds(&right, count_pieces(lexicon, pos, node->name.text)) != grep_negated(node);
}

/* ---- Patterns of positions ---- */

const char *grep_position_fault(const char *pattern, const char **reason)
{
    const char *at = pattern;
    *reason = "this sign cannot stand in a position: letters, numbers and ? * ! + - can";
    for (; *at && *at != ' '; at++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        bool bound = *at == '\'' && at > pattern && strchr("/*", at[-1]) == NULL;
        if (!letter && !bound && !strchr("/?*!+-0123456789", *at))
            return at;
        if (*at == '*' && at[1] && at[1] != '/' && at[1] != ' ') {
            *reason = "* is the rest of the rank, and nothing can follow it there";
            return at + 1;
        }
    }
    *reason = "after the board comes the side to move: w or b";
    bool side = at[0] == ' ' && (at[1] == 'w' || at[1] == 'b') && (at[2] == '\0' || at[2] == ' ');
    return *at == '\0' || side ? NULL : at + 1;
}

/* What a pattern is held against: a position, or, where there is none, all those that a board can have. */
struct board {
    const struct ludus_ruleset *ruleset;
    const struct ludus_position *pos; /* or NULL */
};

/* Does one sign of the pattern fit the square? */
static bool sign_fits(char sign, const struct board *board, unsigned square)
{
    bool any = strchr("?!+-", sign) != NULL;
    const struct rules *rules = &board->ruleset->rules;
    for (unsigned kind = 0; !board->pos && !any && kind < rules->kind_count; kind++)
        any = rules->kinds[kind].letter == to_upper(sign);
    if (!board->pos)
        return any;
    unsigned code = board->pos->cell[square];
    if (sign == '?')
        return true;
    if (code == 0)
        return false;
    char letter = rules->kinds[CODE_KIND(code)].letter;
    switch (sign) {
    case '!':
        return true;
    case '+':
        return CODE_SIDE(code) == LUDUS_WHITE;
    case '-':
        return CODE_SIDE(code) == LUDUS_BLACK;
    default:
        return sign == (CODE_SIDE(code) == LUDUS_WHITE ? letter : (char)(letter - 'A' + 'a'));
    }
}

/* Steps over `count` empty squares of a rank; false when there are not so many. */
static bool skip_empty(const struct board *board, unsigned first, unsigned *file, unsigned long count)
{
    unsigned files = board->ruleset->rules.files;
    if (count > files - *file)
        return false;
    for (; count > 0; count--, ++*file)
        if (board->pos && board->pos->cell[first + *file])
            return false;
    return true;
}

/* Matches one rank, whose first square is `first`, and steps to the end of its pattern, or to what does not
 * fit. */
static bool rank_fits(const char **pattern, const struct board *board, unsigned first)
{
    unsigned file = 0, files = board->ruleset->rules.files;
    for (const char *at = *pattern; *at && *at != '/' && *at != ' '; *pattern = at) {
        if (*at == '*') {
            file = files;
            at++;
        } else if (is_digit(*at)) {
            if (!skip_empty(board, first, &file, number_take(&at)))
                return false;
        } else {
            if (file >= files || !sign_fits(*at++, board, first + file))
                return false;
            if (*at == '\'' && (at++, board->pos && !squares_has(&board->pos->bound, first + file)))
                return false;
            file++;
        }
    }
    return file == files;
}

/* Steps to the end of the ranks, or to what does not fit. */
static bool board_fits(const char **pattern, const struct board *board)
{
    unsigned rank = board->ruleset->rules.ranks;
    while (rank-- > 0) {
        if (!rank_fits(pattern, board, rank * board->ruleset->rules.files) ||
            (**pattern == '/') != (rank > 0))
            return false;
        *pattern += rank > 0;
    }
    return true;
}

bool grep_position_holds(const char *pattern, const struct ludus_position *pos)
{
    struct board board = { pos->ruleset, pos };
    return board_fits(&pattern, &board) &&
           (*pattern == '\0' || (pattern[1] == 'b') == (pos->side == LUDUS_BLACK));
}

const char *grep_position_misfit(const char *pattern, const struct ludus_ruleset *ruleset)
{
    struct board board = { ruleset, NULL };
    return board_fits(&pattern, &board) ? NULL : pattern;
}

/* ---- Rolls and moves ---- */

bool grep_roll_holds(const struct grep_node *node, const uint8_t *dice, unsigned count)
{
    unsigned used = 0, anything = 0;
    for (unsigned i = 0; i < node->dice_count; i++) {
        unsigned found = 0;
        while (found < count && (used >> found & 1 || dice[found] != node->dice[i]))
            found++;
        if (node->dice[i] == 0)
            anything++;
        else if (found == count)
            return false;
        else
            used |= 1u << found;
    }
    return node->dice_count <= count && anything <= count;
}

/* Does the text of a move, with or without its sign of check, fit? */
static bool move_fits(struct ludus_query *query, const struct grep_node *node, const char *text,
                      size_t length)
{
    if (node->op == GREP_LIKE)
        return grep_text_holds(query, node, text, length);
    for (;;) {
        buf_clear(&query->scratch);
        if (query->ignore_case)
            grep_fold(query, text, length);
        else
            buf_add(&query->scratch, text, length);
        if (grep_glob_holds(query, node->value, buf_string(&query->scratch)))
            return true;
        if (length == 0 || (text[length - 1] != '+' && text[length - 1] != '#'))
            return false;
        length--;
    }
}

bool grep_move_holds(struct ludus_query *query, const struct grep_node *node, const char *turn_text)
{
    const char *at = *turn_text == '(' ? strchr(turn_text, ')') : NULL;
    at = at ? at + 1 + (at[1] == ' ') : turn_text;
    while (*at) {
        const char *end = strstr(at, ", ");
        size_t length = end ? (size_t)(end - at) : strlen(at), sic;
        sic = length > 4 && memcmp(at + length - 4, " sic", 4) == 0 ? 4
                                                                    : 0; /* of a move that broke the rules */
        if (move_fits(query, node, at, length) || (sic && move_fits(query, node, at, length - sic)))
            return true;
        at += length + (end ? 2 : 0);
    }
    return false;
}
