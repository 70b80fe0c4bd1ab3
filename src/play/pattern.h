/* pattern.h - moves with illegible signs, and the legal moves that they can be. */
#ifndef PLAY_PATTERN_H
#define PLAY_PATTERN_H

#include "play/replay.h"

/* The legal moves whose spelling fits a pattern with `_`: at most RESOLVE_MAX are written, their number is
 * returned. */
size_t pattern_match(struct ludus_replay *replay, const struct move_text *pattern,
                     struct ludus_move out[RESOLVE_MAX]);

/* Writes a spelling of `move`, as long as the pattern (without check signs and marks) and NUL-terminated,
 * that fits it. Returns its length, 0 when no spelling does. */
size_t pattern_spell(struct ludus_replay *replay, const struct move_text *pattern, struct ludus_move move,
                     char *out, size_t size);

/* Where two pieces are placed in a turn: writes how `half`, damaged, lost or sound, spells the placing of one
 * on `square`. Returns the length, 0 when it cannot be that. */
size_t pattern_half(struct ludus_replay *replay, const struct move_text *half, unsigned kind, unsigned square,
                    char *out, size_t size);

#endif
