/* book_record.c - a record in a book: a game with its notes and diagrams, or a problem, whose solution goes
 * behind. */
#include "base/text.h"
#include "draw/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Text ---- */

/* Writes a text with figurines, and frees it. */
static void put_figurines(struct ludus_book *book, const struct scene *scene, struct ludus_buffer *text)
{
    const char *at = buf_string(text), *end = at + text->length;
    struct ludus_text before;
    char id[SVG_ID_SIZE];
    while (at < end) {
        const unsigned kind = figurine_next(&at, end, scene->kinds, &before);
        book_text(book, before.text, before.length);
        if (kind == SCENE_KINDS)
            break;
        svg_define(&book->images, scene, (struct ludus_square){ (uint8_t)kind, LUDUS_WHITE, false }, id);
        if (book->html)
            xml_format(book->to,
                       "<svg class=\"figurine\" viewBox=\"0 0 45 45\" role=\"img\" aria-label=\"%s\"><use "
                       "href=\"#%s\"/></svg>",
                       scene->kinds[kind].image, id);
        else
            xml_format(book->to, "\\ludfigurine{%s}{%c}", id, scene->kinds[kind].letter);
    }
    book->to->failed |= text->failed;
    buf_free(text);
}

/* ---- Tags ---- */

static void put_value(struct ludus_book *book, const struct ludus_game *game, const char *name)
{
    const struct ludus_text value = tag_printed(game, name);
    book_text(book, value.text, value.length);
}

/* Appends "White – Black", or the event, or the name of the game. True if it is the event. */
static bool add_title(struct ludus_buffer *out, const struct ludus_game *game,
                      const struct ludus_ruleset *ruleset)
{
    const struct ludus_text event = tag_printed(game, "Event");
    if (caption_players(out, game, true))
        return false;
    buf_add(out, event.text, event.length);
    buf_text(out, event.length ? "" : ludus_ruleset_title(ruleset));
    return true;
}

static void add_entry(struct ludus_book *book, struct index *index, const char *text, size_t length)
{
    if (length == 0)
        return;
    struct entry entry = { arena_copy(&book->arena, text, length), book->games };
    book->text.failed |=
        !entry.name || !memory_add(&index->entries, &index->count, &index->capacity, &entry, sizeof entry);
}

/* Appends a part of a line, after a sign between parts, and a word before it. */
static void add_part(struct ludus_buffer *line, const char *before, struct ludus_text part)
{
    if (part.length) {
        buf_text(line, line->length ? " \xc2\xb7 " : "");
        buf_format(line, "%s%s", before, *before ? " " : "");
        buf_add(line, part.text, part.length);
    }
}

/* Writes what the tags say below the title, and collects the entries of the indexes. */
static void put_tags(struct ludus_book *book, const struct ludus_game *game,
                     const struct ludus_ruleset *ruleset, bool titled)
{
    static const char *const openings[] = { "ECO", "Opening", "Variation" };
    static const char *const lines[] = { "Annotator", "Source" }, *const sides[] = { "White", "Black" };
    const struct ludus_text site = tag_printed(game, "Site"), event = tag_printed(game, "Event");
    const char *title = ludus_ruleset_title(ruleset);
    struct ludus_buffer line = { 0 }, opening = { 0 };
    if (!titled && (event.length > site.length || memcmp(event.text, site.text, event.length) != 0))
        add_part(&line, "", event);
    add_part(&line, "", site);
    add_part(&line, "", tag_printed(game, "Date"));
    add_part(&line, words_in(book->drawing.language, "Round"), tag_printed(game, "Round"));
    if (ruleset != ludus_ruleset_usual())
        add_part(&line, "", (struct ludus_text){ title, strlen(title) });
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        const struct ludus_text value = tag_printed(game, openings[i]);
        buf_text(&opening, !value.length || !opening.length ? "" : i == 1 ? " " : ", ");
        buf_add(&opening, value.text, value.length);
    }
    add_part(&line, "", (struct ludus_text){ buf_string(&opening), opening.length });
    book_text(book, buf_string(&line), line.length);
    add_entry(book, &book->openings, buf_string(&opening), opening.length);
    for (unsigned side = 0; side < 2; side++) {
        const struct ludus_text player = tag_printed(game, sides[side]);
        add_entry(book, &book->players, player.text, player.length);
    }
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (tag_printed(game, lines[i]).length) {
            if (line.length || i)
                book_put(book, TAGS_LINE);
            words_label(book->to, book->drawing.language, lines[i]);
            buf_char(book->to, ' ');
            put_value(book, game, lines[i]);
        }
    book->to->failed |= line.failed || opening.failed;
    buf_free(&line);
    buf_free(&opening);
}

/* ---- Diagrams ---- */

/* A position that may get a diagram. */
struct shown {
    struct scene scene;
    struct ludus_buffer caption, words; /* owned; the words describe it */
};

/* The state of writing a record. */
struct walk {
    struct ludus_book *book;
    struct ludus_game *game;
    struct printing printing;
    struct shown *now, *last; /* owned; the last turn, and the last one of the main line */
    bool drawn;               /* that one has a diagram */
    bool problem;             /* variations are in parentheses */
};

/* Writes a diagram of a scene, described by words. */
static void put_diagram(struct ludus_book *book, struct scene *scene, const char *title, const char *words)
{
    struct drawing *images = &book->images;
    struct ludus_buffer svg = { 0 };
    char id[24];
    snprintf(id, sizeof id, "d%zu", ++book->figures);
    const struct svg_document document = { words_in(book->drawing.language, title), words, { NULL, 0 }, id };
    buf_clear(&images->shapes);
    images->width = images->height = 0;
    (void)diagram_lay_out(images, &scene, 1, 0, 0);
    book->to->failed |= !svg_write(images, &document, book->html ? book->to : &svg);
    if (!book->html)
        latex_drawing(book->to, &svg, 0);
    buf_free(&svg);
}

/* Writes a diagram with its caption. */
static void put_figure(struct walk *walk, struct shown *shown)
{
    struct ludus_book *book = walk->book;
    book_put(book, FIGURE);
    put_diagram(book, &shown->scene, *shown->scene.label ? shown->scene.label : "Start",
                buf_string(&shown->words));
    book_put(book, FIGURE_WORDS);
    put_figurines(book, &shown->scene, &shown->caption);
    book_put(book, FIGURE_END);
    book->to->failed |= shown->words.failed;
    walk->printing.follows = false;
}

/* Writes a diagram after the turn, if it is to have one. */
static void put_wanted(struct walk *walk, const struct ludus_turn *turn)
{
    const struct ludus_book *book = walk->book;
    const struct rules *rules = &walk->printing.replay->ruleset->rules;
    const unsigned every = book->options.every;
    const struct ludus_selection *selection = turn->depth ? book->in_variations : book->diagrams;
    struct shown *now = walk->now;
    const struct ludus_position *after = ludus_replay_after(walk->printing.replay);
    bool wanted = selection && ludus_selection_has(selection, walk->printing.replay, turn);
    wanted |= !turn->depth && every && turn->number % every == 0 && (unsigned)turn->side != turn_first(rules);
    if (turn->state != LUDUS_TURN_PLAYED || walk->problem || (turn->depth && !wanted))
        return;
    buf_clear(&now->caption);
    buf_clear(&now->words);
    caption_write(&now->caption,
                  &(struct turn_text){ walk->printing.replay, turn, &now->scene, &book->drawing, after });
    words_position(&now->words, after, true, book->drawing.language);
    if (wanted)
        put_figure(walk, now);
    if (!turn->depth) {
        struct shown *older = walk->last;
        walk->last = now;
        walk->now = older;
        walk->drawn = wanted;
    }
}

/* ---- Turns ---- */

/* Writes a roll: its dice as faces, or as a text if it is damaged. */
static void put_dice(struct walk *walk, const struct turn_text *source)
{
    struct ludus_book *book = walk->book;
    struct ludus_buffer text = { 0 };
    turn_text_dice(&text, source);
    const char *at = buf_string(&text);
    uint32_t faces[LUDUS_DICE_MAX];
    if (text.length && strspn(at, "(0123456789,)") == text.length)
        for (unsigned i = 0, count = text_numbers(ludus_buffer_text(&text), faces, LUDUS_DICE_MAX); i < count;
             i++) {
            const unsigned face = faces[i];
            const bool drawn = book->html && face >= 1 && face <= 6;
            buf_format(book->to,
                       drawn ? "<svg class=\"die\" viewBox=\"0 0 45 45\" role=\"img\" aria-label=\"%u\"><use "
                               "href=\"#die%u\"/></svg>"
                       : book->html ? "<span class=\"die\">%u</span>"
                                    : "\\luddie{%u}",
                       face, face);
        }
    else
        book_text(book, at, text.length);
    buf_free(&text);
}

static void put_turn(struct walk *walk)
{
    struct ludus_book *book = walk->book;
    const struct ludus_replay *replay = walk->printing.replay;
    const struct ludus_turn *turn = &walk->printing.turn;
    const struct turn_text source = { replay, turn, &walk->now->scene, &book->drawing, NULL };
    const bool played = turn->state == LUDUS_TURN_PLAYED;
    struct ludus_buffer number = { 0 };
    book_put(book, TURN);
    if (printing_number(&number, &walk->printing))
        buf_format(book->to, book->html ? "<b>%s</b>\u00a0" : "%s", buf_string(&number));
    buf_free(&number);
    book_put(book, TURN_MOVES);
    if (!played)
        book_put(book, FAULT);
    put_dice(walk, &source);
    for (unsigned i = 0; i < replay->turn.item_count; i++) {
        struct ludus_buffer text = { 0 };
        const char *before = turn_before_item(&replay->turn, i);
        if (i && book->html && played) /* lines break between moves */
            buf_format(book->to, "%s</span> <span class=\"move\">", *before == ',' ? "," : "");
        else
            buf_text(&text, before);
        turn_text_move(&text, &source, i);
        put_figurines(book, &walk->now->scene, &text);
    }
    if (!played)
        book_put(book, FAULT_END);
    book_put(book, TURN_END);
}

/* ---- Between turns ---- */

/* Writes the sigla of the witnesses, or what others read here. */
static void put_apparatus(struct ludus_book *book, const struct item *comment)
{
    const char *witnesses = words_in(book->drawing.language, "Witnesses");
    struct command command = command_begin(comment->text, comment->length);
    while (command_next(&command)) {
        struct command_reading reading = { .witness = { witnesses, strlen(witnesses) },
                                           .text = command.value };
        if (!command_is(&command, "wit") && !command_reading(&command, &reading))
            continue;
        book_put(book, READING);
        book_put(book, SIGLUM);
        buf_text(book->to, reading.witness.length ? "" : "corr.");
        book_text(book, reading.witness.text, reading.witness.length);
        book_put(book, SIGLUM_END);
        book_text(book, reading.tag.text, reading.tag.length);
        buf_text(book->to, reading.tag.length ? ": " : "");
        book_text(book, reading.text.text, reading.text.length);
        book_put(book, READING_END);
    }
}

/* Variations of the main line of a game are paragraphs, all others stand in parentheses. */
static void put_parenthesis(struct walk *walk, bool opens, unsigned depth)
{
    if (depth == 1 && !walk->problem)
        book_put(walk->book, opens ? VARIATION : VARIATION_END);
    else if (opens)
        buf_char(walk->book->to, '(');
    else {
        struct ludus_buffer *out = walk->book->to;
        while (out->length && is_space(out->bytes[out->length - 1])) /* no blank before it */
            out->length--;
        buf_text(out, ")\n");
    }
}

static void put_item(struct walk *walk, enum ludus_event event)
{
    static const struct {
        enum mark begin, end;
    } marks[] = { [LUDUS_EVENT_COMMENT] = { COMMENT, COMMENT_END },
                  [LUDUS_EVENT_RESULT] = { RESULT, RESULT_END },
                  [LUDUS_EVENT_UNREAD] = { FAULT, FAULT_END },
                  [LUDUS_EVENT_NAG] = { NAG, NAG_END } };
    struct ludus_book *book = walk->book;
    const bool opens = event == LUDUS_EVENT_VARIATION;
    struct ludus_buffer text = { 0 };
    printing_text(&text, &walk->printing, event);
    if (opens || event == LUDUS_EVENT_VARIATION_END) {
        put_parenthesis(walk, opens, walk->printing.visit.depth + !opens);
    } else if (text.length && !(event == LUDUS_EVENT_RESULT && walk->problem)) {
        book_put(book, marks[event].begin);
        book_text(book, text.bytes, text.length);
        book_put(book, marks[event].end);
    }
    if (event == LUDUS_EVENT_COMMENT)
        put_apparatus(book, walk->printing.visit.item);
    buf_free(&text);
}

static void put_line(struct walk *walk)
{
    enum ludus_event event;
    while ((event = printing_next(&walk->printing)) != LUDUS_EVENT_END)
        if (event == LUDUS_EVENT_TURN) {
            scene_gather(&walk->now->scene, walk->printing.replay, &walk->printing.turn, &walk->book->drawing,
                         NULL);
            put_turn(walk);
        } else if (event == LUDUS_EVENT_TURN_END) {
            put_wanted(walk, &walk->printing.turn);
        } else {
            put_item(walk, event);
        }
    for (unsigned depth = walk->printing.visit.depth; depth; depth--)
        put_parenthesis(walk, false, depth);
}

/* ---- Games ---- */

static void put_game(struct walk *walk)
{
    struct ludus_book *book = walk->book;
    const struct ludus_ruleset *ruleset = walk->printing.replay->ruleset;
    const unsigned ends = ludus_selection_ends(book->diagrams);
    struct ludus_buffer title = { 0 };
    book_end_problems(book);
    book->games++;
    const bool event = add_title(&title, walk->game, ruleset);
    book_put(book, GAME_TITLE);
    if (book->html) {
        buf_format(book->to, " id=\"g%zu\"><header><h2>%zu. ", book->games, book->games);
        xml_format(&book->front, "<li><a href=\"#g%zu\">%s</a></li>\n", book->games, buf_string(&title));
    }
    book_text(book, buf_string(&title), title.length);
    if (!book->title.length)
        buf_add(&book->title, title.bytes, title.length);
    book_put(book, GAME_TAGS);
    put_tags(book, walk->game, ruleset, event);
    book_put(book, TAGS_END);
    book_put(book, ludus_ruleset_dice(ruleset) ? MOVES_IN_LINES : MOVES);
    scene_gather(&walk->now->scene, walk->printing.replay, NULL, &book->drawing, NULL);
    if (ends & LUDUS_SELECTS_START || ludus_game_tag(walk->game, "FEN", NULL)) {
        words_position(&walk->now->caption, ludus_replay_after(walk->printing.replay), false,
                       book->drawing.language);
        words_position(&walk->now->words, ludus_replay_after(walk->printing.replay), true,
                       book->drawing.language);
        put_figure(walk, walk->now);
    }
    walk->drawn = true;
    put_line(walk);
    if (ends & LUDUS_SELECTS_END && !walk->drawn)
        put_figure(walk, walk->last);
    book_put(book, MOVES_END);
    buf_free(&title);
}

/* ---- Problems ---- */

static void put_problem(struct walk *walk)
{
    struct ludus_book *book = walk->book;
    struct ludus_buffer words = { 0 }, *text = book->to;
    const struct ludus_position *start = ludus_replay_after(walk->printing.replay);
    if (!book->in_problems)
        book_put(book, PROBLEMS);
    book->in_problems = true;
    book->problems++;
    scene_gather(&walk->now->scene, walk->printing.replay, NULL, &book->drawing, NULL);
    words_position(&words, start, true, book->drawing.language);
    book_put(book, PROBLEM);
    if (book->html)
        buf_format(book->to, "id=\"p%zu\"><p>", book->problems);
    buf_format(book->to, book->html ? "<b>%zu</b>" : "%zu", book->problems);
    book_put(book, PROBLEM_TITLE);
    put_value(book, walk->game, "Event");
    if (!book->title.length)
        buf_text(&book->title, words_in(book->drawing.language, "Problem"));
    book_put(book, PROBLEM_FIGURE);
    put_diagram(book, &walk->now->scene, "Problem", buf_string(&words));
    book_put(book, FIGURE_WORDS);
    words_label(book->to, book->drawing.language, side_name(ludus_position_side(start)));
    buf_char(book->to, ' ');
    put_value(book, walk->game, "Stipulation");
    if (walk->printing.replay->ruleset != ludus_ruleset_usual()) {
        book_text(book, ", ", 2);
        book_text(book, ludus_ruleset_title(walk->printing.replay->ruleset),
                  strlen(ludus_ruleset_title(walk->printing.replay->ruleset)));
    }
    book_put(book, PROBLEM_END);
    buf_free(&words);
    book->to = &book->solutions;
    book_put(book, SOLUTION);
    if (book->html)
        buf_format(book->to, "<a href=\"#p%zu\">", book->problems);
    buf_format(book->to, book->html ? "%zu</a>" : "%zu", book->problems);
    book_put(book, SOLUTION_SOURCE);
    put_value(book, walk->game, "Source");
    book_put(book, SOLUTION_MOVES);
    put_line(walk);
    book_put(book, SOLUTION_END);
    book->to = text;
}

/* ---- Records ---- */

bool book_record(struct ludus_book *book, struct ludus_replay *replay, struct ludus_game *game)
{
    struct walk walk = { .book = book,
                         .game = game,
                         .printing = { .replay = replay, .visit = { .game = game } } };
    struct shown *const shown = memory_zeroed(2, sizeof *shown);
    walk.problem = tag_printed(game, "Stipulation").length > 0;
    if (!shown)
        return false;
    walk.now = &shown[0];
    walk.last = &shown[1];
    (walk.problem ? put_problem : put_game)(&walk);
    for (unsigned i = 0; i < 2; i++) {
        buf_free(&shown[i].caption);
        buf_free(&shown[i].words);
    }
    free(shown);
    return true;
}
