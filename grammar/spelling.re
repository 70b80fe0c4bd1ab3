/* spelling.re - correct names by spelling files, as Scid has them: sections of names, each with its other
 * spellings, and corrections of parts of names. */
#include "base/memory.h"
#include "base/text.h"
#include "ludus.h"

#include <stdlib.h>

enum { NAME_SIZE = 256 /* bytes of a name that is corrected, at most, with a NUL */ };

/* The sections of a file, and the tags that have such names. */
static const struct {
    const char *name, *tags;
} sections[] = {
    { "PLAYER", "White Black" }, { "SITE", "Site" }, { "EVENT", "Event" }, { "ROUND", "Round" }
};
enum { PLAYERS, SECTIONS = sizeof sections / sizeof *sections };

/* A spelling of a name. Two are equal if they differ only in ignored signs. */
struct spelled {
    unsigned section;
    const char *text, *ignored;
    const char *name; /* the correct one; NULL if there are several */
};

/* A correction of a part of names: at their beginning, anywhere, at their end. */
enum place { PREFIX, INFIX, SUFFIX };
struct correction {
    unsigned section;
    int place;
    const char *wrong, *right;
};

struct ludus_spelling {
    struct spelled *spelled; /* sorted; owned, as are: */
    struct correction *corrections;
    size_t count, capacity, correction_count, correction_capacity;
    const char *ignored[SECTIONS]; /* of the last such section; or NULL */
    struct arena arena;            /* texts of files */
    /* While a file is read: */
    unsigned section; /* of the line; SECTIONS: none */
    const char *name; /* the last one; NULL: none */
};

static int compare_spelled(const void *one, const void *other)
{
    const struct spelled *a = one, *b = other;
    const char *x = a->text, *y = b->text;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    for (;; x++, y++) {
        x += strspn(x, a->ignored);
        y += strspn(y, b->ignored);
        if (*x != *y || !*x)
            return (unsigned char)*x - (unsigned char)*y;
    }
}

/* ---- Reading a file ---- */

/*!include:re2c "scan_text.inc" */

static const char *begin_section(struct ludus_spelling *spelling, const char *name, size_t length,
                                 const char *ignored)
{
    spelling->name = NULL;
    spelling->section = 0;
    while (spelling->section < SECTIONS && !text_is(name, length, sections[spelling->section].name))
        spelling->section++;
    if (spelling->section == SECTIONS)
        return "no such section: there are @PLAYER, @SITE, @EVENT and @ROUND";
    spelling->ignored[spelling->section] = ignored;
    return NULL;
}

static const char *add_correction(struct ludus_spelling *spelling, int place, const char *wrong,
                                  const char *right)
{
    if (!wrong)
        return "a correction needs two texts in quotes, the wrong one and the right one";
    if (!*wrong)
        return "a correction needs some text that is wrong";
    struct correction last = { spelling->section, place, wrong, right };
    spelling->arena.failed |= !memory_add(&spelling->corrections, &spelling->correction_count,
                                          &spelling->correction_capacity, &last, sizeof last);
    return NULL;
}

static const char *add_spelling(struct ludus_spelling *spelling, const char *text)
{
    if (!spelling->name)
        return "a spelling needs a name before it";
    struct spelled last = { spelling->section, text, spelling->ignored[spelling->section], spelling->name };
    spelling->arena.failed |=
        !memory_add(&spelling->spelled, &spelling->count, &spelling->capacity, &last, sizeof last);
    return NULL;
}

/* Reads a line, and takes `*line` to the break or the NUL at its end. Puts a NUL behind what is kept of it.
 * Returns what is wrong with it, or NULL. */
static const char *read_line(struct ludus_spelling *spelling, char **line, const char *limit)
{
    enum { NOTHING, SECTION, CORRECTION, OTHER, NAME } kind;
    char *cursor = *line, *const first = cursor, *begin = cursor, *end = cursor;
    char *wrong = NULL, *right = NULL, *other = NULL;
    bool cut;
    /*!stags:re2c format = 'char *@@;\n'; */

    /*!re2c
    re2c:tags = 1;

    char   = [^\n\x00#];
    blank  = [ \t\v\f\r];
    solid  = char \ blank;
    text   = (char \ ["])*;
    place  = "Prefix" | "Infix" | "Suffix";
    both   = ["] @wrong text ["] text ["] @right text ["];

    stop   = [\n\x00#];

    blank* (">" char*)? stop                                                              { kind = NOTHING; goto found; }
    blank* "@" @begin (solid \ ["])* @end (text ["] @wrong text ["])? char* stop          { kind = SECTION; goto found; }
    blank* "%" @begin place @end ((blank text)? both char* | ((blank | ["]) char*)?) stop { kind = CORRECTION; goto found; }
    blank* "%" char* stop                                                                 { kind = OTHER; goto found; }
    blank* (@other "=" blank*)? @begin (char* solid)? @end blank* stop                    { kind = NAME; goto found; }
    */
found:
    cursor--;
    *line = cursor + strcspn(cursor, "\n");
    if (!**line && *line < limit)
        return "there is a NUL byte";
    if (text_utf8(first, (size_t)(cursor - first), &cut) < (size_t)(cursor - first))
        return "this is not UTF-8";
    if (kind > SECTION && spelling->section == SECTIONS)
        return "a section must begin first: @PLAYER, @SITE, @EVENT or @ROUND";
    if (wrong)
        wrong[strcspn(wrong, "\"")] = '\0';
    if (right)
        right[strcspn(right, "\"")] = '\0';
    if (kind == SECTION)
        return begin_section(spelling, begin, (size_t)(end - begin), wrong ? wrong : "");
    if (kind == CORRECTION)
        return add_correction(spelling, text_among(begin, (size_t)(end - begin), "Prefix Infix Suffix"), wrong, right);
    if (kind != NAME)
        return NULL; /* nothing, or a biography, ratings */
    *end = '\0';
    spelling->name = other ? spelling->name : begin;
    return add_spelling(spelling, begin);
}

/* Sorts the spellings. One that several names have is none of them. */
static void sort_spelled(struct ludus_spelling *spelling)
{
    struct spelled *all = spelling->spelled;
    size_t count = 0;
    if (spelling->count > 0)
        qsort(all, spelling->count, sizeof *all, compare_spelled);
    for (size_t i = 0; i < spelling->count; i++)
        if (count == 0 || compare_spelled(&all[count - 1], &all[i]) != 0)
            all[count++] = all[i];
        else if (!all[i].name || (all[count - 1].name && strcmp(all[count - 1].name, all[i].name) != 0))
            all[count - 1].name = NULL;
    spelling->count = count;
}

/* ---- Correcting a name ---- */

/* Replaces `length` bytes at `at` in a name. False if it would be too long. */
static bool replace_part(char name[NAME_SIZE], char *at, size_t length, const char *right)
{
    size_t more = strlen(right), rest = strlen(at + length) + 1;
    if ((size_t)(at - name) + more + rest > NAME_SIZE)
        return false;
    memmove(at + more, at + length, rest);
    memcpy(at, right, more);
    return true;
}

static char *find_wrong(char *name, const struct correction *correction)
{
    size_t length = strlen(correction->wrong), rest = strlen(name);
    if (correction->place == INFIX)
        return strstr(name, correction->wrong);
    if (correction->place == SUFFIX && rest > length)
        name += rest - length;
    return strncmp(name, correction->wrong, length) == 0 ? name : NULL;
}

/* Corrects parts of a name: one at its beginning, all within it, and one at its end. */
static void correct_parts(const struct ludus_spelling *spelling, unsigned section, char name[NAME_SIZE])
{
    for (int place = PREFIX; place <= SUFFIX; place++)
        for (size_t i = 0; i < spelling->correction_count; i++) {
            const struct correction *correction = &spelling->corrections[i];
            if (correction->place != place || correction->section != section)
                continue;
            char *at = find_wrong(name, correction);
            bool found = at != NULL;
            while (at && replace_part(name, at, strlen(correction->wrong), correction->right))
                at = place == INFIX ? find_wrong(at + strlen(correction->right), correction) : NULL;
            if (found && place != INFIX)
                break;
        }
}

static const char *find_name(const struct ludus_spelling *spelling, unsigned section, const char *text)
{
    const struct spelled wanted = { section, text, spelling->ignored[section], NULL };
    const struct spelled *found = spelling->count == 0 ? NULL
                                                       : bsearch(&wanted, spelling->spelled, spelling->count,
                                                                 sizeof wanted, compare_spelled);
    return found ? found->name : NULL;
}

/* ---- Public functions ---- */

struct ludus_spelling *ludus_spelling_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_spelling));
}

void ludus_spelling_free(struct ludus_spelling *spelling)
{
    if (!spelling)
        return;
    arena_free(&spelling->arena);
    free(spelling->spelled);
    free(spelling->corrections);
    free(spelling);
}

bool ludus_spelling_add(struct ludus_spelling *spelling, const char *text, size_t length, size_t *line,
                        char *reason, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    const char *fault = NULL;
    char *at = arena_copy(&spelling->arena, text, length), *limit = at ? at + length : NULL;
    spelling->section = SECTIONS;
    *line = 0;
    if (at && strncmp(at, mark, strlen(mark)) == 0)
        at += strlen(mark);
    for (; at && at < limit && !fault; at++, ++*line)
        fault = read_line(spelling, &at, limit);
    sort_spelled(spelling);
    if (spelling->arena.failed)
        fault = "out of memory";
    return !fault || refuse(reason, size, "%s", fault);
}

bool ludus_spelling_correct(const struct ludus_spelling *spelling, struct ludus_text tag,
                            struct ludus_text value, struct ludus_buffer *out)
{
    char name[NAME_SIZE], turned[2 * NAME_SIZE];
    unsigned section = 0;
    while (section < SECTIONS && text_among(tag.text, tag.length, sections[section].tags) < 0)
        section++;
    if (section == SECTIONS || !spelling->ignored[section] || value.length == 0 ||
        value.length >= NAME_SIZE || memchr(value.text, '\0', value.length))
        return false;
    memcpy(name, value.text, value.length);
    name[value.length] = '\0';
    correct_parts(spelling, section, name);
    const char *found = find_name(spelling, section, name), *last = strrchr(name, ' ');
    if (!found && last && section == PLAYERS) { /* perhaps the first name comes first */
        snprintf(turned, sizeof turned, "%s %.*s", last + 1, (int)(last - name), name);
        found = find_name(spelling, section, turned);
    }
    found = found ? found : name;
    if (text_is(value.text, value.length, found))
        return false;
    buf_text(out, found);
    return true;
}
