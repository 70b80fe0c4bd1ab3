/* token_bracket.c - square brackets among the moves, as editors print them: what is lost, supplied, or said
 * of the text. The notation has other signs for all of it. */
#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/leiden.h"
#include "notation/move_text.h"
#include "notation/token.h"

#include <string.h>

static bool has_quote(const char *begin, const char *end)
{
    while (begin < end && *begin != '"' && !is_curly_quote(begin))
        begin++;
    return begin < end;
}

/* Bytes of a dot, a dash or a blank that stands for what is lost, or 0. */
static unsigned gap_sign(const char *at, const char *end)
{
    unsigned blank = leiden_blank(at, (size_t)(end - at));

    if (blank || *at == '.' || *at == '-')
        return blank ? blank : 1;
    return end - at >= 3 && (strncmp(at, "\u2026", 3) == 0 || strncmp(at, "\u2013", 3) == 0 ||
                             strncmp(at, "\u2014", 3) == 0)
               ? 3
               : 0;
}

static bool is_gap_in_text(const char *at, const char *end)
{
    unsigned length;

    while (at < end && (length = gap_sign(at, end)) > 0)
        at += length;
    return at == end;
}

static bool is_sic(const char *at, size_t length)
{
    length -= length == 4 && (at[3] == '!' || at[3] == '?');
    return length == 3 && to_lower(at[0]) == 's' && to_lower(at[1]) == 'i' && to_lower(at[2]) == 'c';
}

enum { GAPS_SHRINK = 3 }; /* [.] becomes _ */

/* Writes text with <…> for its brackets, and `_` for the dots in them. Returns its length, 0 if it has no
 * room. */
static size_t with_angles(const char *at, const char *end, char *out, size_t size)
{
    size_t length = 0;
    bool inside = false;

    for (; at < end && length + 1 < size; at++) {
        const char *close = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (close && is_gap_in_text(at + 1, close)) {
            for (size_t lost = (size_t)(close - at); lost > 1 && length + 1 < size; lost--)
                out[length++] = '_';
            at = close;
            continue;
        }
        inside = *at == '[' || (inside && *at != ']');
        out[length++] = *at == '[' ? '<' : *at == ']' ? '>' : *at;
    }
    out[length] = '\0';
    return at == end ? length : 0;
}

/* Is a word among these, separated by blanks, a move with a square, or castling? */
static bool has_move(const char *at, const char *end)
{
    while (at < end) {
        size_t length = 0;
        struct move_text move;
        while (at + length < end && !is_filler(at[length]) && at[length] != ',')
            length++;
        if (length > 0 && move_text_plain(at, length, &move) && move.style < MOVE_PASS)
            return true;
        at += length + 1;
    }
    return false;
}

enum bracket_sense bracket_sense(const char *text, size_t length, struct arena *arena, char *out, size_t size)
{
    const char *end = text + length, *close = memchr(text, ']', length);
    bool lone = *text == '[' && close == end - 1;
    struct move_text move;

    if (lone && is_gap_in_text(text + 1, close))
        return BRACKET_LOST;
    if (lone && is_sic(text + 1, length - 2))
        return BRACKET_SIC;
    size_t written = with_angles(text, end, out, size);
    const char *copy = written ? arena_copy(arena, out, written) : NULL; /* what is read of it may stay */
    if (copy && move_text_word(copy, written, arena, &move))
        return BRACKET_MOVE;
    return lone && has_move(text + 1, close) ? BRACKET_MOVES : BRACKET_REMARK;
}

/* Keeps the text as a fault, which takes the place of a move where one stands in it or is lost. */
static int keep(struct build *build, struct item *item, const char *begin, const char *end,
                enum bracket_sense sense)
{
    (void)token_bad(build, item, begin, end, MSG_BRACKETS);
    item->form = sense == BRACKET_SIC || sense == BRACKET_REMARK ? BAD_SIGN : BAD_MOVE;
    return TOKEN_BAD;
}

/* Does it begin as a tag does? */
static bool is_named(const char *begin)
{
    const char *at = begin + 1;

    while (is_name(*at))
        at++;
    return is_letter(begin[1]) && *at != '.';
}

/* Does a sign of a move as editors print it stand at `at`, within a word? */
static bool is_word_sign(const char *at, const char *end)
{
    return at < end && (is_name(*at) || strchr("[]@<>=-~", *at));
}

static bool is_word_of_letters(const char *at, const char *end)
{
    while (at < end && (is_letter(*at) || *at == '[' || *at == ']'))
        at++;
    return at == end;
}

/* Past blanks and line breaks. */
static const char *skip_gap(const char *at, const char *limit)
{
    for (unsigned length; at < limit && (length = leiden_blank(at, (size_t)(limit - at))) > 0;)
        at += length;
    return at;
}

/* End of the move that begins with a bracket, as in [h1]-f2 and [E]ques h1-f2; `close` if it is none. */
static const char *end_of_move(struct build *build, const char *begin, const char *close)
{
    char out[BRACKET_TEXT];
    const char *end = close, *limit = build->limit;
    struct arena *arena = &build->game->arena;

    if (is_sic(begin + 1, (size_t)(close - begin - 2)))
        return close;
    for (unsigned words = 0; words < 2; words++) {
        while (is_word_sign(end, limit) && end - begin < BRACKET_TEXT)
            end++;
        if (end > close &&
            bracket_sense(begin, (size_t)(end - begin), arena, out, sizeof out) == BRACKET_MOVE)
            return end;
        const char *next = skip_gap(end, limit);
        if (next == end || !(*next >= 'a' && *next <= 'p') || !is_word_of_letters(begin, end))
            break;
        end = next;
    }
    return close;
}

int token_remark(struct build *build, struct item *item, const char *begin, const char *end)
{
    char out[BRACKET_TEXT];
    const char *move_end = end_of_move(build, begin, end);
    enum bracket_sense sense =
        bracket_sense(begin, (size_t)(move_end - begin), &build->game->arena, out, sizeof out);
    bool among_moves = build->begun && !build->ended;

    if (begin[1] == '%' || has_quote(begin, end) ||
        (!among_moves && sense == BRACKET_REMARK && is_named(begin)))
        return 0;
    return keep(build, item, begin, move_end, sense);
}

int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end)
{
    char out[BRACKET_TEXT];
    size_t length = (size_t)(end - begin);

    /* No move is as long. One by one its words would be read on to the end each. */
    if (length > GAPS_SHRINK * BRACKET_TEXT)
        return keep(build, item, begin, end, BRACKET_REMARK);
    if (bracket_sense(begin, length, &build->game->arena, out, sizeof out) == BRACKET_MOVE)
        return keep(build, item, begin, end, BRACKET_MOVE);
    for (end = memchr(begin, '[', length); end > begin && is_filler(end[-1]);)
        end--;
    return token_word(build, item, begin, end);
}
