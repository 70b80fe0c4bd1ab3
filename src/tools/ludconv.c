/* ludconv.c - converts records between formats. */
#include "tool.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct values {
    const char *notation;
    unsigned from, to; /* enum ludus_format */
    unsigned explain; /* EXPLAIN_NOT, or the format of a list of plies of pages, written instead of records */
    const char *split;
    struct ludus_export_options how;
    struct ludus_export *export; /* writes what comes before and after all records */
    struct ludus_buffer *packed;
    struct ludus_packer *packer; /* of the only output; unused with --split */
    enum ludus_packing packing;
    size_t count;         /* number of those that are not empty, for --split */
    struct part *parts;   /* files of --split, newest first; owned */
    void *values, *names; /* trees of their values and names, see tsearch(3) */
    bool stuck;           /* one file could not be written, so none is kept */
};

/* Header of a record in tool->extra, for a file of --split or a packer; the value and the text follow it. */
struct parcel {
    size_t value, text; /* lengths in bytes */
    bool empty;         /* blanks and comments without a record */
};

/* A file that --split writes. */
struct part {
    char *value; /* value of the tag, or number of the file; owned */
    struct name {
        char *path;     /* owned */
        unsigned twins; /* numbers used to make equal names of other values different */
    } name;
    struct part *older;
    struct tool_file file;
    bool begun;
};

#define FORMATS "auto|ludus|pgn|xml|json|transcript|pdn|page"

enum { EXPLAIN_TSV, EXPLAIN_JSON, EXPLAIN_NOT };
enum { WRITTEN /* records */ }; /* in tool->counts */

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

/* ---- Records, in any thread ---- */

static void *open_worker(struct tool *tool)
{
    return ludus_export_new(&tool->values->how);
}

static void close_worker(struct tool *tool)
{
    ludus_export_free(tool->state);
}

static void convert_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    if (values->explain == EXPLAIN_NOT) {
        ludus_export_game(tool->state, game, tool->text);
        tool->counts[WRITTEN]++;
        if (!ludus_buffer_failed(tool->text) && (values->split || values->packing != LUDUS_PLAIN)) {
            struct ludus_text text = ludus_buffer_text(tool->text), value = { "unknown", 7 };
            if (values->split)
                ludus_game_tag(game, values->split, &value);
            if (value.length == 0)
                value = (struct ludus_text){ "empty", 5 };
            struct parcel parcel = { value.length, text.length, ludus_game_empty(game) };
            ludus_buffer_add(tool->extra, &parcel, sizeof parcel);
            ludus_buffer_add(tool->extra, value.text, value.length);
            ludus_buffer_add(tool->extra, text.text, text.length);
        } else
            tool_put_buffer(tool, tool->text);
        ludus_buffer_clear(tool->text);
    }
    tool_report(tool, game, LUDUS_WARNING);
}

/* ---- Outputs ---- */

/* Packs and writes tool->text, and clears it; `last` ends the packed data. */
static void write_text(struct tool *tool, bool last)
{
    const struct values *values = tool->values;
    tool_memory(tool, ludus_packer_add(values->packer, ludus_buffer_text(tool->text), values->packed) &&
                          (!last || ludus_packer_end(values->packer, values->packed)));
    tool_put_buffer(tool, values->packed);
    ludus_buffer_clear(tool->text);
}

/* Returns the name of -o with `value` before its suffixes: at most MOST bytes in whole characters, with _ for
 * ASCII signs not in `plain`; `twin` > 0 adds a number. Freed by the caller; NULL without memory. */
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

/* Compares parts by value, or names by path. */
static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Finds or adds the file for a value, which it takes over. NULL without memory. */
static struct part *find_part(struct tool *tool, char *value)
{
    struct values *values = tool->values;
    struct part **found = value ? tfind(&value, &values->values, compare_names) : NULL;
    struct part *part = found ? *found : calloc(1, sizeof *part);
    struct name *first = NULL, **name = NULL;
    if (found || !part) {
        free(value);
        return part;
    }
    part->value = value;
    part->older = values->parts;
    values->parts = part;
    if (!value || !tsearch(part, &values->values, compare_names))
        return NULL;
    /* Chooses a name that no other file has. */
    part->name.path = part_path(tool->common.output, value, 0);
    while (part->name.path && (name = tsearch(&part->name, &values->names, compare_names)) &&
           *name != &part->name) {
        first = first ? first : *name;
        free(part->name.path);
        part->name.path = part_path(tool->common.output, value, ++first->twins);
    }
    return part->name.path && name ? part : NULL;
}

/* Reports why a file could not be written, for the first such file only. */
static void report_part(struct tool *tool, struct part *part)
{
    if (!tool->values->stuck)
        tool_trouble(tool, "%s: %s", part->name.path, errno ? strerror(errno) : "could not be written");
    tool->values->stuck = true;
}

/* Appends tool->text to a file; packed text becomes a member of its own. The file is closed again, for there
 * may be any number of files. */
static void write_part(struct tool *tool, struct part *part)
{
    struct values *values = tool->values;
    bool written = false;
    if (!part->begun && !tool_may_write(tool, part->name.path))
        values->stuck = true;
    part->begun = true;
    if (!values->stuck && tool_file_open(&part->file, part->name.path)) {
        struct ludus_packer *packer = ludus_packer_new(values->packing);
        if (packer && ludus_packer_add(packer, ludus_buffer_text(tool->text), values->packed) &&
            ludus_packer_end(packer, values->packed)) {
            struct ludus_text packed = ludus_buffer_text(values->packed);
            written = fwrite(packed.text, 1, packed.length, part->file.out) == packed.length;
        }
        ludus_packer_free(packer);
        int reason = errno;
        bool closed = fclose(part->file.out) == 0;
        if (!written)
            errno = reason;
        written = written && closed;
        part->file.out = NULL;
    }
    if (!written)
        report_part(tool, part);
    ludus_buffer_clear(tool->text);
    ludus_buffer_clear(values->packed);
}

/* Writes the records of a piece: each to the packer, or to the file of its number or tag. */
static void write_parcels(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text extra = ludus_buffer_text(tool->extra);
    unsigned long each = values->split ? strtoul(values->split, NULL, 10) : 0; /* 0: a tag's name */
    char number[24];
    struct parcel parcel;
    for (size_t at = 0; at < extra.length && !values->stuck; at += parcel.value + parcel.text) {
        memcpy(&parcel, extra.text + at, sizeof parcel);
        at += sizeof parcel;
        const char *value = extra.text + at, *text = value + parcel.value;
        if (each)
            snprintf(number, sizeof number, "%zu", values->count / each + 1);
        struct part *part =
            values->split ? find_part(tool, each ? strdup(number) : strndup(value, parcel.value)) : NULL;
        if (part && !part->begun)
            ludus_export_begin(values->export, tool->text);
        ludus_buffer_add(tool->text, text, parcel.text);
        if (!values->split)
            write_text(tool, false);
        else if (tool_memory(tool, part != NULL))
            write_part(tool, part);
        else
            values->stuck = true;
        values->count += !parcel.empty;
    }
    tool->enough |= values->stuck;
}

/* Ends all files, renames them into place together unless there was trouble, and frees them. */
static void end_parts(struct tool *tool)
{
    struct values *values = tool->values;
    for (struct part *part = values->parts; part && !values->stuck; part = part->older) {
        ludus_export_end(values->export, tool->totals[WRITTEN], tool->text);
        if (ludus_buffer_text(tool->text).length > 0)
            write_part(tool, part);
    }
    for (struct part *part = values->parts, *older; part; part = older) {
        older = part->older;
        if (part->file.beside) {
            (void)tool_file_open(&part->file, part->name.path);
            if (!tool_file_close(&part->file, tool_keeps(tool)))
                report_part(tool, part);
        }
        if (part->value)
            (void)tdelete(part, &values->values, compare_names);
        if (part->name.path)
            (void)tdelete(&part->name, &values->names, compare_names);
        free(part->value);
        free(part->name.path);
        free(part);
    }
}

/* ---- How each ply of a page was read ---- */

static const char *const prints[] = {
    [LUDUS_PRINT_READ] = "read",
    [LUDUS_PRINT_MENDED] = "mended",
    [LUDUS_PRINT_LOST] = "lost",
};

static void print_ply(void *context, const struct ludus_page_ply *ply)
{
    struct tool *tool = context;
    bool json = tool->values->explain == EXPLAIN_JSON;
    if (json)
        tool_print(tool, tool->out, "{\"file\":%j,", tool->file);
    tool_print(tool, tool->out,
               json ? "\"game\":%zu,\"turn\":\"%W\",\"line\":%zu,\"column\":%zu,\"offset\":%zu,"
                      "\"printed\":%J,\"move\":%j,\"print\":\"%s\",\"cost\":%.2f"
                    : "%zu\t%W\t%zu\t%zu\t%zu\t%T\t%s\t%s\t%.2f",
               ply->game, ply->number, ply->side, ply->line, ply->column, ply->offset, ply->printed,
               ply->move, prints[ply->print], ply->cost);
    if (*ply->other)
        tool_print(tool, tool->out, json ? ",\"other\":%j,\"margin\":%.2f" : "\t%s\t%.2f", ply->other,
                   ply->margin);
    fputs(json ? "}\n" : *ply->other ? "\n" : "\t\t\n", tool->out);
}

/* ---- Files ---- */

/* Tells that a file is no page, so that a notation has no effect. */
static void finish_file(struct tool *tool)
{
    if (tool->values->notation && !tool->foreign && !tool->cut)
        tool_say(tool, TOOL_OK, "%s: --notation is for printed pages; with -f transcript this is read as one",
                 tool->file);
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = convert_game,
    .add = write_parcels,
    .done = finish_file,
};

/* Checks the options beyond their tables, and opens the output. False after reporting an error. */
static bool check_options(struct tool *tool)
{
    struct values *values = tool->values;
    const char *output = tool->common.output, *name = values->notation, *split = values->split;
    bool named = output && strcmp(output, "-") != 0, explains = values->explain != EXPLAIN_NOT;
    unsigned suffix;
    if (name && strcmp(name, "auto") != 0) {
        tool->reading.notation = tool_read_notation(tool, name);
        if (!tool->reading.notation)
            return false;
    }
    /* `page` is another name of a transcript. */
    values->from = values->from > LUDUS_FORMAT_PDN ? LUDUS_FORMAT_TRANSCRIPT : values->from;
    values->to = values->to > LUDUS_FORMAT_PDN ? LUDUS_FORMAT_TRANSCRIPT : values->to;
    if (values->to == LUDUS_FORMAT_ANY && named && !explains) {
        values->to = ludus_format_of(output);
        if (values->to == LUDUS_FORMAT_ANY && tool_suffix(output, "html|htm|pdf|svg|tex|png", &suffix))
            return tool_trouble(tool, "%s: ludconv does not write that; luddraw and ludbook draw records",
                                output);
    }
    if (values->to == LUDUS_FORMAT_ANY)
        values->to = LUDUS_FORMAT_LUDUS;
    values->packing = named && !explains ? ludus_packing_of(output) : LUDUS_PLAIN;
    bool laid_out = values->to == LUDUS_FORMAT_XML || values->to == LUDUS_FORMAT_JSON;
    if ((values->how.positions || values->how.resolve) && !laid_out)
        return tool_trouble(tool, "--positions and --resolve go with XML and JSON only");
    if (values->how.tei && (values->to != LUDUS_FORMAT_XML || values->how.positions || values->how.resolve))
        return tool_trouble(tool, "--tei goes with XML only, without --positions and --resolve");
    if ((explains || name) && values->from != LUDUS_FORMAT_ANY && values->from != LUDUS_FORMAT_TRANSCRIPT)
        return tool_trouble(tool, "--%s goes with printed pages only, -f transcript",
                            explains ? "explain" : "notation");
    values->from = explains ? LUDUS_FORMAT_TRANSCRIPT : values->from;
    if (split && !named)
        return tool_trouble(tool, "--split needs -o, which names the files");
    /* A number from 1, or a valid name of a tag. */
    bool number = split && !split[strspn(split, "0123456789")];
    if (number ? !split[strspn(split, "0")]
               : split && !ludus_tag_valid((struct ludus_text){ split, strlen(split) },
                                           (struct ludus_text){ "", 0 }))
        return tool_trouble(tool, "--split takes a number from 1 or the name of a tag");
    values->how.format = (enum ludus_format)values->to;
    values->how.rules = tool->rules;
    tool->reading.format = (enum ludus_format)values->from;
    tool->least = LUDUS_NOTE;
    if (explains)
        tool->reading.explain = print_ply;
    if (values->how.tei) /* names of witnesses contain the number of the record in the whole document */
        tool->common.jobs = 1;
    values->export = ludus_export_new(&values->how);
    values->packed = ludus_buffer_new();
    values->packer = ludus_packer_new(values->packing);
    return (split || tool_open_output(tool)) &&
           tool_memory(tool, values->export && values->packed && values->packer);
}

int main(int argc, char **argv)
{
    struct values values = { .explain = EXPLAIN_NOT, .how.size = sizeof values.how };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && check_options(&tool)) {
        bool explains = values.explain != EXPLAIN_NOT, one = !explains && !values.split;
        if (one) {
            ludus_export_begin(values.export, tool.text);
            write_text(&tool, false);
        } else if (explains && values.explain != EXPLAIN_JSON) { /* TSV, the default */
            fputs("game\tturn\tline\tcolumn\toffset\tprinted\tmove\tprint\tcost\tother\tmargin\n", tool.out);
        }
        tool_run(&tool, &work);
        tool_failed(&tool);
        if (one) {
            ludus_export_end(values.export, tool.totals[WRITTEN], tool.text);
            write_text(&tool, true);
        } else if (!explains) {
            end_parts(&tool);
        }
    }
    ludus_export_free(values.export);
    ludus_buffer_free(values.packed);
    ludus_packer_free(values.packer);
    return tool_end(&tool);
}
