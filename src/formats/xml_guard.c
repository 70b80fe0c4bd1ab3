/* xml_guard.c - stands before the XML parser. */
#include "formats/xml_guard.h"

#include <string.h>

enum { BETWEEN, OPENED, BANG, COMMENT, INSTRUCTION, TEXT, NAME, TAG, QUOTED, CDATA };

/* FNV-1a. */
#define DIGEST_START UINT32_C(2166136261)
#define DIGEST_STEP UINT32_C(16777619)

static uint32_t digest(uint32_t so_far, unsigned char c)
{
    return (so_far ^ c) * DIGEST_STEP;
}

static bool is_xml_space(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---- Signs ---- */

/* Before the root element. */
static void look_between(struct xml_guard *guard, unsigned char c)
{
    if (c == '<')
        guard->state = OPENED;
    else if (c & 0x80) /* the byte order mark */
        guard->column = 0;
    else if (!is_xml_space(c))
        guard->refused = "this is no XML: it begins with text";
}

/* Behind <. */
static void look_opened(struct xml_guard *guard, unsigned char c)
{
    guard->matched = guard->equals = 0;
    guard->done |= c != '!' && c != '?';
    guard->state = c == '!' ? BANG : c == '?' ? INSTRUCTION : NAME;
    guard->tag.name = c == '/' ? DIGEST_START : digest(DIGEST_START, c);
}

/* Behind <!. */
static void look_bang(struct xml_guard *guard, unsigned char c)
{
    if (c != '-' && !guard->done) {
        guard->refused = XML_GUARD_DOCTYPE;
    } else if (c != '-') {
        guard->state = c == '[' ? CDATA : TEXT;
        guard->matched = 0;
    } else if (++guard->matched == 2) {
        guard->state = COMMENT;
        guard->matched = 0;
    }
}

/* In a tag, behind its name. */
static void look_tag(struct xml_guard *guard, unsigned char c)
{
    guard->state = TAG;
    if (c == '"' || c == '\'') {
        guard->state = QUOTED;
        guard->quote = c;
    } else if (c == '=' && ++guard->equals > XML_GUARD_EQUALS) {
        guard->refused = "an element has thousands of attributes";
    } else if (c == '>') {
        guard->state = TEXT;
        guard->quiet = 0;
        guard->tag.end_line = guard->line;
        guard->tag.end_column = guard->column + 1;
        if (guard->keeps)
            buf_add(&guard->tags, (const char *)&guard->tag, sizeof guard->tag);
    }
}

/* In what ends with > behind `count` times `sign`. */
static void look_for_end(struct xml_guard *guard, unsigned char c, unsigned char sign, unsigned count)
{
    if (c == '>' && guard->matched >= count)
        guard->state = guard->done ? TEXT : BETWEEN;
    guard->matched = c == sign ? guard->matched + 1 : 0;
}

static void look_by_state(struct xml_guard *guard, unsigned char c)
{
    switch (guard->state) {
    case BETWEEN:
        look_between(guard, c);
        break;
    case OPENED:
        look_opened(guard, c);
        break;
    case BANG:
        look_bang(guard, c);
        break;
    case COMMENT:
        look_for_end(guard, c, '-', 2);
        break;
    case INSTRUCTION:
        look_for_end(guard, c, '?', 1);
        break;
    case CDATA:
        look_for_end(guard, c, ']', 2);
        break;
    case NAME:
        if (is_xml_space(c) || c == '/' || c == '>')
            look_tag(guard, c);
        else
            guard->tag.name = digest(guard->tag.name, c);
        break;
    case TAG:
        look_tag(guard, c);
        break;
    case QUOTED:
        guard->state = c == guard->quote ? TAG : QUOTED;
        break;
    default:
        guard->state = c == '<' ? OPENED : TEXT;
        break;
    }
}

/* One byte of UTF-8, or of a character of UTF-16 what stands for it there. */
static void look(struct xml_guard *guard, unsigned char c)
{
    if (guard->refused)
        return;
    guard->column += (c & 0xc0) != 0x80;
    if (c == '\0')
        guard->refused = "this is no XML: it has a NUL";
    if (c == '<' && (guard->state == TEXT || guard->state == BETWEEN)) {
        guard->tag.line = guard->line;
        guard->tag.column = guard->column;
    }
    look_by_state(guard, c);
    if (c == '\n' && !guard->refused) {
        guard->line++;
        guard->column = 0;
    }
}

/* ---- Bytes ---- */

/* No XML has a NUL, but UTF-32 in the eyes of one who takes it for something else. */
static void look_at_byte(struct xml_guard *guard, unsigned char byte)
{
    if (!guard->wide) {
        look(guard, byte);
        return;
    }
    if (guard->half < 0) {
        guard->half = byte;
        return;
    }
    unsigned unit =
        guard->big ? (unsigned)guard->half << 8 | byte : (unsigned)byte << 8 | (unsigned)guard->half;
    bool second = unit >= 0xdc00 && unit < 0xe000; /* of two units for one character */
    guard->half = -1;
    look(guard, (unsigned char)(unit < 0x80 ? unit : second ? 0x80 : 0xc0));
}

/* Goes over what most bytes are, text and names of ASCII and UTF-8; what is left is looked at. */
static size_t skim(struct xml_guard *guard, const char *bytes, size_t at, size_t length)
{
    if (guard->state == TEXT) {
        for (; at < length && bytes[at] != '<' && bytes[at] != '\n' && bytes[at]; at++)
            guard->column += ((unsigned char)bytes[at] & 0xc0) != 0x80;
    } else if (guard->state == NAME) {
        size_t begin = at;
        for (; at < length && bytes[at] >= 'A'; at++)
            guard->tag.name = digest(guard->tag.name, (unsigned char)bytes[at]);
        guard->column += at - begin;
    }
    return at;
}

/* The first two bytes tell UTF-16: by its mark, or by a NUL beside the first sign. */
static void begin(struct xml_guard *guard, unsigned char first, unsigned char second)
{
    guard->big = (first == 0xfe && second == 0xff) || (first == 0 && second == '<');
    guard->wide = guard->big || (first == 0xff && second == 0xfe) || (first == '<' && second == 0);
    guard->half = -1;
    look_at_byte(guard, first);
    look_at_byte(guard, second);
}

bool xml_guard_pass(struct xml_guard *guard, const char *bytes, size_t length)
{
    size_t at = 0;
    guard->line += guard->line == 0;
    for (; at < length && guard->units < 2; at++) {
        unsigned char byte = (unsigned char)bytes[at];
        if (guard->units++ == 0)
            guard->half = byte;
        else
            begin(guard, (unsigned char)guard->half, byte);
    }
    if (length == 0 && guard->units == 1) { /* it is the only one */
        guard->units = 2;
        begin(guard, (unsigned char)guard->half, '\n');
    }
    while (at < length && !guard->refused) {
        if (!guard->wide)
            at = skim(guard, bytes, at, length);
        if (at < length)
            look_at_byte(guard, (unsigned char)bytes[at++]);
    }
    guard->quiet += length;
    if (guard->quiet > guard->most && !guard->refused)
        guard->refused = "a text has more than --max-record allows";
    return !guard->refused;
}

/* ---- Tags ---- */

struct xml_tag xml_guard_take(struct xml_guard *guard, const char *name)
{
    struct xml_tag tag = { .line = 0 };
    uint32_t wanted = DIGEST_START;
    for (; name && *name; name++)
        wanted = digest(wanted, (unsigned char)*name);
    if (guard->taken < guard->tags.length) {
        memcpy(&tag, guard->tags.bytes + guard->taken, sizeof tag);
        guard->taken += sizeof tag;
    }
    if (guard->taken == guard->tags.length) {
        buf_clear(&guard->tags);
        guard->taken = 0;
    }
    return tag.name == wanted ? tag : (struct xml_tag){ .line = 0 };
}

void xml_guard_free(struct xml_guard *guard)
{
    buf_free(&guard->tags);
}
