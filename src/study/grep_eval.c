/* grep_eval.c - evaluates an expression for a record: tags first, then its text, then the replayed game:
 * pieces, patterns of FEN, rolls, moves. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

/* ---- Tags ---- */

static bool tag_holds(struct ludus_query *query, const struct grep_node *node, const char *name)
{
    const struct tag *tag = grep_tag(query, name);
    return tag && grep_text_holds(query, node, tag->value.text, tag->value.length);
}

/* Returns the name of the record's ruleset, or its Variant tag if there is no such ruleset. */
static struct ludus_text ruleset_name(const struct ludus_query *query)
{
    const struct tag *tag = record_tag_cased(query->game, "Variant");
    struct ludus_text variant = tag ? tag->value : (struct ludus_text){ "", 0 };
    const struct ludus_ruleset *ruleset = query->replay->forced;
    ruleset = ruleset ? ruleset : ludus_ruleset_named(variant, NULL, 0);
    return ruleset ? (struct ludus_text){ ruleset->rules.id, strlen(ruleset->rules.id) } : variant;
}

static bool complete_game(struct ludus_query *query)
{
    bool read = ludus_game_complete(query->game);
    query->failed |= !read;
    return read;
}

static enum ludus_result result_of(struct ludus_query *query)
{
    enum ludus_result result = stated_result_of_tag(query->game);
    if (result == LUDUS_OPEN && complete_game(query))
        result = stated_result(query->game);
    if (query->mirrored && (result == LUDUS_WHITE_WINS || result == LUDUS_BLACK_WINS))
        return result == LUDUS_WHITE_WINS ? LUDUS_BLACK_WINS : LUDUS_WHITE_WINS;
    return result;
}

/* ---- The board ---- */

/* Counts the pieces with this code that stand on squares of these colours, a bit of square_shade each. */
static unsigned count_code(const struct ludus_position *pos, unsigned code, unsigned shades)
{
    unsigned count = 0;
    if (shades == 3)
        return pos->count[code];
    FOR_SQUARES(square, &pos->of[code], pos->ruleset->words)
    {
        count += shades >> square_shade(pos->ruleset, square) & 1;
    }
    return count;
}

/* Counts white, black or all pieces, or those of some letters; with colours exchanged, black ones for white.
 */
static unsigned count_pieces(const struct ludus_query *query, const struct grep_node *node)
{
    const struct ludus_position *pos = quick_final(query->replay);
    int group = text_among(node->name, strlen(node->name), "white black all");
    unsigned count = 0, shades = node->shades;
    if (query->mirrored && pos->ruleset->rules.ranks % 2 == 0) /* a1 becomes a light square */
        shades = (shades << 1 | shades >> 1) & 3;
    for (unsigned code = 2; code < pos->ruleset->codes && group >= 0; code++)
        if (group == 2 || group == (int)(CODE_SIDE(code) ^ query->mirrored))
            count += count_code(pos, code, shades);
    for (const char *at = node->name; *at && group < 0; at++) {
        kind_set kind = pos->ruleset->called[to_upper(*at) - 'A'];
        bool black = is_lower(*at) != query->mirrored;
        count += kind ? count_code(pos, CODE_OF((unsigned)__builtin_ctz(kind), black), shades) : 0;
    }
    return count;
}

/* ---- Rolls and moves; the text ---- */

static bool roll_holds(const struct grep_node *node, const uint8_t *dice, unsigned count)
{
    unsigned used = 0, anything = 0;
    for (unsigned i = 0; i < node->dice_count; i++) {
        unsigned found = 0;
        while (found < count && (used >> found & 1 || dice[found] != node->dice[i]))
            found++;
        if (node->dice[i] == 0)
            anything++;
        else if (found == count)
            return false;
        else
            used |= 1u << found;
    }
    return node->dice_count <= count && anything <= count;
}

/* Does a move of the turn fit, with its check sign or, if it is compared by =, without? */
static bool move_holds(struct ludus_query *query, const struct grep_node *node)
{
    for (const char *at = buf_string(&query->moves), *end, *next; *at; at = next) {
        end = strstr(at, ", ");
        next = end ? end + 2 : at + strlen(at);
        for (size_t length = (size_t)((end ? end : next) - at);;) {
            if (grep_text_holds(query, node, at, length))
                return true;
            if (length > 4 && memcmp(at + length - 4, " sic", 4) == 0) /* an illegal move */
                length -= 4;
            else if (node->op == GREP_EQUAL && length > 0 && strchr("+#", at[length - 1]))
                length--;
            else
                break;
        }
    }
    return false;
}

/* Has the main line such a roll, or the record such a comment, NAG or mark? */
static bool text_holds(struct ludus_query *query, const struct grep_node *node)
{
    struct turns turns = { .game = query->game, .main = node->kind == GREP_ROLL && !node->deep };
    bool met = false;
    for (enum turns_event event; !met && (event = turns_next(&turns)) != TURNS_END;) {
        const struct item *item = turns.item, *dice = event == TURNS_TURN ? turns.dice : item;
        unsigned number = event == TURNS_NAG ? item->number : event == TURNS_TURN ? item->move.mark : 0;
        bool rolled = event == TURNS_LONE_ROLL || event == TURNS_SECOND_ROLL || event == TURNS_TURN;
        if (node->kind == GREP_ROLL)
            met = rolled && dice && roll_holds(node, dice->dice.face, dice->dice.count);
        else if (node->kind == GREP_NAG)
            met = (event == TURNS_NAG || number) && grep_number_holds(node->op, number, node->number);
        else if (event == TURNS_COMMENT)
            met = grep_text_holds(query, node, item->text, item->length);
        if (event == TURNS_TURN)
            turns_taken(&turns);
    }
    return met;
}

/* ---- The replayed game ---- */

static bool node_holds(struct ludus_query *query, struct grep_node *node, bool now);

/* Returns what a line has met so far at this depth of variations, the next element being there too. NULL
 * without memory. */
static struct grep_progress *progress_at(struct ludus_query *query, struct grep_node *node, size_t depth)
{
    size_t had = node->depths;
    struct grep_progress *all = memory_room(node->progress, depth + 1, &node->depths, sizeof *all);
    query->failed |= !all;
    if (!all)
        return NULL;
    memset(all + had, 0, (node->depths - had) * sizeof *all);
    node->progress = all;
    return all + depth;
}

/* Takes the turn just reached for what a line asks for. A variation begins where the turn that it replaces
 * did. */
static void advance_line(struct ludus_query *query, struct grep_node *node)
{
    const struct line *played = &query->replay->line;
    size_t depth = query->replay->depth;
    uint64_t turn = 2 * (uint64_t)played->turn_number + played->turn_side, next = 0, bit = 1;
    struct grep_progress *here = depth == 0 || node->deep ? progress_at(query, node, depth) : NULL;
    if (!here)
        return;
    here->before = depth > 0 && here[-1].turn == turn ? here[-1].before : here->after;
    bool sound = query->replay->turn.state == LUDUS_TURN_PLAYED;
    for (struct grep_node *child = node->first; child && sound; child = child->next, bit <<= 1)
        if (here->before & bit)
            next |= (child->gap ? bit : 0) | (node_holds(query, child, true) ? bit << 1 : 0);
    here->after = next;
    here->turn = turn;
    here[1].after = 0; /* the next variation is another one */
}

/* Has the turn just played completed the line? */
static bool line_holds(const struct ludus_query *query, const struct grep_node *node)
{
    size_t count = 0;
    for (const struct grep_node *child = node->first; child; child = child->next)
        count++;
    return node->progress[query->replay->depth].after >> count & 1;
}

/* Evaluates the conditions that a turn can meet or, with `end`, the end of the game. True if no more turns
 * need be played for them. */
static bool test_conditions(struct ludus_query *query, struct grep_node *node, bool end)
{
    bool done = true;
    if (node->cost < GREP_BY_REPLAY)
        return true;
    if (node->kind == GREP_NOT && query->editor) /* what is not wanted is not marked */
        return true;
    if (node->kind == GREP_AND || node->kind == GREP_OR || node->kind == GREP_NOT) {
        for (struct grep_node *child = node->first; child; child = child->next)
            done &= test_conditions(query, child, end);
        return done;
    }
    if (node->kind == GREP_EITHER) {
        done = test_conditions(query, node->first, end);
        query->mirrored = true;
        done &= test_conditions(query, node->first, end);
        query->mirrored = false;
        return done;
    }
    bool of_end = node->kind == GREP_END || node->kind == GREP_ENDING;
    if (of_end != end)
        return end;
    bool *met = &node->met[query->mirrored], *held = &node->held[query->mirrored], before = *held;
    if ((!*met || query->editor) && (query->replay->depth == 0 || node->deep)) {
        *held = node_holds(query, node->kind == GREP_END ? node->first : node, true);
        *met |= *held;
        query->hit |= *held && (node->event || !before);
    }
    /* A line from the start that has come to nothing will not come to anything. */
    return !query->editor && (*met || (node->kind == GREP_LINE && !node->deep && !node->progress->after));
}

/* Writes the mark after the turn just played, or at the start, if a condition has been met there. */
static void write_mark(struct ludus_query *query)
{
    const struct turn *turn = &query->replay->turn;
    struct ludus_turn place = { .size = sizeof place };
    if (query->replay->turn_count > 0)
        place.length = item_end(query->game, turn->items[turn->item_count - 1]);
    if (query->hit && query->editor)
        query->failed |= (place.length > 0 && !ludus_editor_after(query->editor, &place)) ||
                         !ludus_editor_comment(query->editor, query->mark);
    query->hit = false;
}

static void spell_moves(struct ludus_query *query)
{
    const struct ludus_replay *replay = query->replay;
    const struct move_form *form = replay->quick.forms;
    size_t begin = replay->turn.text_begin[0];
    buf_clear(&query->moves);
    if (replay->quick.turn_count > 0)
        buf_add(&query->moves, form->text, form->text_length);
    else
        buf_add(&query->moves, replay->text.bytes + begin, replay->text.length - begin);
    query->failed |= query->moves.failed;
}

/* Counts how often the position just reached has occurred in its line, if a condition asks. */
static void count_position(struct ludus_query *query)
{
    struct ludus_replay *replay = query->replay;
    struct line *line = &replay->line;
    size_t moves = replay->turn_count > 0 ? line->undos - line->turn_undos : 0, before;
    if (!query->counts)
        return;
    query->times = tally_count(&replay->tally, &line->pos, moves, &before);
    if (!replay->notes) /* else it has been counted already */
        line->turn_tally = before;
}

/* Plays the main line, and variations if they count, once for all conditions that need it. */
static void play_main_line(struct ludus_query *query)
{
    struct ludus_replay *replay = query->replay;
    query->played = true;
    for (struct grep_node *node = query->newest; node; node = node->newer)
        node->met[0] = node->met[1] = node->held[0] = node->held[1] = false;
    if (!complete_game(query))
        return;
    replay->texts = query->spells;
    query->cut = !ludus_replay_start(replay, query->game);
    if (query->cut)
        return;
    if (!query->counts)
        quick_allow(replay);
    count_position(query);
    replay->turns.main = !query->deep;
    for (struct grep_node *node = query->lines; node; node = node->line)
        if (progress_at(query, node, 0))
            *node->progress = (struct grep_progress){ .after = 1 };
    query->hit = false;
    bool done = query->failed || test_conditions(query, query->root, false);
    write_mark(query);
    while (!done && replay_steps(replay, 1)) {
        bool sound = replay->turn.state == LUDUS_TURN_PLAYED;
        if (!sound && replay->depth == 0)
            break;
        if (sound && query->spells)
            spell_moves(query);
        if (sound)
            count_position(query);
        for (struct grep_node *node = query->lines; node; node = node->line)
            advance_line(query, node);
        done = query->failed || (sound && test_conditions(query, query->root, false));
        write_mark(query);
    }
    query->cut = !done && !replay_whole(replay);
    if (!query->cut)
        (void)test_conditions(query, query->root, true);
    query->failed |= query->replay->failed;
}

/* The same, unless it has been played; also while colours are exchanged. */
static void play_once(struct ludus_query *query)
{
    bool mirrored = query->mirrored;
    query->mirrored = false;
    if (!query->played)
        play_main_line(query);
    query->mirrored = mirrored;
}

/* ---- Expressions ---- */

/* Does the condition hold for the name of the winner or loser? Drawn and open games have none. */
static bool winner_holds(struct ludus_query *query, const struct grep_node *node)
{
    enum ludus_result result = result_of(query);
    bool white = (result == LUDUS_WHITE_WINS) == (node->kind == GREP_WINNER);
    return (result == LUDUS_WHITE_WINS || result == LUDUS_BLACK_WINS) &&
           tag_holds(query, node, white ? "White" : "Black");
}

/* Finds a number. False if there is none: a tag that is missing or says something else, a turn at the start.
 */
static bool number_of(struct ludus_query *query, const struct grep_node *node, double *number)
{
    const struct ludus_replay *replay = query->replay;
    const struct tag *tag;
    switch ((enum grep_kind)node->kind) {
    case GREP_TAG:
        tag = grep_tag(query, node->name);
        buf_clear(&query->scratch);
        if (tag)
            buf_add(&query->scratch, tag->value.text, tag->value.length);
        query->failed |= query->scratch.failed;
        return tag && grep_is_number(buf_string(&query->scratch), number);
    case GREP_TURNS:
        if (!query->counted)
            query->turns = (unsigned)ludus_game_turns(query->game);
        query->counted = true;
        *number = query->turns;
        return true;
    case GREP_NUMBER:
        *number = replay->turn.number;
        return replay->turn_count > 0;
    case GREP_QUIET:
        *number = quick_final(replay)->quiet;
        return true;
    case GREP_REPEATED:
        *number = query->times;
        return true;
    default: /* material */
        *number = count_pieces(query, node);
        return true;
    }
}

/* Adds up the children of a sum, which can be sums. False if one of them is no number. */
static bool sum_up(struct ludus_query *query, const struct grep_node *sum, double *number)
{
    double part;
    *number = sum->number;
    for (const struct grep_node *child = sum->first; child; child = child->next) {
        if (!(child->kind == GREP_SUM ? sum_up : number_of)(query, child, &part))
            return false;
        *number += child->negative ? -part : part;
    }
    return true;
}

/* Does a condition hold for the record or, with `now`, for the turn just played and the position after it? */
static bool leaf_holds(struct ludus_query *query, struct grep_node *node, bool now)
{
    const struct turn *turn = &query->replay->turn;
    const struct ludus_position *pos = quick_final(query->replay);
    struct ludus_text name;
    const char *reason = NULL;
    double sum;
    bool any = query->replay->turn_count > 0; /* none in the start position */
    bool met = false;
    if (!now && node->cost == GREP_BY_REPLAY) {
        play_once(query);
        return node->met[query->mirrored];
    }
    if (node->cost == GREP_BY_TEXT && !complete_game(query))
        return false;
    switch ((enum grep_kind)node->kind) {
    case GREP_ENDING: /* why the game is over; an open game has no reason */
        if (outcome_of(pos, &reason) == LUDUS_OPEN || !reason)
            reason = "";
        met = grep_text_holds(query, node, reason, strlen(reason));
        break;
    case GREP_HAS:
        return grep_tag(query, node->name) != NULL;
    case GREP_TAG:
        met = tag_holds(query, node, node->name);
        break;
    case GREP_PLAYER:
        met = tag_holds(query, node, "White") || tag_holds(query, node, "Black");
        break;
    case GREP_RULESET:
        name = ruleset_name(query);
        met = grep_text_holds(query, node, name.text, name.length);
        break;
    case GREP_RESULT:
        met = result_of(query) == node->result;
        break;
    case GREP_WINNER:
    case GREP_LOSER:
        met = winner_holds(query, node);
        break;
    case GREP_SUM:
        met = sum_up(query, node, &sum) && grep_number_holds(node->op, sum, 0);
        break;
    case GREP_ROLL:
        return !now ? text_holds(query, node) : any && roll_holds(node, turn->roll, turn->roll_count);
    case GREP_TURN:
        return node_holds(query, node->first, true);
    case GREP_MOVE:
        return any && move_holds(query, node);
    case GREP_LINE:
        return line_holds(query, node);
    case GREP_POSITION:
        return !grep_misfit(node->value, pos->ruleset, pos, query->mirrored);
    case GREP_DEAD:
        return outcome_dead(pos);
    default: /* a comment or NAG */
        met = text_holds(query, node);
    }
    return met == !(node->op & GREP_NEGATED);
}

static bool node_holds(struct ludus_query *query, struct grep_node *node, bool now)
{
    bool any = node->kind == GREP_OR, holds;
    switch ((enum grep_kind)node->kind) {
    case GREP_AND:
    case GREP_OR:
        for (struct grep_node *child = node->first; child; child = child->next)
            if (node_holds(query, child, now) == any)
                return any;
        return !any;
    case GREP_NOT:
        return !node_holds(query, node->first, now);
    case GREP_EITHER:
        holds = node_holds(query, node->first, now);
        query->mirrored = true;
        holds = holds || node_holds(query, node->first, now);
        query->mirrored = false;
        return holds;
    default:
        return leaf_holds(query, node, now);
    }
}

bool ludus_query_matches(struct ludus_query *query, struct ludus_replay *replay, struct ludus_game *game)
{
    query->replay = replay;
    query->game = game;
    query->played = query->cut = query->counted = false;
    query->turns = 0;
    if (query->root && query->editor)
        play_main_line(query);
    return query->root && node_holds(query, query->root, false);
}

bool ludus_query_cut(const struct ludus_query *query)
{
    return query->cut;
}

bool ludus_query_failed(const struct ludus_query *query)
{
    return query->failed;
}
