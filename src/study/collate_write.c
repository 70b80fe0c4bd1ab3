/* collate_write.c - what a comparison found: the list of differences, and the apparatus. */
#include "base/buf.h"
#include "base/chars.h"
#include "base/memory.h"
#include "notation/record.h"
#include "study/collate.h"

#include <string.h>

const char *const collate_tags[COLLATE_TAGS] = { "White", "Black", "Event",  "Site",
                                                 "Date",  "Round", "Source", "Folio" };

struct ludus_text collate_tag(const struct witness *witness, unsigned tag)
{
    const struct tag *found = record_tag(witness->slots.game, collate_tags[tag]);
    bool known = false;
    for (size_t i = 0; found && i < found->value.length; i++)
        known |= !strchr("?.- ", found->value.text[i]);
    return known ? found->value : (struct ludus_text){ "", 0 };
}

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
        .tag = column->what == LUDUS_IN_TAG ? collate_tags[column->tag] : NULL,
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

/* Tag, ruleset, start or result of a witness. */
static struct ludus_text frame_text(const struct column *column, const struct witness *witness)
{
    enum ludus_differing what = column->what;
    if (what == LUDUS_IN_TAG)
        return collate_tag(witness, column->tag);
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
    struct ludus_variant found = {
        .text = { "", 0 }, .missing = turn == NO_TURN, .group = cell->group, .kind = cell->kind
    };
    if (what != LUDUS_IN_TURN) {
        found.text = frame_text(&collation->columns[column], from);
        found.missing = what == LUDUS_IN_TAG && found.text.length == 0;
    } else if (!found.missing) {
        found.text = from->turns[turn].text;
        found.own = (enum ludus_legality)from->turns[turn].legality;
        found.consensus = (enum ludus_legality)cell->consensus;
    }
    sized_give(out, &found, sizeof found);
    return true;
}

/* [%rdg NAME "reading"], or [%tag NAME Tag "value"], with the kind of the difference; comments and quotes
 * inside a reading are left out. */
static void write_reading(const struct ludus_variant *variant, const char *name, const struct column *column,
                          struct ludus_buffer *out)
{
    static const char *const tags[] = {
        [LUDUS_IN_RULESET] = "Variant", [LUDUS_IN_START] = "FEN", [LUDUS_IN_RESULT] = "Result"
    };
    static const char *const kinds[] = { "", " orthographic", " ambiguous" };
    struct ludus_text text = variant->text;
    bool comment = false, blank = false;
    if (column->what == LUDUS_IN_TURN)
        buf_format(out, "[%%rdg %s \"%s", name, column->added ? "add. " : "");
    else
        buf_format(out, "[%%tag %s %s \"", name,
                   column->what == LUDUS_IN_TAG ? collate_tags[column->tag] : tags[column->what]);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        comment = c == '{' || (comment && c != '}');
        if (comment || strchr("}\"]", c))
            continue;
        if (is_space(c)) {
            blank = true;
            continue;
        }
        if (blank)
            buf_char(out, ' ');
        blank = false;
        buf_char(out, c);
    }
    buf_format(out, "\"%s]", kinds[variant->kind]);
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

/* What witnesses have there that differ from the first, if there are any; of tags, those that say anything.
 */
static void write_readings(const struct ludus_collation *collation, size_t index, const char *const *names,
                           bool behind, struct ludus_buffer *out)
{
    const struct column *column = &collation->columns[index];
    const struct cell *cells = collate_cells(collation, column);
    const char *before = behind ? " {" : "{", *end = "";
    for (size_t w = 1; w < collation->count; w++) {
        struct ludus_variant variant = { .size = sizeof variant };
        if (cells[w].group == cells[0].group || !ludus_collation_variant(collation, index, w, &variant) ||
            (column->what == LUDUS_IN_TAG && variant.missing))
            continue;
        buf_text(out, before);
        write_reading(&variant, names[w], column, out);
        before = " ";
        end = behind ? "}" : "} ";
    }
    buf_text(out, end);
}

void ludus_collation_apparatus(const struct ludus_collation *collation, const char *const *names,
                               struct ludus_buffer *out)
{
    static const struct column start = { .what = LUDUS_IN_START };
    if (collation->count == 0)
        return;
    struct ludus_text source = collation->witness[0].slots.game->source;
    size_t at = place_of(collation, &start);
    bool behind = at > 0 && (unsigned char)source.text[at - 1] > ' ';
    buf_add(out, source.text, at);
    buf_text(out, behind ? " {[%wit" : "{[%wit");
    for (size_t w = 0; w < collation->count; w++)
        buf_format(out, " %s", names[w]);
    buf_text(out, behind ? "]}" : "]} ");
    for (size_t c = 0; c < collation->column_count; c++) {
        size_t place = place_of(collation, &collation->columns[c]);
        place = place > at ? place : at; /* a result may stand before the last turn */
        buf_add(out, source.text + at, place - at);
        at = place;
        behind = at > 0 && (unsigned char)source.text[at - 1] > ' ';
        write_readings(collation, c, names, behind, out);
    }
    buf_add(out, source.text + at, source.length - at);
}
