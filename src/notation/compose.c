/* compose.c - the text of a record, put together item by item. */
#include "notation/compose.h"

#include "base/chars.h"
#include "base/memory.h"
#include "notation/turns.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 72 }; /* bytes from which on a number begins a new one */

void compose_clear(struct compose *compose)
{
    buf_clear(&compose->text);
    compose->count = compose->tags = compose->origin_count = 0;
    compose->broken = 0;
    compose->ended = compose->large = false;
}

static bool is_full(struct compose *compose, size_t more)
{
    size_t taken = compose->text.length + more + compose->count * sizeof *compose->places +
                   compose->origin_count * sizeof *compose->origins;
    compose->large |= compose->most > 0 && taken > compose->most;
    return compose->large;
}

void compose_free(struct compose *compose)
{
    buf_free(&compose->text);
    free(compose->places);
    free(compose->origins);
    *compose = (struct compose){ .places = NULL };
}

/* What is added next comes from compose->line. */
static void note_origin(struct compose *compose)
{
    struct diag_origin *origin =
        memory_push(&compose->origins, &compose->origin_count, &compose->origin_capacity, sizeof *origin);
    compose->text.failed |= !origin;
    if (origin)
        *origin = (struct diag_origin){ compose->text.length, compose->line, compose->column };
}

bool compose_tag(struct compose *compose, struct ludus_text name, struct ludus_text value)
{
    for (size_t i = 0; i < name.length; i++)
        if (!(i > 0 ? is_name(name.text[i]) : is_letter(name.text[i])))
            return false;
    if (name.length == 0 || memchr(value.text, '\n', value.length) || memchr(value.text, '\r', value.length))
        return false;
    if (is_full(compose, value.length))
        return true;
    if (compose->text.length > 0 && compose->text.bytes[compose->text.length - 1] != '\n')
        buf_char(&compose->text, '\n');
    note_origin(compose);
    roster_write(name, value, &compose->text);
    compose->tags++;
    return true;
}

static void note_place(struct compose *compose, const struct composed *item)
{
    struct compose_place *place =
        memory_push(&compose->places, &compose->count, &compose->capacity, sizeof *place);
    compose->text.failed |= !place;
    if (!place)
        return;
    note_origin(compose);
    *place = (struct compose_place){
        .at = compose->text.length,
        .length = item->length,
        .event = item->event,
        .form = item->form,
        .joined = item->joined,
        .cut = item->cut,
    };
}

/* Escaped lines begin in the first column, and numbers where a line is long enough; nothing else does. They,
 * comments to the end of the line, and unreadable text, which must not join with what follows, end with their
 * line. */
void compose_item(struct compose *compose, const struct composed *item)
{
    struct ludus_buffer *text = &compose->text;
    bool line_comment = item->event == LUDUS_EVENT_COMMENT && item->form == ';';
    bool whole_line = item->event == LUDUS_EVENT_ESCAPE || item->event == LUDUS_EVENT_UNREAD || line_comment;
    if (is_full(compose, item->length))
        return;
    if (item->event == LUDUS_EVENT_NUMBER && text->length - compose->broken > LINE) {
        buf_char(text, '\n');
        compose->broken = text->length;
    } else if (item->event != LUDUS_EVENT_ESCAPE) {
        buf_text(text, item->joined ? " , " : " ");
    } else if (text->length > 0 && text->bytes[text->length - 1] != '\n') {
        buf_char(text, '\n');
    }
    if (item->event == LUDUS_EVENT_ESCAPE)
        buf_char(text, '%');
    else if (item->event == LUDUS_EVENT_COMMENT)
        buf_char(text, line_comment ? ';' : '{');
    note_place(compose, item);
    buf_add(text, item->text, item->length);
    if (item->event == LUDUS_EVENT_COMMENT && !line_comment && !item->cut)
        buf_char(text, '}');
    if (whole_line)
        buf_char(text, '\n');
}

void compose_sign(struct compose *compose, enum ludus_event event, const char *sign)
{
    compose_item(compose,
                 &(struct composed){ .event = (uint8_t)event, .text = sign, .length = strlen(sign) });
}

void compose_finish(struct compose *compose)
{
    if (compose->count == 0 || !compose->places[compose->count - 1].cut)
        buf_text(&compose->text, "\n\n");
}

void compose_end(struct compose *compose)
{
    if (!compose->ended)
        compose->first = compose->count;
    compose->ended = true;
}

static bool is_read(const struct ludus_game *game, const struct item *item, const struct compose_place *place)
{
    if (visit_event(item) != place->event || item_begin(game, item) != place->at)
        return false;
    if (item->kind == ITEM_MOVE)
        return place->joined == ((item->move.flags & MOVE_JOINED) != 0);
    if (item->kind == ITEM_COMMENT)
        return place->form == (char)item->form && place->cut == record_is_cut(game, item);
    return true;
}

/* Is more read from the text of an item than itself? `read` items are read as what they are, the last of them
 * as this one; `next` is where the text of the next one begins. */
static bool spills(const struct ludus_game *game, size_t read, const struct compose_place *place, size_t next)
{
    bool more = read < game->item_count && item_begin(game, &game->items[read]) < next;
    bool longer = read > 0 && item_end(game, &game->items[read - 1]) > next;
    return more || longer || place->at + place->length > game->source.length;
}

size_t compose_agrees(const struct compose *compose, const struct ludus_game *game)
{
    size_t read = 0, i = 0;
    size_t count = compose->ended ? compose->first : compose->count;
    for (; i < count; i++) {
        const struct compose_place *place = &compose->places[i];
        const struct item *next = read < game->item_count ? &game->items[read] : NULL;
        const struct item *last = read > 0 ? &game->items[read - 1] : NULL;
        if (next && is_read(game, next, place)) {
            read++;
            continue;
        }
        /* Unreadable text may be read as one with the unreadable text before it. */
        if (place->event == LUDUS_EVENT_UNREAD && last && last->kind == ITEM_BAD &&
            item_end(game, last) > place->at)
            continue;
        /* Is the comma before the move the first thing that is not read: has it no move before it? */
        bool lone = place->joined && next && item_begin(game, next) + 2 == place->at;
        return i > 0 && !lone && spills(game, read, place - 1, place->at) ? i - 1 : i;
    }
    if (count < compose->count)
        return count;
    bool whole = read == game->item_count && game->tag_count == compose->tags;
    return whole || i == 0 ? i : i - 1;
}
