/* diagram_side.c - what stands beside and below the board: who is to move, dice, hands, prisoners, caption.
 */
#include "draw/diagram.h"
#include "draw/svg.h"
#include "draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMN = 78, TOKEN = 24, TOKEN_STEP = 34, MARKER = 7, DIE = 30, DIE_STEP = 38, SIGN_SIZE = 13 };
enum { CAPTION_SIZE = 14, CAPTION_LEAD = 19, COUNT_SIZE = 10, KEY_MOST = 12 };

static const double figurine_square = 17.0 / 15; /* side of its square, where its room is 1 */

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
static double add_stock(struct drawing *drawing, const struct scene *scene, const struct scene_stock *stock,
                        unsigned count, const char *sign, double y)
{
    const struct stock_style style = stock_style(scene);
    const double middle = (style.row - TOKEN) / 2; /* of the room above a piece */
    char text[16];
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i / 2;
        double x = (i % 2) * style.step + style.left, top = y + row * style.row + middle;
        drawing_add(
            drawing,
            (struct shape){ .kind = SHAPE_PIECE, .x = x, .y = top, .w = TOKEN, .piece = stock[i].piece });
        snprintf(text, sizeof text, "%u", stock[i].count);
        if (stock[i].count > 1)
            drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                                 .look = LOOK_TEXT,
                                                 .x = x + TOKEN - 2,
                                                 .y = top + TOKEN - 4,
                                                 .h = style.count,
                                                 .text = drawing_text(drawing, text) });
    }
    if (count)
        drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                             .look = LOOK_TEXT,
                                             .flags = 1,
                                             .x = style.left / 2 - 1,
                                             .y = y + middle + 17,
                                             .h = style.sign,
                                             .text = sign });
    return rows(count) * style.row;
}

static void add_player(struct drawing *drawing, const struct scene *scene,
                       const struct ludus_drawing_options *options, unsigned side, double y)
{
    if (shows_side(scene, options) && scene->side == side && !scene->over)
        drawing_add(drawing, (struct shape){ .kind = SHAPE_CIRCLE,
                                             .look = (uint8_t)(LOOK_TO_MOVE_WHITE + side),
                                             .x = MARKER + 1,
                                             .y = y + MARKER + 1,
                                             .w = MARKER });
    if (shows_side(scene, options))
        y += 2 * MARKER + 6;
    if (!options->stock)
        return;
    y += add_stock(drawing, scene, scene->hand[side], scene->hand_count[side], "@", y);
    add_stock(drawing, scene, scene->prisoners[side], scene->prisoners_count[side], "\u00d7", y);
}

/* A die and, keyed to it, the piece that it moved and the number of that move. */
static void add_die(struct drawing *drawing, const struct scene *scene, const struct scene_die *die, double y)
{
    static const uint8_t looks[] = {
        [DIE_USED] = LOOK_DIE, [DIE_UNUSED] = LOOK_DIE_IDLE, [DIE_PASSED] = LOOK_DIE_PASSED
    };
    char text[12];
    drawing_add(
        drawing,
        (struct shape){
            .kind = SHAPE_DIE, .look = looks[die->state], .flags = die->face, .x = 1, .y = y, .w = DIE });
    if (die->state != DIE_USED) {
        drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                             .look = LOOK_TEXT,
                                             .flags = 1,
                                             .x = DIE + 19,
                                             .y = y + DIE / 2.0 + 5,
                                             .h = 15,
                                             .text = "\u2013" });
        return;
    }
    drawing_add(drawing, (struct shape){ .kind = SHAPE_PIECE,
                                         .x = DIE + 6,
                                         .y = y + 1,
                                         .w = DIE - 2,
                                         .piece = scene->steps[die->step].piece });
    if (scene->step_count < 2)
        return;
    const double usual = 9.5, size = diagram_text_size(scene, usual, KEY_MOST);
    snprintf(text, sizeof text, "%u", die->step + 1);
    drawing_add(
        drawing,
        (struct shape){
            .kind = SHAPE_CIRCLE, .look = LOOK_BADGE, .x = DIE + 1, .y = y + 1, .w = 6.5 * size / usual });
    drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                         .look = LOOK_BADGE_TEXT,
                                         .flags = 1,
                                         .x = DIE + 1,
                                         .y = y + 1 + 3.5 * size / usual,
                                         .h = size,
                                         .text = drawing_text(drawing, text) });
}

double diagram_side(struct drawing *drawing, const struct scene *scene,
                    const struct ludus_drawing_options *options, double height)
{
    unsigned below = options->flip ? LUDUS_BLACK : LUDUS_WHITE;
    double above_height = player_height(scene, options, 1 - below);
    double below_height = player_height(scene, options, below);
    bool dice = shows_dice(scene, options);

    add_player(drawing, scene, options, 1 - below, 0);
    add_player(drawing, scene, options, below, height - below_height);
    if (dice) {
        double room = height - above_height - below_height - DIE_STEP * (double)scene->dice_count;
        double y = above_height + room / 2 + (DIE_STEP - DIE) / 2.0;
        for (unsigned i = 0; i < scene->dice_count; i++)
            add_die(drawing, scene, &scene->dice[i], y + i * (double)DIE_STEP);
    }
    return shows_stock(scene, options) ? stock_width(scene) : dice ? COLUMN : 2 * MARKER + 2;
}

/* A line of text, in which figurines are small pieces: their squares, which have margins, are wider than the
 * room that is left for them. */
static void add_line(struct drawing *drawing, const struct scene *scene, const char *text, double size,
                     double y)
{
    double x = 0;
    while (*text) {
        double begin = x;
        size_t length = 0;
        for (; text[length] && !face_is_figurine(text + length); length += face_step(text + length))
            x += face_advance(text + length, size);
        if (length) {
            const char *run = arena_copy(&drawing->arena, text, length);
            drawing->failed = drawing->failed || !run;
            drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                                 .look = LOOK_CAPTION,
                                                 .x = begin,
                                                 .y = y,
                                                 .h = size,
                                                 .text = run ? run : "" });
        }
        text += length;
        if (*text) {
            unsigned kind = (unsigned char)text[2] & 0x0f;
            double wide = face_advance(text, size), square = wide * figurine_square;
            if (scene->kinds[kind].image)
                drawing_add(drawing, (struct shape){ .kind = SHAPE_PIECE,
                                                     .x = x - (square - wide) / 2,
                                                     .y = y - square + size / 4,
                                                     .w = square,
                                                     .piece = scene->kinds[kind] });
            x += wide;
            text += 3;
        }
    }
}

double diagram_caption(struct drawing *drawing, const struct scene *scene, double y, double width)
{
    double size = diagram_text_size(scene, CAPTION_SIZE, PIECE_GRID),
           lead = size * CAPTION_LEAD / CAPTION_SIZE;
    for (unsigned i = 0; i < SCENE_LINES && scene->caption[i]; i++) {
        const char *text = scene->caption[i];
        while (*text) {
            size_t length = face_fit(text, size, width);
            const char *line = arena_copy(&drawing->arena, text, length);
            drawing->failed = drawing->failed || !line;
            y += lead;
            add_line(drawing, scene, line ? line : "", size, y - 5 * size / CAPTION_SIZE);
            text += length;
            text += strspn(text, " ");
        }
    }
    return y;
}
