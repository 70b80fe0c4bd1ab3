/* ludfmt.c - records in canonical form. */
#include "tool.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct values {
    bool check, null;
    struct tool_edit edit; /* of the current file */
};

static const struct tool_option options[] = {
    { "check", 'c', TOOL_FLAG, VALUE(check), NULL,
      "write only the names of the files that are not canonical" },
    { "in-place", 'i', TOOL_IN_PLACE, 0, NULL, "change the files themselves" },
    { "null", 'Z', TOOL_FLAG, VALUE(null), NULL, "end names of files (-c) with a NUL byte" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "check in-place", NULL, "origin", "--check and --in-place do not go with --origin" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludfmt",
    "[OPTION]... [FILE]...",
    "Writes records of games in canonical form.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

static void format_game(struct tool *tool, struct ludus_game *game)
{
    ludus_buffer_clear(tool->text);
    ludus_game_format(tool->replay, game, tool->text);
    tool_memory(tool, !ludus_buffer_failed(tool->text));
    struct ludus_text text = ludus_buffer_text(tool->text);
    if (!tool->values->check && !tool->in_place)
        tool_put(tool, text);
    tool_edit_game(tool, game, text);
    tool_report(tool, game, LUDUS_WARNING);
}

static void add_piece(struct tool *tool)
{
    tool_edit_piece(tool, &tool->values->edit);
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    struct tool_edit *edit = &values->edit;
    struct stat status;
    int found = strcmp(tool->file, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(tool->file, &status);
    /* Has the file only blanks? Of a pipe that is not known. */
    edit->differs |= edit->same == 0 && found == 0 && status.st_size > 0;
    if (tool_edit_file(tool, edit) && values->check) {
        tool_print(tool, tool->out, "%F%c", values->null ? '\0' : '\n');
        tool_fault(tool, TOOL_FAULTY);
    }
}

static const struct tool_work work = {
    .game = format_game,
    .add = add_piece,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .check = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        tool.apart = values.check || tool.in_place;
        if (tool.in_place && !values.check && tool.common.output)
            tool_trouble(&tool, "--in-place and --output exclude each other");
        else if (tool_may_edit(&tool))
            tool_run(&tool, &work);
    }
    return tool_end(&tool);
}
