/* signs.c - the words and signs of a text in a notation. */
#include "decode/signs.h"

#include "base/chars.h"
#include "notation/build.h"

#include <string.h>

/* Behind the name of a piece, a rank: "'s", a stop. */
static const char *skip_tail(const char *at, const char *end)
{
    if (end - at >= 1 && *at == '.')
        at++;
    if (end - at >= 2 && at[0] == '\'' && at[1] == 's')
        at += 2;
    else if (end - at >= 4 && memcmp(at, "\u2019s", 4) == 0)
        at += 4;
    if (end - at >= 1 && *at == '.')
        at++;
    return at;
}

static bool add_sign(struct parse *parse, unsigned class, unsigned value, const char *begin, const char *end,
                     bool apart)
{
    parse->signs[parse->count++] =
        (struct sign){ (uint8_t) class, (uint8_t)value, apart, (uint16_t)(begin - parse->text),
                       (uint16_t)(end - parse->text) };
    return parse->count < SIGNS_MAX;
}

static const char *read_number(struct parse *parse, const char *at, const char *end, bool apart)
{
    const char *begin = at;
    unsigned value = 0;
    for (; at < end && is_digit(*at) && value < 100; at++)
        value = value * 10 + (unsigned)(*at - '0');
    if (value == 0 || value > parse->dialects->ruleset->rules.ranks)
        return NULL;
    const struct dialect_word *word = dialect_match(parse->dialect, at, end);
    if (word && word->class == CLASS_ORDINAL)
        at += word->length;
    if (parse->dialect->descriptive && end - at >= 1 && *at == '.' && (end - at < 2 || at[1] != '.'))
        at++;
    add_sign(parse, SIGN_NUMBER, value, begin, at, apart);
    return at;
}

static const char *read_word(struct parse *parse, const struct dialect_word *word, const char *at,
                             const char *end, bool apart)
{
    const char *rest = at + word->length;
    unsigned value = word->class == CLASS_PIECE ? parse->dialect->kinds[word->piece] : 0;
    if (word->class == CLASS_PIECE && value == NONE)
        return NULL;
    if (word->class == CLASS_FILE) {
        add_sign(parse, SIGN_FILE, word->piece, at, rest, apart);
        return rest;
    }
    if (word->class == CLASS_RANK) {
        rest = skip_tail(rest, end);
        add_sign(parse, SIGN_NUMBER, word->piece, at, rest, apart);
        return rest;
    }
    if (word->class != CLASS_TO && word->class != CLASS_TAKES)
        rest = skip_tail(rest, end);
    else if (word->length > 1 && rest < end && *rest == '.')
        rest++; /* pr. */
    add_sign(parse, word->class, value, at, rest, apart);
    return rest;
}

static const char *read_sign(struct parse *parse, const char *at, bool apart)
{
    unsigned class = *at == '('                 ? SIGN_OPEN
                     : *at == ')'               ? SIGN_CLOSE
                     : *at == '!' || *at == '?' ? SIGN_MARK
                                                : SIGN_STOP;
    if (class == SIGN_STOP && !strchr(",;:.", *at))
        return NULL;
    add_sign(parse, class, (unsigned char)*at, at, at + 1, apart);
    return at + 1;
}

/* Length of a judgement of the position, right behind the last sign and as the last of a word, or 0. */
static size_t judgement_length(const struct parse *parse, const char *at, const char *end)
{
    unsigned nag;
    size_t length = parse->count && parse->signs[parse->count - 1].end == at - parse->text &&
                            parse->signs[parse->count - 1].class != CLASS_PIECE
                        ? token_judgement(at, (size_t)(end - at), &nag)
                        : 0;
    return length && (at + length == end || is_space(at[length]) || strchr(",;.)", at[length])) ? length : 0;
}

/* Takes in the two squares of a move in digits, "5254". Returns what is behind them, or NULL. */
static const char *read_digits(struct parse *parse, const char *at, const char *end, bool apart)
{
    const struct rules *rules = &parse->dialects->ruleset->rules;
    size_t digits = 0;
    while (at + digits < end && is_digit(at[digits]))
        digits++;
    if (parse->count > 0 || digits < 4 || digits > 5)
        return NULL;
    for (unsigned i = 0; i < 4; i++, at++) {
        unsigned value = (unsigned)(*at - '0');
        if (value == 0 || value > (i % 2 ? rules->ranks : rules->files))
            return NULL;
        add_sign(parse, i % 2 ? SIGN_NUMBER : SIGN_FILE, value, at, at + 1, apart && i == 0);
    }
    return at;
}

/* Length of a letter o or a zero, of Latin or Cyrillic letters, or 0. */
static size_t zero_length(const char *at, const char *end)
{
    if (at < end && strchr("0Oo", *at))
        return 1;
    return end - at > 1 && (memcmp(at, "\u041e", 2) == 0 || memcmp(at, "\u043e", 2) == 0) ? 2 : 0;
}

/* Behind the dash between two signs of castling, with a blank or none at its sides; NULL if none stands here.
 */
static const char *skip_dash(const char *at, const char *end)
{
    at += at < end && is_blank(*at);
    size_t dash = at < end && *at == '-'                                                           ? 1
                  : end - at > 2 && (memcmp(at, "\u2013", 3) == 0 || memcmp(at, "\u2014", 3) == 0) ? 3
                                                                                                   : 0;
    at += dash;
    return dash ? at + (at < end && is_blank(*at)) : NULL;
}

/* Takes in castling in signs, with any dash. Returns what is behind it, or NULL. */
static const char *read_castling(struct parse *parse, const char *at, const char *end, bool apart)
{
    const char *behind = NULL, *next = at;
    unsigned zeros = 0;
    for (size_t length; next && zeros < 3 && (length = zero_length(next, end)) > 0; zeros++) {
        behind = next + length;
        next = skip_dash(behind, end);
    }
    if (zeros < 2 || (behind < end && (is_letter(*behind) || is_digit(*behind))))
        return NULL;
    add_sign(parse, zeros == 2 ? CLASS_CASTLES_SHORT : CLASS_CASTLES_LONG, 0, at, behind, apart);
    return behind;
}

void signs_split(struct parse *parse)
{
    const char *at = parse->text, *end = parse->text + parse->length;
    unsigned files = parse->dialects->ruleset->rules.files;
    parse->count = 0;
    while (at && at < end && parse->count < SIGNS_MAX) {
        const char *begin = at;
        unsigned breaks = 0;
        for (; at < end && (is_blank(*at) || is_break(*at)); at++)
            breaks += *at == '\n';
        bool apart = breaks == 0 ? at - begin > 1 : breaks > 1;
        const struct dialect_word *word = at < end ? dialect_match(parse->dialect, at, end) : NULL;
        if (at == end)
            break;
        size_t judged = judgement_length(parse, at, end);
        const char *rest = parse->dialect->numeric ? read_digits(parse, at, end, apart)
                           : parse->count == 0     ? read_castling(parse, at, end, apart)
                                                   : NULL;
        if (rest) {
            at = rest;
        } else if (judged) {
            add_sign(parse, SIGN_MARK, 0, at, at + judged, apart);
            at += judged;
        } else if (word) {
            at = read_word(parse, word, at, end, apart);
        } else if (is_digit(*at)) {
            at = read_number(parse, at, end, apart);
        } else if (*at >= 'a' && *at < 'a' + (int)files) {
            add_sign(parse, SIGN_FILE, (unsigned)(*at - 'a') + 1, at, at + 1, apart);
            at++;
        } else {
            at = read_sign(parse, at, apart);
        }
    }
    parse->signs[parse->count] = (struct sign){ SIGN_END, 0, true, 0, 0 };
}
