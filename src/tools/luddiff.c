/* luddiff.c - compares transcriptions of one game, as moves and not as text. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WITNESSES_MAX = 64, NAME_MAX_LENGTH = 80 };

/* A record of a file. */
struct record {
    size_t place, length; /* of its text in tool->scratch */
    bool sound;           /* its rules and start are known */
};

struct witness {
    struct record *records; /* owned */
    size_t count;
    char *text;                  /* of the current record; owned */
    struct ludus_import *import; /* of this text; owned */
    const char *file;
    char name[NAME_MAX_LENGTH];
    struct ludus_game *game; /* current record */
    size_t number;           /* number of this record in its file, from 1 */
};

struct values {
    bool apparatus, brief;
    unsigned json;
    struct witness witness[WITNESSES_MAX];
    size_t files;  /* number of files read */
    size_t length; /* of all texts in tool->scratch, which keeps them, as a file may be a pipe and partners
                      may be anywhere */
    bool failed;   /* a record could not be stored, or a file not be read to its end */
    struct ludus_pairing *pairing;
    struct ludus_collation *collation;
    bool told;                           /* it was reported that two witnesses have one name */
    struct witness *have[WITNESSES_MAX]; /* witnesses of the current game */
    const char *names[WITNESSES_MAX];    /* and their names */
    size_t witnesses;
};

static const struct tool_option options[] = {
    { "apparatus", 'a', TOOL_FLAG, VALUE(apparatus), NULL,
      "write the first record with the other readings in comments" },
    { "brief", 'q', TOOL_FLAG, VALUE(brief), NULL, "print nothing; the exit status tells" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "text|json", "how to list the differences" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "apparatus brief format=json", NULL, NULL,
      "--apparatus, --brief and --format=json exclude each other" },
    { 0 },
};

static const struct tool_spec spec = {
    "luddiff",
    "[OPTION]... FILE FILE...",
    "Compares transcriptions of the same games, game by game and turn by turn, as moves and not as text.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_SCRATCH,
    limits,
};

/* ---- Reading all records ---- */

static void store_record(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    struct witness *witness = &values->witness[values->files];
    struct ludus_text text = ludus_game_source(game);
    if (ludus_game_empty(game))
        return;
    errno = 0;
    bool kept = tool_room(&witness->records, witness->count, sizeof *witness->records);
    if (kept) {
        struct record *record = &witness->records[witness->count++];
        *record = (struct record){ values->length, text.length, ludus_replay_start(tool->replay, game) };
        if (!record->sound) {
            tool_report(tool, game, LUDUS_ERROR);
            tool_trouble(tool, "%s: record %zu cannot be compared", tool->file, witness->count);
        }
        values->length += text.length;
        kept = ludus_pairing_add(values->pairing, values->files, game) &&
               fwrite(text.text, 1, text.length, tool->scratch) == text.length;
    }
    if (!kept)
        tool_trouble(tool, "%s: %s", tool->file, errno ? strerror(errno) : "out of memory");
    values->failed |= !kept;
    tool->enough = values->failed;
}

static void end_file(struct tool *tool)
{
    tool->values->witness[tool->values->files++].file = tool->file;
    tool->values->failed |= tool->cut;
}

/* ---- The current game ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* Names a witness by its Witness tag, or else by its file; blanks, quotes and brackets become hyphens. If
 * another witness has this name, adds the number of the file. */
static void name_witness(struct tool *tool, size_t w)
{
    struct values *values = tool->values;
    struct witness *witness = values->have[w];
    const char *base = base_name(witness->file);
    char *name = witness->name, number[24];
    struct ludus_text tag;
    if (!ludus_game_tag(witness->game, "Witness", &tag) || tag.length == 0)
        tag = (struct ludus_text){ base, strlen(base) };
    size_t length = tag.length < NAME_MAX_LENGTH - 1 ? tag.length : NAME_MAX_LENGTH - 1, other = 0;
    for (size_t i = 0; i < length; i++) {
        char c = tag.text[i];
        name[i] = c == ' ' || c == '"' || c == ']' || c == '}' || (c >= 0 && c < ' ') ? '-' : c;
    }
    name[length] = '\0';
    values->names[w] = name;
    while (other < w && strcmp(values->names[other], name) != 0)
        other++;
    if (other == w)
        return;
    size_t end = (size_t)snprintf(number, sizeof number, "-%zu", (size_t)(witness - values->witness) + 1) + 1;
    length = length < NAME_MAX_LENGTH - end ? length : NAME_MAX_LENGTH - end;
    memcpy(name + length, number, end);
    if (!values->told)
        tool_say(tool, TOOL_OK, "two witnesses are called %s: that in %s is called %s", values->names[other],
                 witness->file, name);
    values->told = true;
}

/* Reads the records of a game again. False after reporting an error. */
static bool reread_game(struct tool *tool, size_t game)
{
    struct values *values = tool->values;
    const struct ludus_import_options reading = { .size = sizeof reading,
                                                  .format = LUDUS_FORMAT_LUDUS,
                                                  .max_record = tool->reading.max_record };
    values->witnesses = 0;
    for (size_t file = 0; file < values->files; file++) {
        struct witness *witness = &values->witness[file];
        if (!ludus_pairing_record(values->pairing, game, file, &witness->number))
            continue;
        const struct record *record = &witness->records[witness->number++];
        ludus_import_close(witness->import);
        witness->import = NULL;
        free(witness->text);
        witness->text = malloc(record->length + 1);
        if (witness->text && fseeko(tool->scratch, (off_t)record->place, SEEK_SET) == 0 &&
            fread(witness->text, 1, record->length, tool->scratch) == record->length)
            witness->import = ludus_import_bytes(witness->text, record->length, witness->file, &reading);
        witness->game = witness->import ? ludus_import_next(witness->import) : NULL;
        if (!witness->game)
            return tool_trouble(tool, "%s: %s", witness->file, strerror(errno ? errno : ENOMEM));
        values->have[values->witnesses] = witness;
        name_witness(tool, values->witnesses++);
    }
    return true;
}

static bool numbers_differ(const struct values *values)
{
    for (size_t w = 1; w < values->witnesses; w++)
        if (values->have[w]->number != values->have[0]->number)
            return true;
    return false;
}

/* Prints the record's number, and those of other witnesses if they differ. For JSON, begins an object. */
static void print_record(struct tool *tool, const char *end)
{
    const struct values *values = tool->values;
    const struct witness *const *have = (const struct witness *const *)values->have;
    const char *before = values->json ? "\"numbers\":[" : " (";
    bool differ = numbers_differ(values);
    fprintf(tool->out, values->json ? "{\"game\":%zu," : "record %zu", have[0]->number);
    for (size_t w = 0; differ && w < values->witnesses; w++) {
        if (!values->json && have[w]->number == have[0]->number)
            continue;
        fprintf(tool->out, "%s%zu", before, have[w]->number);
        if (!values->json)
            tool_print(tool, tool->out, " in %t", values->names[w]);
        before = values->json ? "," : ", ";
    }
    fputs(!differ ? "" : values->json ? "]," : ")", tool->out);
    fputs(values->json ? "" : end, tool->out);
}

/* Names of differences outside turns. */
static const char *const frames[] = {
    [LUDUS_IN_RULESET] = "ruleset", [LUDUS_IN_START] = "start", [LUDUS_IN_RESULT] = "result"
};

static const char *const legalities[] = { "legal", "not legal", "not known" };

static void print_difference(struct tool *tool, const struct ludus_difference *difference)
{
    static const char *const kinds[][3] = {
        { "\n", " [only another spelling]\n", " [only ambiguous]\n" },
        { "}", ",\"kind\":\"orthographic\"}", ",\"kind\":\"ambiguous\"}" },
    };
    const struct values *values = tool->values;
    struct ludus_variant variant = { .size = sizeof variant };
    bool json = values->json, in_turn = difference->what == LUDUS_IN_TURN;
    if (json || values->have[0]->number > 1 || numbers_differ(values))
        print_record(tool, ", ");
    if (in_turn && json)
        tool_print(tool, tool->out, "\"turn\":\"%W\",\"added\":%b,", difference->number, difference->side,
                   difference->added);
    else if (in_turn)
        tool_print(tool, tool->out, "%s%W\n", difference->added ? "before " : "", difference->number,
                   difference->side);
    else
        fprintf(tool->out, json ? "\"record\":\"%s\"," : "%s\n",
                difference->tag ? difference->tag : frames[difference->what]);
    fputs(json ? "\"readings\":[" : "", tool->out);
    for (size_t w = 0; ludus_collation_variant(values->collation, difference->column, w, &variant); w++) {
        if (json) {
            tool_print(tool, tool->out, "%s{\"witness\":%j,\"text\":", w ? "," : "", values->names[w]);
            tool_print(tool, tool->out, variant.missing ? "null" : "%J", variant.text);
            fprintf(tool->out, ",\"group\":%zu", variant.group);
        } else
            tool_print(tool, tool->out, variant.missing ? "  %t: missing\n" : "  %t: %T", values->names[w],
                       variant.text);
        if (in_turn && !variant.missing)
            fprintf(tool->out,
                    json ? ",\"own\":\"%s\",\"consensus\":\"%s\"" : " [%s here, %s in the consensus]",
                    legalities[variant.own], legalities[variant.consensus]);
        if (json || !variant.missing)
            fputs(kinds[json][variant.kind], tool->out);
    }
    fputs(json ? "]}\n" : "", tool->out);
}

/* Compares the current records, and prints their differences. */
static void compare_witnesses(struct tool *tool)
{
    const struct values *values = tool->values;
    struct ludus_difference difference = { .size = sizeof difference };
    ludus_collation_clear(values->collation);
    for (size_t w = 0; w < values->witnesses; w++)
        if (!ludus_collation_add(values->collation, values->have[w]->game)) {
            tool_trouble(tool, "%s: record %zu cannot be compared", values->have[w]->file,
                         values->have[w]->number);
            return;
        }
    size_t differences = ludus_collation_compare(values->collation);
    if (differences == (size_t)-1) {
        tool_trouble(tool, "record %zu is too long to be compared", values->have[0]->number);
        return;
    }
    if (differences)
        tool_fault(tool, TOOL_FAULTY);
    if (values->apparatus) {
        ludus_collation_apparatus(values->collation, values->names, tool->text);
        tool_put_buffer(tool, tool->text);
        return;
    }
    for (size_t i = 0; !values->brief && ludus_collation_difference(values->collation, i, &difference); i++)
        print_difference(tool, &difference);
}

/* Prints players, event and date of a record, as far as they are known. */
static void print_title(struct tool *tool, const struct ludus_game *game)
{
    static const char *const tags[] = { "White", "Black", "Event", "Date" };
    static const char *const before[] = { "", " - ", ", ", ", " };
    bool any = false;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        struct ludus_text value = { "", 0 };
        (void)ludus_game_tag(game, tags[i], &value);
        if (value.length == 0 || *value.text == '?')
            continue;
        tool_print(tool, tool->out, "%s%S", any ? before[i] : "", value);
        any = true;
    }
    fputs(any ? "\n" : "present\n", tool->out);
}

/* Lists the files with and without the game; the latter are called by their file names. With --apparatus,
 * only reports the latter, as the edition of the first file has no place for them. */
static void print_presence(struct tool *tool)
{
    const struct values *values = tool->values;
    bool lists = !values->brief && !values->apparatus, text = lists && !values->json;
    if (lists)
        print_record(tool, "\n");
    fputs(lists && values->json ? "\"record\":\"partner\",\"readings\":[" : "", tool->out);
    for (size_t file = 0, w = 0; file < values->files; file++) {
        const struct witness *witness = &values->witness[file];
        bool has = w < values->witnesses && values->have[w] == witness;
        const char *name = has ? values->names[w] : base_name(witness->file);
        if (text)
            tool_print(tool, tool->out, has ? "  %t: " : "  %t: missing\n", name);
        else if (lists)
            tool_print(tool, tool->out, "%s{\"witness\":%j,\"present\":%b}", file ? "," : "", name, has);
        else if (values->apparatus && !has)
            tool_say(tool, TOOL_FAULTY, "%s has no partner of record %zu of %s", witness->file,
                     values->have[0]->number, values->have[0]->file);
        if (has && text)
            print_title(tool, witness->game);
        w += has;
    }
    fputs(lists && values->json ? "]}\n" : "", tool->out);
}

/* Compares a game in all its witnesses. False if the tool must stop. */
static bool compare_game(struct tool *tool, size_t game)
{
    const struct values *values = tool->values;
    if (!reread_game(tool, game))
        return false;
    if (values->witnesses < values->files) {
        tool_fault(tool, TOOL_FAULTY);
        print_presence(tool);
    }
    for (size_t w = 0; w < values->witnesses; w++)
        if (!values->have[w]->records[values->have[w]->number - 1].sound)
            return true; /* already reported */
    if (values->apparatus ? values->have[0] == values->witness : values->witnesses > 1)
        compare_witnesses(tool);
    return !tool_failed(tool);
}

int main(int argc, char **argv)
{
    struct values values = { .json = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        size_t files = (size_t)tool.file_count, games = 0, game = 0;
        tool.apart = true;
        values.pairing = ludus_pairing_new(tool.rules);
        values.collation = ludus_collation_new(tool.rules);
        if (files < 2 || files > WITNESSES_MAX) {
            tool_trouble(&tool, "give two files or more, at most %d", (int)WITNESSES_MAX);
        } else if (tool_memory(&tool, values.pairing && values.collation)) {
            tool.reading.max_record /= (unsigned)files; /* one record of each file is in memory */
            tool.reading.max_record += tool.reading.max_record == 0;
            tool_run(&tool, &(struct tool_work){ .game = store_record, .done = end_file });
            if (!values.failed && values.files == files &&
                tool_memory(&tool, ludus_pairing_match(values.pairing)))
                games = ludus_pairing_games(values.pairing);
        }
        while (game < games && compare_game(&tool, game))
            game++;
    }
    for (size_t i = 0; i < WITNESSES_MAX; i++) {
        free(values.witness[i].records);
        free(values.witness[i].text);
        ludus_import_close(values.witness[i].import);
    }
    ludus_pairing_free(values.pairing);
    ludus_collation_free(values.collation);
    return tool_end(&tool);
}
