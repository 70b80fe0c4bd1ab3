/* collate.h - inside the comparison of witnesses: their turns as moves, and the table in which they are
 * aligned. */
#ifndef STUDY_COLLATE_H
#define STUDY_COLLATE_H

#include "play/sheet.h"

enum { NO_TURN = -1, COLLATE_TAGS = 8 /* tags that are compared */ };

/* The kind of a piece as the first witness's ruleset numbers them, NONE when it is not written, or this
 * ruleset has not got it; a name that is no piece's in its own witness is kept as it is. */
struct known_kind {
    unsigned kind;
    struct ludus_text name; /* empty, or the name of no kind */
};

/* A move as far as it is known: 0 for files and ranks (which count from 1) is not written. */
struct known_move {
    uint8_t style; /* enum move_style */
    struct known_kind kind, promotion;
    uint8_t from_file, from_rank, to_file, to_rank;
    struct ludus_text damaged; /* what is left of it, when style is MOVE_PATTERN or MOVE_LOST */
};

/* A turn of a witness. */
struct witness_turn {
    uint8_t legality; /* enum ludus_legality */
    bool unsure;      /* turns before it are lost, or could not be read: its words may mean another move */
    bool closed;      /* it says more than `moves` holds, or cannot be read: only its text tells */
    struct ludus_text text;       /* as written, from its roll on */
    uint8_t side;                 /* as its label says, or NO_SIDE */
    long place;                   /* as labels tell (sheet_place), or -1 */
    size_t lost;                  /* turns of the record that it lacks before this one, as labels tell */
    uint8_t dice[LUDUS_DICE_MAX]; /* in ascending order */
    uint8_t dice_count, count;
    struct known_move moves[TURN_ITEMS];
};

struct witness {
    struct sheet sheet;
    const struct lexicon *common; /* of the first witness */
    struct ludus_buffer start;    /* owned: FEN of the position it begins with */
    bool has_fen;                 /* the record gives it */
    unsigned result;              /* enum ludus_result */
    struct witness_turn *turns;   /* owned, one for each entry */
};

/* One row of the table: a turn, and which turn of each witness it is; or something else they may differ in.
 */
struct column {
    uint8_t what; /* enum ludus_differing */
    uint8_t tag;  /* of LUDUS_IN_TAG: which */
    size_t first; /* turn of the first witness; with `added`, the one before which this stands */
    bool added, differs;
    size_t cells;     /* index into collation->cells, one for each witness */
    size_t differing; /* of column i: index of the i-th column that differs */
};

struct cell {
    int turn; /* or NO_TURN */
    int hole; /* without one: the lost turns (`__`) of the witness that this is one of, or NO_TURN */
    uint8_t group;
    uint8_t kind;      /* enum ludus_difference_kind */
    uint8_t consensus; /* enum ludus_legality */
    bool playable;     /* in the consensus: legal there, or played all the same (sic) */
    bool known;        /* what it says has been played, in its witness or in the consensus */
};

struct ludus_collation {
    const struct ludus_ruleset *rules;
    struct witness *witness; /* owned */
    size_t count;            /* of those in use, */
    size_t turns;            /* and of all their turns */
    struct sheet consensus;  /* where the readings that most have, and that are legal, lead */
    bool gap;                /* text that nobody can read stands before, in the place of a turn */
    struct arena arena;      /* of the comparison: */
    struct column *columns;
    struct cell *cells;
    struct witness_turn *said; /* what each witness says in the row at hand */
    size_t column_count, differences;
    unsigned number; /* of the first turn, and whose it is */
    uint8_t side;
};

/* Tries a turn, which is taken back. Whether it is legal goes to `*legality`, and its moves to `turn`, unless
 * that is NULL, if it is. False where it is not legal and does not say that it was played all the same, or
 * damage leaves open what it is. */
bool collate_try(struct sheet *sheet, const struct lexicon *common, const struct sheet_entry *entry,
                 uint8_t *legality, struct witness_turn *turn);
/* Goes on behind a turn that cannot all be read: what can be is played. */
void collate_pass_over(struct sheet *sheet, const struct sheet_entry *entry);
/* The move that the only word of a turn, which is not legal as it stands, means there in any notation. False
 * when it means none. */
bool collate_meant(struct sheet *sheet, const struct lexicon *common, const struct sheet_entry *entry,
                   struct known_move *out);
/* Reads the turns of a witness whose sheet have been read. False without memory. */
bool collate_turns(struct witness *witness);

/* Do two turns say the same, as far as they are known? */
bool collate_same(const struct witness_turn *one, const struct witness_turn *other);

bool collate_same_move(const struct known_move *one, const struct known_move *other);
/* How unlike they are: the less, the more of their words and labels are the same. A gap costs COST_GAP. */
enum { COST_GAP = 4 };
unsigned collate_distance(const struct witness_turn *one, const struct witness_turn *other);

/* Finds in each row of the table which readings are the same, and plays the consensus through it. Returns the
 * number of rows in which the witnesses differ. */
size_t collate_judge(struct ludus_collation *collation);

static inline struct cell *collate_cells(const struct ludus_collation *collation, const struct column *column)
{
    return &collation->cells[column->cells];
}

#endif
