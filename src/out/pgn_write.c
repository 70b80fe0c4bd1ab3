/* pgn_write.c - a record as PGN that programs read which know PGN and nothing else. */
#include "out/pgn_write.h"

#include <string.h>

#include "base/chars.h"
#include "record/layout.h"
#include "record/result.h"
#include "rules/ruleset.h"

struct writing {
    const struct ludus_game *game;
    struct layout layout;
    size_t depth;   /* of variations */
    size_t stopped; /* depth from which on all is put into comments, plus 1; 0: nothing is */
    bool brace;     /* such a comment is open */
    bool opened;    /* a parenthesis was written last */
    bool result;    /* the result has been written */
};

/* ---- Tags ---- */

static const struct {
    const char *name, *unknown;
} roster[] = { { "Event", "?" }, { "Site", "?" },  { "Date", "????.??.??" }, { "Round", "?" },
               { "White", "?" }, { "Black", "?" }, { "Result", "*" } };

enum { ROSTER = sizeof roster / sizeof *roster };

static bool is_in_roster(struct ludus_text name)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (strlen(roster[i].name) == name.length && memcmp(roster[i].name, name.text, name.length) == 0)
            return true;
    return false;
}

static void write_tag(struct ludus_buffer *out, struct ludus_text name, struct ludus_text value)
{
    buf_char(out, '[');
    buf_add(out, name.text, name.length);
    buf_text(out, " \"");
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        if (c == '"' || c == '\\')
            buf_char(out, '\\');
        buf_char(out, (unsigned char)c < ' ' ? ' ' : c);
    }
    buf_text(out, "\"]\n");
}

static const char *main_result(const struct ludus_game *game)
{
    size_t depth = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        depth += game->items[i].kind == ITEM_OPEN;
        depth -= game->items[i].kind == ITEM_CLOSE;
        if (game->items[i].kind == ITEM_RESULT && depth == 0)
            return result_text(game->items[i].result);
    }
    return NULL;
}

static void write_tags(const struct canonical *canonical, struct ludus_buffer *out)
{
    const struct ludus_game *game = &canonical->game;
    for (size_t i = 0; i < ROSTER; i++) {
        const char *result = i + 1 == ROSTER ? main_result(game) : NULL;
        write_tag(out, (struct ludus_text){ roster[i].name, strlen(roster[i].name) },
                  canonical_tag(canonical, roster[i].name, result ? result : roster[i].unknown));
    }
    for (size_t i = 0; i < game->tag_count; i++)
        if (!is_in_roster(game->tags[i].name))
            write_tag(out, game->tags[i].name, game->tags[i].value);
    buf_char(out, '\n');
}

/* ---- Movetext ---- */

static void close_brace(struct writing *w)
{
    if (w->brace)
        layout_text(&w->layout, "}");
    w->brace = false;
}

/* Words, with braces made parentheses: they cannot stand in a comment. */
static void write_words(struct writing *w, const char *text, size_t length)
{
    bool blank = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (is_space(c) || c == '\0') {
            blank = true;
            continue;
        }
        if (blank)
            layout_space(&w->layout);
        blank = false;
        c = c == '{' ? '(' : c == '}' ? ')' : c;
        layout_add(&w->layout, &c, 1);
    }
}

/* Text that is no PGN, in a comment of its own or in the one that is open. */
static void write_aside(struct writing *w, const char *before, const char *text, size_t length)
{
    if (*before != ',' || !w->brace)
        layout_space(&w->layout);
    if (!w->brace)
        layout_text(&w->layout, "{");
    w->brace = true;
    layout_text(&w->layout, before);
    if (*before)
        layout_space(&w->layout);
    write_words(w, text, length);
}

static void write_comment(struct writing *w, const struct item *item)
{
    close_brace(w);
    layout_space(&w->layout);
    layout_text(&w->layout, "{");
    write_words(w, item->text, item->length);
    layout_text(&w->layout, "}");
}

static bool is_plain_move(const struct move_text *move)
{
    return !(move->flags & (MOVE_SIC | MOVE_UNCLEAR | MOVE_SUPPLIED | MOVE_JOINED | MOVE_SQUEEZE)) &&
           move->style != MOVE_PATTERN && move->style != MOVE_LOST && move->style != MOVE_PLACE &&
           move->style != MOVE_REMOVE;
}

static void write_word(struct writing *w, const struct item *item, const char *text, size_t length)
{
    if (w->stopped) {
        write_aside(w, item->kind == ITEM_MOVE && (item->move.flags & MOVE_JOINED) ? "," : "", text, length);
        return;
    }
    close_brace(w);
    if (item->kind != ITEM_CLOSE)
        layout_space(&w->layout);
    layout_add(&w->layout, text, length);
}

static void write_move(struct writing *w, const struct item *item)
{
    bool pass = item->move.style == MOVE_PASS;
    if (!w->stopped && !is_plain_move(&item->move))
        w->stopped = w->depth + 1;
    write_word(w, item, pass && !w->stopped ? "--" : item->text, pass && !w->stopped ? 2 : item->length);
}

static void write_result(struct writing *w, const struct item *item)
{
    const char *text = result_text(item->result);
    if (w->depth == 0) {
        w->stopped = 0;
        w->result = true;
    }
    write_word(w, item, text, strlen(text));
}

static void write_item(struct writing *w, const struct item *item)
{
    bool opened = w->opened;
    w->opened = item->kind == ITEM_OPEN;
    switch ((enum item_kind)item->kind) {
    case ITEM_COMMENT:
        write_comment(w, item);
        return;
    case ITEM_ESCAPE:
        close_brace(w);
        layout_line(&w->layout, '%', item->text, item->length);
        return;
    case ITEM_MOVE:
        write_move(w, item);
        return;
    case ITEM_RESULT:
        write_result(w, item);
        return;
    case ITEM_BAD:
    case ITEM_DICE:
        if (!w->stopped)
            w->stopped = w->depth + 1;
        break;
    case ITEM_OPEN:
        w->depth++;
        write_word(w, item, "(", 1);
        if (!w->stopped)
            layout_glue(&w->layout);
        return;
    case ITEM_CLOSE:
        if (w->stopped == w->depth + 1) {
            w->stopped = 0;
            close_brace(w);
        }
        w->depth -= w->depth > 0;
        break;
    case ITEM_NUMBER:
        if (w->stopped && !opened)
            close_brace(w);
        break;
    case ITEM_NAG:
        break;
    }
    write_word(w, item, item->text, item->length);
}

void pgn_write_record(const struct canonical *canonical, struct ludus_buffer *out)
{
    const struct ludus_game *game = &canonical->game;
    bool san = canonical->rules && canonical->rules->rules.notation == STYLE_SAN;
    struct writing w = { .game = game, .layout = { .out = out }, .stopped = san ? 0 : 1 };
    if (ludus_game_empty(game))
        return;
    write_tags(canonical, out);
    for (size_t i = 0; i < game->item_count; i++)
        write_item(&w, &game->items[i]);
    close_brace(&w);
    if (!w.result) {
        layout_space(&w.layout);
        unsigned result = result_read(canonical_tag(canonical, "Result", "*"));
        layout_text(&w.layout, result_text(result == NO_RESULT ? LUDUS_OPEN : result));
    }
    layout_break(&w.layout);
    buf_char(out, '\n');
}
