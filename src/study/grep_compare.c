/* grep_compare.c - compares texts, dates and numbers with what an expression says. */
#include "base/chars.h"
#include "base/text.h"
#include "study/grep.h"

#include <errno.h>
#include <fnmatch.h>
#include <langinfo.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* ---- Signs and letters as people see them. Records are UTF-8, whatever the locale of the program is; and
 * the locale, which a library does not choose, says what regexec and fnmatch take for a sign. So the thread
 * has one of UTF-8 while a query is asked, where the system has one; else signs are bytes
 * ---- */

bool grep_letters_find(struct ludus_query *query)
{
    static const char *const names[] = { "C.UTF-8", "en_US.UTF-8", "UTF-8", "" };
    for (size_t i = 0; !query->letters && i < sizeof names / sizeof *names; i++) {
        errno = 0;
        query->letters = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
        if (!query->letters && errno == ENOMEM) {
            memory_ran_out();
            return false;
        }
        if (query->letters && strcmp(nl_langinfo_l(CODESET, query->letters), "UTF-8") != 0)
            grep_letters_free(query);
    }
    return true;
}

void grep_letters_free(struct ludus_query *query)
{
    if (query->letters)
        freelocale(query->letters);
    query->letters = (locale_t)0;
}

locale_t grep_letters_use(const struct ludus_query *query)
{
    return query->letters ? uselocale(query->letters) : (locale_t)0;
}

void grep_letters_leave(locale_t before)
{
    if (before)
        (void)uselocale(before);
}

/* Appends the sign at the beginning of `text` made small; returns its length. */
static size_t fold_sign(struct ludus_buffer *out, const char *text, size_t length)
{
    char lower[MB_LEN_MAX];
    wchar_t sign;
    mbstate_t in = { 0 }, back = { 0 };
    size_t step = mbrtowc(&sign, text, length, &in);
    size_t bytes = step > 0 && step <= length ? wcrtomb(lower, (wchar_t)towlower((wint_t)sign), &back) : 0;
    if (bytes == 0 || bytes > sizeof lower) { /* no sign of this locale */
        buf_char(out, *text);
        return 1;
    }
    buf_add(out, lower, bytes);
    return step;
}

const char *grep_copy(struct ludus_query *query, const char *text, size_t length, bool fold)
{
    locale_t before = fold ? grep_letters_use(query) : (locale_t)0;
    buf_clear(&query->scratch);
    if (!fold)
        buf_add(&query->scratch, text, length);
    for (size_t at = 0; fold && at < length;)
        if ((unsigned char)text[at] < 0x80)
            buf_char(&query->scratch, to_lower(text[at++]));
        else
            at += fold_sign(&query->scratch, text + at, length - at);
    grep_letters_leave(before);
    const char *copy = buf_string(&query->scratch);
    query->failed |= query->scratch.failed;
    return copy;
}

/* Of a text in ASCII, bytes are its signs; fnmatch is twice as fast with them. */
bool grep_glob_holds(const struct ludus_query *query, const char *pattern, const char *text)
{
    const char *at = text;
    while ((unsigned char)*at - 1u < 0x7f)
        at++;
    locale_t before = *at ? grep_letters_use(query) : (locale_t)0;
    bool holds = fnmatch(pattern, text, 0) == 0;
    grep_letters_leave(before);
    return holds;
}

/* ---- Numbers ---- */

bool grep_is_number(const char *text, double *number)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t digits = strspn(at, "0123456789");
    size_t decimals = at[digits] == '.' ? strspn(at + digits + 1, "0123456789") : 0;
    if (digits == 0 || at[digits + (decimals ? decimals + 1 : 0)])
        return false;
    *number = number_read(text);
    return true;
}

static bool order_holds(enum grep_operator op, int order)
{
    switch (op) {
    case GREP_LESS:
        return order < 0;
    case GREP_MORE:
        return order > 0;
    case GREP_AT_MOST:
        return order <= 0;
    case GREP_AT_LEAST:
        return order >= 0;
    default:
        return order == 0;
    }
}

bool grep_negated(const struct grep_node *node)
{
    return node->op == GREP_UNEQUAL || node->op == GREP_UNLIKE;
}

bool grep_number_holds(const struct grep_node *node, double number)
{
    return order_holds((enum grep_operator)node->op, (number > node->number) - (number < node->number));
}

/* ---- Dates ---- */

enum { DATE_PARTS = 3, DATE_DIGITS = 8, UNKNOWN = '?' };

struct date {
    char digit[DATE_DIGITS]; /* of year, month, day; unknown ones too, and those not written */
    unsigned count;          /* parts written */
    unsigned known;          /* digits */
    bool marked;             /* a question mark is written */
};

/* Reads `width` digits, or question marks. */
static bool read_part(const char *text, unsigned width, int most, char *digits, struct date *date)
{
    unsigned known = 0, marks = 0;
    int value = 0;
    for (unsigned i = 0; i < width && text[i]; i++) {
        known += is_digit(text[i]);
        marks += text[i] == UNKNOWN;
        value = value * 10 + (text[i] - '0');
        digits[i] = text[i];
    }
    date->known += known;
    date->marked |= marks > 0;
    return known + marks == width && (marks > 0 || value <= most);
}

/* 1995, 1995.06, 1995.06.??, 199?, 1995-06-21. */
static bool read_date(const char *text, struct date *date)
{
    static const unsigned widths[] = { 4, 2, 2 };
    static const int most[] = { 9999, 12, 31 };
    char *digits = date->digit;
    *date = (struct date){ .count = 0 };
    memset(date->digit, UNKNOWN, sizeof date->digit);
    for (; date->count < DATE_PARTS; date->count++) {
        unsigned i = date->count;
        if (i > 0 && *text != '.' && *text != '-' && *text != '/')
            break;
        text += i > 0;
        if (!read_part(text, widths[i], most[i], digits, date))
            return false;
        text += widths[i];
        digits += widths[i];
    }
    return *text == '\0';
}

/* Has the date every digit that is asked for? Where none is asked for, it must have none. */
static bool same_date(const struct date *date, const struct date *asked)
{
    for (unsigned i = 0; i < DATE_DIGITS; i++)
        if (asked->digit[i] != UNKNOWN && asked->digit[i] != date->digit[i])
            return false;
    return asked->known > 0 || date->known == 0;
}

/* ---- Texts ---- */

static bool is_order(enum grep_operator op)
{
    return op != GREP_EQUAL && op != GREP_UNEQUAL;
}

static bool compare(enum grep_operator op, const char *text, const char *value)
{
    struct date left, right;
    double a, b;
    bool dates = read_date(text, &left), date_asked = read_date(value, &right);
    if (dates && date_asked && (left.count + right.count > 2 || right.marked)) {
        /* Is it before what is asked for, or after? Where an unknown digit would say, neither. */
        bool equal = same_date(&left, &right);
        if (equal || op == GREP_EQUAL || op == GREP_UNEQUAL)
            return equal && order_holds(op, 0);
        for (unsigned i = 0; i < DATE_DIGITS; i++) {
            if (right.digit[i] == UNKNOWN || left.digit[i] == UNKNOWN)
                return false;
            if (right.digit[i] != left.digit[i])
                return order_holds(op, left.digit[i] - right.digit[i]);
        }
        return false;
    }
    bool number = grep_is_number(text, &a), number_asked = grep_is_number(value, &b);
    if (number && number_asked)
        return order_holds(op, (a > b) - (a < b));
    /* A number or a date is neither more nor less than what is none. */
    if (is_order(op) && (number || dates) != (number_asked || date_asked))
        return false;
    return order_holds(op, strcmp(text, value));
}

bool grep_text_holds(struct ludus_query *query, const struct grep_node *node, const char *text, size_t length)
{
    enum grep_operator op = (enum grep_operator)node->op;
    bool likeness = op == GREP_LIKE || op == GREP_UNLIKE;
    const char *copy = grep_copy(query, text, length, query->ignore_case && !likeness), *value = node->value;
    if (likeness) {
        if (node->plain)
            return strstr(copy, node->value) != NULL;
        locale_t before = grep_letters_use(query);
        int fault = regexec(&node->regex, copy, 0, NULL, 0);
        grep_letters_leave(before);
        query->failed |= fault != 0 && fault != REG_NOMATCH;
        return fault == 0;
    }
    const struct tag *tag = node->word && is_order(op) ? grep_tag(query->game, value, strlen(value)) : NULL;
    if (tag && !(value = arena_copy(&query->game->arena, tag->value.text, tag->value.length)))
        query->failed = true;
    return compare(op, copy, value ? value : "");
}
