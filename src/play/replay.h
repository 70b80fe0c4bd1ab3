/* replay.h - internals of a replayer: a line of play, the current turn, and the walk through a record; moves
 * as they were played, and selections of turns. */
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "base/memory.h"
#include "ludus.h"
#include "notation/format.h"
#include "notation/record.h"
#include "notation/turns.h"
#include "play/dialect.h"
#include "play/resolve.h"
#include "rules/bitboard.h"
#include "rules/tally.h"

#include <stddef.h>

/* ---- Plain turns, of one step or castling, as most are: played on bitboards ---- */

enum { QUICK_TURNS = 64 };

/* More about a turn played on bitboards. */
struct quick_turn {
    const struct item *label; /* right for the turn, or NULL */
    uint8_t side;
    char text[SAN_STEP]; /* canonical text */
};

struct quick {
    bool wanted; /* may be used for this record */
    bool loaded; /* `board` holds the line's last position */
    struct bitboard board;
    uint32_t *ahead; /* moves not yet made on line.pos, see bitboard_unpack; owned */
    size_t count, capacity;
    size_t turn_count;                   /* plain turns played last, 0 if the last turn is not plain */
    struct move_form forms[QUICK_TURNS]; /* with texts: how each is written, numbered as counted */
    struct quick_turn turns[QUICK_TURNS];
};

/* Enables bitboards for the record just started, if its rules and what is wanted of it allow them. */
void quick_allow(struct ludus_replay *replay);
/* Plays the turn whose only move is `item`, just before replay->turns.at, and the next ones, `limit` in all
 * (at most QUICK_TURNS with texts). Returns their number; replay->turn is the last. Stops before all but
 * plain turns: a fault, a claim that is not plainly true, damage, an announcement. 0 if `item` is such: then
 * nothing is played, and line.pos is up to date. */
size_t quick_turns(struct ludus_replay *replay, const struct item *item, size_t limit);
/* Makes the moves that line.pos lacks, and unloads the bitboards. */
void quick_settle(struct ludus_replay *replay);
/* Makes the only move of the only plain turn on line.pos too, and notes what quick_turns leaves out: the move
 * and its text. */
void quick_follow(struct ludus_replay *replay);
/* Returns the line's last position: read-only, valid until the next call for this replayer. */
const struct ludus_position *quick_final(const struct ludus_replay *replay);

/* ---- A replayer ---- */

/* The state of a line of play. */
struct line {
    size_t undos;         /* undos in use */
    size_t turn_undos;    /* undos in use before the last turn */
    size_t turn_tally;    /* length of the tally before the last turn */
    unsigned number;      /* of the next turn as counted, also in a broken line */
    unsigned turn_number; /* of the last turn; adjacent to `number` for speed */
    uint8_t side, turn_side, first_side;
    bool broken;          /* after a fault: `pos` is the position before it, the rest is not played */
    bool lost;            /* the position before the last turn is unknown, as the fault came earlier */
    bool started;         /* it has a turn */
    struct message *jump; /* message that a number is greater than counted, or NULL: a turn may be missing */
    long shift[2];        /* written minus counted number, for each side */
    long kept[2];         /* the same for the numbers that are output, see quick.c */
    struct ludus_position pos; /* last member: left_line does not store it */
};

/* A line suspended by a variation. To restore its position, the moves of the variation are unmade and those
 * of the line's last turn, which its undos record, are made again. */
struct left_line {
    char state[offsetof(struct line, pos)];
};

/* A turn as written and as played. */
struct turn {
    const struct item *label, *dice; /* or NULL */
    const struct item *items[LUDUS_MOVES_MAX];
    unsigned item_count;
    bool crowded; /* it has more items than that */
    bool unread;  /* some items are unreadable text */
    bool misled;  /* its label is wrong or text before it unreadable: an illegal move is no second fault */
    struct message *wrong_number; /* message about its label, or NULL */
    bool renumbered;              /* other numbers, or a roll that is not its own, precede its label */
    bool numbers_stay;            /* and they do not all agree with the label */
    bool other_side;              /* its label names the other side */
    bool comma_missing;           /* it has no roll; perhaps it is the rest of the turn before it */
    enum ludus_turn_state state;
    uint8_t side;
    unsigned number;
    uint8_t roll[LUDUS_DICE_MAX]; /* 0: lost */
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX];
    uint8_t kinds[LUDUS_MOVES_MAX];                       /* piece kind of each move, or NONE */
    uint8_t item_of[LUDUS_MOVES_MAX];                     /* item of each move */
    const struct ludus_position *forced[LUDUS_MOVES_MAX]; /* position after an illegal move (sic), or NULL */
    unsigned move_count;
    size_t text_begin[LUDUS_MOVES_MAX]; /* canonical text of each item in replay->text */
    size_t text_end[LUDUS_MOVES_MAX];   /* 0 if the item is kept as written */
};

/* The place of an undo. Undos have variable sizes and are stored back to back: a long record has millions. */
struct undo_place {
    uint32_t block, at;
};

struct ludus_replay {
    const struct ludus_ruleset *forced; /* used in place of any Variant tag, or NULL */
    const struct ludus_ruleset *ruleset;
    char variant[80]; /* value of the Variant tag that named `ruleset` */
    size_t variant_length;
    bool positional; /* the ruleset was chosen by the position of the record: not for the next one */
    struct ludus_game *game;
    struct turns turns; /* the current place in the game */
    struct line line;
    struct left_line *outer; /* lines suspended by variations, outermost first; owned */
    size_t depth, outer_capacity;
    char **blocks; /* of undos; owned, UNDO_BLOCK bytes each */
    size_t block_count, block_capacity;
    struct undo_place *places; /* of the undos; owned */
    size_t place_capacity;
    struct ludus_position **owned; /* positions made for this record; owned */
    size_t owned_count, owned_capacity;
    const struct item *result;      /* of the main line */
    const struct item *last;        /* last move of the main line */
    const struct item *roll_before; /* complete roll of the turn right before this one, or NULL */
    struct turn turn;
    struct ludus_position *before; /* buffer for ludus_replay_before; owned */
    uint8_t die_of[LUDUS_MOVES_MAX];
    struct ludus_buffer text; /* canonical text of the turn */
    bool texts;               /* `text` is wanted */
    bool sole;                /* no other piece of its kind can make the move that is made */
    struct quick quick;
    size_t turn_count;        /* of the main line */
    bool resumes;             /* a broken line continues from a position in a comment */
    bool notes;               /* repetitions and quiet turns get notes */
    struct tally tally;       /* of the line, with `notes`; owned */
    bool parts;               /* a record without moves may give part of a position */
    bool blamed_dice;         /* the message that the game has no dice has been given */
    uint16_t spelt;           /* unusual spellings of moves already reported: flags of MOVE_ODD */
    unsigned width;           /* of lines of canonical form; 0: the usual */
    struct san_style style;   /* of its moves */
    const char *notation;     /* whose letters they have, as for dialects_open; NULL: the ruleset's */
    struct dialects spelling; /* that notation for `ruleset` */
    bool goes_on;             /* after a fault, plays the move that was meant, if it is clear */
    struct item *meant;       /* the item played then instead of the faulty one, in the arena; or NULL */
    unsigned guessed;         /* number of faults of the record for which meant moves were sought */
    bool failed;              /* memory ran out */
};

/* Unloads the bitboards, and forgets the moves that line.pos lacks. */
static inline void quick_drop(struct ludus_replay *replay)
{
    replay->quick.loaded = false;
    replay->quick.count = replay->quick.turn_count = 0;
}

/* Reads and plays the next turn and, as long as they are plain, more turns, `limit` in all. replay->turn is
 * the last. False at the end of the record. */
bool replay_steps(struct ludus_replay *replay, size_t limit);
/* Unmakes moves until `undos` are in use. */
void replay_rewind(struct ludus_replay *replay, size_t undos);
/* Replaces the line's position by a copy of another, with an undo for this. Returns the copy, which lasts as
 * long as the record; NULL without memory. */
const struct ludus_position *replay_swap(struct ludus_replay *replay, const struct ludus_position *after);

/* Returns undo number `index`, which is in use. */
static inline struct undo *replay_undo_at(const struct ludus_replay *replay, size_t index)
{
    const struct undo_place *place = &replay->places[index];
    return (struct undo *)(void *)(replay->blocks[place->block] + place->at);
}

/* Returns a free undo; NULL without memory. Counting it in line.undos puts it in use. */
struct undo *replay_undo(struct ludus_replay *replay);

static inline struct diag *replay_diag(struct ludus_replay *replay)
{
    return &replay->game->diag;
}

/* Has the main line been played to its end, and is the record complete? */
static inline bool replay_whole(const struct ludus_replay *replay)
{
    return !replay->line.broken && !replay->game->cut;
}

/* Makes a move on the line's position, or ends the turn (END_OF_TURN). Returns its undo, or NULL without
 * memory. */
static inline struct undo *replay_make(struct ludus_replay *replay, struct ludus_move move)
{
    struct undo *undo = replay_undo(replay);
    if (undo) {
        position_make(&replay->line.pos, move, undo);
        replay->line.undos++;
    }
    return undo;
}

/* Returns the name of the piece on a square; "nothing" if it is empty. */
static inline const char *piece_on(const struct ludus_position *pos, unsigned square)
{
    return square == NONE || pos->cell[square] == 0
               ? "nothing"
               : pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].names[0];
}

/* ---- Before the moves: ruleset, start position, first side ---- */

/* Finds the ruleset and the start position of the record. False, with a message, without either. */
bool opening_read(struct ludus_replay *replay);

/* Continues a broken line from the position in a comment, [%fen …]. */
void opening_resume(struct ludus_replay *replay, const struct item *comment);
/* Compares the diagrams of a comment, [%position …], with the position of the line. */
void opening_check_diagrams(struct ludus_replay *replay, const struct item *comment);

/* ---- Written turn numbers and sides, compared with the turn ---- */

/* Counts the turns from the line's next turn to the one that the label names, less than 0 if that is earlier.
 * False if the label does not tell. */
bool labels_distance(const struct ludus_replay *replay, const struct item *label, long *turns);
/* Can this be the label of the line's next turn? */
bool labels_fits(const struct ludus_replay *replay, const struct item *label);

/* Is it exactly the label of the line's next turn, with this number and side? */
static inline bool labels_is_right(const struct item *label, uint32_t number, unsigned side)
{
    return label->number == number &&
           (label->side == side || (label->side == NO_SIDE && (label->form < 2 || side == LUDUS_BLACK)));
}

/* ---- Written rolls ---- */

/* The state of a turn's roll in the record. */
enum roll {
    ROLL_WRITTEN, /* also in a game without dice */
    ROLL_DAMAGED, /* some faces cannot be read */
    ROLL_GUESSED  /* missing or impossible: any roll is allowed */
};

/* Reports that the game has no dice, once for each record. */
void roll_say_no_dice(struct ludus_replay *replay, const struct item *item);

/* Is the move a `__`, which stands for any number of moves and for the roll before them? */
bool roll_is_lost(const struct item *item);

/* A roll written in another way: (23), 2-3, II III, l3. */
struct loose_roll {
    uint8_t dice[LUDUS_DICE_MAX]; /* 0 for `?` */
    uint8_t sure[LUDUS_DICE_MAX]; /* the same, but 0 for signs that only look like a face */
    int price;                    /* of play/prices.h */
};

/* Reads a text as a roll. `alike` may be NULL: then no sign is mistaken. */
bool roll_read(const struct rules *rules, const struct lookalikes *alike, struct ludus_text text,
               struct loose_roll *out);

/* A roll without parentheses, read as numbers: 2 3, 4W. 2. 3, 4W. 23. */
struct bare_roll {
    const struct item *first, *last;
    const struct item *label; /* the number of the turn, which precedes it, or NULL */
    uint8_t face[LUDUS_DICE_MAX];
};

/* Finds a bare roll that ends with the number just before `move`, in a turn without a roll. */
bool roll_find_bare(const struct ludus_game *game, const struct rules *rules, const struct item *move,
                    struct bare_roll *bare);

/* ---- Unreadable text ---- */

/* Is the unreadable text just before replay->turns.at in place of a turn? After a number or a roll it is.
 * Elsewhere the next number of the record tells: if that is the number of the next turn without the text, it
 * is not. */
bool unread_is_turn(struct ludus_replay *replay, const struct item *item);
/* Is the item the name of a piece, separated from its squares, which follow? */
bool unread_is_name(const struct ludus_replay *replay, const struct item *item);

/* ---- One turn: its label, its roll, its moves, its claims ---- */

/* Collects the items of the turn that `turns` has reached, as commas join them, in replay->turn. */
void turn_gather(struct ludus_replay *replay, struct turns *turns);
/* Begins replay->turn: checks its label and roll, and sets the dice. False if its moves are not to be played
 * one by one: then turn->state has the outcome. */
bool turn_begin(struct ludus_replay *replay);
/* Plays replay->turn, whose items have been collected, on replay->line. Adds messages about faults. */
void turn_play(struct ludus_replay *replay);

/* Records a move of the turn, written in item number `item`. */
static inline void turn_add(struct turn *turn, struct ludus_move move, unsigned kind, unsigned item,
                            const struct ludus_position *forced)
{
    unsigned index = turn->move_count;
    if (index == LUDUS_MOVES_MAX)
        return;
    turn->moves[index] = move;
    turn->kinds[index] = (uint8_t)kind;
    turn->item_of[index] = (uint8_t)item;
    turn->forced[index] = forced;
    turn->move_count++;
}

/* Makes a move of the turn, written in item number `item`, without checking that it is legal. False only
 * without memory. */
bool turn_make(struct ludus_replay *replay, struct ludus_move move, unsigned item);

/* Finds the legal moves that item number `item` can mean, as resolve_move. `*used` is the number of items of
 * the move (two for a pair of placings). */
size_t turn_resolve(const struct ludus_replay *replay, unsigned item, struct ludus_move out[RESOLVE_MAX],
                    unsigned *used);

/* Is the turn nothing but a pass? */
static inline bool turn_is_pass(const struct turn *turn)
{
    return turn->item_count == 1 && turn->items[0]->move.style == MOVE_PASS;
}

/* Checks the claims of such a turn, in a game where it has no moves, and writes its text. */
void turn_pass(struct ludus_replay *replay);
/* Has the turn all its moves: one for each die, or 1 (more only if a piece must move on)? */
bool turn_is_full(const struct ludus_replay *replay);

/* Ends the turn. False, with a message, if it cannot end here. */
bool turn_finish(struct ludus_replay *replay);

/* Returns what to write between an item of the turn and what precedes it. */
const char *turn_before_item(const struct turn *turn, unsigned item);

/* ---- Claims about moves: x, e.p., removed stones, path, squeeze, + and # ---- */

/* Checks the claim of check or mate that a move has, after its turn. */
void claims_turn(struct ludus_replay *replay, const struct item *item);

/* ---- Why a move is illegal, in terms of the game ---- */

/* Adds one message about item number `item` of replay->turn, which does not mean exactly one legal move in
 * the position of replay->line: `found` moves fit it (0, or several of `moves`). */
void explain_move(struct ludus_replay *replay, unsigned item, const struct ludus_move *moves, size_t found);

/* Adds the message that a piece must still move on, although item number `item` ends the turn or has another
 * move. */
void explain_unfinished(struct ludus_replay *replay, unsigned item);

/* ---- Hints on what an illegal move was meant to be: one small change that makes it legal ---- */

/* Adds the best hint to `message`, about item number `item` of replay->turn: the likely legal moves, and the
 * likeliest as the fix; else the squares that the piece can reach, else that the other side could play so. */
void hint_move(struct ludus_replay *replay, struct message *message, unsigned item);

/* Adds a hint on where the pieces of some kinds, or the one on `from`, can go. */
void hint_targets(struct ludus_replay *replay, struct message *message, kind_set kinds, unsigned from);

/* As hint_move, for the message on the first unreadable text of replay->turn. True if the turn now has what
 * was meant in its place, and can be played. */
bool hint_unread(struct ludus_replay *replay);

/* ---- Illegal moves that were really played (sic) ---- */

/* Plays item number `item` of the turn although it is illegal. False if the text does not tell which piece
 * goes where. */
bool force_move(struct ludus_replay *replay, unsigned item);

/* ---- Turns with illegible signs, and the legal turns that they can be ---- */

/* Plays a damaged turn if all readings that fit have the same moves, and adds a note on what was restored;
 * else a note on how many readings fit. */
enum ludus_turn_state damage_play(struct ludus_replay *replay, enum roll roll, const struct item *item);

/* ---- The result: in the tag, in the text, and by the final position ---- */

/* Returns the result in the Result tag; LUDUS_OPEN if it does not tell who won. */
enum ludus_result stated_result_of_tag(const struct ludus_game *game);
/* The same; if the tag does not tell, the result after the moves. */
enum ludus_result stated_result(const struct ludus_game *game);
/* Does the result after the moves, or NULL, agree with their final position, or NULL if that is unknown? A
 * win in a dead position does not; in a position in which a draw can be claimed any result does. */
bool ending_agrees(const struct item *written, const struct ludus_position *last);
/* Checks, after a replay, the record's result and date, tags on its source, and commands in comments. */
void ending_check(struct ludus_replay *replay);

/* ---- A selection of turns of a game: "4W,12,start,3W-5B,captures,$220,all,end" (grammar/turns.re) ---- */

enum { SELECT_MAX = 64 };

enum select_kind {
    SELECT_START,
    SELECT_END,
    SELECT_ALL,
    SELECT_CAPTURES,
    SELECT_NAG,
    SELECT_NUMBER, /* both turns of a number; if one is wanted, the last of them */
    SELECT_RANGE   /* also of one turn */
};

struct selector {
    unsigned kind;         /* enum select_kind */
    unsigned number, side; /* NUMBER, RANGE: the first turn (NO_SIDE: both sides); NAG: its number */
    unsigned last_number, last_side; /* NUMBER, RANGE */
    bool met;                        /* a turn has matched it */
};

struct ludus_selection {
    struct selector items[SELECT_MAX];
    unsigned count;
};

enum select_answer {
    SELECT_NO,
    SELECT_YES,
    SELECT_UNLESS_LATER /* unless a later turn has the same number */
};

/* Is the turn selected that has just been replayed? */
enum select_answer selection_answer(struct ludus_selection *selection, const struct ludus_replay *replay,
                                    const struct ludus_turn *turn);
/* Returns the first number or range that no turn has matched, or NULL. */
const struct selector *selection_unmet(const struct ludus_selection *selection);

#endif
