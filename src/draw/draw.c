/* draw.c - drawings of a game as SVG: one diagram, or a strip of them. */

#include "base/chars.h"
#include "draw/album.h"
#include "draw/page.h"

#include <libxml/tree.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIP_GAP = 14, PREFIX_SIZE = 64, WIDTH_MOST = 1000000 };
#define WIDTH_LEAST 0.1

void ludus_drawing_options_init(struct ludus_drawing_options *options, size_t size)
{
    struct ludus_drawing_options usual = { .dice = true,
                                           .moves = true,
                                           .last = true,
                                           .stock = true,
                                           .side = true,
                                           .notes = true,
                                           .caption = true,
                                           .record = true,
                                           .unit = "px",
                                           .id_prefix = "" };
    memset(options, 0, size);
    memcpy(options, &size, sizeof size);
    sized_give(options, &usual, sizeof usual);
}

struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options usual;
    ludus_drawing_options_init(&usual, sizeof usual);
    if (!sized_take(&usual, sizeof usual, options))
        usual.size = 0; /* draw_check_options refuses them */
    return usual;
}

static const struct {
    const char *name;
    double points;
} units[] = { { "px", 0.75 }, { "pt", 1 }, { "in", 72 }, { "cm", 72 / 2.54 }, { "mm", 7.2 / 2.54 } };
enum { UNITS = sizeof units / sizeof *units };

/* Number of a unit, or UNITS. */
static size_t find_unit(const char *name)
{
    size_t i = 0;
    while (i < UNITS && (!name || strcmp(name, units[i].name) != 0))
        i++;
    return i;
}

static bool is_prefix(const char *text)
{
    for (const char *c = text; c && *c; c++)
        if (!is_letter(*c) && *c != '_' && (c == text || (!is_digit(*c) && *c != '-')))
            return false;
    return text && strlen(text) < PREFIX_SIZE;
}

/* What would be written as 0 with two decimals is no width: 0 alone leaves it open. */
static bool is_width(double width)
{
    return width == 0 || (width >= WIDTH_LEAST && width <= WIDTH_MOST);
}

bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size)
{
    const char *fault = NULL;
    if (!options->size)
        snprintf(reason, size, "the size of the drawing options is not set");
    else if (!is_width(options->width))
        fault = "the width of a drawing is a number from 0.1 to 1000000, or 0";
    else if (!is_width(options->square))
        fault = "the width of a square is a number from 0.1 to 1000000, or 0";
    else if ((options->width > 0 || options->square > 0) && find_unit(options->unit) == UNITS)
        fault = "the unit of a drawing's width is px, mm, cm, in or pt";
    else if ((unsigned)options->theme > LUDUS_THEME_HATCHED)
        fault = "there is no such theme";
    else if ((unsigned)options->coordinates > LUDUS_COORDINATES_OFF)
        fault = "there is no such place for coordinates";
    else if ((unsigned)options->notation > LUDUS_NOTATION_FIGURINES)
        fault = "there is no such notation";
    else if (!is_prefix(options->id_prefix))
        fault = "a prefix of ids has letters, digits, - and _, a letter first, and 63 of them at most";
    if (fault)
        snprintf(reason, size, "%s", fault);
    return !fault;
}

bool draw_document(struct svg_document document, struct ludus_game *game, const struct scene *first,
                   const struct scene *last, struct ludus_buffer *out, char *reason, size_t size)
{
    struct ludus_buffer title = { 0 }; /* "Lord Tyger – Lady Dragon, Pentamere, 1995: 4W" */
    caption_players(&title, game);
    if (!title.length)
        buf_text(&title, first->ruleset);
    buf_format(&title, ": %s", first->label ? first->label : "start");
    if (last != first)
        buf_format(&title, "\xe2\x80\x93%s", last->label);
    document.title = buf_string(&title);
    document.kinds = first->kinds;
    if (document.options->record)
        document.record = ludus_game_source(game);
    bool ok = svg_write(&document, out, reason, size);
    buf_free(&title);
    return ok;
}

/* ---- Size of texts ---- */

/* Lays out the scenes of an album, and says how large that is. */
typedef void lay_out_fn(struct drawing *drawing, const struct album *album,
                        const struct ludus_drawing_options *options);

/* Units of the drawing that a point is, when it is printed as wide as it shall be. */
static double units_of_point(const struct ludus_drawing_options *options, double width)
{
    if (!(options->width > 0 || options->square > 0))
        return 1 / units[0].points;
    return width / (svg_width(options, width) * units[find_unit(options->unit)].points);
}

/* Larger texts need more room beside the board, and in a wider drawing a point is more units: the layout is
 * repeated until both agree. */
static bool lay_out(struct drawing *drawing, const struct album *album,
                    const struct ludus_drawing_options *options, lay_out_fn *once, char *reason, size_t size)
{
    enum { ROUNDS = 20 };
    double text = 0;
    once(drawing, album, options);
    for (unsigned i = 0; i < ROUNDS && options->text_size > 0; i++) {
        double wanted = options->text_size * units_of_point(options, drawing->width);
        if (wanted > PIECE_GRID)
            return refuse(reason, size,
                          "texts of %g pt are larger than the squares of a picture of this size",
                          options->text_size);
        if (fabs(wanted - text) < 0.01)
            break;
        text = wanted;
        for (size_t scene = 0; scene < album->count; scene++)
            album->scenes[scene]->text = text;
        drawing_free(drawing);
        once(drawing, album, options);
    }
    return true;
}

/* ---- Drawings ---- */

static void lay_out_first(struct drawing *drawing, const struct album *album,
                          const struct ludus_drawing_options *options)
{
    struct point extent = diagram_lay_out(drawing, album->scenes[0], options, 0, 0);
    drawing->width = extent.x;
    drawing->height = extent.y;
}

/* As many columns as make the strip about as wide as an open page. */
static size_t usual_columns(size_t count)
{
    size_t columns = 1;
    while (columns * columns * 2 < count * 3 && columns < 6)
        columns++;
    return columns < count ? columns : count;
}

/* How far each column of a strip is from the left, and behind the last how wide all are: what stands beside
 * a board may be wider than beside another. */
static double *place_columns(struct drawing *drawing, const struct album *album,
                             const struct ludus_drawing_options *options, size_t columns)
{
    double *left = arena_alloc(&drawing->arena, (columns + 1) * sizeof *left);
    struct drawing trial = { 0 };
    for (size_t i = 0; left && i <= columns; i++)
        left[i] = 0;
    for (size_t i = 0; left && i < album->count; i++) {
        double *wide = &left[i % columns + 1];
        *wide = fmax(*wide, diagram_lay_out(&trial, album->scenes[i], options, 0, 0).x);
    }
    for (size_t i = 1; left && i <= columns; i++)
        left[i] += left[i - 1] + STRIP_GAP;
    drawing_free(&trial);
    return left;
}

static void lay_out_strip(struct drawing *drawing, const struct album *album,
                          const struct ludus_drawing_options *options)
{
    size_t columns = options->columns ? options->columns : usual_columns(album->count);
    columns = columns < album->count ? columns : album->count;
    const double *left = place_columns(drawing, album, options, columns);
    double y = 0, row = 0;
    drawing->failed = drawing->failed || !left;
    for (size_t i = 0; left && i < album->count; i++) {
        if (i > 0 && i % columns == 0) {
            y += row + STRIP_GAP;
            row = 0;
        }
        struct point extent = diagram_lay_out(drawing, album->scenes[i], options, left[i % columns], y);
        row = fmax(row, extent.y);
    }
    drawing->width = left ? left[columns] - STRIP_GAP : 0;
    drawing->height = y + row;
}

static bool draw_scenes(struct ludus_replay *replay, struct ludus_game *game,
                        const struct ludus_drawing_options *options, bool strip, struct ludus_buffer *out,
                        char *reason, size_t size)
{
    struct album album;
    struct drawing drawing = { 0 };
    struct ludus_buffer description = { 0 };
    bool ok = album_gather(&album, replay, game, options, reason, size) &&
              lay_out(&drawing, &album, options, strip ? lay_out_strip : lay_out_first, reason, size);
    for (size_t i = 0; ok && strip && i < album.count; i++)
        buf_format(&description, "%s%s: %s", i ? "\n" : "",
                   album.scenes[i]->label ? album.scenes[i]->label : "start", album.scenes[i]->description);
    if (ok) {
        const struct scene *first = album.scenes[0];
        struct svg_document document = { .drawing = &drawing, .options = options };
        document.description = strip ? buf_string(&description) : first->description;
        ok = draw_document(document, game, first, strip ? album.scenes[album.count - 1] : first, out, reason,
                           size);
    }
    buf_free(&description);
    drawing_free(&drawing);
    album_free(&album);
    return ok;
}

bool ludus_game_draw(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size)
{
    const struct ludus_drawing_options given = draw_options(options);
    return draw_scenes(replay, game, &given, false, out, reason, size);
}

bool ludus_game_draw_strip(struct ludus_replay *replay, struct ludus_game *game,
                           const struct ludus_drawing_options *options, struct ludus_buffer *out,
                           char *reason, size_t size)
{
    struct ludus_drawing_options panel = draw_options(options);
    if (!panel.caption_text) /* the players stand in the title; each panel says its turn */
        panel.caption_text = "{turn} {moves}";
    if (!panel.turns)
        panel.turns = "all";
    return draw_scenes(replay, game, &panel, true, out, reason, size);
}

/* ---- The record that a drawing carries in its metadata, or the records in the data of a replay page ---- */

static bool named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

/* The <record> of the document's <metadata>, or NULL. */
static xmlNodePtr find_record(xmlDocPtr document)
{
    xmlNodePtr root = document ? xmlDocGetRootElement(document) : NULL;
    for (xmlNodePtr node = root ? root->children : NULL; node; node = node->next) {
        if (!named(node, "metadata"))
            continue;
        for (xmlNodePtr child = node->children; child; child = child->next)
            if (named(child, "record") && child->ns && strcmp((const char *)child->ns->href, SVG_RECORD) == 0)
                return child;
    }
    return NULL;
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

static bool extract_svg(xmlDocPtr document, struct ludus_buffer *out)
{
    xmlNodePtr record = find_record(document);
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

/* ---- Pages ---- */

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
