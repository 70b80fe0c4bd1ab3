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
    { "apparatus", 'a', TOOL_FLAG, offsetof(struct values, apparatus), NULL,
      "write the first record with the other readings in comments" },
    { "brief", 'q', TOOL_FLAG, offsetof(struct values, brief), NULL, "print nothing; the exit status tells" },
    { "format", 0, TOOL_CHOICE, offsetof(struct values, format), "text|json", "how to list the differences" },
    { NULL, 0, 0, 0, NULL, NULL },
};

static const struct tool_spec spec = {
    "luddiff",
    "[OPTION]... FILE FILE...",
    "Compares transcriptions of the same games, record by record and turn by turn, as moves and not as text.",
    options,
    TOOL_RULES | TOOL_OUTPUT,
};

enum { WITNESSES_MAX = 64, NAME_MAX_LENGTH = 80 };

/* The files compared, and the records of theirs at hand. */
struct comparison {
    struct ludus_import *import[WITNESSES_MAX];
    struct ludus_game *game[WITNESSES_MAX];
    char name[WITNESSES_MAX][NAME_MAX_LENGTH];
    const char *names[WITNESSES_MAX];
    size_t count, number;
    struct ludus_collation *collation;
    struct ludus_buffer *text;
};

static void report(void *context, const struct ludus_message *message)
{
    if (message->severity == LUDUS_ERROR)
        tool_message(context, message);
}

/* A name that another witness has gets the number of its file. */
static void tell_apart(struct tool *tool, struct comparison *all, size_t index, size_t length)
{
    char *name = all->name[index], number[24];
    size_t other = 0, end;
    while (other < index && strcmp(all->name[other], name) != 0)
        other++;
    if (other == index)
        return;
    end = (size_t)snprintf(number, sizeof number, "-%zu", index + 1) + 1;
    length = length < NAME_MAX_LENGTH - end ? length : NAME_MAX_LENGTH - end;
    memcpy(name + length, number, end);
    if (all->number == 1)
        fprintf(tool_complain(tool), "luddiff: two witnesses are called %s: that in %s is called %s\n",
                all->name[other], tool->files[index], name);
}

/* A witness is called by its Witness tag, else by its file; blanks and quotes become hyphens. */
static void name_witness(struct tool *tool, struct comparison *all, size_t index)
{
    const char *path = tool->files[index], *slash = strrchr(path, '/');
    struct ludus_text tag;
    char *name = all->name[index];
    if (slash && slash[1])
        path = slash + 1;
    if (!ludus_game_tag(all->game[index], "Witness", &tag) || tag.length == 0)
        tag = (struct ludus_text){ path, strlen(path) };
    size_t length = tag.length < NAME_MAX_LENGTH - 1 ? tag.length : NAME_MAX_LENGTH - 1;
    for (size_t i = 0; i < length; i++) {
        char c = tag.text[i];
        name[i] = c == ' ' || c == '"' || c == ']' || c == '}' || (c >= 0 && c < ' ') ? '-' : c;
    }
    name[length] = '\0';
    tell_apart(tool, all, index, length);
    all->names[index] = name;
}

static void print_line(FILE *out, struct ludus_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] > ' ' || text.text[i] < 0)
            putc(text.text[i], out);
        else if (i + 1 < text.length && (text.text[i + 1] > ' ' || text.text[i + 1] < 0))
            putc(' ', out);
}

/* What witnesses differ in besides turns. */
static const char *const frames[] = {
    [LUDUS_IN_RULESET] = "ruleset", [LUDUS_IN_START] = "start", [LUDUS_IN_RESULT] = "result"
};

static const char *const legalities[] = { "legal", "not legal", "not known" };

static void print_variant(struct tool *tool, const struct comparison *all, size_t witness,
                          const struct ludus_variant *variant, bool in_turn)
{
    fprintf(tool->out, "  %s: ", all->names[witness]);
    if (variant->missing) {
        fputs("missing\n", tool->out);
        return;
    }
    print_line(tool->out, variant->text);
    if (in_turn)
        fprintf(tool->out, " [%s here, %s in the consensus]", legalities[variant->own],
                legalities[variant->consensus]);
    putc('\n', tool->out);
}

static void print_json(struct tool *tool, const struct comparison *all,
                       const struct ludus_difference *difference)
{
    struct ludus_variant variant;
    bool in_turn = difference->what == LUDUS_IN_TURN;
    fprintf(tool->out, "{\"game\":%zu,", all->number);
    if (in_turn)
        fprintf(tool->out, "\"turn\":\"%u%c\",\"added\":%s,", difference->number,
                difference->side == LUDUS_WHITE ? 'W' : 'B', difference->added ? "true" : "false");
    else
        fprintf(tool->out, "\"record\":\"%s\",", frames[difference->what]);
    fputs("\"readings\":[", tool->out);
    for (size_t w = 0; ludus_collation_variant(all->collation, difference->column, w, &variant); w++) {
        fputs(w ? ",{\"witness\":" : "{\"witness\":", tool->out);
        tool_json(tool->out, all->names[w], all->names[w] ? strlen(all->names[w]) : 0);
        fputs(",\"text\":", tool->out);
        if (variant.missing)
            fputs("null", tool->out);
        else
            tool_json(tool->out, variant.text.text, variant.text.length);
        fprintf(tool->out, ",\"group\":%zu", variant.group);
        if (in_turn && !variant.missing)
            fprintf(tool->out, ",\"own\":\"%s\",\"consensus\":\"%s\"", legalities[variant.own],
                    legalities[variant.consensus]);
        putc('}', tool->out);
    }
    fputs("]}\n", tool->out);
}

static void print_difference(struct tool *tool, const struct comparison *all,
                             const struct ludus_difference *difference)
{
    struct ludus_variant variant;
    if (all->number > 1)
        fprintf(tool->out, "record %zu, ", all->number);
    if (difference->what == LUDUS_IN_TURN)
        fprintf(tool->out, "%s%u%c\n", difference->added ? "before " : "", difference->number,
                difference->side == LUDUS_WHITE ? 'W' : 'B');
    else
        fprintf(tool->out, "%s\n", frames[difference->what]);
    for (size_t w = 0; ludus_collation_variant(all->collation, difference->column, w, &variant); w++)
        print_variant(tool, all, w, &variant, difference->what == LUDUS_IN_TURN);
}

static void print_all(struct tool *tool, struct comparison *all)
{
    const struct values *values = tool->values;
    struct ludus_difference difference;
    if (values->apparatus) {
        ludus_buffer_clear(all->text);
        ludus_collation_apparatus(all->collation, all->names, all->text);
        struct ludus_text text = ludus_buffer_text(all->text);
        if (ludus_buffer_failed(all->text))
            tool_trouble(tool, "out of memory");
        tool_put(tool, text);
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
    for (size_t i = 0; i < all->count; i++) {
        tool->file = tool->files[i];
        name_witness(tool, all, i);
        if (!ludus_collation_add(all->collation, all->game[i])) {
            ludus_game_messages(all->game[i], report, tool);
            tool_trouble(tool, "%s: record %zu cannot be compared", tool->file, all->number);
            return;
        }
    }
    size_t differences = ludus_collation_compare(all->collation);
    if (differences == (size_t)-1)
        tool_trouble(tool, "record %zu is too long to be compared", all->number);
    else if (differences)
        tool_fault(tool, TOOL_FAULTY);
    if (differences != (size_t)-1)
        print_all(tool, all);
}

/* The next record of every file, empty ones left out. False when no file has one, or not all of them. */
static bool next_records(struct tool *tool, struct comparison *all)
{
    size_t found = 0, lacking = 0;
    for (size_t i = 0; i < all->count; i++) {
        do
            all->game[i] = ludus_import_next(all->import[i]);
        while (all->game[i] && ludus_game_empty(all->game[i]));
        found += all->game[i] != NULL;
        if (ludus_import_error(all->import[i])) {
            tool_trouble(tool, "%s: %s", tool->files[i], tool_reason(ludus_import_error(all->import[i])));
            return false;
        }
        lacking = all->game[i] ? lacking : i;
    }
    all->number++;
    if (found == all->count || found == 0)
        return found > 0;
    tool_lack(tool, "%s has no record %zu to compare", tool->files[lacking], all->number);
    return false;
}

static bool open_all(struct tool *tool, struct comparison *all)
{
    const struct values *values = tool->values;
    if (values->apparatus + values->brief + (values->format == JSON) > 1) {
        tool_trouble(tool, "--apparatus, --brief and --format=json exclude each other");
        return false;
    }
    if (tool->file_count < 2 || tool->file_count > WITNESSES_MAX) {
        tool_trouble(tool, "give two files or more, at most %d", (int)WITNESSES_MAX);
        return false;
    }
    if (!tool_input_free(tool))
        return false;
    tool->apart = true;
    for (int i = 0; i < tool->file_count; i++) {
        all->import[i] = tool_open(tool, i);
        if (!all->import[i]) {
            tool_trouble(tool, "%s: %s", tool->files[i], strerror(errno));
            return false;
        }
        all->count++;
    }
    all->collation = ludus_collation_new(tool->rules);
    all->text = ludus_buffer_new();
    if (!all->collation || !all->text)
        tool_trouble(tool, "out of memory");
    return all->collation && all->text;
}

int main(int argc, char **argv)
{
    struct values values = { .format = TEXT };
    struct comparison *all = calloc(1, sizeof *all);
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        if (!all)
            tool_trouble(&tool, "out of memory");
        else if (open_all(&tool, all))
            while (next_records(&tool, all))
                compare(&tool, all);
    }
    for (size_t i = 0; all && i < all->count; i++)
        ludus_import_close(all->import[i]);
    if (all) {
        ludus_collation_free(all->collation);
        ludus_buffer_free(all->text);
    }
    free(all);
    return tool_end(&tool);
}
