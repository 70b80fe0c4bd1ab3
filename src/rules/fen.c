/* fen.c - reads positions as FEN, see ludus-record(5): sign by sign, as the ruleset alone knows them. */
#include "base/text.h"
#include "rules/position.h"

#include <stdlib.h>
#include <string.h>

/* A FEN being read: the rest of its text, and the buffer for the reason. */
struct fen {
    const char *text;
    char *reason; /* never NULL, and empty at first */
    size_t size;
    bool part; /* a partial position is accepted */
};

#define READ_WITHOUT "the position is read without the "
enum { FEN_NUMBER_MAX = 1000000 };

/* Writes the reason, for an error or an oddity. Returns false. */
#define set_reason(fen, ...) refuse((fen)->reason, (fen)->size, __VA_ARGS__)
/* The same for an oddity of a valid position, of which only the first is reported. */
#define set_oddity(fen, ...) ((void)(*(fen)->reason || set_reason(fen, __VA_ARGS__)))

static void skip_blanks(struct fen *fen)
{
    fen->text += strspn(fen->text, " \t");
}

/* Is the text at a blank or at its end? */
static bool is_at_end(const struct fen *fen)
{
    return !*fen->text || is_gap(*fen->text);
}

/* Skips the character if it comes next. Returns whether it did. */
static bool take_char(struct fen *fen, char sign)
{
    bool is_next = *fen->text == sign;
    fen->text += is_next;
    return is_next;
}

/* Reads a number up to `most`. False if there is none, or a greater one. */
static bool take_number(struct fen *fen, uint32_t most, uint32_t *number)
{
    return is_digit(*fen->text) && (*number = number_take(&fen->text)) <= most;
}

/* Reads the name of a square of the board. False if there is none; the text is then of no more use. */
static bool take_square(struct fen *fen, const struct ludus_ruleset *rs, unsigned *square)
{
    const char *at = fen->text;
    unsigned file = (unsigned)(at[0] - 'a'), rank = file < SIDE_MAX ? (unsigned)(at[1] - '0') : 0;
    bool two = rank == 1 && rs->rules.ranks >= 10 && at[2] >= '0' && at[2] <= '6';
    if (rank < 1 || rank > 9)
        return false;
    rank = two ? 10 + (unsigned)(at[2] - '0') : rank;
    fen->text += two ? 3 : 2;
    *square = (rank - 1) * rs->rules.files + file;
    return file < rs->rules.files && *square < rs->squares;
}

/* Reads the letter of a piece. Returns its code, or 0. */
static unsigned take_piece(struct fen *fen, const struct ludus_ruleset *rs)
{
    unsigned kind = rules_letter(&rs->rules, to_upper(*fen->text));
    return kind == NONE ? 0 : CODE_OF(kind, is_lower(*fen->text++) ? LUDUS_BLACK : LUDUS_WHITE);
}

/* Returns the character, or `?` if it is not printable, for a message. */
static char printable(char sign)
{
    return is_visible(sign) ? sign : '?';
}

static bool read_rank(struct fen *fen, struct ludus_position *pos, unsigned rank)
{
    unsigned file = 0, files = pos->ruleset->rules.files;
    while (!is_at_end(fen) && !strchr("/:[", *fen->text)) {
        bool empty = is_digit(*fen->text);
        uint32_t run = empty ? number_take(&fen->text) : 1;
        if (run == 0)
            return set_reason(fen, "a number in rank %u is 0 and stands for no square", rank + 1);
        if (run > files - file)
            return set_reason(fen, "rank %u has more than %u squares", rank + 1, files);
        file += run;
        if (empty)
            continue;
        unsigned code = take_piece(fen, pos->ruleset), square = rank * files + file - 1;
        if (!code)
            return set_reason(fen, "'%c' is not a piece of this game", printable(*fen->text));
        if (!squares_has(&pos->ruleset->board, square))
            return set_reason(fen, "%s is no point of the board", square_name(pos->ruleset, square).text);
        position_put(pos, square, code);
        if (pos->ruleset->rules.drops && take_char(fen, '~'))
            position_promote(pos, square, true);
        if (!take_char(fen, '\''))
            continue;
        if (!pos->ruleset->rules.binds)
            return set_reason(fen, "no piece is bound in this game");
        position_bind(pos, square, true);
    }
    return file == files || set_reason(fen, "rank %u has %u squares, not %u", rank + 1, file, files);
}

static bool read_board(struct fen *fen, struct ludus_position *pos)
{
    for (unsigned rank = pos->ruleset->rules.ranks; rank-- > 0;) {
        if (!read_rank(fen, pos, rank))
            return false;
        if (rank && !take_char(fen, '/'))
            return set_reason(fen, "the board has %u ranks, with / between them", pos->ruleset->rules.ranks);
    }
    return pos->ruleset->rules.drops || !take_char(fen, '/') ||
           set_reason(fen, "the board has only %u ranks", pos->ruleset->rules.ranks);
}

/* Reads the captured pieces that can be placed, as in [QPp], or as if they were one more rank, /QPp. */
static bool read_pocket(struct fen *fen, struct ludus_position *pos)
{
    bool rank = pos->ruleset->rules.drops && take_char(fen, '/');
    if (!rank && !(pos->ruleset->rules.drops && take_char(fen, '[')))
        return true;
    while (rank ? !is_at_end(fen) : !take_char(fen, ']')) {
        unsigned code = take_piece(fen, pos->ruleset);
        if (!code || pos->hand[CODE_SIDE(code)][CODE_KIND(code)] == UINT8_MAX)
            return set_reason(fen, "between [ and ] are letters of the pieces in hand");
        position_set_hand(pos, CODE_SIDE(code), CODE_KIND(code),
                          pos->hand[CODE_SIDE(code)][CODE_KIND(code)] + 1u);
    }
    return true;
}

/* Reads the side to move, w or b. */
static bool take_side(struct fen *fen, struct ludus_position *pos)
{
    bool black = take_char(fen, 'b');
    if (!black && !take_char(fen, 'w'))
        return false;
    position_set_side(pos, black ? LUDUS_BLACK : LUDUS_WHITE);
    return true;
}

/* Finds the castling right of a letter, and its rook, where kings and rooks castle from any file: that of a
 * written file, or number `i`, of the outermost rook. Returns its number, or castle_count. */
static unsigned find_right(const struct ludus_position *pos, char letter, unsigned i, unsigned *rook)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned side = letter >= 'a', king = pos->royal[side], file = (unsigned)(to_lower(letter) - 'a');
    if (king == NONE)
        return rules->castle_count;
    *rook = i < rules->castle_count ? castle_outer_rook(pos, &rules->castles[i])
                                    : king - king % rules->files + file;
    if (i < rules->castle_count || file >= rules->files || file == king % rules->files)
        return i;
    for (i = 0; i < rules->castle_count; i++)
        if (rules->castles[i].side == side &&
            castle_is_short(&rules->castles[i]) == (file > king % rules->files))
            break;
    return i;
}

/* Reads the files of pieces that have not moved, where the field of castling names them, as in DEde. */
static bool read_unmoved(struct fen *fen, struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    while (!take_char(fen, '-') && !is_at_end(fen)) {
        unsigned file = (unsigned)(to_lower(*fen->text) - 'a'), side = is_lower(*fen->text), found = NONE;
        for (unsigned square = file; file < rs->rules.files && square < rs->squares;
             square += rs->rules.files) {
            unsigned code = pos->cell[square];
            if (code && CODE_SIDE(code) == side && rs->rules.kinds[CODE_KIND(code)].piece_first &&
                (!rs->start || rs->start->cell[square] == code))
                found = square;
        }
        if (found == NONE)
            return set_reason(fen, "'%c' is not the file of a piece that has not moved; without any it is -",
                              printable(*fen->text));
        position_freshen(pos, found, true);
        fen->text++;
    }
    return true;
}

static bool read_castling(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned rights = 0;
    skip_blanks(fen);
    if (rules->fresh_in_castling)
        return read_unmoved(fen, pos);
    if (take_char(fen, '-'))
        return true;
    for (; !is_at_end(fen); fen->text++) {
        unsigned i = 0, rook_from = NONE;
        while (i < rules->castle_count && rules->castles[i].letter != *fen->text)
            i++;
        const bool any = rules->castle_any && pos->ruleset->start;
        if (any)
            i = find_right(pos, *fen->text, i, &rook_from);
        if (i == rules->castle_count)
            return set_reason(fen, "'%c' is not a castling move right of this game; without any it is -",
                              printable(*fen->text));
        if (rights >> i & 1) { /* the first stands */
            set_oddity(fen, "the castling right %c is written twice", *fen->text);
            continue;
        }
        if (any)
            pos->castle_rook[i] = (uint8_t)rook_from;
        /* Are king and rook on their squares? The rook is the piece that is there at the start. */
        const struct castle castle =
            pos->ruleset->start ? castle_here(pos, &rules->castles[i]) : rules->castles[i];
        unsigned rook = pos->cell[castle.rook_from],
                 usual = pos->ruleset->start ? pos->ruleset->start->cell[rules->castles[i].rook_from] : 0;
        if (pos->royal[castle.side] == castle.king_from && rook && CODE_SIDE(rook) == castle.side &&
            (!usual || rook == usual))
            rights |= 1u << i;
        else
            set_oddity(fen, READ_WITHOUT "castling right %c, which needs its pieces on %s and %s", *fen->text,
                       square_name(pos->ruleset, castle.king_from).text,
                       square_name(pos->ruleset, castle.rook_from).text);
    }
    position_set_castling(pos, rights);
    return true;
}

static bool read_en_passant(struct fen *fen, struct ludus_position *pos)
{
    unsigned square;
    skip_blanks(fen);
    const char *name = fen->text;
    if (!*fen->text || take_char(fen, '-'))
        return true;
    if (!pos->ruleset->en_passant &&
        is_digit(*fen->text)) { /* Fairy-Stockfish writes a limit of counting here */
        uint32_t limit = number_take(&fen->text);
        set_oddity(fen, READ_WITHOUT "limit of counting, %u", limit);
        return true;
    }
    if (!take_square(fen, pos->ruleset, &square) || !pos->ruleset->en_passant || pos->cell[square])
        return set_reason(fen, "the en passant square is an empty square of the board, or -");
    /* Can the last move have been a double step over it? */
    const uint8_t *near = pos->ruleset->tables->near[square];
    unsigned white = pos->side == LUDUS_BLACK, from = near[white ? SOUTH : NORTH],
             to = near[white ? NORTH : SOUTH], code = to == NONE ? 0 : pos->cell[to];
    if (code && CODE_SIDE(code) != pos->side && in_set(pos->ruleset->en_passant, CODE_KIND(code)) &&
        from != NONE && !pos->cell[from])
        position_set_en_passant(pos, square, pos->side);
    else
        set_oddity(fen, READ_WITHOUT "en passant square %.*s, which no piece can just have passed",
                   (int)(fen->text - name), name);
    return true;
}

/* Reads a number, raised to `least`; leaves `*count` as it is if there is none. `name` is for messages; if
 * `alone`, only a blank or the end may follow. */
static bool read_count(struct fen *fen, uint32_t *count, const char *name, uint32_t least, bool alone)
{
    skip_blanks(fen);
    if (!is_digit(*fen->text))
        return is_at_end(fen) || is_letter(*fen->text) || set_reason(fen, "the %s is a number", name);
    if (!take_number(fen, FEN_NUMBER_MAX, count))
        return set_reason(fen, "the %s is too large", name);
    *count = *count < least ? least : *count;
    return !alone || is_at_end(fen) || set_reason(fen, "the %s is followed by something else", name);
}

/* Reads the checks that each side must still give, as in 3+2, or those that it has given, as in +0+1, if they
 * come next. */
static bool read_checks(struct fen *fen, struct ludus_position *pos)
{
    uint32_t white, black, most = pos->ruleset->rules.checks_win;
    skip_blanks(fen);
    bool given = *fen->text == '+';
    const char *plus = fen->text + given;
    plus += strspn(plus, "0123456789");
    if (!most || *plus != '+')
        return true;
    fen->text += given;
    if (!take_number(fen, most, &white) || !take_char(fen, '+') || !take_number(fen, most, &black))
        return set_reason(fen, "the checks still to be given are two numbers up to %u, as in 3+2", most);
    position_set_checks(pos, LUDUS_WHITE, given ? most - white : white);
    position_set_checks(pos, LUDUS_BLACK, given ? most - black : black);
    return true;
}

/* ---- Fields of some rulesets, written key=value ---- */

static bool read_hand(struct fen *fen, struct ludus_position *pos)
{
    while (!is_at_end(fen)) {
        unsigned code = take_piece(fen, pos->ruleset);
        uint32_t count = 0;
        if (!code || !take_number(fen, 255, &count) || count == 0)
            return set_reason(fen, "hand= takes letters of pieces, each with a number");
        position_set_hand(pos, CODE_SIDE(code), CODE_KIND(code), count);
    }
    return true;
}

/* Reads what kind of roll has been thrown: one that fills a line, or another. Sets the first such roll. */
static bool read_roll(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    bool row = strncmp(fen->text, "mill", 4) == 0;
    fen->text += row ? 4 : strncmp(fen->text, "plain", 5) == 0 ? 5 : 0;
    while (dice_next(pos->dice, rules->place_dice, rules->faces) && dice_place_row(rules, pos->dice) != row)
        ;
    pos->dice_count = (uint8_t)rules->place_dice;
    return (is_at_end(fen) && dice_place_row(rules, pos->dice) == row) ||
           set_reason(fen, "roll= is mill or plain, as far as there are such rolls");
}

static bool read_taken(struct fen *fen, struct ludus_position *pos)
{
    uint32_t white, black;
    if (!take_number(fen, 60000, &white) || !take_char(fen, '/') || !take_number(fen, 60000, &black))
        return set_reason(fen, "taken= takes two numbers, as in 3/2");
    pos->taken[LUDUS_WHITE] = (uint16_t)white;
    pos->taken[LUDUS_BLACK] = (uint16_t)black;
    return true;
}

static bool read_fresh(struct fen *fen, struct ludus_position *pos)
{
    unsigned square;
    FOR_SQUARES(usual, &pos->fresh, pos->ruleset->words)
    {
        position_freshen(pos, usual, false);
    }
    if (take_char(fen, '-'))
        return true;
    while (!is_at_end(fen)) {
        if (!take_square(fen, pos->ruleset, &square) || !pos->cell[square] ||
            !pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].piece_first)
            return set_reason(fen, "%s= takes squares of pieces that have not moved, or -",
                              pos->ruleset->fresh_field);
        position_freshen(pos, square, true);
    }
    return true;
}

static bool read_captured(struct fen *fen, struct ludus_position *pos)
{
    uint32_t captured;
    if (!take_number(fen, 1, &captured))
        return set_reason(fen, "captured= is 0 or 1");
    position_set_captured(pos, captured);
    return true;
}

static bool read_rep(struct fen *fen, struct ludus_position *pos)
{
    while (!is_at_end(fen)) {
        struct ludus_position past;
        uint32_t count = 0;
        position_clear(&past, pos->ruleset);
        if (!read_board(fen, &past))
            return false;
        bool apart = take_char(fen, ':') && take_side(fen, &past) && take_char(fen, ':');
        if (apart && !read_count(fen, &count, "count in rep=", 1, false))
            return false;
        if (!apart || !(is_at_end(fen) || take_char(fen, ';')))
            return set_reason(fen, "rep= takes placement:side:count, with ; between them");
        size_t at = pos->rep_text.length;
        struct past_position *rep = memory_grown(pos->rep, (pos->rep_count + 1) * sizeof *rep);
        pos->rep = rep ? rep : pos->rep;
        fen_write_occurrence(&past, &pos->rep_text);
        buf_char(&pos->rep_text, 0);
        if (!rep || pos->rep_text.failed)
            return set_reason(fen, "out of memory");
        rep[pos->rep_count++] = (struct past_position){ past.hash, count, at };
    }
    return true;
}

/* Reads such a field. `*seen` has a bit for each field that was read before. */
static bool read_field(struct fen *fen, struct ludus_position *pos, unsigned *seen)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const char *text = fen->text;
    size_t length = strcspn(text, "= \t");
    const struct {
        const char *name;
        bool known;
        bool (*read)(struct fen *, struct ludus_position *);
    } fields[] = {
        { "hand", rs->places && !rs->rules.drops, read_hand },
        { "roll", rs->rules.place_dice > 0, read_roll },
        { "taken", rs->counts_taken, read_taken },
        { rs->fresh_field, rs->tracks_fresh && !rs->rules.fresh_in_castling, read_fresh },
        { "fresh", rs->tracks_fresh, read_fresh }, /* other names of the same */
        { "leap", rs->tracks_fresh, read_fresh },
        { "captured", rs->tracks_captured, read_captured },
        { "rep", true, read_rep },
    };
    for (size_t i = 0; text[length] == '=' && i < sizeof fields / sizeof *fields; i++)
        if (fields[i].known && strlen(fields[i].name) == length &&
            memcmp(text, fields[i].name, length) == 0) {
            if (*seen >> i & 1)
                return set_reason(fen, "%s= is written twice", fields[i].name);
            *seen |= 1u << i;
            fen->text += length + 1;
            if (is_at_end(fen))
                return set_reason(fen, "%s= is empty", fields[i].name);
            if (!fields[i].read(fen, pos))
                return false;
            return is_at_end(fen) || set_reason(fen, "%s= is followed by something else", fields[i].name);
        }
    return set_reason(fen, "'%.*s' is no field of this game's positions", (int)length, text);
}

static bool check_royals(struct fen *fen, struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned odd = position_odd_royals(pos), royal = pos->royal[pos->side ^ 1];
    pos->partial |= odd != NONE;
    if (odd != NONE && !fen->part) {
        unsigned count = position_men(pos, odd, rules->royal);
        if (rules->royal & (rules->royal - 1))
            return set_reason(fen, "%s has %u royal pieces, not one, as check asks", side_name(odd), count);
        return set_reason(fen, "%s has %u of the piece %s, not one", side_name(odd), count,
                          rules->kinds[__builtin_ctz(rules->royal)].names[0]);
    }
    if (pos->irregular) /* the usual cause is a wrong side to move */
        set_oddity(fen, "%s is to move and could take the %s on %s", side_name(pos->side),
                   rules->kinds[CODE_KIND(pos->cell[royal])].names[0], square_name(pos->ruleset, royal).text);
    return true;
}

static bool read_all(struct fen *fen, struct ludus_position *pos)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    unsigned seen = 0;
    skip_blanks(fen);
    if (!read_board(fen, pos))
        return false;
    uint64_t placement = pos->hash; /* key of placement, bound men and side only */
    for (unsigned i = 0; i < CASTLES_MAX; i++)
        pos->castle_rook[i] = rs->rules.castles[i].rook_from;
    for (unsigned side = 0; side < 2; side++)
        position_set_checks(pos, side, rs->rules.checks_win);
    if (!read_pocket(fen, pos))
        return false;
    skip_blanks(fen);
    if (fen->part && !*fen->text)
        return pos->partial = pos->sideless = true;
    if (!take_side(fen, pos))
        return set_reason(fen, "the side to move is w or b");
    placement ^= pos->side ? pos->ruleset->tables->key_side : 0;
    if (!read_castling(fen, pos) || !read_en_passant(fen, pos) || !read_checks(fen, pos) ||
        !read_count(fen, &pos->quiet, "fifth field", 0, true) ||
        !read_count(fen, &pos->number, "turn number", 1, true))
        return false;
    /* Pieces on squares where such pieces start have not moved yet, unless the field says otherwise. */
    for (unsigned square = 0; rs->tracks_fresh && !rs->rules.fresh_in_castling && square < rs->squares;
         square++) {
        unsigned code = pos->cell[square];
        if (code && rs->rules.kinds[CODE_KIND(code)].piece_first &&
            (!rs->start || rs->start->cell[square] == code))
            position_freshen(pos, square, true);
    }
    if (!read_checks(fen, pos))
        return false;
    for (skip_blanks(fen); *fen->text; skip_blanks(fen))
        if (!read_field(fen, pos, &seen))
            return false;
    if (pos->dice_count && !position_dice(pos))
        return set_reason(fen, "roll= is for a side that has men in hand");
    /* rep= has placements only; the rest of the key is that of this position, or it could not be repeated. */
    for (unsigned i = 0; i < pos->rep_count; i++)
        pos->rep[i].hash ^= pos->hash ^ placement;
    return check_royals(fen, pos);
}

bool fen_read(struct ludus_position *pos, const char *text, bool part, char *reason, size_t size)
{
    char unread[1] = "";
    struct fen fen = { text, size ? reason : unread, size ? size : 1, part };
    struct ludus_position read;
    *fen.reason = '\0';
    position_clear(&read, pos->ruleset);
    bool ok = read_all(&fen, &read);
    struct ludus_position *stale = ok ? pos : &read;
    free(stale->rep);
    buf_free(&stale->rep_text);
    read.undos = pos->undos;
    if (ok)
        *pos = read;
    return ok;
}
