/* stipulation.re - what a problem asks: #3, s#2, +, =; #3 > 1/2 with dice. */
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

/*!include:re2c "scan_text.inc" */

bool ludus_stipulation_read(const char *text, struct ludus_stipulation *stipulation)
{
    const char *cursor = text, *marker, *number = NULL, *relation = NULL, *ways = NULL;
    struct ludus_stipulation read = { .size = sizeof read };
    /*!stags:re2c format = 'const char *@@;\n'; */

    /*!re2c
    re2c:tags = 1;

    turns  = [1-9][0-9]?;
    end    = "\x00";
    number = [1-9][0-9]{0,17};
    chance = ([ ]* @relation (">" | ">=" | "=") [ ]* @ways number ("/" number)?)?;

    "#"? @number turns chance end { goto found; }
    "s#" @number turns chance end { read.goal = LUDUS_GOAL_LOSS; goto found; }
    "+" end                 { goto found; }
    "=" end                 { read.goal = LUDUS_GOAL_DRAW; goto found; }
    *                       { return false; }
    */
found:
    if (number)
        read.turns = number_take(&number);
    if (relation) {
        char *slash;
        read.relation = *relation == '=' ? LUDUS_CHANCE_EQUAL : relation[1] == '=' ? LUDUS_CHANCE_LEAST : LUDUS_CHANCE_ABOVE;
        read.chance.ways = strtoull(ways, &slash, 10);
        read.chance.of = *slash == '/' ? strtoull(slash + 1, NULL, 10) : 1;
    }
    sized_give(stipulation, &read, sizeof read);
    return true;
}
