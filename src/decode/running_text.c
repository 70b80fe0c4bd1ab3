/* running_text.c - finds moves in paragraphs, which are not in rows. */
#include "decode/passage.h"
#include "decode/transcript_page.h"

/* ---- Paragraphs ---- */

/* How likely a passage is a move: in a paragraph of moves, before the first word of a paragraph, or after a
 * roll or a comma. */
enum { STRONG_AMID = 1, STRONG_FIRST, STRONG_PLACED };

enum {
    NOTE_MOST = 4000, /* of a note between White's move and the answer */
    MOVE_MOST = 24    /* of a move with a number glued to it */
};

struct runner {
    size_t covered, other; /* bytes of moves, and other letters and digits */
    uint32_t label, last;  /* the number of the turn, 0 after it; the last number */
    uint32_t answered;     /* the last turn with Black's move right behind White's */
    int side;
    struct roll_of_page roll;
    bool thrown; /* the label has a roll, so its moves are of one side */
    unsigned depth;
    size_t label_begin, end; /* of the number, and of the last move */
    bool fresh;              /* the label is right before */
    bool next;               /* a comma follows the last move, as in a turn with dice */
    bool words;              /* words follow the last move on this line */
    bool outside;            /* the same before the open bracket */
    bool slash;              /* which is a slash */
};

/* Reads the dice from `at` on, in digits or words, with stops, brackets and verbs: "(2,3)", "2-3:", "rolled
 * two and three"; if `led` by a label, also "23". Returns where they end. Sets all dice or none. */
static size_t read_faces(const struct print *print, size_t at, size_t end, bool led,
                         struct roll_of_page *roll)
{
    const struct rules *rules = &print->dialects->ruleset->rules;
    size_t last = end;
    *roll = (struct roll_of_page){ .count = 0 };
    for (size_t start = at; at < end && roll->count < rules->dice; start = at) {
        const char *text = print->text + at;
        const struct dialect_word *face = dialects_find(print->dialects, text, end - at, CLASS_FACE);
        size_t verb = dialects_word(print->dialects, text, end - at, CLASS_ROLLS);
        bool digit = *text > '0' && *text <= (char)('0' + rules->faces) && (led || at != last);
        led |= *text == '(' || *text == '[';
        if (!roll->count && (digit || face))
            roll->begin = at;
        if (digit || face)
            roll->dice[roll->count++] = face ? face->value : (uint8_t)(*text - '0');
        at += face    ? dialect_span(face, text, text + (end - at))
              : verb  ? verb
              : digit ? 1
                      : print_skip(text, 0, end - at, SPACES "([|,.:;-+&/");
        at += at == start && end - at > 2 && is_long_dash(text) ? 3 : 0;
        last = digit || face ? at : last;
        if (at == start)
            break;
    }
    const char *face = print->text + roll->begin;
    roll->loose = roll->count && !(roll->begin > 0 && face[-1] == '(' && strchr(",)", face[1]));
    if (roll->count < rules->dice || (at < end && is_digit(print->text[at])))
        roll->count = 0;
    roll->end = at;
    for (size_t next = at, start = end; next != start; at = next) { /* "rolled 2 and 3, and played" */
        start = next = print_skip(print->text, at, end, SPACES ").,:|]-");
        next += end - next > 2 && is_long_dash(print->text + next)
                    ? 3
                    : dialects_word(print->dialects, print->text + next, end - next, CLASS_ROLLS);
    }
    return at;
}

/* Reads the label of a turn with dice and its roll: "1W. (2,3)", "1. 2-3", "White threw two and three:",
 * "2. White: 23"; or a roll alone, before a move. Returns where they end, `at` if there is no roll. */
static size_t read_roll(const struct print *print, size_t at, size_t end, struct label *label, int *side,
                        struct roll_of_page *roll)
{
    const struct ludus_ruleset *rules = print->dialects->ruleset;
    int before, named;
    size_t begin = at + dialects_side(print->dialects, print->text + at, end - at, &before);
    begin = print_skip(print->text, begin, end, begin > at ? " " : "");
    for (size_t from = begin + label_of_roll(print, begin, end, &label->number, side);; from = begin) {
        size_t word = dialects_side(print->dialects, print->text + from, end - from, &named);
        named = word ? named : before;
        if (from == begin) {
            label->number = 0;
            *side = -1;
        }
        if (named >= 0)
            *side = place_of_side(rules, (unsigned)named);
        bool led = from > at || word || strchr("([", print->text[at]);
        size_t behind = read_faces(print, from + word, end, led, roll);
        /* Two numbers alone are a roll only before a move, and one is none. */
        if (roll->count && (led || (rules->rules.dice > 1 && print_longest(print, behind, end, false) > 1)))
            return behind;
        roll->count = 0;
        if (from == begin)
            return at;
    }
}

/* Is a word of digits before the number of the next turn the answer to a move, "22. f5 65 23. Lf4"? */
static bool is_worn_answer(const struct runner *runner, const char *text, size_t at, size_t end)
{
    const size_t stop = at + strcspn(text + at, SPACES);
    return runner->label && runner->side == 1 && !runner->words && !runner->depth && stop - at == 2 &&
           is_digit(text[at + 1]) && print_ends_turn(text, stop, end, runner->label + 1);
}

/* Reads the label of a turn, "12.", with dice also its roll. Returns its length, or 0. */
static size_t scan_label(struct finder *finder, struct runner *runner, size_t begin, size_t at, size_t end)
{
    const struct print *print = &finder->print;
    struct roll_of_page roll = { .count = 0 };
    struct label label = { .dots = false };
    int side = -1;
    size_t behind =
        print->dialects->ruleset->rules.dice ? read_roll(print, at, end, &label, &side, &roll) : at;
    if (roll.count && !label.number && side < 0 && runner->thrown && runner->side != 1) {
        label.number = runner->label; /* the second roll of a row */
        side = label.number ? 1 : -1;
    }
    if (!roll.count) {
        label = print_label(print, begin, at, end, runner->last ? runner->last + 1 : 0);
        behind = at + label.length;
        bool again = runner->end && label.number == runner->label && runner->side == 1 && !runner->depth &&
                     (print->twice || print->text[runner->end - 1] != '.') && /* "12. Bd3. 12. Nc3" */
                     print_skip(print->text, runner->end, at, " ,;") == at;   /* 46. Kg6, 46. a5 */
        side = label.dots || again || (label.dash && (print->dashed || label.number == runner->last));
        const bool odd = runner->last && label.number > 1 && label.number != runner->last &&
                         label.number != runner->last + 1;
        const bool ends_line =
            print->text[at + label.length] == '\n' && is_digit(print->text[behind - 1]) &&
            label_at(print->text, print_skip(print->text, behind, end, SPACES), end).length;
        if (!label.length || ends_line || /* "Round 5" above "1. P-Q4" */
            (odd && (is_letter(print->text[at]) ||
                     is_worn_answer(runner, print->text, at, end)))) /* "l6" is no number 16 behind turn 2 */
            return 0;
    }
    runner->last = runner->label = label.number;
    runner->thrown = roll.count > 0;
    runner->side = side;
    runner->roll = roll;
    runner->label_begin = at;
    runner->fresh = true;
    return behind - at;
}

/* Adds a move of a paragraph, whose text is at least `length` bytes. */
static void add_move(struct finder *finder, struct runner *runner, size_t at, size_t end, size_t length)
{
    const size_t behind = at + length;
    if (!runner->label && runner->last && runner->last != runner->answered &&
        print_ends_turn(finder->print.text, behind, end, runner->last + 1)) { /* behind a note: "BPxP; 10." */
        runner->label = runner->last;
        runner->side = 1;
    }
    bool placed = runner->thrown && (runner->fresh || runner->next);
    bool loose = runner->thrown && !placed && !runner->words; /* a line that begins with a move */
    uint8_t strong = runner->depth || loose ? 0
                     : placed               ? STRONG_PLACED
                     : !runner->other       ? STRONG_FIRST
                                            : STRONG_AMID;
    runner->roll.end = runner->fresh ? at : runner->roll.end;
    passage_add(finder, (struct passage){
                            .begin = at,
                            .end = is_digit(finder->print.text[behind]) ? behind : end,
                            .least = length,
                            .label_begin = runner->fresh || runner->roll.count ? runner->label_begin : at,
                            .cell = finder->cell,
                            .strong = strong,
                            .label = runner->label,
                            .side = runner->label || runner->thrown ? runner->side : -1,
                            .roll = runner->roll,
                            .behind_words = runner->words,
                            .depth = (uint8_t)(runner->depth < 9 ? runner->depth : 9),
                        });
    runner->answered = runner->side == 1 && !runner->words ? runner->label : runner->answered;
    runner->covered += length - (finder->print.text[behind - 1] == '.');
    runner->end = behind;
    runner->words = runner->fresh = false;
    runner->roll.count = 0;
    if (runner->thrown)
        return;
    if (runner->side == 1)
        runner->label = 0;
    runner->side = 1;
}

/* Returns the end of an unreadable move: before a comma, the end of the line, or a word in small letters. */
static size_t move_end(const char *text, size_t at, size_t end)
{
    size_t stop = at;
    for (; at < end && text[at] != ',' && !is_break(text[at]); at++) {
        size_t word = at;
        while (word < end && is_lower(text[word]))
            word++;
        if (is_blank(text[at - 1]) && word > at + 1 && word < end && is_space(text[word]))
            break;
        stop = is_blank(text[at]) ? stop : at + 1;
    }
    return stop;
}

/* Does the other side's move of `least` bytes follow, and end the turn: "5 PxF P-Q4 6 ..."? */
static bool is_answered(const struct print *print, size_t at, size_t end, size_t least)
{
    const size_t next = print_skip_blanks(print->text, at, end),
                 length = print_longest(print, next, end, true);
    return length >= least && print_ends_turn(print->text, next + length, end, 0);
}

/* Does a readable move stand farther on, right before the number of the next turn: "If 9. P-K4, he ...
 * BPxP; 10."? */
static bool is_answered_below(const struct print *print, size_t at, size_t end, uint32_t next)
{
    const char *text = print->text;
    for (size_t label = at; label < end && label < at + NOTE_MOST; label++) {
        if (label_of_word(text, at, label, end).number != next)
            continue;
        size_t word = label;
        while (word > at && (is_space(text[word - 1]) || text[word - 1] == ';'))
            word--;
        while (word > at && !is_space(text[word - 1]))
            word--;
        return word > at && print_longest(print, word, label, true) > 1;
    }
    return false;
}

/* Length of an unreadable text that is probably the next move, or 0. */
static size_t meant_length(const struct finder *finder, const struct runner *runner, size_t at, size_t end)
{
    const char *text = finder->print.text;
    size_t stop = at;
    if (runner->thrown) {
        enum { NAME_LEAST = 4 };
        const size_t name = strcspn(text + at, SPACES);
        const char *behind = text + at + name; /* "Eqves b8-c6": it may be misspelt */
        const bool named = is_upper(text[at]) && name >= NAME_LEAST && !is_digit(behind[-1]) &&
                           is_blank(*behind) && is_lower(behind[1]) && is_digit(behind[2]);
        return (runner->fresh || runner->next) &&
                       (named || dialects_match(finder->print.dialects, text + at, text + end))
                   ? move_end(text, at, end) - at
                   : 0;
    }
    int side;
    const bool worded = strspn(text + at, SMALL_LETTERS) > 3, /* "both" */
        other = end - at > 2 && is_upper(text[at]) && is_lower(text[at + 1]) &&
                !dialects_match(finder->print.dialects, text + at, text + end); /* "If", "So" */
    if (!runner->label || runner->words || runner->depth ||
        dialects_side(finder->print.dialects, text + at, end - at, &side))
        return 0;
    while (stop < end && stop - at < 26 && !strchr(",;\n", text[stop]) &&
           !(is_blank(text[stop]) && stop + 1 < end &&
             (label_at(text, stop + 1, end).length || strchr("([{", text[stop + 1]) ||
              (is_digit(text[stop - 1]) && stop - at < 6 &&
               strspn(text + stop + 1, SMALL_LETTERS) > 2) || /* Kl7 and */
              (runner->side == 0 && stop > at + 1 + !is_digit(text[at + 1]) &&
               is_answered(&finder->print, stop, end, memchr(text + at, ' ', stop - at) ? 3 : 2)))))
        if (is_blank(text[stop++]) && dialects_side(finder->print.dialects, text + stop, end - stop, &side))
            return 0; /* "Saavedra. White: Kb6" */
    const size_t below =
        print_skip(text, stop, end, SPACES); /* a sentence may go on there: "De", "inocente" */
    const bool prose = strspn(text + below, SMALL_LETTERS) > 2;
    const bool bounded =
        stop == end || strchr(",;", text[stop]) || is_blank(text[stop]) || (text[stop] == '\n' && !prose);
    return bounded && print_words(&finder->print, at, stop) + other < (worded ? 1 : 2) &&
                   print_may_be_move(&finder->print, at, stop) &&
                   !(runner->side == 1 && !print_is_worn(text + at, stop - at) &&
                     strcspn(text + at, "0123456789") >= stop - at && /* no signs of a move */
                     is_answered_below(&finder->print, stop, finder->out->length, runner->label + 1))
               ? stop - at
               : 0;
}

/* Is the next word one about the move before it: check, squeeze, en passant? */
static bool is_remark(const struct print *print, size_t at, size_t end)
{
    at = print_skip(print->text, at, end, SPACES);
    static const uint8_t classes[] = { CLASS_CHECK, CLASS_MATE, CLASS_MORE, CLASS_SQUEEZE, CLASS_PASSING };
    size_t i = 0;
    while (i < sizeof classes &&
           !dialects_word(print->dialects, print->text + at, end - at, (enum word_class)classes[i]))
        i++;
    return i < sizeof classes;
}

/* Returns where the number of the next turn is glued to a move, "Hbd716. Hc6"; `end` if it is not. */
static size_t glued_label(const struct print *print, size_t at, size_t end, uint32_t next)
{
    const char *text = print->text;
    for (size_t place = at; place < end && place < at + MOVE_MOST && !is_space(text[place]); place++) {
        const struct label label = is_digit(text[place]) ? label_at(text, place, end) : (struct label){ 0 };
        if (label.number == next && print_label_stop(text + place) == '.' && place > at &&
            print_longest(print, at, place, true) == place - at &&
            !print_ends_turn(text, place + label.length, end, next)) /* "e6xd5." above "5. Lg5" */
            return place;
    }
    return end;
}

/* Length of a move, or of an unreadable text that is probably one, or 0. The next line may begin another. */
static size_t move_length(const struct finder *finder, const struct runner *runner, size_t at, size_t end)
{
    const struct print *print = &finder->print;
    end = runner->last ? glued_label(print, at, end, runner->last + 1) : end;
    size_t length = print_longest(print, at, end, false), line = print_line_end(print->text, at, at + length),
           part = line < at + length && !runner->thrown ? print_longest(print, at, line, true) : 0;
    const size_t below = print_skip(print->text, line, end, SPACES); /* "P-Q", "4, B-K 6": no number */
    const bool goes_on = part &&
                         print->text[at + length - 1] == '.' && /* "ad quartam sedem arciferi", "regis." */
                         print_longest(print, below, end, true) < 2;
    const bool ranked = runner->last && is_digit(print->text[below]) &&
                        label_at(print->text, below, end).number != runner->last + 1;
    if (part > 1 && !goes_on && !ranked && print_skip(print->text, at + part, line, " \t,;.") == line &&
        !is_remark(print, line, end))
        length = part;
    if (length > 1 && runner->label && runner->side == 0 && !is_answered(print, at + length, end, 3))
        for (size_t stop = at + 2; stop < at + length; stop++)
            if (is_blank(print->text[stop]) && print_longest(print, at, stop, true) == stop - at &&
                is_answered(print, stop, end, 3))
                return stop - at; /* "T p C. D p T.", "B takes QKt P takes B.": more of it may be this move */
    const char *word = print->text + at + 3; /* "de" is a capture, but not of "de este" */
    if (length == 2 && is_lower(word[-2]) && is_space(word[-1]) && is_lower(*word) &&
        begins_letter(word[1]) && word[1] != 'x' && (is_lower(word[2]) || word[2] & '\x80'))
        length = 0;
    return length > 1 ? length : meant_length(finder, runner, at, end);
}

/* Does a slash open a note, "9. Ke2 /9... Kd7/": at the beginning of a word, another ends one behind it? */
static bool opens_slash(const char *text, size_t at, size_t end)
{
    const size_t most = end - at < BRACKETS_MOST ? end - at : BRACKETS_MOST;
    const char *stop = memchr(text + at + 1, '/', most - 1);
    return (at == 0 || is_space(text[at - 1])) && stop &&
           (is_digit(text[at + 1]) || begins_letter(text[at + 1])) && !is_space(stop[-1]) &&
           (stop + 1 == text + end || is_space(stop[1]));
}

/* May a word be a move: with a letter, or a sign for one, as scans have for figurines, or digits? */
static bool begins_move(const struct finder *finder, const struct runner *runner, size_t at, size_t end)
{
    const char *text = finder->print.text;
    return is_letter(text[at]) || text[at] & '\x80' || text[at] == '0' ||
           (is_digit(text[at]) && (finder->digits || is_worn_answer(runner, text, at, end))) ||
           (strchr("'.<!:", text[at]) && (at == 0 || is_space(text[at - 1])) &&
            print_longest(&finder->print, at, end, true) > 2);
}

/* Counts a bracket at `at`, if it is closed in its paragraph. Words inside are not before the next move. */
static void count_bracket(struct runner *runner, const char *text, size_t at, size_t end)
{
    const char open = text[at];
    if (open == '/' && !runner->slash && runner->depth == 0 && opens_slash(text, at, end)) {
        runner->outside = runner->words;
        runner->depth = 1;
        runner->slash = true;
    } else if (open == '/' && runner->slash && (at + 1 == end || is_space(text[at + 1]))) {
        runner->depth = 0;
        runner->slash = false;
        runner->words = runner->outside;
    } else if (open == '(' || open == '[') {
        if (print_behind_bracket(text, at, end) > at)
            runner->outside = runner->depth++ ? runner->outside : runner->words;
    } else if ((open == ')' || open == ']') && runner->depth && --runner->depth == 0) {
        runner->words = runner->outside;
    }
}

/* Length of what stands between two moves of one turn, "," or "and", or 0. */
static size_t joint_length(const struct finder *finder, size_t at, size_t end)
{
    return strchr(",&+", finder->print.text[at])
               ? 1
               : dialects_word(finder->print.dialects, finder->print.text + at, end - at, CLASS_ROLLS);
}

/* Adds the moves that a paragraph may have, and words that end the game. */
static void add_moves(struct finder *finder, size_t begin, size_t end, struct runner *runner)
{
    const char *text = finder->print.text;
    size_t at = begin, stop;
    while (at < end) {
        if (text[at] == '{') { /* the number of a page */
            const char *close = memchr(text + at, '}', end - at);
            at = close ? (size_t)(close - text) + 1 : end;
            continue;
        }
        const bool begins = !is_space(text[at]) &&
                            (at == begin || is_space(text[at - 1]) || strchr(".,;:([-}", text[at - 1]));
        size_t length = begins ? print_clock(&finder->print, at, end) : 0;
        if (length) {
            at += length;
            continue;
        }
        const bool behind_dash = /* "SOLUTION.—1 Q-Kt4" */
            runner->covered == 0 && at > begin + 2 && is_digit(text[at]) && is_long_dash(text + at - 3);
        length = begins || behind_dash || (at == runner->end && is_digit(text[at]))
                     ? scan_label(finder, runner, begin, at, end)
                     : 0;
        if (!length)
            count_bracket(runner, text, at, end);
        bool word = begins && begins_move(finder, runner, at, end);
        if (length) {
            at = print_skip(text, at + length, end, SPACES "|");
            const size_t dots = runner->thrown ? 0 : dots_at(text, at, end); /* on the next line */
            runner->side = dots ? 1 : runner->side;
            at = dots ? print_skip(text, at + dots, end, SPACES "|") : at;
        }
        if ((length || word || (begins && is_digit(text[at]))) && !finder->columns[0] && !runner->words &&
            runner->depth == 0 && (stop = print_ending(&finder->print, at, end)) > 0) {
            if (runner->covered)
                passage_add_end(finder, at, at + stop);
            runner->label = 0;
            runner->other += stop;
            at += stop;
            continue;
        }
        if (length || word)
            length = move_length(finder, runner, at, end);
        if (length > 1) {
            add_move(finder, runner, at, end, length);
            at += length;
            const size_t ahead = print_skip(text, at, end, SPACES);
            const size_t joint = runner->thrown && ahead < end ? joint_length(finder, ahead, end) : 0;
            runner->next = joint > 0;
            at = joint ? ahead + joint : at;
            continue;
        }
        runner->other += runner->depth == 0 &&
                         (begins_letter(text[at]) || is_digit(text[at]) || print_is_illegible(text[at]));
        runner->words = (runner->words || begins_letter(text[at])) &&
                        !(is_break(text[at]) && print_behind(text, begin, at) != BEHIND_WORD);
        runner->fresh &= at < end && is_space(text[at]);
        runner->next &= at < end && is_space(text[at]);
        at += at < end;
    }
}

void passage_add_paragraph(struct finder *finder, size_t begin, size_t end)
{
    struct passages *out = finder->out;
    struct runner runner = { .side = -1 };
    const size_t first = out->count;
    finder->cell++;
    add_moves(finder, begin, end, &runner);
    const bool moves = runner.covered > (finder->columns[0] ? 4 : 1) * runner.other;
    const unsigned least = (finder->columns[0] ? STRONG_PLACED : STRONG_FIRST) - (moves ? 1u : 0u);
    for (size_t i = first; i < out->count; i++) {
        out->each[i].strong = out->each[i].strong >= least;
        out->each[i].amid = out->each[i].ends && !moves;
    }
}
