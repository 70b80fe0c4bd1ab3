/* flank.c - which men flanked or surrounded what a turn took. */
#include "draw/flank.h"

bool flank_took(const struct scene *scene, const struct scene_step *step, unsigned square)
{
    for (unsigned i = 0; i < step->taken_count; i++)
        if (scene->taken[step->first_taken + i].square == square)
            return scene->taken[step->first_taken + i].piece.side != scene->mover;
    return false;
}

/* The square `file`, `rank` away, or LUDUS_NO_SQUARE. */
static unsigned neighbour(const struct scene *scene, unsigned square, int file, int rank)
{
    int f = (int)(square % scene->files) + file, r = (int)(square / scene->files) + rank;
    if (f < 0 || r < 0 || f >= (int)scene->files || r >= (int)scene->ranks)
        return LUDUS_NO_SQUARE;
    return (unsigned)r * scene->files + (unsigned)f;
}

static bool mover_on(const struct scene *scene, unsigned square)
{
    return square != LUDUS_NO_SQUARE && scene->cell[square].image && scene->cell[square].side == scene->mover;
}

static const int directions[8][2] = { { 1, 0 }, { 0, 1 },  { -1, 0 },  { 0, -1 },
                                      { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };

/* Joins the moved piece with each flanker at the other end of a line of men that it took; returns how many
 * men those lines hold. */
static unsigned join_lines(const struct scene *scene, const struct scene_step *step, flank_fn *join,
                           void *context)
{
    unsigned joined = 0;
    for (unsigned d = 0; d < 8; d++) {
        unsigned at = neighbour(scene, step->to, directions[d][0], directions[d][1]), length = 0;
        while (at != LUDUS_NO_SQUARE && flank_took(scene, step, at)) {
            at = neighbour(scene, at, directions[d][0], directions[d][1]);
            length++;
        }
        if (length && mover_on(scene, at)) {
            join(context, step->to, at);
            joined += length;
        }
    }
    return joined;
}

/* Joins men that were surrounded with those around them. */
static void join_surrounders(const struct scene *scene, const struct scene_step *step, flank_fn *join,
                             void *context)
{
    for (unsigned i = 0; i < step->taken_count; i++) {
        unsigned man = scene->taken[step->first_taken + i].square;
        for (unsigned d = 0; d < 4 && flank_took(scene, step, man); d++) {
            unsigned at = neighbour(scene, man, directions[d][0], directions[d][1]);
            if (mover_on(scene, at))
                join(context, man, at);
        }
    }
}

void flank_each(const struct scene *scene, flank_fn *join, void *context)
{
    for (unsigned i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        if (!step->captures || step->to == LUDUS_NO_SQUARE || flank_took(scene, step, step->to))
            continue;
        if (join_lines(scene, step, join, context) < step->captures)
            join_surrounders(scene, step, join, context);
    }
}
