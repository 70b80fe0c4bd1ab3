/* transcript_compose.c - composes the record of a game on a printed page: its rules, tags and items. */
#include "base/text.h"
#include "decode/transcript_page.h"
#include "decode/transcript_write.h"
#include "notation/turns.h"
#include "play/replay.h"

/* ---- Tags in lines of the page ---- */

/* Finds the next line "Name: value" from `*line` on, above the turns, then below. False if there is none. */
static bool next_tag_line(const struct page *page, size_t *line, struct ludus_text *name,
                          struct ludus_text *value)
{
    for (;; ++*line) {
        if (*line < page->top)
            *line = page->top;
        if ((page->players.said[TAG_WHITE].length || *line >= page->top_end) && *line < page->footer)
            *line = page->footer;
        if (*line >= page->top_end && *line >= page->footer_end)
            return false;
        if (transcript_footer_line(&page->lines[*line], name, value))
            return true;
    }
}

/* Returns the value of a tag in such lines, "" if there is none. */
static struct ludus_text find_tag_value(const struct page *page, const char *tag)
{
    struct ludus_text name, value;
    for (size_t line = 0; next_tag_line(page, &line, &name, &value); line++)
        if (text_is(name.text, name.length, tag))
            return value;
    return (struct ludus_text){ "", 0 };
}

static void add_tag(struct page *page, const char *tag, struct ludus_text value)
{
    struct ludus_text name, other;
    for (size_t line = 0; next_tag_line(page, &line, &name, &other); line++) {
        if (!text_is(name.text, name.length, tag))
            continue;
        if (text_is_open(value))
            value = other;
        else
            import_fault(page->import, "left-out", line + 1, 1,
                         "line %zu repeats %s from above and is left out", line + 1, tag);
    }
    if (value.length > 0)
        (void)compose_tag(&page->import->compose, (struct ludus_text){ tag, strlen(tag) }, value);
}

static struct ludus_text text_of(const char *string)
{
    return (struct ludus_text){ string, strlen(string) };
}

/* Returns the comment that the notation begins with, "" if there is none. */
static struct ludus_text opening_comment(const struct page *page)
{
    const struct item *first = page->scratch.items;
    bool opened = page->scratch.item_count > 0 && visit_event(first) == LUDUS_EVENT_COMMENT;
    return opened ? (struct ludus_text){ first->text, first->length } : text_of("");
}

/* ---- Titles of rulesets on the page ---- */

/* Returns the length of the title if it stands here, in capital or small letters; else 0. */
static size_t title_length(const char *at, const char *end, const char *title)
{
    size_t i = 0;
    while (title[i] && at + i < end &&
           (to_lower(at[i]) == to_lower(title[i]) || (title[i] == ' ' && is_space(at[i]))))
        i++;
    return title[i] ? 0 : i;
}

/* Returns the ruleset of "A game of Ludus Equitum.", or NULL. */
static const struct ludus_ruleset *read_opening(struct ludus_text opening)
{
    static const char words[] = "A game of ";
    const char *at = opening.text + sizeof words - 1, *end = opening.text + opening.length;
    if (opening.length < sizeof words || memcmp(opening.text, words, sizeof words - 1) != 0)
        return NULL;
    for (const struct builtin_rules *rules = builtin_rules; rules->id; rules++) {
        const size_t length = title_length(at, end, rules->title);
        if (length && at + length < end && at[length] == '.')
            return ludus_ruleset_find(rules->id);
    }
    return NULL;
}

/* ---- The ruleset of the game ---- */

/* Texts that may name the ruleset, in the order of the search: the game itself, with its title; the page
 * before its first game; the whole page up to the end of this game. */
enum { TEXT_OWN, TEXT_BEFORE, TEXT_PAGE, TEXTS };

/* What one ruleset says of the record; most are never asked. */
struct trial {
    struct ludus_fit fit; /* no faults: its ruleset admits the record; no ruleset: not tried yet */
    unsigned named;       /* number of the last text that names it, from 1; 0: none does */
};

struct trials {
    struct trial *each; /* owned; one for each of builtin_rules */
    struct ludus_game *game;
};

/* Finds how far the rules admit the record. */
static struct ludus_fit try_ruleset(const struct ludus_ruleset *rules, struct ludus_game *game)
{
    struct ludus_replay *replay = ludus_replay_new(rules);
    struct ludus_fit fit = { .size = sizeof fit };
    if (replay)
        ludus_game_fit(replay, game, &fit);
    ludus_replay_free(replay);
    fit.faults += fit.total - fit.turns - ludus_game_count(game, LUDUS_ERROR);
    if (!fit.board)
        fit.faults = SIZE_MAX;
    return fit;
}

/* Does the game stop at the name of a piece that the rules do not have? */
static bool is_strange(const struct ludus_fit *fit)
{
    return strcmp(fit->code, "unknown-piece") == 0;
}

static const struct ludus_fit *fit_of(struct trials *trials, size_t index)
{
    struct ludus_fit *fit = &trials->each[index].fit;
    const struct ludus_ruleset *rules = fit->ruleset ? NULL : ludus_ruleset_find(builtin_rules[index].id);
    if (rules)
        *fit = try_ruleset(rules, trials->game);
    else if (!fit->ruleset)
        fit->faults = SIZE_MAX;
    return fit;
}

/* Returns how many rulesets admit the record, counting no further than `most`. */
static size_t count_admitting(struct trials *trials, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < builtin_rules_count && count < most; i++)
        count += fit_of(trials, i)->faults == 0;
    return count;
}

/* Marks the rulesets whose titles are in a text, but not within a longer title: not Chess in Roman Chess. */
static void find_named(struct trials *trials, struct ludus_text text, unsigned number)
{
    const char *end = text.text + text.length, *behind = text.text;
    for (const char *at = text.text; at < end; at++) {
        struct trial *longest = NULL;
        for (size_t i = 0; i < builtin_rules_count && (at == text.text || !is_letter(at[-1])); i++) {
            const size_t length = title_length(at, end, builtin_rules[i].title);
            if (length && (at + length == end || !is_letter(at[length])) && at + length > behind) {
                behind = at + length;
                longest = &trials->each[i];
            }
        }
        if (longest)
            longest->named = number;
    }
}

/* Returns the ruleset with the fewest faults, then the longest title, of those that the text of that number
 * names (0: of all). NULL if there is none, or if it does not admit the record and another does. */
static const struct ludus_ruleset *pick_ruleset(struct trials *trials, unsigned number)
{
    const struct ludus_fit *best = NULL;
    const char *title = "";
    for (size_t i = 0; i < builtin_rules_count; i++) {
        if (number && trials->each[i].named != number)
            continue;
        const struct ludus_fit *fit = fit_of(trials, i);
        if (!best || fit->faults < best->faults ||
            (fit->faults == best->faults && strlen(builtin_rules[i].title) > strlen(title))) {
            best = fit;
            title = builtin_rules[i].title;
        }
    }
    return best && (best->faults == 0 || !count_admitting(trials, 1)) ? best->ruleset : NULL;
}

/* Returns the ruleset that admits the most turns; of equals the one with the fewest faults, then that of
 * records which name none. Also the last if it stops at another language's letters and none admits half. */
static const char *nearest_ruleset(const struct trials *trials)
{
    const struct ludus_fit *best = NULL, *strange = NULL;
    for (size_t i = 0; i < builtin_rules_count; i++) {
        const struct ludus_fit *fit = &trials->each[i].fit;
        const bool same = best && fit->turns == best->turns;
        strange = fit->usual && is_strange(fit) && fit->turns > 0 ? fit : strange;
        if (!best || fit->turns > best->turns || (same && fit->faults < best->faults) ||
            (same && fit->faults == best->faults && fit->usual))
            best = fit;
    }
    if (best && strange && best->turns < best->total / 2)
        best = strange;
    return best && best->ruleset ? ludus_ruleset_id(best->ruleset) : "";
}

/* Returns the only ruleset that has the pieces and the dice of the record, though it does not admit it; NULL
 * if there is none, or another. */
static const struct ludus_ruleset *only_ruleset(const struct trials *trials)
{
    const struct ludus_ruleset *only = NULL;
    for (size_t i = 0; i < builtin_rules_count; i++) {
        const struct ludus_fit *fit = &trials->each[i].fit;
        if (!fit->ruleset || fit->faults == SIZE_MAX || is_strange(fit) ||
            strcmp(fit->code, "no-dice-here") == 0 || strcmp(fit->code, "dice-count") == 0 ||
            strcmp(fit->code, "wrong-side") == 0)
            continue;
        if (only)
            return NULL;
        only = fit->ruleset;
    }
    return only;
}

static void report_ruleset(struct game_rules *found, const struct trials *trials, size_t admitting,
                           const struct ludus_ruleset *only)
{
    const char *near = nearest_ruleset(trials);
    char list[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < builtin_rules_count && used < sizeof list; i++)
        if (trials->each[i].fit.faults == 0)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                     builtin_rules[i].id);
    if (only)
        snprintf(found->told, sizeof found->told,
                 "no ruleset admits this game; %s, which alone has its pieces and dice, is taken",
                 ludus_ruleset_id(only));
    else if (admitting == 0)
        snprintf(found->told, sizeof found->told, "no ruleset admits this game%s%s; say -r",
                 *near ? ", nearest is " : "", near);
    else
        snprintf(found->told, sizeof found->told, "%zu rulesets admit this game; say -r: %s", admitting,
                 list);
}

/* Chooses the ruleset by the texts and the trials; by the texts alone if the notation has no moves. The usual
 * one needs no Variant. */
static const struct ludus_ruleset *choose_ruleset(struct game_rules *found, struct trials *trials,
                                                  const struct ludus_text texts[TEXTS], bool moves)
{
    const struct ludus_ruleset *rules = NULL, *usual = ludus_ruleset_usual();
    size_t i = 0;
    while (usual && builtin_rules[i].id && strcmp(builtin_rules[i].id, ludus_ruleset_id(usual)) != 0)
        i++;
    const bool plain = builtin_rules[i].id && fit_of(trials, i)->faults == 0;
    const unsigned last = plain || !moves ? TEXT_BEFORE : TEXT_PAGE;
    for (unsigned text = 0; text <= last && !rules; text++) {
        find_named(trials, texts[text], text + 1);
        rules = pick_ruleset(trials, text + 1);
    }
    if (moves && plain)
        return rules == usual ? NULL : rules;
    const size_t admitting = moves && !rules ? count_admitting(trials, SIZE_MAX) : 0;
    if (admitting == 1) {
        rules = pick_ruleset(trials, 0);
    } else if (moves && !rules) {
        rules = admitting ? NULL : only_ruleset(trials);
        report_ruleset(found, trials, admitting, rules);
    }
    return rules;
}

void transcript_rules_of(struct page *page, const struct page_game *own, struct game_rules *found)
{
    struct ludus_game game = { .diag = { .file = page->import->name } };
    struct trials trials = { .game = &game };
    struct compose record = { .places = NULL };
    const char *top = page->text.bytes, *first = page->lines[own->front].text;
    const struct page_line *last = &page->lines[own->end - 1], *end = last;
    const struct ludus_text variant = find_tag_value(page, "Variant"), said = find_tag_value(page, "FEN"),
                            fen = said.length ? said : text_of(page->fen);
    const bool moves = visit_held(&page->scratch) & 1 << LUDUS_EVENT_MOVE;
    if (!moves)
        end = &page->lines[own->heading < page->count ? own->heading : own->front];
    const struct ludus_text texts[TEXTS] = {
        [TEXT_OWN] = { first, (size_t)(end->text + end->length - first) },
        [TEXT_BEFORE] = { top, page->preamble },
        [TEXT_PAGE] = { top, (size_t)(last->text + last->length - top) },
    };
    *found = (struct game_rules){ .rules = page->import->options.rules };
    if (fen.length) /* the record that is tried: its FEN and its notation */
        (void)compose_tag(&record, (struct ludus_text){ "FEN", 3 }, fen);
    buf_char(&record.text, '\n');
    buf_add(&record.text, page->notation.bytes, page->notation.length);
    page->failed |= !record_read_text(&game, &record.text);
    if (!found->rules && variant.length)
        found->rules = ludus_ruleset_named(variant, NULL, 0);
    else if (!found->rules)
        found->rules = read_opening(opening_comment(page));
    if (!found->rules && !variant.length &&
        (trials.each = memory_zeroed(builtin_rules_count, sizeof *trials.each)))
        found->rules = choose_ruleset(found, &trials, texts, moves);
    const struct ludus_fit fit = try_ruleset(found->rules ? found->rules : ludus_ruleset_usual(), &game);
    found->sound = fit.faults == 0;
    found->strange = !found->sound && is_strange(&fit);
    record_free(&game);
    compose_free(&record);
    free(trials.each);
}

/* ---- The record ---- */

/* Composes the items of the notation, each with its place on the page; `dropped`: all but the first. */
static void compose_items(struct page *page, bool dropped)
{
    struct compose *compose = &page->import->compose;
    const struct ludus_game *game = &page->scratch;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        const size_t begin = item_begin(game, item);
        const struct diag_origin origin = diag_origin(page->origins, page->origin_count, begin);
        compose->line = origin.line;
        compose->column = origin.column + begin - origin.at;
        struct composed composed = { .event = (uint8_t)visit_event(item),
                                     .form = (char)item->form,
                                     .joined = turns_joined(item),
                                     .text = item->text,
                                     .length = item->length };
        if (i > 0 || !dropped)
            compose_item(compose, &composed);
    }
}

void transcript_compose(struct page *page, const struct page_game *game, const struct game_rules *found)
{
    struct transcript_heading h = { .date = "" };
    const struct page_line *lines = page->lines, *heading = &lines[game->heading];
    char roll[16];
    if (game->heading < page->count && detect_heading(heading->text, heading->length))
        transcript_read_heading(&page->words, heading->text, heading->length, &h);
    else
        h = page->players;
    const char *first = lines[game->front].text,
               *last = lines[game->end - 1].text + lines[game->end - 1].length;
    transcript_first_roll(first, (size_t)(last - first), roll);
    const struct ludus_ruleset *rules = found->rules;
    if (*found->told)
        import_fault(page->import, "unknown-game", page->import->compose.line, 1, "%s", found->told);
    bool below = !page->import->options.rules && find_tag_value(page, "Variant").length > 0;
    const struct item *result = turns_result(&page->scratch);
    if (game->title < game->heading)
        h.said[TAG_TITLE] = (struct ludus_text){ lines[game->title].text, lines[game->title].length };
    h.said[TAG_RESULT] = text_of(result ? result_text(result->result) : "*");
    h.said[TAG_DATE] = text_of(*h.date ? h.date : "????.??.??");
    h.said[TAG_FIRST_ROLL] = text_of(roll);
    h.said[TAG_VARIANT] = text_of(rules && !below ? ludus_ruleset_id(rules) : "");
    for (unsigned i = 0; i < TAGS; i++)
        add_tag(page, transcript_tags[i], i <= TAG_RESULT && !h.said[i].length ? text_of("?") : h.said[i]);
    if (page->fen[0] && !find_tag_value(page, "FEN").length) {
        add_tag(page, "SetUp", text_of("1"));
        add_tag(page, "FEN", text_of(page->fen));
    }
    struct ludus_text own, value;
    for (size_t line = 0; next_tag_line(page, &line, &own, &value); line++) {
        page->import->compose.line = line + 1;
        if (transcript_tag(own) < 0)
            (void)compose_tag(&page->import->compose, own, value);
    }
    /* Drop a first comment that is only what the writer of pages puts there: the tags say it. */
    struct ludus_buffer usual = { 0 };
    transcript_write_opening(rules ? ludus_ruleset_title(rules) : NULL, text_of(roll), &usual);
    const struct ludus_text written = { usual.bytes, usual.length };
    compose_items(page, usual.length > 0 && text_same(opening_comment(page), written));
    buf_free(&usual);
}
