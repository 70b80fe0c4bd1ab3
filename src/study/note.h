/* note.h - notes on turns: what is to be said of each, and putting it into a record. */
#ifndef STUDY_NOTE_H
#define STUDY_NOTE_H

#include "notation/command.h"
#include "notation/record.h"

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

#endif
