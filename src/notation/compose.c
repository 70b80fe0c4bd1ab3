/* compose.c - composes the text of a record item by item. Builds and edits records for programs: their items
 * are collected, composed and read again, so that the result is checked like any other record. */
#include "base/memory.h"
#include "base/text.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 72 }; /* after so many bytes a number begins a new line */

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

/* Notes that what is added next comes from compose->line. */
static void note_origin(struct compose *compose)
{
    struct diag_origin origin = { compose->text.length, compose->line, compose->column };
    compose->text.failed |= !memory_add(&compose->origins, &compose->origin_count, &compose->origin_capacity,
                                        &origin, sizeof origin);
}

bool ludus_tag_valid(struct ludus_text name, struct ludus_text value)
{
    bool cut;
    for (size_t i = 0; i < name.length; i++)
        if (!(i > 0 ? is_name(name.text[i]) : is_letter(name.text[i])))
            return false;
    for (size_t i = 0; i < value.length; i++)
        if (is_break(value.text[i]))
            return false;
    return name.length > 0 && text_utf8(value.text, value.length, &cut) == value.length;
}

bool compose_tag(struct compose *compose, struct ludus_text name, struct ludus_text value)
{
    if (!ludus_tag_valid(name, value))
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

/* Adds an item. Only escaped lines, and numbers after LINE bytes, begin a new line. Escaped lines, comments
 * to the end of the line, and unreadable text, which must not join with what follows, end with their line. */
void compose_item(struct compose *compose, const struct composed *item)
{
    struct ludus_buffer *text = &compose->text;
    bool line_comment = item->event == LUDUS_EVENT_COMMENT && item->form == ';';
    bool whole_line = item->event == LUDUS_EVENT_ESCAPE || item->event == LUDUS_EVENT_UNREAD || line_comment;
    if (item->event == LUDUS_EVENT_VARIATION_END && item->cut) {
        compose->first = compose->ended ? compose->first : compose->count;
        compose->ended = true;
        return;
    }
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
    struct composed *place =
        memory_push(&compose->places, &compose->count, &compose->capacity, sizeof *place);
    text->failed |= !place;
    if (place) {
        note_origin(compose);
        *place = *item;
        place->at = text->length;
    }
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

/* ---- Records that programs build or change ---- */

struct ludus_editor {
    const struct ludus_game *game; /* the edited record, or NULL */
    size_t at;                     /* number of its next item */
    size_t lead;                   /* count of items before the tags */
    struct composed *items;        /* of the new record; owned */
    size_t count, capacity;
    struct ludus_tag *tags; /* those of `game`, then new ones; owned. Without a value: left out */
    size_t tag_count, tag_capacity;
    size_t depth;       /* of open variations that were added */
    bool ends;          /* `result` replaces that of the record */
    unsigned result;    /* enum ludus_result */
    struct arena arena; /* added texts; it has `failed` set when memory ran out */
};

static void add_item(struct ludus_editor *editor, const struct composed *item)
{
    editor->arena.failed |=
        !memory_add(&editor->items, &editor->count, &editor->capacity, item, sizeof *item);
}

static void add_tag(struct ludus_editor *editor, struct ludus_text name, struct ludus_text value)
{
    struct ludus_tag tag = { .name = name, .value = value };
    editor->arena.failed |=
        !memory_add(&editor->tags, &editor->tag_count, &editor->tag_capacity, &tag, sizeof tag);
}

/* Adds a copy of a text as an item. False without memory. */
static bool add_text(struct ludus_editor *editor, struct composed item, const char *text, size_t length)
{
    item.text = arena_copy(&editor->arena, text, length);
    item.length = length;
    if (item.text)
        add_item(editor, &item);
    return !editor->arena.failed;
}

static const struct item *next_item(const struct ludus_editor *editor)
{
    return editor->game && editor->at < editor->game->item_count ? &editor->game->items[editor->at] : NULL;
}

static void copy_next(struct ludus_editor *editor)
{
    const struct item *item = next_item(editor);
    add_item(editor,
             &(struct composed){ .event = (uint8_t)visit_event(item),
                                 .form = (char)item->form,
                                 .joined = turns_joined(item),
                                 .cut = item->kind == ITEM_COMMENT && record_is_cut(editor->game, item),
                                 .text = item->text,
                                 .length = item->length });
    editor->at++;
}

/* Copies or skips the next item, or the whole variation that it begins. */
static void copy_or_skip(struct ludus_editor *editor, bool keeps)
{
    const size_t count = editor->game->item_count;
    const struct item *item = next_item(editor);
    size_t end = item->kind != ITEM_OPEN ? editor->at + 1 : item->partner < count ? item->partner + 1 : count;
    while (keeps && editor->at < end)
        copy_next(editor);
    editor->at = end;
}

enum reach { PAST_NAGS, PAST_COMMENTS, PAST_VARIATIONS };

/* Copies the annotations of the turn up to `reach`, so that something can be added after them. */
static void copy_annotations(struct ludus_editor *editor, enum reach reach)
{
    const struct item *item;
    while (
        editor->depth == 0 && (item = next_item(editor)) != NULL &&
        (item->kind == ITEM_NAG ||
         (item->kind == ITEM_OPEN ? reach == PAST_VARIATIONS : turns_beside(item) && reach >= PAST_COMMENTS)))
        copy_or_skip(editor, true);
}

/* ---- Public functions ---- */

struct ludus_editor *ludus_editor_new(const struct ludus_game *game)
{
    struct ludus_editor *editor = memory_zeroed(1, sizeof *editor);
    if (!editor)
        return NULL;
    editor->game = game;
    editor->ends = !game;
    for (size_t i = 0; game && i < game->tag_count; i++)
        add_tag(editor, game->tags[i].name, game->tags[i].value);
    for (size_t before = game ? record_before_tags(game) : 0; editor->lead < before; editor->lead++)
        copy_next(editor);
    return editor;
}

void ludus_editor_free(struct ludus_editor *editor)
{
    if (!editor)
        return;
    arena_free(&editor->arena);
    free(editor->items);
    free(editor->tags);
    free(editor);
}

bool ludus_editor_tag(struct ludus_editor *editor, const char *name, const char *value)
{
    struct ludus_text called = { name, strlen(name) }, text = { value, value ? strlen(value) : 0 };
    size_t own = editor->game ? editor->game->tag_count : 0;
    bool had = !value;
    if (!ludus_tag_valid(called, text))
        return false;
    text.text = value ? arena_copy(&editor->arena, value, text.length) : NULL;
    for (size_t i = 0; i < editor->tag_count; i++) {
        struct ludus_tag *tag = &editor->tags[i];
        if (text_same(tag->name, called)) {
            tag->value = i < own ? text : (struct ludus_text){ .text = NULL }; /* a new one comes last */
            had |= i < own;
        }
    }
    called.text = arena_copy(&editor->arena, name, called.length);
    if (!had)
        add_tag(editor, called, text);
    return !editor->arena.failed;
}

bool ludus_editor_after(struct ludus_editor *editor, const struct ludus_turn *turn)
{
    const struct ludus_game *game = editor->game;
    size_t end = turn->offset + turn->length;
    if (!game || editor->depth > 0 ||
        (editor->at > 0 && item_begin(game, &game->items[editor->at - 1]) >= end))
        return false;
    while (next_item(editor) && item_begin(game, next_item(editor)) < end)
        copy_next(editor);
    return !editor->arena.failed;
}

bool ludus_editor_turn(struct ludus_editor *editor, const char *text)
{
    struct ludus_text source = { text, strlen(text) };
    struct ludus_game *game = record_from(source, "");
    /* Is it one turn: at most a roll, and joined moves, without annotations? */
    size_t at = game && game->item_count > 0 && game->items[0].kind == ITEM_DICE;
    bool sound = game && at < game->item_count && turns_begins(&game->items[at]) && game->tag_count == 0 &&
                 game->source.length == source.length && game->diag.count[LUDUS_ERROR] == 0;
    while (sound && ++at < game->item_count)
        sound = turns_joined(&game->items[at]);
    editor->arena.failed |= !game;
    if (sound)
        copy_annotations(editor, PAST_VARIATIONS);
    for (size_t i = 0; sound && i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        sound = add_text(
            editor, (struct composed){ .event = (uint8_t)visit_event(item), .joined = turns_joined(item) },
            item->text, item->length);
    }
    ludus_game_free(game);
    return sound;
}

bool ludus_editor_comment(struct ludus_editor *editor, const char *text)
{
    bool brace = strchr(text, '}');
    if (brace && strpbrk(text, "\r\n"))
        return false;
    copy_annotations(editor, PAST_COMMENTS);
    return add_text(editor, (struct composed){ .event = LUDUS_EVENT_COMMENT, .form = brace ? ';' : '{' },
                    text, strlen(text));
}

bool ludus_editor_nag(struct ludus_editor *editor, unsigned nag)
{
    char text[16];
    int length = snprintf(text, sizeof text, "$%u", nag);
    if (nag > 255)
        return false;
    copy_annotations(editor, PAST_NAGS);
    return add_text(editor, (struct composed){ .event = LUDUS_EVENT_NAG }, text, (size_t)length);
}

bool ludus_editor_open(struct ludus_editor *editor)
{
    copy_annotations(editor, PAST_VARIATIONS);
    editor->depth++;
    return add_text(editor, (struct composed){ .event = LUDUS_EVENT_VARIATION }, "(", 1);
}

bool ludus_editor_close(struct ludus_editor *editor)
{
    if (!editor || editor->depth == 0)
        return false;
    editor->depth--;
    return add_text(editor, (struct composed){ .event = LUDUS_EVENT_VARIATION_END }, ")", 1);
}

bool ludus_editor_strip(struct ludus_editor *editor, unsigned remarks)
{
    struct composed *last = editor->count > 0 ? &editor->items[editor->count - 1] : NULL;
    const struct item *item;
    if (editor->depth > 0)
        return false;
    if (remarks & LUDUS_REMARK_GLYPHS && last && last->event == LUDUS_EVENT_MOVE)
        while (last->length > 0 && strchr("!?", last->text[last->length - 1]))
            last->length--;
    while ((item = next_item(editor)) != NULL && (turns_beside(item) || item->kind == ITEM_OPEN)) {
        unsigned kind = item->kind == ITEM_COMMENT ? LUDUS_REMARK_COMMENTS
                        : item->kind == ITEM_NAG   ? LUDUS_REMARK_GLYPHS
                        : item->kind == ITEM_OPEN  ? LUDUS_REMARK_VARIATIONS
                                                   : 0;
        copy_or_skip(editor, !(remarks & kind));
    }
    return !editor->arena.failed;
}

bool ludus_editor_cut(struct ludus_editor *editor)
{
    if (editor->depth > 0)
        return false;
    copy_annotations(editor, PAST_VARIATIONS);
    for (const struct item *item;
         (item = next_item(editor)) != NULL && item->kind != ITEM_CLOSE && item->kind != ITEM_RESULT;)
        copy_or_skip(editor, false);
    return !editor->arena.failed;
}

bool ludus_editor_result(struct ludus_editor *editor, enum ludus_result result)
{
    if ((unsigned)result > LUDUS_DRAW)
        return false;
    editor->ends = true;
    editor->result = result;
    return ludus_editor_tag(editor, "Result", result_text(result));
}

struct ludus_game *ludus_editor_finish(struct ludus_editor *editor)
{
    struct compose compose = { .text = { 0 } };
    struct ludus_game *made = NULL;
    while (editor->depth > 0)
        ludus_editor_close(editor);
    while (next_item(editor))
        copy_next(editor);
    for (size_t i = 0, depth = 0; i <= editor->count && !editor->arena.failed; i++) {
        for (size_t tag = 0; i == editor->lead && tag < editor->tag_count; tag++)
            if (editor->tags[tag].value.text)
                compose_tag(&compose, editor->tags[tag].name, editor->tags[tag].value);
        if (i == editor->count)
            break;
        const struct composed *item = &editor->items[i];
        depth += item->event == LUDUS_EVENT_VARIATION;
        depth -= item->event == LUDUS_EVENT_VARIATION_END;
        if (!(editor->ends && item->event == LUDUS_EVENT_RESULT && depth == 0))
            compose_item(&compose, item);
    }
    if (editor->ends)
        compose_sign(&compose, LUDUS_EVENT_RESULT, result_text(editor->result));
    compose_finish(&compose);
    if (!editor->arena.failed && !compose.text.failed)
        made = record_from((struct ludus_text){ buf_string(&compose.text), compose.text.length },
                           editor->game ? editor->game->diag.file : "-");
    compose_free(&compose);
    return made;
}
