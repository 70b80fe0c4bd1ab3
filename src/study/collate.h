/* collate.h - internals of the comparison of witnesses: their turns as moves, and the table of these. */
#ifndef STUDY_COLLATE_H
#define STUDY_COLLATE_H

#include "play/sheet.h"

enum { NO_TURN = -1, COLLATE_TAGS = 8 /* tags that are compared */ };

/* The kind of a piece, as the first witness's ruleset numbers them; NONE if it is not written, or that
 * ruleset lacks it. A name that is unknown in its own witness is kept as text. */
struct known_kind {
    unsigned kind;
    struct ludus_text name; /* an unknown name, or empty */
};

/* A move as far as it is known. Files and ranks count from 1; 0: not written. */
struct known_move {
    uint8_t style; /* enum move_style */
    struct known_kind kind, promotion;
    uint8_t from_file, from_rank, to_file, to_rank;
    struct ludus_text damaged; /* what is left of its text, if style is MOVE_PATTERN or MOVE_LOST */
};

/* A turn of a witness. */
struct witness_turn {
    uint8_t legality;             /* enum ludus_legality */
    bool unsure;                  /* turns before it are lost or unreadable: its text may mean another move */
    bool closed;                  /* it has more than `moves` holds, or is unreadable: its text is compared */
    struct ludus_text text;       /* as written, from its roll on */
    uint8_t side;                 /* by its label, or NO_SIDE */
    long place;                   /* by labels, see place of struct sheet_entry; or -1 */
    size_t lost;                  /* number of turns missing in the record before this one, by labels */
    uint8_t dice[LUDUS_DICE_MAX]; /* in ascending order */
    uint8_t dice_count, count;
    struct known_move moves[TURN_ITEMS];
};

struct witness {
    struct sheet sheet;
    const struct ludus_ruleset *common; /* of the first witness */
    struct ludus_buffer start;          /* FEN of the start position; owned */
    bool has_fen;                       /* the record has a FEN */
    unsigned result;                    /* enum ludus_result */
    struct witness_turn *turns;         /* one for each entry; owned */
};

/* A column of the table: a turn, as each witness has it, or something else in which they may differ. */
struct column {
    uint8_t what; /* enum ludus_differing */
    uint8_t tag;  /* LUDUS_IN_TAG: which of them */
    size_t first; /* turn of the first witness; with `added`, the one after this */
    bool added, differs;
    size_t differing; /* in column i: index of the i-th column that differs */
};

struct cell {
    int turn; /* or NO_TURN */
    int hole; /* without one: the witness's `__` that stands for it, or NO_TURN */
    uint8_t group;
    uint8_t kind;      /* enum ludus_difference_kind */
    uint8_t consensus; /* enum ludus_legality */
    bool playable;     /* legal in the consensus, or played all the same (sic) */
    bool known;        /* it is legal in its witness or in the consensus */
};

struct ludus_collation {
    const struct ludus_ruleset *rules;
    struct witness *witness; /* owned */
    size_t count;            /* witnesses in use */
    size_t turns;            /* turns of all witnesses */
    struct sheet consensus;  /* the line of the legal readings that most witnesses have */
    bool gap;                /* unreadable text precedes in place of a turn */
    struct arena arena;      /* of the comparison: */
    struct column *columns;
    struct cell *cells;        /* of each column one for each witness */
    struct witness_turn *said; /* the turn of each witness in the current column */
    size_t column_count, differences;
    unsigned number; /* of the first turn, which is of `side` */
    uint8_t side;
};

/* Plays a turn and takes it back. Sets `*legality` and, if it is legal, the moves of `turn` unless that is
 * NULL. False if it is illegal without sic, or if damage leaves open what it is. */
bool collate_try(struct sheet *consensus, const struct sheet_entry *entry, uint8_t *legality,
                 struct witness_turn *turn);
/* Skips a turn that is partly unreadable: plays what can be read, or else ends the turn. */
void collate_pass_over(struct sheet *sheet, const struct sheet_entry *entry);
/* Finds the move that the only word of an illegal turn means there, in any notation. False without one. */
bool collate_meant(struct sheet *consensus, const struct sheet_entry *entry, struct known_move *out);
/* Reads the turns of a witness whose sheet has been read. False without memory. */
bool collate_turns(struct witness *witness);

/* Are two turns the same, as far as they are known? */
bool collate_same(const struct witness_turn *one, const struct witness_turn *other);

bool collate_same_move(const struct known_move *one, const struct known_move *other);
/* Returns the cost of aligning two turns, the less the more words and labels agree. A gap costs COST_GAP. */
enum { COST_GAP = 4 };
unsigned collate_distance(const struct witness_turn *one, const struct witness_turn *other);

/* Groups the same readings in each column of the table, and plays the consensus through it. Returns the
 * number of columns in which the witnesses differ. */
size_t collate_judge(struct ludus_collation *collation);

static inline struct cell *collate_cells(const struct ludus_collation *collation, const struct column *column)
{
    return &collation->cells[(size_t)(column - collation->columns) * collation->count];
}

#endif
