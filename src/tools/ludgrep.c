/* ludgrep.c - selects records by an expression, and writes them as they stand. */
#include "tool.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct values {
    bool invert, count, list, file_names, ignore_case, unique, repeated, quiet, null;
    const char *known;   /* file of games that count as seen before */
    const char *mark;    /* comment written where records fit; "": none */
    const char *records; /* numbers of the records that can be selected, "17,20-30,90-"; NULL: all */
    unsigned similar;    /* number of the last turn by which games are compared */
    unsigned most;       /* limit of records selected from a file; UINT32_MAX: none */
    struct tool_list expressions;
    const char *expression_file;
    char *file_text; /* text of the expression file; owned */
    size_t file_length;
    struct ludus_seen *seen;
    struct ludus_query *noted; /* owned */
    size_t selected, cut;      /* records of the current file; `cut`: not played to their end */
    size_t last;               /* number of the last record written of this file */
    bool found;
};

/* A record in tool->extra that may be selected. */
struct candidate {
    struct ludus_text source; /* text in the piece; NULL: it follows the candidate */
    struct ludus_digest digest;
    size_t number;
    bool fits, cut;
};

static const struct tool_option options[] = {
    { "count", 'c', TOOL_FLAG, VALUE(count), NULL, "write only the number of records of each file that fit" },
    { "expression", 'e', TOOL_LIST, VALUE(expressions), "EXPR",
      "select by this expression; with several, by any of them" },
    { "file", 'f', TOOL_READ, VALUE(expression_file), "FILE", "read the expression from FILE" },
    { "ignore-case", 'i', TOOL_FLAG, VALUE(ignore_case), NULL, "ignore case in values and in moves" },
    { "invert-match", 'v', TOOL_FLAG, VALUE(invert), NULL, "select the records that do not fit" },
    { "files-with-matches", 'l', TOOL_FLAG, VALUE(list), NULL,
      "write only the names of the files with a record that fits" },
    { "mark", 0, TOOL_TEXT, VALUE(mark), "[=TEXT]", "write a comment into records where they fit" },
    { "max-count", 'm', TOOL_NUMBER, VALUE(most), "N", "at most N records of each file" },
    { "known", 0, TOOL_READ, VALUE(known), "FILE",
      "for -u and -d: the games in FILE count as selected before" },
    { "null", 'Z', TOOL_FLAG, VALUE(null), NULL, "end names of files (-l, -c) with a NUL byte" },
    { "quiet", 'q', TOOL_FLAG, VALUE(quiet), NULL, "write nothing, stop at the first record" },
    { "records", 0, TOOL_TEXT, VALUE(records), "LIST",
      "only the records of these numbers, such as 17,20-30" },
    { "repeated", 'd', TOOL_FLAG, VALUE(repeated), NULL, "only games whose moves an earlier record had" },
    { "similar", 0, TOOL_COUNT, VALUE(similar), "N",
      "for -u and -d: games are the same if they are so up to turn N" },
    { "unique", 'u', TOOL_FLAG, VALUE(unique), NULL, "leave out games whose moves an earlier record had" },
    { "with-filename", 'H', TOOL_FLAG, VALUE(file_names), NULL, "say where each record comes from" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "unique repeated", NULL, NULL, "-u leaves out what -d asks for: give one of them" },
    { "known similar", "unique repeated", NULL, "--%.*s goes with -u or -d" },
    { "mark", NULL, "invert-match count files-with-matches quiet",
      "--mark is for records that are written because they fit" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludgrep", "[OPTION]... EXPR [FILE]...",           "Selects records of games.",
    options,   TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES, limits,
};

/* ---- The expression ---- */

/* Prints a fault of an expression, with the source line in any format. */
static void report_expression(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    unsigned format = tool->common.format;
    tool->common.format = MESSAGE_FULL;
    tool_message(tool, message);
    tool->common.format = format;
}

/* Reads the file of -f. Without -e and -f, takes the first operand as expression. False after reporting an
 * error. */
static bool read_expressions(struct tool *tool)
{
    struct values *values = tool->values;
    struct tool_list *list = &values->expressions;
    if (values->expression_file) {
        values->file_text = tool_read_file(tool, values->expression_file, &values->file_length);
        return values->file_text != NULL;
    }
    if (list->count > 0)
        return true;
    if (tool->file_count == 0)
        return tool_trouble(tool,
                            "an expression is needed, such as: ludgrep 'White ~ \"Tyger\"' games.ludus");
    if (!tool_memory(tool, tool_room(&list->items, list->count, sizeof *list->items)))
        return false;
    list->items[list->count++] = *tool->files++;
    tool->file_count--;
    return true;
}

/* ---- Options ---- */

/* Is the number in a list such as "17,20-30,90-"? `*sound` becomes false if the list is invalid. */
static bool is_listed(const char *list, size_t number, bool *sound)
{
    unsigned long long first = 0, last;
    bool listed = false;
    const char *at = list;
    do {
        *sound = *at != '0' && tool_take_number(&at, ULLONG_MAX, &first);
        last = first;
        if (*at == '-' && (++at, *at == '0' || !tool_take_number(&at, ULLONG_MAX, &last)))
            last = ULLONG_MAX;
        *sound = *sound && last >= first && (!*at || (*at == ',' && at[1]));
        listed |= *sound && number >= first && number <= last;
        at += *at == ',';
    } while (*sound && *at);
    return listed;
}

static bool digest_game(struct tool *tool, struct ludus_game *game, struct ludus_digest *digest)
{
    return ludus_game_digest_to(tool->replay, game, tool->values->similar, digest);
}

/* Takes a game that counts as selected before. */
static bool take_known(struct tool *tool, struct ludus_game *game)
{
    struct ludus_digest digest;
    bool known, large = ludus_game_large(game);
    if (large)
        tool_report(tool, game, LUDUS_ERROR);
    return large || ludus_game_empty(game) ||
           (digest_game(tool, game, &digest) && ludus_seen_add(tool->values->seen, digest, &known));
}

/* ---- Records ---- */

static void *open_worker(struct tool *tool)
{
    const struct values *values = tool->values;
    struct ludus_query *query = ludus_query_new(values->ignore_case, tool->rules);
    const struct tool_list *list = &values->expressions;
    bool sound = query != NULL;
    for (size_t i = 0; i < list->count && sound; i++)
        sound = ludus_query_add(query, list->items[i], strlen(list->items[i]), "expression",
                                report_expression, tool);
    if (sound && values->file_text)
        sound = ludus_query_add(query, values->file_text, values->file_length, values->expression_file,
                                report_expression, tool);
    if (sound)
        return query;
    tool_fault(tool, TOOL_TROUBLE);
    ludus_query_free(query);
    return NULL;
}

/* Keeps the first worker's query, with what all have noted. */
static void close_worker(struct tool *tool)
{
    struct values *values = tool->values;
    tool_memory(tool, !ludus_query_failed(tool->state));
    if (values->noted) {
        ludus_query_join(values->noted, tool->state);
        ludus_query_free(tool->state);
    } else {
        values->noted = tool->state;
    }
}

/* Tells of tags in the expression that no record has, if all records have been read. */
static void tell_missing(struct tool *tool)
{
    const struct values *values = tool->values;
    const char *alike, *name;
    bool whole = !values->quiet && !values->list && values->most == UINT32_MAX && values->noted;
    for (size_t i = 0; whole && (name = ludus_query_missing(values->noted, i, &alike)); i++)
        tool_say(tool, TOOL_OK, "no record has the tag %s%s%s", name, alike ? "; perhaps " : "",
                 alike ? alike : "");
}

/* Returns the record in canonical form with comments where it fits, in tool->text. */
static struct ludus_text mark_record(struct tool *tool, struct ludus_game *game)
{
    struct ludus_game *marked = ludus_query_mark(tool->state, tool->replay, game, tool->values->mark);
    ludus_buffer_clear(tool->text);
    if (tool_memory(tool, marked != NULL))
        ludus_game_format(tool->replay, marked, tool->text);
    ludus_game_free(marked);
    return ludus_buffer_text(tool->text);
}

/* Adds a record to tool->extra, for select_records, if it fits or could not be played to its end. */
static void test_record(struct tool *tool, struct ludus_game *game)
{
    if (ludus_game_empty(game))
        return;
    ludus_query_note_tags(tool->state, game);
    struct candidate candidate = { .number = ludus_game_number(game) };
    candidate.fits = ludus_query_matches(tool->state, tool->replay, game) != tool->values->invert;
    candidate.cut = ludus_query_cut(tool->state);
    if (candidate.fits && (tool->values->unique || tool->values->repeated) &&
        !tool_memory(tool, digest_game(tool, game, &candidate.digest)))
        tool->enough = true;
    candidate.source = ludus_game_source(game);
    struct ludus_text marked = { NULL, 0 };
    if (candidate.fits && *tool->values->mark) {
        marked = mark_record(tool, game);
        candidate.source = (struct ludus_text){ NULL, marked.length };
    }
    if (candidate.fits || candidate.cut)
        ludus_buffer_add(tool->extra, &candidate, sizeof candidate);
    ludus_buffer_add(tool->extra, marked.text, marked.length);
}

static void write_record(struct tool *tool, const struct candidate *candidate)
{
    struct values *values = tool->values;
    size_t number = tool->before + candidate->number;
    if (values->last + 1 != number || !values->last || values->file_names)
        tool_part_record(tool);
    if (values->file_names) /* on one line, as a comment must be */
        tool_print(tool, tool->out, "%% %t: record %zu\n\n", tool->file, number);
    tool_put_record(tool, candidate->source);
    values->last = number;
}

static void select_records(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text extra = ludus_buffer_text(tool->extra);
    struct candidate candidate;
    tool->enough = tool->enough || values->selected == values->most;
    for (size_t at = 0; at < extra.length && !tool->enough; at += sizeof candidate) {
        bool known = false, sound;
        memcpy(&candidate, extra.text + at, sizeof candidate);
        if (!candidate.source.text) {
            candidate.source.text = extra.text + at + sizeof candidate;
            at += candidate.source.length;
        }
        values->cut += candidate.cut;
        if (values->records && !is_listed(values->records, tool->before + candidate.number, &sound))
            continue;
        if (candidate.fits && (values->unique || values->repeated))
            tool->enough = !tool_memory(tool, ludus_seen_add(values->seen, candidate.digest, &known));
        if (!candidate.fits || known != values->repeated)
            continue;
        values->found = true;
        values->selected++;
        if (!values->count && !values->list && !values->quiet)
            write_record(tool, &candidate);
        tool->enough = tool->enough || values->list || values->quiet || values->selected == values->most;
    }
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    bool list = values->list && !values->quiet, count = values->count && !values->list && !values->quiet;
    bool named = values->file_names || tool->file_count > 1;
    if (list ? values->selected > 0 : count && named)
        tool_print(tool, tool->out, "%F%c", values->null ? '\0' : list ? '\n' : ':');
    if (count)
        fprintf(tool->out, "%zu\n", values->selected);
    if (values->cut && !values->quiet && !tool_failed(tool))
        tool_say(tool, TOOL_OK, "%s: %zu record%s could be played only in part, see ludcheck(1)", tool->file,
                 values->cut, values->cut == 1 ? "" : "s");
    values->selected = values->cut = values->last = 0;
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = test_record,
    .add = select_records,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .mark = "", .most = UINT32_MAX, .similar = UINT32_MAX };
    struct tool tool;
    bool sound = true, begun = tool_begin(&tool, &spec, &values, argc, argv);
    if (begun && values.records)
        (void)is_listed(values.records, 0, &sound);
    if (!sound)
        tool_trouble(&tool, "--records takes numbers and ranges of them such as 17,20-30,90-, not '%s'",
                     values.records);
    else if (begun && values.mark && strpbrk(values.mark, "}\r\n"))
        tool_trouble(&tool, "--mark takes a line without }");
    else if (begun && read_expressions(&tool)) {
        values.mark = values.mark ? values.mark : "found";
        tool.skims = true;
        values.seen = ludus_seen_new();
        if (tool_memory(&tool, values.seen != NULL) &&
            (!values.known || tool_read_games(&tool, values.known, take_known)))
            tool_run(&tool, &work);
        tell_missing(&tool);
        if (!values.found)
            tool_fault(&tool, TOOL_FAULTY);
    }
    ludus_query_free(values.noted);
    ludus_seen_free(values.seen);
    free(values.file_text);
    return tool_end(&tool);
}
