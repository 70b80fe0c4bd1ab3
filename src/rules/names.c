/* names.c - the built-in ruleset that a Variant tag names, and what was meant if there is none. */
#include "base/text.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 80 };

static const struct variant {
    const char *name, *id;
    const char *lacks; /* NULL: it is that ruleset; else what is left out by it */
} variants[] = {
#define VARIANT(name, id) { name, #id, NULL },
#define RELATED(name, id, lacks) { name, #id, lacks },
#define BY_POSITION(id)
#include "rulesets/variants.def"
#undef VARIANT
#undef RELATED
#undef BY_POSITION
};

enum { VARIANTS = sizeof variants / sizeof *variants };

/* clang-format off */
const char ruleset_by_position[] =
#define VARIANT(name, id)
#define RELATED(name, id, lacks)
#define BY_POSITION(id) #id
#include "rulesets/variants.def"
#undef VARIANT
#undef RELATED
#undef BY_POSITION
;
/* clang-format on */

static const struct variant *find_variant(const char *name)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (strcmp(variants[i].name, name) == 0)
            return &variants[i];
    return NULL;
}

/* Ids are in lower case, with hyphens for blanks. An overlong name matches none. */
static void write_id(struct ludus_text name, char id[NAME_MAX_LENGTH])
{
    memset(id, 0, NAME_MAX_LENGTH);
    for (size_t i = 0; i < name.length && i < NAME_MAX_LENGTH - 1; i++)
        id[i] = name.text[i] == ' ' || name.text[i] == '_' ? '-' : to_lower(name.text[i]);
}

static bool has_digit(const char *text)
{
    return text[strcspn(text, "0123456789")] != '\0';
}

/* Writes the ruleset that was meant by a name of none, or is nearest. */
static void write_hint(const char *id, size_t length, char *hint, size_t size)
{
    const struct variant *related = find_variant(id);
    if (related) {
        (void)snprintf(hint, size, "nearest is %s, without %s", related->id, related->lacks);
        return;
    }
    /* A name with a digit is no misspelling of one without: Chess960 is not chess. */
    struct text_nearest nearest = { id, strlen(id), length > 6 ? 4 : 2, NULL, 0 };
    for (const struct builtin_rules *rules = builtin_rules; rules->id; rules++)
        if (has_digit(rules->id) || !has_digit(id))
            text_try(&nearest, rules->id, strlen(rules->id));
    for (size_t i = 0; i < VARIANTS; i++)
        if (has_digit(variants[i].name) == has_digit(id))
            text_try(&nearest, variants[i].name, strlen(variants[i].name));
    const struct variant *variant = nearest.best ? find_variant(nearest.best) : NULL;
    if (variant && variant->lacks)
        (void)snprintf(hint, size, "perhaps %s, nearest to which is %s, without %s", nearest.best,
                       variant->id, variant->lacks);
    else if (nearest.best)
        (void)snprintf(hint, size, "perhaps %s", variant ? variant->id : nearest.best);
    else
        (void)snprintf(hint, size, "ludmoves --rulesets lists all");
}

const struct ludus_ruleset *ludus_ruleset_named(struct ludus_text name, char *hint, size_t size)
{
    char id[NAME_MAX_LENGTH], title[NAME_MAX_LENGTH];
    write_id(name, id);
    const struct variant *variant = find_variant(id);
    const struct ludus_ruleset *found = ludus_ruleset_find(variant && !variant->lacks ? variant->id : id);
    for (const struct builtin_rules *rules = builtin_rules; !found && rules->id; rules++) {
        write_id((struct ludus_text){ rules->title, strlen(rules->title) }, title);
        if (strcmp(title, id) == 0)
            found = ludus_ruleset_find(rules->id);
    }
    if (!found && hint)
        write_hint(id, name.length, hint, size);
    return found;
}

const struct ludus_ruleset *ludus_ruleset_usual(void)
{
    return ludus_ruleset_named((struct ludus_text){ "", 0 }, NULL, 0);
}
