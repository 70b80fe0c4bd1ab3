/* token_dice.c - a roll: faces between commas in parentheses, lost `_`, unclear `2~`, supplied `<2>`. */
#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/move_text.h"
#include "notation/token.h"

#include <stdio.h>
#include <string.h>

struct roll {
    const char *at, *end;
    struct item *item;
    bool supplied;     /* inside <…> */
    const char *fault; /* what is wrong, or NULL */
};

enum { ROLL_TEXT = 8 * LUDUS_DICE_MAX + 8, QUOTED_MAX = 60, DRAWN = 3 /* bytes of a die that is drawn */ };

/* So much of a text as a message quotes, no character cut in two. */
static size_t quoted_length(const char *text, size_t length)
{
    if (length > QUOTED_MAX)
        for (length = QUOTED_MAX; length > 0 && (text[length] & 0xc0) == 0x80;)
            length--;
    return length;
}

static void skip_spaces(struct roll *roll)
{
    for (unsigned blank; (blank = leiden_blank(roll->at, (size_t)(roll->end - roll->at))) > 0;)
        roll->at += blank;
}

/* `<` before a face, `>` after one. */
static void read_angle(struct roll *roll, char angle)
{
    skip_spaces(roll);
    if (roll->at < roll->end && *roll->at == angle) {
        if (roll->supplied == (angle == '<'))
            roll->fault = "< and > do not pair";
        roll->supplied = angle == '<';
        roll->at++;
    }
    skip_spaces(roll);
}

/* Digits and lost signs; 0 if any is lost. */
static unsigned read_face(struct roll *roll)
{
    unsigned face = 0;
    bool lost = false;
    const char *begin = roll->at;
    for (; roll->at < roll->end && (*roll->at == '_' || (*roll->at >= '0' && *roll->at <= '9')); roll->at++) {
        lost |= *roll->at == '_';
        face = lost || face > UINT8_MAX ? face : face * 10 + (unsigned)(*roll->at - '0');
    }
    if (roll->at == begin)
        roll->fault = "a face is missing";
    else if (lost && roll->at - begin > 1)
        roll->fault = "a lost face is one _";
    else if (!lost && (face == 0 || face > UINT8_MAX))
        roll->fault = "no die has such a face";
    return lost ? 0 : face;
}

static void read_die(struct roll *roll)
{
    struct item *item = roll->item;
    unsigned index = item->dice.count;
    read_angle(roll, '<');
    if (index == LUDUS_DICE_MAX) {
        roll->fault = "there are too many dice";
        return;
    }
    unsigned face = read_face(roll);
    item->dice.face[index] = (uint8_t)face;
    unsigned unclear = leiden_unclear(roll->at, (size_t)(roll->end - roll->at));
    roll->at += unclear;
    item->dice.unclear |= (uint8_t)((unclear != 0) << index);
    item->dice.supplied |= (uint8_t)((unsigned)roll->supplied << index);
    item->dice.count++;
    read_angle(roll, '>');
}

/* A sign as the die shows it that it was perhaps meant for, and `_` for a question mark. Dice have six faces
 * nearly everywhere, so that a B is a 3. */
static char die_sign(char sign)
{
    static const char pairs[] = "l1I1|1!1o0O0Z2z2B3E3A4S5s5G6b6?_";
    for (const char *pair = pairs; *pair; pair += 2)
        if (*pair == sign)
            return pair[1];
    return is_digit(sign) ? sign : '\0';
}

/* The face that a Roman numeral means, or 0. */
static unsigned read_numeral(const char *at, size_t length)
{
    static const char *const numerals[] = { "i", "ii", "iii", "iv", "v", "vi", "vii", "viii" };
    for (unsigned i = 0; i < sizeof numerals / sizeof *numerals; i++) {
        size_t same = 0;
        while (same < length && to_lower(at[same]) == numerals[i][same])
            same++;
        if (same == length && numerals[i][same] == '\0')
            return i + 1;
    }
    return 0;
}

/* The face that digits and signs like them mean, or 0. */
static unsigned read_digits(const char *at, size_t length)
{
    unsigned face = 0;
    for (size_t i = 0; i < length; i++) {
        char sign = die_sign(at[i]);
        if (!is_digit(sign) || length > 2)
            return 0;
        face = 10 * face + (unsigned)(sign - '0');
    }
    return face;
}

/* The face that a die shows which is drawn, or that a wide digit means, or 0. */
static unsigned read_drawn(const char *at, size_t length)
{
    const unsigned char *byte = (const unsigned char *)at;
    if (length == DRAWN && memcmp(at, "\xe2\x9a", 2) == 0 && byte[2] >= 0x80 && byte[2] <= 0x85)
        return byte[2] - 0x80 + 1;
    if (length == DRAWN && memcmp(at, "\xef\xbc", 2) == 0 && byte[2] > 0x90 && byte[2] <= 0x99)
        return byte[2] - 0x90;
    return 0;
}

/* Appends the face that a word means. False if it means none. */
static bool guess_face(const char *at, size_t length, char *out, size_t size)
{
    size_t used = strlen(out);
    unsigned face = read_numeral(at, length);
    if (length == 1 && die_sign(*at) == '_') {
        (void)snprintf(out + used, size - used, "_");
        return true;
    }
    face = face ? face : read_drawn(at, length);
    face = face ? face : read_digits(at, length);
    (void)snprintf(out + used, size - used, "%u", face);
    return face > 0;
}

static bool parts_faces(char sign)
{
    return is_filler(sign) || (sign && strchr(",;:./-()[]", sign));
}

/* Writes the roll that was perhaps meant. False if it cannot be told. */
static bool guess_roll(const char *at, const char *end, char *out, size_t size)
{
    unsigned faces = 0;
    *out = '\0';
    for (;;) {
        while (at < end && parts_faces(*at))
            at++;
        const char *word = at;
        if (end - at >= DRAWN && read_drawn(at, DRAWN)) /* no comma need follow */
            at += DRAWN;
        else
            while (at < end && !parts_faces(*at))
                at++;
        if (at == word)
            break;
        strcat(out, faces ? "," : "(");
        if (faces++ == LUDUS_DICE_MAX || !guess_face(word, (size_t)(at - word), out, size))
            return false;
    }
    strcat(out, ")");
    return faces > 1;
}

/* Says what is wrong with a roll, and how it was perhaps meant, if that can be told. */
static int bad_roll(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault, const char *meant)
{
    struct diag *diag = &build->game->diag;
    size_t place = (size_t)(begin - build->text), length = (size_t)(end - begin);
    struct message *message =
        diag_add(diag, MSG_BAD_DICE, place, place + length, (int)quoted_length(begin, length), begin, fault);
    if (meant)
        diag_hint(diag, message, "perhaps %s", meant);
    return token_bad(build, item, begin, end, MSG_COUNT);
}

static int bad_dice(struct build *build, struct item *item, const char *begin, const char *end,
                    const char *fault)
{
    char meant[ROLL_TEXT];
    bool told = guess_roll(begin, end, meant, sizeof meant);
    return bad_roll(build, item, begin, end, fault, told ? meant : NULL);
}

int token_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    struct roll roll = { .at = begin + 1, .end = end - 1, .item = item };
    item->kind = ITEM_DICE;
    item->dice.count = item->dice.unclear = item->dice.supplied = 0;
    do {
        read_die(&roll);
    } while (!roll.fault && roll.at < roll.end && *roll.at == ',' && roll.at++);
    if (!roll.fault && roll.at < roll.end)
        roll.fault = "faces are separated by commas";
    if (!roll.fault && roll.supplied)
        roll.fault = "< and > do not pair";
    if (!roll.fault)
        return token_done(build, item, begin, end, TOKEN_DICE);
    return bad_dice(build, item, begin, end, roll.fault);
}

int token_misspelt_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    bool opened = *begin == '(', closed = end[-1] == ')';
    return bad_dice(build, item, begin, end,
                    opened && closed ? "faces are written in digits"
                    : opened         ? "it is not closed with ')'"
                    : closed         ? "it is not opened with '('"
                                     : "a roll stands in parentheses");
}

/* ---- Rolls with an editor's signs of doubt ---- */

/* A face as an editor prints it: 5?, [5], 5 or 6, an ellipsis. */
struct doubtful {
    unsigned face; /* 0: none can be read */
    bool unclear, supplied;
    const char *fault; /* how the sign of doubt is written here, or NULL */
};

static const char uncertain[] = "an uncertain face is written 5~", lost[] = "a lost face is written _",
                  supplied[] = "a supplied face is written <5>",
                  aside[] = "what is said of a face stands in a comment",
                  words[] = "faces are written in digits", apart[] = "faces are separated by commas";

/* Bytes of what stands between two faces at `at`, or 0. */
static unsigned between_faces(const char *at, const char *end)
{
    static const char *const parts[] = { ",", ";", "&", "+", "and", "et", "und" };
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t length = strlen(parts[i]), same = 0;
        while (same < length && at + same < end && to_lower(at[same]) == parts[i][same])
            same++;
        if (same == length)
            return (unsigned)length;
    }
    return 0;
}

static bool is_numeral(char c)
{
    return c && strchr("iIvVjJ", c);
}

/* A face of digits or of a Roman numeral, whose last sign can be a j. Returns where it ends. */
static const char *read_doubtful_face(const char *at, const char *end, struct doubtful *face)
{
    bool digits = is_digit(*at);
    char numeral[5] = "";
    size_t length = 0;
    for (; at < end && (digits ? is_digit(*at) : is_numeral(*at)); at++)
        if (length + 1 < sizeof numeral)
            numeral[length++] = to_lower(*at) == 'j' ? 'i' : *at;
    unsigned value = digits ? read_digits(numeral, length) : read_numeral(numeral, length);
    face->fault = !digits && !face->fault ? words : face->fault;
    if (face->face) { /* another reading */
        face->unclear = true;
        face->fault = uncertain;
    }
    face->face = face->face ? face->face : value;
    return at;
}

/* Bytes of `sic`, as an editor says it, or 0. */
static unsigned sic_length(const char *at)
{
    return strncmp(at, "[sic]", 5) == 0 ? 5 : strncmp(at, "sic", 3) == 0 ? 3 : *at == '!';
}

static const char *read_doubt(const char *at, const char *end, struct doubtful *face)
{
    unsigned unclear = leiden_unclear(at, (size_t)(end - at)), sic = sic_length(at);
    if (sic) {
        face->fault = aside;
        return at + sic;
    }
    face->unclear |= *at == '?' || unclear;
    face->supplied |= *at == '[' || *at == '<';
    face->fault = *at == '[' ? supplied : *at == '?' ? uncertain : face->fault;
    return at + (unclear ? unclear : 1);
}

/* Reads a face up to what stands between it and the next. Returns its end. */
static const char *read_doubtful(const char *at, const char *end, struct doubtful *face)
{
    const char *begin = at;
    *face = (struct doubtful){ .face = 0 };
    while (at < end && !between_faces(at, end))
        at = is_digit(*at) || is_numeral(*at) ? read_doubtful_face(at, end, face) : read_doubt(at, end, face);
    if (!face->face && !memchr(begin, '_', (size_t)(at - begin)))
        face->fault = lost;
    return at;
}

static void write_doubtful(const struct doubtful *face, char *out, size_t size)
{
    if (face->face) {
        (void)snprintf(out, size, "%s%u%s%s", face->supplied ? "<" : "", face->face, face->unclear ? "~" : "",
                       face->supplied ? ">" : "");
    } else {
        (void)snprintf(out, size, "_");
    }
}

int token_doubtful_dice(struct build *build, struct item *item, const char *begin, const char *end)
{
    const char *fault = NULL, *inner = end - 1, *at = begin + 1;
    char meant[ROLL_TEXT] = "(";
    unsigned faces = 0;
    for (struct doubtful face; faces < LUDUS_DICE_MAX; faces++) {
        at = read_doubtful(at, inner, &face);
        fault = fault ? fault : face.fault;
        write_doubtful(&face, meant + strlen(meant), sizeof meant - strlen(meant));
        if (at == inner)
            break;
        at += between_faces(at, inner);
        strcat(meant, ",");
    }
    strcat(meant, ")");
    return bad_roll(build, item, begin, end, fault ? fault : apart, at == inner ? meant : NULL);
}
