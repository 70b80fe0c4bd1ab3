/* note_tape.c - notes put into the tape of a record. */
#include "base/buf.h"
#include "base/chars.h"
#include "base/memory.h"
#include "notation/command.h"
#include "study/note.h"

#include <stdlib.h>
#include <string.h>

/* A tape being made anew from that of the record. */
struct tape {
    struct ludus_game *game;
    struct item *items; /* becomes the record's */
    size_t count, capacity;
    size_t *now_at; /* by old index: the new one */
    struct ludus_buffer text;
    bool failed;
};

static bool begin_tape(struct tape *tape, struct ludus_game *game, size_t more)
{
    *tape = (struct tape){ .game = game, .capacity = game->item_count + more + 1 };
    tape->items = memory_new(tape->capacity * sizeof *tape->items);
    tape->now_at = memory_new((game->item_count + 1) * sizeof *tape->now_at);
    tape->failed = !tape->items || !tape->now_at;
    return !tape->failed;
}

static void put_item(struct tape *tape, const struct item *item)
{
    tape->items[tape->count++] = *item;
}

static void copy(struct tape *tape, size_t index)
{
    tape->now_at[index] = tape->count;
    put_item(tape, &tape->game->items[index]);
}

/* Makes the new tape the record's; variations learn where their other ends are now. */
static bool finish(struct tape *tape)
{
    struct ludus_game *game = tape->game;
    buf_free(&tape->text);
    if (tape->failed || game->arena.failed) {
        free(tape->items);
        free(tape->now_at);
        return false;
    }
    tape->now_at[game->item_count] = tape->count;
    for (size_t i = 0; i < tape->count; i++)
        if (tape->items[i].kind == ITEM_OPEN || tape->items[i].kind == ITEM_CLOSE)
            tape->items[i].partner = tape->now_at[tape->items[i].partner];
    free(game->items);
    free(tape->now_at);
    game->items = tape->items;
    game->item_count = tape->count;
    game->item_capacity = tape->capacity;
    return true;
}

/* The first command of this name in a comment. */
static bool find(const struct item *comment, const char *name, struct command *found)
{
    const char *at = comment->text, *end = at + comment->length;
    while (command_next(&at, end, found))
        if (command_is(found, name))
            return true;
    return false;
}

static bool is_only_blanks(const char *text, size_t length)
{
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) && text[length - 1])
        length--;
    return length == 0;
}

/* Gives a comment the text that has been gathered in tape->text. */
static void set_text(struct tape *tape, struct item *comment)
{
    size_t length = tape->text.length;
    comment->text = arena_copy(&tape->game->arena, buf_string(&tape->text), length);
    comment->length = (uint32_t)length;
    tape->failed |= tape->text.failed || !comment->text;
}

static void add_command(struct ludus_buffer *out, const char *before, const char *name, const char *text)
{
    buf_text(out, before);
    buf_text(out, name);
    buf_char(out, ' ');
    buf_text(out, text);
    buf_char(out, ']');
}

/* Puts "[%name text]" in the place of what was found; "" takes it out with the blank behind it. */
static void replace(struct tape *tape, struct item *comment, const struct command *found, const char *name,
                    const char *text)
{
    const char *after = found->end, *end = comment->text + comment->length;
    buf_clear(&tape->text);
    buf_add(&tape->text, comment->text, (size_t)(found->begin - comment->text));
    if (*text)
        add_command(&tape->text, "[%", name, text);
    else
        while (after < end && *after == ' ')
            after++;
    buf_add(&tape->text, after, (size_t)(end - after));
    set_text(tape, comment);
}

/* The note that a command is, or NOTE_COMMANDS; and that with which a comment begins. */
static unsigned note_of(const struct command *command)
{
    unsigned c = 0;
    while (c < NOTE_COMMANDS && !command_is(command, note_names[c].name))
        c++;
    return c;
}

static unsigned note_first(const struct item *comment)
{
    const char *at = comment->text;
    struct command first;
    bool begins = command_next(&at, at + comment->length, &first) && first.begin == comment->text;
    return begins ? note_of(&first) : NOTE_COMMANDS;
}

static void put_nag(struct tape *tape, unsigned number)
{
    struct item nag = { .kind = ITEM_NAG, .text = "", .number = number };
    put_item(tape, &nag);
}

/* Our NAGs go behind those that the turn has, which begin at `at`, in the new tape. */
static void put_nags(struct tape *tape, const struct note *note, size_t at)
{
    bool marked = note->anchor != NOTE_START && tape->game->items[note->anchor].move.mark, diagram = false;
    for (; at < tape->count; at++) {
        marked |= tape->items[at].number >= 1 && tape->items[at].number <= NAG_LAST_MARK;
        diagram |= tape->items[at].number == NAG_DIAGRAM;
    }
    if (note->nag && !marked)
        put_nag(tape, note->nag);
    if (note->diagram && !diagram)
        put_nag(tape, NAG_DIAGRAM);
}

/* Gives commands that stand in [first, end) of the old tape their new texts. Says in `done` which. */
static void renew(struct tape *tape, const struct note *note, size_t first, size_t end,
                  bool done[NOTE_COMMANDS])
{
    struct item *items = tape->game->items;
    struct command found;
    for (size_t i = first; i < end; i++)
        for (unsigned c = 0; c < NOTE_COMMANDS; c++) {
            struct item *comment = &items[i];
            if (!note->text[c] || done[c] || !find(comment, note_names[c].name, &found))
                continue;
            if (c == NOTE_PROSE && found.begin > comment->text)
                continue;
            if (c == NOTE_PROSE) {
                buf_clear(&tape->text);
                if (*note->text[c])
                    buf_format(&tape->text, "[%%%s] %s", note_names[c].name, note->text[c]);
                set_text(tape, comment);
            } else {
                replace(tape, comment, &found, note_names[c].name, note->text[c]);
            }
            done[c] = true;
        }
}

static void put_comment(struct tape *tape)
{
    struct item comment = { .kind = ITEM_COMMENT, .form = '{' };
    if (tape->text.length == 0)
        return;
    set_text(tape, &comment);
    put_item(tape, &comment);
}

/* Does the comment begin with a command of ours? New ones join it. */
static bool is_ours(const struct item *comment)
{
    return note_first(comment) < NOTE_PROSE;
}

/* New commands, in front of an own comment at `first` or as one of their own, and new sentences. Comments in
 * [first, end) that are left empty go. */
static void put_comments(struct tape *tape, const struct note *note, size_t first, size_t end)
{
    struct item *items = tape->game->items;
    bool done[NOTE_COMMANDS] = { false };
    renew(tape, note, first, end, done);
    buf_clear(&tape->text);
    for (unsigned c = 0; c < NOTE_PROSE; c++)
        if (note->text[c] && *note->text[c] && !done[c])
            add_command(&tape->text, tape->text.length ? " [%" : "[%", note_names[c].name, note->text[c]);
    size_t next = first;
    if (next < end && is_ours(&items[next])) {
        if (tape->text.length) {
            buf_char(&tape->text, ' ');
            buf_add(&tape->text, items[next].text, items[next].length);
            set_text(tape, &items[next]);
        }
        copy(tape, next++);
    } else {
        put_comment(tape);
    }
    buf_clear(&tape->text);
    if (note->text[NOTE_PROSE] && *note->text[NOTE_PROSE] && !done[NOTE_PROSE])
        buf_format(&tape->text, "[%%%s] %s", note_names[NOTE_PROSE].name, note->text[NOTE_PROSE]);
    put_comment(tape);
    for (; next < end; next++) {
        tape->now_at[next] = tape->count;
        if (!is_only_blanks(items[next].text, items[next].length))
            copy(tape, next);
    }
}

/* Puts in a note whose turn's last item has been copied; `next` is the first item after it. Returns where to
 * go on. */
static size_t put_note(struct tape *tape, const struct note *note, size_t next)
{
    const struct ludus_game *game = tape->game;
    size_t nags = tape->count, end;
    while (next < game->item_count && game->items[next].kind == ITEM_NAG)
        copy(tape, next++);
    put_nags(tape, note, nags);
    for (end = next; end < game->item_count && game->items[end].kind == ITEM_COMMENT;)
        end++;
    put_comments(tape, note, next, end);
    return end;
}

bool note_insert(struct ludus_game *game, const struct note *notes, size_t count)
{
    struct tape tape;
    size_t note = 0, next = 0;
    if (begin_tape(&tape, game, 4 * count)) {
        if (count && notes[0].anchor == NOTE_START)
            next = put_note(&tape, &notes[note++], 0);
        while (next < game->item_count && !tape.failed) {
            copy(&tape, next);
            if (note < count && notes[note].anchor == next)
                next = put_note(&tape, &notes[note++], next + 1);
            else
                next++;
        }
    }
    return finish(&tape);
}

/* ---- Notes, comments, variations and marks taken out of the tape of a record ---- */

/* ---- Comments ---- */

/* What is left of a comment: a part of it, or parts put together in the arena. */
struct rest {
    const char *text;
    size_t length;
    char *copy;     /* room for the whole comment, once there are two parts */
    bool paragraph; /* one has ended since the last part */
};

static bool ends_paragraph(const char *begin, const char *end)
{
    unsigned breaks = 0;

    for (; begin < end; begin++)
        breaks += *begin == '\n' || (*begin == '\r' && (begin + 1 == end || begin[1] != '\n'));
    return breaks > 1;
}

static void strip_copy(struct rest *rest, const char *text, size_t length)
{
    memcpy(rest->copy + rest->length, text, length);
    rest->length += length;
}

/* Joins two parts, between which a command stood that was longer than what takes its place. False without
 * memory. */
static bool join_comment(struct ludus_game *game, const struct item *comment, struct rest *rest,
                         const char *text, size_t length)
{
    if (!rest->copy) {
        rest->copy = arena_alloc(&game->arena, comment->length);
        if (!rest->copy)
            return false;
        memcpy(rest->copy, rest->text, rest->length);
        rest->text = rest->copy;
    }
    strip_copy(rest, rest->paragraph ? "\n\n" : " ", rest->paragraph ? 2 : 1);
    strip_copy(rest, text, length);
    return true;
}

/* Adds the part [begin, end) without the blanks around it. False without memory. */
static bool keep_comment(struct ludus_game *game, const struct item *comment, struct rest *rest,
                         const char *begin, const char *end)
{
    const char *first = begin, *last = end;

    while (first < end && is_filler(*first))
        first++;
    while (last > first && is_filler(last[-1]))
        last--;
    rest->paragraph |= ends_paragraph(begin, first);
    if (first == last)
        return true;
    if (rest->length == 0)
        *rest = (struct rest){ .text = first, .length = (size_t)(last - first) };
    else if (!join_comment(game, comment, rest, first, (size_t)(last - first)))
        return false;
    rest->paragraph = ends_paragraph(last, end);
    return true;
}

static bool strips_command(const struct command *command, unsigned remarks)
{
    unsigned note = note_of(command);

    return remarks & LUDUS_REMARK_COMMANDS || (note < NOTE_PROSE && note_names[note].remark & remarks);
}

/* Takes commands out of a comment. `*left` is false when nothing but blanks is left of it. False without
 * memory. */
static bool strip_commands(struct ludus_game *game, struct item *comment, unsigned remarks, bool *left)
{
    const char *at = comment->text, *end = at + comment->length, *part = at;
    struct rest rest = { .text = NULL };
    struct command command;

    *left = true;
    while (command_next(&at, end, &command)) {
        if (!strips_command(&command, remarks))
            continue;
        if (!keep_comment(game, comment, &rest, part, command.begin))
            return false;
        part = command.end;
    }
    if (part == comment->text)
        return true;
    if (!keep_comment(game, comment, &rest, part, end))
        return false;
    *left = rest.length > 0;
    comment->text = rest.text;
    comment->length = (uint32_t)rest.length;
    return true;
}

/* `*stays` says whether anything of the comment does. False without memory. */
static bool strip_comment(struct ludus_game *game, struct item *comment, unsigned remarks, bool *stays)
{
    *stays = !(remarks & LUDUS_REMARK_COMMENTS) &&
             !(remarks & LUDUS_REMARK_PROSE && note_first(comment) == NOTE_PROSE);
    return !*stays || strip_commands(game, comment, remarks, stays);
}

/* ---- The tape ---- */

static bool strips_nag(const struct item *nag, unsigned remarks)
{
    return remarks & LUDUS_REMARK_GLYPHS ||
           (remarks & LUDUS_REMARK_NAGS && nag->number >= 1 && nag->number <= NAG_LAST_MARK) ||
           (remarks & LUDUS_REMARK_DIAGRAMS && nag->number == NAG_DIAGRAM);
}

/* Moves an item to the end of the new tape, which is the beginning of the old one, and tells the other end of
 * a variation. */
static void move_item(struct ludus_game *game, size_t from, size_t *count)
{
    struct item *items = game->items;

    if ((items[from].kind == ITEM_OPEN || items[from].kind == ITEM_CLOSE) &&
        items[from].partner < game->item_count)
        items[items[from].partner].partner = *count;
    items[(*count)++] = items[from];
}

/* Variations that are not closed go to the end of the tape. */
static void set_count(struct ludus_game *game, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (game->items[i].kind == ITEM_OPEN && game->items[i].partner == game->item_count)
            game->items[i].partner = count;
    game->item_count = count;
}

bool note_strip(struct ludus_game *game, unsigned remarks)
{
    size_t count = 0;
    bool memory = true;

    for (size_t i = 0; i < game->item_count; i++) {
        struct item *item = &game->items[i];
        bool stays = true;
        if (item->kind == ITEM_NAG)
            stays = !strips_nag(item, remarks);
        else if (item->kind == ITEM_COMMENT && memory)
            memory = strip_comment(game, item, remarks, &stays);
        else if (item->kind == ITEM_MOVE && remarks & LUDUS_REMARK_GLYPHS)
            item->move.mark = 0;
        else if (item->kind == ITEM_OPEN && remarks & LUDUS_REMARK_VARIATIONS) {
            stays = false;
            i = item->partner;
        }
        if (stays)
            move_item(game, i, &count);
    }
    set_count(game, count);
    return memory;
}
