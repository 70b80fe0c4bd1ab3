/* tool_file.c - files that are replaced whole or not at all: a temporary file is written in the same folder,
 * and renamed when all of it is on the disk. A signal that ends the program removes it. */
#include "tool.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- No output is an input or another output ---- */

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Gets the status of a file, or for "-" that of the descriptor. */
static bool get_status(const char *path, int standard, struct stat *status)
{
    return (is_standard(path) ? fstat(standard, status) : stat(path, status)) == 0;
}

static bool is_one_file(const struct stat *a, const struct stat *b)
{
    return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Gets the status of the directory of a file that need not exist, and its name in it. */
static bool get_directory(const char *path, struct stat *directory, const char **name)
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

/* Do both paths lead to one output? */
static bool is_one_place(const char *path, const char *other)
{
    struct stat a, b;
    const char *name, *other_name;
    if (strcmp(path, other) == 0)
        return true;
    if (get_status(path, STDOUT_FILENO, &a) && get_status(other, STDOUT_FILENO, &b))
        return is_one_file(&a, &b);
    return !is_standard(path) && !is_standard(other) && get_directory(path, &a, &name) &&
           get_directory(other, &b, &other_name) && a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
           strcmp(name, other_name) == 0;
}

bool tool_may_write(struct tool *tool, const char *path)
{
    struct stat output, input;
    const char *other = tool->common.output ? tool->common.output : "-";
    bool standard = is_standard(path), exists = !standard && stat(path, &output) == 0;
    for (size_t i = 0; exists && i < tool->read.count; i++)
        if (get_status(tool->read.items[i], STDIN_FILENO, &input) && is_one_file(&output, &input))
            return tool_trouble(tool, "%s: is both input and output", path);
    if (path == other || !is_one_place(path, other))
        return true;
    return tool_trouble(tool, "%s takes one output, and not two%s", standard ? "standard output" : path,
                        standard ? ": give one of them a file" : "");
}

/* ---- Files that are read ---- */

const char *tool_reason(int error)
{
    if (error == EBADMSG)
        return "the compressed file is damaged or cut short";
    if (error == EFBIG)
        return "the file is compressed with a larger window than --max-record allows";
    if (error == ENOTSUP)
        return "the file is compressed with xz, bzip2 or zip, which are not read; gzip and zstd are";
    return strerror(error);
}

char *tool_read_file(struct tool *tool, const char *path, size_t *length)
{
    bool input = strcmp(path, "-") == 0;
    char *bytes = NULL;
    size_t capacity = 2048;
    if (input && tool->input_taken) {
        tool_trouble(tool, "standard input can be read only once");
        return NULL;
    }
    tool->input_taken |= input;
    FILE *file = input ? stdin : fopen(path, "rb");
    bool read = file != NULL;
    for (*length = 0; read;) {
        char *larger = realloc(bytes, capacity *= 2);
        bytes = larger ? larger : bytes;
        *length += larger ? fread(bytes + *length, 1, capacity - *length - 1, file) : 0;
        read = larger && !ferror(file);
        if (feof(file))
            break;
    }
    if (read) {
        bytes[*length] = '\0';
    } else {
        tool_trouble(tool, "%s: %s", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    }
    if (file && !input)
        fclose(file);
    return bytes;
}

/* ---- Files that are replaced whole or not at all ---- */

/* Files that are being written, newest first, for the signal handler. */
static struct tool_file *volatile under_way;

static const int signals[] = { SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ };
enum { SIGNALS = sizeof signals / sizeof *signals, LINKS_MAX = 40 };

/* Removes the temporary files, in the first thread, which alone opens and closes files and takes signals. */
static void end_by_signal(int number)
{
    for (const struct tool_file *file = under_way; file; file = file->older)
        unlink(file->beside);
    signal(number, SIG_DFL);
    raise(number);
}

/* Blocks the signals in this thread while a temporary file and the list of files differ, or unblocks them. */
static void block_signals(bool hold)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&set, signals[i]);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Is the path written directly: an open descriptor, a device or a pipe? */
static bool is_direct(const char *path)
{
    struct stat status;
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/stderr") == 0 ||
           (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

/* Returns the path with links resolved, even without a file yet. Freed by the caller; NULL on error. */
static char *resolve_links(const char *path)
{
    char *name = realpath(path, NULL), target[PATH_MAX];
    if (name || errno != ENOENT)
        return name;
    name = strdup(path);
    for (int links = 0; name && links < LINKS_MAX; links++) {
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length <= 0)
            break;
        target[length] = '\0';
        const char *slash = strrchr(name, '/');
        int folder = target[0] != '/' && slash ? (int)(slash + 1 - name) : 0;
        size_t size = (size_t)(folder + length) + 1;
        char *next = malloc(size);
        if (next)
            snprintf(next, size, "%.*s%s", folder, name, target);
        free(name);
        name = next;
    }
    return name;
}

char *tool_file_place(const char *path)
{
    return is_direct(path) ? NULL : resolve_links(path);
}

static void forget_file(struct tool_file *file)
{
    int reason = errno;
    block_signals(true);
    struct tool_file *volatile *link = &under_way;
    while (*link && *link != file)
        link = &(*link)->older;
    if (*link) {
        *link = file->older;
        unlink(file->beside); /* if it has not been renamed */
    }
    block_signals(false);
    free(file->path);
    free(file->beside);
    *file = (struct tool_file){ .out = NULL };
    errno = reason;
}

bool tool_file_open(struct tool_file *file, const char *path)
{
    static const char suffix[] = ".XXXXXX";
    struct stat status;
    if (file->beside) {
        file->out = fopen(file->beside, "ab");
        return file->out != NULL;
    }
    *file = (struct tool_file){ .out = NULL };
    if (is_standard(path) || is_direct(path)) {
        file->out = is_standard(path) ? stdout : fopen(path, "wb");
        return file->out != NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    file->path = resolve_links(path);
    file->replaces = file->path && stat(file->path, &status) == 0;
    file->beside = file->path ? malloc(strlen(file->path) + sizeof suffix) : NULL;
    if (!file->beside) {
        forget_file(file);
        return false;
    }
    strcat(strcpy(file->beside, file->path), suffix);
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            action.sa_handler = end_by_signal;
            sigaction(signals[i], &action, NULL);
        }
    }
    block_signals(true);
    int fd = mkstemp(file->beside);
    if (fd >= 0) {
        file->older = under_way;
        under_way = file;
    }
    block_signals(false);
    if (fd >= 0 && fchmod(fd, file->replaces ? status.st_mode & 07777 : 0666 & ~mask) == 0)
        file->out = fdopen(fd, "wb");
    if (file->out)
        return true;
    forget_file(file);
    if (fd >= 0)
        close(fd);
    return false;
}

bool tool_file_close(struct tool_file *file, bool keep)
{
    if (file->out == stdout)
        return !ferror(stdout) && fflush(stdout) == 0;
    bool open = file->out != NULL;
    bool written = open && !ferror(file->out) && fflush(file->out) == 0 &&
                   (!file->replaces || !keep || fsync(fileno(file->out)) == 0);
    int reason = errno;
    if (open && fclose(file->out) != 0 && written) {
        written = false;
        reason = errno;
    }
    errno = reason;
    if (written && keep && file->beside)
        written = rename(file->beside, file->path) == 0;
    forget_file(file);
    return written;
}

bool tool_write_file(struct tool *tool, const char *path, struct ludus_text text)
{
    struct tool_file file = { .out = NULL };
    if (!tool_keeps(tool))
        return false;
    bool written = tool_file_open(&file, path);
    if (written) {
        written = fwrite(text.text, 1, text.length, file.out) == text.length;
        written = tool_file_close(&file, written) && written;
    }
    return written || tool_trouble(tool, "%s: %s", is_standard(path) ? "standard output" : path,
                                   errno ? strerror(errno) : "could not be written");
}
