/* tool_confine.c - limits what a tool can do, once its files are known, to reading the named files and
 * writing in the folders of its outputs. It can use no other file, program or network, so a file that
 * exploits a reader gets no further. Landlock limits files, seccomp system calls; a kernel that has neither
 * changes nothing. The programs that the user wants the tool to talk to are started before. */
#define _GNU_SOURCE /* O_PATH, syscall. NOLINT(bugprone-reserved-identifier): the C library's own name */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Sanitizers inspect the process from outside and write their own reports. */
#if defined __has_feature
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

#if defined __linux__ && defined __has_include && !IS_SANITIZED
#if __has_include(<linux/landlock.h>)
#define CONFINES 1
#endif
#endif

#ifndef CONFINES

static void confine(const struct tool *tool)
{
    (void)tool;
}

#else

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>

/* ---- Files: Landlock ---- */

/* Constants missing in the oldest headers that have Landlock. */
#define ACCESS_TRUNCATE (UINT64_C(1) << 14)
#define NET_ALL UINT64_C(3)   /* bind and connect */
#define SCOPE_ALL UINT64_C(3) /* abstract sockets and signals to other processes */

enum { ABI_TRUNCATE = 3, ABI_NET = 4, ABI_SCOPE = 6 };

#define ACCESS_READ ((uint64_t)LANDLOCK_ACCESS_FS_READ_FILE)
#define ACCESS_WRITE (LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)
#define ACCESS_REPLACE                                                                                       \
    (ACCESS_READ | ACCESS_WRITE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE)
#define ACCESS_OLDEST (((uint64_t)LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1)

/* The current struct landlock_ruleset_attr; an older kernel wants zeros in what it does not know. */
struct handled {
    uint64_t files, net, scopes;
};

struct fence {
    int ruleset;
    uint64_t files; /* kinds of access that the kernel can refuse */
    bool sound;
};

/* Allows access to a file, or to the contents of a folder. A missing file and a pipe need no rule. */
static void allow_path(struct fence *fence, const char *path, uint64_t access)
{
    struct stat status;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return;
    struct landlock_path_beneath_attr rule = { access & fence->files, fd };
    if (fstat(fd, &status) == 0 && !S_ISDIR(status.st_mode))
        rule.allowed_access &= ACCESS_READ | ACCESS_WRITE;
    fence->sound &=
        syscall(SYS_landlock_add_rule, fence->ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ||
        errno == EBADFD; /* a pipe */
    close(fd);
}

/* Allows access to the contents of the folder of a path. */
static void allow_folder(struct fence *fence, const char *path, uint64_t access)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
    fence->sound &= folder != NULL;
    if (folder)
        allow_path(fence, folder, access);
    free(folder);
}

/* Is this a rules file, by its option or its name? */
static bool is_rules(const struct tool *tool, const char *path)
{
    const char *suffix = strrchr(path, '.');
    bool rules = suffix && strcmp(suffix, ".rules") == 0;
    for (const struct tool_given *given = tool->options; given->option; given++)
        rules |= given->option->type == TOOL_READ_RULES && *(const char *const *)given->value == path;
    return rules;
}

/* Allows an input to be read. A folder can be opened, for its reader to refuse it, but nothing in it can be
 * read. Rules files may include others in their folder. */
static void allow_input(struct fence *fence, const struct tool *tool, const char *path)
{
    struct stat status;
    if (strcmp(path, "-") == 0)
        return;
    bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    allow_path(fence, path, folder ? LANDLOCK_ACCESS_FS_READ_DIR : ACCESS_READ);
    if (is_rules(tool, path))
        allow_folder(fence, path, ACCESS_READ);
}

/* Allows writing in the folder of the name, for files with names made from it, and in that of its target. */
static void allow_output(struct fence *fence, const char *path)
{
    if (strcmp(path, "-") == 0)
        return;
    char *place = tool_file_place(path);
    if (place) {
        allow_folder(fence, place, ACCESS_REPLACE);
        allow_folder(fence, path, ACCESS_REPLACE);
    } else {
        allow_path(fence, path, ACCESS_WRITE);
    }
    free(place);
}

static void confine_files(const struct tool *tool)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    struct handled handled = { ACCESS_OLDEST | (abi >= ABI_TRUNCATE ? ACCESS_TRUNCATE : 0),
                               abi >= ABI_NET ? NET_ALL : 0, abi >= ABI_SCOPE ? SCOPE_ALL : 0 };
    long ruleset = abi < 1 ? -1 : syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    struct fence fence = { (int)ruleset, handled.files, true };
    if (ruleset < 0)
        return;
    /* libxml2 loads converters of text from these. */
    static const char *const libraries[] = { "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache" };
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        allow_path(&fence, libraries[i], ACCESS_READ);
    for (int i = 0; tool->in_place && i < tool->file_count; i++)
        allow_output(&fence, tool->files[i]);
    for (size_t i = 0; i < tool->read.count; i++)
        allow_input(&fence, tool, tool->read.items[i]);
    for (size_t i = 0; i < tool->written.count; i++)
        allow_output(&fence, tool->written.items[i]);
    if (tool->common.output)
        allow_output(&fence, tool->common.output);
    if (fence.sound)
        (void)syscall(SYS_landlock_restrict_self, fence.ruleset, 0);
    close(fence.ruleset);
}

/* ---- System calls: seccomp ---- */

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__ && defined __AARCH64EL__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* Calls of the tools and the C library. Others fail with ENOSYS, so that a library can do without them. */
static const unsigned calls[] = {
    /* Files, which Landlock limits. */
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_openat, SYS_close,
    SYS_fstat, SYS_newfstatat, SYS_statx, SYS_fstatfs, SYS_fcntl, SYS_ftruncate, SYS_fallocate, SYS_fadvise64,
    SYS_fsync, SYS_fdatasync, SYS_readlinkat, SYS_faccessat, SYS_getcwd, SYS_unlinkat, SYS_renameat,
    SYS_fchmod, SYS_umask, SYS_dup, SYS_dup3, SYS_pipe2, SYS_getdents64,
    /* Memory and the process. */
    SYS_mmap, SYS_munmap, SYS_brk, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_getpid, SYS_gettid, SYS_getuid,
    SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getcpu, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrandom,
    SYS_exit, SYS_exit_group, SYS_futex,
    /* Threads, signals and time. */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_sigaltstack,
    SYS_restart_syscall, SYS_set_robust_list, SYS_set_tid_address, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_membarrier, SYS_ppoll, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday,
    /* Newer kernels and older machines. */
    SYS_rseq, SYS_renameat2, SYS_faccessat2,
#ifdef SYS_map_shadow_stack
    SYS_map_shadow_stack,
#endif
#ifdef SYS_open
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_unlink, SYS_rename, SYS_dup2, SYS_pipe,
    SYS_time, SYS_arch_prctl, SYS_poll
#endif
};

struct filter {
    struct sock_filter steps[512];
    unsigned short length;
};

static void add_step(struct filter *filter, struct sock_filter step)
{
    filter->steps[filter->length++] = step;
}

static void confine_calls(void)
{
    const uint32_t own = (uint32_t)getpid();
    /* Calls allowed only for some values of the low half of an argument. */
    const struct {
        unsigned call, argument;
        uint16_t test; /* BPF_JEQ: it is `value`; BPF_JSET: it has a bit of `value` */
        uint32_t value;
    } conditions[] = {
        { SYS_clone, 0, BPF_JSET, CLONE_THREAD },
        { SYS_ioctl, 1, BPF_JEQ, TCGETS },
        { SYS_ioctl, 1, BPF_JEQ, 0x802C542A }, /* TCGETS2 */
        { SYS_prlimit64, 0, BPF_JEQ, 0 },
        { SYS_tgkill, 0, BPF_JEQ, own },
        { SYS_kill, 0, BPF_JEQ, own },
    };
    const struct sock_filter load = BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    struct filter filter = {
        .steps = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
                   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), refuse, load },
        .length = 4,
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        add_step(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i], 0, 1));
        add_step(&filter, allow);
    }
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const uint32_t at = (uint32_t)(offsetof(struct seccomp_data, args) + 8 * conditions[i].argument);
        add_step(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, conditions[i].call, 0, 4));
        add_step(&filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at));
        add_step(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | conditions[i].test | BPF_K,
                                                       conditions[i].value, 0, 1));
        add_step(&filter, allow);
        add_step(&filter, load);
    }
    add_step(&filter, refuse);
    struct sock_fprog program = { filter.length, filter.steps };
    (void)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

#endif

static void confine(const struct tool *tool)
{
    const char *wanted = getenv("LUDUS_SANDBOX");
    if ((wanted && strcmp(wanted, "off") == 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return;
    confine_files(tool);
#ifdef ARCHITECTURE
    confine_calls();
#endif
}

#endif

/* ---- Programs ---- */

enum { PATIENCE = 50, PAUSE = 10 * 1000 * 1000 }; /* pauses, in nanoseconds, until a program is ended */

/* In a process of its own: the program reads `input` and writes `output`. Its messages are left out, as the
 * tool has its own. */
static void run_program(const char *command, int input, int output)
{
    int null = open("/dev/null", O_WRONLY);
    if (setpgid(0, 0) == 0 && null >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
        dup2(output, STDOUT_FILENO) >= 0 && dup2(null, STDERR_FILENO) >= 0)
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(TOOL_TROUBLE);
}

/* In a process of its own, since the sandbox keeps the tool from ending others: starts a program, and ends
 * it, with all that it has started, soon after `held` was closed, however the tool came to its end. */
static void keep_program(const char *command, int input, int output, int held)
{
    struct pollfd closed = { .fd = held, .events = POLLIN };
    int null = open("/dev/null", O_RDWR);
    pid_t program = setsid() < 0 || null < 0 ? -1 : fork();
    if (program == 0)
        run_program(command, input, output);
    close(input);
    close(output);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        (void)dup2(null, fd);
    while (program > 0 && poll(&closed, 1, -1) < 0)
        ;
    for (int i = 0; program > 0 && i < PATIENCE && kill(-program, 0) == 0; i++) {
        (void)nanosleep(&(struct timespec){ 0, PAUSE }, NULL);
        (void)waitpid(program, NULL, WNOHANG);
    }
    if (program > 0)
        (void)kill(-program, SIGKILL);
    _exit(TOOL_OK);
}

/* Makes a pipe that no program inherits. */
static bool make_pipe(int ends[2])
{
    return pipe(ends) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool start_program(const struct tool *tool, size_t index)
{
    struct tool_program *program = &tool->programs[index];
    int to[2], from[2], held[2];
    if (!make_pipe(to) || !make_pipe(from) || !make_pipe(held))
        return false;
    *program = (struct tool_program){ to[1], from[0], held[1] };
    pid_t keeper = fork();
    if (keeper == 0) {
        for (size_t i = 0; i <= index; i++) {
            close(tool->programs[i].to);
            close(tool->programs[i].from);
            close(tool->programs[i].held);
        }
        keep_program(tool->command, to[0], from[1], held[0]);
    }
    close(to[0]);
    close(from[1]);
    close(held[0]);
    return keeper > 0 && fcntl(to[1], F_SETFL, O_NONBLOCK) == 0 && fcntl(from[0], F_SETFL, O_NONBLOCK) == 0;
}

bool tool_confine(struct tool *tool)
{
    if (tool->command && !(tool->programs = calloc(tool->common.jobs, sizeof *tool->programs)))
        return tool_memory(tool, false);
    for (size_t i = 0; tool->command && i < tool->common.jobs; i++)
        if (!start_program(tool, i))
            return tool_trouble(tool, "'%s' cannot be started: %s", tool->command, strerror(errno));
    confine(tool);
    return true;
}
