/* detect.c - which format a file is in, from its first bytes. */
#include "notation/detect.h"

#include "base/chars.h"

#include <string.h>

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    return at;
}

/* `{` opens an object when a quoted key and a colon, or its end, follow; else it is a comment of a record. */
static bool is_object(const char *at, const char *end)
{
    at = skip_spaces(at + 1, end);
    if (at < end && *at == '}')
        return skip_spaces(at + 1, end) == end;
    if (at == end || *at != '"')
        return false;
    for (at++; at < end && *at != '"' && *at != '\n'; at++)
        at += *at == '\\';
    at = skip_spaces(at + 1, end);
    return at < end && *at == ':';
}

/* `[` opens an array when an object follows; else it is a tag pair or a result. */
static bool is_array(const char *at, const char *end)
{
    at = skip_spaces(at + 1, end);
    return at < end && *at == '{' && is_object(at, end);
}

static const char *find(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (; (size_t)(end - text) >= length; text++)
        if (memcmp(text, word, length) == 0)
            return text;
    return NULL;
}

/* The first of the words in a text; NULL when there is none. */
static const char *find_word(const char *text, const char *end, const char *const *words, size_t *length)
{
    const char *first = NULL;
    for (; *words; words++) {
        const char *found = find(text, end, *words);
        if (found && (!first || found < first)) {
            first = found;
            *length = strlen(*words);
        }
    }
    return first;
}

bool detect_colours(const char *line, size_t length, struct detect_colours *colours)
{
    /* "\xdf": in Latin-1, which files are recognised in before it is read */
    static const char *const white[] = { "(White)",   "(Wei\xdf)", "(Wei\u00df)", "(Weiss)",  "(Blancas)",
                                         "(blancas)", "(Blancs)",  "(blancs)",    "(Bianco)", "(bianco)",
                                         "(Albi)",    "(albi)",    NULL };
    static const char *const black[] = { "(Black)", "(Schwarz)", "(Negras)", "(negras)", "(Noirs)", "(noirs)",
                                         "(Nero)",  "(nero)",    "(Nigri)",  "(nigri)",  NULL };
    const char *end = line + length;
    if (!memchr(line, '(', length))
        return false;
    colours->white = find_word(line, end, white, &colours->white_length);
    colours->black = find_word(line, end, black, &colours->black_length);
    return colours->white && colours->black;
}

bool detect_heading(const char *line, size_t length)
{
    struct detect_colours colours;
    return detect_colours(line, length, &colours) && colours.white > line && colours.black > line;
}

/* Does `[Name "` stand here? */
static bool is_tag(const char *at, const char *end)
{
    if (at == end || *at != '[')
        return false;
    for (at++; at < end && (*at == '_' || (*at >= '0' && *at <= '9') || (*at | 0x20) >= 'a'); at++)
        ;
    at = skip_spaces(at, end);
    return at < end && *at == '"';
}

/* A transcript has a heading that no tag pair comes before. LUDUS_FORMAT_ANY: there is neither. */
static enum ludus_format by_lines(const char *at, const char *end)
{
    while (at < end) {
        const char *stop = at;
        while (stop < end && *stop != '\n' && *stop != '\r')
            stop++;
        if (is_tag(at, stop))
            return LUDUS_FORMAT_LUDUS;
        if (stop < end && detect_heading(at, (size_t)(stop - at)))
            return LUDUS_FORMAT_TRANSCRIPT;
        at = stop + (stop < end);
    }
    return LUDUS_FORMAT_ANY;
}

static bool is_utf16_xml(const char *at, size_t length)
{
    return length >= 4 && (memcmp(at, "\xff\xfe<\0", 4) == 0 || memcmp(at, "\xfe\xff\0<", 4) == 0);
}

enum ludus_format detect_format(const char *head, size_t length)
{
    const char *at = head, *end = head + length;
    if (is_utf16_xml(head, length))
        return LUDUS_FORMAT_XML;
    if (length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    at = skip_spaces(at, end);
    if (at == end)
        return LUDUS_FORMAT_ANY;
    if (*at == '<' && end - at > 1 && (at[1] == '?' || at[1] == '!' || (at[1] | 0x20) >= 'a'))
        return LUDUS_FORMAT_XML;
    if ((*at == '{' && is_object(at, end)) || (*at == '[' && is_array(at, end)))
        return LUDUS_FORMAT_JSON;
    return *at == '{' ? LUDUS_FORMAT_ANY : by_lines(at, end); /* what a comment says is no heading */
}
