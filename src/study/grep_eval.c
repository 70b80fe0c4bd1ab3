/* grep_eval.c - evaluates an expression for a record: tags first, then its text, then the replayed game:
 * pieces, patterns of FEN, rolls, moves. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

/* ---- Tags ---- */

static bool tag_holds(struct ludus_query *query, const struct grep_node *node, const char *name)
{
    const struct tag *tag = record_tag_cased(query->game, name);
    return tag && grep_text_holds(query, node, tag->value.text, tag->value.length);
}

/* Returns the name of the record's ruleset, or its Variant tag if there is no such ruleset. */
static struct ludus_text ruleset_name(const struct ludus_query *query)
{
    const struct tag *tag = record_tag_cased(query->game, "Variant");
    struct ludus_text variant = tag ? tag->value : (struct ludus_text){ "", 0 };
    const struct ludus_ruleset *ruleset = query->replay->forced;
    ruleset = ruleset ? ruleset : opening_ruleset(variant);
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
    return result;
}

/* ---- Material ---- */

static bool is_collective(const char *pieces)
{
    return strcmp(pieces, "all") == 0 || strcmp(pieces, "white") == 0 || strcmp(pieces, "black") == 0;
}

static unsigned count_pieces(const struct ludus_position *pos, const char *pieces)
{
    unsigned count = 0;
    bool collective = is_collective(pieces);
    for (unsigned side = 0; side < 2 && collective; side++)
        for (unsigned kind = 0; kind < pos->ruleset->rules.kind_count; kind++)
            if (*pieces == 'a' || (*pieces == 'w') == (side == LUDUS_WHITE))
                count += pos->count[CODE_OF(kind, side)];
    for (; *pieces && !collective; pieces++) {
        bool black = *pieces >= 'a';
        kind_set kind = pos->ruleset->called[*pieces - (black ? 'a' : 'A')];
        count += kind ? pos->count[CODE_OF((unsigned)__builtin_ctz(kind), black)] : 0;
    }
    return count;
}

static bool material_holds(const struct grep_node *node, const struct ludus_position *pos)
{
    double asked = node->right ? count_pieces(pos, node->right) : node->number;
    return grep_number_holds(node->op, count_pieces(pos, node->name), asked);
}

/* Does a character of the pattern fit the square? Without a position, here and below: can it fit any? */
static bool sign_fits(char sign, const struct rules *rules, const struct ludus_position *pos, unsigned square)
{
    if (!pos) {
        bool any = strchr("?!+-", sign) != NULL;
        for (unsigned kind = 0; !any && kind < rules->kind_count; kind++)
            any = rules->kinds[kind].letter == to_upper(sign);
        return any;
    }
    unsigned code = pos->cell[square];
    bool white = CODE_SIDE(code) == LUDUS_WHITE;
    if (sign == '?' || code == 0)
        return sign == '?';
    if (strchr("!+-", sign))
        return sign == '!' || (sign == '+') == white;
    char letter = rules->kinds[CODE_KIND(code)].letter;
    return sign == (white ? letter : to_lower(letter));
}

/* Matches one rank, whose first square is `first`. Moves `*pattern` to its end, or to what does not fit. */
static bool rank_fits(const char **pattern, const struct rules *rules, const struct ludus_position *pos,
                      unsigned first)
{
    unsigned file = 0, files = rules->files;
    for (const char *at = *pattern; *at && *at != '/' && *at != ' '; *pattern = at) {
        if (*at == '*') {
            file = files;
            at++;
        } else if (is_digit(*at)) {
            unsigned long empty = number_take(&at);
            if (empty > files - file)
                return false;
            for (; empty > 0; empty--, file++)
                if (pos && pos->cell[first + file])
                    return false;
        } else {
            if (file >= files || !sign_fits(*at++, rules, pos, first + file))
                return false;
            if (*at == '\'' && (at++, pos && !squares_has(&pos->bound, first + file)))
                return false;
            file++;
        }
    }
    return file == files;
}

/* Matches all ranks. Moves `*pattern` to their end, or to what does not fit. */
static bool board_fits(const char **pattern, const struct rules *rules, const struct ludus_position *pos)
{
    unsigned rank = rules->ranks;
    while (rank-- > 0) {
        if (!rank_fits(pattern, rules, pos, rank * rules->files) || (**pattern == '/') != (rank > 0))
            return false;
        *pattern += rank > 0;
    }
    return true;
}

static bool position_holds(const char *pattern, const struct ludus_position *pos)
{
    return board_fits(&pattern, &pos->ruleset->rules, pos) &&
           (*pattern == '\0' || (pattern[1] == 'b') == (pos->side == LUDUS_BLACK));
}

const char *grep_misfit(enum grep_kind kind, const char *text, const struct ludus_ruleset *ruleset)
{
    if (kind == GREP_POSITION)
        return board_fits(&text, &ruleset->rules, NULL) ? NULL : text;
    if (is_collective(text))
        return NULL;
    while (*text && ruleset->called[to_upper(*text) - 'A'])
        text++;
    return *text ? text : NULL;
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
    if (node->kind == GREP_AND || node->kind == GREP_OR || node->kind == GREP_NOT) {
        for (struct grep_node *child = node->first; child; child = child->next)
            done &= test_conditions(query, child, end);
        return done;
    }
    bool of_end = node->kind == GREP_END || node->kind == GREP_ENDING;
    if (of_end != end)
        return end;
    if (query->replay->depth == 0 || node->deep)
        node->met = node->met || node_holds(query, node->kind == GREP_END ? node->first : node, true);
    /* A line from the start that has come to nothing will not come to anything. */
    return node->met || (node->kind == GREP_LINE && !node->deep && !node->progress->after);
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

/* Plays the main line, and variations if they count, once for all conditions that need it. */
static void play_main_line(struct ludus_query *query)
{
    struct ludus_replay *replay = query->replay;
    query->played = true;
    for (struct grep_node *node = query->newest; node; node = node->newer)
        node->met = false;
    if (!complete_game(query))
        return;
    replay->texts = query->spells;
    query->cut = !ludus_replay_start(replay, query->game);
    if (query->cut)
        return;
    quick_allow(replay);
    replay->turns.main = !query->deep;
    for (struct grep_node *node = query->lines; node; node = node->line)
        if (progress_at(query, node, 0))
            *node->progress = (struct grep_progress){ .after = 1 };
    bool done = query->failed || test_conditions(query, query->root, false);
    while (!done && replay_steps(replay, 1)) {
        bool sound = replay->turn.state == LUDUS_TURN_PLAYED;
        if (!sound && replay->depth == 0)
            break;
        if (sound && query->spells)
            spell_moves(query);
        for (struct grep_node *node = query->lines; node; node = node->line)
            advance_line(query, node);
        done = query->failed || (sound && test_conditions(query, query->root, false));
    }
    query->cut = !done && !replay_whole(replay);
    if (!query->cut)
        (void)test_conditions(query, query->root, true);
    query->failed |= query->replay->failed;
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

/* Does a condition hold for the record or, with `now`, for the turn just played and the position after it? */
static bool leaf_holds(struct ludus_query *query, struct grep_node *node, bool now)
{
    const struct turn *turn = &query->replay->turn;
    struct ludus_text name;
    const char *reason = NULL;
    unsigned turns = 0;
    bool any = query->replay->turn_count > 0; /* none in the start position */
    bool met = false;
    if (!now && node->cost == GREP_BY_REPLAY) {
        if (!query->played)
            play_main_line(query);
        return node->met;
    }
    if (node->cost == GREP_BY_TEXT && !complete_game(query))
        return false;
    switch ((enum grep_kind)node->kind) {
    case GREP_ENDING: /* why the game is over; an open game has no reason */
        if (outcome_of(quick_final(query->replay), &reason) == LUDUS_OPEN || !reason)
            reason = "";
        met = grep_text_holds(query, node, reason, strlen(reason));
        break;
    case GREP_HAS:
        return record_tag_cased(query->game, node->name) != NULL;
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
    case GREP_TURNS: /* of the main line */
        for (size_t at = 0; turns_main_turn(query->game, &at);)
            turns++;
        met = grep_number_holds(node->op, turns, node->number);
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
        return position_holds(node->value, quick_final(query->replay));
    case GREP_MATERIAL:
        met = material_holds(node, quick_final(query->replay));
        break;
    default: /* a comment or NAG */
        met = text_holds(query, node);
    }
    return met == !(node->op & GREP_NEGATED);
}

static bool node_holds(struct ludus_query *query, struct grep_node *node, bool now)
{
    bool any = node->kind == GREP_OR;
    switch ((enum grep_kind)node->kind) {
    case GREP_AND:
    case GREP_OR:
        for (struct grep_node *child = node->first; child; child = child->next)
            if (node_holds(query, child, now) == any)
                return any;
        return !any;
    case GREP_NOT:
        return !node_holds(query, node->first, now);
    default:
        return leaf_holds(query, node, now);
    }
}

bool ludus_query_matches(struct ludus_query *query, struct ludus_replay *replay, struct ludus_game *game)
{
    query->replay = replay;
    query->game = game;
    query->played = query->cut = false;
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
