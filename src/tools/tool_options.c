/* tool_options.c - the options of every tool: read by getopt_long, and told by --help. */
#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 48, FIRST_CODE = 256, HELP_COLUMN = 28 };

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
        "the input is part of FILE and begins at its line LINE" } },
    { 0,
      { "max-record", 0, TOOL_COUNT, offsetof(struct tool, common.max_record), "MIB",
        "skip records of more than MIB MiB (64)" } },
    { TOOL_OUTPUT,
      { "output", 'o', TOOL_TEXT, offsetof(struct tool, common.output), "FILE",
        "write to FILE, not to standard output" } },
};

static const struct tool_limit shared_limits[] = {
    { "ruleset rules", NULL, NULL, "-r and -R exclude each other" },
    { NULL, NULL, NULL, NULL },
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
    bool argument = option->type != TOOL_FLAG && option->type != TOOL_CLEAR && option->type != TOOL_IN_PLACE;
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

static bool read_number(const char *text, unsigned *number)
{
    unsigned long long value;
    bool read = tool_take_number(&text, UINT32_MAX, &value) && !*text;
    if (read)
        *number = (unsigned)value;
    return read;
}

/* Which of the words of `choices`, separated by |, perhaps in "[=…]", is `text`? */
static bool read_choice(const char *text, size_t length, const char *choices, unsigned *number)
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
    const char **items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (!items)
        return tool_trouble(tool, "out of memory");
    items[list->count++] = text;
    list->items = items;
    return true;
}

static bool set_option(struct tool *tool, const struct slot *slot, const char *argument)
{
    const struct tool_option *option = slot->option;
    void *value = (char *)slot->base + option->offset;
    const char *word;
    unsigned number = UINT32_MAX;
    switch ((enum tool_option_type)option->type) {
    case TOOL_IN_PLACE:
        tool->in_place = true;
        *(bool *)value = true;
        return true;
    case TOOL_FLAG:
    case TOOL_CLEAR:
        *(bool *)value = option->type == TOOL_FLAG;
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
        return tool_trouble(tool, "--%s takes a whole number, not '%s'", option->name, argument);
    case TOOL_COUNT:
        if (!argument || (read_number(argument, &number) && number > 0))
            break;
        return tool_trouble(tool, "--%s takes a whole number from 1, not '%s'", option->name, argument);
    case TOOL_CHOICE:
        if (!argument || read_choice(argument, strlen(argument), option->argument, &number))
            break;
        word = option->argument + strspn(option->argument, "[=");
        return tool_trouble(tool, "--%s takes one of %.*s, not '%s'", option->name, (int)strcspn(word, "]"),
                            word, argument);
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

/* Is it the option that the name says, "last", or "format=json" when that is its value? */
static bool is_named(const struct slot *slot, const char *name, size_t length)
{
    const struct tool_option *option = slot->option;
    size_t own = strlen(option->name);
    unsigned number;
    if (own > length || memcmp(option->name, name, own) != 0 || (own < length && name[own] != '='))
        return false;
    return own == length || (read_choice(name + own + 1, length - own - 1, option->argument, &number) &&
                             *(const unsigned *)(void *)((char *)slot->base + option->offset) == number);
}

/* How many of the options are on the command line? */
static size_t count_given(const struct tool *tool, const struct options *options, const char *names)
{
    size_t count = 0;
    for (size_t length; names && (length = strcspn(names, " ")) > 0;
         names += length + strspn(names + length, " "))
        for (size_t i = 0; i < options->count; i++)
            count += tool->given >> i & 1 && is_named(&options->slots[i], names, length);
    return count;
}

bool tool_given(const struct tool *tool, const char *name)
{
    size_t index = 0;
    while (strcmp(tool->spec->options[index].name, name) != 0)
        index++;
    return tool->given >> index & 1;
}

static bool obeys(struct tool *tool, const struct options *options, const struct tool_limit *limits)
{
    for (const struct tool_limit *limit = limits; limit && limit->options; limit++) {
        size_t count = count_given(tool, options, limit->options);
        bool broken = limit->needs  ? count_given(tool, options, limit->needs) == 0
                      : limit->bars ? count_given(tool, options, limit->bars) > 0
                                    : count > 1;
        if (count == 0 || !broken)
            continue;
        return tool_trouble(tool, "%s", limit->text);
    }
    return true;
}

/* Is it of printable ASCII? */
static bool is_safe(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return *text == '\0';
}

bool tool_options_read(struct tool *tool, int argc, char **argv)
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
            printf("Usage: %s %s\n%s\n\n", tool->spec->name, tool->spec->synopsis, tool->spec->summary);
            for (size_t i = 0; i < options.count; i++)
                print_option(options.slots[i].option);
            printf("\nFull description: man %s\n", tool->spec->name);
            return false;
        }
        if (slot->option == &version_option) {
            printf("%s (Ludus) %s\n", tool->spec->name, ludus_version());
            return false;
        }
        if (!set_option(tool, slot, optarg))
            return false;
        tool->given |= UINT64_C(1) << (slot - options.slots);
    }
    tool->files = argv + optind;
    tool->file_count = argc - optind;
    if (tool->file_count && tool->spec->common & TOOL_NO_FILES)
        return tool_trouble(tool, "'%s': no operand is expected", tool->files[0]);
    return obeys(tool, &options, tool->spec->limits) && obeys(tool, &options, shared_limits);
}

void tool_options_free(struct tool *tool)
{
    for (const struct tool_option *o = tool->spec->options; o && o->name; o++)
        if (o->type == TOOL_LIST || o->type == TOOL_READS)
            free(((struct tool_list *)(void *)((char *)tool->values + o->offset))->items);
    free(tool->read.items);
    free(tool->written.items);
}
