/* note_words.c - notes in words. Sentences are made from the table below: each has a template, a test of
 * whether it is to be said, and words that fill it in. */
#include "study/note_words.h"

#include "rules/position.h"
#include "rules/ruleset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_ROLLS = 4 };

static void add_square(const struct ludus_ruleset *rs, unsigned square, struct ludus_buffer *out)
{
    char name[4];
    square_name(rs, square, name);
    buf_text(out, name);
}

static void add_lower(const char *text, struct ludus_buffer *out)
{
    for (; *text; text++)
        buf_char(out, *text >= 'A' && *text <= 'Z' ? (char)(*text + 'a' - 'A') : *text);
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

/* What a move that broke the rules has taken of the other side's. */
static void add_forced(const struct ludus_position *before, const struct ludus_position *after,
                       unsigned mover, struct ludus_buffer *out)
{
    for (unsigned s = 0; s < before->ruleset->squares; s++) {
        unsigned was = before->cell[s], is = after->cell[s];
        if (was && CODE_SIDE(was) != mover && (!is || CODE_SIDE(is) == mover))
            add_captured(before->ruleset, was, s, out);
    }
}

static void add_undone(const struct ludus_position *after, const struct undo *undo, unsigned mover,
                       struct ludus_buffer *out)
{
    for (unsigned c = 0; undo->captures && c < undo->changes; c++) {
        unsigned was = undo->change[c].was;
        if (was && (CODE_SIDE(was) != mover || falls(after, undo, c)))
            add_captured(after->ruleset, was, undo->change[c].square, out);
    }
}

void words_captured(const struct words *words, struct ludus_buffer *out)
{
    const struct ludus_turn *turn = words->turn;
    struct ludus_position pos = *words->before;
    struct undo undo;
    for (unsigned i = 0; i < turn->moves_count; i++) {
        if (turn->forced[i]) {
            add_forced(&pos, turn->forced[i], turn->side, out);
            position_become(&pos, turn->forced[i]);
            continue;
        }
        position_make(&pos, turn->moves[i], &undo);
        pos.past = words->before->past;
        add_undone(&pos, &undo, turn->side, out);
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

static double gain(const struct words *words, double part)
{
    return words->turn->side == LUDUS_WHITE ? part : -part;
}

static bool threatens_royal(const struct words *words)
{
    return threatened_royal(words) != NONE && words->threats->win.throws;
}

static bool threatens_to_win(const struct words *words)
{
    return words->threats && words->threats->win.throws && !threatens_royal(words);
}

static bool can_win(const struct words *words)
{
    return words->odds && words->odds->win.throws;
}

static bool can_be_taken(const struct words *words)
{
    unsigned square = moved_to(words);
    return words->odds && square != NONE && words->odds->capture[square] &&
           !in_set(words->after->ruleset->rules.royal, CODE_KIND(words->after->cell[square]));
}

static bool may_not_move(const struct words *words)
{
    return words->odds && words->after->ruleset->rules.dice && words->odds->none.throws && words->none_is_new;
}

static bool is_lucky(const struct words *words)
{
    return words->judgement && gain(words, words->judgement->luck) >= words->options->mistake;
}

static bool is_unlucky(const struct words *words)
{
    return words->judgement && gain(words, words->judgement->luck) <= -words->options->mistake;
}

static bool is_error(const struct words *words)
{
    return words->judgement && words->judgement->best_text[0] &&
           gain(words, words->judgement->error) <= -words->options->doubtful;
}

/* A sentence is said when its test says so. In it, with dice and without: %T the kinds that threaten, %r the
 * royal, %p and %q the piece moved last and its square, %s the side to move, %m the side that moved, %w %c %n
 * how many throws win, threaten to win, or leave no move, %k how many take the piece, %W %C %N which rolls
 * those are, %l luck, %e error, %b the best turn. */
static const struct sentence {
    bool (*holds)(const struct words *words);
    const char *dice, *plain;
} sentences[] = {
    { threatens_royal, "%T the %r: %c win%C.", "%T the %r." },
    { threatens_to_win, "%m threatens to win: %c win%C.", "%m threatens to win at once." },
    { can_win, "%s wins at once with %w%W.", "%s can win at once." },
    { can_be_taken, "The %p on %q can be taken with %k.", "The %p on %q can be taken." },
    { may_not_move, "%s has no legal move with %n%N.", "" },
    { is_lucky, "%m was lucky with this roll (%l %).", "" },
    { is_unlucky, "%m was unlucky with this roll (%l %).", "" },
    { is_error, "Better was %b (%e % lost).", "Better was %b (%e % lost)." },
};

static void add_throws(unsigned throws, unsigned of, struct ludus_buffer *out)
{
    buf_format(out, "%u of %u rolls", throws, of);
}

/* " (5-5, 5-6, 6-6)", unless they are many. */
static void add_some_rolls(const struct words *words, const struct ludus_rolls *rolls,
                           struct ludus_buffer *out)
{
    if (rolls->count > LISTED_ROLLS)
        return;
    buf_text(out, " (");
    add_rolls(words->after->ruleset, rolls, ", ", out);
    buf_text(out, ")");
}

/* "Eques threatens", "Rex and Eques threaten", "Rex, Laurus and Eques threaten". */
static void add_threatening(const struct words *words, struct ludus_buffer *out)
{
    const struct rules *rules = &words->after->ruleset->rules;
    const uint32_t *by = words->threats->capture_by[threatened_royal(words)];
    unsigned count = 0, said = 0;
    for (unsigned k = 0; k < rules->kind_count; k++)
        count += by[k] != 0;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        if (!by[k])
            continue;
        buf_format(out, "%s%s",
                   said == 0           ? ""
                   : said + 1 == count ? " and "
                                       : ", ",
                   rules->kinds[k].names[0]);
        said++;
    }
    buf_text(out, count == 1 ? " threatens" : " threaten");
}

static void add_kind(const struct words *words, unsigned square, struct ludus_buffer *out)
{
    add_lower(words->after->ruleset->rules.kinds[CODE_KIND(words->after->cell[square])].names[0], out);
}

static const char *side_of(unsigned side)
{
    return side == LUDUS_WHITE ? "White" : "Black";
}

/* With the minus sign of printed text. */
static void add_luck(double luck, struct ludus_buffer *out)
{
    buf_text(out, luck < 0 ? "\u2212" : "+");
    words_percent(fabs(luck), false, out);
}

static void fill_in(const struct words *words, char what, struct ludus_buffer *out)
{
    switch (what) {
    case 'T':
        add_threatening(words, out);
        break;
    case 'r':
        add_kind(words, threatened_royal(words), out);
        break;
    case 'p':
        add_kind(words, moved_to(words), out);
        break;
    case 'q':
        add_square(words->after->ruleset, moved_to(words), out);
        break;
    case 's':
        buf_text(out, side_of(words->after->side));
        break;
    case 'm':
        buf_text(out, side_of(words->turn->side));
        break;
    case 'w':
        add_throws(words->odds->win.throws, words->odds->throws, out);
        break;
    case 'c':
        add_throws(words->threats->win.throws, words->threats->throws, out);
        break;
    case 'n':
        add_throws(words->odds->none.throws, words->odds->throws, out);
        break;
    case 'k':
        add_throws(words->odds->capture[moved_to(words)], words->odds->throws, out);
        break;
    case 'W':
        add_some_rolls(words, &words->odds->win, out);
        break;
    case 'C':
        add_some_rolls(words, &words->threats->win, out);
        break;
    case 'N':
        add_some_rolls(words, &words->odds->none, out);
        break;
    case 'l':
        add_luck(gain(words, words->judgement->luck), out);
        break;
    case 'e':
        words_percent(-gain(words, words->judgement->error), false, out);
        break;
    case 'b':
        buf_text(out, words->judgement->best_text);
        break;
    default:
        buf_char(out, '%');
        buf_char(out, what);
    }
}

void words_prose(const struct words *words, struct ludus_buffer *out)
{
    bool dice = words->after->ruleset->rules.dice > 0;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const char *at = dice ? sentences[i].dice : sentences[i].plain;
        if (!*at || !sentences[i].holds(words))
            continue;
        buf_text(out, out->length ? " " : "");
        for (; *at; at++)
            if (*at == '%' && at[1] && at[1] != ')' && at[1] != ' ')
                fill_in(words, *++at, out);
            else
                buf_char(out, *at);
    }
}
