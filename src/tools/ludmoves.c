/* ludmoves.c - legal moves and turns of a position, and how many there are to a depth. */
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NO_DEPTH UINT32_MAX
enum { DEPTH_MOST = 1000 };

struct values {
    const char *fen, *roll, *mate;
    bool count, odds, rulesets, tree, variants;
    bool assumed;       /* the rules of --fen are not given */
    const char *prefix; /* begins each line that is printed: of one position among many, its line and a tab */
    char place[32];     /* begins each message about it: "line 3: " */
    unsigned perft, divide, json, limit;
};

static const struct tool_option options[] = {
    { "count", 'c', TOOL_FLAG, VALUE(count), NULL, "print only how many there are" },
    { "divide", 'd', TOOL_COUNT, VALUE(divide), "N",
      "print after each how many sequences of N turns begin with it" },
    { "fen", 'f', TOOL_TEXT, VALUE(fen), "FEN",
      "use this position, not the start; -: those of standard input, one a line" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "form of --odds" },
    { "limit", 0, TOOL_COUNT, VALUE(limit), "NODES", "make so many moves at most for --mate (20000000)" },
    { "mate", 0, TOOL_TEXT, VALUE(mate), "N",
      "print the first turns that force mate, or the win, in N turns" },
    { "odds", 0, TOOL_FLAG, VALUE(odds), NULL,
      "print what can happen in the next turn, and how likely it is" },
    { "perft", 'p', TOOL_NUMBER, VALUE(perft), "N", "print how many sequences of N turns there are" },
    { "roll", 0, TOOL_TEXT, VALUE(roll), "DICE", "the dice of the turn, as 2,5" },
    { "rulesets", 0, TOOL_FLAG, VALUE(rulesets), NULL, "print the built-in rulesets and their titles" },
    { "tree", 0, TOOL_FLAG, VALUE(tree), NULL, "print the whole solution of --mate as a record" },
    { "variants-ini", 0, TOOL_FLAG, VALUE(variants), NULL,
      "print the rules, or all rulesets, as a variants file of the engine Fairy-Stockfish" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "perft divide odds count", NULL, NULL, "--perft, --divide, --odds and --count exclude each other" },
    { "perft divide odds", NULL, "mate", "--%.*s does not go with --mate" },
    { "limit tree", "mate", NULL, "--%.*s goes with --mate only" },
    { "variants-ini rulesets", NULL, "count divide fen limit mate odds perft roll tree",
      "--%.*s goes with no positions" },
    { "variants-ini rulesets", NULL, NULL, "--variants-ini and --rulesets exclude each other" },
    { "format=json", "odds", NULL, "--format=json goes with --odds only" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludmoves",
    "-r RULESET [OPTION]...",
    "Lists the legal moves of a position, or the legal turns in games with dice.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_NO_FILES,
    limits,
};

/* The turns found so far. */
struct list {
    struct ludus_position *position;
    unsigned depth; /* depth of --divide, or NO_DEPTH */
    char **lines;   /* owned, as is each line */
    size_t count;
    bool failed;
    struct ludus_solver *solver;             /* only turns after which it says yes; or NULL */
    const struct ludus_stipulation *problem; /* that is asked about */
    unsigned undecided;                      /* number of turns of which it does not know */
};

/* Does the turn that has led to the position solve the problem? With dice, `chance` becomes its chance. */
static enum ludus_answer solves(const struct list *list, struct ludus_chance *chance)
{
    const struct ludus_stipulation *problem = list->problem;
    enum ludus_answer answer;
    if (!list->solver)
        return LUDUS_YES;
    if (!problem->turns)
        return ludus_solver_ever(list->solver, list->position);
    if (!ludus_ruleset_dice(ludus_position_ruleset(list->position)))
        return ludus_solver_ask(list->solver, list->position, problem->turns - 1);
    answer = ludus_solver_chance(list->solver, list->position, problem->turns - 1, chance);
    if (answer == LUDUS_YES &&
        !(problem->relation ? ludus_stipulation_holds(problem, *chance) : chance->ways))
        answer = LUDUS_NO;
    return answer;
}

/* Adds a line: the turn; its chance, or the number of sequences with --divide. */
static bool add_turn(void *context, const struct ludus_choice *turn)
{
    struct list *list = context;
    struct ludus_chance chance = { 0, 0 };
    const enum ludus_answer answer = solves(list, &chance);
    char more[48] = "", *line = NULL;
    list->undecided += answer == LUDUS_UNDECIDED;
    if (answer != LUDUS_YES)
        return true;
    if (chance.of)
        sprintf(more, "\t%" PRIu64 "/%" PRIu64, chance.ways, chance.of);
    else if (list->depth != NO_DEPTH)
        sprintf(more, "\t%" PRIu64, ludus_position_perft(list->position, list->depth - 1));
    if (tool_room(&list->lines, list->count, sizeof *list->lines))
        line = malloc(strlen(turn->text) + sizeof more);
    list->failed |= !line;
    if (line) {
        sprintf(line, "%s%s", turn->text, more);
        list->lines[list->count++] = line;
    }
    return line;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sets a roll such as "2,5" or, as records have it, "(2,5)". False after reporting an error. */
static bool read_roll(struct tool *tool, struct ludus_position *position, const char *text)
{
    unsigned count = ludus_ruleset_dice(tool->rules), faces = ludus_ruleset_faces(tool->rules), read = 0;
    unsigned long long face;
    uint8_t dice[LUDUS_DICE_MAX];
    const bool bracket = *text == '(';
    const char *at = text + bracket, *place = tool->values->place;
    for (; read < count && tool_take_number(&at, faces, &face); at += *at == ',')
        dice[read++] = (uint8_t)face;
    if (bracket && *at++ != ')')
        read = 0;
    if (count > 0 && read == count && !*at && ludus_position_roll(position, dice, count))
        return true;
    if (count == 0)
        tool_trouble(tool, "%s%s is played without dice", place, ludus_ruleset_title(tool->rules));
    else if (read == count && !*at && !ludus_position_dice(position))
        tool_trouble(tool, "%sno dice are thrown in this position", place);
    else
        tool_trouble(tool, "%sa roll takes %u dice from 1 to %u, not '%s'", place, count, faces, text);
    return false;
}

/* Prints a line for each square where a piece can be captured (`throws` is odds->capture) or which can be
 * reached (odds->reach), with the number of throws, and the kinds that can capture there. */
static void print_squares(struct tool *tool, const struct ludus_position *position, const char *what,
                          const struct ludus_odds *odds, const unsigned *throws)
{
    bool json = tool->values->json;
    unsigned files = ludus_ruleset_files(tool->rules);
    for (unsigned s = 0; s < files * ludus_ruleset_ranks(tool->rules); s++) {
        unsigned own = ludus_position_at(position, s).kind;
        bool captures = throws == odds->capture, any = false;
        if (!throws[s])
            continue;
        fputs(json ? "" : tool->values->prefix, tool->out);
        fprintf(tool->out,
                json ? ",{\"what\":\"%s\",\"square\":\"%c%u\",\"piece\":\"%s\",\"throws\":%u,\"of\":%u"
                     : "%s\t%c%u\t%s\t%u\t%u\t",
                what, (char)('a' + s % files), s / files + 1,
                own == LUDUS_NO_KIND ? "" : ludus_ruleset_kind_name(tool->rules, own), throws[s],
                odds->throws);
        fputs(json && captures ? ",\"by\":{" : "", tool->out);
        for (unsigned kind = 0; captures && kind < ludus_ruleset_kinds(tool->rules); kind++) {
            unsigned by = odds->capture_by[s][kind];
            if (by)
                fprintf(tool->out, json ? "%s\"%s\":%u" : "%s%s %u", any ? json ? "," : ", " : "",
                        ludus_ruleset_kind_name(tool->rules, kind), by);
            any |= by != 0;
        }
        fputs(!json ? "\n" : captures ? "}}" : "}", tool->out);
    }
}

/* Prints the number of throws of a kind, and its rolls. */
static void print_rolls(struct tool *tool, const char *what, const struct ludus_rolls *rolls, unsigned of)
{
    bool json = tool->values->json;
    fputs(json ? "" : tool->values->prefix, tool->out);
    fprintf(tool->out, json ? "{\"what\":\"%s\",\"throws\":%u,\"of\":%u,\"rolls\":[" : "%s\t-\t\t%u\t%u\t",
            what, rolls->throws, of);
    for (unsigned r = 0; r < rolls->count; r++) {
        fprintf(tool->out, "%s%s", r == 0 ? "" : json ? "," : " ", json ? "\"" : "");
        for (unsigned die = 0; of > 1 && die < ludus_ruleset_dice(tool->rules); die++)
            fprintf(tool->out, "%s%u", die ? "-" : "", rolls->dice[r][die]);
        fputs(json ? "\"" : "", tool->out);
    }
    fputs(json ? "]}" : "\n", tool->out);
}

static void print_odds(struct tool *tool, const struct ludus_position *position)
{
    bool json = tool->values->json;
    struct ludus_odds *odds = calloc(1, sizeof *odds);
    if (odds)
        odds->size = sizeof *odds;
    if (tool_memory(tool, odds && ludus_position_odds(position, ludus_position_side(position), odds))) {
        fputs(json ? "[" : "", tool->out);
        print_rolls(tool, "none", &odds->none, odds->throws);
        fputs(json ? "," : "", tool->out);
        print_rolls(tool, "win", &odds->win, odds->throws);
        print_squares(tool, position, "capture", odds, odds->capture);
        print_squares(tool, position, "reach", odds, odds->reach);
        fputs(json ? "]\n" : "", tool->out);
    }
    free(odds);
}

/* Gathers the turns of the position, and prints them, or only their number. */
static void print_list(struct tool *tool, struct list *list)
{
    list->failed |= !ludus_position_turns(list->position, true, add_turn, list);
    bool prints = tool_memory(tool, !list->failed) && !tool->values->count;
    if (tool->values->count && !list->failed)
        fprintf(tool->out, "%s%zu\n", tool->values->prefix, list->count);
    if (list->count)
        qsort(list->lines, list->count, sizeof *list->lines, compare_lines);
    for (size_t i = 0; i < list->count; i++) {
        if (prints)
            fprintf(tool->out, "%s%s\n", tool->values->prefix, list->lines[i]);
        free(list->lines[i]);
    }
    free(list->lines);
}

/* Prints the turns that solve a problem. With dice, each with its chance, and before the turns of all rolls
 * the chance of all. */
static enum ludus_answer print_solutions(struct tool *tool, struct ludus_position *position,
                                         struct ludus_solver *solver, const struct ludus_stipulation *problem)
{
    struct list list = { .position = position, .depth = NO_DEPTH, .solver = solver, .problem = problem };
    struct ludus_chance chance;
    ludus_solver_start(solver, ludus_position_side(position), problem->goal);
    if (ludus_position_dice(position) && ludus_position_result(position, NULL) == LUDUS_OPEN) {
        enum ludus_answer answer = ludus_solver_chance(solver, position, problem->turns, &chance);
        if (answer != LUDUS_YES)
            return answer;
        if (!tool->values->count)
            fprintf(tool->out, "%s-\t%" PRIu64 "/%" PRIu64 "\n", tool->values->prefix, chance.ways,
                    chance.of);
    }
    print_list(tool, &list);
    return list.undecided ? LUDUS_UNDECIDED : list.count ? LUDUS_YES : LUDUS_NO;
}

/* Prints the solution as a record. */
static enum ludus_answer print_tree(struct tool *tool, const struct ludus_position *position,
                                    struct ludus_solver *solver)
{
    ludus_buffer_clear(tool->text);
    enum ludus_answer answer = ludus_solver_record(solver, position, tool->values->mate, tool->text);
    struct ludus_text text = ludus_buffer_text(tool->text);
    if (tool_memory(tool, !ludus_buffer_failed(tool->text)))
        fwrite(text.text, 1, text.length, tool->out);
    return answer;
}

static void solve(struct tool *tool, struct ludus_position *position)
{
    const struct values *values = tool->values;
    struct ludus_stipulation problem = { .size = sizeof problem };
    struct ludus_solver *solver = NULL;
    enum ludus_answer answer = LUDUS_YES;
    bool dice = ludus_ruleset_dice(tool->rules) > 0;
    if (!ludus_stipulation_read(values->mate, &problem))
        tool_trouble(tool, "--mate takes a number of turns from 1 to %u, or a stipulation, not '%s'",
                     LUDUS_PROBLEM_TURNS, values->mate);
    else if (dice && !problem.turns)
        tool_trouble(tool, "with dice, --mate takes a number of turns, not '%s'", values->mate);
    else if (dice && values->tree && ludus_position_dice(position))
        tool_trouble(tool, "with dice, --tree takes a --roll");
    else if (!dice && problem.relation)
        tool_trouble(tool, "%s is played without dice: nothing has a chance",
                     ludus_ruleset_title(tool->rules));
    else if (tool_memory(tool, (solver = ludus_solver_new(values->limit))))
        answer = values->tree ? print_tree(tool, position, solver)
                              : print_solutions(tool, position, solver, &problem);
    if (answer == LUDUS_UNDECIDED && tool_memory(tool, !ludus_memory_failed()))
        tool_trouble(tool, "%snot decided: --limit=%u is too low%s", values->place, values->limit,
                     dice            ? ", or there are too many throws"
                     : problem.turns ? ""
                     : values->tree  ? ", or there is no end to the solution"
                                     : ", or there are too many positions");
    else if (answer == LUDUS_NO)
        tool_fault(tool, TOOL_FAULTY);
    ludus_solver_free(solver);
}

/* Prints what is asked about a position, or the start position if `fen` is NULL; `roll` may be NULL. */
static void print_answer(struct tool *tool, struct ludus_position *position, const char *fen,
                         const char *roll)
{
    const struct values *values = tool->values;
    char reason[200] = "";
    if (fen && strcmp(fen, "start") == 0)
        fen = ludus_ruleset_start(tool->rules);
    if (fen && !ludus_position_set_fen(position, fen, reason, sizeof reason)) {
        tool_trouble(tool, "%sthe position cannot be read: %s", values->place, reason);
        if (values->assumed)
            tool_say(tool, TOOL_OK, "without -r or -R the game is %s", ludus_ruleset_title(tool->rules));
        return;
    }
    if (*reason)
        tool_say(tool, TOOL_OK, "%swarning: %s", values->place, reason);
    if (roll && !read_roll(tool, position, roll))
        return;
    else if (values->perft != NO_DEPTH)
        fprintf(tool->out, "%s%" PRIu64 "\n", values->prefix, ludus_position_perft(position, values->perft));
    else if (values->odds)
        print_odds(tool, position);
    else if (values->mate)
        solve(tool, position);
    else
        print_list(tool, &(struct list){ .position = position, .depth = values->divide });
}

/* The same of each line of standard input: a FEN, and perhaps a tab and a roll. */
static void print_answers(struct tool *tool, struct ludus_position *position)
{
    struct values *values = tool->values;
    size_t length, size, number = 0;
    char *text = tool_read_file(tool, "-", &length), *prefix = NULL;
    if (text && strlen(text) < length)
        tool_trouble(tool, "a NUL byte is no part of a position");
    for (char *line = text, *end; line && *line; line = end) {
        size = strcspn(line, "\r\n");
        end = line + size + strspn(line + size, "\r");
        end += *end == '\n';
        sprintf(values->place, "line %zu: ", ++number);
        if (size == 0)
            continue;
        if (!tool_memory(tool, (prefix = malloc(size + 2)) != NULL))
            break;
        sprintf(prefix, "%.*s\t", (int)size, line);
        values->prefix = prefix;
        line[size] = '\0';
        char *roll = strchr(line, '\t');
        if (roll)
            *roll++ = '\0';
        print_answer(tool, position, line, roll ? roll : values->roll);
        free(prefix);
    }
    free(text);
}

static void print_rulesets(struct tool *tool)
{
    const char *id;
    for (size_t i = 0; (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *ruleset = ludus_ruleset_find(id);
        fprintf(tool->out, "%s\t%s\n", id, ruleset ? ludus_ruleset_title(ruleset) : "");
    }
}

/* Prints rules as a section of a variants file, or as a comment why they cannot be. */
static bool print_variant(struct tool *tool, const struct ludus_ruleset *rules)
{
    char reason[500];
    ludus_buffer_clear(tool->text);
    bool written = ludus_ruleset_variant(rules, tool->text, reason, sizeof reason);
    if (written)
        tool_print(tool, tool->out, "\n# %t\n", ludus_ruleset_title(rules));
    else
        tool_print(tool, tool->out, "\n# %t is left out, as these cannot be expressed: %t.\n",
                   ludus_ruleset_title(rules), reason);
    tool_put_buffer(tool, tool->text);
    return written;
}

/* Prints the rules of -r or -R, or of all games that engines do not know by a name of their own. */
static void print_variants(struct tool *tool)
{
    const struct ludus_ruleset *rules = tool->rules;
    const char *id, prefix[] = "ludus-";
    fputs("# Rules of Ludus for Fairy-Stockfish, which reads them by its option VariantPath.\n", tool->out);
    if (rules && !print_variant(tool, rules))
        tool_fault(tool, TOOL_FAULTY);
    for (size_t i = 0; !tool->rules && (id = ludus_ruleset_id_at(i)); i++)
        if (tool_memory(tool, (rules = ludus_ruleset_find(id))) &&
            strncmp(ludus_ruleset_uci(rules, NULL), prefix, strlen(prefix)) == 0)
            print_variant(tool, rules);
}

int main(int argc, char **argv)
{
    struct values values = { .perft = NO_DEPTH, .divide = NO_DEPTH, .limit = TOOL_NODES, .prefix = "" };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        if (values.rulesets)
            print_rulesets(&tool);
        else if (values.variants)
            print_variants(&tool);
        else if ((values.perft != NO_DEPTH && values.perft > DEPTH_MOST) ||
                 (values.divide != NO_DEPTH && values.divide > DEPTH_MOST)) /* too deep a recursion */
            tool_trouble(&tool, "--perft and --divide take %d at most", (int)DEPTH_MOST);
        else {
            values.assumed = values.fen && !tool.rules;
            if (values.assumed)
                tool.rules = ludus_ruleset_usual();
            struct ludus_position *position = tool.rules ? ludus_position_new(tool.rules) : NULL;
            if (!tool.rules)
                tool_trouble(&tool, "say which rules: -r RULESET or -R FILE");
            else if (tool_memory(&tool, position != NULL) && values.fen && strcmp(values.fen, "-") == 0)
                print_answers(&tool, position);
            else if (position)
                print_answer(&tool, position, values.fen, values.roll);
            ludus_position_free(position);
        }
    }
    return tool_end(&tool);
}
