/* repair_edges.c - edges that keep the signs of tokens: they read them as they are written, or in another
 * order, skip them, or insert a lost turn, pass or comma; and edges with another turn number. */
#include "base/memory.h"
#include "base/text.h"
#include "decode/repair_search.h"
#include "rules/position.h"

#include <string.h>

/* ---- As it is written ---- */

/* Begins a turn, without a move. */
static void begin_turn(struct search *search)
{
    search->state.side = search->pos->side;
    search->state.mid = true;
}

/* Throws the dice as they are written, if they are those of the game. */
static bool throw_written(struct search *search, const struct token *token)
{
    return token->item->dice.count == dice_thrown(search->rules) &&
           repair_throw_dice(search, token->item->dice.face);
}

/* Reads a move, or a pair of placings, as it is written. False if it is illegal or claims a capture, check or
 * mate that it is not. */
static bool read_move(struct search *search, const struct token *token)
{
    const struct move_text *text = &token->item->move;
    struct ludus_move moves[RESOLVE_MAX];
    struct state *state = &search->state;
    if (search->rules->dice && text->style == MOVE_PASS) {
        if (state->mid || outcome_ended(search->pos))
            return false;
        begin_turn(search);
        state->token++;
        return true;
    }
    const struct token *next = token + 1;
    bool pair = text->style == MOVE_PLACE && token_places(next) && next->joined &&
                resolve_pair(search->pos, text, &next->item->move, moves);
    if (!pair && resolve_move(search->pos, text, moves) != 1) {
        bool null = text->style == MOVE_PASS && (*text->plain | 0x20) != 'p' &&
                    !knows_passing(search->rules) && !position_checked(search->pos) &&
                    search->pos->pending == NONE && !outcome_ended(search->pos);
        if (!null)
            return false;
        moves[0] = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    }
    if (!repair_make_move(search, moves[0]))
        return false;
    state->token += 1u + pair;
    if (text->flags & MOVE_CAPTURE && !search->undo[state->ops - 1].captures)
        return false;
    return text->check == CHECK_NONE || search->rules->dice || !search->rules->check ||
           (position_checked(search->pos) && (text->check != CHECK_MATE || !movegen_any(search->pos)));
}

static void exact_move(struct search *search, const struct token *token)
{
    if (read_move(search, token))
        repair_end_edge(search, 0, 0);
}

static void read_roll(struct search *search, const struct token *token)
{
    if (throw_written(search, token))
        repair_end_edge(search, 0, 1);
}

/* The record ends here. */
static void read_end(struct search *search, const struct token *token)
{
    (void)token;
    const struct sheet *sheet = &search->mend->sheet;
    if (!sheet->cut && !ending_agrees(sheet->result, search->pos))
        search->state.cost += PRICE_RESULT;
    search->state.done = true;
    repair_end_edge(search, 0, 0);
}

/* ---- Numbers and lost turns ---- */

/* Is the number that of the next turn? If not, `*lost` (may be NULL) becomes the number of turns between. */
static bool fits_label(const struct search *search, const struct item *label, long *lost)
{
    struct ludus_replay *replay = search->mend->sheet.replay;
    struct line *line = &replay->line;
    unsigned number = line->number;
    uint8_t side = line->side;
    line->number = (unsigned)((long)search->pos->number + search->state.drift);
    line->side = search->pos->side;
    bool fits = labels_fits(replay, label);
    if (lost && !fits && !labels_distance(replay, label, lost))
        *lost = 0;
    line->number = number;
    line->side = side;
    return fits;
}

/* Lists the moves that can follow in a lost turn, behind those of the levels above. Returns their number. */
static size_t push_moves(struct search *search)
{
    struct ludus_buffer *stack = &search->lost;
    search->mend->failed |= !buf_reserve(stack, search->ruleset->max_moves * sizeof(struct ludus_move));
    if (search->mend->failed)
        return 0;
    struct ludus_move *moves = (struct ludus_move *)(stack->bytes + stack->length);
    size_t count =
        search->rules->dice ? movegen_undiced(search->pos, moves) : movegen_all(search->pos, moves);
    stack->length += count * sizeof *moves;
    return count;
}

/* Adds an edge for each turn that continues after so many `moves`, and for `turns - 1` turns after it. */
static void lost_turns(struct search *search, unsigned turns, unsigned moves)
{
    struct state state = search->state;
    bool over = search->pos->side != state.side;
    if (repair_end_turn(search)) {
        if (turns > 1) {
            begin_turn(search);
            lost_turns(search, turns - 1, 0);
        } else {
            repair_end_edge(search, 0, 0);
        }
        repair_back(search, state);
    }
    if (over || moves == (search->rules->dice ? search->rules->dice : TURN_ITEMS))
        return;
    size_t first = search->lost.length, count = push_moves(search);
    for (size_t i = 0; i < count && search->node_count < NODES_MAX; i++) {
        struct ludus_move move = ((struct ludus_move *)(search->lost.bytes + first))[i];
        if (repair_do_op(search, (struct op){ .kind = OP_MOVE, .move = move }))
            lost_turns(search, turns, moves + 1);
        repair_back(search, state);
    }
    search->lost.length = first;
}

static void begin_lost(struct search *search, int price, unsigned turns)
{
    search->state.wild = true;
    search->state.cost += price + (search->state.skipped ? PRICE_REPLACED : 0);
    begin_turn(search);
    lost_turns(search, turns, 0);
}

/* A turn is lost before the token. That the next number says so is tried in an earlier stage than that it
 * does not. */
static void edges_lost_turn(struct search *search, const struct token *token)
{
    const struct token *next = token;
    long turns = 0, lost = 0;
    if (token->turn != token)
        return;
    for (; next->kind != TOKEN_NONE && next->kind != TOKEN_LABEL; next = next->next_turn)
        turns++;
    bool shown =
        next->kind == TOKEN_LABEL && turns > 0 && !fits_label(search, next->item, &lost) && lost == turns + 1;
    if (shown != (search->stage == STAGE_SKIPS))
        return;
    repair_add_edit(search, FAULT_LEFT_OUT, token->begin, token->begin, search->rules->dice ? "__ " : "_ ");
    begin_lost(search, shown ? PRICE_SHOWN_LOST + PRICE_SHOWN_MORE : PRICE_TURN_LOST, 1);
}

/* Is it text that looks like a move? */
static bool is_bad_move(const struct token *token)
{
    return turns_unread(token->item) && token->item->form == BAD_MOVE;
}

/* The move can be any, whatever is written. */
static void edges_any_move(struct search *search, const struct token *token)
{
    bool word = token->kind == TOKEN_WORD;
    if (search->rules->dice || (word && !is_bad_move(token)))
        return;
    repair_add_edit(search, FAULT_SIGNS, token->begin, token->end, "_");
    search->state.token++;
    begin_lost(search, word ? PRICE_TURN_LOST : PRICE_ANY_MOVE, 1);
}

/* Writes the number of the turn that comes, in the form of `label` and in <...> where it differs, for
 * [begin, end). */
static struct repair_edit *add_number(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                      const struct item *label, long number, const char *behind)
{
    unsigned side = search->pos->side;
    const char *dots = label->side != NO_SIDE                    ? side == LUDUS_WHITE ? "W." : "B."
                       : label->form >= 2 && side != LUDUS_WHITE ? "..."
                                                                 : ".";
    return repair_add_edit(search, kind, begin, end, label->number == number ? "%ld%s%s" : "<%ld>%s%s",
                           number, dots, behind);
}

/* A number that fits; else one or two turns are lost before it, or it is wrong, or all are from here on. */
static void read_label(struct search *search, const struct token *token)
{
    const struct item *label = token->item;
    struct state state = search->state;
    const long next = (long)search->pos->number;
    long lost = 0;
    if (fits_label(search, label, &lost)) {
        if (state.drift)
            add_number(search, FAULT_NUMBERS, token->begin, token->end, label, next, "")->hidden = true;
        repair_end_edge(search, 0, 1);
        return;
    }
    if (lost == 1 || lost == 2) {
        struct item shown = *label; /* that would be right for the first of them */
        shown.number = (uint32_t)(next + state.drift);
        if (shown.side == NO_SIDE && search->pos->side == LUDUS_BLACK && (shown.form < 2 || lost == 2))
            shown.form = 3;
        add_number(search, FAULT_TURNS_LOST, token->begin, token->begin, &shown, shown.number, " __ ");
        begin_lost(search, PRICE_SHOWN_LOST + PRICE_SHOWN_MORE * (int)(lost - 1), (unsigned)lost);
        repair_back(search, state);
    }
    add_number(search, FAULT_NUMBER, token->begin, token->end, label, next, "");
    struct state changed = search->state;
    repair_end_edge(search, PRICE_NUMBER, 1);
    long drift = (long)label->number - next;
    if (label->number == UNNUMBERED || drift == state.drift || drift > INT16_MAX || drift < INT16_MIN)
        return;
    repair_back(search, changed);
    search->state.drift = (int32_t)drift;
    search->edit[0].kind = FAULT_NUMBERS;
    repair_end_edge(search, state.doubled ? PRICE_CASE : PRICE_NUMBERS, 1);
}

/* ---- Between two tokens ---- */

/* Adds an edit of bytes between two tokens, both of which reports show. */
static void edit_between(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                         const char *text, const struct token *before, const struct token *token)
{
    struct repair_edit *edit = repair_add_edit(search, kind, begin, end, "%s", text);
    edit->turn = search->at->state.turns;
    edit->shown_begin = before->begin;
    edit->shown_end = token->end;
}

/* The comma between two placings, which are one move, is lost. */
static void edges_pair(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    struct ludus_move move;
    if (!token_places(token) || !token_places(next) || next->joined ||
        !resolve_pair(search->pos, &token->item->move, &next->item->move, &move) ||
        !repair_make_move(search, move))
        return;
    edit_between(search, FAULT_SIGN, token->end, token->end, ",", token, next);
    repair_end_edge(search, PRICE_COMMA, 2);
}

/* A comma before the move is lost, or should not be there. */
static void edges_comma(struct search *search, const struct token *token)
{
    bool joined = repair_is_joined(search, token);
    const struct token *before = token - 1;
    if (before->kind == TOKEN_NONE || joined != token->joined || !repair_come_to_move(search, !joined) ||
        repair_lacks_roll(search) || !read_move(search, token))
        return;
    size_t begin = before->end;
    const char *source = source_of(search), *comma = memchr(source + begin, ',', token->begin - begin);
    if (joined && !comma)
        return;
    begin = joined ? (size_t)(comma - source) : begin;
    const char *text = !joined ? "," : is_filler(comma[1]) ? "" : " ";
    edit_between(search, FAULT_SIGN, begin, begin + joined, text, before, token);
    repair_end_edge(search, PRICE_COMMA, 0);
}

/* The turn of the last roll is a pass. */
static void edges_pass(struct search *search, const struct token *token)
{
    const struct token *roll = token - 1;
    if (!search->rules->dice || search->state.mid || !search->pos->dice_count || roll->kind != TOKEN_ROLL)
        return;
    edit_between(search, FAULT_NO_MOVES, roll->end, roll->end, " <pass>", roll, roll);
    begin_turn(search);
    if (repair_end_turn(search))
        repair_end_edge(search, PRICE_PASS_LOST, 0);
}

/* A word stands in place of the comma between two moves. */
static void edges_word_for_comma(struct search *search, const struct token *token)
{
    const struct token *before = token - 1;
    if (!search->state.mid || before->kind == TOKEN_NONE || search->rules->dice < 2 ||
        resolve_name(search->ruleset, token->text, token->end - token->begin) != NONE)
        return;
    edit_between(search, FAULT_WRITING, before->end, token->end, ",", before, token);
    search->state.comma = true;
    repair_end_edge(search, PRICE_COMMA - PRICE_CASE, 1);
}

/* ---- Tokens skipped ---- */

/* A span of tokens. */
struct span {
    const struct token *begin, *end;
};

static bool same_text(struct span one, struct span other)
{
    const struct token *left = one.begin, *right = other.begin;
    if (one.end - left != other.end - right)
        return false;
    while (left < one.end && left->end - left->begin == right->end - right->begin &&
           memcmp(left->text, right->text, left->end - left->begin) == 0)
        left++, right++;
    return left == one.end;
}

/* A turn without its numbers. */
static struct span behind_numbers(const struct token *turn)
{
    struct span span = { turn, turn->next_turn };
    while (span.begin < span.end && span.begin->kind == TOKEN_LABEL)
        span.begin++;
    return span;
}

/* Are two turns the same, except for their numbers? */
static bool same_turns(const struct token *turn, const struct token *other)
{
    struct span one = behind_numbers(turn);
    return one.begin < one.end && same_text(one, behind_numbers(other));
}

/* Removes the text up to the token `end`. */
static void skip(struct search *search, const struct token *token, const struct token *end,
                 enum fault_kind kind, int price)
{
    repair_begin_edge(search);
    search->state.comma = search->at->state.comma;
    bool blank = token->begin == 0 || is_filler(token->text[-1]);
    size_t from = token->begin, last = end[-1].end, till = last;
    if (token->joined)
        from = token[-1].kind != TOKEN_NONE ? token[-1].end : from;
    else if (blank && end->kind != TOKEN_NONE && !end->apart && !end->joined)
        till = end->begin;
    struct repair_edit *edit = repair_add_edit(search, kind, from, till, "%s", "");
    edit->shown_end = last;
    edit->said_end = edit->said_end > last ? edit->said_end : last;
    search->state.doubled = kind == FAULT_DOUBLED;
    search->state.skipped |= kind == FAULT_TOO_MANY || kind == FAULT_DOUBLED;
    search->state.token = end;
    repair_end_edge(search, price, 0);
}

static void edges_skip(struct search *search, const struct token *token)
{
    const struct token *next = token + 1, *end = token->next_turn;
    bool first = token->turn == token, word = token->kind == TOKEN_WORD;
    if (first && !search->at->state.comma) {
        const struct token *one = token[-1].turn, *two = one ? one[-1].turn : NULL;
        bool one_same = one && same_turns(one, token), two_same = two && same_turns(two, token);
        if (two_same && end->kind != TOKEN_NONE && same_turns(one, end))
            skip(search, token, end->next_turn, FAULT_DOUBLED, PRICE_DOUBLED_BOTH);
        if (one_same || two_same)
            skip(search, token, end, FAULT_DOUBLED, PRICE_DOUBLED);
        else if (!(word && end == next))
            skip(search, token, end, FAULT_TOO_MANY, PRICE_SURPLUS);
    }
    bool number = token->kind == TOKEN_LABEL && next->kind == TOKEN_LABEL;
    bool roll = dice_thrown(search->rules) && *token->text == '(';
    if (word || number ||
        (token->kind == TOKEN_ROLL && (search->pos->dice_count || !position_dice(search->pos))))
        skip(search, token, next, FAULT_STRAY, roll || is_bad_move(token) ? PRICE_STRAY_MOVE : PRICE_STRAY);
    else if (!first && token->kind != TOKEN_LABEL)
        skip(search, token, next, FAULT_TOO_MANY, PRICE_SURPLUS);
}

/* ---- Tokens exchanged ---- */

static void add_supplied(const struct search *search, struct span span, struct ludus_buffer *out)
{
    const char *text = source_of(search);
    for (const struct token *token = span.begin; token < span.end; token++) {
        size_t core = repair_core_end(token), length = core - token->begin;
        if (token > span.begin)
            buf_add(out, text + token[-1].end, token->begin - token[-1].end);
        if (token->kind == TOKEN_ROLL)
            mend_write_roll(NULL, token->item->dice.face, token->item->dice.count, out);
        else if (token->kind == TOKEN_LABEL)
            buf_add(out, token->text, token->end - token->begin);
        else
            buf_format(out, memchr(token->text, '<', length) ? "%.*s%.*s" : "<%.*s>%.*s", (int)length,
                       token->text, (int)(token->end - core), text + core);
    }
}

/* Plays a span as it is written; `joined`: as if a comma stood before it. */
static bool play(struct search *search, struct span span, bool joined)
{
    search->state.token = span.begin;
    for (const struct token *token = span.begin; token < span.end; token = search->state.token) {
        bool move = token->kind == TOKEN_MOVE;
        if (token->kind == TOKEN_WORD || (token->kind == TOKEN_ROLL && !throw_written(search, token)) ||
            (token->kind == TOKEN_LABEL &&
             (!repair_end_turn(search) || !fits_label(search, token->item, NULL))) ||
            (move && (!repair_come_to_move(search, token == span.begin ? joined : token->joined) ||
                      repair_lacks_roll(search) || !read_move(search, token))))
            return false;
        search->state.token += !move;
    }
    return search->state.token <= span.end;
}

/* Exchanges two spans; the rest up to `till` stays. Reports show only what takes the place of the first. */
static void exchange(struct search *search, enum fault_kind kind, int price, struct span one,
                     struct span other, const struct token *till)
{
    struct span between = { one.end, other.begin }, rest = { other.end, till };
    repair_begin_edge(search);
    if (same_text(one, other) || !play(search, other, repair_is_joined(search, one.begin)) ||
        !play(search, between, between.begin->joined) || !play(search, one, other.begin->joined) ||
        !play(search, rest, rest.begin->joined))
        return;
    struct ludus_buffer out = { .bytes = NULL };
    struct arena *arena = &search->arena;
    size_t middle = one.end[-1].end, begin = one.begin->begin, last = till[-1].end;
    add_supplied(search, other, &out);
    size_t length = out.length;
    buf_add(&out, source_of(search) + middle, other.begin->begin - middle);
    add_supplied(search, one, &out);
    struct repair_edit *edit =
        repair_add_edit(search, kind, begin, other.end[-1].end, "%s", buf_string(&out));
    edit->before = arena_copy(arena, one.begin->text, middle - begin);
    edit->after = arena_copy(arena, buf_string(&out), length);
    if (kind != FAULT_NUMBERS && edit->said_end < last)
        edit->said_end = last;
    search->mend->failed |= out.failed;
    search->state.token = till;
    repair_end_edge(search, price, 0);
    buf_free(&out);
}

static struct span alone(const struct token *token)
{
    return (struct span){ token, token + 1 };
}

/* Exchanges this turn with the next, their numbers or rolls, or this move with the next of its turn. */
static void edges_exchanged(struct search *search, const struct token *token)
{
    const struct token *next = token->next_turn;
    if (token->kind == TOKEN_MOVE && token[1].kind == TOKEN_MOVE && token[1].joined)
        exchange(search, FAULT_MOVES_EXCHANGED, PRICE_MOVES_EXCHANGED, alone(token), alone(token + 1),
                 token + 2);
    if (token->kind == TOKEN_LABEL && next->kind == TOKEN_LABEL)
        exchange(search, FAULT_NUMBERS, PRICE_NUMBER, alone(token), alone(next), next + 1);
    if (token->turn != token || search->at->state.comma || next->kind == TOKEN_NONE)
        return;
    struct span one = behind_numbers(token), other = behind_numbers(next);
    if (one.begin == one.end || other.begin == other.end)
        return;
    exchange(search, FAULT_TURNS_EXCHANGED, PRICE_EXCHANGED, one, other, other.end);
    if (one.begin->kind == TOKEN_ROLL && other.begin->kind == TOKEN_ROLL && one.begin + 1 < one.end &&
        other.begin + 1 < other.end)
        exchange(search, FAULT_DICE_EXCHANGED, PRICE_EXCHANGED, alone(one.begin), alone(other.begin),
                 other.end);
}

/* The roll stands before the number of its turn. */
static void edges_before_number(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    if (next->kind != TOKEN_LABEL || next->apart || !repair_end_turn(search) ||
        !fits_label(search, next->item, NULL) || !throw_written(search, token))
        return;
    repair_add_edit(search, FAULT_WRITING, token->begin, next->end, "%.*s %.*s",
                    (int)(next->end - next->begin), next->text, (int)(token->end - token->begin),
                    token->text);
    repair_end_edge(search, PRICE_EDITED, 2);
}

const struct edges repair_reads[] = { { read_label, STAGE_EXACT, WHERE_BETWEEN, TOKEN_LABEL },
                                      { exact_move, STAGE_EXACT, WHERE_BARE, TOKEN_MOVE },
                                      { read_end, STAGE_EXACT, WHERE_BETWEEN, TOKEN_NONE },
                                      { read_roll, STAGE_EXACT, WHERE_ANY, TOKEN_ROLL },
                                      { edges_before_number, STAGE_EDITS, WHERE_ANY, TOKEN_ROLL },
                                      { edges_comma, STAGE_EDITS, WHERE_ANY, TOKEN_MOVE },
                                      { edges_pair, STAGE_EDITS, WHERE_MOVE, TOKEN_MOVE },
                                      { edges_skip, STAGE_SKIPS, WHERE_ANY, TOKEN_ANY },
                                      { edges_word_for_comma, STAGE_SKIPS, WHERE_ANY, TOKEN_WORD },
                                      { edges_pass, STAGE_SKIPS, WHERE_ANY, TOKEN_ANY },
                                      { edges_exchanged, STAGE_SKIPS, WHERE_ANY, TOKEN_ANY },
                                      { edges_lost_turn, STAGE_SKIPS, WHERE_BETWEEN, TOKEN_ANY },
                                      { edges_lost_turn, STAGE_LOST, WHERE_BETWEEN, TOKEN_ANY },
                                      { edges_any_move, STAGE_LOST, WHERE_BETWEEN, TOKEN_MOVE | TOKEN_WORD },
                                      { .make = NULL } };
