/* pdn.c - the portable draughts notation: its games and the numbers of their squares; moves, positions and
 * results in it; and the reader of its records, which composes their notation token by token. */
#include "formats/pdn.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/import.h"
#include "play/replay.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct type {
    unsigned number, points; /* points: of a win */
    const char *id, *form, *sign;
} types[] = {
#define GAMETYPE(number, id, form, sign, points) { number, points, #id, form, sign },
#include "rulesets/gametypes.def"
#undef GAMETYPE
};

enum { TYPES = sizeof types / sizeof *types, BOTTOM_RIGHT = 1, TOP_LEFT = 2, TOP_RIGHT = 3 };

/* Numbers the squares of the shade on which the men begin, along the ranks from a corner as White sees it. */
static void number_squares(struct pdn_game *game, unsigned corner)
{
    const struct ludus_ruleset *rules = game->rules;
    const unsigned files = rules->rules.files, ranks = rules->rules.ranks;
    unsigned shade = 0;
    while (shade < rules->squares && !rules->start->cell[shade])
        shade++;
    shade = (square_file(rules, shade) + square_rank(rules, shade)) % 2;
    for (unsigned i = 0; i < rules->squares; i++) {
        unsigned rank = corner >= TOP_LEFT ? ranks - 1 - i / files : i / files;
        unsigned file = corner % 2 ? files - 1 - i % files : i % files;
        if ((file + rank) % 2 != shade)
            continue;
        game->square[++game->count] = (uint8_t)(rank * files + file);
        game->numbers[rank * files + file] = (uint8_t)game->count;
    }
}

/* Does a tag GameType begin with this number? */
static bool is_type(struct ludus_text type, unsigned number)
{
    const char *text = type.text;
    return type.length > 0 && number_take(&text) == number &&
           (text == type.text + type.length || *text == ',');
}

bool pdn_game_find(struct pdn_game *game, struct ludus_text type, const struct ludus_ruleset *rules,
                   unsigned largest)
{
    const struct type *found = NULL;
    *game = (struct pdn_game){ .rules = rules };
    for (size_t i = 0; i < TYPES && !found; i++) {
        const struct ludus_ruleset *own = ludus_ruleset_find(types[i].id);
        bool fits = own && (largest ? own->squares / 2 >= largest : strchr(types[i].form, 'A') != NULL);
        if (rules ? own == rules : type.length ? own && is_type(type, types[i].number) : fits)
            found = &types[i];
        if (!rules && found)
            game->rules = own;
    }
    if (!found)
        return false;
    const char *form = strpbrk(found->form, "AN");
    unsigned corner = (unsigned)(form[1] - '0');
    bool full = type.length && memchr(type.text, ',', type.length), squares = *form == 'A';
    game->number = found->number;
    game->sign = found->sign;
    game->points = found->points > 1;
    game->numeric = full ? memchr(type.text, 'N', type.length) != NULL : !squares;
    if (squares)
        corner = TOP_LEFT;
    else if (found->form[0] == 'B') /* the corner is told as Black sees it */
        corner = TOP_RIGHT - corner;
    number_squares(game, corner);
    return true;
}

/* ---- Moves ---- */

static void add_square(const struct pdn_game *game, unsigned square, struct ludus_buffer *out)
{
    if (game->numeric)
        buf_number(out, game->numbers[square]);
    else
        buf_text(out, square_name(game->rules, square).text);
}

void pdn_move_write(const struct pdn_game *game, const struct item *item, bool brief,
                    struct ludus_buffer *out)
{
    const struct move_text *move = &item->move;
    const char *first = move->plain + move->squares, *end = first + move->squares_length, *at = first;
    size_t begin = out->length, marks = item->length;
    unsigned last = NONE, count = 0;
    const char *sign = memchr(first, 'x', move->squares_length) ? game->sign : "-";
    bool fits = move->style == MOVE_SQUARES && move->flags & MOVE_LONG;
    while (fits && at < end) {
        last = pdn_square(game, &at, end);
        fits = last != NONE && game->numbers[last];
        if (!fits || (brief && count++ > 0))
            continue;
        buf_text(out, out->length > begin ? sign : "");
        add_square(game, last, out);
    }
    if (fits && brief) {
        buf_text(out, sign);
        add_square(game, last, out);
    }
    if (!fits)
        out->length = begin;
    while (fits && marks > 0 && strchr("!?", item->text[marks - 1]))
        marks--;
    marks = fits ? marks : 0;
    buf_add(out, item->text + marks, item->length - marks);
}

/* ---- Positions ---- */

void pdn_fen_write(const struct pdn_game *game, const struct ludus_position *pos, struct ludus_buffer *out)
{
    buf_text(out, pos->side == LUDUS_WHITE ? "W" : "B");
    for (unsigned side = 0; side < 2; side++) {
        const char *before = side == LUDUS_WHITE ? ":W" : ":B";
        for (unsigned i = 1; i <= game->count; i++) {
            unsigned code = pos->cell[game->square[i]];
            if (!code || CODE_SIDE(code) != side)
                continue;
            buf_text(out, before);
            buf_text(out, game->rules->rules.pawns >> CODE_KIND(code) & 1 ? "" : "K");
            buf_number(out, i);
            before = ",";
        }
        buf_text(out, *before == ':' ? before : "");
    }
    if (pos->quiet > 0 || pos->number > 1)
        buf_format(out, ":H%u:F%u", (unsigned)pos->quiet, (unsigned)pos->number);
}

/* ---- Results ---- */

/* Returns the result (enum ludus_result) that PDN tells as the points of the first side and those of the
 * other, or NO_RESULT. */
static unsigned read_result(const struct pdn_game *game, struct ludus_text text)
{
    static const uint8_t results[] = { LUDUS_WHITE_WINS, LUDUS_BLACK_WINS, LUDUS_DRAW };
    int points = text_among(text.text, text.length, "2-0 0-2 1-1");
    unsigned result = points < 0 ? result_read(text) : results[points];
    bool won = result == LUDUS_WHITE_WINS || result == LUDUS_BLACK_WINS;
    return won && turn_first(&game->rules->rules) == LUDUS_BLACK
               ? LUDUS_WHITE_WINS + LUDUS_BLACK_WINS - result
               : result;
}

const char *pdn_result_text(const struct pdn_game *game, unsigned result)
{
    static const char *const texts[2][3] = { { "1-0", "0-1", "1/2-1/2" }, { "2-0", "0-2", "1-1" } };
    bool first = result == side_wins(turn_first(&game->rules->rules));
    if (result == LUDUS_OPEN || result > LUDUS_DRAW)
        return "*";
    return texts[game->points][result == LUDUS_DRAW ? 2 : !first];
}

/* ---- The reader ---- */

struct pdn_reading {
    struct ludus_import *import;
    struct input *input; /* owned */
    struct input_chunk chunk;
    const char *placed;         /* byte of the chunk whose place follows */
    size_t line, column, depth; /* of that place, and of variations */
    struct pdn_token token;     /* the last one; the record continues behind it */
    struct pdn_game game;
    struct ludus_buffer text; /* owned; of an item */
    bool nought;              /* the record ends with 0-0, which no tag says */
};

static void close_pdn(struct ludus_import *import)
{
    struct pdn_reading *r = import->state;
    input_close(r->input);
    buf_free(&r->text);
}

/* Sets the place of what is composed next. */
static void set_place(struct pdn_reading *r, const char *at)
{
    for (; r->placed < at; r->placed++)
        if (*r->placed == '\n' || (*r->placed == '\r' && r->placed[1] != '\n')) {
            r->line++;
            r->column = 1;
        } else if (((unsigned char)*r->placed & 0xc0) != 0x80) {
            r->column++;
        }
    r->import->compose.line = r->line;
    r->import->compose.column = r->column;
}

static void lex(struct pdn_reading *r, struct pdn_token *token)
{
    pdn_lex(token, r->chunk.text, r->chunk.text + r->chunk.length);
}

static bool ends_record(const struct pdn_token *token, bool moves, size_t depth)
{
    return token->kind == PDN_END || (token->kind == PDN_TAG && moves) ||
           (token->kind == PDN_RESULT && depth == 0);
}

/* Returns the greatest of some numbers and those of a text. */
static unsigned largest_number(const char *at, const char *end, unsigned largest)
{
    while (at < end) {
        uint32_t number = number_take(&at);
        at++;
        largest = number > largest && number < SQUARES_MAX ? number : largest;
    }
    return largest;
}

/* Finds the game of the record whose first token is the last one. False, with a message, without any. */
static bool find_game(struct pdn_reading *r)
{
    struct ludus_text type = { "", 0 }, variant = { NULL, 0 };
    const struct ludus_ruleset *rules = r->import->options.rules;
    const char *place = r->token.at;
    unsigned largest = 0;
    size_t depth = 0;
    bool moves = false, told = false;
    struct pdn_token token = r->token;
    for (; !ends_record(&token, moves, depth); lex(r, &token)) {
        bool tag = token.kind == PDN_TAG;
        moves |= token.kind > PDN_ESCAPE;
        depth += token.kind == PDN_OPEN;
        depth -= token.kind == PDN_CLOSE && depth > 0;
        if (token.kind == PDN_MOVE && is_digit(*token.at))
            largest = largest_number(token.at, token.end, largest);
        if (tag && text_is(token.name.text, token.name.length, "Variant"))
            variant = token.value;
        told |= tag && text_is(token.name.text, token.name.length, "Result") &&
                result_read(token.value) == NO_RESULT;
        if (tag && text_is(token.name.text, token.name.length, "GameType")) {
            type = token.value;
            place = token.value.text;
        }
    }
    if (!rules && variant.text)
        rules = ludus_ruleset_named(variant, NULL, 0);
    r->nought = !told && token.kind == PDN_RESULT && text_is(token.at, (size_t)(token.end - token.at), "0-0");
    bool known = pdn_game_find(&r->game, type, rules, largest);
    if (!known && !r->import->options.rules && type.length) /* [Variant "Standard"] is no game of PDN */
        known = pdn_game_find(&r->game, type, NULL, largest);
    if (known)
        return true;
    set_place(r, place);
    import_fault(r->import, "unknown-gametype", r->line, r->column,
                 rules ? "the notation of draughts has no GameType for this ruleset"
                       : "no ruleset is known for the GameType '%.*s'",
                 (int)text_fit(type.text, type.length, 40), type.text);
    return false;
}

static void add_item(struct pdn_reading *r, enum ludus_event event, const char *text, size_t length)
{
    const struct pdn_token *token = &r->token;
    compose_item(&r->import->compose, &(struct composed){ .event = (uint8_t)event,
                                                          .form = token->kind == PDN_LINE ? ';' : '{',
                                                          .cut = token->cut,
                                                          .text = text,
                                                          .length = length });
}

static void add_tag(struct pdn_reading *r, const char *name, const char *value)
{
    compose_tag(&r->import->compose, (struct ludus_text){ name, strlen(name) },
                (struct ludus_text){ value, strlen(value) });
}

/* Adds a tag. One of the position or the result is translated; a result that only PDN has is kept in another
 * tag. */
static void read_tag(struct pdn_reading *r)
{
    struct ludus_text name = r->token.name, value = r->token.value;
    unsigned result = read_result(&r->game, value);
    bool is_result = text_is(name.text, name.length, "Result");
    if (text_is(name.text, name.length, "FEN") && pdn_fen_read(&r->game, value, &r->text)) {
        value = ludus_buffer_text(&r->text);
    } else if (is_result && result != NO_RESULT) {
        buf_text(&r->text, result_text(result));
    } else if (is_result && value.length > 0 && *value.text != '?') {
        add_tag(r, "Result", result_text(LUDUS_OPEN));
        name = (struct ludus_text){ "ResultAsWritten", 15 };
    }
    if (r->text.length == 0 && buf_reserve(&r->text, value.length))
        r->text.length = text_unescape(r->text.bytes, value, "\"\\");
    compose_tag(&r->import->compose, name, ludus_buffer_text(&r->text));
}

/* Reports text that PDN does not have, and adds it as a comment. */
static void read_unknown(struct pdn_reading *r, const char *at)
{
    size_t length = (size_t)(r->token.end - at);
    set_place(r, at);
    import_fault(r->import, "bad-token", r->line, r->column, "'%.*s' is not part of the notation",
                 (int)text_fit(at, length, 40), at);
    r->token.kind = memchr(at, '}', length) ? PDN_LINE : PDN_COMMENT;
    add_item(r, LUDUS_EVENT_COMMENT, at, length);
}

static void read_move(struct pdn_reading *r)
{
    const char *at = r->token.at, *end = at + r->token.value.length;
    bool marked = move_text_mark(end, (size_t)(r->token.end - end)) > 0;
    struct move_text move;
    if (!pdn_move_read(&r->game, at, (size_t)(end - at), &r->text)) {
        /* The reader of the record reports a square that the board does not have, as a lost move. */
        add_item(r, LUDUS_EVENT_UNREAD, at, (size_t)(end - at));
    } else if (!move_text_plain(buf_string(&r->text), r->text.length, &move)) {
        read_unknown(r, at);
        return;
    } else {
        buf_add(&r->text, end, marked ? (size_t)(r->token.end - end) : 0);
        add_item(r, LUDUS_EVENT_MOVE, buf_string(&r->text), r->text.length);
    }
    if (!marked && r->token.end > end) /* more than two marks */
        read_unknown(r, end);
}

/* Adds the number of a turn: dots of the second player are three. */
static void read_number(struct pdn_reading *r)
{
    buf_add(&r->text, r->token.at, r->token.value.length);
    buf_text(&r->text, r->token.end[-2] == '.' ? "..." : ".");
    add_item(r, LUDUS_EVENT_NUMBER, buf_string(&r->text), r->text.length);
}

/* Adds an annotation: $3, a mark in parentheses, or the star of a forced move. */
static void read_nag(struct pdn_reading *r)
{
    const char *at = r->token.at, *digits = at + 1;
    size_t length = (size_t)(r->token.end - at);
    unsigned nag = *at == '*' ? 7 : *at == '$' ? number_take(&digits) : move_text_mark(at + 1, length - 2);
    char text[8];
    (void)snprintf(text, sizeof text, "$%u", nag % 1000);
    if (nag > 255 || (nag == 0 && *at == '('))
        read_unknown(r, at);
    else
        add_item(r, LUDUS_EVENT_NAG, text, strlen(text));
}

/* Adds what the last token says. */
static void read_token(struct pdn_reading *r)
{
    const struct pdn_token *token = &r->token;
    unsigned result;
    set_place(r, token->at);
    buf_clear(&r->text);
    switch (token->kind) {
    case PDN_TAG:
        read_tag(r);
        break;
    case PDN_MOVE:
        read_move(r);
        break;
    case PDN_NUMBER:
        read_number(r);
        break;
    case PDN_NAG:
        read_nag(r);
        break;
    case PDN_COMMENT:
    case PDN_LINE:
        add_item(r, LUDUS_EVENT_COMMENT, token->value.text, token->value.length);
        break;
    case PDN_ESCAPE:
        add_item(r, LUDUS_EVENT_ESCAPE, token->value.text, token->value.length);
        break;
    case PDN_RESULT: /* one that only PDN has is none */
        result = read_result(&r->game, (struct ludus_text){ token->at, (size_t)(token->end - token->at) });
        compose_sign(&r->import->compose, LUDUS_EVENT_RESULT,
                     result_text(result == NO_RESULT ? LUDUS_OPEN : result));
        break;
    case PDN_OPEN:
        r->depth++;
        compose_sign(&r->import->compose, LUDUS_EVENT_VARIATION, "(");
        break;
    case PDN_CLOSE:
        if (r->depth > 0)
            compose_sign(&r->import->compose, LUDUS_EVENT_VARIATION_END, ")");
        else
            read_unknown(r, token->at);
        r->depth -= r->depth > 0;
        break;
    case PDN_WORD:
    case PDN_END:
        read_unknown(r, token->at);
        break;
    }
}

/* Reads the first token of a record, of this chunk or the next. False at the end of the file. */
static bool find_record(struct pdn_reading *r)
{
    while (r->token.kind == PDN_END) {
        if (!input_next(r->input, 1, &r->chunk))
            return false;
        r->placed = r->chunk.text;
        r->line = r->chunk.line;
        r->column = r->chunk.column + 1;
        r->token = (struct pdn_token){ .kind = PDN_WORD, .end = r->chunk.text };
        if (r->chunk.large)
            return true;
        lex(r, &r->token);
    }
    return true;
}

/* Reads up to the first token of the next record. */
static void read_record(struct pdn_reading *r)
{
    const struct pdn_token *token = &r->token;
    bool moves = false;
    r->depth = 0;
    add_tag(r, "Variant", ludus_ruleset_id(r->game.rules));
    if (r->nought)
        add_tag(r, "ResultAsWritten", "0-0");
    for (; !ends_record(token, moves, r->depth); lex(r, &r->token)) {
        bool variant = token->kind == PDN_TAG && text_is(token->name.text, token->name.length, "Variant");
        moves |= token->kind > PDN_ESCAPE;
        if (!variant)
            read_token(r);
    }
    if (token->kind == PDN_RESULT) { /* remarks after it belong to it */
        read_token(r);
        for (lex(r, &r->token); token->kind == PDN_COMMENT; lex(r, &r->token))
            read_token(r);
    }
}

static enum import_next next_pdn(struct ludus_import *import)
{
    struct pdn_reading *r = import->state;
    if (!r->input) {
        r->import = import;
        r->input = input_new(import->source, import->most, 1, 0);
        import->source = NULL;
        import->error = r->input ? 0 : ENOMEM;
    }
    bool found = r->input && find_record(r);
    if (found && r->chunk.large) {
        import_fault(import, "large-record", r->line, r->column, LARGE_TEXT, "record", r->chunk.large);
        r->token.kind = PDN_END;
        return IMPORT_SKIP;
    }
    bool known = found && find_game(r);
    if (known)
        read_record(r);
    else if (found) /* the next one begins another chunk */
        r->token.kind = PDN_END;
    import->error = import->error    ? import->error
                    : r->text.failed ? ENOMEM
                    : r->input       ? input_error(r->input)
                                     : 0;
    return import->error || !found ? IMPORT_END : known ? IMPORT_RECORD : IMPORT_SKIP;
}

const struct import_format import_pdn = { sizeof(struct pdn_reading), next_pdn, close_pdn };
