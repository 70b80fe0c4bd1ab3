/* ply_columns.c - the columns of a table with a row for each turn. */
#include "ply_columns.h"

#include <string.h>

const char *const ply_states[] = { "played", "illegal", "unknown" };

TOOL_CELL(add_ply, tool_cell_number, row->line->ply)
TOOL_CELL(add_row, tool_cell_number, row->line->row)
TOOL_CELL(add_parent, tool_cell_number, row->line->parent)
TOOL_CELL(add_depth, tool_cell_number, row->turn->depth)
TOOL_CELL(add_number, tool_cell_number, row->turn->number)
TOOL_CELL(add_side, tool_cell_text, row->turn->side == LUDUS_WHITE ? "white" : "black")
TOOL_CELL(add_state, tool_cell_text, ply_states[row->turn->state])
TOOL_CELL(add_label, ply_label, row->turn)

static void add_roll(struct ludus_buffer *cell, const struct row *row)
{
    for (unsigned i = 0; i < row->turn->dice_count; i++) {
        ludus_buffer_add(cell, ",", i > 0);
        if (row->turn->dice[i])
            tool_cell_number(cell, row->turn->dice[i]);
        else
            ludus_buffer_add(cell, "_", 1);
    }
}

/* The moves of the text, without the roll. */
static void add_move(struct ludus_buffer *cell, const struct row *row)
{
    const char *text = row->turn->text, *end = *text == '(' ? strchr(text, ')') : NULL;
    if (row->turn->number)
        tool_cell_text(cell, end ? end + 1 + strspn(end + 1, " ") : text);
}

static void add_written(struct ludus_buffer *cell, const struct row *row)
{
    if (row->turn->number)
        ludus_buffer_add(cell, ludus_game_source(row->game).text + row->turn->offset, row->turn->length);
}

/* The only move of a turn without dice, or NULL. */
static const struct ludus_move *single_move(const struct row *row)
{
    const struct ludus_turn *turn = row->turn;
    return row->before && turn->moves_count == 1 && !turn->dice_count ? turn->moves : NULL;
}

static void add_san(struct ludus_buffer *cell, const struct row *row)
{
    if (single_move(row) && ludus_ruleset_san(ludus_position_ruleset(row->before)))
        add_move(cell, row);
}

static void add_uci(struct ludus_buffer *cell, const struct row *row)
{
    char text[16] = "";
    if (single_move(row))
        ludus_move_uci(row->before, *single_move(row), text, sizeof text);
    tool_cell_text(cell, text);
}

static void add_square(struct ludus_buffer *cell, const struct row *row, unsigned square)
{
    const unsigned files = ludus_ruleset_files(ludus_position_ruleset(row->after));
    const char file = (char)('a' + square % files);
    if (square == LUDUS_NO_SQUARE)
        return;
    ludus_buffer_add(cell, &file, 1);
    tool_cell_number(cell, square / files + 1);
}

static void add_squares(struct ludus_buffer *cell, const struct row *row, bool to)
{
    for (unsigned i = 0; row->before && i < row->turn->moves_count; i++) {
        ludus_buffer_add(cell, " ", i > 0);
        add_square(cell, row, to ? row->turn->moves[i].to : row->turn->moves[i].from);
    }
}

static void add_from(struct ludus_buffer *cell, const struct row *row)
{
    add_squares(cell, row, false);
}

static void add_to(struct ludus_buffer *cell, const struct row *row)
{
    add_squares(cell, row, true);
}

/* The kind that makes a move of the turn, perhaps after other moves of it. */
static unsigned mover(const struct row *row, unsigned index)
{
    const struct ludus_move *move = &row->turn->moves[index];
    unsigned square = move->from;
    if (move->type == LUDUS_PLACE)
        return move->piece;
    while (index-- > 0) {
        move--;
        if (move->to != square)
            continue;
        if (move->type != LUDUS_LEAP && move->piece != LUDUS_NO_KIND)
            return move->piece;
        square = move->from;
    }
    return square == LUDUS_NO_SQUARE ? LUDUS_NO_KIND : ludus_position_at(row->before, square).kind;
}

static void add_piece(struct ludus_buffer *cell, const struct row *row)
{
    for (unsigned i = 0; row->before && i < row->turn->moves_count; i++) {
        const char letter = ludus_ruleset_kind_letter(ludus_position_ruleset(row->before), mover(row, i));
        ludus_buffer_add(cell, " ", i > 0);
        ludus_buffer_add(cell, &letter, letter != 0);
    }
}

/* The letters of the enemies that are gone. */
static void add_captured(struct ludus_buffer *cell, const struct row *row)
{
    const enum ludus_side side = row->turn->side;
    const unsigned taken =
        row->before ? ludus_position_taken(row->after, side) - ludus_position_taken(row->before, side) : 0;
    const struct ludus_ruleset *rules = row->after ? ludus_position_ruleset(row->after) : NULL;
    unsigned square = 0, end = taken ? ludus_ruleset_files(rules) * ludus_ruleset_ranks(rules) : 0;
    if (taken == 1 && single_move(row) && single_move(row)->type == LUDUS_STEP &&
        ludus_position_at(row->before, single_move(row)->to).kind != LUDUS_NO_KIND) {
        square = single_move(row)->to;
        end = square + 1;
    }
    for (; square < end; square++) {
        const struct ludus_square was = ludus_position_at(row->before, square),
                                  is = ludus_position_at(row->after, square);
        const char letter = ludus_ruleset_kind_letter(rules, was.kind);
        if (letter && was.side != side && (is.kind == LUDUS_NO_KIND || is.side == side))
            ludus_buffer_add(cell, &letter, 1);
    }
}

static void add_position(struct ludus_buffer *cell, const struct row *row)
{
    if (row->after)
        ludus_position_add_fen(row->after, row->history, cell);
}

static void add_key(struct ludus_buffer *cell, const struct row *row)
{
    if (row->after)
        tool_cell_key(cell, ludus_position_key(row->after));
}

/* Returns the turn whose remarks are meant: none for the start. */
static const struct ludus_turn *remarked(const struct row *row)
{
    return row->turn->number ? row->turn : NULL;
}

static void add_clock(struct ludus_buffer *cell, const struct row *row)
{
    char text[32];
    double seconds;
    if (!row->commented || !ludus_turn_clock(row->game, remarked(row), "clk", &seconds))
        return;
    snprintf(text, sizeof text, "%.10g", seconds);
    tool_cell_text(cell, text);
}

static void add_eval(struct ludus_buffer *cell, const struct row *row)
{
    struct ludus_evaluation eval = { .size = sizeof eval };
    char text[32];
    if (!row->commented || !ludus_turn_evaluation(row->game, remarked(row), &eval))
        return;
    if (eval.mate)
        snprintf(text, sizeof text, "#%d", eval.mate);
    else
        snprintf(text, sizeof text, "%.10g", eval.pawns);
    tool_cell_text(cell, text);
}

static void add_nags(struct ludus_buffer *cell, const struct row *row)
{
    unsigned nag;
    for (size_t i = 0; ludus_turn_nag(row->game, remarked(row), i, &nag); i++) {
        ludus_buffer_add(cell, ",", i > 0);
        tool_cell_number(cell, nag);
    }
}

static void add_comments(struct ludus_buffer *cell, const struct row *row)
{
    if (row->commented)
        ludus_turn_prose(row->game, remarked(row), cell);
}

static void add_result(struct ludus_buffer *cell, const struct row *row)
{
    struct ludus_text result = { "*", 1 };
    ludus_game_tag(row->game, "Result", &result);
    ludus_buffer_add(cell, result.text, result.length);
}

static void add_ruleset(struct ludus_buffer *cell, const struct row *row)
{
    const struct ludus_position *position = ludus_replay_after(row->tool->replay);
    tool_cell_text(cell, position ? ludus_ruleset_id(ludus_position_ruleset(position)) : "");
}

const struct tool_column ply_columns[] = {
    { "ply", true, add_ply },           { "row", true, add_row },
    { "parent", true, add_parent },     { "depth", true, add_depth },
    { "number", true, add_number },     { "side", true, add_side },
    { "turn", true, add_label },        { "state", true, add_state },
    { "roll", false, add_roll },        { "move", false, add_move },
    { "written", false, add_written },  { "san", true, add_san },
    { "uci", true, add_uci },           { "piece", true, add_piece },
    { "from", true, add_from },         { "to", true, add_to },
    { "captured", true, add_captured }, { "fen", true, add_position },
    { "key", true, add_key },           { "clock", true, add_clock },
    { "eval", true, add_eval },         { "nag", false, add_nags },
    { "comment", false, add_comments }, { "result", false, add_result },
    { "ruleset", true, add_ruleset },   { 0 },
};
