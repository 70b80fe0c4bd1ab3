/* diagram_turn.c - what happened, drawn on the board: squares left and reached, arrows, captures, marks,
 * odds. */
#include "draw/diagram.h"
#include "draw/scene.h"
#include "draw/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    HEAD_CLEAR = 13,
    PIECE_CLEAR = 19,
    TAIL_CLEAR = 6,
    BADGE_SIZE = 10,
    BADGE_MOST = 14,
    ODDS_MOST = 14,
    SIGN_OFF = 15,
    SIGN_CLEAR = 12,
    GHOST_CLEAR = 17,
    CORNERS = 4,
    ROOK_BELOW = 13
};

static void add_square(struct drawing *drawing, struct point centre, uint8_t look, const char *colour)
{
    drawing_add(drawing, (struct shape){ .kind = SHAPE_RECT,
                                         .look = look,
                                         .x = centre.x - PIECE_GRID / 2.0,
                                         .y = centre.y - PIECE_GRID / 2.0,
                                         .w = PIECE_GRID,
                                         .h = PIECE_GRID,
                                         .colour = colour });
}

/* Where lines are drawn. */
struct joining {
    struct drawing *drawing;
    const struct scene *scene;
    bool flip;
};

static void join(void *context, unsigned a, unsigned b)
{
    const struct joining *joining = context;
    struct point from = diagram_centre(joining->scene, joining->flip, a),
                 to = diagram_centre(joining->scene, joining->flip, b);
    drawing_add(joining->drawing,
                (struct shape){
                    .kind = SHAPE_LINE, .look = LOOK_FLANK, .x = from.x, .y = from.y, .w = to.x, .h = to.y });
}

void diagram_turn(struct drawing *drawing, const struct scene *scene,
                  const struct ludus_drawing_options *options)
{
    for (unsigned i = 0; i < scene->step_count && options->last; i++) {
        const struct scene_step *step = &scene->steps[i];
        uint8_t squares[] = { step->from, step->to, step->rook_from, step->rook_to };
        for (unsigned n = 0; n < (step->castles ? 4 : 2); n++)
            if (squares[n] != LUDUS_NO_SQUARE && !memchr(squares, squares[n], n))
                add_square(drawing, diagram_centre(scene, options->flip, squares[n]), LOOK_LAST, NULL);
    }
    if (options->moves)
        flank_each(scene, join, &(struct joining){ drawing, scene, options->flip });
}

void diagram_fills(struct drawing *drawing, const struct scene *scene, bool flip)
{
    for (unsigned i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].shape == MARK_FILL)
            add_square(drawing, diagram_centre(scene, flip, scene->marks[i].from), LOOK_FILL,
                       scene->marks[i].colour);
}

/* Men that the turn took, or that fell, where nobody stands now, and a cross over them. */
void diagram_ghosts(struct drawing *drawing, const struct scene *scene, bool flip)
{
    for (unsigned i = 0; i < scene->taken_count; i++) {
        if (scene->cell[scene->taken[i].square].image)
            continue;
        struct point at = diagram_centre(scene, flip, scene->taken[i].square);
        drawing_add(drawing, (struct shape){ .kind = SHAPE_PIECE,
                                             .look = LOOK_GHOST,
                                             .x = at.x - PIECE_GRID / 2.0,
                                             .y = at.y - PIECE_GRID / 2.0,
                                             .w = PIECE_GRID,
                                             .piece = scene->taken[i].piece });
        drawing_add(drawing,
                    (struct shape){ .kind = SHAPE_CROSS, .look = LOOK_TAKEN, .x = at.x, .y = at.y, .w = 9 });
    }
}

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
static void add_arrow(struct drawing *drawing, const struct point *way, unsigned count, struct clear clear,
                      uint8_t look, const char *colour)
{
    if (!count)
        return;
    struct point *points = arena_alloc(&drawing->arena, count * sizeof *points);
    if (!points) {
        drawing->failed = true;
        return;
    }
    memcpy(points, way, count * sizeof *points);
    points[0] = toward(way[0], way[1], clear.tail);
    points[count - 1] = toward(way[count - 1], way[count - 2], clear.head);
    drawing_add(
        drawing,
        (struct shape){
            .kind = SHAPE_ARROW, .look = look, .colour = colour, .points = points, .point_count = count });
}

/* A small number in a disc. */
static void add_badge(struct drawing *drawing, const struct scene *scene, struct point at, unsigned number)
{
    double size = diagram_text_size(scene, BADGE_SIZE, BADGE_MOST);
    char text[12];
    snprintf(text, sizeof text, "%u", number);
    drawing_add(
        drawing,
        (struct shape){ .kind = SHAPE_CIRCLE, .look = LOOK_BADGE, .x = at.x, .y = at.y, .w = size * 0.7 });
    drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                         .look = LOOK_BADGE_TEXT,
                                         .flags = 1,
                                         .x = at.x,
                                         .y = at.y + size * 0.36,
                                         .h = size,
                                         .text = drawing_text(drawing, text) });
}

enum { WAY_MAX = SCENE_PATH + 2 };

/* Fills the squares that a step goes over and returns how many they are; 0 where it has no arrow. */
static unsigned step_way(const struct scene *scene, const struct scene_step *step, bool flip,
                         struct point way[WAY_MAX])
{
    unsigned count = 0;
    if (step->from == LUDUS_NO_SQUARE || step->to == LUDUS_NO_SQUARE || step->type == LUDUS_PLACE ||
        (step->from == step->to && !step->path_count))
        return 0;
    way[count++] = diagram_centre(scene, flip, step->from);
    for (unsigned i = 0; i < step->path_count; i++)
        way[count++] = diagram_centre(scene, flip, step->path[i]);
    way[count++] = diagram_centre(scene, flip, step->to);
    return count;
}

/* The same of the rook in castling, which passes below the king. */
static unsigned rook_way(const struct scene *scene, const struct scene_step *step, bool flip,
                         struct point way[WAY_MAX])
{
    if (!step->castles)
        return 0;
    way[0] = diagram_centre(scene, flip, step->rook_from);
    way[1] = diagram_centre(scene, flip, step->rook_to);
    way[0].y += ROOK_BELOW;
    way[1].y += ROOK_BELOW;
    return 2;
}

static unsigned note_way(const struct scene *scene, const struct scene_note *note, bool flip,
                         struct point way[WAY_MAX])
{
    way[0] = diagram_centre(scene, flip, note->from);
    way[1] = diagram_centre(scene, flip, note->to);
    return 2;
}

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
static bool is_clear(const struct scene *scene, struct point point, bool flip)
{
    struct point way[WAY_MAX];
    for (unsigned i = 0; i < scene->step_count; i++)
        if (!is_clear_of(point, way, step_way(scene, &scene->steps[i], flip, way)))
            return false;
    for (unsigned i = 0; i < scene->arrow_count; i++)
        if (!is_clear_of(point, way, note_way(scene, &scene->arrows[i], flip, way)))
            return false;
    return true;
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
static bool is_empty(const struct scene *scene, const struct ludus_drawing_options *options, unsigned square,
                     struct corner corner, struct point at, const struct badges *badges)
{
    struct point centre = diagram_centre(scene, options->flip, square);
    bool left = corner.x < 0, top = corner.y < 0;
    bool rank = left && top && centre.x < PIECE_GRID,
         file = !left && !top && centre.y > (scene->ranks - 1) * PIECE_GRID;
    for (unsigned i = 0; i < badges->count; i++)
        if (hypot(badges->at[i].x - at.x, badges->at[i].y - at.y) < SIGN_CLEAR)
            return false;
    return !(options->coordinates == LUDUS_COORDINATES_IN && (rank || file)) &&
           !(scene->odds[square] && !top);
}

/* The first of the corners that is free, `off` from the middle of the square; the first of all if none is. */
static struct point free_corner(const struct scene *scene, const struct ludus_drawing_options *options,
                                unsigned square, const struct corner corners[CORNERS], double off,
                                const struct badges *badges)
{
    struct point centre = diagram_centre(scene, options->flip, square), at[CORNERS];
    unsigned chosen = 0;
    for (unsigned i = CORNERS; i-- > 0;) {
        at[i] = (struct point){ centre.x + off * corners[i].x, centre.y + off * corners[i].y };
        if (is_empty(scene, options, square, corners[i], at[i], badges) &&
            is_clear(scene, at[i], options->flip))
            chosen = i;
    }
    return at[chosen];
}

/* Numbers stand at the tails of the arrows, or beside a piece or a ghost that is there. */
static void place_badges(const struct scene *scene, const struct ludus_drawing_options *options,
                         struct badges *badges)
{
    static const struct corner corners[CORNERS] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    badges->count = 0;
    for (unsigned i = 0; i < scene->step_count && scene->step_count > 1; i++) {
        const struct scene_step *step = &scene->steps[i];
        unsigned square = step->from != LUDUS_NO_SQUARE && step->type != LUDUS_PLACE ? step->from : step->to;
        badges->at[i] = stands_on(scene, square) || holds_ghost(scene, square)
                            ? free_corner(scene, options, square, corners, 14.5, badges)
                            : diagram_centre(scene, options->flip, square);
        badges->count++;
    }
}

/* A man that was taken where another stands now has a cross in a corner of the square. */
static void taken_sign(struct drawing *drawing, const struct scene *scene, unsigned square,
                       const struct ludus_drawing_options *options, const struct badges *badges)
{
    static const struct corner corners[CORNERS] = { { 1, -1 }, { -1, -1 }, { -1, 1 }, { 1, 1 } };
    if (!stands_on(scene, square))
        return;
    struct point at = free_corner(scene, options, square, corners, SIGN_OFF, badges);
    drawing_add(drawing,
                (struct shape){ .kind = SHAPE_CROSS, .look = LOOK_TAKEN, .x = at.x, .y = at.y, .w = 4 });
}

static void note_mark(struct drawing *drawing, const struct scene_note *note, struct point at)
{
    struct shape shape = { .look = LOOK_NOTE, .x = at.x, .y = at.y, .colour = note->colour };
    switch ((enum mark_shape)note->shape) {
    case MARK_CIRCLE:
        shape.kind = SHAPE_CIRCLE;
        shape.w = 20;
        break;
    case MARK_DOT:
        shape.kind = SHAPE_CIRCLE;
        shape.flags = 1;
        shape.w = 6;
        break;
    case MARK_CROSS:
        shape.kind = SHAPE_CROSS;
        shape.w = 14;
        break;
    case MARK_SQUARE:
        shape = (struct shape){ .kind = SHAPE_RECT,
                                .look = LOOK_NOTE,
                                .x = at.x - 20,
                                .y = at.y - 20,
                                .w = 40,
                                .h = 40,
                                .colour = note->colour };
        break;
    case MARK_FILL: /* is below the pieces */
        return;
    case MARK_TEXT:
        shape.kind = SHAPE_TEXT;
        shape.flags = 1;
        shape.y += 6;
        shape.h = 18;
        shape.text = drawing_text(drawing, note->text);
        break;
    }
    drawing_add(drawing, shape);
}

static void add_odds(struct drawing *drawing, const struct scene *scene, bool flip)
{
    const double usual = 10.5, bottom = 21.5, size = diagram_text_size(scene, usual, ODDS_MOST),
                 part = size / usual;
    char text[8];
    for (unsigned s = 0; s < scene->files * scene->ranks; s++) {
        if (!scene->odds[s])
            continue;
        struct point at = diagram_centre(scene, flip, s);
        snprintf(text, sizeof text, "%u%%", scene->odds[s]);
        drawing_add(drawing, (struct shape){ .kind = SHAPE_RECT,
                                             .look = LOOK_ODDS,
                                             .x = at.x - 14 * part,
                                             .y = at.y + bottom - 12 * part,
                                             .w = 28 * part,
                                             .h = 12 * part });
        drawing_add(drawing, (struct shape){ .kind = SHAPE_TEXT,
                                             .look = LOOK_BADGE_TEXT,
                                             .flags = 1,
                                             .x = at.x,
                                             .y = at.y + bottom - 2.5 * part,
                                             .h = size,
                                             .text = drawing_text(drawing, text) });
    }
}

bool diagram_arrows_are_below(const struct ludus_drawing_options *options)
{
    return options->theme == LUDUS_THEME_HATCHED;
}

void diagram_arrows(struct drawing *drawing, const struct scene *scene,
                    const struct ludus_drawing_options *options)
{
    struct point way[WAY_MAX];
    bool below = diagram_arrows_are_below(options);
    for (unsigned i = 0; i < scene->step_count && options->moves; i++) {
        bool hidden = below && stands_on(scene, scene->steps[i].to); /* the head would be */
        struct clear clear = { holds_ghost(scene, scene->steps[i].from) ? GHOST_CLEAR : TAIL_CLEAR,
                               hidden                                   ? PIECE_CLEAR
                               : holds_ghost(scene, scene->steps[i].to) ? GHOST_CLEAR
                                                                        : HEAD_CLEAR };
        add_arrow(drawing, way, step_way(scene, &scene->steps[i], options->flip, way), clear, LOOK_ARROW,
                  NULL);
        add_arrow(drawing, way, rook_way(scene, &scene->steps[i], options->flip, way), clear, LOOK_ARROW,
                  NULL);
    }
}

/* Where arrows have a white edge they keep off the pieces at their ends, which it would cut. */
static void note_arrows(struct drawing *drawing, const struct scene *scene,
                        const struct ludus_drawing_options *options)
{
    struct point way[WAY_MAX];
    bool edged = options->theme == LUDUS_THEME_HATCHED;
    for (unsigned i = 0; i < scene->arrow_count; i++) {
        const struct scene_note *note = &scene->arrows[i];
        struct clear clear = { edged && stands_on(scene, note->from) ? HEAD_CLEAR : TAIL_CLEAR,
                               edged && stands_on(scene, note->to) ? PIECE_CLEAR : HEAD_CLEAR };
        add_arrow(drawing, way, note_way(scene, note, options->flip, way), clear, LOOK_NOTE, note->colour);
    }
}

void diagram_signs(struct drawing *drawing, const struct scene *scene,
                   const struct ludus_drawing_options *options)
{
    struct badges badges;
    if (!diagram_arrows_are_below(options))
        diagram_arrows(drawing, scene, options);
    place_badges(scene, options, &badges);
    for (unsigned i = 0; i < scene->taken_count && options->moves; i++)
        taken_sign(drawing, scene, scene->taken[i].square, options, &badges);
    for (unsigned i = 0; i < badges.count && options->moves; i++)
        add_badge(drawing, scene, badges.at[i], i + 1);
    for (unsigned i = 0; i < scene->mark_count; i++)
        note_mark(drawing, &scene->marks[i], diagram_centre(scene, options->flip, scene->marks[i].from));
    note_arrows(drawing, scene, options);
    if (scene->has_odds)
        add_odds(drawing, scene, options->flip);
}
