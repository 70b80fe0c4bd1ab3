/* turns.h - a record as turns: which items belong to one, what stands beside its moves, where lines begin and
 * end. Who plays, counts or writes turns asks here. */
#ifndef NOTATION_TURNS_H
#define NOTATION_TURNS_H

#include "notation/record.h"

/* ---- What an item is to a turn ---- */

/* Does a turn begin with it, but for the number and the roll? */
static inline bool turns_begins(const struct item *item)
{
    return item->kind == ITEM_MOVE && !(item->move.flags & MOVE_JOINED);
}

static inline bool turns_is_move(const struct item *item)
{
    return item->kind == ITEM_MOVE;
}

/* Is it a comment in braces? */
static inline bool turns_braced(const struct item *item)
{
    return item->kind == ITEM_COMMENT && item->form == '{';
}

/* Does a comma join it to the move before? */
static inline bool turns_joined(const struct item *item)
{
    return item->kind == ITEM_MOVE && item->move.flags & MOVE_JOINED;
}

/* The same of what comes before the moves, too. */
static inline bool turns_leads(const struct item *item)
{
    return item->kind == ITEM_NUMBER || item->kind == ITEM_DICE || turns_begins(item);
}

/* Does a line of play begin or end there, or the game? */
static inline bool turns_parts(const struct item *item)
{
    return item->kind == ITEM_OPEN || item->kind == ITEM_CLOSE || item->kind == ITEM_RESULT;
}

static inline bool turns_unread(const struct item *item)
{
    return item->kind == ITEM_BAD;
}

/* Can it stand beside a move, so that the turn goes on past it: a comment, a NAG, an escaped line? */
static inline bool turns_beside(const struct item *item)
{
    enum { BESIDE = 1 << ITEM_COMMENT | 1 << ITEM_NAG | 1 << ITEM_ESCAPE };
    return BESIDE >> item->kind & 1;
}

/* Is it a number that stands right before `item`? NULL if none does. */
static inline const struct item *turns_number_before(const struct ludus_game *game, const struct item *item)
{
    return item > game->items && item[-1].kind == ITEM_NUMBER ? item - 1 : NULL;
}

/* ---- The turns of a record ---- */

enum turns_event {
    TURNS_END,                /* of the record */
    TURNS_LONE_ROLL,          /* no move follows the roll */
    TURNS_SECOND_ROLL,        /* it stands behind a roll, which counts */
    TURNS_TURN = ITEM_MOVE,   /* its first move; the others come from turns_more */
    TURNS_UNREAD = ITEM_BAD,  /* text that could not be read, which may be a turn */
    TURNS_OPEN = ITEM_OPEN,   /* a variation begins, */
    TURNS_CLOSE = ITEM_CLOSE, /* or ends */
    TURNS_RESULT = ITEM_RESULT,
    TURNS_COMMENT = ITEM_COMMENT,
    TURNS_NAG = ITEM_NAG,
    TURNS_ESCAPE = ITEM_ESCAPE
};

/* A way through a record, with what has been read of the turn that comes next. All zero but for the game, it
 * stands at the beginning. */
struct turns {
    const struct ludus_game *game;
    size_t at;               /* next item */
    size_t from;             /* first item behind the last turn, or the bracket that stands behind it */
    const struct item *item; /* that the last event is about; NULL at the end */
    const struct item *label, *dice; /* of the turn, or NULL */
    bool main;                       /* variations are passed over; set by the caller */
    bool renumbered;                 /* other numbers stand before its label, or a roll that is none of its */
};

/* Goes on to what comes next. Number and roll are kept for the turn that they precede; lines of play part
 * them from it. Who takes a turn calls turns_taken. */
enum turns_event turns_next(struct turns *turns);
/* What comes next is another turn. */
static inline void turns_taken(struct turns *turns)
{
    turns->from = turns->at;
    turns->label = turns->dice = NULL;
    turns->renumbered = false;
}

/* The moves of a turn behind its first. */
struct turns_moves {
    size_t at;   /* behind the last */
    bool joins;  /* what comes next is joined to it, whatever it is */
    bool unread; /* text that could not be read has been met */
};

/* Those behind item number `first`, with which the turn begins. */
struct turns_moves turns_moves(const struct ludus_game *game, size_t first);
/* The next move that a comma joins to the turn, or unreadable text in its place; NULL behind the last.
 * Comments and marks may stand between. */
const struct item *turns_more(const struct ludus_game *game, struct turns_moves *moves);
/* Does what follows the unreadable text belong to its turn: does it end in a comma, or is it one? */
bool turns_open(const struct item *item);

/* The next NAG that stands beside the move before item number `*at`, which becomes that of what follows. NULL
 * behind the last. */
const struct item *turns_next_nag(const struct ludus_game *game, size_t *at);
/* The next comment beside a turn, or before the first one with NULL, from `*at` on, which is 0 at first. NULL
 * behind the last. */
const struct item *turns_next_comment(const struct ludus_game *game, const struct ludus_turn *turn,
                                      size_t *at);
/* The next item of the main line from number `*at` on, or NULL. */
const struct item *turns_main(const struct ludus_game *game, size_t *at);
/* Goes on behind the next turn of the main line. False if there is none. */
bool turns_main_turn(const struct ludus_game *game, size_t *at);
/* The result that stands behind the main line, or NULL. */
const struct item *turns_result(const struct ludus_game *game);

/* ---- Turns of one move, for speed ---- */

/* Does nothing that belongs to the turn follow the move before `next`? */
static inline bool turns_is_alone(const struct item *next, const struct item *end)
{
    for (; next < end; next++)
        if (!turns_beside(next))
            return !turns_unread(next) && !turns_joined(next);
    return true;
}

/* The next move from `item` on, past numbers and what stands beside moves, and its label. NULL where
 * something else stands before it, or a second number. */
static inline const struct item *turns_plain_next(const struct item *item, const struct item *end,
                                                  const struct item **label)
{
    for (*label = NULL; item < end; item++)
        if (item->kind == ITEM_MOVE)
            return item;
        else if (item->kind == ITEM_NUMBER && !*label)
            *label = item;
        else if (!turns_beside(item))
            return NULL;
    return NULL;
}

/* ---- A way through a record for who writes it: tags, turns, what stands in them, variations, in the order
 * in which they stand. What ludus_visit_next gives to programs, without its commands ---- */

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
/* For each event what other formats call it: "move"; "" for the end of something; and what messages call an
 * item that comes so: "a move". */
struct visit_words {
    const char *name, *called;
};
extern const struct visit_words visit_words[LUDUS_EVENT_UNREAD + 1];
/* What stands in turns, between them or around variations, by that name; LUDUS_EVENT_END if nothing does. */
enum ludus_event visit_named(const char *name);
/* As what an item comes. */
static inline enum ludus_event visit_event(const struct item *item)
{
    return (enum ludus_event)item->kind;
}
/* A bit for each event that the items of a record come as. */
unsigned visit_held(const struct ludus_game *game);
/* Is what has come last a comment or variation that is never closed? */
bool visit_unclosed(const struct visit *visit);

#endif
