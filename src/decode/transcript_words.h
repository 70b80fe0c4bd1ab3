/* transcript_words.h - lines of a printed page that have words besides turns, with what stands below them. */
#ifndef DECODE_TRANSCRIPT_WORDS_H
#define DECODE_TRANSCRIPT_WORDS_H

#include "decode/transcript_page.h"

/* The first label below a line that has no words, as far as one looks; all zero when there is none. */
struct turn_count transcript_find_later(struct page *page, size_t line);

/* Reads a line that begins as a turn. Is it one whose words are known? */
bool transcript_is_mixed(struct page *page, size_t line, const struct line *l, struct mixed_line *mixed);

/* Writes the line as notation, its words as comments; other text stays in its column. */
void transcript_write_mixed(struct page *page, size_t line, const struct line *l,
                            const struct mixed_line *mixed, struct ludus_buffer *out);

struct page_place {
    size_t line, column;
};

/* The place on the page of byte `at` of a line, which may be several that were joined. */
struct page_place transcript_place_of(size_t line, const struct line *l, size_t at);

#endif
