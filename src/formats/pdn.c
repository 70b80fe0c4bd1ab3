/* pdn.c - the games of the portable draughts notation: the numbers of their squares, and moves, positions and
 * results in it. */
#include "formats/pdn.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const struct type {
    unsigned number;
    const char *id, *form, *sign;
    unsigned points; /* of a win */
} types[] = {
#define GAMETYPE(number, id, form, sign, points) { number, #id, form, sign, points },
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

/* Reads the number or the name of a square. Returns NONE if the game has none such. */
static unsigned take_square(const struct pdn_game *game, const char **at, const char *end)
{
    unsigned file, rank;
    char mark;
    if (*at < end && is_digit(**at)) {
        uint32_t number = number_take(at);
        return number > 0 && number <= game->count ? game->square[number] : NONE;
    }
    if (!move_text_next(at, end, &mark, &file, &rank) || file > game->rules->rules.files ||
        rank > game->rules->rules.ranks)
        return NONE;
    return (rank - 1) * game->rules->rules.files + file - 1;
}

static void add_square(const struct pdn_game *game, unsigned square, bool numeric, struct ludus_buffer *out)
{
    char number[8];
    (void)snprintf(number, sizeof number, "%u", game->numbers[square]);
    buf_text(out, numeric ? number : square_name(game->rules, square).text);
}

bool pdn_move_read(const struct pdn_game *game, const char *text, size_t length, struct ludus_buffer *out)
{
    const char *at = text, *end = text + length;
    bool numeric = is_digit(*text), whole = numeric;
    if (!numeric) /* squares stay as they are, but for the sign of a capture */
        for (; at < end; at++)
            buf_char(out, *at == ':' || *at == 'X' ? 'x' : *at);
    while (whole && at < end) {
        unsigned square = take_square(game, &at, end);
        whole = square != NONE;
        if (whole)
            add_square(game, square, false, out);
        if (whole && at < end)
            buf_char(out, *at++ == '-' ? '-' : 'x');
    }
    return whole || !numeric;
}

void pdn_move_write(const struct pdn_game *game, const struct item *item, bool brief,
                    struct ludus_buffer *out)
{
    static const char *const marks[] = { "", "!", "?", "!!", "??", "!?", "?!" };
    const struct move_text *move = &item->move;
    const char *first = move->plain + move->squares, *end = first + move->squares_length, *at = first;
    size_t begin = out->length;
    unsigned last = NONE, count = 0;
    const char *sign = memchr(first, 'x', move->squares_length) ? game->sign : "-";
    bool fits = move->style == MOVE_SQUARES && move->flags & MOVE_LONG;
    while (fits && at < end) {
        at += *at == 'x' || *at == '-';
        last = take_square(game, &at, end);
        fits = last != NONE && game->numbers[last];
        if (!fits || (brief && count++ > 0))
            continue;
        buf_text(out, out->length > begin ? sign : "");
        add_square(game, last, game->numeric, out);
    }
    if (fits && brief) {
        buf_text(out, sign);
        add_square(game, last, game->numeric, out);
    }
    if (!fits)
        out->length = begin;
    buf_add(out, item->text, fits ? 0 : item->length);
    buf_text(out, fits ? marks[move->mark] : "");
}

/* ---- Positions ---- */

/* Reads the men of a side, as "W18,K24,27-30", into codes by square. */
static bool read_men(const struct pdn_game *game, const char **at, const char *end, uint8_t *cell)
{
    const struct rules *rules = &game->rules->rules;
    unsigned man = (unsigned)__builtin_ctz(rules->pawns),
             king = (unsigned)__builtin_ctz(rules->kinds[man].becomes);
    unsigned side = to_upper(*(*at)++) == 'W' ? LUDUS_WHITE : LUDUS_BLACK;
    while (*at < end && **at != ':') {
        bool crowned = to_upper(**at) == 'K';
        *at += crowned;
        unsigned first = take_square(game, at, end), last = first;
        if (*at < end && **at == '-' && first != NONE) {
            ++*at;
            last = take_square(game, at, end);
        }
        if (first == NONE || last == NONE || !game->numbers[first] ||
            game->numbers[first] > game->numbers[last])
            return false;
        for (unsigned number = game->numbers[first]; number <= game->numbers[last]; number++)
            cell[game->square[number]] = CODE_OF(crowned ? king : man, side);
        *at += *at < end && **at == ',';
    }
    return true;
}

/* Appends the placement of codes by square. */
static void add_placement(const struct ludus_ruleset *rules, const uint8_t *cell, struct ludus_buffer *out)
{
    char number[8];
    for (unsigned rank = rules->rules.ranks; rank-- > 0;) {
        for (unsigned file = 0, gap = 0; file <= rules->rules.files; file++) {
            unsigned code = file < rules->rules.files ? cell[rank * rules->rules.files + file] : 0;
            bool ends = file == rules->rules.files || code;
            (void)snprintf(number, sizeof number, "%u", gap);
            buf_text(out, ends && gap ? number : "");
            if (code)
                buf_char(out, rules->letters[code]);
            gap = ends ? 0 : gap + 1;
        }
        buf_text(out, rank ? "/" : "");
    }
}

bool pdn_fen_read(const struct pdn_game *game, struct ludus_text text, struct ludus_buffer *out)
{
    const char *at = text.text, *end = at + text.length;
    uint8_t cell[SQUARES_MAX] = { 0 };
    unsigned quiet = 0, number = 1;
    char rest[40];
    end -= end > at && end[-1] == '.';
    if (at == end || !game->rules->rules.pawns || !strchr("WBwb", *at))
        return false;
    char side = to_lower(*at++);
    while (at < end) {
        char what = at + 1 < end && *at == ':' ? to_upper(at[1]) : '\0';
        at += 1 + (what == 'H' || what == 'F');
        if (what == 'H')
            quiet = number_take(&at);
        else if (what == 'F')
            number = number_take(&at);
        else if ((what != 'W' && what != 'B') || !read_men(game, &at, end, cell))
            return false;
    }
    add_placement(game->rules, cell, out);
    (void)snprintf(rest, sizeof rest, " %c - - %u %u", side, quiet, number);
    buf_text(out, rest);
    return true;
}

void pdn_fen_write(const struct pdn_game *game, const struct ludus_position *pos, struct ludus_buffer *out)
{
    char rest[40];
    buf_text(out, pos->side == LUDUS_WHITE ? "W" : "B");
    for (unsigned side = 0; side < 2; side++) {
        const char *before = side == LUDUS_WHITE ? ":W" : ":B";
        buf_text(out, before);
        before = "";
        for (unsigned i = 1; i <= game->count; i++) {
            unsigned square = game->square[i], code = pos->cell[square];
            if (!code || CODE_SIDE(code) != side)
                continue;
            buf_text(out, before);
            buf_text(out, game->rules->rules.pawns >> CODE_KIND(code) & 1 ? "" : "K");
            add_square(game, square, true, out);
            before = ",";
        }
    }
    (void)snprintf(rest, sizeof rest, ":H%u:F%u", (unsigned)pos->quiet, (unsigned)pos->number);
    buf_text(out, pos->quiet > 0 || pos->number > 1 ? rest : "");
}

/* ---- Results ---- */

unsigned pdn_result_read(const struct pdn_game *game, struct ludus_text text)
{
    int result = text_among(text.text, text.length, "* 1-0 0-1 1/2-1/2 2-0 0-2 1-1 1/2");
    static const uint8_t results[] = { LUDUS_OPEN,       LUDUS_WHITE_WINS, LUDUS_BLACK_WINS, LUDUS_DRAW,
                                       LUDUS_WHITE_WINS, LUDUS_BLACK_WINS, LUDUS_DRAW,       LUDUS_DRAW };
    unsigned found = result < 0 ? NO_RESULT : results[result];
    bool won = found == LUDUS_WHITE_WINS || found == LUDUS_BLACK_WINS;
    if (!won)
        return found;
    unsigned first = turn_first(&game->rules->rules);
    return side_wins(found == LUDUS_WHITE_WINS ? first : first ^ 1);
}

const char *pdn_result_text(const struct pdn_game *game, unsigned result)
{
    bool first = result == side_wins(turn_first(&game->rules->rules));
    if (result == LUDUS_DRAW)
        return game->points ? "1-1" : "1/2-1/2";
    if (result == LUDUS_OPEN)
        return "*";
    return game->points ? (first ? "2-0" : "0-2") : first ? "1-0" : "0-1";
}
