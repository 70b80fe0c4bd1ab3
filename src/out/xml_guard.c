/* xml_guard.c - stands before the XML parser. */
#include "out/xml_guard.h"

#include <string.h>

#include "base/text.h"

enum { BETWEEN, OPENED, BANG, COMMENT, INSTRUCTION };

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One byte of what comes before the root element. NULs are left out, so that UTF-16 reads like ASCII. */
static void look(struct xml_guard *guard, char c)
{
    switch (guard->state) {
    case BETWEEN:
        if (c == '<')
            guard->state = OPENED;
        else if (!is_space(c) && !(c & 0x80)) /* the mark of the byte order */
            guard->refused = "this is no XML: it begins with text";
        break;
    case OPENED:
        guard->matched = 0;
        guard->done = c != '!' && c != '?';
        guard->state = c == '!' ? BANG : INSTRUCTION;
        break;
    case BANG:
        if (c != '-')
            guard->refused = "a document type declaration is not accepted; a record needs no entities";
        else if (++guard->matched == 2) {
            guard->state = COMMENT;
            guard->matched = 0;
        }
        break;
    case COMMENT:
        if (c == '>' && guard->matched >= 2)
            guard->state = BETWEEN;
        guard->matched = c == '-' ? guard->matched + 1 : 0;
        break;
    default:
        if (c == '>' && guard->matched)
            guard->state = BETWEEN;
        guard->matched = c == '?';
        break;
    }
}

static size_t breaks(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

/* Keeps the last bytes. */
static void remember(struct xml_guard *guard, const char *bytes, size_t length)
{
    size_t kept = guard->window_length;
    size_t drop = kept + length > XML_GUARD_WINDOW ? kept + length - XML_GUARD_WINDOW : 0;
    size_t drop_kept = drop < kept ? drop : kept, drop_new = drop - drop_kept;
    if (drop > 0) {
        char last = drop_new > 0 ? bytes[drop_new - 1] : guard->window[drop_kept - 1];
        guard->window_cut = last != '\n';
        guard->window_line += breaks(guard->window, drop_kept) + breaks(bytes, drop_new);
        memmove(guard->window, guard->window + drop_kept, kept - drop_kept);
        guard->seen_line = guard->seen_at < drop ? 0 : guard->seen_line;
        guard->seen_at -= guard->seen_line ? drop : 0;
    }
    memcpy(guard->window + kept - drop_kept, bytes + drop_new, length - drop_new);
    guard->window_length = kept - drop_kept + length - drop_new;
}

static void count_attributes(struct xml_guard *guard, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length && !guard->refused; i++) {
        if (bytes[i] == '<' || bytes[i] == '>') {
            guard->equals = 0;
            guard->in_tag = bytes[i] == '<';
        } else if (bytes[i] == '=' && guard->in_tag && ++guard->equals > XML_GUARD_EQUALS) {
            guard->refused = "an element has thousands of attributes";
            guard->line =
                1 + guard->window_line + breaks(guard->window, guard->window_length) + breaks(bytes, i);
            guard->column = 1;
        }
    }
}

bool xml_guard_pass(struct xml_guard *guard, const char *bytes, size_t length)
{
    guard->line += guard->line == 0;
    for (size_t i = 0; i < length && !guard->done && !guard->refused; i++) {
        if (bytes[i] == '\0')
            continue;
        guard->column++;
        look(guard, bytes[i]);
        if (bytes[i] == '\n') {
            guard->line++;
            guard->column = 0;
        }
    }
    if (guard->done)
        count_attributes(guard, bytes, length);
    if (!guard->refused)
        remember(guard, bytes, length);
    return !guard->refused;
}

size_t xml_guard_column(struct xml_guard *guard, size_t line, const char *name)
{
    const char *end = guard->window + guard->window_length;
    bool known = guard->seen_line > 0 && guard->seen_line <= line;
    const char *at = guard->window + (known ? guard->seen_at : 0);
    size_t length = strlen(name), now = known ? guard->seen_line : guard->window_line + 1;
    for (; at && now < line; now++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || line <= guard->window_line || (line == guard->window_line + 1 && guard->window_cut))
        return 1;
    guard->seen_line = line;
    guard->seen_at = (size_t)(at - guard->window);
    for (const char *begin = at; at + length < end && *at != '\n'; at++)
        if (*at == '<' && memcmp(at + 1, name, length) == 0)
            return 1 + text_characters(begin, (size_t)(at - begin));
    return 1;
}
