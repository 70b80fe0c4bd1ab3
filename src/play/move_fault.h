/* move_fault.h - a written move under examination: what is wrong with the piece that was perhaps meant. */
#ifndef PLAY_MOVE_FAULT_H
#define PLAY_MOVE_FAULT_H

#include "play/hint.h"
#include "rules/position.h"

/* What the writer can have had in mind, as far as it is known. */
struct intent {
    kind_set kinds;    /* pieces that it can be; 0: any */
    unsigned from, to; /* NONE where not written */
};

struct move_fault {
    struct ludus_replay *replay;
    struct diag *diag;
    const struct ludus_position *pos;
    const struct rules *rules;
    unsigned item; /* number in replay->turn */
    const struct move_text *text;
    size_t begin, end; /* of the message */
};

/* Name of the piece on a square; "nothing" where none stands. */
const char *move_fault_piece(const struct ludus_position *pos, unsigned square);
/* Writes "Eques or Armiger", NUL-terminated. */
void move_fault_list_kinds(const struct rules *rules, kind_set kinds, char *out, size_t size);

/* Would the piece on `from` get to `to` by a step if nothing stood in its way? */
bool move_fault_reaches(const struct ludus_position *pos, unsigned from, unsigned to);
/* Why the piece on `from` may not go to `to`. */
enum verdict move_fault_verdict(const struct move_fault *fault, unsigned from, unsigned to);
/* How much a verdict tells when several pieces could be meant: 1 is "it does not move so", 0 nothing. */
unsigned move_fault_weight(enum verdict verdict);
/* The message for a verdict on the piece on intent.from. */
void move_fault_on_piece(const struct move_fault *fault, enum verdict verdict, struct intent intent);
/* The message for a promotion that is missing, wrong, or (`too_early`) out of place. */
void move_fault_promotion(const struct move_fault *fault, unsigned kind, unsigned to, bool too_early);
/* Would the move be legal if it were not for its promotion? Then says so. */
bool move_fault_is_promotion(const struct move_fault *fault);
/* The message that a piece must go on moving, where something else is written, or nothing. */
void move_fault_must_go_on(const struct move_fault *fault);

#endif
