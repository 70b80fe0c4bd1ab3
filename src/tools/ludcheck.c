/* ludcheck.c - validates records: syntax, rules, dice, claims, results; and rules files. */
#include "tool.h"

#include <stdlib.h>

struct values {
    bool verbose, strict, notes;
    struct tool_list rules_files;
    struct ludus_replay *replay;
    size_t games, turns, count[3]; /* of the file being read; messages by severity */
};

static const struct tool_option options[] = {
    { "check-rules", 0, TOOL_LIST, offsetof(struct values, rules_files), "FILE",
      "check a rules file, not records" },
    { "notes", 'n', TOOL_FLAG, offsetof(struct values, notes), NULL,
      "print notes too: restored places, repetitions, sic" },
    { "strict", 's', TOOL_FLAG, offsetof(struct values, strict), NULL, "warnings make a record faulty" },
    { "verbose", 'v', TOOL_FLAG, offsetof(struct values, verbose), NULL,
      "sum up each file on standard error" },
    { NULL, 0, 0, 0, NULL, NULL },
};

static const struct tool_spec spec = {
    "ludcheck",
    "[OPTION]... [FILE]...",
    "Checks records of games: notation, rules, dice, claims and results.",
    options,
    TOOL_RULES | TOOL_FORMAT | TOOL_OUTPUT | TOOL_REPORTS,
};

static void report(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    struct values *values = tool->values;
    values->count[message->severity]++;
    if (message->severity != LUDUS_NOTE || values->notes)
        tool_message(tool, message);
}

static void check_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    values->turns += ludus_game_check(values->replay, game);
    values->games += !ludus_game_empty(game);
    ludus_game_messages(game, report, tool);
}

static void sum_up(struct tool *tool)
{
    struct values *values = tool->values;
    if (values->verbose) {
        fflush(tool->out);
        fprintf(stderr, "%s: %zu games, %zu turns, %zu errors, %zu warnings\n", tool->file, values->games,
                values->turns, values->count[LUDUS_ERROR], values->count[LUDUS_WARNING]);
    }
    values->games = values->turns = 0;
    for (int i = 0; i < 3; i++)
        values->count[i] = 0;
}

static void check_rules(struct tool *tool, const char *path)
{
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    if (text)
        ludus_ruleset_free(ludus_ruleset_parse(text, length, path, report, tool));
    free(text);
}

static void check_records(struct tool *tool, struct values *values)
{
    values->replay = ludus_replay_new(tool->rules);
    if (!values->replay) {
        tool_trouble(tool, "out of memory");
        return;
    }
    ludus_replay_notes(values->replay, values->notes);
    tool_games(tool, check_game, sum_up);
    ludus_replay_free(values->replay);
}

int main(int argc, char **argv)
{
    struct values values = { .verbose = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        tool.strict = values.strict;
        for (size_t i = 0; i < values.rules_files.count; i++)
            check_rules(&tool, values.rules_files.items[i]);
        if (values.rules_files.count == 0 || tool.file_count > 0)
            check_records(&tool, &values);
    }
    return tool_end(&tool);
}
