/* transcript_told.c - reports moves and numbers of a game that are not read as printed. */
#include "decode/transcript_page.h"

/* Does a ) stand right behind the ply that has no ( in its paragraph? */
static bool is_left_open(const struct writing *w, const struct decoded_ply *ply)
{
    const char *text = w->passages->text;
    unsigned closed = 1, breaks = 0;
    if (ply->end >= w->passages->length || text[ply->end] != ')')
        return false;
    for (size_t at = ply->end; at > 0 && breaks < 2; at--) {
        const char c = text[at - 1];
        closed += c == ')';
        if (c == '(' && --closed == 0)
            return false;
        breaks = is_break(c) ? breaks + 1 : is_space(c) ? breaks : 0;
    }
    return true;
}

/* Does the number of a move stand within a sentence: "after 6. c8Q"? */
static bool is_in_sentence(const struct writing *w, const struct passage *passage)
{
    return !passage->in_row && passage->behind_words && passage_is_labelled(passage) &&
           print_behind(w->passages->text, 0, passage->label_begin) == BEHIND_WORD;
}

/* Do the moves from here to the end stand within a sentence as no move before, behind rows or with more words
 * behind them, as a mate does that was not played out? */
static bool is_told_tail(const struct writing *w, const struct decoded_ply *ply)
{
    const struct decoded_ply *first = w->game->plies, *last = first + w->game->count - 1;
    const struct passage *each = w->passages->each;
    bool rows = true;
    if (ply == first || w->game->ended || !is_in_sentence(w, &each[ply->passage]))
        return false;
    for (const struct decoded_ply *at = first; at < ply; at++) {
        rows &= each[at->passage].in_row;
        if (is_in_sentence(w, &each[at->passage]))
            return false;
    }
    for (const struct decoded_ply *at = ply + 1; at <= last; at++)
        if (each[at->passage].in_row || (!rows && !passages_touch(w->passages, at->passage)))
            return false;
    return rows || has_tail(w, &each[last->passage]);
}

/* Does the number of a turn stand alone on a line that begins in bytes [from, to), its move being lost? */
static bool has_lone_number(const struct writing *w, size_t from, size_t to, uint32_t number)
{
    for (size_t line = print_next_line(w->passages->text, from, to); line < to;
         line = print_next_line(w->passages->text, line, to)) {
        const size_t stop = print_line_end(w->passages->text, line, w->passages->length);
        const struct label label = label_at(w->passages->text, line, stop);
        if (label.number == number && label.length && !label.dots &&
            print_skip_blanks(w->passages->text, line + label.length, stop) == stop)
            return true;
    }
    return false;
}

/* Returns the reason to doubt a move for the words and signs around it on its line, or "". */
static const char *find_line_doubt(const struct writing *w, const struct decoded_ply *ply, bool entered)
{
    const struct decoded_ply *first = w->game->plies, *last = first + w->game->count - 1;
    const struct passage *here = &w->passages->each[ply->passage];
    const char *text = w->passages->text;
    const int side = place_of_side(w->dialects->ruleset, ludus_position_side(w->position));
    const size_t line = transcript_begin_of(w->page, transcript_line_of(w->page, ply->begin)),
                 before = ply > first && ply[-1].end <= ply->begin ? ply[-1].end : 0,
                 from = before > line || (entered && before) ? before : line, length = ply->begin - from,
                 next = ply < last && ply[1].begin > ply->end && ply[1].begin < here->end ? ply[1].begin
                                                                                          : here->end,
                 tail = print_skip(text, ply->end, next, SPACES);
    const unsigned char *kinds = w->passages->furniture + from;
    const bool other = memchr(kinds, side ? SIDE_FIRST : SIDE_SECOND, length),
               said = other || memchr(kinds, side ? SIDE_SECOND : SIDE_FIRST, length);
    if (print_is_worn(text + from, length))
        return ", though signs before it are illegible";
    if (said && ply->move.type != LUDUS_CASTLE && text[ply->end - 1] != '.' && tail < next &&
        begins_letter(text[tail]) && dialects_match(w->dialects, text + tail, text + next))
        return ", though it may go on";
    if ((other || (here->in_row && here->side >= 0 && here->side != side)) &&
        !w->dialects->ruleset->rules.dice)
        return ", though it stands where the other side's moves do";
    if (!here->in_row && ply < last && ply[1].begin > ply->end &&
        has_lone_number(w, ply->end, ply[1].begin, ply->number))
        return ", though its number stands below without a move";
    /* It is amid words, the moves around it in rows, as where a row is lost and a note has its number. */
    if (entered && (!here->strong || (here->behind_words && passage_is_labelled(here) && !said)) &&
        (ply == last || w->passages->each[ply[1].passage].in_row))
        return ", though it stands amid words: a row may be lost";
    if ((ply == last && ply > first && here->behind_words && passage_is_labelled(here) &&
         here == &w->passages->each[w->passages->count - 1] && !w->game->ended && has_tail(w, here)) ||
        is_told_tail(w, ply))
        return ", though it may be of a note";
    return "";
}

/* Returns the reason to doubt a move that is read as printed, or "". */
static const char *find_doubt(const struct writing *w, const struct decoded_ply *ply)
{
    const struct decoded_ply *first = w->game->plies, *last = first + w->game->count - 1;
    const struct passage *each = w->passages->each, *here = &each[ply->passage],
                         *above = &each[ply[-(ply > first)].passage];
    const char *text = w->passages->text;
    const size_t length = here->end - here->label_begin;
    /* The row is the same as the one above it, where rows have the moves of both sides. */
    if (ply > first + 1 && here->in_row && here->label && here->label == above->label &&
        transcript_line_of(w->page, first->begin) == transcript_line_of(w->page, first[1].begin) &&
        length == above->end - above->label_begin &&
        memcmp(text + here->label_begin, text + above->label_begin, length) == 0 &&
        here->column == above->column)
        return ", and could be the row above it again";
    /* Two commas before it have nothing between them. */
    unsigned commas = 0;
    size_t at = ply > first ? ply[-1].end : ply->begin;
    for (; at < ply->begin && (is_space(text[at]) || text[at] == ',' || text[at] == ';'); at++)
        commas += !is_space(text[at]);
    if ((at == ply->begin && commas > 1) || is_left_open(w, ply))
        return ", though something before it is lost";
    if (w->game->count == 1 && !here->label && here->side < 0)
        return ", though it stands alone, without a number";
    /* Near the end, another of its turn continues the game, as where that has lost its last line before a
     * note. */
    for (size_t i = ply > first && ply + 1 >= last ? ply[-1].passage + 1 : ply->passage; i < ply->passage;
         i++)
        if (each[i].strong && !each[i].depth && each[i].label_begin >= ply[-1].end &&
            passage_is_labelled(&each[i]) && passage_is_labelled(here) &&
            passage_turn(&each[i]) == passage_turn(here) && passages_touch(w->passages, i))
            return ", though another move stands right behind the last";
    /* It is in brackets, the moves around it are not. */
    if (here->depth && ply > first && !each[ply[-1].passage].depth &&
        (ply == last || !each[ply[1].passage].depth))
        return ", though it stands in brackets";
    return find_line_doubt(w, ply, ply > first && above->in_row && !here->in_row);
}

/* Reports what a move is read as, if that is not as printed or could be another. */
static void report_move(struct writing *w, const struct decoded_ply *ply, const char *move, const char *other)
{
    const char *fault = "ambiguous-print", *verb = "is read as", *rest = "", *last = "";
    static const char untold[] = ", and nothing after it tells which move it was";
    const bool open = ply->manner == PLY_LOST && ply->margin == 0 && ply->open;
    other = ply->margin < MARGIN_SURE && !open ? other : "";
    if (ply->end == ply->begin) {
        transcript_fault(w->page, "lost-print", ply->begin, ply->begin,
                         "the page lacks a move before '%.*s'%s%s%s%s", 20, w->page->text.bytes + ply->begin,
                         open ? untold : ": it could be ", open ? "" : move, *other ? " or " : "", other);
        return;
    }
    if (open) {
        transcript_fault(w->page, "lost-print", ply->begin, ply->end, "cannot be read%s", untold);
        return;
    }
    if (ply->manner != PLY_READ && ply->margin < MARGIN_SURE) {
        fault = "lost-print";
        verb = "cannot be read: it could be";
        rest = " or ";
        last = other;
    } else if (ply->manner == PLY_LOST) {
        fault = "lost-print";
        verb = "cannot be read; the turns after it require";
    } else if (ply->manner == PLY_MENDED) {
        fault = "misprint";
        rest = ", though it does not say that";
    } else if (!*(rest = find_doubt(w, ply))) {
        if (!*other || strcmp(other, move) == 0)
            return;
        rest = ", and could be ";
        last = other;
    }
    transcript_fault(w->page, fault, ply->begin, ply->end, "%s %s%s%s", verb, move, rest, last);
}

void transcript_tell(struct writing *w, const struct decoded_ply *ply, const char *move)
{
    struct ludus_import *import = w->page->import;
    const char *printed = w->passages->text + ply->begin;
    const size_t plain = strcspn(move, "+#");
    if (!w->translated && !dialects_are_own(w->dialects, w->game->dialects) && ply->manner == PLY_READ &&
        (ply->end - ply->begin < plain || memcmp(printed, move, plain) != 0)) {
        w->translated = true;
        transcript_fault(w->page, "read-descriptive", ply->begin, ply->end,
                         "is read as %s, and so are the moves below in this notation", move);
    }
    char other[MOVE_TEXT] = "";
    if (ply->margin < UINT32_MAX)
        (void)ludus_move_text(w->position, ply->other, other, sizeof other);
    report_move(w, ply, move, other);
    if (!import->options.explain)
        return;
    size_t line, column, offset = transcript_place(w->page, ply->begin, &line, &column);
    import->options.explain(import->options.context, &(struct ludus_page_ply){
                                                         .size = sizeof(struct ludus_page_ply),
                                                         .game = import->number + 1,
                                                         .number = ludus_position_number(w->position),
                                                         .side = ludus_position_side(w->position),
                                                         .line = import->lines + line,
                                                         .column = column,
                                                         .offset = offset,
                                                         .printed = { printed, ply->end - ply->begin },
                                                         .move = move,
                                                         .print = (enum ludus_print)ply->manner,
                                                         .cost = ply->cost / 100.0,
                                                         .other = other,
                                                         .margin = *other ? ply->margin / 100.0 : 0,
                                                     });
}

/* Does a move in a row of its own lack a number, unlike most of its side? Black's needs none below White's.
 */
static bool lacks_number(const struct writing *w, size_t index)
{
    const struct decoded_ply *ply = &w->game->plies[index];
    const struct passage *passage = &w->passages->each[ply->passage];
    if (!passage->in_row || passage->label || passage->side == 1 || index == 0)
        return false;
    bool below = place_of_side(w->dialects->ruleset, ludus_position_side(w->position)) == 1;
    for (size_t at = ply[-1].end; below && at < passage->label_begin; at++)
        below = is_space(w->passages->text[at]) || w->passages->furniture[at];
    size_t labels = 0, all = 0;
    for (size_t i = index % 2; !below && i < w->game->count; i += 2, all++)
        labels += w->passages->each[w->game->plies[i].passage].label > 0;
    return 2 * labels > all;
}

void transcript_tell_label(struct writing *w, size_t index)
{
    if (w->dialects->ruleset->rules.dice)
        return; /* reported with the roll */
    const struct passage *passage = &w->passages->each[w->game->plies[index].passage];
    const size_t begin = passage->label_begin, end = begin + strcspn(w->passages->text + begin, " \t\r\n");
    const uint32_t number = w->game->plies[index].number;
    long shift = passage->label ? (long)passage->label - (long)number : w->shift;
    bool tells = shift != w->shift && shift != 0 && (index > 0 || !w->set_up);
    w->shift = shift;
    if (lacks_number(w, index))
        transcript_fault(w->page, "ambiguous-print", begin, end,
                         "has no number, unlike other turns: something before it may be lost");
    if (!tells)
        return;
    bool gap = shift > 0, next = false, exchanged = false;
    for (size_t i = 0; i < w->game->count; i++) {
        const struct decoded_ply *ply = &w->game->plies[i];
        const uint32_t other = w->passages->each[ply->passage].label;
        if (!other || ply->number == number)
            continue;
        exchanged |= other == number;
        if (i > index && !next)
            gap &= other != ply->number; /* the next turn is ahead, too */
        next |= i > index;
    }
    exchanged &= !gap;
    transcript_fault(w->page,
                     gap         ? "lost-print"
                     : exchanged ? "ambiguous-print"
                                 : "misread-label",
                     begin, end, "is read as turn %u%s", (unsigned)number,
                     gap         ? ": turns before it are missing"
                     : exchanged ? ", though another has that number"
                                 : "");
}
