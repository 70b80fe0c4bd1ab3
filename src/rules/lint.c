/* lint.c - rulesets that contradict themselves: each check is one question about the loaded rules. */
#include "rules/lint.h"

#include "base/diag.h"
#include "rules/outcome.h"
#include "rules/tables.h"

#include <string.h>

bool lint_find_statement(const struct diag *diag, const char *key, const char *value, size_t *begin,
                         size_t *end)
{
    size_t length = strlen(key);

    *begin = *end = 0;
    for (const char *line = diag->text; line; line = strchr(line, '\n')) {
        line += strspn(line, "\n");
        const char *word = line + strspn(line, " \t");
        if (strncmp(word, key, length) != 0 || !strchr(" \t", word[length]))
            continue;
        if (value) {
            const char *next = word + length + strspn(word + length, " \t");
            if (strncmp(next, value, strlen(value)) != 0)
                continue;
        }
        *begin = (size_t)(word - diag->text);
        *end = *begin + strcspn(word, "\r\n#");
        return true;
    }
    return false;
}

static void lint_pieces(const struct ludus_ruleset *rs, struct diag *diag)
{
    const struct rules *rules = &rs->rules;

    for (unsigned k = 0; k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        char letter[2] = { kind->letter, 0 };
        size_t begin, end;
        (void)lint_find_statement(diag, "piece", letter, &begin, &end);
        if (kind->atom_count == 0 && !in_set(rules->jumpers, k))
            diag_add(diag, MSG_RULES_STUCK, begin, end, kind->names[0]);
        if (rules->dice && !ludus_ruleset_kind_faces(rs, k))
            diag_add(diag, MSG_RULES_NO_DIE, begin, end, kind->names[0]);
    }
}

static void lint_dice(const struct ludus_ruleset *rs, struct diag *diag)
{
    const struct rules *rules = &rs->rules;
    uint32_t faces = 0;
    size_t begin, end;

    (void)lint_find_statement(diag, "dice", NULL, &begin, &end);
    for (unsigned k = 0; k < rules->kind_count; k++)
        faces |= rules->kinds[k].faces;
    for (unsigned face = 1; rules->dice && face <= rules->faces; face++)
        if (!(faces >> (face - 1) & 1))
            diag_add(diag, MSG_RULES_IDLE_DIE, begin, end, face);
}

/* Can a piece of the kind be captured at all? */
static bool can_fall(const struct rules *rules, unsigned kind)
{
    bool bound_falls = rules->binds && rules->bound_capture != BOUND_SAFE &&
                       (rules->bound_capture != BOUND_DISPLACED || rules->displacers);
    bool flanked = rules->flankers && (in_set(rules->custodian, kind) || in_set(rules->surround, kind));

    return rules->displacement || (!rules->check && flanked && (!rules->binds || bound_falls));
}

/* Where pieces are taken in no other way, a statement is missing. */
static void hint_displacement(const struct ludus_ruleset *rs, struct diag *diag, struct message *message)
{
    if (message && !rs->custodial)
        diag_hint(diag, message, "perhaps displacement yes is missing");
}

static void lint_ends(const struct ludus_ruleset *rs, struct diag *diag)
{
    const struct rules *rules = &rs->rules;
    const char *reason;
    size_t begin, end;

    (void)lint_find_statement(diag, rules->check ? "check" : "royal-capture", NULL, &begin, &end);
    if (rules->check && !rules->royal)
        diag_add(diag, MSG_RULES_NO_ROYAL, begin, end);
    for (unsigned k = 0; k < rules->kind_count; k++)
        if ((rules->royal_capture || rules->check) && in_set(rules->royal, k) && !can_fall(rules, k))
            hint_displacement(rs, diag,
                              diag_add(diag, MSG_RULES_SAFE_ROYAL, begin, end, rules->kinds[k].names[0]));
    (void)lint_find_statement(diag, "start", NULL, &begin, &end);
    if (outcome_of(rs->start, &reason) != LUDUS_OPEN)
        diag_add(diag, MSG_RULES_WON_START, begin, end, reason);
    if (!rs->ends_early && !rules->check && rules->blocked == BLOCKED_PASSES)
        diag_add(diag, MSG_RULES_NO_END, 0, 0);
}

void lint_ruleset(const struct ludus_ruleset *rs, const char *text, size_t length, const char *name,
                  ludus_message_fn *report, void *context)
{
    struct arena scratch = { 0 };
    struct diag diag = { .arena = &scratch, .text = text, .length = length, .file = name, .line = 1 };

    lint_pieces(rs, &diag);
    lint_dice(rs, &diag);
    lint_ends(rs, &diag);
    diag_report(&diag, report, context);
    arena_free(&scratch);
}
