/* ludstat.c - counts games, and what happens in them. */
#include "tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct values {
    const char *by, *plot, *columns; /* of --games: NULL: the usual ones; "": no table of games */
    struct tool_table table;
    unsigned json, openings, top;
    bool merge, crosstable;
    struct ludus_stats *stats;
    struct ludus_buffer *games; /* of the crosstable: for each finished game a digit, White's half points, and
                                 * the names of White and Black, each with a NUL */
};

static const struct tool_option options[] = {
    { "by", 'b', TOOL_TEXT, VALUE(by), "GROUPS",
      "count by ruleset, player, side, year or a tag; commas join them" },
    { "crosstable", 0, TOOL_FLAG, VALUE(crosstable), NULL,
      "write the players by their points, and how each pair of them played" },
    { "csv", 0, TOOL_FLAG, VALUE(table.csv), NULL, "write tables with commas, as CSV" },
    { "format", 0, TOOL_CHOICE, VALUE(json), "tsv|json", "form of the table" },
    { "games", 0, TOOL_TEXT, VALUE(columns), "[=COLUMNS]",
      "write a row for each game instead, of these columns or the usual ones" },
    { "merge", 'm', TOOL_FLAG, VALUE(merge), NULL, "the files are tables: add them up" },
    { "openings", 'n', TOOL_NUMBER, VALUE(openings), "N", "count openings of N turns" },
    { "plot", 'p', TOOL_WRITE, VALUE(plot), "FILE", "draw a bar chart to FILE, as SVG" },
    { "top", 't', TOOL_COUNT, VALUE(top), "N", "only the N most frequent openings" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "merge", NULL, "by openings ruleset rules origin",
      "--merge adds tables up, and takes no --by, --openings, -r, -R and --origin" },
    { "games", NULL, "by format merge openings plot top",
      "--games takes no --by, --format, --merge, --openings, --plot and --top" },
    { "crosstable", NULL, "games by format merge openings plot top",
      "--crosstable takes no --games, --by, --format, --merge, --openings, --plot and --top" },
    { "csv", NULL, "format=json", "--csv and --format=json exclude each other" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludstat",
    "[OPTION]... [FILE]...",
    "Counts games, results, turns, captures, dice and openings.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

static void count_game(struct tool *tool, struct ludus_game *game)
{
    if (ludus_game_empty(game))
        return;
    if (!tool_memory(tool, ludus_stats_add(tool->state, tool->replay, game)))
        tool->enough = true;
    tool_report(tool, game, LUDUS_ERROR);
}

static void *open_worker(struct tool *tool)
{
    return ludus_stats_new(tool->values->by, tool->values->openings);
}

static void close_worker(struct tool *tool)
{
    tool_memory(tool, ludus_stats_join(tool->values->stats, tool->state));
    ludus_stats_free(tool->state);
}

static const struct tool_work work = {
    .open = open_worker,
    .close = close_worker,
    .game = count_game,
};

/* ---- The table of games ---- */

static const char usual_columns[] =
    "file,game,Event,Site,Date,Round,White,Black,Result,ruleset,plies,end,digest,tags";

struct row {
    const struct ludus_ruleset *rules; /* NULL if the record has none */
    size_t plies;                      /* of the main line, up to the first that was not played */
    const char *end;                   /* why the last position ends the game, or NULL */
    struct ludus_digest digest;
};

TOOL_CELL(add_ruleset, tool_cell_text, row->rules ? ludus_ruleset_id(row->rules) : "")
TOOL_CELL(add_plies, tool_cell_number, row->plies)
TOOL_CELL(add_end, tool_cell_text, row->end ? row->end : "")

static void add_digest(struct ludus_buffer *cell, const struct row *row)
{
    tool_cell_key(cell, row->digest.high);
    tool_cell_key(cell, row->digest.low);
}

static const struct tool_column columns[] = {
    { "ruleset", true, add_ruleset },
    { "plies", true, add_plies },
    { "end", false, add_end },
    { "digest", true, add_digest },
    { 0 },
};

/* Plays the turns of the main line, at most `most`. Returns their number; `*beyond`: variations followed. */
static size_t play_line(struct tool *tool, struct ludus_game *game, size_t most, bool *beyond)
{
    struct ludus_turn turn = { .size = sizeof turn };
    size_t plies = 0;
    *beyond = false;
    for (bool on = ludus_replay_start(tool->replay, game); on && plies < most;) {
        on = ludus_replay_next(tool->replay, &turn);
        *beyond = on && turn.depth > 0;
        on &= turn.depth > 0 || turn.state == LUDUS_TURN_PLAYED;
        plies += on && turn.depth == 0;
    }
    return plies;
}

static void tell_game(struct tool *tool, struct ludus_game *game)
{
    struct row row = { .rules = NULL };
    bool beyond;
    if (ludus_game_empty(game))
        return;
    tool_memory(tool, ludus_game_digest(tool->replay, game, &row.digest));
    row.plies = play_line(tool, game, SIZE_MAX, &beyond);
    if (beyond) /* back to the end of the main line */
        play_line(tool, game, row.plies, &beyond);
    row.rules = ludus_replay_ruleset(tool->replay);
    const struct ludus_position *last = ludus_replay_after(tool->replay);
    if (last)
        ludus_position_result(last, &row.end);
    tool_table_row(tool, &tool->values->table, game, &row);
    tool_put_buffer(tool, tool->text);
    tool_report(tool, game, LUDUS_ERROR);
}

static const struct tool_work tellers = { .open = tool_table_open,
                                          .close = tool_table_close,
                                          .game = tell_game };

/* ---- The crosstable ---- */

struct player {
    const char *name;
    unsigned halves, games, won, drawn; /* half points, and where they come from */
    double beaten; /* Sonneborn and Berger's count: points won against each opponent, times his points */
    size_t rank;   /* from 0 */
};

/* A game as one of its players sees it. */
struct meeting {
    const char *name, *other;
    struct player *player, *opponent;
    unsigned halves; /* half points of the player */
    size_t order;
};

struct tournament {
    struct player *players, **ranked; /* by name; by points. Owned */
    struct meeting *meetings;         /* by game; then by the ranks of both. Owned */
    size_t player_count, meeting_count;
};

static void note_result(struct tool *tool, struct ludus_game *game)
{
    static const char *const tags[] = { "White", "Black" };
    static const char halves[] = { [LUDUS_WHITE_WINS] = '2', [LUDUS_BLACK_WINS] = '0', [LUDUS_DRAW] = '1' };
    struct ludus_text value = { "*", 1 };
    enum ludus_result result;
    ludus_game_tag(game, "Result", &value);
    if (ludus_game_empty(game) || !ludus_result_read(value, &result) || result == LUDUS_OPEN)
        return;
    ludus_buffer_add(tool->extra, &halves[result], 1);
    for (unsigned i = 0; i < 2; i++) {
        value = (struct ludus_text){ "?", 1 };
        ludus_game_tag(game, tags[i], &value);
        ludus_buffer_add(tool->extra, value.text, strnlen(value.text, value.length));
        ludus_buffer_add(tool->extra, "", 1);
    }
}

static void keep_results(struct tool *tool)
{
    const struct ludus_text games = ludus_buffer_text(tool->extra);
    ludus_buffer_add(tool->values->games, games.text, games.length);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct player *)a)->name, ((const struct player *)b)->name);
}

static int compare_players(const void *a, const void *b)
{
    const struct player *one = *(struct player *const *)a, *other = *(struct player *const *)b;
    if (one->halves != other->halves)
        return one->halves > other->halves ? -1 : 1;
    if (one->beaten < other->beaten || one->beaten > other->beaten)
        return one->beaten > other->beaten ? -1 : 1;
    return strcmp(one->name, other->name);
}

static int compare_meetings(const void *a, const void *b)
{
    const struct meeting *one = a, *other = b;
    if (one->player != other->player)
        return one->player->rank < other->player->rank ? -1 : 1;
    if (one->opponent != other->opponent)
        return one->opponent->rank < other->opponent->rank ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

/* Lists the games, and their players by name, each once. */
static void list_meetings(struct tournament *t, struct ludus_text games)
{
    for (const char *at = games.text, *end = at + games.length; at < end;) {
        const char *white = at + 1, *black = white + strlen(white) + 1;
        const unsigned halves = (unsigned)(*at - '0');
        at = black + strlen(black) + 1;
        for (unsigned side = 0; side < 2; side++) {
            t->players[t->meeting_count].name = side ? black : white;
            t->meetings[t->meeting_count] = (struct meeting){ .name = side ? black : white,
                                                              .other = side ? white : black,
                                                              .halves = side ? 2 - halves : halves,
                                                              .order = t->meeting_count };
            t->meeting_count++;
        }
    }
    qsort(t->players, t->meeting_count, sizeof *t->players, compare_names);
    for (size_t i = 0; i < t->meeting_count; i++)
        if (i == 0 || compare_names(&t->players[i], &t->players[t->player_count - 1]) != 0)
            t->players[t->player_count++] = t->players[i];
}

static void find_players(struct tournament *t)
{
    for (size_t i = 0; i < t->meeting_count; i++) {
        struct meeting *m = &t->meetings[i];
        m->player = bsearch(&(struct player){ .name = m->name }, t->players, t->player_count,
                            sizeof *t->players, compare_names);
        m->opponent = bsearch(&(struct player){ .name = m->other }, t->players, t->player_count,
                              sizeof *t->players, compare_names);
    }
}

/* Adds up the points, and ranks the players by them. */
static void rank_players(struct tournament *t)
{
    find_players(t);
    for (size_t i = 0; i < t->meeting_count; i++) {
        struct meeting *m = &t->meetings[i];
        m->player->games++;
        m->player->halves += m->halves;
        m->player->won += m->halves == 2;
        m->player->drawn += m->halves == 1;
    }
    for (size_t i = 0; i < t->meeting_count; i++)
        t->meetings[i].player->beaten += t->meetings[i].halves * t->meetings[i].opponent->halves / 4.0;
    for (size_t i = 0; i < t->player_count; i++)
        t->ranked[i] = &t->players[i];
    qsort(t->ranked, t->player_count, sizeof(struct player *), compare_players);
    for (size_t i = 0; i < t->player_count; i++)
        t->ranked[i]->rank = i;
    qsort(t->meetings, t->meeting_count, sizeof *t->meetings, compare_meetings);
}

static void add_cell(struct tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_cell(struct tool *tool, const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ludus_buffer_add(tool->text, tool->values->table.csv ? "," : "\t", 1);
    ludus_buffer_add(tool->text, text, (size_t)length);
}

/* Writes a player's row; `m` is his first meeting. Returns the one behind his last. */
static const struct meeting *write_player(struct tool *tool, const struct tournament *t,
                                          const struct player *player, const struct meeting *m)
{
    char rank[24];
    snprintf(rank, sizeof rank, "%zu", player->rank + 1);
    tool_cell_text(tool->text, rank);
    ludus_buffer_add(tool->text, tool->values->table.csv ? "," : "\t", 1);
    tool_cell(tool, &tool->values->table, (struct ludus_text){ player->name, strlen(player->name) });
    add_cell(tool, "%g", player->halves / 2.0);
    add_cell(tool, "%u", player->games);
    add_cell(tool, "%u", player->won);
    add_cell(tool, "%u", player->drawn);
    add_cell(tool, "%u", player->games - player->won - player->drawn);
    add_cell(tool, "%g", player->beaten);
    for (size_t i = 0; i < t->player_count; i++) {
        add_cell(tool, i == player->rank ? "*" : "");
        for (; m < t->meetings + t->meeting_count && m->player == player && m->opponent->rank == i; m++)
            ludus_buffer_add(tool->text, &"0=1"[m->halves], 1);
    }
    ludus_buffer_add(tool->text, "\n", 1);
    tool_put_buffer(tool, tool->text);
    return m;
}

static void write_crosstable(struct tool *tool)
{
    static const char *const names[] = { "player", "points", "games",           "won",
                                         "drawn",  "lost",   "sonneborn_berger" };
    const struct ludus_text games = ludus_buffer_text(tool->values->games);
    struct tournament t = { .players = NULL };
    size_t names_count = 0;
    for (size_t i = 0; i < games.length; i++)
        names_count += games.text[i] == '\0';
    t.players = calloc(names_count + 1, sizeof *t.players);
    t.ranked = calloc(names_count + 1, sizeof *t.ranked);
    t.meetings = calloc(names_count + 1, sizeof *t.meetings);
    if (tool_memory(tool, t.players && t.ranked && t.meetings && !ludus_buffer_failed(tool->values->games))) {
        list_meetings(&t, games);
        rank_players(&t);
        tool_cell_text(tool->text, "rank");
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            add_cell(tool, "%s", names[i]);
        for (size_t i = 0; i < t.player_count; i++)
            add_cell(tool, "%zu", i + 1);
        ludus_buffer_add(tool->text, "\n", 1);
        const struct meeting *m = t.meetings;
        for (size_t i = 0; i < t.player_count; i++)
            m = write_player(tool, &t, t.ranked[i], m);
        if (!t.player_count)
            tool_put_buffer(tool, tool->text);
    }
    free(t.players);
    free(t.ranked);
    free(t.meetings);
}

static void merge_file(struct tool *tool, const char *path)
{
    char reason[200];
    size_t length;
    char *text = tool_read_file(tool, path, &length);
    if (text && !ludus_stats_merge(tool->values->stats, text, length, reason, sizeof reason))
        tool_trouble(tool, "%s: %s", path, reason);
    free(text);
}

static void add_csv(void *context, const struct ludus_text *cells, unsigned count)
{
    struct tool *tool = context;
    for (unsigned i = 0; i < count; i++) {
        tool_cell(tool, &tool->values->table, cells[i]);
        ludus_buffer_add(tool->text, i + 1 < count ? "," : "\n", 1);
    }
}

static void write_counts(struct tool *tool, struct ludus_stats *stats)
{
    const struct values *values = tool->values;
    if (tool_memory(tool, values->table.csv
                              ? ludus_stats_rows(stats, values->top, add_csv, tool)
                              : ludus_stats_write(stats, values->json, values->top, tool->text)))
        tool_put_buffer(tool, tool->text);
}

int main(int argc, char **argv)
{
    struct values values = { .by = "ruleset", .columns = "", .table.columns = columns };
    struct tool tool;
    bool begun = tool_begin(&tool, &spec, &values, argc, argv);
    if (begun && (!values.columns || *values.columns)) {
        if (tool_table_begin(&tool, &values.table, values.columns ? values.columns : usual_columns))
            tool_run(&tool, &tellers);
    } else if (begun && values.crosstable) {
        tool.skims = true;
        values.games = ludus_buffer_new();
        if (tool_memory(&tool, values.games != NULL))
            tool_run(&tool, &(struct tool_work){ .game = note_result, .add = keep_results });
        if (values.games)
            write_crosstable(&tool);
        ludus_buffer_free(values.games);
    } else if (begun) {
        values.stats = ludus_stats_new(values.by, values.openings);
        if (!values.stats) {
            tool_trouble(&tool, "--by takes all, or ruleset, player, side, year and names of tags, not '%s'",
                         values.by);
            return tool_end(&tool);
        }
        for (int i = 0; values.merge && i < tool.file_count; i++)
            merge_file(&tool, tool.files[i]);
        if (values.merge && tool.file_count == 0)
            merge_file(&tool, "-");
        else if (!values.merge && tool_want_tags(&tool, values.by, "all|player|ruleset|side|year"))
            tool_run(&tool, &work);
        write_counts(&tool, values.stats);
        if (values.plot && tool_memory(&tool, ludus_stats_plot(values.stats, values.top, tool.text)))
            tool_write_file(&tool, values.plot, ludus_buffer_text(tool.text));
        ludus_stats_free(values.stats);
    }
    return tool_end(&tool);
}
