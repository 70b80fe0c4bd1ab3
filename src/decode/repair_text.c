/* repair_text.c - reads and checks a record anew with a change made in its text, and says whether it is one
 * for the better; where a variation that is never closed ends. */
#include "base/buf.h"
#include "base/input.h"
#include "decode/repair.h"

#include <string.h>

enum { CLOSES_MAX = 100 };

#define COST_CLOSED 3.0 /* and one for each move that it holds */
#define COST_NOT_OPENED 4.5

/* What a record is worth: its first fault behind the tags. */
struct outcome {
    size_t place; /* of the fault; SIZE_MAX: none */
    enum message_id id;
    size_t turns;  /* of the main line before it */
    bool whole;    /* the main line has no fault anywhere */
    bool read;     /* it is one record, and has the variations that it had */
    size_t faults; /* all of them */
};

/* ---- Judging a change ---- */

/* A walk over the main line of a record, to tell places in it from those in variations. */
struct walk {
    const struct ludus_game *game;
    size_t item, place;
};

/* Quick when places come in order. */
static bool in_variation(struct walk *walk, size_t place)
{
    const struct ludus_game *game = walk->game;
    if (place < walk->place)
        walk->item = 0;
    walk->place = place;
    for (; walk->item < game->item_count; walk->item++) {
        const struct item *item = &game->items[walk->item];
        if (item_begin(game, item) > place)
            return false;
        if (item->kind != ITEM_OPEN)
            continue;
        if (item->partner >= game->item_count)
            return place > item_begin(game, item);
        if (place < item_begin(game, &game->items[item->partner]))
            return true;
        walk->item = item->partner;
    }
    return false;
}

/* A missing roll is damage, and no fault. */
static bool is_fault(struct walk *walk, const struct message *message)
{
    return message->severity == LUDUS_ERROR && message->id != MSG_MISSING_ROLL &&
           !in_variation(walk, message->begin);
}

/* Finds the first fault behind the tags. */
static void find_first(const struct ludus_game *game, struct outcome *verdict)
{
    struct walk walk = { .game = game };
    size_t from = game->item_count ? item_begin(game, &game->items[0]) : 0;
    for (const struct message *message = game->diag.first; message; message = message->next) {
        if (!is_fault(&walk, message))
            continue;
        verdict->whole = false;
        if (message->begin >= from && message->begin < verdict->place) {
            verdict->place = message->begin;
            verdict->id = message->id;
        }
    }
}

static size_t count_variations(const struct ludus_game *game)
{
    size_t count = 0;
    for (size_t i = 0; i < game->item_count; i++)
        count += game->items[i].kind == ITEM_CLOSE;
    return count;
}

/* Reads and checks the record with a change made. */
static struct outcome judge(struct ludus_mend *mend, const struct patch *patch)
{
    struct ludus_text source = mend->slots.game->source;
    struct outcome verdict = { .place = SIZE_MAX, .whole = true };
    struct ludus_game *game = &mend->changed;
    buf_clear(&mend->text);
    buf_add(&mend->text, source.text, patch->begin);
    buf_text(&mend->text, patch->text);
    buf_add(&mend->text, source.text + patch->end, source.length - patch->end);
    struct input_chunk chunk = {
        .text = buf_string(&mend->text), .length = mend->text.length, .line = 1, .stray = INPUT_NO_STRAY
    };
    if (mend->text.failed || !record_read(game, &chunk)) {
        mend->failed = true;
        return verdict;
    }
    game->diag.terse = true;
    ludus_game_check(mend->turns.replay, game);
    find_first(game, &verdict);
    verdict.faults = game->diag.count[LUDUS_ERROR];
    verdict.read =
        chunk.length == 0 && slots_read(&mend->turns, game, SLOTS_LEGAL) &&
        (patch->frees || count_variations(game) == count_variations(mend->slots.game) + patch->closes);
    while (verdict.turns < mend->turns.count && mend->turns.slot[verdict.turns].end <= verdict.place)
        verdict.turns++;
    mend->tried += game->item_count / 4 + 1;
    return verdict;
}

/* Is there a fault in the variation that the change has closed? It would not end there. */
static bool spoils_variation(const struct ludus_mend *mend, const struct patch *patch)
{
    for (const struct message *message = mend->changed.diag.first; message; message = message->next)
        if (patch->closes && message->severity == LUDUS_ERROR && message->begin >= patch->opened &&
            message->begin < patch->begin + strlen(patch->text))
            return true;
    return false;
}

bool repair_judge(struct ludus_mend *mend, const struct patch *patch, struct repair *repair, size_t *faults)
{
    struct outcome verdict = judge(mend, patch);
    *faults = verdict.faults;
    if (!verdict.read || verdict.turns + verdict.whole <= mend->legal ||
        (!patch->spread && verdict.place < patch->begin + strlen(patch->text)) ||
        spoils_variation(mend, patch))
        return false;
    repair->turns = verdict.turns;
    repair->whole = verdict.whole;
    repair->bare = repair_count_bare(&mend->turns, verdict.turns);
    return true;
}

size_t repair_measure(struct ludus_mend *mend, const struct patch *patch, struct repair *repair,
                      size_t *faults)
{
    struct outcome verdict = judge(mend, patch);
    repair->turns = verdict.read ? verdict.turns : 0;
    repair->whole = verdict.read && verdict.whole;
    *faults = verdict.faults;
    return verdict.read ? verdict.place : 0;
}

void repair_try_patch(struct ludus_mend *mend, struct patch patch, struct repair_edit edit, double cost)
{
    struct repair repair = { .edits = &edit, .count = 1, .cost = cost };
    size_t faults;
    edit.begin = patch.begin;
    edit.end = patch.end;
    if (!repair_judge(mend, &patch, &repair, &faults))
        return;
    const struct slots *turns = &mend->turns;
    size_t turn = 0;
    while (turn < turns->count && turns->slot[turn].end <= patch.begin)
        turn++;
    edit.turn = turn;
    if (edit.said_begin == edit.said_end) {
        edit.said_begin = patch.begin;
        edit.said_end = patch.end;
    }
    if (edit.shown_begin == edit.shown_end) {
        edit.shown_begin = patch.begin;
        edit.shown_end = patch.end;
    }
    edit.text = arena_copy(&mend->arena, patch.text, strlen(patch.text));
    if (edit.before)
        edit.before = arena_copy(&mend->arena, edit.before, strlen(edit.before));
    if (edit.after)
        edit.after = arena_copy(&mend->arena, edit.after, strlen(edit.after));
    mend->failed |= mend->arena.failed;
    if (!mend->failed)
        repair_keep(mend, &repair);
}

/* ---- Variations ---- */

/* The first variation of the main line that is never closed, or NULL. */
static const struct item *find_open(const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count; i++) {
        if (game->items[i].kind == ITEM_OPEN && game->items[i].partner >= game->item_count)
            return &game->items[i];
        if (game->items[i].kind == ITEM_OPEN)
            i = game->items[i].partner;
    }
    return NULL;
}

/* It ends behind one of the moves that follow, or there is none. */
void repair_open(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    const struct item *open = find_open(game), *item = open;
    struct ludus_buffer text = { .bytes = NULL };
    if (!open)
        return;
    size_t begin = item_begin(game, open), end = item_end(game, open);
    for (unsigned tried = 0; ++item < game->items + game->item_count && tried < CLOSES_MAX;) {
        if (item->kind != ITEM_MOVE || repair_spent(mend))
            continue;
        buf_clear(&text);
        buf_add(&text, item->text, item->length);
        buf_char(&text, ')');
        struct patch patch = { .begin = item_begin(game, item),
                               .end = item_end(game, item),
                               .text = buf_string(&text),
                               .closes = 1,
                               .opened = begin };
        repair_try_patch(mend, patch, (struct repair_edit){ .kind = FAULT_SIGN },
                         COST_CLOSED + (double)tried);
        tried++;
    }
    mend->failed |= text.failed;
    buf_free(&text);
    repair_try_patch(mend, (struct patch){ .begin = begin, .end = end, .text = "" },
                     (struct repair_edit){ .kind = FAULT_STRAY }, COST_NOT_OPENED);
}
