/* marks.c - marks and arrows that a reader adds. */
#include "draw/marks.h"

#include "base/text.h"
#include "draw/theme.h"

#include <stdio.h>
#include <string.h>

/* Reads a square's name, and returns its length; 0 when it is none on this board. */
static size_t read_square(const struct scene *scene, const char *text, size_t length, uint8_t *square)
{
    size_t at = 1;
    unsigned rank = 0;
    if (length < 2 || text[0] < 'a' || text[0] >= (char)('a' + scene->files))
        return 0;
    while (at < length && at < 3 && text[at] >= '0' && text[at] <= '9' &&
           rank * 10 + (unsigned)(text[at] - '0') <= scene->ranks)
        rank = rank * 10 + (unsigned)(text[at++] - '0');
    if (rank == 0)
        return 0;
    *square = (uint8_t)((rank - 1) * scene->files + (unsigned)(text[0] - 'a'));
    return at;
}

static const char *const shapes[] = { [MARK_CIRCLE] = "circle",
                                      [MARK_SQUARE] = "square",
                                      [MARK_CROSS] = "cross",
                                      [MARK_DOT] = "dot",
                                      [MARK_FILL] = "fill" };

static bool refuse_colour(const char *name, char *reason, size_t size)
{
    struct ludus_buffer names = { 0 };
    theme_colour_names(&names);
    snprintf(reason, size, "'%.40s' is no colour of a mark or arrow, which are %s", name, buf_string(&names));
    buf_free(&names);
    return false;
}

/* Takes what stands behind squares and shape: a colour's name after a colon, or nothing. `allowed` is what
 * may stand there. */
static bool read_colour(const char *text, struct scene_note *note, const char *allowed, char *reason,
                        size_t size)
{
    const char *dash;
    size_t length = strlen(text);
    if (length == 0)
        return true;
    if (*text != ':') {
        snprintf(reason, size, "'%.40s' stands where only %s can follow", text, allowed);
        return false;
    }
    if (length > sizeof note->colour)
        return refuse_colour(text + 1, reason, size);
    memcpy(note->colour, text + 1, length);
    return theme_colour(note->colour, &dash) || refuse_colour(text + 1, reason, size);
}

/* Takes the name of a shape, or the text that the mark shall be. */
static bool read_shape(const char *text, size_t length, struct scene_note *note, char *reason, size_t size)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strlen(shapes[i]) == length && memcmp(shapes[i], text, length) == 0) {
            note->shape = (uint8_t)i;
            return true;
        }
    if (length == 0 || length >= sizeof note->text || text_characters(text, length) > 3) {
        snprintf(reason, size,
                 "'%.*s' is no shape of a mark, which are %s, %s, %s, %s, %s, or a text of up to three signs",
                 (int)(length < 40 ? length : 40), text, shapes[MARK_CIRCLE], shapes[MARK_SQUARE],
                 shapes[MARK_CROSS], shapes[MARK_DOT], shapes[MARK_FILL]);
        return false;
    }
    note->shape = MARK_TEXT;
    memcpy(note->text, text, length);
    note->text[length] = '\0';
    return true;
}

static bool refuse_number(const char *what, char *reason, size_t size)
{
    snprintf(reason, size, "more than %d %s", SCENE_NOTES, what);
    return false;
}

bool marks_add(struct scene *scene, const char *text, char *reason, size_t size)
{
    struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE, .colour = "green" };
    size_t at = read_square(scene, text, strlen(text), &note.from);
    if (!at) {
        snprintf(reason, size, "'%.40s' is no mark on this board", text);
        return false;
    }
    if (text[at] == '=') {
        size_t length = strcspn(text + at + 1, ":");
        if (!read_shape(text + at + 1, length, &note, reason, size))
            return false;
        at += 1 + length;
    }
    if (!read_colour(text + at, &note, "=SHAPE or :COLOUR", reason, size))
        return false;
    if (scene->mark_count == SCENE_NOTES)
        return refuse_number("marks", reason, size);
    scene->marks[scene->mark_count++] = note;
    return true;
}

bool marks_add_arrow(struct scene *scene, const char *text, char *reason, size_t size)
{
    struct scene_note note = { .colour = "green" };
    size_t length = strlen(text), at = read_square(scene, text, length, &note.from);
    at += at && text[at] == '-';
    size_t second = at ? read_square(scene, text + at, length - at, &note.to) : 0;
    if (!second || note.from == note.to) {
        snprintf(reason, size, "'%.40s' is no arrow on this board", text);
        return false;
    }
    if (!read_colour(text + at + second, &note, ":COLOUR", reason, size))
        return false;
    if (scene->arrow_count == SCENE_NOTES)
        return refuse_number("arrows", reason, size);
    scene->arrows[scene->arrow_count++] = note;
    return true;
}

/* The name of the colour that a letter of [%csl] or [%cal] stands for. */
static const char *letter_colour(char letter)
{
    static const char letters[] = "GRBYOV";
    static const char *const names[] = { "green", "red", "blue", "yellow", "orange", "violet" };
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? names[found - letters] : NULL;
}

/* One entry, Rd4 or Ge2e4; an entry that is none is passed over. */
static void add_entry(struct scene *scene, const char *text, size_t length, bool arrow)
{
    struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE };
    const char *colour = length ? letter_colour(*text) : NULL;
    size_t first = colour ? read_square(scene, text + 1, length - 1, &note.from) : 0;
    if (!first)
        return;
    memcpy(note.colour, colour, strlen(colour) + 1);
    if (arrow) {
        size_t second = read_square(scene, text + 1 + first, length - 1 - first, &note.to);
        if (second && note.from != note.to && scene->arrow_count < SCENE_NOTES)
            scene->arrows[scene->arrow_count++] = note;
    } else if (scene->mark_count < SCENE_NOTES) {
        scene->marks[scene->mark_count++] = note;
    }
}

static void add_list(struct scene *scene, const char *text, size_t length, bool arrow)
{
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != ',' && text[end] != ' ' && text[end] != '\n')
            end++;
        add_entry(scene, text + at, end - at, arrow);
        at = end + 1;
    }
}

static void add_comment(struct scene *scene, const char *text, size_t length)
{
    for (size_t at = 0; at + 7 <= length; at++) {
        bool arrow = memcmp(text + at, "[%cal ", 6) == 0;
        if (!arrow && memcmp(text + at, "[%csl ", 6) != 0)
            continue;
        const char *list = text + at + 6, *end = memchr(list, ']', length - at - 6);
        if (!end)
            return;
        add_list(scene, list, (size_t)(end - list), arrow);
        at = (size_t)(end - text);
    }
}

void marks_add_comments(struct scene *scene, struct turn_comments comments)
{
    for (const struct item *item; (item = turn_comments_next(&comments));)
        add_comment(scene, item->text, item->length);
}
