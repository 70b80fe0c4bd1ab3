/* fen.c - positions from FEN; the fields are described in ludus-record(5). */
#include "rules/fen.h"

#include "base/chars.h"
#include "base/memory.h"
#include "rules/tables.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A FEN being read: what is left of it, and where the reason for a failure goes. */
struct fen {
    const char *text;
    char *reason;
    size_t size;
    bool part; /* royals need not be as the rules have them */
};

static bool fail(struct fen *fen, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct fen *fen, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (fen->size)
        vsnprintf(fen->reason, fen->size, format, arguments);
    va_end(arguments);
    return false;
}

/* Says what is odd about a position that is read all the same; of several things the first. */
static void warn(struct fen *fen, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void warn(struct fen *fen, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    if (fen->size && !*fen->reason)
        vsnprintf(fen->reason, fen->size, format, arguments);
    va_end(arguments);
}

void square_name(const struct ludus_ruleset *rs, unsigned square, char out[4])
{
    unsigned rank = square_rank(rs, square) + 1;

    *out++ = (char)('a' + square_file(rs, square));
    if (rank >= 10)
        *out++ = '1';
    *out++ = (char)('0' + rank % 10);
    *out = 0;
}

/* Reads a square's name; returns its length in bytes, 0 if it is none on this board. */
static unsigned read_square(const struct ludus_ruleset *rs, const char *text, size_t length, unsigned *square)
{
    unsigned file, rank, used = 2;

    if (length < 2 || text[0] < 'a' || text[1] < '1' || text[1] > '9')
        return 0;
    file = (unsigned)(text[0] - 'a');
    rank = (unsigned)(text[1] - '0');
    if (rank == 1 && length > 2 && text[2] >= '0' && text[2] <= '6' && rs->rules.ranks >= 10) {
        rank = 10 + (unsigned)(text[2] - '0');
        used = 3;
    }
    if (file >= rs->rules.files || rank > rs->rules.ranks)
        return 0;
    *square = (rank - 1) * rs->rules.files + file;
    return used;
}

static void skip_blanks(struct fen *fen)
{
    fen->text += strspn(fen->text, " \t");
}

/* Piece of FEN's letter, as a code, or 0. */
static unsigned read_code(const struct ludus_ruleset *rs, char letter)
{
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        if (rs->rules.kinds[k].letter == to_upper(letter))
            return CODE_OF(k, letter >= 'a' ? LUDUS_BLACK : LUDUS_WHITE);
    return 0;
}

static bool read_rank(struct fen *fen, struct ludus_position *pos, unsigned rank)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned file = 0;

    while (*fen->text && !strchr("/ \t:", *fen->text)) {
        unsigned square = rank * rules->files + file, code;
        if (is_digit(*fen->text)) {
            unsigned run = 0;
            while (is_digit(*fen->text) && run < 100)
                run = run * 10 + (unsigned)(*fen->text++ - '0');
            file += run;
            if (run == 0 || file > rules->files)
                return fail(fen, "rank %u has more than %u squares", rank + 1, rules->files);
            continue;
        }
        if (file >= rules->files)
            return fail(fen, "rank %u has more than %u squares", rank + 1, rules->files);
        code = read_code(pos->ruleset, *fen->text);
        if (!code)
            return fail(fen, "'%c' is no piece of this game", is_visible(*fen->text) ? *fen->text : '?');
        position_put(pos, square, code);
        fen->text++;
        file++;
        if (*fen->text == '\'') {
            struct squares one = { { 0 } };
            if (!rules->binds)
                return fail(fen, "no piece is bound in this game");
            squares_add(&one, square);
            position_bind(pos, &one, true);
            fen->text++;
        }
    }
    if (file != rules->files)
        return fail(fen, "rank %u has %u squares, not %u", rank + 1, file, rules->files);
    return true;
}

static bool read_placement(struct fen *fen, struct ludus_position *pos)
{
    for (unsigned rank = pos->ruleset->rules.ranks; rank-- > 0;) {
        if (!read_rank(fen, pos, rank))
            return false;
        if (rank && *fen->text++ != '/')
            return fail(fen, "the board has %u ranks, with / between them", pos->ruleset->rules.ranks);
    }
    if (*fen->text == '/')
        return fail(fen, "the board has only %u ranks", pos->ruleset->rules.ranks);
    return true;
}

static bool read_side(struct fen *fen, struct ludus_position *pos)
{
    skip_blanks(fen);
    if (*fen->text != 'w' && *fen->text != 'b')
        return fail(fen, "the side to move is w or b");
    position_set_side(pos, *fen->text++ == 'b');
    return true;
}

/* Do king and rook stand where the right needs them? The rook is what stands there at the start. */
static bool has_castle(const struct ludus_position *pos, const struct castle *castle)
{
    const struct ludus_position *start = pos->ruleset->start;
    unsigned rook = pos->cell[castle->rook_from], usual = start ? start->cell[castle->rook_from] : 0;

    return pos->royal[castle->side] == castle->king_from && rook && CODE_SIDE(rook) == castle->side &&
           (!usual || rook == usual);
}

static void leave_out_right(struct fen *fen, const struct ludus_ruleset *rs, const struct castle *castle)
{
    char king[4], rook[4];

    square_name(rs, castle->king_from, king);
    square_name(rs, castle->rook_from, rook);
    warn(fen, "the position is read without the castling right %c, which needs its pieces on %s and %s",
         castle->letter, king, rook);
}

static bool read_castling(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned rights = 0;

    skip_blanks(fen);
    if (*fen->text == '-') {
        fen->text++;
        return true;
    }
    for (; *fen->text && !strchr(" \t", *fen->text); fen->text++) {
        unsigned i = 0;
        while (i < rules->castle_count && rules->castles[i].letter != *fen->text)
            i++;
        if (i == rules->castle_count)
            return fail(fen, "'%c' is no castling right of this game; without any it is -",
                        is_visible(*fen->text) ? *fen->text : '?');
        if (has_castle(pos, &rules->castles[i]))
            rights |= 1u << i;
        else
            leave_out_right(fen, pos->ruleset, &rules->castles[i]);
    }
    position_set_castling(pos, rights);
    return true;
}

/* Can a piece of the side that has just moved have passed the square with a double step? */
static bool is_passed(const struct ludus_position *pos, unsigned square)
{
    const uint8_t *near = pos->ruleset->tables->near[square];
    unsigned mover = pos->side ^ 1u, from = near[mover == LUDUS_WHITE ? SOUTH : NORTH],
             to = near[mover == LUDUS_WHITE ? NORTH : SOUTH];
    unsigned code = to == NONE ? 0 : pos->cell[to];

    return code && CODE_SIDE(code) == mover && in_set(pos->ruleset->en_passant, CODE_KIND(code)) &&
           from != NONE && !pos->cell[from];
}

static bool read_en_passant(struct fen *fen, struct ludus_position *pos)
{
    unsigned square, used;

    skip_blanks(fen);
    if (!*fen->text)
        return true;
    if (*fen->text == '-') {
        fen->text++;
        return true;
    }
    used = read_square(pos->ruleset, fen->text, strlen(fen->text), &square);
    if (!used || !pos->ruleset->en_passant || pos->cell[square])
        return fail(fen, "the en passant square is an empty square of the board, or -");
    if (is_passed(pos, square))
        position_set_en_passant(pos, square, pos->side);
    else
        warn(fen,
             "the position is read without the en passant square %.*s, which no piece can just have passed",
             (int)used, fen->text);
    fen->text += used;
    return true;
}

static bool read_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least)
{
    char *end;
    unsigned long value;

    skip_blanks(fen);
    if (!is_digit(*fen->text))
        return !*fen->text || is_letter(*fen->text) || fail(fen, "the %s is a number", name);
    value = strtoul(fen->text, &end, 10);
    if (value > 1000000)
        return fail(fen, "the %s is too large", name);
    *count = value < least ? least : (uint32_t)value;
    fen->text = end;
    return true;
}

/* ---- key=value fields ---- */

static bool read_hand(struct fen *fen, struct ludus_position *pos)
{
    while (*fen->text && !strchr(" \t", *fen->text)) {
        unsigned code = read_code(pos->ruleset, *fen->text++), count = 0;
        while (is_digit(*fen->text) && count < 1000)
            count = count * 10 + (unsigned)(*fen->text++ - '0');
        if (!code || count == 0 || count > 255)
            return fail(fen, "hand= takes letters of pieces, each with a number");
        position_set_hand(pos, CODE_SIDE(code), CODE_KIND(code), count);
    }
    return true;
}

static bool read_taken_by(struct fen *fen, uint16_t *taken)
{
    unsigned count = 0;

    if (!is_digit(*fen->text))
        return false;
    while (is_digit(*fen->text) && count <= 60000)
        count = count * 10 + (unsigned)(*fen->text++ - '0');
    *taken = (uint16_t)count;
    return count <= 60000;
}

static bool read_taken(struct fen *fen, struct ludus_position *pos)
{
    bool read = read_taken_by(fen, &pos->taken[LUDUS_WHITE]) && *fen->text++ == '/' &&
                read_taken_by(fen, &pos->taken[LUDUS_BLACK]);

    return read || fail(fen, "taken= takes two numbers, as in 3/2");
}

static bool read_fresh(struct fen *fen, struct ludus_position *pos)
{
    memset(&pos->fresh, 0, sizeof pos->fresh);
    if (*fen->text == '-') {
        fen->text++;
        return true;
    }
    while (*fen->text && !strchr(" \t", *fen->text)) {
        unsigned square, used = read_square(pos->ruleset, fen->text, strlen(fen->text), &square);
        if (!used || !pos->cell[square] ||
            !pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].piece_first)
            return fail(fen, "%s= takes squares of pieces that have not moved, or -",
                        pos->ruleset->fresh_field);
        position_freshen(pos, square, true);
        fen->text += used;
    }
    return true;
}

static bool read_captured(struct fen *fen, struct ludus_position *pos)
{
    if (*fen->text != '0' && *fen->text != '1')
        return fail(fen, "captured= is 0 or 1");
    position_set_captured(pos, *fen->text++ == '1');
    return true;
}

static bool add_past(struct fen *fen, struct ludus_position *pos, const struct ludus_position *past,
                     unsigned count)
{
    struct ludus_buffer text = { pos->rep_text, pos->rep_length, pos->rep_length, false };
    struct past_position *rep = memory_grown(pos->rep, (pos->rep_count + 1) * sizeof *rep);

    pos->rep = rep ? rep : pos->rep;
    fen_write_occurrence(past, &text);
    buf_char(&text, 0);
    pos->rep_text = text.bytes;
    if (!rep || text.failed)
        return fail(fen, "out of memory");
    rep[pos->rep_count++] = (struct past_position){ past->hash, count, pos->rep_length };
    pos->rep_length = text.length;
    return true;
}

static bool read_rep(struct fen *fen, struct ludus_position *pos)
{
    struct ludus_position *past = memory_new(sizeof *past);
    bool ok = true;

    if (!past)
        return fail(fen, "out of memory");

    while (ok && *fen->text && !strchr(" \t", *fen->text)) {
        uint32_t count = 0;
        position_clear(past, pos->ruleset);
        ok = read_placement(fen, past);
        if (!ok)
            break;
        if (fen->text[0] != ':' || !fen->text[1] || !strchr("wb", fen->text[1]) || fen->text[2] != ':') {
            ok = fail(fen, "rep= takes placement:side:count, with ; between them");
            break;
        }
        position_set_side(past, fen->text[1] == 'b');
        fen->text += 3;
        ok = read_count(fen, &count, "count in rep=", 1) && add_past(fen, pos, past, count);
        if (ok && *fen->text == ';')
            fen->text++;
        else if (ok && *fen->text && !strchr(" \t", *fen->text))
            ok = fail(fen, "rep= takes placement:side:count, with ; between them");
    }
    free(past);
    return ok;
}

static bool read_field(struct fen *fen, struct ludus_position *pos, bool *fresh_given)
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
        { rs->fresh_field, rs->tracks_fresh, read_fresh },
        { "captured", rs->tracks_captured, read_captured },
        { "rep", true, read_rep },
    };

    for (size_t i = 0; text[length] == '=' && i < sizeof fields / sizeof *fields; i++)
        if (fields[i].known && strlen(fields[i].name) == length &&
            memcmp(text, fields[i].name, length) == 0) {
            *fresh_given |= fields[i].read == read_fresh;
            fen->text += length + 1;
            if (!fields[i].read(fen, pos))
                return false;
            return !*fen->text || strchr(" \t", *fen->text) ||
                   fail(fen, "%s= is followed by something else", fields[i].name);
        }
    return fail(fen, "'%.*s' is no field of this game's positions", (int)length, text);
}

/* Without the field, pieces on squares where their like begins have not moved yet. */
static void freshen_starters(struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;

    for (unsigned square = 0; square < rs->squares; square++) {
        unsigned code = pos->cell[square];
        if (code && rs->rules.kinds[CODE_KIND(code)].piece_first &&
            (!rs->start || rs->start->cell[square] == code))
            position_freshen(pos, square, true);
    }
}

/* A record mostly comes to this by naming the wrong side to move. */
static void warn_of_check(struct fen *fen, const struct ludus_position *pos)
{
    unsigned square = pos->royal[pos->side ^ 1];
    char name[4];

    square_name(pos->ruleset, square, name);
    warn(fen, "%s is to move and could take the %s on %s", pos->side == LUDUS_WHITE ? "White" : "Black",
         pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].names[0], name);
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
    pos->irregular = rules->check && !pos->partial && pos->royal[pos->side ^ 1] != NONE &&
                     position_attacked(pos, pos->royal[pos->side ^ 1], pos->side);
    if (pos->irregular)
        warn_of_check(fen, pos);
    return true;
}

/* The key of placement, bound men and side alone. */
static uint64_t placement_key(const struct ludus_position *pos)
{
    const struct tables *tables = pos->ruleset->tables;
    uint64_t key = pos->side == LUDUS_BLACK ? tables->key_side : 0;

    for (unsigned square = 0; square < pos->ruleset->squares; square++) {
        if (pos->cell[square])
            key ^= tables->key_piece[pos->cell[square]][square];
        if (squares_has(&pos->bound, square))
            key ^= tables->key_bound[square];
    }
    return key;
}

/* rep= gives placements only; whatever else makes a position is as it is now, else it could not be repeated.
 */
static void complete_past(struct ludus_position *pos)
{
    uint64_t rest = pos->hash ^ placement_key(pos);

    for (unsigned i = 0; i < pos->rep_count; i++)
        pos->rep[i].hash ^= rest;
}

static bool read_all(struct fen *fen, struct ludus_position *pos)
{
    bool fresh_given = false;

    skip_blanks(fen);
    if (!read_placement(fen, pos))
        return false;
    if (fen->part && fen->text[strspn(fen->text, " \t")] == '\0')
        return pos->partial = pos->sideless = true;
    if (!read_side(fen, pos) || !read_castling(fen, pos) || !read_en_passant(fen, pos) ||
        !read_count(fen, &pos->quiet, "fifth field", 0) || !read_count(fen, &pos->number, "turn number", 1))
        return false;
    for (skip_blanks(fen); *fen->text; skip_blanks(fen))
        if (!read_field(fen, pos, &fresh_given))
            return false;
    if (pos->ruleset->tracks_fresh && !fresh_given)
        freshen_starters(pos);
    complete_past(pos);
    return check_royals(fen, pos);
}

bool fen_read_placement(struct ludus_position *pos, const char *text, char *reason, size_t size)
{
    struct fen fen = { text, reason, size, false };

    return read_placement(&fen, pos);
}

static bool read_into(struct ludus_position *pos, struct fen *fen)
{
    struct ludus_position *read = memory_new(sizeof *read);
    bool ok;

    if (!read)
        return fail(fen, "out of memory");
    if (fen->size)
        *fen->reason = '\0';
    position_clear(read, pos->ruleset);
    ok = read_all(fen, read);
    if (ok) {
        read->undos = pos->undos;
        free(pos->rep);
        free(pos->rep_text);
        *pos = *read;
    } else {
        free(read->rep);
        free(read->rep_text);
    }
    free(read);
    return ok;
}

bool fen_read(struct ludus_position *pos, const char *text, char *reason, size_t size)
{
    return read_into(pos, &(struct fen){ text, reason, size, false });
}

bool fen_read_part(struct ludus_position *pos, const char *text, char *reason, size_t size)
{
    return read_into(pos, &(struct fen){ text, reason, size, true });
}
