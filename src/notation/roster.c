/* roster.c - tags as they are written: their order, and each of them. */
#include "notation/roster.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/record.h"

#include <stdlib.h>
#include <string.h>

const struct ludus_text roster_names[ROSTER] = { { "Event", 5 }, { "Site", 4 },  { "Date", 4 },
                                                 { "Round", 5 }, { "White", 5 }, { "Black", 5 },
                                                 { "Result", 6 } };

unsigned roster_place(struct ludus_text name)
{
    for (unsigned i = 0; i < ROSTER; i++)
        if (roster_names[i].length == name.length && roster_names[i].text[0] == name.text[0] &&
            memcmp(roster_names[i].text, name.text, name.length) == 0)
            return i;
    return ROSTER;
}

/* The roster, then by name; equal names as they stood. */
static int by_place(const void *a, const void *b)
{
    const struct placed_tag *left = a, *right = b;
    const struct ludus_text *x = &left->tag->name, *y = &right->tag->name;
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    int order = memcmp(x->text, y->text, x->length < y->length ? x->length : y->length);
    if (order == 0 && x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return order ? order : left->tag < right->tag ? -1 : left->tag > right->tag;
}

struct placed_tag *roster_order(const struct ludus_game *game)
{
    struct placed_tag *order = memory_new((game->tag_count + 1) * sizeof *order);
    size_t lead = 0; /* so many of the roster stand at the head, as nearly always all do */
    bool mixed = false;
    if (!order)
        return NULL;
    for (size_t i = 0; i < game->tag_count; i++) {
        order[i] = (struct placed_tag){ &game->tags[i], roster_place(game->tags[i].name) };
        if (lead == i && order[i].place == i && i < ROSTER)
            lead++;
        else
            mixed = mixed || order[i].place < ROSTER;
    }
    lead = mixed ? 0 : lead;
    qsort(order + lead, game->tag_count - lead, sizeof *order, by_place);
    return order;
}

/* The value of a tag as it is written: a result in its canonical spelling. */
static struct ludus_text value_of(const struct tag *tag)
{
    bool is_result = text_is(tag->name.text, tag->name.length, "Result");
    unsigned result = is_result ? result_read(tag->value) : NO_RESULT;
    return result == NO_RESULT ? tag->value
                               : (struct ludus_text){ result_text(result), strlen(result_text(result)) };
}

void roster_write(struct ludus_text name, struct ludus_text value, struct ludus_buffer *out)
{
    const char *text = value.text;
    size_t length = value.length, begin = 0;
    bool plain = !memchr(text, '"', length) && !memchr(text, '\\', length);
    buf_char(out, '[');
    buf_add(out, name.text, name.length);
    buf_text(out, " \"");
    for (size_t at = plain ? length : 0; at < length; at++) {
        if (text[at] == '"' || text[at] == '\\') {
            buf_add(out, text + begin, at - begin);
            buf_char(out, '\\');
            begin = at;
        }
    }
    buf_add(out, text + begin, length - begin);
    buf_text(out, "\"]\n");
}

void roster_write_tag(const struct tag *tag, struct ludus_buffer *out)
{
    roster_write(tag->name, value_of(tag), out);
}
