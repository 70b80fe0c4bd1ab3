/* collate_judge.c - groups the same readings of the witnesses, plays their consensus, and gives the results
 * of a comparison: the list of differences, and the apparatus. */
#include "base/text.h"
#include "study/collate.h"

#include <string.h>

static const struct sheet_entry *entry_of(const struct ludus_collation *collation, const struct cell *cells,
                                          size_t witness)
{
    return &collation->witness[witness].sheet.entries[cells[witness].turn];
}

static bool same_words(const struct sheet_entry *one, const struct sheet_entry *other)
{
    bool same = one->count == other->count;
    for (unsigned i = 0; same && i < one->count; i++) {
        const struct move_text *a = &one->items[i]->move, *b = &other->items[i]->move;
        same = a->plain_length == b->plain_length && memcmp(a->plain, b->plain, a->plain_length) == 0;
    }
    return same;
}

/* Has the witness only lost turns (`__`) there? */
static bool is_lost(const struct ludus_collation *collation, const struct cell *cells, size_t witness)
{
    const struct sheet_entry *entry =
        cells[witness].turn != NO_TURN ? entry_of(collation, cells, witness) : NULL;
    return entry ? entry->count == 1 && roll_is_lost(entry->items[0]) : cells[witness].hole != NO_TURN;
}

static const char *const tags[COLLATE_TAGS] = { "White", "Black", "Event",  "Site",
                                                "Date",  "Round", "Source", "Folio" };

/* Returns the ruleset, start, result or tag of a witness; empty if it has none, or it is unknown. */
static struct ludus_text frame_text(const struct column *column, const struct witness *witness)
{
    if (column->what == LUDUS_IN_START)
        return ludus_buffer_text(&witness->start);
    if (column->what == LUDUS_IN_TAG) {
        const struct tag *tag = record_tag(witness->sheet.game, tags[column->tag]);
        for (size_t i = 0; tag && i < tag->value.length; i++)
            if (!strchr("?.- ", tag->value.text[i]))
                return tag->value;
        return (struct ludus_text){ "", 0 };
    }
    const char *text = column->what == LUDUS_IN_RULESET ? witness->sheet.replay->ruleset->rules.id
                                                        : result_text(witness->result);
    return (struct ludus_text){ text, strlen(text) };
}

static bool same_reading(const struct ludus_collation *collation, const struct column *column, size_t one,
                         size_t other)
{
    const struct witness *first = &collation->witness[one], *second = &collation->witness[other];
    if (column->what == LUDUS_IN_TURN) {
        /* An illegal reading is the same as a legal one only in the same words. A reading after a fault,
         * whose legality is unknown, can be the same in other words. */
        const struct cell *cells = collate_cells(collation, column);
        if (cells[one].hole != NO_TURN || cells[other].hole != NO_TURN)
            return is_lost(collation, cells, one) && is_lost(collation, cells, other);
        if (cells[one].turn == NO_TURN || cells[other].turn == NO_TURN)
            return cells[one].turn == cells[other].turn;
        if (!collate_same(&collation->said[one], &collation->said[other]))
            return false;
        if (cells[one].known == cells[other].known)
            return true;
        size_t unknown = cells[one].known ? other : one;
        return (cells[unknown].consensus != LUDUS_NOT_LEGAL &&
                collation->said[unknown].legality != LUDUS_NOT_LEGAL) ||
               same_words(entry_of(collation, cells, one), entry_of(collation, cells, other));
    }
    return (column->what == LUDUS_IN_START && !first->has_fen && !second->has_fen) ||
           text_same(frame_text(column, first), frame_text(column, second));
}

static void group_readings(const struct ludus_collation *collation, struct column *column)
{
    struct cell *cells = collate_cells(collation, column);
    uint8_t groups = 0, silent = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t like = 0;
        while (like < w && !same_reading(collation, column, like, w))
            like++;
        silent |= column->what == LUDUS_IN_TAG && !frame_text(column, &collation->witness[w]).length;
        cells[w].group = like < w ? cells[like].group : groups++;
    }
    column->differs = groups > 1 + silent;
}

/* Are the letters and digits of two texts the same, whatever their case and the ASCII signs between them? */
static bool same_letters(struct ludus_text one, struct ludus_text other)
{
    const char *a = one.text, *b = other.text, *end = a + one.length, *stop = b + other.length;
    for (;; a++, b++) {
        while (a < end && (unsigned char)*a < 0x80 && !is_letter(*a) && !is_digit(*a))
            a++;
        while (b < stop && (unsigned char)*b < 0x80 && !is_letter(*b) && !is_digit(*b))
            b++;
        if (a == end || b == stop || to_lower(*a) != to_lower(*b))
            return a == end && b == stop;
    }
}

/* Finds the only move that a witness has, or means by an illegal text. False if there is none. */
static bool meant_move(struct ludus_collation *collation, const struct cell *cells, size_t witness,
                       struct known_move *out)
{
    const struct witness_turn *said = &collation->said[witness];
    if (cells[witness].turn == NO_TURN)
        return false;
    if (!cells[witness].known)
        return collate_meant(&collation->consensus, entry_of(collation, cells, witness), out);
    *out = said->moves[0];
    return said->count == 1 && !said->closed;
}

/* Finds how the readings of a column differ from the first witness's; of turns, before the consensus plays
 * it. */
static void find_kinds(struct ludus_collation *collation, const struct column *column)
{
    struct cell *cells = collate_cells(collation, column);
    const struct witness *witness = collation->witness;
    bool in_turn = column->what == LUDUS_IN_TURN;
    struct known_move first, its;
    bool meant = in_turn && meant_move(collation, cells, 0, &first);
    for (size_t w = 1; w < collation->count; w++) {
        bool both = in_turn && cells[w].group != cells[0].group && cells[0].turn != NO_TURN &&
                    cells[w].turn != NO_TURN;
        if (both && collate_same(&collation->said[0], &collation->said[w]))
            cells[w].kind = LUDUS_AMBIGUOUS;
        else if (both ? meant && meant_move(collation, cells, w, &its) && collate_same_move(&first, &its)
                      : column->what == LUDUS_IN_TAG && cells[w].group != cells[0].group &&
                            same_letters(frame_text(column, &witness[0]), frame_text(column, &witness[w])))
            cells[w].kind = LUDUS_ORTHOGRAPHIC;
    }
}

/* ---- The consensus ---- */

/* Tries the reading of witness `w` in the consensus. If it is illegal in the witness, or turns are lost
 * before it, its moves are those that it means in the consensus. */
static void try_reading(struct ludus_collation *collation, struct cell *cells, size_t w, bool broken)
{
    struct cell *cell = &cells[w];
    struct witness_turn *said = &collation->said[w];
    cell->consensus = LUDUS_NOT_PLAYED;
    cell->playable = cell->known = false;
    if (cell->turn == NO_TURN)
        return;
    *said = collation->witness[w].turns[cell->turn];
    cell->known = said->legality == LUDUS_LEGAL;
    if (broken)
        return;
    bool sure = cell->known && !said->unsure;
    cell->playable = collate_try(&collation->consensus, entry_of(collation, cells, w), &cell->consensus,
                                 sure ? NULL : said);
    cell->known |= cell->consensus == LUDUS_LEGAL;
}

static bool is_legal(struct ludus_collation *collation, const struct sheet_entry *entry)
{
    uint8_t legality;
    (void)collate_try(&collation->consensus, entry, &legality, NULL);
    return legality == LUDUS_LEGAL;
}

/* Is a turn that the first witness lacks to be played? Yes if more than half have it; if half have it and the
 * first one's labels show the gap, or its next turn is legal only after it. */
static bool is_wanted(struct ludus_collation *collation, const struct column *column, size_t elected)
{
    const struct cell *cells = collate_cells(collation, column);
    size_t absent = 0, next = column->first;
    for (size_t w = 0; w < collation->count; w++)
        absent += cells[w].turn == NO_TURN && cells[w].hole == NO_TURN;
    if (2 * absent != collation->count || next >= collation->witness[0].sheet.count)
        return 2 * absent < collation->count;
    const struct witness_turn *turns = collation->witness[0].turns;
    if (turns[next].lost > (next ? turns[next - 1].lost : 0))
        return true;
    const struct sheet_entry *after = &collation->witness[0].sheet.entries[next];
    struct sheet_state state = sheet_state(&collation->consensus);
    struct line *line = &collation->consensus.replay->line;
    struct ludus_position before = line->pos; /* unmaking may not restore it */
    bool without = is_legal(collation, after);
    bool with =
        sheet_play(&collation->consensus, entry_of(collation, cells, elected)) && is_legal(collation, after);
    line->pos = before;
    line->undos = state.undos;
    sheet_return(&collation->consensus, state);
    return with && !without;
}

/* Skips a column without a playable reading, by what is readable in it. False if a witness has a turn there
 * without unreadable text. */
static bool skip_column(struct ludus_collation *collation, const struct column *column)
{
    const struct cell *cells = collate_cells(collation, column);
    const struct sheet_entry *unread = NULL;
    for (size_t w = 0; w < collation->count && !column->added; w++) {
        const struct sheet_entry *entry = cells[w].turn == NO_TURN ? NULL : entry_of(collation, cells, w);
        if (entry && !entry->unread)
            return false;
        unread = unread ? unread : entry;
    }
    if (unread) {
        collate_pass_over(&collation->consensus, unread);
        collation->gap = true;
    }
    return true;
}

/* Judges a column of turns and plays the consensus. False if that cannot continue. */
static bool judge_turn(struct ludus_collation *collation, struct column *column, bool broken)
{
    struct cell *cells = collate_cells(collation, column);
    if (!broken) {
        /* After unreadable columns, labels tell whose turn this one is. */
        unsigned side = NO_SIDE;
        for (size_t w = 0; w < collation->count && side == NO_SIDE; w++)
            side = cells[w].turn == NO_TURN ? NO_SIDE : collation->witness[w].turns[cells[w].turn].side;
        if (collation->gap && side != NO_SIDE && side != sheet_position(&collation->consensus)->side)
            sheet_end_turn(&collation->consensus);
    }
    for (size_t w = 0; w < collation->count; w++)
        try_reading(collation, cells, w, broken);
    group_readings(collation, column);
    if (column->differs && !broken)
        find_kinds(collation, column);
    /* The witness whose reading the consensus plays: of the playable ones, the one that most have, or the
     * first of equals; the number of witnesses if none is playable. */
    size_t elected = collation->count, most = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t count = 0;
        for (size_t i = 0; i < collation->count; i++)
            count += cells[i].group == cells[w].group;
        if (cells[w].playable && count > most) {
            elected = w;
            most = count;
        }
    }
    if (broken)
        return false;
    if (elected == collation->count)
        return skip_column(collation, column);
    return (column->added && !is_wanted(collation, column, elected)) ||
           sheet_play(&collation->consensus, entry_of(collation, cells, elected));
}

size_t collate_judge(struct ludus_collation *collation)
{
    size_t differences = 0;
    bool broken = false;
    collation->gap = false;
    for (size_t c = 0; c < collation->column_count; c++) {
        struct column *column = &collation->columns[c];
        if (column->what == LUDUS_IN_TURN)
            broken = !judge_turn(collation, column, broken);
        else {
            group_readings(collation, column);
            find_kinds(collation, column);
        }
        if (column->differs)
            collation->columns[differences++].differing = c;
    }
    return collation->differences = differences;
}

/* ---- Results ---- */

bool ludus_collation_difference(const struct ludus_collation *collation, size_t index,
                                struct ludus_difference *out)
{
    if (index >= collation->differences)
        return false;
    size_t c = collation->columns[index].differing;
    const struct column *column = &collation->columns[c];
    const struct rules *rules = &collation->consensus.replay->ruleset->rules;
    const struct witness *first = &collation->witness[0];
    size_t turn = column->first, count = first->sheet.count; /* `turn` also counts those missing before it */
    turn += count ? first->turns[turn < count ? turn : count - 1].lost : 0;
    struct ludus_difference found = {
        .what = column->what,
        .added = column->added,
        .column = c,
        .tag = column->what == LUDUS_IN_TAG ? tags[column->tag] : NULL,
        .side = (enum ludus_side)(collation->side ^ (turn & 1)),
        .number = (unsigned)(turn_place(rules, collation->number, collation->side) + (long)turn) / 2,
    };
    sized_give(out, &found, sizeof found);
    return true;
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

/* Writes [%rdg NAME "reading"] or [%tag NAME Tag "value"], with the kind of the difference; comments and
 * quotes inside a reading are left out. */
static void write_reading(const struct ludus_variant *variant, const char *name, const struct column *column,
                          struct ludus_buffer *out)
{
    static const char *const kinds[] = { "", " orthographic", " ambiguous" };
    const char *tag = column->what == LUDUS_IN_RULESET  ? "Variant"
                      : column->what == LUDUS_IN_START  ? "FEN"
                      : column->what == LUDUS_IN_RESULT ? "Result"
                                                        : tags[column->tag];
    bool comment = false, blank = false;
    if (column->what == LUDUS_IN_TURN)
        buf_format(out, "[%%rdg %s \"%s", name, column->added ? "add. " : "");
    else
        buf_format(out, "[%%tag %s %s \"", name, tag);
    for (size_t i = 0; i < variant->text.length; i++) {
        char c = variant->text.text[i];
        comment = c == '{' || (comment && c != '}');
        if (comment || strchr("}\"]", c))
            continue;
        if (blank && !is_space(c))
            buf_char(out, ' ');
        blank = is_space(c);
        if (!blank)
            buf_char(out, c);
    }
    buf_format(out, "\"%s]", kinds[variant->kind]);
}

/* Returns where in the first witness the readings of a column are inserted: after its turn, or after the turn
 * before an added one; before its first turn for the whole record; before its result. */
static size_t place_of(const struct ludus_collation *collation, const struct column *column)
{
    const struct sheet *sheet = &collation->witness[0].sheet;
    bool result = column->what == LUDUS_IN_RESULT;
    if (result && sheet->result)
        return item_begin(sheet->game, sheet->result);
    if (column->what == LUDUS_IN_TURN && !column->added)
        return sheet->entries[column->first].end;
    if (column->first > 0)
        return sheet->entries[column->first - 1].end;
    if (sheet->count > 0)
        return sheet->entries[0].begin;
    return sheet->result ? item_begin(sheet->game, sheet->result) : sheet->game->source.length;
}

void ludus_collation_apparatus(const struct ludus_collation *collation, const char *const *names,
                               struct ludus_buffer *out)
{
    static const struct column start = { .what = LUDUS_IN_START };
    if (collation->count == 0)
        return;
    struct ludus_text source = collation->witness[0].sheet.game->source;
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
        /* The readings that differ from the first witness's; of tags, only those that are not empty. */
        const struct column *column = &collation->columns[c];
        const struct cell *cells = collate_cells(collation, column);
        const char *before = behind ? " {" : "{", *end = "";
        for (size_t w = 1; w < collation->count; w++) {
            struct ludus_variant variant = { .size = sizeof variant };
            if (cells[w].group == cells[0].group || !ludus_collation_variant(collation, c, w, &variant) ||
                (column->what == LUDUS_IN_TAG && variant.missing))
                continue;
            buf_text(out, before);
            write_reading(&variant, names[w], column, out);
            before = " ";
            end = behind ? "}" : "} ";
        }
        buf_text(out, end);
    }
    buf_add(out, source.text + at, source.length - at);
}
