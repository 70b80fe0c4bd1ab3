/* ludconv.c - converts records between formats. */
#include "tool.h"

#include <errno.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct values {
    const char *notation;
    char *own_notation; /* owned; the text of the notation file */
    unsigned from, to;  /* enum ludus_format */
    unsigned explain;   /* EXPLAIN_JSON, or TSV */
    bool explains;      /* --explain: plies of pages are listed in place of records */
    const char *split;
    struct ludus_export_options how;
    struct ludus_export *export; /* for what stands before and after all records */
    struct ludus_buffer *text, *packed;
    struct ludus_packer *packer; /* of the one output; NULL with --split */
    enum ludus_packing packing;
    size_t written;       /* records */
    size_t count;         /* those of them that have anything, with --split */
    struct part *parts;   /* newest first; owned */
    void *values, *paths; /* trees of them by value and by path, see tsearch(3) */
    bool stuck;           /* one of them cannot be written, so none will be */
};

/* A record on its way to one of many files, or to a packer, in tool->extra: this, the tag, the text. */
struct parcel {
    size_t tag, text; /* lengths */
    bool tagged;      /* there is a tag of the name that --split gives */
    bool empty;       /* the record is none, but stands between records */
};

/* A file that --split writes. */
struct part {
    char *value;    /* of the tag, or the number; owned */
    char *path;     /* owned */
    unsigned twins; /* numbers that its name has been tried with, for values that make the same name */
    struct part *older;
    struct tool_file file;
    bool begun, failed;
};

#define FORMATS "auto|ludus|pgn|xml|json|transcript"

enum { EXPLAIN_TSV, EXPLAIN_JSON, EXPLAIN_NOT };

static const struct tool_option options[] = {
    { "explain", 0, TOOL_CHOICE, VALUE(explain), "[=tsv|json]",
      "list how each move of a page was read, not the record" },
    { "from", 'f', TOOL_CHOICE, VALUE(from), FORMATS, "format that is read" },
    { "notation", 0, TOOL_READ, VALUE(notation), "NAME|FILE",
      "how moves are written on a page (-f transcript); 'auto' finds it out" },
    { "positions", 0, TOOL_FLAG, VALUE(how.positions), NULL,
      "write the position after each turn (XML, JSON)" },
    { "resolve", 0, TOOL_FLAG, VALUE(how.resolve), NULL, "write each move in full (XML, JSON)" },
    { "split", 0, TOOL_TEXT, VALUE(split), "N|TAG",
      "write a file for every N records, or for each value of a tag" },
    { "tei", 0, TOOL_FLAG, VALUE(how.tei), NULL,
      "write an edition in TEI: apparatus, damage, provenance (XML)" },
    { "to", 't', TOOL_CHOICE, VALUE(to), FORMATS, "format that is written" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "explain", NULL, "positions resolve split tei to", "--explain lists moves, and writes no records" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludconv",
    "[OPTION]... [FILE]...",
    "Converts records of games between formats.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_LATE | TOOL_PIECES,
    limits,
};

static bool put_bytes(struct tool *tool, FILE *file, struct ludus_buffer *bytes)
{
    const struct values *values = tool->values;
    struct ludus_text text = ludus_buffer_text(bytes);
    if (!tool_memory(tool, !ludus_buffer_failed(bytes)))
        return false;
    bool plain = file == tool->out && values->packing == LUDUS_PLAIN;
    if (plain)
        tool_put(tool, text);
    bool written = plain ? !tool_failed(tool) : fwrite(text.text, 1, text.length, file) == text.length;
    if (!written)
        tool_failed(tool);
    ludus_buffer_clear(bytes);
    return written;
}

/* ---- Records, in any thread ---- */

static bool open_hand(struct tool *tool)
{
    const struct values *values = tool->values;
    tool->hand = ludus_export_new(&values->how);
    return tool_memory(tool, tool->hand != NULL);
}

static void close_hand(struct tool *tool)
{
    ludus_export_free(tool->hand);
}

/* Has the record a tag of this name, in any case? */
static bool find_tag(const struct ludus_game *game, const char *name, struct ludus_text *value)
{
    bool found = ludus_game_tag(game, name, value);
    for (size_t i = 0; !found && i < ludus_game_tags(game); i++) {
        struct ludus_text other = ludus_game_tag_name(game, i);
        found = other.length == strlen(name) && strncasecmp(other.text, name, other.length) == 0;
        if (found)
            *value = ludus_game_tag_value(game, i);
    }
    return found;
}

static void convert_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    size_t *written = tool->tally;
    if (values->explains) {
        tool_report(tool, game, LUDUS_WARNING);
        return;
    }
    ludus_export_game(tool->hand, game, tool->text);
    ++*written;
    if (!ludus_buffer_failed(tool->text) && (values->split || values->packing != LUDUS_PLAIN)) {
        struct ludus_text text = ludus_buffer_text(tool->text), tag = { "", 0 };
        struct parcel parcel = { .text = text.length, .empty = ludus_game_empty(game) };
        parcel.tagged = values->split && find_tag(game, values->split, &tag);
        parcel.tag = tag.length;
        ludus_buffer_add(tool->extra, &parcel, sizeof parcel);
        ludus_buffer_add(tool->extra, tag.text, tag.length);
        ludus_buffer_add(tool->extra, text.text, text.length);
    } else
        put_bytes(tool, tool->out, tool->text);
    ludus_buffer_clear(tool->text);
    tool_report(tool, game, LUDUS_WARNING);
}

/* ---- One output ---- */

/* Writes what has been put into values->text. */
static void put_text(struct tool *tool)
{
    struct values *values = tool->values;
    tool_memory(tool, ludus_packer_add(values->packer, ludus_buffer_text(values->text), values->packed));
    ludus_buffer_clear(values->text);
    put_bytes(tool, tool->out, values->packed);
}

/* ---- Many outputs ---- */

/* Puts `value` into the name of -o, before its suffixes: as many whole characters as a name can hold, what is
 * no letter or digit made an underscore. */
static char *part_path(const char *output, const char *value, unsigned twin)
{
    enum { MOST = 200 };
    static const char plain[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.";
    const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
    const char *suffix = strchr(base + (*base == '.'), '.');
    size_t stem = suffix ? (size_t)(suffix - output) : strlen(output), end = strlen(value),
           size = strlen(output) + end + 16;
    char *path = malloc(size);
    if (!path)
        return NULL;
    if (end > MOST)
        for (end = MOST; end > 0 && ((unsigned char)value[end] & 0xc0) == 0x80;)
            end--;
    int length = snprintf(path, size, "%.*s-", (int)stem, output);
    for (size_t i = 0; i < end; i++)
        path[length++] = (unsigned char)value[i] >= 0x80 || strchr(plain, value[i]) ? value[i] : '_';
    if (twin > 0)
        length += snprintf(path + length, size - (size_t)length, "-%u", twin + 1);
    strcpy(path + length, suffix ? suffix : "");
    return path;
}

static void free_part(struct part *part)
{
    if (part) {
        free(part->value);
        free(part->path);
        free(part);
    }
}

static int compare_values(const void *a, const void *b)
{
    return strcmp(((const struct part *)a)->value, ((const struct part *)b)->value);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const struct part *)a)->path, ((const struct part *)b)->path);
}

/* Gives a part a name that no other has. False without memory. */
static bool name_part(struct tool *tool, struct part *part)
{
    struct values *values = tool->values;
    struct part *first = NULL, **found = NULL;
    part->path = part_path(tool->common.output, part->value, 0);
    while (part->path && (found = tsearch(part, &values->paths, compare_paths)) && *found != part) {
        first = first ? first : *found;
        free(part->path);
        part->path = part_path(tool->common.output, part->value, ++first->twins);
    }
    return part->path && found;
}

/* The file for a value, or NULL without memory. */
static struct part *find_part(struct tool *tool, const char *value)
{
    struct values *values = tool->values;
    struct part *part = calloc(1, sizeof *part);
    if (part)
        part->value = strdup(value);
    struct part **found = part && part->value ? tsearch(part, &values->values, compare_values) : NULL;
    if (!found || *found != part) {
        free_part(part);
        return found ? *found : NULL;
    }
    if (!name_part(tool, part)) {
        (void)tdelete(part, &values->values, compare_values);
        free_part(part);
        return NULL;
    }
    part->older = values->parts;
    values->parts = part;
    return part;
}

/* Says why nothing more can be written to a file, of the first of them. */
static void fail_part(struct tool *tool, struct part *part)
{
    struct values *values = tool->values;
    if (!values->stuck)
        tool_trouble(tool, "%s: %s", part->path, errno ? strerror(errno) : "could not be written");
    values->stuck = part->failed = true;
}

/* Adds what is in values->text to a file; packed, as a member of its own. */
static void put_part(struct tool *tool, struct part *part)
{
    struct values *values = tool->values;
    bool begun = part->begun;
    part->begun = true;
    if (!begun && !tool_may_write(tool, part->path))
        values->stuck = part->failed = true;
    bool written =
        !part->failed && (begun ? tool_file_resume(&part->file) : tool_file_open(&part->file, part->path));
    if (!written) {
        fail_part(tool, part);
        ludus_buffer_clear(values->text);
        return;
    }
    struct ludus_packer *packer = ludus_packer_new(values->packing);
    written = packer && ludus_packer_add(packer, ludus_buffer_text(values->text), values->packed) &&
              ludus_packer_end(packer, values->packed) && put_bytes(tool, part->file.out, values->packed);
    ludus_packer_free(packer);
    ludus_buffer_clear(values->text);
    if (!tool_file_pause(&part->file) || !written)
        fail_part(tool, part);
}

/* The number or value that says which file a record goes to; to be freed. */
static char *part_value(const struct values *values, const struct parcel *parcel, const char *tag)
{
    char *end;
    unsigned long each = strtoul(values->split, &end, 10);
    struct ludus_text text = { "unknown", 7 };
    char number[24];
    if (*end == '\0') {
        text.text = number;
        text.length = (size_t)snprintf(number, sizeof number, "%zu", values->count / each + 1);
    } else if (parcel->tagged) {
        text = parcel->tag > 0 ? (struct ludus_text){ tag, parcel->tag } : (struct ludus_text){ "empty", 5 };
    }
    return strndup(text.text, text.length);
}

/* Opens the parcels of a piece. */
static void receive_parcels(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text extra = ludus_buffer_text(tool->extra);
    const size_t *written = tool->tally;
    struct parcel parcel;
    values->written += *written;
    for (size_t at = 0; at < extra.length && !values->stuck; at += parcel.tag + parcel.text) {
        memcpy(&parcel, extra.text + at, sizeof parcel);
        at += sizeof parcel;
        const char *tag = extra.text + at, *text = tag + parcel.tag;
        if (values->split) {
            char *value = part_value(values, &parcel, tag);
            struct part *part = value ? find_part(tool, value) : NULL;
            free(value);
            if (tool_memory(tool, part != NULL)) {
                if (!part->begun)
                    ludus_export_begin(values->export, values->text);
                ludus_buffer_add(values->text, text, parcel.text);
                put_part(tool, part);
            }
        } else {
            ludus_buffer_add(values->text, text, parcel.text);
            put_text(tool);
        }
        values->count += !parcel.empty;
    }
    tool->enough |= values->stuck;
}

/* All files come into being together. */
static void end_parts(struct tool *tool)
{
    struct values *values = tool->values;
    for (struct part *part = values->parts; part && !values->stuck; part = part->older) {
        ludus_export_end(values->export, values->written, values->text);
        if (ludus_buffer_text(values->text).length > 0)
            put_part(tool, part);
    }
    for (struct part *part = values->parts, *older; part; part = older) {
        older = part->older;
        if (part->file.beside) {
            tool_file_resume(&part->file);
            if (!tool_file_close(&part->file, tool_keeps(tool) && !part->failed))
                fail_part(tool, part);
        }
        (void)tdelete(part, &values->values, compare_values);
        (void)tdelete(part, &values->paths, compare_paths);
        free_part(part);
    }
}

/* ---- What was read for each ply of a page ---- */

static const char *const prints[] = {
    [LUDUS_PRINT_READ] = "read",
    [LUDUS_PRINT_MENDED] = "mended",
    [LUDUS_PRINT_LOST] = "lost",
};

static void print_ply(void *context, const struct ludus_page_ply *ply)
{
    struct tool *tool = context;
    tool_print(tool, tool->out,
               "{\"file\":%j,\"game\":%zu,\"turn\":\"%W\",\"line\":%zu,\"column\":%zu,\"offset\":%zu,"
               "\"printed\":%J,\"move\":%j,\"print\":\"%s\",\"cost\":%.2f",
               tool->file, ply->game, ply->number, ply->side, ply->line, ply->column, ply->offset,
               ply->printed, ply->move, prints[ply->print], ply->cost);
    if (*ply->other)
        tool_print(tool, tool->out, ",\"other\":%j,\"margin\":%.2f", ply->other, ply->margin);
    fputs("}\n", tool->out);
}

static void list_ply(void *context, const struct ludus_page_ply *ply)
{
    struct tool *tool = context;
    tool_print(tool, tool->out, "%zu\t%W\t%zu\t%zu\t%zu\t%T\t%s\t%s\t%.2f\t%s\t", ply->game, ply->number,
               ply->side, ply->line, ply->column, ply->offset, ply->printed, ply->move, prints[ply->print],
               ply->cost, ply->other);
    tool_print(tool, tool->out, *ply->other ? "%.2f\n" : "\n", ply->margin);
}

/* ---- Files ---- */

static const struct tool_work work = {
    .open = open_hand,
    .close = close_hand,
    .game = convert_game,
    .add = receive_parcels,
    .tally_size = sizeof(size_t),
};

static void convert(struct tool *tool)
{
    struct values *values = tool->values;
    tool->reading.format = (enum ludus_format)values->from;
    tool->reading.report = tool_message;
    if (values->explains) {
        tool->reading.explain = values->explain == EXPLAIN_JSON ? print_ply : list_ply;
        if (values->explain != EXPLAIN_JSON)
            fputs("game\tturn\tline\tcolumn\toffset\tprinted\tmove\tprint\tcost\tother\tmargin\n", tool->out);
    } else if (!values->split) {
        ludus_export_begin(values->export, values->text);
        put_text(tool);
    }
    tool_run(tool, &work);
    if (values->explains) {
        tool_failed(tool);
    } else if (values->split) {
        end_parts(tool);
    } else {
        ludus_export_end(values->export, values->written, values->text);
        put_text(tool);
        tool_memory(tool, ludus_packer_end(values->packer, values->packed));
        put_bytes(tool, tool->out, values->packed);
    }
}

/* A number from 1, or a name that a tag can have. */
static bool is_split(const char *text)
{
    static const char digits[] = "0123456789";
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    if (text[strspn(text, digits)] == '\0')
        return text[strspn(text, "0")] != '\0';
    return !strchr("_0123456789", *text) && text[strspn(text, letters)] == '\0';
}

/* Sets the notation that pages are read in: a name, or a file, whose text is kept. False when it is none (and
 * says so). */
static bool set_notation(struct tool *tool, const char *name, char **own)
{
    char reason[512];
    size_t length;
    const char *notation = name;
    if (!notation || strcmp(notation, "auto") == 0)
        return true;
    if (strpbrk(notation, "/.")) {
        notation = *own = tool_read_file(tool, notation, &length);
        if (!notation)
            return false;
    }
    tool->reading.notation = notation;
    if (ludus_import_notation(notation, reason, sizeof reason))
        return true;
    return tool_trouble(tool, *own ? "%s: %s" : "%s%s", *own ? name : "", reason);
}

/* Opens the output. False when that fails, or when the options do not go together. */
static bool prepare(struct tool *tool)
{
    struct values *values = tool->values;
    const char *output = tool->common.output;
    values->explains = values->explain != EXPLAIN_NOT;
    bool named = output && strcmp(output, "-") != 0;
    if (values->to == LUDUS_FORMAT_ANY && named)
        values->to = ludus_format_of(output);
    if (values->to == LUDUS_FORMAT_ANY)
        values->to = LUDUS_FORMAT_LUDUS;
    values->packing = named ? ludus_packing_of(output) : LUDUS_PLAIN;
    bool laid_out = values->to == LUDUS_FORMAT_XML || values->to == LUDUS_FORMAT_JSON;
    if ((values->how.positions || values->how.resolve) && !laid_out)
        return tool_trouble(tool, "--positions and --resolve go with XML and JSON only");
    if (values->how.tei && (values->to != LUDUS_FORMAT_XML || values->how.positions || values->how.resolve))
        return tool_trouble(tool, "--tei goes with XML only, without --positions and --resolve");
    if (values->explains && (values->from != LUDUS_FORMAT_ANY && values->from != LUDUS_FORMAT_TRANSCRIPT))
        return tool_trouble(tool, "--explain goes with printed pages only, -f transcript");
    if (values->split && !named)
        return tool_trouble(tool, "--split needs -o, which names the files");
    if (values->split && !is_split(values->split))
        return tool_trouble(tool, "--split takes a number from 1 or the name of a tag");
    if (values->explains)
        values->packing = LUDUS_PLAIN;
    if (values->how.tei) /* the names of witnesses hold the number of the record in the whole document */
        tool->common.jobs = 1;
    return values->split || tool_open_output(tool);
}

int main(int argc, char **argv)
{
    struct values values = { .explain = EXPLAIN_NOT };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) &&
        set_notation(&tool, values.notation, &values.own_notation) && prepare(&tool)) {
        values.how.size = sizeof values.how;
        values.how.format = (enum ludus_format)values.to;
        values.how.rules = tool.rules;
        values.export = ludus_export_new(&values.how);
        values.text = ludus_buffer_new();
        values.packed = ludus_buffer_new();
        values.packer = ludus_packer_new(values.packing);
        if (tool_memory(&tool, values.export && values.text && values.packed && values.packer))
            convert(&tool);
        ludus_export_free(values.export);
        ludus_buffer_free(values.text);
        ludus_buffer_free(values.packed);
        ludus_packer_free(values.packer);
    }
    free(values.own_notation);
    return tool_end(&tool);
}
