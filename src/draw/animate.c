/* animate.c - an SVG that plays the main line of a game, in a loop, by CSS animations.
 *
 * Every piece that ever stands on the board is one element, an actor, with key frames of its own; what stands
 * beside and below the board is drawn once for each turn, and shown in turn. Where animations are not run the
 * start stands. */
#include "draw/album.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOLD = 3 }; /* how many turns long the last position stays */

static const double seconds_a_turn = 1.6, moving = 0.45; /* moving: the part of it in which pieces move */

struct actor {
    struct scene_piece piece;
    uint8_t home, at; /* squares */
    unsigned born;    /* frame in which it appears */
    bool alive;
    struct ludus_buffer keys; /* key frames; owned */
};

struct animation {
    const struct album *album;
    const struct ludus_drawing_options *options;
    struct actor *actors; /* owned */
    size_t count, capacity;
    struct ludus_buffer style;
    bool failed;
};

/* ---- Actors ---- */

static struct actor *actor_on(struct animation *animation, unsigned square)
{
    for (size_t i = 0; i < animation->count; i++)
        if (animation->actors[i].alive && animation->actors[i].at == square)
            return &animation->actors[i];
    return NULL;
}

/* A moment of the whole loop, in percent. */
static double moment(const struct animation *animation, unsigned frame, double part)
{
    return 100 * (frame + part) / (double)(animation->album->count + HOLD);
}

static void key_number(struct ludus_buffer *out, double value)
{
    char text[XML_NUMBER_SIZE];
    unsigned length = xml_format_number(text, value);
    buf_add(out, text, length);
}

static void key_opacity(struct actor *actor, double percent, const char *opacity)
{
    key_number(&actor->keys, percent);
    buf_format(&actor->keys, "%%{opacity:%s}", opacity);
}

static void key_place(const struct animation *animation, struct actor *actor, double percent)
{
    const struct scene *scene = animation->album->scenes[0];
    struct point home = diagram_centre(scene, animation->options->flip, actor->home);
    struct point at = diagram_centre(scene, animation->options->flip, actor->at);
    key_number(&actor->keys, percent);
    buf_text(&actor->keys, "%{transform:translate(");
    key_number(&actor->keys, at.x - home.x);
    buf_text(&actor->keys, "px,");
    key_number(&actor->keys, at.y - home.y);
    buf_text(&actor->keys, "px)}");
}

static void leave_actor(const struct animation *animation, struct actor *actor, unsigned frame, double part)
{
    double percent = moment(animation, frame, part);
    key_opacity(actor, percent, "1");
    key_opacity(actor, percent + 0.02, "0");
    actor->alive = false;
}

/* ---- Turns ---- */

static void move_actor(const struct animation *animation, struct actor *actor, uint8_t to, double begin,
                       double end)
{
    if (!actor)
        return;
    key_place(animation, actor, begin);
    actor->at = to;
    key_place(animation, actor, end);
}

static void play_step(struct animation *animation, const struct scene *scene, unsigned frame, unsigned index)
{
    const struct scene_step *step = &scene->steps[index];
    double begin = moving * index / scene->step_count, end = moving * (index + 1) / scene->step_count;
    struct actor *mover =
        step->from != LUDUS_NO_SQUARE && step->type != LUDUS_PLACE ? actor_on(animation, step->from) : NULL;
    for (unsigned i = 0; i < step->taken_count; i++) {
        struct actor *taken = actor_on(animation, scene->taken[step->first_taken + i].square);
        if (taken)
            leave_actor(animation, taken, frame, end);
    }
    struct actor *rook = step->castles ? actor_on(animation, step->rook_from) : NULL;
    move_actor(animation, mover, step->to, moment(animation, frame, begin), moment(animation, frame, end));
    move_actor(animation, rook, step->rook_to, moment(animation, frame, begin),
               moment(animation, frame, end));
}

/* Whatever the steps do not tell (promotion, binding, placing): actors go and come. */
static void settle_actors(struct animation *animation, const struct scene *scene, unsigned frame)
{
    for (unsigned s = 0; s < scene->files * scene->ranks; s++) {
        struct actor *actor = actor_on(animation, s);
        const struct scene_piece *piece = &scene->cell[s];
        const struct scene_piece *old = actor ? &actor->piece : NULL;
        if (old && (!piece->image || old->kind != piece->kind || old->side != piece->side ||
                    old->bound != piece->bound)) {
            leave_actor(animation, actor, frame, moving);
            actor = NULL;
        }
        if (!actor && piece->image) {
            double percent = moment(animation, frame, moving);
            struct actor *actors =
                memory_room(animation->actors, animation->count, &animation->capacity, sizeof *actors);
            animation->failed |= !actors;
            if (actors) {
                animation->actors = actors;
                animation->actors[animation->count++] = (struct actor){
                    .piece = *piece, .home = (uint8_t)s, .at = (uint8_t)s, .born = frame, .alive = true
                };
            }
            if (frame == 0 || animation->failed)
                continue;
            actor = &animation->actors[animation->count - 1];
            key_opacity(actor, 0, "0");
            key_opacity(actor, percent - 0.02, "0");
            key_opacity(actor, percent, "1");
        }
    }
}

/* ---- Putting it together ---- */

static void write_style(struct animation *animation)
{
    struct ludus_buffer *css = &animation->style;
    const char *prefix = animation->options->id_prefix;
    size_t frames = animation->album->count;
    double total = seconds_a_turn * (double)(frames + HOLD);

    buf_text(css, "@media (prefers-reduced-motion:no-preference){");
    for (size_t i = 0; i < animation->count; i++) {
        struct actor *actor = &animation->actors[i];
        if (!actor->keys.length)
            continue;
        /* without this each property would make its way back to what it is at first */
        if (actor->at != actor->home)
            key_place(animation, actor, 100);
        if (actor->born || !actor->alive)
            key_opacity(actor, 100, actor->alive ? "1" : "0");
        buf_format(css, ".%sactor%zu{animation:%sactor%zu ", prefix, i, prefix, i);
        key_number(css, total);
        buf_format(css, "s linear infinite}@keyframes %sactor%zu{%s}", prefix, i, buf_string(&actor->keys));
    }
    for (size_t i = 0; i < frames; i++) {
        buf_format(css, ".%sturn%zu{animation:%sturn%zu ", prefix, i, prefix, i);
        key_number(css, total);
        buf_format(css, "s step-end infinite}@keyframes %sturn%zu{0%%{opacity:%d}", prefix, i, i == 0);
        key_number(css, moment(animation, (unsigned)i, 0));
        buf_text(css, "%{opacity:1}");
        if (i + 1 < frames) {
            key_number(css, moment(animation, (unsigned)i + 1, 0));
            buf_text(css, "%{opacity:0}");
        }
        buf_char(css, '}');
    }
    /* :has(), as a pointer anywhere in the window is over the root of a document that is an SVG */
    buf_text(css, "}.ludus:has(:hover) *{animation-play-state:paused}"
                  ".ludus:focus-visible *{animation-play-state:paused}");
}

static const char *class_name(struct drawing *drawing, const struct animation *animation, const char *name,
                              size_t i)
{
    return drawing_text(drawing, "%.63s%s%zu", animation->options->id_prefix, name, i);
}

/* Board and actors, then a group for each turn, of which one is seen at a time. */
static void lay_out(struct drawing *drawing, const struct animation *animation)
{
    const struct album *album = animation->album;
    const struct diagram first = { drawing, album->scenes[0], animation->options };
    double column = 0;
    for (size_t i = 0; i < album->count; i++)
        column = fmax(column, diagram_side_height(album->scenes[i], animation->options));
    struct layout layout = diagram_layout(album->scenes[0], animation->options, column);
    drawing_open(drawing, NULL, layout.left, layout.top);
    diagram_ground(&first);
    const struct scene *scene = animation->album->scenes[0];
    for (size_t i = 0; i < animation->count; i++) {
        const struct actor *actor = &animation->actors[i];
        struct point at = diagram_centre(scene, animation->options->flip, actor->home);
        drawing_piece(drawing, actor->born ? LOOK_HIDDEN : LOOK_NONE, at.x - PIECE_GRID / 2.0,
                      at.y - PIECE_GRID / 2.0, PIECE_GRID, actor->piece);
        if (actor->keys.length && !drawing->failed)
            drawing->shapes[drawing->count - 1].text = class_name(drawing, animation, "actor", i);
    }
    diagram_names(&first);
    drawing_close(drawing);
    for (size_t i = 0; i < album->count; i++) {
        const struct diagram diagram = { drawing, album->scenes[i], animation->options };
        drawing_add(drawing, (struct shape){ .kind = SHAPE_OPEN,
                                             .text = class_name(drawing, animation, "turn", i),
                                             .look = i ? LOOK_HIDDEN : LOOK_NONE });
        struct point size = diagram_around(&diagram, &layout, 0, 0);
        drawing_close(drawing);
        drawing->width = fmax(drawing->width, size.x);
        drawing->height = fmax(drawing->height, size.y);
    }
}

static bool draw_animation(struct animation *animation, struct ludus_game *game, struct ludus_buffer *out,
                           char *reason, size_t size)
{
    const struct album *album = animation->album;
    struct drawing drawing = { 0 };
    settle_actors(animation, album->scenes[0], 0);
    for (unsigned i = 1; i < album->count && !animation->failed; i++) {
        for (unsigned step = 0; step < album->scenes[i]->step_count; step++)
            play_step(animation, album->scenes[i], i, step);
        settle_actors(animation, album->scenes[i], i);
    }
    write_style(animation);
    lay_out(&drawing, animation);
    drawing.failed = drawing.failed || animation->failed;
    const struct svg_document document = { .drawing = &drawing,
                                           .options = animation->options,
                                           .description = album->scenes[0]->description,
                                           .style = buf_string(&animation->style) };
    bool ok =
        draw_document(document, game, album->scenes[0], album->scenes[album->count - 1], out, reason, size);
    drawing_free(&drawing);
    return ok;
}

bool ludus_game_draw_animation(struct ludus_replay *replay, struct ludus_game *game,
                               const struct ludus_drawing_options *options, struct ludus_buffer *out,
                               char *reason, size_t size)
{
    struct album album;
    struct ludus_drawing_options whole = draw_options(options);
    struct animation animation = { .album = &album, .options = &whole };
    whole.turns = "all";
    whole.before = false;
    bool ok = album_gather(&album, replay, game, &whole, reason, size) &&
              draw_animation(&animation, game, out, reason, size);
    for (size_t i = 0; i < animation.count; i++)
        buf_free(&animation.actors[i].keys);
    free(animation.actors);
    buf_free(&animation.style);
    album_free(&album);
    return ok;
}
