/* transcript_line.h - lines of a transcript: which are turns, and what the heading says. */
#ifndef DECODE_TRANSCRIPT_LINE_H
#define DECODE_TRANSCRIPT_LINE_H

#include "base/buf.h"
#include "base/chars.h"
#include "notation/record.h"

extern const char *const transcript_months[12];
enum { PLAIN_JOINS = 12 }; /* those that join no other words than the names of players */
extern const char *const transcript_joins[16];

struct page_line {
    const char *text;
    size_t length;                /* without blanks at both ends */
    size_t indent;                /* bytes of blanks before it */
    size_t number, shift, origin; /* in the file: its line, bytes of that before the text, and bytes of all */
};

/* Does the value of a tag say nothing: "", "?", "????.??.??"? */
static inline bool text_is_open(struct ludus_text value)
{
    size_t i = 0;
    while (i < value.length && strchr("?.", value.text[i]))
        i++;
    return i == value.length;
}

/* The text without blanks and commas at its ends. */
static inline struct ludus_text text_trim(struct ludus_text text)
{
    for (; text.length && (is_space(*text.text) || *text.text == ','); text.length--)
        text.text++;
    while (text.length && (is_space(text.text[text.length - 1]) || text.text[text.length - 1] == ','))
        text.length--;
    return text;
}

/* Could a line that begins so be a turn: a number with a dot, a roll, a brace, a variation? */
bool transcript_may_begin_turn(const char *line, size_t length);

/* Is the line surely meant as a turn, even when it cannot be read: "4W. …", "4. (…"? */
bool transcript_is_labelled(const char *line, size_t length);

/* A line that is read as notation. All zero before the first. */
struct line_scan {
    struct ludus_game game;
    struct ludus_buffer text; /* a blank, and the line; game points into it */
};

void transcript_scan_free(struct line_scan *scan);

/* Is the line notation from end to end: it has a move or a result, and nothing that cannot be read? It is
 * left in `scan`.
 */
bool transcript_is_notation(const char *line, size_t length, struct line_scan *scan);

/* Is there anything in prose that could be part of a turn: a move, a roll, a square? */
bool transcript_is_doubtful(const char *text, size_t length, struct line_scan *scan);

/* May a line that stands by itself be a title? */
bool transcript_is_title(const char *line, size_t length);

/* What "Name (White) v Name (Black), place, date (site, date)" says; texts but the date point into it. */
struct transcript_heading {
    struct ludus_text white, black;
    struct ludus_text place;   /* between players and date */
    struct ludus_text written; /* date as written, if it is not one of ours */
    struct ludus_text site;
    char date[16]; /* as in a Date tag, "" when there is none */
};
void transcript_read_heading(const char *line, size_t length, struct transcript_heading *heading);

/* Finds "White rolled 9 to a 6 for Black" in a text: "9-6" (White's roll first) into `roll`, else "". */
void transcript_first_roll(const char *text, size_t length, char roll[16]);

/* The result that a text is, perhaps with blanks around it and a stop behind; NO_RESULT if it is none. */
unsigned transcript_result(const char *text, size_t length);

/* Is the line "Name: value", as tags stand below a game? The texts point into it. */
bool transcript_footer_line(const struct page_line *line, struct ludus_text *name, struct ludus_text *value);

/* ---- A record as a printed page has it, in transcript_write.c ---- */

struct canonical;

void transcript_write_record(const struct canonical *canonical, struct ludus_buffer *out);

/* The place of a tag that stands above a game, before other tags; -1 if it is none of those. */
int transcript_place_of(struct ludus_text name);

/* Appends "A game of Ludus Equitum. White rolled 9 to a 6 for Black, and played first.", as far as known. */
void transcript_write_opening(const char *title, struct ludus_text first_roll, struct ludus_buffer *out);

#endif
