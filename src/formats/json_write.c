/* json_write.c - a record as JSON, item by item as the tape runs:
 *
 *     {"tags":{"Event":"…"},"text":[{"number":"1W."},{"dice":"(2,3)"},{"move":"Pelicanus
 * b1-a1"},{"result":"1-0"}]}
 *
 * Each item is an object whose first member says what it is; a variation holds items. */
#include "base/buf.h"
#include "formats/record_write.h"
#include "notation/turns.h"

#include <stdlib.h>
#include <string.h>

struct writing {
    const struct ludus_game *game;
    struct visit visit;
    struct played *played;
    struct ludus_buffer *out;
    bool comma; /* something stands before in the array */
};

static void add_string(struct ludus_buffer *out, const char *text, size_t length)
{
    buf_json(out, text, length, "\x7f");
}

static void member(struct ludus_buffer *out, const char *name, const char *value)
{
    buf_format(out, ",\"%s\":", name);
    add_string(out, value, strlen(value));
}

/* ---- Tags ---- */

static void write_tags(struct writing *w, const bool *repeated, bool which, const char *between)
{
    bool comma = false;
    for (size_t i = 0; i < w->game->tag_count; i++) {
        const struct tag *tag = &w->game->tags[i];
        if (repeated[i] != which)
            continue;
        buf_text(w->out, comma ? "," : "");
        buf_text(w->out, which ? "[" : "");
        add_string(w->out, tag->name.text, tag->name.length);
        buf_text(w->out, between);
        add_string(w->out, tag->value.text, tag->value.length);
        buf_text(w->out, which ? "]" : "");
        comma = true;
    }
}

/* An object can hold each name once; the others follow as pairs. */
static void write_all_tags(struct writing *w)
{
    bool *repeated = record_repeated_tags(w->game), any = false;
    w->out->failed |= !repeated;
    if (!repeated)
        return;
    buf_text(w->out, "\"tags\":{");
    write_tags(w, repeated, false, ":");
    buf_char(w->out, '}');
    for (size_t i = 0; i < w->game->tag_count; i++)
        any |= repeated[i];
    if (any) {
        buf_text(w->out, ",\"tagsRepeated\":[");
        write_tags(w, repeated, true, ",");
        buf_char(w->out, ']');
    }
    free(repeated);
}

/* ---- What the rules make of a turn ---- */

static void write_step(void *context, const struct ludus_ruleset *rules, const struct played_move *move)
{
    struct ludus_buffer *out = context;
    char square[PLAYED_SQUARE];
    const struct ludus_move *m = &move->move;
    bool placed = m->type == LUDUS_PLACE;
    unsigned kind = placed ? m->piece : move->kind;
    buf_format(out, "%s{\"type\":\"%s\"", out->length > 0 && out->bytes[out->length - 1] == '}' ? "," : "",
               played_type(m));
    if (kind != LUDUS_NO_KIND)
        member(out, "piece", ludus_ruleset_kind_name(rules, kind));
    if (m->from != LUDUS_NO_SQUARE)
        member(out, placed ? "also" : "from", played_square(rules, m->from, square));
    if (m->to != LUDUS_NO_SQUARE)
        member(out, "to", played_square(rules, m->to, square));
    if (!placed && m->piece != LUDUS_NO_KIND)
        member(out, "promotion", ludus_ruleset_kind_name(rules, m->piece));
    if (move->die)
        buf_format(out, ",\"die\":%u", move->die);
    for (unsigned i = 0; i < move->taken_count; i++) {
        buf_text(out, i ? "," : ",\"taken\":[");
        buf_text(out, "{\"piece\":");
        add_string(out, ludus_ruleset_kind_name(rules, move->taken_kind[i]),
                   strlen(ludus_ruleset_kind_name(rules, move->taken_kind[i])));
        member(out, "square", played_square(rules, move->taken[i], square));
        buf_text(out, move->fallen[i] ? ",\"fallen\":true}" : "}");
    }
    buf_text(out, move->taken_count ? "]}" : "}");
}

static void write_played(struct writing *w)
{
    const struct ludus_turn *turn = &w->played->turn;
    bool known = turn->state == LUDUS_TURN_PLAYED;
    buf_format(w->out, ",{\"played\":{\"number\":%u,\"side\":\"%s\",\"state\":\"%s\"", turn->number,
               turn->side == LUDUS_WHITE ? "white" : "black", played_state(turn));
    if (known && w->played->moves) {
        buf_text(w->out, ",\"steps\":[");
        played_each(w->played, write_step, w->out);
        buf_char(w->out, ']');
    }
    if (known && w->played->positions && w->played->fen)
        member(w->out, "position", w->played->fen);
    buf_text(w->out, "}}");
}

/* ---- Items ---- */

static void write_item(struct writing *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    buf_text(w->out, w->comma ? ",{\"" : "{\"");
    buf_text(w->out, visit_name(event));
    buf_text(w->out, "\":");
    w->comma = event != LUDUS_EVENT_VARIATION;
    if (event == LUDUS_EVENT_VARIATION) {
        buf_char(w->out, '[');
        return;
    }
    if (event == LUDUS_EVENT_NAG)
        buf_number(w->out, item->number);
    else
        add_string(w->out, item->text, item->length);
    if (turns_joined(item))
        buf_text(w->out, ",\"joined\":true");
    if (event == LUDUS_EVENT_COMMENT && item->form == ';')
        buf_text(w->out, ",\"form\":\"line\"");
    if (event == LUDUS_EVENT_COMMENT && visit_unclosed(&w->visit))
        buf_text(w->out, ",\"unclosed\":true");
    buf_char(w->out, '}');
    if (event == LUDUS_EVENT_MOVE && played_after(w->played, w->visit.at - 1))
        write_played(w);
}

/* Writes items up to number `end`, or all that are left. */
static void write_items(struct writing *w, size_t end)
{
    enum ludus_event event;
    while (w->visit.at != end && (event = visit_next_item(&w->visit)) != LUDUS_EVENT_END)
        if (event == LUDUS_EVENT_VARIATION_END) {
            buf_text(w->out, visit_unclosed(&w->visit) ? "],\"unclosed\":true}" : "]}");
            w->comma = true;
        } else if (event != LUDUS_EVENT_TAG)
            write_item(w, event);
}

void json_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out)
{
    struct writing w = { .game = game, .visit = { .game = game }, .played = played, .out = out };
    size_t before = record_before_tags(game);
    played_start(played, game);
    buf_text(out, before ? "{\"before\":[" : "{");
    write_items(&w, before);
    buf_text(out, before ? "]," : "");
    write_all_tags(&w);
    buf_text(out, ",\"text\":[");
    w.comma = false;
    write_items(&w, (size_t)-1);
    buf_text(out, "]}\n");
    played_finish(played);
    out->failed |= played->failed;
}
