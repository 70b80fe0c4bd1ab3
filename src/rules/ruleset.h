/* ruleset.h - the rules of a game as data: the values that a rules file sets, and the tables of the engine.
 *
 * Filled by rules/statement.c, completed by rules/ruleset.c, then `const`. Sets of kinds are bit masks (bit k
 * = kind k); sets of squares are struct squares. */
#ifndef RULES_RULESET_H
#define RULES_RULESET_H

#include "base/memory.h"
#include "ludus.h"
#include "rules/squares.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    KINDS_MAX = 31, /* kinds of piece in a ruleset */
    CODES_MAX = 2 * KINDS_MAX + 2,
    SQUARES_MAX = 256,
    SIDE_MAX = 16, /* files and ranks */
    CASTLES_MAX = 4,
    REGIONS_MAX = 16, /* named sets of squares */
    LINES_MAX = 48,   /* lines between the points of a board */
    BECOMES_MAX = 8,  /* regions in which a kind is promoted */
    ROWS_MAX = 16,    /* rolls that place men on a whole line */
    NAMES_MAX = 12,   /* names and synonyms of a kind */
    NONE = 255        /* no square, no kind */
};

typedef uint32_t kind_set;

/* A piece on a square: 0 is empty, else 2 * kind + side + 2. */
#define CODE_OF(kind, side) ((uint8_t)(2 * (kind) + (side) + 2))
#define CODE_KIND(code) ((unsigned)((code) >> 1) - 1)
#define CODE_SIDE(code) ((unsigned)((code)&1))

/* Modes of atoms. An atom is an element of a piece's move in Betza notation: a leap, or a ray of `length`
 * squares, which may bend after the first. */
enum mode {
    MODE_MOVE = 1,     /* to an empty square */
    MODE_TAKE = 2,     /* captures an enemy */
    MODE_FIRST = 4,    /* only as the piece's first move (i) */
    MODE_LAME = 8,     /* not over a piece on the square between (n) */
    MODE_PASSING = 16, /* may capture en passant (e) */
    MODE_HOP = 128     /* a ray beyond exactly one piece (p) */
};

struct atom {
    int8_t file, rank;           /* the first step, for White; Black's is mirrored */
    int8_t next_file, next_rank; /* each later step */
    uint8_t length;              /* maximum number of steps; 1 for a leap */
    uint8_t mode;
    uint8_t passes; /* so many squares must be passed first: they are empty, and it does not stop on them */
    uint8_t region; /* only from squares of this region; 0: from all */
};

/* Is it a ray that bends after its first step? */
static inline bool atom_bends(struct atom atom)
{
    return atom.length > 1 && (atom.file != atom.next_file || atom.rank != atom.next_rank);
}

/* A named set of squares. Regions are numbered from 1: 0 is none. */
struct region {
    const char *name;
    struct squares squares[2]; /* as White sees it, and as Black does */
};

/* A line of points, on boards where pieces move along lines: neighbours on it are one step apart. */
struct board_line {
    uint8_t square[SIDE_MAX];
    unsigned count;
};

enum { ATOMS_MAX = 64 };

struct kind {
    char letter;                  /* upper case */
    const char *names[NAMES_MAX]; /* canonical name first; at least one */
    unsigned name_count;
    const char *image; /* name of its drawing */
    uint32_t faces;    /* faces of dice that move it, a bit each */
    kind_set becomes;  /* kinds it can promote to; 0: it does not promote */
    struct {
        unsigned region;
        kind_set kinds;        /* 0: those of `becomes` */
    } becomes_on[BECOMES_MAX]; /* where it promotes; none: on the last rank */
    unsigned becomes_on_count;
    unsigned keeps_to, keeps_off; /* regions to and from which it never moves */
    bool passes_off;              /* it may pass over `keeps_off` */
    unsigned goal;                /* region that it wins by reaching */
    unsigned surrounded_on;       /* region in which only surrounding captures it, not flanking */
    unsigned place_off;           /* region on which it is not placed */
    unsigned passed_on;           /* region of squares on which it is captured en passant; 0: all */
    bool piece_first; /* its `i` moves depend on whether it has moved (position->fresh), not on its square */
    bool promoted_first;                    /* a promoted piece has them too */
    bool first_until_capture;               /* its `i` moves end with the first capture of the game */
    bool first_unchecked, first_unattacked; /* they do not lead out of check, or over attacked squares */
    bool first_only;                        /* before its first move it has no other moves */
    kind_set first_lost_to; /* its `i` moves end when such an enemy moves onto its rank or file */
    kind_set spares;        /* kinds that it cannot capture */
    struct atom *atoms;     /* read from Betza notation */
    unsigned atom_count;
    struct atom *leaps; /* captures by leaping over an enemy; a ray may have empty squares on both sides */
    unsigned leap_count;
};

struct castle {
    char letter; /* K Q k q in FEN */
    uint8_t side, king_from, king_to, rook_from, rook_to;
    struct squares path; /* squares that must be empty */
};
void castle_find_path(struct castle *castle); /* sets path from the other squares */

enum blocked_rule {
    BLOCKED_LOSES,
    BLOCKED_DRAWS,
    BLOCKED_PASSES,
    BLOCKED_COUNTS_TAKEN,
    BLOCKED_COUNTS_PIECES,
    BLOCKED_WINS
};
enum pass_rule { PASS_USUAL, PASS_NO, PASS_YES }; /* usual: only in dice games */
enum bare_rule { BARE_PLAYS_ON, BARE_LOSES, BARE_REPRIEVE };
enum take_rule { TAKE_FREE, TAKE_MUST, TAKE_MOST };
enum take_ties { TIE_WITH = 1, TIE_MOST = 2, TIE_SOONEST = 4 };
enum chain_rule { CHAIN_WHOLE, CHAIN_FREE, CHAIN_ONE };
/* A man that reaches its last rank in a chain. */
enum crown_rule { CROWN_STOPS, CROWN_AT_END, CROWN_AT_ONCE };
enum repetition_rule { REPEAT_FREE, REPEAT_THIRD, REPEAT_NEVER };
enum notation_rule { STYLE_SAN, STYLE_LONG, STYLE_SQUARES };
enum bound_capture { BOUND_SAFE, BOUND_DISPLACED, BOUND_REMOVED, BOUND_FALLS };
enum bound_flank { BOUND_FLANKS, BOUND_HOLDS, BOUND_IDLE };
enum jump_over { OVER_OWN = 1, OVER_ENEMY = 2, OVER_BOUND = 4 }; /* OVER_BOUND: bound enemies */
enum mill_rule {
    MILL_NOTHING,
    MILL_TAKES_ONE,
    MILL_TAKES_EACH,
    MILL_WINS
}; /* each: one for each line filled */
enum first_side { FIRST_WHITE, FIRST_BLACK, FIRST_EITHER };

/* The terms of an evaluation of positions; see study/luck.h. From TERM_WORTH on: WORTHS for White's pieces of
 * the first kind, the same for Black's, then those of the next kind. */
enum { TERM_STRIKE, TERM_TURN, TERM_NUMBER, TERM_POWER, TERM_DANGER, TERM_LOOSE };
enum { TERM_MOBILITY = TERM_LOOSE + 1, TERM_WHITE, TERM_WORTH };
enum { WORTHS = 3, TERMS_MAX = TERM_WORTH + 2 * WORTHS * KINDS_MAX };

/* The values that a rules file sets; see the table in statement_table.c, and ludus-rules(5). */
struct rules {
    const char *id, *title, *author, *source;
    const char *parent;
    const char *uci_variant, *uci_option; /* names in the UCI protocol; not inherited. NULL: no option */
    unsigned files, ranks;
    const char *start; /* FEN */
    unsigned first;    /* enum first_side */
    unsigned dice, faces;
    unsigned notation;      /* enum notation_rule: canonical notation of moves */
    bool fresh_in_castling; /* pieces that have not moved are named by their files in FEN's field of castling
                             */
    bool sided_numbers;     /* turns are 4W. 4B., not PGN's numbers */
    unsigned pass;          /* enum pass_rule: passing is always legal */
    kind_set pawns;         /* no letter in SAN; their moves reset the count of quiet turns */

    kind_set royal;       /* kinds that can be in check, or whose capture ends the game */
    bool check;           /* a royal may not be left attacked; checkmate wins */
    bool no_check;        /* no move may give check */
    bool facing;          /* royals may not face each other on an open file */
    bool goal_reply;      /* when the first side reaches its goal the second has one more turn */
    bool quiet_counts;    /* after quiet_limit the side with more pieces wins; else it is a draw */
    bool royal_capture;   /* a side whose royals are all captured has lost */
    unsigned bare_royal;  /* enum bare_rule: a side with nothing but royals has lost */
    unsigned checks_win;  /* so many checks given win; 0: no such rule */
    kind_set men;         /* kinds counted by lost_at */
    unsigned lost_at;     /* a side with this many men or fewer has lost; NONE: no such rule */
    kind_set immobile;    /* a side loses if one of these is enclosed with an enemy next to it */
    unsigned blocked;     /* enum blocked_rule: a player without a legal move who is not in check */
    unsigned quiet_limit; /* number of turns without capture that ends the game; 0: none */
    unsigned repetition;  /* enum repetition_rule */
    kind_set dead_single; /* no side can win with its royals and one of these */
    kind_set dead_shade;  /* or with any number of these, all on squares of one colour */
    unsigned drawn_times; /* occurrences of a position that make a draw, though play may continue; or 0 */
    unsigned drawn_quiet; /* the same for quiet turns */

    struct castle castles[CASTLES_MAX];
    unsigned castle_count;
    bool castle_any; /* kings and rooks castle from where the position has them */

    struct region regions[REGIONS_MAX + 1]; /* from 1 on */
    unsigned region_count;
    struct board_line lines[LINES_MAX];
    unsigned line_count;

    unsigned must_take;   /* enum take_rule: captures are compulsory */
    unsigned take_ties;   /* bits of enum take_ties: which of the largest captures */
    kind_set take_first;  /* kinds that these prefer */
    unsigned chain;       /* enum chain_rule: leaps of one move */
    unsigned crown;       /* enum crown_rule */
    bool removes_at_once; /* men that are leapt over leave the board at once, not at the end of the chain */
    bool explodes;        /* a capture removes the capturer and what stands around, but pawns */

    bool displacement;       /* pieces capture by moving onto the enemy */
    kind_set custodian;      /* kinds captured between two flankers */
    kind_set flankers;       /* kinds that flank and surround */
    bool custodian_diagonal; /* along diagonals too */
    bool custodian_lines;    /* a whole line of enemies is captured at once */
    bool shielded_lines;     /* a line with a piece of any other kind is not captured */
    bool corner_capture;     /* flankers on both neighbours capture a man in a corner */
    bool jump_captures;      /* the end of a jump captures like that of a step */
    bool corner_partner;     /* a corner square acts as a flanker */
    struct {
        unsigned region;
        bool always; /* also while a piece is on it */
        kind_set kinds;
    } hostile[4]; /* squares that act as flankers against these kinds */
    unsigned hostile_count;
    kind_set surround;      /* kinds captured when all their orthogonal neighbours are flankers */
    bool surround_walls;    /* the edge acts as a flanker for this */
    bool binds;             /* pieces are bound instead of captured */
    unsigned bound_capture; /* enum bound_capture: how a bound man is captured */
    kind_set displacers;    /* kinds that capture bound men by displacement */
    unsigned bound_flank;   /* enum bound_flank: the effect of a bound man */
    kind_set held_by_two;   /* kinds that two opposite flankers keep bound (surrounding keeps all kinds) */
    bool suicide;           /* a man may move between two enemies without capturing or binding */
    bool further_move;      /* after a capture the same piece must move again */
    kind_set squeeze;       /* kinds that must announce a move between two enemies */

    kind_set jumpers;
    unsigned jump_over;                           /* bits of enum jump_over: what may be jumped over */
    bool evaluated;                               /* `evaluation` is known */
    bool jump_diagonal, jump_chain, jump_revisit; /* revisit: a chain may visit a square twice */
    kind_set firm;                                /* kinds that may not be jumped over */

    uint8_t hand[KINDS_MAX]; /* number of men of each kind that a side places */
    const char *hand_tag;    /* name of the tag that can set another number of men, or NULL */
    unsigned hand_least, hand_most;
    kind_set place_last;  /* kinds placed after all others, one per turn */
    bool mill_flies;      /* with three men left a side moves to any point */
    bool mill_shields;    /* men in mills are removed only if all are in mills */
    bool drops;           /* captured pieces change sides, and are placed instead of a move */
    unsigned mill;        /* enum mill_rule: a line filled with own men */
    unsigned place_count; /* men placed in a turn, 1 or 2 */
    unsigned place_first; /* men placed in the first turn; 0: as in other turns */
    unsigned place_dice;  /* dice thrown in a turn in which men are placed; 0: none */
    unsigned place_rows;  /* rolls that place men on a whole empty line, their dice in ascending order: */
    uint8_t place_row[ROWS_MAX][LUDUS_DICE_MAX];

    double evaluation[TERMS_MAX]; /* weights of its terms */

    struct kind kinds[KINDS_MAX];
    unsigned kind_count;
};

struct ludus_ruleset {
    struct rules rules;
    unsigned squares;        /* files * ranks */
    unsigned points;         /* of them, those that are on the board: all, unless it has lines */
    unsigned words;          /* words of struct squares in use */
    unsigned codes;          /* 2 * kind_count + 2 */
    char letters[CODES_MAX]; /* letters of FEN by piece code; Black's are lower case */
    kind_set called[26];     /* the kind with the letter A … Z, or none */
    kind_set nameless;       /* kinds that a move without a name can mean */
    size_t max_moves;        /* upper bound of the number of legal moves */
    /* Derived from the rules, for speed and for FEN. */
    kind_set en_passant;  /* kinds that capture en passant */
    bool ends_early;      /* the board alone can end the game */
    bool custodial;       /* pieces are captured or bound by flanking or surrounding */
    bool places;          /* men are placed from a hand */
    bool filters;         /* legality depends on the position after a move (repetition, suicide, check) */
    bool tries_safety;    /* check can depend on captures, jumps or placings: every move is tried */
    bool simple_steps;    /* that try a step without capture changes nothing but its two squares */
    bool plain;           /* only check, steps and displacement; see bitboard.h */
    bool keys_are_plain;  /* a move without capture changes the key only by its two squares and the side */
    kind_set steppers;    /* kinds that only move straight to empty squares, but for leaps */
    bool only_steps;      /* after placing, all moves are those of `steppers` */
    struct squares board; /* all squares */
    bool paths_meet;      /* a piece can have two moves to one square: only one is listed */
    bool counts_taken, tracks_fresh, tracks_captured; /* FEN fields */
    bool leaps;                                       /* pieces capture by leaping */
    kind_set promoted;                                /* kinds that are promoted */
    bool takes_all;                                   /* every kind captures every other by displacement */
    bool has_royal[2];       /* the side begins with a royal: ends by royals concern it */
    bool places_win;         /* reaching a region, filling a line or giving checks wins */
    bool odd_effects;        /* moves of this ruleset have effects that most games lack: see position_make */
    kind_set first_lost;     /* kinds with this rule */
    const char *fresh_field; /* name of the FEN field of pieces that have not moved yet ("fers") */
    struct tables *tables;
    struct ludus_position *start; /* template for new positions */
    struct arena arena;           /* owns all of the above */
};

/* Finds the kind with this upper-case letter. Returns NONE if there is none. */
unsigned rules_letter(const struct rules *rules, char letter);
/* Finds a kind by letter (upper case) or name (any case, `length` bytes). Returns NONE if there is none. */
unsigned rules_kind(const struct rules *rules, const char *name, size_t length);

/* May a player pass, at any time or without another legal move? */
static inline bool knows_passing(const struct rules *rules)
{
    return rules->dice || rules->pass == PASS_YES || rules->blocked == BLOCKED_PASSES;
}

/* Returns the side that is first in each number of a turn. */
static inline unsigned turn_first(const struct rules *rules)
{
    return rules->first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
}

/* Returns the place of a turn: the count of turns from the first of number 0 to it. */
static inline long turn_place(const struct rules *rules, unsigned number, unsigned side)
{
    return 2 * (long)number + (side != turn_first(rules));
}

static inline const char *side_name(unsigned side)
{
    return side == LUDUS_WHITE ? "White" : "Black";
}

/* Returns White's part of a result: 1, 0, or one half. */
static inline double white_part(enum ludus_result result)
{
    return result == LUDUS_WHITE_WINS ? 1 : result == LUDUS_BLACK_WINS ? 0 : 0.5;
}

static inline enum ludus_result side_wins(unsigned side)
{
    return side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
}

static inline unsigned square_file(const struct ludus_ruleset *rs, unsigned square)
{
    return square % rs->rules.files;
}

static inline unsigned square_rank(const struct ludus_ruleset *rs, unsigned square)
{
    return square / rs->rules.files;
}

/* Returns the number of a king's steps from one square to the other. */
static inline unsigned square_steps(const struct ludus_ruleset *rs, unsigned from, unsigned to)
{
    int files = abs((int)square_file(rs, from) - (int)square_file(rs, to));
    int ranks = abs((int)square_rank(rs, from) - (int)square_rank(rs, to));
    return (unsigned)(files > ranks ? files : ranks);
}

/* Reads Betza notation ("fmWfcF") and adds it to the atoms, in a new array in `arena`. On failure returns
 * false, and sets `*reason` to a constant text and `*at` to the byte of the error. */
bool betza_read(const char *text, struct arena *arena, struct atom **atoms, unsigned *count,
                const char **reason, size_t *at);

enum { BUILTIN_MAX = 256 };
struct builtin_rules {
    const char *id, *title; /* name of the file without .rules; its title */
    const char *text;       /* contents of the file, NUL-terminated */
    size_t length;          /* in bytes, without the NUL */
};

extern const struct builtin_rules builtin_rules[]; /* sorted by id with strcmp */
extern const size_t builtin_rules_count;

/* Id of the ruleset of a record without a Variant tag whose position is not sound by the usual one. */
extern const char ruleset_by_position[];

/* ---- Precomputed tables for move generation ---- */

enum {
    NORTH,
    SOUTH,
    EAST,
    WEST,
    NORTH_EAST,
    SOUTH_WEST,
    NORTH_WEST,
    SOUTH_EAST,      /* opposite direction: way ^ 1 */
    RAYS_MAX = 48,   /* maximum number of directions of rays in Betza notation */
    MODE_LATER = 32, /* additional mode: not as the first move */
    MODE_LEAPS = 64  /* additional mode: a group of independent leaps */
};

/* The conditions under which a piece can make a move that it has on an empty board. */
enum manner {
    MANNER_OTHER,  /* complex: its groups in the stream must be read */
    MANNER_DIRECT, /* moves and captures alike: no piece in between on a ray, if there is one */
    MANNER_SPLIT   /* captures where it does not move: the same, and whether the target is occupied */
};

/* A piece code on bitboards (bitboard.h). */
struct bitboard_piece {
    const uint64_t *reach, *strike; /* [target]: its part of the tables below */
    uint64_t slides;                /* all bits for a sliding piece, else 0 */
    const kind_set *becomes;        /* [target]: kinds that it is promoted to there */
    bool splits;                    /* MANNER_SPLIT */
    bool restarts;                  /* its moves reset the count of quiet turns */
    bool passes;                    /* it captures, and is captured, en passant */
};

struct tables {
    uint8_t near[SQUARES_MAX][8]; /* adjacent squares by direction, NONE off the board */
    kind_set *becomes;            /* [code * squares + square]: kinds that a piece is promoted to there */
    struct squares hostile[2][KINDS_MAX]; /* against each kind: while empty, always */
    struct squares line[LINES_MAX];       /* points of each line */
    uint64_t lines_on[SQUARES_MAX];       /* lines through a point, a bit each */
    uint8_t castle_keep[SQUARES_MAX];     /* castling rights left after a move from or to the square */

    /* Moves of a piece code from a square: an offset into `stream`, which has groups {n, mode, n squares},
     * ended by n = 0: first leaps (MODE_LEAPS: n targets), then lame leaps (MODE_LAME: the last square is the
     * target, the others must be empty), then rays (up to the first piece). */
    uint32_t moves[CODES_MAX][SQUARES_MAX];
    const uint8_t *stream;

    /* Reverse tables: the squares from which a piece reaches a target on an empty board, `words` words for
     * each [code * squares + target]. */
    uint64_t *reach;
    uint8_t manner[KINDS_MAX]; /* enum manner */

    /* Attacks by target. */
    uint64_t *strike; /* like reach, for attacks only */
    uint64_t *over;   /* like reach, for attacks that leap over squares of a ray; NULL if none does */
    uint64_t *beyond[SQUARES_MAX];  /* [a], then words for each b: the ray from a through b, or empty */
    uint64_t *between[SQUARES_MAX]; /* the same: the squares between the two */
    uint64_t first_file;            /* squares of the first file, for bitboards (bitboard.h) */
    struct bitboard_piece *pieces;  /* for bitboards, by code; NULL if the ruleset does not fit them */
    uint8_t leap_ways[CODES_MAX], leap_flies[CODES_MAX]; /* directions of leaps; over any distance */
    uint8_t reaches[CODES_MAX][8];   /* of `steppers`: how far they move in each direction */
    struct squares stops[CODES_MAX]; /* where a piece may stop, by its regions */
    int16_t step[8];        /* what a step in each direction adds to a square, where it has a `link` */
    struct squares link[8]; /* squares with a neighbour in each direction at the usual distance */
    bool irregular;         /* there are other neighbours, on boards of lines */
    bool first_takes;       /* some captures are first moves, which a capture ends */
    bool odd_attacks; /* some attacks are not in these tables (lame, first move, parallel rays), or some piece
                         in them cannot capture a royal */

    uint64_t key_piece[CODES_MAX][SQUARES_MAX];
    uint64_t key_bound[SQUARES_MAX], key_fresh[SQUARES_MAX], key_en_passant[SQUARES_MAX],
        key_pending[SQUARES_MAX];
    uint64_t key_castling[1 << CASTLES_MAX];
    uint64_t key_side, key_captured, key_hand; /* hand: a multiplier */

    /* Numbers of distinct rolls: all, those that allow a first move of a kind, and a second one after it. */
    unsigned rolls, rolls_one[KINDS_MAX], rolls_two[KINDS_MAX][KINDS_MAX];
};

/* Builds all tables. False without memory, or with the reason if the start is no valid placement. */
bool tables_build(struct ludus_ruleset *rs, char *reason, size_t size);

/* Returns the squares from which a piece of the code reaches `target` on an empty board: rs->words words. */
static inline const uint64_t *reach_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->reach + (code * rs->squares + target) * rs->words;
}

/* Returns the kinds that a piece of the code is promoted to when it moves to the square; 0: to none. */
static inline kind_set promotions_on(const struct ludus_ruleset *rs, unsigned code, unsigned square)
{
    return rs->tables->becomes[code * rs->squares + square];
}

/* Is the square in the side's region of this number? Not if that is 0. */
static inline bool region_has(const struct rules *rules, unsigned region, unsigned side, unsigned square)
{
    return region && squares_has(&rules->regions[region].squares[side], square);
}

/* Returns the squares from which a piece of the code attacks `target` on an empty board. */
static inline const uint64_t *strike_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->strike + (code * rs->squares + target) * rs->words;
}

/* Does a piece of the code attack `target` from `from` by a leap, whatever stands between? */
static inline bool leaps_over(const struct ludus_ruleset *rs, unsigned code, unsigned from, unsigned target)
{
    const uint64_t *over = rs->tables->over;

    return over && over[(code * rs->squares + target) * rs->words + (from >> 6)] >> (from & 63) & 1;
}

/* Returns the ray from `square` through `other`, rs->words words; empty if they are on no common ray. */
static inline const uint64_t *ray_through(const struct ludus_ruleset *rs, unsigned square, unsigned other)
{
    return rs->tables->beyond[square] + other * rs->words;
}

/* Returns its squares between the two. */
static inline const uint64_t *ray_between(const struct ludus_ruleset *rs, unsigned square, unsigned other)
{
    return rs->tables->between[square] + other * rs->words;
}

static inline bool in_set(kind_set set, unsigned kind)
{
    return set >> kind & 1;
}

/* Returns the next pseudo-random number (splitmix64), the same on every machine; `*state` is the seed. */
uint64_t random_next(uint64_t *state);

#endif
