/* meant.c - compares a text with all legal moves: the price of each is that of the cheapest edit between the
 * text and a spelling of the move. */
#include "play/meant.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"
#include "play/resolve.h"
#include "play/weighing.h"

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

static void read_written(const struct meant_question *question, struct written *written)
{
    struct ludus_text text = question->text;
    struct arena arena = { .failed = false };
    struct leiden plain = { .text = text.text, .length = text.length };
    if (leiden_needed(text.text, text.length) && !leiden_read(text.text, text.length, &arena, &plain))
        plain = (struct leiden){ .text = text.text, .length = text.length };
    size_t length = plain.length;
    while (length > 0 && strchr("+#!? ", plain.text[length - 1]))
        length--;
    if (length > 4 && memcmp(plain.text + length - 4, "e.p.", 4) == 0)
        for (length -= 4; length > 0 && plain.text[length - 1] == ' ';)
            length--;
    const char *behind = plain.text + length;
    size_t checks = plain.length - length;
    written->check = memchr(behind, '#', checks) ? "#" : memchr(behind, '+', checks) ? "+" : "";
    written->length = written->asked = written->price = 0;
    written->exact = question->exact;
    memset(written->priced, 0, sizeof written->priced);
    for (size_t at = 0, next; at < length && written->length < WRITTEN_MAX; at = next) {
        unsigned bytes = text_sequence(plain.text + at, length - at), code;
        char sign = bytes > 1 ? lookalikes_ascii(plain.text + at, bytes, &code) : plain.text[at];
        next = at + (bytes ? bytes : 1);
        written->foreign[written->length] = bytes > 1;
        if (is_filler(plain.text[at]) && !(sign = read_blanks(plain.text, length, at, &next)))
            written->length--; /* the hyphen */
        else
            written->sign[written->length++] = (char)(sign ? sign : '\1');
    }
    arena_free(&arena);
}

/* The same text with its two squares exchanged. False if it does not have two. */
static bool exchange(const struct written *written, struct written *out)
{
    const char *end = written->sign + written->length;
    const char *middle = memchr(written->sign, '-', written->length), *at;
    middle = middle ? middle : memchr(written->sign, 'x', written->length);
    for (at = middle; at && at > written->sign && at[-1] != ' ' && !is_upper(at[-1]);)
        at--;
    if (!at || at == middle || middle + 1 == end)
        return false;
    size_t name = (size_t)(at - written->sign), from = (size_t)(middle - at), to = (size_t)(end - middle) - 1;
    memcpy(out, written, offsetof(struct written, change)); /* which is large, and computed later */
    memcpy(out->sign + name, middle + 1, to);
    out->sign[name + to] = *middle;
    memcpy(out->sign + name + to + 1, at, from);
    out->price = PRICE_TRANSPOSED;
    return true;
}

unsigned meant_sign(const struct lookalikes *alike, bool print, char is, char sign)
{
    if (is == sign)
        return 0;
    if (to_lower(is) == to_lower(sign))
        return PRICE_CASE;
    bool files = is_file(is) && is_file(sign), same = files || (is_digit(is) && is_digit(sign));
    if ((print || !same) && lookalikes_has(alike, is, sign))
        return PRICE_LOOKALIKE;
    if (strchr("x-", sign) && strchr("x-:", is))
        return PRICE_SLIGHT;
    if (is_upper(is) && is_upper(sign))
        return PRICE_LETTER;
    if (same)
        return is - sign == 1 || sign - is == 1 ? PRICE_NEIGHBOUR : PRICE_FAR;
    return PRICE_OTHER;
}

/* ---- The moves ---- */

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

/* Finds the price of one move. False if it is `limit` or more. */
static bool price_move(struct weighing *weighing, struct written *written, struct written *exchanged,
                       unsigned limit, struct meant *meant)
{
    const struct rules *rules = &weighing->pos->ruleset->rules;
    unsigned most = limit > PRICE_EDITED + PRICE_BLANK ? limit - PRICE_EDITED : PRICE_BLANK + 1;
    most = written->exact ? limit : most;
    bool found = weighing_weigh(weighing, written, meant->move, most, meant->text);
    if (exchanged && meant->move.type <= LUDUS_EN_PASSANT)
        found |= weighing_weigh(weighing, exchanged, meant->move, weighing->price, meant->text);
    if (!found)
        return false;
    if (meant->move.type == LUDUS_CASTLE && weighing->price > PRICE_WING) { /* the other castling? */
        const struct castle *castle = castle_between(rules, meant->move.from, meant->move.to);
        unsigned noughts = 0, others = 0;
        for (size_t i = 0; i < written->length; i++)
            if (strchr("Oo0Q", written->sign[i]))
                noughts++;
            else
                others += written->sign[i] != '-' && written->sign[i] != ' ';
        if (!others && noughts == (castle_is_short(castle) ? 3 : 2))
            weighing->price = PRICE_WING;
    }
    meant->price = weighing->price + (weighing->price > PRICE_BLANK ? PRICE_EDITED : 0);
    /* The sign of check that the move should have, and the price of another one. */
    bool told = (rules->notation == STYLE_SAN || (rules->check && !rules->dice && *written->check)) &&
                meant->move.type != LUDUS_PASS && !(weighing->question->checkless && !*written->check);
    const char *check = told ? san_check(weighing->pos, meant->move) : written->check;
    strcat(meant->text, check);
    if (strcmp(check, written->check) != 0)
        meant->price += !*check ? PRICE_FALSE_CHECK : !*written->check ? PRICE_SILENT_CHECK : PRICE_MATE;
    return meant->price < limit;
}

/* The moves that are asked for: all legal ones, but single placings if two are one move, and the text is not
 * exact or a half. Freed by the caller; NULL without memory. */
static struct ludus_move *list_moves(const struct meant_question *question, size_t *count)
{
    const struct ludus_position *pos = question->pos;
    size_t most = pos->ruleset->max_moves + SQUARES_MAX * KINDS_MAX + 1;
    struct ludus_move *moves = memory_new(most * sizeof *moves);
    kind_set kinds = question->halves;
    *count = 0;
    if (!moves)
        return NULL;
    if (!kinds && (question->exact || !pos->ruleset->places || movegen_placing(pos, &kinds) != 2)) {
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
    struct weighing weighing;
    bool exact = question->exact;
    unsigned limit = question->limit;
    size_t count, found = 0;
    const struct ludus_position *pos = question->pos;
    struct ludus_move *moves = list_moves(question, &count);
    if (!moves)
        return 0;
    weighing.question = question;
    weighing.pos = pos;
    read_written(question, &written);
    bool both = !exact && exchange(&written, &exchanged);
    for (size_t i = 0; i < count && (exact || written.length > !question->print); i++) {
        struct meant meant = { .move = moves[i] };
        if (!price_move(&weighing, &written, both ? &exchanged : NULL, limit, &meant))
            continue;
        size_t at = found; /* its place in `out` */
        while (at > 0 && (out[at - 1].price > meant.price ||
                          (!exact && out[at - 1].price == meant.price &&
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
