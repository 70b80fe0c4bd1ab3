/* tool.c - options, the loop over files, output and exit status of every tool. */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MAX = 48, FIRST_CODE = 256, HELP_COLUMN = 28, COMPLAINT = 8192 };

/* Options that tool.h names; their values are in struct tool. `bit` is the enum tool_common that asks for it,
 * 0: every tool that reads records. */
static const struct {
    unsigned bit;
    struct tool_option option;
} shared[] = {
    { TOOL_RULES,
      { "ruleset", 'r', TOOL_TEXT, offsetof(struct tool, common.ruleset), "RULESET",
        "play by this built-in ruleset, whatever a record says" } },
    { TOOL_RULES,
      { "rules", 'R', TOOL_READ, offsetof(struct tool, common.rules_file), "FILE",
        "play by the rules in FILE" } },
    { TOOL_FORMAT,
      { "format", 0, TOOL_CHOICE, offsetof(struct tool, common.format), "text|full|json|sarif",
        "form of the messages; full shows the source line" } },
    { TOOL_PIECES,
      { "jobs", 'j', TOOL_NUMBER, offsetof(struct tool, common.jobs), "N",
        "use N threads; 0: one for each processor" } },
    { TOOL_PIECES,
      { "origin", 0, TOOL_TEXT, offsetof(struct tool, common.origin), "FILE:LINE",
        "the input is part of FILE and begins with line LINE of it" } },
    { 0,
      { "max-record", 0, TOOL_COUNT, offsetof(struct tool, common.max_record), "MIB",
        "leave out records of more than MIB MiB (64)" } },
    { TOOL_OUTPUT,
      { "output", 'o', TOOL_TEXT, offsetof(struct tool, common.output), "FILE",
        "write to FILE, not to standard output" } },
};

static const struct tool_option help_option = { "help", 'h', TOOL_FLAG, 0, NULL, "print this and exit" };
static const struct tool_option version_option = { "version", 0,    TOOL_FLAG,
                                                   0,         NULL, "print the version and exit" };

/* An option and the struct that its offset is into. */
struct slot {
    const struct tool_option *option;
    void *base;
};

struct options {
    struct slot slots[OPTIONS_MAX];
    struct option longs[OPTIONS_MAX + 1];
    char shorts[3 * OPTIONS_MAX + 1];
    size_t count;
};

/* May the argument be left out? */
static bool is_free_to_have_it(const struct tool_option *option)
{
    return option->argument && *option->argument == '[';
}

static void add_option(struct options *options, const struct tool_option *option, void *base)
{
    if (options->count == OPTIONS_MAX)
        abort();
    size_t index = options->count++;
    bool argument = option->type != TOOL_FLAG && option->type != TOOL_IN_PLACE;
    options->slots[index] = (struct slot){ option, base };
    options->longs[index] = (struct option){ option->name,
                                             !argument                    ? no_argument
                                             : is_free_to_have_it(option) ? optional_argument
                                                                          : required_argument,
                                             NULL, FIRST_CODE + (int)index };
    char word[3] = { option->letter, argument && option->letter ? ':' : '\0', '\0' };
    strcat(options->shorts, word);
}

static void gather_options(struct options *options, struct tool *tool)
{
    memset(options, 0, sizeof *options);
    for (const struct tool_option *o = tool->spec->options; o && o->name; o++)
        add_option(options, o, tool->values);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (shared[i].bit ? tool->spec->common & shared[i].bit : !(tool->spec->common & TOOL_NO_FILES))
            add_option(options, &shared[i].option, tool);
    add_option(options, &help_option, NULL);
    add_option(options, &version_option, NULL);
}

static void print_option(const struct tool_option *option)
{
    int width = option->letter ? printf("  -%c, --%s", option->letter, option->name)
                               : printf("      --%s", option->name);
    if (option->argument)
        width += printf(is_free_to_have_it(option) ? "%s" : "=%s", option->argument);
    if (width >= HELP_COLUMN - 1) {
        putchar('\n');
        width = 0;
    }
    printf("%*s%s\n", HELP_COLUMN - width, "", option->help);
}

static void print_help(const struct tool *tool, const struct options *options)
{
    printf("Usage: %s %s\n%s\n\n", tool->spec->name, tool->spec->synopsis, tool->spec->summary);
    for (size_t i = 0; i < options->count; i++)
        print_option(options->slots[i].option);
    printf("\nFull description: man %s\n", tool->spec->name);
}

void tool_fault(struct tool *tool, enum tool_status status)
{
    if (tool->status < (int)status)
        tool->status = (int)status;
}

static void complain(struct tool *tool, const char *format, va_list args)
{
    char text[COMPLAINT];
    FILE *out = tool_complain(tool);
    (void)vsnprintf(text, sizeof text, format, args);
    fprintf(out, "%s: ", tool->spec->name);
    tool_safely(out, text, strlen(text));
    fputc('\n', out);
    tool_complained(tool);
}

void tool_trouble(struct tool *tool, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(tool, format, args);
    va_end(args);
    tool->told = true;
    tool_fault(tool, TOOL_TROUBLE);
}

void tool_lack(struct tool *tool, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(tool, format, args);
    va_end(args);
    tool_fault(tool, TOOL_FAULTY);
}

void tool_warn(struct tool *tool, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(tool, format, args);
    va_end(args);
}

static bool read_number(const char *text, unsigned *number)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value > UINT32_MAX)
        return false;
    *number = (unsigned)value;
    return true;
}

/* Which of the words of `choices`, separated by |, is `text`? */
static bool read_choice(const char *text, const char *choices, unsigned *number)
{
    size_t length = strlen(text);
    for (*number = 0; choices; ++*number) {
        size_t word = strcspn(choices, "|");
        if (word == length && memcmp(choices, text, length) == 0)
            return true;
        choices = choices[word] ? choices + word + 1 : NULL;
    }
    return false;
}

static bool add_name(struct tool *tool, struct tool_list *list, const char *text)
{
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (!items) {
        tool_trouble(tool, "out of memory");
        return false;
    }
    items[list->count++] = text;
    list->items = items;
    return true;
}

static bool set_option(struct tool *tool, const struct slot *slot, const char *argument)
{
    const struct tool_option *option = slot->option;
    void *value = (char *)slot->base + option->offset;
    unsigned number = UINT32_MAX;
    switch ((enum tool_option_type)option->type) {
    case TOOL_IN_PLACE:
        tool->in_place = true;
        *(bool *)value = true;
        return true;
    case TOOL_FLAG:
        *(bool *)value = true;
        return true;
    case TOOL_READ:
        return add_name(tool, &tool->read, argument) && (*(const char **)value = argument);
    case TOOL_WRITE:
        return add_name(tool, &tool->written, argument) && (*(const char **)value = argument);
    case TOOL_TEXT:
        *(const char **)value = argument;
        return true;
    case TOOL_READS:
        return (!argument || add_name(tool, &tool->read, argument)) && add_name(tool, value, argument);
    case TOOL_LIST:
        return add_name(tool, value, argument);
    case TOOL_NUMBER:
        if (read_number(argument, &number))
            break;
        tool_trouble(tool, "--%s takes a whole number, not '%s'", option->name, argument);
        return false;
    case TOOL_COUNT:
        if (!argument || (read_number(argument, &number) && number > 0))
            break;
        tool_trouble(tool, "--%s takes a whole number from 1, not '%s'", option->name, argument);
        return false;
    case TOOL_CHOICE:
        if (read_choice(argument, option->argument, &number))
            break;
        tool_trouble(tool, "--%s takes one of %s, not '%s'", option->name, option->argument, argument);
        return false;
    }
    *(unsigned *)value = number;
    return true;
}

static const struct slot *find_slot(const struct options *options, int code)
{
    if (code >= FIRST_CODE)
        return &options->slots[code - FIRST_CODE];
    for (size_t i = 0; i < options->count; i++)
        if (options->slots[i].option->letter == code)
            return &options->slots[i];
    return NULL;
}

/* Is it of printable ASCII? */
static bool is_safe(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return *text == '\0';
}

/* False when there is nothing more to do. */
static bool read_options(struct tool *tool, int argc, char **argv)
{
    struct options options;
    gather_options(&options, tool);
    for (int i = 1; i < argc; i++) /* getopt_long prints what it does not know as it is */
        opterr &= is_safe(argv[i]);
    for (int code; (code = getopt_long(argc, argv, options.shorts, options.longs, NULL)) != -1;) {
        const struct slot *slot = code == '?' ? NULL : find_slot(&options, code);
        if (!slot) {
            if (!opterr)
                tool_trouble(tool, "'%s' is no option, or lacks its argument", argv[optind - 1]);
            fprintf(stderr, "Try '%s --help'.\n", tool->spec->name);
            tool_fault(tool, TOOL_TROUBLE);
            return false;
        }
        if (slot->option == &help_option) {
            print_help(tool, &options);
            return false;
        }
        if (slot->option == &version_option) {
            printf("%s (Ludus) %s\n", tool->spec->name, ludus_version());
            return false;
        }
        if (!set_option(tool, slot, optarg))
            return false;
    }
    tool->files = argv + optind;
    tool->file_count = argc - optind;
    if (tool->file_count && tool->spec->common & TOOL_NO_FILES) {
        tool_trouble(tool, "'%s': no operand is expected", tool->files[0]);
        return false;
    }
    return true;
}

/* All that is left of a file, with a NUL behind it; NULL without memory or after a failed read. */
static char *read_all(FILE *file, size_t *length)
{
    char *bytes = NULL;
    size_t capacity = 2048;
    do {
        char *larger = realloc(bytes, capacity *= 2);
        if (!larger || ferror(file)) {
            free(larger ? larger : bytes);
            return NULL;
        }
        bytes = larger;
        *length += fread(bytes + *length, 1, capacity - *length - 1, file);
        bytes[*length] = '\0';
    } while (!feof(file));
    return bytes;
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

bool tool_input_free(struct tool *tool)
{
    bool wanted = tool->file_count == 0;
    for (int i = 0; i < tool->file_count; i++)
        wanted |= strcmp(tool->files[i], "-") == 0;
    if (wanted && tool->input_taken)
        tool_trouble(tool, "an option reads standard input, so the records must come from files");
    return !wanted || !tool->input_taken;
}

char *tool_read_file(struct tool *tool, const char *path, size_t *length)
{
    bool input = strcmp(path, "-") == 0;
    FILE *file = input ? stdin : fopen(path, "rb");
    *length = 0;
    if (input && tool->input_taken) {
        tool_trouble(tool, "standard input can be read only once");
        return NULL;
    }
    tool->input_taken |= input;
    char *bytes = file ? read_all(file, length) : NULL;
    if (!bytes)
        tool_trouble(tool, "%s: %s", path, strerror(errno));
    if (file && !input)
        fclose(file);
    return bytes;
}

/* What is only doubtful about rules is told by ludcheck --check-rules, not by every tool that is given them.
 */
static void rules_message(void *context, const struct ludus_message *message)
{
    if (message->severity == LUDUS_ERROR)
        tool_message(context, message);
}

static bool read_rules(struct tool *tool)
{
    const char *path = tool->common.rules_file, *id = tool->common.ruleset;
    if (path && id) {
        tool_trouble(tool, "-r and -R exclude each other");
    } else if (id) {
        tool->rules = ludus_ruleset_find(id);
        if (!tool->rules)
            tool_trouble(tool, "no ruleset is called '%s'", id);
    } else if (path) {
        size_t length;
        char *text = tool_read_file(tool, path, &length);
        if (text)
            tool->own_rules = ludus_ruleset_parse(text, length, path, rules_message, tool);
        if (text && !tool->own_rules)
            tool_trouble(tool, "%s: these rules cannot be used", path);
        free(text);
        tool->rules = tool->own_rules;
    }
    tool->reading.rules = tool->rules;
    tool->reading.max_record = tool->common.max_record;
    return tool->rules || (!path && !id);
}

/* Cuts the number that ends `text` off, with the colon before it. False when there is none. */
static bool cut_number(char *text, size_t *number)
{
    char *colon = strrchr(text, ':'), *end;
    if (!colon || colon == text || colon[1] < '0' || colon[1] > '9')
        return false;
    errno = 0;
    unsigned long long value = strtoull(colon + 1, &end, 10);
    if (*end || errno || value > SIZE_MAX)
        return false;
    *number = (size_t)value;
    *colon = '\0';
    return true;
}

/* Reads FILE:LINE, FILE:LINE:OFFSET or FILE:LINE:OFFSET:RECORD. */
static bool read_origin(struct tool *tool)
{
    size_t numbers[3] = { 0 }, count = 0;
    if (!tool->common.origin)
        return true;
    char *name = tool->origin_name = strdup(tool->common.origin);
    while (name && count < 3 && cut_number(name, &numbers[count]))
        count++;
    size_t line = count ? numbers[count - 1] : 0, record = count == 3 ? numbers[0] : 1;
    tool->origin = (struct ludus_origin){ .name = name, .line = line, .games = record - 1 };
    tool->origin.offset = count > 1 ? numbers[count - 2] : 0;
    tool->reading.origin = &tool->origin;
    if (name && line > 0 && record > 0)
        return true;
    tool_trouble(tool, "--origin takes FILE:LINE, lines counted from 1, not '%s'", tool->common.origin);
    return false;
}

static bool read_jobs(struct tool *tool)
{
    enum { JOBS_MAX = 256 };
    if (tool->common.jobs == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        tool->common.jobs = processors < 1 ? 1 : processors > JOBS_MAX ? JOBS_MAX : (unsigned)processors;
    }
    if (tool->common.jobs <= JOBS_MAX)
        return true;
    tool_trouble(tool, "--jobs takes 0 to %d", JOBS_MAX);
    return false;
}

bool tool_open_output(struct tool *tool)
{
    const char *path = tool->common.output;
    if (!path || strcmp(path, "-") == 0)
        return true;
    if (!tool_may_write(tool, path))
        return false;
    if (!tool_file_open(&tool->output, path)) {
        tool_trouble(tool, "%s: %s", path, strerror(errno));
        return false;
    }
    tool->out = tool->output.out;
    tool_message_look(tool);
    return true;
}

/* Opens what is closed of standard input, output and error, so that no file gets their numbers and what is
 * meant for them. They cannot be used all the same. */
static void fill_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(TOOL_TROUBLE);
}

/* What is wrong with a file apart from its records. */
static void report_file(void *context, const struct ludus_message *message)
{
    if (message->severity != LUDUS_NOTE)
        tool_message(context, message);
}

bool tool_begin(struct tool *tool, const struct tool_spec *spec, void *values, int argc, char **argv)
{
    fill_descriptors();
    *tool = (struct tool){ .spec = spec, .values = values, .out = stdout };
    tool->common.jobs = 1;
    tool->common.max_record = 64;
    tool->reading.report = report_file;
    tool->reading.context = tool;
    setvbuf(stderr, NULL, isatty(STDERR_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    tool_message_look(tool);
    if (!read_options(tool, argc, argv) || !read_jobs(tool) || !read_origin(tool) || !tool_paths_apart(tool))
        return false;
    if (spec->common & TOOL_SCRATCH && !(tool->scratch = tmpfile())) {
        tool_trouble(tool, "a temporary file: %s", strerror(errno));
        return false;
    }
    tool_confine(tool);
    if (!(spec->common & TOOL_LATE) && !tool_open_output(tool))
        return false;
    tool_list_begin(tool);
    return read_rules(tool);
}

static void free_lists(struct tool *tool)
{
    for (const struct tool_option *o = tool->spec->options; o && o->name; o++)
        if (o->type == TOOL_LIST || o->type == TOOL_READS)
            free(((struct tool_list *)(void *)((char *)tool->values + o->offset))->items);
    free(tool->read.items);
    free(tool->written.items);
}

bool tool_keeps(const struct tool *tool)
{
    return tool->status < TOOL_TROUBLE && !ludus_memory_failed();
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
    tool_list_end(tool);
    bool failed = tool_failed(tool), own = tool->output.out != NULL;
    errno = tool->error;
    failed = (own ? !tool_file_close(&tool->output, tool_keeps(tool)) : fflush(stdout) != 0) || failed;
    int reason = errno;
    if (own)
        failed = fflush(stdout) != 0 || failed;
    tool->out = stdout;
    tool->together = false;
    if (failed)
        tool_trouble(tool, "%s: %s", tool->common.output ? tool->common.output : "standard output",
                     reason ? strerror(reason) : "could not be written");
    if (ludus_memory_failed() && !tool->told)
        tool_trouble(tool, "out of memory");
    free_lists(tool);
    ludus_ruleset_free(tool->own_rules);
    free(tool->origin_name);
    if (tool->scratch)
        fclose(tool->scratch);
    return tool->status;
}
