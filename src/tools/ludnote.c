/* ludnote.c - writes notes into records, and takes them out: positions, captures, threats, odds, luck. */
#include "tool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS_AT_ONCE = 16, WORST = 3, LABEL = 16, JOBS_MAX = 256 };

struct values {
    bool add[8]; /* by bit of enum ludus_remark */
    bool all, summary, variations;
    const char *strip, *plot, *thresholds;
    unsigned depth, rollouts, seed, jobs;
    struct ludus_note_options options;
    struct batch *batch;
    struct ludus_replay *replay; /* for --summary and --plot */
    struct ludus_judge *judge;
    bool plotted;
};

#define VALUE(member) offsetof(struct values, member)

static const struct tool_option options[] = {
    { "all", 'a', TOOL_FLAG, VALUE(all), NULL, "add notes of all kinds" },
    { "captured", 'c', TOOL_FLAG, VALUE(add[1]), NULL, "add what each turn took" },
    { "depth", 'd', TOOL_NUMBER, VALUE(depth), "N", "look N plies ahead (1; 2 without dice)" },
    { "diagrams", 0, TOOL_FLAG, VALUE(add[6]), NULL, "ask for a diagram ($220) where the game turned" },
    { "fen", 'f', TOOL_FLAG, VALUE(add[0]), NULL, "add the position after each turn" },
    { "jobs", 'j', TOOL_NUMBER, VALUE(jobs), "N", "use N threads" },
    { "luck", 'l', TOOL_FLAG, VALUE(add[4]), NULL, "add value, luck and error of each turn" },
    { "nags", 'n', TOOL_FLAG, VALUE(add[5]), NULL, "mark errors with $6, $2, $4" },
    { "odds", 0, TOOL_FLAG, VALUE(add[3]), NULL, "add what the next roll can bring" },
    { "plot", 0, TOOL_TEXT, VALUE(plot), "FILE", "draw the first record's chance to win to FILE (SVG)" },
    { "prose", 'p', TOOL_FLAG, VALUE(add[7]), NULL, "add notes in words" },
    { "rollouts", 0, TOOL_NUMBER, VALUE(rollouts), "N", "value positions by N games played on from each" },
    { "seed", 0, TOOL_NUMBER, VALUE(seed), "N", "of the dice of --rollouts (1)" },
    { "strip", 's', TOOL_TEXT, VALUE(strip), "KINDS", "take out notes: all, or kinds joined by commas" },
    { "summary", 0, TOOL_FLAG, VALUE(summary), NULL, "print each player's luck and errors, no record" },
    { "threats", 't', TOOL_FLAG, VALUE(add[2]), NULL, "add what each turn threatens to take" },
    { "thresholds", 0, TOOL_TEXT, VALUE(thresholds), "PERCENTS",
      "errors for $6, $2, $4, and a turning point (5,10,20,15)" },
    { "variations", 'v', TOOL_FLAG, VALUE(variations), NULL, "add notes to variations too" },
    { NULL, 0, 0, 0, NULL, NULL },
};

static const struct tool_spec spec = {
    "ludnote", "[OPTION]... [FILE]...",  "Writes notes into records of games, and takes them out again.",
    options,   TOOL_RULES | TOOL_OUTPUT,
};

static const char *const kinds[] = {
    "fen", "captured", "threats", "odds", "luck", "nags", "diagrams", "prose"
};
enum { KINDS = sizeof kinds / sizeof *kinds, ALL = (1 << KINDS) - 1 };

static void report(void *context, const struct ludus_message *message)
{
    if (message->severity != LUDUS_NOTE)
        tool_message(context, message);
}

/* ---- Options ---- */

static bool read_strip(struct tool *tool, const char *text, unsigned *strip)
{
    while (text) {
        size_t length = strcspn(text, ","), kind = 0;
        while (kind < KINDS && (strlen(kinds[kind]) != length || memcmp(kinds[kind], text, length) != 0))
            kind++;
        if (kind == KINDS && (length != 3 || memcmp(text, "all", 3) != 0)) {
            tool_trouble(tool, "--strip: '%.*s' is no kind of note", (int)length, text);
            return false;
        }
        *strip |= kind == KINDS ? (unsigned)ALL : 1u << kind;
        text = text[length] ? text + length + 1 : NULL;
    }
    return true;
}

static bool read_thresholds(struct tool *tool, const char *text, struct ludus_note_options *out)
{
    double *const into[] = { &out->doubtful, &out->mistake, &out->blunder, &out->turning };
    const char *at = text;
    for (unsigned i = 0; at; i++) {
        char *end;
        double percent = strtod(at, &end);
        if (i == 4 || end == at || (*end && *end != ',') || !(percent > 0 && percent <= 100)) {
            tool_trouble(tool, "--thresholds takes per cents such as 5,10,20,15, not '%s'", text);
            return false;
        }
        *into[i] = percent / 100;
        at = *end ? end + 1 : NULL;
    }
    return true;
}

static bool read_values(struct tool *tool, struct values *values)
{
    struct ludus_note_options *out = &values->options;
    ludus_note_options_init(out);
    out->variations = values->variations;
    for (unsigned kind = 0; kind < KINDS; kind++)
        out->add |= values->all || values->add[kind] ? 1u << kind : 0;
    if (!out->add && !values->strip)
        out->add = LUDUS_REMARK_FEN | LUDUS_REMARK_CAPTURED | LUDUS_REMARK_THREATS | LUDUS_REMARK_ODDS;
    out->judge = (struct ludus_judge_options){ values->depth, values->rollouts, values->seed, values->jobs };
    if (values->depth > 8)
        tool_trouble(tool, "--depth takes 1 to 8");
    else if (values->jobs < 1 || values->jobs > JOBS_MAX)
        tool_trouble(tool, "--jobs takes 1 to %d", JOBS_MAX);
    else
        return read_strip(tool, values->strip, &out->strip) && read_thresholds(tool, values->thresholds, out);
    return false;
}

/* ---- Summary and plot ---- */

/* What a player's turns came to. */
struct tally {
    unsigned turns;
    double luck, error;
    struct {
        double error;
        char label[LABEL];
    } worst[WORST]; /* the worst first */
};

static void count_turn(struct tally *tally, const struct ludus_turn *turn,
                       const struct ludus_judgement *judged)
{
    double sign = turn->side == LUDUS_WHITE ? 1 : -1, error = sign * judged->error;
    unsigned place = 0;
    tally->turns++;
    tally->luck += sign * judged->luck;
    tally->error += error;
    while (place < WORST && tally->worst[place].error <= error)
        place++;
    if (place == WORST)
        return;
    memmove(&tally->worst[place + 1], &tally->worst[place], (WORST - 1 - place) * sizeof *tally->worst);
    tally->worst[place].error = error;
    snprintf(tally->worst[place].label, LABEL, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
}

static void print_tally(struct tool *tool, const struct ludus_game *game, unsigned side,
                        const struct tally *tally)
{
    static const char *const sides[] = { "White", "Black" };
    struct ludus_text name = { "", 0 };
    ludus_game_tag(game, sides[side], &name);
    fprintf(tool->out, "%zu\t%s\t", ludus_game_number(game), sides[side]);
    for (size_t i = 0; i < name.length; i++)
        putc((unsigned char)name.text[i] < ' ' ? ' ' : name.text[i], tool->out);
    fprintf(tool->out, "\t%u\t%+.2f\t%+.2f\t", tally->turns, 100 * tally->luck, 100 * tally->error);
    for (unsigned i = 0; i < WORST && tally->worst[i].error < 0; i++)
        fprintf(tool->out, "%s%s %.2f", i ? ", " : "", tally->worst[i].label, 100 * tally->worst[i].error);
    putc('\n', tool->out);
}

static void summarize(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    struct tally tallies[2] = { { .turns = 0 } };
    struct ludus_turn turn;
    struct ludus_judgement judged;
    bool sound = ludus_replay_start(values->replay, game);
    while (sound && ludus_replay_next(values->replay, &turn)) {
        if (turn.depth == 0 && turn.state != LUDUS_TURN_PLAYED)
            break;
        if (turn.depth > 0)
            continue;
        sound = ludus_judge_turn(values->judge, values->replay, &turn, &judged);
        count_turn(&tallies[turn.side], &turn, &judged);
    }
    for (unsigned side = 0; side < 2; side++)
        if (tallies[side].turns)
            print_tally(tool, game, side, &tallies[side]);
    ludus_game_messages(game, report, tool);
}

static void plot(struct tool *tool, const struct ludus_game *game)
{
    struct values *values = tool->values;
    struct ludus_game *copy = ludus_game_copy(game);
    struct ludus_buffer *text = ludus_buffer_new();
    char reason[200] = "out of memory";
    values->plotted = true;
    if (!copy || !text ||
        !ludus_game_plot(values->replay, copy, values->judge, text, reason, sizeof reason)) {
        tool_trouble(tool, "--plot: %s", reason);
    } else {
        tool_write_file(tool, values->plot, ludus_buffer_text(text));
    }
    ludus_buffer_free(text);
    ludus_game_free(copy);
}

/* ---- Records ---- */

/* A record under way, and what becomes of it. */
struct job {
    struct ludus_game *game; /* a copy; owned */
    struct ludus_buffer *out;
    bool failed;
};

/* Records that threads work on together. */
struct batch {
    struct job *jobs;
    size_t count, capacity, next;
    struct ludus_noter **noters; /* one a thread */
    unsigned threads, started;
    pthread_mutex_t lock;
};

static void batch_free(struct batch *batch)
{
    if (!batch)
        return;
    for (size_t i = 0; batch->jobs && i < batch->capacity; i++)
        ludus_buffer_free(batch->jobs[i].out);
    for (unsigned i = 0; batch->noters && i < batch->threads; i++)
        ludus_noter_free(batch->noters[i]);
    free(batch->jobs);
    free(batch->noters);
    pthread_mutex_destroy(&batch->lock);
    free(batch);
}

static struct batch *batch_new(const struct tool *tool, const struct values *values)
{
    struct batch *batch = calloc(1, sizeof *batch);
    bool sound = batch != NULL;
    if (!sound)
        return NULL;
    pthread_mutex_init(&batch->lock, NULL);
    batch->threads = values->rollouts ? 1 : values->jobs; /* rollouts share their games between threads */
    batch->capacity = batch->threads == 1 ? 1 : (size_t)batch->threads * RECORDS_AT_ONCE;
    batch->jobs = calloc(batch->capacity, sizeof *batch->jobs);
    batch->noters = calloc(batch->threads, sizeof(struct ludus_noter *));
    sound = batch->jobs && batch->noters;
    for (size_t i = 0; sound && i < batch->capacity; i++)
        sound = (batch->jobs[i].out = ludus_buffer_new()) != NULL;
    for (unsigned i = 0; sound && i < batch->threads; i++)
        sound = (batch->noters[i] = ludus_noter_new(tool->rules, &values->options)) != NULL;
    if (sound)
        return batch;
    batch_free(batch);
    return NULL;
}

static void *work(void *context)
{
    struct batch *batch = context;
    pthread_mutex_lock(&batch->lock);
    struct ludus_noter *noter = batch->noters[batch->started++];
    while (batch->next < batch->count) {
        struct job *job = &batch->jobs[batch->next++];
        pthread_mutex_unlock(&batch->lock);
        job->failed = !ludus_noter_write(noter, job->game, job->out);
        pthread_mutex_lock(&batch->lock);
    }
    pthread_mutex_unlock(&batch->lock);
    return NULL;
}

/* Has all threads work off the batch; this one is one of them. */
static void work_off(struct batch *batch)
{
    pthread_t threads[JOBS_MAX];
    unsigned running = 0;
    batch->next = batch->started = 0;
    while (running + 1 < batch->threads && running + 1 < batch->count &&
           pthread_create(&threads[running], NULL, work, batch) == 0)
        running++;
    work(batch);
    while (running > 0)
        pthread_join(threads[--running], NULL);
}

static void put_out(struct tool *tool, const struct ludus_game *game, struct job *job)
{
    struct ludus_text text = ludus_buffer_text(job->out);
    if (job->failed)
        tool_trouble(tool, "out of memory");
    fwrite(text.text, 1, text.length, tool->out);
    ludus_game_messages(game, report, tool);
    ludus_buffer_clear(job->out);
}

static void flush_batch(struct tool *tool, struct batch *batch)
{
    work_off(batch);
    for (size_t i = 0; i < batch->count; i++) {
        put_out(tool, batch->jobs[i].game, &batch->jobs[i]);
        ludus_game_free(batch->jobs[i].game);
    }
    batch->count = 0;
}

static void note_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    struct batch *batch = values->batch;
    if (values->plot && !values->plotted && !ludus_game_empty(game))
        plot(tool, game);
    if (values->summary) {
        summarize(tool, game);
    } else if (batch->threads == 1) {
        batch->jobs[0].failed = !ludus_noter_write(batch->noters[0], game, batch->jobs[0].out);
        put_out(tool, game, &batch->jobs[0]);
    } else if ((batch->jobs[batch->count].game = ludus_game_copy(game))) {
        if (++batch->count == batch->capacity)
            flush_batch(tool, batch);
    } else {
        tool_trouble(tool, "out of memory");
    }
}

static void run(struct tool *tool, struct values *values)
{
    values->batch = batch_new(tool, values);
    values->replay = ludus_replay_new(tool->rules);
    values->judge = ludus_judge_new(&values->options.judge);
    if (values->batch && values->replay && values->judge) {
        tool_games(tool, note_game, NULL);
        flush_batch(tool, values->batch);
    } else {
        tool_trouble(tool, "out of memory");
    }
    ludus_judge_free(values->judge);
    ludus_replay_free(values->replay);
    batch_free(values->batch);
}

int main(int argc, char **argv)
{
    struct values values = { .jobs = 1, .seed = 1 };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && read_values(&tool, &values))
        run(&tool, &values);
    return tool_end(&tool);
}
