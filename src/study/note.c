/* note.c - writes notes into records: what each turn calls for, and the record with it. */
#include "study/note.h"

#include "base/chars.h"
#include "play/replay.h"
#include "study/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Notes in words ---- */

/* What is known of a turn when its notes are written. At the start of a game there is none (`turn` NULL). */
struct words {
    const struct ludus_position *before, *after;
    const struct ludus_turn *turn;
    const struct ludus_odds *odds;    /* of the side to move after it */
    const struct ludus_odds *threats; /* of the other side, after it */
    const struct ludus_judgement *judgement;
    const struct ludus_note_options *options;
    bool none_is_new; /* how many throws leave no move differs from the last time the side was to move */
};

enum { LISTED_ROLLS = 4 };

/* "1-1,1-2" with `separator` between. */
static void add_rolls(const struct ludus_ruleset *rs, const struct ludus_rolls *rolls, const char *separator,
                      struct ludus_buffer *out)
{
    for (unsigned r = 0; r < rolls->count; r++) {
        buf_text(out, r ? separator : "");
        for (unsigned die = 0; die < rs->rules.dice; die++)
            buf_format(out, "%s%u", die ? "-" : "", rolls->dice[r][die]);
    }
}

/* ", Miles e5" for a piece that stood there. */
static void add_captured(const struct ludus_ruleset *rs, unsigned code, unsigned square,
                         struct ludus_buffer *out)
{
    buf_format(out, "%s%s %s", out->length ? ", " : "", rs->rules.kinds[CODE_KIND(code)].names[0],
               square_name(rs, square).text);
}

static void words_position(const struct words *words, struct ludus_buffer *out)
{
    fen_write(words->after, false, out);
}

/* "Miles f3, Eques d4": what the turn took. */
static void words_captured(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_turn *turn = words->turn;
    struct undo undo;
    if (!words->before)
        return; /* captures are not asked for */
    struct ludus_position pos = *words->before;
    for (unsigned i = 0; i < turn->moves_count; i++) {
        if (turn->forced[i]) {
            /* What a move that broke the rules has taken of the other side's. */
            for (unsigned s = 0; s < pos.ruleset->squares; s++) {
                unsigned was = pos.cell[s], is = turn->forced[i]->cell[s];
                if (was && CODE_SIDE(was) != turn->side && (!is || CODE_SIDE(is) == turn->side))
                    add_captured(pos.ruleset, was, s, out);
            }
            position_become(&pos, turn->forced[i]);
            continue;
        }
        position_make(&pos, turn->moves[i], &undo);
        pos.past = words->before->past;
        for (unsigned c = 0; undo.captures && c < undo.changes; c++) {
            unsigned was = undo.change[c].was, square = undo.change[c].square;
            /* A bound man of the player's own falls at the end of his turn. */
            bool falls = pos.ruleset->rules.bound_capture == BOUND_FALLS && !pos.cell[square] &&
                         square != undo.move.from;
            if (was && (CODE_SIDE(was) != turn->side || falls))
                add_captured(pos.ruleset, was, square, out);
        }
    }
}

/* "e5=5/36 f6=1/36"; without dice the squares alone. */
static void add_captures(const struct ludus_ruleset *rs, const struct ludus_odds *odds,
                         struct ludus_buffer *out)
{
    for (unsigned s = 0; odds && s < rs->squares; s++) {
        if (!odds->capture[s])
            continue;
        buf_format(out, "%s%s", out->length ? " " : "", square_name(rs, s).text);
        if (rs->rules.dice)
            buf_format(out, "=%u/%u", odds->capture[s], odds->throws);
    }
}

/* "d8=20/36 e7=11/36": what the mover could take next. */
static void words_threats(const struct words *words, struct ludus_buffer *out)
{
    add_captures(words->after->ruleset, words->threats, out);
}

static void add_list(const struct words *words, const char *name, const struct ludus_rolls *rolls,
                     struct ludus_buffer *out)
{
    if (!rolls->throws)
        return;
    buf_format(out, "%s%s=%u/%u:", out->length ? " " : "", name, rolls->throws, words->odds->throws);
    add_rolls(words->after->ruleset, rolls, ",", out);
}

/* "none=4/36:1-1,1-2,2-2 win=… e5=5/36": what the next turn can bring. */
static void words_odds(const struct words *words, struct ludus_buffer *out)
{
    if (!words->after->ruleset->rules.dice)
        return;
    add_list(words, "none", &words->odds->none, out);
    add_list(words, "win", &words->odds->win, out);
    add_captures(words->after->ruleset, words->odds, out);
}

/* Per cent with two decimals and, where `sign`, its sign. Never "-0.00". */
static void words_percent(double part, bool sign, struct ludus_buffer *out)
{
    long hundredths = lround(part * 10000);
    const char *before = hundredths < 0 ? "-" : sign ? "+" : "";
    buf_format(out, "%s%ld.%02ld", before, labs(hundredths) / 100, labs(hundredths) % 100);
}

/* Begins a sentence behind those before. */
static void begin(struct ludus_buffer *out, const char *text, const char *end)
{
    buf_format(out, "%s%s%s", out->length ? " " : "", text, end);
}

/* " (5-5, 5-6, 6-6).", the rolls left out where they are many. */
static void end_with_rolls(const struct words *words, const struct ludus_rolls *rolls,
                           struct ludus_buffer *out)
{
    if (rolls->count <= LISTED_ROLLS) {
        buf_text(out, " (");
        add_rolls(words->after->ruleset, rolls, ", ", out);
        buf_char(out, ')');
    }
    buf_char(out, '.');
}

static void add_kind(const struct words *words, unsigned square, struct ludus_buffer *out)
{
    const char *name = words->after->ruleset->rules.kinds[CODE_KIND(words->after->cell[square])].names[0];
    for (; *name; name++)
        buf_char(out, to_lower(*name));
}

/* What the side that moved threatens. */
static void say_threats(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_odds *threats = words->threats;
    if (!threats || !threats->win.throws)
        return;
    const struct ludus_position *pos = words->after;
    const struct rules *rules = &pos->ruleset->rules;
    bool dice = rules->dice > 0;
    unsigned royal = 0, squares = pos->ruleset->squares; /* the enemy's that is threatened */
    while (royal < squares && !(threats->capture[royal] && in_set(rules->royal, CODE_KIND(pos->cell[royal]))))
        royal++;
    if (royal < squares) {
        /* "Eques threatens the rex", "Rex and Eques threaten", "Rex, Laurus and Eques threaten". */
        const uint32_t *by = threats->capture_by[royal];
        unsigned count = 0, said = 0;
        for (unsigned k = 0; k < rules->kind_count; k++)
            count += by[k] != 0;
        begin(out, "", "");
        for (unsigned k = 0; k < rules->kind_count; k++)
            if (by[k]) {
                const char *before = said == 0 ? "" : said + 1 == count ? " and " : ", ";
                buf_format(out, "%s%s", before, rules->kinds[k].names[0]);
                said++;
            }
        buf_text(out, count == 1 ? " threatens the " : " threaten the ");
        add_kind(words, royal, out);
    } else
        begin(out, side_name(words->turn->side), dice ? " threatens to win" : " threatens to win at once");
    if (dice) {
        buf_format(out, ": %u of %u rolls win", threats->win.throws, threats->throws);
        end_with_rolls(words, &threats->win, out);
    } else {
        buf_char(out, '.');
    }
}

/* What the side to move can do. */
static void say_odds(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_odds *odds = words->odds;
    const struct ludus_position *pos = words->after;
    const char *side = side_name(pos->side);
    bool dice = pos->ruleset->rules.dice > 0;
    unsigned count = words->turn ? words->turn->moves_count : 0;
    unsigned moved =
        count ? words->turn->moves[count - 1].to : NONE; /* where the piece stands that moved last */
    if (odds->win.throws && !dice)
        begin(out, side, " can win at once.");
    else if (odds->win.throws) {
        begin(out, side, " wins at once with ");
        buf_format(out, "%u of %u rolls", odds->win.throws, odds->throws);
        end_with_rolls(words, &odds->win, out);
    }
    if (moved != NONE && pos->cell[moved] && odds->capture[moved] &&
        !in_set(pos->ruleset->rules.royal, CODE_KIND(pos->cell[moved]))) {
        begin(out, "The ", "");
        add_kind(words, moved, out);
        buf_format(out, " on %s can be taken", square_name(pos->ruleset, moved).text);
        if (dice)
            buf_format(out, " with %u of %u rolls", odds->capture[moved], odds->throws);
        buf_char(out, '.');
    }
    if (dice && odds->none.throws && words->none_is_new) {
        begin(out, side, " has no legal move with ");
        buf_format(out, "%u of %u rolls", odds->none.throws, odds->throws);
        end_with_rolls(words, &odds->none, out);
    }
}

/* Sentences; nothing when there is nothing to be said. Members of `words` may be NULL. */
static void words_prose(const struct words *words, struct ludus_buffer *out)
{
    say_threats(words, out);
    if (words->odds)
        say_odds(words, out);
    if (words->judgement) {
        const struct ludus_judgement *judgement = words->judgement;
        double sign = words->turn->side == LUDUS_WHITE ? 1 : -1;
        double luck = sign * judgement->luck, error = sign * judgement->error;
        if (words->after->ruleset->rules.dice && fabs(luck) >= words->options->mistake) {
            begin(out, side_name(words->turn->side), luck > 0 ? " was lucky" : " was unlucky");
            buf_text(out, luck < 0 ? " with this roll (\u2212" : " with this roll (+");
            words_percent(fabs(luck), false, out);
            buf_text(out, " %).");
        }
        if (judgement->best_text[0] && error <= -words->options->doubtful) {
            begin(out, "Better was ", judgement->best_text);
            buf_text(out, " (");
            words_percent(-error, false, out);
            buf_text(out, " % lost).");
        }
    }
}

/* ---- Writers ---- */

enum { NAG_MISTAKE = 2, NAG_BLUNDER = 4, NAG_DOUBTFUL = 6 };
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
    noter->odds.size = noter->threats.size = sizeof noter->odds;
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
    struct note *note = memory_push(&noter->notes, &noter->count, &noter->capacity, sizeof *note);
    if (note)
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
        if (!ludus_position_odds(words->after, (enum ludus_side)side, &noter->odds))
            return false;
        words->none_is_new = noter->odds.none.throws != noter->none[side];
        if (!words->turn || words->turn->depth == 0)
            noter->none[side] = noter->odds.none.throws;
    }
    if (wanted & (LUDUS_REMARK_THREATS | LUDUS_REMARK_PROSE)) {
        words->threats = &noter->threats;
        return ludus_position_odds(words->after, (enum ludus_side)(side ^ 1), &noter->threats);
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
        { NOTE_FEN, words_position }, { NOTE_CAPTURED, words_captured }, { NOTE_THREATS, words_threats },
        { NOTE_ODDS, words_odds },    { NOTE_PROSE, words_prose },
    };
    for (unsigned i = 0; i < sizeof writers / sizeof *writers; i++) {
        enum note_command command = writers[i].command;
        bool of_a_turn = command <= NOTE_THREATS;
        if (!(noter->options.add & note_names[command].remark) || (of_a_turn && !words->turn))
            continue;
        writers[i].write(words, &noter->text);
        if (!keep_note(noter, note, command))
            return false;
    }
    return true;
}

/* The position before the first turn: what the first roll can bring. */
static bool note_start(struct ludus_noter *noter)
{
    struct words words = { .after = ludus_replay_after(noter->replay), .options = &noter->options };
    if (!words.after->ruleset->rules.dice || !(noter->options.add & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)))
        return true;
    struct note *note = add_note(noter, NOTE_START);
    return note && count_odds(noter, &words) && keep_words(noter, note, &words);
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
    return count_odds(noter, &words) && keep_words(noter, note, &words);
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
    if (sound && noter->options.add &&
        (!gather(noter, game, &sound) || (sound && !note_insert(game, noter->notes, noter->count))))
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
