/* marks.re - reads marks and arrows: those of options, "e4=cross:red" and "e2-e4:green", and those in comments,
 * [%csl Gd4,Re5] and [%cal Ge2e4]; and templates of captions and sentences. */
#include "base/text.h"
#include "draw/scene.h"

#include <string.h>

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;

    square = [a-p] [1-9] [0-9]?;
    text   = [^\x00];
*/

static const struct colour {
    const char *name, *letters, *value, *dash; /* of its CSS class; of people, and Lichess */
} colours[] = {
    { "green", "g G", "#2c9a44", NULL },
    { "red", "r R", "#c01f1f", "7 4" },
    { "blue", "b B", "#0a2a96", "2 3" },
    { "yellow", "y Y", "#c79200", "9 3 2 3" },
    { "orange", "o O", "#d4680a", "15 4" },
    { "violet", "v V", "#5a1a99", "9 3 2 3 2 3" },
    { "black", "k K", "#000", "4 1.5" },
    { "white", "w W", "#fff", "2 8" },
    { "grey", "gray Z", "#777", ".8 1.2" },
};

static const struct colour *find_colour(const char *name, size_t length)
{
    for (const struct colour *colour = colours; colour < colours + sizeof colours / sizeof *colours; colour++)
        if (text_is(name, length, colour->name) || text_among(name, length, colour->letters) >= 0)
            return colour;
    return NULL;
}

const char *scene_colour(const char *name, const char **dash)
{
    const struct colour *colour = find_colour(name, strlen(name));
    if (colour && dash)
        *dash = colour->dash;
    return colour ? colour->value : name;
}

/* Gives the note a colour by its name or its code. False if it is none. */
static bool set_colour(struct scene_note *note, const char *name)
{
    const struct colour *colour = find_colour(name, strlen(name));
    const char *cursor = name, *marker;
    if (colour) {
        strcpy(note->colour, colour->name);
        return true;
    }
    /*!re2c:colour
    "#" ([0-9A-Fa-f]{3}){1,2} "\x00" { strcpy(note->colour, name); return true; }
    *                                { return false; }
    */
}

/* Finds the square whose name is at `text`. False if the board has no such square. */
static bool find_square(const struct scene *scene, const char *text, uint8_t *square)
{
    const unsigned file = (unsigned)(*text++ - 'a'), rank = number_take(&text) - 1;
    *square = (uint8_t)(rank * scene->files + file);
    return file < scene->files && rank < scene->ranks && (!scene->line_count || squares_has(&scene->points, *square));
}

/* The same for the squares of a note, two if it is an arrow. */
static bool set_squares(const struct scene *scene, struct scene_note *note, bool arrow, const char *from, const char *to)
{
    return find_square(scene, from, &note->from) &&
           (!arrow || (to && find_square(scene, to, &note->to) && note->from != note->to));
}

/* Adds a note. Returns false if there are too many. */
static bool add_note(struct scene *scene, bool arrow, const struct scene_note *note)
{
    unsigned *count = arrow ? &scene->arrow_count : &scene->mark_count;
    if (*count == SCENE_NOTES)
        return false;
    (arrow ? scene->arrows : scene->marks)[(*count)++] = *note;
    return true;
}

/* Gives a mark a shape by its name, or a text. False if it is too long. */
static bool set_shape(struct scene_note *note, const char *shape, size_t length)
{
    static const char *const shapes[MARK_TEXT] = { MARK_SHAPES };
    for (note->shape = 0; note->shape < MARK_TEXT; note->shape++)
        if (text_is(shape, length, shapes[note->shape]))
            return true;
    if (length == 0 || length >= sizeof note->text || text_characters(shape, length) > 3)
        return false;
    memcpy(note->text, shape, length);
    return true;
}

bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size)
{
    struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE, .colour = "green" };
    const char *cursor = text, *marker, *to = NULL, *shape = NULL;
    /*!stags:re2c:arrow:mark format = 'const char *@@;\n'; */

    if (arrow) {
        /*!re2c:arrow
        square "-"? @to square                { goto found; }
        *                                     { goto none; }
        */
    }
    /*!re2c:mark
    square ("=" @shape (text \ ":")*)? { goto found; }
    *                                  { goto none; }
    */
found:
    if (!set_squares(scene, &note, arrow, text, to))
        goto none;
    if (shape && !set_shape(&note, shape, (size_t)(cursor - shape)))
        return refuse(reason, size,
                      "'%.*s' in '%.40s' is no shape of a mark, which are circle, square, cross, dot, "
                      "fill, or a text of up to three signs",
                      (int)(cursor - shape < 40 ? cursor - shape : 40), shape, text);
    if (*cursor && *cursor != ':')
        return refuse(reason, size, "'%.40s' in '%.40s' stands where only %s can follow", cursor, text,
                      arrow ? ":COLOUR" : "=SHAPE or :COLOUR");
    if (*cursor && !set_colour(&note, cursor + 1))
        return refuse(reason, size,
                      "'%.40s' in '%.40s' is no colour of a mark or arrow, which are green, red, blue, "
                      "yellow, orange, violet, black, white, grey, #rrggbb",
                      cursor + 1, text);
    return add_note(scene, arrow, &note) ||
           refuse(reason, size, "more than %d %s", SCENE_NOTES, arrow ? "arrows" : "marks");
none:
    return refuse(reason, size, "'%.40s' is no %s on this board", text, arrow ? "arrow" : "mark");
}

/* Adds the marks or arrows of a list that a bracket follows, such as Rd4,Ge2e4; wrong ones are skipped. */
static void add_list(struct scene *scene, const char *cursor, bool arrow)
{
    const char *from, *to;
    struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE };
    /*!stags:re2c:list format = 'const char *@@;\n'; */
    for (;;) {
        /*!re2c:list
        re2c:sentinel = 93; /* "]" */
        break = [, \t\n\v\f\r];
        other = [^\]] \ break;

        [GRBYOV] @from square (@to square)? other* {
            if (set_squares(scene, &note, arrow, from, to) && set_colour(&note, (char[]){ from[-1], '\0' }))
                (void)add_note(scene, arrow, &note);
            continue;
        }
        other+ | break { continue; }
        "]"            { return; }
        */
    }
}

void marks_add_comments(struct scene *scene, const struct ludus_game *game, const struct ludus_turn *turn)
{
    size_t at = 0;
    for (const struct item *item; (item = turns_next_comment(game, turn, &at));)
        for (struct command command = command_begin(item->text, item->length); command_next(&command);)
            if (command_is(&command, "csl") || command_is(&command, "cal"))
                add_list(scene, command.value.text, command_is(&command, "cal"));
}

enum template_part template_next(const char **text, struct ludus_text *part)
{
    const char *cursor = *text, *marker, *begin = cursor;
    enum template_part kind = TEMPLATE_TEXT;
    /*!re2c:template
    re2c:sentinel = 0;

    "{" [A-Z] [A-Za-z0-9_]* "}" { kind = TEMPLATE_TAG; goto found; }
    "{" [^}\x00]* "}"           { kind = TEMPLATE_FIELD; goto found; }
    "\\n"                       { *part = (struct ludus_text){ "\n", 1 }; goto taken; }
    [^{\\\x00]+ | [{\\]        { goto found; }
    *                           { return TEMPLATE_END; }
    */
found:
    *part = kind > TEMPLATE_TEXT ? (struct ludus_text){ begin + 1, (size_t)(cursor - begin) - 2 }
                                 : (struct ludus_text){ begin, (size_t)(cursor - begin) };
taken:
    *text = cursor;
    return kind;
}
