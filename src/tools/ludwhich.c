/* ludwhich.c - which rulesets admit a record, and how far each gets. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_MAX = 256, LARGE = 65536 };

struct values {
    unsigned json, top;
    bool fitting, any;
    /* A replayer for each ruleset, and the results for the current record. */
    struct ludus_replay *replay[CANDIDATES_MAX];
    struct ludus_fit fit[CANDIDATES_MAX];
    size_t count;
};

static const struct tool_option options[] = {
    { "fitting", 'f', TOOL_FLAG, VALUE(fitting), NULL, "list only rulesets that admit the whole record" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "how to list them" },
    { "top", 'n', TOOL_COUNT, VALUE(top), "N", "list only the best N for each record" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludwhich",
    "[OPTION]... [FILE]...",
    "Tries each record with every ruleset that fits its board, best first; its Variant tag is ignored.",
    options,
    TOOL_RULES | TOOL_OUTPUT,
    NULL,
};

static void add_candidate(struct tool *tool, const struct ludus_ruleset *ruleset)
{
    struct values *values = tool->values;
    if (!ruleset || values->count == CANDIDATES_MAX)
        return;
    values->fit[values->count].size = sizeof *values->fit;
    values->replay[values->count] = ludus_replay_new(ruleset);
    if (tool_memory(tool, values->replay[values->count] != NULL))
        values->count++;
}

/* Compares two results, best first: more turns admitted, fewer faults, the ruleset of records that name none,
 * then by id. */
static int compare_fits(const void *a, const void *b)
{
    const struct ludus_fit *one = a, *other = b;
    if (one->turns != other->turns)
        return one->turns > other->turns ? -1 : 1;
    if (one->faults != other->faults)
        return one->faults < other->faults ? -1 : 1;
    if (one->usual != other->usual)
        return one->usual ? -1 : 1;
    return strcmp(ludus_ruleset_id(one->ruleset), ludus_ruleset_id(other->ruleset));
}

static void print_fit(struct tool *tool, const struct ludus_game *record, const struct ludus_fit *fit)
{
    bool json = tool->values->json;
    const char *none = json ? NULL : "-", *reason = *fit->reason ? fit->reason : none;
    const char *label = *fit->label ? fit->label : none, *code = *fit->code ? fit->code : none;
    const char *id = ludus_ruleset_id(fit->ruleset);
    size_t game = ludus_game_number(record);
    if (json)
        tool_print(tool, tool->out,
                   "{\"game\":%zu,\"ruleset\":\"%s\",\"admitted\":%zu,\"turns\":%zu,\"faults\":%zu,"
                   "\"refused\":%j,\"code\":%j,\"reason\":%j}\n",
                   game, id, fit->turns, fit->total, fit->faults, label, code, reason);
    else
        tool_print(tool, tool->out, "%zu\t%s\t%zu\t%zu\t%s\t%s\t%p\n", game, id, fit->turns, fit->total,
                   label, code, reason);
}

static void try_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    size_t fits = 0, top = values->top ? values->top : CANDIDATES_MAX;
    for (size_t i = 0; i < values->count; i++) {
        ludus_game_fit(values->replay[i], game, &values->fit[fits]);
        if (ludus_game_source(game).length > LARGE) { /* frees memory, which is too much for all replayers */
            struct ludus_replay *fresh = ludus_replay_new(values->fit[fits].ruleset);
            if (tool_memory(tool, fresh != NULL)) {
                ludus_replay_free(values->replay[i]);
                values->replay[i] = fresh;
            }
        }
        fits += values->fit[fits].board && (!values->fitting || values->fit[fits].faults == 0);
    }
    qsort(values->fit, fits, sizeof *values->fit, compare_fits);
    for (size_t i = 0; i < fits && i < top; i++) {
        values->any |= values->fit[i].faults == 0;
        print_fit(tool, game, &values->fit[i]);
    }
}

int main(int argc, char **argv)
{
    struct values values = { .json = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        if (tool.rules)
            add_candidate(&tool, tool.rules);
        for (size_t i = 0; !tool.rules && ludus_ruleset_id_at(i); i++)
            add_candidate(&tool, ludus_ruleset_find(ludus_ruleset_id_at(i)));
        tool_run(&tool, &(struct tool_work){ .game = try_game });
        if (!values.any)
            tool_fault(&tool, TOOL_FAULTY);
    }
    for (size_t i = 0; i < values.count; i++)
        ludus_replay_free(values.replay[i]);
    return tool_end(&tool);
}
