/* ludfmt.c - records in canonical form. */
#include "tool.h"

#include <string.h>

struct values {
    bool check, in_place;
    struct ludus_replay *replay;
    struct ludus_buffer *text; /* of one record, or of a whole file with --check and -i */
};

static const struct tool_option options[] = {
    { "check", 'c', TOOL_FLAG, offsetof(struct values, check), NULL,
      "write nothing but the names of the files that are not canonical" },
    { "in-place", 'i', TOOL_FLAG, offsetof(struct values, in_place), NULL, "change the files themselves" },
    { NULL, 0, 0, 0, NULL, NULL },
};

static const struct tool_spec spec = {
    "ludfmt", "[OPTION]... [FILE]...",  "Writes records of games in canonical form.",
    options,  TOOL_RULES | TOOL_OUTPUT,
};

static void report(void *context, const struct ludus_message *message)
{
    if (message->severity != LUDUS_NOTE)
        tool_message(context, message);
}

static void format_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    bool gather = values->check || values->in_place;
    if (!gather)
        ludus_buffer_clear(values->text);
    ludus_game_format(values->replay, game, values->text);
    ludus_game_messages(game, report, tool);
    if (ludus_buffer_failed(values->text))
        tool_trouble(tool, "out of memory");
    struct ludus_text text = ludus_buffer_text(values->text);
    if (!gather)
        fwrite(text.text, 1, text.length, tool->out);
}

/* Does the file hold these bytes and no others? */
static bool is_same(const char *path, struct ludus_text text)
{
    FILE *file = fopen(path, "rb");
    char block[65536];
    size_t at = 0, read;
    if (!file)
        return false;
    while ((read = fread(block, 1, sizeof block, file)) > 0) {
        if (read > text.length - at || memcmp(block, text.text + at, read) != 0)
            break;
        at += read;
    }
    bool same = read == 0 && !ferror(file) && at == text.length;
    fclose(file);
    return same;
}

/* Is it a gzip or zstd file? */
static bool is_packed(const char *path)
{
    FILE *file = fopen(path, "rb");
    char magic[4] = "";
    if (!file)
        return false;
    size_t read = fread(magic, 1, sizeof magic, file);
    fclose(file);
    return (read >= 2 && memcmp(magic, "\x1f\x8b", 2) == 0) ||
           (read == 4 && memcmp(magic, "\x28\xb5\x2f\xfd", 4) == 0);
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    if (!values->check && !values->in_place)
        return;
    struct ludus_text text = ludus_buffer_text(values->text);
    bool sound = !tool->cut && !ludus_buffer_failed(values->text);
    if (sound && !is_same(tool->file, text)) {
        if (values->in_place && is_packed(tool->file))
            tool_trouble(tool, "%s: is compressed, and is not changed in place", tool->file);
        else if (values->in_place)
            tool_write_file(tool, tool->file, text);
        if (values->check) {
            fprintf(tool->out, "%s\n", tool->file);
            tool_fault(tool, TOOL_FAULTY);
        }
    }
    ludus_buffer_clear(values->text);
}

/* Standard input can neither be compared nor changed in place. */
static bool are_files(struct tool *tool)
{
    bool files = tool->file_count > 0;
    for (int i = 0; i < tool->file_count; i++)
        files = files && strcmp(tool->files[i], "-") != 0;
    if (!files)
        tool_trouble(tool, "--check and --in-place take files");
    return files;
}

int main(int argc, char **argv)
{
    struct values values = { .check = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) &&
        ((!values.check && !values.in_place) || are_files(&tool))) {
        values.replay = ludus_replay_new(tool.rules);
        values.text = ludus_buffer_new();
        if (values.replay && values.text)
            tool_games(&tool, format_game, finish_file);
        else
            tool_trouble(&tool, "out of memory");
        ludus_replay_free(values.replay);
        ludus_buffer_free(values.text);
    }
    return tool_end(&tool);
}
