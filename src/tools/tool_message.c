/* tool_message.c - printing messages: as text, with the source line, or as JSON. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT_TEXT, FORMAT_FULL, FORMAT_JSON, FORMAT_SARIF };
enum { CONTEXT_BEFORE = 60, CONTEXT_MAX = 100 }; /* characters of a long source line that are shown */

static const struct {
    const char *name, *colour;
} severities[] = {
    [LUDUS_NOTE] = { "note", "\033[36m" },
    [LUDUS_WARNING] = { "warning", "\033[35m" },
    [LUDUS_ERROR] = { "error", "\033[31m" },
};

/* Length in bytes of the UTF-8 character at `text`, and its code; 0 when it is none. */
static size_t decode(const unsigned char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t bytes = *text < 0x80   ? 1
                   : *text < 0xC2 ? 0
                   : *text < 0xE0 ? 2
                   : *text < 0xF0 ? 3
                   : *text < 0xF5 ? 4
                                  : 0;
    if (bytes == 0 || bytes > length)
        return 0;
    *code = bytes == 1 ? *text : *text & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3F);
    }
    bool sound = *code >= least[bytes] && *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
    return sound ? bytes : 0;
}

void tool_json(FILE *out, const char *text, size_t length)
{
    putc('"', out);
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t bytes = decode((const unsigned char *)text + i, length - i, &code);
        if (bytes == 0)
            fputs("\xEF\xBF\xBD", out);
        else if (code == '"' || code == '\\')
            fprintf(out, "\\%c", (char)code);
        else if (code < ' ' || code == 0x7F)
            fprintf(out, code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\u%04x", (unsigned)code);
        else
            fwrite(text + i, 1, bytes, out);
        i += bytes ? bytes : 1;
    }
    putc('"', out);
}

void tool_safely(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t bytes = decode((const unsigned char *)text + i, length - i, &code);
        if (bytes == 0 || (code < ' ' && code != '\t') || (code >= 0x7F && code < 0xA0))
            putc('?', out);
        else
            fwrite(text + i, 1, bytes, out);
        i += bytes ? bytes : 1;
    }
}

/* Byte offset of character number `count` of `text`. */
static size_t skip_characters(struct ludus_text text, size_t count)
{
    size_t at = 0;
    for (; at < text.length; at++) {
        bool begins = ((unsigned char)text.text[at] & 0xC0) != 0x80;
        if (begins && count-- == 0)
            break;
    }
    return at;
}

static void print_source(FILE *out, const struct ludus_message *message, bool colour)
{
    size_t column = message->column - 1;
    size_t width = message->end_column > message->column ? message->end_column - message->column : 1;
    size_t first = column > CONTEXT_BEFORE + 10 ? column - CONTEXT_BEFORE : 0;
    size_t begin = skip_characters(message->source, first);
    size_t place = skip_characters(message->source, column);
    size_t end = skip_characters(message->source, first + CONTEXT_MAX);
    fputs(begin ? "   ..." : "    ", out);
    tool_safely(out, message->source.text + begin, end - begin);
    fputs(end < message->source.length ? "...\n" : "\n", out);
    fputs(begin ? "      " : "    ", out);
    for (size_t i = begin; i < place; i++)
        if (((unsigned char)message->source.text[i] & 0xC0) != 0x80)
            putc(message->source.text[i] == '\t' ? '\t' : ' ', out);
    fputs(colour ? "\033[32m^" : "^", out);
    for (size_t i = 1; i < width && column + i < first + CONTEXT_MAX; i++)
        putc('~', out);
    fputs(colour ? "\033[0m\n" : "\n", out);
}

static void print_text(FILE *out, const struct ludus_message *message, bool source, bool colour)
{
    const char *bold = colour ? "\033[1m" : "", *plain = colour ? "\033[0m" : "";
    fputs(bold, out);
    tool_safely(out, message->file, strlen(message->file));
    fprintf(out, ":%zu:%zu: %s%s:%s ", message->line, message->column,
            colour ? severities[message->severity].colour : "", severities[message->severity].name, plain);
    tool_safely(out, message->text, strlen(message->text));
    if (message->hint) {
        fputs("; ", out);
        tool_safely(out, message->hint, strlen(message->hint));
    }
    fprintf(out, " [%s]\n", message->code);
    if (source && message->column)
        print_source(out, message, colour);
}

static void print_json(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    fputs("{\"file\":", out);
    tool_json(out, message->file, strlen(message->file));
    fprintf(out, ",\"line\":%zu,\"column\":%zu,\"endColumn\":%zu,\"offset\":%zu,\"length\":%zu,\"game\":",
            message->line, message->column, message->end_column, message->offset, message->length);
    tool_number(tool, out, message->game);
    fprintf(out, ",\"severity\":\"%s\",\"code\":\"%s\",\"text\":", severities[message->severity].name,
            message->code);
    tool_json(out, message->text, strlen(message->text));
    if (message->hint) {
        fputs(",\"hint\":", out);
        tool_json(out, message->hint, strlen(message->hint));
    }
    fputs("}\n", out);
}

/* ---- SARIF 2.1.0 ---- */

/* A file name as a relative reference of RFC 3986. */
static void print_uri(FILE *out, const char *name)
{
    static const char plain[] = "/-._~";
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        bool letter = (*c >= '0' && *c <= '9') || ((*c | 0x20u) >= 'a' && (*c | 0x20u) <= 'z');
        fprintf(out, letter || strchr(plain, *c) ? "%c" : "%%%02X", *c);
    }
}

static void print_sarif(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    tool_comma(tool, out);
    fprintf(out, "\n{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":", message->code,
            severities[message->severity].name);
    size_t text = strlen(message->text), hint = message->hint ? strlen(message->hint) : 0;
    char *whole = malloc(text + hint + 3);
    if (whole) {
        sprintf(whole, "%s%s%s", message->text, hint ? "; " : "", hint ? message->hint : "");
        tool_json(out, whole, strlen(whole));
    } else {
        tool_json(out, message->text, text);
    }
    free(whole);
    fputs("},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"", out);
    print_uri(out, message->file);
    fprintf(out, "\"},\"region\":{\"startLine\":%zu", message->line);
    if (message->column)
        fprintf(out, ",\"startColumn\":%zu,\"endColumn\":%zu,\"snippet\":{\"text\":", message->column,
                message->end_column);
    if (message->column)
        tool_json(out, message->source.text, message->source.length);
    fputs(message->column ? "}}}}]}" : "}}}]}", out);
}

void tool_list_begin(struct tool *tool)
{
    tool->listing = tool->common.format == FORMAT_SARIF;
    if (tool->listing)
        fprintf(
            tool->spec->common & TOOL_REPORTS ? tool->out : tool_complain(tool),
            "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"runs\":[{"
            "\"tool\":{\"driver\":{\"name\":\"%s\",\"version\":\"%s\"}},"
            "\"columnKind\":\"unicodeCodePoints\",\"results\":[",
            tool->spec->name, ludus_version());
}

void tool_list_end(struct tool *tool)
{
    if (tool->listing)
        fprintf(tool->spec->common & TOOL_REPORTS ? tool->out : tool_complain(tool),
                "\n],\"invocations\":[{\"executionSuccessful\":%s}]}]}\n",
                tool->status < TOOL_TROUBLE ? "true" : "false");
}

/* ---- All forms ---- */

static bool same_place(FILE *a, FILE *b)
{
    struct stat of_a, of_b;
    return fstat(fileno(a), &of_a) == 0 && fstat(fileno(b), &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

void tool_message_look(struct tool *tool)
{
    FILE *out = tool->spec->common & TOOL_REPORTS ? tool->out : stderr;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(fileno(out));
    tool->together = same_place(tool->out, stderr);
    tool->shows_source = terminal;
    tool->coloured = terminal && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

void tool_message(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    bool reports = tool->spec->common & TOOL_REPORTS;
    FILE *out = reports ? tool->out : tool_complain(tool);
    if (message->severity == LUDUS_ERROR || (message->severity == LUDUS_WARNING && tool->strict))
        tool_fault(tool, TOOL_FAULTY);
    if (tool->common.format == FORMAT_JSON)
        print_json(tool, out, message);
    else if (tool->common.format == FORMAT_SARIF)
        print_sarif(tool, out, message);
    else
        print_text(out, message, tool->common.format == FORMAT_FULL || tool->shows_source, tool->coloured);
    if (!reports)
        tool_complained(tool);
}

void tool_messages(struct tool *tool, const struct ludus_game *game, ludus_message_fn *report)
{
    if (tool->import)
        ludus_import_messages(tool->import, game, report, tool);
    else
        ludus_game_messages(game, report, tool);
}
