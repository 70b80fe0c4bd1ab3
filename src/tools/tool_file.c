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

bool tool_suffix(const char *path, const char *suffixes, unsigned *number)
{
    const char *dot = path ? strrchr(path, '.') : NULL;
    char suffix[8] = "";
    for (size_t i = 0; dot && dot[1 + i] && i + 1 < sizeof suffix; i++)
        suffix[i] = (char)(dot[1 + i] >= 'A' && dot[1 + i] <= 'Z' ? dot[1 + i] + ('a' - 'A') : dot[1 + i]);
    return dot && tool_choice(suffix, strlen(suffix), suffixes, number);
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

bool tool_room(void *array, size_t count, size_t size)
{
    void *old;
    memcpy(&old, array, sizeof old);
    if (count & (count - 1)) /* room is doubled at powers of two */
        return true;
    void *larger = realloc(old, (count ? 2 * count : 1) * size);
    if (larger)
        memcpy(array, &larger, sizeof larger);
    return larger != NULL;
}

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

struct ludus_text tool_next(const char **list)
{
    struct ludus_text next = { *list, strcspn(*list, ",") };
    *list = next.text[next.length] ? next.text + next.length + 1 : NULL;
    return next;
}

bool tool_read_size(const char *text, double least, double most, const char *units, double *size,
                    const char **unit)
{
    char *end;
    unsigned number;
    *size = strtod(text, &end);
    *unit = *end ? end : *unit;
    return end > text && *size >= least && *size < most &&
           (!*end || tool_choice(end, strlen(end), units, &number));
}

struct ludus_ruleset *tool_read_rules(struct tool *tool, const char *path)
{
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    tool->least = LUDUS_ERROR; /* warnings are for ludcheck --check-rules */
    struct ludus_ruleset *rules = text ? ludus_ruleset_parse(text, length, path, tool_message, tool) : NULL;
    tool->least = LUDUS_WARNING;
    if (text && !rules)
        tool_trouble(tool, "%s: these rules cannot be used", path);
    free(text);
    return rules;
}

const char *tool_read_notation(struct tool *tool, const char *name)
{
    char reason[1024];
    size_t length;
    bool file = strpbrk(name, "/.");
    if (strcmp(name, "figurines") == 0) /* as of drawings */
        name = "figurine";
    const char *notation = file ? tool->notation = tool_read_file(tool, name, &length) : name;
    if (!notation || ludus_import_notation(notation, reason, sizeof reason))
        return notation;
    tool_trouble(tool, file ? "%s: %s" : "%s%s", file ? name : "", reason);
    return NULL;
}

bool tool_read_games(struct tool *tool, const char *path,
                     bool (*take)(struct tool *tool, struct ludus_game *game))
{
    struct ludus_import *import = ludus_import_open(path, &tool->reading);
    struct ludus_game *game;
    bool sound = true;
    if (!import)
        return tool_trouble(tool, "%s: %s", path, tool_reason(errno));
    while (sound && (game = ludus_import_next(import)))
        sound = take(tool, game);
    int error = sound ? ludus_import_error(import) : ENOMEM;
    ludus_import_close(import);
    return !error || tool_trouble(tool, "%s: %s", path, tool_reason(error));
}

struct ludus_game *tool_read_game(const struct tool *tool, struct ludus_text text)
{
    const struct ludus_import_options how = { .size = sizeof how,
                                              .format = LUDUS_FORMAT_LUDUS,
                                              .max_record = tool->common.max_record };
    struct ludus_import *import = ludus_import_bytes(text.text, text.length, tool->file, &how);
    const struct ludus_game *game = import ? ludus_import_next(import) : NULL;
    struct ludus_game *copy = game ? ludus_game_copy(game) : NULL;
    ludus_import_close(import);
    return copy;
}

struct ludus_selection *tool_read_turns(struct tool *tool, const char *option, const char *turns)
{
    char reason[200];
    struct ludus_selection *selection = turns ? ludus_selection_new(turns, reason, sizeof reason) : NULL;
    if (turns && !selection)
        tool_trouble(tool, "%s: %s", option, reason);
    return selection;
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

void tool_block_signals(bool hold)
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
    tool_block_signals(true);
    struct tool_file *volatile *link = &under_way;
    while (*link && *link != file)
        link = &(*link)->older;
    if (*link) {
        *link = file->older;
        unlink(file->beside); /* if it has not been renamed */
    }
    tool_block_signals(false);
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
    tool_block_signals(true);
    int fd = mkstemp(file->beside);
    if (fd >= 0) {
        file->older = under_way;
        under_way = file;
    }
    tool_block_signals(false);
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

/* ---- Files that are changed in place ---- */

/* Of a piece, in tool->counts: bytes at its beginning that do not change, and records after them, from the
 * first on that does. */
enum { SAME, DIFFERENT };

bool tool_may_edit(struct tool *tool)
{
    bool files = tool->file_count > 0;
    for (int i = 0; i < tool->file_count; i++)
        files = files && !is_standard(tool->files[i]);
    return !tool->in_place || files || tool_trouble(tool, "--in-place takes files");
}

void tool_edit_game(struct tool *tool, const struct ludus_game *game, struct ludus_text text)
{
    size_t *counts = tool->counts;
    struct ludus_text source = ludus_game_source(game);
    if (counts[DIFFERENT] || ludus_game_altered(game) || text.length != source.length ||
        memcmp(text.text, source.text, text.length) != 0)
        counts[DIFFERENT]++;
    else
        counts[SAME] += text.length;
    if (tool->in_place)
        ludus_buffer_add(tool->extra, text.text, text.length);
}

/* Begins the replacement of the current file with a copy up to the first difference. Sets `kept` instead for
 * a gzip or zstd file, or one of another format. */
static void begin_edit(struct tool *tool, struct tool_edit *edit)
{
    char block[65536];
    FILE *from = fopen(tool->file, "rb");
    size_t read = from ? fread(block, 1, 4, from) : 0;
    edit->kept = tool->foreign || (read >= 2 && memcmp(block, "\x1f\x8b", 2) == 0) ||
                 (read == 4 && memcmp(block, "\x28\xb5\x2f\xfd", 4) == 0);
    bool written =
        !edit->kept && from && fseek(from, 0, SEEK_SET) == 0 && tool_file_open(&edit->file, tool->file);
    for (size_t left = edit->same; written && left > 0;) {
        size_t got = fread(block, 1, left < sizeof block ? left : sizeof block, from);
        written = got > 0 && fwrite(block, 1, got, edit->file.out) == got;
        left -= got;
    }
    if (!written && !edit->kept)
        edit->error = errno ? errno : EIO;
    if (from)
        fclose(from);
}

void tool_edit_piece(struct tool *tool, struct tool_edit *edit)
{
    struct ludus_text text = ludus_buffer_text(tool->extra);
    size_t same = edit->differs ? 0 : tool->counts[SAME];
    bool begins = tool->counts[DIFFERENT] && !edit->differs;
    edit->same += same;
    edit->differs |= begins;
    if (begins && tool->in_place)
        begin_edit(tool, edit);
    if (!tool->in_place || !edit->differs || edit->kept)
        return;
    if (ludus_buffer_failed(tool->extra))
        edit->error = ENOMEM;
    if (!edit->error && fwrite(text.text + same, 1, text.length - same, edit->file.out) != text.length - same)
        edit->error = errno ? errno : EIO;
}

bool tool_edit_file(struct tool *tool, struct tool_edit *edit)
{
    bool whole = !tool->cut && !tool->lacks, differs = edit->differs;
    if (tool->in_place && differs && !edit->file.out && !edit->kept && !edit->error)
        begin_edit(tool, edit);
    /* the replacement is kept only if all was read and written */
    bool sound = whole && edit->error == 0 && !ludus_memory_failed();
    if (edit->file.out && !tool_file_close(&edit->file, sound) && sound)
        edit->error = errno ? errno : EIO;
    if (edit->error)
        tool_trouble(tool, "%s: %s", tool->file, strerror(edit->error));
    if (edit->kept)
        tool_trouble(tool, "%s: is %s, and is not changed in place", tool->file,
                     tool->foreign ? "of another format" : "compressed");
    *edit = (struct tool_edit){ .same = 0 };
    return whole && differs;
}
