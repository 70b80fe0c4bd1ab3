/* transcript_notes.c - finds variations in the notes of a page: moves that are legal from a position of the
 * game, with the words of their sentence or brackets. */
#include "decode/decoder.h"
#include "decode/transcript_page.h"
#include "notation/build.h"

enum { NOTE_MOVES = 60, NOTE_LINES = 12, WORD_BEFORE_STOP = 3 };

/* A note that is being read. */
struct note {
    const struct writing *w;
    struct variation lines[NOTE_LINES]; /* sequences of consecutive moves; owned */
    size_t count;
    size_t lowest, highest; /* bytes between the moves of the game on both sides */
    size_t begin, end;      /* its bytes on the page */
    size_t past;            /* index of the passage behind it */
    size_t page_end;        /* end of the text of the game */
    bool brackets;          /* its first and last sign are brackets */
};

/* ---- Where a note begins and ends ---- */

/* Does a sentence or a paragraph end before `at`? A stop behind a short word belongs to an abbreviation. */
static bool ends_sentence(const char *text, size_t lowest, size_t at)
{
    enum { BLANKS_MOST = 32 }; /* a wider gap parts columns */
    size_t stop = at, letters = 0;
    if (stop == lowest || !is_space(text[stop - 1]))
        return stop == lowest;
    for (unsigned breaks = 0; stop > lowest && is_space(text[stop - 1]); stop--)
        if ((breaks += text[stop - 1] == '\n') > 1 || at - stop > BLANKS_MOST)
            return true;
    if (print_behind(text, lowest, stop) != BEHIND_STOP)
        return stop == lowest;
    while (stop > lowest && strchr(".!?;:)]\"'", text[stop - 1]))
        stop--;
    if (stop > lowest + 1 && is_digit(text[stop - 1]) && is_letter(text[stop - 2]))
        return true; /* a square */
    for (; stop > lowest && (is_lower(text[stop - 1]) || text[stop - 1] & '\x80'); stop--)
        letters++;
    return letters >= WORD_BEFORE_STOP;
}

/* Returns the end of the sentence around a byte: before the blank behind it. */
static size_t end_of_sentence(const struct note *note, size_t at)
{
    const char *text = note->w->passages->text;
    while (at < note->highest && !(is_space(text[at]) && ends_sentence(text, note->lowest, at + 1)))
        at++;
    return at;
}

/* Finds the outermost brackets around a passage. False if they are not complete. */
static bool find_brackets(struct note *note, const struct passage *passage)
{
    const char *text = note->w->passages->text;
    size_t least = passage->begin > BRACKETS_MOST ? passage->begin - BRACKETS_MOST : 0,
           open = passage->label_begin;
    unsigned depth = 0, left = passage->depth;
    least = least > note->lowest ? least : note->lowest;
    while (open > least && left > 0) {
        const char c = text[--open];
        left -= (c == '(' || c == '[') && depth == 0;
        depth -= (c == '(' || c == '[') && depth > 0;
        depth += c == ')' || c == ']';
    }
    note->begin = open;
    note->end = print_behind_bracket(text, open, note->highest);
    note->brackets = true;
    return left == 0 && note->end > open;
}

/* Keeps the note of a passage on one side of the bytes from `begin` to `end`. */
static void bound_note(struct note *note, const struct passage *passage, size_t begin, size_t end)
{
    if (end <= passage->label_begin && end > note->lowest)
        note->lowest = end;
    if (begin > passage->begin && begin < note->highest)
        note->highest = begin;
}

/* Finds the note around a passage, between moves of the game. False if there is none. */
static bool find_note(struct note *note, const struct passage *passage)
{
    const struct writing *w = note->w;
    note->lowest = 0;
    note->highest = note->page_end;
    for (size_t i = 0; i < w->game->count; i++)
        bound_note(note, passage, w->passages->each[w->game->plies[i].passage].label_begin,
                   w->game->plies[i].end);
    for (size_t i = 0; i < w->passages->count; i++)
        if (w->passages->each[i].board)
            bound_note(note, passage, w->passages->each[i].begin, w->passages->each[i].end);
    if (note->lowest == 0) /* before the game */
        return false;
    if (passage->depth)
        return find_brackets(note, passage);
    note->begin = passage->label_begin;
    while (!ends_sentence(w->passages->text, note->lowest, note->begin))
        note->begin--;
    note->end = end_of_sentence(note, passage->begin + passage->least);
    return true;
}

/* ---- The moves of a note ---- */

static bool is_labelled(const struct passage *passage)
{
    return passage->label && passage->side >= 0 && passage_is_labelled(passage);
}

static bool add_move(struct variation *line, const struct passage *passage)
{
    struct passages *own = &line->passages;
    if (own->count == 0)
        line->turn = line->next = passage_turn(passage);
    struct passage *move =
        own->count < NOTE_MOVES ? memory_push(&own->each, &own->count, &own->capacity, sizeof *move) : NULL;
    if (!move)
        return false;
    *move = *passage;
    move->readings = move->slips = NULL; /* the search finds them again */
    move->strong = true;
    move->words = move->behind_words = move->in_row = false;
    move->depth = 0;
    move->margin = 0;
    line->next++;
    return true;
}

/* Collects the moves of a note from its first passage on. False if there are none, too many, or unclear. */
static bool gather_moves(struct note *note, size_t first)
{
    const struct passages *all = note->w->passages;
    size_t last = first;
    for (note->past = first; note->past < all->count; note->past++) {
        const struct passage *passage = &all->each[note->past];
        struct variation *line = &note->lines[note->count - (note->count > 0)];
        const uint32_t turn = passage_turn(passage);
        bool labelled = is_labelled(passage), goes_on = note->count > 0 && turn == line->next;
        bool touches = note->past == last + 1 && passage->depth == all->each[last].depth &&
                       passages_touch(all, note->past) && (goes_on || !labelled);
        if ((passage->begin >= note->end && !touches) || passage->begin < note->begin ||
            passage->begin >= note->highest || all->furniture[passage->begin] >= WRITTEN)
            break;
        if (passage->board || passage->ends || (!labelled && !touches))
            continue; /* or a square, or a move that is only mentioned */
        bool more = note->count > 0 && labelled && !goes_on;
        if ((labelled && passage->depth != all->each[first].depth) ||
            (more && ((turn > line->turn && turn < line->next) || note->count == NOTE_LINES)))
            return false; /* it belongs to that line, or to the game */
        line += more;
        note->count += note->count == 0 || more;
        if (!add_move(line, passage))
            return false;
        last = note->past;
        size_t end = note->brackets ? note->end : end_of_sentence(note, passage->begin + passage->least);
        note->end = end > note->end ? end : note->end;
    }
    return note->count > 0;
}

/* Is each move of a line read as printed, and surely as no other? */
static bool is_sure(const struct variation *line)
{
    uint32_t turn = line->turn;
    if (line->moves.count != line->passages.count)
        return false;
    for (size_t i = 0; i < line->moves.count; i++, turn++) {
        const struct decoded_ply *ply = &line->moves.plies[i];
        const struct passage *passage = &line->passages.each[i];
        if (ply->passage != i || ply->manner != PLY_READ || ply->cost > COST_NO_RECAPTURE + COST_TAIL ||
            ply->margin < MARGIN_SURE || (passage->label && passage->label != turn / 2) ||
            (passage->side >= 0 && (unsigned)passage->side != turn % 2))
            return false;
    }
    return true;
}

/* Decodes a line, and skips the moves shared with the game, perhaps all. False if it is not surely read. */
static bool read_line(const struct writing *w, struct variation *line)
{
    struct tracked at;
    struct passages *own = &line->passages, passages = *w->passages;
    for (tracked_start(&at, w->position); line->ply < w->game->count; line->ply++) {
        const struct decoded_ply *ply = &w->game->plies[line->ply];
        if (turn_place(&at.pos.ruleset->rules, ply->number, at.pos.side) == (long)line->turn)
            break;
        tracked_play(&at, ply->move);
    }
    if (line->ply == w->game->count)
        return false;
    passages.each = own->each;
    passages.count = own->count;
    bool sound = decode_game(&passages, w->dialects, &at, w->game->dialects, true, &line->moves);
    for (size_t i = 0; i < own->count; i++)
        free(own->each[i].readings);
    w->page->failed |= passages.failed;
    if (!sound || !is_sure(line))
        return false;
    while (line->first < line->moves.count && line->ply < w->game->count &&
           same_move(line->moves.plies[line->first].move, w->game->plies[line->ply].move)) {
        line->first++;
        line->ply++;
    }
    if (line->ply == w->game->count)
        line->first = line->moves.count;
    return true;
}

/* Is the note a footnote to the other move of the turn that it names, "(a) Or 4. P-Q3" to Black's fourth? */
static bool is_for_reply(const struct note *note)
{
    const struct writing *w = note->w;
    const char *text = w->passages->text;
    const size_t begin = print_skip_blanks(text, note->begin, note->end),
                 length = transcript_footnote_mark(text, begin, note->end);
    for (const struct decoded_ply *ply = w->game->plies; length && ply < w->game->plies + w->game->count;
         ply++) {
        const size_t mark = print_skip_blanks(text, ply->end, w->passages->length);
        if (transcript_footnote_mark(text, mark, w->passages->length) == length &&
            memcmp(text + mark, text + begin, length) == 0)
            return ply->number == note->lines->turn / 2 && note->lines->turn % 2 == 0 &&
                   ply > w->game->plies && ply[-1].number == ply->number;
    }
    return false;
}

/* Adds the lines of a note to the variations, if all are read. */
static void read_note(struct writing *w, struct note *note)
{
    struct variation *last = NULL;
    size_t before = note->begin;
    if (is_for_reply(note))
        return;
    for (struct variation *v = note->lines; v < note->lines + note->count; v++) {
        if (!read_line(w, v))
            return;
        if (v->first == v->moves.count)
            continue;
        v->words = before;
        v->brackets = note->brackets;
        before = v->stop = v->moves.plies[v->moves.count - 1].end;
        last = v;
    }
    if (!last)
        return;
    /* Behind the game, the result may stand on the next line. */
    last->stop = note->brackets || note->highest < note->page_end
                     ? note->end
                     : print_line_end(w->passages->text, before, note->end);
    for (struct variation *v = note->lines; v <= last; v++) {
        if (v->first == v->moves.count)
            continue;
        memset(w->passages->furniture + v->words, WRITTEN_ASIDE, v->stop - v->words);
        struct variation *kept =
            memory_push(&w->variations, &w->variation_count, &w->variation_capacity, sizeof *kept);
        w->page->failed |= !kept;
        if (!kept)
            return;
        *kept = *v;
        *v = (struct variation){ .ply = 0 };
    }
}

void transcript_free_variation(struct variation *v)
{
    free(v->passages.each);
    decoded_free(&v->moves);
}

void transcript_find_variations(struct writing *w, size_t end)
{
    if (w->dialects->ruleset->rules.dice)
        return;
    for (size_t i = 0; i < w->passages->count; i++) {
        const struct passage *passage = &w->passages->each[i];
        struct note note = { .w = w, .page_end = end };
        if (passage->board || passage->ends || !is_labelled(passage) || passage->label_begin >= end ||
            w->passages->furniture[passage->begin] >= WRITTEN || !find_note(&note, passage))
            continue;
        if (gather_moves(&note, i))
            read_note(w, &note);
        for (size_t line = 0; line < NOTE_LINES; line++)
            transcript_free_variation(&note.lines[line]);
        i = note.past > i ? note.past - 1 : i;
    }
}

/* ---- Writing ---- */

/* Writes the words between two bytes of the page as a comment, without stops before them; no number alone. */
static void write_comment(struct writing *w, size_t begin, size_t end)
{
    const char *text = w->passages->text;
    unsigned nag;
    const struct ludus_text words = transcript_strip(text + begin, text + end, SPACES ",;.:)", SPACES);
    begin = (size_t)(words.text - text);
    end = begin + words.length;
    if (label_at(text, begin, end).length == end - begin)
        return;
    if (token_judgement(text + begin, end - begin, &nag) == end - begin) {
        buf_format(&w->page->notation, "$%u\n", nag);
        return;
    }
    while (begin < end) {
        size_t stop = print_line_end(text, begin, end);
        if (stop > begin)
            memset(w->passages->furniture + begin, 0, stop - begin);
        transcript_add_words(w, begin, stop);
        memset(w->passages->furniture + begin, WRITTEN_ASIDE, stop - begin);
        begin = print_next_line(text, begin, end);
    }
    transcript_end_text(w->page);
}

void transcript_write_variation(struct writing *w, const struct variation *v, const struct tracked *from)
{
    struct tracked at = *from;
    struct ludus_buffer *out = &w->page->notation;
    const struct decoded_ply *plies = v->moves.plies, *last = plies + v->moves.count - 1;
    const struct passage *each = v->passages.each;
    if (!v->brackets)
        write_comment(w, v->words, each[v->first].label_begin);
    buf_text(out, "(");
    if (v->brackets)
        write_comment(w, v->words + 1, each[v->first].label_begin);
    bool words = true;
    for (size_t i = v->first; i < v->moves.count; i++) {
        char move[MOVE_TEXT];
        const bool first = place_of_side(at.pos.ruleset, at.pos.side) == 0;
        size_t before = out->length;
        if (i > v->first)
            write_comment(w, plies[i - 1].end, each[i].label_begin);
        words |= out->length > before;
        transcript_mark(w->page, plies[i].begin);
        if (first || words)
            buf_format(out, "%u%s ", ludus_position_number(&at.pos), first ? "." : "...");
        (void)ludus_move_text(&at.pos, plies[i].move, move, sizeof move);
        buf_text(out, move);
        transcript_write_marks(w, &plies[i]);
        buf_char(out, '\n');
        tracked_play(&at, plies[i].move);
        words = false;
    }
    if (v->brackets)
        write_comment(w, last->end, v->stop - (v->stop > last->end));
    buf_text(out, ")\n");
    if (!v->brackets)
        write_comment(w, last->end, v->stop);
    w->branched = true;
}
