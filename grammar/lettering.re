/* lettering.re - gives the letters of a page what they stand for: parts of moves on pages in one case their case,
 * the "l" of typewriters that have no digit 1 that digit. */
#include "base/text.h"
#include "decode/passage.h"

#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:tags = 1;
*/

/* ---- Pages in capitals or in small letters ---- */

/* Are nearly all letters of the page capitals, or nearly all small ones, and has it no squares on files that
 * no piece has its name from, as e4? */
static bool has_one_case(const char *text, size_t begin, size_t end)
{
    enum { LETTERS_LEAST = 40, OTHERS_PER = 40 };
    size_t capitals = 0, small = 0, others = 0;
    for (size_t at = begin; at < end; at++) {
        capitals += is_upper(text[at]);
        small += is_lower(text[at]);
        others += (text[at] & '\x80') != 0;
        others += at + 1 < end && strchr("EGHegh", text[at]) && is_digit(text[at + 1]) ? LETTERS_LEAST : 0;
    }
    return capitals + small > LETTERS_LEAST + 4 * others &&
           (OTHERS_PER * small < capitals || OTHERS_PER * capitals < small);
}

/* Returns the length of the word of a notation that a text begins with, whatever its case; `spelt` is it. */
static size_t word_in_any_case(const struct dialect *dialect, const char *text, size_t length,
                               const char **spelt)
{
    for (unsigned i = dialect->first[(unsigned char)to_lower(*text)]; i < DIALECT_WORDS;
         i = dialect->words[i].next) {
        const struct dialect_word *word = &dialect->words[i];
        *spelt = word->text;
        if (dialect_word_is_common(word) && word->length <= length &&
            is_alike(text, word->text, word->length))
            return word->length;
    }
    return 0;
}

/* Writes the words made only of digits and of a notation's words as the notation spells them, "KT-KB3" and
 * "kt-kb3" as "Kt-KB3"; without `writes` only counts those with a rank. */
static unsigned restore_case(struct finder *finder, const struct dialect *dialect, size_t begin, size_t end,
                             bool writes)
{
    enum { LONGEST = 12 };
    unsigned count = 0;
    for (size_t at = begin, stop; at < end; at = stop + 1) {
        char word[LONGEST];
        const char *text = finder->out->text;
        for (stop = at; stop < end && (is_letter(text[stop]) || is_digit(text[stop]));)
            stop++;
        size_t part = at, length;
        for (; part < stop && stop - at <= LONGEST; part += length) {
            const char *spelt = text + part;
            length = is_digit(*spelt) ? 1 : word_in_any_case(dialect, spelt, stop - part, &spelt);
            if (!length)
                break;
            memcpy(word + (part - at), spelt, length);
        }
        if (part < stop || part == at)
            continue;
        count += is_letter(text[at]) && is_digit(text[stop - 1]);
        if (writes)
            memcpy(finder->out->text + at, word, stop - at);
    }
    return count;
}

/* On a page in one case, gives the parts of moves the case that they have in its descriptive notation. */
static void restore_cases(struct finder *finder, const struct dialects *dialects, size_t begin, size_t end)
{
    const struct dialect *best = NULL;
    unsigned most = 2 * NUMBERED_LEAST;
    if (!has_one_case(finder->out->text, begin, end))
        return;
    for (unsigned i = 0; i < dialects->count; i++) {
        const unsigned count =
            dialects->each[i].descriptive ? restore_case(finder, &dialects->each[i], begin, end, false) : 0;
        best = count > most ? &dialects->each[i] : best;
        most = count > most ? count : most;
    }
    if (best)
        (void)restore_case(finder, best, begin, end, true);
}

/* ---- Typewriters without a digit 1 ---- */

/* Writes the digit 1 for each letter "l" of a number or a rank: "l0.", "Rel", "Sgl-f3", "K-Kt l". Without `writes`
 * only counts them. */
static unsigned restore_ones(char *text, const char *end, bool writes)
{
    const char *cursor = text, *begin, *one, *marker;
    unsigned count = 0;
    while (cursor < end) {
        begin = cursor;
        /*!stags:re2c:ones format = 'const char *@@;'; */
        /*!re2c:ones
        any    = [\x00-\xff];
        letter = [a-zA-Z\x80-\xe1\xe3-\xff]; /* \xe2 begins signs */
        edge   = any \ letter;
        sign   = [x:-];
        piece  = [A-Z] | (letter \ [a-zA-Z])+;

        [0-9l]{1,3} / [.,:)\]]                       { one = begin; goto found; }
        [0-9]{1,2} "l" | "l" [0-9l]? / (edge \ ['])   { one = begin; goto found; }
        piece [a-h]? sign? [a-h] @one "l" / edge      { goto found; }
        sign [a-h] @one "l" / edge                    { goto found; }
        "lst" / edge                                  { one = begin; goto found; }
        [a-h] @one "l" / (sign | " "? "\xe2" | " - ") { goto found; }
        [BCDFKNQRST]{1,3} "t"? @one "l" / edge        { goto found; }
        [A-Z] @one "l" [A-Z]{1,2} / edge              { goto found; }
        letter+ | "l\xe2\x80\x99"                       { continue; }
        *                                             { continue; }
        */
    found:
        for (char *at = text + (one - text); at < cursor; at++) {
            count += *at == 'l';
            *at = writes && *at == 'l' ? '1' : *at;
        }
    }
    return count;
}

void ornaments_restore_letters(struct finder *finder, const struct dialects *dialects, size_t begin, size_t end)
{
    enum { ONES_LEAST = 4 };
    char *text = finder->out->text;
    restore_cases(finder, dialects, begin, end);
    if (!memchr(text + begin, '1', end - begin) && restore_ones(text + begin, text + end, false) >= ONES_LEAST)
        (void)restore_ones(text + begin, text + end, true);
}
