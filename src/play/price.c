/* price.c - what it costs to read a text as a move: how well a legal move agrees with a reading; and the
 * reading of the text of one move. */
#include "base/memory.h"
#include "notation/turns.h"
#include "play/reading.h"
#include "play/replay.h"
#include "rules/leap.h"
#include "rules/ruleset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tracked_start(struct tracked *at, const struct ludus_position *position)
{
    position_copy(&at->pos, position);
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
    const struct castle *castle =
        move.type == LUDUS_CASTLE ? castle_between(rules, move.from, move.to) : NULL;
    if (castle)
        at->origin[castle->rook_to] = at->origin[castle_here(&at->pos, castle).rook_from];
    if (move.from != NONE && move.to != NONE && move.type != LUDUS_PLACE) {
        at->origin[move.to] = at->origin[move.from];
        at->moved[at->pos.side] = 1u << CODE_KIND(at->pos.cell[move.from]);
    }
    position_make(&at->pos, move, &undo);
    at->pos.past = NULL;
    at->last = move;
}

unsigned reading_price_sign(const struct dialects *dialects, char is, char sign)
{
    if (is == sign)
        return 0;
    if (!dialects->hand)
        return lookalikes_has(&dialects->alike, is, sign) ? PRICE_WORN_LIKE : PRICE_WORN;
    if (to_lower(is) == to_lower(sign))
        return PRICE_CASE;
    const bool same = (is_file(is) && is_file(sign)) || (is_digit(is) && is_digit(sign));
    if (!(same && dialects->hand == HAND_TYPIST) && lookalikes_has(&dialects->alike, is, sign))
        return PRICE_LOOKALIKE;
    if (strchr("x-", sign) && strchr("x-:", is))
        return PRICE_SLIGHT;
    if (is_upper(is) && is_upper(sign))
        return PRICE_LETTER;
    if (same)
        return is - sign == 1 || sign - is == 1 ? PRICE_NEIGHBOUR : PRICE_FAR;
    return PRICE_OTHER;
}

/* Does a text that names a piece after its wing (`owners`: the files on which it began) mean another piece
 * than that on `square`: one that began there, and still stands on that side of it? */
static bool names_another(const struct tracked *at, unsigned square, uint16_t owners)
{
    const struct ludus_ruleset *rs = at->pos.ruleset;
    const unsigned file = square_file(rs, square);
    const bool left = owners & ((1u << rs->rules.files / 2) - 1);
    bool another = false;
    for (unsigned other = 0; other < SQUARES_MAX && !another; other++)
        another = at->pos.cell[other] == at->pos.cell[square] && owners >> at->origin[other] & 1 &&
                  (left ? square_file(rs, other) < file : square_file(rs, other) > file);
    return another;
}

/* Price of the piece on `square` for a text that states its kinds and files; `wrong`: for another kind. */
static unsigned price_piece(const struct dialects *dialects, const struct tracked *at, unsigned square,
                            kind_set kinds, uint16_t owners, unsigned wrong)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    unsigned code = at->pos.cell[square], kind = CODE_KIND(code);
    unsigned price = kinds && !in_set(kinds, kind) ? wrong + EDIT : 0;
    if (!owners)
        return price;
    bool pawn = in_set(rs->rules.pawns, kind);
    unsigned file = pawn ? square_file(rs, square) : at->origin[square];
    if (!(owners >> file & 1))
        price += pawn                                ? PRICE_PAWN_WING
                 : names_another(at, square, owners) ? EDIT + PRICE_PIECE_WING
                                                     : PRICE_PIECE_WING;
    return price;
}

/* Price of the piece that moves: its letter is another, lost, or added to a move of a pawn. */
static unsigned price_mover(const struct dialects *dialects, const struct reading *reading,
                            const struct tracked *at, unsigned square)
{
    const struct rules *rules = &dialects->ruleset->rules;
    const unsigned kind = CODE_KIND(at->pos.cell[square]);
    const kind_set kinds = reading->ditto ? at->moved[at->pos.side] : reading->kinds;
    unsigned wrong = PRICE_LETTER;
    if (!dialects->hand)
        ;
    else if (!reading->named)
        wrong = PRICE_LOST_LETTER;
    else if (in_set(rules->pawns, kind))
        wrong = PRICE_ADDED;
    else if (kinds && dialects->ruleset->rules.notation == STYLE_SAN &&
             lookalikes_has(&dialects->alike, rules->kinds[__builtin_ctz(kinds)].letter,
                            rules->kinds[kind].letter))
        wrong = PRICE_LOOKALIKE;
    return price_piece(dialects, at, square, kinds, reading->owners, wrong);
}

/* Price of `square`, the target or, with `origin`, the square that the piece comes from, for a text that
 * states its files and its rank (0: none). A digit that is a slip is not one that looks alike, too. */
static unsigned price_square(const struct dialects *dialects, const struct reading *reading, bool origin,
                             unsigned side, unsigned square)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    const unsigned files = origin ? reading->from_files : reading->files,
                   said = origin ? reading->from_rank : reading->rank, file = square_file(rs, square),
                   rank = square_rank(rs, square) + 1, other = rs->rules.ranks + 1 - rank;
    const bool above = reading->relative && side == LUDUS_BLACK, print = !dialects->hand;
    const unsigned meant = above ? other : rank;
    unsigned price = 0;
    if (files && !(files >> file & 1)) {
        price = print ? PRICE_NAMED_FILE : PRICE_FAR;
        for (unsigned is = 0; is < rs->rules.files && !print; is++) {
            const unsigned as = files >> is & 1
                                    ? reading_price_sign(dialects, (char)('a' + is), (char)('a' + file))
                                    : PRICE_FAR;
            price = as < price ? as : price;
        }
        price += EDIT;
    }
    if (!said || said == meant)
        return price;
    if (reading->relative && said == (above ? rank : other))
        return price + PRICE_OTHER_END;
    if (print || said > 9 || meant > 9)
        return price + EDIT + (print ? PRICE_NAMED_RANK : PRICE_FAR);
    const unsigned as = reading_price_sign(dialects, (char)('0' + said), (char)('0' + meant));
    return price + EDIT + (reading->slip && as < PRICE_LETTER ? PRICE_LETTER : as);
}

static unsigned price_capture(const struct dialects *dialects, const struct reading *reading,
                              const struct tracked *at, struct ludus_move move)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    unsigned square = move.type == LUDUS_EN_PASSANT
                          ? square_rank(rs, move.from) * rs->rules.files + square_file(rs, move.to)
                          : move.to;
    const bool takes = at->pos.cell[square] != 0 || move.type == LUDUS_LEAP,
               is_long = reading->from_files && reading->from_rank, record = dialects->hand,
               pawn = in_set(rs->rules.pawns, CODE_KIND(at->pos.cell[move.from]));
    if (takes && !reading->takes) {
        return reading->check_only || reading->promotes ? 0
               : reading->relative || reading->advance  ? PRICE_SILENT_CAPTURE
               : pawn && !reading->from_files && record ? PRICE_LOST_FILE + EDIT
               : record                                 ? PRICE_SLIGHT
                                                        : PRICE_BARE_CAPTURE;
    }
    if (!takes && reading->takes)
        return !record ? PRICE_CLAIM + EDIT : is_long ? PRICE_SLIGHT : PRICE_ADDED + EDIT;
    unsigned price = at->pos.cell[square] ? price_piece(dialects, at, square, reading->victims,
                                                        reading->victim_owners, PRICE_CLAIM)
                                          : 0; /* what a leap takes stands elsewhere */
    return price + (reading->passing && move.type != LUDUS_EN_PASSANT ? PRICE_CLAIM + EDIT : 0);
}

static unsigned price_promotion(const struct dialects *dialects, const struct reading *reading,
                                const struct ludus_position *pos, struct ludus_move move)
{
    const unsigned becomes = resolve_becomes(pos, move);
    if (becomes == NONE)
        return !reading->promotes ? 0 : EDIT + (dialects->hand ? PRICE_ADDED : PRICE_CLAIM);
    if (reading->becomes)
        return in_set(reading->becomes, becomes) ? 0 : PRICE_LETTER + EDIT;
    if (move.type == LUDUS_LEAP)
        return 0;
    if (dialects->hand)
        return PRICE_LOST_LETTER + EDIT;
    return (becomes == dialects->each->wings[1] ? 0u : PRICE_PROMOTION) +
           (reading->promotes ? 0u : PRICE_SILENT_QUEEN);
}

static unsigned price_check(const struct reading *reading, const struct tracked *at, struct ludus_move move)
{
    struct ludus_position *pos = position_trial(&at->pos);
    struct undo undo;
    position_make(pos, move, &undo);
    bool check = position_checked(pos), mate = check && reading->check == SAID_MATE && !movegen_any(pos);
    position_unmake(pos, &undo);
    if (!check)
        return reading->check ? PRICE_FALSE_CHECK : 0;
    if (reading->check == SAID_MATE)
        return mate ? 0 : PRICE_MATE;
    return reading->check ? 0 : PRICE_BARE_CHECK;
}

static unsigned price_castling(const struct reading *reading, struct ludus_move move)
{
    if (move.type != LUDUS_CASTLE || !reading->castling)
        return READING_FAR;
    bool is_long = move.to < move.from;
    if (reading->castling == CASTLING_EITHER)
        return is_long ? PRICE_LONG_BARE : 0;
    return (reading->castling == CASTLING_LONG) == is_long ? 0 : PRICE_WING + EDIT;
}

/* Price of a move for "the same": the other side's last one, with the ranks counted from the other end,
 * perhaps from another square, or retaken by a piece of the same kind. */
static unsigned price_same(const struct ludus_ruleset *rs, const struct tracked *at, struct ludus_move move)
{
    const struct ludus_move last = at->last;
    const unsigned files = rs->rules.files, top = rs->rules.ranks - 1u;
    if (last.from == NONE || last.to == NONE || last.type != move.type ||
        CODE_KIND(at->pos.cell[move.from]) != CODE_KIND(at->pos.cell[last.to]))
        return READING_FAR;
    if (move.to == last.to)
        return 0;
    if (move.to != (top - last.to / files) * files + last.to % files)
        return READING_FAR;
    return move.from == (top - last.from / files) * files + last.from % files ? 0 : PRICE_SLIGHT;
}

/* Price of a move for a text with more than two squares: of its path, and of captured men. */
static unsigned price_path(const struct ludus_ruleset *rs, const struct reading *reading,
                           const struct tracked *at, struct ludus_move move)
{
    struct ludus_position *pos = position_trial(&at->pos);
    struct undo undo;
    uint32_t removed = 0;
    const unsigned count = reading->path_count;
    bool agrees = !count || (move.type == LUDUS_LEAP   ? leap_fits(pos, move, reading->path, count)
                             : move.type == LUDUS_JUMP ? movegen_jump_path(pos, reading->path, count)
                                                       : false);
    position_make(pos, move, &undo);
    struct squares taken = undo_taken(&undo);
    position_unmake(pos, &undo);
    squares_remove(&taken, move.to);
    FOR_SQUARES(square, &taken, rs->words)
    {
        removed += (uint32_t)key_mix(0, square + 1);
    }
    return agrees && (!reading->removed || removed == reading->removed) ? 0 : PRICE_CLAIM + EDIT;
}

/* Price of a placing, of one man or two, for a text that places or names only a square. */
static unsigned price_placing(const struct dialects *dialects, const struct reading *reading,
                              struct ludus_move move)
{
    const bool places = reading->instead == CLASS_PLACES;
    if (move.type != LUDUS_PLACE || (move.from == NONE) != !reading->from_files || reading->promotes ||
        (!places && (!reading->files || reading->takes)))
        return READING_FAR;
    unsigned price = price_square(dialects, reading, false, 0, move.to);
    if (move.from != NONE && price) { /* in the other order? */
        const uint8_t first = move.from;
        move.from = move.to;
        price = price_square(dialects, reading, false, 0, first);
    }
    if (move.from != NONE)
        price += price_square(dialects, reading, true, 0, move.from);
    price += places ? 0 : PRICE_BLANK;
    return price +
           (!(places || reading->named) || in_set(reading->kinds, move.piece) ? 0 : PRICE_LETTER + EDIT);
}

/* Price of a step, a jump or a leap. */
static unsigned price_step(const struct dialects *dialects, const struct reading *reading,
                           const struct tracked *at, struct ludus_move move)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    const unsigned side = at->pos.side;
    unsigned price = price_square(dialects, reading, false, side, move.to) +
                     price_square(dialects, reading, true, side, move.from) +
                     price_mover(dialects, reading, at, move.from);
    if ((price & (EDIT - 1)) + PRICE_EDITED >= 2 * READING_LIMIT)
        return READING_FAR;
    price += price_capture(dialects, reading, at, move) + price_promotion(dialects, reading, &at->pos, move);
    if (reading->path_count || reading->removed)
        price += price_path(rs, reading, at, move);
    if (reading->advance) {
        unsigned from = square_rank(rs, move.from), to = square_rank(rs, move.to);
        price += (from > to ? from - to : to - from) == reading->advance ? 0 : PRICE_FAR + EDIT;
    }
    return price;
}

unsigned reading_price(const struct dialects *dialects, const struct reading *reading,
                       const struct tracked *at, struct ludus_move move)
{
    const bool by_king = move.type == LUDUS_CASTLE && reading->from_files && reading->from_rank; /* Ke1-g1 */
    unsigned price;
    if (reading->instead == CLASS_PASS || move.type == LUDUS_PASS)
        price = reading->instead == CLASS_PASS && move.type == LUDUS_PASS ? 0 : READING_FAR;
    else if (reading->instead == CLASS_PLACES || move.type == LUDUS_PLACE)
        price = price_placing(dialects, reading, move);
    else if (move.type == LUDUS_REMOVE)
        price = reading->from_files || reading->named || reading->promotes || !reading->takes
                    ? READING_FAR
                    : price_square(dialects, reading, false, 0, move.to);
    else if (reading->instead == CLASS_SAME)
        price = price_same(dialects->ruleset, at, move);
    else if (reading->castling || (move.type == LUDUS_CASTLE && !by_king))
        price = price_castling(reading, move);
    else
        price = price_step(dialects, reading, at, move);
    const unsigned edits = price / EDIT + (reading->slip && (!dialects->hand || reading->cost > PRICE_BLANK));
    const bool checks = !reading->instead && move.type <= LUDUS_CASTLE && reading->check != SAID_ANY;
    price = price % EDIT + reading->cost + PRICE_EDITED * (dialects->hand ? edits > 0 : edits);
    return price + (checks && price < READING_LIMIT ? price_check(reading, at, move) : 0);
}

/* ---- The text of one move, in any notation ---- */

enum { WORST_PRICE = 399 }; /* no piece or square differs from the text */

/* The text of a move, which is also read as a record. */
struct query {
    const struct ludus_position *position;
    struct ludus_game *game; /* owned; only its items are used */
    struct ludus_text text;  /* in the game; a NUL follows */
    struct ludus_move found[RESOLVE_MAX];
    size_t count;
};

/* Is the text one move in the notation of records? A pair of placements is one. */
static bool is_record_move(const struct query *query)
{
    const struct item *items = query->game->items;
    size_t count = query->game->item_count;
    bool pair = count == 2 && turns_begins(&items[0]) && turns_joined(&items[1]) &&
                items[0].move.style == MOVE_PLACE && items[1].move.style == MOVE_PLACE;
    return pair || (count == 1 && turns_begins(&items[0]));
}

/* Adds a move that matches the text at `price` unless another matches better; drops those that are worse. */
static void add_match(struct query *query, struct ludus_move move, unsigned price, unsigned *least)
{
    if (price > *least)
        return;
    if (price < *least)
        query->count = 0;
    *least = price;
    for (const struct ludus_move *at = query->found; at < query->found + query->count; at++)
        if (memcmp(at, &move, sizeof move) == 0)
            return;
    if (query->count < RESOLVE_MAX)
        query->found[query->count++] = move;
}

/* Finds the legal moves that match the text best in the notations of books. It is not known where a piece
 * began: the file on which it stands is assumed. */
static void find_printed(struct query *query)
{
    const struct ludus_position *position = query->position;
    struct readings readings = { .count = 0 };
    struct tracked at;
    struct dialects dialects;
    unsigned least = WORST_PRICE;
    struct ludus_move *moves = memory_new((position->ruleset->max_moves + 1) * sizeof *moves);
    if (moves && dialects_open(&dialects, NULL, position->ruleset)) {
        size_t count = movegen_all(position, moves);
        tracked_start(&at, position);
        reading_find(&dialects, query->text.text, query->text.length, ALL_NOTATIONS, &readings);
        for (unsigned r = 0; r < readings.count; r++)
            for (size_t m = 0; m < count && readings.each[r].length == query->text.length; m++)
                add_match(query, moves[m], reading_price(&dialects, &readings.each[r], &at, moves[m]),
                          &least);
        dialects_close(&dialects);
    }
    free(moves);
}

/* Writes why the text is not one move: the error that a record with it would get, if it can be a record. */
static void write_reason(struct query *query, bool noted, char *reason, size_t size)
{
    struct ludus_replay *replay = noted ? ludus_replay_new(query->position->ruleset) : NULL;
    if (replay && ludus_replay_start(replay, query->game)) {
        replay->line.pos = *query->position;
        replay->line.number = query->position->number;
        replay->line.side = query->position->side;
        for (unsigned i = 0; i < query->game->item_count; i++)
            replay->turn.items[replay->turn.item_count++] = &query->game->items[i];
        explain_move(replay, 0, query->found, query->count);
    }
    ludus_replay_free(replay);
    const struct message *message = query->game->diag.first;
    while (message && message->severity != LUDUS_ERROR)
        message = message->next;
    if (message && (noted || query->count == 0))
        (void)snprintf(reason, size, "%s%s%s", message->text, message->hint ? "; " : "",
                       message->hint ? message->hint : "");
    else
        (void)snprintf(reason, size, "'%.*s' %s", (int)query->text.length, query->text.text,
                       query->count > 1 ? "can be several moves" : "is not one move");
}

bool ludus_move_parse(const struct ludus_position *position, const char *text, struct ludus_move *move,
                      char *reason, size_t size)
{
    const struct ludus_text given = text_trimmed(text, strlen(text));
    struct query query = { .position = position, .game = record_from(given, "") };
    if (!query.game) {
        (void)snprintf(reason, size, "there is no memory");
        return false;
    }
    query.text = (struct ludus_text){ query.game->source.text, given.length };
    const struct item *items = query.game->items;
    const bool noted = is_record_move(&query);
    if (noted)
        query.count = query.game->item_count == 1
                          ? resolve_move(position, &items[0].move, query.found)
                          : resolve_pair(position, &items[0].move, &items[1].move, query.found);
    /* A letter of a piece of this ruleset does not mean another piece in another notation. */
    if (query.count == 0 && given.length > 0 && (!noted || resolve_kinds(position, &items[0].move) == 0))
        find_printed(&query);
    if (query.count == 1)
        *move = query.found[0];
    else
        write_reason(&query, noted, reason, size);
    ludus_game_free(query.game);
    return query.count == 1;
}
