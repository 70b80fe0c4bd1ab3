/* xml_write.c - a record as XML, item by item as the tape runs. */
#include "formats/xml_write.h"

#include "base/chars.h"
#include "formats/xml.h"
#include "notation/compose.h"
#include "notation/turns.h"

#include <string.h>

struct writing {
    struct xml_writer *xml;
    const struct ludus_game *game;
    struct played *played;
    bool turn;  /* a <turn> is open */
    bool moved; /* and has its first move */
};

static void new_line(struct writing *w)
{
    xml_raw(w->xml, "\n");
}

static void begin(struct writing *w, const char *name)
{
    new_line(w);
    xml_begin(w->xml, name);
}

static void write_tag(struct writing *w, const struct tag *tag)
{
    begin(w, "tag");
    xml_attribute_text(w->xml, "name", tag->name.text, tag->name.length);
    xml_write_text(w->xml, tag->value.text, tag->value.length);
    xml_end(w->xml);
}

static void end_turn(struct writing *w)
{
    if (w->turn) {
        new_line(w);
        xml_end(w->xml);
    }
    w->turn = w->moved = false;
}

/* A turn begins with its number, its roll or its first move, and lasts until the next, a variation or the
 * result. */
static void group(struct writing *w, const struct item *item)
{
    bool leads = turns_leads(item);
    if (turns_parts(item) || (leads && w->moved))
        end_turn(w);
    if (leads && !w->turn) {
        begin(w, "turn");
        w->turn = true;
    }
    w->moved |= item->kind == ITEM_MOVE;
}

/* Length of a command `[%name text]` at `text`, or 0; `*name` is the length of its name. */
static size_t command_length(const char *text, size_t length, size_t *name)
{
    const char *end = length > 3 && text[1] == '%' ? memchr(text, ']', length) : NULL;
    *name = 0;
    while (end && is_name(text[2 + *name]))
        ++*name;
    const char *after = text + 2 + *name;
    if (*name == 0 || (after != end && *after != ' ') || after + 1 == end)
        return 0;
    return (size_t)(end + 1 - text);
}

static void write_comment(struct writing *w, const struct item *item)
{
    const char *text = item->text;
    size_t length = item->length, name;
    while (length > 0) {
        size_t plain = 0, command = 0;
        while (plain < length &&
               !(text[plain] == '[' && (command = command_length(text + plain, length - plain, &name))))
            plain++;
        xml_write_text(w->xml, text, plain);
        if (plain < length) {
            const char *at = text + plain + 2;
            xml_begin(w->xml, "command");
            xml_attribute_text(w->xml, "name", at, name);
            if (at[name] == ' ')
                xml_write_text(w->xml, at + name + 1, command - name - 4);
            xml_end(w->xml);
        }
        text += plain + command;
        length -= plain + command;
    }
}

static const char *const names[] = {
    [ITEM_NUMBER] = "number", [ITEM_DICE] = "dice",      [ITEM_MOVE] = "move", [ITEM_COMMENT] = "comment",
    [ITEM_NAG] = "nag",       [ITEM_OPEN] = "variation", [ITEM_CLOSE] = "",    [ITEM_RESULT] = "result",
    [ITEM_ESCAPE] = "escape", [ITEM_BAD] = "bad",
};

static void write_content(struct writing *w, const struct item *item)
{
    switch ((enum item_kind)item->kind) {
    case ITEM_NUMBER:
    case ITEM_DICE:
        xml_write_damaged(w->xml, item->text, item->length);
        break;
    case ITEM_MOVE:
        xml_attribute(w->xml, "joined", turns_joined(item) ? "true" : NULL);
        xml_write_move(w->xml, item);
        break;
    case ITEM_COMMENT:
        xml_attribute(w->xml, "form", item->form == ';' ? "line" : NULL);
        xml_attribute(w->xml, "unclosed", record_is_cut(w->game, item) ? "true" : NULL);
        write_comment(w, item);
        break;
    case ITEM_NAG:
        xml_count(w->xml, NULL, item->number);
        break;
    default:
        xml_write_text(w->xml, item->text, item->length);
        break;
    }
}

static void number_attribute(struct xml_writer *xml, const char *name, unsigned value)
{
    xml_count(xml, name, value);
}

static void write_step(void *context, const struct ludus_ruleset *rules, const struct played_move *move)
{
    struct xml_writer *xml = context;
    char square[PLAYED_SQUARE];
    const struct ludus_move *m = &move->move;
    bool placed = m->type == LUDUS_PLACE;
    unsigned kind = placed ? m->piece : move->kind;
    xml_raw(xml, "\n");
    xml_begin(xml, "step");
    xml_attribute(xml, "type", played_type(m));
    if (kind != LUDUS_NO_KIND)
        xml_attribute(xml, "piece", ludus_ruleset_kind_name(rules, kind));
    if (m->from != LUDUS_NO_SQUARE)
        xml_attribute(xml, placed ? "also" : "from", played_square(rules, m->from, square));
    if (m->to != LUDUS_NO_SQUARE)
        xml_attribute(xml, "to", played_square(rules, m->to, square));
    if (!placed && m->piece != LUDUS_NO_KIND)
        xml_attribute(xml, "promotion", ludus_ruleset_kind_name(rules, m->piece));
    if (move->die)
        number_attribute(xml, "die", move->die);
    for (unsigned i = 0; i < move->taken_count; i++) {
        xml_begin(xml, "taken");
        xml_attribute(xml, "piece", ludus_ruleset_kind_name(rules, move->taken_kind[i]));
        xml_attribute(xml, "square", played_square(rules, move->taken[i], square));
        if (move->fallen[i])
            xml_attribute(xml, "fallen", "true");
        xml_end(xml);
    }
    xml_end(xml);
}

static void write_played(struct writing *w)
{
    const struct ludus_turn *turn = &w->played->turn;
    begin(w, "played");
    number_attribute(w->xml, "number", turn->number);
    xml_attribute(w->xml, "side", turn->side == LUDUS_WHITE ? "white" : "black");
    xml_attribute(w->xml, "state", played_state(turn));
    if (turn->state == LUDUS_TURN_PLAYED && w->played->positions)
        xml_attribute(w->xml, "position", w->played->fen);
    if (turn->state == LUDUS_TURN_PLAYED && w->played->moves)
        played_each(w->played, write_step, w->xml);
    xml_end(w->xml);
}

static void write_item(struct writing *w, size_t index)
{
    const struct item *item = &w->game->items[index];
    group(w, item);
    if (item->kind == ITEM_CLOSE) {
        new_line(w);
        xml_end(w->xml);
        return;
    }
    begin(w, names[item->kind]);
    if (item->kind == ITEM_OPEN) {
        xml_attribute(w->xml, "unclosed", item->partner == w->game->item_count ? "true" : NULL);
        return;
    }
    write_content(w, item);
    xml_end(w->xml);
    if (item->kind == ITEM_MOVE && played_after(w->played, index))
        write_played(w);
}

void xml_write_record(struct ludus_game *game, struct played *played, struct ludus_buffer *out)
{
    struct writing w = { .xml = xml_open(out), .game = game, .played = played };
    if (!w.xml)
        return;
    played_start(played, game);
    xml_begin(w.xml, "record");
    size_t tag = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        for (; tag < game->tag_count && game->tags[tag].begin < item_begin(game, &game->items[i]); tag++)
            write_tag(&w, &game->tags[tag]);
        write_item(&w, i);
    }
    for (; tag < game->tag_count; tag++)
        write_tag(&w, &game->tags[tag]);
    end_turn(&w);
    for (size_t i = 0; i < game->item_count; i++) {
        if (game->items[i].kind == ITEM_OPEN && game->items[i].partner == game->item_count) {
            new_line(&w);
            xml_end(w.xml);
        }
    }
    new_line(&w);
    xml_end(w.xml);
    new_line(&w);
    xml_close(w.xml);
    played_finish(played);
    out->failed |= played->failed;
}
