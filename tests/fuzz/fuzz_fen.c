/* fuzz_fen.c - a ruleset's name, a tab and any bytes as FEN: a position that is accepted is written so that
 * it is read as the same one, and each of its moves can be made and taken back. */
#include "tests/fuzz/play.h"

#include <stdlib.h>
#include <string.h>

/* The ruleset that is named, or for any other name one of them all the same. */
static const struct ludus_ruleset *find_rules(const char *name)
{
    size_t count = 0, sum = 0;
    const struct ludus_ruleset *rules = ludus_ruleset_find(name);
    while (ludus_ruleset_id_at(count))
        count++;
    for (; *name; name++)
        sum = sum * 31 + (unsigned char)*name;
    return rules ? rules : ludus_ruleset_find(ludus_ruleset_id_at(sum % count));
}

static void try_moves(struct ludus_position *position)
{
    struct ludus_move moves[MOVES];
    char text[256];
    const char *reason;
    size_t count = ludus_position_moves(position, moves, MOVES);
    for (size_t i = 0; i < count && i < MOVES; i++) {
        demand(ludus_move_text(position, moves[i], text, sizeof text) > 0);
        demand(ludus_move_long(position, moves[i], text, sizeof text) > 0);
        demand(ludus_position_make(position, moves[i]));
        ludus_position_result(position, &reason);
        ludus_position_in_check(position);
        ludus_position_undo(position);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = malloc(size + 1), *fen, reason[256];
    if (!name)
        return 0;
    memcpy(name, data, size);
    name[size] = '\0';
    name[strcspn(name, "\n")] = '\0';
    fen = strchr(name, '\t');
    if (fen) {
        *fen++ = '\0';
        const struct ludus_ruleset *rules = find_rules(name);
        struct ludus_position *position = ludus_position_new(rules);
        if (ludus_position_set_fen(position, fen, reason, sizeof reason)) {
            uint8_t dice[LUDUS_DICE_MAX] = { 1, 2, 3, 4 };
            unsigned count = ludus_position_dice(position);
            free(check_fen(position));
            if (count)
                demand(ludus_position_roll(position, dice, count));
            char *before = check_fen(position); /* which may tell the kind of the roll */
            try_moves(position);
            char *after = check_fen(position);
            demand(strcmp(before, after) == 0);
            free(before);
            free(after);
        } else {
            demand(*reason);
        }
        ludus_position_free(position);
    }
    free(name);
    return 0;
}
