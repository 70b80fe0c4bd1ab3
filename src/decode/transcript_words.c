/* transcript_words.c - lines of a printed page that have words besides turns, with what stands below them. */
#include "decode/transcript_words.h"

#include "base/chars.h"
#include "notation/import.h"

struct turn_count transcript_find_later(struct page *page, size_t line)
{
    enum { LINES = 50 };
    struct turn_count later = { 0 };
    struct mixed_line mixed;
    for (size_t i = line + 1;
         i < page->count && i < line + LINES && !detect_heading(page->lines[i].text, page->lines[i].length);
         i++) {
        const struct line *l = &page->lines[i];
        if (!transcript_may_begin_turn(l->text, l->length) ||
            !transcript_read_mixed(l->text, l->length, &later, NULL, &page->scan, &mixed) || mixed.count)
            continue;
        page->scan.game.item_count = 1;
        turn_count_items(&later, &page->scan.game);
        break;
    }
    return later;
}

struct page_place transcript_place_of(size_t line, const struct line *l, size_t at)
{
    struct page_place place = { line + 1, l->indent + at + 1 };
    for (size_t i = 0; i < at; i++)
        if (l->text[i] == '\n')
            place = (struct page_place){ place.line + 1, at - i };
    return place;
}

void transcript_write_mixed(struct page *page, size_t line, const struct line *l,
                            const struct mixed_line *mixed, struct ludus_buffer *out)
{
    size_t at = 0;
    for (unsigned i = 0; i < mixed->count; i++) {
        const struct mixed_words *words = &mixed->words[i];
        struct page_place from = transcript_place_of(line, l, words->from),
                          begin = transcript_place_of(line, l, words->begin);
        size_t length = words->end - words->begin, gap = words->begin - words->from;
        buf_add(out, l->text + at, words->from - at);
        if (out->length && is_blank(out->bytes[out->length - 1])) {
            out->length--;
            gap++;
        }
        for (; gap > (length > 0); gap--)
            buf_char(out, ' ');
        at = words->end;
        if (length == 0) {
            import_fault(page->import, IMPORT_LEFT_OUT, from.line, from.column, "'%.*s' is left out",
                         (int)(words->end - words->from), l->text + words->from);
            continue;
        }
        buf_char(out, '{');
        for (size_t c = words->begin; c < words->end; c++)
            buf_char(out, l->text[c] == '}' ? ')' : l->text[c]);
        buf_char(out, '}');
        at += at < l->length && is_blank(l->text[at]);
        import_fault(page->import, words->move ? IMPORT_TURN : IMPORT_PROSE, begin.line, begin.column,
                     "'%.*s' %sbecomes a comment", (int)length, l->text + words->begin,
                     words->move ? "has a move and " : "");
    }
    buf_add(out, l->text + at, l->length - at);
}

bool transcript_is_mixed(struct page *page, size_t line, const struct line *l, struct mixed_line *mixed)
{
    struct turn_count later = transcript_find_later(page, line);
    return transcript_read_mixed(l->text, l->length, &page->turns, later.number ? &later : NULL, &page->scan,
                                 mixed);
}
