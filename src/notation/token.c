/* token.c - tokens that take more than a pattern to read. */
#include "notation/token.h"

#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/leiden.h"
#include "notation/move_text.h"

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

int token_line(struct build *build, struct item *item, const char *begin)
{
    const char *end = begin;

    if (*begin == '%' && begin > build->text && !is_break(begin[-1]))
        return token_bad(build, item, begin, begin + 1, MSG_STRAY_PERCENT);
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
