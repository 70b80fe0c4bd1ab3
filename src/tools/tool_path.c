/* tool_path.c - keeps files that are written apart from those that are read, and from each other. */
#include "tool.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Looks at a file, or for "-" at what the descriptor is open on. */
static bool look(const char *path, int standard, struct stat *status)
{
    return (is_standard(path) ? fstat(standard, status) : stat(path, status)) == 0;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_input(const char *path, const struct stat *output)
{
    struct stat input;
    return look(path, STDIN_FILENO, &input) && is_one_file(output, &input);
}

bool tool_may_write(struct tool *tool, const char *path)
{
    struct stat output;
    if (is_standard(path) || stat(path, &output) != 0)
        return true;
    bool input = tool->file_count == 0 && !(tool->spec->common & TOOL_NO_FILES) && is_input("-", &output);
    for (int i = 0; i < tool->file_count && !input; i++)
        input = is_input(tool->files[i], &output);
    for (size_t i = 0; i < tool->read.count && !input; i++)
        input = is_input(tool->read.items[i], &output);
    if (input)
        tool_trouble(tool, "%s: is both input and output", path);
    return !input;
}

/* The directory of a file that may not be there yet, and its name in it. */
static bool look_around(const char *path, struct stat *directory, const char **name)
{
    char around[4096] = ".";
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    *name = path + length;
    if (length >= sizeof around)
        return false;
    if (length)
        memcpy(around, path, length);
    around[length ? length : 1] = '\0';
    return stat(around, directory) == 0;
}

/* Would what is written to both end in one place? */
static bool is_one_place(const char *path, const char *other)
{
    struct stat a, b;
    const char *name, *other_name;
    if (strcmp(path, other) == 0)
        return true;
    if (look(path, STDOUT_FILENO, &a) && look(other, STDOUT_FILENO, &b))
        return is_one_file(&a, &b);
    return !is_standard(path) && !is_standard(other) && look_around(path, &a, &name) &&
           look_around(other, &b, &other_name) && a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
           strcmp(name, other_name) == 0;
}

bool tool_paths_apart(struct tool *tool)
{
    const char *output = tool->common.output ? tool->common.output : "-";
    for (size_t i = 0; i < tool->written.count; i++) {
        const char *path = tool->written.items[i];
        if (!tool_may_write(tool, path))
            return false;
        if (is_one_place(path, output)) {
            tool_trouble(tool, "%s takes one output, and not two%s",
                         is_standard(path) ? "standard output" : path,
                         is_standard(path) ? ": give one of them a file" : "");
            return false;
        }
    }
    return true;
}
