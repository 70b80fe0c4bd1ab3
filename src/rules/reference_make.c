/* reference_make.c - makes moves of the reference; see reference.h. */
#include "base/memory.h"
#include "rules/reference.h"

#include <stdlib.h>

static void lose_rights(struct reference *ref, int square)
{
    for (unsigned i = 0; i < ref->rules->castle_count; i++)
        if (reference_castle(ref, i).king_from == square || reference_castle(ref, i).rook_from == square)
            ref->castling &= ~(1u << i);
}

static void take_man(struct reference *ref, int square)
{
    const struct rules *rules = ref->rules;
    struct reference_man man = ref->board[square];
    for (unsigned k = 0; rules->drops && k < rules->kind_count; k++)
        if (man.promoted && rules->pawns ? in_set(rules->pawns, k) : k == man.kind)
            ref->hand[man.side ^ 1][k]++;
    ref->taken[man.side ^ 1]++;
    lose_rights(ref, square);
    ref->board[square] = (struct reference_man){ 0 };
    ref->captured = ref->captures = ref->restart = true;
}

static void make_step(struct reference *ref, struct ludus_move move)
{
    lose_rights(ref, move.from); /* while the king still stands there */
    struct reference_man man = ref->board[move.from];
    int ahead = forward(ref->side), middle = shift_square(ref, move.from, 0, ahead);
    bool promotes = move.piece != NONE;
    if (ref->board[move.to].there)
        take_man(ref, move.to);
    if (move.type == LUDUS_EN_PASSANT)
        take_man(ref, shift_square(ref, move.to, 0, -ahead));
    ref->restart |= promotes || in_set(ref->rules->pawns, man.kind);
    if (reference_passes(&ref->rules->kinds[man.kind]) &&
        shift_square(ref, move.from, 0, 2 * ahead) == move.to && is_empty(ref, middle))
        ref->passed =
            !ref->rules->kinds[man.kind].passed_on ||
                    region_has(ref->rules, ref->rules->kinds[man.kind].passed_on, man.side, (unsigned)middle)
                ? middle
                : NOWHERE;
    for (int square = 0; square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) &&
            in_set(ref->rules->kinds[ref->board[square].kind].first_lost_to, man.kind) &&
            (square % (int)ref->rules->files == move.to % (int)ref->rules->files ||
             square / (int)ref->rules->files == move.to / (int)ref->rules->files))
            ref->board[square].unmoved = false;
    man.promoted |= promotes && ref->rules->drops;
    man.kind = promotes ? move.piece : man.kind;
    man.unmoved = promotes && ref->rules->kinds[move.piece].promoted_first;
    ref->board[move.from] = (struct reference_man){ 0 };
    ref->board[move.to] = man;
    lose_rights(ref, move.to);
    if (!ref->rules->explodes || !ref->captures)
        return;
    take_man(ref, move.to);
    for (int way = 0; way < 8; way++) {
        int square = beside(ref, move.to, way, 1);
        if (square != NOWHERE && ref->board[square].there &&
            !in_set(ref->rules->pawns, ref->board[square].kind))
            take_man(ref, square);
    }
}

/* Makes a capture by leaping. */
static void make_leap(struct reference *ref, struct ludus_move move)
{
    struct reference_chain *list = memory_new(CHAINS_MOST * sizeof *list);
    size_t count = list ? reference_chains(ref, list) : 0, i = 0;
    while (i < count && (list[i].from != move.from || list[i].number != move.piece))
        i++;
    if (i < count) {
        struct reference_man man = ref->board[move.from];
        man.kind = (uint8_t)list[i].kind;
        for (int square = 0; square < ref->squares; square++)
            if (list[i].taken[square])
                take_man(ref, square);
        ref->board[move.from] = (struct reference_man){ 0 };
        ref->board[move.to] = man;
    }
    free(list);
}

/* Counts the men to be removed after the move. */
static void count_removals(struct reference *ref, struct ludus_move move)
{
    unsigned mills = reference_mills(ref, move.to), enemies = 0;
    for (int square = 0; square < ref->squares; square++)
        enemies += is_of(ref, square, ref->side ^ 1);
    if (ref->rules->mill == MILL_TAKES_ONE && mills)
        mills = 1;
    mills = ref->rules->mill == MILL_TAKES_ONE && ref->removals ? 0 : mills;
    ref->removals = ref->removals + mills < enemies ? ref->removals + mills : enemies;
}

void reference_move(struct reference *ref, struct ludus_move move)
{
    const struct rules *rules = ref->rules;
    const uint8_t placed[] = { move.to, move.from };
    bool falls[SQUARES_MAX] = { false }, removes = ref->removals > 0 && move.type != LUDUS_PLACE;
    if (ref->dice_count && move.type <= LUDUS_CASTLE)
        ref->moved[ref->moved_count++] = ref->board[move.from].kind;
    ref->passed = ref->pending = NOWHERE;
    ref->begins_turn = ref->captures = ref->binds = false;
    for (int i = 0; move.type == LUDUS_PLACE && i < 2 && placed[i] != NONE; i++) {
        ref->board[placed[i]] =
            (struct reference_man){ .there = true, .kind = move.piece, .side = (uint8_t)ref->side };
        ref->hand[ref->side][move.piece]--;
        ref->placed[ref->placed_count++] = placed[i];
        ref->restart = true;
    }
    ref->removals -= removes;
    ref->placed_count = removes ? 0 : ref->placed_count;
    if (rules->mill && rules->mill != MILL_WINS && !removes && move.type == LUDUS_PLACE)
        count_removals(ref, move);
    if (move.type == LUDUS_PLACE)
        return;
    if (move.type == LUDUS_LEAP)
        make_leap(ref, move);
    else if (move.type <= LUDUS_EN_PASSANT)
        make_step(ref, move);
    else if (move.type == LUDUS_REMOVE)
        take_man(ref, move.to);
    for (unsigned i = 0; move.type == LUDUS_CASTLE && i < rules->castle_count; i++) {
        const struct castle here = reference_castle(ref, i), *castle = &here;
        if (castle->side != ref->side || castle->king_from == NONE || castle->rook_from == NONE ||
            castle->king_from != move.from || castle->king_to != move.to)
            continue;
        lose_rights(ref, castle->king_from);
        struct reference_man king = ref->board[castle->king_from], rook = ref->board[castle->rook_from];
        ref->board[castle->king_from] = ref->board[castle->rook_from] = (struct reference_man){ 0 };
        king.unmoved = rook.unmoved = false;
        ref->board[castle->king_to] = king;
        ref->board[castle->rook_to] = rook;
        break;
    }
    if (rules->mill && rules->mill != MILL_WINS && !removes && move.type == LUDUS_STEP)
        count_removals(ref, move);
    /* Captures or binds what the move flanks or surrounds, then frees men. */
    if (move.type == LUDUS_STEP || (move.type == LUDUS_JUMP && rules->jump_captures))
        reference_judge(ref, move.to, falls);
    for (int square = 0; square < ref->squares; square++)
        if (falls[square] && !rules->binds) {
            take_man(ref, square);
        } else if (falls[square]) {
            falls[square] = !ref->board[square].bound;
            ref->board[square].bound = true;
        }
    reference_release(ref);
    for (int square = 0; square < ref->squares; square++)
        ref->binds |= falls[square] && ref->board[square].bound;
}

static void end_turn(struct reference *ref)
{
    unsigned last = ref->rules->first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    ref->quiet = ref->restart ? 0 : ref->quiet + 1;
    ref->number += ref->side == last;
    if (ref->rules->dice && ref->moved_count == 0)
        ref->passed = NOWHERE;
    ref->side ^= 1;
    ref->pending = NOWHERE;
    ref->begins_turn = true;
    ref->dice_count = ref->moved_count = ref->placed_count = 0;
    /* Bound men are captured at the start of their captor's turn. */
    for (int square = 0; ref->rules->bound_capture == BOUND_FALLS && square < ref->squares; square++)
        if (is_of(ref, square, ref->side ^ 1) && ref->board[square].bound) {
            take_man(ref, square);
            ref->quiet = 0;
        }
    ref->restart = false;
    if (ref->rules->checks_win && reference_checked(ref, ref->side))
        ref->checks[ref->side ^ 1]--;
    if (ref->rules->bound_capture == BOUND_FALLS)
        reference_release(ref);
}

void reference_finish(struct reference *ref, struct ludus_move move)
{
    struct reference_list list = { NULL, 0, 0 };
    if (ref->rules->further_move && ref->captures && move.type <= LUDUS_EN_PASSANT) {
        ref->pending = move.to;
        reference_moves(ref, &list);
    }
    bool goes_on = ref->rules->dice || list.count > 0 || ref->removals ||
                   (ref->placed_count && reference_row(ref, NOWHERE));
    if (move.type == NONE || !goes_on)
        end_turn(ref);
}

void reference_make(struct reference *ref, struct ludus_move move)
{
    if (move.type != NONE)
        reference_move(ref, move);
    reference_finish(ref, move);
}
