/* repair_spread.c - one change in many places of a record. */
#include "decode/repair_spread.h"

#include "base/chars.h"

#define COST_SPREAD 2.5
#define COST_LETTERS 6.0

struct spread spread_of(struct ludus_mend *mend)
{
    return (struct spread){ .mend = mend, .source = mend->slots.game->source };
}

void spread_change(struct spread *spread, size_t begin, size_t end, const char *text)
{
    const char *source = spread->source.text;
    if (spread->count++ == 0) {
        size_t left = begin, right = end;
        while (left > 0 && !is_filler(source[left - 1]))
            left--;
        while (right < spread->source.length && !is_filler(source[right]))
            right++;
        buf_add(&spread->shown_text, source + left, begin - left);
        buf_text(&spread->shown_text, text);
        buf_add(&spread->shown_text, source + end, right - end);
        spread->shown_begin = left;
        spread->shown_end = right;
        spread->begin = spread->at = left;
    }
    buf_add(&spread->out, source + spread->at, begin - spread->at);
    buf_text(&spread->out, text);
    spread->at = end;
}

/* Where the last turn ends, or the last variation, or the text that the last change is in: a note can stand
 * there. */
static size_t end_of_moves(const struct spread *spread)
{
    const struct ludus_game *game = spread->mend->slots.game;
    size_t count = game->item_count;
    while (count > 0 && !turns_is_move(&game->items[count - 1]) &&
           visit_event(&game->items[count - 1]) != LUDUS_EVENT_VARIATION_END &&
           item_end(game, &game->items[count - 1]) > spread->at)
        count--;
    while (count < game->item_count && item_begin(game, &game->items[count]) < spread->at)
        count++;
    return count ? item_end(game, &game->items[count - 1]) : 0;
}

bool spread_finish(struct spread *spread, struct patch *patch)
{
    size_t end = end_of_moves(spread);
    end = end < spread->at ? spread->at : end;
    if (spread->count)
        buf_add(&spread->out, spread->source.text + spread->at, end - spread->at);
    *patch = (struct patch){
        .begin = spread->begin, .end = end, .text = buf_string(&spread->out), .spread = true
    };
    spread->mend->failed |= spread->out.failed || spread->shown_text.failed;
    return spread->count >= (spread->least ? spread->least : 2) && !repair_spent(spread->mend);
}

void spread_forget(struct spread *spread)
{
    buf_free(&spread->out);
    buf_free(&spread->shown_text);
    *spread = spread_of(spread->mend);
}

void spread_try(struct spread *spread, enum fault_kind kind)
{
    struct patch patch;
    bool letters = kind == FAULT_LETTERS_SPREAD || kind == FAULT_NAME_SPREAD;
    if (spread_finish(spread, &patch)) {
        struct repair_edit edit = { .kind = (uint8_t)kind,
                                    .spread = true,
                                    .said_begin = spread->shown_begin,
                                    .said_end = spread->shown_end,
                                    .shown_begin = spread->shown_begin,
                                    .shown_end = spread->shown_end,
                                    .before = spread->before,
                                    .after =
                                        spread->after ? spread->after : buf_string(&spread->shown_text) };
        repair_try_patch(spread->mend, patch, edit, (letters ? COST_LETTERS + spread->unlike : COST_SPREAD));
    }
    spread_forget(spread);
}
