/* prove.h - a game in which the engine is held against the reference (rules/reference.h). */
#ifndef PLAY_PROVE_H
#define PLAY_PROVE_H

#include "base/buf.h"
#include "base/memory.h"
#include "play/resolve.h"
#include "rules/position.h"
#include "rules/reference.h"

enum { PROVE_TURNS = 150 }; /* of a game */

struct prove {
    const struct ludus_ruleset *ruleset;
    struct ludus_position *pos, *other; /* the engine's position, and one to read FEN into */
    struct lexicon lexicon;
    struct arena arena;
    struct reference *line; /* the game's positions; the last is the current one */
    size_t length, capacity;
    uint64_t keys[PROVE_TURNS *
                  4]; /* and the engine's keys of those that begin a turn, with their place in the line */
    size_t keyed[PROVE_TURNS * 4], key_count;
    struct ludus_move *engine;
    struct reference_list list;
    uint64_t state; /* of the generator, splitmix64 */
    bool failed, sound;
    struct ludus_buffer *out;
    struct ludus_proof *proof;
};

/* The game's current position. */
static inline const struct reference *prove_current(const struct prove *prove)
{
    return &prove->line[prove->length - 1];
}

/* A number below `bound`, drawn at random. */
size_t prove_draw(struct prove *prove, size_t bound);
/* Lists the legal moves of the current position, and compares all that the engine and the reference say of
 * it. False, with the difference written to `out`, where they differ. */
bool prove_compare(struct prove *prove);

#endif
