/* board.c - draws the board with pieces, from- and to-squares, arrows, captures, marks and odds. */
#include "draw/svg.h"
#include "rules/position.h"

#include <math.h>
#include <string.h>

enum { COORD_SIZE = 14, COORD_SMALL = 9, COORD_SMALL_MOST = 13 };
enum { HEAD_CLEAR = 13, PIECE_CLEAR = 19, TAIL_CLEAR = 6, GHOST_CLEAR = 17, SIGN_CLEAR = 12, SIGN_OFF = 15 };
enum { BADGE_SIZE = 10, BADGE_MOST = 14, ODDS_MOST = 14, CORNERS = 4, ROOK_BELOW = 13 };

static void draw_piece(struct drawing *d, unsigned square, struct ludus_square piece)
{
    struct point at = board_centre(d, square);
    svg_piece(d, at.x - PIECE_GRID / 2.0, at.y - PIECE_GRID / 2.0, PIECE_GRID, piece);
}

static void draw_rect(struct drawing *d, enum look look, double x, double y, double w, double h)
{
    svg_shape(d, look, FORM_OUTLINE, "<rect x=%f y=%f width=%f height=%f", x, y, w, h);
}

static void draw_cross(struct drawing *d, enum look look, struct point at, double r)
{
    svg_shape(d, look, FORM_CROSS, "<path d='M%f %fl%f %fM%f %fl%f %f'", at.x - r, at.y - r, 2 * r, 2 * r,
              at.x + r, at.y - r, -2 * r, 2 * r);
}

/* ---- Coordinates ---- */

/* Draws the names of all files or ranks, at x, y from the centre of their squares, or from the edge. */
static void add_names(struct drawing *d, enum look look, bool ranks, enum anchor anchor, double size,
                      double x, double y)
{
    const struct scene *scene = d->scene;
    unsigned step = ranks ? scene->files : 1;
    svg_open_texts(d, look, size, anchor);
    for (unsigned s = 0; s < (ranks ? scene->ranks * scene->files : scene->files); s += step) {
        struct square_name name = square_name_at(scene->files, s);
        name.text[1] = ranks ? name.text[1] : '\0';
        const unsigned across = ranks ? step - 1 : (scene->ranks - 1) * scene->files; /* the board */
        const bool dark =
            look == LOOK_COORD_IN && board_ground(d, d->options->flip ? s + across : s) == LOOK_DARK;
        svg_text(d, dark ? LOOK_COORD_DARK : LOOK_NONE, ANCHOR_START, x + (ranks ? 0 : board_centre(d, s).x),
                 y + (ranks ? board_centre(d, s).y : scene->ranks * PIECE_GRID), 0, name.text + ranks);
    }
    xml_end(&d->writer);
}

/* Removes the hatching behind coordinates in the squares, which could be confused with them. */
static void clear_names(struct drawing *d)
{
    const struct scene *scene = d->scene;
    const double size = diagram_text_size(d, COORD_SMALL, COORD_SMALL_MOST), height = size + 3;
    const double half = PIECE_GRID / 2.0;
    for (unsigned file = 0; file < scene->files; file++) {
        double width = face_width((const char[]){ (char)('a' + file), '\0' }, size) + 4;
        draw_rect(d, LOOK_LIGHT, board_centre(d, file).x + half - width, scene->ranks * PIECE_GRID - height,
                  width, height);
    }
    for (unsigned first = 0; first < scene->ranks * scene->files; first += scene->files)
        draw_rect(d, LOOK_LIGHT, 0, board_centre(d, first).y - half,
                  face_width(square_name_at(scene->files, first).text + 1, size) + 4, height);
}

/* ---- Below the pieces ---- */

/* Draws lines between flankers. */
static void add_flanks(struct drawing *d)
{
    const struct scene *scene = d->scene;
    struct scene_line lines[SCENE_FLANKS];
    unsigned count = d->options->moves ? scene_flanks(scene, lines) : 0;
    for (unsigned i = 0; i < count; i++) {
        struct point a = board_centre(d, lines[i].from), b = board_centre(d, lines[i].to);
        svg_shape(d, LOOK_FLANK, FORM_OUTLINE, "<path d='M%f %fL%f %f'", a.x, a.y, b.x, b.y);
    }
}

/* ---- Arrows ---- */

static bool is_occupied(const struct scene *scene, unsigned square)
{
    return square != LUDUS_NO_SQUARE && scene->cell[square].kind != LUDUS_NO_KIND;
}

/* Does the square show the ghost of a captured man? */
static bool has_ghost(const struct scene *scene, unsigned square)
{
    bool taken = false;
    for (unsigned i = 0; i < scene->taken_count; i++)
        taken |= scene->taken[i].square == square;
    return taken && !is_occupied(scene, square);
}

static struct point point_toward(struct point from, struct point to, double distance)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    if (length == 0)
        return from;
    return (struct point){ from.x + (to.x - from.x) * distance / length,
                           from.y + (to.y - from.y) * distance / length };
}

enum { POINTS = SCENE_PATH + 2 };

/* Draws an arrow along `path`, with these distances from its ends. */
static void add_arrow(struct drawing *d, enum look look, struct point path[POINTS], unsigned count,
                      double tail_clear, double head_clear)
{
    if (!count)
        return;
    struct point tail = point_toward(path[0], path[1], tail_clear);
    path[count - 1] = point_toward(path[count - 1], path[count - 2], head_clear);
    path[0] = tail;
    svg_arrow(d, look, path, count);
}

/* Fills the path of a step and returns its length; 0 if it has no arrow. */
static unsigned step_path(const struct drawing *d, const struct scene_step *step, struct point path[POINTS])
{
    unsigned count = 0;
    if (step->from == LUDUS_NO_SQUARE || step->to == LUDUS_NO_SQUARE || step->type == LUDUS_PLACE ||
        (step->from == step->to && !step->path_count))
        return 0;
    path[count++] = board_centre(d, step->from);
    for (unsigned i = 0; i < step->path_count; i++)
        path[count++] = board_centre(d, step->path[i]);
    path[count++] = board_centre(d, step->to);
    return count;
}

/* Fills the path of a straight arrow that is `below` the centres of its squares. */
static unsigned straight_path(const struct drawing *d, unsigned from, unsigned to, double below,
                              struct point path[POINTS])
{
    path[0] = board_centre(d, from);
    path[1] = board_centre(d, to);
    path[0].y += below;
    path[1].y += below;
    return 2;
}

static void add_arrows(struct drawing *d)
{
    const struct scene *scene = d->scene;
    struct point path[POINTS];
    for (unsigned i = 0; i < scene->step_count && d->options->moves; i++) {
        const struct scene_step *step = &scene->steps[i];
        bool hidden = is_hatched(d) && is_occupied(scene, step->to); /* the head would be hidden */
        double tail = has_ghost(scene, step->from) ? GHOST_CLEAR : TAIL_CLEAR;
        double head = hidden ? PIECE_CLEAR : has_ghost(scene, step->to) ? GHOST_CLEAR : HEAD_CLEAR;
        add_arrow(d, LOOK_ARROW, path, step_path(d, step, path), tail, head);
        if (step->castles) /* the rook passes below the king */
            add_arrow(d, LOOK_ARROW, path, straight_path(d, step->rook_from, step->rook_to, ROOK_BELOW, path),
                      tail, head);
    }
}

/* ---- Signs in free places ---- */

static double distance(struct point point, struct point from, struct point to)
{
    double x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
    double part = square > 0 ? ((point.x - from.x) * x + (point.y - from.y) * y) / square : 0;
    part = fmin(fmax(part, 0), 1);
    return hypot(from.x + part * x - point.x, from.y + part * y - point.y);
}

static bool is_clear_of(struct point point, struct point *path, unsigned count)
{
    if (count)
        path[count - 1] = point_toward(path[count - 1], path[count - 2], HEAD_CLEAR);
    for (unsigned i = 0; i + 1 < count; i++)
        if (distance(point, path[i], path[i + 1]) < SIGN_CLEAR)
            return false;
    return true;
}

/* The positions of the numbers of the steps. */
struct badges {
    struct point at[LUDUS_MOVES_MAX];
    unsigned count;
};

/* Is the place free of coordinates, numbers, odds and arrows? */
static bool is_free(const struct drawing *d, unsigned square, struct point at, const struct badges *badges)
{
    const struct scene *scene = d->scene;
    struct point centre = board_centre(d, square), path[POINTS];
    bool left = at.x < centre.x, top = at.y < centre.y, free = !scene->odds[square] || top;
    if (d->options->coordinates == LUDUS_COORDINATES_IN && left == top)
        free &= left ? centre.x > PIECE_GRID : centre.y < (scene->ranks - 1) * PIECE_GRID;
    for (unsigned i = 0; free && i < badges->count; i++)
        free = hypot(badges->at[i].x - at.x, badges->at[i].y - at.y) >= SIGN_CLEAR;
    for (unsigned i = 0; free && i < scene->step_count; i++)
        free = is_clear_of(at, path, step_path(d, &scene->steps[i], path));
    for (unsigned i = 0; free && i < scene->arrow_count; i++)
        free = is_clear_of(at, path, straight_path(d, scene->arrows[i].from, scene->arrows[i].to, 0, path));
    return free;
}

/* Returns the first free corner, `off` from the centre of the square: first the upper left or right, then the
 * other upper one, then the lower ones; without a free one the first of all. */
static struct point free_corner(const struct drawing *d, unsigned square, bool right, double off,
                                const struct badges *badges)
{
    const double sides[CORNERS] = { right ? off : -off, right ? -off : off, -off, off };
    struct point centre = board_centre(d, square), at[CORNERS];
    unsigned chosen = 0;
    for (unsigned i = CORNERS; i-- > 0;) {
        at[i] = (struct point){ centre.x + sides[i], centre.y + (i < 2 ? -off : off) };
        if (is_free(d, square, at[i], badges))
            chosen = i;
    }
    return at[chosen];
}

static void add_badges(struct drawing *d)
{
    const struct scene *scene = d->scene;
    struct badges badges = { .count = 0 };
    /* Numbers are at the tails of the arrows, or beside a piece or ghost there. */
    for (unsigned i = 0; i < scene->step_count && scene->step_count > 1; i++) {
        const struct scene_step *step = &scene->steps[i];
        unsigned square = step->from != LUDUS_NO_SQUARE && step->type != LUDUS_PLACE ? step->from : step->to;
        badges.at[i] = is_occupied(scene, square) || has_ghost(scene, square)
                           ? free_corner(d, square, false, 14.5, &badges)
                           : board_centre(d, square);
        badges.count++;
    }
    /* A cross stands on a captured man, and in a corner of a square that is now occupied. */
    for (unsigned i = 0; i < scene->taken_count; i++) {
        const unsigned square = scene->taken[i].square;
        const bool occupied = is_occupied(scene, square);
        draw_cross(d, LOOK_TAKEN,
                   occupied ? free_corner(d, square, true, SIGN_OFF, &badges) : board_centre(d, square),
                   occupied ? 4 : 9);
    }
    for (unsigned i = 0; i < badges.count; i++) {
        double size = diagram_text_size(d, BADGE_SIZE, BADGE_MOST);
        svg_shape(d, LOOK_BADGE, FORM_OUTLINE, "<circle cx=%f cy=%f r=%f", badges.at[i].x, badges.at[i].y,
                  size * 0.7);
        svg_text(d, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, badges.at[i].x, badges.at[i].y + size * 0.36, size,
                 svg_number(i + 1, "").text);
    }
}

/* Draws marks and arrows of the user; tints are below the pieces. */
static void add_notes(struct drawing *d)
{
    const struct scene *scene = d->scene;
    for (unsigned i = 0; i < scene->mark_count; i++) {
        const struct scene_note *note = &scene->marks[i];
        struct point at = board_centre(d, note->from);
        d->colour = note->colour;
        bool dot = note->shape == MARK_DOT;
        if (note->shape == MARK_CIRCLE || dot)
            svg_shape(d, LOOK_NOTE, dot ? FORM_SOLID : FORM_OUTLINE, "<circle cx=%f cy=%f r=%u", at.x, at.y,
                      dot ? 6u : 20u);
        else if (note->shape == MARK_CROSS)
            draw_cross(d, LOOK_NOTE, at, 14);
        else if (note->shape == MARK_SQUARE)
            draw_rect(d, LOOK_NOTE, at.x - 20, at.y - 20, 40, 40);
        else if (note->shape == MARK_TEXT)
            svg_text(d, LOOK_NOTE, ANCHOR_MIDDLE, at.x, at.y + 6, 18, note->text);
    }
    for (unsigned i = 0; i < scene->arrow_count; i++) {
        const struct scene_note *note = &scene->arrows[i];
        struct point path[POINTS];
        /* Arrows with a white halo keep a distance from the pieces at their ends, which it would cover. */
        bool edged = is_hatched(d);
        d->colour = note->colour;
        add_arrow(d, LOOK_NOTE, path, straight_path(d, note->from, note->to, 0, path),
                  edged && is_occupied(scene, note->from) ? HEAD_CLEAR : TAIL_CLEAR,
                  edged && is_occupied(scene, note->to) ? PIECE_CLEAR : HEAD_CLEAR);
    }
}

static void add_odds(struct drawing *d)
{
    const struct scene *scene = d->scene;
    const double usual = 10.5, bottom = 21.5, size = diagram_text_size(d, usual, ODDS_MOST),
                 part = size / usual;
    for (unsigned s = 0; scene->has_odds && s < scene->files * scene->ranks; s++) {
        struct point at = board_centre(d, s);
        if (!scene->odds[s])
            continue;
        svg_shape(d, LOOK_ODDS, FORM_OUTLINE, "<rect x=%f y=%f width=%f height=%f rx=3", at.x - 14 * part,
                  at.y + bottom - 12 * part, 28 * part, 12 * part);
        svg_text(d, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, at.x, at.y + bottom - 2.5 * part, size,
                 svg_number(scene->odds[s], "%").text);
    }
}

/* ---- The board ---- */

/* Crosses out a captured man of the user's piece set, whose colours are its own, by lines of the ground. */
static void add_veil(struct drawing *d, unsigned square)
{
    const struct point at = board_centre(d, square);
    enum look look = board_ground(d, square);
    if (!d->pieces)
        return;
    for (unsigned i = 0; d->options->last && i < d->scene->step_count; i++)
        if (d->scene->steps[i].from == square || d->scene->steps[i].to == square)
            look = board_ground(d, square) == LOOK_DARK ? LOOK_LAST_DARK : LOOK_LAST;
    xml_put(&d->writer,
            "<path d='M%f %fv39' class=ludus-veil fill=none stroke=%s stroke-width=40 stroke-dasharray='2.5 "
            "1.7' />",
            at.x, at.y - PIECE_GRID / 2.0 + 3, theme_paints[d->options->theme][look].fill);
}

/* Draws the pieces, and what is below and above them. Hatched arrows are below the pieces, because their
 * white halo would cover them. */
static void add_scene(struct drawing *d)
{
    const struct scene *scene = d->scene;
    for (unsigned i = 0; i < scene->taken_count && d->options->moves; i++) {
        const struct played_man *taken = &scene->taken[i];
        if (is_occupied(scene, taken->square))
            continue;
        svg_open_side(d, taken->man.side, board_ground(d, taken->square));
        draw_piece(d, taken->square, taken->man);
        xml_end(&d->writer);
        d->in_side = false;
        add_veil(d, taken->square);
    }
    if (is_hatched(d))
        add_arrows(d);
    for (unsigned side = 0; side < 2; side++) {
        svg_open_side(d, side, LOOK_NONE);
        for (unsigned s = 0; s < scene->files * scene->ranks; s++)
            if (is_occupied(scene, s) && scene->cell[s].side == side)
                draw_piece(d, s, scene->cell[s]);
        xml_end(&d->writer);
        d->in_side = false;
    }
    if (!is_hatched(d))
        add_arrows(d);
    if (d->options->moves)
        add_badges(d);
    add_notes(d);
    add_odds(d);
}

void board_draw(struct drawing *d)
{
    const bool inside = d->options->coordinates == LUDUS_COORDINATES_IN;
    double size = diagram_text_size(d, COORD_SIZE, PIECE_GRID);
    ground_draw(d);
    if (inside && is_hatched(d))
        clear_names(d);
    add_flanks(d);
    draw_rect(d, LOOK_FRAME, -0.75, -0.75, d->scene->files * PIECE_GRID + 1.5,
              d->scene->ranks * PIECE_GRID + 1.5);
    if (d->options->coordinates == LUDUS_COORDINATES_OUT) {
        add_names(d, LOOK_COORD, false, ANCHOR_MIDDLE, size, 0, size + 2);
        add_names(d, LOOK_COORD, true, ANCHOR_END, size, -6, size * 0.35);
    }
    for (unsigned i = 0; i < d->actor_count; i++) {
        const struct actor *actor = &d->actors[i];
        if (actor->keys.length)
            xml_put(&d->writer, "<g class=%sactor%u opacity=%s", d->options->id_prefix, i,
                    actor->late ? "0" : NULL);
        draw_piece(d, actor->home, actor->piece);
        if (actor->keys.length)
            xml_end(&d->writer);
    }
    if (!d->style.length)
        add_scene(d);
    size = diagram_text_size(d, COORD_SMALL, COORD_SMALL_MOST);
    if (inside) {
        add_names(d, LOOK_COORD_IN, false, ANCHOR_END, size, PIECE_GRID / 2.0 - 1.5, -2);
        add_names(d, LOOK_COORD_IN, true, ANCHOR_START, size, 1.5, size - 0.5 - PIECE_GRID / 2.0);
    }
}
