/* repair_slip.c - tokens read as other moves, numbers and results, and how a change is written. */
#include "base/chars.h"
#include "decode/repair_state.h"
#include "play/san.h"
#include "rules/engine.h"

#include <stdio.h>
#include <string.h>

/* ---- What a change is written as ---- */

struct repair_edit *repair_add_edit(struct search *search, enum fault_kind kind, size_t begin, size_t end,
                                    const char *text)
{
    struct repair_edit *edit = &search->edit[search->edit_count++];
    const char *copy = arena_copy(&search->arena, text, strlen(text)); /* it may be ended after its maker */
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
static void mark_supplied(const char *was, size_t length, const char *text, char out[TEXT_MAX])
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
        bool whole = token->kind == TOKEN_MOVE && token->item->move.name_length;
        if (token->apart || token->joined || token->kind == TOKEN_ROLL ||
            (whole && token_at(search, first)->kind == TOKEN_MOVE))
            return 0;
    }
    return repair_core_end(search, token_at(search, first + count - 1));
}

/* Length of the name that a move begins with. */
static size_t name_length(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && (is_letter(text[at]) || text[at] & 0x80))
        at++;
    return at > 1 && at < length && is_filler(text[at]) ? at : 0;
}

/* Are two texts the same but for blanks, and `to` for a hyphen? */
static bool same_signs(const char *was, size_t length, const char *text)
{
    for (size_t i = 0; i < length; i++) {
        bool to = i > 0 && i + 2 < length && memcmp(was + i, "to", 2) == 0 && is_filler(was[i - 1]) &&
                  is_filler(was[i + 2]);
        bool broken = was[i] == '-' && *text != '-' && i + 1 < length && is_filler(was[i + 1]);
        if (is_filler(was[i]) || broken)
            continue;
        while (*text == ' ')
            text++;
        if (*text++ != (to ? '-' : was[i]))
            return false;
        i += to;
    }
    return !*text;
}

static enum fault_kind kind_of(const struct meant *meant, const char *was, size_t length)
{
    const char *text = meant->text;
    size_t count = strlen(text), name = name_length(was, length), called = name_length(text, count);
    bool same_name = name == called && memcmp(was, text, name) == 0;
    bool same_rest = count - called == length - name && memcmp(was + name, text + called, length - name) == 0;
    size_t front = 0, back = 0, least = count < length ? count : length;
    while (front < least && was[front] == text[front])
        front++;
    while (back < least - front && was[length - 1 - back] == text[count - 1 - back])
        back++;
    bool one = length - front - back <= 1 && count - front - back <= 1;
    if (meant->price <= PRICE_BLANK)
        return FAULT_WRITING;
    if (name && !same_name)
        return same_rest ? FAULT_NAME : FAULT_SIGNS;
    return one || meant->price <= PRICE_EDITED + PRICE_ADDED ? FAULT_SIGN : FAULT_SIGNS;
}

/* What the text of so many tokens, up to `end`, can stand for, if they are one move. */
static size_t find_meant(struct search *search, const struct token *token, size_t end, size_t count,
                         int limit)
{
    int room = repair_room(search, &search->state, count);
    limit = limit <= room ? limit : room + 1;
    struct meant_question question = { .lexicon = &search->mend->slots.replay->lexicon,
                                       .pos = search->pos,
                                       .alike = &search->mend->lookalikes,
                                       .text = { source_of(search) + token->begin, end - token->begin },
                                       .limit = (unsigned)limit,
                                       .print = true,
                                       .checkless = !search->checks };
    return limit > 0 && end > token->begin && end - token->begin <= TEXT_MAX / 3
               ? meant_moves(&question, search->meant, CANDIDATES)
               : 0;
}

/* A name that is none is replaced as the ruleset writes it. */
static void rename_as_usual(const struct search *search, const char *was, size_t length, struct meant *meant)
{
    const struct lexicon *lexicon = &search->mend->slots.replay->lexicon;
    size_t name = name_length(was, length), called = name_length(meant->text, strlen(meant->text));
    unsigned kind = called ? lexicon_kind(lexicon, meant->text, called) : NONE;
    if (!name || kind == NONE || (name == called && memcmp(was, meant->text, name) == 0))
        return;
    const struct kind *usual = &search->ruleset->rules.kinds[kind];
    bool letter = search->ruleset->rules.notation == STYLE_SAN;
    char text[MEANT_TEXT];
    struct san_text out = { text, sizeof text, 0 };
    if (letter)
        san_char(&out, usual->letter);
    else
        san_add(&out, usual->names[0]);
    san_add(&out, meant->text + called + letter);
    if (san_end(&out) < sizeof text)
        memcpy(meant->text, text, sizeof text);
}

/* Puts one of them in the place of [begin, end). Do only the blanks differ? */
static bool supply(struct search *search, struct meant *meant, size_t begin, size_t end)
{
    const char *was = source_of(search) + begin;
    rename_as_usual(search, was, end - begin, meant);
    char text[TEXT_MAX + MEANT_TEXT];
    bool blanks = same_signs(was, end - begin, meant->text);
    if (blanks)
        (void)snprintf(text, sizeof text, "%s", meant->text);
    else
        mark_supplied(was, end - begin, meant->text, text);
    repair_add_edit(search, blanks ? FAULT_WRITING : kind_of(meant, was, end - begin), begin, end, text);
    return blanks;
}

/* Reads `count` tokens as any of the moves that their text is like. */
static void edges_text(struct search *search, const struct token *token, size_t count)
{
    size_t end = span_end(search, (size_t)(token - token_at(search, 0)), count);
    size_t name = end > token->begin ? name_length(source_of(search) + token->begin, end - token->begin) : 0;
    bool named = token->kind == TOKEN_WORD && token->begin + name == token->end; /* which is written apart */
    bool apart = count > 1 + (size_t)named;
    size_t found = find_meant(search, token, end, count,
                              apart ? PRICE_EDITED + PRICE_ADDED + PRICE_BLANK + 1 : EDITED_MOST + 1);
    struct mark mark = repair_mark(search);
    kind_set kinds;
    bool pairs = search->ruleset->places && movegen_placing(search->pos, &kinds) == 2;
    for (size_t i = 0; i < found && !pairs; i++) {
        struct meant *meant = &search->meant[i];
        if ((meant->price == 0 && count == 1) || !repair_make_move(search, meant->move))
            continue;
        search->edit_count = 0;
        bool blanks = supply(search, meant, token->begin, end);
        search->edit[0].shown_end = token[count - 1].end;
        search->edit[0].said_end = token_at(search, token[count - 1].next_turn - 1)->end;
        repair_end_edge(search, blanks ? PRICE_BLANK : (int)meant->price, count);
        repair_back(search, mark);
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
    struct mark mark = repair_mark(search);
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
            struct mark between = repair_mark(search);
            if (repair_make_move(search, second[j])) {
                (void)snprintf(out, sizeof out, "<%s>, <%s>", names, more);
                search->edit_count = 0;
                repair_add_edit(search, FAULT_SIGNS, token->begin, repair_core_end(search, token), out);
                repair_end_edge(search, PRICE_STEPS_JOINED, 1);
            }
            repair_back(search, between);
        }
        repair_back(search, mark);
    }
}

static void edges_moves(struct search *search, const struct token *token)
{
    for (size_t count = 1; count <= SPAN_MAX; count++)
        edges_text(search, token, count);
    edges_two_steps(search, token);
}

/* ---- Placings and commas ---- */

/* Of two placings, which are one move, one is written otherwise: token number `wrong` of the two. */
static void edges_placing(struct search *search, const struct token *token, unsigned wrong)
{
    const struct token *right = token + (wrong == 0), *other = token + wrong;
    repair_begin_edge(search);
    if (search->state.token + 1 >= search->tokens.count || right->kind != TOKEN_MOVE || !token[1].joined ||
        right->item->move.style != MOVE_PLACE || other->kind == TOKEN_LABEL ||
        !repair_come_to_move(search, repair_is_joined(search, token)))
        return;
    const struct move_text *placed = &right->item->move;
    unsigned square = resolve_square(search->ruleset, placed->to_file, placed->to_rank);
    size_t end = repair_core_end(search, other), found = find_meant(search, other, end, 2, EDITED_MOST + 1);
    struct mark mark = repair_mark(search);
    for (size_t i = 0; i < found; i++) {
        struct meant *meant = &search->meant[i];
        struct ludus_move move = { (uint8_t)(wrong ? meant->move.to : square),
                                   (uint8_t)(wrong ? square : meant->move.to), LUDUS_PLACE,
                                   meant->move.piece };
        if (meant->price == 0 || meant->move.type != LUDUS_PLACE || square == NONE ||
            !movegen_legal(search->pos, move) || !repair_make_move(search, move))
            continue;
        search->edit_count = 0;
        supply(search, meant, other->begin, end);
        repair_end_edge(search, (int)meant->price, 2);
        repair_back(search, mark);
    }
}

void repair_show_around(const struct search *search, struct repair_edit *edit, const struct token *before,
                        const struct token *token)
{
    edit->turn = node_at(search, search->at)->state.turns;
    edit->shown_begin = before->begin;
    edit->shown_end = token->end;
}

/* Two placings are one move, but the comma between them is lost. */
static void edges_pair(struct search *search, const struct token *token)
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
    repair_end_edge(search, PRICE_COMMA, 2);
}

/* A comma is lost before the move, or one is too many. */
static void edges_comma(struct search *search, const struct token *token)
{
    bool joined = repair_is_joined(search, token);
    const struct token *before = token - 1;
    size_t begin, end;
    repair_begin_edge(search);
    if (token == token_at(search, 0) || joined != token->joined || !repair_come_to_move(search, !joined) ||
        repair_lacks_roll(search) || !repair_read_move(search, token))
        return;
    const char *source = source_of(search),
               *comma = memchr(source + before->end, ',', token->begin - before->end);
    if (joined && !comma)
        return;
    begin = joined ? (size_t)(comma - source) : before->end;
    end = begin + joined;
    const char *text = !joined ? "," : is_filler(source[end]) ? "" : " ";
    repair_show_around(search, repair_add_edit(search, FAULT_SIGN, begin, end, text), before, token);
    repair_end_edge(search, PRICE_COMMA, 0);
}

/* ---- Words ---- */

/* A word stands for the number of the turn. */
static void edges_word_number(struct search *search, const struct token *token)
{
    char text[TEXT_MAX], plain[16];
    size_t length = token->end - token->begin, digits = 0;
    const char *was = source_of(search) + token->begin;
    if (length > 6 || !repair_between_turns(search))
        return;
    size_t number = (size_t)snprintf(plain, sizeof plain, "%u", (unsigned)search->pos->number);
    while (digits < length && digits < number && was[digits] == plain[digits])
        digits++;
    bool behind = length == 1 && token > token_at(search, 0) && token[-1].kind == TOKEN_LABEL &&
                  token[-1].end == token->begin; /* 1) for 1. */
    bool same = digits == number && digits < length && !is_digit(was[digits]) && !is_letter(was[digits]);
    bool like = length == number + 1 && was[number] == '.';
    if (!same && !like && !behind)
        return;
    bool black = search->pos->side == LUDUS_BLACK;
    (void)snprintf(text, sizeof text, behind ? "." : same ? "%s%s" : "<%s>%s", plain, black ? "..." : ".");
    bool writing = behind || same;
    repair_add_edit(search, writing ? FAULT_WRITING : FAULT_SIGN, token->begin, token->end, text);
    repair_end_edge(search, writing ? PRICE_CASE : PRICE_NUMBER_LIKE, 1);
}

/* The last word is the result. */
static void edges_word_result(struct search *search, const struct token *token)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "*" };
    size_t length = token->end - token->begin;
    const char *was = source_of(search) + token->begin;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        unsigned price = PRICE_CASE;
        for (size_t k = 0; k < length && k < strlen(results[i]); k++)
            price += meant_sign(&search->mend->lookalikes, true, was[k], results[i][k]);
        if (search->state.token + 1 < search->tokens.count || length != strlen(results[i]) ||
            price > PRICE_EDITED + PRICE_LOOKALIKE || !repair_between_turns(search))
            continue;
        repair_add_edit(search, FAULT_SIGN, token->begin, token->end, results[i]);
        repair_end_edge(search, (int)price, 1);
    }
}

void repair_edges_slips(struct search *search, const struct token *token)
{
    bool move = token->kind == TOKEN_MOVE, word = token->kind == TOKEN_WORD;
    if (move || word)
        repair_with_rolls(search, token, edges_moves);
    if (move)
        edges_comma(search, token);
    if (search->ruleset->places && (move || word)) {
        edges_pair(search, token);
        edges_placing(search, token, 0);
        edges_placing(search, token, 1);
    }
    if (word) {
        edges_word_number(search, token);
        edges_word_result(search, token);
    }
}
