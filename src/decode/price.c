/* price.c - how well a legal move agrees with a reading. */
#include "decode/reading.h"
#include "play/prices.h"
#include "rules/engine.h"
#include "rules/position.h"
#include "rules/ruleset.h"

void tracked_start(struct tracked *at, const struct ludus_position *position)
{
    at->pos = *position;
    at->pos.past = NULL;
    at->moved[0] = at->moved[1] = 0;
    at->last = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
    for (unsigned square = 0; square < SQUARES_MAX; square++)
        at->origin[square] = (uint8_t)square_file(position->ruleset, square);
}

void tracked_play(struct tracked *at, struct ludus_move move)
{
    const struct rules *rules = &at->pos.ruleset->rules;
    struct undo undo;
    for (unsigned i = 0; i < rules->castle_count && move.type == LUDUS_CASTLE; i++)
        if (rules->castles[i].king_from == move.from && rules->castles[i].king_to == move.to)
            at->origin[rules->castles[i].rook_to] = at->origin[rules->castles[i].rook_from];
    if (move.from != NONE && move.to != NONE && move.type != LUDUS_PLACE) {
        at->origin[move.to] = at->origin[move.from];
        at->moved[at->pos.side] = 1u << CODE_KIND(at->pos.cell[move.from]);
    }
    position_make(&at->pos, move, &undo);
    at->pos.past = NULL;
    at->last = move;
}

/* Price of the piece on `square` for a text that states its kinds and files; `wrong`: for another kind. */
static unsigned price_piece(const struct dialects *dialects, const struct tracked *at, unsigned square,
                            kind_set kinds, uint16_t owners, unsigned wrong)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    unsigned code = at->pos.cell[square], kind = CODE_KIND(code);
    unsigned price = kinds && !in_set(kinds, kind) ? wrong : 0;
    if (!owners)
        return price;
    bool pawn = in_set(rs->rules.pawns, kind);
    unsigned file = pawn ? square_file(rs, square) : at->origin[square];
    if (!(owners >> file & 1))
        price += pawn ? PRINT_PAWN_WING : PRINT_WING;
    return price;
}

/* Price of `square` for a text that states its files and its rank (0: none). */
static unsigned price_square(const struct ludus_ruleset *rs, uint16_t files, unsigned said, bool relative,
                             unsigned side, unsigned square)
{
    const unsigned price = files && !(files >> square_file(rs, square) & 1) ? PRINT_FILE : 0;
    if (!said)
        return price;
    const unsigned rank = square_rank(rs, square) + 1, other = rs->rules.ranks + 1 - rank,
                   meant = relative && side == LUDUS_BLACK ? other : rank;
    if (said == meant)
        return price;
    return price + (relative && said == rs->rules.ranks + 1 - meant ? PRINT_OTHER_END : PRINT_RANK);
}

static unsigned price_capture(const struct dialects *dialects, const struct reading *reading,
                              const struct tracked *at, struct ludus_move move)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    unsigned square = move.type == LUDUS_EN_PASSANT
                          ? square_rank(rs, move.from) * rs->rules.files + square_file(rs, move.to)
                          : move.to;
    bool takes = at->pos.cell[square] != 0;
    if (takes != reading->takes)
        return takes ? (reading->check_only || reading->promotes ? 0
                        : reading->relative                      ? PRINT_SILENT_CAPTURE
                                                                 : PRINT_BARE_CAPTURE)
                     : PRINT_FALSE_CAPTURE;
    unsigned price =
        takes ? price_piece(dialects, at, square, reading->victims, reading->victim_owners, PRINT_VICTIM) : 0;
    return price + (reading->passing && move.type != LUDUS_EN_PASSANT ? PRINT_RANK : 0);
}

static unsigned price_promotion(const struct dialects *dialects, const struct reading *reading,
                                struct ludus_move move)
{
    bool promotes = move.piece != LUDUS_NO_KIND, usual = move.piece == dialects->each->wings[1];
    if (!promotes)
        return reading->promotes ? PRINT_FILE : 0;
    if (reading->becomes)
        return in_set(reading->becomes, move.piece) ? 0 : PRINT_RANK;
    return (usual ? 0u : PRINT_PROMOTION) + (reading->promotes ? 0u : PRINT_SILENT_QUEEN);
}

static unsigned price_check(const struct reading *reading, const struct tracked *at, struct ludus_move move)
{
    struct ludus_position *pos = position_trial(&at->pos);
    struct undo undo;
    position_make(pos, move, &undo);
    bool check = position_checked(pos), mate = check && reading->check == SAID_MATE && !movegen_any(pos);
    position_unmake(pos, &undo);
    if (!check)
        return reading->check ? PRINT_FALSE_CHECK : 0;
    if (reading->check == SAID_MATE)
        return mate ? 0 : PRINT_FALSE_MATE;
    return reading->check ? 0 : PRINT_SILENT_CHECK;
}

static unsigned price_castling(const struct reading *reading, struct ludus_move move)
{
    if (move.type != LUDUS_CASTLE || !reading->castling)
        return READING_LIMIT;
    bool is_long = move.to < move.from;
    if (reading->castling == CASTLING_EITHER)
        return is_long ? PRINT_LONG_BARE : 0;
    return (reading->castling == CASTLING_LONG) == is_long ? 0 : PRINT_FILE;
}

/* Is a move the other side's last one, with the ranks counted from the other end? */
static bool is_mirrored(const struct ludus_ruleset *rs, struct ludus_move last, struct ludus_move move)
{
    const unsigned files = rs->rules.files, top = rs->rules.ranks - 1u;
    return last.from != NONE && last.to != NONE && last.type == move.type &&
           move.from == (top - last.from / files) * files + last.from % files &&
           move.to == (top - last.to / files) * files + last.to % files;
}

static unsigned price_placing(const struct ludus_ruleset *rs, const struct reading *reading,
                              struct ludus_move move)
{
    if (reading->instead != CLASS_PLACES || move.type != LUDUS_PLACE ||
        (move.from == NONE) != !reading->from_files)
        return READING_LIMIT;
    unsigned price = price_square(rs, reading->files, reading->rank, false, 0, move.to);
    if (move.from != NONE)
        price += price_square(rs, reading->from_files, reading->from_rank, false, 0, move.from);
    return price + (in_set(reading->kinds, move.piece) ? 0 : PRINT_PIECE);
}

unsigned reading_price(const struct dialects *dialects, const struct reading *reading,
                       const struct tracked *at, struct ludus_move move)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    if (reading->instead == CLASS_PASS || move.type == LUDUS_PASS)
        return reading->instead == CLASS_PASS && move.type == LUDUS_PASS ? reading->cost : READING_LIMIT;
    if (reading->instead == CLASS_PLACES || move.type == LUDUS_PLACE)
        return reading->cost + price_placing(rs, reading, move);
    if (move.from == NONE || move.to == NONE)
        return READING_LIMIT;
    unsigned price = reading->cost, side = at->pos.side;
    if (reading->instead == CLASS_SAME)
        return is_mirrored(rs, at->last, move) ? price : READING_LIMIT;
    bool by_king = move.type == LUDUS_CASTLE && reading->from_files && reading->from_rank; /* Ke1-g1 */
    if (reading->castling || (move.type == LUDUS_CASTLE && !by_king)) {
        price += price_castling(reading, move);
    } else {
        price += price_square(rs, reading->files, reading->rank, reading->relative, side, move.to);
        if (price >= READING_LIMIT)
            return price;
        price +=
            price_square(rs, reading->from_files, reading->from_rank, reading->relative, side, move.from);
        price += price_piece(dialects, at, move.from, reading->ditto ? at->moved[side] : reading->kinds,
                             reading->owners, PRINT_PIECE);
        if (price >= READING_LIMIT)
            return price;
        price += price_capture(dialects, reading, at, move) + price_promotion(dialects, reading, move);
        if (reading->advance) {
            unsigned from = square_rank(rs, move.from), to = square_rank(rs, move.to);
            price += (from > to ? from - to : to - from) == reading->advance ? 0 : PRINT_RANK;
        }
    }
    return price >= READING_LIMIT ? price : price + price_check(reading, at, move);
}
