/* scene.c - from a position and a turn to what a diagram shows of them. */
#include "draw/scene.h"

#include "play/played.h"
#include "play/replay.h"
#include "rules/engine.h"

struct scene_piece scene_piece_of(const struct ludus_ruleset *ruleset, unsigned kind, unsigned side,
                                  bool bound)
{
    return (struct scene_piece){ ludus_ruleset_kind_image(ruleset, kind),
                                 ludus_ruleset_kind_letter(ruleset, kind), (uint8_t)kind, (uint8_t)side,
                                 bound };
}

static struct scene_piece piece_of(const struct ludus_ruleset *ruleset, struct ludus_square man)
{
    if (man.kind == LUDUS_NO_KIND)
        return (struct scene_piece){ NULL, '\0', LUDUS_NO_KIND, 0, false };
    return scene_piece_of(ruleset, man.kind, man.side, man.bound);
}

void scene_board(struct scene *scene, const struct ludus_position *position)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    scene->files = ludus_ruleset_files(ruleset);
    scene->ranks = ludus_ruleset_ranks(ruleset);
    scene->ruleset = ludus_ruleset_title(ruleset);
    scene->has_dice = ludus_ruleset_dice(ruleset) > 0;
    for (unsigned s = 0; s < scene->files * scene->ranks; s++)
        scene->cell[s] = piece_of(ruleset, ludus_position_at(position, s));
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset) && kind < SCENE_KINDS; kind++)
        scene->kinds[kind] = scene_piece_of(ruleset, kind, LUDUS_WHITE, false);
    scene->side = (uint8_t)ludus_position_side(position);
    scene->sideless = position->sideless;
    scene->over = ludus_position_result(position, NULL) != LUDUS_OPEN;
    for (unsigned side = 0; side < 2; side++) {
        scene->hand_count[side] = 0;
        for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset) && kind < SCENE_KINDS; kind++) {
            unsigned count = ludus_position_hand(position, (enum ludus_side)side, kind);
            if (count > 0)
                scene->hand[side][scene->hand_count[side]++] =
                    (struct scene_stock){ scene_piece_of(ruleset, kind, side, false), count };
        }
    }
}

void scene_prisoners(struct scene *scene, const struct ludus_ruleset *ruleset,
                     const struct prisoners *prisoners)
{
    for (unsigned side = 0; side < 2; side++) {
        scene->prisoners_count[side] = 0;
        for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset) && kind < SCENE_KINDS; kind++)
            if (prisoners->count[side][kind] > 0)
                scene->prisoners[side][scene->prisoners_count[side]++] =
                    (struct scene_stock){ scene_piece_of(ruleset, kind, 1 - side, false),
                                          prisoners->count[side][kind] };
    }
}

static void fill_dice(struct scene *scene, const struct ludus_turn *turn)
{
    scene->dice_count = turn->dice_count;
    for (unsigned i = 0; i < turn->dice_count; i++)
        scene->dice[i] = (struct scene_die){ turn->dice[i], turn->moves_count ? DIE_UNUSED : DIE_PASSED, 0 };
    for (unsigned i = 0; i < turn->moves_count && turn->dice_count; i++)
        if (turn->die_of[i] < turn->dice_count)
            scene->dice[turn->die_of[i]] =
                (struct scene_die){ turn->dice[turn->die_of[i]], DIE_USED, (uint8_t)i };
}

/* Appends men to a list, as far as it has room. */
static unsigned add_men(struct scene_taken *list, unsigned *count, const struct ludus_ruleset *ruleset,
                        const struct played_man *men, unsigned men_count)
{
    unsigned before = *count;
    for (unsigned i = 0; i < men_count && *count < SCENE_SQUARES; i++)
        list[(*count)++] = (struct scene_taken){ piece_of(ruleset, men[i].man), men[i].square };
    return *count - before;
}

static void add_step(void *context, const struct ludus_ruleset *ruleset, const struct played_move *played)
{
    struct scene *scene = context;
    const struct ludus_move move = played->move;
    struct scene_step *step = &scene->steps[scene->step_count];
    if (move.type == LUDUS_PASS)
        return;
    scene->step_count++;
    *step = (struct scene_step){ .type = move.type,
                                 .from = move.from,
                                 .to = move.to,
                                 .first_taken = scene->taken_count,
                                 .first_bound = scene->bound_count };
    if (move.type == LUDUS_PLACE)
        step->piece = scene_piece_of(ruleset, move.piece, scene->mover, false);
    else if (move.from != LUDUS_NO_SQUARE)
        step->piece = piece_of(ruleset, played->before[move.from]);
    step->taken_count =
        add_men(scene->taken, &scene->taken_count, ruleset, played->taken, played->taken_count);
    step->bound_count =
        add_men(scene->bound, &scene->bound_count, ruleset, played->bound, played->bound_count);
    for (unsigned i = 0; i < played->taken_count; i++)
        step->captures += !played->taken[i].own;
    const struct castle *castle =
        move.type == LUDUS_CASTLE ? castle_between(&ruleset->rules, move.from, move.to) : NULL;
    if (castle) { /* where a king castles alone (sic) there is no rook */
        step->castles = played->before[castle->rook_from].kind != LUDUS_NO_KIND;
        step->rook_from = castle->rook_from;
        step->rook_to = castle->rook_to;
    }
}

bool scene_turn(struct scene *scene, const struct ludus_position *before, const struct ludus_turn *turn,
                struct prisoners *prisoners)
{
    scene->has_turn = true;
    scene->mover = (uint8_t)turn->side;
    scene->step_count = scene->taken_count = scene->bound_count = 0;
    fill_dice(scene, turn);
    bool ok = played_each(before, turn, add_step, scene);
    for (unsigned i = 0; i < scene->taken_count; i++)
        if (scene->taken[i].piece.kind < SCENE_KINDS) /* whoever is taken is a prisoner of the other side */
            prisoners->count[1 - scene->taken[i].piece.side][scene->taken[i].piece.kind]++;
    return ok;
}

/* ---- Which men flanked or surrounded what a turn took ---- */

/* Did the step take an enemy on that square? */
static bool flank_took(const struct scene *scene, const struct scene_step *step, unsigned square)
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

void flank_each(const struct scene *scene, flank_fn *join, void *context)
{
    for (unsigned i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        if (!step->captures || step->to == LUDUS_NO_SQUARE || flank_took(scene, step, step->to))
            continue;
        if (join_lines(scene, step, join, context) < step->captures) {
            /* Joins men that were surrounded with those around them. */
            for (unsigned n = 0; n < step->taken_count; n++) {
                unsigned man = scene->taken[step->first_taken + n].square;
                for (unsigned d = 0; d < 4 && flank_took(scene, step, man); d++) {
                    unsigned at = neighbour(scene, man, directions[d][0], directions[d][1]);
                    if (mover_on(scene, at))
                        join(context, man, at);
                }
            }
        }
    }
}
