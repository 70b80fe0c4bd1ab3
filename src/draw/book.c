/* book.c - a book of records: games, problems with their solutions behind, contents and indexes, as LaTeX or
 * as HTML for print.
 *
 * LaTeX leaves the book record by record, and gathers its contents itself; HTML is kept until the end. */
#include "draw/book.h"

#include <stdlib.h>
#include <string.h>

const char *const book_marks[MARKS][2] = {
#define MARK(name, latex, html) [name] = { latex, html },
#include "draw/book_marks.def"
#undef MARK
};

enum { TEXT_SIZE = 18 /* of names of files and ranks, in board units: 7 points beside squares of 6 mm */ };

/* ---- Records ---- */

/* Adds the record itself: as JSON, or in hexadecimal digits, which no character can break. */
static void add_record(struct ludus_book *book, const struct ludus_game *game)
{
    enum { LINE = 40, MOST = 1 << 20 /* more would be too much for TeX */ };
    const struct ludus_text source = ludus_game_source(game);
    if (book->html) {
        buf_format(&book->data, "%s{\"id\":\"r%zu\",\"record\":", book->data.length ? ",\n" : "",
                   book->records);
        buf_json(&book->data, source.text, source.length, "<>&\n\t");
        buf_char(&book->data, '}');
    } else if (source.length < MOST) {
        buf_format(&book->text, "\\ludrecord{game-%05zu.ludus}{", book->records);
        for (size_t i = 0; i < source.length; i++)
            buf_format(&book->text, i % LINE ? "%02x" : "%%\n%02x", (unsigned)(unsigned char)source.text[i]);
        buf_text(&book->text, "}\n");
    }
}

/* Begins the LaTeX document. */
static void begin_latex(struct ludus_book *book, struct ludus_buffer *out)
{
    const struct ludus_drawing_options *drawing = &book->drawing;
    const char *title = book->options.title, *author = book->options.author;
    const struct ludus_buffer dice = { (char *)book_svg, strlen(book_svg), 0, false };
    buf_format(out, "\\documentclass[a4paper%s]{article}\n%s", book->options.columns == 2 ? ",twocolumn" : "",
               book_tex);
    xml_format(out, "\\setlength\\ludsquare{%f%s}\n", drawing->square,
               strcmp(drawing->unit, "px") == 0 ? "bp" : drawing->unit);
    latex_drawing(out, &dice, 0);
    buf_format(out, "\\hypersetup{pdflang=%s,pdftitle={", words_in(drawing->language, WORDS_NAME));
    latex_text(out, buf_string(&book->title), book->title.length);
    buf_text(out, "},pdfauthor={");
    latex_text(out, author, strlen(author));
    buf_text(out, "}}\n\\begin{document}\n");
    if (*title || *author) {
        buf_text(out, "\\ludtitle{");
        latex_text(out, title, strlen(title));
        buf_text(out, "}{");
        latex_text(out, author, strlen(author));
        buf_text(out, "}\n");
    }
    if (book->options.contents)
        buf_format(out, "\\ludcontents{%s}\n", words_in(drawing->language, "Contents"));
}

/* Moves the text of the record to `out`, after the definitions of its pieces. */
static void flush_latex(struct ludus_book *book, struct ludus_buffer *out)
{
    struct ludus_buffer svg = { 0 };
    if (!book->begun)
        begin_latex(book, out);
    book->begun = true;
    if (book->images.id_count > book->defined) {
        book->text.failed |= !svg_write(&book->images, NULL, &svg);
        latex_drawing(out, &svg, book->defined);
        book->defined = book->images.id_count;
    }
    buf_add(out, book->text.bytes, book->text.length);
    out->failed |= book->text.failed;
    buf_free(&svg);
    buf_clear(&book->text);
}

bool ludus_book_add(struct ludus_book *book, struct ludus_replay *replay, struct ludus_game *game,
                    struct ludus_buffer *out, char *reason, size_t size)
{
    if (!scene_start(replay, game))
        return refuse(reason, size, "the record cannot be replayed");
    book->records++;
    bool ok = book_record(book, replay, game);
    if (book->drawing.record)
        add_record(book, game);
    if (!book->html)
        flush_latex(book, out);
    ok = ok && !book->text.failed && !book->solutions.failed && !out->failed;
    return ok || refuse(reason, size, "out of memory");
}

/* ---- Indexes, and the whole book ---- */

static int compare_entries(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    const int order = strcmp(a->name, b->name);
    return order ? order : a->game < b->game ? -1 : a->game > b->game;
}

static void put_index(struct ludus_book *book, struct index *index, enum mark begin, const char *title)
{
    if (!index->count || book->games < 2 || !book->options.indexes)
        return;
    qsort(index->entries, index->count, sizeof *index->entries, compare_entries);
    book_put(book, begin);
    book_words(book, title);
    book_put(book, SECTION_TITLE_END);
    for (size_t i = 0; i < index->count; i++) {
        const struct entry *entry = &index->entries[i];
        const bool same = i && strcmp(entry->name, entry[-1].name) == 0;
        if (same && entry->game == entry[-1].game)
            continue;
        if (i && !same)
            book_put(book, INDEX_ENTRY_END);
        if (!same) {
            book_put(book, INDEX_ENTRY);
            book_text(book, entry->name, strlen(entry->name));
            book_put(book, INDEX_NUMBERS);
        }
        buf_text(book->to, same ? ", " : "");
        if (book->html)
            buf_format(book->to, "<a href=\"#g%zu\">", entry->game);
        buf_format(book->to, book->html ? "%zu</a>" : "\\ludref{%zu}", entry->game);
    }
    book_put(book, INDEX_ENTRY_END);
    book_put(book, INDEX_END);
}

static void write_html(struct ludus_book *book, struct ludus_buffer *out)
{
    const char *language = words_in(book->drawing.language, WORDS_NAME);
    const char *author = book->options.author;
    xml_format(
        out,
        "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; "
        "base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n",
        language, book_css_hash, buf_string(&book->title));
    if (*author)
        xml_format(out, "<meta name=\"author\" content=\"%s\">\n", author);
    buf_format(out, "<style>%s</style>\n</head>\n<body class=\"%s columns-%u\">\n%s", book_css,
               theme_names[book->drawing.theme], book->options.columns == 2 ? 2u : 1u, book_svg);
    out->failed |= !svg_write(&book->images, NULL, out);
    if (*book->options.title)
        xml_format(out, "<h1>%s</h1>\n", book->options.title);
    if (*author)
        xml_format(out, "<p class=\"author\">%s</p>\n", author);
    if (book->options.contents && book->games > 1)
        buf_format(out, "<nav><h2>%s</h2>\n<ol>\n%s</ol></nav>\n", words_in(language, "Contents"),
                   buf_string(&book->front));
    buf_text(out, "<main>\n");
    buf_add(out, book->text.bytes, book->text.length);
    buf_text(out, "</main>\n");
    if (book->data.length)
        buf_format(out, PAGE_DATA "[%s]" PAGE_DATA_END "\n", buf_string(&book->data));
    buf_text(out, "</body>\n</html>\n");
    out->failed |= book->text.failed || book->front.failed || book->data.failed || book->title.failed;
}

bool ludus_book_end(struct ludus_book *book, struct ludus_buffer *out)
{
    book_end_problems(book);
    if (book->solutions.length) {
        book_put(book, SOLUTIONS);
        book_words(book, "Solutions");
        book_put(book, SECTION_TITLE_END);
        buf_add(book->to, book->solutions.bytes, book->solutions.length);
        buf_text(book->to, book->html ? "</section>\n" : "");
    }
    put_index(book, &book->players, PLAYERS, "Players");
    put_index(book, &book->openings, OPENINGS, "Openings");
    if (book->html) {
        write_html(book, out);
    } else {
        buf_text(book->to, "\\end{document}\n");
        flush_latex(book, out);
    }
    return !out->failed && !book->solutions.failed && !book->arena.failed;
}

void ludus_book_options_init(struct ludus_book_options *options, size_t size)
{
    struct ludus_book_options usual = { .columns = 1, .contents = true, .indexes = true };
    memset(options, 0, size);
    memcpy(options, &size, sizeof size);
    sized_give(options, &usual, sizeof usual);
}

struct ludus_book *ludus_book_new(const struct ludus_book_options *options, char *reason, size_t size)
{
    static const struct ludus_drawing_options *const none;
    struct ludus_book_options given;
    char why[512] = "out of memory";
    ludus_book_options_init(&given, sizeof given);
    struct ludus_book *book =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *book) : NULL;
    if (!book) {
        (void)refuse(reason, size, "%s", given.size ? why : "the size of the options is not set");
        return NULL;
    }
    book->options = given;
    book->options.title = given.title ? given.title : "";
    book->options.author = given.author ? given.author : "";
    book->html = given.form == LUDUS_BOOK_HTML;
    book->to = &book->text;
    book->drawing = draw_options(given.drawing ? given.drawing : none);
    book->drawing.caption = false;
    book->drawing.outline = NULL;
    book->drawing.caption_text = "{turn} {moves}";
    if (!(book->drawing.square > 0)) {
        book->drawing.square = 5.5;
        book->drawing.unit = "mm";
    }
    const char *turns = book->drawing.turns ? book->drawing.turns : "$220,end";
    buf_text(&book->title, book->options.title);
    bool ok = draw_check_options(&book->drawing, why, sizeof why) &&
              (book->diagrams = ludus_selection_new(turns, why, sizeof why)) != NULL &&
              (!strstr(turns, "$220") ||
               (book->in_variations = ludus_selection_new("$220", why, sizeof why)) != NULL) &&
              drawing_open(&book->images, &book->drawing, NULL, why, sizeof why);
    book->images.text = TEXT_SIZE;
    if (ok)
        return book;
    ludus_book_free(book);
    (void)refuse(reason, size, "%s", why);
    return NULL;
}

void ludus_book_free(struct ludus_book *book)
{
    if (!book)
        return;
    struct ludus_buffer *const owned[] = { &book->text, &book->solutions, &book->front, &book->data,
                                           &book->title };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        buf_free(owned[i]);
    ludus_selection_free(book->diagrams);
    ludus_selection_free(book->in_variations);
    drawing_free(&book->images);
    arena_free(&book->arena);
    free(book->players.entries);
    free(book->openings.entries);
    free(book);
}
