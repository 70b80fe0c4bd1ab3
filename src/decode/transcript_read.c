/* transcript_read.c - reads records from printed pages: a title, "Name (White) v Name (Black), place, date
 * (…)", turns on lines of their own, and prose, which becomes comments. A page is first written as notation,
 * which is then read as a record; the tags are added last. */
#include "decode/transcript_players.h"
#include "notation/turns.h"

#include <errno.h>

static void close_transcript(struct ludus_import *import)
{
    struct page *page = import->state;
    dialects_close(&page->words);
    record_free(&page->scratch);
    transcript_scan_free(&page->scan);
    buf_free(&page->text);
    buf_free(&page->notation);
    buf_free(&page->prose);
    for (size_t i = 0; i < page->game_count; i++)
        free(page->games[i].moves);
    free(page->games);
    free(page->plain);
    free(page->lines);
    free(page->origins);
}

static size_t find_heading(const struct page *page, size_t from)
{
    while (from < page->count && !detect_heading(page->lines[from].text, page->lines[from].length))
        from++;
    return from;
}

void transcript_mark(struct page *page, size_t at)
{
    struct diag_origin *origin =
        memory_push(&page->origins, &page->origin_count, &page->origin_capacity, sizeof *origin);
    page->failed |= !origin;
    if (!origin)
        return;
    origin->at = page->notation.length;
    transcript_place(page, at, &origin->line, &origin->column);
}

static void end_turns(struct page *page)
{
    if (page->turn)
        buf_char(&page->notation, '\n');
    page->turn = false;
}

static void end_prose(struct page *page)
{
    if (page->prose.length == 0)
        return;
    buf_char(&page->notation, '{');
    transcript_mark(page, (size_t)(page->lines[page->prose_line].text - page->text.bytes));
    for (size_t i = 0; i < page->prose.length; i++) {
        const char c = page->prose.bytes[i];
        if (c == '}')
            import_fault(page->import, "changed", page->lines[page->prose_line].number + 1, 1,
                         "a comment cannot hold }, which becomes )");
        buf_char(&page->notation, c == '}' ? ')' : c);
    }
    buf_text(&page->notation, "}\n");
    buf_clear(&page->prose);
}

void transcript_end_text(struct page *page)
{
    end_turns(page);
    end_prose(page);
}

static bool is_result(const struct page_line *line)
{
    return transcript_result(line->text, line->length) != NO_RESULT;
}

static bool is_notation(struct page *page, const struct page_line *line)
{
    return transcript_is_notation(line->text, line->length, &page->scan);
}

/* Does a line begin a turn, whatever is above it: is it surely meant as one, or notation? */
static bool begins_turn(struct page *page, const struct page_line *line)
{
    return transcript_is_labelled(line->text, line->length) ||
           (transcript_may_begin_turn(line->text, line->length) && is_notation(page, line));
}

static void add_prose(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    end_turns(page);
    page->prose_line = page->prose.length > 0 ? page->prose_line : line;
    if (page->prose.length > 0)
        buf_char(&page->prose, '\n');
    buf_add(&page->prose, l->text, l->length);
    const bool doubtful = !page->over && transcript_is_doubtful(l->text, l->length, &page->scan);
    page->doubted |= doubtful;
    if (doubtful &&
        (is_digit(*l->text) || transcript_may_begin_turn(l->text, l->length) || transcript_is_moves(page, l)))
        import_fault(page->import, "perhaps-turn", l->number + 1, 1,
                     "line %zu has moves and becomes a comment", l->number + 1);
}

/* Adds `length` bytes of a line to the current turns, or begins new ones. */
static void add_line(struct page *page, const struct page_line *l, size_t length)
{
    end_prose(page);
    if (page->turn)
        buf_format(&page->notation, "\n%*s", (int)l->indent, "");
    transcript_mark(page, (size_t)(l->text - page->text.bytes));
    buf_add(&page->notation, l->text, length);
    page->turn = true;
}

/* Adds a line of notation. */
static void add_turn(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    const bool result = is_result(l);
    add_line(page, l, l->length - (result && l->text[l->length - 1] == '.'));
    const char *rest = memchr(l->text, ';', l->length);
    page->doubted |= rest && transcript_is_doubtful(rest, (size_t)(l->text + l->length - rest), &page->scan);
    (void)is_notation(page, l);
    page->over |= result || turns_result(&page->scan.game) != NULL; /* not that of a variation */
}

/* Does the prose right above continue on the next line? */
static bool is_amid_prose(const struct page *page)
{
    const struct ludus_buffer *prose = &page->prose;
    return prose->length > 0 && !strchr(")]\"'", prose->bytes[prose->length - 1]) &&
           print_behind(prose->bytes, 0, prose->length) != BEHIND_STOP;
}

/* Reads a result in words below the last turn; the words become a comment. False if it is none, or if a turn
 * or a result follows on the next lines of the game. */
static bool take_verdict(struct page *page, size_t line, const struct page_line *l)
{
    enum { BELOW_MAX = 200 }; /* lines that are looked at */
    unsigned result = page->over ? NO_RESULT : dialects_verdict(&page->words, l->text, l->length);
    if (result == NO_RESULT || page->notation.length == 0 || is_amid_prose(page))
        return false;
    for (const struct page_line *next = l + 1, *last = page->lines + page->count;
         next < last && next <= l + BELOW_MAX && !detect_heading(next->text, next->length); next++)
        if (is_result(next) || begins_turn(page, next))
            return false;
    add_prose(page, line);
    end_prose(page);
    const size_t begin = transcript_begin_of(page, line) + l->indent;
    transcript_mark(page, begin);
    buf_text(&page->notation, result_text(result));
    buf_char(&page->notation, '\n');
    page->over = true;
    transcript_fault(page, "read-result", begin, begin + l->length, "is read as the result %s",
                     result_text(result));
    return true;
}

/* Adds lines that are notation only together, as where one ends behind a piece. Returns how many, or 0. */
static size_t take_joined(struct page *page, size_t line)
{
    enum { JOINED_MAX = 4 };
    const struct page_line *l = &page->lines[line];
    size_t count = 1;
    if (page->over || (!page->turn && !transcript_may_begin_turn(l->text, l->length)) || is_notation(page, l))
        return 0;
    for (; count < JOINED_MAX && line + count < page->count && page->lines[line + count].length > 0;
         count++) {
        const struct page_line *last = &page->lines[line + count];
        size_t length = (size_t)(last->text + last->length - l->text);
        if (transcript_may_begin_turn(last->text, last->length))
            break;
        if (!transcript_is_notation(l->text, length, &page->scan))
            continue;
        for (size_t i = 0; i <= count; i++)
            add_turn(page, line + i);
        return count + 1;
    }
    return 0;
}

/* Adds a line of a game, and the lines that continue its turn. Returns how many lines it has added. */
static size_t take_line(struct page *page, size_t line)
{
    const struct page_line *l = &page->lines[line];
    if (l->length == 0) {
        transcript_end_text(page);
        return 1;
    }
    const size_t joined = take_joined(page, line);
    if (joined > 0)
        return joined;
    if (*l->text == '%' && l->indent == 0 && !is_amid_prose(page)) { /* as in records: "% about a file" */
        add_line(page, l, l->length);
        return 1;
    }
    if (take_verdict(page, line, l))
        return 1;
    const bool braces = page->prose.length == 0 && *l->text == '{' && l->text[l->length - 1] == '}';
    if (!braces && !is_result(l) && !begins_turn(page, l) && !(page->turn && is_notation(page, l))) {
        add_prose(page, line);
        return 1;
    }
    if (transcript_is_labelled(l->text, l->length) || is_result(l))
        end_turns(page);
    add_turn(page, line);
    return 1;
}

/* ---- Lines before a game ---- */

/* Finds the line of the title, from line `from` on: a short paragraph of one line, or the only line above the
 * heading in its paragraph. Returns `heading` if there is none. `*front`: the first line of the game. */
static size_t find_title(const struct page *page, size_t from, size_t heading, size_t *front)
{
    enum { INTRODUCTION_MAX = 3 }; /* paragraphs between them */
    size_t paragraphs = 0, line = heading;
    *front = heading;
    while (line > from) {
        const struct page_line *l = &page->lines[--line];
        if (l->length == 0)
            continue;
        const bool begins = line == 0 || l[-1].length == 0;
        if (begins && (line + 1 == heading || l[1].length == 0) && transcript_is_title(l->text, l->length) &&
            !transcript_has_turn(page, l, true)) {
            *front = line;
            return line;
        }
        if ((begins || line == from) && ++paragraphs > INTRODUCTION_MAX)
            return heading;
    }
    *front = paragraphs ? from : heading;
    return heading;
}

static bool read_notation(struct page *page)
{
    page->scratch.diag.file = page->import->name;
    page->failed |= !record_read_text(&page->scratch, &page->notation);
    return !page->failed;
}

static void begin_game(struct page *page)
{
    buf_clear(&page->notation);
    buf_clear(&page->prose);
    page->origin_count = 0;
    page->turn = page->over = page->doubted = false;
    page->fen[0] = '\0';
}

/* Reads the paragraph behind a game, if all its lines are "Name: value", and it does not name the players of
 * the next. Returns the next line to read. */
static size_t take_footer(struct page *page, size_t line, size_t stop)
{
    struct ludus_text name, value;
    struct found_names names;
    size_t at = line;
    while (at < stop && page->lines[at].length == 0)
        at++;
    page->footer = page->footer_end = at;
    for (; at < stop && page->lines[at].length > 0; at++)
        if (!transcript_footer_line(&page->lines[at], &name, &value))
            return line;
    if (at < stop && transcript_find_sides(page, page->footer, at, false, &names))
        return line;
    page->footer_end = at;
    return at;
}

/* Begins a game with the lines between its title and its heading, as prose. */
static void take_front(struct page *page, const struct page_game *game)
{
    begin_game(page);
    for (size_t i = game->title < game->heading ? game->title + 1 : game->front; i < game->heading; i++)
        take_line(page, i);
    transcript_end_text(page);
    page->doubted = false;
}

/* Adds the lines of a game, up to the paragraph with its result. Returns the line behind them. */
static size_t take_lines(struct page *page, size_t line, size_t stop, size_t next_front)
{
    for (size_t taken = 1; line < stop && !(page->over && line >= next_front); line += taken) {
        if (page->over && page->lines[line].length == 0)
            break;
        taken = take_line(page, line);
    }
    transcript_end_text(page);
    return line;
}

/* Finds the game on lines [line, stop) by the search, if its turns are not all written as in records. Sets
 * game->end and `rules`, both of the game as it is written. NULL if it is to be read as it is written. */
static struct found_game *find_unread(struct page *page, struct page_game *game, size_t line, size_t stop,
                                      size_t next_front, struct game_rules *rules)
{
    ludus_message_fn *report = page->import->options.report;
    const struct item *item;
    size_t moves = 0, at = 0;
    bool bad = false;
    page->import->options.report = NULL;
    take_front(page, game);
    game->end = take_lines(page, line, stop, next_front);
    (void)take_footer(page, game->end, stop);
    page->import->options.report = report;
    if (!read_notation(page))
        return NULL;
    while ((item = turns_main(&page->scratch, &at)) != NULL) {
        bad |= turns_unread(item);
        moves += turns_is_move(item);
    }
    transcript_rules_of(page, game, rules);
    const struct ludus_ruleset *played = rules->rules ? rules->rules : ludus_ruleset_usual();
    bool times = visit_held(&page->scratch) & 1 << LUDUS_EVENT_DICE && played && !played->rules.dice;
    bool strange = moves == 0 || bad || (!rules->sound && (rules->strange || times));
    if (!strange && !page->doubted && !page->import->options.explain)
        return NULL;
    size_t end = page->over ? game->end : next_front > line ? next_front : stop;
    struct found_game *found = transcript_find_game(page, line, end, rules->rules);
    if (found && found->game.count < moves + (!strange && !page->import->options.explain)) {
        transcript_free_found(found);
        found = NULL;
    }
    return found;
}

/* Reads the notation and composes its record. */
static enum import_next end_game(struct page *page, const struct page_game *game,
                                 const struct game_rules *rules)
{
    if (!read_notation(page))
        return IMPORT_END;
    if (!(visit_held(&page->scratch) & (1 << LUDUS_EVENT_MOVE | 1 << LUDUS_EVENT_NUMBER)))
        import_fault(page->import, "no-turns", game->heading + 1, 1, "no turn is found in this game");
    transcript_compose(page, game, rules);
    page->players = (struct transcript_heading){ .date = "" };
    page->top = page->top_end = 0;
    return page->failed ? IMPORT_END : IMPORT_RECORD;
}

/* Reports players that are taken to stand with White first, and lines left out above a game. */
static void tell_above(struct page *page, size_t front)
{
    const size_t guessed = page->players.guessed;
    const struct page_line *l = &page->lines[guessed - (guessed > 0)];
    size_t line, column;
    if (guessed) {
        transcript_place(page, (size_t)(l->text - page->text.bytes), &line, &column);
        import_fault(page->import, "read-heading", line, column, "'%.*s' is read as a heading, White first",
                     (int)l->length, l->text);
    }
    transcript_tell_left_out(page, page->next, front, true);
}

/* Reads the game with a heading, up to the paragraph with its result, or to the next game. */
static enum import_next read_game(struct page *page, size_t heading)
{
    size_t stop = find_heading(page, heading + 1), next_front = stop;
    struct page_game game = { .heading = heading };
    struct game_rules rules;
    game.title = find_title(page, page->next, heading, &game.front);
    if (page->next == 0)
        page->preamble = (size_t)(page->lines[game.front].text - page->text.bytes);
    tell_above(page, game.front);
    page->import->compose.line = heading + 1;
    page->import->compose.column = 1;
    if (stop < page->count)
        (void)find_title(page, heading + 1, stop, &next_front);
    size_t line = heading + (find_heading(page, heading) == heading ? 1 : page->top_end - page->top);
    struct found_game *found = find_unread(page, &game, line, stop, next_front, &rules);
    take_front(page, &game);
    transcript_tell_lost_line(page, NULL, game.front, line, true);
    if (found) {
        game.end = transcript_write_found(page, found, line, game.title);
        rules.told[0] = '\0';
    } else {
        game.end = take_lines(page, line, stop, next_front);
    }
    page->next = take_footer(page, game.end, stop);
    page->headed = true;
    return end_game(page, &game, &rules);
}

/* Finds where a game of the search begins, with its title and heading; the line of its players is known. */
static struct page_game find_front(struct page *page, const struct found_game *found, size_t players)
{
    enum { TITLE_MAX = 70 };
    const size_t first = found->first;
    const bool above = page->next == 0 && players == first;
    size_t front = page->next, top = above ? transcript_find_top(page, first) : first;
    if (top < first) {
        const size_t title = find_title(page, page->next, top, &front);
        return (struct page_game){ title, front, top, found->behind };
    }
    while (front < first && page->lines[front].length == 0)
        front++;
    const struct page_line *l = &page->lines[front];
    bool titled = front != players && front + 1 < first && l->length < TITLE_MAX && l[1].length == 0;
    return (struct page_game){ front, front, front + titled, found->behind };
}

/* Are all lines with moves of a game written as in records? */
static bool is_clean(struct page *page, const struct found_game *found)
{
    const struct decoded *game = &found->game;
    for (size_t i = 0; i < game->count; i++) {
        const struct page_line *l = &page->lines[transcript_line_of(page, game->plies[i].begin)];
        const struct roll_of_page *roll = &found->passages.each[game->plies[i].passage].roll;
        if ((i == 0 && !transcript_may_begin_turn(l->text, l->length)) || roll->loose ||
            game->plies[i].manner != PLY_READ || !transcript_is_notation(l->text, l->length, &page->scan))
            return false;
    }
    const size_t last = transcript_line_of(page, game->plies[game->count - 1].begin);
    for (size_t i = found->first; i < page->count && (i < last || page->lines[i].length); i++)
        if (!is_notation(page, &page->lines[i]) &&
            transcript_is_doubtful(page->lines[i].text, page->lines[i].length, &page->scan))
            return false; /* notes with moves, or more of the game below it */
    return found->start == 0 && !found->given && !found->taken && !found->dialects.daggers &&
           dialects_are_own(&found->dialects, game->dialects);
}

/* Reads the next game without a heading by the search. False if there is none, or none that needs it; above
 * a `heading`, or below a game with one, none that has its first turn. */
static bool decode_next(struct page *page, size_t heading, enum import_next *next)
{
    size_t front = page->count, last = heading;
    begin_game(page);
    if (heading < page->count) {
        while (last > page->next && !transcript_has_turn(page, &page->lines[last - 1], true))
            last--;
        front = transcript_heading_above(page, heading, last);
    }
    if (last == page->next)
        return false;
    struct game_rules rules = { .rules = page->import->options.rules };
    struct found_game *found = transcript_find_game(page, page->next, front, rules.rules);
    if (found && (heading < page->count || page->headed) &&
        found->passages.each[found->game.plies->passage].label != 1) {
        transcript_free_found(found);
        found = NULL;
    }
    if (!found)
        return false;
    const size_t first = found->first, players = transcript_found_players(page, found, page->next);
    if (!page->import->options.explain && found->behind >= page->count && !page->decoded &&
        is_clean(page, found) && (players == first || transcript_find_top(page, first) < first)) {
        page->players = (struct transcript_heading){ .date = "" };
        transcript_free_found(found);
        return false;
    }
    struct page_game game = find_front(page, found, players);
    page->import->compose.line = game.front + 1;
    page->import->compose.column = 1;
    tell_above(page, game.front);
    const size_t above = game.title < found->told ? found->told : game.title;
    transcript_tell_lost_line(page, found->passages.furniture, above, first, true);
    const size_t from = page->top_end > page->top ? page->top_end : game.heading;
    page->next = take_footer(page, transcript_write_found(page, found, from, game.title), front);
    *next = end_game(page, &game, &rules);
    return true;
}

static enum import_next next_transcript(struct ludus_import *import)
{
    struct page *page = import->state;
    const bool first = !page->import;
    enum import_next next = IMPORT_END;
    page->import = import;
    if (first && !(dialects_open(&page->words, NULL, ludus_ruleset_usual()) && transcript_read_lines(page))) {
        import->error = import->error ? import->error : ENOMEM;
        return IMPORT_END;
    }
    size_t heading = find_heading(page, page->next);
    const bool found =
        page->next < heading && (first || page->decoded || page->headed) && decode_next(page, heading, &next);
    page->decoded |= found;
    if (!found && first && heading == page->count) {
        for (heading = 0; heading < page->count && !begins_turn(page, &page->lines[heading]);)
            heading++;
        heading = transcript_find_top(page, heading);
    }
    if (!found && heading < page->count) {
        next = read_game(page, heading);
    } else if (!found) {
        if (first && (page->count > 0 || page->plain_count > 0)) /* of HTML nothing may be left */
            import_fault(import, "no-game", 1, 1,
                         "no game begins here: neither 'Name (White) v Name (Black)' nor a turn is found");
        transcript_tell_left_out(page, page->next, first ? page->next : page->count, false);
        page->next = page->count;
    }
    import->error = page->failed ? ENOMEM : import->error;
    return next;
}

const struct import_format import_transcript = { sizeof(struct page), next_transcript, close_transcript };
