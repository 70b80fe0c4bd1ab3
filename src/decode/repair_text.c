/* repair_text.c - judges repairs by reading and checking the changed text; repairs of open comments and
 * variations, and of results. */
#include "base/text.h"
#include "decode/mend.h"

#include <string.h>

enum { CLOSES_MAX = 100 };

#define COST_CLOSED 3.0 /* plus one for each move in it */
#define COST_NOT_OPENED 4.5

/* ---- Judging a change ---- */

/* Is the place in a variation? `*at` is the item where the last call ended; places in ascending order are
 * fast. */
static bool in_variation(const struct ludus_game *game, size_t *at, size_t place)
{
    const struct item *items = game->items;
    if (*at > 0 && item_begin(game, &items[*at - 1]) > place)
        *at = 0;
    for (; *at < game->item_count && item_begin(game, &items[*at]) <= place; ++*at) {
        size_t close = items[*at].partner;
        if (items[*at].kind != ITEM_OPEN)
            continue;
        if (close >= game->item_count)
            return place > item_begin(game, &items[*at]);
        if (place < item_begin(game, &items[close]))
            return true;
        *at = close;
    }
    return false;
}

static size_t count_variations(const struct ludus_game *game)
{
    size_t count = 0;
    for (size_t i = 0; i < game->item_count; i++)
        count += game->items[i].kind == ITEM_CLOSE;
    return count;
}

/* Finds the first fault after the tags, of the main line or in what the repair closes, whose last change ends
 * at `end`. */
static void find_first(const struct ludus_game *game, struct repair *repair, size_t end)
{
    size_t at = 0, from = game->item_count ? item_begin(game, &game->items[0]) : 0;
    for (const struct message *message = game->diag.first; message; message = message->next) {
        bool closed = repair->closes && message->begin >= repair->opened && message->begin < end;
        if (message->severity != LUDUS_ERROR || message->id == MSG_MISSING_ROLL || /* which is damage */
            (!closed && in_variation(game, &at, message->begin)))
            continue;
        repair->whole = false;
        if (message->begin >= from && message->begin < repair->place)
            repair->place = message->begin;
    }
}

bool repair_judge(struct ludus_mend *mend, struct repair *repair)
{
    struct ludus_game *game = &mend->changed;
    struct ludus_text source = mend->sheet.game->source;
    size_t at = 0;
    buf_clear(&mend->text);
    for (size_t i = 0; i < repair->count; at = repair->edits[i++].end) {
        buf_add(&mend->text, source.text + at, repair->edits[i].begin - at);
        buf_text(&mend->text, repair->edits[i].text);
    }
    size_t end = mend->text.length; /* of the last change */
    buf_add(&mend->text, source.text + at, source.length - at);
    repair->place = SIZE_MAX;
    repair->whole = true;
    repair->turns = repair->faults = 0;
    mend->failed |= !record_read_text(game, &mend->text);
    if (mend->failed)
        return false;
    game->diag.terse = true;
    ludus_game_check(mend->turns.replay, game);
    find_first(game, repair, end);
    repair->faults = game->diag.count[LUDUS_ERROR];
    bool read = game->source.length == mend->text.length && sheet_read(&mend->turns, game, SHEET_LEGAL) &&
                (repair->closes || count_variations(game) == count_variations(mend->sheet.game));
    while (repair->turns < mend->turns.count && mend->turns.entries[repair->turns].end <= repair->place)
        repair->turns++;
    repair->bare = sheet_count_bare(&mend->turns, repair->turns);
    mend->tried += game->item_count / 4 + 1;
    if (!read) {
        repair->turns = repair->place = 0;
        repair->whole = false;
    }
    return repair->turns + repair->whole > mend->legal && !(repair->closes && repair->place < end);
}

/* Tries another text for the bytes from `begin` to `end`, which closes what begins at `opened`; reports show
 * it from `shown` on. */
static void try_text(struct ludus_mend *mend, enum fault_kind kind, size_t shown, size_t begin, size_t end,
                     const char *text, size_t opened, double cost)
{
    struct repair repair = { .count = 1, .cost = cost, .closes = true, .opened = opened };
    struct repair_edit edit = { (uint8_t)kind, .begin = begin, .end = end, .text = text,
                                .turn = TURN_UNKNOWN };
    edit.said_begin = edit.shown_begin = shown;
    edit.said_end = edit.shown_end = end;
    repair.edits = &edit;
    repair_try(mend, &repair);
}

/* ---- Variations ---- */

/* Closes the first variation of the main line that is never closed after each of the next moves, or removes
 * its bracket. */
static void try_variation(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct item *items = game->items;
    size_t at = 0, tried = 0;
    while (at < game->item_count && !(items[at].kind == ITEM_OPEN && items[at].partner >= game->item_count))
        at = items[at].kind == ITEM_OPEN ? items[at].partner + 1 : at + 1;
    if (at == game->item_count)
        return;
    size_t begin = item_begin(game, &items[at]), behind = item_end(game, &items[at]);
    while (++at < game->item_count && tried < CLOSES_MAX && !repair_spent(mend))
        if (items[at].kind == ITEM_MOVE)
            try_text(mend, FAULT_SIGN, item_begin(game, &items[at]), item_end(game, &items[at]),
                     item_end(game, &items[at]), ")", begin, COST_CLOSED + (double)tried++);
    try_text(mend, FAULT_STRAY, begin, begin, behind, "", begin, COST_NOT_OPENED);
}

/* ---- Comments ---- */

enum { COMMENTS_MAX = 8, WORDS_MAX = 100, BYTES_MAX = 1 << 24 };

#define COST_ENDED 1.5
#define COST_WORD 0.2 /* for each word that stays in the comment */

/* The byte of the record where another comment begins in this one, or where it ends if nothing closes it;
 * SIZE_MAX: it is closed. */
static size_t find_inner(const struct ludus_game *game, const struct item *item)
{
    if (!turns_braced(item))
        return SIZE_MAX;
    const char *inner = memchr(item->text, '{', item->length);
    if (inner)
        return (size_t)(inner - game->source.text);
    return record_is_cut(game, item) ? item_end(game, item) : SIZE_MAX;
}

/* Tries to close the comment after each of its words up to `end`, with as many trials as are `left`. */
static void try_closing(struct ludus_mend *mend, const struct item *comment, size_t end, size_t *left)
{
    const char *source = mend->sheet.game->source.text;
    size_t begin = item_begin(mend->sheet.game, comment), word = begin, next;
    for (size_t words = 0; words < WORDS_MAX && *left && !repair_spent(mend); words++, word = next) {
        --*left;
        size_t last = word;
        while (last < end && !is_filler(source[last]))
            last++;
        for (next = last; next < end && is_filler(source[next]);)
            next++;
        if (next >= end)
            break;
        try_text(mend, FAULT_SIGN, word, last, last, "}", begin, COST_ENDED + COST_WORD * (double)words);
    }
}

void repair_unclosed(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->sheet.game;
    size_t fault =
        mend->legal < mend->sheet.count ? mend->sheet.entries[mend->legal].end : game->source.length;
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
    try_variation(mend);
}

/* ---- The result ---- */

enum { RESULTS = LUDUS_DRAW + 1 };

#define COST_RESULT 5.0

/* A result in the record: of its tag, or after its moves. */
struct stated {
    size_t begin, end;       /* of the text that a repair changes */
    struct ludus_text shown; /* `[Result "1-0"]`, `1/2-1/2` */
    unsigned result;         /* NO_RESULT if it cannot be read */
};

enum { PLACES = 2 };

/* Tries `result` in place of all other results. */
static void try_result(struct ludus_mend *mend, const struct stated *stated, unsigned places, unsigned result)
{
    const struct sheet_entry *last = &mend->sheet.entries[mend->sheet.count - 1];
    struct repair_edit edits[PLACES];
    struct repair repair = { .edits = edits, .cost = COST_RESULT };
    struct ludus_buffer before = { .bytes = NULL };
    for (const struct stated *place = stated; place < stated + places; place++) {
        if (place->result == result)
            continue;
        if (repair.count)
            buf_text(&before, " and ");
        buf_add(&before, place->shown.text, place->shown.length);
        edits[repair.count] = (struct repair_edit){ .kind = FAULT_RESULT,
                                                    .hidden = repair.count > 0,
                                                    .begin = place->begin,
                                                    .end = place->end,
                                                    .text = result_text(result),
                                                    .turn = mend->sheet.count - 1,
                                                    .said_begin = last->begin,
                                                    .said_end = last->end,
                                                    .shown_begin = place->begin,
                                                    .shown_end = place->end };
        repair.count++;
    }
    if (repair.count == places)
        repair.cost += 1;
    else if (result == LUDUS_OPEN)
        repair.cost += 2;
    else if (stated->result == result) /* the tag has it */
        repair.cost += 0.1;
    edits[0].before = buf_string(&before);
    edits[0].after = result_text(result);
    mend->failed |= before.failed;
    if (repair.count && !repair_spent(mend))
        repair_try(mend, &repair);
    buf_free(&before);
}

void repair_result(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->sheet.game;
    const struct tag *tag = record_tag(game, "Result");
    const struct item *item = mend->sheet.result;
    struct stated stated[PLACES];
    unsigned places = 0;
    size_t before = mend->repair_count;
    if (tag)
        stated[places++] = (struct stated){ tag->value_begin,
                                            tag->value_end,
                                            { game->source.text + tag->begin, tag->end - tag->begin },
                                            result_read(tag->value) };
    if (item)
        stated[places++] = (struct stated){
            item_begin(game, item), item_end(game, item), { item->text, item->length }, item->result
        };
    if (mend->sheet.count == 0 || places == 0)
        return;
    for (unsigned result = 0; result < RESULTS; result++)
        if (result != LUDUS_OPEN)
            try_result(mend, stated, places, result);
    if (mend->repair_count == before + 1) /* the last position allows no other */
        return;
    mend->repair_count = before;
    for (unsigned i = 0; i < places; i++)
        if (stated[i].result != NO_RESULT && (i == 0 || stated[i].result != stated[0].result))
            try_result(mend, stated, places, stated[i].result);
}
