/* transcript_side.c - turns of a printed page that begin with the name of their side. */
#include "decode/transcript_side.h"

#include "base/chars.h"

#include <string.h>

static const char *const sides[2][8] = {
    { "White", "Wei\u00df", "Weiss", "Blancs", "Blancas", "Bianco", "Albi", "Albus" },
    { "Black", "Schwarz", "Noirs", "Negras", "Nero", "Nigri", "Niger", NULL },
};

/* The faces of a die. */
static const char *const faces[][4] = {
    { "one", "eins", "unum", "ace" },         { "two", "zwei", "duo", "deuce" },
    { "three", "drei", "tria", "trey" },      { "four", "vier", "quattuor", NULL },
    { "five", "f\u00fcnf", "quinque", NULL }, { "six", "sechs", "sex", NULL },
};

/* What else may stand between the side and its turn. */
static const char *const fillers[] = { "threw",  "throws", "rolled", "rolls",        "cast",  "casts",
                                       "played", "plays",  "moved",  "moves",        "and",   "a",
                                       "an",     "und",    "et",     "w\u00fcrfelt", "zieht", "spielt" };

struct word {
    const char *text;
    size_t length;
};

static bool is_stop(char c)
{
    return c && strchr(".,:;", c);
}

/* The word that stands here, in any script. */
static struct word take_word(const char *at, const char *end)
{
    struct word word = { at, 0 };
    while (at + word.length < end && !is_space(at[word.length]) && !is_stop(at[word.length]) &&
           !strchr("()-", at[word.length]))
        word.length++;
    return word;
}

static bool is_word(struct word word, const char *wanted)
{
    return wanted && strlen(wanted) == word.length && is_alike(word.text, wanted, word.length);
}

static bool is_one_of(struct word word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_word(word, list[i]))
            return true;
    return false;
}

/* The face that a word tells; 0: none. */
static unsigned face_of(struct word word)
{
    if (word.length == 1 && *word.text >= '1' && *word.text <= '9')
        return (unsigned)(*word.text - '0');
    for (unsigned i = 0; i < sizeof faces / sizeof *faces; i++)
        if (is_one_of(word, faces[i], 4))
            return i + 1;
    return 0;
}

/* 0 and 1; 2 when the word is no side. A capital begins it. */
static unsigned side_of(struct word word)
{
    unsigned side = 0;
    while (side < 2 && !(word.length && is_upper(*word.text) && is_one_of(word, sides[side], 8)))
        side++;
    return side;
}

bool transcript_names_side(const char *line, size_t length)
{
    return side_of(take_word(line, line + length)) < 2;
}

/* Goes on behind stops and blanks; notes the stop. */
static const char *skip(const char *at, const char *end, bool *stop)
{
    *stop = false;
    for (; at < end && (is_space(*at) || is_stop(*at)); at++)
        *stop |= is_stop(*at);
    return at;
}

bool transcript_find_side(const char *line, size_t length, struct side_line *found)
{
    const char *end = line + length;
    struct word word = take_word(line, end);
    unsigned side = side_of(word);
    if (side == 2)
        return false;
    *found = (struct side_line){ .side = (enum ludus_side)side };
    bool stop;
    const char *at = skip(line + word.length, end, &stop);
    while (at < end) {
        word = take_word(at, end);
        unsigned face = face_of(word);
        if (!face && !is_one_of(word, fillers, sizeof fillers / sizeof *fillers))
            break;
        if (face && found->dice_count == LUDUS_DICE_MAX)
            return false;
        if (face)
            found->dice[found->dice_count++] = (uint8_t)face;
        at = skip(at + word.length, end, &stop);
    }
    found->rest = (size_t)(at - line);
    found->length = found->rest;
    while (found->length > 0 && is_space(line[found->length - 1]))
        found->length--;
    bool roll = at < end && *at == '(' && found->dice_count == 0;
    return at < end && (stop || roll);
}
