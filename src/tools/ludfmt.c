/* ludfmt.c - records in canonical form. */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct values {
    bool check, null, keep_result, split, full;
    unsigned width;
    const char *notation;
    const char *from, *to;
    struct ludus_selection *first, *last; /* of --from and --to, or NULL; owned */
    struct tool_edit edit;                /* of the current file */
};

static const struct tool_option options[] = {
    { "check", 'c', TOOL_FLAG, VALUE(check), NULL,
      "write only the names of the files that are not canonical" },
    { "from", 0, TOOL_TEXT, VALUE(from), "TURNS", "begin each game with the first of these turns" },
    { "in-place", 'i', TOOL_IN_PLACE, 0, NULL, "change the files themselves" },
    { "keep-result", 0, TOOL_FLAG, VALUE(keep_result), NULL, "with --to, keep the result of the game" },
    { "long", 0, TOOL_FLAG, VALUE(full), NULL, "write moves of algebraic notation in full: Ng1-f3" },
    { "notation", 0, TOOL_READ, VALUE(notation), "NAME|FILE",
      "write them with the letters of this notation: german, figurine, ..." },
    { "null", 'Z', TOOL_FLAG, VALUE(null), NULL, "end names of files (-c) with a NUL byte" },
    { "split-variations", 0, TOOL_FLAG, VALUE(split), NULL, "make each variation a game of its own" },
    { "to", 0, TOOL_TEXT, VALUE(to), "TURNS", "end each game with the last of these turns" },
    { "width", 'w', TOOL_COUNT, VALUE(width), "N", "lines have at most N characters; without it 79" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "check in-place", NULL, "origin", "--check and --in-place do not go with --origin" },
    { "long notation", NULL, "check in-place", "--%.*s does not go with --check and --in-place" },
    { "keep-result", "to", NULL, "--keep-result goes with --to" },
    { 0 },
};

static const struct tool_spec spec = {
    "ludfmt",
    "[OPTION]... [FILE]...",
    "Writes records of games in canonical form.",
    options,
    TOOL_RULES | TOOL_OUTPUT | TOOL_PIECES,
    limits,
};

/* ---- Parts of a game ---- */

enum { FEN_MAX = 2048 };

/* Finds the last selected turn of the main line or, with `fen`, the first, and the position before it.
 * Returns how many turns the main line has up to it; 0 if there is none, or it comes after a fault. */
static size_t find_turn(struct tool *tool, struct ludus_game *game, struct ludus_turn *found,
                        char fen[FEN_MAX])
{
    const bool last = !fen;
    const struct ludus_selection *selection = last ? tool->values->last : tool->values->first;
    struct ludus_turn turn = { .size = sizeof turn };
    size_t count = 0, place = 0;
    bool more = ludus_replay_start(tool->replay, game);
    while (more && (last || !place) && ludus_replay_next(tool->replay, &turn)) {
        count += turn.depth == 0;
        if (turn.depth > 0 || !ludus_selection_has(selection, tool->replay, &turn))
            continue;
        more = last || turn.state != LUDUS_TURN_UNKNOWN;
        place = more ? count : 0;
        *found = turn;
        if (place && fen)
            ludus_position_fen(ludus_replay_before(tool->replay), false, fen, FEN_MAX);
    }
    return place;
}

/* Returns the game up to the turns of --to; NULL if it has none of them. */
static struct ludus_game *end_game(struct tool *tool, struct ludus_game *game)
{
    struct ludus_turn turn;
    const size_t left = find_turn(tool, game, &turn, NULL);
    if (!left)
        return NULL;
    struct ludus_editor *editor = ludus_editor_new(game);
    const bool kept = tool->values->keep_result || left == ludus_game_turns(game);
    bool sound = editor && ludus_editor_after(editor, &turn) && ludus_editor_cut(editor) &&
                 (kept || ludus_editor_result(editor, LUDUS_OPEN));
    struct ludus_game *made = sound ? ludus_editor_finish(editor) : NULL;
    tool_memory(tool, made != NULL);
    ludus_editor_free(editor);
    return made;
}

/* Returns the place of a game's first turn, or of its end. */
static size_t find_moves(const struct ludus_game *game)
{
    struct ludus_visited visited = { .size = sizeof visited };
    struct ludus_visit *visit = ludus_visit_new(game);
    size_t place = ludus_game_source(game).length;
    while (visit && ludus_visit_next(visit, &visited))
        if (visited.event == LUDUS_EVENT_TURN || visited.event == LUDUS_EVENT_RESULT) {
            place = visited.offset;
            break;
        }
    ludus_visit_free(visit);
    return place;
}

/* Returns the game from the turns of --from on; NULL after reporting that it has none of them. */
static struct ludus_game *begin_game(struct tool *tool, struct ludus_game *game, size_t number)
{
    struct ludus_turn turn;
    char fen[FEN_MAX];
    if (!find_turn(tool, game, &turn, fen)) {
        tool_print(tool, tool->err, "ludfmt: %F: game %N has no turn %t that can be reached\n", number,
                   tool->values->from);
        tool_fault(tool, TOOL_FAULTY);
        return NULL;
    }
    struct ludus_text source = ludus_game_source(game);
    struct ludus_buffer *text = ludus_buffer_new();
    if (text) {
        ludus_buffer_add(text, source.text, find_moves(game));
        ludus_buffer_add(text, source.text + turn.offset, source.length - turn.offset);
    }
    struct ludus_game *rest = NULL, *made = NULL;
    if (text && !ludus_buffer_failed(text))
        rest = tool_read_game(tool, ludus_buffer_text(text));
    struct ludus_editor *editor = rest ? ludus_editor_new(rest) : NULL;
    if (editor && ludus_editor_tag(editor, "SetUp", "1") && ludus_editor_tag(editor, "FEN", fen))
        made = ludus_editor_finish(editor);
    tool_memory(tool, made != NULL);
    ludus_editor_free(editor);
    ludus_game_free(rest);
    ludus_buffer_free(text);
    return made;
}

/* ---- Variations as games ---- */

#define NONE SIZE_MAX

/* A piece of a game's text: a number, a move, a comment … up to the next. */
struct slice {
    size_t begin, end;
    size_t before; /* index of the slice before it in its line of play, or NONE */
};

/* Lines of play that are open, the main line and variations in each other. */
struct lines {
    struct slice *slices; /* owned */
    size_t count;
    struct line {
        size_t last; /* index of its last slice, or NONE */
        size_t fork; /* index of the slice before its last turn, or NONE: variations begin there */
    } * open;        /* owned */
    size_t opened;
    size_t moves; /* place of the first turn */
};

/* Writes a line of play as a game of its own, with the tags of `game`. */
static bool write_line(struct tool *tool, const struct ludus_game *game, const struct lines *lines,
                       size_t last, bool main, struct ludus_buffer *out)
{
    struct ludus_text source = ludus_game_source(game);
    struct ludus_buffer *text = ludus_buffer_new();
    size_t count = 0, *chain = NULL;
    bool sound = text != NULL;
    for (; sound && last != NONE; last = lines->slices[last].before) {
        sound = tool_room(&chain, count, sizeof *chain);
        if (sound)
            chain[count++] = last;
    }
    if (sound)
        ludus_buffer_add(text, source.text, lines->moves);
    while (sound && count-- > 0) {
        const struct slice *slice = &lines->slices[chain[count]];
        ludus_buffer_add(text, source.text + slice->begin, slice->end - slice->begin);
        ludus_buffer_add(text, "\n", 1);
    }
    sound = sound && !ludus_buffer_failed(text);
    struct ludus_game *line = sound ? tool_read_game(tool, ludus_buffer_text(text)) : NULL, *made = NULL;
    struct ludus_editor *editor = line ? ludus_editor_new(line) : NULL;
    if (editor && (main || ludus_editor_result(editor, LUDUS_OPEN)))
        made = ludus_editor_finish(editor);
    if (made)
        ludus_game_format(tool->replay, made, out);
    sound = made != NULL;
    ludus_editor_free(editor);
    ludus_game_free(made);
    ludus_game_free(line);
    ludus_buffer_free(text);
    free(chain);
    return sound;
}

/* Takes a part of the record. False without memory. */
static bool take_part(struct lines *lines, const struct ludus_visited *part)
{
    bool inside = part->event == LUDUS_EVENT_COMMENT || part->event == LUDUS_EVENT_ESCAPE;
    size_t begin = part->offset - inside; /* with its brace, or % */
    struct line *line = &lines->open[lines->opened - 1];
    if (part->event == LUDUS_EVENT_TURN) {
        lines->moves = lines->moves == NONE ? begin : lines->moves;
        line->fork = line->last;
    }
    if (lines->moves == NONE || part->event == LUDUS_EVENT_TAG || part->event == LUDUS_EVENT_COMMAND ||
        part->event == LUDUS_EVENT_TURN_END || part->event == LUDUS_EVENT_TURN)
        return true;
    struct slice *previous = lines->count ? &lines->slices[lines->count - 1] : NULL;
    if (previous && previous->end == NONE)
        previous->end = begin;
    if (part->event == LUDUS_EVENT_VARIATION) {
        struct line variation = { line->fork, line->fork };
        if (tool_room(&lines->open, lines->opened, sizeof *lines->open))
            lines->open[lines->opened++] = variation;
        else
            return false;
    } else if (part->event != LUDUS_EVENT_VARIATION_END &&
               (part->event != LUDUS_EVENT_RESULT || lines->opened == 1)) {
        if (!tool_room(&lines->slices, lines->count, sizeof *lines->slices))
            return false;
        lines->slices[lines->count] = (struct slice){ begin, NONE, line->last };
        line->last = lines->count++;
    }
    return true;
}

/* Formats the main line, and then each variation, as games. */
static void format_lines(struct tool *tool, const struct ludus_game *game)
{
    struct lines lines = { .moves = NONE };
    struct ludus_visited part = { .size = sizeof part };
    struct ludus_visit *visit = ludus_visit_new(game);
    struct ludus_buffer *games = ludus_buffer_new();
    bool sound = visit && games && tool_room(&lines.open, 0, sizeof *lines.open);
    if (sound)
        lines.open[lines.opened++] = (struct line){ NONE, NONE };
    while (sound && ludus_visit_next(visit, &part)) {
        sound = take_part(&lines, &part);
        if (!sound || part.event != LUDUS_EVENT_VARIATION_END || lines.opened == 1)
            continue;
        const struct line *line = &lines.open[--lines.opened];
        if (line->last != line->fork) /* it is not empty */
            sound = write_line(tool, game, &lines, line->last, false, games);
    }
    if (lines.count && lines.slices[lines.count - 1].end == NONE)
        lines.slices[lines.count - 1].end = ludus_game_source(game).length;
    if (lines.moves == NONE)
        lines.moves = ludus_game_source(game).length;
    sound = sound && write_line(tool, game, &lines, lines.open->last, true, tool->text);
    if (sound)
        ludus_buffer_add(tool->text, ludus_buffer_text(games).text, ludus_buffer_text(games).length);
    tool_memory(tool, sound && !ludus_buffer_failed(games));
    ludus_visit_free(visit);
    ludus_buffer_free(games);
    free(lines.slices);
    free(lines.open);
}

/* Formats the parts of a game that are wanted. */
static void format_parts(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    struct ludus_game *ended = values->last ? end_game(tool, game) : NULL, *part = ended ? ended : game;
    struct ludus_game *begun = values->first ? begin_game(tool, part, ludus_game_number(game)) : NULL;
    part = begun ? begun : part;
    ludus_buffer_clear(tool->text);
    if (values->split)
        format_lines(tool, part);
    else
        ludus_game_format(tool->replay, part, tool->text);
    ludus_game_free(begun);
    ludus_game_free(ended);
}

static void format_game(struct tool *tool, struct ludus_game *game)
{
    const struct values *values = tool->values;
    ludus_buffer_clear(tool->text);
    ludus_game_format(tool->replay, game, tool->text); /* of parts, for the messages about the whole */
    if ((values->first || values->last || values->split) && !ludus_game_empty(game))
        format_parts(tool, game);
    tool_memory(tool, !ludus_buffer_failed(tool->text));
    struct ludus_text text = ludus_buffer_text(tool->text);
    if (!tool->values->check && !tool->in_place)
        tool_put(tool, text);
    tool_edit_game(tool, game, text);
    tool_report(tool, game, LUDUS_WARNING);
}

/* Sets how a worker writes; it needs no other state. */
static void *open_worker(struct tool *tool)
{
    ludus_replay_width(tool->replay, tool->values->width);
    ludus_replay_moves(tool->replay, tool->values->full, tool->values->notation);
    return tool->replay;
}

static void add_piece(struct tool *tool)
{
    tool_edit_piece(tool, &tool->values->edit);
}

static void finish_file(struct tool *tool)
{
    struct values *values = tool->values;
    struct tool_edit *edit = &values->edit;
    struct stat status;
    int found = strcmp(tool->file, "-") == 0 ? fstat(STDIN_FILENO, &status) : stat(tool->file, &status);
    /* Has the file only blanks? Of a pipe that is not known. */
    edit->differs |= edit->same == 0 && found == 0 && status.st_size > 0;
    if (tool_edit_file(tool, edit) && values->check) {
        tool_print(tool, tool->out, "%F%c", values->null ? '\0' : '\n');
        tool_fault(tool, TOOL_FAULTY);
    }
}

/* Is the text the label of a turn, such as 3W? Sets its number. */
static bool take_label(const char *text, unsigned long long *number)
{
    return text && tool_take_number(&text, UINT32_MAX, number) && !text[strspn(text, "WwBb.")];
}

/* Reads the turns of --from and --to. False after reporting an error. */
static bool read_turns(struct tool *tool)
{
    struct values *values = tool->values;
    unsigned long long first, last;
    values->first = tool_read_turns(tool, "--from", values->from);
    values->last = tool_read_turns(tool, "--to", values->to);
    if (!values->first != !values->from || !values->last != !values->to)
        return false;
    return !take_label(values->from, &first) || !take_label(values->to, &last) || first <= last ||
           tool_trouble(tool, "--from and --to: the range '%s-%s' ends before it begins", values->from,
                        values->to);
}

static const struct tool_work work = {
    .open = open_worker,
    .game = format_game,
    .add = add_piece,
    .done = finish_file,
};

int main(int argc, char **argv)
{
    struct values values = { .check = false };
    struct tool tool;
    if (tool_begin(&tool, &spec, &values, argc, argv)) {
        tool.apart = values.check || tool.in_place;
        const bool read = read_turns(&tool);
        if (read && tool.in_place && !values.check && tool.common.output)
            tool_trouble(&tool, "--in-place and --output exclude each other");
        else if (read &&
                 (!values.notation || (values.notation = tool_read_notation(&tool, values.notation))) &&
                 tool_may_edit(&tool))
            tool_run(&tool, &work);
    }
    ludus_selection_free(values.first);
    ludus_selection_free(values.last);
    return tool_end(&tool);
}
