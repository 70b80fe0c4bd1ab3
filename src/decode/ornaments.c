/* ornaments.c - finds how a page writes its moves, and blanks out what stands between them and is no text of
 * the game: marks of bold type, quotation marks, rules, leaders, initials of the sides, dashes. */
#include "decode/passage.h"
#include "decode/transcript_page.h"

/* ---- Ornaments ---- */

enum {
    MARKED_MOST = 1000, /* bytes between two marks of bold type or italics */
    TURN_MOST = 96,     /* bytes from a number to the dash between the moves of its turn */
};

/* Returns the length of a mark of bold type or italics, "**1. e4**", "=1. e4=", "_White._", at the beginning
 * (`opens`) or end of a word; 0 for a sign in a result, a judgement or illegible text (also one "_", unless
 * the page has `italics`). Sets the number of signs. */
static size_t type_mark_at(const char *line, size_t at, size_t end, bool opens, bool italics, size_t *size)
{
    const char mark = line[at];
    size_t word = at + 1; /* behind one in small letters, which may be glued to a move: "B 5_ch_" */
    while (opens && mark == '_' && word < end && is_lower(line[word]))
        word++;
    const bool glued = word > at + 1 && word < end && line[word] == mark,
               before =
                   at > 0 && !is_space(line[at - 1]) && !(opens && (glued || strchr("([\"'-", line[at - 1])));
    for (*size = 1; at + *size < end && line[at + *size] == mark;)
        ++*size;
    const bool behind = at + *size < end && !is_space(line[at + *size]);
    const size_t most = mark == '='                   ? 1
                        : mark == '*' || mark == '\'' ? 3
                        : mark == '_'                 ? 2
                                                      : 0,
                 least = mark == '\'' ? 2 : 1;
    /* One sign "_" is an illegible one, unless a line begins "_White._", around the mark of a footnote, or if
     * the page has italics. */
    const bool lone = mark == '_' && *size == 1 && !italics,
               letter = lone && (opens ? at + 2 < end && is_lower(line[at + 1]) && line[at + 2] == mark
                                       : at > 1 && is_lower(line[at - 1]) && line[at - 2] == mark),
               worded = opens ? behind && begins_letter(line[at + 1]) && print_skip_blanks(line, 0, at) == at
                              : at > 1 && begins_letter(line[at - 2]);
    return *size >= least && *size <= most && (!lone || letter || worded) &&
                   (opens ? behind && !before : before)
               ? *size
               : 0;
}

/* Do nearly all signs "_" of the page stand in pairs, at the beginning and the end of words, and are these
 * many, or around words without digits? */
static bool has_italics(const char *text, size_t begin, size_t end)
{
    unsigned pairs = 0, strays = 0;
    bool open = false, digits = false;
    for (size_t at = begin, size = 1; at < end; at += size, size = 1) {
        digits |= open && is_digit(text[at]);
        if (text[at] != '_')
            continue;
        const bool fits = type_mark_at(text, at, end, !open, true, &size) == 1;
        pairs += fits && open;
        strays += !fits;
        open ^= fits;
    }
    return (pairs >= NUMBERED_LEAST || !digits) && pairs > 8 * strays;
}

/* Blanks out pairs of such marks on a line. */
static void blank_marks(struct passages *passages, size_t begin, size_t end, bool italics)
{
    const char *line = passages->text + begin;
    for (size_t at = 0, size, length = end - begin; at < length; at += size) {
        if (!type_mark_at(line, at, length, true, italics, &size))
            continue;
        const size_t far = length - at < MARKED_MOST ? length : at + MARKED_MOST;
        const char mark = line[at];
        if (size == 2 && at + size < length && is_digit(line[at + size])) /* it may end on another line */
            passages_replace(passages, begin + at, size, NARROW_BLANK);
        for (size_t close = at + size + 1, next; close < far; close += next) {
            if (type_mark_at(line, close, length, false, italics, &next) != size || line[close] != mark)
                continue;
            const char blank =
                close - at == size + 1 ? ' ' : NARROW_BLANK; /* the letter of a note, or italics */
            passages_replace(passages, begin + close, size, blank);
            passages_replace(passages, begin + at, size, blank);
            break;
        }
    }
}

/* Does a piece stand right before a word, as before the rank in "P-K 4"? */
static bool is_behind_piece(const struct print *print, size_t begin, size_t word)
{
    enum { SHORT = 3 }; /* "Kt.", but not "the Queen." */
    size_t stop = word - (word > begin), piece = stop;
    while (piece > begin && !is_blank(print->text[piece - 1]) && print->text[piece - 1] != '-')
        piece--;
    stop -= stop > piece && stop - piece <= SHORT && print->text[stop - 1] == '.';
    return stop > piece &&
           dialects_word(print->dialects, print->text + piece, stop - piece, CLASS_PIECE) == stop - piece;
}

/* Returns the length of at least so many dots with a blank between each two, before a move or the number of
 * the row; or 1. */
static size_t dots_apart(const struct print *print, size_t at, size_t end, unsigned least, uint32_t row)
{
    enum { LONGEST = 200 };
    size_t length = 1;
    while (length < LONGEST && at + length + 1 < end && print->text[at + length] == ' ' &&
           print->text[at + length + 1] == '.')
        length += 2;
    const size_t behind = print_skip_blanks(print->text, at + length, end);
    return length + 1 >= 2 * least && (print_longest(print, behind, end, false) > 1 ||
                                       (row && label_at(print->text, behind, end).number == row))
               ? length
               : 1;
}

/* Blanks out leaders, at least so many dots between a move and the next column, perhaps with blanks between
 * them, and beside them the second dot of the number before: "1..P-K4.......P-K4". Dots after a label alone
 * stand for a move. Returns how many leaders they are. */
static unsigned blank_leaders(struct finder *finder, size_t begin, size_t end, unsigned least)
{
    enum { RANK_LEAST = 3 };
    const char *text = finder->print.text;
    const uint32_t row = label_at(text, print_skip_blanks(text, begin, end), end).number;
    unsigned leaders = 0;
    for (size_t at = begin, word = begin; at < end; at++) {
        size_t dots = strspn(text + at, ".");
        if (dots == 1 && at > begin && is_blank(text[at - 1]))
            dots = dots_apart(&finder->print, at, end, least, row);
        const bool rank = dots >= RANK_LEAST && is_behind_piece(&finder->print, begin, word); /* P-K 4 ... */
        const unsigned leads = rank ? RANK_LEAST : least;
        const size_t behind = dots < leads ? at : print_skip_blanks(text, at + dots, end);
        const struct label label =
            dots < leads || rank ? (struct label){ .length = 0 } : label_at(text, word, at + dots);
        const size_t move = word + label.length;
        const uint32_t next = label_at(text, behind, end).number; /* both columns may be numbered */
        if (dots >= leads && at > move && (behind < end || label.dots) && (next == 0 || next == row)) {
            leaders++;
            passages_replace(finder->out, at, dots, dots < least ? NARROW_BLANK : ' ');
            if (label.dots)
                passages_blank(finder->out, move - 1, 1);
        }
        at += dots ? dots - 1 : 0;
        if (is_blank(text[at]) && at + 1 < end && !strchr(" \t.", text[at + 1]))
            word = at + 1;
    }
    return leaders;
}

/* ---- Numbers ---- */

/* Returns the length of a dash that stands apart before byte `at`, with the blanks behind it, or 0. */
static size_t dash_before(const char *text, size_t begin, size_t at)
{
    enum { HYPHENS_MOST = 3 };
    size_t dash = at;
    while (dash > begin && is_space(text[dash - 1]))
        dash--;
    size_t size = 0;
    while (size < HYPHENS_MOST && dash > begin + size && text[dash - 1 - size] == '-')
        size++;
    const bool hyphens = size > 0;
    size = hyphens ? size : 3;
    return dash < at && dash > begin + size && is_space(text[dash - size - 1]) &&
                   (hyphens || is_long_dash(text + dash - size))
               ? at - dash + size
               : 0;
}

/* Blanks out the second of two stops behind numbers, "1..P K4", if White's first moves of turns have them;
 * and a dash before numbers, "P 4 R. -- 2.", if most have it. */
static void blank_stops(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    unsigned doubled = 0, single = 0, dashes = 0;
    uint32_t last = 0;
    for (unsigned blanks = 0; blanks < 2; blanks++)
        for (size_t at = begin; at < end; at++) {
            const struct label label = label_of_word(text, begin, at, end);
            const size_t stop = at + strspn(text + at, "0123456789");
            const bool two = label.dots && strspn(text + stop, ".") == 2 &&
                             (begins_letter(text[stop + 2]) || text[stop + 2] == '-');
            const size_t dash = label.length ? dash_before(text, begin, at) : 0;
            if (blanks && two && doubled >= NUMBERED_LEAST && doubled > single)
                passages_blank(finder->out, stop + 1, 1);
            if (blanks && dashes >= NUMBERED_LEAST && 2 * dashes > last)
                passages_replace(finder->out, at - dash, dash, NARROW_BLANK);
            if (!label.length || label.number != last + 1 || blanks)
                continue;
            last++;
            doubled += two;
            single += !two;
            dashes += dash > 0;
        }
}

/* ---- The dash between two moves ---- */

enum { WORD_MOST = 8 }; /* bytes of an unreadable move */

/* Is there a move at `at`, and right after it the number of the next turn or the end of the page; or, if
 * `loose`, the end of the line or a word that is no move? Dashes may stand in its place. */
static bool is_second_move(const struct print *print, size_t at, size_t end, uint32_t next, bool loose)
{
    struct readings readings = { .count = 0 };
    reading_find(print->dialects, print->text + at, end - at, print->dialects->reading, &readings);
    for (unsigned i = 0; i < readings.count; i++) {
        const size_t stop = print_skip(print->text, at + readings.each[i].length, end, SPACES ",;.|"),
                     word = strspn(print->text + stop, SMALL_LETTERS);
        if (readings.each[i].cost == 0 &&
            (stop == end || print_ends_turn(print->text, stop, end, next) ||
             (loose && (memchr(print->text + at, '\n', stop - at) ||
                        (word > 1 && !is_digit(print->text[stop + word])) || /* "and", "he" */
                        ((print->text[stop] == '(' || begins_letter(print->text[stop])) &&
                         print_longest(print, stop, end, false) < 2)))))
            return true;
    }
    const size_t stop = at + strcspn(print->text + at, SPACES ",;");
    return dots_at(print->text, at, end) > 0 ||
           (loose && stop <= end && stop - at < WORD_MOST && print_may_be_move(print, at, stop) &&
            (is_break(print->text[stop]) || print_ends_turn(print->text, stop, end, next)));
}

/* Returns the dash between the moves of a turn, which begins at `at` after its number; `end` if there is
 * none. Sets the size of the dash, or of another one after a move, or 0. `mark`, if not 0, is the sign that
 * the page uses; behind it prose may follow the turn. */
static size_t find_dash(const struct print *print, size_t at, size_t end, uint32_t number, char mark,
                        size_t *size)
{
    const char *text = print->text;
    const size_t far = end - at < TURN_MOST ? end : at + TURN_MOST;
    *size = 0;
    for (size_t dash = at + 1, breaks = 0; dash < far && breaks < 2; dash++) {
        const size_t hyphens = text[dash - 1] == '-' ? 0 : strspn(text + dash, "-"),
                     length = hyphens == 1 || hyphens == 2 || text[dash] == '/' ? hyphens + !hyphens
                              : end - dash > 6 && is_long_dash(text + dash) && !is_long_dash(text + dash + 3)
                                  ? 3
                                  : 0;
        size_t stop = dash;
        breaks += text[dash] == '\n';
        while (length && stop > at && is_space(text[stop - 1]))
            stop--;
        const bool marked = mark && text[dash] == mark;
        if (!length || stop == at ||
            (print_longest(print, at, stop, true) != stop - at &&
             !(marked && stop < dash && stop - at < WORD_MOST && print_may_be_move(print, at, stop))))
            continue;
        *size = length;
        if (is_second_move(print, print_skip(text, dash + length, end, SPACES), end, number + 1, marked))
            return dash;
    }
    return end;
}

static void blank_dashes(struct finder *finder, size_t begin, size_t end)
{
    const struct print *print = &finder->print;
    unsigned parts[256] = { 0 }, joins = 0, squares = 0; /* squares: White's pawns move from there, "e2-e4" */
    unsigned char mark = 0;                              /* the sign that parts most turns */
    for (unsigned blanks = 0; blanks < 2; blanks++)      /* the first pass counts them */
        for (size_t at = begin, length; at < end; at += length ? length : 1) {
            const struct label label = label_of_word(print->text, begin, at, end);
            size_t size;
            length = label.length;
            if (!length || label.dots ||
                (blanks && (parts[mark] < NUMBERED_LEAST || parts[mark] < 2 * joins || squares > 1)))
                continue;
            size_t move = print_skip_blanks(print->text, at + length, end);
            size_t dash = find_dash(print, move, end, label.number, blanks ? (char)mark : 0, &size);
            const unsigned char sign = dash < end ? (unsigned char)print->text[dash] : 0;
            parts[sign] += sign && !blanks;
            mark = parts[sign] > parts[mark] ? sign : mark;
            squares +=
                dash < end && dash - move == 2 && is_lower(print->text[move]) && print->text[dash - 1] == '2';
            joins += size && dash == end;
            if (blanks && sign && sign == mark)
                passages_blank(finder->out, dash, size + dots_at(print->text, dash + size, end));
        }
}

/* ---- Where a page of the book ends ---- */

/* Is the line the header or the number of a page: words in capitals with a number at one end, "- 41 -", "[Pg
 * 41]"; or, if it stands `apart`, only a number, or words in brackets, "[Illustration]"? */
static bool is_page_line(const char *text, size_t begin, size_t end, bool apart)
{
    enum { LONGEST = 90, DIGITS_MOST = 4, LETTERS_LEAST = 4 };
    size_t letters = 0, small = 0, digits = 0, moves = 0; /* moves: digits behind letters and dashes */
    for (size_t at = begin; at < end; at++) {
        letters += is_upper(text[at]);
        small += is_lower(text[at]);
        digits += is_digit(text[at]);
        moves += at > begin && is_digit(text[at]) && (is_letter(text[at - 1]) || text[at - 1] == '-');
    }
    if (small && !digits)
        return apart && text[begin] == '[' && text[end - 1] == ']';
    if (small || moves)
        return text[begin] != '_' && print_ornament(text, begin, end) == end - begin;
    const size_t first = print_skip(text, begin, end, "-[({ "), number = strspn(text + first, "0123456789"),
                 behind = first + number;
    const bool closed = first > begin && behind < end && print_skip(text, behind, end, "-])} ") == end;
    if (end - begin > LONGEST || number > DIGITS_MOST)
        return false;
    if (number && (behind == end || closed))
        return closed || apart;
    return letters >= LETTERS_LEAST &&
           (number ? print_cell_end(text, behind, end) == behind
                   : is_digit(text[end - 1]) && print_cell_end(text, begin, end) < end);
}

/* Joins running text that goes on below the header or the number of the next page, within a sentence or a
 * turn. */
static void join_pages(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    size_t above = begin; /* the end of the text so far */
    for (size_t line = begin, next; line < end; line = next) {
        const size_t stop = print_line_end(text, line, end), first = print_skip(text, line, stop, SPACES);
        next = print_next_line(text, line, end);
        if (first == stop)
            continue;
        const size_t below = print_skip(text, stop, end, SPACES);
        size_t row = above;
        while (row > begin && text[row - 1] != '\n')
            row--;
        const size_t turn = print_skip(text, row, above, SPACES);
        const size_t last = first + transcript_strip(text + first, text + stop, "", SPACES).length;
        const bool apart = line - above > 1 && print_next_line(text, next, end) <= below,
                   page = above > begin && below < end && is_page_line(text, first, last, apart) &&
                          print_cell_end(text, turn, above) == above && !label_at(text, below, end).length;
        size_t word = above;
        while (word > row && !is_space(text[word - 1]))
            word--;
        if (page && (is_letter(text[above - 1]) || strchr(",;-", text[above - 1]) ||
                     label_at(text, word, above).length)) {
            for (size_t at = above + 1; at < below; at++)
                passages_replace(finder->out, at, 1, NARROW_BLANK);
            continue;
        }
        above = last;
    }
}

/* ---- Notations ---- */

/* Finds how the turns are numbered, and selects the notations that read at least three quarters as many moves
 * after the numbers as the best one, in any part of the page. */
static void select_dialects(struct finder *finder, struct dialects *dialects, size_t begin, size_t end)
{
    enum { MOVES = 24 };
    const char *text = finder->print.text;
    unsigned scores[DIALECTS_MAX] = { 0 }, stops[128] = { 0 }, count = 0, best = 0, numbered = 0, twice = 0,
             joined = 0, apart = 0; /* pieces and their wings, "QKt", "Q Kt" */
    notation_set good = 0;
    uint32_t first = 0, last = 0, most = 0;
    int dashes = 0; /* after the number of the last turn, and fewer after the next */
    for (size_t at = begin; at < end;) {
        struct readings readings = { .count = 0 };
        notation_set reads = 0;
        const struct label label = label_of_word(text, begin, at, end);
        if (label.length && text[at] != '(') {
            const bool next = label.number == last + 1;
            numbered += next;
            twice += label.number == last && !label.dots;
            dashes += label.dash ? (label.number == last) - next : 0;
            last = label.number;
            first = first || !next ? first : last;
            most = next && last > most ? last : most; /* not a year */
        }
        size_t line = at;
        while (label.length && line > begin && is_blank(text[line - 1]))
            line--;
        const bool leads = label.length && (line == begin || is_break(text[line - 1]));
        const char stop = print_label_stop(text + at);
        at = label.length ? print_skip_blanks(text, at + label.length, end) : at + 1;
        joined += label.length && end - at > 1 && is_upper(text[at]) && is_upper(text[at + 1]);
        apart += label.length && end - at > 2 && is_upper(text[at]) && text[at + 1] == ' ' &&
                 is_upper(text[at + 2]);
        if (label.length && at < end)
            reading_find(dialects, text + at, end - at, ALL_NOTATIONS, &readings);
        for (unsigned i = 0; i < readings.count; i++)
            reads |= readings.each[i].cost > PRICE_NO_CONNECTOR ? 0 : readings.each[i].dialects;
        count += reads != 0;
        if (leads && (reads || label.dots) && ++stops[stop & 127] > stops[(unsigned char)finder->stop])
            finder->stop = stop & 127;
        for (unsigned i = 0; reads && i < dialects->count; i++) {
            scores[i] += reads >> i & 1;
            best = scores[i] > best ? scores[i] : best;
        }
        if ((count < MOVES && at < end) || (best == 0 && good)) /* nothing may be left behind the last part */
            continue;
        for (unsigned i = 0; i < dialects->count; i++) /* digits need not be moves */
            good |= (notation_set)(4 * scores[i] >= 3 * best && !(dialects->each[i].numeric && best == 0))
                    << i;
        memset(scores, 0, sizeof scores);
        count = best = 0;
    }
    dialects->reading = good;
    dialects->joined = joined > apart;
    for (unsigned i = 0; i < dialects->count; i++)
        finder->digits |= dialects->each[i].numeric && (good >> i & 1);
    finder->print.dashed = dashes > 0;
    finder->print.twice = 2 * twice > numbered;
    /* Notes may have numbers without brackets, but not those of most turns. */
    finder->print.plain = numbered >= NUMBERED_LEAST && 2 * numbered > most - first && finder->stop != '(';
}

/* Blanks out lines that are printed twice, one below the other, and have the number of a turn. */
static void blank_doubled(struct finder *finder, size_t begin, size_t end)
{
    const char *text = finder->print.text;
    size_t last = begin, length = 0; /* of the line above */
    for (size_t line = begin; line < end; line = print_next_line(text, line, end)) {
        const size_t stop = print_line_end(text, line, end);
        bool numbered = false;
        if (length && stop - line == length && memcmp(text + last, text + line, length) == 0)
            for (size_t at = line; at < stop && !numbered; at++)
                numbered = label_of_word(text, line, at, stop).length > 0;
        if (numbered)
            passages_replace(finder->out, line - 1, length + 1, NARROW_BLANK); /* with the break above it */
        else
            last = line;
        length = stop - line;
    }
}

/* Length of a raised number that stands alone before a move, the mark of a footnote, or 0. */
static size_t raised_length(const struct print *print, size_t at, size_t stop)
{
    const char *text = print->text;
    const bool raised = text[at] == '\xc2' || (stop - at > 2 && memcmp(text + at, "\xe2\x81", 2) == 0);
    const size_t length = raised ? transcript_footnote_mark(text, at, stop) : 0,
                 move = length ? print_skip_blanks(text, at + length, stop) : at;
    return move > at + length && print_longest(print, move, stop, false) > 1 ? length : 0;
}

void ornaments_blank(struct finder *finder, struct dialects *dialects, size_t begin, size_t end)
{
    enum { LEADER = 4, LEADERS_MANY = 6, LEADER_OF_MANY = 2 };
    const char *text = finder->print.text;
    const bool italics = has_italics(text, begin, end);
    unsigned leaders = 0;
    dialects->daggers = false;
    ornaments_restore_letters(finder, dialects, begin, end);
    join_pages(finder, begin, end);
    blank_doubled(finder, begin, end);
    for (size_t line = begin; line < end; line = print_next_line(text, line, end)) {
        const size_t stop = print_line_end(text, line, end), first = print_skip(text, line, stop, SPACES);
        dialects->daggers |= stop - first > 2 && memcmp(text + first, "\xe2\x80", 2) == 0 &&
                             transcript_footnote_mark(text, first, stop);
        for (size_t at = first; at < stop; at++)
            if (at == first || text[at] == '[' || text[at] == '{')
                passages_blank(finder->out, at, print_ornament(text, at, stop));
            else if (is_blank(text[at - 1]))
                passages_blank(finder->out, at, raised_length(&finder->print, at, stop));
        blank_marks(finder->out, line, stop, italics);
        leaders += blank_leaders(finder, line, stop, LEADER);
    }
    for (size_t line = begin; line < end && leaders >= LEADERS_MANY; line = print_next_line(text, line, end))
        (void)blank_leaders(finder, line, print_line_end(text, line, end), LEADER_OF_MANY);
    ornaments_join_squares(finder, begin, end);
    ornaments_blank_sides(finder, begin, end);
    blank_stops(finder, begin, end);
    blank_dashes(finder, begin, end);
    select_dialects(finder, dialects, begin, end);
}
