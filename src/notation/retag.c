/* retag.c - writes a record with other tags, and everything else byte for byte as it is. */
#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

struct retag {
    struct ludus_buffer *out;
    size_t start;          /* length of `out` before the record */
    struct ludus_text gap; /* blanks that come before what is written next */
};

static struct ludus_text part_of(struct ludus_text text, size_t begin, size_t end)
{
    return (struct ludus_text){ text.text + begin, end - begin };
}

static size_t count_breaks(struct ludus_text text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++)
        count += is_break(text.text[i]);
    return count;
}

/* Writes a text after the gap, or without it where nothing stands before. */
static void put_text(struct retag *retag, struct ludus_text text)
{
    if (retag->out->length > retag->start)
        buf_add(retag->out, retag->gap.text, retag->gap.length);
    buf_add(retag->out, text.text, text.length);
    retag->gap.length = 0;
}

/* Writes what stands between tags. Of two gaps with removed tags between them, the one with more line breaks
 * remains. */
static void put_between(struct retag *retag, struct ludus_text text)
{
    const struct ludus_text inner = text_trimmed(text.text, text.length);
    const size_t begin = (size_t)(inner.text - text.text), end = begin + inner.length;
    if (count_breaks(part_of(text, 0, begin)) >= count_breaks(retag->gap))
        retag->gap = part_of(text, 0, begin);
    if (begin == end)
        return;
    put_text(retag, part_of(text, begin, end));
    retag->gap = part_of(text, end, text.length);
}

/* Writes a tag: as in the record, if it has it with this value. */
static void put_tag(struct retag *retag, const struct ludus_game *game, const struct ludus_tag *tag)
{
    const struct tag *own = tag->from < game->tag_count ? &game->tags[tag->from] : NULL;
    bool same = own && text_same(own->name, tag->name) && text_same(own->value, tag->value);
    put_text(retag, same ? part_of(game->source, own->begin, own->end) : (struct ludus_text){ "", 0 });
    if (same)
        return;
    roster_write(tag->name, tag->value, retag->out);
    retag->out->length -= retag->out->length > retag->start; /* the line break */
}

/* Writes the record with these tags in the order from `next` to `last`. They go where tags are `kept`. */
static void write_record(struct retag *retag, const struct ludus_game *game, const struct ludus_tag *tags,
                         const struct placed_tag *next, const struct placed_tag *last, const bool *kept)
{
    struct ludus_text source = game->source;
    const char *line = memchr(source.text, '\n', source.length);
    const char *lines = line && line > source.text && line[-1] == '\r' ? "\r\n\r\n" : "\n\n";
    size_t at = 0;
    for (size_t i = 0; i < game->tag_count; at = game->tags[i++].end) {
        put_between(retag, part_of(source, at, game->tags[i].begin));
        if (kept[i] && next < last)
            put_tag(retag, game, &tags[next++->index]);
    }
    for (; next < last; next++) {
        if (count_breaks(retag->gap) == 0)
            retag->gap = (struct ludus_text){ lines, strlen(lines) / 2 };
        put_tag(retag, game, &tags[next->index]);
        if (game->tag_count == 0)
            retag->gap = (struct ludus_text){ lines, strlen(lines) };
    }
    put_between(retag, part_of(source, at, source.length));
    put_text(retag, (struct ludus_text){ "", 0 });
}

bool ludus_game_retag(const struct ludus_game *game, const struct ludus_tag *tags, size_t count, bool ordered,
                      struct ludus_buffer *out)
{
    struct retag retag = { out, out->length, { "", 0 } };
    struct placed_tag *order = memory_new((count + 1) * sizeof *order);
    bool *kept = memory_zeroed(game->tag_count + 1, sizeof *kept), sound = order && kept;
    for (size_t i = 0; sound && i < count; i++) {
        order[i] = (struct placed_tag){ tags[i].name, ordered ? roster_place(tags[i].name) : 0, i };
        if (tags[i].from < game->tag_count)
            kept[tags[i].from] = true;
    }
    if (sound) /* a comment that came first would belong to the record before */
        kept[0] = true;
    if (sound && ordered)
        qsort(order, count, sizeof *order, roster_compare);
    if (sound)
        write_record(&retag, game, tags, order, order + count, kept);
    free(order);
    free(kept);
    return sound && !out->failed;
}
