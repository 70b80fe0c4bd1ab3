/* fen.c - positions from FEN; the fields are described in ludus-record(5). */
#include "base/chars.h"
#include "base/memory.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A FEN being read: what is left of it, and where the reason for a failure goes. */
struct fen {
    const char *text;
    char *reason;
    size_t size;
    bool part;        /* royals need not be as the rules have them */
    const char *sign; /* the sign read last */
    uint32_t number;  /* what it says, if it is a number */
};

enum { FEN_NUMBER_MAX = 1000000 };

/* Any other byte is a sign of its own: '/', '-', and so on. */
enum fen_sign {
    FEN_END, /* a blank or the end, which is not taken */
    FEN_NUMBER = 256,
    FEN_LETTER
};

/* Writes the reason and returns false. */
static bool __attribute__((format(printf, 2, 3))) fail(struct fen *fen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (fen->size)
        vsnprintf(fen->reason, fen->size, format, arguments);
    va_end(arguments);
    return false;
}

/* Says what is odd about a position that is read all the same; of several things the first. */
static void __attribute__((format(printf, 2, 3))) warn(struct fen *fen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (fen->size && !*fen->reason)
        vsnprintf(fen->reason, fen->size, format, arguments);
    va_end(arguments);
}

static void skip_blanks(struct fen *fen)
{
    fen->text += strspn(fen->text, " \t");
}

/* Has the text come to a blank, or to its end? */
static bool is_at_end(const struct fen *fen)
{
    return !*fen->text || is_gap(*fen->text);
}

/* Takes the next sign. */
static int next(struct fen *fen)
{
    fen->sign = fen->text;
    if (is_at_end(fen))
        return FEN_END;
    if (is_digit(*fen->text)) {
        uint32_t number = number_take(&fen->text);
        fen->number = number > FEN_NUMBER_MAX ? FEN_NUMBER_MAX + 1 : number;
        return FEN_NUMBER;
    }
    return is_letter(*fen->text++) ? FEN_LETTER : (unsigned char)*fen->sign;
}

/* Takes the name of a square of the board. False, and nothing of use taken, if there is none. */
static bool take_square(struct fen *fen, const struct ludus_ruleset *rs, unsigned *square)
{
    const char *at = fen->sign = fen->text;
    unsigned file = (unsigned)(at[0] - 'a'), rank = file < SIDE_MAX ? (unsigned)(at[1] - '0') : 0;
    bool two = rank == 1 && rs->rules.ranks >= 10 && at[2] >= '0' && at[2] <= '6';
    if (rank < 1 || rank > 9)
        return false;
    rank = two ? 10 + (unsigned)(at[2] - '0') : rank;
    fen->text += two ? 3 : 2;
    *square = (rank - 1) * rs->rules.files + file;
    return file < rs->rules.files && *square < rs->squares;
}

/* Takes the sign if it comes next. */
static bool take(struct fen *fen, int sign)
{
    if (next(fen) == sign)
        return true;
    fen->text = fen->sign;
    return false;
}

/* Piece of the sign read last, as a code, or 0. */
static unsigned read_piece(const struct fen *fen, const struct ludus_ruleset *rs)
{
    char letter = *fen->sign;
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        if (rs->rules.kinds[k].letter == to_upper(letter))
            return CODE_OF(k, letter >= 'a' ? LUDUS_BLACK : LUDUS_WHITE);
    return 0;
}

/* The sign read last, for a message. */
static char shown(const struct fen *fen)
{
    return is_visible(*fen->sign) ? *fen->sign : '?';
}

static bool read_rank(struct fen *fen, struct ludus_position *pos, unsigned rank)
{
    unsigned file = 0, files = pos->ruleset->rules.files;
    for (int sign; (sign = next(fen)) != FEN_END && sign != '/' && sign != ':';) {
        if (sign == FEN_NUMBER && fen->number == 0)
            return fail(fen, "a number in rank %u is 0 and stands for no square", rank + 1);
        file += sign == FEN_NUMBER ? fen->number : 1;
        if (file > files)
            return fail(fen, "rank %u has more than %u squares", rank + 1, files);
        if (sign == FEN_NUMBER)
            continue;
        unsigned code = read_piece(fen, pos->ruleset), square = rank * files + file - 1;
        if (!code)
            return fail(fen, "'%c' is not a piece of this game", shown(fen));
        position_put(pos, square, code);
        if (!take(fen, '\''))
            continue;
        if (!pos->ruleset->rules.binds)
            return fail(fen, "no piece is bound in this game");
        position_bind(pos, square, true);
    }
    fen->text = fen->sign;
    return file == files || fail(fen, "rank %u has %u squares, not %u", rank + 1, file, files);
}

static bool read_board(struct fen *fen, struct ludus_position *pos)
{
    for (unsigned rank = pos->ruleset->rules.ranks; rank-- > 0;) {
        if (!read_rank(fen, pos, rank))
            return false;
        if (rank && !take(fen, '/'))
            return fail(fen, "the board has %u ranks, with / between them", pos->ruleset->rules.ranks);
    }
    return !take(fen, '/') || fail(fen, "the board has only %u ranks", pos->ruleset->rules.ranks);
}

/* w or b. */
static bool take_side(struct fen *fen, struct ludus_position *pos)
{
    if (next(fen) != FEN_LETTER || (*fen->sign != 'w' && *fen->sign != 'b'))
        return false;
    position_set_side(pos, *fen->sign == 'b');
    return true;
}

static bool read_castling(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned rights = 0;
    skip_blanks(fen);
    if (take(fen, '-'))
        return true;
    while (next(fen) != FEN_END) {
        unsigned i = 0;
        while (i < rules->castle_count && rules->castles[i].letter != *fen->sign)
            i++;
        if (i == rules->castle_count)
            return fail(fen, "'%c' is not a castling move right of this game; without any it is -",
                        shown(fen));
        if (rights >> i & 1)
            warn(fen, "the castling right %c is written twice", *fen->sign);
        /* Do king and rook stand where the right needs them? The rook is what stands there at the start. */
        const struct castle *castle = &rules->castles[i];
        unsigned rook = pos->cell[castle->rook_from],
                 usual = pos->ruleset->start ? pos->ruleset->start->cell[castle->rook_from] : 0;
        if (pos->royal[castle->side] == castle->king_from && rook && CODE_SIDE(rook) == castle->side &&
            (!usual || rook == usual)) {
            rights |= 1u << i;
            continue;
        }
        warn(fen, "the position is read without the castling right %c, which needs its pieces on %s and %s",
             *fen->sign, square_name(pos->ruleset, rules->castles[i].king_from).text,
             square_name(pos->ruleset, rules->castles[i].rook_from).text);
    }
    position_set_castling(pos, rights);
    return true;
}

static bool read_en_passant(struct fen *fen, struct ludus_position *pos)
{
    unsigned square;
    skip_blanks(fen);
    if (!*fen->text || take(fen, '-'))
        return true;
    if (!take_square(fen, pos->ruleset, &square) || !pos->ruleset->en_passant || pos->cell[square])
        return fail(fen, "the en passant square is an empty square of the board, or -");
    /* Can a piece of the side that has just moved have passed it with a double step? */
    const uint8_t *near = pos->ruleset->tables->near[square];
    unsigned white = pos->side == LUDUS_BLACK, from = near[white ? SOUTH : NORTH],
             to = near[white ? NORTH : SOUTH], code = to == NONE ? 0 : pos->cell[to];
    if (code && CODE_SIDE(code) != pos->side && in_set(pos->ruleset->en_passant, CODE_KIND(code)) &&
        from != NONE && !pos->cell[from])
        position_set_en_passant(pos, square, pos->side);
    else
        warn(fen,
             "the position is read without the en passant square %.*s, which no piece can just have passed",
             (int)(fen->text - fen->sign), fen->sign);
    return true;
}

/* Reads a number, at least `least`; none at all leaves it as it is. `name` is what it is called; if it stands
 * `alone`, only a blank may follow. */
static bool read_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least, bool alone)
{
    skip_blanks(fen);
    int sign = next(fen);
    if (sign != FEN_NUMBER) {
        fen->text = fen->sign;
        return sign == FEN_END || sign == FEN_LETTER || fail(fen, "the %s is a number", name);
    }
    if (fen->number > FEN_NUMBER_MAX)
        return fail(fen, "the %s is too large", name);
    *count = fen->number < least ? least : fen->number;
    return !alone || is_at_end(fen) || fail(fen, "the %s is followed by something else", name);
}

/* ---- Fields that only some rulesets have, each as key=value ---- */

static bool read_hand(struct fen *fen, struct ludus_position *pos)
{
    while (next(fen) != FEN_END) {
        unsigned code = read_piece(fen, pos->ruleset);
        if (!code || next(fen) != FEN_NUMBER || fen->number == 0 || fen->number > 255)
            return fail(fen, "hand= takes letters of pieces, each with a number");
        position_set_hand(pos, CODE_SIDE(code), CODE_KIND(code), fen->number);
    }
    return true;
}

static bool read_taken(struct fen *fen, struct ludus_position *pos)
{
    for (unsigned by = LUDUS_WHITE; by <= LUDUS_BLACK; by++) {
        if ((by == LUDUS_BLACK && !take(fen, '/')) || next(fen) != FEN_NUMBER || fen->number > 60000)
            return fail(fen, "taken= takes two numbers, as in 3/2");
        pos->taken[by] = (uint16_t)fen->number;
    }
    return true;
}

static bool read_fresh(struct fen *fen, struct ludus_position *pos)
{
    unsigned square;
    memset(&pos->fresh, 0, sizeof pos->fresh);
    if (take(fen, '-'))
        return true;
    while (!is_at_end(fen)) {
        if (!take_square(fen, pos->ruleset, &square) || !pos->cell[square] ||
            !pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].piece_first)
            return fail(fen, "%s= takes squares of pieces that have not moved, or -",
                        pos->ruleset->fresh_field);
        position_freshen(pos, square, true);
    }
    return true;
}

static bool read_captured(struct fen *fen, struct ludus_position *pos)
{
    if (next(fen) != FEN_NUMBER || fen->number > 1)
        return fail(fen, "captured= is 0 or 1");
    position_set_captured(pos, fen->number == 1);
    return true;
}

static bool read_rep(struct fen *fen, struct ludus_position *pos)
{
    while (!is_at_end(fen)) {
        struct ludus_position past;
        uint32_t count = 0;
        position_clear(&past, pos->ruleset);
        if (!read_board(fen, &past))
            return false;
        bool apart = take(fen, ':') && take_side(fen, &past) && take(fen, ':');
        if (apart && !read_count(fen, &count, "count in rep=", 1, false))
            return false;
        if (!apart || !(is_at_end(fen) || take(fen, ';')))
            return fail(fen, "rep= takes placement:side:count, with ; between them");
        struct ludus_buffer text = { pos->rep_text, pos->rep_length, pos->rep_length, false };
        struct past_position *rep = memory_grown(pos->rep, (pos->rep_count + 1) * sizeof *rep);
        pos->rep = rep ? rep : pos->rep;
        fen_write_occurrence(&past, &text);
        buf_char(&text, 0);
        pos->rep_text = text.bytes;
        if (!rep || text.failed)
            return fail(fen, "out of memory");
        rep[pos->rep_count++] = (struct past_position){ past.hash, count, pos->rep_length };
        pos->rep_length = text.length;
    }
    return true;
}

enum { FEN_FRESH = 2 }; /* the bit of the pieces that have not moved yet */

/* Reads a field. `seen` has a bit for each that has been read. */
static bool read_field(struct fen *fen, struct ludus_position *pos, unsigned *seen)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const char *text = fen->text;
    size_t length = strcspn(text, "= \t");
    const struct {
        const char *name;
        bool known;
        bool (*read)(struct fen *, struct ludus_position *);
    } fields[] = {
        { "hand", rs->places, read_hand },
        { "taken", rs->counts_taken, read_taken },
        [FEN_FRESH] = { rs->fresh_field, rs->tracks_fresh, read_fresh },
        { "captured", rs->tracks_captured, read_captured },
        { "rep", true, read_rep },
    };
    for (size_t i = 0; text[length] == '=' && i < sizeof fields / sizeof *fields; i++)
        if (fields[i].known && strlen(fields[i].name) == length &&
            memcmp(text, fields[i].name, length) == 0) {
            if (*seen >> i & 1)
                return fail(fen, "%s= is written twice", fields[i].name);
            *seen |= 1u << i;
            fen->text += length + 1;
            if (is_at_end(fen))
                return fail(fen, "%s= is empty", fields[i].name);
            if (!fields[i].read(fen, pos))
                return false;
            return is_at_end(fen) || fail(fen, "%s= is followed by something else", fields[i].name);
        }
    return fail(fen, "'%.*s' is no field of this game's positions", (int)length, text);
}

static bool check_royals(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned side = 0; rules->check && rules->royal && side < 2; side++) {
        const char *whose = side == LUDUS_WHITE ? "White" : "Black";
        unsigned count = position_men(pos, side, rules->royal);
        if (count != 1 && fen->part)
            pos->partial = true;
        else if (count != 1 && rules->royal & (rules->royal - 1))
            return fail(fen, "%s has %u royal pieces, not one, as check asks", whose, count);
        else if (count != 1)
            return fail(fen, "%s has %u of the piece %s, not one", whose, count,
                        rules->kinds[__builtin_ctz(rules->royal)].names[0]);
    }
    unsigned royal = pos->royal[pos->side ^ 1];
    pos->irregular = rules->check && !pos->partial && royal != NONE && attack_on(pos, royal, pos->side, NONE);
    if (pos->irregular) /* a record mostly comes to this by naming the wrong side to move */
        warn(fen, "%s is to move and could take the %s on %s", pos->side == LUDUS_WHITE ? "White" : "Black",
             rules->kinds[CODE_KIND(pos->cell[royal])].names[0], square_name(pos->ruleset, royal).text);
    return true;
}

static bool read_all(struct fen *fen, struct ludus_position *pos)
{
    unsigned seen = 0;
    skip_blanks(fen);
    if (!read_board(fen, pos))
        return false;
    skip_blanks(fen);
    if (fen->part && !*fen->text)
        return pos->partial = pos->sideless = true;
    if (!take_side(fen, pos))
        return fail(fen, "the side to move is w or b");
    uint64_t placement = pos->hash; /* the key of placement, bound men and side alone */
    if (!read_castling(fen, pos) || !read_en_passant(fen, pos) ||
        !read_count(fen, &pos->quiet, "fifth field", 0, true) ||
        !read_count(fen, &pos->number, "turn number", 1, true))
        return false;
    for (skip_blanks(fen); *fen->text; skip_blanks(fen))
        if (!read_field(fen, pos, &seen))
            return false;
    if (pos->ruleset->tracks_fresh && !(seen >> FEN_FRESH & 1)) {
        /* Without the field, pieces on squares where their like begins have not moved yet. */
        const struct ludus_ruleset *rs = pos->ruleset;
        for (unsigned square = 0; square < rs->squares; square++) {
            unsigned code = pos->cell[square];
            if (code && rs->rules.kinds[CODE_KIND(code)].piece_first &&
                (!rs->start || rs->start->cell[square] == code))
                position_freshen(pos, square, true);
        }
    }
    /* rep= gives placements only; what else makes a position is as it is now, else it could not be repeated.
     */
    for (unsigned i = 0; i < pos->rep_count; i++)
        pos->rep[i].hash ^= pos->hash ^ placement;
    return check_royals(fen, pos);
}

bool fen_read(struct ludus_position *pos, const char *text, bool part, char *reason, size_t size)
{
    struct fen fen = { .text = text, .reason = reason, .size = size, .part = part };
    struct ludus_position read;
    if (size)
        *reason = '\0';
    position_clear(&read, pos->ruleset);
    bool ok = read_all(&fen, &read);
    struct ludus_position *stale = ok ? pos : &read;
    free(stale->rep);
    free(stale->rep_text);
    read.undos = pos->undos;
    if (ok)
        *pos = read;
    return ok;
}
