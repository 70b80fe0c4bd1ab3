/* encoding.c - UTF-8, Latin-1 (as Windows-1252) and UTF-16, told apart and made UTF-8. */
#include "base/encoding.h"

#include "base/text.h"

#include <string.h>

static bool is_utf16(const struct encoding *encoding)
{
    return encoding->kind == ENCODING_UTF16_LITTLE || encoding->kind == ENCODING_UTF16_BIG;
}

static void keep_half(struct encoding *encoding, const char *bytes, size_t length)
{
    memcpy(encoding->half, bytes, length);
    encoding->half_length = (uint8_t)length;
}

/* Do the first characters say that each has a zero byte at `zero`, 0 or 1, as no other text has? Blanks alone
 * say nothing: between zero bytes they are laid out so.
 */
static bool alternates(const char *bytes, size_t length, unsigned zero)
{
    enum { LEAST = 4, LOOK = 8 };
    size_t at = 0, end = length < LOOK ? length : LOOK;
    bool any = false;
    for (; at + 1 < end && !bytes[at + zero]; at += 2) {
        const char c = bytes[at + 1 - zero];
        if (!c || c & 0x80)
            return false;
        any |= c > ' ';
    }
    return any && at >= LEAST && at + 1 >= end;
}

void encoding_recognise(struct encoding *encoding, const char *bytes, size_t length)
{
    if ((length >= 2 && memcmp(bytes, "\xff\xfe", 2) == 0) || alternates(bytes, length, 1))
        encoding->kind = ENCODING_UTF16_LITTLE;
    else if ((length >= 2 && memcmp(bytes, "\xfe\xff", 2) == 0) || alternates(bytes, length, 0))
        encoding->kind = ENCODING_UTF16_BIG;
}

size_t encoding_valid(struct encoding *encoding, const char *bytes, size_t length, bool ended)
{
    if (is_utf16(encoding))
        return 0;
    size_t at = text_ascii(bytes, length), valid;
    if (at == length || encoding->kind == ENCODING_1252)
        return at;
    bool cut;
    valid = text_utf8(bytes + at, length - at, &cut);
    if (valid > 0)
        encoding->kind = ENCODING_UTF8;
    at += valid;
    if (cut && !ended)
        keep_half(encoding, bytes + at, length - at);
    return at;
}

/* A character that the block cut waits for the next one. */
static size_t convert_utf16(struct encoding *encoding, const char *bytes, size_t length, bool ended,
                            char *out)
{
    char *begin = out;
    unsigned written, step;
    for (; (step = text_from_utf16(bytes, length, encoding->kind == ENCODING_UTF16_BIG, out, &written)) > 0;
         length -= step) {
        bytes += step;
        out += written;
    }
    if (length > 0 && ended) {
        memcpy(out, "\xef\xbf\xbd", 3);
        out += 3;
    } else if (length > 0) {
        keep_half(encoding, bytes, length);
    }
    return (size_t)(out - begin);
}

size_t encoding_convert(struct encoding *encoding, const char *bytes, size_t length, bool ended, char *out,
                        size_t *stray)
{
    size_t to = 0;
    *stray = SIZE_MAX;
    if (is_utf16(encoding))
        return convert_utf16(encoding, bytes, length, ended, out);
    for (size_t at = 0, step; at < length; at += step) {
        step = encoding->kind == ENCODING_1252 && (bytes[at] & 0x80) ? 0
                                                                     : text_sequence(bytes + at, length - at);
        if (step > 0) {
            memcpy(out + to, bytes + at, step);
            to += step;
            continue;
        }
        if (encoding->kind == ENCODING_ASCII) {
            encoding->kind = ENCODING_1252;
        } else if (encoding->kind == ENCODING_UTF8 && !encoding->stray_told) {
            encoding->stray_told = true;
            *stray = to;
        }
        to += text_from_1252((unsigned char)bytes[at], out + to);
        step = 1;
    }
    return to;
}

size_t encoding_half(struct encoding *encoding, char *out)
{
    size_t length = encoding->half_length;
    memcpy(out, encoding->half, length);
    encoding->half_length = 0;
    return length;
}
