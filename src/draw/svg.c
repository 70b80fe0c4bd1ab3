/* svg.c - writes a drawing as SVG: shapes, and the document around them: size, words, record, definitions;
 * and reads the record in it, or those in a replay page. */
#include "draw/svg.h"

#include "base/json.h"

#include <libxml/xmlwriter.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Looks ---- */

/* clang-format off */
#define INK(ink, paper, light, dark, grid, line, last, last_dark, accent, arrow, on_light, on_dark, idle, idle_line) \
    [LOOK_PAPER] = { "ludus-paper", paper, NULL, NULL }, \
    [LOOK_LIGHT] = { "ludus-light", light, NULL, NULL }, \
    [LOOK_DARK] = { "ludus-dark", dark, NULL, NULL }, \
    [LOOK_FRAME] = { "ludus-frame", "none", ink, "1.5" }, \
    [LOOK_GRID] = { "ludus-grid", "none", grid, "1" }, \
    [LOOK_LINE] = { "ludus-line", "none", line, "2" }, \
    [LOOK_POINT] = { "ludus-point", line, NULL, NULL }, \
    [LOOK_REGION] = { "ludus-region", "none", line, "1.5" }, \
    [LOOK_COORD] = { "ludus-coord", ink, NULL, NULL }, \
    [LOOK_COORD_IN] = { "ludus-coord ludus-coord-in", on_light, NULL, NULL }, \
    [LOOK_COORD_DARK] = { "ludus-coord-dark", on_dark, NULL, NULL }, \
    [LOOK_LAST] = { "ludus-last", last, NULL, NULL }, \
    [LOOK_LAST_DARK] = { "ludus-last", last_dark, NULL, NULL }, \
    [LOOK_TAKEN] = { "ludus-taken", "none", accent, "2.5" }, \
    [LOOK_FLANK] = { "ludus-flank", "none", accent, "3" }, \
    [LOOK_ARROW] = { "ludus-arrow", arrow, arrow, "4.5" }, \
    [LOOK_NOTE] = { "ludus-note", "none", arrow, "3.5" }, \
    [LOOK_FILL] = { "ludus-fill", "#ccc", NULL, NULL }, \
    [LOOK_BADGE] = { "ludus-badge", "#fff", "#000", "1" }, \
    [LOOK_BADGE_TEXT] = { "ludus-badge-text", "#000", NULL, NULL }, \
    [LOOK_DIE] = { "ludus-die", "#fff", "#000", "1.5" }, \
    [LOOK_DIE_IDLE] = { "ludus-die ludus-die-unused", idle, idle_line, "1.5" }, \
    [LOOK_DIE_PASSED] = { "ludus-die ludus-die-passed", idle, idle_line, "1.5" }, \
    [LOOK_TEXT] = { "ludus-text", ink, NULL, NULL }, \
    [LOOK_CAPTION] = { "ludus-caption-text", ink, NULL, NULL }, \
    [LOOK_TO_MOVE_WHITE] = { "ludus-to-move", "#fff", "#000", "1.5" }, \
    [LOOK_TO_MOVE_BLACK] = { "ludus-to-move", "#000", "#fff", "1" }, \
    [LOOK_ODDS] = { "ludus-odds", "#fff", "#000", ".75" },

/* Squares, tinted or not, and notes differ in lightness too, by steps that a test measures. */
const struct paint theme_paints[LUDUS_THEME_HATCHED + 1][LOOK_COUNT] = {
    [LUDUS_THEME_PAPER] = { INK("#222", "#fff", "#fff", "#d6d1c4", "#666", "#555", "#fbe9a8", "#dcb24a", "#a32020", "#00767f",
                                "#222", "#222", "#fff", "#8c8c8c") },
    [LUDUS_THEME_TINTED] = { INK("#3b2a1a", "#fffaf0", "#f4e6c8", "#c79a6b", "#8a6a45", "#6b4e2e", "#eccb55", "#a87f1e", "#9c1c1c", "#087078",
                                 "#3b2a1a", "#2a1c0e", "#fffdf8", "#8c8a84") },
    [LUDUS_THEME_DARK] = { INK("#e6e6e6", "#1d2126", "#9aa3ad", "#5c6773", "#c3cad2", "#333b44", "#d9bd5a", "#a08428", "#ff8a80", "#9be8ee",
                               "#111", "#fff", "#838588", "#101215") },
    [LUDUS_THEME_HATCHED] = { INK("#000", "#fff", "#fff", "#000", "#000", "#000", "#e6e6e6", "#e6e6e6", "#000", "#000",
                                  "#000", "#000", "#fff", "#8c8c8c") },
};
/* clang-format on */

const char *const theme_names[LUDUS_THEME_HATCHED + 1] = { "paper", "tinted", "dark", "hatched" };

/* ---- Paint of shapes ---- */

struct rgb {
    unsigned part[3];
};

/* Reads #rgb or #rrggbb. */
static struct rgb read_colour(const char *colour)
{
    const size_t digits = strlen(colour + 1) / 3;
    struct rgb rgb;
    for (unsigned i = 0; i < 3; i++) {
        const char digit[] = { colour[1 + i * digits], colour[digits + i * digits], '\0' };
        rgb.part[i] = (unsigned)strtoul(digit, NULL, 16);
    }
    return rgb;
}

struct mixture {
    char text[8];
};

/* Mixes `percent` of a colour with the one below it: a tint without transparency, which not every press can
 * print. */
static struct mixture mix(const char *colour, const char *below, unsigned percent)
{
    const struct rgb over = read_colour(colour), under = read_colour(below);
    unsigned long all = 0;
    struct mixture mixture;
    for (unsigned i = 0; i < 3; i++)
        all = all << 8 | (over.part[i] * percent + under.part[i] * (100 - percent)) / 100;
    snprintf(mixture.text, sizeof mixture.text, "#%06lx", all & 0xffffff);
    return mixture;
}

/* Is the look a note in a colour that is hard to see on a white square or piece? */
static bool is_light_note(const struct drawing *d, enum look look)
{
    static const unsigned weights[] = { 30, 59, 11 }; /* of red, green and blue, in hundredths */
    const char *colour = look == LOOK_NOTE ? scene_colour(d->colour, NULL) : NULL;
    unsigned light = 0;
    if (!colour || d->options->theme == LUDUS_THEME_HATCHED)
        return false;
    const struct rgb rgb = read_colour(colour);
    for (unsigned i = 0; i < 3; i++)
        light += weights[i] * rgb.part[i];
    return light > 100 * 180;
}

/* Returns how often a shape is written: 2 if it has a halo, which is written first, in pass 2. Halos
 * distinguish black lines from black pieces and hatching, and the user's texts and dots from pieces of any
 * colour. */
static unsigned passes(const struct drawing *d, enum look look, enum form form)
{
    if (d->options->theme == LUDUS_THEME_HATCHED)
        return look == LOOK_NOTE || form == FORM_ARROW || form == FORM_CROSS ? 2 : 1;
    return look == LOOK_NOTE && (form == FORM_SOLID || is_light_note(d, look)) ? 2 : 1;
}

/* Writes class and colours. Notes and tints have their own colour; in a theme without colours a note has a
 * dash pattern, and a tint is grey. A halo is white and wider by the same on all
 * sides; around light colours it is dark and thinner. */
static void paint_shape(struct drawing *d, enum look look, enum form form, bool halo)
{
    struct paint paint = theme_paints[d->options->theme][look];
    const char *class = paint.class, *dash = NULL, *join = NULL, *colour = NULL;
    bool hatched = d->options->theme == LUDUS_THEME_HATCHED, note = look == LOOK_NOTE;
    bool light = is_light_note(d, look), solid = form == FORM_SOLID;
    struct mixture tint;
    char own[48];
    if (note || look == LOOK_FILL) {
        bool named = *d->colour != '#';
        snprintf(own, sizeof own, "%s%s%s", class, named ? " ludus-" : "", named ? d->colour : "");
        class = own;
        colour = scene_colour(d->colour, &dash);
    }
    const char *value = halo ? light ? "#222" : "#fff" : hatched || !colour ? paint.stroke : colour;
    if (halo || note)
        paint.fill = solid || form == FORM_ARROW ? value : "none";
    else if (look == LOOK_FILL && !hatched && colour) {
        tint = mix(colour, theme_paints[d->options->theme][d->ground].fill, 50);
        paint.fill = tint.text;
    }
    if (halo) {
        class = "ludus-halo";
        join = "round";
        paint.stroke = value;
        paint.width = solid ? light ? "2.5" : "4" : light ? "6" : "8";
    } else if (note) {
        paint.stroke = solid ? NULL : value;
        paint.width = solid ? NULL : paint.width;
    }
    xml_put(&d->writer, "class=%s fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s stroke-linejoin=%s",
            class, paint.fill, paint.stroke, paint.width, note && hatched && !solid && !halo ? dash : NULL,
            join);
}

static void text_style(struct drawing *d, double size, enum anchor anchor)
{
    static const char *const anchors[] = { NULL, "middle", "end" };
    if (size > 0)
        xml_put(&d->writer, "font-size=%f", size);
    xml_put(&d->writer, "text-anchor=%s", anchors[anchor]);
}

/* ---- Shapes ---- */

void svg_open_texts(struct drawing *d, enum look look, double size, enum anchor anchor)
{
    xml_begin(&d->writer, "g");
    if (!d->options->outline)
        text_style(d, size, anchor);
    paint_shape(d, look, FORM_OUTLINE, false);
    d->group_size = size;
    d->group_anchor = anchor;
}

void svg_shape(struct drawing *d, enum look look, enum form form, const char *format, ...)
{
    for (unsigned pass = passes(d, look, form); pass; pass--) {
        va_list arguments;
        va_start(arguments, format);
        xml_put_list(&d->writer, format, arguments);
        va_end(arguments);
        paint_shape(d, look, form, pass == 2);
        xml_end(&d->writer);
    }
}

void svg_arrow(struct drawing *d, enum look look, const struct point *path, unsigned count)
{
    enum { HEAD = 12, HALF = 6 };
    const struct point *tip = &path[count - 1], *last = tip - 1;
    double length = hypot(tip->x - last->x, tip->y - last->y);
    double ux = length > 0 ? (tip->x - last->x) / length : 1,
           uy = length > 0 ? (tip->y - last->y) / length : 0;
    for (unsigned pass = passes(d, look, FORM_ARROW); pass; pass--) {
        bool halo = pass == 2;
        const char *beside = is_light_note(d, look) ? "2.5" : "4.5"; /* as around the shaft */
        xml_begin(&d->writer, "g");
        paint_shape(d, look, FORM_ARROW, halo);
        for (unsigned i = 0; i + 1 < count; i++)
            xml_format(&d->data, "%s%f %f", i ? "L" : "M", path[i].x, path[i].y);
        xml_format(&d->data, "L%f %f", tip->x - ux * (HEAD - 1), tip->y - uy * (HEAD - 1));
        xml_put(&d->writer, "<path d=%s fill=none />", buf_string(&d->data));
        d->data.length = 0;
        xml_put(&d->writer, "<path d='M%f %fL%f %fL%f %fz' stroke=%s stroke-width=%s />", tip->x, tip->y,
                tip->x - ux * HEAD - uy * HALF, tip->y - uy * HEAD + ux * HALF,
                tip->x - ux * HEAD + uy * HALF, tip->y - uy * HEAD - ux * HALF, halo ? NULL : "none",
                halo ? beside : NULL);
        xml_end(&d->writer);
    }
}

/* ---- Pieces ---- */

enum { GHOST = 35 }; /* per cent of its colours that a captured man keeps */

static const double BESIDE_NAMES =
    0.85; /* size of the pieces if names of files and ranks are in the squares */

static void side_colours(struct drawing *d, unsigned side, const char *white, const char *black)
{
    const bool is_white = side == LUDUS_WHITE;
    xml_put(&d->writer,
            "fill=%s color=%s stroke=%s stroke-width=1.5 stroke-linejoin=round stroke-linecap=round",
            is_white ? white : black, is_white ? black : white, black);
}

void svg_open_side(struct drawing *d, unsigned side, enum look ground)
{
    static const char *const names[2] = { "ludus-white", "ludus-black" };
    const char *below = theme_paints[d->options->theme][ground].fill;
    const bool pale = below && !d->pieces; /* those of the user have colours of their own */
    xml_put(&d->writer, "<g class='%s %s'", below ? "ludus-ghost" : "ludus-pieces", names[side]);
    side_colours(d, side, pale ? mix("#fff", below, GHOST).text : "#fff",
                 pale ? mix("#000", below, GHOST).text : "#000");
    d->in_side = true;
}

void svg_piece(struct drawing *d, double x, double y, double side, struct ludus_square piece)
{
    char id[SVG_ID_SIZE];
    svg_define(d, d->scene, piece, id);
    for (unsigned i = 0; i <= piece.bound; i++) {
        xml_put(&d->writer, "<use href=#%s%s", i ? d->options->id_prefix : id, i ? "bound" : "");
        if (side == PIECE_GRID)
            xml_put(&d->writer, "x=%f y=%f", x, y);
        if (side == PIECE_GRID && d->options->coordinates == LUDUS_COORDINATES_IN) /* beside the names */
            xml_put(&d->writer, "transform='translate(%f %f) scale(%f)'", (x + side / 2) * (1 - BESIDE_NAMES),
                    (y + side / 2) * (1 - BESIDE_NAMES), BESIDE_NAMES);
        else if (side != PIECE_GRID)
            xml_put(&d->writer, "transform='translate(%f %f) scale(%f)'", x, y, side / PIECE_GRID);
        if (!d->in_side) {
            xml_put(&d->writer, "class=%s", piece.side == LUDUS_WHITE ? "ludus-white" : "ludus-black");
            side_colours(d, piece.side, "#fff", "#000");
        }
        xml_end(&d->writer);
    }
}

struct svg_number svg_number(unsigned number, const char *unit)
{
    struct svg_number out;
    snprintf(out.text, sizeof out.text, "%u%s", number, unit);
    return out;
}

void svg_text(struct drawing *d, enum look look, enum anchor anchor, double x, double y, double size,
              const char *text)
{
    static const double parts[] = { 0, 0.5, 1 }; /* of the width, by anchor */
    const struct ludus_drawing_options *options = d->options;
    const bool bold = look == LOOK_BADGE_TEXT || look == LOOK_NOTE, outlined = options->outline != NULL;
    struct ludus_buffer path = { 0 };
    double width = 0;
    if (outlined)
        width = options->outline(options->outline_context, text, bold || d->bold,
                                 size > 0 ? size : d->group_size, &path, d->reason, sizeof d->reason);
    d->failed |= width < 0 || path.failed;
    x -= width * parts[size > 0 ? anchor : d->group_anchor];
    for (unsigned pass = passes(d, look, FORM_SOLID); pass; pass--) {
        if (outlined) {
            xml_put(&d->writer, "<path d=%s transform='translate(%f %f)'", buf_string(&path), x, y);
        } else {
            xml_put(&d->writer, "<text x=%f y=%f", x, y);
            text_style(d, size, anchor);
            if (bold)
                xml_put(&d->writer, "font-weight=bold");
        }
        if (look)
            paint_shape(d, look, FORM_SOLID, pass == 2);
        if (outlined)
            xml_end(&d->writer);
        else
            xml_put(&d->writer, ">%s", text);
    }
    buf_free(&path);
}

/* ---- The drawing, and the document around it ---- */

static void add_base64(struct drawing *d, const char *bytes, size_t length)
{
    xmlBufferPtr text = xmlBufferCreate();
    xmlTextWriterPtr writer = text ? xmlNewTextWriterMemory(text, 0) : NULL;
    if (writer && xmlTextWriterWriteBase64(writer, bytes, 0, (int)length) >= 0 &&
        xmlTextWriterFlush(writer) >= 0)
        xml_raw(&d->writer, (const char *)xmlBufferContent(text));
    else
        d->failed = true;
    xmlFreeTextWriter(writer);
    xmlBufferFree(text);
}

static void write_document(struct drawing *d, const struct svg_document *document)
{
    const struct ludus_drawing_options *options = d->options;
    const bool whole = !document->fragment, given = options->width > 0 || options->square > 0;
    const char *labels = whole ? options->id_prefix : document->fragment;
    const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
    const double width = svg_width(options, d->width);
    const struct ludus_text record = document->record;
    xml_raw(&d->writer, whole ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "");
    xml_put(&d->writer, "<svg xmlns=http://www.w3.org/2000/svg class=ludus viewBox='0 0 %f %f'", d->width,
            d->height);
    if (whole || given)
        xml_put(&d->writer, "width=%f%s height=%f%s", width, unit, d->height * width / d->width, unit);
    xml_put(&d->writer, "role=img aria-labelledby='%stitle %sdesc' font-family=%s", labels, labels,
            options->outline ? NULL : LUDUS_FONTS);
    if (d->style.length) /* an animation pauses while it has the focus */
        xml_put(&d->writer, "tabindex=0");
    xml_put(&d->writer, "<title id=%stitle >%s", labels, document->title);
    xml_put(&d->writer, "<desc id=%sdesc >%s", labels, document->description);
    if (record.text) {
        bool clean = xml_clean_length(record.text, record.length) == record.length;
        xml_put(&d->writer, "<metadata");
        xml_put(&d->writer, "<record xmlns=" SVG_RECORD);
        xml_attribute(&d->writer, "encoding", clean ? NULL : "base64");
        if (clean)
            xml_text(&d->writer, record.text, record.length);
        else
            add_base64(d, record.text, record.length);
        xml_end(&d->writer);
        xml_end(&d->writer);
    }
    if (d->style.length)
        xml_put(&d->writer, "<style >%s", buf_string(&d->style));
    if (whole)
        piece_set_define(d);
    /* A page has its own background, light or dark, for the default theme only. */
    if (whole || options->theme != LUDUS_THEME_PAPER)
        svg_shape(d, LOOK_PAPER, FORM_OUTLINE, "<rect x=0 y=0 width=%f height=%f", d->width, d->height);
    xml_raw(&d->writer, buf_string(&d->shapes));
    xml_end(&d->writer);
    xml_raw(&d->writer, whole ? "\n" : "");
}

bool svg_write(struct drawing *d, const struct svg_document *document, struct ludus_buffer *out)
{
    d->writer.out = out;
    if (document) {
        write_document(d, document);
    } else {
        xml_put(&d->writer, "<svg xmlns=http://www.w3.org/2000/svg class=defs aria-hidden=true");
        piece_set_define(d);
        xml_end(&d->writer);
    }
    d->writer.out = &d->shapes;
    return !(out->failed || d->failed || d->shapes.failed || d->data.failed || d->style.failed);
}

/* ---- The record in the metadata of a drawing, or the records in the data of a replay page ---- */

static bool is_element(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static void read_base64(struct ludus_buffer *out, const char *text)
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

/* Appends the <record> of the document's <metadata>. Returns false if there is none. */
static bool extract_svg(xmlDocPtr document, struct ludus_buffer *out)
{
    xmlNodePtr root = xmlDocGetRootElement(document), record = NULL;
    for (xmlNodePtr node = root ? root->children : NULL; node && !record; node = node->next)
        for (record = is_element(node, "metadata") ? node->children : NULL; record; record = record->next)
            if (is_element(record, "record") && record->ns &&
                strcmp((const char *)record->ns->href, SVG_RECORD) == 0)
                break;
    xmlChar *text = record ? xmlNodeGetContent(record) : NULL;
    xmlChar *encoding = record ? xmlGetProp(record, BAD_CAST "encoding") : NULL;
    bool any = text != NULL;
    if (any && encoding)
        read_base64(out, (const char *)text);
    else if (any)
        buf_text(out, (const char *)text);
    xmlFree(encoding);
    xmlFree(text);
    return any;
}

/* Finds the text after the first `word`, before `end`. Returns NULL if there is none. */
static const char *find_after(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    while (at && end - at >= (ptrdiff_t)length) {
        if (memcmp(at, word, length) == 0)
            return at + length;
        at = memchr(at + 1, *word, (size_t)(end - at) - 1);
    }
    return NULL;
}

/* Appends all records of the data, which is JSON. */
static bool extract_page(const char *data, const char *end, struct ludus_buffer *out)
{
    struct json *json = memory_zeroed(1, sizeof *json);
    bool any = false, named = false; /* named: the key of a record has been read */
    if (json) {
        json->most = (size_t)(end - data);
        json->source = source_bytes(data, json->most);
    }
    for (enum json_token token = JSON_NULL;
         json && json->source && token != JSON_END && token != JSON_FAULT;) {
        token = json_next(json);
        if (named && token == JSON_STRING) {
            buf_add(out, json->text.bytes, json->text.length);
            any = true;
        }
        named = token == JSON_STRING ? !named && strcmp(buf_string(&json->text), "record") == 0
                                     : token == JSON_COLON && named;
    }
    out->failed |= !json || !json->source || json->text.failed;
    if (json) {
        source_close(json->source);
        buf_free(&json->text);
    }
    free(json);
    return any;
}

/* A page is no XML: its <meta> is not closed. A drawing cannot contain PAGE_DATA: < is escaped in XML. */
bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    const char *end = svg + length, *data = find_after(svg, end, PAGE_DATA), *data_end;
    bool any = false, declares;
    xmlDocPtr document = data ? NULL : xml_document(svg, length, &declares);
    if (document)
        any = extract_svg(document, out);
    else if (data && (data_end = find_after(data, end, PAGE_DATA_END)))
        any = extract_page(data, data_end, out);
    if (out->failed)
        snprintf(reason, size, "out of memory");
    else if (!any)
        snprintf(reason, size, "%s",
                 document || data ? "carries no record" : "is neither an SVG document nor a replay page");
    xmlFreeDoc(document);
    return any && !out->failed;
}
