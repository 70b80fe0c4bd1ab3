/* force.c - plays an illegal move that was played all the same (sic). */
#include "play/replay.h"

#include <string.h>

/* The from-square: the written one, or that of the only such piece; NONE if there is not exactly one. */
static unsigned find_origin(const struct ludus_replay *replay, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    unsigned from = resolve_square(pos->ruleset, text->from_file, text->from_rank), found = 0;
    if (text->flags & MOVE_LONG)
        return from != NONE && pos->cell[from] ? from : NONE;
    kind_set kinds = resolve_kinds(pos, text);
    FOR_SQUARES(square, &pos->men[pos->side], pos->ruleset->words)
    {
        if (in_set(kinds, CODE_KIND(pos->cell[square])) && resolve_starts_so(pos->ruleset, text, square)) {
            from = square;
            found++;
        }
    }
    return found == 1 ? from : NONE;
}

/* Puts a piece or nothing on a square, in place of what stood there. */
static void set(struct ludus_position *pos, unsigned square, unsigned code)
{
    position_put(pos, square, code);
    position_bind(pos, square, false);
    position_freshen(pos, square, false);
    position_set_castling(pos, pos->castling & castle_kept(pos, square));
}

/* The same, as a capture of what stood there. */
static void put(struct ludus_position *pos, unsigned square, unsigned code)
{
    if (pos->cell[square]) {
        pos->taken[CODE_SIDE(pos->cell[square]) ^ 1u]++;
        position_set_captured(pos, pos->captured || pos->ruleset->tracks_captured);
        pos->restart = 1;
    }
    set(pos, square, code);
}

static bool force_squares(const struct ludus_replay *replay, struct ludus_position *pos,
                          const struct move_text *text, struct ludus_move *move)
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    unsigned from = find_origin(replay, text);
    struct written_squares squares;
    if (from == NONE || to == NONE)
        return false;
    unsigned code = pos->cell[from], became = NONE;
    if (text->flags & MOVE_PROMOTES)
        became = resolve_promotion(pos->ruleset, text);
    pos->restart |= became != NONE || in_set(pos->ruleset->rules.pawns, CODE_KIND(code));
    set(pos, from, 0);
    put(pos, to, became == NONE ? code : CODE_OF(became, CODE_SIDE(code)));
    resolve_squares(pos->ruleset, text, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++)
        if (squares.removed[i] != NONE)
            put(pos, squares.removed[i], 0);
    bool passes = text->flags & MOVE_EP && square_rank(pos->ruleset, from) != square_rank(pos->ruleset, to);
    if (passes)
        put(pos, square_rank(pos->ruleset, from) * pos->ruleset->rules.files + square_file(pos->ruleset, to),
            0);
    *move = (struct ludus_move){ (uint8_t)from, (uint8_t)to,
                                 passes                    ? LUDUS_EN_PASSANT
                                 : text->flags & MOVE_PATH ? LUDUS_JUMP
                                                           : LUDUS_STEP,
                                 (uint8_t)became };
    return true;
}

/* Makes the move on `pos`. False if the text is not clear enough. */
static bool make(const struct ludus_replay *replay, struct ludus_position *pos, const struct move_text *text,
                 struct ludus_move *move)
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank), kind = 0, king, rook;
    const struct castle *castle;
    struct castle here;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        return force_squares(replay, pos, text, move);
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        castle = castle_named(&pos->ruleset->rules, pos->side, text->style == MOVE_CASTLE_SHORT);
        if (!castle)
            return false;
        here = castle_here(pos, castle);
        if (here.king_from == NONE || here.rook_from == NONE || !pos->cell[here.king_from] ||
            !pos->cell[here.rook_from])
            return false;
        king = pos->cell[here.king_from];
        rook = pos->cell[here.rook_from];
        *move = (struct ludus_move){ here.king_from, here.king_to, LUDUS_CASTLE, NONE };
        set(pos, here.king_from, 0);
        set(pos, here.rook_from, 0);
        put(pos, here.king_to, king);
        put(pos, here.rook_to, rook);
        return true;
    case MOVE_PLACE: /* of the named kind, or the first in hand */
        if (text->name_length)
            kind = resolve_name(pos->ruleset, text->plain, text->name_length);
        while (!text->name_length && kind + 1 < pos->ruleset->rules.kind_count && !pos->hand[pos->side][kind])
            kind++;
        if (to == NONE || kind == NONE)
            return false;
        put(pos, to, CODE_OF(kind, pos->side));
        if (pos->hand[pos->side][kind])
            position_set_hand(pos, pos->side, kind, pos->hand[pos->side][kind] - 1u);
        pos->restart = 1;
        *move = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_PLACE, (uint8_t)kind };
        return true;
    case MOVE_REMOVE:
        if (to != NONE)
            put(pos, to, 0);
        *move = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_REMOVE, NONE };
        return to != NONE;
    case MOVE_PASS:
        return true;
    case MOVE_PATTERN:
    case MOVE_LOST:
        break;
    }
    return false;
}

bool force_move(struct ludus_replay *replay, unsigned item)
{
    struct turn *turn = &replay->turn;
    struct ludus_position pos = replay->line.pos;
    struct ludus_move move = { NONE, NONE, LUDUS_PASS, NONE };
    struct undo undo;
    pos.past = NULL;
    pos.rep_count = 0;
    if (!make(replay, &pos, &turn->items[item]->move, &move))
        return false;
    position_set_en_passant(&pos, NONE, NONE);
    position_set_pending(&pos, NONE);
    if (replay->ruleset->rules.dice) {
        pos.dice_count = 0;
        ludus_position_roll(&pos, turn->roll, replay->ruleset->rules.dice);
    } else {
        position_end_turn(&pos, &undo);
        pos.past = NULL;
    }
    unsigned code = move.from == NONE ? 0 : replay->line.pos.cell[move.from];
    const struct ludus_position *after = position_odd_royals(&pos) == NONE ? replay_swap(replay, &pos) : NULL;
    if (!after)
        return false;
    if (replay->texts) { /* as it is written */
        buf_text(&replay->text, !replay->text.length ? "" : item ? ", " : " ");
        turn->text_begin[item] = replay->text.length;
        buf_add(&replay->text, turn->items[item]->text, turn->items[item]->length);
    }
    if (move.type != LUDUS_PASS)
        turn_add(turn, move, code ? CODE_KIND(code) : NONE, item, after);
    return true;
}
