/* prove_compare.c - the engine against the reference at one position: what is legal, what follows, the ways
 * of asking for it, and the text of moves. */
#include "base/buf.h"
#include "notation/move_text.h"
#include "play/prove.h"
#include "play/resolve.h"
#include "play/san.h"
#include "rules/bitboard.h"
#include "rules/position.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT = 200 };

/* ---- Saying what differs ---- */

static void add_fen(const struct ludus_position *pos, struct ludus_buffer *out)
{
    fen_write(pos, false, out);
    if (pos->dice_count) {
        buf_text(out, " (");
        for (unsigned i = 0; i < pos->dice_count; i++)
            buf_format(out, i ? ",%u" : "%u", pos->dice[i]);
        buf_text(out, ")");
    }
}

static void add_move(const struct ludus_position *pos, struct ludus_move move, struct ludus_buffer *out)
{
    char text[MOVE_TEXT];
    ludus_move_long(pos, move, text, sizeof text);
    buf_text(out, text);
}

/* Says once where the two differ, and how. Returns false. */
static bool differ(struct prove *prove, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool differ(struct prove *prove, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!prove->sound)
        return false;
    prove->sound = false;
    add_fen(prove->pos, prove->out);
    buf_text(prove->out, ": ");
    buf_text(prove->out, text);
    return false;
}

static bool differ_by(struct prove *prove, struct ludus_move move, const char *what)
{
    struct ludus_buffer text = { 0 };
    add_move(prove->pos, move, &text);
    differ(prove, "%s %s", buf_string(&text), what);
    buf_free(&text);
    return false;
}

/* ---- Comparing ---- */

/* Two men placed are a pair. */
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

static size_t sort(struct ludus_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        moves[i] = ordered(moves[i]);
    if (count)
        qsort(moves, count, sizeof *moves, by_bytes);
    return count;
}

/* Is it among the legal moves of the reference? */
static bool is_listed(const struct prove *prove, struct ludus_move move)
{
    move = ordered(move);
    return prove->list.count &&
           bsearch(&move, prove->list.moves, prove->list.count, sizeof move, by_bytes) != NULL;
}

static bool compare_moves(struct prove *prove)
{
    struct reference_list *list = &prove->list;
    size_t count = sort(prove->engine, movegen_all(prove->pos, prove->engine)),
           counted = movegen_count(prove->pos), i = 0;
    reference_moves(prove_current(prove), list);
    list->count = sort(list->moves, list->count < list->capacity ? list->count : list->capacity);
    while (i < count && i < list->count && is_same_move(prove->engine[i], list->moves[i]))
        i++;
    if (i < list->count && (i == count || by_bytes(&list->moves[i], &prove->engine[i]) < 0))
        return differ_by(prove, list->moves[i], "is legal by the reference, not by the engine");
    if (i < count)
        return differ_by(prove, prove->engine[i], "is legal by the engine, not by the reference");
    if (counted != count || movegen_any(prove->pos) != (count > 0))
        return differ(prove, "the engine lists %zu moves and counts %zu", count, counted);
    return true;
}

static bool compare_standing(struct prove *prove)
{
    static const char *const results[] = { "open", "won by White", "won by Black", "drawn" };
    enum ludus_result engine = outcome_of(prove->pos, NULL),
                      reference = reference_result(prove_current(prove));
    bool checked = position_checked(prove->pos);
    if (engine != reference)
        return differ(prove, "the game is %s by the engine, %s by the reference", results[engine],
                      results[reference]);
    if (checked != reference_checked(prove_current(prove)))
        return differ(prove, "%s by the engine, %s by the reference", checked ? "check" : "no check",
                      checked ? "no check" : "check");
    return true;
}

/* The FEN at the beginning of a turn, read back: the same position by the reference, the same text and key.
 */
static bool compare_fen(struct prove *prove)
{
    struct ludus_buffer engine = { 0 }, back = { 0 };
    char reason[200] = "";
    fen_write(prove->pos, false, &engine);
    bool read = fen_read(prove->other, buf_string(&engine), reason, sizeof reason);
    fen_write(prove->other, false, &back);
    if (!prove->ruleset->counts_taken) /* it is not in the FEN then */
        memcpy(prove->other->taken, prove->pos->taken, sizeof prove->pos->taken);
    if (!read)
        differ(prove, "the FEN is not read: %s", reason);
    else if (!reference_same(prove_current(prove), prove->other) ||
             strcmp(buf_string(&engine), buf_string(&back)) != 0)
        differ(prove, "the FEN is read as %s", buf_string(&back));
    else if (prove->other->hash != prove->pos->hash)
        differ(prove, "the key is another when the FEN is read back");
    buf_free(&engine);
    buf_free(&back);
    return prove->sound;
}

/* Can a man be taken in passing, as far as the list tells, which the roll may have made shorter? */
static bool takes_in_passing(const struct ludus_position *pos, const struct reference_list *list)
{
    if (pos->dice_count && pos->en_passant != NONE)
        return true;
    for (size_t i = 0; i < list->count && i < list->capacity; i++)
        if (list->moves[i].type == LUDUS_EN_PASSANT)
            return true;
    return false;
}

/* Two positions of the game have one key where they are the same, and only there. */
static bool compare_keys(struct prove *prove)
{
    const struct reference *now = prove_current(prove);
    if (takes_in_passing(prove->pos, &prove->list) ||
        prove->key_count == sizeof prove->keys / sizeof *prove->keys)
        return true;
    for (size_t i = 0; i < prove->key_count; i++)
        if (reference_repeats(now, &prove->line[prove->keyed[i]], false) !=
            (prove->keys[i] == prove->pos->hash))
            return differ(prove,
                          "the key says otherwise than the reference whether the position was there before");
    prove->keys[prove->key_count] = prove->pos->hash;
    prove->keyed[prove->key_count++] = prove->length - 1;
    return true;
}

/* Finds the move that a text means; two men placed are written as two moves. */
static size_t find_by_text(struct prove *prove, const char *text, struct ludus_move found[RESOLVE_MAX])
{
    const char *comma = strstr(text, ", ");
    struct move_text first, second;
    size_t length = comma ? (size_t)(comma - text) : strcspn(text, "+# "), count = 0;
    if (!comma && strchr(text, ' ')) /* a name, or "e.p." */
        length = strcspn(text, "+#");
    if (!move_text_parse(text, length, &prove->arena, &first))
        return 0;
    if (comma && move_text_parse(comma + 2, strlen(comma + 2), &prove->arena, &second))
        count = resolve_pair(&prove->lexicon, prove->pos, &first, &second, found);
    else if (!comma)
        count = resolve_move(&prove->lexicon, prove->pos, &first, found);
    return count;
}

static bool compare_text(struct prove *prove, struct ludus_move move)
{
    size_t (*const writers[])(const struct ludus_position *, struct ludus_move, char *,
                              size_t) = { ludus_move_text, ludus_move_long };
    struct ludus_move found[RESOLVE_MAX];
    char text[MOVE_TEXT];
    for (size_t i = 0; i < 2; i++) {
        writers[i](prove->pos, move, text, sizeof text);
        size_t count = find_by_text(prove, text, found);
        if (count != 1 || !is_same_move(move, *found))
            return differ(prove, "%s, as the engine writes a move, is read as %s", text,
                          count > 1 ? "several"
                          : count   ? "another"
                                    : "none");
    }
    return true;
}

/* ---- The bitboard way ---- */

static struct bitboard_move play_bitboard(struct bitboard *board, const struct ludus_position *pos,
                                          struct ludus_move move, uint64_t *others)
{
    const struct rules *rules = &pos->ruleset->rules;
    for (unsigned i = 0; move.type == LUDUS_CASTLE && i < rules->castle_count; i++)
        if (rules->castles[i].king_from == move.from && rules->castles[i].king_to == move.to)
            return bitboard_castle(board, &rules->castles[i]);
    return bitboard_play(board, 1u << CODE_KIND(pos->cell[move.from]), (uint64_t)1 << move.from, move.to,
                         move.piece, others);
}

/* Squares of other pieces of the kind that can go to the same square. */
static uint64_t others_of(const struct prove *prove, struct ludus_move move)
{
    uint64_t others = 0;
    for (size_t i = 0; i < prove->list.count; i++) {
        struct ludus_move other = prove->list.moves[i];
        if (other.type != LUDUS_CASTLE && other.to == move.to && other.from != move.from &&
            prove->pos->cell[other.from] == prove->pos->cell[move.from])
            others |= (uint64_t)1 << other.from;
    }
    return others;
}

static bool compare_bitboard(struct prove *prove, struct ludus_move move, const struct reference *after)
{
    struct bitboard board;
    uint64_t others = 0;
    if (move.type > LUDUS_CASTLE || !bitboard_load(&board, prove->pos))
        return true;
    struct bitboard_move played = play_bitboard(&board, prove->pos, move, &others);
    struct ludus_move same = bitboard_unpack((uint32_t)played.bits);
    if (!bitboard_is(played) || !is_same_move(same, move) ||
        bitboard_takes(played) != san_takes(prove->pos, move))
        return differ_by(prove, move, "is played otherwise on the bitboards");
    if (move.type != LUDUS_CASTLE && others != others_of(prove, move))
        return differ_by(prove, move, "has others on the bitboards");
    position_become(prove->other, prove->pos);
    bitboard_store(&board, prove->other);
    if (!reference_same(after, prove->other) || board.checked != reference_checked(after))
        return differ_by(prove, move, "leads elsewhere on the bitboards");
    return true;
}

/* What is not legal is not played on the bitboards, nor found from its target. */
static bool compare_refused(struct prove *prove)
{
    const struct ludus_position *pos = prove->pos;
    struct bitboard board;
    for (unsigned n = 0; n < 64; n++) {
        unsigned from = (unsigned)prove_draw(prove, pos->ruleset->squares),
                 to = (unsigned)prove_draw(prove, pos->ruleset->squares);
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
    if (bitboard_load(&board, pos)) {
        bool can = false;
        for (size_t i = 0; i < prove->list.count; i++)
            can |= prove->list.moves[i].type != LUDUS_CASTLE;
        if (bitboard_can_step(&board) != can)
            return differ(prove, "the bitboards says otherwise whether there is a legal step");
    }
    return true;
}

/* ---- Playing ---- */

/* Is the move found from its target, with all others of its kind that go there, and no more? */
static bool compare_found(struct prove *prove, struct ludus_move move)
{
    struct ludus_move found[RESOLVE_MAX];
    size_t wanted = 0, count, other = 0;
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
        other += found[i].type > LUDUS_CASTLE;
        if (!is_listed(prove, found[i]))
            return differ_by(prove, found[i], "is found from its target, and not legal");
    }
    if (count != wanted + other)
        return differ_by(prove, move, "is not found from its target with all others that can be meant");
    return true;
}

/* Makes and unmakes a move on both. */
static bool compare_made(struct prove *prove, struct ludus_move move)
{
    struct reference after = *prove_current(prove);
    struct ludus_position *pos = prove->pos;
    struct undo undo;
    size_t size = offsetof(struct ludus_position, of) + pos->ruleset->codes * sizeof *pos->of;
    static _Thread_local struct ludus_position before;
    memcpy(&before, pos, size);
    reference_make(&after, move);
    position_make(pos, move, &undo);
    bool same = reference_same(&after, pos);
    if (!same) {
        struct ludus_buffer engine = { 0 }, text = { 0 };
        add_fen(pos, &engine);
        position_unmake(pos, &undo);
        add_move(pos, move, &text);
        differ(prove, "%s leads to %s by the engine, elsewhere by the reference%s", buf_string(&text),
               buf_string(&engine), after.pending == NOWHERE ? "" : ", which has to go on");
        buf_free(&engine);
        buf_free(&text);
        return false;
    }
    position_unmake(pos, &undo);
    if (!pos->ruleset->rules.check) /* with several royals it is any of them */
        memcpy(pos->royal, before.royal, sizeof before.royal);
    if (memcmp(&before, pos, size) != 0)
        return differ_by(prove, move, "is not taken back wholly");
    return compare_bitboard(prove, move, &after);
}

bool prove_compare(struct prove *prove)
{
    const struct reference *now = prove_current(prove);
    prove->proof->positions++;
    if (!reference_same(now, prove->pos))
        return differ(prove, "the reference has another position");
    if (!compare_moves(prove) || !compare_standing(prove) || !compare_refused(prove))
        return false;
    if (now->begins_turn && (!compare_fen(prove) || !compare_keys(prove)))
        return false;
    size_t step = 1 + prove->list.count / 40;
    for (size_t i = prove_draw(prove, step); i < prove->list.count; i += step) {
        struct ludus_move move = prove->list.moves[i];
        prove->proof->moves++;
        if (!compare_found(prove, move) || !compare_made(prove, move) || !compare_text(prove, move))
            return false;
        arena_free(&prove->arena);
    }
    return true;
}
