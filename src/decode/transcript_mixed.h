/* transcript_mixed.h - lines of a transcript that begin as a turn and have words besides: "3. Bb5 a6 ch.",
 * "4. Ba4 Nf6 5. O-O Be7 and White won." */
#ifndef DECODE_TRANSCRIPT_MIXED_H
#define DECODE_TRANSCRIPT_MIXED_H

#include "decode/transcript_line.h"

/* How far the turns of a page have come. All zero before the first. */
struct turn_count {
    uint32_t number; /* the last label, 0: none yet */
    unsigned which;  /* turn of that number, as the label tells it */
    unsigned moves;  /* turns behind that label */
};

/* Counts the items of a line that has been read. */
void turn_count_items(struct turn_count *count, const struct ludus_game *line);

enum { MIXED_PARTS = 16 };

/* Bytes `begin` to `end` of a line; the signs from `from` on are what joins them to the moves. */
struct mixed_words {
    size_t from, begin, end;
    bool move; /* one of the turn may be among them, which no brackets are about */
};

struct mixed_line {
    struct mixed_words words[MIXED_PARTS];
    unsigned count;
    bool turn; /* the line begins with a number and has moves, whether they are read as such or not */
};

/* Reads a line. True when it begins with a number that goes on from `count` and stays below `later` (the
 * first label further down; NULL when there is none) and a move, or what was meant as one; its words are in
 * `mixed` then. */
bool transcript_read_mixed(const char *line, size_t length, const struct turn_count *count,
                           const struct turn_count *later, struct line_scan *scan, struct mixed_line *mixed);

/* Reads a line that does not begin as a turn below others: it goes on with the last of them, or has the next
 * one behind words, "White has the better game. 9. h3 Nb8". `amid`: what stands above are words. True when
 * there is one; the line's words are in `mixed` then. */
bool transcript_read_on(const char *line, size_t length, const struct turn_count *count,
                        const struct turn_count *later, bool amid, struct line_scan *scan,
                        struct mixed_line *mixed);

/* Does the line hold the turn that comes next, wherever in it? */
bool transcript_holds_next(const char *line, size_t length, const struct turn_count *count,
                           const struct turn_count *later, struct line_scan *scan);

/* Can a text that is set as prose below turns be read as going on with them? */
bool transcript_may_go_on(const char *text, size_t length, struct line_scan *scan);

/* What makes a line look like a turn: a roll and a move behind it; moves, or what was meant as such, and no
 * words. */
enum turn_signs { SIGNS_NONE, SIGNS_MOVES, SIGNS_ROLL };
enum turn_signs transcript_turn_signs(const char *line, size_t length, struct line_scan *scan);

/* Is there the mark of a footnote in the line that has been read last? */
bool transcript_has_mark(const struct line_scan *scan);

/* Number of moves before byte `at` of the line that has been read last. */
unsigned transcript_moves_before(const struct line_scan *scan, size_t at);

#endif
