/* stipulation.re - what a problem asks: #3, s#2, +, =. */
#include "base/memory.h"
#include "base/text.h"

/*!include:re2c "scan_text.inc" */

bool ludus_stipulation_read(const char *text, struct ludus_stipulation *stipulation)
{
    const char *cursor = text, *marker, *number = NULL;
    struct ludus_stipulation read = { .size = sizeof read };
    /*!stags:re2c format = 'const char *@@;\n'; */

    /*!re2c
    re2c:tags = 1;

    turns = [1-9][0-9]?;
    end = "\x00";

    "#"? @number turns end  { goto found; }
    "s#" @number turns end  { read.goal = LUDUS_GOAL_LOSS; goto found; }
    "+" end                 { goto found; }
    "=" end                 { read.goal = LUDUS_GOAL_DRAW; goto found; }
    *                       { return false; }
    */
found:
    if (number)
        read.turns = number_take(&number);
    sized_give(stipulation, &read, sizeof read);
    return true;
}
