/* pdn.c - the games of the portable draughts notation: the numbers of their squares, and moves, positions and
 * results in it. */
#include "formats/pdn.h"

#include "base/text.h"

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

unsigned pdn_result_read(const struct pdn_game *game, struct ludus_text text)
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
