/* transcript_lost.c - reports what of a page is not read: moves amid a game, lines around it. */
#include "decode/transcript_page.h"

/* ---- Lines outside a game ---- */

/* Do turns stand within a line, three behind each other, none of them the first? A heading has no such. */
static bool has_turns(const struct print *print, size_t length)
{
    enum { TURNS_LEAST = 3 };
    unsigned turns = 0;
    uint32_t number = 0;
    for (size_t at = 0, next; at < length && turns < TURNS_LEAST; at = next) {
        const struct label label = label_of_word(print->text, 0, at, length);
        const size_t move = print_skip_blanks(print->text, at + label.length, length);
        next = at + 1;
        if (!label.length || !print_longest(print, move, length, false))
            continue;
        turns = label.number == number + 1 && number > 0 ? turns + 1 : label.number > 1;
        number = label.number;
        next = move;
    }
    return turns == TURNS_LEAST;
}

bool transcript_has_turn(const struct page *page, const struct page_line *l, bool within)
{
    const struct print print = { .dialects = &page->words, .text = l->text };
    const size_t label = label_at(l->text, 0, l->length).length;
    size_t move = print_skip_blanks(l->text, label, l->length), stop = move;
    while (stop < l->length && !is_long_dash(l->text + stop)) /* "18. B. tks. B.--K. to K. sq." */
        stop++;
    return transcript_is_moves(page, l) || (label && print_longest(&print, move, stop, false) > 1) ||
           (within && has_turns(&print, l->length));
}

void transcript_tell_lost_line(struct page *page, const unsigned char *kinds, size_t from, size_t to,
                               bool above)
{
    for (; from < to; from++) {
        const struct page_line *l = &page->lines[from];
        const size_t begin = (size_t)(l->text - page->text.bytes),
                     label = label_at(l->text, 0, l->length).length;
        if ((kinds && kinds[begin + print_skip_blanks(l->text, label, l->length)] == FURNITURE) ||
            !transcript_has_turn(page, l, above))
            continue;
        transcript_fault(page, "lost-print", begin, begin + l->length,
                         "is not read: it stands %s the game and is not a move of it",
                         above ? "before" : "after");
        return;
    }
}

void transcript_tell_left_out(struct page *page, size_t from, size_t to, bool above)
{
    while (from < to && page->lines[from].length == 0)
        from++;
    while (to > from && page->lines[to - 1].length == 0)
        to--;
    transcript_tell_lost_line(page, NULL, from, to, above);
    const char *where = above ? "before" : "after";
    const size_t first = page->lines[from].number + 1;
    if (to - from == 1)
        import_fault(page->import, "left-out", first, 1, "line %zu stands %s the game and is left out", first,
                     where);
    else if (from < to)
        import_fault(page->import, "left-out", first, 1,
                     "lines %zu to %zu stand %s the game and are left out", first,
                     page->lines[to - 1].number + 1, where);
}

/* ---- Moves amid a game ---- */

/* Does the passage begin a line with more moves, one of a turn to come, and no words outside brackets? */
static bool is_beyond(const struct writing *w, size_t index, uint32_t number)
{
    const struct passage *each = w->passages->each, *passage = &each[index];
    const size_t line = transcript_line_of(w->page, passage->begin);
    size_t next = index;
    bool beyond = false;
    for (; next < w->passages->count && transcript_line_of(w->page, each[next].begin) == line &&
           !(next > index && each[next].behind_words && !each[next].depth);
         next++)
        beyond |= !each[next].depth &&
                  (each[next].label > number || (each[next].label == number && !has_tail(w, &each[next])));
    return beyond && next > index + 1 &&
           w->page->lines[line].text == w->page->text.bytes + passage->label_begin &&
           (passage_is_labelled(passage) || !passages_touch(w->passages, index));
}

/* Does the passage repeat what is read as a move of its turn; or stand with words about another move of a
 * turn that is read: "5 ... B-K2 comes to a Queen's Gambit"? */
static bool is_repeated(const struct writing *w, const struct passage *passage)
{
    for (size_t i = 0; i < w->game->count; i++) {
        const struct decoded_ply *ply = &w->game->plies[i];
        const struct passage *read = &w->passages->each[ply->passage];
        size_t length = ply->end - ply->begin;
        if (read->label != passage->label)
            continue;
        if (passage->least >= length &&
            memcmp(w->passages->text + ply->begin, w->passages->text + passage->begin, length) == 0)
            return true;
        if (passage->label && read->side == passage->side && ply->manner == PLY_READ && read < passage &&
            (read->in_row || passage_is_labelled(read)) && has_tail(w, passage))
            return true;
    }
    return false;
}

/* Is the passage read as a move of a variation? A row is only if the variation begins with dots for White's
 * move: other rows may be misplaced. */
static bool is_varied(const struct writing *w, const struct passage *passage)
{
    bool varied = w->passages->furniture[passage->begin] == WRITTEN_ASIDE && !passage->in_row;
    for (size_t i = 0; i < w->variation_count && !varied; i++) {
        const struct variation *v = &w->variations[i];
        varied = passage->begin >= v->words && passage->begin < v->stop && v->passages.count > 2 &&
                 v->passages.each->after;
    }
    return varied;
}

enum { TURNS_AHEAD = 10 };

/* Is the passage before the first turn, or far from the last, and unreadable? */
static bool is_title(const struct writing *w, const struct passage *passage, bool far)
{
    return (far ? passage->label > ludus_position_number(w->position) + TURNS_AHEAD
                : passage->begin < w->game->plies->begin) &&
           !print_longest(&w->print, passage->begin, passage->end, false);
}

/* Returns the length of the number of a turn still to come, or 0. */
static size_t label_ahead(const struct writing *w, size_t at, size_t end)
{
    const struct label label = label_at(w->passages->text, at, end);
    const uint32_t turn = ludus_position_number(w->position);
    return label.number >= turn && label.number < turn + TURNS_AHEAD ? label.length : 0;
}

/* Returns the length of what is no sign of a move behind the last one: a time of that length (`clock`), a
 * text in brackets, a word for a side and its stop, the number of a turn that is read or of a footnote; or 0.
 */
static size_t idle_length(const struct writing *w, size_t at, size_t end, size_t clock)
{
    const char *text = w->passages->text;
    const size_t label = label_at(text, at, end).length, behind = print_behind_bracket(text, at, end);
    const unsigned char kind = w->passages->furniture[at];
    if (label && (kind == FURNITURE || kind == SIDE_FIRST || kind == SIDE_SECOND))
        return label;
    int side;
    const size_t named = dialects_side(w->dialects, text + at, end - at, &side);
    if (named && at + named < end && strchr(".:", text[at + named]))
        return named + 1;
    if (clock || label_ahead(w, at, end))
        return clock;
    return behind > at ? behind - at : label && text[at + label - 1] == ')' ? label : 0;
}

/* Is a word no prose: does it have digits, a capital within, or letters of two alphabets, or is it a capital
 * or two that do not begin a sentence? */
static bool is_signs(const char *text, size_t length, bool begins)
{
    unsigned letters = 0, capitals = 0, digits = 0, inner = 0, cyrillic = 0;
    for (size_t i = 0; i < length; i++) {
        cyrillic += text[i] == '\xd0' || text[i] == '\xd1';
        letters += begins_letter(text[i]);
        capitals += is_upper(text[i]) || (text[i] == '\xd0' && (unsigned char)text[i + 1] < 0xb0);
        inner += (i > 0 && is_lower(text[i - 1]) && is_upper(text[i])) || (cyrillic && is_lower(text[i]));
        digits += is_digit(text[i]) || text[i] == '@';
    }
    return digits || (inner && letters < 6) || (capitals && letters < 3 && !begins);
}

/* Do words or a result right behind the last move end the game? */
static bool is_ended(const struct writing *w)
{
    const size_t last = w->game->count ? w->game->plies[w->game->count - 1].end : 0,
                 behind = print_skip(w->print.text, last, w->passages->length, SPACES ".,;!?+");
    return print_ending(&w->print, behind, w->passages->length) > 0;
}

/* Is a word no prose, or, behind a number (`labelled`), perhaps a move; or, at the `head` of the line next to
 * the last move, the beginning of one? */
static bool is_rest(const struct writing *w, size_t word, size_t stop, size_t end, bool near, bool labelled,
                    bool head)
{
    const char *text = w->passages->text;
    const size_t behind = print_skip_blanks(text, stop, end);
    const size_t name = strcspn(text + behind, SPACES ".,0123456789");
    const bool noted = label_at(text, behind, end).length && !label_ahead(w, behind, end),
               year = stop == word + 4 && strspn(text + word, "0123456789") == 4 &&
                      !print_longest(&w->print, word, end, false),
               initial = stop == word + 2 && text[word + 1] == '.' && name > 2 && is_upper(text[behind]) &&
                         !print_longest(&w->print, behind, end, false), /* "T. RYNN" */
        begins = near && !labelled &&
                 (noted || initial ||
                  print_words(&w->print, stop,
                              stop == end ? print_line_end(text, stop + 1, w->passages->length) : end));
    return (is_signs(text + word, stop - word, begins) && !year) ||
           (labelled && print_may_be_move(&w->print, word, stop)) ||
           (near && head && print_longest(&w->print, word, end, true) > stop - word);
}

/* Is a word that is no sign of a move prose: beside the last move (`near`) any; else a longer one, and behind
 * a number one in small letters, or that ends the game? */
static bool is_prose(const struct writing *w, size_t word, size_t stop, size_t end, bool near, bool numbered)
{
    const char *text = w->passages->text;
    return begins_letter(text[word]) &&
           (near ||
            (stop - word > 2 && !(numbered && is_upper(text[word]) && !print_ending(&w->print, word, end))));
}

/* ---- Behind a game ---- */

/* What stands on a line: signs of moves, those unreadable behind numbers, numbers ahead, words of prose. */
struct rest {
    unsigned signs, torn, labels, words;
};

/* Is it more of the game: on the last move's line or the next (`near`, before prose), or on one alone? */
static bool is_more(const struct rest *rest, bool near, bool beside, bool alone)
{
    enum { SIGNS_LEAST = 4 };
    if (near && !rest->words)
        return rest->signs || rest->labels;
    return rest->torn > 1 || (beside && rest->labels && rest->signs && rest->words < 2) ||
           (alone && !beside && rest->signs + rest->labels >= SIGNS_LEAST && rest->words < 2);
}

/* Does a line begin a note that is written to its move, or on a turn that is read: "5. P-K3 is usual"? */
static bool is_note(const struct writing *w, size_t at, size_t end)
{
    const uint32_t turn = label_at(w->passages->text, at, end).number;
    return w->passages->furniture[at] == WRITTEN_ASIDE ||
           (turn && turn < ludus_position_number(w->position) && print_words(&w->print, at, end) > 1);
}

/* Returns the byte behind the ply that stands lowest. */
static size_t end_of_plies(const struct writing *w)
{
    size_t end = 0;
    for (size_t i = 0; i < w->game->count; i++)
        end = w->game->plies[i].end > end ? w->game->plies[i].end : end;
    return end;
}

/* Finds signs behind the last move that may be more of the game: right behind it, before any word of prose,
 * or on a line that stands alone, with hardly a word. Returns their byte, or the end of the page. */
static size_t find_rest(const struct writing *w)
{
    const char *text = w->passages->text;
    const size_t length = w->passages->length, lowest = end_of_plies(w);
    size_t line = lowest;
    bool above = true; /* a line of its paragraph stands above it */
    bool near = !is_ended(w);
    for (size_t next, stop; line < length; line = next) {
        const size_t end = print_line_end(text, line, length);
        size_t word = print_skip_blanks(text, line, end), first = word;
        const size_t head = print_skip(text, word, end, SPACES ".,;");
        const bool blank = word == end, beside = near, note = !blank && is_note(w, word, end);
        struct rest rest = { .signs = 0 };
        bool numbered = false;
        if (near && line == lowest && text[word] == ',' && print_skip_blanks(text, word + 1, end) == end &&
            place_of_side(w->dialects->ruleset, ludus_position_side(w->position)) == 1)
            return word; /* an answer stood behind the comma */
        if (!print_longest(&w->print, word, end, true) &&
            dialects_verdict(w->dialects, text + word, end - word) != NO_RESULT)
            return length;
        near &= !note;
        for (; word < end && !note; word = print_skip_blanks(text, stop, end)) {
            if (near && rest.signs)
                return first;
            near &= !rest.words;
            if (transcript_behind_result(text, word, end))
                return length;
            const size_t clock = print_clock(&w->print, word, length);
            if ((stop = word + idle_length(w, word, length, clock)) > word) {
                int side;
                rest.signs += numbered && w->dialects->ruleset->rules.dice; /* a roll */
                numbered = dialects_side(w->dialects, text + word, end - word, &side) > 0;
                rest.labels += numbered;
                rest.words += near && stop < end && !clock &&
                              label_at(text, word, end).length; /* a note on a turn that is read */
                continue;
            }
            const size_t label = label_ahead(w, word, end);
            for (stop = word + label; !label && stop < end && !is_blank(text[stop]);)
                stop++;
            first = rest.signs || rest.labels ? first : word;
            const bool sign = !label && is_rest(w, word, stop, end, near, rest.labels > 0, word == head);
            rest.labels += label > 0;
            rest.signs += sign;
            rest.torn += sign && numbered && !print_longest(&w->print, word, end, false);
            if ((numbered || beside) && print_is_worn(text + word, stop - word))
                return word;
            rest.words += !sign && is_prose(w, word, stop, end, near && !rest.labels, numbered);
            numbered = label > 0;
        }
        next = print_next_line(text, line, length);
        const size_t below = print_skip_blanks(text, next, length);
        const bool alone = !above && (below == length || is_break(text[below]));
        if (is_more(&rest, near, beside, alone))
            return first;
        near &= !rest.words;
        above = !blank;
    }
    return length;
}

/* Finds moves in prose with numbers beyond the last that is read, above the first move or below it.
 * Returns the first of their passages if they are too many for a note, one after the other, or begin behind
 * the next turn; both, if words have `ended` the game; else the count of all passages. */
static size_t find_beyond(const struct writing *w, bool above, bool ended)
{
    enum { ABOVE_LEAST = 2, BELOW_LEAST = 6, GAP_MOST = 3 };
    const struct decoded_ply *first = w->game->plies, *last = first + w->game->count - 1;
    uint32_t next = ludus_position_number(w->position);
    const uint32_t plies =
        2 * next + (uint32_t)place_of_side(w->dialects->ruleset, ludus_position_side(w->position));
    size_t beyond = w->passages->count, count = 0;
    bool far = !ended;
    for (size_t i = 0; i < w->passages->count; i++) {
        const struct passage *passage = &w->passages->each[i];
        if (!(above ? passage->begin < first->begin : passage->begin >= last->end) || passage->depth ||
            passage->footnote || !passage_is_labelled(passage) || passage->label < next ||
            passage->label > next + (above ? GAP_MOST : TURNS_AHEAD) || is_varied(w, passage))
            continue;
        const bool ahead = !above && !count && 2 * passage->label + (passage->side == 1) > plies + 1;
        if (ahead && !ended)
            return i;
        far |= ahead;
        beyond = count++ ? beyond : i;
        next = passage->label + 1;
    }
    return far && count >= (above ? ABOVE_LEAST : BELOW_LEAST) ? beyond : w->passages->count;
}

/* Returns the first byte of a move behind a word for a side that is not read; else the end of the page. */
static size_t find_sided(const struct writing *w)
{
    const unsigned char *furniture = w->passages->furniture;
    const size_t length = w->passages->length;
    for (size_t at = 0; at < length; at++) {
        if (furniture[at] < SIDE_FIRST ||
            (at < w->game->plies->begin &&
             print_skip(w->print.text, transcript_begin_of(w->page, transcript_line_of(w->page, at)), at,
                        SPACES "0123456789.)") < at))
            continue;
        while (at < length && (strchr(SPACES "0123456789.)", w->print.text[at]) ||
                               furniture[at] == FURNITURE || furniture[at] >= SIDE_FIRST))
            at++;
        if (at < length && (!furniture[at] || furniture[at] == IN_COMMENT) &&
            !print_ending(&w->print, at, length))
            return at;
    }
    return length;
}

enum { TURNS_MANY = 8 };

/* Returns how many turns, one after the other, above the game are lost ones: fewer if they lead up to its
 * first. */
static unsigned turns_above(const struct writing *w)
{
    enum { TURNS_LEADING = 3 };
    const struct decoded_ply *first = w->game->plies;
    uint32_t number = 0;
    for (size_t i = 0; i < first->passage; i++)
        if (passage_is_labelled(&w->passages->each[i]) && !w->passages->each[i].depth)
            number = w->passages->each[i].label;
    return number > 0 && number + 1 == w->passages->each[first->passage].label ? TURNS_LEADING : TURNS_MANY;
}

/* Reports a place where more of the game may stand: many turns in a bracket that is not closed,
 * above the game, or behind it those of another, whose first are lost; turns beyond its last; the rest. */
static void tell_more(struct writing *w)
{
    const size_t all = w->passages->count, above = w->game->plies->begin, below = end_of_plies(w),
                 begin[] = { 0, 0, below }, end[] = { SIZE_MAX, above, SIZE_MAX };
    size_t more = all;
    for (unsigned i = 0; i < 3 && more == all; i++) {
        more = passages_run(w->passages, begin[i], end[i], i == 1 ? turns_above(w) : TURNS_MANY, i == 0);
        const struct passage *passage = &w->passages->each[more];
        if (more < all &&
            (is_varied(w, passage) || (begin[i] && passage->label >= ludus_position_number(w->position))))
            more = all;
    }
    more = more == all ? find_beyond(w, true, false) : more;
    more = more == all ? find_beyond(w, false, w->game->ended || is_ended(w)) : more;
    size_t rest = more < all ? w->passages->each[more].begin : find_sided(w);
    rest = rest < w->passages->length ? rest : find_rest(w);
    if (rest < w->passages->length)
        transcript_fault(w->page, "lost-print", rest, w->passages->length,
                         "is not read: more of the game may stand here");
}

void transcript_tell_unread(struct writing *w)
{
    const uint32_t number = ludus_position_number(w->position);
    const struct decoded_ply *ply = w->game->plies, *end = ply + w->game->count;
    unsigned margin = w->game->count ? w->passages->each[ply->passage].margin : 0, told = 0;
    const bool open = w->result == LUDUS_OPEN || w->result == NO_RESULT || !is_ended(w);
    bool loose = false; /* the passage is behind words, or joined to moves that are */
    bool ended = false; /* words before it end the game */
    size_t read = 0;    /* end of the last ply before the passage */
    for (size_t i = 0; i < w->passages->count && told < 3; i++) {
        const struct passage *passage = &w->passages->each[i];
        for (; ply < end && ply->passage < i; ply++)
            read = ply->end;
        ended |= passage->ends && ply == end && w->game->ended;
        bool more = ply < end, aside = passage_is_aside(passage, margin);
        uint32_t next = more ? ply->number : number;
        uint32_t label = more ? w->passages->each[ply->passage].label : 0;
        bool other = more ? label && label != next
                          : open && i + 1 < w->passages->count && passages_touch(w->passages, i + 1);
        bool numbered = passage->label == next && passage_is_labelled(passage) && passage->side == 0 &&
                        passage->depth == 0 && other;
        loose = passage->behind_words || (loose && passages_touch(w->passages, i));
        bool placed = passage->strong && passage->depth == 0 &&
                      (!loose || (!ended && passage->label >= number)) && !passage->ends && !passage->board &&
                      !((!passage->label || !passage_is_labelled(passage)) && has_tail(w, passage)) &&
                      !is_repeated(w, passage) && !is_title(w, passage, false);
        if ((more && ply->passage == i) || passage->begin < read ||
            (aside && (more || (!open && passage->label != number))) ||
            w->passages->furniture[passage->begin] == FURNITURE || passage->footnote ||
            is_varied(w, passage) || is_title(w, passage, true) || (w->thrown && passage->behind_words) ||
            (!placed && (ended || !(numbered || is_beyond(w, i, number)))))
            continue;
        told++;
        transcript_fault(w->page, "lost-print", passage->begin, passage->end,
                         "is not read: it is not a move that continues the game");
    }
    if (!told && w->game->count && !outcome_ended(w->position))
        tell_more(w);
}
