/* prove.c - plays random games and compares the engine with the reference in each position: legal moves,
 * their effects, the functions that find them, and the text of moves. */
#include "base/memory.h"
#include "notation/record.h"
#include "play/resolve.h"
#include "rules/bitboard.h"
#include "rules/reference.h"

#include <stdlib.h>
#include <string.h>

enum { PROVE_TURNS = 150, LINE_MAX = 4 * PROVE_TURNS, MOVE_TEXT = 200, WHY_MAX = 1000 };

struct prove {
    const struct ludus_ruleset *ruleset;
    struct ludus_position *pos, *other; /* the engine's position, and one to read FEN into */
    struct arena arena;
    struct reference *line; /* the game's positions; the last is the current one */
    size_t length;
    uint64_t keys[LINE_MAX]; /* the engine's keys of these positions */
    bool keyed[LINE_MAX];    /* whether they are to be compared */
    struct ludus_move *engine;
    struct reference_list list;
    uint64_t state;    /* of the generator, splitmix64 */
    char why[WHY_MAX]; /* how the two differ in the current position, or "" */
    bool failed;
    struct ludus_proof proof;
};

/* Returns a random number below `bound`. */
static size_t draw_below(struct prove *prove, size_t bound)
{
    return (size_t)(random_next(&prove->state) % bound);
}

/* ---- Positions of the reference and of the engine ---- */

/* Sets the reference to a position of the engine, as at the beginning of a turn. */
static void copy_position(struct reference *ref, const struct ludus_position *pos)
{
    *ref = (struct reference){ .rules = &pos->ruleset->rules,
                               .start = pos->ruleset->start->cell,
                               .squares = (int)pos->ruleset->squares,
                               .taken = { pos->taken[0], pos->taken[1] },
                               .quiet = pos->quiet,
                               .number = pos->number,
                               .side = pos->side,
                               .castling = pos->castling,
                               .passed = pos->en_passant == NONE ? NOWHERE : pos->en_passant,
                               .pending = NOWHERE,
                               .captured = pos->captured,
                               .removals = pos->removals,
                               .checks = { pos->checks[0], pos->checks[1] },
                               .begins_turn = true };
    memcpy(ref->hand, pos->hand, sizeof ref->hand);
    memcpy(ref->castle_rook, pos->castle_rook, sizeof ref->castle_rook);
    for (unsigned square = 0; square < pos->ruleset->squares; square++) {
        unsigned code = pos->cell[square];
        ref->board[square] = (struct reference_man){ .there = code != 0,
                                                     .bound = squares_has(&pos->bound, square),
                                                     .promoted = squares_has(&pos->promoted, square),
                                                     .unmoved = squares_has(&pos->fresh, square),
                                                     .kind = (uint8_t)(code ? CODE_KIND(code) : 0),
                                                     .side = (uint8_t)(code ? CODE_SIDE(code) : 0) };
    }
}

/* Is the engine's position the same in all that a FEN has, and in what is pending? */
static bool is_same(const struct reference *ref, const struct ludus_position *pos)
{
    struct reference taken;
    copy_position(&taken, pos);
    return reference_same_men(ref, &taken) && ref->taken[0] == taken.taken[0] &&
           ref->taken[1] == taken.taken[1] && ref->quiet == taken.quiet && ref->number == taken.number &&
           ref->side == taken.side && ref->removals == taken.removals &&
           memcmp(ref->checks, taken.checks, sizeof taken.checks) == 0 && ref->castling == taken.castling &&
           ref->passed == taken.passed && ref->pending == (pos->pending == NONE ? NOWHERE : pos->pending) &&
           (!pos->ruleset->tracks_captured || ref->captured == taken.captured);
}

/* ---- Messages about differences ---- */

static void add_fen(const struct ludus_position *pos, struct ludus_buffer *out)
{
    fen_write(pos, false, out);
    for (unsigned i = 0; i < pos->dice_count; i++)
        buf_format(out, i ? ",%u" : " (%u", pos->dice[i]);
    buf_text(out, pos->dice_count ? ")" : "");
}

static bool differ_by(struct prove *prove, struct ludus_move move, const char *what)
{
    char text[MOVE_TEXT];
    ludus_move_long(prove->pos, move, text, sizeof text);
    return refuse(prove->why, WHY_MAX, "%s %s", text, what);
}

/* ---- Comparing ---- */

/* Returns a move; the two squares of a pair of placings in descending order. */
static struct ludus_move ordered(struct ludus_move move)
{
    if (move.type == LUDUS_PLACE && move.from < move.to)
        return (struct ludus_move){ move.to, move.from, move.type, move.piece };
    return move;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct ludus_move));
}

static bool is_same_move(struct ludus_move a, struct ludus_move b)
{
    return by_bytes((struct ludus_move[]){ ordered(a) }, (struct ludus_move[]){ ordered(b) }) == 0;
}

static size_t sort_moves(struct ludus_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        moves[i] = ordered(moves[i]);
    if (count)
        qsort(moves, count, sizeof *moves, by_bytes);
    return count;
}

/* Is the move among the legal moves of the reference? */
static bool is_listed(const struct prove *prove, struct ludus_move move)
{
    move = ordered(move);
    return prove->list.count &&
           bsearch(&move, prove->list.moves, prove->list.count, sizeof move, by_bytes) != NULL;
}

/* Lists the legal moves, and compares them, the outcome and check. */
static bool compare_standing(struct prove *prove, const struct reference *now)
{
    static const char *const results[] = { "open", "won by White", "won by Black", "drawn" };
    enum ludus_result engine = outcome_of(prove->pos, NULL), reference = reference_result(now);
    struct reference_list *list = &prove->list;
    bool checked = position_checked(prove->pos);
    size_t count = sort_moves(prove->engine, movegen_all(prove->pos, prove->engine)),
           counted = movegen_count(prove->pos), i = 0;
    reference_moves(now, list);
    list->count = sort_moves(list->moves, list->count < list->capacity ? list->count : list->capacity);
    while (i < count && i < list->count && is_same_move(prove->engine[i], list->moves[i]))
        i++;
    if (i < list->count && (i == count || by_bytes(&list->moves[i], &prove->engine[i]) < 0))
        return differ_by(prove, list->moves[i], "is legal by the reference, not by the engine");
    if (i < count)
        return differ_by(prove, prove->engine[i], "is legal by the engine, not by the reference");
    if (counted != count || movegen_any(prove->pos) != (count > 0))
        return refuse(prove->why, WHY_MAX, "the engine lists %zu moves and counts %zu", count, counted);
    if (engine != reference)
        return refuse(prove->why, WHY_MAX, "the game is %s by the engine, %s by the reference",
                      results[engine], results[reference]);
    if (checked != reference_checked(now, now->side))
        return refuse(prove->why, WHY_MAX, "%s by the engine, %s by the reference",
                      checked ? "check" : "no check", checked ? "no check" : "check");
    return true;
}

/* Compares the FEN at the beginning of a turn when read back: same position by the reference, same text and
 * key. */
static bool compare_fen(struct prove *prove, const struct reference *now)
{
    struct ludus_buffer engine = { 0 }, back = { 0 };
    char reason[200] = "";
    fen_write(prove->pos, false, &engine);
    bool read = fen_read(prove->other, buf_string(&engine), false, reason, sizeof reason);
    fen_write(prove->other, false, &back);
    if (!prove->ruleset->counts_taken) /* then it is not in the FEN */
        memcpy(prove->other->taken, prove->pos->taken, sizeof prove->pos->taken);
    if (!read)
        refuse(prove->why, WHY_MAX, "the FEN is not read: %s", reason);
    else if (!is_same(now, prove->other) || strcmp(buf_string(&engine), buf_string(&back)) != 0)
        refuse(prove->why, WHY_MAX, "the FEN is read as %s", buf_string(&back));
    else if (prove->other->hash != prove->pos->hash)
        refuse(prove->why, WHY_MAX, "the key is another when the FEN is read back");
    buf_free(&engine);
    buf_free(&back);
    return !*prove->why;
}

static bool compare_text(struct prove *prove, struct ludus_move move)
{
    size_t (*const writers[])(const struct ludus_position *, struct ludus_move, char *,
                              size_t) = { ludus_move_text, ludus_move_long };
    struct ludus_move found[RESOLVE_MAX];
    struct move_text first, second;
    char text[MOVE_TEXT];
    for (size_t i = 0; i < 2; i++) {
        writers[i](prove->pos, move, text, sizeof text);
        const char *comma = strstr(text, ", "); /* two placings are written as two moves */
        size_t count = 0, length = comma ? (size_t)(comma - text) : strcspn(text, "+#");
        bool read = move_text_parse(text, length, &prove->arena, &first);
        if (read && !comma)
            count = resolve_move(prove->pos, &first, found);
        else if (read)
            count = move_text_parse(comma + 2, strlen(comma + 2), &prove->arena, &second) &&
                    resolve_pair(prove->pos, &first, &second, found);
        if (count != 1 || !is_same_move(move, *found))
            return refuse(prove->why, WHY_MAX, "%s, as the engine writes a move, is read as %s", text,
                          count > 1 ? "several"
                          : count   ? "another"
                                    : "none");
    }
    return true;
}

/* ---- Bitboards ---- */

static struct bitboard_move play_bitboard(struct bitboard *board, const struct ludus_position *pos,
                                          struct ludus_move move, uint64_t *others)
{
    if (move.type == LUDUS_CASTLE)
        return bitboard_castle(board, castle_between(&pos->ruleset->rules, move.from, move.to));
    return bitboard_play(board, 1u << CODE_KIND(pos->cell[move.from]), (uint64_t)1 << move.from, move.to,
                         move.piece, others);
}

static bool compare_bitboard(struct prove *prove, struct ludus_move move, const struct reference *after)
{
    struct bitboard board;
    uint64_t others = 0, listed = 0;
    if (move.type > LUDUS_CASTLE || !bitboard_load(&board, prove->pos))
        return true;
    struct bitboard_move played = play_bitboard(&board, prove->pos, move, &others);
    if (!bitboard_is(played) || !is_same_move(bitboard_unpack((uint32_t)played.bits), move) ||
        bitboard_takes(played) != san_takes(prove->pos, move))
        return differ_by(prove, move, "is played otherwise on the bitboards");
    for (size_t i = 0; i < prove->list.count; i++) {
        struct ludus_move other = prove->list.moves[i];
        if (other.type != LUDUS_CASTLE && other.to == move.to && other.from != move.from &&
            prove->pos->cell[other.from] == prove->pos->cell[move.from])
            listed |= (uint64_t)1 << other.from;
    }
    if (move.type != LUDUS_CASTLE && others != listed)
        return differ_by(prove, move, "has others on the bitboards");
    if (!is_same(after, &board.pos) || board.checked != reference_checked(after, after->side))
        return differ_by(prove, move, "leads elsewhere on the bitboards");
    return true;
}

/* Compares random moves with the reference's list: by movegen_legal, and on the bitboards. */
static bool compare_refused(struct prove *prove)
{
    const struct ludus_position *pos = prove->pos;
    struct bitboard board;
    for (unsigned n = 0; n < 64; n++) {
        unsigned from = (unsigned)draw_below(prove, pos->ruleset->squares),
                 to = (unsigned)draw_below(prove, pos->ruleset->squares);
        struct ludus_move move = { (uint8_t)from, (uint8_t)to, LUDUS_STEP, NONE }, passing = move;
        passing.type = LUDUS_EN_PASSANT;
        if (!pos->cell[from] || CODE_SIDE(pos->cell[from]) != pos->side)
            continue;
        if (movegen_legal(pos, move) != is_listed(prove, move))
            return differ_by(prove, move, "is legal for one question and not for another");
        if (!bitboard_load(&board, pos) || is_listed(prove, move) || is_listed(prove, passing))
            continue;
        struct bitboard_move played = play_bitboard(&board, pos, move, NULL);
        if (bitboard_is(played) && !is_listed(prove, bitboard_unpack((uint32_t)played.bits)))
            return differ_by(prove, move, "is played on the bitboards");
    }
    bool can = false;
    for (size_t i = 0; i < prove->list.count; i++)
        can |= prove->list.moves[i].type != LUDUS_CASTLE;
    if (bitboard_load(&board, pos) && bitboard_can_step(&board) != can)
        return refuse(prove->why, WHY_MAX, "the bitboards says otherwise whether there is a legal step");
    return true;
}

/* ---- Playing ---- */

/* Checks that the move is found by its target, with all others of its kind that go there, and no more. */
static bool compare_found(struct prove *prove, struct ludus_move move)
{
    struct ludus_move found[RESOLVE_MAX];
    size_t wanted = 0, count;
    if (!movegen_legal(prove->pos, move))
        return differ_by(prove, move, "is legal for one question and not for another");
    if (move.type > LUDUS_CASTLE)
        return true;
    unsigned code = prove->pos->cell[move.from];
    count = movegen_to(prove->pos, 1u << CODE_KIND(code), move.to, found, RESOLVE_MAX);
    for (size_t i = 0; i < prove->list.count; i++)
        wanted += prove->list.moves[i].type <= LUDUS_CASTLE && prove->list.moves[i].to == move.to &&
                  prove->pos->cell[prove->list.moves[i].from] == code;
    for (size_t i = 0; i < count && i < RESOLVE_MAX; i++) {
        wanted += found[i].type > LUDUS_CASTLE;
        if (!is_listed(prove, found[i]))
            return differ_by(prove, found[i], "is found from its target, and not legal");
    }
    if (count != wanted)
        return differ_by(prove, move, "is not found from its target with all others that can be meant");
    return true;
}

/* Makes a move by both and compares; then unmakes it. */
static bool compare_made(struct prove *prove, const struct reference *now, struct ludus_move move)
{
    struct reference after = *now;
    struct ludus_position *pos = prove->pos;
    struct undo undo;
    static _Thread_local struct ludus_position before;
    position_copy(&before, pos);
    reference_make(&after, move);
    position_make(pos, move, &undo);
    if (!is_same(&after, pos)) {
        struct ludus_buffer fen = { 0 };
        char text[MOVE_TEXT];
        add_fen(pos, &fen);
        position_unmake(pos, &undo);
        ludus_move_long(pos, move, text, sizeof text);
        refuse(prove->why, WHY_MAX, "%s leads to %s by the engine, elsewhere by the reference%s", text,
               buf_string(&fen), after.pending == NOWHERE ? "" : ", which has to go on");
        buf_free(&fen);
        return false;
    }
    position_unmake(pos, &undo);
    if (!pos->ruleset->rules.check) /* with several royals it is any of them */
        memcpy(pos->royal, before.royal, sizeof before.royal);
    if (memcmp(&before, pos, position_size(pos->ruleset)) != 0)
        return differ_by(prove, move, "is not taken back wholly");
    return compare_bitboard(prove, move, &after);
}

/* Compares the engine and the reference in the current position. False, with the reason in prove->why, if
 * they differ. */
static bool compare_position(struct prove *prove, const struct reference *now)
{
    prove->proof.positions++;
    if (!is_same(now, prove->pos))
        return refuse(prove->why, WHY_MAX, "the reference has another position");
    if (!compare_standing(prove, now) || !compare_refused(prove))
        return false;
    if (now->begins_turn && !compare_fen(prove, now))
        return false;
    /* Two positions of the game have the same key if and only if they are the same. */
    const struct ludus_position *pos = prove->pos;
    bool passing = pos->dice_count && pos->en_passant != NONE; /* the roll may have shortened the list */
    for (size_t i = 0; i < prove->list.count; i++)
        passing |= prove->list.moves[i].type == LUDUS_EN_PASSANT;
    bool keyed = now->begins_turn && !passing;
    for (size_t i = 0; i + 1 < prove->length && keyed; i++)
        if (prove->keyed[i] &&
            reference_repeats(now, &prove->line[i], false) != (prove->keys[i] == pos->hash))
            return refuse(prove->why, WHY_MAX,
                          "the key says otherwise than the reference whether the position was there before");
    prove->keys[prove->length - 1] = pos->hash;
    prove->keyed[prove->length - 1] = keyed;
    size_t step = 1 + prove->list.count / 40;
    for (size_t i = draw_below(prove, step); i < prove->list.count; i += step) {
        struct ludus_move move = prove->list.moves[i];
        prove->proof.moves++;
        if (!compare_found(prove, move) || !compare_made(prove, now, move) || !compare_text(prove, move))
            return false;
        arena_free(&prove->arena);
    }
    return true;
}

/* ---- Games ---- */

/* Plays a game. False at a difference, or without memory (prove->failed). */
static bool play_game(struct prove *prove)
{
    const struct rules *rules = &prove->ruleset->rules;
    ludus_position_free(prove->pos);
    prove->pos = ludus_position_new(prove->ruleset);
    prove->failed |= !prove->pos;
    if (prove->failed)
        return false;
    if (rules->first == FIRST_EITHER)
        position_set_side(prove->pos, (unsigned)draw_below(prove, 2));
    copy_position(&prove->line[0], prove->pos);
    prove->length = 1;
    for (unsigned turn = 0; turn < PROVE_TURNS;) {
        struct reference *now = &prove->line[prove->length - 1];
        if (position_odd_royals(prove->pos) != NONE) /* the royal could be taken at the start */
            return true;
        unsigned dice = now->begins_turn ? position_dice(prove->pos) : 0;
        if (dice) {
            for (unsigned i = 0; i < dice; i++)
                now->dice[i] = (uint8_t)(1 + draw_below(prove, rules->faces));
            now->dice_count = (uint8_t)dice;
            ludus_position_roll(prove->pos, now->dice, dice);
        }
        if (!compare_position(prove, now))
            return false;
        bool ends = rules->dice && draw_below(prove, prove->list.count + 1) == 0 &&
                    (rules->pass != PASS_NO || prove->list.count == 0);
        if (reference_ended(now) || (prove->list.count == 0 && !rules->dice))
            return true;
        struct ludus_move move = END_OF_TURN;
        if (!ends && prove->list.count > 0)
            move = prove->list.moves[draw_below(prove, prove->list.count)];
        /* Draws up to twice again for a capture, to play more of them. */
        for (unsigned n = 0; n < 2 && move.type != NONE && !san_takes(prove->pos, move); n++)
            move = prove->list.moves[draw_below(prove, prove->list.count)];
        if (prove->length == LINE_MAX)
            return true;
        prove->failed = !ludus_position_make(prove->pos, move);
        if (prove->failed)
            return false;
        struct reference *next = &prove->line[prove->length++];
        *next = *now;
        next->past = now;
        reference_make(next, move);
        turn += next->begins_turn;
    }
    return true;
}

bool ludus_ruleset_prove(const struct ludus_ruleset *ruleset, unsigned games, uint64_t seed,
                         struct ludus_proof *proof, struct ludus_buffer *out)
{
    struct prove prove = { .ruleset = ruleset };
    size_t room = ruleset->max_moves;
    prove.line = memory_new(LINE_MAX * sizeof *prove.line);
    prove.engine = memory_new(room * sizeof *prove.engine);
    prove.list = (struct reference_list){ memory_new(room * sizeof *prove.engine), 0, room };
    prove.other = ludus_position_new(ruleset);
    prove.failed = !prove.line || !prove.engine || !prove.list.moves || !prove.other;
    for (; prove.proof.games < games && !prove.failed; prove.proof.games++) {
        prove.proof.seed = prove.state = seed + prove.proof.games;
        if (!play_game(&prove))
            break;
    }
    prove.proof.sound = !*prove.why;
    if (*prove.why) {
        add_fen(prove.pos, out);
        buf_format(out, ": %s", prove.why);
    }
    sized_give(proof, &prove.proof, sizeof prove.proof);
    arena_free(&prove.arena);
    ludus_position_free(prove.pos);
    ludus_position_free(prove.other);
    free(prove.line);
    free(prove.engine);
    free(prove.list.moves);
    return !prove.failed && !out->failed;
}
