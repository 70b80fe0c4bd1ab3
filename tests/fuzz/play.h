/* play.h - for fuzzing: positions are played on, written and read again. */
#ifndef FUZZ_PLAY_H
#define FUZZ_PLAY_H

#include "ludus.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void demand(bool holds)
{
    if (!holds)
        abort();
}

/* The FEN of the position, with its history; to be freed. */
static inline char *fen_of(const struct ludus_position *position)
{
    size_t size = ludus_position_fen(position, true, NULL, 0) + 1;
    char *fen = malloc(size);
    demand(fen && ludus_position_fen(position, true, fen, size) == size - 1 && strlen(fen) == size - 1);
    return fen;
}

/* What is written is read as the same position. The FEN, to be freed. */
static inline char *check_fen(const struct ludus_position *position)
{
    char *fen = fen_of(position), reason[256];
    struct ludus_position *again = ludus_position_new(ludus_position_ruleset(position));
    demand(again && ludus_position_set_fen(again, fen, reason, sizeof reason));
    char *second = fen_of(again);
    demand(strcmp(fen, second) == 0);
    free(second);
    ludus_position_free(again);
    return fen;
}

/* Makes one of the legal moves and ends the turn; false when the game is over. */
static inline bool play_turn(struct ludus_position *position, size_t choice)
{
    struct ludus_move moves[MOVES];
    unsigned count = ludus_position_dice(position);
    enum ludus_side side = ludus_position_side(position);
    unsigned faces = ludus_ruleset_faces(ludus_position_ruleset(position));
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    if (ludus_position_result(position, NULL) != LUDUS_OPEN)
        return false;
    for (unsigned i = 0; i < count; i++)
        dice[i] = (uint8_t)(1 + (choice + i) % faces);
    if (count)
        demand(ludus_position_roll(position, dice, count));
    size_t found = ludus_position_moves(position, moves, MOVES);
    if (found)
        demand(ludus_position_make(position, moves[choice % (found < MOVES ? found : MOVES)]));
    bool goes_on = ludus_position_side(position) == side;
    return count && goes_on ? ludus_position_end_turn(position) : found > 0;
}

#endif
