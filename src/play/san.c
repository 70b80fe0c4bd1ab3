/* san.c - writes moves, as short as can be read again, or long with full names. */
#include "play/san.h"

#include "base/chars.h"
#include "rules/engine.h"

#include <string.h>

enum { OTHERS_MAX = 128 };

void san_add_bytes(struct san_text *text, const char *bytes, size_t length)
{
    size_t room = text->length + 1 < text->size ? text->size - 1 - text->length : 0;
    if (room)
        memcpy(text->out + text->length, bytes, length < room ? length : room);
    text->length += length;
}

void san_add(struct san_text *text, const char *bytes)
{
    san_add_bytes(text, bytes, strlen(bytes));
}

void san_number(struct san_text *text, unsigned number)
{
    char digits[12], *end = digits + sizeof digits, *at = end;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    while (at < end)
        san_char(text, *at++);
}

void san_square(struct san_text *text, const struct ludus_ruleset *ruleset, unsigned square)
{
    san_add(text, square_name(ruleset, square).text);
}

size_t san_end(struct san_text *text)
{
    if (text->size)
        text->out[text->length < text->size ? text->length : text->size - 1] = '\0';
    return text->length;
}

const char *san_roll_text(char out[SAN_ROLL], const uint8_t *dice, unsigned count)
{
    struct san_text text = { out, SAN_ROLL, 0 };
    san_char(&text, '(');
    for (unsigned i = 0; i < count; i++) {
        if (i)
            san_char(&text, ',');
        if (dice[i])
            san_number(&text, dice[i]);
        else
            san_char(&text, '_');
    }
    san_char(&text, ')');
    san_end(&text);
    return out;
}

void san_castle(struct san_text *text, const struct ludus_ruleset *ruleset, unsigned from, unsigned to)
{
    const struct castle *castle = castle_between(&ruleset->rules, from, to);
    if (castle)
        san_add(text, castle_is_short(castle) ? "O-O" : "O-O-O");
}

/* Moves without squares of a piece's way; true when `move` is one and has been written. */
static bool write_special(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    switch (move.type) {
    case LUDUS_PASS:
        san_add(text, rules->notation == STYLE_SAN || !knows_passing(rules) ? "--" : "pass");
        return true;
    case LUDUS_REMOVE:
        san_char(text, 'x');
        san_square(text, pos->ruleset, move.to);
        return true;
    case LUDUS_CASTLE:
        san_castle(text, pos->ruleset, move.from, move.to);
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
            san_char(text, ' ');
        } else {
            san_char(text, kind->letter);
        }
        san_char(text, '@');
        san_square(text, pos->ruleset, square);
        if (square == high || high == NONE)
            return;
        san_add(text, ", ");
    }
}

void san_write_step(struct san_text *text, const struct ludus_ruleset *ruleset, const struct san_step *step)
{
    const struct rules *rules = &ruleset->rules;
    struct square_name from = square_name(ruleset, step->from);
    bool pawn = rules->pawns >> step->kind & 1;
    if (!pawn)
        san_char(text, rules->kinds[step->kind].letter);
    if ((step->others && (!step->others_in_file || step->others_in_rank)) ||
        (pawn && (step->takes || step->others_in_file))) /* a rank alone would be read as a number */
        san_char(text, *from.text);
    if (step->others_in_file)
        san_add(text, from.text + 1);
    if (step->takes)
        san_char(text, 'x');
    san_square(text, ruleset, step->to);
    if (step->piece != NONE) {
        san_char(text, '=');
        san_char(text, rules->kinds[step->piece].letter);
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
        san_char(text, ' ');
    }
    san_square(text, pos->ruleset, move.from);
    san_char(text, san_takes(pos, move) ? 'x' : '-');
    san_square(text, pos->ruleset, move.to);
    if (move.piece != NONE) {
        san_char(text, '=');
        san_add(text, rules->kinds[move.piece].names[0]);
    }
    if (move.type == LUDUS_EN_PASSANT)
        san_add(text, " e.p.");
}

const char *san_check(const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_position *after = position_trial(pos);
    const unsigned side = pos->side;
    struct undo undo;
    if (!pos->ruleset->rules.check)
        return "";
    position_make(after, move, &undo);
    const char *check = after->side == side || !position_checked(after) ? "" : movegen_any(after) ? "+" : "#";
    position_unmake(after, &undo);
    return check;
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
    else if (!write_special(text, pos, move)) {
        const struct ludus_ruleset *ruleset = pos->ruleset;
        struct ludus_move others[OTHERS_MAX];
        struct san_step step = { .kind = (uint8_t)CODE_KIND(pos->cell[move.from]),
                                 .from = move.from,
                                 .to = move.to,
                                 .piece = move.piece,
                                 .takes = san_takes(pos, move) };
        kind_set pawns = ruleset->rules.pawns, alike = 1u << step.kind;
        size_t count = movegen_to(pos, alike & pawns ? pawns : alike, move.to, others, OTHERS_MAX);
        for (size_t i = 0; i < count && i < OTHERS_MAX; i++) {
            unsigned from = others[i].from;
            if (from == move.from || others[i].type == LUDUS_CASTLE || others[i].type == LUDUS_PLACE)
                continue;
            step.others = true;
            step.others_in_file |= square_file(ruleset, from) == square_file(ruleset, move.from);
            step.others_in_rank |= square_rank(ruleset, from) == square_rank(ruleset, move.from);
        }
        san_write_step(text, ruleset, &step);
    }
    san_add(text, san_check(pos, move));
}

/* Could the move be written at all, legal or not? */
static bool is_writable(const struct ludus_position *pos, struct ludus_move move)
{
    unsigned squares = pos->ruleset->squares, kinds = pos->ruleset->rules.kind_count;
    bool placed = move.piece < kinds && (move.from == NONE || move.from < squares);
    bool moved = move.from < squares && pos->cell[move.from] && (move.piece == NONE || move.piece < kinds);
    if (move.type == LUDUS_PASS)
        return true;
    return move.type < LUDUS_PASS && move.to < squares &&
           (move.type == LUDUS_REMOVE || (move.type == LUDUS_PLACE ? placed : moved));
}

size_t ludus_move_text(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    bool writable = is_writable(position, move);
    if (writable && (!position->ruleset->rules.check || movegen_legal(position, move)))
        san_write(&text, position, move);
    else if (writable)
        san_write_long(&text, position, move);
    return san_end(&text);
}

size_t ludus_move_long(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    if (is_writable(position, move))
        san_write_long(&text, position, move);
    return san_end(&text);
}

size_t ludus_move_uci(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    const struct rules *rules = &position->ruleset->rules;
    struct san_text text = { out, size, 0 };
    if (move.type == LUDUS_PASS) {
        san_add(&text, "0000");
    } else if (is_writable(position, move) && move.type != LUDUS_PLACE && move.type != LUDUS_REMOVE) {
        san_square(&text, position->ruleset, move.from);
        san_square(&text, position->ruleset, move.to);
        if (move.piece != NONE)
            san_char(&text, to_lower(rules->kinds[move.piece].letter));
    }
    return san_end(&text);
}
