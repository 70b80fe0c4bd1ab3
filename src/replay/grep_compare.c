/* grep_compare.c - compares texts, dates and numbers with what an expression says. */
#include "replay/grep.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

bool grep_is_number(const char *text, double *number)
{
    const char *at = text + (*text == '-' || *text == '+');
    size_t digits = strspn(at, "0123456789");
    size_t decimals = at[digits] == '.' ? strspn(at + digits + 1, "0123456789") : 0;
    if (digits == 0 || at[digits + (decimals ? decimals + 1 : 0)])
        return false;
    *number = strtod(text, NULL);
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

enum { DATE_PARTS = 3, UNKNOWN = -1 };

struct date {
    int part[DATE_PARTS]; /* year, month, day */
    unsigned count;       /* parts written */
};

/* Reads `width` digits, or question marks. */
static bool read_part(const char *text, unsigned width, int *part)
{
    unsigned digits = 0, marks = 0;
    *part = 0;
    for (unsigned i = 0; i < width && text[i]; i++) {
        digits += text[i] >= '0' && text[i] <= '9';
        marks += text[i] == '?';
        *part = *part * 10 + (text[i] - '0');
    }
    if (marks && digits + marks == width)
        *part = UNKNOWN;
    return digits + marks == width;
}

/* 1995, 1995.06, 1995.06.??, 1995-06-21. */
static bool read_date(const char *text, struct date *date)
{
    static const unsigned widths[] = { 4, 2, 2 };
    static const int most[] = { 9999, 12, 31 };
    for (date->count = 0; date->count < DATE_PARTS; date->count++) {
        unsigned i = date->count;
        if (i > 0 && *text != '.' && *text != '-' && *text != '/')
            break;
        text += i > 0;
        if (!read_part(text, widths[i], &date->part[i]) || date->part[i] > most[i])
            return false;
        text += widths[i];
    }
    return *text == '\0';
}

/* As far as both are known; false when that does not say. */
static bool compare_dates(const struct date *left, const struct date *right, int *order)
{
    *order = 0;
    for (unsigned i = 0; i < right->count && right->part[i] != UNKNOWN && *order == 0; i++) {
        if (i >= left->count || left->part[i] == UNKNOWN)
            return false;
        *order = (left->part[i] > right->part[i]) - (left->part[i] < right->part[i]);
    }
    return true;
}

/* ---- Texts ---- */

static bool like(struct ludus_query *query, const struct grep_node *node, const char *text)
{
    if (node->plain)
        return strstr(text, node->value) != NULL;
    locale_t before = grep_letters_use(query);
    int fault = regexec(&node->regex, text, 0, NULL, 0);
    grep_letters_leave(before);
    query->failed |= fault != 0 && fault != REG_NOMATCH;
    return fault == 0;
}

static bool compare(const struct grep_node *node, const char *text)
{
    struct date left, right;
    double a, b;
    int order;
    enum grep_operator op = (enum grep_operator)node->op;
    if (read_date(node->value, &right) && read_date(text, &left) && left.count + right.count > 2)
        return compare_dates(&left, &right, &order) && order_holds(op, order);
    bool number = grep_is_number(node->value, &b);
    if (number && grep_is_number(text, &a))
        return order_holds(op, (a > b) - (a < b));
    /* What is no number is neither more nor less than one. */
    if (number && op != GREP_EQUAL && op != GREP_UNEQUAL)
        return false;
    return order_holds(op, strcmp(text, node->value));
}

bool grep_text_holds(struct ludus_query *query, const struct grep_node *node, const char *text, size_t length)
{
    bool likeness = node->op == GREP_LIKE || node->op == GREP_UNLIKE;
    buf_clear(&query->scratch);
    if (query->ignore_case && !likeness)
        grep_fold(query, text, length);
    else
        buf_add(&query->scratch, text, length);
    const char *copy = buf_string(&query->scratch);
    query->failed |= query->scratch.failed;
    return likeness ? like(query, node, copy) : compare(node, copy);
}
