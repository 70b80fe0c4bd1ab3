/* repair.h - changes to a record that breaks the rules, tried one by one. */
#ifndef DECODE_REPAIR_H
#define DECODE_REPAIR_H

#include "decode/mend.h"

enum { REPAIR_PLACES = 2, ROLL_TEXT = 40 };

/* The ways in which scribes and printers go wrong; the order is that of the table of their names. */
enum fault_kind {
    FAULT_SIGN,
    FAULT_NAME,
    FAULT_DICE_EXCHANGED,
    FAULT_MOVES_EXCHANGED,
    FAULT_SIGNS,
    FAULT_TURNS_EXCHANGED,
    FAULT_DOUBLED,
    FAULT_TOO_MANY,
    FAULT_LEFT_OUT,
    FAULT_NUMBER,
    FAULT_NUMBERS,
    FAULT_NUMBERS_EXCHANGED,
    FAULT_STRETCH,
    FAULT_NO_MOVES,
    FAULT_STRAY,
    FAULT_MEANT,
    FAULT_WRITING,
    FAULT_WRITING_SPREAD,
    FAULT_PLAYERS_SPREAD,
    FAULT_NAME_SPREAD,
    FAULT_LETTERS_SPREAD,
    FAULT_SIDES_SPREAD,
    FAULT_RESULT,
    FAULT_KINDS
};

/* A repair: in the text of the record, up to two places are replaced. */
struct repair {
    size_t slot;
    uint8_t kind;         /* enum fault_kind */
    uint8_t unlike;       /* signs changed that do not look alike */
    bool whole;           /* to the end of the record, missing rolls aside */
    size_t turns;         /* legal from the start with this change, missing rolls aside, */
    size_t bare;          /* of which so many lack their roll */
    size_t spared;        /* so many fewer than in the row as it stands */
    size_t size, lacking; /* what it weighs with these, and those that tell against it */
    long
        excess; /* so much the numbers of the turns from `slot` on, as far as they are legal, are too great */
    size_t said_begin, said_end; /* what its note quotes; empty: the turn, or both that it exchanges */
    unsigned places;
    struct repair_place {
        size_t begin, end;
        const char *text;          /* in the arena */
    } place[REPAIR_PLACES], shown; /* the first of many places that place[0] holds, or shown.text is NULL */
    const char *before, *after;    /* what is exchanged for what, or NULL: the first place shows it */
};

/* Another text for a part of the record. */
struct patch {
    size_t begin, end;
    const char *text;
    size_t closes; /* variations that were open, */
    size_t opened; /* where that begins */
    bool spread;   /* it makes many changes */
    bool frees;    /* variations come out of a comment */
};

/* A change under trial. */
struct trial {
    struct ludus_mend *mend;
    struct slot slot;              /* as changed */
    struct item items[SLOT_ITEMS]; /* those that the changed slot points to */
    struct item dice;
    char texts[SLOT_ITEMS][MEND_TEXT];
    size_t index; /* of the slot */
};

/* A place of the main line that is no notation: text that cannot be read, a roll without moves or in a game
 * without dice, or a variation that is never closed. */
struct notation_fault {
    size_t begin, end; /* in the record */
    size_t slot;       /* the turn that it spoils, or that it stands before */
    size_t next;       /* item behind it */
    bool roll;
    bool open; /* a variation that is never closed begins here */
};

/* Finds the first such place from item number `item` on. */
bool repair_find_fault(const struct slots *slots, size_t item, struct notation_fault *out);

/* Where all turns up to `fault` are legal: looks for repairs of it. A change is made in the text, which is
 * read anew. */
void repair_text(struct ludus_mend *mend, const struct notation_fault *fault);

/* Reads the record with a change made and checks it anew. Are more turns legal then than now? `repair` says
 * how many; `*faults` is the number of faults left. */
bool repair_judge(struct ludus_mend *mend, const struct patch *patch, struct repair *repair, size_t *faults);
/* Reads it so, whatever comes of it. Returns the place of the first fault, SIZE_MAX if there is none. */
size_t repair_measure(struct ludus_mend *mend, const struct patch *patch, struct repair *repair,
                      size_t *faults);
/* The same. If its first fault is gone then, and more turns are
 * legal, keeps the change, with what is new in <...> (`marked`) where the notation has room for it. */
void repair_try_patch(struct ludus_mend *mend, struct patch patch, const char *marked, struct repair repair);

/* Tries what the message on a text that cannot be read says was meant. */
void repair_meant(struct ludus_mend *mend, const struct notation_fault *fault);
/* Tries what is meant by a text that is only written otherwise than the notation has it. */
void repair_writing(struct ludus_mend *mend, const struct notation_fault *fault);
/* The same of blanks, where the turn before the text has failed because it ends there. */
void repair_blanks(struct ludus_mend *mend, const struct notation_fault *fault);
/* Tries the label of turn `index` as a roll. */
void repair_bare_roll(struct ludus_mend *mend, size_t index);
/* The roll that a part of the record is meant for, by the reader's hint or by its digits. False if it is
 * none. */
bool repair_read_roll(const struct ludus_mend *mend, size_t begin, size_t end, char out[ROLL_TEXT]);
/* Tries one change throughout the record. */
void repair_throughout(struct ludus_mend *mend);
/* The same of the letters that a language has for the pieces. */
void repair_letters(struct ludus_mend *mend);
/* The same of names that are not known, and of letters that are others', where no language does as well. */
void repair_names(struct ludus_mend *mend);

/* Tries the end of a comment that nothing closes, or in which another begins. */
void repair_comments(struct ludus_mend *mend);
/* Where all turns are legal: tries another result. */
void repair_result(struct ludus_mend *mend);

/* Does the number of turn `index`, as written in `slot`, fit where the line stands? */
bool repair_is_numbered(const struct ludus_mend *mend, size_t index, const struct slot *slot);
/* Where it does not: tries another number, other numbers from there on, and turns that are lost before it. */
void repair_numbers(struct ludus_mend *mend, size_t index);
/* Plays turns from `next` on as repair_play_on does, where all numbers are too great by `excess`. */
size_t repair_play_shifted(struct ludus_mend *mend, size_t next, long excess, bool *whole);
/* Appends a number of the same form as `label`, in <...> where it differs and the notation allows it. */
void repair_write_number(const struct item *label, unsigned number, unsigned side, struct ludus_buffer *out);

/* Tries moves of turn `index` in another order, and its moves or its roll in the place of the next turn's. */
void repair_exchanged(struct ludus_mend *mend, size_t index);
/* Tries the next turn as the rest of turn `index`. */
void repair_commas(struct ludus_mend *mend, size_t index);
/* Tries the record without turns that stand a second time, or without turn `index` that does not. */
void repair_doubled(struct ludus_mend *mend, size_t index);
void repair_too_many(struct ludus_mend *mend, size_t index);

/* Tries whether a turn is missing before turn `index`, before which the position stands. */
void repair_left_out(struct ludus_mend *mend, size_t index);
/* Where another turn can be put in before turn `index`: before all numbers that stand before that. */
size_t repair_place_before(const struct ludus_mend *mend, size_t index);
/* Tries whatever `turns` turns can have stood before turn repair->slot, before which the position stands,
 * until the record is legal so, and fills repair->turns and whole for the best. False where not all could be
 * tried.
 */
bool repair_find_missing(struct ludus_mend *mend, struct repair *repair, unsigned turns);

/* Tries all changes of signs in turn `index`, before which the position stands: one, or two at a time. */
void repair_signs(struct ludus_mend *mend, size_t index, unsigned signs);

/* Plays `slot` in place of turn `index`, then the turns from `next` on. Returns how many turns of the record
 * are legal so (0 when `slot` is not); `*whole` when the record is, to its result. Nothing is changed. */
size_t repair_try(struct ludus_mend *mend, size_t index, const struct slot *slot, size_t next, bool *whole);

/* Plays turns from `next` on and returns the number of the first that fails; `*whole` as above. */
size_t repair_play_on(struct ludus_mend *mend, size_t next, bool *whole);

/* True once too much has been tried (mend->gave_up). */
bool repair_spent(struct ludus_mend *mend);

/* How many of the first `turns` turns of a row lack their roll? */
size_t repair_count_bare(const struct slots *slots, size_t turns);

/* Keeps the repair if it makes more turns legal than the record has as it stands, or the record legal to its
 * end. Its texts are copied. `bare` is counted in the row. */
void repair_keep(struct ludus_mend *mend, const struct repair *repair);
/* The same of a repair that says how many rolls are missing. */
void repair_keep_counted(struct ludus_mend *mend, const struct repair *repair);

#endif
