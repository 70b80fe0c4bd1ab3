/* move_fault.c - what is wrong with the move of one piece: dice, verdicts of the engine, promotions. */
#include "play/move_fault.h"

#include "play/san.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIST_TEXT = 320 };

const char *move_fault_piece(const struct ludus_position *pos, unsigned square)
{
    if (square == NONE || pos->cell[square] == 0)
        return "nothing";
    return pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].names[0];
}

/* "1 or 2", "Eques or Armiger": joins up words as they come. */
static void join(struct san_text *text, unsigned index, unsigned count, const char *word)
{
    if (index > 0)
        san_add(text, index + 1 == count ? " or " : ", ");
    san_add(text, word);
}

void move_fault_list_kinds(const struct rules *rules, kind_set kinds, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    for (unsigned kind = 0, index = 0; kind < rules->kind_count; kind++)
        if (kinds >> kind & 1)
            join(&text, index++, (unsigned)__builtin_popcount(kinds), rules->kinds[kind].names[0]);
    san_end(&text);
}

static void list_faces(uint32_t faces, char *out, size_t size)
{
    struct san_text text = { out, size, 0 };
    for (unsigned face = 0, index = 0; face < 32; face++)
        if (faces >> face & 1) {
            char number[12];
            snprintf(number, sizeof number, "%u", face + 1);
            join(&text, index++, (unsigned)__builtin_popcount(faces), number);
        }
    san_end(&text);
}

/* ---- Dice ---- */

/* The kind that item number `item` of the turn moves, as far as it can be told; NONE if not. */
static unsigned moved_kind(const struct move_fault *fault, unsigned item)
{
    kind_set kinds =
        resolve_kinds(&fault->replay->lexicon, fault->pos, &fault->replay->turn.items[item]->move);
    for (unsigned i = 0; i < fault->replay->turn.move_count; i++)
        if (fault->replay->turn.item_of[i] == item)
            return fault->replay->turn.kinds[i];
    for (unsigned kind = 0; kind < fault->rules->kind_count; kind++)
        if (kinds == 1u << kind)
            return kind;
    return NONE;
}

static kind_set moved_by(const struct rules *rules, unsigned face)
{
    kind_set kinds = 0;
    for (unsigned kind = 0; kind < rules->kind_count; kind++)
        if (face && face <= 32 && rules->kinds[kind].faces >> (face - 1) & 1)
            kinds |= 1u << kind;
    return kinds;
}

/* Index of a die that none of the written moves can use, or NONE. */
static unsigned idle_die(const struct move_fault *fault)
{
    const struct turn *turn = &fault->replay->turn;
    kind_set moved = 0;
    for (unsigned i = 0; i < turn->item_count; i++) {
        unsigned kind = moved_kind(fault, i);
        if (kind == NONE)
            return NONE;
        moved |= 1u << kind;
    }
    for (unsigned i = 0; i < turn->roll_count; i++)
        if (!(moved_by(fault->rules, turn->roll[i]) & moved))
            return i;
    return NONE;
}

static void explain_die(const struct move_fault *fault, unsigned kind)
{
    const struct turn *turn = &fault->replay->turn;
    const struct kind *moved = &fault->rules->kinds[kind];
    char faces[LIST_TEXT], kinds[LIST_TEXT], what[LIST_TEXT];
    list_faces(moved->faces, faces, sizeof faces);
    unsigned idle = turn->dice ? idle_die(fault) : NONE;
    struct message *message;
    if (idle != NONE) {
        move_fault_list_kinds(fault->rules, moved_by(fault->rules, turn->roll[idle]), kinds, sizeof kinds);
        snprintf(what, sizeof what, "the die %u", turn->roll[idle]);
        message = diag_add(fault->diag, MSG_DIE, item_begin(fault->replay->game, turn->dice),
                           item_end(fault->replay->game, turn->dice), what, "none of the pieces of this turn",
                           *kinds ? kinds : "nothing");
        diag_hint(fault->diag, message, "%s is moved by %s", moved->names[0], faces);
        return;
    }
    diag_add(fault->diag, MSG_DIE, fault->begin, fault->end,
             turn->move_count ? "no die that is left" : "no die", moved->names[0], faces);
}

/* ---- Verdicts on one piece ---- */

enum other { OTHER_NONE, OTHER_TARGET, OTHER_BLOCKER, OTHER_ROYAL };

/* Verdicts whose message takes, in this order, piece, from, to, another piece, its square; and how much each
 * says when several pieces could be meant. */
static const struct {
    uint8_t message, other, weight;
} verdicts[] = {
    [VERDICT_OWN_TARGET] = { MSG_OWN_TARGET, OTHER_TARGET, 5 },
    [VERDICT_TARGET_TAKEN] = { MSG_TARGET_TAKEN, OTHER_TARGET, 6 },
    [VERDICT_NO_ENEMY] = { MSG_NO_ENEMY, OTHER_NONE, 4 },
    [VERDICT_GEOMETRY] = { MSG_GEOMETRY, OTHER_NONE, 1 },
    [VERDICT_BLOCKED] = { MSG_BLOCKED, OTHER_BLOCKER, 3 },
    [VERDICT_CHECK] = { MSG_CHECK, OTHER_ROYAL, 8 },
    [VERDICT_PINNED] = { MSG_PINNED, OTHER_ROYAL, 9 },
    [VERDICT_BOUND] = { MSG_BOUND, OTHER_NONE, 2 },
    [VERDICT_IMMUNE] = { MSG_IMMUNE, OTHER_TARGET, 6 },
    [VERDICT_FIRST_ONLY] = { MSG_FIRST_ONLY, OTHER_NONE, 6 },
    [VERDICT_NOT_BOUND] = { MSG_NOT_BOUND, OTHER_TARGET, 6 },
    [VERDICT_REPETITION] = { MSG_REPETITION, OTHER_NONE, 9 },
    [VERDICT_SUICIDE] = { MSG_SUICIDE, OTHER_NONE, 7 },
    [VERDICT_NO_JUMP] = { MSG_NO_JUMP, OTHER_NONE, 2 },
    [VERDICT_CASTLE_RIGHT] = { MSG_CASTLE_RIGHT, OTHER_NONE, 1 },
    [VERDICT_CASTLE_PATH] = { MSG_CASTLE_PATH, OTHER_NONE, 1 },
    [VERDICT_CASTLE_CHECK] = { MSG_CASTLE_CHECK, OTHER_NONE, 1 },
};

unsigned move_fault_weight(enum verdict verdict)
{
    if (verdict == VERDICT_DIE)
        return 10;
    return (size_t)verdict < sizeof verdicts / sizeof *verdicts ? verdicts[verdict].weight : 0;
}

/* The first piece on the straight line between two squares, or NONE. */
static unsigned blocker(const struct ludus_position *pos, unsigned from, unsigned to)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    int files = (int)square_file(ruleset, to) - (int)square_file(ruleset, from);
    int ranks = (int)square_rank(ruleset, to) - (int)square_rank(ruleset, from);
    int steps = files > 0 ? files : -files;
    if (ranks > steps || -ranks > steps)
        steps = ranks > 0 ? ranks : -ranks;
    if (steps == 0 || files % steps || ranks % steps)
        return NONE;
    for (int i = 1; i < steps; i++) {
        int square = (int)from + i * (ranks / steps * (int)ruleset->rules.files + files / steps);
        if (pos->cell[square])
            return (unsigned)square;
    }
    return NONE;
}

static void say_verdict(const struct move_fault *fault, enum verdict verdict, unsigned from, unsigned to)
{
    char from_name[4], to_name[4], other_name[4] = "";
    unsigned other = NONE;
    square_name(fault->pos->ruleset, from, from_name);
    square_name(fault->pos->ruleset, to, to_name);
    switch ((enum other)verdicts[verdict].other) {
    case OTHER_NONE:
        break;
    case OTHER_TARGET:
        other = to;
        break;
    case OTHER_BLOCKER:
        other = blocker(fault->pos, from, to);
        break;
    case OTHER_ROYAL:
        other = from == fault->pos->royal[fault->pos->side] ? to : fault->pos->royal[fault->pos->side];
        break;
    }
    if (other != NONE)
        square_name(fault->pos->ruleset, other, other_name);
    const char *piece = move_fault_piece(fault->pos, from),
               *other_piece = move_fault_piece(fault->pos, other);
    if (verdict == VERDICT_FIRST_ONLY) {
        const struct kind *kind = &fault->rules->kinds[CODE_KIND(fault->pos->cell[from])];
        other_piece =
            kind->first_until_capture && fault->pos->captured ? ", before anything is captured" : "";
    } else if (verdict == VERDICT_CHECK && other == to) {
        other_piece = piece;
    }
    enum message_id id = verdicts[verdict].message;
    if (verdict == VERDICT_BLOCKED && other == NONE)
        id = MSG_GEOMETRY;
    diag_add(fault->diag, id, fault->begin, fault->end, piece, from_name, to_name, other_piece, other_name);
}

/* "becomes Queen, Rook, Bishop or Knight, not King"; "does not promote". */
void move_fault_promotion(const struct move_fault *fault, unsigned kind, unsigned to, bool too_early)
{
    char list[LIST_TEXT], square[4], what[2 * LIST_TEXT] = "does not promote";
    square_name(fault->pos->ruleset, to, square);
    if (!too_early && fault->rules->kinds[kind].becomes) {
        move_fault_list_kinds(fault->rules, fault->rules->kinds[kind].becomes, list, sizeof list);
        snprintf(what, sizeof what, "becomes %s, %s", list,
                 fault->text->flags & MOVE_PROMOTES ? "nothing else" : "and the record must say which");
    }
    diag_add(fault->diag, MSG_PROMOTION, fault->begin, fault->end, fault->rules->kinds[kind].names[0], square,
             what);
}

/* Would the move be legal if it were not for its promotion? Then that is the fault. */
bool move_fault_is_promotion(const struct move_fault *fault)
{
    struct ludus_move moves[RESOLVE_MAX];
    struct move_text bare = *fault->text;
    if (!(bare.flags & MOVE_PROMOTES) || (bare.style != MOVE_SQUARES && bare.style != MOVE_REMOVE))
        return false;
    bare.flags &= (uint16_t)~MOVE_PROMOTES;
    if (resolve_move(&fault->replay->lexicon, fault->pos, &bare, moves) == 0)
        return false;
    unsigned on = moves[0].from == NONE ? moves[0].to : moves[0].from;
    move_fault_promotion(fault, CODE_KIND(fault->pos->cell[on]), moves[0].to, moves[0].piece == NONE);
    return true;
}

void move_fault_must_go_on(const struct move_fault *fault)
{
    unsigned from = fault->pos->pending;
    char square[4];
    square_name(fault->pos->ruleset, from, square);
    struct message *message = diag_add(fault->diag, MSG_MUST_GO_ON, fault->begin, fault->end,
                                       move_fault_piece(fault->pos, from), square);
    hint_targets(fault->replay, message, ~(kind_set)0, from);
}

void move_fault_on_piece(const struct move_fault *fault, enum verdict verdict, struct intent intent)
{
    unsigned kind = CODE_KIND(fault->pos->cell[intent.from]);
    if (verdict == VERDICT_DIE) {
        explain_die(fault, kind);
    } else if (verdict == VERDICT_PROMOTION) {
        move_fault_promotion(fault, kind, intent.to, false);
    } else if (verdict == VERDICT_MUST_GO_ON) {
        move_fault_must_go_on(fault);
    } else if (verdict == VERDICT_PLACING) {
        diag_add(fault->diag, MSG_PLACING, fault->begin, fault->end, side_name(fault->pos->side),
                 "the men in hand must be placed first");
    } else if (move_fault_weight(verdict) > 0) {
        say_verdict(fault, verdict, intent.from, intent.to);
    } else {
        diag_add(fault->diag, MSG_ILLEGAL, fault->begin, fault->end, (int)fault->text->plain_length,
                 fault->text->plain);
    }
}

bool move_fault_reaches(const struct ludus_position *pos, unsigned from, unsigned to)
{
    return reach_to(pos->ruleset, pos->cell[from], to)[from >> 6] >> (from & 63) & 1;
}

enum verdict move_fault_verdict(const struct move_fault *fault, unsigned from, unsigned to)
{
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, LUDUS_STEP, NONE };
    if (fault->text->flags & MOVE_PATH)
        move.type = LUDUS_JUMP;
    const struct kind *kind = &fault->rules->kinds[CODE_KIND(fault->pos->cell[from])];
    unsigned last = fault->pos->side == LUDUS_WHITE ? fault->rules->ranks - 1 : 0;
    for (unsigned k = 0; square_rank(fault->pos->ruleset, to) == last && k < fault->rules->kind_count; k++)
        if (kind->becomes >> k & 1)
            move.piece = (uint8_t)k;
    enum verdict verdict = movegen_verdict(fault->pos, move);
    int files = abs((int)square_file(fault->pos->ruleset, from) - (int)square_file(fault->pos->ruleset, to));
    int ranks = abs((int)square_rank(fault->pos->ruleset, from) - (int)square_rank(fault->pos->ruleset, to));
    bool jumps = fault->text->flags & MOVE_PATH || files > 1 || ranks > 1;
    if (verdict == VERDICT_OWN_TARGET && !in_set(fault->rules->jumpers, CODE_KIND(fault->pos->cell[from])) &&
        !move_fault_reaches(fault->pos, from, to))
        return VERDICT_GEOMETRY;
    return verdict == VERDICT_NO_JUMP && !jumps ? VERDICT_GEOMETRY : verdict;
}
