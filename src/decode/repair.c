/* repair.c - the least changes after which a record is legal.
 *
 * A search over the whole game (repair_search.c) finds them; what a scribe does throughout is tried as one
 * change (repair_spread.c). Each repair is made in the text, which is read and checked anew, and kept if more
 * of the record is then legal. The cheapest one that makes the whole record legal comes first; the others
 * show how certain each of its changes is. */
#include "base/memory.h"
#include "base/text.h"
#include "decode/mend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPAIRS_MAX = 4000, BARE_SIZE = 2 };

#define COST_CERTAIN 9.0 /* after a single change for less, changes throughout are not tried */

#define FAULT_TEXT(kind, text) text,
static const char *const kinds[FAULT_KINDS] = { FAULTS(FAULT_TEXT) };

bool repair_spent(struct ludus_mend *mend)
{
    mend->gave_up |= mend->tried > mend->limit;
    return mend->gave_up || mend->failed || mend->sheet.replay->failed;
}

/* ---- Keeping repairs ---- */

/* Does a repair contain all changes of another? */
static bool holds(const struct repair *repair, const struct repair *part)
{
    size_t same = 0;
    for (size_t i = 0; i < repair->count && same < part->count; i++) {
        const struct repair_edit *one = &repair->edits[i], *other = &part->edits[same];
        same += one->begin == other->begin && one->end == other->end && strcmp(one->text, other->text) == 0;
    }
    return same == part->count;
}

static const char *copied(struct ludus_mend *mend, const char *text)
{
    return text ? arena_copy(&mend->arena, text, strlen(text)) : NULL;
}

/* What a report shows of the record with the change. NULL without memory. */
static const char *show_after(struct ludus_mend *mend, const struct repair_edit *edit)
{
    struct ludus_buffer out = { .bytes = NULL };
    const char *source = mend->sheet.shadow.diag.text;
    buf_add(&out, source + edit->shown_begin, edit->begin - edit->shown_begin);
    buf_text(&out, edit->text);
    if (edit->end < edit->shown_end)
        buf_add(&out, source + edit->end, edit->shown_end - edit->end);
    while (out.length && out.bytes[out.length - 1] == ' ')
        out.length--;
    const char *text = out.length ? arena_copy(&mend->arena, out.bytes, out.length) : "(nothing)";
    mend->failed |= out.failed;
    buf_free(&out);
    return text;
}

void repair_try(struct ludus_mend *mend, const struct repair *repair)
{
    struct repair tried = *repair;
    for (size_t i = 1; i < repair->count; i++)
        if (repair->edits[i].begin < repair->edits[i - 1].end)
            return; /* they overlap */
    if (repair->count == 0 || !repair_judge(mend, &tried))
        return;
    tried.whole &= !repair->part; /* what follows a lost turn is not checked */
    if (tried.turns + tried.whole <= mend->legal)
        return; /* it is no improvement */
    bool needless = mend->repair_count >= REPAIRS_MAX;
    for (size_t i = 0; i < mend->repair_count && !needless && !repair->edits->spread; i++) {
        const struct repair *kept = &mend->repairs[i]; /* does it need only some of the changes? */
        needless = kept->whole && kept->bare <= tried.bare && holds(&tried, kept);
    }
    if (needless)
        return;
    tried.edits = arena_alloc(&mend->arena, repair->count * sizeof *tried.edits);
    for (size_t i = 0; i < repair->count && tried.edits; i++) {
        struct repair_edit *edit = &tried.edits[i];
        *edit = repair->edits[i];
        edit->text = copied(mend, edit->text);
        edit->before = edit->before
                           ? copied(mend, edit->before)
                           : arena_copy(&mend->arena, mend->sheet.shadow.diag.text + edit->shown_begin,
                                        edit->shown_end - edit->shown_begin);
        edit->after = edit->after || edit->hidden ? copied(mend, edit->after) : show_after(mend, edit);
        if (edit->turn == TURN_UNKNOWN)
            for (edit->turn = 0;
                 edit->turn < mend->turns.count && mend->turns.entries[edit->turn].end <= edit->shown_begin;)
                edit->turn++;
    }
    if (!mend->diceless)
        tried.cost += BARE_SIZE * (double)tried.bare;
    mend->failed |= mend->arena.failed;
    struct repair *kept =
        mend->failed ? NULL
                     : memory_push(&mend->repairs, &mend->repair_count, &mend->repair_room, sizeof *kept);
    mend->failed |= !kept;
    if (kept)
        *kept = tried;
}

static int by_merit(const void *a, const void *b)
{
    const struct repair *one = a, *other = b;
    if (one->whole != other->whole)
        return one->whole ? -1 : 1;
    if (!one->whole && one->turns != other->turns)
        return one->turns > other->turns ? -1 : 1;
    if (one->cost < other->cost || one->cost > other->cost)
        return one->cost < other->cost ? -1 : 1;
    if (one->edits->begin != other->edits->begin)
        return one->edits->begin > other->edits->begin ? -1 : 1;
    return strcmp(one->edits->text, other->edits->text);
}

/* ---- Shares and margins ---- */

/* Sets the share of a change: the part of all repairs, by probability, that contain it; and its margin: what
 * the cheapest repair without it costs more. */
static void weigh(const struct ludus_mend *mend, const struct repair *repair, struct repair_edit *edit)
{
    double with = 0, all = 0;
    edit->margin = edit->spread && edit->hidden ? edit[-1].margin : REPAIR_WINDOW;
    if (edit->spread && edit->hidden)
        return;
    for (size_t i = 0; i < mend->repair_count; i++) {
        const struct repair *other = &mend->repairs[i];
        double beyond = other->cost - mend->repairs->cost, weight = exp(-beyond);
        if (other->whole != repair->whole)
            continue;
        bool has = edit->spread ? holds(other, repair) && holds(repair, other)
                                : holds(other, &(struct repair){ .edits = edit, .count = 1 });
        all += weight;
        with += has ? weight : 0;
        if (!has && other->cost - repair->cost < edit->margin)
            edit->margin = other->cost - repair->cost;
    }
    edit->share = all > 0 ? with / all : 0;
}

/* ---- The search ---- */

size_t ludus_mend_repair(struct ludus_mend *mend, struct ludus_game *game)
{
    struct repair asis = { .count = 0 };
    struct sheet *sheet = &mend->sheet;
    if (!mend_begin(mend, game, SHEET_LEGAL))
        return 0;
    sheet->explains = false;
    mend->diceless = 2 * sheet_count_bare(sheet, sheet->count) > sheet->count;
    repair_judge(mend, &asis);
    struct sheet_state start = sheet_state(sheet);
    size_t played = 0; /* turns before the first damage or fault */
    while (played < sheet->count && sheet_play(sheet, &sheet->entries[played]))
        played++;
    mend->damaged = played < sheet->count && sheet->replay->turn.state == LUDUS_TURN_UNKNOWN;
    sheet_return(sheet, start);
    mend->far = mend->legal = asis.turns < played ? asis.turns : played;
    if (!asis.whole) {
        mend->damaged &= played <= asis.turns;
        if (!mend->damaged && mend->legal == sheet->count)
            repair_result(mend);
        if (!mend->damaged && mend->repair_count == 0) {
            repair_search(mend);
            bool certain = mend->repair_count && mend->repairs->whole && mend->repairs->count == 1 &&
                           mend->repairs->cost < COST_CERTAIN;
            repair_unclosed(mend);
            if (!certain)
                repair_throughout(mend);
        }
    }
    sheet->explains = mend->explains;
    if (mend->repair_count)
        qsort(mend->repairs, mend->repair_count, sizeof *mend->repairs, by_merit);
    for (size_t i = 0; i < mend->repair_count; i++)
        for (size_t k = 0; k < mend->repairs[i].count; k++)
            weigh(mend, &mend->repairs[i], &mend->repairs[i].edits[k]);
    return mend->failed ? 0 : mend->repair_count;
}

bool ludus_mend_damaged(const struct ludus_mend *mend)
{
    return mend->damaged;
}

/* ---- Reports ---- */

static size_t count_told(const struct repair *repair)
{
    size_t count = 0;
    for (size_t i = 0; i < repair->count; i++)
        count += !repair->edits[i].hidden;
    return count;
}

bool ludus_mend_repair_change(struct ludus_mend *mend, size_t index, size_t change, struct ludus_repair *out)
{
    struct repair *repair = index < mend->repair_count ? &mend->repairs[index] : NULL;
    struct repair_edit *edit = repair ? repair->edits : NULL, *end = repair ? edit + repair->count : NULL;
    while (edit < end && (edit->hidden || change-- > 0))
        edit++;
    if (edit == end)
        return false;
    struct ludus_repair found = {
        .offset = edit->shown_begin,
        .length = edit->shown_end - edit->shown_begin,
        .kind = kinds[edit->kind],
        .before = { edit->before, strlen(edit->before) },
        .after = edit->after,
        .turns = repair->turns,
        .gain = repair->turns - mend->legal,
        .whole = repair->whole,
        .missing_rolls = repair->bare,
        .changes = count_told(repair),
        .share = edit->share,
        .margin = edit->margin,
    };
    found.number = mend_turn(mend, edit->turn, &found.side);
    struct diag_place at = diag_first_place(&mend->sheet.shadow.diag);
    diag_walk(&mend->sheet.shadow.diag, &at, edit->shown_begin);
    found.line = at.line;
    found.column = at.column + 1;
    sized_give(out, &found, sizeof found);
    return true;
}

bool ludus_mend_repair_at(struct ludus_mend *mend, size_t index, struct ludus_repair *out)
{
    return ludus_mend_repair_change(mend, index, 0, out);
}

/* ---- The repaired record ---- */

/* Appends text to a comment. */
static void quote(const char *text, size_t length, struct ludus_buffer *out)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != '{' && text[i] != '}')
            buf_char(out, text[i]);
}

/* Appends a comment that says what was changed, and for a change in many places also what it became. */
static void write_note(const struct ludus_mend *mend, const struct repair_edit *edit,
                       struct ludus_buffer *out)
{
    bool blank = out->length && out->bytes[out->length - 1] == ' ';
    buf_format(out, "%s{%s; the source has: ", blank ? "" : " ", kinds[edit->kind]);
    if (edit->spread || edit->kind == FAULT_RESULT) {
        quote(edit->before, strlen(edit->before), out);
        buf_text(out, " for ");
        quote(edit->after, strlen(edit->after), out);
    } else {
        quote(mend->sheet.shadow.diag.text + edit->said_begin, edit->said_end - edit->said_begin, out);
    }
    buf_text(out, "}");
}

/* The place of a note: behind what it quotes, and not within a change; of a change throughout, behind the
 * last move or variation before the end of its last place. */
static size_t note_place(const struct ludus_mend *mend, const struct repair *repair,
                         const struct repair_edit *edit)
{
    const struct ludus_game *game = mend->sheet.game;
    size_t place = edit->said_end, count = game->item_count;
    if (edit->spread) {
        place = repair->edits[repair->count - 1].end;
        while (count > 0 && !turns_is_move(&game->items[count - 1]) &&
               visit_event(&game->items[count - 1]) != LUDUS_EVENT_VARIATION_END &&
               item_end(game, &game->items[count - 1]) > place)
            count--;
        while (count < game->item_count && item_begin(game, &game->items[count]) < place)
            count++;
        size_t end = count ? item_end(game, &game->items[count - 1]) : 0;
        return end < place ? place : end;
    }
    if (edit->end > place && edit->kind != FAULT_RESULT)
        place = edit->end;
    for (size_t i = 0; i < repair->count; i++)
        if (repair->edits[i].begin < place && repair->edits[i].end > place)
            place = repair->edits[i].end;
    return place;
}

/* Does another note quote the same words? */
static bool is_noted(const struct repair *repair, const struct repair_edit *edit)
{
    for (const struct repair_edit *other = repair->edits; other < edit && !edit->hidden; other++)
        if (!other->hidden && other->kind == edit->kind && other->said_begin == edit->said_begin &&
            other->said_end == edit->said_end)
            return true;
    return edit->hidden;
}

/* A change, or a note on one. */
struct mark {
    size_t place;
    const struct repair_edit *edit;
    bool note;
};

/* Adds a mark in the order of places; of two at the same place, the mark of the later change comes later. */
static void add_mark(struct mark *marks, size_t *count, struct mark mark)
{
    size_t at = (*count)++;
    for (; at > 0 && (marks[at - 1].place > mark.place ||
                      (marks[at - 1].place == mark.place && marks[at - 1].edit > mark.edit));
         at--)
        marks[at] = marks[at - 1];
    marks[at] = mark;
}

/* Writes the record with the changes of a repair (may be NULL) whose margin is at least `margin`, and with
 * notes on them. Returns the number of other changes. */
static size_t apply(const struct ludus_mend *mend, const struct repair *repair, double margin,
                    struct ludus_buffer *out)
{
    struct ludus_text source = mend->sheet.shadow.source;
    size_t changes = repair ? repair->count : 0, count = 0, left = 0, at = 0;
    struct mark *marks = memory_new((2 * changes + 1) * sizeof *marks);
    out->failed |= !marks;
    for (size_t i = 0; i < changes && marks; i++) {
        const struct repair_edit *edit = &repair->edits[i];
        bool made = edit->margin >= margin;
        left += !made && !edit->hidden;
        if (made)
            add_mark(marks, &count, (struct mark){ edit->begin, edit, false });
        if (made && !is_noted(repair, edit))
            add_mark(marks, &count, (struct mark){ note_place(mend, repair, edit), edit, true });
    }
    for (const struct mark *mark = marks; mark < marks + count; mark++) {
        buf_add(out, source.text + at, mark->place - at);
        at = mark->note ? mark->place : mark->edit->end;
        if (!mark->note)
            buf_text(out, mark->edit->text);
        else
            write_note(mend, mark->edit, out);
        if (mark->note && at < source.length && (is_name(source.text[at]) || source.text[at] == '('))
            buf_char(out, ' ');
    }
    if (marks && source.text)
        buf_add(out, source.text + at, source.length - at);
    free(marks);
    return left;
}

void ludus_mend_apply(const struct ludus_mend *mend, size_t index, struct ludus_buffer *out)
{
    apply(mend, index < mend->repair_count ? &mend->repairs[index] : NULL, -HUGE_VAL, out);
}

size_t ludus_mend_apply_best(const struct ludus_mend *mend, double margin, struct ludus_buffer *out)
{
    const struct repair *best = mend->repair_count ? mend->repairs : NULL;
    bool whole = best && best->whole;
    size_t left = apply(mend, whole ? best : NULL, margin, out);
    return best && !whole ? count_told(best) : left;
}

/* ---- Hints ---- */

enum { HINT_MOST = 60, FIX_MOST = 400 }; /* bytes of a hint, and of a fix */
enum { BORNE_OUT = 5 };                  /* number of turns that a fix must make legal */
enum { RECORD_MOST = 1 << 16 };          /* bytes of a record that is searched */

/* The first error between two bytes. */
static struct message *error_between(const struct diag *diag, size_t begin, size_t end)
{
    struct message *first = NULL;
    for (struct message *message = diag->first; message; message = message->next)
        if (message->severity == LUDUS_ERROR && message->end > begin && message->begin < end &&
            (!first || message->begin < first->begin))
            first = message;
    return first;
}

/* Adds a change to the message of its fault, as fix and perhaps as hint. */
static void hint_change(const struct ludus_mend *mend, struct diag *diag, struct message *message,
                        const struct repair_edit *edit)
{
    size_t turn = edit->turn;
    struct ludus_buffer text = { .bytes = NULL };
    const char *was = diag->text + edit->begin;
    size_t length = edit->end - edit->begin, shown = length;
    bool marked = memchr(was, '<', length) != NULL, lost = strchr(edit->text, '_') != NULL;
    for (const char *sign = edit->text; *sign; sign++)
        if (marked || (*sign != '<' && *sign != '>'))
            buf_char(&text, *sign);
    while (shown > 0 && is_filler(was[shown - 1]))
        shown--;
    bool same = message->meant && message->meant_begin == edit->begin && message->meant_end == edit->end;
    while (turn + 1 < mend->sheet.count && mend->sheet.entries[turn + 1].begin <= message->begin)
        turn++;
    size_t back = turn - edit->turn;
    bool own = same || (message->hint && !message->meant); /* its own hint says more */
    if (!same)
        message->meant = NULL;
    if (!same && !lost && !text.failed)
        diag_fix(diag, message, edit->begin, edit->end, buf_string(&text));
    if (lost && !own)
        diag_hint(diag, message, "perhaps a turn is missing before it");
    else if (!own && text.length == 0)
        diag_hint(diag, message, "perhaps '%.*s' %s", (int)shown, was,
                  edit->kind == FAULT_DOUBLED ? "stands twice" : "is too much");
    else if (!own && shown == 0)
        diag_hint(diag, message, "perhaps '%s' is missing before it", buf_string(&text));
    else if (!own && edit->begin == message->begin && edit->end == message->end)
        diag_hint(diag, message, "perhaps %s", buf_string(&text));
    else if (!own && shown + text.length < HINT_MOST)
        diag_hint(diag, message, back ? "perhaps %s for %.*s, %zu turn%s before" : "perhaps %s for %.*s",
                  buf_string(&text), (int)shown, was, back, back > 1 ? "s" : "");
    buf_free(&text);
}

void ludus_mend_hint(struct ludus_mend *mend, struct ludus_game *game)
{
    struct diag told = game->diag;
    struct message *played = game->read ? game->read->next : NULL;
    const struct message *first = error_between(&told, 0, SIZE_MAX);
    if (!first || (first->clear && told.count[LUDUS_ERROR] == 1) || told.length > RECORD_MOST ||
        first->id == MSG_UNKNOWN_PIECE) /* of another language, or another game */
        return;
    size_t repairs = ludus_mend_repair(mend, game);
    game->diag = told;
    if (game->read)
        game->read->next = played;
    const struct repair *best = repairs ? mend->repairs : NULL;
    for (size_t i = 0; best && best->whole && best->turns >= mend->legal + BORNE_OUT && i < best->count;
         i++) {
        const struct repair_edit *edit = &best->edits[i];
        if (edit->hidden || edit->spread || edit->end - edit->begin > FIX_MOST || edit->kind == FAULT_RESULT)
            continue;
        size_t next = i + 1 < best->count ? best->edits[i + 1].begin : SIZE_MAX;
        struct message *message = error_between(&told, edit->begin, next);
        if (message && !memchr(told.text + edit->begin, '_', edit->end - edit->begin))
            hint_change(mend, &game->diag, message, edit);
    }
}
