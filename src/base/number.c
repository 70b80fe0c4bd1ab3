/* number.c - numbers with decimals, whatever the locale, which a library does not choose. */
#include "base/number.h"

#include "base/chars.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void number_point(char *text)
{
    static const char own[] = "+-.0123456789aefinxEAFINX"; /* inf and nan too */
    size_t before = strspn(text, own), foreign = strcspn(text + before, own);
    if (foreign) {
        text[before] = '.';
        memmove(text + before + 1, text + before + foreign, strlen(text + before + foreign) + 1);
    }
}

void number_write(char *out, size_t size, char style, int precision, double number)
{
    (void)snprintf(out, size, style == 'g' ? "%.*g" : "%.*f", precision, number);
    number_point(out);
}

double number_read(const char *text)
{
    bool minus = *text == '-';
    double number = 0, scale = 1; /* exact up to 15 digits, and so is what they make */
    for (text += *text == '-' || *text == '+'; is_digit(*text); text++)
        number = number * 10 + (*text - '0');
    if (*text == '.')
        for (text++; is_digit(*text); text++, scale *= 10)
            number = number * 10 + (*text - '0');
    return (minus ? -number : number) / scale;
}
