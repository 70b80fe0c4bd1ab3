/* page.re - reads parts of the lines of a printed page: labels of turns, dots in place of a move, clock times, and
 * the roll for who begins. */
#include "base/text.h"
#include "decode/passage.h"
#include "decode/transcript_page.h"

#include <stdio.h>
#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:tags = 1;

    digit = [0-9];
    blank = [ \t\v]; /* also a narrow one */
    gap   = [ \t-\r];
    nul   = "\x00";
*/

static const char *bound(const char *text, size_t at, size_t limit)
{
    enum { SEARCHED_MOST = 200 };
    return text + (at + SEARCHED_MOST < limit ? at + SEARCHED_MOST : limit);
}

/* Reads a number: digits, also as misprinted letters, or a Roman number of I, V and X. */
static uint32_t number_of(const char *at, const char *end)
{
    static const char digits[] = "0123456789OolI";
    uint32_t value = 0, last = 0;
    if (*at == 'V' || *at == 'X' || (*at == 'I' && (at + 1 == end || strchr("IVX", at[1])))) {
        while (end-- > at) {
            uint32_t digit = *end == 'X' ? 10 : *end == 'V' ? 5 : 1;
            value = digit < last ? value - digit : value + digit;
            last = digit;
        }
        return value;
    }
    for (const char *digit; at < end; at++)
        if ((digit = memchr(digits, *at, sizeof digits - 1)))
            value = value * 10 + (is_digit(*at) ? (uint32_t)(*at - '0') : digit - digits > 11);
    return value;
}

struct label label_at(const char *text, size_t at, size_t limit)
{
    struct label label = { .length = 0 };
    const char *begin = text + at, *end = bound(text, at, limit), *cursor = begin, *marker, *last;
    /*!stags:re2c:label format = 'const char *@@;'; */
    /*!re2c:label
    poor = [0-9OolI];
    number = digit{1,3} | digit poor | poor digit;
    dash = "-" | "\xe2\x80" [\x93\x94];
    capital = [A-Z\xc3-\xc5\xd0]; /* or the first byte of one */
    next_line = blank* "\n" blank*;
    apart = blank+ | next_line;
    dots = blank* (".." "."* (blank+ ".")* | "\xe2\x80\xa6" "."* | "." blank+ ("..." "."* | "\xe2\x80\xa6") | "."? gap+ "." gap+ "." (gap+ ".")*) ([,;] | blank* (dash | "/"))?;

    digit{1,3} @last ("st" | "nd" | "rd" | "th" | "d" | "er" | "e" | ".")? blank+ ('move' | 'coup' | 'zug' | 'zet' | 'drag' | 'mossa' | 'jugada') ":" / gap { goto found; }
    "(" number @last ")" "."? dots { label.dots = true; goto found; }
    number @last [):] dots      { label.dots = true; goto found; }
    number @last "." blank* "--" "-"* "/" { label.dots = true; goto found; } // 4. ----/Kt-Q5
    "(" number @last ")" "."?   { goto found; }
    "[" number @last "]" "."?   { goto found; }
    [IVX]{1,6} @last "." / blank { goto found; }
    "l"{1,2} @last "." / blank  { goto found; }
    number @last dots           { label.dots = true; goto found; }
    number @last "."? blank* dash blank* (".." "."* | "\xe2\x80\xa6") [,;]? { label.dots = true; goto found; } // Catalan: 23.-..., D6C
    number @last "." / "0" [-\xe2]  { goto found; }
    digit{1,3} @last "." / digit [a-h] [1-8] [^0-9A-Za-z] { goto found; } // 17.8d3, of a scan
    digit{1,3} @last apart dash apart ".." "."* (blank ";")? / gap { label.dots = true; goto found; }
    digit{1,3} @last apart? dash apart / (capital | [a-p] ([x:] [a-p])? digit | "0-0") { goto found; } // Portuguese: 1 - P4D
    number @last "." blank* dash{1,4} [,;] / [ \t\n] { label.dots = true; goto found; }
    (number | "l"{1,2}) @last [.)] apart? dash / ((blank? | next_line) ([^- \t\n0-9\x00\xe2] | "\xe2" [^\x80])) { label.dash = true; goto found; } // Spanish: 1.-P4R
    number @last ([.):,] | ".)") / [^0-9] { goto found; }
    digit{1,3} @last blank "." / (blank+ [^. \t\n] | "\n") { goto found; } // 1 . e4
    digit{1,3} @last [/|] / blank { goto found; }
    digit{1,3} @last "|" / (capital | [a-p] digit) { goto found; } // 1|P-Q4   |P-Q4
    digit{1,3} @last dash "-"? / capital { goto found; } // 1—P-K4, 1--P-K4; not of f3-g4
    digit{1,3} @last "\xe2\x80\x94" / ([a-h] ([1-8a-hxX:] | "\xc3\x97") | [0Oo] dash) { goto found; } // 1—e4
    number @last / [ \t\n\x00]  { goto found; }
    digit{1,3} @last "."? dash / blank* [\n\x00] { goto found; } // no move stands behind it: 33-
    digit{1,3} @last "."? "\xc2" [\xaa\xb0\xba] "."? / [ \t\n\x00] { goto found; } // 1.ª, 1°
    digit{1,3} @last [@#*~^_] / blank { goto found; }
    digit{1,3} @last ([WB] [.:]? | blank [WB] ":") / blank {
        label.side = last[*last == ' ' || *last == '\t'];
        goto found;
    }
    *                           { return label; }
    */
found:
    label.number = number_of(begin, last);
    label.length = label.number ? (size_t)(cursor - begin) : 0;
    return label;
}

size_t dots_at(const char *text, size_t at, size_t limit)
{
    const char *begin = text + at, *end = bound(text, at, limit), *cursor = begin, *marker;
    /*!re2c
    long = "\xe2\x80" [\x90-\x95];
    (".." "."* | "\xe2\x80\xa6" "."* | "." (blank ".")+) [,;]? (blank+ ("-" | long))? / [ \t\n\x00] { return (size_t)(cursor - begin); }
    ("--" "-"* | "-" (blank+ "-")+ | long (blank* long)+) / [ \t\n\x00] { return (size_t)(cursor - begin); }
    ("." | long) / (blank blank)                               { return (size_t)(cursor - begin); }
    "\xc2\xbb" / [ \t\n\x00]                                   { return (size_t)(cursor - begin); }
    long [,;] / blank                                          { return (size_t)(cursor - begin); }
    long / [\n\x00]                                            { return (size_t)(cursor - begin); }
    * { return 0; }
    */
}

/* Reads "1W.", "lB.", "B4.", "IVB.", "4 B:", "4R.", as in manuscripts and poor prints, "4." and "4...", with the blanks
 * after it. */
size_t label_of_roll(const struct print *print, size_t at, size_t limit, uint32_t *number, int *side)
{
    const char *text = print->text + at, *end = bound(print->text, at, limit), *cursor = text, *marker;
    /*!re2c
    stop = [-.:,;)];
    more = ".." "."* | "\xe2\x80\xa6";
    ordinal = [0-9OolI]{1,3} | [IVX]{1,6};
    side = [WBwb] | "R" | "BI";

    "("? ordinal blank? stop? blank? side stop? blank* / [^a-zA-Z0-9] { goto found; }
    "("? ordinal blank? stop? blank* more? blank*                 { goto found; }
    side blank? ordinal stop? blank*                              { goto found; }
    *                                                             { return 0; }
    */
found:;
    static const char digits[] = "0123456789OolIVX";
    const char *first = text + strcspn(text, digits), *named = text + strcspn(text, "WwBbR");
    *number = number_of(first, first + strspn(first, digits));
    const char *dot = memchr(text, '.', (size_t)(cursor - text));
    bool dots = (dot && dot + 1 < cursor && dot[1] == '.') || memchr(text, '\xe2', (size_t)(cursor - text));
    *side = named < cursor ? place_of_side(print->dialects->ruleset, *named != 'W' && *named != 'w') : dots ? 1 : -1;
    return (size_t)(cursor - text);
}

size_t print_clock(const struct print *print, size_t at, size_t limit)
{
    const char *begin = print->text + at, *end = print->text + limit, *cursor = begin, *marker;
    if (print->dialects->ruleset->rules.dice || (at < limit && *begin == '(' && !print->plain))
        return 0;
    /*!re2c
    digit{1,3} ([.:] digit{2})+ / (gap | "|" | nul)                   { return (size_t)(cursor - begin); }
    "(" digit{1,3} ([.:] digit{2})* ")" / (gap | "|" | nul | [.,;]) { return (size_t)(cursor - begin); }
    * { return 0; }
    */
}

/* ---- Lines ---- */

size_t print_ornament(const char *text, size_t at, size_t limit)
{
    const char *begin = text + at, *end = text + limit, *cursor = begin, *marker;
    /*!re2c
    quote = ["] | "\xe2\x80" [\x98\x9c\x9e] | "\xc2\xab";

    "[" ('pg' | 'page' | 'p') "."? blank* digit{1,4} "]" | "{" digit{1,4} "}" { return (size_t)(cursor - begin); }
    ("_" [_ \t]{2,} | "*" [* \t]{2,} | "=" [= \t]{2,} | "~" [~ \t]{2,} | "-"{12,} [ \t]*) / nul { return limit - at; }
    quote / digit {
        const size_t length = (size_t)(cursor - begin);
        return label_at(text, at + length, limit).length ? length : 0;
    }
    * { return 0; }
    */
}

size_t transcript_footnote_mark(const char *text, size_t at, size_t limit)
{
    const char *begin = text + at, *end = text + limit, *cursor = begin, *marker;
    /*!re2c
    letter = [a-z] | digit{1,2};
    raised = "\xc2" [\xb9\xb2\xb3] | "\xe2\x81" [\xb0\xb4-\xb9];
    ("(" letter ")" | "[" letter "]" | letter ")" | "*"{1,3} | ("\xe2\x80\xa0"){1,2} | "\xe2\x80\xa1" | raised{1,2}) /
    (gap | nul | [.:,;])                                      { return (size_t)(cursor - begin); }
    "(" [a-z] ")" / [A-Z]                                     { return (size_t)(cursor - begin); } // (h)BxP
    * { return 0; }
    */
}

bool transcript_may_begin_turn(const char *line, size_t length)
{
    const char *cursor = line, *end = line + length, *marker;
    /*!re2c
    open = "(" | "{" | gap;

    "{" open* [^({ \t-\r\x00] | open* [0-9_~]+ [WB]? "." | open+ [0-9_~]+ "," { return true; }
    * { return false; }
    */
}

bool transcript_is_labelled(const char *line, size_t length)
{
    const char *cursor = line, *end = line + length, *marker;
    /*!re2c
    digit+ ([WB] "." | "."+ [ \t\v\f]* "(") { return true; }
    * { return false; }
    */
}

void transcript_first_roll(const char *text, size_t length, char roll[16])
{
    const char *cursor = text, *end = text + length, *marker, *mine, *yours;
    /*!stags:re2c:rolled format = 'const char *@@;'; */
    roll[0] = '\0';
    while (cursor < end) {
        const char *word = cursor;
        /*!re2c:rolled
        between = [ \t-\r.,;:];
        sign = [^ \t-\r.,;:\x00];
        amount = "0"? [1-9] | [1-9] digit;

        ('white' | 'black') between+ 'rolled' between+ ('a' 'n'? between+)? @mine amount between+ 'to' between+
        ((sign \ digit) sign* between+)? @yours amount / (between | nul) { // 9 to a 6, an 11 to Black's 4
            const bool white = is_alike(word, "White", 5);
            unsigned one = number_take(&mine) % 100, other = number_take(&yours) % 100;
            (void)snprintf(roll, 16, "%u-%u", white ? one : other, white ? other : one);
            return;
        }
        sign+ | between | nul { continue; }
        */
    }
}
