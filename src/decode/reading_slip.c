/* reading_slip.c - readings of a text in which a sign is wrong, lost or added. */
#include "base/chars.h"
#include "base/text.h"
#include "decode/reading_price.h"
#include "decode/signs.h"
#include "notation/move_text.h"
#include "rules/ruleset.h"

#include <string.h>

/* ---- Slips ---- */

/* Signs that are tried: those of any notation, and letters of pieces, which each notation reads by itself. */
static const char shared_signs[] = "abcdefgh12345678tx-O=. ", piece_signs[] = "KQRBNPTDLSACF";

static void try_slip(struct parse *parse, char *text, size_t length, unsigned cost, size_t edited, int shift)
{
    parse->text = text;
    parse->length = length;
    parse->cost = (uint16_t)(PRICE_SLIP + cost);
    parse->edited = edited;
    parse->shift = shift;
    reading_read_by(parse);
}

/* Each of the signs for sign `at`, and before it. */
static void slip_at(struct parse *parse, const char *text, size_t length, size_t at, const char *signs,
                    const struct lookalikes *alike)
{
    char changed[READ_MOST + 2];
    memcpy(changed, text, length);
    for (const char *sign = signs; *sign; sign++) {
        if (*sign == text[at])
            continue;
        changed[at] = *sign;
        try_slip(parse, changed, length,
                 lookalikes_has(alike, text[at], *sign) ? PRICE_LOOKALIKE : PRICE_OTHER_SIGN, 0, 0);
    }
    memcpy(changed + at + 1, text + at, length - at); /* one too few */
    for (const char *sign = signs; *sign; sign++) {
        changed[at] = *sign;
        try_slip(parse, changed, length + 1, PRICE_LOST_SIGN, at, 1);
    }
}

/* Sign `at` is one too many. */
static void drop_at(struct parse *parse, const char *text, size_t length, size_t at)
{
    char changed[READ_MOST + 2];
    memcpy(changed, text, at);
    memcpy(changed + at, text + at + 1, length - at - 1);
    try_slip(parse, changed, length - 1, PRICE_LOST_SIGN, at, -1);
}

/* Is `word` a text with one sign wrong, lost or added? */
static bool is_near(const char *text, size_t length, const struct dialect_word *word)
{
    return length + 1 >= word->length && length <= word->length + 1u &&
           text_edits(text, length, word->text, word->length) == 1;
}

/* Words of small letters that are misspelt: "Castes", "takss". */
static void slip_words(struct parse *parse, const char *text, size_t length)
{
    char changed[2 * READ_MOST + 2];
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && !is_blank(text[end]); end++)
            ;
        for (unsigned i = 0; i < parse->dialect->word_count && end - at > 1; i++) {
            const struct dialect_word *word = &parse->dialect->words[i];
            if (word->class == CLASS_PIECE || !is_letter(*word->text) || !is_near(text + at, end - at, word))
                continue;
            memcpy(changed, text, at);
            memcpy(changed + at, word->text, word->length);
            memcpy(changed + at + word->length, text + end, length - end);
            try_slip(parse, changed, length + word->length - (end - at), PRICE_LOOKALIKE, at,
                     (int)word->length - (int)(end - at));
        }
    }
}

/* All letters that are easily read for digits, behind the letters of files, at once: "el-fl". */
static void digits_for_letters(struct parse *parse, const char *text, size_t length)
{
    static const char letters[] = "lIi|SsO", digits[] = "1111550";
    char changed[READ_MOST + 2];
    bool any = false;
    memcpy(changed, text, length);
    for (size_t at = 1; at < length; at++) {
        const char *letter = text[at] ? strchr(letters, text[at]) : NULL;
        bool file =
            text[at - 1] >= 'a' && text[at - 1] <= 'p' && (at < 2 || !is_letter(text[at - 2]) || at == 2);
        bool last = at + 1 == length || !is_letter(text[at + 1]);
        if (!letter || !file || !last)
            continue;
        changed[at] = digits[letter - letters];
        any = true;
    }
    if (any)
        try_slip(parse, changed, length, PRICE_LOOKALIKE, 0, 0);
}

/* Is there no letter in a text but those of files: is it the same in all algebraic notations? */
static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] & '\x80' || (is_letter(text[i]) && (text[i] < 'a' || text[i] > 'h')))
            return false;
    return true;
}

void reading_find_slips(const struct dialects *dialects, const char *text, size_t length, uint32_t allowed,
                        struct readings *readings)
{
    struct lookalikes alike;
    lookalikes_read(&alike, NULL, 0);
    size_t most = 0;
    while (most < length && most < SLIP_BYTES && !is_break(text[most]))
        most++;
    if (most < 2)
        return; /* of a single sign nothing would be left */
    const bool plain = is_plain(text, most);
    uint32_t same = 0; /* the algebraic notations, of a text that is the same in all */
    for (unsigned i = 0; plain && i < dialects->count; i++)
        same |= (uint32_t)!dialects->each[i].descriptive << i & allowed & dialects->reading;
    for (unsigned i = 0; i < dialects->count; i++) {
        const uint32_t own = 1u << i, shared = same & own ? same : own;
        struct parse parse = {
            .dialects = dialects, .dialect = &dialects->each[i], .bit = own, .out = readings
        };
        if (!(allowed & dialects->reading & own))
            continue;
        slip_words(&parse, text, most);
        for (size_t at = 0; at < (plain ? 1 : most); at++) /* where a letter is lost, it was the first sign */
            if (!(text[at] & '\x80'))
                slip_at(&parse, text, most, at, piece_signs, &alike);
        if (shared & (own - 1))
            continue; /* another notation has read the rest */
        parse.bit = shared;
        digits_for_letters(&parse, text, most);
        for (size_t at = 0; at < most; at++)
            if (!(text[at] & '\x80')) {
                slip_at(&parse, text, most, at, shared_signs, &alike);
                drop_at(&parse, text, most, at);
            }
    }
}
