/* reading.c - finds the readings of a move from the signs of its text: castling, remarks, squares named by
 * pieces. */
#include "play/reading.h"

#include <string.h>

/* ---- Readings ---- */

/* Is sign `at` the piece of a promotion: after "=", in brackets, or after a square of a last rank, "h2-h1 D"?
 */
static bool is_promotion(const struct parse *parse, unsigned at, unsigned core, bool bracketed,
                         kind_set moved)
{
    const struct rules *rules = &parse->dialects->ruleset->rules;
    const struct sign *sign = &parse->signs[at], *last = at ? sign - 1 : sign,
                      *square = &parse->signs[core - 1];
    bool behind = at == core || (at == core + 1 && last->class == CLASS_TAKES); /* hg8: D */
    bool glued = behind && !parse->dialect->descriptive && square->class == SIGN_NUMBER &&
                 (is_glued(parse, at) || ((moved ? moved == rules->pawns : !parse->dialect->numeric) &&
                                          (square->value == 1 || square->value == rules->ranks)));
    return sign->class == CLASS_PIECE && ((bracketed && moved & rules->pawns) || /* else a mark: "B-K3 (B)" */
                                          last->class == CLASS_BECOMES || glued);
}

/* Does one of a class of characters stand between a sign and the one before it? */
static bool gap_has(const struct parse *parse, unsigned at, bool (*is)(char))
{
    size_t i = parse->signs[at - 1].end;
    while (i < parse->signs[at].begin && !is(parse->text[i]))
        i++;
    return i < parse->signs[at].begin;
}

/* Does a sign begin a sentence: a capital behind a stop, and a small letter behind it: "B-R 6. Mate is near"?
 */
static bool begins_sentence(const struct parse *parse, unsigned at)
{
    const char *text = parse->text + parse->signs[at].begin;
    size_t behind = parse->signs[at].end;
    while (behind < parse->length && is_space(parse->text[behind]))
        behind++;
    return is_upper(*text) && is_lower(text[1]) && at > 0 &&
           parse->signs[at].begin > parse->signs[at - 1].end &&
           parse->text[parse->signs[at - 1].end - 1] == '.' && behind < parse->length &&
           is_lower(parse->text[behind]);
}

static bool is_check(const struct parse *parse, unsigned at)
{
    return is_sign(parse, at, CLASS_CHECK) || is_sign(parse, at, CLASS_MATE) ||
           is_sign(parse, at, CLASS_MATES);
}

/* Reads one sign after a move. False if it does not belong to the move. */
static bool read_remark(const struct parse *parse, unsigned at, unsigned core, bool bracketed,
                        struct reading *reading)
{
    const struct sign *sign = &parse->signs[at];
    if (begins_sentence(parse, at))
        return false;
    const bool mate = sign->class == CLASS_MATE || sign->class == CLASS_MATES;
    if (is_check(parse, at) || sign->class == CLASS_CHECKS)
        reading->check = mate || reading->check == SAID_MATE ? SAID_MATE : SAID_CHECK;
    else if (sign->class == CLASS_PASSING)
        reading->passing = true;
    else if (sign->class == CLASS_BECOMES && sign[-1].end < sign->begin &&
             !is_sign(parse, at + 1, CLASS_PIECE) && !is_sign(parse, at + 1, SIGN_OPEN))
        return false; /* a judgement: "Dc3 =" */
    else if (sign->class == CLASS_BECOMES || sign->class == CLASS_PROMOTES)
        reading->promotes = true;
    else if (sign->class == CLASS_TAKES && !parse->dialect->descriptive &&
             !gap_has(parse, at, is_break)) /* on the next line it may be the number X. */
        reading->takes = true;
    else if (is_promotion(parse, at, core, bracketed, reading->kinds)) {
        reading->becomes = 1u << sign->value;
        reading->cost =
            (uint16_t)(reading->cost + PRICE_BLANK * (parse->dialects->hand && !reading->promotes));
    } else
        return sign->class == CLASS_MORE || sign->class == CLASS_SQUEEZE || sign->class == SIGN_MARK;
    reading->promotes |= reading->becomes != 0;
    return true;
}

/* Reads the signs after a move: check, mate, promotion, marks. Returns the sign after them. */
static unsigned read_tail(struct parse *parse, unsigned at, struct reading *reading)
{
    unsigned core = at;
    for (bool going = true; going;) {
        unsigned next = at;
        bool open = false;
        while (is_sign(parse, next, SIGN_OPEN) ||
               (is_sign(parse, next, SIGN_STOP) && !parse->signs[next].apart))
            open |= parse->signs[next++].class == SIGN_OPEN;
        next += is_sign(parse, next, CLASS_TO) && !is_glued(parse, next) && !is_glued(parse, next + 1) &&
                is_check(parse, next + 1); /* - Mate */
        unsigned inside = next;
        struct reading told = *reading;
        while (next < parse->count && (open || !parse->signs[next].apart) &&
               read_remark(parse, next, core, open, &told))
            next++;
        going = next > inside && (!open || is_sign(parse, next, SIGN_CLOSE));
        if (!going)
            break;
        *reading = told;
        at = next + open;
        at += is_sign(parse, at, SIGN_STOP) && parse->text[parse->signs[at].begin] == '.' &&
              !parse->signs[at].apart;
    }
    return at;
}

/* Is a sign of capture also one of mate, as the Russian × is, behind a move? */
static bool mates_too(const struct parse *parse, unsigned at)
{
    const struct dialect *dialect = parse->dialect;
    const struct sign *sign = &parse->signs[at];
    const size_t length = (size_t)(sign->end - sign->begin);
    bool mates = false;
    for (unsigned i = 0; i < dialect->word_count && sign->class == CLASS_TAKES; i++)
        mates |= dialect->words[i].class == CLASS_MATE && dialect->words[i].length == length &&
                 memcmp(dialect->words[i].text, parse->text + sign->begin, length) == 0;
    return mates;
}

/* Do words without meaning join a name to the sign before it, as in "le pion du fou"? They begin on its line.
 */
static bool is_linked(const struct parse *parse, unsigned at)
{
    if (at == 0 || !is_sign(parse, at, CLASS_PIECE) || parse->signs[at].apart)
        return false;
    const char *gap = parse->text + parse->signs[at - 1].end;
    return gap[-1] != '.' && is_lower(gap[strspn(gap, " ")]) && gap_has(parse, at, is_letter);
}

/* Does a colon end the clause of a move told in words, "dos casas: y", though it captures elsewhere? */
static bool ends_clause(const struct parse *parse, unsigned at)
{
    const char *sign = parse->text + parse->signs[at].begin;
    return parse->dialect->descriptive && *sign == ':' && is_lower(sign[-1]) &&
           parse->signs[at].end < parse->length && is_space(sign[1]);
}

void reading_finish(struct parse *parse, unsigned at, const struct reading *so_far, unsigned cost)
{
    struct reading reading = *so_far;
    at = read_tail(parse, at, &reading);
    size_t end = parse->signs[at - 1].end;
    if ((is_joint(parse, at) && is_glued(parse, at) && !ends_clause(parse, at)) || is_linked(parse, at))
        return; /* the move continues */
    const char before = parse->text[end - 1], next = end < parse->length ? parse->text[end] : '\0';
    if (end < parse->length && (parse->dialects->hand || is_digit(next) ||
                                (begins_letter(next) && (is_letter(before) || before & '\x80'))))
        return;
    if (parse->shift && end > parse->edited)
        end = (size_t)((long)end - parse->shift);
    reading.length = (uint16_t)end;
    reading.cost = (uint16_t)(reading.cost + cost);
    reading_add(parse->out, &reading);
    at -= at > 1 && is_sign(parse, at - 1, SIGN_STOP);
    if (mates_too(parse, at - 1) && !parse->dialect->descriptive) {
        reading.takes = so_far->takes;
        reading.check = SAID_MATE;
        reading_add(parse->out, &reading);
    }
}

/* May a piece stand before its wing, or behind it, in the same book: des K. Läufers, des Läufers des Königs?
 */
static bool is_either_order(const struct dialect *dialect)
{
    return dialect->rank_first && !dialect->wing_last;
}

/* Returns the files of the piece in one sign on the wing in another, which may be the same: any wing. A king
 * and a queen have none. */
static uint16_t files_of(const struct parse *parse, unsigned piece, unsigned wing)
{
    const struct dialects *dialects = parse->dialects;
    const uint16_t files = dialects->home_files[parse->signs[piece].value];
    return piece == wing ? files
           : !(files & (files - 1))
               ? 0
               : files & dialects_wing(dialects, parse->dialect, parse->signs[wing].value);
}

/* Returns the files that the names of pieces in signs [from, to) denote, as in "K B"; or 0. */
static uint16_t read_files(const struct parse *parse, unsigned from, unsigned to)
{
    const bool last = parse->dialect->wing_last;
    if (to == from || to - from > 2)
        return 0;
    const uint16_t files = files_of(parse, last ? from : to - 1, last ? to - 1 : from);
    return files || !is_either_order(parse->dialect) ? files : files_of(parse, from, to - 1);
}

/* Reads a piece in signs [from, to), "Q Kt", "K B P", in which its name is the first or the last: its kind,
 * and its files in `owners`. False if none. */
static bool read_piece_at(const struct parse *parse, unsigned from, unsigned to, bool last, kind_set *kinds,
                          uint16_t *owners)
{
    unsigned kind = parse->signs[last ? from : to - 1].value, begin = last ? from + 1 : from,
             end = last ? to : to - 1;
    *kinds = 1u << kind;
    *owners = 0;
    if (begin == end)
        return true;
    if (in_set(parse->dialects->ruleset->rules.pawns, kind))
        *owners = read_files(parse, begin, end);
    else if (end - begin == 1)
        *owners = dialects_wing(parse->dialects, parse->dialect, parse->signs[begin].value);
    return *owners != 0;
}

static bool read_piece_of(const struct parse *parse, unsigned from, unsigned to, kind_set *kinds,
                          uint16_t *owners)
{
    const bool last = parse->dialect->rank_first;
    return read_piece_at(parse, from, to, last, kinds, owners) ||
           (is_either_order(parse->dialect) && read_piece_at(parse, from, to, !last, kinds, owners));
}

/* Does a sign end with a stop that is none of an abbreviation: "regis."? */
static bool ends_sentence(const struct parse *parse, unsigned at)
{
    enum { WORD_LEAST = 5 };
    const struct sign *sign = &parse->signs[at];
    return sign->end - sign->begin > WORD_LEAST && parse->text[sign->end - 1] == '.';
}

/* Returns the sign behind the names of pieces from `at` on. A stop ends a sentence, and a capital begins one:
 * "le fou. Le Roi". */
static unsigned pieces_from(const struct parse *parse, unsigned at)
{
    unsigned end = at;
    while (is_sign(parse, end, CLASS_PIECE) && end - at < 3 &&
           (end == at ||
            !(parse->signs[end].apart || ends_sentence(parse, end - 1) || gap_has(parse, end, is_upper))))
        end++;
    return end;
}

/* ---- Descriptive notation ---- */

/* Reads a square in descriptive notation from sign `at`. The piece that moves is in signs [0, piece_end). */
static void read_square(struct parse *parse, unsigned at, struct reading reading, unsigned piece_end)
{
    const bool adverse = is_sign(parse, at, CLASS_ADVERSE);
    at += adverse;
    bool last = parse->dialect->rank_first, own = is_sign(parse, at, CLASS_OWN);
    if (is_sign(parse, at, SIGN_FILE) && is_sign(parse, at + 1, SIGN_NUMBER)) {
        reading.files = (uint16_t)(1u << (parse->signs[at].value - 1));
        reading.rank = parse->signs[at + 1].value;
        reading_finish(parse, at + 2, &reading, 0);
        return;
    }
    reading.relative = true;
    at += own;
    const bool numbered = is_sign(parse, at, SIGN_NUMBER);
    if (last && (numbered || is_sign(parse, at, CLASS_HOME))) {
        reading.rank = numbered ? parse->signs[at].value : 1;
        at += numbered && is_sign(parse, at + 1, CLASS_HOME); /* 4e case */
        const unsigned most = pieces_from(parse, at + 1);
        for (unsigned end = most; end > at + 1; end--)
            if ((reading.files = read_files(parse, at + 1, end)) != 0)
                reading_finish(parse, end, &reading, 0);
        const bool pawn = reading.owners && reading.kinds & parse->dialects->ruleset->rules.pawns;
        own |= piece_end == 2 || (most == at + 1 && is_sign(parse, at, CLASS_HOME)); /* Roi à la 2e case */
        reading.files = pawn ? reading.owners : own ? read_files(parse, 0, piece_end) : 0;
        if (reading.files)
            reading_finish(parse, at + 1, &reading, 0);
    }
    if (last)
        return;
    unsigned most = pieces_from(parse, at);
    for (unsigned end = most; end + 1 > at; end--) {
        bool ranked = is_sign(parse, end, SIGN_NUMBER) &&
                      !(reading.takes && parse->signs[end].apart), /* "BxKt   8 QxB": the next turn's */
            home = is_sign(parse, end, CLASS_HOME);
        uint16_t files = end > at ? read_files(parse, at, end) : 0;
        if (end == at && own && read_files(parse, piece_end - 1, piece_end))
            files = read_files(parse, 0, piece_end);
        reading.files = files;
        reading.rank = ranked ? parse->signs[end].value : home;
        if (adverse)
            reading.rank = (uint8_t)(parse->dialects->ruleset->rules.ranks + 1 - reading.rank);
        if (files && (ranked || home) && !(parse->signs[end].apart && end > at && most > end))
            reading_finish(parse, end + 1 + (ranked && is_sign(parse, end + 1, CLASS_HOME)), &reading, 0);
        else if (files && end > at && end == most && !ranked && !home && !adverse)
            reading_finish(parse, end, &reading, PRICE_NO_RANK);
        if (end == at)
            break;
    }
}

/* Reads the square where a piece stands, "(B 5)", "(at B 5)", "/B5/", "at B 5", "from B 5"; of the piece that
 * moves (`origin`), without brackets only before "to" or "takes". Returns the sign after it, or `at`. */
static unsigned read_stand(const struct parse *parse, unsigned at, bool origin, uint16_t *files,
                           uint8_t *rank)
{
    const char sign = at < parse->count ? parse->text[parse->signs[at].begin] : '\0';
    const bool last = parse->dialect->rank_first, to = is_sign(parse, at, CLASS_TO),
               open = is_sign(parse, at, SIGN_OPEN) || (to && sign == '/');
    if (!open && !(to && begins_letter(sign)) && !is_sign(parse, at, CLASS_FROM))
        return at;
    const unsigned begin =
        at + 1 + (open && (is_sign(parse, at + 1, CLASS_TO) || is_sign(parse, at + 1, CLASS_FROM)));
    unsigned names = begin + (last && is_sign(parse, begin, SIGN_NUMBER));
    names += names > begin && is_sign(parse, names, CLASS_HOME); /* à la 5e case du R. */
    unsigned end = pieces_from(parse, names);
    while (last && end > names + 1 && !read_files(parse, names, end))
        end--; /* the last begins the next move */
    const unsigned number = last ? begin : end, ranked = is_sign(parse, number, SIGN_NUMBER),
                   close = last ? end : end + (ranked || is_sign(parse, number, CLASS_HOME));
    const bool closed = is_sign(parse, close, to ? CLASS_TO : SIGN_CLOSE),
               loose = to && last && !origin; /* PxP/6CD */
    if (end == names || (open ? !closed && !loose
                              : origin && (!is_joint(parse, close) || ends_clause(parse, close) ||
                                           is_check(parse, close + 1))))
        return at;
    *files = read_files(parse, names, end);
    *rank = ranked ? parse->signs[number].value : is_sign(parse, number, CLASS_HOME);
    return *files ? close + (open && closed) : at;
}

static void read_capture(struct parse *parse, unsigned at, struct reading reading, unsigned piece_end)
{
    reading.takes = true;
    at += is_sign(parse, at, CLASS_BESIDE) || is_sign(parse, at, CLASS_OWN); /* takes the P., his P. */
    if (is_sign(parse, at, SIGN_FILE)) {
        read_square(parse, at, reading, piece_end);
        return;
    }
    for (unsigned end = pieces_from(parse, at); end > at; end--) {
        struct reading taken = reading;
        if (!read_piece_of(parse, at, end, &taken.victims, &taken.victim_owners))
            continue;
        reading_finish(parse, end, &taken, 0);
        unsigned close = read_stand(parse, end, false, &taken.files, &taken.rank);
        taken.relative = true;
        if (close > end)
            reading_finish(parse, close, &taken, 0);
    }
    if (is_sign(parse, at, CLASS_PIECE) && !parse->signs[at].apart)
        read_square(parse, at, reading, piece_end); /* B x Q 5 */
}

/* Reads castling from sign `at` on, behind the king's name if that stands there: "R arrocca". */
static void read_castles(struct parse *parse, unsigned at)
{
    struct reading reading = begin_reading(parse);
    unsigned class = parse->signs[at].class, next = at + 1;
    bool open = false;
    reading.castling = class == CLASS_CASTLES_SHORT  ? CASTLING_SHORT
                       : class == CLASS_CASTLES_LONG ? CASTLING_LONG
                                                     : CASTLING_EITHER;
    if (class == CLASS_CASTLES)
        while (is_sign(parse, next, CLASS_BESIDE) || is_sign(parse, next, SIGN_OPEN) ||
               is_sign(parse, next, CLASS_OWN))
            open |= parse->signs[next++].class == SIGN_OPEN;
    unsigned end = class == CLASS_CASTLES ? pieces_from(parse, next) : next;
    const bool goes_on = is_joint(parse, end)
                             ? is_sign(parse, end + 1, CLASS_PIECE) ||
                                   (parse->dialect->rank_first && is_sign(parse, end + 1, SIGN_NUMBER))
                             : is_sign(parse, end, SIGN_FILE) && is_glued(parse, end);
    unsigned cost = 0;
    if (goes_on && is_joint(parse, end) && end == next + 2 && !is_glued(parse, next + 1) &&
        !parse->dialect->wing_last &&
        memchr(parse->dialect->wings, parse->signs[next].value, sizeof parse->dialect->wings)) {
        /* "Castles Q Kt-K2": the letter belongs to castling where a knight is "QKt", else to either move */
        cost = parse->dialects->joined ? 0 : PRICE_SHARED;
        if (cost)
            reading_finish(parse, at + 1, &reading, 0);
        end = next + 1;
    } else if (end > next && goes_on)
        end = is_joint(parse, end) || end == next + 1 || is_glued(parse, next + 1)
                  ? next      /* "Castles KKt-K2", "Enroca. C D-2 D", "Castles Qe7": another move */
                  : next + 1; /* "Castles K Ktc6-e5" */
    else if (end == next + 3)
        end--; /* "Roq. T R F4F": the last begins another move */
    const struct sign *wing = &parse->signs[end > next && parse->dialect->wing_last ? end - 1 : next];
    const bool is_long = wing->value == parse->dialect->wings[1];
    if (end == next || parse->signs[next].apart || (!is_long && wing->value != parse->dialect->wings[0])) {
        reading_finish(parse, at + 1, &reading, 0);
        if (end == next + 1 && (next > at + 1 || is_linked(parse, next)) &&
            !parse->signs[next].apart) /* roque avec sa Tour */
            reading_finish(parse, end, &reading, 0);
        return;
    }
    reading.castling = is_long ? CASTLING_LONG : CASTLING_SHORT;
    while (is_sign(parse, end, CLASS_BESIDE))
        end++;
    end += open && is_sign(parse, end, SIGN_CLOSE);
    reading_finish(parse, end, &reading, cost);
}

/* Reads the rest of a move, after the piece that moves in signs [0, end). */
static void read_predicate(struct parse *parse, unsigned end, struct reading reading)
{
    unsigned piece_end = end;
    end = read_stand(parse, end, true, &reading.from_files, &reading.from_rank);
    reading.relative |= reading.from_files != 0;
    const bool comma =
        is_sign(parse, end, SIGN_STOP) && parse->signs[end].value == ','; /* le pion, deux pas */
    if (comma && (is_sign(parse, end + 1, CLASS_ONE) || is_sign(parse, end + 1, CLASS_TWO)))
        end++;
    if (is_sign(parse, end, CLASS_TO) || is_sign(parse, end, CLASS_BESIDE)) {
        unsigned next = end + 1;
        next += is_sign(parse, next, CLASS_TO);
        read_square(parse, next, reading, piece_end);
    } else if (is_sign(parse, end, CLASS_TAKES)) {
        read_capture(parse, end + 1, reading, piece_end);
    } else if (is_sign(parse, end, CLASS_CHECKS) || is_sign(parse, end, CLASS_MATES)) {
        reading.check = is_sign(parse, end, CLASS_MATES) ? SAID_MATE : SAID_CHECK;
        reading.check_only = true;
        reading_finish(parse, end + 1, &reading, 0);
    } else if (is_sign(parse, end, CLASS_ONE) || is_sign(parse, end, CLASS_TWO)) {
        reading.advance = is_sign(parse, end, CLASS_TWO) ? 2 : 1;
        reading_finish(parse, end + 1, &reading, 0);
    } else if (is_sign(parse, end, CLASS_PROMOTES)) {
        reading.promotes = true;
        reading_finish(parse, end + 1, &reading, 0);
    } else if (parse->dialect->rank_first &&
               (is_sign(parse, end, SIGN_NUMBER) || is_sign(parse, end, CLASS_HOME))) {
        read_square(parse, end, reading, piece_end);
    } else if (is_sign(parse, end, CLASS_PIECE) || is_sign(parse, end, CLASS_OWN) ||
               is_sign(parse, end, SIGN_FILE)) {
        reading.cost = (uint16_t)(reading.cost + PRICE_NO_CONNECTOR * !is_sign(parse, end, SIGN_FILE));
        read_square(parse, end, reading, piece_end);
    }
}

/* Reads a capture whose verb stands first: "takes with the knight the pawn", "takes the pawn with the
 * knight".
 */
static void read_taking(struct parse *parse)
{
    const unsigned first = 1u + is_sign(parse, 1, CLASS_WITH);
    for (unsigned end = pieces_from(parse, first); end > first; end--) {
        const bool with = parse->signs[first - 1].class == CLASS_WITH;
        struct reading reading = begin_reading(parse);
        reading.named = true;
        if (with && read_piece_of(parse, first, end, &reading.kinds, &reading.owners))
            read_capture(parse, end, reading, end);
        if (with || !read_piece_of(parse, first, end, &reading.victims, &reading.victim_owners) ||
            !is_sign(parse, end, CLASS_WITH))
            continue;
        reading.takes = true;
        for (unsigned stop = pieces_from(parse, end + 1); stop > end + 1; stop--)
            if (read_piece_of(parse, end + 1, stop, &reading.kinds, &reading.owners))
                reading_finish(parse, stop, &reading, 0);
    }
}

/* Reads the signs of repetition of a piece, "  „    „  K 4", and what follows them. */
static void read_ditto(struct parse *parse)
{
    struct reading reading = begin_reading(parse);
    reading.ditto = true;
    unsigned end = 1;
    while (is_sign(parse, end, CLASS_DITTO))
        end++;
    if (end == 1 && is_letter(*parse->text) &&
        (parse->count == 1 || parse->signs[1].apart)) { /* "id." alone */
        reading.ditto = false;
        reading.instead = CLASS_SAME;
        reading_finish(parse, 1, &reading, 0);
    } else if (is_sign(parse, end, CLASS_PIECE))
        read_square(parse, end, reading, 0);
    else
        read_predicate(parse, end, reading);
}

void reading_read_signs(struct parse *parse)
{
    const bool king = is_sign(parse, 0, CLASS_PIECE) && parse->signs[1].class >= CLASS_CASTLES &&
                      parse->signs[1].class <= CLASS_CASTLES_LONG;
    unsigned class = parse->signs[king].class;
    if (class == CLASS_PASS || class == CLASS_SAME) {
        struct reading reading = begin_reading(parse);
        reading.instead = (uint8_t) class;
        reading_finish(parse, 1, &reading, 0);
    } else if (class == CLASS_CASTLES || class == CLASS_CASTLES_SHORT || class == CLASS_CASTLES_LONG)
        read_castles(parse, king);
    else if (!parse->dialect->descriptive)
        reading_read_algebraic(parse);
    else if (class == CLASS_DITTO)
        read_ditto(parse);
    else if (class == CLASS_TAKES)
        read_taking(parse);
    else
        for (unsigned end = pieces_from(parse, 0); end > 0; end--) {
            struct reading reading = begin_reading(parse);
            reading.named = true;
            if (!ends_sentence(parse, end - 1) &&
                read_piece_of(parse, 0, end, &reading.kinds, &reading.owners))
                read_predicate(parse, end, reading);
        }
}
