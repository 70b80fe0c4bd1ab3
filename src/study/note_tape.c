/* note_tape.c - puts notes into the items of a record, and takes them out. */
#include "base/text.h"
#include "notation/record.h"
#include "notation/turns.h"
#include "study/note.h"

#include <stdlib.h>

enum { NAG_LAST_MARK = 6, NAG_DIAGRAM = 220 };

static void put_item(struct tape *tape, const struct item *item)
{
    struct item *place = memory_push(&tape->items, &tape->count, &tape->capacity, sizeof *item);
    tape->failed |= !place;
    if (place)
        *place = *item;
}

bool note_finish(struct tape *tape)
{
    struct ludus_game *game = tape->game;
    while (tape->next < game->item_count)
        put_item(tape, &game->items[tape->next++]);
    struct item *items = tape->items;
    size_t count = tape->count, close = count; /* the closing item of the next variation, from the end */
    buf_free(&tape->text);
    for (size_t i = count; i-- > 0;) {
        if (items[i].kind == ITEM_CLOSE) { /* holds that of the one around it for now */
            items[i].partner = close;
            close = i;
        } else if (items[i].kind == ITEM_OPEN) {
            size_t around = close < count ? items[close].partner : count;
            items[i].partner = close;
            if (close < count)
                items[close].partner = i;
            close = around;
        }
    }
    if (items != game->items)
        free(tape->failed ? items : game->items);
    if (tape->failed)
        return false;
    game->items = items;
    game->item_count = count;
    game->item_capacity = tape->capacity;
    return !game->arena.failed;
}

/* Sets the text of a comment to tape->text. */
static void set_text(struct tape *tape, struct item *comment)
{
    const char *copy = arena_copy(&tape->game->arena, buf_string(&tape->text), tape->text.length);
    comment->text = copy ? copy : "";
    comment->length = copy ? (uint32_t)tape->text.length : 0;
    tape->failed |= tape->text.failed || !copy;
}

/* The note that a command is, or NOTE_COMMANDS; and below, the one with which a comment begins. */
static unsigned note_of(const struct command *command)
{
    unsigned c = 0;
    while (c < NOTE_COMMANDS && !command_is(command, note_writers[c].name))
        c++;
    return c;
}

static unsigned note_first(const struct item *comment)
{
    struct command first = command_begin(comment->text, comment->length);
    bool begins = command_next(&first) && first.begin == comment->text;
    return begins ? note_of(&first) : NOTE_COMMANDS;
}

/* Adds "[%name text]", or "[%prose] text". */
static void add_command(struct ludus_buffer *out, unsigned name, struct ludus_text text)
{
    buf_text(out, "[%");
    buf_text(out, note_writers[name].name);
    buf_text(out, name == NOTE_PROSE ? "] " : " ");
    buf_add(out, text.text, text.length);
    buf_text(out, name == NOTE_PROSE ? "" : "]");
}

/* Replaces a command in the comment by such a text; "" removes it with the blanks after it. If the comment
 * begins with [%prose], all of it is replaced. False if it has no such command. */
static bool replace_command(struct tape *tape, struct item *comment, unsigned name, struct ludus_text text)
{
    struct command found = command_begin(comment->text, comment->length);
    if (!command_find(&found, note_writers[name].name) || (name == NOTE_PROSE && found.begin > comment->text))
        return false;
    buf_clear(&tape->text);
    buf_add(&tape->text, comment->text, (size_t)(found.begin - comment->text));
    const char *at = name == NOTE_PROSE ? found.stop : found.rest;
    if (text.length)
        add_command(&tape->text, name, text);
    else
        while (at < found.stop && *at == ' ')
            at++;
    buf_add(&tape->text, at, (size_t)(found.stop - at));
    set_text(tape, comment);
    return true;
}

static void put_comment(struct tape *tape)
{
    struct item comment = { .kind = ITEM_COMMENT, .form = '{' };
    if (tape->text.length == 0)
        return;
    set_text(tape, &comment);
    put_item(tape, &comment);
}

/* Adds new commands, at the front of our own comment at `first` or as a comment, and new sentences. Removes
 * comments in [first, end) that are left empty. */
static void put_comments(struct tape *tape, const struct note *note, size_t first, size_t end)
{
    struct item *items = tape->game->items;
    bool done[NOTE_COMMANDS] = { false };
    for (size_t i = first; i < end; i++)
        for (unsigned c = 0; c < NOTE_COMMANDS; c++)
            if (note->text[c].text && !done[c])
                done[c] = replace_command(tape, &items[i], c, note->text[c]);
    buf_clear(&tape->text);
    for (unsigned c = 0; c < NOTE_PROSE; c++)
        if (note->text[c].length && !done[c]) {
            buf_text(&tape->text, tape->text.length ? " " : "");
            add_command(&tape->text, c, note->text[c]);
        }
    size_t next = first;
    if (next < end && note_first(&items[next]) < NOTE_PROSE) { /* a comment of ours */
        if (tape->text.length) {
            buf_char(&tape->text, ' ');
            buf_add(&tape->text, items[next].text, items[next].length);
            set_text(tape, &items[next]);
        }
        put_item(tape, &items[next++]);
    } else {
        put_comment(tape);
    }
    buf_clear(&tape->text);
    if (note->text[NOTE_PROSE].length && !done[NOTE_PROSE])
        add_command(&tape->text, NOTE_PROSE, note->text[NOTE_PROSE]);
    put_comment(tape);
    for (; next < end; next++)
        if (text_trimmed(items[next].text, items[next].length).length > 0)
            put_item(tape, &items[next]);
}

/* Does one of the variations that begin at item `at` begin with this move? */
static bool has_variation(const struct ludus_game *game, size_t at, const char *move, size_t length)
{
    const struct ludus_text wanted = { move, length };
    while (at < game->item_count && game->items[at].kind == ITEM_OPEN) {
        const struct item *item = &game->items[at + 1];
        item += at + 2 < game->item_count && item->kind == ITEM_NUMBER;
        if (at + 1 < game->item_count && item->kind == ITEM_MOVE &&
            text_same((struct ludus_text){ item->text, item->length }, wanted))
            return true;
        at = game->items[at].partner + 1;
    }
    return false;
}

/* Puts the variation of a note, unless there is one that begins with its first move. */
static void put_line(struct tape *tape, const char *line, size_t at)
{
    struct ludus_game *game = tape->game;
    if (!*line || has_variation(game, at, line, strcspn(line, "\n")))
        return;
    put_item(tape, &(struct item){ .kind = ITEM_OPEN, .text = "(", .length = 1 });
    for (size_t length; *line; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        struct item item = { .kind = ITEM_MOVE, .length = (uint32_t)length };
        item.text = arena_copy(&game->arena, line, length);
        if (item.text && move_text_parse(item.text, length, &game->arena, &item.move))
            put_item(tape, &item);
    }
    put_item(tape, &(struct item){ .kind = ITEM_CLOSE, .text = ")", .length = 1 });
}

void note_put(struct tape *tape, const struct note *note, size_t anchor)
{
    const struct ludus_game *game = tape->game;
    size_t next = tape->next, end;
    while (next < anchor)
        put_item(tape, &game->items[next++]);
    bool marked = next > 0 && game->items[next - 1].move.mark, diagram = false;
    for (; next < game->item_count && game->items[next].kind == ITEM_NAG; next++) {
        unsigned number = game->items[next].number;
        marked |= number >= 1 && number <= NAG_LAST_MARK;
        diagram |= number == NAG_DIAGRAM;
        put_item(tape, &game->items[next]);
    }
    if (note->nag && !marked)
        put_item(tape, &(struct item){ .kind = ITEM_NAG, .text = "", .number = note->nag });
    if (note->diagram && !diagram)
        put_item(tape, &(struct item){ .kind = ITEM_NAG, .text = "", .number = NAG_DIAGRAM });
    for (end = next; end < game->item_count && game->items[end].kind == ITEM_COMMENT;)
        end++;
    put_comments(tape, note, next, end);
    put_line(tape, note->line, end);
    tape->next = end;
}

/* Adds the part [begin, end) of a comment, without the blanks around it, to what is kept; `*paragraph` tells
 * whether a paragraph has ended since the last part. */
static void add_part(struct tape *tape, const char *begin, const char *end, bool *paragraph)
{
    const struct ludus_text part = text_trimmed(begin, (size_t)(end - begin));
    const char *last = part.text + part.length;
    *paragraph |= text_lines(begin, (size_t)(part.text - begin)) > 1;
    if (part.length == 0)
        return;
    if (tape->text.length)
        buf_text(&tape->text, *paragraph ? "\n\n" : " ");
    buf_add(&tape->text, part.text, part.length);
    *paragraph = text_lines(last, (size_t)(end - last)) > 1;
}

/* Removes commands from a comment. False if the comment goes, or only blanks are left. */
static bool strip_comment(struct tape *tape, struct item *comment, unsigned remarks)
{
    const char *part = comment->text;
    struct command command = command_begin(part, comment->length);
    bool paragraph = false;
    if (remarks & LUDUS_REMARK_COMMENTS ||
        (remarks & LUDUS_REMARK_PROSE && note_first(comment) == NOTE_PROSE))
        return false;
    buf_clear(&tape->text);
    while (command_next(&command)) {
        unsigned note = note_of(&command);
        if (!(remarks & LUDUS_REMARK_COMMANDS) &&
            (note >= NOTE_PROSE || !(note_writers[note].remark & remarks)))
            continue;
        add_part(tape, part, command.begin, &paragraph);
        part = command.end;
    }
    if (part == comment->text)
        return true;
    add_part(tape, part, command.stop, &paragraph);
    if (tape->text.length)
        set_text(tape, comment);
    return tape->text.length > 0;
}

bool note_strip(struct ludus_game *game, unsigned remarks)
{
    struct tape tape = { .game = game, .items = game->items, .capacity = game->item_capacity };
    while (tape.next < game->item_count) {
        struct item *item = &game->items[tape.next++];
        bool mark = item->number >= 1 && item->number <= NAG_LAST_MARK, stays = true;
        if (item->kind == ITEM_COMMENT)
            stays = strip_comment(&tape, item, remarks);
        else if (item->kind == ITEM_NAG)
            stays = !(remarks & LUDUS_REMARK_GLYPHS || (remarks & LUDUS_REMARK_NAGS && mark) ||
                      (remarks & LUDUS_REMARK_DIAGRAMS && item->number == NAG_DIAGRAM));
        else if (item->kind == ITEM_MOVE && remarks & LUDUS_REMARK_GLYPHS)
            item->move.mark = 0;
        else if (item->kind == ITEM_OPEN && remarks & LUDUS_REMARK_VARIATIONS) {
            tape.next = item->partner + 1;
            continue;
        }
        if (stays)
            put_item(&tape, item);
    }
    return note_finish(&tape);
}
