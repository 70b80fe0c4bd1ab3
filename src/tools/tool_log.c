/* tool_log.c - what a thread has to print, kept until its turn comes.
 *
 * One stream takes all of it, so that output and complaints stay in order; marks say where it goes to
 * standard error, and where something stands that only the order of all pieces tells. */
#include "tool.h"

#include <stdlib.h>

enum mark_kind { MARK_COMPLAIN, MARK_COMPLAINED, MARK_NUMBER, MARK_COMMA };

struct tool_mark {
    size_t at, number;
    uint8_t kind; /* enum mark_kind */
};

bool tool_log_open(struct tool_log *log)
{
    *log = (struct tool_log){ .out = NULL };
    log->out = open_memstream(&log->bytes, &log->length);
    return log->out != NULL;
}

void tool_log_close(struct tool_log *log)
{
    if (log->out)
        fclose(log->out);
    free(log->bytes);
    free(log->marks);
}

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

/* printf does it, but slowly for what stands at the beginning of every line. */
static void put_number(FILE *out, size_t number)
{
    char digits[24], *at = digits + sizeof digits;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    fwrite(at, 1, (size_t)(digits + sizeof digits - at), out);
}

void tool_number(struct tool *tool, FILE *out, size_t number)
{
    if (number > 0 && tool->log)
        add_mark(tool->log, MARK_NUMBER, number);
    else
        put_number(out, number ? number + tool->before : 0);
}

void tool_comma(struct tool *tool, FILE *out)
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

void tool_log_clear(struct tool_log *log)
{
    log->count = 0;
    log->failed = false;
    (void)fseeko(log->out, 0, SEEK_SET);
    clearerr(log->out);
}
