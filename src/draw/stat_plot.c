/* stat_plot.c - draws a table as a bar chart: for each group its results, dice and openings. */
#include "base/text.h"
#include "draw/svg.h"
#include "study/stat.h"

#include <math.h>
#include <stdio.h>

/* In pixels. */
enum { WIDTH = 720, MARGIN = 16, MEASURE = 80, LABEL_MOST = 300, BAR = 14, LINE = 17, STEP = 20 };
enum { GAP = 14, HEADING = 26, AROUND = 8, SIZE = 13, HEADING_SIZE = 16 };
enum { GROUPS_MOST = 40, OPENINGS_MOST = 12, BARS_MOST = 256, LINES_MOST = 8, VALUE_SIZE = 48 };

struct plot {
    struct xml_writer *writer; /* NULL while only measuring */
    unsigned top;              /* maximum of openings of a group, or 0 */
    double y;
    double labels, values; /* the maximum widths */
};

/* ---- Texts ---- */

struct label {
    const char *class, *anchor; /* anchor NULL: start */
    double x;
    bool heading, italic;
};

static void write_label(const struct plot *plot, const struct label *label, const char *text)
{
    if (plot->writer)
        xml_put(plot->writer,
                "<text class=%s x=%f y=%f text-anchor=%s font-size=%s font-weight=%s font-style=%s >%s",
                label->class, label->x, plot->y + BAR - 2, label->anchor,
                label->heading ? "16" : NULL, /* HEADING_SIZE */
                label->heading ? "bold" : NULL, label->italic ? "italic" : NULL, text);
}

/* Writes a text in lines of at most `width`, from plot->y on; returns the number of lines. */
static unsigned write_lines(struct plot *plot, const struct label *label, const char *text, double width)
{
    struct ludus_buffer line = { 0 };
    double y = plot->y;
    unsigned lines = 0;
    do {
        face_take_line(&line, &text, label->heading ? HEADING_SIZE : SIZE, width, ++lines == LINES_MOST);
        write_label(plot, label, buf_string(&line));
        plot->y += LINE;
    } while (*text && lines < LINES_MOST);
    buf_free(&line);
    plot->y = y;
    return lines;
}

/* ---- Groups ---- */

/* Writes the bars of one measure of a group. */
static void write_measure(struct plot *plot, const struct stat_row *row, const struct stat_row *end)
{
    static const struct label label = { .class = "ludus-measure", .x = MARGIN, .italic = true };
    const double left = MARGIN + MEASURE + plot->labels + AROUND; /* left edge of the bars */
    const double width = WIDTH - MARGIN - plot->values - AROUND - left;
    double sum = 0, most = 1, top = plot->y;
    bool opening = row->measure == STAT_OPENING; /* all faces of a die have a bar, and the first openings */
    size_t bars = (size_t)(end - row), limit = opening ? OPENINGS_MOST : BARS_MOST;
    if (opening && plot->top && plot->top < limit)
        limit = plot->top;
    bars = bars < limit ? bars : limit;
    for (const struct stat_row *at = row; at < end; at++) {
        sum += (double)at->count;
        most = fmax(most, (double)at->count);
    }
    write_label(plot, &label, stat_measures[row->measure]);
    for (size_t i = 0; i < bars; i++) {
        /* A row of the chart; while measuring it is only counted. */
        const struct label item = { .class = "ludus-item", .anchor = "end", .x = left - AROUND },
                           number = { .class = "ludus-value", .anchor = "end", .x = WIDTH - MARGIN };
        char value[VALUE_SIZE], percent[16];
        number_write(percent, sizeof percent, 'f', 1, sum > 0 ? (double)row[i].count / sum * 100 : 0);
        snprintf(value, sizeof value, "%llu (%s %%)", (unsigned long long)row[i].count, percent);
        plot->labels = fmax(plot->labels, fmin(face_width(row[i].item, SIZE), LABEL_MOST));
        plot->values = fmax(plot->values, face_width(value, SIZE));
        write_label(plot, &number, value);
        if (plot->writer)
            xml_put(plot->writer, "<rect class=ludus-bar x=%f y=%f width=%f height=%u fill=#7a8ca8 />", left,
                    plot->y, (double)row[i].count / most * width, BAR);
        unsigned lines = write_lines(plot, &item, row[i].item, LABEL_MOST);
        plot->y += (lines - 1) * LINE + STEP;
    }
    double fair = left + sum / (double)(end - row) / most * width;
    if (row->measure == STAT_DIE && sum > 0 && plot->writer) /* the end of the bars of fair dice */
        xml_put(plot->writer,
                "<line class=ludus-fair x1=%f x2=%f y1=%f y2=%f stroke=#b03a2e stroke-width=1.5 />", fair,
                fair, top - 2, plot->y - STEP + BAR + 2);
    plot->y += GAP;
}

static void write_groups(struct plot *plot, const struct stat_row *row, const struct stat_row *end)
{
    plot->y = MARGIN;
    for (unsigned groups = 0; row < end && groups < GROUPS_MOST; groups++) {
        const struct stat_row *stop = stat_run(row, end, false);
        static const struct label label = { .class = "ludus-group", .x = MARGIN, .heading = true };
        struct ludus_buffer name = { 0 };
        for (const char *at = *row->group ? row->group : "all"; *at; at++)
            buf_text(&name, *at == '\t' ? ", " : (const char[]){ *at, '\0' });
        unsigned lines = write_lines(plot, &label, buf_string(&name), WIDTH - 2 * MARGIN);
        plot->y += (lines - 1) * LINE + HEADING;
        buf_free(&name);
        while (row < stop) {
            const struct stat_row *next = stat_run(row, stop, true);
            if (row->measure == STAT_RESULT || row->measure == STAT_DIE || row->measure == STAT_OPENING)
                write_measure(plot, row, next);
            row = next;
        }
    }
}

/* ---- The document ---- */

bool ludus_stats_plot(struct ludus_stats *stats, unsigned top, struct ludus_buffer *out)
{
    struct plot plot = { .top = top };
    const struct stat_row *rows = stat_sorted(stats);
    struct xml_writer xml = { .out = out }, *writer = &xml;
    if (!rows)
        return false;
    write_groups(&plot, rows, rows + stats->count);
    double height = plot.y + MARGIN;
    xml_put(
        writer,
        "<svg xmlns=http://www.w3.org/2000/svg class=ludus width=%u height=%f viewBox='0 0 %u %f' role=img "
        "font-family=%s font-size=%u fill=#222",
        WIDTH, height, WIDTH, height, FACE_NAMES, SIZE);
    xml_put(writer, "<title >Statistics of games");
    xml_put(writer, "<rect class=ludus-paper width=%u height=%f fill=#fff />", WIDTH, height);
    plot.writer = writer;
    write_groups(&plot, rows, rows + stats->count);
    xml_end(writer);
    buf_free(&xml.open);
    return !out->failed;
}
