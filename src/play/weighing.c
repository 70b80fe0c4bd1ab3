/* weighing.c - weighed edits between a text and the ways to spell a move. */
#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/move_text.h"
#include "play/san.h"
#include "play/spelling.h"
#include "rules/engine.h"

#include <stdlib.h>
#include <string.h>

/* ---- Edits ---- */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

/* What it costs that a sign of a spelling is not written. */
static unsigned lost(const struct weighing *weighing, char sign, unsigned part)
{
    if (weighing->written->exact)
        return PRICE_EXACT;
    if (strchr("x-", sign))
        return PRICE_SLIGHT;
    if (strchr(" =@", sign))
        return PRICE_BLANK;
    if (part == PART_FROM && weighing->spelling.way == WAY_SHORT)
        return PRICE_LOST_FILE;
    return is_letter(sign) && part != PART_TO ? PRICE_LOST_LETTER : PRICE_LOST;
}

/* What it costs that a sign is written which is none of the spelling. */
static unsigned added(const struct weighing *weighing, char sign)
{
    return weighing->written->exact ? PRICE_EXACT : sign == ' ' || sign == '-' ? PRICE_BLANK : PRICE_ADDED;
}

/* What it costs that sign number `at` is written for `sign`. */
static unsigned changed(const struct weighing *weighing, char sign, size_t at, unsigned part, bool name)
{
    const struct written *written = weighing->written;
    char is = written->sign[at];
    if (is == '_' || (name && to_lower(is) == to_lower(sign)))
        return 0;
    if (is == sign)
        return written->foreign[at] ? PRICE_FOREIGN : 0;
    if (written->exact)
        return PRICE_EXACT;
    if (to_lower(is) == to_lower(sign))
        return PRICE_CASE;
    bool files = is_file(is) && is_file(sign), same = files || (is_digit(is) && is_digit(sign));
    if ((weighing->print || !same) && lookalikes_has(weighing->alike, is, sign))
        return PRICE_LOOKALIKE;
    if (strchr("x-", sign) && strchr("x-:", is))
        return PRICE_SLIGHT;
    if (name || (is_upper(is) && is_upper(sign)) || (part == PART_NAME && is_letter(is) && is_letter(sign)))
        return PRICE_LETTER;
    if (same)
        return is - sign == 1 || sign - is == 1 ? PRICE_NEIGHBOUR : PRICE_FAR;
    return PRICE_OTHER;
}

unsigned meant_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Spells another sign. False when no spelling that goes on so can be the best. */
static bool add_sign(struct weighing *weighing, size_t at, char sign, unsigned part, bool name)
{
    const struct written *written = weighing->written;
    const uint16_t *row = weighing->row[at];
    uint16_t *next = weighing->row[at + 1];
    unsigned missing = lost(weighing, sign, part), lowest = UINT16_MAX;
    if (at + 1 >= SPELLING_MAX)
        return false;
    weighing->text[at] = sign;
    for (size_t j = 0; j <= written->length; j++) {
        unsigned price = row[j] + missing;
        if (j > 0) {
            price = meant_least(price, next[j - 1] + added(weighing, written->sign[j - 1]));
            price = meant_least(price, row[j - 1] + changed(weighing, sign, j - 1, part, name));
        }
        if (at > 0 && j > 1 && !written->exact && sign == written->sign[j - 2] &&
            weighing->text[at - 1] == written->sign[j - 1])
            price = meant_least(price, weighing->row[at - 1][j - 2] + PRICE_TRANSPOSED);
        next[j] = (uint16_t)meant_least(price, UINT16_MAX);
        lowest = meant_least(lowest, price);
    }
    return lowest < weighing->price;
}

/* Another piece is named: one fault, however many letters it has. */
static void allow_other_name(struct weighing *weighing, size_t at)
{
    const struct written *written = weighing->written;
    const char *blank = memchr(written->sign, ' ', written->length);
    size_t length = blank ? (size_t)(blank - written->sign) : 0;
    if (length > 1 && lexicon_kind(weighing->lexicon, written->sign, length) != NONE)
        weighing->row[at][length + 1] = (uint16_t)meant_least(weighing->row[at][length + 1], PRICE_LETTER);
}

/* Spells a word from sign number `*at` on, which becomes its end. False as for add_sign. */
static bool add_word(struct weighing *weighing, size_t *at, const char *word, unsigned part)
{
    bool name = part != PART_TO && strlen(word) > 2 && is_letter(word[part == PART_BECOMES]) &&
                is_letter(word[1 + (part == PART_BECOMES)]);
    bool hopeful = true, whole = name && part == PART_NAME && !weighing->written->exact;
    for (const char *sign = word; *sign; sign++)
        if (!(hopeful = add_sign(weighing, (*at)++, *sign, part, name)) && !whole)
            return false;
    if (whole && *at < SPELLING_MAX) {
        allow_other_name(weighing, *at);
        hopeful = true;
    }
    return hopeful;
}

bool meant_is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                      unsigned square)
{
    return text->style == MOVE_PLACE &&
           resolve_square(lexicon->ruleset, text->to_file, text->to_rank) == square &&
           (text->name_length == 0 || lexicon_kind(lexicon, text->plain, text->name_length) == kind);
}

static bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

/* Does the spelling, as a record would have it, mean the move and nothing else? */
static bool means(const struct weighing *weighing, size_t length)
{
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX], move = weighing->move;
    if (!move_text_plain(weighing->text, length, &parsed))
        return false;
    if (move.type == LUDUS_PLACE)
        return meant_is_placing(weighing->lexicon, &parsed, move.piece, move.to);
    return resolve_move(weighing->lexicon, weighing->pos, &parsed, moves) == 1 && same_move(moves[0], move);
}

/* The spelling is whole: is it the best? */
static bool take_spelling(struct weighing *weighing, size_t length)
{
    unsigned price = weighing->row[length][weighing->written->length] + weighing->written->price;
    if (price >= weighing->price || !means(weighing, length))
        return false;
    weighing->price = price;
    memcpy(weighing->best, weighing->text, length);
    weighing->best[length] = '\0';
    return true;
}

/* ---- Squares on the way, and men that are removed ---- */

static bool add_square(struct weighing *weighing, size_t *at, const char *before, unsigned square)
{
    char name[8];
    struct san_text text = { name, sizeof name, 0 };
    san_add(&text, before);
    san_square(&text, weighing->pos->ruleset, square);
    san_end(&text);
    return add_word(weighing, at, name, PART_TO) && ++weighing->tries <= TRIES_MAX;
}

/* What comes is a list of the men that are removed, all of them. */
static void weigh_taken(struct weighing *weighing, size_t at)
{
    bool any = false;
    for (unsigned square = 0; square < weighing->pos->ruleset->squares && weighing->price; square++) {
        size_t after = at;
        if (!squares_has(&weighing->taken, square))
            continue;
        any = true;
        squares_remove(&weighing->taken, square);
        if (add_square(weighing, &after, "x", square))
            weigh_taken(weighing, after);
        squares_add(&weighing->taken, square);
    }
    if (!any)
        take_spelling(weighing, at);
}

/* Notes what the move takes. Is that more than what stands on its target? */
static bool find_taken(struct weighing *weighing)
{
    struct ludus_position after = *weighing->pos;
    struct undo undo;
    bool any = false;
    position_make(&after, weighing->move, &undo);
    weighing->taken = (struct squares){ { 0 } };
    for (unsigned i = 0; i < undo.changes; i++) {
        unsigned square = undo.change[i].square, was = undo.change[i].was;
        if (square == weighing->move.from || square == weighing->move.to || !was ||
            CODE_SIDE(was) == undo.side)
            continue;
        squares_add(&weighing->taken, square);
        any = true;
    }
    return any;
}

/* Can the squares so far be the way of the move, or its beginning? */
static bool leads_on(const struct weighing *weighing)
{
    const struct rules *rules = &weighing->pos->ruleset->rules;
    unsigned last = weighing->path[weighing->count - 1];
    if (weighing->count == 2 && last == weighing->move.to)
        return true;
    if (weighing->move.type != LUDUS_JUMP)
        return false;
    return (rules->jump_revisit && last == weighing->path[0]) ||
           movegen_jump_path(weighing->pos, weighing->path, weighing->count);
}

/* What comes are the squares that follow the from-square and its hyphen. */
static void weigh_squares(struct weighing *weighing, size_t at)
{
    unsigned squares = weighing->pos->ruleset->squares;
    for (unsigned square = 0; square < squares && weighing->count < TRAIL_MAX && weighing->price; square++) {
        size_t after = at;
        if (!add_square(weighing, &after, "", square))
            continue;
        weighing->path[weighing->count++] = (uint8_t)square;
        bool on = leads_on(weighing), there = on && square == weighing->move.to;
        if (there && !take_spelling(weighing, after) && find_taken(weighing))
            weigh_taken(weighing, after);
        if (on && weighing->move.type == LUDUS_JUMP && add_word(weighing, &after, "-", PART_TO))
            weigh_squares(weighing, after);
        weighing->count--;
    }
}

/* ---- Comparing ---- */

/* Tries the choices of part number `part` and those after it. */
static void weigh_part(struct weighing *weighing, unsigned part, size_t at)
{
    const struct spelling *spelling = &weighing->spelling;
    if (part == spelling->parts && spelling->way == WAY_SQUARES && weighing->move.type <= LUDUS_JUMP) {
        weighing->path[0] = weighing->move.from;
        weighing->count = 1;
        weighing->tries = 0;
        weigh_squares(weighing, at);
        return;
    }
    if (part == spelling->parts || part == PARTS_MAX) {
        take_spelling(weighing, at);
        return;
    }
    for (unsigned i = 0; i < spelling->part[part].count && weighing->price; i++) {
        size_t after = at;
        if (add_word(weighing, &after, spelling->part[part].choice[i], part))
            weigh_part(weighing, part + 1, after);
    }
}

static void weigh_way(struct weighing *weighing, enum way way)
{
    const struct written *written = weighing->written;
    meant_spell(&weighing->spelling, weighing->pos, weighing->move, way);
    for (size_t j = 0; j <= written->length; j++) {
        unsigned price = j ? weighing->row[0][j - 1] + added(weighing, written->sign[j - 1]) : 0;
        weighing->row[0][j] = (uint16_t)meant_least(price, UINT16_MAX);
    }
    weigh_part(weighing, 0, 0);
}

/* Has the text room for more squares than two, behind a name? */
static bool has_more_squares(const struct written *written)
{
    size_t squares = 0;
    while (squares < written->length && written->sign[written->length - 1 - squares] != ' ')
        squares++;
    return squares >= SQUARES_LEAST;
}

/* Can the end of the pattern be the squares of the move? Most moves fall here, before they are spelled. */
static bool ends_so(const struct written *written, const struct ludus_position *pos, struct ludus_move move)
{
    char squares[20];
    struct san_text text = { squares, sizeof squares, 0 };
    if (move.type > LUDUS_EN_PASSANT || move.piece != NONE)
        return true;
    if (memchr(written->sign, '-', written->length)) {
        san_square(&text, pos->ruleset, move.from);
        san_add(&text, "-");
    }
    san_square(&text, pos->ruleset, move.to);
    size_t end = san_end(&text);
    for (size_t i = 0; end <= written->length && i < end; i++) {
        char sign = written->sign[written->length - end + i];
        if (sign != '_' && sign != squares[i])
            return false;
    }
    return end <= written->length;
}

bool meant_weigh(struct weighing *weighing, const struct written *written)
{
    struct ludus_move move = weighing->move;
    unsigned before = weighing->price;
    weighing->written = written;
    bool chain = move.type <= LUDUS_JUMP && has_more_squares(written), steps = move.type <= LUDUS_EN_PASSANT;
    bool plain = !written->exact || ends_so(written, weighing->pos, move);
    for (enum way way = plain ? WAY_SHORT : WAY_SQUARES; way <= (chain   ? WAY_SQUARES
                                                                 : steps ? WAY_LONG
                                                                         : WAY_SHORT) &&
                                                         weighing->price;
         way++)
        weigh_way(weighing, way);
    return weighing->price < before;
}
