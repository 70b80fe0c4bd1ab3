/* measure.c - time and memory of a command: `measure RUNS INPUT COMMAND...` runs it RUNS times with standard
 * input from INPUT and its output thrown away, and prints the median of user + system seconds, the largest
 * resident set in kB, and the median of the seconds by the clock. Exit status 1 when the command cannot be
 * run. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 99 };

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void become(const char *input, char **command)
{
    int in = open(input, O_RDONLY);
    int out = open("/dev/null", O_WRONLY);
    if (in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2)
        execvp(command[0], command);
    _exit(127);
}

/* CPU seconds of the children waited for so far. */
static double spent(long *resident)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    *resident = usage.ru_maxrss;
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/* Seconds by the clock, from any beginning. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, ascending);
    return times[count / 2];
}

int main(int argc, char **argv)
{
    int runs = argc > 3 ? atoi(argv[1]) : 0;
    if (runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: measure RUNS INPUT COMMAND...\n");
        return 2;
    }
    double times[RUNS_MAX], clocks[RUNS_MAX];
    long resident;
    for (int i = 0; i < runs; i++) {
        double before = spent(&resident), start = now();
        pid_t child = fork();
        if (child == 0)
            become(argv[2], argv + 3);
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 127)
            return 1;
        times[i] = spent(&resident) - before;
        clocks[i] = now() - start;
    }
    printf("%.3f %ld %.3f\n", median(times, runs), resident, median(clocks, runs));
    return 0;
}
