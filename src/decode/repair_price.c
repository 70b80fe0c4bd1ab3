/* repair_price.c - prices a written text against the spellings of the legal moves: by the edits between them,
 * each with the price of how often it happens. */
#include "decode/repair_price.h"

#include "base/chars.h"
#include "play/san.h"
#include "rules/engine.h"
#include "rules/position.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 40, NAME_LEAST = 2 };

#define PRICE_RENAMED 4.0
#define PRICE_FARTHER 5.5
#define PRICE_OTHER 6.5
#define PRICE_PAWN_FILE 3.0
#define PRICE_AMBIGUOUS 2.0
#define PRICE_NEEDLESS 3.0 /* a file or rank that nothing else asks for */
#define PRICE_WING 3.5
#define PRICE_CHECK_LOST 2.5

/* A text that is priced. */
struct written {
    const char *name; /* of three letters and more, or NULL */
    size_t name_length;
    char squares[TEXT_MAX]; /* what follows, without blanks and check signs */
    size_t length;
    char check; /* '\0', + or # */
    unsigned digits;
};

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

double price_sign(const struct pricer *pricer, char was, char meant)
{
    if (was == meant)
        return 0;
    if (is_letter(was) && is_letter(meant) && to_lower(was) == to_lower(meant))
        return PRICE_CASE;
    if (lookalikes_has(pricer->lookalikes, was, meant))
        return PRICE_ALIKE;
    if (is_upper(was) && is_upper(meant))
        return PRICE_RENAMED;
    if ((is_digit(was) && is_digit(meant)) || (is_file(was) && is_file(meant)))
        return was - meant == 1 || meant - was == 1 ? PRICE_ADDED : PRICE_FARTHER;
    if (strchr("x:-=", was) && strchr("x:-=", meant))
        return PRICE_ALIKE;
    return PRICE_OTHER;
}

static double lost_price(char sign)
{
    return is_letter(sign) || is_digit(sign) ? PRICE_LOST : PRICE_SIGN;
}

/* The least sum of edits that make `to` of `from`. */
static double edit_price(const struct pricer *pricer, const char *from, size_t length, const char *to,
                         size_t to_length, double most)
{
    double rows[3][TEXT_MAX + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    last[0] = 0;
    for (size_t j = 0; j < to_length; j++)
        last[j + 1] = last[j] + lost_price(to[j]);
    for (size_t i = 0; i < length; i++) {
        double least = row[0] = last[0] + PRICE_ADDED;
        for (size_t j = 0; j < to_length; j++) {
            double price = last[j] + price_sign(pricer, from[i], to[j]);
            double added = last[j + 1] + PRICE_ADDED, lost = row[j] + lost_price(to[j]);
            price = added < price ? added : price;
            price = lost < price ? lost : price;
            if (i && j && from[i] == to[j - 1] && from[i - 1] == to[j] && before[j - 1] + PRICE_ADDED < price)
                price = before[j - 1] + PRICE_ADDED;
            row[j + 1] = price;
            least = price < least ? price : least;
        }
        if (least > most)
            return least;
        double *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[to_length];
}

double price_spelling(const struct pricer *pricer, const char *text, size_t length, const char *meant)
{
    size_t count = strlen(meant);
    if (length > TEXT_MAX || count > TEXT_MAX)
        return HUGE_VAL;
    double price = edit_price(pricer, text, length, meant, count, HUGE_VAL);
    return price > PRICE_CASE ? price + PRICE_EDITED : price;
}

/* Mends a word broken at the end of a line, and `to` between squares. Returns the length of what is left. */
static size_t join_lines(const char *text, size_t length, char out[TEXT_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < length && count < TEXT_MAX; i++) {
        bool to = i + 3 < length && is_filler(text[i]) && memcmp(text + i + 1, "to", 2) == 0 &&
                  is_filler(text[i + 3]);
        bool broken =
            text[i] == '-' && i > 0 && is_letter(text[i - 1]) && i + 1 < length && is_filler(text[i + 1]);
        if (to)
            out[count++] = '-';
        else if (!broken)
            out[count++] = text[i];
        i += to ? 3 : broken;
    }
    return count;
}

/* Parts a text into the name of a piece and the rest. */
static struct written take_text(const char *text, size_t length)
{
    struct written written = { .name = NULL };
    size_t lead = 0, at = 0;
    while (lead < length && (is_letter(text[lead]) || text[lead] & 0x80))
        lead++;
    if (lead >= NAME_LEAST && lead < length && is_filler(text[lead])) {
        written.name = text;
        written.name_length = at = lead;
    }
    for (; at < length; at++) {
        char sign = text[at];
        if (sign == '+' || sign == '#')
            written.check = written.check == '#' ? '#' : sign;
        else if (!is_filler(sign) && sign != ',' && written.length < TEXT_MAX) {
            written.squares[written.length++] = sign;
            written.digits += is_digit(sign) || sign == 'l' || sign == 'I';
        }
    }
    return written;
}

/* ---- Spellings ---- */

/* One legal move under trial. */
struct trial_move {
    const struct pricer *pricer;
    const struct ludus_position *pos;
    const struct written *written;
    struct ludus_move move;
    unsigned kind;
    bool takes, pawn;
    bool rivals, in_file, in_rank; /* other pieces of its kind that go there */
    double most;                   /* the best price so far, or the bound */
    bool found;
    char best[PRICED_TEXT];
};

static char *put_square(char *at, const struct ludus_ruleset *ruleset, unsigned square, bool file, bool rank)
{
    unsigned number = square_rank(ruleset, square) + 1u;
    if (file)
        *at++ = (char)('a' + square_file(ruleset, square));
    if (rank && number > 9)
        *at++ = (char)('0' + number / 10);
    if (rank)
        *at++ = (char)('0' + number % 10);
    return at;
}

static void try_spelling(struct trial_move *trial, const char *text, size_t length, double extra)
{
    const struct written *written = trial->written;
    if (extra > trial->most)
        return;
    double price = extra + edit_price(trial->pricer, written->squares, written->length, text, length,
                                      trial->most - extra);
    if (price >= trial->most)
        return;
    trial->most = price;
    trial->found = true;
    memcpy(trial->best, text, length);
    trial->best[length] = '\0';
}

/* From-square or parts of it, sign, target, promotion, as they would be written. */
static void try_squares(struct trial_move *trial, bool file, bool rank, char sign, bool swapped, double extra)
{
    const struct rules *rules = &trial->pricer->ruleset->rules;
    char text[TEXT_MAX], *at = text;
    if (!trial->written->name && !trial->pawn)
        *at++ = rules->kinds[trial->kind].letter;
    char *from = at;
    at = put_square(at, trial->pricer->ruleset, swapped ? trial->move.to : trial->move.from, file, rank);
    bool parted = at > from;
    if (sign && (sign == 'x' || parted))
        *at++ = sign;
    at = put_square(at, trial->pricer->ruleset, swapped ? trial->move.from : trial->move.to, true, true);
    if (trial->move.piece != NONE) {
        const char *name = rules->kinds[trial->move.piece].names[0];
        *at++ = '=';
        size_t length = trial->written->name ? strlen(name) : 0;
        if (length && length < 20)
            memcpy(at, name, length);
        else
            *at = rules->kinds[trial->move.piece].letter;
        at += length && length < 20 ? length : 1;
    }
    double most = trial->most;
    try_spelling(trial, text, (size_t)(at - text), extra);
    if (swapped && trial->most < most) /* it is to be written the right way */
        trial->best[0] = '\0';
}

/* A pawn's capture as it should be written, whatever has been found to be like it. */
static void spell_capture(struct trial_move *trial)
{
    double most = trial->most;
    trial->most = HUGE_VAL;
    try_squares(trial, true, false, 'x', false, 0);
    trial->most = most;
}

/* A move that another piece of its kind could make, with what tells it from that. */
static void spell_apart(struct trial_move *trial, char sign)
{
    double most = trial->most;
    trial->most = HUGE_VAL;
    try_squares(trial, !trial->in_file || trial->in_rank, trial->in_file, sign, false, 0);
    trial->most = most;
}

/* The forms in which a record can write the step; only those that say which piece it is. */
static void try_step(struct trial_move *trial)
{
    bool longer = trial->written->digits > 1 || trial->pricer->ruleset->rules.notation == STYLE_LONG;
    char sign = trial->takes ? 'x' : '\0';
    bool by_file = !trial->rivals || !trial->in_file, by_rank = !trial->rivals || !trial->in_rank;
    if (trial->pawn && trial->takes) {
        double most = trial->most;
        try_squares(trial, false, false, '\0', false, PRICE_PAWN_FILE);
        try_squares(trial, false, false, 'x', false, PRICE_PAWN_FILE);
        if (trial->most < most)
            spell_capture(trial);
        try_squares(trial, true, false, 'x', false, 0);
    } else {
        double needless = trial->rivals ? 0 : PRICE_NEEDLESS, most = trial->most;
        try_squares(trial, false, false, sign, false, trial->rivals ? PRICE_AMBIGUOUS : 0);
        if (trial->rivals && trial->most < most)
            spell_apart(trial, sign);
        if (!trial->pawn && by_file)
            try_squares(trial, true, false, sign, false, needless);
        if (!trial->pawn && by_rank)
            try_squares(trial, false, true, sign, false, needless);
    }
    if (!longer)
        return;
    bool pawn = trial->pawn;
    for (unsigned lettered = 0; lettered < (pawn || trial->written->name ? 1u : 2u); lettered++) {
        trial->pawn = pawn || lettered; /* Nb1-c3, b1-c3 */
        try_squares(trial, true, true, trial->takes ? 'x' : '-', false, 0);
        try_squares(trial, true, true, trial->takes ? 'x' : '\0', false, 0);
        try_squares(trial, true, true, trial->takes ? 'x' : '-', true, PRICE_ADDED);
    }
    trial->pawn = pawn;
}

/* Castling on the other wing is one change. */
static void try_castle(struct trial_move *trial)
{
    const struct castle *castle =
        castle_between(&trial->pricer->ruleset->rules, trial->move.from, trial->move.to);
    const struct written *written = trial->written;
    bool is_short = castle && castle_is_short(castle);
    const char *text = is_short ? "O-O" : "O-O-O";
    unsigned zeros = 0;
    for (size_t i = 0; i < written->length; i++)
        zeros += written->squares[i] == 'O' || written->squares[i] == '0' || written->squares[i] == 'o';
    if (!castle)
        return;
    try_spelling(trial, text, strlen(text), 0);
    if (zeros == (is_short ? 3 : 2) && PRICE_WING < trial->most) {
        trial->most = PRICE_WING;
        trial->found = true;
        strcpy(trial->best, text);
    }
}

/* The least price of the name for a piece of this kind; `*exact` when it is its name. */
static double name_price(const struct pricer *pricer, const struct written *written, unsigned kind,
                         bool *exact)
{
    const struct kind *called = &pricer->ruleset->rules.kinds[kind];
    double least = PRICE_RENAMED;
    *exact = false;
    for (unsigned i = 0; i < called->name_count; i++) {
        size_t length = strlen(called->names[i]);
        double price = length > TEXT_MAX ? least
                                         : edit_price(pricer, written->name, written->name_length,
                                                      called->names[i], length, least);
        *exact |= price == 0;
        least = price < least ? price : least;
    }
    return *exact ? 0 : least;
}

/* Which sign belongs behind the move, and what the one there costs. */
static double check_price(const struct trial_move *trial, char *sign)
{
    struct ludus_position *pos = position_trial(trial->pos);
    const struct rules *rules = &trial->pricer->ruleset->rules;
    struct undo undo;
    char written = trial->written->check;
    *sign = '\0';
    if (!rules->check || rules->dice)
        return written ? PRICE_ADDED : 0;
    if (!written && !trial->pricer->checks)
        return 0;
    position_make(pos, trial->move, &undo);
    if (pos->side != undo.side && position_checked(pos))
        *sign = movegen_any(pos) ? '+' : '#';
    position_unmake(pos, &undo);
    if (!written)
        return *sign ? PRICE_CHECK_LOST : 0;
    if (!*sign)
        return PRICE_ADDED;
    return written == '#' && *sign == '+' ? PRICE_ALIKE : 0;
}

/* ---- All legal moves ---- */

static void find_rivals(struct trial_move *trial, const struct ludus_move *moves, size_t count)
{
    const struct ludus_position *pos = trial->pos;
    const struct ludus_ruleset *ruleset = trial->pricer->ruleset;
    for (size_t i = 0; i < count; i++) {
        const struct ludus_move *other = &moves[i];
        if (other->to != trial->move.to || other->from == trial->move.from || other->from == NONE ||
            other->type > LUDUS_EN_PASSANT || CODE_KIND(pos->cell[other->from]) != trial->kind)
            continue;
        trial->rivals = true;
        trial->in_file |= square_file(ruleset, other->from) == square_file(ruleset, trial->move.from);
        trial->in_rank |= square_rank(ruleset, other->from) == square_rank(ruleset, trial->move.from);
    }
}

/* Prices the squares; the name stands for itself. */
static void try_move(struct trial_move *trial, const struct ludus_move *moves, size_t count)
{
    const struct ludus_position *pos = trial->pos;
    char text[TEXT_MAX * 2];
    struct san_text out = { text, sizeof text, 0 };
    if (trial->move.type == LUDUS_CASTLE) {
        try_castle(trial);
    } else if (trial->move.from != NONE && trial->move.type < LUDUS_PLACE) {
        trial->takes = san_takes(pos, trial->move);
        trial->pawn = trial->pricer->ruleset->rules.pawns >> trial->kind & 1;
        find_rivals(trial, moves, count);
        try_step(trial);
    } else if (trial->move.type != LUDUS_PLACE || trial->move.from == NONE) {
        san_write(&out, pos, trial->move);
        size_t length = san_end(&out);
        size_t name = trial->written->name ? strcspn(text, " ") : length;
        name = name < length ? name + 1 : 0;
        if (length < PRICED_TEXT)
            try_spelling(trial, text + name, length - name, 0);
    }
}

static void spell(const struct trial_move *trial, bool exact, char sign, struct priced *out)
{
    const struct written *written = trial->written;
    char text[128];
    struct san_text whole = { text, sizeof text, 0 };
    out->text[0] = '\0';
    if (!*trial->best) {
        san_write_long(&whole, trial->pos, trial->move);
        san_end(&whole);
    } else if (written->name && !exact && trial->pricer->ruleset->rules.notation == STYLE_SAN) {
        char letter[2] = { trial->pawn ? '\0' : trial->pricer->ruleset->rules.kinds[trial->kind].letter,
                           '\0' };
        (void)snprintf(text, sizeof text, "%s%s", letter, trial->best);
    } else if (written->name) {
        (void)snprintf(text, sizeof text, "%.*s %s", exact ? (int)written->name_length : TEXT_MAX,
                       exact ? written->name : trial->pricer->ruleset->rules.kinds[trial->kind].names[0],
                       trial->best);
    } else {
        (void)snprintf(text, sizeof text, "%s", trial->best);
    }
    char check[2] = { sign, '\0' };
    if (strlen(text) + 2 < PRICED_TEXT)
        (void)snprintf(out->text, sizeof out->text, "%.*s%s", PRICED_TEXT - 2, text, check);
}

static bool price_move(struct trial_move *trial, const struct ludus_move *moves, size_t count,
                       struct priced *out)
{
    const struct ludus_position *pos = trial->pos;
    const struct written *written = trial->written;
    double most = trial->most, name = 0;
    bool exact = true;
    char sign;
    trial->kind = trial->move.from != NONE && pos->cell[trial->move.from]
                      ? CODE_KIND(pos->cell[trial->move.from])
                  : trial->move.type == LUDUS_PLACE ? trial->move.piece
                                                    : 0;
    if (written->name)
        name = name_price(trial->pricer, written, trial->kind, &exact);
    trial->most = most - name;
    if (trial->most <= 0)
        return false;
    try_move(trial, moves, count);
    if (!trial->found)
        return false;
    double price = trial->most + name, check = check_price(trial, &sign);
    out->renamed = name > PRICE_CASE && trial->most == 0 && check == 0;
    out->several =
        trial->most > PRICE_PAWN_FILE + PRICE_LOST || (trial->most > PRICE_CASE && name > PRICE_CASE);
    out->respelt = price + check <= PRICE_CASE;
    if (price + check > PRICE_CASE || check > 0)
        price += PRICE_EDITED + check;
    out->price = price;
    out->move = trial->move;
    spell(trial, exact, sign, out);
    return price <= most && out->text[0];
}

size_t price_text(const struct pricer *pricer, const struct ludus_position *pos, const char *text,
                  size_t length, double most, struct priced *out, size_t capacity)
{
    char joined[TEXT_MAX];
    size_t count = length <= TEXT_MAX ? join_lines(text, length, joined) : 0, found = 0;
    struct written written = take_text(joined, count);
    if (written.length + written.name_length == 0)
        return 0;
    count = movegen_all(pos, pricer->moves);
    for (size_t i = 0; i < count && found < capacity; i++) {
        struct trial_move trial = {
            .pricer = pricer, .pos = pos, .written = &written, .move = pricer->moves[i], .most = most
        };
        found += price_move(&trial, pricer->moves, count, &out[found]);
    }
    return found;
}
