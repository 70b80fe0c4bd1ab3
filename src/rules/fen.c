/* fen.c - positions from FEN; the fields are described in ludus-record(5). */
#include "rules/fen.h"

#include "base/chars.h"
#include "base/memory.h"
#include "rules/fen_field.h"
#include "rules/tables.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool fen_fail(struct fen *fen, const char *format, ...)
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

unsigned fen_square(const struct ludus_ruleset *rs, const char *text, size_t length, unsigned *square)
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

unsigned fen_code(const struct ludus_ruleset *rs, char letter)
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
            if (run == 0)
                return fen_fail(fen, "a number in rank %u is 0 and stands for no square", rank + 1);
            if (file > rules->files)
                return fen_fail(fen, "rank %u has more than %u squares", rank + 1, rules->files);
            continue;
        }
        if (file >= rules->files)
            return fen_fail(fen, "rank %u has more than %u squares", rank + 1, rules->files);
        code = fen_code(pos->ruleset, *fen->text);
        if (!code)
            return fen_fail(fen, "'%c' is no piece of this game", is_visible(*fen->text) ? *fen->text : '?');
        position_put(pos, square, code);
        fen->text++;
        file++;
        if (*fen->text == '\'') {
            struct squares one = { { 0 } };
            if (!rules->binds)
                return fen_fail(fen, "no piece is bound in this game");
            squares_add(&one, square);
            position_bind(pos, &one, true);
            fen->text++;
        }
    }
    if (file != rules->files)
        return fen_fail(fen, "rank %u has %u squares, not %u", rank + 1, file, rules->files);
    return true;
}

bool fen_board(struct fen *fen, struct ludus_position *pos)
{
    for (unsigned rank = pos->ruleset->rules.ranks; rank-- > 0;) {
        if (!read_rank(fen, pos, rank))
            return false;
        if (rank && *fen->text++ != '/')
            return fen_fail(fen, "the board has %u ranks, with / between them", pos->ruleset->rules.ranks);
    }
    if (*fen->text == '/')
        return fen_fail(fen, "the board has only %u ranks", pos->ruleset->rules.ranks);
    return true;
}

static bool read_side(struct fen *fen, struct ludus_position *pos)
{
    skip_blanks(fen);
    if (*fen->text != 'w' && *fen->text != 'b')
        return fen_fail(fen, "the side to move is w or b");
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
            return fen_fail(fen, "'%c' is no castling right of this game; without any it is -",
                            is_visible(*fen->text) ? *fen->text : '?');
        if (rights >> i & 1)
            warn(fen, "the castling right %c is written twice", *fen->text);
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
    used = fen_square(pos->ruleset, fen->text, strlen(fen->text), &square);
    if (!used || !pos->ruleset->en_passant || pos->cell[square])
        return fen_fail(fen, "the en passant square is an empty square of the board, or -");
    if (is_passed(pos, square))
        position_set_en_passant(pos, square, pos->side);
    else
        warn(fen,
             "the position is read without the en passant square %.*s, which no piece can just have passed",
             (int)used, fen->text);
    fen->text += used;
    return true;
}

bool fen_at_end(const struct fen *fen)
{
    return !*fen->text || strchr(" \t", *fen->text);
}

bool fen_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least)
{
    char *end;
    unsigned long value;

    skip_blanks(fen);
    if (!is_digit(*fen->text))
        return !*fen->text || is_letter(*fen->text) || fen_fail(fen, "the %s is a number", name);
    value = strtoul(fen->text, &end, 10);
    if (value > 1000000)
        return fen_fail(fen, "the %s is too large", name);
    *count = value < least ? least : (uint32_t)value;
    fen->text = end;
    return true;
}

/* A count that only a blank follows. */
static bool read_whole_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least)
{
    const char *begin;

    skip_blanks(fen);
    begin = fen->text;
    return fen_count(fen, count, name, least) &&
           (fen->text == begin || fen_at_end(fen) ||
            fen_fail(fen, "the %s is followed by something else", name));
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
            return fen_fail(fen, "%s has %u royal pieces, not one, as check asks", whose, count);
        else if (count != 1)
            return fen_fail(fen, "%s has %u of the piece %s, not one", whose, count,
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
    unsigned seen = 0;

    skip_blanks(fen);
    if (!fen_board(fen, pos))
        return false;
    if (fen->part && fen->text[strspn(fen->text, " \t")] == '\0')
        return pos->partial = pos->sideless = true;
    if (!read_side(fen, pos) || !read_castling(fen, pos) || !read_en_passant(fen, pos) ||
        !read_whole_count(fen, &pos->quiet, "fifth field", 0) ||
        !read_whole_count(fen, &pos->number, "turn number", 1))
        return false;
    for (skip_blanks(fen); *fen->text; skip_blanks(fen))
        if (!fen_field(fen, pos, &seen))
            return false;
    if (pos->ruleset->tracks_fresh && !(seen >> FEN_FRESH & 1))
        freshen_starters(pos);
    complete_past(pos);
    return check_royals(fen, pos);
}

bool fen_read_placement(struct ludus_position *pos, const char *text, char *reason, size_t size)
{
    struct fen fen = { text, reason, size, false };

    return fen_board(&fen, pos);
}

static bool read_into(struct ludus_position *pos, struct fen *fen)
{
    struct ludus_position *read = memory_new(sizeof *read);
    bool ok;

    if (!read)
        return fen_fail(fen, "out of memory");
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
