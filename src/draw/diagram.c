/* diagram.c - the layout of a scene: the board, the side to move, dice, hands, prisoners, the caption. */
#include "base/text.h"
#include "draw/svg.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 3, GAP = 12, COORD_LEFT = 20, COORD_WIDE = 27, COORD_BELOW = 20 };
enum { COLUMN = 78, TOKEN = 24, TOKEN_STEP = 34, MARKER = 7, DIE = 30, DIE_STEP = 38, SIGN_SIZE = 13 };
enum { CAPTION_SIZE = 14, CAPTION_LEAD = 19, COUNT_SIZE = 10, KEY_MOST = 12 };

/* ---- Widths of texts ---- */

/* Widths of the characters from blank to ~ in hundredths of the size, each the maximum of the fonts that
 * drawings name: no line may be wider than computed. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 90, 28,  40,  40, 50, 84, 32, 34, 32, 34, 64, 64, 64, 64, 64, 64,  64, 64,
    64, 64, 34, 34, 84, 84, 84, 54,  100, 73, 74, 77, 81, 73, 70, 80, 88, 40, 52, 75, 67, 103, 88, 82,
    68, 82, 76, 69, 67, 85, 73, 103, 72,  67, 70, 40, 34, 40, 84, 50, 50, 60, 65, 57, 65, 60,  38, 65,
    65, 32, 32, 61, 32, 95, 65, 61,  65,  65, 48, 52, 41, 65, 57, 86, 57, 57, 53, 64, 34, 64,  84,
};

enum { WIDE = 100, OTHER = 70 };

static const double figurine = 15.0 / 14; /* in sizes */

/* Returns the width of the first character. */
static double face_advance(const char *text, double size)
{
    unsigned char lead = (unsigned char)*text, next = lead ? (unsigned char)text[1] : 0;
    bool isolates = lead == 0xe2 && next == 0x81 && ((unsigned char)text[2] & 0xfe) == 0xa8; /* direction */
    bool dots = lead == 0xe2 && next == 0x80 && (unsigned char)text[2] == 0xa6;
    unsigned hundredths = OTHER;
    if (lead == 0xee && next == 0x80 && ((unsigned char)text[2] & 0xf0) == 0x80) /* SCENE_FIGURINE */
        return figurine * size;
    if (lead == 0xcc || (lead == 0xcd && next < 0xb0) || isolates) /* combining accents and dots */
        hundredths = 0;
    else if (lead >= ' ' && lead <= '~')
        hundredths = widths[lead - ' '];
    else if (lead >= 0xe3 || dots) /* Chinese, Japanese, Korean are wide, and so is … */
        hundredths = WIDE;
    return hundredths * size / 100;
}

double face_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text += text_step(text, strnlen(text, 4)))
        width += face_advance(text, size);
    return width;
}

size_t face_fit(const char *text, double size, double width)
{
    double used = 0;
    size_t at = 0, blank = 0, slash = 0;
    for (; text[at]; at += text_step(text + at, strnlen(text + at, 4))) {
        used += face_advance(text + at, size);
        if (used > width && at > 0)
            return blank ? blank : slash ? slash : at;
        if (text[at] == ' ')
            blank = at;
        else if (text[at] == '/')
            slash = at + 1;
    }
    return at;
}

/* ---- Beside the board ---- */

/* The layout of the pieces beside the board: two in a row, each with its count, after a sign. */
struct stock_style {
    double sign, count;     /* sizes of the texts */
    double left, step, row; /* of the first piece, to the next, to the next row */
};

static struct stock_style stock_style(const struct drawing *d)
{
    const double size = d->text;
    const char *digits = ""; /* the widest count, as any digits */
    if (!(size > 0))
        return (struct stock_style){ SIGN_SIZE, COUNT_SIZE, 10, TOKEN_STEP, TOKEN };
    for (unsigned i = 0; i < 4 * SCENE_KINDS; i++) {
        const struct scene_stock *stock = i % 2 ? &d->scene->prisoners : &d->scene->hand;
        unsigned count = stock->count[i / 2 % 2][i / 4];
        const char *own = count > 99 ? "888" : count > 9 ? "88" : count > 1 ? "8" : "";
        digits = strlen(own) > strlen(digits) ? own : digits;
    }
    return (struct stock_style){ size, size, fmax(10, size + 1),
                                 fmax(TOKEN_STEP, TOKEN + face_width(digits, size)), fmax(TOKEN, size) };
}

/* Is there space for the disc of the side to move? */
static bool shows_side(const struct drawing *d)
{
    return d->options->side && !d->scene->sideless;
}

static double dice_height(const struct drawing *d)
{
    return d->options->dice && d->scene->has_dice ? DIE_STEP * (double)d->scene->dice_count : 0;
}

/* Draws rows of small pieces, two in each, after a sign: @ in hand, × captured. Returns their height; only
 * measures them if not `drawn`. */
static double add_stock(struct drawing *d, const struct scene_stock *stock, unsigned side, double y,
                        bool drawn)
{
    const struct stock_style style = stock_style(d);
    const double middle = (style.row - TOKEN) / 2; /* space above a piece */
    const bool hand = stock == &d->scene->hand;
    unsigned kinds = 0;
    for (unsigned kind = 0; kind < SCENE_KINDS; kind++) {
        const unsigned row = kinds / 2, count = stock->count[side][kind];
        const double x = (kinds % 2) * style.step + style.left, top = y + row * style.row + middle;
        kinds += count > 0;
        if (!count || !drawn)
            continue;
        svg_piece(d, x, top, TOKEN,
                  (struct ludus_square){ (uint8_t)kind, (uint8_t)(hand ? side : 1 - side), false });
        if (count > 1)
            svg_text(d, LOOK_TEXT, ANCHOR_START, x + TOKEN - 2, top + TOKEN - 4, style.count,
                     svg_number(count, "").text);
    }
    if (kinds && drawn)
        svg_text(d, LOOK_TEXT, ANCHOR_MIDDLE, style.left / 2 - 1, y + middle + 17, style.sign,
                 hand ? "@" : "\u00d7");
    const unsigned rows = (kinds + 1) / 2;
    return rows * style.row;
}

/* Draws, or only measures, everything of one side, from y on. Returns its height. */
static double add_player(struct drawing *d, unsigned side, double y, bool drawn)
{
    const struct scene *scene = d->scene;
    double height = shows_side(d) ? 2 * MARKER + 6 : 0;
    if (drawn && shows_side(d) && scene->side == side && !scene->over)
        svg_shape(d, LOOK_TO_MOVE_WHITE + side, FORM_OUTLINE, "<circle cx=%u cy=%f r=%u", MARKER + 1,
                  y + MARKER + 1, MARKER);
    if (d->options->stock) {
        height += add_stock(d, &scene->hand, side, y + height, drawn);
        height += add_stock(d, &scene->prisoners, side, y + height, drawn);
    }
    return height;
}

/* Draws a die, and beside it the piece that it moved and the number of that move. */
static void add_die(struct drawing *d, const struct scene_die *die, double y)
{
    /* Positions on a 3 × 3 grid, a bit each, from the upper left. */
    static const unsigned pips[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
    static const uint8_t looks[] = {
        [DIE_USED] = LOOK_DIE, [DIE_UNUSED] = LOOK_DIE_IDLE, [DIE_PASSED] = LOOK_DIE_PASSED
    };
    const struct paint *paint = &theme_paints[d->options->theme][looks[die->state]];
    const double x = 1, side = DIE, usual = 9.5, size = diagram_text_size(d, usual, KEY_MOST);
    xml_put(&d->writer, "<g class=%s", paint->class);
    xml_put(
        &d->writer,
        "<rect x=%f y=%f width=%f height=%f rx=%f fill=%s stroke=%s stroke-width=%s stroke-dasharray=%s />",
        x, y, side, side, side * 0.2, paint->fill, paint->stroke, paint->width,
        die->state == DIE_UNUSED ? "3 2" : NULL);
    if (die->face >= 1 && die->face <= 6) {
        xml_put(&d->writer, "<g fill=%s", paint->stroke);
        for (unsigned i = 0; i < 9; i++) {
            const unsigned row = i / 3, column = i % 3;
            if (pips[die->face] >> i & 1)
                xml_put(&d->writer, "<circle cx=%f cy=%f r=%f />", x + side * (0.25 + 0.25 * column),
                        y + side * (0.25 + 0.25 * row), side * 0.095);
        }
        xml_end(&d->writer);
    } else {
        xml_put(&d->writer, "<g fill=%s font-weight=bold", paint->stroke);
        d->bold = true;
        svg_text(d, LOOK_NONE, ANCHOR_MIDDLE, x + side / 2, y + side * 0.72, side * 0.6,
                 die->face ? svg_number(die->face, "").text : "?");
        d->bold = false;
        xml_end(&d->writer);
    }
    if (die->state == DIE_PASSED)
        xml_put(&d->writer, "<path d='M%f %fl%f %f' stroke=%s stroke-width=2 />", x - 2, y + side + 2,
                side + 4, -side - 4, paint->stroke);
    xml_end(&d->writer);
    if (die->state != DIE_USED)
        svg_text(d, LOOK_TEXT, ANCHOR_MIDDLE, DIE + 19, y + DIE / 2.0 + 5, 15, EN_DASH);
    else
        svg_piece(d, DIE + 6, y + 1, DIE - 2, d->scene->steps[die->step].piece);
    if (die->state != DIE_USED || d->scene->step_count < 2)
        return;
    svg_shape(d, LOOK_BADGE, FORM_OUTLINE, "<circle cx=%u cy=%f r=%f", DIE + 1, y + 1, 6.5 * size / usual);
    svg_text(d, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, DIE + 1, y + 1 + 3.5 * size / usual, size,
             svg_number(die->step + 1u, "").text);
}

/* Draws the column beside the board, `height` high; returns its width. */
static double add_column(struct drawing *d, double height)
{
    const struct stock_style style = stock_style(d);
    const unsigned below = d->options->flip ? LUDUS_BLACK : LUDUS_WHITE;
    const double below_height = add_player(d, below, 0, false), dice = dice_height(d);
    const double above_height = add_player(d, 1 - below, 0, true);
    double y = above_height + (height - above_height - below_height - dice) / 2 + (DIE_STEP - DIE) / 2.0;

    add_player(d, below, height - below_height, true);
    for (unsigned i = 0; i < d->scene->dice_count && dice > 0; i++)
        add_die(d, &d->scene->dice[i], y + i * (double)DIE_STEP);
    if (above_height + below_height > (shows_side(d) ? 4 * MARKER + 12 : 0)) /* with pieces */
        return fmax(COLUMN, style.left + 2 * style.step);
    return d->options->dice && d->scene->has_dice ? COLUMN : 2 * MARKER + 2;
}

/* ---- The caption, and the whole diagram ---- */

/* Draws a line of text with figurines as small pieces: their squares, which have margins, are wider than the
 * space for them. */
static void add_line(struct drawing *d, const char *text, const char *end, double size, double y)
{
    static const double figurine_square = 17.0 / 15; /* side of the square, if its space is 1 */
    struct ludus_text plain;
    for (double x = 0; text < end;) {
        const unsigned kind = figurine_next(&text, end, d->scene->kinds, &plain);
        buf_add(&d->data, plain.text, plain.length);
        if (plain.length)
            svg_text(d, LOOK_CAPTION, ANCHOR_START, x, y, size, buf_string(&d->data));
        x += face_width(buf_string(&d->data), size);
        d->data.length = 0;
        if (kind < SCENE_KINDS) {
            const double wide = figurine * size, square = wide * figurine_square;
            svg_piece(d, x - (square - wide) / 2, y - square + size / 4, square,
                      (struct ludus_square){ (uint8_t)kind, LUDUS_WHITE, false });
            x += wide;
        }
    }
}

/* The positions of the parts of a diagram, from its upper left corner. */
struct parts {
    double left, top; /* of the board */
    double column;    /* height of the column beside the board, 0: none */
    double height;    /* of everything except the caption */
};

/* Draws everything beside and below the board; returns the size of the diagram. */
static struct point add_around(struct drawing *d, const struct parts *parts, double x, double y)
{
    const double right = parts->left + d->scene->files * PIECE_GRID; /* of the board */
    struct point size = { right + MARGIN, parts->height };
    double font = diagram_text_size(d, CAPTION_SIZE, PIECE_GRID), below = 0; /* height of the caption */
    if (parts->column > 0) {
        xml_put(&d->writer, "<g class=ludus-beside transform='translate(%f %f)'", x + right + GAP,
                y + MARGIN);
        size.x += GAP + add_column(d, parts->column);
        xml_end(&d->writer);
    }
    if (d->options->caption && d->scene->caption[0]) {
        xml_put(&d->writer, "<g class=ludus-caption transform='translate(%f %f)'", x + parts->left,
                y + size.y);
        for (unsigned i = 0; i < SCENE_LINES && d->scene->caption[i]; i++)
            for (const char *text = d->scene->caption[i]; *text; text += strspn(text, " ")) {
                const char *end = text + face_fit(text, font, size.x - parts->left - MARGIN);
                below += font * CAPTION_LEAD / CAPTION_SIZE;
                add_line(d, text, end, font, below - 5 * font / CAPTION_SIZE);
                text = end;
            }
        xml_end(&d->writer);
        size.y += below + MARGIN;
    }
    d->width = fmax(d->width, x + size.x);
    d->height = fmax(d->height, y + size.y);
    return size;
}

struct point diagram_lay_out(struct drawing *d, struct scene *const *scenes, size_t count, double x, double y)
{
    const unsigned ranks = scenes[0]->ranks;
    const bool margin = d->options->coordinates == LUDUS_COORDINATES_OUT;
    double column = 0, room = ranks < 10 ? COORD_LEFT : COORD_WIDE /* for two digits */, below = COORD_BELOW;
    struct point size = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        d->scene = scenes[i];
        column = fmax(column, add_player(d, 0, 0, false) + add_player(d, 1, 0, false) + dice_height(d));
    }
    d->scene = scenes[0];
    if (d->text > 0) {
        room = face_width(ranks < 10 ? "8" : "88", d->text) + 11;
        below = d->text + 6;
    }
    const double board = ranks * PIECE_GRID, spare = fmax(column - board, 0);
    const struct parts parts = { .left = MARGIN + (margin ? room : 0),
                                 .top = MARGIN + spare / 2,
                                 .column = column > 0 ? board + spare : 0,
                                 .height = 2 * MARGIN + board + (margin ? below : 0) + spare };
    xml_put(&d->writer, "<g transform='translate(%f %f)'", x + parts.left, y + parts.top);
    board_draw(d);
    xml_end(&d->writer);
    for (size_t i = 0; i < count; i++) {
        d->scene = scenes[i];
        if (d->style.length)
            xml_put(&d->writer, "<g class=%sturn%zu opacity=%s", d->options->id_prefix, i, i ? "0" : NULL);
        size = add_around(d, &parts, x, y);
        if (d->style.length)
            xml_end(&d->writer);
    }
    return size;
}
