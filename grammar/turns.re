/* turns.re - reads selectors of turns, labels and ranges, as ludus(7) lists them. */
#include "base/chars.h"
#include "play/selection.h"

/*!include:re2c "scan_text.inc" */

static unsigned number_of(const char *digits)
{
    return number_take(&digits);
}

/* Returns the side that "W", "b.", "." or "..." names; NO_SIDE for nothing. */
static unsigned side_of(const char *at, const char *end)
{
    if (at == end)
        return NO_SIDE;
    return *at == 'W' || *at == 'w' || (*at == '.' && end - at == 1) ? LUDUS_WHITE : LUDUS_BLACK;
}

bool selector_lex(const char **text, struct selector *out)
{
    const char *cursor = *text, *marker, *side, *dash, *last, *last_side;
    /*!stags:re2c format = 'const char *@@;\n'; */

    *out = (struct selector){ .number = number_of(cursor) };
    /*!re2c
    re2c:tags = 1;

    number = [0-9]{1,7};
    side = [WwBb] "."? | "." | "..." | "\xe2\x80\xa6";
    end = [,\x00];

    "start" / end    { out->kind = SELECT_START; goto found; }
    "end" / end      { out->kind = SELECT_END; goto found; }
    "all" / end      { out->kind = SELECT_ALL; goto found; }
    "captures" / end { out->kind = SELECT_CAPTURES; goto found; }
    "$" @last number / end {
        out->kind = SELECT_NAG;
        out->number = number_of(last);
        goto found;
    }
    number @side side? / end {
        out->kind = side == cursor ? SELECT_NUMBER : SELECT_RANGE;
        out->side = out->last_side = side_of(side, cursor);
        out->last_number = out->number;
        goto found;
    }
    number @side side? @dash "-" @last number @last_side side? / end {
        out->kind = SELECT_RANGE;
        out->side = side_of(side, dash);
        out->last_number = number_of(last);
        out->last_side = side_of(last_side, cursor);
        goto found;
    }
    * { return false; }
    */
found:
    *text = cursor;
    return true;
}
