/* ludnote.c - writes notes into records, and takes them out: positions, captures, threats, odds, luck. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { WORST = 3, DEPTH_MOST = 8 };

struct values {
    bool add[8]; /* by bit of enum ludus_remark */
    bool all, summary;
    const char *strip, *plot, *thresholds;
    unsigned seed;
    struct ludus_note_options options;
    struct ludus_judge_options judge;
    struct ludus_game *first; /* the record that --plot draws; owned */
};

static const struct tool_option options[] = {
    { "all", 'a', TOOL_FLAG, VALUE(all), NULL, "add notes of all kinds" },
    { "captured", 'c', TOOL_FLAG, VALUE(add[1]), NULL, "add what each turn captured" },
    { "depth", 'd', TOOL_COUNT, VALUE(judge.depth), "N", "look N plies ahead (1; 2 without dice)" },
    { "diagrams", 0, TOOL_FLAG, VALUE(add[6]), NULL, "ask for a diagram ($220) at turning points" },
    { "fen", 'f', TOOL_FLAG, VALUE(add[0]), NULL, "add the position after each turn" },
    { "luck", 'l', TOOL_FLAG, VALUE(add[4]), NULL, "add value, luck and error of each turn" },
    { "nags", 'n', TOOL_FLAG, VALUE(add[5]), NULL, "mark errors with $6, $2, $4" },
    { "odds", 0, TOOL_FLAG, VALUE(add[3]), NULL, "add the chances of the next roll" },
    { "plot", 0, TOOL_WRITE, VALUE(plot), "FILE", "draw the first record's chance to win to FILE (SVG)" },
    { "prose", 'p', TOOL_FLAG, VALUE(add[7]), NULL, "add notes in words" },
    { "rollouts", 0, TOOL_NUMBER, VALUE(judge.rollouts), "N",
      "value positions by playing on N times from each" },
    { "seed", 0, TOOL_NUMBER, VALUE(seed), "N", "seed of the dice of --rollouts (1)" },
    { "strip", 's', TOOL_TEXT, VALUE(strip), "KINDS",
      "take out notes: all, or KIND,KIND…; or comments, variations, …" },
    { "summary", 0, TOOL_FLAG, VALUE(summary), NULL, "print each player's luck and errors, no record" },
    { "threats", 't', TOOL_FLAG, VALUE(add[2]), NULL, "add what each turn threatens to capture" },
    { "thresholds", 0, TOOL_TEXT, VALUE(thresholds), "PERCENTS",
      "errors for $6, $2, $4, and a turning point (5,10,20,15)" },
    { "variations", 'v', TOOL_FLAG, VALUE(options.variations), NULL, "add notes to variations too" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludnote",
    "[OPTION]... [FILE]...",
    "Writes notes into records of games, and takes them out again.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    NULL,
};

/* By bit of enum ludus_remark: kinds that are added, then kinds that are only removed. */
static const char kinds[] = "fen|captured|threats|odds|luck|nags|diagrams|prose|"
                            "comments|variations|glyphs|commands|all";
enum { OWN = 8, KINDS = 12, ALL = (1 << OWN) - 1 };

/* ---- Options ---- */

static bool read_values(struct tool *tool, struct values *values)
{
    struct ludus_note_options *out = &values->options;
    double *const thresholds[] = { &out->doubtful, &out->mistake, &out->blunder, &out->turning };
    const char *at = values->thresholds;
    unsigned number;
    for (unsigned kind = 0; kind < OWN; kind++)
        out->add |= values->all || values->add[kind] ? 1u << kind : 0;
    if (values->all && !(values->add[4] || values->add[5] || values->add[6]))
        out->add |= LUDUS_REMARK_WHERE_KNOWN;
    if (!out->add && !values->strip)
        out->add = LUDUS_REMARK_FEN | LUDUS_REMARK_CAPTURED | LUDUS_REMARK_THREATS | LUDUS_REMARK_ODDS;
    out->judge = &values->judge;
    values->judge.seed = values->seed;
    values->judge.threads = 1;
    if (values->judge.rollouts) { /* threads share the rollouts of one record */
        values->judge.threads = tool->common.jobs;
        tool->common.jobs = 1;
    }
    if (values->judge.depth > DEPTH_MOST)
        return tool_trouble(tool, "--depth takes 1 to %d", DEPTH_MOST);
    for (const char *kind = values->strip; kind;) {
        size_t length = strcspn(kind, ",");
        if (!tool_choice(kind, length, kinds, &number))
            return tool_trouble(tool, "--strip: '%.*s' is no kind of note", (int)length, kind);
        out->strip |= number == KINDS ? (unsigned)ALL : 1u << number;
        kind = kind[length] ? kind + length + 1 : NULL;
    }
    for (unsigned i = 0; at; i++) {
        char *end;
        double percent = strtod(at, &end);
        if (i == 4 || end == at || (*end && *end != ',') || !(percent > 0 && percent <= 100))
            return tool_trouble(tool, "--thresholds takes per cents such as 5,10,20,15, not '%s'",
                                values->thresholds);
        *thresholds[i] = percent / 100;
        at = *end ? end + 1 : NULL;
    }
    return true;
}

/* ---- Summary and plot ---- */

/* Totals of a player's turns. */
struct tally {
    unsigned turns;
    double luck, error;
    struct {
        double error;
        unsigned number;
    } worst[WORST]; /* turns with the greatest errors, worst first */
};

static void print_tally(struct tool *tool, const struct ludus_game *game, unsigned side,
                        const struct tally *tally)
{
    static const char *const sides[] = { "White", "Black" };
    struct ludus_text name = { "", 0 };
    ludus_game_tag(game, sides[side], &name);
    tool_number(tool, tool->out, ludus_game_number(game));
    fprintf(tool->out, "\t%s\t", sides[side]);
    tool_add_line(tool, name);
    tool_put_buffer(tool, tool->text);
    fprintf(tool->out, "\t%u\t%+.2f\t%+.2f\t", tally->turns, 100 * tally->luck, 100 * tally->error);
    for (unsigned i = 0; i < WORST && tally->worst[i].error < 0; i++)
        tool_print(tool, tool->out, "%s%W %.2f", i ? ", " : "", tally->worst[i].number, side,
                   100 * tally->worst[i].error);
    putc('\n', tool->out);
}

static void plot_first(struct tool *tool)
{
    struct ludus_judge *judge = ludus_judge_new(&tool->values->judge);
    char reason[200] = "out of memory";
    if (judge && ludus_game_plot(tool->replay, tool->values->first, judge, tool->text, reason, sizeof reason))
        tool_write_file(tool, tool->values->plot, ludus_buffer_text(tool->text));
    else
        tool_trouble(tool, "--plot: %s", reason);
    ludus_judge_free(judge);
}

/* ---- Records ---- */

/* The state is a judge with --summary, else a noter. */
static void *open_worker(struct tool *tool)
{
    if (tool->values->summary)
        return ludus_judge_new(&tool->values->judge);
    return ludus_noter_new(tool->rules, &tool->values->options);
}

static void close_worker(struct tool *tool)
{
    if (tool->values->summary)
        ludus_judge_free(tool->state);
    else
        ludus_noter_free(tool->state);
}

static void print_summary(struct tool *tool, struct ludus_game *game)
{
    struct tally tallies[2] = { { .turns = 0 } };
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_judgement judged = { .size = sizeof judged };
    bool sound = ludus_judge_start(tool->replay, game);
    while (sound && ludus_replay_next(tool->replay, &turn)) {
        if (turn.depth == 0 && turn.state != LUDUS_TURN_PLAYED)
            break;
        if (turn.depth > 0)
            continue;
        sound = ludus_judge_turn(tool->state, tool->replay, &turn, &judged);
        struct tally *tally = &tallies[turn.side];
        double sign = turn.side == LUDUS_WHITE ? 1 : -1, error = sign * judged.error;
        tally->turns++;
        tally->luck += sign * judged.luck;
        tally->error += error;
        unsigned place = WORST;
        for (; place > 0 && tally->worst[place - 1].error > error; place--)
            if (place < WORST)
                tally->worst[place] = tally->worst[place - 1];
        if (place < WORST) {
            tally->worst[place].error = error;
            tally->worst[place].number = turn.number;
        }
    }
    for (unsigned side = 0; side < 2; side++)
        if (tallies[side].turns)
            print_tally(tool, game, side, &tallies[side]);
}

static void note_game(struct tool *tool, struct ludus_game *game)
{
    struct ludus_text source = ludus_game_source(game);
    if (tool->values->plot && !ludus_game_empty(game) && ludus_buffer_text(tool->extra).length == 0)
        ludus_buffer_add(tool->extra, source.text, source.length);
    if (tool->values->summary) {
        print_summary(tool, game);
    } else {
        tool_memory(tool, ludus_noter_write(tool->state, game, tool->text));
        tool_put_buffer(tool, tool->text);
    }
    tool_report(tool, game, LUDUS_WARNING);
}

/* Copies the first record for --plot. */
static void keep_first(struct tool *tool)
{
    const struct ludus_import_options how = { .size = sizeof how, .format = LUDUS_FORMAT_LUDUS };
    struct ludus_text text = ludus_buffer_text(tool->extra);
    if (text.length == 0 || tool->values->first)
        return;
    struct ludus_import *import = ludus_import_bytes(text.text, text.length, tool->file, &how);
    const struct ludus_game *game = import ? ludus_import_next(import) : NULL;
    tool->values->first = game ? ludus_game_copy(game) : NULL;
    ludus_import_close(import);
    tool_memory(tool, tool->values->first != NULL);
}

int main(int argc, char **argv)
{
    struct values values = { .seed = 1, .judge.size = sizeof values.judge };
    struct tool tool;
    ludus_note_options_init(&values.options, sizeof values.options);
    if (tool_begin(&tool, &spec, &values, argc, argv) && read_values(&tool, &values)) {
        const unsigned quick = LUDUS_REMARK_FEN | LUDUS_REMARK_CAPTURED | LUDUS_REMARK_THREATS;
        const bool looks_ahead = values.summary || (values.options.add & ~quick);
        const struct tool_work work = {
            .open = open_worker,
            .close = close_worker,
            .game = note_game,
            .add = keep_first,
            .piece = looks_ahead ? 1 : 0, /* slow: a thread takes one record at a time */
        };
        tool_run(&tool, &work);
        if (values.first)
            plot_first(&tool);
        else if (values.plot && tool.status != TOOL_TROUBLE)
            tool_trouble(&tool, "--plot: there is no record");
    }
    ludus_game_free(values.first);
    return tool_end(&tool);
}
