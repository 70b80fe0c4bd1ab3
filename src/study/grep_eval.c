/* grep_eval.c - asks a record whether an expression holds: tags first, then its text, then the game as it is
 * played. */
#include "base/chars.h"
#include "play/replay.h"
#include "rules/position.h"
#include "study/grep.h"

#include <string.h>

/* ---- Tags ---- */

/* Names of tags are the same in any case. */
const struct tag *grep_tag(const struct ludus_game *game, const char *name, size_t length)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct ludus_text *found = &game->tags[i].name;
        size_t same = 0;
        while (found->length == length && same < length &&
               to_lower(found->text[same]) == to_lower(name[same]))
            same++;
        if (same == length && found->length == length)
            return &game->tags[i];
    }
    return NULL;
}

static bool tag_holds(struct ludus_query *query, const struct grep_node *node, const char *name,
                      size_t length)
{
    const struct tag *tag = grep_tag(query->game, name, length);
    return tag && grep_text_holds(query, node, tag->value.text, tag->value.length);
}

/* The ruleset of the record, or NULL; the one found last is kept at hand. */
static const struct ludus_ruleset *find_ruleset(struct ludus_query *query, struct ludus_text variant)
{
    if (query->replay->forced)
        return query->replay->forced;
    if (query->ruleset_known && variant.length == query->variant_length &&
        memcmp(variant.text, query->variant, variant.length) == 0)
        return query->ruleset;
    query->ruleset = opening_ruleset(variant);
    query->ruleset_known = variant.length <= sizeof query->variant;
    query->variant_length = query->ruleset_known ? variant.length : 0;
    memcpy(query->variant, variant.text, query->variant_length);
    return query->ruleset;
}

static bool complete(struct ludus_query *query)
{
    bool read = record_complete(query->game);
    query->failed |= !read;
    return read;
}

static enum ludus_result result_of(struct ludus_query *query)
{
    enum ludus_result result = stated_result_of_tag(query->game);
    if (result == LUDUS_OPEN && complete(query))
        result = stated_result(query->game);
    return result;
}

/* The player who has won, or lost; nobody in drawn and open games. */
static bool decided_holds(struct ludus_query *query, const struct grep_node *node)
{
    enum ludus_result result = result_of(query);
    if (result != LUDUS_WHITE_WINS && result != LUDUS_BLACK_WINS)
        return false;
    bool white = (result == LUDUS_WHITE_WINS) == (node->kind == GREP_WINNER);
    return tag_holds(query, node, white ? "White" : "Black", 5);
}

static bool ruleset_holds(struct ludus_query *query, const struct grep_node *node)
{
    const struct tag *tag = grep_tag(query->game, "Variant", 7);
    struct ludus_text variant = tag ? tag->value : (struct ludus_text){ "", 0 };
    const struct ludus_ruleset *ruleset = find_ruleset(query, variant);
    if (ruleset)
        return grep_text_holds(query, node, ruleset->rules.id, strlen(ruleset->rules.id));
    return grep_text_holds(query, node, variant.text, variant.length);
}

/* ---- The text ---- */

static bool roll_in_text(const struct ludus_game *game, const struct grep_node *node)
{
    struct turns turns = { .game = game, .main = true };
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;) {
        bool lone = event == TURNS_LONE_ROLL || event == TURNS_SECOND_ROLL;
        const struct item *dice = lone ? turns.item : event == TURNS_TURN ? turns.dice : NULL;
        if (dice && grep_roll_holds(node, dice->dice.face, dice->dice.count))
            return true;
        if (event == TURNS_TURN)
            turns_taken(&turns);
    }
    return false;
}

static bool nag_holds(const struct ludus_game *game, const struct grep_node *node)
{
    struct turns turns = { .game = game };
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;)
        if ((event == TURNS_NAG && grep_number_holds(node, turns.item->number)) ||
            (event == TURNS_TURN && turns.item->move.mark && grep_number_holds(node, turns.item->move.mark)))
            return true;
    return false;
}

/* Line breaks within a comment are blanks. */
static bool comment_holds(struct ludus_query *query, const struct grep_node *node)
{
    const struct ludus_game *game = query->game;
    struct turns turns = { .game = game };
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;) {
        const struct item *item = turns.item;
        if (event != TURNS_COMMENT)
            continue;
        char *copy = arena_copy(&query->game->arena, item->text, item->length);
        if (!copy) {
            query->failed = true;
            return false;
        }
        for (char *c = copy; *c; c++)
            if (*c == '\n' || *c == '\r')
                *c = ' ';
        if (grep_text_holds(query, node, copy, item->length))
            return true;
    }
    return false;
}

/* ---- The game as it is played ---- */

static bool holds(struct ludus_query *query, struct grep_node *node, bool now);

/* Looks at the conditions that are met by some turn or, at the end of the game, by that. True when none of
 * those of a turn is left to be met. */
static bool look(struct ludus_query *query, struct grep_node *node, bool end)
{
    bool done = true;
    if (node->cost < GREP_BY_REPLAY)
        return true;
    if (node->kind == GREP_AND || node->kind == GREP_OR || node->kind == GREP_NOT) {
        for (struct grep_node *child = node->first; child; child = child->next)
            done &= look(query, child, end);
        return done;
    }
    bool of_end = node->kind == GREP_END || node->kind == GREP_ENDING;
    if (of_end != end)
        return end;
    if (node->kind == GREP_ENDING) { /* why the game is over; one that goes on is over for no reason */
        const char *reason = NULL;
        if (outcome_of(quick_final(query->replay), &reason) == LUDUS_OPEN || !reason)
            reason = "";
        return node->met = grep_text_holds(query, node, reason, strlen(reason)) != grep_negated(node);
    }
    return node->met = node->met || holds(query, node->kind == GREP_END ? node->first : node, true);
}

static void forget(struct grep_node *node)
{
    node->met = false;
    for (struct grep_node *child = node->first; child; child = child->next)
        forget(child);
}

/* Keeps what can be asked of the turn just played, which a variation of it would write over. */
static void keep_turn(struct ludus_query *query)
{
    const struct ludus_replay *replay = query->replay;
    const struct turn *turn = &replay->turn;
    const struct quick *quick = &replay->quick;
    query->turn.any = true;
    query->turn.roll_count = turn->roll_count;
    memcpy(query->turn.roll, turn->roll, sizeof turn->roll);
    buf_clear(&query->turn.text);
    if (quick->texts && quick->turn_count > 0)
        buf_add(&query->turn.text, quick->forms[0].text, quick->forms[0].text_length);
    else
        buf_add(&query->turn.text, replay->text.bytes, replay->text.length);
    query->failed |= query->turn.text.failed;
}

/* Plays the main line once for all conditions that need it. */
static void play(struct ludus_query *query)
{
    struct ludus_replay *replay = query->replay;
    query->played = true;
    forget(query->root);
    query->turn.any = false;
    if (!complete(query))
        return;
    replay->texts = query->spells;
    query->cut = !ludus_replay_start(replay, query->game);
    if (query->cut)
        return;
    quick_allow(replay);
    bool done = look(query, query->root, false);
    while (!done && replay_step(replay)) {
        if (replay->depth > 0)
            continue;
        if (replay->turn.state != LUDUS_TURN_PLAYED)
            break;
        keep_turn(query);
        done = look(query, query->root, false);
    }
    query->cut = !done && !replay_whole(replay);
    if (!query->cut)
        (void)look(query, query->root, true);
    query->failed |= query->replay->failed;
}

/* ---- Expressions ---- */

/* Does a condition hold for the record? */
static bool leaf_holds(struct ludus_query *query, struct grep_node *node)
{
    if (node->cost == GREP_BY_TEXT && !complete(query))
        return false;
    if (node->cost == GREP_BY_REPLAY && !query->played)
        play(query);
    switch ((enum grep_kind)node->kind) {
    case GREP_HAS:
        return grep_tag(query->game, node->name.text, node->name.length) != NULL;
    case GREP_TAG:
        return tag_holds(query, node, node->name.text, node->name.length) != grep_negated(node);
    case GREP_PLAYER:
        return (tag_holds(query, node, "White", 5) || tag_holds(query, node, "Black", 5)) !=
               grep_negated(node);
    case GREP_RULESET:
        return ruleset_holds(query, node) != grep_negated(node);
    case GREP_RESULT:
        return (result_of(query) == node->result) != grep_negated(node);
    case GREP_WINNER:
    case GREP_LOSER:
        return decided_holds(query, node) != grep_negated(node);
    case GREP_TURNS:
        return grep_number_holds(node, (double)turns_count(query->game)) != grep_negated(node);
    case GREP_COMMENT:
        return comment_holds(query, node) != grep_negated(node);
    case GREP_NAG:
        return nag_holds(query->game, node) != grep_negated(node);
    case GREP_ROLL:
        return roll_in_text(query->game, node);
    default:
        return node->met;
    }
}

/* The same for the turn just played and the position after it. */
static bool leaf_holds_now(struct ludus_query *query, struct grep_node *node)
{
    switch ((enum grep_kind)node->kind) {
    case GREP_TURN:
        return holds(query, node->first, true);
    case GREP_ROLL:
        return query->turn.any && grep_roll_holds(node, query->turn.roll, query->turn.roll_count);
    case GREP_MOVE:
        return query->turn.any && grep_move_holds(query, node, buf_string(&query->turn.text));
    case GREP_POSITION:
        return grep_position_holds(node->value, quick_final(query->replay));
    case GREP_MATERIAL:
        return grep_material_holds(node, &query->replay->lexicon, quick_final(query->replay));
    default:
        return leaf_holds(query, node);
    }
}

static bool holds(struct ludus_query *query, struct grep_node *node, bool now)
{
    bool any = node->kind == GREP_OR;
    switch ((enum grep_kind)node->kind) {
    case GREP_AND:
    case GREP_OR:
        for (struct grep_node *child = node->first; child; child = child->next)
            if (holds(query, child, now) == any)
                return any;
        return !any;
    case GREP_NOT:
        return !holds(query, node->first, now);
    default:
        return now ? leaf_holds_now(query, node) : leaf_holds(query, node);
    }
}

bool ludus_query_matches(struct ludus_query *query, struct ludus_replay *replay, struct ludus_game *game)
{
    query->replay = replay;
    query->game = game;
    query->played = query->cut = false;
    return query->root && holds(query, query->root, false);
}

bool ludus_query_cut(const struct ludus_query *query)
{
    return query->cut;
}

bool ludus_query_failed(const struct ludus_query *query)
{
    return query->failed;
}
