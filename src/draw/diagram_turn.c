/* diagram_turn.c - what happened, drawn on the board: squares left and reached, arrows, captures, marks,
 * odds. */
#include "draw/diagram.h"
#include "draw/svg.h"

#include <math.h>
#include <string.h>

enum { HEAD_CLEAR = 13, PIECE_CLEAR = 19, TAIL_CLEAR = 6, GHOST_CLEAR = 17, SIGN_CLEAR = 12, SIGN_OFF = 15 };
enum { BADGE_SIZE = 10, BADGE_MOST = 14, ODDS_MOST = 14, CORNERS = 4, ROOK_BELOW = 13 };

/* ---- Below the pieces ---- */

static void tint_square(const struct diagram *diagram, unsigned square, enum look look, const char *colour)
{
    struct point centre = diagram_middle(diagram, square);
    drawing_add(diagram->drawing, (struct shape){ .kind = SHAPE_RECT,
                                                  .look = (uint8_t)look,
                                                  .x = centre.x - PIECE_GRID / 2.0,
                                                  .y = centre.y - PIECE_GRID / 2.0,
                                                  .w = PIECE_GRID,
                                                  .h = PIECE_GRID,
                                                  .colour = colour });
}

static void join_squares(void *context, unsigned a, unsigned b)
{
    const struct diagram *diagram = context;
    struct point from = diagram_middle(diagram, a), to = diagram_middle(diagram, b);
    drawing_add(diagram->drawing,
                (struct shape){
                    .kind = SHAPE_LINE, .look = LOOK_FLANK, .x = from.x, .y = from.y, .w = to.x, .h = to.y });
}

void diagram_turn(const struct diagram *diagram)
{
    const struct scene *scene = diagram->scene;
    for (unsigned i = 0; scene->has_turn && diagram->options->last && i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        uint8_t squares[] = { step->from, step->to, step->rook_from, step->rook_to };
        for (unsigned n = 0; n < (step->castles ? 4 : 2); n++)
            if (squares[n] != LUDUS_NO_SQUARE && !memchr(squares, squares[n], n))
                tint_square(diagram, squares[n], LOOK_LAST, NULL);
    }
    if (scene->has_turn && diagram->options->moves)
        flank_each(scene, join_squares, &(struct diagram){ diagram->drawing, scene, diagram->options });
    for (unsigned i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].shape == MARK_FILL)
            tint_square(diagram, scene->marks[i].from, LOOK_FILL, scene->marks[i].colour);
}

/* ---- Arrows ---- */

static bool stands_on(const struct scene *scene, unsigned square)
{
    return square != LUDUS_NO_SQUARE && scene->cell[square].image;
}

/* Does the ghost of a man fill the square? */
static bool holds_ghost(const struct scene *scene, unsigned square)
{
    bool taken = false;
    for (unsigned i = 0; i < scene->taken_count; i++)
        taken |= scene->taken[i].square == square;
    return taken && !stands_on(scene, square);
}

static struct point toward(struct point from, struct point to, double distance)
{
    double length = hypot(to.x - from.x, to.y - from.y);
    if (length == 0)
        return from;
    return (struct point){ from.x + (to.x - from.x) * distance / length,
                           from.y + (to.y - from.y) * distance / length };
}

/* How far an arrow stays from the middles of the squares that it joins. */
struct clear {
    double tail, head;
};

/* An arrow over the squares of `way`. */
static void add_arrow(const struct diagram *diagram, const struct point *way, unsigned count,
                      struct clear clear, enum look look, const char *colour)
{
    if (!count)
        return;
    struct point *points = arena_alloc(&diagram->drawing->arena, count * sizeof *points);
    if (!points) {
        diagram->drawing->failed = true;
        return;
    }
    memcpy(points, way, count * sizeof *points);
    points[0] = toward(way[0], way[1], clear.tail);
    points[count - 1] = toward(way[count - 1], way[count - 2], clear.head);
    drawing_add(diagram->drawing, (struct shape){ .kind = SHAPE_ARROW,
                                                  .look = (uint8_t)look,
                                                  .colour = colour,
                                                  .points = points,
                                                  .point_count = count });
}

enum { WAY_MAX = SCENE_PATH + 2 };

/* Fills the squares that a step goes over and returns how many they are; 0 where it has no arrow. */
static unsigned step_way(const struct diagram *diagram, const struct scene_step *step,
                         struct point way[WAY_MAX])
{
    unsigned count = 0;
    if (step->from == LUDUS_NO_SQUARE || step->to == LUDUS_NO_SQUARE || step->type == LUDUS_PLACE ||
        (step->from == step->to && !step->path_count))
        return 0;
    way[count++] = diagram_middle(diagram, step->from);
    for (unsigned i = 0; i < step->path_count; i++)
        way[count++] = diagram_middle(diagram, step->path[i]);
    way[count++] = diagram_middle(diagram, step->to);
    return count;
}

/* The same of the rook in castling, which passes below the king. */
static unsigned rook_way(const struct diagram *diagram, const struct scene_step *step,
                         struct point way[WAY_MAX])
{
    if (!step->castles)
        return 0;
    way[0] = diagram_middle(diagram, step->rook_from);
    way[1] = diagram_middle(diagram, step->rook_to);
    way[0].y += ROOK_BELOW;
    way[1].y += ROOK_BELOW;
    return 2;
}

static unsigned note_way(const struct diagram *diagram, const struct scene_note *note,
                         struct point way[WAY_MAX])
{
    way[0] = diagram_middle(diagram, note->from);
    way[1] = diagram_middle(diagram, note->to);
    return 2;
}

/* Do pieces stand above the arrows of the turn? So they do where arrows have a white edge, which would cut
 * them. */
static bool arrows_are_below(const struct diagram *diagram)
{
    return diagram->options->theme == LUDUS_THEME_HATCHED;
}

static void add_arrows(const struct diagram *diagram)
{
    const struct scene *scene = diagram->scene;
    struct point way[WAY_MAX];
    for (unsigned i = 0; i < scene->step_count && diagram->options->moves; i++) {
        const struct scene_step *step = &scene->steps[i];
        bool hidden = arrows_are_below(diagram) && stands_on(scene, step->to); /* the head would be */
        struct clear clear = { holds_ghost(scene, step->from) ? GHOST_CLEAR : TAIL_CLEAR,
                               hidden                         ? PIECE_CLEAR
                               : holds_ghost(scene, step->to) ? GHOST_CLEAR
                                                              : HEAD_CLEAR };
        add_arrow(diagram, way, step_way(diagram, step, way), clear, LOOK_ARROW, NULL);
        add_arrow(diagram, way, rook_way(diagram, step, way), clear, LOOK_ARROW, NULL);
    }
}

static void drawing_cross(struct drawing *drawing, double x, double y, double half)
{
    drawing_add(drawing,
                (struct shape){ .kind = SHAPE_CROSS, .look = LOOK_TAKEN, .x = x, .y = y, .w = half });
}

void diagram_below(const struct diagram *diagram)
{
    if (diagram->options->moves) {
        /* Men that the turn took, or that fell, where nobody stands now, and a cross over them. */
        for (unsigned i = 0; i < diagram->scene->taken_count; i++) {
            const struct scene_taken *taken = &diagram->scene->taken[i];
            struct point at = diagram_middle(diagram, taken->square);
            if (diagram->scene->cell[taken->square].image)
                continue;
            drawing_piece(diagram->drawing, LOOK_GHOST, at.x - PIECE_GRID / 2.0, at.y - PIECE_GRID / 2.0,
                          PIECE_GRID, taken->piece);
            drawing_cross(diagram->drawing, at.x, at.y, 9);
        }
    }
    if (arrows_are_below(diagram))
        add_arrows(diagram);
}

/* ---- Signs that look for a free place ---- */

static double distance(struct point point, struct point from, struct point to)
{
    double x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
    double part = square > 0 ? ((point.x - from.x) * x + (point.y - from.y) * y) / square : 0;
    part = fmin(fmax(part, 0), 1);
    return hypot(from.x + part * x - point.x, from.y + part * y - point.y);
}

static bool is_clear_of(struct point point, struct point *way, unsigned count)
{
    if (count)
        way[count - 1] = toward(way[count - 1], way[count - 2], HEAD_CLEAR);
    for (unsigned i = 0; i + 1 < count; i++)
        if (distance(point, way[i], way[i + 1]) < SIGN_CLEAR)
            return false;
    return true;
}

/* Does no arrow come near `point`? */
static bool is_clear(const struct diagram *diagram, struct point point)
{
    const struct scene *scene = diagram->scene;
    struct point way[WAY_MAX];
    bool clear = true;
    for (unsigned i = 0; clear && i < scene->step_count; i++)
        clear = is_clear_of(point, way, step_way(diagram, &scene->steps[i], way));
    for (unsigned i = 0; clear && i < scene->arrow_count; i++)
        clear = is_clear_of(point, way, note_way(diagram, &scene->arrows[i], way));
    return clear;
}

/* A corner of a square, from its middle. */
struct corner {
    int x, y;
};

/* The numbers of the steps, each in its place. */
struct badges {
    struct point at[LUDUS_MOVES_MAX];
    unsigned count;
};

/* Does nothing else stand there: a name in the square, a number, a chance? */
static bool is_empty(const struct diagram *diagram, unsigned square, struct corner corner, struct point at,
                     const struct badges *badges)
{
    const struct scene *scene = diagram->scene;
    struct point centre = diagram_middle(diagram, square);
    bool left = corner.x < 0, top = corner.y < 0;
    bool rank = left && top && centre.x < PIECE_GRID,
         file = !left && !top && centre.y > (scene->ranks - 1) * PIECE_GRID;
    for (unsigned i = 0; i < badges->count; i++)
        if (hypot(badges->at[i].x - at.x, badges->at[i].y - at.y) < SIGN_CLEAR)
            return false;
    return !(diagram->options->coordinates == LUDUS_COORDINATES_IN && (rank || file)) &&
           !(scene->odds[square] && !top);
}

/* The first of the corners that is free, `off` from the middle of the square; the first of all if none is. */
static struct point free_corner(const struct diagram *diagram, unsigned square,
                                const struct corner corners[CORNERS], double off, const struct badges *badges)
{
    struct point centre = diagram_middle(diagram, square), at[CORNERS];
    unsigned chosen = 0;
    for (unsigned i = CORNERS; i-- > 0;) {
        at[i] = (struct point){ centre.x + off * corners[i].x, centre.y + off * corners[i].y };
        if (is_empty(diagram, square, corners[i], at[i], badges) && is_clear(diagram, at[i]))
            chosen = i;
    }
    return at[chosen];
}

/* A man that was taken where another stands now has a cross in a corner of the square. */
static void taken_sign(const struct diagram *diagram, unsigned square, const struct badges *badges)
{
    static const struct corner corners[CORNERS] = { { 1, -1 }, { -1, -1 }, { -1, 1 }, { 1, 1 } };
    if (!stands_on(diagram->scene, square))
        return;
    struct point at = free_corner(diagram, square, corners, SIGN_OFF, badges);
    drawing_cross(diagram->drawing, at.x, at.y, 4);
}

static void note_mark(const struct diagram *diagram, const struct scene_note *note)
{
    static const struct {
        uint8_t kind, flags;
        double off, size; /* off: of the corner of a square from the middle, and of a text's baseline */
    } forms[] = { [MARK_CIRCLE] = { SHAPE_CIRCLE, 0, 0, 20 },
                  [MARK_DOT] = { SHAPE_CIRCLE, 1, 0, 6 },
                  [MARK_CROSS] = { SHAPE_CROSS, 0, 0, 14 },
                  [MARK_SQUARE] = { SHAPE_RECT, 0, -20, 40 },
                  [MARK_TEXT] = { SHAPE_TEXT, ANCHOR_MIDDLE, 6, 18 } };
    struct point at = diagram_middle(diagram, note->from);
    bool text = note->shape == MARK_TEXT, square = note->shape == MARK_SQUARE;
    if (note->shape == MARK_FILL) /* is below the pieces */
        return;
    drawing_add(diagram->drawing,
                (struct shape){ .kind = forms[note->shape].kind,
                                .look = LOOK_NOTE,
                                .flags = forms[note->shape].flags,
                                .x = at.x + (square ? forms[note->shape].off : 0),
                                .y = at.y + forms[note->shape].off,
                                .w = text ? 0 : forms[note->shape].size,
                                .h = text || square ? forms[note->shape].size : 0,
                                .colour = note->colour,
                                .text = text ? drawing_text(diagram->drawing, "%s", note->text) : NULL });
}

static void add_odds(const struct diagram *diagram)
{
    const struct scene *scene = diagram->scene;
    const double usual = 10.5, bottom = 21.5, size = diagram_text_size(scene, usual, ODDS_MOST),
                 part = size / usual;
    for (unsigned s = 0; s < scene->files * scene->ranks; s++) {
        struct point at = diagram_middle(diagram, s);
        if (!scene->odds[s])
            continue;
        drawing_rect(diagram->drawing, LOOK_ODDS, at.x - 14 * part, at.y + bottom - 12 * part, 28 * part,
                     12 * part);
        drawing_write(diagram->drawing, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, at.x, at.y + bottom - 2.5 * part,
                      size, drawing_text(diagram->drawing, "%u%%", scene->odds[s]));
    }
}

void diagram_signs(const struct diagram *diagram)
{
    const struct scene *scene = diagram->scene;
    struct badges badges = { .count = 0 };
    if (!arrows_are_below(diagram))
        add_arrows(diagram);
    /* Numbers stand at the tails of the arrows, or beside a piece or a ghost that is there. */
    static const struct corner corners[CORNERS] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    for (unsigned i = 0; i < scene->step_count && scene->step_count > 1; i++) {
        const struct scene_step *step = &scene->steps[i];
        unsigned square = step->from != LUDUS_NO_SQUARE && step->type != LUDUS_PLACE ? step->from : step->to;
        badges.at[i] = stands_on(scene, square) || holds_ghost(scene, square)
                           ? free_corner(diagram, square, corners, 14.5, &badges)
                           : diagram_middle(diagram, square);
        badges.count++;
    }
    for (unsigned i = 0; i < scene->taken_count && diagram->options->moves; i++)
        taken_sign(diagram, scene->taken[i].square, &badges);
    for (unsigned i = 0; i < badges.count && diagram->options->moves; i++) {
        double size = diagram_text_size(scene, BADGE_SIZE, BADGE_MOST);
        drawing_circle(diagram->drawing, LOOK_BADGE, badges.at[i].x, badges.at[i].y, size * 0.7);
        drawing_write(diagram->drawing, LOOK_BADGE_TEXT, ANCHOR_MIDDLE, badges.at[i].x,
                      badges.at[i].y + size * 0.36, size, drawing_text(diagram->drawing, "%u", i + 1));
    }
    for (unsigned i = 0; i < scene->mark_count; i++)
        note_mark(diagram, &scene->marks[i]);
    /* Where arrows have a white edge they keep off the pieces at their ends, which it would cut. */
    struct point way[WAY_MAX];
    bool edged = diagram->options->theme == LUDUS_THEME_HATCHED;
    for (unsigned i = 0; i < scene->arrow_count; i++) {
        const struct scene_note *note = &scene->arrows[i];
        struct clear clear = { edged && stands_on(scene, note->from) ? HEAD_CLEAR : TAIL_CLEAR,
                               edged && stands_on(scene, note->to) ? PIECE_CLEAR : HEAD_CLEAR };
        add_arrow(diagram, way, note_way(diagram, note, way), clear, LOOK_NOTE, note->colour);
    }
    if (scene->has_odds)
        add_odds(diagram);
}
