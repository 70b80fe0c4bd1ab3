/* ply_columns.h - the columns of a table with a row for each turn; ludplay(1) describes them. */
#ifndef TOOLS_PLY_COLUMNS_H
#define TOOLS_PLY_COLUMNS_H

#include "tool.h"

/* A turn in its line of play. */
struct line {
    size_t row, parent, ply; /* its number in the record; that of the turn before it, or 0; from the start */
    unsigned number;
    enum ludus_side side;
};

struct row {
    struct tool *tool;
    const struct ludus_game *game;
    const struct ludus_turn *turn;
    const struct line *line;
    const struct ludus_position *before; /* NULL at the start, and if the turn was not played */
    const struct ludus_position *after;  /* NULL if the turn was not played */
    bool history;                        /* in FEN */
    bool commented;                      /* the turn has comments */
};

extern const char *const ply_states[]; /* by enum ludus_turn_state */
extern const struct tool_column ply_columns[];

/* Adds the label of a turn, "4W", or "start" for the start position. */
static inline void ply_label(struct ludus_buffer *out, const struct ludus_turn *turn)
{
    if (turn->number)
        tool_cell_number(out, turn->number);
    tool_cell_text(out, !turn->number ? "start" : turn->side == LUDUS_WHITE ? "W" : "B");
}

#endif
