/* token_word.c - words: moves in any spelling, keywords, and what comes near to one of them. */
#include "base/chars.h"
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"
#include "notation/move_text.h"

#include <string.h>

bool token_bad_square(const char *text, size_t length, struct ludus_text *square)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if (!(text[i] >= 'a' && text[i] <= 'z') || !is_digit(text[i + 1]))
            continue;
        unsigned rank = 0;
        size_t at = i + 1;
        for (; at < length && is_digit(text[at]); at++)
            rank = rank > 99 ? rank : rank * 10 + (unsigned)(text[at] - '0');
        if (text[i] > 'p' || rank == 0 || rank > 16) {
            *square = (struct ludus_text){ text + i, at - i };
            return true;
        }
    }
    return false;
}

/* Why a word is no move. */
static enum message_id judge(const char *text, size_t length)
{
    struct ludus_text square;
    const char *sign = memchr(text, '=', length);
    sign = sign ? sign : memchr(text, '/', length);
    size_t noughts = 0;
    while (noughts < length && strchr("oO0-", text[noughts]))
        noughts++;
    if (noughts == length && length > 1 && text[0] != '-')
        return MSG_BAD_CASTLING;
    if (memchr(text, '<', length) || memchr(text, '>', length))
        return MSG_STRAY_ANGLES;
    if (sign && sign > text && is_digit(sign[-1]))
        return MSG_BAD_PROMOTION;
    return token_bad_square(text, length, &square) ? MSG_BAD_SQUARE : MSG_BAD_TOKEN;
}

static size_t blank_length(const char *at, const char *end)
{
    return leiden_blank(at, (size_t)(end - at));
}

static bool is_one_of(char sign, char first, char last)
{
    return sign == '_' || (sign >= first && sign <= last);
}

/* Copies signs without marks of doubt and supply. Returns how many there are, at most `size`. */
static size_t bare_signs(const char *begin, const char *end, char *out, size_t size)
{
    size_t count = 0;
    for (; begin < end && count < size; begin++)
        if (*begin != '~' && *begin != '<' && *begin != '>')
            out[count++] = *begin;
    return count;
}

/* Can a word be a move in short notation whose last sign is lost, such as Kf_, Nbd_ or exd_, or misread, as
 * in Rgl? */
static bool is_short_move(const char *begin, const char *end)
{
    char sign[8];
    size_t count = bare_signs(begin, end, sign, sizeof sign), at = 0;
    if (count < 3 || count > 6 || !is_one_of(sign[count - 2], 'a', 'p'))
        return false;
    /* Of letters for the rank 1 the files from i on are left out: Pil and Fil are names. */
    bool piece = is_upper(sign[0]) || sign[1] == 'x', one = sign[count - 1] == 'l' || sign[count - 1] == 'I';
    if (sign[count - 1] != '_' && !(piece && one && sign[count - 2] >= 'a' && sign[count - 2] <= 'h'))
        return false;
    count -= 2;
    at += is_one_of(sign[at], 'A', 'Z');
    at += at < count && is_one_of(sign[at], 'a', 'p');
    at += at < count && sign[at] == '_';
    at += at < count && sign[at] == 'x';
    return at == count;
}

/* Is it a from-square and more, or a placing: what stands after a name? */
static bool is_long_move(const char *begin, const char *end)
{
    char sign[8];
    size_t count = bare_signs(begin, end, sign, sizeof sign), at = 1;
    while (at < count && (sign[at] == '_' || is_digit(sign[at])))
        at++;
    return count > 0 &&
           (sign[0] == '@' || (is_one_of(sign[0], 'a', 'p') && at > 1 && at < count &&
                               (sign[at] == '-' || sign[at] == 'x' || is_one_of(sign[at], 'a', 'p'))));
}

/* Where the first of two words is a pass or a damaged or misread move of its own, and no name, its end; else
 * `end`. */
static const char *end_of_move(const char *begin, const char *name_end, const char *end, struct arena *arena)
{
    const char *next = name_end;
    struct move_text move;
    if (name_end < end && move_text_word(begin, (size_t)(name_end - begin), arena, &move) &&
        move.style == MOVE_PASS)
        return name_end;
    for (size_t length; (length = blank_length(next, end)) > 0;)
        next += length;
    bool two = next < end && is_short_move(begin, name_end) && !is_long_move(next, end);
    return two ? name_end : end;
}

/* What a text that could not be read stands for. Moves have digits, or capitals behind the first sign (PxP).
 */
static enum bad_form form_of(const char *begin, const char *end, enum message_id id)
{
    bool letter = false;
    if (*begin == '=') /* a promotion apart from its move */
        return BAD_SIGN;
    for (const char *at = begin; at < end; at++) {
        if (is_digit(*at) || (is_upper(*at) && at > begin))
            return BAD_MOVE;
        /* What begins with the byte E2 is a dash, an arrow and the like. */
        letter |= is_letter(*at) || ((unsigned char)*at >= 0xc3 && *at != '\xe2');
    }
    return !letter ? BAD_SIGN : id == MSG_BAD_TOKEN ? BAD_TEXT : BAD_MOVE;
}

/* Are the blanks and the word that follow a name like its squares, and no words of prose? */
static bool is_like_squares(const char *begin, const char *end)
{
    struct ludus_text square;
    for (size_t length; (length = blank_length(begin, end)) > 0;)
        begin += length;
    return token_bad_square(begin, (size_t)(end - begin), &square) ||
           (!is_digit(*begin) && form_of(begin, end, MSG_BAD_TOKEN) == BAD_MOVE);
}

/* ---- Moves spelt as elsewhere ---- */

/* OO and o-o: as many noughts as castling has, in letters or digits, with a hyphen between each two or none.
 */
static const char *castling(const char *text, size_t length)
{
    unsigned noughts = 0;
    for (size_t i = 0; i < length; i++) {
        bool nought = text[i] == 'o' || text[i] == 'O' || text[i] == '0';
        if (!nought && (text[i] != '-' || i == 0 || i + 1 == length || text[i - 1] == '-'))
            return NULL;
        noughts += nought;
    }
    if (length != noughts && length != 2 * noughts - 1)
        return NULL;
    return noughts == 2 ? "O-O" : noughts == 3 ? "O-O-O" : NULL;
}

/* Takes a word or a dagger for check off the end of a move. */
static size_t without_check(const char *text, size_t length, struct move_text *move)
{
    static const struct {
        const char *end;
        uint8_t check;
    } ends[] = {
        { "dblch", CHECK_DOUBLE },
        { "disch", CHECK_PLUS },
        { "mate", CHECK_MATE },
        { "dch", CHECK_PLUS },
        { "ch", CHECK_PLUS },
        { "chk", CHECK_PLUS },
        { "\u2020\u2020", CHECK_DOUBLE },
        { "\u2021", CHECK_DOUBLE },
        { "\u2020", CHECK_PLUS },
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length > end + 1 && memcmp(text + length - end, ends[i].end, end) == 0) {
            move->check = ends[i].check;
            move->flags |= MOVE_WORD;
            return length - end;
        }
    }
    return length;
}

/* e8/Q, e8=q, and of a move without a name e8q: makes the end of a move =Q. Returns its length, which may be
 * greater by one. */
static size_t proper_promotion(char *text, size_t length, struct move_text *move)
{
    char *last = text + length - 1;
    bool sign = length > 3 && (last[-1] == '=' || last[-1] == '/') && is_digit(last[-2]);
    bool bare = length > 2 && is_lower(*text) && is_digit(last[-1]) && is_lower(*last) && *last != 'x';
    if (!is_letter(*last) || !(bare || (sign && (last[-1] == '/' || is_lower(*last)))))
        return length;
    char letter = to_upper(*last);
    last -= sign ? 1 : 0;
    last[0] = '=';
    last[1] = letter;
    move->flags |= MOVE_ODD_PROMOTION;
    return length + bare;
}

/* Reads a move that is spelt as elsewhere, in one of the ways that have one meaning only. */
static bool read_elsewhere(const char *begin, const char *end, struct arena *arena, struct move_text *move)
{
    struct move_text odd = { .flags = 0 };
    size_t length = (size_t)(end - begin);
    char text[MOVE_LOOKED_AT + 2];
    if (length < 2 || length > MOVE_LOOKED_AT)
        return false;
    const char *plain = castling(begin, length);
    if (plain) {
        (void)move_text_plain(plain, strlen(plain), move);
        move->flags |= MOVE_ODD_CASTLING;
        return true;
    }
    length = without_check(begin, length, &odd);
    memcpy(text, begin, length);
    char *colon = memchr(text, ':', length);
    if (colon) {
        *colon = 'x';
        odd.flags |= MOVE_COLON;
    }
    length = proper_promotion(text, length, &odd);
    plain = odd.flags ? arena_copy(arena, text, length) : NULL;
    if (!plain || !move_text_plain(plain, length, move))
        return false;
    move->flags |= odd.flags;
    move->check = odd.check;
    return true;
}

/* Words that are said of a move. */
static const struct keyword {
    const char *text; /* lower case */
    enum suffix suffix;
} keywords[] = {
    { "sic", SUFFIX_SIC },       { "squeeze", SUFFIX_SQUEEZE }, { "ep", SUFFIX_EP },
    { "e.p.", SUFFIX_EP },       { "e.p", SUFFIX_EP },          { "ch", SUFFIX_CHECK },
    { "check", SUFFIX_CHECK },   { "chk", SUFFIX_CHECK },       { "dis", SUFFIX_CHECK },
    { "disch", SUFFIX_CHECK },   { "dbl", SUFFIX_DOUBLE },      { "dblch", SUFFIX_DOUBLE },
    { "mate", SUFFIX_MATE },     { "checkmate", SUFFIX_MATE },  { "\u2020", SUFFIX_CHECK },
    { "\u2021", SUFFIX_DOUBLE },
};

int token_word(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *name_end = begin; /* of the first of the two words in a name and squares */
    while (name_end < end && !blank_length(name_end, end))
        name_end++;
    size_t length = (size_t)(name_end - begin);
    struct arena *arena = &build->game->arena;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const struct keyword *keyword = &keywords[i];
        if (strlen(keyword->text) != length || !is_alike(begin, keyword->text, length))
            continue;
        item->kind = ITEM_BAD;
        item->number = MSG_STRAY_SUFFIX;
        item->form = (uint8_t)keyword->suffix;
        name_end += *name_end == '.' && keyword->suffix >= SUFFIX_CHECK; /* ch. */
        return token_done(build, item, begin, name_end, TOKEN_SUFFIX);
    }
    if (name_end < end && build->game->page && text_characters(begin, length) < 3)
        end = name_end;
    end = end_of_move(begin, name_end, end, arena);
    item->kind = ITEM_MOVE;
    if (move_text_word(begin, (size_t)(end - begin), arena, &item->move))
        return token_done(build, item, begin, move_text_signs(end, &item->move), TOKEN_MOVE);
    if (name_end < end && move_text_word(begin, length, arena, &item->move))
        return token_done(build, item, begin, move_text_signs(name_end, &item->move), TOKEN_MOVE);
    bool is_slip = read_elsewhere(begin, end, arena, &item->move);
    const char *slip_end = is_slip ? end : name_end;
    if (is_slip || (name_end < end && read_elsewhere(begin, name_end, arena, &item->move))) {
        slip_end += *slip_end == '.' && item->move.flags & MOVE_WORD;
        return token_done(build, item, begin, move_text_signs(slip_end, &item->move), TOKEN_MOVE);
    }
    if (name_end < end && !is_like_squares(name_end, end))
        end = name_end;
    enum message_id id = judge(begin, (size_t)(end - begin));
    (void)token_bad(build, item, begin, end, id);
    item->form = (uint8_t)form_of(begin, end, id);
    return TOKEN_BAD;
}
