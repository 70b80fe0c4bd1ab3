/* played.h - what the rules make of a record, told while its items are written: at the last item of each
 * turn, the turn as it was played. */
#ifndef PLAY_PLAYED_H
#define PLAY_PLAYED_H

#include "ludus.h"

/* All zero: nothing is asked for. The caller sets the first three. */
struct played {
    struct ludus_replay *replay;
    bool positions; /* the position after each turn */
    bool moves;     /* each move in full */
    bool playing;
    struct ludus_turn turn;
    char *fen; /* owned; of the position after the turn, or NULL where it is not known or not asked for */
    size_t fen_size;
    bool failed; /* memory ran out */
};

enum { PLAYED_SQUARES = 256 };

/* One move in full. */
struct played_move {
    struct ludus_move move;
    unsigned die;  /* from 1; 0 without dice */
    unsigned kind; /* of the piece moved, or LUDUS_NO_KIND (castling: the king's) */
    unsigned taken_count;
    uint8_t taken[PLAYED_SQUARES];      /* squares of what was captured, in order */
    uint8_t taken_kind[PLAYED_SQUARES]; /* and what stood there */
    bool fallen[PLAYED_SQUARES];        /* bound men of the player's own, that fall at the end of his turn */
};

/* Begins a record; without rules or start, which its messages tell, no turn is ever played. */
void played_start(struct played *played, struct ludus_game *game);
/* Does item number `index` end a turn? Then `played->turn` is that turn. Asked for each item, in order. */
bool played_after(struct played *played, size_t index);
/* Plays what is left, so that all messages are there. */
void played_finish(struct played *played);

/* Hands each move of the turn over in full. False without memory. */
typedef void played_move_fn(void *context, const struct ludus_ruleset *rules, const struct played_move *move);
bool played_each(struct played *played, played_move_fn *each, void *context);

/* "played", "illegal" or "unknown"; "step", "jump" … Constants. */
const char *played_state(const struct ludus_turn *turn);
const char *played_type(const struct ludus_move *move);

#endif
