/* transcript_like.c - what on a page looks like a move, though it may not be read as one. */
#include "decode/transcript_like.h"

#include "base/chars.h"
#include "notation/move_text.h"

#include <string.h>

bool transcript_like_digit(char sign, char digit)
{
    static const char *const like[10] = { "OoQD", "lIi|!", "Zz", "", "A", "Ss", "Gb", "T", "B", "gq" };
    return sign == digit || (sign && strchr(like[digit - '0'], sign));
}

/* How sure the squares of a move are. */
struct likeness {
    unsigned digits, weak; /* ranks that are digits; those that are signs which words have as well */
};

/* Length of a square, or of what may be one; 0 when there is none. */
static size_t square_length(const char *at, const char *end, struct likeness *likeness)
{
    if (end - at < 2 || to_lower(*at) < 'a' || to_lower(*at) > 'p')
        return 0;
    if (is_digit(at[1])) {
        likeness->digits++;
        return at[1] == '0' ? 0 : at[1] == '1' && end - at > 2 && is_digit(at[2]) ? 3 : 2;
    }
    bool like = false;
    for (int digit = '1'; digit <= '9'; digit++)
        like |= transcript_like_digit(at[1], (char)digit);
    likeness->weak += !strchr("lI|", at[1]);
    return like && !is_upper(*at) ? 2 : 0;
}

/* Length of a dash or a cross, the crosses first. */
static size_t joint_length(const char *at, const char *end, bool *cross)
{
    static const char *const joints[] = { "x",      "X",      "\u00d7", "-",      "\u2010", "\u2011",
                                          "\u2012", "\u2013", "\u2014", "\u2015", "\u2212" };
    for (unsigned i = 0; i < sizeof joints / sizeof *joints; i++) {
        size_t length = strlen(joints[i]);
        *cross = i < 3;
        if ((size_t)(end - at) >= length && memcmp(at, joints[i], length) == 0)
            return length;
    }
    return 0;
}

/* The parts of two squares and what joins them; the blanks are those beside the joint. */
struct pair {
    size_t first, before, joint, after, second;
};

static size_t blanks_length(const char *at, const char *end)
{
    const char *begin = at;
    for (size_t length; at < end && (length = leiden_blank(at, (size_t)(end - at))) > 0;)
        at += length;
    return (size_t)(at - begin);
}

static bool read_pair(const char *begin, const char *at, const char *end, struct pair *pair)
{
    struct likeness likeness = { 0 };
    bool cross = false;
    if (at > begin && ((at[-1] >= 'a' && at[-1] <= 'z') || is_digit(at[-1])))
        return false;
    pair->first = square_length(at, end, &likeness);
    at += pair->first;
    pair->before = blanks_length(at, end);
    at += pair->before;
    pair->joint = joint_length(at, end, &cross);
    if (!pair->first || (!pair->joint && (at == end || *at != ':' || pair->before)))
        return false;
    pair->joint += !pair->joint;
    at += pair->joint;
    pair->after = blanks_length(at, end);
    at += pair->after;
    pair->second = square_length(at, end, &likeness);
    at += pair->second;
    if (cross && (pair->before > 0) != (pair->after > 0)) /* "a4x h6" may be two moves */
        return false;
    bool over = at == end || !((*at >= 'a' && *at <= 'z' && *at != 'x' && *at != 'e') || is_digit(*at));
    return pair->second && over && (likeness.digits > 0 || !likeness.weak);
}

bool transcript_move_like(const char *text, size_t length)
{
    struct pair pair;
    for (size_t at = 0; at < length; at++)
        if (read_pair(text, text + at, text + length, &pair) && !pair.before && !pair.after)
            return true;
    return false;
}

/* "B x f4", behind a blank: the signs up to its end; 0 when it does not stand here. */
static size_t taking_length(const char *begin, const char *at, const char *end)
{
    struct likeness likeness = { 0 };
    bool cross = false;
    const char *joint = at + 1;
    if (!is_upper(*at) || at == begin || !is_space(at[-1]))
        return 0;
    size_t before = blanks_length(joint, end), size = joint_length(joint + before, end, &cross);
    const char *square = joint + before + size;
    size_t after = blanks_length(square, end), length = square_length(square + after, end, &likeness);
    const char *stop = square + after + length;
    bool over = stop == end || !(is_letter(*stop) || is_digit(*stop));
    return before && size && cross && after && length && likeness.digits && over ? (size_t)(stop - at) : 0;
}

/* Closes that up; the blanks come to stand behind it. Returns its length then. */
static size_t close_taking(char *at, size_t length)
{
    size_t closed = 0;
    for (size_t i = 0; i < length; i++)
        if (!is_space(at[i]))
            at[closed++] = at[i];
    memset(at + closed, ' ', length - closed);
    return closed;
}

void transcript_close_up(char *text, size_t length)
{
    struct pair pair;
    size_t taking;
    for (size_t at = 0; at < length; at++) {
        const char *comment = text[at] == '{' ? memchr(text + at, '}', length - at) : NULL;
        if (text[at] == ';' || (text[at] == '{' && !comment))
            return;
        at = comment ? (size_t)(comment - text) : at;
        if (at < length && (taking = taking_length(text, text + at, text + length)) > 0)
            at += close_taking(text + at, taking) - 1;
        if (!read_pair(text, text + at, text + length, &pair) || pair.before + pair.after == 0)
            continue;
        char blanks[64], *to = text + at + pair.first;
        if (pair.before + pair.after > sizeof blanks)
            continue;
        memcpy(blanks, to, pair.before);
        memcpy(blanks + pair.before, to + pair.before + pair.joint, pair.after);
        memmove(to, to + pair.before, pair.joint);
        memmove(to + pair.joint, to + pair.before + pair.joint + pair.after, pair.second);
        memcpy(to + pair.joint + pair.second, blanks, pair.before + pair.after);
        at += pair.first + pair.joint - 1; /* the second square may be the first of another pair */
    }
}

/* ---- Items ---- */

/* A capital that is no word, or Kt, whatever brackets and dots stand about it. Longer names are read together
 * with their squares. */
static bool is_name_like(const struct item *item)
{
    char letters[2] = { '\0', '\0' };
    size_t count = 0;
    for (size_t i = 0; i < item->length && item->length <= 4; i++)
        if (is_letter(item->text[i]) && count++ < 2)
            letters[count - 1] = item->text[i];
    bool kt = count == 2 && letters[0] == 'K' && letters[1] == 't';
    return item->kind == ITEM_BAD && (kt || (count == 1 && is_upper(*letters) && !strchr("AI", *letters)));
}

/* Is it a word of its own that joins two moves of one turn? */
static bool is_and(const struct item *item)
{
    static const char *const words[] = { "and", "&", "then", "und", "et", "e" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (item->kind == ITEM_BAD && item->length == strlen(words[i]) &&
            memcmp(item->text, words[i], item->length) == 0)
            return true;
    return false;
}

bool transcript_is_whole(const struct item *item)
{
    if (item->kind == ITEM_BAD)
        return transcript_move_like(item->text, item->length);
    return item->kind == ITEM_MOVE && ((item->move.flags & MOVE_LONG) || item->move.style == MOVE_PLACE);
}

/* Are there moves alone from `item` on, to the next number or the end? */
static bool leads_moves(const struct ludus_game *line, size_t item)
{
    bool any = false;
    for (; item < line->item_count && line->items[item].kind != ITEM_NUMBER; item++) {
        const struct item *at = &line->items[item];
        if (transcript_is_whole(at))
            any = true;
        else if (at->kind != ITEM_RESULT && at->kind != ITEM_COMMENT && at->kind != ITEM_NAG &&
                 !(at->kind == ITEM_BAD && at->length == 1))
            return false;
    }
    return any;
}

bool transcript_is_meant(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item], *next = at + 1;
    if (at->kind != ITEM_BAD)
        return false;
    if (transcript_move_like(at->text, at->length))
        return true;
    if (item + 1 == line->item_count)
        return false;
    if (is_name_like(at))
        return transcript_is_whole(next) && (next->kind == ITEM_BAD || next->move.name_length == 0);
    return is_and(at) && item > 0 && at[-1].kind == ITEM_MOVE && leads_moves(line, item + 1);
}
