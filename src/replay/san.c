/* san.c - writes moves, as short as can be read again, or long with full names. */
#include "san.h"

#include "rules/fen.h"
#include "rules/movegen.h"

#include <string.h>

enum { RIVALS_MAX = 128 };

void san_add_bytes(struct san_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++, text->length++)
        if (text->length + 1 < text->size)
            text->out[text->length] = bytes[i];
}

void san_add(struct san_text *text, const char *bytes)
{
    san_add_bytes(text, bytes, strlen(bytes));
}

static void add_char(struct san_text *text, char c)
{
    san_add_bytes(text, &c, 1);
}

void san_number(struct san_text *text, unsigned number)
{
    char digits[12], *at = digits + sizeof digits;
    *--at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    san_add(text, at);
}

void san_square(struct san_text *text, const struct ludus_ruleset *ruleset, unsigned square)
{
    char name[4] = "";
    square_name(ruleset, square, name);
    san_add(text, name);
}

size_t san_end(struct san_text *text)
{
    if (text->size)
        text->out[text->length < text->size ? text->length : text->size - 1] = '\0';
    return text->length;
}

void san_roll(struct san_text *text, const uint8_t *dice, unsigned count)
{
    add_char(text, '(');
    for (unsigned i = 0; i < count; i++) {
        if (i)
            add_char(text, ',');
        if (dice[i])
            san_number(text, dice[i]);
        else
            add_char(text, '_');
    }
    add_char(text, ')');
}

/* Moves without squares of a piece's way; true when `move` is one and has been written. */
static bool write_special(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    switch (move.type) {
    case LUDUS_PASS:
        san_add(text, "pass");
        return true;
    case LUDUS_REMOVE:
        add_char(text, 'x');
        san_square(text, pos->ruleset, move.to);
        return true;
    case LUDUS_CASTLE:
        for (unsigned i = 0; i < rules->castle_count; i++)
            if (rules->castles[i].king_from == move.from && rules->castles[i].king_to == move.to)
                san_add(text, strchr("Kk", rules->castles[i].letter) ? "O-O" : "O-O-O");
        return true;
    default:
        return false;
    }
}

static void write_place(struct san_text *text, const struct ludus_position *pos, struct ludus_move move,
                        bool names)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[move.piece];
    unsigned low = move.from != NONE && move.from < move.to ? move.from : move.to;
    unsigned high = low == move.to ? move.from : move.to;
    for (unsigned square = low;; square = high) {
        if (names) {
            san_add(text, kind->names[0]);
            add_char(text, ' ');
        } else {
            add_char(text, kind->letter);
        }
        add_char(text, '@');
        san_square(text, pos->ruleset, square);
        if (square == high || high == NONE)
            return;
        san_add(text, ", ");
    }
}

/* As much of the from-square as tells the move from those of other pieces of the kind to the same square. */
static void write_origin(struct san_text *text, const struct ludus_position *pos, struct ludus_move move,
                         bool pawn_takes)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    struct ludus_move rivals[RIVALS_MAX];
    unsigned kind = CODE_KIND(pos->cell[move.from]);
    unsigned file = square_file(ruleset, move.from), rank = square_rank(ruleset, move.from);
    size_t count = movegen_to(pos, 1u << kind, move.to, rivals, RIVALS_MAX);
    bool any = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < count && i < RIVALS_MAX; i++) {
        if (rivals[i].from == move.from || rivals[i].type == LUDUS_CASTLE || rivals[i].type == LUDUS_PLACE)
            continue;
        any = true;
        same_file |= square_file(ruleset, rivals[i].from) == file;
        same_rank |= square_rank(ruleset, rivals[i].from) == rank;
    }
    if ((any && (!same_file || same_rank)) || pawn_takes)
        add_char(text, (char)('a' + file));
    if (same_file)
        san_number(text, rank + 1);
}

static void write_short(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned kind = CODE_KIND(pos->cell[move.from]);
    bool pawn = rules->pawns >> kind & 1, takes = san_takes(pos, move);
    if (!pawn)
        add_char(text, rules->kinds[kind].letter);
    write_origin(text, pos, move, pawn && takes);
    if (takes)
        add_char(text, 'x');
    san_square(text, pos->ruleset, move.to);
    if (move.piece != NONE) {
        add_char(text, '=');
        add_char(text, rules->kinds[move.piece].letter);
    }
}

void san_write_long(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (write_special(text, pos, move))
        return;
    if (move.type == LUDUS_PLACE) {
        write_place(text, pos, move, true);
        return;
    }
    if (pos->cell[move.from]) {
        san_add(text, rules->kinds[CODE_KIND(pos->cell[move.from])].names[0]);
        add_char(text, ' ');
    }
    san_square(text, pos->ruleset, move.from);
    add_char(text, san_takes(pos, move) ? 'x' : '-');
    san_square(text, pos->ruleset, move.to);
    if (move.piece != NONE) {
        add_char(text, '=');
        san_add(text, rules->kinds[move.piece].names[0]);
    }
    if (move.type == LUDUS_EN_PASSANT)
        san_add(text, " e.p.");
}

static void write_check(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_position after = *pos;
    struct undo undo;
    position_make(&after, move, &undo);
    if (after.side != pos->side && position_checked(&after))
        add_char(text, movegen_any(&after) ? '+' : '#');
}

void san_write(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (rules->notation != STYLE_SAN) {
        san_write_long(text, pos, move);
        return;
    }
    if (move.type == LUDUS_PLACE)
        write_place(text, pos, move, false);
    else if (!write_special(text, pos, move))
        write_short(text, pos, move);
    if (rules->check)
        write_check(text, pos, move);
}

size_t ludus_move_text(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    san_write(&text, position, move);
    return san_end(&text);
}

size_t ludus_move_long(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    san_write_long(&text, position, move);
    return san_end(&text);
}
