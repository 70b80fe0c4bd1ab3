/* tool_ply.c - what was read for a ply of a page, as a row of a table. */
#include "tool.h"

#include <string.h>

static const char *const prints[] = {
    [LUDUS_PRINT_READ] = "read",
    [LUDUS_PRINT_MENDED] = "mended",
    [LUDUS_PRINT_LOST] = "lost",
};

void tool_ply_json(void *context, const struct ludus_page_ply *ply)
{
    struct tool *tool = context;
    FILE *out = tool->out;
    fputs("{\"file\":", out);
    tool_json(out, tool->file, strlen(tool->file));
    fprintf(out, ",\"game\":%zu,\"turn\":\"%u%c\",\"line\":%zu,\"column\":%zu,\"offset\":%zu,\"printed\":",
            ply->game, ply->number, ply->side == LUDUS_WHITE ? 'W' : 'B', ply->line, ply->column,
            ply->offset);
    tool_json(out, ply->printed.text, ply->printed.length);
    fputs(",\"move\":", out);
    tool_json(out, ply->move, strlen(ply->move));
    fprintf(out, ",\"print\":\"%s\",\"cost\":%.2f", prints[ply->print], ply->cost);
    if (*ply->other) {
        fputs(",\"other\":", out);
        tool_json(out, ply->other, strlen(ply->other));
        fprintf(out, ",\"margin\":%.2f", ply->margin);
    }
    fputs("}\n", out);
}

void tool_ply_tsv(void *context, const struct ludus_page_ply *ply)
{
    struct tool *tool = context;
    FILE *out = tool->out;
    fprintf(out, "%zu\t%u%c\t%zu\t%zu\t%zu\t", ply->game, ply->number, ply->side == LUDUS_WHITE ? 'W' : 'B',
            ply->line, ply->column, ply->offset);
    tool_line(out, ply->printed);
    fprintf(out, "\t%s\t%s\t%.2f\t%s\t", ply->move, prints[ply->print], ply->cost, ply->other);
    if (*ply->other)
        fprintf(out, "%.2f", ply->margin);
    putc('\n', out);
}
