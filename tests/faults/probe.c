/* probe.c - for LD_PRELOAD: at the end of a program, tries what it should not be able to do, and says what it
 * could.
 *
 *   PROBE_READ=FILE    a file to read
 *   PROBE_WRITE=FILE   one to make; it stays
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, int could)
{
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", what);
    if (could && write(STDERR_FILENO, line, (size_t)length) != length)
        abort();
}

/* Clone without a thread: fork, beside the C library. The child is waited for: its end is a signal, which
 * would stop a process that is traced. */
static int forks(void)
{
    long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(0);
    return child > 0 && waitpid((pid_t)child, NULL, 0) == (pid_t)child;
}

__attribute__((destructor)) static void probe(void)
{
    const char *from = getenv("PROBE_READ"), *to = getenv("PROBE_WRITE");
    say("reads", from && open(from, O_RDONLY) >= 0);
    say("writes", to && open(to, O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0);
    say("connects", socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    say("signals", kill(getppid(), 0) == 0);
    say("forks", forks());
    say("executes", execve("/nowhere/at/all", (char *[]){ NULL }, environ) < 0 && errno == ENOENT);
    say("traces", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
    say("ends", 1);
}
