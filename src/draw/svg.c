/* svg.c - a drawing as an SVG document: size, words, record, definitions, shapes. */
#include "draw/svg.h"

#include "draw/face.h"
#include "draw/pieces.h"
#include "draw/svg_shapes.h"
#include "draw/theme.h"

#include <stdio.h>
#include <string.h>

#define SVG_NAMESPACE "http://www.w3.org/2000/svg"

static void write_labelled(const struct svg *svg, const char *name, const char *text)
{
    char id[PIECE_ID_SIZE + 16];
    snprintf(id, sizeof id, "%.90s%s", svg->labels, name);
    xml_begin(svg->writer, name);
    xml_attribute(svg->writer, "id", id);
    xml_text(svg->writer, text, strlen(text));
    xml_end(svg->writer);
}

static void write_record(const struct svg *svg, struct ludus_text record)
{
    xml_begin(svg->writer, "metadata");
    xml_begin(svg->writer, "record");
    xml_attribute(svg->writer, "xmlns", SVG_RECORD);
    if (xml_is_clean(record.text, record.length)) {
        xml_text(svg->writer, record.text, record.length);
    } else {
        xml_attribute(svg->writer, "encoding", "base64");
        xml_base64(svg->writer, record.text, record.length);
    }
    xml_end(svg->writer);
    xml_end(svg->writer);
}

double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

static void write_size(const struct svg *svg, const struct drawing *drawing)
{
    const struct ludus_drawing_options *options = svg->options;
    char text[2 * XML_NUMBER_SIZE + 8];
    double width = svg_width(options, drawing->width);
    bool given = options->width > 0 || options->square > 0;
    const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
    unsigned length = xml_format_number(text, width);
    snprintf(text + length, sizeof text - length, "%s", unit);
    xml_attribute(svg->writer, "width", text);
    length = xml_format_number(text, drawing->height * width / drawing->width);
    snprintf(text + length, sizeof text - length, "%s", unit);
    xml_attribute(svg->writer, "height", text);
}

static void write_root(const struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    struct ludus_buffer box = { 0 };
    char labels[2 * PIECE_ID_SIZE + 32];
    xml_begin(svg->writer, "svg");
    xml_attribute(svg->writer, "xmlns", SVG_NAMESPACE);
    xml_attribute(svg->writer, "class", "ludus");
    buf_text(&box, "0 0");
    svg_move_to(&box, ' ', drawing->width, drawing->height);
    xml_attribute(svg->writer, "viewBox", buf_string(&box));
    buf_free(&box);
    if (!document->fragment)
        write_size(svg, drawing);
    xml_attribute(svg->writer, "role", "img");
    snprintf(labels, sizeof labels, "%.90stitle %.90sdesc", svg->labels, svg->labels);
    xml_attribute(svg->writer, "aria-labelledby", labels);
    xml_attribute(svg->writer, "font-family", FACE_NAMES);
    if (document->style) /* an animation rests while it has the focus */
        xml_attribute(svg->writer, "tabindex", "0");
}

static void write_definitions(struct svg *svg, const struct drawing *drawing)
{
    xml_begin(svg->writer, "defs");
    svg->failed |= !piece_defs(svg->writer, &svg->set, drawing, svg->prefix);
    xml_end(svg->writer);
}

static void write_document(struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    write_root(svg, document);
    write_labelled(svg, "title", document->title);
    write_labelled(svg, "desc", document->description);
    if (document->record.text)
        write_record(svg, document->record);
    if (document->style) {
        xml_begin(svg->writer, "style");
        xml_text(svg->writer, document->style, strlen(document->style));
        xml_end(svg->writer);
    }
    if (!document->fragment)
        write_definitions(svg, drawing);
    /* A page has its own ground, in light and in dark, which is that of the usual theme only. */
    if ((!document->fragment || svg->options->theme != LUDUS_THEME_PAPER) &&
        theme_paint(svg->options->theme, LOOK_PAPER)->fill)
        svg_write_shape(
            svg, &(struct shape){
                     .kind = SHAPE_RECT, .look = LOOK_PAPER, .w = drawing->width, .h = drawing->height });
    for (size_t i = 0; i < drawing->count; i++)
        svg_write_shape(svg, &drawing->shapes[i]);
    xml_end(svg->writer);
}

bool svg_write(const struct svg_document *document, struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = document->options, .prefix = document->options->id_prefix };
    svg.labels = document->fragment ? document->fragment : svg.prefix;
    if (!piece_set_open(&svg.set, document->options, reason, size))
        return false;
    if (!piece_set_check(&svg.set, document->kinds, reason, size)) {
        piece_set_close(&svg.set);
        return false;
    }
    svg.writer = xml_open(out);
    if (svg.writer) {
        if (!document->fragment)
            xml_raw(svg.writer, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        write_document(&svg, document);
        if (!document->fragment)
            xml_raw(svg.writer, "\n");
        xml_close(svg.writer);
    }
    piece_set_close(&svg.set);
    bool ok = !out->failed && !document->drawing->failed && !svg.failed;
    if (!ok)
        snprintf(reason, size, "out of memory");
    return ok;
}

bool svg_write_definitions(const struct drawing *pieces, const struct ludus_drawing_options *options,
                           struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = options, .prefix = options->id_prefix };
    if (!piece_set_open(&svg.set, options, reason, size))
        return false;
    svg.writer = xml_open(out);
    if (svg.writer) {
        xml_begin(svg.writer, "svg");
        xml_attribute(svg.writer, "xmlns", SVG_NAMESPACE);
        xml_attribute(svg.writer, "class", "defs");
        xml_attribute(svg.writer, "aria-hidden", "true");
        write_definitions(&svg, pieces);
        xml_end(svg.writer);
        xml_close(svg.writer);
    }
    piece_set_close(&svg.set);
    return !out->failed && !svg.failed;
}

void svg_piece_id(const struct ludus_drawing_options *options, const struct ludus_ruleset *ruleset,
                  unsigned kind, unsigned side, char out[SVG_ID_SIZE])
{
    struct piece_set set;
    char id[PIECE_ID_SIZE], reason[64];
    struct scene_piece piece = { .image = ludus_ruleset_kind_image(ruleset, kind),
                                 .letter = ludus_ruleset_kind_letter(ruleset, kind),
                                 .side = (uint8_t)side };
    if (!piece_set_open(&set, options, reason, sizeof reason))
        set = (struct piece_set){ NULL, NULL };
    piece_id(&set, &piece, id);
    piece_set_close(&set);
    snprintf(out, SVG_ID_SIZE, "%.90s%s", options->id_prefix, id);
}
