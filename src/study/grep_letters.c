/* grep_letters.c - signs and letters as people see them. Records are UTF-8, whatever the locale of the
 * program is; and the locale, which a library does not choose, says what regexec and fnmatch take for a sign.
 * So the thread has one of UTF-8 while a query is asked, where the system has one; else signs are bytes. */
#include "base/chars.h"
#include "base/memory.h"
#include "study/grep.h"

#include <errno.h>
#include <fnmatch.h>
#include <langinfo.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

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

void grep_fold(struct ludus_query *query, const char *text, size_t length)
{
    locale_t before = grep_letters_use(query);
    for (size_t at = 0; at < length;)
        if ((unsigned char)text[at] < 0x80)
            buf_char(&query->scratch, to_lower(text[at++]));
        else
            at += fold_sign(&query->scratch, text + at, length - at);
    grep_letters_leave(before);
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
