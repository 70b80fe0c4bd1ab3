/* uci.c - talks with an engine in the UCI protocol. What it says is not trusted: its lines have a greatest
 * length, its answers must come in time, and its moves must be legal. */
#include "uci.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SLICE = 100 /* milliseconds */, NAME = 2000, TEXT_MOST = 20000, MOVE_TEXT = 32 };

/* Reports the first failure of all engines. Returns false. */
static bool give_up(const struct uci *engine, const char *what)
{
    if (!atomic_load(&engine->options->interrupted) && !atomic_exchange(&engine->options->over, true))
        tool_say(engine->tool, TOOL_FAULTY,
                 "the engine '%s' %s; the records from here on are left as they are", engine->tool->command,
                 what);
    return false;
}

static bool is_over(const struct uci *engine)
{
    return atomic_load(&engine->options->interrupted) || atomic_load(&engine->options->over);
}

/* ---- Lines ---- */

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Waits until the engine can be written to or read from. False after giving up. */
static bool wait_for(const struct uci *engine, int fd, short events, double deadline)
{
    struct pollfd wanted = { .fd = fd, .events = events };
    while (!is_over(engine)) {
        int count = poll(&wanted, 1, SLICE);
        if (count > 0)
            return true;
        if (now() > deadline)
            return give_up(engine, "does not answer in time");
        if (count < 0 && errno != EINTR)
            return give_up(engine, strerror(errno));
    }
    return false;
}

/* Writes as write does; an engine that has ended is an error, and no signal. */
static ssize_t write_safely(int fd, const char *bytes, size_t length)
{
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && errno == EPIPE) { /* takes back the signal that waits */
        struct sigaction usual, ignored = { .sa_handler = SIG_IGN };
        (void)sigaction(SIGPIPE, &ignored, &usual);
        (void)sigaction(SIGPIPE, &usual, NULL);
        errno = EPIPE;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return written;
}

static bool send_bytes(const struct uci *engine, const char *bytes, size_t length, double deadline)
{
    while (length > 0) {
        if (!wait_for(engine, engine->program.to, POLLOUT, deadline))
            return false;
        ssize_t written = write_safely(engine->program.to, bytes, length);
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return give_up(engine, engine->ready ? "has ended" : "does not start");
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Sends the parts as one line. NULL ends them. */
static bool send_line(const struct uci *engine, double deadline, const char *const *parts)
{
    for (; *parts; parts++)
        if (!send_bytes(engine, *parts, strlen(*parts), deadline))
            return false;
    return send_bytes(engine, "\n", 1, deadline);
}

#define SEND(engine, deadline, ...) send_line(engine, deadline, (const char *const[]){ __VA_ARGS__, NULL })

/* Returns the next line of the engine, valid until the next call; NULL after giving up. */
static const char *next_line(struct uci *engine, double deadline)
{
    char *end;
    while (!(end = memchr(engine->unread + engine->begin, '\n', engine->end - engine->begin))) {
        memmove(engine->unread, engine->unread + engine->begin, engine->end - engine->begin);
        engine->end -= engine->begin;
        engine->begin = 0;
        if (engine->end == sizeof engine->unread)
            return give_up(engine, "writes a line without end"), NULL;
        if (!wait_for(engine, engine->program.from, POLLIN, deadline))
            return NULL;
        ssize_t count =
            read(engine->program.from, engine->unread + engine->end, sizeof engine->unread - engine->end);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return give_up(engine, engine->ready ? "has ended" : "does not start"), NULL;
        engine->end += count > 0 ? (size_t)count : 0;
    }
    const char *line = engine->unread + engine->begin;
    engine->begin = (size_t)(end + 1 - engine->unread);
    *end = '\0';
    return line;
}

static void add_text(struct ludus_buffer *buffer, const char *text)
{
    ludus_buffer_add(buffer, text, strlen(text));
}

/* Adds a text to both names of the engine. */
static void add_name(struct uci *engine, struct ludus_text text)
{
    for (unsigned i = 0; i < 2; i++)
        ludus_buffer_add(engine->name[i], text.text, text.length);
}

/* Reads lines up to one of the wanted kind. The score and the line of the best exact information are kept in
 * `answer`; a bound is taken if there is nothing else. False after giving up. */
static bool await(struct uci *engine, enum ludus_uci wanted, struct ludus_uci_line *line, bool *scored,
                  struct uci_answer *answer, double deadline)
{
    bool exact = false;
    const char *text;
    line->size = sizeof *line;
    do {
        if (now() > deadline)
            return give_up(engine, "does not answer in time");
        if (is_over(engine) || !(text = next_line(engine, deadline)))
            return false;
        ludus_uci_read(text, line);
        if (line->kind == LUDUS_UCI_NAME && !engine->ready)
            add_name(engine, line->text);
        if (line->kind == LUDUS_UCI_VARIANTS) {
            ludus_buffer_clear(engine->variants);
            add_text(engine->variants, " ");
            ludus_buffer_add(engine->variants, line->text.text, line->text.length);
            ludus_buffer_add(engine->variants, " ", 2);
        }
        if (line->kind != LUDUS_UCI_INFO || !answer || line->second || (line->bound && exact))
            continue;
        exact = !line->bound;
        *scored = true;
        answer->score = line->score;
        answer->mate = line->mate;
        answer->depth = line->depth;
        memcpy(answer->line, line->text.text, line->text.length); /* shorter than a line of the engine */
        answer->line[line->text.length] = '\0';
    } while (line->kind != wanted);
    return true;
}

/* ---- The start of the engine, and of each game ---- */

static unsigned times_of(const struct uci_options *options, bool deeper)
{
    return deeper ? options->confirm : 1;
}

static double deadline_of(const struct uci *engine)
{
    unsigned times = times_of(engine->options, engine->deeper);
    return now() + engine->options->wait + times * 1e-3 * engine->options->time;
}

/* Sends a line, and waits for the line that answers it. */
static bool exchange(struct uci *engine, const char *sent, enum ludus_uci wanted)
{
    struct ludus_uci_line line;
    double deadline = deadline_of(engine);
    return SEND(engine, deadline, sent) && await(engine, wanted, &line, NULL, NULL, deadline);
}

static bool set_option(const struct uci *engine, const char *name, const char *value)
{
    return SEND(engine, deadline_of(engine), "setoption name ", name, " value ", value);
}

/* Writes the limits of a search: " depth 12 nodes 1000". */
static void limits_text(const struct uci_options *options, bool deeper, char *out, size_t size)
{
    unsigned long long plies = deeper ? options->confirm : 0, times = times_of(options, deeper);
    const struct {
        const char *name;
        unsigned long long value;
    } limits[] = { { " depth", options->depth ? options->depth + plies : 0 },
                   { " nodes", options->nodes * times },
                   { " movetime", options->time * times } };
    *out = '\0';
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].value)
            snprintf(out + strlen(out), size - strlen(out), "%s %llu", limits[i].name, limits[i].value);
}

/* Starts the protocol, and sets the options of the user: some bring further variants. */
static bool shake_hands(struct uci *engine)
{
    const struct tool_list *set = &engine->options->set;
    char name[UCI_LINE];
    if (!exchange(engine, "uci", LUDUS_UCI_OK))
        return false;
    engine->ready = true;
    for (size_t i = 0; i < set->count; i++) {
        size_t length = strcspn(set->items[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, set->items[i]);
        if (!set_option(engine, name, set->items[i] + length + 1))
            return false;
        add_name(engine, (struct ludus_text){ "; ", 2 });
        add_name(engine, (struct ludus_text){ set->items[i], strlen(set->items[i]) });
    }
    for (unsigned i = 0; i < 2; i++) {
        limits_text(engine->options, i == 1, name, sizeof name);
        add_text(engine->name[i], ";");
        add_text(engine->name[i], name);
    }
    return set->count == 0 || exchange(engine, "uci", LUDUS_UCI_OK);
}

/* Does the engine play a variant? One without a choice plays the usual game. */
static bool knows_variant(const struct uci *engine, const char *variant)
{
    char wanted[200];
    struct ludus_text list = ludus_buffer_text(engine->variants);
    snprintf(wanted, sizeof wanted, " %s ", variant);
    return list.length ? strstr(list.text, wanted) != NULL
                       : strcmp(variant, ludus_ruleset_uci(ludus_ruleset_usual(), NULL)) == 0;
}

/* Sets the variant of the rules, and the option that goes with it. */
static bool set_variant(struct uci *engine, const struct ludus_ruleset *ruleset)
{
    const char *option, *variant = ludus_ruleset_uci(ruleset, &option);
    bool chooses = ludus_buffer_text(engine->variants).length > 0;
    engine->ruleset = ruleset;
    if ((chooses && !set_option(engine, "UCI_Variant", variant)) ||
        (engine->option && !set_option(engine, engine->option, "false")) ||
        (option && !set_option(engine, option, "true")))
        return false;
    engine->option = option;
    return true;
}

/* Begins a game. False if the engine does not play by these rules. */
static bool begin_game(struct uci *engine, const struct ludus_ruleset *ruleset)
{
    const char *variant = ludus_ruleset_uci(ruleset, NULL);
    engine->known = false;
    if (!ludus_ruleset_single(ruleset))
        return false;
    if (is_over(engine) || (!engine->ready && !shake_hands(engine)))
        return true;
    if (!knows_variant(engine, variant))
        return false;
    if (engine->ruleset != ruleset && !set_variant(engine, ruleset))
        return true;
    if (SEND(engine, deadline_of(engine), "ucinewgame"))
        (void)exchange(engine, "isready", LUDUS_UCI_READY);
    return true;
}

/* ---- Positions ---- */

/* Asks the engine about the position of engine->text. */
static bool ask(struct uci *engine, struct uci_answer *answer)
{
    struct ludus_uci_line line;
    struct ludus_text place = ludus_buffer_text(engine->text);
    char limits[100];
    bool scored = false;
    double deadline = deadline_of(engine);
    limits_text(engine->options, engine->deeper, limits, sizeof limits);
    if (engine->find &&
        !(SEND(engine, deadline, "ucinewgame") && exchange(engine, "isready", LUDUS_UCI_READY)))
        return false;
    deadline = deadline_of(engine);
    if (!send_bytes(engine, place.text, place.length, deadline) || !SEND(engine, deadline, "\ngo", limits) ||
        !await(engine, LUDUS_UCI_BEST, &line, &scored, answer, deadline))
        return false;
    if (!scored)
        return give_up(engine, "gives no score");
    if (strncmp(answer->line, line.text.text, line.text.length) != 0)
        snprintf(answer->line, sizeof answer->line, "%.*s", (int)line.text.length, line.text.text);
    return true;
}

/* Makes an analysis of an answer. False if one of its moves is not legal. */
static bool take_answer(const struct ludus_position *position, const struct uci_answer *answer,
                        struct ludus_analysis *out)
{
    char line[UCI_LINE];
    int sign = ludus_position_side(position) == LUDUS_WHITE ? 1 : -1;
    struct ludus_position *at = ludus_position_copy(position);
    char *rest = NULL, *word = strtok_r(strcpy(line, answer->line), " \t\r", &rest);
    bool legal = at;
    *out = (struct ludus_analysis){ .size = sizeof *out };
    out->evaluation = (struct ludus_evaluation){ .size = sizeof out->evaluation, .depth = answer->depth };
    if (answer->mate)
        out->evaluation.mate = sign * (answer->score ? answer->score : -1);
    else
        out->evaluation.pawns = sign * answer->score / 100.0;
    for (; legal && word && out->count < LUDUS_LINE_MAX; word = strtok_r(NULL, " \t\r", &rest)) {
        struct ludus_move *move = &out->moves[out->count];
        if (out->count == 0 && strcmp(word, "(none)") == 0)
            break;
        legal = ludus_move_parse(at, word, move, NULL, 0) && ludus_position_make(at, *move);
        out->count += legal;
    }
    ludus_position_free(at);
    return legal;
}

/* Writes the name of a position in the cache: its variant, and its FEN without the number of the turn. */
static void name_position(const struct ludus_position *position, char *out, size_t size)
{
    const char *option, *variant = ludus_ruleset_uci(ludus_position_ruleset(position), &option);
    int length = snprintf(out, size, "%s %s ", variant, option ? option : "-");
    ludus_position_fen(position, false, out + length, size - (size_t)length);
    char *number = strrchr(out, ' ');
    if (number)
        *number = '\0';
}

/* Analyses the position of engine->text. */
static bool analyse(struct uci *engine, const struct ludus_position *position)
{
    struct uci_answer answer;
    char name[NAME];
    name_position(position, name, sizeof name);
    bool found =
        engine->find && engine->find(engine, name, &answer) && take_answer(position, &answer, &engine->last);
    engine->known = false;
    if (!found && !ask(engine, &answer))
        return false;
    if (!found && !take_answer(position, &answer, &engine->last))
        return give_up(engine, "answers with an illegal move");
    if (!found && engine->keep)
        engine->keep(engine, name, &answer);
    engine->key = ludus_position_key(position);
    engine->known = true;
    return true;
}

static void begin_text(struct uci *engine, const struct ludus_position *position)
{
    ludus_buffer_clear(engine->text);
    add_text(engine->text, "position fen ");
    ludus_position_add_fen(position, false, engine->text);
    engine->moves = false;
}

/* Adds the turn to engine->text, or begins it anew with the position after the turn. */
static void add_turn(struct uci *engine, const struct ludus_replay *replay, const struct ludus_turn *turn)
{
    char move[MOVE_TEXT] = "";
    if (turn->moves_count == 1 && !*turn->forced)
        ludus_move_uci(ludus_replay_before(replay), *turn->moves, move, sizeof move);
    if (!*move || engine->find || ludus_buffer_text(engine->text).length > TEXT_MOST) {
        begin_text(engine, ludus_replay_after(replay));
        return;
    }
    add_text(engine->text, engine->moves ? " " : " moves ");
    add_text(engine->text, move);
    engine->moves = true;
}

/* Exchanges the texts of the positions after and before the last turn. */
static void swap_texts(struct uci *engine)
{
    struct ludus_buffer *text = engine->text;
    engine->text = engine->earlier;
    engine->earlier = text;
}

/* Analyses the last turn again, deeper. `after` as for uci_analyse. */
static bool confirm(struct uci *engine, const struct ludus_replay *replay, struct ludus_analysis *before,
                    struct ludus_analysis *after)
{
    const struct ludus_analysis last = engine->last; /* the next turn is compared with what is not deeper */
    const uint64_t key = engine->key;
    engine->deeper = true;
    if (after)
        swap_texts(engine);
    bool done = analyse(engine, ludus_replay_before(replay));
    *before = engine->last;
    if (after) {
        swap_texts(engine);
        done = done && analyse(engine, ludus_replay_after(replay));
        *after = engine->last;
    }
    engine->deeper = false;
    engine->last = last;
    engine->key = key;
    return done;
}

bool uci_analyse(void *context, const struct ludus_replay *replay, const struct ludus_turn *turn, bool deeper,
                 struct ludus_analysis *before, struct ludus_analysis *after)
{
    struct uci *engine = context;
    const struct ludus_position *position = ludus_replay_before(replay);
    if (!turn)
        return begin_game(engine, ludus_replay_ruleset(replay));
    if (deeper)
        return confirm(engine, replay, before, after);
    if (!engine->known || engine->key != ludus_position_key(position)) {
        begin_text(engine, position);
        if (!analyse(engine, position))
            return false;
    }
    *before = engine->last;
    if (!after)
        return true;
    struct ludus_text text = ludus_buffer_text(engine->text);
    ludus_buffer_clear(engine->earlier);
    ludus_buffer_add(engine->earlier, text.text, text.length);
    add_turn(engine, replay, turn);
    if (!analyse(engine, ludus_replay_after(replay)))
        return false;
    *after = engine->last;
    return true;
}
