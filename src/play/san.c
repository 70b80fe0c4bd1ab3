/* san.c - writes moves, with minimal disambiguation, or long with full names. */
#include "play/san.h"

#include "base/chars.h"
#include "rules/engine.h"

#include <string.h>

enum { OTHERS_MAX = 128 };

void san_add(struct san_text *text, const char *bytes)
{
    size_t length = strlen(bytes);
    if (text->length < text->size) {
        size_t room = text->size - 1 - text->length, kept = length < room ? length : room;
        memcpy(text->out + text->length, bytes, kept);
        text->out[text->length + kept] = '\0';
    }
    text->length += length;
}

static void add_square(struct san_text *text, const struct ludus_position *pos, unsigned square)
{
    san_add(text, square_name(pos->ruleset, square).text);
}

const char *san_roll_text(char out[SAN_ROLL], const uint8_t *dice, unsigned count)
{
    char *end = out;
    *end++ = '(';
    for (unsigned i = 0; i < count; i++) {
        if (i)
            *end++ = ',';
        if (!dice[i])
            *end++ = '_';
        for (unsigned unit = 100; unit > 0; unit /= 10)
            if (dice[i] >= unit)
                *end++ = (char)('0' + dice[i] / unit % 10);
    }
    strcpy(end, ")");
    return out;
}

/* Returns O-O or O-O-O; "" if the rules have no such castling. */
static const char *castle_text(const struct rules *rules, struct ludus_move move)
{
    const struct castle *castle = castle_between(rules, move.from, move.to);
    return !castle ? "" : castle_is_short(castle) ? "O-O" : "O-O-O";
}

size_t san_write_step(char out[SAN_STEP], const struct ludus_ruleset *ruleset, const struct san_step *step)
{
    const struct rules *rules = &ruleset->rules;
    struct ludus_move move = step->move;
    struct square_name from = square_name(ruleset, move.from);
    bool pawn = rules->pawns >> step->kind & 1;
    char *at = out;
    if (move.type == LUDUS_CASTLE)
        return (size_t)(stpcpy(out, castle_text(rules, move)) - out);
    if (!pawn)
        *at++ = rules->kinds[step->kind].letter;
    if ((step->others && (!step->others_in_file || step->others_in_rank)) ||
        (pawn && (step->takes || step->others_in_file))) /* a rank alone would be read as a number */
        *at++ = *from.text;
    at = stpcpy(at, step->others_in_file ? from.text + 1 : "");
    at = stpcpy(at, step->takes ? "x" : "");
    at = stpcpy(at, square_name(ruleset, move.to).text);
    if (move.piece != NONE) {
        *at++ = '=';
        *at++ = rules->kinds[move.piece].letter;
    }
    *at = '\0';
    return (size_t)(at - out);
}

/* Appends "Regina d1-e2", "Miles b7-b8=Armiger". */
static void write_long_step(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct kind *kinds = pos->ruleset->rules.kinds;
    if (pos->cell[move.from]) {
        san_add(text, kinds[CODE_KIND(pos->cell[move.from])].names[0]);
        san_add(text, " ");
    }
    add_square(text, pos, move.from);
    san_add(text, san_takes(pos, move) ? "x" : "-");
    add_square(text, pos, move.to);
    if (move.piece != NONE) {
        san_add(text, "=");
        san_add(text, kinds[move.piece].names[0]);
    }
    if (move.type == LUDUS_EN_PASSANT)
        san_add(text, " e.p.");
}

/* Appends "Nbd2". */
static void write_short_step(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    struct ludus_move others[OTHERS_MAX];
    struct san_step step = { .move = move,
                             .kind = (uint8_t)CODE_KIND(pos->cell[move.from]),
                             .takes = san_takes(pos, move) };
    kind_set pawns = ruleset->rules.pawns, alike = 1u << step.kind;
    size_t count = movegen_to(pos, alike & pawns ? pawns : alike, move.to, others, OTHERS_MAX);
    char out[SAN_STEP];
    for (size_t i = 0; i < count && i < OTHERS_MAX; i++) {
        unsigned from = others[i].from;
        if (from == move.from || others[i].type == LUDUS_CASTLE || others[i].type == LUDUS_PLACE)
            continue;
        step.others = true;
        step.others_in_file |= square_file(ruleset, from) == square_file(ruleset, move.from);
        step.others_in_rank |= square_rank(ruleset, from) == square_rank(ruleset, move.from);
    }
    (void)san_write_step(out, ruleset, &step);
    san_add(text, out);
}

/* Appends a move with full names, or with minimal disambiguation, without a check sign. */
static void write_move(struct san_text *text, const struct ludus_position *pos, struct ludus_move move,
                       bool names)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned low = move.from != NONE && move.from < move.to ? move.from : move.to;
    unsigned high = low == move.to ? move.from : move.to;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_PASS:
        san_add(text, rules->notation == STYLE_SAN || !knows_passing(rules) ? "--" : "pass");
        break;
    case LUDUS_REMOVE:
        san_add(text, "x");
        add_square(text, pos, move.to);
        break;
    case LUDUS_PLACE: /* of one man or two */
        for (unsigned square = low; square != NONE; square = square == high ? NONE : high) {
            san_add(text, square == low ? "" : ", ");
            san_add(text, names ? rules->kinds[move.piece].names[0]
                                : (char[]){ rules->kinds[move.piece].letter, '\0' });
            san_add(text, names ? " @" : "@");
            add_square(text, pos, square);
        }
        break;
    case LUDUS_CASTLE:
        san_add(text, castle_text(rules, move));
        break;
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_EN_PASSANT:
        (names ? write_long_step : write_short_step)(text, pos, move);
        break;
    }
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
    bool brief = pos->ruleset->rules.notation == STYLE_SAN;
    write_move(text, pos, move, !brief);
    san_add(text, brief ? san_check(pos, move) : "");
}

/* Begins a text for a public function. Can the move be written at all, legal or not? */
static bool begin_text(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    unsigned squares = pos->ruleset->squares, kinds = pos->ruleset->rules.kind_count;
    bool placed = move.piece < kinds && (move.from == NONE || move.from < squares);
    bool moved = move.from < squares && pos->cell[move.from] && (move.piece == NONE || move.piece < kinds);
    san_add(text, "");
    if (move.type == LUDUS_PASS)
        return true;
    return move.type < LUDUS_PASS && move.to < squares &&
           (move.type == LUDUS_REMOVE || (move.type == LUDUS_PLACE ? placed : moved));
}

size_t ludus_move_text(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    bool writable = begin_text(&text, position, move);
    if (writable && (!position->ruleset->rules.check || movegen_legal(position, move)))
        san_write(&text, position, move);
    else if (writable)
        write_move(&text, position, move, true);
    return text.length;
}

size_t ludus_move_long(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    if (begin_text(&text, position, move))
        write_move(&text, position, move, true);
    return text.length;
}

size_t ludus_move_uci(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    const struct rules *rules = &position->ruleset->rules;
    struct san_text text = { out, size, 0 };
    bool writable = begin_text(&text, position, move);
    if (move.type == LUDUS_PASS) {
        san_add(&text, "0000");
    } else if (writable && move.type != LUDUS_PLACE && move.type != LUDUS_REMOVE) {
        add_square(&text, position, move.from);
        add_square(&text, position, move.to);
        if (move.piece != NONE)
            san_add(&text, (char[]){ to_lower(rules->kinds[move.piece].letter), '\0' });
    }
    return text.length;
}
