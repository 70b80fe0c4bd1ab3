/* turn.c - plays one turn, and checks the claims about its moves. */
#include "play/meant.h"
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

enum { MOVE_TEXT = 160, TURN_TEXT = 400, FIFTY = 100, SEVENTY_FIVE = 150 };

static const char *const checks[] = { "", "+", "#", "++" };

/* ---- Claims about moves ---- */

/* Reports unusual spellings of a move, each kind once in a record. */
static void tell_spelling(struct ludus_replay *replay, const struct item *item)
{
    static const struct {
        uint16_t flag;
        const char *usual;
    } spellings[] = { { MOVE_COLON, "a capture is written x" },
                      { MOVE_WORD, NULL },
                      { MOVE_ODD_CASTLING, "castling is written O-O or O-O-O" },
                      { MOVE_ODD_PROMOTION, "a promotion is written =Q" } };
    const struct move_text *text = &item->move;
    char plain[MOVE_TEXT];
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (!(text->flags & spellings[i].flag) || replay->spelt & spellings[i].flag)
            continue;
        replay->spelt |= spellings[i].flag;
        snprintf(plain, sizeof plain, "%.*s%s", (int)text->plain_length, text->plain, checks[text->check]);
        record_say(replay->game, item, spellings[i].usual ? MSG_ODD_SPELLING : MSG_BAD_CHECK,
                   (int)item->length, item->text, plain, spellings[i].usual);
    }
}

static void claims_before(struct ludus_replay *replay, const struct item *item, struct ludus_move move)
{
    const struct ludus_position *pos = &replay->line.pos;
    const struct move_text *text = &item->move;
    if (text->flags & MOVE_ODD)
        tell_spelling(replay, item);
    if (text->flags & MOVE_EP && move.type != LUDUS_EN_PASSANT)
        record_say(replay->game, item, MSG_NOT_EN_PASSANT);
    if (text->flags & MOVE_PATH && !pos->ruleset->leaps) {
        struct written_squares squares;
        resolve_squares(pos->ruleset, text, &squares);
        unsigned leg = squares.off_board ? squares.path_count + 1 : 2;
        while (leg <= squares.path_count && movegen_jump_path(pos, squares.path, leg))
            leg++;
        if (squares.path_count >= 3 && leg <= squares.path_count)
            record_say(replay->game, item, MSG_NO_JUMP, piece_on(pos, squares.path[0]),
                       square_name(pos->ruleset, squares.path[leg - 2]).text,
                       square_name(pos->ruleset, squares.path[leg - 1]).text);
    }
    /* A capture written as from-square, hyphen, target: */
    if (text->flags & MOVE_LONG && !(text->flags & (MOVE_CAPTURE | MOVE_PATH)) && san_takes(pos, move) &&
        memchr(text->plain + text->squares, '-', text->squares_length)) {
        struct message *message =
            record_say(replay->game, item, MSG_CAPTURE_NOT_MARKED, piece_on(pos, move.from),
                       move.type == LUDUS_EN_PASSANT ? "en passant" : piece_on(pos, move.to),
                       square_name(pos->ruleset, move.to).text);
        char better[MOVE_TEXT];
        ludus_move_long(pos, move, better, sizeof better);
        diag_hint(replay_diag(replay), message, "write %s", better);
    }
}

/* Checks that the listed stones are those taken, besides the one on the target. */
static void check_removed(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                          const struct undo *undo)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    struct written_squares squares;
    struct squares taken = undo_taken(undo), left = taken;
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    resolve_squares(ruleset, &item->move, &squares);
    for (unsigned i = 0; i < squares.removed_count; i++) {
        unsigned square = squares.removed[i];
        squares_remove(&left, square);
        if (squares_has(&taken, square))
            continue;
        struct square_name name = square_name(ruleset, square);
        if (item->move.plain == item->text) /* no copy: the exact place is known */
            end = (begin += squares.removed_at[i]) + 1 + strlen(name.text);
        struct message *message = diag_add(replay_diag(replay), MSG_REMOVED, begin, end, name.text);
        if (!replay->line.pos.cell[square])
            diag_hint(replay_diag(replay), message, "%s is empty", name.text);
        return;
    }
    squares_remove(&left, move.to);
    FOR_SQUARES(square, &left, ruleset->words)
    {
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
                    capture_between(pos, move.to, CODE_SIDE(pos->cell[move.to]) ^ 1, true);
    if (squeezed == announced)
        return;
    if (squeezed) {
        record_say(replay->game, item, MSG_SQUEEZE_MISSING, piece_on(pos, move.to),
                   square_name(pos->ruleset, move.to).text);
        return;
    }
    char text[MOVE_TEXT] = "a player who passes";
    size_t begin = item_begin(replay->game, item), end = item_end(replay->game, item);
    for (size_t i = 0; i + sizeof word - 1 <= item->length; i++) /* if the item contains it */
        if (memcmp(item->text + i, word, sizeof word - 1) == 0)
            end = (begin = item_begin(replay->game, item) + i) + sizeof word - 1;
    if (move.to != NONE)
        snprintf(text, sizeof text, "%s on %s", stands ? piece_on(pos, move.to) : "what is removed",
                 square_name(pos->ruleset, move.to).text);
    diag_add(replay_diag(replay), MSG_SQUEEZE_FALSE, begin, end, text);
}

static void claims_after(struct ludus_replay *replay, const struct item *item, struct ludus_move move,
                         const struct undo *undo)
{
    bool mills = replay->ruleset->rules.mill; /* what they remove are moves */
    if (item->move.flags & MOVE_CAPTURE && !undo->captures && !(mills && move.type == LUDUS_PLACE))
        record_say(replay->game, item, MSG_NOT_A_CAPTURE, square_name(replay->ruleset, move.to).text);
    if (item->move.flags & MOVE_REMOVED && !mills &&
        !replay->ruleset->leaps) /* of leaps these are squares of the path */
        check_removed(replay, item, move, undo);
    if (item->move.flags & MOVE_SQUEEZE || replay->ruleset->rules.squeeze)
        check_squeeze(replay, item, move);
}

void claims_turn(struct ludus_replay *replay, const struct item *item)
{
    const struct ludus_position *pos = &replay->line.pos;
    bool mate = item->move.check == CHECK_MATE, checked = position_checked(pos);
    char reason[MOVE_TEXT] = "the game goes on";
    if (!mate                       ? checked
        : pos->ruleset->rules.check ? checked && !movegen_any(pos)
                                    : outcome_of(pos, NULL) == side_wins(pos->side ^ 1))
        return;
    if (mate && pos->ruleset->rules.check && !checked) {
        snprintf(reason, sizeof reason, "%s is not even in check", side_name(pos->side));
    } else if (mate) { /* there is a legal move */
        struct san_text out = { .out = reason, .size = sizeof reason };
        struct ludus_move first;
        if (ludus_position_moves(pos, &first, 1) > 0) {
            san_write(&out, pos, first);
            san_add(&out, " is possible");
        }
    }
    struct ludus_text text = meant_written(item);
    struct message *message = record_say(replay->game, item, mate ? MSG_FALSE_MATE : MSG_FALSE_CHECK,
                                         (int)text.length, text.text, reason);
    /* The fix replaces the sign by the one that is true after the move. */
    size_t end = item_begin(replay->game, item) + text.length, signs = 0;
    while (signs < text.length && strchr("+#", text.text[text.length - 1 - signs]))
        signs++;
    if (signs)
        diag_fix(replay_diag(replay), message, end - signs, end, checked ? "+" : "");
}

/* ---- The canonical text of a move ---- */

/* Appends the move of item number `item` to replay->text before it is made, in canonical notation, with path
 * and removed stones as written. */
static void note_text(struct ludus_replay *replay, struct ludus_move move, unsigned item)
{
    const struct ludus_position *pos = &replay->line.pos;
    struct turn *turn = &replay->turn;
    struct ludus_buffer *text = &replay->text;
    const struct item *written = turn->items[item];
    buf_text(text, !text->length ? "" : item ? ", " : " ");
    turn->text_begin[item] = text->length;
    if (written->move.style == MOVE_PATTERN || written->move.flags & (MOVE_UNCLEAR | MOVE_SUPPLIED)) {
        /* marked by a scholar: kept as written */
        buf_add(text, written->text, written->length);
        return;
    }
    if (written->move.flags & (MOVE_PATH | MOVE_REMOVED) && move.type <= LUDUS_LEAP &&
        !pos->ruleset->rules.mill) {
        struct written_squares squares;
        resolve_squares(pos->ruleset, &written->move, &squares);
        if (pos->ruleset->rules.notation != STYLE_SQUARES)
            buf_format(text, "%s ", piece_on(pos, move.from));
        for (unsigned i = 0; i < squares.path_count; i++) {
            bool takes = move.type == LUDUS_LEAP || (i + 1 == squares.path_count && san_takes(pos, move));
            buf_text(text, i == 0 ? "" : takes ? "x" : "-");
            buf_text(text, square_name(pos->ruleset, squares.path[i]).text);
        }
        for (unsigned i = 0; i < squares.removed_count; i++)
            buf_format(text, "x%s", square_name(pos->ruleset, squares.removed[i]).text);
    } else {
        char canonical[TURN_TEXT];
        struct san_text out = { canonical, sizeof canonical, 0, replay->sole, replay->style };
        san_write(&out, pos, move);
        buf_text(text, canonical);
    }
    if (pos->ruleset->rules.notation != STYLE_SAN)
        buf_text(text, checks[written->move.check]);
    turn->text_end[item] = text->length;
    if (written->move.flags & MOVE_SQUEEZE)
        buf_text(text, " squeeze");
}

/* ---- One turn ---- */

bool turn_is_full(const struct ludus_replay *replay)
{
    const struct rules *rules = &replay->ruleset->rules;
    if (rules->dice)
        return replay->turn.move_count >= rules->dice;
    return replay->turn.move_count > 0 && replay->line.pos.side != replay->turn.side;
}

size_t turn_resolve(const struct ludus_replay *replay, unsigned item, struct ludus_move out[RESOLVE_MAX],
                    unsigned *used)
{
    const struct turn *turn = &replay->turn;
    const struct move_text *text = &turn->items[item]->move;
    *used = 1;
    if (text->style == MOVE_PLACE && item + 1 < turn->item_count &&
        turn->items[item + 1]->move.style == MOVE_PLACE &&
        resolve_pair(&replay->line.pos, text, &turn->items[item + 1]->move, out)) {
        *used = 2;
        return 1;
    }
    return resolve_move(&replay->line.pos, text, out);
}

/* Makes the removals that item number `item` tells behind the move that fills a mill: a1-a4xb6, or d2xf4 for
 * a placing. False only without memory. */
static bool make_removals(struct ludus_replay *replay, struct ludus_move filling, unsigned item)
{
    const struct item *written = replay->turn.items[item];
    struct ludus_buffer *text = &replay->text;
    struct written_squares squares;
    resolve_squares(replay->ruleset, &written->move, &squares);
    unsigned at = filling.type == LUDUS_PLACE ? 1 : 2, count = squares.path_count + squares.removed_count;
    for (; at < count; at++) {
        unsigned square =
            at < squares.path_count ? squares.path[at] : squares.removed[at - squares.path_count];
        struct ludus_move removal = { NONE, (uint8_t)square, LUDUS_REMOVE, NONE };
        struct square_name name = square_name(replay->ruleset, square);
        if (square == NONE || !movegen_legal(&replay->line.pos, removal)) {
            record_say(replay->game, written, MSG_REMOVED, square == NONE ? "another square" : name.text);
            return true;
        }
        if (replay->texts) {
            buf_format(text, ", x%s", name.text);
            replay->turn.text_end[item] = text->length;
        }
        turn_add(&replay->turn, removal, NONE, item, NULL);
        if (!replay_make(replay, removal))
            return false;
    }
    return true;
}

bool turn_make(struct ludus_replay *replay, struct ludus_move move, unsigned item)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    struct ludus_move parts[2] = { move };
    unsigned count = item + 1 < turn->item_count ? move_parts(move, parts) : 1;
    for (unsigned i = 0; replay->texts && i < count; i++)
        note_text(replay, parts[i], item + i);
    unsigned code = move.from == NONE ? 0 : line->pos.cell[move.from];
    if (move.type != LUDUS_PASS)
        turn_add(turn, move, code ? CODE_KIND(code) : NONE, item, NULL);
    for (unsigned i = 0; i < count; i++)
        claims_before(replay, turn->items[item + i], parts[i]);
    struct undo *undo = replay_make(replay, move);
    if (!undo)
        return false;
    for (unsigned i = 0; i < count; i++)
        claims_after(replay, turn->items[item + i], parts[i], undo);
    bool lists = replay->ruleset->rules.mill && turn->items[item]->move.style == MOVE_SQUARES;
    return !lists || make_removals(replay, move, item);
}

/* Plays the move that begins with item number `item`. Returns the number of its items; 0, with a message, if
 * it cannot be played. */
static unsigned play_item(struct ludus_replay *replay, unsigned item)
{
    struct ludus_move moves[RESOLVE_MAX];
    const struct ludus_position *pos = &replay->line.pos;
    const struct item *written = replay->turn.items[item];
    unsigned used = 1;
    bool full = replay->turn.move_count > 0 && turn_is_full(replay);
    size_t found = full ? 0 : turn_resolve(replay, item, moves, &used);
    if (found == 1) {
        replay->sole = !written->move.from_file && !written->move.from_rank;
        const bool made = turn_make(replay, moves[0], item);
        replay->sole = false;
        return made ? used : 0;
    }
    /* A null move: a player moves nothing although the rules have no pass, as in games at odds or to show a
     * threat. Not for the word `pass` in the main line, which claims a pass; nor in check, where the royal
     * would be taken. */
    bool said = replay->depth == 0 && (*written->move.plain | 0x20) == 'p';
    if (found == 0 && turn_is_pass(&replay->turn) && !said && !(written->move.flags & MOVE_SIC) &&
        !knows_passing(&replay->ruleset->rules) && pos->pending == NONE && !position_checked(pos) &&
        !outcome_ended(pos)) {
        record_say(replay->game, written, MSG_NULL_MOVE, side_name(pos->side));
        return turn_make(replay, (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE }, item) ? 1 : 0;
    }
    /* A wrong number before an illegal move is one fault: a turn is missing or stands twice. */
    struct message *number = replay->turn.misled ? replay->turn.wrong_number : replay->line.jump;
    replay->meant = NULL;
    if (number && !number->hint)
        diag_hint(replay_diag(replay), number, "perhaps a turn %s before it: '%.*s' is not legal",
                  number == replay->line.jump ? "is missing" : "stands twice", (int)written->length,
                  written->text);
    else if (!number && !replay->turn.misled)
        explain_move(replay, item, moves, found);
    if (replay->meant) {
        replay->turn.items[item] = replay->meant;
        if (turn_resolve(replay, item, moves, &used) == 1)
            return turn_make(replay, moves[0], item) ? used : 0;
    }
    return written->move.flags & MOVE_SIC && force_move(replay, item) ? 1 : 0;
}

void turn_pass(struct ludus_replay *replay)
{
    struct ludus_move pass = { NONE, NONE, LUDUS_PASS, NONE };
    claims_before(replay, replay->turn.items[0], pass);
    if (replay->turn.items[0]->move.flags & MOVE_SQUEEZE)
        check_squeeze(replay, replay->turn.items[0], pass);
    if (!replay->texts)
        return;
    buf_text(&replay->text, replay->text.length ? " " : "");
    replay->turn.text_begin[0] = replay->text.length;
    buf_text(&replay->text, "pass");
    replay->turn.text_end[0] = replay->text.length;
}

bool turn_finish(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    struct diag *diag = replay_diag(replay);
    const struct item *last =
        turn->item_count ? turn->items[turn->item_count - 1] : NULL; /* NULL: it is lost */
    bool sic = last && last->move.flags & MOVE_SIC;
    if (replay->line.pos.side != turn->side)
        return true;
    if (replay->ruleset->rules.dice) {
        bool obliged = !ludus_position_may_end(&replay->line.pos);
        if (obliged && last)
            record_say(replay->game, last, MSG_MUST_MOVE, side_name(turn->side));
        return (!obliged || sic) && replay_make(replay, END_OF_TURN) != NULL;
    }
    /* A piece must still move on; with `sic` it did not. */
    diag->as_notes = sic;
    if (last && !turn->misled)
        explain_unfinished(replay, turn->item_count - 1);
    diag->as_notes = false;
    return sic && replay_make(replay, END_OF_TURN) != NULL;
}

/* Plays the moves one by one. With `sic`, a move's faults are notes; without any, the word is needless. */
static bool play_moves(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    struct diag *diag = replay_diag(replay);
    for (unsigned item = 0, used; item < turn->item_count; item += used) {
        const struct item *written = turn->items[item];
        bool sic = written->move.flags & MOVE_SIC;
        size_t before = diag->count[LUDUS_NOTE];
        diag->as_notes = sic;
        if (!replay->ruleset->rules.dice || !turn_is_pass(turn)) {
            used = play_item(replay, item);
        } else { /* in dice games a pass is a turn without moves */
            bool ended = outcome_ended(&replay->line.pos);
            if (ended)
                explain_move(replay, 0, NULL, 0);
            used = !ended || sic;
            if (used)
                turn_pass(replay);
        }
        diag->as_notes = false;
        const struct ludus_position *pos = &replay->line.pos;
        bool unfinished =
            item + used == turn->item_count && (pos->pending != NONE || pos->removals || pos->rows);
        if (used == 0)
            return false;
        if (sic && !unfinished && diag->count[LUDUS_NOTE] == before)
            record_say(replay->game, written, MSG_NEEDLESS_SIC);
    }
    if (turn->crowded) {
        explain_move(replay, turn->item_count - 1, NULL, 0);
        return false;
    }
    return turn_finish(replay);
}

const char *turn_before_item(const struct turn *turn, unsigned item)
{
    const struct item *last = item ? turn->items[item - 1] : NULL;
    bool open = last && turns_unread(last); /* it has its comma, or needs none */
    return last ? open ? " " : ", " : turn->dice ? " " : "";
}

void turn_play(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    if (turn_begin(replay)) {
        bool played = play_moves(replay);
        turn->state = played ? LUDUS_TURN_PLAYED : LUDUS_TURN_ILLEGAL;
        if (played && turn->comma_missing)
            record_say(replay->game, turn->items[0], MSG_MISSING_ROLL);
    }
    if (turn->state == LUDUS_TURN_PLAYED) {
        line->number = line->pos.number;
        line->side = line->pos.side;
        for (unsigned i = 0; i < turn->item_count; i++)
            if (turn->items[i]->move.check != CHECK_NONE)
                claims_turn(replay, turn->items[i]);
        if (!replay->notes)
            return;
        /* Adds notes on repetitions and quiet turns, by which a draw can be claimed. */
        const struct rules *rules = &replay->ruleset->rules;
        const struct item *last = turn->items[turn->item_count - 1];
        unsigned quiet = line->pos.quiet;
        unsigned times =
            tally_count(&replay->tally, &line->pos, line->undos - line->turn_undos, &line->turn_tally);
        const char *pawns = rules->pawns ? " or a pawn's move" : "";
        if (rules->drawn_times && times == rules->drawn_times)
            record_say(replay->game, last, MSG_DRAWN_REPETITION, times);
        else if (times == 3 || times == 5)
            record_say(replay->game, last, MSG_REPEATED, times);
        if (rules->drawn_quiet && quiet == rules->drawn_quiet)
            record_say(replay->game, last, MSG_DRAWN_QUIET, quiet, pawns);
        else if (quiet == FIFTY || quiet == SEVENTY_FIVE)
            record_say(replay->game, last, MSG_QUIET, quiet, pawns);
        return;
    }
    replay_rewind(replay, line->turn_undos);
    line->broken = true;
    turn->move_count = 0;
    /* Counts on in the broken line. */
    line->number += line->side != turn_first(&replay->ruleset->rules);
    line->side ^= 1;
    if (replay->texts) {
        /* The text of a turn that was not played: dice and moves as written. */
        buf_clear(&replay->text);
        if (turn->dice)
            buf_add(&replay->text, turn->dice->text, turn->dice->length);
        for (unsigned i = 0; i < turn->item_count; i++) {
            buf_text(&replay->text, turn_before_item(turn, i));
            buf_add(&replay->text, turn->items[i]->text, turn->items[i]->length);
        }
    }
}
