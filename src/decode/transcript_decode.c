/* transcript_decode.c - writes a game that the search has found as notation, with words between moves. */

#include "decode/transcript_page.h"
#include "notation/build.h"

/* ---- Between the moves ---- */

/* Returns the length of a mark that is no text of the page, "{164}", "[Illustration: a portrait]", or 0. */
static size_t page_furniture(const struct dialects *dialects, const char *text, size_t length)
{
    size_t at = 0, picture = dialects_word(dialects, text, length, CLASS_PICTURE);
    if (picture && *text == '[')
        while (picture < length && text[picture - 1] != ']' && !is_break(text[picture]))
            picture++;
    if (picture)
        return picture;
    if (*text == '{')
        for (at = 1; at < length && (is_digit(text[at]) || is_letter(text[at])); at++)
            ;
    return at > 1 && at < length && text[at] == '}' ? at + 1 : 0;
}

void transcript_add_words(struct writing *w, size_t begin, size_t end)
{
    struct ludus_buffer *prose = &w->page->prose;
    const char *text = w->passages->text, *printed = w->page->text.bytes;
    unsigned char *furniture = w->passages->furniture;
    const size_t before = prose->length;
    bool any = false;
    if (before)
        buf_char(prose, '\n');
    const size_t first = prose->length;
    for (size_t at = begin; at < end;) {
        size_t skip = furniture[at] ? 1 : page_furniture(&w->page->words, text + at, end - at);
        const bool narrow = text[at] == NARROW_BLANK, gap = !narrow && (is_space(text[at]) || skip);
        if (gap && prose->length > first && prose->bytes[prose->length - 1] != ' ')
            buf_char(prose, ' ');
        const char sign =
            to_lower(text[at]) == to_lower(printed[at]) ? printed[at] : text[at]; /* in its case */
        if (!gap && !narrow)
            buf_char(prose, sign == '}' ? ')' : sign == '{' ? '(' : sign);
        any |= !gap && (is_letter(text[at]) || is_digit(text[at]) || text[at] & '\x80');
        at += skip ? skip : 1;
    }
    for (size_t at = begin; at < end; at++) /* in columns these bytes may come again */
        furniture[at] = furniture[at] ? furniture[at] : IN_COMMENT;
    if (any && !before)
        w->page->prose_line = transcript_line_of(w->page, begin);
    while (prose->length > first && prose->bytes[prose->length - 1] == ' ')
        prose->length--;
    prose->length = any ? prose->length : before;
}

/* Reads the result from a line behind the last move (`last`). True if the line becomes no comment: it is only
 * a result or, before the last move, only a label. */
static bool take_line(struct writing *w, size_t begin, size_t end, bool last)
{
    const char *text = w->passages->text;
    struct ludus_text line = transcript_strip(text + begin, text + end, SPACES, SPACES);
    begin = (size_t)(line.text - text);
    if (!last)
        return line.length &&
               (print_label(&w->print, 0, begin, begin + line.length, 0).length == line.length ||
                dialects_are_sides(w->dialects, line.text, line.length));
    unsigned result = transcript_result(line.text, line.length);
    if (result != NO_RESULT) {
        w->result = result;
        line.length -= line.text[line.length - 1] == '.';
        w->printed = line;
        return true;
    }
    result = dialects_verdict(w->dialects, line.text, line.length);
    if (result != NO_RESULT && w->result == NO_RESULT)
        w->result = result;
    return false;
}

/* Reads a result at the head of a line behind the last move, "1-0 [Gufeld]". Returns its end, or `begin`. */
static size_t behind_result(struct writing *w, size_t begin, size_t end)
{
    const size_t stop = transcript_behind_result(w->passages->text, begin, end);
    return stop && stop < end && w->result == NO_RESULT && take_line(w, begin, stop, true) ? stop : begin;
}

/* Finds where the words of the last line end: before a result behind them, which it reads. */
static size_t before_result(struct writing *w, size_t begin, size_t end)
{
    const char *text = w->passages->text;
    const size_t stop = begin + transcript_strip(text + begin, text + end, "", SPACES).length;
    size_t word = stop, best = stop;
    for (unsigned words = 0; words < 3 && word > begin; words++) { /* 1 : 0 */
        while (word > begin && is_space(text[word - 1]))
            word--;
        while (word > begin && !is_space(text[word - 1]))
            word--;
        if (words == 0 || transcript_result(text + word, stop - word) != NO_RESULT)
            best = word;
    }
    return best > begin && take_line(w, best, stop, true) ? best : end;
}

/* Writes the words from w->at to `end` as a comment; `last`: no move follows. */
static void write_words(struct writing *w, size_t end, bool last)
{
    while (w->at < end) {
        size_t stop = print_line_end(w->passages->text, w->at, end);
        w->at = last ? behind_result(w, w->at, stop) : w->at;
        if (!take_line(w, w->at, stop, last))
            transcript_add_words(w, w->at, last ? before_result(w, w->at, stop) : stop);
        w->at = stop + (stop < end);
    }
    struct ludus_buffer *prose = &w->page->prose;
    const size_t stops = print_skip(prose->bytes, 0, prose->length, " ,;.:)");
    if (w->at > 0 && stops && w->page->notation.length) { /* these belong to the move before */
        memmove(prose->bytes, prose->bytes + stops, prose->length - stops);
        prose->length -= stops;
    }
    while (w->dialects->ruleset->rules.dice && prose->length && prose->bytes[prose->length - 1] == ',')
        prose->length--; /* it joins the next move */
    w->behind_words = prose->length > 0 || w->branched;
    w->branched = false;
    transcript_end_text(w->page);
}

/* Writes the words, and the variations among them that replace the last move. */
static void write_notes(struct writing *w, size_t end, bool last)
{
    for (size_t i = 0; i < w->variation_count; i++) {
        struct variation *v = &w->variations[i];
        if (v->written || v->ply + 1 != w->written || v->words < w->at || v->words >= end)
            continue;
        write_words(w, v->words, false);
        transcript_write_variation(w, v, &w->before);
        w->at = v->stop;
        v->written = true;
    }
    write_words(w, end, last);
}

/* ---- Footnotes ---- */

enum { FOOTNOTE_BYTES = 1 << 14 }; /* between a mark and its footnote, at most */

/* Finds the footnote with a mark: on a line after byte `at` that begins with the mark, up to the next
 * footnote or an empty line. Returns where it begins; `end` if there is none, or if moves of the game
 * are in it. */
static size_t find_footnote(const struct writing *w, struct ludus_text mark, size_t at, size_t end,
                            size_t *stop)
{
    const char *text = w->passages->text;
    const size_t last = end - at < FOOTNOTE_BYTES ? end : at + FOOTNOTE_BYTES;
    for (at = print_next_line(text, at, last); at < last; at = print_next_line(text, at, last)) {
        size_t begin = print_skip_blanks(text, at, end), length = transcript_footnote_mark(text, begin, end);
        if (length != mark.length || memcmp(text + begin, mark.text, length) != 0)
            continue;
        *stop = print_line_end(text, begin, end);
        for (size_t next = begin; (next = print_next_line(text, next, end)) < end;) {
            const size_t first = print_skip_blanks(text, next, end);
            if (is_break(text[first]) || transcript_footnote_mark(text, first, end))
                break;
            *stop = print_line_end(text, next, end);
        }
        for (size_t i = 0; i < w->game->count; i++)
            if (w->game->plies[i].begin >= begin && w->game->plies[i].begin < *stop)
                return end;
        return begin;
    }
    return end;
}

/* Writes the footnote whose mark stands behind the last move, in its place. Both marks become blanks. */
static void write_footnote(struct writing *w, size_t end)
{
    char *text = w->passages->text;
    const size_t at = print_skip_blanks(text, w->at, end), length = transcript_footnote_mark(text, at, end);
    size_t stop,
        begin = length ? find_footnote(w, (struct ludus_text){ text + at, length }, at, end, &stop) : end;
    if (begin == end)
        return;
    memset(text + at, ' ', length);
    memset(text + begin, ' ', length);
    w->at = begin;
    write_notes(w, stop, false);
    memset(w->passages->furniture + begin, WRITTEN_ASIDE, stop - begin);
    w->at = at + length;
}

/* ---- Diagrams ---- */

enum { NEAR_PLIES = 2, SAME_SQUARES = 8 };

/* Returns the number of plies before the position of a diagram: at most a few before or behind its place, for
 * printers set it where there was room; anywhere, if it is exact; else those before its place. */
static size_t find_shown(const struct writing *w, size_t passage)
{
    const struct passage *diagram = &w->passages->each[passage];
    struct tracked at = { .pos = *w->position };
    size_t found, here = 0;
    unsigned least = SAME_SQUARES + 1;
    at.pos.past = NULL;
    while (here < w->game->count && w->game->plies[here].passage < passage)
        here++;
    found = here;
    for (size_t ply = 0; ply <= w->game->count; ply++) {
        unsigned differs = diagram_text_differs(&at.pos, diagram->board);
        bool near = ply + NEAR_PLIES >= here && ply <= here + NEAR_PLIES;
        if (near && (differs < least || (differs == least && ply == here))) {
            least = differs;
            found = ply;
        } else if (differs == 0 && least > 0) {
            found = ply;
        }
        if (ply < w->game->count)
            tracked_play(&at, w->game->plies[ply].move);
    }
    return found;
}

/* Writes the diagrams of the position after so many plies, and those here that show something else. */
static void write_diagrams(struct writing *w, size_t plies)
{
    char placement[400];
    for (size_t i = 0; w->shown && i < w->passages->count; i++) {
        const struct ludus_position *board = w->passages->each[i].board;
        unsigned differs = w->shown[i] == plies ? diagram_text_differs(w->position, board) : 0;
        if (w->shown[i] != plies || (plies == 0 && differs == 0))
            continue;
        buf_char(&w->page->notation, '{');
        transcript_mark(w->page, w->passages->each[i].begin);
        diagram_text_write(board, placement, sizeof placement);
        buf_format(&w->page->notation, differs > SAME_SQUARES ? "Diagram: %s}\n" : "[%%position %s]}\n",
                   placement);
    }
}

/* ---- Moves ---- */

void transcript_write_marks(struct writing *w, const struct decoded_ply *ply)
{
    const char *text = w->passages->text;
    size_t marks = 0, at = ply->begin;
    unsigned nag;
    while (at < ply->end && !is_letter(text[at]) && !is_digit(text[at]))
        at++; /* a scan's sign for a figurine has some */
    for (; at < ply->end; at++)
        if (dialects_word(w->dialects, text + at, ply->end - at, CLASS_SQUEEZE))
            buf_text(&w->page->notation, " squeeze");
        else if ((text[at] == '!' || text[at] == '?') && marks++ < 2)
            buf_char(&w->page->notation, text[at]);
        else if (at > ply->begin && token_judgement(text + at, ply->end - at, &nag) == ply->end - at)
            buf_format(&w->page->notation, " $%u", nag);
}

/* Reports what the label of a turn with dice is read as, unless it says that, or nothing. */
static void report_label(struct writing *w, const struct passage *passage, struct ludus_text label)
{
    const char *text = w->passages->text;
    const size_t begin = passage->label_begin;
    size_t end = passage->roll.begin, at = begin;
    while (end > begin && (is_space(text[end - 1]) || strchr("([", text[end - 1])))
        end--;
    int side;
    at += dialects_side(w->dialects, text + at, end - at, &side);
    bool same = (!passage->label || passage->label == ludus_position_number(w->position)) &&
                (passage->side < 0 ||
                 passage->side == place_of_side(w->dialects->ruleset, ludus_position_side(w->position)));
    for (size_t length; at < end && same; at += length) {
        length = dialects_side(w->dialects, text + at, end - at, &side);
        length = length ? length : dialects_word(w->dialects, text + at, end - at, CLASS_ROLLS);
        same = length || !(is_letter(text[at]) || text[at] & '\x80') || strchr("WwBb", text[at]) ||
               is_long_dash(text + at);
        length = length ? length : 1;
    }
    if (!same)
        transcript_fault(w->page, "misread-label", begin, end, "is read as the turn '%.*s'",
                         (int)label.length, label.text);
}

/* Writes the number and the roll of a turn with dice; or the comma before another move of the turn. */
static void write_roll(struct writing *w, const struct passage *passage)
{
    struct ludus_buffer *out = &w->page->notation;
    const struct roll_of_page *roll = &passage->roll;
    const size_t begin = out->length;
    if (!roll->count) {
        buf_text(out, ", ");
        return;
    }
    if (w->thrown)
        w->page->failed |= !ludus_position_end_turn(w->position);
    ludus_position_roll(w->position, roll->dice, roll->count);
    w->thrown = true;
    buf_format(out, "%u%c.", ludus_position_number(w->position), "WB"[ludus_position_side(w->position)]);
    size_t label = out->length - begin;
    for (unsigned i = 0; i < roll->count; i++)
        buf_format(out, "%s%u", i ? "," : " (", roll->dice[i]);
    buf_text(out, ") ");
    report_label(w, passage, (struct ludus_text){ out->bytes + begin, label });
}

/* Length of a sign of the class between two squares, or 0. */
static size_t sign_length(const struct writing *w, size_t at, size_t end, enum word_class class)
{
    enum { SIGN_BYTES = 3 };
    size_t length = end - at < SIGN_BYTES ? end - at : SIGN_BYTES;
    while (length && dialects_word(w->dialects, w->passages->text + at, length, class) != length)
        length--;
    return length;
}

/* Writes a move as it is printed, if it has more than two squares, or two placings: path and captured men
 * cannot be known from the move. */
static bool write_squares(struct writing *w, const struct decoded_ply *ply)
{
    struct ludus_buffer *out = &w->page->notation;
    const char *text = w->passages->text;
    unsigned squares = 0, placings = 0;
    for (size_t at = ply->begin; at + 1 < ply->end; at++) {
        squares += is_file(text[at]) && is_digit(text[at + 1]);
        placings += text[at] == '@';
    }
    if (squares < 3 && placings < 2)
        return false;
    for (size_t at = ply->begin, length; at < ply->end && !strchr("!?", text[at]); at += length) {
        const bool behind = at > ply->begin && is_digit(text[at - 1]); /* a square */
        const size_t to = behind ? sign_length(w, at, ply->end, CLASS_TO) : 0,
                     takes = behind ? sign_length(w, at, ply->end, CLASS_TAKES) : 0;
        if (is_space(text[at]) && dialects_word(w->dialects, text + at + 1, ply->end - at - 1, CLASS_SQUEEZE))
            break;
        length = to ? to : takes ? takes : 1;
        if (to || takes)
            buf_char(out, to ? '-' : 'x');
        else if (!is_space(text[at]) || !is_space(text[at - 1]))
            buf_char(out, is_space(text[at]) ? ' ' : text[at]);
    }
    return true;
}

static void write_ply(struct writing *w, const struct decoded_ply *ply, bool first)
{
    struct ludus_buffer *out = &w->page->notation;
    char move[MOVE_TEXT];
    const struct passage *passage = &w->passages->each[ply->passage];
    const size_t begin = passage->label_begin;
    const bool begins = place_of_side(w->dialects->ruleset, ludus_position_side(w->position)) == 0;
    write_notes(w, begin > w->at ? begin : ply->begin, false);
    if (passage->roll.count && passage->roll.end > w->at) { /* words may stand between it and the move */
        w->at = passage->roll.end;
        write_notes(w, ply->begin, false);
    }
    w->at = w->at > ply->begin ? w->at : ply->begin;
    transcript_mark(w->page, ply->begin);
    if (w->dialects->ruleset->rules.dice)
        write_roll(w, passage);
    else if (begins || first || w->behind_words)
        buf_format(out, "%u%s ", ludus_position_number(w->position), begins ? "." : "...");
    (void)ludus_move_text(w->position, ply->move, move, sizeof move);
    size_t plain = strcspn(move, "+#");
    if (ply->manner == PLY_READ && write_squares(w, ply))
        ; /* its squares are written */
    else if (ply->manner == PLY_READ || (ply->manner != PLY_LOST && ply->margin >= MARGIN_SURE))
        buf_text(out, move);
    else if (ply->margin >= MARGIN_SURE)
        buf_format(out, "<%.*s>%s", (int)plain, move, move + plain);
    else
        buf_char(out, '_');
    if (ply->manner != PLY_LOST)
        transcript_write_marks(w, ply);
    buf_char(out, '\n');
    if (ply->manner != PLY_READ && ply->end > ply->begin) {
        buf_text(out, "{[%corr \"");
        for (size_t at = ply->begin; at < ply->end; at++)
            if (!strchr("\"{}[]\n\r", w->passages->text[at]))
                buf_char(out, w->passages->text[at]);
        buf_text(out, "\"]}\n");
    }
    transcript_tell(w, ply, move);
    w->at = ply->end;
    w->behind_words = ply->manner != PLY_READ;
    tracked_start(&w->before, w->position);
    w->written++;
    w->page->failed |= !ludus_position_make(w->position, ply->move);
    w->thrown &= ply->move.type != LUDUS_PASS;
}

static void write_game(struct writing *w, size_t begin, size_t end)
{
    w->at = begin;
    w->shown = memory_zeroed(w->passages->count + 1, sizeof *w->shown);
    for (size_t i = 0; w->shown && i < w->passages->count; i++)
        w->shown[i] = w->passages->each[i].board ? find_shown(w, i) : SIZE_MAX;
    write_diagrams(w, 0);
    w->set_up = w->position->hash != w->position->ruleset->start->hash;
    for (size_t i = 0; i < w->game->count; i++)
        memset(w->passages->furniture + w->game->plies[i].begin, WRITTEN,
               w->game->plies[i].end - w->game->plies[i].begin);
    transcript_find_variations(w, end);
    for (size_t i = 0; i < w->game->count && !w->page->failed; i++) {
        const struct decoded_ply *ply = &w->game->plies[i];
        const size_t next = i + 1 < w->game->count ? w->passages->each[ply[1].passage].label_begin : SIZE_MAX;
        transcript_tell_label(w, i);
        write_ply(w, ply, i == 0);
        write_footnote(w, end);
        write_diagrams(w, i + 1);
        for (size_t k = 0; k < w->variation_count; k++) { /* those that stand elsewhere on the page */
            const struct variation *v = &w->variations[k];
            if (!v->written && v->ply == i && (v->words < ply->end || v->words >= next))
                transcript_write_variation(w, v, &w->before);
        }
    }
    free(w->shown);
    write_notes(w, end, true);
    if (w->result == NO_RESULT && w->game->ended)
        w->result = dialect_result(w->game->ended, w->position->side);
    if (w->result == NO_RESULT)
        w->result = ludus_position_result(w->position, NULL);
    if (w->printed.length)
        transcript_mark(w->page, (size_t)(w->printed.text - w->passages->text));
    if (w->printed.length)
        buf_format(&w->page->notation, "%.*s\n", (int)w->printed.length, w->printed.text);
    else
        buf_format(&w->page->notation, "%s\n", result_text(w->result));
    transcript_tell_unread(w);
    for (size_t i = 0; i < w->variation_count; i++)
        transcript_free_variation(&w->variations[i]);
    free(w->variations);
}

size_t transcript_write_found(struct page *page, struct found_game *found, size_t from, size_t title)
{
    struct writing w = { .page = page,
                         .dialects = &found->dialects,
                         .passages = &found->passages,
                         .print = { .dialects = &found->dialects,
                                    .text = found->passages.text,
                                    .plain = found->passages.plain },
                         .game = &found->game,
                         .position = found->starts[found->start],
                         .result = NO_RESULT };
    struct ludus_position *first = found->taken ? ludus_position_new(found->dialects.ruleset) : NULL;
    for (size_t i = 0; first && i < found->taken; i++) {
        char move[MOVE_TEXT];
        (void)ludus_move_text(first, found->as->moves[i], move, sizeof move);
        if (i % 2 == 0)
            buf_format(&page->notation, "%u. ", ludus_position_number(first));
        buf_format(&page->notation, "%s\n", move);
        page->failed |= !ludus_position_make(first, found->as->moves[i]);
    }
    ludus_position_free(first);
    if (found->game.black)
        position_set_side(w.position, LUDUS_BLACK);
    const uint32_t label = found->passages.each[found->game.plies->passage].label;
    if (found->start > 0 && !found->taken && label && w.position->number == 1)
        w.position->number = label; /* a game from its middle */
    if ((found->start > 0 && !found->taken) || found->given)
        (void)ludus_position_fen(w.position, false, page->fen, sizeof page->fen);
    const size_t behind = found->behind;
    write_game(&w, transcript_begin_of(page, from), transcript_begin_of(page, behind));
    transcript_keep_game(page, found, title);
    transcript_free_found(found);
    return behind;
}
