/* resolve.c - finds the legal moves that a written move can mean: backwards from its target square, without
 * listing the legal moves of the position; writes moves, with minimal disambiguation, or long with full
 * names; and lists what they take and bind. */
#include "play/resolve.h"

#include "base/text.h"
#include "notation/record.h"
#include "play/dialect.h"
#include "rules/leap.h"

#include <string.h>

unsigned resolve_promotion(const struct ludus_ruleset *ruleset, const struct move_text *text)
{
    const char *name = text->plain + text->promotion, upper = to_upper(*name);
    return resolve_name(ruleset, text->promotion_length == 1 ? &upper : name, text->promotion_length);
}

unsigned resolve_becomes(const struct ludus_position *pos, struct ludus_move move)
{
    struct leap leap;
    if (leap_find(pos, move, &leap) && leap.code != pos->cell[move.from])
        return CODE_KIND(leap.code);
    return move_becomes(move);
}

static size_t resolve_to(const struct ludus_position *pos, const struct move_text *text, unsigned to,
                         struct ludus_move *out)
{
    kind_set kinds = resolve_kinds(pos, text);
    struct written_squares squares = { .path_count = 0 };
    if (pos->ruleset->leaps && text->flags & MOVE_LONG) { /* the last of all squares is the target */
        resolve_squares(pos->ruleset, text, &squares);
        to = squares.path_count > 1 ? squares.path[squares.path_count - 1] : to;
    }
    if (to == NONE || kinds == 0)
        return 0;
    size_t found = movegen_to(pos, kinds, to, out, RESOLVE_MAX);
    if (found > RESOLVE_MAX)
        found = RESOLVE_MAX;
    /* Castling has its own style, or is a king's move in full (e1g1). Without a written promotion any is
     * allowed. A bare square, d5, does not mean a capture where the piece could not go without capturing
     * (exd5). */
    bool promotes = text->flags & MOVE_PROMOTES;
    unsigned becomes = promotes ? resolve_promotion(pos->ruleset, text) : NONE;
    size_t kept = 0;
    for (size_t i = 0; i < found; i++) {
        struct ludus_move move = out[i];
        if (resolve_starts_so(pos->ruleset, text, move.from) &&
            (!promotes || (becomes != NONE && resolve_becomes(pos, move) == becomes)) &&
            (move.type == LUDUS_CASTLE ? text->flags & MOVE_LONG : move.type < LUDUS_CASTLE) &&
            (move.type != LUDUS_LEAP || !(text->flags & MOVE_LONG) ||
             leap_fits(pos, move, squares.path, squares.path_count)) &&
            (!resolve_is_bare(text) || !san_takes(pos, move) || kind_leads(pos, move, MODE_MOVE)))
            out[kept++] = move;
    }
    /* A chain whose path is written in full is meant, and not a longer one between the same squares. */
    size_t exact = 0;
    struct leap leap;
    for (size_t i = 0; i < kept && kept > 1; i++)
        if (leap_find(pos, out[i], &leap) && leap.length == squares.path_count)
            out[exact++] = out[i];
    return exact ? exact : kept;
}

/* Finds castling written as the king's move onto his rook, where they castle from any file. */
static size_t resolve_onto_rook(const struct ludus_position *pos, const struct move_text *text, unsigned to,
                                struct ludus_move *out)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned from = resolve_square(pos->ruleset, text->from_file, text->from_rank);
    for (unsigned i = 0; i < rules->castle_count && rules->castle_any && to != NONE; i++)
        if (from == pos->royal[pos->side] && rules->castles[i].side == pos->side &&
            pos->castle_rook[i] == to && castle_judge(pos, &rules->castles[i]) == LEGAL)
            return *out = (struct ludus_move){ (uint8_t)from, rules->castles[i].king_to, LUDUS_CASTLE, NONE },
                   1;
    return 0;
}

/* Returns the kinds that a placing can mean: of those in hand the one it names, or all. */
static kind_set placed_kinds(const struct ludus_position *pos, const struct move_text *text)
{
    kind_set kinds = 0;
    for (unsigned kind = 0; kind < pos->ruleset->rules.kind_count; kind++)
        if (pos->hand[pos->side][kind])
            kinds |= 1u << kind;
    return text->name_length ? kinds & resolve_named(pos->ruleset, text) : kinds;
}

/* Finds the placings of men on a square. A placed piece does not promote. */
static size_t resolve_placing(const struct ludus_position *pos, const struct move_text *text, unsigned to,
                              struct ludus_move out[RESOLVE_MAX])
{
    kind_set kinds = text->flags & MOVE_PROMOTES || to == NONE ? 0 : placed_kinds(pos, text);
    size_t count = 0;
    for (; kinds; kinds &= kinds - 1) {
        out[count] = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_PLACE, (uint8_t)__builtin_ctz(kinds) };
        count += movegen_legal(pos, out[count]);
    }
    return count;
}

/* The same for a placing without its sign, in games where squares alone are written: d2, and d2xf4 if it
 * fills a mill. */
static size_t resolve_bare_placing(const struct ludus_position *pos, const struct move_text *text,
                                   unsigned to, struct ludus_move out[RESOLVE_MAX])
{
    bool removes = text->flags & MOVE_LONG, taken = text->flags & MOVE_CAPTURE;
    if (pos->ruleset->rules.notation != STYLE_SQUARES || text->name_length || text->flags & MOVE_PATH ||
        removes != taken || (!removes && (text->from_file || text->from_rank)))
        return 0;
    return resolve_placing(
        pos, text, removes ? resolve_square(pos->ruleset, text->from_file, text->from_rank) : to, out);
}

bool resolve_pair(const struct ludus_position *pos, const struct move_text *first,
                  const struct move_text *second, struct ludus_move *out)
{
    unsigned a = resolve_square(pos->ruleset, first->to_file, first->to_rank);
    unsigned b = resolve_square(pos->ruleset, second->to_file, second->to_rank);
    kind_set kinds = placed_kinds(pos, first) & placed_kinds(pos, second);
    if (a == NONE || b == NONE || (first->flags | second->flags) & MOVE_PROMOTES)
        return false;
    for (; kinds; kinds &= kinds - 1) {
        *out = (struct ludus_move){ (uint8_t)b, (uint8_t)a, LUDUS_PLACE, (uint8_t)__builtin_ctz(kinds) };
        if (movegen_legal(pos, *out))
            return true;
    }
    return false;
}

size_t resolve_move(const struct ludus_position *pos, const struct move_text *text,
                    struct ludus_move out[RESOLVE_MAX])
{
    unsigned to = resolve_square(pos->ruleset, text->to_file, text->to_rank);
    const struct castle *castle;
    size_t count;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        count = resolve_to(pos, text, to, out);
        count = count ? count : resolve_onto_rook(pos, text, to, out);
        return count ? count : resolve_bare_placing(pos, text, to, out);
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        castle = castle_named(&pos->ruleset->rules, pos->side, text->style == MOVE_CASTLE_SHORT);
        if (castle)
            *out = (struct ludus_move){ castle_here(pos, castle).king_from, castle->king_to, LUDUS_CASTLE,
                                        NONE };
        return castle && movegen_legal(pos, *out);
    case MOVE_PLACE:
        return resolve_placing(pos, text, to, out);
    case MOVE_REMOVE:
        *out = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_REMOVE, NONE };
        return to != NONE && !(text->flags & MOVE_PROMOTES) && movegen_legal(pos, *out);
    case MOVE_PASS:
        *out = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
        return movegen_legal(pos, *out);
    case MOVE_PATTERN:
    case MOVE_LOST:
        break;
    }
    return 0;
}

void resolve_squares(const struct ludus_ruleset *ruleset, const struct move_text *text,
                     struct written_squares *out)
{
    const char *at = text->plain + text->squares, *end = at + text->squares_length;
    char mark;
    unsigned file, rank;
    *out = (struct written_squares){ 0 };
    while (out->path_count + out->removed_count < RESOLVE_MAX) {
        const char *begin = at;
        if (!move_text_next(&at, end, &mark, &file, &rank))
            break;
        unsigned square = resolve_square(ruleset, file, rank);
        out->off_board |= square == NONE;
        if (mark == 'x' && !ruleset->leaps && (out->path_count > 1 || out->removed_count)) {
            out->removed_at[out->removed_count] = (uint16_t)(begin - text->plain);
            out->removed[out->removed_count++] = (uint8_t)square;
        } else {
            out->path[out->path_count++] = (uint8_t)square;
        }
    }
}

bool resolve_is_placing(const struct ludus_ruleset *ruleset, const struct move_text *text, unsigned kind,
                        unsigned square)
{
    return text->style == MOVE_PLACE && resolve_square(ruleset, text->to_file, text->to_rank) == square &&
           (text->name_length == 0 || resolve_name(ruleset, text->plain, text->name_length) == kind);
}

/* ---- Writing ---- */

void san_add(struct san_text *text, const char *bytes)
{
    size_t length = strlen(bytes);
    if (text->length < text->size) {
        size_t room = text->size - 1 - text->length, kept = length < room ? length : room;
        memcpy(text->out + text->length, bytes, kept);
        text->out[text->length + kept] = '\0';
    }
    text->length += length;
}

static void add_square(struct san_text *text, const struct ludus_position *pos, unsigned square)
{
    san_add(text, square_name(pos->ruleset, square).text);
}

const char *san_roll_text(char out[SAN_ROLL], const uint8_t *dice, unsigned count)
{
    char *end = out;
    *end++ = '(';
    for (unsigned i = 0; i < count; i++) {
        if (i)
            *end++ = ',';
        if (!dice[i])
            *end++ = '_';
        for (unsigned unit = 100; unit > 0; unit /= 10)
            if (dice[i] >= unit)
                *end++ = (char)('0' + dice[i] / unit % 10);
    }
    strcpy(end, ")");
    return out;
}

/* Returns O-O or O-O-O; "" if the rules have no such castling. */
static const char *castle_text(const struct rules *rules, struct ludus_move move)
{
    const struct castle *castle = castle_between(rules, move.from, move.to);
    return !castle ? "" : castle_is_short(castle) ? "O-O" : "O-O-O";
}

/* Appends the letter of a kind at `out`. Returns the end. */
static char *put_letter(char *out, const struct rules *rules, struct san_style style, unsigned kind)
{
    const struct ludus_text own = { &rules->kinds[kind].letter, 1 };
    struct ludus_text letter = style.dialect ? style.dialect->letters[kind] : own;
    if (letter.length == 0 || letter.length > SAN_LETTER)
        letter = own;
    memcpy(out, letter.text, letter.length);
    return out + letter.length;
}

size_t san_write_step(char out[SAN_STEP], const struct ludus_ruleset *ruleset, const struct san_step *step)
{
    const struct rules *rules = &ruleset->rules;
    struct ludus_move move = step->move;
    struct square_name from = square_name(ruleset, move.from);
    bool pawn = rules->pawns >> step->kind & 1;
    char *at = out;
    if (move.type == LUDUS_CASTLE)
        return (size_t)(stpcpy(out, castle_text(rules, move)) - out);
    if (!pawn)
        at = put_letter(at, rules, step->style, step->kind);
    if (step->style.full)
        at = stpcpy(at, from.text);
    else if ((step->others && (!step->others_in_file || step->others_in_rank)) ||
             (pawn && (step->takes || step->others_in_file))) /* a rank alone would be read as a number */
        *at++ = *from.text;
    at = stpcpy(at, step->others_in_file && !step->style.full ? from.text + 1 : "");
    at = stpcpy(at, step->takes ? "x" : step->style.full ? "-" : "");
    at = stpcpy(at, square_name(ruleset, move.to).text);
    if (move.piece != NONE) {
        *at++ = '=';
        at = put_letter(at, rules, step->style, move.piece);
    }
    *at = '\0';
    return (size_t)(at - out);
}

/* Appends "Regina d1-e2", "Miles b7-b8=Armiger", "Man c3xe5xg7"; without the name if the rules write squares
 * alone. */
static void write_long_step(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct kind *kinds = pos->ruleset->rules.kinds;
    if (pos->cell[move.from] && pos->ruleset->rules.notation != STYLE_SQUARES) {
        san_add(text, kinds[CODE_KIND(pos->cell[move.from])].names[0]);
        san_add(text, " ");
    }
    add_square(text, pos, move.from);
    struct leap leap;
    if (leap_find(pos, move, &leap))
        for (unsigned i = 1; i + 1 < leap.length; i++) {
            san_add(text, "x");
            add_square(text, pos, leap.path[i]);
        }
    san_add(text, san_takes(pos, move) ? "x" : "-");
    add_square(text, pos, move.to);
    if (move_becomes(move) != NONE) {
        san_add(text, "=");
        san_add(text, kinds[move.piece].names[0]);
    }
    if (move.type == LUDUS_EN_PASSANT)
        san_add(text, " e.p.");
}

/* Appends "Nbd2". */
static void write_short_step(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = pos->ruleset;
    struct ludus_move others[RESOLVE_MAX];
    struct san_step step = { .move = move,
                             .kind = (uint8_t)CODE_KIND(pos->cell[move.from]),
                             .takes = san_takes(pos, move),
                             .style = text->style };
    kind_set pawns = ruleset->rules.pawns, alike = 1u << step.kind;
    size_t count = text->sole || text->style.full
                       ? 0
                       : movegen_to(pos, alike & pawns ? pawns : alike, move.to, others, RESOLVE_MAX);
    char out[SAN_STEP];
    for (size_t i = 0; i < count && i < RESOLVE_MAX; i++) {
        unsigned from = others[i].from;
        if (from == move.from || others[i].type == LUDUS_CASTLE || others[i].type == LUDUS_PLACE)
            continue;
        step.others = true;
        step.others_in_file |= square_file(ruleset, from) == square_file(ruleset, move.from);
        step.others_in_rank |= square_rank(ruleset, from) == square_rank(ruleset, move.from);
    }
    (void)san_write_step(out, ruleset, &step);
    san_add(text, out);
}

/* Appends a move with full names, or with minimal disambiguation, without a check sign. */
static void write_move(struct san_text *text, const struct ludus_position *pos, struct ludus_move move,
                       bool names)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned low = move.from != NONE && move.from < move.to ? move.from : move.to;
    unsigned high = low == move.to ? move.from : move.to;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_PASS:
        san_add(text, rules->notation == STYLE_SAN || !knows_passing(rules) ? "--" : "pass");
        break;
    case LUDUS_REMOVE:
        san_add(text, "x");
        add_square(text, pos, move.to);
        break;
    case LUDUS_PLACE: /* of one man or two */
        for (unsigned square = low; square != NONE; square = square == high ? NONE : high) {
            san_add(text, square == low ? "" : ", ");
            if (rules->notation != STYLE_SQUARES) {
                char letter[SAN_LETTER + 1];
                *put_letter(letter, rules, text->style, move.piece) = '\0';
                san_add(text, names ? rules->kinds[move.piece].names[0] : letter);
                san_add(text, names ? " " : "");
            }
            san_add(text, "@");
            add_square(text, pos, square);
        }
        break;
    case LUDUS_CASTLE:
        san_add(text, castle_text(rules, move));
        break;
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_LEAP:
    case LUDUS_EN_PASSANT:
        (names || move.type == LUDUS_LEAP ? write_long_step : write_short_step)(text, pos, move);
        break;
    }
}

const char *san_check(const struct ludus_position *pos, struct ludus_move move)
{
    struct ludus_position *after = position_trial(pos);
    const unsigned side = pos->side;
    struct undo undo;
    if (!pos->ruleset->rules.check)
        return "";
    position_make(after, move, &undo);
    const char *check = after->side == side || !position_checked(after) ? ""
                        : movegen_any(after) || outcome_ended(after)    ? "+"
                                                                        : "#";
    position_unmake(after, &undo);
    return check;
}

void san_write(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    bool brief = pos->ruleset->rules.notation == STYLE_SAN;
    write_move(text, pos, move, !brief);
    san_add(text, brief ? san_check(pos, move) : "");
}

/* Begins a text for a public function. Can the move be written at all, legal or not? */
static bool begin_text(struct san_text *text, const struct ludus_position *pos, struct ludus_move move)
{
    unsigned squares = pos->ruleset->squares, kinds = pos->ruleset->rules.kind_count;
    bool placed = move.piece < kinds && (move.from == NONE || move.from < squares);
    bool moved =
        move.from < squares && pos->cell[move.from] && (move_becomes(move) == NONE || move.piece < kinds);
    san_add(text, "");
    if (move.type == LUDUS_PASS)
        return true;
    return move.type < LUDUS_PASS && move.to < squares &&
           (move.type == LUDUS_REMOVE || (move.type == LUDUS_PLACE ? placed : moved));
}

size_t ludus_move_text(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { .out = out, .size = size };
    bool writable = begin_text(&text, position, move);
    if (writable && (!position->ruleset->rules.check || movegen_legal(position, move)))
        san_write(&text, position, move);
    else if (writable)
        write_move(&text, position, move, true);
    return text.length;
}

size_t ludus_move_long(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    struct san_text text = { .out = out, .size = size };
    if (begin_text(&text, position, move))
        write_move(&text, position, move, true);
    return text.length;
}

size_t ludus_move_uci(const struct ludus_position *position, struct ludus_move move, char *out, size_t size)
{
    const struct rules *rules = &position->ruleset->rules;
    struct san_text text = { .out = out, .size = size };
    bool writable = begin_text(&text, position, move);
    if (move.type == LUDUS_PASS) {
        san_add(&text, "0000");
    } else if (writable && move.type == LUDUS_PLACE && move.from == NONE) {
        san_add(&text, (char[]){ rules->kinds[move.piece].letter, '@', '\0' });
        add_square(&text, position, move.to);
    } else if (writable && move.type != LUDUS_PLACE && move.type != LUDUS_REMOVE) {
        const struct castle *castle =
            rules->castle_any && move.type == LUDUS_CASTLE ? castle_between(rules, move.from, move.to) : NULL;
        add_square(&text, position, move.from);
        add_square(&text, position, castle ? castle_here(position, castle).rook_from : move.to);
        if (move_becomes(move) != NONE)
            san_add(&text, (char[]){ to_lower(rules->kinds[move.piece].letter), '\0' });
    }
    return text.length;
}

/* ---- What each move of a turn takes and binds ---- */

/* Finds the pieces on the board before the move that it or its consequences took, and those that it bound. An
 * own piece that is gone but was not moved was bound, and falls at the end of the turn. */
static void find_effects(struct played_move *played)
{
    const struct ludus_position *before = played->before, *after = &played->after;
    for (unsigned i = 0; i < before->ruleset->squares; i++) {
        unsigned was = before->cell[i], is = after->cell[i];
        bool binds = squares_has(&after->bound, i) && !squares_has(&before->bound, i);
        if (!was || (was == is && !binds))
            continue;
        const bool own = CODE_SIDE(was) == played->turn->side;
        const struct played_man man = { ludus_position_at(before, i), (uint8_t)i, own };
        if (own ? !is && i != played->move.from && played->move.type != LUDUS_CASTLE
                : !is || CODE_SIDE(is) != CODE_SIDE(was))
            played->taken[played->taken_count++] = man;
        else if (!own && binds)
            played->bound[played->bound_count++] = man;
    }
}

void played_begin(struct played_move *played, const struct ludus_position *before,
                  const struct ludus_turn *turn)
{
    played->turn = turn;
    played->next = 0;
    played->before = before;
    position_copy(&played->after, before);
    if (turn->dice_count)
        (void)ludus_position_roll(&played->after, turn->dice,
                                  turn->dice_count); /* refused if one is illegible */
}

bool played_next(struct played_move *played)
{
    const struct ludus_turn *turn = played->turn;
    struct undo undo;
    if (played->next == turn->moves_count)
        return false;
    played->index = played->next++;
    played->move = turn->moves[played->index];
    played->taken_count = played->bound_count = 0;
    if (played->index > 0) {
        position_copy(&played->own, &played->after);
        played->before = &played->own;
    }
    const struct ludus_position *forced = turn->forced[played->index];
    if (forced) {
        position_copy(&played->after, forced);
    } else {
        position_make(&played->after, played->move, &undo);
        played->after.past = played->before->past;
    }
    if (forced || undo.captures || played->before->ruleset->rules.binds)
        find_effects(played);
    return true;
}
