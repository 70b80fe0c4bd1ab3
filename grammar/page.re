/* page.re - the labels of turns on a printed page, and what stands for a move that is not there. */
#include "decode/row.h"

#include <string.h>

/* Roman numbers: I, V and X. */
static uint32_t roman(const unsigned char *at, const unsigned char *end)
{
    uint32_t value = 0, last = 0;
    while (end-- > at) {
        uint32_t digit = *end == 'X' ? 10 : *end == 'V' ? 5 : 1;
        value = digit < last ? value - digit : value + digit;
        last = digit;
    }
    return value;
}

/* Digits, also as poor prints have them. */
static uint32_t number_of(const unsigned char *at, const unsigned char *end)
{
    uint32_t value = 0;
    if (*at == 'V' || *at == 'X' || (*at == 'I' && (at + 1 == end || at[1] == 'I' || at[1] == 'V' || at[1] == 'X')))
        return roman(at, end);
    for (; at < end; at++)
        if ((*at >= '0' && *at <= '9') || *at == 'O' || *at == 'o' || *at == 'l' || *at == 'I')
            value = value * 10 + (*at >= '0' && *at <= '9' ? *at - '0' : *at == 'l' || *at == 'I');
    return value;
}

struct label label_at(const char *text, size_t at, size_t end)
{
    struct label label = { 0, 0, false };
    char copy[24] = { 0 };
    const unsigned char *begin = (const unsigned char *)copy, *cursor = begin, *marker = begin, *last;
    /*!stags:re2c format = 'const unsigned char *@@;'; */
    for (size_t i = 0; at + i < end && i + 2 < sizeof copy; i++)
        copy[i] = text[at + i];
    /*!re2c
    re2c:api:style = free-form;
    re2c:define:YYCTYPE = "unsigned char";
    re2c:define:YYCURSOR = cursor;
    re2c:define:YYMARKER = marker;
    re2c:yyfill:enable = 0;
    re2c:tags = 1;

    digit = [0-9];
    poor = [0-9OolI];
    number = digit{1,3} | digit poor | poor digit;
    blank = [ \t];
    dots = blank* (".." "."* | "\xe2\x80\xa6" "."* | "." blank+ ("..." "."* | "\xe2\x80\xa6") | blank "." blank "." (blank ".")*);

    "(" number @last ")" "."? dots { label.dots = true; goto found; }
    number @last [):] dots      { label.dots = true; goto found; }
    "(" number @last ")" "."?   { goto found; }
    "[" number @last "]" "."?   { goto found; }
    [IVX]{1,6} @last "." / [ \t] { goto found; }
    number @last dots           { label.dots = true; goto found; }
    number @last "." / "0" [-\xe2]  { goto found; }
    number @last "." blank* ("-" | "\xe2\x80" [\x93\x94]) / [^-0-9\x00] { goto found; } // Spanish: 1.-P4R
    number @last [.):,] / [^0-9] { goto found; }
    number @last / [ \t\n\x00]  { goto found; }
    digit{1,3} @last "."? ("\xc2\xaa" | "\xc2\xba") "."? / [ \t] { goto found; } // 1.ª
    digit{1,3} @last [@#*~^_] / [ \t]  { goto found; }
    *                           { return label; }
    */
found:
    label.number = number_of(begin, last);
    label.length = label.number ? (size_t)(cursor - begin) : 0;
    return label;
}

/* Length of dots or dashes that stand for a move, or 0. */
size_t dots_at(const char *text, size_t at, size_t end)
{
    char copy[40] = { 0 };
    const unsigned char *begin = (const unsigned char *)copy, *cursor = begin, *marker = begin;
    for (size_t i = 0; at + i < end && i + 2 < sizeof copy; i++)
        copy[i] = text[at + i];
    /*!re2c
    (".." "."* | "\xe2\x80\xa6" "."* | "." (blank ".")+ | "--" "-"*) / [ \t\n\x00] { return (size_t)(cursor - begin); }
    * { return 0; }
    */
}

/* What stands in the place of a label before a roll, as scribes and poor prints have it: "1W.", "lB.", "B4.", "IVB.",
 * "4 B:", "4R.". Its length with the blanks behind it, or 0; sets its number, and the side that it names, or -1. */
size_t label_of_roll(const char *text, size_t length, uint32_t *number, int *side)
{
    char copy[24] = { 0 };
    const unsigned char *begin = (const unsigned char *)copy, *cursor = begin, *marker = begin;
    for (size_t i = 0; i < length && i + 2 < sizeof copy; i++)
        copy[i] = text[i];
    /*!re2c
    stop = [-.:,;];
    ordinal = [0-9OolI]{1,3} | [IVX]{1,6};
    side = [WBwb] | "R" | "BI";

    ordinal blank? stop? blank? side? stop? blank* / "(" { goto found; }
    side blank? ordinal stop? blank* / "("               { goto found; }
    *                                                    { return 0; }
    */
found:;
    static const char digits[] = "0123456789OolIVX";
    const unsigned char *first = begin + strcspn(copy, digits);
    const char *named = strpbrk(copy, "WwBbR(");
    *number = number_of(first, first + strspn((const char *)first, digits));
    *side = *named == '(' ? -1 : *named == 'W' || *named == 'w' ? LUDUS_WHITE : LUDUS_BLACK;
    return (size_t)(cursor - begin);
}
