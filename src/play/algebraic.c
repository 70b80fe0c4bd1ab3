/* algebraic.c - finds the readings of a move whose squares are named by file and rank, from the signs of its
 * text. */
#include "play/reading.h"

#include <string.h>

/* Reads a file, a rank, or both in algebraic notation. Returns the sign after them. */
static unsigned read_place(const struct parse *parse, unsigned at, uint8_t *file, uint8_t *rank)
{
    *file = *rank = 0;
    if (is_sign(parse, at, SIGN_FILE))
        *file = parse->signs[at++].value;
    if (is_sign(parse, at, SIGN_NUMBER) && !(parse->signs[at].apart))
        *rank = parse->signs[at++].value;
    return at;
}

static uint16_t file_bit(unsigned file)
{
    return (uint16_t)(1u << file >> 1);
}

/* Does a sign of capture come right after its square, "Cc6: Cc6"? At the end of a line, it may belong to the
 * next square instead. */
static bool is_capture_suffix(const struct parse *parse, unsigned at)
{
    const struct sign *sign = &parse->signs[at];
    return is_glued(parse, at) && (at + 1 >= parse->count || (sign[1].begin > sign->end &&
                                                              !memchr(parse->text + sign->end, '\n',
                                                                      (size_t)(sign[1].begin - sign->end))));
}

/* Reads a placing from its sign on, "@d3", perhaps with the other of the turn behind it, ", Man @g5". */
static void read_placing(struct parse *parse, unsigned at, struct reading reading)
{
    uint8_t file, rank;
    unsigned next = read_place(parse, at + 1, &file, &rank);
    if (!file || !rank)
        return;
    reading.instead = CLASS_PLACES;
    reading.files = file_bit(file);
    reading.rank = rank;
    reading_finish(parse, next, &reading, 0);
    if (!is_sign(parse, next, SIGN_STOP) || parse->signs[next].value != ',')
        return;
    bool named = is_sign(parse, ++next, CLASS_PIECE);
    if (named && !in_set(reading.kinds, parse->signs[next++].value))
        return;
    unsigned end = is_sign(parse, next, CLASS_PLACES) ? read_place(parse, next + 1, &file, &rank) : next;
    if (end == next || !file || !rank)
        return;
    reading.from_files = file_bit(file);
    reading.from_rank = rank;
    reading_finish(parse, end, &reading, 0);
}

/* Reads more squares behind the first two, those of a path and of captured men: "d6-d4-b4xc5". */
static void read_path(struct parse *parse, unsigned at, struct reading reading, const uint8_t file[2])
{
    const unsigned first = at, files = parse->dialects->ruleset->rules.files;
    uint8_t via = 0, rank = 0;
    reading.path[0] = (uint8_t)((reading.from_rank - 1u) * files + file[0] - 1u);
    reading.path[1] = (uint8_t)((reading.rank - 1u) * files + file[1] - 1u);
    reading.path_count = 2;
    for (unsigned next;; at = next) {
        const bool leaps = parse->dialects->ruleset->leaps, x = is_sign(parse, at, CLASS_TAKES),
                   takes = x && !leaps,
                   goes_on = (x ? leaps : is_sign(parse, at, CLASS_TO)) && !reading.removed &&
                             reading.path_count < PATH_SQUARES;
        next = goes_on || takes ? read_place(parse, at + 1, &via, &rank) : at;
        if (next < at + 3 || !is_glued(parse, at))
            break;
        const unsigned square = (rank - 1u) * files + via - 1u;
        reading.removed += takes ? (uint32_t)key_mix(0, square + 1) : 0;
        if (takes)
            continue;
        reading.path[reading.path_count++] = (uint8_t)square;
        reading.files = file_bit(via);
        reading.rank = rank;
    }
    if (reading.path_count == 2)
        memset(reading.path, reading.path_count = 0, sizeof reading.path);
    if (at > first)
        reading_finish(parse, at, &reading, 0);
}

/* Reads the piece that moves, if it is named, and a sign of capture with its victim. Returns the sign after
 * them. */
static unsigned read_mover(struct parse *parse, struct reading *reading)
{
    unsigned at = reading->named;
    reading->ditto = is_sign(parse, 0, CLASS_DITTO);
    reading->kinds = reading->ditto   ? 0
                     : reading->named ? 1u << parse->signs[0].value
                                      : parse->dialects->ruleset->rules.pawns;
    const char letter = to_lower(parse->text[parse->signs[0].begin]),
               last = (char)('a' + (int)parse->dialects->ruleset->rules.files);
    if (parse->dialect->origin && reading->named && letter >= 'a' && letter < last)
        reading->owners = file_bit((unsigned)(letter - 'a') + 1);
    reading->takes = is_sign(parse, at, CLASS_TAKES);
    at += reading->takes ||
          (reading->named && (is_sign(parse, at, CLASS_FROM) || is_sign(parse, at, CLASS_TO)));
    if (reading->takes && is_sign(parse, at, CLASS_PIECE)) {
        reading->victims = 1u << parse->signs[at++].value;
        reading_finish(parse, at, reading, 0);
        at += is_sign(parse, at, CLASS_TO); /* takes the pawn on e5 */
    }
    return at;
}

void reading_read_algebraic(struct parse *parse)
{
    struct reading reading = begin_reading(parse);
    uint8_t file[2] = { 0 }, rank[2] = { 0 };
    const bool named = is_sign(parse, 0, CLASS_PIECE) || is_sign(parse, 0, CLASS_DITTO);
    unsigned at = named;
    reading.named = named;
    if (is_sign(parse, at, CLASS_PLACES)) {
        reading.kinds = named ? 1u << parse->signs[0].value : ~(kind_set)0;
        read_placing(parse, at, reading);
        return;
    }
    at = read_mover(parse, &reading);
    const unsigned first = read_place(parse, at, &file[0], &rank[0]);
    if (first == at)
        return;
    const bool takes = is_sign(parse, first, CLASS_TAKES) && !is_capture_suffix(parse, first),
               joined = takes || is_sign(parse, first, CLASS_TO);
    unsigned next = first + joined;
    struct reading from = reading;
    from.from_files = file_bit(file[0]);
    if (parse->dialects->hand && joined && !takes && !rank[0]) { /* Nb-d2, which no record has */
        from.cost = (uint16_t)(from.cost + PRICE_ADDED);
        from.slip = true;
    }
    if (joined && is_sign(parse, next, CLASS_PIECE)) {
        struct reading exchange = from;
        exchange.takes = true;
        exchange.victims = 1u << parse->signs[next++].value;
        exchange.from_rank = rank[0];
        if (takes)
            reading_finish(parse, next, &exchange, 0);
        next += takes && is_sign(parse, next, CLASS_TO);
    }
    unsigned second = joined || is_glued(parse, next) ? read_place(parse, next, &file[1], &rank[1]) : next;
    bool files = !named && file[0] && file[1] && file[1] != file[0];
    from.files = file_bit(file[1]);
    if (files && rank[1] && !is_glued(parse, second - 1)) {
        struct reading apart = from; /* "dc 5.": the number is the next turn's */
        apart.takes = true;
        reading_finish(parse, second - 1, &apart, 0);
    }
    const bool doubled = parse->dialects->hand && !named && !rank[0] && file[0] == file[1]; /* bb5 is Bb5 */
    if (second > next && file[1] && (rank[1] || files) && !doubled) {
        from.from_rank = rank[0];
        from.rank = rank[1];
        from.takes |= takes || !rank[1] || (!named && !rank[0] && file[0] != file[1]); /* ed5 */
        if (!named && file[0] && rank[0] && rank[1])
            from.kinds = 0; /* any piece stands there */
        reading_finish(parse, second, &from, 0);
        if (rank[0] && rank[1] && file[0])
            read_path(parse, second, from, file);
    }
    if (file[0] && rank[0]) {
        reading.files = file_bit(file[0]);
        reading.rank = rank[0];
        reading_finish(parse, first, &reading, 0);
    }
}
