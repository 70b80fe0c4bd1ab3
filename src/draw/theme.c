/* theme.c - how drawings look: CSS classes, colours, and how wide texts are. */
#include "base/text.h"
#include "draw/svg.h"

const char *const theme_classes[LOOK_COUNT] = {
    [LOOK_PAPER] = "ludus-paper",
    [LOOK_LIGHT] = "ludus-light",
    [LOOK_DARK] = "ludus-dark",
    [LOOK_FRAME] = "ludus-frame",
    [LOOK_GRID] = "ludus-grid",
    [LOOK_COORD] = "ludus-coord",
    [LOOK_COORD_HALO] = "ludus-halo ludus-coord-halo",
    [LOOK_LAST] = "ludus-last",
    [LOOK_TAKEN] = "ludus-taken",
    [LOOK_FLANK] = "ludus-flank",
    [LOOK_GHOST] = "ludus-ghost",
    [LOOK_ARROW] = "ludus-arrow",
    [LOOK_NOTE] = "ludus-note",
    [LOOK_FILL] = "ludus-fill",
    [LOOK_BADGE] = "ludus-badge",
    [LOOK_BADGE_TEXT] = "ludus-badge-text",
    [LOOK_DIE] = "ludus-die",
    [LOOK_DIE_IDLE] = "ludus-die ludus-die-unused",
    [LOOK_DIE_PASSED] = "ludus-die ludus-die-passed",
    [LOOK_TEXT] = "ludus-text",
    [LOOK_CAPTION] = "ludus-caption-text",
    [LOOK_TO_MOVE_WHITE] = "ludus-to-move",
    [LOOK_TO_MOVE_BLACK] = "ludus-to-move",
    [LOOK_ODDS] = "ludus-odds",
};

/* clang-format off */
#define INK(ink, paper, light, dark, grid, last, accent, arrow) \
    [LOOK_PAPER] = { paper, NULL, NULL, NULL }, \
    [LOOK_LIGHT] = { light, NULL, NULL, NULL }, \
    [LOOK_DARK] = { dark, NULL, NULL, NULL }, \
    [LOOK_FRAME] = { "none", ink, "1.5", NULL }, \
    [LOOK_GRID] = { "none", grid, "1", NULL }, \
    [LOOK_COORD] = { ink, NULL, NULL, NULL }, \
    [LOOK_COORD_HALO] = { paper, paper, "3", NULL }, \
    [LOOK_LAST] = { last, NULL, NULL, ".5" }, \
    [LOOK_TAKEN] = { "none", accent, "2.5", NULL }, \
    [LOOK_FLANK] = { "none", accent, "4", ".65" }, \
    [LOOK_GHOST] = { NULL, NULL, NULL, ".35" }, \
    [LOOK_ARROW] = { arrow, arrow, "4.5", ".8" }, \
    [LOOK_NOTE] = { "none", arrow, "3.5", ".85" }, \
    [LOOK_FILL] = { last, NULL, NULL, ".5" }, \
    [LOOK_BADGE] = { "#fff", "#000", "1", NULL }, \
    [LOOK_BADGE_TEXT] = { "#000", NULL, NULL, NULL }, \
    [LOOK_DIE] = { "#fff", "#000", "1.5", NULL }, \
    [LOOK_DIE_IDLE] = { "#fff", "#000", "1.5", ".45" }, \
    [LOOK_DIE_PASSED] = { "#fff", "#000", "1.5", ".45" }, \
    [LOOK_TEXT] = { ink, NULL, NULL, NULL }, \
    [LOOK_CAPTION] = { ink, NULL, NULL, NULL }, \
    [LOOK_TO_MOVE_WHITE] = { "#fff", "#000", "1.5", NULL }, \
    [LOOK_TO_MOVE_BLACK] = { "#000", "#fff", "1", NULL }, \
    [LOOK_ODDS] = { "#fff", "#000", ".75", ".9" },

const struct paint theme_paints[LUDUS_THEME_HATCHED + 1][LOOK_COUNT] = {
    [LUDUS_THEME_PAPER] = { INK("#222", "#fff", "#fff", "#d6d1c4", "#666", "#e8c65a", "#a32020", "#2c5d8f") },
    [LUDUS_THEME_TINTED] = { INK("#3b2a1a", "#fffaf0", "#f4e6c8", "#c79a6b", "#8a6a45", "#e3c23c", "#9c1c1c", "#27507d") },
    [LUDUS_THEME_DARK] = { INK("#e6e6e6", "#1d2126", "#9aa3ad", "#5c6773", "#c3cad2", "#c9a227", "#ff8a80", "#ffd166") },
    [LUDUS_THEME_HATCHED] = { INK("#000", "#fff", "#fff", "#000", "#000", "#ccc", "#000", "#000") },
};
/* clang-format on */

static const struct {
    const char *names[3]; /* the first is the CSS class, the last Lichess's letter */
    const char *value, *dash;
} colours[] = {
    { { "green", "g", "G" }, "#1f7a2e", NULL },    { { "red", "r", "R" }, "#b3261e", "7 4" },
    { { "blue", "b", "B" }, "#1f4fa0", "2 3" },    { { "yellow", "y", "Y" }, "#c79200", "9 3 2 3" },
    { { "orange", "o", "O" }, "#c45a00", "15 4" }, { { "violet", "v", "V" }, "#6b3fa0", "9 3 2 3 2 3" },
    { { "black", "k", "K" }, "#000", "4 1.5" },    { { "white", "w", "W" }, "#fff", "2 8" },
    { { "grey", "gray", "Z" }, "#777", ".8 1.2" },
};

const char *theme_colour(const char *name, const char **dash)
{
    *dash = NULL;
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        for (unsigned n = 0; n < 3; n++)
            if (strcmp(colours[i].names[n], name) == 0) {
                *dash = colours[i].dash;
                return colours[i].value;
            }
    size_t digits = strlen(name) - (*name == '#');
    bool hex = *name == '#' && strspn(name + 1, "0123456789abcdefABCDEF") == digits;
    return hex && (digits == 3 || digits == 6) ? name : NULL;
}

void theme_colour_names(struct ludus_buffer *out)
{
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        buf_format(out, "%s, ", colours[i].names[0]);
    buf_text(out, "#rrggbb");
}

/* ---- How wide texts are ---- */

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
