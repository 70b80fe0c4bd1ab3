/* transcript_label.c - numbers of turns at the beginning of lines, and what poor print makes of them. */
#include "decode/transcript_label.h"

#include "base/chars.h"
#include "decode/transcript_like.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLIP_BYTES = 12, SIGNS = 8 };

bool transcript_is_labelled(const char *line, size_t length)
{
    size_t digits = 0;
    while (digits < length && is_digit(line[digits]))
        digits++;
    if (digits == 0 || length < digits + 2)
        return false;
    const char *after = line + digits;
    bool sided = (*after == 'W' || *after == 'B') && after[1] == '.';
    size_t dots = 0;
    while (digits + dots < length && after[dots] == '.')
        dots++;
    while (digits + dots < length && dots && is_blank(after[dots]))
        dots++;
    return sided || (dots && digits + dots < length && after[dots] == '(');
}

/* ---- Labels that may come next ---- */

static void write_label(char label[LABEL_TEXT], uint32_t number, unsigned which)
{
    (void)snprintf(label, LABEL_TEXT, "%u%s.", number, which == 0 ? "W" : which == 1 ? "B" : "");
}

/* The turn after the last: by its label, as turn_count has it. */
static struct turn_count next_turn(const struct turn_count *count)
{
    bool same = count->which == LUDUS_WHITE;
    return (struct turn_count){ .number = count->number + !same,
                                .which = same                          ? LUDUS_BLACK
                                         : count->which == LUDUS_BLACK ? LUDUS_WHITE
                                                                       : 2 };
}

void transcript_next_label(const struct turn_count *count, char label[LABEL_TEXT])
{
    struct turn_count next = next_turn(count);
    label[0] = '\0';
    if (count->number)
        write_label(label, next.number, next.which);
}

/* ---- Signs that are meant as a label ---- */

static unsigned roman_value(char sign)
{
    static const char signs[] = "ivxlc";
    static const unsigned values[] = { 1, 5, 10, 50, 100 };
    const char *found = sign ? strchr(signs, to_lower(sign)) : NULL;
    return found ? values[found - signs] : 0;
}

/* Length of a Roman numeral that says `number`; 0 when there is none. */
static size_t roman_length(const char *signs, uint32_t number)
{
    unsigned sum = 0;
    size_t length = 0;
    for (; roman_value(signs[length]); length++) {
        unsigned value = roman_value(signs[length]), next = roman_value(signs[length + 1]);
        sum = value < next ? sum - value : sum + value;
    }
    return sum == number ? length : 0;
}

/* Length of the number, in digits or in what they are misread for. */
static size_t number_length(const char *signs, uint32_t number)
{
    char digits[LABEL_TEXT];
    size_t length = 0;
    (void)snprintf(digits, sizeof digits, "%u", number);
    while (digits[length] && transcript_like_digit(signs[length], digits[length]))
        length++;
    return digits[length] ? 0 : length;
}

/* May the signs behind a number, and a dot that was misread, say that side? */
static bool is_side(const char *signs, unsigned which)
{
    static const char *const sides[2][16] = { { "", "W", "w", "V", "M", "N", "VV", "Vv", "vv" },
                                              { "", "B", "b", "R", "8", "E", "P", "D", "H" } };
    size_t length = strlen(signs);
    if (length > 1 && strchr("lI|i", signs[length - 1]))
        length--;
    if (which > LUDUS_BLACK)
        return length == 0 || (length == 1 && strchr("lI|i", *signs));
    for (size_t i = 0; sides[which][i]; i++)
        if (strlen(sides[which][i]) == length && memcmp(sides[which][i], signs, length) == 0)
            return true;
    return false;
}

/* Are the signs meant as this label? */
static bool says(const char *signs, uint32_t number, unsigned which)
{
    size_t digits = number_length(signs, number), roman = roman_length(signs, number);
    if ((digits && is_side(signs + digits, which)) || (roman && is_side(signs + roman, which)))
        return true;
    digits = number_length(signs + 1, number);
    return digits && which <= LUDUS_BLACK && *signs == "WB"[which] && !signs[1 + digits];
}

/* A number, and perhaps a side, which nothing is wrong with. */
static bool read_label(const char *signs, uint32_t *number, unsigned *which)
{
    char *end = NULL;
    unsigned long value = is_digit(*signs) ? strtoul(signs, &end, 10) : 0;
    if (value == 0 || value > 9999)
        return false;
    char side = (char)(*end & ~0x20);
    *number = (uint32_t)value;
    *which = side == 'W' ? LUDUS_WHITE : side == 'B' ? LUDUS_BLACK : 2;
    return !*end || (*which < 2 && !end[1]);
}

/* Finds the label that may come next and that the signs are meant as. */
static bool find_label(const char *signs, const struct turn_count *count, char label[LABEL_TEXT])
{
    struct turn_count next = next_turn(count);
    if (count->number) {
        write_label(label, next.number, next.which);
        return says(signs, next.number, next.which);
    }
    for (unsigned which = 3; which-- > 0;) {
        write_label(label, 1, which);
        if (says(signs, 1, which))
            return true;
    }
    return false;
}

/* ---- Where they stand ---- */

/* The letters and digits of a text that is not too long for a label. False when it has others, or they stand
 * apart other than by a dot and blanks. */
static bool take_signs(const char *text, size_t length, char signs[SIGNS])
{
    size_t count = 0, last = 0;
    for (size_t i = 0; i < length; i++) {
        bool sign = is_letter(text[i]) || is_digit(text[i]) || text[i] == '|';
        for (size_t k = last; sign && count && k < i; k++)
            if (text[k] != '.' && !is_blank(text[k]))
                return false;
        if (sign && count + 1 == SIGNS)
            return false;
        if (!sign && !is_blank(text[i]) && !strchr(".,:;-*'!?()[]", text[i]))
            return false;
        if (sign)
            signs[count++] = text[i];
        last = sign ? i + 1 : last;
    }
    signs[count] = '\0';
    bool closed = *text != '(' || memchr(text, ')', length);
    return count > 0 && closed;
}

/* Is it a number with its dots, as labels are? */
static bool is_proper(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && is_digit(text[at]))
        at++;
    bool number = at > 0;
    at += at < length && (text[at] == 'W' || text[at] == 'B');
    size_t dots = at;
    while (at < length && (text[at] == '.' || is_blank(text[at])))
        at++;
    return number && at == length && at > dots;
}

/* Does a roll of two dice or more stand here, in digits or what is like them? */
static bool is_roll(const char *text, size_t length)
{
    size_t at = length > 0 && *text == '(', faces = 0, gaps = 0;
    for (; at < length && at < SLIP_BYTES && text[at] != ')'; at++) {
        bool face = text[at] && strchr("0123456789_~lIiOoSsZzBGA", text[at]);
        bool gap = text[at] == ',' || (*text == '(' && text[at] && strchr(",.;:/-", text[at]));
        if (!face && !gap && !is_blank(text[at]))
            break;
        if (*text != '(' && is_blank(text[at]))
            return faces == gaps + 1 && gaps > 0;
        faces += face;
        gaps += gap;
    }
    return *text == '(' && at < length && text[at] == ')' && faces > 0 && gaps > 0;
}

/* Are there letters alone, as in "is", which print may have made of 15, but hardly before moves? */
static bool is_bare_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_letter(text[i]))
            return false;
    return true;
}

/* Fills the slip of a line that goes on at `rest`; false when what stands before it is meant as no label. */
static bool read_slip(const char *line, size_t rest, const struct turn_count *count, struct label_slip *slip)
{
    char signs[SIGNS];
    unsigned which;
    uint32_t number;
    if (!take_signs(line, slip->length, signs) || (!slip->roll && is_bare_word(line, slip->length)))
        return false;
    bool found = find_label(signs, count, slip->label);
    if (!found && slip->roll && read_label(signs, &number, &which)) {
        write_label(slip->label, number, which);
        found = true;
    }
    slip->rest = rest;
    slip->plain = slip->length + 1 == strlen(slip->label) && memcmp(line, slip->label, slip->length) == 0;
    return found;
}

bool transcript_find_slip(const char *line, size_t length, const struct turn_count *count,
                          struct label_slip *slip)
{
    bool proper = false, found = false;
    for (size_t at = 1; at < length && at <= SLIP_BYTES; at++) {
        if (is_blank(line[at]) || (line[at] != '(' && !is_blank(line[at - 1])))
            continue;
        struct label_slip next = { .length = at, .roll = is_roll(line + at, length - at) };
        while (next.length > 0 && is_blank(line[next.length - 1]))
            next.length--;
        if (is_proper(line, next.length)) {
            proper = true;
            if (next.roll)
                return false;
        } else if ((next.roll || (!proper && !found)) && read_slip(line, at, count, &next)) {
            *slip = next;
            found = true;
            if (next.roll)
                return true;
        }
    }
    return found;
}

/* Can the sign be of a number or a side? */
static bool is_label_sign(char sign)
{
    bool like = roman_value(sign) || strchr("WwVvMNBbREPDH", sign);
    for (int digit = '0'; digit <= '9'; digit++)
        like |= transcript_like_digit(sign, (char)digit);
    return like;
}

bool transcript_may_be_slip(const char *text, size_t length)
{
    enum { WORDS = 3 }; /* a side that stands apart, a name, squares */
    char signs[SIGNS];
    size_t end = 0, words = 0;
    while (end < length && !is_space(text[end]) && (end == 0 || text[end] != '('))
        end++;
    if (end == 0 || end == length || !take_signs(text, end, signs) ||
        (text[end] != '(' && is_bare_word(text, end)))
        return false;
    for (const char *sign = signs; *sign; sign++)
        if (!is_label_sign(*sign))
            return false;
    for (size_t at = end; at < length; at++) {
        words += is_space(text[at]) && !is_space(text[at - 1]);
        if (words > WORDS)
            return false;
        if (is_digit(text[at]) || text[at] == '(' || (text[at] == '-' && to_lower(text[at - 1]) == 'o'))
            return true;
    }
    return words > 0 && length - end < 8; /* pass */
}
