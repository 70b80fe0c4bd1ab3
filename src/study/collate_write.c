/* collate_write.c - what a comparison found: the list of differences, and the apparatus. */
#include "base/buf.h"
#include "base/memory.h"
#include "notation/record.h"
#include "study/collate.h"

#include <string.h>

/* How many turns a witness lacks before its turn `index`, or before its end. */
static size_t lost_before(const struct witness *witness, size_t index)
{
    size_t count = witness->slots.count;
    return count ? witness->turns[index < count ? index : count - 1].lost : 0;
}

bool ludus_collation_difference(const struct ludus_collation *collation, size_t index,
                                struct ludus_difference *out)
{
    if (index >= collation->differences)
        return false;
    size_t c = collation->columns[index].differing;
    const struct column *column = &collation->columns[c];
    bool black = collation->consensus.replay->ruleset->rules.first == FIRST_BLACK;
    unsigned last = black ? LUDUS_WHITE : LUDUS_BLACK;
    size_t turn = column->first + lost_before(&collation->witness[0], column->first);
    struct ludus_difference found = {
        .what = column->what,
        .added = column->added,
        .column = c,
        .side = (enum ludus_side)(collation->side ^ (turn & 1)),
        .number = collation->number + (unsigned)((turn + (collation->side == last)) / 2),
    };
    sized_give(out, &found, sizeof found);
    return true;
}

struct ludus_text collate_text(const struct witness *witness, const struct slot *slot)
{
    const struct item *parts[] = { slot->dice, slot->unread, slot->apart,
                                   slot->count ? slot->items[0] : NULL };
    size_t begin = slot->end;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && item_begin(witness->slots.game, parts[i]) < begin)
            begin = item_begin(witness->slots.game, parts[i]);
    return (struct ludus_text){ witness->slots.game->source.text + begin, slot->end - begin };
}

/* Ruleset, start or result of a witness. */
static struct ludus_text frame_text(enum ludus_differing what, const struct witness *witness)
{
    const char *text = what == LUDUS_IN_RULESET ? ludus_ruleset_id(witness->slots.replay->ruleset)
                                                : result_text(witness->result);
    return what == LUDUS_IN_START ? ludus_buffer_text(&witness->start)
                                  : (struct ludus_text){ text, strlen(text) };
}

bool ludus_collation_variant(const struct ludus_collation *collation, size_t column, size_t witness,
                             struct ludus_variant *out)
{
    if (column >= collation->column_count || witness >= collation->count)
        return false;
    enum ludus_differing what = collation->columns[column].what;
    const struct cell *cell = &collate_cells(collation, &collation->columns[column])[witness];
    const struct witness *from = &collation->witness[witness];
    int turn = cell->turn != NO_TURN ? cell->turn : cell->hole;
    struct ludus_variant found = { .text = { "", 0 }, .missing = turn == NO_TURN, .group = cell->group };
    if (what != LUDUS_IN_TURN) {
        found.missing = false;
        found.text = frame_text(what, from);
    } else if (!found.missing) {
        found.text = from->turns[turn].text;
        found.own = (enum ludus_legality)from->turns[turn].legality;
        found.consensus = (enum ludus_legality)cell->consensus;
    }
    sized_give(out, &found, sizeof found);
    return true;
}

/* [%rdg NAME "reading"], or [%tag NAME Tag "value"]; comments and quotes inside a reading are left out. */
static void write_reading(struct ludus_text text, const char *name, const struct column *column,
                          struct ludus_buffer *out)
{
    static const char *const tags[] = {
        [LUDUS_IN_RULESET] = "Variant ", [LUDUS_IN_START] = "FEN ", [LUDUS_IN_RESULT] = "Result "
    };
    bool comment = false, blank = false;
    buf_format(out, "[%%%s %s %s\"%s", column->what == LUDUS_IN_TURN ? "rdg" : "tag", name,
               column->what == LUDUS_IN_TURN ? "" : tags[column->what], column->added ? "add. " : "");
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

/* Where in the first witness the readings of a row stand: behind its turn, or that before an added one; what
 * concerns the whole record before its first turn, and the result before its own. */
static size_t place_of(const struct ludus_collation *collation, const struct column *column)
{
    const struct slots *slots = &collation->witness[0].slots;
    bool result = column->what == LUDUS_IN_RESULT;
    if (result && slots->result)
        return item_begin(slots->game, slots->result);
    if (column->what == LUDUS_IN_TURN && !column->added)
        return slots->slot[column->first].end;
    if (column->first > 0)
        return slots->slot[column->first - 1].end;
    if (slots->count > 0)
        return slots->slot[0].begin;
    return slots->result ? item_begin(slots->game, slots->result) : slots->game->source.length;
}

static void write_readings(const struct ludus_collation *collation, size_t index, const char *const *names,
                           struct ludus_buffer *out)
{
    const struct column *column = &collation->columns[index];
    const struct cell *cells = collate_cells(collation, column);
    const char *before = "{";
    for (size_t w = 1; w < collation->count; w++) {
        struct ludus_variant variant = { .size = sizeof variant };
        if (cells[w].group == cells[0].group || !ludus_collation_variant(collation, index, w, &variant))
            continue;
        buf_text(out, before);
        write_reading(variant.text, names[w], column, out);
        before = " ";
    }
    buf_char(out, '}');
}

void ludus_collation_apparatus(const struct ludus_collation *collation, const char *const *names,
                               struct ludus_buffer *out)
{
    if (collation->count == 0)
        return;
    struct ludus_text source = collation->witness[0].slots.game->source;
    size_t at = 0;
    for (size_t c = 0; c < collation->column_count; c++) {
        if (!collation->columns[c].differs)
            continue;
        size_t place = place_of(collation, &collation->columns[c]);
        place = place > at ? place : at; /* a result may stand before the last turn */
        buf_add(out, source.text + at, place - at);
        at = place;
        bool behind = at > 0 && (unsigned char)source.text[at - 1] > ' ';
        buf_text(out, behind ? " " : "");
        write_readings(collation, c, names, out);
        buf_text(out, behind ? "" : " ");
    }
    buf_add(out, source.text + at, source.length - at);
}
