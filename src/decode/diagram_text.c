/* diagram_text.c - boards that books draw with signs, read as positions. */
#include "decode/diagram_text.h"

#include "base/chars.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <string.h>

/* The sign of a piece, without that of its colour, as FEN has it, or 0. */
static char piece_of(const struct ludus_ruleset *rules, const char *sign, size_t length, bool black)
{
    unsigned kind = ruleset_kind(rules, sign, length);
    if (kind == NONE && length > 1 && sign[0] == 'K' && (sign[1] == 'n' || sign[1] == 't'))
        kind = ruleset_kind(rules, "Knight", 6);
    if (kind == NONE)
        return 0;
    char letter = rules->rules.kinds[kind].letter;
    return black ? to_lower(letter) : letter;
}

/* A square as it is drawn: "WKn", "#R", "^P", "R*", "k"; ' ' where it is empty, 0 where it cannot be read. */
static char read_square(const struct ludus_ruleset *rules, const char *text, size_t length)
{
    while (length && is_blank(*text)) {
        text++;
        length--;
    }
    while (length && is_blank(text[length - 1]))
        length--;
    if (length == 0 || (length == 1 && strchr(".-:", *text)))
        return ' ';
    if (length > 1 && (*text == '#' || *text == '^'))
        return piece_of(rules, text + 1, length - 1, *text == '#');
    if (length > 1 && text[length - 1] == '*')
        return piece_of(rules, text, length - 1, true);
    if (length > 1 && (*text == 'W' || *text == 'B' || *text == 'w' || *text == 'b'))
        return piece_of(rules, text + 1, length - 1, to_lower(*text) == 'b');
    char sign = to_upper(*text);
    return length == 1 ? piece_of(rules, &sign, 1, !is_upper(*text)) : piece_of(rules, text, length, false);
}

/* One rank of the board, between bars; false when the line is none. */
static bool read_rank(const struct ludus_ruleset *rules, const struct line *line, struct ludus_buffer *out)
{
    const char *at = memchr(line->text, '|', line->length), *end = line->text + line->length;
    unsigned files = 0, empty = 0;
    for (; at && files < rules->rules.files; files++) {
        const char *bar = memchr(at + 1, '|', (size_t)(end - at - 1));
        char sign = bar ? read_square(rules, at + 1, (size_t)(bar - at - 1)) : 0;
        if (!sign)
            return false;
        if (sign != ' ' && empty) {
            buf_format(out, "%u", empty);
            empty = 0;
        }
        empty += sign == ' ';
        if (sign != ' ')
            buf_char(out, sign);
        at = bar;
    }
    if (empty)
        buf_format(out, "%u", empty);
    return files == rules->rules.files;
}

/* Is it a line between ranks? */
static bool is_rule(const struct line *line)
{
    bool any = false;
    for (size_t i = 0; i < line->length; i++) {
        if (!strchr("+-|=_ ", line->text[i]))
            return false;
        any |= line->text[i] == '-' || line->text[i] == '_' || line->text[i] == '=';
    }
    return any;
}

bool diagram_text_read(const struct line *lines, size_t count, const struct ludus_ruleset *rules,
                       struct diagram_text *diagram)
{
    struct ludus_buffer out = { 0 };
    unsigned ranks = 0;
    size_t at = 0;
    bool sound = count > 0 && lines->length > 8 && strchr("+|", *lines->text);
    for (; sound && at < count && ranks < rules->rules.ranks; at++) {
        if (is_rule(&lines[at]))
            continue;
        if (ranks)
            buf_char(&out, '/');
        sound = read_rank(rules, &lines[at], &out);
        ranks++;
    }
    sound = sound && ranks == rules->rules.ranks && out.length < sizeof diagram->placement && !out.failed;
    if (sound)
        snprintf(diagram->placement, sizeof diagram->placement, "%s", buf_string(&out));
    diagram->lines = at;
    buf_free(&out);
    return sound;
}
