/* turn.c - plays one turn. */
#include "play/hint.h"
#include "play/replay.h"

#include <string.h>

enum { MOVE_TEXT = 400, FIFTY = 100, SEVENTY_FIVE = 150 };

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
        resolve_pair(&replay->lexicon, &replay->line.pos, text, &turn->items[item + 1]->move, out)) {
        *used = 2;
        return 1;
    }
    return resolve_move(&replay->lexicon, &replay->line.pos, text, out);
}

/* The move in canonical notation, path and removed stones as the record gives them, from the position before
 * it. */
static void write_move(struct san_text *text, const struct ludus_position *pos, struct ludus_move move,
                       const struct item *item)
{
    static const char *const checks[] = { "", "+", "#", "++" };
    if (item->move.flags & (MOVE_PATH | MOVE_REMOVED) && move.type <= LUDUS_JUMP) {
        struct written_squares squares;
        resolve_squares(pos->ruleset, &item->move, &squares);
        san_add(text, pos->ruleset->rules.kinds[CODE_KIND(pos->cell[move.from])].names[0]);
        san_add(text, " ");
        for (unsigned i = 0; i < squares.path_count; i++) {
            if (i)
                san_add(text, i + 1 == squares.path_count && san_takes(pos, move) ? "x" : "-");
            san_square(text, pos->ruleset, squares.path[i]);
        }
        for (unsigned i = 0; i < squares.removed_count; i++) {
            san_add(text, "x");
            san_square(text, pos->ruleset, squares.removed[i]);
        }
    } else
        san_write(text, pos, move);
    if (pos->ruleset->rules.notation != STYLE_SAN)
        san_add(text, checks[item->move.check]);
}

/* Appends the text of the move that item number `item` says to replay->text. */
static void note_text(struct ludus_replay *replay, struct ludus_move move, unsigned item)
{
    struct turn *turn = &replay->turn;
    const struct item *written = turn->items[item];
    char move_text[MOVE_TEXT];
    struct san_text text = { move_text, sizeof move_text, 0 };
    if (replay->text.length)
        buf_text(&replay->text, item ? ", " : " ");
    turn->text_begin[item] = replay->text.length;
    if (written->move.style == MOVE_PATTERN || written->move.flags & (MOVE_UNCLEAR | MOVE_SUPPLIED)) {
        /* a scholar has marked it: it is kept as it stands */
        buf_add(&replay->text, written->text, written->length);
        return;
    }
    write_move(&text, &replay->line.pos, move, written);
    san_end(&text);
    buf_text(&replay->text, move_text);
    turn->text_end[item] = replay->text.length;
    if (written->move.flags & MOVE_SQUEEZE)
        buf_text(&replay->text, " squeeze");
}

/* The texts of a move; a pair of placings has two, in the order of the record. */
static void note_texts(struct ludus_replay *replay, struct ludus_move move, unsigned item)
{
    if (move.type != LUDUS_PLACE || move.from == NONE) {
        note_text(replay, move, item);
        return;
    }
    uint8_t second = move.from; /* its first is on the target */
    move.from = NONE;
    note_text(replay, move, item);
    move.to = second;
    note_text(replay, move, item + 1);
}

bool turn_make(struct ludus_replay *replay, struct ludus_move move, unsigned item)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    struct undo *undo = replay_undo(replay);
    if (!undo)
        return false;
    if (replay->texts)
        note_texts(replay, move, item);
    if (move.type != LUDUS_PASS && turn->move_count < LUDUS_MOVES_MAX) {
        turn->moves[turn->move_count] = move;
        turn->item_of[turn->move_count] = (uint8_t)item;
        turn->forced[turn->move_count] = NULL;
        turn->kinds[turn->move_count++] =
            (uint8_t)(move.from != NONE && line->pos.cell[move.from] ? CODE_KIND(line->pos.cell[move.from])
                                                                     : NONE);
    }
    bool pair = move.type == LUDUS_PLACE && move.from != NONE && item + 1 < turn->item_count;
    struct ludus_move second = { NONE, move.from, LUDUS_PLACE, move.piece };
    claims_before(replay, turn->items[item], move);
    if (pair)
        claims_before(replay, turn->items[item + 1], second);
    position_make(&line->pos, move, undo);
    line->undos++;
    claims_after(replay, turn->items[item], move, undo);
    if (pair)
        claims_after(replay, turn->items[item + 1], second, undo);
    return true;
}

static void throw_dice(struct ludus_replay *replay, const uint8_t *dice)
{
    if (replay->ruleset->rules.dice)
        ludus_position_roll(&replay->line.pos, dice, replay->ruleset->rules.dice);
}

/* How many items of the turn can be played with these dice. The position is left as it was. */
static unsigned count_playable(struct ludus_replay *replay, const uint8_t *dice)
{
    struct ludus_move moves[RESOLVE_MAX];
    struct line *line = &replay->line;
    size_t undos = line->undos;
    unsigned item = 0, used;
    throw_dice(replay, dice);
    for (; item < replay->turn.item_count; item += used) {
        struct undo *undo = replay_undo(replay);
        if (!undo || turn_resolve(replay, item, moves, &used) != 1)
            break;
        position_make(&line->pos, moves[0], undo);
        line->undos++;
    }
    replay_rewind(replay, undos);
    return item;
}

/* The roll by which most of the turn can be played, where the record does not say it. */
static void choose_roll(struct ludus_replay *replay, const struct roll *roll, uint8_t best[LUDUS_DICE_MAX])
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    unsigned most = 0;
    while (roll_next(roll, replay->ruleset->rules.faces, dice)) {
        unsigned playable = count_playable(replay, dice);
        if (best[0] && playable <= most)
            continue;
        most = playable;
        memcpy(best, dice, LUDUS_DICE_MAX);
        if (most == replay->turn.item_count)
            break;
    }
}

/* Is it a null move: where the rules know no passing a player moves nothing, as in games at odds and to show
 * a threat? The main line's word `pass` claims that they know it. In check the royal would be taken. */
static bool is_null_move(const struct ludus_replay *replay, const struct item *written)
{
    const struct ludus_position *pos = &replay->line.pos;
    bool said = replay->depth == 0 && (*written->move.plain | 0x20) == 'p';
    return written->move.style == MOVE_PASS && !said && !(written->move.flags & MOVE_SIC) &&
           !knows_passing(&replay->ruleset->rules) && replay->turn.item_count == 1 && pos->pending == NONE &&
           !position_checked(pos) && !outcome_ended(pos);
}

/* Plays items of the turn from number `item` on: one move. Returns how many items it took; 0 when it cannot
 * be played (and a message says why). */
static unsigned play_item(struct ludus_replay *replay, unsigned item)
{
    struct ludus_move moves[RESOLVE_MAX];
    const struct item *written = replay->turn.items[item];
    unsigned used = 1;
    bool full = replay->turn.move_count > 0 && turn_is_full(replay);
    size_t found = full ? 0 : turn_resolve(replay, item, moves, &used);
    if (found == 1)
        return turn_make(replay, moves[0], item) ? used : 0;
    if (found == 0 && is_null_move(replay, written)) {
        record_say(replay->game, written, MSG_NULL_MOVE, side_name(replay->line.pos.side));
        return turn_make(replay, (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE }, item) ? 1 : 0;
    }
    /* A wrong number before a move that is not legal: that is one fault, and turns are missing or stand
     * twice. */
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
    claims_pass(replay, replay->turn.items[0]);
    if (!replay->texts)
        return;
    buf_text(&replay->text, replay->text.length ? " " : "");
    replay->turn.text_begin[0] = replay->text.length;
    buf_text(&replay->text, "pass");
    replay->turn.text_end[0] = replay->text.length;
}

/* In games that may be passed in at any time a pass is a turn without moves. */
static unsigned play_any(struct ludus_replay *replay, unsigned item)
{
    if (!replay->ruleset->rules.dice || !turn_is_pass(&replay->turn))
        return play_item(replay, item);
    bool ended = outcome_ended(&replay->line.pos);
    if (ended)
        explain_move(replay, 0, NULL, 0);
    if (ended && !(replay->turn.items[0]->move.flags & MOVE_SIC))
        return 0;
    turn_pass(replay);
    return 1;
}

/* With `sic` the faults of a move are notes; without any, the word is out of place. */
static unsigned play_sic(struct ludus_replay *replay, unsigned item)
{
    const struct item *written = replay->turn.items[item];
    struct diag *diag = replay_diag(replay);
    size_t before = diag->count[LUDUS_NOTE];
    diag->as_notes = true;
    unsigned used = play_any(replay, item);
    diag->as_notes = false;
    bool unfinished = item + used == replay->turn.item_count && replay->line.pos.pending != NONE;
    if (used && !unfinished && diag->count[LUDUS_NOTE] == before)
        record_say(replay->game, written, MSG_NEEDLESS_SIC);
    return used;
}

bool turn_end(struct ludus_replay *replay)
{
    struct undo *undo = replay_undo(replay);
    if (!undo)
        return false;
    position_end_turn(&replay->line.pos, undo);
    replay->line.undos++;
    return true;
}

bool turn_finish(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    struct diag *diag = replay_diag(replay);
    const struct item *last =
        turn->item_count ? turn->items[turn->item_count - 1] : NULL; /* none: it is lost */
    bool sic = last && last->move.flags & MOVE_SIC;
    if (replay->line.pos.side != turn->side)
        return true;
    if (replay->ruleset->rules.dice)
        return turn_end(replay);
    /* A piece must still move on; with `sic` it did not indeed. */
    diag->as_notes = sic;
    if (last && !turn->misled)
        explain_unfinished(replay, turn->item_count - 1);
    diag->as_notes = false;
    return sic && turn_end(replay);
}

/* Plays the moves one by one, with the dice as they lie. */
static bool play_moves(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    for (unsigned item = 0, used; item < turn->item_count; item += used) {
        used = turn->items[item]->move.flags & MOVE_SIC ? play_sic(replay, item) : play_any(replay, item);
        if (used == 0)
            return false;
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
    bool open = last && turns_unread(last); /* it has its comma, or wants none */
    return last ? open ? " " : ", " : turn->dice ? " " : "";
}

/* Appends a roll to replay->text: as it stands where it is damaged or marked, else in canonical form. */
static void write_dice(struct ludus_replay *replay, const struct item *item)
{
    char roll[SAN_ROLL];
    bool sound = !item->dice.unclear && !item->dice.supplied && item->dice.count <= LUDUS_DICE_MAX;
    for (unsigned i = 0; sound && i < item->dice.count; i++)
        sound = item->dice.face[i];
    if (sound)
        buf_text(&replay->text, san_roll_text(roll, item->dice.face, item->dice.count));
    else
        buf_add(&replay->text, item->text, item->length);
}

static void begin(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    line->lost = line->broken;
    line->started = true;
    line->turn_undos = line->undos;
    line->before_forced = NULL;
    turn->move_count = turn->roll_count = 0;
    turn->wrong_number = NULL;
    bool bare = replay->ruleset->rules.dice && roll_take_bare(replay);
    if (line->broken)
        labels_follow(replay);
    else
        labels_check(replay);
    turn->misled |= bare;
    turn->numbers_stay |= bare;
    line->turn_number = turn->number = line->number;
    line->turn_side = turn->side = line->side;
    if (turn->dice) {
        turn->roll_count = turn->dice->dice.count < LUDUS_DICE_MAX ? turn->dice->dice.count : LUDUS_DICE_MAX;
        memcpy(turn->roll, turn->dice->dice.face, sizeof turn->roll);
    }
    if (!replay->texts)
        return;
    buf_clear(&replay->text);
    memset(turn->text_end, 0, sizeof turn->text_end);
    if (turn->dice)
        write_dice(replay, turn->dice);
}

/* The first item of the turn, its roll included, that is illegible, or NULL. */
static const struct item *find_damage(const struct ludus_replay *replay, const struct roll *roll)
{
    if (roll->lost && !roll->guessed)
        return replay->turn.dice;
    for (unsigned i = 0; i < replay->turn.item_count; i++)
        if (replay->turn.items[i]->move.style >= MOVE_PATTERN)
            return replay->turn.items[i];
    return NULL;
}

static enum ludus_turn_state play(struct ludus_replay *replay)
{
    struct roll roll;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    if (replay->line.broken || (replay->turn.unread && !hint_unread(replay)))
        return LUDUS_TURN_UNKNOWN;
    roll_read(replay, &roll);
    const struct item *damaged = find_damage(replay, &roll);
    if (damaged)
        return damage_play(replay, &roll, damaged);
    if (roll.lost)
        choose_roll(replay, &roll, dice);
    else
        memcpy(dice, roll.face, sizeof dice);
    throw_dice(replay, dice);
    bool played = play_moves(replay);
    if (played && roll.unsaid)
        roll_say_missing(replay);
    return played ? LUDUS_TURN_PLAYED : LUDUS_TURN_ILLEGAL;
}

/* The turn has been played: where it leads, and what is claimed and noted of it. */
static void end_played(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    const struct turn *turn = &replay->turn;
    line->number = line->pos.number;
    line->side = line->pos.side;
    for (unsigned i = 0; i < turn->item_count; i++)
        if (turn->items[i]->move.check != CHECK_NONE)
            claims_turn(replay, turn->items[i]);
    if (replay->notes) {
        /* Repetitions and quiet turns, which may be claimed. */
        const struct ludus_position *pos = &line->pos;
        const struct item *last = replay->turn.items[replay->turn.item_count - 1];
        unsigned times = tally_count(&replay->tally, pos, line->undos - line->turn_undos, &line->turn_tally);
        const struct rules *rules = &replay->ruleset->rules;
        const char *pawns = rules->pawns ? " or a pawn's move" : "";
        if (rules->drawn_times && times == rules->drawn_times)
            record_say(replay->game, last, MSG_DRAWN_REPETITION, times);
        else if (times == 3 || times == 5)
            record_say(replay->game, last, MSG_REPEATED, times);
        if (rules->drawn_quiet && pos->quiet == rules->drawn_quiet)
            record_say(replay->game, last, MSG_DRAWN_QUIET, pos->quiet, pawns);
        else if (pos->quiet == FIFTY || pos->quiet == SEVENTY_FIVE)
            record_say(replay->game, last, MSG_QUIET, pos->quiet, pawns);
    }
}

void turn_play(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    begin(replay);
    turn->state = play(replay);
    if (turn->state == LUDUS_TURN_PLAYED) {
        end_played(replay);
        return;
    }
    if (line->before_forced)
        line->pos = *line->before_forced;
    else if (!line->broken)
        replay_rewind(replay, line->turn_undos);
    line->undos = line->turn_undos;
    line->before_forced = NULL;
    line->broken = true;
    turn->move_count = 0;
    labels_advance(replay);
    if (replay->texts) {
        /* Dice and moves as they are written, for a turn that was not played. */
        buf_clear(&replay->text);
        if (turn->dice)
            buf_add(&replay->text, turn->dice->text, turn->dice->length);
        for (unsigned i = 0; i < turn->item_count; i++) {
            buf_text(&replay->text, turn_before_item(turn, i));
            buf_add(&replay->text, turn->items[i]->text, turn->items[i]->length);
        }
    }
}
