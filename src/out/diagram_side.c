/* diagram_side.c - what stands beside and below the board: who is to move, dice, hands, prisoners, caption.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "diagram.h"
#include "pieces.h"

enum { COLUMN = 78, TOKEN = 24, TOKEN_STEP = 34, MARKER = 7, DIE = 30, DIE_STEP = 38, SIGN_SIZE = 13 };
enum { CAPTION_SIZE = 14, CAPTION_LEAD = 19, FIGURINE = 17 };

/* Rows of a stock, two pieces each. */
static unsigned rows(unsigned count)
{
    return (count + 1) / 2;
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
    double height = options->side ? 2 * MARKER + 6 : 0;
    if (options->stock)
        height += (rows(scene->hand_count[side]) + rows(scene->prisoners_count[side])) * (double)TOKEN;
    return height;
}

double diagram_side_height(const struct scene *scene, const struct ludus_drawing_options *options)
{
    if (!options->side && !shows_stock(scene, options) && !shows_dice(scene, options))
        return 0;
    double dice = shows_dice(scene, options) ? DIE_STEP * (double)scene->dice_count : 0;
    return player_height(scene, options, 0) + player_height(scene, options, 1) + dice;
}

/* A row or more of small pieces after a sign: @ in hand, × taken. Returns the height. */
static double add_stock(struct drawing *drawing, const struct scene_stock *stock, unsigned count,
                        const char *sign, double y)
{
    char text[16];
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i / 2;
        double x = (i % 2) * TOKEN_STEP + 10, top = y + row * (double)TOKEN;
        drawing_add(
            drawing,
            (struct shape){ .kind = SHAPE_PIECE, .x = x, .y = top, .w = TOKEN, .piece = stock[i].piece });
        snprintf(text, sizeof text, "%u", stock[i].count);
        if (stock[i].count > 1)
            drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                                 .look = LOOK_TEXT,
                                                 .x = x + TOKEN - 2,
                                                 .y = top + TOKEN - 4,
                                                 .h = 10,
                                                 .text = drawing_text(drawing, text) });
    }
    if (count)
        drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                             .look = LOOK_TEXT,
                                             .flags = 1,
                                             .x = 4,
                                             .y = y + 17,
                                             .h = SIGN_SIZE,
                                             .text = sign });
    return rows(count) * (double)TOKEN;
}

static void add_player(struct drawing *drawing, const struct scene *scene,
                       const struct ludus_drawing_options *options, unsigned side, double y)
{
    if (options->side && scene->side == side && !scene->over)
        drawing_add(drawing, (struct shape){ .kind = SHAPE_CIRCLE,
                                             .look = (uint8_t)(LOOK_TO_MOVE_WHITE + side),
                                             .x = MARKER + 1,
                                             .y = y + MARKER + 1,
                                             .w = MARKER });
    if (options->side)
        y += 2 * MARKER + 6;
    if (!options->stock)
        return;
    y += add_stock(drawing, scene->hand[side], scene->hand_count[side], "@", y);
    add_stock(drawing, scene->prisoners[side], scene->prisoners_count[side], "\u00d7", y);
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
    snprintf(text, sizeof text, "%u", die->step + 1);
    drawing_add(drawing, (struct shape){
                             .kind = SHAPE_CIRCLE, .look = LOOK_BADGE, .x = DIE + 1, .y = y + 1, .w = 6.5 });
    drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                         .look = LOOK_BADGE_TEXT,
                                         .flags = 1,
                                         .x = DIE + 1,
                                         .y = y + 4.5,
                                         .h = 9.5,
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
    return dice || shows_stock(scene, options) ? COLUMN : 2 * MARKER + 2;
}

static bool is_figurine(const char *text)
{
    return memcmp(text, SCENE_FIGURINE, strnlen(text, 2)) == 0 && ((unsigned char)text[2] & 0xf0) == 0x80;
}

/* Widths of the characters from blank to ~ in hundredths of the size, for each the widest among the faces
 * that the drawing names: no line may be longer than it is taken for. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 90, 28,  40,  40, 50, 84, 32, 34, 32, 34, 64, 64, 64, 64, 64, 64,  64, 64,
    64, 64, 34, 34, 84, 84, 84, 54,  100, 73, 74, 77, 81, 73, 70, 80, 88, 40, 52, 75, 67, 103, 88, 82,
    68, 82, 76, 69, 67, 85, 73, 103, 72,  67, 70, 40, 34, 40, 84, 50, 50, 60, 65, 57, 65, 60,  38, 65,
    65, 32, 32, 61, 32, 95, 65, 61,  65,  65, 48, 52, 41, 65, 57, 86, 57, 57, 53, 64, 34, 64,  84,
};

/* Accents and dots that stand over or under the character before them. */
static bool is_combining(const char *c)
{
    unsigned char lead = (unsigned char)c[0], next = lead ? (unsigned char)c[1] : 0;
    return lead == 0xcc || (lead == 0xcd && next < 0xb0);
}

/* How wide a character of a serif face is, at most if it is of ASCII, roughly if not. */
static double advance(const char *c)
{
    unsigned char lead = (unsigned char)*c;
    unsigned hundredths = 70;
    if (is_figurine(c))
        return FIGURINE;
    if (is_combining(c))
        return 0;
    if (lead >= ' ' && lead <= '~')
        hundredths = widths[lead - ' '];
    else if (lead >= 0xe3) /* Chinese, Japanese, Korean are wide */
        hundredths = 100;
    return hundredths * CAPTION_SIZE / 100.0;
}

static unsigned step_of(const char *text)
{
    unsigned length = text_sequence(text, strnlen(text, 4));
    return length ? length : 1;
}

/* Bytes of `text` that fit on a line: up to a blank if there is one, else behind a slash as between the ranks
 * of a FEN, else as many characters as go. */
static size_t fit(const char *text, double width)
{
    double used = 0;
    size_t at = 0, blank = 0, slash = 0;
    for (; text[at]; at += step_of(text + at)) {
        used += advance(text + at);
        if (used > width && at > 0)
            return blank ? blank : slash ? slash : at;
        if (text[at] == ' ')
            blank = at;
        else if (text[at] == '/')
            slash = at + 1;
    }
    return at;
}

/* A line of text, in which figurines are small pieces. */
static void add_line(struct drawing *drawing, const struct scene *scene, const char *text, double y)
{
    double x = 0;
    while (*text) {
        double begin = x;
        size_t length = 0;
        for (; text[length] && !is_figurine(text + length); length += step_of(text + length))
            x += advance(text + length);
        if (length) {
            const char *run = arena_copy(&drawing->arena, text, length);
            drawing->failed = drawing->failed || !run;
            drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                                 .look = LOOK_CAPTION,
                                                 .x = begin,
                                                 .y = y,
                                                 .h = CAPTION_SIZE,
                                                 .text = run ? run : "" });
        }
        text += length;
        if (*text) {
            unsigned kind = (unsigned char)text[2] & 0x0f;
            if (scene->kinds[kind].image)
                drawing_add(drawing, (struct shape){ .kind = SHAPE_PIECE,
                                                     .x = x,
                                                     .y = y - FIGURINE + 3.5,
                                                     .w = FIGURINE,
                                                     .piece = scene->kinds[kind] });
            x += FIGURINE;
            text += 3;
        }
    }
}

double diagram_caption(struct drawing *drawing, const struct scene *scene, double y, double width)
{
    for (unsigned i = 0; i < SCENE_LINES && scene->caption[i]; i++) {
        const char *text = scene->caption[i];
        while (*text) {
            size_t length = fit(text, width);
            const char *line = arena_copy(&drawing->arena, text, length);
            drawing->failed = drawing->failed || !line;
            y += CAPTION_LEAD;
            add_line(drawing, scene, line ? line : "", y - 5);
            text += length;
            text += strspn(text, " ");
        }
    }
    return y;
}
