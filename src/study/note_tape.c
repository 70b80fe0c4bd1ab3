/* note_tape.c - notes put into the tape of a record. */
#include "base/chars.h"
#include "base/text.h"
#include "study/note.h"

#include <stdlib.h>
#include <string.h>

const struct note_name note_names[NOTE_COMMANDS] = {
    [NOTE_FEN] = { "fen", LUDUS_REMARK_FEN },
    [NOTE_CAPTURED] = { "captured", LUDUS_REMARK_CAPTURED },
    [NOTE_THREATS] = { "threats", LUDUS_REMARK_THREATS },
    [NOTE_ODDS] = { "odds", LUDUS_REMARK_ODDS },
    [NOTE_VALUE] = { "value", LUDUS_REMARK_LUCK },
    [NOTE_LUCK] = { "luck", LUDUS_REMARK_LUCK },
    [NOTE_ERROR] = { "error", LUDUS_REMARK_LUCK },
    [NOTE_PROSE] = { "prose", LUDUS_REMARK_PROSE },
};

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

/* Gives a comment the text that has been gathered in tape->text. */
static void set_text(struct tape *tape, struct item *comment)
{
    size_t length = tape->text.length;
    comment->text = arena_copy(&tape->game->arena, buf_string(&tape->text), length);
    comment->length = (uint32_t)length;
    tape->failed |= tape->text.failed || !comment->text;
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

/* Puts "[%name text]" in the place of a command that stands in the comment, "" taking it out with the blank
 * behind it; a comment that begins with [%prose] becomes new. False if it has no such command. */
static bool renew(struct tape *tape, struct item *comment, unsigned name, const char *text)
{
    const char *at = comment->text, *end = at + comment->length;
    struct command found = { .begin = NULL };
    while (command_next(&at, end, &found) && !command_is(&found, note_names[name].name))
        found.begin = NULL;
    if (!found.begin || (name == NOTE_PROSE && found.begin > comment->text))
        return false;
    buf_clear(&tape->text);
    buf_add(&tape->text, comment->text, (size_t)(found.begin - comment->text));
    if (name == NOTE_PROSE)
        at = end;
    if (*text)
        buf_format(&tape->text, name == NOTE_PROSE ? "[%%%s] %s" : "[%%%s %s]", note_names[name].name, text);
    else
        while (at < end && *at == ' ')
            at++;
    buf_add(&tape->text, at, (size_t)(end - at));
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

/* New commands, in front of an own comment at `first` or as one of their own, and new sentences. Comments in
 * [first, end) that are left empty go. */
static void put_comments(struct tape *tape, const struct note *note, size_t first, size_t end)
{
    struct item *items = tape->game->items;
    bool done[NOTE_COMMANDS] = { false };
    for (size_t i = first; i < end; i++)
        for (unsigned c = 0; c < NOTE_COMMANDS; c++)
            if (note->text[c] && !done[c])
                done[c] = renew(tape, &items[i], c, note->text[c]);
    buf_clear(&tape->text);
    for (unsigned c = 0; c < NOTE_PROSE; c++)
        if (note->text[c] && *note->text[c] && !done[c])
            buf_format(&tape->text, "%s[%%%s %s]", tape->text.length ? " " : "", note_names[c].name,
                       note->text[c]);
    size_t next = first;
    if (next < end && note_first(&items[next]) < NOTE_PROSE) { /* a comment of ours */
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
        size_t length = items[next].length;
        while (length > 0 && is_space(items[next].text[length - 1]))
            length--;
        if (length > 0)
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
    /* Our NAGs go behind those that the turn has, in the new tape. */
    bool marked = note->anchor != NOTE_START && tape->game->items[note->anchor].move.mark, diagram = false;
    for (size_t at = nags; at < tape->count; at++) {
        marked |= tape->items[at].number >= 1 && tape->items[at].number <= NAG_LAST_MARK;
        diagram |= tape->items[at].number == NAG_DIAGRAM;
    }
    struct item nag = { .kind = ITEM_NAG, .text = "", .number = note->nag };
    if (note->nag && !marked)
        put_item(tape, &nag);
    nag.number = NAG_DIAGRAM;
    if (note->diagram && !diagram)
        put_item(tape, &nag);
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

/* Adds the part [begin, end) of a comment to what is left of it, without the blanks around it; `*paragraph`
 * says whether one has ended since the last part. */
static void keep_part(struct tape *tape, const char *begin, const char *end, bool *paragraph)
{
    const char *first = begin, *last = end;
    while (first < end && is_filler(*first))
        first++;
    while (last > first && is_filler(last[-1]))
        last--;
    *paragraph |= text_lines(begin, (size_t)(first - begin)) > 1;
    if (first == last)
        return;
    if (tape->text.length)
        buf_text(&tape->text, *paragraph ? "\n\n" : " ");
    buf_add(&tape->text, first, (size_t)(last - first));
    *paragraph = text_lines(last, (size_t)(end - last)) > 1;
}

/* Takes commands out of a comment. False when it goes, or nothing but blanks is left of it. */
static bool strip_comment(struct tape *tape, struct item *comment, unsigned remarks)
{
    const char *at = comment->text, *end = at + comment->length, *part = at;
    struct command command;
    bool paragraph = false;
    if (remarks & LUDUS_REMARK_COMMENTS ||
        (remarks & LUDUS_REMARK_PROSE && note_first(comment) == NOTE_PROSE))
        return false;
    buf_clear(&tape->text);
    while (command_next(&at, end, &command)) {
        unsigned note = note_of(&command);
        if (!(remarks & LUDUS_REMARK_COMMANDS) &&
            (note >= NOTE_PROSE || !(note_names[note].remark & remarks)))
            continue;
        keep_part(tape, part, command.begin, &paragraph);
        part = command.end;
    }
    if (part == comment->text)
        return true;
    keep_part(tape, part, end, &paragraph);
    if (tape->text.length)
        set_text(tape, comment);
    return tape->text.length > 0;
}

bool note_strip(struct ludus_game *game, unsigned remarks)
{
    struct tape tape;
    bool begun = begin_tape(&tape, game, 0);
    for (size_t i = 0; begun && i < game->item_count; i++) {
        struct item *item = &game->items[i];
        bool stays = true;
        if (item->kind == ITEM_NAG)
            stays = !(remarks & LUDUS_REMARK_GLYPHS ||
                      (remarks & LUDUS_REMARK_NAGS && item->number >= 1 && item->number <= NAG_LAST_MARK) ||
                      (remarks & LUDUS_REMARK_DIAGRAMS && item->number == NAG_DIAGRAM));
        else if (item->kind == ITEM_COMMENT)
            stays = strip_comment(&tape, item, remarks);
        else if (item->kind == ITEM_MOVE && remarks & LUDUS_REMARK_GLYPHS)
            item->move.mark = 0;
        else if (item->kind == ITEM_OPEN && remarks & LUDUS_REMARK_VARIATIONS) {
            stays = false;
            i = item->partner;
        }
        if (stays)
            copy(&tape, i);
    }
    return finish(&tape);
}
