/* note.h - what notes say of a turn. */
#ifndef STUDY_NOTE_H
#define STUDY_NOTE_H

#include "base/buf.h"
#include "ludus.h"

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

/* What is known of a turn when its notes are written. At the start of a game there is none (`turn` NULL). */
struct words {
    const struct ludus_position *before, *after;
    const struct ludus_turn *turn;
    const struct ludus_odds *odds;           /* of the side to move after it */
    const struct ludus_odds *threats;        /* of the other side, after it */
    const struct ludus_judgement *judgement; /* or NULL */
    const struct ludus_note_options *options;
    bool none_is_new; /* how many throws leave no move differs from the last time the side was to move */
};

/* Name of a command, as it stands behind [%; the enum ludus_remark that it belongs to; of what it is said:
 * also of the start, of turns, of those that have been judged, of those with dice among them; and what writes
 * the rest of it. "" takes the command out. */
extern const struct note_writer {
    const char *name;
    unsigned remark;
    enum { OF_ANY, OF_TURN, OF_JUDGED, OF_ROLLED } of;
    void (*write)(const struct words *words, struct ludus_buffer *out);
} note_writers[NOTE_COMMANDS];

#endif
