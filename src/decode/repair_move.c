/* repair_move.c - tokens read as other moves, and how a change is written. */
#include "base/chars.h"
#include "decode/repair_state.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a change is written as ---- */

struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *text)
{
    struct repair_edit *edit = &search->edit[search->edit_count++];
    const char *copy = arena_copy(&search->arena, text, strlen(text)); /* it may be ended after its maker */
    search->mend->failed |= !copy;
    const struct state *before = &node_at(search, search->at)->state;
    size_t turn = token_at(search, before->token)->turn;
    if (turn > 0 && token_at(search, turn)->begin >= end && kind != FAULT_LEFT_OUT && kind != FAULT_STRETCH)
        turn = token_at(search, turn - 1)->turn; /* behind the turn before */
    *edit = (struct repair_edit){ .kind = (uint8_t)kind,
                                  .begin = begin,
                                  .end = end,
                                  .text = copy ? copy : "",
                                  .turn = before->turns +
                                          (before->mid && !token_at(search, before->token)->joined),
                                  .said_begin = token_at(search, turn)->begin,
                                  .said_end = token_at(search, token_at(search, turn)->next_turn - 1)->end,
                                  .shown_begin = begin,
                                  .shown_end = end };
    return edit;
}

/* Puts <...> around what differs from the text as it stands; a name goes as a whole. */
static void mark(const char *was, size_t length, const char *text, char out[TEXT_MAX])
{
    size_t count = strlen(text), front = 0, back = 0, name = 0;
    while (is_letter(text[name]))
        name++;
    while (front < length && front < count && was[front] == text[front])
        front++;
    while (back < length - front && back < count - front && was[length - 1 - back] == text[count - 1 - back])
        back++;
    if (front < name && text[name] == ' ') {
        front = 0;
        back = back > count - name ? count - name : back;
    }
    size_t supplied = count - front - back;
    if (supplied == 0 || text[front] == ' ') { /* nothing can be marked but the whole */
        front = back = 0;
        supplied = count;
    }
    memcpy(out, text, front);
    out[front] = '<';
    memcpy(out + front + 1, text + front, supplied);
    out[front + supplied + 1] = '>';
    memcpy(out + front + supplied + 2, text + front + supplied, back);
    out[count + 2] = '\0';
}

size_t repair_core_end(const struct search *search, const struct token *token)
{
    const char *text = source_of(search);
    size_t end = token->end;
    while (end > token->begin &&
           (text[end - 1] == '!' || text[end - 1] == '?' || text[end - 1] == ';' || text[end - 1] == '.'))
        end--;
    return end > token->begin ? end : token->end;
}

/* ---- Tokens as other moves ---- */

/* Where the text of `count` tokens ends, taken as one; 0 if they cannot be one. */
static size_t span_end(const struct search *search, size_t first, size_t count)
{
    if (first + count > search->tokens.count)
        return 0;
    for (size_t i = 1; i < count; i++) {
        const struct token *token = token_at(search, first + i);
        if (token->apart || token->joined || token->kind == TOKEN_ROLL)
            return 0;
    }
    return repair_core_end(search, token_at(search, first + count - 1));
}

static enum fault_kind kind_of(const struct priced *priced)
{
    return priced->respelt   ? FAULT_WRITING
           : priced->renamed ? FAULT_NAME
           : priced->several ? FAULT_SIGNS
                             : FAULT_SIGN;
}

/* Is it a word that can be the name of a piece? */
static bool is_piece_word(const struct search *search, const struct token *token)
{
    const char *text = source_of(search);
    bool name = token->kind == TOKEN_WORD && token->end - token->begin > 1;
    for (size_t i = token->begin; i < token->end && name; i++)
        name = is_letter(text[i]) || text[i] & 0x80;
    return name;
}

/* Reads `count` tokens as any of the moves that their text is like. */
static void edges_text(struct search *search, const struct token *token, size_t count)
{
    size_t end = span_end(search, (size_t)(token - token_at(search, 0)), count);
    if (end <= token->begin || end - token->begin > TEXT_MAX / 3)
        return;
    const char *was = source_of(search) + token->begin;
    size_t length = end - token->begin;
    bool named = count > 1 && is_piece_word(search, token); /* which is written apart */
    double extra = count > 1 + (size_t)named ? PRICE_BLANK : 0;
    size_t found =
        price_text(&search->pricer, search->pos, was, length,
                   extra > 0 ? PRICE_EDITED + PRICE_ADDED : EDITED_MOST, search->priced, CANDIDATES);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < found; i++) {
        const struct priced *priced = &search->priced[i];
        char text[TEXT_MAX];
        bool same = strlen(priced->text) == length && memcmp(priced->text, was, length) == 0;
        if (same || !repair_make_move(search, priced->move))
            continue;
        bool blanks = extra > 0 && priced->price <= PRICE_CASE;
        if (blanks)
            (void)snprintf(text, sizeof text, "%s", priced->text);
        else
            mark(was, length, priced->text, text);
        search->edit_count = 0;
        struct repair_edit *edit =
            repair_add_edit(search, blanks ? FAULT_WRITING : kind_of(priced), token->begin, end, text);
        edit->shown_end = token[count - 1].end;
        edit->said_end = token_at(search, token[count - 1].next_turn - 1)->end;
        search->state.cost += priced->price + extra;
        search->state.token += (uint32_t)count;
        repair_end_edge(search);
        repair_undo_to(search, ops);
        search->state = state;
    }
}

/* Two steps of one piece in one turn are written as one. */
static void edges_two_steps(struct search *search, const struct token *token)
{
    const struct move_text *text = &token->item->move;
    unsigned from = resolve_square(search->ruleset, text->from_file, text->from_rank);
    unsigned to = resolve_square(search->ruleset, text->to_file, text->to_rank);
    struct ludus_move *moves = search->moves;
    if (token->kind != TOKEN_MOVE || from == NONE || to == NONE || search->ruleset->rules.dice < 2)
        return;
    size_t count = movegen_all(search->pos, moves);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move second[RESOLVE_MAX], first = moves[i];
        char names[TEXT_MAX / 2], more[TEXT_MAX / 2], out[TEXT_MAX + 8];
        if (first.from != from || first.to == to || first.type > LUDUS_JUMP)
            continue;
        struct san_text one = { names, sizeof names, 0 }, other = { more, sizeof more, 0 };
        san_write(&one, search->pos, first);
        san_end(&one);
        if (!repair_make_move(search, first))
            continue;
        size_t found = movegen_to(search->pos, ~(kind_set)0, to, second, RESOLVE_MAX);
        for (size_t j = 0; j < found && j < RESOLVE_MAX && search->pos->side == search->state.side; j++) {
            if (second[j].from != first.to || second[j].type > LUDUS_JUMP)
                continue;
            other.length = 0;
            san_write(&other, search->pos, second[j]);
            san_end(&other);
            unsigned here = search->trail.count;
            struct state between = search->state;
            if (repair_make_move(search, second[j])) {
                (void)snprintf(out, sizeof out, "<%s>, <%s>", names, more);
                search->edit_count = 0;
                repair_add_edit(search, FAULT_SIGNS, token->begin, repair_core_end(search, token), out);
                search->state.cost += PRICE_STEPS_JOINED;
                search->state.token++;
                repair_end_edge(search);
            }
            repair_undo_to(search, here);
            search->state = between;
        }
        repair_undo_to(search, ops);
        search->state = state;
    }
}

void repair_other_moves(struct search *search, const struct token *token)
{
    for (size_t count = 1; count <= SPAN_MAX; count++)
        edges_text(search, token, count);
    edges_two_steps(search, token);
}

void repair_edges_placing(struct search *search, const struct token *token, unsigned wrong)
{
    const struct token *right = token + (wrong == 0), *other = token + wrong;
    repair_begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count)
        return;
    const char *was = source_of(search) + other->begin;
    size_t length = repair_core_end(search, other) - other->begin;
    const struct move_text *placed = &right->item->move;
    if (right->kind != TOKEN_MOVE || !token[1].joined || placed->style != MOVE_PLACE ||
        other->kind == TOKEN_LABEL || length > TEXT_MAX / 3 ||
        !repair_come_to_move(search, repair_is_joined(search, token)))
        return;
    unsigned square = resolve_square(search->ruleset, placed->to_file, placed->to_rank);
    size_t count = movegen_all(search->pos, search->moves);
    unsigned ops = search->trail.count;
    struct state state = search->state;
    for (size_t i = 0; i < count; i++) {
        struct ludus_move move = search->moves[i], half = move;
        char text[TEXT_MAX / 2], marked[TEXT_MAX];
        struct san_text out = { text, sizeof text, 0 };
        if (move.type != LUDUS_PLACE || move.from == NONE || (move.to != square && move.from != square))
            continue;
        half.to = move.to == square ? move.from : move.to;
        half.from = NONE;
        san_write_long(&out, search->pos, half);
        if (san_end(&out) >= sizeof text)
            continue;
        double price = price_spelling(&search->pricer, was, length, text);
        if (price <= 0 || price > EDITED_MOST || !repair_make_move(search, move))
            continue;
        mark(was, length, text, marked);
        search->edit_count = 0;
        repair_add_edit(search, FAULT_SIGN, other->begin, other->begin + length, marked);
        search->state.cost += price;
        search->state.token += 2;
        repair_end_edge(search);
        repair_undo_to(search, ops);
        search->state = state;
    }
}

void repair_show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token)
{
    edit->turn = node_at(search, search->at)->state.turns;
    edit->shown_begin = before->begin;
    edit->shown_end = token->end;
}

void repair_edges_pair(struct search *search, const struct token *token)
{
    const struct token *next = token + 1;
    struct ludus_move move;
    repair_begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count || token->kind != TOKEN_MOVE ||
        next->kind != TOKEN_MOVE || next->joined || token->item->move.style != MOVE_PLACE ||
        next->item->move.style != MOVE_PLACE ||
        !repair_come_to_move(search, repair_is_joined(search, token)) ||
        !resolve_pair(&search->mend->slots.replay->lexicon, search->pos, &token->item->move,
                      &next->item->move, &move) ||
        !repair_make_move(search, move))
        return;
    repair_show_around(search, repair_add_edit(search, FAULT_SIGN, token->end, token->end, ","), token, next);
    search->state.cost += PRICE_COMMA;
    search->state.token += 2;
    repair_end_edge(search);
}

void repair_edges_comma(struct search *search, const struct token *token)
{
    bool joined = repair_is_joined(search, token);
    const struct token *before = token - 1;
    repair_begin_edge(search);
    if (token->kind != TOKEN_MOVE || token == token_at(search, 0) || !repair_come_to_move(search, !joined) ||
        repair_lacks_roll(search) || !repair_read_move(search, token))
        return;
    if (joined && token->joined) {
        const char *comma = memchr(source_of(search) + before->end, ',', token->begin - before->end);
        size_t at = comma ? (size_t)(comma - source_of(search)) : 0;
        if (!comma)
            return;
        repair_show_around(search,
                           repair_add_edit(search, FAULT_SIGN, at, at + 1, is_filler(comma[1]) ? "" : " "),
                           before, token);
    } else if (!joined) {
        repair_show_around(search, repair_add_edit(search, FAULT_SIGN, before->end, before->end, ","), before,
                           token);
    } else {
        return;
    }
    search->state.cost += PRICE_COMMA;
    repair_end_edge(search);
}
