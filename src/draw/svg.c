/* svg.c - a drawing as an SVG document: size, words, record, definitions, shapes. */
#include "draw/svg.h"

#include <stdio.h>
#include <string.h>

const struct piece_art *piece_art_find(const char *name)
{
    const struct piece_art *art = piece_art;
    while (art->name && strcmp(art->name, name) != 0)
        art++;
    return art->name ? art : NULL;
}

/* ---- A drawing as an SVG document: size, words, record, definitions, shapes ---- */

static void write_words(const struct svg *svg, const char *name, const char *text)
{
    xml_put(svg->writer, name, svg->labels);
    xml_text(svg->writer, text, strlen(text));
    xml_end(svg->writer);
}

double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

static void write_root(struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    const struct ludus_drawing_options *options = svg->options;
    bool given = options->width > 0 || options->square > 0;
    xml_put(svg->writer, "<svg xmlns=http://www.w3.org/2000/svg class=ludus");
    buf_text(&svg->data, "0 0");
    svg_move_to(svg, ' ', drawing->width, drawing->height);
    svg_data(svg, "viewBox=%s");
    if (!document->fragment) {
        double width = svg_width(options, drawing->width);
        const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
        xml_put(svg->writer, "width=%f%s height=%f%s", width, unit, drawing->height * width / drawing->width,
                unit);
    }
    buf_format(&svg->data, "%stitle %sdesc", svg->labels, svg->labels);
    svg_data(svg, "role=img aria-labelledby=%s");
    xml_attribute(svg->writer, "font-family", FACE_NAMES);
    if (document->style) /* an animation rests while it has the focus */
        xml_put(svg->writer, "tabindex=0");
}

/* The piece drawings, of which a shape is a use each. */
static void write_definitions(struct svg *svg, const struct drawing *drawing);

static void write_document(struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    write_root(svg, document);
    write_words(svg, "<title id=%stitle", document->title);
    write_words(svg, "<desc id=%sdesc", document->description);
    if (document->record.text) {
        xml_begin(svg->writer, "metadata");
        xml_put(svg->writer, "<record xmlns=%s", SVG_RECORD);
        if (xml_is_clean(document->record.text, document->record.length)) {
            xml_text(svg->writer, document->record.text, document->record.length);
        } else {
            xml_attribute(svg->writer, "encoding", "base64");
            xml_base64(svg->writer, document->record.text, document->record.length);
        }
        xml_end(svg->writer);
        xml_end(svg->writer);
    }
    if (document->style)
        write_words(svg, "<style", document->style);
    if (!document->fragment)
        write_definitions(svg, drawing);
    /* A page has its own ground, in light and in dark, which is that of the usual theme only. */
    if ((!document->fragment || svg->options->theme != LUDUS_THEME_PAPER) &&
        theme_paints[svg->options->theme][LOOK_PAPER].fill)
        svg_write_shape(
            svg, &(struct shape){
                     .kind = SHAPE_RECT, .look = LOOK_PAPER, .w = drawing->width, .h = drawing->height });
    for (size_t i = 0; i < drawing->count; i++)
        svg_write_shape(svg, &drawing->shapes[i]);
    xml_end(svg->writer);
}

static bool open_svg(struct svg *svg, struct ludus_buffer *out, char *reason, size_t size)
{
    if (!piece_set_open(&svg->set, svg->options, reason, size))
        return false;
    svg->prefix = svg->options->id_prefix;
    svg->writer = xml_open(out);
    return true;
}

/* False, with a reason, without memory. */
static bool close_svg(struct svg *svg, struct ludus_buffer *out, const struct drawing *drawing, char *reason,
                      size_t size)
{
    bool sound = svg->writer && !out->failed && !svg->failed && !svg->data.failed && !drawing->failed;
    if (!sound)
        snprintf(reason, size, "out of memory");
    if (svg->writer)
        xml_close(svg->writer);
    piece_set_close(&svg->set);
    buf_free(&svg->data);
    return sound;
}

bool svg_write(const struct svg_document *document, struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = document->options };
    if (!open_svg(&svg, out, reason, size))
        return false;
    svg.labels = document->fragment ? document->fragment : svg.prefix;
    bool sound = piece_set_check(&svg.set, document->kinds, reason, size);
    if (sound && svg.writer) {
        xml_raw(svg.writer, document->fragment ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        write_document(&svg, document);
        xml_raw(svg.writer, document->fragment ? "" : "\n");
    }
    char other[32];
    return close_svg(&svg, out, document->drawing, sound ? reason : other, sound ? size : sizeof other) &&
           sound;
}

bool svg_write_definitions(const struct drawing *pieces, const struct ludus_drawing_options *options,
                           struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = options };
    if (!open_svg(&svg, out, reason, size))
        return false;
    if (svg.writer) {
        xml_put(svg.writer, "<svg xmlns=http://www.w3.org/2000/svg class=defs aria-hidden=true");
        write_definitions(&svg, pieces);
        xml_end(svg.writer);
    }
    return close_svg(&svg, out, pieces, reason, size);
}

void svg_piece_id(const struct ludus_drawing_options *options, const struct ludus_ruleset *ruleset,
                  unsigned kind, unsigned side, char out[SVG_ID_SIZE])
{
    struct piece_set set;
    char id[PIECE_ID_SIZE], reason[64];
    struct scene_piece piece = scene_piece_of(ruleset, kind, side, false);
    if (!piece_set_open(&set, options, reason, sizeof reason))
        set = (struct piece_set){ NULL, NULL };
    piece_id(&set, &piece, id);
    piece_set_close(&set);
    snprintf(out, SVG_ID_SIZE, "%.90s%s", options->id_prefix, id);
}

/* ---- The piece drawings that an SVG document defines once and uses many times ---- */

enum { IDS_MAX = 2 * SCENE_KINDS + 2 };

static const char *const side_names[2] = { "white", "black" };

void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE])
{
    const char *image = piece->image;
    size_t length = strspn(image, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
    if (length > 0 && length < PIECE_ID_SIZE - 8 && !image[length]) { /* fit for an id, and for a class */
        snprintf(out, PIECE_ID_SIZE, "%s-%s", side_names[piece->side & 1], image);
        if (piece_set_find(set, out))
            return;
        snprintf(out, PIECE_ID_SIZE, "%s", image);
        if (piece_set_find(set, out) || piece_art_find(image))
            return;
    }
    snprintf(out, PIECE_ID_SIZE, "letter-%c", piece->letter);
}

static void write_letter(struct xml_writer *writer, char letter)
{
    for (unsigned front = 0; front < 2; front++) {
        xml_put(writer, "<text x=22.5 y=37 font-size=40 font-weight=bold text-anchor=middle");
        if (!front)
            xml_put(writer, "fill=#fff stroke=#fff stroke-width=4");
        xml_text(writer, &letter, 1);
        xml_end(writer);
    }
}

static void write_def(struct svg *svg, const char *id, struct piece_parts *parts)
{
    char whole[2 * PIECE_ID_SIZE];
    xmlNodePtr own = piece_set_find(&svg->set, id);
    const struct piece_art *art = piece_art_find(id);
    snprintf(whole, sizeof whole, "%.90s%.95s", svg->prefix, id);
    xml_put(svg->writer, "<g id=%s", whole);
    if (own)
        piece_set_write(svg->writer, &svg->set, own, svg->prefix, parts);
    else if (art) {
        /* The halo is the layer once more, wider and below it. */
        for (unsigned i = 0; i < PIECE_LAYERS && art->layers[i]; i++) {
            xml_put(svg->writer, "<use href=#%s%u class=ludus-halo fill=#fff stroke=#fff stroke-width=4 />",
                    whole, i + 1);
            xml_put(svg->writer, "<path d=%s id=%s%u />", art->layers[i], whole, i + 1);
        }
        if (*art->lines)
            xml_put(svg->writer, "<path d=%s fill=none stroke=currentColor />", art->lines);
        if (*art->dots)
            xml_put(svg->writer, "<path d=%s fill=currentColor stroke=none />", art->dots);
    } else
        write_letter(svg->writer, id[strlen(id) - 1]);
    xml_end(svg->writer);
}

/* Adds an id unless it is there already. */
static unsigned remember(char ids[IDS_MAX][PIECE_ID_SIZE], unsigned count, const char *id)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return count;
    if (count == IDS_MAX)
        return count;
    memcpy(ids[count], id, strlen(id) + 1);
    return count + 1;
}

static void write_definitions(struct svg *svg, const struct drawing *drawing)
{
    char ids[IDS_MAX][PIECE_ID_SIZE], id[PIECE_ID_SIZE];
    struct piece_parts parts = { 0 };
    unsigned count = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const struct shape *shape = &drawing->shapes[i];
        if (shape->kind != SHAPE_PIECE)
            continue;
        piece_id(&svg->set, &shape->piece, id);
        count = remember(ids, count, id);
        if (shape->piece.bound)
            count = remember(ids, count, "bound");
    }
    xml_begin(svg->writer, "defs");
    for (unsigned i = 0; i < count; i++)
        write_def(svg, ids[i], &parts);
    svg->failed |= !piece_set_write_parts(svg->writer, &svg->set, svg->prefix, &parts);
    xml_end(svg->writer);
}
