/* input.c - cuts the bytes of a source into records and makes them UTF-8.
 *
 * The buffer holds the record that was handed out, what follows it, and one spare byte for the NUL. The byte
 * under the NUL belongs to the next record and is put back before anything else is done. */
#include "base/input.h"

#include "base/chars.h"
#include "base/encoding.h"
#include "base/memory.h"
#include "base/source.h"
#include "base/text.h"
#include "ludus.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 * 1024, CONTEXT = 4096, MIB = 1 << 20, USUAL_MIB = 64 };

struct input {
    struct source *source; /* owned */
    char *name;            /* owned */
    char *buffer;          /* owned */
    size_t capacity;
    size_t start, end; /* text not yet handed out, or handed out last */
    size_t given;      /* length of the record handed out last */
    struct cut cut;    /* where the next record starts */
    size_t line;       /* of `start`, from 1 */
    size_t offset;     /* of `start` in the text */
    char under;        /* byte that the NUL hides */
    struct encoding encoding;
    bool begun, ended;
    bool passed;   /* what was lent is a record left out */
    unsigned most; /* MiB of a record */
    bool lent;     /* the buffer is a piece's */
    bool blank;    /* something before the first record belongs to none */
    size_t stray;  /* place in the buffer, or INPUT_NO_STRAY */
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
    input->most = USUAL_MIB;
    return input;
}

void input_limit(struct input *input, unsigned mib)
{
    input->most = mib;
    source_limit(input->source, mib);
}

bool input_origin(struct input *input, const struct ludus_origin *origin)
{
    char *name = memory_copied(origin->name);
    if (!name)
        return false;
    free(input->name);
    input->name = name;
    input->line = origin->line;
    input->offset = origin->offset;
    return true;
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

/* ---- Pieces ---- */

struct input *input_pieces(const char *name)
{
    struct source *source = source_bytes("", 0);
    struct input *input = input_source(source, name);
    if (input)
        input->begun = input->ended = input->lent = true;
    return input;
}

void input_lend(struct input *input, struct input_piece *piece)
{
    const struct input_chunk *chunk = &piece->chunk;
    input->buffer = piece->text;
    input->start = input->given = 0;
    input->cut = (struct cut){ 0 };
    input->end = chunk->length;
    input->line = chunk->line;
    input->offset = chunk->offset;
    input->stray = chunk->stray;
    input->encoding.kind = chunk->altered ? ENCODING_1252 : ENCODING_ASCII;
    input->passed = chunk->large > 0;
}

/* ---- Reading and converting ---- */

/* Room for `more` bytes and the NUL after `end`. */
static bool reserve(struct input *input, size_t more)
{
    if (input->start > 0) {
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
        input->end -= input->start;
        cut_move(&input->cut, input->start);
        input->stray -= input->stray == INPUT_NO_STRAY ? 0 : input->start;
        input->start = 0;
    }
    if (more > SIZE_MAX / 4 || input->end > SIZE_MAX / 4) {
        input->error = ENOMEM;
        return false;
    }
    size_t capacity = input->capacity ? input->capacity : BLOCK + BLOCK / 4;
    while (capacity - input->end <= more)
        capacity *= 2;
    if (capacity == input->capacity)
        return true;
    char *buffer = memory_grown(input->buffer, capacity);
    if (!buffer) {
        input->error = ENOMEM;
        return false;
    }
    input->buffer = buffer;
    input->capacity = capacity;
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
    bool done = reserve(input, ENCODING_WIDEST * length + ENCODING_HALF);
    if (done) {
        size_t stray, begin = input->end; /* which room may have moved */
        input->end +=
            encoding_convert(&input->encoding, copy, length, input->ended, input->buffer + begin, &stray);
        if (stray != INPUT_NO_STRAY)
            input->stray = begin + stray;
    }
    free(copy);
    return done;
}

/* Reads one more block behind `end`. False after an error; at the end of the source `ended` is set. */
static bool fill(struct input *input)
{
    if (!reserve(input, BLOCK))
        return false;
    size_t from = input->end, got;
    bool first = input->offset == 0 && from == 0;
    size_t at = from + encoding_half(&input->encoding, input->buffer + from);
    got = source_read(input->source, input->buffer + at, BLOCK - (at - from));
    input->error = source_error(input->source);
    input->ended = got == 0;
    input->end = at + got;
    if (input->error)
        return false;
    if (first)
        encoding_recognise(&input->encoding, input->buffer, input->end);
    from += encoding_valid(&input->encoding, input->buffer + from, input->end - from, input->ended);
    input->end -= input->encoding.half_length;
    if (from < input->end && !reconvert(input, from))
        return false;
    if (first && input->end >= 3 && memcmp(input->buffer, "\xef\xbb\xbf", 3) == 0) {
        input->start = input->cut.scan = input->offset = 3;
        input->blank = true;
    }
    return true;
}

/* Forgets the first `length` bytes of the text, counting their lines. */
static void consume(struct input *input, size_t length)
{
    input->line += text_lines(input->buffer + input->start, length);
    input->offset += length;
    input->start += length;
    if (input->stray != INPUT_NO_STRAY && input->stray < input->start)
        input->stray = INPUT_NO_STRAY;
}

/* Blank lines before the first record belong to no record, so that they need not be held. False if there is
 * nothing else. */
static bool skip_blanks(struct input *input)
{
    size_t seen = 0; /* bytes that are blanks of the first line */
    bool more; /* may follow in the next block: a CR may be half of a break, a line of blanks may go on */
    do {
        const char *text = input->buffer;
        size_t length = 0, at = input->start + seen;
        for (; at < input->end && (is_blank(text[at]) || is_break(text[at])); at++)
            if (is_break(text[at]) && (at + 1 < input->end || text[at] == '\n'))
                length = at + 1 - input->start;
        more = at == input->end;
        input->blank |= length > 0;
        consume(input, length);
        input->cut.scan = input->start;
        seen = input->end - input->start;
        seen -= seen > 0; /* a CR is looked at again */
    } while (more && !input->ended && fill(input));
    return !more;
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
        .altered = input->encoding.kind >= ENCODING_1252 || input->encoding.stray_told || input->blank,
        .most = input->most,
    };
    input->blank = false;
    return true;
}

/* Bytes of the records that another record follows in the buffer. */
static size_t whole_records(const struct input *input)
{
    struct cut cut = { .scan = input->start };
    size_t whole = 0;
    while (cut_find(&cut, input->buffer, input->start, input->end))
        whole = cut.scan++ - input->start;
    return whole;
}

static bool is_large(const struct input *input, size_t length)
{
    return length / MIB >= input->most && length > (size_t)input->most * MIB;
}

/* In the place of a record that is left out. */
static bool hand_out_large(struct input *input, size_t line, size_t offset, struct input_chunk *chunk)
{
    *chunk = (struct input_chunk){ .text = "",
                                   .line = line,
                                   .offset = offset,
                                   .stray = INPUT_NO_STRAY,
                                   .altered = true,
                                   .large = input->most };
    input->passed = input->blank = false;
    return true;
}

/* Reads over the record that the text begins with, up to the next, and holds no more than a start needs. */
static bool pass_over(struct input *input, struct input_chunk *chunk)
{
    size_t line = input->line, offset = input->offset;
    while (!cut_find(&input->cut, input->buffer, input->start, input->end) && !input->ended) {
        size_t undecided = input->end - input->cut.scan;
        size_t keep = undecided > CONTEXT && undecided <= BLOCK ? undecided : CONTEXT;
        size_t past = input->end - input->start > keep ? input->end - input->start - keep : 0;
        past -=
            past > 0 && input->buffer[input->start + past - 1] == '\r'; /* half of a line break, perhaps */
        consume(input, past);
        if (input->cut.scan < input->start)
            input->cut = (struct cut){ .scan = input->end };
        if (!fill(input))
            break;
    }
    consume(input, (input->error ? input->end : input->cut.scan) - input->start);
    return hand_out_large(input, line, offset, chunk);
}

/* The next records, as many as make `least` bytes, as one chunk. */
static bool next_some(struct input *input, size_t least, struct input_chunk *chunk)
{
    size_t whole = 0;       /* bytes that are handed out */
    if (input->given > 0) { /* what was handed out last gets its neighbour back and is left behind */
        input->buffer[input->start + input->given] = input->under;
        consume(input, input->given);
        input->given = 0;
    }
    if (input->passed)
        return hand_out_large(input, input->line, input->offset, chunk);
    if (input->error)
        return false;
    if (!input->begun) {
        input->begun = true;
        if (!fill(input) || !skip_blanks(input))
            return false;
    }
    while (whole == 0) {
        if (input->cut.scan < input->start + least) /* no start before that is of interest */
            input->cut = (struct cut){ .scan = input->start + least };
        if (cut_find(&input->cut, input->buffer, input->start, input->end)) {
            whole = input->cut.scan - input->start;
        } else if (input->ended) {
            whole = input->end - input->start;
            input->cut.scan = input->end;
            break;
        } else if (is_large(input, input->end - input->start)) {
            whole = whole_records(input);
            if (whole == 0)
                return pass_over(input, chunk);
        } else if (!fill(input)) {
            whole = whole_records(input);
            break;
        }
    }
    if (least == 1 && is_large(input, whole)) {
        size_t line = input->line, offset = input->offset;
        consume(input, whole);
        return hand_out_large(input, line, offset, chunk);
    }
    return whole > 0 && hand_out(input, whole, chunk);
}

bool input_next(struct input *input, struct input_chunk *chunk)
{
    return next_some(input, 1, chunk);
}

bool input_take(struct input *input, size_t least, struct input_piece *piece)
{
    struct input_chunk chunk;
    if (!next_some(input, least, &chunk))
        return false;
    if (chunk.length >= piece->capacity) {
        char *text = memory_grown(piece->text, chunk.length + chunk.length / 4 + 1);
        if (!text) {
            input->error = ENOMEM;
            return false;
        }
        piece->text = text;
        piece->capacity = chunk.length + chunk.length / 4 + 1;
    }
    memcpy(piece->text, chunk.text, chunk.length);
    chunk.text = piece->text;
    piece->chunk = chunk;
    return true;
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
        if (!input->lent)
            free(input->buffer);
        free(input);
    }
}
