/* claims.c - checks what a record claims of its moves. */
#include "base/memory.h"
#include "play/meant.h"
#include "play/replay.h"
#include "rules/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT = 160 };

static const char *name_of(const struct ludus_position *pos, unsigned square)
{
    return pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].names[0];
}

static void check_path(struct ludus_replay *replay, const struct item *item)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct written_squares squares;
    resolve_squares(pos->ruleset, &item->move, &squares);
    if (squares.path_count < 3 || squares.off_board ||
        movegen_jump_path(pos, squares.path, squares.path_count))
        return;
    unsigned leg = 2;
    while (leg < squares.path_count && movegen_jump_path(pos, squares.path, leg))
        leg++;
    record_say(replay->game, item, MSG_NO_JUMP, name_of(pos, squares.path[0]),
               square_name(pos->ruleset, squares.path[leg - 2]).text,
               square_name(pos->ruleset, squares.path[leg - 1]).text);
}

/* Of each way to spell a move as elsewhere, the first of the record that is played is told. */
static void tell_spelling(struct ludus_replay *replay, const struct item *item)
{
    static const struct {
        uint16_t flag;
        const char *usual;
    } ways[] = { { MOVE_COLON, "a capture is written x" },
                 { MOVE_WORD, NULL },
                 { MOVE_ODD_CASTLING, "castling is written O-O or O-O-O" },
                 { MOVE_ODD_PROMOTION, "a promotion is written =Q" } };
    static const char *const checks[] = { "", "+", "#", "++" };
    const struct move_text *text = &item->move;
    char plain[MOVE_TEXT];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!(text->flags & ways[i].flag) || replay->spelt & ways[i].flag)
            continue;
        replay->spelt |= ways[i].flag;
        snprintf(plain, sizeof plain, "%.*s%s", (int)text->plain_length, text->plain, checks[text->check]);
        record_say(replay->game, item, ways[i].usual ? MSG_ODD_SPELLING : MSG_BAD_CHECK, (int)item->length,
                   item->text, plain, ways[i].usual);
    }
}

void claims_before(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    const struct ludus_position *pos = &replay->line.pos;
    const struct move_text *text = &item->move;
    if (text->flags & MOVE_ODD)
        tell_spelling(replay, item);
    if (text->flags & MOVE_EP && move.type != LUDUS_EN_PASSANT)
        record_say(replay->game, item, MSG_NOT_EN_PASSANT);
    if (text->flags & MOVE_PATH)
        check_path(replay, item);
    /* Is it written from-square, hyphen, target, although it takes what stands there? */
    if (text->flags & MOVE_LONG && !(text->flags & (MOVE_CAPTURE | MOVE_PATH)) && san_takes(pos, move) &&
        memchr(text->plain + text->squares, '-', text->squares_length)) {
        struct message *message =
            record_say(replay->game, item, MSG_CAPTURE_NOT_MARKED, name_of(pos, move.from),
                       move.type == LUDUS_EN_PASSANT ? "en passant" : name_of(pos, move.to),
                       square_name(pos->ruleset, move.to).text);
        char better[MOVE_TEXT];
        ludus_move_long(pos, move, better, sizeof better);
        diag_hint(replay_diag(replay), message, "write %s", better);
    }
}

static bool was_taken(const struct undo *undo, struct ludus_move move, unsigned square)
{
    for (unsigned i = 0; i < undo->changes; i++)
        if (undo->change[i].square == square && square != move.from && undo->change[i].was &&
            CODE_SIDE(undo->change[i].was) != undo->side)
            return true;
    return false;
}

/* The stones listed must be the stones taken, besides the one on the target. */
static void check_removed(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                          const struct undo *undo)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    struct written_squares squares;
    bool listed[SQUARES_MAX] = { false };
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    resolve_squares(ruleset, &item->move, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++) {
        unsigned square = squares.removed[i];
        if (square < ruleset->squares)
            listed[square] = true;
        if (square < ruleset->squares && was_taken(undo, move, square))
            continue;
        struct square_name name = square_name(ruleset, square);
        if (item->move.plain == item->text) /* no copy: the place is known to the letter */
            end = (begin += squares.removed_at[i]) + 1 + strlen(name.text);
        diag_add(replay_diag(replay), MSG_REMOVED, begin, end, name.text);
        return;
    }
    for (unsigned i = 0; i < undo->changes; i++) {
        unsigned square = undo->change[i].square;
        if (square == move.to || listed[square] || !was_taken(undo, move, square))
            continue;
        diag_add(replay_diag(replay), MSG_REMOVED_TOO, begin, end, square_name(ruleset, square).text);
        return;
    }
}

static void check_squeeze(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    static const char word[] = "squeeze";
    const struct ludus_position *pos = &replay->line.pos;
    bool announced = item->move.flags & MOVE_SQUEEZE, stands = move.to != NONE && pos->cell[move.to];
    bool squeezed = stands && in_set(pos->ruleset->rules.squeeze, CODE_KIND(pos->cell[move.to])) &&
                    capture_between(pos, move.to, CODE_SIDE(pos->cell[move.to]));
    if (squeezed == announced)
        return;
    if (squeezed) {
        record_say(replay->game, item, MSG_SQUEEZE_MISSING, name_of(pos, move.to),
                   square_name(pos->ruleset, move.to).text);
        return;
    }
    char text[MOVE_TEXT] = "a player who passes";
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    for (size_t i = 0; i + sizeof word - 1 <= item->length; i++) /* where the item has it to the letter */
        if (memcmp(item->text + i, word, sizeof word - 1) == 0)
            end = (begin = item_begin(replay->game, item) + i) + sizeof word - 1;
    if (move.to != NONE)
        snprintf(text, sizeof text, "%s on %s", stands ? name_of(pos, move.to) : "what is removed",
                 square_name(pos->ruleset, move.to).text);
    diag_add(replay_diag(replay), MSG_SQUEEZE_FALSE, begin, end, text);
}

void claims_after(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                  const struct undo *undo)
{
    if (item->move.flags & MOVE_CAPTURE && !undo->captures)
        record_say(replay->game, item, MSG_NOT_A_CAPTURE, square_name(replay->ruleset, move.to).text);
    if (item->move.flags & MOVE_REMOVED)
        check_removed(replay, item, move, undo);
    if (item->move.flags & MOVE_SQUEEZE || replay->ruleset->rules.squeeze)
        check_squeeze(replay, item, move);
}

void claims_pass(struct ludus_replay *replay, const struct item *item)
{
    struct ludus_move pass = { NONE, NONE, LUDUS_PASS, NONE };
    claims_before(replay, item, pass);
    if (item->move.flags & MOVE_SQUEEZE)
        check_squeeze(replay, item, pass);
}

/* Says that a sign of check or mate is false, and puts that in its place which the position after the move
 * bears out. */
static void deny(struct ludus_replay *replay, const struct item *item, enum message_id id, const char *reason)
{
    struct message *message =
        record_say(replay->game, item, id, (int)item->move.plain_length, item->move.plain, reason);
    struct ludus_text text = meant_written(item);
    size_t begin = item_begin(replay->game, item), end = begin + text.length, signs = 0;
    while (signs < text.length && strchr("+#", text.text[text.length - 1 - signs]))
        signs++;
    if (signs)
        diag_fix(replay_diag(replay), message, end - signs, end,
                 position_checked(&replay->line.pos) ? "+" : "");
}

/* Why it is no mate: a legal move, or that there is no check at all. */
static void deny_mate(struct ludus_replay *replay, const struct item *item)
{
    const struct ludus_position *pos = &replay->line.pos;
    char reason[MOVE_TEXT] = "the game goes on";
    struct san_text out = { reason, sizeof reason, 0 };
    struct ludus_move *moves = memory_new((pos->ruleset->max_moves + 1) * sizeof *moves);
    if (!moves)
        return;
    if (pos->ruleset->rules.check && !position_checked(pos)) {
        snprintf(reason, sizeof reason, "%s is not even in check", side_name(pos->side));
    } else if (movegen_all(pos, moves) > 0) {
        san_write(&out, pos, moves[0]);
        san_add(&out, " is possible");
        san_end(&out);
    }
    deny(replay, item, MSG_FALSE_MATE, reason);
    free(moves);
}

void claims_turn(struct ludus_replay *replay, const struct item *item)
{
    const struct ludus_position *pos = &replay->line.pos;
    enum ludus_result winner = pos->side == LUDUS_WHITE ? LUDUS_BLACK_WINS : LUDUS_WHITE_WINS;
    if (item->move.check != CHECK_MATE) {
        if (!position_checked(pos))
            deny(replay, item, MSG_FALSE_CHECK, NULL);
    } else if (pos->ruleset->rules.check ? !position_checked(pos) || movegen_any(pos)
                                         : outcome_of(pos, NULL) != winner) {
        deny_mate(replay, item);
    }
}
