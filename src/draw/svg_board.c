/* svg_board.c - squares of the board, in each theme, and dice. */
#include "draw/pieces.h"
#include "draw/svg_shapes.h"
#include "draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

void svg_write_board(struct svg *svg, const struct shape *shape)
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

void svg_write_die(struct svg *svg, const struct shape *shape)
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
