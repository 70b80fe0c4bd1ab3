/* opening.c - the positions that a record gives: its ruleset and start, the side that begins, and positions
 * and diagrams in comments. */
#include "base/memory.h"
#include "base/text.h"
#include "notation/turns.h"
#include "play/replay.h"

#include <string.h>

enum { REASON = 200, QUOTED_MAX = 60 };

static bool is_like_variant(struct ludus_text name)
{
    return name.length > 4 && to_lower(*name.text) == 'v' &&
           text_edits(name.text, name.length, "Variant", 7) <= 2;
}

static void say_misspelt(struct ludus_replay *replay, const struct tag *tag, const char *right)
{
    diag_add(replay_diag(replay), MSG_TAG_MISSPELT, tag->begin, tag->end, (int)tag->name.length,
             tag->name.text, right);
}

/* Is a ruleset named by a tag whose name is misspelt, which is reported here, or in an unreadable tag pair,
 * which has its message? */
static bool is_misnamed(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct tag *tag = &game->tags[i];
        if (!is_like_variant(tag->name) || !ludus_ruleset_named(tag->value, NULL, 0))
            continue;
        say_misspelt(replay, tag, "Variant names the ruleset");
        return true;
    }
    for (size_t i = 0; i < game->item_count && turns_unread(&game->items[i]); i++) {
        struct ludus_text text = { game->items[i].text + 1, 0 };
        while (text.length + 1 < game->items[i].length && is_letter(text.text[text.length]))
            text.length++;
        if (*game->items[i].text == '[' && is_like_variant(text))
            return true;
    }
    return false;
}

/* Finds the record's ruleset; the last one is cached. False, with a message, if there is none. */
static bool read_ruleset(struct ludus_replay *replay)
{
    const struct tag *tag = record_tag(replay->game, "Variant");
    struct ludus_text name = tag ? tag->value : (struct ludus_text){ "", 0 };
    if (replay->forced) {
        replay->ruleset = replay->forced;
        return true;
    }
    if (!tag && is_misnamed(replay)) {
        replay->ruleset = NULL;
        return false;
    }
    if (replay->ruleset && !replay->positional &&
        text_same(name, (struct ludus_text){ replay->variant, replay->variant_length }))
        return true;
    replay->positional = false;
    char hint[REASON];
    replay->ruleset = ludus_ruleset_named(name, hint, sizeof hint);
    if (!replay->ruleset) {
        if (tag)
            diag_hint(replay_diag(replay),
                      diag_add(replay_diag(replay), MSG_NO_RULESET, tag->value_begin, tag->value_end,
                               (int)name.length, name.text),
                      "%s", hint);
        return false;
    }
    replay->variant_length = name.length < sizeof replay->variant ? name.length : 0;
    memcpy(replay->variant, name.text, replay->variant_length);
    return true;
}

/* Reads a FEN. Returns its position, freed when the next record is started; NULL if it is wrong, with the
 * reason, or without memory. */
static struct ludus_position *read_position(struct ludus_replay *replay, struct ludus_text text, bool part,
                                            char reason[REASON])
{
    const char *fen = arena_copy(&replay->game->arena, text.text, text.length);
    struct ludus_position *pos = fen ? ludus_position_new(replay->ruleset) : NULL, **owned = NULL;
    *reason = '\0';
    if (pos)
        owned = memory_push(&replay->owned, &replay->owned_count, &replay->owned_capacity, sizeof *owned);
    if (owned && fen_read(*owned = pos, fen, part, reason, REASON))
        return pos;
    if (!owned)
        ludus_position_free(pos);
    replay->failed |= !owned;
    return NULL;
}

/* Reads the FEN at [begin, end) of the record. Returns its position; NULL if it is wrong, or without memory.
 */
static const struct ludus_position *read_fen(struct ludus_replay *replay, struct ludus_text text,
                                             size_t begin, size_t end)
{
    const unsigned played = 1u << LUDUS_EVENT_DICE | 1u << LUDUS_EVENT_MOVE | 1u << LUDUS_EVENT_UNREAD;
    bool part = replay->parts && !(visit_held(replay->game) & played); /* without any turn */
    char reason[REASON];
    const struct ludus_position *pos = read_position(replay, text, part, reason);
    if (*reason)
        diag_add(replay_diag(replay), pos ? MSG_ODD_FEN : MSG_BAD_FEN, begin, end, reason);
    return pos;
}

/* Reads the tag FEN. Without a Variant tag the ruleset is the usual one, or another one by which alone the
 * position is sound. Returns it; NULL if it is wrong, or without memory. */
static const struct ludus_position *read_start(struct ludus_replay *replay, const struct tag *fen)
{
    const struct ludus_ruleset *usual = replay->ruleset, *other = ludus_ruleset_find(ruleset_by_position);
    char reason[REASON];
    if (!replay->forced && other && !record_tag(replay->game, "Variant") &&
        (!read_position(replay, fen->value, false, reason) || *reason)) {
        replay->ruleset = other;
        replay->positional = read_position(replay, fen->value, false, reason) && !*reason;
        replay->ruleset = replay->positional ? other : usual;
    }
    return read_fen(replay, fen->value, fen->value_begin, fen->value_end);
}

void opening_resume(struct ludus_replay *replay, const struct item *comment)
{
    struct line *line = &replay->line;
    struct command command = command_begin(comment->text, comment->length);
    while (line->broken && command_find(&command, "fen")) {
        size_t begin = (size_t)(command.begin - replay->game->source.text);
        const struct ludus_position *pos =
            read_fen(replay, command.value, begin, begin + (size_t)(command.end - command.begin));
        if (!pos || !replay_swap(replay, pos))
            continue;
        line->broken = false;
        line->lost = true; /* a variation of the last turn has no position to begin with */
        line->turn_undos = line->undos;
        line->number = line->pos.number;
        line->side = line->pos.side;
    }
}

/* Reads FirstRoll "9-6", White's sum and then Black's. Returns the side that won it; NO_SIDE, with a message,
 * if it is wrong. */
static unsigned read_first_roll(struct ludus_replay *replay, const struct tag *tag)
{
    const struct rules *rules = &replay->ruleset->rules;
    uint32_t sums[2];
    char form[32] = "";
    bool two = text_numbers(tag->value, sums, 2) == 2, sound = two && sums[0] != sums[1];
    for (unsigned side = 0; sound && side < 2; side++)
        sound = sums[side] >= rules->dice && sums[side] <= rules->dice * rules->faces;
    if (two)
        snprintf(form, sizeof form, "%u-%u", (unsigned)sums[0], (unsigned)sums[1]);
    if (sound && text_is(tag->value.text, tag->value.length, form))
        return sums[0] > sums[1] ? LUDUS_WHITE : LUDUS_BLACK;
    struct message *message =
        diag_add(replay_diag(replay), MSG_BAD_FIRST_ROLL, tag->value_begin, tag->value_end,
                 (int)tag->value.length, tag->value.text, rules->dice, rules->dice * rules->faces);
    if (!two)
        diag_hint(replay_diag(replay), message, "one is written 9-6");
    else if (sound)
        diag_hint(replay_diag(replay), message, "perhaps %s", form);
    return NO_SIDE;
}

/* Sets the side that begins, if either may: by the first label, else by FirstRoll, which must agree. */
static void read_first_side(struct ludus_replay *replay, bool has_fen)
{
    const struct rules *rules = &replay->ruleset->rules;
    const struct tag *tag = record_tag(replay->game, "FirstRoll");
    unsigned winner = NO_SIDE, begins = NO_SIDE;
    const struct item *item = NULL;
    size_t at = 0;
    while ((!item || (!turns_is_move(item) && item->kind != ITEM_NUMBER)) && at < replay->game->item_count)
        item = &replay->game->items[at++];
    if (item && item->kind == ITEM_NUMBER)
        begins = item->side == NO_SIDE && item->form >= 2 ? LUDUS_BLACK : item->side;
    if (tag && rules->dice)
        winner = read_first_roll(replay, tag);
    if (has_fen || rules->first != FIRST_EITHER)
        begins = replay->line.pos.side;
    else if (begins == NO_SIDE)
        begins = winner != NO_SIDE ? winner : replay->line.pos.side;
    if (winner != NO_SIDE && winner != begins && !has_fen)
        diag_add(replay_diag(replay), MSG_FIRST_ROLL, tag->value_begin, tag->value_end, side_name(winner),
                 side_name(begins));
    position_set_side(&replay->line.pos, begins);
}

bool opening_read(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    if (!read_ruleset(replay))
        return false;
    const struct tag *fen = replay->game->tag_count ? record_tag(replay->game, "FEN") : NULL;
    const struct tag *other = fen ? NULL : record_tag_cased(replay->game, "FEN");
    memset(line, 0, offsetof(struct line, pos));
    if (other) {
        say_misspelt(replay, other, "FEN holds the position");
        return false;
    }
    if (fen) {
        const struct ludus_position *pos = read_start(replay, fen);
        if (!pos)
            return false;
        line->pos = *pos;
    } else {
        position_copy(&line->pos, replay->ruleset->start);
    }
    const struct rules *rules = &replay->ruleset->rules;
    const struct tag *men = rules->hand_tag ? record_tag(replay->game, rules->hand_tag) : NULL;
    if (men && !fen) { /* the number of men that the players agreed on */
        const char *end = men->value.text;
        const uint32_t number = number_take(&end);
        bool agreed = end == men->value.text + men->value.length && number >= rules->hand_least &&
                      number <= rules->hand_most;
        if (!agreed)
            diag_add(replay_diag(replay), MSG_AGREED_MEN, men->value_begin, men->value_end, rules->hand_tag,
                     rules->hand_least, rules->hand_most);
        for (unsigned kind = 0; agreed && kind < rules->kind_count; kind++)
            for (unsigned side = 0; side < 2; side++)
                if (rules->hand[kind] && !in_set(rules->place_last, kind))
                    position_set_hand(&line->pos, side, kind, number);
    }
    if (rules->dice || rules->first == FIRST_EITHER)
        read_first_side(replay, fen != NULL);
    line->number = line->turn_number = line->pos.number;
    line->side = line->turn_side = line->first_side = line->pos.side;
    return true;
}

/* ---- Diagrams ---- */

/* Writes what is on a square: "a white Pawn", or "nothing". */
static void describe_square(const struct ludus_position *pos, unsigned square, char *out, size_t size)
{
    struct ludus_square at = ludus_position_at(pos, square);
    if (at.kind == LUDUS_NO_KIND)
        snprintf(out, size, "nothing");
    else
        snprintf(out, size, "a %s %s", at.side == LUDUS_WHITE ? "white" : "black",
                 pos->ruleset->rules.kinds[at.kind].names[0]);
}

/* Reports where a diagram differs from the position: the first square that has a piece in it, if any. */
static void say_difference(struct ludus_replay *replay, size_t begin, size_t end,
                           const struct ludus_position *diagram)
{
    const struct ludus_position *pos = &replay->line.pos;
    unsigned count = 0, first = NONE, stray = 0, squares = pos->ruleset->squares;
    for (unsigned square = 0; square < squares; square++) {
        if (pos->cell[square] == diagram->cell[square])
            continue;
        count++;
        if (first == NONE || (!diagram->cell[first] && diagram->cell[square]))
            first = square;
    }
    if (!count)
        return;
    char drawn[80], stands[100], more[40] = "", after[40] = "at the start";
    const struct line *line = &replay->line;
    unsigned code = diagram->cell[first];
    while (stray < squares && !(code && pos->cell[stray] == code && diagram->cell[stray] != code))
        stray++; /* the square where the position has it, and the diagram has not */
    describe_square(diagram, first, drawn, sizeof drawn);
    describe_square(pos, first, stands, 80);
    if (stray < squares) {
        snprintf(stands, sizeof stands, "it stands on %s", square_name(pos->ruleset, stray).text);
        count -= 1;
    } else {
        strcat(stands, " stands there");
    }
    if (line->started)
        snprintf(after, sizeof after, "after %u%s", line->turn_number,
                 line->turn_side == LUDUS_WHITE ? "." : "...");
    if (count > 1)
        snprintf(more, sizeof more, ", and %u more square%s differ%s", count - 1, count > 2 ? "s" : "",
                 count > 2 ? "" : "s");
    diag_add(replay_diag(replay), MSG_OTHER_POSITION, begin, end, drawn,
             square_name(pos->ruleset, first).text, after, stands, more);
}

void opening_check_diagrams(struct ludus_replay *replay, const struct item *comment)
{
    struct command command = command_begin(comment->text, comment->length);
    char reason[REASON];
    while (command_find(&command, "position")) {
        quick_settle(replay);
        const struct ludus_position *diagram = read_position(replay, command.value, true, reason);
        size_t begin = (size_t)(command.begin - replay->game->source.text);
        size_t end = begin + (size_t)(command.end - command.begin);
        if (!diagram && *reason)
            diag_add(replay_diag(replay), MSG_BAD_POSITION, begin, end,
                     (int)text_fit(command.value.text, command.value.length, QUOTED_MAX), command.value.text);
        else if (diagram && !replay->line.broken)
            say_difference(replay, begin, end, diagram);
    }
}
