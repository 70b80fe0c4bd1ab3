/* weighing.c - the spellings of a move, and the weighted edit distance between each and a text. */
#include "play/weighing.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"
#include "play/resolve.h"
#include "rules/leap.h"
#include "rules/position.h"

#include <string.h>

enum { TRIES_MAX = 2000, SQUARES_LEAST = sizeof "a1a2xb2" - 1 };
enum { FROM_MOST = 4 };   /* signs of a from-square with its hyphen */
enum { LETTER_MOST = 5 }; /* length of a word that can be more than one letter */

/* ---- Spellings of a move ---- */

/* Adds a choice, which is three texts joined. */
static void choose(struct spelling *spelling, unsigned part, const char *before, const char *word,
                   const char *after)
{
    unsigned count = spelling->part[part].count;
    char *out = spelling->part[part].choice[count];
    if (count == CHOICES_MAX || strlen(before) + strlen(word) + strlen(after) >= SPELLING_MAX / 2)
        return;
    strcpy(stpcpy(stpcpy(out, before), word), after);
    spelling->part[part].count++;
}

/* Adds the names of a kind as choices, and last its letter, as far as they are in the set `these`. `after`
 * follows a name, not a letter. */
static void spell_names(struct spelling *spelling, unsigned part, const struct kind *kind, unsigned these,
                        const char *before, const char *after)
{
    for (unsigned i = 0; i < kind->name_count; i++)
        if (these >> i & 1)
            choose(spelling, part, before, kind->names[i], after);
    if (these >> kind->name_count & 1)
        choose(spelling, part, before, (char[]){ kind->letter, '\0' }, "");
}

/* Adds the path of a chain of leaps as a choice. */
static void spell_path(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move)
{
    struct leap leap;
    char path[SPELLING_MAX] = "";
    if (!leap_find(pos, move, &leap))
        return;
    for (unsigned i = 1; i < leap.length && strlen(path) < SPELLING_MAX / 2; i++)
        strcat(strcat(path, i > 1 ? "x" : ""), square_name(pos->ruleset, leap.path[i]).text);
    if (leap.length > 2)
        choose(spelling, PART_TO, "", path, "");
}

/* Long: name, from-square, target. Short: a pawn has no name. */
static void spell_step(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                       unsigned names)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = CODE_KIND(pos->cell[move.from]);
    bool is_long = spelling->way != WAY_SHORT, pawn = in_set(rules->pawns, code);
    const char *takes = san_takes(pos, move) ? "x" : "";
    struct square_name from = square_name(pos->ruleset, move.from);
    if (is_long || !pawn)
        spell_names(spelling, PART_NAME, &rules->kinds[code], names, "", " ");
    if (is_long || pawn || rules->pawns == 0)
        choose(spelling, PART_NAME, "", "", "");
    if (is_long) {
        choose(spelling, PART_FROM, "", from.text, *takes ? takes : "-");
        choose(spelling, PART_FROM, "", from.text, "");
    }
    /* Short: the disambiguation. */
    if (!is_long && (!pawn || !*takes))
        choose(spelling, PART_FROM, "", "", takes);
    if (!is_long && (!pawn || *takes))
        choose(spelling, PART_FROM, "", (char[]){ *from.text, '\0' }, takes);
    if (!is_long && !pawn)
        choose(spelling, PART_FROM, "", from.text + 1, takes);
    spelling->parts = PART_TO;
    if (spelling->way == WAY_SQUARES)
        return;
    choose(spelling, PART_TO, "", square_name(pos->ruleset, move.to).text, "");
    spell_path(spelling, pos, move);
    if (move_becomes(move) != NONE)
        spell_names(spelling, PART_BECOMES, &rules->kinds[move.piece], EVERY_NAME, "=", "");
    else
        choose(spelling, PART_BECOMES, "", "", "");
    spelling->parts = PARTS_MAX;
}

/* Lists the choices of all parts of a move; `names`: set of its names. */
static void spell(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                  enum way way, unsigned names)
{
    for (unsigned part = 0; part < PARTS_MAX; part++)
        spelling->part[part].count = 0;
    spelling->parts = 1;
    spelling->way = way;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_LEAP:
    case LUDUS_EN_PASSANT:
        spell_step(spelling, pos, move, names);
        break;
    case LUDUS_CASTLE: {
        bool is_short = castle_is_short(castle_between(&pos->ruleset->rules, move.from, move.to));
        choose(spelling, PART_NAME, "", is_short ? "O-O" : "O-O-O", "");
        choose(spelling, PART_NAME, "", is_short ? "0-0" : "0-0-0", "");
        break;
    }
    case LUDUS_PLACE:
        spell_names(spelling, PART_NAME, &pos->ruleset->rules.kinds[move.piece], names, "", " ");
        choose(spelling, PART_NAME, "", "", "");
        choose(spelling, PART_FROM, "", "@", "");
        choose(spelling, PART_TO, "", square_name(pos->ruleset, move.to).text, "");
        spelling->parts = PART_BECOMES;
        break;
    case LUDUS_REMOVE:
        choose(spelling, PART_NAME, "x", square_name(pos->ruleset, move.to).text, "");
        break;
    case LUDUS_PASS:
        choose(spelling, PART_NAME, "", "pass", "");
        choose(spelling, PART_NAME, "", "--", "");
        break;
    }
}

/* ---- Edits ---- */

/* The price of a missing sign. */
static unsigned lost(const struct weighing *weighing, char sign, unsigned part)
{
    if (weighing->written->exact)
        return PRICE_EXACT;
    if (sign == 'x' || sign == '-')
        return PRICE_SLIGHT;
    if (sign == ' ' || sign == '=' || sign == '@')
        return PRICE_BLANK;
    if (part == PART_FROM && weighing->spelling.way == WAY_SHORT)
        return in_set(weighing->pos->ruleset->rules.pawns,
                      CODE_KIND(weighing->pos->cell[weighing->move.from]))
                   ? PRICE_LOST_FILE
                   : PRICE_LOST_ORIGIN;
    return is_digit(sign) || (is_letter(sign) && part != PART_TO) ? PRICE_LOST_LETTER : PRICE_LOST;
}

/* How a sign is compared: in a name, in a letter for one, or elsewhere. */
enum sign_class { SIGN_OF_NAME, SIGN_FOR_NAME, SIGN_OTHER };

/* The price of written sign number `at` in place of `sign`. */
static unsigned changed(const struct weighing *weighing, char sign, size_t at, enum sign_class class)
{
    const struct written *written = weighing->written;
    char is = written->sign[at];
    if (is == '_' || (class == SIGN_OF_NAME && to_lower(is) == to_lower(sign)))
        return 0;
    if (is == sign)
        return written->foreign[at] ? PRICE_FOREIGN : 0;
    if (written->exact)
        return PRICE_EXACT;
    unsigned price = meant_sign(weighing->question->alike, weighing->question->print, is, sign);
    bool letters = class == SIGN_OF_NAME || (class == SIGN_FOR_NAME && is_letter(is) && is_letter(sign));
    return letters && price > PRICE_LOOKALIKE ? PRICE_LETTER : price;
}

/* The same for all written signs. */
static const uint16_t *changes(const struct weighing *weighing, char sign, enum sign_class class)
{
    struct written *written = weighing->written;
    unsigned index = (unsigned char)sign % SIGNS;
    uint16_t *price = written->change[class][index];
    uint64_t bit = (uint64_t)1 << index % 64, *priced = &written->priced[class][index / 64];
    for (size_t at = 0; !(*priced & bit) && at < written->length; at++)
        price[at] = (uint16_t)changed(weighing, sign, at, class);
    *priced |= bit;
    return price;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Adds a sign to the spelling. False if no spelling that begins so can be the best. */
static bool add_sign(struct weighing *weighing, size_t at, char sign, unsigned part, bool name)
{
    const struct written *written = weighing->written;
    const uint16_t *row = weighing->row[at];
    const uint16_t *change = changes(weighing, sign,
                                     name                ? SIGN_OF_NAME
                                     : part == PART_NAME ? SIGN_FOR_NAME
                                                         : SIGN_OTHER);
    uint16_t *next = weighing->row[at + 1];
    unsigned missing = lost(weighing, sign, part), lowest = UINT16_MAX;
    if (at + 1 >= SPELLING_MAX)
        return false;
    weighing->text[at] = sign;
    for (size_t j = 0; j <= written->length; j++) {
        unsigned price = row[j] + missing;
        if (j > 0) {
            price = least(price, next[j - 1] + written->extra[j - 1]);
            price = least(price, row[j - 1] + change[j - 1]);
        }
        if (at > 0 && j > 1 && sign == written->sign[j - 2] && !written->exact &&
            weighing->text[at - 1] == written->sign[j - 1])
            price = least(price, weighing->row[at - 1][j - 2] + PRICE_TRANSPOSED);
        next[j] = (uint16_t)least(price, UINT16_MAX);
        if (part == PART_FROM) /* it may be exchanged with the next sign */
            price = least(price, row[j] + PRICE_TRANSPOSED);
        lowest = least(lowest, part == PART_FROM ? price + weighing->rest[j] : price);
    }
    return lowest < weighing->price;
}

/* Length of the written name with its blank, or 0. */
static size_t named(const struct written *written)
{
    size_t length = 0;
    while (length < written->length && (is_letter(written->sign[length]) || written->foreign[length]))
        length++;
    return length > 1 && length < written->length && written->sign[length] == ' ' ? length + 1 : 0;
}

/* Adds a word at sign number `*at`, which becomes its end. Fails as add_sign. */
static bool add_word(struct weighing *weighing, size_t *at, const char *word, unsigned part)
{
    bool name = part != PART_TO && strlen(word) > 2 && is_letter(word[part == PART_BECOMES]) &&
                is_letter(word[1 + (part == PART_BECOMES)]);
    bool hopeful = true, whole = name && part == PART_NAME && !weighing->written->exact;
    for (const char *sign = word; *sign; sign++)
        if (!(hopeful = add_sign(weighing, (*at)++, *sign, part, name)) && !whole)
            return false;
    if (whole && *at < SPELLING_MAX) {
        size_t other = named(weighing->written); /* another name is one error, however many letters it has */
        if (other)
            weighing->row[*at][other] = (uint16_t)least(weighing->row[*at][other], PRICE_LETTER);
        hopeful = true;
    }
    return hopeful;
}

/* Does the text mean this move and no other? */
static bool means(const struct weighing *weighing, const char *text, size_t length)
{
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX], move = weighing->move;
    if (!move_text_plain(text, length, &parsed))
        return false;
    if (move.type == LUDUS_PLACE)
        return resolve_is_placing(weighing->pos->ruleset, &parsed, move.piece, move.to);
    return resolve_move(weighing->pos, &parsed, moves) == 1 && memcmp(moves, &move, sizeof move) == 0;
}

/* Takes the complete spelling if it is the best. */
static bool take_spelling(struct weighing *weighing, size_t length)
{
    unsigned price = weighing->row[length][weighing->written->length] + weighing->written->price;
    if (price >= weighing->price || !means(weighing, weighing->text, length))
        return false;
    size_t at = weighing->origin;
    if (at > 0 && !weighing->written->exact) { /* perhaps the disambiguation is not needed */
        char text[SPELLING_MAX];
        memcpy(text, weighing->text, at);
        memcpy(text + at, weighing->text + at + 1, length - at - 1);
        text[length - 1] = '\0';
        price += means(weighing, text, length - 1) ? PRICE_NEEDLESS_ORIGIN : 0;
    }
    if (price >= weighing->price)
        return false;
    weighing->price = price;
    memcpy(weighing->best, weighing->text, length);
    weighing->best[length] = '\0';
    return true;
}

/* ---- Squares of a jump, and captured pieces ---- */

static bool add_square(struct weighing *weighing, size_t *at, const char *before, unsigned square)
{
    struct square_name name = square_name(weighing->pos->ruleset, square);
    return (!*before || add_word(weighing, at, before, PART_TO)) &&
           add_word(weighing, at, name.text, PART_TO) && ++weighing->tries <= TRIES_MAX;
}

/* Adds the list of all captured pieces. */
static void weigh_taken(struct weighing *weighing, size_t at)
{
    for (unsigned square = 0; square < weighing->pos->ruleset->squares && weighing->price; square++) {
        size_t after = at;
        if (!squares_has(&weighing->taken, square))
            continue;
        squares_remove(&weighing->taken, square);
        if (add_square(weighing, &after, "x", square))
            weigh_taken(weighing, after);
        squares_add(&weighing->taken, square);
    }
    if (!squares_any(&weighing->taken))
        take_spelling(weighing, at);
}

/* Finds what the move captures. True if it captures elsewhere than on its target. */
static bool find_taken(struct weighing *weighing)
{
    struct ludus_position *pos = position_trial(weighing->pos);
    struct undo undo;
    position_make(pos, weighing->move, &undo);
    position_unmake(pos, &undo);
    weighing->taken = undo_taken(&undo);
    squares_remove(&weighing->taken, weighing->move.to);
    return squares_any(&weighing->taken);
}

/* Adds the squares after the from-square. */
static void weigh_squares(struct weighing *weighing, size_t at)
{
    const struct ludus_ruleset *ruleset = weighing->pos->ruleset;
    bool jumps = weighing->move.type == LUDUS_JUMP;
    for (unsigned square = 0; square < ruleset->squares && weighing->count < TRAIL_MAX && weighing->price;
         square++) {
        size_t after = at;
        bool there = square == weighing->move.to;
        if ((!jumps && !there) || !add_square(weighing, &after, "", square))
            continue;
        weighing->path[weighing->count++] = (uint8_t)square;
        /* Are the squares so far the path of the move, or its beginning? */
        bool on = (weighing->count == 2 && there) ||
                  (jumps && ((ruleset->rules.jump_revisit && square == weighing->path[0]) ||
                             movegen_jump_path(weighing->pos, weighing->path, weighing->count)));
        if (on && there && !take_spelling(weighing, after) && find_taken(weighing))
            weigh_taken(weighing, after);
        if (on && jumps && add_word(weighing, &after, "-", PART_TO))
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
    unsigned least_left = part == PART_TO ? UINT16_MAX : 0;
    for (size_t j = 0; part == PART_TO && j <= weighing->written->length; j++)
        least_left = least(least_left, weighing->row[at][j] + weighing->target[j]);
    if (least_left >= weighing->price + PRICE_LOST_FILE) /* exchanged signs can make it cheaper by this */
        return;
    for (unsigned i = 0; i < spelling->part[part].count && weighing->price; i++) {
        size_t after = at;
        if (part == PART_FROM)
            weighing->origin =
                spelling->way == WAY_SHORT && i > 0 && weighing->move.type <= LUDUS_JUMP ? at : 0;
        if (add_word(weighing, &after, spelling->part[part].choice[i], part))
            weigh_part(weighing, part + 1, after);
    }
}

/* Begins with an empty spelling: all written signs are superfluous. */
static void begin_row(struct weighing *weighing)
{
    const struct written *written = weighing->written;
    weighing->row[0][0] = 0;
    for (size_t j = 0; j < written->length; j++)
        weighing->row[0][j + 1] = (uint16_t)least(weighing->row[0][j] + written->extra[j], UINT16_MAX);
}

/* Finds the lowest price of a name of the kind, at each written sign. */
static void find_names(struct weighing *weighing, unsigned kind)
{
    struct written *written = weighing->written;
    const struct kind *called = &weighing->pos->ruleset->rules.kinds[kind];
    uint16_t *row = written->name_row[kind];
    unsigned price = weighing->price;
    if (in_set(written->asked, kind))
        return;
    memset(weighing->rest, 0, sizeof weighing->rest);
    written->asked |= (kind_set)1 << kind;
    written->hopeful[kind] = 0;
    weighing->spelling.part[PART_NAME].count = 0;
    weighing->spelling.way = WAY_LONG;
    spell_names(&weighing->spelling, PART_NAME, called, EVERY_NAME, "", " ");
    begin_row(weighing);
    memset(row, UINT8_MAX, sizeof written->name_row[kind]);
    size_t whole = written->exact ? 0 : named(written);
    unsigned meant = whole ? resolve_name(weighing->pos->ruleset, written->sign, whole - 1) : NONE;
    weighing->price = weighing->question->limit;
    if (meant != NONE && meant != kind) { /* it is another name */
        row[whole] = PRICE_LETTER;
        written->hopeful[kind] = 1;
    }
    for (unsigned i = 0; i < called->name_count + (whole < LETTER_MOST) && (meant == NONE || meant == kind);
         i++) {
        size_t at = 0;
        if (!add_word(weighing, &at, weighing->spelling.part[PART_NAME].choice[i], PART_NAME))
            continue;
        for (size_t j = 0; j <= written->length; j++)
            if (weighing->row[at][j] < least(row[j], weighing->question->limit)) {
                row[j] = weighing->row[at][j];
                written->hopeful[kind] |= (uint16_t)(1u << i);
            }
    }
    weighing->price = price;
    for (size_t j = 0; j <= written->length; j++)
        row[j] = (uint16_t)least(row[j], weighing->row[0][j]);
}

/* Finds the lowest price of the target of a step or placing and of what may follow it, from each written sign
 * on, with any from-square. Returns the lowest price of name and target. */
static unsigned find_rest(struct weighing *weighing, unsigned kind, bool chain)
{
    struct ludus_move move = weighing->move;
    const struct written *written = weighing->written;
    size_t length = written->length;
    bool open = chain || move.type == LUDUS_LEAP || move_becomes(move) != NONE;
    unsigned price = UINT16_MAX;
    struct square_name name = square_name(weighing->pos->ruleset, move.to);
    const char *square = name.text;
    size_t signs = strlen(square);
    uint16_t *rest = weighing->rest;
    find_names(weighing, kind);
    for (size_t i = 0; written->exact && !open && i < signs; i++)
        if (signs > length ||
            (written->sign[length - signs + i] != '_' && written->sign[length - signs + i] != square[i]))
            return weighing->price;
    for (size_t j = length + 1; j-- > 0;)
        rest[j] = (uint16_t)(open || j == length ? 0 : least(rest[j + 1] + written->extra[j], UINT16_MAX));
    for (size_t sign = signs; sign-- > 0;) {
        const uint16_t *change = changes(weighing, square[sign], SIGN_OTHER);
        unsigned missing = lost(weighing, square[sign], PART_TO), behind = rest[length];
        rest[length] = (uint16_t)least(behind + missing, UINT16_MAX);
        for (size_t j = length; j-- > 0;) {
            unsigned kept = behind + change[j];
            behind = rest[j];
            kept = least(kept, least(behind + missing, rest[j + 1] + written->extra[j]));
            rest[j] = (uint16_t)least(kept, UINT16_MAX);
        }
    }
    memcpy(weighing->target, rest, sizeof weighing->target);
    if (move.type == LUDUS_LEAP) /* other squares may stand before it */
        memset(weighing->target, 0, sizeof weighing->target);
    for (size_t j = length; j-- > 0;) /* signs before the target are of the from-square or superfluous */
        rest[j] = (uint16_t)least(rest[j], rest[j + 1] + (chain ? 0u : PRICE_BLANK));
    for (size_t j = 0; j <= length; j++) {
        for (size_t i = j + 1; i <= length && i <= j + FROM_MOST; i++)
            rest[j] = (uint16_t)least(rest[j], rest[i]);
        price = least(price, written->name_row[kind][j] + rest[j]);
    }
    return price;
}

bool weighing_weigh(struct weighing *weighing, struct written *written, struct ludus_move move,
                    unsigned limit, char *best)
{
    unsigned names = EVERY_NAME;
    size_t squares = 0; /* after the name there may be more than two squares */
    while (squares < written->length && written->sign[written->length - 1 - squares] != ' ')
        squares++;
    bool chain = move.type <= LUDUS_JUMP && squares >= SQUARES_LEAST, steps = move.type <= LUDUS_EN_PASSANT;
    enum way last = chain ? WAY_SQUARES : steps ? WAY_LONG : WAY_SHORT;
    weighing->written = written;
    weighing->move = move;
    weighing->price = limit;
    weighing->best = best;
    for (size_t j = 0; j < written->length && !written->asked; j++) {
        char sign = written->sign[j]; /* a superfluous sign */
        bool blank = sign == ' ' || (sign == '-' && weighing->pos->ruleset->rules.notation == STYLE_SAN);
        written->extra[j] = written->exact ? PRICE_EXACT : blank ? PRICE_BLANK : PRICE_ADDED;
    }
    if (steps || move.type == LUDUS_PLACE) {
        unsigned kind = steps ? CODE_KIND(weighing->pos->cell[move.from]) : move.piece;
        if (limit <= written->price || find_rest(weighing, kind, chain) >= limit - written->price)
            return false;
        names = written->hopeful[kind];
    } else {
        memset(weighing->rest, 0, sizeof weighing->rest);
        memset(weighing->target, 0, sizeof weighing->target);
    }
    for (enum way way = WAY_SHORT; way <= last && weighing->price; way++) {
        spell(&weighing->spelling, weighing->pos, move, way, names);
        weighing->origin = 0;
        begin_row(weighing);
        weigh_part(weighing, 0, 0);
    }
    return weighing->price < limit;
}
