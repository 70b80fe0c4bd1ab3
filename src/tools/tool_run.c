/* tool_run.c - the loop over files and records, in one thread. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *tool_file_name(const struct tool *tool, int index)
{
    return tool->origin.name ? tool->origin.name : tool->file_count ? tool->files[index] : "-";
}

struct ludus_import *tool_open(struct tool *tool, int index)
{
    tool->reading.follows = index > 0 && !tool->apart;
    struct ludus_import *import =
        ludus_import_open(tool->file_count ? tool->files[index] : "-", &tool->reading);
    if (import && tool->skims && ludus_import_reader(import))
        ludus_reader_skim(ludus_import_reader(import));
    return import;
}

void tool_add(struct tool *tool, const struct tool_work *work)
{
    if (ludus_buffer_failed(tool->extra))
        tool_trouble(tool, "out of memory");
    if (work->add)
        work->add(tool);
    if (work->tally_size)
        memset(tool->tally, 0, work->tally_size);
    ludus_buffer_clear(tool->extra);
}

bool tool_takes(struct tool *tool, struct ludus_game *game)
{
    if (!ludus_game_large(game))
        return true;
    tool->lacks = true;
    ludus_game_messages(game, tool_message, tool);
    return false;
}

void tool_read(struct tool *tool, const struct tool_work *work, struct ludus_import *import)
{
    struct ludus_game *game;
    tool->enough = tool->lacks = false;
    tool->foreign = !ludus_import_reader(import);
    while (!tool->enough && !tool_failed(tool) && (game = ludus_import_next(import))) {
        if (tool_takes(tool, game))
            work->game(tool, game);
        tool_add(tool, work);
    }
    int error = ludus_import_error(import);
    ludus_import_close(import);
    tool->cut = error != 0 || tool->lacks;
    if (error)
        tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
    if (work->done)
        work->done(tool);
    tool->foreign = false;
}

/* Reads all files in this thread. */
static void run_alone(struct tool *tool, const struct tool_work *work)
{
    int count = tool->file_count ? tool->file_count : 1;
    for (int i = 0; i < count && !tool_failed(tool); i++) {
        tool->file = tool_file_name(tool, i);
        struct ludus_import *import = tool_open(tool, i);
        if (import)
            tool_read(tool, work, import);
        else
            tool_trouble(tool, "%s: %s", tool->file, tool_reason(errno));
    }
}

void tool_run(struct tool *tool, const struct tool_work *work)
{
    if (tool->origin.name && tool->file_count > 1) {
        tool_trouble(tool, "--origin goes with one file");
        return;
    }
    if (!tool_input_free(tool))
        return;
    if (tool->common.jobs > 1 && tool_crew(tool, work))
        return;
    tool->hand = calloc(1, work->hand_size + 1);
    tool->tally = calloc(1, work->tally_size + 1);
    tool->extra = ludus_buffer_new();
    if (!tool->hand || !tool->tally || !tool->extra)
        tool_trouble(tool, "out of memory");
    else if (!work->open || work->open(tool))
        run_alone(tool, work);
    if (tool->hand && work->close)
        work->close(tool);
    free(tool->hand);
    free(tool->tally);
    ludus_buffer_free(tool->extra);
}

void tool_games(struct tool *tool, tool_game_fn *each, tool_file_fn *done)
{
    const struct tool_work work = { .game = each, .done = done };
    tool_run(tool, &work);
}
