/* collate.c - two or more transcriptions of one game, turn by turn, as moves and not as text. */
#include "study/collate.h"

#include "base/buf.h"
#include "base/memory.h"
#include "play/stated_result.h"
#include "rules/fen.h"

#include <stdlib.h>
#include <string.h>

enum { WITNESSES_MAX = 64, FRAME = 3 /* rows that are no turns */ };

struct ludus_collation *ludus_collation_new(const struct ludus_ruleset *rules)
{
    struct ludus_collation *collation = memory_zeroed(1, sizeof *collation);
    if (!collation)
        return NULL;
    collation->rules = rules;
    collation->witness = memory_zeroed(WITNESSES_MAX, sizeof *collation->witness);
    collation->ready = collation->witness && slots_init(&collation->consensus, rules);
    if (collation->ready)
        return collation;
    ludus_collation_free(collation);
    return NULL;
}

void ludus_collation_free(struct ludus_collation *collation)
{
    if (!collation)
        return;
    for (size_t i = 0; collation->witness && i < collation->made; i++) {
        slots_free(&collation->witness[i].slots);
        buf_free(&collation->witness[i].start);
        free(collation->witness[i].turns);
    }
    if (collation->ready)
        slots_free(&collation->consensus);
    free(collation->witness);
    free(collation->columns);
    free(collation->cells);
    free(collation->said);
    free(collation);
}

void ludus_collation_clear(struct ludus_collation *collation)
{
    collation->count = collation->column_count = 0;
}

/* What a witness says besides its turns. */
static void read_frame(struct witness *witness, const struct ludus_game *game)
{
    const struct item *result = witness->slots.result;
    buf_clear(&witness->start);
    fen_write(slots_position(&witness->slots), false, &witness->start);
    witness->has_fen = record_tag(game, "FEN") != NULL;
    witness->result =
        result && result->result != LUDUS_OPEN ? result->result : (unsigned)stated_result_of_tag(game);
}

bool ludus_collation_add(struct ludus_collation *collation, struct ludus_game *game)
{
    collation->column_count = 0; /* what has been compared lacks the witness */
    if (collation->count == WITNESSES_MAX)
        return false;
    struct witness *witness = &collation->witness[collation->count];
    if (collation->count == collation->made) {
        if (!slots_init(&witness->slots, collation->rules))
            return false;
        collation->made++;
    }
    if (!slots_read(&witness->slots, game, SLOTS_WHOLE))
        return false;
    if (collation->count == 0 && !slots_read(&collation->consensus, game, SLOTS_WHOLE))
        return false;
    collation->consensus.explains = true;
    read_frame(witness, game);
    witness->common = &collation->consensus.replay->lexicon;
    collation->number = slots_position(&collation->consensus)->number;
    collation->side = slots_position(&collation->consensus)->side;
    if (!collate_turns(witness))
        return false;
    collation->count++;
    return true;
}

/* ---- The table ---- */

static struct column *add_column(struct ludus_collation *collation, enum ludus_differing what, size_t first,
                                 bool added)
{
    struct column *column = &collation->columns[collation->column_count];
    *column = (struct column){ .what = (uint8_t)what,
                               .first = first,
                               .added = added,
                               .cells = collation->column_count * collation->count };
    collation->column_count++;
    for (size_t w = 0; w < collation->count; w++)
        collate_cells(collation, column)[w] = (struct cell){ .turn = NO_TURN, .hole = NO_TURN };
    return column;
}

/* Turns of the witnesses that the first has not, before its turn `first`: those that are alike stand
 * together. */
static void add_extra(struct ludus_collation *collation, size_t first, size_t witness, size_t turn)
{
    struct column *column = NULL;
    for (size_t c = collation->column_count; c > 0 && !column; c--) {
        struct column *before = &collation->columns[c - 1];
        if (before->what != LUDUS_IN_TURN || !before->added || before->first != first)
            break;
        if (collate_cells(collation, before)[witness].turn != NO_TURN)
            break;
        for (size_t w = 0; w < witness && !column; w++) {
            int other = collate_cells(collation, before)[w].turn;
            if (other != NO_TURN &&
                collate_same(&collation->witness[w].turns[other], &collation->witness[witness].turns[turn]))
                column = before;
        }
    }
    if (!column)
        column = add_column(collation, LUDUS_IN_TURN, first, true);
    collate_cells(collation, column)[witness].turn = (int)turn;
}

/* Makes the table from the alignments: matches[w * rows + i] is the turn of witness w for turn i of the
 * first. */
static void make_table(struct ludus_collation *collation, const int *matches, size_t *next)
{
    size_t rows = collation->witness[0].slots.count;
    for (size_t w = 0; w < collation->count; w++)
        next[w] = 0;
    add_column(collation, LUDUS_IN_RULESET, 0, false);
    add_column(collation, LUDUS_IN_START, 0, false);
    for (size_t i = 0; i <= rows; i++) {
        for (size_t w = 1; w < collation->count; w++) {
            size_t until = collation->witness[w].slots.count;
            for (size_t k = i; k < rows; k++)
                if (matches[w * rows + k] != NO_TURN) {
                    until = (size_t)matches[w * rows + k];
                    break;
                }
            /* Extra turns stand before the turn that follows them in their witness. */
            bool here = i == rows || matches[w * rows + i] != NO_TURN;
            for (; here && next[w] < until; next[w]++)
                add_extra(collation, i, w, next[w]);
        }
        if (i == rows)
            break;
        struct cell *cells = collate_cells(collation, add_column(collation, LUDUS_IN_TURN, i, false));
        cells[0].turn = (int)i;
        for (size_t w = 1; w < collation->count; w++) {
            cells[w].turn = matches[w * rows + i];
            next[w] += cells[w].turn != NO_TURN;
        }
    }
    add_column(collation, LUDUS_IN_RESULT, rows, false);
}

/* Behind lost turns of a witness: the rows in which it has nothing else are theirs. */
static void fill_holes(struct ludus_collation *collation, size_t w)
{
    const struct witness *witness = &collation->witness[w];
    size_t left = 0;
    int hole = NO_TURN;
    for (size_t c = 0; c < collation->column_count; c++) {
        struct cell *cell = &collate_cells(collation, &collation->columns[c])[w];
        if (collation->columns[c].what != LUDUS_IN_TURN)
            continue;
        if (cell->turn != NO_TURN) {
            hole = cell->turn;
            left = collate_lost(witness, (size_t)hole);
        } else if (left) {
            cell->hole = hole;
            left--;
        }
    }
}

size_t ludus_collation_compare(struct ludus_collation *collation)
{
    collation->column_count = 0;
    if (collation->count == 0)
        return 0;
    size_t rows = collation->witness[0].slots.count, columns = FRAME, differences = 0;
    for (size_t w = 0; w < collation->count; w++)
        columns += collation->witness[w].slots.count;
    int *matches = memory_zeroed(collation->count * rows + 1, sizeof *matches);
    size_t *next = memory_zeroed(collation->count + 1, sizeof *next);
    free(collation->columns);
    free(collation->cells);
    free(collation->said);
    collation->said = memory_zeroed(collation->count + 1, sizeof *collation->said);
    collation->columns = memory_zeroed(columns, sizeof *collation->columns);
    collation->cells = memory_zeroed((columns + 1) * (collation->count + 1), sizeof *collation->cells);
    bool made = matches && next && collation->columns && collation->cells && collation->said;
    for (size_t w = 1; made && w < collation->count; w++)
        made = collate_align(&collation->witness[0], &collation->witness[w], matches + w * rows);
    if (made) {
        make_table(collation, matches, next);
        for (size_t w = 0; w < collation->count; w++)
            fill_holes(collation, w);
        differences = collate_judge(collation);
    }
    free(matches);
    free(next);
    return made ? differences : (size_t)-1;
}
