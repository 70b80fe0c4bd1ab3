/* page.c - the replay page: one HTML file with the start board, the move list and, for its script, every
 * position. */
#include "draw/page.h"

#include "base/text.h"
#include "draw/album.h"

#include <libxml/tree.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_DATA "<script type=\"application/json\" id=\"ludus-data\">"
#define PAGE_DATA_END "</script>"

enum { LABEL_SIZE = 16 }; /* of a turn */

struct ludus_page {
    struct ludus_drawing_options options;
    struct ludus_buffer sections; /* HTML of the games */
    struct ludus_buffer data;     /* JSON of the games */
    struct ludus_buffer chooser;  /* <option> elements */
    struct ludus_buffer title;
    struct drawing images; /* every piece that a game can show, once */
    bool has_images;       /* the own piece set can be read */
    size_t games;
};

struct ludus_page *ludus_page_new(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options given = draw_options(options);
    struct ludus_page *page = given.size ? memory_zeroed(1, sizeof *page) : NULL;
    char reason[128];
    if (page) {
        page->options = given;
        page->has_images = drawing_open(&page->images, &page->options, NULL, reason, sizeof reason);
    }
    return page;
}

void ludus_page_free(struct ludus_page *page)
{
    if (!page)
        return;
    buf_free(&page->sections);
    buf_free(&page->data);
    buf_free(&page->chooser);
    buf_free(&page->title);
    drawing_free(&page->images);
    free(page);
}

/* ---- One game ---- */

/* The start as a drawing without definitions; the script takes it over. */
static bool add_board(struct ludus_page *page, const struct page_game *game, char *reason, size_t size)
{
    struct ludus_drawing_options options = page->options;
    struct drawing drawing = { .options = &options };
    struct scene *scene = memory_zeroed(1, sizeof *scene);
    struct ludus_buffer words = { 0 };
    char prefix[32];
    if (!scene)
        return refuse(reason, size, "out of memory");
    options.side = options.stock = options.dice = options.caption = options.flip = false;
    snprintf(prefix, sizeof prefix, "board%zu", page->games);
    scene_board(scene, game->start);
    bool ok = drawing_open(&drawing, &options, scene->kinds, reason, size);
    if (ok) {
        (void)diagram_lay_out(&drawing, &scene, 1, 0, 0);
        words_position(&words, game->start);
        drawing.failed |= words.failed;
        const struct svg_document document = { "Start", buf_string(&words), { NULL, 0 }, prefix };
        ok = svg_write(&drawing, &document, &page->sections, reason, size);
    }
    buf_free(&words);
    drawing_free(&drawing);
    free(scene);
    return ok;
}

/* The board as a table, for those who read with their ears; the script keeps it up to date. */
static void add_table(struct ludus_buffer *out, const struct ludus_position *start)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(start);
    unsigned files = ludus_ruleset_files(ruleset), ranks = ludus_ruleset_ranks(ruleset);
    buf_text(out, "<div class=\"hidden\"><table><caption>Board</caption><thead><tr><th></th>");
    for (unsigned file = 0; file < files; file++)
        xml_format(out, "<th scope=\"col\">%c</th>", (int)('a' + file));
    buf_text(out, "</tr></thead><tbody>");
    for (unsigned rank = ranks; rank-- > 0;) {
        xml_format(out, "<tr><th scope=\"row\">%u</th>", rank + 1);
        for (unsigned s = rank * files; s < (rank + 1) * files; s++) {
            struct ludus_square at = ludus_position_at(start, s);
            bool empty = at.kind == LUDUS_NO_KIND;
            xml_format(out, "<td data-s=\"%u\">%s%s</td>", s,
                       empty                    ? ""
                       : at.side == LUDUS_WHITE ? "white "
                                                : "black ",
                       empty ? "" : ludus_ruleset_kind_name(ruleset, at.kind));
        }
        buf_text(out, "</tr>");
    }
    buf_text(out, "</tbody></table></div>");
}

/* The game, and what the tags tell besides the heading. */
static void add_tags(struct ludus_buffer *out, const struct page_game *game, bool titled)
{
    static const char *const shown[] = { "Site", "Round", "FirstRoll", "Result", "Annotator", "Source" };
    const char *before = "<p class=\"tags\">";
    if (!titled) {
        xml_format(out, "<p class=\"tags\">%s", ludus_ruleset_title(game->ruleset));
        before = " \xc2\xb7 ";
    }
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct ludus_text value = { "", 0 };
        (void)ludus_game_tag(game->record, shown[i], &value);
        while (value.length && strchr("?.-*", value.text[value.length - 1]))
            value.length--;
        if (!value.length)
            continue;
        unsigned result = strcmp(shown[i], "Result") == 0 ? result_read(value) : NO_RESULT;
        buf_format(out, "%s%s: ", before, shown[i]);
        if (result != NO_RESULT)
            buf_text(out, page_result(result));
        else
            xml_html(out, value.text, value.length);
        before = " \xc2\xb7 ";
    }
    buf_text(out, *before == ' ' ? "</p>" : "");
}

/* Appends what a buffer holds, and frees it: a long game is not held twice. */
static void move_text(struct ludus_buffer *out, struct ludus_buffer *from)
{
    out->failed |= from->failed;
    buf_add(out, from->bytes, from->length);
    buf_free(from);
}

static bool add_section(struct ludus_page *page, struct page_game *game, char *reason, size_t size)
{
    struct ludus_buffer *out = &page->sections;
    struct ludus_buffer heading = { 0 };
    caption_players(&heading, game->record);
    bool titled = !heading.length;
    const char *text = titled ? ludus_ruleset_title(game->ruleset) : buf_string(&heading);
    xml_format(out, "<section class=\"game\" id=\"game%zu\"><h1>%s</h1>", page->games, text);
    add_tags(out, game, titled);
    xml_format(&page->chooser, "<option value=\"%zu\">%zu. %s</option>", page->games, page->games + 1, text);
    if (page->games == 0)
        xml_format(&page->title, "%s", text);
    buf_free(&heading);
    buf_text(out, "<div class=\"stage\"><div class=\"left\"><div class=\"board\">");
    if (!add_board(page, game, reason, size))
        return false;
    buf_text(out, "</div>");
    add_table(out, game->start);
    buf_text(out, "<div class=\"state\" hidden><p class=\"to-move\"></p><p class=\"dice\"></p>"
                  "<p class=\"stock hand\"></p><p class=\"stock taken\"></p></div>"
                  "<div class=\"keys\" hidden></div><p class=\"say hidden\" aria-live=\"polite\"></p></div>");
    buf_format(
        out,
        "<div class=\"right\"><div class=\"moves %s\" tabindex=\"0\" role=\"region\" aria-label=\"Moves\">",
        ludus_ruleset_dice(game->ruleset) ? "long" : "short");
    move_text(out, &game->moves);
    buf_text(out, "</div></div></div></section>\n");
    return true;
}

static void add_data(struct ludus_page *page, struct page_game *game, const char *opening)
{
    struct ludus_buffer *out = &page->data;
    buf_text(out, page->games ? ",\n{" : "{");
    buf_format(out, "\"id\":\"%s\",\"files\":%u,\"ranks\":%u,%s", game->id,
               ludus_ruleset_files(game->ruleset), ludus_ruleset_ranks(game->ruleset),
               page->options.flip ? "\"flip\":1," : "");
    if (*opening)
        buf_format(out, "\"at\":\"%s\",", opening);
    buf_text(out, "\"kinds\":{");
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(game->ruleset); kind++) {
        const char *name = ludus_ruleset_kind_name(game->ruleset, kind);
        char ids[2][SVG_ID_SIZE];
        for (unsigned side = 0; side < 2; side++) {
            struct scene_piece piece = scene_piece_of(game->ruleset, kind, side, true);
            svg_define(&page->images, &piece, ids[side]);
        }
        buf_format(out, "%s\"%c\":[\"%s\",\"%s\",", kind ? "," : "",
                   ludus_ruleset_kind_letter(game->ruleset, kind), ids[0], ids[1]);
        buf_json(out, name, strlen(name), HTML_JSON);
        buf_char(out, ']');
    }
    buf_text(out, "},\"turns\":[");
    move_text(out, &game->turns);
    buf_char(out, ']');
    if (page->options.record) {
        struct ludus_text source = ludus_game_source(game->record);
        buf_text(out, ",\"record\":");
        buf_json(out, source.text, source.length, HTML_JSON);
    }
    buf_char(out, '}');
}

/* The label of the turn at which the page opens; "" for the start. */
static bool find_opening(const struct ludus_page *page, struct ludus_replay *replay, struct ludus_game *game,
                         char label[LABEL_SIZE], char *reason, size_t size)
{
    struct ludus_drawing_options options = draw_options(NULL);
    struct album album = { .count = 0 };
    options.turns = page->options.turns;
    bool ok = !options.turns || album_gather(&album, replay, game, &options, reason, size);
    snprintf(label, LABEL_SIZE, "%s", ok && album.count ? album.scenes[0]->label : "");
    album_free(&album);
    return ok;
}

/* A page is held as a whole, and a browser shows no such long games either. */
static bool is_short(size_t taken, char *reason, size_t size)
{
    enum { MOST_MIB = 48 };
    if (taken >> 20 >= MOST_MIB)
        snprintf(reason, size, "a game that takes more than %d MiB of a page cannot be shown", MOST_MIB);
    return taken >> 20 < MOST_MIB;
}

bool ludus_page_add(struct ludus_page *page, struct ludus_replay *replay, struct ludus_game *game,
                    char *reason, size_t size)
{
    size_t source = ludus_game_source(game).length;
    if (!draw_check_options(&page->options, reason, size) || !is_short(source, reason, size))
        return false;
    struct page_game part;
    char opening[LABEL_SIZE], other[128];
    bool found = find_opening(page, replay, game, opening, reason, size);
    bool ok = page_game_read(&part, replay, game, page->games, &page->images, found ? reason : other,
                             found ? size : sizeof other) &&
              found && is_short(source + part.moves.length + part.turns.length, reason, size) &&
              add_section(page, &part, reason, size);
    if (ok) {
        add_data(page, &part, opening);
        page->games++;
    }
    ludus_position_free(part.start);
    buf_free(&part.moves);
    buf_free(&part.turns);
    return ok;
}

/* ---- The page ---- */

bool ludus_page_write(struct ludus_page *page, struct ludus_buffer *out)
{
    static const char *const themes[] = { [LUDUS_THEME_PAPER] = "paper",
                                          [LUDUS_THEME_TINTED] = "tinted",
                                          [LUDUS_THEME_DARK] = "dark",
                                          [LUDUS_THEME_HATCHED] = "hatched" };
    char reason[128];
    if (!draw_check_options(&page->options, reason, sizeof reason))
        return false;
    buf_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    buf_format(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; "
        "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n",
        page_css_hash, page_js_hash);
    buf_text(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    buf_add(out, page->title.bytes, page->title.length);
    buf_text(out, "</title>\n<style>");
    buf_text(out, page_css);
    buf_format(out, "</style>\n</head>\n<body class=\"%s\">\n", themes[page->options.theme]);
    bool ok = page->has_images && svg_write(&page->images, NULL, out, reason, sizeof reason);
    buf_text(out, "<main>\n");
    if (page->games > 1) {
        buf_text(out, "<p class=\"chooser\" hidden><label>Game <select>");
        buf_add(out, page->chooser.bytes, page->chooser.length);
        buf_text(out, "</select></label></p>\n");
    }
    move_text(out, &page->sections);
    buf_text(out, "</main>\n" PAGE_DATA "[");
    move_text(out, &page->data);
    buf_text(out, "]" PAGE_DATA_END "\n<script>");
    buf_text(out, page_js);
    buf_text(out, "</script>\n</body>\n</html>\n");
    page->games = 0;
    buf_clear(&page->chooser);
    buf_clear(&page->title);
    return ok && !out->failed;
}

/* ---- The record that a drawing carries in its metadata, or the records in the data of a replay page ---- */

static bool named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static void add_base64(struct ludus_buffer *out, const char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned long bits = 0;
    unsigned count = 0;
    for (; *text && *text != '='; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            continue;
        bits = bits << 6 | (unsigned long)(digit - digits);
        count += 6;
        if (count >= 8) {
            count -= 8;
            buf_char(out, (char)(bits >> count & 0xff));
        }
    }
}

/* The <record> of the document's <metadata>. */
static bool extract_svg(xmlDocPtr document, struct ludus_buffer *out)
{
    xmlNodePtr root = xmlDocGetRootElement(document), record = NULL;
    for (xmlNodePtr node = root ? root->children : NULL; node && !record; node = node->next)
        for (record = named(node, "metadata") ? node->children : NULL; record; record = record->next)
            if (named(record, "record") && record->ns &&
                strcmp((const char *)record->ns->href, SVG_RECORD) == 0)
                break;
    xmlChar *text = record ? xmlNodeGetContent(record) : NULL;
    xmlChar *encoding = record ? xmlGetProp(record, BAD_CAST "encoding") : NULL;
    bool any = text != NULL;
    if (any && encoding)
        add_base64(out, (const char *)text);
    else if (any)
        buf_text(out, (const char *)text);
    xmlFree(encoding);
    xmlFree(text);
    return any;
}

/* What follows the first `word`, up to `end`; NULL when there is none. */
static const char *after(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at && end - at >= (ptrdiff_t)length) {
        if (memcmp(at, word, length) == 0)
            return at + length;
        at = memchr(at + 1, *word, (size_t)(end - at) - 1);
    }
    return NULL;
}

/* In the data, only a key is written like that: quotes within strings have a backslash before them. */
static bool extract_page(const char *data, const char *end, struct ludus_buffer *out)
{
    bool any = false;
    while ((data = after(data, end, ",\"record\":\""))) {
        /* A JSON string that html_json has written, from behind its first quote. */
        const char *at = data;
        while (at < end && *at != '"') {
            if (*at == '\\' && end - at >= 6 && at[1] == 'u') {
                char code[] = { at[2], at[3], at[4], at[5], '\0' };
                buf_char(out, (char)strtoul(code, NULL, 16));
                at += 6;
            } else {
                at += *at == '\\';
                buf_char(out, at < end ? *at++ : '\0');
            }
        }
        data = at;
        any = true;
    }
    return any;
}

/* A page is no XML: its <meta> is not closed. No drawing has what its data begin with: in XML < is escaped.
 */
bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    const char *end = svg + length, *data = after(svg, end, PAGE_DATA), *data_end;
    bool any = false, declares;
    xmlDocPtr document = data ? NULL : xml_document(svg, length, &declares);
    if (document)
        any = extract_svg(document, out);
    else if (data && (data_end = after(data, end, PAGE_DATA_END)))
        any = extract_page(data, data_end, out);
    if (out->failed)
        snprintf(reason, size, "out of memory");
    else if (!any)
        snprintf(reason, size, "%s",
                 document || data ? "carries no record" : "is neither an SVG document nor a replay page");
    xmlFreeDoc(document);
    return any && !out->failed;
}
