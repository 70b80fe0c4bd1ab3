/* input.c - cuts the bytes of a source into records and makes them UTF-8.
 *
 * The buffer holds the record that was handed out, what follows it, and one spare byte for the NUL. The byte
 * under the NUL belongs to the next record and is put back before anything else is done. */
#include "input.h"
#include "memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "text.h"

enum { BLOCK = 256 * 1024, CUT_MAX = 3, WIDEST_1252 = 3, WIDEST_UTF16 = 2 };

enum encoding { ENCODING_ASCII, ENCODING_UTF8, ENCODING_1252, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG };

struct input {
    struct source *source; /* owned */
    char *name;            /* owned */
    char *buffer;          /* owned */
    size_t capacity;
    size_t start, end; /* text not yet handed out, or handed out last */
    size_t given;      /* length of the record handed out last */
    size_t scan;       /* no record starts in (start, scan) */
    size_t probe;      /* end of the part of a tag at `scan` that was looked at already */
    size_t line;       /* of `start`, from 1 */
    size_t offset;     /* of `start` in the text */
    char under;        /* byte that the NUL hides */
    char cut[CUT_MAX]; /* beginning of a UTF-8 sequence that the block cut */
    unsigned cut_length;
    uint8_t encoding; /* enum encoding */
    bool begun, ended;
    bool stray_told;
    size_t stray; /* place in the buffer, or INPUT_NO_STRAY */
    int error;
};

struct input *input_source(struct source *source, const char *name)
{
    struct input *input = source ? memory_zeroed(1, sizeof *input) : NULL;
    char *copy = input ? memory_new(strlen(name) + 1) : NULL;

    if (!copy) {
        source_close(source);
        free(input);
        return NULL;
    }
    input->source = source;
    input->name = strcpy(copy, name);
    input->line = 1;
    input->stray = INPUT_NO_STRAY;
    return input;
}

struct input *input_open(const char *path)
{
    return input_source(source_open(path), path);
}

struct input *input_fd(int fd, const char *name, bool owned)
{
    return input_source(source_fd(fd, owned), name);
}

struct input *input_bytes(const char *bytes, size_t length, const char *name)
{
    return input_source(source_bytes(bytes, length), name);
}

/* Room for `more` bytes and the NUL after `end`. */
static bool reserve(struct input *input, size_t more)
{
    if (input->start > 0) {
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
        input->end -= input->start;
        input->scan -= input->start;
        input->probe = input->probe > input->start ? input->probe - input->start : 0;
        input->stray -= input->stray == INPUT_NO_STRAY ? 0 : input->start;
        input->start = 0;
    }
    if (more > SIZE_MAX / 4 || input->end > SIZE_MAX / 4) {
        input->error = ENOMEM;
        return false;
    }
    size_t capacity = input->capacity ? input->capacity : BLOCK + BLOCK / 4;
    while (capacity - input->end <= more) {
        capacity *= 2;
    }
    if (capacity == input->capacity) {
        return true;
    }
    char *buffer = memory_grown(input->buffer, capacity);
    if (!buffer) {
        input->error = ENOMEM;
        return false;
    }
    input->buffer = buffer;
    input->capacity = capacity;
    return true;
}

/* Where bytes that are no UTF-8 first turn up the whole file is judged: Latin-1 if nothing but ASCII came
 * before. */
static void judge(struct input *input, size_t at)
{
    if (input->encoding == ENCODING_ASCII) {
        input->encoding = ENCODING_1252;
    } else if (input->encoding == ENCODING_UTF8 && !input->stray_told) {
        input->stray_told = true;
        input->stray = at;
    }
}

/* Appends `length` bytes, of which the first are no UTF-8, converted. */
static bool convert(struct input *input, const char *bytes, size_t length)
{
    if (!reserve(input, length * WIDEST_1252)) {
        return false;
    }
    char *out = input->buffer + input->end;
    size_t at = 0;
    while (at < length) {
        unsigned step = input->encoding == ENCODING_1252 && (bytes[at] & 0x80)
                            ? 0
                            : text_sequence(bytes + at, length - at);
        if (step > 0) {
            memcpy(out, bytes + at, step);
            out += step;
            at += step;
        } else {
            judge(input, (size_t)(out - input->buffer));
            out += text_from_1252((unsigned char)bytes[at], out);
            at++;
        }
    }
    input->end = (size_t)(out - input->buffer);
    return true;
}

static bool is_utf16(const struct input *input)
{
    return input->encoding == ENCODING_UTF16_LITTLE || input->encoding == ENCODING_UTF16_BIG;
}

/* Appends `length` bytes of UTF-16, converted. A character that the block cut waits for the next one. */
static bool convert_utf16(struct input *input, const char *bytes, size_t length)
{
    if (!reserve(input, length * WIDEST_UTF16 + CUT_MAX)) {
        return false;
    }
    char *out = input->buffer + input->end;
    unsigned written, step;
    for (; (step = text_from_utf16(bytes, length, input->encoding == ENCODING_UTF16_BIG, out, &written)) > 0;
         length -= step) {
        bytes += step;
        out += written;
    }
    if (length > 0 && input->ended) {
        memcpy(out, "\xef\xbf\xbd", 3);
        out += 3;
    } else if (length > 0) {
        memcpy(input->cut, bytes, length);
        input->cut_length = (unsigned)length;
    }
    input->end = (size_t)(out - input->buffer);
    return true;
}

/* Takes a copy of the bytes from `from` to `end` out of the buffer and puts them back converted. */
static bool reconvert(struct input *input, size_t from)
{
    size_t length = input->end - from;
    char *copy = memory_new(length);

    if (!copy) {
        input->error = ENOMEM;
        return false;
    }
    memcpy(copy, input->buffer + from, length);
    input->end = from;
    bool done = is_utf16(input) ? convert_utf16(input, copy, length) : convert(input, copy, length);
    free(copy);
    return done;
}

/* By the byte order mark, which the file begins with. */
static void recognise_utf16(struct input *input)
{
    if (input->end >= 2 && memcmp(input->buffer, "\xff\xfe", 2) == 0) {
        input->encoding = ENCODING_UTF16_LITTLE;
    } else if (input->end >= 2 && memcmp(input->buffer, "\xfe\xff", 2) == 0) {
        input->encoding = ENCODING_UTF16_BIG;
    }
}

/* Makes the bytes from `from` to `end`, just read, UTF-8. */
static bool decode(struct input *input, size_t from)
{
    if (input->offset == 0 && from == 0) {
        recognise_utf16(input);
    }
    if (is_utf16(input)) {
        return from == input->end || reconvert(input, from);
    }
    from += text_ascii(input->buffer + from, input->end - from);
    if (from == input->end) {
        return true;
    }
    if (input->encoding == ENCODING_1252) {
        return reconvert(input, from);
    }
    bool cut;
    size_t valid = text_utf8(input->buffer + from, input->end - from, &cut);
    if (valid > 0) {
        input->encoding = ENCODING_UTF8;
    }
    from += valid;
    /* A sequence that the block cut is completed by the next one; at the end of the file it is a stray. */
    size_t left = input->end - from;
    if (cut && !input->ended) {
        memcpy(input->cut, input->buffer + from, left);
        input->cut_length = (unsigned)left;
        input->end = from;
        return true;
    }
    return left == 0 || reconvert(input, from);
}

static void skip_mark(struct input *input, size_t from)
{
    if (input->offset == 0 && from == 0 && input->end >= 3 && memcmp(input->buffer, "\xef\xbb\xbf", 3) == 0) {
        input->start = input->scan = input->offset = 3;
    }
}

/* Reads one more block behind `end`. False after an error; at the end of the source `ended` is set. */
static bool fill(struct input *input)
{
    if (!reserve(input, BLOCK)) {
        return false;
    }
    size_t from = input->end;
    size_t got;
    memcpy(input->buffer + from, input->cut, input->cut_length);
    size_t at = from + input->cut_length;
    got = source_read(input->source, input->buffer + at, BLOCK - input->cut_length);
    input->cut_length = 0;
    input->error = source_error(input->source);
    input->ended = got == 0;
    input->end = at + got;
    if (input->error || !decode(input, from)) {
        return false;
    }
    skip_mark(input, from);
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* Between a tag's name and its value. */
static bool is_gap(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_name(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

/* Does `at`, somewhere after `start`, begin a line that follows a blank one? */
static bool after_blank_line(const struct input *input, size_t at)
{
    const char *text = input->buffer;
    size_t begin = input->start;

    if (!is_break(text[at - 1])) {
        return false;
    }
    at--;
    if (at > begin && text[at] == '\n' && text[at - 1] == '\r') {
        at--;
    }
    while (at > begin && is_blank(text[at - 1])) {
        at--;
    }
    return at > begin && is_break(text[at - 1]);
}

enum verdict { NO_START, START, UNDECIDED };

/* Does `[Name "` stand at `at`? UNDECIDED when the buffer ends too early; `probe` then says how far it was
 * read. */
static enum verdict tag_at(struct input *input, size_t at)
{
    const char *text = input->buffer;
    size_t end = input->end;
    size_t from = input->probe > at + 1 ? input->probe : at + 1;

    if (from == at + 1 && from < end && !is_letter(text[from])) {
        return NO_START;
    }
    if (from == at + 1 || !is_gap(text[from - 1])) {
        while (from < end && is_name(text[from])) {
            from++;
        }
    }
    while (from < end && is_gap(text[from])) {
        from++;
    }
    input->probe = from;
    return from == end ? UNDECIDED : text[from] == '"' ? START : NO_START;
}

/* Looks for the next record start from `scan` on. UNDECIDED: more text is needed, `scan` says from where. */
static enum verdict find_start(struct input *input)
{
    while (input->scan < input->end) {
        const char *found = memchr(input->buffer + input->scan, '[', input->end - input->scan);
        if (!found) {
            input->scan = input->end;
            return UNDECIDED;
        }
        input->scan = (size_t)(found - input->buffer);
        if (input->scan > input->start && after_blank_line(input, input->scan)) {
            enum verdict verdict = tag_at(input, input->scan);
            if (verdict != NO_START) {
                return verdict;
            }
        }
        input->scan++;
    }
    return UNDECIDED;
}

/* Forgets the first `length` bytes of the text, counting their lines. */
static void consume(struct input *input, size_t length)
{
    input->line += text_lines(input->buffer + input->start, length);
    input->offset += length;
    input->start += length;
    if (input->stray != INPUT_NO_STRAY && input->stray < input->start) {
        input->stray = INPUT_NO_STRAY;
    }
}

/* Length of the blank lines at the beginning of the text, and whether more may follow in the next block: a CR
 * may be half of a line break, and a line of blanks may go on. */
static size_t blank_lines(const struct input *input, bool *more)
{
    size_t lines = 0, at = input->start;

    for (; at < input->end && (is_blank(input->buffer[at]) || is_break(input->buffer[at])); at++) {
        if (is_break(input->buffer[at]) && (at + 1 < input->end || input->buffer[at] == '\n')) {
            lines = at + 1 - input->start;
        }
    }
    *more = at == input->end;
    return lines;
}

/* Blank lines before the first record belong to no record, so that they need not be held. False if there is
 * nothing else. */
static bool skip_blanks(struct input *input)
{
    bool more;

    do {
        consume(input, blank_lines(input, &more));
        input->scan = input->start;
    } while (more && !input->ended && fill(input));
    return !more;
}

/* Gives the record handed out last back its neighbour and leaves it behind. */
static void leave(struct input *input)
{
    if (input->given > 0) {
        input->buffer[input->start + input->given] = input->under;
        consume(input, input->given);
        input->given = 0;
    }
}

static bool hand_out(struct input *input, size_t length, struct input_chunk *chunk)
{
    char *after = input->buffer + input->start + length;
    bool stray = input->stray != INPUT_NO_STRAY && input->stray < input->start + length;

    input->given = length;
    input->under = *after;
    *after = '\0';
    *chunk = (struct input_chunk){
        .text = input->buffer + input->start,
        .length = length,
        .line = input->line,
        .offset = input->offset,
        .stray = stray ? input->stray - input->start : INPUT_NO_STRAY,
        .latin1 = input->encoding == ENCODING_1252,
    };
    return true;
}

bool input_next(struct input *input, struct input_chunk *chunk)
{
    leave(input);
    if (input->error) {
        return false;
    }
    if (!input->begun) {
        input->begun = true;
        if (!fill(input) || !skip_blanks(input)) {
            return false;
        }
    }
    while (find_start(input) == UNDECIDED) {
        if (input->ended) {
            size_t left = input->end - input->start;
            input->scan = input->end;
            return left > 0 && hand_out(input, left, chunk);
        }
        if (!fill(input)) {
            return false;
        }
    }
    return hand_out(input, input->scan - input->start, chunk);
}

int input_error(const struct input *input)
{
    return input->error;
}

const char *input_name(const struct input *input)
{
    return input->name;
}

void input_close(struct input *input)
{
    if (input) {
        source_close(input->source);
        free(input->name);
        free(input->buffer);
        free(input);
    }
}
