/* grep_board.c - patterns of positions. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

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
