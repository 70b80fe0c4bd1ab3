/* ludtag.c - changes the tags of records, and nothing else in them. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct values {
    struct tool_list set, drop, keep, rename, names;
    const char *openings_file;
    bool ply_count, order;
    struct ludus_spelling *spelling;
    struct ludus_openings *openings;
    struct tool_edit edit;
    bool begun; /* some of the current file has been written */
};

/* The state of a thread: the tags of a record. */
struct worker {
    struct ludus_tag *tags; /* owned */
    size_t count, capacity;
    struct ludus_buffer *names; /* corrected values */
    char plies[24];
};

static const struct tool_option options[] = {
    { "drop", 0, TOOL_LIST, VALUE(drop), "TAG[,TAG]...", "remove these tags" },
    { "in-place", 'i', TOOL_IN_PLACE, 0, NULL, "change the files themselves" },
    { "keep", 0, TOOL_LIST, VALUE(keep), "TAG[,TAG]...", "remove all tags but these" },
    { "names", 0, TOOL_READS, VALUE(names), "FILE", "correct names by the spelling file FILE" },
    { "openings", 0, TOOL_READ, VALUE(openings_file), "FILE", "name openings by the lines in FILE" },
    { "order", 0, TOOL_FLAG, VALUE(order), NULL, "put tags in order: the seven of PGN, then by name" },
    { "ply-count", 0, TOOL_FLAG, VALUE(ply_count), NULL, "set PlyCount to the number of turns" },
    { "rename", 0, TOOL_LIST, VALUE(rename), "OLD=NEW", "rename a tag" },
    { "set", 0, TOOL_LIST, VALUE(set), "TAG=VALUE", "set a tag to a value" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "drop keep", NULL, NULL, "--drop and --keep exclude each other" },
    { "in-place", NULL, "origin output", "--in-place goes with neither --origin nor --output" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludtag",
    "[OPTION]... [FILE]...",
    "Changes the tags of records.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

static struct ludus_text text_of(const char *text)
{
    return (struct ludus_text){ text, strlen(text) };
}

/* Do two names of tags differ in case at most? */
static bool is_same(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && strncasecmp(one.text, other.text, one.length) == 0;
}

/* ---- Arguments ---- */

/* Is this the name of a tag? If not, reports that. */
static bool check_name(struct tool *tool, const char *option, struct ludus_text name)
{
    return ludus_tag_valid(name, text_of("")) ||
           tool_trouble(tool, "--%s: '%.*s' is no name of a tag: a letter, then letters, digits and _",
                        option, (int)name.length, name.text);
}

/* Is the argument TAG=VALUE or, with `names`, OLD=NEW? If not, reports that. */
static bool check_pair(struct tool *tool, const char *option, const char *text, bool names)
{
    const struct ludus_text name = { text, strcspn(text, "=") };
    const struct ludus_text value = text_of(text + name.length + (text[name.length] == '='));
    if (!text[name.length] || !ludus_tag_valid(text_of("A"), value))
        return tool_trouble(
            tool, "--%s takes %s, not '%s'", option,
            names ? "OLD=NEW, two names of tags" : "TAG=VALUE, with a value of one line in UTF-8", text);
    return check_name(tool, option, name) && (!names || check_name(tool, option, value));
}

/* Are the arguments valid? If not, reports the first that is not. */
static bool check_arguments(struct tool *tool)
{
    const struct values *values = tool->values;
    const struct tool_list *lists[] = { &values->set, &values->rename, &values->drop, &values->keep };
    static const char *const options_of[] = { "set", "rename", "drop", "keep" };
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
        for (size_t i = 0; i < lists[list]->count; i++) {
            const char *at = lists[list]->items[i];
            bool valid = list > 1 || check_pair(tool, options_of[list], at, list == 1);
            while (valid && list > 1 && at)
                valid = check_name(tool, options_of[list], tool_next(&at));
            if (!valid)
                return false;
        }
    return true;
}

/* Wants the tags that are dropped, kept or renamed, but no usual ones, whose names are not misspelt. False
 * without memory. */
static bool want_tags(struct tool *tool)
{
    const struct tool_list *lists[] = { &tool->values->drop, &tool->values->keep, &tool->values->rename };
    bool wanted = true;
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
        for (size_t i = 0; i < lists[list]->count && wanted; i++)
            wanted = tool_want_tags(tool, lists[list]->items[i],
                                    "Event|Site|Date|Round|White|Black|Result|FEN|SetUp|Variant");
    return wanted;
}

/* ---- Files of names and openings. These return false after reporting trouble ---- */

static bool read_names(struct tool *tool, const char *path)
{
    size_t length = 0, line;
    char reason[200], *text = tool_read_file(tool, path, &length);
    bool sound =
        text && ludus_spelling_add(tool->values->spelling, text, length, &line, reason, sizeof reason);
    if (text && !sound && tool_memory(tool, !ludus_memory_failed()))
        tool_trouble(tool, "%s:%zu: %s", path, line, reason);
    free(text);
    return sound;
}

static bool take_opening(struct tool *tool, struct ludus_game *game)
{
    bool sound = ludus_game_empty(game) || ludus_openings_add(tool->values->openings, tool->replay, game);
    tool_report(tool, game, LUDUS_ERROR);
    return sound;
}

static bool read_files(struct tool *tool)
{
    struct values *values = tool->values;
    bool sound = true;
    values->spelling = ludus_spelling_new();
    values->openings = ludus_openings_new();
    if (!tool_memory(tool, values->spelling && values->openings))
        return false;
    for (size_t i = 0; i < values->names.count && sound; i++)
        sound = read_names(tool, values->names.items[i]);
    return sound && (!values->openings_file || tool_read_games(tool, values->openings_file, take_opening));
}

/* ---- Workers ---- */

static void close_worker(struct tool *tool)
{
    struct worker *worker = tool->state;
    ludus_buffer_free(worker->names);
    free(worker->tags);
    free(worker);
}

static void *open_worker(struct tool *tool)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker)
        worker->names = ludus_buffer_new();
    if (tool_memory(tool, worker && worker->names))
        return worker;
    free(worker);
    return NULL;
}

/* Reads the tags of a record. False without memory. */
static bool get_tags(struct tool *tool, const struct ludus_game *game)
{
    struct worker *worker = tool->state;
    size_t count = ludus_game_tags(game), most = count + tool->values->set.count + LUDUS_OPENING_TAGS + 2;
    if (most > worker->capacity) {
        struct ludus_tag *larger = realloc(worker->tags, most * sizeof *larger);
        if (!tool_memory(tool, larger != NULL))
            return false;
        worker->tags = larger;
        worker->capacity = most;
    }
    for (size_t i = 0; i < count; i++)
        worker->tags[i] =
            (struct ludus_tag){ ludus_game_tag_name(game, i), ludus_game_tag_value(game, i), i };
    worker->count = count;
    return true;
}

/* ---- What the options do with the tags of a record ---- */

/* Finds the first tag of this name or, if there is none, of this name in another case. */
static struct ludus_tag *find_tag(struct worker *worker, struct ludus_text name)
{
    struct ludus_tag *found = NULL;
    for (struct ludus_tag *tag = worker->tags; tag < worker->tags + worker->count; tag++)
        if (is_same(tag->name, name)) {
            if (memcmp(tag->name.text, name.text, name.length) == 0)
                return tag;
            found = found ? found : tag;
        }
    return found;
}

/* Sets the value of a tag, of the first if there are several. */
static void set_tag(struct worker *worker, struct ludus_text name, struct ludus_text value)
{
    struct ludus_tag *tag = find_tag(worker, name);
    if (!tag) {
        tag = &worker->tags[worker->count++];
        *tag = (struct ludus_tag){ .name = name, .from = LUDUS_NEW_TAG };
    }
    tag->value = value;
}

static void drop_tag(struct worker *worker, struct ludus_tag *tag)
{
    worker->count--;
    memmove(tag, tag + 1, (size_t)(worker->tags + worker->count - tag) * sizeof *tag);
}

static void rename_tag(struct worker *worker, const char *text)
{
    size_t length = strcspn(text, "=");
    struct ludus_text name = text_of(text + length + 1);
    struct ludus_tag *tag = find_tag(worker, (struct ludus_text){ text, length });
    struct ludus_tag *other = find_tag(worker, name);
    if (tag && (!other || other == tag))
        tag->name = name;
}

/* Is the name one of those in a list of lists? */
static bool is_listed(const struct tool_list *list, struct ludus_text name)
{
    for (size_t i = 0; i < list->count; i++)
        for (const char *at = list->items[i]; at;)
            if (is_same(name, tool_next(&at)))
                return true;
    return false;
}

static void drop_tags(const struct values *values, struct worker *worker)
{
    size_t kept = 0;
    for (size_t i = 0; i < worker->count; i++)
        if (values->keep.count > 0 ? is_listed(&values->keep, worker->tags[i].name)
                                   : !is_listed(&values->drop, worker->tags[i].name))
            worker->tags[kept++] = worker->tags[i];
    worker->count = kept;
}

static void correct_names(struct tool *tool)
{
    struct worker *worker = tool->state;
    size_t before = 0, after;
    ludus_buffer_clear(worker->names);
    for (size_t i = 0; i < worker->count; i++, before = after) {
        struct ludus_tag *tag = &worker->tags[i];
        bool corrected = ludus_spelling_correct(tool->values->spelling, tag->name, tag->value, worker->names);
        after = ludus_buffer_text(worker->names).length;
        if (corrected) /* where the buffer is in the end, is not known yet */
            tag->value = (struct ludus_text){ NULL, after - before };
    }
    const char *at = ludus_buffer_text(worker->names).text;
    for (size_t i = 0; i < worker->count; i++)
        if (!worker->tags[i].value.text) {
            worker->tags[i].value.text = at;
            at += worker->tags[i].value.length;
        }
    tool_memory(tool, !ludus_buffer_failed(worker->names));
}

/* Sets the tags of the opening, and removes those that only other openings have. */
static void name_opening(struct tool *tool, struct ludus_game *game)
{
    struct worker *worker = tool->state;
    struct ludus_text tags[LUDUS_OPENING_TAGS];
    bool known = ludus_openings_find(tool->values->openings, tool->replay, game, tags);
    for (unsigned i = 0; known && i < LUDUS_OPENING_TAGS; i++) {
        struct ludus_text name = text_of(ludus_opening_tag(i));
        struct ludus_tag *tag = find_tag(worker, name);
        if (tags[i].length > 0)
            set_tag(worker, name, tags[i]);
        else if (tag && tags[i].text)
            drop_tag(worker, tag);
    }
}

static void change_tags(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    struct worker *worker = tool->state;
    for (size_t i = 0; i < values->rename.count; i++)
        rename_tag(worker, values->rename.items[i]);
    drop_tags(values, worker);
    for (size_t i = 0; i < values->set.count; i++) {
        const char *text = values->set.items[i];
        size_t length = strcspn(text, "=");
        set_tag(worker, (struct ludus_text){ text, length }, text_of(text + length + 1));
    }
    if (values->names.count > 0)
        correct_names(tool);
    if (values->openings_file)
        name_opening(tool, game);
    if (values->ply_count) {
        snprintf(worker->plies, sizeof worker->plies, "%zu", ludus_game_turns(game));
        set_tag(worker, text_of("PlyCount"), text_of(worker->plies));
    }
    if (worker->count == 0 && ludus_game_tags(game) > 0) /* or it might join the record before it */
        set_tag(worker, text_of("Event"), text_of("?"));
}

/* ---- Records and files ---- */

static void change_record(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    const struct worker *worker = tool->state;
    bool whole = values->openings_file || values->ply_count;
    struct ludus_text text = ludus_game_source(game);
    if (!ludus_game_empty(game) && tool_memory(tool, !whole || ludus_game_complete(game)) &&
        get_tags(tool, game)) {
        change_tags(tool, game);
        ludus_buffer_clear(tool->text);
        tool_memory(tool, ludus_game_retag(game, worker->tags, worker->count, values->order, tool->text));
        text = ludus_buffer_text(tool->text);
    }
    tool_edit_game(tool, game, text);
    if (!tool->in_place)
        ludus_buffer_add(tool->extra, text.text, text.length);
}

static void add_piece(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text text = ludus_buffer_text(tool->extra);
    if (tool->in_place) {
        tool_edit_piece(tool, &values->edit);
    } else if (text.length > 0) {
        if (!values->begun)
            tool_part_record(tool);
        tool_put_record(tool, text);
        values->begun = true;
    }
}

static void finish_file(struct tool *tool)
{
    tool->values->begun = false;
    tool_edit_file(tool, &tool->values->edit);
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = change_record,
    .add = add_piece,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .order = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && tool_may_edit(&tool) && check_arguments(&tool) &&
        read_files(&tool) && want_tags(&tool)) {
        tool.skims = true;
        tool.apart = tool.in_place;
        tool_run(&tool, &work);
        tool.record.put = false; /* nothing is added at the end, not even a line break */
    }
    ludus_spelling_free(values.spelling);
    ludus_openings_free(values.openings);
    return tool_end(&tool);
}
