/* ruleset.h - a game's rules as data: what a rules file says, and the tables that the engine walks.
 *
 * Filled by rules/statement.c from a rules file, completed by rules/ruleset.c, `const` from then on. Sets of
 * kinds are bit masks (bit k = kind k); sets of squares are struct squares. */
#ifndef RULES_RULESET_H
#define RULES_RULESET_H

#include "base/memory.h"
#include "ludus.h"

#include <stddef.h>

enum {
    KINDS_MAX = 16, /* kinds of piece in a ruleset */
    CODES_MAX = 2 * KINDS_MAX + 2,
    SQUARES_MAX = 256,
    SIDE_MAX = 16, /* files and ranks */
    CASTLES_MAX = 4,
    NAMES_MAX = 12, /* names and synonyms of a kind */
    NONE = 255      /* no square, no kind */
};

typedef uint32_t kind_set;

struct squares {
    uint64_t word[4]; /* bit square % 64 of word square / 64 */
};

/* A piece on a square: 0 is empty, else 2 * kind + side + 2. */
#define CODE_OF(kind, side) ((uint8_t)(2 * (kind) + (side) + 2))
#define CODE_KIND(code) ((unsigned)((code) >> 1) - 1)
#define CODE_SIDE(code) ((unsigned)((code)&1))

/* One way of moving: a leap, or a ray of `length` squares. Read off the Betza string. */
enum mode {
    MODE_MOVE = 1,    /* to an empty square */
    MODE_TAKE = 2,    /* onto an enemy */
    MODE_FIRST = 4,   /* only as the piece's first move (i) */
    MODE_LAME = 8,    /* not over a piece on the square between (n) */
    MODE_PASSING = 16 /* may take en passant (e) */
};

struct atom {
    int8_t file, rank; /* one step, for White; Black's is mirrored */
    uint8_t length;    /* steps at most; 1 for a leap */
    uint8_t mode;
};

enum { ATOMS_MAX = 64 };

struct kind {
    char letter;                  /* upper case */
    const char *names[NAMES_MAX]; /* canonical name first; at least one */
    unsigned name_count;
    const char *betza;   /* as written */
    const char *image;   /* name of its drawing */
    uint32_t faces;      /* dice that move it, a bit each */
    kind_set becomes;    /* kinds it may become on the farthest rank; 0: it does not promote */
    bool piece_first;    /* its `i` moves follow the piece (position->fresh), not the square it starts on */
    bool promoted_first; /* … and a promoted piece has them too */
    bool first_until_capture; /* its `i` moves end with the first capture of the game */
    kind_set spares;          /* kinds that it never takes */
    struct atom *atoms;       /* read off betza */
    unsigned atom_count;
};

struct castle {
    char letter; /* K Q k q in FEN */
    uint8_t side, king_from, king_to, rook_from, rook_to;
    struct squares path; /* must be empty */
};

enum blocked_rule {
    BLOCKED_LOSES,
    BLOCKED_DRAWS,
    BLOCKED_PASSES,
    BLOCKED_COUNTS_TAKEN,
    BLOCKED_COUNTS_PIECES
};
enum repetition_rule { REPEAT_FREE, REPEAT_THIRD, REPEAT_NEVER };
enum notation_rule { STYLE_SAN, STYLE_LONG };
enum bound_capture { BOUND_SAFE, BOUND_DISPLACED, BOUND_REMOVED, BOUND_FALLS };
enum bound_flank { BOUND_FLANKS, BOUND_HOLDS, BOUND_IDLE };
enum jump_over { OVER_OWN = 1, OVER_ENEMY = 2, OVER_BOUND = 4 }; /* OVER_BOUND: bound enemies */
enum first_side { FIRST_WHITE, FIRST_BLACK, FIRST_EITHER };

/* How positions are valued; study/luck.h says what the numbers are. */
struct evaluation {
    double turn, number, power, danger, loose;
};

/* What the statements of a rules file set; the table in statement_table.c and ludus-rules(5) say what each
 * means. */
struct rules {
    const char *id, *title, *author, *source;
    const char *parent;
    unsigned files, ranks;
    const char *start; /* FEN */
    unsigned first;    /* enum first_side */
    unsigned dice, faces;
    unsigned notation;  /* enum notation_rule: canonical notation of moves */
    bool sided_numbers; /* 4W. 4B. rather than PGN's numbers */
    bool pass;          /* passing is always legal */
    kind_set pawns;     /* written without a letter in SAN; their moves restart the quiet count */

    kind_set royal;       /* kinds that can be in check, or whose capture ends the game */
    bool check;           /* a royal may not be left attacked; checkmate wins */
    bool royal_capture;   /* a side whose royals are all captured has lost */
    bool bare_royal;      /* a side with nothing but royals has lost */
    kind_set men;         /* kinds counted by lost_at */
    unsigned lost_at;     /* a side with this many men or fewer has lost; NONE: no such rule */
    kind_set immobile;    /* kinds that lose when shut in with an enemy beside them */
    unsigned blocked;     /* enum blocked_rule: a player without a legal move who is not in check */
    unsigned quiet_limit; /* turns without capture that end the game; 0: none */
    bool quiet_counts;    /* then the side with more pieces wins; else drawn */
    unsigned repetition;  /* enum repetition_rule */
    kind_set dead_single; /* nobody can win with one of these beside the royals */
    kind_set dead_shade;  /* nor with any number of these that stand on squares of one colour */
    unsigned
        drawn_times; /* occurrences of a position that draw the game, though the record may go on; or 0 */
    unsigned drawn_quiet; /* quiet turns that do */

    struct castle castles[CASTLES_MAX];
    unsigned castle_count;

    bool displacement;       /* pieces capture by moving onto the enemy */
    kind_set custodian;      /* kinds taken between two flankers */
    kind_set flankers;       /* kinds that flank and surround */
    bool custodian_diagonal; /* along diagonals too */
    bool custodian_lines;    /* a whole line of enemies at once */
    bool shielded_lines;     /* a line that holds a piece that is no victim is not taken */
    bool corner_capture;     /* a man in a corner falls to flankers on both its neighbours */
    bool corner_partner;     /* a corner square stands in for a flanker */
    bool jump_captures;      /* a jump's landing captures as a step's does */
    kind_set surround;       /* kinds taken when all their orthogonal neighbours are flankers */
    bool surround_walls;     /* the edge stands in for a surrounder */
    bool binds;              /* what would be taken is bound instead */
    unsigned bound_capture;  /* enum bound_capture: how a bound man is taken */
    kind_set displacers;     /* kinds that take bound men by displacement */
    unsigned bound_flank;    /* enum bound_flank: what a bound man still does */
    kind_set
        held_by_two;   /* bound kinds that two opposite flankers keep bound (all are kept by surrounding) */
    bool suicide;      /* a man may end between two enemies though that takes or binds nothing */
    bool further_move; /* a capture obliges the same piece to move again */
    kind_set squeeze;  /* kinds that must announce moving between two enemies */

    kind_set jumpers;
    unsigned jump_over;                           /* set of enum jump_over: what may be jumped */
    bool jump_diagonal, jump_chain, jump_revisit; /* revisit: a chain may touch a square twice */
    kind_set firm;                                /* kinds that may not be jumped over */

    uint8_t hand[KINDS_MAX]; /* each side's men to place at the start */
    const char *hand_tag;    /* name of the tag that may say another number of men, or NULL */
    unsigned hand_least, hand_most;
    kind_set place_last;  /* kinds placed after all others, each as a turn */
    unsigned place_count; /* men placed in a turn, 1 or 2 */
    unsigned place_first; /* men placed in the very first turn; 0: as in any */

    bool evaluated; /* an evaluation is known */
    struct evaluation evaluation;

    struct kind kinds[KINDS_MAX];
    unsigned kind_count;
};

struct ludus_ruleset {
    struct rules rules;
    unsigned squares;        /* files * ranks */
    unsigned words;          /* of struct squares in use */
    unsigned codes;          /* 2 * kind_count + 2 */
    char letters[CODES_MAX]; /* of pieces by code, as in FEN: Black's are small */
    size_t max_moves;        /* no position has more legal moves */
    /* Derived from the rules, for speed and for FEN. */
    kind_set en_passant; /* kinds that take en passant */
    bool ends_early;     /* the board alone can end the game */
    bool custodial;      /* moves take or bind by where they end */
    bool places;         /* men are placed from a hand */
    bool filters; /* moves must be tried before they are known to be legal (repetition, suicide, royals) */
    bool tries_safety;   /* what a move does besides moving can leave a royal in check, or out of it */
    bool plain;          /* royals, steps and nothing else */
    bool keys_are_plain; /* a move that captures nothing changes the key by its own two squares and the side
                            alone */
    bool steps_to_empty; /* all moves are steps to empty squares, as soon as all men are placed */
    bool counts_from_empty; /* and on a crowded board they are counted from the empty squares */
    struct squares board;   /* all squares */
    bool ways_meet;         /* a piece may have two ways to the same square: each target is given once */
    bool counts_taken, tracks_fresh, tracks_captured; /* FEN fields */
    const char *fresh_field; /* name of the FEN field of pieces that have not moved yet ("fers") */
    struct tables *tables;
    struct ludus_position *start; /* to copy from */
    struct arena arena;           /* owns all of it */
};

/* Kind whose letter (upper case) it is, or NONE. */
unsigned rules_letter(const struct rules *rules, char letter);
/* Kind called by letter (upper case) or name (any case, `length` bytes), or NONE. */
unsigned rules_kind(const struct rules *rules, const char *name, size_t length);

/* Do the rules let a player pass, at any time or when nothing else is possible? */
static inline bool knows_passing(const struct rules *rules)
{
    return rules->dice || rules->pass || rules->blocked == BLOCKED_PASSES;
}

static inline unsigned square_file(const struct ludus_ruleset *rs, unsigned square)
{
    return square % rs->rules.files;
}

static inline unsigned square_rank(const struct ludus_ruleset *rs, unsigned square)
{
    return square / rs->rules.files;
}

/* Reads `text` ("fmWfcF") into the kind's atoms, which `arena` then owns. On failure returns false and sets
 * `*reason` to a constant; `*at` is the byte where it was found. */
bool betza_read(const char *text, struct arena *arena, struct kind *kind, const char **reason, size_t *at);

enum { BUILTIN_MAX = 256 };

struct builtin_rules {
    const char *id;   /* name of the file without .rules */
    const char *text; /* as it stands in the file, NUL-terminated */
    size_t length;    /* in bytes, without the NUL */
};

/* In order of id, as strcmp goes. */
extern const struct builtin_rules builtin_rules[];
extern const size_t builtin_rules_count;

/* ---- The rules worked out for every square, so that move generation only reads ---- */

enum {
    NORTH,
    SOUTH,
    EAST,
    WEST,
    NORTH_EAST,
    SOUTH_WEST,
    NORTH_WEST,
    SOUTH_EAST,              /* opposite = way ^ 1 */
    RAYS_MAX = 48,           /* directions of all the capitals of Betza's that something can slide in */
    MODE_UNTIL_CAPTURE = 32, /* beside the modes of atoms: only before the first capture of the game */
    MODE_LEAPS = 64          /* a group of leaps, each for itself */
};

/* What decides whether a piece can go where it would go on an empty board. */
enum manner {
    MANNER_OTHER,  /* its groups in the stream must be asked */
    MANNER_DIRECT, /* it moves and takes alike: what stands on the ray between, if there is one */
    MANNER_SPLIT   /* it takes where it does not move: the same, and whether something stands on the target */
};

/* A piece on bitboards (bitboard.h). */
struct bitboard_piece {
    const uint64_t *reach, *strike; /* [target]: its parts of the tables below */
    uint64_t slides;                /* all bits if it goes along rays, else 0 */
    kind_set becomes;               /* on the last rank of its side */
    bool splits;                    /* MANNER_SPLIT */
    bool restarts;                  /* its moves begin the count of quiet turns anew */
    bool passes;                    /* it takes, and is taken, en passant */
};

struct tables {
    uint8_t near[SQUARES_MAX][8];     /* neighbours by way, NONE off the board */
    struct squares far[2];            /* last rank of each side */
    uint8_t castle_keep[SQUARES_MAX]; /* castling rights that survive a move from or to the square */

    /* Where a piece (by code) goes from a square: an offset into `stream`, which holds groups
     * {n, mode, n squares}, ended by n = 0: first leaps (MODE_LEAPS: n targets), then lame leaps (MODE_LAME:
     * the last square is the target, the others must be empty), then rays (up to the first piece). */
    uint32_t moves[CODES_MAX][SQUARES_MAX];
    const uint8_t *stream;

    /* Backwards: squares from which a piece could go to a square if nothing stood between, `words` words for
     * each [code * squares + target]. */
    uint64_t *reach;
    uint8_t manner[KINDS_MAX]; /* enum manner */

    /* Attacks, seen from the square attacked. */
    uint64_t *strike; /* like reach, of attacks only */
    uint64_t *over;   /* and of those that leap over squares of a ray; NULL where none does */
    uint64_t
        *beyond[SQUARES_MAX]; /* [a], then `words` words for each b: the ray from a through b, or nothing */
    uint64_t *between[SQUARES_MAX]; /* and what of it stands between the two */
    uint64_t first_file;            /* its squares, on bitboards (bitboard.h) */
    struct bitboard_piece *pieces;  /* there, by code; NULL where the ruleset does not fit them */
    bool odd_attacks; /* some piece takes in a way that these tables do not hold (lame, first move, parallel
                         rays), or does not take a royal, as they have it */

    uint64_t key_piece[CODES_MAX][SQUARES_MAX];
    uint64_t key_bound[SQUARES_MAX], key_fresh[SQUARES_MAX], key_en_passant[SQUARES_MAX],
        key_pending[SQUARES_MAX];
    uint64_t key_castling[1 << CASTLES_MAX];
    uint64_t key_side, key_captured, key_hand; /* hand: a multiplier */

    /* Dice: how many of the rolls (each distinct one once) let a first move of a kind, and a second after it.
     */
    unsigned rolls, rolls_one[KINDS_MAX], rolls_two[KINDS_MAX][KINDS_MAX];
};

/* Works out all tables. False without memory, or with the reason if the start is no placement. */
bool tables_build(struct ludus_ruleset *rs, char *reason, size_t size);

static inline bool squares_has(const struct squares *set, unsigned square)
{
    return set->word[square >> 6] >> (square & 63) & 1;
}

static inline void squares_add(struct squares *set, unsigned square)
{
    set->word[square >> 6] |= (uint64_t)1 << (square & 63);
}

static inline void squares_remove(struct squares *set, unsigned square)
{
    set->word[square >> 6] &= ~((uint64_t)1 << (square & 63));
}

static inline bool squares_any(const struct squares *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) != 0;
}

static inline unsigned squares_count(const struct squares *set)
{
    unsigned count = 0;

    for (unsigned w = 0; w < 4; w++)
        if (set->word[w]) /* most boards have one word, and counting is a call */
            count += (unsigned)__builtin_popcountll(set->word[w]);
    return count;
}

/* for (unsigned square : set) */
#define FOR_SQUARES(square, set, words)                                                                      \
    for (unsigned square##_w = 0, square; square##_w < (words); square##_w++)                                \
        for (uint64_t square##_b = (set)->word[square##_w];                                                  \
             square##_b && (square = square##_w * 64 + (unsigned)__builtin_ctzll(square##_b), true);         \
             square##_b &= square##_b - 1)

/* Squares from which a piece of the code reaches `target` on an empty board: rs->words words. */
static inline const uint64_t *reach_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->reach + (code * rs->squares + target) * rs->words;
}

/* Squares from which a piece of the code attacks `target` on an empty board. */
static inline const uint64_t *strike_to(const struct ludus_ruleset *rs, unsigned code, unsigned target)
{
    return rs->tables->strike + (code * rs->squares + target) * rs->words;
}

/* Does a piece of the code take on `target` from there whatever stands between, by a leap? */
static inline bool leaps_over(const struct ludus_ruleset *rs, unsigned code, unsigned from, unsigned target)
{
    const uint64_t *over = rs->tables->over;

    return over && over[(code * rs->squares + target) * rs->words + (from >> 6)] >> (from & 63) & 1;
}

/* The ray from `square` through `other`, rs->words words; empty if they are on no common ray. */
static inline const uint64_t *ray_through(const struct ludus_ruleset *rs, unsigned square, unsigned other)
{
    return rs->tables->beyond[square] + other * rs->words;
}

/* What of it stands between the two. */
static inline const uint64_t *ray_between(const struct ludus_ruleset *rs, unsigned square, unsigned other)
{
    return rs->tables->between[square] + other * rs->words;
}

static inline bool in_set(kind_set set, unsigned kind)
{
    return set >> kind & 1;
}

/* The next number of a stream (splitmix64), the same on every machine; `*state` is its seed. */
uint64_t random_next(uint64_t *state);

#endif
