/* note_words.c - notes in words. */
#include "base/chars.h"
#include "play/replay.h"
#include "study/note.h"

#include <math.h>
#include <stdlib.h>

enum { LISTED_ROLLS = 4 };

static void add_square(const struct ludus_ruleset *rs, unsigned square, struct ludus_buffer *out)
{
    buf_text(out, square_name(rs, square).text);
}

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

/* Is change number `c` of a move that a bound man of the player's own falls at the end of his turn? */
static bool falls(const struct ludus_position *after, const struct undo *undo, unsigned c)
{
    unsigned square = undo->change[c].square;
    return after->ruleset->rules.bound_capture == BOUND_FALLS && !after->cell[square] &&
           square != undo->move.from;
}

/* ", Miles e5" for a piece that stood there. */
static void add_captured(const struct ludus_ruleset *rs, unsigned code, unsigned square,
                         struct ludus_buffer *out)
{
    buf_format(out, "%s%s ", out->length ? ", " : "", rs->rules.kinds[CODE_KIND(code)].names[0]);
    add_square(rs, square, out);
}

void words_captured(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_turn *turn = words->turn;
    struct ludus_position pos = *words->before;
    struct undo undo;
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
            unsigned was = undo.change[c].was;
            if (was && (CODE_SIDE(was) != turn->side || falls(&pos, &undo, c)))
                add_captured(pos.ruleset, was, undo.change[c].square, out);
        }
    }
}

/* "e5=5/36 f6=1/36"; without dice the squares alone. */
static void add_captures(const struct ludus_ruleset *rs, const struct ludus_odds *odds,
                         struct ludus_buffer *out)
{
    for (unsigned s = 0; s < rs->squares; s++) {
        if (!odds->capture[s])
            continue;
        buf_text(out, out->length ? " " : "");
        add_square(rs, s, out);
        if (rs->rules.dice)
            buf_format(out, "=%u/%u", odds->capture[s], odds->throws);
    }
}

void words_threats(const struct words *words, struct ludus_buffer *out)
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

void words_odds(const struct words *words, struct ludus_buffer *out)
{
    if (!words->after->ruleset->rules.dice)
        return;
    add_list(words, "none", &words->odds->none, out);
    add_list(words, "win", &words->odds->win, out);
    add_captures(words->after->ruleset, words->odds, out);
}

void words_percent(double part, bool sign, struct ludus_buffer *out)
{
    long hundredths = lround(part * 10000);
    buf_format(out, "%s%ld.%02ld",
               hundredths < 0 ? "-"
               : sign         ? "+"
                              : "",
               labs(hundredths) / 100, labs(hundredths) % 100);
}

/* ---- Sentences ---- */

/* Square of the enemy royal that the mover threatens, or NONE. */
static unsigned threatened_royal(const struct words *words)
{
    const struct ludus_position *pos = words->after;
    for (unsigned s = 0; words->threats && s < pos->ruleset->squares; s++)
        if (words->threats->capture[s] && in_set(pos->ruleset->rules.royal, CODE_KIND(pos->cell[s])))
            return s;
    return NONE;
}

/* Where the last piece that moved in the turn stands now, or NONE. */
static unsigned moved_to(const struct words *words)
{
    if (!words->turn || words->turn->moves_count == 0)
        return NONE;
    unsigned square = words->turn->moves[words->turn->moves_count - 1].to;
    return square != NONE && words->after->cell[square] ? square : NONE;
}

/* Begins a sentence behind those before. */
static void begin(struct ludus_buffer *out, const char *text, const char *end)
{
    buf_format(out, "%s%s%s", out->length ? " " : "", text, end);
}

/* "5 of 36 rolls". */
static void add_throws(unsigned throws, const struct ludus_odds *odds, struct ludus_buffer *out)
{
    buf_format(out, "%u of %u rolls", throws, odds->throws);
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
    bool dice = words->after->ruleset->rules.dice > 0;
    unsigned royal = threatened_royal(words);
    if (royal != NONE) {
        /* "Eques threatens the rex", "Rex and Eques threaten", "Rex, Laurus and Eques threaten". */
        const struct rules *rules = &words->after->ruleset->rules;
        const uint32_t *by = words->threats->capture_by[royal];
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
        buf_text(out, ": ");
        add_throws(threats->win.throws, threats, out);
        buf_text(out, " win");
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
    unsigned moved = moved_to(words);
    if (odds->win.throws && !dice)
        begin(out, side, " can win at once.");
    else if (odds->win.throws) {
        begin(out, side, " wins at once with ");
        add_throws(odds->win.throws, odds, out);
        end_with_rolls(words, &odds->win, out);
    }
    if (moved != NONE && odds->capture[moved] &&
        !in_set(pos->ruleset->rules.royal, CODE_KIND(pos->cell[moved]))) {
        begin(out, "The ", "");
        add_kind(words, moved, out);
        buf_text(out, " on ");
        add_square(pos->ruleset, moved, out);
        buf_text(out, dice ? " can be taken with " : " can be taken");
        if (dice)
            add_throws(odds->capture[moved], odds, out);
        buf_char(out, '.');
    }
    if (dice && odds->none.throws && words->none_is_new) {
        begin(out, side, " has no legal move with ");
        add_throws(odds->none.throws, odds, out);
        end_with_rolls(words, &odds->none, out);
    }
}

void words_prose(const struct words *words, struct ludus_buffer *out)
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
