/* tool_message.c - formatted printing, errors of the tools, and messages as text, JSON or SARIF. */
#include "tool.h"

#include <stdarg.h>
#include <string.h>

/* ---- Output of a worker, kept until its turn comes ---- */

/* A place in this output for the number of a record, which depends on the pieces before. */
struct mark {
    size_t at, number;
    bool aside; /* in the output to standard error */
};

void tool_mark(struct tool *tool, FILE *out, size_t number, size_t held)
{
    const struct mark mark = { (size_t)ftello(out) + held, number, out != tool->out };
    ludus_buffer_add(tool->marks, &mark, sizeof mark);
}

void tool_number(struct tool *tool, FILE *out, size_t number)
{
    char digits[24];
    if (number > 0 && tool->marks)
        tool_mark(tool, out, number, 0);
    else
        fputs(tool_digits(digits, number + (number ? tool->before : 0)), out);
}

void tool_put_marked(struct tool *tool, FILE *to, const char *bytes, size_t length,
                     const struct ludus_buffer *marks)
{
    struct ludus_text list = ludus_buffer_text(marks);
    size_t at =
        tool->listing && !tool->listed && length > 0; /* no comma before the first element of a list */
    struct mark mark;
    tool->listed |= at > 0;
    for (size_t i = 0; i < list.length; i += sizeof mark) {
        memcpy(&mark, list.text + i, sizeof mark);
        if (mark.aside != (to != tool->out))
            continue;
        fwrite(bytes + at, 1, mark.at - at, to);
        at = mark.at;
        tool_number(tool, to, mark.number);
    }
    fwrite(bytes + at, 1, length - at, to);
    tool_failed(tool);
}

/* ---- Printing ---- */

/* Decodes the UTF-8 character at `text`. Returns its length in bytes, 0 if it is invalid. */
static size_t decode_character(const unsigned char *text, size_t length, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t bytes = *text < 0x80 ? 1 : *text < 0xE0 ? 2 : *text < 0xF0 ? 3 : 4;
    if (bytes > length || *text >= 0xF5 || (*text >= 0x80 && *text < 0xC2))
        return 0;
    *code = bytes == 1 ? *text : *text & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3F);
    }
    return *code >= least[bytes] && *code <= 0x10FFFF && *code - 0xD800 >= 0x800 ? bytes : 0;
}

/* Prints text as the directive `manner` of tool_print does; 'p' keeps line breaks. */
static void print_escaped(FILE *out, struct ludus_text text, char manner)
{
    bool json = strchr("ejJ", manner), gap = false;
    for (size_t i = 0, bytes; i < text.length; i += bytes ? bytes : 1) {
        const char *at = text.text + i;
        uint32_t code = 0;
        bytes = decode_character((const unsigned char *)at, text.length - i, &code);
        bool control = code < ' ' || (code >= 0x7F && code < 0xA0);
        if (manner == 'T' && bytes && code <= ' ') {
            gap = true;
            continue;
        }
        if (gap)
            putc(' ', out);
        gap = false;
        if (bytes == 0)
            fputs(json ? "\xEF\xBF\xBD" : "?", out);
        else if (json && (code == '"' || code == '\\'))
            fprintf(out, "\\%c", (char)code);
        else if (json && control)
            fprintf(out, code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\u%04x", (unsigned)code);
        else if (manner == 'p' && code == '\r' && i + 1 < text.length && at[1] == '\n')
            continue;
        else if (control && code != '\t' && !(manner == 'p' && code == '\n'))
            putc('?', out);
        else
            fwrite(at, 1, bytes, out);
    }
}

/* Prints a file name as a relative reference of RFC 3986. */
static void print_uri(FILE *out, struct ludus_text name)
{
    static const char plain[] = "/-._~";
    for (size_t i = 0; name.text && i < name.length; i++) {
        unsigned char c = (unsigned char)name.text[i];
        bool letter = (c >= '0' && c <= '9') || ((c | 0x20u) >= 'a' && (c | 0x20u) <= 'z');
        fprintf(out, letter || strchr(plain, c) ? "%c" : "%%%02X", c);
    }
}

static void print_argument(struct tool *tool, FILE *out, const char *directive, size_t length, va_list *args)
{
    char kind = directive[length - 1], form[16] = "";
    struct ludus_text text = { tool->file, 0 };
    if (strchr("JTS", kind))
        text = va_arg(*args, struct ludus_text);
    else if (strchr("sjeptU", kind))
        text.text = va_arg(*args, const char *);
    if (strchr("sjeptUF", kind) && text.text)
        text.length = strlen(text.text);
    if (kind == 'F')
        kind = !tool->terminal && !tool->marks && out == tool->out ? 's' : 't';
    switch (kind) {
    case 'j':
    case 'J':
        fputs(text.text || kind == 'J' ? "\"" : "null", out);
        print_escaped(out, text, kind);
        fputs(text.text || kind == 'J' ? "\"" : "", out);
        break;
    case 'e':
    case 't':
    case 'S':
    case 'T':
        print_escaped(out, text, kind);
        break;
    case 'p':
        tool_put(tool, text);
        break;
    case 's':
        fwrite(text.text, 1, text.length, out);
        break;
    case 'U':
        print_uri(out, text);
        break;
    case 'N':
        tool_number(tool, out, va_arg(*args, size_t));
        break;
    case 'W':
        fprintf(out, "%u", va_arg(*args, unsigned));
        putc(va_arg(*args, unsigned) == LUDUS_WHITE ? 'W' : 'B', out);
        break;
    case 'b':
        fputs(va_arg(*args, int) ? "true" : "false", out);
        break;
    case 'c':
        putc(va_arg(*args, int), out);
        break;
    case 'u':
        if (directive[1] == 'z')
            fprintf(out, "%zu", va_arg(*args, size_t));
        else
            fprintf(out, "%u", va_arg(*args, unsigned));
        break;
    default: /* a number with decimals */
        memcpy(form, directive, length);
        fprintf(out, form, va_arg(*args, double));
    }
}

void tool_print(struct tool *tool, FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (const char *at = format, *plain = at; *at; plain = at) {
        at += strcspn(at, "%");
        fwrite(plain, 1, (size_t)(at - plain), out);
        if (!*at)
            break;
        size_t length = 2 + strspn(at + 1, "+.0123456789z");
        if (at[1] == '%')
            putc('%', out);
        else
            print_argument(tool, out, at, length, &args);
        at += length;
    }
    va_end(args);
}

void tool_put(struct tool *tool, struct ludus_text text)
{
    if (tool->terminal)
        print_escaped(tool->out, text, 'p');
    else
        (void)fwrite(text.text, 1, text.length, tool->out);
    tool_failed(tool);
}

void tool_put_record(struct tool *tool, struct ludus_text text)
{
    enum ludus_result result;
    size_t end = text.length;
    char after = '\0';
    unsigned breaks = 0;
    /* A record without tags would belong to one that lacks its result. */
    if (tool->record.open && end > 0 && !strchr("[{;%\n\r \t", *text.text))
        fputs("[Event \"?\"]\n\n", tool->out);
    tool_put(tool, text);
    for (; end > 0 && strchr("\n\r \t", text.text[end - 1]); end--) {
        char c = text.text[end - 1];
        breaks += c == '\n' || (c == '\r' && after != '\n');
        after = c;
    }
    tool->record.put = true;
    tool->record.line_ended = text.length > 0 && strchr("\n\r", text.text[text.length - 1]);
    tool->record.gapped = tool->record.line_ended && breaks > 1;
    /* Is the last line of the text, blanks aside, a tag? */
    const char *line = text.text + end;
    while (line > text.text && !strchr("\n\r", line[-1]))
        line--;
    tool->record.only_tags = end > 0 && *line == '[' && text.text[end - 1] == ']';
    tool->record.open = false;
    const char *word = text.text + end;
    while (word > line && !strchr(" \t})", word[-1]))
        word--;
    text = (struct ludus_text){ word, (size_t)(text.text + end - word) };
    tool->record.result = ludus_result_read(text, &result);
}

void tool_part_record(struct tool *tool)
{
    if (!tool->record.put)
        return;
    /* Records are separated by an empty line; after tags alone comes a result, or the next record would
     * belong to them. */
    if (!tool->record.gapped)
        fputs(tool->record.line_ended ? "\n" : "\n\n", tool->out);
    fputs(tool->record.only_tags ? "*\n\n" : "", tool->out);
    tool->record.open = !tool->record.only_tags && !tool->record.result;
}

void tool_add_line(struct tool *tool, struct ludus_text text)
{
    for (size_t begin = 0, end; begin < text.length; begin = end + 1) {
        for (end = begin; end < text.length && (unsigned char)text.text[end] >= ' ';)
            end++;
        ludus_buffer_add(tool->text, text.text + begin, end - begin);
        ludus_buffer_add(tool->text, " ", end < text.length);
    }
}

/* ---- Errors of the tools ---- */

enum { COMPLAINT = 8192 };

void tool_fault(struct tool *tool, enum tool_status status)
{
    if (tool->status < (int)status)
        tool->status = (int)status;
}

bool tool_say(struct tool *tool, enum tool_status status, const char *format, ...)
{
    char text[COMPLAINT];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tool_print(tool, tool->err, "%s: %t\n", tool->spec->name, text);
    tool->told |= status == TOOL_TROUBLE;
    tool_fault(tool, status);
    return false;
}

/* ---- Messages: as text, with the source line, as JSON, or as SARIF 2.1.0 ---- */

enum { CONTEXT_BEFORE = 60, CONTEXT_MAX = 100 }; /* characters of a long source line that are shown */

static const struct {
    const char *name, *colour;
} severities[] = {
    [LUDUS_NOTE] = { "note", "\033[36m" },
    [LUDUS_WARNING] = { "warning", "\033[35m" },
    [LUDUS_ERROR] = { "error", "\033[31m" },
};

static bool begins_character(struct ludus_text text, size_t at)
{
    return ((unsigned char)text.text[at] & 0xC0) != 0x80;
}

/* Returns the byte that is `count` characters after byte `at` of `text`, at most its end. */
static size_t skip_characters(struct ludus_text text, size_t at, size_t count)
{
    for (; at < text.length; at++)
        if (begins_character(text, at) && count-- == 0)
            break;
    return at;
}

static size_t count_characters(struct ludus_text text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += begins_character(text, i);
    return count;
}

/* The part of a source line that is shown: a line may be a megabyte long, and have as many messages. */
struct excerpt {
    size_t begin, end; /* bytes */
    size_t first,
        width; /* in characters: what comes before it; what it shows of the message's place, at least 1 */
};

static struct excerpt excerpt_of(const struct ludus_message *message)
{
    size_t column = message->column - 1, first = column > CONTEXT_BEFORE + 10 ? column - CONTEXT_BEFORE : 0;
    size_t width = message->end_column > message->column ? message->end_column - message->column : 1;
    size_t begin = message->source_at, room = first + CONTEXT_MAX - column;
    for (size_t count = column - first; begin > 0 && count > 0;)
        count -= begins_character(message->source, --begin);
    return (struct excerpt){ begin, skip_characters(message->source, begin, CONTEXT_MAX), first,
                             width < room ? width : room };
}

static void print_text(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    bool colour = tool->coloured;
    const char *text = message->source.text;
    tool_print(tool, out, "%s%t:%zu:%zu: %s%s:%s %t", colour ? "\033[1m" : "", message->file, message->line,
               message->column, colour ? severities[message->severity].colour : "",
               severities[message->severity].name, colour ? "\033[0m" : "", message->text);
    tool_print(tool, out, "%s%t [%s]\n", message->hint ? "; " : "", message->hint ? message->hint : "",
               message->code);
    if (!text || !(tool->common.format == MESSAGE_FULL || tool->shows_source))
        return;
    struct excerpt excerpt = excerpt_of(message);
    fputs(excerpt.begin ? "   ..." : "    ", out);
    print_escaped(out, (struct ludus_text){ text + excerpt.begin, excerpt.end - excerpt.begin }, 't');
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

static void print_object(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    tool_print(tool, out,
               "{\"file\":%j,\"line\":%zu,\"column\":%zu,\"endColumn\":%zu,\"offset\":%zu,\"length\":%zu,"
               "\"game\":%N,\"severity\":\"%s\",\"code\":\"%s\",\"text\":%j",
               message->file, message->line, message->column, message->end_column, message->offset,
               message->length, message->game, severities[message->severity].name, message->code,
               message->text);
    if (message->hint)
        tool_print(tool, out, ",\"hint\":%j", message->hint);
    if (message->fix)
        tool_print(tool, out, ",\"fix\":{\"offset\":%zu,\"length\":%zu,\"text\":%j}", message->fix_offset,
                   message->fix_length, message->fix);
    fputs("}\n", out);
}

/* Prints a region of SARIF: a line or, unless `column` is 0, some of its columns with their text. */
static void print_region(struct tool *tool, FILE *out, const struct ludus_message *message, const char *name,
                         size_t column, size_t end_column, size_t begin, size_t end)
{
    tool_print(tool, out, "\"%s\":{\"startLine\":%zu", name, message->line);
    if (column)
        tool_print(tool, out, ",\"startColumn\":%zu,\"endColumn\":%zu", column, end_column);
    if (column && message->source.text)
        tool_print(tool, out, ",\"snippet\":{\"text\":%J}",
                   (struct ludus_text){ message->source.text + begin, end - begin });
    putc('}', out);
}

static void print_sarif(struct tool *tool, FILE *out, const struct ludus_message *message)
{
    size_t width = message->end_column - message->column, begin = message->source_at;
    size_t shown = width < CONTEXT_MAX ? width : CONTEXT_MAX;
    size_t end = message->source.text ? skip_characters(message->source, begin, shown) : begin;
    fputs(tool->listed || tool->marks ? "," : "", out);
    tool->listed = true;
    tool_print(tool, out,
               "\n{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":\"%e%s%e\"},\"locations\":"
               "[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"%U\"},",
               message->code, severities[message->severity].name, message->text,
               message->hint && *message->hint ? "; " : "", message->hint ? message->hint : "",
               message->file);
    print_region(tool, out, message, "region", message->column, message->end_column, begin, end);
    struct excerpt excerpt = message->source.text ? excerpt_of(message) : (struct excerpt){ 0 };
    size_t last = excerpt.first + 1 + count_characters(message->source, excerpt.begin, excerpt.end);
    if (last >= message->end_column && last - excerpt.first > width + 1) {
        putc(',', out);
        print_region(tool, out, message, "contextRegion", excerpt.first + 1, last, excerpt.begin,
                     excerpt.end);
    }
    fputs("}}]", out);
    if (message->fix) {
        /* The replacement of a part of the line. */
        size_t line = message->offset - begin, fix_end = message->fix_offset + message->fix_length;
        tool_print(tool, out,
                   ",\"fixes\":[{\"artifactChanges\":[{\"artifactLocation\":{\"uri\":\"%U\"},"
                   "\"replacements\":[{\"deletedRegion\":{",
                   message->file);
        if (message->source.text && message->fix_offset >= line && fix_end <= line + message->source.length) {
            size_t column = 1 + count_characters(message->source, 0, message->fix_offset - line);
            tool_print(
                tool, out, "\"startLine\":%zu,\"startColumn\":%zu,\"endColumn\":%zu", message->line, column,
                column + count_characters(message->source, message->fix_offset - line, fix_end - line));
        } else {
            tool_print(tool, out, "\"byteOffset\":%zu,\"byteLength\":%zu", message->fix_offset,
                       message->fix_length);
        }
        tool_print(tool, out, "},\"insertedContent\":{\"text\":%j}}]}]}]", message->fix);
    }
    putc('}', out);
}

void tool_message(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    FILE *out = tool->spec->common & TOOL_REPORTS ? tool->out : tool->err;
    if (message->severity < tool->least)
        return;
    if (message->severity == LUDUS_ERROR || (message->severity == LUDUS_WARNING && tool->strict))
        tool_fault(tool, TOOL_FAULTY);
    if (tool->common.format == MESSAGE_JSON)
        print_object(tool, out, message);
    else if (tool->common.format == MESSAGE_SARIF)
        print_sarif(tool, out, message);
    else
        print_text(tool, out, message);
}
