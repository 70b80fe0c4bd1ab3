/* note.c - writes notes on turns into records: what commands and sentences say. */
#include "study/note.h"

#include "base/text.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "study/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAG_MISTAKE = 2, NAG_BLUNDER = 4, NAG_DOUBTFUL = 6, LISTED_ROLLS = 4 };
enum { ANALYSED = LUDUS_REMARK_EVAL | LUDUS_REMARK_LINES };
enum { JUDGED = LUDUS_REMARK_LUCK | LUDUS_REMARK_NAGS | LUDUS_REMARK_DIAGRAMS | ANALYSED };

struct ludus_noter {
    struct ludus_note_options options;
    struct ludus_replay *replay;              /* owned, as all here */
    struct ludus_judge *judge;                /* NULL if nothing is to be judged */
    bool judging;                             /* the record's rules can be judged */
    struct tape tape;                         /* of the record, with the notes so far */
    struct ludus_buffer texts[NOTE_COMMANDS]; /* of a note */
    /* What is known of the turn on which a note is written: */
    const struct ludus_turn *turn; /* NULL at the start of a game */
    const struct ludus_position *before, *after;
    struct ludus_odds odds;           /* of the side to move after it */
    struct ludus_odds threats;        /* of the other side, after it */
    struct ludus_judgement judgement; /* if it is judged */
    bool judged;
    bool none_is_new; /* the number of throws without a move differs from that at the side's last turn */
    unsigned none[2]; /* which is kept here: of each side's last turn in the main line */
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
    noter->odds.size = noter->threats.size = sizeof noter->odds;
    noter->judgement.size = sizeof noter->judgement;
    noter->options.judge = NULL; /* owned by the caller */
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
    for (unsigned c = 0; c < NOTE_COMMANDS; c++)
        buf_free(&noter->texts[c]);
    free(noter);
}

/* Adds rolls, "1-1,1-2" with `separator` between. */
static void add_rolls(const struct ludus_ruleset *rs, const struct ludus_rolls *rolls, const char *separator,
                      struct ludus_buffer *out)
{
    for (unsigned r = 0; r < rolls->count; r++) {
        buf_text(out, r ? separator : "");
        for (unsigned die = 0; die < dice_thrown(&rs->rules); die++)
            buf_format(out, "%s%u", die ? "-" : "", rolls->dice[r][die]);
    }
}

/* ---- Commands ---- */

static void write_position(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    fen_write(noter->after, false, out);
}

/* Writes what the turn captured: "Miles f3, Eques d4". An own man is one that was bound. */
static void write_captured(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    struct played_move played;
    played_begin(&played, noter->before, noter->turn);
    while (played_next(&played))
        for (const struct played_man *man = played.taken; man < played.taken + played.taken_count; man++)
            if (!(man->own && noter->turn->forced[played.index]))
                buf_format(out, "%s%s %s", out->length ? ", " : "",
                           played.after.ruleset->rules.kinds[man->man.kind].names[0],
                           square_name(played.after.ruleset, man->square).text);
}

/* Adds captures, "e5=5/36 f6=1/36"; without dice only the squares. */
static void add_captures(const struct ludus_ruleset *rs, const struct ludus_odds *odds,
                         struct ludus_buffer *out)
{
    for (unsigned s = 0; s < rs->squares; s++) {
        if (!odds->capture[s])
            continue;
        buf_format(out, "%s%s", out->length ? " " : "", square_name(rs, s).text);
        if (odds->throws > 1)
            buf_format(out, "=%u/%u", odds->capture[s], odds->throws);
    }
}

/* Writes what the mover could capture next: "d8=20/36 e7=11/36". */
static void write_threats(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    add_captures(noter->after->ruleset, &noter->threats, out);
}

static void add_list(const struct ludus_noter *noter, const char *name, const struct ludus_rolls *rolls,
                     struct ludus_buffer *out)
{
    if (!rolls->throws)
        return;
    buf_format(out, "%s%s=%u/%u:", out->length ? " " : "", name, rolls->throws, noter->odds.throws);
    add_rolls(noter->after->ruleset, rolls, ",", out);
}

/* Writes what the next turn can bring: "none=4/36:1-1,1-2,2-2 win=… e5=5/36". */
static void write_odds(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    if (noter->odds.throws == 1)
        return;
    add_list(noter, "none", &noter->odds.none, out);
    add_list(noter, "win", &noter->odds.win, out);
    add_captures(noter->after->ruleset, &noter->odds, out);
}

/* Adds per cent with two decimals, with `sign` also with a plus. Never "-0.00". */
static void add_percent(double part, bool sign, struct ludus_buffer *out)
{
    long hundredths = lround(part * 10000);
    const char *before = hundredths < 0 ? "-" : sign ? "+" : "";
    buf_format(out, "%s%ld.%02ld", before, labs(hundredths) / 100, labs(hundredths) % 100);
}

static void write_value(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    add_percent(noter->judgement.after, false, out);
}

/* Returns 1 if White moved, else -1. */
static double sign_of(const struct ludus_noter *noter)
{
    return noter->turn->side == LUDUS_WHITE ? 1 : -1;
}

static void write_luck(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    add_percent(sign_of(noter) * noter->judgement.luck, true, out);
}

static void write_error(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    add_percent(sign_of(noter) * noter->judgement.error, true, out);
}

/* Writes the evaluation after the turn: "0.35", "#-3"; nothing if the game is over. */
static void write_eval(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    const struct ludus_evaluation *evaluation = &noter->judgement.evaluation;
    if (evaluation->mate)
        buf_format(out, "#%d", evaluation->mate);
    else if (evaluation->size)
        add_percent(evaluation->pawns / 100, false, out);
}

/* ---- Sentences ---- */

/* Begins a sentence after those before. */
static void begin_sentence(struct ludus_buffer *out, const char *text, const char *end)
{
    buf_format(out, "%s%s%s", out->length ? " " : "", text, end);
}

/* Ends a sentence with rolls, " (5-5, 5-6, 6-6).", without them if there are many. */
static void end_with_rolls(const struct ludus_noter *noter, const struct ludus_rolls *rolls,
                           struct ludus_buffer *out)
{
    if (rolls->count <= LISTED_ROLLS) {
        buf_text(out, " (");
        add_rolls(noter->after->ruleset, rolls, ", ", out);
        buf_char(out, ')');
    }
    buf_char(out, '.');
}

static void add_kind(const struct ludus_noter *noter, unsigned square, struct ludus_buffer *out)
{
    const char *name = noter->after->ruleset->rules.kinds[CODE_KIND(noter->after->cell[square])].names[0];
    for (; *name; name++)
        buf_char(out, to_lower(*name));
}

/* Writes what the side that moved threatens. */
static void say_threats(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    const struct ludus_odds *threats = &noter->threats;
    if (!threats->win.throws)
        return;
    const struct ludus_position *pos = noter->after;
    const struct rules *rules = &pos->ruleset->rules;
    bool dice = threats->throws > 1;
    unsigned royal = 0, squares = pos->ruleset->squares; /* the enemy royal that is threatened */
    while (royal < squares && !(threats->capture[royal] && in_set(rules->royal, CODE_KIND(pos->cell[royal]))))
        royal++;
    if (royal < squares) {
        /* "Eques threatens the rex", "Rex and Eques threaten", "Rex, Laurus and Eques threaten". */
        const uint32_t *by = threats->capture_by[royal];
        unsigned count = 0, said = 0;
        for (unsigned k = 0; k < rules->kind_count; k++)
            count += by[k] != 0;
        begin_sentence(out, "", "");
        for (unsigned k = 0; k < rules->kind_count; k++)
            if (by[k]) {
                const char *before = said == 0 ? "" : said + 1 == count ? " and " : ", ";
                buf_format(out, "%s%s", before, rules->kinds[k].names[0]);
                said++;
            }
        buf_text(out, count == 1 ? " threatens the " : " threaten the ");
        add_kind(noter, royal, out);
    } else
        begin_sentence(out, side_name(noter->turn ? noter->turn->side : pos->side ^ 1u),
                       dice ? " threatens to win" : " threatens to win at once");
    if (dice) {
        buf_format(out, ": %u of %u rolls win", threats->win.throws, threats->throws);
        end_with_rolls(noter, &threats->win, out);
    } else {
        buf_char(out, '.');
    }
}

/* Writes what the side to move can do. */
static void say_odds(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    const struct ludus_odds *odds = &noter->odds;
    const struct ludus_position *pos = noter->after;
    const char *side = side_name(pos->side);
    bool dice = odds->throws > 1;
    unsigned count = noter->turn ? noter->turn->moves_count : 0;
    unsigned moved =
        count ? noter->turn->moves[count - 1].to : NONE; /* square of the piece that moved last */
    if (odds->win.throws && !dice)
        begin_sentence(out, side, " can win at once.");
    else if (odds->win.throws) {
        begin_sentence(out, side, " wins at once with ");
        buf_format(out, "%u of %u rolls", odds->win.throws, odds->throws);
        end_with_rolls(noter, &odds->win, out);
    }
    if (moved != NONE && pos->cell[moved] && odds->capture[moved] &&
        !in_set(pos->ruleset->rules.royal, CODE_KIND(pos->cell[moved]))) {
        begin_sentence(out, "The ", "");
        add_kind(noter, moved, out);
        buf_format(out, " on %s can be taken", square_name(pos->ruleset, moved).text);
        if (dice)
            buf_format(out, " with %u of %u rolls", odds->capture[moved], odds->throws);
        buf_char(out, '.');
    }
    if (dice && odds->none.throws && noter->none_is_new) {
        begin_sentence(out, side, " has no legal move with ");
        buf_format(out, "%u of %u rolls", odds->none.throws, odds->throws);
        end_with_rolls(noter, &odds->none, out);
    }
}

static void say_judgement(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    const struct ludus_judgement *judgement = &noter->judgement;
    double luck = sign_of(noter) * judgement->luck, error = sign_of(noter) * judgement->error;
    if (dice_thrown(&noter->after->ruleset->rules) && fabs(luck) >= noter->options.mistake) {
        begin_sentence(out, side_name(noter->turn->side), luck > 0 ? " was lucky" : " was unlucky");
        buf_text(out, luck < 0 ? " with this roll (\u2212" : " with this roll (+");
        add_percent(fabs(luck), false, out);
        buf_text(out, " %).");
    }
    if (judgement->best_text[0] && error <= -noter->options.doubtful) {
        begin_sentence(out, "Better was ", judgement->best_text);
        buf_text(out, " (");
        add_percent(-error, false, out);
        buf_text(out, " % lost).");
    }
}

/* Writes all sentences; nothing if there are none. */
static void write_prose(const struct ludus_noter *noter, struct ludus_buffer *out)
{
    say_threats(noter, out);
    say_odds(noter, out);
    if (noter->judged)
        say_judgement(noter, out);
}

const struct note_writer note_writers[NOTE_COMMANDS] = {
    [NOTE_FEN] = { "fen", LUDUS_REMARK_FEN, OF_TURN, write_position },
    [NOTE_CAPTURED] = { "captured", LUDUS_REMARK_CAPTURED, OF_TURN, write_captured },
    [NOTE_THREATS] = { "threats", LUDUS_REMARK_THREATS, OF_TURN, write_threats },
    [NOTE_ODDS] = { "odds", LUDUS_REMARK_ODDS, OF_ANY, write_odds },
    [NOTE_VALUE] = { "value", LUDUS_REMARK_LUCK, OF_JUDGED, write_value },
    [NOTE_LUCK] = { "luck", LUDUS_REMARK_LUCK, OF_ROLLED, write_luck },
    [NOTE_ERROR] = { "error", LUDUS_REMARK_LUCK, OF_JUDGED, write_error },
    [NOTE_EVAL] = { "eval", LUDUS_REMARK_EVAL, OF_JUDGED, write_eval },
    [NOTE_PROSE] = { "prose", LUDUS_REMARK_PROSE, OF_ANY, write_prose },
};

/* ---- The note on a turn ---- */

/* Counts the odds and threats after a turn that are wanted. False without memory. */
static bool count_odds(struct ludus_noter *noter)
{
    unsigned wanted = noter->options.add, side = noter->after->side;
    if (wanted & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)) {
        if (!ludus_position_odds(noter->after, (enum ludus_side)side, &noter->odds))
            return false;
        noter->none_is_new = noter->odds.none.throws != noter->none[side];
        if (!noter->turn || noter->turn->depth == 0)
            noter->none[side] = noter->odds.none.throws;
    }
    return !(wanted & (LUDUS_REMARK_THREATS | LUDUS_REMARK_PROSE)) ||
           ludus_position_odds(noter->after, (enum ludus_side)(side ^ 1), &noter->threats);
}

/* Returns the mark of the turn's error, or 0. */
static unsigned mark_of(const struct ludus_noter *noter)
{
    const struct ludus_note_options *options = &noter->options;
    double lost = -sign_of(noter) * noter->judgement.error;
    return lost >= options->blunder    ? NAG_BLUNDER
           : lost >= options->mistake  ? NAG_MISTAKE
           : lost >= options->doubtful ? NAG_DOUBTFUL
                                       : 0;
}

/* Adds the note that is wanted on a turn, or on the start (NULL). False without memory or an analysis. */
static bool add_note(struct ludus_noter *noter, const struct ludus_turn *turn)
{
    const struct ludus_note_options *options = &noter->options;
    const struct ludus_judgement *judgement = &noter->judgement;
    struct ludus_game *game = noter->replay->game;
    const struct turn *played = &noter->replay->turn;
    struct note note = { .line = "" };
    bool compares = turn && options->add & (LUDUS_REMARK_CAPTURED | LUDUS_REMARK_PROSE);
    noter->turn = turn;
    noter->before = compares ? ludus_replay_before(noter->replay) : NULL;
    noter->after = quick_final(noter->replay);
    /* A null move is not judged. */
    noter->judged =
        turn && noter->judging && (turn->moves_count > 0 || knows_passing(&noter->replay->ruleset->rules));
    if ((noter->judged && !ludus_judge_turn(noter->judge, noter->replay, turn, &noter->judgement)) ||
        !count_odds(noter))
        return false;
    unsigned mark = noter->judged ? mark_of(noter) : 0;
    note.nag = options->add & LUDUS_REMARK_NAGS ? mark : 0;
    note.line = options->add & LUDUS_REMARK_LINES && mark ? judgement->line : "";
    note.diagram = noter->judged && options->add & LUDUS_REMARK_DIAGRAMS &&
                   fabs(judgement->after - judgement->before) >= options->turning;
    unsigned known = !turn                                        ? OF_ANY
                     : !noter->judged                             ? OF_TURN
                     : dice_thrown(&noter->after->ruleset->rules) ? OF_ROLLED
                                                                  : OF_JUDGED;
    for (unsigned c = 0; c < NOTE_COMMANDS; c++) {
        if (!(options->add & note_writers[c].remark) || note_writers[c].of > known)
            continue;
        buf_clear(&noter->texts[c]);
        note_writers[c].write(noter, &noter->texts[c]);
        note.text[c] = ludus_buffer_text(&noter->texts[c]);
    }
    note_put(&noter->tape, &note,
             turn ? (size_t)(played->items[played->item_count - 1] - game->items) + 1 : 0);
    return true;
}

/* ---- The record ---- */

/* Gathers the notes on all turns that were played. `*sound` is false if the record is to be left as it is. */
static bool gather_notes(struct ludus_noter *noter, struct ludus_game *game, bool *sound)
{
    struct ludus_turn turn = { .size = sizeof turn };
    bool memory = true;
    noter->tape = (struct tape){ .game = game, .capacity = 2 * game->item_count + 8 };
    noter->tape.items = memory_new(noter->tape.capacity * sizeof *noter->tape.items);
    if (!noter->tape.items)
        return false;
    noter->none[LUDUS_WHITE] = noter->none[LUDUS_BLACK] = 0;
    bool needed = noter->judge && !(noter->options.add & LUDUS_REMARK_WHERE_KNOWN);
    *sound = needed ? ludus_judge_start(noter->judge, noter->replay, game)
                    : ludus_replay_start(noter->replay, game);
    noter->judging = *sound && noter->judge && judge_knows(noter->judge, noter->replay->ruleset);
    /* If only positions are wanted, nothing else is computed. */
    bool plain = !(noter->options.add & ~(unsigned)LUDUS_REMARK_FEN);
    if (*sound && plain) {
        noter->replay->texts = false;
        quick_allow(noter->replay); /* once: it searches the record */
    }
    if (*sound && dice_thrown(&noter->replay->ruleset->rules) &&
        noter->options.add & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)) /* the odds of the first roll */
        memory = add_note(noter, NULL);
    while (memory && *sound &&
           (plain ? replay_steps(noter->replay, 1) : ludus_replay_next(noter->replay, &turn))) {
        if (plain) {
            turn.state = noter->replay->turn.state;
            turn.depth = (unsigned)noter->replay->depth;
        }
        *sound = turn.state != LUDUS_TURN_ILLEGAL;
        if (turn.state == LUDUS_TURN_PLAYED && (turn.depth == 0 || noter->options.variations))
            *sound = add_note(noter, &turn) && *sound;
    }
    memory = memory && !ludus_memory_failed();
    *sound = *sound && ludus_game_count(game, LUDUS_ERROR) == 0;
    if (!memory || !*sound) {
        free(noter->tape.items);
        buf_free(&noter->tape.text);
    }
    return memory;
}

/* Writes the record unchanged, and what is missing of the empty line between it and the next. */
static void write_unchanged(struct ludus_text source, struct ludus_buffer *out)
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
    if (sound && noter->options.add &&
        (!gather_notes(noter, game, &sound) || (sound && !note_finish(&noter->tape))))
        return false;
    if (!sound)
        write_unchanged(game->source, out);
    else if (noter->options.add) {
        /* Writes the record; its messages have been given already. */
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
