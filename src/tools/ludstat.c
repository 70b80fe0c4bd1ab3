/* ludstat.c - counts games, and what happens in them. */
#include "tool.h"

#include <stdlib.h>

struct values {
    const char *by, *plot;
    unsigned json, openings, top;
    bool merge;
    struct ludus_stats *stats;
};

static const struct tool_option options[] = {
    { "by", 'b', TOOL_TEXT, VALUE(by), "GROUPS",
      "count by ruleset, player, side, year or a tag; commas join them" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "form of the table" },
    { "merge", 'm', TOOL_FLAG, VALUE(merge), NULL, "the files are tables: add them up" },
    { "openings", 'n', TOOL_NUMBER, VALUE(openings), "N", "count openings of N turns" },
    { "plot", 'p', TOOL_WRITE, VALUE(plot), "FILE", "draw a bar chart to FILE, as SVG" },
    { "top", 't', TOOL_COUNT, VALUE(top), "N", "only the N most frequent openings" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "merge", NULL, "by openings ruleset rules origin",
      "--merge adds tables up, and takes no --by, --openings, -r, -R and --origin" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludstat",
    "[OPTION]... [FILE]...",
    "Counts games, results, turns, captures, dice and openings.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

static void count_game(struct tool *tool, struct ludus_game *game)
{
    if (ludus_game_empty(game))
        return;
    if (!tool_memory(tool, ludus_stats_add(tool->state, tool->replay, game)))
        tool->enough = true;
    tool_report(tool, game, LUDUS_ERROR);
}

static void *open_worker(struct tool *tool)
{
    return ludus_stats_new(tool->values->by, tool->values->openings);
}

static void close_worker(struct tool *tool)
{
    tool_memory(tool, ludus_stats_join(tool->values->stats, tool->state));
    ludus_stats_free(tool->state);
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = count_game,
};

static void merge_file(struct tool *tool, const char *path)
{
    char reason[200];
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    if (text && !ludus_stats_merge(tool->values->stats, text, length, reason, sizeof reason))
        tool_trouble(tool, "%s: %s", path, reason);
    free(text);
}

int main(int argc, char **argv)
{
    struct values values = { .by = "ruleset" };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        values.stats = ludus_stats_new(values.by, values.openings);
        if (!values.stats) {
            tool_trouble(&tool, "--by takes all, or ruleset, player, side, year and names of tags, not '%s'",
                         values.by);
            return tool_end(&tool);
        }
        for (int i = 0; values.merge && i < tool.file_count; i++)
            merge_file(&tool, tool.files[i]);
        if (values.merge && tool.file_count == 0)
            merge_file(&tool, "-");
        else if (!values.merge)
            tool_run(&tool, &work);
        if (tool_memory(&tool, ludus_stats_write(values.stats, values.json, values.top, tool.text)))
            tool_put_buffer(&tool, tool.text);
        if (values.plot && tool_memory(&tool, ludus_stats_plot(values.stats, values.top, tool.text)))
            tool_write_file(&tool, values.plot, ludus_buffer_text(tool.text));
        ludus_stats_free(values.stats);
    }
    return tool_end(&tool);
}
