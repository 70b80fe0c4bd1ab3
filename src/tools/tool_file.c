/* tool_file.c - files that are written whole or not at all: what is written goes to a file beside, which
 * takes the place of the old one when all of it is on the disk. A signal that ends the program takes it away.
 */
#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files under way, newest first, for the signals. */
static struct tool_file *volatile under_way;

static const int signals[] = { SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ };
enum { SIGNALS = sizeof signals / sizeof *signals };

static void end_by_signal(int number)
{
    for (const struct tool_file *file = under_way; file; file = file->older)
        unlink(file->beside);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch_signals(void)
{
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            action.sa_handler = end_by_signal;
            sigaction(signals[i], &action, NULL);
        }
    }
}

/* Keeps the signals away while the file beside and the list do not agree. */
static void hold_signals(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&set, signals[i]);
    sigprocmask(how, &set, NULL);
}

/* Devices and pipes are written to at once. So is what stands for an open descriptor: its file is another's.
 */
static bool is_direct(const char *path)
{
    struct stat status;
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0 ||
           (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

/* The mode that a new file gets. */
static mode_t usual_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Links are followed. */
static bool name_files(struct tool_file *file, const char *path)
{
    static const char suffix[] = ".XXXXXX";
    file->path = realpath(path, NULL);
    file->replaces = file->path != NULL;
    if (!file->path && errno == ENOENT && (file->path = malloc(strlen(path) + 1)))
        strcpy(file->path, path);
    file->beside = file->path ? malloc(strlen(file->path) + sizeof suffix) : NULL;
    if (file->beside)
        strcat(strcpy(file->beside, file->path), suffix);
    return file->beside != NULL;
}

static void forget(struct tool_file *file)
{
    int reason = errno;
    hold_signals(SIG_BLOCK);
    struct tool_file *volatile *link = &under_way;
    while (*link && *link != file)
        link = &(*link)->older;
    if (*link) {
        *link = file->older;
        unlink(file->beside); /* if it has not been renamed */
    }
    hold_signals(SIG_UNBLOCK);
    free(file->path);
    free(file->beside);
    *file = (struct tool_file){ .out = NULL };
    errno = reason;
}

static bool open_beside(struct tool_file *file)
{
    struct stat status;
    mode_t mode = stat(file->path, &status) == 0 ? status.st_mode & 07777 : usual_mode();
    watch_signals();
    hold_signals(SIG_BLOCK);
    int fd = mkstemp(file->beside);
    if (fd >= 0) {
        file->older = under_way;
        under_way = file;
    }
    hold_signals(SIG_UNBLOCK);
    file->out = fd >= 0 && fchmod(fd, mode) == 0 ? fdopen(fd, "wb") : NULL;
    if (!file->out && fd >= 0) {
        int reason = errno;
        close(fd);
        errno = reason;
    }
    return file->out != NULL;
}

bool tool_file_open(struct tool_file *file, const char *path)
{
    *file = (struct tool_file){ .out = NULL };
    if (is_direct(path))
        file->out = fopen(path, "wb");
    else if (!name_files(file, path) || !open_beside(file))
        forget(file);
    return file->out != NULL;
}

bool tool_file_pause(struct tool_file *file)
{
    bool written = ferror(file->out) == 0;
    int reason = errno;
    bool closed = fclose(file->out) == 0;
    if (!written)
        errno = reason;
    file->out = NULL;
    return written && closed;
}

bool tool_file_resume(struct tool_file *file)
{
    file->out = fopen(file->beside, "ab");
    return file->out != NULL;
}

bool tool_file_close(struct tool_file *file, bool keep)
{
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
    forget(file);
    return written;
}

bool tool_write_file(struct tool *tool, const char *path, struct ludus_text text)
{
    struct tool_file file;
    if (!tool_keeps(tool))
        return false;
    bool opened = tool_file_open(&file, path);
    bool written = opened && fwrite(text.text, 1, text.length, file.out) == text.length;
    written = opened && tool_file_close(&file, written) && written;
    if (!written)
        tool_trouble(tool, "%s: %s", path, errno ? strerror(errno) : "could not be written");
    return written;
}
