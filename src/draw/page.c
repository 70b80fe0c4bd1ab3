/* page.c - the replay page: one HTML file with a section for each game, with its board and its moves, and all
 * turns as JSON for its script.
 *
 * The replay gives the turns; comments, variations and results between them are read from the record. */
#include "draw/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Additional characters that buf_json escapes, so that a JSON string contains no markup. */
#define HTML_JSON "<>&\n\t"

struct ludus_page {
    struct ludus_drawing_options options;
    struct ludus_buffer sections; /* HTML of the games */
    struct ludus_buffer data;     /* JSON of the games, separated by commas */
    struct ludus_buffer chooser;  /* <option> elements */
    struct ludus_buffer title;
    struct drawing images; /* all pieces of all games, each once */
    bool has_images;       /* the user's piece set can be read */
    size_t games;
};

enum { LABEL_SIZE = 40, NESTING_MAX = 100 }; /* nesting limit of variations on the page */

struct shown_turn {
    size_t turn;                  /* its index on the page; 0 is the start */
    struct scene_stock prisoners; /* after the turn */
};

/* The state of writing a game. */
struct walk {
    struct ludus_page *page;
    struct ludus_replay *replay;
    struct ludus_game *game;
    char id[24];        /* prefix of the ids of its turns: "" for the first game of a page, then "g2-" … */
    struct visit visit; /* of the items between turns */
    size_t count;       /* number of turns written, with the start */
    struct shown_turn line[2];     /* the last turn, and the one before it, from which a variation starts */
    struct shown_turn (*outer)[2]; /* owned: `line` of the enclosing lines */
    size_t depth, capacity;
    bool follows;        /* the next turn follows the last one directly, in the same line */
    bool nags_written;   /* the next NAGs belong to a move, and were written with it */
    struct scene *scene; /* owned */
};

/* ---- Between turns ---- */

static void close_variation(struct walk *walk)
{
    if (walk->depth <= NESTING_MAX)
        buf_text(&walk->page->sections, "</span> ");
    memcpy(walk->line, walk->outer[--walk->depth], sizeof walk->line);
}

/* Printed results. */
static const char *const results[] = { [LUDUS_OPEN] = "*",
                                       [LUDUS_WHITE_WINS] = "1" EN_DASH "0",
                                       [LUDUS_BLACK_WINS] = "0" EN_DASH "1",
                                       [LUDUS_DRAW] = "\xc2\xbd" EN_DASH "\xc2\xbd" };

/* Writes the items up to number `end`, without moves and their NAGs; if they are `within` the last turn, also
 * without unreadable text in the place of its moves. */
static void write_items(struct walk *walk, size_t end, bool within)
{
    struct ludus_buffer *out = &walk->page->sections;
    while (walk->visit.at < end) {
        enum ludus_event event = visit_next_item(&walk->visit);
        const struct item *item = walk->visit.item;
        if (event == LUDUS_EVENT_TAG)
            continue;
        bool move = event == LUDUS_EVENT_MOVE || (within && event == LUDUS_EVENT_UNREAD);
        if (!turns_beside(item))
            walk->nags_written = move;
        if (move)
            continue;
        walk->follows = walk->follows && event != LUDUS_EVENT_VARIATION &&
                        event != LUDUS_EVENT_VARIATION_END && event != LUDUS_EVENT_UNREAD;
        if (event == LUDUS_EVENT_COMMENT) {
            struct ludus_buffer text = { 0 };
            turn_comment_write(&text, item);
            if (text.length) { /* it contains more than commands */
                xml_format(out, "<span class=\"comment\">%.*s</span> ", (int)text.length, text.bytes);
                walk->follows = false;
            }
            buf_free(&text);
        } else if (event == LUDUS_EVENT_NAG && !walk->nags_written) {
            if (out->length && out->bytes[out->length - 1] == ' ') /* no blank before the sign */
                out->length--;
            nag_write(out, item->number);
            buf_char(out, ' ');
        } else if (event == LUDUS_EVENT_VARIATION) {
            struct shown_turn(*outer)[2] =
                memory_push(&walk->outer, &walk->depth, &walk->capacity, sizeof *outer);
            out->failed |= !outer;
            if (!outer)
                return;
            memcpy(*outer, walk->line, sizeof *outer);
            walk->line[0] = walk->line[1];
            buf_text(out, walk->depth <= NESTING_MAX ? "<span class=\"variation\">" : "");
        } else if (event == LUDUS_EVENT_VARIATION_END && walk->depth) {
            close_variation(walk);
        } else if (event == LUDUS_EVENT_RESULT) {
            buf_format(out, "<span class=\"result\">%s</span> ", results[item->result]);
        } else if (event == LUDUS_EVENT_UNREAD) {
            xml_format(out, "<span class=\"fault\">%.*s</span> ", (int)item->length, item->text);
        }
    }
}

/* ---- Turns as JSON ---- */

/* Writes words under a key, and frees them. */
static void write_words(struct ludus_buffer *out, const char *key, struct ludus_buffer *words)
{
    buf_format(out, ",\"%s\":", key);
    buf_json(out, buf_string(words), words->length, HTML_JSON);
    buf_free(words);
}

/* Writes the next turn; `turn` is NULL at the start. */
static void add_turn(struct walk *walk, const struct ludus_turn *turn, const char *label)
{
    struct ludus_buffer *out = &walk->page->data;
    const struct ludus_position *after = ludus_replay_after(walk->replay);
    struct scene *scene = walk->scene;
    struct ludus_buffer words = { 0 };
    walk->line[1] = walk->line[0];
    walk->line[0].turn = walk->count++;
    *scene = (struct scene){ 0 };
    scene_board(scene, after);
    if (turn)
        scene_turn(scene, ludus_replay_before(walk->replay), turn, &walk->line[0].prisoners);
    scene->prisoners = walk->line[0].prisoners;
    buf_text(out, turn ? ",\n{\"f\":\"" : "{\"f\":\"");
    fen_write(after, false, &words);
    buf_add(out, words.bytes, strcspn(buf_string(&words), " "));
    buf_char(out, '"');
    buf_clear(&words);
    if (turn) {
        buf_format(out, ",\"l\":\"%s\",\"p\":%zu%s", label, walk->line[1].turn,
                   turn->side == LUDUS_BLACK ? ",\"b\":1" : "");
        words_turn(&words, ludus_replay_before(walk->replay), turn);
        write_words(out, "w", &words);
    } else {
        buf_text(out, ",\"p\":-1");
    }
    if (walk->page->options.notes)
        marks_add_comments(scene, walk->game, turn);
    diagram_json(out, scene);
    words_position(&words, after, false);
    write_words(out, "s", &words);
    buf_char(out, '}');
}

/* ---- Turns as HTML ---- */

/* Writes and clears `source` as an element with this end tag; figurines become small pieces. */
static void add_span(struct walk *walk, struct ludus_buffer *source, const char *end_tag)
{
    const struct ludus_ruleset *ruleset = walk->replay->ruleset;
    const bool figurines = walk->page->options.notation == LUDUS_NOTATION_FIGURINES;
    const unsigned kinds = figurines ? ludus_ruleset_kinds(ruleset) : 0;
    struct ludus_buffer *out = &walk->page->sections;
    const char *from = buf_string(source), *end = from + source->length;
    buf_text(out, "<span>");
    for (const char *at = from; from < end; from = at) {
        unsigned kind = kinds; /* any other is a character of the record that looks like a figurine */
        while ((at = scene_figurine(at, end, &kind)) < end && kind >= kinds)
            at += 3;
        xml_format(out, "%.*s", (int)(at - from), from);
        if (at < end) {
            char id[SVG_ID_SIZE];
            svg_define(&walk->page->images, walk->scene,
                       (struct ludus_square){ (uint8_t)kind, LUDUS_WHITE, false }, id);
            xml_format(out,
                       "<svg viewBox=\"0 0 45 45\" role=\"img\" aria-label=\"%s\"><use href=\"#%s\"/></svg>",
                       ludus_ruleset_kind_name(ruleset, kind), id);
            at += 3;
        }
    }
    buf_text(out, end_tag);
    out->failed |= source->failed;
    buf_clear(source);
}

static void write_turn(struct walk *walk, const struct ludus_turn *turn)
{
    struct ludus_buffer *out = &walk->page->sections, text = { 0 };
    const struct turn_text source = { walk->replay, turn, walk->scene, &walk->page->options, NULL };
    char label[LABEL_SIZE], again[24] = "";
    const bool played = turn->state == LUDUS_TURN_PLAYED, white = turn->side == LUDUS_WHITE;
    const bool first = (unsigned)turn->side == turn_first(&walk->replay->ruleset->rules);
    if (turn->depth) /* unique: "7B.2" for turn 2 of the page */
        snprintf(again, sizeof again, ".%zu", walk->count);
    snprintf(label, sizeof label, "%u%c%s", turn->number, white ? 'W' : 'B', again);
    if (played)
        add_turn(walk, turn, label);
    buf_text(out, "<span class=\"turn\">");
    if (played)
        buf_format(out, "<a id=\"%s%s\" href=\"#%s%s\">", walk->id, label, walk->id, label);
    else
        buf_text(out, "<span class=\"fault\">");
    /* With PGN numbering the second side has a number only if the first's turn is not directly before it. */
    if (walk->replay->ruleset->rules.sided_numbers)
        buf_format(out, "<b>%u%c.</b> ", turn->number, white ? 'W' : 'B');
    else if (first || !walk->follows)
        buf_format(out, "<b>%u%s</b> ", turn->number, first ? "." : "\xe2\x80\xa6");
    /* Each move with its signs is an element, so that lines break between moves if possible. */
    turn_text_dice(&text, &source);
    for (unsigned i = 0; i < walk->replay->turn.item_count; i++) {
        const char *before = turn_before_item(&walk->replay->turn, i);
        if (i)
            add_span(walk, &text, *before == ',' ? ",</span> " : "</span> ");
        else
            buf_text(&text, before);
        turn_text_move(&text, &source, i);
    }
    add_span(walk, &text, "</span>");
    buf_free(&text);
    buf_text(out, played ? "</a></span> " : "</span></span> ");
    walk->follows = true;
}

/* ---- The section ---- */

/* Draws the start without definitions; the script updates it. */
static bool add_board(struct walk *walk, const struct ludus_position *start, char *reason, size_t size)
{
    struct ludus_page *page = walk->page;
    struct ludus_drawing_options options = page->options;
    struct drawing drawing;
    struct ludus_buffer words = { 0 };
    char prefix[32];
    options.side = options.stock = options.dice = options.caption = options.flip = false;
    snprintf(prefix, sizeof prefix, "board%zu", page->games);
    scene_board(walk->scene, start);
    bool ok = drawing_open(&drawing, &options, walk->scene->kinds, reason, size);
    if (ok) {
        (void)diagram_lay_out(&drawing, &walk->scene, 1, 0, 0);
        words_position(&words, start, true);
        drawing.failed |= words.failed;
        const struct svg_document document = { "Start", buf_string(&words), { NULL, 0 }, prefix };
        ok = svg_write(&drawing, &document, &page->sections);
    }
    buf_free(&words);
    drawing_free(&drawing);
    return ok;
}

/* Ends the board, and writes it as a table for screen readers; the script updates it. */
static void add_table(struct ludus_buffer *out, const struct ludus_position *start)
{
    static const char *const sides[] = { "white ", "black " };
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(start);
    unsigned files = ludus_ruleset_files(ruleset), ranks = ludus_ruleset_ranks(ruleset);
    buf_text(out, "</div><div class=\"hidden\"><table><caption>Board</caption><thead><tr><td></td>");
    for (unsigned file = 0; file < files; file++)
        xml_format(out, "<th scope=\"col\">%c</th>", (int)('a' + file));
    buf_text(out, "</tr></thead><tbody>");
    for (unsigned rank = ranks; rank-- > 0;) {
        xml_format(out, "<tr><th scope=\"row\">%u</th>", rank + 1);
        for (unsigned s = rank * files; s < (rank + 1) * files; s++) {
            struct ludus_square at = ludus_position_at(start, s);
            bool empty = at.kind == LUDUS_NO_KIND;
            if (squares_has(&ruleset->board, s))
                xml_format(out, "<td data-s=\"%u\">%s%s</td>", s, empty ? "" : sides[at.side],
                           empty ? "" : ludus_ruleset_kind_name(ruleset, at.kind));
            else
                buf_text(out, "<td>no point</td>");
        }
        buf_text(out, "</tr>");
    }
    buf_text(out, "</tbody></table></div>");
}

/* Writes the name of the game unless it is the heading, and tags that are not in the heading. */
static void add_tags(struct ludus_buffer *out, const struct walk *walk, bool titled)
{
    static const char *const shown[] = { "Site", "Round", "FirstRoll", "Result", "Annotator", "Source" };
    const char *before = titled ? "<p class=\"tags\">" : " \xc2\xb7 ";
    if (!titled)
        xml_format(out, "<p class=\"tags\">%s", ludus_ruleset_title(walk->replay->ruleset));
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct ludus_text value = { "", 0 };
        (void)ludus_game_tag(walk->game, shown[i], &value);
        while (value.length && strchr("?.-*", value.text[value.length - 1]))
            value.length--;
        if (!value.length)
            continue;
        unsigned result = strcmp(shown[i], "Result") == 0 ? result_read(value) : NO_RESULT;
        buf_format(out, "%s%s: ", before, shown[i]);
        if (result != NO_RESULT)
            value = (struct ludus_text){ results[result], strlen(results[result]) };
        xml_format(out, "%.*s", (int)value.length, value.text);
        before = " \xc2\xb7 ";
    }
    buf_text(out, *before == ' ' ? "</p>" : "");
}

/* Writes the beginning of the section, up to the moves. */
static bool begin_section(struct walk *walk, char *reason, size_t size)
{
    struct ludus_page *page = walk->page;
    struct ludus_buffer *out = &page->sections, heading = { 0 };
    const struct ludus_ruleset *ruleset = walk->replay->ruleset;
    const struct ludus_position *start = ludus_replay_after(walk->replay);
    caption_players(&heading, walk->game);
    bool titled = !heading.length;
    const char *text = titled ? ludus_ruleset_title(ruleset) : buf_string(&heading);
    xml_format(out, "<section class=\"game\" id=\"game%zu\"><h1>%s</h1>", page->games, text);
    add_tags(out, walk, titled);
    xml_format(&page->chooser, "<option value=\"%zu\">%zu. %s</option>", page->games, page->games + 1, text);
    if (page->games == 0)
        xml_format(&page->title, "%s", text);
    buf_free(&heading);
    buf_text(out, "<div class=\"stage\"><div class=\"left\"><div class=\"board\">");
    bool ok = add_board(walk, start, reason, size);
    add_table(out, start);
    buf_text(out, "<div class=\"state\" hidden><p class=\"to-move\"></p><p class=\"dice\"></p>"
                  "<p class=\"stock hand\"></p><p class=\"stock taken\"></p></div>"
                  "<div class=\"keys\" hidden></div><p class=\"say hidden\" aria-live=\"polite\"></p></div>");
    buf_format(
        out,
        "<div class=\"right\"><div class=\"moves %s\" tabindex=\"0\" role=\"region\" aria-label=\"Moves\">",
        ludus_ruleset_dice(ruleset) ? "long" : "short");
    return ok;
}

/* ---- The whole game ---- */

/* Writes the start, all turns and variations, and the items between them. Returns false without memory. */
static bool write_turns(struct walk *walk)
{
    struct ludus_turn turn = { .size = sizeof turn };
    const struct turn *played = &walk->replay->turn;
    add_turn(walk, NULL, NULL);
    while (ludus_replay_next(walk->replay, &turn)) {
        const struct item *first = played->dice ? played->dice : played->item_count ? played->items[0] : NULL;
        const struct item *last = played->item_count ? played->items[played->item_count - 1] : first;
        if (first)
            write_items(walk, (size_t)(first - walk->game->items), false);
        write_turn(walk, &turn);
        if (last)
            write_items(walk, (size_t)(last - walk->game->items) + 1, true);
    }
    write_items(walk, walk->game->item_count, false);
    while (walk->depth)
        close_variation(walk);
    return !walk->page->sections.failed && !walk->page->data.failed;
}

/* Checks the size of a game: a page is in memory as a whole, and browsers cannot show longer games. */
static bool is_short(size_t taken, char *reason, size_t size)
{
    enum { MOST_MIB = 48 };
    return taken >> 20 < MOST_MIB ||
           refuse(reason, size, "a game that takes more than %d MiB of a page cannot be shown", MOST_MIB);
}

/* Writes the game after the others; the page opens at the turn with this label, or at the start. */
static bool write_game(struct walk *walk, const char *opening, char *reason, size_t size)
{
    struct ludus_page *page = walk->page;
    struct ludus_buffer *sections = &page->sections, *data = &page->data;
    const struct ludus_text source = ludus_game_source(walk->game);
    if (!scene_start(walk->replay, walk->game))
        return refuse(reason, size, "the record cannot be replayed");
    const struct ludus_ruleset *ruleset = walk->replay->ruleset;
    walk->scene = memory_zeroed(1, sizeof *walk->scene);
    bool begun = walk->scene && begin_section(walk, reason, size);
    buf_text(data, page->games ? ",\n{" : "{");
    buf_format(data, "\"id\":\"%s\",\"files\":%u,\"ranks\":%u,%s", walk->id, ludus_ruleset_files(ruleset),
               ludus_ruleset_ranks(ruleset), page->options.flip ? "\"flip\":1," : "");
    if (*opening)
        buf_format(data, "\"at\":\"%s\",", opening);
    buf_text(data, "\"kinds\":{");
    for (unsigned kind = 0; begun && kind < ludus_ruleset_kinds(ruleset); kind++) {
        const char *name = ludus_ruleset_kind_name(ruleset, kind);
        char ids[2][SVG_ID_SIZE];
        for (uint8_t side = 0; side < 2; side++)
            svg_define(&page->images, walk->scene, (struct ludus_square){ (uint8_t)kind, side, true },
                       ids[side]);
        buf_format(data, "%s\"%c\":[\"%s\",\"%s\",", kind ? "," : "",
                   ludus_ruleset_kind_letter(ruleset, kind), ids[0], ids[1]);
        buf_json(data, name, strlen(name), HTML_JSON);
        buf_char(data, ']');
    }
    buf_text(data, "},\"turns\":[");
    const size_t before = sections->length + data->length;
    if (!walk->scene || !write_turns(walk) ||
        !is_short(source.length + sections->length + data->length - before, reason, size))
        return false;
    buf_text(sections, "</div></div></div></section>\n");
    buf_char(data, ']');
    if (page->options.record) {
        buf_text(data, ",\"record\":");
        buf_json(data, source.text, source.length, HTML_JSON);
    }
    buf_char(data, '}');
    return begun;
}

bool ludus_page_add(struct ludus_page *page, struct ludus_replay *replay, struct ludus_game *game,
                    char *reason, size_t size)
{
    enum { PARTS = 4 };
    struct ludus_buffer *const parts[PARTS] = { &page->sections, &page->data, &page->chooser, &page->title };
    size_t lengths[PARTS];
    struct ludus_drawing_options usual = draw_options(NULL);
    struct album album = { .count = 0 };
    char opening[LABEL_SIZE], why[512] = "out of memory" /* unless another reason is found */, other[512];
    if (!draw_check_options(&page->options, reason, size) ||
        !is_short(ludus_game_source(game).length, reason, size))
        return false;
    usual.turns = page->options.turns;
    bool found = !usual.turns || album_gather(&album, replay, game, &usual, why, sizeof why);
    snprintf(opening, sizeof opening, "%s", found && album.count ? album.scenes[0]->label : "");
    album_free(&album);
    struct walk walk = { .page = page, .replay = replay, .game = game, .visit = { .game = game } };
    if (page->games)
        snprintf(walk.id, sizeof walk.id, "g%zu-", page->games + 1);
    for (unsigned i = 0; i < PARTS; i++)
        lengths[i] = parts[i]->length;
    /* The game is replayed even if no such turn was found, to get its messages. */
    bool ok = write_game(&walk, opening, found ? why : other, sizeof why) && found;
    for (unsigned i = 0; i < PARTS && !ok; i++) { /* undo all changes */
        parts[i]->length = lengths[i];
        parts[i]->failed = false;
    }
    page->games += ok;
    free(walk.outer);
    free(walk.scene);
    return ok || refuse(reason, size, "%s", why);
}

/* ---- The whole page ---- */

struct ludus_page *ludus_page_new(const struct ludus_drawing_options *options)
{
    struct ludus_drawing_options given = draw_options(options);
    struct ludus_page *page = given.size ? memory_zeroed(1, sizeof *page) : NULL;
    char reason[128];
    if (page) {
        page->options = given;
        page->has_images = drawing_open(&page->images, &page->options, NULL, reason, sizeof reason);
    }
    return page;
}

void ludus_page_free(struct ludus_page *page)
{
    if (!page)
        return;
    buf_free(&page->sections);
    buf_free(&page->data);
    buf_free(&page->chooser);
    buf_free(&page->title);
    drawing_free(&page->images);
    free(page);
}

/* Appends the text of a buffer and frees it, so that a long game is not in memory twice. */
static void move_text(struct ludus_buffer *out, struct ludus_buffer *from)
{
    out->failed |= from->failed;
    buf_add(out, from->bytes, from->length);
    buf_free(from);
}

bool ludus_page_write(struct ludus_page *page, struct ludus_buffer *out)
{
    static const char *const themes[] = { "paper", "tinted", "dark", "hatched" }; /* by enum ludus_theme */
    char reason[128];
    if (!draw_check_options(&page->options, reason, sizeof reason))
        return false;
    buf_format(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; "
        "script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"referrer\" "
        "content=\"no-referrer\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body class=\"%s\">\n",
        page_css_hash, page_js_hash, buf_string(&page->title), page_css, themes[page->options.theme]);
    bool ok = page->has_images && svg_write(&page->images, NULL, out);
    buf_text(out, "<main>\n");
    if (page->games > 1)
        buf_format(out, "<p class=\"chooser\" hidden><label>Game <select>%s</select></label></p>\n",
                   buf_string(&page->chooser));
    move_text(out, &page->sections);
    buf_text(out, "</main>\n" PAGE_DATA "[");
    move_text(out, &page->data);
    buf_format(out, "]" PAGE_DATA_END "\n<script>%s</script>\n</body>\n</html>\n", page_js);
    page->games = 0;
    buf_clear(&page->chooser);
    buf_clear(&page->title);
    return ok && !out->failed;
}
