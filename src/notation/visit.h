/* visit.h - a way through a record for who writes it: tags, turns, what stands in them, variations, in the
 * order in which they stand. What ludus_visit_next gives to programs, without its commands. */
#ifndef NOTATION_VISIT_H
#define NOTATION_VISIT_H

#include "notation/turns.h"

/* All zero but for the game, it stands at the beginning. A copy looks ahead. */
struct visit {
    const struct ludus_game *game;
    size_t at, tags;         /* next item; tags that have been passed */
    const struct item *item; /* of the last event, or NULL */
    const struct tag *tag;   /* the same of a tag */
    unsigned depth;          /* variations that are open */
    bool turn;               /* a turn is open, */
    bool moved;              /* and has a move */
};

/* Goes on to what comes next. A turn begins with its number, its roll or its first move, and lasts until the
 * next, a variation or the result. */
enum ludus_event visit_next(struct visit *visit);
/* The same, past where turns begin and end. */
enum ludus_event visit_next_item(struct visit *visit);
/* What other formats call it: "move"; "" for the end of something. */
const char *visit_name(enum ludus_event event);
/* What stands in turns, between them or around variations, by that name; LUDUS_EVENT_END if nothing does. */
enum ludus_event visit_named(const char *name);
/* As what an item comes. */
enum ludus_event visit_event(const struct item *item);
/* Is what has come last a comment or variation that is never closed? */
bool visit_unclosed(const struct visit *visit);

#endif
