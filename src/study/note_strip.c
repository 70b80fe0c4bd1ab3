/* note_strip.c - notes, comments, variations and marks taken out of the tape of a record. */
#include "base/chars.h"
#include "notation/command.h"
#include "study/note.h"

#include <string.h>

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

static void copy(struct rest *rest, const char *text, size_t length)
{
    memcpy(rest->copy + rest->length, text, length);
    rest->length += length;
}

/* Joins two parts, between which a command stood that was longer than what takes its place. False without
 * memory. */
static bool join(struct ludus_game *game, const struct item *comment, struct rest *rest, const char *text,
                 size_t length)
{
    if (!rest->copy) {
        rest->copy = arena_alloc(&game->arena, comment->length);
        if (!rest->copy)
            return false;
        memcpy(rest->copy, rest->text, rest->length);
        rest->text = rest->copy;
    }
    copy(rest, rest->paragraph ? "\n\n" : " ", rest->paragraph ? 2 : 1);
    copy(rest, text, length);
    return true;
}

/* Adds the part [begin, end) without the blanks around it. False without memory. */
static bool keep(struct ludus_game *game, const struct item *comment, struct rest *rest, const char *begin,
                 const char *end)
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
    else if (!join(game, comment, rest, first, (size_t)(last - first)))
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
        if (!keep(game, comment, &rest, part, command.begin))
            return false;
        part = command.end;
    }
    if (part == comment->text)
        return true;
    if (!keep(game, comment, &rest, part, end))
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
