/* grep_values.c - the conditions of expressions: their operators, and how their values are read; patterns of
 * positions. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

/* ---- Patterns of positions ---- */

struct board {
    const struct rules *rules;
    const struct ludus_position *pos; /* NULL: any */
    bool mirrored;                    /* colours exchanged, and the first rank last */
};

/* Does a character of the pattern fit the square? Without a position, here and below: can it fit any? */
static bool sign_fits(const struct board *board, char sign, unsigned square)
{
    const struct rules *rules = board->rules;
    const struct ludus_position *pos = board->pos;
    if (!pos) {
        bool any = strchr("?!+-", sign) != NULL;
        for (unsigned kind = 0; !any && kind < rules->kind_count; kind++)
            any = rules->kinds[kind].letter == to_upper(sign);
        return any;
    }
    unsigned code = pos->cell[square];
    bool white = CODE_SIDE(code) == (board->mirrored ? LUDUS_BLACK : LUDUS_WHITE);
    if (sign == '?' || code == 0)
        return sign == '?';
    if (strchr("!+-", sign))
        return sign == '!' || (sign == '+') == white;
    char letter = rules->kinds[CODE_KIND(code)].letter;
    return sign == (white ? letter : to_lower(letter));
}

/* Matches one rank, whose first square is `first`. Moves `*pattern` to its end, or to what does not fit. Its
 * signs, which grep_pattern_fault has checked, are compared with the squares one by one. */
static bool rank_fits(const struct board *board, const char **pattern, unsigned first)
{
    const struct ludus_position *pos = board->pos;
    unsigned file = 0, files = board->rules->files;
    for (const char *at = *pattern; *at && *at != '/' && *at != ' '; *pattern = at) {
        if (*at == '*') {
            file = files;
            at++;
        } else if (is_digit(*at)) {
            unsigned long empty = number_take(&at);
            if (empty > files - file)
                return false;
            for (; empty > 0; empty--, file++)
                if (pos && pos->cell[first + file])
                    return false;
        } else {
            if (file >= files || !sign_fits(board, *at++, first + file))
                return false;
            if (*at == '\'' && (at++, pos && !squares_has(&pos->bound, first + file)))
                return false;
            file++;
        }
    }
    return file == files;
}

const char *grep_misfit(const char *pattern, const struct ludus_ruleset *ruleset,
                        const struct ludus_position *pos, bool mirrored)
{
    const struct board board = { &ruleset->rules, pos, mirrored };
    const unsigned ranks = ruleset->rules.ranks;
    for (unsigned rank = ranks; rank-- > 0; pattern += rank > 0) {
        unsigned at = mirrored ? ranks - 1 - rank : rank;
        if (!rank_fits(&board, &pattern, at * ruleset->rules.files) || (*pattern == '/') != (rank > 0))
            return pattern;
    }
    bool black = pos && (pos->side == LUDUS_BLACK) != mirrored;
    return !pos || *pattern == '\0' || (pattern[1] == 'b') == black ? NULL : pattern;
}

enum { NAG_MAX = 255 };

/* ---- Values ---- */

static bool read_ruleset(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    if (node->op & GREP_LIKE)
        return true;
    const struct ludus_ruleset *ruleset =
        ludus_ruleset_named((struct ludus_text){ node->value, strlen(node->value) }, NULL, 0);
    /* Another name may be that of rules from a file. */
    if (ruleset)
        node->value = ruleset->rules.id;
    (void)reader, (void)token;
    return true;
}

static bool read_result(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    size_t length = strlen(node->value);
    int word = text_among(node->value, length, "open white black draw"); /* as enum ludus_result */
    unsigned result = word >= 0 ? (unsigned)word : result_read((struct ludus_text){ node->value, length });
    node->result = (enum ludus_result)result;
    return result != NO_RESULT ||
           grep_complain(reader, token, "a result is 1-0, 0-1, 1/2-1/2 or *; white, black, draw or open");
}

static bool read_ending(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    struct ludus_buffer *list = &reader->query->scratch;
    buf_clear(list);
    for (unsigned i = 0; outcome_reasons[i]; i++) {
        if (node->op & GREP_LIKE || strcmp(outcome_reasons[i], node->value) == 0)
            return true;
        buf_format(list, "%s%s", i ? ", " : "", outcome_reasons[i]);
    }
    return grep_complain(reader, token, "the rules end a game by: %s", buf_string(list));
}

/* Reads $2, 2 or ?. */
static bool read_nag(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    int mark = text_among(node->value, strlen(node->value), "! ? !! ?? !? ?!");
    node->number = mark + 1;
    return mark >= 0 ||
           (grep_is_number(node->value + (*node->value == '$'), &node->number) && node->number >= 0 &&
            node->number <= NAG_MAX) ||
           grep_complain(reader, token, "an annotation is $0 to $255, or one of ! ? !! ?? !? ?!");
}

static bool read_roll(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    node->dice_count = grep_dice(node->value, node->dice);
    const struct ludus_ruleset *rules = reader->query->rules;
    bool can_be = !rules || node->dice_count <= dice_thrown(&rules->rules);
    for (unsigned i = 0; rules && i < node->dice_count; i++)
        can_be = can_be && node->dice[i] <= rules->rules.faces;
    if (node->dice_count == 0)
        return grep_complain(reader, token, "a roll is written as 6,6 or 6 or 6,_");
    return can_be || grep_complain(reader, token, "by these rules nobody rolls that");
}

/* Finds where a pattern stops fitting the board that it fits longest. NULL if it fits a board. */
static const char *find_misfit(const char *pattern, const struct ludus_ruleset *rules)
{
    const char *id, *fault = rules ? grep_misfit(pattern, rules, NULL, false) : pattern;
    for (size_t i = 0; !rules && fault && (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *ruleset = ludus_ruleset_find(id);
        const char *at = ruleset ? grep_misfit(pattern, ruleset, NULL, false) : NULL;
        fault = !at || at > fault ? at : fault;
    }
    return fault;
}

static bool read_pattern(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    const char *reason, *fault = grep_pattern_fault(node->value, &reason);
    if (!fault) {
        fault = find_misfit(node->value, reader->query->rules);
        reason = reader->query->rules ? "the board of these rules has no such ranks, or no such piece"
                                      : "no board has such ranks and pieces";
    }
    if (!fault)
        return true;
    size_t offset = (size_t)(fault - node->value) + (*token->text == '"' || *token->text == '\'');
    struct grep_token at = { .text = token->text + offset, .length = *fault ? 1 : 0 };
    return grep_complain(reader, &at, "%s", reason);
}

/* ---- Conditions ---- */

#define EQUALITY (GREP_OPERATOR(GREP_EQUAL) | GREP_OPERATOR(GREP_UNEQUAL))
#define LIKENESS (GREP_OPERATOR(GREP_LIKE) | GREP_OPERATOR(GREP_UNLIKE))
#define ORDER                                                                                                \
    (GREP_OPERATOR(GREP_LESS) | GREP_OPERATOR(GREP_MORE) | GREP_OPERATOR(GREP_AT_MOST) |                     \
     GREP_OPERATOR(GREP_AT_LEAST))

/* The operators and values of each kind of condition. */
const struct grep_condition grep_conditions[] = {
    [GREP_VARIATIONS] = { "variations()", "", 0, GREP_BY_REPLAY, NULL },
    [GREP_TURN] = { "turn()", "", 0, GREP_BY_REPLAY, NULL },
    [GREP_EITHER] = { "either()", "", 0, GREP_BY_TAGS, NULL },
    [GREP_END] = { "end()", "", 0, GREP_BY_REPLAY, NULL },
    [GREP_TAG] = { "a tag", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_PLAYER] = { "player", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_WINNER] = { "winner", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_LOSER] = { "loser", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_RULESET] = { "ruleset", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_TAGS, read_ruleset },
    [GREP_RESULT] = { "result", "= !=", EQUALITY, GREP_BY_TAGS, read_result },
    [GREP_SUM] = { "a number", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_TAGS, NULL },
    [GREP_TURNS] = { "turns", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_TEXT, NULL },
    [GREP_NUMBER] = { "number", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_REPLAY, NULL },
    [GREP_QUIET] = { "quiet", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_REPLAY, NULL },
    [GREP_REPEATED] = { "repeated", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_REPLAY, NULL },
    [GREP_COMMENT] = { "comment", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_TEXT, NULL },
    [GREP_NAG] = { "nag", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_TEXT, read_nag },
    [GREP_ROLL] = { "roll", "=", GREP_OPERATOR(GREP_EQUAL), GREP_BY_TEXT, read_roll },
    [GREP_MOVE] = { "move", "= ~", GREP_OPERATOR(GREP_EQUAL) | GREP_OPERATOR(GREP_LIKE), GREP_BY_REPLAY,
                    NULL },
    [GREP_LINE] = { "line", "=", GREP_OPERATOR(GREP_EQUAL), GREP_BY_REPLAY, NULL },
    [GREP_POSITION] = { "position", "=", GREP_OPERATOR(GREP_EQUAL), GREP_BY_REPLAY, read_pattern },
    [GREP_DEAD] = { "dead", "no operator", 0, GREP_BY_REPLAY, NULL },
    [GREP_MATERIAL] = { "material", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_REPLAY, NULL },
    [GREP_ENDING] = { "ending", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_REPLAY, read_ending },
};

uint8_t grep_called(const char *name, size_t length, const char *end)
{
    for (unsigned kind = 0; kind <= GREP_ENDING; kind++) {
        const char *known = grep_conditions[kind].name;
        if (known && kind != GREP_MATERIAL && is_alike(known, name, length) &&
            strcmp(known + length, end) == 0)
            return (uint8_t)kind;
    }
    return GREP_TAG;
}
