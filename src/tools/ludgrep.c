/* ludgrep.c - selects records by an expression, and writes them as they stand. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

struct values {
    bool invert, count, list, file_names, ignore_case, unique, quiet;
    unsigned most; /* records of a file; 0: all */
    struct tool_list expressions;
    const char *expression_file;
    struct ludus_query *query;
    struct ludus_replay *replay;
    struct ludus_seen *seen;
    size_t selected, cut;        /* records of this file */
    size_t last;                 /* number of the record of this file written last */
    bool written, blank, gapped; /* anything yet; it ended with a line break, with an empty line */
    bool found;
};

static const struct tool_option options[] = {
    { "count", 'c', TOOL_FLAG, offsetof(struct values, count), NULL,
      "write only how many records of each file fit" },
    { "expression", 'e', TOOL_LIST, offsetof(struct values, expressions), "EXPR",
      "select by this expression; with several, by any of them" },
    { "file", 'f', TOOL_TEXT, offsetof(struct values, expression_file), "FILE",
      "read the expression from FILE" },
    { "ignore-case", 'i', TOOL_FLAG, offsetof(struct values, ignore_case), NULL,
      "capitals and small letters are the same" },
    { "invert-match", 'v', TOOL_FLAG, offsetof(struct values, invert), NULL,
      "select the records that do not fit" },
    { "files-with-matches", 'l', TOOL_FLAG, offsetof(struct values, list), NULL,
      "write only the names of the files with such a record" },
    { "max-count", 'm', TOOL_NUMBER, offsetof(struct values, most), "N", "at most N records of each file" },
    { "quiet", 'q', TOOL_FLAG, offsetof(struct values, quiet), NULL,
      "write nothing, stop at the first record" },
    { "unique", 'u', TOOL_FLAG, offsetof(struct values, unique), NULL,
      "leave out games whose moves have been selected before" },
    { "with-filename", 'H', TOOL_FLAG, offsetof(struct values, file_names), NULL,
      "say where each record comes from" },
    { NULL, 0, 0, 0, NULL, NULL },
};

static const struct tool_spec spec = {
    "ludgrep", "[OPTION]... EXPR [FILE]...", "Selects records of games.", options, TOOL_RULES | TOOL_OUTPUT,
};

/* ---- The expression ---- */

/* An expression is shown with the place of its fault wherever it goes. */
static void report(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    enum { FULL = 1 };
    unsigned format = tool->common.format;
    tool->common.format = FULL;
    tool_message(tool, message);
    tool->common.format = format;
}

static bool add(struct tool *tool, const char *text, size_t length, const char *name)
{
    struct values *values = tool->values;
    bool added = ludus_query_add(values->query, text, length, name, report, tool);
    if (!added)
        tool_fault(tool, TOOL_TROUBLE);
    return added;
}

static bool add_file(struct tool *tool, const char *path)
{
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    bool added = text && add(tool, text, length, path);
    free(text);
    return added;
}

/* Expressions come from -e and -f, else the first operand is one. */
static bool read_expressions(struct tool *tool)
{
    struct values *values = tool->values;
    if (!values->expressions.count && !values->expression_file) {
        if (tool->file_count == 0) {
            tool_trouble(tool, "an expression is needed, such as: ludgrep 'White ~ \"Tyger\"' games.ludus");
            return false;
        }
        tool->file_count--;
        const char *text = *tool->files++;
        return add(tool, text, strlen(text), "expression");
    }
    for (size_t i = 0; i < values->expressions.count; i++)
        if (!add(tool, values->expressions.items[i], strlen(values->expressions.items[i]), "expression"))
            return false;
    return !values->expression_file || add_file(tool, values->expression_file);
}

/* ---- Records ---- */

/* An empty line stands between records, or what follows would belong to the one before. */
static void separate(struct tool *tool, const struct ludus_game *game)
{
    struct values *values = tool->values;
    bool neighbour = values->last + 1 == ludus_game_number(game) && values->last && !values->file_names;
    if (values->written && !neighbour && !values->gapped)
        fputs(values->blank ? "\n" : "\n\n", tool->out);
}

static void write_record(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    struct ludus_text text = ludus_game_source(game);
    separate(tool, game);
    if (values->file_names)
        fprintf(tool->out, "%% %s: record %zu\n\n", tool->file, ludus_game_number(game));
    fwrite(text.text, 1, text.length, tool->out);
    size_t end = text.length;
    unsigned breaks = 0;
    for (; end > 0 && strchr("\n\r \t", text.text[end - 1]) && breaks < 2; end--)
        breaks += text.text[end - 1] == '\n';
    values->written = true;
    values->blank = text.length > 0 && text.text[text.length - 1] == '\n';
    values->gapped = values->blank && breaks == 2;
    values->last = ludus_game_number(game);
}

static bool is_wanted(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    bool known = false;
    if (ludus_query_matches(values->query, values->replay, game) == values->invert)
        return false;
    if (values->unique && !ludus_seen_add(values->seen, values->replay, game, &known)) {
        tool_trouble(tool, "out of memory");
        tool->enough = true;
    }
    return !known;
}

static void look(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    if (ludus_game_empty(game))
        return;
    bool wanted = is_wanted(tool, game);
    values->cut += ludus_query_cut(values->query);
    if (!wanted)
        return;
    values->found = true;
    values->selected++;
    if (!values->count && !values->list && !values->quiet)
        write_record(tool, game);
    tool->enough = tool->enough || values->list || values->quiet || values->selected == values->most;
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    bool named = values->file_names || tool->file_count > 1;
    if (values->list && !values->quiet && values->selected)
        fprintf(tool->out, "%s\n", tool->file);
    else if (values->count && !values->quiet && !values->list)
        fprintf(tool->out, "%s%s%zu\n", named ? tool->file : "", named ? ":" : "", values->selected);
    if (values->cut && !values->quiet && !ferror(tool->out))
        fprintf(stderr, "%s: %s: %zu record%s could be played only in part, see ludcheck(1)\n",
                tool->spec->name, tool->file, values->cut, values->cut == 1 ? "" : "s");
    values->selected = values->cut = values->last = 0;
}

int main(int argc, char **argv)
{
    struct values values = { .most = 0 };
    struct tool tool;
    bool ready = tool_begin(&tool, &spec, &values, argc, argv);
    if (ready) {
        values.query = ludus_query_new(values.ignore_case);
        values.replay = ludus_replay_new(tool.rules);
        values.seen = ludus_seen_new();
        tool.skims = true;
        if (!values.query || !values.replay || !values.seen)
            tool_trouble(&tool, "out of memory");
        else if (read_expressions(&tool))
            tool_games(&tool, look, finish_file);
        if (values.query && ludus_query_failed(values.query))
            tool_trouble(&tool, "out of memory");
        if (!values.found)
            tool_fault(&tool, TOOL_FAULTY);
    }
    ludus_seen_free(values.seen);
    ludus_replay_free(values.replay);
    ludus_query_free(values.query);
    return tool_end(&tool);
}
