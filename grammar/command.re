/* command.re - reads commands in comments, [%name value], which may contain line breaks. */
#include "notation/turns.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;
    re2c:sentinel = 93; /* "]" */

    space = [ \t\n\v\f\r];
    digit = [0-9];
    count = [-+]? digit+ ("." digit*)?;
    name  = [0-9A-Za-z_]+;
    inner = [^\]];
    solid = inner \ space;
*/

static struct ludus_text text_of(const char *begin, const char *end)
{
    return (struct ludus_text){ begin, (size_t)(end - begin) };
}

/* Reads the command that begins with the bracket at `cursor`; the next `]` ends it. False if there is none. */
static bool read_command(const char *cursor, struct command *out)
{
    const char *marker, *name, *value;
    /*!stags:re2c:command format = 'const char *@@;\n'; */
    out->begin = cursor;
    /*!re2c:command
    "[%" name @name (space+ @value (solid inner*)?)? "]" { goto found; }
    * { return false; }
    */
found:
    out->end = cursor;
    out->name = text_of(out->begin + 2, name);
    out->value = value ? text_trimmed(value, (size_t)(cursor - 1 - value)) : text_of(name, name);
    return true;
}

bool command_next(struct command *command)
{
    const char *begin = command->rest, *end = command->stop, *close = NULL;
    /* By memchr, because a comment can be long, and brackets are few. */
    for (; begin < end && (begin = memchr(begin, '[', (size_t)(end - begin))) != NULL; begin++) {
        if (!close || close < begin)
            close = memchr(begin, ']', (size_t)(end - begin));
        if (!close)
            break;
        if (read_command(begin, command)) {
            command->rest = command->end;
            return true;
        }
    }
    command->rest = end;
    return false;
}

bool command_find(struct command *command, const char *name)
{
    while (command_next(command))
        if (command_is(command, name))
            return true;
    return false;
}

bool command_is(const struct command *command, const char *name)
{
    return text_is(command->name.text, command->name.length, name);
}

const char *command_certainty(const struct command *command)
{
    static const char *const degrees[] = { "high", "medium", "low" };
    int degree = text_among(command->value.text, command->value.length, "high medium low");
    return degree < 0 || !command_is(command, "cert") ? NULL : degrees[degree];
}

bool command_reading(const struct command *command, struct command_reading *out)
{
    const char *cursor = command->value.text, *marker, *witness, *tag, *tag_end, *quote;
    /*!stags:re2c:reading format = 'const char *@@;\n'; */
    *out = (struct command_reading){ .kind = NULL };
    /*!re2c:reading
    word = (solid \ ["])+;
    text = (word @witness space+ (@tag word @tag_end space+)?)? ["] @quote (inner \ ["])* ["];
    text space* "]"                       { goto found; }
    text space+ "orthographic" space* "]" { out->kind = "orthographic"; goto found; }
    text space+ "ambiguous" space* "]"    { out->kind = "ambiguous"; goto found; }
    * { return false; }
    */
found:
    if (witness)
        out->witness = text_of(command->value.text, witness);
    if (tag)
        out->tag = text_of(tag, tag_end);
    out->text = text_of(quote, quote + strcspn(quote, "\""));
    return command_is(command, "corr") ? !witness && !out->kind
                                       : witness && command_is(command, tag ? "tag" : "rdg");
}

/* ---- Commands of programs about the turn before a comment ---- */

bool ludus_turn_clock(const struct ludus_game *game, const struct ludus_turn *turn, const char *name, double *seconds)
{
    struct ludus_text value;
    double total = 0;
    if (!ludus_turn_command(game, turn, name, &value))
        return false;
    const char *cursor = value.text, *marker, *second, *third;
    /*!stags:re2c:clock format = 'const char *@@;\n'; */
    /*!re2c:clock
    count (":" @second count (":" @third count)?)? space* "]" { goto found; }
    * { return false; }
    */
found:;
    const char *const parts[] = { value.text, second, third };
    for (unsigned i = 0; i < 3 && parts[i]; i++) {
        double part = number_read(parts[i]);
        if (!(part >= 0))
            return false;
        total = total * 60 + part;
    }
    *seconds = total;
    return true;
}

bool ludus_turn_evaluation(const struct ludus_game *game, const struct ludus_turn *turn,
                           struct ludus_evaluation *evaluation)
{
    struct ludus_text value;
    if (!ludus_turn_command(game, turn, "eval", &value))
        return false;
    const char *cursor = value.text, *marker, *behind;
    /*!stags:re2c:evaluation format = 'const char *@@;\n'; */
    /*!re2c:evaluation
    "#"? count ("," @behind count)? space* "]" { goto found; }
    * { return false; }
    */
found:;
    bool mate = *value.text == '#';
    double number = number_read(value.text + mate), depth = behind ? number_read(behind) : 0;
    if (!(fabs(number) < 1e6) || (mate && number == 0) || !(depth >= 0 && depth < 1e6))
        return false;
    struct ludus_evaluation found = {
        .pawns = mate ? 0 : number, .mate = mate ? (int)number : 0, .depth = (unsigned)depth
    };
    sized_give(evaluation, &found, sizeof found);
    return true;
}
