/* signs.c - cuts the text of a move into the words and signs of each notation: as it stands, and with a sign
 * wrong, lost or added. */
#include "base/text.h"
#include "notation/build.h"
#include "notation/record.h"
#include "play/reading.h"

#include <string.h>

/* Bytes that are read of a text, and of a text with a sign wrong. */
enum { READ_MOST = 96, SLIP_BYTES = 24 };

/* ---- Readings ---- */

void reading_add(struct readings *out, const struct reading *reading)
{
    for (struct reading *old = out->each, same = *reading; old < out->each + out->count; old++) {
        same.dialects = old->dialects;
        same.cost = old->cost;
        same.slip = old->slip;
        if (memcmp(old, &same, sizeof same) != 0)
            continue;
        if (reading->cost < old->cost)
            old->dialects = 0;
        if (reading->cost <= old->cost) {
            old->cost = reading->cost;
            old->slip = reading->slip;
            old->dialects |= reading->dialects;
        }
        return;
    }
    if (out->count < READINGS_MAX) {
        out->each[out->count++] = *reading;
        return;
    }
    unsigned dearest = 0;
    for (unsigned i = 1; i < out->count; i++)
        dearest = out->each[i].cost > out->each[dearest].cost ? i : dearest;
    if (out->each[dearest].cost > reading->cost)
        out->each[dearest] = *reading;
}

/* ---- Signs ---- */

/* Skips "'s" and stops after a word. */
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

static void add_sign(struct parse *parse, unsigned class, unsigned value, const char *begin, const char *end,
                     bool apart)
{
    parse->signs[parse->count++] =
        (struct sign){ (uint8_t) class, (uint8_t)value, apart, (uint16_t)(begin - parse->text),
                       (uint16_t)(end - parse->text) };
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

/* Is a number of steps the rank of a square: to king two? */
static bool is_rank_in_steps(const struct parse *parse, unsigned class)
{
    bool led = false;
    for (unsigned i = 0; i < parse->count; i++)
        led |= is_joint(parse, i);
    return (class == CLASS_ONE || class == CLASS_TWO) && led;
}

static const char *read_word(struct parse *parse, const struct dialect_word *word, const char *at,
                             const char *end, bool apart)
{
    const char *rest = at + dialect_span(word, at, end);
    unsigned class = word->class, value = word->value;
    if (class == CLASS_PIECE && value == NONE)
        return NULL;
    if (class != CLASS_FILE && class != CLASS_TO && class != CLASS_TAKES)
        rest = skip_tail(rest, end);
    else if (class != CLASS_FILE && is_letter(*word->text) && rest < end && *rest == '.')
        rest++; /* pr. */
    if (is_rank_in_steps(parse, class)) {
        value = class == CLASS_ONE ? 1 : 2;
        class = CLASS_RANK;
    }
    class = class == CLASS_FILE ? SIGN_FILE : class == CLASS_RANK ? SIGN_NUMBER : class;
    add_sign(parse, class, value, at, rest, apart);
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

/* Length of a judgement of the position, right after the last sign and at the end of a word, or 0. */
static size_t judgement_length(const struct parse *parse, const char *at, const char *end)
{
    unsigned nag;
    size_t length = parse->count && !(parse->dialects->hand && *at == '=') &&
                            parse->signs[parse->count - 1].end == at - parse->text &&
                            parse->signs[parse->count - 1].class != CLASS_PIECE
                        ? token_judgement(at, (size_t)(end - at), &nag)
                        : 0;
    return length && (at + length == end || is_space(at[length]) || strchr(",;.)", at[length])) ? length : 0;
}

/* Adds the two squares of a move in digits, "5254". Returns what follows them, or NULL. */
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

/* Finds the word at `at`. None is read over the file of a square: "Re1" is a king's R and e1, though a king
 * is called Re, and "Tde1" is no T "de". */
static const struct dialect_word *find_word(const struct parse *parse, const char *at, const char *end)
{
    const char files = (char)('a' + (int)parse->dialects->ruleset->rules.files);
    if (*at == '+' && at > parse->text && is_blank(at[-1]) && end - at > 1 && is_digit(at[1]))
        return NULL; /* a judgement: "Qd8 +0.22" */
    const struct dialect_word *word = dialect_match(parse->dialect, at, end), *letter;
    const char *last = word ? at + word->length - 1 : at;
    if (last == at || end - last < 2 || !is_digit(last[1]) || *last < 'a' || *last >= files)
        return word;
    if (word->length == 2 && *at >= 'a' && *at < files)
        return NULL;
    letter = word->class == CLASS_PIECE ? dialect_match(parse->dialect, at, last) : NULL;
    return letter && letter->class == CLASS_PIECE ? letter : word;
}

/* Is a capital the file of a square, as printers without small letters have it: in E4, DXE6, RHD8? */
static bool is_capital_file(const struct parse *parse, const char *at, const char *end)
{
    const char file = to_lower(*at), last = (char)('a' + (int)parse->dialects->ruleset->rules.files);
    const char *square = end - at > 3 && (at[1] == 'X' || at[1] == 'x') ? at + 2
                         : end - at > 2 && is_upper(at[1])              ? at + 1
                                                                        : at;
    return is_upper(*at) && parse->cost == 0 && !parse->dialect->descriptive && file < last &&
           end - square > 1 && is_upper(*square) && to_lower(*square) < last && is_digit(square[1]) &&
           !(end - square > 2 && is_lower(square[2]) &&
             !(end - square > 3 && square[2] == 'x' && is_upper(square[3]))); /* C5xD4 */
}

/* Is the next word without meaning: le Pion du Roi; the pawn takes the pawn; à la 3e c. de son F.; auf das
 * 3te Feld seines Königs? */
static bool is_idle(const struct parse *parse, unsigned class)
{
    const unsigned last = parse->count ? parse->signs[parse->count - 1].class : CLASS_TO;
    const bool led = last == CLASS_TO || last == CLASS_TAKES;
    const bool with = class == CLASS_WITH && !(parse->dialect->descriptive && parse->count > 0 &&
                                               parse->signs[0].class == CLASS_TAKES);
    return class == CLASS_BESIDE || with
               ? parse->dialect->rank_first || led
               : class == CLASS_OWN &&
                     (parse->dialect->wing_last ? !led : parse->dialect->rank_first && last == CLASS_HOME);
}

/* Is it the number of a turn in Roman figures, whose X is no capture: "to K. 3d   XIII. P. takes P."? */
static bool is_roman(const char *at, const char *end)
{
    const char *stop = at;
    while (stop < end && *at == 'X' && strchr("IVX", *stop))
        stop++;
    return stop > at && end - stop > 1 && *stop == '.' && is_space(stop[1]);
}

/* Cuts parse->text into signs, and adds their readings. No grammar has its words: notation files have. */
static void parse_text(struct parse *parse)
{
    const char *at = parse->text, *end = parse->text + parse->length;
    unsigned files = parse->dialects->ruleset->rules.files;
    bool before = false; /* a gap stands before the words beside */
    parse->count = 0;
    while (at && at < end && parse->count < SIGNS_MAX) {
        const char *begin = at;
        unsigned breaks = 0;
        for (; at < end && (is_blank(*at) || is_break(*at)); at++)
            breaks += *at == '\n';
        const bool apart = before || (breaks == 0 ? at - begin > 1 : breaks > 1);
        before = false;
        const struct dialect_word *word = at < end ? find_word(parse, at, end) : NULL;
        if (at == end || (at > begin && parse->count && is_roman(at, end)) ||
            (parse->dialects->daggers && end - at > 2 && memcmp(at, "\u2020", 2) == 0 &&
             (at[2] & '\xfe') == '\xa0')) /* or a double one */
            break;
        size_t judged = judgement_length(parse, at, end);
        const char *rest = parse->dialect->numeric ? read_digits(parse, at, end, apart) : NULL;
        bool is_long;
        const size_t castles =
            parse->dialect->numeric || parse->count ? 0 : castling_at(at, (size_t)(end - at), &is_long);
        if (rest) {
            at = rest;
        } else if (castles) {
            add_sign(parse, is_long ? CLASS_CASTLES_LONG : CLASS_CASTLES_SHORT, 0, at, at + castles, apart);
            at += castles;
        } else if (judged) {
            add_sign(parse, SIGN_MARK, 0, at, at + judged, apart);
            at += judged;
        } else if (word && is_idle(parse, word->class)) {
            at += dialect_span(word, at, end);
            before = apart;
        } else if (word && !(word->length == 1 && is_capital_file(parse, at, end) && is_digit(at[1]))) {
            at = read_word(parse, word, at, end, apart);
        } else if (is_digit(*at)) {
            at = read_number(parse, at, end, apart);
        } else if (*at >= 'a' && *at < 'a' + (int)files) {
            add_sign(parse, SIGN_FILE, (unsigned)(*at - 'a') + 1, at, at + 1, apart);
            at++;
        } else if (is_capital_file(parse, at, end)) {
            add_sign(parse, SIGN_FILE, (unsigned)(*at - 'A') + 1, at, at + 1, apart);
            at++;
        } else {
            at = read_sign(parse, at, apart);
        }
    }
    parse->signs[parse->count] = (struct sign){ SIGN_END, 0, true, 0, 0 };
    if (parse->count)
        reading_read_signs(parse);
}

void reading_find(const struct dialects *dialects, const char *text, size_t length, notation_set allowed,
                  struct readings *readings)
{
    for (unsigned i = 0; i < dialects->count; i++) {
        struct parse parse = { .dialects = dialects,
                               .dialect = &dialects->each[i],
                               .bit = (notation_set)1 << i,
                               .text = text,
                               .length = length < READ_MOST ? length : READ_MOST,
                               .out = readings };
        if (allowed & dialects->reading & parse.bit)
            parse_text(&parse);
    }
}

/* ---- Slips ---- */

/* Reads a text with the `added` bytes of `put` in place of `removed` bytes at `at`. */
static void try_slip(struct parse *parse, struct ludus_text text, size_t at, size_t removed, const char *put,
                     size_t added, unsigned cost)
{
    char changed[2 * READ_MOST + 2];
    memcpy(changed, text.text, at);
    memcpy(changed + at, put, added);
    memcpy(changed + at + added, text.text + at + removed, text.length - at - removed);
    parse->text = changed;
    parse->length = text.length + added - removed;
    parse->cost = (uint16_t)cost;
    parse->edited = at;
    parse->shift = (int)added - (int)removed;
    parse_text(parse);
    parse->text = NULL;
}

/* Lists the signs that are tried: letters of pieces, files, digits, and those of any notation. */
static void list_signs(const struct dialect *dialect, unsigned files, char signs[128])
{
    bool has[128] = { false };
    for (const char *sign = "12345678tx-O=@. "; *sign; sign++)
        has[(unsigned char)*sign] = true;
    for (unsigned file = 0; file < files; file++)
        has['a' + file] = true;
    for (unsigned i = 0; i < dialect->word_count; i++)
        if (dialect->words[i].class == CLASS_PIECE && !(*dialect->words[i].text & '\x80'))
            has[(unsigned char)*dialect->words[i].text] = true;
    for (unsigned sign = 1; sign < 128; sign++)
        if (has[sign])
            *signs++ = (char)sign;
    *signs = '\0';
}

/* Reads a text with each of the signs before byte `at`, or behind the last; in place of that byte; and
 * without it. */
static void slip_sign(struct parse *parse, struct ludus_text text, size_t at, const char *signs)
{
    const char is = at < text.length ? text.text[at] : '\0';
    const bool print = !parse->dialects->hand;
    for (const char *sign = signs; *sign; sign++) {
        try_slip(parse, text, at, 0, sign, 1,
                 print                   ? PRICE_WORN_OFF
                 : strchr("x-", *sign)   ? PRICE_SLIGHT
                 : strchr(" =@.", *sign) ? PRICE_BLANK
                                         : PRICE_LOST_LETTER);
        if (is && is != *sign)
            try_slip(parse, text, at, 1, sign, 1, reading_price_sign(parse->dialects, is, *sign));
    }
    if (is)
        try_slip(parse, text, at, 1, "", 0,
                 print                    ? PRICE_WORN_OFF
                 : is == ' ' || is == '-' ? PRICE_BLANK
                                          : PRICE_ADDED);
}

static unsigned price_like(const struct parse *parse)
{
    return parse->dialects->hand ? PRICE_LOOKALIKE : PRICE_WORN_LIKE;
}

/* Reads a text with each word corrected that is misspelt by one sign: "Castes", "takss"; and one that is
 * nothing but the name that it begins with, with each other name. */
static void slip_words(struct parse *parse, struct ludus_text text)
{
    for (size_t at = 0, end; at < text.length; at = end + 1) {
        for (end = at; end < text.length && !is_blank(text.text[end]); end++)
            ;
        const size_t length = end - at;
        for (unsigned i = 0; i < parse->dialect->word_count && length > 1; i++) {
            const struct dialect_word *word = &parse->dialect->words[i];
            const bool piece = word->class == CLASS_PIECE;
            if (!dialect_word_is_common(word) || !is_letter(*word->text) || (piece && word->length < 4))
                continue;
            if (dialect_misspells(word, text.text + at, length))
                try_slip(parse, text, at, length, word->text, word->length, price_like(parse));
            else if (piece && at == 0 && end < text.length &&
                     (is_letter(text.text[end - 1]) || !parse->dialects->hand))
                try_slip(parse, text, at, length, word->text, word->length, PRICE_LETTER);
        }
    }
}

/* Reads a text with digits for all letters that look like them after the letter of a file: "el-fl". */
static void slip_digits(struct parse *parse, struct ludus_text text)
{
    static const char letters[] = "lIi|SsO", digits[] = "1111550";
    char changed[READ_MOST];
    bool any = false;
    memcpy(changed, text.text, text.length);
    for (size_t at = 1; at < text.length; at++) {
        const char *here = text.text + at, *letter = *here ? strchr(letters, *here) : NULL;
        bool file = here[-1] >= 'a' && here[-1] <= 'p' && (at <= 2 || !is_letter(here[-2]));
        if (!letter || !file || (at + 1 < text.length && is_letter(here[1])))
            continue;
        changed[at] = digits[letter - letters];
        any = true;
    }
    if (any)
        try_slip(parse, (struct ludus_text){ changed, text.length }, 0, 0, "", 0, price_like(parse));
}

void reading_find_slips(const struct dialects *dialects, const char *text, size_t length,
                        notation_set allowed, struct readings *readings)
{
    char signs[128];
    size_t most = 0;
    while (most < length && most < (dialects->hand ? READ_MOST : SLIP_BYTES) && !is_break(text[most]))
        most++;
    if (most < 2 && !dialects->hand)
        return; /* of a single sign nothing would remain */
    const struct ludus_text slipped = { text, most };
    const bool known = readings->count > 0;
    for (unsigned i = 0; i < dialects->count; i++) {
        struct parse parse = {
            .dialects = dialects, .dialect = &dialects->each[i], .bit = (notation_set)1 << i, .out = readings
        };
        if (!(allowed & dialects->reading & parse.bit))
            continue;
        for (size_t at = 0; at + 1 < most && dialects->hand; at++)
            if (text[at] != text[at + 1])
                try_slip(&parse, slipped, at, 2, (char[]){ text[at + 1], text[at] }, 2, PRICE_TRANSPOSED);
        if (known)
            continue;
        list_signs(parse.dialect, dialects->ruleset->rules.files, signs);
        slip_words(&parse, slipped);
        slip_digits(&parse, slipped);
        for (size_t at = 0; at < most + (dialects->hand > 0); at++)
            if (at == most || !(text[at] & '\x80'))
                slip_sign(&parse, slipped, at, signs);
    }
}
