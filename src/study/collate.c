/* collate.c - two or more transcriptions of one game, turn by turn, as moves and not as text. */
#include "study/collate.h"

#include "base/buf.h"
#include "base/chars.h"
#include "base/memory.h"
#include "play/replay.h"
#include "rules/position.h"
#include "study/collate_same.h"

#include <stdlib.h>
#include <string.h>

/* ---- Which readings of the witnesses are the same, and the consensus that is played through them ---- */

static const struct slot *slot_of(const struct ludus_collation *collation, const struct cell *cells,
                                  size_t witness)
{
    return &collation->witness[witness].slots.slot[cells[witness].turn];
}

/* ---- Readings that are the same ---- */

static bool same_words(const struct slot *one, const struct slot *other)
{
    bool same = one->count == other->count;
    for (unsigned i = 0; same && i < one->count; i++) {
        const struct move_text *a = &one->items[i]->move, *b = &other->items[i]->move;
        same = a->plain_length == b->plain_length && memcmp(a->plain, b->plain, a->plain_length) == 0;
    }
    return same;
}

/* Has the witness nothing but lost turns (`__`) there? */
static bool is_lost(const struct ludus_collation *collation, const struct cell *cells, size_t witness)
{
    const struct slot *slot = cells[witness].turn != NO_TURN ? slot_of(collation, cells, witness) : NULL;
    return slot ? slot->count == 1 && slot->items[0]->move.style == MOVE_LOST && slot->items[0]->length > 1
                : cells[witness].hole != NO_TURN;
}

/* A reading that is no legal move says the same as one that is only in the same words. What follows a fault,
 * so that nobody can say whether it is legal, may say the same in others. */
static bool same_turn(const struct ludus_collation *collation, const struct cell *cells, size_t one,
                      size_t other)
{
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
           same_words(slot_of(collation, cells, one), slot_of(collation, cells, other));
}

static bool same_frame(enum ludus_differing what, const struct witness *one, const struct witness *other)
{
    struct ludus_text start = ludus_buffer_text(&one->start), its = ludus_buffer_text(&other->start);
    switch (what) {
    case LUDUS_IN_RULESET:
        return one->slots.replay->ruleset == other->slots.replay->ruleset;
    case LUDUS_IN_START:
        return !(one->has_fen || other->has_fen) ||
               (start.length == its.length && memcmp(start.text, its.text, start.length) == 0);
    case LUDUS_IN_RESULT:
        return one->result == other->result;
    default:
        return true;
    }
}

static bool same_reading(const struct ludus_collation *collation, const struct column *column, size_t one,
                         size_t other)
{
    const struct witness *first = &collation->witness[one], *second = &collation->witness[other];
    if (column->what == LUDUS_IN_TAG)
        return collate_same_text(collate_tag(first, column->tag), collate_tag(second, column->tag));
    if (column->what != LUDUS_IN_TURN)
        return same_frame(column->what, first, second);
    return same_turn(collation, collate_cells(collation, column), one, other);
}

static void group_readings(const struct ludus_collation *collation, struct column *column)
{
    struct cell *cells = collate_cells(collation, column);
    uint8_t groups = 0, silent = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t like = 0;
        while (like < w && !same_reading(collation, column, like, w))
            like++;
        silent |= column->what == LUDUS_IN_TAG && !collate_tag(&collation->witness[w], column->tag).length;
        cells[w].group = like < w ? cells[like].group : groups++;
    }
    column->differs = groups > 1 + silent;
}

/* The letters and digits of two texts, whatever their case and what stands between them, are the same. */
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

/* The one move that a witness has, or means with a text that is not legal. */
static bool meant_move(struct ludus_collation *collation, const struct cell *cells, size_t witness,
                       struct known_move *out)
{
    const struct witness_turn *said = &collation->said[witness];
    if (cells[witness].turn == NO_TURN)
        return false;
    if (!cells[witness].known)
        return collate_meant(&collation->consensus, collation->witness[witness].common,
                             slot_of(collation, cells, witness), out);
    *out = said->moves[0];
    return said->count == 1 && !said->closed;
}

/* How the readings of a row differ from the first witness's; in turns, before the consensus has played it. */
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
                            same_letters(collate_tag(&witness[0], column->tag),
                                         collate_tag(&witness[w], column->tag)))
            cells[w].kind = LUDUS_ORTHOGRAPHIC;
    }
}

/* ---- The consensus ---- */

static size_t votes(const struct ludus_collation *collation, const struct cell *cells, unsigned group)
{
    size_t count = 0;
    for (size_t w = 0; w < collation->count; w++)
        count += cells[w].group == group;
    return count;
}

/* The witness whose reading the consensus takes: of those that can be played there, what most have, the first
 * before others; the count of witnesses when none can. */
static size_t elect(struct ludus_collation *collation, const struct cell *cells)
{
    size_t best = collation->count, most = 0;
    for (size_t w = 0; w < collation->count; w++) {
        size_t count = votes(collation, cells, cells[w].group);
        if (cells[w].playable && count > most) {
            best = w;
            most = count;
        }
    }
    return best;
}

/* Tries what witness `w` has in the consensus as it stands. What is not legal in the witness itself, or where
 * turns are lost before it, says what it says there. */
static void try_reading(struct ludus_collation *collation, struct cell *cells, size_t w, bool broken)
{
    struct cell *cell = &cells[w];
    struct slots *consensus = &collation->consensus;
    struct witness_turn *said = &collation->said[w];
    cell->consensus = LUDUS_NOT_PLAYED;
    cell->playable = cell->known = false;
    if (cell->turn == NO_TURN)
        return;
    *said = collation->witness[w].turns[cell->turn];
    cell->known = said->legality == LUDUS_LEGAL;
    if (broken)
        return;
    struct spot spot = slots_spot(consensus);
    cell->playable = collate_play(consensus, slot_of(collation, cells, w), &cell->consensus);
    if ((!cell->known || said->unsure) && cell->consensus == LUDUS_LEGAL) {
        collate_played(consensus, collation->witness[w].common, said);
        cell->known = true;
    }
    if (cell->playable)
        slots_return(consensus, spot);
}

static bool is_legal(struct ludus_collation *collation, const struct slot *slot)
{
    struct spot spot = slots_spot(&collation->consensus);
    uint8_t legality;
    if (collate_play(&collation->consensus, slot, &legality))
        slots_return(&collation->consensus, spot);
    return legality == LUDUS_LEGAL;
}

/* Is a turn that the first witness has not to be played? If more than half have it, or half and its numbers
 * say that it lacks it, or what follows is legal only so. */
static bool is_wanted(struct ludus_collation *collation, const struct column *column, size_t elected)
{
    const struct cell *cells = collate_cells(collation, column);
    size_t absent = 0, next = column->first;
    for (size_t w = 0; w < collation->count; w++)
        absent += cells[w].turn == NO_TURN && cells[w].hole == NO_TURN;
    if (2 * absent != collation->count || next >= collation->witness[0].slots.count)
        return 2 * absent < collation->count;
    const struct witness_turn *turns = collation->witness[0].turns;
    if (turns[next].lost > (next ? turns[next - 1].lost : 0))
        return true;
    const struct slot *after = &collation->witness[0].slots.slot[next];
    struct spot spot = slots_spot(&collation->consensus);
    struct line *line = &collation->consensus.replay->line;
    struct ludus_position before = line->pos; /* undoing may not bring it back */
    bool without = is_legal(collation, after);
    bool with =
        slots_play(&collation->consensus, slot_of(collation, cells, elected)) && is_legal(collation, after);
    line->before_forced = NULL;
    line->pos = before;
    line->undos = spot.undos;
    slots_return(&collation->consensus, spot);
    return with && !without;
}

/* Does nothing stand in the row but what could not be read? */
static bool is_unread(const struct ludus_collation *collation, const struct cell *cells)
{
    for (size_t w = 0; w < collation->count; w++)
        if (cells[w].turn != NO_TURN && !slot_of(collation, cells, w)->unread)
            return false;
    return true;
}

/* Behind such rows: whose turn the row is, as its labels say. */
static void take_side(struct ludus_collation *collation, const struct cell *cells)
{
    size_t w = 0;
    while (w < collation->count &&
           (cells[w].turn == NO_TURN || collation->witness[w].turns[cells[w].turn].side == NO_SIDE))
        w++;
    if (collation->gap && w < collation->count &&
        collation->witness[w].turns[cells[w].turn].side != slots_position(&collation->consensus)->side)
        slots_end_turn(&collation->consensus);
}

/* Goes on behind a row in which nothing can be played, by what can be read there. False when that cannot be.
 */
static bool pass_over(struct ludus_collation *collation, const struct column *column)
{
    const struct cell *cells = collate_cells(collation, column);
    if (column->added || !is_unread(collation, cells))
        return column->added;
    size_t w = 0;
    while (cells[w].turn == NO_TURN)
        w++;
    collate_pass_over(&collation->consensus, slot_of(collation, cells, w));
    collation->gap = true;
    return true;
}

/* Judges a row of turns and plays what the consensus has there. False when that cannot go on. */
static bool judge_turn(struct ludus_collation *collation, struct column *column, bool broken)
{
    struct cell *cells = collate_cells(collation, column);
    if (!broken)
        take_side(collation, cells);
    for (size_t w = 0; w < collation->count; w++)
        try_reading(collation, cells, w, broken);
    group_readings(collation, column);
    if (column->differs && !broken)
        find_kinds(collation, column);
    size_t elected = elect(collation, cells);
    if (broken)
        return false;
    if (elected == collation->count)
        return pass_over(collation, column);
    return (column->added && !is_wanted(collation, column, elected)) ||
           slots_play(&collation->consensus, slot_of(collation, cells, elected));
}

/* Finds in each row of the table which readings are the same, and plays the consensus through it. Returns the
 * number of rows in which the witnesses differ. */
static size_t collate_judge(struct ludus_collation *collation)
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

/* ---- Two or more transcriptions of one game, turn by turn, as moves and not as text ---- */

/* TURNS_MAX: of all witnesses, each of which takes about a kilobyte. */
enum { WITNESSES_MAX = 64, TURNS_MAX = 1 << 17, FRAME = 3 + COLLATE_TAGS /* rows that are no turns */ };

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
    collation->count = collation->turns = collation->column_count = collation->differences = 0;
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
    collation->column_count = collation->differences = 0; /* what has been compared lacks the witness */
    if (collation->count == WITNESSES_MAX)
        return false;
    struct witness *witness = &collation->witness[collation->count];
    if (collation->count == collation->made) {
        if (!slots_init(&witness->slots, collation->rules))
            return false;
        collation->made++;
    }
    if (!slots_read(&witness->slots, game, SLOTS_WHOLE) ||
        collation->turns + witness->slots.count > TURNS_MAX)
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
    collation->turns += witness->slots.count;
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

/* A turn of a witness that the first has not, before its turn `first`: those that are alike stand together.
 * It may stand in column `*after` or behind it. */
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
 * first. Extra turns stand before the turn that follows them in their witness. */
static void make_table(struct ludus_collation *collation, const int *matches, size_t *next)
{
    size_t rows = collation->witness[0].slots.count;
    for (size_t w = 0; w < collation->count; w++)
        next[w] = 0;
    for (uint8_t tag = 0; tag < COLLATE_TAGS; tag++)
        add_column(collation, LUDUS_IN_TAG, 0, false)->tag = tag;
    add_column(collation, LUDUS_IN_RULESET, 0, false);
    add_column(collation, LUDUS_IN_START, 0, false);
    for (size_t i = 0; i <= rows; i++) {
        size_t group = collation->column_count;
        for (size_t w = 1; w < collation->count; w++) {
            int match = i == rows ? (int)collation->witness[w].slots.count : matches[w * rows + i];
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
    collation->column_count = collation->differences = 0;
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
