/* resolve.h - finds the legal moves that the text of a move can mean. */
#ifndef PLAY_RESOLVE_H
#define PLAY_RESOLVE_H

#include "notation/record.h"
#include "rules/position.h"

enum { RESOLVE_MAX = 128 };

/* The names of a ruleset's pieces, for look-up. */
struct lexicon {
    const struct ludus_ruleset *ruleset;
    kind_set called[26]; /* the kind with the letter A … Z, or none */
    kind_set nameless;   /* kinds that a move without a name can mean */
};

void lexicon_init(struct lexicon *lexicon, const struct ludus_ruleset *ruleset);
/* Returns the kind with this letter or name, or NONE. */
unsigned lexicon_kind(const struct lexicon *lexicon, const char *name, size_t length);

/* Returns the kinds that short notation can mean: the one named, none if the name is unknown; without a name,
 * the nameless ones. */
static inline kind_set resolve_named(const struct lexicon *lexicon, const struct move_text *text)
{
    if (text->name_length == 0)
        return lexicon->nameless;
    unsigned letter = (unsigned char)*text->plain - (unsigned)'A';
    if (text->name_length == 1 && letter < 26)
        return lexicon->called[letter];
    unsigned kind = lexicon_kind(lexicon, text->plain, text->name_length);
    return kind == NONE ? 0 : 1u << kind;
}

/* Is only a target square written: no name, no part of a from-square, no x? */
static inline bool resolve_is_bare(const struct move_text *text)
{
    return !text->name_length && !text->from_file && !text->from_rank && !(text->flags & MOVE_CAPTURE);
}

/* Returns the kind that the text promotes to, or NONE if its name is unknown. */
unsigned resolve_promotion(const struct lexicon *lexicon, const struct move_text *text);

/* Returns the square of a written file and rank (from 1), or NONE if it is not on the board. */
static inline unsigned resolve_square(const struct ludus_ruleset *ruleset, unsigned file, unsigned rank)
{
    bool on_board = file - 1 < ruleset->rules.files && rank - 1 < ruleset->rules.ranks;
    return on_board ? (rank - 1) * ruleset->rules.files + file - 1 : NONE;
}

/* Returns the kinds that `text` can mean if `side` is to move on this board: the one named or, without a
 * name, that of the piece on the from-square, else the nameless ones. 0 if the name is unknown, or the side
 * has no piece there. */
static inline kind_set resolve_kinds(const struct lexicon *lexicon, const uint8_t *cell, unsigned side,
                                     const struct move_text *text)
{
    if (text->name_length || !(text->flags & MOVE_LONG))
        return resolve_named(lexicon, text);
    unsigned from = resolve_square(lexicon->ruleset, text->from_file, text->from_rank);
    return from == NONE || !cell[from] || CODE_SIDE(cell[from]) != side ? 0 : 1u << CODE_KIND(cell[from]);
}

/* Does the from-square have the written file and rank, as far as they are written? */
static inline bool resolve_starts_so(const struct ludus_ruleset *ruleset, const struct move_text *text,
                                     unsigned from)
{
    return (!text->from_file || square_file(ruleset, from) + 1u == text->from_file) &&
           (!text->from_rank || square_rank(ruleset, from) + 1u == text->from_rank);
}

/* Writes the legal moves that `text` can mean to `out`. Returns their number, 1 in a sound record. Other
 * claims of the text (capture, check, removed stones, path) are not checked. */
size_t resolve_move(const struct lexicon *lexicon, const struct ludus_position *pos,
                    const struct move_text *text, struct ludus_move out[RESOLVE_MAX]);

/* Finds the move of two placings of one turn; the first has its target. False if it is illegal. */
bool resolve_pair(const struct lexicon *lexicon, const struct ludus_position *pos,
                  const struct move_text *first, const struct move_text *second, struct ludus_move *out);

/* Is `text` a placing of `kind` on `square`? */
bool resolve_is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                        unsigned square);

/* The squares written in a move: its path from first to target, and the stones listed as removed. */
struct written_squares {
    uint8_t path[RESOLVE_MAX];
    unsigned path_count;
    uint8_t removed[RESOLVE_MAX];
    uint16_t removed_at[RESOLVE_MAX]; /* offsets in `plain` of the x before them */
    unsigned removed_count;
    bool off_board; /* one of them is not on the board */
};

void resolve_squares(const struct ludus_ruleset *ruleset, const struct move_text *text,
                     struct written_squares *out);

#endif
