/* played_write.c - what the rules make of a record, told while its items are written, as XML or JSON. */
#include "formats/record_write.h"
#include "play/played.h"
#include "play/replay.h"
#include "rules/position.h"

#include <stdio.h>
#include <string.h>

void played_start(struct played *played, struct ludus_game *game, struct xml_writer *xml,
                  struct ludus_buffer *out)
{
    played->xml = xml;
    played->out = out;
    played->turn.size = sizeof played->turn;
    played->playing = played->replay && (played->positions || played->moves);
    if (played->playing) {
        played->replay->texts = true;
        played->playing = ludus_replay_start(played->replay, game);
    }
}

void played_finish(struct played *played)
{
    while (played->playing)
        played->playing = ludus_replay_next(played->replay, &played->turn);
}

/* ---- What is told ---- */

/* What JSON alone has. */
static void json(struct played *played, const char *text)
{
    if (!played->xml)
        buf_text(played->out, text);
}

/* Begins an element, or an object. */
static void open(struct played *played, const char *name)
{
    if (played->xml) {
        xml_begin(played->xml, name);
    } else {
        json_comma(played->out);
        buf_char(played->out, '{');
    }
}

static void close(struct played *played)
{
    json(played, "}");
    if (played->xml)
        xml_end(played->xml);
}

/* An attribute, or a member of the object, a string of JSON where it is quoted; none when `value` is NULL. */
static void tell(struct played *played, const char *name, const char *value, bool quoted)
{
    if (played->xml) {
        xml_attribute(played->xml, name, value);
    } else if (value) {
        json_comma(played->out);
        buf_format(played->out, "\"%s\":", name);
        if (quoted)
            json_string(played->out, value, strlen(value));
        else
            buf_text(played->out, value);
    }
}

static void tell_number(struct played *played, const char *name, unsigned number)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%u", number);
    tell(played, name, text, false);
}

static void tell_square(struct played *played, const char *name, unsigned square)
{
    if (square != LUDUS_NO_SQUARE)
        tell(played, name, square_name(played->replay->ruleset, square).text, true);
}

static void tell_piece(struct played *played, const char *name, unsigned kind)
{
    if (kind != LUDUS_NO_KIND)
        tell(played, name, ludus_ruleset_kind_name(played->replay->ruleset, kind), true);
}

/* A move in full. */
static void tell_step(void *context, const struct ludus_ruleset *rules, const struct played_move *step)
{
    static const char *const types[] = { "step", "jump", "en-passant", "castle", "place", "remove", "pass" };
    struct played *played = context;
    const struct ludus_move move = step->move;
    bool placed = move.type == LUDUS_PLACE;
    (void)rules;
    if (played->xml)
        xml_raw(played->xml, "\n");
    open(played, "step");
    tell(played, "type", types[move.type], true);
    tell_piece(played, "piece", placed ? move.piece : played->replay->turn.kinds[step->index]);
    tell_square(played, placed ? "also" : "from", move.from);
    tell_square(played, "to", move.to);
    if (!placed)
        tell_piece(played, "promotion", move.piece);
    if (played->turn.dice_count)
        tell_number(played, "die", played->turn.die_of[step->index] + 1U);
    json(played, step->taken_count ? ",\"taken\":[" : "");
    for (unsigned i = 0; i < step->taken_count; i++) {
        open(played, "taken");
        tell_piece(played, "piece", step->taken[i].man.kind);
        tell_square(played, "square", step->taken[i].square);
        tell(played, "fallen", step->taken[i].own ? "true" : NULL, false);
        close(played);
    }
    json(played, step->taken_count ? "]" : "");
    close(played);
}

void played_after(struct played *played, size_t index)
{
    static const char *const states[] = { "played", "illegal", "unknown" };
    struct ludus_replay *replay = played->replay;
    const struct ludus_turn *turn = &played->turn;
    const struct turn *last = &replay->turn;
    while (played->playing && replay->turns.at <= index)
        played->playing = ludus_replay_next(replay, &played->turn);
    if (!played->playing || replay->turns.at != index + 1 || last->item_count == 0 ||
        last->items[last->item_count - 1] != &replay->game->items[index])
        return;
    bool known = turn->state == LUDUS_TURN_PLAYED;
    const char *position = NULL;
    if (known && played->positions) {
        buf_clear(&played->fen);
        fen_write(ludus_replay_after(replay), false, &played->fen);
        position = buf_string(&played->fen);
        played->out->failed |= played->fen.failed;
    }
    json(played, ",{\"played\":{");
    if (played->xml) {
        xml_raw(played->xml, "\n");
        xml_begin(played->xml, "played");
    }
    tell_number(played, "number", turn->number);
    tell(played, "side", turn->side == LUDUS_WHITE ? "white" : "black", true);
    tell(played, "state", states[turn->state], true);
    tell(played, "position", played->xml ? position : NULL, true);
    if (known && played->moves) {
        json(played, ",\"steps\":[");
        played->out->failed |= !played_each(ludus_replay_before(replay), turn, tell_step, played);
        json(played, "]");
    }
    tell(played, "position", played->xml ? NULL : position, true);
    close(played);
    json(played, "}");
}
