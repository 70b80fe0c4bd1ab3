/* dialect.c - reads notation files into tables of words, and finds the words in texts. */
#include "play/dialect.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"
#include "rules/position.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The keywords of the statements for the words of each class, in the order of the classes. */
static const char classes[] =
    "to from takes home own adverse first second check checks mates mate more squeeze castles "
    "castles-short castles-long beside with "
    "promotes becomes passing ordinal file rank remove pass places white black "
    "picture ditto same versus between particle heading "
    "month rolls face resigns drawn white-wins black-wins";

struct reader {
    struct dialect *dialect;
    const struct rules *rules;
    struct dialect_line line;
    char *reason;
    size_t size;
};

/* Writes what is expected in place of word `at` of the line, or of the last. Returns false. */
static bool refuse_word(struct reader *reader, unsigned at, const char *expected)
{
    const struct dialect_line *line = &reader->line;
    const struct ludus_text none = { "", 0 },
                            word = line->count ? line->words[at < line->count ? at : line->count - 1] : none;
    return refuse(reader->reason, reader->size, "line %u: %s, not '%.*s'", line->number, expected,
                  (int)(word.length < 40 ? word.length : 40), word.text);
}

static void add_word(struct dialect *dialect, const char *text, size_t length, enum word_class class,
                     unsigned value)
{
    dialect->words[dialect->word_count++] =
        (struct dialect_word){ text, (uint8_t)length, (uint8_t) class, (uint8_t)value, DIALECT_WORDS };
}

/* Adds the words of the line from `from` on. False, with the reason, if they are too many or too long. */
static bool read_words(struct reader *reader, unsigned from, enum word_class class, unsigned value)
{
    for (unsigned i = from; i < reader->line.count; i++) {
        const struct ludus_text word = reader->line.words[i];
        if (reader->dialect->word_count == DIALECT_WORDS || word.length > 60)
            return refuse_word(reader, i, "no more than 400 words of 60 bytes are possible");
        add_word(reader->dialect, word.text, word.length, class, value);
    }
    return true;
}

/* Returns which of `words` is the only value of the statement; -1, with the reason, if none is. */
static int read_choice(struct reader *reader, const char *words, const char *expected)
{
    const struct ludus_text *value = &reader->line.words[1];
    int which = reader->line.count == 2 ? text_among(value->text, value->length, words) : -1;
    if (which < 0)
        refuse_word(reader, reader->line.count - 1, expected);
    return which;
}

/* Reads the text that is the only value of the statement. False after a message. */
static bool read_text(struct reader *reader, struct ludus_text *text)
{
    if (reader->line.count != 2)
        return refuse_word(reader, 2, "a text is expected");
    *text = reader->line.words[1];
    return true;
}

static void add_piece(struct dialect *dialect, unsigned kind)
{
    if (dialect->pieces < 2)
        dialect->wings[dialect->pieces] = (uint8_t)kind;
    dialect->pieces++;
    dialect->known |= kind != NONE;
}

/* Returns the number of a file, a letter, or of a month, rank or face, one or two digits; 0: neither. */
static unsigned read_value(struct ludus_text word, bool file)
{
    const char *at = word.text;
    if (file)
        return word.length == 1 && is_lower(*at) ? (unsigned)(*at - 'a') + 1 : 0;
    const uint32_t number = number_take(&at);
    return at == word.text + word.length && word.length < 3 ? number : 0;
}

static bool read_statement(struct reader *reader)
{
    struct dialect *dialect = reader->dialect;
    const struct ludus_text *words = reader->line.words;
    const bool valued = reader->line.count > 1;
    int which = text_among(words->text, words->length, classes);
    if (which == CLASS_FILE || which == CLASS_RANK || which == CLASS_MONTH || which == CLASS_FACE) {
        const unsigned value = valued ? read_value(words[1], which == CLASS_FILE) : 0; /* then words */
        if (value == 0 || value > (which == CLASS_FILE ? 16u : which == CLASS_MONTH ? 12u : 9u))
            return refuse_word(reader, 1,
                               which == CLASS_FILE    ? "a letter from a to p is expected"
                               : which == CLASS_MONTH ? "a number from 1 to 12 is expected"
                                                      : "a number from 1 to 9 is expected");
        return read_words(reader, 2, (enum word_class)which, value);
    }
    if (which >= 0)
        return read_words(reader, 1, (enum word_class)which, 0);
    switch (text_among(words->text, words->length, "notation title squares order pieces piece")) {
    case 0:
        return read_text(reader, &dialect->id);
    case 1:
        return read_text(reader, &dialect->title);
    case 2:
        which = read_choice(reader, "algebraic descriptive numeric",
                            "'algebraic', 'descriptive' or 'numeric' is expected");
        dialect->descriptive = which == 1;
        dialect->numeric = which == 2;
        return which >= 0;
    case 3:
        which = read_choice(reader, "wing-first wing-last rank-first",
                            "'wing-first', 'wing-last' or 'rank-first' is expected");
        dialect->rank_first = which > 0;
        dialect->wing_last = which == 1;
        return which >= 0;
    case 4:
        which = read_choice(reader, "own origin", "'own' or 'origin' is expected");
        dialect->own = which == 0;
        dialect->origin = which == 1;
        return which >= 0;
    case 5:
        if (!valued)
            return refuse_word(reader, 1, "the name of a piece is expected");
        which = reader->rules ? (int)rules_kind(reader->rules, words[1].text, words[1].length) : NONE;
        add_piece(dialect, (unsigned)which);
        if (which != NONE && reader->line.count > 2)
            dialect->letters[which] = words[2];
        return read_words(reader, 2, CLASS_PIECE, (unsigned)which);
    default:
        return refuse_word(reader, 0, "a statement is expected");
    }
}

/* Reads all statements of a file. False, with the reason, if one is wrong. */
static bool read_statements(struct reader *reader)
{
    while (dialect_next(&reader->line)) {
        if (reader->line.faulty)
            return refuse_word(reader, reader->line.count, "a word or a text in quotes is expected");
        if (!read_statement(reader))
            return false;
    }
    return true;
}

/* The words of headings and rolls come last: moves are not searched for them. Of a word of two classes that
 * of a piece is found (the Vietnamese X is a rook, and no capture), else the first. */
static int longer_first(const void *a, const void *b)
{
    const struct dialect_word *x = a, *y = b;
    if (dialect_word_is_common(x) != dialect_word_is_common(y))
        return dialect_word_is_common(x) ? -1 : 1;
    if (x->length != y->length)
        return y->length - x->length;
    const int order = memcmp(x->text, y->text, x->length);
    const int pieces = (y->class == CLASS_PIECE) - (x->class == CLASS_PIECE);
    return order ? order : pieces ? pieces : x->class - y->class;
}

/* Reads a notation file for a ruleset (NULL: only checks the file), with the ruleset's own names and letters
 * if it says so. Chains words with the same first letter. False, with the reason, if the file is wrong. */
static bool dialect_read(struct dialect *dialect, const char *text, const struct ludus_ruleset *ruleset,
                         char *reason, size_t size)
{
    const struct rules *rules = ruleset ? &ruleset->rules : NULL;
    struct reader reader = {
        .dialect = dialect, .rules = rules, .line = { .next = text }, .reason = reason, .size = size
    };
    *dialect = (struct dialect){ .wings = { NONE, NONE } };
    if (!read_statements(&reader))
        return false;
    reader.line = (struct dialect_line){ .next = notation_signs };
    if (!dialect->numeric && !read_statements(&reader))
        return false;
    if (!dialect->id.length || (dialect->pieces == 0 && !dialect->own))
        return refuse_word(&reader, 0,
                           dialect->id.length ? "a 'piece' is expected" : "'notation NAME' is expected");
    for (unsigned k = 0; rules && dialect->own && k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        add_piece(dialect, k);
        for (unsigned i = 0; i < kind->name_count && dialect->word_count < DIALECT_WORDS; i++)
            add_word(dialect, kind->names[i], strlen(kind->names[i]), CLASS_PIECE, k);
        if (dialect->word_count < DIALECT_WORDS)
            add_word(dialect, &kind->letter, 1, CLASS_PIECE, k);
    }
    qsort(dialect->words, dialect->word_count, sizeof *dialect->words, longer_first);
    for (unsigned i = 0; i < sizeof dialect->first / sizeof *dialect->first; i++)
        dialect->first[i] = DIALECT_WORDS;
    for (unsigned i = dialect->word_count; i-- > 0;) {
        uint16_t *first = &dialect->first[(unsigned char)to_lower(*dialect->words[i].text)];
        dialect->words[i].next = *first;
        *first = (uint16_t)i;
    }
    return true;
}

/* ---- The notations of a page ---- */

static void find_home_files(struct dialects *dialects)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    unsigned files = rs->rules.files, king = NONE;
    for (unsigned file = 0; file < files; file++) {
        unsigned code = rs->start->cell[file];
        if (!code)
            continue;
        dialects->home_files[CODE_KIND(code)] |= (uint16_t)(1u << file);
        if (in_set(rs->rules.royal, CODE_KIND(code)))
            king = file;
    }
    if (king == NONE)
        return;
    const bool upper = king >= files / 2;
    dialects->wing[!upper] = (uint16_t)((1u << files) - (1u << files / 2));
    dialects->wing[upper] = (uint16_t)((1u << files / 2) - 1);
}

/* Finds the small letters of moves: of files, and of captures and names of pieces in the shortest words. */
static void find_letters(struct dialects *dialects)
{
    dialects->letters = (1u << dialects->ruleset->rules.files) - 1;
    for (unsigned d = 0; dialects->each && d < dialects->count; d++)
        for (unsigned i = 0; i < dialects->each[d].word_count; i++) {
            const struct dialect_word *word = &dialects->each[d].words[i];
            const char last = word->text[word->length - 1];
            if (is_lower(last) && word->length == (word->class == CLASS_PIECE ? 2 : 1) &&
                (word->class == CLASS_PIECE || word->class == CLASS_TAKES))
                dialects->letters |= 1u << (last - 'a');
        }
}

bool dialects_open(struct dialects *dialects, const char *notation, const struct ludus_ruleset *ruleset)
{
    char reason[160];
    bool own = notation && strchr(notation, '\n');
    *dialects = (struct dialects){ .ruleset = ruleset, .reading = ALL_NOTATIONS };
    lookalikes_read(&dialects->alike, NULL, 0);
    if (!ruleset)
        return false; /* there was no memory for the ruleset */
    dialects->each = memory_zeroed(builtin_notations_count + 1, sizeof *dialects->each);
    for (size_t i = 0; dialects->each && i < (own ? 1 : builtin_notations_count); i++) {
        struct dialect *dialect = &dialects->each[dialects->count];
        if (!own && notation && strcmp(notation, builtin_notations[i].id) != 0)
            continue;
        dialects->count += dialect_read(dialect, own ? notation : builtin_notations[i].text, ruleset, reason,
                                        sizeof reason) &&
                           dialect->known;
    }
    find_home_files(dialects);
    find_letters(dialects);
    return dialects->count > 0;
}

bool ludus_import_notation(const char *notation, char *reason, size_t size)
{
    char names[40 * DIALECTS_MAX];
    size_t used = 0;
    if (strchr(notation, '\n')) {
        struct dialect dialect;
        return dialect_read(&dialect, notation, NULL, reason, size);
    }
    for (size_t i = 0; i < builtin_notations_count; i++) {
        if (strcmp(notation, builtin_notations[i].id) == 0)
            return true;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                     builtin_notations[i].id);
    }
    return refuse(reason, size, "no notation is called '%s'; there are %s", notation, names);
}

void dialects_close(struct dialects *dialects)
{
    free(dialects->each);
}

/* ---- Words in a text ---- */

/* Returns the first letter of a text in lower case, with the number of its bytes. A long s is an s. */
static char first_letter(const char *at, const char *end, size_t *size)
{
    const bool long_s = end - at > 1 && memcmp(at, "\u017f", 2) == 0;
    *size = long_s ? 2 : 1;
    return long_s ? 's' : to_lower(*at);
}

/* Returns the longest word with the first letter of a text, or DIALECT_WORDS. */
static unsigned first_word(const struct dialect *dialect, const char *at, const char *end)
{
    size_t size;
    return at < end ? dialect->first[(unsigned char)first_letter(at, end, &size)] : DIALECT_WORDS;
}

/* From FOLDED bytes on, case does not matter: CASTLES, castles; but in "a la" the first letter is none of a
 * piece. A blank in the word may be a hyphen, check-mate, or a line break and the indentation behind it. */
size_t dialect_span(const struct dialect_word *word, const char *at, const char *end)
{
    const char *const begin = at;
    if ((size_t)(end - at) < word->length)
        return 0;
    if (word->length < FOLDED)
        return memcmp(at, word->text, word->length) == 0 ? word->length : 0;
    if (word->text[1] == ' ' && *at != *word->text)
        return 0;
    for (size_t i = 0, size; i < word->length; i++, at += size) {
        const bool blank = word->text[i] == ' ';
        if (at == end || !(first_letter(at, end, &size) == to_lower(word->text[i]) ||
                           (blank && (is_space(*at) || *at == '-'))))
            return 0;
        if (blank && is_break(*at))
            while (end - at > 1 && is_blank(at[1]))
                at++;
    }
    return (size_t)(at - begin);
}

enum { GLUED_MOST = 4 }; /* words without a gap */

static const struct dialect_word *match_word(const struct dialect *dialect, const char *at, const char *end,
                                             unsigned glued);

/* Does a square follow a piece, perhaps behind its file and a capture: f3, bd7, xe5? */
static bool is_square_next(const char *rest, const char *end)
{
    rest += end - rest > 2 && is_file(*rest) && (is_file(rest[1]) || rest[1] == 'x');
    rest += end - rest > 2 && *rest == 'x';
    return end - rest > 1 && is_file(*rest) && is_digit(rest[1]);
}

/* Can a word end before `rest`? Before a letter only a short one, if a square or word follows: Sf3, QBsq,
 * PtoK4. `glued`: the number of words before it without a gap; behind some, any may end. */
static bool ends_word(const struct dialect *dialect, const struct dialect_word *word, const char *rest,
                      const char *end, unsigned glued)
{
    if (rest == end || glued > GLUED_MOST || !is_letter(word->text[word->length - 1]))
        return true;
    bool small = is_lower(*rest);
    bool sign = !(*rest & '\x80') || *rest == '\xc2' || *rest == '\xe2'; /* not a letter of another script */
    if (word->length > 2 && is_upper(rest[-1]) && is_upper(*rest))       /* KNIGHTS */
        return false;
    if (!small)
        return sign || word->length <= 2 || word->class == CLASS_PIECE;
    if (word->class == CLASS_HOME || word->class == CLASS_PROMOTES) { /* sqch */
        const struct dialect_word *check = match_word(dialect, rest, end, glued + 1);
        return check && (check->class == CLASS_CHECK || check->class == CLASS_MATE);
    }
    const struct dialect_word *next = match_word(dialect, rest, end, glued + 1);
    if (word->class == CLASS_PIECE && is_square_next(rest, end))
        return true;
    if (word->length > 2 || (word->class != CLASS_PIECE && word->class != CLASS_TAKES))
        return dialect->rank_first && !dialect->wing_last && word->class == CLASS_PIECE && next &&
               next->class == CLASS_PIECE; /* Königsbauer */
    if (is_file(*rest) && rest + 1 < end && is_digit(rest[1]))
        return true;
    if (*rest <= 'h' && (rest + 1 == end || strchr("xXabcdefgh:- ,;)+!?", rest[1]) || rest[1] & '\x80'))
        return true;
    return next && (next->class == CLASS_TO || next->class == CLASS_TAKES || next->class == CLASS_HOME ||
                    next->class == CLASS_CHECK || next->class == CLASS_MATE);
}

static const struct dialect_word *match_word(const struct dialect *dialect, const char *at, const char *end,
                                             unsigned glued)
{
    const struct dialect_word *word;
    for (unsigned i = first_word(dialect, at, end); i < DIALECT_WORDS; i = word->next) {
        word = &dialect->words[i];
        if (!dialect_word_is_common(word))
            break;
        const size_t span = dialect_span(word, at, end);
        if (span && (word->class == CLASS_FILE || ends_word(dialect, word, at + span, end, glued)))
            return word;
    }
    return NULL;
}

const struct dialect_word *dialect_match(const struct dialect *dialect, const char *at, const char *end)
{
    return match_word(dialect, at, end, 0);
}

bool dialects_match(const struct dialects *dialects, const char *at, const char *end)
{
    for (unsigned d = 0; d < dialects->count; d++)
        if ((dialects->reading >> d & 1) && dialect_match(&dialects->each[d], at, end))
            return true;
    return false;
}

const struct dialect_word *dialects_find(const struct dialects *dialects, const char *text, size_t length,
                                         enum word_class class)
{
    const struct dialect_word *word;
    for (unsigned d = 0; d < dialects->count; d++)
        for (unsigned i = first_word(&dialects->each[d], text, text + length); i < DIALECT_WORDS;
             i = word->next) {
            word = &dialects->each[d].words[i];
            const size_t span = word->class == class ? dialect_span(word, text, text + length) : 0;
            if (span && (span == length || !begins_letter(text[span])))
                return word;
        }
    return NULL;
}

size_t dialects_word(const struct dialects *dialects, const char *text, size_t length, enum word_class class)
{
    const struct dialect_word *word = dialects_find(dialects, text, length, class);
    return word ? dialect_span(word, text, text + length) : 0;
}

size_t dialects_side(const struct dialects *dialects, const char *text, size_t length, int *side)
{
    const size_t white = dialects_word(dialects, text, length, CLASS_WHITE),
                 black = white ? 0 : dialects_word(dialects, text, length, CLASS_BLACK);
    *side = white ? LUDUS_WHITE : black ? LUDUS_BLACK : -1;
    return white + black;
}

bool dialect_misspells(const struct dialect_word *word, const char *text, size_t length)
{
    return length + 1 >= word->length && length <= word->length + 1u &&
           text_edits(text, length, word->text, word->length) == 1;
}

unsigned dialects_ending(const struct dialects *dialects, const char *text, size_t length)
{
    while (length > 0 && (is_space(text[length - 1]) || strchr(".!:", text[length - 1])))
        length--;
    enum { WORDS_MOST = 3 };
    bool named = false; /* "Mr. Mortimer resigned", "As pretas abandonam" */
    int side;
    for (size_t begin = 0, words = 0; begin < length && words < WORDS_MOST; words++) {
        for (unsigned class = CLASS_RESIGNS; class < (named ? CLASS_RESIGNS + 1 : CLASS_LAST); class ++)
            if (dialects_word(dialects, text + begin, length - begin, class) == length - begin)
                return class;
        size_t behind = words ? 0 : dialects_word(dialects, text, length, CLASS_BETWEEN);
        if (!behind && ((words && !named) || !(is_upper(text[begin]) ||
                                               dialects_side(dialects, text + begin, length - begin, &side))))
            break;
        named = !behind;
        behind += begin;
        while (behind < length && (begins_letter(text[behind]) || strchr(".-'", text[behind])))
            behind++;
        if (behind < length && !is_space(text[behind]))
            break;
        begin = behind + 1;
    }
    return 0;
}

unsigned dialects_verdict(const struct dialects *dialects, const char *line, size_t length)
{
    const unsigned class = dialects_ending(dialects, line, length);
    return class >= CLASS_DRAWN ? dialect_result(class, NO_SIDE) : NO_RESULT;
}

bool dialects_are_own(const struct dialects *dialects, notation_set in_force)
{
    for (unsigned d = 0; d < dialects->count; d++)
        if (dialects->each[d].own && (in_force >> d & 1))
            return true;
    return false;
}

bool dialects_are_sides(const struct dialects *dialects, const char *text, size_t length)
{
    bool any = false;
    for (size_t at = 0; at < length;) {
        int side;
        size_t word = dialects_side(dialects, text + at, length - at, &side);
        if (!word && (begins_letter(text[at]) || is_digit(text[at])))
            return false;
        any |= word > 0;
        at += word ? word : 1;
    }
    return any;
}
