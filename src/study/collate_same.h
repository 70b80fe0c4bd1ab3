/* collate_same.h - inside the collation of turns. */
#ifndef STUDY_COLLATE_SAME_H
#define STUDY_COLLATE_SAME_H

#include "base/memory.h"
#include "rules/engine.h"
#include "study/collate.h"

/* ---- In collate_turns.c ---- */

/* Two bytes that are equal, or of which one says nothing. */
bool collate_agree(unsigned one, unsigned other, unsigned nothing);
bool collate_same_text(struct ludus_text one, struct ludus_text other);
/* A name that is no kind's says the same as itself only. */
bool collate_same_kind(const struct known_kind *one, const struct known_kind *other);
bool collate_same_move(const struct known_move *one, const struct known_move *other);
bool collate_same_dice(const struct witness_turn *one, const struct witness_turn *other);

#endif
