/* pattern.c - compares what can still be read of a move with the spellings of the legal moves. */
#include "play/pattern.h"

#include "base/chars.h"
#include "base/memory.h"
#include "play/san.h"
#include "rules/movegen.h"

#include <stdlib.h>
#include <string.h>

enum { SPELLING_MAX = 120, PARTS_MAX = 4, CHOICES_MAX = 2 * NAMES_MAX + 4, TEXT_MAX = 400 };
enum { TRAIL_MAX = SPELLING_MAX / 2, TRIES_MAX = 2000, SQUARES_LEAST = sizeof "a1a2xb2" - 1 };

/* What is written of a move's squares. */
enum way {
    WAY_SHORT,  /* the target */
    WAY_LONG,   /* from and to */
    WAY_SQUARES /* the squares of a chain, or the men that are removed, too */
};

/* A spelling is a row of parts, each one of several choices. */
struct spelling {
    struct {
        char choice[CHOICES_MAX][SPELLING_MAX / 2];
        unsigned count;
    } part[PARTS_MAX];
    unsigned parts;
    bool squares_follow; /* the parts */
};

/* Does `pattern` begin with `word`? Names are read in any case. */
static bool begins(const char *pattern, size_t length, const char *word, bool any_case)
{
    size_t word_length = strlen(word);
    if (word_length > length)
        return false;
    for (size_t i = 0; i < word_length; i++) {
        bool same = any_case ? to_lower(pattern[i]) == to_lower(word[i]) : pattern[i] == word[i];
        if (pattern[i] != '_' && !same)
            return false;
    }
    return true;
}

static void choose(struct spelling *spelling, unsigned part, const char *first, const char *second)
{
    unsigned count = spelling->part[part].count;
    char *out = spelling->part[part].choice[count];
    size_t a = strlen(first), b = strlen(second);
    if (count == CHOICES_MAX || a + b >= sizeof spelling->part[part].choice[0])
        return;
    memcpy(out, first, a);
    memcpy(out + a, second, b + 1);
    spelling->part[part].count++;
}

static void choose_names(struct spelling *spelling, unsigned part, const struct kind *kind,
                         const char *before, const char *after)
{
    char letter[] = { kind->letter, '\0' }, word[SPELLING_MAX / 2];
    for (unsigned i = 0; i < kind->name_count; i++) {
        struct san_text text = { word, sizeof word, 0 };
        san_add(&text, before);
        san_add(&text, kind->names[i]);
        san_end(&text);
        choose(spelling, part, word, after);
    }
    choose(spelling, part, before, letter);
}

static void spell_square(struct spelling *spelling, unsigned part, const struct ludus_ruleset *ruleset,
                         unsigned square, const char *before)
{
    char name[8];
    struct san_text text = { name, sizeof name, 0 };
    san_square(&text, ruleset, square);
    san_end(&text);
    choose(spelling, part, before, name);
}

/* Long: name, from-square, target. Short: as much of the from-square as may be needed, and a pawn has no
 * name. */
static void spell_step(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                       enum way way)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool is_long = way != WAY_SHORT;
    const struct kind *kind = &rules->kinds[CODE_KIND(pos->cell[move.from])];
    bool pawn = rules->pawns >> CODE_KIND(pos->cell[move.from]) & 1, takes = san_takes(pos, move);
    char file[] = { (char)('a' + square_file(pos->ruleset, move.from)), '\0' }, rank[8], from[8];
    struct san_text text = { rank, sizeof rank, 0 };
    san_number(&text, square_rank(pos->ruleset, move.from) + 1);
    san_end(&text);
    text = (struct san_text){ from, sizeof from, 0 };
    san_square(&text, pos->ruleset, move.from);
    san_end(&text);
    if (is_long || !pawn)
        choose_names(spelling, 0, kind, "", " ");
    if (is_long || pawn || rules->pawns == 0)
        choose(spelling, 0, "", "");
    if (is_long) {
        choose(spelling, 1, from, takes ? "x" : "-");
        choose(spelling, 1, from, "");
    } else {
        choose(spelling, 1, pawn && takes ? file : "", takes ? "x" : "");
        if (!pawn) {
            choose(spelling, 1, file, takes ? "x" : "");
            choose(spelling, 1, rank, takes ? "x" : "");
        }
    }
    spelling->squares_follow = way == WAY_SQUARES;
    if (spelling->squares_follow) {
        spelling->parts = 2;
        return;
    }
    spell_square(spelling, 2, pos->ruleset, move.to, "");
    choose(spelling, 3, "", "");
    if (move.piece != NONE)
        choose_names(spelling, 3, &rules->kinds[move.piece], "=", "");
    spelling->parts = 4;
}

static void spell(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                  enum way way)
{
    for (unsigned part = 0; part < PARTS_MAX; part++)
        spelling->part[part].count = 0;
    spelling->parts = 1;
    spelling->squares_follow = false;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_EN_PASSANT:
        spell_step(spelling, pos, move, way);
        break;
    case LUDUS_CASTLE: {
        char text[TEXT_MAX];
        ludus_move_long(pos, move, text, sizeof text);
        choose(spelling, 0, text, "");
        choose(spelling, 0, strcmp(text, "O-O") == 0 ? "0-0" : "0-0-0", "");
        break;
    }
    case LUDUS_PLACE:
        choose_names(spelling, 0, &pos->ruleset->rules.kinds[move.piece], "", " ");
        choose(spelling, 0, "", "");
        spell_square(spelling, 1, pos->ruleset, move.to, "@");
        spelling->parts = 2;
        break;
    case LUDUS_REMOVE:
        spell_square(spelling, 0, pos->ruleset, move.to, "x");
        break;
    case LUDUS_PASS:
        choose(spelling, 0, "pass", "");
        choose(spelling, 0, "--", "");
        break;
    }
}

/* Is `text` a placing of `kind` on `square`? */
static bool is_placing(const struct ludus_replay *replay, const struct move_text *text, unsigned kind,
                       unsigned square)
{
    return text->style == MOVE_PLACE &&
           resolve_square(replay->ruleset, text->to_file, text->to_rank) == square &&
           (text->name_length == 0 || lexicon_kind(&replay->lexicon, text->plain, text->name_length) == kind);
}

static bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

/* Does `text`, as a record would have it, mean `move` and nothing else? */
static bool means(struct ludus_replay *replay, const char *text, size_t length, struct ludus_move move)
{
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX];
    if (!move_text_parse(text, length, &replay->game->arena, &parsed))
        return false;
    if (move.type == LUDUS_PLACE)
        return is_placing(replay, &parsed, move.piece, move.to);
    return resolve_move(&replay->lexicon, &replay->line.pos, &parsed, moves) == 1 &&
           same_move(moves[0], move);
}

/* ---- Squares on the way, and men that are removed ---- */

/* How far the squares of a move have been compared. */
struct trail {
    struct ludus_replay *replay;
    struct ludus_move move;
    char *text; /* what has been spelled so far */
    uint8_t path[TRAIL_MAX];
    unsigned count;
    struct squares taken; /* besides what stands on the target, and not yet spelled */
    unsigned tries;
};

/* What is left of a pattern, and how much has been spelled. */
struct rest {
    const char *pattern;
    size_t length, written;
};

/* Spells `word` where the pattern allows it. */
static bool take_word(const struct trail *trail, struct rest *rest, const char *word)
{
    size_t length = strlen(word);
    if (!begins(rest->pattern, rest->length, word, false) || rest->written + length >= SPELLING_MAX)
        return false;
    memcpy(trail->text + rest->written, word, length);
    *rest = (struct rest){ rest->pattern + length, rest->length - length, rest->written + length };
    return true;
}

static bool take_square(struct trail *trail, struct rest *rest, const char *before, unsigned square)
{
    char name[8];
    struct san_text text = { name, sizeof name, 0 };
    san_add(&text, before);
    san_square(&text, trail->replay->ruleset, square);
    san_end(&text);
    return take_word(trail, rest, name) && ++trail->tries <= TRIES_MAX;
}

/* Is the rest a list of the men that are removed, all of them? */
static bool fits_taken(struct trail *trail, struct rest rest)
{
    bool any = false;
    for (unsigned square = 0; square < trail->replay->ruleset->squares; square++) {
        struct rest after = rest;
        if (!squares_has(&trail->taken, square))
            continue;
        any = true;
        squares_remove(&trail->taken, square);
        bool fitting = take_square(trail, &after, "x", square) && fits_taken(trail, after);
        squares_add(&trail->taken, square);
        if (fitting)
            return true;
    }
    return !any && rest.length == 0 && means(trail->replay, trail->text, rest.written, trail->move);
}

/* Notes what the move takes. Is that more than what stands on its target? */
static bool find_taken(struct trail *trail)
{
    struct ludus_position after = trail->replay->line.pos;
    struct undo undo;
    bool any = false;
    position_make(&after, trail->move, &undo);
    trail->taken = (struct squares){ { 0 } };
    for (unsigned i = 0; i < undo.changes; i++) {
        unsigned square = undo.change[i].square, was = undo.change[i].was;
        if (square == trail->move.from || square == trail->move.to || !was || CODE_SIDE(was) == undo.side)
            continue;
        squares_add(&trail->taken, square);
        any = true;
    }
    return any;
}

/* Can the squares so far be the way of the move, or its beginning? */
static bool leads_on(const struct trail *trail)
{
    const struct rules *rules = &trail->replay->ruleset->rules;
    unsigned last = trail->path[trail->count - 1];
    if (trail->count == 2 && last == trail->move.to)
        return true;
    if (trail->move.type != LUDUS_JUMP)
        return false;
    return (rules->jump_revisit && last == trail->path[0]) ||
           movegen_jump_path(&trail->replay->line.pos, trail->path, trail->count);
}

/* Compares the squares that follow the from-square and its hyphen, depth first. */
static bool fits_squares(struct trail *trail, struct rest rest)
{
    unsigned squares = trail->replay->ruleset->squares;
    for (unsigned square = 0; square < squares && trail->count < TRAIL_MAX; square++) {
        struct rest after = rest, leg;
        if (!take_square(trail, &after, "", square))
            continue;
        trail->path[trail->count++] = (uint8_t)square;
        bool on = leads_on(trail), fitting = false;
        if (on && square == trail->move.to && after.length == 0)
            fitting = means(trail->replay, trail->text, after.written, trail->move);
        else if (on && square == trail->move.to && begins(after.pattern, after.length, "x", false))
            fitting = find_taken(trail) && fits_taken(trail, after);
        leg = after;
        if (on && !fitting && trail->move.type == LUDUS_JUMP && take_word(trail, &leg, "-"))
            fitting = fits_squares(trail, leg);
        trail->count--;
        if (fitting)
            return true;
    }
    return false;
}

static bool fits_trail(struct ludus_replay *replay, struct rest rest, char *text, struct ludus_move move)
{
    struct trail trail = { .replay = replay, .move = move, .text = text, .path = { move.from }, .count = 1 };
    return fits_squares(&trail, rest);
}

/* ---- Comparing ---- */

/* Tries the choices of part number `part` and those after it; what has been chosen so far stands in `text`.
 */
static bool fits(struct ludus_replay *replay, const struct spelling *spelling, unsigned part,
                 const char *pattern, size_t length, char *text, size_t written, struct ludus_move move)
{
    if (part == spelling->parts && spelling->squares_follow)
        return fits_trail(replay, (struct rest){ pattern, length, written }, text, move);
    if (part == spelling->parts || part == PARTS_MAX)
        return length == 0 && means(replay, text, written, move);
    for (unsigned i = 0; i < spelling->part[part].count; i++) {
        const char *word = spelling->part[part].choice[i];
        size_t word_length = strlen(word);
        if (!begins(pattern, length, word, word_length > 2) || written + word_length >= SPELLING_MAX)
            continue;
        memcpy(text + written, word, word_length);
        if (fits(replay, spelling, part + 1, pattern + word_length, length - word_length, text,
                 written + word_length, move))
            return true;
    }
    return false;
}

/* Length of what is to be compared: check signs and marks are not. */
static size_t significant(const struct move_text *pattern)
{
    size_t length = pattern->plain_length;
    if (length > 4 && memcmp(pattern->plain + length - 4, "e.p.", 4) == 0)
        length -= 4;
    while (length > 0 && strchr("+#!? ", pattern->plain[length - 1]))
        length--;
    return length;
}

/* Can the end of the pattern be the squares of the move? Most moves fall here, before they are spelled. */
static bool ends_so(const struct ludus_position *pos, struct ludus_move move, const char *pattern,
                    size_t length)
{
    char squares[20];
    struct san_text text = { squares, sizeof squares, 0 };
    if (move.type > LUDUS_EN_PASSANT || move.piece != NONE)
        return true;
    if (memchr(pattern, '-', length)) {
        san_square(&text, pos->ruleset, move.from);
        san_add(&text, "-");
    }
    san_square(&text, pos->ruleset, move.to);
    size_t end = san_end(&text);
    return end <= length && begins(pattern + length - end, end, squares, false);
}

/* Can the pattern name the piece that moves? Asked before anything is spelled, as ends_so. */
static bool named_so(const struct ludus_position *pos, struct ludus_move move, const char *pattern,
                     size_t length)
{
    const char *blank = memchr(pattern, ' ', length);
    size_t name = blank ? (size_t)(blank - pattern) : 0;
    if (name == 0)
        return true;
    if (move.type > LUDUS_EN_PASSANT && move.type != LUDUS_PLACE)
        return false;
    const struct kind *kind =
        &pos->ruleset->rules.kinds[move.type == LUDUS_PLACE ? move.piece : CODE_KIND(pos->cell[move.from])];
    for (unsigned i = 0; i < kind->name_count; i++)
        if (strlen(kind->names[i]) == name && begins(pattern, name, kind->names[i], true))
            return true;
    return false;
}

/* Has the pattern room for more squares than two, behind a name? */
static bool has_more_squares(const char *pattern, size_t length)
{
    size_t squares = 0;
    while (squares < length && pattern[length - 1 - squares] != ' ')
        squares++;
    return squares >= SQUARES_LEAST;
}

/* Writes to `text` a spelling of `move` that fits the pattern; false when there is none. */
static bool spell_so(struct ludus_replay *replay, const struct move_text *pattern, struct ludus_move move,
                     char text[SPELLING_MAX])
{
    const struct ludus_position *pos = &replay->line.pos;
    struct spelling spelling;
    size_t length = significant(pattern);
    if (!named_so(pos, move, pattern->plain, length))
        return false;
    bool fitting = false, plain = ends_so(pos, move, pattern->plain, length);
    enum way last =
        move.type <= LUDUS_JUMP && has_more_squares(pattern->plain, length) ? WAY_SQUARES : WAY_LONG;
    for (enum way way = plain ? WAY_SHORT : WAY_SQUARES; way <= last && !fitting; way++) {
        spell(&spelling, pos, move, way);
        fitting = fits(replay, &spelling, 0, pattern->plain, length, text, 0, move);
    }
    return fitting;
}

size_t pattern_match(struct ludus_replay *replay, const struct move_text *pattern,
                     struct ludus_move out[RESOLVE_MAX])
{
    const struct ludus_position *pos = &replay->line.pos;
    struct ludus_move *moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = moves ? movegen_all(pos, moves) : 0, found = 0;
    char text[SPELLING_MAX];
    for (size_t i = 0; i < count && found < RESOLVE_MAX; i++)
        if (spell_so(replay, pattern, moves[i], text))
            out[found++] = moves[i];
    free(moves);
    return found;
}

size_t pattern_spell(struct ludus_replay *replay, const struct move_text *pattern, struct ludus_move move,
                     char *out, size_t size)
{
    char text[SPELLING_MAX];
    size_t length = significant(pattern);
    if (length >= size || length >= SPELLING_MAX || !spell_so(replay, pattern, move, text))
        return 0;
    memcpy(out, text, length);
    out[length] = '\0';
    return length;
}

size_t pattern_half(struct ludus_replay *replay, const struct move_text *half, unsigned kind, unsigned square,
                    char *out, size_t size)
{
    struct ludus_move move = { NONE, (uint8_t)square, LUDUS_PLACE, (uint8_t)kind };
    if (half->style == MOVE_PATTERN)
        return pattern_spell(replay, half, move, out, size);
    if (half->style != MOVE_LOST && !is_placing(replay, half, kind, square))
        return 0;
    struct san_text text = { out, size, 0 };
    if (half->style == MOVE_LOST)
        san_write(&text, &replay->line.pos, move);
    else
        san_add_bytes(&text, half->plain, half->plain_length);
    size_t length = san_end(&text);
    return length < size ? length : 0;
}
