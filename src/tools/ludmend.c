/* ludmend.c - restores damaged records from the rules, and repairs faulty ones. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT, JSON };

struct values {
    unsigned format, limit, top, apply;
    bool write, explain, repair;
    const char *confusions;
    char *groups; /* of --confusions; owned */
    struct ludus_mend *mend;
    struct ludus_replay *check; /* what is at fault that no restoring or repair answers for */
    struct ludus_buffer *text;
};

static const struct tool_option options[] = {
    { "write", 'w', TOOL_FLAG, VALUE(write), NULL,
      "write the records, with what can be read in one way only in <...>" },
    { "repair", 0, TOOL_FLAG, VALUE(repair), NULL,
      "look for the least change after which a faulty record is legal" },
    { "apply", 0, TOOL_COUNT, VALUE(apply), "K", "write the records with repair number K made" },
    { "explain", 'e', TOOL_FLAG, VALUE(explain), NULL, "say why the other readings fall" },
    { "confusions", 0, TOOL_READ, VALUE(confusions), "FILE", "take the signs that look alike from FILE" },
    { "limit", 0, TOOL_COUNT, VALUE(limit), "N", "try at most N readings and turns of a record" },
    { "top", 'n', TOOL_NUMBER, VALUE(top), "N", "list at most N readings or repairs, not 10" },
    { "format", 0, TOOL_CHOICE, VALUE(format), "text|json", "how to list them" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "repair write", NULL, NULL,
      "--write and --repair exclude each other; --apply=K writes the records repaired" },
    { "explain", NULL, "repair apply", "--explain does not go with --repair and --apply" },
    { "apply format=json", NULL, NULL, "--format=json does not go with --apply, which writes records" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludmend",
    "[OPTION]... [FILE]...",
    "Restores what is lost or unclear in records from the limits, and repairs records that break them.",
    options,
    TOOL_RULES | TOOL_OUTPUT,
    limits,
};

static char side_letter(enum ludus_side side)
{
    return side == LUDUS_WHITE ? 'W' : 'B';
}

static void json_text(FILE *out, const char *key, const char *text, size_t length)
{
    fprintf(out, "\"%s\":", key);
    tool_json(out, text, length);
}

/* ---- Restoring ---- */

static void print_reading(struct tool *tool, FILE *out, const struct ludus_reading *reading, bool exact)
{
    const struct values *values = tool->values;
    if (reading->allowed && !exact)
        fprintf(out, "    found   %s\n", reading->text);
    else if (reading->allowed)
        fprintf(out, "    %5.1f%%  %s\n", 100 * reading->share, reading->text);
    else if (values->explain)
        fprintf(out, "    falls   %s: at %u%c, %s\n", reading->text, reading->number,
                side_letter(reading->side),
                reading->reason ? reading->reason : "the rest of the turn does not go with it");
}

static void print_gap(struct tool *tool, FILE *out, size_t index, const struct ludus_gap *gap)
{
    const struct values *values = tool->values;
    struct ludus_reading reading = { .size = sizeof reading };
    size_t left = values->top;
    bool unique = gap->exact && gap->readings == 1;
    fprintf(tool_name(tool, out), ":%zu:%zu: %u%c ", gap->line, gap->column, gap->number,
            side_letter(gap->side));
    tool_line(out, gap->text);
    fputs(gap->length ? ": " : gap->roll ? "(no roll): " : "(lost turn): ", out);
    if (unique && ludus_mend_reading(values->mend, index, 0, &reading))
        fprintf(out, "unique: %s\n", reading.text);
    else if (gap->readings)
        fprintf(out, "%zu reading%s%s\n", gap->readings, gap->readings > 1 ? "s" : "",
                gap->exact ? "" : " so far");
    else
        fprintf(out, "no reading%s\n", gap->exact ? "" : " so far");
    for (size_t i = 0; left > 0 && ludus_mend_reading(values->mend, index, i, &reading); i++) {
        if (reading.allowed ? unique : !values->explain)
            continue;
        print_reading(tool, out, &reading, gap->exact);
        left--;
    }
}

static void json_reading(FILE *out, const struct ludus_reading *reading, bool exact, bool first)
{
    fputs(first ? "{" : ",{", out);
    json_text(out, "text", reading->text, strlen(reading->text));
    if (reading->allowed) {
        if (exact)
            fprintf(out, ",\"share\":%.6g}", reading->share);
        else
            fputs(",\"share\":null}", out);
        return;
    }
    fprintf(out, ",\"falls\":\"%u%c\",", reading->number, side_letter(reading->side));
    if (reading->reason)
        json_text(out, "reason", reading->reason, strlen(reading->reason));
    else
        fputs("\"reason\":null", out);
    fputs("}", out);
}

static void json_gap(struct tool *tool, FILE *out, size_t index, const struct ludus_gap *gap, size_t game)
{
    const struct values *values = tool->values;
    struct ludus_reading reading = { .size = sizeof reading };
    fputs("{", out);
    json_text(out, "file", tool->file, strlen(tool->file));
    fprintf(out, ",\"game\":%zu,\"line\":%zu,\"column\":%zu,\"turn\":\"%u%c\",\"part\":\"%s\",", game,
            gap->line, gap->column, gap->number, side_letter(gap->side), gap->roll ? "roll" : "move");
    json_text(out, "text", gap->text.text, gap->text.length);
    fprintf(out, ",\"exact\":%s,\"count\":%zu,\"readings\":[", gap->exact ? "true" : "false", gap->readings);
    for (size_t i = 0;
         i < gap->readings && i < values->top && ludus_mend_reading(values->mend, index, i, &reading); i++)
        json_reading(out, &reading, gap->exact, i == 0);
    fputs("]", out);
    if (values->explain) {
        fputs(",\"fallen\":[", out);
        for (size_t i = 0;
             i < values->top && ludus_mend_reading(values->mend, index, gap->readings + i, &reading); i++)
            json_reading(out, &reading, gap->exact, i == 0);
        fputs("]", out);
    }
    fputs("}\n", out);
}

static void write_text(struct tool *tool)
{
    const struct values *values = tool->values;
    tool_put_buffer(tool, values->text);
    ludus_buffer_clear(values->text);
}

/* Says where the search ended, if not at the end of the record. */
static void say_limits(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    enum ludus_side side;
    unsigned number;
    size_t sound, turns = ludus_mend_turns(values->mend, &sound), record = ludus_game_number(game);
    if (ludus_mend_gave_up(values->mend, &number, &side))
        fprintf(tool_name(tool, tool_complain(tool)),
                ": record %zu: given up at the limit, having come as far as %u%c: readings may be missing\n",
                record, number, side_letter(side));
    else if (ludus_mend_sound(values->mend))
        return;
    else if (sound < turns)
        fprintf(tool_name(tool, tool_complain(tool)),
                ": record %zu: nothing legal goes beyond %u%c; ludmend --repair looks for the fault\n",
                record, number, side_letter(side));
    else
        fprintf(tool_name(tool, tool_complain(tool)),
                ": record %zu: the game would end otherwise than the record says\n", record);
    tool_fault(tool, TOOL_FAULTY);
}

/* Says what damage the search has left out. */
static void say_unsearched(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    size_t line, column, count = ludus_mend_unsearched(values->mend, &line, &column);
    if (count == 0)
        return;
    fprintf(tool_name(tool, tool_complain(tool)),
            ":%zu:%zu: record %zu: %zu damaged place%s not searched, being in a variation or from "
            "a turn with 'sic' on\n",
            line, column, ludus_game_number(game), count, count > 1 ? "s" : "");
    tool_fault(tool, TOOL_FAULTY);
}

/* Hands on what is wrong with the record besides its damage. Where nothing is damaged, and the search has
 * found nothing to stop it, that is all that ludcheck finds; else only what cannot be read, because damaged
 * turns can be read as legal ones. */
static void say_faults(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    if (ludus_mend_gaps(values->mend) == 0 && ludus_mend_sound(values->mend))
        ludus_game_check(values->check, game);
    tool_report(tool, game, LUDUS_ERROR);
    if (ludus_game_count(game, LUDUS_ERROR))
        tool_fault(tool, TOOL_FAULTY);
}

static void restore(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    FILE *out = values->write ? tool_complain(tool) : tool->out;
    struct ludus_gap gap = { .size = sizeof gap };
    if (!ludus_mend_restore(values->mend, game)) {
        tool_report(tool, game, LUDUS_ERROR);
        tool_fault(tool, TOOL_FAULTY);
        if (values->write)
            tool_put(tool, ludus_game_source(game));
        return;
    }
    for (size_t i = 0; ludus_mend_gap(values->mend, i, &gap); i++) {
        if (values->format == JSON)
            json_gap(tool, out, i, &gap, ludus_game_number(game));
        else
            print_gap(tool, out, i, &gap);
        if (gap.readings != 1)
            tool_fault(tool, TOOL_FAULTY);
    }
    say_faults(tool, game);
    say_unsearched(tool, game);
    say_limits(tool, game);
    if (values->write) {
        ludus_mend_write(values->mend, values->text);
        write_text(tool);
    }
}

/* ---- Repairing ---- */

static void print_repair(struct tool *tool, const struct ludus_game *game, size_t rank,
                         const struct ludus_repair *repair)
{
    const struct values *values = tool->values;
    if (values->format == TEXT) {
        fprintf(tool_name(tool, tool->out), ":%zu:%zu: %zu. %u%c %s: ", repair->line, repair->column, rank,
                repair->number, side_letter(repair->side), repair->kind);
        tool_line(tool->out, repair->before);
        fputs(" -> ", tool->out);
        tool_line(tool->out, (struct ludus_text){ repair->after, strlen(repair->after) });
        if (repair->whole)
            fputs("; legal to the end", tool->out);
        else
            fprintf(tool->out, "; legal for %zu turns", repair->turns);
        if (repair->missing_rolls)
            fprintf(tool->out, " but for %zu missing roll%s", repair->missing_rolls,
                    repair->missing_rolls > 1 ? "s" : "");
        if (repair->whole)
            fprintf(tool->out, ", %zu turns", repair->turns);
        fprintf(tool->out, " (%zu more)\n", repair->gain);
        return;
    }
    fputs("{", tool->out);
    json_text(tool->out, "file", tool->file, strlen(tool->file));
    fprintf(tool->out, ",\"game\":%zu,\"rank\":%zu,\"line\":%zu,\"column\":%zu,\"turn\":\"%u%c\",",
            ludus_game_number(game), rank, repair->line, repair->column, repair->number,
            side_letter(repair->side));
    json_text(tool->out, "kind", repair->kind, strlen(repair->kind));
    putc(',', tool->out);
    json_text(tool->out, "before", repair->before.text, repair->before.length);
    putc(',', tool->out);
    json_text(tool->out, "after", repair->after, strlen(repair->after));
    fprintf(tool->out, ",\"turns\":%zu,\"gain\":%zu,\"whole\":%s,\"missing_rolls\":%zu}\n", repair->turns,
            repair->gain, repair->whole && !repair->missing_rolls ? "true" : "false", repair->missing_rolls);
}

/* Hands the first fault of a record on. */
static void report_first(void *context, const struct ludus_message *message)
{
    struct tool **tool = context;
    if (message->severity != LUDUS_ERROR || !*tool)
        return;
    tool_message(*tool, message);
    *tool = NULL;
}

/* Says which fault of the record there is no repair for. */
static void say_unmended(struct tool *tool, struct ludus_game *game, size_t sound, size_t turns)
{
    struct tool *teller = tool;
    ludus_game_messages(game, report_first, &teller);
    FILE *out = tool_complain(tool);
    tool_safely(out, tool->file, strlen(tool->file));
    fprintf(out, ": record %zu: ", ludus_game_number(game));
    if (sound < turns)
        fprintf(out, "no small change makes more than %zu of %zu turns legal\n", sound, turns);
    else
        fprintf(out, "no repair is known for this\n");
}

static void repair(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    struct ludus_repair found = { .size = sizeof found };
    size_t count = ludus_mend_repair(values->mend, game);
    size_t sound, turns = ludus_mend_turns(values->mend, &sound);
    if (turns)
        ludus_game_check(values->check, game);
    bool faulty = sound < turns || count || ludus_game_count(game, LUDUS_ERROR);
    if (faulty)
        tool_fault(tool, TOOL_FAULTY);
    if (values->apply) {
        if (count < values->apply && faulty)
            tool_trouble(tool, "%s: record %zu has no repair number %u", tool->file, ludus_game_number(game),
                         values->apply);
        if (count < values->apply)
            tool_put(tool, ludus_game_source(game));
        else
            ludus_mend_apply(values->mend, values->apply - 1, values->text);
        write_text(tool);
        return;
    }
    if (turns == 0 && count == 0 && faulty) { /* its rules or its start cannot be had */
        tool_report(tool, game, LUDUS_ERROR);
        return;
    }
    for (size_t i = 0; i < values->top && ludus_mend_repair_at(values->mend, i, &found); i++)
        print_repair(tool, game, i + 1, &found);
    enum ludus_side side;
    unsigned number;
    if (ludus_mend_gave_up(values->mend, &number, &side))
        fprintf(tool_name(tool, tool_complain(tool)),
                ": record %zu: given up at the limit: changes may be missing\n", ludus_game_number(game));
    else if (ludus_mend_damaged(values->mend))
        fprintf(tool_name(tool, tool_complain(tool)),
                ": record %zu: after %zu of %zu turns damage leaves open what was played; restore it first\n",
                ludus_game_number(game), sound, turns);
    else if (faulty && count == 0)
        say_unmended(tool, game, sound, turns);
}

static void each_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    if (ludus_game_empty(game)) {
        if (values->write || values->apply)
            tool_put(tool, ludus_game_source(game));
    } else if (values->repair || values->apply) {
        repair(tool, game);
    } else {
        restore(tool, game);
    }
}

static bool prepare(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_mend_options wanted = { .size = sizeof wanted,
                                         .limit = values->limit,
                                         .explain = values->explain };
    if (values->confusions) {
        values->groups = tool_read_file(tool, values->confusions, &wanted.confusions_length);
        if (!values->groups)
            return false;
        wanted.confusions = values->groups;
    }
    values->mend = ludus_mend_new(tool->rules, &wanted);
    values->text = ludus_buffer_new();
    values->check = ludus_replay_new(tool->rules);
    return tool_memory(tool, values->mend && values->text && values->check);
}

int main(int argc, char **argv)
{
    struct values values = { .top = 10 };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && prepare(&tool))
        tool_games(&tool, each_game, NULL);
    ludus_mend_free(values.mend);
    ludus_replay_free(values.check);
    ludus_buffer_free(values.text);
    free(values.groups);
    return tool_end(&tool);
}
