/* ludplay.c - replays records: the position after each turn. */
#include "ply_columns.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>

enum { MOVE_TEXT = 256 };
#define EVERY ((size_t)0) /* turn is printed, and not only one */
enum { NOTATION_CANONICAL, NOTATION_LONG, NOTATION_UCI };
enum { BOARD_LETTERS, BOARD_FIGURINES, BOARD_BRAILLE, BOARD_NOT };
#define BOARD_USUAL UINT32_MAX         /* of --board without a form */
enum { PRINTED /* selected turns */ }; /* in tool->counts */

struct values {
    bool last, history, variations, uci;
    unsigned json, notation, board; /* board: BOARD_LETTERS and so on */
    const char *turns, *columns;    /* of --table: NULL: the usual ones; "": no table */
    struct tool_table table;
    struct ludus_selection *selection; /* of --turn and --last; NULL: all turns. Owned */
    unsigned ends;                     /* the LUDUS_SELECTS_ bits of `selection` */
};

/* The usual columns of --table, without and with --variations. */
#define COLUMNS(place)                                                                                       \
    "file,game,ply," place                                                                                   \
    "depth,number,side,roll,move,san,uci,piece,from,to,captured,fen,key,clock,eval,nag,comment,result"
static const char *const usual_columns[] = { COLUMNS(""), COLUMNS("row,parent,") };

static const struct tool_option options[] = {
    { "board", 'b', TOOL_CHOICE, VALUE(board), "[=letters|figurines|braille]",
      "draw the board under each line; on a terminal usually with figurines" },
    { "csv", 0, TOOL_FLAG, VALUE(table.csv), NULL, "write the table with commas, as CSV" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "form of the output" },
    { "history", 0, TOOL_FLAG, VALUE(history), NULL,
      "write into FEN the positions that a repetition rule counts" },
    { "last", 'l', TOOL_FLAG, VALUE(last), NULL, "only the last turn of each record, as --turn=end" },
    { "notation", 0, TOOL_CHOICE, VALUE(notation), "canonical|long|uci", "of the turns" },
    { "table", 0, TOOL_TEXT, VALUE(columns), "[=COLUMNS]",
      "write a table with a header: a row a turn, of these columns or all usual ones" },
    { "turn", 't', TOOL_TEXT, VALUE(turns), "TURNS",
      "only these turns: 4W, 12, 3W-5B, start, end, captures, $220" },
    { "uci", 0, TOOL_FLAG, VALUE(uci), NULL, "play random legal moves as an engine of the UCI protocol" },
    { "variations", 0, TOOL_FLAG, VALUE(variations), NULL, "the turns of variations too" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "last turn", NULL, NULL, "--last and --turn exclude each other" },
    { "board format=json", NULL, NULL, "--board does not go with --format=json" },
    { "table", NULL, "board format=json notation", "--table takes no --board, --format=json and --notation" },
    { "uci", NULL, "board format history jobs last max-record notation origin table turn variations",
      "--uci goes with -r, -R and -o only" },
    { "csv", "table", NULL, "--csv needs --table" },
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

/* ---- The board ---- */

/* Returns the sign for a piece: a figurine if one is wanted and known, else its letter, in `letter`. */
static const char *sign_of(const struct ludus_ruleset *rules, struct ludus_square man, bool figurine,
                           bool solid, char letter[2])
{
    const bool black = man.side == LUDUS_BLACK;
    const char *sign =
        figurine ? ludus_image_sign(ludus_ruleset_kind_image(rules, man.kind), black || solid) : NULL;
    if (sign)
        return sign;
    letter[0] = ludus_ruleset_kind_letter(rules, man.kind);
    letter[0] = (char)(black ? letter[0] - 'A' + 'a' : letter[0]);
    letter[1] = '\0';
    return letter;
}

static void put_braille(FILE *out, unsigned dots)
{
    const char text[] = { '\xE2', (char)(0xA0 | dots >> 6), (char)(0x80 | (dots & 0x3F)), '\0' };
    fputs(text, out);
}

/* Prints the board in braille of eight dots, a sign a square: dot 7 is White's, dot 8 bound, and dots 3 and 6
 * are an empty dark square. */
static void print_braille(FILE *out, const struct ludus_position *position)
{
    static const uint8_t letters[] = { 0x01, 0x03, 0x09, 0x19, 0x11, 0x0B, 0x1B, 0x13, 0x0A,
                                       0x1A, 0x05, 0x07, 0x0D, 0x1D, 0x15, 0x0F, 0x1F, 0x17,
                                       0x0E, 0x1E, 0x25, 0x27, 0x3A, 0x2D, 0x3D, 0x35 };
    enum { BLANK = 0, DARK = 0x24, WHITE = 0x40, BOUND = 0x80, NUMBER = 0x3C };
    const struct ludus_ruleset *rules = ludus_position_ruleset(position);
    const unsigned files = ludus_ruleset_files(rules), ranks = ludus_ruleset_ranks(rules);
    for (unsigned rank = ranks; rank-- > 0;) {
        put_braille(out, NUMBER);
        if (ranks > 9)
            put_braille(out, rank > 8 ? letters[0] : BLANK);
        put_braille(out, letters[(rank + 10) % 10]);
        put_braille(out, BLANK);
        for (unsigned file = 0; file < files; file++) {
            const struct ludus_square man = ludus_position_at(position, rank * files + file);
            const char letter = ludus_ruleset_kind_letter(rules, man.kind);
            if (letter)
                put_braille(out, letters[letter - 'A'] | (man.side == LUDUS_WHITE ? WHITE : 0u) |
                                     (man.bound ? BOUND : 0u));
            else
                put_braille(out, (rank + file) % 2 ? BLANK : DARK);
        }
        putc('\n', out);
    }
    for (unsigned i = 0; i < (ranks > 9 ? 4u : 3u); i++)
        put_braille(out, BLANK);
    for (unsigned file = 0; file < files; file++)
        put_braille(out, letters[file]);
    fputs("\n\n", out);
}

/* Does the terminal show UTF-8, as far as the environment says? */
static bool shows_utf8(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *locale = NULL;
    for (size_t i = 0; (!locale || !*locale) && i < sizeof names / sizeof *names; i++)
        locale = getenv(names[i]);
    return locale && (strstr(locale, "UTF-8") || strstr(locale, "utf8"));
}

/* Prints the board: for each square the piece, and ' if it is bound. In colours all figurines are solid. */
static void print_board(const struct tool *tool, const struct ludus_position *position)
{
    const struct ludus_ruleset *rules = ludus_position_ruleset(position);
    const unsigned files = ludus_ruleset_files(rules), form = tool->values->board;
    const bool shown = form == BOARD_USUAL && tool->terminal, coloured = shown && tool->coloured;
    const bool figured = form == BOARD_FIGURINES || (shown && shows_utf8());
    FILE *out = tool->out;
    if (form == BOARD_BRAILLE) {
        print_braille(out, position);
        return;
    }
    for (unsigned rank = ludus_ruleset_ranks(rules); rank-- > 0;) {
        fprintf(out, "%2u", rank + 1);
        for (unsigned file = 0; file < files; file++) {
            const struct ludus_square square = ludus_position_at(position, rank * files + file);
            const bool man = square.kind != LUDUS_NO_KIND, last = file + 1 == files;
            char letter[2];
            if (coloured) /* black on tan and brown, White's men in bold white */
                fprintf(out, "\033[%s;48;5;%um",
                        man && square.side == LUDUS_WHITE ? "1;38;5;231" : "22;38;5;16",
                        (rank + file) % 2 ? 180u : 137u);
            fprintf(out, " %s",
                    man        ? sign_of(rules, square, figured, coloured, letter)
                    : coloured ? " "
                               : ".");
            fputs(square.bound ? "'" : last && !coloured ? "" : " ", out);
        }
        fputs(coloured ? "\033[0m\n" : "\n", out);
    }
    fputs("  ", out);
    for (unsigned file = 0; file < files; file++)
        fprintf(out, " %c%s", (char)('a' + file), file + 1 < files ? " " : "\n\n");
}

static void print_json(struct tool *tool, const struct ludus_game *game, const struct ludus_turn *turn,
                       const char *text, const struct ludus_position *position)
{
    static const char *const types[] = { "step",   "jump",  "leap",   "en-passant",
                                         "castle", "place", "remove", "pass" };
    FILE *out = tool->out;
    ply_label(tool->text, turn);
    tool_print(tool, out,
               "{\"file\":%j,\"game\":%N,\"turn\":%J,\"number\":%u,\"side\":\"%s\",\"depth\":%u,"
               "\"state\":\"%s\"",
               tool->file, ludus_game_number(game), ludus_buffer_text(tool->text), turn->number,
               turn->side == LUDUS_WHITE ? "white" : "black", turn->depth, ply_states[turn->state]);
    ludus_buffer_clear(tool->text);
    for (unsigned i = 0; i < turn->dice_count; i++) {
        fputs(i ? "," : ",\"dice\":[", out);
        fprintf(out, turn->dice[i] ? "%u" : "null", turn->dice[i]);
    }
    tool_add_line(tool, (struct ludus_text){ text, strlen(text) });
    tool_print(tool, out, turn->dice_count ? "],\"text\":%J" : ",\"text\":%J", ludus_buffer_text(tool->text));
    ludus_buffer_clear(tool->text);
    if (turn->state == LUDUS_TURN_PLAYED) {
        const struct ludus_ruleset *rules = ludus_position_ruleset(position);
        unsigned files = ludus_ruleset_files(rules);
        fputs(",\"moves\":[", out);
        for (unsigned i = 0; i < turn->moves_count; i++) {
            const struct ludus_move *move = &turn->moves[i];
            fprintf(out, "%s{\"type\":\"%s\"", i ? "," : "", types[move->type]);
            if (move->from != LUDUS_NO_SQUARE)
                fprintf(out, ",\"%s\":\"%c%u\"", move->type == LUDUS_PLACE ? "also" : "from",
                        (char)('a' + move->from % files), move->from / files + 1);
            if (move->to != LUDUS_NO_SQUARE)
                fprintf(out, ",\"to\":\"%c%u\"", (char)('a' + move->to % files), move->to / files + 1);
            if (move->piece != LUDUS_NO_KIND && move->type != LUDUS_LEAP)
                fprintf(out, ",\"piece\":\"%c\"", ludus_ruleset_kind_letter(rules, move->piece));
            if (turn->dice_count)
                fprintf(out, ",\"die\":%u", turn->die_of[i] + 1u);
            putc('}', out);
        }
        ludus_position_add_fen(position, tool->values->history, tool->text);
        tool_print(tool, out, "],\"fen\":%J", ludus_buffer_text(tool->text));
        ludus_buffer_clear(tool->text);
    }
    fputs("}\n", out);
}

/* Returns the text of a turn in the notation of --notation, in `out` or in the turn. NULL after reporting
 * that it has none. */
static const char *spell_turn(struct tool *tool, const struct ludus_game *game, const struct ludus_turn *turn,
                              char *out)
{
    const struct values *values = tool->values;
    bool single = turn->moves_count == 1 && turn->dice_count == 0, uci = values->notation == NOTATION_UCI;
    if (!turn->number || turn->state != LUDUS_TURN_PLAYED || values->notation == NOTATION_CANONICAL ||
        (!uci && !single))
        return turn->text;
    const struct ludus_position *before = ludus_replay_before(tool->replay);
    if (!uci)
        ludus_move_long(before, turn->moves[0], out, MOVE_TEXT - sizeof " sic");
    else if (single)
        ludus_move_uci(before, turn->moves[0], out, MOVE_TEXT);
    else
        snprintf(out, MOVE_TEXT, "%s", turn->moves_count || turn->dice_count ? "" : "0000");
    if (!*out) {
        tool_print(tool, tool->err,
                   "%s: %s: record %N: UCI has no dice, no several moves in a turn, and no men placed or "
                   "taken off\n",
                   tool->spec->name, tool->file, ludus_game_number(game));
        tool_fault(tool, TOOL_FAULTY);
        return NULL;
    }
    if (!uci && turn->forced[0])
        strcat(out, " sic");
    return out;
}

/* Finds where in the record's lines a turn stands; `lines` has the last turns of those around it, `*count` of
 * them. The first turn of a variation replaces the one before, and has its number. NULL without memory. */
static const struct line *place_turn(struct tool *tool, struct line **lines, size_t *count,
                                     const struct ludus_turn *turn, size_t row)
{
    *count = *count < turn->depth + 1 ? *count : turn->depth + 1;
    for (; *count <= turn->depth; ++*count) {
        if (!tool_memory(tool, tool_room(lines, *count, sizeof **lines)))
            return NULL;
        (*lines)[*count] = *count ? (*lines)[*count - 1] : (struct line){ .row = 0 };
    }
    struct line *line = *lines + turn->depth, *other = turn->depth ? line - 1 : line;
    const bool replaces = turn->depth && turn->number == other->number && turn->side == other->side;
    *line = (struct line){ .row = row,
                           .parent = replaces ? other->parent : line->row,
                           .ply = replaces ? other->ply : line->ply + 1,
                           .number = turn->number,
                           .side = turn->side };
    return line;
}

/* Prints the turn that the replay has reached, or the start. False after reporting an error. */
static bool print_turn(struct tool *tool, const struct ludus_game *game, const struct ludus_turn *turn,
                       const struct line *line)
{
    const struct ludus_position *position = ludus_replay_after(tool->replay);
    bool played = turn->state == LUDUS_TURN_PLAYED;
    if (tool->values->table.count) {
        const struct row row = { .tool = tool,
                                 .game = game,
                                 .turn = turn,
                                 .line = line,
                                 .before = played && turn->number ? ludus_replay_before(tool->replay) : NULL,
                                 .after = played ? position : NULL,
                                 .history = tool->values->history,
                                 .commented = ludus_turn_comment(game, turn->number ? turn : NULL, 0,
                                                                 &(struct ludus_text){ 0 }) };
        tool_table_row(tool, &tool->values->table, game, &row);
        return true;
    }
    char spelt[MOVE_TEXT];
    const char *text = spell_turn(tool, game, turn, spelt);
    if (!text)
        return false;
    if (tool->values->json)
        print_json(tool, game, turn, text, position);
    else {
        /* Number of the record, turn, text and FEN, separated by tabs. */
        ludus_buffer_add(tool->text, "\t", 1);
        ply_label(tool->text, turn);
        ludus_buffer_add(tool->text, "\t", 1);
        tool_add_line(tool, (struct ludus_text){ text, strlen(text) });
        ludus_buffer_add(tool->text, "\t", 1);
        if (played)
            ludus_position_add_fen(position, tool->values->history, tool->text);
        ludus_buffer_add(tool->text, played ? "\n" : "-\n", played ? 1 : 2);
        tool_number(tool, tool->out, ludus_game_number(game));
        tool_put_buffer(tool, tool->text);
    }
    if (tool->values->board != BOARD_NOT && played)
        print_board(tool, position);
    return true;
}

/* Replays the record and prints the selected turns, or only turn number `only`. Returns the number of the
 * last turn if it is still to be printed but the replay has passed it, else 0. */
static size_t play_turns(struct tool *tool, struct ludus_game *game, size_t only)
{
    const struct values *values = tool->values;
    size_t *printed = &tool->counts[PRINTED];
    struct ludus_turn turn = { .size = sizeof turn, .state = LUDUS_TURN_PLAYED, .text = "-" };
    struct line *lines = NULL;
    const struct line *line = &(struct line){ .row = 0 };
    size_t count = 0, height = 0;
    bool wanted = true, sound = ludus_replay_start(tool->replay, game);
    if (sound && !only && values->ends & LUDUS_SELECTS_START) {
        turn.side = ludus_position_side(ludus_replay_after(tool->replay));
        sound = print_turn(tool, game, &turn, line);
        *printed += sound;
    }
    while (sound && ludus_replay_next(tool->replay, &turn)) {
        if (turn.depth > 0 && !values->variations)
            continue;
        line = place_turn(tool, &lines, &height, &turn, ++count);
        wanted = only ? only == count
                      : !values->selection || ludus_selection_has(values->selection, tool->replay, &turn);
        sound = line && (!wanted || print_turn(tool, game, &turn, line));
        *printed += wanted && sound;
    }
    const bool left = sound && !wanted && !only && values->ends & LUDUS_SELECTS_END;
    if (left && turn.depth == 0) /* after a variation the last turn is lost */
        *printed += print_turn(tool, game, &turn, line);
    free(lines);
    return left && turn.depth > 0 ? count : 0;
}

static void play_game(struct tool *tool, struct ludus_game *game)
{
    size_t last = play_turns(tool, game, EVERY);
    if (last)
        play_turns(tool, game, last);
    tool_put_buffer(tool, tool->text); /* rows */
    tool_report(tool, game, LUDUS_WARNING);
}

/* A turn of some bytes becomes a line of a hundred and more: of a small piece these stay in the cache. */
static const struct tool_work work = {
    .open = tool_table_open, .close = tool_table_close, .game = play_game, .piece = 32 * 1024
};

int main(int argc, char **argv)
{
    struct values values = { .board = BOARD_NOT, .columns = "", .table.columns = ply_columns };
    struct tool tool;
    bool begun = tool_begin(&tool, &spec, &values, argc, argv);
    const char *turns = values.last ? "end" : values.turns;
    values.selection = begun ? tool_read_turns(&tool, "--turn", turns) : NULL;
    values.ends = values.selection ? ludus_selection_ends(values.selection) : 0;
    if (begun && tool.status != TOOL_TROUBLE && (!values.columns || *values.columns))
        begun = tool_table_begin(&tool, &values.table,
                                 values.columns ? values.columns : usual_columns[values.variations]);
    if (begun && values.uci && tool.file_count)
        tool_trouble(&tool, "'%s': --uci reads no records", tool.files[0]);
    else if (begun && values.uci)
        uci_serve(&tool, print_board);
    else if (begun && tool.status != TOOL_TROUBLE) {
        tool_run(&tool, &work);
        if (values.turns && !tool.totals[PRINTED] && tool.status != TOOL_TROUBLE)
            tool_say(&tool, TOOL_FAULTY, "no record has the turn %s", values.turns);
    }
    ludus_selection_free(values.selection);
    return tool_end(&tool);
}
