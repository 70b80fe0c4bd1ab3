/* grep_tags.c - which tags of a query no record has, and which others are nearly so called. */
#include "base/text.h"
#include "study/grep.h"

#include <string.h>

/* Keeps the name for a tag if it is more like it than those before; of two, the first in the order of bytes,
 * so that the order of records does not matter. */
static void try_name(struct grep_node *node, const char *name, size_t length)
{
    struct text_nearest nearest = text_nearest(node->name, strlen(node->name));
    text_try(&nearest, name, length);
    if (!nearest.best || length >= GREP_NAME || nearest.limit > node->edits)
        return;
    char copy[GREP_NAME] = { 0 };
    memcpy(copy, name, length);
    if (nearest.limit < node->edits || strcmp(copy, node->alike) < 0)
        memcpy(node->alike, copy, sizeof copy);
    node->edits = nearest.limit;
}

/* Removes the tag from those that are missing, or compares it with theirs. */
static void note_name(struct ludus_query *query, const char *name, size_t length)
{
    query->last_tag = NULL;
    for (struct grep_node **link = &query->tags, *node; (node = *link) != NULL;) {
        if (strlen(node->name) == length && is_alike(node->name, name, length)) {
            *link = node->tag;
        } else {
            try_name(node, name, length);
            query->last_tag = node;
            link = &node->tag;
        }
    }
}

void ludus_query_note_tags(struct ludus_query *query, const struct ludus_game *game)
{
    query->noted = true;
    for (size_t i = 0; i < game->tag_count && query->tags; i++) {
        struct ludus_text name = game->tags[i].name;
        char *known = query->names[i % GREP_SLOTS];
        bool fits = name.length < GREP_NAME;
        if (fits && strncmp(known, name.text, name.length) == 0 && !known[name.length])
            continue;
        note_name(query, name.text, name.length);
        memset(known, 0, GREP_NAME);
        if (fits)
            memcpy(known, name.text, name.length);
    }
}

void ludus_query_join(struct ludus_query *query, const struct ludus_query *other)
{
    const struct grep_node *its = other->tags;
    struct grep_node **link = &query->tags, *node;
    while ((node = *link) != NULL) {
        while (its && its->place < node->place)
            its = its->tag;
        if (!its || its->place != node->place) {
            *link = node->tag;
            continue;
        }
        if (*its->alike)
            try_name(node, its->alike, strlen(its->alike));
        link = &node->tag;
    }
    query->noted |= other->noted;
}

/* Columns of ludstat --games, each with the condition that is about the same. */
static const char *const columns[][2] = { { "plies", "turns" }, { "end", "ending" } };

const char *ludus_query_missing(const struct ludus_query *query, size_t index, const char **alike)
{
    const struct grep_node *node = query->noted ? query->tags : NULL;
    for (; node; node = node->tag) {
        const struct grep_node *first = query->tags;
        while (first != node && !is_alike(first->name, node->name, strlen(node->name) + 1))
            first = first->tag;
        if (first == node && index-- == 0)
            break;
    }
    *alike = node && *node->alike ? node->alike : NULL;
    for (size_t i = 0; node && !*alike && i < sizeof columns / sizeof *columns; i++)
        if (is_alike(columns[i][0], node->name, strlen(node->name) + 1))
            *alike = columns[i][1];
    return node ? node->name : NULL;
}
