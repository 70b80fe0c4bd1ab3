/* note_words.c - writes the notes on a turn: commands, and sentences. */
#include "base/chars.h"
#include "play/played.h"
#include "play/replay.h"
#include "study/note.h"

#include <math.h>
#include <stdlib.h>

enum { LISTED_ROLLS = 4 };

/* Adds rolls, "1-1,1-2" with `separator` between. */
static void add_rolls(const struct ludus_ruleset *rs, const struct ludus_rolls *rolls, const char *separator,
                      struct ludus_buffer *out)
{
    for (unsigned r = 0; r < rolls->count; r++) {
        buf_text(out, r ? separator : "");
        for (unsigned die = 0; die < rs->rules.dice; die++)
            buf_format(out, "%s%u", die ? "-" : "", rolls->dice[r][die]);
    }
}

/* ---- Commands ---- */

static void write_position(const struct words *words, struct ludus_buffer *out)
{
    fen_write(words->after, false, out);
}

/* Writes what the turn captured: "Miles f3, Eques d4". An own man is one that was bound. */
static void write_captured(const struct words *words, struct ludus_buffer *out)
{
    struct played_move played;
    played_begin(&played, words->before, words->turn);
    while (played_next(&played))
        for (const struct played_man *man = played.taken; man < played.taken + played.taken_count; man++)
            if (!(man->own && words->turn->forced[played.index]))
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
        if (rs->rules.dice)
            buf_format(out, "=%u/%u", odds->capture[s], odds->throws);
    }
}

/* Writes what the mover could capture next: "d8=20/36 e7=11/36". */
static void write_threats(const struct words *words, struct ludus_buffer *out)
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

/* Writes what the next turn can bring: "none=4/36:1-1,1-2,2-2 win=… e5=5/36". */
static void write_odds(const struct words *words, struct ludus_buffer *out)
{
    if (!words->after->ruleset->rules.dice)
        return;
    add_list(words, "none", &words->odds->none, out);
    add_list(words, "win", &words->odds->win, out);
    add_captures(words->after->ruleset, words->odds, out);
}

/* Adds per cent with two decimals, with `sign` also with a plus. Never "-0.00". */
static void add_percent(double part, bool sign, struct ludus_buffer *out)
{
    long hundredths = lround(part * 10000);
    const char *before = hundredths < 0 ? "-" : sign ? "+" : "";
    buf_format(out, "%s%ld.%02ld", before, labs(hundredths) / 100, labs(hundredths) % 100);
}

static void write_value(const struct words *words, struct ludus_buffer *out)
{
    add_percent(words->judgement->after, false, out);
}

/* Returns 1 if White moved, else -1. */
static double sign_of(const struct words *words)
{
    return words->turn->side == LUDUS_WHITE ? 1 : -1;
}

static void write_luck(const struct words *words, struct ludus_buffer *out)
{
    add_percent(sign_of(words) * words->judgement->luck, true, out);
}

static void write_error(const struct words *words, struct ludus_buffer *out)
{
    add_percent(sign_of(words) * words->judgement->error, true, out);
}

/* ---- Sentences ---- */

/* Begins a sentence after those before. */
static void begin_sentence(struct ludus_buffer *out, const char *text, const char *end)
{
    buf_format(out, "%s%s%s", out->length ? " " : "", text, end);
}

/* Ends a sentence with rolls, " (5-5, 5-6, 6-6).", without them if there are many. */
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

/* Writes what the side that moved threatens. */
static void say_threats(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_odds *threats = words->threats;
    if (!threats->win.throws)
        return;
    const struct ludus_position *pos = words->after;
    const struct rules *rules = &pos->ruleset->rules;
    bool dice = rules->dice > 0;
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
        add_kind(words, royal, out);
    } else
        begin_sentence(out, side_name(words->turn ? words->turn->side : pos->side ^ 1u),
                       dice ? " threatens to win" : " threatens to win at once");
    if (dice) {
        buf_format(out, ": %u of %u rolls win", threats->win.throws, threats->throws);
        end_with_rolls(words, &threats->win, out);
    } else {
        buf_char(out, '.');
    }
}

/* Writes what the side to move can do. */
static void say_odds(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_odds *odds = words->odds;
    const struct ludus_position *pos = words->after;
    const char *side = side_name(pos->side);
    bool dice = pos->ruleset->rules.dice > 0;
    unsigned count = words->turn ? words->turn->moves_count : 0;
    unsigned moved =
        count ? words->turn->moves[count - 1].to : NONE; /* square of the piece that moved last */
    if (odds->win.throws && !dice)
        begin_sentence(out, side, " can win at once.");
    else if (odds->win.throws) {
        begin_sentence(out, side, " wins at once with ");
        buf_format(out, "%u of %u rolls", odds->win.throws, odds->throws);
        end_with_rolls(words, &odds->win, out);
    }
    if (moved != NONE && pos->cell[moved] && odds->capture[moved] &&
        !in_set(pos->ruleset->rules.royal, CODE_KIND(pos->cell[moved]))) {
        begin_sentence(out, "The ", "");
        add_kind(words, moved, out);
        buf_format(out, " on %s can be taken", square_name(pos->ruleset, moved).text);
        if (dice)
            buf_format(out, " with %u of %u rolls", odds->capture[moved], odds->throws);
        buf_char(out, '.');
    }
    if (dice && odds->none.throws && words->none_is_new) {
        begin_sentence(out, side, " has no legal move with ");
        buf_format(out, "%u of %u rolls", odds->none.throws, odds->throws);
        end_with_rolls(words, &odds->none, out);
    }
}

static void say_judgement(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_judgement *judgement = words->judgement;
    double luck = sign_of(words) * judgement->luck, error = sign_of(words) * judgement->error;
    if (words->after->ruleset->rules.dice && fabs(luck) >= words->options->mistake) {
        begin_sentence(out, side_name(words->turn->side), luck > 0 ? " was lucky" : " was unlucky");
        buf_text(out, luck < 0 ? " with this roll (\u2212" : " with this roll (+");
        add_percent(fabs(luck), false, out);
        buf_text(out, " %).");
    }
    if (judgement->best_text[0] && error <= -words->options->doubtful) {
        begin_sentence(out, "Better was ", judgement->best_text);
        buf_text(out, " (");
        add_percent(-error, false, out);
        buf_text(out, " % lost).");
    }
}

/* Writes all sentences; nothing if there are none. */
static void write_prose(const struct words *words, struct ludus_buffer *out)
{
    say_threats(words, out);
    say_odds(words, out);
    if (words->judgement)
        say_judgement(words, out);
}

const struct note_writer note_writers[NOTE_COMMANDS] = {
    [NOTE_FEN] = { "fen", LUDUS_REMARK_FEN, OF_TURN, write_position },
    [NOTE_CAPTURED] = { "captured", LUDUS_REMARK_CAPTURED, OF_TURN, write_captured },
    [NOTE_THREATS] = { "threats", LUDUS_REMARK_THREATS, OF_TURN, write_threats },
    [NOTE_ODDS] = { "odds", LUDUS_REMARK_ODDS, OF_ANY, write_odds },
    [NOTE_VALUE] = { "value", LUDUS_REMARK_LUCK, OF_JUDGED, write_value },
    [NOTE_LUCK] = { "luck", LUDUS_REMARK_LUCK, OF_ROLLED, write_luck },
    [NOTE_ERROR] = { "error", LUDUS_REMARK_LUCK, OF_JUDGED, write_error },
    [NOTE_PROSE] = { "prose", LUDUS_REMARK_PROSE, OF_ANY, write_prose },
};
