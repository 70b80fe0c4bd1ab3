/* chance.h - problems with dice: their solutions as records, and in records. See ludus_solver_record and
 * ludus_solver_check in ludus.h. */
#ifndef STUDY_CHANCE_H
#define STUDY_CHANCE_H

#include "base/memory.h"
#include "ludus.h"
#include "notation/record.h"

/* Has the turn ?, ?? or ?!? A first turn that has it is a try, which does not solve the problem. */
static inline bool is_try(const struct ludus_game *game, const struct ludus_turn *turn)
{
    bool tried = false;
    unsigned nag;
    for (size_t i = 0; ludus_turn_nag(game, turn, i, &nag); i++)
        tried |= nag == 2 || nag == 4 || nag == 6;
    return tried;
}

/* Appends the turns of a solution: in `position`, which has its roll, all turns that hold the stipulation,
 * and then for each roll the best turn, as long as there is a chance. Sets the result of the main line. No if
 * no turn holds it, undecided also if the text would be longer than 1 MiB. */
enum ludus_answer chance_lines(struct ludus_solver *solver, const struct ludus_position *position,
                               const struct ludus_stipulation *asked, struct ludus_buffer *text,
                               enum ludus_result *result);

/* Adds messages to `game`: whether the stipulation of its tag holds, with the roll of the first turn if it
 * has one, and whether its turns are best. `copy` is the same record, which is replayed. False if something
 * is not decided. */
bool chance_check(struct ludus_solver *solver, struct ludus_replay *replay, struct ludus_game *game,
                  struct ludus_game *copy, const struct ludus_stipulation *asked);

#endif
