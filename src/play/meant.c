/* meant.c - prices legal moves against a text: weighted edits between it and the ways to spell each move. */
#include "play/meant.h"

#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/move_text.h"
#include "play/san.h"
#include "rules/castle.h"
#include "rules/movegen.h"
#include "rules/tables.h"

#include <stdlib.h>
#include <string.h>

enum { SPELLING_MAX = 120, WRITTEN_MAX = 64, PARTS_MAX = 4, CHOICES_MAX = 2 * NAMES_MAX + 4 };
enum { TRAIL_MAX = SPELLING_MAX / 2, TRIES_MAX = 2000, SQUARES_LEAST = sizeof "a1a2xb2" - 1 };

/* What each thing costs that is written otherwise. */
enum price {
    PRICE_EDITED = 300,  /* once, but for PRICE_CASE alone */
    PRICE_SLIGHT = 50,   /* a sign that may be missing */
    PRICE_FOREIGN = 100, /* a letter of another alphabet that looks the same */
    PRICE_CASE = 149,
    PRICE_BLANK = 150,
    PRICE_LOOKALIKE = 250,
    PRICE_LOST_FILE = 300, /* of a pawn that takes, or that tells two pieces apart */
    PRICE_LOST_LETTER = 350,
    PRICE_WING = 350, /* castling on the other */
    PRICE_LETTER = 400,
    PRICE_NEIGHBOUR = 370, /* the file or rank beside */
    PRICE_TRANSPOSED = 450,
    PRICE_ADDED = 450,
    PRICE_LOST = 500,
    PRICE_FAR = 550, /* another file or rank */
    PRICE_OTHER = 650,
    PRICE_SILENT_CHECK = 250,
    PRICE_FALSE_CHECK = 450,
    PRICE_MATE = 150,   /* + for #, or # for + */
    PRICE_EXACT = 30000 /* of all of these where nothing but illegible signs may differ */
};

/* ---- What is written ---- */

struct written {
    char sign[WRITTEN_MAX]; /* in ASCII; '\1' for any other */
    bool foreign[WRITTEN_MAX];
    size_t length;
    const char *check;
    bool exact;     /* only what is illegible can be another sign */
    unsigned price; /* of having read it so */
};

/* Length of a text without what is said at its end of its worth, check and taking in passing. */
static size_t significant(const char *text, size_t length)
{
    while (length > 0 && strchr("+#!? ", text[length - 1]))
        length--;
    if (length > 4 && memcmp(text + length - 4, "e.p.", 4) == 0)
        for (length -= 4; length > 0 && text[length - 1] == ' ';)
            length--;
    return length;
}

struct ludus_text meant_written(const struct item *item)
{
    struct ludus_text text = { item->text, item->length };
    for (size_t at = 1; at < text.length; at++)
        if (strncmp(text.text + at, " squeeze", 8) == 0 || strncmp(text.text + at, " sic", 4) == 0)
            text.length = at;
    while (text.length > 1 && strchr("!?, ", text.text[text.length - 1]))
        text.length--;
    return text;
}

static void read_written(struct ludus_text text, struct written *written)
{
    struct arena arena = { .failed = false };
    struct leiden plain = { .text = text.text, .length = text.length };
    if (leiden_needed(text.text, text.length) && !leiden_read(text.text, text.length, &arena, &plain))
        plain = (struct leiden){ .text = text.text, .length = text.length };
    size_t length = significant(plain.text, plain.length), checks = plain.length - length;
    const char *behind = plain.text + length;
    *written = (struct written){ .check = memchr(behind, '#', checks)   ? "#"
                                          : memchr(behind, '+', checks) ? "+"
                                                                        : "" };
    for (size_t at = 0; at < length && written->length < WRITTEN_MAX;) {
        unsigned bytes = text_sequence(plain.text + at, length - at), code;
        char like = bytes > 1 ? lookalikes_ascii(plain.text + at, bytes, &code) : plain.text[at];
        written->foreign[written->length] = bytes > 1;
        written->sign[written->length++] = (char)(like ? like : '\1');
        at += bytes ? bytes : 1;
    }
    arena_free(&arena);
}

/* The same, with from-square and target exchanged. False when it has not both. */
static bool exchange(const struct written *written, struct written *out)
{
    const char *end = written->sign + written->length;
    const char *middle = memchr(written->sign, '-', written->length), *at = middle;
    middle = middle ? middle : memchr(written->sign, 'x', written->length);
    for (at = middle; at && at > written->sign && at[-1] != ' ' && !is_upper(at[-1]);)
        at--;
    if (!at || at == middle || middle + 1 == end)
        return false;
    size_t name = (size_t)(at - written->sign), from = (size_t)(middle - at), to = (size_t)(end - middle) - 1;
    *out = *written;
    memcpy(out->sign + name, middle + 1, to);
    out->sign[name + to] = *middle;
    memcpy(out->sign + name + to + 1, at, from);
    out->price = PRICE_TRANSPOSED;
    return true;
}

/* How many noughts a castling is written with; 0 when it is none. */
static unsigned noughts(const struct written *written)
{
    unsigned count = 0;
    for (size_t i = 0; i < written->length; i++)
        if (strchr("Oo0Q", written->sign[i]))
            count++;
        else if (written->sign[i] != '-' && written->sign[i] != ' ')
            return 0;
    return count;
}

/* ---- Spellings of a move ---- */

/* What is written of a move's squares. */
enum way {
    WAY_SHORT,  /* the target */
    WAY_LONG,   /* from and to */
    WAY_SQUARES /* the squares of a chain, or the men that are removed, too */
};

enum part { PART_NAME, PART_FROM, PART_TO, PART_BECOMES };

/* A spelling is a row of parts, each one of several choices. */
struct spelling {
    struct {
        char choice[CHOICES_MAX][SPELLING_MAX / 2];
        unsigned count;
    } part[PARTS_MAX];
    unsigned parts;
    enum way way;
};

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

/* `after` stands behind a name, and not behind a letter. */
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

static void choose_square(struct spelling *spelling, unsigned part, const struct ludus_ruleset *ruleset,
                          unsigned square, const char *before, const char *after)
{
    char name[8];
    struct san_text text = { name, sizeof name, 0 };
    san_add(&text, before);
    san_square(&text, ruleset, square);
    san_end(&text);
    choose(spelling, part, name, after);
}

/* Short: as much of the from-square as may be needed. */
static void choose_origin(struct spelling *spelling, const struct ludus_ruleset *ruleset, unsigned from,
                          bool pawn, const char *takes)
{
    char file[] = { (char)('a' + square_file(ruleset, from)), '\0' }, rank[8];
    struct san_text text = { rank, sizeof rank, 0 };
    san_number(&text, square_rank(ruleset, from) + 1);
    san_end(&text);
    if (!pawn || !*takes)
        choose(spelling, PART_FROM, "", takes);
    if (!pawn || *takes)
        choose(spelling, PART_FROM, file, takes);
    if (!pawn)
        choose(spelling, PART_FROM, rank, takes);
}

/* Long: name, from-square, target. Short: a pawn has no name. */
static void spell_step(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = CODE_KIND(pos->cell[move.from]);
    bool is_long = spelling->way != WAY_SHORT, pawn = in_set(rules->pawns, code),
         takes = san_takes(pos, move);
    if (is_long || !pawn)
        choose_names(spelling, PART_NAME, &rules->kinds[code], "", " ");
    if (is_long || pawn || rules->pawns == 0)
        choose(spelling, PART_NAME, "", "");
    if (is_long) {
        choose_square(spelling, PART_FROM, pos->ruleset, move.from, "", takes ? "x" : "-");
        choose_square(spelling, PART_FROM, pos->ruleset, move.from, "", "");
    } else {
        choose_origin(spelling, pos->ruleset, move.from, pawn, takes ? "x" : "");
    }
    spelling->parts = PART_TO;
    if (spelling->way == WAY_SQUARES)
        return;
    choose_square(spelling, PART_TO, pos->ruleset, move.to, "", "");
    if (move.piece != NONE)
        choose_names(spelling, PART_BECOMES, &rules->kinds[move.piece], "=", "");
    else
        choose(spelling, PART_BECOMES, "", "");
    spelling->parts = PARTS_MAX;
}

static void spell(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                  enum way way)
{
    for (unsigned part = 0; part < PARTS_MAX; part++)
        spelling->part[part].count = 0;
    spelling->parts = 1;
    spelling->way = way;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_EN_PASSANT:
        spell_step(spelling, pos, move);
        break;
    case LUDUS_CASTLE: {
        bool is_short = castle_is_short(castle_between(&pos->ruleset->rules, move.from, move.to));
        choose(spelling, PART_NAME, is_short ? "O-O" : "O-O-O", "");
        choose(spelling, PART_NAME, is_short ? "0-0" : "0-0-0", "");
        break;
    }
    case LUDUS_PLACE:
        choose_names(spelling, PART_NAME, &pos->ruleset->rules.kinds[move.piece], "", " ");
        choose(spelling, PART_NAME, "", "");
        choose_square(spelling, PART_FROM, pos->ruleset, move.to, "@", "");
        spelling->parts = PART_TO;
        break;
    case LUDUS_REMOVE:
        choose_square(spelling, PART_NAME, pos->ruleset, move.to, "x", "");
        break;
    case LUDUS_PASS:
        choose(spelling, PART_NAME, "pass", "");
        choose(spelling, PART_NAME, "--", "");
        break;
    }
}

/* ---- Edits ---- */

/* The ways to spell one move, depth first, each sign with the prices of all that is written up to some sign.
 */
struct weighing {
    const struct lexicon *lexicon;
    const struct ludus_position *pos;
    const struct lookalikes *alike;
    bool print;
    const struct written *written;
    struct ludus_move move;
    struct spelling spelling;
    unsigned price; /* of the best so far, or what is too much */
    char *best;     /* its text, SPELLING_MAX bytes */
    char text[SPELLING_MAX];
    uint16_t row[SPELLING_MAX + 1][WRITTEN_MAX + 1];
    /* Of a chain: */
    uint8_t path[TRAIL_MAX];
    unsigned count, tries;
    struct squares taken; /* besides what stands on the target, and not yet spelled */
};

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

/* What it costs that a sign of a spelling is not written. */
static unsigned lost(const struct weighing *weighing, char sign, unsigned part)
{
    if (weighing->written->exact)
        return PRICE_EXACT;
    if (strchr("x-", sign))
        return PRICE_SLIGHT;
    if (strchr(" =@", sign))
        return PRICE_BLANK;
    if (part == PART_FROM && weighing->spelling.way == WAY_SHORT)
        return PRICE_LOST_FILE;
    return is_letter(sign) && part != PART_TO ? PRICE_LOST_LETTER : PRICE_LOST;
}

/* What it costs that a sign is written which is none of the spelling. */
static unsigned added(const struct weighing *weighing, char sign)
{
    return weighing->written->exact ? PRICE_EXACT : sign == ' ' || sign == '-' ? PRICE_BLANK : PRICE_ADDED;
}

/* What it costs that sign number `at` is written for `sign`. */
static unsigned changed(const struct weighing *weighing, char sign, size_t at, unsigned part, bool name)
{
    const struct written *written = weighing->written;
    char is = written->sign[at];
    if (is == '_' || (name && to_lower(is) == to_lower(sign)))
        return 0;
    if (is == sign)
        return written->foreign[at] ? PRICE_FOREIGN : 0;
    if (written->exact)
        return PRICE_EXACT;
    if (to_lower(is) == to_lower(sign))
        return PRICE_CASE;
    bool files = is_file(is) && is_file(sign), same = files || (is_digit(is) && is_digit(sign));
    if ((weighing->print || !same) && lookalikes_has(weighing->alike, is, sign))
        return PRICE_LOOKALIKE;
    if (strchr("x-", sign) && strchr("x-:", is))
        return PRICE_SLIGHT;
    if (name || (is_upper(is) && is_upper(sign)) || (part == PART_NAME && is_letter(is) && is_letter(sign)))
        return PRICE_LETTER;
    if (same)
        return is - sign == 1 || sign - is == 1 ? PRICE_NEIGHBOUR : PRICE_FAR;
    return PRICE_OTHER;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Spells another sign. False when no spelling that goes on so can be the best. */
static bool add_sign(struct weighing *weighing, size_t at, char sign, unsigned part, bool name)
{
    const struct written *written = weighing->written;
    const uint16_t *row = weighing->row[at];
    uint16_t *next = weighing->row[at + 1];
    unsigned missing = lost(weighing, sign, part), lowest = UINT16_MAX;
    if (at + 1 >= SPELLING_MAX)
        return false;
    weighing->text[at] = sign;
    for (size_t j = 0; j <= written->length; j++) {
        unsigned price = row[j] + missing;
        if (j > 0) {
            price = least(price, next[j - 1] + added(weighing, written->sign[j - 1]));
            price = least(price, row[j - 1] + changed(weighing, sign, j - 1, part, name));
        }
        if (at > 0 && j > 1 && !written->exact && sign == written->sign[j - 2] &&
            weighing->text[at - 1] == written->sign[j - 1])
            price = least(price, weighing->row[at - 1][j - 2] + PRICE_TRANSPOSED);
        next[j] = (uint16_t)least(price, UINT16_MAX);
        lowest = least(lowest, price);
    }
    return lowest < weighing->price;
}

/* Another piece is named: one fault, however many letters it has. */
static void allow_other_name(struct weighing *weighing, size_t at)
{
    const struct written *written = weighing->written;
    const char *blank = memchr(written->sign, ' ', written->length);
    size_t length = blank ? (size_t)(blank - written->sign) : 0;
    if (length > 1 && lexicon_kind(weighing->lexicon, written->sign, length) != NONE)
        weighing->row[at][length + 1] = (uint16_t)least(weighing->row[at][length + 1], PRICE_LETTER);
}

/* Spells a word from sign number `*at` on, which becomes its end. False as for add_sign. */
static bool add_word(struct weighing *weighing, size_t *at, const char *word, unsigned part)
{
    bool name = part != PART_TO && strlen(word) > 2 && is_letter(word[part == PART_BECOMES]) &&
                is_letter(word[1 + (part == PART_BECOMES)]);
    bool hopeful = true, whole = name && part == PART_NAME && !weighing->written->exact;
    for (const char *sign = word; *sign; sign++)
        if (!(hopeful = add_sign(weighing, (*at)++, *sign, part, name)) && !whole)
            return false;
    if (whole && *at < SPELLING_MAX) {
        allow_other_name(weighing, *at);
        hopeful = true;
    }
    return hopeful;
}

/* Is `text` a placing of `kind` on `square`? */
static bool is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                       unsigned square)
{
    return text->style == MOVE_PLACE &&
           resolve_square(lexicon->ruleset, text->to_file, text->to_rank) == square &&
           (text->name_length == 0 || lexicon_kind(lexicon, text->plain, text->name_length) == kind);
}

static bool same_move(struct ludus_move a, struct ludus_move b)
{
    return a.from == b.from && a.to == b.to && a.type == b.type && a.piece == b.piece;
}

/* Does the spelling, as a record would have it, mean the move and nothing else? */
static bool means(const struct weighing *weighing, size_t length)
{
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX], move = weighing->move;
    if (!move_text_plain(weighing->text, length, &parsed))
        return false;
    if (move.type == LUDUS_PLACE)
        return is_placing(weighing->lexicon, &parsed, move.piece, move.to);
    return resolve_move(weighing->lexicon, weighing->pos, &parsed, moves) == 1 && same_move(moves[0], move);
}

/* The spelling is whole: is it the best? */
static bool take_spelling(struct weighing *weighing, size_t length)
{
    unsigned price = weighing->row[length][weighing->written->length] + weighing->written->price;
    if (price >= weighing->price || !means(weighing, length))
        return false;
    weighing->price = price;
    memcpy(weighing->best, weighing->text, length);
    weighing->best[length] = '\0';
    return true;
}

/* ---- Squares on the way, and men that are removed ---- */

static bool add_square(struct weighing *weighing, size_t *at, const char *before, unsigned square)
{
    char name[8];
    struct san_text text = { name, sizeof name, 0 };
    san_add(&text, before);
    san_square(&text, weighing->pos->ruleset, square);
    san_end(&text);
    return add_word(weighing, at, name, PART_TO) && ++weighing->tries <= TRIES_MAX;
}

/* What comes is a list of the men that are removed, all of them. */
static void weigh_taken(struct weighing *weighing, size_t at)
{
    bool any = false;
    for (unsigned square = 0; square < weighing->pos->ruleset->squares && weighing->price; square++) {
        size_t after = at;
        if (!squares_has(&weighing->taken, square))
            continue;
        any = true;
        squares_remove(&weighing->taken, square);
        if (add_square(weighing, &after, "x", square))
            weigh_taken(weighing, after);
        squares_add(&weighing->taken, square);
    }
    if (!any)
        take_spelling(weighing, at);
}

/* Notes what the move takes. Is that more than what stands on its target? */
static bool find_taken(struct weighing *weighing)
{
    struct ludus_position after = *weighing->pos;
    struct undo undo;
    bool any = false;
    position_make(&after, weighing->move, &undo);
    weighing->taken = (struct squares){ { 0 } };
    for (unsigned i = 0; i < undo.changes; i++) {
        unsigned square = undo.change[i].square, was = undo.change[i].was;
        if (square == weighing->move.from || square == weighing->move.to || !was ||
            CODE_SIDE(was) == undo.side)
            continue;
        squares_add(&weighing->taken, square);
        any = true;
    }
    return any;
}

/* Can the squares so far be the way of the move, or its beginning? */
static bool leads_on(const struct weighing *weighing)
{
    const struct rules *rules = &weighing->pos->ruleset->rules;
    unsigned last = weighing->path[weighing->count - 1];
    if (weighing->count == 2 && last == weighing->move.to)
        return true;
    if (weighing->move.type != LUDUS_JUMP)
        return false;
    return (rules->jump_revisit && last == weighing->path[0]) ||
           movegen_jump_path(weighing->pos, weighing->path, weighing->count);
}

/* What comes are the squares that follow the from-square and its hyphen. */
static void weigh_squares(struct weighing *weighing, size_t at)
{
    unsigned squares = weighing->pos->ruleset->squares;
    for (unsigned square = 0; square < squares && weighing->count < TRAIL_MAX && weighing->price; square++) {
        size_t after = at;
        if (!add_square(weighing, &after, "", square))
            continue;
        weighing->path[weighing->count++] = (uint8_t)square;
        bool on = leads_on(weighing), there = on && square == weighing->move.to;
        if (there && !take_spelling(weighing, after) && find_taken(weighing))
            weigh_taken(weighing, after);
        if (on && weighing->move.type == LUDUS_JUMP && add_word(weighing, &after, "-", PART_TO))
            weigh_squares(weighing, after);
        weighing->count--;
    }
}

/* ---- Comparing ---- */

/* Tries the choices of part number `part` and those after it. */
static void weigh_part(struct weighing *weighing, unsigned part, size_t at)
{
    const struct spelling *spelling = &weighing->spelling;
    if (part == spelling->parts && spelling->way == WAY_SQUARES && weighing->move.type <= LUDUS_JUMP) {
        weighing->path[0] = weighing->move.from;
        weighing->count = 1;
        weighing->tries = 0;
        weigh_squares(weighing, at);
        return;
    }
    if (part == spelling->parts || part == PARTS_MAX) {
        take_spelling(weighing, at);
        return;
    }
    for (unsigned i = 0; i < spelling->part[part].count && weighing->price; i++) {
        size_t after = at;
        if (add_word(weighing, &after, spelling->part[part].choice[i], part))
            weigh_part(weighing, part + 1, after);
    }
}

static void weigh_way(struct weighing *weighing, enum way way)
{
    const struct written *written = weighing->written;
    spell(&weighing->spelling, weighing->pos, weighing->move, way);
    for (size_t j = 0; j <= written->length; j++) {
        unsigned price = j ? weighing->row[0][j - 1] + added(weighing, written->sign[j - 1]) : 0;
        weighing->row[0][j] = (uint16_t)least(price, UINT16_MAX);
    }
    weigh_part(weighing, 0, 0);
}

/* Has the text room for more squares than two, behind a name? */
static bool has_more_squares(const struct written *written)
{
    size_t squares = 0;
    while (squares < written->length && written->sign[written->length - 1 - squares] != ' ')
        squares++;
    return squares >= SQUARES_LEAST;
}

/* Can the end of the pattern be the squares of the move? Most moves fall here, before they are spelled. */
static bool ends_so(const struct written *written, const struct ludus_position *pos, struct ludus_move move)
{
    char squares[20];
    struct san_text text = { squares, sizeof squares, 0 };
    if (move.type > LUDUS_EN_PASSANT || move.piece != NONE)
        return true;
    if (memchr(written->sign, '-', written->length)) {
        san_square(&text, pos->ruleset, move.from);
        san_add(&text, "-");
    }
    san_square(&text, pos->ruleset, move.to);
    size_t end = san_end(&text);
    for (size_t i = 0; end <= written->length && i < end; i++) {
        char sign = written->sign[written->length - end + i];
        if (sign != '_' && sign != squares[i])
            return false;
    }
    return end <= written->length;
}

/* Finds the cheapest spelling of the move and its price. False when all are too dear. */
static bool weigh(struct weighing *weighing, const struct written *written)
{
    struct ludus_move move = weighing->move;
    unsigned before = weighing->price;
    weighing->written = written;
    bool chain = move.type <= LUDUS_JUMP && has_more_squares(written), steps = move.type <= LUDUS_EN_PASSANT;
    bool plain = !written->exact || ends_so(written, weighing->pos, move);
    for (enum way way = plain ? WAY_SHORT : WAY_SQUARES; way <= (chain   ? WAY_SQUARES
                                                                 : steps ? WAY_LONG
                                                                         : WAY_SHORT) &&
                                                         weighing->price;
         way++)
        weigh_way(weighing, way);
    return weighing->price < before;
}

/* ---- Moves with illegible signs ---- */

static bool fits(const struct ludus_replay *replay, const struct written *written, struct ludus_move move,
                 char text[SPELLING_MAX])
{
    struct weighing weighing;
    weighing.lexicon = &replay->lexicon;
    weighing.pos = &replay->line.pos;
    weighing.move = move;
    weighing.price = 1;
    weighing.best = text;
    return weigh(&weighing, written);
}

static struct written read_pattern(const struct move_text *pattern)
{
    struct written written;
    size_t length = significant(pattern->plain, pattern->plain_length);
    read_written((struct ludus_text){ pattern->plain, length }, &written);
    written.exact = true;
    return written;
}

size_t meant_fits(const struct ludus_replay *replay, const struct move_text *pattern,
                  struct ludus_move out[RESOLVE_MAX])
{
    const struct ludus_position *pos = &replay->line.pos;
    struct written written = read_pattern(pattern);
    struct ludus_move *moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    size_t count = moves ? movegen_all(pos, moves) : 0, found = 0;
    char text[SPELLING_MAX];
    for (size_t i = 0; i < count && found < RESOLVE_MAX; i++)
        if (fits(replay, &written, moves[i], text))
            out[found++] = moves[i];
    free(moves);
    return found;
}

size_t meant_spelling(const struct ludus_replay *replay, const struct move_text *pattern,
                      struct ludus_move move, char *out, size_t size)
{
    char text[SPELLING_MAX];
    struct written written = read_pattern(pattern);
    if (written.length >= size || !fits(replay, &written, move, text))
        return 0;
    memcpy(out, text, written.length + 1);
    return written.length;
}

size_t meant_half(const struct ludus_replay *replay, const struct move_text *half, unsigned kind,
                  unsigned square, char *out, size_t size)
{
    struct ludus_move move = { NONE, (uint8_t)square, LUDUS_PLACE, (uint8_t)kind };
    if (half->style == MOVE_PATTERN)
        return meant_spelling(replay, half, move, out, size);
    if (half->style != MOVE_LOST && !is_placing(&replay->lexicon, half, kind, square))
        return 0;
    struct san_text text = { out, size, 0 };
    if (half->style == MOVE_LOST)
        san_write(&text, &replay->line.pos, move);
    else
        san_add_bytes(&text, half->plain, half->plain_length);
    size_t length = san_end(&text);
    return length < size ? length : 0;
}

/* ---- Any text ---- */

/* Squares from which a piece that the move makes could come to where it is made: a rough measure of worth. */
static unsigned promoted_reach(const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    unsigned squares = 0;
    if (move.type > LUDUS_EN_PASSANT || move.piece == NONE)
        return 0;
    const uint64_t *reach = reach_to(ruleset, CODE_OF(move.piece, pos->side), move.to);
    for (unsigned w = 0; w < ruleset->words; w++)
        squares += (unsigned)__builtin_popcountll(reach[w]);
    return squares;
}

/* Gives the text its sign of check. Returns what it costs that another is written. */
static unsigned add_check(const struct ludus_position *pos, const struct written *written,
                          struct meant *meant)
{
    bool told = pos->ruleset->rules.notation == STYLE_SAN && meant->move.type != LUDUS_PASS;
    const char *check = told ? san_check(pos, meant->move) : written->check;
    strcat(meant->text, check);
    return strcmp(check, written->check) == 0 ? 0
           : !*check                          ? PRICE_FALSE_CHECK
           : !*written->check                 ? PRICE_SILENT_CHECK
                                              : PRICE_MATE;
}

/* Puts a move among those so far, of which there is room for one more. */
static size_t sort_in(const struct ludus_position *pos, struct meant *list, size_t count, size_t room,
                      const struct meant *meant)
{
    size_t at = count;
    while (at > 0 && (list[at - 1].price > meant->price ||
                      (list[at - 1].price == meant->price &&
                       promoted_reach(pos, list[at - 1].move) < promoted_reach(pos, meant->move))))
        at--;
    if (at == room)
        return count;
    count -= count == room;
    memmove(&list[at + 1], &list[at], (count - at) * sizeof *list);
    list[at] = *meant;
    return count + 1;
}

/* Is a castling written, but not this one? */
static bool other_wing(const struct weighing *weighing, const struct written *written)
{
    struct ludus_move move = weighing->move;
    if (move.type != LUDUS_CASTLE)
        return false;
    const struct castle *castle = castle_between(&weighing->pos->ruleset->rules, move.from, move.to);
    return noughts(written) == (castle_is_short(castle) ? 3 : 2);
}

/* Prices one move. False when it costs too much. */
static bool price_move(const struct meant_question *question, const struct written *written,
                       const struct written *exchanged, struct meant *meant)
{
    struct weighing weighing;
    weighing.lexicon = question->lexicon;
    weighing.pos = question->pos;
    weighing.alike = question->alike;
    weighing.print = question->print;
    weighing.move = meant->move;
    weighing.price = question->limit;
    weighing.best = meant->text;
    bool found = weigh(&weighing, written);
    if (exchanged && meant->move.type <= LUDUS_EN_PASSANT)
        found = weigh(&weighing, exchanged) || found;
    if (found && other_wing(&weighing, written))
        weighing.price = least(weighing.price, PRICE_WING);
    if (!found)
        return false;
    meant->price = weighing.price ? weighing.price + (weighing.price == PRICE_CASE ? 0 : PRICE_EDITED) : 0;
    meant->price += add_check(question->pos, written, meant);
    return meant->price < question->limit;
}

/* Legal moves; of two placings that are one move, every one that can be either. Freed by the caller; NULL
 * without memory. */
static struct ludus_move *list_moves(const struct ludus_position *pos, size_t *count)
{
    size_t most = pos->ruleset->max_moves + SQUARES_MAX * KINDS_MAX + 1;
    struct ludus_move *moves = memory_new(most * sizeof *moves);
    kind_set kinds;
    *count = 0;
    if (!moves)
        return NULL;
    if (!pos->ruleset->places || movegen_placing(pos, &kinds) != 2) {
        *count = movegen_all(pos, moves);
        return moves;
    }
    for (unsigned kind = 0; kinds >> kind; kind++)
        for (unsigned square = 0; in_set(kinds, kind) && square < pos->ruleset->squares; square++)
            if (!pos->cell[square])
                moves[(*count)++] = (struct ludus_move){ NONE, (uint8_t)square, LUDUS_PLACE, (uint8_t)kind };
    return moves;
}

size_t meant_moves(const struct meant_question *question, struct meant *out, size_t room)
{
    struct written written, exchanged;
    size_t count, found = 0;
    struct ludus_move *moves = list_moves(question->pos, &count);
    if (!moves)
        return 0;
    read_written(question->text, &written);
    bool both = exchange(&written, &exchanged);
    for (size_t i = 0; i < count && written.length > 1; i++) {
        struct meant meant = { .move = moves[i] };
        if (price_move(question, &written, both ? &exchanged : NULL, &meant))
            found = sort_in(question->pos, out, found, room, &meant);
    }
    free(moves);
    return found;
}
