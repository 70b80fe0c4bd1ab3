/* force.c - changes a position as an illegal move says. */
#include "replay/force.h"

#include "replay/san.h"
#include "rules/fen.h"

/* The from-square: written, or that of the only piece of the kind. NONE when it cannot be told. */
static unsigned find_origin(const struct ludus_replay *replay, const struct move_text *text)
{
    const struct ludus_position *pos = &replay->line.pos;
    unsigned from = resolve_square(pos->ruleset, text->from_file, text->from_rank), found = 0;
    if (text->flags & MOVE_LONG)
        return from != NONE && pos->cell[from] ? from : NONE;
    kind_set kinds = resolve_kinds(&replay->lexicon, pos, text);
    for (unsigned i = 0; i < pos->ruleset->squares; i++) {
        unsigned code = pos->cell[i];
        if (code == 0 || CODE_SIDE(code) != pos->side || !(kinds >> CODE_KIND(code) & 1) ||
            (text->from_file && square_file(pos->ruleset, i) + 1 != text->from_file) ||
            (text->from_rank && square_rank(pos->ruleset, i) + 1 != text->from_rank))
            continue;
        from = i;
        found++;
    }
    return found == 1 ? from : NONE;
}

static void put(struct ludus_position *pos, unsigned square, unsigned code)
{
    if (pos->cell[square])
        pos->taken[CODE_SIDE(pos->cell[square]) ^ 1u]++;
    pos->cell[square] = (uint8_t)code;
}

static bool force_castle(struct ludus_position *pos, bool is_short)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned i = 0; i < rules->castle_count; i++) {
        const struct castle *castle = &rules->castles[i];
        if (castle->side != pos->side || is_short != (castle->letter == 'K' || castle->letter == 'k'))
            continue;
        uint8_t king = pos->cell[castle->king_from], rook = pos->cell[castle->rook_from];
        pos->cell[castle->king_from] = pos->cell[castle->rook_from] = 0;
        put(pos, castle->king_to, king);
        put(pos, castle->rook_to, rook);
        return king && rook;
    }
    return false;
}

static bool force_squares(const struct ludus_replay *replay, struct ludus_position *pos,
                          const struct move_text *text)
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    unsigned from = find_origin(replay, text);
    struct written_squares squares;
    if (from == NONE || to == NONE)
        return false;
    unsigned code = pos->cell[from], became = NONE;
    if (text->flags & MOVE_PROMOTES)
        became = lexicon_kind(&replay->lexicon, text->plain + text->promotion, text->promotion_length);
    if (became != NONE)
        code = CODE_OF(became, CODE_SIDE(code));
    pos->cell[from] = 0;
    put(pos, to, code);
    resolve_squares(pos->ruleset, text, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++)
        if (squares.removed[i] != NONE)
            put(pos, squares.removed[i], 0);
    if (text->flags & MOVE_EP && square_rank(pos->ruleset, from) != square_rank(pos->ruleset, to))
        put(pos, square_rank(pos->ruleset, from) * pos->ruleset->rules.files + square_file(pos->ruleset, to),
            0);
    return true;
}

static bool force_place(const struct ludus_replay *replay, struct ludus_position *pos,
                        const struct move_text *text)
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    unsigned kind = text->name_length ? lexicon_kind(&replay->lexicon, text->plain, text->name_length) : 0;
    if (to == NONE || kind == NONE)
        return false;
    put(pos, to, CODE_OF(kind, pos->side));
    if (pos->hand[pos->side][kind])
        pos->hand[pos->side][kind]--;
    return true;
}

static bool change(const struct ludus_replay *replay, struct ludus_position *pos,
                   const struct move_text *text)
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        return force_squares(replay, pos, text);
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        return force_castle(pos, text->style == MOVE_CASTLE_SHORT);
    case MOVE_PLACE:
        return force_place(replay, pos, text);
    case MOVE_REMOVE:
        if (to != NONE)
            put(pos, to, 0);
        return to != NONE;
    case MOVE_PASS:
        return true;
    case MOVE_PATTERN:
    case MOVE_LOST:
        break;
    }
    return false;
}

/* Rights to castle that the board still bears out. */
static void drop_rights(struct ludus_position *pos, const struct ludus_position *before)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned i = 0; i < rules->castle_count; i++)
        if (pos->cell[rules->castles[i].king_from] != before->cell[rules->castles[i].king_from] ||
            pos->cell[rules->castles[i].rook_from] != before->cell[rules->castles[i].rook_from])
            pos->castling &= (uint8_t) ~(1u << i);
}

/* The position after the change, with the turn's side to move again; read back from FEN, so that it is whole.
 */
static bool rebuild(struct ludus_replay *replay, struct ludus_position *changed)
{
    struct ludus_buffer fen = { 0 };
    char reason[160];
    struct ludus_position *pos = replay_own(replay);
    fen_write(changed, false, &fen);
    bool sound = pos && fen_read(pos, buf_string(&fen), reason, sizeof reason);
    buf_free(&fen);
    if (sound)
        replay->line.pos = *pos;
    return sound;
}

bool force_move(struct ludus_replay *replay, unsigned item)
{
    const struct rules *rules = &replay->ruleset->rules;
    struct line *line = &replay->line;
    const struct item *written = replay->turn.items[item];
    struct ludus_position changed = line->pos;
    if (!change(replay, &changed, &written->move))
        return false;
    if (!replay_keep_outer(replay))
        return false;
    if (!line->before_forced) {
        struct ludus_position *before = replay_keep(replay, &line->pos);
        if (!before)
            return false;
        replay_retreat(replay, before);
        line->before_forced = before;
    }
    changed.en_passant = changed.pending = NONE;
    drop_rights(&changed, &line->pos);
    if (!rules->dice) {
        changed.number += changed.side == (rules->first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK);
        changed.side ^= 1;
    }
    if (!rebuild(replay, &changed))
        return false;
    if (rules->dice)
        ludus_position_roll(&line->pos, replay->turn.roll, rules->dice);
    if (replay->texts) {
        buf_text(&replay->text, !replay->text.length ? "" : item ? ", " : " ");
        buf_add(&replay->text, written->text, written->length);
    }
    return true;
}
