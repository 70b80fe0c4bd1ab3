/* ludgen.c - random legal games. */
#include "tool.h"

struct values {
    unsigned count, max_turns;
    const char *seed;
};

static const struct tool_option options[] = {
    { "count", 'n', TOOL_NUMBER, VALUE(count), "N", "make N games (1)" },
    { "max-turns", 'm', TOOL_NUMBER, VALUE(max_turns), "N",
      "stop a game after N turns of either side (300)" },
    { "seed", 's', TOOL_TEXT, VALUE(seed), "NUMBER", "seed of the first game (1)" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludgen",
    "-r RULESET [OPTION]...",
    "Makes random legal games, the same for the same seed on every machine.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_NO_FILES,
    NULL,
};

int main(int argc, char **argv)
{
    struct values values = { .count = 1, .max_turns = 300, .seed = "1" };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        const char *at = values.seed;
        unsigned long long seed;
        if (!tool_take_number(&at, UINT64_MAX, &seed) || *at)
            tool_trouble(&tool, "the seed is a whole number, not '%s'", values.seed);
        else if (!tool.rules)
            tool_trouble(&tool, "say by which rules: -r RULESET or -R FILE");
        for (unsigned i = 0; tool.status < TOOL_TROUBLE && i < values.count && !tool_failed(&tool); i++)
            if (tool_memory(&tool,
                            ludus_game_generate(tool.rules, seed + i, values.max_turns, i + 1u, tool.text)))
                tool_put_buffer(&tool, tool.text);
    }
    return tool_end(&tool);
}
