/* roll.c - reads the dice of a turn, and steps through the rolls that a damaged one can have been. */
#include "base/chars.h"
#include "play/replay.h"

#include <string.h>

enum { QUOTED_MAX = 60 };

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

/* Can the number be a face? A dot is one between faces when the number of the turn stands before. */
static bool is_face(const struct ludus_game *game, const struct rules *rules, const struct item *item,
                    bool is_last)
{
    bool parts = !is_last && item->form == 1 && turns_number_before(game, item);
    return item->side > LUDUS_BLACK && item->number > 0 && item->number <= rules->faces &&
           (item->form == 0 || parts);
}

/* A number of as many digits as there are dice, each of them a face: 23. */
static bool read_joined(const struct rules *rules, const struct item *item, uint8_t faces[LUDUS_DICE_MAX])
{
    bool read = item->length == rules->dice;
    for (unsigned i = 0; i < rules->dice && read; i++) {
        unsigned face = (unsigned)(item->text[i] - '0');
        read = is_digit(item->text[i]) && face > 0 && face <= rules->faces;
        faces[i] = (uint8_t)face;
    }
    return read;
}

/* The first of several numbers that each are a face, or NULL. */
static const struct item *read_parted(const struct ludus_game *game, const struct rules *rules,
                                      const struct item *last, uint8_t faces[LUDUS_DICE_MAX])
{
    const struct item *item = last;
    for (unsigned left = rules->dice; rules->dice > 1; item = turns_number_before(game, item)) {
        if (!item || !is_face(game, rules, item, item == last))
            return NULL;
        faces[--left] = (uint8_t)item->number;
        if (left == 0)
            return item;
    }
    return NULL;
}

bool roll_find_bare(const struct ludus_game *game, const struct rules *rules, const struct item *move,
                    struct bare_roll *bare)
{
    const struct item *last = rules->dice ? turns_number_before(game, move) : NULL;
    if (!last)
        return false;
    bool joined = turns_number_before(game, last) && read_joined(rules, last, bare->face);
    bare->last = last;
    bare->first = joined ? last : read_parted(game, rules, last, bare->face);
    bare->label = bare->first ? turns_number_before(game, bare->first) : NULL;
    return bare->first;
}

bool roll_take_bare(struct ludus_replay *replay)
{
    struct turn *turn = &replay->turn;
    struct bare_roll bare;
    if (!turn->label || turn->dice || turn->label + 1 != turn->items[0] ||
        !roll_find_bare(replay->game, &replay->ruleset->rules, turn->items[0], &bare))
        return false;
    turn->label = bare.label;
    if (replay->line.broken || turn->misled)
        return true;
    char meant[40];
    struct san_text text = { meant, sizeof meant, 0 };
    size_t begin = item_begin(replay->game, bare.first), end = item_end(replay->game, bare.last);
    const struct item *said = end - begin > QUOTED_MAX ? bare.last : bare.first; /* not all those blanks */
    struct message *message = diag_add(replay_diag(replay), MSG_BAD_DICE, begin, end,
                                       (int)(bare.last->text + bare.last->length - said->text), said->text,
                                       "a roll stands in parentheses");
    san_roll(&text, bare.face, replay->ruleset->rules.dice);
    san_end(&text);
    diag_hint(replay_diag(replay), message, "perhaps %s", meant);
    return true;
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
