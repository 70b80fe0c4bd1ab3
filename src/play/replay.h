/* replay.h - inside a replayer: a line of play, the turn being played, and the way through a record. */
#ifndef PLAY_REPLAY_H
#define PLAY_REPLAY_H

#include "base/buf.h"
#include "notation/turns.h"
#include "play/quick.h"
#include "play/resolve.h"
#include "rules/outcome.h"
#include "rules/position.h"

#include <stddef.h>

/* Where a line of play stands. */
struct line {
    struct ludus_position *before_forced; /* what stood before the last turn, when undoing cannot bring it
                                             back; or NULL */
    size_t undos;                         /* undos in use */
    size_t turn_undos;                    /* undos in use before the last turn */
    size_t turn_tally;                    /* length of the tally before the last turn */
    unsigned number; /* of the next turn as counted, also in a broken line; side by side for speed with */
    unsigned turn_number; /* that of the last turn */
    uint8_t side, turn_side, first_side;
    bool broken;          /* a fault has been met: `pos` is what stood before it, the rest is not played */
    bool lost;            /* it had been met before the last turn, so what stood before that is not known */
    bool started;         /* it has a turn */
    struct message *jump; /* that a number was greater than counted, if one was: perhaps a turn is missing */
    long shift[2];        /* what the record's numbers differ by, for each side */
    long kept[2];         /* what the numbers that are written again differ by, see rewrite.c */
    struct ludus_position pos; /* last, for it is not kept where a variation leaves the line */
};

/* A line that a variation has left. Its position comes back by taking back the moves of the variation and
 * making those of the line's last turn again, whose undos still say them. */
struct left_line {
    char state[offsetof(struct line, pos)];
    size_t undos, turn_undos;    /* of the line */
    struct ludus_position *kept; /* its position, where undos cannot bring it back, or NULL */
};

/* A turn as written and as played. */
struct turn {
    const struct item *label, *dice; /* or NULL */
    const struct item *items[LUDUS_MOVES_MAX];
    unsigned item_count;
    bool crowded; /* more moves than that */
    bool unread;  /* some of them are text that could not be read */
    bool misled;  /* its label is wrong, or what stands before it cannot be read: that it does not fit is no
                     second  fault */
    struct message *wrong_number; /* what was said of its label, or NULL */
    bool renumbered;              /* other numbers stand before its label, or a roll that is none of its */
    bool numbers_stay;            /* and they do not all say the same as the label */
    enum ludus_turn_state state;
    uint8_t side;
    unsigned number;
    uint8_t roll[LUDUS_DICE_MAX]; /* 0: lost */
    unsigned roll_count;
    struct ludus_move moves[LUDUS_MOVES_MAX];
    uint8_t kinds[LUDUS_MOVES_MAX];                       /* what each move moved */
    uint8_t item_of[LUDUS_MOVES_MAX];                     /* and the item that says so */
    const struct ludus_position *forced[LUDUS_MOVES_MAX]; /* what stands after one that broke the rules (sic);
                                                             else NULL */
    unsigned move_count;
    size_t text_begin[LUDUS_MOVES_MAX]; /* canonical text of each item in replay->text, */
    size_t text_end[LUDUS_MOVES_MAX];   /* 0 where the item is kept as written */
};

/* Undos lie one behind the other, each as long as its move made it: a long record has millions. */
struct undo_place {
    uint32_t block, at;
};
enum { UNDO_BLOCK = 64 * sizeof(struct undo) };

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
    bool looked_back;   /* the turns before a fault have been suspected once */
    bool failed;        /* memory ran out */
};

/* Reads on to the end of the next turn and plays it into replay->turn. False at the end of the record. */
bool replay_step(struct ludus_replay *replay);
/* The same, but goes on past that turn as far as turns are plain: replay->turn is the last of them. */
bool replay_steps(struct ludus_replay *replay);
/* As memory_room; replay->failed without memory. */
void *replay_room(struct ludus_replay *replay, void *array, size_t count, size_t *capacity, size_t size);
/* Makes room for another undo, in this block; false without memory. */
bool replay_more_undos(struct ludus_replay *replay, size_t block);
/* Takes moves back until `undos` are in use. */
void replay_rewind(struct ludus_replay *replay, size_t undos);
/* Brings a copy of the line's position back to what stood before the last turn. */
void replay_retreat(const struct ludus_replay *replay, struct ludus_position *pos);
/* Keeps the position of the line that the present one has left, for undoing will no longer bring it back.
 * False without memory. */
bool replay_keep_outer(struct ludus_replay *replay);
/* A copy of a position that lasts as long as the record; what it points to stays the other's. NULL without
 * memory. */
struct ludus_position *replay_keep(struct ludus_replay *replay, const struct ludus_position *pos);
/* A position of this record's own, freed when the next is begun; NULL without memory. */
struct ludus_position *replay_own(struct ludus_replay *replay);

/* Undo number `index`, which is in use. */
static inline struct undo *replay_undo_at(const struct ludus_replay *replay, size_t index)
{
    const struct undo_place *place = &replay->places[index];
    return (struct undo *)(void *)(replay->blocks[place->block] + place->at);
}

/* A free undo, or NULL without memory. It is in use once line.undos counts it. */
static inline struct undo *replay_undo(struct ludus_replay *replay)
{
    size_t undos = replay->line.undos;
    struct undo_place place = { 0, 0 };
    if (undos > 0) {
        place = replay->places[undos - 1];
        place.at += (uint32_t)undo_size(replay_undo_at(replay, undos - 1));
    }
    if (place.at > UNDO_BLOCK - sizeof(struct undo))
        place = (struct undo_place){ place.block + 1, 0 };
    if ((undos == replay->place_capacity || place.block == replay->block_count) &&
        !replay_more_undos(replay, place.block))
        return NULL;
    replay->places[undos] = place;
    return replay_undo_at(replay, undos);
}

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

#endif
