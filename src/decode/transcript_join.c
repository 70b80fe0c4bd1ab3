/* transcript_join.c - lines of a printed page that end amid a move: "Peli-" and "canus g8-h8" below it. */
#include "base/chars.h"
#include "decode/transcript_like.h"
#include "decode/transcript_page.h"
#include "notation/import.h"
#include "rules/ruleset.h"

#include <string.h>

static bool is_name_of(const struct ludus_ruleset *ruleset, const char *name, size_t length)
{
    for (unsigned kind = 0; kind < ruleset->rules.kind_count; kind++) {
        const struct kind *k = &ruleset->rules.kinds[kind];
        for (unsigned i = 0; i < k->name_count; i++)
            if (strlen(k->names[i]) == length && memcmp(k->names[i], name, length) == 0)
                return true;
    }
    return false;
}

/* Is it the name of a piece: of the game's, if that is known? */
static bool is_piece(const struct page *page, const char *name, size_t length)
{
    const char *id;
    if (page->import->rules)
        return is_name_of(page->import->rules, name, length);
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *ruleset = ludus_ruleset_find(id);
        if (ruleset && is_name_of(ruleset, name, length))
            return true;
    }
    return false;
}

/* Length of the hyphen that a text ends with, soft ones and those of old print among them; 0: none. */
static size_t hyphen_length(const char *text, size_t length)
{
    static const char *const hyphens[] = { "-", "\u2010", "\u00ad", "\u2e17", "\u00ac" };
    for (size_t i = 0; i < sizeof hyphens / sizeof *hyphens; i++) {
        size_t size = strlen(hyphens[i]);
        if (length > size && memcmp(text + length - size, hyphens[i], size) == 0)
            return size;
    }
    return 0;
}

static size_t word_length(const char *text, size_t length)
{
    size_t end = 0;
    while (end < length && !is_space(text[end]) && !strchr(",;()", text[end]))
        end++;
    return end;
}

/* Is what stands before the broken word a turn so far, or nothing? */
static bool leads_move(struct page *page, const char *text, size_t length)
{
    const struct ludus_game *game = &page->scan.game;
    if (!transcript_scan(&page->scan, text, length))
        return false;
    if (game->item_count == 0)
        return page->turn.length > 0;
    const struct item *last = &game->items[game->item_count - 1];
    bool name = last->length == 1 ? is_upper(*last->text) : is_piece(page, last->text, last->length);
    return last->kind == ITEM_NUMBER || last->kind == ITEM_DICE || last->kind == ITEM_MOVE ||
           (last->kind == ITEM_BAD && (*last->text == ',' || *last->text == '(' || name));
}

/* Do squares begin here, which may be broken themselves? */
static bool begin_squares(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && is_space(text[at]))
        at++;
    return transcript_move_like(text + at, word_length(text + at, length - at)) ||
           (length - at > 1 && text[at] >= 'a' && text[at] <= 'p' && is_digit(text[at + 1]));
}

/* Is the last word of the text the whole name of a piece, whose squares stand in the next line? */
static bool ends_with_name(const struct page *page, const char *word, size_t length, const struct line *next)
{
    bool placed = next->length > 1 && *next->text == '@';
    return (placed || begin_squares(next->text, next->length)) && is_piece(page, word, length);
}

/* Does the next line begin with the comma that joins its moves to the last of the text? */
static bool begins_with_comma(struct page *page, const struct ludus_buffer *text, const struct line *next)
{
    const struct ludus_game *game = &page->scan.game;
    return next->length > 0 && *next->text == ',' &&
           transcript_is_notation(next->text + 1, next->length - 1, &page->scan) &&
           transcript_scan(&page->scan, text->bytes, text->length) && game->item_count > 0 &&
           game->items[game->item_count - 1].kind == ITEM_MOVE;
}

/* Joins the next line to the text. False when no name or move comes of it. */
static bool join_line(struct page *page, const struct line *next, struct ludus_buffer *out)
{
    char word[64];
    size_t begin = out->length;
    if (begins_with_comma(page, out, next)) {
        transcript_break_line(out, next->indent);
        buf_add(out, next->text, next->length);
        return !out->failed;
    }
    while (begin > 0 && !is_space(out->bytes[begin - 1]) && !strchr(",()", out->bytes[begin - 1]))
        begin--;
    size_t tail = out->length - begin, head = word_length(next->text, next->length);
    if (tail == 0 || head == 0 || tail + head > sizeof word)
        return false;
    memcpy(word, out->bytes + begin, tail);
    size_t hyphen = hyphen_length(word, tail), kept = tail - hyphen;
    memcpy(word + tail, next->text, head);
    bool name = ends_with_name(page, word, tail, next);
    bool move = !name && transcript_move_like(word, tail + head) && !transcript_move_like(word, kept);
    if (name) {
        kept = tail;
        head = 0;
    } else if (!move) { /* a name goes on with squares */
        memmove(word + kept, word + tail, head);
        if (!hyphen || !begin_squares(next->text + head, next->length - head) ||
            !is_piece(page, word, kept + head))
            return false;
    }
    if (!leads_move(page, out->bytes, begin))
        return false;
    out->length = begin;
    buf_add(out, word, move ? tail + head : kept + head);
    transcript_break_line(out, next->indent + head);
    buf_add(out, next->text + head, next->length - head);
    return !out->failed;
}

size_t transcript_join_lines(struct page *page, size_t line, struct ludus_buffer *out)
{
    enum { LINES = 4 };
    size_t count = 0;
    buf_clear(out);
    buf_add(out, page->lines[line].text, page->lines[line].length);
    for (; line + 1 + count < page->count && count < LINES; count++) {
        const struct line *below = &page->lines[line + 1 + count];
        if (below->length == 0 || detect_heading(below->text, below->length) || !join_line(page, below, out))
            break;
    }
    return count;
}
