/* transcript_compose.c - the record of a game on a printed page: its tags, and the items of its notation. */
#include "decode/transcript_line.h"
#include "decode/transcript_page.h"
#include "decode/transcript_write.h"
#include "notation/import.h"
#include "notation/record.h"
#include "notation/turns.h"

#include <string.h>

/* The tags that the page says above a game. Where it leaves one open, the footer may say it. */
static const char *const headed[] = { "Event",  "Site",          "Date",      "Round", "White",  "Black",
                                      "Result", "DateAsWritten", "FirstRoll", "Title", "Variant" };

static bool is_open(struct ludus_text value)
{
    size_t i = 0;
    while (i < value.length && strchr("?.", value.text[i]))
        i++;
    return i == value.length;
}

/* Is this line, "Name: value", about that tag? */
static bool is_said(const struct page *page, size_t line, const char *name, struct ludus_text *value)
{
    struct ludus_text said;
    return transcript_footer_line(page->lines[line].text, page->lines[line].length, &said, value) &&
           said.length == strlen(name) && memcmp(said.text, name, said.length) == 0;
}

/* The first line from `line` on that says a tag: above the turns, and then below them; the end of the page
 * when there is none left. */
static size_t next_said(const struct page *page, size_t line)
{
    bool players = page->plain.length > 0;
    if (line < page->top)
        line = page->top;
    if ((players || line >= page->top_end) && line < page->footer)
        line = page->footer;
    return line < page->top_end || line < page->footer_end ? line : page->count;
}

/* What such a line says of a tag, "" if nothing. */
static struct ludus_text find_said(const struct page *page, const char *name)
{
    struct ludus_text value;
    for (size_t line = next_said(page, 0); line < page->count; line = next_said(page, line + 1))
        if (is_said(page, line, name, &value))
            return value;
    return (struct ludus_text){ "", 0 };
}

static void tag(struct page *page, const char *name, struct ludus_text value)
{
    struct ludus_text other;
    for (size_t line = next_said(page, 0); line < page->count; line = next_said(page, line + 1)) {
        if (!is_said(page, line, name, &other))
            continue;
        if (is_open(value))
            value = other;
        else
            import_fault(page->import, IMPORT_LEFT_OUT, line + 1, 1,
                         "line %zu repeats %s from above and is left out", line + 1, name);
    }
    if (value.length > 0)
        (void)compose_tag(&page->import->compose, (struct ludus_text){ name, strlen(name) }, value);
}

static void tag_others(struct page *page)
{
    for (size_t line = next_said(page, 0); line < page->count; line = next_said(page, line + 1)) {
        struct ludus_text name, value;
        bool stands =
            !transcript_footer_line(page->lines[line].text, page->lines[line].length, &name, &value);
        for (size_t i = 0; i < sizeof headed / sizeof *headed; i++)
            stands |= strlen(headed[i]) == name.length && memcmp(headed[i], name.text, name.length) == 0;
        page->import->compose.line = line + 1;
        if (!stands)
            (void)compose_tag(&page->import->compose, name, value);
    }
}

static struct ludus_text text_of(const char *string)
{
    return (struct ludus_text){ string, strlen(string) };
}

static struct ludus_text known(struct ludus_text value, const char *otherwise)
{
    return value.length ? value : text_of(otherwise);
}

/* Items of the notation, each with its place on the page. */
static void compose_items(struct page *page, size_t dropped)
{
    struct compose *compose = &page->import->compose;
    const struct ludus_game *game = &page->scratch;
    size_t stretch = 0, at = 0;
    compose->line = compose->column = 1;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        size_t begin = item_begin(game, item);
        for (; stretch < page->stretch_count && page->stretches[stretch].at <= begin; stretch++) {
            at = page->stretches[stretch].at;
            compose->line = page->stretches[stretch].line;
            compose->column = page->stretches[stretch].column;
        }
        for (; at < begin; at++) {
            compose->column = page->notation.bytes[at] == '\n' ? 1 : compose->column + 1;
            compose->line += page->notation.bytes[at] == '\n';
        }
        struct composed composed = { .event = (uint8_t)visit_event(item),
                                     .form = (char)item->form,
                                     .joined = turns_joined(item),
                                     .text = item->text,
                                     .length = item->length };
        bool drop = i < dropped && composed.event == LUDUS_EVENT_COMMENT;
        if (!drop)
            compose_item(compose, &composed);
    }
}

/* 1 when the first comment says nothing but what the writer of transcripts put there, so that the tags say
 * it. */
static size_t opening_comments(struct page *page, const struct ludus_ruleset *rules, const char *roll)
{
    const struct item *first = page->scratch.items;
    struct ludus_buffer expected = { 0 };
    transcript_write_opening(rules ? ludus_ruleset_title(rules) : NULL, text_of(roll), &expected);
    bool same = page->scratch.item_count > 0 && visit_event(first) == LUDUS_EVENT_COMMENT &&
                expected.length > 0 && first->length == expected.length &&
                memcmp(first->text, expected.bytes, expected.length) == 0;
    buf_free(&expected);
    return same;
}

static bool has_moves(const struct ludus_game *game)
{
    return visit_held(game) & 1 << LUDUS_EVENT_MOVE;
}

void transcript_rules_of(struct page *page, const struct page_game *game, struct game_rules *found)
{
    const char *top = page->text.bytes, *first = page->lines[game->front].text;
    const struct line *last = &page->lines[game->end - 1],
                      *heading = &page->lines[game->heading < page->count ? game->heading : game->front],
                      *end_of_own = has_moves(&page->scratch) ? last : heading;
    const struct item *opening = page->scratch.items;
    bool opened = page->scratch.item_count > 0 && visit_event(opening) == LUDUS_EVENT_COMMENT;
    const struct game_evidence evidence = {
        .notation = &page->notation,
        .variant = find_said(page, "Variant"),
        .fen = find_said(page, "FEN"),
        .opening = opened ? (struct ludus_text){ opening->text, opening->length } : text_of(""),
        .own = { first, (size_t)(end_of_own->text + end_of_own->length - first) },
        .moves = has_moves(&page->scratch),
        .before = { top, page->preamble },
        .page = { top, (size_t)(last->text + last->length - top) },
    };
    transcript_find_rules(page->import, &evidence, found);
}

void transcript_compose(struct page *page, const struct page_game *game, const struct game_rules *found)
{
    struct transcript_heading h = { .date = "" };
    const struct line *lines = page->lines, *heading = &lines[game->heading];
    char roll[16];
    if (game->heading < page->count && detect_heading(heading->text, heading->length))
        transcript_read_heading(heading->text, heading->length, &h);
    else if (page->plain.length)
        transcript_read_heading(page->plain.bytes, page->plain.length, &h);
    const char *first = lines[game->front].text,
               *last = lines[game->end - 1].text + lines[game->end - 1].length;
    transcript_first_roll(first, (size_t)(last - first), roll);
    const struct ludus_ruleset *rules = found->rules;
    if (*found->told)
        import_fault(page->import, IMPORT_UNKNOWN, page->import->compose.line, 1, "%s", found->told);
    bool below = !page->import->rules && find_said(page, "Variant").length > 0;
    struct ludus_text name = { lines[game->title].text,
                               game->title < game->heading ? lines[game->title].length : 0 };
    const struct item *said = turns_result(&page->scratch);
    const char *result = said ? result_text(said->result) : "*";
    tag(page, "Event", known(h.place, "?"));
    tag(page, "Site", known(h.site, "?"));
    tag(page, "Date", text_of(h.date[0] ? h.date : "????.??.??"));
    tag(page, "Round", text_of("?"));
    tag(page, "White", known(h.white, "?"));
    tag(page, "Black", known(h.black, "?"));
    tag(page, "Result", text_of(result));
    tag(page, "DateAsWritten", h.written);
    tag(page, "FirstRoll", text_of(roll));
    tag(page, "Title", name);
    tag(page, "Variant", text_of(rules && !below ? ludus_ruleset_id(rules) : ""));
    if (page->fen[0]) {
        tag(page, "SetUp", text_of("1"));
        tag(page, "FEN", text_of(page->fen));
    }
    tag_others(page);
    compose_items(page, opening_comments(page, rules, roll));
}
