/* note.c - writes notes into records: what each turn calls for, and the record with it. */
#include "study/note.h"

#include "base/chars.h"
#include "play/replay.h"
#include "study/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Odds of a position: every roll, every turn ---- */

/* What the rolls under way have been found to do, a bit for each roll. */
struct count {
    struct ludus_odds *odds;
    const struct ludus_position *before;
    uint64_t moves, wins;
    uint64_t capture[SQUARES_MAX], reach[SQUARES_MAX], by[SQUARES_MAX][KINDS_MAX];
};

/* Has the mover won, now or when the turn ends here? */
static bool wins(struct ludus_position *pos, unsigned mover)
{
    enum ludus_result won = mover == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS;
    enum ludus_result result = outcome_of(pos, NULL);
    if (result == LUDUS_OPEN && pos->side == mover) {
        struct undo undo;
        position_end_turn(pos, &undo);
        result = outcome_of(pos, NULL);
        position_unmake(pos, &undo);
    }
    return result == won;
}

static void visit(const struct turn_tree *turns, void *context, struct ludus_position *pos, uint64_t rolls)
{
    struct count *count = context;
    bool stops = pos->ruleset->rules.dice; /* then the moves before the last have been visited as a turn */
    for (unsigned i = stops && turns->move_count ? turns->move_count - 1 : 0; i < turns->move_count; i++) {
        if (turns->moves[i].type != LUDUS_PASS)
            count->moves |= rolls;
        /* Notes what a move of the turn took, and where it arrived. Enemies stand where they stood when the
         * turn began. */
        unsigned mover = count->before->side;
        const struct undo *undo = turns->undos[i];
        struct ludus_move move = turns->moves[i];
        if (move.type != LUDUS_REMOVE && move.to != NONE)
            count->reach[move.to] |= rolls;
        if (move.type == LUDUS_PLACE && move.from != NONE)
            count->reach[move.from] |= rolls;
        for (unsigned n = 0; undo->captures && n < undo->changes; n++) {
            unsigned square = undo->change[n].square, was = undo->change[n].was;
            if (!was || CODE_SIDE(was) == mover)
                continue;
            count->capture[square] |= rolls;
            if (turns->kinds[i] != NONE)
                count->by[square][turns->kinds[i]] |= rolls;
        }
    }
    if (wins(pos, count->before->side))
        count->wins |= rolls;
}

static unsigned weigh(const struct turn_tree *turns, uint64_t rolls)
{
    unsigned weight = 0;
    for (; rolls; rolls &= rolls - 1)
        weight += turns->rolls[__builtin_ctzll(rolls)].weight;
    return weight;
}

/* Adds rolls to a list, as far as it has room. */
static void list(const struct turn_tree *turns, uint64_t rolls, struct ludus_rolls *out)
{
    out->throws += weigh(turns, rolls);
    for (; rolls && out->count < LUDUS_ROLLS_MAX; rolls &= rolls - 1)
        memcpy(out->dice[out->count++], turns->rolls[__builtin_ctzll(rolls)].dice, LUDUS_DICE_MAX);
}

static void add_count(const struct turn_tree *turns, struct count *count)
{
    struct ludus_odds *odds = count->odds;
    uint64_t all = turns->roll_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << turns->roll_count) - 1;
    list(turns, all & ~count->moves, &odds->none);
    list(turns, count->wins, &odds->win);
    for (unsigned square = 0; square < count->before->ruleset->squares; square++) {
        odds->capture[square] += weigh(turns, count->capture[square]);
        odds->reach[square] += weigh(turns, count->reach[square]);
        for (unsigned kind = 0; kind < KINDS_MAX; kind++)
            odds->capture_by[square][kind] += weigh(turns, count->by[square][kind]);
    }
}

/* The position as if it were the turn of `side`; false when the game is over, or when it cannot be that turn.
 */
static bool give_turn(struct ludus_position *pos, unsigned side)
{
    if (outcome_of(pos, NULL) != LUDUS_OPEN)
        return false;
    pos->dice_count = 0;
    if (pos->side == side)
        return true;
    if (position_checked(pos))
        return false;
    position_set_en_passant(pos, NONE, NONE);
    position_set_side(pos, side);
    return true;
}

/* The same as ludus_position_odds. */
static bool odds_count(const struct ludus_position *position, unsigned side, struct ludus_odds *odds)
{
    struct ludus_position before = *position, pos; /* on the same past */
    struct count *count = memory_new(sizeof *count);
    struct turn_tree turns = { .visit = visit, .context = count };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    bool sound = count != NULL;
    memset(odds, 0, sizeof *odds);
    odds->throws = turn_tree_throws(position->ruleset);
    bool open = side < 2 && give_turn(&before, side);
    pos = before;
    while (open && sound && turn_tree_next_rolls(&turns, pos.ruleset, dice)) {
        memset(count, 0, sizeof *count);
        count->odds = odds;
        count->before = &before;
        sound = turn_tree_walk(&turns, &pos);
        add_count(&turns, count);
    }
    turn_tree_free(&turns);
    free(count);
    return sound;
}

bool ludus_position_odds(const struct ludus_position *position, enum ludus_side side, struct ludus_odds *odds)
{
    struct ludus_odds found;
    bool sound = odds_count(position, side, &found);
    sized_give(odds, &found, sizeof found);
    return sound;
}

/* ---- Writes notes into records: what each turn calls for, and the record with it ---- */

enum { NAG_MISTAKE = 2, NAG_BLUNDER = 4, NAG_DOUBTFUL = 6 };

const struct note_name note_names[NOTE_COMMANDS] = {
    [NOTE_FEN] = { "fen", LUDUS_REMARK_FEN },
    [NOTE_CAPTURED] = { "captured", LUDUS_REMARK_CAPTURED },
    [NOTE_THREATS] = { "threats", LUDUS_REMARK_THREATS },
    [NOTE_ODDS] = { "odds", LUDUS_REMARK_ODDS },
    [NOTE_VALUE] = { "value", LUDUS_REMARK_LUCK },
    [NOTE_LUCK] = { "luck", LUDUS_REMARK_LUCK },
    [NOTE_ERROR] = { "error", LUDUS_REMARK_LUCK },
    [NOTE_PROSE] = { "prose", LUDUS_REMARK_PROSE },
};

enum { JUDGED = LUDUS_REMARK_LUCK | LUDUS_REMARK_NAGS | LUDUS_REMARK_DIAGRAMS };

struct ludus_noter {
    struct ludus_note_options options;
    struct ludus_replay *replay; /* owned, as all here */
    struct ludus_judge *judge;   /* NULL when nothing is to be judged */
    bool judging;                /* … and the rules of the record let it be judged */
    struct ludus_odds odds, threats;
    unsigned none[2];   /* throws that left no move when a side was to move last, in the main line */
    struct note *notes; /* of the record */
    size_t count, capacity;
    struct ludus_buffer text;
};

void ludus_note_options_init(struct ludus_note_options *options, size_t size)
{
    struct ludus_note_options usual = { .doubtful = 0.05, .mistake = 0.10, .blunder = 0.20, .turning = 0.15 };
    memset(options, 0, size);
    memcpy(options, &size, sizeof size);
    sized_give(options, &usual, sizeof usual);
}

struct ludus_noter *ludus_noter_new(const struct ludus_ruleset *rules,
                                    const struct ludus_note_options *options)
{
    struct ludus_note_options given;
    ludus_note_options_init(&given, sizeof given);
    struct ludus_noter *noter =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *noter) : NULL;
    if (!noter)
        return NULL;
    noter->options = given;
    noter->options.judge = NULL; /* it is the caller's */
    noter->replay = ludus_replay_new(rules);
    if (noter->options.add & JUDGED)
        noter->judge = ludus_judge_new(given.judge);
    if (noter->replay && (noter->judge || !(noter->options.add & JUDGED)))
        return noter;
    ludus_noter_free(noter);
    return NULL;
}

void ludus_noter_free(struct ludus_noter *noter)
{
    if (!noter)
        return;
    ludus_replay_free(noter->replay);
    ludus_judge_free(noter->judge);
    buf_free(&noter->text);
    free(noter->notes);
    free(noter);
}

/* ---- What a turn calls for ---- */

static struct note *add_note(struct ludus_noter *noter, size_t anchor)
{
    struct note *notes = memory_room(noter->notes, noter->count, &noter->capacity, sizeof *notes);
    if (!notes)
        return NULL;
    noter->notes = notes;
    struct note *note = &noter->notes[noter->count++];
    *note = (struct note){ .anchor = anchor };
    return note;
}

/* Takes what has been gathered in noter->text as the text of a command. */
static bool keep_note(struct ludus_noter *noter, struct note *note, enum note_command command)
{
    note->text[command] =
        arena_copy(&noter->replay->game->arena, buf_string(&noter->text), noter->text.length);
    buf_clear(&noter->text);
    return note->text[command] != NULL;
}

static bool keep_percent(struct ludus_noter *noter, struct note *note, enum note_command command, double part)
{
    words_percent(part, command != NOTE_VALUE, &noter->text);
    return keep_note(noter, note, command);
}

static bool keep_judgement(struct ludus_noter *noter, struct note *note, const struct words *words)
{
    const struct ludus_judgement *judgement = words->judgement;
    double sign = words->turn->side == LUDUS_WHITE ? 1 : -1, lost = -sign * judgement->error;
    bool dice = words->after->ruleset->rules.dice > 0;
    if (noter->options.add & LUDUS_REMARK_NAGS)
        note->nag = lost >= noter->options.blunder    ? NAG_BLUNDER
                    : lost >= noter->options.mistake  ? NAG_MISTAKE
                    : lost >= noter->options.doubtful ? NAG_DOUBTFUL
                                                      : 0;
    if (noter->options.add & LUDUS_REMARK_DIAGRAMS)
        note->diagram = fabs(judgement->after - judgement->before) >= noter->options.turning;
    if (!(noter->options.add & LUDUS_REMARK_LUCK))
        return true;
    return keep_percent(noter, note, NOTE_VALUE, judgement->after) &&
           (!dice || keep_percent(noter, note, NOTE_LUCK, sign * judgement->luck)) &&
           keep_percent(noter, note, NOTE_ERROR, sign * judgement->error);
}

/* Odds and threats after a turn, as far as they are wanted. */
static bool count_odds(struct ludus_noter *noter, struct words *words)
{
    unsigned wanted = noter->options.add, side = words->after->side;
    if (wanted & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)) {
        words->odds = &noter->odds;
        if (!odds_count(words->after, side, &noter->odds))
            return false;
        words->none_is_new = noter->odds.none.throws != noter->none[side];
        if (!words->turn || words->turn->depth == 0)
            noter->none[side] = noter->odds.none.throws;
    }
    if (wanted & (LUDUS_REMARK_THREATS | LUDUS_REMARK_PROSE)) {
        words->threats = &noter->threats;
        return odds_count(words->after, side ^ 1, &noter->threats);
    }
    return true;
}

/* Texts of commands that a function writes. */
static bool keep_words(struct ludus_noter *noter, struct note *note, const struct words *words)
{
    static const struct {
        enum note_command command;
        void (*write)(const struct words *words, struct ludus_buffer *out);
    } writers[] = {
        { NOTE_CAPTURED, words_captured },
        { NOTE_THREATS, words_threats },
        { NOTE_ODDS, words_odds },
        { NOTE_PROSE, words_prose },
    };
    for (unsigned i = 0; i < sizeof writers / sizeof *writers; i++) {
        enum note_command command = writers[i].command;
        bool of_a_turn = command == NOTE_CAPTURED || command == NOTE_THREATS;
        if (!(noter->options.add & note_names[command].remark) || (of_a_turn && !words->turn))
            continue;
        writers[i].write(words, &noter->text);
        if (!keep_note(noter, note, command))
            return false;
    }
    return true;
}

static bool note_position(struct ludus_noter *noter, struct note *note, struct words *words)
{
    if (words->turn && noter->options.add & LUDUS_REMARK_FEN) {
        fen_write(words->after, false, &noter->text);
        if (!keep_note(noter, note, NOTE_FEN))
            return false;
    }
    return count_odds(noter, words) && keep_words(noter, note, words);
}

/* The position before the first turn: what the first roll can bring. */
static bool note_start(struct ludus_noter *noter)
{
    struct words words = { .after = ludus_replay_after(noter->replay), .options = &noter->options };
    struct note *note;
    if (!words.after->ruleset->rules.dice || !(noter->options.add & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)))
        return true;
    note = add_note(noter, NOTE_START);
    return note && note_position(noter, note, &words);
}

static bool note_turn(struct ludus_noter *noter, const struct ludus_turn *turn)
{
    const struct turn *played = &noter->replay->turn;
    struct ludus_judgement judgement = { .size = sizeof judgement };
    bool compares = noter->options.add & (LUDUS_REMARK_CAPTURED | LUDUS_REMARK_PROSE);
    struct words words = { .before = compares ? ludus_replay_before(noter->replay) : NULL,
                           .after = quick_final(noter->replay),
                           .turn = turn,
                           .options = &noter->options };
    struct note *note =
        add_note(noter, (size_t)(played->items[played->item_count - 1] - noter->replay->game->items));
    if (!note)
        return false;
    bool null_move = turn->moves_count == 0 && !knows_passing(&noter->replay->ruleset->rules);
    if (noter->judging && !null_move) { /* which proposes nothing */
        if (!ludus_judge_turn(noter->judge, noter->replay, turn, &judgement))
            return false;
        words.judgement = &judgement;
        if (!keep_judgement(noter, note, &words))
            return false;
    }
    return note_position(noter, note, &words);
}

/* ---- The record ---- */

/* Plays on to the next turn. Where only positions are wanted, nothing else is found out. */
static bool next_turn(struct ludus_noter *noter, struct ludus_turn *turn)
{
    struct ludus_replay *replay = noter->replay;
    if (noter->options.add & ~(unsigned)LUDUS_REMARK_FEN)
        return ludus_replay_next(replay, turn);
    bool any = replay_step(replay);
    turn->state = replay->turn.state;
    turn->depth = (unsigned)replay->depth;
    return any;
}

/* Gathers the notes of all turns that are known. `*sound` is false when the record is to be left as it
 * stands.
 */
static bool gather(struct ludus_noter *noter, struct ludus_game *game, bool *sound)
{
    struct ludus_turn turn = { .size = sizeof turn };
    bool memory = true;
    noter->count = 0;
    noter->none[LUDUS_WHITE] = noter->none[LUDUS_BLACK] = 0;
    bool needed = noter->judge && !(noter->options.add & LUDUS_REMARK_WHERE_KNOWN);
    *sound = (needed ? ludus_judge_start : ludus_replay_start)(noter->replay, game);
    noter->judging = *sound && noter->judge && noter->replay->ruleset->rules.evaluated;
    if (*sound && !(noter->options.add & ~(unsigned)LUDUS_REMARK_FEN)) {
        noter->replay->texts = false;
        quick_allow(noter->replay); /* once: it looks through the record */
    }
    if (*sound)
        memory = note_start(noter);
    while (memory && *sound && next_turn(noter, &turn)) {
        *sound = turn.state != LUDUS_TURN_ILLEGAL;
        if (turn.state == LUDUS_TURN_PLAYED && (turn.depth == 0 || noter->options.variations))
            memory = note_turn(noter, &turn);
    }
    *sound = *sound && ludus_game_count(game, LUDUS_ERROR) == 0;
    return memory && !noter->text.failed;
}

/* Adds the record as it stands, and what is lacking of the empty line that parts it from the next. */
static void write_as_it_stands(struct ludus_text source, struct ludus_buffer *out)
{
    unsigned breaks = 0;
    buf_add(out, source.text, source.length);
    for (size_t at = source.length; at > 0 && breaks < 2 && is_space(source.text[at - 1]); at--)
        breaks += source.text[at - 1] == '\n' ||
                  (source.text[at - 1] == '\r' && !(at < source.length && source.text[at] == '\n'));
    while (source.length > 0 && breaks++ < 2)
        buf_char(out, '\n');
}

bool ludus_noter_write(struct ludus_noter *noter, struct ludus_game *game, struct ludus_buffer *out)
{
    bool sound = ludus_game_count(game, LUDUS_ERROR) == 0;
    if (sound && noter->options.strip && !note_strip(game, noter->options.strip))
        return false;
    if (sound && noter->options.add && !gather(noter, game, &sound))
        return false;
    if (sound && noter->options.add && !note_insert(game, noter->notes, noter->count))
        return false;
    if (!sound)
        write_as_it_stands(game->source, out);
    else if (noter->options.add) {
        /* Writes the record; the messages about it have been given already. */
        struct diag told = game->diag;
        struct message *read = game->read;
        diag_clear(&game->diag);
        game->read = NULL;
        ludus_game_format(noter->replay, game, out);
        game->diag = told;
        game->read = read;
    } else
        ludus_game_format(noter->replay, game, out);
    return !out->failed;
}
