/* repair_result.c - another result, in the tag or behind the moves, where both do not go with each other or
 * with the last position. */
#include "base/buf.h"
#include "decode/repair.h"
#include "notation/record.h"

#include <string.h>

enum { RESULTS = LUDUS_DRAW + 1 };

#define COST_RESULT 5.0

/* The results that a record gives itself. */
struct stated {
    const struct tag *tag;   /* or NULL */
    const struct item *item; /* or NULL */
    unsigned in_tag;         /* NO_RESULT if it cannot be read */
};

enum { PLACES = 2 };

/* Puts `result` wherever there is another. */
static struct repair place_result(const struct ludus_mend *mend, const struct stated *stated, unsigned result,
                                  struct repair_edit edits[PLACES])
{
    struct repair repair = { .edits = edits, .cost = COST_RESULT };
    const struct slot *last = &mend->slots.slot[mend->slots.count - 1];
    struct repair_edit edit = { .kind = FAULT_RESULT,
                                .text = result_text(result),
                                .turn = mend->slots.count - 1,
                                .said_begin = last->begin,
                                .said_end = last->end };
    if (stated->tag && stated->in_tag != result) {
        edit.begin = edit.shown_begin = stated->tag->value_begin;
        edit.end = edit.shown_end = stated->tag->value_end;
        edits[repair.count++] = edit;
        edit.hidden = true;
    }
    if (stated->item && stated->item->result != result) {
        edit.begin = edit.shown_begin = item_begin(mend->slots.game, stated->item);
        edit.end = edit.shown_end = item_end(mend->slots.game, stated->item);
        edits[repair.count++] = edit;
    }
    return repair;
}

/* What stands in the places that get it: `[Result "1-0"]`, `1/2-1/2`, or both. */
static const char *describe(struct ludus_mend *mend, const struct stated *stated, const struct repair *repair)
{
    const char *source = mend->slots.game->source.text;
    struct ludus_buffer out = { .bytes = NULL };
    bool tag = stated->tag && repair->edits[0].begin == stated->tag->value_begin;
    if (tag)
        buf_add(&out, source + stated->tag->begin, stated->tag->end - stated->tag->begin);
    if (tag && repair->count > 1)
        buf_text(&out, " and ");
    if (!tag || repair->count > 1)
        buf_add(&out, stated->item->text, stated->item->length);
    const char *text = arena_copy(&mend->arena, buf_string(&out), out.length);
    mend->failed |= !text || out.failed;
    buf_free(&out);
    return text ? text : "";
}

/* Keeps this result if the record has no fault with it. */
static void try_result(struct ludus_mend *mend, const struct stated *stated, unsigned result)
{
    struct repair_edit edits[PLACES];
    struct repair repair = place_result(mend, stated, result, edits);
    if (repair.count == 0 || repair_spent(mend))
        return;
    edits[0].before = describe(mend, stated, &repair);
    edits[0].after = result_text(result);
    if (result != stated->in_tag && (!stated->item || result != stated->item->result))
        repair.cost += 1;
    else if (result == LUDUS_OPEN)
        repair.cost += 2;
    else if (result == stated->in_tag)
        repair.cost += 0.1;
    repair_try(mend, &repair);
}

void repair_result(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct stated stated = { .tag = record_tag(game, "Result"), .item = mend->slots.result };
    if (mend->slots.count == 0)
        return;
    stated.in_tag = stated.tag ? result_read(stated.tag->value) : NO_RESULT;
    size_t before = mend->repairs.count;
    for (unsigned result = 0; result < RESULTS; result++)
        if (result != LUDUS_OPEN)
            try_result(mend, &stated, result);
    if (mend->repairs.count == before + 1) /* the last position allows no other */
        return;
    mend->repairs.count = before;
    if (stated.in_tag != NO_RESULT)
        try_result(mend, &stated, stated.in_tag);
    if (stated.item && stated.item->result != stated.in_tag)
        try_result(mend, &stated, stated.item->result);
}
