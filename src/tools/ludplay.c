/* ludplay.c - replays records: the position after each turn. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_TEXT = 32, MOVE_TEXT = 256, FEN_TEXT = 256 };
#define EVERY ((size_t)0) /* turn is printed */
enum { NOTATION_CANONICAL, NOTATION_LONG, NOTATION_UCI };

struct values {
    bool last, board, history, variations;
    unsigned json, notation;
    const char *turns;
    struct ludus_selection *selection; /* of --turn and --last; NULL: all turns. Owned */
    unsigned ends;                     /* of it */
    bool found;                        /* some record has such a turn */
};

static const struct tool_option options[] = {
    { "board", 'b', TOOL_FLAG, VALUE(board), NULL, "draw the board under each line" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "form of the output" },
    { "history", 0, TOOL_FLAG, VALUE(history), NULL,
      "write into FEN the positions that a repetition rule counts" },
    { "last", 'l', TOOL_FLAG, VALUE(last), NULL, "only the last turn of each record, as --turn=end" },
    { "notation", 0, TOOL_CHOICE, VALUE(notation), "canonical|long|uci", "of the turns" },
    { "turn", 't', TOOL_TEXT, VALUE(turns), "TURNS",
      "only these turns: 4W, 12, 3W-5B, start, end, captures, $220" },
    { "variations", 0, TOOL_FLAG, VALUE(variations), NULL, "the turns of variations too" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "last turn", NULL, NULL, "--last and --turn exclude each other" },
    { "board format=json", NULL, NULL, "--board does not go with --format=json" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludplay",
    "[OPTION]... [FILE]...",
    "Replays records of games and prints the position after each turn.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

/* What is printed of a turn, apart from the position. */
struct shown {
    struct ludus_turn turn;
    const char *label; /* "4W", in `digits`, or "start" where no turn is */
    char digits[LABEL_TEXT];
    char *text; /* owned copy */
    size_t text_size;
    struct ludus_move moves[LUDUS_MOVES_MAX];
    uint8_t die_of[LUDUS_MOVES_MAX];
};

/* Copies a turn, which lives only until the next call of the replay. */
static bool keep_turn(struct shown *shown, const struct ludus_turn *turn)
{
    shown->turn = *turn;
    memcpy(shown->moves, turn->moves, turn->moves_count * sizeof *turn->moves);
    memcpy(shown->die_of, turn->die_of, turn->moves_count);
    char *at = shown->digits + LABEL_TEXT; /* printf is slow */
    *--at = '\0';
    *--at = turn->side == LUDUS_WHITE ? 'W' : 'B';
    for (unsigned number = turn->number; number > 0; number /= 10)
        *--at = (char)('0' + number % 10);
    shown->label = turn->number ? at : "start";
    size_t size = strlen(turn->text) + 1;
    char *text = size > shown->text_size ? realloc(shown->text, size) : shown->text;
    if (!text)
        return false;
    if (size > shown->text_size)
        shown->text_size = size;
    memcpy(text, turn->text, size);
    shown->text = text;
    for (char *c = shown->text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return true;
}

/* Adds the FEN to the thread's buffer. */
static void add_fen(struct tool *tool, const struct ludus_position *position)
{
    const struct values *values = tool->values;
    char usual[FEN_TEXT], *fen = usual;
    size_t length = ludus_position_fen(position, values->history, usual, sizeof usual);
    if (length >= sizeof usual && (fen = malloc(length + 1)))
        ludus_position_fen(position, values->history, fen, length + 1);
    if (tool_memory(tool, fen != NULL))
        ludus_buffer_add(tool->text, fen, length);
    if (fen != usual)
        free(fen);
}

/* Two columns a square: the piece, and ' if it is bound. */
static void print_board(FILE *out, const struct ludus_position *position)
{
    const struct ludus_ruleset *rules = ludus_position_ruleset(position);
    unsigned files = ludus_ruleset_files(rules);
    for (unsigned rank = ludus_ruleset_ranks(rules); rank-- > 0;) {
        fprintf(out, "%2u", rank + 1);
        for (unsigned file = 0; file < files; file++) {
            struct ludus_square square = ludus_position_at(position, rank * files + file);
            char letter = square.kind == LUDUS_NO_KIND ? '.' : ludus_ruleset_kind_letter(rules, square.kind);
            bool black = square.kind != LUDUS_NO_KIND && square.side == LUDUS_BLACK;
            fprintf(out, " %c%s", black ? letter - 'A' + 'a' : letter,
                    square.bound       ? "'"
                    : file + 1 < files ? " "
                                       : "");
        }
        putc('\n', out);
    }
    fputs("  ", out);
    for (unsigned file = 0; file < files; file++)
        fprintf(out, " %c%s", (char)('a' + file), file + 1 < files ? " " : "\n\n");
}

static void print_json(struct tool *tool, const struct ludus_game *game, const struct shown *shown,
                       const struct ludus_position *position)
{
    static const char *const states[] = { "played", "illegal", "unknown" };
    static const char *const types[] = { "step", "jump", "en-passant", "castle", "place", "remove", "pass" };
    const struct ludus_turn *turn = &shown->turn;
    FILE *out = tool->out;
    tool_print(tool, out,
               "{\"file\":%j,\"game\":%N,\"turn\":\"%s\",\"number\":%u,\"side\":\"%s\",\"depth\":%u,"
               "\"state\":\"%s\"",
               tool->file, ludus_game_number(game), shown->label, turn->number,
               turn->side == LUDUS_WHITE ? "white" : "black", turn->depth, states[turn->state]);
    for (unsigned i = 0; i < turn->dice_count; i++) {
        fputs(i ? "," : ",\"dice\":[", out);
        fprintf(out, turn->dice[i] ? "%u" : "null", turn->dice[i]);
    }
    tool_print(tool, out, turn->dice_count ? "],\"text\":%j" : ",\"text\":%j", shown->text);
    if (turn->state == LUDUS_TURN_PLAYED) {
        const struct ludus_ruleset *rules = ludus_position_ruleset(position);
        unsigned files = ludus_ruleset_files(rules);
        fputs(",\"moves\":[", out);
        for (unsigned i = 0; i < turn->moves_count; i++) {
            const struct ludus_move *move = &shown->moves[i];
            fprintf(out, "%s{\"type\":\"%s\"", i ? "," : "", types[move->type]);
            if (move->from != LUDUS_NO_SQUARE)
                fprintf(out, ",\"%s\":\"%c%u\"", move->type == LUDUS_PLACE ? "also" : "from",
                        (char)('a' + move->from % files), move->from / files + 1);
            if (move->to != LUDUS_NO_SQUARE)
                fprintf(out, ",\"to\":\"%c%u\"", (char)('a' + move->to % files), move->to / files + 1);
            if (move->piece != LUDUS_NO_KIND)
                fprintf(out, ",\"piece\":\"%c\"", ludus_ruleset_kind_letter(rules, move->piece));
            if (turn->dice_count)
                fprintf(out, ",\"die\":%u", shown->die_of[i] + 1u);
            putc('}', out);
        }
        add_fen(tool, position);
        tool_print(tool, out, "],\"fen\":%J", ludus_buffer_text(tool->text));
        ludus_buffer_clear(tool->text);
    }
    fputs("}\n", out);
}

static void print_turn(struct tool *tool, const struct ludus_game *game, const struct shown *shown,
                       const struct ludus_position *position)
{
    const struct values *values = tool->values;
    bool played = shown->turn.state == LUDUS_TURN_PLAYED;
    if (values->json)
        print_json(tool, game, shown, position);
    else {
        /* Number of the record, turn, text and FEN, with tabs between. */
        ludus_buffer_add(tool->text, "\t", 1);
        ludus_buffer_add(tool->text, shown->label, strlen(shown->label));
        ludus_buffer_add(tool->text, "\t", 1);
        ludus_buffer_add(tool->text, shown->text, strlen(shown->text));
        ludus_buffer_add(tool->text, "\t", 1);
        if (played)
            add_fen(tool, position);
        ludus_buffer_add(tool->text, played ? "\n" : "-\n", played ? 1 : 2);
        tool_number(tool, tool->out, ludus_game_number(game));
        tool_put_buffer(tool, tool->text);
    }
    if (values->board && played)
        print_board(tool->out, position);
}

/* Writes a turn that was played in the notation that is wanted. False when it cannot be (and says so). */
static bool respell(struct tool *tool, const struct ludus_game *game, struct ludus_turn *turn, char *out)
{
    const struct values *values = tool->values;
    bool single = turn->moves_count == 1 && turn->dice_count == 0, uci = values->notation == NOTATION_UCI;
    if (turn->state != LUDUS_TURN_PLAYED || values->notation == NOTATION_CANONICAL || (!uci && !single))
        return true;
    const struct ludus_position *before = ludus_replay_before(tool->replay);
    if (!uci)
        ludus_move_long(before, turn->moves[0], out, MOVE_TEXT - sizeof " sic");
    else if (single)
        ludus_move_uci(before, turn->moves[0], out, MOVE_TEXT);
    else
        snprintf(out, MOVE_TEXT, "%s", turn->moves_count || turn->dice_count ? "" : "0000");
    if (!*out) {
        tool_print(tool, tool_complain(tool),
                   "%s: %s: record %N: UCI has no dice, no several moves in a turn, and no men placed or "
                   "taken off\n",
                   tool->spec->name, tool->file, ludus_game_number(game));
        tool_complained(tool);
        tool_fault(tool, TOOL_FAULTY);
        return false;
    }
    if (!uci && turn->forced[0])
        strcat(out, " sic");
    turn->text = out;
    return true;
}

/* Plays the record and prints its turns, or only turn number `only`. `shown` is then the last of them;
 * returns its number if it is still to be printed, or 0. */
static size_t play_turns(struct tool *tool, struct ludus_game *game, size_t only, struct shown *shown)
{
    const struct values *values = tool->values;
    bool *found = tool->tally;
    struct ludus_turn turn = { .size = sizeof turn };
    char text[MOVE_TEXT];
    size_t count = 0;
    bool wanted = true, sound = ludus_replay_start(tool->replay, game);
    if (sound && only == EVERY && values->ends & LUDUS_SELECTS_START) {
        /* Prints the position before the first turn. */
        const struct ludus_position *start = ludus_replay_after(tool->replay);
        struct ludus_turn none = { .state = LUDUS_TURN_PLAYED,
                                   .side = ludus_position_side(start),
                                   .moves = shown->moves,
                                   .die_of = shown->die_of,
                                   .text = "-" };
        *found = true;
        if (tool_memory(tool, keep_turn(shown, &none)))
            print_turn(tool, game, shown, start);
    }
    while (sound && ludus_replay_next(tool->replay, &turn)) {
        if (turn.depth > 0 && !values->variations)
            continue;
        count++;
        wanted = only ? only == count
                      : !values->selection || ludus_selection_has(values->selection, tool->replay, &turn);
        if (!wanted && (only || !(values->ends & LUDUS_SELECTS_END)))
            continue;
        if (!respell(tool, game, &turn, text))
            return 0;
        sound = tool_memory(tool, keep_turn(shown, &turn));
        if (sound && wanted)
            print_turn(tool, game, shown, ludus_replay_after(tool->replay));
        *found = true;
    }
    return sound && !wanted ? count : 0;
}

static void play_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    struct shown shown = { .text = NULL };
    size_t last = play_turns(tool, game, EVERY, &shown);
    last = values->ends & LUDUS_SELECTS_END ? last : 0;
    if (last && shown.turn.depth > 0) /* behind a variation its position is gone */
        play_turns(tool, game, last, &shown);
    else if (last)
        print_turn(tool, game, &shown, ludus_replay_after(tool->replay));
    free(shown.text);
    tool_report(tool, game, LUDUS_WARNING);
}

static void add_found(struct tool *tool)
{
    struct values *values = tool->values;
    values->found |= *(const bool *)tool->tally;
}

int main(int argc, char **argv)
{
    static const struct tool_work work = { .game = play_game, .add = add_found, .tally_size = sizeof(bool) };
    struct values values = { .last = false };
    struct tool tool;
    bool begun = tool_begin(&tool, &spec, &values, argc, argv);
    const char *turns = values.last ? "end" : values.turns;
    char reason[100];
    if (begun && turns) {
        values.selection = ludus_selection_new(turns, reason, sizeof reason);
        values.ends = values.selection ? ludus_selection_ends(values.selection) : 0;
    }
    if (begun && turns && !values.selection) {
        tool_trouble(&tool, "--turn: %s", reason);
    } else if (begun) {
        tool_run(&tool, &work);
        if (values.turns && !values.found && tool.status != TOOL_TROUBLE)
            tool_say(&tool, TOOL_FAULTY, "no record has the turn %s", values.turns);
    }
    ludus_selection_free(values.selection);
    return tool_end(&tool);
}
