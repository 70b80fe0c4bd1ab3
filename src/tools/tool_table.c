/* tool_table.c - tables of records as TSV or CSV: a header, then a row of cells for each thing told. */
#include "tool.h"

#include <string.h>

/* Adds bytes with tabs, line breaks, control characters and backslashes, and also `"` if `quotes`, escaped as
 * in JSON. */
static void add_escaped(struct ludus_buffer *out, struct ludus_text text, bool quotes)
{
    size_t plain = 0;
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char sign = (unsigned char)text.text[i];
        if (sign >= ' ' && sign != '\\' && sign != 0x7F && (sign != '"' || !quotes))
            continue;
        char escape[8];
        const char *short_form = memchr("\"\\\tt\nn\rr", sign, 8);
        if (sign == '"' || sign == '\\')
            snprintf(escape, sizeof escape, "\\%c", sign);
        else if (short_form)
            snprintf(escape, sizeof escape, "\\%c", short_form[1]);
        else
            snprintf(escape, sizeof escape, "\\u%04x", sign);
        ludus_buffer_add(out, text.text + plain, i - plain);
        ludus_buffer_add(out, escape, strlen(escape));
        plain = i + 1;
    }
    if (text.length > plain)
        ludus_buffer_add(out, text.text + plain, text.length - plain);
}

/* Adds a cell of CSV, as RFC 4180 has it. */
static void add_quoted(struct ludus_buffer *out, struct ludus_text text)
{
    bool quotes = false;
    for (size_t i = 0; i < text.length && !quotes; i++)
        quotes = memchr(",\"\n\r", text.text[i], 4) != NULL;
    if (!quotes) {
        ludus_buffer_add(out, text.text, text.length);
        return;
    }
    ludus_buffer_add(out, "\"", 1);
    for (size_t i = 0; i < text.length; i++) {
        ludus_buffer_add(out, "\"", text.text[i] == '"');
        ludus_buffer_add(out, text.text + i, 1);
    }
    ludus_buffer_add(out, "\"", 1);
}

void tool_cell(struct tool *tool, const struct tool_table *table, struct ludus_text text)
{
    if (table->csv)
        add_quoted(tool->text, text);
    else
        add_escaped(tool->text, text, false);
}

void tool_cell_text(struct ludus_buffer *cell, const char *text)
{
    ludus_buffer_add(cell, text, strlen(text));
}

void tool_cell_number(struct ludus_buffer *cell, size_t number)
{
    char digits[24];
    tool_cell_text(cell, tool_digits(digits, number));
}

void tool_cell_key(struct ludus_buffer *cell, uint64_t key)
{
    char digits[16];
    for (unsigned i = 0; i < sizeof digits; i++)
        digits[i] = "0123456789abcdef"[key >> (60 - 4 * i) & 15];
    ludus_buffer_add(cell, digits, sizeof digits);
}

/* Adds all tags as a JSON object. */
static void add_tags(struct ludus_buffer *cell, const struct ludus_game *game)
{
    ludus_buffer_add(cell, "{", 1);
    for (size_t i = 0; i < ludus_game_tags(game); i++) {
        ludus_buffer_add(cell, i ? ",\"" : "\"", i ? 2 : 1);
        add_escaped(cell, ludus_game_tag_name(game, i), true);
        ludus_buffer_add(cell, "\":\"", 3);
        add_escaped(cell, ludus_game_tag_value(game, i), true);
        ludus_buffer_add(cell, "\"", 1);
    }
    ludus_buffer_add(cell, "}", 1);
}

void *tool_table_open(struct tool *tool)
{
    (void)tool;
    return ludus_buffer_new();
}

void tool_table_close(struct tool *tool)
{
    ludus_buffer_free(tool->state);
}

/* Columns of every table, beside its own and those of tags, whose names begin with a capital letter. */
static const char shared[] = "file|game|tags";
enum { FILE_NAME, GAME, TAGS, TAG, OWN, PLAIN };
enum { HELD = 1 << 14 /* bytes of rows, written together */ };

static bool read_column(struct tool *tool, struct tool_table *table, const char *name, size_t length)
{
    struct tool_cell *cell = &table->cells[table->count];
    const struct tool_column *column = table->columns;
    if (table->count == TOOL_COLUMNS_MAX)
        return tool_trouble(tool, "a table has at most %u columns", TOOL_COLUMNS_MAX);
    snprintf(cell->name, sizeof cell->name, "%.*s", (int)length, name);
    while (column->name && strcmp(column->name, cell->name) != 0)
        column++;
    if (column->name)
        *cell = (struct tool_cell){ .kind = column->plain ? PLAIN : OWN, .add = column->add };
    else if (!tool_choice(name, length, shared, &cell->kind)) {
        if (*name < 'A' || *name > 'Z' || length >= sizeof cell->name)
            return tool_trouble(tool, "no column is called '%.*s'; see %s(1)", (int)length, name,
                                tool->spec->name);
        cell->kind = TAG;
    }
    table->count++;
    ludus_buffer_add(tool->text, name, length);
    return true;
}

bool tool_table_begin(struct tool *tool, struct tool_table *table, const char *names)
{
    while (names) {
        struct ludus_text name = tool_next(&names);
        ludus_buffer_add(tool->text, table->csv ? "," : "\t", table->count > 0);
        if (!read_column(tool, table, name.text, name.length))
            return false;
    }
    ludus_buffer_add(tool->text, "\n", 1);
    tool_put_buffer(tool, tool->text);
    return true;
}

void tool_table_row(struct tool *tool, const struct tool_table *table, const struct ludus_game *game,
                    const struct row *row)
{
    struct ludus_buffer *buffer = tool->state;
    for (unsigned i = 0; i < table->count; i++) {
        const struct tool_cell *cell = &table->cells[i];
        struct ludus_text text = { "", 0 };
        if (i > 0)
            ludus_buffer_add(tool->text, table->csv ? "," : "\t", 1);
        switch (cell->kind) {
        case PLAIN:
            cell->add(tool->text, row);
            continue;
        case GAME:
            if (tool->marks)
                tool_mark(tool, tool->out, ludus_game_number(game), ludus_buffer_text(tool->text).length);
            else
                tool_cell_number(tool->text, ludus_game_number(game) + tool->before);
            continue;
        case TAG:
            ludus_game_tag(game, cell->name, &text);
            break;
        case FILE_NAME:
            text = (struct ludus_text){ tool->file, strlen(tool->file) };
            break;
        default:
            ludus_buffer_clear(buffer);
            if (cell->kind == TAGS)
                add_tags(buffer, game);
            else
                cell->add(buffer, row);
            tool_memory(tool, !ludus_buffer_failed(buffer));
            text = ludus_buffer_text(buffer);
        }
        if (text.length)
            tool_cell(tool, table, text);
    }
    ludus_buffer_add(tool->text, "\n", 1);
    if (ludus_buffer_text(tool->text).length >= HELD)
        tool_put_buffer(tool, tool->text);
}
