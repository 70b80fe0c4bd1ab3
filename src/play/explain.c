/* explain.c - explains why a written move cannot be played: one message for one fault. */
#include "base/text.h"
#include "play/replay.h"
#include "rules/leap.h"

#include <stdio.h>

enum { LIST_TEXT = 320 };

/* A move that cannot be played. */
struct fault {
    struct ludus_replay *replay;
    struct ludus_game *game;
    const struct ludus_position *pos;
    const struct rules *rules;
    const struct ludus_ruleset *rs;
    unsigned index; /* number of the item in replay->turn */
    const struct item *item;
    const struct move_text *text;
    unsigned to; /* the target, or NONE if it is not on the board */
};

static struct fault fault_at(struct ludus_replay *replay, unsigned index)
{
    const struct move_text *text = &replay->turn.items[index]->move;
    return (struct fault){ .replay = replay,
                           .game = replay->game,
                           .pos = &replay->line.pos,
                           .rules = &replay->ruleset->rules,
                           .rs = replay->ruleset,
                           .index = index,
                           .item = replay->turn.items[index],
                           .text = text,
                           .to = resolve_square(replay->ruleset, text->to_file, text->to_rank) };
}

static void say_move(const struct fault *fault, enum message_id id, const char *more)
{
    record_say(fault->game, fault->item, id, (int)fault->text->plain_length, fault->text->plain, more);
}

/* Writes a set of kinds, "Eques or Armiger"; without rules a set of faces, "1 or 2". Returns `out`. */
static const char *list_set(const struct rules *rules, uint32_t set, char out[LIST_TEXT])
{
    struct san_text text = { .out = out, .size = LIST_TEXT };
    char face[12];
    *out = '\0';
    for (; set; set &= set - 1) {
        unsigned at = (unsigned)__builtin_ctz(set);
        san_add(&text, !text.length ? "" : set & (set - 1) ? ", " : " or ");
        (void)snprintf(face, sizeof face, "%u", at + 1);
        san_add(&text, rules ? rules->kinds[at].names[0] : face);
    }
    return out;
}

/* Returns the kinds that a face of a die moves. */
static kind_set moved_by_face(const struct rules *rules, unsigned face)
{
    kind_set kinds = 0;
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        if (face && face <= 32 && rules->kinds[kind].faces >> (face - 1) & 1)
            kinds |= 1u << kind;
    return kinds;
}

static void explain_die(const struct fault *fault, unsigned kind)
{
    const struct turn *turn = &fault->replay->turn;
    const char *name = fault->rules->kinds[kind].names[0];
    char faces[LIST_TEXT], kinds[LIST_TEXT], what[24];
    kind_set moved = 0;
    bool told = turn->dice; /* the kinds moved by the turn are known */
    for (unsigned item = 0; item < turn->item_count && told; item++) {
        kind_set set = resolve_kinds(fault->pos, &turn->items[item]->move);
        for (unsigned i = turn->move_count; i-- > 0;)
            if (turn->item_of[i] == item)
                set = turn->kinds[i] == NONE ? 0 : 1u << turn->kinds[i];
        told = set && !(set & (set - 1));
        moved |= set;
    }
    unsigned idle = 0; /* a die that moves none of them */
    while (idle < turn->roll_count && moved_by_face(fault->rules, turn->roll[idle]) & moved)
        idle++;
    list_set(NULL, fault->rules->kinds[kind].faces, faces);
    if (!told || idle == turn->roll_count) {
        record_say(fault->game, fault->item, MSG_DIE, turn->move_count ? "no die that is left" : "no die",
                   name, faces);
        return;
    }
    list_set(fault->rules, moved_by_face(fault->rules, turn->roll[idle]), kinds);
    snprintf(what, sizeof what, "the die %u", turn->roll[idle]);
    struct message *message = record_say(fault->game, turn->dice, MSG_DIE, what,
                                         "none of the pieces of this turn", *kinds ? kinds : "nothing");
    diag_hint(replay_diag(fault->replay), message, "%s is moved by %s", name, faces);
}

enum other { OTHER_NONE, OTHER_TARGET, OTHER_BLOCKER, OTHER_ROYAL };
/* Reasons whose message takes, in this order, piece, from, to, another piece, its square. `weight` is how
 * much each tells if several pieces can be meant: 1 is "it does not move so", 0 nothing. */
static const struct {
    uint8_t message, other, weight;
} illegalities[] = {
    [ILLEGAL_OWN_TARGET] = { MSG_OWN_TARGET, OTHER_TARGET, 5 },
    [ILLEGAL_TARGET_TAKEN] = { MSG_TARGET_TAKEN, OTHER_TARGET, 6 },
    [ILLEGAL_NO_ENEMY] = { MSG_NO_ENEMY, OTHER_NONE, 4 },
    [ILLEGAL_GEOMETRY] = { MSG_GEOMETRY, OTHER_NONE, 1 },
    [ILLEGAL_BLOCKED] = { MSG_BLOCKED, OTHER_BLOCKER, 3 },
    [ILLEGAL_CHECK] = { MSG_CHECK, OTHER_ROYAL, 8 },
    [ILLEGAL_PINNED] = { MSG_PINNED, OTHER_ROYAL, 9 },
    [ILLEGAL_BOUND] = { MSG_BOUND, OTHER_NONE, 2 },
    [ILLEGAL_DIE] = { MSG_DIE, OTHER_NONE, 10 },
    [ILLEGAL_IMMUNE] = { MSG_IMMUNE, OTHER_TARGET, 6 },
    [ILLEGAL_FIRST_ONLY] = { MSG_FIRST_ONLY, OTHER_NONE, 6 },
    [ILLEGAL_NOT_BOUND] = { MSG_NOT_BOUND, OTHER_TARGET, 6 },
    [ILLEGAL_REPETITION] = { MSG_REPETITION, OTHER_NONE, 9 },
    [ILLEGAL_SUICIDE] = { MSG_SUICIDE, OTHER_NONE, 7 },
    [ILLEGAL_MUST_TAKE] = { MSG_MUST_TAKE, OTHER_NONE, 8 },
    [ILLEGAL_GIVES_CHECK] = { MSG_GIVES_CHECK, OTHER_NONE, 8 },
    [ILLEGAL_NO_JUMP] = { MSG_NO_JUMP, OTHER_NONE, 2 },
    [ILLEGAL_CASTLE_RIGHT] = { MSG_CASTLE_RIGHT, OTHER_NONE, 1 },
    [ILLEGAL_CASTLE_PATH] = { MSG_CASTLE_PATH, OTHER_NONE, 1 },
    [ILLEGAL_CASTLE_CHECK] = { MSG_CASTLE_CHECK, OTHER_NONE, 1 },
};

/* When the piece may make its first moves, or others. */
static const char *first_moves(const struct ludus_position *pos, unsigned from)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[CODE_KIND(pos->cell[from])];
    bool fresh = kind->piece_first && squares_has(&pos->fresh, from);
    return kind->first_until_capture && pos->captured ? "as its first move, before anything is captured"
           : fresh && kind->first_only                ? "after its first move"
           : fresh && kind->first_unattacked
               ? "as its first move, not out of check or over an attacked square"
           : fresh && kind->first_unchecked ? "as its first move, not out of check"
                                            : "as its first move";
}

static void say_illegality(const struct fault *fault, enum illegality why, unsigned from)
{
    const struct ludus_position *pos = fault->pos;
    unsigned which = illegalities[why].other, king = pos->royal[pos->side], to = fault->to;
    unsigned other = which == OTHER_TARGET || (which == OTHER_ROYAL && from == king) ? to
                     : which == OTHER_ROYAL                                          ? king
                                                                                     : NONE;
    int files = (int)square_file(fault->rs, to) - (int)square_file(fault->rs, from);
    int ranks = (int)square_rank(fault->rs, to) - (int)square_rank(fault->rs, from);
    int steps = (int)square_steps(fault->rs, from, to);
    bool straight = which == OTHER_BLOCKER && steps && files % steps == 0 && ranks % steps == 0;
    for (int i = 1; straight && other == NONE && i < steps; i++) {
        int square = (int)from + i * (ranks / steps * (int)fault->rules->files + files / steps);
        other = pos->cell[square] ? (unsigned)square : NONE;
    }
    const char *piece = piece_on(pos, from), *other_piece = piece_on(pos, other);
    if (why == ILLEGAL_FIRST_ONLY)
        other_piece = first_moves(pos, from);
    else if (why == ILLEGAL_CHECK && other == to)
        other_piece = piece;
    else if (why == ILLEGAL_MUST_TAKE)
        other_piece = leap_leads(pos, from, to) ? "more" : "something";
    bool crooked = why == ILLEGAL_BLOCKED && other == NONE;
    record_say(fault->game, fault->item, crooked ? MSG_GEOMETRY : illegalities[why].message, piece,
               square_name(fault->rs, from).text, square_name(fault->rs, to).text, other_piece,
               other == NONE ? "" : square_name(fault->rs, other).text);
}

/* Adds the message for a promotion that is missing, wrong, or (`too_early`) impossible: "becomes Queen, Rook,
 * Bishop or Knight, nothing else"; "does not promote". */
static void say_promotion(const struct fault *fault, unsigned kind, unsigned to, bool too_early)
{
    const struct kind *called = &fault->rules->kinds[kind];
    char kinds[LIST_TEXT], what[2 * LIST_TEXT] = "does not promote";
    if (!too_early && called->becomes)
        snprintf(what, sizeof what, "becomes %s, %s", list_set(fault->rules, called->becomes, kinds),
                 fault->text->flags & MOVE_PROMOTES ? "nothing else" : "and the record must say which");
    record_say(fault->game, fault->item, MSG_PROMOTION, called->names[0], square_name(fault->rs, to).text,
               what);
}

void explain_unfinished(struct ludus_replay *replay, unsigned index)
{
    const struct ludus_position *pos = &replay->line.pos;
    if (pos->rows || pos->removals) {
        struct ludus_move next = { NONE, NONE, NONE, NONE };
        struct message *message =
            record_say(replay->game, replay->turn.items[index], pos->rows ? MSG_MUST_PLACE : MSG_MUST_REMOVE,
                       side_name(pos->side));
        if (ludus_position_moves(pos, &next, 1) > 0)
            diag_hint(replay_diag(replay), message, "for example %c%s", pos->rows ? '@' : 'x',
                      square_name(pos->ruleset, next.to).text);
        return;
    }
    struct message *message =
        record_say(replay->game, replay->turn.items[index], MSG_MUST_GO_ON, piece_on(pos, pos->pending),
                   square_name(pos->ruleset, pos->pending).text);
    hint_targets(replay, message, ~(kind_set)0, pos->pending);
}

/* Adds the message that says why the piece on `from` cannot make the move. */
static void say_of_piece(const struct fault *fault, enum illegality why, unsigned from)
{
    unsigned kind = CODE_KIND(fault->pos->cell[from]);
    if (why == ILLEGAL_DIE)
        explain_die(fault, kind);
    else if (why == ILLEGAL_PROMOTION)
        say_promotion(fault, kind, fault->to, false);
    else if (why == ILLEGAL_MUST_GO_ON)
        explain_unfinished(fault->replay, fault->index);
    else if (why == ILLEGAL_PLACING)
        record_say(fault->game, fault->item, MSG_PLACING, side_name(fault->pos->side),
                   "the men in hand must be placed first");
    else if (illegalities[why].weight > 0)
        say_illegality(fault, why, from);
    else
        say_move(fault, MSG_ILLEGAL, NULL);
}

/* Can the piece on `from` reach the target by a step on an empty board? */
static bool reaches(const struct fault *fault, unsigned from)
{
    return reach_to(fault->rs, fault->pos->cell[from], fault->to)[from >> 6] >> (from & 63) & 1;
}

/* Finds why the piece on `from` may not go to the target. */
static enum illegality illegality_on(const struct fault *fault, unsigned from)
{
    unsigned kind = CODE_KIND(fault->pos->cell[from]), to = fault->to;
    bool path = fault->text->flags & MOVE_PATH;
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, path ? LUDUS_JUMP : LUDUS_STEP, NONE };
    kind_set becomes = promotions_on(fault->rs, fault->pos->cell[from], to);
    if (becomes)
        move.piece = (uint8_t)(31 - __builtin_clz(becomes));
    enum illegality why = movegen_illegality(fault->pos, move);
    bool jumps = path || square_steps(fault->rs, from, to) > 1;
    if (why == ILLEGAL_OWN_TARGET && !in_set(fault->rs->rules.jumpers, kind) && !reaches(fault, from))
        return ILLEGAL_GEOMETRY;
    return why == ILLEGAL_NO_JUMP && !jumps ? ILLEGAL_GEOMETRY : why;
}

/* Adds the message on what must be placed now: "Man must be placed, 2 in a turn" … Returns it. */
static struct message *explain_placing(const struct fault *fault)
{
    const uint8_t *hand = fault->pos->hand[fault->pos->side];
    char names[LIST_TEXT], what[2 * LIST_TEXT] = "nothing is left in hand";
    kind_set first = 0, held = 0, kinds;
    unsigned count = movegen_placing(fault->pos, &kinds), most = 0;
    for (unsigned kind = 0; kind < fault->rules->kind_count; kind++) {
        held |= (kind_set)(hand[kind] > 0) << kind;
        if (hand[kind] == 0 || in_set(fault->rules->place_last, kind))
            continue;
        first |= 1u << kind;
        most = hand[kind] > most ? hand[kind] : most;
    }
    list_set(fault->rules, first ? first : held, names);
    if (movegen_rows(fault->pos))
        snprintf(what, sizeof what, "with this roll men fill an empty line, from its first point on");
    else if (first)
        snprintf(what, sizeof what, "%s must be placed, %u in a turn", names, most < count ? most : count);
    else if (held)
        snprintf(what, sizeof what, "%s must be placed, one in a turn", names);
    return record_say(fault->game, fault->item, MSG_PLACING, side_name(fault->pos->side), what);
}

static void explain_short(const struct fault *fault, kind_set kinds)
{
    const struct ludus_position *pos = fault->pos;
    enum illegality best = LEGAL;
    unsigned found = 0, from = NONE;
    char names[LIST_TEXT] = "piece", origin[24] = "";
    FOR_SQUARES(i, &pos->men[pos->side], fault->rs->words)
    {
        if (!in_set(kinds, CODE_KIND(pos->cell[i])) || !resolve_starts_so(fault->rs, fault->text, i))
            continue;
        enum illegality why = illegality_on(fault, i);
        if (why == ILLEGAL_DIE && !fault->text->name_length && !reaches(fault, i))
            why = ILLEGAL_GEOMETRY; /* no other die would help */
        if (found++ == 0 || illegalities[why].weight > illegalities[best].weight ||
            (illegalities[why].weight == illegalities[best].weight && reaches(fault, i) &&
             !reaches(fault, from))) {
            best = why;
            from = i;
        }
    }
    /* A legal one takes there, which a bare square does not say. */
    bool blames_one = found == 1 && !(best == LEGAL && resolve_is_bare(fault->text));
    if (blames_one || illegalities[best].weight > 1) {
        say_of_piece(fault, best, from);
        return;
    }
    if (fault->text->name_length || kinds != ((kind_set)1 << fault->rules->kind_count) - 1)
        list_set(fault->rules, kinds, names);
    if (fault->text->from_file)
        snprintf(origin, sizeof origin, " of the %c-file", 'a' + fault->text->from_file - 1);
    else if (fault->text->from_rank)
        snprintf(origin, sizeof origin, " of rank %u", fault->text->from_rank);
    if (found)
        record_say(fault->game, fault->item, MSG_NO_PIECE_CAN, names, origin,
                   square_name(fault->rs, fault->to).text);
    else
        record_say(fault->game, fault->item, MSG_NONE_LEFT, side_name(pos->side), names, origin);
}

static void explain_squares(const struct fault *fault)
{
    kind_set placed, kinds = 0;
    if (fault->text->name_length)
        kinds = resolve_named(fault->rs, fault->text);
    if (fault->text->flags & MOVE_LONG) {
        unsigned from = resolve_square(fault->rs, fault->text->from_file, fault->text->from_rank);
        unsigned code = fault->pos->cell[from];
        struct square_name square = square_name(fault->rs, from);
        if (code == 0)
            record_say(fault->game, fault->item, MSG_NO_PIECE, square.text);
        else if (CODE_SIDE(code) != fault->pos->side)
            record_say(fault->game, fault->item, MSG_ENEMY_PIECE, piece_on(fault->pos, from), square.text,
                       side_name(fault->pos->side ^ 1u), side_name(fault->pos->side));
        else if (kinds && !in_set(kinds, CODE_KIND(code)))
            record_say(fault->game, fault->item, MSG_WRONG_PIECE, piece_on(fault->pos, from), square.text,
                       fault->rules->kinds[__builtin_ctz(kinds)].names[0]);
        else
            say_of_piece(fault, illegality_on(fault, from), from);
    } else if (fault->rs->places && movegen_placing(fault->pos, &placed)) {
        /* A placing written without its sign. */
        struct message *message = explain_placing(fault);
        placed &= kinds ? kinds : placed;
        if (placed && !movegen_rows(fault->pos) && !fault->pos->cell[fault->to])
            diag_hint(replay_diag(fault->replay), message, "perhaps %s @%s",
                      fault->rules->kinds[__builtin_ctz(placed)].names[0],
                      square_name(fault->rs, fault->to).text);
    } else {
        explain_short(fault, kinds ? kinds : fault->rs->nameless);
    }
}

/* Adds a message if the name of the piece, or of its promotion, is unknown. False if not. */
static bool explain_name(const struct fault *fault)
{
    const struct move_text *text = fault->text;
    const char *name = text->plain;
    size_t length = text->name_length;
    if (length == 0 || resolve_name(fault->rs, name, length) != NONE) {
        name = text->plain + text->promotion;
        length = text->promotion_length;
        if (!(text->flags & MOVE_PROMOTES) || length == 1 || resolve_name(fault->rs, name, length) != NONE)
            return false;
    }
    struct message *message =
        record_say(fault->game, fault->item, MSG_UNKNOWN_PIECE, (int)length, name, fault->rules->title);
    struct text_nearest nearest = text_nearest(name, length);
    for (unsigned kind = 0; length > 1 && kind < fault->rules->kind_count; kind++)
        for (unsigned i = 0; i < fault->rules->kinds[kind].name_count; i++)
            text_try(&nearest, fault->rules->kinds[kind].names[i],
                     strlen(fault->rules->kinds[kind].names[i]));
    char kinds[LIST_TEXT];
    if (nearest.best)
        diag_hint(replay_diag(fault->replay), message, "perhaps %s", nearest.best);
    else
        diag_hint(replay_diag(fault->replay), message,
                  length == 1 ? "its pieces are %s; ludmend --repair replaces letters of another language"
                              : "its pieces are %s",
                  list_set(fault->rules, (1u << fault->rules->kind_count) - 1, kinds));
    return true;
}

static bool explain_square(const struct fault *fault)
{
    unsigned style = fault->text->style;
    struct written_squares squares;
    resolve_squares(fault->rs, fault->text, &squares);
    if ((style != MOVE_SQUARES && style != MOVE_PLACE && style != MOVE_REMOVE) ||
        (!squares.off_board && fault->to != NONE))
        return false;
    say_move(fault, MSG_NO_SUCH_SQUARE, square_name(fault->rs, fault->rs->squares - 1).text);
    return true;
}

/* Explains a placing, which may be the first of a pair. */
static void explain_placings(const struct fault *fault)
{
    const struct turn *turn = &fault->replay->turn;
    unsigned before = NONE, index = fault->index;
    kind_set placed;
    unsigned count = movegen_placing(fault->pos, &placed);
    do {
        struct fault one = fault_at(fault->replay, index);
        if (explain_name(&one) || explain_square(&one))
            return;
        kind_set kinds = one.text->name_length ? resolve_named(fault->rs, one.text) : placed;
        unsigned kind = kinds ? (unsigned)__builtin_ctz(kinds) : 0, code = fault->pos->cell[one.to];
        if (code || one.to == before) {
            record_say(fault->game, one.item, MSG_OCCUPIED, square_name(fault->rs, one.to).text,
                       fault->rules->kinds[code ? CODE_KIND(code) : kind].names[0]);
            return;
        }
        if (one.text->flags & MOVE_PROMOTES) {
            say_promotion(&one, kind, one.to, true);
            return;
        }
        before = one.to;
    } while (++index < turn->item_count && index < fault->index + count &&
             turn->items[index]->move.style == MOVE_PLACE);
    explain_placing(fault);
}

static void explain_style(const struct fault *fault)
{
    const struct ludus_position *pos = fault->pos;
    unsigned style = fault->text->style;
    struct ludus_move moves[RESOLVE_MAX];
    struct move_text bare = *fault->text;
    bare.flags &= (uint16_t)~MOVE_PROMOTES;
    if ((style == MOVE_SQUARES || style == MOVE_REMOVE) && bare.flags != fault->text->flags &&
        resolve_move(pos, &bare, moves) > 0) { /* legal without its promotion */
        const struct ludus_move *move = moves;
        bool placed = move->type == LUDUS_PLACE;
        unsigned kind =
            placed ? move->piece : CODE_KIND(pos->cell[move->from == NONE ? move->to : move->from]);
        say_promotion(fault, kind, move->to, placed || move->piece == NONE);
        return;
    }
    switch ((enum move_style)style) {
    case MOVE_SQUARES:
        explain_squares(fault);
        break;
    case MOVE_PLACE:
        explain_placings(fault);
        break;
    case MOVE_REMOVE:
        if (pos->pending != NONE || pos->rows)
            explain_unfinished(fault->replay, fault->index);
        else if (pos->cell[fault->to] == 0)
            record_say(fault->game, fault->item, MSG_NO_PIECE, square_name(fault->rs, fault->to).text);
        else if (fault->rs->places && movegen_placing(pos, &(kind_set){ 0 }))
            say_of_piece(fault, ILLEGAL_PLACING, fault->to);
        else
            record_say(fault->game, fault->item, MSG_FREE_MAN, piece_on(pos, fault->to),
                       square_name(fault->rs, fault->to).text);
        break;
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG: {
        const struct castle *castle = castle_named(fault->rules, pos->side, style == MOVE_CASTLE_SHORT);
        enum illegality why = castle ? castle_judge(pos, castle) : LEGAL;
        if (castle)
            record_say(fault->game, fault->item, why == LEGAL ? MSG_CASTLE_RIGHT : illegalities[why].message,
                       side_name(pos->side));
        else
            record_say(fault->game, fault->item, MSG_NO_CASTLING, fault->rules->title);
        break;
    }
    case MOVE_PASS:
        if (fault->rules->pass == PASS_YES)
            say_move(fault, MSG_TOO_MANY_MOVES, "a pass, or for moves");
        else
            record_say(fault->game, fault->item, MSG_NO_PASS, side_name(pos->side),
                       position_checked(pos) ? " in check" : "");
        break;
    case MOVE_PATTERN:
    case MOVE_LOST:
        say_move(fault, MSG_NO_READING, NULL);
        break;
    }
}

void explain_move(struct ludus_replay *replay, unsigned index, const struct ludus_move *moves, size_t found)
{
    struct fault fault = fault_at(replay, index);
    struct message *last = replay_diag(replay)->last;
    const char *reason = NULL;
    bool over = outcome_of(fault.pos, &reason) != LUDUS_OPEN;
    const struct turn *turn = &replay->turn;
    bool crowded = turn_is_full(replay) || turn->crowded; /* more moves than the turn can have */
    bool pair = turn->move_count && turn->moves[0].type == LUDUS_PLACE && turn->moves[0].from != NONE;
    unsigned room = fault.rules->dice ? fault.rules->dice : pair ? 2 : 1;
    char most[40] = "no more moves than these"; /* including those added by a capture */
    if (turn->move_count <= room)
        snprintf(most, sizeof most, "%u move%s", room, room == 1 ? "" : "s");
    if (over)
        record_say(replay->game, fault.item, MSG_GAME_OVER, reason ? reason : "won");
    else if (crowded)
        say_move(&fault, MSG_TOO_MANY_MOVES, most);
    else if (explain_name(&fault) || explain_square(&fault))
        ; /* the message has been added */
    else if (found < 2)
        explain_style(&fault);
    else if (moves[0].from == moves[1].from && moves[0].to == moves[1].to && moves[0].from != NONE &&
             moves[0].type != LUDUS_LEAP)
        say_promotion(&fault, CODE_KIND(fault.pos->cell[moves[0].from]), moves[0].to, false);
    else {
        char all[LIST_TEXT], one[LIST_TEXT];
        struct san_text out = { .out = all, .size = sizeof all };
        for (size_t i = 0; i < found; i++) {
            san_add(&out, i == 0 ? "" : i + 1 == found ? " or " : ", ");
            ludus_move_long(fault.pos, moves[i], one, sizeof one);
            san_add(&out, one);
        }
        say_move(&fault, MSG_AMBIGUOUS, all);
    }
    if (!over && !crowded)
        hint_move(replay, last ? last->next : replay_diag(replay)->first, index);
}
