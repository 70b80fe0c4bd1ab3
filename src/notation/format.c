/* format.c - writes a record in canonical form. */
#include "notation/format.h"

#include "base/text.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <limits.h>
#include <stdlib.h>

#define NO_MOVE ((size_t)-1)
enum { LABEL_DIGITS = 10 };

struct writer {
    const struct ludus_game *game;
    record_forms_fn *forms_of; /* or NULL */
    void *context;
    struct layout layout;
    const struct move_form *form, *form_end; /* the form used last; end of the known forms */
    size_t looked;                           /* end of the last search for the move of a turn */
    size_t found;                            /* the move that it found, or NO_MOVE */
    size_t barrier;                          /* index of the last annotation or unread roll before it */
    bool labelled;                           /* the label of the turn has been written, or a number for it */
    bool due;                                /* something other than a move precedes */
    bool ended;   /* the main line's result has been written: a turn 1 would begin another game */
    size_t depth; /* of variations */
    char label[LABEL_DIGITS + LAYOUT_SHORT]; /* the digits of the number end at LABEL_DIGITS */
    struct move_form changed;                /* a form that differs from the caller's */
};

/* ---- The words of comments ---- */

/* Returns the length of the blanks at `text`; `*breaks` counts their line breaks, up to 2. */
static size_t skip_blanks(const char *text, size_t length, unsigned *breaks)
{
    size_t at = 0;
    for (*breaks = 0; at < length && is_filler(text[at]); at++) {
        bool first = text[at] == '\r' && at + 1 < length && text[at + 1] == '\n';
        *breaks += *breaks < 2 && !first && (text[at] == '\n' || text[at] == '\r');
    }
    return at;
}

/* Adds the command [%name value] at `text` with its blanks, which stays on one line. Returns its length; 0 if
 * there is none, or it is too long. A scanner would read twice what is copied here. */
static size_t add_command(struct layout *layout, const char *text, size_t length)
{
    char command[LAYOUT_LINE];
    size_t at = 0, width = 0;
    unsigned breaks;
    if (length < 2 || text[1] != '%')
        return 0;
    const char *end = memchr(text, ']', length < LAYOUT_LINE ? length : LAYOUT_LINE), *plain = text;
    while (end && plain < end &&
           ((unsigned char)*plain > ' ' || (*plain == ' ' && (unsigned char)plain[1] > ' ')))
        plain++;
    if (end && plain == end) { /* it is short and has single blanks, like all that are written here */
        at = (size_t)(end + 1 - text);
        layout_add(layout, text, at);
        return at;
    }
    while (at < length && width < sizeof command) {
        char c = text[at++];
        if (is_filler(c)) {
            at += skip_blanks(text + at - 1, length - at + 1, &breaks) - 1;
            if (breaks > 1)
                return 0;
            c = ' ';
        }
        command[width++] = c;
        if (c == ']') {
            layout_add(layout, command, width);
            return at;
        }
    }
    return 0;
}

/* Writes the words of a text, and keeps its paragraphs. */
static void write_words(struct layout *layout, const char *text, size_t length)
{
    unsigned breaks;
    size_t at = skip_blanks(text, length, &breaks), begin = at; /* of the text not yet added */
    while (at < length) {
        bool blank = is_filler(text[at]);
        if (!blank && text[at] != '[') {
            at++;
            continue;
        }
        layout_add(layout, text + begin, at - begin);
        begin = at + (blank ? skip_blanks(text + at, length - at, &breaks)
                            : add_command(layout, text + at, length - at));
        at = begin > at ? begin : at + 1;
        if (blank && at < length && breaks > 1)
            layout_paragraph(layout);
        else if (blank && at < length)
            layout_space(layout);
    }
    layout_add(layout, text + begin, at - begin);
}

/* ---- Moves and their forms ---- */

static void ask_form(struct writer *writer, size_t index)
{
    size_t count = 1;
    const struct item *next = &writer->game->items[index + 1];
    /* Unreadable text that would be read as a check or "e.p." of the move if the move had none. */
    bool suffixed = index + 1 < writer->game->item_count && next->kind == ITEM_BAD &&
                    (!item_is_aside(next) || next->number == MSG_DOUBLE_SUFFIX) && next->length > 0 &&
                    strchr("+#eE", next->text[0]);
    writer->changed = (struct move_form){ .index = index };
    writer->form = &writer->changed;
    if (writer->forms_of) {
        count = writer->forms_of(writer->context, index, turns_begins(&writer->game->items[index]),
                                 &writer->form);
    }
    if (suffixed || writer->ended) {
        writer->changed = *writer->form;
        writer->changed.text = suffixed ? NULL : writer->changed.text;
        writer->changed.label = writer->ended ? LABEL_NONE : writer->changed.label;
        writer->changed.brief = false;
        writer->form = &writer->changed;
        count = 1;
    }
    writer->form_end = writer->form + count;
}

static inline const struct move_form *form_at(struct writer *writer, size_t index)
{
    while (writer->form < writer->form_end && writer->form->index < index)
        writer->form++;
    if (writer->form == writer->form_end || writer->form->index != index)
        ask_form(writer, index);
    return writer->form;
}

/* Returns the index of the move that the number or roll at `index` belongs to, or NO_MOVE. */
static size_t move_after(struct writer *writer, size_t index)
{
    const struct ludus_game *game = writer->game;
    size_t at = index + 1;
    if (writer->looked > index)
        return writer->found;
    for (; at < game->item_count; at++) {
        const struct item *item = &game->items[at];
        bool roll = item->kind == ITEM_BAD && item->number == MSG_COUNT && item->length > 1; /* unread */
        if (turns_beside(item) || roll)
            writer->barrier = at;
        else if (item->kind != ITEM_NUMBER && item->kind != ITEM_DICE)
            break;
    }
    writer->looked = at;
    writer->found = at < game->item_count && turns_begins(&game->items[at]) ? at : NO_MOVE;
    return writer->found;
}

/* Adds a number and the signs after it, as one word. */
static void add_label(struct writer *writer, const struct move_form *form)
{
    static const struct {
        char text[4];
        unsigned length;
    } ends[] = { [LABEL_FIRST] = { ".", 1 },
                 [LABEL_SECOND] = { "...", 3 },
                 [LABEL_WHITE] = { "W.", 2 },
                 [LABEL_BLACK] = { "B.", 2 } };
    char *end = writer->label + LABEL_DIGITS, *at = end;
    unsigned number = form->number;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    memcpy(end, ends[form->label].text, sizeof ends->text);
    layout_short(&writer->layout, at, (size_t)(end - at) + ends[form->label].length);
}

static inline void write_label(struct writer *writer, const struct move_form *form, bool needed)
{
    if (form->label && !writer->labelled && (form->always || writer->due || needed)) {
        add_label(writer, form);
        writer->labelled = true;
    }
}

/* ---- Items ---- */

/* Writes an item as one word without its blanks. */
static void write_squeezed(struct writer *writer, const struct item *item)
{
    const char *end = item->text + item->length;
    layout_space(&writer->layout);
    for (const char *at = item->text; (at = leiden_blanks(at, end)) < end; at++)
        layout_add(&writer->layout, at, 1);
}

/* Writes a number of the record. Beside another it is perhaps not of a turn, and stays unchanged. */
static void write_own_number(struct writer *writer, size_t index)
{
    const struct item *item = &writer->game->items[index];
    bool beside = (index > 0 && item[-1].kind == ITEM_NUMBER) ||
                  (index + 1 < writer->game->item_count && item[1].kind == ITEM_NUMBER);
    size_t digits = 0;
    bool damaged =
        leiden_needed(item->text, item->length) && item->text[0] != '\xe2' && item->number == UNNUMBERED;
    writer->labelled |= item->number != UNNUMBERED;
    if (damaged || beside) {
        write_squeezed(writer, item);
        return;
    }
    while (digits < item->length && item->text[digits] >= '0' && item->text[digits] <= '9')
        digits++;
    layout_space(&writer->layout);
    layout_add(&writer->layout, item->text, digits);
    layout_text(&writer->layout, item->side == LUDUS_WHITE ? "W" : item->side == LUDUS_BLACK ? "B" : "");
    layout_text(&writer->layout, item->side == NO_SIDE && item->form > 1 ? "..." : ".");
}

static inline void write_number(struct writer *writer, size_t index)
{
    const struct ludus_game *game = writer->game;
    if (index + 1 < game->item_count && turns_begins(&game->items[index + 1]) &&
        form_at(writer, index + 1)->label)
        return; /* write_move writes it */
    size_t move = move_after(writer, index);
    const struct move_form *form = move == NO_MOVE ? NULL : form_at(writer, move);
    if (form && form->label)
        write_label(writer, form, writer->barrier > index);
    else
        write_own_number(writer, index);
}

static void write_dice(struct writer *writer, size_t index)
{
    size_t move = move_after(writer, index);
    if (move != NO_MOVE)
        write_label(writer, form_at(writer, move), writer->barrier > index);
    else
        writer->labelled = true; /* its number is written, or left out */
    write_squeezed(writer, &writer->game->items[index]);
}

/* Writes a move as in the record, as one word: blanks become one, or none before marks. A mark that the move
 * no longer has is left out. */
static void write_as_it_stands(struct writer *writer, const struct item *item)
{
    bool blank = false;
    for (size_t i = 0; i < item->length; i++) {
        char c = item->text[i];
        bool mark = c == '!' || c == '?';
        if (is_filler(c) || (mark && !item->move.mark)) {
            blank |= !mark;
            continue;
        }
        if (blank && !mark)
            layout_text(&writer->layout, " ");
        blank = false;
        layout_add(&writer->layout, &c, 1);
    }
}

static inline void write_move(struct writer *writer, size_t index)
{
    static const char *const marks[] = { "", "!", "?", "!!", "??", "!?", "?!" };
    const struct item *item = &writer->game->items[index];
    const struct move_form *form = form_at(writer, index);
    if (turns_joined(item))
        layout_text(&writer->layout, ",");
    else
        write_label(writer, form, false);
    if (form->text) {
        layout_word(&writer->layout, form->text, form->text_length);
        layout_text(&writer->layout, item->move.flags & MOVE_SQUEEZE ? " squeeze" : "");
        layout_text(&writer->layout, item->move.flags & MOVE_SIC ? " sic" : "");
        layout_text(&writer->layout, marks[item->move.mark]);
    } else {
        layout_space(&writer->layout);
        write_as_it_stands(writer, item);
    }
    writer->labelled = writer->due = false;
    writer->form++;
}

/* Writes a comment. A line comment with a brace stays one: in braces, that would end it or look nested. */
static void write_comment(struct writer *writer, const struct item *item)
{
    if (item->form == ';' &&
        (memchr(item->text, '}', item->length) || memchr(item->text, '{', item->length))) {
        layout_line(&writer->layout, ';', item->text, item->length);
        return;
    }
    layout_space(&writer->layout);
    layout_text(&writer->layout, "{");
    write_words(&writer->layout, item->text, item->length);
    if (!record_is_cut(writer->game, item))
        layout_text(&writer->layout, "}");
}

/* Writes unreadable text word by word. Text that begins with a bracket which is not closed, or means a tag,
 * would end with its line, so it keeps that line. After a closed bracket, the squares of a name may follow on
 * another line. */
static void write_bad(struct layout *layout, const struct item *item)
{
    bool bracket = item->length > 0 && item->text[0] == '[', closed = item->number == MSG_BRACKETS;
    const char *close = bracket && closed ? memchr(item->text, ']', item->length) : NULL;
    size_t length = close ? (size_t)(close - item->text) : bracket ? item->length : 0;
    if (item->number == MSG_COUNT && item->length == 1 && item->text[0] == ',') { /* it belongs to a move */
        layout_text(layout, ",");
        return;
    }
    while (close && length < item->length && !is_filler(item->text[length]))
        length++;
    layout_word(layout, item->text, length);
    if (length > 0 && length < item->length)
        layout_space(layout);
    write_words(layout, item->text + length, item->length - length);
    if (bracket && !closed && item->number != MSG_COUNT) /* [4,4] */
        layout_break(layout);
}

/* Writes an item. After anything between turns, the next move gets a label, also Black's. Parentheses are
 * kept apart from unreadable text, which they might make readable. */
static void write_item(struct writer *writer, size_t index)
{
    static const char *const in_brackets[] = { [LUDUS_OPEN] = "*",
                                               [LUDUS_WHITE_WINS] = "[1:0]",
                                               [LUDUS_BLACK_WINS] = "[0:1]",
                                               [LUDUS_DRAW] = "[1/2:1/2]" };
    char text[16];
    const struct item *item = &writer->game->items[index];
    bool last = index + 1 == writer->game->item_count;
    switch ((enum item_kind)item->kind) {
    case ITEM_NUMBER:
        write_number(writer, index);
        return;
    case ITEM_DICE:
        write_dice(writer, index);
        return;
    case ITEM_MOVE:
        write_move(writer, index);
        return;
    case ITEM_NAG:
        (void)snprintf(text, sizeof text, "$%u", (unsigned)item->number);
        layout_word(&writer->layout, text, strlen(text));
        return;
    case ITEM_COMMENT:
        write_comment(writer, item);
        break;
    case ITEM_OPEN:
        layout_word(&writer->layout, "(", 1);
        writer->layout.glue = last || item[1].kind != ITEM_BAD;
        writer->labelled = false;
        writer->depth++;
        break;
    case ITEM_CLOSE:
        writer->layout.glue = false;
        if (index > 0 && item[-1].kind == ITEM_BAD)
            layout_space(&writer->layout);
        layout_text(&writer->layout, ")");
        writer->labelled = false;
        writer->depth -= writer->depth > 0;
        break;
    case ITEM_RESULT:
        layout_space(&writer->layout);
        layout_text(&writer->layout,
                    item->form == ':' ? in_brackets[item->result] : result_text(item->result));
        writer->ended |= writer->depth == 0;
        break;
    case ITEM_ESCAPE:
        layout_line(&writer->layout, '%', item->text, item->length);
        break;
    case ITEM_BAD:
        write_bad(&writer->layout, item);
        break;
    }
    writer->due = true;
}

/* Writes the brief moves with known forms from item `index` on, as long as only numbers stand between them,
 * as in most records. Returns the index of the next item. */
static size_t write_brief(struct writer *writer, size_t index)
{
    const struct ludus_game *game = writer->game;
    const struct move_form *form = writer->form;
    for (; form < writer->form_end && form->brief && !writer->labelled; form++) {
        size_t move = index + (game->items[index].kind == ITEM_NUMBER);
        if (form->index != move)
            break;
        if (form->always || (form->label && writer->due))
            add_label(writer, form);
        layout_short(&writer->layout, form->text, form->text_length);
        writer->due = false;
        index = move + 1;
    }
    writer->form = form;
    return index;
}

/* Writes the tags, and the items before them. Remarks before the first record of all stay before the first
 * tag; other records have them at the beginning of their text, as they would be taken for the end of the
 * record before. Unreadable text stays before the last tag. Returns the count of written items. */
static size_t write_head(struct writer *writer)
{
    const struct ludus_game *game = writer->game;
    struct placed_tag *order = roster_order(game);
    size_t count = record_before_tags(game);
    bool remarks = record_remarks(game, count);
    if (!order) {
        writer->layout.out->failed = true;
        return 0;
    }
    if (remarks && (game->number > 1 || game->follows))
        count = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        if (i == (remarks ? 0 : game->tag_count - 1)) {
            for (size_t before = 0; before < count; before++)
                write_item(writer, before);
            layout_break(&writer->layout);
        }
        const struct tag *tag = &game->tags[order[i].index];
        bool is_result = text_is(tag->name.text, tag->name.length, "Result");
        unsigned result = is_result ? result_read(tag->value) : NO_RESULT;
        const char *text = result == NO_RESULT ? NULL : result_text(result); /* in its canonical spelling */
        roster_write(tag->name, text ? (struct ludus_text){ text, strlen(text) } : tag->value,
                     writer->layout.out);
    }
    buf_char(writer->layout.out, '\n');
    free(order);
    return count;
}

/* Writes a missing result, that of the tag or `*`, as other programs would read on into the next record. Not
 * after an open comment or variation, which would contain it. */
static void write_missing_result(struct writer *writer)
{
    const struct ludus_game *game = writer->game;
    bool begun = game->tag_count > 0;
    if (writer->ended || game->cut)
        return;
    for (size_t i = 0; i < game->item_count && !begun; i++)
        begun = game->items[i].kind <= ITEM_MOVE;
    if (!begun)
        return;
    const struct tag *tag = record_tag(game, "Result");
    unsigned result = tag ? result_read(tag->value) : NO_RESULT;
    layout_space(&writer->layout);
    layout_text(&writer->layout, result_text(result == NO_RESULT ? LUDUS_OPEN : result));
    writer->ended = true;
}

/* A tag separates the record from one of another file before it that is open or has no result. */
void record_write(const struct ludus_game *game, record_forms_fn *forms_of, void *context, unsigned width,
                  struct ludus_buffer *out)
{
    struct writer writer = {
        .game = game,
        .forms_of = forms_of,
        .context = context,
        .layout = { .out = out, .wider = width ? (int)(width < INT_MAX ? width : INT_MAX) - LAYOUT_LINE : 0 },
        .due = true,
    };
    size_t first = game->tag_count > 0 ? write_head(&writer) : 0;
    if (game->tag_count == 0 && game->follows && game->number == 1)
        buf_text(out, "[Event \"?\"]\n\n");
    for (size_t i = first; (i = write_brief(&writer, i)) < game->item_count; i++)
        write_item(&writer, i);
    write_missing_result(&writer);
    layout_break(&writer.layout);
    if (first < game->item_count || writer.ended)
        buf_char(out, '\n');
}
