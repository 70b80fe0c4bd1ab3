/* slips.c - what print and hands write otherwise: signs that look alike, blanks in moves, words for commas.
 */
#include "notation/slips.h"

#include "base/chars.h"
#include "base/text.h"
#include "notation/lookalikes.h"
#include "notation/move_text.h"

#include <string.h>

enum { MOVE_MAX = 60 }; /* bytes of a move that is looked at */

struct slip {
    struct ludus_game *game;
    struct message *message;
    const char *text;
    size_t length;
};

/* ---- Signs that look like others ---- */

static bool hint_alike(const struct slip *slip)
{
    for (size_t at = 0; at < slip->length;) {
        unsigned length = text_sequence(slip->text + at, slip->length - at), code = 0;
        char like = length > 1 ? lookalikes_ascii(slip->text + at, length, &code) : '\0';
        if (like == ' ') {
            diag_hint(&slip->game->diag, slip->message, "U+%04X in it is invisible", code);
            return true;
        }
        if (like) {
            diag_hint(&slip->game->diag, slip->message, "U+%04X in it only looks like %c", code, like);
            return true;
        }
        at += length ? length : 1;
    }
    return false;
}

/* Rex е1-f1: the squares of a name begin with such a letter. */
static bool hint_alike_behind(const struct slip *slip)
{
    const char *at = slip->text + slip->length;
    unsigned length = *at == ' ' ? text_sequence(at + 1, strnlen(at + 1, 4)) : 0, code = 0;
    char like = length > 1 ? lookalikes_ascii(at + 1, length, &code) : '\0';
    if (like && like != ' ')
        diag_hint(&slip->game->diag, slip->message, "U+%04X behind it only looks like %c", code, like);
    return like != '\0';
}

/* ---- Moves ---- */

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

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* e8/Q, e8=q, and of a move without a name e8q: makes the end of a move =Q. Returns its length, which may be
 * greater by one. */
static size_t proper_promotion(char *text, size_t length, struct move_text *move)
{
    char *last = text + length - 1;
    bool sign = length > 3 && (last[-1] == '=' || last[-1] == '/') && is_digit(last[-2]);
    bool bare = length > 2 && is_small(*text) && is_digit(last[-1]) && is_small(*last) && *last != 'x';
    if (!is_letter(*last) || !(bare || (sign && (last[-1] == '/' || is_small(*last)))))
        return length;
    char letter = to_upper(*last);
    last -= sign ? 1 : 0;
    last[0] = '=';
    last[1] = letter;
    move->flags |= MOVE_ODD_PROMOTION;
    return length + bare;
}

bool slips_read(const char *begin, const char *end, struct arena *arena, struct move_text *move)
{
    struct move_text odd = { .flags = 0 };
    size_t length = (size_t)(end - begin);
    char text[MOVE_MAX + 2];
    if (length < 2 || length > MOVE_MAX)
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

bool slips_promote(struct move_text *move, char letter, struct arena *arena)
{
    char text[MOVE_MAX + 2];
    size_t length = move->plain_length;
    struct move_text read;
    if (move->style != MOVE_SQUARES || move->flags & MOVE_PROMOTES || length > MOVE_MAX)
        return false;
    memcpy(text, move->plain, length);
    text[length++] = '=';
    text[length++] = letter;
    const char *plain = arena_copy(arena, text, length);
    if (!plain || !move_text_plain(plain, length, &read))
        return false;
    read.flags |= (uint16_t)(move->flags | MOVE_ODD_PROMOTION);
    read.check = move->check;
    read.mark = move->mark;
    *move = read;
    return true;
}

/* ---- What stands between moves ---- */

static bool is_dash(const struct slip *slip)
{
    return (slip->length == 1 && *slip->text == '-') ||
           (slip->length == 3 && leiden_needed(slip->text, 3) &&
            (strncmp(slip->text, "\xe2\x80", 2) == 0 || strncmp(slip->text, "\u2212", 3) == 0) &&
            (unsigned char)slip->text[2] >= 0x90 && (unsigned char)slip->text[2] <= 0x95);
}

static bool is_and(const struct slip *slip)
{
    static const char *const words[] = { "and", "et", "und", "y", "e", "&", "then" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slip->length == strlen(words[i]) && memcmp(slip->text, words[i], slip->length) == 0)
            return true;
    return false;
}

/* Pelica-, at the end of a line. */
static bool is_broken_word(const struct slip *slip)
{
    const char *end = slip->text + slip->length;
    if (slip->length < 3 || end[-1] != '-' || !is_letter(end[-2]))
        return false;
    while (is_gap(*end))
        end++;
    return is_break(*end);
}

/* I. and IV W. */
static bool is_roman_number(const struct slip *slip)
{
    size_t at = strspn(slip->text, "IVXLC");
    bool any = at > 0;
    at += strspn(slip->text + at, " ");
    at += slip->text[at] == 'W' || slip->text[at] == 'B';
    return any && at < 20 && slip->text[at] == '.';
}

bool slips_hint(struct ludus_game *game, struct message *message, const struct item *item)
{
    struct slip slip = { game, message, item->text, item->length };
    const char *hint = NULL;
    if (slip.length > MOVE_MAX || slip.length == 0)
        return false;
    if (is_dash(&slip))
        hint = "no blanks stand around the dash of a move";
    else if (is_and(&slip))
        hint = "a comma joins the moves of a turn";
    else if (is_broken_word(&slip))
        hint = "a word is not broken at the end of a line";
    else if (is_roman_number(&slip))
        hint = "numbers of turns are written in digits";
    if (hint) {
        diag_hint(&game->diag, message, "%s", hint);
        return true;
    }
    return hint_alike(&slip) || hint_alike_behind(&slip);
}
