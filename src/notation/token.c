/* token.c - tokens that take more than a pattern to read. */
#include "notation/token.h"

#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/move_text.h"
#include "notation/turns.h"

#include <string.h>

int token_bad(struct build *build, struct item *item, const char *begin, const char *end, enum message_id id)
{
    item->kind = ITEM_BAD;
    item->form = BAD_SIGN;
    item->move = (struct move_text){ .plain = NULL }; /* it may take the place of a move, and says nothing */
    item->number = (uint32_t)id;
    return token_done(build, item, begin, end, TOKEN_BAD);
}

/* Saturates, so that a long row of digits is no small number. */
static const char *read_number(const char *at, uint32_t *number)
{
    *number = number_take(&at);
    if (*number > UNCOUNTED)
        *number = UNCOUNTED;
    return at;
}

/* Dots to the end, an ellipsis for three. */
static uint8_t count_dots(const char *at, const char *end)
{
    unsigned dots = 0;
    while (at < end && dots < UINT8_MAX - 3) {
        unsigned blank = leiden_blank(at, (size_t)(end - at));
        dots += blank ? 0 : *at == '.' ? 1 : *at == '\xe2' ? 3 : 0;
        at += blank ? blank : 1;
    }
    return (uint8_t)dots;
}

static bool is_side(char c)
{
    return c == 'W' || c == 'B' || c == 'w' || c == 'b';
}

int token_number(struct build *build, struct item *item, const char *begin, const char *end)
{
    uint32_t number;
    const char *at = read_number(begin, &number);
    number = is_digit(*begin) ? number : UNNUMBERED;
    if (at < end && *at != '.') {
        while (at < end && !is_side(*at) && *at != '.') {
            unsigned blank = leiden_blank(at, (size_t)(end - at));
            if (!blank && *at == '\xe2') /* an ellipsis */
                break;
            number = blank ? number : UNNUMBERED; /* a sign of damage */
            at += blank ? blank : 1;
        }
    }
    if (number == 1 && build->ended && build->open == NO_ITEM) {
        build->next = begin;
        return token_done(build, item, begin, begin, TOKEN_END);
    }
    char side = at < end ? (char)(*at & ~0x20) : '\0';
    item->kind = ITEM_NUMBER;
    item->side = side == 'W' ? LUDUS_WHITE : side == 'B' ? LUDUS_BLACK : NO_SIDE;
    item->form = count_dots(at, end);
    item->number = number;
    return token_done(build, item, begin, end, TOKEN_NUMBER);
}

int token_nag(struct build *build, struct item *item, const char *begin, const char *end)
{
    (void)read_number(begin + 1, &item->number);
    if (end - begin < 2 || item->number > UINT8_MAX)
        return token_bad(build, item, begin, end, MSG_BAD_NAG);
    item->kind = ITEM_NAG;
    return token_done(build, item, begin, end, TOKEN_NAG);
}

int token_mark(struct build *build, struct item *item, const char *begin, const char *end)
{
    unsigned mark = move_text_mark(begin, (size_t)(end - begin));
    if (mark == 0)
        return token_bad(build, item, begin, end, MSG_BAD_MARK);
    item->kind = ITEM_NAG;
    item->form = SUFFIX_MARK;
    item->number = mark;
    return token_done(build, item, begin, end, TOKEN_SUFFIX);
}

int token_check(struct build *build, struct item *item, const char *begin, const char *end)
{
    item->kind = ITEM_BAD;
    item->number = MSG_STRAY_SUFFIX;
    item->form = *begin == '#' ? SUFFIX_MATE : end - begin == 2 ? SUFFIX_DOUBLE : SUFFIX_CHECK;
    return token_done(build, item, begin, end, TOKEN_SUFFIX);
}

int token_promotion(struct build *build, struct item *item, const char *begin, const char *end)
{
    (void)token_bad(build, item, begin, end, MSG_BAD_PROMOTION);
    item->form = SUFFIX_PROMOTION;
    return TOKEN_SUFFIX;
}

int token_result(struct build *build, struct item *item, const char *begin, const char *end,
                 enum ludus_result result)
{
    item->kind = ITEM_RESULT;
    item->form = *begin == '[' ? ':' : '-';
    item->result = (uint8_t)result;
    return token_done(build, item, begin, end, TOKEN_RESULT);
}

int token_open_comment(struct build *build, struct item *item, const char *begin)
{
    size_t place = (size_t)(begin - build->text);
    (void)diag_add(&build->game->diag, MSG_OPEN_COMMENT, place, place + 1);
    build->game->cut = true;
    item->kind = ITEM_COMMENT;
    item->form = '{';
    return token_done(build, item, begin + 1, build->limit, TOKEN_COMMENT);
}

/* Does the roll of the turn at hand have a die for one more move? */
static bool expects_move(const struct ludus_game *game)
{
    unsigned moves = 0;
    for (const struct item *item = game->items + game->item_count; item-- > game->items;)
        if (item->kind == ITEM_MOVE && moves < LUDUS_DICE_MAX)
            moves++;
        else if (item->kind == ITEM_DICE || !turns_beside(item))
            return item->kind == ITEM_DICE && moves < item->dice.count;
    return false;
}

/* Is a semicolon that is glued to a move meant as a comma: does a move follow that the roll lacks? */
static bool is_for_comma(struct build *build, const char *begin)
{
    const struct ludus_game *game = build->game;
    const struct item *last = game->item_count > 0 ? &game->items[game->item_count - 1] : NULL;
    const char *from, *to;
    struct move_text move;
    return last && last->kind == ITEM_MOVE && last->text + last->length == begin && expects_move(game) &&
           record_move_at(begin + 1, &from, &to) &&
           move_text_word(from, (size_t)(to - from), &build->game->arena, &move);
}

static int semicolon_for_comma(struct build *build, struct item *item, const char *begin)
{
    struct diag *diag = &build->game->diag;
    size_t place = (size_t)(begin - build->text);
    struct message *message = diag_add(diag, MSG_ODD_SPELLING, place, place + 1, 1, begin, "','",
                                       "a comma joins the moves of a turn");
    diag_fix(diag, message, place, place + 1, ",");
    return token_done(build, item, begin, begin + 1, TOKEN_COMMA);
}

int token_line(struct build *build, struct item *item, const char *begin)
{
    const char *end = begin;
    if (*begin == '%' && begin > build->text && !is_break(begin[-1]))
        return token_bad(build, item, begin, begin + 1, MSG_STRAY_PERCENT);
    if (*begin == ';' && is_for_comma(build, begin))
        return semicolon_for_comma(build, item, begin);
    while (end < build->limit && !is_break(*end))
        end++;
    item->kind = *begin == '%' ? ITEM_ESCAPE : ITEM_COMMENT;
    item->form = ';';
    return token_done(build, item, begin + 1, end, *begin == '%' ? TOKEN_ESCAPE : TOKEN_COMMENT);
}

int token_nul(struct build *build, struct item *item, const char *begin)
{
    if (begin == build->limit)
        return token_done(build, item, begin, begin, TOKEN_END);
    return token_bad(build, item, begin, begin + 1, MSG_BAD_CONTROL);
}

/* ---- What stands in brackets ---- */

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
static int keep_text(struct build *build, struct item *item, const char *begin, const char *end,
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
    return keep_text(build, item, begin, move_end, sense);
}

int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end)
{
    char out[BRACKET_TEXT];
    size_t length = (size_t)(end - begin);

    /* No move is as long. One by one its words would be read on to the end each. */
    if (length > GAPS_SHRINK * BRACKET_TEXT)
        return keep_text(build, item, begin, end, BRACKET_REMARK);
    if (bracket_sense(begin, length, &build->game->arena, out, sizeof out) == BRACKET_MOVE)
        return keep_text(build, item, begin, end, BRACKET_MOVE);
    for (end = memchr(begin, '[', length); end > begin && is_filler(end[-1]);)
        end--;
    return token_word(build, item, begin, end);
}
