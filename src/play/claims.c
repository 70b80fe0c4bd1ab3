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
    char from[4], to[4];
    resolve_squares(pos->ruleset, &item->move, &squares);
    if (squares.path_count < 3 || squares.off_board ||
        movegen_jump_path(pos, squares.path, squares.path_count))
        return;
    unsigned leg = 2;
    while (leg < squares.path_count && movegen_jump_path(pos, squares.path, leg))
        leg++;
    square_name(pos->ruleset, squares.path[leg - 2], from);
    square_name(pos->ruleset, squares.path[leg - 1], to);
    diag_add(replay_diag(replay), MSG_NO_JUMP, item_begin(replay->game, item), item_end(replay->game, item),
             name_of(pos, squares.path[0]), from, to);
}

/* Is the move written from-square, hyphen, target, although it takes what stands there? */
static bool hides_capture(const struct ludus_position *pos, const struct move_text *text,
                          struct ludus_move move)
{
    return text->flags & MOVE_LONG && !(text->flags & (MOVE_CAPTURE | MOVE_PATH)) && san_takes(pos, move) &&
           memchr(text->plain + text->squares, '-', text->squares_length);
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
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    char plain[MOVE_TEXT];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (!(text->flags & ways[i].flag) || replay->spelt & ways[i].flag)
            continue;
        replay->spelt |= ways[i].flag;
        snprintf(plain, sizeof plain, "%.*s%s", (int)text->plain_length, text->plain, checks[text->check]);
        diag_add(replay_diag(replay), ways[i].usual ? MSG_ODD_SPELLING : MSG_BAD_CHECK, begin, end,
                 (int)item->length, item->text, plain, ways[i].usual);
    }
}

void claims_before(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    const struct ludus_position *pos = &replay->line.pos;
    const struct move_text *text = &item->move;
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    char square[4];
    if (text->flags & MOVE_ODD)
        tell_spelling(replay, item);
    if (text->flags & MOVE_EP && move.type != LUDUS_EN_PASSANT)
        diag_add(replay_diag(replay), MSG_NOT_EN_PASSANT, begin, end);
    if (text->flags & MOVE_PATH)
        check_path(replay, item);
    if (hides_capture(pos, text, move)) {
        square_name(pos->ruleset, move.to, square);
        struct message *message =
            diag_add(replay_diag(replay), MSG_CAPTURE_NOT_MARKED, begin, end, name_of(pos, move.from),
                     move.type == LUDUS_EN_PASSANT ? "en passant" : name_of(pos, move.to), square);
        char better[MOVE_TEXT];
        struct san_text out = { better, sizeof better, 0 };
        san_write_long(&out, pos, move);
        san_end(&out);
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
    char name[4];
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    resolve_squares(ruleset, &item->move, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++) {
        unsigned square = squares.removed[i];
        if (square < ruleset->squares)
            listed[square] = true;
        if (square < ruleset->squares && was_taken(undo, move, square))
            continue;
        square_name(ruleset, square, name);
        if (item->move.plain == item->text) /* no copy: the place is known to the letter */
            end = (begin += squares.removed_at[i]) + 1 + strlen(name);
        diag_add(replay_diag(replay), MSG_REMOVED, begin, end, name);
        return;
    }
    for (unsigned i = 0; i < undo->changes; i++) {
        unsigned square = undo->change[i].square;
        if (square == move.to || listed[square] || !was_taken(undo, move, square))
            continue;
        square_name(ruleset, square, name);
        diag_add(replay_diag(replay), MSG_REMOVED_TOO, begin, end, name);
        return;
    }
}

/* What is said to be squeezed: "Stone on e4". */
static void write_squeezed(const struct ludus_position *pos, struct ludus_move move, char out[MOVE_TEXT])
{
    char square[4];
    if (move.to != NONE)
        square_name(pos->ruleset, move.to, square);
    if (move.to == NONE)
        snprintf(out, MOVE_TEXT, "a player who passes");
    else
        snprintf(out, MOVE_TEXT, "%s on %s", pos->cell[move.to] ? name_of(pos, move.to) : "what is removed",
                 square);
}

/* The place of the word that announces a squeeze, where the item has it to the letter. */
static void find_squeeze(const struct ludus_game *game, const struct item *item, size_t *begin, size_t *end)
{
    static const char word[] = "squeeze";
    *begin = item_begin(game, item);
    *end = item_end(game, item);
    for (size_t i = 0; i + sizeof word - 1 <= item->length; i++)
        if (memcmp(item->text + i, word, sizeof word - 1) == 0)
            *end = (*begin = item_begin(game, item) + i) + sizeof word - 1;
}

static void check_squeeze(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    const struct ludus_position *pos = &replay->line.pos;
    bool announced = item->move.flags & MOVE_SQUEEZE;
    kind_set kinds = pos->ruleset->rules.squeeze;
    bool stands = move.to != NONE && pos->cell[move.to];
    bool squeezed = stands && kinds >> CODE_KIND(pos->cell[move.to]) & 1 &&
                    capture_between(pos, move.to, CODE_SIDE(pos->cell[move.to]));
    if (squeezed == announced)
        return;
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    char text[MOVE_TEXT];
    if (announced) {
        find_squeeze(replay->game, item, &begin, &end);
        write_squeezed(pos, move, text);
        diag_add(replay_diag(replay), MSG_SQUEEZE_FALSE, begin, end, text);
    } else {
        square_name(pos->ruleset, move.to, text);
        diag_add(replay_diag(replay), MSG_SQUEEZE_MISSING, begin, end, name_of(pos, move.to), text);
    }
}

void claims_after(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                  const struct undo *undo)
{
    char square[4];
    if (item->move.flags & MOVE_CAPTURE && !undo->captures) {
        square_name(replay->ruleset, move.to, square);
        diag_add(replay_diag(replay), MSG_NOT_A_CAPTURE, item_begin(replay->game, item),
                 item_end(replay->game, item), square);
    }
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

/* Puts the sign in the place of a false one of check or mate that the position after the move bears out. */
static void mend_sign(struct ludus_replay *replay, const struct item *item, struct message *message)
{
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
    mend_sign(replay, item,
              diag_add(replay_diag(replay), MSG_FALSE_MATE, item_begin(replay->game, item),
                       item_end(replay->game, item), (int)item->move.plain_length, item->move.plain, reason));
    free(moves);
}

static bool is_mate(const struct ludus_position *pos)
{
    if (pos->ruleset->rules.check)
        return position_checked(pos) && !movegen_any(pos);
    enum ludus_result winner = pos->side == LUDUS_WHITE ? LUDUS_BLACK_WINS : LUDUS_WHITE_WINS;
    const char *reason;
    return outcome_of(pos, &reason) == winner;
}

void claims_turn(struct ludus_replay *replay, const struct item *item)
{
    const struct ludus_position *pos = &replay->line.pos;
    if (item->move.check == CHECK_MATE) {
        if (!is_mate(pos))
            deny_mate(replay, item);
    } else if (!position_checked(pos)) {
        mend_sign(replay, item,
                  diag_add(replay_diag(replay), MSG_FALSE_CHECK, item_begin(replay->game, item),
                           item_end(replay->game, item), (int)item->move.plain_length, item->move.plain));
    }
}
