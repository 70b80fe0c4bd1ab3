/* transcript_rules.c - which game a transcript is of. */
#include "out/transcript_rules.h"

#include "base/chars.h"

#include <string.h>

/* Faults of the game by these rules (NULL: by those that it has without a Variant). */
static size_t count_faults(struct ludus_game *game, const struct ludus_buffer *notation,
                           const struct ludus_ruleset *rules)
{
    struct input_chunk chunk = {
        .text = notation->bytes, .length = notation->length, .line = 1, .stray = INPUT_NO_STRAY
    };
    struct ludus_replay *replay = ludus_replay_new(rules);
    size_t faults = SIZE_MAX;
    if (replay && record_read(game, &chunk)) {
        size_t before = ludus_game_count(game, LUDUS_ERROR);
        ludus_game_check(replay, game);
        faults = ludus_game_count(game, LUDUS_ERROR) - before;
    }
    ludus_replay_free(replay);
    return faults;
}

/* Does the page name the game? */
static bool names(const char *page, size_t length, const char *title)
{
    size_t size = strlen(title);
    for (size_t at = 0; at + size <= length; at++) {
        size_t i = 0;
        while (i < size && to_lower(page[at + i]) == to_lower(title[i]))
            i++;
        if (i == size)
            return true;
    }
    return false;
}

struct candidates {
    const struct ludus_ruleset *named, *only; /* of those that admit the game */
    unsigned count;
    char list[200];
    /* Of those that do not, the one with the fewest faults; and of those that the page names. */
    const struct ludus_ruleset *near, *named_near;
    size_t least, named_least;
};

static void consider_faulty(struct candidates *found, const struct ludus_ruleset *rules, size_t faults,
                            const char *page, size_t length)
{
    if (faults < found->least) {
        found->least = faults;
        found->near = rules;
    }
    if (faults < found->named_least && names(page, length, ludus_ruleset_title(rules))) {
        found->named_least = faults;
        found->named_near = rules;
    }
}

static void consider(struct candidates *found, const struct ludus_ruleset *rules, const char *page,
                     size_t length)
{
    const char *title = ludus_ruleset_title(rules);
    size_t used = strlen(found->list);
    if (names(page, length, title) &&
        (!found->named || strlen(title) > strlen(ludus_ruleset_title(found->named))))
        found->named = rules;
    found->only = rules;
    (void)snprintf(found->list + used, sizeof found->list - used, "%s%s", found->count ? ", " : "",
                   ludus_ruleset_id(rules));
    found->count++;
}

const struct ludus_ruleset *transcript_find_rules(struct ludus_import *import,
                                                  const struct ludus_buffer *notation, const char *page,
                                                  size_t length)
{
    struct candidates found = { .least = SIZE_MAX, .named_least = SIZE_MAX };
    struct ludus_game game = { .diag = { .file = import->name } };
    const char *id;
    if (import->rules)
        return import->rules;
    bool plain = count_faults(&game, notation, NULL) == 0;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        size_t faults = rules ? count_faults(&game, notation, rules) : SIZE_MAX;
        if (faults == 0)
            consider(&found, rules, page, length);
        else
            consider_faulty(&found, rules, faults, page, length);
    }
    record_free(&game);
    if (plain)
        return NULL;
    if (found.named || found.count == 1)
        return found.named ? found.named : found.only;
    if (found.count == 0 && found.named_near)
        return found.named_near;
    if (found.count == 0)
        import_fault(import, IMPORT_UNKNOWN, import->compose.line, 1,
                     "no ruleset admits this game%s%s; say -r", found.near ? ", nearest is " : "",
                     found.near ? ludus_ruleset_id(found.near) : "");
    else
        import_fault(import, IMPORT_UNKNOWN, import->compose.line, 1,
                     "%u rulesets admit this game; say -r: %s", found.count, found.list);
    return NULL;
}
