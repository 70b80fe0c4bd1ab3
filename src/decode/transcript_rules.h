/* transcript_rules.h - which game a transcript is of. */
#ifndef DECODE_TRANSCRIPT_RULES_H
#define DECODE_TRANSCRIPT_RULES_H

#include "notation/import.h"

/* What a page has of a game. Texts may be empty. */
struct game_evidence {
    const struct ludus_buffer *notation;
    struct ludus_text variant, fen; /* what it says below the game */
    struct ludus_text opening;      /* the comment that it begins with */
    struct ludus_text own;          /* the game, with its title */
    struct ludus_text before;       /* what stands before the first game of the page */
    struct ludus_text page;         /* all, as far as the end of this game */
};

/* The ruleset of the game: the one that was asked for; else the one that the page says it is; else among
 * those that play all of it without a fault the one whose title the page names, or the only one. NULL when a
 * record needs no Variant to be played, and when it cannot be told, which is reported. */
const struct ludus_ruleset *transcript_find_rules(struct ludus_import *import,
                                                  const struct game_evidence *evidence);

/* The ruleset of records that name none. */
const struct ludus_ruleset *transcript_usual_rules(void);

#endif
