/* tei_readings.c - the readings of witnesses in the comments of a record: [%rdg NAME "text"]. */
#include "formats/tei_write.h"
#include "notation/command.h"
#include "notation/turns.h"

#include <string.h>

static bool same_text(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

/* Number of the witness, from 1; it is added if it is new. 0 when there is no room. */
static size_t witness_number(struct tei_record *record, struct ludus_text name)
{
    size_t i = 0;
    while (i < record->witness_count && !same_text(record->witness[i], name))
        i++;
    if (i == TEI_WITNESSES_MAX)
        return 0;
    if (i == record->witness_count)
        record->witness[record->witness_count++] = name;
    return i + 1;
}

/* False when the command is no reading, or there is no room for its witness. */
static bool read_reading(struct tei_record *record, const struct command *command, struct tei_reading *out)
{
    static const char add[] = "add. ";
    struct ludus_text name, text;
    if (!command_reading(command, &name, &text))
        return false;
    bool added = text.length >= strlen(add) && memcmp(text.text, add, strlen(add)) == 0;
    text.text += added ? strlen(add) : 0;
    text.length -= added ? strlen(add) : 0;
    *out = (struct tei_reading){ text, witness_number(record, name), added };
    return out->witness > 0;
}

static void gather_comment(struct tei_record *record, const struct item *item, struct tei_readings *out)
{
    const char *at = item->text, *end = at + item->length;
    struct command command;
    while (!out->crowded && command_next(&at, end, &command)) {
        if (!command_is(&command, "rdg"))
            continue;
        if (out->count == TEI_READINGS_MAX || !read_reading(record, &command, &out->list[out->count]))
            out->crowded = true;
        else
            out->count++;
    }
}

void tei_gather(struct tei_record *record, size_t at, size_t end, struct tei_readings *out)
{
    out->count = 0;
    out->crowded = false;
    const struct item *last = record->game->items + end;
    struct turns turns = { .game = record->game, .at = at };
    for (enum turns_event event = TURNS_NAG;
         !out->crowded && (event = turns_next(&turns)) != TURNS_END && turns.item < last;)
        if (event == TURNS_COMMENT)
            gather_comment(record, turns.item, out);
    out->count = out->crowded ? 0 : out->count;
}
