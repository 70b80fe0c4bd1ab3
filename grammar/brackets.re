/* brackets.re - what stands in square brackets: tag pairs, the sound ones and what can be made of the others,
 * and what editors print. */
#include "base/chars.h"
#include "grammar/record.tab.h"
#include "notation/build.h"
#include "notation/move_text.h"

#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:encoding:utf8 = 1;
    re2c:encoding-policy = ignore;

    wide = [ \t\n\v\f\r\x1a\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]; /* blanks, as leiden_blank has them */
    nul  = "\x00";
*/

/* ---- What editors print ---- */

/* What text with square brackets among the moves means. */
enum bracket_sense {
    BRACKET_LOST,  /* […]: text is lost */
    BRACKET_SIC,   /* [sic] */
    BRACKET_MOVE,  /* [h1]-f2: a move that an editor has supplied, or a part of one */
    BRACKET_MOVES, /* [e4 e5] */
    BRACKET_REMARK /* [p. 12] */
};
enum { BRACKET_TEXT = 100, /* room for a move with brackets */ REMARK_MAX = 60 };

/* What stands in brackets whatever is around them: BRACKET_LOST, BRACKET_SIC, or else BRACKET_REMARK. */
static enum bracket_sense inner_sense(const char *cursor, const char *end)
{
    const char *marker;
    /*!re2c
    ([.\-\u2026\u2013\u2014] | wide)* nul { return cursor > end ? BRACKET_LOST : BRACKET_REMARK; }
    'sic' [!?]? nul                       { return cursor > end ? BRACKET_SIC : BRACKET_REMARK; }
    *                                     { return BRACKET_REMARK; }
    */
}

enum { GAPS_SHRINK = 3 }; /* [.] becomes _ */

/* Writes text with <…> for its brackets, and `_` for the dots in them. Returns its length, 0 if it has no
 * room. */
static size_t with_angles(const char *at, const char *end, char *out, size_t size)
{
    size_t length = 0;
    bool inside = false;
    for (; at < end && length + 1 < size; at++) {
        const char *close = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (close && inner_sense(at + 1, close) == BRACKET_LOST) {
            for (size_t lost = (size_t)(close - at); lost > 1 && length + 1 < size; lost--)
                out[length++] = '_';
            at = close;
            continue;
        }
        inside = *at == '[' || (inside && *at != ']');
        out[length++] = *at == '[' ? '<' : *at == ']' ? '>' : *at;
    }
    out[length] = '\0';
    return at == end ? length : 0;
}

/* Is a word among these, separated by blanks, a move with a square, or castling? */
static bool has_move(const char *at, const char *end)
{
    while (at < end) {
        size_t length = 0;
        struct move_text move;
        while (at + length < end && !is_filler(at[length]) && at[length] != ',')
            length++;
        if (length > 0 && move_text_plain(at, length, &move) && move.style < MOVE_PASS)
            return true;
        at += length + 1;
    }
    return false;
}

/* Writes a move with the signs of the notation to `out`. */
static enum bracket_sense bracket_sense(const char *text, size_t length, struct arena *arena, char *out, size_t size)
{
    const char *end = text + length, *close = memchr(text, ']', length);
    bool lone = *text == '[' && close == end - 1;
    struct move_text move;
    enum bracket_sense sense = lone ? inner_sense(text + 1, close) : BRACKET_REMARK;
    if (sense != BRACKET_REMARK)
        return sense;
    size_t written = with_angles(text, end, out, size);
    const char *copy = written ? arena_copy(arena, out, written) : NULL; /* what is read of it may stay */
    if (copy && move_text_word(copy, written, arena, &move))
        return BRACKET_MOVE;
    return lone && has_move(text + 1, close) ? BRACKET_MOVES : BRACKET_REMARK;
}

void brackets_hint(struct ludus_game *game, struct message *message, const struct item *item)
{
    char text[BRACKET_TEXT];
    size_t inner = item->length - 2 < REMARK_MAX ? item->length - 2 : 0;
    switch (bracket_sense(item->text, item->length, &game->arena, text, sizeof text)) {
    case BRACKET_LOST:
        diag_hint(&game->diag, message, "lost moves are written __, lost signs _ each");
        break;
    case BRACKET_SIC:
        diag_hint(&game->diag, message, "the word stands without brackets: sic");
        break;
    case BRACKET_MOVE:
        diag_hint(&game->diag, message, "what an editor supplied is written %s", text);
        break;
    case BRACKET_MOVES:
        diag_hint(&game->diag, message, "what an editor supplied is written <e4>, each move for itself");
        break;
    case BRACKET_REMARK:
        diag_hint(&game->diag, message,
                  inner ? "a remark is written {%.*s}" : "a remark stands in braces%.*s", (int)inner,
                  item->text + 1);
        break;
    }
}

/* Keeps the text as a fault, which takes the place of a move where one stands in it or is lost. */
static int keep_text(struct build *build, struct item *item, const char *begin, const char *end,
                     enum bracket_sense sense)
{
    (void)token_bad(build, item, begin, end, MSG_BRACKETS);
    item->form = sense == BRACKET_SIC || sense == BRACKET_REMARK ? BAD_SIGN : BAD_MOVE;
    return TOKEN_BAD;
}

/* End of the move that begins with a bracket, as in [h1]-f2 and [E]ques h1-f2; `close` if it is none. */
static const char *end_of_move(struct build *build, const char *begin, const char *close)
{
    char out[BRACKET_TEXT];
    const char *end = close, *limit = build->limit;
    struct arena *arena = &build->game->arena;
    if (inner_sense(begin + 1, close - 1) == BRACKET_SIC)
        return close;
    for (unsigned words = 0; words < 2; words++) {
        while (end < limit && (is_name(*end) || strchr("[]@<>=-~", *end)) && end - begin < BRACKET_TEXT)
            end++; /* signs of a move as editors print it */
        if (end > close &&
            bracket_sense(begin, (size_t)(end - begin), arena, out, sizeof out) == BRACKET_MOVE)
            return end;
        const char *next = end, *word = begin; /* of letters and brackets alone, it may be a name */
        while (word < end && (is_letter(*word) || *word == '[' || *word == ']'))
            word++;
        for (unsigned length; next < limit && (length = leiden_blank(next, (size_t)(limit - next))) > 0;)
            next += length;
        if (next == end || !(*next >= 'a' && *next <= 'p') || word < end)
            break;
        end = next;
    }
    return close;
}

static int token_remark(struct build *build, struct item *item, const char *begin, const char *end)
{
    char out[BRACKET_TEXT];
    const char *move_end = end_of_move(build, begin, end);
    enum bracket_sense sense =
        bracket_sense(begin, (size_t)(move_end - begin), &build->game->arena, out, sizeof out);
    bool among_moves = build->begun && !build->ended;
    const char *quote = begin, *name = begin + 1;
    while (quote < end && *quote != '"' && !is_curly_quote(quote))
        quote++;
    while (is_name(*name))
        name++;
    if (begin[1] == '%' || quote < end ||
        (!among_moves && sense == BRACKET_REMARK && is_letter(begin[1]) && *name != '.')) /* as a tag */
        return 0;
    return keep_text(build, item, begin, move_end, sense);
}

int token_bracketed(struct build *build, struct item *item, const char *begin, const char *end)
{
    char out[BRACKET_TEXT];
    size_t length = (size_t)(end - begin);

    /* No move is as long. One by one its words would be read on to the end each. */
    if (length > GAPS_SHRINK * BRACKET_TEXT)
        return keep_text(build, item, begin, end, BRACKET_REMARK);
    if (bracket_sense(begin, length, &build->game->arena, out, sizeof out) == BRACKET_MOVE)
        return keep_text(build, item, begin, end, BRACKET_MOVE);
    for (end = memchr(begin, '[', length); end > begin && is_filler(end[-1]);)
        end--;
    return token_word(build, item, begin, end);
}

/* ---- Tag pairs ---- */

/* A tag pair that is read with care. */
struct pair {
    const char *begin; /* its bracket */
    const char *limit; /* end of the line */
    const char *name, *name_end;
    const char *value, *value_end;
    const char *proper;    /* last quote of the line that a bracket follows, or NULL */
    enum message_id fault; /* the first, or MSG_COUNT */
    bool escaped;          /* the value has backslashes */
};

/* Also those of typeset text. */
static const char *skip_blanks(const char *at, const char *limit)
{
    unsigned length;
    while (at < limit && (length = is_gap(*at)  ? 1
                                   : *at & 0x80 ? leiden_blank(at, (size_t)(limit - at))
                                                : 0) > 0)
        at += length;
    return at;
}

static void fault(struct pair *pair, enum message_id id)
{
    pair->fault = pair->fault == MSG_COUNT ? id : pair->fault;
}

/* After the quote at `at`, where does the bracket end? NULL if none follows. */
static const char *closing(const char *at, const char *limit)
{
    at = skip_blanks(at + 1, limit);
    return at < limit && *at == ']' ? at + 1 : NULL;
}

/* Makes build->line that of the bracket at `begin`. */
static void look_at_line(struct build *build, const char *begin)
{
    struct bracket_line *line = &build->line;
    if (!line->end || begin >= line->end) {
        for (line->end = begin; line->end < build->limit && !is_break(*line->end); line->end++) {
        }
        line->close = begin;
        line->proper = NULL;
        for (const char *at = line->end; at-- > begin && !line->proper;)
            line->proper = *at == '"' && closing(at, line->end) ? at : NULL;
    }
    if (line->close <= begin) {
        line->close = memchr(begin, ']', (size_t)(line->end - begin));
        line->close = line->close ? line->close : line->end;
    }
}

/* Reads the value from `at` on, after the opening quote. Returns where the pair ends. */
static const char *read_value(struct pair *pair, const char *at)
{
    pair->value = at;
    for (; at < pair->limit; at++) {
        pair->escaped |= *at == '\\';
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\') && at + 1 != pair->proper) {
            at++;
        } else if (*at == '\\') {
            fault(pair, MSG_TAG_ESCAPE);
        } else if (*at == '\0') {
            fault(pair, MSG_TAG_NUL);
        } else if (*at == '"') {
            const char *end = closing(at, pair->limit);
            bool open = !pair->proper || pair->proper < at;
            pair->value_end = at;
            if (end)
                return end;
            fault(pair, open ? MSG_TAG_OPEN : MSG_TAG_QUOTE);
            if (open)
                return at + 1 + (at[1] == ')');
        }
    }
    fault(pair, MSG_TAG_UNQUOTED);
    pair->value_end = pair->limit;
    /* What stands behind a value that no quote closes, at the end of the line, is none of it. */
    for (const char *end; (end = pair->value_end) > pair->value;)
        if (is_gap(end[-1]) || end[-1] == ']')
            pair->value_end--;
        else if (end - pair->value >= 3 && is_curly_quote(end - 3))
            pair->value_end -= 3;
        else
            break;
    return pair->limit;
}

/* The value without escapes; a backslash that escapes nothing stands for itself. */
static struct ludus_text unescape(struct build *build, const struct pair *pair)
{
    size_t length = (size_t)(pair->value_end - pair->value), out = 0;
    if (!pair->escaped)
        return (struct ludus_text){ pair->value, length };
    char *copy = arena_alloc(&build->game->arena, length + 1);
    for (const char *at = pair->value; copy && at < pair->value_end; at++) {
        bool escape = *at == '\\' && at + 1 < pair->value_end && (at[1] == '"' || at[1] == '\\');
        copy[out++] = escape ? *++at : *at;
    }
    return copy ? (struct ludus_text){ copy, out } : (struct ludus_text){ "", 0 };
}

/* Does another game begin here, without the blank line that ought to stand before it? */
static bool begins_game(const struct build *build, const struct pair *pair)
{
    bool column_one = pair->begin == build->text || is_break(pair->begin[-1]);
    if (build->ended && build->open == NO_ITEM)
        return true;
    return build->begun && column_one && pair->name_end - pair->name == 5 &&
           memcmp(pair->name, "Event", 5) == 0;
}

static void fill_tag(struct build *build, const struct pair *pair, const char *end)
{
    struct ludus_game *game = build->game;
    game->tags[game->tag_count] = (struct tag){
        .name = { pair->name, (size_t)(pair->name_end - pair->name) },
        .value = unescape(build, pair),
        .begin = (size_t)(pair->begin - build->text),
        .end = (size_t)(end - build->text),
        .value_begin = (size_t)(pair->value - build->text),
        .value_end = (size_t)(pair->value_end - build->text),
    };
}

static int take_tag(struct build *build, struct item *item, const struct pair *pair, const char *end)
{
    fill_tag(build, pair, end);
    return token_done(build, item, pair->begin, end, TOKEN_TAG);
}

/* Another game begins with the tag. */
static int end_game(struct build *build, struct item *item, const struct pair *pair)
{
    build->next = pair->begin;
    return token_done(build, item, pair->begin, pair->begin, TOKEN_END);
}

static int accept(struct build *build, struct item *item, const struct pair *pair, const char *end)
{
    size_t place = (size_t)(pair->begin - build->text);
    if (begins_game(build, pair))
        return end_game(build, item, pair);
    if (pair->fault != MSG_COUNT && !build->begun)
        (void)diag_add(&build->game->diag, pair->fault, place, place + (size_t)(end - pair->begin),
                       (int)(pair->name_end - pair->name), pair->name);
    return take_tag(build, item, pair, end);
}

/* (Site "Rome"): parentheses that no variation can be meant by, as there is no move yet. */
static int round_tag(struct build *build, struct item *item, const struct pair *pair, const char *end)
{
    struct diag *diag = &build->game->diag;
    size_t place = (size_t)(pair->begin - build->text), length = (size_t)(end - pair->begin);
    struct message *message =
        diag_add(diag, MSG_TAG_NAME, place, place + length, quoted_length(pair->begin, length), pair->begin);
    diag_meant(diag, message, "[%.*s]", (int)length - 2, pair->name);
    return take_tag(build, item, pair, end);
}

int token_round(struct build *build, struct item *item, const char *begin, const char *name_end,
                const char *value, const char *end)
{
    struct pair pair = {
        .begin = begin, .name = begin + 1, .name_end = name_end, .value = value, .value_end = end - 2
    };
    return build->begun ? token_done(build, item, begin, begin + 1, TOKEN_OPEN)
                        : round_tag(build, item, &pair, end);
}

/* Reads a pair as nearly all are, without escapes. Returns its end, or NULL when it is otherwise. */
static const char *read_plain(struct pair *pair, const char *begin)
{
    const char *at = begin + 1;
    *pair = (struct pair){ .begin = begin, .name = at, .fault = MSG_COUNT };
    while (is_name(*at))
        at++;
    pair->name_end = at;
    while (is_gap(*at))
        at++;
    if (!is_letter(begin[1]) || at == pair->name_end || *at != '"')
        return NULL;
    pair->value = ++at;
    while ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\')
        at++;
    pair->value_end = at;
    return *at == '"' && at[1] == ']' ? at + 2 : NULL;
}

/* Takes plain pairs in lines one behind the other, but the last, whose end is returned; NULL when there is none. */
static const char *take_plain(struct build *build, struct item *item, const char *begin, struct pair *last)
{
    const struct ludus_game *game = build->game;
    struct pair pair;
    const char *end = read_plain(last, begin), *next;
    while (end && end[0] == '\n' && end[1] == '[' && !build->begun && game->tag_count + 1 < game->tag_capacity &&
           (next = read_plain(&pair, end + 1)) != NULL) {
        fill_tag(build, last, end);
        build_tag(build, item);
        *last = pair;
        end = next;
    }
    return end;
}

/* No tag pair: what an editor says, or up to the bracket that closes it on the same line, or else the opening
 * one alone. */
static int no_tag(struct build *build, struct item *item, const char *begin, enum message_id id)
{
    const struct bracket_line *line = &build->line;
    const char *end = id == MSG_TAG_VALUE ? line->end : begin + 1;
    if (line->close < line->end && token_remark(build, item, begin, line->close + 1))
        return TOKEN_BAD;
    return token_bad(build, item, begin, line->close < line->end ? line->close + 1 : end, id);
}

int token_bracket(struct build *build, struct item *item, const char *begin)
{
    struct pair pair;
    const char *plain_end = take_plain(build, item, begin, &pair);
    if (plain_end)
        return accept(build, item, &pair, plain_end);
    look_at_line(build, begin);
    pair = (struct pair){
        .begin = begin, .limit = build->line.end, .proper = build->line.proper, .fault = MSG_COUNT
    };
    const char *at = pair.name = skip_blanks(begin + 1, pair.limit);
    if (at == pair.limit || !is_letter(*at))
        return no_tag(build, item, begin, MSG_TAG_NAME);
    while (at < pair.limit && is_name(*at))
        at++;
    pair.name_end = at;
    at = skip_blanks(at, pair.limit);
    if (at < pair.limit && *at == '"')
        return accept(build, item, &pair, read_value(&pair, at + 1));
    bool apart = at > pair.name_end;
    if (at < pair.limit && apart && is_curly_quote(at) && begins_game(build, &pair))
        return end_game(build, item, &pair);
    return no_tag(build, item, begin,
                  at == pair.limit || apart || *at == ']' ? MSG_TAG_VALUE : MSG_TAG_NAME);
}
