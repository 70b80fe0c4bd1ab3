/* movegen.h - the generator's state, for its parts: steps and jumps (movegen.c), and other moves
 * (movegen_other.c). */
#ifndef RULES_MOVEGEN_H
#define RULES_MOVEGEN_H

#include "rules/position.h"

/* State of the generator. */
struct gen {
    const struct ludus_position *pos;
    struct ludus_move *out; /* NULL when counting */
    size_t count, capacity;
    kind_set kinds;             /* only these kinds move */
    unsigned source, target;    /* only from and to these squares, or NONE */
    bool stop_at_one;           /* one move is enough */
    bool leaping;               /* something must be captured by leaping */
    struct squares starters;    /* by one of these pieces */
    bool best;                  /* only the leaps that are worth most */
    uint64_t least;             /* value that leaps must have */
    bool undiced;               /* the dice are ignored */
    bool endless;               /* also if the game is over */
    bool filter;                /* moves must be tried to know whether they are legal */
    const struct squares *only; /* the only targets: enemies, if something must be captured; else NULL */
    struct squares left;        /* targets of steps that can repeat a position, for `only` */
    struct squares stepped;     /* targets of the current piece's steps, if paths_meet */
    struct guard guard;
};

/* Adds a move if it has the wanted target and passes the filter. */
static inline __attribute__((always_inline)) void add_move(struct gen *gen, bool counting, unsigned from,
                                                           unsigned to, unsigned type, unsigned piece)
{
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, (uint8_t)type, (uint8_t)piece };

    if (!counting && gen->target != NONE && to != gen->target &&
        !(type == LUDUS_PLACE && from == gen->target))
        return;
    if (gen->filter && outcome_banned(gen->pos, move))
        return;
    if (!counting && gen->count < gen->capacity)
        gen->out[gen->count] = move;
    gen->count++;
}

/* Adds the removals for a mill, or the placings of men in hand; else finds what must be captured. True if the
 * side has no other moves. */
bool gen_duties(struct gen *gen, bool counting);
/* Adds the placings of captured pieces, which take the place of a move. */
void gen_drops(struct gen *gen, bool counting);
/* Adds the leaps or flights of a piece. True if it has no steps then. */
bool gen_leaps(struct gen *gen, bool counting, unsigned from);

/* May the piece use the moves of a group of the stream (tables->stream), which are first moves, or no first
 * moves? Not if it has lost them, or cannot make them now. */
static __attribute__((noinline, unused)) bool gen_may_use(const struct ludus_position *pos,
                                                          const uint8_t *group, unsigned from)
{
    const struct kind *kind = &pos->ruleset->rules.kinds[CODE_KIND(pos->cell[from])];
    bool fresh = !kind->piece_first || squares_has(&pos->fresh, from);
    if (!(group[1] & MODE_FIRST))
        return !fresh;
    if (!fresh || (kind->first_until_capture && pos->captured) ||
        (kind->first_unchecked && position_checked(pos)))
        return false;
    unsigned to = group[2], over = (from + to) / 2; /* a group of one leap */
    return !kind->first_unattacked || square_steps(pos->ruleset, from, to) != 2 ||
           square_steps(pos->ruleset, from, over) != 1 || !attack_on(pos, over, pos->side ^ 1, NONE);
}

static inline __attribute__((always_inline)) bool gen_is_open(const struct ludus_position *pos,
                                                              const uint8_t *group, unsigned from)
{
    return !(group[1] & (MODE_FIRST | MODE_LATER)) || gen_may_use(pos, group, from);
}

#endif
