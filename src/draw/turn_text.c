/* turn_text.c - a turn of the record as it is printed. */
#include "base/chars.h"
#include "draw/caption.h"

#include <stddef.h>
#include <string.h>

#define TIMES "\xc3\x97"

bool turn_text_start(struct ludus_replay *replay, struct ludus_game *game)
{
    replay->parts = true;
    bool started = ludus_replay_start(replay, game);
    replay->parts = false;
    return started;
}

/* ---- As it is written ---- */

/* Appends a token of the record with the printed signs of the Leiden conventions: a dot below an unclear
 * sign, angle brackets around supplied ones, a dot in brackets for each lost one. */
static void add_as_written(struct ludus_buffer *out, const struct item *item)
{
    const char *text = item->text;
    const size_t length = item->length;
    if (turns_unread(item)) { /* the meaning of its signs is unknown */
        buf_add(out, text, length);
        return;
    }
    for (size_t at = 0; at < length; at++) {
        size_t lost = 0;
        while (at + lost < length && text[at + lost] == '_')
            lost++;
        if (lost == length) {
            buf_text(out, lost == 1 ? "[" EN_DASH "]" : "[" EN_DASH " " EN_DASH " " EN_DASH "]");
            return;
        }
        if (lost) {
            buf_char(out, '[');
            for (size_t i = 0; i < lost; i++)
                buf_char(out, '.');
            buf_char(out, ']');
            at += lost - 1;
        } else if (text[at] == '~') {
            buf_text(out, "\xcc\xa3");
        } else if (text[at] == '<') {
            buf_text(out, "\xe2\x9f\xa8");
        } else if (text[at] == '>') {
            buf_text(out, "\xe2\x9f\xa9");
        } else {
            buf_char(out, is_filler(text[at]) ? ' ' : text[at]);
        }
    }
}

static bool is_damaged(const struct item *dice)
{
    return dice->dice.unclear || dice->dice.supplied || memchr(dice->dice.face, 0, dice->dice.count);
}

/* ---- As it is printed ---- */

/* Appends the canonical text of a move, with letters or figurines instead of names, and only the first and
 * last square of a chain of jumps. */
static void add_printed(struct ludus_buffer *out, const struct turn_text *text, const struct scene_step *step,
                        unsigned promotion, struct ludus_text canonical)
{
    const struct ludus_ruleset *ruleset = ludus_replay_ruleset(text->replay);
    const char *at = canonical.text, *end = at + canonical.length;
    for (; at < end; at++) {
        if (is_upper(*at) && step->type != LUDUS_CASTLE) {
            unsigned kind = at > canonical.text ? promotion : step->piece.kind;
            bool named = ruleset->rules.notation != STYLE_SAN && at + 1 < end && is_letter(at[1]);
            if (text->options->notation == LUDUS_NOTATION_FIGURINES && kind < SCENE_KINDS) {
                buf_text(out, SCENE_FIGURINE);
                buf_char(out, (char)(0x80 + kind));
            } else {
                buf_char(out, (named ? ludus_ruleset_kind_letter(ruleset, kind) : *at));
            }
            while (named && at + 1 < end && is_letter(at[1]))
                at++;
            at += named && at + 1 < end && at[1] == ' ';
        } else if (*at == '-') {
            for (const char *next = at; step->type == LUDUS_JUMP && next < end; next++)
                at = *next == '-' ? next : at;
            buf_text(out, EN_DASH);
        } else if (*at == 'x') {
            buf_text(out, TIMES);
        } else {
            buf_char(out, *at);
        }
    }
}

/* Appends the move as the rules understand it. Returns false if they do not. */
static bool add_understood(struct ludus_buffer *out, const struct turn_text *text, unsigned item)
{
    const struct turn *turn = &text->replay->turn;
    const struct ludus_text canonical = { text->turn->text + turn->text_begin[item],
                                          turn->text_end[item] - turn->text_begin[item] };
    unsigned move = 0, count = 0; /* after a pass or an illegal move the scene has none */
    bool second = false;          /* the second item of a pair of placings, which is one move */
    if (!turn->text_end[item])
        return false;
    if (text->options->notation != LUDUS_NOTATION_NAMES)
        count = turn->move_count < text->scene->step_count ? turn->move_count : text->scene->step_count;
    for (; move < count && turn->item_of[move] != item; move++) {
        const struct ludus_move *pair = &turn->moves[move];
        second =
            pair->type == LUDUS_PLACE && pair->from != LUDUS_NO_SQUARE && turn->item_of[move] + 1u == item;
        if (second)
            break;
    }
    if (move == count) {
        buf_add(out, canonical.text, canonical.length);
    } else if (second) {
        buf_char(out, '@');
        buf_text(out, square_name(text->replay->ruleset, turn->moves[move].from).text);
    } else {
        add_printed(out, text, &text->scene->steps[move], turn->moves[move].piece, canonical);
    }
    return true;
}

void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item)
{
    const struct turn *turn = &text->replay->turn;
    const struct item *written = turn->items[item];
    size_t next = (size_t)(written - text->replay->game->items) + 1;
    bool plain = text->turn->state == LUDUS_TURN_PLAYED && !(turn->dice && is_damaged(turn->dice));
    for (unsigned i = 0; i < turn->item_count; i++) {
        const struct move_text *move = &turn->items[i]->move;
        plain &= turns_unread(turn->items[i]) ||
                 !(move->style >= MOVE_PATTERN || move->flags & (MOVE_UNCLEAR | MOVE_SUPPLIED));
    }
    if (plain && add_understood(out, text, item)) {
        buf_text(out, written->move.flags & MOVE_SQUEEZE ? " squeeze" : "");
        buf_text(out, written->move.flags & MOVE_SIC ? " sic" : "");
        if (written->move.mark)
            nag_write(out, written->move.mark);
    } else {
        add_as_written(out, written);
    }
    for (const struct item *nag; (nag = turns_next_nag(text->replay->game, &next));)
        nag_write(out, nag->number);
}

void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text)
{
    const struct item *dice = text->replay->turn.dice;
    if (!dice)
        return;
    if (is_damaged(dice) || dice->dice.count > LUDUS_DICE_MAX || text->turn->state != LUDUS_TURN_PLAYED) {
        add_as_written(out, dice);
        return;
    }
    for (unsigned i = 0; i < dice->dice.count; i++)
        buf_format(out, "%c%u", i ? ',' : '(', dice->dice.face[i]);
    buf_char(out, ')');
}

void turn_comment_write(struct ludus_buffer *out, const struct item *comment)
{
    const char *at = comment->text, *end = at + comment->length;
    bool gap = out->length > 0;
    for (; at < end; at++)
        if (*at == '[' && at + 1 < end && at[1] == '%') {
            at = memchr(at, ']', (size_t)(end - at));
            if (!at)
                return;
        } else if (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r') {
            gap = out->length > 0;
        } else {
            if (gap)
                buf_char(out, ' ');
            gap = false;
            buf_char(out, *at);
        }
}
