/* ludmend.c - restores damaged records from the rules, and repairs faulty ones. */
#include "tool.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT, JSON };

#define MARGIN_ONE 2.0
#define MARGIN_SEVERAL 5.0

struct values {
    unsigned format, limit, top;
    bool write, explain, repair;
    const char *apply, *margin;
    unsigned rank; /* of the repair to apply; 0: the certain changes of the best */
    double least;  /* margin of a certain change; negative without --margin */
    const char *confusions;
    char *groups; /* text of --confusions; owned */
    struct ludus_mend *mend;
};

static const struct tool_option options[] = {
    { "write", 'w', TOOL_FLAG, VALUE(write), NULL,
      "write the records, with each reading that is unique in <...>" },
    { "repair", 0, TOOL_FLAG, VALUE(repair), NULL,
      "find the most likely changes that make a faulty record legal" },
    { "apply", 0, TOOL_TEXT, VALUE(apply), "best|K",
      "write the records with the certain changes of the best repair, or with repair number K" },
    { "margin", 0, TOOL_TEXT, VALUE(margin), "NATS",
      "how certain a change of --apply=best must be: 0 to 5 (2; 5 for changes that go together)" },
    { "explain", 'e', TOOL_FLAG, VALUE(explain), NULL, "explain why the other readings are impossible" },
    { "confusions", 0, TOOL_READ, VALUE(confusions), "FILE", "read from FILE which signs look alike" },
    { "limit", 0, TOOL_COUNT, VALUE(limit), "N", "try at most N readings and turns of a record" },
    { "top", 'n', TOOL_NUMBER, VALUE(top), "N", "list at most N readings or changes (10)" },
    { "format", 0, TOOL_CHOICE, VALUE(format), "text|json", "how to list them" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "repair write", NULL, NULL,
      "--write and --repair exclude each other; --apply=K writes the records repaired" },
    { "explain", NULL, "repair apply", "--explain does not go with --repair and --apply" },
    { "margin", "apply", NULL, "--margin goes with --apply=best" },
    { "apply format=json", NULL, NULL, "--format=json does not go with --apply, which writes records" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludmend",
    "[OPTION]... [FILE]...",
    "Restores what is lost or unclear in records, and repairs records that break them.",
    options,
    TOOL_RULES | TOOL_OUTPUT,
    limits,
};

/* ---- Restoring ---- */

static void print_gap(struct tool *tool, FILE *out, size_t index, const struct ludus_gap *gap)
{
    const struct values *values = tool->values;
    struct ludus_reading reading = { .size = sizeof reading };
    size_t left = values->top;
    bool unique = gap->exact && gap->readings == 1;
    tool_print(tool, out, "%F:%zu:%zu: %W %T%s", gap->line, gap->column, gap->number, gap->side, gap->text,
               gap->length ? ": "
               : gap->roll ? "(no roll): "
                           : "(lost turn): ");
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
        if (reading.allowed && !gap->exact)
            fprintf(out, "    found   %s\n", reading.text);
        else if (reading.allowed)
            fprintf(out, "    %5.1f%%  %s\n", 100 * reading.share, reading.text);
        else
            tool_print(tool, out, "    falls   %s: at %W, %s\n", reading.text, reading.number, reading.side,
                       reading.reason ? reading.reason : "the rest of the turn does not go with it");
        left--;
    }
}

/* Prints the readings and, with --explain, those that fall. */
static void print_gap_json(struct tool *tool, FILE *out, size_t index, const struct ludus_gap *gap,
                           size_t game)
{
    const struct values *values = tool->values;
    struct ludus_reading reading = { .size = sizeof reading };
    size_t first = 0, most = gap->readings < values->top ? gap->readings : values->top;
    tool_print(tool, out,
               "{\"file\":%j,\"game\":%zu,\"line\":%zu,\"column\":%zu,\"turn\":\"%W\",\"part\":\"%s\","
               "\"text\":%J,\"exact\":%b,\"count\":%zu",
               tool->file, game, gap->line, gap->column, gap->number, gap->side, gap->roll ? "roll" : "move",
               gap->text, gap->exact, gap->readings);
    for (unsigned list = 0; list <= values->explain; list++, first = gap->readings, most = values->top) {
        fputs(list ? ",\"fallen\":[" : ",\"readings\":[", out);
        for (size_t i = 0; i < most && ludus_mend_reading(values->mend, index, first + i, &reading); i++) {
            tool_print(tool, out, "%s{\"text\":%j,", i ? "," : "", reading.text);
            if (!reading.allowed)
                tool_print(tool, out, "\"falls\":\"%W\",\"reason\":%j}", reading.number, reading.side,
                           reading.reason);
            else
                tool_print(tool, out, gap->exact ? "\"share\":%.6g}" : "\"share\":null}", reading.share);
        }
        putc(']', out);
    }
    fputs("}\n", out);
}

/* Reports where the search stopped before the end of the record, and the damage that it left out. */
static void report_limits(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    FILE *out = tool->err;
    enum ludus_side side;
    unsigned number;
    size_t line, column, left_out = ludus_mend_unsearched(values->mend, &line, &column);
    size_t sound, turns = ludus_mend_turns(values->mend, &sound), record = ludus_game_number(game);
    bool gave_up = ludus_mend_gave_up(values->mend, &number, &side), whole = ludus_mend_sound(values->mend);
    if (left_out)
        tool_print(tool, out,
                   "%F:%zu:%zu: record %zu: %zu damaged place%s not searched, being in a variation or from "
                   "a turn with 'sic' on\n",
                   line, column, record, left_out, left_out > 1 ? "s" : "");
    if (gave_up)
        tool_print(
            tool, out,
            "%F: record %zu: given up at the limit, having come as far as %W: readings may be missing\n",
            record, number, side);
    else if (!whole && sound < turns)
        tool_print(tool, out,
                   "%F: record %zu: nothing legal goes beyond %W; ludmend --repair looks for the fault\n",
                   record, number, side);
    else if (!whole)
        tool_print(tool, out, "%F: record %zu: the game would end otherwise than the record says\n", record);
    if (left_out || gave_up || !whole)
        tool_fault(tool, TOOL_FAULTY);
}

static void restore_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    FILE *out = values->write ? tool->err : tool->out;
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
            print_gap_json(tool, out, i, &gap, ludus_game_number(game));
        else
            print_gap(tool, out, i, &gap);
        if (gap.readings != 1)
            tool_fault(tool, TOOL_FAULTY);
    }
    /* If nothing is damaged and the search reached the end, reports all errors that ludcheck finds; else only
     * those of reading, because damaged turns may have legal readings. */
    if (ludus_mend_gaps(values->mend) == 0 && ludus_mend_sound(values->mend))
        ludus_game_check(tool->replay, game);
    tool_report(tool, game, LUDUS_ERROR);
    if (ludus_game_count(game, LUDUS_ERROR))
        tool_fault(tool, TOOL_FAULTY);
    report_limits(tool, game);
    if (values->write) {
        ludus_mend_write(values->mend, tool->text);
        tool_put_buffer(tool, tool->text);
    }
}

/* ---- Repairing ---- */

static void print_change(struct tool *tool, size_t rank, size_t change, const struct ludus_repair *repair)
{
    const char *comma = change + 1 < repair->changes ? ", and\n" : "";
    tool_print(tool, tool->out, "%F:%zu:%zu: %zu. %W %s: %T -> %T (%.0f%%)%s", repair->line, repair->column,
               rank, repair->number, repair->side, repair->kind, repair->before,
               (struct ludus_text){ repair->after, strlen(repair->after) }, 100 * repair->share, comma);
    if (*comma)
        return;
    tool_print(tool, tool->out, repair->whole ? "; legal to the end" : "; legal for %zu turns",
               repair->turns);
    if (repair->missing_rolls)
        fprintf(tool->out, " but for %zu missing roll%s", repair->missing_rolls,
                repair->missing_rolls > 1 ? "s" : "");
    if (repair->whole)
        fprintf(tool->out, ", %zu turns", repair->turns);
    fprintf(tool->out, " (%zu more)\n", repair->gain);
}

static void print_repair(struct tool *tool, const struct ludus_game *game, size_t index)
{
    struct ludus_repair repair = { .size = sizeof repair };
    for (size_t i = 0; ludus_mend_repair_change(tool->values->mend, index, i, &repair); i++)
        if (tool->values->format == TEXT)
            print_change(tool, index + 1, i, &repair);
        else
            tool_print(tool, tool->out,
                       "{\"file\":%j,\"game\":%zu,\"rank\":%zu,\"change\":%zu,\"changes\":%zu,\"line\":%zu,"
                       "\"column\":%zu,\"turn\":\"%W\",\"kind\":%j,\"before\":%J,\"after\":%j,\"share\":%.4g,"
                       "\"margin\":%.3g,\"turns\":%zu,\"gain\":%zu,\"whole\":%b,\"missing_rolls\":%zu}\n",
                       tool->file, ludus_game_number(game), index + 1, i + 1, repair.changes, repair.line,
                       repair.column, repair.number, repair.side, repair.kind, repair.before, repair.after,
                       repair.share, repair.margin, repair.turns, repair.gain,
                       repair.whole && !repair.missing_rolls, repair.missing_rolls);
}

/* Prints the first error of a record. */
static void report_first(void *context, const struct ludus_message *message)
{
    struct tool **tool = context;
    if (message->severity != LUDUS_ERROR || !*tool)
        return;
    tool_message(*tool, message);
    *tool = NULL;
}

/* Reports the error of the record for which there is no repair. */
static void report_unmended(struct tool *tool, struct ludus_game *game, size_t sound, size_t turns)
{
    struct tool *teller = tool;
    ludus_game_messages(game, report_first, &teller);
    FILE *out = tool->err;
    tool_print(tool, out, "%t: record %zu: ", tool->file, ludus_game_number(game));
    if (sound < turns)
        fprintf(out, "no small change makes more than %zu of %zu turns legal\n", sound, turns);
    else
        fprintf(out, "no repair is known for this\n");
}

/* Applies the repair of --apply, or the certain changes of the best one, and reports the others. Without such
 * a repair the record is unchanged. */
static void apply_repair(struct tool *tool, const struct ludus_game *game, size_t count, bool faulty)
{
    const struct values *values = tool->values;
    struct ludus_repair first = { .size = sizeof first };
    if (values->rank) {
        if (count < values->rank && faulty)
            tool_trouble(tool, "%s: record %zu has no repair number %u", tool->file, ludus_game_number(game),
                         values->rank);
        ludus_mend_apply(values->mend, values->rank - 1, tool->text);
        return;
    }
    bool any = ludus_mend_repair_at(values->mend, 0, &first);
    double least = values->least >= 0 ? values->least : first.changes > 1 ? MARGIN_SEVERAL : MARGIN_ONE;
    size_t left = ludus_mend_apply_best(values->mend, least, tool->text);
    FILE *out = tool->err;
    if (faulty && !any)
        tool_print(tool, out, "%F: record %zu: no repair is known\n", ludus_game_number(game));
    else if (any && !first.whole)
        tool_print(tool, out, "%F: record %zu: no repair makes it legal to its end; nothing is changed\n",
                   ludus_game_number(game));
    for (size_t i = 0; left && first.whole && ludus_mend_repair_change(values->mend, 0, i, &first); i++)
        if (first.margin < least)
            tool_print(
                tool, out, "%F:%zu:%zu: record %zu: %W is left as it is: %T -> %T is not certain (%.0f%%)\n",
                first.line, first.column, ludus_game_number(game), first.number, first.side, first.before,
                (struct ludus_text){ first.after, strlen(first.after) }, 100 * first.share);
}

static void repair_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    size_t count = ludus_mend_repair(values->mend, game);
    size_t sound, turns = ludus_mend_turns(values->mend, &sound);
    if (turns)
        ludus_game_check(tool->replay, game);
    bool faulty = sound < turns || count || ludus_game_count(game, LUDUS_ERROR);
    if (faulty)
        tool_fault(tool, TOOL_FAULTY);
    if (values->apply) {
        apply_repair(tool, game, count, faulty);
        tool_put_buffer(tool, tool->text);
        return;
    }
    if (turns == 0 && count == 0 && faulty) { /* its rules or its start are unknown */
        tool_report(tool, game, LUDUS_ERROR);
        return;
    }
    for (size_t i = 0; i < values->top && i < count; i++)
        print_repair(tool, game, i);
    enum ludus_side side;
    unsigned number;
    if (ludus_mend_gave_up(values->mend, &number, &side))
        tool_print(tool, tool->err, "%F: record %zu: given up at the limit: changes may be missing\n",
                   ludus_game_number(game));
    else if (ludus_mend_damaged(values->mend))
        tool_print(
            tool, tool->err,
            "%F: record %zu: after %zu of %zu turns damage leaves open what was played; restore it first\n",
            ludus_game_number(game), sound, turns);
    else if (faulty && count == 0)
        report_unmended(tool, game, sound, turns);
}

static void mend_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    if (ludus_game_empty(game)) {
        if (values->write || values->apply)
            tool_put(tool, ludus_game_source(game));
    } else if (values->repair || values->apply) {
        repair_game(tool, game);
    } else {
        restore_game(tool, game);
    }
}

/* Checks the options beyond their tables, and prepares the search. False after reporting an error. */
static bool check_options(struct tool *tool)
{
    struct values *values = tool->values;
    struct ludus_mend_options wanted = { .size = sizeof wanted,
                                         .limit = values->limit,
                                         .explain = values->explain };
    char *end = NULL;
    values->least = -1;
    if (values->apply && strcmp(values->apply, "best") != 0) {
        const char *at = values->apply;
        unsigned long long rank;
        if (*at == '0' || !tool_take_number(&at, UINT_MAX, &rank) || *at)
            return tool_trouble(tool, "--apply takes best or a whole number from 1, not '%s'", values->apply);
        values->rank = (unsigned)rank;
    }
    if (values->margin) {
        values->least = strtod(values->margin, &end);
        if (end == values->margin || *end || !(values->least >= 0 && values->least <= MARGIN_SEVERAL))
            return tool_trouble(tool, "--margin takes a number from 0 to 5, not '%s'", values->margin);
    }
    if (values->confusions) {
        values->groups = tool_read_file(tool, values->confusions, &wanted.confusions_length);
        if (!values->groups)
            return false;
        wanted.confusions = values->groups;
    }
    values->mend = ludus_mend_new(tool->rules, &wanted);
    return tool_memory(tool, values->mend != NULL);
}

int main(int argc, char **argv)
{
    struct values values = { .top = 10 };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv) && check_options(&tool))
        tool_run(&tool, &(struct tool_work){ .game = mend_game });
    ludus_mend_free(values.mend);
    free(values.groups);
    return tool_end(&tool);
}
