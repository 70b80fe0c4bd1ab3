/* repair_signs.c - tries other signs in a turn: faces of dice, files, ranks, letters, names. */
#include "base/buf.h"
#include "base/chars.h"
#include "decode/repair.h"
#include "notation/leiden.h"
#include "play/roll.h"
#include "play/san.h"

#include <string.h>

enum { CHANGES_MAX = 512, ON_DICE = SLOT_ITEMS };

/* One sign (or name) of a turn changed. */
struct change {
    uint8_t part; /* number of the item, or ON_DICE */
    uint8_t at;   /* of the die, or of the sign in the item's text */
    uint8_t kind; /* FAULT_NAME: number of the kind whose name it is to be, in `sign` */
    char sign;
    bool alike;
    bool inserted; /* before `at`, and not in its place */
    bool removed;  /* nothing comes in its place */
};

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static unsigned add_change(const struct ludus_mend *mend, struct change *out, unsigned count,
                           struct change change, char was)
{
    if (count == CHANGES_MAX)
        return count;
    change.alike = lookalikes_has(&mend->lookalikes, was, change.sign);
    out[count] = change;
    return count + 1;
}

static unsigned list_dice(const struct ludus_mend *mend, const struct slot *slot, struct change *out,
                          unsigned count)
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    if (rules->dice == 0 || !slot->dice || slot->dice->dice.count != rules->dice)
        return count;
    for (unsigned die = 0; die < rules->dice; die++)
        for (unsigned face = 1; face <= rules->faces; face++)
            if (face != slot->dice->dice.face[die])
                count = add_change(
                    mend, out, count,
                    (struct change){ .part = ON_DICE, .at = (uint8_t)die, .sign = (char)('0' + face) },
                    (char)('0' + slot->dice->dice.face[die]));
    return count;
}

/* The signs that can stand in the place of `was`, NUL-terminated. */
static void list_signs(const struct rules *rules, char was, char out[40])
{
    unsigned count = 0;
    if (is_file(was))
        for (unsigned i = 0; i < rules->files; i++)
            out[count++] = (char)('a' + i);
    else if (is_digit(was))
        for (unsigned i = 0; i < 10 && i <= rules->ranks; i++)
            out[count++] = (char)('0' + i);
    else if (is_upper(was))
        for (unsigned i = 0; i < rules->kind_count; i++)
            out[count++] = rules->kinds[i].letter;
    else if (was == 'x' || was == '-')
        out[count++] = was == 'x' ? '-' : 'x';
    out[count] = '\0';
}

static bool is_plain(const struct item *item)
{
    return item->move.style < MOVE_PASS && !(item->move.flags & (MOVE_UNCLEAR | MOVE_SUPPLIED)) &&
           item->move.plain_length + 1 < MEND_TEXT / 2;
}

/* Files and ranks that may have been left out behind the letter of a piece: Nd7 for Nbd7. */
static unsigned list_left_out(const struct ludus_mend *mend, const struct move_text *text, unsigned part,
                              struct change *out, unsigned count)
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    char signs[40];
    if (text->name_length != 1 || text->style != MOVE_SQUARES || text->from_file || text->from_rank)
        return count;
    for (unsigned rank = 0; rank < 2; rank++) {
        list_signs(rules, rank ? '1' : 'a', signs);
        for (const char *sign = signs; *sign && count < CHANGES_MAX; sign++)
            /* a file tells pieces apart before a rank does */
            out[count++] = (struct change){
                .part = (uint8_t)part, .at = 1, .sign = *sign, .alike = !rank, .inserted = true
            };
    }
    return count;
}

/* Signs that may be too many, where a square lies off the board: Nfl3 for Nf3. */
static unsigned list_too_many(const struct ludus_mend *mend, const struct move_text *text, unsigned part,
                              struct change *out, unsigned count)
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    if (text->from_file <= rules->files && text->to_file <= rules->files && text->from_rank <= rules->ranks &&
        text->to_rank <= rules->ranks)
        return count;
    for (unsigned at = text->squares; at < text->plain_length && count < CHANGES_MAX; at++)
        out[count++] = (struct change){ .part = (uint8_t)part, .at = (uint8_t)at, .removed = true };
    return count;
}

static unsigned list_item(const struct ludus_mend *mend, const struct item *item, unsigned part,
                          struct change *out, unsigned count)
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    const struct move_text *text = &item->move;
    unsigned begin = text->name_length > 1 ? text->name_length : 0;
    char signs[40];
    if (!is_plain(item))
        return count;
    for (unsigned kind = 0; begin && kind < rules->kind_count; kind++)
        count = add_change(mend, out, count,
                           (struct change){ .part = (uint8_t)part, .kind = FAULT_NAME, .sign = (char)kind },
                           '\0');
    for (unsigned at = begin; at < text->plain_length; at++) {
        char was = text->plain[at];
        list_signs(rules, was, signs);
        for (const char *sign = signs; *sign; sign++)
            if (*sign != was)
                count = add_change(mend, out, count,
                                   (struct change){ .part = (uint8_t)part, .at = (uint8_t)at, .sign = *sign },
                                   was);
    }
    count = list_too_many(mend, text, part, out, count);
    return list_left_out(mend, text, part, out, count);
}

/* ---- Making changes ---- */

/* Makes a change in the trial's slot. False when what comes out is no notation. */
static bool make_change(struct trial *trial, const struct change *change)
{
    const struct rules *rules = &trial->mend->slots.replay->ruleset->rules;
    if (change->part == ON_DICE) {
        trial->dice.dice.face[change->at] = (uint8_t)(change->sign - '0');
        trial->slot.dice = &trial->dice;
        return true;
    }
    struct item *item = &trial->items[change->part];
    struct move_text parsed, was = item->move;
    char *text = trial->texts[change->part], changed[MEND_TEXT];
    if (!was.plain)
        return false;
    if (change->kind == FAULT_NAME) {
        const char *name = rules->kinds[(unsigned)change->sign].names[0];
        size_t length = strlen(name), rest = (size_t)(was.plain_length - was.name_length);
        if (length + rest + 1 >= sizeof changed)
            return false;
        memcpy(changed, name, length);
        memcpy(changed + length, was.plain + was.name_length, rest);
        changed[length + rest] = '\0';
    } else {
        memcpy(changed, was.plain, was.plain_length);
        changed[was.plain_length] = '\0';
        if (change->inserted)
            memmove(changed + change->at + 1, changed + change->at,
                    (size_t)(was.plain_length - change->at) + 1);
        if (change->removed)
            memmove(changed + change->at, changed + change->at + 1, (size_t)(was.plain_length - change->at));
        else
            changed[change->at] = change->sign;
    }
    memcpy(text, changed, strlen(changed) + 1);
    if (!move_text_parse(text, strlen(text), &trial->mend->slots.shadow.arena, &parsed))
        return false;
    parsed.flags |= was.flags & (MOVE_JOINED | MOVE_SQUEEZE | MOVE_ZEROS);
    parsed.check = was.check;
    parsed.mark = was.mark;
    item->move = parsed;
    trial->slot.items[change->part] = item;
    return true;
}

/* Takes it back. */
static void unmake_change(struct trial *trial, const struct change *change)
{
    const struct slot *written = &trial->mend->slots.slot[trial->index];
    if (change->part == ON_DICE && written->dice) {
        trial->dice = *written->dice;
        trial->slot.dice = written->dice;
    } else {
        trial->items[change->part] = *written->items[change->part];
        trial->slot.items[change->part] = written->items[change->part];
    }
}

/* ---- Telling them ---- */

static void describe_dice(const struct trial *trial, struct ludus_buffer *out)
{
    const struct item *written = trial->mend->slots.slot[trial->index].dice;
    for (unsigned i = 0; i < written->dice.count; i++)
        buf_format(out, trial->dice.dice.face[i] == written->dice.face[i] ? "%c%u" : "%c<%u>", i ? ',' : '(',
                   trial->dice.dice.face[i]);
    buf_char(out, ')');
}

static void keep(struct trial *trial, const struct change *const changes[2], unsigned count,
                 struct repair *repair)
{
    const struct slot *written = &trial->mend->slots.slot[trial->index];
    struct ludus_buffer text[2] = { { .bytes = NULL }, { .bytes = NULL } };
    bool done[SLOT_GAPS] = { false };
    for (unsigned part = ON_DICE, step = 0; step < SLOT_GAPS; part = step++) { /* the roll stands first */
        bool changed = false;
        for (unsigned i = 0; i < count; i++)
            changed |= changes[i]->part == part;
        if (!changed || done[part])
            continue;
        done[part] = true;
        const struct item *item = part == ON_DICE ? written->dice : written->items[part];
        struct ludus_buffer *out = &text[repair->places];
        if (part == ON_DICE)
            describe_dice(trial, out);
        else
            mend_fill_token(item->text, item->length, trial->texts[part], out);
        repair->place[repair->places].begin = item_begin(trial->mend->slots.game, item);
        repair->place[repair->places].end = item_end(trial->mend->slots.game, item);
        repair->place[repair->places++].text = buf_string(out);
    }
    repair_keep(trial->mend, repair);
    buf_free(&text[0]);
    buf_free(&text[1]);
}

/* Plays the record with the changes made. */
static void try_changes(struct trial *trial, const struct change *const changes[2], unsigned count)
{
    struct repair repair = { .slot = trial->index, .kind = count > 1 ? FAULT_SIGNS : FAULT_SIGN };
    bool made = true;
    for (unsigned i = 0; i < count && made; i++) {
        made = make_change(trial, changes[i]);
        repair.unlike = (uint8_t)(repair.unlike + !changes[i]->alike);
        if (count == 1 && changes[i]->kind == FAULT_NAME)
            repair.kind = FAULT_NAME;
    }
    if (made)
        repair.turns = repair_try(trial->mend, trial->index, &trial->slot, trial->index + 1, &repair.whole);
    if (repair.turns > trial->mend->legal)
        keep(trial, changes, count, &repair);
    for (unsigned i = count; i > 0; i--)
        unmake_change(trial, changes[i - 1]);
}

/* A roll in which the commas are missing, (25) for (2,5). */
static void try_parted(struct ludus_mend *mend, size_t index)
{
    struct slot slot = mend->slots.slot[index];
    struct repair repair = { .slot = index, .kind = FAULT_SIGN, .places = 1 };
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    char text[40];
    struct san_text out = { text, sizeof text, 0 };
    struct item dice;
    if (!slot.dice)
        return;
    dice = *slot.dice;
    if (!roll_part(rules, slot.dice, dice.dice.face))
        return;
    dice.dice.count = rules->dice & UINT8_MAX;
    slot.dice = &dice;
    repair.turns = repair_try(mend, index, &slot, index + 1, &repair.whole);
    san_roll(&out, dice.dice.face, rules->dice);
    san_end(&out);
    repair.place[0].begin = item_begin(mend->slots.game, &dice);
    repair.place[0].end = item_end(mend->slots.game, &dice);
    repair.place[0].text = text;
    repair_keep(mend, &repair);
}

void repair_signs(struct ludus_mend *mend, size_t index, unsigned signs)
{
    const struct slot *slot = &mend->slots.slot[index];
    struct trial trial = { .mend = mend, .slot = *slot, .index = index };
    struct change changes[CHANGES_MAX];
    unsigned count = list_dice(mend, slot, changes, 0);
    if (slot->dice)
        trial.dice = *slot->dice;
    for (unsigned i = 0; i < slot->count; i++) {
        trial.items[i] = *slot->items[i];
        count = list_item(mend, slot->items[i], i, changes, count);
    }
    if (signs == 1)
        try_parted(mend, index);
    for (unsigned i = 0; i < count && !repair_spent(mend); i++) {
        const struct change *pair[2] = { &changes[i], NULL };
        if (signs == 1)
            try_changes(&trial, pair, 1);
        for (unsigned j = i + 1; signs == 2 && j < count && !repair_spent(mend); j++) {
            pair[1] = &changes[j];
            if (changes[i].kind != FAULT_NAME && changes[j].kind != FAULT_NAME && !changes[i].inserted &&
                !changes[j].inserted && !changes[i].removed && !changes[j].removed &&
                (changes[i].part != changes[j].part || changes[i].at != changes[j].at))
                try_changes(&trial, pair, 2);
        }
    }
}
