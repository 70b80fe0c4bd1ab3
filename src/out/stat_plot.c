/* stat_plot.c - a bar chart of a table: for each group its results, its dice and its openings. */
#include <stdio.h>
#include <string.h>

#include "out/stat.h"
#include "out/xml.h"

/* In pixels. */
enum { WIDTH = 720, MARGIN = 16, LABEL = 280, BAR = 14, STEP = 20, GAP = 14, HEADING = 26, VALUE_ROOM = 110 };
enum { GROUPS_MOST = 40, BARS_MOST = 12 };

static const char style[] = "svg{background:#fff}text{font:13px Georgia,'DejaVu Serif',serif;fill:#222}"
                            ".group{font-size:16px;font-weight:bold}.measure{font-style:italic}"
                            ".bar{fill:#7a8ca8}.fair{stroke:#b03a2e;stroke-width:1.5}";

struct plot {
    xmlTextWriterPtr writer; /* NULL while the height is measured */
    double y;
};

static bool is_drawn(const struct stat_row *row)
{
    return row->measure == STAT_RESULT || row->measure == STAT_DIE || row->measure == STAT_OPENING;
}

static void write_label(const struct plot *plot, const char *class, double x, const char *anchor,
                        const char *text)
{
    if (!plot->writer)
        return;
    xml_begin(plot->writer, "text");
    xml_attribute(plot->writer, "class", class);
    xml_number(plot->writer, "x", x);
    xml_number(plot->writer, "y", plot->y + BAR - 2);
    xml_attribute(plot->writer, "text-anchor", anchor);
    xml_text(plot->writer, text, strlen(text));
    xml_end(plot->writer);
}

/* The beginning of a long text, whole characters only. */
static void shorten(const char *text, char *out, size_t size)
{
    size_t length = strlen(text);
    if (length < size) {
        memcpy(out, text, length + 1);
        return;
    }
    length = size - 4;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    memcpy(out, text, length);
    memcpy(out + length, "\xe2\x80\xa6", 4);
}

static void write_bar(struct plot *plot, const struct stat_row *row, double scale, double share)
{
    char label[48], value[48];
    shorten(row->item, label, sizeof label);
    snprintf(value, sizeof value, "%llu (%.1f %%)", (unsigned long long)row->count, share * 100);
    write_label(plot, "item", LABEL - 8, "end", label);
    write_label(plot, "value", WIDTH - MARGIN, "end", value);
    if (plot->writer) {
        xml_begin(plot->writer, "rect");
        xml_attribute(plot->writer, "class", "bar");
        xml_number(plot->writer, "x", LABEL);
        xml_number(plot->writer, "y", plot->y);
        xml_number(plot->writer, "width", (double)row->count * scale);
        xml_number(plot->writer, "height", BAR);
        xml_end(plot->writer);
    }
    plot->y += STEP;
}

/* A line where the bars of fair dice would end. */
static void write_fair(const struct plot *plot, double top, double x)
{
    if (!plot->writer)
        return;
    xml_begin(plot->writer, "line");
    xml_attribute(plot->writer, "class", "fair");
    xml_number(plot->writer, "x1", x);
    xml_number(plot->writer, "x2", x);
    xml_number(plot->writer, "y1", top - 2);
    xml_number(plot->writer, "y2", plot->y - STEP + BAR + 2);
    xml_end(plot->writer);
}

/* The bars of one measure of one group. */
static void write_measure(struct plot *plot, const struct stat_row *row, const struct stat_row *end)
{
    double sum = 0, most = 1;
    size_t bars = (size_t)(end - row) < BARS_MOST ? (size_t)(end - row) : BARS_MOST;
    for (const struct stat_row *at = row; at < end; at++) {
        sum += (double)at->count;
        most = (double)at->count > most ? (double)at->count : most;
    }
    write_label(plot, "measure", MARGIN, "start", stat_measure_name((enum stat_measure)row->measure));
    double top = plot->y, scale = (WIDTH - LABEL - VALUE_ROOM) / most;
    for (size_t i = 0; i < bars; i++)
        write_bar(plot, &row[i], scale, sum > 0 ? (double)row[i].count / sum : 0);
    if (row->measure == STAT_DIE && sum > 0)
        write_fair(plot, top, LABEL + sum / (double)(end - row) * scale);
    plot->y += GAP;
}

static void write_groups(struct plot *plot, const struct stat_row *row, const struct stat_row *end)
{
    plot->y = MARGIN;
    for (unsigned groups = 0; row < end && groups < GROUPS_MOST; groups++) {
        const struct stat_row *stop = stat_run(row, end, false);
        char name[96];
        shorten(*row->group ? row->group : "all", name, sizeof name);
        for (char *tab = name; (tab = strchr(tab, '\t')) != NULL;)
            *tab = ',';
        write_label(plot, "group", MARGIN, "start", name);
        plot->y += HEADING;
        while (row < stop) {
            const struct stat_row *next = stat_run(row, stop, true);
            if (is_drawn(row))
                write_measure(plot, row, next);
            row = next;
        }
    }
}

bool ludus_stats_plot(struct ludus_stats *stats, struct ludus_buffer *out)
{
    struct plot plot = { .writer = NULL };
    char box[64];
    const struct stat_row *rows = stat_sorted(stats);
    xmlTextWriterPtr writer = rows ? xml_open(out) : NULL;
    if (!writer)
        return false;
    write_groups(&plot, rows, rows + stats->count);
    snprintf(box, sizeof box, "0 0 %d %.0f", WIDTH, plot.y + MARGIN);
    xml_begin(writer, "svg");
    xml_attribute(writer, "xmlns", "http://www.w3.org/2000/svg");
    xml_number(writer, "width", WIDTH);
    xml_number(writer, "height", plot.y + MARGIN);
    xml_attribute(writer, "viewBox", box);
    xml_attribute(writer, "role", "img");
    xml_begin(writer, "title");
    xml_text(writer, "Statistics of games", strlen("Statistics of games"));
    xml_end(writer);
    xml_begin(writer, "style");
    xml_text(writer, style, sizeof style - 1);
    xml_end(writer);
    plot.writer = writer;
    write_groups(&plot, rows, rows + stats->count);
    xml_end(writer);
    xml_close(writer);
    return !out->failed;
}
