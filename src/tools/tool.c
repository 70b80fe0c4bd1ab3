/* tool.c - beginning and end, files, complaints, output and exit status of every tool. */
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COMPLAINT = 8192 };

void tool_fault(struct tool *tool, enum tool_status status)
{
    if (tool->status < (int)status)
        tool->status = (int)status;
}

bool tool_say(struct tool *tool, enum tool_status status, const char *format, ...)
{
    char text[COMPLAINT];
    FILE *out = tool_complain(tool);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(out, "%s: ", tool->spec->name);
    tool_safely(out, text, strlen(text));
    fputc('\n', out);
    tool_complained(tool);
    tool->told |= status == TOOL_TROUBLE;
    tool_fault(tool, status);
    return false;
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
static void report_errors(void *context, const struct ludus_message *message)
{
    if (message->severity == LUDUS_ERROR)
        tool_message(context, message);
}

static bool read_rules(struct tool *tool)
{
    const char *path = tool->common.rules_file, *id = tool->common.ruleset;
    if (id) {
        tool->rules = ludus_ruleset_find(id);
        if (!tool->rules)
            tool_trouble(tool, "no ruleset is called '%s'", id);
    } else if (path) {
        size_t length;
        char *text = tool_read_file(tool, path, &length);
        if (text)
            tool->own_rules = ludus_ruleset_parse(text, length, path, report_errors, tool);
        if (text && !tool->own_rules)
            tool_trouble(tool, "%s: these rules cannot be used", path);
        free(text);
        tool->rules = tool->own_rules;
    }
    tool->reading.size = sizeof tool->reading;
    tool->reading.rules = tool->rules;
    tool->reading.max_record = tool->common.max_record;
    return tool->rules || (!path && !id);
}

/* Cuts the number that ends `text` off, with the colon before it. False when there is none. */
static bool cut_number(char *text, size_t *number)
{
    char *colon = strrchr(text, ':');
    const char *at = colon ? colon + 1 : text;
    unsigned long long value;
    if (!colon || colon == text || !tool_take_number(&at, SIZE_MAX, &value) || *at)
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
    tool->origin =
        (struct ludus_origin){ .size = sizeof tool->origin, .name = name, .line = line, .games = record - 1 };
    tool->origin.offset = count > 1 ? numbers[count - 2] : 0;
    tool->reading.origin = &tool->origin;
    if (name && line > 0 && record > 0)
        return true;
    return tool_trouble(tool, "--origin takes FILE:LINE, lines counted from 1, not '%s'",
                        tool->common.origin);
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
    return tool_trouble(tool, "--jobs takes 0 to %d", JOBS_MAX);
}

/* ---- All forms ---- */

static void tool_message_look(struct tool *tool)
{
    FILE *out = tool->spec->common & TOOL_REPORTS ? tool->out : stderr;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(fileno(out));
    struct stat of_out, of_errors;
    tool->together = fstat(fileno(tool->out), &of_out) == 0 && fstat(fileno(stderr), &of_errors) == 0 &&
                     of_out.st_dev == of_errors.st_dev && of_out.st_ino == of_errors.st_ino;
    tool->terminal = isatty(fileno(tool->out));
    tool->shows_source = terminal;
    tool->coloured = terminal && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

bool tool_open_output(struct tool *tool)
{
    const char *path = tool->common.output;
    if (!path || strcmp(path, "-") == 0)
        return true;
    if (!tool_may_write(tool, path))
        return false;
    if (!tool_file_open(&tool->output, path))
        return tool_trouble(tool, "%s: %s", path, strerror(errno));
    tool->out = tool->output.out;
    tool_message_look(tool);
    return true;
}

/* What is wrong with a file apart from its records, or with a record. */
static void report_no_notes(void *context, const struct ludus_message *message)
{
    if (message->severity != LUDUS_NOTE)
        tool_message(context, message);
}

void tool_report(struct tool *tool, struct ludus_game *game, enum ludus_severity least)
{
    ludus_game_messages(game, least == LUDUS_ERROR ? report_errors : report_no_notes, tool);
}

bool tool_begin(struct tool *tool, const struct tool_spec *spec, void *values, int argc, char **argv)
{
    /* Opens what is closed of standard input, output and error, so that no file gets their numbers and what
     * is meant for them. They cannot be used all the same. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            _exit(TOOL_TROUBLE);
    *tool = (struct tool){ .spec = spec, .values = values, .out = stdout };
    tool->common.jobs = 1;
    tool->common.max_record = 64;
    tool->reading.report = report_no_notes;
    tool->reading.context = tool;
    setvbuf(stderr, NULL, isatty(STDERR_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    tool_message_look(tool);
    if (!tool_options_read(tool, argc, argv) || !read_jobs(tool) || !read_origin(tool) ||
        !tool_paths_apart(tool))
        return false;
    if (spec->common & TOOL_SCRATCH && !(tool->scratch = tmpfile()))
        return tool_trouble(tool, "a temporary file: %s", strerror(errno));
    tool_confine(tool);
    if (!(spec->common & TOOL_LATE) && !tool_open_output(tool))
        return false;
    tool->listing = tool->common.format == MESSAGE_SARIF;
    if (tool->listing)
        fprintf(
            tool->spec->common & TOOL_REPORTS ? tool->out : tool_complain(tool),
            "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{"
            "\"tool\":{\"driver\":{\"name\":\"%s\",\"version\":\"%s\"}},"
            "\"columnKind\":\"unicodeCodePoints\",\"results\":[",
            tool->spec->name, ludus_version());
    return read_rules(tool);
}

bool tool_keeps(const struct tool *tool)
{
    return tool->status < TOOL_TROUBLE && !ludus_memory_failed();
}

void tool_put_buffer(struct tool *tool, const struct ludus_buffer *buffer)
{
    tool_memory(tool, !ludus_buffer_failed(buffer));
    tool_put(tool, ludus_buffer_text(buffer));
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
        fprintf(tool->spec->common & TOOL_REPORTS ? tool->out : tool_complain(tool),
                "\n],\"invocations\":[{\"executionSuccessful\":%s}]}]}\n",
                tool->status < TOOL_TROUBLE ? "true" : "false");
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
    tool_options_free(tool);
    ludus_ruleset_free(tool->own_rules);
    free(tool->origin_name);
    if (tool->scratch)
        fclose(tool->scratch);
    return tool->status;
}

bool tool_set_notation(struct tool *tool, const char *name, char **own)
{
    char reason[512];
    size_t length;
    const char *notation = name;
    if (!notation || strcmp(notation, "auto") == 0)
        return true;
    if (strpbrk(notation, "/.")) {
        notation = *own = tool_read_file(tool, notation, &length);
        if (!notation)
            return false;
    }
    tool->reading.notation = notation;
    if (ludus_import_notation(notation, reason, sizeof reason))
        return true;
    return tool_trouble(tool, *own ? "%s: %s" : "%s%s", *own ? name : "", reason);
}
