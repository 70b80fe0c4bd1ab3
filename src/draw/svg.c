/* svg.c - a drawing as an SVG document: its shapes, and around them size, words, record, definitions. */
#include "draw/svg.h"

#include "draw/diagram.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A note without a line. */
static bool is_solid(const struct shape *shape)
{
    return shape->kind == SHAPE_TEXT || (shape->kind == SHAPE_CIRCLE && shape->flags);
}

/* Is a colour that theme_colour returned hard to see on white? */
static bool theme_is_light(const char *colour)
{
    static const unsigned weights[] = { 30, 59, 11 }; /* of red, green and blue, in hundredths */
    size_t digits = strlen(colour + 1) / 3;
    unsigned light = 0;
    for (unsigned i = 0; i < 3; i++) {
        char digit[3] = { colour[1 + i * digits], colour[digits + i * digits], '\0' };
        light += weights[i] * (unsigned)strtoul(digit, NULL, 16);
    }
    return light > 100 * 180;
}

/* A note in a colour that is hard to see on a white square or piece. */
static bool is_light_note(const struct svg *svg, const struct shape *shape)
{
    const char *dash, *colour = shape->look == LOOK_NOTE ? theme_colour(shape->colour, &dash) : NULL;
    return svg->options->theme != LUDUS_THEME_HATCHED && colour && theme_is_light(colour);
}

/* Class and colours. A note and a tint have their own colour; where there are none a note is told by the
 * breaks in its line, and a tint is that of the turn's squares. A halo is white around what follows, wider by
 * the same on all sides; dark, and thinner, around what is light. */
static void paint_shape(struct svg *svg, const struct shape *shape)
{
    struct paint paint = theme_paints[svg->options->theme][shape->look];
    const char *class = theme_classes[shape->look], *dash = NULL, *join = NULL, *colour = NULL;
    bool hatched = svg->options->theme == LUDUS_THEME_HATCHED, note = shape->look == LOOK_NOTE;
    bool light = is_light_note(svg, shape), solid = is_solid(shape);
    char own[48];
    if (note || shape->look == LOOK_FILL) {
        bool named = *shape->colour != '#';
        snprintf(own, sizeof own, "%s%s%s", class, named ? " ludus-" : "", named ? shape->colour : "");
        class = own;
        colour = theme_colour(shape->colour, &dash);
        paint.opacity = (note ? light : hatched) ? NULL : paint.opacity;
    }
    const char *value = svg->in_halo ? light ? "#222" : "#fff" : hatched || !colour ? paint.stroke : colour;
    if (svg->in_halo || note)
        paint.fill = solid || shape->kind == SHAPE_ARROW ? value : "none";
    else if (shape->look == LOOK_FILL)
        paint.fill = hatched || !colour ? paint.fill : colour;
    if (svg->in_halo) {
        class = "ludus-halo";
        join = "round";
        paint.stroke = value;
        paint.width = solid ? light ? "2.5" : "4" : light ? "6" : "8";
        paint.opacity = NULL;
    } else if (note) {
        paint.stroke = solid ? NULL : value;
        paint.width = solid ? NULL : paint.width;
    }
    xml_put(svg->writer,
            "class=%s fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s stroke-linejoin=%s opacity=%s",
            class, paint.fill, paint.stroke, paint.width,
            note && hatched && !solid && !svg->in_halo ? dash : NULL, join, paint.opacity);
}

static void paint_and_end(struct svg *svg, const struct shape *shape)
{
    paint_shape(svg, shape);
    xml_end(svg->writer);
}

/* to path data */
static void add_number(struct svg *svg, char command, double value)
{
    char text[XML_NUMBER_SIZE];
    unsigned length = xml_format_number(text, value);
    if (command != ' ' || *text != '-')
        buf_char(&svg->data, command);
    buf_add(&svg->data, text, length);
}

/* Adds a command with a point to svg->data. */
static void move_to(struct svg *svg, char command, double x, double y)
{
    add_number(svg, command, x);
    add_number(svg, ' ', y);
}

/* Hands svg->data to xml_put with a format that has one %s, and clears it. */
static __attribute__((format(printf, 2, 0))) void put_data(struct svg *svg, const char *format)
{
    xml_put(svg->writer, format, buf_string(&svg->data));
    buf_clear(&svg->data);
}

/* "translate(x y)", with the scale unless it is 1. */
static void transform(struct svg *svg, double x, double y, double scale)
{
    buf_text(&svg->data, "translate");
    move_to(svg, '(', x, y);
    if (scale != 1) {
        buf_text(&svg->data, ") scale");
        add_number(svg, '(', scale);
    }
    buf_char(&svg->data, ')');
    put_data(svg, "transform=%s");
}

static void side_colours(struct svg *svg, unsigned side)
{
    bool white = side == LUDUS_WHITE;
    xml_put(svg->writer,
            "fill=%s color=%s stroke=#000 stroke-width=1.5 stroke-linejoin=round stroke-linecap=round",
            white ? "#fff" : "#000", white ? "#000" : "#fff");
}

static void text_style(struct svg *svg, double size, unsigned anchor)
{
    static const char *const anchors[] = { NULL, "middle", "end" };
    if (size > 0)
        xml_put(svg->writer, "font-size=%f", size);
    xml_attribute(svg->writer, "text-anchor", anchors[anchor]);
}

static void write_open(struct svg *svg, const struct shape *shape)
{
    xml_put(svg->writer, "<g class=%s", shape->text);
    if (shape->x != 0 || shape->y != 0)
        transform(svg, shape->x, shape->y, 1);
    if (shape->look == LOOK_HIDDEN) {
        xml_put(svg->writer, "opacity=0");
    } else if (shape->look) {
        text_style(svg, shape->h, shape->flags >> 1);
        paint_shape(svg, shape);
    } else if (shape->flags) {
        side_colours(svg, shape->piece.side);
        svg->in_side = true;
    }
}

static void write_close(struct svg *svg, const struct shape *shape)
{
    (void)shape;
    xml_end(svg->writer);
    svg->in_side = false;
}

static void write_rect(struct svg *svg, const struct shape *shape)
{
    xml_put(svg->writer, "<rect x=%f y=%f width=%f height=%f rx=%s", shape->x, shape->y, shape->w, shape->h,
            shape->look == LOOK_ODDS ? "3" : NULL);
    paint_and_end(svg, shape);
}

static void write_circle(struct svg *svg, const struct shape *shape)
{
    xml_put(svg->writer, "<circle cx=%f cy=%f r=%f", shape->x, shape->y, shape->w);
    paint_and_end(svg, shape);
}

static void write_line(struct svg *svg, const struct shape *shape)
{
    move_to(svg, 'M', shape->x, shape->y);
    move_to(svg, 'L', shape->w, shape->h);
    put_data(svg, "<path d=%s");
    paint_and_end(svg, shape);
}

static void write_cross(struct svg *svg, const struct shape *shape)
{
    double r = shape->w;
    move_to(svg, 'M', shape->x - r, shape->y - r);
    move_to(svg, 'l', 2 * r, 2 * r);
    move_to(svg, 'M', shape->x + r, shape->y - r);
    move_to(svg, 'l', -2 * r, 2 * r);
    put_data(svg, "<path d=%s");
    paint_and_end(svg, shape);
}

/* Shaft and head are one group, so that a colour that shows through is even. */
static void write_arrow(struct svg *svg, const struct shape *shape)
{
    enum { HEAD = 12, HALF = 6 };
    const struct point *tip = &shape->points[shape->point_count - 1], *last = tip - 1;
    double length = hypot(tip->x - last->x, tip->y - last->y);
    double ux = length > 0 ? (tip->x - last->x) / length : 1,
           uy = length > 0 ? (tip->y - last->y) / length : 0;

    xml_begin(svg->writer, "g");
    paint_shape(svg, shape);
    for (unsigned i = 0; i + 1 < shape->point_count; i++)
        move_to(svg, i ? 'L' : 'M', shape->points[i].x, shape->points[i].y);
    move_to(svg, 'L', tip->x - ux * (HEAD - 1), tip->y - uy * (HEAD - 1));
    put_data(svg, "<path d=%s fill=none />");
    move_to(svg, 'M', tip->x, tip->y);
    move_to(svg, 'L', tip->x - ux * HEAD - uy * HALF, tip->y - uy * HEAD + ux * HALF);
    move_to(svg, 'L', tip->x - ux * HEAD + uy * HALF, tip->y - uy * HEAD - ux * HALF);
    buf_char(&svg->data, 'z');
    if (!svg->in_halo)
        put_data(svg, "<path d=%s stroke=none />");
    else /* as much as beside the shaft */
        put_data(svg, is_light_note(svg, shape) ? "<path d=%s stroke-width=2.5 />"
                                                : "<path d=%s stroke-width=4.5 />");
    xml_end(svg->writer);
}

static void use(struct svg *svg, const struct shape *shape, const char *id)
{
    xml_put(svg->writer, "<use href=#%s%s", svg->prefix, id);
    if (shape->w == PIECE_GRID)
        xml_put(svg->writer, "x=%f y=%f", shape->x, shape->y);
    else
        transform(svg, shape->x, shape->y, shape->w / PIECE_GRID);
    if (!svg->in_side) {
        xml_put(svg->writer, "class=%s", shape->piece.side == LUDUS_WHITE ? "ludus-white" : "ludus-black");
        side_colours(svg, shape->piece.side);
    }
    xml_end(svg->writer);
}

static void write_piece(struct svg *svg, const struct shape *shape)
{
    char id[PIECE_ID_SIZE];
    bool group = shape->look || shape->text;
    piece_id(&svg->set, &shape->piece, id);
    if (group)
        xml_put(svg->writer, "<g class=%s opacity=%s", shape->text ? shape->text : theme_classes[shape->look],
                shape->look ? theme_paints[svg->options->theme][shape->look].opacity : NULL);
    use(svg, shape, id);
    if (shape->piece.bound)
        use(svg, shape, "bound");
    if (group)
        xml_end(svg->writer);
}

static void write_text(struct svg *svg, const struct shape *shape)
{
    xml_put(svg->writer, "<text x=%f y=%f", shape->x, shape->y);
    text_style(svg, shape->h, shape->flags);
    if (shape->look) {
        if (shape->look == LOOK_BADGE_TEXT || shape->look == LOOK_NOTE)
            xml_put(svg->writer, "font-weight=bold");
        paint_shape(svg, shape);
    }
    xml_text(svg->writer, shape->text, strlen(shape->text));
    xml_end(svg->writer);
}

/* ---- Squares of the board, in each theme, and dice ---- */

/* Slanting lines across the square whose corner is x, y. */
static void hatch(struct svg *svg, double x, double y)
{
    for (int from = 5; from < 2 * PIECE_GRID; from += 9) {
        int over = from > PIECE_GRID ? from - PIECE_GRID : 0, length = from - 2 * over;
        move_to(svg, 'M', x + over, y + from - over);
        move_to(svg, 'l', length, -length);
    }
}

static void write_board(struct svg *svg, const struct shape *shape)
{
    bool hatched = svg->options->theme == LUDUS_THEME_HATCHED;
    unsigned files = (unsigned)shape->w, ranks = (unsigned)shape->h;

    xml_put(svg->writer, "<rect width=%f height=%f", shape->w * PIECE_GRID, shape->h * PIECE_GRID);
    paint_and_end(svg, &(struct shape){ .look = LOOK_LIGHT });
    if (shape->look == LOOK_GRID) {
        for (unsigned i = 1; i < files; i++) {
            move_to(svg, 'M', i * (double)PIECE_GRID, 0);
            add_number(svg, 'v', shape->h * PIECE_GRID);
        }
        for (unsigned i = 1; i < ranks; i++) {
            move_to(svg, 'M', 0, i * (double)PIECE_GRID);
            add_number(svg, 'h', shape->w * PIECE_GRID);
        }
        put_data(svg, "<path d=%s");
        paint_and_end(svg, &(struct shape){ .look = LOOK_GRID });
        return;
    }
    for (unsigned row = 0; row < ranks; row++)
        for (unsigned column = 0; column < files; column++) {
            unsigned rank = shape->flags ? row : ranks - 1 - row;
            unsigned file = shape->flags ? files - 1 - column : column;
            if ((file + rank) % 2) /* a1 is dark, and so is all where they add up to an even number */
                continue;
            if (hatched) {
                hatch(svg, column * (double)PIECE_GRID, row * (double)PIECE_GRID);
                continue;
            }
            move_to(svg, 'M', column * (double)PIECE_GRID, row * (double)PIECE_GRID);
            buf_text(&svg->data, "h45v45h-45z");
        }
    put_data(svg, "<path d=%s");
    if (hatched)
        xml_put(svg->writer, "class=%s stroke=%s stroke-width=.9 />", theme_classes[LOOK_DARK],
                theme_paints[LUDUS_THEME_HATCHED][LOOK_DARK].fill);
    else
        paint_and_end(svg, &(struct shape){ .look = LOOK_DARK });
}

static void die_face(struct svg *svg, const struct shape *shape)
{
    /* Places on a 3 × 3 grid, a bit each, from the upper left. */
    static const unsigned pips[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    char text[8] = "?";
    if (shape->flags >= 1 && shape->flags <= 6) {
        xml_put(svg->writer, "<g fill=#000");
        for (unsigned i = 0; i < 9; i++) {
            const unsigned row = i / 3, column = i % 3;
            if (pips[shape->flags] >> i & 1)
                xml_put(svg->writer, "<circle cx=%f cy=%f r=%f />",
                        shape->x + shape->w * (0.25 + 0.25 * column),
                        shape->y + shape->w * (0.25 + 0.25 * row), shape->w * 0.095);
        }
        xml_end(svg->writer);
        return;
    }
    if (shape->flags)
        snprintf(text, sizeof text, "%u", shape->flags);
    write_text(svg, &(struct shape){ .kind = SHAPE_TEXT,
                                     .look = LOOK_BADGE_TEXT,
                                     .flags = ANCHOR_MIDDLE,
                                     .x = shape->x + shape->w / 2,
                                     .y = shape->y + shape->w * 0.72,
                                     .h = shape->w * 0.6,
                                     .text = text });
}

static void write_die(struct svg *svg, const struct shape *shape)
{
    const struct paint *colours = &theme_paints[svg->options->theme][shape->look];
    xml_put(svg->writer, "<g class=%s opacity=%s", theme_classes[shape->look], colours->opacity);
    xml_put(
        svg->writer,
        "<rect x=%f y=%f width=%f height=%f rx=%f fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s />",
        shape->x, shape->y, shape->w, shape->w, shape->w * 0.2, colours->fill, colours->stroke,
        colours->width, shape->look == LOOK_DIE_IDLE ? "3 2" : NULL);
    die_face(svg, shape);
    if (shape->look == LOOK_DIE_PASSED) {
        move_to(svg, 'M', shape->x - 2, shape->y + shape->w + 2);
        move_to(svg, 'l', shape->w + 4, -shape->w - 4);
        put_data(svg, "<path d=%s stroke=#000 stroke-width=2 />");
    }
    xml_end(svg->writer);
}

/* ---- Any shape ---- */

static void (*const writers[])(struct svg *, const struct shape *) = {
    [SHAPE_OPEN] = write_open,   [SHAPE_CLOSE] = write_close,   [SHAPE_BOARD] = write_board,
    [SHAPE_RECT] = write_rect,   [SHAPE_CIRCLE] = write_circle, [SHAPE_LINE] = write_line,
    [SHAPE_CROSS] = write_cross, [SHAPE_ARROW] = write_arrow,   [SHAPE_PIECE] = write_piece,
    [SHAPE_DIE] = write_die,     [SHAPE_TEXT] = write_text,
};

/* Black lines above black pieces and hatching are told from them by a white one below; so are a reader's
 * texts and dots from pieces of any colour. */
static bool has_halo(const struct svg *svg, const struct shape *shape)
{
    bool note = shape->look == LOOK_NOTE;
    if (svg->options->theme == LUDUS_THEME_HATCHED)
        return note || shape->kind == SHAPE_ARROW || shape->kind == SHAPE_CROSS;
    return note && (is_solid(shape) || is_light_note(svg, shape));
}

static void write_shape(struct svg *svg, const struct shape *shape)
{
    svg->in_halo = has_halo(svg, shape);
    if (svg->in_halo)
        writers[shape->kind](svg, shape);
    svg->in_halo = false;
    writers[shape->kind](svg, shape);
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
    move_to(svg, ' ', drawing->width, drawing->height);
    put_data(svg, "viewBox=%s");
    if (!document->fragment) {
        double width = svg_width(options, drawing->width);
        const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
        xml_put(svg->writer, "width=%f%s height=%f%s", width, unit, drawing->height * width / drawing->width,
                unit);
    }
    buf_format(&svg->data, "%stitle %sdesc", svg->labels, svg->labels);
    put_data(svg, "role=img aria-labelledby=%s");
    xml_attribute(svg->writer, "font-family", FACE_NAMES);
    if (document->style) /* an animation rests while it has the focus */
        xml_put(svg->writer, "tabindex=0");
}

static void write_document(struct svg *svg, const struct svg_document *document)
{
    const struct drawing *drawing = document->drawing;
    write_root(svg, document);
    write_words(svg, "<title id=%stitle", document->title);
    write_words(svg, "<desc id=%sdesc", document->description);
    if (document->record.text) {
        xml_begin(svg->writer, "metadata");
        xml_put(svg->writer, "<record xmlns=%s", SVG_RECORD);
        if (xml_clean_length(document->record.text, document->record.length) == document->record.length) {
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
        piece_set_define(svg, drawing);
    /* A page has its own ground, in light and in dark, which is that of the usual theme only. */
    if ((!document->fragment || svg->options->theme != LUDUS_THEME_PAPER) &&
        theme_paints[svg->options->theme][LOOK_PAPER].fill)
        write_shape(svg,
                    &(struct shape){
                        .kind = SHAPE_RECT, .look = LOOK_PAPER, .w = drawing->width, .h = drawing->height });
    for (size_t i = 0; i < drawing->count; i++)
        write_shape(svg, &drawing->shapes[i]);
    xml_end(svg->writer);
}

/* Frees what the document needed. False, with a reason, unless it is `sound` and memory has sufficed. */
static bool close_svg(struct svg *svg, bool sound, const struct ludus_buffer *out,
                      const struct drawing *drawing, char *reason, size_t size)
{
    bool short_of = !svg->writer || out->failed || svg->failed || svg->data.failed || drawing->failed;
    if (sound && short_of)
        snprintf(reason, size, "out of memory");
    if (svg->writer)
        xml_close(svg->writer);
    piece_set_close(&svg->set);
    buf_free(&svg->data);
    return sound && !short_of;
}

bool svg_write(const struct svg_document *document, struct ludus_buffer *out, char *reason, size_t size)
{
    const char *prefix = document->options->id_prefix;
    struct svg svg = { .options = document->options, .prefix = prefix, .labels = prefix };
    bool sound = piece_set_open(&svg.set, svg.options, reason, size) &&
                 piece_set_check(&svg.set, document->kinds, reason, size);
    if (document->fragment)
        svg.labels = document->fragment;
    svg.writer = sound ? xml_open(out) : NULL;
    if (svg.writer) {
        xml_raw(svg.writer, document->fragment ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        write_document(&svg, document);
        xml_raw(svg.writer, document->fragment ? "" : "\n");
    }
    return close_svg(&svg, sound, out, document->drawing, reason, size);
}

bool svg_write_definitions(const struct drawing *pieces, const struct ludus_drawing_options *options,
                           struct ludus_buffer *out, char *reason, size_t size)
{
    struct svg svg = { .options = options, .prefix = options->id_prefix };
    bool sound = piece_set_open(&svg.set, options, reason, size);
    svg.writer = sound ? xml_open(out) : NULL;
    if (svg.writer) {
        xml_put(svg.writer, "<svg xmlns=http://www.w3.org/2000/svg class=defs aria-hidden=true");
        piece_set_define(&svg, pieces);
        xml_end(svg.writer);
    }
    return close_svg(&svg, sound, out, pieces, reason, size);
}
