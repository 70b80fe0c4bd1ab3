/* transcript_rules.c - which game a transcript is of. */
#include "decode/transcript_rules.h"

#include "base/chars.h"
#include "base/memory.h"
#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- What the page says ---- */

/* Length of the title if it stands here, in any case, else 0. */
static size_t title_length(const char *at, const char *end, const char *title)
{
    size_t i = 0;
    while (title[i] && at + i < end &&
           (to_lower(at[i]) == to_lower(title[i]) || (title[i] == ' ' && is_space(at[i]))))
        i++;
    return title[i] ? 0 : i;
}

/* Is the title that stands at `at` part of a longer one that stands there, as Chess of Roman Chess? */
static bool is_part(struct ludus_text text, const char *at, const char *title)
{
    const char *id, *end = text.text + text.length;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        const char *other = rules ? ludus_ruleset_title(rules) : "";
        size_t length = strlen(other);
        for (size_t from = 0; from + strlen(title) <= length && (size_t)(at - text.text) >= from; from++)
            if (length > strlen(title) && title_length(other + from, other + length, title) &&
                title_length(at - from, end, other))
                return true;
    }
    return false;
}

/* Does a text name the game, in words of their own? */
static bool names(struct ludus_text text, const char *title)
{
    const char *end = text.text + text.length;
    for (const char *at = text.text; at < end; at++) {
        size_t length = at == text.text || !is_letter(at[-1]) ? title_length(at, end, title) : 0;
        if (length && (at + length == end || !is_letter(at[length])) && !is_part(text, at, title))
            return true;
    }
    return false;
}

/* The ruleset of "A game of Ludus Equitum.", or NULL. */
static const struct ludus_ruleset *read_opening(struct ludus_text opening)
{
    static const char words[] = "A game of ";
    const char *id, *at = opening.text + sizeof words - 1, *end = opening.text + opening.length;
    if (opening.length < sizeof words || memcmp(opening.text, words, sizeof words - 1) != 0)
        return NULL;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *rules = ludus_ruleset_find(id);
        size_t length = rules ? title_length(at, end, ludus_ruleset_title(rules)) : 0;
        if (length && at + length < end && at[length] == '.')
            return rules;
    }
    return NULL;
}

/* ---- What plays the game ---- */

const struct ludus_ruleset *transcript_usual_rules(void)
{
    return opening_ruleset((struct ludus_text){ "", 0 });
}

struct trial {
    const struct ludus_ruleset *rules; /* NULL: those that a record has without a Variant */
    size_t faults;                     /* none: these rules admit the record */
    size_t turns, total;               /* how many are admitted */
    bool strange;                      /* it stops at the name of a piece that it does not know */
};

struct trials {
    struct trial *each; /* owned */
    size_t count, admitted;
    bool plain; /* it needs no Variant */
};

/* Notes how far the rules admit the record. */
static void try(struct trial *trial, struct ludus_game *game, struct ludus_buffer *record)
{
    struct input_chunk chunk = {
        .text = buf_string(record), .length = record->length, .line = 1, .stray = INPUT_NO_STRAY
    };
    struct ludus_replay *replay = ludus_replay_new(trial->rules ? trial->rules : transcript_usual_rules());
    struct ludus_fit fit = { .size = sizeof fit };
    trial->faults = SIZE_MAX;
    if (replay && record_read(game, &chunk)) {
        size_t read = ludus_game_count(game, LUDUS_ERROR);
        ludus_game_fit(replay, game, &fit);
        trial->faults = fit.board ? fit.faults - read + (fit.total - fit.turns) : SIZE_MAX;
    }
    ludus_replay_free(replay);
    trial->turns = fit.turns;
    trial->total = fit.total;
    trial->strange = strcmp(fit.code, "unknown-piece") == 0;
}

/* The record that is tried: its FEN and its notation. */
static void write_trial(const struct game_evidence *evidence, struct compose *record)
{
    if (evidence->fen.length)
        (void)compose_tag(record, (struct ludus_text){ "FEN", 3 }, evidence->fen);
    buf_char(&record->text, '\n');
    buf_add(&record->text, evidence->notation->bytes, evidence->notation->length);
}

static bool try_all(struct trials *trials, struct ludus_game *game, struct ludus_buffer *record)
{
    struct trial plain = { .rules = NULL };
    size_t count = 0;
    while (ludus_ruleset_id_at(count))
        count++;
    trials->each = memory_zeroed(count, sizeof *trials->each);
    try(&plain, game, record);
    trials->plain = plain.faults == 0;
    for (size_t i = 0; trials->each && i < count; i++) {
        struct trial trial = { .rules = ludus_ruleset_find(ludus_ruleset_id_at(i)) };
        if (!trial.rules)
            continue;
        try(&trial, game, record);
        trials->admitted += trial.faults == 0;
        trials->each[trials->count++] = trial;
    }
    return trials->each && !record->failed;
}

/* The ruleset with the fewest faults: the one with the longest title that the text names (no text: any). */
static const struct ludus_ruleset *pick(const struct trials *trials, const struct ludus_text *text,
                                        size_t most)
{
    const struct trial *best = NULL;
    for (const struct trial *trial = trials->each; trial < trials->each + trials->count; trial++) {
        const char *title = ludus_ruleset_title(trial->rules);
        bool longer = best && text && trial->faults == best->faults &&
                      strlen(title) > strlen(ludus_ruleset_title(best->rules));
        if (trial->faults <= most && (!best || trial->faults < best->faults || longer) &&
            (!text || names(*text, title)))
            best = trial;
    }
    return best ? best->rules : NULL;
}

/* The ruleset that gets farthest; among equals that with the fewest faults, then that of records which name
 * none. That one, too, where it stops at letters of another language and none gets half as far as the game.
 */
static const struct ludus_ruleset *nearest(const struct trials *trials)
{
    const struct ludus_ruleset *usual = transcript_usual_rules();
    const struct trial *best = NULL;
    bool strange = false;
    for (const struct trial *trial = trials->each; trial < trials->each + trials->count; trial++) {
        bool same = best && trial->turns == best->turns;
        strange |= trial->rules == usual && trial->strange && trial->turns > 0;
        if (!best || trial->turns > best->turns || (same && trial->faults < best->faults) ||
            (same && trial->faults == best->faults && trial->rules == usual))
            best = trial;
    }
    if (best && strange && best->turns < best->total / 2)
        return usual;
    return best ? best->rules : NULL;
}

static void report(struct game_rules *found, const struct trials *trials)
{
    const struct ludus_ruleset *near = nearest(trials);
    char list[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < trials->count && used < sizeof list; i++)
        if (trials->each[i].faults == 0)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     ludus_ruleset_id(trials->each[i].rules));
    if (trials->admitted == 0)
        snprintf(found->told, sizeof found->told, "no ruleset admits this game%s%s; say -r",
                 near ? ", nearest is " : "", near ? ludus_ruleset_id(near) : "");
    else
        snprintf(found->told, sizeof found->told, "%zu rulesets admit this game; say -r: %s",
                 trials->admitted, list);
}

static const struct ludus_ruleset *choose(struct game_rules *found, const struct trials *trials,
                                          const struct game_evidence *evidence)
{
    const struct ludus_ruleset *rules = pick(trials, &evidence->own, 0);
    if (!rules)
        rules = pick(trials, &evidence->before, 0);
    if (!evidence->moves)
        return rules;
    if (trials->plain) /* for it a Variant says no more than none */
        return rules == transcript_usual_rules() ? NULL : rules;
    if (!rules)
        rules = pick(trials, &evidence->page, 0);
    if (!rules && trials->admitted == 1)
        rules = pick(trials, NULL, 0);
    if (!rules && trials->admitted == 0)
        rules = pick(trials, &evidence->own, SIZE_MAX);
    if (!rules && trials->admitted == 0)
        rules = pick(trials, &evidence->page, SIZE_MAX);
    if (!rules)
        report(found, trials);
    return rules;
}

void transcript_find_rules(struct ludus_import *import, const struct game_evidence *evidence,
                           struct game_rules *found)
{
    struct trials trials = { .each = NULL };
    struct ludus_game game = { .diag = { .file = import->name } };
    struct compose record = { .places = NULL };
    *found = (struct game_rules){ .rules = import->rules };
    write_trial(evidence, &record);
    if (!found->rules && evidence->variant.length)
        found->rules = opening_ruleset(evidence->variant);
    else if (!found->rules)
        found->rules = read_opening(evidence->opening);
    if (!found->rules && !evidence->variant.length && try_all(&trials, &game, &record.text))
        found->rules = choose(found, &trials, evidence);
    struct trial trial = { .rules = found->rules };
    try(&trial, &game, &record.text);
    found->sound = trial.faults == 0;
    found->strange = !found->sound && trial.strange;
    record_free(&game);
    compose_free(&record);
    free(trials.each);
}
