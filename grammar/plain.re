/* plain.re - makes the text of a page plain: its line ends, the blanks and hyphens of typesetting, the sign before
 * each quoted line, the empty line between each two of a typescript. */
#include "decode/transcript_page.h"

enum { LINES_LEAST = 6, STOPS_LEAST = 4 };

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    re2c:tags = 1;

    blank = [ \t\v\f] | wide;
    break = "\r\n" | [\r\n];
*/

/* How the lines of a text are set. */
struct setting {
    bool quoted, spaced; /* each line begins with ">"; an empty line divides each two */
    bool wide;           /* two blanks stand behind stops */
};

/* Looks at all of a text. Empty lines only space it if more of them divide its paragraphs. */
static struct setting setting_of(const char *cursor, const char *end)
{
    const char *marker;
    size_t lines = 0, quoted = 0, empty = 1, stops = 0, stops_wide = 0;
    bool close = false, apart = false;
    while (cursor < end) {
        bool quote = false;
        /*!re2c
        blank* (break | "\x00") { empty++; continue; }
        blank* ">"              { quote = true; goto full; }
        *                       { goto full; }
        */
    full:
        lines++;
        quoted += quote;
        close |= empty == 0;
        apart |= lines > 1 && empty > 1;
        empty = 0;
    rest:;
        /*!stags:re2c:rest format = 'const char *@@;'; */
        /*!re2c:rest
        stop = [.?!];

        break              { continue; }
        stop " " / [^ ]    { stops++; goto rest; }
        stop "  " / [^ ]   { stops_wide++; goto rest; }
        "\x00"             { if (cursor > end) { continue; } goto rest; }
        *                  { goto rest; }
        */
    }
    return (struct setting){ .quoted = lines > 1 && quoted == lines,
                             .spaced = lines >= LINES_LEAST && apart && !close,
                             .wide = stops_wide >= STOPS_LEAST && stops_wide > 8 * stops };
}

/* Saves that bytes and lines of the file were left out before byte `at`. False without memory. */
static bool leave_out(struct page *page, size_t at, size_t bytes, size_t lines)
{
    const struct page_cut before = page->cut_count ? page->cuts[page->cut_count - 1] : (struct page_cut){ .at = 0 };
    struct page_cut *cut = memory_push(&page->cuts, &page->cut_count, &page->cut_capacity, sizeof *cut);
    if (cut)
        *cut = (struct page_cut){ at, before.bytes + bytes, before.lines + lines };
    return cut;
}

bool page_make_plain(struct page *page)
{
    const char *cursor = buf_string(&page->text), *end = cursor + page->text.length, *marker, *begin;
    const struct setting setting = setting_of(cursor, end);
    struct ludus_buffer out = { 0 };
    bool begins = true, whole = !page->text.failed; /* begins: nothing but blanks stands before it on its line */
    while (whole && cursor < end) {
        size_t kept = 1, breaks = 0; /* kept: number of times that the sign `plain` replaces what was read */
        char plain = *(begin = cursor);
        /*!stags:re2c:plain format = 'const char *@@;'; */
        /*!re2c:plain
        unseen = [\u00ad\u200b\u200e\u200f\u2060\ufeff];

        break (blank* break)* {
            for (const char *at = begin; at < cursor; at++)
                breaks += *at == '\n' || (*at == '\r' && at[1] != '\n');
            kept = !setting.spaced ? breaks : breaks > 2 ? 2 : 1;
            plain = '\n';
            goto put;
        }
        unseen          { kept = 0; goto put; }
        "\u00ad" / break { plain = '-'; goto put; } // a word is divided here
        "  " / [^ ]     { kept = setting.wide && out.length && strchr(".?!", out.bytes[out.length - 1]) ? 1 : 2; goto put; }
        [\v\f] | wide   { plain = ' '; goto put; }
        [\u2010\u2011]  { plain = '-'; goto put; }
        ">"             { plain = setting.quoted && begins ? ' ' : '>'; goto put; }
        *               { cursor = begin + 1; goto put; }
        */
    put:
        for (size_t i = 0; i < kept; i++)
            buf_char(&out, plain);
        if (cursor > begin + kept)
            whole = leave_out(page, out.length, (size_t)(cursor - begin) - kept, breaks - (breaks ? kept : 0));
        begins = breaks || (begins && is_blank(plain));
    }
    buf_free(&page->text);
    page->text = out;
    return whole && !out.failed;
}

size_t page_source_byte(const struct page *page, size_t at, size_t *lines)
{
    size_t low = 0, high = page->cut_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (page->cuts[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    const struct page_cut before = low ? page->cuts[low - 1] : (struct page_cut){ .at = 0 };
    *lines = before.lines;
    return at + before.bytes;
}
