/* gen.h - a run of the move generator, shared by the two ways of running it: forwards from the pieces
 * (movegen.c) and backwards from a target (find.c). */
#ifndef RULES_GEN_H
#define RULES_GEN_H

#include "rules/attack.h"
#include "rules/movegen.h"
#include "rules/position.h"

/* A run of the generator. */
struct gen {
    const struct ludus_position *pos;
    struct ludus_move *out; /* NULL when counting */
    size_t count, capacity;
    kind_set kinds;          /* only these move */
    unsigned source, target; /* only from and to these squares, or NONE */
    bool stop_at_one;        /* one move is enough */
    bool undiced;            /* without regard to the dice */
    unsigned *by_kind;       /* counts by kind of piece, or NULL */
    bool filter;             /* a move must be tried to know that it is legal */
    struct squares stepped;  /* targets of one piece's steps, where ways meet */
    struct guard guard;
};

/* Does the move break a rule that only its outcome shows (repetition, suicide)? */
bool gen_is_banned(const struct ludus_position *pos, struct ludus_move move);
/* May the piece take what stands on `to`? */
bool gen_may_take(const struct ludus_position *pos, unsigned code, unsigned to);
/* Gives the capture en passant on `to`, if it is legal. */
void gen_pass_by(struct gen *gen, bool counting, unsigned code, unsigned from, unsigned to);
/* Gives the castlings that are legal. */
void gen_castles(struct gen *gen, bool counting);
/* All that movegen_to promises, for rulesets of any kind. */
size_t gen_list_to(const struct ludus_position *pos, kind_set kinds, unsigned to, struct ludus_move *out,
                   size_t capacity);

/* Is a way of moving with this mode open to the piece, as far as first moves go? */
static inline bool gen_is_open(const struct ludus_position *pos, unsigned mode, unsigned from)
{
    return (!(mode & MODE_FIRST) || squares_has(&pos->fresh, from)) &&
           !(mode & MODE_UNTIL_CAPTURE && pos->captured);
}

/* Gives a move, if it is one of those asked for. */
static inline __attribute__((always_inline)) void gen_give(struct gen *gen, bool counting, unsigned from,
                                                           unsigned to, unsigned type, unsigned piece)
{
    struct ludus_move move = { (uint8_t)from, (uint8_t)to, (uint8_t)type, (uint8_t)piece };

    if (!counting && gen->target != NONE && to != gen->target &&
        !(type == LUDUS_PLACE && from == gen->target))
        return;
    if (gen->filter && gen_is_banned(gen->pos, move))
        return;
    if (!counting && gen->count < gen->capacity)
        gen->out[gen->count] = move;
    gen->count++;
}

/* A step or jump to `to`, once for each kind the piece may become there. */
static inline __attribute__((always_inline)) void gen_give_step(struct gen *gen, bool counting, unsigned code,
                                                                unsigned from, unsigned to, unsigned type)
{
    const struct ludus_ruleset *rs = gen->pos->ruleset;
    kind_set becomes = rs->rules.kinds[CODE_KIND(code)].becomes;

    if (!becomes || !squares_has(&rs->tables->far[CODE_SIDE(code)], to)) {
        gen_give(gen, counting, from, to, type, NONE);
        return;
    }
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        if (in_set(becomes, k))
            gen_give(gen, counting, from, to, type, k);
}

/* Finds the empty squares. False where moves do not only go there, or where asking every man is quicker. */
bool crowd_find_empty(const struct ludus_position *pos, struct squares *empty);
/* Men of the side to move that reach one of them on an empty board. */
struct squares crowd_movers(const struct ludus_position *pos, const struct squares *empty);
/* Can the moves of a ruleset be counted from the empty squares? */
bool crowd_counts(const struct ludus_ruleset *rs);
/* How many moves there are; `filter` asks for each whether it is banned. */
size_t crowd_count(const struct ludus_position *pos, const struct squares *empty, bool filter);

#endif
