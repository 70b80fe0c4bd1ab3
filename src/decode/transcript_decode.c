/* transcript_decode.c - a game of a printed page that is found by the search over its readings, written down
 * as notation with what stands between the moves. */
#include "decode/transcript_decode.h"

#include "base/chars.h"
#include "base/memory.h"
#include "decode/diagram_text.h"
#include "decode/transcript_line.h"
#include "decode/transcript_rules.h"
#include "decode/transcript_verdict.h"
#include "notation/result.h"
#include "rules/fen.h"

#include <stdlib.h>
#include <string.h>

enum { COST_MOST = 320, MARGIN_SURE = 50, MOVE_TEXT = 48, REASON = 160 };

/* A game that is being written down. */
struct writing {
    struct page *page;
    const struct dialects *dialects;
    const struct passages *passages;
    const struct decoded *game;
    struct ludus_position *position; /* owned; before the next ply */
    size_t at;                       /* byte of the page that is not yet written */
    bool behind_words;               /* a comment stands right before */
    unsigned result;                 /* enum ludus_result, or NO_RESULT */
    bool open;                       /* the page says that there is none */
};

static size_t line_of(const struct page *page, size_t at)
{
    size_t low = 0, high = page->count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if ((size_t)(page->lines[middle].text - page->text.bytes) - page->lines[middle].indent <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static size_t begin_of(const struct page *page, size_t line)
{
    return line < page->count ? (size_t)(page->lines[line].text - page->text.bytes) - page->lines[line].indent
                              : page->text.length;
}

/* The column of a byte, in bytes from 1. */
static size_t column_of(const struct page *page, size_t at)
{
    return at - begin_of(page, line_of(page, at)) + 1;
}

static void mark_place(struct page *page, size_t at)
{
    size_t line = line_of(page, at);
    struct stretch *stretches =
        memory_room(page->stretches, page->stretch_count, &page->stretch_capacity, sizeof *stretches);
    page->failed |= !stretches;
    if (!stretches)
        return;
    page->stretches = stretches;
    page->stretches[page->stretch_count++] =
        (struct stretch){ page->notation.length, line + 1, column_of(page, at) };
}

/* ---- What stands between the moves ---- */

/* Length of what belongs to the page and not to its text: "{164}", "[Illustration]", a row of stars. */
static size_t page_furniture(const char *text, size_t length)
{
    static const char *const pictures[] = { "[Illustration]", "/*", "*/" };
    size_t at = 0;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (length >= strlen(pictures[i]) && memcmp(text, pictures[i], strlen(pictures[i])) == 0)
            return strlen(pictures[i]);
    if (*text == '{')
        for (at = 1; at < length && (is_digit(text[at]) || is_letter(text[at])); at++)
            ;
    return at > 1 && at < length && text[at] == '}' ? at + 1 : 0;
}

/* Appends a line of the page without its furniture and the blanks at its ends. */
static void add_words(struct writing *w, size_t begin, size_t end)
{
    struct ludus_buffer line = { 0 };
    const char *text = w->passages->text;
    bool any = false;
    for (size_t at = begin; at < end;) {
        size_t skip = w->passages->furniture[at] ? 1 : page_furniture(text + at, end - at);
        bool gap = is_space(text[at]) || skip;
        if (gap && line.length && line.bytes[line.length - 1] != ' ')
            buf_char(&line, ' ');
        if (!gap)
            buf_char(&line, text[at] == '}' ? ')' : text[at] == '{' ? '(' : text[at]);
        any |= !gap && (is_letter(text[at]) || is_digit(text[at]) || text[at] & '\x80');
        at += skip ? skip : 1;
    }
    while (line.length && line.bytes[line.length - 1] == ' ')
        line.length--;
    if (any && w->page->prose.length)
        buf_char(&w->page->prose, '\n');
    if (any && !w->page->prose.length)
        w->page->prose_line = line_of(w->page, begin);
    if (any)
        buf_add(&w->page->prose, line.bytes, line.length);
    buf_free(&line);
}

/* Is there nothing in a line but the words for the sides? */
static bool is_head(const struct dialects *dialects, const char *text, size_t length)
{
    bool any = false;
    for (size_t at = 0; at < length;) {
        size_t word = reading_word(dialects, text + at, length - at, CLASS_WHITE);
        word = word ? word : reading_word(dialects, text + at, length - at, CLASS_BLACK);
        if (!word && (is_letter(text[at]) || is_digit(text[at])))
            return false;
        any |= word > 0;
        at += word ? word : 1;
    }
    return any;
}

/* Takes in a line that says the result, behind the last move, or one that is nothing but a label. */
static bool take_line(struct writing *w, size_t begin, size_t end, bool last)
{
    const char *text = w->passages->text;
    uint32_t number;
    bool dots;
    while (begin < end && is_space(text[begin]))
        begin++;
    while (end > begin && is_space(text[end - 1]))
        end--;
    struct ludus_text line = { text + begin, end - begin };
    if (!last)
        return begin < end && (passage_label(text + begin, end - begin, &number, &dots) == end - begin ||
                               is_head(w->dialects, text + begin, end - begin));
    unsigned result = result_read(line);
    if (result == NO_RESULT)
        result = transcript_verdict(line.text, line.length);
    if (result == NO_RESULT || w->result != NO_RESULT)
        return false;
    w->result = result;
    w->open = result == LUDUS_OPEN;
    return result_read(line) != NO_RESULT;
}

/* The words from w->at to `end` become a comment; `last`: no move comes behind them. */
static void write_words(struct writing *w, size_t end, bool last)
{
    while (w->at < end) {
        size_t stop = w->at;
        while (stop < end && !is_break(w->passages->text[stop]))
            stop++;
        if (!take_line(w, w->at, stop, last))
            add_words(w, w->at, stop);
        w->at = stop + (stop < end);
    }
    struct ludus_buffer *prose = &w->page->prose;
    size_t stops = 0;
    while (stops < prose->length && strchr(" ,;.:)", prose->bytes[stops]))
        stops++;
    if (w->at > 0 && stops && w->page->notation.length) { /* of the move before */
        memmove(prose->bytes, prose->bytes + stops, prose->length - stops);
        prose->length -= stops;
    }
    w->behind_words = prose->length > 0;
    transcript_end_prose(w->page);
}

/* ---- Moves ---- */

/* Is one of the notations in force that of the ruleset's own letters? */
static bool is_own(const struct dialects *dialects, uint32_t in_force)
{
    const struct ludus_ruleset *rs = dialects->ruleset;
    for (unsigned d = 0; d < dialects->count; d++) {
        const struct dialect *dialect = &dialects->each[d];
        kind_set own = rs->rules.pawns;
        for (unsigned i = 0; i < dialect->word_count; i++) {
            const struct dialect_word *word = &dialect->words[i];
            unsigned kind = word->class == CLASS_PIECE ? dialect->kinds[word->piece] : NONE;
            if (kind != NONE && word->length == 1 && *word->text == rs->rules.kinds[kind].letter)
                own |= 1u << kind;
        }
        if (!dialect->descriptive && (in_force >> d & 1) && own == (1u << rs->rules.kind_count) - 1)
            return true;
    }
    return false;
}

/* Signs of praise and blame that stand within or right behind a move. */
static void write_marks(struct writing *w, const struct decoded_ply *ply)
{
    const char *text = w->passages->text;
    size_t marks = 0;
    for (size_t at = ply->begin; at < ply->end && marks < 2; at++)
        if (text[at] == '!' || text[at] == '?') {
            buf_char(&w->page->notation, text[at]);
            marks++;
        }
}

static int printed_length(const struct decoded_ply *ply)
{
    return (int)(ply->end - ply->begin < 60 ? ply->end - ply->begin : 60);
}

/* Tells what a move was read as, if it was not as printed, or if it could be another. */
static void tell(struct writing *w, const struct decoded_ply *ply, const char *move)
{
    struct page *page = w->page;
    const char *printed = w->passages->text + ply->begin;
    size_t line = line_of(page, ply->begin) + 1, column = column_of(page, ply->begin);
    char other[MOVE_TEXT] = "";
    if (ply->margin < MARGIN_SURE)
        (void)ludus_move_text(w->position, ply->other, other, sizeof other);
    if (ply->manner != PLY_READ && ply->margin < MARGIN_SURE)
        import_fault(page->import, IMPORT_LOST, line, column, "'%.*s' cannot be read: it could be %s or %s",
                     printed_length(ply), printed, move, other);
    else if (ply->manner == PLY_LOST)
        import_fault(page->import, IMPORT_LOST, line, column,
                     "'%.*s' cannot be read; what comes after it asks for %s", printed_length(ply), printed,
                     move);
    else if (ply->manner == PLY_MENDED)
        import_fault(page->import, IMPORT_MISPRINT, line, column,
                     "'%.*s' is read as %s, though it does not say that", printed_length(ply), printed, move);
    else if (*other && strcmp(other, move) != 0)
        import_fault(page->import, IMPORT_AMBIGUOUS, line, column, "'%.*s' is read as %s, and could be %s",
                     printed_length(ply), printed, move, other);
}

static void tell_notation(struct writing *w, const struct decoded_ply *ply, const char *move)
{
    struct page *page = w->page;
    page->old_told = true;
    import_fault(page->import, IMPORT_OLD, line_of(page, ply->begin) + 1, column_of(page, ply->begin),
                 "'%.*s' is read as %s, and so are moves in this notation below", printed_length(ply),
                 w->passages->text + ply->begin, move);
}

static void write_number(struct writing *w, bool first)
{
    bool white = ludus_position_side(w->position) == LUDUS_WHITE;
    if (white || first || w->behind_words)
        buf_format(&w->page->notation, "%u%s ", ludus_position_number(w->position), white ? "." : "...");
}

static void write_ply(struct writing *w, const struct decoded_ply *ply, bool first)
{
    struct ludus_buffer *out = &w->page->notation;
    char move[MOVE_TEXT];
    (void)ludus_move_text(w->position, ply->move, move, sizeof move);
    size_t begin = w->passages->each[ply->passage].label_begin;
    write_words(w, begin > w->at ? begin : ply->begin, false);
    w->at = w->at > ply->begin ? w->at : ply->begin;
    mark_place(w->page, ply->begin);
    write_number(w, first);
    if (ply->manner == PLY_READ || ply->margin >= MARGIN_SURE)
        buf_format(out, ply->manner == PLY_LOST ? "<%s>" : "%s", move);
    else
        buf_char(out, '_');
    if (ply->manner != PLY_LOST)
        write_marks(w, ply);
    buf_char(out, '\n');
    if (ply->manner != PLY_READ) {
        buf_text(out, "{[%corr \"");
        for (size_t at = ply->begin; at < ply->end; at++)
            if (!strchr("\"{}[]\n\r", w->passages->text[at]))
                buf_char(out, w->passages->text[at]);
        buf_text(out, "\"]}\n");
    }
    if (first && !is_own(w->dialects, w->game->dialects))
        tell_notation(w, ply, move);
    tell(w, ply, move);
    w->at = ply->end;
    w->behind_words = ply->manner != PLY_READ;
    w->page->failed |= !ludus_position_make(w->position, ply->move);
}

/* Tells of places where moves stand and none was read, though the game should go on there. */
static void tell_unread(struct writing *w)
{
    uint32_t number = ludus_position_number(w->position);
    size_t ply = 0;
    unsigned margin = w->game->count ? w->passages->each[w->game->plies[0].passage].margin : 0, told = 0;
    for (size_t i = 0; i < w->passages->count && told < 3; i++) {
        const struct passage *passage = &w->passages->each[i];
        while (ply < w->game->count && w->game->plies[ply].passage < i)
            ply++;
        bool read = ply < w->game->count && w->game->plies[ply].passage == i,
             aside =
                 passage->margin && margin && (passage->margin > margin + 2 || passage->margin + 2 < margin);
        if (read || !passage->strong || aside || passage->label < number ||
            (ply < w->game->count && passage->label > number))
            continue;
        told++;
        import_fault(w->page->import, IMPORT_LOST, line_of(w->page, passage->begin) + 1,
                     column_of(w->page, passage->begin),
                     "'%.*s' is not read: it is no move that goes on with the game",
                     (int)(passage->end - passage->begin < 40 ? passage->end - passage->begin : 40),
                     w->passages->text + passage->begin);
    }
}

static void write_game(struct writing *w, size_t begin, size_t end)
{
    w->at = begin;
    for (size_t i = 0; i < w->game->count; i++)
        write_ply(w, &w->game->plies[i], i == 0);
    write_words(w, end, true);
    if (w->result == NO_RESULT && w->game->resigned)
        w->result = ludus_position_side(w->position) == LUDUS_WHITE ? LUDUS_BLACK_WINS : LUDUS_WHITE_WINS;
    if (w->result == NO_RESULT)
        w->result = ludus_position_result(w->position, NULL);
    if (w->result != LUDUS_OPEN || w->open)
        buf_format(&w->page->notation, "%s\n", result_text(w->result));
    tell_unread(w);
}

/* ---- The page ---- */

static bool is_decodable(const struct ludus_ruleset *rules)
{
    return rules && rules->rules.dice == 0 && !rules->places && rules->rules.files <= 16 &&
           !rules->custodial && rules->rules.jumpers == 0;
}

/* Are the moves written as records write them, from the first to the last line that has some? */
static bool is_clean(struct page *page, const struct decoded *game)
{
    for (size_t i = 0; i < game->count; i++) {
        const struct line *l = &page->lines[line_of(page, game->plies[i].begin)];
        if (game->plies[i].manner != PLY_READ || !transcript_is_notation(l->text, l->length, &page->scan))
            return false;
    }
    return true;
}

/* Cuts off the passages of the next game: those from where turns are counted anew. */
static void keep_first_game(struct passages *passages)
{
    uint32_t most = 0;
    unsigned margin = 0;
    for (size_t i = 0; i < passages->count; i++) {
        const struct passage *passage = &passages->each[i];
        if (!passage->strong)
            continue;
        if (passage->label == 1 && passage->side != LUDUS_BLACK && most > 2 &&
            passage->margin <= margin + 2) {
            passages->count = i;
            return;
        }
        most = passage->label > most ? passage->label : most;
        margin = margin ? margin : passage->margin;
    }
}

/* The positions that the game may begin from: the one that is given, the usual, and those drawn before the
 * first move. */
static size_t find_starts(const struct page *page, const struct passages *passages,
                          const struct ludus_ruleset *rules, struct ludus_text fen,
                          struct ludus_position *starts[FOUND_STARTS])
{
    char text[400], reason[REASON];
    size_t count = 0;
    starts[count] = ludus_position_new(rules);
    if (fen.length && fen.length < sizeof text && starts[0]) {
        memcpy(text, fen.text, fen.length);
        text[fen.length] = '\0';
        return ludus_position_set_fen(starts[0], text, reason, sizeof reason);
    }
    count += starts[0] != NULL;
    size_t first = passages->count ? passages->each[0].begin : 0;
    struct diagram_text diagram;
    for (size_t line = page->next; line < line_of(page, first) && count + 2 <= FOUND_STARTS; line++) {
        if (!diagram_text_read(page->lines + line, page->count - line, rules, &diagram))
            continue;
        for (unsigned side = 0; side < 2; side++) {
            snprintf(text, sizeof text, "%s %c - - 0 1", diagram.placement, side ? 'b' : 'w');
            starts[count] = ludus_position_new(rules);
            if (starts[count] && ludus_position_set_fen(starts[count], text, reason, sizeof reason))
                count++;
            else
                ludus_position_free(starts[count]);
        }
        line += diagram.lines - 1;
    }
    return count;
}

static bool decode_best(struct passages *passages, const struct dialects *dialects,
                        struct ludus_position *const *starts, size_t count, struct decoded *best,
                        size_t *which)
{
    *best = (struct decoded){ .plies = NULL };
    for (size_t i = 0; i < count; i++) {
        struct decoded game;
        if (!decode_game(passages, dialects, starts[i], &game))
            return false;
        bool better = !best->plies || game.count > best->count + 1 ||
                      (game.count + 1 >= best->count && game.cost < best->cost);
        if (better) {
            decoded_free(best);
            *best = game;
            *which = i;
        } else {
            decoded_free(&game);
        }
    }
    return best->plies != NULL;
}

/* The place in the text at which "FEN:" says a position between two lines, or nothing. */
static struct ludus_text find_fen(const struct page *page, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        if (transcript_footer_line(page->lines[i].text, page->lines[i].length, &name, &value) &&
            name.length == 3 && memcmp(name.text, "FEN", 3) == 0)
            return value;
    }
    return (struct ludus_text){ "", 0 };
}

static bool is_worth(const struct decoded *game)
{
    return game->count >= 2 && game->cost / game->count <= COST_MOST;
}

struct found_game *transcript_find_game(struct page *page, size_t from, size_t to)
{
    const struct ludus_ruleset *rules = page->import->rules ? page->import->rules : transcript_usual_rules();
    struct found_game *found = is_decodable(rules) && from < to ? memory_zeroed(1, sizeof *found) : NULL;
    if (!found)
        return NULL;
    /* Paragraphs of "Name: value" below the game are not of it. */
    struct ludus_text name, value;
    size_t last = to, end = to;
    while (last > from &&
           (page->lines[last - 1].length == 0 ||
            transcript_footer_line(page->lines[last - 1].text, page->lines[last - 1].length, &name, &value)))
        if (page->lines[--last].length == 0)
            end = last;
    to = end > from ? end : to;
    bool sound = dialects_open(&found->dialects, NULL, rules) &&
                 passages_find(&found->passages, &found->dialects, page->text.bytes, begin_of(page, from),
                               begin_of(page, to));
    size_t all = found->passages.count, which = 0, count = 0;
    if (sound)
        keep_first_game(&found->passages);
    size_t kept = found->passages.count;
    found->behind = kept < all ? line_of(page, found->passages.each[kept].label_begin) : to;
    if (sound)
        count = find_starts(page, &found->passages, rules, find_fen(page, from, page->count), found->starts);
    bool headed = from > page->next;
    bool taken =
        sound &&
        decode_best(&found->passages, &found->dialects, found->starts, count, &found->game, &which) &&
        is_worth(&found->game) &&
        !(is_own(&found->dialects, found->game.dialects) && (headed || is_clean(page, &found->game)));
    if (taken) {
        found->start = which;
        found->first = line_of(page, found->passages.each[found->game.plies->passage].label_begin);
        return found;
    }
    transcript_free_found(found);
    return NULL;
}

void transcript_free_found(struct found_game *found)
{
    for (size_t i = 0; i < FOUND_STARTS; i++)
        ludus_position_free(found->starts[i]);
    decoded_free(&found->game);
    passages_free(&found->passages);
    dialects_close(&found->dialects);
    free(found);
}

/* The first word of the class in a text, and what stands behind it in `*rest`; NULL when there is none. */
static const char *find_side(const struct found_game *found, const char *from, const char *stop,
                             enum word_class class, const char **rest)
{
    for (const char *at = from; at < stop; at++) {
        size_t length = at == from || !is_letter(at[-1])
                            ? reading_word(&found->dialects, at, (size_t)(stop - at), class)
                            : 0;
        *rest = at + length;
        if (length)
            return at;
    }
    return NULL;
}

/* The name in a text behind the word for a side: ": Ada.", ". (Ada.)"; empty when it is none. */
static struct ludus_text name_in(const char *begin, const char *end)
{
    bool told = false;
    for (; begin < end && strchr(" .:(\t", *begin); begin++)
        told |= *begin == ':' || *begin == '(';
    while (end > begin && strchr(" .,;)\t", end[-1]))
        end--;
    return (struct ludus_text){ begin, told ? (size_t)(end - begin) : 0 };
}

/* "White: Ada. Black: Berta.": the players, as a heading has them. */
static bool read_players(struct page *page, const struct found_game *found, const struct line *l)
{
    const char *stop = l->text + l->length, *behind_white, *behind_black, *second;
    if (!find_side(found, l->text, stop, CLASS_WHITE, &behind_white) ||
        !(second = find_side(found, behind_white, stop, CLASS_BLACK, &behind_black)))
        return false;
    struct ludus_text white = name_in(behind_white, second), black = name_in(behind_black, stop);
    if (!white.length || !black.length)
        return false;
    buf_clear(&page->plain);
    buf_add(&page->plain, white.text, white.length);
    buf_text(&page->plain, " (White) v ");
    buf_add(&page->plain, black.text, black.length);
    buf_text(&page->plain, " (Black)");
    return true;
}

bool transcript_found_players(struct page *page, struct found_game *found, size_t from)
{
    for (size_t line = from; line < found->first; line++)
        if (read_players(page, found, &page->lines[line])) {
            memset(found->passages.furniture + begin_of(page, line), 1,
                   begin_of(page, line + 1) - begin_of(page, line));
            return true;
        }
    return false;
}

void transcript_write_found(struct page *page, struct found_game *found, size_t from)
{
    for (size_t line = from; line < found->first; line++)
        if (is_head(&found->dialects, page->lines[line].text, page->lines[line].length))
            memset(found->passages.furniture + begin_of(page, line), 1,
                   begin_of(page, line + 1) - begin_of(page, line));
    struct writing w = { .page = page,
                         .dialects = &found->dialects,
                         .passages = &found->passages,
                         .game = &found->game,
                         .position = found->starts[found->start],
                         .result = NO_RESULT };
    page->fen[0] = '\0';
    if (found->start > 0)
        (void)ludus_position_fen(w.position, false, page->fen, sizeof page->fen);
    write_game(&w, begin_of(page, from), begin_of(page, found->behind));
}
