/* turns.h - the turns of a record: which items belong to one, what stands beside its moves, where lines of
 * play begin and end. All code that plays, counts or writes turns uses this. */
#ifndef NOTATION_TURNS_H
#define NOTATION_TURNS_H

#include "notation/record.h"

/* ---- The role of an item in a turn ---- */

/* Is it the first move of a turn? */
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

/* Can a turn begin with it: is it a number, a roll, or the first move? */
static inline bool turns_leads(const struct item *item)
{
    return item->kind == ITEM_NUMBER || item->kind == ITEM_DICE || turns_begins(item);
}

/* Does it begin or end a line of play, or the game? */
static inline bool turns_parts(const struct item *item)
{
    return item->kind == ITEM_OPEN || item->kind == ITEM_CLOSE || item->kind == ITEM_RESULT;
}

static inline bool turns_unread(const struct item *item)
{
    return item->kind == ITEM_BAD;
}

/* Can it stand beside a move within a turn: a comment, a NAG, an escaped line? */
static inline bool turns_beside(const struct item *item)
{
    enum { BESIDE = 1 << ITEM_COMMENT | 1 << ITEM_NAG | 1 << ITEM_ESCAPE };
    return BESIDE >> item->kind & 1;
}

/* Returns the number right before `item`; NULL if there is none. */
static inline const struct item *turns_number_before(const struct ludus_game *game, const struct item *item)
{
    return item > game->items && item[-1].kind == ITEM_NUMBER ? item - 1 : NULL;
}

/* ---- The turns of a record ---- */

enum turns_event {
    TURNS_END,                /* of the record */
    TURNS_LONE_ROLL,          /* no move follows the roll */
    TURNS_SECOND_ROLL,        /* it follows another roll, which counts */
    TURNS_TURN = ITEM_MOVE,   /* its first move; the others come from turns_more */
    TURNS_UNREAD = ITEM_BAD,  /* unreadable text, which may be a turn */
    TURNS_OPEN = ITEM_OPEN,   /* a variation begins */
    TURNS_CLOSE = ITEM_CLOSE, /* a variation ends */
    TURNS_RESULT = ITEM_RESULT,
    TURNS_COMMENT = ITEM_COMMENT,
    TURNS_NAG = ITEM_NAG,
    TURNS_ESCAPE = ITEM_ESCAPE
};

/* A position in a record, with what has been read of the next turn. All zero except the game is the
 * beginning. */
struct turns {
    const struct ludus_game *game;
    size_t at;                       /* next item */
    size_t from;                     /* first item after the last turn or parenthesis */
    const struct item *item;         /* item of the last event; NULL at the end */
    const struct item *label, *dice; /* of the turn, or NULL */
    bool main;                       /* variations are skipped; set by the caller */
    bool renumbered;                 /* other numbers, or a roll that is not its own, precede its label */
};

/* Finds the next event. Number and roll are kept for the turn that they precede, within a line of play. A
 * caller that uses a turn calls turns_taken. */
enum turns_event turns_next(struct turns *turns);
/* Begins another turn, without number and roll. */
static inline void turns_taken(struct turns *turns)
{
    turns->from = turns->at;
    turns->label = turns->dice = NULL;
    turns->renumbered = false;
}

/* The moves of a turn after its first. */
struct turns_moves {
    size_t at;   /* after the last one */
    bool joins;  /* the next item is joined to it, whatever it is */
    bool unread; /* unreadable text has been found */
};

/* Returns those after item number `first`, with which the turn begins. */
struct turns_moves turns_moves(const struct ludus_game *game, size_t first);
/* Finds the next move that a comma joins to the turn, or unreadable text in its place. NULL after the last.
 * Comments and marks may stand between. */
const struct item *turns_more(const struct ludus_game *game, struct turns_moves *moves);
/* Does the item after unreadable text belong to its turn: does the text end in a comma, or is it one? */
bool turns_open(const struct item *item);

/* Finds the next NAG of the move before item number `*at`, and moves `*at` past it. NULL after the last. */
const struct item *turns_next_nag(const struct ludus_game *game, size_t *at);
/* Finds the next comment of a turn, or (with NULL) before the first one, from `*at` on, which is 0 at first.
 * NULL after the last. */
const struct item *turns_next_comment(const struct ludus_game *game, const struct ludus_turn *turn,
                                      size_t *at);
/* Appends the words of a comment, without its commands, with one blank between them and before the first,
 * unless the buffer has had none since `start`. */
void turns_add_prose(const struct item *comment, size_t start, struct ludus_buffer *out);
/* Finds the next item of the main line, from number `*at` on. NULL at the end. */
const struct item *turns_main(const struct ludus_game *game, size_t *at);
/* Moves `*at` past the first move of the next turn of the main line. False if there is none. */
bool turns_main_turn(const struct ludus_game *game, size_t *at);
/* Finds the result of the main line. NULL if there is none. */
const struct item *turns_result(const struct ludus_game *game);

/* ---- Commands in comments, [%name value], which may contain line breaks ---- */

struct command {
    const char *rest, *stop; /* rest of the text, not yet searched; NULL: nothing */
    const char *begin, *end; /* the command with its brackets */
    struct ludus_text name;
    struct ludus_text value; /* without the blanks around it */
};

/* Returns the state before the first command of a text. */
static inline struct command command_begin(const char *text, size_t length)
{
    return (struct command){ .rest = text, .stop = text + length };
}

/* Finds the next command of the text, or the next one of this name. False if there is none. */
bool command_next(struct command *command);
bool command_find(struct command *command, const char *name);

bool command_is(const struct command *command, const char *name);

/* Returns the certainty of [%cert …]: "high", "medium" or "low"; NULL for anything else. */
const char *command_certainty(const struct command *command);

/* A reading of the apparatus: [%rdg NAME "text"], [%tag NAME Tag "text"], [%corr "text"]. */
struct command_reading {
    struct ludus_text witness, tag, text; /* witness and tag may be empty */
    const char *kind; /* "orthographic" or "ambiguous", the word after the text, or NULL */
};

/* Reads a command as a reading. False if it is none of the three. */
bool command_reading(const struct command *command, struct command_reading *out);

/* ---- Turns of one move, for speed ---- */

/* A turn of the record: its only move, with its label or NULL. */
struct turns_plain {
    const struct item *item, *label;
};

/* Finds the next move after the one at `item`, past a number and items beside moves. `next` has none if
 * anything else precedes it. False if a joined move or unreadable text belongs to the turn of `item` too. */
static inline bool turns_plain_next(const struct item *item, const struct item *end, struct turns_plain *next)
{
    const struct item *label = NULL;
    *next = (struct turns_plain){ NULL, NULL };
    for (item++; item < end; item++)
        if (item->kind == ITEM_MOVE) {
            *next = (struct turns_plain){ item, label };
            return label || !turns_joined(item);
        } else if (item->kind == ITEM_NUMBER && !label)
            label = item;
        else if (!turns_beside(item))
            return label || !turns_unread(item);
    return true;
}

/* ---- A visit of a record for writers: tags, turns, their items, and variations, in order. Like
 * ludus_visit_next for programs, but without commands ---- */

/* All zero except the game is the beginning. A copy can look ahead. */
struct visit {
    const struct ludus_game *game;
    size_t at, tags;         /* next item; count of visited tags */
    const struct item *item; /* item of the last event, or NULL */
    const struct tag *tag;   /* the last tag */
    unsigned depth;          /* count of open variations */
    bool turn;               /* a turn is open */
    bool moved;              /* that turn has a move */
};

/* Finds the next event. A turn begins with its number, its roll or its first move, and lasts until the next
 * turn, a variation or the result. */
enum ludus_event visit_next(struct visit *visit);
/* The same, without the beginnings and ends of turns. */
enum ludus_event visit_next_item(struct visit *visit);
/* For each event, its name in other formats, "move" ("" for the end of something), and in messages, "a
 * move". */
struct visit_words {
    const char *name, *called;
};
extern const struct visit_words visit_words[LUDUS_EVENT_UNREAD + 1];
/* Finds the event of an item by that name. LUDUS_EVENT_END if there is none. */
enum ludus_event visit_named(const char *name);
/* Returns the event of an item. */
static inline enum ludus_event visit_event(const struct item *item)
{
    return (enum ludus_event)item->kind;
}
/* Returns a bit for each event that the record's items have. */
unsigned visit_held(const struct ludus_game *game);
/* Is the item of the last event a comment or variation that is never closed? */
bool visit_unclosed(const struct visit *visit);

#endif
