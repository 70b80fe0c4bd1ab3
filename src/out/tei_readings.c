/* tei_readings.c - the readings of witnesses in the comments of a record: [%rdg NAME "text"]. */
#include "out/tei_write.h"

#include <string.h>

#include "out/xml_write.h"

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

/* What stands between `[%rdg ` and `]`. False when it is not NAME "text", or there is no room for its
 * witness. */
static bool read_reading(struct tei_record *record, const char *at, const char *end, struct tei_reading *out)
{
    static const char add[] = "add. ";
    const char *name = at, *quote = memchr(at, '"', (size_t)(end - at));
    const char *close = quote ? memchr(quote + 1, '"', (size_t)(end - quote - 1)) : NULL;
    while (at < end && *at != ' ')
        at++;
    if (!close || at == name || at > quote)
        return false;
    struct ludus_text text = { quote + 1, (size_t)(close - quote - 1) };
    bool added = text.length >= strlen(add) && memcmp(text.text, add, strlen(add)) == 0;
    text.text += added ? strlen(add) : 0;
    text.length -= added ? strlen(add) : 0;
    *out =
        (struct tei_reading){ text, witness_number(record, (struct ludus_text){ name, (size_t)(at - name) }),
                              added };
    return out->witness > 0;
}

static void gather_comment(struct tei_record *record, const struct item *item, struct tei_readings *out)
{
    static const char rdg[] = "[%rdg ";
    for (size_t at = 0; at < item->length;) {
        const char *text = item->text + at;
        size_t name, length = *text == '[' ? xml_command_length(text, item->length - at, &name) : 0;
        at += length ? length : 1;
        if (length <= strlen(rdg) || memcmp(text, rdg, strlen(rdg)) != 0)
            continue;
        if (out->count == TEI_READINGS_MAX ||
            !read_reading(record, text + strlen(rdg), text + length - 1, &out->list[out->count])) {
            out->crowded = true;
            return;
        }
        out->count++;
    }
}

void tei_gather(struct tei_record *record, size_t at, size_t end, struct tei_readings *out)
{
    out->count = 0;
    out->crowded = false;
    for (; at < end && !out->crowded; at++)
        if (record->game->items[at].kind == ITEM_COMMENT)
            gather_comment(record, &record->game->items[at], out);
    out->count = out->crowded ? 0 : out->count;
}
