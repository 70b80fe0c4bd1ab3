/* replay.h - inside a replayer: a line of play, the turn being played, and the way through a record. */
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "base/buf.h"
#include "ludus.h"
#include "notation/format.h"
#include "notation/turns.h"
#include "play/resolve.h"
#include "play/san.h"
#include "rules/bitboard.h"
#include "rules/position.h"

#include <stddef.h>

/* ---- Turns that are one plain step, as most are: on bitboards, while a record is only checked ---- */

enum { QUICK_TURNS = 64 };

/* What else is known of a turn that has been played here. */
struct quick_turn {
    const struct item *label; /* or NULL; it is right */
    uint8_t side;
    char text[SAN_STEP]; /* as it is to be written */
};

struct quick {
    bool wanted; /* for this record */
    bool loaded; /* the bitboards holds the line's last position */
    struct bitboard board;
    uint32_t *ahead; /* moves that the line's position still lacks, see bitboard_unpack; owned */
    size_t count, capacity;
    size_t turn_count; /* turns played here last, 0 if the last is not plain; where texts are wanted, */
    struct move_form forms[QUICK_TURNS]; /* how they are written, by the number that is counted */
    struct quick_turn turns[QUICK_TURNS];
};

/* Lets the turns of the record that has been begun be played here, where its rules and tasks allow it. */
void quick_allow(struct ludus_replay *replay);
/* Plays the turn of one move `item`, just before replay->turns.at, and up to `limit` turns in all,
 * QUICK_TURNS where texts are wanted. Returns how many; replay->turn is the last. What takes more than a
 * plain step ends it: a fault, a claim that is not plainly true, damage, an announcement. 0 where that is
 * `item`: then everything is as it was, and the line's position has caught up. */
size_t quick_turns(struct ludus_replay *replay, const struct item *item, size_t limit);
/* Sets the number of a turn: "4W." in games that say the side; else "4." for the side that plays first and
 * "4..." for the other. */
void quick_label(const struct rules *rules, unsigned side, unsigned number, struct move_form *form);
/* Brings the line's position up to date. */
void quick_settle(struct ludus_replay *replay);
/* The line is left, and with it what its position lacks. */
void quick_drop(struct ludus_replay *replay);
/* The line's last position, to be looked at only: good until the next call for this replayer. */
const struct ludus_position *quick_final(const struct ludus_replay *replay);

/* ---- A replayer ---- */

/* Where a line of play stands. */
struct line {
    size_t undos;      /* undos in use */
    size_t turn_undos; /* undos in use before the last turn */
    size_t turn_tally; /* length of the tally before the last turn */
    unsigned number;   /* of the next turn as counted, also in a broken line; side by side for speed with */
    unsigned turn_number; /* that of the last turn */
    uint8_t side, turn_side, first_side;
    bool broken;          /* a fault has been met: `pos` is what stood before it, the rest is not played */
    bool lost;            /* it had been met before the last turn, so what stood before that is not known */
    bool started;         /* it has a turn */
    struct message *jump; /* that a number was greater than counted, if one was: perhaps a turn is missing */
    long shift[2];        /* what the record's numbers differ by, for each side */
    long kept[2];         /* what the numbers that are written again differ by, see played.c */
    struct ludus_position pos; /* last, for it is not kept where a variation leaves the line */
};

/* A line that a variation has left. Its position comes back by taking back the moves of the variation and
 * making those of the line's last turn again, whose undos still say them. */
struct left_line {
    char state[offsetof(struct line, pos)];
};

/* A turn as written and as played. */
struct turn {
    const struct item *label, *dice; /* or NULL */
    const struct item *items[LUDUS_MOVES_MAX];
    unsigned item_count;
    bool crowded; /* more moves than that */
    bool unread;  /* some of them are text that could not be read */
    bool misled;  /* its label is wrong, or text before it unread: that it does not fit is no second fault */
    struct message *wrong_number; /* what was said of its label, or NULL */
    bool renumbered;              /* other numbers stand before its label, or a roll that is none of its */
    bool numbers_stay;            /* and they do not all say the same as the label */
    bool other_side;              /* its label names the other side */
    bool comma_missing;           /* it has no roll, perhaps since it is the rest of the turn before it */
    enum ludus_turn_state state;
    uint8_t side;
    unsigned number;
    uint8_t roll[LUDUS_DICE_MAX]; /* 0: lost */
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX];
    uint8_t kinds[LUDUS_MOVES_MAX];                       /* what each move moved */
    uint8_t item_of[LUDUS_MOVES_MAX];                     /* and the item that says so */
    const struct ludus_position *forced[LUDUS_MOVES_MAX]; /* after one that broke the rules (sic); or NULL */
    unsigned move_count;
    size_t text_begin[LUDUS_MOVES_MAX]; /* canonical text of each item in replay->text, */
    size_t text_end[LUDUS_MOVES_MAX];   /* 0 where the item is kept as written */
};

/* Undos lie one behind the other, each as long as its move made it: a long record has millions. */
struct undo_place {
    uint32_t block, at;
};

struct ludus_replay {
    const struct ludus_ruleset *forced; /* takes the place of every Variant, or NULL */
    const struct ludus_ruleset *ruleset;
    char variant[80]; /* the Variant tag that `ruleset` was found by */
    size_t variant_length;
    struct lexicon lexicon;
    struct ludus_game *game;
    struct turns turns; /* where in the game it is */
    struct line line;
    struct left_line *outer; /* the lines that variations have left, outermost first; owned */
    size_t depth, outer_capacity;
    char **blocks; /* of undos; owned, UNDO_BLOCK bytes each */
    size_t block_count, block_capacity;
    struct undo_place *places; /* of the undos; owned */
    size_t place_capacity;
    struct ludus_position **owned; /* positions made for this record; owned */
    size_t owned_count, owned_capacity;
    const struct item *result;      /* of the main line */
    const struct item *last;        /* last move of the main line */
    const struct item *roll_before; /* the whole roll of the turn that ends right before this one, or NULL */
    struct turn turn;
    struct ludus_position *before; /* room for ludus_replay_before; owned */
    uint8_t die_of[LUDUS_MOVES_MAX];
    struct ludus_buffer text; /* of turn->text */
    bool texts;               /* it is wanted */
    struct quick quick;
    size_t turn_count;  /* of the main line */
    bool resumes;       /* a broken line goes on from a position in a comment */
    bool notes;         /* repetitions and quiet turns are noted */
    struct tally tally; /* of the line, when they are; owned */
    bool parts;         /* a record without moves may have part of a position */
    bool blamed_dice;   /* that the game has no dice has been said */
    uint16_t spelt;     /* ways to spell moves as elsewhere that have been told of: flags of MOVE_ODD */
    bool goes_on;       /* behind a fault with the move that was meant, where that is clear */
    struct item *meant; /* what takes the place of the item at fault then, in the arena; or NULL */
    unsigned guessed;   /* faults of the record of which it has been asked what was meant */
    bool failed;        /* memory ran out */
};

/* Reads on to the end of the next turn, and past it to `limit` turns in all as long as they are plain, and
 * plays them: replay->turn is the last. False at the end of the record. */
bool replay_steps(struct ludus_replay *replay, size_t limit);
/* Takes moves back until `undos` are in use. */
void replay_rewind(struct ludus_replay *replay, size_t undos);
/* Puts another position, which lasts as long as the record, in the place of the line's, with an undo that
 * takes this back. False without memory. */
bool replay_swap(struct ludus_replay *replay, const struct ludus_position *after);
/* A position of this record's own, freed when the next is begun; NULL without memory. */
struct ludus_position *replay_own(struct ludus_replay *replay);

/* Undo number `index`, which is in use. */
static inline struct undo *replay_undo_at(const struct ludus_replay *replay, size_t index)
{
    const struct undo_place *place = &replay->places[index];
    return (struct undo *)(void *)(replay->blocks[place->block] + place->at);
}

/* A free undo, or NULL without memory. It is in use once line.undos counts it. */
struct undo *replay_undo(struct ludus_replay *replay);

static inline struct diag *replay_diag(struct ludus_replay *replay)
{
    return &replay->game->diag;
}

/* Has the main line been played to its end, and is that the end of the game as far as can be seen? */
static inline bool replay_whole(const struct ludus_replay *replay)
{
    return !replay->line.broken && !replay->game->cut;
}

static inline const char *side_name(unsigned side)
{
    return side == LUDUS_WHITE ? "White" : "Black";
}

/* Makes a move on the line's position. Returns its undo, or NULL without memory. */
static inline struct undo *replay_make(struct ludus_replay *replay, struct ludus_move move)
{
    struct undo *undo = replay_undo(replay);
    if (undo) {
        position_make(&replay->line.pos, move, undo);
        replay->line.undos++;
    }
    return undo;
}

/* Name of the piece on a square; "nothing" where none stands. */
static inline const char *piece_on(const struct ludus_position *pos, unsigned square)
{
    return square == NONE || pos->cell[square] == 0
               ? "nothing"
               : pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].names[0];
}

/* ---- What stands before the moves: which rules, which position, who begins ---- */

/* Finds ruleset and start of the record. False with a message when either cannot be had. */
bool opening_read(struct ludus_replay *replay);

/* The built-in ruleset that a Variant tag names ("" where there is none), or NULL. */
const struct ludus_ruleset *opening_ruleset(struct ludus_text name);

/* Goes on in a broken line from the position that a comment gives, [%fen …]. */
void opening_resume(struct ludus_replay *replay, const struct item *comment);

/* ---- Turn numbers and sides as written, against the turn that it is ---- */

/* How many turns lie between the line's next turn and the one that the label names; less than 0 where that
 * comes before. False where it does not tell. */
bool labels_distance(const struct ludus_replay *replay, const struct item *label, long *turns);
/* Can the line's next turn be labelled so? */
bool labels_fits(const struct ludus_replay *replay, const struct item *label);

/* Is the label just what it should be for the line's next turn? */
static inline bool labels_is_right(const struct item *label, uint32_t number, unsigned side)
{
    return label->number == number &&
           (label->side == side || (label->side == NO_SIDE && (label->form < 2 || side == LUDUS_BLACK)));
}

/* ---- The dice of a turn as written ---- */

/* What the record says of the roll of a turn. */
enum roll {
    ROLL_WRITTEN, /* also where the game has no dice */
    ROLL_DAMAGED, /* some faces cannot be read */
    ROLL_GUESSED  /* it is missing or impossible: any will do */
};

/* Says that the game has no dice, once for each record. */
void roll_say_no_dice(struct ludus_replay *replay, const struct item *item);

/* Is the move a `__` that stands for any number of them, and so for the roll before them? */
bool roll_is_lost(const struct item *item);

/* A roll without parentheses, which reads as numbers: 2 3, 4W. 2. 3, 4W. 23. */
struct bare_roll {
    const struct item *first, *last;
    const struct item *label; /* the number of the turn before it, or NULL */
    uint8_t face[LUDUS_DICE_MAX];
};

/* Finds one that ends with the number just before `move`, which stands in a turn without a roll. */
bool roll_find_bare(const struct ludus_game *game, const struct rules *rules, const struct item *move,
                    struct bare_roll *bare);

/* ---- Text that could not be read ---- */

/* Does the unreadable text just before replay->turns.at take the place of a turn? It does behind a number or
 * a roll. Elsewhere the next number of the record tells: where it is that of the turn that follows without
 * the text, the text is none. */
bool unread_is_turn(struct ludus_replay *replay, const struct item *item);
/* Is the item the name of a piece that stands apart from its squares, which follow? */
bool unread_is_name(const struct ludus_replay *replay, const struct item *item);

/* ---- One turn: its label, its roll, its moves, its claims ---- */

/* Takes the turn that `turns` has come to, with all that commas join to it, to replay->turn. */
void turn_gather(struct ludus_replay *replay, struct turns *turns);
/* Begins it: checks its label and its roll, and throws that. False when its moves are not to be played one by
 * one: then turn->state says what became of it. */
bool turn_begin(struct ludus_replay *replay);
/* Plays replay->turn, whose items have been gathered, onto replay->line. Faults become messages. */
void turn_play(struct ludus_replay *replay);

/* Notes a move of the turn, which item number `item` says. */
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

/* Makes a move of the turn without asking whether it is legal; `item` is the index of the item that says it.
 * False only without memory. */
bool turn_make(struct ludus_replay *replay, struct ludus_move move, unsigned item);

/* The legal moves that item number `item` can mean, as resolve_move; `*used` is the number of items that the
 * move takes (two for a pair of placings). */
size_t turn_resolve(const struct ludus_replay *replay, unsigned item, struct ludus_move out[RESOLVE_MAX],
                    unsigned *used);

/* Is a pass all that it says? */
static inline bool turn_is_pass(const struct turn *turn)
{
    return turn->item_count == 1 && turn->items[0]->move.style == MOVE_PASS;
}

/* Checks what such a turn claims, in a game where it has no moves, and writes its text. */
void turn_pass(struct ludus_replay *replay);
/* Ends the turn on the board as it stands. False only without memory. */
bool turn_end(struct ludus_replay *replay);

/* How many moves the turn has room for: the dice, or 1; more only where a piece must move on. */
bool turn_is_full(const struct ludus_replay *replay);

/* Ends the turn on the board. False when it cannot end here (and a message says why). */
bool turn_finish(struct ludus_replay *replay);

/* What stands between an item of the turn as it is written and what comes before it. */
const char *turn_before_item(const struct turn *turn, unsigned item);

/* ---- What a record says of a move besides the move: x, e.p., stones removed, path, squeeze, + and # ---- */

/* … and, where it claims a check or mate, when its turn is over. */
void claims_turn(struct ludus_replay *replay, const struct item *item);

/* ---- Why a written move cannot be played, in the game's own terms, and what was perhaps meant ---- */

/* Adds one message about item number `item` of replay->turn, which does not resolve to one legal move in the
 * position of replay->line: `found` moves fit it (0, or several of `moves`). */
void explain_move(struct ludus_replay *replay, unsigned item, const struct ludus_move *moves, size_t found);

/* Adds the message that a piece must still move on, where item number `item` of the turn ends it, or says
 * something else. */
void explain_unfinished(struct ludus_replay *replay, unsigned item);

/* ---- What was perhaps meant by a move that is not legal: one small change that makes it so ---- */

/* Hangs the best hint there is on `message`, about item number `item` of replay->turn: the legal moves that
 * it was likely to be, and the likeliest as what to put in its place; else the squares that the piece can
 * reach, else that the other side could play so. */
void hint_move(struct ludus_replay *replay, struct message *message, unsigned item);

/* Tells where the pieces of some kinds, or that on `from`, can go. */
void hint_targets(struct ludus_replay *replay, struct message *message, kind_set kinds, unsigned from);

/* As hint_move, of the message on the first text of replay->turn that could not be read. True if the turn has
 * what was meant in its place now, and can be played. */
bool hint_unread(struct ludus_replay *replay);

/* ---- Moves that were really played although they break the rules (sic) ---- */

/* Changes the position as item number `item` of the turn says, whatever the rules say. False when the text
 * does not tell which piece goes where. */
bool force_move(struct ludus_replay *replay, unsigned item);

/* ---- Turns with illegible signs: which legal turns they can have been ---- */

/* Plays a damaged turn where all readings that fit come to the same moves, and notes what was restored; else
 * notes how many readings fit. */
enum ludus_turn_state damage_play(struct ludus_replay *replay, enum roll roll, const struct item *item);

/* ---- The result: in the tag, in the text, and as the final position has it ---- */

/* That of the Result tag; LUDUS_OPEN where it does not say who won. */
enum ludus_result stated_result_of_tag(const struct ludus_game *game);
/* The same, but where the tag does not say, the result at the end of the moves. */
enum ludus_result stated_result(const struct ludus_game *game);
/* Does the result behind the moves, or NULL, go with the position that they lead to? NULL: that is not known.
 * A win in a dead position does not; a position that may be claimed as drawn goes with any result. */
bool ending_agrees(const struct item *written, const struct ludus_position *last);
/* Checks what stands at the end of a record that has been replayed, and the tags that say when it was played
 * and how it ended. */
void ending_check(struct ludus_replay *replay);

/* ---- Where a text comes from, [%cert], [%rdg], and what diagrams show, [%position] ---- */

/* Compares the diagrams of a comment with the position of the line. */
void provenance_check_diagrams(struct ludus_replay *replay, const struct item *comment);

#endif
