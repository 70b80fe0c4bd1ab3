/* diag.c - collects the messages about one record or rules file, sorts and reports them. */
#include "base/diag.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const struct message_kind message_kinds[MSG_COUNT] = {
#define MESSAGE(id, code, severity, format) { code, severity, format },
#include "base/messages.def"
#undef MESSAGE
};

/* Writes the formatted text into the arena. NULL without memory. */
static char *format_text(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : arena_alloc(arena, (size_t)length + 1);
    if (text) {
        (void)vsnprintf(text, (size_t)length + 1, format, again);
        for (char *at = text; *at; at++) /* control characters must not reach a terminal */
            *at = (unsigned char)*at < 0x20 || *at == 0x7f ? ' ' : *at;
    }
    va_end(again);
    return text;
}

struct message *diag_add_list(struct diag *diag, enum message_id id, size_t begin, size_t end,
                              va_list arguments)
{
    struct message *message = arena_alloc(diag->arena, sizeof *message);
    const char *text = message ? format_text(diag->arena, message_kinds[id].format, arguments) : NULL;
    if (!text)
        return NULL;
    *message = (struct message){ .id = id, .begin = begin, .end = end, .text = text };
    message->arrival = diag->count[0] + diag->count[1] + diag->count[2];
    message->severity = diag->as_notes ? LUDUS_NOTE : message_kinds[id].severity;
    if (diag->last)
        diag->last->next = message;
    else
        diag->first = message;
    diag->last = message;
    diag->count[message->severity]++;
    return message;
}

struct message *diag_add(struct diag *diag, enum message_id id, size_t begin, size_t end, ...)
{
    va_list arguments;
    va_start(arguments, end);
    struct message *message = diag_add_list(diag, id, begin, end, arguments);
    va_end(arguments);
    return message;
}

void diag_hint(struct diag *diag, struct message *message, const char *format, ...)
{
    va_list arguments;
    if (!message)
        return;
    va_start(arguments, format);
    message->hint = format_text(diag->arena, format, arguments);
    va_end(arguments);
}

void diag_fix(struct diag *diag, struct message *message, size_t begin, size_t end, const char *text)
{
    if (!message)
        return;
    message->meant = arena_copy(diag->arena, text, strlen(text));
    message->meant_begin = begin;
    message->meant_end = end;
}

void diag_meant(struct diag *diag, struct message *message, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *meant = message ? format_text(diag->arena, format, arguments) : NULL;
    va_end(arguments);
    if (meant) {
        diag_fix(diag, message, message->begin, message->end, meant);
        diag_hint(diag, message, "did you mean '%s'?", meant);
    }
}

static size_t line_end(const struct diag *diag, size_t from)
{
    while (from < diag->length && diag->text[from] != '\n' && diag->text[from] != '\r')
        from++;
    return from;
}

struct diag_place diag_first_place(const struct diag *diag)
{
    return (struct diag_place){ .line = diag->line, .column = diag->column, .line_end = line_end(diag, 0) };
}

struct diag_origin diag_origin(const struct diag_origin *origins, size_t count, size_t at)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (origins[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return count ? origins[low ? low - 1 : 0] : (struct diag_origin){ .line = 1, .column = 1 };
}

void diag_walk(const struct diag *diag, struct diag_place *place, size_t to)
{
    if (diag->origins) {
        struct diag_origin origin = diag_origin(diag->origins, diag->origin_count, to);
        *place = (struct diag_place){ to, diag->line - 1 + origin.line, origin.column - 1, to, to };
        return;
    }
    if (to < place->at)
        *place = diag_first_place(diag);
    for (; place->at < to; place->at++) {
        char c = diag->text[place->at];
        bool pair = c == '\r' && place->at + 1 < diag->length && diag->text[place->at + 1] == '\n';
        if (c == '\n' || (c == '\r' && !pair)) {
            place->line++;
            place->column = 0;
            place->line_begin = place->at + 1;
            place->line_end = line_end(diag, place->line_begin);
        } else {
            place->column += text_characters(&c, 1);
        }
    }
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void report_message(const struct diag *diag, const struct message *message, struct diag_place *place,
                           ludus_message_fn *report, void *context)
{
    size_t begin = smaller(message->begin, diag->length);
    diag_walk(diag, place, begin);
    bool composed = diag->origins != NULL;
    size_t end = smaller(message->end < begin ? begin : message->end, place->line_end);
    size_t column = 1 + place->column;
    struct ludus_message out = {
        .severity = message->severity,
        .code = message_kinds[message->id].code,
        .file = diag->file,
        .line = place->line,
        .column = column,
        .end_column = column + (end > begin ? text_characters(diag->text + begin, end - begin) : 0),
        .offset = composed ? 0 : diag->offset + begin,
        .length = !composed && message->end > begin ? message->end - begin : 0,
        .game = diag->game,
        .text = message->text,
        .hint = message->hint,
        .source = { composed ? NULL : diag->text + place->line_begin, place->line_end - place->line_begin },
        .fix = composed ? NULL : message->meant,
        .fix_offset = composed ? 0 : diag->offset + message->meant_begin,
        .fix_length = composed ? 0 : message->meant_end - message->meant_begin,
        .source_at = smaller(begin, place->line_end) - place->line_begin,
    };
    report(context, &out);
}

static int by_place(const void *a, const void *b)
{
    const struct message *left = *(const struct message *const *)a;
    const struct message *right = *(const struct message *const *)b;
    if (left->begin != right->begin)
        return left->begin < right->begin ? -1 : 1;
    return left->arrival < right->arrival ? -1 : left->arrival > right->arrival;
}

void diag_report(const struct diag *diag, ludus_message_fn *report, void *context)
{
    size_t count = diag->count[0] + diag->count[1] + diag->count[2], filled = 0;
    const struct message **entries =
        count && report ? arena_alloc(diag->arena, count * sizeof *entries) : NULL;
    if (!entries)
        return;
    for (const struct message *message = diag->first; message && filled < count; message = message->next)
        entries[filled++] = message;
    qsort(entries, filled, sizeof *entries, by_place);
    struct diag_place place = diag_first_place(diag);
    for (size_t i = 0; i < filled; i++)
        report_message(diag, entries[i], &place, report, context);
}

void diag_clear(struct diag *diag)
{
    diag->first = diag->last = NULL;
    diag->count[0] = diag->count[1] = diag->count[2] = 0;
    diag->as_notes = false;
}
