/* outcome.h - how a game stands: won, drawn, over or open. */
#ifndef RULES_OUTCOME_H
#define RULES_OUTCOME_H

#include "rules/position.h"

/* Over by what stands on the board (royal captured, bare, immobilised …), without looking for moves. */
bool outcome_ended(const struct ludus_position *pos);
/* Can neither side win any more, by the rules' list of what is too little? */
bool outcome_dead(const struct ludus_position *pos);
/* All reasons for which a game can be over, ended by NULL. */
extern const char *const outcome_reasons[];
/* The result that the position forces, mate and stalemate included; `*reason` is one of them or NULL. */
enum ludus_result outcome_of(const struct ludus_position *pos, const char **reason);

#endif
