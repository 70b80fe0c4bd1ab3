/* transcript_old.c - lines of a printed page with moves in descriptive notation. */
#include "decode/transcript_old.h"

#include "base/chars.h"
#include "decode/transcript_like.h"
#include "decode/transcript_rules.h"
#include "decode/transcript_side.h"
#include "decode/transcript_words.h"

#include <stdlib.h>
#include <string.h>

static bool begins_word(const char *line, size_t at)
{
    return at == 0 || is_space(line[at - 1]) || line[at - 1] == '.';
}

static size_t parse_old(const char *text, size_t length)
{
    struct descriptive move;
    return descriptive_parse(text, length, &move);
}

bool transcript_may_be_old(const char *text, size_t length)
{
    return parse_old(text, length) > 0;
}

uint32_t transcript_old_number(const char *line, size_t length)
{
    struct descriptive move;
    size_t at = 0;
    while (at < length && at < 4 && is_digit(line[at]))
        at++;
    unsigned long number = at ? strtoul(line, NULL, 10) : 1;
    while (at > 0 && at < length && (line[at] == '.' || is_space(line[at])))
        at++;
    bool old = descriptive_parse(line + at, length - at, &move) > 0 && move.style != DESCRIPTIVE_FILES;
    return old ? (uint32_t)number : 0;
}

/* ---- The game ---- */

static bool has_old(const struct line *l)
{
    for (size_t at = 0; at < l->length; at++)
        if (begins_word(l->text, at) && is_letter(l->text[at]) && parse_old(l->text + at, l->length - at))
            return true;
    return false;
}

/* Tells that the first line of such turns is in a notation that is not of this game. */
static void refuse(struct page *page, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct line *l = &page->lines[i];
        if (transcript_old_number(l->text, l->length) != 1)
            continue;
        import_fault(
            page->import, IMPORT_UNREAD_OLD, i + 1, l->indent + 1,
            "this is descriptive notation, which is read of games with the board and the pieces of %s alone",
            ludus_ruleset_title(transcript_usual_rules()));
        return;
    }
}

void transcript_old_start(struct page *page, size_t from, size_t to)
{
    bool any = false;
    descriptive_free(&page->old);
    page->old_told = false;
    for (size_t i = from; i < to; i++) {
        const struct line *l = &page->lines[i];
        if (l->length > 4 && memcmp(l->text, "FEN:", 4) == 0)
            return;
        any = any || has_old(l);
    }
    const struct ludus_ruleset *rules = page->import->rules;
    if (any && !descriptive_start(&page->old, rules ? rules : transcript_usual_rules()))
        refuse(page, from, to);
}

/* Plays a move of the notation, if it is one legal move. */
static bool play(struct descriptive_game *game, const struct move_text *text)
{
    struct ludus_move moves[RESOLVE_MAX];
    return resolve_move(&game->lexicon, game->position, text, moves) == 1 && descriptive_play(game, moves[0]);
}

void transcript_old_follow(struct page *page)
{
    const struct ludus_game *line = &page->scan.game;
    for (size_t i = 0; page->old.position && i < line->item_count; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_OPEN)
            i = item->partner;
        else if ((item->kind == ITEM_MOVE && !play(&page->old, &item->move)) || item->kind == ITEM_DICE ||
                 transcript_is_meant(line, i))
            descriptive_free(&page->old);
    }
}

/* ---- A line ---- */

struct rewriting {
    const char *text, *at, *end;
    struct descriptive_game game; /* as it stands at `at`; owned */
    struct ludus_buffer *out;
    struct arena arena; /* owned */
    struct old_line *old;
    uint32_t later; /* number of the first turn below that is plainly one, 0: none */
    bool active;    /* the next word is the next move, if it is one */
    bool labelled;  /* a number that comes next stands in the line */
    bool lost;
};

static void copy(struct rewriting *r, const char *to)
{
    buf_add(r->out, r->at, (size_t)(to - r->at));
    r->at = to;
}

/* Copies a number with its dots; is it that of the turn that comes next,
 * which does not stand below? */
static void copy_number(struct rewriting *r)
{
    const char *to = r->at;
    unsigned long number = strtoul(r->at, NULL, 10);
    while (to < r->end && is_digit(*to))
        to++;
    bool label = to < r->end && (*to == '.' || is_space(*to));
    while (to < r->end && (*to == '.' || is_space(*to)))
        to++;
    r->active =
        label && number == ludus_position_number(r->game.position) && (!r->later || number < r->later);
    r->labelled |= r->active;
    copy(r, to);
}

/* Copies a comment, or what stands in parentheses. */
static void copy_aside(struct rewriting *r)
{
    unsigned depth = 0;
    const char *to = r->at;
    char open = *to, close = open == '{' ? '}' : ')';
    do {
        depth += *to == open;
        depth -= *to == close;
    } while (++to < r->end && depth > 0);
    copy(r, to);
}

/* Writes a move in place of one in `length` bytes, with the marks behind that, and
 * without the stop. */
static void write_move(struct rewriting *r, const char *meant, size_t length)
{
    size_t wanted = r->out->length + length;
    buf_text(r->out, meant);
    r->at += length;
    for (; r->at < r->end && (*r->at == '!' || *r->at == '?'); wanted++)
        buf_char(r->out, *r->at++);
    bool last = r->at + 1 == r->end || (r->at < r->end && is_space(r->at[1]));
    if (r->at < r->end && last && strchr(",;:.", *r->at)) { /* between the moves of both sides */
        r->at++;
        wanted++;
    }
    while (!r->out->failed && r->out->length < wanted)
        buf_char(r->out, ' ');
}

/* Takes a move in descriptive notation, which is `length` long. */
static void take_old(struct rewriting *r, const struct descriptive *said, size_t length)
{
    struct ludus_move move = { .type = 0 };
    char meant[sizeof r->old->meant];
    size_t fits = descriptive_find(&r->game, said, &move);
    r->active = fits == 1;
    if (fits != 1 && !r->labelled)
        return;
    if (fits != 1) {
        r->old->bad = (size_t)(r->at - r->text);
        r->old->bad_length = length;
        r->old->fits = fits;
        r->lost = true;
        return;
    }
    (void)ludus_move_text(r->game.position, move, meant, sizeof meant);
    if (r->old->length == 0) {
        r->old->begin = (size_t)(r->at - r->text);
        r->old->length = length;
        memcpy(r->old->meant, meant, sizeof meant);
    }
    write_move(r, meant, length);
    r->lost = !descriptive_play(&r->game, move);
}

/* Copies a word: the next move, if it is one of the notation; what is none and has letters tells that the
 * words begin. */
static void copy_word(struct rewriting *r)
{
    struct move_text text;
    const char *to = r->at, *stop;
    bool word = false;
    while (to < r->end && !is_space(*to) && *to != '(' && *to != '{')
        word |= is_letter(*to++) || to[-1] & '\x80';
    to += to == r->at;
    stop = to;
    while (stop > r->at && strchr(".,;:!?", stop[-1]))
        stop--;
    if (word && r->active)
        r->active = stop > r->at && move_text_parse(r->at, (size_t)(stop - r->at), &r->arena, &text) &&
                    play(&r->game, &text);
    copy(r, to);
}

static void rewrite(struct rewriting *r)
{
    struct descriptive said;
    size_t length;
    while (r->at < r->end && !r->lost) {
        bool first = begins_word(r->text, (size_t)(r->at - r->text));
        if (is_space(*r->at))
            copy(r, r->at + 1);
        else if (*r->at == '{' || *r->at == '(')
            copy_aside(r);
        else if (is_digit(*r->at) && first)
            copy_number(r);
        else if (r->active && (length = descriptive_parse(r->at, (size_t)(r->end - r->at), &said)) > 0)
            take_old(r, &said, length);
        else
            copy_word(r);
    }
    copy(r, r->end);
}

/* Copies the name of a side, which is a label of its turn where the page has no numbers. */
static void copy_side(struct rewriting *r, const struct page *page)
{
    struct side_line side;
    if ((!page->by_side && page->turns.number > 0) ||
        !transcript_find_side(r->text, (size_t)(r->end - r->text), &side) ||
        side.side != ludus_position_side(r->game.position))
        return;
    r->active = r->labelled = true;
    copy(r, r->text + side.rest);
}

bool transcript_old_rewrite(struct page *page, size_t line, bool amid, struct old_line *old)
{
    const struct line *l = &page->lines[line];
    *old = (struct old_line){ .length = 0 };
    if (!page->old.position || page->over || !has_old(l))
        return false;
    buf_clear(&page->rewritten);
    struct rewriting r = { .text = l->text,
                           .at = l->text,
                           .end = l->text + l->length,
                           .out = &page->rewritten,
                           .old = old,
                           .later = transcript_find_later(page, line).number,
                           .active = page->flow && page->turn.length > 0 && !amid &&
                                     ludus_position_side(page->old.position) == LUDUS_BLACK };
    if (descriptive_copy(&r.game, &page->old)) {
        copy_side(&r, page);
        rewrite(&r);
    }
    descriptive_free(&r.game);
    arena_free(&r.arena);
    return old->length > 0 && !page->rewritten.failed;
}

void transcript_old_tell(struct page *page, size_t line, const struct old_line *old, bool taken)
{
    const struct line *l = &page->lines[line];
    if (old->length && taken && !page->old_told) {
        page->old_told = true;
        import_fault(page->import, IMPORT_OLD, line + 1, l->indent + old->begin + 1,
                     "'%.*s' is read as %s, and so are moves in this notation below", (int)old->length,
                     l->text + old->begin, old->meant);
    }
    if (old->bad_length && page->old.position)
        import_fault(page->import, IMPORT_UNREAD_OLD, line + 1, l->indent + old->bad + 1,
                     "'%.*s' fits %s and is not read", (int)old->bad_length, l->text + old->bad,
                     old->fits ? "several legal moves" : "no legal move");
    if (old->bad_length && taken)
        descriptive_free(&page->old);
}
