/* record_text.h - for tests: records read from memory, and what was read as one line of text.
 *
 * The tape is written item by item, from what the items say and not from their text: #4W. is a number (side,
 * dots), (2,5) a roll, Regina:d1-e2 a move with a name, :-f3 one with neither name nor from-square; a comma
 * before a move joins it; ?…? is unreadable text. */
#ifndef TESTS_RECORD_TEXT_H
#define TESTS_RECORD_TEXT_H

#include "base/input.h"
#include "base/memory.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

/* A text whose games are read one after the other. */
struct sample {
    struct input *input;
    struct input_chunk chunk;
    struct ludus_game game;
};

static inline void sample_open(struct sample *sample, const char *text, size_t length)
{
    memset(sample, 0, sizeof *sample);
    sample->input = input_new(source_bytes(text, length), 64, 1, 0);
    sample->game.diag.file = "sample";
}

/* The next game, or NULL. */
static inline struct ludus_game *sample_next(struct sample *sample)
{
    if (sample->chunk.length == 0 && !input_next(sample->input, 1, &sample->chunk))
        return NULL;
    return record_read(&sample->game, &sample->chunk) ? &sample->game : NULL;
}

static inline void sample_close(struct sample *sample)
{
    record_free(&sample->game);
    input_close(sample->input);
}

static inline void add_square(struct ludus_buffer *out, unsigned file, unsigned rank)
{
    if (file)
        buf_char(out, (char)('a' + file - 1));
    if (rank)
        buf_format(out, "%u", rank);
}

static inline void add_squares_move(struct ludus_buffer *out, const struct move_text *move)
{
    buf_add(out, move->plain, move->name_length);
    buf_char(out, ':');
    add_square(out, move->from_file, move->from_rank);
    buf_text(out, move->flags & MOVE_CAPTURE ? "x" : "-");
    add_square(out, move->to_file, move->to_rank);
    if (move->flags & (MOVE_PATH | MOVE_REMOVED)) {
        buf_format(out, "[%s%s%.*s]", move->flags & MOVE_PATH ? "path " : "",
                   move->flags & MOVE_REMOVED ? "removed " : "", (int)move->squares_length,
                   move->plain + move->squares);
    }
    if (move->flags & MOVE_PROMOTES)
        buf_format(out, "=%.*s", (int)move->promotion_length, move->plain + move->promotion);
}

static inline void add_move(struct ludus_buffer *out, const struct move_text *move)
{
    static const char *const marks[] = { "", "!", "?", "!!", "??", "!?", "?!" };
    static const char *const checks[] = { "", "+", "#", "++" };

    buf_text(out, move->flags & MOVE_JOINED ? "," : "");
    switch ((enum move_style)move->style) {
    case MOVE_SQUARES:
        add_squares_move(out, move);
        break;
    case MOVE_PLACE:
        buf_add(out, move->plain, move->name_length);
        buf_char(out, '@');
        add_square(out, move->to_file, move->to_rank);
        break;
    case MOVE_REMOVE:
        buf_text(out, "remove:");
        add_square(out, move->to_file, move->to_rank);
        break;
    case MOVE_CASTLE_SHORT:
        buf_text(out, move->flags & MOVE_ZEROS ? "0-0" : "O-O");
        break;
    case MOVE_CASTLE_LONG:
        buf_text(out, move->flags & MOVE_ZEROS ? "0-0-0" : "O-O-O");
        break;
    case MOVE_PASS:
        buf_text(out, "pass");
        break;
    case MOVE_PATTERN:
        buf_format(out, "pattern:%.*s", (int)move->plain_length, move->plain);
        break;
    case MOVE_LOST:
        buf_format(out, "lost:%.*s", (int)move->plain_length, move->plain);
        break;
    }
    buf_text(out, move->flags & MOVE_EP ? "ep" : "");
    buf_text(out, checks[move->check]);
    buf_text(out, move->flags & MOVE_SQUEEZE ? ".squeeze" : "");
    buf_text(out, move->flags & MOVE_SIC ? ".sic" : "");
    buf_text(out, marks[move->mark]);
    buf_text(out, move->flags & MOVE_UNCLEAR ? "~" : "");
    buf_text(out, move->flags & MOVE_SUPPLIED ? "<>" : "");
}

static inline void add_dice(struct ludus_buffer *out, const struct item *item)
{
    for (unsigned i = 0; i < item->dice.count; i++) {
        bool supplied = item->dice.supplied >> i & 1;
        buf_text(out, i ? "," : "(");
        buf_text(out, supplied ? "<" : "");
        if (item->dice.face[i])
            buf_format(out, "%u", item->dice.face[i]);
        else
            buf_char(out, '_');
        buf_text(out, item->dice.unclear >> i & 1 ? "~" : "");
        buf_text(out, supplied ? ">" : "");
    }
    buf_char(out, ')');
}

static inline void add_item(struct ludus_buffer *out, const struct item *item)
{
    static const char *const results[] = { "*", "1-0", "0-1", "1/2" };
    int length = (int)item->length;

    switch ((enum item_kind)item->kind) {
    case ITEM_NUMBER:
        buf_text(out, "#");
        if (item->number != UNNUMBERED)
            buf_format(out, "%u", (unsigned)item->number);
        buf_format(out, "%s%.*s", item->side == 2 ? "" : item->side ? "B" : "W", item->form, ".......");
        break;
    case ITEM_DICE:
        add_dice(out, item);
        break;
    case ITEM_MOVE:
        add_move(out, &item->move);
        break;
    case ITEM_COMMENT:
        buf_format(out, item->form == '{' ? "{%.*s}" : ";%.*s;", length, item->text);
        break;
    case ITEM_NAG:
        buf_format(out, "$%u", (unsigned)item->number);
        break;
    case ITEM_OPEN:
        buf_char(out, '(');
        break;
    case ITEM_CLOSE:
        buf_char(out, ')');
        break;
    case ITEM_RESULT:
        buf_format(out, item->form == ':' ? "[%s]" : "%s", results[item->result]);
        break;
    case ITEM_ESCAPE:
        buf_format(out, "%%%.*s%%", length, item->text);
        break;
    case ITEM_BAD:
        buf_format(out, "?%.*s?", length, item->text);
        break;
    }
}

static inline void add_tape(struct ludus_buffer *out, const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count; i++) {
        buf_text(out, i ? " " : "");
        add_item(out, &game->items[i]);
    }
}

static inline void add_message(void *context, const struct ludus_message *message)
{
    struct ludus_buffer *out = context;

    buf_format(out, "%s%zu:%zu-%zu %s", out->length ? ", " : "", message->line, message->column,
               message->end_column, message->code);
}

/* The tapes of all games in `text`, with " | " between; the caller frees it. */
static inline char *tape_of(const char *text, size_t length)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };

    sample_open(&sample, text, length);
    for (const struct ludus_game *game; (game = sample_next(&sample)) != NULL;) {
        buf_text(&out, out.length ? " | " : "");
        add_tape(&out, game);
    }
    sample_close(&sample);
    (void)buf_string(&out);
    return out.bytes;
}

/* Places and codes of all messages about `text`; the caller frees it. */
static inline char *messages_of(const char *text, size_t length)
{
    struct sample sample;
    struct ludus_buffer out = { 0 };

    sample_open(&sample, text, length);
    for (const struct ludus_game *game; (game = sample_next(&sample)) != NULL;)
        diag_report(&game->diag, add_message, &out);
    sample_close(&sample);
    (void)buf_string(&out);
    return out.bytes;
}

#endif
