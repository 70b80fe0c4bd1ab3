/* luck.h - luck and skill of each turn. See ludus_judge in ludus.h.
 *
 * The value of a position is looked at `depth` plies ahead (or played out), and is by that the mean over all
 * rolls. With the roll that was thrown, the best turn is looked for one ply less deep; it and the turn that
 * was played are then compared by the values of the positions they lead to. So each turn takes the value from
 * that before it to that after it in two steps, luck and error, and the steps of a game add up to its result.
 */
#ifndef STUDY_LUCK_H
#define STUDY_LUCK_H

#include "study/evaluator.h"
#include "study/turn_tree.h"

enum { SEARCH_DEPTH_MAX = 8 };

/* A turn that was found to be the best. */
struct search_turn {
    struct ludus_move moves[LUDUS_MOVES_MAX];
    unsigned move_count;
    double value; /* White's, of the position after it, looked at as deep as it was */
};

/* A position and its static value. */
struct known {
    uint64_t hash;
    double value;
};

/* Room for looking ahead; one for each thread. All zero but `evaluator` is ready for use. */
struct search {
    const struct evaluator *evaluator;
    struct known *known; /* by hash: positions valued lately, for turns reach the same one by many orders of
                            moves; owned */
    struct turn_tree turns[SEARCH_DEPTH_MAX + 1]; /* owned */
    bool failed;                                  /* memory ran out */
};

/* Values by `evaluator` from now on, and forgets what was valued before. */
void search_use(struct search *search, const struct evaluator *evaluator);

/* White's value of a position whose turn has not begun: the mean, over all rolls, of the value after the best
 * turn, each looked at `depth` - 1 plies ahead; at depth 0, the static value. The position is left as it was.
 */
double search_value(struct search *search, struct ludus_position *pos, unsigned depth);

/* The best turn with these dice (NULL without dice), by the value after it `depth` plies ahead. The first of
 * equals; `best->value` < 0 when there is none. */
void search_best(struct search *search, struct ludus_position *pos, const uint8_t *dice, unsigned depth,
                 struct search_turn *best);

/* White's mean result over `games` games played on from here, each side making the turn that is best by
 * static value. A game of more than ROLLOUT_TURNS turns counts what its position is worth. The same for the
 * same seed, however many threads (0: 1) share the games. */
enum { ROLLOUT_TURNS = 400, ROLLOUT_THREADS_MAX = 256 };
double search_rollout(struct search *search, const struct ludus_position *pos, unsigned games, uint64_t seed,
                      unsigned threads);

/* Plays a turn on the position for good: no undo is kept. */
void search_play(struct ludus_position *pos, const struct search_turn *turn);

void search_free(struct search *search);

/* The next number of a stream (splitmix64): `*state` is its seed. */
uint64_t search_random(uint64_t *state);
/* Throws the dice of a ruleset. */
void search_throw(const struct ludus_ruleset *ruleset, uint64_t *state, uint8_t dice[LUDUS_DICE_MAX]);

struct ludus_judge;

/* Judges the turn that led from `before` to `after` with these dice, all of which are known (NULL without
 * dice, or where they are not: then all that happened is luck). False without memory. */
bool luck_judge(struct ludus_judge *judge, const struct ludus_position *before,
                const struct ludus_position *after, const uint8_t *dice, struct ludus_judgement *out);

#endif
