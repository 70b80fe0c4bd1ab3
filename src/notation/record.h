/* record.h - a record in memory: its tags, and the items of its text in order.
 *
 * The text of a game is an array of items, not a tree of small objects: variations are an OPEN and a CLOSE
 * that know each other's index, so neither this nor other code recurses, and the writers print the items in
 * order. The reader knows no rules: play/resolve finds what a move means. */
#ifndef NOTATION_RECORD_H
#define NOTATION_RECORD_H

#include "base/diag.h"
#include "base/input.h"
#include "base/memory.h"
#include "ludus.h"

#include <string.h>

/* Kinds of items; each is the event of the item in a visit. */
enum item_kind {
    ITEM_NUMBER = LUDUS_EVENT_NUMBER,   /* 4W. 4B. 4. 4... */
    ITEM_DICE = LUDUS_EVENT_DICE,       /* (2,5) */
    ITEM_MOVE = LUDUS_EVENT_MOVE,       /* any move, pass included, with all that is glued to it */
    ITEM_COMMENT = LUDUS_EVENT_COMMENT, /* {…} or ;… : text without the delimiters */
    ITEM_NAG = LUDUS_EVENT_NAG,         /* $14, or a mark that no move takes */
    ITEM_OPEN = LUDUS_EVENT_VARIATION,
    ITEM_CLOSE = LUDUS_EVENT_VARIATION_END,
    ITEM_RESULT = LUDUS_EVENT_RESULT, /* 1-0 or [1:0] */
    ITEM_ESCAPE = LUDUS_EVENT_ESCAPE, /* a line that begins with % : text after the % */
    ITEM_BAD = LUDUS_EVENT_UNREAD     /* unreadable text, which has been reported */
};

/* How a move is written. */
enum move_style {
    MOVE_SQUARES, /* anything with a target square: long, short, with or without a name */
    MOVE_PLACE,   /* @d4 */
    MOVE_REMOVE,  /* xd4 with no mover */
    MOVE_CASTLE_SHORT,
    MOVE_CASTLE_LONG,
    MOVE_PASS,
    MOVE_PATTERN, /* contains `_`: matched against spellings of legal moves */
    MOVE_LOST     /* alone: `_` one move, `__` any number of moves */
};

enum move_flags {
    MOVE_JOINED = 1 << 0,  /* follows a comma: same turn as the move before */
    MOVE_CAPTURE = 1 << 1, /* an x before the target */
    MOVE_LONG = 1 << 2,    /* a whole from-square is written */
    MOVE_PATH = 1 << 3,    /* squares between from and to are written: d3-d5-f5 */
    MOVE_REMOVED = 1 << 4, /* removed stones are listed: d2-d5xc5xd6 */
    MOVE_PROMOTES = 1 << 5,
    MOVE_EP = 1 << 6,
    MOVE_SQUEEZE = 1 << 7,
    MOVE_SIC = 1 << 8,
    MOVE_UNCLEAR = 1 << 9,   /* contains ~ (or U+0323) */
    MOVE_SUPPLIED = 1 << 10, /* contains <…> */
    MOVE_ZEROS = 1 << 11,    /* castling written 0-0 */
    /* Other spellings of the same; `plain` has this notation's: */
    MOVE_COLON = 1 << 12,         /* N:e5 for Nxe5 */
    MOVE_WORD = 1 << 13,          /* Qh5ch for Qh5+ */
    MOVE_ODD_CASTLING = 1 << 14,  /* OO for O-O */
    MOVE_ODD_PROMOTION = 1 << 15, /* e8(Q) for e8=Q */
    MOVE_ODD = MOVE_COLON | MOVE_WORD | MOVE_ODD_CASTLING | MOVE_ODD_PROMOTION
};

enum { NO_SIDE = 2 };              /* the side of a label that names none, as in 12. and 12... */
#define UNNUMBERED UINT32_MAX      /* the number of a label that is unreadable or only dots */
#define UNCOUNTED (UNNUMBERED - 1) /* this number, or a greater one */

/* What unreadable text stands for, in ascending order. */
enum bad_form {
    BAD_SIGN, /* a sign, a bracket, a comma: no move */
    BAD_TEXT, /* words in a row, in which moves may be lost */
    BAD_MOVE  /* one word that looks like a move, with the signs and the comma that belong to it */
};

enum { CHECK_NONE, CHECK_PLUS, CHECK_MATE, CHECK_DOUBLE }; /* nothing, +, #, ++ */

/* A move as written. Files and ranks count from 1; 0: not written. `plain` is the text that the offsets refer
 * to, up to promotion and e.p.: part of the token itself, or a copy in the arena if the token has ~ or <…>
 * (left out), figurines (made letters), dashes and crosses (made - and x) or lost signs. */
struct move_text {
    const char *plain;
    uint16_t plain_length;
    uint16_t flags;      /* enum move_flags */
    uint8_t style;       /* enum move_style */
    uint8_t check;       /* CHECK_… */
    uint8_t mark;        /* 0, or 1 to 6 for ! ? !! ?? !? ?! as NAG numbers */
    uint8_t name_length; /* piece letter or name, at plain[0]; 0: none */
    uint8_t from_file, from_rank, to_file, to_rank;
    uint16_t squares, squares_length;     /* offset and length of the part from the first square up to the
                                             promotion or the end (path and removed stones are read from it) */
    uint16_t promotion, promotion_length; /* letter or name after = */
};

struct item {
    uint8_t kind;     /* enum item_kind */
    uint8_t side;     /* NUMBER: LUDUS_WHITE, LUDUS_BLACK; NO_SIDE */
    uint8_t form;     /* NUMBER: how many dots; COMMENT: '{' or ';'; RESULT: '-' or ':'; BAD: enum bad_form */
    uint8_t result;   /* RESULT: enum ludus_result, LUDUS_OPEN for * */
    uint32_t length;  /* of text */
    const char *text; /* as in the record, without the delimiters of a comment */
    union {
        uint32_t number; /* NUMBER, or UNNUMBERED; NAG; BAD: enum message_id, or MSG_COUNT if the message was
                            added at once */
        size_t partner;  /* OPEN, CLOSE: index of the other; an OPEN that is never closed: count of items */
        struct {
            uint8_t count;                /* count of written dice */
            uint8_t face[LUDUS_DICE_MAX]; /* 0: lost */
            uint8_t unclear, supplied;    /* a bit for each die */
        } dice;
        struct move_text move;
    };
};

struct tag {
    struct ludus_text name, value; /* value unescaped */
    size_t begin, end;             /* place in the record: the whole pair */
    size_t value_begin, value_end; /* place of the value, inside the quotes */
};

/* A record. Everything that it points to is in its arena or in the reader's text, and is valid until the next
 * record. */
struct ludus_game {
    struct arena arena;
    struct diag diag;
    struct ludus_text source;
    struct tag *tags;
    size_t tag_count, tag_capacity;
    uint64_t tag_names; /* tag_bit of each: if a name's bit is not set, no tag has that name */
    struct item *items;
    size_t item_count, item_capacity;
    struct message *read; /* last message of the reader, or NULL; later ones are about the play */
    size_t number;        /* in its file, from 1 */
    bool large;           /* it was too large, and was left out */
    bool cut;             /* an unterminated comment, tag or variation reaches its end */
    bool altered;         /* the bytes of the file differ from its source */
    bool skimmed;         /* only the tags have been read: no items, no messages */
    bool page;            /* of a printed page, with words among moves: names have three letters or more */
    bool follows;         /* the records of another file precede those of its own */
};

/* Returns one bit of 64 for a tag's name, from its length, first and last letter. */
static inline uint64_t tag_bit(struct ludus_text name)
{
    unsigned first = name.length ? (unsigned char)name.text[0] : 0;
    unsigned last = name.length ? (unsigned char)name.text[name.length - 1] : 0;
    return (uint64_t)1 << (name.length + 57 * first + 22 * last) % 64; /* PGN's usual names share no bit */
}

/* Are moves read around unreadable text of this kind: an annotation in signs that the notation does not have,
 * a repeated suffix, an editor's remark? */
static inline bool is_aside(uint32_t id, unsigned form)
{
    return id == MSG_BAD_MARK || id == MSG_BAD_NAG || id == MSG_DOUBLE_SUFFIX ||
           (id == MSG_BRACKETS && form == BAD_SIGN);
}

static inline bool item_is_aside(const struct item *item)
{
    return item->kind == ITEM_BAD && is_aside(item->number, item->form);
}

/* Place of an item in the record, for diag_add. */
static inline size_t item_begin(const struct ludus_game *game, const struct item *item)
{
    return (size_t)(item->text - game->source.text);
}

static inline size_t item_end(const struct ludus_game *game, const struct item *item)
{
    return item_begin(game, item) + item->length;
}

/* Adds a message about an item, as diag_add. */
struct message *record_say(struct ludus_game *game, const struct item *item, enum message_id id, ...);

/* Counts the items that belong before the tags: those before the first tag, which only the first record of a
 * file has; or all before the last tag if any of them is more than a comment or an escaped line. */
size_t record_before_tags(const struct ludus_game *game);
/* Are the first `count` items only comments and escaped lines, which may stand elsewhere? */
bool record_remarks(const struct ludus_game *game, size_t count);
/* Does the comment lack its closing brace? Then it is the last item. */
bool record_is_cut(const struct ludus_game *game, const struct item *item);
/* Finds a tag by its name. NULL if there is none. */
const struct tag *record_find_tag(const struct ludus_game *game, struct ludus_text name);
static inline const struct tag *record_tag(const struct ludus_game *game, const char *name)
{
    return record_find_tag(game, (struct ludus_text){ name, strlen(name) });
}
/* Returns an array, freed by the caller, that tells which tags repeat an earlier one's name. NULL without
 * memory. */
bool *record_repeated_tags(const struct ludus_game *game);
/* Finds the first tag of this name in any letter case. NULL if there is none. */
const struct tag *record_tag_cased(const struct ludus_game *game, const char *name);

/* Reads the first record of `chunk` into `game` (the caller sets diag.file and number), and removes it from
 * the chunk: games without tags or blank lines between them come in one chunk, which is empty (length 0)
 * after the last. False only without memory. */
bool record_read(struct ludus_game *game, struct input_chunk *chunk);
/* Reads the first record of a buffer, which must not change meanwhile; game->source tells its length. False
 * without memory, also when the buffer was filled. */
bool record_read_text(struct ludus_game *game, struct ludus_buffer *text);
/* Like record_read, but reads only the tags if the end of the record is clear (game->skimmed). */
bool record_skim(struct ludus_game *game, struct input_chunk *chunk);
/* Removes everything that has been read. */
void record_clear(struct ludus_game *game);
/* Removes the messages of a replay of the record: the next one adds them again. */
void record_forget_play(struct ludus_game *game);
/* Reads a record from a copy of this text; ludus_game_free frees it. `file` is its name in messages. NULL
 * without memory. */
struct ludus_game *record_from(struct ludus_text source, const char *file);
/* Frees what the record owns. */
void record_free(struct ludus_game *game);

enum { NO_RESULT = LUDUS_DRAW + 1 };

/* Returns the result (enum ludus_result) that all of `text` spells (1-0, 0:1, [1/2:1/2], *), or NO_RESULT. */
unsigned result_read(struct ludus_text text);
/* Is it a date as tags have it, 1851.05.??, of a day that there is? */
bool date_sound(struct ludus_text text);
/* Returns the canonical spelling of a result. */
const char *result_text(unsigned result);

/* ---- Tags in written order: PGN's roster of seven, then the others by name ---- */

enum { ROSTER = 7 };
extern const struct ludus_text roster_names[ROSTER];

/* Returns the index of a name in the roster, or ROSTER. */
unsigned roster_place(struct ludus_text name);

struct placed_tag {
    struct ludus_text name;
    unsigned place; /* in the roster; ROSTER for the others */
    size_t index;   /* among the tags */
};

/* Compares placed tags for qsort: the roster, then by name; equal names in the order of the tags. */
int roster_compare(const void *a, const void *b);

/* Returns the record's tag_count tags in order, freed by the caller. NULL without memory. */
struct placed_tag *roster_order(const struct ludus_game *game);
/* Appends a tag pair as a line of its own. */
void roster_write(struct ludus_text name, struct ludus_text value, struct ludus_buffer *out);

/* ---- The spelling of moves ---- */

/* Reads the spelling of a move into `move`. True if all of [text, text + length) is one move of the notation
 * (dice, numbers and comments are none). Used by the reader, and by tools for moves given as options. */
bool move_text_parse(const char *text, size_t length, struct arena *arena, struct move_text *move);

/* Reads a move without check signs and marks, of ASCII signs and letters only: no damage, no figurines. False
 * if [text, text + length) is no move. */
bool move_text_plain(const char *text, size_t length, struct move_text *move);

/* The same for any spelling: first removes the signs of damage, in a copy in the arena. */
bool move_text_word(const char *text, size_t length, struct arena *arena, struct move_text *move);

/* Reads the next square of a path such as d2-d5xc5xd6, as numbers from 1; `*mark` is the sign before it, or
 * NUL. False at the end. */
bool move_text_next(const char **at, const char *end, char *mark, unsigned *file, unsigned *rank);

/* Reads check signs and marks glued to the end of a move, and returns their end. */
const char *move_text_read_signs(const char *at, struct move_text *move);

/* The same, fast for moves that have none, as most. */
static inline const char *move_text_signs(const char *at, struct move_text *move)
{
    return (unsigned char)*at > ' ' ? move_text_read_signs(at, move) : at;
}

/* Returns the NAG, 1 to 6, of a run of ! and ? that is a mark (! ? !! ?? !? ?!), else 0. */
unsigned move_text_mark(const char *text, size_t length);

struct leiden {
    const char *text; /* in plain spelling, without ~ and <>, with single spaces; `_` stays */
    size_t length;
    bool lost, unclear, supplied;
};

/* Does [text, text + length) contain anything that leiden_read would change or note? */
bool leiden_needed(const char *text, size_t length);

/* Reads those signs. False if <…> is not paired, ~ follows nothing, or without memory (arena->failed). */
bool leiden_read(const char *text, size_t length, struct arena *arena, struct leiden *out);

/* Returns the end of the blanks at `text`, also of those of typeset text (U+00A0, U+2009 and the like). */
const char *leiden_blanks(const char *text, const char *end);

/* Returns the length in bytes of a sign of uncertainty (~ or U+0323) at `text`, else 0. */
unsigned leiden_unclear(const char *text, size_t length);

/* ---- Signs that look alike ---- */

/* For each ASCII sign, the signs that it can be taken for. */
struct lookalikes {
    uint64_t like[128][2]; /* a bit for each ASCII sign */
};

/* Reads groups of signs that look alike, separated by blanks ("17 38 ce"); `#` begins a comment that ends
 * with its line. NULL: the usual groups. */
void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length);

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b);

/* Returns the ASCII sign that a character of `length` bytes of UTF-8 looks like; ' ' for an invisible one,
 * '\0' if it looks like none. Stores its code point in `*code`. */
char lookalikes_ascii(const char *at, unsigned length, unsigned *code);

#endif
