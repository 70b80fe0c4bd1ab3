/* mend_write.c - puts what can only be read in one way into the text of a record, in <…>; and the best repair
 * into its messages. */
#include "base/buf.h"
#include "base/chars.h"
#include "decode/repair.h"
#include "notation/move_text.h"

#include <string.h>

/* The reading of a gap that has only one, else NULL. */
static const struct gap_reading *only_reading(const struct ludus_mend *mend, const struct gap *gap)
{
    return gap && gap->told.readings == 1 && mend->sound && !mend->gave_up ? gap->sorted[0] : NULL;
}

/* Appends a token with the signs of `reading` where it has others or none. False, and nothing appended, when
 * the two do not go together sign for sign. */
static bool fill_signs(const char *token, size_t length, const char *reading, struct ludus_buffer *out)
{
    size_t begin = out->length, at = 0;
    bool open = false, own = false; /* a bracket of ours; one that stood there */
    for (size_t i = 0; i < length; i++) {
        unsigned doubt = leiden_unclear(token + i, length - i);
        bool past = !reading[at]; /* marks and check signs after the move */
        if (token[i] == '<' || token[i] == '>') {
            own = token[i] == '<';
            buf_char(out, token[i]);
            continue;
        }
        if (doubt) {
            if (!open)
                buf_add(out, token + i, doubt);
            i += doubt - 1;
            continue;
        }
        bool mark = strchr("+#!?", token[i]) != NULL;
        if (mark != past || token[i] & 0x80) {
            out->length = begin;
            return false;
        }
        bool other = !past && token[i] != reading[at];
        if (open && !other)
            buf_char(out, '>');
        else if (!open && other && !own)
            buf_char(out, '<');
        open = other && !own;
        buf_char(out, past ? token[i] : reading[at++]);
    }
    if (open)
        buf_char(out, '>');
    if (!reading[at])
        return true;
    out->length = begin;
    return false;
}

void mend_write_roll(const struct item *was, const uint8_t *dice, unsigned count, struct ludus_buffer *out)
{
    for (unsigned i = 0; i < count; i++) {
        bool kept = was && was->dice.count == count && was->dice.face[i] == dice[i];
        const char *doubt = kept && was->dice.unclear >> i & 1 ? "~" : "";
        bool supplied = !kept || was->dice.supplied >> i & 1;
        buf_char(out, i ? ',' : '(');
        if (dice[i])
            buf_format(out, supplied ? "<%u>%s" : "%u%s", dice[i], doubt);
        else
            buf_text(out, "<_>");
    }
    buf_text(out, ")");
}

/* A turn of a run of lost turns, which has nothing in the text but the `__` before it. */
static void fill_turn(const struct ludus_mend *mend, size_t entry, struct ludus_buffer *out)
{
    const struct gap_reading *roll = only_reading(mend, mend_gap_of(mend, entry, GAP_ROLL));
    const struct gap_reading *moves = only_reading(mend, mend_gap_of(mend, entry, 0));
    const struct rules *rules = &mend->sheet.replay->ruleset->rules;
    enum ludus_side side;
    unsigned number = mend_turn(mend, entry, &side);
    if (!moves)
        return;
    buf_format(out,
               rules->sided_numbers  ? " %u%s "
               : side == LUDUS_WHITE ? " %u. "
                                     : " %u... ",
               number, side == LUDUS_WHITE ? "W." : "B.");
    if (rules->dice && roll) {
        mend_write_roll(NULL, roll->dice, rules->dice, out);
        buf_char(out, ' ');
    }
    buf_format(out, "<%s>", moves->told.text);
}

static void fill_gap(const struct ludus_mend *mend, const struct gap *gap, const struct gap_reading *reading,
                     struct ludus_buffer *out)
{
    if (gap->part == GAP_ROLL) {
        mend_write_roll(gap->item, reading->dice, mend->sheet.replay->ruleset->rules.dice, out);
        if (!gap->item)
            buf_char(out, ' ');
    } else if (gap->item->move.style == MOVE_LOST) {
        const char *rest = reading->told.text;
        for (const char *comma; (comma = strstr(rest, ", ")); rest = comma + 2) {
            buf_char(out, '<');
            buf_add(out, rest, (size_t)(comma - rest));
            buf_text(out, ">, ");
        }
        buf_format(out, "<%s>", rest);
    } else if (!fill_signs(gap->told.text.text, gap->told.length, reading->told.text, out)) {
        buf_format(out, "<%s>", reading->told.text);
    }
}

void ludus_mend_write(const struct ludus_mend *mend, struct ludus_buffer *out)
{
    struct ludus_text source = mend->sheet.shadow.source;
    size_t at = 0;
    for (size_t i = 0; i < mend->gap_count; i++) {
        const struct gap *gap = &mend->gaps[i];
        const struct gap_reading *reading = only_reading(mend, gap);
        bool written = mend->sheet.entries[gap->entry].count > 0;
        if (!reading || gap->told.offset < at)
            continue;
        buf_add(out, source.text + at, gap->told.offset - at);
        at = gap->told.offset;
        if (!written) {
            if (gap->part == 0)
                fill_turn(mend, gap->entry, out);
            continue;
        }
        fill_gap(mend, gap, reading, out);
        at += gap->told.length;
    }
    buf_add(out, source.text + at, source.length - at);
}

/* ---- Hints ---- */

enum { HINT_MOST = 60, FIX_MOST = 400 }; /* bytes that are shown, and changed */
enum { BORNE_OUT = 5 };                  /* turns more that must be legal with it */
enum { RECORD_MOST = 1 << 16 };          /* bytes of a record for which it is looked for */

/* The first error from byte `begin` on, before `end`; of those at one place, the first that came. */
static struct message *error_between(const struct diag *diag, size_t begin, size_t end)
{
    struct message *first = NULL;
    for (struct message *message = diag->first; message; message = message->next)
        if (message->severity == LUDUS_ERROR && message->end > begin && message->begin < end &&
            (!first || message->begin < first->begin))
            first = message;
    return first;
}

/* Hangs what is to be changed on the message of the fault. */
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
    bool own = same || (message->hint && !message->meant); /* it has one that says more */
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
