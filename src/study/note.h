/* note.h - notes on turns: what is to be said of each, and putting it into a record. */
#ifndef STUDY_NOTE_H
#define STUDY_NOTE_H

#include "notation/command.h"
#include "notation/record.h"
#include "rules/position.h"

enum { NAG_DIAGRAM = 220, NAG_LAST_MARK = 6 };

/* What is written: commands of comments, in this order, and sentences. */
enum note_command {
    NOTE_FEN,
    NOTE_CAPTURED,
    NOTE_THREATS,
    NOTE_ODDS,
    NOTE_VALUE,
    NOTE_LUCK,
    NOTE_ERROR,
    NOTE_PROSE,
    NOTE_COMMANDS
};

/* Name of a command, as it stands behind [%; and the enum ludus_remark that it belongs to. */
extern const struct note_name {
    const char *name;
    unsigned remark;
} note_names[NOTE_COMMANDS];

/* What is to be said of one turn, or of the start. */
struct note {
    size_t anchor; /* index of its last item in the record; NOTE_START for the start */
    const char
        *text[NOTE_COMMANDS]; /* what follows the command's name; "" takes the command out, NULL leaves it */
    unsigned nag;             /* 0: none */
    bool diagram;
};

#define NOTE_START ((size_t)-1)

/* Takes what `remarks` (enum ludus_remark) names out of the record's tape. False without memory. */
bool note_strip(struct ludus_game *game, unsigned remarks);

/* Puts notes, in order of anchor, into the record's tape: a command that stands behind its turn already is
 * given its new text where it stands, what is new goes before all other comments. Each NAG that a turn has
 * already, and each mark, keeps ours away. False without memory. */
bool note_insert(struct ludus_game *game, const struct note *notes, size_t count);

/* ---- In words ---- */

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
