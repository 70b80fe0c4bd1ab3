/* repair_text.c - repairs of what is no notation: text that cannot be read, rolls without moves, variations
 * that are never closed.
 *
 * Nothing of the kind can be played, so a change is made in the text, and the record is read and checked
 * anew. It is a repair when the next fault of the main line comes later. */
#include "base/buf.h"
#include "base/chars.h"
#include "base/input.h"
#include "base/text.h"
#include "decode/repair.h"

#include <string.h>

enum { SIGNS_MAX = 64, REGION_MAX = 60, EDITS_MAX = 2, ALIKE_MAX = 400, CLOSES_MAX = 100 };

/* What a record is worth: its first fault behind the tags. */
struct verdict {
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
static void find_first(const struct ludus_game *game, struct verdict *verdict)
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
static struct verdict judge(struct ludus_mend *mend, const struct patch *patch)
{
    struct ludus_text source = mend->slots.game->source;
    struct verdict verdict = { .place = SIZE_MAX, .whole = true };
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

/* Where the token ends that `end` is within, in the record as changed; `end` if it is in none. */
static size_t end_of_token(const struct ludus_game *game, size_t end)
{
    for (size_t i = 0; i < game->item_count; i++)
        if (item_begin(game, &game->items[i]) < end && item_end(game, &game->items[i]) > end)
            return item_end(game, &game->items[i]);
    return end;
}

/* Says which turn a change is in, and what the note on it quotes. */
static void place_repair(const struct ludus_mend *mend, const struct patch *patch, struct repair *repair)
{
    const struct slots *turns = &mend->turns;        /* of the record as changed, */
    size_t end = patch->begin + strlen(patch->text); /* and the end of the change in it */
    repair->slot = 0;
    while (repair->slot < turns->count && turns->slot[repair->slot].end <= patch->begin)
        repair->slot++;
    repair->said_begin = patch->begin;
    repair->said_end = patch->end + (end_of_token(&mend->changed, end) - end);
    if (repair->slot == turns->count || turns->slot[repair->slot].begin >= end) {
        repair->slot -= repair->slot > 0 && mend->slots.game->source.text[patch->begin] == ',';
        return;
    }
    const struct slot *slot = &turns->slot[repair->slot];
    if (slot->begin < patch->begin)
        repair->said_begin = slot->begin;
    if (slot->end > end)
        repair->said_end = slot->end - end + patch->end;
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
    struct verdict verdict = judge(mend, patch);
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
    struct verdict verdict = judge(mend, patch);
    repair->turns = verdict.read ? verdict.turns : 0;
    repair->whole = verdict.read && verdict.whole;
    *faults = verdict.faults;
    return verdict.read ? verdict.place : 0;
}

/* Does every number in the text of the change stand before a turn, and can it be read? Whether it is the
 * right one is then checked with the record. */
static bool numbers_turns(const struct ludus_mend *mend, const struct patch *patch)
{
    const struct ludus_game *game = &mend->changed;
    size_t end = patch->begin + strlen(patch->text);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind != ITEM_NUMBER || item_end(game, item) <= patch->begin ||
            item_begin(game, item) >= end)
            continue;
        size_t slot = 0;
        while (slot < mend->turns.count && mend->turns.slot[slot].label != item)
            slot++;
        if (slot == mend->turns.count)
            return false;
    }
    return true;
}

void repair_try_patch(struct ludus_mend *mend, struct patch patch, const char *marked, struct repair repair)
{
    const char *plain = patch.text;
    size_t faults;
    if (!repair_judge(mend, &patch, &repair, &faults) || (!patch.spread && !numbers_turns(mend, &patch)))
        return;
    struct repair same = repair;
    patch.text = marked;
    if (!repair_judge(mend, &patch, &same, &faults) || same.turns != repair.turns ||
        same.whole != repair.whole) {
        patch.text = plain;
        repair_judge(mend, &patch, &repair, &faults); /* reads the turns again */
    }
    place_repair(mend, &patch, &repair);
    if (patch.spread) {
        repair.said_begin = repair.shown.begin;
        repair.said_end = repair.shown.end;
    }
    repair.places = 1;
    repair.place[0].begin = patch.begin;
    repair.place[0].end = patch.end;
    repair.place[0].text = patch.text;
    repair_keep_counted(mend, &repair);
}

/* ---- Rolls ---- */

static void try_stray(struct ludus_mend *mend, size_t begin, size_t end)
{
    struct patch patch = { .begin = begin, .end = end, .text = "" };
    repair_try_patch(mend, patch, "", (struct repair){ .kind = FAULT_STRAY });
}

static void try_pass(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct ludus_buffer plain = { .bytes = NULL }, marked = { .bytes = NULL };
    buf_add(&plain, mend->slots.game->source.text + fault->begin, fault->end - fault->begin);
    buf_add(&marked, plain.bytes, plain.length);
    buf_text(&plain, " pass");
    buf_text(&marked, " <pass>");
    struct patch patch = { .begin = fault->begin, .end = fault->end, .text = buf_string(&plain) };
    repair_try_patch(mend, patch, buf_string(&marked), (struct repair){ .kind = FAULT_NO_MOVES });
    mend->failed |= plain.failed || marked.failed;
    buf_free(&plain);
    buf_free(&marked);
}

/* Moves are missing behind the roll; what follows is played up to the next fault of notation. */
static void try_moves_left_out(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct slots *slots = &mend->slots;
    struct notation_fault next;
    struct spot start = slots_spot(slots);
    size_t count = slots->count, found = mend->repairs.count, at = 0;
    bool more = repair_find_fault(slots, fault->next, &next);
    if (more)
        slots->count = next.slot;
    while (at < fault->slot && slots_play(slots, &slots->slot[at]))
        at++;
    if (at == fault->slot && at < slots->count)
        repair_left_out(mend, at);
    for (size_t i = found; more && i < mend->repairs.count; i++)
        ((struct repair *)mend->repairs.data + i)->whole = false;
    slots->count = count;
    slots_return(slots, start);
}

/* The roll stands before the number of its turn. */
static void try_roll_behind(struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct ludus_game *game = mend->slots.game;
    const char *source = game->source.text;
    struct ludus_buffer text = { .bytes = NULL };
    size_t last = fault->next;
    while (last + 1 < game->item_count && game->items[last + 1].kind == ITEM_NUMBER)
        last++;
    size_t begin = item_begin(game, &game->items[fault->next]), end = item_end(game, &game->items[last]);
    buf_add(&text, source + begin, end - begin);
    buf_char(&text, ' ');
    buf_add(&text, source + fault->begin, fault->end - fault->begin);
    struct patch patch = { .begin = fault->begin, .end = end, .text = buf_string(&text) };
    repair_try_patch(mend, patch, patch.text, (struct repair){ .kind = FAULT_WRITING });
    mend->failed |= text.failed;
    buf_free(&text);
}

/* The turn was passed in, or its moves are missing, or it is no turn, or the next roll is too many; where
 * there are no dice, it is a number of something else. */
static void repair_roll(struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct ludus_game *game = mend->slots.game;
    const struct item *next = fault->next < game->item_count ? &game->items[fault->next] : NULL;
    try_stray(mend, fault->begin, fault->end);
    if (mend->slots.replay->ruleset->rules.dice == 0)
        return;
    try_pass(mend, fault);
    if (next && next->kind == ITEM_DICE)
        try_stray(mend, item_begin(game, next), item_end(game, next));
    if (next && next->kind == ITEM_NUMBER)
        try_roll_behind(mend, fault);
    try_moves_left_out(mend, fault);
}

/* ---- Variations ---- */

/* The variation ends behind one of the moves that follow, or there is none. */
static void repair_open(struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct ludus_game *game = mend->slots.game;
    struct ludus_buffer text = { .bytes = NULL };
    unsigned tried = 0;
    for (size_t i = fault->next; i < game->item_count && tried < CLOSES_MAX && !repair_spent(mend); i++) {
        const struct item *item = &game->items[i];
        if (item->kind != ITEM_MOVE)
            continue;
        buf_clear(&text);
        buf_add(&text, item->text, item->length);
        buf_char(&text, ')');
        struct patch patch = { .begin = item_begin(game, item),
                               .end = item_end(game, item),
                               .text = buf_string(&text),
                               .closes = 1,
                               .opened = fault->begin };
        repair_try_patch(mend, patch, patch.text, (struct repair){ .kind = FAULT_SIGN, .unlike = 2 });
        tried++;
    }
    mend->failed |= text.failed;
    buf_free(&text);
    try_stray(mend, fault->begin, fault->end);
}

/* ---- Signs ---- */

/* Changes of single signs in a text that cannot be read. */
struct edit {
    uint8_t at, cut; /* bytes from `at` go, */
    char sign;       /* and this comes, or nothing ('\0') */
    uint8_t unlike;  /* 0: they look alike; 1: one sign for another; 2: one more, or one less */
};

struct edits {
    struct ludus_mend *mend;
    size_t begin; /* of the text */
    const char *text;
    size_t length;
    bool known[128]; /* signs of the notation of this game */
};

/* The signs that moves and rolls of the game are written with. */
static void list_known(struct edits *edits)
{
    const struct rules *rules = &edits->mend->slots.replay->ruleset->rules;
    for (const char *sign = "-x,=@O01 "; *sign; sign++)
        edits->known[(unsigned char)*sign] = true;
    for (unsigned file = 0; file < rules->files; file++)
        edits->known['a' + file] = true;
    for (unsigned digit = 1; digit < 10 && (digit <= rules->ranks || digit <= rules->faces); digit++)
        edits->known['0' + digit] = true;
    for (unsigned kind = 0; kind < rules->kind_count; kind++) {
        edits->known[(unsigned char)rules->kinds[kind].letter & 127] = true;
        for (const char *sign = rules->kinds[kind].names[0]; *sign; sign++)
            edits->known[(unsigned char)*sign & 127] = true;
    }
    edits->known['('] = edits->known[')'] = rules->dice > 0;
    edits->known[0] = false;
}

/* Do two signs look alike? Small letters look like capitals. A question mark is written for what is lost. */
static bool are_alike(const struct edits *edits, char was, char sign)
{
    return (was == '?' && sign == '_') || lookalikes_has(&edits->mend->lookalikes, was, sign) ||
           (is_letter(was) && is_letter(sign) && to_lower(was) == to_lower(sign));
}

/* Makes one or two changes in the text; those of the second come later in it. `marked`: in <...>. */
static void write_edits(const struct edits *edits, const struct edit *edit, unsigned count, bool marked,
                        struct ludus_buffer *out)
{
    size_t at = 0;
    buf_clear(out);
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, edits->text + at, edit[i].at - at);
        if (edit[i].sign)
            buf_format(out, marked ? "<%c>" : "%c", edit[i].sign);
        at = (size_t)edit[i].at + edit[i].cut;
    }
    buf_add(out, edits->text + at, edits->length - at);
    (void)buf_string(out);
}

static void try_edits(const struct edits *edits, const struct edit *edit, unsigned count)
{
    struct ludus_buffer plain = { .bytes = NULL }, marked = { .bytes = NULL };
    struct repair repair = { .kind = count > 1 ? FAULT_SIGNS : FAULT_SIGN };
    if (repair_spent(edits->mend))
        return;
    for (unsigned i = 0; i < count; i++)
        repair.unlike = (uint8_t)(repair.unlike + edit[i].unlike);
    write_edits(edits, edit, count, false, &plain);
    write_edits(edits, edit, count, true, &marked);
    struct patch patch = { .begin = edits->begin, .end = edits->begin + edits->length, .text = plain.bytes };
    if (plain.failed || marked.failed)
        edits->mend->failed = true;
    else
        repair_try_patch(edits->mend, patch, marked.bytes, repair);
    buf_free(&plain);
    buf_free(&marked);
}

/* Another sign in the place of the one at `at`, or before it. Returns how many of `alike`, which takes those
 * that look alike, are filled. */
static unsigned try_sign(const struct edits *edits, size_t at, struct edit alike[ALIKE_MAX], unsigned count)
{
    char was = at < edits->length ? edits->text[at] : '\0';
    uint8_t cut = was & 0x80 ? (uint8_t)text_sequence(edits->text + at, edits->length - at) : was != '\0';
    for (unsigned sign = ' '; sign < 127; sign++) {
        if (sign == ' ' && (at == 0 || at + cut == edits->length)) /* a blank at an end is nothing */
            continue;
        struct edit edit = { (uint8_t)at, cut, (char)sign, 1 };
        bool like = cut && are_alike(edits, was, (char)sign);
        edit.unlike = !like;
        if (cut && (char)sign != was && (like || edits->known[sign]))
            try_edits(edits, &edit, 1);
        if (cut && like && (char)sign != was && count < ALIKE_MAX)
            alike[count++] = edit;
        edit = (struct edit){ (uint8_t)at, 0, (char)sign, 2 };
        if (edits->known[sign])
            try_edits(edits, &edit, 1);
    }
    if (cut)
        try_edits(edits, &(struct edit){ (uint8_t)at, cut, '\0', 2 }, 1);
    return count;
}

/* Leaves out commas and blanks at both ends. */
static void trim(struct edits *edits)
{
    while (edits->length && (*edits->text == ',' || is_filler(*edits->text))) {
        edits->text++;
        edits->begin++;
        edits->length--;
    }
    while (edits->length &&
           (edits->text[edits->length - 1] == ',' || is_filler(edits->text[edits->length - 1])))
        edits->length--;
}

/* All changes of one sign; where none helps, those of two signs into others that look alike. */
static void repair_unreadable(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct edits edits = { .mend = mend,
                           .begin = fault->begin,
                           .text = mend->slots.game->source.text + fault->begin,
                           .length = fault->end - fault->begin };
    struct edit alike[ALIKE_MAX], pair[EDITS_MAX];
    unsigned count = 0;
    try_stray(mend, fault->begin, fault->end);
    size_t before = mend->repairs.count;
    trim(&edits);
    if (edits.length == 0 || edits.length > REGION_MAX)
        return;
    list_known(&edits);
    for (size_t at = 0; at <= edits.length; at++)
        if (at == edits.length || (edits.text[at] & 0xc0) != 0x80)
            count = try_sign(&edits, at, alike, count);
    repair_writing(mend, fault);
    bool helped = mend->repairs.count > before;
    for (unsigned i = 0; i < count && !helped; i++)
        for (unsigned j = i + 1; j < count; j++)
            if (alike[j].at > alike[i].at) {
                pair[0] = alike[i];
                pair[1] = alike[j];
                try_edits(&edits, pair, EDITS_MAX);
            }
}

void repair_text(struct ludus_mend *mend, const struct notation_fault *fault)
{
    repair_meant(mend, fault);
    if (fault->roll)
        repair_roll(mend, fault);
    else if (fault->open)
        repair_open(mend, fault);
    else
        repair_unreadable(mend, fault);
}
