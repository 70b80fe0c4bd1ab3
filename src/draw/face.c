/* face.c - how wide texts are in the faces that drawings name. */
#include "draw/face.h"

#include "base/text.h"
#include "draw/scene.h"

#include <string.h>

/* Widths of the characters from blank to ~ in hundredths of the size, for each the widest among the faces
 * that drawings name: no line may be longer than it is taken for. */
static const unsigned char widths[] = {
    32, 41, 46, 84, 64, 96, 90, 28,  40,  40, 50, 84, 32, 34, 32, 34, 64, 64, 64, 64, 64, 64,  64, 64,
    64, 64, 34, 34, 84, 84, 84, 54,  100, 73, 74, 77, 81, 73, 70, 80, 88, 40, 52, 75, 67, 103, 88, 82,
    68, 82, 76, 69, 67, 85, 73, 103, 72,  67, 70, 40, 34, 40, 84, 50, 50, 60, 65, 57, 65, 60,  38, 65,
    65, 32, 32, 61, 32, 95, 65, 61,  65,  65, 48, 52, 41, 65, 57, 86, 57, 57, 53, 64, 34, 64,  84,
};

#define ELLIPSIS "\xe2\x80\xa6"

enum { WIDE = 100, OTHER = 70 };

static const double figurine = 15.0 / 14; /* of the size */

unsigned face_step(const char *text)
{
    unsigned length = text_sequence(text, strnlen(text, 4));
    return length ? length : 1;
}

bool face_is_figurine(const char *text)
{
    return strncmp(text, SCENE_FIGURINE, 2) == 0 && ((unsigned char)text[2] & 0xf0) == 0x80;
}

/* Accents and dots that stand over or under the character before them, and signs of direction. */
static bool is_without_width(const char *c)
{
    unsigned char lead = (unsigned char)c[0], next = lead ? (unsigned char)c[1] : 0;
    bool isolates = lead == 0xe2 && next == 0x81 && ((unsigned char)c[2] & 0xfe) == 0xa8; /* U+2068, U+2069 */
    return lead == 0xcc || (lead == 0xcd && next < 0xb0) || isolates;
}

double face_advance(const char *text, double size)
{
    unsigned char lead = (unsigned char)*text;
    unsigned hundredths = OTHER;
    if (face_is_figurine(text))
        return figurine * size;
    if (is_without_width(text))
        hundredths = 0;
    else if (lead >= ' ' && lead <= '~')
        hundredths = widths[lead - ' '];
    else if (lead >= 0xe3) /* Chinese, Japanese, Korean are wide */
        hundredths = WIDE;
    return hundredths * size / 100;
}

double face_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text += face_step(text))
        width += face_advance(text, size);
    return width;
}

size_t face_fit(const char *text, double size, double width)
{
    double used = 0;
    size_t at = 0, blank = 0, slash = 0;
    for (; text[at]; at += face_step(text + at)) {
        used += face_advance(text + at, size);
        if (used > width && at > 0)
            return blank ? blank : slash ? slash : at;
        if (text[at] == ' ')
            blank = at;
        else if (text[at] == '/')
            slash = at + 1;
    }
    return at;
}

void face_take_line(struct ludus_buffer *line, const char **text, double size, double width, bool last)
{
    size_t length = face_fit(*text, size, width);
    bool cut = last && (*text)[length];
    if (cut)
        length = face_fit(*text, size, width - face_advance(ELLIPSIS, size));
    buf_clear(line);
    buf_add(line, *text, length);
    if (cut)
        buf_text(line, ELLIPSIS);
    *text += length;
    *text += strspn(*text, " ");
}
