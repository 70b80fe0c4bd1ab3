/* repair_result.c - another result, in the tag or behind the moves, where both do not go with each other or
 * with the last position. */
#include "base/buf.h"
#include "decode/repair.h"
#include "notation/result.h"

#include <string.h>

enum { RESULTS = LUDUS_DRAW + 1 };

/* The results that a record gives itself. */
struct stated {
    const struct tag *tag;   /* or NULL */
    const struct item *item; /* or NULL */
    unsigned in_tag;         /* NO_RESULT if it cannot be read */
};

/* Puts `result` wherever there is another. */
static void place_result(const struct ludus_mend *mend, const struct stated *stated, unsigned result,
                         struct repair *repair)
{
    const char *text = result_text(result);
    if (stated->tag && stated->in_tag != result)
        repair->place[repair->places++] =
            (struct repair_place){ stated->tag->value_begin, stated->tag->value_end, text };
    if (stated->item && stated->item->result != result)
        repair->place[repair->places++] =
            (struct repair_place){ item_begin(mend->slots.game, stated->item),
                                   item_end(mend->slots.game, stated->item), text };
}

/* Does the record have no fault with it? */
static bool fits(struct ludus_mend *mend, const struct stated *stated, unsigned result, struct repair *repair)
{
    const char *source = mend->slots.game->source.text;
    struct ludus_buffer text = { .bytes = NULL };
    size_t faults;
    *repair = (struct repair){ .slot = mend->slots.count - 1,
                               .kind = FAULT_RESULT,
                               .unlike = result == LUDUS_OPEN,
                               .said_begin = mend->slots.slot[mend->slots.count - 1].begin,
                               .said_end = mend->slots.slot[mend->slots.count - 1].end };
    place_result(mend, stated, result, repair);
    if (repair->places == 0 || repair_spent(mend))
        return false;
    struct patch patch = { .begin = repair->place[0].begin, .end = repair->place[repair->places - 1].end };
    buf_text(&text, repair->place[0].text);
    if (repair->places > 1) {
        buf_add(&text, source + repair->place[0].end, repair->place[1].begin - repair->place[0].end);
        buf_text(&text, repair->place[1].text);
    }
    patch.text = buf_string(&text);
    repair_measure(mend, &patch, repair, &faults);
    mend->failed |= text.failed;
    buf_free(&text);
    return repair->whole;
}

/* What stands in the places that get it: `[Result "1-0"]`, `1/2-1/2`, or both. */
static void describe(const struct ludus_mend *mend, const struct stated *stated, const struct repair *repair,
                     struct ludus_buffer *out)
{
    const char *source = mend->slots.game->source.text;
    bool tag = stated->tag && repair->place[0].begin == stated->tag->value_begin;
    if (tag)
        buf_add(out, source + stated->tag->begin, stated->tag->end - stated->tag->begin);
    if (tag && repair->places > 1)
        buf_text(out, " and ");
    if (!tag || repair->places > 1)
        buf_add(out, stated->item->text, stated->item->length);
}

static void keep(struct ludus_mend *mend, const struct stated *stated, unsigned result)
{
    struct repair repair;
    struct ludus_buffer before = { .bytes = NULL };
    if (!fits(mend, stated, result, &repair))
        return;
    describe(mend, stated, &repair, &before);
    repair.before = buf_string(&before);
    repair.after = result_text(result);
    mend->failed |= before.failed;
    repair_keep(mend, &repair);
    buf_free(&before);
}

void repair_result(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct stated stated = { .tag = record_tag(game, "Result"), .item = mend->slots.result };
    struct patch none = { .text = "" };
    struct repair repair;
    size_t faults;
    unsigned fit = 0, forced = NO_RESULT;
    stated.in_tag = stated.tag ? result_read(stated.tag->value) : NO_RESULT;
    repair_measure(mend, &none, &repair, &faults);
    if (mend->slots.count == 0 || repair.whole)
        return;
    for (unsigned result = 0; result < RESULTS; result++)
        if (result != LUDUS_OPEN && fits(mend, &stated, result, &repair)) {
            forced = result;
            fit++;
        }
    if (fit == 1) { /* the last position allows no other */
        keep(mend, &stated, forced);
        return;
    }
    if (stated.in_tag != NO_RESULT)
        keep(mend, &stated, stated.in_tag);
    if (stated.item && stated.item->result != stated.in_tag)
        keep(mend, &stated, stated.item->result);
}
