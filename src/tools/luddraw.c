/* luddraw.c - diagrams, strips, animations and replay pages of a record. */
#include "tool.h"

#include <float.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FACES = 64 };

/* The fonts of --outlines, normal and bold: the best first, and then what has other characters. */
struct fonts {
    FT_Library library;
    FT_Face faces[2][FACES]; /* after the last NULL */
};

struct values {
    struct ludus_drawing_options options;
    struct fonts fonts;
    tool_call_fn *outlines;
    const char *fen, *size, *square, *text_size, *pieces;
    unsigned game;
    struct tool_list marks, arrows;
    bool strip, animate, html, script, extract;
    bool assumed; /* the rules of --fen are not given */
    struct ludus_page *page;
    bool drawn;
};

static const struct tool_option options[] = {
    { "turn", 'n', TOOL_TEXT, VALUE(options.turns), "TURNS",
      "which position: 4W, 12, start, end; of a strip also 3W-5B, captures, $220, all" },
    { "game", 'g', TOOL_COUNT, VALUE(game), "N", "the record number N of the file (default: 1)" },
    { "fen", 0, TOOL_TEXT, VALUE(fen), "FEN",
      "draw this position, the start, or - of standard input, by the rules of -r" },
    { "strip", 0, TOOL_FLAG, VALUE(strip), NULL, "several positions in rows" },
    { "columns", 0, TOOL_COUNT, VALUE(options.columns), "N", "positions in a row of a strip" },
    { "animate", 0, TOOL_FLAG, VALUE(animate), NULL, "an SVG that plays the game" },
    { "html", 0, TOOL_FLAG, VALUE(html), NULL, "a web page to replay the game; also -o FILE.html" },
    { "script", 0, TOOL_FLAG, VALUE(script), NULL,
      "the script that shows such pages in others: <ludus-game>" },
    { "extract", 0, TOOL_FLAG, VALUE(extract), NULL, "print the record that a drawing carries" },
    DRAWING_OPTIONS(options),
    { "language", 0, TOOL_WORD, VALUE(options.language), "en|de|fr|es|it",
      "of the words of a page, and of what a drawing says to those who cannot see it" },
    { "notation", 0, TOOL_CHOICE, VALUE(options.notation), "names|letters|figurines|figurine",
      "of moves in captions and pages" },
    { "size", 0, TOOL_TEXT, VALUE(size), "WIDTH", "width of the picture: 400px, 60mm, 7cm, 3in, 200pt" },
    { "square", 0, TOOL_TEXT, VALUE(square), "WIDTH", "width of one square, in place of the picture's" },
    { "text-size", 0, TOOL_TEXT, VALUE(text_size), "POINTS", "size of captions and names in that picture" },
    { "before", 0, TOOL_FLAG, VALUE(options.before), NULL, "the position before the turn, not after it" },
    { "odds", 0, TOOL_FLAG, VALUE(options.odds), NULL,
      "the chance that each piece is captured in the next turn" },
    { "mark", 0, TOOL_LIST, VALUE(marks), "SQUARE[=SHAPE][:COLOUR]", "mark a square: e4=circle:red" },
    { "arrow", 0, TOOL_LIST, VALUE(arrows), "FROMTO[:COLOUR]", "draw an arrow: e2e4:green" },
    { "caption", 0, TOOL_TEXT, VALUE(options.caption_text), "TEXT",
      "caption, with {turn} {moves} {players} {comment} {White} ..." },
    { "pieces", 0, TOOL_READ, VALUE(pieces), "FILE.svg",
      "a piece set: symbols whose ids are names of pieces" },
    { "id-prefix", 0, TOOL_TEXT, VALUE(options.id_prefix), "TEXT",
      "before every id, for several drawings in one page" },
    { "outlines", 0, TOOL_CALL, VALUE(outlines), NULL, "texts become paths, which need no font" },
    { "no-caption", 0, TOOL_CLEAR, VALUE(options.caption), NULL, "no caption" },
    { "no-dice", 0, TOOL_CLEAR, VALUE(options.dice), NULL, "no dice" },
    { "no-last", 0, TOOL_CLEAR, VALUE(options.last), NULL, "no tint on the squares of the turn" },
    { "no-moves", 0, TOOL_CLEAR, VALUE(options.moves), NULL, "no arrows for the moves of the turn" },
    { "no-stock", 0, TOOL_CLEAR, VALUE(options.stock), NULL, "no pieces in hand or taken beside the board" },
    { 0 },
};

static const struct tool_limit limits[] = {
    { "size square", NULL, NULL, "--size and --square exclude each other" },
    { "strip animate html script extract", NULL, NULL,
      "--strip, --animate, --html, --script and --extract exclude each other" },
    { "fen before", NULL, NULL, "--before has no effect with --fen" },
    { 0 },
};

static const struct tool_spec spec = { "luddraw",
                                       "[OPTION]... [FILE]",
                                       "Draw a position of a record as SVG.",
                                       options,
                                       TOOL_RULES | TOOL_OUTPUT | TOOL_FORMAT,
                                       limits };

/* Options without effect in the chosen form. */
static const struct tool_limit idle[] = {
    { "columns size square text-size before odds mark arrow caption no-caption no-dice no-last no-moves "
      "no-side no-stock outlines",
      NULL, "html", "--%.*s has no effect with --html" },
    { "turn columns text-size before odds mark arrow no-last no-moves no-notes", NULL, "animate",
      "--%.*s has no effect with --animate" },
    { "language outlines", NULL, "script extract", "--%.*s has no effect with --script and --extract" },
    { "columns", "strip extract", NULL, "--%.*s needs --strip" },
    { 0 },
};

/* ---- Texts as outlines ---- */

static bool open_faces(struct tool *tool, const char *wanted, FT_Face faces[FACES])
{
    FcPattern *pattern = FcNameParse((const FcChar8 *)wanted);
    FcFontSet *fonts = NULL;
    FcResult result;
    if (pattern && FcConfigSubstitute(NULL, pattern, FcMatchPattern)) {
        FcDefaultSubstitute(pattern);
        fonts = FcFontSort(NULL, pattern, FcTrue, NULL, &result);
    }
    FT_Error error = 0;
    for (int i = 0, count = 0; fonts && i < fonts->nfont && count < FACES - 1; i++) {
        FcChar8 *file;
        int index;
        if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) != FcResultMatch ||
            FcPatternGetInteger(fonts->fonts[i], FC_INDEX, 0, &index) != FcResultMatch)
            continue;
        error = FT_New_Face(tool->values->fonts.library, (const char *)file, index, &faces[count]);
        if (error == FT_Err_Out_Of_Memory)
            break;
        count += !error;
    }
    if (fonts)
        FcFontSetDestroy(fonts);
    FcPatternDestroy(pattern);
    if (!tool_memory(tool, error != FT_Err_Out_Of_Memory))
        return false;
    return faces[0] || tool_trouble(tool, "--outlines needs a font, and there is none that can be read");
}

/* Opens the fonts, before the sandbox hides them. */
static bool open_fonts(struct tool *tool)
{
    struct fonts *fonts = &tool->values->fonts;
    bool open = tool_memory(tool, fonts->library || FT_Init_FreeType(&fonts->library) == 0) &&
                open_faces(tool, LUDUS_FONTS ":outline=true", fonts->faces[0]) &&
                open_faces(tool, LUDUS_FONTS ":outline=true:bold", fonts->faces[1]);
    FcFini();
    return open;
}

/* The outline of a line of text while it is written; y increases upwards. */
struct outline {
    struct ludus_buffer *out;
    double x, y, scale; /* of the glyph */
    bool open;          /* a contour is */
    FT_BBox base;       /* of the last letter and its marks, in units of its font, from `from` on */
    double from;
};

static int put_step(struct outline *line, char command, const FT_Vector *const points[], unsigned count)
{
    char text[32] = { command };
    ludus_buffer_add(line->out, text, 1);
    for (unsigned i = 0; i < count; i++) {
        const double x = line->x + line->scale * (double)points[i]->x,
                     y = line->y - line->scale * (double)points[i]->y;
        int length = snprintf(text, sizeof text, "%s%.6g %.6g", i ? " " : "", rint(x * 100) / 100,
                              rint(y * 100) / 100);
        ludus_buffer_add(line->out, text, (size_t)length);
    }
    return 0;
}

static void close_contour(struct outline *line)
{
    if (line->open)
        ludus_buffer_add(line->out, "z", 1);
    line->open = false;
}

static int move_to(const FT_Vector *to, void *line)
{
    close_contour(line);
    ((struct outline *)line)->open = true;
    return put_step(line, 'M', &to, 1);
}

static int line_to(const FT_Vector *to, void *line)
{
    return put_step(line, 'L', &to, 1);
}

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *line)
{
    return put_step(line, 'Q', (const FT_Vector *const[]){ control, to }, 2);
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to, void *line)
{
    return put_step(line, 'C', (const FT_Vector *const[]){ one, two, to }, 3);
}

/* Places a mark over or below the letter before it, or on it. */
static void place_mark(struct outline *line, const FT_BBox *mark, FT_Pos em)
{
    const FT_Pos gap = em / 20, over = line->base.yMax + gap - mark->yMin,
                 below = line->base.yMin - gap - mark->yMax;
    const bool above = mark->yMin > em / 3, under = mark->yMax <= 0;
    const FT_Pos moved = above && over > 0 ? over : under && below < 0 ? below : 0;
    line->x =
        line->from + line->scale * (double)(line->base.xMin + line->base.xMax - mark->xMin - mark->xMax) / 2;
    line->y = -line->scale * (double)moved;
    if (above)
        line->base.yMax = mark->yMax + moved;
    if (under)
        line->base.yMin = mark->yMin + moved;
}

/* Is it a mark of the letter before it? */
static bool is_mark(FcChar32 code)
{
    return code >= 0x300 && code < 0x370;
}

/* Does its script join letters, or run from right to left? FreeType draws letters one by one. */
static bool is_shaped(FcChar32 code)
{
    static const FcChar32 scripts[][2] = { { 0x590, 0x109f },  { 0x1780, 0x18af },   { 0xfb1d, 0xfdff },
                                           { 0xfe70, 0xfefe }, { 0x10800, 0x10fff }, { 0x1e800, 0x1efff } };
    bool shaped = false;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        shaped |= code >= scripts[i][0] && code <= scripts[i][1];
    return shaped;
}

/* Draws a text of options->outline. */
static double draw_outline(void *context, const char *text, bool bold, double size, struct ludus_buffer *out,
                           char *reason, size_t reason_size)
{
    static const FT_Outline_Funcs steps = { move_to, line_to, conic_to, cubic_to, 0, 0 };
    struct fonts *fonts = context;
    struct outline line = { .out = out };
    double width = 0;
    FcChar32 code;
    FT_Face before = NULL;
    FT_UInt last = 0;
    for (int step, left = (int)strlen(text); left > 0; text += step, left -= step) {
        step = FcUtf8ToUcs4((const FcChar8 *)text, &code, left);
        if (step <= 0)
            break;
        if ((code >= 0x200b && code <= 0x200f) || (code >= 0x2066 && code <= 0x2069))
            continue; /* signs of direction */
        FT_Face *at = fonts->faces[bold], face;
        FT_UInt glyph = 0;
        while ((face = *at++) && !(glyph = FT_Get_Char_Index(face, code)))
            ;
        if (!face || is_shaped(code) || FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0) {
            snprintf(reason, reason_size,
                     is_shaped(code)
                         ? "--outlines draws letters one by one, which does not do for '%.*s' (U+%04X)"
                         : "no font has '%.*s' (U+%04X), of which --outlines needs the outline",
                     step, text, (unsigned)code);
            return -1;
        }
        FT_Vector kerning = { 0, 0 };
        FT_BBox box;
        line.scale = size / face->units_per_EM;
        if (face == before && FT_HAS_KERNING(face))
            (void)FT_Get_Kerning(face, last, glyph, FT_KERNING_UNSCALED, &kerning);
        FT_Outline_Get_CBox(&face->glyph->outline, &box);
        if (is_mark(code) && before) {
            place_mark(&line, &box, face->units_per_EM);
        } else {
            line.from = line.x = width + line.scale * (double)kerning.x;
            line.y = 0;
            line.base = box;
            width = line.x + line.scale * (double)face->glyph->metrics.horiAdvance;
            before = face;
            last = glyph;
        }
        (void)FT_Outline_Decompose(&face->glyph->outline, &steps, &line);
        close_contour(&line);
    }
    return width;
}

/* ---- Options ---- */

/* Checks that the suffix of the output fits the form, and sets `html` if it asks for a page. */
static bool check_output(struct tool *tool, struct values *values)
{
    static const char suffixes[] = "html|htm|svg|png|pdf|jpg|jpeg|gif|webp|avif|eps|ps|tiff|tif|bmp";
    enum { DRAWING = 2 };
    const char *path = tool->common.output;
    unsigned i;
    if (values->extract || values->script || !tool_suffix(path, suffixes, &i))
        return true;
    if (i > DRAWING)
        return tool_trouble(tool, "%s: a drawing is SVG; rsvg-convert makes PNG or PDF of it", path);
    if (i == DRAWING)
        return !values->html || tool_trouble(tool, "%s: with --html a page is written, and no SVG", path);
    if (values->strip || values->animate)
        return tool_trouble(tool, "%s: with --%s SVG is written, and no page", path,
                            values->strip ? "strip" : "animate");
    return values->html = true;
}

/* Checks the options beyond their tables. False after reporting an error. */
static bool read_values(struct tool *tool, struct values *values)
{
    struct ludus_drawing_options *out = &values->options;
    const char *points = "pt", *units = "px|mm|cm|in|pt";
    if (values->size && !tool_read_size(values->size, 0.1, 1e6, units, &out->width, &out->unit))
        return tool_trouble(tool, "--size takes a width such as 60mm, not '%s'", values->size);
    if (values->square && !tool_read_size(values->square, 0.1, 1e6, units, &out->square, &out->unit))
        return tool_trouble(tool, "--square takes a width such as 6mm, not '%s'", values->square);
    if (values->text_size &&
        !tool_read_size(values->text_size, DBL_MIN, 1e4, points, &out->text_size, &points))
        return tool_trouble(tool, "--text-size takes points such as 8, not '%s'", values->text_size);
    if (out->notation > LUDUS_NOTATION_FIGURINES) /* their other name, that of the notation of ludfmt */
        out->notation = LUDUS_NOTATION_FIGURINES;
    if (!check_output(tool, values) || !tool_obeys(tool, idle))
        return false;
    if (values->fen && tool->file_count)
        return tool_trouble(tool, "--fen and a file exclude each other");
    if (values->fen && !tool->rules) {
        /* A position alone has the rules of a record that names none. */
        values->assumed = true;
        tool->rules = ludus_ruleset_usual();
        if (!tool_memory(tool, tool->rules != NULL))
            return false;
    }
    if (values->fen && out->turns && strcmp(out->turns, "start") != 0 && strcmp(out->turns, "end") != 0 &&
        strcmp(out->turns, "all") != 0)
        return tool_trouble(tool, "the position of --fen has no turns, such as '%s'", out->turns);
    if (tool->file_count > 1 && !values->html)
        return tool_trouble(tool, "one file at a time");
    if (values->pieces && !(out->pieces = tool_read_file(tool, values->pieces, &out->pieces_length)))
        return false;
    out->outline = values->fonts.library ? draw_outline : NULL;
    out->outline_context = &values->fonts;
    out->marks = values->marks.items;
    out->mark_count = values->marks.count;
    out->arrows = values->arrows.items;
    out->arrow_count = values->arrows.count;
    return true;
}

/* Reports an error in the position of --fen, which has no place in a file. */
static void report_fen(void *context, const struct ludus_message *message)
{
    struct tool *tool = context;
    if (message->severity != LUDUS_ERROR)
        return;
    tool_trouble(tool, "--fen: %s", message->text);
    if (tool->values->assumed)
        tool_say(tool, TOOL_OK, "--fen: without -r or -R the game is %s", ludus_ruleset_title(tool->rules));
}

/* Draws the record if it is wanted: a page takes all unless --game is given, a drawing takes one. */
static void draw_game(struct tool *tool, struct ludus_game *game)
{
    struct values *values = tool->values;
    size_t wanted = values->game ? values->game : values->html ? 0 : 1;
    if (!values->fen && (ludus_game_empty(game) || (wanted && ludus_game_number(game) != wanted)))
        return;
    struct ludus_replay *replay = tool->replay;
    char reason[256] = "";
    bool drawn = values->html ? ludus_page_add(values->page, replay, game, reason, sizeof reason)
                              : (values->animate ? ludus_game_draw_animation
                                 : values->strip ? ludus_game_draw_strip
                                                 : ludus_game_draw)(replay, game, &values->options,
                                                                    tool->text, reason, sizeof reason);
    values->drawn = true;
    if (values->fen)
        ludus_game_messages(game, report_fen, tool);
    else
        tool_report(tool, game, LUDUS_NOTE);
    if (drawn)
        tool_put_buffer(tool, tool->text);
    else if (!values->fen || tool->status != TOOL_TROUBLE)
        tool_trouble(tool, "%s: %s", tool->file ? tool->file : "-", reason);
}

/* Draws a record that consists of a position. */
static void draw_fen(struct tool *tool, const char *fen)
{
    char text[3072], *read = NULL;
    size_t size;
    if (strcmp(fen, "start") == 0)
        fen = ludus_ruleset_start(tool->rules);
    if (strcmp(fen, "-") == 0) {
        fen = read = tool_read_file(tool, fen, &size);
        if (!read)
            return;
        read[strcspn(read, "\r\n")] = '\0';
    }
    int length = snprintf(text, sizeof text, "[Variant \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n*\n",
                          ludus_ruleset_id(tool->rules), fen);
    const bool sound = length > 0 && (size_t)length < sizeof text && !strpbrk(fen, "\"\\\n");
    free(read);
    if (!sound) {
        tool_trouble(tool, "this FEN cannot be read");
        return;
    }
    tool->file = "--fen";
    struct ludus_game *game = tool_read_game(tool, (struct ludus_text){ text, (size_t)length });
    if (game)
        draw_game(tool, game);
    ludus_game_free(game);
}

static void extract_record(struct tool *tool)
{
    const char *path = tool->file_count ? tool->files[0] : "-";
    char reason[256];
    size_t length;
    char *svg = tool_read_file(tool, path, &length);
    if (svg && ludus_drawing_extract(svg, length, tool->text, reason, sizeof reason))
        tool_put_buffer(tool, tool->text);
    else if (svg)
        tool_trouble(tool, "%s: %s", path, reason);
    free(svg);
}

static void write_script(struct tool *tool)
{
    if (tool->file_count)
        tool_trouble(tool, "--script takes no file");
    else
        tool_put(tool, ludus_page_script());
}

static void draw_records(struct tool *tool, struct values *values)
{
    values->page = values->html ? ludus_page_new(&values->options) : NULL;
    if (!tool_memory(tool, values->page || !values->html))
        return;
    if (values->fen)
        draw_fen(tool, values->fen);
    else
        tool_run(tool, &(struct tool_work){ .game = draw_game });
    if (tool->status == TOOL_TROUBLE)
        return;
    if (!values->drawn) {
        tool_trouble(tool, values->game ? "there is no record number %u" : "there is no record",
                     values->game);
    } else if (values->html) {
        if (tool_memory(tool, ludus_page_write(values->page, tool->text)))
            tool_put_buffer(tool, tool->text);
    }
}

int main(int argc, char **argv)
{
    struct values values = { .outlines = open_fonts };
    struct tool tool;
    ludus_drawing_options_init(&values.options, sizeof values.options);
    if (tool_begin(&tool, &spec, &values, argc, argv) && read_values(&tool, &values)) {
        if (values.extract)
            extract_record(&tool);
        else if (values.script)
            write_script(&tool);
        else
            draw_records(&tool, &values);
    }
    ludus_page_free(values.page);
    free((char *)values.options.pieces);
    FT_Done_FreeType(values.fonts.library);
    return tool_end(&tool);
}
