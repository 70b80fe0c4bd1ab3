/* note.h - notes on turns, and their places in a record. */
#ifndef STUDY_NOTE_H
#define STUDY_NOTE_H

#include "base/memory.h"
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
    NOTE_EVAL,
    NOTE_PROSE,
    NOTE_COMMANDS
};

/* The note on one turn, or on the start. */
struct note {
    struct ludus_text
        text[NOTE_COMMANDS]; /* what follows the command's name; "" removes it, NULL leaves it */
    unsigned nag;            /* 0: none */
    bool diagram;
    const char *line; /* the moves of a variation, a line of text for each; "": none */
};

/* The items that a record gets in place of its own. */
struct tape {
    struct ludus_game *game;
    size_t next;        /* the item of the record that comes next */
    struct item *items; /* owned until note_finish */
    size_t count, capacity;
    struct ludus_buffer text;
    bool failed;
};

/* A command: its name, after [%; its enum ludus_remark; what it is for: also the start, turns, judged turns,
 * those with dice among them; and what writes the rest of it. "" removes the command. */
extern const struct note_writer {
    const char *name;
    unsigned remark;
    enum { OF_ANY, OF_TURN, OF_JUDGED, OF_ROLLED } of;
    void (*write)(const struct ludus_noter *noter, struct ludus_buffer *out);
} note_writers[NOTE_COMMANDS];

/* Puts the items before `anchor` on the tape, and then a note. A command that follows its turn already gets
 * its new text where it is, new ones go before all other comments. If the turn has a NAG or a mark, ours is
 * not added; nor is our variation, if one of its variations begins with the same move. */
void note_put(struct tape *tape, const struct note *note, size_t anchor);
/* Puts the other items on the tape, gives it to the record, and sets the partners of the items of variations.
 * False without memory. */
bool note_finish(struct tape *tape);
/* Removes `remarks` (enum ludus_remark). False without memory. */
bool note_strip(struct ludus_game *game, unsigned remarks);

#endif
