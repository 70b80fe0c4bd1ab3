/* draw.c - draws a game as SVG: one diagram, a strip of them, or an animation. */

#include "base/text.h"
#include "draw/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRIP_GAP = 14, PREFIX_SIZE = 64, WIDTH_MOST = 1000000 };
#define WIDTH_LEAST 0.1

void ludus_drawing_options_init(struct ludus_drawing_options *options, size_t size)
{
    struct ludus_drawing_options usual = { .dice = true,
                                           .moves = true,
                                           .last = true,
                                           .stock = true,
                                           .side = true,
                                           .notes = true,
                                           .caption = true,
                                           .record = true,
                                           .unit = "px",
                                           .id_prefix = "" };
    memset(options, 0, size);
    memcpy(options, &size, sizeof size);
    sized_give(options, &usual, sizeof usual);
}

struct ludus_drawing_options draw_options(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options usual;
    ludus_drawing_options_init(&usual, sizeof usual);
    if (!sized_take(&usual, sizeof usual, options))
        usual.size = 0; /* draw_check_options refuses this */
    return usual;
}

static const struct {
    const char *name;
    double points;
} units[] = { { "px", 0.75 }, { "pt", 1 }, { "in", 72 }, { "cm", 72 / 2.54 }, { "mm", 7.2 / 2.54 } };
enum { UNITS = sizeof units / sizeof *units };

/* Returns the index of a unit, or UNITS if it is unknown. */
static size_t find_unit(const char *name)
{
    size_t i = 0;
    while (i < UNITS && (!name || strcmp(name, units[i].name) != 0))
        i++;
    return i;
}

/* Checks a width. Widths that two decimals would round to 0 are refused; 0 itself means unset. */
static bool is_width(double width)
{
    return width == 0 || (width >= WIDTH_LEAST && width <= WIDTH_MOST);
}

bool draw_check_options(const struct ludus_drawing_options *options, char *reason, size_t size)
{
    const char *language = options->language;
    const struct {
        bool wrong;
        const char *fault;
    } checks[] = {
        { !options->size, "the size of the drawing options is not set" },
        { !is_width(options->width), "the width of a drawing is a number from 0.1 to 1000000, or 0" },
        { !is_width(options->square), "the width of a square is a number from 0.1 to 1000000, or 0" },
        { (options->width > 0 || options->square > 0) && find_unit(options->unit) == UNITS,
          "the unit of a drawing's width is px, mm, cm, in or pt" },
        { (unsigned)options->theme > LUDUS_THEME_HATCHED, "there is no such theme" },
        { (unsigned)options->coordinates > LUDUS_COORDINATES_OFF, "there is no such place for coordinates" },
        { (unsigned)options->notation > LUDUS_NOTATION_FIGURINES, "there is no such notation" },
        { !options->id_prefix || strlen(options->id_prefix) >= PREFIX_SIZE ||
              !css_is_name(options->id_prefix),
          "a prefix of ids has letters, digits, - and _, a letter first, and 63 of them at most" },
        { language && strcmp(words_in(language, WORDS_NAME), language) != 0,
          "the language is en, de, fr, es or it" },
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].wrong)
            return refuse(reason, size, "%s", checks[i].fault);
    return true;
}

/* ---- Size of texts ---- */

static void drawing_clear(struct drawing *d)
{
    buf_clear(&d->shapes);
    d->id_count = 0;
    d->width = d->height = 0;
}

/* A function that lays out the scenes of an album. */
typedef void lay_out_fn(struct drawing *d, const struct album *album);

/* Lays out an album for the text size. Larger texts need more space beside the board, and in a wider drawing
 * a point is more units: the layout is repeated until both agree. */
static bool lay_out(struct drawing *d, const struct album *album, lay_out_fn *once, char *reason, size_t size)
{
    enum { ROUNDS = 20 };
    const double points = d->options->text_size;
    bool given = d->options->width > 0 || d->options->square > 0;
    size_t unit = find_unit(d->options->unit);
    once(d, album);
    for (unsigned i = 0; i < ROUNDS && points > 0; i++) {
        /* points times board units in a point, when the drawing is printed at its width */
        double wanted = points * (given ? d->width / (svg_width(d->options, d->width) * units[unit].points)
                                        : 1 / units[0].points);
        if (wanted > PIECE_GRID)
            return refuse(reason, size,
                          "texts of %g pt are larger than the squares of a picture of this size", points);
        if (fabs(wanted - d->text) < 0.01)
            break;
        drawing_clear(d);
        d->text = wanted;
        once(d, album);
    }
    return true;
}

/* ---- One diagram, and strips ---- */

static void lay_out_first(struct drawing *d, const struct album *album)
{
    (void)diagram_lay_out(d, album->scenes, 1, 0, 0);
}

/* Lays out a strip, each column as wide as its widest diagram, as the parts beside the boards differ. */
static void lay_out_strip(struct drawing *d, const struct album *album)
{
    size_t columns = d->options->columns ? d->options->columns : 1;
    while (!d->options->columns && columns * columns * 2 < album->count * 3 && columns < 6)
        columns++; /* until the strip has about the shape of a double page */
    columns = columns < album->count ? columns : album->count;
    double *left = memory_zeroed(columns + 1, sizeof *left); /* of each column; the last: the end */
    double y = 0, row = 0;
    d->failed |= !left;
    for (size_t i = 0; left && i < album->count; i++) {
        double *wide = &left[i % columns + 1];
        *wide = fmax(*wide, diagram_lay_out(d, &album->scenes[i], 1, 0, 0).x);
    }
    for (size_t i = 1; left && i <= columns; i++)
        left[i] += left[i - 1] + STRIP_GAP;
    drawing_clear(d);
    for (size_t i = 0; left && i < album->count; i++) {
        if (i > 0 && i % columns == 0) {
            y += row + STRIP_GAP;
            row = 0;
        }
        row = fmax(row, diagram_lay_out(d, &album->scenes[i], 1, left[i % columns], y).y);
    }
    free(left);
}

/* ---- An SVG that plays the main line of a game, in a loop, by CSS animations ----
 *
 * Every piece that is ever on the board is one element, an actor, with its own key frames. Everything beside
 * and below the board is drawn once for each turn, and shown in its time. Without animations the start is
 * shown. */

enum { HOLD = 3 }; /* duration of the last position, in turns */

static const double seconds_a_turn = 1.6, moving = 0.45; /* moving: the part of a turn in which pieces move */

static struct actor *actor_on(struct drawing *d, unsigned square)
{
    for (size_t i = 0; i < d->actor_count; i++)
        if (d->actors[i].alive && d->actors[i].at == square)
            return &d->actors[i];
    return NULL;
}

/* Returns a time in the loop, in percent. */
static double percent_at(const struct album *album, size_t frame, double part)
{
    return 100 * ((double)frame + part) / (double)(album->count + HOLD);
}

static void key_opacity(struct actor *actor, double percent, unsigned opacity)
{
    xml_format(&actor->keys, "%f%%{opacity:%u}", percent, opacity);
}

static void key_place(const struct drawing *d, struct actor *actor, double percent)
{
    struct point home = board_centre(d, actor->home), at = board_centre(d, actor->at);
    xml_format(&actor->keys, "%f%%{transform:translate(%fpx,%fpx)}", percent, at.x - home.x, at.y - home.y);
}

static void remove_actor(struct actor *actor, double percent)
{
    key_opacity(actor, percent, 1);
    key_opacity(actor, percent + 0.02, 0);
    actor->alive = false;
}

/* Moves the actors of a step between two times. */
static void play_step(struct drawing *d, const struct scene_step *step, double begin, double end)
{
    struct actor *movers[2] = { NULL, NULL }; /* and a castling rook */
    if (step->from != LUDUS_NO_SQUARE && step->type != LUDUS_PLACE)
        movers[0] = actor_on(d, step->from);
    for (unsigned i = 0; i < step->taken_count; i++) {
        struct actor *taken = actor_on(d, d->scene->taken[step->first_taken + i].square);
        if (taken)
            remove_actor(taken, end);
    }
    if (step->castles)
        movers[1] = actor_on(d, step->rook_from);
    for (unsigned i = 0; i < 2; i++)
        if (movers[i]) {
            key_place(d, movers[i], begin);
            movers[i]->at = i ? step->rook_to : step->to;
            key_place(d, movers[i], end);
        }
}

/* Adds and removes actors for changes that steps do not describe (promotion, binding, placing). */
static void update_actors(struct drawing *d, size_t frame, double percent)
{
    for (unsigned s = 0; s < d->scene->files * d->scene->ranks; s++) {
        struct actor *actor = actor_on(d, s);
        const struct ludus_square *piece = &d->scene->cell[s], *old = actor ? &actor->piece : NULL;
        if (old && (old->kind != piece->kind || old->side != piece->side || old->bound != piece->bound)) {
            remove_actor(actor, percent);
            actor = NULL;
        }
        if (actor || piece->kind == LUDUS_NO_KIND)
            continue;
        actor = memory_push(&d->actors, &d->actor_count, &d->actor_capacity, sizeof *actor);
        d->failed |= !actor;
        if (!actor)
            return;
        *actor = (struct actor){
            .piece = *piece, .home = (uint8_t)s, .at = (uint8_t)s, .late = frame > 0, .alive = true
        };
        if (frame > 0) {
            key_opacity(actor, 0, 0);
            key_opacity(actor, percent - 0.02, 0);
            key_opacity(actor, percent, 1);
        }
    }
}

static void write_style(struct drawing *d, const struct album *album)
{
    struct ludus_buffer *css = &d->style;
    const char *prefix = d->options->id_prefix;
    double total = seconds_a_turn * (double)(album->count + HOLD);
    buf_text(css, "@media (prefers-reduced-motion:no-preference){");
    for (unsigned i = 0; i < d->actor_count; i++) {
        struct actor *actor = &d->actors[i];
        if (!actor->keys.length)
            continue;
        /* without a last key frame each property would return to its first value */
        if (actor->at != actor->home)
            key_place(d, actor, 100);
        if (actor->late || !actor->alive)
            key_opacity(actor, 100, actor->alive);
        xml_format(css, ".%sactor%u{animation:%sactor%u %fs linear infinite}@keyframes %sactor%u{%s}", prefix,
                   i, prefix, i, total, prefix, i, buf_string(&actor->keys));
        css->failed |= actor->keys.failed;
    }
    for (size_t i = 0; i < album->count; i++) {
        xml_format(css,
                   ".%sturn%zu{animation:%sturn%zu %fs step-end infinite}@keyframes "
                   "%sturn%zu{0%%{opacity:%u}%f%%{opacity:1}",
                   prefix, i, prefix, i, total, prefix, i, i == 0 ? 1u : 0u, percent_at(album, i, 0));
        if (i + 1 < album->count)
            xml_format(css, "%f%%{opacity:0}", percent_at(album, i + 1, 0));
        buf_char(css, '}');
    }
    /* :has(), because a pointer anywhere in the window hovers over the root of an SVG document */
    buf_text(css, "}.ludus:has(:hover) *{animation-play-state:paused}"
                  ".ludus:focus-visible *{animation-play-state:paused}");
}

static void lay_out_animation(struct drawing *d, const struct album *album)
{
    for (size_t i = 0; i < album->count && !d->failed; i++) {
        const struct scene *scene = d->scene = album->scenes[i];
        for (unsigned step = 0; step < scene->step_count; step++)
            play_step(d, &scene->steps[step], percent_at(album, i, moving * step / scene->step_count),
                      percent_at(album, i, moving * (step + 1) / scene->step_count));
        update_actors(d, i, percent_at(album, i, moving));
    }
    write_style(d, album);
    (void)diagram_lay_out(d, album->scenes, album->count, 0, 0);
}

/* ---- Drawings ---- */

/* Appends the drawing of an album as SVG, with the game's record. Returns false without memory. */
static bool write_drawing(struct drawing *d, const struct album *album, lay_out_fn *method,
                          struct ludus_game *game, struct ludus_buffer *out)
{
    const struct scene *first = album->scenes[0];
    struct ludus_buffer title = { 0 }; /* "Lord Tyger – Lady Dragon, Pentamere, 1995: 4W" */
    struct ludus_buffer strip = { 0 };
    struct svg_document document = { .description = first->description };
    buf_format(&title, "%s: %s",
               caption_players(&title, game, false) ? "" : ludus_ruleset_title(album->replay->ruleset),
               first->name);
    if (method != lay_out_first && album->count > 1)
        buf_format(&title, EN_DASH "%s", album->scenes[album->count - 1]->label);
    for (size_t i = 0; method == lay_out_strip && i < album->count; i++)
        buf_format(&strip, "%s%s: %s", i ? "\n" : "", album->scenes[i]->name, album->scenes[i]->description);
    document.title = buf_string(&title);
    if (strip.length)
        document.description = buf_string(&strip);
    if (d->options->record)
        document.record = ludus_game_source(game);
    d->failed |= title.failed || strip.failed;
    bool ok = svg_write(d, &document, out);
    buf_free(&strip);
    buf_free(&title);
    return ok;
}

static bool draw_game(struct ludus_replay *replay, struct ludus_game *game,
                      const struct ludus_drawing_options *options, lay_out_fn *method,
                      struct ludus_buffer *out, char *reason, size_t size)
{
    struct album album;
    struct drawing d = { .options = options };
    char why[512] = "out of memory"; /* unless another reason is found */
    bool ok = album_gather(&album, replay, game, options, why, sizeof why) &&
              drawing_open(&d, options, album.scenes[0]->kinds, why, sizeof why) &&
              lay_out(&d, &album, method, why, sizeof why) && write_drawing(&d, &album, method, game, out);
    if (*d.reason)
        snprintf(why, sizeof why, "%s", d.reason);
    drawing_free(&d);
    album_free(&album);
    return ok || refuse(reason, size, "%s", why);
}

bool ludus_game_draw(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size)
{
    const struct ludus_drawing_options given = draw_options(options);
    return draw_game(replay, game, &given, lay_out_first, out, reason, size);
}

bool ludus_game_draw_strip(struct ludus_replay *replay, struct ludus_game *game,
                           const struct ludus_drawing_options *options, struct ludus_buffer *out,
                           char *reason, size_t size)
{
    struct ludus_drawing_options panel = draw_options(options);
    if (!panel.caption_text) /* the title has the players; each panel has its turn */
        panel.caption_text = "{turn} {moves}";
    if (!panel.turns)
        panel.turns = "all";
    return draw_game(replay, game, &panel, lay_out_strip, out, reason, size);
}

bool ludus_game_draw_animation(struct ludus_replay *replay, struct ludus_game *game,
                               const struct ludus_drawing_options *options, struct ludus_buffer *out,
                               char *reason, size_t size)
{
    struct ludus_drawing_options whole = draw_options(options);
    whole.turns = "all";
    whole.before = false;
    whole.text_size = 0;
    return draw_game(replay, game, &whole, lay_out_animation, out, reason, size);
}
