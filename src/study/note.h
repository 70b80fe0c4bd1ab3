/* note.h - the contents of notes on turns. */
#ifndef STUDY_NOTE_H
#define STUDY_NOTE_H

#include "base/buf.h"
#include "ludus.h"

/* The parts of a note: commands in comments, in this order, and prose. */
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

/* What is known of a turn when its notes are written; `turn` is NULL at the start of a game. */
struct words {
    const struct ludus_position *before, *after;
    const struct ludus_turn *turn;
    const struct ludus_odds *odds;           /* of the side to move after it */
    const struct ludus_odds *threats;        /* of the other side, after it */
    const struct ludus_judgement *judgement; /* or NULL */
    const struct ludus_note_options *options;
    bool none_is_new; /* the number of throws without a move differs from that at the side's last turn */
};

/* A command: its name, after [%; its enum ludus_remark; what it is for: also the start, turns, judged turns,
 * those with dice among them; and what writes the rest of it. "" removes the command. */
extern const struct note_writer {
    const char *name;
    unsigned remark;
    enum { OF_ANY, OF_TURN, OF_JUDGED, OF_ROLLED } of;
    void (*write)(const struct words *words, struct ludus_buffer *out);
} note_writers[NOTE_COMMANDS];

#endif
