/* collate.c - compares transcriptions of one game, turn by turn, as moves and not as text: the witnesses,
 * their alignment, and the table of their turns. */
#include "study/collate.h"

#include <stdlib.h>

/* TURNS_MAX: turns of all witnesses; each takes about a kilobyte. */
enum { WITNESSES_MAX = 64, TURNS_MAX = 1 << 17, FRAME = 3 + COLLATE_TAGS /* columns that are no turns */ };

struct ludus_collation *ludus_collation_new(const struct ludus_ruleset *rules)
{
    struct ludus_collation *collation = memory_zeroed(1, sizeof *collation);
    if (!collation)
        return NULL;
    collation->rules = rules;
    collation->witness = memory_zeroed(WITNESSES_MAX, sizeof *collation->witness);
    if (collation->witness && sheet_init(&collation->consensus, rules))
        return collation;
    ludus_collation_free(collation);
    return NULL;
}

void ludus_collation_free(struct ludus_collation *collation)
{
    if (!collation)
        return;
    for (size_t i = 0; collation->witness && i < WITNESSES_MAX; i++) {
        sheet_free(&collation->witness[i].sheet);
        buf_free(&collation->witness[i].start);
        free(collation->witness[i].turns);
    }
    sheet_free(&collation->consensus);
    free(collation->witness);
    arena_free(&collation->arena);
    free(collation);
}

void ludus_collation_clear(struct ludus_collation *collation)
{
    collation->count = collation->turns = collation->column_count = collation->differences = 0;
}

bool ludus_collation_add(struct ludus_collation *collation, struct ludus_game *game)
{
    collation->column_count = collation->differences = 0; /* the last comparison lacks the witness */
    if (collation->count == WITNESSES_MAX)
        return false;
    struct witness *witness = &collation->witness[collation->count];
    if ((!witness->sheet.replay && !sheet_init(&witness->sheet, collation->rules)) ||
        !sheet_read(&witness->sheet, game, SHEET_WHOLE) ||
        collation->turns + witness->sheet.count > TURNS_MAX)
        return false;
    if (collation->count == 0 && !sheet_read(&collation->consensus, game, SHEET_WHOLE))
        return false;
    collation->consensus.explains = true;
    const struct item *result = witness->sheet.result;
    buf_clear(&witness->start);
    fen_write(sheet_position(&witness->sheet), false, &witness->start);
    witness->has_fen = record_tag(game, "FEN") != NULL;
    witness->result =
        result && result->result != LUDUS_OPEN ? result->result : (unsigned)stated_result_of_tag(game);
    witness->common = collation->consensus.replay->ruleset;
    collation->number = sheet_position(&collation->consensus)->number;
    collation->side = sheet_position(&collation->consensus)->side;
    if (!collate_turns(witness))
        return false;
    collation->turns += witness->sheet.count;
    collation->count++;
    return true;
}

/* ---- The alignment of two witnesses ---- */

/* Limits of the alignment. SLACK: turns by which a path may first leave the diagonal. CELLS_MAX: cells that
 * are computed besides CELLS_EACH for each turn; CELLS_MOST: in all, for games of very different length. So
 * time grows with the length; of two games of 500 turns all cells are computed, if need be. */
enum { SLACK = 16, CELLS_MAX = 256 << 10, CELLS_EACH = 128, CELLS_MOST = 64 << 20 };

/* Aligns `rows` and `columns` turns after the first `head` turns of both, by the edit distance, on paths that
 * leave the diagonal by at most `slack`: cells [i][j] are computed if j - i is from `low` to `high`. Sets
 * `*best` if no path outside can be as good, because of its gaps. False without memory. */
static bool align_within(const struct witness *first, const struct witness *other, size_t head, size_t rows,
                         size_t columns, size_t slack, bool *best, int *match)
{
    enum { OUTSIDE = 1 << 30, BOTH = 0, FIRST, OTHER }; /* who has the turn: the last edge to a cell */
    long more = (long)columns - (long)rows;
    long low = (more < 0 ? more : 0) - (long)slack, high = (more > 0 ? more : 0) + (long)slack;
    size_t width = (size_t)(high - low) < columns ? (size_t)(high - low) + 1 : columns + 1, begin;
    unsigned *costs = memory_new((columns + 1) * sizeof *costs);
    uint8_t *edges = memory_new((rows + 1) * width);
    bool made = costs && edges;
    for (size_t j = 0; made && j <= columns; j++)
        costs[j] = OUTSIDE;
    for (size_t i = 0; made && i <= rows; i++) {
        begin = (long)i + low > 0 ? (size_t)((long)i + low) : 0;
        long end = (long)i + high < (long)columns ? (long)i + high : (long)columns;
        unsigned left = OUTSIDE, corner = begin > 0 ? costs[begin - 1] : OUTSIDE;
        for (size_t j = begin; (long)j <= end; j++) {
            unsigned above = costs[j], cost = i ? above + COST_GAP : (unsigned)j * COST_GAP;
            uint8_t edge = i ? FIRST : OTHER;
            if (i > 0 && left + COST_GAP < cost) {
                cost = left + COST_GAP;
                edge = OTHER;
            }
            if (i > 0 && j > 0 && corner <= cost) {
                unsigned both =
                    corner + collate_distance(&first->turns[head + i - 1], &other->turns[head + j - 1]);
                edge = both <= cost ? BOTH : edge;
                cost = both <= cost ? both : cost;
            }
            corner = above;
            left = costs[j] = cost;
            edges[i * width + j - begin] = edge;
        }
    }
    *best = made && costs[columns] < (unsigned long)(high - low + 2) * COST_GAP;
    for (size_t i = made ? rows : 0, j = columns; i > 0;) { /* back from the end */
        begin = (long)i + low > 0 ? (size_t)((long)i + low) : 0;
        uint8_t edge = edges[i * width + j - begin];
        i -= edge != OTHER;
        j -= edge != FIRST;
        if (edge != OTHER)
            match[head + i] = edge == BOTH ? (int)(head + j) : NO_TURN;
    }
    free(costs);
    free(edges);
    return made;
}

/* Returns how far a path may leave the diagonal; 0 if the games are too long. */
static size_t most_slack(size_t rows, size_t columns)
{
    size_t more = rows < columns ? columns - rows : rows - columns, least = more + 2 * SLACK + 1;
    size_t widest = (CELLS_MAX + CELLS_EACH * (rows + columns)) / (rows + 1);
    if (columns < widest)
        return rows + columns + 1;
    return widest >= least ? (widest - more - 1) / 2 : least <= CELLS_MOST / (rows + 1) ? SLACK : 0;
}

/* Aligns witness `other` with the first: `match[i]` becomes its turn for each turn i of the first, or
 * NO_TURN. False without memory, or with too many turns. */
static bool align_witness(const struct witness *first, const struct witness *other, int *match)
{
    size_t rows = first->sheet.count, columns = other->sheet.count, head = 0;
    for (; rows && columns && !collate_distance(&first->turns[rows - 1], &other->turns[columns - 1]); rows--)
        match[rows - 1] = (int)--columns;
    if (most_slack(rows, columns) <= rows + columns) /* with all cells, an equal path may be taken */
        for (; head < rows && head < columns && !collate_distance(&first->turns[head], &other->turns[head]);
             head++)
            match[head] = (int)head;
    rows -= head;
    columns -= head;
    size_t most = most_slack(rows, columns);
    bool best = false, made = most > 0;
    for (size_t slack = 0; made && !best && slack < most;) {
        slack = slack ? 4 * slack : SLACK;
        slack = slack < most ? slack : most;
        made = align_within(first, other, head, rows, columns,
                            slack < rows + columns ? slack : rows + columns, &best, match);
    }
    return made;
}

/* ---- The table ---- */

static struct column *add_column(struct ludus_collation *collation, enum ludus_differing what, size_t first,
                                 bool added)
{
    struct column *column = &collation->columns[collation->column_count++];
    *column = (struct column){ .what = (uint8_t)what, .first = first, .added = added };
    for (size_t w = 0; w < collation->count; w++)
        collate_cells(collation, column)[w] = (struct cell){ .turn = NO_TURN, .hole = NO_TURN };
    return column;
}

/* Adds a turn of a witness that the first lacks, before its turn `first`, in the same column as equal turns
 * of other witnesses, from column `*after` on. */
static void add_extra(struct ludus_collation *collation, size_t first, size_t witness, size_t turn,
                      size_t *after)
{
    enum { LOOKED_AT = 64 };
    const struct witness_turn *its = &collation->witness[witness].turns[turn];
    size_t found = collation->column_count, end = *after + LOOKED_AT < found ? *after + LOOKED_AT : found;
    for (size_t c = *after; c < end && found == collation->column_count; c++)
        for (size_t w = 0; w < witness; w++) {
            int other = collate_cells(collation, &collation->columns[c])[w].turn;
            if (other != NO_TURN && collate_same(&collation->witness[w].turns[other], its))
                found = c;
        }
    if (found == collation->column_count)
        add_column(collation, LUDUS_IN_TURN, first, true);
    collate_cells(collation, &collation->columns[found])[witness].turn = (int)turn;
    *after = found + 1;
}

/* Makes the table from the alignments: matches[w * rows + i] is the turn of witness w for turn i of the
 * first. Extra turns come before the turn that follows them in their witness. */
static void make_table(struct ludus_collation *collation, const int *matches, size_t *next)
{
    size_t rows = collation->witness[0].sheet.count;
    for (size_t w = 0; w < collation->count; w++)
        next[w] = 0;
    for (unsigned tag = 0; tag < COLLATE_TAGS; tag++)
        add_column(collation, LUDUS_IN_TAG, 0, false)->tag = (uint8_t)tag;
    add_column(collation, LUDUS_IN_RULESET, 0, false);
    add_column(collation, LUDUS_IN_START, 0, false);
    for (size_t i = 0; i <= rows; i++) {
        size_t group = collation->column_count;
        for (size_t w = 1; w < collation->count; w++) {
            int match = i == rows ? (int)collation->witness[w].sheet.count : matches[w * rows + i];
            for (size_t after = group; match != NO_TURN && next[w] < (size_t)match; next[w]++)
                add_extra(collation, i, w, next[w], &after);
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

/* After lost turns (`__`), marks the witness's empty columns as lost, as many as labels tell, or all. */
static void fill_holes(struct ludus_collation *collation, size_t w)
{
    const struct witness *witness = &collation->witness[w];
    size_t left = 0;
    int hole = NO_TURN;
    for (size_t c = 0; c < collation->column_count; c++) {
        struct cell *cell = &collate_cells(collation, &collation->columns[c])[w];
        if (collation->columns[c].what != LUDUS_IN_TURN)
            continue;
        if (cell->turn == NO_TURN) {
            cell->hole = left ? hole : NO_TURN;
            left -= left > 0;
            continue;
        }
        size_t index = (size_t)cell->turn;
        const struct sheet_entry *entry = &witness->sheet.entries[index];
        const struct item *lost = entry->count == 1 && !entry->unread ? entry->items[0] : NULL;
        hole = cell->turn;
        if (!lost || !roll_is_lost(lost))
            left = 0;
        else if (index + 1 < witness->sheet.count && entry[1].label)
            left = witness->turns[index + 1].lost - witness->turns[index].lost;
        else
            left = entry->dice ? 0 : SIZE_MAX;
    }
}

size_t ludus_collation_compare(struct ludus_collation *collation)
{
    collation->column_count = collation->differences = 0;
    if (collation->count == 0)
        return 0;
    size_t rows = collation->witness[0].sheet.count, columns = FRAME;
    for (size_t w = 0; w < collation->count; w++)
        columns += collation->witness[w].sheet.count;
    arena_reset(&collation->arena);
    int *matches = arena_zeroed(&collation->arena, (collation->count * rows + 1) * sizeof *matches);
    size_t *next = arena_zeroed(&collation->arena, collation->count * sizeof *next);
    collation->said = arena_zeroed(&collation->arena, collation->count * sizeof *collation->said);
    collation->columns = arena_zeroed(&collation->arena, columns * sizeof *collation->columns);
    collation->cells = arena_zeroed(&collation->arena, columns * collation->count * sizeof *collation->cells);
    bool made = !collation->arena.failed;
    for (size_t w = 1; made && w < collation->count; w++)
        made = align_witness(&collation->witness[0], &collation->witness[w], matches + w * rows);
    if (!made)
        return (size_t)-1;
    make_table(collation, matches, next);
    for (size_t w = 0; w < collation->count; w++)
        fill_holes(collation, w);
    return collate_judge(collation);
}
