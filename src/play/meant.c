/* meant.c - finds the legal moves that a text can mean, and how each is rightly written: from what the text
 * states, or by comparing all spellings of the moves with a text that has illegible signs. */
#include "play/meant.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"
#include "play/resolve.h"
#include "rules/leap.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The text ---- */

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

/* Reads blanks up to `*next` as one sign: nothing within a word that is broken at the end of a line, a hyphen
 * for `to` between squares, else a blank. */
static char read_blanks(const char *text, size_t length, size_t at, size_t *next)
{
    bool broken = at > 1 && text[at - 1] == '-' && is_letter(text[at - 2]);
    for (*next = at; *next < length && is_filler(text[*next]);)
        ++*next;
    if (*next + 3 >= length || memcmp(text + *next, "to", 2) != 0 || !is_filler(text[*next + 2]))
        return broken ? '\0' : ' ';
    for (*next += 2; *next < length && is_filler(text[*next]);)
        ++*next;
    return '-';
}

/* Takes the signs of the text that are of the move itself. */
static void take_signs(struct ludus_text text, struct meant_text *out)
{
    struct arena arena = { .failed = false };
    struct leiden plain = { .text = text.text, .length = text.length };
    if (leiden_needed(text.text, text.length) && !leiden_read(text.text, text.length, &arena, &plain))
        plain = (struct leiden){ .text = text.text, .length = text.length };
    size_t length = plain.length;
    while (length > 0 && strchr("+#!? ", plain.text[length - 1]))
        length--;
    const char *behind = plain.text + length;
    size_t checks = plain.length - length;
    out->check = memchr(behind, '#', checks) ? "#" : memchr(behind, '+', checks) ? "+" : "";
    if (length > 4 && memcmp(behind - 4, "e.p.", 4) == 0)
        for (length -= 4; length > 0 && plain.text[length - 1] == ' ';)
            length--;
    out->length = out->name = 0;
    for (size_t at = 0, next; at < length && out->length + 1 < sizeof out->text; at = next) {
        unsigned bytes = text_sequence(plain.text + at, length - at), code;
        char sign = bytes > 1 ? lookalikes_ascii(plain.text + at, bytes, &code) : plain.text[at];
        next = at + (bytes ? bytes : 1);
        if (is_filler(plain.text[at]) && !(sign = read_blanks(plain.text, length, at, &next)))
            out->length--; /* the hyphen */
        else
            out->text[out->length++] = (char)(sign ? sign : '\1');
    }
    out->text[out->length] = '\0';
    while (is_letter(out->text[out->name]))
        out->name++;
    out->name = out->name > 1 && out->text[out->name] == ' ' ? out->name + 1 : 0;
    arena_free(&arena);
}

void meant_read(const struct dialects *dialects, struct ludus_text text, struct meant_text *out)
{
    struct readings *readings = &out->readings;
    unsigned blanks = 0;
    out->dialects = dialects;
    take_signs(text, out);
    readings->count = 0;
    reading_find(dialects, out->text, out->length, ALL_NOTATIONS, readings);
    reading_find_slips(dialects, out->text, out->length, ALL_NOTATIONS, readings);
    for (size_t at = out->name; at < out->length; at++)
        blanks += out->text[at] == ' ';
    for (unsigned i = 0, count = readings->count; i < count; i++) { /* with its squares exchanged */
        struct reading reading = readings->each[i], *other = &readings->each[i];
        other->check = reading.check = SAID_ANY;
        other->cost = reading.cost = (uint16_t)(reading.cost + blanks * PRICE_BLANK);
        other->slip = reading.slip |= blanks > 0;
        if (!reading.from_rank || !reading.from_files || reading.instead || reading.path_count)
            continue;
        reading.from_files = other->files;
        reading.from_rank = other->rank;
        reading.files = other->from_files;
        reading.rank = other->from_rank;
        reading.cost = (uint16_t)(reading.cost + PRICE_TRANSPOSED);
        reading.slip = true;
        reading_add(readings, &reading);
    }
}

/* ---- Spellings of a move ---- */

enum {
    ORIGIN_FILE = 1,
    ORIGIN_RANK = 2,
    ORIGIN_SQUARE = ORIGIN_FILE | ORIGIN_RANK,
    TRAIL_MAX = 16,
    SPELT_MOST = 60
};

/* The spellings of one move, without sign of check, as they are made. */
struct speller {
    const struct ludus_position *pos;
    struct ludus_move move;
    struct squares taken;    /* captured elsewhere than on the target */
    char text[MEANT_TEXT];   /* the spelling */
    size_t name;             /* bytes of the name that it begins with */
    unsigned origin;         /* what stands of the from-square */
    uint8_t path[TRAIL_MAX]; /* of a jump */
    unsigned count;
    const char *written; /* what each is compared with */
    size_t length;
    /* Takes a spelling; false ends them. Can the first bytes of one become what is asked for? */
    bool (*take)(struct speller *speller);
    bool (*goes_on)(const struct speller *speller, size_t length);
    unsigned called; /* its only name: 0 for the letter, else 1 + its number; NONE: any */
    /* The one nearest to what is written, if that is asked for: */
    unsigned edits, best_origin;
    bool bare, brief; /* none of the from-square is needed; then it is left out */
    char *best;
};

/* Does the text mean this move and no other? */
static bool means(const struct ludus_position *pos, struct ludus_move move, const char *text)
{
    struct move_text parsed;
    struct ludus_move moves[RESOLVE_MAX];
    if (!move_text_plain(text, strlen(text), &parsed))
        return false;
    if (move.type == LUDUS_PLACE)
        return resolve_is_placing(pos->ruleset, &parsed, move.piece, move.to);
    return resolve_move(pos, &parsed, moves) == 1 && memcmp(moves, &move, sizeof move) == 0;
}

static bool take_word(struct speller *speller, const char *text)
{
    strcpy(speller->text, text);
    return speller->take(speller);
}

static char *add_square(const struct speller *speller, char *end, const char *before, unsigned square)
{
    end = end + strlen(before) + 4 < speller->text + MEANT_TEXT ? stpcpy(end, before) : end;
    return end + 4 < speller->text + MEANT_TEXT ? stpcpy(end, square_name(speller->pos->ruleset, square).text)
                                                : end;
}

/* Takes a spelling that ends at `end`, and if it has both squares, the same with the captured men behind it.
 */
static bool take_squares(struct speller *speller, char *end)
{
    if (!speller->take(speller))
        return false;
    if (speller->origin != ORIGIN_SQUARE || !squares_any(&speller->taken))
        return true;
    FOR_SQUARES(square, &speller->taken, speller->pos->ruleset->words)
    {
        end = add_square(speller, end, "x", square);
    }
    return speller->take(speller);
}

/* Spells all paths of a jump that begin with the squares so far, up to `end`. */
static bool spell_paths(struct speller *speller, char *end)
{
    const struct ludus_ruleset *ruleset = speller->pos->ruleset;
    for (unsigned square = 0; square < ruleset->squares && speller->count < TRAIL_MAX; square++) {
        speller->path[speller->count] = (uint8_t)square;
        if (!(ruleset->rules.jump_revisit && square == speller->path[0]) &&
            !movegen_jump_path(speller->pos, speller->path, speller->count + 1))
            continue;
        char *after = add_square(speller, end, "-", square);
        if (!speller->goes_on(speller, (size_t)(after - speller->text)))
            continue;
        speller->count++;
        if ((speller->count > 2 && square == speller->move.to && !take_squares(speller, after)) ||
            !spell_paths(speller, after))
            return false;
        speller->count--;
    }
    return true;
}

/* Spells a step, jump or leap with the name and what stands of the from-square, up to `end`. */
static bool spell_targets(struct speller *speller, char *end)
{
    const struct ludus_position *pos = speller->pos;
    const struct ludus_move move = speller->move;
    const bool whole = speller->origin == ORIGIN_SQUARE;
    const bool promotes = move_becomes(move) != NONE;
    const struct kind *becomes = &pos->ruleset->rules.kinds[promotes ? move.piece : 0];
    const char letter[2] = { becomes->letter };
    struct leap leap;
    const unsigned between = leap_find(pos, move, &leap) && leap.length > 2 ? leap.length - 2u : 0;
    for (unsigned way = 0; way < (between ? 4 : 2); way++) {
        const char *joint = way % 2 ? "" : san_takes(pos, move) ? "x" : whole ? "-" : "";
        if (way % 2 && !whole)
            continue;
        char *at = end;
        for (unsigned i = 1; way > 1 && i <= between; i++)
            at = add_square(speller, at, joint, leap.path[i]);
        at = add_square(speller, at, joint, move.to);
        for (unsigned i = 0; promotes && i <= becomes->name_count; i++) {
            stpcpy(stpcpy(at, "="), i ? becomes->names[i - 1] : letter);
            if (!speller->take(speller))
                return false;
        }
        if (!promotes && !take_squares(speller, at))
            return false;
    }
    speller->path[0] = move.from;
    speller->count = 1;
    return move.type != LUDUS_JUMP || !whole || spell_paths(speller, end);
}

/* Makes all spellings of a move: its letter or name or none, parts of its from-square or all of it. */
static void spell(struct speller *speller)
{
    const struct ludus_position *pos = speller->pos;
    const struct ludus_move move = speller->move;
    const struct rules *rules = &pos->ruleset->rules;
    const bool placed = move.type == LUDUS_PLACE, steps = move.type <= LUDUS_EN_PASSANT;
    speller->name = speller->origin = 0;
    if (move.type == LUDUS_CASTLE) {
        const bool is_short = castle_is_short(castle_between(rules, move.from, move.to));
        if (take_word(speller, is_short ? "O-O" : "O-O-O"))
            take_word(speller, is_short ? "0-0" : "0-0-0");
    } else if (move.type == LUDUS_PASS) {
        if (take_word(speller, "pass"))
            take_word(speller, "--");
    } else if (move.type == LUDUS_REMOVE) {
        add_square(speller, speller->text, "x", move.to);
        speller->take(speller);
    }
    if (!steps && !placed)
        return;
    const unsigned code = placed ? move.piece : CODE_KIND(pos->cell[move.from]);
    const struct kind *kind = &rules->kinds[code];
    const bool pawn = steps && in_set(rules->pawns, code);
    const struct square_name from = square_name(pos->ruleset, placed ? move.to : move.from);
    for (unsigned origin = 0; origin <= (steps ? ORIGIN_SQUARE : 0u); origin++)
        for (unsigned i = 0; i < kind->name_count + 2; i++) {
            const bool whole = placed || origin == ORIGIN_SQUARE, named = i <= kind->name_count;
            if (speller->called != NONE && i != speller->called)
                continue;
            if (!whole && (pawn ? named || origin != (san_takes(pos, move) ? ORIGIN_FILE : 0u)
                                : !named && rules->pawns))
                continue;
            char *end = speller->text;
            *end = '\0';
            if (named)
                end += snprintf(end, SPELT_MOST, i ? "%s " : "%.1s", i ? kind->names[i - 1] : &kind->letter);
            speller->name = i && named ? (size_t)(end - speller->text) : 0;
            speller->origin = origin;
            if (origin & ORIGIN_FILE)
                *end++ = *from.text;
            end = stpcpy(end, origin & ORIGIN_RANK ? from.text + 1 : "");
            if (placed)
                add_square(speller, end, "@", move.to);
            if (!(placed ? speller->take(speller) : spell_targets(speller, end)))
                return;
        }
}

/* Finds what a move captures elsewhere than on its target. */
static struct squares find_taken(const struct ludus_position *position, struct ludus_move move)
{
    struct ludus_position *pos = position_trial(position);
    struct undo undo;
    position_make(pos, move, &undo);
    position_unmake(pos, &undo);
    struct squares taken = undo_taken(&undo);
    squares_remove(&taken, move.to);
    return taken;
}

/* ---- Moves that a text with errors can mean ---- */

static bool is_near(const struct speller *speller, size_t length)
{
    return length < speller->length + 3;
}

/* Keeps the spelling that is nearest to what is written. */
static bool take_nearest(struct speller *speller)
{
    const bool part = speller->origin % ORIGIN_SQUARE;
    const unsigned edits =
        text_edits(speller->written, speller->length, speller->text, strlen(speller->text));
    if (edits < speller->edits && !(part && speller->bare && speller->brief) &&
        means(speller->pos, speller->move, speller->text)) {
        speller->edits = edits;
        speller->bare |= !speller->origin;
        speller->best_origin = speller->origin;
        strcpy(speller->best, speller->text);
    }
    return speller->edits > 0;
}

/* Returns what a lost origin costs more for a piece that stands far out: of two that could go to a square,
 * the one that is nearer to its own edge, then to a side, is likelier. */
static unsigned price_out(const struct ludus_position *pos, unsigned square)
{
    const struct rules *rules = &pos->ruleset->rules;
    const unsigned file = square % rules->files, rank = square / rules->files;
    return PRICE_FORWARD * (pos->side == LUDUS_BLACK ? rules->ranks - 1 - rank : rank) +
           PRICE_INWARD * (2 * file < rules->files ? file : rules->files - 1 - file);
}

/* Writes a move in the style of the text. Adds the price of what must be added to tell it from others, or is
 * not needed for that. False if no text means it. */
static bool correct(const struct meant_text *text, const struct ludus_position *pos,
                    const struct reading *reading, struct meant *meant)
{
    const unsigned stated =
        (reading->from_files ? ORIGIN_FILE : 0u) | (reading->from_rank ? ORIGIN_RANK : 0u);
    const struct ludus_move move = meant->move;
    struct speller speller = { .pos = pos,
                               .move = move,
                               .written = text->text,
                               .length = text->length,
                               .take = take_nearest,
                               .goes_on = is_near,
                               .called = NONE,
                               .edits = UINT_MAX,
                               .brief = reading->slip,
                               .best = meant->text };
    const unsigned written = text->name ? resolve_name(pos->ruleset, text->text, text->name - 1) : NONE;
    if (text->name && (move.type > LUDUS_EN_PASSANT || written != CODE_KIND(pos->cell[move.from])))
        speller.called = written != NONE || pos->ruleset->rules.notation != STYLE_SAN;
    if (reading->removed)
        speller.taken = find_taken(pos, move);
    spell(&speller);
    if (move.type <= LUDUS_EN_PASSANT &&
        !in_set(pos->ruleset->rules.pawns, CODE_KIND(pos->cell[move.from]))) {
        if (speller.bare)
            meant->price += stated % ORIGIN_SQUARE ? PRICE_NEEDLESS_ORIGIN : 0;
        else if (speller.best_origin & ~stated)
            meant->price += PRICE_LOST_ORIGIN + price_out(pos, move.from) +
                            (meant->price > PRICE_BLANK ? 0u : PRICE_EDITED);
    }
    return speller.edits < UINT_MAX;
}

/* Finds the price of a move, and its right text. False if it is `limit` or more. */
static bool price_move(const struct meant_text *text, const struct tracked *at, unsigned limit,
                       bool checkless, struct meant *meant)
{
    const struct rules *rules = &at->pos.ruleset->rules;
    const struct reading *best = NULL;
    meant->price = limit;
    for (unsigned i = 0; i < text->readings.count; i++) {
        const struct reading *reading = &text->readings.each[i];
        const unsigned price =
            reading->cost < meant->price ? reading_price(text->dialects, reading, at, meant->move) : limit;
        best = price < meant->price ? reading : best;
        meant->price = price < meant->price ? price : meant->price;
    }
    if (!best)
        return false;
    strcpy(meant->text, text->text);
    if (meant->price <= PRICE_SLIGHT && means(&at->pos, meant->move, meant->text))
        meant->price = 0;
    else if (!correct(text, &at->pos, best, meant))
        return false;
    else if (meant->price < PRICE_CASE)
        meant->price = PRICE_BLANK;
    /* The sign of check that the move should have, and the price of another one. */
    bool told = (rules->notation == STYLE_SAN || (rules->check && !rules->dice && *text->check)) &&
                meant->move.type != LUDUS_PASS && !(checkless && !*text->check);
    const char *check = told ? san_check(&at->pos, meant->move) : text->check;
    strcat(meant->text, check);
    if (strcmp(check, text->check) != 0)
        meant->price += !*check ? PRICE_FALSE_CHECK : !*text->check ? PRICE_SILENT_CHECK : PRICE_MATE;
    return meant->price < limit;
}

/* The number of squares from which the promoted piece could reach its square: a rough measure of its value.
 */
static unsigned promoted_reach(const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    unsigned squares = 0;
    if (move_becomes(move) == NONE)
        return 0;
    const uint64_t *reach = reach_to(ruleset, CODE_OF(move.piece, pos->side), move.to);
    for (unsigned w = 0; w < ruleset->words; w++)
        squares += (unsigned)__builtin_popcountll(reach[w]);
    return squares;
}

/* Lists the legal moves, or single placings of the kinds, of which two are one move. Freed by the caller;
 * NULL without memory. */
static struct ludus_move *list_moves(const struct ludus_position *pos, kind_set kinds, size_t *count)
{
    size_t most = (kinds ? (size_t)pos->ruleset->squares * KINDS_MAX : pos->ruleset->max_moves) + 1;
    struct ludus_move *moves = memory_new(most * sizeof *moves);
    *count = moves && !kinds ? movegen_all(pos, moves) : 0;
    for (unsigned kind = 0; moves && kinds >> kind; kind++)
        for (unsigned square = 0; in_set(kinds, kind) && square < pos->ruleset->squares; square++)
            if (!pos->cell[square])
                moves[(*count)++] = (struct ludus_move){ NONE, (uint8_t)square, LUDUS_PLACE, (uint8_t)kind };
    return moves;
}

size_t meant_moves(const struct meant_text *text, const struct ludus_position *pos, unsigned limit,
                   bool checkless, struct meant *out, size_t room)
{
    struct tracked tracked;
    kind_set kinds = 0;
    size_t count = 0, found = 0;
    if (!text->readings.count)
        return 0;
    bool pairs = pos->ruleset->places && movegen_placing(pos, &kinds) == 2;
    struct ludus_move *moves = list_moves(pos, pairs ? kinds : 0, &count);
    tracked_start(&tracked, pos);
    for (size_t i = 0; i < count; i++) {
        struct meant meant = { .move = moves[i] };
        if (!price_move(text, &tracked, limit, checkless, &meant))
            continue;
        size_t at = found; /* its place in `out` */
        while (at > 0 && (out[at - 1].price > meant.price ||
                          (out[at - 1].price == meant.price &&
                           promoted_reach(pos, out[at - 1].move) < promoted_reach(pos, meant.move))))
            at--;
        if (at == room)
            continue;
        found -= found == room;
        memmove(&out[at + 1], &out[at], (found - at) * sizeof *out);
        out[at] = meant;
        if (++found == room)
            limit = out[room - 1].price + 1; /* at the same price it may be of higher value */
    }
    free(moves);
    return found;
}

/* ---- Moves that match a text with illegible signs ---- */

/* Are the first bytes of a spelling those that are written, with any signs for `_`? The case of a name does
 * not matter. */
static bool begins_so(const struct speller *speller, size_t length)
{
    bool same = length <= speller->length;
    for (size_t i = 0; i < length && same; i++)
        same = speller->written[i] == speller->text[i] || speller->written[i] == '_' ||
               (i < speller->name && to_lower(speller->written[i]) == to_lower(speller->text[i]));
    return same;
}

/* Ends with a spelling that is what is written. */
static bool take_match(struct speller *speller)
{
    const size_t length = strlen(speller->text);
    const bool same = length == speller->length && begins_so(speller, length) &&
                      means(speller->pos, speller->move, speller->text);
    speller->edits = same ? 0 : speller->edits;
    return !same;
}

size_t meant_pattern(const struct ludus_position *pos, const struct move_text *pattern, kind_set halves,
                     struct meant *out, size_t room)
{
    size_t count, found = 0;
    struct ludus_move *moves = list_moves(pos, halves, &count);
    for (size_t i = 0; moves && i < count && found < room; i++) {
        struct speller speller = { .pos = pos,
                                   .move = moves[i],
                                   .written = pattern->plain,
                                   .length = pattern->plain_length,
                                   .take = take_match,
                                   .goes_on = begins_so,
                                   .called = NONE,
                                   .edits = 1 };
        if (moves[i].type <= LUDUS_EN_PASSANT && memchr(pattern->plain, 'x', pattern->plain_length))
            speller.taken = find_taken(pos, moves[i]);
        spell(&speller);
        if (speller.edits)
            continue;
        out[found].move = moves[i];
        out[found].price = 0;
        strcpy(out[found++].text, speller.text);
    }
    free(moves);
    return found;
}
