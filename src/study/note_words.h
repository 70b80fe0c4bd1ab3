/* note_words.h - what notes say: the arguments of commands, and sentences. */
#ifndef STUDY_NOTE_WORDS_H
#define STUDY_NOTE_WORDS_H

#include "base/buf.h"
#include "rules/position.h"

/* What is known of a turn when its notes are written. At the start of a game there is none (`turn` NULL). */
struct words {
    const struct ludus_position *before, *after;
    const struct ludus_turn *turn;
    const struct ludus_odds *odds;    /* of the side to move after it */
    const struct ludus_odds *threats; /* of the other side, after it */
    const struct ludus_judgement *judgement;
    const struct ludus_note_options *options;
    bool none_is_new; /* how many throws leave no move differs from the last time the side was to move */
};

/* "Miles f3, Eques d4": what the turn took. */
void words_captured(const struct words *words, struct ludus_buffer *out);
/* "d8=20/36 e7=11/36": what the mover could take next. */
void words_threats(const struct words *words, struct ludus_buffer *out);
/* "none=4/36:1-1,1-2,2-2 win=… e5=5/36": what the next turn can bring. */
void words_odds(const struct words *words, struct ludus_buffer *out);
/* Per cent with two decimals and, where `sign`, its sign. Never "-0.00". */
void words_percent(double part, bool sign, struct ludus_buffer *out);
/* Sentences; nothing when there is nothing to be said. Members of `words` may be NULL. */
void words_prose(const struct words *words, struct ludus_buffer *out);

#endif
