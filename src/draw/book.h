/* book.h - a book of records while it is written, in LaTeX or HTML. */
#ifndef DRAW_BOOK_H
#define DRAW_BOOK_H

#include "draw/svg.h"

/* ---- LaTeX ---- */

/* Appends text of a record, in which nothing can be a command. */
void latex_text(struct ludus_buffer *out, const char *text, size_t length);
/* Appends a drawing from its SVG: a diagram; or of definitions, those after the first `known`. */
void latex_drawing(struct ludus_buffer *out, const struct ludus_buffer *svg, size_t known);

/* The style of books in HTML, and its hash; the preamble of those in LaTeX; the faces of dice. */
extern const char book_css[], book_css_hash[], book_tex[], book_svg[];

/* ---- Markup ---- */

enum mark {
#define MARK(name, latex, html) name,
#include "draw/book_marks.def"
#undef MARK
    MARKS
};

/* The markup of each, in LaTeX and in HTML. */
extern const char *const book_marks[MARKS][2];

/* ---- The book ---- */

/* An entry of an index: a name and the game that has it. */
struct entry {
    const char *name; /* in the arena */
    size_t game;
};

struct index {
    struct entry *entries; /* owned */
    size_t count, capacity;
};

struct ludus_book {
    struct ludus_book_options options;
    struct ludus_drawing_options drawing;
    struct ludus_selection *diagrams, *in_variations; /* owned; the second may be NULL */
    struct drawing images;    /* of all diagrams, one after the other: it keeps what pieces they have */
    size_t defined;           /* pieces that LaTeX has defined */
    struct ludus_buffer *to;  /* where text goes: one of these, which are owned */
    struct ludus_buffer text; /* of the record, or in HTML of all */
    struct ludus_buffer solutions;
    struct ludus_buffer front; /* HTML: the list of contents; LaTeX: definitions of pieces */
    struct ludus_buffer data;  /* HTML: the records, as JSON */
    struct ludus_buffer title; /* of the book, or of its first game */
    struct arena arena;        /* of names */
    struct index players, openings;
    size_t records, games, problems, figures;
    bool in_problems, begun, html;
};

static inline void book_put(struct ludus_book *book, enum mark mark)
{
    buf_text(book->to, book_marks[mark][book->html]);
}

static inline void book_text(struct ludus_book *book, const char *text, size_t length)
{
    if (book->html)
        xml_format(book->to, "%.*s", (int)length, text);
    else
        latex_text(book->to, text, length);
}

/* Writes a text of words.json in the language of the book. */
static inline void book_words(struct ludus_book *book, const char *text)
{
    const char *said = words_in(book->drawing.language, text);
    book_text(book, said, strlen(said));
}

/* Ends the row of problems, if one is open. */
static inline void book_end_problems(struct ludus_book *book)
{
    if (book->in_problems)
        book_put(book, PROBLEMS_END);
    book->in_problems = false;
}

/* Writes a record: a game, or a problem if it has a stipulation. False without memory. */
bool book_record(struct ludus_book *book, struct ludus_replay *replay, struct ludus_game *game);

#endif
