/* luddiff.c - compares transcriptions of one game, as moves and not as text. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT, JSON };

struct values {
    bool apparatus, brief;
    unsigned format;
};

static const struct tool_option options[] = {
    { "apparatus", 'a', TOOL_FLAG, VALUE(apparatus), NULL,
      "write the first record with the other readings in comments" },
    { "brief", 'q', TOOL_FLAG, VALUE(brief), NULL, "print nothing; the exit status tells" },
    { "format", 0, TOOL_CHOICE, VALUE(format), "text|json", "how to list the differences" },
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

enum { WITNESSES_MAX = 64, NAME_MAX_LENGTH = 80 };

/* A record of a file. */
struct record {
    size_t place, length; /* of its text among those kept */
    bool sound;           /* it can be played at all */
};

struct witness {
    struct record *records; /* owned */
    size_t count, capacity;
    char *text;                  /* owned: of the record at hand */
    struct ludus_import *import; /* of it */
    char name[NAME_MAX_LENGTH];
};

struct comparison {
    struct witness witness[WITNESSES_MAX];
    size_t files;
    struct ludus_replay *replay;
    struct ludus_pairing *pairing;
    size_t length; /* of the texts of all records in tool->scratch: a file may be a pipe, and partners lie
                      anywhere */
    bool told;     /* that two witnesses have one name */
    /* The game at hand. */
    size_t index[WITNESSES_MAX];  /* files that have it */
    size_t number[WITNESSES_MAX]; /* of its record in each of them, from 1 */
    struct ludus_game *game[WITNESSES_MAX];
    const char *names[WITNESSES_MAX];
    size_t witnesses;
    struct ludus_collation *collation;
    struct ludus_buffer *text;
};

/* ---- Reading all records ---- */

static bool take_record(struct tool *tool, struct comparison *all, size_t file, struct ludus_game *game)
{
    struct witness *witness = &all->witness[file];
    struct ludus_text text = ludus_game_source(game);
    if (witness->count == witness->capacity) {
        size_t capacity = 2 * (witness->capacity + 16);
        struct record *records = realloc(witness->records, capacity * sizeof *records);
        if (!records)
            return false;
        witness->records = records;
        witness->capacity = capacity;
    }
    struct record *record = &witness->records[witness->count++];
    *record = (struct record){ .place = all->length,
                               .length = text.length,
                               .sound = ludus_replay_start(all->replay, game) };
    if (!record->sound) {
        tool_report(tool, game, LUDUS_ERROR);
        tool_trouble(tool, "%s: record %zu cannot be compared", tool->file, witness->count);
    }
    all->length += text.length;
    return ludus_pairing_add(all->pairing, file, game) &&
           fwrite(text.text, 1, text.length, tool->scratch) == text.length;
}

/* Reads the records of a file, empty ones left out. */
static bool read_records(struct tool *tool, struct comparison *all, size_t file)
{
    tool->file = tool->files[file];
    struct ludus_import *import = tool_open(tool, (int)file);
    if (!import)
        return tool_trouble(tool, "%s: %s", tool->file, tool_reason(errno));
    bool sound = true;
    for (struct ludus_game *game; sound && (game = ludus_import_next(import)) != NULL;)
        sound = !tool_takes(tool, game) || ludus_game_empty(game) || take_record(tool, all, file, game);
    int error = ludus_import_error(import);
    if (error)
        tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
    else if (!sound)
        tool_trouble(tool, "%s: %s", tool->file, errno ? strerror(errno) : "out of memory");
    ludus_import_close(import);
    return sound && !error;
}

/* ---- The game at hand ---- */

/* A name that another witness has gets the number of its file. */
static void tell_apart(struct tool *tool, struct comparison *all, size_t w, size_t length)
{
    char *name = all->witness[all->index[w]].name, number[24];
    size_t other = 0, end;
    while (other < w && strcmp(all->names[other], name) != 0)
        other++;
    if (other == w)
        return;
    end = (size_t)snprintf(number, sizeof number, "-%zu", all->index[w] + 1) + 1;
    length = length < NAME_MAX_LENGTH - end ? length : NAME_MAX_LENGTH - end;
    memcpy(name + length, number, end);
    if (!all->told)
        tool_say(tool, TOOL_OK, "two witnesses are called %s: that in %s is called %s", all->names[other],
                 tool->files[all->index[w]], name);
    all->told = true;
}

/* A witness is called by its Witness tag, else by its file; blanks and quotes become hyphens. */
static void name_witness(struct tool *tool, struct comparison *all, size_t w, const struct ludus_game *game)
{
    const char *path = tool->files[all->index[w]], *slash = strrchr(path, '/');
    struct ludus_text tag;
    char *name = all->witness[all->index[w]].name;
    if (slash && slash[1])
        path = slash + 1;
    if (!ludus_game_tag(game, "Witness", &tag) || tag.length == 0)
        tag = (struct ludus_text){ path, strlen(path) };
    size_t length = tag.length < NAME_MAX_LENGTH - 1 ? tag.length : NAME_MAX_LENGTH - 1;
    for (size_t i = 0; i < length; i++) {
        char c = tag.text[i];
        name[i] = c == ' ' || c == '"' || c == ']' || c == '}' || (c >= 0 && c < ' ') ? '-' : c;
    }
    name[length] = '\0';
    all->names[w] = name;
    tell_apart(tool, all, w, length);
}

/* Reads the records of a game again. False when one cannot be had. */
static bool recall_game(struct tool *tool, struct comparison *all, size_t game)
{
    const struct ludus_import_options reading = { .size = sizeof reading,
                                                  .format = LUDUS_FORMAT_LUDUS,
                                                  .max_record = tool->reading.max_record };
    all->witnesses = 0;
    for (size_t file = 0; file < all->files; file++) {
        struct witness *witness = &all->witness[file];
        size_t w = all->witnesses;
        if (!ludus_pairing_record(all->pairing, game, file, &all->number[w]))
            continue;
        const struct record *record = &witness->records[all->number[w]++];
        free(witness->text);
        ludus_import_close(witness->import);
        /* The text of a record, to be freed; NULL without memory, or when it cannot be read again. */
        char *text = malloc(record->length + 1);
        if (text && (fseeko(tool->scratch, (off_t)record->place, SEEK_SET) != 0 ||
                     fread(text, 1, record->length, tool->scratch) != record->length)) {
            free(text);
            text = NULL;
        }
        witness->text = text;
        witness->import = witness->text
                              ? ludus_import_bytes(witness->text, record->length, tool->files[file], &reading)
                              : NULL;
        all->game[w] = witness->import ? ludus_import_next(witness->import) : NULL;
        if (!all->game[w])
            return tool_trouble(tool, "%s: %s", tool->files[file], strerror(errno ? errno : ENOMEM));
        all->index[w] = file;
        name_witness(tool, all, w, all->game[w]);
        all->witnesses++;
    }
    return true;
}

static bool numbers_differ(const struct comparison *all)
{
    for (size_t w = 1; w < all->witnesses; w++)
        if (all->number[w] != all->number[0])
            return true;
    return false;
}

/* What witnesses differ in besides turns. */
static const char *const frames[] = {
    [LUDUS_IN_RULESET] = "ruleset", [LUDUS_IN_START] = "start", [LUDUS_IN_RESULT] = "result"
};

static const char *const legalities[] = { "legal", "not legal", "not known" };

static const char *what_of(const struct ludus_difference *difference)
{
    return difference->tag ? difference->tag : frames[difference->what];
}

/* Begins an object, with the numbers of the records, where they are not one. */
static void print_numbers(struct tool *tool, const struct comparison *all)
{
    fprintf(tool->out, "{\"game\":%zu,", all->number[0]);
    if (!numbers_differ(all))
        return;
    for (size_t w = 0; w < all->witnesses; w++)
        fprintf(tool->out, "%s%zu", w ? "," : "\"numbers\":[", all->number[w]);
    fputs("],", tool->out);
}

static void print_json(struct tool *tool, const struct comparison *all,
                       const struct ludus_difference *difference)
{
    static const char *const kinds[] = { "", ",\"kind\":\"orthographic\"", ",\"kind\":\"ambiguous\"" };
    struct ludus_variant variant = { .size = sizeof variant };
    bool in_turn = difference->what == LUDUS_IN_TURN;
    print_numbers(tool, all);
    if (in_turn)
        tool_print(tool, tool->out, "\"turn\":\"%W\",\"added\":%b,", difference->number, difference->side,
                   difference->added);
    else
        tool_print(tool, tool->out, "\"record\":\"%s\",", what_of(difference));
    fputs("\"readings\":[", tool->out);
    for (size_t w = 0; ludus_collation_variant(all->collation, difference->column, w, &variant); w++) {
        tool_print(tool, tool->out, "%s{\"witness\":%j,\"text\":", w ? "," : "", all->names[w]);
        tool_print(tool, tool->out, variant.missing ? "null" : "%J", variant.text);
        fprintf(tool->out, ",\"group\":%zu", variant.group);
        if (in_turn && !variant.missing)
            fprintf(tool->out, ",\"own\":\"%s\",\"consensus\":\"%s\"", legalities[variant.own],
                    legalities[variant.consensus]);
        fprintf(tool->out, "%s}", kinds[variant.kind]);
    }
    fputs("]}\n", tool->out);
}

/* Which record it is: that of the first witness, and those of others where they have other numbers. */
static void print_record(struct tool *tool, const struct comparison *all, const char *end)
{
    const char *before = " (";
    fprintf(tool->out, "record %zu", all->number[0]);
    for (size_t w = 1; w < all->witnesses; w++) {
        if (all->number[w] == all->number[0])
            continue;
        tool_print(tool, tool->out, "%s%zu in %t", before, all->number[w], all->names[w]);
        before = ", ";
    }
    fprintf(tool->out, "%s%s", *before == ',' ? ")" : "", end);
}

static void print_difference(struct tool *tool, const struct comparison *all,
                             const struct ludus_difference *difference)
{
    static const char *const kinds[] = { "", " [only another spelling]", " [only ambiguous]" };
    struct ludus_variant variant = { .size = sizeof variant };
    bool in_turn = difference->what == LUDUS_IN_TURN;
    if (all->number[0] > 1 || numbers_differ(all))
        print_record(tool, all, ", ");
    if (in_turn)
        tool_print(tool, tool->out, "%s%W\n", difference->added ? "before " : "", difference->number,
                   difference->side);
    else
        fprintf(tool->out, "%s\n", what_of(difference));
    for (size_t w = 0; ludus_collation_variant(all->collation, difference->column, w, &variant); w++) {
        tool_print(tool, tool->out, variant.missing ? "  %t: missing\n" : "  %t: %T", all->names[w],
                   variant.text);
        if (in_turn && !variant.missing)
            fprintf(tool->out, " [%s here, %s in the consensus]", legalities[variant.own],
                    legalities[variant.consensus]);
        if (!variant.missing)
            fprintf(tool->out, "%s\n", kinds[variant.kind]);
    }
}

static void print_all(struct tool *tool, struct comparison *all)
{
    const struct values *values = tool->values;
    struct ludus_difference difference = { .size = sizeof difference };
    if (values->apparatus) {
        ludus_buffer_clear(all->text);
        ludus_collation_apparatus(all->collation, all->names, all->text);
        tool_put_buffer(tool, all->text);
        return;
    }
    for (size_t i = 0; !values->brief && ludus_collation_difference(all->collation, i, &difference); i++)
        if (values->format == JSON)
            print_json(tool, all, &difference);
        else
            print_difference(tool, all, &difference);
}

/* Compares the records at hand. */
static void compare(struct tool *tool, struct comparison *all)
{
    ludus_collation_clear(all->collation);
    for (size_t w = 0; w < all->witnesses; w++)
        if (!ludus_collation_add(all->collation, all->game[w])) {
            tool_trouble(tool, "%s: record %zu cannot be compared", tool->files[all->index[w]],
                         all->number[w]);
            return;
        }
    size_t differences = ludus_collation_compare(all->collation);
    if (differences == (size_t)-1)
        tool_trouble(tool, "record %zu is too long to be compared", all->number[0]);
    else if (differences)
        tool_fault(tool, TOOL_FAULTY);
    if (differences != (size_t)-1)
        print_all(tool, all);
}

/* Players, event and date of a record, as far as they are known. */
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
        fputs(any ? before[i] : "", tool->out);
        tool_safely(tool->out, value.text, value.length);
        any = true;
    }
    fputs(any ? "\n" : "present\n", tool->out);
}

/* Lists the files that have the game, and those that have not, which are called by their names. */
static void print_lack(struct tool *tool, struct comparison *all)
{
    bool json = ((const struct values *)tool->values)->format == JSON;
    size_t w = 0;
    if (json)
        print_numbers(tool, all);
    else
        print_record(tool, all, "\n");
    fputs(json ? "\"record\":\"partner\",\"readings\":[" : "", tool->out);
    for (size_t file = 0; file < all->files; file++) {
        const char *slash = strrchr(tool->files[file], '/');
        bool has = w < all->witnesses && all->index[w] == file;
        const char *name = has ? all->names[w] : slash && slash[1] ? slash + 1 : tool->files[file];
        if (json) {
            tool_print(tool, tool->out, "%s{\"witness\":%j,\"present\":%b}", file ? "," : "", name, has);
        } else {
            tool_print(tool, tool->out, has ? "  %t: " : "  %t: missing\n", name);
            if (has)
                print_title(tool, all->game[w]);
        }
        w += has;
    }
    fputs(json ? "]}\n" : "", tool->out);
}

/* Compares a game in all witnesses that have it. */
static bool compare_game(struct tool *tool, struct comparison *all, size_t game)
{
    const struct values *values = tool->values;
    if (!recall_game(tool, all, game))
        return false;
    if (all->witnesses < all->files) {
        /* Says which files lack the game. An edition of the first file has no place for that. */
        tool_fault(tool, TOOL_FAULTY);
        if (!values->brief && !values->apparatus)
            print_lack(tool, all);
        for (size_t file = 0, w = 0; values->apparatus && file < all->files; file++)
            if (w < all->witnesses && all->index[w] == file)
                w++;
            else
                tool_say(tool, TOOL_FAULTY, "%s has no partner of record %zu of %s", tool->files[file],
                         all->number[0], tool->files[all->index[0]]);
    }
    for (size_t w = 0; w < all->witnesses; w++)
        if (!all->witness[all->index[w]].records[all->number[w] - 1].sound)
            return true; /* that has been said */
    if (values->apparatus ? all->index[0] == 0 : all->witnesses > 1)
        compare(tool, all);
    return !tool_failed(tool);
}

static bool open_all(struct tool *tool, struct comparison *all)
{
    if (tool->file_count < 2 || tool->file_count > WITNESSES_MAX)
        return tool_trouble(tool, "give two files or more, at most %d", (int)WITNESSES_MAX);
    if (!tool_input_free(tool))
        return false;
    tool->apart = true;
    all->files = (size_t)tool->file_count;
    tool->reading.max_record /= (unsigned)all->files; /* so many records are held at once */
    tool->reading.max_record += tool->reading.max_record == 0;
    all->replay = ludus_replay_new(tool->rules);
    all->pairing = ludus_pairing_new(tool->rules);
    all->collation = ludus_collation_new(tool->rules);
    all->text = ludus_buffer_new();
    return tool_memory(tool, all->replay && all->pairing && all->collation && all->text);
}

int main(int argc, char **argv)
{
    struct values values = { .format = TEXT };
    struct comparison *all = calloc(1, sizeof *all);
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        if (tool_memory(&tool, all != NULL) && open_all(&tool, all)) {
            bool sound = true;
            for (size_t file = 0; sound && file < all->files; file++) {
                errno = 0;
                sound = read_records(&tool, all, file);
            }
            sound = sound && tool_memory(&tool, ludus_pairing_match(all->pairing));
            for (size_t game = 0; sound && game < ludus_pairing_games(all->pairing); game++)
                sound = compare_game(&tool, all, game);
        }
    }
    if (all) {
        for (size_t i = 0; i < WITNESSES_MAX; i++) {
            free(all->witness[i].records);
            free(all->witness[i].text);
            ludus_import_close(all->witness[i].import);
        }
        ludus_pairing_free(all->pairing);
        ludus_replay_free(all->replay);
        ludus_collation_free(all->collation);
        ludus_buffer_free(all->text);
        free(all);
    }
    return tool_end(&tool);
}
