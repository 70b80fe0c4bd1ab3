/* plot.c - White's expected result over a game, drawn as a line. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ludus.h"
#include "xml.h"

enum { WIDTH = 720, HEIGHT = 320, LEFT = 48, RIGHT = 16, TOP = 36, BOTTOM = 40, LABELS = 12 };

struct point {
    double value; /* after the turn */
    double error; /* of the mover, 0 or less */
    unsigned number, side;
};

struct plot {
    xmlTextWriterPtr writer;
    struct point *points; /* owned; the first is the start */
    size_t count, capacity;
};

static bool add_point(struct plot *plot, struct point point)
{
    if (plot->count == plot->capacity) {
        size_t capacity = plot->capacity ? 2 * plot->capacity : 64;
        struct point *points = memory_grown(plot->points, capacity * sizeof *points);
        if (!points)
            return false;
        plot->points = points;
        plot->capacity = capacity;
    }
    plot->points[plot->count++] = point;
    return true;
}

/* Judges the main line, as far as it can be played. */
static bool gather(struct plot *plot, struct ludus_replay *replay, struct ludus_game *game,
                   struct ludus_judge *judge)
{
    struct ludus_turn turn;
    struct ludus_judgement out;
    if (!ludus_replay_start(replay, game))
        return true;
    while (ludus_replay_next(replay, &turn)) {
        if (turn.depth > 0)
            continue;
        if (turn.state != LUDUS_TURN_PLAYED)
            break;
        if (!ludus_judge_turn(judge, replay, &turn, &out) ||
            (!plot->count && !add_point(plot, (struct point){ out.before, 0, 0, 0 })))
            return false;
        double error = turn.side == LUDUS_WHITE ? out.error : -out.error;
        if (!add_point(plot, (struct point){ out.after, error, turn.number, turn.side }))
            return false;
    }
    return true;
}

static double x_of(const struct plot *plot, size_t index)
{
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)index / (double)(plot->count - 1);
}

static double y_of(double value)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value);
}

static void line(struct plot *plot, double x1, double y1, double x2, double y2)
{
    xml_begin(plot->writer, "line");
    xml_number(plot->writer, "x1", x1);
    xml_number(plot->writer, "y1", y1);
    xml_number(plot->writer, "x2", x2);
    xml_number(plot->writer, "y2", y2);
    xml_attribute(plot->writer, "stroke", "#bbb");
    xml_end(plot->writer);
}

static void label(struct plot *plot, double x, double y, const char *anchor, const char *text)
{
    xml_begin(plot->writer, "text");
    xml_number(plot->writer, "x", x);
    xml_number(plot->writer, "y", y);
    xml_attribute(plot->writer, "text-anchor", anchor);
    xml_text(plot->writer, text, strlen(text));
    xml_end(plot->writer);
}

static void draw_axes(struct plot *plot)
{
    char text[32];
    size_t step = (plot->count + LABELS - 1) / LABELS;
    for (unsigned percent = 0; percent <= 100; percent += 25) {
        snprintf(text, sizeof text, "%u %%", percent);
        line(plot, LEFT, y_of(percent / 100.0), WIDTH - RIGHT, y_of(percent / 100.0));
        label(plot, LEFT - 6, y_of(percent / 100.0) + 4, "end", text);
    }
    for (size_t i = 1; i < plot->count; i += step) {
        const struct point *point = &plot->points[i];
        snprintf(text, sizeof text, "%u%c", point->number, point->side == LUDUS_WHITE ? 'W' : 'B');
        line(plot, x_of(plot, i), y_of(0), x_of(plot, i), y_of(0) + 4);
        label(plot, x_of(plot, i), y_of(0) + 18, "middle", text);
    }
}

static bool draw_line(struct plot *plot)
{
    struct ludus_buffer text = { 0 };
    for (size_t i = 0; i < plot->count; i++) {
        char x[XML_NUMBER_SIZE], y[XML_NUMBER_SIZE];
        xml_format_number(x, x_of(plot, i));
        xml_format_number(y, y_of(plot->points[i].value));
        buf_format(&text, "%s%s,%s", i ? " " : "", x, y);
    }
    bool sound = !text.failed;
    xml_begin(plot->writer, "polyline");
    xml_attribute(plot->writer, "points", buf_string(&text));
    xml_attribute(plot->writer, "fill", "none");
    xml_attribute(plot->writer, "stroke", "#1f4e79");
    xml_attribute(plot->writer, "stroke-width", "2");
    xml_end(plot->writer);
    buf_free(&text);
    return sound;
}

/* A dot for each turn, filled in the colour of who played it; red around errors of a tenth and more. */
static void draw_dots(struct plot *plot)
{
    for (size_t i = 1; i < plot->count; i++) {
        const struct point *point = &plot->points[i];
        xml_begin(plot->writer, "circle");
        xml_number(plot->writer, "cx", x_of(plot, i));
        xml_number(plot->writer, "cy", y_of(point->value));
        xml_attribute(plot->writer, "r", "3");
        xml_attribute(plot->writer, "fill", point->side == LUDUS_WHITE ? "#fff" : "#000");
        xml_attribute(plot->writer, "stroke", point->error <= -0.1 ? "#c00" : "#1f4e79");
        xml_attribute(plot->writer, "stroke-width", point->error <= -0.1 ? "2" : "1");
        xml_end(plot->writer);
    }
}

/* "White: A, Black: B" */
static void write_title(struct ludus_buffer *out, const struct ludus_game *game)
{
    static const char *const names[] = { "White", "Black" };
    buf_text(out, "White\xe2\x80\x99s chance to win");
    for (unsigned side = 0; side < 2; side++) {
        struct ludus_text name;
        if (!ludus_game_tag(game, names[side], &name))
            continue;
        buf_format(out, "%s %s: ", side ? "," : ".", names[side]);
        buf_add(out, name.text, name.length);
    }
}

static bool draw(struct plot *plot, const struct ludus_game *game)
{
    struct ludus_buffer title = { 0 };
    write_title(&title, game);
    xml_begin(plot->writer, "svg");
    xml_attribute(plot->writer, "xmlns", "http://www.w3.org/2000/svg");
    xml_number(plot->writer, "width", WIDTH);
    xml_number(plot->writer, "height", HEIGHT);
    xml_attribute(plot->writer, "font-family", "sans-serif");
    xml_attribute(plot->writer, "font-size", "12");
    xml_attribute(plot->writer, "role", "img");
    xml_begin(plot->writer, "title");
    xml_text(plot->writer, buf_string(&title), title.length);
    xml_end(plot->writer);
    xml_begin(plot->writer, "rect");
    xml_attribute(plot->writer, "width", "100%");
    xml_attribute(plot->writer, "height", "100%");
    xml_attribute(plot->writer, "fill", "#fff");
    xml_end(plot->writer);
    label(plot, LEFT, 20, "start", buf_string(&title));
    draw_axes(plot);
    bool sound = draw_line(plot) && !title.failed;
    draw_dots(plot);
    xml_end(plot->writer);
    buf_free(&title);
    return sound;
}

bool ludus_game_plot(struct ludus_replay *replay, struct ludus_game *game, struct ludus_judge *judge,
                     struct ludus_buffer *out, char *reason, size_t size)
{
    struct plot plot = { .count = 0 };
    bool sound = gather(&plot, replay, game, judge);
    snprintf(reason, size, sound ? "no turn can be judged" : "out of memory");
    if (sound && plot.count) {
        plot.writer = xml_open(out);
        sound = plot.writer && draw(&plot, game);
        if (plot.writer)
            xml_close(plot.writer);
        sound = sound && !out->failed;
        snprintf(reason, size, "out of memory");
    } else {
        sound = false;
    }
    free(plot.points);
    return sound;
}
