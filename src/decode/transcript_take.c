/* transcript_take.c - the lines of a game on a printed page, taken in as turns or as prose. */
#include "base/chars.h"
#include "base/memory.h"
#include "decode/transcript_label.h"
#include "decode/transcript_like.h"
#include "decode/transcript_page.h"
#include "decode/transcript_side.h"
#include "decode/transcript_verdict.h"
#include "decode/transcript_words.h"
#include "notation/import.h"
#include "notation/record.h"

#include <string.h>

static void mark_stretch(struct page *page, size_t line)
{
    struct stretch *stretches =
        memory_room(page->stretches, page->stretch_count, &page->stretch_capacity, sizeof *stretches);
    page->failed |= !stretches;
    if (!stretches)
        return;
    page->stretches = stretches;
    page->stretches[page->stretch_count++] =
        (struct stretch){ page->notation.length, line + 1, page->lines[line].indent + 1 };
}

void transcript_end_turns(struct page *page)
{
    if (page->turn.length == 0)
        return;
    mark_stretch(page, page->turn_line);
    buf_add(&page->notation, page->turn.bytes, page->turn.length);
    buf_char(&page->notation, '\n');
    buf_clear(&page->turn);
}

void transcript_end_prose(struct page *page)
{
    if (page->prose.length == 0)
        return;
    buf_char(&page->notation, '{');
    mark_stretch(page, page->prose_line);
    for (size_t i = 0; i < page->prose.length; i++) {
        char c = page->prose.bytes[i];
        if (c == '}')
            import_fault(page->import, IMPORT_CHANGED, page->prose_line + 1, 1,
                         "a comment cannot hold }, which becomes )");
        buf_char(&page->notation, c == '}' ? ')' : c);
    }
    buf_text(&page->notation, "}\n");
    buf_clear(&page->prose);
}

static void add_prose(struct page *page, size_t line)
{
    transcript_end_turns(page);
    if (page->prose.length == 0)
        page->prose_line = line;
    else
        buf_char(&page->prose, '\n');
    buf_add(&page->prose, page->lines[line].text, page->lines[line].length);
}

void transcript_break_line(struct ludus_buffer *text, size_t indent)
{
    buf_char(text, '\n');
    while (indent-- > 0)
        buf_char(text, ' ');
}

static bool read_turn(struct page *page, const char *text, size_t length)
{
    return transcript_is_notation(text, length, &page->scan);
}

static bool is_labelled(const struct line *line)
{
    return transcript_is_labelled(line->text, line->length);
}

/* Does a line below a turn's go on with that turn? */
static bool continues(struct page *page, const struct line *line)
{
    return page->turn.length > 0 && read_turn(page, line->text, line->length);
}

static bool is_result(const struct line *line)
{
    return result_read((struct ludus_text){ line->text, line->length }) != NO_RESULT;
}

/* Does the turn so far end with a comma, which joins a move to it? */
static bool is_joined(const struct page *page)
{
    return page->turn.length > 0 && page->turn.bytes[page->turn.length - 1] == ',';
}

/* Takes in a line that is notation, as `text` has it. */
static void add_turn(struct page *page, size_t line, const char *text, size_t length)
{
    transcript_end_prose(page);
    bool joined = is_joined(page);
    if (page->turn.length == 0)
        page->turn_line = line;
    else
        transcript_break_line(&page->turn, page->lines[line].indent);
    size_t begin = page->turn.length;
    buf_add(&page->turn, text, length);
    if (page->turn.length > begin)
        transcript_close_up(page->turn.bytes + begin, page->turn.length - begin);
    page->over |= is_result(&(struct line){ text, length, 0 });
    page->flow = true;
    page->doubted = false;
    if (page->over || (!read_turn(page, text, length) && !page->scan.game.item_count))
        return;
    turn_count_items(&page->turns, &page->scan.game);
    page->turns.moves -= joined && page->turns.moves > 0;
    const struct ludus_game *game = &page->scan.game;
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_OPEN) /* a variation has its own */
            i = game->items[i].partner;
        else
            page->over |= game->items[i].kind == ITEM_RESULT;
}

/* Does the prose right above go on into the next line? */
static bool is_amid_prose(const struct page *page)
{
    return page->prose.length > 0 && !page->doubted &&
           !strchr(".!?:;)]\"'", page->prose.bytes[page->prose.length - 1]);
}

/* Takes in a line that begins as a turn and has words. */
static bool take_mixed(struct page *page, size_t line, const struct line *l)
{
    struct ludus_buffer text = { 0 };
    struct mixed_line mixed;
    if (page->over || !transcript_may_begin_turn(l->text, l->length) ||
        (read_turn(page, l->text, l->length) && !transcript_has_mark(&page->scan)) ||
        (is_amid_prose(page) && !is_labelled(l)) || !transcript_is_mixed(page, line, l, &mixed))
        return false;
    transcript_write_mixed(page, line, l, &mixed, &text);
    add_turn(page, line, buf_string(&text), text.length);
    buf_free(&text);
    return true;
}

/* Do words stand right above, in the prose or behind the last turn, that a line may go on with? */
static bool is_amid_words(const struct page *page)
{
    const char *turn = page->turn.bytes;
    size_t length = page->turn.length;
    return page->prose.length > 0 ||
           (length > 1 && turn[length - 1] == '}' && !strchr(".!?", turn[length - 2]));
}

/* Takes in a line below turns that goes on with them, though it has words or begins with them. */
static bool take_on(struct page *page, size_t line, const struct line *l)
{
    struct ludus_buffer text = { 0 };
    struct mixed_line mixed;
    bool amid = is_amid_words(page);
    if (page->over || !page->flow ||
        !transcript_read_on(l->text, l->length, &page->turns, NULL, amid, &page->scan, &mixed))
        return false;
    struct turn_count later = transcript_find_later(page, line);
    if (!transcript_read_on(l->text, l->length, &page->turns, later.number ? &later : NULL, amid, &page->scan,
                            &mixed))
        return false;
    transcript_write_mixed(page, line, l, &mixed, &text);
    add_turn(page, line, buf_string(&text), text.length);
    buf_free(&text);
    return true;
}

/* Is the line nothing but notation, or surely meant as that? */
static bool is_turn(struct page *page, const struct line *line)
{
    return is_labelled(line) || is_result(line) || continues(page, line) ||
           (transcript_may_begin_turn(line->text, line->length) &&
            read_turn(page, line->text, line->length)) ||
           (is_joined(page) && transcript_turn_signs(line->text, line->length, &page->scan) == SIGNS_MOVES);
}

/* Takes in a line that a comma joins to the last turn and that a full stop ends. */
static bool take_stopped(struct page *page, size_t line, const struct line *l)
{
    size_t length = l->length - 1;
    if (!is_joined(page) || l->text[length] != '.' || !read_turn(page, l->text, length))
        return false;
    struct page_place place = transcript_place_of(line, l, length);
    import_fault(page->import, IMPORT_LEFT_OUT, place.line, place.column, "'.' is left out");
    add_turn(page, line, l->text, length);
    return true;
}

static bool take_turn(struct page *page, size_t line, const struct line *l)
{
    if (take_mixed(page, line, l) || take_stopped(page, line, l))
        return true;
    if (!is_turn(page, l))
        return false;
    if (is_labelled(l) || is_result(l))
        transcript_end_turns(page);
    add_turn(page, line, l->text, l->length);
    return true;
}

/* ---- Labels that were misread ---- */

/* Without a roll, are there moves behind a label that may come here, and no words but behind two of them? */
static bool is_plain_turn(struct page *page, size_t line, const struct line *l)
{
    struct mixed_line mixed;
    return !is_amid_prose(page) && transcript_is_mixed(page, line, l, &mixed) &&
           (mixed.count == 0 || transcript_moves_before(&page->scan, mixed.words[0].from) > 1);
}

/* Takes in a line whose label was misread; all else stays in its column if there is room. */
static bool take_misread(struct page *page, size_t line, const struct line *l)
{
    struct label_slip slip;
    if (page->over || continues(page, l) || !transcript_find_slip(l->text, l->length, &page->turns, &slip))
        return false;
    buf_clear(&page->mended);
    buf_text(&page->mended, slip.label);
    do
        buf_char(&page->mended, ' ');
    while (!page->mended.failed && page->mended.length < slip.rest);
    buf_add(&page->mended, l->text + slip.rest, l->length - slip.rest);
    struct line mended = { buf_string(&page->mended), page->mended.length, l->indent };
    if (!(slip.roll || is_plain_turn(page, line, &mended)) || !take_turn(page, line, &mended))
        return false;
    if (!slip.plain)
        import_fault(page->import, IMPORT_LABEL, line + 1, l->indent + 1, "'%.*s' is read as the turn '%s'",
                     (int)slip.length, l->text, slip.label);
    return true;
}

/* ---- Turns that begin with the name of their side ---- */

/* May such a turn come here? The numbers of the page, if it has any, are better labels. */
static bool may_be_side(const struct page *page)
{
    return !page->over && (page->by_side || page->turns.number == 0);
}

/* Writes a line with the label and the roll that its words tell; all else stays in its column if there is
 * room. Returns the length of both. */
static size_t write_side(struct page *page, const struct side_line *side, const struct line *l)
{
    struct ludus_buffer *out = &page->mended;
    uint32_t number = page->by_side ? page->turns.number + (side->side == page->opener) : 1;
    buf_clear(out);
    buf_format(out, "%u%c.", number, "WB"[side->side]);
    for (unsigned i = 0; i < side->dice_count; i++)
        buf_format(out, "%s%u%s", i ? "," : " (", side->dice[i], i + 1 == side->dice_count ? ")" : "");
    size_t length = out->length;
    do
        buf_char(out, ' ');
    while (!out->failed && out->length < side->rest);
    buf_add(out, l->text + side->rest, l->length - side->rest);
    return length;
}

/* Takes in a line such as "White: e2-e4", if it is that side's turn; words may stand behind the move. */
static bool take_side(struct page *page, size_t line, const struct line *l)
{
    struct side_line side;
    struct mixed_line mixed;
    if (!may_be_side(page) || !transcript_find_side(l->text, l->length, &side) ||
        (page->by_side && page->turns.which == (unsigned)side.side))
        return false;
    size_t length = write_side(page, &side, l);
    struct line mended = { buf_string(&page->mended), page->mended.length, l->indent };
    if (!transcript_is_mixed(page, line, &mended, &mixed))
        return false;
    for (unsigned i = 0; i < mixed.count; i++)
        if (transcript_move_like(mended.text + mixed.words[i].begin,
                                 mixed.words[i].end - mixed.words[i].begin))
            return false;
    if (!take_turn(page, line, &mended))
        return false;
    if (!page->by_side)
        import_fault(page->import, IMPORT_LABEL, line + 1, l->indent + 1,
                     "'%.*s' is read as the turn '%.*s', and so are such words below", (int)side.length,
                     l->text, (int)length, mended.text);
    page->opener = page->by_side ? page->opener : side.side;
    page->by_side = true;
    return true;
}

/* Is the line about a side, and a move in full? */
static bool tells_side(struct page *page, const struct line *l)
{
    return may_be_side(page) && transcript_names_side(l->text, l->length) &&
           transcript_move_like(l->text, l->length);
}

/* Do words below a turn of dice go on with it, and tell a move: "then Miles c2-c3"? */
static bool holds_move(struct page *page, const struct line *l)
{
    const struct ludus_game *game = &page->scan.game;
    if (page->turn.length == 0 || !memchr(page->turn.bytes, '(', page->turn.length) || is_upper(*l->text) ||
        !is_letter(*l->text) || !transcript_scan(&page->scan, l->text, l->length))
        return false;
    for (size_t i = 0; i < game->item_count; i++)
        if (transcript_is_whole(&game->items[i]))
            return true;
    return false;
}

/* Does a line that becomes a comment hold the very next turn? */
static bool holds_next(struct page *page, size_t line)
{
    const struct line *l = &page->lines[line];
    if (page->over || !transcript_holds_next(l->text, l->length, &page->turns, NULL, &page->scan))
        return false;
    struct turn_count later = transcript_find_later(page, line);
    return transcript_holds_next(l->text, l->length, &page->turns, later.number ? &later : NULL, &page->scan);
}

/* Says of a line that becomes a comment what of it looks like a turn. */
static void doubt_prose(struct page *page, size_t line)
{
    const struct line *l = &page->lines[line];
    struct mixed_line mixed;
    char label[LABEL_TEXT];
    enum turn_signs signs = transcript_turn_signs(l->text, l->length, &page->scan);
    transcript_next_label(&page->turns, label);
    page->doubted = signs == SIGNS_ROLL || (signs == SIGNS_MOVES && !is_amid_prose(page));
    if (page->doubted)
        import_fault(page->import, IMPORT_TURN, line + 1, 1,
                     "line %zu has %smoves and becomes a comment%s%s%s", line + 1,
                     signs == SIGNS_ROLL ? "a roll and " : "", *label ? "; the next turn is '" : "", label,
                     *label ? "'" : "");
    else if (tells_side(page, l))
        import_fault(page->import, IMPORT_TURN, line + 1, 1,
                     "line %zu has a side and a move and becomes a comment", line + 1);
    else if (holds_next(page, line))
        import_fault(page->import, IMPORT_TURN, line + 1, 1,
                     "line %zu has the next turn, '%s', behind words and becomes a comment", line + 1, label);
    else if (!page->over && holds_move(page, l))
        import_fault(page->import, IMPORT_TURN, line + 1, 1, "line %zu has a move and becomes a comment",
                     line + 1);
    else if (!page->over && transcript_may_begin_turn(l->text, l->length) &&
             (transcript_is_mixed(page, line, l, &mixed) || mixed.turn))
        import_fault(page->import, IMPORT_PROSE, line + 1, 1, "line %zu becomes a comment", line + 1);
}

/* Takes in a line that ends amid a move, and those below it with which it is a turn. */
static bool take_joined(struct page *page, size_t line)
{
    size_t count = page->over ? 0 : transcript_join_lines(page, line, &page->joined);
    struct line joined = { buf_string(&page->joined), page->joined.length, page->lines[line].indent };
    if (count == 0 || !(take_misread(page, line, &joined) || take_turn(page, line, &joined)))
        return false;
    page->taken = line + 1 + count;
    return true;
}

/* Takes in an escaped line, as records have them: "% about a file". */
static bool take_escape(struct page *page, size_t line, const struct line *l)
{
    if (*l->text != '%' || l->indent > 0 || is_amid_prose(page))
        return false;
    transcript_end_prose(page);
    if (page->turn.length == 0)
        page->turn_line = line;
    else
        buf_char(&page->turn, '\n');
    buf_add(&page->turn, l->text, l->length);
    return true;
}

/* Are there no turns, and no result, from a line on to the next game, as far as one looks? */
static bool is_end(struct page *page, size_t line)
{
    enum { LINES = 200 };
    for (size_t i = line; i < page->count && i < line + LINES; i++) {
        const struct line *l = &page->lines[i];
        if (detect_heading(l->text, l->length))
            break;
        if (is_labelled(l) || is_result(l) ||
            (transcript_may_begin_turn(l->text, l->length) && read_turn(page, l->text, l->length)))
            return false;
    }
    return true;
}

/* Takes in the result in words below the last turn; they become a comment. */
static bool take_verdict(struct page *page, size_t line, const struct line *l)
{
    unsigned result = page->over ? NO_RESULT : transcript_verdict(l->text, l->length);
    if (result == NO_RESULT || !page->turns.moves || is_amid_prose(page) || !is_end(page, line + 1))
        return false;
    add_prose(page, line);
    transcript_end_prose(page);
    mark_stretch(page, line);
    buf_text(&page->notation, result_text(result));
    buf_char(&page->notation, '\n');
    page->over = true;
    import_fault(page->import, IMPORT_RESULT, line + 1, l->indent + 1, "'%.*s' is read as the result %s",
                 (int)l->length, l->text, result_text(result));
    return true;
}

/* Takes in a line that has turns. */
static bool take_line(struct page *page, size_t line, const struct line *l)
{
    return take_escape(page, line, l) || take_verdict(page, line, l) || take_joined(page, line) ||
           take_misread(page, line, l) || take_turn(page, line, l) || take_side(page, line, l) ||
           take_on(page, line, l);
}

void transcript_take(struct page *page, size_t line)
{
    const struct line *l = &page->lines[line];
    if (line < page->taken)
        return;
    if (l->length == 0) {
        page->flow = false;
        transcript_end_turns(page);
        transcript_end_prose(page);
    } else if (take_line(page, line, l)) {
        return;
    } else if (page->prose.length == 0 && l->text[0] == '{' && l->text[l->length - 1] == '}') {
        add_turn(page, line, l->text, l->length); /* a comment in braces */
    } else {
        doubt_prose(page, line);
        add_prose(page, line);
    }
}
