/* page.c - the replay page: one HTML file with the texts of its games, from which its script (page.js) makes
 * boards and lists of moves.
 *
 * A game is a section with its heading, its tags and its moves as text, and JSON: what each of its turns
 * changes. The replay gives the turns; comments, variations and results between them are read from the
 * record. */
#include "base/text.h"
#include "draw/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ludus_page {
    struct ludus_drawing_options options;
    struct ludus_buffer sections; /* HTML of the games */
    struct ludus_buffer data;     /* JSON of the games, separated by commas */
    struct ludus_buffer *boards;  /* owned: JSON of each board and its pieces */
    size_t board_count, board_capacity;
    struct ludus_buffer title;
    struct drawing images; /* all pieces of all games, each once */
    bool has_images;       /* the user's piece set can be read */
    size_t games;
};

/* ---- The board ---- */

/* Writes the start as SVG without definitions, described in words; or without `men` the board alone. */
static bool write_start(struct ludus_page *page, struct page_line *line, bool men, struct ludus_buffer *svg,
                        char *reason, size_t size)
{
    const struct ludus_position *start = ludus_replay_after(line->printing.replay);
    struct ludus_drawing_options options = page->options;
    struct drawing drawing;
    struct ludus_buffer description = { 0 };
    options.side = options.stock = options.dice = options.caption = false;
    options.flip &= men; /* the script turns the board */
    options.notes = false;
    scene_gather(line->scene, line->printing.replay, NULL, &options, NULL);
    for (unsigned s = 0; s < SCENE_SQUARES && !men; s++)
        line->scene->cell[s].kind = LUDUS_NO_KIND;
    bool ok = drawing_open(&drawing, &options, line->scene->kinds, reason, size);
    if (men)
        words_position(&description, start, true, options.language);
    if (ok) {
        const struct svg_document document = { words_in(options.language, "Start"),
                                               buf_string(&description),
                                               { NULL, 0 },
                                               men ? "start" : "board" };
        (void)diagram_lay_out(&drawing, &line->scene, 1, 0, 0);
        ok = svg_write(&drawing, &document, svg);
    }
    buf_free(&description);
    drawing_free(&drawing);
    return ok;
}

/* Writes the board and the pieces of the game's rules, unless the page has them; finds their index. */
static bool add_board(struct ludus_page *page, struct page_line *line, size_t *index, char *reason,
                      size_t size)
{
    const struct ludus_ruleset *ruleset = line->printing.replay->ruleset;
    const unsigned files = ludus_ruleset_files(ruleset), ranks = ludus_ruleset_ranks(ruleset);
    struct ludus_buffer out = { 0 }, svg = { 0 };
    buf_format(&out,
               "{\"files\":%u,\"ranks\":%u,\"first\":%u,\"sided\":%d,\"dice\":%d,\"mates\":%d,\"figurines\":%"
               "d,\"holes\":[",
               files, ranks, turn_first(&ruleset->rules), ruleset->rules.sided_numbers,
               ludus_ruleset_dice(ruleset) > 0, ruleset->rules.check,
               page->options.notation == LUDUS_NOTATION_FIGURINES);
    const char *between = "";
    for (unsigned s = 0; s < files * ranks; s++)
        if (!squares_has(&ruleset->board, s)) {
            buf_format(&out, "%s%u", between, s);
            between = ",";
        }
    buf_text(&out, "],\"start\":");
    buf_json(&out, ludus_ruleset_start(ruleset), strlen(ludus_ruleset_start(ruleset)), HTML_JSON);
    buf_text(&out, ",\"board\":");
    bool ok = write_start(page, line, false, &svg, reason, size);
    buf_json(&out, buf_string(&svg), svg.length, HTML_JSON);
    buf_free(&svg);
    buf_text(&out, ",\"kinds\":[");
    for (unsigned kind = 0; ok && kind < ludus_ruleset_kinds(ruleset); kind++) {
        const char *name = ludus_ruleset_kind_name(ruleset, kind);
        char ids[2][SVG_ID_SIZE];
        for (uint8_t side = 0; side < 2; side++)
            svg_define(&page->images, line->scene, (struct ludus_square){ (uint8_t)kind, side, true },
                       ids[side]);
        buf_format(&out, "%s[\"%c\",\"%s\",\"%s\",", kind ? "," : "",
                   ludus_ruleset_kind_letter(ruleset, kind), ids[0], ids[1]);
        buf_json(&out, name, strlen(name), HTML_JSON);
        buf_char(&out, ']');
    }
    buf_text(&out, "]}");
    ok = ok && !out.failed;
    for (*index = 0; ok && *index < page->board_count; ++*index)
        if (text_same(ludus_buffer_text(&page->boards[*index]), ludus_buffer_text(&out)))
            break;
    bool added = ok && *index == page->board_count &&
                 memory_add(&page->boards, &page->board_count, &page->board_capacity, &out, sizeof out);
    if (!added)
        buf_free(&out);
    return ok && *index < page->board_count;
}

/* ---- The whole game ---- */

/* Writes the name of the game unless it is the heading, and tags that are not in the heading. */
static void add_tags(struct page_line *line, bool titled)
{
    static const char *const shown[] = { "Site",      "Round",       "Opening", "ECO",       "TimeControl",
                                         "FirstRoll", "Stipulation", "Result",  "Annotator", "Source" };
    struct ludus_buffer *out = line->text;
    const char *before = titled ? "<p class=\"tags\">" : " \xc2\xb7 ";
    if (!titled)
        xml_format(out, "<p class=\"tags\">%s", ludus_ruleset_title(line->printing.replay->ruleset));
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct ludus_text value = tag_printed(line->game, shown[i]);
        if (!value.length)
            continue;
        unsigned result = strcmp(shown[i], "Result") == 0 ? result_read(value) : NO_RESULT;
        buf_format(out, "%s<b>%s:</b> ", before, shown[i]);
        if (result != NO_RESULT)
            value = (struct ludus_text){ printed_results[result], strlen(printed_results[result]) };
        xml_format(out, "%.*s", (int)value.length, value.text);
        before = " \xc2\xb7 ";
    }
    buf_text(out, *before == ' ' ? "</p>" : "");
}

/* Writes a tag under a key if the record has it. */
static void write_tag(struct ludus_page *page, struct page_line *line, const char *key, const char *tag)
{
    const struct ludus_text value = tag_printed(line->game, tag);
    if (!value.length)
        return;
    buf_format(&page->data, ",\"%s\":", key);
    buf_json(&page->data, value.text, value.length, HTML_JSON);
}

/* Writes the beginning of the section, up to the moves. */
static void begin_section(struct ludus_page *page, struct page_line *line)
{
    struct ludus_buffer *out = &page->sections, heading = { 0 };
    bool titled = !caption_players(&heading, line->game, false);
    const char *text = titled ? ludus_ruleset_title(line->printing.replay->ruleset) : buf_string(&heading);
    xml_format(out, "<section class=\"game%s\"><h1>%s</h1>", page->games ? " later" : "", text);
    add_tags(line, titled);
    if (page->games == 0)
        xml_format(&page->title, "%s", text);
    buf_free(&heading);
}

/* Checks the size of a game: a page is in memory as a whole, and browsers cannot show longer games. */
static bool is_short(size_t taken, char *reason, size_t size)
{
    enum { MOST_MIB = 48 };
    return taken >> 20 < MOST_MIB ||
           refuse(reason, size, "a game that takes more than %d MiB of a page cannot be shown", MOST_MIB);
}

/* Writes the game after the others; the page opens at the turn with this label, or at the start. */
static bool write_game(struct ludus_page *page, struct page_line *line, const char *opening, char *reason,
                       size_t size)
{
    static const char *const tags[][2] = { { "white", "White" },
                                           { "black", "Black" },
                                           { "whiteElo", "WhiteElo" },
                                           { "blackElo", "BlackElo" },
                                           { "asked", "Stipulation" } };
    struct ludus_buffer *sections = &page->sections, *data = &page->data;
    const struct ludus_text source = ludus_game_source(line->game);
    size_t board;
    if (!scene_start(line->printing.replay, line->game))
        return refuse(reason, size, "the record cannot be replayed");
    line->scene = memory_zeroed(1, sizeof *line->scene);
    if (!line->scene || !add_board(page, line, &board, reason, size))
        return false;
    begin_section(page, line);
    if (page->games == 0) { /* for readers without scripts */
        buf_text(sections, "<noscript>");
        if (!write_start(page, line, true, sections, reason, size))
            return false;
        buf_text(sections, "</noscript>");
    }
    buf_text(sections, "<p class=\"text\">");
    buf_format(data, "%s{\"board\":%zu", page->games ? ",\n" : "", board);
    if (*opening)
        buf_format(data, ",\"at\":\"%s\"", opening);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        write_tag(page, line, tags[i][0], tags[i][1]);
    buf_text(data, ",\"line\":[");
    const size_t before = sections->length + data->length;
    if (!page_line_write(line) ||
        !is_short(source.length + sections->length + data->length - before, reason, size))
        return false;
    buf_text(sections, "</p></section>\n");
    buf_char(data, ']');
    if (page->options.record) {
        buf_text(data, ",\"record\":");
        buf_json(data, source.text, source.length, HTML_JSON);
    }
    buf_char(data, '}');
    return true;
}

bool ludus_page_add(struct ludus_page *page, struct ludus_replay *replay, struct ludus_game *game,
                    char *reason, size_t size)
{
    enum { PARTS = 3 };
    struct ludus_buffer *const parts[PARTS] = { &page->sections, &page->data, &page->title };
    size_t lengths[PARTS];
    struct ludus_drawing_options usual = draw_options(NULL);
    struct album album = { .count = 0 };
    char opening[40], why[512] = "out of memory" /* unless another reason is found */, other[512];
    if (!draw_check_options(&page->options, reason, size) ||
        !is_short(ludus_game_source(game).length, reason, size))
        return false;
    usual.turns = page->options.turns;
    bool found = !usual.turns || album_gather(&album, replay, game, &usual, why, sizeof why);
    snprintf(opening, sizeof opening, "%s", found && album.count ? album.scenes[0]->label : "");
    album_free(&album);
    struct page_line line = { .text = &page->sections,
                              .data = &page->data,
                              .options = &page->options,
                              .game = game,
                              .printing = { .replay = replay, .visit = { .game = game } } };
    for (unsigned i = 0; i < PARTS; i++)
        lengths[i] = parts[i]->length;
    /* The game is replayed even if no such turn was found, to get its messages. */
    bool ok = write_game(page, &line, opening, found ? why : other, sizeof why) && found;
    for (unsigned i = 0; i < PARTS && !ok; i++) { /* undo all changes */
        parts[i]->length = lengths[i];
        parts[i]->failed = false;
    }
    page->games += ok;
    buf_free(&line.words);
    free(line.scene);
    return ok || refuse(reason, size, "%s", why);
}

/* ---- The whole page ---- */

struct ludus_page *ludus_page_new(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options given = draw_options(options);
    struct ludus_page *page = given.size ? memory_zeroed(1, sizeof *page) : NULL;
    char reason[128];
    if (page) {
        page->options = given;
        page->options.outline = NULL; /* the script turns names round */
        page->has_images = drawing_open(&page->images, &page->options, NULL, reason, sizeof reason);
    }
    return page;
}

static void free_boards(struct ludus_page *page)
{
    while (page->board_count)
        buf_free(&page->boards[--page->board_count]);
    free(page->boards);
    page->boards = NULL;
    page->board_capacity = 0;
}

void ludus_page_free(struct ludus_page *page)
{
    if (!page)
        return;
    buf_free(&page->sections);
    buf_free(&page->data);
    free_boards(page);
    buf_free(&page->title);
    drawing_free(&page->images);
    free(page);
}

struct ludus_text ludus_page_script(void)
{
    return (struct ludus_text){ page_js, strlen(page_js) };
}

/* Appends the text of a buffer and frees it, so that a long game is not in memory twice. */
static void move_text(struct ludus_buffer *out, struct ludus_buffer *from)
{
    out->failed |= from->failed;
    buf_add(out, from->bytes, from->length);
    buf_free(from);
}

bool ludus_page_write(struct ludus_page *page, struct ludus_buffer *out)
{
    char reason[128];
    if (!draw_check_options(&page->options, reason, sizeof reason))
        return false;
    buf_format(out,
               "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
               "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; "
               "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<main class=\"ludus-page %s%s%s\">\n",
               words_in(page->options.language, WORDS_NAME), page_css_hash, page_js_hash,
               buf_string(&page->title), page_css, theme_names[page->options.theme],
               page->options.flip ? " flipped" : "", page->options.pieces ? " own" : "");
    bool ok = page->has_images && svg_write(&page->images, NULL, out);
    move_text(out, &page->sections);
    buf_text(out, "</main>\n" PAGE_DATA "{\"boards\":[");
    for (size_t i = 0; i < page->board_count; i++) {
        buf_text(out, i ? ",\n" : "");
        move_text(out, &page->boards[i]);
    }
    buf_text(out, "],\n\"games\":[");
    move_text(out, &page->data);
    buf_format(out, "]}" PAGE_DATA_END "\n<script>%s</script>\n</body>\n</html>\n", page_js);
    page->games = 0;
    free_boards(page);
    buf_clear(&page->title);
    return ok && !out->failed;
}
