/* transcript_players.h - the parts of the search for the players above a game: names, words for sides. */
#ifndef DECODE_TRANSCRIPT_PLAYERS_H
#define DECODE_TRANSCRIPT_PLAYERS_H

#include "base/text.h"
#include "decode/transcript_page.h"

enum { NAMES_MOST = 3, TAKEN = 4 };

/* Two players, what is said of where and when they played (or NULL), and the bytes that tell all this. */
struct found_names {
    struct ludus_text name[2], place, taken[TAKEN];
    unsigned count;
    size_t line;  /* the first that names one */
    bool guessed; /* nothing says which of them is White */
    bool refused; /* a side has something else than a name */
};

static inline struct ludus_text text_between(const char *begin, const char *end)
{
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

static inline void take(struct found_names *out, const char *begin, const char *end)
{
    if (out->count < TAKEN)
        out->taken[out->count++] = text_between(begin, end);
}

/* ---- Words of names, in transcript_names.c ---- */

enum word_kind { WORD_OTHER, WORD_PARTICLE, WORD_SHORT, WORD_NAME }; /* of, Mr. or A., Ada */

/* Returns the kind of the word from `at` to `end`. */
enum word_kind transcript_word_kind(const struct dialects *words, const char *at, const char *end);

/* Is a text a word of the class and nothing else? */
static inline bool is_word(const struct dialects *words, const char *at, const char *end,
                           enum word_class class)
{
    return at < end && dialects_word(words, at, (size_t)(end - at), class) == (size_t)(end - at);
}

/* Returns the end of a name without a stop behind it, unless an initial or "Deacon, F." needs it. */
static inline const char *without_stop(const char *begin, const char *end)
{
    if (end - begin < 2)
        return end;
    const char *letter = end - 2;
    while (letter > begin && (*letter & '\xc0') == '\x80')
        letter--;
    const bool initial = letter == begin || is_space(letter[-1]) || letter[-1] == '-' || letter[-1] == '.';
    return end[-1] == '.' && !(initial && begins_letter(*letter)) ? end - 1 : end;
}

/* A name as words tell it. */
struct name_read {
    const char *end, *next; /* the byte behind it; where the text goes on */
    unsigned names, shorts;
};

/* Reads the longest name that begins at a word, up to a wide gap, a sign that ends it, or the end of the
 * line; but "Mr. A." goes on in the next. */
struct name_read transcript_read_name(const struct dialects *words, const char *at, const char *end);

/* Is it enough to be taken for a player without a word for a side before it? */
static inline bool is_player(const struct name_read *name)
{
    return name->names <= NAMES_MOST && (name->names || name->shorts > 1);
}

/* Does a text end with a date? */
static inline bool transcript_has_date(const struct dialects *words, struct ludus_text place)
{
    char date[16];
    const char *end = place.text + place.length;
    return transcript_find_date(words, place.text, end, date) < end;
}

/* ---- Words for sides, in transcript_sides.c ---- */

/* Finds the players in words for their sides: on one line, or on a line each. With `lone` also only White. */
bool transcript_find_sides(const struct page *page, size_t from, size_t to, bool lone,
                           struct found_names *out);

#endif
