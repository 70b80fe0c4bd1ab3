/* diagram.c - a scene laid out as shapes: the board with its pieces, and what stands beside and below it: who
 * is to move, dice, hands, prisoners, caption. */
#include "draw/diagram.h"

#include "draw/svg.h"
#include "rules/position.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 3, GAP = 12, COORD_LEFT = 20, COORD_WIDE = 27, COORD_BELOW = 20 };
enum { COORD_SIZE = 14, COORD_SMALL = 9, COORD_SMALL_MOST = 13 };
enum { COLUMN = 78, TOKEN = 24, TOKEN_STEP = 34, MARKER = 7, DIE = 30, DIE_STEP = 38, SIGN_SIZE = 13 };
enum { CAPTION_SIZE = 14, CAPTION_LEAD = 19, COUNT_SIZE = 10, KEY_MOST = 12 };

static void open_group(struct drawing *drawing, const char *name, double x, double y)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_OPEN, .text = name, .x = x, .y = y });
}

static void close_group(struct drawing *drawing)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_CLOSE });
}

/* ---- The board ---- */

/* Where the names of files and ranks stand, relative to the middle of their square. */
struct coordinate_style {
    double size, file_x, file_y, rank_x, rank_y;
    enum anchor file_anchor, rank_anchor;
};

static struct coordinate_style outside(const struct scene *scene)
{
    double size = diagram_text_size(scene, COORD_SIZE, PIECE_GRID);
    return (struct coordinate_style){ size, 0, size + 2, -6, size * 0.35, ANCHOR_MIDDLE, ANCHOR_END };
}

static struct coordinate_style inside(const struct scene *scene)
{
    double size = diagram_text_size(scene, COORD_SMALL, COORD_SMALL_MOST);
    return (struct coordinate_style){ size,       PIECE_GRID / 2.0 - 2, -2.5, 2, size - PIECE_GRID / 2.0,
                                      ANCHOR_END, ANCHOR_START };
}

/* The name of a file, or of a rank. */
static const char *coordinate(const struct diagram *diagram, unsigned square, bool rank)
{
    struct square_name name = square_name_at(diagram->scene->files, square);
    return drawing_text(diagram->drawing, "%.*s", rank ? 2 : 1, name.text + rank);
}

static void open_coordinates(struct drawing *drawing, enum look look, double size, enum anchor anchor)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_OPEN,
                                         .look = (uint8_t)look,
                                         .flags = (uint8_t)((unsigned)anchor << 1),
                                         .h = size });
}

static void coordinates(const struct diagram *diagram, enum look look, struct coordinate_style style)
{
    const struct scene *scene = diagram->scene;
    struct drawing *drawing = diagram->drawing;
    open_coordinates(drawing, look, style.size, style.file_anchor);
    for (unsigned file = 0; file < scene->files; file++)
        drawing_write(drawing, LOOK_NONE, ANCHOR_START, diagram_middle(diagram, file).x + style.file_x,
                      scene->ranks * PIECE_GRID + style.file_y, 0, coordinate(diagram, file, false));
    close_group(drawing);
    open_coordinates(drawing, look, style.size, style.rank_anchor);
    for (unsigned first = 0; first < scene->ranks * scene->files; first += scene->files)
        drawing_write(drawing, LOOK_NONE, ANCHOR_START, style.rank_x,
                      diagram_middle(diagram, first).y + style.rank_y, 0, coordinate(diagram, first, true));
    close_group(drawing);
}

static void board_pieces(const struct diagram *diagram)
{
    static const char *const group[2] = { "ludus-pieces ludus-white", "ludus-pieces ludus-black" };
    const struct scene *scene = diagram->scene;
    for (unsigned side = 0; side < 2; side++) {
        drawing_add(diagram->drawing,
                    (struct shape){
                        .kind = SHAPE_OPEN, .text = group[side], .flags = 1, .piece.side = (uint8_t)side });
        for (unsigned s = 0; s < scene->files * scene->ranks; s++) {
            struct point at = diagram_middle(diagram, s);
            if (scene->cell[s].image && scene->cell[s].side == side)
                drawing_piece(diagram->drawing, LOOK_NONE, at.x - PIECE_GRID / 2.0, at.y - PIECE_GRID / 2.0,
                              PIECE_GRID, scene->cell[s]);
        }
        close_group(diagram->drawing);
    }
}

static void add_ground(const struct diagram *diagram)
{
    const struct scene *scene = diagram->scene;
    const struct ludus_drawing_options *options = diagram->options;
    drawing_add(diagram->drawing, (struct shape){ .kind = SHAPE_BOARD,
                                                  .look = options->plain ? LOOK_GRID : LOOK_DARK,
                                                  .flags = options->flip,
                                                  .w = scene->files,
                                                  .h = scene->ranks });
    if (options->coordinates == LUDUS_COORDINATES_IN && options->theme == LUDUS_THEME_HATCHED) {
        /* No hatching where names stand, whose signs it would seem to be. */
        const double size = inside(scene).size, height = size + 3, half = PIECE_GRID / 2.0;
        for (unsigned file = 0; file < scene->files; file++) {
            double width = face_width(coordinate(diagram, file, false), size) + 4;
            drawing_rect(diagram->drawing, LOOK_LIGHT, diagram_middle(diagram, file).x + half - width,
                         scene->ranks * PIECE_GRID - height, width, height);
        }
        for (unsigned first = 0; first < scene->ranks * scene->files; first += scene->files)
            drawing_rect(diagram->drawing, LOOK_LIGHT, 0, diagram_middle(diagram, first).y - half,
                         face_width(coordinate(diagram, first, true), size) + 4, height);
    }
    diagram_turn(diagram);
    drawing_rect(diagram->drawing, LOOK_FRAME, -0.75, -0.75, scene->files * PIECE_GRID + 1.5,
                 scene->ranks * PIECE_GRID + 1.5);
    if (options->coordinates == LUDUS_COORDINATES_OUT)
        coordinates(diagram, LOOK_COORD, outside(scene));
}

static void add_names(const struct diagram *diagram)
{
    if (diagram->options->coordinates != LUDUS_COORDINATES_IN)
        return;
    coordinates(diagram, LOOK_COORD_HALO, inside(diagram->scene));
    coordinates(diagram, LOOK_COORD, inside(diagram->scene));
}

/* ---- Beside the board ---- */

/* How the pieces beside the board stand: two in a row, each with its count, behind a sign. */
struct stock_style {
    double sign, count;     /* sizes of the texts */
    double left, step, row; /* of the first piece, to the next, to the row below */
};

/* The widest count of a stock, in digits that stand for any. */
static const char *widest(const char *known, const struct scene_stock *stock, unsigned count)
{
    static const char *const digits[] = { "", "8", "88", "888" };
    size_t most = strlen(known);
    for (unsigned i = 0; i < count; i++) {
        size_t length = stock[i].count > 99 ? 3 : stock[i].count > 9 ? 2 : stock[i].count > 1;
        most = length > most ? length : most;
    }
    return digits[most];
}

/* Texts of a size that is given need more room, or less. */
static struct stock_style stock_style(const struct scene *scene)
{
    const double size = scene->text;
    const char *count = "";
    if (!(size > 0))
        return (struct stock_style){ SIGN_SIZE, COUNT_SIZE, 10, TOKEN_STEP, TOKEN };
    for (unsigned side = 0; side < 2; side++) {
        count = widest(count, scene->hand[side], scene->hand_count[side]);
        count = widest(count, scene->prisoners[side], scene->prisoners_count[side]);
    }
    return (struct stock_style){ size, size, fmax(10, size + 1),
                                 fmax(TOKEN_STEP, TOKEN + face_width(count, size)), fmax(TOKEN, size) };
}

static double stock_width(const struct scene *scene)
{
    struct stock_style style = stock_style(scene);
    return fmax(COLUMN, style.left + 2 * style.step);
}

/* Rows of a stock, two pieces each. */
static unsigned rows(unsigned count)
{
    return (count + 1) / 2;
}

/* Is there room for the disc of the side to move? */
static bool shows_side(const struct scene *scene, const struct ludus_drawing_options *options)
{
    return options->side && !scene->sideless;
}

static bool shows_stock(const struct scene *scene, const struct ludus_drawing_options *options)
{
    return options->stock && scene->hand_count[0] + scene->hand_count[1] + scene->prisoners_count[0] +
                                     scene->prisoners_count[1] >
                                 0;
}

static bool shows_dice(const struct scene *scene, const struct ludus_drawing_options *options)
{
    return options->dice && scene->has_dice;
}

static double player_height(const struct scene *scene, const struct ludus_drawing_options *options,
                            unsigned side)
{
    double height = shows_side(scene, options) ? 2 * MARKER + 6 : 0;
    if (options->stock)
        height +=
            (rows(scene->hand_count[side]) + rows(scene->prisoners_count[side])) * stock_style(scene).row;
    return height;
}

double diagram_side_height(const struct scene *scene, const struct ludus_drawing_options *options)
{
    if (!shows_side(scene, options) && !shows_stock(scene, options) && !shows_dice(scene, options))
        return 0;
    double dice = shows_dice(scene, options) ? DIE_STEP * (double)scene->dice_count : 0;
    return player_height(scene, options, 0) + player_height(scene, options, 1) + dice;
}

/* A row or more of small pieces after a sign: @ in hand, × taken. Returns the height. */
static double add_stock(const struct diagram *diagram, const struct scene_stock *stock, unsigned count,
                        const char *sign, double y)
{
    struct drawing *drawing = diagram->drawing;
    const struct stock_style style = stock_style(diagram->scene);
    const double middle = (style.row - TOKEN) / 2; /* of the room above a piece */
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i / 2;
        double x = (i % 2) * style.step + style.left, top = y + row * style.row + middle;
        drawing_piece(drawing, LOOK_NONE, x, top, TOKEN, stock[i].piece);
        if (stock[i].count > 1)
            drawing_write(drawing, LOOK_TEXT, ANCHOR_START, x + TOKEN - 2, top + TOKEN - 4, style.count,
                          drawing_text(drawing, "%u", stock[i].count));
    }
    if (count)
        drawing_write(drawing, LOOK_TEXT, ANCHOR_MIDDLE, style.left / 2 - 1, y + middle + 17, style.sign,
                      sign);
    return rows(count) * style.row;
}

static void add_player(const struct diagram *diagram, unsigned side, double y)
{
    const struct scene *scene = diagram->scene;
    if (shows_side(scene, diagram->options)) {
        if (scene->side == side && !scene->over)
            drawing_circle(diagram->drawing, LOOK_TO_MOVE_WHITE + side, MARKER + 1, y + MARKER + 1, MARKER);
        y += 2 * MARKER + 6;
    }
    if (!diagram->options->stock)
        return;
    y += add_stock(diagram, scene->hand[side], scene->hand_count[side], "@", y);
    add_stock(diagram, scene->prisoners[side], scene->prisoners_count[side], "\u00d7", y);
}

/* A die and, keyed to it, the piece that it moved and the number of that move. */
static void add_die(const struct diagram *diagram, const struct scene_die *die, double y)
{
    static const uint8_t looks[] = {
        [DIE_USED] = LOOK_DIE, [DIE_UNUSED] = LOOK_DIE_IDLE, [DIE_PASSED] = LOOK_DIE_PASSED
    };
    struct drawing *drawing = diagram->drawing;
    drawing_add(
        drawing,
        (struct shape){
            .kind = SHAPE_DIE, .look = looks[die->state], .flags = die->face, .x = 1, .y = y, .w = DIE });
    if (die->state != DIE_USED) {
        drawing_write(drawing, LOOK_TEXT, ANCHOR_MIDDLE, DIE + 19, y + DIE / 2.0 + 5, 15, "\u2013");
        return;
    }
    drawing_piece(drawing, LOOK_NONE, DIE + 6, y + 1, DIE - 2, diagram->scene->steps[die->step].piece);
    if (diagram->scene->step_count < 2)
        return;
    const double usual = 9.5, size = diagram_text_size(diagram->scene, usual, KEY_MOST);
    drawing_circle(drawing, LOOK_BADGE, DIE + 1, y + 1, 6.5 * size / usual);
    drawing_write(drawing, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, DIE + 1, y + 1 + 3.5 * size / usual, size,
                  drawing_text(drawing, "%u", die->step + 1u));
}

/* The column beside the board, `height` high; returns its width. */
static double add_column(const struct diagram *diagram, double height)
{
    const struct scene *scene = diagram->scene;
    const struct ludus_drawing_options *options = diagram->options;
    unsigned below = options->flip ? LUDUS_BLACK : LUDUS_WHITE;
    double above_height = player_height(scene, options, 1 - below);
    double below_height = player_height(scene, options, below);
    bool dice = shows_dice(scene, options);

    add_player(diagram, 1 - below, 0);
    add_player(diagram, below, height - below_height);
    if (dice) {
        double room = height - above_height - below_height - DIE_STEP * (double)scene->dice_count;
        double y = above_height + room / 2 + (DIE_STEP - DIE) / 2.0;
        for (unsigned i = 0; i < scene->dice_count; i++)
            add_die(diagram, &scene->dice[i], y + i * (double)DIE_STEP);
    }
    return shows_stock(scene, options) ? stock_width(scene) : dice ? COLUMN : 2 * MARKER + 2;
}

/* ---- The caption ---- */

static const double figurine_square = 17.0 / 15; /* side of its square, where its room is 1 */

/* A line of text, in which figurines are small pieces: their squares, which have margins, are wider than the
 * room that is left for them. */
static void add_line(const struct diagram *diagram, const char *text, double size, double y)
{
    double x = 0;
    while (*text) {
        double begin = x;
        int length = 0;
        for (; text[length] && !face_is_figurine(text + length); length += (int)face_step(text + length))
            x += face_advance(text + length, size);
        if (length)
            drawing_write(diagram->drawing, LOOK_CAPTION, ANCHOR_START, begin, y, size,
                          drawing_text(diagram->drawing, "%.*s", length, text));
        text += length;
        if (*text) {
            unsigned kind = (unsigned char)text[2] & 0x0f;
            double wide = face_advance(text, size), square = wide * figurine_square;
            if (diagram->scene->kinds[kind].image)
                drawing_piece(diagram->drawing, LOOK_NONE, x - (square - wide) / 2, y - square + size / 4,
                              square, diagram->scene->kinds[kind]);
            x += wide;
            text += 3;
        }
    }
}

/* Lines of the caption, wrapped to `width`; returns their height. */
static double add_caption(const struct diagram *diagram, double width)
{
    double size = diagram_text_size(diagram->scene, CAPTION_SIZE, PIECE_GRID),
           lead = size * CAPTION_LEAD / CAPTION_SIZE, y = 0;
    for (unsigned i = 0; i < SCENE_LINES && diagram->scene->caption[i]; i++)
        for (const char *text = diagram->scene->caption[i]; *text; text += strspn(text, " ")) {
            size_t length = face_fit(text, size, width);
            y += lead;
            add_line(diagram, drawing_text(diagram->drawing, "%.*s", (int)length, text), size,
                     y - 5 * size / CAPTION_SIZE);
            text += length;
        }
    return y;
}

/* ---- The whole ---- */

/* Where the parts of a diagram stand, from its upper left corner. */
struct layout {
    double left, top; /* of the board */
    double board;     /* its width */
    double column;    /* height of what stands beside it, 0 for nothing */
    double height;    /* of all but the caption */
};

/* With a column at least `column` high beside the board; 0 for none. */
static struct layout lay_parts(const struct scene *scene, const struct ludus_drawing_options *options,
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

static struct point add_around(const struct diagram *diagram, const struct layout *layout, double x, double y)
{
    struct drawing *drawing = diagram->drawing;
    struct point size = { layout->left + layout->board + MARGIN, layout->height };
    if (layout->column > 0) {
        open_group(drawing, "ludus-beside", x + layout->left + layout->board + GAP, y + MARGIN);
        size.x += GAP + add_column(diagram, layout->column);
        close_group(drawing);
    }
    if (diagram->options->caption && diagram->scene->caption[0]) {
        open_group(drawing, "ludus-caption", x + layout->left, y + size.y);
        size.y += add_caption(diagram, size.x - layout->left - MARGIN) + MARGIN;
        close_group(drawing);
    }
    return size;
}

struct point diagram_lay_out(struct drawing *drawing, const struct scene *scene,
                             const struct ludus_drawing_options *options, double x, double y)
{
    const struct diagram diagram = { drawing, scene, options };
    struct layout layout = lay_parts(scene, options, diagram_side_height(scene, options));
    open_group(drawing, NULL, x + layout.left, y + layout.top);
    add_ground(&diagram);
    diagram_below(&diagram);
    board_pieces(&diagram);
    diagram_signs(&diagram);
    add_names(&diagram);
    close_group(drawing);
    return add_around(&diagram, &layout, x, y);
}

void diagram_lay_out_frames(struct drawing *drawing, const struct scene *const *scenes, size_t count,
                            const struct ludus_drawing_options *options, diagram_pieces *pieces,
                            const void *context)
{
    const struct diagram first = { drawing, scenes[0], options };
    double column = 0;
    for (size_t i = 0; i < count; i++)
        column = fmax(column, diagram_side_height(scenes[i], options));
    struct layout layout = lay_parts(scenes[0], options, column);
    open_group(drawing, NULL, layout.left, layout.top);
    add_ground(&first);
    pieces(drawing, context);
    add_names(&first);
    close_group(drawing);
    for (size_t i = 0; i < count; i++) {
        const struct diagram diagram = { drawing, scenes[i], options };
        drawing_add(drawing,
                    (struct shape){ .kind = SHAPE_OPEN,
                                    .text = drawing_text(drawing, "%.63sturn%zu", options->id_prefix, i),
                                    .look = i ? LOOK_HIDDEN : LOOK_NONE });
        struct point size = add_around(&diagram, &layout, 0, 0);
        close_group(drawing);
        drawing->width = fmax(drawing->width, size.x);
        drawing->height = fmax(drawing->height, size.y);
    }
}
