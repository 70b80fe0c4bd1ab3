/* explain.c - why a written move cannot be played. One message for one fault. */
#include "base/text.h"
#include "play/move_fault.h"
#include "play/replay.h"
#include "rules/engine.h"

#include <stdio.h>

enum { LIST_TEXT = 320 };

/* ---- Placing ---- */

/* What may be placed now: "2 Man are placed in a turn", "nothing is left in hand" … */
static struct message *explain_placing(const struct move_fault *fault)
{
    const struct ludus_position *pos = fault->pos;
    char names[LIST_TEXT], what[2 * LIST_TEXT] = "nothing is left in hand";
    kind_set first = 0, held = 0, kinds;
    unsigned count = movegen_placing(pos, &kinds), most = 0;
    for (unsigned kind = 0; kind < fault->rules->kind_count; kind++) {
        if (!pos->hand[pos->side][kind])
            continue;
        held |= 1u << kind;
        if (fault->rules->place_last >> kind & 1)
            continue;
        first |= 1u << kind;
        most = pos->hand[pos->side][kind] > most ? pos->hand[pos->side][kind] : most;
    }
    move_fault_list_kinds(fault->rules, first ? first : held, names, sizeof names);
    if (first)
        snprintf(what, sizeof what, "%s must be placed, %u in a turn", names, most < count ? most : count);
    else if (held)
        snprintf(what, sizeof what, "%s must be placed, one in a turn", names);
    return diag_add(fault->diag, MSG_PLACING, fault->begin, fault->end, side_name(pos->side), what);
}

/* A placing that is written without its sign. */
static void explain_unplaced(const struct move_fault *fault, struct intent intent, kind_set placed)
{
    const struct ludus_position *pos = fault->pos;
    char square[4];
    struct message *message = explain_placing(fault);
    kind_set kinds = intent.kinds ? intent.kinds & placed : placed;
    unsigned kind = 0;
    if (kinds == 0 || pos->cell[intent.to])
        return;
    while (!(kinds >> kind & 1))
        kind++;
    square_name(pos->ruleset, intent.to, square);
    diag_hint(fault->diag, message, "perhaps %s @%s", fault->rules->kinds[kind].names[0], square);
}

/* ---- Long and short moves ---- */

static bool long_fault(const struct move_fault *fault, struct intent intent)
{
    const struct ludus_position *pos = fault->pos;
    char square[4];
    square_name(pos->ruleset, intent.from, square);
    if (pos->cell[intent.from] == 0)
        diag_add(fault->diag, MSG_NO_PIECE, fault->begin, fault->end, square);
    else if (CODE_SIDE(pos->cell[intent.from]) != pos->side)
        diag_add(fault->diag, MSG_ENEMY_PIECE, fault->begin, fault->end, move_fault_piece(pos, intent.from),
                 square, side_name(pos->side ^ 1u), side_name(pos->side));
    else if (intent.kinds && !(intent.kinds >> CODE_KIND(pos->cell[intent.from]) & 1))
        diag_add(
            fault->diag, MSG_WRONG_PIECE, fault->begin, fault->end, move_fault_piece(pos, intent.from),
            square,
            fault->rules
                ->kinds[lexicon_kind(&fault->replay->lexicon, fault->text->plain, fault->text->name_length)]
                .names[0]);
    else
        return false;
    return true;
}

static void explain_short(const struct move_fault *fault, struct intent intent)
{
    const struct ludus_position *pos = fault->pos;
    enum verdict best = VERDICT_LEGAL;
    unsigned found = 0, from = NONE;
    char names[LIST_TEXT] = "piece", square[4], origin[24] = "";
    for (unsigned i = 0; i < pos->ruleset->squares; i++) {
        unsigned code = pos->cell[i];
        if (code == 0 || CODE_SIDE(code) != pos->side || !(intent.kinds >> CODE_KIND(code) & 1) ||
            !resolve_starts_so(pos->ruleset, fault->text, i))
            continue;
        enum verdict verdict = move_fault_verdict(fault, i, intent.to);
        if (verdict == VERDICT_DIE && !fault->text->name_length && !move_fault_reaches(pos, i, intent.to))
            verdict = VERDICT_GEOMETRY; /* no other die would help */
        unsigned weight = move_fault_weight(verdict);
        if (found++ == 0 || weight > move_fault_weight(best) ||
            (weight == move_fault_weight(best) && move_fault_reaches(pos, i, intent.to) &&
             !move_fault_reaches(pos, from, intent.to))) {
            best = verdict;
            from = i;
        }
    }
    /* A legal one takes there, which a bare square does not say. */
    bool blames_one = found == 1 && !(best == VERDICT_LEGAL && resolve_is_bare(fault->text));
    if (blames_one || move_fault_weight(best) > 1) {
        intent.from = from;
        move_fault_on_piece(fault, best, intent);
        return;
    }
    if (fault->text->name_length || intent.kinds != ((kind_set)1 << fault->rules->kind_count) - 1)
        move_fault_list_kinds(fault->rules, intent.kinds, names, sizeof names);
    square_name(pos->ruleset, intent.to, square);
    if (fault->text->from_file)
        snprintf(origin, sizeof origin, " of the %c-file", 'a' + fault->text->from_file - 1);
    else if (fault->text->from_rank)
        snprintf(origin, sizeof origin, " of rank %u", fault->text->from_rank);
    if (found)
        diag_add(fault->diag, MSG_NO_PIECE_CAN, fault->begin, fault->end, names, origin, square);
    else
        diag_add(fault->diag, MSG_NONE_LEFT, fault->begin, fault->end, side_name(pos->side), names, origin);
}

static void explain_squares(const struct move_fault *fault)
{
    const struct move_text *text = fault->text;
    struct intent intent = { 0, NONE, resolve_square(fault->pos->ruleset, text->to_file, text->to_rank) };
    if (text->name_length)
        intent.kinds = resolve_kinds(&fault->replay->lexicon, fault->pos, text);
    if (move_fault_is_promotion(fault))
        return;
    if (text->flags & MOVE_LONG) {
        intent.from = resolve_square(fault->pos->ruleset, text->from_file, text->from_rank);
        if (long_fault(fault, intent))
            return;
        intent.kinds = 1u << CODE_KIND(fault->pos->cell[intent.from]);
        move_fault_on_piece(fault, move_fault_verdict(fault, intent.from, intent.to), intent);
        return;
    }
    kind_set placed;
    if (fault->pos->ruleset->places && movegen_placing(fault->pos, &placed)) {
        explain_unplaced(fault, intent, placed);
        return;
    }
    if (!intent.kinds)
        intent.kinds = fault->replay->lexicon.nameless;
    explain_short(fault, intent);
}

/* ---- Castling, removing ---- */

static void explain_castle(const struct move_fault *fault)
{
    bool is_short = fault->text->style == MOVE_CASTLE_SHORT;
    const struct castle *castle = castle_named(fault->rules, fault->pos->side, is_short);
    enum verdict verdict = castle ? castle_judge(fault->pos, castle) : VERDICT_GEOMETRY;
    enum message_id id = verdict == VERDICT_CASTLE_PATH    ? MSG_CASTLE_PATH
                         : verdict == VERDICT_CASTLE_CHECK ? MSG_CASTLE_CHECK
                                                           : MSG_CASTLE_RIGHT;
    if (castle)
        diag_add(fault->diag, id, fault->begin, fault->end, side_name(fault->pos->side));
    else
        diag_add(fault->diag, MSG_NO_CASTLING, fault->begin, fault->end, fault->rules->title);
}

static void explain_removing(const struct move_fault *fault)
{
    const struct ludus_position *pos = fault->pos;
    unsigned to = resolve_square(pos->ruleset, fault->text->to_file, fault->text->to_rank);
    kind_set placed;
    char square[4];
    square_name(pos->ruleset, to, square);
    if (move_fault_is_promotion(fault))
        return;
    if (pos->pending != NONE)
        move_fault_must_go_on(fault);
    else if (pos->cell[to] == 0)
        diag_add(fault->diag, MSG_NO_PIECE, fault->begin, fault->end, square);
    else if (pos->ruleset->places && movegen_placing(pos, &placed))
        move_fault_on_piece(fault, VERDICT_PLACING, (struct intent){ 0, to, to });
    else
        diag_add(fault->diag, MSG_FREE_MAN, fault->begin, fault->end, move_fault_piece(pos, to), square);
}

static void explain_pass(const struct move_fault *fault)
{
    const struct ludus_position *pos = fault->pos;
    if (pos->ruleset->rules.pass)
        diag_add(fault->diag, MSG_TOO_MANY_MOVES, fault->begin, fault->end, "a pass, or for moves");
    else
        diag_add(fault->diag, MSG_NO_PASS, fault->begin, fault->end, side_name(pos->side),
                 position_checked(pos) ? " in check" : "");
}

/* The name of a piece that is spelt most like `name`, or NULL when none is like it. */
static const char *nearest_name(const struct ludus_ruleset *ruleset, const char *name, size_t length)
{
    const struct rules *rules = &ruleset->rules;
    struct text_nearest nearest = text_nearest(name, length);
    for (unsigned kind = 0; length > 1 && kind < rules->kind_count; kind++)
        for (unsigned i = 0; i < rules->kinds[kind].name_count; i++)
            text_try(&nearest, rules->kinds[kind].names[i], strlen(rules->kinds[kind].names[i]));
    return nearest.best;
}

/* ---- All of it ---- */

static bool name_fault(const struct move_fault *fault)
{
    const struct move_text *text = fault->text;
    const char *name = text->plain;
    size_t length = text->name_length;
    if (length == 0 || lexicon_kind(&fault->replay->lexicon, name, length) != NONE) {
        if (!(text->flags & MOVE_PROMOTES) || text->promotion_length == 1)
            return false;
        name = text->plain + text->promotion;
        length = text->promotion_length;
        if (lexicon_kind(&fault->replay->lexicon, name, length) != NONE)
            return false;
    }
    struct message *message = diag_add(fault->diag, MSG_UNKNOWN_PIECE, fault->begin, fault->end, (int)length,
                                       name, fault->rules->title);
    const char *like = nearest_name(fault->pos->ruleset, name, length);
    char kinds[LIST_TEXT];
    move_fault_list_kinds(fault->rules, (1u << fault->rules->kind_count) - 1, kinds, sizeof kinds);
    if (message && like)
        diag_hint(fault->diag, message, "perhaps %s", like);
    else if (message)
        diag_hint(fault->diag, message,
                  length == 1 ? "its pieces are %s; ludmend --repair replaces letters of another language"
                              : "its pieces are %s",
                  kinds);
    return true;
}

static bool square_fault(const struct move_fault *fault)
{
    const struct ludus_ruleset *ruleset = fault->pos->ruleset;
    struct written_squares squares;
    char last[4];
    bool has_target = fault->text->style == MOVE_SQUARES || fault->text->style == MOVE_PLACE ||
                      fault->text->style == MOVE_REMOVE;
    resolve_squares(ruleset, fault->text, &squares);
    if (!has_target ||
        (!squares.off_board && resolve_square(ruleset, fault->text->to_file, fault->text->to_rank) != NONE))
        return false;
    square_name(ruleset, ruleset->squares - 1, last);
    diag_add(fault->diag, MSG_NO_SUCH_SQUARE, fault->begin, fault->end, (int)fault->text->plain_length,
             fault->text->plain, last);
    return true;
}

static void explain_several(const struct move_fault *fault, const struct ludus_move *moves, size_t found)
{
    char list[LIST_TEXT];
    struct san_text text = { list, sizeof list, 0 };
    if (moves[0].from == moves[1].from && moves[0].to == moves[1].to && moves[0].from != NONE) {
        move_fault_promotion(fault, CODE_KIND(fault->pos->cell[moves[0].from]), moves[0].to, false);
        return;
    }
    for (size_t i = 0; i < found; i++) {
        if (i)
            san_add(&text, i + 1 == found ? " or " : ", ");
        san_write_long(&text, fault->pos, moves[i]);
    }
    san_end(&text);
    diag_add(fault->diag, MSG_AMBIGUOUS, fault->begin, fault->end, (int)fault->text->plain_length,
             fault->text->plain, list);
}

static bool crowd_fault(const struct move_fault *fault)
{
    char room[40] = "no more moves than these"; /* those that a capture brought with it */
    if (!turn_is_full(fault->replay) && !fault->replay->turn.crowded)
        return false;
    const struct turn *turn = &fault->replay->turn;
    bool pair = turn->move_count && turn->moves[0].type == LUDUS_PLACE && turn->moves[0].from != NONE;
    unsigned moves = fault->rules->dice ? fault->rules->dice : pair ? 2 : 1;
    if (turn->move_count <= moves)
        snprintf(room, sizeof room, "%u move%s", moves, moves == 1 ? "" : "s");
    diag_add(fault->diag, MSG_TOO_MANY_MOVES, fault->begin, fault->end, room);
    return true;
}

static struct move_fault fault_at(struct ludus_replay *replay, unsigned item)
{
    const struct item *written = replay->turn.items[item];
    return (struct move_fault){ replay,
                                replay_diag(replay),
                                &replay->line.pos,
                                &replay->ruleset->rules,
                                item,
                                &written->move,
                                item_begin(replay->game, written),
                                item_end(replay->game, written) };
}

/* What is wrong with one placing, whose square is on the board. `before` is the square of the one before it
 * in the same move, or NONE; `placed` are the kinds that may be placed. */
static bool placing_fault(const struct move_fault *fault, unsigned before, kind_set placed)
{
    const struct ludus_position *pos = fault->pos;
    unsigned to = resolve_square(pos->ruleset, fault->text->to_file, fault->text->to_rank);
    kind_set kinds = fault->text->name_length ? resolve_name(&fault->replay->lexicon, fault->text) : placed;
    unsigned kind = 0;
    char square[4];
    while (kinds && !(kinds >> kind & 1))
        kind++;
    if (pos->cell[to] == 0 && to != before) {
        if (fault->text->flags & MOVE_PROMOTES)
            move_fault_promotion(fault, kind, to, true);
        return fault->text->flags & MOVE_PROMOTES;
    }
    square_name(pos->ruleset, to, square);
    diag_add(fault->diag, MSG_OCCUPIED, fault->begin, fault->end, square,
             pos->cell[to] ? move_fault_piece(pos, to) : fault->rules->kinds[kind].names[0]);
    return true;
}

/* A placing, which may be the first of a pair. */
static void explain_placings(const struct move_fault *fault)
{
    const struct turn *turn = &fault->replay->turn;
    unsigned before = NONE;
    kind_set placed;
    unsigned count = movegen_placing(fault->pos, &placed), item = fault->item;
    do {
        struct move_fault one = fault_at(fault->replay, item);
        if (name_fault(&one) || square_fault(&one) || placing_fault(&one, before, placed))
            return;
        before = resolve_square(one.pos->ruleset, one.text->to_file, one.text->to_rank);
    } while (++item < turn->item_count && item < fault->item + count &&
             turn->items[item]->move.style == MOVE_PLACE);
    explain_placing(fault);
}

void explain_unfinished(struct ludus_replay *replay)
{
    struct move_fault fault = fault_at(replay, replay->turn.item_count - 1);
    move_fault_must_go_on(&fault);
}

static void explain_style(const struct move_fault *fault)
{
    switch ((enum move_style)fault->text->style) {
    case MOVE_SQUARES:
        explain_squares(fault);
        break;
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        explain_castle(fault);
        break;
    case MOVE_PLACE:
        explain_placings(fault);
        break;
    case MOVE_REMOVE:
        explain_removing(fault);
        break;
    case MOVE_PASS:
        explain_pass(fault);
        break;
    case MOVE_PATTERN:
    case MOVE_LOST:
        diag_add(fault->diag, MSG_NO_READING, fault->begin, fault->end, (int)fault->text->plain_length,
                 fault->text->plain);
        break;
    }
}

void explain_move(struct ludus_replay *replay, unsigned item, const struct ludus_move *moves, size_t found)
{
    struct move_fault fault = fault_at(replay, item);
    struct message *last = fault.diag->last;
    const char *reason = NULL;
    if (outcome_of(fault.pos, &reason) != LUDUS_OPEN) {
        diag_add(fault.diag, MSG_GAME_OVER, fault.begin, fault.end, reason ? reason : "won");
        return;
    }
    if (crowd_fault(&fault))
        return;
    if (!name_fault(&fault) && !square_fault(&fault)) {
        if (found > 1)
            explain_several(&fault, moves, found);
        else
            explain_style(&fault);
    }
    hint_move(replay, last ? last->next : fault.diag->first, item);
}
