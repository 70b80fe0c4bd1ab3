/* brackets.re - reads text in square brackets: tag pairs, sound and faulty ones, and what editors print. */
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"

#include <string.h>

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    nul  = "\x00";
*/

/* ---- What editors print ---- */

/* Meanings of text with square brackets among the moves. */
enum bracket_sense {
    BRACKET_LOST,  /* […]: text is lost */
    BRACKET_SIC,   /* [sic] */
    BRACKET_MOVE,  /* [h1]-f2: a move that an editor has supplied, or a part of one */
    BRACKET_MOVES, /* [e4 e5] */
    BRACKET_REMARK /* [p. 12] */
};
enum { BRACKET_TEXT = 100, /* room for a move with brackets */ REMARK_MAX = 60 };

/* Returns the meaning of the text in brackets by itself: BRACKET_LOST, BRACKET_SIC, or else BRACKET_REMARK. */
static enum bracket_sense inner_sense(const char *cursor, const char *end)
{
    const char *marker;
    /*!re2c
    ([.\-\u2026\u2013\u2014] | space)* nul { return cursor > end ? BRACKET_LOST : BRACKET_REMARK; }
    'sic' [!?]? nul                       { return cursor > end ? BRACKET_SIC : BRACKET_REMARK; }
    *                                     { return BRACKET_REMARK; }
    */
}

enum { GAPS_SHRINK = 3 }; /* [.] becomes _ */

/* Copies a text with <…> for its brackets, and `_` for the dots in them. Returns an empty text if it is too long. */
static struct ludus_text with_angles(const char *at, const char *end, struct arena *arena)
{
    char out[BRACKET_TEXT];
    size_t length = 0;
    bool inside = false;
    for (; at < end && length + 1 < sizeof out; at++) {
        const char *close = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (close && inner_sense(at + 1, close) == BRACKET_LOST) {
            for (size_t lost = (size_t)(close - at); lost > 1 && length + 1 < sizeof out; lost--)
                out[length++] = '_';
            at = close;
            continue;
        }
        inside = *at == '[' || (inside && *at != ']');
        out[length++] = *at == '[' ? '<' : *at == ']' ? '>' : *at;
    }
    const char *copy = at == end ? arena_copy(arena, out, length) : NULL; /* a move read from it may point to it */
    return copy ? (struct ludus_text){ copy, length } : (struct ludus_text){ "", 0 };
}

static enum bracket_sense bracket_sense(const char *text, const char *end, struct arena *arena)
{
    const char *close = memchr(text, ']', (size_t)(end - text));
    bool lone = *text == '[' && close == end - 1;
    struct move_text move;
    enum bracket_sense sense = lone ? inner_sense(text + 1, close) : BRACKET_REMARK;
    if (sense != BRACKET_REMARK)
        return sense;
    struct ludus_text angles = with_angles(text, end, arena);
    if (move_text_word(angles.text, angles.length, arena, &move))
        return BRACKET_MOVE;
    for (const char *at = text + 1, *word = at; lone && at < close; word = ++at) {
        while (at < close && !is_filler(*at) && *at != ',')
            at++;
        if (at > word && move_text_plain(word, (size_t)(at - word), &move) && move.style < MOVE_PASS)
            return BRACKET_MOVES; /* one of the words is a move with a square, or castling */
    }
    return BRACKET_REMARK;
}

void brackets_hint(struct ludus_game *game, struct message *message, const struct item *item)
{
    static const char *const hints[] = {
        [BRACKET_LOST] = "lost moves are written __, lost signs _ each",
        [BRACKET_SIC] = "the word stands without brackets: sic",
        [BRACKET_MOVES] = "what an editor supplied is written <e4>, each move for itself",
    };
    const char *end = item->text + item->length;
    size_t inner = item->length - 2 < REMARK_MAX ? item->length - 2 : 0;
    enum bracket_sense sense = bracket_sense(item->text, end, &game->arena);
    if (sense == BRACKET_MOVE)
        diag_hint(&game->diag, message, "what an editor supplied is written %s",
                  with_angles(item->text, end, &game->arena).text);
    else if (sense == BRACKET_REMARK)
        diag_hint(&game->diag, message,
                  inner ? "a remark is written {%.*s}" : "a remark stands in braces%.*s", (int)inner,
                  item->text + 1);
    else
        diag_hint(&game->diag, message, "%s", hints[sense]);
}

/* Makes an unreadable item of the text, which counts as a move if a move stands in it or is lost. */
static int keep_text(struct build *build, struct item *item, const char *begin, const char *end,
                     enum bracket_sense sense)
{
    (void)token_bad(build, item, begin, end, MSG_BRACKETS);
    item->form = sense == BRACKET_SIC || sense == BRACKET_REMARK ? BAD_SIGN : BAD_MOVE;
    return TOKEN_BAD;
}

/* Returns the end of the move that begins with a bracket, as in [h1]-f2 and [E]ques h1-f2; `close` if it is none. */
static const char *end_of_move(struct build *build, const char *begin, const char *close)
{
    const char *end = close, *limit = build->limit;
    if (inner_sense(begin + 1, close - 1) == BRACKET_SIC)
        return close;
    for (unsigned words = 0; words < 2; words++) {
        while (end < limit && (is_name(*end) || strchr("[]@<>=-~", *end)) && end - begin < BRACKET_TEXT)
            end++; /* signs of a move as editors print it */
        if (end > close && bracket_sense(begin, end, &build->game->arena) == BRACKET_MOVE)
            return end;
        const char *next = leiden_blanks(end, limit), *word = begin; /* letters and brackets alone may be a name */
        while (word < end && (is_letter(*word) || *word == '[' || *word == ']'))
            word++;
        if (next == end || !(*next >= 'a' && *next <= 'p') || word < end)
            break;
        end = next;
    }
    return close;
}

int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end)
{
    size_t length = (size_t)(end - begin);
    /* No move is that long. Reading on from each of its words to the end would be slow. */
    if (length > GAPS_SHRINK * BRACKET_TEXT)
        return keep_text(build, item, begin, end, BRACKET_REMARK);
    if (bracket_sense(begin, end, &build->game->arena) == BRACKET_MOVE)
        return keep_text(build, item, begin, end, BRACKET_MOVE);
    for (end = memchr(begin, '[', length); end > begin && is_filler(end[-1]);)
        end--;
    return token_word(build, item, begin, end);
}

/* ---- Tag pairs: they are read into the free tag ---- */

/* Skips blanks, also those of typeset text. */
static const char *skip_blanks(const char *at, const char *limit)
{
    for (const char *next = at; at < limit; at = next) {
        next = is_gap(*at) ? at + 1 : *at & 0x80 ? leiden_blanks(at, at + text_sequence(at, (size_t)(limit - at))) : at;
        if (next == at)
            break;
    }
    return at;
}

/* Finds the end of the bracket after the quote at `at`. NULL if no `]` follows the quote. */
static const char *find_close(const char *at, const char *limit)
{
    at = skip_blanks(at + 1, limit);
    return at < limit && *at == ']' ? at + 1 : NULL;
}

/* Updates build->line for the bracket at `begin`. */
static void update_line(struct build *build, const char *begin)
{
    struct bracket_line *line = &build->line;
    if (!line->end || begin >= line->end) {
        for (line->end = begin; line->end < build->limit && !is_break(*line->end); line->end++) {
        }
        line->close = begin;
        line->proper = NULL;
        for (const char *at = line->end; at-- > begin && !line->proper;)
            line->proper = *at == '"' && find_close(at, line->end) ? at : NULL;
    }
    if (line->close <= begin) {
        line->close = memchr(begin, ']', (size_t)(line->end - begin));
        line->close = line->close ? line->close : line->end;
    }
}

/* Reads a value that is not plain from `at` on, after the opening quote, sign by sign for its faults. Stores the first
 * one in `*fault`. Returns the pair's end. */
static const char *read_value(const struct bracket_line *line, const char *at, struct ludus_text *value,
                              enum message_id *fault)
{
    const char *begin = value->text = at, *limit = line->end, *proper = line->proper;
    for (; at < limit; at++) {
        enum message_id id = MSG_COUNT;
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\') && at + 1 != proper) {
            at++;
        } else if (*at == '\\') {
            id = MSG_TAG_ESCAPE;
        } else if (*at == '\0') {
            id = MSG_TAG_NUL;
        } else if (*at == '"') {
            const char *end = find_close(at, limit);
            value->length = (size_t)(at - begin);
            if (end)
                return end;
            id = !proper || proper < at ? MSG_TAG_OPEN : MSG_TAG_QUOTE;
        }
        *fault = *fault == MSG_COUNT ? id : *fault;
        if (id == MSG_TAG_OPEN)
            return at + 1 + (at[1] == ')');
    }
    *fault = *fault == MSG_COUNT ? MSG_TAG_UNQUOTED : *fault;
    /* If no quote closes the value, blanks, brackets and quotes at the end of the line do not belong to it. */
    for (at = limit; at > begin;)
        if (is_gap(at[-1]) || at[-1] == ']')
            at--;
        else if (at - begin >= 3 && is_curly_quote(at - 3))
            at -= 3;
        else
            break;
    value->length = (size_t)(at - begin);
    return limit;
}

/* Returns a value without its escapes; a backslash that escapes nothing is kept. */
static struct ludus_text unescape(struct arena *arena, struct ludus_text value)
{
    if (!memchr(value.text, '\\', value.length))
        return value;
    char *copy = arena_alloc(arena, value.length + 1);
    return copy ? (struct ludus_text){ copy, text_unescape(copy, value, "\"\\") } : (struct ludus_text){ "", 0 };
}

static void fill_tag(struct build *build, const char *begin, struct ludus_text name, struct ludus_text value,
                     const char *end)
{
    size_t value_begin = (size_t)(value.text - build->text);
    build->game->tags[build->game->tag_count] = (struct tag){
        .name = name,
        .value = value,
        .begin = (size_t)(begin - build->text),
        .end = (size_t)(end - build->text),
        .value_begin = value_begin,
        .value_end = value_begin + value.length,
    };
}

/* Reads a pair without escapes, as nearly all are. Returns its end; NULL if it is not so plain. */
static const char *read_plain(struct build *build, const char *begin)
{
    const char *cursor = begin, *marker, *name, *value;
    /*!stags:re2c:plain format = 'const char *@@;\n'; */

    /*!re2c:plain
    re2c:encoding:utf8 = 0;
    re2c:tags = 1;
    re2c:define:YYPEEK = "(unsigned char)*cursor"; /* a NUL ends the text */

    "[" [A-Za-z] [A-Za-z0-9_]* @name [ \t]* ["] @value ([\x20-\xff] \ ["\\])* ["] "]" { goto found; }
    * { return NULL; }
    */
found:
    fill_tag(build, begin, (struct ludus_text){ begin + 1, (size_t)(name - begin - 1) },
             (struct ludus_text){ value, (size_t)(cursor - value) - 2 }, cursor);
    return cursor;
}

/* Reads a tag pair in parentheses, (Site "Rome"), which cannot be a variation before the first move. */
int token_round(struct build *build, struct item *item, const char *begin, const char *name_end,
                const char *value, const char *end)
{
    if (build->begun)
        return token_done(build, item, begin, begin + 1, TOKEN_OPEN);
    int token = token_done(build, item, begin, end, TOKEN_TAG), length = quoted_length(begin, item->length);
    struct message *message = record_say(build->game, item, MSG_TAG_NAME, length, begin);
    diag_meant(&build->game->diag, message, "[%.*s]", (int)item->length - 2, begin + 1);
    fill_tag(build, begin, (struct ludus_text){ begin + 1, (size_t)(name_end - begin) - 1 },
             (struct ludus_text){ value, (size_t)(end - value) - 2 }, end);
    return token;
}

/* Does another game begin here, without the blank line that should precede it? */
static bool begins_game(const struct build *build, const char *begin, struct ludus_text name)
{
    bool column_one = begin == build->text || is_break(begin[-1]);
    return (build->ended && build->open == NO_ITEM) ||
           (build->begun && column_one && text_is(name.text, name.length, "Event"));
}

/* Makes an unreadable item of a bracket that begins no tag pair: an editor's text, or the text up to the closing
 * bracket on its line; without one, up to the end of the line if the value is at fault, else the bracket alone. */
static int no_tag(struct build *build, struct item *item, const char *begin, enum message_id id)
{
    const struct bracket_line *line = &build->line;
    if (line->close == line->end)
        return token_bad(build, item, begin, id == MSG_TAG_VALUE ? line->end : begin + 1, id);
    const char *end = line->close + 1, *move_end = end_of_move(build, begin, end);
    enum bracket_sense sense = bracket_sense(begin, move_end, &build->game->arena);
    bool among_moves = build->begun && !build->ended;
    const char *quote = begin, *name = begin + 1;
    while (quote < end && *quote != '"' && !is_curly_quote(quote))
        quote++;
    while (is_name(*name))
        name++;
    if (begin[1] == '%' || quote < end ||
        (!among_moves && sense == BRACKET_REMARK && is_letter(begin[1]) && *name != '.')) /* reported as a tag */
        return token_bad(build, item, begin, end, id);
    return keep_text(build, item, begin, move_end, sense);
}

int token_bracket(struct build *build, struct item *item, const char *begin)
{
    struct ludus_game *game = build->game;
    enum message_id fault = MSG_COUNT;
    const char *end;
    while ((end = read_plain(build, begin)) != NULL && end[0] == '\n' && end[1] == '[' && is_letter(end[2]) &&
           !build->begun && game->tag_count + 1 < game->tag_capacity) {
        build_tag(build, item);
        begin = end + 1;
    }
    struct tag *tag = &game->tags[game->tag_count];
    if (!end) {
        update_line(build, begin);
        const char *limit = build->line.end, *name = skip_blanks(begin + 1, limit), *name_end = name;
        while (name_end < limit && is_name(*name_end))
            name_end++;
        const char *at = skip_blanks(name_end, limit);
        struct ludus_text value;
        tag->name = (struct ludus_text){ name, (size_t)(name_end - name) };
        if (name == limit || !is_letter(*name))
            return no_tag(build, item, begin, MSG_TAG_NAME);
        if (at < limit && *at == '"') {
            end = read_value(&build->line, at + 1, &value, &fault);
            fill_tag(build, begin, tag->name, value, end);
            tag->value = unescape(&game->arena, value);
        } else if (at == name_end || !is_curly_quote(at) || !begins_game(build, begin, tag->name)) {
            return no_tag(build, item, begin,
                          at == limit || at > name_end || *at == ']' ? MSG_TAG_VALUE : MSG_TAG_NAME);
        }
    }
    if (begins_game(build, begin, tag->name)) {
        build->next = begin;
        return token_done(build, item, begin, begin, TOKEN_END);
    }
    if (fault != MSG_COUNT && !build->begun)
        (void)diag_add(&game->diag, fault, tag->begin, tag->end, (int)tag->name.length, tag->name.text);
    return token_done(build, item, begin, end, TOKEN_TAG);
}
