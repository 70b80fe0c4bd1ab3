/* grep_board.c - patterns of positions. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

/* Does a character of the pattern fit the square? Without a position, here and below: can it fit any? */
static bool sign_fits(char sign, const struct rules *rules, const struct ludus_position *pos, unsigned square)
{
    if (!pos) {
        bool any = strchr("?!+-", sign) != NULL;
        for (unsigned kind = 0; !any && kind < rules->kind_count; kind++)
            any = rules->kinds[kind].letter == to_upper(sign);
        return any;
    }
    unsigned code = pos->cell[square];
    bool white = CODE_SIDE(code) == LUDUS_WHITE;
    if (sign == '?' || code == 0)
        return sign == '?';
    if (strchr("!+-", sign))
        return sign == '!' || (sign == '+') == white;
    char letter = rules->kinds[CODE_KIND(code)].letter;
    return sign == (white ? letter : to_lower(letter));
}

/* Matches one rank, whose first square is `first`. Moves `*pattern` to its end, or to what does not fit. */
static bool rank_fits(const char **pattern, const struct rules *rules, const struct ludus_position *pos,
                      unsigned first)
{
    unsigned file = 0, files = rules->files;
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
            if (file >= files || !sign_fits(*at++, rules, pos, first + file))
                return false;
            if (*at == '\'' && (at++, pos && !squares_has(&pos->bound, first + file)))
                return false;
            file++;
        }
    }
    return file == files;
}

/* Matches all ranks. Moves `*pattern` to their end, or to what does not fit. */
static bool board_fits(const char **pattern, const struct rules *rules, const struct ludus_position *pos)
{
    unsigned rank = rules->ranks;
    while (rank-- > 0) {
        if (!rank_fits(pattern, rules, pos, rank * rules->files) || (**pattern == '/') != (rank > 0))
            return false;
        *pattern += rank > 0;
    }
    return true;
}

const char *grep_misfit(const char *pattern, const struct ludus_ruleset *ruleset,
                        const struct ludus_position *pos)
{
    if (!board_fits(&pattern, &ruleset->rules, pos))
        return pattern;
    return !pos || *pattern == '\0' || (pattern[1] == 'b') == (pos->side == LUDUS_BLACK) ? NULL : pattern;
}
