/* statement.c - the statements of a rules file, gathered as the grammar finds them. */
#include "rules/statement.h"

#include "base/chars.h"
#include "grammar/ruleset.tab.h"
#include "rules/ruleset.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void statement_begin(struct rules_reader *reader, const struct rules_word *key)
{
    struct statement *statement = arena_alloc(reader->diag.arena, sizeof *statement);
    if (!statement)
        return;
    *statement = (struct statement){ .key = *key };
    if (reader->last)
        reader->last->next = statement;
    else
        reader->first = statement;
    reader->last = statement;
}

void statement_value(struct rules_reader *reader, const struct rules_word *value)
{
    struct statement *s = reader->last;
    if (!s)
        return;
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 4;
        struct rules_word *values = arena_grow(reader->diag.arena, s->values, s->capacity * sizeof *values,
                                               capacity * sizeof *values);
        if (!values)
            return;
        s->values = values;
        s->capacity = capacity;
    }
    s->values[s->count++] = *value;
}

void statement_complain(struct rules_reader *reader, const char *begin, const char *end, const char *reason)
{
    diag_add(&reader->diag, MSG_RULES_SYNTAX, (size_t)(begin - reader->diag.text),
             (size_t)(end - reader->diag.text), reason);
}

bool statements_read(struct rules_reader *reader)
{
    reader->diag.line = 1;
    reader->cursor = reader->diag.text;
    reader->kind = NONE;
    bool ok = rules_parse(reader) == 0;
    statement_apply_all(reader);
    return ok && !reader->failed && reader->diag.count[LUDUS_ERROR] == 0 && !reader->diag.arena->failed &&
           !reader->arena->failed;
}

/* ---- The values of statements: words, numbers, letters of pieces, and what is wrong with them ---- */

size_t value_offset(const struct rules_reader *reader, const struct rules_word *word)
{
    return (size_t)(word->text - reader->diag.text);
}

struct message *value_say(struct rules_reader *reader, const struct rules_word *word, enum message_id id,
                          const char *what)
{
    size_t begin = value_offset(reader, word);
    return diag_add(&reader->diag, id, begin, begin + word->length, (int)word->length, word->text, what);
}

bool value_complain(struct rules_reader *reader, const struct rules_word *word, const char *reason)
{
    value_say(reader, word, MSG_RULES_VALUE, reason);
    return false;
}

void value_hint(struct rules_reader *reader, struct message *message, const struct text_nearest *nearest)
{
    if (message && nearest->best)
        diag_hint(&reader->diag, message, "perhaps %.*s", (int)nearest->best_length, nearest->best);
}

bool value_expect(struct rules_reader *reader, const struct rules_word *word, const char *words)
{
    struct text_nearest nearest = text_nearest(word->text, word->length);
    char reason[160];
    snprintf(reason, sizeof reason, "expected one of: %s", words);
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t length = strcspn(next, " ");
        text_try(&nearest, next, length);
        next += length;
    }
    value_hint(reader, value_say(reader, word, MSG_RULES_VALUE, reason), &nearest);
    return false;
}

bool value_wrong_count(struct rules_reader *reader, const struct statement *statement, const char *takes)
{
    value_say(reader, &statement->key, MSG_RULES_COUNT, takes);
    return false;
}

bool value_is(const struct rules_word *word, const char *text, size_t length)
{
    return word->length == length && memcmp(word->text, text, length) == 0;
}

int value_find(const struct rules_word *word, const char *words)
{
    for (int index = 0; *words; index++) {
        size_t length = strcspn(words, " ");
        if (value_is(word, words, length))
            return index;
        words += length;
        words += strspn(words, " ");
    }
    return -1;
}

bool value_number(const struct rules_word *word, unsigned min, unsigned max, unsigned *number)
{
    const char *end = word->text;
    *number = number_take(&end);
    return word->length > 0 && end == word->text + word->length && *number >= min && *number <= max;
}

unsigned value_kind(const struct rules *rules, char letter)
{
    for (unsigned k = 0; k < rules->kind_count; k++)
        if (rules->kinds[k].letter == letter)
            return k;
    return NONE;
}

bool value_pieces(struct rules_reader *reader, const struct rules_word *word, kind_set *set)
{
    for (size_t i = 0; i < word->length; i++) {
        unsigned kind = value_kind(reader->rules, word->text[i]);
        if (kind == NONE) {
            value_say(reader, &(struct rules_word){ .text = word->text + i, .length = 1 }, MSG_RULES_PIECE,
                      NULL);
            return false;
        }
        *set |= (kind_set)1 << kind;
    }
    return true;
}

/* ---- The rules that others are said to differ from: of a built-in ruleset, or of a file beside theirs ----
 */

enum { PARENTS_MOST = 8, PARENT_BYTES = 1 << 20 };

/* Rules from elsewhere open no file but those beside or below their own. */
static bool is_below(const struct rules_word *path)
{
    if (*path->text == '/')
        return false;
    for (size_t i = 0, part; i < path->length; i += part + 1) {
        for (part = 0; i + part < path->length && path->text[i + part] != '/'; part++)
            ;
        if (part == 2 && memcmp(path->text + i, "..", 2) == 0)
            return false;
    }
    return true;
}

/* Path of a file beside our own, or NULL without memory, or where the rules come from no file. */
static char *path_beside(const struct rules_reader *reader, const struct rules_word *file)
{
    const char *own = reader->diag.file, *slash = own ? strrchr(own, '/') : NULL;
    bool is_file = own && strcmp(own, "-") != 0;
    size_t folder = slash ? (size_t)(slash - own) + 1 : 0;
    char *path = is_file ? arena_alloc(reader->diag.arena, folder + file->length + 1) : NULL;
    if (path) {
        memcpy(path, own, folder);
        memcpy(path + folder, file->text, file->length);
        path[folder + file->length] = '\0';
    }
    return path;
}

/* Why the file that is open may not be read as the parent, or NULL. */
static const char *parent_fault(const struct rules_reader *parent, mode_t mode, off_t size)
{
    unsigned depth = 0;
    if (!S_ISREG(mode) || size > PARENT_BYTES)
        return "it is no file of rules";
    for (const struct rules_reader *child = parent->child; child; child = child->child, depth++)
        if (child->device == parent->device && child->node == parent->node)
            return "it leads back to itself";
    return depth > PARENTS_MOST ? "it leads to itself, or to more than 8 files" : NULL;
}

/* Reads `size` bytes of rules and applies them. */
static bool read_parent(struct rules_reader *reader, struct rules_reader *parent, int fd, size_t size)
{
    char *text = arena_alloc(reader->diag.arena, size + 1);
    size_t length = 0;
    ssize_t got = 1;
    while (text && length < size && (got = read(fd, text + length, size - length)) > 0)
        length += (size_t)got;
    if (!text || got < 0)
        return false;
    text[length] = '\0';
    parent->diag.text = text;
    parent->diag.length = length;
    reader->failed = !statements_read(parent);
    if (reader->report)
        diag_report(&parent->diag, reader->report, reader->context);
    return true;
}

/* Reads the parent's rules into ours, before any statement of our own. */
static bool apply_parent_file(struct rules_reader *reader, const struct rules_word *value)
{
    struct rules_reader parent = { .diag = { .arena = reader->diag.arena },
                                   .arena = reader->arena,
                                   .rules = reader->rules,
                                   .report = reader->report,
                                   .context = reader->context,
                                   .child = reader };
    char *path = is_below(value) ? path_beside(reader, value) : NULL;
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    const char *fault = "it cannot be read";
    struct stat status;
    if (fd < 0)
        return false;
    parent.diag.file = path;
    if (fstat(fd, &status) == 0) {
        parent.device = status.st_dev;
        parent.node = status.st_ino;
        fault = parent_fault(&parent, status.st_mode, status.st_size);
    }
    if (!fault && !read_parent(reader, &parent, fd, (size_t)status.st_size))
        fault = "it cannot be read";
    if (fault)
        value_complain(reader, value, fault);
    close(fd);
    return true;
}

void parent_apply(struct rules_reader *reader, const struct statement *statement)
{
    const struct rules_word *value = statement->values;
    if (statement->count != 1) {
        value_wrong_count(reader, statement, "one word");
        return;
    }
    struct text_nearest nearest = text_nearest(value->text, value->length);
    for (size_t i = 0; i < builtin_rules_count; i++) {
        const struct builtin_rules *builtin = &builtin_rules[i];
        struct rules_reader parent = {
            .diag = { .arena = reader->diag.arena, .text = builtin->text, .length = builtin->length },
            .arena = reader->arena,
            .rules = reader->rules
        };
        if (value_is(value, builtin->id, strlen(builtin->id))) {
            reader->failed = !statements_read(&parent);
            return;
        }
        text_try(&nearest, builtin->id, strlen(builtin->id));
    }
    if (!apply_parent_file(reader, value))
        value_hint(reader, value_say(reader, value, MSG_RULES_PARENT, NULL), &nearest);
}
