/* collate.c - two or more transcriptions of one game, turn by turn, as moves and not as text. */
#include "collate.h"

#include "base/buf.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WITNESSES_MAX = 64 };

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
        free(collation->witness[i].turns);
    }
    if (collation->ready)
        slots_free(&collation->consensus);
    free(collation->witness);
    free(collation->columns);
    free(collation->cells);
    free(collation);
}

void ludus_collation_clear(struct ludus_collation *collation)
{
    collation->count = collation->column_count = 0;
}

bool ludus_collation_add(struct ludus_collation *collation, struct ludus_game *game)
{
    if (collation->count == WITNESSES_MAX)
        return false;
    struct witness *witness = &collation->witness[collation->count];
    if (collation->count == collation->made) {
        if (!slots_init(&witness->slots, collation->rules))
            return false;
        collation->made++;
    }
    if (!slots_read(&witness->slots, game, false))
        return false;
    if (collation->count == 0 && !slots_read(&collation->consensus, game, false))
        return false;
    collation->number = slots_position(&collation->consensus)->number;
    collation->side = slots_position(&collation->consensus)->side;
    if (!collate_turns(witness))
        return false;
    collation->count++;
    return true;
}

/* ---- The table ---- */

static struct cell *cells_of(const struct ludus_collation *collation, const struct column *column)
{
    return &collation->cells[column->cells];
}

static struct column *add_column(struct ludus_collation *collation, size_t first, bool added)
{
    struct column *column = &collation->columns[collation->column_count];
    *column = (struct column){ .first = first,
                               .added = added,
                               .cells = collation->column_count * collation->count };
    collation->column_count++;
    for (size_t w = 0; w < collation->count; w++)
        cells_of(collation, column)[w] = (struct cell){ .turn = NO_TURN };
    return column;
}

/* Turns of the witnesses that the first has not, before its turn `first`: those that are alike stand
 * together. */
static void add_extra(struct ludus_collation *collation, size_t first, size_t witness, size_t turn)
{
    struct column *column = NULL;
    for (size_t c = collation->column_count; c > 0 && !column; c--) {
        struct column *before = &collation->columns[c - 1];
        if (!before->added || before->first != first)
            break;
        if (cells_of(collation, before)[witness].turn != NO_TURN)
            break;
        for (size_t w = 0; w < witness && !column; w++) {
            int other = cells_of(collation, before)[w].turn;
            if (other != NO_TURN &&
                collate_same(&collation->witness[w].turns[other], &collation->witness[witness].turns[turn]))
                column = before;
        }
    }
    if (!column)
        column = add_column(collation, first, true);
    cells_of(collation, column)[witness].turn = (int)turn;
}

/* Makes the table from the alignments: matches[w * rows + i] is the turn of witness w for turn i of the
 * first. */
static void make_table(struct ludus_collation *collation, const int *matches, size_t *next)
{
    size_t rows = collation->witness[0].slots.count;
    for (size_t w = 0; w < collation->count; w++)
        next[w] = 0;
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
        struct cell *cells = cells_of(collation, add_column(collation, i, false));
        cells[0].turn = (int)i;
        for (size_t w = 1; w < collation->count; w++) {
            cells[w].turn = matches[w * rows + i];
            next[w] += cells[w].turn != NO_TURN;
        }
    }
}

static bool same_cell(const struct ludus_collation *collation, const struct cell *cells, size_t one,
                      size_t other)
{
    if (cells[one].turn == NO_TURN || cells[other].turn == NO_TURN)
        return cells[one].turn == cells[other].turn;
    return collate_same(&collation->witness[one].turns[cells[one].turn],
                        &collation->witness[other].turns[cells[other].turn]);
}

static void group_readings(struct ludus_collation *collation, struct column *column)
{
    struct cell *cells = cells_of(collation, column);
    uint8_t groups = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t like = 0;
        while (like < w && !same_cell(collation, cells, like, w))
            like++;
        cells[w].group = like < w ? cells[like].group : groups++;
    }
    column->differs = groups > 1;
}

/* ---- The consensus ---- */

static const struct slot *slot_of(const struct ludus_collation *collation, const struct cell *cells,
                                  size_t witness)
{
    return &collation->witness[witness].slots.slot[cells[witness].turn];
}

static size_t votes(const struct ludus_collation *collation, const struct cell *cells, unsigned group)
{
    size_t count = 0;
    for (size_t w = 0; w < collation->count; w++)
        count += cells[w].group == group;
    return count;
}

/* The witness whose reading the consensus takes: of those that are legal there, what most have, the first
 * before others; the count of witnesses when none is. */
static size_t elect(struct ludus_collation *collation, const struct cell *cells)
{
    size_t best = collation->count, most = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t count = votes(collation, cells, cells[w].group);
        if (cells[w].turn != NO_TURN && cells[w].consensus == LUDUS_LEGAL && count > most) {
            best = w;
            most = count;
        }
    }
    return best;
}

/* Is the turn legal in the consensus as it stands? */
static enum ludus_legality try_turn(struct ludus_collation *collation, const struct slot *slot)
{
    struct spot spot = slots_spot(&collation->consensus);
    enum ludus_legality legality = collate_play(&collation->consensus, slot);
    if (legality == LUDUS_LEGAL)
        slots_return(&collation->consensus, spot);
    return legality;
}

static bool is_legal(struct ludus_collation *collation, const struct slot *slot)
{
    return try_turn(collation, slot) == LUDUS_LEGAL;
}

/* Is a turn that the first witness has not to be played? If more than half have it, or if what follows is
 * legal only so. */
static bool is_wanted(struct ludus_collation *collation, const struct column *column, size_t elected)
{
    const struct cell *cells = cells_of(collation, column);
    size_t absent = 0, next = column->first;
    for (size_t w = 0; w < collation->count; w++)
        absent += cells[w].turn == NO_TURN;
    if (2 * absent != collation->count || next >= collation->witness[0].slots.count)
        return 2 * absent < collation->count;
    const struct slot *after = &collation->witness[0].slots.slot[next];
    struct spot spot = slots_spot(&collation->consensus);
    bool without = is_legal(collation, after);
    bool with =
        slots_play(&collation->consensus, slot_of(collation, cells, elected)) && is_legal(collation, after);
    slots_return(&collation->consensus, spot);
    return with && !without;
}

/* Plays the consensus through the table and judges every reading there. */
static void judge(struct ludus_collation *collation)
{
    bool broken = false;
    for (size_t c = 0; c < collation->column_count; c++) {
        const struct column *column = &collation->columns[c];
        struct cell *cells = cells_of(collation, column);
        for (size_t w = 0; w < collation->count; w++) {
            cells[w].consensus = LUDUS_NOT_PLAYED;
            if (!broken && cells[w].turn != NO_TURN)
                cells[w].consensus = (uint8_t)try_turn(collation, slot_of(collation, cells, w));
        }
        size_t elected = elect(collation, cells);
        if (column->added && (elected == collation->count || !is_wanted(collation, column, elected)))
            continue;
        broken |= elected == collation->count ||
                  !slots_play(&collation->consensus, slot_of(collation, cells, elected));
    }
}

size_t ludus_collation_compare(struct ludus_collation *collation)
{
    size_t rows = collation->count ? collation->witness[0].slots.count : 0, columns = 1, differences = 0;
    for (size_t w = 0; w < collation->count; w++)
        columns += collation->witness[w].slots.count;
    int *matches = memory_zeroed(collation->count * rows + 1, sizeof *matches);
    size_t *next = memory_zeroed(collation->count + 1, sizeof *next);
    free(collation->columns);
    free(collation->cells);
    collation->columns = memory_zeroed(columns, sizeof *collation->columns);
    collation->cells = memory_zeroed(columns * (collation->count + 1), sizeof *collation->cells);
    collation->column_count = 0;
    bool made = matches && next && collation->columns && collation->cells;
    for (size_t w = 1; made && w < collation->count; w++)
        made = collate_align(&collation->witness[0], &collation->witness[w], matches + w * rows);
    if (made) {
        make_table(collation, matches, next);
        for (size_t c = 0; c < collation->column_count; c++) {
            group_readings(collation, &collation->columns[c]);
            differences += collation->columns[c].differs;
        }
        judge(collation);
    }
    free(matches);
    free(next);
    return made ? differences : (size_t)-1;
}

/* ---- What came out ---- */

bool ludus_collation_difference(const struct ludus_collation *collation, size_t index,
                                struct ludus_difference *out)
{
    unsigned last =
        collation->consensus.replay->ruleset->rules.first == FIRST_BLACK ? LUDUS_WHITE : LUDUS_BLACK;
    for (size_t c = 0; c < collation->column_count; c++) {
        const struct column *column = &collation->columns[c];
        if (!column->differs || index-- > 0)
            continue;
        *out = (struct ludus_difference){ .added = column->added, .column = c };
        out->side = (enum ludus_side)(collation->side ^ (column->first & 1));
        out->number = collation->number + (unsigned)((column->first + (collation->side == last)) / 2);
        return true;
    }
    return false;
}

static struct ludus_text text_of(const struct witness *witness, const struct slot *slot)
{
    size_t begin = item_begin(witness->slots.game, slot->dice ? slot->dice : slot->items[0]);
    return (struct ludus_text){ witness->slots.game->source.text + begin, slot->end - begin };
}

bool ludus_collation_variant(const struct ludus_collation *collation, size_t column, size_t witness,
                             struct ludus_variant *out)
{
    if (column >= collation->column_count || witness >= collation->count)
        return false;
    const struct cell *cell = &cells_of(collation, &collation->columns[column])[witness];
    const struct witness *from = &collation->witness[witness];
    *out =
        (struct ludus_variant){ .text = { "", 0 }, .missing = cell->turn == NO_TURN, .group = cell->group };
    if (out->missing)
        return true;
    out->text = text_of(from, &from->slots.slot[cell->turn]);
    out->own = (enum ludus_legality)from->turns[cell->turn].legality;
    out->consensus = (enum ludus_legality)cell->consensus;
    return true;
}

/* [%rdg NAME "reading"]; comments and quotes inside a reading are left out. */
static void write_reading(struct ludus_text text, const char *name, bool added, struct ludus_buffer *out)
{
    bool comment = false, blank = false;
    buf_format(out, "[%%rdg %s \"%s", name, added ? "add. " : "");
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        comment = c == '{' || (comment && c != '}');
        if (comment || c == '}' || c == '"')
            continue;
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            blank = true;
            continue;
        }
        if (blank)
            buf_char(out, ' ');
        blank = false;
        buf_char(out, c);
    }
    buf_text(out, "\"]");
}

void ludus_collation_apparatus(const struct ludus_collation *collation, const char *const *names,
                               struct ludus_buffer *out)
{
    struct ludus_text source = collation->witness[0].slots.game->source;
    const struct slots *slots = &collation->witness[0].slots;
    size_t at = 0;
    for (size_t c = 0; c < collation->column_count; c++) {
        const struct column *column = &collation->columns[c];
        const struct cell *cells = cells_of(collation, column);
        if (!column->differs)
            continue;
        /* An added turn stands behind the turn before it, or before the first. */
        size_t place = !column->added      ? slots->slot[column->first].end
                       : column->first > 0 ? slots->slot[column->first - 1].end
                       : slots->count      ? slots->slot[0].begin
                                           : source.length;
        buf_add(out, source.text + at, place - at);
        at = place;
        buf_text(out, " {");
        for (size_t w = 1, first = true; w < collation->count; w++) {
            struct ludus_variant variant;
            if (cells[w].group == cells[0].group || !ludus_collation_variant(collation, c, w, &variant))
                continue;
            buf_text(out, first ? "" : " ");
            write_reading(variant.text, names[w], column->added, out);
            first = false;
        }
        buf_text(out, column->added && column->first == 0 ? "} " : "}");
    }
    buf_add(out, source.text + at, source.length - at);
}
