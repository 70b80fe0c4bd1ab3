/* openings.c - names openings by positions: those at the end of known lines. */
#include "base/memory.h"
#include "notation/record.h"

#include <search.h>
#include <stdint.h>
#include <stdlib.h>

/* The tags of a position. */
struct line {
    const struct ludus_ruleset *rules;
    uint64_t key;
    struct ludus_text tags[LUDUS_OPENING_TAGS];
};

struct ludus_openings {
    void *lines;                                /* a tree of struct line; owned */
    struct ludus_text tags[LUDUS_OPENING_TAGS]; /* without text if no line has the tag */
};

static int compare_lines(const void *one, const void *other)
{
    const struct line *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return ((uintptr_t)a->rules > (uintptr_t)b->rules) - ((uintptr_t)a->rules < (uintptr_t)b->rules);
}

/* Gets the key of the next position of the main line, the start first. False at its end, and after a turn
 * that cannot be played. */
static bool reach_next(struct ludus_replay *replay, struct line *reached)
{
    struct ludus_turn turn = { .size = sizeof turn };
    bool there = !reached->rules;
    reached->rules = ludus_replay_ruleset(replay);
    while (!there && ludus_replay_next(replay, &turn)) {
        there = turn.depth == 0;
        if (there && turn.state != LUDUS_TURN_PLAYED)
            return false;
    }
    if (there)
        reached->key = ludus_position_key(ludus_replay_after(replay));
    return there;
}

/* Returns a line with the tags of a record, and their values behind it; NULL without memory. */
static struct line *new_line(const struct ludus_game *game)
{
    struct ludus_text values[LUDUS_OPENING_TAGS] = { { NULL, 0 } };
    size_t size = sizeof(struct line);
    for (unsigned i = 0; i < LUDUS_OPENING_TAGS; i++)
        size += ludus_game_tag(game, ludus_opening_tag(i), &values[i]) ? values[i].length : 0;
    struct line *line = memory_zeroed(1, size);
    char *at = (char *)(line + 1);
    for (unsigned i = 0; line && i < LUDUS_OPENING_TAGS; at += values[i++].length) {
        line->tags[i] = (struct ludus_text){ at, values[i].length };
        if (values[i].length > 0)
            memcpy(at, values[i].text, values[i].length);
    }
    return line;
}

/* ---- Public functions ---- */

const char *ludus_opening_tag(unsigned index)
{
    static const char *const names[LUDUS_OPENING_TAGS] = { "ECO", "Opening", "Variation", "SubVariation" };
    return index < LUDUS_OPENING_TAGS ? names[index] : NULL;
}

struct ludus_openings *ludus_openings_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_openings));
}

void ludus_openings_free(struct ludus_openings *openings)
{
    while (openings && openings->lines) {
        struct line *line = *(struct line **)openings->lines;
        tdelete(line, &openings->lines, compare_lines);
        free(line);
    }
    free(openings);
}

bool ludus_openings_add(struct ludus_openings *openings, struct ludus_replay *replay, struct ludus_game *game)
{
    struct line *line = new_line(game), **place = &line;
    if (!line)
        return false;
    bool sound = ludus_replay_start(replay, game);
    while (sound && reach_next(replay, line))
        continue;
    if (sound && ludus_game_count(game, LUDUS_ERROR) == 0) {
        for (unsigned i = 0; i < LUDUS_OPENING_TAGS; i++)
            if (line->tags[i].length > 0)
                openings->tags[i].text = "";
        place = tsearch(line, &openings->lines, compare_lines);
    }
    if (!place)
        memory_ran_out();
    if (!place || place == &line || *place != line)
        free(line);
    return place != NULL;
}

bool ludus_openings_find(const struct ludus_openings *openings, struct ludus_replay *replay,
                         struct ludus_game *game, struct ludus_text tags[LUDUS_OPENING_TAGS])
{
    struct line reached = { NULL, 0, { { NULL, 0 } } }, *const * place;
    const struct line *found = NULL;
    for (bool playing = ludus_replay_start(replay, game); playing && reach_next(replay, &reached);) {
        place = tfind(&reached, &openings->lines, compare_lines);
        found = place ? *place : found;
    }
    for (unsigned i = 0; found && i < LUDUS_OPENING_TAGS; i++)
        tags[i] = found->tags[i].length > 0 ? found->tags[i] : openings->tags[i];
    return found != NULL;
}
