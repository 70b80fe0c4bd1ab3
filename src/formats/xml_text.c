/* xml_text.c - texts of a record as XML: damaged places, parts of moves, characters that XML cannot hold. The
 * text of an element, with what stands for its damage, is the text of the record, sign by sign. */
#include "base/text.h"
#include "formats/xml.h"
#include "formats/xml_write.h"
#include "notation/leiden.h"

#include <string.h>

static unsigned decode(const char *text, unsigned bytes)
{
    unsigned code = (unsigned char)*text;
    if (bytes > 1)
        code &= 0x7fu >> bytes;
    for (unsigned i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3fu);
    return code;
}

void xml_write_text(struct xml_writer *writer, const char *text, size_t length)
{
    while (length > 0) {
        size_t clean = xml_clean_length(text, length);
        if (clean > 0)
            xml_text(writer, text, clean);
        text += clean;
        length -= clean;
        if (length > 0) {
            unsigned bytes = text_sequence(text, length);
            unsigned code = bytes ? decode(text, bytes) : 0xfffd;
            bytes = bytes ? bytes : 1;
            xml_begin(writer, "char");
            xml_count(writer, "code", code);
            xml_end(writer);
            text += bytes;
            length -= bytes;
        }
    }
}

/* White space of a number, roll or move, which one blank stands for: a line break in it would be indentation.
 */
static void write_word(struct xml_writer *writer, const char *text, size_t length)
{
    while (length > 0) {
        size_t word = 0;
        while (word < length && text[word] != '\n' && text[word] != '\r')
            word++;
        xml_write_text(writer, text, word);
        if (word < length)
            xml_text(writer, " ", 1);
        word += word < length;
        text += word;
        length -= word;
    }
}

static void write_element(struct xml_writer *writer, const char *name, const char *text, size_t length)
{
    xml_begin(writer, name);
    write_word(writer, text, length);
    xml_end(writer);
}

/* One sign, lost or not. */
static void write_sign(struct xml_writer *writer, const char *text, size_t length)
{
    if (length == 1 && *text == '_') {
        xml_begin(writer, "gap");
        xml_end(writer);
    } else {
        write_word(writer, text, length);
    }
}

/* Bytes of the character at the beginning of `text`. */
static unsigned character(const char *text, size_t length)
{
    unsigned bytes = text_sequence(text, length);
    return bytes ? bytes : 1;
}

void xml_write_damaged(struct xml_writer *writer, const char *text, size_t length)
{
    bool supplied = false;
    for (size_t at = 0; at < length;) {
        unsigned bytes = character(text + at, length - at);
        size_t next = at + bytes;
        unsigned mark = leiden_unclear(text + next, length - next);
        if (text[at] == '<' && !supplied && memchr(text + next, '>', length - next)) {
            xml_begin(writer, "supplied");
            supplied = true;
        } else if (text[at] == '>' && supplied) {
            xml_end(writer);
            supplied = false;
        } else if (mark && text[at] != '~' && text[at] != '<' && text[at] != '>') {
            xml_begin(writer, "unclear");
            xml_attribute(writer, "sign", mark == 1 ? NULL : "dot");
            write_sign(writer, text + at, bytes);
            xml_end(writer);
            next += mark;
        } else {
            write_sign(writer, text + at, bytes);
        }
        at = next;
    }
}

/* Length of a square at the beginning of `text`, or 0. */
static size_t square_length(const char *text, size_t length)
{
    size_t at = 1;
    if (length < 2 || *text < 'a' || *text > 'p')
        return 0;
    while (at < length && at < 3 && text[at] >= '0' && text[at] <= '9')
        at++;
    return at > 1 ? at : 0;
}

/* The squares of a move: from, those on the way, to, what was removed. */
static void write_squares(struct xml_writer *writer, const struct move_text *move, const char *text,
                          size_t length)
{
    bool whole = move->flags & MOVE_LONG, first = true, arrived = false;
    for (size_t at = 0; at < length;) {
        size_t square = square_length(text + at, length - at);
        if (square == 0) {
            square = character(text + at, length - at);
            write_word(writer, text + at, square);
            at += square;
            continue;
        }
        const char *after = text + at + square;
        bool more = after + 1 < text + length && *after == '-';
        bool captures = first && whole;
        const char *name = captures ? "from" : arrived ? "removed" : more ? "via" : "to";
        arrived |= !captures && !more;
        first = false;
        write_element(writer, name, text + at, square);
        at += square;
    }
}

struct part {
    const char *name;
    const char *signs;
};

/* What stands behind a move: runs of one kind. */
static void write_suffixes(struct xml_writer *writer, const char *text, size_t length)
{
    static const struct part parts[] = { { "check", "+#" },
                                         { "mark", "!?" },
                                         { "squeeze", "squezSQUEZ" },
                                         { "sic", "sicSIC" },
                                         { "ep", "ep.EP" } };
    for (size_t at = 0; at < length;) {
        size_t best = 0;
        const char *name = NULL;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            size_t run = 0;
            while (at + run < length && strchr(parts[i].signs, text[at + run]) && text[at + run])
                run++;
            if (run > best) {
                best = run;
                name = parts[i].name;
            }
        }
        if (name)
            write_element(writer, name, text + at, best);
        else
            write_word(writer, text + at, best = character(text + at, length - at));
        at += best;
    }
}

void xml_write_move(struct xml_writer *writer, const struct item *item)
{
    const struct move_text *move = &item->move;
    const char *text = item->text, *end = text + item->length;
    bool plain = move->plain == text && move->plain_length <= item->length &&
                 !(move->flags & (MOVE_UNCLEAR | MOVE_SUPPLIED | MOVE_ODD)) && move->style != MOVE_PATTERN &&
                 move->style != MOVE_LOST;
    if (!plain || memchr(text, '_', item->length) || memchr(text, '~', item->length)) {
        xml_write_damaged(writer, text, item->length);
        return;
    }
    if (move->name_length) {
        write_element(writer, "piece", text, move->name_length);
        text += move->name_length;
    }
    if (move->to_file) {
        const char *squares = item->text + move->squares;
        const char *after = squares + (move->squares_length ? move->squares_length : 2);
        const char *begin = squares > text ? squares : text;
        write_word(writer, text, (size_t)(begin - text));
        write_squares(writer, move, begin, (size_t)(after - begin));
        text = after;
    }
    if (move->flags & MOVE_PROMOTES) {
        const char *promotion = item->text + move->promotion;
        write_word(writer, text, (size_t)(promotion - text));
        write_element(writer, "promotion", promotion, move->promotion_length);
        text = promotion + move->promotion_length;
    }
    if (move->style == MOVE_SQUARES || move->style == MOVE_PLACE || move->style == MOVE_REMOVE) {
        write_suffixes(writer, text, (size_t)(end - text));
        return;
    }
    const char *core = item->text + move->plain_length;
    write_word(writer, text, (size_t)(core - text));
    write_suffixes(writer, core, (size_t)(end - core));
}
