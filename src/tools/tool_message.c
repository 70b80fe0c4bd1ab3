/* tool_message.c - printing messages: as text, with the source line, or as JSON. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a thread has to print, kept until its turn comes.  * One stream takes all of it, so that output
 * and complaints stay in order; marks say where it goes to standard error, and where something stands that
 * only the order of all pieces tells
 * ---- */

enum mark_kind { MARK_COMPLAIN, MARK_COMPLAINED, MARK_NUMBER, MARK_COMMA };

struct tool_mark {
    size_t at, number;
    uint8_t kind; /* enum mark_kind */
};

static void add_mark(struct tool_log *log, enum mark_kind kind, size_t number)
{
    if (log->count == log->capacity) {
        size_t capacity = log->capacity ? 2 * log->capacity : 64;
        struct tool_mark *marks = realloc(log->marks, capacity * sizeof *marks);
        log->failed |= !marks;
        if (!marks)
            return;
        log->marks = marks;
        log->capacity = capacity;
    }
    log->marks[log->count++] = (struct tool_mark){ (size_t)ftello(log->out), number, (uint8_t)kind };
}

FILE *tool_complain(struct tool *tool)
{
    if (tool->log) {
        add_mark(tool->log, MARK_COMPLAIN, 0);
        return tool->out;
    }
    return tool->together ? tool->out : stderr;
}

void tool_complained(struct tool *tool)
{
    if (tool->log)
        add_mark(tool->log, MARK_COMPLAINED, 0);
}

void tool_number(struct tool *tool, FILE *out, size_t number)
{
    if (number > 0 && tool->log) {
        add_mark(tool->log, MARK_NUMBER, number);
        return;
    }
    /* printf does it, but slowly for what stands at the beginning of every line. */
    char digits[24], *at = digits + sizeof digits;
    number += number ? tool->before : 0;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    fwrite(at, 1, (size_t)(digits + sizeof digits - at), out);
}

/* Prints a comma, unless the list begins. */
static void tool_comma(struct tool *tool, FILE *out)
{
    if (tool->log)
        add_mark(tool->log, MARK_COMMA, 0);
    else if (tool->listed)
        putc(',', out);
    tool->listed = true;
}

static FILE *put_mark(struct tool *tool, const struct tool_mark *mark, FILE *to)
{
    switch ((enum mark_kind)mark->kind) {
    case MARK_COMPLAIN:
        return tool_complain(tool);
    case MARK_COMPLAINED:
        return tool->out;
    case MARK_NUMBER:
        tool_number(tool, to, mark->number);
        break;
    case MARK_COMMA:
        tool_comma(tool, to);
        break;
    }
    return to;
}

void tool_log_put(struct tool *tool, struct tool_log *log)
{
    FILE *to = tool->out;
    size_t at = 0;
    if (fflush(log->out) != 0 || log->failed)
        tool_trouble(tool, "out of memory");
    for (size_t i = 0; i < log->count; i++) {
        const struct tool_mark *mark = &log->marks[i];
        fwrite(log->bytes + at, 1, mark->at - at, to);
        tool_failed(tool);
        at = mark->at;
        to = put_mark(tool, mark, to);
    }
    fwrite(log->bytes + at, 1, log->length - at, to);
    tool_failed(tool);
}

/* ---- Printing messages: as text, with the source line, or as JSON ---- */

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

static bool is_control(uint32_t code)
{
    return code < ' ' || (code >= 0x7F && code < 0xA0);
}

static void json_signs(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t bytes = decode((const unsigned char *)text + i, length - i, &code);
        if (bytes == 0)
            fputs("\xEF\xBF\xBD", out);
        else if (code == '"' || code == '\\')
            fprintf(out, "\\%c", (char)code);
        else if (is_control(code))
            fprintf(out, code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\u%04x", (unsigned)code);
        else
            fwrite(text + i, 1, bytes, out);
        i += bytes ? bytes : 1;
    }
}

void tool_json(FILE *out, const char *text, size_t length)
{
    putc('"', out);
    json_signs(out, text, length);
    putc('"', out);
}

void tool_json_member(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    tool_json(out, text, strlen(text));
}

void tool_safely(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        size_t bytes = decode((const unsigned char *)text + i, length - i, &code);
        if (bytes == 0 || (is_control(code) && code != '\t'))
            putc('?', out);
        else
            fwrite(text + i, 1, bytes, out);
        i += bytes ? bytes : 1;
    }
}

static bool is_blank(char c)
{
    return c >= '\0' && c <= ' ';
}

void tool_line(FILE *out, struct ludus_text text)
{
    for (size_t i = 0, end; i < text.length; i = end) {
        for (end = i; end < text.length && is_blank(text.text[end]) == is_blank(text.text[i]);)
            end++;
        if (!is_blank(text.text[i]))
            tool_safely(out, text.text + i, end - i);
        else if (end < text.length)
            putc(' ', out);
    }
}

FILE *tool_name(struct tool *tool, FILE *out)
{
    if (out == tool->out && !tool->terminal && !tool->log)
        fputs(tool->file, out);
    else
        tool_safely(out, tool->file, strlen(tool->file));
    return out;
}

void tool_put(struct tool *tool, struct ludus_text text)
{
    if (tool->terminal) {
        for (size_t at = 0; at < text.length; at++) {
            const char *line = text.text + at, *end = memchr(line, '\n', text.length - at);
            size_t length = end ? (size_t)(end - line) : text.length - at;
            tool_safely(tool->out, line, length > 0 && end && end[-1] == '\r' ? length - 1 : length);
            at += length;
            if (end)
                putc('\n', tool->out);
        }
    } else
        (void)fwrite(text.text, 1, text.length, tool->out);
    tool_failed(tool);
}

static bool begins_character(struct ludus_text text, size_t at)
{
    return ((unsigned char)text.text[at] & 0xC0) != 0x80;
}

/* Byte that is `count` characters after byte `at` of `text`, at most its end. */
static size_t forth(struct ludus_text text, size_t at, size_t count)
{
    for (; at < text.length; at++)
        if (begins_character(text, at) && count-- == 0)
            break;
    return at;
}

/* Byte that is `count` characters before byte `at`, at least 0. */
static size_t back(struct ludus_text text, size_t at, size_t count)
{
    while (at > 0 && count > 0)
        count -= begins_character(text, --at);
    return at;
}

/* What is shown of a source line: it may be a megabyte long, and have as many messages. */
struct excerpt {
    size_t begin, end;   /* bytes */
    size_t first, width; /* characters before it, and those of the place that are in it, at least one */
};

static struct excerpt excerpt_of(const struct ludus_message *message)
{
    size_t column = message->column - 1, first = column > CONTEXT_BEFORE + 10 ? column - CONTEXT_BEFORE : 0;
    size_t width = message->end_column > message->column ? message->end_column - message->column : 1;
    size_t begin = back(message->source, message->source_at, column - first);
    size_t room = first + CONTEXT_MAX - column;
    return (struct excerpt){ begin, forth(message->source, begin, CONTEXT_MAX), first,
                             width < room ? width : room };
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
    if (source && message->source.text) {
        struct excerpt excerpt = excerpt_of(message);
        const char *text = message->source.text;
        fputs(excerpt.begin ? "   ..." : "    ", out);
        tool_safely(out, text + excerpt.begin, excerpt.end - excerpt.begin);
        fputs(excerpt.end < message->source.length ? "...\n" : "\n", out);
        fputs(excerpt.begin ? "      " : "    ", out);
        for (size_t i = excerpt.begin; i < message->source_at; i++)
            if (begins_character(message->source, i))
                putc(text[i] == '\t' ? '\t' : ' ', out);
        fputs(colour ? "\033[32m^" : "^", out);
        for (size_t i = 1; i < excerpt.width; i++)
            putc('~', out);
        fputs(colour ? "\033[0m\n" : "\n", out);
    }
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

static size_t characters(struct ludus_text text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += begins_character(text, i);
    return count;
}

/* The columns from `column` on of a region, and its text. */
static void print_columns(FILE *out, const struct ludus_message *message, size_t column, size_t end_column,
                          size_t begin, size_t end)
{
    fprintf(out, ",\"startColumn\":%zu,\"endColumn\":%zu", column, end_column);
    if (!message->source.text)
        return;
    fputs(",\"snippet\":{\"text\":", out);
    tool_json(out, message->source.text + begin, end - begin);
    putc('}', out);
}

/* The place, and what stands around it. */
static void print_regions(FILE *out, const struct ludus_message *message)
{
    fprintf(out, "\"region\":{\"startLine\":%zu", message->line);
    if (message->column) {
        size_t width = message->end_column - message->column, begin = message->source_at;
        size_t end = forth(message->source, begin, width < CONTEXT_MAX ? width : CONTEXT_MAX);
        print_columns(out, message, message->column, message->end_column, begin, end);
    }
    putc('}', out);
    struct excerpt excerpt = message->source.text ? excerpt_of(message) : (struct excerpt){ 0 };
    size_t last = excerpt.first + 1 + characters(message->source, excerpt.begin, excerpt.end);
    if (last < message->end_column || last - excerpt.first <= message->end_column - message->column + 1)
        return;
    fprintf(out, ",\"contextRegion\":{\"startLine\":%zu", message->line);
    print_columns(out, message, excerpt.first + 1, last, excerpt.begin, excerpt.end);
    putc('}', out);
}

static void print_sarif(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    tool_comma(tool, out);
    fprintf(out, "\n{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":", message->code,
            severities[message->severity].name);
    putc('"', out);
    json_signs(out, message->text, strlen(message->text));
    if (message->hint && *message->hint) {
        fputs("; ", out);
        json_signs(out, message->hint, strlen(message->hint));
    }
    fputs("\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"", out);
    print_uri(out, message->file);
    fputs("\"},", out);
    print_regions(out, message);
    fputs("}}]", out);
    if (message->fix) {
        /* What is to stand in the place of a part of the line. */
        size_t line = message->offset - message->source_at, end = message->fix_offset + message->fix_length;
        fputs(",\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":\"", out);
        print_uri(out, message->file);
        fputs("\"},\"replacements\":[{\"deletedRegion\":{", out);
        if (message->fix_offset >= line && end <= line + message->source.length) {
            size_t column = 1 + characters(message->source, 0, message->fix_offset - line);
            fprintf(out, "\"startLine\":%zu,\"startColumn\":%zu,\"endColumn\":%zu", message->line, column,
                    column + characters(message->source, message->fix_offset - line, end - line));
        } else {
            fprintf(out, "\"byteOffset\":%zu,\"byteLength\":%zu", message->fix_offset, message->fix_length);
        }
        tool_json_member(out, "},\"insertedContent\":{\"text\":", message->fix);
        fputs("}}]}]}]", out);
    }
    putc('}', out);
}

void tool_message(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    bool reports = tool->spec->common & TOOL_REPORTS;
    FILE *out = reports ? tool->out : tool_complain(tool);
    if (message->severity == LUDUS_ERROR || (message->severity == LUDUS_WARNING && tool->strict))
        tool_fault(tool, TOOL_FAULTY);
    if (tool->common.format == MESSAGE_JSON) {
        tool_json_member(out, "{\"file\":", message->file);
        fprintf(out, ",\"line\":%zu,\"column\":%zu,\"endColumn\":%zu,\"offset\":%zu,\"length\":%zu,\"game\":",
                message->line, message->column, message->end_column, message->offset, message->length);
        tool_number(tool, out, message->game);
        fprintf(out, ",\"severity\":\"%s\",\"code\":\"%s\",\"text\":", severities[message->severity].name,
                message->code);
        tool_json(out, message->text, strlen(message->text));
        if (message->hint)
            tool_json_member(out, ",\"hint\":", message->hint);
        if (message->fix) {
            fprintf(out, ",\"fix\":{\"offset\":%zu,\"length\":%zu,\"text\":", message->fix_offset,
                    message->fix_length);
            tool_json(out, message->fix, strlen(message->fix));
            putc('}', out);
        }
        fputs("}\n", out);
    } else if (tool->common.format == MESSAGE_SARIF)
        print_sarif(tool, out, message);
    else
        print_text(out, message, tool->common.format == MESSAGE_FULL || tool->shows_source, tool->coloured);
    if (!reports)
        tool_complained(tool);
}
