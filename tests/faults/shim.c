/* shim.c - for LD_PRELOAD: makes calls of a program fail, as the environment says.
 *
 *   FAULT_MEMORY=N       allocation number N fails (from 1)
 *   FAULT_MEMORY_FROM=N  it fails, and all that come after it
 *   FAULT_READ=short     read gives at most 3 bytes at a time, and every second one is interrupted (EINTR)
 *   FAULT_READ_AT=N      read number N fails with EIO
 *   FAULT_FILE=CALL      the first call of mkstemp, fchmod, fsync or rename fails with EIO
 *   FAULT_SIGNAL=CALL    before the first call of mkstemp, fchmod, fwrite, fflush, fsync or rename SIGTERM
 * comes FAULT_AFTER=N        after mkstemp number N the process gets SIGTERM, in whatever thread takes it
 *   FAULT_COUNT=FILE     at its end the program writes there how many allocations and reads it has made
 *
 * What Fontconfig allocates and reads itself never fails and is not counted: without memory it crashes, and
 * what it cannot read it tells and does without.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* glibc's own, which need no looking up. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong allocations, reads;
static unsigned long fail_one, fail_from, fail_read;
static int count_fd = -1; /* opened early: later the program may not */

static unsigned long number(const char *name)
{
    const char *value = getenv(name);
    return value ? strtoul(value, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
    fail_one = number("FAULT_MEMORY");
    fail_from = number("FAULT_MEMORY_FROM");
    fail_read = number("FAULT_READ_AT");
    const char *path = getenv("FAULT_COUNT");
    if (path)
        count_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    allocations = reads = 0;
}

__attribute__((destructor)) static void end(void)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%lu %lu\n", allocations, reads);
    if (count_fd >= 0 && write(count_fd, text, (size_t)length) != length)
        abort();
}

static _Thread_local unsigned spared; /* calls that are in Fontconfig */

static bool no_memory(void)
{
    if (spared)
        return false;
    unsigned long n = ++allocations;
    if (n != fail_one && (!fail_from || n < fail_from))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return no_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return no_memory() ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = no_memory() ? NULL : __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return no_memory() ? NULL : __libc_memalign(alignment, size);
}

/* The next definition of a function, in libc. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

static bool is_asked(const char *variable, const char *call)
{
    const char *value = getenv(variable);
    return value && strcmp(value, call) == 0;
}

/* Shall this call fail? Signals come first. */
static bool fault(const char *call)
{
    if (is_asked("FAULT_SIGNAL", call))
        raise(SIGTERM);
    if (!is_asked("FAULT_FILE", call))
        return false;
    errno = EIO;
    return true;
}

ssize_t read(int fd, void *out, size_t size)
{
    ssize_t (*real)(int, void *, size_t) = next("read");
    if (spared)
        return real(fd, out, size);
    unsigned long n = ++reads;
    bool in_pieces = is_asked("FAULT_READ", "short");
    if (n == fail_read || (in_pieces && n % 2)) {
        errno = n == fail_read ? EIO : EINTR;
        return -1;
    }
    return real(fd, out, in_pieces && size > 3 ? 3 : size);
}

int mkstemp(char *name)
{
    static unsigned long files;
    int (*real)(char *) = next("mkstemp");
    if (fault("mkstemp"))
        return -1;
    int fd = real(name);
    if (++files == number("FAULT_AFTER")) {
        kill(getpid(), SIGTERM);
        usleep(30000); /* for a thread that takes it */
    }
    return fd;
}

int fchmod(int fd, mode_t mode)
{
    int (*real)(int, mode_t) = next("fchmod");
    return fault("fchmod") ? -1 : real(fd, mode);
}

int fsync(int fd)
{
    int (*real)(int) = next("fsync");
    return fault("fsync") ? -1 : real(fd);
}

int rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *) = next("rename");
    return fault("rename") ? -1 : real(from, to);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    size_t (*real)(const void *, size_t, size_t, FILE *) = next("fwrite");
    return fault("fwrite") ? 0 : real(bytes, size, count, file);
}

int fflush(FILE *file)
{
    int (*real)(FILE *) = next("fflush");
    return fault("fflush") ? EOF : real(file);
}

/* ---- Fontconfig ---- */

#define SPARED(type, name, parameters, arguments)                                                            \
    type name parameters                                                                                     \
    {                                                                                                        \
        type(*real) parameters = next(#name);                                                                \
        spared++;                                                                                            \
        type value = real arguments;                                                                         \
        spared--;                                                                                            \
        return value;                                                                                        \
    }

SPARED(void *, FcNameParse, (const unsigned char *name), (name))
SPARED(int, FcConfigSubstitute, (void *config, void *pattern, int kind), (config, pattern, kind))
SPARED(void *, FcFontSort, (void *config, void *pattern, int trim, void **set, void *result),
       (config, pattern, trim, set, result))

void FcDefaultSubstitute(void *pattern)
{
    void (*real)(void *) = next("FcDefaultSubstitute");
    spared++;
    real(pattern);
    spared--;
}
