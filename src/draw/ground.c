/* ground.c - what is below the pieces before anything happens: squares, or points joined by lines; and the
 * squares that the rules treat in their own way, such as a castle. */
#include "draw/svg.h"

#include <string.h>

enum { POINT_RADIUS = 3, INSET = 2 };

/* Draws the collected path data. */
static void draw_data(struct drawing *d, enum look look)
{
    svg_shape(d, look, look == LOOK_REGION ? FORM_CROSS : FORM_OUTLINE, "<path d=%s", buf_string(&d->data));
    d->data.length = 0;
}

/* Draws the lines, and a dot on each point, which a piece on it hides. */
static void draw_points(struct drawing *d)
{
    const struct scene *scene = d->scene;
    for (const struct board_line *line = scene->lines; line < scene->lines + scene->line_count; line++)
        for (unsigned i = 0; i < line->count; i++) {
            struct point at = board_centre(d, line->square[i]);
            xml_format(&d->data, "%s%f %f", i ? "L" : "M", at.x, at.y);
        }
    draw_data(d, LOOK_LINE);
    FOR_SQUARES(square, &scene->points, 4)
    {
        struct point at = board_centre(d, square);
        xml_format(&d->data, "M%f %fa%u %u 0 1 0 %u 0 %u %u 0 1 0-%u 0z", at.x - POINT_RADIUS, at.y,
                   POINT_RADIUS, POINT_RADIUS, 2 * POINT_RADIUS, POINT_RADIUS, POINT_RADIUS,
                   2 * POINT_RADIUS);
    }
    draw_data(d, LOOK_POINT);
}

static void draw_grid(struct drawing *d)
{
    const unsigned files = d->scene->files, ranks = d->scene->ranks;
    for (unsigned file = 1; file < files; file++)
        xml_format(&d->data, "M%u 0v%u", file * PIECE_GRID, ranks * PIECE_GRID);
    for (unsigned rank = 1; rank < ranks; rank++)
        xml_format(&d->data, "M0 %uh%u", rank * PIECE_GRID, files * PIECE_GRID);
    draw_data(d, LOOK_GRID);
}

static void draw_dark_squares(struct drawing *d)
{
    const unsigned files = d->scene->files, ranks = d->scene->ranks;
    const unsigned first =
        d->options->flip ? files - 1 : ranks - 1; /* a1 is dark, and so is every other square */
    for (unsigned square = 0; square < files * ranks; square++) {
        const unsigned x = square % files * PIECE_GRID, y = square / files * PIECE_GRID;
        if ((square / files + square % files + first) % 2)
            continue;
        if (!is_hatched(d))
            xml_format(&d->data, "M%u %uh45v45h-45z", x, y);
        for (unsigned from = 5; is_hatched(d) && from < 2 * PIECE_GRID; from += 9) { /* diagonal lines */
            const unsigned over = from > PIECE_GRID ? from - PIECE_GRID : 0, length = from - 2 * over;
            xml_format(&d->data, "M%u %ul%u-%u", x + over, y + from - over, length, length);
        }
    }
    if (!is_hatched(d)) {
        draw_data(d, LOOK_DARK);
        return;
    }
    xml_put(&d->writer, "<path d=%s class=ludus-dark stroke=#000 stroke-width=.9 />", buf_string(&d->data));
    d->data.length = 0;
}

/* Tints a square, or a disc around a point. */
static void tint_square(struct drawing *d, unsigned square, enum look look)
{
    struct point at = board_centre(d, square);
    d->ground = board_ground(d, square);
    if (look == LOOK_LAST && d->ground == LOOK_DARK)
        look = LOOK_LAST_DARK;
    svg_shape(d, look, FORM_OUTLINE, "<rect x=%f y=%f width=%u height=%u rx=%s", at.x - PIECE_GRID / 2.0,
              at.y - PIECE_GRID / 2.0, PIECE_GRID, PIECE_GRID, d->scene->line_count ? "22.5" : NULL);
}

/* Tints from- and to-squares, and those that the user chose. */
static void add_tints(struct drawing *d)
{
    const struct scene *scene = d->scene;
    for (unsigned i = 0; d->options->last && i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        uint8_t squares[] = { step->from, step->to, step->rook_from, step->rook_to };
        for (unsigned n = 0; n < (step->castles ? 4 : 2); n++)
            if (squares[n] != LUDUS_NO_SQUARE && !memchr(squares, squares[n], n))
                tint_square(d, squares[n], LOOK_LAST);
    }
    for (unsigned i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].shape == MARK_FILL) {
            d->colour = scene->marks[i].colour;
            tint_square(d, scene->marks[i].from, LOOK_FILL);
        }
}

/* Draws a cross from corner to corner, which shows beside a piece. */
static void draw_marked(struct drawing *d)
{
    const unsigned side = PIECE_GRID - 2 * INSET;
    FOR_SQUARES(square, &d->scene->marked, 4)
    {
        struct point at = board_centre(d, square);
        xml_format(&d->data, "M%f %fl%u %um-%u 0l%u-%u", at.x - side / 2.0, at.y - side / 2.0, side, side,
                   side, side, side);
    }
    draw_data(d, LOOK_REGION);
}

void ground_draw(struct drawing *d)
{
    const struct scene *scene = d->scene;
    svg_shape(d, LOOK_LIGHT, FORM_OUTLINE, "<rect width=%u height=%u", scene->files * PIECE_GRID,
              scene->ranks * PIECE_GRID);
    const bool chequered = !scene->line_count && !d->options->plain;
    if (chequered && !is_hatched(d))
        draw_dark_squares(d);
    add_tints(d); /* below all lines */
    if (chequered && is_hatched(d))
        draw_dark_squares(d);
    else if (!scene->line_count && !chequered)
        draw_grid(d);
    if (!scene->line_count && !squares_any(&scene->marked))
        return;
    xml_put(&d->writer, "<g class=ludus-ground"); /* the script of a page turns it */
    if (scene->line_count)
        draw_points(d);
    else
        draw_marked(d);
    xml_end(&d->writer);
}
