/* parent.c - the rules that others are said to differ from: of a built-in ruleset, or of a file beside
 * theirs. */
#include "rules/parent.h"

#include "rules/builtin.h"
#include "rules/statement.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    return true;
}

/* Reads the parent's rules into ours, before any statement of our own. */
static bool apply_parent_file(struct rules_reader *reader, const struct rules_word *value)
{
    struct rules_reader parent = { .arena = reader->arena,
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
    struct text_nearest nearest;
    size_t begin;

    if (statement->count != 1) {
        value_wrong_count(reader, statement, "one word");
        return;
    }
    begin = value_offset(reader, value);
    nearest = text_nearest(value->text, value->length);
    for (size_t i = 0; i < builtin_rules_count; i++) {
        const struct builtin_rules *builtin = &builtin_rules[i];
        struct rules_reader parent = { .diag = { .text = builtin->text, .length = builtin->length },
                                       .arena = reader->arena,
                                       .rules = reader->rules };
        if (value_is(value, builtin->id, strlen(builtin->id))) {
            reader->failed = !statements_read(&parent);
            return;
        }
        text_try(&nearest, builtin->id, strlen(builtin->id));
    }
    if (!apply_parent_file(reader, value))
        value_hint(reader,
                   diag_add(&reader->diag, MSG_RULES_PARENT, begin, begin + value->length, (int)value->length,
                            value->text),
                   &nearest);
}
