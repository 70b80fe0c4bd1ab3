/* ludus.h - the public interface of libludus: records of board games, read, checked, replayed and drawn.
 *
 * Types are opaque unless their members are declared here. Text in a `struct ludus_text` is UTF-8, not
 * NUL-terminated, and belongs to the object that returned it. Squares are numbered rank * width + file, both
 * from 0 at White's left-hand corner (a1 = 0). See ludus(3) for a guided tour.
 *
 * Unless otherwise stated: Functions that make an object return NULL without memory, and those that free one
 * accept NULL. `rules` or `ruleset`, where it may be NULL, overrides the Variant of every record. If a
 * function fails with a reason, `reason` gets one sentence, NUL-terminated and cut to `size` bytes.
 *
 * A struct whose first member is `size` may grow in later versions, at its end. Before passing one, set
 * `size` to its sizeof. The library then reads no more of options than that, with 0 or the defaults of their
 * init function for the rest, and writes no more of results. Options whose size is not set are refused: NULL
 * or false, with EINVAL in errno. */
#ifndef LUDUS_H
#define LUDUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The version of this header, as text and as major * 10000 + minor * 100 + patch. ludus_version and
 * ludus_version_number return that of the library in use. */
#define LUDUS_VERSION "0.1.0"
#define LUDUS_VERSION_NUMBER 100

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* all else in the library is hidden */
#endif

struct ludus_text {
    const char *text;
    size_t length;
};

/* ---- Messages ---- */

enum ludus_severity { LUDUS_NOTE, LUDUS_WARNING, LUDUS_ERROR };

/* A finding about an input, with its place. Valid during the call that reports it. */
struct ludus_message {
    enum ludus_severity severity;
    const char *code;                /* stable, for example "illegal-move"; all are listed in ludcheck(1) */
    const char *file;                /* as opened; "-" for standard input */
    size_t line, column, end_column; /* from 1; columns in characters; end is exclusive, on the same line */
    size_t offset, length;           /* in bytes, from the start of the file as read */
    size_t game;                     /* number of the record in its file, from 1; 0 outside any record */
    const char *text;                /* one sentence without a full stop */
    const char *hint;                /* the probable meaning, or NULL */
    struct ludus_text source;        /* the line of the input, without its line break */
    size_t source_at;                /* index in `source` of the byte at `column` */
    const char *fix;                 /* replacement for these bytes, or NULL: */
    size_t fix_offset, fix_length;   /* from the start of the file as read */
};

typedef void ludus_message_fn(void *context, const struct ludus_message *message);

/* ---- Rulesets ---- */

struct ludus_ruleset;
struct ludus_buffer;

/* Finds the built-in ruleset called `id`; NULL if there is none. It is loaded on first use, by any thread,
 * and lives as long as the program. */
const struct ludus_ruleset *ludus_ruleset_find(const char *id);

/* Finds the built-in ruleset that a Variant tag calls `name`: by its id, its title or another name, in any
 * case, with blanks or hyphens. Without one returns NULL and writes to `hint`, unless it is NULL, at most
 * `size` bytes with the ending NUL: which ruleset was meant or is nearest. */
const struct ludus_ruleset *ludus_ruleset_named(struct ludus_text name, char *hint, size_t size);

/* The built-in ruleset of records whose tags name none. */
const struct ludus_ruleset *ludus_ruleset_usual(void);

/* Id of built-in ruleset number `index`, in alphabetical order; NULL past the last. */
const char *ludus_ruleset_id_at(size_t index);

/* Text of the built-in rules file called `id` (NUL-terminated), or NULL. */
const char *ludus_ruleset_source(const char *id);

/* Reads a rules file from `length` bytes; messages call it `name`. Passes each fault to `report`, and returns
 * NULL after an error. The caller frees the result with ludus_ruleset_free. */
struct ludus_ruleset *ludus_ruleset_parse(const char *text, size_t length, const char *name,
                                          ludus_message_fn *report, void *context);
void ludus_ruleset_free(struct ludus_ruleset *ruleset);

const char *ludus_ruleset_id(const struct ludus_ruleset *ruleset);
const char *ludus_ruleset_title(const struct ludus_ruleset *ruleset);
unsigned ludus_ruleset_files(const struct ludus_ruleset *ruleset);    /* width of the board, 1 to 16 */
unsigned ludus_ruleset_ranks(const struct ludus_ruleset *ruleset);    /* height of the board, 1 to 16 */
unsigned ludus_ruleset_dice(const struct ludus_ruleset *ruleset);     /* dice thrown per turn, 0 for none */
unsigned ludus_ruleset_faces(const struct ludus_ruleset *ruleset);    /* faces of a die, 0 without dice */
const char *ludus_ruleset_start(const struct ludus_ruleset *ruleset); /* FEN of the start */
/* Name of the rules among engines that speak UCI. `*option` (may be NULL) becomes the name of an option that
 * must be true for these rules, or NULL. */
const char *ludus_ruleset_uci(const struct ludus_ruleset *ruleset, const char **option);
/* Is every turn one move, as UCI has it? Not with dice, and not if a turn can have several moves or remove a
 * piece. */
bool ludus_ruleset_single(const struct ludus_ruleset *ruleset);
/* Appends the rules as a section of a variants file of the engine Fairy-Stockfish, in which the game has the
 * name ludus-ID. False, with what its format cannot express. */
bool ludus_ruleset_variant(const struct ludus_ruleset *ruleset, struct ludus_buffer *out, char *reason,
                           size_t size);
bool ludus_ruleset_san(const struct ludus_ruleset *ruleset); /* are its moves written as in chess: Nf3? */
unsigned ludus_ruleset_kinds(const struct ludus_ruleset *ruleset); /* number of kinds of piece */
/* A kind that does not exist has 0 for letter and faces, and "" for texts. */
char ludus_ruleset_kind_letter(const struct ludus_ruleset *ruleset, unsigned kind); /* upper case */
const char *ludus_ruleset_kind_name(const struct ludus_ruleset *ruleset, unsigned kind);
/* Name of the drawing of a kind in the piece set ("rex", "king", "man" …). */
const char *ludus_ruleset_kind_image(const struct ludus_ruleset *ruleset, unsigned kind);
/* Faces that move the kind, a bit each (bit 0 = face 1); 0 without dice. */
unsigned ludus_ruleset_kind_faces(const struct ludus_ruleset *ruleset, unsigned kind);

/* ---- Positions ---- */

enum ludus_side { LUDUS_WHITE, LUDUS_BLACK };

#define LUDUS_NO_SQUARE 255u
#define LUDUS_NO_KIND 255u
#define LUDUS_DICE_MAX 4u
#define LUDUS_MOVES_MAX 64u /* moves of one turn */

enum ludus_move_type {
    LUDUS_STEP, /* from -> to, however the piece moves; captures a piece on `to` */
    LUDUS_JUMP, /* from -> to over other pieces, one leap or a chain */
    LUDUS_LEAP, /* from -> to over enemies, which it captures; `piece` numbers those of one piece */
    LUDUS_EN_PASSANT,
    LUDUS_CASTLE, /* the king's from and to */
    /* A piece of kind `piece` from the hand to `to`, and another to `from` unless that is LUDUS_NO_SQUARE. */
    LUDUS_PLACE,
    LUDUS_REMOVE, /* the bound enemy on `to` is taken off the board */
    LUDUS_PASS
};

struct ludus_move {
    uint8_t from, to;
    uint8_t type;  /* enum ludus_move_type */
    uint8_t piece; /* promotion: the kind it becomes; placing: the kind placed; else LUDUS_NO_KIND */
};

struct ludus_position;

struct ludus_square {
    uint8_t kind; /* LUDUS_NO_KIND when empty */
    uint8_t side;
    bool bound;
};

enum ludus_result { LUDUS_OPEN, LUDUS_WHITE_WINS, LUDUS_BLACK_WINS, LUDUS_DRAW };

/* A position at the start of `ruleset`'s game, or a copy of one. The ruleset must outlive it. */
struct ludus_position *ludus_position_new(const struct ludus_ruleset *ruleset);
struct ludus_position *ludus_position_copy(const struct ludus_position *position);
void ludus_position_free(struct ludus_position *position);
const struct ludus_ruleset *ludus_position_ruleset(const struct ludus_position *position);

/* Sets the position from FEN. On failure returns false and leaves the position unchanged. On success `reason`
 * is empty or has a warning: an impossible castling right or en passant square was left out, or the side to
 * move could capture a royal piece that must not be left in check. */
bool ludus_position_set_fen(struct ludus_position *position, const char *fen, char *reason, size_t size);

/* Writes the FEN, NUL-terminated and cut to `size`, and returns its whole length as snprintf does. With
 * `history`, the positions that a repetition rule counts are written too. */
size_t ludus_position_fen(const struct ludus_position *position, bool history, char *out, size_t size);
/* Appends it to a buffer. */
void ludus_position_add_fen(const struct ludus_position *position, bool history, struct ludus_buffer *out);

enum ludus_side ludus_position_side(const struct ludus_position *position);
unsigned ludus_position_number(const struct ludus_position *position); /* turn number, from 1 */
struct ludus_square ludus_position_at(const struct ludus_position *position, unsigned square);
unsigned ludus_position_hand(const struct ludus_position *position, enum ludus_side side, unsigned kind);
unsigned ludus_position_taken(const struct ludus_position *position, enum ludus_side by);
bool ludus_position_in_check(const struct ludus_position *position);
/* A hash of the position: pieces, side to move, rights. Positions of one ruleset that count as repetitions of
 * each other have the same hash, on every machine; any other two have equal hashes with a probability of 2 to
 * the power of -64. Another version of the library may have other hashes. */
uint64_t ludus_position_key(const struct ludus_position *position);

/* Returns how many dice are to be thrown before the side to move can play: 0 if they have been thrown, or if
 * the game has none, or throws them only while men are placed and none is left in hand. */
unsigned ludus_position_dice(const struct ludus_position *position);
/* Sets the dice of the turn that begins now (`count` = 0: none). In a dice game no move is legal before this;
 * where dice are only thrown while men are placed, a roll that places one man is assumed. False, without any
 * change, if `count` is neither 0 nor the number thrown in this turn, or a die has no such face. */
bool ludus_position_roll(struct ludus_position *position, const uint8_t *dice, unsigned count);

/* Lists the legal moves; in a dice game those that an unused die allows. Steps and jumps are ordered by the
 * square that they leave; castling, removals and passes follow. While pieces are to be placed, there are only
 * placings. Writes at most `capacity` moves and returns the number of all; 0 also without memory, see
 * ludus_memory_failed. */
size_t ludus_position_moves(const struct ludus_position *position, struct ludus_move *out, size_t capacity);

/* Makes a legal move; the position remembers it for ludus_position_undo. In a dice game the turn continues
 * until ludus_position_end_turn. False only without memory. */
bool ludus_position_make(struct ludus_position *position, struct ludus_move move);
bool ludus_position_end_turn(struct ludus_position *position);
/* May the turn end in the position? In a dice game whose rules have no pass, only when no move is left. */
bool ludus_position_may_end(const struct ludus_position *position);
void ludus_position_undo(struct ludus_position *position); /* undoes the last make or end_turn */

/* The result that the position forces, or LUDUS_OPEN. `reason` (may be NULL) is set to a constant such as
 * "checkmate", or to NULL. */
enum ludus_result ludus_position_result(const struct ludus_position *position, const char **reason);

/* Writes a move in the ruleset's canonical notation, as snprintf does; `position` is the one before it. An
 * illegal move is written in some form of this notation, or as "" if the position has no such piece. */
size_t ludus_move_text(const struct ludus_position *position, struct ludus_move move, char *out, size_t size);

/* Writes the move in long notation (piece, from-to, promotion), in the same form for every ruleset. */
size_t ludus_move_long(const struct ludus_position *position, struct ludus_move move, char *out, size_t size);

/* Writes the move in the notation of UCI: e2e4, e7e8q, e1g1 for castling, N@f3 for placing a piece, 0000 for
 * a pass; "" for a move without such a form: placing two at once, and removing. */
size_t ludus_move_uci(const struct ludus_position *position, struct ludus_move move, char *out, size_t size);

/* A turn that a position allows. Text and moves last as long as the call that gets them. */
struct ludus_choice {
    const char *text; /* its moves with commas between, or "pass"; after its roll, if none is known */
    const struct ludus_move *moves; /* all that ludus_position_make has made; the last can end the turn */
    unsigned count;                 /* of the moves */
    unsigned roll;                  /* number of its roll, from 0 */
};
typedef bool ludus_choice_fn(void *context, const struct ludus_choice *choice);
/* Calls a function with each turn of the position, in which its turn begins, until it returns false. During
 * the call, the position is that after the turn. In a dice game without a roll, the turns of every roll.
 * `full` asks for long notation. False only without memory. */
bool ludus_position_turns(struct ludus_position *position, bool full, ludus_choice_fn *take, void *context);

/* Reads a move from `text` (NUL-terminated) in any notation: that of records, with all that they may add to a
 * move; long or short, with letters, names or figurines; that of UCI; or, if its letters are no pieces of the
 * ruleset, that of books in any language (Sf3, P-K4). In a dice game it is one move of the turn whose dice
 * the position has. Other claims of the text (capture, check, mate) are not checked. False, with `*move`
 * unchanged, if it is not a legal move or is ambiguous. */
bool ludus_move_parse(const struct ludus_position *position, const char *text, struct ludus_move *move,
                      char *reason, size_t size);

/* Number of sequences of `depth` turns (perft); in a dice game without a roll, over all rolls, each once.
 * Without memory it is too small, see ludus_memory_failed. */
uint64_t ludus_position_perft(const struct ludus_position *position, unsigned depth);

/* ---- Reading records ---- */

struct ludus_reader;
struct ludus_game;

/* Opens a file ("-" is standard input). NULL if it cannot be read; errno says why. */
struct ludus_reader *ludus_reader_open(const char *path);
/* Reads from a descriptor, which the reader closes only if `owned`. */
struct ludus_reader *ludus_reader_fd(int fd, const char *name, bool owned);
/* Returns the next record; NULL at the end or after a read error (see ludus_reader_error). Valid until the
 * next call. */
struct ludus_game *ludus_reader_next(struct ludus_reader *reader);
/* From now on, reads only the tags of a record if they are enough to find its end. Call ludus_game_complete
 * before using anything but the tags and the source of such a record. */
void ludus_reader_skim(struct ludus_reader *reader);
/* Limits the size of a record, in MiB; the default is 64. Its text counts, and 128 bytes for each item and
 * tag. A larger record is empty and has an error (see ludus_game_large). Packed data may need a window of the
 * same size. Call it before anything is read. */
void ludus_reader_limit(struct ludus_reader *reader, unsigned mib);
bool ludus_game_complete(struct ludus_game *game); /* false only without memory */
/* errno of a failed read, else 0. EBADMSG: compressed data is damaged or cut short; ENOTSUP: it is neither
 * gzip nor zstd. */
int ludus_reader_error(const struct ludus_reader *reader);
void ludus_reader_close(struct ludus_reader *reader);

/* Successive records with a copy of their text, so that threads can share a file. */
struct ludus_piece;
struct ludus_piece *ludus_piece_new(void);
void ludus_piece_free(struct ludus_piece *piece);
/* Fills a piece with the next records: at least one, and enough for `least` bytes. False at the end or after
 * an error (see ludus_reader_error). Use either this or ludus_reader_next on one reader, not both. */
bool ludus_reader_take(struct ludus_reader *reader, size_t least, struct ludus_piece *piece);
/* A reader of pieces, empty until it is lent one. */
struct ludus_reader *ludus_reader_pieces(void);
/* From now on, reads the records of `piece`, from its beginning; the piece must live until the last has been
 * read or another piece is lent. Their numbers count from 1. Messages call the file `name`, which must
 * outlive them. */
void ludus_reader_lend(struct ludus_reader *reader, struct ludus_piece *piece, const char *name);

size_t ludus_game_number(const struct ludus_game *game);            /* in its file, from 1 */
struct ludus_text ludus_game_source(const struct ludus_game *game); /* the record as it was read */
/* Does the source differ from the bytes of the file? It does if it was converted to UTF-8, or if something
 * outside records (blank lines, a byte order mark) comes before it. */
bool ludus_game_altered(const struct ludus_game *game);
/* Was the record left out because it is too large? See ludus_reader_limit. */
bool ludus_game_large(const struct ludus_game *game);
size_t ludus_game_tags(const struct ludus_game *game);
/* A tag that does not exist has an empty name and value. */
struct ludus_text ludus_game_tag_name(const struct ludus_game *game, size_t index);
struct ludus_text ludus_game_tag_value(const struct ludus_game *game, size_t index); /* unescaped */
/* Sets *value (`value` may be NULL) to the value of the first tag called `name` or, if there is none, so
 * called in another case. False, with *value unchanged, if there is none of these either. */
bool ludus_game_tag(const struct ludus_game *game, const char *name, struct ludus_text *value);
size_t ludus_game_turns(const struct ludus_game *game); /* turns of the main line, as written */
bool ludus_game_empty(const struct ludus_game *game);   /* no tag, no move: only blanks and comments */

/* Reports the messages about the record, by place: those of reading it and those of its last replay. */
void ludus_game_messages(const struct ludus_game *game, ludus_message_fn *report, void *context);
size_t ludus_game_count(const struct ludus_game *game, enum ludus_severity severity);

/* Parses a copy of the record's text. The result outlives the reader, so that another thread can use it; the
 * caller frees it with ludus_game_free. */
struct ludus_game *ludus_game_copy(const struct ludus_game *game);
void ludus_game_free(struct ludus_game *game);

/* ---- Replaying ---- */

struct ludus_replay;

enum ludus_turn_state {
    LUDUS_TURN_PLAYED,  /* resolved and made */
    LUDUS_TURN_ILLEGAL, /* breaks the rules: a message says how, and its line ends here */
    LUDUS_TURN_UNKNOWN, /* damaged, or after a fault in its line: not resolved */
};

/* A turn of a record. Pointers are valid until the next call. */
struct ludus_turn {
    size_t size;
    enum ludus_turn_state state;
    enum ludus_side side;
    unsigned number; /* as the position counts, even if the record is wrong */
    unsigned depth;  /* 0 in the main line, 1 in its variations, … */
    unsigned dice_count;
    uint8_t dice[LUDUS_DICE_MAX];
    unsigned moves_count; /* 0: pass */
    const struct ludus_move *moves;
    const uint8_t *die_of; /* for each move the index of the die it used; of several that fit, the first */
    const char *text;      /* dice and moves in canonical notation, NUL-terminated */
    size_t offset, length; /* of label, dice and moves as written, in bytes of ludus_game_source */
    /* For each move that broke the rules (sic), the position after it, which ludus_position_make cannot
     * reach; NULL for the others. */
    const struct ludus_position *const *forced;
    size_t item; /* for the library: where its comments and NAGs are sought */
};

/* A replayer for records of any ruleset. `rules` may be NULL. */
struct ludus_replay *ludus_replay_new(const struct ludus_ruleset *rules);
void ludus_replay_free(struct ludus_replay *replay);
/* Sets whether repetitions and long runs of quiet turns are noted; by default they are not, as this takes
 * time. */
void ludus_replay_notes(struct ludus_replay *replay, bool wanted);
/* Sets whether a line that a fault has ended continues from a position in a comment, [%fen FEN]; by default
 * it does not. */
void ludus_replay_resume(struct ludus_replay *replay, bool wanted);
/* Sets whether a line continues after a fault with the move that was meant, if that is clear; by default it
 * does not. */
void ludus_replay_go_on(struct ludus_replay *replay, bool wanted);
/* Sets how many characters a line that ludus_game_format writes has at most; by default 79. */
void ludus_replay_width(struct ludus_replay *replay, unsigned characters);
/* Sets how ludus_game_format, and the text of a turn, write moves of games that are written in algebraic
 * notation: short, or in full, Ng1-f3; and with the letters of a notation, whose name or text is as in struct
 * ludus_import_options and outlives the replay, or NULL. By default short and with the ruleset's own letters.
 */
void ludus_replay_moves(struct ludus_replay *replay, bool full, const char *notation);
/* Begins a record: finds its rules and its start. False if they cannot be found (a message says why). */
bool ludus_replay_start(struct ludus_replay *replay, struct ludus_game *game);
/* Reads the next turn, variations included, and plays it if it can; false at the end. ludus_replay_before and
 * _after return the positions around it; after functions that process a whole record, such as
 * ludus_game_check, they return none. */
bool ludus_replay_next(struct ludus_replay *replay, struct ludus_turn *turn);
const struct ludus_position *ludus_replay_before(const struct ludus_replay *replay);
const struct ludus_position *ludus_replay_after(const struct ludus_replay *replay);
const struct ludus_ruleset *ludus_replay_ruleset(const struct ludus_replay *replay);

/* A selection of turns, as ludus(7) describes it: "4W", "12", "3W-5B", "start", "end", "captures", "$220",
 * "all", joined by commas. NULL, with a reason, if `turns` is not valid. */
struct ludus_selection *ludus_selection_new(const char *turns, char *reason, size_t size);
void ludus_selection_free(struct ludus_selection *selection);
/* Returns which of "start" and "end" the list contains, as bits; "all" includes the start. The caller knows
 * which turn is the last. */
enum { LUDUS_SELECTS_START = 1, LUDUS_SELECTS_END = 2 };
unsigned ludus_selection_ends(const struct ludus_selection *selection);
/* Does the list contain the turn that ludus_replay_next has just returned, apart from "end"? */
bool ludus_selection_has(const struct ludus_selection *selection, const struct ludus_replay *replay,
                         const struct ludus_turn *turn);

/* Checks a whole record: every turn, every claim, the result. Messages are added to the record. Returns the
 * number of turns of the main line that were read. */
size_t ludus_game_check(struct ludus_replay *replay, struct ludus_game *game);

/* ---- Comments and NAGs of a turn ---- */

/* The comments and NAGs of a turn that ludus_replay_next has returned: all up to the next turn of its line,
 * those after its variations included. With `turn` NULL, those before the first turn. Texts belong to the
 * record. */

/* Sets `*comment` to comment number `index`, from 0, with its commands and without its braces. False after
 * the last. */
bool ludus_turn_comment(const struct ludus_game *game, const struct ludus_turn *turn, size_t index,
                        struct ludus_text *comment);
/* Appends the comments on one line without their commands, with single blanks for white space. */
void ludus_turn_prose(const struct ludus_game *game, const struct ludus_turn *turn, struct ludus_buffer *out);
/* Sets `*nag` to the number of NAG number `index`; ! ? !! ?? !? ?! are 1 to 6. False after the last. */
bool ludus_turn_nag(const struct ludus_game *game, const struct ludus_turn *turn, size_t index,
                    unsigned *nag);
/* Sets `*value` to the value of the first command [%name value]. False if there is none. */
bool ludus_turn_command(const struct ludus_game *game, const struct ludus_turn *turn, const char *name,
                        struct ludus_text *value);
/* The same for a command with a time, h:mm:ss, m:ss or s with decimals: "clk" is the mover's clock after the
 * turn, "emt" the time spent on the turn. */
bool ludus_turn_clock(const struct ludus_game *game, const struct ludus_turn *turn, const char *name,
                      double *seconds);

/* An evaluation after a turn, [%eval 0.35,18] or [%eval #-3], for White. */
struct ludus_evaluation {
    size_t size;
    double pawns;   /* 0 if there is a mate */
    int mate;       /* number of turns to mate, negative if Black mates; 0: none */
    unsigned depth; /* in plies; 0: unknown */
};
/* Reads the evaluation after a turn. False if there is none, or it cannot be read. */
bool ludus_turn_evaluation(const struct ludus_game *game, const struct ludus_turn *turn,
                           struct ludus_evaluation *evaluation);

/* ---- Visiting a record ---- */

/* The parts of a record, in the order of its text. */
enum ludus_event {
    LUDUS_EVENT_END, /* of the record */
    LUDUS_EVENT_TAG,
    LUDUS_EVENT_TURN,     /* a turn begins, with its number, its roll or its first move, */
    LUDUS_EVENT_TURN_END, /* and ends before the next, a variation or the result */
    LUDUS_EVENT_NUMBER,
    LUDUS_EVENT_DICE,
    LUDUS_EVENT_MOVE,
    LUDUS_EVENT_COMMENT,
    LUDUS_EVENT_COMMAND, /* [%name value], of the comment before */
    LUDUS_EVENT_NAG,
    LUDUS_EVENT_VARIATION,
    LUDUS_EVENT_VARIATION_END,
    LUDUS_EVENT_RESULT,
    LUDUS_EVENT_ESCAPE, /* a line that begins with % */
    LUDUS_EVENT_UNREAD  /* text that could not be read */
};

/* A part of a record. Texts live as long as the record. */
struct ludus_visited {
    size_t size;
    enum ludus_event event;
    unsigned depth;         /* number of variations around it */
    struct ludus_text name; /* of a tag or command */
    struct ludus_text text; /* the value of a tag or command; a comment without its braces; for others the
                               text in the record, if any */
    size_t offset;          /* in bytes of ludus_game_source */
    unsigned number;        /* of a NAG; of a turn as written, 0 if it cannot be read */
    unsigned side;          /* enum ludus_side, as the turn's number is written; else 2 */
    unsigned mark;          /* of a move: 1 to 6 for ! ? !! ?? !? ?!, else 0 */
    enum ludus_result result;
    bool joined;   /* a move: a comma joins it to the previous move of the same turn */
    bool line;     /* a comment that goes to the end of its line, ;… */
    bool unclosed; /* a comment or variation that does not end before the record does */
};

/* A visitor of a record's parts. It plays no moves: to get positions, replay the record alongside. The record
 * must live as long, unchanged. */
struct ludus_visit;
struct ludus_visit *ludus_visit_new(const struct ludus_game *game);
void ludus_visit_free(struct ludus_visit *visit);
/* Visits the next part; false at the end of the record. */
bool ludus_visit_next(struct ludus_visit *visit, struct ludus_visited *visited);
/* Skips the rest of the variation, or of the main line: its end comes next. */
void ludus_visit_leave(struct ludus_visit *visit);

/* ---- Building and editing records ---- */

/* An editor makes a record: a new one, or a copy of another that it goes through from beginning to end.
 * Additions come after the turn that was reached or added last. Functions that return bool return false, and
 * add nothing, without memory and for anything that no record can contain. */
struct ludus_editor;
/* `game`, or NULL for an empty record, must live unchanged until the editor is freed. */
struct ludus_editor *ludus_editor_new(const struct ludus_game *game);
void ludus_editor_free(struct ludus_editor *editor);
/* Sets a tag; a new one comes after the others. Removes it if `value` is NULL. */
bool ludus_editor_tag(struct ludus_editor *editor, const char *name, const char *value);
/* Moves to just after a turn of `game` that a replay has returned; turns must be in the order of the record.
 * False if the editor is past it. */
bool ludus_editor_after(struct ludus_editor *editor, const struct ludus_turn *turn);
/* Adds a turn in any notation of records, roll included: "e4", "(2,5) Miles b2-b3, Eques c3-d5". Turns have
 * no numbers here: ludus_game_format writes them. */
bool ludus_editor_turn(struct ludus_editor *editor, const char *text);
/* Adds a comment after those of the turn; it may contain commands, but not } together with line breaks. */
bool ludus_editor_comment(struct ludus_editor *editor, const char *text);
bool ludus_editor_nag(struct ludus_editor *editor, unsigned nag); /* 0 to 255 */
/* Opens a variation of the turn, after those it has; turns, comments, NAGs and variations added then belong
 * to it until it is closed. */
bool ludus_editor_open(struct ludus_editor *editor);
bool ludus_editor_close(struct ludus_editor *editor); /* false if no such variation is open */
/* Removes parts of the turn: LUDUS_REMARK_COMMENTS, _VARIATIONS, _GLYPHS. Call it before anything is added
 * there. */
bool ludus_editor_strip(struct ludus_editor *editor, unsigned remarks);
/* Removes all further turns of the line. */
bool ludus_editor_cut(struct ludus_editor *editor);
/* Sets the result, in the tag Result and after the main line. Without it, a record that was empty gets
 * LUDUS_OPEN. */
bool ludus_editor_result(struct ludus_editor *editor, enum ludus_result result);
/* Returns the finished record, with all the rest of `game`. Its messages are those of reading it; nothing has
 * been played. The caller frees it with ludus_game_free. */
struct ludus_game *ludus_editor_finish(struct ludus_editor *editor);

/* ---- Odds, luck and skill ---- */

#define LUDUS_SQUARES_MAX 256u
#define LUDUS_KINDS_MAX 31u
#define LUDUS_ROLLS_MAX 256u

/* A set of rolls. */
struct ludus_rolls {
    unsigned throws; /* number of equally likely throws: 2-1 and 1-2 are two */
    unsigned count;  /* of the list, at most LUDUS_ROLLS_MAX: each roll once, dice in ascending order */
    uint8_t dice[LUDUS_ROLLS_MAX][LUDUS_DICE_MAX];
};

/* Exact odds of the next turn: over all rolls, and all turns that each allows. Divide by `throws` for
 * probabilities. Without dice there is one throw, and each number says whether it is possible. */
struct ludus_odds {
    size_t size;
    unsigned throws;                     /* number of all: 36 with two dice */
    struct ludus_rolls none;             /* that leave no legal move */
    struct ludus_rolls win;              /* that can win at once */
    unsigned capture[LUDUS_SQUARES_MAX]; /* by square: throws that can capture the enemy piece on it */
    /* The same by the kind that captures; they overlap. */
    uint32_t capture_by[LUDUS_SQUARES_MAX][LUDUS_KINDS_MAX];
    unsigned reach[LUDUS_SQUARES_MAX]; /* by square: throws that let a piece go there */
};

/* Computes the odds of `side` as if it were to roll now; for the side that is not to move, these are its
 * threats. When the game is over, all but `throws` is 0. False only without memory. */
bool ludus_position_odds(const struct ludus_position *position, enum ludus_side side,
                         struct ludus_odds *odds);

/* ---- Selecting records ---- */

/* A query: expressions in the language of ludgrep(1). */
struct ludus_query;

/* Makes a query without expressions. With `ignore_case`, case is ignored. `ruleset` may be NULL. A pattern
 * that fits no possible board is a fault. */
struct ludus_query *ludus_query_new(bool ignore_case, const struct ludus_ruleset *ruleset);
void ludus_query_free(struct ludus_query *query);
/* Adds an expression, which messages call `name`; a record is to fit any of those added. On failure passes
 * the reason to `report`, unless that is NULL, and returns false. */
bool ludus_query_add(struct ludus_query *query, const char *text, size_t length, const char *name,
                     ludus_message_fn *report, void *context);
/* Does the record fit? The game is played, and the rest of a skimmed record is read, only if the answer needs
 * it. */
bool ludus_query_matches(struct ludus_query *query, struct ludus_replay *replay, struct ludus_game *game);
/* Returns a copy of the record with a comment after each turn at which a condition on play is met; freed by
 * the caller. NULL without memory, or if no comment can have this text. */
struct ludus_game *ludus_query_mark(struct ludus_query *query, struct ludus_replay *replay,
                                    struct ludus_game *game, const char *text);
bool ludus_query_cut(const struct ludus_query *query);    /* the last record was played, but not to its end */
bool ludus_query_failed(const struct ludus_query *query); /* memory ran out */

/* Notes which tags a record has, for ludus_query_missing. */
void ludus_query_note_tags(struct ludus_query *query, const struct ludus_game *game);
/* Adds what has been noted for another query with the same expressions. */
void ludus_query_join(struct ludus_query *query, const struct ludus_query *other);
/* Returns the name of a tag in the expressions that no noted record has, counted by `index` from 0; NULL
 * after the last, and if no record was noted. Sets `*alike` to the name of a tag that is nearly so called, or
 * of the condition that is meant by that of a column, or NULL. */
const char *ludus_query_missing(const struct ludus_query *query, size_t index, const char **alike);

/* A hash of a game: rules, start, rolls and moves of the main line. All zero for a game without moves. */
struct ludus_digest {
    uint64_t low, high;
};
/* False without memory. */
bool ludus_game_digest(struct ludus_replay *replay, struct ludus_game *game, struct ludus_digest *digest);
/* The same of the game up to the turns of this number, both sides' included. */
bool ludus_game_digest_to(struct ludus_replay *replay, struct ludus_game *game, unsigned number,
                          struct ludus_digest *digest);

/* A set of games seen so far. */
struct ludus_seen;
struct ludus_seen *ludus_seen_new(void);
/* Adds a game. `*known` becomes true if an equal one was there; games without moves never are. False without
 * memory. */
bool ludus_seen_add(struct ludus_seen *seen, struct ludus_digest digest, bool *known);
void ludus_seen_free(struct ludus_seen *seen);

/* ---- Engines ---- */

#define LUDUS_LINE_MAX 16u

/* What an engine says of a position. */
struct ludus_analysis {
    size_t size;
    struct ludus_evaluation evaluation;      /* for White */
    struct ludus_move moves[LUDUS_LINE_MAX]; /* the best line, of legal moves */
    unsigned count;
};

/* Analyses the positions before and after a turn that a replay has just played; `after` is NULL if the game
 * is over. False if there is no analysis. With `turn` NULL, the replay has just started: false if the rules
 * of the record cannot be analysed. `deeper`: the turn has just been analysed, and is to be again, with more
 * care. */
typedef bool ludus_analyse_fn(void *context, const struct ludus_replay *replay, const struct ludus_turn *turn,
                              bool deeper, struct ludus_analysis *before, struct ludus_analysis *after);

/* What a line of the UCI protocol says: of an engine, and of the program that it plays for. */
enum ludus_uci {
    LUDUS_UCI_OTHER,
    LUDUS_UCI_NAME,     /* id name: `text` is the name */
    LUDUS_UCI_VARIANTS, /* option name UCI_Variant: `text` has "var NAME" for each */
    LUDUS_UCI_OK,       /* uciok */
    LUDUS_UCI_READY,    /* readyok */
    LUDUS_UCI_INFO,     /* info with a score: `text` is the line of moves, or empty */
    LUDUS_UCI_BEST,     /* bestmove: `text` is the move */
    LUDUS_UCI_BEGIN,    /* uci */
    LUDUS_UCI_IS_READY, /* isready */
    LUDUS_UCI_NEW_GAME, /* ucinewgame */
    LUDUS_UCI_SET,      /* setoption: `text` is the name, `more` the value */
    LUDUS_UCI_POSITION, /* position: `text` is the FEN, empty for the start; `more` has the moves */
    LUDUS_UCI_GO,       /* go: `text` has the moves after searchmoves */
    LUDUS_UCI_PERFT,    /* go perft: `depth` */
    LUDUS_UCI_STOP,     /* stop, ponderhit */
    LUDUS_UCI_SHOW,     /* d */
    LUDUS_UCI_QUIT      /* quit */
};

struct ludus_uci_line {
    size_t size;
    enum ludus_uci kind;
    struct ludus_text text;
    int score;        /* for the side to move: centipawns, or turns to mate if `mate` */
    unsigned depth;   /* in plies */
    bool mate, bound; /* the score is a bound */
    bool second;      /* it is not about the best line but about another */
    bool waits;       /* go: no answer is wanted before LUDUS_UCI_STOP */
    struct ludus_text more;
};
/* Reads a line (NUL-terminated) of either side; words before the first that the protocol has are skipped. */
void ludus_uci_read(const char *line, struct ludus_uci_line *out);

/* How the value of a position is computed: White's expected result, from 0 to 1. */
struct ludus_judge_options {
    size_t size;
    unsigned depth;    /* search depth in plies, 1 to 8; 0: 1 in games with dice or placing, 2 in others */
    unsigned rollouts; /* games played on from each position, not searching; 0: none. Dice games only */
    uint64_t seed;     /* of the dice of those games */
    unsigned threads;  /* number of threads for those games, at most 256; 0: one. The value is the same */
    ludus_analyse_fn *analyse; /* if not NULL, values come from this function, called with `context` */
    void *context;
    /* If not 0, the function is called again, to look deeper, for turns whose error in the expected result is
     * at least this; then these values count. */
    double doubt;
    /* Rules whose evaluation takes the place of that of the rules of records, which have the same name; else
     * the record gets an error. May be NULL; outlives the judge. */
    const struct ludus_ruleset *estimate;
};

/* Judges turns. Each thread needs its own. */
struct ludus_judge;
/* `options` may be NULL: all 0. */
struct ludus_judge *ludus_judge_new(const struct ludus_judge_options *options);
void ludus_judge_free(struct ludus_judge *judge);

/* The effect of a turn on White's expected result: before + luck = best, best + error = after. In a finished
 * game with dice the first `before` plus all luck and all errors is the result. In games without dice luck is
 * 0. */
struct ludus_judgement {
    size_t size;
    double before, best, after;
    double luck, error;
    const char *best_text; /* the best turn in canonical notation, or "" if the turn played is as good; valid
                              until the next call, like the line */
    const char *line; /* by an analysis: the best turn and what follows, a line of text for each, or "" */
    struct ludus_evaluation evaluation; /* by an analysis: after the turn; size 0 if there is none */
};

/* Like ludus_replay_start; also false, with an error message, if no evaluation is known for the record's
 * rules: its turns cannot be judged. */
bool ludus_judge_start(struct ludus_judge *judge, struct ludus_replay *replay, struct ludus_game *game);
/* Judges the turn just played by the replay (state LUDUS_TURN_PLAYED). False without memory (see
 * ludus_memory_failed) or without an analysis. */
bool ludus_judge_turn(struct ludus_judge *judge, const struct ludus_replay *replay,
                      const struct ludus_turn *turn, struct ludus_judgement *out);

/* Learns an evaluation from games: how much pieces, moves and places count for the result. */
struct ludus_learner;
struct ludus_learner *ludus_learner_new(void);
void ludus_learner_free(struct ludus_learner *learner);
/* Adds the positions of a game's main line. A game without a result is left out; one by other rules than the
 * first gets an error. False only without memory. */
bool ludus_learner_add(struct ludus_learner *learner, struct ludus_replay *replay, struct ludus_game *game);
/* Appends a rules file with the evaluation, whose parent is `parent`, or if that is NULL the ruleset of the
 * games. False, with a reason, without memory, or if nothing can be learned from these games. */
bool ludus_learner_write(const struct ludus_learner *learner, const char *parent, struct ludus_buffer *out,
                         char *reason, size_t size);

/* ---- Writing ---- */

struct ludus_buffer; /* a growing array of bytes */
struct ludus_buffer *ludus_buffer_new(void);
void ludus_buffer_free(struct ludus_buffer *buffer);
void ludus_buffer_clear(struct ludus_buffer *buffer);
/* Its contents, not NUL-terminated; valid until the buffer is changed or freed. */
struct ludus_text ludus_buffer_text(const struct ludus_buffer *buffer);
bool ludus_buffer_failed(const struct ludus_buffer *buffer); /* memory ran out since the last clear */
void ludus_buffer_add(struct ludus_buffer *buffer, const void *bytes, size_t length);

/* Appends the record in canonical form. */
void ludus_game_format(struct ludus_replay *replay, struct ludus_game *game, struct ludus_buffer *out);

/* ---- Notes ---- */

/* Kinds of notes that can be added to records and removed, and others that can only be removed; see
 * ludnote(1). */
enum ludus_remark {
    LUDUS_REMARK_FEN = 1,       /* [%fen]: the position after a turn */
    LUDUS_REMARK_CAPTURED = 2,  /* [%captured]: what the turn captured */
    LUDUS_REMARK_THREATS = 4,   /* [%threats]: what the mover could capture in its next turn */
    LUDUS_REMARK_ODDS = 8,      /* [%odds]: odds of the next turn */
    LUDUS_REMARK_LUCK = 16,     /* [%value], [%luck], [%error] */
    LUDUS_REMARK_NAGS = 32,     /* $6, $2, $4 for errors */
    LUDUS_REMARK_DIAGRAMS = 64, /* $220 at turning points */
    LUDUS_REMARK_PROSE = 128,   /* a comment of sentences that begins with [%prose] */
    /* Luck, NAGs and diagrams only if an evaluation is known for the rules. Without this bit it is an error
     * if none is known. */
    LUDUS_REMARK_WHERE_KNOWN = 4096,
    LUDUS_REMARK_EVAL = 8192,   /* [%eval]: what an analysis says of the position after the turn */
    LUDUS_REMARK_LINES = 16384, /* the best line of the analysis, as a variation of a turn with an error */
    /* Only to be removed, whoever wrote them. */
    LUDUS_REMARK_COMMENTS = 256,   /* every comment */
    LUDUS_REMARK_VARIATIONS = 512, /* every variation, with its contents */
    LUDUS_REMARK_GLYPHS = 1024,    /* every NAG, and ! ? !! ?? !? ?! */
    LUDUS_REMARK_COMMANDS = 2048   /* every [%name value] in comments */
};

struct ludus_note_options {
    size_t size;
    unsigned add, strip;                     /* enum ludus_remark; `strip` is removed first */
    bool variations;                         /* notes go to the turns of variations too */
    const struct ludus_judge_options *judge; /* NULL: all 0. Copied */
    double doubtful, mistake, blunder;       /* least errors for $6, $2, $4 */
    double turning; /* least change of White's expected result in a turn that gets a diagram */
};
/* Sets all of `size` bytes, which is sizeof *options: the member `size`, the thresholds to 0.05, 0.10, 0.20
 * and 0.15, and the rest to 0. */
void ludus_note_options_init(struct ludus_note_options *options, size_t size);

/* Adds notes to records. Each thread needs its own; `rules` may be NULL. */
struct ludus_noter;
struct ludus_noter *ludus_noter_new(const struct ludus_ruleset *rules,
                                    const struct ludus_note_options *options);
void ludus_noter_free(struct ludus_noter *noter);
/* Appends the record with its notes in canonical form; a record with errors, see its messages, unchanged.
 * False only without memory. */
bool ludus_noter_write(struct ludus_noter *noter, struct ludus_game *game, struct ludus_buffer *out);

/* Appends an SVG drawing of White's expected result over the main line of a record. False without memory, or
 * if there is no turn to judge; `reason` says which. */
bool ludus_game_plot(struct ludus_replay *replay, struct ludus_game *game, struct ludus_judge *judge,
                     struct ludus_buffer *out, char *reason, size_t size);

/* ---- Tags of records ---- */

/* Can a record have a tag of this name (a letter, then letters, digits and `_`) and value (one line of
 * UTF-8)? */
bool ludus_tag_valid(struct ludus_text name, struct ludus_text value);
/* Reads a result, however it is spelled: "1-0", "0 : 1", "1/2", "*". False if all of the text is none. */
bool ludus_result_read(struct ludus_text text, enum ludus_result *result);

#define LUDUS_NEW_TAG ((size_t)-1)

/* A tag that a record is to have. */
struct ludus_tag {
    struct ludus_text name, value;
    size_t from; /* index of the record's tag whose place it takes, or LUDUS_NEW_TAG */
};

/* Appends the record with these tags instead of its own, all else byte for byte as it is. Tags with the name
 * and value that they had are written as they were. They stand where the record has tags, new ones after
 * them; in their order here, in which those with a place come first, as in the record, or if `ordered` in
 * that of canonical form. Names and values are valid. A record that is not
 * complete (ludus_reader_skim) will do. False only without memory. */
bool ludus_game_retag(const struct ludus_game *game, const struct ludus_tag *tags, size_t count, bool ordered,
                      struct ludus_buffer *out);

/* Correct names by spelling files, those of Scid; see ludtag(1). */
struct ludus_spelling;
struct ludus_spelling *ludus_spelling_new(void);
void ludus_spelling_free(struct ludus_spelling *spelling);
/* Adds a file from `length` bytes. False, with a reason, without memory or if line number `*line` is faulty;
 * the lines before it count. */
bool ludus_spelling_add(struct ludus_spelling *spelling, const char *text, size_t length, size_t *line,
                        char *reason, size_t size);
/* Appends the correct form of the value of a tag. False if it is correct, or nothing is known about it.
 * Several threads can share the spelling. */
bool ludus_spelling_correct(const struct ludus_spelling *spelling, struct ludus_text tag,
                            struct ludus_text value, struct ludus_buffer *out);

/* Openings: the positions at the end of known lines, with their tags. */
struct ludus_openings;
#define LUDUS_OPENING_TAGS 4
/* Returns "ECO", "Opening", "Variation", "SubVariation"; NULL past the last. */
const char *ludus_opening_tag(unsigned index);
struct ludus_openings *ludus_openings_new(void);
void ludus_openings_free(struct ludus_openings *openings);
/* Plays a record, and remembers its tags for the position at its end, unless that has some from an earlier
 * one. A record with errors is left out, see its messages. False only without memory. */
bool ludus_openings_add(struct ludus_openings *openings, struct ludus_replay *replay,
                        struct ludus_game *game);
/* Plays a record, and sets `tags` to those of the last position of its main line that is known, by the same
 * ruleset. A tag that it has not is empty, and NULL if no position has it. False if none is known. Several
 * threads can share the openings, each with a replayer. */
bool ludus_openings_find(const struct ludus_openings *openings, struct ludus_replay *replay,
                         struct ludus_game *game, struct ludus_text tags[LUDUS_OPENING_TAGS]);

/* ---- Statistics ---- */

/* Counts of games, results, turns, captures, passes, dice and openings, in groups. */
struct ludus_stats;

/* `by` names the groups: "all", or some of ruleset, player, side, year and names of tags, separated by
 * commas. `openings` is the number of turns of an opening, 0 for none. NULL if `by` is invalid, or without
 * memory, see ludus_memory_failed. */
struct ludus_stats *ludus_stats_new(const char *by, unsigned openings);
void ludus_stats_free(struct ludus_stats *stats);
/* Plays and counts a game. False only without memory. */
bool ludus_stats_add(struct ludus_stats *stats, struct ludus_replay *replay, struct ludus_game *game);
/* Adds the counts of `other`, which has the same groups. False without memory. */
bool ludus_stats_join(struct ludus_stats *stats, const struct ludus_stats *other);
/* Adds a table written by ludus_stats_write. The groups are those of the first one. False, with a reason, for
 * any other text, or a table of other groups. */
bool ludus_stats_merge(struct ludus_stats *stats, const char *text, size_t length, char *reason, size_t size);
/* Appends the table, one row per line, as TSV or JSON; only the `top` most frequent openings unless that is
 * 0. False without memory. */
bool ludus_stats_write(struct ludus_stats *stats, bool json, unsigned top, struct ludus_buffer *out);
/* Passes the rows of the same table, the first of which is the heading. The cells last until `take` returns.
 */
typedef void ludus_stats_row_fn(void *context, const struct ludus_text *cells, unsigned count);
bool ludus_stats_rows(struct ludus_stats *stats, unsigned top, ludus_stats_row_fn *take, void *context);
/* Appends a bar chart as SVG; at most 12 openings, or the `top` most frequent. False without memory. */
bool ludus_stats_plot(struct ludus_stats *stats, unsigned top, struct ludus_buffer *out);

/* ---- Other formats ---- */

enum ludus_format {
    LUDUS_FORMAT_ANY, /* by the content, or the name */
    LUDUS_FORMAT_LUDUS,
    LUDUS_FORMAT_PGN, /* read as records; written for programs that read nothing else */
    LUDUS_FORMAT_XML,
    LUDUS_FORMAT_JSON, /* one object per line */
    LUDUS_FORMAT_TRANSCRIPT,
    LUDUS_FORMAT_PDN
};

/* The format of a file name's suffix, before .gz and .zst; LUDUS_FORMAT_ANY if it is unknown. */
enum ludus_format ludus_format_of(const char *name);

/* The place in a file of a text that is part of it, for the places in messages. */
struct ludus_origin {
    size_t size;
    const char *name;
    size_t line;          /* number of its first line, from 1 */
    size_t offset, games; /* bytes and records before it */
};

/* How well a move is printed on a page. */
enum ludus_print {
    LUDUS_PRINT_READ,   /* as printed */
    LUDUS_PRINT_MENDED, /* a sign of it, or its meaning, is wrong */
    LUDUS_PRINT_LOST    /* nothing of it could be read */
};

/* A ply read from a printed page. Pointers are valid during the call. */
struct ludus_page_ply {
    size_t size;
    size_t game;     /* number of its record in the file, from 1 */
    unsigned number; /* of its turn */
    enum ludus_side side;
    size_t line, column; /* of its place on the page, from 1 */
    size_t offset;       /* bytes of the page before it, in UTF-8 */
    struct ludus_text printed;
    const char *move; /* in the ruleset's canonical notation */
    enum ludus_print print;
    double cost;       /* in nats: how surprising this printed text of the move is */
    const char *other; /* the move of the next best game here, "" if there is none */
    double margin;     /* in nats: how much more that game costs */
};
typedef void ludus_page_ply_fn(void *context, const struct ludus_page_ply *ply);

struct ludus_import_options {
    size_t size;
    enum ludus_format format;
    const struct ludus_origin *origin; /* NULL: the file itself. Copied */
    const struct ludus_ruleset *rules; /* of transcripts; NULL: detected */
    ludus_message_fn *report;          /* receives faults of the file at once; may be NULL */
    void *context;
    bool follows;        /* its records are written after those of other files */
    unsigned max_record; /* MiB of a record at most, see ludus_reader_limit; 0: 64 */
    /* For printed pages: the name of a built-in notation, or the text of a notation file, which has a line
     * break. NULL: any built-in one. Outlives the import. */
    const char *notation;
    ludus_page_ply_fn *explain; /* receives each ply of printed pages before its record; slow. May be NULL */
};

/* Is this the name of a built-in notation, or the text of a valid notation file, as `notation` above? If not,
 * the reason names the line of the text. */
bool ludus_import_notation(const char *notation, char *reason, size_t size);

/* Reads records of any format. A file is opened as by ludus_reader_open; `options` may be NULL: all 0. */
struct ludus_import;
struct ludus_import *ludus_import_open(const char *path, const struct ludus_import_options *options);
/* Reads from memory, which the caller keeps until the import is closed. */
struct ludus_import *ludus_import_bytes(const char *bytes, size_t length, const char *name,
                                        const struct ludus_import_options *options);
enum ludus_format ludus_import_format(const struct ludus_import *import); /* never LUDUS_FORMAT_ANY */
/* The reader of the records, or NULL for formats that are not records. It belongs to the import. */
struct ludus_reader *ludus_import_reader(struct ludus_import *import);
/* Returns the next record; NULL at the end. A record that cannot be imported is reported and skipped. Valid
 * until the next call. Its source is notation, and its messages have places in the file that was read. */
struct ludus_game *ludus_import_next(struct ludus_import *import);
int ludus_import_error(const struct ludus_import *import); /* errno of a failed read, else 0 */
void ludus_import_close(struct ludus_import *import);

struct ludus_export_options {
    size_t size;
    enum ludus_format format;          /* not LUDUS_FORMAT_ANY */
    const struct ludus_ruleset *rules; /* overrides every record's Variant; may be NULL */
    bool positions;                    /* XML and JSON: the position after each turn */
    bool resolve;                      /* XML and JSON: each move in full */
    bool tei; /* XML: as an edition in TEI, which cannot be read back; not with the two above */
};

/* Writes records in any format: a beginning, each record, an end. */
struct ludus_export;
struct ludus_export *ludus_export_new(const struct ludus_export_options *options);
void ludus_export_begin(struct ludus_export *writer, struct ludus_buffer *out);
void ludus_export_game(struct ludus_export *writer, struct ludus_game *game, struct ludus_buffer *out);
/* `records`: number of records written since the beginning, by this writer or by others. */
void ludus_export_end(struct ludus_export *writer, size_t records, struct ludus_buffer *out);
void ludus_export_free(struct ludus_export *writer);

/* Compression of the output. */
enum ludus_packing { LUDUS_PLAIN, LUDUS_GZIP, LUDUS_ZSTD };
/* The packing for the suffix of a file name: .gz, .zst; LUDUS_PLAIN for any other name. */
enum ludus_packing ludus_packing_of(const char *name);
struct ludus_packer;
struct ludus_packer *ludus_packer_new(enum ludus_packing packing);
/* Append the bytes packed so far, or all the rest; false without memory. */
bool ludus_packer_add(struct ludus_packer *packer, struct ludus_text text, struct ludus_buffer *out);
bool ludus_packer_end(struct ludus_packer *packer, struct ludus_buffer *out);
void ludus_packer_free(struct ludus_packer *packer);

/* ---- Drawing ---- */

enum ludus_theme { LUDUS_THEME_PAPER, LUDUS_THEME_TINTED, LUDUS_THEME_DARK, LUDUS_THEME_HATCHED };
enum ludus_coordinates { LUDUS_COORDINATES_OUT, LUDUS_COORDINATES_IN, LUDUS_COORDINATES_OFF };
enum ludus_notation { LUDUS_NOTATION_NAMES, LUDUS_NOTATION_LETTERS, LUDUS_NOTATION_FIGURINES };

/* Appends a line of text as path data of SVG, which begins at 0, 0, and returns its width; less than 0, with
 * a reason, if it cannot. */
typedef double ludus_outline_fn(void *context, const char *text, bool bold, double size,
                                struct ludus_buffer *out, char *reason, size_t reason_size);

/* The fonts of drawings, the best first; all have figures as tall as capitals. */
#define LUDUS_FONTS "DejaVu Serif,Times New Roman,serif"

/* Options of a drawing. Texts belong to the caller and outlive the call. */
struct ludus_drawing_options {
    size_t size;
    /* The positions, as for ludus_selection_new. A single diagram shows the first, a page opens there. NULL
     * is "end", for a strip "all", for a page "start". */
    const char *turns;
    enum ludus_theme theme;
    enum ludus_coordinates coordinates;
    enum ludus_notation notation; /* of moves in captions and pages */
    bool flip;                    /* Black's side below */
    bool before;                  /* the position before each turn, not after it */
    bool plain;                   /* a grid instead of a chequered board */
    /* What is shown; all true at first. */
    bool dice;                /* the roll, beside the board */
    bool moves;               /* arrows, signs of capture, captured pieces on their squares */
    bool last;                /* a tint on the squares that the turn left and reached */
    bool stock;               /* pieces in hand and captured pieces, beside the board */
    bool side;                /* a disc that says who is to move */
    bool notes;               /* marks and arrows from comments */
    bool caption;             /* the turn in words, below the board */
    bool record;              /* a copy of the record, which the drawing carries */
    bool odds;                /* the chance that each square is hit in the next turn */
    double width;             /* of the whole picture; 0 is 1 px for each of a square's 45 units */
    double square;            /* of one square, instead of `width`; 0: derived from it */
    const char *unit;         /* of `width` or `square`: "px", "mm", "cm", "in" or "pt" */
    double text_size;         /* of captions and names, in points at that size; 0: as usual */
    const char *caption_text; /* template instead of the usual caption, or NULL; see luddraw(1) */
    const char *const *marks; /* "e4=circle:red" */
    size_t mark_count;
    const char *const *arrows; /* "e2e4:green" */
    size_t arrow_count;
    /* Prefix of all ids, for several drawings in one page; letters, digits, - and _. */
    const char *id_prefix;
    const char *pieces; /* SVG text of another piece set, `pieces_length` bytes, or NULL */
    size_t pieces_length;
    unsigned columns;     /* of a strip; 0: as many as look good */
    const char *language; /* of the words: "en", "de", "fr", "es", "it"; NULL: English */
    /* Draws all texts as paths, which need no font; NULL: as texts. Pages and books have texts anyway. */
    ludus_outline_fn *outline;
    void *outline_context;
};

/* Sets all of `size` bytes, which is sizeof *options. */
void ludus_drawing_options_init(struct ludus_drawing_options *options, size_t size);

/* Each of these appends a document to `out`; `options` may be NULL. False, with a reason, on failure. Nothing
 * can be drawn after a turn that breaks the rules, see the record's messages. */
bool ludus_game_draw(struct ludus_replay *replay, struct ludus_game *game,
                     const struct ludus_drawing_options *options, struct ludus_buffer *out, char *reason,
                     size_t size); /* SVG of one position */
bool ludus_game_draw_strip(struct ludus_replay *replay, struct ludus_game *game,
                           const struct ludus_drawing_options *options, struct ludus_buffer *out,
                           char *reason, size_t size); /* SVG of several positions, in rows */
bool ludus_game_draw_animation(struct ludus_replay *replay, struct ludus_game *game,
                               const struct ludus_drawing_options *options, struct ludus_buffer *out,
                               char *reason, size_t size); /* SVG that plays the main line */
/* Returns the sign that Unicode has for a drawing of the piece set, as ludus_ruleset_kind_image names it;
 * NULL if there is none. */
const char *ludus_image_sign(const char *image, bool black);

/* Appends the record in a drawing, or the records in a replay page, as they were when drawn. */
bool ludus_drawing_extract(const char *svg, size_t length, struct ludus_buffer *out, char *reason,
                           size_t size);

/* A self-contained HTML page to replay records in; `options` may be NULL. */
struct ludus_page;
struct ludus_page *ludus_page_new(const struct ludus_drawing_options *options);
bool ludus_page_add(struct ludus_page *page, struct ludus_replay *replay, struct ludus_game *game,
                    char *reason, size_t size);
bool ludus_page_write(struct ludus_page *page, struct ludus_buffer *out); /* and clears the page */
void ludus_page_free(struct ludus_page *page);
/* The script that shows such pages as parts of others, in elements <ludus-game src="page.html">. */
struct ludus_text ludus_page_script(void);

/* ---- Books ---- */

enum ludus_book_form { LUDUS_BOOK_LATEX, LUDUS_BOOK_HTML };

struct ludus_book_options {
    size_t size;
    enum ludus_book_form form;
    const char *title; /* of the book, or NULL */
    unsigned columns;  /* of a page: 1 or 2 */
    unsigned every;    /* a diagram after every so many turns of both sides; 0: none */
    bool contents, indexes;
    /* Of the diagrams, with the turns that have one; NULL: the defaults. Copied, but not its texts. */
    const struct ludus_drawing_options *drawing;
    const char *author; /* of the book, or NULL */
};
/* Sets all of `size` bytes, which is sizeof *options. */
void ludus_book_options_init(struct ludus_book_options *options, size_t size);

/* A typeset book of records: games, and problems, which have the tag Stipulation. */
struct ludus_book;
/* `options` may be NULL; its texts outlive the book. */
struct ludus_book *ludus_book_new(const struct ludus_book_options *options, char *reason, size_t size);
/* Adds a record, and appends what is finished of the book: all of it in LaTeX, nothing in HTML. */
bool ludus_book_add(struct ludus_book *book, struct ludus_replay *replay, struct ludus_game *game,
                    struct ludus_buffer *out, char *reason, size_t size);
/* Appends the rest. False without memory. */
bool ludus_book_end(struct ludus_book *book, struct ludus_buffer *out);
void ludus_book_free(struct ludus_book *book);

/* ---- Problems: what a side can force in a number of its turns ---- */

#define LUDUS_PROBLEM_TURNS 99u

/* A result that a side is to force. */
enum ludus_goal {
    LUDUS_GOAL_WIN,  /* to win by one of its own turns: by mate, or whatever wins by the rules */
    LUDUS_GOAL_DRAW, /* not to lose: the game ends with a draw or its win */
    LUDUS_GOAL_LOSS  /* to lose: selfmate */
};

/* What a problem asks of the side to move. */
struct ludus_stipulation {
    size_t size;
    enum ludus_goal goal;
    unsigned turns; /* in how many of its turns at most; 0: any number */
    /* Games with dice: with a chance above, of at least, or equal to this one. Without it: for sure. */
    enum { LUDUS_CHANCE_SURE, LUDUS_CHANCE_ABOVE, LUDUS_CHANCE_LEAST, LUDUS_CHANCE_EQUAL } relation;
    struct ludus_chance {
        uint64_t ways, of; /* ways / of, in lowest terms */
    } chance;
};

/* Reads a stipulation: "#3", "s#2", "+", "=", or "3" for "#3"; or one with a number and a chance: "#3 > 1/2",
 * "#3 >= 1/2", "#3 = 17/36". False for any other text. */
bool ludus_stipulation_read(const char *text, struct ludus_stipulation *stipulation);
/* Is this chance as the stipulation asks? */
bool ludus_stipulation_holds(const struct ludus_stipulation *stipulation, struct ludus_chance chance);

enum ludus_answer { LUDUS_NO, LUDUS_YES, LUDUS_UNDECIDED };

/* Searches the answers to a problem. Each thread needs its own. */
struct ludus_solver;
/* `limit` is the number of moves that it makes at most for a problem. It takes 24 bytes for each of them, and
 * no more than 24 MiB; ludus_solver_ever takes up to 200 MiB more. */
struct ludus_solver *ludus_solver_new(uint64_t limit);
void ludus_solver_free(struct ludus_solver *solver);
/* Begins a problem: `side` is to reach the goal. */
void ludus_solver_start(struct ludus_solver *solver, enum ludus_side side, enum ludus_goal goal);
/* Can that side force its goal from the position in at most `turns` of its turns? One that it is about to
 * play counts. Undecided at the limit, without memory, for more than LUDUS_PROBLEM_TURNS, and in games with
 * dice. All positions of a problem are of one ruleset. */
enum ludus_answer ludus_solver_ask(struct ludus_solver *solver, const struct ludus_position *position,
                                   unsigned turns);
/* The same in any number of turns. For LUDUS_GOAL_DRAW a game that never ends is one. Takes at most three
 * quarters of the moves that are left. */
enum ludus_answer ludus_solver_ever(struct ludus_solver *solver, const struct ludus_position *position);
/* In games with dice: finds the chance that the side reaches its goal, if it plays best for it, and the other
 * side best against it. If the position has a roll, that is its first. Undecided at the limit, without
 * memory, and if the numbers are too large: with so many throws as there are in all turns, more than 2^63. */
enum ludus_answer ludus_solver_chance(struct ludus_solver *solver, const struct ludus_position *position,
                                      unsigned turns, struct ludus_chance *chance);
/* Searches the least number of turns, up to `most`. `*turns` becomes this number, if the answer is yes; else
 * the last one that was tried. */
enum ludus_answer ludus_solver_shortest(struct ludus_solver *solver, const struct ludus_position *position,
                                        unsigned most, unsigned *turns);
/* Starts a problem, and appends its solution as a record with the tags FEN and Stipulation: all first turns,
 * all defences, and the fastest answer to each. Appends nothing unless the answer is yes; undecided also if
 * the record would be longer than 1 MiB. */
enum ludus_answer ludus_solver_record(struct ludus_solver *solver, const struct ludus_position *position,
                                      const char *stipulation, struct ludus_buffer *out);
/* Starts the problem of a record that has the tag Stipulation and no errors, and adds messages on whether it
 * holds, and whether the turns of the record solve it. The record must have been checked with the replay.
 * False only without memory. */
bool ludus_solver_check(struct ludus_solver *solver, struct ludus_replay *replay, struct ludus_game *game);

/* ---- Random games, and which rules a record was played by ---- */

/* Appends a random legal game of `ruleset` as a record in canonical form, of at most `max_turns` turns: the
 * same for the same `seed` on every machine. `number` is its Round tag. False without memory. */
bool ludus_game_generate(const struct ludus_ruleset *ruleset, uint64_t seed, unsigned max_turns,
                         size_t number, struct ludus_buffer *out);

/* Result of a proof. */
struct ludus_proof {
    size_t size;
    bool sound;
    size_t games, positions, moves; /* numbers of those compared */
    uint64_t seed;                  /* of the last game */
};

/* Plays random games of `ruleset` and compares the engine, at every position, with a slow and plain
 * reference: legal moves, check, ends, what moves lead to, keys, FEN, and the text of moves. Game n has the
 * seed `seed` + n and is the same on every machine. At the first difference `proof->sound` becomes false, and
 * the FEN with both answers is appended to `out`. False without memory. */
bool ludus_ruleset_prove(const struct ludus_ruleset *ruleset, unsigned games, uint64_t seed,
                         struct ludus_proof *proof, struct ludus_buffer *out);

/* How far a ruleset admits a record. */
struct ludus_fit {
    size_t size;
    const struct ludus_ruleset *ruleset;
    bool board;          /* all squares of the record are on its board, and its FEN is one of its positions */
    size_t turns, total; /* turns of the main line admitted, and all of them; those after damage that leaves a
                            move open are neither admitted nor refused */
    size_t faults;       /* errors of any kind, those of reading too; 0: it can be a record of this ruleset */
    bool usual;          /* the ruleset is that of records whose tags name none */
    char label[16];      /* of the first turn that is refused, as "4W"; empty if none is */
    char reason[200];    /* why, or else the first fault; with its code; empty if there is none */
    char code[32];
};

/* Tries the record with the ruleset of the replayer; without one, no board fits. The record's messages do not
 * change. */
void ludus_game_fit(struct ludus_replay *replay, struct ludus_game *game, struct ludus_fit *fit);

/* ---- Restoring and repairing records ---- */

struct ludus_mend;

struct ludus_mend_options {
    size_t size;
    size_t limit;           /* most readings and turns to try for a record; 0: a million */
    bool explain;           /* collect why readings are excluded, which takes time */
    const char *confusions; /* groups of signs that look alike ("17 38 ce"); NULL: the default */
    size_t confusions_length;
};

/* A damaged place of a record: lost signs, unclear ones, a missing roll. */
struct ludus_gap {
    size_t size;
    size_t line, column;    /* from 1 */
    size_t offset, length;  /* in bytes, in ludus_game_source; length 0 if nothing is written */
    struct ludus_text text; /* as written */
    unsigned number;        /* of its turn */
    enum ludus_side side;
    bool roll;
    size_t readings; /* number that the rules allow, given the rest of the game */
    bool exact;    /* these are all. False if the search gave up, or if no reading fits the whole record: then
                      they are those that last longest */
    size_t fallen; /* number that the rules exclude, as far as collected (options.explain) */
};

struct ludus_reading {
    size_t size;
    const char *text;
    double share; /* its probability: its part of all readings of the game, by the odds of the dice */
    bool allowed;
    unsigned number; /* of the turn that excludes a reading, */
    enum ludus_side side;
    const char *reason; /* and why; or NULL */
};

/* A way to repair a record that breaks the rules. */
struct ludus_repair {
    size_t size;
    size_t line, column;
    size_t offset, length;
    unsigned number; /* of the turn that is changed */
    enum ludus_side side;
    const char *kind;         /* "sign", "two signs", "name", "moves exchanged", "turn left out" … */
    struct ludus_text before; /* as written, or the names or letters exchanged throughout */
    const char *after;        /* its replacement */
    size_t turns;             /* number of legal turns from the start, after the repair */
    size_t gain;              /* how many more than without it */
    bool whole;               /* the record is then legal to its end, except for missing rolls */
    size_t missing_rolls;     /* how many of these turns lack their roll */
    size_t changes;           /* number of changes in the repair */
    double share;             /* probability of the change: its part of all repairs, by their costs */
    double margin;            /* how much more the cheapest repair without it costs, in nats; 5 at most */
};

/* `rules` and `options` may be NULL. */
struct ludus_mend *ludus_mend_new(const struct ludus_ruleset *rules,
                                  const struct ludus_mend_options *options);
void ludus_mend_free(struct ludus_mend *mend);

/* Searches all readings of the record's main line. False without memory, or if its rules or start cannot be
 * found. The functions that follow concern the record searched last, as long as it lives. */
bool ludus_mend_restore(struct ludus_mend *mend, struct ludus_game *game);
size_t ludus_mend_gaps(const struct ludus_mend *mend);
bool ludus_mend_gap(const struct ludus_mend *mend, size_t index, struct ludus_gap *out);
/* Gets reading number `index` of a gap, most probable first; the excluded ones come last. */
bool ludus_mend_reading(const struct ludus_mend *mend, size_t gap, size_t index, struct ludus_reading *out);
/* Number of damaged places that the search left out, in variations or after a turn with sic. `*line` and
 * `*column` (each may be NULL) become the place of the first, or 0. */
size_t ludus_mend_unsearched(const struct ludus_mend *mend, size_t *line, size_t *column);
/* Did the search give up at the limit? Then readings may be missing, and `*number` and `*side` (each may be
 * NULL) become the furthest turn reached. */
bool ludus_mend_gave_up(const struct ludus_mend *mend, unsigned *number, enum ludus_side *side);
/* Is there a legal reading of the whole record, its result included? */
bool ludus_mend_sound(const struct ludus_mend *mend);
/* Number of turns of the main line; `*sound` (may be NULL) becomes the number of those that can be read
 * together without breaking the rules. */
size_t ludus_mend_turns(const struct ludus_mend *mend, size_t *sound);
/* Appends the record, with unique readings filled in, in <…>. */
void ludus_mend_write(const struct ludus_mend *mend, struct ludus_buffer *out);

/* Finds the smallest changes after which more turns of the record are legal, or its first fault of notation
 * or number is gone. Returns the number of repairs, best first. */
size_t ludus_mend_repair(struct ludus_mend *mend, struct ludus_game *game);
/* Do the legal turns end at damage, and not at a fault? Then restore it first: no repair is searched. */
bool ludus_mend_damaged(const struct ludus_mend *mend);
/* Get the first change of a repair, or any of them, in the order of the record. False if there is none. */
bool ludus_mend_repair_at(struct ludus_mend *mend, size_t index, struct ludus_repair *out);
bool ludus_mend_repair_change(struct ludus_mend *mend, size_t index, size_t change, struct ludus_repair *out);
/* Appends the record with repair number `index` made, in <…> and with notes; unchanged if there is none. */
void ludus_mend_apply(const struct ludus_mend *mend, size_t index, struct ludus_buffer *out);
/* Appends the record with those changes of the best repair that have at least this margin, if the repair
 * makes it legal to its end. Returns the number of changes left out. */
size_t ludus_mend_apply_best(const struct ludus_mend *mend, double margin, struct ludus_buffer *out);
/* Adds the changes of the best repair to the error messages of a checked record, if it makes the record legal
 * to its end. Skips a record with one error only, whose message already has the move that was meant. */
void ludus_mend_hint(struct ludus_mend *mend, struct ludus_game *game);

/* ---- Comparing transcriptions ---- */

/* Finds the records of several files that are of one game: by tags and moves, by tags alone (players, event,
 * date and round), by moves alone, or by the first moves. Records left between two pairs are paired in their
 * order, if both files have the same number and their players have no other names. */
struct ludus_pairing;
/* `rules` may be NULL. */
struct ludus_pairing *ludus_pairing_new(const struct ludus_ruleset *rules);
void ludus_pairing_free(struct ludus_pairing *pairing);
/* Adds the next record of file number `file`, from 0 to 63; it may be freed afterwards. False only without
 * memory. */
bool ludus_pairing_add(struct ludus_pairing *pairing, size_t file, struct ludus_game *game);
/* Finds the games, after all records have been added. False only without memory. */
bool ludus_pairing_match(struct ludus_pairing *pairing);
/* Number of games: those of the first file in its order, then those that only others have. */
size_t ludus_pairing_games(const struct ludus_pairing *pairing);
/* Sets `*record` to the number, from 0, of the record of a game in `file`. False if it has none. */
bool ludus_pairing_record(const struct ludus_pairing *pairing, size_t game, size_t file, size_t *record);

struct ludus_collation;

enum ludus_legality { LUDUS_LEGAL, LUDUS_NOT_LEGAL, LUDUS_NOT_PLAYED /* not known, after a fault */ };

/* What the witnesses differ in. */
enum ludus_differing { LUDUS_IN_TURN, LUDUS_IN_RULESET, LUDUS_IN_START, LUDUS_IN_RESULT, LUDUS_IN_TAG };

/* How a reading differs from that of the first witness. */
enum ludus_difference_kind {
    LUDUS_SUBSTANTIVE,
    LUDUS_ORTHOGRAPHIC, /* the same move, or name, in another spelling */
    LUDUS_AMBIGUOUS     /* it fits the same move, but not only that one, or is not legal */
};

/* A place where witnesses differ: a turn, or a property of the whole record. */
struct ludus_difference {
    size_t size;
    enum ludus_differing what;
    unsigned number; /* of the turn */
    enum ludus_side side;
    bool added;      /* the first witness lacks the turn; the number is that of its next turn */
    size_t column;   /* for ludus_collation_variant */
    const char *tag; /* name of the tag, or NULL */
};

/* The reading of one witness in this place. */
struct ludus_variant {
    size_t size;
    struct ludus_text text; /* roll and moves as written, `__` for a lost turn; or the ruleset's id, the FEN
                               of the start, the result, the value of the tag */
    bool missing;           /* the witness has no such turn or tag; the text is empty */
    size_t group;           /* equal for equal readings, in any spelling; that of the first witness is 0 */
    enum ludus_legality own, consensus; /* after the turns before it in the witness, in the consensus */
    enum ludus_difference_kind kind;
};

/* `rules` may be NULL. */
struct ludus_collation *ludus_collation_new(const struct ludus_ruleset *rules);
void ludus_collation_free(struct ludus_collation *collation);
/* Removes all witnesses. */
void ludus_collation_clear(struct ludus_collation *collation);
/* Adds a witness; the others are compared with the first. The record must live as long as the collation uses
 * it. False without memory, or if rules or start cannot be found, see the record's messages. */
bool ludus_collation_add(struct ludus_collation *collation, struct ludus_game *game);
/* Aligns all witnesses turn by turn. Returns the number of differences, (size_t)-1 without memory. */
size_t ludus_collation_compare(struct ludus_collation *collation);
bool ludus_collation_difference(const struct ludus_collation *collation, size_t index,
                                struct ludus_difference *out);
bool ludus_collation_variant(const struct ludus_collation *collation, size_t column, size_t witness,
                             struct ludus_variant *out);
/* Appends the first witness with the names of all, [%wit NAME NAME], and the others' readings in comments,
 * [%rdg NAME "reading"] and [%tag NAME Tag "value"]; `names` has those of all, in order. */
void ludus_collation_apparatus(const struct ludus_collation *collation, const char *const *names,
                               struct ludus_buffer *out);

const char *ludus_version(void);
unsigned ludus_version_number(void);

/* Has memory run out in the library, in any thread, since the program began? Then its results since may be
 * incomplete, even if no function reported it. */
bool ludus_memory_failed(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
