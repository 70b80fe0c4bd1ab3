/* diagram.c - a scene laid out as shapes: the board with its pieces, and what stands around it. */
#include "draw/diagram.h"

#include "base/memory.h"
#include "draw/svg.h"
#include "draw/theme.h"

#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 3,
    COORD_LEFT = 20,
    COORD_WIDE = 27,
    COORD_BELOW = 20,
    COORD_SIZE = 14,
    COORD_SMALL = 9,
    COORD_SMALL_MOST = 13,
    GAP = 12
};

void drawing_add(struct drawing *drawing, struct shape shape)
{
    struct shape *shapes = memory_room(drawing->shapes, drawing->count, &drawing->capacity, sizeof *shapes);
    drawing->failed |= !shapes;
    if (!shapes)
        return;
    drawing->shapes = shapes;
    drawing->shapes[drawing->count++] = shape;
}

const char *drawing_text(struct drawing *drawing, const char *text)
{
    const char *copy = arena_copy(&drawing->arena, text, strlen(text));
    if (!copy)
        drawing->failed = true;
    return copy ? copy : "";
}

void drawing_free(struct drawing *drawing)
{
    free(drawing->shapes);
    arena_free(&drawing->arena);
    *drawing = (struct drawing){ 0 };
}

struct point diagram_centre(const struct scene *scene, bool flip, unsigned square)
{
    unsigned files = scene->files ? scene->files : 1, file = square % files, rank = square / files;
    double column = flip ? scene->files - 1 - file : file;
    double row = flip ? rank : scene->ranks - 1 - rank;
    return (struct point){ (column + 0.5) * PIECE_GRID, (row + 0.5) * PIECE_GRID };
}

double diagram_text_size(const struct scene *scene, double usual, double most)
{
    return !(scene->text > 0) ? usual : scene->text < most ? scene->text : most;
}

static void open_group(struct drawing *drawing, const char *name, double x, double y)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_OPEN, .text = name, .x = x, .y = y });
}

static void close_group(struct drawing *drawing)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_CLOSE });
}

/* Where the names of files and ranks stand, relative to the middle of their square. */
struct coordinate_style {
    double size, file_x, file_y, rank_x, rank_y;
    uint8_t file_anchor, rank_anchor;
};

static struct coordinate_style outside(const struct scene *scene)
{
    double size = diagram_text_size(scene, COORD_SIZE, PIECE_GRID);
    return (struct coordinate_style){ size, 0, size + 2, -6, size * 0.35, 1, 2 };
}

static struct coordinate_style inside(const struct scene *scene)
{
    double size = diagram_text_size(scene, COORD_SMALL, COORD_SMALL_MOST);
    return (struct coordinate_style){ size, PIECE_GRID / 2.0 - 2, -2.5, 2, size - PIECE_GRID / 2.0, 2, 0 };
}

static void open_coordinates(struct drawing *drawing, uint8_t look, double size, uint8_t anchor)
{
    drawing_add(drawing, (struct shape){
                             .kind = SHAPE_OPEN, .look = look, .flags = (uint8_t)(anchor << 1), .h = size });
}

static void coordinates(struct drawing *drawing, const struct scene *scene, bool flip, uint8_t look,
                        struct coordinate_style style)
{
    char name[4];
    open_coordinates(drawing, look, style.size, style.file_anchor);
    for (unsigned file = 0; file < scene->files; file++) {
        scene_square_name(scene, file, name);
        name[1] = '\0';
        drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                             .x = diagram_centre(scene, flip, file).x + style.file_x,
                                             .y = scene->ranks * PIECE_GRID + style.file_y,
                                             .text = drawing_text(drawing, name) });
    }
    close_group(drawing);
    open_coordinates(drawing, look, style.size, style.rank_anchor);
    for (unsigned rank = 0; rank < scene->ranks; rank++) {
        scene_square_name(scene, rank * scene->files, name);
        drawing_add(drawing,
                    (struct shape){ .kind = SHAPE_TEXT,
                                    .x = style.rank_x,
                                    .y = diagram_centre(scene, flip, rank * scene->files).y + style.rank_y,
                                    .text = drawing_text(drawing, name + 1) });
    }
    close_group(drawing);
}

static void board_pieces(struct drawing *drawing, const struct scene *scene, bool flip)
{
    static const char *const group[2] = { "ludus-pieces ludus-white", "ludus-pieces ludus-black" };
    for (unsigned side = 0; side < 2; side++) {
        drawing_add(drawing,
                    (struct shape){
                        .kind = SHAPE_OPEN, .text = group[side], .flags = 1, .piece.side = (uint8_t)side });
        for (unsigned s = 0; s < scene->files * scene->ranks; s++) {
            if (!scene->cell[s].image || scene->cell[s].side != side)
                continue;
            struct point at = diagram_centre(scene, flip, s);
            drawing_add(drawing, (struct shape){ .kind = SHAPE_PIECE,
                                                 .x = at.x - PIECE_GRID / 2.0,
                                                 .y = at.y - PIECE_GRID / 2.0,
                                                 .w = PIECE_GRID,
                                                 .piece = scene->cell[s] });
        }
        close_group(drawing);
    }
}

/* No hatching where names stand, whose signs it would seem to be. */
static void clear_corners(struct drawing *drawing, const struct scene *scene, bool flip)
{
    const double size = inside(scene).size, height = size + 3, half = PIECE_GRID / 2.0;
    char name[4];
    for (unsigned file = 0; file < scene->files; file++) {
        scene_square_name(scene, file, name);
        name[1] = '\0';
        double width = face_width(name, size) + 4;
        drawing_add(drawing, (struct shape){ .kind = SHAPE_RECT,
                                             .look = LOOK_LIGHT,
                                             .x = diagram_centre(scene, flip, file).x + half - width,
                                             .y = scene->ranks * PIECE_GRID - height,
                                             .w = width,
                                             .h = height });
    }
    for (unsigned rank = 0; rank < scene->ranks; rank++) {
        scene_square_name(scene, rank * scene->files, name);
        drawing_add(drawing, (struct shape){ .kind = SHAPE_RECT,
                                             .look = LOOK_LIGHT,
                                             .y = diagram_centre(scene, flip, rank * scene->files).y - half,
                                             .w = face_width(name + 1, size) + 4,
                                             .h = height });
    }
}

void diagram_ground(struct drawing *drawing, const struct scene *scene,
                    const struct ludus_drawing_options *options)
{
    double width = scene->files * PIECE_GRID, height = scene->ranks * PIECE_GRID;
    drawing_add(drawing, (struct shape){ .kind = SHAPE_BOARD,
                                         .look = options->plain ? LOOK_GRID : LOOK_DARK,
                                         .flags = options->flip,
                                         .w = scene->files,
                                         .h = scene->ranks });
    if (options->coordinates == LUDUS_COORDINATES_IN && options->theme == LUDUS_THEME_HATCHED)
        clear_corners(drawing, scene, options->flip);
    if (scene->has_turn)
        diagram_turn(drawing, scene, options);
    diagram_fills(drawing, scene, options->flip);
    drawing_add(drawing, (struct shape){ .kind = SHAPE_RECT,
                                         .look = LOOK_FRAME,
                                         .x = -0.75,
                                         .y = -0.75,
                                         .w = width + 1.5,
                                         .h = height + 1.5 });
    if (options->coordinates == LUDUS_COORDINATES_OUT)
        coordinates(drawing, scene, options->flip, LOOK_COORD, outside(scene));
}

void diagram_names(struct drawing *drawing, const struct scene *scene,
                   const struct ludus_drawing_options *options)
{
    if (options->coordinates != LUDUS_COORDINATES_IN)
        return;
    coordinates(drawing, scene, options->flip, LOOK_COORD_HALO, inside(scene));
    coordinates(drawing, scene, options->flip, LOOK_COORD, inside(scene));
}

struct layout diagram_layout(const struct scene *scene, const struct ludus_drawing_options *options,
                             double column)
{
    bool margin = options->coordinates == LUDUS_COORDINATES_OUT;
    double room = scene->ranks < 10 ? COORD_LEFT : COORD_WIDE; /* for two digits */
    double below = COORD_BELOW;
    double height = scene->ranks * PIECE_GRID, spare = column > height ? column - height : 0;
    if (scene->text > 0) {
        room = face_width(scene->ranks < 10 ? "8" : "88", scene->text) + 11;
        below = scene->text + 6;
    }
    return (struct layout){ .left = MARGIN + (margin ? room : 0),
                            .top = MARGIN + spare / 2,
                            .board = scene->files * PIECE_GRID,
                            .column = column > 0 ? height + spare : 0,
                            .height = 2 * MARGIN + height + (margin ? below : 0) + spare };
}

struct point diagram_around(struct drawing *drawing, const struct scene *scene,
                            const struct ludus_drawing_options *options, const struct layout *layout,
                            double x, double y)
{
    struct point size = { layout->left + layout->board + MARGIN, layout->height };
    if (layout->column > 0) {
        open_group(drawing, "ludus-beside", x + layout->left + layout->board + GAP, y + MARGIN);
        size.x += GAP + diagram_side(drawing, scene, options, layout->column);
        close_group(drawing);
    }
    if (options->caption && scene->caption[0]) {
        open_group(drawing, "ludus-caption", x + layout->left, y + size.y);
        size.y += diagram_caption(drawing, scene, 0, size.x - layout->left - MARGIN) + MARGIN;
        close_group(drawing);
    }
    return size;
}

struct point diagram_lay_out(struct drawing *drawing, const struct scene *scene,
                             const struct ludus_drawing_options *options, double x, double y)
{
    struct layout layout = diagram_layout(scene, options, diagram_side_height(scene, options));
    open_group(drawing, NULL, x + layout.left, y + layout.top);
    diagram_ground(drawing, scene, options);
    if (options->moves)
        diagram_ghosts(drawing, scene, options->flip);
    if (diagram_arrows_are_below(options))
        diagram_arrows(drawing, scene, options);
    board_pieces(drawing, scene, options->flip);
    diagram_signs(drawing, scene, options);
    diagram_names(drawing, scene, options);
    close_group(drawing);
    return diagram_around(drawing, scene, options, &layout, x, y);
}
