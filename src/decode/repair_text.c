/* repair_text.c - reads and checks a record anew with a change made in its text, and says whether it is one
 * for the better; where a variation or a comment that is never closed ends, and another result. */
#include "base/buf.h"
#include "base/chars.h"
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

/* ---- Comments ---- */

enum { COMMENTS_MAX = 8, WORDS_MAX = 100, BYTES_MAX = 1 << 24 };

#define COST_ENDED 1.5
#define COST_WORD 0.2 /* that stays in the comment */

/* Where another comment begins in a comment, or the comment ends, if nothing closes it; SIZE_MAX: it is
 * sound. Places are in the record. */
static size_t find_inner(const struct ludus_game *game, const struct item *item)
{
    if (!turns_braced(item))
        return SIZE_MAX;
    const char *inner = memchr(item->text, '{', item->length);
    if (inner)
        return (size_t)(inner - game->source.text);
    return record_is_cut(game, item) ? item_end(game, item) : SIZE_MAX;
}

/* Closes the comment behind each of its words up to `end`, as long as there are trials `left`. */
static void try_closing(struct ludus_mend *mend, const struct item *comment, size_t end, size_t *left)
{
    const char *source = mend->slots.game->source.text;
    size_t word = item_begin(mend->slots.game, comment), next;
    struct ludus_buffer text = { .bytes = NULL };
    for (size_t words = 0; words < WORDS_MAX && *left && !repair_spent(mend); words++, word = next) {
        --*left;
        size_t last = word;
        while (last < end && !is_filler(source[last]))
            last++;
        for (next = last; next < end && is_filler(source[next]);)
            next++;
        if (next >= end)
            break;
        buf_clear(&text);
        buf_add(&text, source + word, last - word);
        buf_char(&text, '}');
        struct patch patch = { .begin = word, .end = last, .text = buf_string(&text), .frees = true };
        repair_try_patch(mend, patch, (struct repair_edit){ .kind = FAULT_SIGN },
                         COST_ENDED + COST_WORD * (double)words);
    }
    mend->failed |= text.failed;
    buf_free(&text);
}

void repair_comments(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    size_t fault = mend->legal < mend->slots.count ? mend->slots.slot[mend->legal].end : game->source.length;
    size_t left = 1 + BYTES_MAX / (game->source.length + 1); /* each reads the whole record */
    unsigned tried = 0;
    for (size_t i = game->item_count; i > 0 && tried < COMMENTS_MAX; i--) {
        const struct item *item = &game->items[i - 1];
        size_t inner = item_begin(game, item) < fault ? find_inner(game, item) : SIZE_MAX;
        if (inner == SIZE_MAX)
            continue;
        try_closing(mend, item, inner, &left);
        tried++;
    }
}

/* ---- The result ---- */

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
