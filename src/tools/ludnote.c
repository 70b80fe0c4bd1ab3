/* ludnote.c - writes notes into records, and takes them out: positions, captures, threats, odds, luck, and
 * the evaluations of engines, which are kept in a cache. */
#include "tool.h"
#include "uci.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* CACHE_WAIT is in milliseconds. */
enum { WORST = 3, DEPTH_MOST = 8, ENGINE_DEPTH = 14, ENGINE_WAIT = 60, CONFIRM = 4, CACHE_WAIT = 10000 };

struct values {
    bool add[10]; /* by bit of enum ludus_remark; then those of an engine */
    bool all, summary, fit;
    const char *strip, *plot, *thresholds, *eval;
    struct ludus_ruleset *estimate; /* of --eval; owned, as is: */
    struct ludus_learner *learner;  /* of --fit */
    unsigned seed;
    struct ludus_note_options options;
    struct ludus_judge_options judge;
    struct ludus_game *first; /* the record that --plot draws; owned */
    const char *command, *cache;
    struct uci_options engine;
    struct uci *engines; /* one for each program; owned */
    unsigned workers;    /* number of workers so far */
};

/* What a worker uses. */
struct worker {
    struct uci *engine; /* or NULL. The first thread, which works when no other does, shares the first one */
    struct ludus_noter *noter; /* owned, as is: */
    struct ludus_judge *judge;
};

static const struct tool_option options[] = {
    { "all", 'a', TOOL_FLAG, VALUE(all), NULL, "add notes of all kinds" },
    { "cache", 0, TOOL_WRITE, VALUE(cache), "FILE",
      "keep what the engine says in FILE, and look there first" },
    { "captured", 'c', TOOL_FLAG, VALUE(add[1]), NULL, "add what each turn captured" },
    { "confirm", 0, TOOL_NUMBER, VALUE(engine.confirm), "N", "look at errors again, N plies deeper (4)" },
    { "depth", 'd', TOOL_COUNT, VALUE(judge.depth), "N",
      "look N plies ahead (1; 2 without dice; engines 14)" },
    { "diagrams", 0, TOOL_FLAG, VALUE(add[6]), NULL, "ask for a diagram ($220) at turning points" },
    { "engine", 'e', TOOL_START, VALUE(command), "COMMAND", "analyse with this engine, which speaks UCI" },
    { "engine-option", 0, TOOL_LIST, VALUE(engine.set), "NAME=VALUE", "set an option of the engine" },
    { "eval", 0, TOOL_READ_RULES, VALUE(eval), "FILE", "value positions as this file of --fit says" },
    { "evals", 0, TOOL_FLAG, VALUE(add[8]), NULL, "add what the engine says of each position" },
    { "fen", 'f', TOOL_FLAG, VALUE(add[0]), NULL, "add the position after each turn" },
    { "fit", 0, TOOL_FLAG, VALUE(fit), NULL, "print an evaluation that is learned from the records" },
    { "lines", 0, TOOL_FLAG, VALUE(add[9]), NULL, "add the engine's line to errors, as a variation" },
    { "luck", 'l', TOOL_FLAG, VALUE(add[4]), NULL, "add value, luck and error of each turn" },
    { "nags", 'n', TOOL_FLAG, VALUE(add[5]), NULL, "mark errors with $6, $2, $4" },
    { "nodes", 0, TOOL_COUNT, VALUE(engine.nodes), "N", "let the engine search N nodes" },
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
    { "time", 0, TOOL_COUNT, VALUE(engine.time), "MS", "let the engine think for MS milliseconds" },
    { "variations", 'v', TOOL_FLAG, VALUE(options.variations), NULL, "add notes to variations too" },
    { "wait", 0, TOOL_COUNT, VALUE(engine.wait), "SECONDS", "give up an engine that is so late (60)" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "cache confirm engine-option evals lines nodes time wait", "engine", NULL,
      "--%.*s goes with --engine" },
    { "fit", NULL,
      "all captured depth diagrams engine eval fen luck nags odds plot prose rollouts seed strip summary "
      "threats thresholds variations",
      "--fit prints an evaluation, no records" },
    { "eval rollouts", NULL, "engine", "--%.*s and --engine exclude each other" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludnote",
    "[OPTION]... [FILE]...",
    "Writes notes into records of games, and takes them out again.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

/* By bit of enum ludus_remark: kinds that are added, then kinds that are only removed. */
static const char kinds[] = "fen|captured|threats|odds|luck|nags|diagrams|prose|"
                            "comments|variations|glyphs|commands|all|eval";
enum { OWN = 8, KINDS = 12, ALL = (1 << OWN) - 1, ENGINE = LUDUS_REMARK_EVAL | LUDUS_REMARK_LINES };

/* ---- Options ---- */

/* Reads what concerns the engine. */
static bool read_engine(struct tool *tool, struct values *values)
{
    struct uci_options *engine = &values->engine;
    unsigned *add = &values->options.add;
    *add |= (values->add[8] ? LUDUS_REMARK_EVAL : 0) | (values->add[9] ? LUDUS_REMARK_LINES : 0);
    if (!*add || values->all)
        *add |= ENGINE | LUDUS_REMARK_NAGS;
    for (size_t i = 0; i < engine->set.count; i++)
        if (!strchr(engine->set.items[i], '=') || strpbrk(engine->set.items[i], "\r\n"))
            return tool_trouble(tool, "--engine-option takes NAME=VALUE, not '%s'", engine->set.items[i]);
    engine->depth = values->judge.depth;
    if (!engine->depth && !engine->nodes && !engine->time)
        engine->depth = ENGINE_DEPTH;
    values->judge.depth = 0;
    values->judge.analyse = uci_analyse;
    if (!tool->threaded) /* each thread has an engine, which takes memory and processors of its own */
        tool->common.jobs = 1;
    values->engines = calloc(tool->common.jobs, sizeof *values->engines);
    return tool_memory(tool, values->engines);
}

static bool read_values(struct tool *tool, struct values *values)
{
    struct ludus_note_options *out = &values->options;
    double *const thresholds[] = { &out->doubtful, &out->mistake, &out->blunder, &out->turning };
    const char *at = values->thresholds;
    unsigned number;
    for (unsigned kind = 0; kind < OWN; kind++)
        out->add |= values->all || values->add[kind] ? 1u << kind : 0;
    if (values->all && !values->command && !(values->add[4] || values->add[5] || values->add[6]))
        out->add |= LUDUS_REMARK_WHERE_KNOWN;
    if (values->command && !read_engine(tool, values))
        return false;
    if (!out->add && !values->strip)
        out->add = LUDUS_REMARK_FEN | LUDUS_REMARK_CAPTURED | LUDUS_REMARK_THREATS | LUDUS_REMARK_ODDS;
    values->judge.estimate = values->estimate = values->eval ? tool_read_rules(tool, values->eval) : NULL;
    values->learner = values->fit ? ludus_learner_new() : NULL;
    if ((values->eval && !values->estimate) || !tool_memory(tool, values->learner || !values->fit))
        return false;
    out->judge = &values->judge;
    values->judge.seed = values->seed;
    values->judge.threads = values->judge.rollouts ? tool->common.jobs : 1; /* they share one record */
    if (values->judge.rollouts || values->fit) /* which learns from the records in their order */
        tool->common.jobs = 1;
    if (values->judge.depth > DEPTH_MOST)
        return tool_trouble(tool, "--depth takes 1 to %d", DEPTH_MOST);
    for (const char *kind = values->strip; kind;) {
        struct ludus_text name = tool_next(&kind);
        if (!tool_choice(name.text, name.length, kinds, &number))
            return tool_trouble(tool, "--strip: '%.*s' is no kind of note", (int)name.length, name.text);
        out->strip |= number == KINDS ? (unsigned)ALL : 1u << number;
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
    values->judge.doubt = values->engine.confirm ? out->mistake : 0;
    return true;
}

/* ---- The cache: a table of answers ---- */

struct cache {
    sqlite3 *data;
    sqlite3_stmt *find, *keep;
};

static bool fail_cache(struct tool *tool, struct cache *cache)
{
    return tool_trouble(tool, "--cache: %s: %s", tool->values->cache, sqlite3_errmsg(cache->data));
}

/* Opens the cache for an engine. False after reporting an error. */
static bool open_cache(struct tool *tool, struct cache *cache)
{
    static const char set_up[] =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE IF NOT EXISTS answers (engine TEXT, position TEXT, score INTEGER,"
        " mate INTEGER, depth INTEGER, line TEXT, PRIMARY KEY (engine, position))"
        " WITHOUT ROWID;";
    static const char find[] =
        "SELECT score, mate, depth, line FROM answers WHERE engine = ? AND position = ?";
    static const char keep[] = "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)";
    return (sqlite3_open(tool->values->cache, &cache->data) == SQLITE_OK &&
            sqlite3_busy_timeout(cache->data, CACHE_WAIT) == SQLITE_OK &&
            sqlite3_exec(cache->data, set_up, NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(cache->data, find, -1, &cache->find, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(cache->data, keep, -1, &cache->keep, NULL) == SQLITE_OK) ||
           fail_cache(tool, cache);
}

static void close_cache(struct cache *cache)
{
    if (!cache)
        return;
    sqlite3_finalize(cache->find);
    sqlite3_finalize(cache->keep);
    sqlite3_close(cache->data);
    free(cache);
}

static void bind_text(sqlite3_stmt *statement, int place, struct ludus_text text)
{
    sqlite3_bind_text(statement, place, text.text, (int)text.length, SQLITE_STATIC);
}

static void bind_place(sqlite3_stmt *statement, const struct uci *engine, const char *position)
{
    sqlite3_reset(statement);
    bind_text(statement, 1, ludus_buffer_text(engine->name[engine->deeper]));
    bind_text(statement, 2, (struct ludus_text){ position, strlen(position) });
}

static bool find_answer(struct uci *engine, const char *position, struct uci_answer *answer)
{
    const struct cache *cache = engine->cache;
    bind_place(cache->find, engine, position);
    bool found = sqlite3_step(cache->find) == SQLITE_ROW;
    if (found) {
        const char *line = (const char *)sqlite3_column_text(cache->find, 3);
        answer->score = sqlite3_column_int(cache->find, 0);
        answer->mate = sqlite3_column_int(cache->find, 1) != 0;
        answer->depth = (unsigned)sqlite3_column_int(cache->find, 2);
        snprintf(answer->line, sizeof answer->line, "%s", line ? line : "");
    }
    sqlite3_reset(cache->find);
    return found;
}

static void keep_answer(struct uci *engine, const char *position, const struct uci_answer *answer)
{
    struct cache *cache = engine->cache;
    bind_place(cache->keep, engine, position);
    sqlite3_bind_int(cache->keep, 3, answer->score);
    sqlite3_bind_int(cache->keep, 4, answer->mate);
    sqlite3_bind_int(cache->keep, 5, (int)answer->depth);
    bind_text(cache->keep, 6, (struct ludus_text){ answer->line, strlen(answer->line) });
    if (sqlite3_step(cache->keep) != SQLITE_DONE) {
        fail_cache(engine->tool, cache);
        engine->keep = NULL;
    }
    sqlite3_reset(cache->keep);
}

/* ---- Engines, and the signal that stops them ---- */

/* Prepares an engine. False after reporting an error. */
static bool open_engine(struct tool *tool, struct uci *engine, const struct tool_program *program)
{
    engine->options = &tool->values->engine;
    engine->program = *program;
    engine->tool = tool;
    engine->name[0] = ludus_buffer_new();
    engine->name[1] = ludus_buffer_new();
    engine->variants = ludus_buffer_new();
    engine->text = ludus_buffer_new();
    engine->earlier = ludus_buffer_new();
    engine->cache = tool->values->cache ? calloc(1, sizeof(struct cache)) : NULL;
    if (!tool_memory(tool, engine->name[0] && engine->name[1] && engine->variants && engine->text &&
                               engine->earlier && (engine->cache || !tool->values->cache)))
        return false;
    engine->find = engine->cache ? find_answer : NULL;
    engine->keep = engine->cache ? keep_answer : NULL;
    return !engine->cache || open_cache(tool, engine->cache);
}

static void close_engines(struct tool *tool)
{
    struct uci *engines = tool->values->engines;
    for (unsigned i = 0; engines && i < tool->common.jobs; i++) {
        close_cache(engines[i].cache);
        ludus_buffer_free(engines[i].name[0]);
        ludus_buffer_free(engines[i].name[1]);
        ludus_buffer_free(engines[i].variants);
        ludus_buffer_free(engines[i].text);
        ludus_buffer_free(engines[i].earlier);
    }
    free(engines);
}

static struct uci_options *volatile stopped; /* what the signal stops */
static struct sigaction usual;

/* Lets the records that are left be written as they are; the second time, ends the program. */
static void stop(int number)
{
    if (atomic_exchange(&stopped->interrupted, true)) {
        (void)sigaction(number, &usual, NULL);
        (void)raise(number);
    }
}

static void catch_stop(struct values *values)
{
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART };
    stopped = &values->engine;
    if (sigaction(SIGINT, NULL, &usual) == 0 && usual.sa_handler != SIG_IGN)
        (void)sigaction(SIGINT, &action, NULL);
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
    struct uci *engine = tool->values->engines;
    tool->values->judge.context = engine;
    if (engine)
        engine->tool = tool;
    struct ludus_judge *judge = ludus_judge_new(&tool->values->judge);
    char reason[200] = "out of memory";
    if (judge && ludus_game_plot(tool->replay, tool->values->first, judge, tool->text, reason, sizeof reason))
        tool_write_file(tool, tool->values->plot, ludus_buffer_text(tool->text));
    else
        tool_trouble(tool, "--plot: %s", reason);
    ludus_judge_free(judge);
}

/* ---- Records ---- */

static void close_worker(struct tool *tool)
{
    struct worker *worker = tool->state;
    ludus_judge_free(worker->judge);
    ludus_noter_free(worker->noter);
    free(worker);
}

static void *open_worker(struct tool *tool)
{
    struct values *values = tool->values;
    struct worker *worker = calloc(1, sizeof *worker);
    unsigned number = values->workers > 0 ? values->workers - 1 : 0;
    tool->state = worker;
    if (!tool_memory(tool, worker))
        return NULL;
    worker->engine = values->engines ? &values->engines[number] : NULL;
    values->judge.context = worker->engine;
    if (worker->engine && !worker->engine->tool &&
        !open_engine(tool, worker->engine, &tool->programs[number]))
        return close_worker(tool), NULL;
    values->workers++;
    worker->judge = ludus_judge_new(&values->judge);
    worker->noter = ludus_noter_new(tool->rules, &values->options);
    if (tool_memory(tool, worker->judge && worker->noter))
        return worker;
    return close_worker(tool), NULL;
}

static void print_summary(struct tool *tool, struct ludus_game *game)
{
    struct tally tallies[2] = { { .turns = 0 } };
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_judgement judged = { .size = sizeof judged };
    struct ludus_judge *judge = ((struct worker *)tool->state)->judge;
    bool sound = ludus_judge_start(judge, tool->replay, game);
    while (sound && ludus_replay_next(tool->replay, &turn)) {
        if (turn.depth == 0 && turn.state != LUDUS_TURN_PLAYED)
            break;
        if (turn.depth > 0)
            continue;
        sound = ludus_judge_turn(judge, tool->replay, &turn, &judged);
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
    for (unsigned side = 0; sound && side < 2; side++)
        if (tallies[side].turns)
            print_tally(tool, game, side, &tallies[side]);
}

/* Prints what has been learned, as a rules file beside that of -R. */
static void print_evaluation(struct tool *tool)
{
    const char *path = tool->common.rules_file, *slash = path ? strrchr(path, '/') : NULL;
    char why[200];
    ludus_buffer_clear(tool->text);
    if (ludus_learner_write(tool->values->learner, slash ? slash + 1 : path, tool->text, why, sizeof why))
        tool_put_buffer(tool, tool->text);
    else
        tool_trouble(tool, "--fit: %s", why);
}

static void note_game(struct tool *tool, struct ludus_game *game)
{
    struct ludus_text source = ludus_game_source(game);
    struct worker *worker = tool->state;
    if (worker->engine)
        worker->engine->tool = tool;
    if (tool->values->plot && !ludus_game_empty(game) && ludus_buffer_text(tool->extra).length == 0)
        ludus_buffer_add(tool->extra, source.text, source.length);
    if (tool->values->fit) {
        tool_memory(tool, ludus_learner_add(tool->values->learner, tool->replay, game));
    } else if (tool->values->summary) {
        print_summary(tool, game);
    } else {
        tool_memory(tool, ludus_noter_write(worker->noter, game, tool->text));
        tool_put_buffer(tool, tool->text);
    }
    tool_report(tool, game, LUDUS_WARNING);
}

/* Copies the first record for --plot. */
static void keep_first(struct tool *tool)
{
    struct ludus_text text = ludus_buffer_text(tool->extra);
    if (text.length > 0 && !tool->values->first)
        tool_memory(tool, (tool->values->first = tool_read_game(tool, text)) != NULL);
}

int main(int argc, char **argv)
{
    struct values values = {
        .seed = 1, .engine.wait = ENGINE_WAIT, .engine.confirm = CONFIRM, .judge.size = sizeof values.judge
    };
    struct uci_options *engine = &values.engine;
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
        if (values.engines)
            catch_stop(&values);
        tool.common.progress |= values.engines != NULL;
        tool_run(&tool, &work);
        if (atomic_load(&engine->interrupted))
            tool_say(&tool, TOOL_FAULTY, "stopped; the records from there on are left as they are");
        if (values.fit && tool.status != TOOL_TROUBLE)
            print_evaluation(&tool);
        if (values.first)
            plot_first(&tool);
        else if (values.plot && tool.status != TOOL_TROUBLE)
            tool_trouble(&tool, "--plot: there is no record");
    }
    ludus_game_free(values.first);
    ludus_ruleset_free(values.estimate);
    ludus_learner_free(values.learner);
    close_engines(&tool);
    int status = tool_end(&tool);
    /* The output, which is complete, has been kept. */
    return atomic_load(&engine->interrupted) || atomic_load(&engine->over) ? TOOL_TROUBLE : status;
}
