/* plot.c - draws charts: White's expected result over a game as a line; a table of statistics as bars. */
#include "base/text.h"
#include "draw/svg.h"
#include "rules/ruleset.h"
#include "study/luck.h"
#include "study/stat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* In pixels; BASE is from the top of a line of text to its baseline. */
enum { WIDTH = 720, LINE = 17, BASE = 12, BAR_SIZE = 13, HEADING_SIZE = 16, LINES_MOST = 8 };

/* ---- Texts ---- */

struct label {
    const char *class, *anchor; /* NULL: none; start */
    double x, size;             /* of the text; attributes only for a heading */
    bool heading, italic;
};

/* Writes a text at `y`. Here and below, only measures it without a writer. */
static void write_label(struct xml_writer *writer, const struct label *label, double y, const char *text)
{
    if (writer)
        xml_put(
            writer, "<text class=%s x=%f y=%f text-anchor=%s font-size=%s font-weight=%s font-style=%s >%s",
            label->class, label->x, y + BASE, label->anchor, label->heading ? "16" : NULL, /* HEADING_SIZE */
            label->heading ? "bold" : NULL, label->italic ? "italic" : NULL, text);
}

/* Moves the next line of `*text` to `line`, which is cleared first, and skips the blanks after it. If text is
 * left after the `last` line, that line is shortened and ends with an ellipsis. */
static void take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last)
{
    size_t length = face_fit(*text, size, width);
    bool cut = last && (*text)[length];
    if (cut)
        length = face_fit(*text, size, width - face_width("\u2026", size));
    buf_clear(line);
    buf_add(line, *text, length);
    if (cut)
        buf_text(line, "\u2026");
    *text += length;
    *text += strspn(*text, " ");
}

/* Writes a text in lines of at most `width`, from y on. Returns the number of lines. */
static unsigned write_lines(struct xml_writer *writer, const struct label *label, double y, const char *text,
                            double width)
{
    struct ludus_buffer line = { 0 };
    unsigned lines = 0;
    do {
        take_line(&line, &text, label->size, width, ++lines == LINES_MOST);
        write_label(writer, label, y, buf_string(&line));
        y += LINE;
    } while (*text && lines < LINES_MOST);
    buf_free(&line);
    return lines;
}

/* ---- White's expected result ---- */

enum { CURVE = 244, LEFT = 48, RIGHT = 16, TOP = 36, BOTTOM = 62, LABELS = 12, LABEL_SIZE = 16 };
enum { SIZE = 12, DOT = 3 };

static const double grave = -0.1; /* errors of this size are shown */

struct plot_point {
    double value; /* after the turn */
    double error; /* of the mover's turn, 0 or less */
    unsigned number, side;
    char name[LABEL_SIZE]; /* of the turn, "4W" */
};

struct plot {
    struct xml_writer *writer;
    struct plot_point *points; /* owned; the first is the start */
    size_t count, capacity;
    double top; /* of the curve */
};

/* Adds the expected result before or after a turn. Returns false without memory. */
static bool add_point(struct plot *plot, double value, double error, const struct ludus_turn *turn)
{
    struct plot_point place = { value, error, turn->number, turn->side, "" };
    snprintf(place.name, sizeof place.name, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    return memory_add(&plot->points, &plot->count, &plot->capacity, &place, sizeof place);
}

/* Evaluates the main line, as far as it can be played. Returns false without memory. */
static bool add_points(struct plot *plot, struct ludus_replay *replay, struct ludus_game *game,
                       struct ludus_judge *judge)
{
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_judgement out = { .size = sizeof out };
    if (!ludus_judge_start(judge, replay, game))
        return true;
    while (ludus_replay_next(replay, &turn)) {
        if (turn.depth > 0)
            continue;
        if (turn.state != LUDUS_TURN_PLAYED)
            break;
        if (!ludus_judge_turn(judge, replay, &turn, &out) ||
            (!plot->count && !add_point(plot, out.before, 0, &turn)) ||
            !add_point(plot, out.after, turn.side == LUDUS_WHITE ? out.error : -out.error, &turn))
            return false;
    }
    return true;
}

static double x_of(const struct plot *plot, size_t index)
{
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)index / (double)(plot->count - 1);
}

static double y_of(const struct plot *plot, double value)
{
    return plot->top + CURVE * (1 - value);
}

static void draw_rule(struct plot *plot, double x1, double y1, double x2, double y2)
{
    xml_put(plot->writer, "<line x1=%f y1=%f x2=%f y2=%f stroke=#bbb />", x1, y1, x2, y2);
}

static void draw_label(struct plot *plot, double x, double y, const char *anchor, const char *text)
{
    xml_put(plot->writer, "<text x=%f y=%f text-anchor=%s >%s", x, y, anchor, text);
}

/* Returns the interval between labelled turn numbers: 2, 5, 10, 20 and so on; 0 if all turns have labels. */
static unsigned label_step(const struct plot *plot)
{
    static const unsigned next[] = { 2, 5, 10 };
    unsigned turns = plot->points[plot->count - 1].number - plot->points[1].number + 1;
    if (plot->count <= LABELS + 1)
        return 0;
    for (unsigned ten = 1;; ten *= 10)
        for (unsigned i = 0; i < sizeof next / sizeof *next; i++)
            if (turns / (ten * next[i]) <= LABELS)
                return ten * next[i];
}

static void draw_axes(struct plot *plot)
{
    char text[LABEL_SIZE];
    unsigned step = plot->count > 1 ? label_step(plot) : 0;
    for (unsigned percent = 0; percent <= 100; percent += 25) {
        snprintf(text, sizeof text, "%u %%", percent);
        draw_rule(plot, LEFT, y_of(plot, percent / 100.0), WIDTH - RIGHT, y_of(plot, percent / 100.0));
        draw_label(plot, LEFT - 6, y_of(plot, percent / 100.0) + 4, "end", text);
    }
    for (size_t i = 1; i < plot->count; i++) {
        unsigned number = plot->points[i].number;
        if (step && i > 1 && (number % step || plot->points[i - 1].number == number))
            continue;
        draw_rule(plot, x_of(plot, i), y_of(plot, 0), x_of(plot, i), y_of(plot, 0) + 4);
        draw_label(plot, x_of(plot, i), y_of(plot, 0) + 18, "middle", plot->points[i].name);
    }
}

/* Draws a dot, red around errors of a tenth and more. */
static void draw_dot(struct plot *plot, double x, double y, const char *fill, bool error)
{
    xml_put(plot->writer, "<circle cx=%f cy=%f r=%u fill=%s stroke=%s stroke-width=%s />", x, y, DOT, fill,
            error ? "#c00" : "#1f4e79", error ? "2" : "1");
}

static void draw_legend(struct plot *plot)
{
    static const struct {
        const char *fill, *text;
        bool error;
    } entries[] = { { "#fff", "after a turn of White", false },
                    { "#000", "after a turn of Black", false },
                    { "none", "an error of 10 % or more", true } };
    double x = LEFT + DOT, y = y_of(plot, 0) + 42;
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        draw_dot(plot, x, y - 4, entries[i].fill, entries[i].error);
        draw_label(plot, x + 10, y, "start", entries[i].text);
        x += 10 + face_width(entries[i].text, SIZE) + 24;
    }
}

/* Writes "White's chance to win. White: A, Black: B"; names wider than `width` are cut. */
static void write_title(struct ludus_buffer *out, const struct ludus_game *game, double width)
{
    static const char *const names[] = { "White", "Black" };
    buf_text(out, "White\xe2\x80\x99s chance to win");
    for (unsigned side = 0; side < 2; side++) {
        struct ludus_text name;
        struct ludus_buffer whole = { 0 }, line = { 0 };
        if (!ludus_game_tag(game, names[side], &name))
            continue;
        buf_add(&whole, name.text, name.length);
        const char *text = buf_string(&whole);
        take_line(&line, &text, SIZE, width, true);
        buf_format(out, "%s %s: %s", side ? "," : ".", names[side], buf_string(&line));
        out->failed |= whole.failed || line.failed;
        buf_free(&whole);
        buf_free(&line);
    }
}

/* Describes the curve for readers who cannot see it. */
static void describe_plot(struct ludus_buffer *out, const struct plot *plot)
{
    enum { FIRST, LAST, HIGHEST, LOWEST, TOLD };
    static const char *const before[TOLD] = { "", ", ", ". Highest: ", ". Lowest: " };
    size_t told[TOLD] = { 0, plot->count - 1, 0, 0 }, errors = 0;
    for (size_t i = 1; i < plot->count; i++) {
        told[HIGHEST] = plot->points[i].value > plot->points[told[HIGHEST]].value ? i : told[HIGHEST];
        told[LOWEST] = plot->points[i].value < plot->points[told[LOWEST]].value ? i : told[LOWEST];
    }
    for (unsigned i = FIRST; i < TOLD; i++) {
        const struct plot_point *point = &plot->points[told[i]];
        buf_format(out, "%s%.0f %% ", before[i], 100 * point->value);
        buf_format(out, "%s%s", told[i] ? "after " : "at the start", told[i] ? point->name : "");
    }
    buf_text(out, ". Errors of 10 % or more: ");
    for (size_t i = 1; i < plot->count; i++)
        if (plot->points[i].error <= grave)
            buf_format(out, "%s%s", errors++ ? ", " : "", plot->points[i].name);
    buf_text(out, errors ? "." : "none.");
}

static bool draw_plot(struct plot *plot, const struct ludus_game *game)
{
    static const struct label label = { .anchor = "start", .x = LEFT, .size = SIZE };
    struct ludus_buffer heading = { 0 }, text = { 0 };
    write_title(&heading, game, 1.5 * (WIDTH - LEFT - RIGHT));
    const char *lines = buf_string(&heading);
    plot->top = TOP - LINE + LINE * write_lines(NULL, &label, 0, lines, WIDTH - LEFT - RIGHT);
    double height = plot->top + CURVE + BOTTOM;
    xml_put(plot->writer,
            "<svg xmlns=http://www.w3.org/2000/svg width=%u height=%f viewBox='0 0 %u %f' font-family=%s "
            "font-size=%u role=img",
            WIDTH, height, WIDTH, height, LUDUS_FONTS, SIZE);
    write_title(&text, game, HUGE_VAL);
    xml_put(plot->writer, "<title >%s", buf_string(&text));
    text.length = 0;
    describe_plot(&text, plot);
    xml_put(plot->writer, "<desc >%s", buf_string(&text));
    text.length = 0;
    xml_put(plot->writer, "<rect width=%u height=%f fill=#fff />", WIDTH, height);
    (void)write_lines(plot->writer, &label, TOP - LINE + 1 - BASE, lines, WIDTH - LEFT - RIGHT);
    draw_axes(plot);
    for (size_t i = 0; i < plot->count; i++)
        xml_format(&text, "%s%f,%f", i ? " " : "", x_of(plot, i), y_of(plot, plot->points[i].value));
    xml_put(plot->writer, "<polyline points=%s fill=none stroke=#1f4e79 stroke-width=2 />",
            buf_string(&text));
    for (size_t i = 1; i < plot->count; i++) /* filled in the colour of the mover */
        draw_dot(plot, x_of(plot, i), y_of(plot, plot->points[i].value),
                 plot->points[i].side == LUDUS_WHITE ? "#fff" : "#000", plot->points[i].error <= grave);
    draw_legend(plot);
    xml_end(plot->writer);
    bool sound = !heading.failed && !text.failed;
    buf_free(&text);
    buf_free(&heading);
    return sound;
}

bool ludus_game_plot(struct ludus_replay *replay, struct ludus_game *game, struct ludus_judge *judge,
                     struct ludus_buffer *out, char *reason, size_t size)
{
    struct xml_writer xml = { .out = out };
    struct plot plot = { .writer = &xml };
    bool sound = add_points(&plot, replay, game, judge), any = plot.count > 0;
    const struct ludus_ruleset *ruleset = ludus_replay_ruleset(replay);
    if (ruleset && !judge_knows(judge, ruleset) && !(sound && any))
        snprintf(reason, size, "no evaluation is known for %s", ludus_ruleset_id(ruleset));
    else
        snprintf(reason, size, sound && !any ? "no turn can be judged" : "out of memory");
    sound = sound && any && draw_plot(&plot, game) && !out->failed;
    buf_free(&xml.open);
    free(plot.points);
    return sound;
}

/* ---- Statistics ---- */

enum { MARGIN = 16, MEASURE = 80, LABEL_MOST = 300, BAR = 14, STEP = 20, GAP = 14, HEADING = 26, AROUND = 8 };
enum { GROUPS_MOST = 40, OPENINGS_MOST = 12, BARS_MOST = 256, VALUE_SIZE = 48 };

struct chart {
    struct xml_writer *writer; /* NULL while only measuring */
    unsigned top;              /* maximum of openings of a group, or 0 */
    double y;
    double labels, values; /* the maximum widths */
};

/* Writes the bars of one measure of a group. */
static void write_measure(struct chart *chart, const struct stat_row *row, const struct stat_row *end)
{
    static const struct label label = { .class = "ludus-measure", .x = MARGIN, .italic = true };
    const double left = MARGIN + MEASURE + chart->labels + AROUND; /* left edge of the bars */
    const double width = WIDTH - MARGIN - chart->values - AROUND - left;
    double sum = 0, most = 1, top = chart->y;
    bool opening = row->measure == STAT_OPENING; /* all faces of a die have a bar, and the first openings */
    size_t bars = (size_t)(end - row), limit = opening ? OPENINGS_MOST : BARS_MOST;
    if (opening && chart->top && chart->top < limit)
        limit = chart->top;
    bars = bars < limit ? bars : limit;
    for (const struct stat_row *at = row; at < end; at++) {
        sum += (double)at->count;
        most = fmax(most, (double)at->count);
    }
    write_label(chart->writer, &label, chart->y, stat_measures[row->measure]);
    for (size_t i = 0; i < bars; i++) {
        /* A row of the chart; while measuring it is only counted. */
        const struct label item = { .class = "ludus-item",
                                    .anchor = "end",
                                    .x = left - AROUND,
                                    .size = BAR_SIZE },
                           number = { .class = "ludus-value", .anchor = "end", .x = WIDTH - MARGIN };
        char value[VALUE_SIZE], percent[16];
        number_write(percent, sizeof percent, 'f', 1, sum > 0 ? (double)row[i].count / sum * 100 : 0);
        snprintf(value, sizeof value, "%llu (%s %%)", (unsigned long long)row[i].count, percent);
        chart->labels = fmax(chart->labels, fmin(face_width(row[i].item, BAR_SIZE), LABEL_MOST));
        chart->values = fmax(chart->values, face_width(value, BAR_SIZE));
        write_label(chart->writer, &number, chart->y, value);
        if (chart->writer)
            xml_put(chart->writer, "<rect class=ludus-bar x=%f y=%f width=%f height=%u fill=#7a8ca8 />", left,
                    chart->y, (double)row[i].count / most * width, BAR);
        unsigned lines = write_lines(chart->writer, &item, chart->y, row[i].item, LABEL_MOST);
        chart->y += (lines - 1) * LINE + STEP;
    }
    double fair = left + sum / (double)(end - row) / most * width;
    if (row->measure == STAT_DIE && sum > 0 && chart->writer) /* the end of the bars of fair dice */
        xml_put(chart->writer,
                "<line class=ludus-fair x1=%f x2=%f y1=%f y2=%f stroke=#b03a2e stroke-width=1.5 />", fair,
                fair, top - 2, chart->y - STEP + BAR + 2);
    chart->y += GAP;
}

static void write_groups(struct chart *chart, const struct stat_row *row, const struct stat_row *end)
{
    chart->y = MARGIN;
    for (unsigned groups = 0; row < end && groups < GROUPS_MOST; groups++) {
        const struct stat_row *stop = stat_run(row, end, false);
        static const struct label label = {
            .class = "ludus-group", .x = MARGIN, .size = HEADING_SIZE, .heading = true
        };
        struct ludus_buffer name = { 0 };
        for (const char *at = *row->group ? row->group : "all"; *at; at++)
            buf_text(&name, *at == '\t' ? ", " : (const char[]){ *at, '\0' });
        unsigned lines = write_lines(chart->writer, &label, chart->y, buf_string(&name), WIDTH - 2 * MARGIN);
        chart->y += (lines - 1) * LINE + HEADING;
        buf_free(&name);
        while (row < stop) {
            const struct stat_row *next = stat_run(row, stop, true);
            if (row->measure == STAT_RESULT || row->measure == STAT_DIE || row->measure == STAT_OPENING)
                write_measure(chart, row, next);
            row = next;
        }
    }
}

bool ludus_stats_plot(struct ludus_stats *stats, unsigned top, struct ludus_buffer *out)
{
    struct xml_writer xml = { .out = out }, *writer = &xml;
    struct chart chart = { .top = top };
    const struct stat_row *rows = stat_sorted(stats);
    if (!rows)
        return false;
    write_groups(&chart, rows, rows + stats->count);
    double height = chart.y + MARGIN;
    xml_put(
        writer,
        "<svg xmlns=http://www.w3.org/2000/svg class=ludus width=%u height=%f viewBox='0 0 %u %f' role=img "
        "font-family=%s font-size=%u fill=#222",
        WIDTH, height, WIDTH, height, LUDUS_FONTS, BAR_SIZE);
    xml_put(writer, "<title >Statistics of games");
    xml_put(writer, "<rect class=ludus-paper width=%u height=%f fill=#fff />", WIDTH, height);
    chart.writer = writer;
    write_groups(&chart, rows, rows + stats->count);
    xml_end(writer);
    buf_free(&xml.open);
    return !out->failed;
}
