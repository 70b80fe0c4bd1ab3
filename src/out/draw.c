/* draw.c - drawings of a game as SVG: one diagram, or a strip of them. */
#include "draw.h"

#include <math.h>

#include "album.h"
#include "caption.h"

enum { STRIP_GAP = 14 };

void ludus_drawing_options_init(struct ludus_drawing_options *options)
{
    *options = (struct ludus_drawing_options){ .dice = true,
                                               .moves = true,
                                               .last = true,
                                               .stock = true,
                                               .side = true,
                                               .notes = true,
                                               .caption = true,
                                               .record = true,
                                               .unit = "px",
                                               .id_prefix = "" };
}

/* "Lord Tyger – Lady Dragon, Pentamere, 1995: 4W". */
static void write_title(struct ludus_buffer *out, const struct draw_document *document)
{
    const struct scene *first = document->first, *last = document->last;
    caption_players(out, document->game);
    if (!out->length)
        buf_text(out, first->ruleset);
    buf_format(out, ": %s", first->label ? first->label : "start");
    if (last != first)
        buf_format(out, "\xe2\x80\x93%s", last->label);
}

bool draw_document(const struct draw_document *document, struct ludus_buffer *out, char *reason, size_t size)
{
    struct ludus_buffer title = { 0 };
    write_title(&title, document);
    struct svg_document svg = { .drawing = document->drawing,
                                .options = document->options,
                                .title = buf_string(&title),
                                .description = document->description,
                                .style = document->style,
                                .kinds = document->first->kinds };
    if (document->options->record)
        svg.record = ludus_game_source(document->game);
    bool ok = svg_write(&svg, out, reason, size);
    buf_free(&title);
    return ok;
}

bool ludus_game_draw(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size)
{
    struct album album;
    struct drawing drawing = { 0 };
    bool ok = album_gather(&album, replay, game, options, reason, size);
    if (ok) {
        const struct scene *scene = album.scenes[0];
        struct point extent = diagram_lay_out(&drawing, scene, options, 0, 0);
        drawing.width = extent.x;
        drawing.height = extent.y;
        ok = draw_document(&(struct draw_document){ .drawing = &drawing,
                                                    .game = game,
                                                    .options = options,
                                                    .first = scene,
                                                    .last = scene,
                                                    .description = scene->description },
                           out, reason, size);
    }
    drawing_free(&drawing);
    album_free(&album);
    return ok;
}

/* As many columns as make the strip about as wide as an open page. */
static size_t usual_columns(size_t count)
{
    size_t columns = 1;
    while (columns * columns * 2 < count * 3 && columns < 6)
        columns++;
    return columns < count ? columns : count;
}

static void lay_out_strip(struct drawing *drawing, const struct album *album,
                          const struct ludus_drawing_options *options)
{
    size_t columns = options->columns ? options->columns : usual_columns(album->count);
    double x = 0, y = 0, row = 0;
    for (size_t i = 0; i < album->count; i++) {
        if (i > 0 && i % columns == 0) {
            x = 0;
            y += row + STRIP_GAP;
            row = 0;
        }
        struct point extent = diagram_lay_out(drawing, album->scenes[i], options, x, y);
        x += extent.x;
        row = fmax(row, extent.y);
        drawing->width = fmax(drawing->width, x);
        x += STRIP_GAP;
    }
    drawing->height = y + row;
}

static void describe_strip(struct ludus_buffer *out, const struct album *album)
{
    for (size_t i = 0; i < album->count; i++)
        buf_format(out, "%s%s: %s", i ? "\n" : "",
                   album->scenes[i]->label ? album->scenes[i]->label : "start",
                   album->scenes[i]->description);
}

bool ludus_game_draw_strip(struct ludus_replay *replay, struct ludus_game *game,
                           const struct ludus_drawing_options *options, struct ludus_buffer *out,
                           char *reason, size_t size)
{
    struct album album;
    struct drawing drawing = { 0 };
    struct ludus_drawing_options panel = *options;
    struct ludus_buffer description = { 0 };
    if (!panel.caption_text) /* the players stand in the title; each panel says its turn */
        panel.caption_text = "{turn} {moves}";
    if (!panel.turns)
        panel.turns = "all";
    bool ok = album_gather(&album, replay, game, &panel, reason, size);
    if (ok) {
        lay_out_strip(&drawing, &album, &panel);
        describe_strip(&description, &album);
        ok = draw_document(&(struct draw_document){ .drawing = &drawing,
                                                    .game = game,
                                                    .options = &panel,
                                                    .first = album.scenes[0],
                                                    .last = album.scenes[album.count - 1],
                                                    .description = buf_string(&description) },
                           out, reason, size);
    }
    buf_free(&description);
    drawing_free(&drawing);
    album_free(&album);
    return ok;
}
