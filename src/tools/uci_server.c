/* uci_server.c - plays as an engine of the UCI protocol: random legal moves by the rules of any game whose
 * turns the protocol can express. */
#include "uci.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_SIZE = 65536, MOVE_TEXT = 256, REASON = 200, SEED_MOST = 1000000000 };

struct server {
    struct tool *tool;
    const struct ludus_ruleset *usual; /* the first of those offered */
    const char *option;                /* that is true, or NULL */
    struct ludus_position *position;
    unsigned long long seed; /* of this game */
    bool moved;              /* in this game */
    bool waits;              /* `best` is not said yet */
    char best[MOVE_TEXT];
    char line[LINE_SIZE];
};

/* Reads a line, without blanks at its end. One that is too long is left out. False at the end of the input.
 */
static bool read_line(struct server *server)
{
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (length++ < LINE_SIZE - 1)
            server->line[length - 1] = c ? (char)c : '?';
    if (length >= LINE_SIZE) {
        tool_print(server->tool, server->tool->out, "info string left out: a line of %zu bytes\n", length);
        length = 0;
    }
    while (length > 0 && strchr(" \t\r", server->line[length - 1]))
        length--;
    server->line[length] = '\0';
    return c != EOF || length > 0;
}

/* ---- Rulesets ---- */

/* Is this the option? Both may be NULL. */
static bool is_option(const char *a, const char *b)
{
    return a && b ? strcasecmp(a, b) == 0 : a == b;
}

/* Finds the next ruleset that is offered. Returns its number + 1; 0 after the last. */
static size_t next_rules(const struct server *server, size_t number, const struct ludus_ruleset **rules)
{
    const char *id = "";
    *rules = server->usual;
    while (number > 0 && (id = ludus_ruleset_id_at(number - 1)) && (*rules = ludus_ruleset_find(id)) &&
           (*rules == server->usual || !ludus_ruleset_single(*rules)))
        number++;
    return id && *rules ? number + 1 : 0;
}

/* Finds the rules of a name, that of engines or that of Ludus: of those, the ones for the option that is
 * true. NULL if there are none. */
static const struct ludus_ruleset *find_rules(const struct server *server, const char *name)
{
    const struct ludus_ruleset *rules, *found = NULL;
    const char *option;
    for (size_t i = 0; (i = next_rules(server, i, &rules));) {
        bool common = strcmp(name, ludus_ruleset_uci(rules, &option)) == 0;
        if (common && is_option(option, server->option))
            return rules;
        if (!found && (common || strcmp(name, ludus_ruleset_id(rules)) == 0))
            found = rules;
    }
    return found;
}

/* Finds the option of that name, or any if that is NULL, which a ruleset has. NULL if there is none. */
static const char *find_option(const struct server *server, const char *name)
{
    const struct ludus_ruleset *rules;
    const char *option;
    for (size_t i = 0; (i = next_rules(server, i, &rules));) {
        ludus_ruleset_uci(rules, &option);
        if (option && (!name || is_option(option, name)))
            return option;
    }
    return NULL;
}

static void set_rules(struct server *server, const struct ludus_ruleset *rules)
{
    struct ludus_position *position = rules ? ludus_position_new(rules) : NULL;
    if (!tool_memory(server->tool, position != NULL))
        return;
    ludus_position_free(server->position);
    server->position = position;
}

/* ---- What the other side says ---- */

static void begin(const struct server *server)
{
    FILE *out = server->tool->out;
    const struct ludus_ruleset *rules;
    const char *option = find_option(server, NULL), *own;
    fprintf(out,
            "id name Ludus %s\nid author the Ludus contributors\n"
            "option name Seed type spin default 1 min 0 max %d\n",
            ludus_version(), (int)SEED_MOST);
    if (option)
        fprintf(out, "option name %s type check default %s\n", option,
                is_option(option, server->option) ? "true" : "false");
    fprintf(out, "option name UCI_Variant type combo default %s", ludus_ruleset_uci(server->usual, NULL));
    for (size_t i = 0; (i = next_rules(server, i, &rules));) {
        const char *name = ludus_ruleset_uci(rules, &own), *id = ludus_ruleset_id(rules);
        if (!own)
            fprintf(out, " var %s", name);
        if (strcmp(name, id) != 0)
            fprintf(out, " var %s", id);
    }
    fputs("\nuciok\n", out);
}

/* Sets an option. False if it has no such value. */
static bool set_option(struct server *server, const char *name, const char *value)
{
    const struct ludus_ruleset *rules;
    const char *own = find_option(server, name);
    bool on = strcmp(value, "true") == 0;
    unsigned long long seed;
    if (strcasecmp(name, "UCI_Variant") == 0) {
        if ((rules = find_rules(server, value)))
            set_rules(server, rules);
        return rules;
    }
    if (strcasecmp(name, "Seed") == 0) {
        bool read = tool_take_number(&value, SEED_MOST, &seed) && !*value;
        server->seed = read ? seed : server->seed;
        server->moved = server->moved && !read;
        return read;
    }
    if (!own || (!on && strcmp(value, "false") != 0))
        return false;
    if (on != is_option(own, server->option)) {
        server->option = on ? own : NULL;
        rules = ludus_position_ruleset(server->position);
        set_rules(server, find_rules(server, ludus_ruleset_uci(rules, NULL)));
    }
    return true;
}

/* Sets the position, by a copy of the FEN and the moves. False, with a reason, if they are not sound. */
static bool set_position(struct server *server, const char *fen, char *moves, char reason[REASON])
{
    struct ludus_position *position = ludus_position_new(ludus_position_ruleset(server->position));
    struct ludus_move move;
    char *rest = NULL;
    bool sound = tool_memory(server->tool, position != NULL) &&
                 (!*fen || ludus_position_set_fen(position, fen, reason, REASON));
    for (char *word = strtok_r(moves, " \t", &rest); sound && word; word = strtok_r(NULL, " \t", &rest))
        sound = ludus_move_parse(position, word, &move, reason, REASON) &&
                tool_memory(server->tool, ludus_position_make(position, move));
    ludus_position_free(sound ? server->position : position);
    if (sound)
        server->position = position;
    return sound;
}

/* ---- Moves ---- */

/* Is this how to say the move? */
static bool means(const struct ludus_position *position, const char *text, struct ludus_move move)
{
    struct ludus_move read;
    return *text && !strpbrk(text, " \t") && ludus_move_parse(position, text, &read, NULL, 0) &&
           memcmp(&read, &move, sizeof move) == 0;
}

/* Writes a move: from and to, or in canonical notation if these two squares mean several moves. */
static bool spell(const struct ludus_position *position, struct ludus_move move, char out[MOVE_TEXT])
{
    ludus_move_uci(position, move, out, MOVE_TEXT);
    if (means(position, out, move))
        return true;
    ludus_move_text(position, move, out, MOVE_TEXT);
    return means(position, out, move);
}

/* Lists the legal moves, none if the game is over; freed by the caller. NULL after reporting an error. */
static struct ludus_move *list_moves(const struct server *server, size_t *count)
{
    *count = ludus_position_result(server->position, NULL) == LUDUS_OPEN
                 ? ludus_position_moves(server->position, NULL, 0)
                 : 0;
    struct ludus_move *moves = malloc((*count + 1) * sizeof *moves);
    bool listed = moves && (*count == 0 || ludus_position_moves(server->position, moves, *count) == *count);
    return tool_memory(server->tool, listed && !ludus_memory_failed()) ? moves : (free(moves), NULL);
}

/* Returns a number that only depends on the position, its turn, and the seed. */
static uint64_t random_of(const struct server *server)
{
    uint64_t number = server->seed << 32 | ludus_position_number(server->position);
    number = (number ^ ludus_position_key(server->position)) * 0x9E3779B97F4A7C15u;
    return number ^ number >> 32;
}

/* Chooses a move at random, and tells its score, which is none: one of `wanted`, unless that is empty. */
static void choose(struct server *server, char *wanted)
{
    enum ludus_side side = ludus_position_side(server->position);
    enum ludus_result result = ludus_position_result(server->position, NULL);
    size_t count, kept = 0;
    struct ludus_move *moves = list_moves(server, &count);
    char *rest = NULL, *word = strtok_r(wanted, " \t", &rest);
    bool all = !word, found = false;
    for (; moves && word; word = strtok_r(NULL, " \t", &rest))
        kept += kept < count && ludus_move_parse(server->position, word, &moves[kept], NULL, 0);
    count = all ? count : kept;
    for (size_t i = 0; moves && i < count && !found; i++)
        found = spell(server->position, moves[(random_of(server) % count + i) % count], server->best);
    free(moves);
    if (!found)
        strcpy(server->best, "(none)");
    bool over = result == LUDUS_WHITE_WINS || result == LUDUS_BLACK_WINS;
    fprintf(server->tool->out, "info depth %d score %s%s%s\n", (int)found,
            !over                                                                   ? "cp 0"
            : result == (side == LUDUS_WHITE ? LUDUS_WHITE_WINS : LUDUS_BLACK_WINS) ? "mate 1"
                                                                                    : "mate 0",
            found ? " pv " : "", found ? server->best : "");
    server->moved = true;
}

/* Prints how many sequences of so many moves begin with each legal move, and their sum. */
static void count_moves(const struct server *server, unsigned depth)
{
    uint64_t nodes, sum = depth == 0;
    char text[MOVE_TEXT];
    size_t count;
    struct ludus_move *moves = list_moves(server, &count);
    for (size_t i = 0; moves && i < count && depth > 0; i++) {
        (void)spell(server->position, moves[i], text);
        if (!tool_memory(server->tool, ludus_position_make(server->position, moves[i])))
            break;
        sum += nodes = ludus_position_perft(server->position, depth - 1);
        ludus_position_undo(server->position);
        fprintf(server->tool->out, "%s: %" PRIu64 "\n", text, nodes);
    }
    fprintf(server->tool->out, "\nNodes searched: %" PRIu64 "\n\n", sum);
    free(moves);
}

/* Says the move that was chosen. */
static void say_best(struct server *server)
{
    fprintf(server->tool->out, "bestmove %s\n", server->best);
    server->waits = false;
}

/* ---- The protocol ---- */

/* Ends a text in the line, and returns it without blanks before it. */
static char *cut(struct server *server, struct ludus_text text)
{
    char *begin = server->line + strlen(server->line);
    if (text.length) {
        begin = server->line + (text.text - server->line);
        begin[text.length] = '\0';
    }
    return begin + strspn(begin, " \t\r");
}

static void show(const struct server *server,
                 void (*draw)(const struct tool *tool, const struct ludus_position *position))
{
    char key[17];
    ludus_buffer_clear(server->tool->text);
    ludus_position_add_fen(server->position, false, server->tool->text);
    snprintf(key, sizeof key, "%016" PRIX64, ludus_position_key(server->position));
    draw(server->tool, server->position);
    tool_print(server->tool, server->tool->out, "Fen: %S\nKey: %s\n", ludus_buffer_text(server->tool->text),
               key);
    ludus_buffer_clear(server->tool->text);
}

/* Answers a line but for `d` and `quit`. */
static void answer(struct server *server, const struct ludus_uci_line *line)
{
    struct tool *tool = server->tool;
    char *more = cut(server, line->more), *text = cut(server, line->text), reason[REASON] = "out of memory";
    switch (line->kind) {
    case LUDUS_UCI_BEGIN:
        begin(server);
        break;
    case LUDUS_UCI_IS_READY:
        fputs("readyok\n", tool->out);
        break;
    case LUDUS_UCI_NEW_GAME:
        server->seed += server->moved;
        server->moved = server->waits = false;
        set_rules(server, ludus_position_ruleset(server->position));
        break;
    case LUDUS_UCI_SET:
        if (!set_option(server, text, more))
            tool_print(tool, tool->out, "info string no option '%t' has the value '%t'\n", text, more);
        break;
    case LUDUS_UCI_POSITION:
        if (!set_position(server, text, more, reason))
            tool_print(tool, tool->out, "info string the position stays as it was: %t\n", reason);
        break;
    case LUDUS_UCI_GO:
        choose(server, text);
        server->waits = line->waits;
        if (!line->waits)
            say_best(server);
        break;
    case LUDUS_UCI_PERFT:
        count_moves(server, line->depth);
        break;
    case LUDUS_UCI_STOP:
        if (server->waits)
            say_best(server);
        break;
    default:
        if (*server->line)
            tool_print(tool, tool->out, "info string unknown: %t\n", server->line);
    }
}

void uci_serve(struct tool *tool,
               void (*draw)(const struct tool *tool, const struct ludus_position *position))
{
    struct server server = { .tool = tool,
                             .usual = tool->rules ? tool->rules : ludus_ruleset_usual(),
                             .seed = 1 };
    struct ludus_uci_line line = { .size = sizeof line };
    if (!tool_memory(tool, server.usual != NULL))
        return;
    if (!ludus_ruleset_single(server.usual)) {
        tool_trouble(tool, "%s cannot be played in the UCI protocol: a turn has dice or several moves",
                     ludus_ruleset_title(server.usual));
        return;
    }
    ludus_ruleset_uci(server.usual, &server.option);
    set_rules(&server, server.usual);
    while (server.position && line.kind != LUDUS_UCI_QUIT && read_line(&server)) {
        ludus_uci_read(server.line, &line);
        if (line.kind == LUDUS_UCI_SHOW)
            show(&server, draw);
        else if (line.kind != LUDUS_UCI_QUIT)
            answer(&server, &line);
        if (fflush(tool->out) != 0 || tool_failed(tool) || tool->status == TOOL_TROUBLE)
            break;
    }
    ludus_position_free(server.position);
}
