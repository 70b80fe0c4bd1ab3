/* move_text.c - what the spelling of a move says: what is damaged, and what is said of it. move.re scans the
 * rest. */
#include "notation/move_text.h"

#include "base/chars.h"
#include "notation/leiden.h"

#include <string.h>

static bool is_name_letter(char c)
{
    return is_letter(c) || (c & 0x80);
}

/* A pattern is matched against spellings later; here it must only look like one. */
static bool read_pattern(const struct leiden *leiden, struct move_text *move)
{
    static const char signs[] = "_@=-x. 0123456789";

    if (leiden->length > UINT16_MAX)
        return false;
    *move = (struct move_text){ .plain = leiden->text,
                                .plain_length = (uint16_t)leiden->length,
                                .style = MOVE_PATTERN };
    size_t lost = strspn(leiden->text, "_");
    if (lost == leiden->length && lost <= 2) {
        move->style = MOVE_LOST;
        return true;
    }
    for (size_t i = 0; i < leiden->length; i++)
        if (!is_name_letter(leiden->text[i]) && !strchr(signs, leiden->text[i]))
            return false;
    return true;
}

bool move_text_word(const char *text, size_t length, struct arena *arena, struct move_text *move)
{
    struct leiden leiden;

    if (!leiden_needed(text, length))
        return move_text_plain(text, length, move);
    if (!leiden_read(text, length, arena, &leiden))
        return false;
    bool found =
        leiden.lost ? read_pattern(&leiden, move) : move_text_plain(leiden.text, leiden.length, move);
    move->flags |= (uint16_t)((leiden.unclear ? MOVE_UNCLEAR : 0) | (leiden.supplied ? MOVE_SUPPLIED : 0));
    return found;
}

unsigned move_text_mark(const char *text, size_t length)
{
    bool first = text[0] == '?', second = length == 2 && text[1] == '?';

    if (length == 1)
        return first ? 2 : 1;
    if (length != 2)
        return 0;
    return first == second ? (first ? 4 : 3) : (first ? 6 : 5);
}

static bool is_mark(char c)
{
    return c == '!' || c == '?';
}

/* Are these the bytes of one of the dashes other than `-`, U+2010 to U+2015 and U+2212? */
static bool is_long_dash(const char *at)
{
    return at[0] == '\xe2' && (at[1] == '\x80' ? (unsigned char)at[2] >= 0x90 && (unsigned char)at[2] <= 0x95
                                               : at[1] == '\x88' && at[2] == '\x92');
}

/* `+` of an evaluation such as +- or += is no check. */
static bool is_check(const char *at)
{
    return *at == '+' && at[1] != '-' && at[1] != '=' && at[1] != '/' && !is_long_dash(at + 1);
}

const char *move_text_read_signs(const char *at, struct move_text *move)
{
    if (*at == '#') {
        move->check = CHECK_MATE;
        at++;
    } else if (is_check(at)) {
        move->check = at[1] == '+' ? CHECK_DOUBLE : CHECK_PLUS;
        at += move->check == CHECK_DOUBLE ? 2 : 1;
    }
    const char *end = at;
    while (is_mark(*end) && end - at < 3)
        end++;
    move->mark = end > at ? (uint8_t)move_text_mark(at, (size_t)(end - at)) : 0;
    return move->mark ? end : at;
}

/* Where what is said of the move begins: a sign, or one of the words. */
static size_t core_length(const char *text)
{
    static const char *const words[] = { " squeeze", " sic" };
    size_t length = strcspn(text, "+#!?");

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(text, words[i]);
        if (at && (size_t)(at - text) < length)
            length = (size_t)(at - text);
    }
    return length;
}

/* Reads what is said of the move, in any order. */
static bool read_suffixes(const char *at, struct move_text *move)
{
    for (;;) {
        const char *after = move_text_signs(at, move);
        if (after > at) {
            at = after;
        } else if (is_filler(*at)) {
            at++;
        } else if (strncmp(at, "squeeze", 7) == 0) {
            move->flags |= MOVE_SQUEEZE;
            at += 7;
        } else if (strncmp(at, "sic", 3) == 0) {
            move->flags |= MOVE_SIC;
            at += 3;
        } else {
            return *at == '\0';
        }
    }
}

bool move_text_parse(const char *text, size_t length, struct arena *arena, struct move_text *move)
{
    const char *copy = arena_copy(arena, text, length);

    if (!copy || strlen(copy) != length)
        return false;
    size_t core = core_length(copy);
    return move_text_word(copy, core, arena, move) && read_suffixes(copy + core, move);
}
