/* ludfmt.c - records in canonical form. */
#include "tool.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct values {
    bool check, null;
    /* State of the current file: */
    size_t same;           /* bytes at its beginning that are canonical, up to the first record that is not */
    bool differs;          /* the file is not canonical */
    bool kept;             /* it is compressed or of another format, and is not changed */
    int error;             /* errno of a failed write, or 0 */
    struct tool_file file; /* its replacement, once it differs */
};

/* Of a formatted piece, in tool->counts: bytes at its beginning that are canonical, and records after them,
 * from the first on that is not. With --in-place its text is in tool->extra. */
enum { SAME, DIFFERENT };

static const struct tool_option options[] = {
    { "check", 'c', TOOL_FLAG, VALUE(check), NULL,
      "write only the names of the files that are not canonical" },
    { "in-place", 'i', TOOL_IN_PLACE, 0, NULL, "change the files themselves" },
    { "null", 'Z', TOOL_FLAG, VALUE(null), NULL, "end names of files (-c) with a NUL byte" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "check in-place", NULL, "origin", "--check and --in-place do not go with --origin" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludfmt",
    "[OPTION]... [FILE]...",
    "Writes records of games in canonical form.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

static void format_game(struct tool *tool, struct ludus_game *game)
{
    size_t *counts = tool->counts;
    ludus_buffer_clear(tool->text);
    ludus_game_format(tool->replay, game, tool->text);
    tool_memory(tool, !ludus_buffer_failed(tool->text));
    struct ludus_text text = ludus_buffer_text(tool->text);
    if (!tool->values->check && !tool->in_place)
        tool_put(tool, text);
    struct ludus_text source = ludus_game_source(game);
    if (counts[DIFFERENT] || ludus_game_altered(game) || text.length != source.length ||
        memcmp(text.text, source.text, text.length) != 0)
        counts[DIFFERENT]++;
    else
        counts[SAME] += text.length;
    if (tool->in_place)
        ludus_buffer_add(tool->extra, text.text, text.length);
    tool_report(tool, game, LUDUS_WARNING);
}

/* ---- Files ---- */

/* Begins the replacement of the current file with a copy up to the first difference. Sets `kept` instead for
 * a gzip or zstd file, or one of another format. */
static void begin_file(struct tool *tool)
{
    struct values *values = tool->values;
    char block[65536];
    FILE *from = fopen(tool->file, "rb");
    size_t read = from ? fread(block, 1, 4, from) : 0;
    values->kept = tool->foreign || (read >= 2 && memcmp(block, "\x1f\x8b", 2) == 0) ||
                   (read == 4 && memcmp(block, "\x28\xb5\x2f\xfd", 4) == 0);
    bool written =
        !values->kept && from && fseek(from, 0, SEEK_SET) == 0 && tool_file_open(&values->file, tool->file);
    for (size_t left = values->same; written && left > 0;) {
        size_t got = fread(block, 1, left < sizeof block ? left : sizeof block, from);
        written = got > 0 && fwrite(block, 1, got, values->file.out) == got;
        left -= got;
    }
    if (!written && !values->kept)
        values->error = errno ? errno : EIO;
    if (from)
        fclose(from);
}

static void add_piece(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_text text = ludus_buffer_text(tool->extra);
    size_t same = values->differs ? 0 : tool->counts[SAME];
    bool begins = tool->counts[DIFFERENT] && !values->differs;
    values->same += same;
    values->differs |= begins;
    if (begins && tool->in_place)
        begin_file(tool);
    if (!tool->in_place || !values->differs || values->kept)
        return;
    if (ludus_buffer_failed(tool->extra))
        values->error = ENOMEM;
    if (!values->error &&
        fwrite(text.text + same, 1, text.length - same, values->file.out) != text.length - same)
        values->error = errno ? errno : EIO;
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    bool whole = !tool->cut && !tool->lacks;
    struct stat status;
    if (!values->check && !tool->in_place)
        return;
    int found = strcmp(tool->file, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(tool->file, &status);
    if (!values->differs && values->same == 0 && found == 0 && status.st_size > 0) {
        /* The file has only blanks. Of a pipe that is not known. */
        values->differs = true;
        if (tool->in_place)
            begin_file(tool);
    }
    /* the replacement is kept only if all was read and written */
    bool sound = whole && values->error == 0 && !ludus_memory_failed();
    if (values->file.out && !tool_file_close(&values->file, sound) && sound)
        values->error = errno ? errno : EIO;
    if (values->error)
        tool_trouble(tool, "%s: %s", tool->file, strerror(values->error));
    if (values->kept)
        tool_trouble(tool, "%s: is %s, and is not changed in place", tool->file,
                     tool->foreign ? "of another format" : "compressed");
    if (values->check && values->differs && whole) {
        tool_print(tool, tool->out, "%F%c", values->null ? '\0' : '\n');
        tool_fault(tool, TOOL_FAULTY);
    }
    values->same = 0;
    values->differs = values->kept = false;
    values->error = 0;
}

static const struct tool_work work = {
    .game = format_game,
    .add = add_piece,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .check = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        /* Standard input cannot be changed in place. In place, the only output is the names from --check. */
        bool files = tool.file_count > 0;
        for (int i = 0; i < tool.file_count; i++)
            files = files && strcmp(tool.files[i], "-") != 0;
        tool.apart = values.check || tool.in_place;
        if (tool.in_place && !files)
            tool_trouble(&tool, "--in-place takes files");
        else if (tool.in_place && !values.check && tool.common.output)
            tool_trouble(&tool, "--in-place and --output exclude each other");
        else
            tool_run(&tool, &work);
    }
    return tool_end(&tool);
}
