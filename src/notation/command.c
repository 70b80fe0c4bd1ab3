/* command.c - commands in comments, [%name value], wherever lines break in them. */
#include "notation/command.h"

#include "base/chars.h"
#include "base/text.h"

#include <string.h>

static struct ludus_text trim(const char *begin, const char *end)
{
    while (begin < end && is_space(*begin))
        begin++;
    while (end > begin && is_space(end[-1]))
        end--;
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

bool command_next(const char **at, const char *end, struct command *out)
{
    const char *begin = *at, *close = NULL;

    for (; begin < end && (begin = memchr(begin, '[', (size_t)(end - begin))) != NULL; begin++) {
        if (end - begin < 3 || begin[1] != '%' || !is_name(begin[2]))
            continue;
        if (!close || close < begin)
            close = memchr(begin, ']', (size_t)(end - begin));
        if (!close)
            break;
        const char *after = begin + 2;
        while (is_name(*after))
            after++;
        if (after != close && !is_space(*after))
            continue;
        *out = (struct command){ .begin = begin,
                                 .end = close + 1,
                                 .name = { begin + 2, (size_t)(after - begin - 2) },
                                 .value = trim(after, close) };
        *at = close + 1;
        return true;
    }
    *at = end;
    return false;
}

bool command_is(const struct command *command, const char *name)
{
    return text_is(command->name.text, command->name.length, name);
}

const char *command_certainty(const struct command *command)
{
    static const char *const values[] = { "high", "medium", "low" };

    for (unsigned i = 0; command_is(command, "cert") && i < sizeof values / sizeof *values; i++)
        if (text_is(command->value.text, command->value.length, values[i]))
            return values[i];
    return NULL;
}

bool command_reading(const struct command *command, struct ludus_text *name, struct ludus_text *text)
{
    const char *at = command->value.text, *end = at + command->value.length, *begin = at;

    while (at < end && !is_space(*at) && *at != '"')
        at++;
    *name = (struct ludus_text){ begin, (size_t)(at - begin) };
    *text = trim(at, end);
    if (!command_is(command, "rdg") || at == begin || at == text->text || text->length < 2 ||
        memchr(text->text + 1, '"', text->length - 1) != text->text + text->length - 1 || *text->text != '"')
        return false;
    text->text++;
    text->length -= 2;
    return true;
}
