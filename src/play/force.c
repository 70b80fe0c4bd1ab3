/* force.c - plays an illegal move that was played all the same (sic). */
#include "play/replay.h"
#include "rules/engine.h"

#include <string.h>

/* The from-square: the written one, or that of the only such piece; NONE if there is not exactly one. */
static unsigned find_origin(const struct ludus_replay *replay, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    unsigned from = resolve_square(pos->ruleset, text->from_file, text->from_rank), found = 0;
    if (text->flags & MOVE_LONG)
        return from != NONE && pos->cell[from] ? from : NONE;
    kind_set kinds = resolve_kinds(&replay->lexicon, pos->cell, pos->side, text);
    FOR_SQUARES(square, &pos->men[pos->side], pos->ruleset->words)
    {
        if (in_set(kinds, CODE_KIND(pos->cell[square])) && resolve_starts_so(pos->ruleset, text, square)) {
            from = square;
            found++;
        }
    }
    return found == 1 ? from : NONE;
}

/* The effect of an illegal move. */
struct change {
    struct ludus_position *pos; /* after the move */
    struct ludus_move move;
    unsigned kind; /* of the moved piece, or NONE */
};

/* Puts a piece or nothing on a square, in place of what stood there. */
static void set(struct ludus_position *pos, unsigned square, unsigned code)
{
    position_put(pos, square, code);
    position_bind(pos, square, false);
    position_freshen(pos, square, false);
    position_set_castling(pos, pos->castling & pos->ruleset->tables->castle_keep[square]);
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

static bool force_squares(const struct ludus_replay *replay, struct change *change,
                          const struct move_text *text)
{
    struct ludus_position *pos = change->pos;
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    unsigned from = find_origin(replay, text);
    struct written_squares squares;
    if (from == NONE || to == NONE)
        return false;
    unsigned code = pos->cell[from], became = NONE;
    change->kind = CODE_KIND(code);
    if (text->flags & MOVE_PROMOTES)
        became = resolve_promotion(&replay->lexicon, text);
    if (became != NONE)
        code = CODE_OF(became, CODE_SIDE(code));
    pos->restart |= became != NONE || in_set(pos->ruleset->rules.pawns, change->kind);
    set(pos, from, 0);
    put(pos, to, code);
    resolve_squares(pos->ruleset, text, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++)
        if (squares.removed[i] != NONE)
            put(pos, squares.removed[i], 0);
    bool passes = text->flags & MOVE_EP && square_rank(pos->ruleset, from) != square_rank(pos->ruleset, to);
    if (passes)
        put(pos, square_rank(pos->ruleset, from) * pos->ruleset->rules.files + square_file(pos->ruleset, to),
            0);
    change->move = (struct ludus_move){ (uint8_t)from, (uint8_t)to,
                                        passes                    ? LUDUS_EN_PASSANT
                                        : text->flags & MOVE_PATH ? LUDUS_JUMP
                                                                  : LUDUS_STEP,
                                        (uint8_t)became };
    return true;
}

/* Makes the move. False if the text is not clear enough. */
static bool make(const struct ludus_replay *replay, struct change *change, const struct move_text *text)
{
    struct ludus_position *pos = change->pos;
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank), kind = 0, king, rook;
    const struct castle *castle;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        return force_squares(replay, change, text);
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        castle = castle_named(&pos->ruleset->rules, pos->side, text->style == MOVE_CASTLE_SHORT);
        if (!castle || !pos->cell[castle->king_from] || !pos->cell[castle->rook_from])
            return false;
        king = pos->cell[castle->king_from];
        rook = pos->cell[castle->rook_from];
        change->kind = CODE_KIND(king);
        change->move = (struct ludus_move){ castle->king_from, castle->king_to, LUDUS_CASTLE, NONE };
        set(pos, castle->king_from, 0);
        set(pos, castle->rook_from, 0);
        put(pos, castle->king_to, king);
        put(pos, castle->rook_to, rook);
        return true;
    case MOVE_PLACE: /* of the named kind, or the first in hand */
        if (text->name_length)
            kind = lexicon_kind(&replay->lexicon, text->plain, text->name_length);
        while (!text->name_length && kind + 1 < pos->ruleset->rules.kind_count && !pos->hand[pos->side][kind])
            kind++;
        if (to == NONE || kind == NONE)
            return false;
        put(pos, to, CODE_OF(kind, pos->side));
        if (pos->hand[pos->side][kind])
            position_set_hand(pos, pos->side, kind, pos->hand[pos->side][kind] - 1u);
        pos->restart = 1;
        change->move = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_PLACE, (uint8_t)kind };
        return true;
    case MOVE_REMOVE:
        if (to != NONE)
            put(pos, to, 0);
        change->move = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_REMOVE, NONE };
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
    const struct rules *rules = &replay->ruleset->rules;
    struct turn *turn = &replay->turn;
    struct change change = { replay_own(replay), { NONE, NONE, LUDUS_PASS, NONE }, NONE };
    struct ludus_position *pos = change.pos;
    struct undo undo;
    if (!pos)
        return false;
    position_become(pos, &replay->line.pos);
    if (!make(replay, &change, &turn->items[item]->move))
        return false;
    position_set_en_passant(pos, NONE, NONE);
    position_set_pending(pos, NONE);
    if (rules->dice) {
        pos->dice_count = 0;
        ludus_position_roll(pos, turn->roll, rules->dice);
    } else {
        position_end_turn(pos, &undo);
        pos->past = NULL;
    }
    for (unsigned side = 0; rules->check && rules->royal && side < 2; side++)
        if (position_men(pos, side, rules->royal) != 1)
            return false;
    unsigned royal = pos->royal[pos->side ^ 1];
    pos->irregular = rules->check && royal != NONE && attack_on(pos, royal, pos->side, NONE);
    if (!replay_swap(replay, pos))
        return false;
    if (replay->texts) { /* as it is written */
        buf_text(&replay->text, !replay->text.length ? "" : item ? ", " : " ");
        turn->text_begin[item] = replay->text.length;
        buf_add(&replay->text, turn->items[item]->text, turn->items[item]->length);
    }
    if (change.move.type != LUDUS_PASS)
        turn_add(turn, change.move, change.kind, item, pos);
    return true;
}
