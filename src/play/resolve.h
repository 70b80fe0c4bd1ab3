/* resolve.h - from the text of a move to the legal moves that it can mean. */
#ifndef PLAY_RESOLVE_H
#define PLAY_RESOLVE_H

#include "notation/record.h"
#include "rules/position.h"

enum { RESOLVE_MAX = 128 };

/* How a ruleset's pieces are called, ready for looking up. */
struct lexicon {
    const struct ludus_ruleset *ruleset;
    kind_set called[26]; /* the kind called A … Z, or none */
    kind_set nameless;   /* kinds that a move without a name can mean */
};

void lexicon_init(struct lexicon *lexicon, const struct ludus_ruleset *ruleset);
/* Kind of the letter or name, or NONE. */
unsigned lexicon_kind(const struct lexicon *lexicon, const char *name, size_t length);

/* Kinds that short notation means: that of the name, none when it is no piece, or the nameless ones. */
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

/* Is nothing but a square written: no name, nothing of a from-square, no x? */
static inline bool resolve_is_bare(const struct move_text *text)
{
    return !text->name_length && !text->from_file && !text->from_rank && !(text->flags & MOVE_CAPTURE);
}

/* The kind that the text says the piece becomes, or NONE when it is no piece. */
unsigned resolve_promotion(const struct lexicon *lexicon, const struct move_text *text);

/* Square from file and rank as written (from 1), or NONE when it is not on the board. */
static inline unsigned resolve_square(const struct ludus_ruleset *ruleset, unsigned file, unsigned rank)
{
    bool on_board = file - 1 < ruleset->rules.files && rank - 1 < ruleset->rules.ranks;
    return on_board ? (rank - 1) * ruleset->rules.files + file - 1 : NONE;
}

/* Kinds that `text` can mean where `side` is to move and these pieces stand on the board: those of its name
 * or, without one, of the piece on its from-square, else the nameless ones. 0 when the name is no piece. */
static inline kind_set resolve_kinds(const struct lexicon *lexicon, const uint8_t *cell, unsigned side,
                                     const struct move_text *text)
{
    if (text->name_length || !(text->flags & MOVE_LONG))
        return resolve_named(lexicon, text);
    unsigned from = resolve_square(lexicon->ruleset, text->from_file, text->from_rank);
    return from == NONE || !cell[from] || CODE_SIDE(cell[from]) != side ? 0 : 1u << CODE_KIND(cell[from]);
}

/* Does the text allow the from-square: has it the file and the rank that are written, if any are? */
static inline bool resolve_starts_so(const struct ludus_ruleset *ruleset, const struct move_text *text,
                                     unsigned from)
{
    return (!text->from_file || square_file(ruleset, from) + 1u == text->from_file) &&
           (!text->from_rank || square_rank(ruleset, from) + 1u == text->from_rank);
}

/* Writes the legal moves that `text` can mean to `out` and returns how many: 1 is what a sound record gives.
 * What the text claims besides (capture, check, removed stones, path) is not looked at. */
size_t resolve_move(const struct lexicon *lexicon, const struct ludus_position *pos,
                    const struct move_text *text, struct ludus_move out[RESOLVE_MAX]);

/* Two placings of one turn, which are one move, the first on its target: false when it is not legal. */
bool resolve_pair(const struct lexicon *lexicon, const struct ludus_position *pos,
                  const struct move_text *first, const struct move_text *second, struct ludus_move *out);

/* Is `text` a placing of `kind` on `square`? */
bool resolve_is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                        unsigned square);

/* The squares written in `text`: path from first to target, and the stones listed as removed. */
struct written_squares {
    uint8_t path[RESOLVE_MAX];
    unsigned path_count;
    uint8_t removed[RESOLVE_MAX];
    uint16_t removed_at[RESOLVE_MAX]; /* offsets into plain of the x before them */
    unsigned removed_count;
    bool off_board; /* one of them is not on the board */
};

void resolve_squares(const struct ludus_ruleset *ruleset, const struct move_text *text,
                     struct written_squares *out);

#endif
