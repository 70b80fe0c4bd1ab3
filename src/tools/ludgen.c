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

static bool read_seed(struct tool *tool, const char *text, uint64_t *seed)
{
    const char *at = text;
    unsigned long long number;
    bool read = tool_take_number(&at, UINT64_MAX, &number) && !*at;
    if (read)
        *seed = number;
    else
        tool_trouble(tool, "the seed is a whole number, not '%s'", text);
    return read;
}

int main(int argc, char **argv)
{
    struct tool tool;
    struct values values = { .count = 1, .max_turns = 300, .seed = "1" };
    uint64_t seed;

    if (tool_begin(&tool, &spec, &values, argc, argv) && read_seed(&tool, values.seed, &seed)) {
        if (!tool.rules)
            tool_trouble(&tool, "say by which rules: -r RULESET or -R FILE");
        else {
            struct ludus_buffer *text = ludus_buffer_new();
            for (unsigned i = 0; text && i < values.count && !tool_failed(&tool); i++) {
                ludus_buffer_clear(text);
                if (!tool_memory(&tool,
                                 ludus_game_generate(tool.rules, seed + i, values.max_turns, i + 1u, text)))
                    break;
                tool_put(&tool, ludus_buffer_text(text));
            }
            tool_memory(&tool, text != NULL);
            ludus_buffer_free(text);
        }
    }
    return tool_end(&tool);
}
