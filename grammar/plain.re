/* plain.re - makes the text of a page plain: its line ends, the blanks and hyphens of typesetting, the sign before
 * each quoted line, the empty line between each two of a typescript, the tags and entities of HTML, the marks of a
 * wiki, the commands of LaTeX. */
#include "base/text.h"
#include "decode/transcript_page.h"

#include <libxml/HTMLparser.h>

enum { LINES_LEAST = 6, STOPS_LEAST = 4, TAGS_LEAST = 3, BRACES_LEAST = 4 };

/*!include:re2c "scan_utf8.inc" */
/*!re2c
    re2c:tags = 1;

    blank = [ \t\v\f] | wide;
    break = "\r\n" | [\r\n];
    unseen = [\u00ad\u200b\u200e\u200f\u2060\ufeff];
    close = [ \t\r\n/>];
    row   = 'br' | 'tr' | 'li' | 'dt' | 'dd';
    block = 'p' | 'hr' | 'div' | 'pre' | 'table' | 'center' | 'blockquote' | 'h' [1-6];
*/

/* How the lines of a text are set. */
struct setting {
    bool quoted, spaced; /* each line begins with ">"; an empty line divides each two */
    bool wide;           /* two blanks stand behind stops */
    bool braced;         /* braces stand around the moves of turns, and are not closed */
    bool html, latex, wiki;
};

/* Looks at all of a text. Empty lines only space it if more of them divide its paragraphs. */
static struct setting setting_of(const char *cursor, const char *end)
{
    const char *marker;
    size_t lines = 0, quoted = 0, empty = 1, stops = 0, stops_wide = 0, tags = 0, commands = 0, marks = 0, braces = 0;
    bool close = false, apart = false, closed = false;
    while (cursor < end) {
        const char *first = cursor;
        bool quote = false;
        /*!re2c
        blank* (break | "\x00") { empty++; continue; }
        blank* ">"              { quote = true; goto full; }
        *                       { goto full; }
        */
    full:
        cursor = first;
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
        "<" "/"? ('td' | row | block) / close { tags++; goto rest; }
        "\\" ("documentclass" | "begin" | "mainline" | "variation") "*"? [[{] { commands++; goto rest; }
        "[[" | "{{" | "'''" | "&nbsp;" { marks++; goto rest; }
        "{"                { braces++; goto rest; }
        "}"                { closed = true; goto rest; }
        "\x00"             { if (cursor > end) { continue; } goto rest; }
        *                  { goto rest; }
        */
    }
    return (struct setting){ .quoted = lines > 1 && quoted == lines,
                             .spaced = lines >= LINES_LEAST && apart && !close,
                             .wide = stops_wide >= STOPS_LEAST && stops_wide > 8 * stops,
                             .braced = braces >= BRACES_LEAST && !closed,
                             .html = tags >= TAGS_LEAST || marks >= TAGS_LEAST,
                             .wiki = tags < TAGS_LEAST,
                             .latex = commands > 0 };
}

/* A text that is made plain. */
struct plain {
    struct page *page;
    const char *source;      /* the text as it was */
    struct ludus_buffer out; /* owned */
    size_t line, start;      /* of the source: the line that is read, from 0, and its first byte */
    bool failed;             /* memory ran out */
};

/* Puts a text in place of bytes [from, next) of the source. */
static void put(struct plain *plain, const char *from, const char *next, const char *text, size_t length)
{
    const size_t line = plain->line;
    for (const char *at = from; at < next; at++) {
        if (*at != '\n' && (*at != '\r' || at[1] == '\n'))
            continue;
        plain->line++;
        plain->start = (size_t)(at + 1 - plain->source);
    }
    buf_add(&plain->out, text, length);
    if (length == (size_t)(next - from) && plain->line == line)
        return;
    struct page *page = plain->page;
    struct page_origin *origin =
        memory_push(&page->plain, &page->plain_count, &page->plain_capacity, sizeof *origin);
    plain->failed |= !origin;
    if (origin)
        *origin = (struct page_origin){ .at = plain->out.length,
                                        .byte = (size_t)(next - plain->source),
                                        .line = plain->line,
                                        .start = plain->start };
}

/* Reads a page as it stands. */
static void read_text(struct plain *plain, const char *cursor, const char *end, struct setting setting)
{
    const char *marker, *begin;
    bool begins = true; /* nothing but blanks stands before it on its line */
    bool bold = false;  /* between "**" and "**" */
    while (cursor < end) {
        begin = cursor;
        size_t lines = plain->line;
        /*!stags:re2c:plain format = 'const char *@@;'; */
        /*!re2c:plain
        break (blank* break)* {
            const char *text = cursor;
            put(plain, begin, cursor, "", 0);
            lines = !setting.spaced ? plain->line - lines : plain->line - lines > 2 ? 2 : 1;
            while (lines-- > 0)
                put(plain, text, text, "\n", 1);
            begins = true;
            continue;
        }
        unseen           { put(plain, begin, cursor, "", 0); continue; }
        "\u00ad" / break { put(plain, begin, cursor, "-", 1); continue; } // a word is divided here
        "  " / [^ ] {
            const struct ludus_buffer *out = &plain->out;
            put(plain, begin, cursor, "  ", setting.wide && out->length && strchr(".?!", out->bytes[out->length - 1]) ? 1 : 2);
            continue;
        }
        [\v\f] | wide    { put(plain, begin, cursor, " ", 1); continue; }
        [\u2010\u2011]   { put(plain, begin, cursor, "-", 1); begins = false; continue; }
        "**" / [^* \t\r\n\x00] [^*\r\n\x00]* "**" [^*] { put(plain, begin, cursor, "", 0); bold = true; continue; }
        "**"             { put(plain, begin, cursor, "**", bold ? 0 : 2); bold = false; begins = false; continue; }
        "{"              { put(plain, begin, cursor, setting.braced ? " " : "{", 1); begins = false; continue; }
        ">"              { put(plain, begin, cursor, setting.quoted && begins ? " " : ">", 1); continue; }
        *                { goto other; }
        */
    other:
        cursor = begin + 1;
        put(plain, begin, cursor, begin, 1);
        begins &= is_blank(*begin);
    }
}

/* Writes the character of an entity, "nbsp", "#8212" or "#x2014", as plain text into `out`. Returns its length; 0: there is
 * none of this name. */
static size_t character_of(const char *name, size_t length, char out[4])
{
    char copy[16] = "";
    unsigned written;
    memcpy(copy, name, length < sizeof copy ? length : 0);
    const htmlEntityDesc *entity = htmlEntityLookup((const xmlChar *)copy);
    unsigned long code = entity              ? entity->value
                         : *copy != '#'      ? 0
                         : to_lower(copy[1]) == 'x' ? strtoul(copy + 2, NULL, 16)
                                             : strtoul(copy + 1, NULL, 10);
    if (code == 0 || code > 0xffff)
        return 0;
    if (code == 0xa0 || (code >= 0x2000 && code < 0x200b)) {
        *out = ' ';
        return 1;
    }
    (void)text_from_utf16((char[]){ (char)(code >> 8), (char)code }, 2, true, out, &written);
    return written;
}

/* Returns the end tag of an element of this name; if there is none, `at`, for a page may have lost it. */
static const char *end_of_element(const char *at, const char *end, const char *name, size_t length)
{
    const char *begin = at;
    while (at < end && !(*at == '<' && at[1] == '/' && (size_t)(end - at) > length + 2 && is_alike(at + 2, name, length)))
        at++;
    return at < end ? at : begin;
}

/* Reads a page in HTML, or one for a wiki, whose lines are kept. Cells become cells between bars. */
static void read_html(struct plain *plain, const char *cursor, const char *end, bool wiki)
{
    const char *marker, *begin;
    uint32_t lost = 0; /* a bit for each element that has no end tag from here on, by its second letter */
    bool kept = wiki, raised = false, cell = false; /* in <pre>; in <sup> around the mark of a note; in a cell */
    while (cursor < end) {
        char sign[4];
        begin = cursor;
        const size_t length = plain->out.length;
        const char last = length ? plain->out.bytes[length - 1] : '\n';
        const bool above = length < 2 || plain->out.bytes[length - 2] == '\n'; /* an empty line */
        /*!stags:re2c:html format = 'const char *@@;'; */
        /*!re2c:html
        inner = ([^<>"'\x00] | ["] [^<"\x00]* ["] | ['] [^<'\x00]* ['])*;

        "<!--"                       { while (cursor < end && memcmp(cursor - 3, "-->", 3) != 0) { cursor++; } put(plain, begin, cursor, "", 0); continue; }
        "<" ('title' | 'style' | 'script' | 'ref') / close {
            const uint32_t name = 1u << (begin[2] & 31);
            const char *open = cursor;
            if (!(lost & name))
                cursor = end_of_element(cursor, end, begin + 1, (size_t)(cursor - begin) - 1);
            lost |= cursor == open ? name : 0;
            put(plain, begin, cursor, "", 0);
            continue;
        }
        "<" ('td' | 'th') inner ">"  { put(plain, begin, cursor, "|", 1); cell = true; continue; }
        "<sup" inner ">" / [a-z0-9*] "<" { put(plain, begin, cursor, "(", 1); raised = true; continue; }
        '</sup' inner ">"            { put(plain, begin, cursor, ")", raised); raised = false; continue; }
        "<" "/"? row (close inner)? ">" {
            cell &= !is_alike(begin, "</tr", 4);
            put(plain, begin, cursor, cell ? " " : "\n", cell || last != '\n' || is_alike(begin, "<br", 3));
            continue;
        }
        "<" "/"? block (close inner)? ">" {
            kept = is_alike(begin, "<pre", 4) || (kept && !is_alike(begin, "</pre", 5));
            put(plain, begin, cursor, "\n\n", cell ? 0 : last != '\n' ? 2 : !above);
            continue;
        }
        "<" [/!?a-zA-Z] inner ">"    { put(plain, begin, cursor, "", 0); continue; }
        "&" [#a-zA-Z] [0-9a-zA-Z]{1,10} ";" {
            const size_t size = character_of(begin + 1, (size_t)(cursor - begin) - 2, sign);
            put(plain, begin, cursor, size ? sign : begin, size ? size : (size_t)(cursor - begin));
            continue;
        }
        break                        { while (wiki && *cursor == ':') { cursor++; } put(plain, begin, cursor, kept ? "\n" : " ", kept || !is_space(last)); continue; }
        [ \t]+                       { put(plain, begin, cursor, kept ? begin : " ", kept ? (size_t)(cursor - begin) : !is_space(last)); continue; }
        "''" "'"{0,3} | "==" "="* | "{{" [^{}\x00]* "}}" | "[[" ([^[\]|\r\n\x00]* "|")? | "]]" { if (!wiki) { goto other; } put(plain, begin, cursor, "", 0); continue; }
        unseen                       { put(plain, begin, cursor, "", 0); continue; }
        [\v\f] | wide                { put(plain, begin, cursor, " ", 1); continue; }
        [\u2010\u2011]               { put(plain, begin, cursor, "-", 1); continue; }
        *                            { goto other; }
        */
    other:
        cursor = begin + 1;
        put(plain, begin, cursor, begin, 1);
    }
}

/* Reads a page in LaTeX. Variations come into brackets. */
static void read_latex(struct plain *plain, const char *cursor, const char *end)
{
    const char *marker, *begin, *behind;
    uint64_t brackets = 0; /* a bit for each brace that is open, the innermost lowest: it ends a variation */
    while (cursor < end) {
        begin = cursor;
        /*!stags:re2c:latex format = 'const char *@@;'; */
        /*!re2c:latex
        word   = [a-zA-Z]+ "*"?;
        chosen = "[" [^[\]\x00]* "]";
        given  = (chosen | "{" [^{}\x00]* "}")*;
        silent = "documentclass" | "usepackage" | "begin" | "end" | "newchessgame" | "chessboard" | "setchessboard";
        after  = "{}" | [ \t]*; /* behind a command */
        piece  = "\\" "sym"? ("king" | "queen" | "rook" | "bishop" | "knight") after;

        "%" [^\r\n\x00]* break?       { put(plain, begin, cursor, "", 0); continue; }
        "%" [^\r\n\x00]* / break [ \t]* break { put(plain, begin, cursor, "", 0); continue; }
        "\\\\" "*"? chosen? | "\\par" [ \t]* / [^a-zA-Z] { put(plain, begin, cursor, "\n", 1); continue; }
        "\\" @behind [%&$#_{}]        { put(plain, begin, cursor, behind, 1); continue; }
        "\\" silent "*"? given       { put(plain, begin, cursor, "\n\n", 2); continue; }
        "\\" ("label" | "ref" | "hspace" | "vspace") "*"? given | "\\" ("q"? "quad" | "hfill") after | "\\" ([ ,;:\t] | break) | "~" {
            put(plain, begin, cursor, " ", 1);
            continue;
        }
        "\\frac" ("12" | "{1}{2}")    { put(plain, begin, cursor, "1/2", 3); continue; }
        "\\" "variation" "*"? chosen? "{" { put(plain, begin, cursor, "(", 1); brackets = brackets << 1 | 1; continue; }
        "\\" word chosen? "{" | "{"  { put(plain, begin, cursor, "", 0); brackets <<= 1; continue; }
        "}"                          { put(plain, begin, cursor, ")", brackets & 1); brackets >>= 1; continue; }
        "\\" "l"? "dots" after        { put(plain, begin, cursor, "...", 3); continue; }
        piece {
            begin += begin[1] == 's' ? 4 : 1;
            put(plain, begin, cursor, *begin == 'k' && begin[1] == 'n' ? "N" : (char[]){ (char)(*begin - 'a' + 'A'), '\0' }, 1);
            continue;
        }
        "\\" @behind [`'^"~] ("{" [a-zA-Z] "}" | [a-zA-Z]) {
            const char *letter = behind + 1 + (behind[1] == '{');
            static const char signs[] = "`'^\"~", *const names[] = { "grave", "acute", "circ", "uml", "tilde" };
            char name[8] = { *letter }, sign[4];
            strcat(name, names[strchr(signs, *behind) - signs]);
            const size_t size = character_of(name, strlen(name), sign);
            put(plain, begin, cursor, size ? sign : letter, size ? size : 1);
            continue;
        }
        "\\" (word [ \t]* | [^a-zA-Z\x00]) | [$] { put(plain, begin, cursor, "", 0); continue; }
        "&"                          { put(plain, begin, cursor, "|", 1); continue; }
        "--" "-"?                    { put(plain, begin, cursor, cursor - begin > 2 ? "\u2014" : "\u2013", 3); continue; }
        "``" | "''"                  { put(plain, begin, cursor, "\"", 1); continue; }
        break                        { put(plain, begin, cursor, "\n", 1); continue; }
        *                            { goto other; }
        */
    other:
        cursor = begin + 1;
        put(plain, begin, cursor, begin, 1);
    }
}

bool page_make_plain(struct page *page)
{
    const char *text = buf_string(&page->text), *end = text + page->text.length;
    struct plain plain = { .page = page, .source = text, .failed = page->text.failed };
    const struct setting setting = setting_of(text, end);
    if (setting.html)
        read_html(&plain, text, end, setting.wiki);
    else if (setting.latex)
        read_latex(&plain, text, end);
    else
        read_text(&plain, text, end, setting);
    buf_free(&page->text);
    page->text = plain.out;
    return !plain.failed && !plain.out.failed;
}

struct page_origin page_origin(const struct page *page, size_t at)
{
    size_t low = 0, high = page->plain_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (page->plain[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    struct page_origin origin = low ? page->plain[low - 1] : (struct page_origin){ .at = 0 };
    origin.byte += at - origin.at;
    return origin;
}
