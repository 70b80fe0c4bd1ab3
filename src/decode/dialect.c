/* dialect.c - notation files, read into tables of words. */
#include "decode/dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const classes[CLASS_LAST] = {
    [CLASS_TO] = "to",
    [CLASS_TAKES] = "takes",
    [CLASS_HOME] = "home",
    [CLASS_OWN] = "own",
    [CLASS_ONE] = "first",
    [CLASS_TWO] = "second",
    [CLASS_CHECK] = "check",
    [CLASS_CHECKS] = "checks",
    [CLASS_MATES] = "mates",
    [CLASS_MATE] = "mate",
    [CLASS_MORE] = "more",
    [CLASS_CASTLES] = "castles",
    [CLASS_CASTLES_SHORT] = "castles-short",
    [CLASS_CASTLES_LONG] = "castles-long",
    [CLASS_BESIDE] = "beside",
    [CLASS_PROMOTES] = "promotes",
    [CLASS_BECOMES] = "becomes",
    [CLASS_PASSING] = "passing",
    [CLASS_ORDINAL] = "ordinal",
    [CLASS_WHITE] = "white",
    [CLASS_BLACK] = "black",
    [CLASS_RESIGNS] = "resigns",
};

struct reader {
    struct dialect *dialect;
    struct dialect_lexer lexer;
    struct arena *arena;
    struct dialect_fault *why;
};

static bool fail(struct reader *reader, const char *expected)
{
    reader->why->line = reader->lexer.line;
    snprintf(reader->why->text, sizeof reader->why->text, "%s, not '%.*s'", expected,
             (int)(reader->lexer.word.length < 40 ? reader->lexer.word.length : 40), reader->lexer.word.text);
    return false;
}

static bool is_word(const struct reader *reader, const char *word)
{
    return reader->lexer.word.length == strlen(word) &&
           memcmp(reader->lexer.word.text, word, strlen(word)) == 0;
}

static const char *keep(struct reader *reader)
{
    return arena_copy(reader->arena, reader->lexer.word.text, reader->lexer.word.length);
}

/* The words that are left of the line. */
static bool read_words(struct reader *reader, enum word_class class, unsigned piece)
{
    struct dialect *dialect = reader->dialect;
    enum dialect_token token;
    while ((token = dialect_lex(&reader->lexer)) == DIALECT_WORD) {
        if (dialect->word_count == DIALECT_WORDS || reader->lexer.word.length > 60)
            return fail(reader, "no more than 128 words of 60 bytes are possible");
        dialect->words[dialect->word_count++] =
            (struct dialect_word){ keep(reader), (uint8_t)reader->lexer.word.length, (uint8_t) class,
                                   (uint8_t)piece };
    }
    return token != DIALECT_BAD || fail(reader, "a word or a text in quotes is expected");
}

static bool read_piece(struct reader *reader)
{
    struct dialect *dialect = reader->dialect;
    if (dialect_lex(&reader->lexer) != DIALECT_WORD || dialect->name_count == DIALECT_PIECES)
        return fail(reader, "the name of a piece is expected");
    dialect->names[dialect->name_count++] = keep(reader);
    return read_words(reader, CLASS_PIECE, dialect->name_count - 1);
}

/* One of two words. */
static bool read_choice(struct reader *reader, const char *no, const char *yes, bool *chosen)
{
    if (dialect_lex(&reader->lexer) != DIALECT_WORD || !(is_word(reader, no) || is_word(reader, yes)))
        return fail(reader, *no == 'a' ? "'algebraic' or 'descriptive' is expected"
                                       : "'wing-first' or 'wing-last' is expected");
    *chosen = is_word(reader, yes);
    return true;
}

static bool read_text(struct reader *reader, const char **text)
{
    if (dialect_lex(&reader->lexer) != DIALECT_WORD)
        return fail(reader, "a text is expected");
    *text = keep(reader);
    return true;
}

static bool read_statement(struct reader *reader)
{
    struct dialect *dialect = reader->dialect;
    if (is_word(reader, "notation"))
        return read_text(reader, &dialect->id);
    if (is_word(reader, "title"))
        return read_text(reader, &dialect->title);
    if (is_word(reader, "squares"))
        return read_choice(reader, "algebraic", "descriptive", &dialect->descriptive);
    if (is_word(reader, "order"))
        return read_choice(reader, "wing-first", "wing-last", &dialect->wing_last);
    if (is_word(reader, "piece"))
        return read_piece(reader);
    for (unsigned class = 0; class < CLASS_LAST; class ++)
        if (is_word(reader, classes[class]))
            return read_words(reader, class, 0);
    return fail(reader, "a statement is expected");
}

static int longer_first(const void *a, const void *b)
{
    const struct dialect_word *x = a, *y = b;
    return x->length != y->length ? y->length - x->length : memcmp(x->text, y->text, x->length);
}

bool dialect_read(struct dialect *dialect, const char *text, struct arena *arena, struct dialect_fault *why)
{
    struct reader reader = { dialect, { .cursor = text, .line = 1 }, arena, why };
    enum dialect_token token;
    *dialect = (struct dialect){ .id = NULL };
    while ((token = dialect_lex(&reader.lexer)) != DIALECT_END)
        if (token == DIALECT_BAD || (token == DIALECT_WORD && !read_statement(&reader)))
            return token != DIALECT_BAD ? false : fail(&reader, "a word is expected");
    if (!dialect->id || dialect->name_count == 0)
        return fail(&reader, dialect->id ? "a 'piece' is expected" : "'notation NAME' is expected");
    qsort(dialect->words, dialect->word_count, sizeof *dialect->words, longer_first);
    return !arena->failed;
}

bool dialect_use(struct dialect *dialect, const struct ludus_ruleset *ruleset)
{
    bool any = false;
    for (unsigned i = 0; i < dialect->name_count; i++) {
        unsigned kind = ruleset_kind(ruleset, dialect->names[i], strlen(dialect->names[i]));
        dialect->kinds[i] = (uint8_t)kind;
        any |= kind != NONE;
    }
    return any;
}
