/* passage_join.c - finds which passages of a page belong together: the moves of a game that stand in prose,
 * and the two lists of a page that has each side's moves apart. */
#include "decode/passage.h"
#include "decode/transcript_page.h"

/* ---- Moves of a game in prose ---- */

enum { PLIES_MANY = 12, PLIES_OF_STUDY = 4, RETURN_MOST = 8 };

/* Do words on the rest of a line end the game, at the beginning of a clause? */
static bool ends_on_line(const struct print *print, size_t at, size_t end)
{
    const size_t stop = print_line_end(print->text, at, end);
    for (; at < stop; at++)
        if (strchr(",:;", print->text[at]) &&
            print_ending(print, print_skip_blanks(print->text, at + 1, stop), stop))
            return true;
    return false;
}

/* Do words between two bytes end the game: at the beginning of a line, or of a clause on the first one? */
static bool is_ended(const struct print *print, size_t at, size_t end)
{
    if (ends_on_line(print, at, end))
        return true;
    while (at < end && !print_ending(print, print_skip_blanks(print->text, at, end), end))
        at = print_next_line(print->text, at, end);
    return at < end;
}

/* Returns the turn after the last of `count` passages that is strong, as 2 * number + side, or 0. In a
 * paragraph, moves without a number stand behind the last one. */
static uint32_t turn_after(const struct passages *passages, size_t count)
{
    size_t numbered = count;
    while (numbered > 0 && passages->each[numbered - 1].strong && !passages->each[numbered - 1].label)
        numbered--;
    const struct passage *passage = numbered ? &passages->each[numbered - 1] : NULL;
    return passage && passage->strong && passage->label && passage->side >= 0
               ? passage_turn(passage) + (uint32_t)(count - numbered) + 1
               : 0;
}

/* Does a move stand at the end of its paragraph, or before words that end the game? It ends at `end`. */
static bool is_closing(const struct finder *finder, const struct passage *passage, size_t end)
{
    const size_t behind = print_skip(finder->print.text, passage->begin + passage->least, end, " .,;:!?+#\n");
    return behind >= passage->end || print_ending(&finder->print, behind, end);
}

/* Follows the passages before `stop` that continue the game from `first` on, up to the turn `goal`: each with
 * the next number, perhaps behind words, or right behind the one before it. Numbers may go back, as behind a
 * variation; which of the rivals is the game stays a choice of the search. If they reach the goal, or are
 * at least so many, or a few up to byte `end` where the text closes, makes them strong and returns true. */
static bool take_chain(const struct finder *finder, size_t first, size_t stop, uint32_t goal, size_t least,
                       size_t end)
{
    enum { BACK_MOST = 12 };
    const struct passages *passages = finder->out;
    size_t plies = 0;
    for (unsigned takes = 0; takes < 2; takes++) {
        uint32_t turn = passage_turn(&passages->each[first]), its = turn;
        size_t behind = first;
        for (size_t i = first; i < stop && turn < goal; i++) {
            struct passage *passage = &passages->each[i];
            if (passage->ends && !passage->amid)
                break;
            const bool numbered = passage_is_labelled(passage);
            const uint32_t here = numbered ? passage_turn(passage) : its;
            if (i == behind && i > first &&
                ends_on_line(&finder->print,
                             passages->each[behind - 1].begin + passages->each[behind - 1].least,
                             passage->label_begin))
                break;
            if (passage->depth || here > turn + 1 || here + BACK_MOST < turn ||
                !(numbered || i == first || (i == behind && passages_touch(passages, i))))
                continue;
            behind = i + 1;
            its = here + 1;
            plies += here >= turn;
            turn = here < turn ? turn : its;
            passage->strong |= takes > 0;
        }
        if (plies < least && turn < goal &&
            !(plies >= PLIES_OF_STUDY && end && is_closing(finder, &passages->each[behind - 1], end)))
            return false;
    }
    return true;
}

/* Returns the passage before `stop` behind those that touch each other from `first` on, if they go to the end
 * of their paragraph or to words that end the game; else 0. */
static size_t ending_end(const struct finder *finder, size_t first, size_t stop, size_t end)
{
    const struct passages *out = finder->out;
    size_t next = first + 1;
    while (next < stop && !out->each[next].ends && out->each[next].depth == 0 && passages_touch(out, next) &&
           print_longest(&finder->print, out->each[next].begin, out->each[next].end, false) > 1)
        next++;
    return first + 1 < next && is_closing(finder, &out->each[next - 1], end) ? next : 0;
}

/* Makes the moves between the strong passages before `last` and `next` strong, if they continue the game with
 * the next numbers: before another strong passage (`inner`) whose turn is ahead, they lead to it or are many;
 * else they go to the end of their paragraph, or to words that end the game, "The rest was short: 24. Qxe7
 * Nxd2
 * 25. Nxd2 Qxf2 mate.", or, in running text, are many. The game's text ends at byte `end`. */
static void take_gap(struct finder *finder, size_t last, size_t next, bool inner, size_t end)
{
    struct passages *out = finder->out;
    const struct passage *row = &out->each[last - 1];
    const uint32_t turn = turn_after(out, last);
    size_t first = last;
    if (!turn || (inner && (out->each[next].side < 0 || passage_turn(&out->each[next]) <= turn)))
        return;
    for (; first < next; first++) {
        const struct passage *passage = &out->each[first];
        if (passage->ends && !passage->amid)
            return;
        const bool answers =
            passage->label && passage_turn(passage) == turn && passage->behind_words && /* BPxP; 10. */
            first + 1 < next && passage_turn(&passage[1]) == turn + 1 && passages_touch(out, first + 1);
        if ((!answers && !passage_is_labelled(passage)) || passage->depth || passage_turn(passage) - turn > 1)
            continue; /* a ply may be lost */
        if (answers ||
            !(passages_touch(out, first) && passage_turn(&passage[-1]) + 1 == passage_turn(passage)) ||
            passage->label == passage[-1].label)
            break; /* "best is 3. Bb5. 3... Nf6" */
        row = passage;
    }
    if (first == next || is_ended(&finder->print, row->begin + row->least, out->each[first].label_begin) ||
        (!inner && out->each[first].footnote))
        return;
    const bool sentence = !inner && out->each[first].cell == row->cell &&
                          print_behind(finder->print.text, 0, out->each[first].label_begin) == BEHIND_STOP;
    if ((!row->in_row || inner) &&
        take_chain(finder, first, next, inner ? passage_turn(&out->each[next]) : UINT32_MAX, PLIES_MANY,
                   sentence ? end : 0))
        return;
    const size_t behind = inner ? first : ending_end(finder, first, next, end);
    for (size_t i = first; i < behind; i++)
        out->each[i].strong |= out->each[i].depth == 0;
}

/* Finds the moves of all games that stand in prose: games of many moves that stand there as a whole, then
 * moves between others or behind them. */
static void take_gaps(struct finder *finder, size_t end)
{
    const struct passages *out = finder->out;
    bool begun = false; /* without moves elsewhere, the first may have any number: behind a diagram */
    bool drawn = false; /* so a study may be short */
    for (size_t i = 0; i < out->count; i++)
        begun |= out->each[i].strong && out->each[i].label;
    for (size_t i = 0; i < out->count; i++) {
        const struct passage *passage = &out->each[i];
        drawn |= passage->board != NULL;
        if (passage->strong || passage->depth || !passage_is_labelled(passage) ||
            (begun && !(passage->label == 1 && passage->side == 0)))
            continue;
        (void)take_chain(finder, i, out->count, UINT32_MAX, drawn && !begun ? PLIES_OF_STUDY : PLIES_MANY, 0);
        begun = true;
    }
    for (size_t from = 0, stop, next; from < out->count; from = stop) {
        stop = passages_next_game(out, from);
        const size_t limit = stop < out->count ? out->each[stop].label_begin : end;
        for (size_t last = from + 1; last <= stop; last = next + 1) {
            for (next = last; next < stop && !out->each[next].strong;)
                next++;
            if (out->each[last - 1].strong && (next > last || next == stop))
                take_gap(finder, last, next, next < stop, limit);
        }
    }
}

/* ---- A list of one side's moves, and one of the other's ---- */

/* Returns the strong passage behind those of one move each whose numbers rise by one, from that of strong
 * passage `first` on, at most `most`. Sets how many they are. */
static size_t list_end(const struct passages *passages, size_t first, size_t most, size_t *count)
{
    const uint32_t number = first < passages->count ? passages->each[first].label : 0;
    size_t at = first;
    for (*count = 0; at < passages->count; at++) {
        const struct passage *passage = &passages->each[at];
        if (!passage->strong)
            continue;
        if ((passage->side == 1 && *count) || passage->ends ||
            (passage->label != number + *count && !passage->poor) || *count == most)
            break;
        ++*count;
    }
    return at;
}

/* Puts the moves of each turn together, of a list of one side's moves from passage `from[0]` on, and the
 * other's from `from[1]` to `end`. False without memory. */
static bool join_turns(const struct passages *passages, size_t from[2], size_t end)
{
    const size_t first = from[0], stops[2] = { from[1], end };
    struct passage *joined = memory_new((end - first) * sizeof *joined);
    size_t kept = 0;
    if (!joined)
        return false;
    for (unsigned list = 0; kept < end - first; list ^= 1)
        for (bool taken = false; from[list] < stops[list]; from[list]++) {
            const struct passage *passage = &passages->each[from[list]];
            if (passage->strong && taken)
                break;
            taken |= passage->strong;
            joined[kept] = *passage;
            if (passage->strong) {
                joined[kept].side = (int)list;
                memset(passages->furniture + passage->label_begin, 1, passage->begin - passage->label_begin);
            }
            kept++;
        }
    memcpy(&passages->each[first], joined, kept * sizeof *joined);
    free(joined);
    return true;
}

/* "White: 1. P-K4 2. Kt-KB3 … Black: 1. P-K4 2. Kt-QB3 … White: 12. …": joins such lists, from
 * turn 1 on. One number at the end of a first list may be wrong. False without memory. */
static bool join_lists(const struct passages *passages)
{
    enum { TURNS_LEAST = 6 };
    uint32_t number = 1;
    for (size_t first = 0, counts[2]; first < passages->count; first++) {
        if (!passages->each[first].strong || passages->each[first].label != number)
            continue;
        size_t second = list_end(passages, first, SIZE_MAX, &counts[0]);
        if (number == 1 && counts[0] < TURNS_LEAST)
            continue;
        size_t end = list_end(passages, second, counts[0], &counts[1]);
        const size_t stray = counts[0] > 1 && counts[1] == 1;
        second = stray ? end : second;
        end = stray ? list_end(passages, second, counts[0] + 1, &counts[1]) : end;
        counts[0] += stray;
        if (second == passages->count || passages->each[second].label != number ||
            counts[1] + 1 < counts[0] || counts[1] > counts[0])
            continue;
        if (!join_turns(passages, (size_t[]){ first, second }, end))
            return false;
        number += (uint32_t)counts[0];
        first = end - 1;
    }
    return true;
}

size_t passages_run(const struct passages *passages, size_t begin, size_t end, unsigned turns, bool inside)
{
    uint32_t run = 0, number = 0;
    for (size_t i = 0; i < passages->count && passages->each[i].begin < end; i++) {
        const struct passage *passage = &passages->each[i];
        if (passage->begin < begin || !passage_is_labelled(passage) || (passage->depth > 0) != inside ||
            passage->label == number || passage->footnote)
            continue;
        run = passage->label == number + 1 ? run + 1 : 1;
        number = passage->label;
        if (run >= turns)
            return i;
    }
    return passages->count;
}

/* Does an empty line stand between two passages? */
static bool are_apart(const struct passages *passages, size_t a, size_t b)
{
    unsigned breaks = 0;
    for (size_t at = passages->each[a].end; at < passages->each[b].begin && breaks < 2; at++)
        breaks = passages->text[at] == '\n' ? breaks + 1 : is_blank(passages->text[at]) ? breaks : 0;
    return breaks > 1;
}

/* Does a variation from the turn of a move begin, behind words, before passage `end`? */
static bool begins_variation(const struct passages *passages, size_t end, const struct passage *move)
{
    for (size_t i = end; i-- > 0 && passages->each[i].label + RETURN_MOST >= move->label;) {
        const struct passage *passage = &passages->each[i];
        if (passage->label == move->label && passage->side == move->side && passage_is_labelled(passage) &&
            passage->behind_words)
            return true;
    }
    return false;
}

/* Do words that end a game end only a variation: does the game go on behind them from a turn of that
 * variation, "Po 19... Gb3 20. ab3 Ge7 białe wygrywają. 19... f6 20. Hd6 Hd6 21. Wd6"? */
static bool ends_variation(const struct passages *passages, size_t index)
{
    uint32_t last = 0, from = 0;
    for (size_t i = 0; i < passages->count; i++) {
        const struct passage *passage = &passages->each[i];
        const uint32_t label = passage->strong ? passage->label : 0;
        last = i < index && passage->label ? passage->label : last;
        if (i <= index || !label)
            continue;
        if (!from && are_apart(passages, index, i))
            return false;
        if (!from && !begins_variation(passages, index, passage))
            return false;
        from = from ? from : label;
        if (label == 1 || from > last || from + RETURN_MOST < last)
            return false;
        if (label == last + 1)
            return true;
    }
    return false;
}

/* Drops words that would end the game: amid prose, unless they stand behind one of its moves; or of a
 * variation. */
static void drop_endings(struct passages *passages)
{
    size_t kept = 0;
    for (size_t i = 0; i < passages->count; i++) {
        const struct passage *passage = &passages->each[i], *last = &passages->each[kept - (kept > 0)];
        if (passage->ends && ends_variation(passages, i))
            continue;
        if (!passage->amid || (kept && last->strong && last->cell + 1 == passage->cell))
            passages->each[kept++] = *passage;
    }
    passages->count = kept;
}

/* Marks the moves amid the words of footnotes, "(j) Mr. Steinitz demonstrated: 25 ... K-Kt 1". */
static void mark_footnotes(const struct finder *finder, size_t end)
{
    const char *text = finder->print.text;
    bool inside = false;
    for (size_t line = 0, i = 0, next; line < end && i < finder->out->count; line = next) {
        const size_t at = print_skip_blanks(text, line, end), mark = at + (text[at] == '(');
        next = print_next_line(text, line, end);
        inside = !is_break(text[at]) &&
                 (inside || (!is_digit(text[mark]) && transcript_footnote_mark(text, at, end)));
        for (; i < finder->out->count && finder->out->each[i].begin < next; i++)
            finder->out->each[i].footnote = inside && !finder->out->each[i].strong;
    }
}

/* Are the moves told in prose, without any number: "White begins with pawn to e4. The Duke replies pawn to
 * e5"? Makes those strong that are more than a square or a word. */
static bool is_told(const struct passages *passages)
{
    enum { TOLD_LEAST = 12, WORDS_LEAST = 8 };
    unsigned moves = 0;
    for (size_t i = 0; i < passages->count; i++) {
        const struct passage *passage = &passages->each[i];
        if (passage->label || passage->in_row || passage->board || passage->roll.count)
            return false;
        moves += passage->least >= WORDS_LEAST && !passage->ends;
    }
    for (size_t i = 0; moves >= TOLD_LEAST && i < passages->count; i++)
        passages->each[i].strong = passages->each[i].least >= WORDS_LEAST && !passages->each[i].depth;
    return moves >= TOLD_LEAST;
}

void passages_join(struct finder *finder, size_t end)
{
    finder->out->told = is_told(finder->out);
    mark_footnotes(finder, end);
    finder->out->failed |= !join_lists(finder->out);
    take_gaps(finder, end);
    drop_endings(finder->out);
}
