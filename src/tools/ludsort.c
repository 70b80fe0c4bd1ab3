/* ludsort.c - sorts records by their tags and lengths. Records are gathered in memory; whenever there are too
 * many, they are sorted and put into a temporary file, as a run. In the end the runs are merged. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEYS_MAX = 16,
    VALUE_MAX = 255,         /* bytes of a value that count, as many as PGN allows */
    GATHERED_MAX = 64 << 20, /* bytes of records in memory, and of all buffers while runs are merged */
    BUFFER_MIN = 8192        /* of a run; has room for the keys of a record */
};

/* A record is kept as this head, its keys, which compare as bytes, and its text. */
struct head {
    size_t place; /* in the input; neighbours in a file have successive ones */
    size_t keys, text;
    const char *source; /* of a record in tool->extra: its text, in the piece */
    bool empty;
};

/* Sorted records in tool->scratch. While runs are merged, those before `at` have been read; [used, have) of
 * the buffer are still to be written. */
struct run {
    off_t at, end;
    char *buffer;
    size_t size, used, have;
};

struct values {
    const char *by;
    struct key {
        char name[64]; /* of a tag, in any case */
        bool descending, turns;
    } keys[KEYS_MAX];
    unsigned key_count;
    struct ludus_buffer *gathered; /* records in the order of the input */
    size_t count;                  /* number of these */
    struct run *runs;              /* owned */
    size_t run_count;
    size_t base;       /* place of the current file */
    size_t read, last; /* places of the records read and written last */
    bool failed;       /* memory or the temporary file failed: nothing more is done */
};

static const struct tool_option options[] = {
    { "by", 'b', TOOL_TEXT, VALUE(by), "KEYS",
      "sort by these tags, or 'turns'; commas join them; -KEY: descending" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludsort",
    "--by=KEYS [OPTION]... [FILE]...",
    "Sorts records of games by their tags or lengths.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES | TOOL_SCRATCH,
    NULL,
};

/* ---- Keys ---- */

/* Reads the keys of --by. False after reporting an error. */
static bool read_keys(struct tool *tool)
{
    struct values *values = tool->values;
    const char *at = values->by;
    tool->skims = true;
    if (!at)
        return tool_trouble(tool, "--by is needed, such as: ludsort --by=Date,-WhiteElo games.ludus");
    while (at) {
        struct key key = { .descending = *at == '-' };
        at += key.descending;
        const struct ludus_text name = tool_next(&at);
        if (!ludus_tag_valid(name, (struct ludus_text){ "", 0 }) || name.length >= sizeof key.name ||
            values->key_count == KEYS_MAX)
            return tool_trouble(tool, "--by takes up to %d names of tags, or 'turns', not '%s'", KEYS_MAX,
                                values->by);
        memcpy(key.name, name.text, name.length);
        key.turns = strcmp(key.name, "turns") == 0;
        values->keys[values->key_count++] = key;
        tool->skims &= !key.turns;
    }
    return true;
}

/* Returns the value of a tag; empty if it is missing or unknown. */
static struct ludus_text find_tag(const struct ludus_game *game, const struct key *key)
{
    struct ludus_text value = { "", 0 };
    ludus_game_tag(game, key->name, &value);
    value.length = value.length < VALUE_MAX ? value.length : VALUE_MAX;
    value.length -= value.length == 1 && (*value.text == '?' || *value.text == '-');
    return value;
}

/* Skips signs of a text that are in `set`: a number needs no more, and tools have no grammars. */
static const char *skip(const char *at, const char *end, const char *set)
{
    while (at < end && *at && strchr(set, *at))
        at++;
    return at;
}

/* Adds a key to tool->text: its class; of a number, how many digits it has before the point, without zeros
 * before them, or else behind the point; the value; a zero byte. What is less than a number, or to be sorted
 * in descending order, has all bits inverted. */
static void add_key(struct tool *tool, struct ludus_text value, bool descending)
{
    enum { MISSING, NEGATIVE, POSITIVE, OTHER };
    const char *at = value.text, *end = at + value.length;
    const char *first = at + (at < end && (*at == '-' || *at == '+')), *digits = skip(first, end, "0");
    const char *rest = skip(digits, end, "0123456789");
    bool number = at < end && rest > first, minus = false;
    unsigned char bytes[VALUE_MAX + 3], flip = descending ? 0xff : 0;
    size_t length = 1;
    if (number) {
        if (rest + 1 < end && *rest == '.' && skip(rest + 1, end, "0123456789") == end) {
            while (end[-1] == '0')
                end--;
            end -= end[-1] == '.';
        }
        minus = *at == '-' && end > digits;
        at = digits;
        bytes[length++] = (unsigned char)(rest - digits);
    }
    for (; at < end; at++)
        bytes[length++] = *at ? (unsigned char)*at : 1;
    bytes[length++] = 0;
    for (size_t i = 1; i < length; i++)
        bytes[i] ^= minus ? flip ^ 0xff : flip;
    *bytes = (value.length == 0 ? MISSING : minus ? NEGATIVE : number ? POSITIVE : OTHER) ^ flip;
    ludus_buffer_add(tool->text, bytes, length);
}

/* Adds a record with its keys to tool->extra. */
static void read_record(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    struct ludus_text source = ludus_game_source(game);
    char turns[24] = "";
    snprintf(turns, sizeof turns, "%zu", tool->skims ? 0 : ludus_game_turns(game));
    ludus_buffer_clear(tool->text);
    for (unsigned i = 0; i < values->key_count; i++) {
        const struct ludus_text number = { turns, strnlen(turns, sizeof turns - 1) };
        const struct key *key = &values->keys[i];
        add_key(tool, key->turns ? number : find_tag(game, key), key->descending);
    }
    struct ludus_text keys = ludus_buffer_text(tool->text);
    struct head head = { ludus_game_number(game), keys.length, source.length, source.text,
                         ludus_game_empty(game) };
    tool_memory(tool, !ludus_buffer_failed(tool->text));
    ludus_buffer_add(tool->extra, &head, sizeof head);
    ludus_buffer_add(tool->extra, keys.text, keys.length);
}

static struct head head_of(const char *record)
{
    struct head head;
    memcpy(&head, record, sizeof head);
    return head;
}

static int compare_records(const char *a, const char *b)
{
    struct head one = head_of(a), other = head_of(b);
    int order = memcmp(a + sizeof one, b + sizeof other, one.keys < other.keys ? one.keys : other.keys);
    return order ? order : (one.place > other.place) - (one.place < other.place);
}

static int compare_entries(const void *a, const void *b)
{
    return compare_records(*(const char *const *)a, *(const char *const *)b);
}

/* ---- Gathering records, and storing them in runs ---- */

/* Sets values->failed unless all is well, and reports it if it was the temporary file. Returns `sound`. */
static bool check_scratch(struct tool *tool, bool sound)
{
    if (!sound)
        tool_trouble(tool, "a temporary file: %s", strerror(errno ? errno : EIO));
    tool->values->failed |= !sound;
    return sound;
}

/* Sorts the gathered records, and puts them into the temporary file. */
static void store_run(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text gathered = ludus_buffer_text(values->gathered);
    const char **entries = malloc((values->count + 1) * sizeof *entries), *at = gathered.text;
    off_t place = values->run_count ? values->runs[values->run_count - 1].end : 0;
    if (!tool_memory(tool, entries && !ludus_buffer_failed(values->gathered) &&
                               tool_room(&values->runs, values->run_count, sizeof *values->runs)))
        values->failed = true;
    for (size_t i = 0; !values->failed && i < values->count; i++) {
        entries[i] = at;
        at += sizeof(struct head) + head_of(at).keys + head_of(at).text;
    }
    if (!values->failed) {
        qsort(entries, values->count, sizeof *entries, compare_entries);
        values->runs[values->run_count++] =
            (struct run){ place, place + (off_t)gathered.length, NULL, 0, 0, 0 };
    }
    for (size_t i = 0; !values->failed && i < values->count; i++) {
        size_t length = sizeof(struct head) + head_of(entries[i]).keys + head_of(entries[i]).text;
        check_scratch(tool, fwrite(entries[i], 1, length, tool->scratch) == length);
    }
    free(entries);
    ludus_buffer_clear(values->gathered);
    values->count = 0;
}

static void write_record(struct tool *tool, size_t place, struct ludus_text text)
{
    if (place != tool->values->last + 1)
        tool_part_record(tool);
    tool_put_record(tool, text);
    tool->values->last = place;
}

/* Gathers the records of tool->extra. Comments before the first record of a file stay before all records. */
static void gather_records(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text extra = ludus_buffer_text(tool->extra);
    for (size_t at = 0, length; at < extra.length && !values->failed; at += length) {
        struct head head = head_of(extra.text + at);
        length = sizeof head + head.keys;
        head.place += values->base + tool->before;
        values->read = head.place;
        if (head.empty) {
            write_record(tool, head.place, (struct ludus_text){ head.source, head.text });
            continue;
        }
        /* Each record also takes two pointers while it is sorted. */
        size_t gathered = ludus_buffer_text(values->gathered).length + values->count * 2 * sizeof(char *);
        if (values->count > 0 && gathered + length + head.text > GATHERED_MAX)
            store_run(tool);
        ludus_buffer_add(values->gathered, &head, sizeof head);
        ludus_buffer_add(values->gathered, extra.text + at + sizeof head, head.keys);
        ludus_buffer_add(values->gathered, head.source, head.text);
        values->count++;
    }
    tool->enough |= values->failed;
}

static void finish_file(struct tool *tool)
{
    tool->values->base = tool->values->read + 2; /* the next record is no neighbour */
}

/* ---- Merging runs ---- */

/* Reads `need` bytes of a run into its buffer, which has room for them, unless they are there. */
static bool fill(struct tool *tool, struct run *run, size_t need)
{
    while (run->have - run->used < need && !tool->values->failed) {
        run->have -= run->used;
        memmove(run->buffer, run->buffer + run->used, run->have);
        run->used = 0;
        errno = 0;
        size_t room = run->size - run->have, left = (size_t)(run->end - run->at);
        ssize_t got =
            pread(fileno(tool->scratch), run->buffer + run->have, left < room ? left : room, run->at);
        run->have += check_scratch(tool, got > 0) ? (size_t)got : 0;
        run->at += got;
    }
    return !tool->values->failed;
}

/* Reads the head and the keys of a run's next record. False at its end. */
static bool fill_keys(struct tool *tool, struct run *run)
{
    return (run->used < run->have || run->at < run->end) && fill(tool, run, sizeof(struct head)) &&
           fill(tool, run, sizeof(struct head) + head_of(run->buffer + run->used).keys);
}

/* Writes a run's next record to the output. */
static void take_record(struct tool *tool, struct run *run)
{
    struct head head = head_of(run->buffer + run->used);
    run->used += sizeof head + head.keys;
    ludus_buffer_clear(tool->text);
    for (size_t left = head.text, taken; left > 0 && fill(tool, run, 1); left -= taken) {
        taken = run->have - run->used < left ? run->have - run->used : left;
        ludus_buffer_add(tool->text, run->buffer + run->used, taken);
        run->used += taken;
    }
    tool->values->failed |= !tool_memory(tool, !ludus_buffer_failed(tool->text));
    if (!tool->values->failed)
        write_record(tool, head.place, ludus_buffer_text(tool->text));
}

static bool is_before(const struct run *a, const struct run *b)
{
    return compare_records(a->buffer + a->used, b->buffer + b->used) < 0;
}

/* Moves a run down the heap, whose first run has the next record. */
static void sift_down(const struct values *values, size_t at)
{
    struct run *runs = values->runs, run = runs[at];
    for (size_t next; (next = 2 * at + 1) < values->run_count; at = next) {
        next += next + 1 < values->run_count && is_before(&runs[next + 1], &runs[next]);
        if (is_before(&run, &runs[next]))
            break;
        runs[at] = runs[next];
    }
    runs[at] = run;
}

static void merge_runs(struct tool *tool)
{
    struct values *values = tool->values;
    size_t share = GATHERED_MAX / values->run_count, size = share < BUFFER_MIN ? BUFFER_MIN : share;
    char *buffers = malloc(values->run_count * size);
    values->failed = !tool_memory(tool, buffers != NULL);
    for (size_t i = 0; i < values->run_count && !values->failed; i++) {
        values->runs[i].buffer = buffers + i * size;
        values->runs[i].size = size;
        fill_keys(tool, &values->runs[i]);
    }
    for (size_t i = values->run_count; i-- > 0 && !values->failed;)
        sift_down(values, i);
    while (values->run_count > 0 && !values->failed && !tool_failed(tool)) {
        take_record(tool, values->runs);
        if (!fill_keys(tool, values->runs))
            values->runs[0] = values->runs[--values->run_count];
        sift_down(values, 0);
    }
    free(buffers);
}

static const struct tool_work work = {
    .game = read_record,
    .add = gather_records,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .gathered = ludus_buffer_new() };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && read_keys(&tool) &&
        tool_memory(&tool, values.gathered != NULL) && tool_want_tags(&tool, values.by, "turns")) {
        tool_run(&tool, &work);
        if (values.count > 0 && !values.failed)
            store_run(&tool);
        ludus_buffer_free(values.gathered); /* its memory is for the buffers now */
        values.gathered = NULL;
        if (values.run_count > 0 && !values.failed && check_scratch(&tool, fflush(tool.scratch) == 0))
            merge_runs(&tool);
    }
    ludus_buffer_free(values.gathered);
    free(values.runs);
    return tool_end(&tool);
}
