/* ludbook.c - a typeset book of records. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

struct values {
    struct ludus_book_options options;
    struct ludus_drawing_options drawing;
    const char *notation, *square;
    struct ludus_book *book;
    bool any; /* there is a record */
};

static const struct tool_option options[] = {
    { "to", 't', TOOL_CHOICE, VALUE(options.form), "latex|html", "what is written; also -o FILE.html" },
    { "title", 0, TOOL_TEXT, VALUE(options.title), "TEXT", "title of the book" },
    { "author", 0, TOOL_TEXT, VALUE(options.author), "TEXT", "author of the book, below its title" },
    { "columns", 0, TOOL_COUNT, VALUE(options.columns), "1|2", "columns of a page" },
    { "turn", 'n', TOOL_TEXT, VALUE(drawing.turns), "TURNS",
      "which turns have a diagram: 4W, 3W-5B, captures, $220, start, end, all (default: $220,end)" },
    { "every", 0, TOOL_COUNT, VALUE(options.every), "N", "and those after every N turns" },
    { "moves", 0, TOOL_FLAG, VALUE(drawing.moves), NULL, "diagrams show the moves and dice of their turn" },
    { "notation", 0, TOOL_READ, VALUE(notation), "names|letters|figurines|NAME|FILE",
      "of moves: as luddraw writes them, or as ludfmt" },
    DRAWING_OPTIONS(drawing),
    { "square", 0, TOOL_TEXT, VALUE(square), "WIDTH", "width of a square: 6mm, 0.25in (default: 5.5mm)" },
    { "language", 0, TOOL_WORD, VALUE(drawing.language), "en|de|fr|es|it", "of the words of the book" },
    { "no-contents", 0, TOOL_CLEAR, VALUE(options.contents), NULL, "no list of contents" },
    { "no-index", 0, TOOL_CLEAR, VALUE(options.indexes), NULL, "no indexes of players and openings" },
    { 0 },
};

static const struct tool_spec spec = { "ludbook",
                                       "[OPTION]... [FILE]...",
                                       "Typesets records as a book.",
                                       options,
                                       TOOL_RULES | TOOL_OUTPUT | TOOL_FORMAT,
                                       NULL };

/* Checks the options beyond their table. False after reporting an error. */
static bool read_values(struct tool *tool, struct values *values)
{
    struct ludus_drawing_options *drawing = &values->drawing;
    unsigned words;
    if (tool_suffix(tool->common.output, "html|htm", &words))
        values->options.form = LUDUS_BOOK_HTML;
    if (tool_suffix(tool->common.output, "pdf", &words))
        return tool_trouble(tool, "%s: a book is LaTeX or HTML; pdflatex, or a browser, makes PDF of it",
                            tool->common.output);
    if (values->options.columns > 2)
        return tool_trouble(tool, "--columns is 1 or 2");
    if (values->square &&
        !tool_read_size(values->square, 0.1, 1e6, "px|mm|cm|in|pt", &drawing->square, &drawing->unit))
        return tool_trouble(tool, "--square takes a width such as 6mm, not '%s'", values->square);
    if (values->notation &&
        tool_choice(values->notation, strlen(values->notation), "names|letters|figurines", &words)) {
        drawing->notation = (enum ludus_notation)words;
        values->notation = NULL;
    }
    return !values->notation || (values->notation = tool_read_notation(tool, values->notation));
}

static void add_game(struct tool *tool, struct ludus_game *game)
{
    char reason[256] = "";
    if (ludus_game_empty(game))
        return;
    bool added = ludus_book_add(tool->values->book, tool->replay, game, tool->text, reason, sizeof reason);
    tool_report(tool, game, LUDUS_NOTE);
    tool->values->any = true;
    if (added)
        tool_put_buffer(tool, tool->text);
    else if (!ludus_game_count(game, LUDUS_ERROR)) /* else that is why */
        tool_trouble(tool, "%s: %s", tool->file, reason);
}

int main(int argc, char **argv)
{
    struct values values = { .notation = NULL };
    struct tool tool;
    char reason[256];
    ludus_book_options_init(&values.options, sizeof values.options);
    ludus_drawing_options_init(&values.drawing, sizeof values.drawing);
    values.drawing.moves = values.drawing.last = values.drawing.dice = false;
    values.options.drawing = &values.drawing;
    if (tool_begin(&tool, &spec, &values, argc, argv) && read_values(&tool, &values)) {
        values.drawing.last = values.drawing.dice = values.drawing.moves;
        if (values.notation)
            ludus_replay_moves(tool.replay, false, values.notation);
        values.book = ludus_book_new(&values.options, reason, sizeof reason);
        if (!values.book)
            tool_trouble(&tool, "%s", reason);
        else
            tool_run(&tool, &(struct tool_work){ .game = add_game });
        if (values.book && !values.any && tool.status != TOOL_TROUBLE)
            tool_trouble(&tool, "there is no record");
        if (values.any && tool_memory(&tool, ludus_book_end(values.book, tool.text)))
            tool_put_buffer(&tool, tool.text);
    }
    ludus_book_free(values.book);
    return tool_end(&tool);
}
