/* fuzz_rules.c - any bytes as a rules file: messages have places, and rules that are accepted can be played
 * by, a turn each way, with positions that FEN holds. */
#include "tests/fuzz/play.h"

#include <string.h>

static void check_place(void *context, const struct ludus_message *message)
{
    (void)context;
    demand(message->line > 0 && message->column > 0 && message->end_column >= message->column);
}

/* All that can be asked of rules. */
static void ask(const struct ludus_ruleset *rules)
{
    unsigned kinds = ludus_ruleset_kinds(rules);
    demand(ludus_ruleset_files(rules) <= 16 && ludus_ruleset_ranks(rules) <= 16 && kinds <= LUDUS_KINDS_MAX);
    demand(strlen(ludus_ruleset_id(rules)) && ludus_ruleset_title(rules));
    for (unsigned kind = 0; kind < kinds; kind++) {
        demand(ludus_ruleset_kind_letter(rules, kind) >= 'A' &&
               ludus_ruleset_kind_letter(rules, kind) <= 'Z');
        demand(ludus_ruleset_kind_name(rules, kind) && ludus_ruleset_kind_image(rules, kind));
        demand(!(ludus_ruleset_kind_faces(rules, kind) >> ludus_ruleset_faces(rules)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ludus_ruleset *rules = ludus_ruleset_parse((const char *)data, size, "fuzz", check_place, NULL);
    if (!rules)
        return 0;
    ask(rules);
    struct ludus_position *position = ludus_position_new(rules);
    demand(position && ludus_ruleset_start(rules));
    for (unsigned turn = 0; turn < 6 && play_turn(position, turn * 7); turn++)
        free(check_fen(position));
    ludus_position_free(position);
    ludus_ruleset_free(rules);
    return 0;
}
