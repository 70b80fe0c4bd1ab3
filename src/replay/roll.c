/* roll.c - reads the dice of a turn, and steps through the rolls that a damaged one can have been. */
#include "replay/roll.h"

#include "base/chars.h"
#include "replay/comma.h"
#include "replay/san.h"

#include <string.h>

/* A face that is written but that no die has; NONE when all is well. A lost one (0 for `_`) is no fault. */
static unsigned wrong_face(const struct item *item, unsigned faces)
{
    bool lost = memchr(item->text, '_', item->length) != NULL;
    for (unsigned i = 0; i < item->dice.count; i++)
        if (item->dice.face[i] > faces || (item->dice.face[i] == 0 && !lost))
            return item->dice.face[i];
    return NONE;
}

void roll_say_missing(struct ludus_replay *replay)
{
    const struct item *move = replay->turn.items[0];
    diag_add(replay_diag(replay), MSG_MISSING_ROLL, item_begin(replay->game, move),
             item_end(replay->game, move));
}

bool roll_part(const struct rules *rules, const struct item *item, uint8_t faces[LUDUS_DICE_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < item->length; i++) {
        unsigned face = (unsigned)(item->text[i] - '0');
        if (strchr("(), ", item->text[i]))
            continue;
        if (!is_digit(item->text[i]) || face == 0 || face > rules->faces || count == rules->dice)
            return false;
        faces[count++] = (uint8_t)face;
    }
    return count == rules->dice && item->dice.count < count;
}

static void complain(struct ludus_replay *replay, const struct item *item)
{
    const struct rules *rules = &replay->ruleset->rules;
    struct diag *diag = replay_diag(replay);
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    uint8_t faces[LUDUS_DICE_MAX];
    if (item->dice.count == rules->dice) {
        diag_add(diag, MSG_DICE_FACE, begin, end, rules->faces, wrong_face(item, rules->faces));
        return;
    }
    struct message *message =
        diag_add(diag, MSG_DICE_COUNT, begin, end, rules->dice, rules->title, (unsigned)item->dice.count);
    if (roll_part(rules, item, faces)) {
        char meant[40];
        struct san_text text = { meant, sizeof meant, 0 };
        san_roll(&text, faces, rules->dice);
        san_end(&text);
        diag_hint(diag, message, "perhaps %s", meant);
    }
}

/* Is it a `__` that stands for any number of moves, and so for the roll before them? */
static bool is_lost(const struct item *item)
{
    return item->move.style == MOVE_LOST && item->move.plain_length > 1;
}

static void read_wrong(struct ludus_replay *replay, struct roll *roll)
{
    roll->guessed = true;
    roll->lost = (1u << roll->count) - 1;
    roll->unsaid = !replay->turn.dice && comma_is_missing(replay);
    if (replay->turn.misled || roll->unsaid || (!replay->turn.dice && is_lost(replay->turn.items[0])))
        return;
    if (replay->turn.dice)
        complain(replay, replay->turn.dice);
    else
        roll_say_missing(replay);
}

void roll_say_no_dice(struct ludus_replay *replay, const struct item *item)
{
    if (replay->blamed_dice)
        return;
    replay->blamed_dice = true;
    struct message *message = diag_add(replay_diag(replay), MSG_NO_DICE_HERE, item_begin(replay->game, item),
                                       item_end(replay->game, item), replay->ruleset->rules.title);
    if (!replay->forced && !record_tag(replay->game, "Variant"))
        diag_hint(replay_diag(replay), message,
                  "no tag Variant names the game; ludwhich tells which it can be");
}

void roll_read(struct ludus_replay *replay, struct roll *roll)
{
    const struct rules *rules = &replay->ruleset->rules;
    const struct item *item = replay->turn.dice;
    *roll = (struct roll){ .count = rules->dice };
    if (rules->dice == 0) {
        if (item)
            roll_say_no_dice(replay, item);
        return;
    }
    if (!item || item->dice.count != rules->dice || wrong_face(item, rules->faces) != NONE) {
        read_wrong(replay, roll);
        return;
    }
    for (unsigned i = 0; i < rules->dice; i++) {
        roll->face[i] = item->dice.face[i];
        roll->lost |= (unsigned)(roll->face[i] == 0) << i;
    }
}

/* The lost faces only ever rise from die to die, so that no roll comes twice. */
bool roll_next(const struct roll *roll, unsigned faces, uint8_t dice[LUDUS_DICE_MAX])
{
    unsigned next = roll->count;
    if (dice[0] == 0) {
        for (unsigned i = 0; i < roll->count; i++)
            dice[i] = roll->lost >> i & 1 ? 1 : roll->face[i];
        return true;
    }
    while (next > 0 && (!(roll->lost >> (next - 1) & 1) || dice[next - 1] == faces))
        next--;
    if (next == 0)
        return false;
    uint8_t face = ++dice[next - 1];
    for (unsigned i = next; i < roll->count; i++)
        if (roll->lost >> i & 1)
            dice[i] = face;
    return true;
}
