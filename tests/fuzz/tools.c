/* tools.c - runs the tools as a user might at his worst: any tool, any of the options that --help names, on
 * files of the corpus in which bytes were changed. Whatever comes, a tool ends in time, with status 0, 1 or
 * 2, by a signal only if that was sent, and leaves no file of its own beside the output.
 *
 *   tools any|threads BIN DIR SEED SECONDS FILE...
 *
 * BIN has the tools, built with a sanitizer; DIR, which exists, is for what they read and write. `threads`:
 * every run that can is done by four threads, and most of them get a signal. It ends after SECONDS, 0: after
 * one run. What breaks is told with its seed, which makes it anew. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    TOOLS_MAX = 32,
    OPTIONS_MAX = 64,
    WORDS_MAX = 32,
    LINE = 512,
    FILE_MAX = 12000,
    HANG = 60,
    FOUND_MAX = 10
};
enum { INPUTS_MAX = 12 };

struct tool {
    char name[256], options[OPTIONS_MAX][64]; /* "--name" or "--name=WORD", as --help has it */
    unsigned count;
};

struct command {
    char words[WORDS_MAX][LINE], *list[WORDS_MAX + 1];
    unsigned count;
};

static struct {
    bool threads;
    const char *bin, *dir;
    char **files;
    unsigned file_count;
    struct tool tools[TOOLS_MAX];
    unsigned tool_count;
    uint64_t state;
} fuzz;

static unsigned below(unsigned n)
{
    fuzz.state ^= fuzz.state << 13;
    fuzz.state ^= fuzz.state >> 7;
    fuzz.state ^= fuzz.state << 17;
    return (unsigned)(fuzz.state >> 16) % n;
}

static const char *any_file(void)
{
    return fuzz.files[below(fuzz.file_count)];
}

static void stop(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- What the tools offer ---- */

static void learn_tool(const char *name)
{
    char line[LINE];
    struct tool *tool = &fuzz.tools[fuzz.tool_count++];
    snprintf(line, sizeof line, "timeout %d %s/%s --help", HANG, fuzz.bin, name);
    FILE *help = popen(line, "r");
    if (!help || fuzz.tool_count == TOOLS_MAX)
        stop(name);
    snprintf(tool->name, sizeof tool->name, "%s", name);
    while (fgets(line, sizeof line, help)) {
        const char *option = strstr(line, "--");
        if (strncmp(line, "  ", 2) == 0 && option && option - line <= 6 && tool->count < OPTIONS_MAX)
            snprintf(tool->options[tool->count++], sizeof *tool->options, "%.*s", (int)strcspn(option, " \n"),
                     option);
    }
    pclose(help);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct tool *)a)->name, ((const struct tool *)b)->name);
}

static void learn_tools(void)
{
    DIR *folder = opendir(fuzz.bin);
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, "lud", 3) == 0)
            learn_tool(entry->d_name);
    if (folder)
        closedir(folder);
    if (!fuzz.tool_count)
        stop(fuzz.bin);
    qsort(fuzz.tools, fuzz.tool_count, sizeof *fuzz.tools, by_name);
}

static bool offers(const struct tool *tool, const char *option)
{
    for (unsigned i = 0; i < tool->count; i++)
        if (strncmp(tool->options[i], option, strlen(option)) == 0)
            return true;
    return false;
}

/* ---- Files ---- */

static size_t load(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, FILE_MAX, file) : 0;
    if (file)
        fclose(file);
    return length;
}

/* Sets a byte, leaves out a piece, gives it twice, or takes one from another file. Returns the new length. */
static size_t change(char *bytes, size_t length, const char *other, size_t other_length)
{
    static const char signs[] = "{}()[]<>\"_~,;:%$=@x1aR*#-+ \n\\\0\377\302\233";
    size_t at = below((unsigned)length), size = below(40);
    size = at + size > length ? length - at : size;
    switch (below(5)) {
    case 0:
        bytes[at] = (char)below(256);
        return length;
    case 1:
        bytes[at] = signs[below(sizeof signs - 1)];
        return length;
    case 2:
        memmove(bytes + at, bytes + at + size, length - at - size);
        return length - size;
    case 3:
        memmove(bytes + at + size, bytes + at, length - at);
        return length + size;
    default:
        if (other_length > size)
            memcpy(bytes + at, other + below((unsigned)(other_length - size)), size);
        return length;
    }
}

/* Writes a file of the corpus with up to 20 changes. */
static void mutate(const char *path)
{
    static char bytes[2 * FILE_MAX], other[FILE_MAX]; /* 20 changes add less than 800 bytes */
    size_t length = load(any_file(), bytes), second = load(any_file(), other);
    for (unsigned changes = below(20); changes > 0 && length > 0; changes--)
        length = change(bytes, length, other, second);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        stop(path);
}

/* Is it the name of a file that a tool writes before it takes its true name, such as o.pgn.Xa3kLm? */
static bool is_beside(const char *name)
{
    const char *suffix = strrchr(name, '.');
    return suffix && strlen(suffix) == 7;
}

/* Empties the folder. False, and told, if a tool has left something beside its output. */
static bool clear(void)
{
    bool clean = true;
    DIR *folder = opendir(".");
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (is_beside(entry->d_name)) {
            printf("left behind: %s\n", entry->d_name);
            clean = false;
        }
        if (strcmp(entry->d_name, "..") != 0 && strcmp(entry->d_name, ".") != 0)
            unlink(entry->d_name);
    }
    if (folder)
        closedir(folder);
    return clean;
}

/* ---- Commands ---- */

static void add(struct command *command, const char *word)
{
    if (command->count < WORDS_MAX)
        snprintf(command->words[command->count++], sizeof *command->words, "%s", word);
}

static const char *any_text(void)
{
    static const char *const texts[] = {
        "",      "1",     "2",
        "9-3",   "end",   "4W",
        "chess", "Event", "turns",
        "3,5",   "ludus", "e4",
        "x=1",   "-1",    "4294967296",
        "all",   "3-",    "captures",
        "start", "a|b",   "{White} {turn}",
        "60mm",  "e2e4",  "e4=dot",
        "White", "5,6",   "comments",
        "end",   "_",     "2:blue",
        "50",    "x:7",   "8/8/8/8/8/8/8/8 w",
    };
    return texts[below(sizeof texts / sizeof *texts)];
}

/* Does the work that the option asks for grow with a power of its number? Five turns of a game with 1,891
 * first moves take days by right, and tell nothing of a tool that hangs. */
static bool counts_turns_ahead(const char *option)
{
    static const char *const options[] = { "--perft=", "--divide=", "--depth=", "--confirm=" };
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
        if (strncmp(option, options[i], strlen(options[i])) == 0)
            return true;
    return false;
}

/* An option with an argument of the kind that --help calls it by. */
static void add_option(struct command *command, const char *option)
{
    const char *equals = strchr(option, '=');
    int name = equals ? (int)(equals - option) : (int)strlen(option);
    char word[LINE];
    if (!equals)
        snprintf(word, sizeof word, "%s", option);
    else if (strstr(option, "--output") || strstr(option, "--plot"))
        snprintf(word, sizeof word, "%.*s=o.%s", name, option, below(2) ? "pgn" : "xml.gz");
    else if (strstr(option, "--ruleset"))
        snprintf(word, sizeof word, "%.*s=%s", name, option, below(2) ? "chess" : "latrunculi-bell");
    else if (strstr(equals, "FILE"))
        snprintf(word, sizeof word, "%.*s=%s", name, option, any_file());
    else if (strcmp(equals, "=N") == 0)
        snprintf(word, sizeof word, "%.*s=%u", name, option, below(counts_turns_ahead(option) ? 4 : 6));
    else if (strchr(equals, '|') && below(8)) {
        const char *choice = equals + 1;
        for (unsigned n = below(6); n > 0 && strchr(choice, '|'); n--)
            choice = strchr(choice, '|') + 1;
        snprintf(word, sizeof word, "%.*s=%.*s", name, option, (int)strcspn(choice, "|"), choice);
    } else
        snprintf(word, sizeof word, "%.*s=%s", name, option, any_text());
    add(command, word);
}

/* The files that the tool is to read, as words of the command and in the folder. */
static void add_inputs(struct command *command, const struct tool *tool)
{
    unsigned count =
        offers(tool, "--jobs") ? 1 + below(INPUTS_MAX) : 1 + (strcmp(tool->name, "luddiff") == 0);
    if (strcmp(tool->name, "ludmoves") == 0 || strcmp(tool->name, "ludgen") == 0)
        count = 0;
    for (unsigned n = 0; n < count; n++) {
        char path[LINE];
        snprintf(path, sizeof path, "in%u.%s", n, below(2) ? "pgn" : "ludus");
        mutate(path);
        add(command, path);
    }
}

static void invent(struct command *command)
{
    const struct tool *tool;
    char path[LINE];
    do
        tool = &fuzz.tools[below(fuzz.tool_count)];
    while (fuzz.threads && !offers(tool, "--jobs"));
    snprintf(path, sizeof path, "%s/%s", fuzz.bin, tool->name);
    command->count = 0;
    add(command, path);
    for (unsigned n = below(4); n > 0 && tool->count; n--)
        add_option(command, tool->options[below(tool->count)]);
    if (fuzz.threads)
        add(command, "--jobs=4");
    if (strcmp(tool->name, "ludgrep") == 0)
        add(command, below(2) ? "turns > 2" : "move ~ \"N.*\" or White = \"a\"");
    if (strcmp(tool->name, "ludsort") == 0)
        add(command, below(2) ? "--by=turns,-White" : "--by=Date");
    add_inputs(command, tool);
    for (unsigned i = 0; i < command->count; i++)
        command->list[i] = command->words[i];
    command->list[command->count] = NULL;
}

/* ---- Runs ---- */

/* Waits for the child. One that hangs is killed: where its own handler of signals hangs no alarm would end
 * it. */
static int wait_for(pid_t child)
{
    int status = 0;
    time_t end = time(NULL) + 5 * HANG; /* others may use the machine, too */
    while (waitpid(child, &status, WNOHANG) == 0) {
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        if (time(NULL) > end)
            kill(child, SIGKILL);
    }
    return status;
}

/* Runs the command, whose messages go to the log; sends it a signal after so many microseconds, unless 0.
 * Returns its wait status. */
static int run(struct command *command, int number, unsigned delay)
{
    char log[LINE];
    snprintf(log, sizeof log, "%s/log", fuzz.dir);
    pid_t child = fork();
    if (child < 0)
        stop("fork");
    if (child == 0) {
        int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600), in = open("/dev/null", O_RDONLY);
        dup2(in, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(out, STDERR_FILENO);
        setrlimit(RLIMIT_CPU, &(struct rlimit){ HANG, HANG + 5 });
        execv(command->list[0], command->list);
        _exit(127);
    }
    if (number) {
        nanosleep(&(struct timespec){ .tv_nsec = delay * 1000L }, NULL);
        kill(child, number);
    }
    return wait_for(child);
}

static void tell(unsigned long seed, const struct command *command, int status)
{
    char show[2 * LINE];
    printf("seed %lu, %s %d:", seed, WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    for (unsigned i = 0; i < command->count; i++)
        printf(" '%s'", command->words[i]);
    printf("\n");
    fflush(stdout);
    snprintf(show, sizeof show, "tail -n 60 '%s/log' | cut -c 1-200", fuzz.dir);
    if (system(show) != 0)
        stop("tail");
}

/* One run. False, and told, if it is not as it should be. */
static bool is_sound(unsigned long seed)
{
    /* ThreadSanitizer takes SIGPIPE for one that the code itself has raised, and would stand still in its
     * handler. */
    const int signals[] = { SIGTERM, SIGINT, fuzz.threads ? SIGHUP : SIGPIPE };
    static struct command command;
    fuzz.state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    invent(&command);
    int sent = below(3) < (fuzz.threads ? 2 : 1) ? signals[below(3)] : 0;
    int status = run(&command, sent, below(fuzz.threads ? 200000 : 30000));
    bool sound = WIFSIGNALED(status) ? WTERMSIG(status) == sent : WEXITSTATUS(status) <= 2;
    if (!clear() || !sound) {
        tell(seed, &command, status);
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 7)
        return 2;
    fuzz.threads = strcmp(argv[1], "threads") == 0;
    fuzz.bin = argv[2];
    fuzz.dir = argv[3];
    fuzz.files = argv + 6;
    fuzz.file_count = (unsigned)argc - 6;
    char work[LINE];
    snprintf(work, sizeof work, "%s/work", fuzz.dir);
    if ((mkdir(work, 0700) != 0 && access(work, W_OK) != 0) || chdir(work) != 0)
        stop(work);
    setenv("TMPDIR", work, 1);
    setenv("ASAN_OPTIONS", "abort_on_error=1:allocator_may_return_null=1", 0);
    setenv("UBSAN_OPTIONS", "abort_on_error=1:print_stacktrace=1", 0);
    setenv("TSAN_OPTIONS", "abort_on_error=1:halt_on_error=1", 0);
    learn_tools();
    clear();
    unsigned long seed = strtoul(argv[4], NULL, 10), runs = 0, found = 0;
    time_t end = time(NULL) + strtol(argv[5], NULL, 10);
    do
        found += !is_sound(seed + runs++);
    while (time(NULL) < end && found < FOUND_MAX);
    printf("%-16s %10lu runs, %lu findings, seed %lu, %s\n", argv[1], runs, found, seed,
           found ? "BROKEN" : "sound");
    return found > 0;
}
