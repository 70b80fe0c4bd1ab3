/* result.c - how the result of a game is spelled. The spellings themselves are in grammar/record.re. */
#include "notation/result.h"

#include "notation/build.h"

#include <string.h>

enum { TEXT_MAX = 32 }; /* of the longest spelling, with some blanks in its brackets */

unsigned result_read(struct ludus_text text)
{
    char copy[TEXT_MAX + 1];

    if (text.length > TEXT_MAX)
        return NO_RESULT;
    memcpy(copy, text.text, text.length);
    copy[text.length] = '\0';
    return record_result(copy, text.length);
}

const char *result_text(unsigned result)
{
    static const char *const texts[] = {
        [LUDUS_OPEN] = "*", [LUDUS_WHITE_WINS] = "1-0", [LUDUS_BLACK_WINS] = "0-1", [LUDUS_DRAW] = "1/2-1/2"
    };

    return texts[result];
}

const char *result_in_brackets(unsigned result)
{
    static const char *const texts[] = { [LUDUS_OPEN] = "*",
                                         [LUDUS_WHITE_WINS] = "[1:0]",
                                         [LUDUS_BLACK_WINS] = "[0:1]",
                                         [LUDUS_DRAW] = "[1/2:1/2]" };

    return texts[result];
}
