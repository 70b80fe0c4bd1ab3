/* tool.c - options, start and end, output and exit status of every tool. */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Options: read by getopt_long, and listed by --help ---- */

enum { FIRST_CODE = 256, HELP_COLUMN = 28, JOBS_MAX = 256, LARGE = 1 << 20 };

#define COMMON(member) offsetof(struct tool, common.member)

/* Options of several tools, with values in struct tool. `bit` is the enum tool_common that selects the
 * option; 0: every tool that reads files has it. */
static const struct {
    unsigned bit;
    struct tool_option option;
} shared[] = {
    { TOOL_RULES,
      { "ruleset", 'r', TOOL_TEXT, COMMON(ruleset), "RULESET",
        "play by this built-in ruleset, whatever a record says" } },
    { TOOL_RULES,
      { "rules", 'R', TOOL_READ_RULES, COMMON(rules_file), "FILE", "play by the rules in FILE" } },
    { TOOL_FORMAT,
      { "format", 0, TOOL_CHOICE, COMMON(format), "text|full|json|sarif",
        "form of the messages; full shows the source line" } },
    { TOOL_PIECES,
      { "jobs", 'j', TOOL_NUMBER, COMMON(jobs), "N",
        "use N threads; 0: one for each processor, as for large files" } },
    { TOOL_PIECES,
      { "progress", 0, TOOL_FLAG, COMMON(progress), NULL, "show on a terminal how many records are done" } },
    { TOOL_PIECES,
      { "origin", 0, TOOL_TEXT, COMMON(origin), "FILE:LINE",
        "the input is part of FILE and begins at its line LINE" } },
    { 0,
      { "max-record", 0, TOOL_COUNT, COMMON(max_record), "MIB", "skip records of more than MIB MiB (64)" } },
    { TOOL_OUTPUT,
      { "output", 'o', TOOL_TEXT, COMMON(output), "FILE", "write to FILE, not to standard output" } },
    { ~0u, { "help", 'h', TOOL_FLAG, COMMON(help), NULL, "print this and exit" } },
    { ~0u, { "version", 0, TOOL_FLAG, COMMON(version), NULL, "print the version and exit" } },
};

static const struct tool_limit shared_limits[] = {
    { "ruleset rules", NULL, NULL, "-r and -R exclude each other" },
    { 0 },
};

/* Lists the options of the tool, its own first. */
static void list_options(struct tool *tool)
{
    const struct tool_spec *spec = tool->spec;
    struct tool_given *next = tool->options;
    for (const struct tool_option *option = spec->options; option->name; option++)
        *next++ = (struct tool_given){ option, (char *)tool->values + option->offset, false };
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (shared[i].bit ? spec->common & shared[i].bit : !(spec->common & TOOL_NO_FILES))
            *next++ = (struct tool_given){ &shared[i].option, (char *)tool + shared[i].option.offset, false };
}

static bool has_optional_argument(const struct tool_option *option)
{
    return option->argument && *option->argument == '[';
}

static void print_option(const struct tool_option *option)
{
    int width = option->letter ? printf("  -%c, --%s", option->letter, option->name)
                               : printf("      --%s", option->name);
    if (option->argument)
        width += printf(has_optional_argument(option) ? "%s" : "=%s", option->argument);
    if (width >= HELP_COLUMN - 1) {
        putchar('\n');
        width = 0;
    }
    printf("%*s%s\n", HELP_COLUMN - width, "", option->help);
}

bool tool_take_number(const char **text, unsigned long long most, unsigned long long *number)
{
    const char *begin = *text;
    for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
        unsigned digit = (unsigned)(**text - '0');
        if (*number > (most - digit) / 10 || digit > most)
            return false;
        *number = *number * 10 + digit;
    }
    return *text > begin;
}

bool tool_choice(const char *text, size_t length, const char *choices, unsigned *number)
{
    choices += strspn(choices, "[=");
    for (*number = 0; choices; ++*number) {
        size_t word = strcspn(choices, "|]");
        if (word == length && memcmp(choices, text, length) == 0)
            return true;
        choices = choices[word] == '|' ? choices + word + 1 : NULL;
    }
    return false;
}

static bool add_name(struct tool *tool, struct tool_list *list, const char *text)
{
    bool room = tool_memory(tool, tool_room(&list->items, list->count, sizeof *list->items));
    if (room)
        list->items[list->count++] = text;
    return room;
}

static bool set_option(struct tool *tool, const struct tool_option *option, void *value, const char *argument)
{
    const char *at = argument, *words = option->argument ? option->argument : "";
    unsigned number = UINT32_MAX, least = option->type == TOOL_COUNT;
    unsigned long long given;
    switch ((enum tool_option_type)option->type) {
    case TOOL_IN_PLACE:
        tool->in_place = true;
        return true;
    case TOOL_CALL:
        return (*(tool_call_fn **)value)(tool);
    case TOOL_FLAG:
    case TOOL_CLEAR:
        *(bool *)value = option->type == TOOL_FLAG;
        return true;
    case TOOL_READ:
    case TOOL_READ_RULES:
    case TOOL_WRITE:
    case TOOL_TEXT:
    case TOOL_START:
        *(const char **)value = argument;
        if (option->type == TOOL_START)
            return tool->command = argument, true;
        return option->type == TOOL_TEXT ||
               add_name(tool, option->type == TOOL_WRITE ? &tool->written : &tool->read, argument);
    case TOOL_READS:
    case TOOL_LIST:
        return (option->type == TOOL_LIST || !argument || add_name(tool, &tool->read, argument)) &&
               add_name(tool, value, argument);
    case TOOL_WORD:
    case TOOL_CHOICE:
        words += strspn(words, "[=");
        if (argument && !tool_choice(argument, strlen(argument), words, &number))
            return tool_trouble(tool, "--%s takes one of %.*s, not '%s'", option->name,
                                (int)strcspn(words, "]"), words, argument);
        if (option->type == TOOL_CHOICE)
            break;
        *(const char **)value = argument;
        return true;
    case TOOL_NUMBER:
    case TOOL_COUNT:
        if (!argument)
            break;
        if (!tool_take_number(&at, UINT32_MAX, &given) || *at || given < least)
            return tool_trouble(tool, "--%s takes a whole number%s, not '%s'", option->name,
                                least ? " from 1" : "", argument);
        number = (unsigned)given;
        break;
    }
    *(unsigned *)value = number;
    return true;
}

/* Is the named option given, or its flag set? "format=json" also asks whether that is its value. */
static bool is_given(const struct tool *tool, const char *name, size_t length)
{
    unsigned number;
    size_t own = 0;
    const struct tool_given *given = tool->options;
    for (; given->option; given++) {
        own = strlen(given->option->name);
        if (own <= length && memcmp(given->option->name, name, own) == 0 &&
            (own == length || name[own] == '='))
            break;
    }
    if (!given->option ||
        !(given->given || (given->option->type == TOOL_FLAG && *(const bool *)given->value)))
        return false;
    return own == length ||
           (tool_choice(name + own + 1, length - own - 1, given->option->argument, &number) &&
            *(const unsigned *)given->value == number);
}

/* Counts the given ones of the named options; `*first` becomes the name of the first. */
static size_t count_given(const struct tool *tool, const char *names, const char **first)
{
    size_t count = 0;
    for (size_t length; (length = strcspn(names, " ")) > 0; names += length + strspn(names + length, " "))
        if (is_given(tool, names, length) && count++ == 0)
            *first = names;
    return count;
}

bool tool_obeys(struct tool *tool, const struct tool_limit *limits)
{
    for (const struct tool_limit *limit = limits; limit && limit->options; limit++) {
        const char *first = "", *other;
        size_t count = count_given(tool, limit->options, &first);
        bool broken = limit->needs  ? count_given(tool, limit->needs, &other) == 0
                      : limit->bars ? count_given(tool, limit->bars, &other) > 0
                                    : count > 1;
        if (count > 0 && broken)
            return tool_trouble(tool, limit->text, (int)strcspn(first, " "), first);
    }
    return true;
}

/* Reads the options and the operands. False after --help, --version or an error. */
static bool read_options(struct tool *tool, int argc, char **argv)
{
    const struct tool_spec *spec = tool->spec;
    struct option longs[TOOL_OPTIONS_MAX] = { { 0 } };
    char shorts[3 * TOOL_OPTIONS_MAX] = "";
    list_options(tool);
    for (size_t i = 0; tool->options[i].option; i++) {
        const struct tool_option *option = tool->options[i].option;
        bool flag = option->type == TOOL_FLAG || option->type == TOOL_CLEAR ||
                    option->type == TOOL_IN_PLACE || option->type == TOOL_CALL;
        longs[i] = (struct option){ option->name,
                                    flag                            ? no_argument
                                    : has_optional_argument(option) ? optional_argument
                                                                    : required_argument,
                                    NULL, option->letter ? option->letter : FIRST_CODE + (int)i };
        bool takes = !flag && !has_optional_argument(option); /* an optional one only behind the name */
        strcat(shorts, (const char[]){ option->letter, option->letter && takes ? ':' : '\0', '\0' });
    }
    for (int i = 1; i < argc; i++) /* getopt_long prints unknown options unescaped */
        for (const char *c = argv[i]; *c; c++)
            opterr &= *c >= ' ' && *c <= '~';
    for (int code; (code = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        struct tool_given *given = tool->options;
        for (size_t i = 0; given->option && longs[i].val != code; i++)
            given++;
        if (!given->option) {
            if (!opterr)
                tool_trouble(tool, "'%s' is no option, or lacks its argument", argv[optind - 1]);
            fprintf(stderr, "Try '%s --help'.\n", spec->name);
            tool_fault(tool, TOOL_TROUBLE);
            return false;
        }
        if (!set_option(tool, given->option, given->value, optarg))
            return false;
        if (tool->common.help) {
            printf("Usage: %s %s\n%s\n\n", spec->name, spec->synopsis, spec->summary);
            for (given = tool->options; given->option; given++)
                print_option(given->option);
            printf("\nFull description: man %s\n", spec->name);
            return false;
        }
        if (tool->common.version) {
            printf("%s (Ludus) %s\n", spec->name, ludus_version());
            return false;
        }
        given->given = true;
    }
    tool->files = argv + optind;
    tool->file_count = argc - optind;
    if (tool->file_count && spec->common & TOOL_NO_FILES)
        return tool_trouble(tool, "'%s': no operand is expected", tool->files[0]);
    for (int i = 0; i < tool->file_count; i++)
        if (!add_name(tool, &tool->read, tool->files[i]))
            return false;
    if (!tool->file_count && !(spec->common & TOOL_NO_FILES) && !add_name(tool, &tool->read, "-"))
        return false;
    return tool_obeys(tool, spec->limits) && tool_obeys(tool, shared_limits);
}

/* ---- Rules and origin ---- */

static bool read_rules(struct tool *tool)
{
    const char *path = tool->common.rules_file, *id = tool->common.ruleset;
    char hint[200] = "ludmoves --rulesets lists all";
    if (id && *id)
        tool->rules = ludus_ruleset_named((struct ludus_text){ id, strlen(id) }, hint, sizeof hint);
    if (id && !tool->rules)
        tool_trouble(tool, "no ruleset is called '%s'; %s", id, hint);
    else if (path)
        tool->rules = tool->own_rules = tool_read_rules(tool, path);
    tool->reading.size = sizeof tool->reading;
    tool->reading.rules = tool->rules;
    tool->reading.max_record = tool->common.max_record;
    return tool->rules || (!path && !id);
}

/* Reads --origin: FILE:LINE, FILE:LINE:OFFSET or FILE:LINE:OFFSET:RECORD. False after reporting an error. */
static bool read_origin(struct tool *tool)
{
    size_t numbers[3] = { 0 }, count = 0;
    if (!tool->common.origin)
        return true;
    char *name = tool->origin_name = strdup(tool->common.origin);
    while (name && count < 3) { /* cuts the numbers off its end */
        char *colon = strrchr(name, ':');
        const char *at = colon ? colon + 1 : name;
        unsigned long long number;
        if (!colon || colon == name || !tool_take_number(&at, SIZE_MAX, &number) || *at)
            break;
        numbers[count++] = (size_t)number;
        *colon = '\0';
    }
    size_t line = count ? numbers[count - 1] : 0, record = count == 3 ? numbers[0] : 1;
    tool->origin =
        (struct ludus_origin){ .size = sizeof tool->origin, .name = name, .line = line, .games = record - 1 };
    tool->origin.offset = count > 1 ? numbers[count - 2] : 0;
    tool->reading.origin = &tool->origin;
    if (name && line > 0 && record > 0)
        return true;
    return tool_trouble(tool, "--origin takes FILE:LINE, lines counted from 1, not '%s'",
                        tool->common.origin);
}

/* ---- Start, output and end ---- */

static void set_message_look(struct tool *tool)
{
    FILE *out = tool->spec->common & TOOL_REPORTS ? tool->out : stderr;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(fileno(out));
    struct stat of_out, of_errors;
    bool one = fstat(fileno(tool->out), &of_out) == 0 && fstat(fileno(stderr), &of_errors) == 0 &&
               of_out.st_dev == of_errors.st_dev && of_out.st_ino == of_errors.st_ino;
    tool->err = one ? tool->out : stderr;
    tool->terminal = isatty(fileno(tool->out));
    tool->shows_source = terminal;
    tool->coloured = terminal && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

bool tool_open_output(struct tool *tool)
{
    const char *path = tool->common.output;
    if (!path)
        return true;
    if (strcmp(path, "-") != 0 && !tool_may_write(tool, path))
        return false;
    if (!tool_file_open(&tool->output, path)) {
        tool->output.out = stdout;
        return tool_trouble(tool, "%s: %s", path, strerror(errno));
    }
    tool->out = tool->output.out;
    set_message_look(tool);
    return true;
}

void tool_report(struct tool *tool, struct ludus_game *game, enum ludus_severity least)
{
    enum ludus_severity usual = tool->least;
    tool->least = least;
    ludus_game_messages(game, tool_message, tool);
    tool->least = usual;
}

/* Opens a temporary file without a name, in the folder of TMPDIR if that is set. NULL on failure; errno says
 * why. */
static FILE *open_scratch(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if (!folder || !*folder)
        return tmpfile();
    errno = ENAMETOOLONG;
    int length = snprintf(path, sizeof path, "%s/ludus.XXXXXX", folder);
    tool_block_signals(true); /* while it has a name */
    int fd = length > 0 && (size_t)length < sizeof path ? mkstemp(path) : -1;
    if (fd >= 0)
        unlink(path);
    tool_block_signals(false);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+b");
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

/* Are the files together so large that threads save time? Records of a pipe come out as they come in. */
static bool is_large(const struct tool *tool)
{
    off_t size = 0;
    struct stat status;
    for (int i = 0; i < tool->file_count || i == 0; i++) {
        bool named = i < tool->file_count && strcmp(tool->files[i], "-") != 0;
        int failed = named ? stat(tool->files[i], &status) : fstat(STDIN_FILENO, &status);
        size += !failed && S_ISREG(status.st_mode) ? status.st_size : 0;
    }
    return size >= LARGE;
}

/* Sets the number of threads: that of -j, where 0 is one for each processor. Without it 0 for large files. */
static bool set_jobs(struct tool *tool)
{
    unsigned *jobs = &tool->common.jobs;
    tool->threaded = is_given(tool, "jobs", strlen("jobs"));
    if (!tool->threaded)
        *jobs = tool->spec->common & TOOL_PIECES && is_large(tool) ? 0 : 1;
    if (*jobs > JOBS_MAX)
        return tool_trouble(tool, "--jobs takes 0 to %d", JOBS_MAX);
    long processors = *jobs ? *jobs : sysconf(_SC_NPROCESSORS_ONLN);
    *jobs = processors < 1 ? 1 : processors > JOBS_MAX ? JOBS_MAX : (unsigned)processors;
    return true;
}

bool tool_begin(struct tool *tool, const struct tool_spec *spec, struct values *values, int argc, char **argv)
{
    /* Opens closed standard streams, whose descriptors no other file must get. Using them still fails. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(TOOL_TROUBLE);
    *tool = (struct tool){ .spec = spec, .values = values, .out = stdout, .output.out = stdout };
    tool->common.max_record = 64;
    tool->least = LUDUS_WARNING;
    tool->reading.report = tool_message;
    tool->reading.context = tool;
    static char messages[BUFSIZ], held[1 << 16]; /* glibc takes a size only with a place */
    setvbuf(stderr, messages, isatty(STDERR_FILENO) ? _IOLBF : _IOFBF, sizeof messages);
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, held, _IOFBF, sizeof held);
    set_message_look(tool);
    if (!read_options(tool, argc, argv))
        return false;
    if (!set_jobs(tool) || !read_origin(tool))
        return false;
    for (size_t i = 0; i < tool->written.count; i++)
        if (!tool_may_write(tool, tool->written.items[i]))
            return false;
    if (spec->common & TOOL_SCRATCH && !(tool->scratch = open_scratch()))
        return tool_trouble(tool, "a temporary file: %s", strerror(errno));
    if (!tool_confine(tool) || (!(spec->common & TOOL_LATE) && !tool_open_output(tool)))
        return false;
    tool->listing = tool->common.format == MESSAGE_SARIF;
    if (tool->listing)
        fprintf(
            tool->spec->common & TOOL_REPORTS ? tool->out : tool->err,
            "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{"
            "\"tool\":{\"driver\":{\"name\":\"%s\",\"version\":\"%s\"}},"
            "\"columnKind\":\"unicodeCodePoints\",\"results\":[",
            tool->spec->name, ludus_version());
    if (!read_rules(tool))
        return false;
    tool->replay = ludus_replay_new(tool->rules);
    tool->text = ludus_buffer_new();
    return tool_memory(tool, tool->replay && tool->text);
}

bool tool_keeps(const struct tool *tool)
{
    return tool->status < TOOL_TROUBLE && !ludus_memory_failed();
}

void tool_put_buffer(struct tool *tool, struct ludus_buffer *buffer)
{
    tool_memory(tool, !ludus_buffer_failed(buffer));
    tool_put(tool, ludus_buffer_text(buffer));
    ludus_buffer_clear(buffer);
}

bool tool_failed(struct tool *tool)
{
    bool failed = ferror(tool->out) != 0;
    if (failed && !tool->error)
        tool->error = errno;
    return failed;
}

int tool_end(struct tool *tool)
{
    if (tool->listing)
        fprintf(tool->spec->common & TOOL_REPORTS ? tool->out : tool->err,
                "\n],\"invocations\":[{\"executionSuccessful\":%s}]}]}\n",
                tool->status < TOOL_TROUBLE ? "true" : "false");
    if (tool->record.put && !tool->record.line_ended)
        fputc('\n', tool->out);
    bool failed = tool_failed(tool);
    errno = tool->error;
    failed = !tool_file_close(&tool->output, tool_keeps(tool)) || failed;
    int reason = errno;
    failed = fflush(stdout) != 0 || failed;
    tool->out = stdout;
    tool->err = stderr;
    if (failed)
        tool_trouble(tool, "%s: %s", tool->common.output ? tool->common.output : "standard output",
                     reason ? strerror(reason) : "could not be written");
    tool_memory(tool, tool->told || !ludus_memory_failed());
    for (const struct tool_option *o = tool->spec->options; o->name; o++)
        if (o->type == TOOL_LIST || o->type == TOOL_READS)
            free(((struct tool_list *)(void *)((char *)tool->values + o->offset))->items);
    free(tool->read.items);
    free(tool->written.items);
    free(tool->programs);
    ludus_ruleset_free(tool->own_rules);
    free(tool->origin_name);
    free(tool->notation);
    ludus_replay_free(tool->replay);
    ludus_buffer_free(tool->text);
    if (tool->scratch)
        fclose(tool->scratch);
    return tool->status;
}
