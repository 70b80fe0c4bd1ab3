/* squares.c - joins the two squares of a move with a blank between them, "e2 e4". */
#include "decode/passage.h"
#include "decode/transcript_page.h"

static bool is_square(const char *text, size_t at, size_t end)
{
    return at + 1 < end && text[at] >= 'a' && text[at] <= 'h' && is_digit(text[at + 1]) &&
           (at + 2 == end || !(is_letter(text[at + 2]) || is_digit(text[at + 2])));
}

/* Does a sign before a square or behind it join it to another, as in "Lf1-e2 e4-e3"? */
static bool is_joined(const char *text, size_t begin, size_t at, size_t end)
{
    const char before = at > begin ? text[at - 1] : ' ';
    return before == '-' || before == ':' || (at > begin + 2 && is_long_dash(text + at - 3)) ||
           text[end] == '-' || is_long_dash(text + end);
}

void ornaments_join_squares(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    unsigned shown = 0;
    for (unsigned joins = 0; joins < 2 && (!joins || shown > 1); joins++)
        for (size_t at = begin; at < end; at++) {
            if (!is_square(text, at, end))
                continue;
            const size_t next = print_skip_blanks(text, at + 2, end),
                         takes = dialects_word(finder->print.dialects, text + next, end - next, CLASS_TAKES),
                         target = takes ? print_skip_blanks(text, next + takes, end) : at + 3;
            const bool pair = is_square(text, target, end) && (takes || text[at + 2] == ' ') &&
                              !is_joined(text, begin, at, target + 2);
            const char rank = pair && text[target] == text[at] ? text[at + 1] : '\0',
                       to = pair ? text[target + 1] : '\0';
            shown += !joins && !takes &&
                     (at == begin || !(is_letter(text[at - 1]) || text[at - 1] & '\x80')) &&
                     ((rank == '2' && (to == '3' || to == '4')) || (rank == '7' && (to == '6' || to == '5')));
            if (joins && pair && !takes)
                passages_replace(finder->out, at + 2, 1, '-');
            at = pair ? target : at;
        }
}
