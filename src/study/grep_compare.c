/* grep_compare.c - a query: comparisons of texts, dates and numbers with the values of an expression, and its
 * tags that no record has. */
#include "base/text.h"
#include "study/grep.h"

#include <errno.h>
#include <fnmatch.h>
#include <langinfo.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* ---- Characters. Records are UTF-8 in any locale; but regexec and fnmatch read characters by the locale,
 * which a library does not choose. So the thread has a UTF-8 locale while a query is evaluated, if the system
 * has one; else characters are bytes, and uselocale(0) changes nothing ---- */

struct ludus_query *ludus_query_new(bool ignore_case, const struct ludus_ruleset *ruleset)
{
    static const char *const locales[] = { "C.UTF-8", "en_US.UTF-8", "UTF-8", "" };
    struct ludus_query *query = memory_zeroed(1, sizeof *query);
    if (!query)
        return NULL;
    query->ignore_case = ignore_case;
    query->rules = ruleset;
    for (size_t i = 0; !query->letters && i < sizeof locales / sizeof *locales; i++) {
        errno = 0;
        query->letters = newlocale(LC_CTYPE_MASK, locales[i], (locale_t)0);
        if (!query->letters && errno == ENOMEM) {
            memory_ran_out();
            ludus_query_free(query);
            return NULL;
        }
        if (query->letters && strcmp(nl_langinfo_l(CODESET, query->letters), "UTF-8") != 0) {
            freelocale(query->letters);
            query->letters = (locale_t)0;
        }
    }
    return query;
}

void ludus_query_free(struct ludus_query *query)
{
    if (!query)
        return;
    for (struct grep_node *node = query->newest; node; node = node->newer) {
        free(node->progress);
        if (node->has_regex)
            regfree(&node->regex);
    }
    arena_free(&query->arena);
    buf_free(&query->scratch);
    buf_free(&query->moves);
    if (query->letters)
        freelocale(query->letters);
    free(query);
}

struct ludus_game *ludus_query_mark(struct ludus_query *query, struct ludus_replay *replay,
                                    struct ludus_game *game, const char *text)
{
    struct ludus_game *marked = NULL;
    query->editor = ludus_game_complete(game) ? ludus_editor_new(game) : NULL;
    query->mark = text;
    if (query->editor) {
        (void)ludus_query_matches(query, replay, game);
        marked = query->failed ? NULL : ludus_editor_finish(query->editor);
    }
    query->failed |= !marked;
    ludus_editor_free(query->editor);
    query->editor = NULL;
    return marked;
}

/* Copies a text to the query's scratch, with a NUL; in lower case with `fold`. Returns the copy. */
static const char *copy_text(struct ludus_query *query, const char *text, size_t length, bool fold)
{
    locale_t before = uselocale(fold ? query->letters : (locale_t)0);
    buf_clear(&query->scratch);
    if (!fold)
        buf_add(&query->scratch, text, length);
    for (size_t step; fold && length > 0; text += step, length -= step) {
        char lower[MB_LEN_MAX];
        wchar_t sign = 0;
        mbstate_t in = { 0 }, back = { 0 };
        step = (unsigned char)*text < 0x80 ? 0 : mbrtowc(&sign, text, length, &in);
        size_t bytes =
            step > 0 && step <= length ? wcrtomb(lower, (wchar_t)towlower((wint_t)sign), &back) : 0;
        if (bytes > 0 && bytes <= sizeof lower) {
            buf_add(&query->scratch, lower, bytes);
        } else { /* ASCII, or no character of this locale */
            buf_char(&query->scratch, to_lower(*text));
            step = 1;
        }
    }
    (void)uselocale(before);
    const char *copy = buf_string(&query->scratch);
    query->failed |= query->scratch.failed;
    return copy;
}

const char *grep_prepare(struct ludus_query *query, struct grep_node *node)
{
    char reason[200];
    if (!(node->op & GREP_LIKE)) {
        if (query->ignore_case) { /* as the texts that are compared with it */
            const char *small = copy_text(query, node->value, strlen(node->value), true);
            node->value = query->failed ? NULL : arena_copy(&query->arena, small, query->scratch.length);
        }
        return NULL;
    }
    node->plain = !query->ignore_case && !strpbrk(node->value, "\\.[]()*+?{}|^$");
    const char *fault = node->plain ? NULL : grep_regex_fault(node->value);
    if (node->plain || fault)
        return fault;
    locale_t before = uselocale(query->letters);
    int error =
        regcomp(&node->regex, node->value, REG_EXTENDED | REG_NOSUB | (query->ignore_case ? REG_ICASE : 0));
    (void)uselocale(before);
    node->has_regex = error == 0;
    if (node->has_regex)
        return NULL;
    regerror(error, &node->regex, reason, sizeof reason);
    buf_clear(&query->scratch);
    buf_format(&query->scratch, "this is no regular expression: %s", reason);
    return buf_string(&query->scratch);
}

/* ---- Texts ---- */

static bool compare_dates(unsigned op, const char *left, const char *right)
{
    /* Equal: the date has every digit that is asked for; if none is, it has none. */
    bool equal = true, asked = false, any = false;
    for (unsigned i = 0; i < GREP_DATE; i++) {
        equal &= right[i] == '?' || right[i] == left[i];
        asked |= right[i] != '?';
        any |= left[i] != '?';
    }
    equal &= asked || !any;
    if (equal)
        return grep_order_holds(op, 0);
    /* Less or more: by the first digit that differs; if that is unknown, neither. */
    unsigned i = 0;
    while (i < GREP_DATE && right[i] != '?' && right[i] == left[i])
        i++;
    return i < GREP_DATE && right[i] != '?' && left[i] != '?' && grep_order_holds(op, left[i] - right[i]);
}

static bool compare_texts(unsigned op, const char *text, const char *value)
{
    char left[GREP_DATE], right[GREP_DATE];
    double a, b;
    size_t date = grep_date(text, left), asked = grep_date(value, right);
    /* Years alone are numbers. */
    if (date && asked && (date + asked > GREP_DATE || memchr(right, '?', asked)))
        return compare_dates(op, left, right);
    bool number = grep_is_number(text, &a), number_asked = grep_is_number(value, &b);
    if (number && number_asked)
        return grep_number_holds(op, a, b);
    /* A number or a date is neither more nor less than other text. */
    if (op & (GREP_LESS | GREP_MORE) && (number || date) != (number_asked || asked))
        return false;
    return grep_order_holds(op, strcmp(text, value));
}

bool grep_text_holds(struct ludus_query *query, const struct grep_node *node, const char *text, size_t length)
{
    bool likeness = node->op & GREP_LIKE, glob = node->kind == GREP_MOVE && !likeness;
    const char *copy = copy_text(query, text, length, query->ignore_case && !likeness), *value = node->value;
    for (char *at = query->scratch.bytes; node->kind == GREP_COMMENT && at && *at; at++)
        if (is_break(*at))
            *at = ' ';
    if (node->plain)
        return strstr(copy, value) != NULL;
    if (likeness || glob) {
        const char *at = copy; /* ASCII needs no locale: fnmatch is twice as fast with bytes */
        while ((unsigned char)*at - 1u < 0x7f)
            at++;
        locale_t before = uselocale(likeness || *at ? query->letters : (locale_t)0);
        int fault = likeness ? regexec(&node->regex, copy, 0, NULL, 0) : fnmatch(value, copy, 0);
        (void)uselocale(before);
        query->failed |= likeness && fault != 0 && fault != REG_NOMATCH;
        return fault == 0;
    }
    bool order = node->op & (GREP_LESS | GREP_MORE);
    const struct tag *tag = node->word && order ? grep_tag(query, value) : NULL;
    if (tag && !(value = arena_copy(&query->game->arena, tag->value.text, tag->value.length)))
        query->failed = true;
    return compare_texts(node->op, copy, value ? value : "");
}

/* ---- The tags that no record has, and others that are nearly so called ---- */

/* Keeps the name for a tag if it is more like it than those before; of two, the first in the order of bytes,
 * so that the order of records does not matter. */
static void try_name(struct grep_node *node, const char *name, size_t length)
{
    struct text_nearest nearest = text_nearest(node->name, strlen(node->name));
    text_try(&nearest, name, length);
    if (!nearest.best || length >= GREP_NAME || nearest.limit > node->edits)
        return;
    char copy[GREP_NAME] = { 0 };
    memcpy(copy, name, length);
    if (nearest.limit < node->edits || strcmp(copy, node->alike) < 0)
        memcpy(node->alike, copy, sizeof copy);
    node->edits = nearest.limit;
}

/* Removes the tag from those that are missing, or compares it with theirs. */
static void note_name(struct ludus_query *query, const char *name, size_t length)
{
    query->last_tag = NULL;
    for (struct grep_node **link = &query->tags, *node; (node = *link) != NULL;) {
        if (strlen(node->name) == length && is_alike(node->name, name, length)) {
            *link = node->tag;
        } else {
            try_name(node, name, length);
            query->last_tag = node;
            link = &node->tag;
        }
    }
}

void ludus_query_note_tags(struct ludus_query *query, const struct ludus_game *game)
{
    query->noted = true;
    for (size_t i = 0; i < game->tag_count && query->tags; i++) {
        struct ludus_text name = game->tags[i].name;
        char *known = query->names[i % GREP_SLOTS];
        bool fits = name.length < GREP_NAME;
        if (fits && strncmp(known, name.text, name.length) == 0 && !known[name.length])
            continue;
        note_name(query, name.text, name.length);
        memset(known, 0, GREP_NAME);
        if (fits)
            memcpy(known, name.text, name.length);
    }
}

void ludus_query_join(struct ludus_query *query, const struct ludus_query *other)
{
    const struct grep_node *its = other->tags;
    struct grep_node **link = &query->tags, *node;
    while ((node = *link) != NULL) {
        while (its && its->place < node->place)
            its = its->tag;
        if (!its || its->place != node->place) {
            *link = node->tag;
            continue;
        }
        if (*its->alike)
            try_name(node, its->alike, strlen(its->alike));
        link = &node->tag;
    }
    query->noted |= other->noted;
}

/* Columns of ludstat --games, each with the condition that is about the same. */
static const char *const columns[][2] = { { "plies", "turns" }, { "end", "ending" } };

const char *ludus_query_missing(const struct ludus_query *query, size_t index, const char **alike)
{
    const struct grep_node *node = query->noted ? query->tags : NULL;
    for (; node; node = node->tag) {
        const struct grep_node *first = query->tags;
        while (first != node && !is_alike(first->name, node->name, strlen(node->name) + 1))
            first = first->tag;
        if (first == node && index-- == 0)
            break;
    }
    *alike = node && *node->alike ? node->alike : NULL;
    for (size_t i = 0; node && !*alike && i < sizeof columns / sizeof *columns; i++)
        if (is_alike(columns[i][0], node->name, strlen(node->name) + 1))
            *alike = columns[i][1];
    return node ? node->name : NULL;
}
