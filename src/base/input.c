/* input.c - splits the bytes of a source into records, as UTF-8.
 *
 * The buffer has the record returned last, what follows it, and one spare byte for the NUL. The byte under
 * the NUL belongs to the next record and is restored before anything else is done. */
#include "base/input.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 16 * 1024, BLOCK = 256 * 1024, CONTEXT = 4096, MIB = 1 << 20 };

/* ---- Where records start: the rule that recovery, threads and splitting rely on ---- */

enum { CUT_TAGS = 64 }; /* a record with more tags ends at the next blank line */

/* Progress of the search for record starts in a growing text. All zero at first. */
struct cut {
    size_t scan;  /* no record starts before this place */
    size_t probe; /* end of the part of a tag at `scan` that was read already */
    /* A record that has only tags so far: */
    bool known;
    unsigned count;           /* number of its tags; CUT_TAGS + 1 if there are more, or anything else */
    size_t head;              /* the tags are read up to here */
    uint64_t names[CUT_TAGS]; /* hashes of the tags' names */
};

/* Does `at`, which is after `begin`, begin a line that follows a blank one? */
static bool after_blank_line(const char *text, size_t begin, size_t at)
{
    if (!is_break(text[at - 1]))
        return false;
    at--;
    if (at > begin && text[at] == '\n' && text[at - 1] == '\r')
        at--;
    while (at > begin && is_blank(text[at - 1]))
        at--;
    return at > begin && is_break(text[at - 1]);
}

/* ---- Records of tags only ---- */

/* Reads a tag at `at`, within its line. Returns its end, or NULL; sets `*hash` to that of its name, which is
 * why it is read sign by sign. */
static const char *read_tag(const char *at, const char *end, uint64_t *hash)
{
    *hash = UINT64_C(0xcbf29ce484222325);
    if (at + 1 >= end || *at != '[' || !is_letter(at[1]))
        return NULL;
    while (++at < end && is_name(*at))
        *hash = (*hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    while (at < end && is_gap(*at))
        at++;
    if (at == end || *at++ != '"')
        return NULL;
    for (; at < end && !is_break(*at); at++) {
        if (*at == '\\' && at + 1 < end && !is_break(at[1])) {
            at++;
        } else if (*at == '"') {
            const char *next = at + 1;
            while (next < end && is_gap(*next))
                next++;
            if (next < end && *next == ']')
                return next + 1;
        }
    }
    return NULL;
}

static bool has_tag(const struct cut *cut, uint64_t hash)
{
    bool has = cut->count > CUT_TAGS;
    for (unsigned i = 0; i < cut->count && !has; i++)
        has = cut->names[i] == hash;
    return has;
}

static const char *skip_gap(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

/* Reads the line at `at`, of tags or blank, and adds its tags to `cut` unless that is NULL. Returns its end,
 * or NULL if it has anything else. */
static const char *read_line(struct cut *cut, const char *at, const char *end)
{
    uint64_t hash;
    for (;;) {
        at = skip_gap(at, end);
        if (at == end || is_break(*at))
            return at;
        at = read_tag(at, end, &hash);
        if (!at)
            return NULL;
        if (cut && cut->count < CUT_TAGS)
            cut->names[cut->count] = hash;
        if (cut)
            cut->count += cut->count <= CUT_TAGS;
    }
}

/* Reads the tags from cut->head to `at`. False if there is anything else. */
static bool read_head(struct cut *cut, const char *text, size_t begin, size_t at)
{
    uint64_t hash;
    while (cut->head < at) {
        const char *line = text + cut->head, *end = text + at;
        if (cut->head > begin && after_blank_line(text, begin, cut->head) && read_tag(line, end, &hash) &&
            has_tag(cut, hash))
            cut->count = 0;
        end = read_line(cut, line, end);
        if (!end)
            return false;
        cut->head = (size_t)(end - text) + 1;
    }
    return true;
}

/* Does the tag at `at`, after a blank line, begin a record? */
static bool begins_record(struct cut *cut, const char *text, size_t begin, size_t at, size_t end)
{
    size_t last = at;
    uint64_t hash;
    while (last > begin && (is_blank(text[last - 1]) || is_break(text[last - 1])))
        last--;
    bool goes_on = last > begin && text[last - 1] == ']';
    if (goes_on && !cut->known) {
        /* Find the first of the tags before it, with nothing else in between. */
        cut->head = at;
        for (size_t start, line = at; line > begin; line = start) {
            for (start = line - 1; start > begin && !is_break(text[start - 1]);)
                start--;
            if (!read_line(NULL, text + start, text + line))
                break;
            if (start == begin || *skip_gap(text + start, text + line) == '[')
                cut->head = start;
        }
        bool starts =
            cut->head == begin || (text[cut->head] == '[' && after_blank_line(text, begin, cut->head));
        cut->count = starts && cut->head < at ? 0 : CUT_TAGS + 1;
    }
    goes_on = goes_on && read_head(cut, text, begin, at);
    if (goes_on) {
        (void)read_tag(text + at, text + end, &hash);
        goes_on = !has_tag(cut, hash);
    }
    cut->known = true;
    cut->head = at;
    cut->count = goes_on ? cut->count : 0;
    return !goes_on;
}

/* Skips the name of a tag at `at`. Returns where its `"` must be; `at` if there is no name; `end` if the
 * buffer ends too early: cut->probe then is how far it was read. */
static size_t skip_name(struct cut *cut, const char *text, size_t at, size_t end)
{
    size_t from = cut->probe > at + 1 ? cut->probe : at + 1;
    if (from == at + 1 && from < end && !is_letter(text[from]))
        return at;
    if (from == at + 1 || !is_gap(text[from - 1]))
        while (from < end && is_name(text[from]))
            from++;
    while (from < end && is_gap(text[from]))
        from++;
    return cut->probe = from;
}

/* Finds the next start in (begin, end) of the text, from cut->scan on. True: it is at cut->scan. False: more
 * text is needed, and cut->scan is where to continue. */
static bool cut_find(struct cut *cut, const char *text, size_t begin, size_t end)
{
    while (cut->scan < end) {
        const char *found = memchr(text + cut->scan, '[', end - cut->scan);
        if (!found) {
            cut->scan = end;
            return false;
        }
        cut->scan = (size_t)(found - text);
        bool undecided = cut->probe > cut->scan + 1; /* the blank line was found before */
        if (undecided || (cut->scan > begin && after_blank_line(text, begin, cut->scan))) {
            size_t quote = skip_name(cut, text, cut->scan, end);
            if (quote == end)
                return false;
            if (text[quote] == '"' && begins_record(cut, text, begin, cut->scan, end))
                return true;
        }
        cut->scan++;
    }
    return false;
}

/* ---- Splitting a source ---- */

struct input {
    struct source *source;    /* owned */
    struct ludus_buffer text; /* owned, unless lent; from `start` on the record returned last, and more */
    size_t start;
    size_t given;   /* length of the record returned last */
    struct cut cut; /* where the next record starts */
    size_t line;    /* of `start`, from 1 */
    size_t offset;  /* of `start` in the text */
    char under;     /* byte under the NUL */
    struct encoding encoding;
    bool begun, ended;
    bool passed;   /* the lent piece is a record that was left out */
    unsigned most; /* limit in MiB for a record */
    bool lent;     /* the buffer belongs to a piece */
    bool blank;    /* something outside the records was skipped */
    size_t stray;  /* place in the buffer, from 1; 0: none */
    int error;
    char *block; /* owned: as read, not yet converted; begins with encoding.half bytes of the one before */
    size_t room, wanted; /* of the block, and of the next: small at first, more after each that was full */
};

struct input *input_new(struct source *source, unsigned most, size_t line, size_t offset)
{
    struct input *input = source ? memory_zeroed(1, sizeof *input) : NULL;
    if (!input) {
        source_close(source);
        return NULL;
    }
    input->source = source;
    input->line = line;
    input->offset = offset;
    input->encoding.begun = offset > 0;
    input->most = most;
    input->wanted = FIRST_BLOCK;
    return input;
}

void input_limit(struct input *input, unsigned mib)
{
    input->most = mib;
    source_limit(input->source, mib);
}

void input_lend(struct input *input, struct ludus_piece *piece)
{
    const struct input_chunk *chunk = &piece->chunk;
    input->begun = input->ended = input->lent = true;
    input->text = piece->text;
    input->start = input->given = 0;
    input->cut = (struct cut){ 0 };
    input->line = chunk->line;
    input->offset = chunk->offset;
    input->stray = chunk->stray;
    input->encoding.kind = chunk->altered ? ENCODING_1252 : ENCODING_ASCII;
    input->passed = chunk->large > 0;
}

/* ---- Reading and converting ---- */

/* Drops the skipped part of the text. */
static void drop_skipped(struct input *input)
{
    struct cut *cut = &input->cut;
    size_t start = input->start;
    if (start == 0)
        return;
    input->text.length -= start;
    memmove(input->text.bytes, input->text.bytes + start, input->text.length);
    cut->scan -= start;
    cut->probe = cut->probe > start ? cut->probe - start : 0;
    cut->known &= cut->head >= start;
    cut->head -= cut->known ? start : 0;
    input->stray -= input->stray > 0 ? start : 0;
    input->start = 0;
}

/* Makes room for the next block. False without memory. */
static bool make_room(struct input *input)
{
    char *block = input->room < input->wanted ? memory_grown(input->block, input->wanted) : input->block;
    if (!block) {
        input->error = ENOMEM;
        return false;
    }
    input->block = block;
    input->room = input->wanted;
    return true;
}

/* Reads one more block. False after an error; sets input->ended at the end of the source. */
static bool read_block(struct input *input)
{
    drop_skipped(input);
    bool first = !input->encoding.begun;
    if (!make_room(input))
        return false;
    size_t half = input->encoding.half, space = input->room - half;
    size_t got = source_read(input->source, input->block + half, space);
    if (got == space && input->room < BLOCK)
        input->wanted = 4 * input->room;
    input->error = source_error(input->source);
    input->ended = got == 0;
    if (input->error)
        return false;
    encoding_add(&input->encoding, input->block, half + got, input->ended, &input->text, &input->stray);
    if (!buf_reserve(&input->text, 0)) { /* for the NUL */
        input->error = ENOMEM;
        return false;
    }
    if (first && input->text.length >= 3 && memcmp(input->text.bytes, "\xef\xbb\xbf", 3) == 0) {
        input->start = input->cut.scan = input->offset = 3;
        input->blank = true;
    }
    return true;
}

/* Skips the first `length` bytes of the text, and counts their lines. */
static void skip_bytes(struct input *input, size_t length)
{
    input->line += text_lines(input->text.bytes + input->start, length);
    input->offset += length;
    input->start += length;
    if (input->stray <= input->start)
        input->stray = 0;
}

/* Skips blank lines before the first record, so that they are not kept. False if there is nothing else. */
static bool skip_blanks(struct input *input)
{
    size_t seen = 0; /* bytes that were read already */
    bool more;       /* the next block can continue: a CR can be half of a break, a blank line can be cut */
    do {
        const char *text = input->text.bytes;
        size_t length = 0, at = input->start + seen;
        for (; at < input->text.length && (is_blank(text[at]) || is_break(text[at])); at++)
            if (is_break(text[at]) && (at + 1 < input->text.length || text[at] == '\n'))
                length = at + 1 - input->start;
        more = at == input->text.length;
        input->blank |= length > 0;
        skip_bytes(input, length);
        input->cut.scan = input->start;
        seen = input->text.length - input->start;
        seen -= seen > 0; /* a CR is read again */
    } while (more && !input->ended && read_block(input));
    return !more;
}

static bool return_records(struct input *input, size_t length, struct input_chunk *chunk)
{
    char *after = input->text.bytes + input->start + length;
    bool stray = input->stray > 0 && input->stray <= input->start + length;
    input->given = length;
    input->under = *after;
    *after = '\0';
    *chunk = (struct input_chunk){
        .text = input->text.bytes + input->start,
        .length = length,
        .line = input->line,
        .offset = input->offset,
        .stray = stray ? input->stray - input->start : 0,
        .altered = input->encoding.kind >= ENCODING_1252 || input->encoding.stray_told || input->blank,
        .most = input->most,
    };
    input->blank = false;
    return true;
}

/* Returns the size of the records in the buffer that another record follows. */
static size_t whole_records(const struct input *input)
{
    struct cut cut = { .scan = input->start };
    size_t whole = 0;
    while (cut_find(&cut, input->text.bytes, input->start, input->text.length))
        whole = cut.scan++ - input->start;
    return whole;
}

static bool is_large(const struct input *input, size_t length)
{
    return length / MIB >= input->most && length > (size_t)input->most * MIB;
}

/* Returns an empty chunk in place of a record that is left out. */
static bool return_left_out(struct input *input, size_t line, size_t offset, struct input_chunk *chunk)
{
    *chunk = (struct input_chunk){
        .text = "", .line = line, .offset = offset, .altered = true, .large = input->most
    };
    input->passed = input->blank = false;
    return true;
}

/* Skips the record at the beginning of the text, and keeps only what is needed to find the next start. */
static bool skip_large(struct input *input, struct input_chunk *chunk)
{
    size_t line = input->line, offset = input->offset;
    while (!cut_find(&input->cut, input->text.bytes, input->start, input->text.length) && !input->ended) {
        size_t undecided = input->text.length - input->cut.scan;
        size_t keep = undecided > CONTEXT && undecided <= BLOCK ? undecided : CONTEXT;
        size_t past = input->text.length - input->start > keep ? input->text.length - input->start - keep : 0;
        past -= past > 0 &&
                input->text.bytes[input->start + past - 1] == '\r'; /* the CR can be half of a line break */
        skip_bytes(input, past);
        if (input->cut.scan < input->start)
            input->cut = (struct cut){ .scan = input->text.length };
        if (!read_block(input))
            break;
    }
    skip_bytes(input, (input->error ? input->text.length : input->cut.scan) - input->start);
    return return_left_out(input, line, offset, chunk);
}

bool input_next(struct input *input, size_t least, struct input_chunk *chunk)
{
    size_t whole = 0;       /* size of the result */
    if (input->given > 0) { /* restores the byte under the NUL, and skips the record returned last */
        input->text.bytes[input->start + input->given] = input->under;
        skip_bytes(input, input->given);
        input->given = 0;
    }
    if (input->passed)
        return return_left_out(input, input->line, input->offset, chunk);
    if (input->error)
        return false;
    if (!input->begun) {
        input->begun = true;
        if (!read_block(input) || !skip_blanks(input))
            return false;
    }
    while (whole == 0) {
        if (input->cut.scan < input->start + least) /* earlier starts do not matter */
            input->cut = (struct cut){ .scan = input->start + least };
        if (cut_find(&input->cut, input->text.bytes, input->start, input->text.length)) {
            whole = input->cut.scan - input->start;
        } else if (input->ended) {
            whole = input->text.length - input->start;
            input->cut.scan = input->text.length;
            break;
        } else if (is_large(input, input->text.length - input->start)) {
            whole = whole_records(input);
            if (whole == 0)
                return skip_large(input, chunk);
        } else if (!read_block(input)) {
            whole = whole_records(input);
            break;
        }
    }
    if (least == 1 && is_large(input, whole)) {
        size_t line = input->line, offset = input->offset;
        skip_bytes(input, whole);
        return return_left_out(input, line, offset, chunk);
    }
    return whole > 0 && return_records(input, whole, chunk);
}

int input_error(const struct input *input)
{
    return input->error;
}

void input_close(struct input *input)
{
    if (input) {
        source_close(input->source);
        if (!input->lent)
            buf_free(&input->text);
        free(input->block);
        free(input);
    }
}
