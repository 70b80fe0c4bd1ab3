/* reference_fen.c - positions of the reference, beside those of the engine and as FEN. */
#include "base/chars.h"
#include "rules/reference_board.h"

#include <string.h>

void reference_take(struct reference *ref, const struct ludus_position *pos)
{
    memset(ref, 0, sizeof *ref);
    ref->ruleset = pos->ruleset;
    for (int square = 0; square < squares_of(ref); square++) {
        unsigned code = pos->cell[square];
        if (code)
            ref->board[square] =
                (struct reference_man){ .there = true,
                                        .bound = pos->bound.word[square / 64] >> square % 64 & 1,
                                        .unmoved = pos->fresh.word[square / 64] >> square % 64 & 1,
                                        .kind = (uint8_t)CODE_KIND(code),
                                        .side = (uint8_t)CODE_SIDE(code) };
    }
    memcpy(ref->hand, pos->hand, sizeof ref->hand);
    ref->taken[0] = pos->taken[0];
    ref->taken[1] = pos->taken[1];
    ref->quiet = pos->quiet;
    ref->number = pos->number;
    ref->side = pos->side;
    ref->castling = pos->castling;
    ref->passed = pos->en_passant == NONE ? NOWHERE : pos->en_passant;
    ref->pending = NOWHERE;
    ref->captured = pos->captured;
    ref->begins_turn = true;
}

bool reference_same(const struct reference *ref, const struct ludus_position *pos)
{
    struct reference taken;

    reference_take(&taken, pos);
    for (int square = 0; square < squares_of(ref); square++) {
        const struct reference_man *a = &ref->board[square], *b = &taken.board[square];
        bool stray =
            !b->there && (pos->bound.word[square / 64] | pos->fresh.word[square / 64]) >> square % 64 & 1;
        if (a->there != b->there || a->kind != b->kind || a->side != b->side || a->bound != b->bound ||
            (ref->ruleset->rules.kinds[a->kind].piece_first && a->unmoved != b->unmoved) || stray)
            return false;
    }
    return memcmp(ref->hand, taken.hand, sizeof ref->hand) == 0 && ref->taken[0] == taken.taken[0] &&
           ref->taken[1] == taken.taken[1] && ref->quiet == taken.quiet && ref->number == taken.number &&
           ref->side == taken.side && ref->castling == taken.castling && ref->passed == taken.passed &&
           ref->pending == (pos->pending == NONE ? NOWHERE : pos->pending) &&
           (!ref->ruleset->tracks_captured || ref->captured == taken.captured);
}

static void write_square(const struct reference *ref, int square, struct ludus_buffer *out)
{
    int files = (int)rules_of(ref)->files;

    buf_format(out, "%c%d", 'a' + square % files, square / files + 1);
}

static void write_man(const struct reference *ref, const struct reference_man *man, struct ludus_buffer *out)
{
    char letter = rules_of(ref)->kinds[man->kind].letter;

    buf_char(out, man->side == LUDUS_WHITE ? letter : to_lower(letter));
    if (man->bound)
        buf_char(out, '\'');
}

static void write_board(const struct reference *ref, struct ludus_buffer *out)
{
    for (int rank = (int)rules_of(ref)->ranks - 1; rank >= 0; rank--) {
        int files = (int)rules_of(ref)->files;
        for (int file = 0, empty = 0; file < files; file++) {
            const struct reference_man *man = &ref->board[rank * files + file];
            empty += !man->there;
            if (empty && (man->there || file == files - 1))
                buf_format(out, "%d", empty);
            if (man->there) {
                empty = 0;
                write_man(ref, man, out);
            }
        }
        buf_text(out, rank ? "/" : "");
    }
}

/* Fields that only some rulesets have. */
static void write_fields(const struct reference *ref, struct ludus_buffer *out)
{
    const struct rules *rules = rules_of(ref);
    size_t begin;

    for (unsigned side = 0, any = 0; side < 2; side++)
        for (unsigned k = 0; k < rules->kind_count; k++)
            if (ref->hand[side][k]) {
                buf_text(out, any++ ? "" : " hand=");
                write_man(ref, &(struct reference_man){ .kind = (uint8_t)k, .side = (uint8_t)side }, out);
                buf_format(out, "%u", ref->hand[side][k]);
            }
    if (rules->blocked == BLOCKED_COUNTS_TAKEN)
        buf_format(out, " taken=%u/%u", ref->taken[0], ref->taken[1]);
    if (ref->ruleset->fresh_field) {
        buf_format(out, " %s=", ref->ruleset->fresh_field);
        begin = out->length;
        for (int file = 0; file < (int)rules->files; file++)
            for (int square = file; square < squares_of(ref); square += (int)rules->files)
                if (ref->board[square].unmoved)
                    write_square(ref, square, out);
        buf_text(out, out->length == begin ? "-" : "");
    }
    if (ref->ruleset->tracks_captured)
        buf_format(out, " captured=%d", ref->captured);
}

void reference_fen(const struct reference *ref, struct ludus_buffer *out)
{
    write_board(ref, out);
    buf_text(out, ref->side == LUDUS_WHITE ? " w " : " b ");
    for (unsigned i = 0; i < rules_of(ref)->castle_count; i++)
        if (ref->castling >> i & 1)
            buf_char(out, rules_of(ref)->castles[i].letter);
    buf_text(out, ref->castling ? " " : "- ");
    if (ref->passed == NOWHERE)
        buf_char(out, '-');
    else
        write_square(ref, ref->passed, out);
    buf_format(out, " %u %u", ref->quiet, ref->number);
    write_fields(ref, out);
}
