/* record.c - reads a record from a chunk, finds and orders its tags, copies and frees it. */
#include "notation/record.h"

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"

#include <stdlib.h>
#include <string.h>

/* An item or tag counts as 128 bytes: about what a tool stores for it, besides its text. */
enum { ITEMS_PER_MIB = (1 << 20) / 128 };

const struct tag *record_find_tag(const struct ludus_game *game, struct ludus_text name)
{
    bool may_be = game->tag_names & tag_bit(name);
    for (size_t i = 0; may_be && i < game->tag_count; i++)
        if (text_same(game->tags[i].name, name))
            return &game->tags[i];
    return NULL;
}

const struct tag *record_tag_cased(const struct ludus_game *game, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct tag *tag = &game->tags[i];
        if (tag->name.length == length && is_alike(tag->name.text, name, length))
            return tag;
    }
    return NULL;
}

bool record_room(struct ludus_game *game)
{
    struct item *items = memory_room(game->items, game->item_count, &game->item_capacity, sizeof *items);
    struct tag *tags = memory_room(game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
    game->items = items ? items : game->items;
    game->tags = tags ? tags : game->tags;
    game->arena.failed |= !items || !tags;
    return items && tags;
}

void record_clear(struct ludus_game *game)
{
    arena_reset(&game->arena);
    diag_clear(&game->diag);
    game->tag_count = game->item_count = 0;
    game->tag_names = 0;
    game->read = NULL;
}

static struct build begin_build(struct ludus_game *game, const struct input_chunk *chunk)
{
    record_clear(game);
    game->large = chunk->large > 0;
    game->diag.arena = &game->arena;
    game->diag.text = chunk->text;
    game->diag.line = chunk->line;
    game->diag.column = chunk->column;
    game->diag.offset = chunk->offset;
    game->diag.game = game->number;
    game->source.text = chunk->text;
    game->altered = chunk->altered;
    game->cut = game->skimmed = false;
    return (struct build){ .game = game,
                           .text = chunk->text,
                           .cursor = chunk->text,
                           .limit = chunk->text + chunk->length,
                           .open = NO_ITEM,
                           .comma = NO_ITEM,
                           .most = (size_t)chunk->most * ITEMS_PER_MIB };
}

static void advance_chunk(struct input_chunk *chunk, size_t length)
{
    if (length < chunk->length) { /* the next record can begin within a line */
        size_t begin = length;
        while (begin > 0 && !is_break(chunk->text[begin - 1]))
            begin--;
        chunk->line += text_lines(chunk->text, length);
        chunk->column =
            (begin > 0 ? 0 : chunk->column) + text_characters(chunk->text + begin, length - begin);
    }
    chunk->text += length;
    chunk->length -= length;
    chunk->offset += length;
    chunk->stray = chunk->stray > length ? chunk->stray - length : 0;
}

struct message *record_say(struct ludus_game *game, const struct item *item, enum message_id id, ...)
{
    va_list arguments;
    va_start(arguments, id);
    struct message *message =
        diag_add_list(&game->diag, id, item_begin(game, item), item_end(game, item), arguments);
    va_end(arguments);
    return message;
}

/* Adds the messages that are known only at the end of a record: unreadable text, repeated tags, the outermost
 * open variation, a missing result. Open variations end with the record. */
static void finish_build(struct build *build)
{
    struct ludus_game *game = build->game;
    size_t outermost = NO_ITEM; /* of the open variations */
    for (size_t open = build->open; open != NO_ITEM;) {
        outermost = open;
        open = game->items[outermost].partner;
        game->items[outermost].partner = game->item_count;
    }
    const struct item *last = game->item_count ? &game->items[game->item_count - 1] : NULL;
    size_t end = game->source.length;
    while (end > 0 && is_filler(game->source.text[end - 1]))
        end--;
    for (size_t i = 0; i < game->item_count && build->bad > 0; i++) {
        const struct item *item = &game->items[i];
        if (item->kind == ITEM_BAD && item->number != MSG_COUNT) {
            faults_at(game, item, (enum message_id)item->number);
            build->bad--;
        }
    }
    bool *repeated = build->alike ? record_repeated_tags(game) : NULL;
    game->arena.failed |= build->alike && !repeated;
    for (size_t i = 0; repeated && i < game->tag_count; i++)
        if (repeated[i])
            (void)diag_add(&game->diag, MSG_TAG_TWICE, game->tags[i].begin, game->tags[i].end,
                           (int)game->tags[i].name.length, game->tags[i].name.text);
    free(repeated);
    if (build->comma != NO_ITEM)
        (void)diag_add(&game->diag, MSG_MISSING_MOVE, end, end);
    if (game->cut)
        return;
    game->cut = outermost != NO_ITEM;
    bool perhaps = last && last->kind == ITEM_BAD && last->form != BAD_SIGN && item_end(game, last) >= end;
    if (game->cut && !build->quiet)
        faults_at(game, &game->items[outermost], MSG_OPEN_VARIATION);
    else if (!build->ended && (build->begun || game->tag_count > 0) && !perhaps)
        (void)diag_add(&game->diag, MSG_MISSING_RESULT, end, end);
}

bool record_read(struct ludus_game *game, struct input_chunk *chunk)
{
    struct build build = begin_build(game, chunk);
    if (!record_room(game))
        return false;
    bool parsed = record_parse(&build) == 0;
    size_t length = (size_t)((build.next ? build.next : build.limit) - chunk->text);
    game->diag.length = game->source.length = length;
    if (chunk->large || build.large) {
        record_clear(game);
        game->large = true;
        game->source = (struct ludus_text){ "", 0 };
        (void)diag_add(&game->diag, MSG_LARGE_RECORD, 0, 0, chunk->large ? chunk->large : chunk->most);
    } else {
        if (chunk->stray > 0 && chunk->stray <= length)
            (void)diag_add(&game->diag, MSG_STRAY_BYTE, chunk->stray - 1, chunk->stray);
        finish_build(&build);
    }
    game->read = game->diag.last;
    advance_chunk(chunk, length);
    return parsed && !game->arena.failed;
}

bool record_read_text(struct ludus_game *game, struct ludus_buffer *text)
{
    struct input_chunk chunk = { .text = buf_string(text), .line = 1 };
    chunk.length = text->length;
    return !text->failed && record_read(game, &chunk);
}

/* Reads the whole record if a tag is not sound, or the chunk may contain a second game. */
bool record_skim(struct ludus_game *game, struct input_chunk *chunk)
{
    struct build build = begin_build(game, chunk);
    bool many = chunk->most && chunk->length > (size_t)chunk->most * ITEMS_PER_MIB; /* it may be too large */
    bool sound = !chunk->large && !many && chunk->stray == 0 && record_room(game);
    for (struct item *item; sound && *build.cursor == '['; build.cursor += strspn(build.cursor, " \t\n\r")) {
        sound = record_lex(&item, &build) == TOKEN_TAG && !game->diag.last;
        if (sound)
            build_tag(&build, item);
    }
    if (!sound || game->tag_count == 0 || game->arena.failed || !record_is_one(build.cursor, build.limit))
        return record_read(game, chunk);
    game->skimmed = true;
    game->source.length = game->diag.length = chunk->length;
    advance_chunk(chunk, chunk->length);
    return true;
}

void record_forget_play(struct ludus_game *game)
{
    struct diag *diag = &game->diag;
    struct message *read = game->read;
    if (diag->last == read)
        return;
    struct message *first = read ? diag->first : NULL;
    diag_clear(diag);
    if (read) {
        read->next = NULL;
        diag->first = first;
        diag->last = read;
    }
    for (; first; first = first->next)
        diag->count[first->severity]++;
}

bool ludus_game_complete(struct ludus_game *game)
{
    struct input_chunk chunk = { .text = game->source.text,
                                 .length = game->source.length,
                                 .line = game->diag.line,
                                 .column = game->diag.column,
                                 .offset = game->diag.offset,
                                 .altered = game->altered };
    return !game->skimmed || record_read(game, &chunk);
}

void record_free(struct ludus_game *game)
{
    arena_free(&game->arena);
    free(game->items);
    free(game->tags);
    *game = (struct ludus_game){ 0 };
}

static size_t count_before(const struct ludus_game *game, const struct tag *tag)
{
    size_t count = 0;
    while (count < game->item_count && item_begin(game, &game->items[count]) < tag->begin)
        count++;
    return count;
}

bool record_remarks(const struct ludus_game *game, size_t count)
{
    while (count > 0 &&
           (game->items[count - 1].kind == ITEM_COMMENT || game->items[count - 1].kind == ITEM_ESCAPE))
        count--;
    return count == 0;
}

size_t record_before_tags(const struct ludus_game *game)
{
    size_t count = game->tag_count > 0 ? count_before(game, &game->tags[game->tag_count - 1]) : 0;
    return count > 0 && record_remarks(game, count) ? count_before(game, &game->tags[0]) : count;
}

bool record_is_cut(const struct ludus_game *game, const struct item *item)
{
    bool last = item == game->items + game->item_count - 1;
    return last && item->form == '{' && item_end(game, item) == game->source.length;
}

/* ---- Records that outlive their reader ---- */

/* Reads a copy of a text, in one block with the record; the rest of `chunk` is set. NULL without memory. */
static struct ludus_game *read_copy(struct ludus_text source, const char *file, size_t number, bool follows,
                                    struct input_chunk chunk)
{
    size_t name = strlen(file) + 1;
    struct ludus_game *game = memory_zeroed(1, sizeof *game + source.length + 1 + name);
    if (!game)
        return NULL;
    char *text = (char *)(game + 1);
    memcpy(text, source.text, source.length);
    game->number = number;
    game->follows = follows;
    game->diag.file = memcpy(text + source.length + 1, file, name);
    chunk.text = text;
    chunk.length = source.length;
    if (record_read(game, &chunk))
        return game;
    ludus_game_free(game);
    return NULL;
}

struct ludus_game *ludus_game_copy(const struct ludus_game *game)
{
    const struct diag *diag = &game->diag;
    size_t size = diag->origin_count * sizeof *diag->origins;
    struct input_chunk chunk = { .line = diag->line, .column = diag->column, .offset = diag->offset };
    for (const struct message *message = diag->first; message; message = message->next)
        if (message->id == MSG_STRAY_BYTE)
            chunk.stray = message->end;
    struct ludus_game *copy = read_copy(game->source, diag->file, game->number, game->follows, chunk);
    if (!copy)
        return NULL;
    copy->diag.game = diag->game;
    struct diag_origin *origins = diag->origins ? arena_alloc(&copy->arena, size) : NULL;
    if (origins) {
        copy->diag.origins = memcpy(origins, diag->origins, size);
        copy->diag.origin_count = diag->origin_count;
    }
    if (!copy->arena.failed)
        return copy;
    ludus_game_free(copy);
    return NULL;
}

struct ludus_game *record_from(struct ludus_text source, const char *file)
{
    return read_copy(source, file, 1, false, (struct input_chunk){ .line = 1 });
}

void ludus_game_free(struct ludus_game *game)
{
    if (game)
        record_free(game);
    free(game);
}

/* ---- Tags as they are written: their order, and each of them ---- */

const struct ludus_text roster_names[ROSTER] = { { "Event", 5 }, { "Site", 4 },  { "Date", 4 },
                                                 { "Round", 5 }, { "White", 5 }, { "Black", 5 },
                                                 { "Result", 6 } };

unsigned roster_place(struct ludus_text name)
{
    for (unsigned i = 0; i < ROSTER; i++)
        if (text_same(roster_names[i], name))
            return i;
    return ROSTER;
}

int roster_compare(const void *a, const void *b)
{
    const struct placed_tag *left = a, *right = b;
    const int order = text_order(left->name, right->name);
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    return order ? order : left->index < right->index ? -1 : left->index > right->index;
}

struct placed_tag *roster_order(const struct ludus_game *game)
{
    struct placed_tag *order = memory_new((game->tag_count + 1) * sizeof *order);
    size_t lead = 0; /* count of roster tags at the beginning; nearly always all */
    bool mixed = false;
    if (!order)
        return NULL;
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct tag *tag = &game->tags[i];
        bool next = lead == i && i < ROSTER && text_same(roster_names[i], tag->name);
        order[i] = (struct placed_tag){ tag->name, next ? (unsigned)i : roster_place(tag->name), i };
        lead += next;
        mixed |= !next && order[i].place < ROSTER;
    }
    lead = mixed ? 0 : lead;
    qsort(order + lead, game->tag_count - lead, sizeof *order, roster_compare);
    return order;
}

bool *record_repeated_tags(const struct ludus_game *game)
{
    struct placed_tag *order = roster_order(game); /* sorted, so that many tags do not take quadratic time */
    bool *repeated = order ? memory_zeroed(game->tag_count + 1, sizeof *repeated) : NULL;
    for (size_t i = 1; repeated && i < game->tag_count; i++)
        repeated[order[i].index] = text_same(order[i - 1].name, order[i].name);
    free(order);
    return repeated;
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

const char *result_text(unsigned result)
{
    static const char *const texts[] = {
        [LUDUS_OPEN] = "*", [LUDUS_WHITE_WINS] = "1-0", [LUDUS_BLACK_WINS] = "0-1", [LUDUS_DRAW] = "1/2-1/2"
    };
    return texts[result];
}

/* ---- Public functions ---- */

bool ludus_result_read(struct ludus_text text, enum ludus_result *result)
{
    const unsigned read = result_read(text);
    if (read != NO_RESULT)
        *result = (enum ludus_result)read;
    return read != NO_RESULT;
}

bool ludus_game_large(const struct ludus_game *game)
{
    return game->large;
}

size_t ludus_game_number(const struct ludus_game *game)
{
    return game->number;
}

struct ludus_text ludus_game_source(const struct ludus_game *game)
{
    return game->source;
}

bool ludus_game_altered(const struct ludus_game *game)
{
    return game->altered;
}

size_t ludus_game_tags(const struct ludus_game *game)
{
    return game->tag_count;
}

struct ludus_text ludus_game_tag_name(const struct ludus_game *game, size_t index)
{
    return index < game->tag_count ? game->tags[index].name : (struct ludus_text){ "", 0 };
}

struct ludus_text ludus_game_tag_value(const struct ludus_game *game, size_t index)
{
    return index < game->tag_count ? game->tags[index].value : (struct ludus_text){ "", 0 };
}

bool ludus_game_tag(const struct ludus_game *game, const char *name, struct ludus_text *value)
{
    const struct tag *tag = record_tag(game, name);
    tag = tag ? tag : record_tag_cased(game, name);
    if (tag && value)
        *value = tag->value;
    return tag != NULL;
}

bool ludus_game_empty(const struct ludus_game *game)
{
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind != ITEM_COMMENT && game->items[i].kind != ITEM_ESCAPE)
            return false;
    return game->tag_count == 0;
}

void ludus_game_messages(const struct ludus_game *game, ludus_message_fn *report, void *context)
{
    diag_report(&game->diag, report, context);
}

size_t ludus_game_count(const struct ludus_game *game, enum ludus_severity severity)
{
    return game->diag.count[severity];
}
