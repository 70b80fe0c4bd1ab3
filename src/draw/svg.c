/* svg.c - a drawing as SVG: the shapes, and the document around them: size, words, record, definitions. */
#include "draw/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- How shapes are painted ---- */

enum form { OUTLINE, SOLID, CROSS, ARROW }; /* a solid note has no line */

/* Is a note drawn in a colour that is hard to see on a white square or piece? */
static bool is_light_note(const struct drawing *d, enum look look)
{
    static const unsigned weights[] = { 30, 59, 11 }; /* of red, green and blue, in hundredths */
    const char *dash, *colour = look == LOOK_NOTE ? theme_colour(d->colour, &dash) : NULL;
    unsigned light = 0;
    if (!colour || d->options->theme == LUDUS_THEME_HATCHED)
        return false;
    size_t digits = strlen(colour + 1) / 3;
    for (unsigned i = 0; i < 3; i++) {
        char digit[3] = { colour[1 + i * digits], colour[digits + i * digits], '\0' };
        light += weights[i] * (unsigned)strtoul(digit, NULL, 16);
    }
    return light > 100 * 180;
}

/* A shape that has a halo is written twice, at first, in pass 2, the halo. Black lines above black pieces and
 * hatching are told from them by a white one below; so are a reader's texts and dots from pieces of any
 * colour. */
static unsigned passes(const struct drawing *d, enum look look, enum form form)
{
    bool note = look == LOOK_NOTE;
    bool halo = d->options->theme == LUDUS_THEME_HATCHED ? note || form == ARROW || form == CROSS
                                                         : note && (form == SOLID || is_light_note(d, look));
    return halo ? 2 : 1;
}

/* Class and colours. A note and a tint have their own colour; where there are none a note is told by the
 * breaks in its line, and a tint is that of the turn's squares. A halo is white around what follows, wider by
 * the same on all sides; dark, and thinner, around what is light. */
static void paint_shape(struct drawing *d, enum look look, enum form form, bool halo)
{
    struct paint paint = theme_paints[d->options->theme][look];
    const char *class = theme_classes[look], *dash = NULL, *join = NULL, *colour = NULL;
    bool hatched = d->options->theme == LUDUS_THEME_HATCHED, note = look == LOOK_NOTE;
    bool light = is_light_note(d, look), solid = form == SOLID;
    char own[48];
    if (note || look == LOOK_FILL) {
        bool named = *d->colour != '#';
        snprintf(own, sizeof own, "%s%s%s", class, named ? " ludus-" : "", named ? d->colour : "");
        class = own;
        colour = theme_colour(d->colour, &dash);
        paint.opacity = (note ? light : hatched) ? NULL : paint.opacity;
    }
    const char *value = halo ? light ? "#222" : "#fff" : hatched || !colour ? paint.stroke : colour;
    if (halo || note)
        paint.fill = solid || form == ARROW ? value : "none";
    else if (look == LOOK_FILL)
        paint.fill = hatched || !colour ? paint.fill : colour;
    if (halo) {
        class = "ludus-halo";
        join = "round";
        paint.stroke = value;
        paint.width = solid ? light ? "2.5" : "4" : light ? "6" : "8";
        paint.opacity = NULL;
    } else if (note) {
        paint.stroke = solid ? NULL : value;
        paint.width = solid ? NULL : paint.width;
    }
    xml_put(d->writer,
            "class=%s fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s stroke-linejoin=%s opacity=%s",
            class, paint.fill, paint.stroke, paint.width, note && hatched && !solid && !halo ? dash : NULL,
            join, paint.opacity);
}

static void paint_and_end(struct drawing *d, enum look look, enum form form, bool halo)
{
    paint_shape(d, look, form, halo);
    xml_end(d->writer);
}

/* Hands d->data to xml_put with a format that has one %s, and clears it. */
static __attribute__((format(printf, 2, 0))) void put_data(struct drawing *d, const char *format)
{
    xml_put(d->writer, format, buf_string(&d->data));
    buf_clear(&d->data);
}

static void side_colours(struct drawing *d, unsigned side)
{
    bool white = side == LUDUS_WHITE;
    xml_put(d->writer,
            "fill=%s color=%s stroke=#000 stroke-width=1.5 stroke-linejoin=round stroke-linecap=round",
            white ? "#fff" : "#000", white ? "#000" : "#fff");
}

static void text_style(struct drawing *d, double size, enum anchor anchor)
{
    static const char *const anchors[] = { NULL, "middle", "end" };
    if (size > 0)
        xml_put(d->writer, "font-size=%f", size);
    xml_attribute(d->writer, "text-anchor", anchors[anchor]);
}

/* ---- Shapes ---- */

void svg_open(struct drawing *d, const char *class, double x, double y)
{
    xml_put(d->writer, "<g class=%s", class);
    if (x != 0 || y != 0)
        xml_put(d->writer, "transform='translate(%f %f)'", x, y);
}

void svg_open_texts(struct drawing *d, enum look look, double size, enum anchor anchor)
{
    xml_begin(d->writer, "g");
    text_style(d, size, anchor);
    paint_shape(d, look, OUTLINE, false);
}

void svg_open_side(struct drawing *d, unsigned side)
{
    svg_open(d, side == LUDUS_WHITE ? "ludus-pieces ludus-white" : "ludus-pieces ludus-black", 0, 0);
    side_colours(d, side);
    d->in_side = true;
}

void svg_close(struct drawing *d)
{
    xml_end(d->writer);
    d->in_side = false;
}

void svg_rect(struct drawing *d, enum look look, double x, double y, double w, double h)
{
    for (unsigned pass = passes(d, look, OUTLINE); pass; pass--) {
        xml_put(d->writer, "<rect x=%f y=%f width=%f height=%f rx=%s", x, y, w, h,
                look == LOOK_ODDS ? "3" : NULL);
        paint_and_end(d, look, OUTLINE, pass == 2);
    }
}

void svg_circle(struct drawing *d, enum look look, bool filled, double x, double y, double radius)
{
    enum form form = filled ? SOLID : OUTLINE;
    for (unsigned pass = passes(d, look, form); pass; pass--) {
        xml_put(d->writer, "<circle cx=%f cy=%f r=%f", x, y, radius);
        paint_and_end(d, look, form, pass == 2);
    }
}

void svg_line(struct drawing *d, enum look look, struct point from, struct point to)
{
    xml_put(d->writer, "<path d='M%f %fL%f %f'", from.x, from.y, to.x, to.y);
    paint_and_end(d, look, OUTLINE, false);
}

void svg_cross(struct drawing *d, enum look look, double x, double y, double r)
{
    for (unsigned pass = passes(d, look, CROSS); pass; pass--) {
        xml_put(d->writer, "<path d='M%f %fl%f %fM%f %fl%f %f'", x - r, y - r, 2 * r, 2 * r, x + r, y - r,
                -2 * r, 2 * r);
        paint_and_end(d, look, CROSS, pass == 2);
    }
}

/* Shaft and head are one group, so that a colour that shows through is even. */
void svg_arrow(struct drawing *d, enum look look, const struct point *way, unsigned count)
{
    enum { HEAD = 12, HALF = 6 };
    const struct point *tip = &way[count - 1], *last = tip - 1;
    double length = hypot(tip->x - last->x, tip->y - last->y);
    double ux = length > 0 ? (tip->x - last->x) / length : 1,
           uy = length > 0 ? (tip->y - last->y) / length : 0;
    for (unsigned pass = passes(d, look, ARROW); pass; pass--) {
        bool halo = pass == 2;
        const char *beside = is_light_note(d, look) ? "2.5" : "4.5"; /* the head as much as the shaft */
        xml_begin(d->writer, "g");
        paint_shape(d, look, ARROW, halo);
        for (unsigned i = 0; i + 1 < count; i++)
            xml_format(&d->data, "%s%f %f", i ? "L" : "M", way[i].x, way[i].y);
        xml_format(&d->data, "L%f %f", tip->x - ux * (HEAD - 1), tip->y - uy * (HEAD - 1));
        put_data(d, "<path d=%s fill=none />");
        xml_put(d->writer, "<path d='M%f %fL%f %fL%f %fz' stroke=%s stroke-width=%s />", tip->x, tip->y,
                tip->x - ux * HEAD - uy * HALF, tip->y - uy * HEAD + ux * HALF,
                tip->x - ux * HEAD + uy * HALF, tip->y - uy * HEAD - ux * HALF, halo ? NULL : "none",
                halo ? beside : NULL);
        xml_end(d->writer);
    }
}

static void remember(struct drawing *d, const char *id)
{
    for (size_t i = 0; i < d->id_count; i++)
        if (strcmp(d->ids[i], id) == 0)
            return;
    char(*place)[PIECE_ID_SIZE] = memory_push(&d->ids, &d->id_count, &d->id_capacity, sizeof *place);
    d->failed |= !place;
    if (place)
        memcpy(*place, id, strlen(id) + 1);
}

void svg_define(struct drawing *d, const struct scene_piece *piece)
{
    char id[PIECE_ID_SIZE];
    piece_id(&d->set, piece, id);
    remember(d, id);
    if (piece->bound)
        remember(d, "bound");
}

void svg_piece_id(const struct drawing *d, const struct scene_piece *piece, char out[SVG_ID_SIZE])
{
    char id[PIECE_ID_SIZE];
    piece_id(&d->set, piece, id);
    snprintf(out, SVG_ID_SIZE, "%.90s%s", d->options->id_prefix, id);
}

void svg_piece(struct drawing *d, enum look look, double x, double y, double side,
               const struct scene_piece *piece)
{
    char id[SVG_ID_SIZE];
    svg_define(d, piece);
    svg_piece_id(d, piece, id);
    if (look)
        xml_put(d->writer, "<g class=%s opacity=%s", theme_classes[look],
                theme_paints[d->options->theme][look].opacity);
    for (unsigned i = 0; i <= piece->bound; i++) {
        xml_put(d->writer, "<use href=#%s%s", i ? d->options->id_prefix : id, i ? "bound" : "");
        if (side == PIECE_GRID)
            xml_put(d->writer, "x=%f y=%f", x, y);
        else
            xml_put(d->writer, "transform='translate(%f %f) scale(%f)'", x, y, side / PIECE_GRID);
        if (!d->in_side) {
            xml_put(d->writer, "class=%s", piece->side == LUDUS_WHITE ? "ludus-white" : "ludus-black");
            side_colours(d, piece->side);
        }
        xml_end(d->writer);
    }
    if (look)
        xml_end(d->writer);
}

void svg_text(struct drawing *d, enum look look, enum anchor anchor, double x, double y, double size,
              const char *text, size_t length)
{
    for (unsigned pass = passes(d, look, SOLID); pass; pass--) {
        xml_put(d->writer, "<text x=%f y=%f", x, y);
        text_style(d, size, anchor);
        if (look == LOOK_BADGE_TEXT || look == LOOK_NOTE)
            xml_put(d->writer, "font-weight=bold");
        if (look)
            paint_shape(d, look, SOLID, pass == 2);
        xml_text(d->writer, text, length);
        xml_end(d->writer);
    }
}

void svg_number(struct drawing *d, enum look look, enum anchor anchor, double x, double y, double size,
                unsigned number, const char *unit)
{
    char text[16];
    snprintf(text, sizeof text, "%u%s", number, unit);
    svg_text(d, look, anchor, x, y, size, text, strlen(text));
}

/* Slanting lines across the square whose corner is x, y. */
static void hatch(struct ludus_buffer *data, double x, double y)
{
    for (int from = 5; from < 2 * PIECE_GRID; from += 9) {
        int over = from > PIECE_GRID ? from - PIECE_GRID : 0;
        double length = from - 2 * over;
        xml_format(data, "M%f %fl%f %f", x + over, y + from - over, length, -length);
    }
}

void svg_board(struct drawing *d, unsigned files, unsigned ranks)
{
    const struct ludus_drawing_options *options = d->options;
    bool hatched = options->theme == LUDUS_THEME_HATCHED;
    xml_put(d->writer, "<rect width=%u height=%u", files * PIECE_GRID, ranks * PIECE_GRID);
    paint_and_end(d, LOOK_LIGHT, OUTLINE, false);
    for (unsigned file = 1; options->plain && file < files; file++)
        xml_format(&d->data, "M%u 0v%u", file * PIECE_GRID, ranks * PIECE_GRID);
    for (unsigned rank = 1; options->plain && rank < ranks; rank++)
        xml_format(&d->data, "M0 %uh%u", rank * PIECE_GRID, files * PIECE_GRID);
    for (unsigned square = 0; !options->plain && square < files * ranks; square++) {
        unsigned row = square / files, column = square % files;
        unsigned rank = options->flip ? row : ranks - 1 - row;
        unsigned file = options->flip ? files - 1 - column : column;
        if ((file + rank) % 2) /* a1 is dark, and so is all where they add up to an even number */
            continue;
        if (hatched)
            hatch(&d->data, column * (double)PIECE_GRID, row * (double)PIECE_GRID);
        else
            xml_format(&d->data, "M%u %uh45v45h-45z", column * PIECE_GRID, row * PIECE_GRID);
    }
    put_data(d, "<path d=%s");
    if (hatched && !options->plain)
        xml_put(d->writer, "class=%s stroke=%s stroke-width=.9 />", theme_classes[LOOK_DARK],
                theme_paints[LUDUS_THEME_HATCHED][LOOK_DARK].fill);
    else
        paint_and_end(d, options->plain ? LOOK_GRID : LOOK_DARK, OUTLINE, false);
}

void svg_die(struct drawing *d, enum look look, double x, double y, double side, unsigned face)
{
    /* Places on a 3 × 3 grid, a bit each, from the upper left. */
    static const unsigned pips[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    const struct paint *paint = &theme_paints[d->options->theme][look];
    xml_put(d->writer, "<g class=%s opacity=%s", theme_classes[look], paint->opacity);
    xml_put(
        d->writer,
        "<rect x=%f y=%f width=%f height=%f rx=%f fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s />",
        x, y, side, side, side * 0.2, paint->fill, paint->stroke, paint->width,
        look == LOOK_DIE_IDLE ? "3 2" : NULL);
    if (face >= 1 && face <= 6) {
        xml_put(d->writer, "<g fill=#000");
        for (unsigned i = 0; i < 9; i++)
            if (pips[face] >> i & 1)
                xml_put(d->writer, "<circle cx=%f cy=%f r=%f />", x + side * (0.25 + 0.25 * (i % 3)),
                        y + side * (0.25 + 0.25 * (i / 3)), side * 0.095);
        xml_end(d->writer);
    } else if (face) {
        svg_number(d, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, x + side / 2, y + side * 0.72, side * 0.6, face, "");
    } else {
        svg_text(d, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, x + side / 2, y + side * 0.72, side * 0.6, "?", 1);
    }
    if (look == LOOK_DIE_PASSED)
        xml_put(d->writer, "<path d='M%f %fl%f %f' stroke=#000 stroke-width=2 />", x - 2, y + side + 2,
                side + 4, -side - 4);
    xml_end(d->writer);
}

/* ---- The drawing, and the document around it ---- */

bool drawing_open(struct drawing *d, const struct ludus_drawing_options *options,
                  const struct scene_piece *kinds, char *reason, size_t size)
{
    *d = (struct drawing){ .options = options };
    if (!piece_set_open(&d->set, options, reason, size) ||
        (kinds && !piece_set_check(&d->set, kinds, reason, size)))
        return false;
    d->writer = xml_open(&d->shapes);
    return d->writer || refuse(reason, size, "out of memory");
}

void drawing_clear(struct drawing *d)
{
    buf_clear(&d->shapes);
    d->id_count = 0;
    d->width = d->height = 0;
}

void drawing_free(struct drawing *d)
{
    if (d->writer)
        xml_close(d->writer);
    piece_set_close(&d->set);
    buf_free(&d->shapes);
    buf_free(&d->style);
    buf_free(&d->data);
    free(d->ids);
}

double svg_width(const struct ludus_drawing_options *options, double width)
{
    if (options->square > 0)
        return width * options->square / PIECE_GRID;
    return options->width > 0 ? options->width : width;
}

static void write_root(struct drawing *d, const char *fragment)
{
    const struct ludus_drawing_options *options = d->options;
    const char *labels = fragment ? fragment : options->id_prefix;
    bool given = options->width > 0 || options->square > 0;
    xml_put(d->writer, "<svg xmlns=http://www.w3.org/2000/svg class=ludus viewBox='0 0 %f %f'", d->width,
            d->height);
    if (!fragment) {
        double width = svg_width(options, d->width);
        const char *unit = given && strcmp(options->unit, "px") != 0 ? options->unit : "";
        xml_put(d->writer, "width=%f%s height=%f%s", width, unit, d->height * width / d->width, unit);
    }
    xml_put(d->writer, "role=img aria-labelledby='%stitle %sdesc' font-family=%s", labels, labels,
            FACE_NAMES);
    if (d->style.length) /* an animation rests while it has the focus */
        xml_put(d->writer, "tabindex=0");
}

static void write_record(struct xml_writer *writer, struct ludus_text record)
{
    xml_begin(writer, "metadata");
    xml_put(writer, "<record xmlns=%s", SVG_RECORD);
    if (xml_clean_length(record.text, record.length) == record.length) {
        xml_text(writer, record.text, record.length);
    } else {
        xml_attribute(writer, "encoding", "base64");
        xml_base64(writer, record.text, record.length);
    }
    xml_end(writer);
    xml_end(writer);
}

static void write_document(struct drawing *d, const struct svg_document *document)
{
    const char *labels = document->fragment ? document->fragment : d->options->id_prefix;
    write_root(d, document->fragment);
    xml_put(d->writer, "<title id=%stitle >%s", labels, document->title);
    xml_put(d->writer, "<desc id=%sdesc >%s", labels, document->description);
    if (document->record.text)
        write_record(d->writer, document->record);
    if (d->style.length)
        xml_put(d->writer, "<style >%s", buf_string(&d->style));
    if (!document->fragment)
        piece_set_define(d);
    /* A page has its own ground, in light and in dark, which is that of the usual theme only. */
    if (!document->fragment || d->options->theme != LUDUS_THEME_PAPER)
        svg_rect(d, LOOK_PAPER, 0, 0, d->width, d->height);
    xml_raw(d->writer, buf_string(&d->shapes));
    xml_end(d->writer);
}

/* Closes the document's writer, and goes back to that of the shapes. Was there memory? */
static bool end_document(struct drawing *d, struct xml_writer *shapes, const struct ludus_buffer *out)
{
    xml_close(d->writer);
    d->writer = shapes;
    return !(out->failed || d->failed || d->shapes.failed || d->data.failed || d->style.failed);
}

bool svg_write(struct drawing *d, const struct svg_document *document, struct ludus_buffer *out, char *reason,
               size_t size)
{
    struct xml_writer *shapes = d->writer, *writer = xml_open(out);
    bool sound = writer != NULL;
    if (sound) {
        d->writer = writer;
        xml_raw(writer, document->fragment ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        write_document(d, document);
        xml_raw(writer, document->fragment ? "" : "\n");
        sound = end_document(d, shapes, out);
    }
    return sound || refuse(reason, size, "out of memory");
}

bool svg_write_definitions(struct drawing *d, struct ludus_buffer *out)
{
    struct xml_writer *shapes = d->writer, *writer = xml_open(out);
    if (!writer)
        return false;
    d->writer = writer;
    xml_put(writer, "<svg xmlns=http://www.w3.org/2000/svg class=defs aria-hidden=true");
    piece_set_define(d);
    xml_end(writer);
    return end_document(d, shapes, out);
}
