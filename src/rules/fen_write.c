/* fen_write.c - writes positions as FEN; the fields are described in ludus-record(5). */
#include "base/memory.h"
#include "rules/tally.h"

struct square_name square_name_at(unsigned files, unsigned square)
{
    struct square_name name = { "" };
    char *out = name.text;
    unsigned rank = square / files + 1;
    *out++ = (char)('a' + square % files);
    if (rank >= 10)
        *out++ = '1';
    *out = (char)('0' + rank % 10);
    return name;
}

/* Writes a run of empty squares, at most SIDE_MAX; nothing for 0. There is room for a digit in any case. */
static inline char *write_run(char *at, unsigned run)
{
    if (run > 9) {
        *at++ = '1';
        *at++ = (char)('0' + run - 10);
        return at;
    }
    *at = (char)('0' + run);
    return at + (run > 0);
}

/* Returns the men of a rank whose first square is given, bit 0 for that. */
static inline uint64_t men_in_row(const struct ludus_position *pos, unsigned first)
{
    const unsigned word = first / 64, shift = first % 64, files = pos->ruleset->rules.files;
    uint64_t men = (pos->men[0].word[word] | pos->men[1].word[word]) >> shift;
    if (shift + files > 64)
        men |= (pos->men[0].word[word + 1] | pos->men[1].word[word + 1]) << (64 - shift);
    return men & (((uint64_t)1 << files) - 1);
}

static void write_placement(const struct ludus_position *pos, struct ludus_buffer *out)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const unsigned files = rs->rules.files;
    const bool marks = rs->rules.drops || squares_any(&pos->bound);
    const char *letters = rs->letters;
    char *at;
    if (!buf_reserve(out, 2 * rs->squares + rs->rules.ranks))
        return;
    at = out->bytes + out->length;
    for (unsigned rank = rs->rules.ranks; rank-- > 0;) {
        unsigned empty = rank * files; /* the first square that is not written */
        for (uint64_t men = men_in_row(pos, empty); men; men &= men - 1) {
            const unsigned square = rank * files + (unsigned)__builtin_ctzll(men);
            at = write_run(at, square - empty);
            empty = square + 1;
            *at++ = letters[pos->cell[square]];
            if (marks && squares_has(&pos->bound, square))
                *at++ = '\'';
            if (marks && rs->rules.drops && squares_has(&pos->promoted, square))
                *at++ = '~';
        }
        at = write_run(at, (rank + 1) * files - empty);
        if (rank)
            *at++ = '/';
    }
    out->length = (size_t)(at - out->bytes);
}

void fen_write_occurrence(const struct ludus_position *pos, struct ludus_buffer *out)
{
    write_placement(pos, out);
    buf_text(out, pos->side == LUDUS_WHITE ? ":w:" : ":b:");
}

/* Returns the letter of a castling right: that of its file if the rook is not the outermost one. */
static char castle_letter(const struct ludus_position *pos, unsigned i)
{
    const struct castle *castle = &pos->ruleset->rules.castles[i];
    if (!pos->ruleset->rules.castle_any || !pos->ruleset->start ||
        castle_outer_rook(pos, castle) == pos->castle_rook[i])
        return castle->letter;
    return (char)((castle->side ? 'a' : 'A') + (int)square_file(pos->ruleset, pos->castle_rook[i]));
}

/* Writes the files of pieces that have not moved. */
static void write_unmoved(const struct ludus_position *pos, struct ludus_buffer *out)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned file = 0; file < rs->rules.files; file++)
            for (unsigned square = file; square < rs->squares; square += rs->rules.files)
                if (squares_has(&pos->fresh, square) && CODE_SIDE(pos->cell[square]) == side)
                    buf_char(out, (char)((side ? 'a' : 'A') + (int)file));
    if (!squares_any(&pos->fresh))
        buf_char(out, '-');
}

void fen_write(const struct ludus_position *pos, bool history, struct ludus_buffer *out)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const char *before = " hand=";
    write_placement(pos, out);
    if (rs->rules.drops)
        buf_char(out, '[');
    for (unsigned side = 0; rs->rules.drops && side < 2; side++)
        for (unsigned k = 0; k < rs->rules.kind_count; k++)
            for (unsigned n = pos->hand[side][k]; n > 0; n--)
                buf_char(out, rs->letters[CODE_OF(k, side)]);
    if (rs->rules.drops)
        buf_char(out, ']');
    buf_text(out, pos->side == LUDUS_WHITE ? " w " : " b ");
    if (rs->rules.fresh_in_castling)
        write_unmoved(pos, out);
    else if (!pos->castling)
        buf_char(out, '-');
    for (unsigned i = 0; i < rs->rules.castle_count; i++)
        if (pos->castling >> i & 1)
            buf_char(out, castle_letter(pos, i));
    buf_char(out, ' ');
    buf_text(out, pos->en_passant == NONE ? "-" : square_name(rs, pos->en_passant).text);
    if (rs->rules.checks_win)
        buf_format(out, " %u+%u", pos->checks[LUDUS_WHITE], pos->checks[LUDUS_BLACK]);
    buf_char(out, ' ');
    buf_number(out, pos->quiet);
    buf_char(out, ' ');
    buf_number(out, pos->number);
    for (unsigned side = 0; rs->places && !rs->rules.drops && side < 2; side++)
        for (unsigned k = 0; k < rs->rules.kind_count; k++) {
            if (!pos->hand[side][k])
                continue;
            buf_format(out, "%s%c%u", before, rs->letters[CODE_OF(k, side)], pos->hand[side][k]);
            before = "";
        }
    if (rs->rules.place_dice && pos->dice_count)
        buf_text(out, dice_place_row(&rs->rules, pos->dice) ? " roll=mill" : " roll=plain");
    if (rs->counts_taken)
        buf_format(out, " taken=%u/%u", pos->taken[LUDUS_WHITE], pos->taken[LUDUS_BLACK]);
    if (rs->tracks_fresh && !rs->rules.fresh_in_castling) { /* sorted by file, then rank, like their names */
        buf_format(out, " %s=", rs->fresh_field);
        if (!squares_any(&pos->fresh))
            buf_char(out, '-');
        for (unsigned file = 0; file < rs->rules.files; file++)
            for (unsigned square = file; square < rs->squares; square += rs->rules.files)
                if (squares_has(&pos->fresh, square))
                    buf_text(out, square_name(rs, square).text);
    }
    if (rs->tracks_captured)
        buf_format(out, " captured=%u", pos->captured);
    if (history)
        repetition_write(pos, out);
}
