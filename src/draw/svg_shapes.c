/* svg_shapes.c - shapes written as SVG elements. */
#include "draw/svg_shapes.h"

#include "draw/svg.h"
#include "draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void paint_look(const struct svg *svg, const struct shape *shape)
{
    const struct paint *paint = theme_paint(svg->options->theme, (enum look)shape->look);
    xml_attribute(svg->writer, "class", theme_class((enum look)shape->look));
    xml_attribute(svg->writer, "fill", paint->fill);
    xml_attribute(svg->writer, "stroke", paint->stroke);
    xml_attribute(svg->writer, "stroke-width", paint->width);
    xml_attribute(svg->writer, "opacity", paint->opacity);
}

/* A note without a line. */
static bool is_solid(const struct shape *shape)
{
    return shape->kind == SHAPE_TEXT || (shape->kind == SHAPE_CIRCLE && shape->flags);
}

/* A note in a colour that is hard to see on a white square or piece. */
static bool is_light_note(const struct svg *svg, const struct shape *shape)
{
    const char *dash, *colour = shape->look == LOOK_NOTE ? theme_colour(shape->colour, &dash) : NULL;
    return svg->options->theme != LUDUS_THEME_HATCHED && colour && theme_is_light(colour);
}

/* A note has its own colour; where there are none it is told by the breaks in its line. */
static void paint_note(const struct svg *svg, const struct shape *shape)
{
    const char *dash, *colour = theme_colour(shape->colour, &dash);
    bool hatched = svg->options->theme == LUDUS_THEME_HATCHED;
    const struct paint *paint = theme_paint(svg->options->theme, LOOK_NOTE);
    const char *value = hatched || !colour ? paint->stroke : colour;
    bool solid = is_solid(shape);
    char class[48];

    snprintf(class, sizeof class, *shape->colour == '#' ? "ludus-note" : "ludus-note ludus-%s",
             shape->colour);
    xml_attribute(svg->writer, "class", class);
    xml_attribute(svg->writer, "fill", solid || shape->kind == SHAPE_ARROW ? value : "none");
    if (!solid) {
        xml_attribute(svg->writer, "stroke", value);
        xml_attribute(svg->writer, "stroke-width", paint->width);
        xml_attribute(svg->writer, "stroke-dasharray", hatched ? dash : NULL);
    }
    xml_attribute(svg->writer, "opacity", is_light_note(svg, shape) ? NULL : paint->opacity);
}

/* White around what follows, wider by the same on all sides; dark, and thinner, around what is light. */
static void paint_halo(const struct svg *svg, const struct shape *shape)
{
    bool solid = is_solid(shape), light = is_light_note(svg, shape);
    const char *value = light ? "#222" : "#fff";
    xml_attribute(svg->writer, "class", "ludus-halo");
    xml_attribute(svg->writer, "fill", solid || shape->kind == SHAPE_ARROW ? value : "none");
    xml_attribute(svg->writer, "stroke", value);
    xml_attribute(svg->writer, "stroke-width", solid ? light ? "2.5" : "4" : light ? "6" : "8");
    xml_attribute(svg->writer, "stroke-linejoin", "round");
}

/* A tint has its own colour too, or is that of the turn's squares where there are none. */
static void paint_fill(const struct svg *svg, const struct shape *shape)
{
    const char *dash, *colour = theme_colour(shape->colour, &dash);
    bool hatched = svg->options->theme == LUDUS_THEME_HATCHED;
    const struct paint *paint = theme_paint(svg->options->theme, LOOK_FILL);
    char class[48];
    snprintf(class, sizeof class, *shape->colour == '#' ? "ludus-fill" : "ludus-fill ludus-%s",
             shape->colour);
    xml_attribute(svg->writer, "class", class);
    xml_attribute(svg->writer, "fill", hatched || !colour ? paint->fill : colour);
    xml_attribute(svg->writer, "opacity", hatched ? NULL : paint->opacity);
}

/* What the writers of shapes share. */
static void svg_paint(const struct svg *svg, const struct shape *shape)
{
    if (svg->in_halo)
        paint_halo(svg, shape);
    else if (shape->look == LOOK_NOTE)
        paint_note(svg, shape);
    else if (shape->look == LOOK_FILL)
        paint_fill(svg, shape);
    else
        paint_look(svg, shape);
}

/* to path data */
static void svg_add_number(struct ludus_buffer *data, char command, double value)
{
    char text[XML_NUMBER_SIZE];
    unsigned length = xml_format_number(text, value);
    if (command != ' ' || *text != '-')
        buf_char(data, command);
    buf_add(data, text, length);
}

/* begins a path; `data` is used up */
static void svg_path(const struct svg *svg, struct ludus_buffer *data)
{
    xml_begin(svg->writer, "path");
    xml_attribute(svg->writer, "d", buf_string(data));
    buf_clear(data);
}

void svg_move_to(struct ludus_buffer *data, char command, double x, double y)
{
    svg_add_number(data, command, x);
    svg_add_number(data, ' ', y);
}

/* "translate(x y)", with the scale unless it is 1. */
static void transform(const struct svg *svg, double x, double y, double scale)
{
    struct ludus_buffer text = { 0 };
    buf_text(&text, "translate");
    svg_move_to(&text, '(', x, y);
    buf_char(&text, ')');
    if (scale != 1) {
        buf_text(&text, " scale");
        svg_add_number(&text, '(', scale);
        buf_char(&text, ')');
    }
    xml_attribute(svg->writer, "transform", buf_string(&text));
    buf_free(&text);
}

static void side_colours(const struct svg *svg, unsigned side)
{
    xml_attribute(svg->writer, "fill", side == LUDUS_WHITE ? "#fff" : "#000");
    xml_attribute(svg->writer, "color", side == LUDUS_WHITE ? "#000" : "#fff");
    xml_attribute(svg->writer, "stroke", "#000");
    xml_attribute(svg->writer, "stroke-width", "1.5");
    xml_attribute(svg->writer, "stroke-linejoin", "round");
    xml_attribute(svg->writer, "stroke-linecap", "round");
}

static void text_style(const struct svg *svg, double size, unsigned anchor)
{
    static const char *const anchors[] = { NULL, "middle", "end" };
    if (size > 0)
        xml_number(svg->writer, "font-size", size);
    xml_attribute(svg->writer, "text-anchor", anchors[anchor]);
}

static void write_open(struct svg *svg, const struct shape *shape)
{
    xml_begin(svg->writer, "g");
    xml_attribute(svg->writer, "class", shape->text);
    if (shape->x != 0 || shape->y != 0)
        transform(svg, shape->x, shape->y, 1);
    if (shape->look == LOOK_HIDDEN) {
        xml_attribute(svg->writer, "opacity", "0");
    } else if (shape->look) {
        text_style(svg, shape->h, shape->flags >> 1);
        paint_look(svg, shape);
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
    xml_begin(svg->writer, "rect");
    xml_number(svg->writer, "x", shape->x);
    xml_number(svg->writer, "y", shape->y);
    xml_number(svg->writer, "width", shape->w);
    xml_number(svg->writer, "height", shape->h);
    if (shape->look == LOOK_ODDS)
        xml_attribute(svg->writer, "rx", "3");
    svg_paint(svg, shape);
    xml_end(svg->writer);
}

static void write_circle(struct svg *svg, const struct shape *shape)
{
    xml_begin(svg->writer, "circle");
    xml_number(svg->writer, "cx", shape->x);
    xml_number(svg->writer, "cy", shape->y);
    xml_number(svg->writer, "r", shape->w);
    svg_paint(svg, shape);
    xml_end(svg->writer);
}

static void write_line(struct svg *svg, const struct shape *shape)
{
    struct ludus_buffer data = { 0 };
    svg_move_to(&data, 'M', shape->x, shape->y);
    svg_move_to(&data, 'L', shape->w, shape->h);
    svg_path(svg, &data);
    svg_paint(svg, shape);
    xml_end(svg->writer);
    buf_free(&data);
}

static void write_cross(struct svg *svg, const struct shape *shape)
{
    struct ludus_buffer data = { 0 };
    double r = shape->w;
    svg_move_to(&data, 'M', shape->x - r, shape->y - r);
    svg_move_to(&data, 'l', 2 * r, 2 * r);
    svg_move_to(&data, 'M', shape->x + r, shape->y - r);
    svg_move_to(&data, 'l', -2 * r, 2 * r);
    svg_path(svg, &data);
    svg_paint(svg, shape);
    xml_end(svg->writer);
    buf_free(&data);
}

/* Shaft and head are one group, so that a colour that shows through is even. */
static void write_arrow(struct svg *svg, const struct shape *shape)
{
    enum { HEAD = 12, HALF = 6 };
    struct ludus_buffer data = { 0 };
    const struct point *tip = &shape->points[shape->point_count - 1], *last = tip - 1;
    double length = hypot(tip->x - last->x, tip->y - last->y);
    double ux = length > 0 ? (tip->x - last->x) / length : 1,
           uy = length > 0 ? (tip->y - last->y) / length : 0;

    xml_begin(svg->writer, "g");
    svg_paint(svg, shape);
    for (unsigned i = 0; i + 1 < shape->point_count; i++)
        svg_move_to(&data, i ? 'L' : 'M', shape->points[i].x, shape->points[i].y);
    svg_move_to(&data, 'L', tip->x - ux * (HEAD - 1), tip->y - uy * (HEAD - 1));
    svg_path(svg, &data);
    xml_attribute(svg->writer, "fill", "none");
    xml_end(svg->writer);
    svg_move_to(&data, 'M', tip->x, tip->y);
    svg_move_to(&data, 'L', tip->x - ux * HEAD - uy * HALF, tip->y - uy * HEAD + ux * HALF);
    svg_move_to(&data, 'L', tip->x - ux * HEAD + uy * HALF, tip->y - uy * HEAD - ux * HALF);
    buf_char(&data, 'z');
    svg_path(svg, &data);
    if (svg->in_halo) /* as much as beside the shaft */
        xml_attribute(svg->writer, "stroke-width", is_light_note(svg, shape) ? "2.5" : "4.5");
    else
        xml_attribute(svg->writer, "stroke", "none");
    xml_end(svg->writer);
    xml_end(svg->writer);
    buf_free(&data);
}

static void use(const struct svg *svg, const struct shape *shape, const char *id)
{
    char href[3 * PIECE_ID_SIZE];
    snprintf(href, sizeof href, "#%.90s%s", svg->prefix, id);
    xml_begin(svg->writer, "use");
    xml_attribute(svg->writer, "href", href);
    if (shape->w == PIECE_GRID) {
        xml_number(svg->writer, "x", shape->x);
        xml_number(svg->writer, "y", shape->y);
    } else {
        transform(svg, shape->x, shape->y, shape->w / PIECE_GRID);
    }
    if (!svg->in_side) {
        xml_attribute(svg->writer, "class", shape->piece.side == LUDUS_WHITE ? "ludus-white" : "ludus-black");
        side_colours(svg, shape->piece.side);
    }
    xml_end(svg->writer);
}

static void write_piece(struct svg *svg, const struct shape *shape)
{
    char id[PIECE_ID_SIZE];
    bool group = shape->look || shape->text;
    piece_id(&svg->set, &shape->piece, id);
    if (group) {
        xml_begin(svg->writer, "g");
        xml_attribute(svg->writer, "class", shape->text ? shape->text : theme_class((enum look)shape->look));
        if (shape->look)
            xml_attribute(svg->writer, "opacity",
                          theme_paint(svg->options->theme, (enum look)shape->look)->opacity);
    }
    use(svg, shape, id);
    if (shape->piece.bound)
        use(svg, shape, "bound");
    if (group)
        xml_end(svg->writer);
}

/* Each for its kind of shape. */
static void svg_write_text(struct svg *svg, const struct shape *shape)
{
    xml_begin(svg->writer, "text");
    xml_number(svg->writer, "x", shape->x);
    xml_number(svg->writer, "y", shape->y);
    text_style(svg, shape->h, shape->flags);
    if (shape->look) {
        xml_attribute(svg->writer, "font-weight",
                      shape->look == LOOK_BADGE_TEXT || shape->look == LOOK_NOTE ? "bold" : NULL);
        svg_paint(svg, shape);
    }
    xml_text(svg->writer, shape->text, strlen(shape->text));
    xml_end(svg->writer);
}

static void svg_write_board(struct svg *svg, const struct shape *shape);
static void svg_write_die(struct svg *svg, const struct shape *shape);

static void (*const writers[])(struct svg *, const struct shape *) = {
    [SHAPE_OPEN] = write_open,   [SHAPE_CLOSE] = write_close,   [SHAPE_BOARD] = svg_write_board,
    [SHAPE_RECT] = write_rect,   [SHAPE_CIRCLE] = write_circle, [SHAPE_LINE] = write_line,
    [SHAPE_CROSS] = write_cross, [SHAPE_ARROW] = write_arrow,   [SHAPE_PIECE] = write_piece,
    [SHAPE_DIE] = svg_write_die, [SHAPE_TEXT] = svg_write_text,
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

void svg_write_shape(struct svg *svg, const struct shape *shape)
{
    svg->in_halo = has_halo(svg, shape);
    if (svg->in_halo)
        writers[shape->kind](svg, shape);
    svg->in_halo = false;
    writers[shape->kind](svg, shape);
}

/* ---- Squares of the board, in each theme, and dice ---- */

/* Is a1 dark? Then so is every square whose file and rank add up to an even number. */
static bool dark(unsigned column, unsigned row, const struct shape *shape)
{
    unsigned rank = shape->flags ? row : (unsigned)shape->h - 1 - row;
    unsigned file = shape->flags ? (unsigned)shape->w - 1 - column : column;
    return (file + rank) % 2 == 0;
}

static void grid(const struct svg *svg, const struct shape *shape)
{
    struct ludus_buffer data = { 0 };
    for (unsigned i = 1; i < (unsigned)shape->w; i++) {
        svg_move_to(&data, 'M', i * (double)PIECE_GRID, 0);
        svg_add_number(&data, 'v', shape->h * PIECE_GRID);
    }
    for (unsigned i = 1; i < (unsigned)shape->h; i++) {
        svg_move_to(&data, 'M', 0, i * (double)PIECE_GRID);
        svg_add_number(&data, 'h', shape->w * PIECE_GRID);
    }
    svg_path(svg, &data);
    svg_paint(svg, &(struct shape){ .look = LOOK_GRID });
    xml_end(svg->writer);
    buf_free(&data);
}

/* Slanting lines across the square whose corner is x, y. */
static void hatch(struct ludus_buffer *data, double x, double y)
{
    static const int from[] = { 5, 14, 23, 32, 41, 50, 59, 68, 77, 86 };
    for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
        int over = from[i] > PIECE_GRID ? from[i] - PIECE_GRID : 0, length = from[i] - 2 * over;
        svg_move_to(data, 'M', x + over, y + from[i] - over);
        svg_move_to(data, 'l', length, -length);
    }
}

/* Each for its kind of shape. */
static void svg_write_board(struct svg *svg, const struct shape *shape)
{
    bool hatched = svg->options->theme == LUDUS_THEME_HATCHED;
    struct ludus_buffer data = { 0 };

    xml_begin(svg->writer, "rect");
    xml_number(svg->writer, "width", shape->w * PIECE_GRID);
    xml_number(svg->writer, "height", shape->h * PIECE_GRID);
    svg_paint(svg, &(struct shape){ .look = LOOK_LIGHT });
    xml_end(svg->writer);
    if (shape->look == LOOK_GRID) {
        grid(svg, shape);
        return;
    }
    for (unsigned row = 0; row < (unsigned)shape->h; row++)
        for (unsigned column = 0; column < (unsigned)shape->w; column++) {
            if (!dark(column, row, shape))
                continue;
            if (hatched) {
                hatch(&data, column * (double)PIECE_GRID, row * (double)PIECE_GRID);
                continue;
            }
            svg_move_to(&data, 'M', column * (double)PIECE_GRID, row * (double)PIECE_GRID);
            buf_text(&data, "h45v45h-45z");
        }
    svg_path(svg, &data);
    if (hatched) {
        xml_attribute(svg->writer, "class", theme_class(LOOK_DARK));
        xml_attribute(svg->writer, "stroke", theme_paint(svg->options->theme, LOOK_DARK)->fill);
        xml_attribute(svg->writer, "stroke-width", ".9");
    } else {
        svg_paint(svg, &(struct shape){ .look = LOOK_DARK });
    }
    xml_end(svg->writer);
    buf_free(&data);
}

static void pip(struct svg *svg, double x, double y, double r)
{
    xml_begin(svg->writer, "circle");
    xml_number(svg->writer, "cx", x);
    xml_number(svg->writer, "cy", y);
    xml_number(svg->writer, "r", r);
    xml_end(svg->writer);
}

static void die_face(struct svg *svg, const struct shape *shape)
{
    /* Places on a 3 × 3 grid, a bit each, from the upper left. */
    static const unsigned pips[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    char text[8] = "?";
    if (shape->flags >= 1 && shape->flags <= 6) {
        xml_begin(svg->writer, "g");
        xml_attribute(svg->writer, "fill", "#000");
        for (unsigned i = 0; i < 9; i++) {
            unsigned column = i % 3, row = i / 3;
            if (pips[shape->flags] >> i & 1)
                pip(svg, shape->x + shape->w * (0.25 + 0.25 * column),
                    shape->y + shape->w * (0.25 + 0.25 * row), shape->w * 0.095);
        }
        xml_end(svg->writer);
        return;
    }
    if (shape->flags)
        snprintf(text, sizeof text, "%u", shape->flags);
    svg_write_text(svg, &(struct shape){ .kind = SHAPE_TEXT,
                                         .look = LOOK_BADGE_TEXT,
                                         .flags = 1,
                                         .x = shape->x + shape->w / 2,
                                         .y = shape->y + shape->w * 0.72,
                                         .h = shape->w * 0.6,
                                         .text = text });
}

static void svg_write_die(struct svg *svg, const struct shape *shape)
{
    const struct paint *colours = theme_paint(svg->options->theme, (enum look)shape->look);
    xml_begin(svg->writer, "g");
    xml_attribute(svg->writer, "class", theme_class((enum look)shape->look));
    xml_attribute(svg->writer, "opacity", colours->opacity);
    xml_begin(svg->writer, "rect");
    xml_number(svg->writer, "x", shape->x);
    xml_number(svg->writer, "y", shape->y);
    xml_number(svg->writer, "width", shape->w);
    xml_number(svg->writer, "height", shape->w);
    xml_number(svg->writer, "rx", shape->w * 0.2);
    xml_attribute(svg->writer, "fill", colours->fill);
    xml_attribute(svg->writer, "stroke", colours->stroke);
    xml_attribute(svg->writer, "stroke-width", colours->width);
    xml_attribute(svg->writer, "stroke-dasharray", shape->look == LOOK_DIE_IDLE ? "3 2" : NULL);
    xml_end(svg->writer);
    die_face(svg, shape);
    if (shape->look == LOOK_DIE_PASSED) {
        struct ludus_buffer data = { 0 };
        svg_move_to(&data, 'M', shape->x - 2, shape->y + shape->w + 2);
        svg_move_to(&data, 'l', shape->w + 4, -shape->w - 4);
        svg_path(svg, &data);
        xml_attribute(svg->writer, "stroke", "#000");
        xml_attribute(svg->writer, "stroke-width", "2");
        xml_end(svg->writer);
        buf_free(&data);
    }
    xml_end(svg->writer);
}
