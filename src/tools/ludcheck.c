/* ludcheck.c - validates records: syntax, rules, dice, claims, results; and rules files. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_GAMES = 20, HINT_TRIES = 500 };
enum { MESSAGES = 0 /* of each severity */, GAMES = LUDUS_ERROR + 1, TURNS }; /* in tool->counts */

struct values {
    bool verbose, strict, notes, resume, solve;
    struct tool_list rules_files; /* an item is NULL for --check-rules without a file */
    unsigned prove, seed;         /* number of games, 0: none; seed of the first */
    unsigned limit;               /* moves that are made at most for a problem */
};

static const struct tool_option options[] = {
    { "check-rules", 0, TOOL_READS, VALUE(rules_files), "[=FILE]", "check rules files, not records" },
    { "limit", 0, TOOL_COUNT, VALUE(limit), "NODES", "make so many moves at most for --solve (20000000)" },
    { "notes", 'n', TOOL_FLAG, VALUE(notes), NULL, "print notes too: restored places, repetitions, sic" },
    { "prove", 0, TOOL_COUNT, VALUE(prove), "[=GAMES]",
      "compare the engine with a slow reference in GAMES random games (20)" },
    { "resume", 0, TOOL_FLAG, VALUE(resume), NULL,
      "after an illegal move go on from the next [%fen ...] in a comment" },
    { "seed", 0, TOOL_NUMBER, VALUE(seed), "N", "seed of the first game of --prove (1)" },
    { "solve", 0, TOOL_FLAG, VALUE(solve), NULL, "solve problems (Stipulation), and check their solutions" },
    { "strict", 's', TOOL_FLAG, VALUE(strict), NULL, "warnings make a record faulty" },
    { "verbose", 'v', TOOL_FLAG, VALUE(verbose), NULL, "print a summary of each file on standard error" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "prove", "check-rules", NULL, "--prove is for --check-rules" },
    { "limit", "solve", NULL, "--limit is for --solve" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludcheck",
    "[OPTION]... [FILE]...",
    "Checks records of games: notation, rules, dice, claims and results.",
    options,
    TOOL_RULES | TOOL_FORMAT | TOOL_OUTPUT | TOOL_REPORTS | TOOL_PIECES,
    limits,
};

/* Solves the problem of a record. */
static void solve_game(struct tool *tool, struct ludus_game *game)
{
    struct ludus_solver *solver = ludus_solver_new(tool->values->limit);
    tool_memory(tool, solver && ludus_solver_check(solver, tool->replay, game));
    ludus_solver_free(solver);
}

static void check_game(struct tool *tool, struct ludus_game *game)
{
    size_t *counts = tool->counts;
    counts[TURNS] += ludus_game_check(tool->replay, game);
    if (tool->values->solve && ludus_game_tag(game, "Stipulation", NULL))
        solve_game(tool, game);
    counts[GAMES] += !ludus_game_empty(game);
    for (unsigned i = LUDUS_NOTE; i <= LUDUS_ERROR; i++)
        counts[MESSAGES + i] += ludus_game_count(game, (enum ludus_severity)i);
    if (ludus_game_count(game, LUDUS_ERROR))
        ludus_mend_hint(tool->state, game);
    tool_report(tool, game, tool->values->notes ? LUDUS_NOTE : LUDUS_WARNING);
}

static void print_summary(struct tool *tool)
{
    const size_t *counts = tool->totals;
    if (tool->values->verbose)
        tool_print(tool, tool->err, "%t: %zu games, %zu turns, %zu errors, %zu warnings\n", tool->file,
                   counts[GAMES], counts[TURNS], counts[MESSAGES + LUDUS_ERROR],
                   counts[MESSAGES + LUDUS_WARNING]);
    memset(tool->totals, 0, sizeof tool->totals);
}

static void *open_worker(struct tool *tool)
{
    ludus_replay_notes(tool->replay, tool->values->notes);
    ludus_replay_resume(tool->replay, tool->values->resume);
    ludus_replay_go_on(tool->replay, true);
    struct ludus_mend_options given = { .size = sizeof given, .limit = HINT_TRIES };
    return ludus_mend_new(tool->rules, &given);
}

static void close_worker(struct tool *tool)
{
    ludus_mend_free(tool->state);
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = check_game,
    .done = print_summary,
};

/* Plays random games by the rules, and reports the first error of the engine. */
static void prove_rules(struct tool *tool, const struct ludus_ruleset *rules, const char *name)
{
    const struct values *values = tool->values;
    struct ludus_proof proof = { .size = sizeof proof };
    unsigned games = values->prove == UINT32_MAX ? USUAL_GAMES : values->prove;
    ludus_buffer_clear(tool->text);
    bool proved = ludus_ruleset_prove(rules, games, values->seed, &proof, tool->text);
    struct ludus_text found = ludus_buffer_text(tool->text);
    if (!tool_memory(tool, proved))
        return;
    if (!proof.sound)
        tool_say(tool, TOOL_FAULTY, "%s: not sound: seed %llu: %.*s", name, (unsigned long long)proof.seed,
                 (int)found.length, found.text);
    else if (values->verbose)
        tool_say(tool, TOOL_OK, "%s: sound in %zu games, %zu positions, %zu moves", name, proof.games,
                 proof.positions, proof.moves);
}

static void check_rules(struct tool *tool, const char *path)
{
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    tool->least = tool->values->notes ? LUDUS_NOTE : LUDUS_WARNING;
    struct ludus_ruleset *rules = text ? ludus_ruleset_parse(text, length, path, tool_message, tool) : NULL;
    if (rules && tool->values->prove)
        prove_rules(tool, rules, path);
    ludus_ruleset_free(rules);
    free(text);
}

int main(int argc, char **argv)
{
    struct values values = { .seed = 1, .limit = TOOL_NODES };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        tool.strict = values.strict;
        if (values.rules_files.count) {
            /* All operands are rules files. --prove also takes the ruleset of -r or -R. */
            for (size_t i = 0; i < values.rules_files.count; i++)
                if (values.rules_files.items[i])
                    check_rules(&tool, values.rules_files.items[i]);
            for (int i = 0; i < tool.file_count; i++)
                check_rules(&tool, tool.files[i]);
            if (tool.rules && values.prove)
                prove_rules(&tool, tool.rules, ludus_ruleset_id(tool.rules));
        } else
            tool_run(&tool, &work);
    }
    return tool_end(&tool);
}
