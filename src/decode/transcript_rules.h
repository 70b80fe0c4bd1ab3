/* transcript_rules.h - which game a transcript is of. */
#ifndef DECODE_TRANSCRIPT_RULES_H
#define DECODE_TRANSCRIPT_RULES_H

#include "notation/import.h"

/* What a page has of a game. Texts may be empty. */
struct game_evidence {
    const struct ludus_buffer *notation;
    bool moves; /* there are some in it; else it tells nothing, and the words of the page must */
    struct ludus_text variant, fen; /* what it says below the game */
    struct ludus_text opening;      /* the comment that it begins with */
    struct ludus_text own;          /* the game, with its title */
    struct ludus_text before;       /* what stands before the first game of the page */
    struct ludus_text page;         /* all, as far as the end of this game */
};

struct game_rules {
    const struct ludus_ruleset *rules; /* NULL: none needs to be named, or it cannot be told */
    bool sound;                        /* they play all of it without a fault */
    bool strange;                      /* it stops at the name of a piece that they do not know */
    char told[240];                    /* what is to be said about them, "" if nothing */
};

/* Finds the ruleset of the game: the one that was asked for; else the one that the page says it is; else
 * among those that play all of it without a fault the one whose title the page names, or the only one. None
 * when a record needs no Variant to be played, and when it cannot be told. */
void transcript_find_rules(struct ludus_import *import, const struct game_evidence *evidence,
                           struct game_rules *found);

/* The ruleset of records that name none. */
const struct ludus_ruleset *transcript_usual_rules(void);

#endif
