/* latex.re - LaTeX: text, and drawings, whose SVG becomes operators of PDF and text in a picture. */
#include "base/text.h"
#include "draw/book.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/*!include:re2c "scan_text.inc" */

/* ---- Text ---- */

enum { WORD_MOST = 24 /* bytes of a word before a line may break in it */ };

/* What stands for the characters with a meaning in LaTeX. */
static const char *const specials[128] = { ['\\'] = "\\textbackslash{}",
                                           ['{'] = "\\{",
                                           ['}'] = "\\}",
                                           ['$'] = "\\$",
                                           ['&'] = "\\&",
                                           ['#'] = "\\#",
                                           ['%'] = "\\%",
                                           ['_'] = "\\_",
                                           ['^'] = "\\textasciicircum{}",
                                           ['~'] = "\\textasciitilde{}",
                                           ['/'] = "/\\allowbreak{}" };

/* Returns the command for a combining accent, U+0300 to U+036F; NULL if there is none. */
static const char *accent_of(unsigned code)
{
    static const struct {
        unsigned code;
        const char *command;
    } accents[] = { { 0x300, "`" }, { 0x301, "'" }, { 0x302, "^" },  { 0x303, "~" }, { 0x304, "=" },
                    { 0x306, "u" }, { 0x307, "." }, { 0x308, "\"" }, { 0x30a, "r" }, { 0x30b, "H" },
                    { 0x30c, "v" }, { 0x323, "d" }, { 0x327, "c" },  { 0x328, "k" }, { 0x331, "b" } };
    size_t i = 0;
    while (i < sizeof accents / sizeof *accents && accents[i].code != code)
        i++;
    return i < sizeof accents / sizeof *accents ? accents[i].command : NULL;
}

/* Two of these in a row would become another sign. */
static bool joins(char c)
{
    return c && strchr("-<>'`,!?", c);
}

void latex_text(struct ludus_buffer *out, const char *text, size_t length)
{
    const char *end = length ? text + length : text;
    size_t word = 0;
    char before = 0;
    for (unsigned step; text < end; text += step) {
        const unsigned bytes = text_sequence(text, (size_t)(end - text));
        step = bytes ? bytes : 1;
        const unsigned next = text_sequence(text + step, (size_t)(end - text) - step);
        const char *accent = next == 2 ? accent_of(text_code(text + step, next)) : NULL;
        const char *special = bytes == 1 ? specials[(unsigned char)*text] : "?";
        if (accent)
            buf_format(out, "\\%s{", accent);
        if (joins(before) && joins(*text))
            buf_text(out, "{}");
        if (special && bytes < 2)
            buf_text(out, special);
        else if (bytes > 1)
            buf_add(out, text, bytes);
        else
            buf_char(out, is_visible(*text) ? *text : ' ');
        before = *text;
        word = is_space(*text) || *text == '/' || *text == '-' ? 0 : word + step;
        if (accent) {
            buf_char(out, '}');
            step += next;
        }
        if (word > WORD_MOST) {
            buf_text(out, "\\allowbreak{}");
            word = 0;
        }
    }
}

/* ---- What an SVG element inherits ---- */

struct style {
    const char *fill, *stroke, *color, *width, *dash, *join, *cap, *anchor, *weight, *size;
    double x, y, scale; /* of its coordinates */
};

struct pen {
    struct ludus_buffer *out;
    xmlDocPtr document;
    double height; /* of the picture, where y increases upwards */
};

/* Returns the next command of path data, '0' for a number, or 0 at the end. Anything else is skipped. */
static char next_token(const char **text, double *number)
{
    const char *cursor = *text, *marker, *begin;
    for (;;) {
        begin = cursor;
        /*!re2c
        [-+]? ([0-9]+ ("." [0-9]*)? | "." [0-9]+) {
            *text = cursor;
            *number = number_read(begin);
            return '0';
        }
        [A-Za-z] { *text = cursor; return *begin; }
        "\x00"   { return 0; }
        *        { continue; }
        */
    }
}

/* Reads up to `most` numbers of a text, past all else. */
static void read_numbers(const char *text, double *numbers, unsigned most)
{
    char token;
    while (most && (token = next_token(&text, numbers)) != 0)
        if (token == '0') {
            numbers++;
            most--;
        }
}

static const char *attribute_of(const xmlNode *node, const char *name)
{
    for (const xmlAttr *at = node->properties; at; at = at->next)
        if (strcmp((const char *)at->name, name) == 0)
            return at->children ? (const char *)at->children->content : "";
    return NULL;
}

/* Returns the number of an attribute, or 0. */
static double length_of(const xmlNode *node, const char *name)
{
    double number = 0;
    const char *value = attribute_of(node, name);
    read_numbers(value ? value : "", &number, 1);
    return number;
}

static struct style inherit(const xmlNode *node, struct style style)
{
    static const struct {
        const char *name;
        size_t place;
    } known[] = { { "fill", offsetof(struct style, fill) },
                  { "stroke", offsetof(struct style, stroke) },
                  { "color", offsetof(struct style, color) },
                  { "stroke-width", offsetof(struct style, width) },
                  { "stroke-dasharray", offsetof(struct style, dash) },
                  { "stroke-linejoin", offsetof(struct style, join) },
                  { "stroke-linecap", offsetof(struct style, cap) },
                  { "text-anchor", offsetof(struct style, anchor) },
                  { "font-weight", offsetof(struct style, weight) },
                  { "font-size", offsetof(struct style, size) } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *value = attribute_of(node, known[i].name);
        if (value)
            memcpy((char *)&style + known[i].place, &value, sizeof value);
    }
    double moved[3] = { 0, 0, 1 }; /* "translate(x y) scale(s)" */
    const char *transform = attribute_of(node, "transform");
    if (transform)
        read_numbers(transform, moved, 3);
    style.x += moved[0] * style.scale;
    style.y += moved[1] * style.scale;
    style.scale *= moved[2];
    return style;
}

/* ---- Paths ---- */

struct outline {
    const struct pen *pen;
    const struct style *style;
    struct point at, start, control; /* `control` of the last curve; `at` after a line */
};

/* Numbers are separated by tabs: xml_format leaves out a blank before a minus. */
static void put_point(const struct outline *line, struct point p)
{
    const struct style *style = line->style;
    xml_format(line->pen->out, "%f\t%f ", style->x + p.x * style->scale,
               line->pen->height - style->y - p.y * style->scale);
}

static void line_to(struct outline *line, struct point to, const char *operator)
{
    put_point(line, to);
    xml_format(line->pen->out, "%s\n", operator);
    line->at = line->control = to;
}

static void curve_to(struct outline *line, struct point one, struct point two, struct point to)
{
    put_point(line, one);
    put_point(line, two);
    line_to(line, to, "c");
    line->control = two;
}

/* Draws a quadratic curve. */
static void bend_to(struct outline *line, struct point control, struct point to)
{
    const struct point from = line->at;
    curve_to(line,
             (struct point){ from.x + (control.x - from.x) * 2 / 3, from.y + (control.y - from.y) * 2 / 3 },
             (struct point){ to.x + (control.x - to.x) * 2 / 3, to.y + (control.y - to.y) * 2 / 3 }, to);
    line->control = control;
}

/* Draws an arc of a circle, in parts of at most a quarter. */
static void arc_to(struct outline *line, double radius, bool large, bool sweep, struct point to)
{
    static const double quarter = 1.5707963267948966;
    const struct point from = line->at;
    const double dx = to.x - from.x, dy = to.y - from.y, chord = hypot(dx, dy);
    if (!(chord > 0))
        return;
    radius = fmax(radius, chord / 2);
    const double side = (large != sweep ? 1 : -1) * sqrt(radius * radius - chord * chord / 4) / chord;
    const struct point centre = { (from.x + to.x) / 2 - side * dy, (from.y + to.y) / 2 + side * dx };
    double angle = atan2(from.y - centre.y, from.x - centre.x);
    double turn = atan2(to.y - centre.y, to.x - centre.x) - angle;
    turn += sweep && turn <= 0 ? 4 * quarter : !sweep && turn >= 0 ? -4 * quarter : 0;
    const double parts = ceil(fabs(turn) / quarter - 1e-9), part = turn / parts;
    const double arm = radius * 4 / 3 * tan(part / 4);
    for (unsigned i = 0; i < (unsigned)parts; i++, angle += part) {
        const double c = cos(angle), s = sin(angle), c2 = cos(angle + part), s2 = sin(angle + part);
        const struct point end = { centre.x + radius * c2, centre.y + radius * s2 };
        curve_to(line, (struct point){ line->at.x - arm * s, line->at.y + arm * c },
                 (struct point){ end.x + arm * s2, end.y - arm * c2 }, end);
    }
    line->at = line->control = to;
}

/* Draws what a command and its numbers say. */
static void draw_step(struct outline *line, char command, const double *numbers, unsigned count)
{
    const bool relative = is_lower(command);
    const char upper = to_upper(command);
    const struct point from = relative ? line->at : (struct point){ 0, 0 };
    const struct point smooth = { 2 * line->at.x - line->control.x, 2 * line->at.y - line->control.y };
    struct point p[3] = { line->at };
    for (unsigned i = 0; upper != 'A' && i + 1 < count; i += 2)
        p[i / 2] = (struct point){ from.x + numbers[i], from.y + numbers[i + 1] };
    if (upper == 'H')
        p[0].x = from.x + numbers[0];
    else if (upper == 'V')
        p[0].y = from.y + numbers[0];
    if (upper == 'M' || upper == 'L' || upper == 'H' || upper == 'V')
        line_to(line, p[0], upper == 'M' ? "m" : "l");
    else if (upper == 'C')
        curve_to(line, p[0], p[1], p[2]);
    else if (upper == 'S')
        curve_to(line, smooth, p[0], p[1]);
    else if (upper == 'Q')
        bend_to(line, p[0], p[1]);
    else if (upper == 'T')
        bend_to(line, smooth, p[0]);
    else
        arc_to(line, numbers[0], numbers[3] > 0, numbers[4] > 0,
               (struct point){ from.x + numbers[5], from.y + numbers[6] });
    if (upper == 'M')
        line->start = line->at;
}

static void draw_data(const struct pen *pen, const struct style *style, const char *data)
{
    static const char commands[] = "MLHVCSQTA";
    static const unsigned counts[] = { 2, 2, 1, 1, 6, 4, 4, 2, 7 }; /* of the numbers of a step */
    struct outline line = { .pen = pen, .style = style };
    double numbers[7];
    unsigned count = 0;
    char command = 0, token;
    while ((token = next_token(&data, &numbers[count])) != 0) {
        const char *found = command ? strchr(commands, to_upper(command)) : NULL;
        if (token == 'z' || token == 'Z') {
            buf_text(pen->out, "h\n");
            line.at = line.control = line.start;
        } else if (token != '0') {
            command = token;
            count = 0;
        } else if (found && ++count == counts[found - commands]) {
            draw_step(&line, command, numbers, count);
            command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
            count = 0;
        }
    }
}

/* ---- Elements ---- */

static bool is_drawn(const char *paint)
{
    return paint && strcmp(paint, "none") != 0;
}

/* Writes the numbers of a colour, #rgb or #rrggbb, or the command that has them. */
static void put_colour(const struct pen *pen, const struct style *style, const char *paint)
{
    static const char hexadecimal[] = "0123456789abcdef";
    if (paint && strcmp(paint, "currentColor") == 0)
        paint = style->color;
    const bool given = paint && *paint == '#';
    const size_t digits = given && strlen(paint) == 7 ? 2 : 1;
    for (size_t i = 0; given && i < 3; i++) {
        const char *high = strchr(hexadecimal, to_lower(paint[1 + i * digits]));
        const char *low = strchr(hexadecimal, to_lower(paint[digits + i * digits]));
        xml_format(pen->out, "%f ",
                   high && low ? (double)((high - hexadecimal) * 16 + (low - hexadecimal)) / 255 : 0);
    }
    if (!given)
        xml_format(pen->out, "%s ", paint && *paint == '\\' ? paint : "0 0 0");
}

/* Writes the operators for all that a style says of fill and stroke. */
static void put_paint(const struct pen *pen, const struct style *style)
{
    if (is_drawn(style->fill)) {
        put_colour(pen, style, style->fill);
        buf_text(pen->out, "rg\n");
    }
    if (!is_drawn(style->stroke))
        return;
    put_colour(pen, style, style->stroke);
    xml_format(pen->out, "RG\n%f w %u J %u j ", style->width ? number_read(style->width) * style->scale : 1.0,
               style->cap && strcmp(style->cap, "round") == 0 ? 1u : 0u,
               style->join && strcmp(style->join, "round") == 0 ? 1u : 0u);
    if (style->dash)
        xml_format(pen->out, "[%s] 0 d\n", style->dash);
}

static void draw_shape(const struct pen *pen, const struct style *style, const char *data)
{
    bool filled = is_drawn(style->fill), stroked = is_drawn(style->stroke);
    buf_text(pen->out, "\\P{q ");
    put_paint(pen, style);
    draw_data(pen, style, data);
    buf_text(pen->out, filled && stroked ? "B Q}%\n" : filled ? "f Q}%\n" : stroked ? "S Q}%\n" : "n Q}%\n");
}

static void draw_text(const struct pen *pen, const struct style *style, const xmlNode *node)
{
    xmlChar *text = xmlNodeGetContent(node);
    xml_format(pen->out, "\\T(%f,%f){%c}{%f}{%s}{", style->x + length_of(node, "x") * style->scale,
               pen->height - style->y - length_of(node, "y") * style->scale,
               style->anchor && *style->anchor == 'm'   ? 'c'
               : style->anchor && *style->anchor == 'e' ? 'r'
                                                        : 'l',
               (style->size ? number_read(style->size) : 16.0) * style->scale,
               style->weight ? "\\bfseries" : "");
    put_paint(pen, style);
    buf_text(pen->out, is_drawn(style->stroke) ? "2 Tr}{" : "}{");
    if (text)
        latex_text(pen->out, (const char *)text, strlen((const char *)text));
    buf_text(pen->out, "}%\n");
    xmlFree(text);
}

static const xmlNode *find_id(const xmlNode *node, const char *id)
{
    for (const xmlNode *found = NULL; node; node = node->next) {
        const char *own = node->type == XML_ELEMENT_NODE ? attribute_of(node, "id") : NULL;
        if (own && strcmp(own, id) == 0)
            return node;
        if (node->type == XML_ELEMENT_NODE && (found = find_id(node->children, id)) != NULL)
            return found;
    }
    return NULL;
}

static void draw_node(const struct pen *pen, const xmlNode *node, struct style style);

/* Draws what an element refers to, or a piece that has been defined before. */
static void draw_use(const struct pen *pen, const xmlNode *node, struct style style)
{
    const char *id = attribute_of(node, "href");
    const xmlNode *used = id && *id ? find_id(pen->document->children, id + 1) : NULL;
    style.x += length_of(node, "x") * style.scale;
    style.y += length_of(node, "y") * style.scale;
    if (used)
        draw_node(pen, used, style);
    else if (id && *id) {
        const char *const colours[] = { style.fill, style.color, style.stroke };
        xml_format(pen->out, "\\U(%f,%f){%f}{%s}", style.x,
                   pen->height - style.y - PIECE_GRID * style.scale, style.scale, id + 1);
        for (unsigned i = 0; i < 3; i++) {
            buf_char(pen->out, '{');
            put_colour(pen, &style, colours[i]);
            buf_char(pen->out, '}');
        }
        buf_text(pen->out, "%\n");
    }
}

static void draw_node(const struct pen *pen, const xmlNode *node, struct style style)
{
    double n[5] = { 0 };
    static const char *const places[] = { "x", "y", "width", "height", "rx" }, *const circle[] = { "cx", "cy",
                                                                                                   "r" };
    const char *name = node->type == XML_ELEMENT_NODE ? (const char *)node->name : "";
    const bool round = strcmp(name, "circle") == 0;
    struct ludus_buffer data = { 0 };
    style = *name ? inherit(node, style) : style;
    for (unsigned i = 0; *name && i < (round ? 3 : 5); i++)
        n[i] = length_of(node, round ? circle[i] : places[i]);
    if (round)
        xml_format(&data, "M%f %fa%f %f 0 1 0 %f 0a%f %f 0 1 0 %f 0z", n[0] - n[2], n[1], n[2], n[2],
                   2 * n[2], n[2], n[2], -2 * n[2]);
    else if (strcmp(name, "rect") == 0)
        xml_format(
            &data,
            "M%f %fh%fa%f %f 0 0 1 %f %fv%fa%f %f 0 0 1 %f %fh%fa%f %f 0 0 1 %f %fv%fa%f %f 0 0 1 %f %fz",
            n[0] + n[4], n[1], n[2] - 2 * n[4], n[4], n[4], n[4], n[4], n[3] - 2 * n[4], n[4], n[4], -n[4],
            n[4], 2 * n[4] - n[2], n[4], n[4], -n[4], -n[4], 2 * n[4] - n[3], n[4], n[4], n[4], -n[4]);
    else if (strcmp(name, "path") == 0)
        buf_text(&data, attribute_of(node, "d") ? attribute_of(node, "d") : "");
    if (data.length)
        draw_shape(pen, &style, buf_string(&data));
    pen->out->failed |= data.failed;
    buf_free(&data);
    if (strcmp(name, "text") == 0)
        draw_text(pen, &style, node);
    else if (strcmp(name, "use") == 0)
        draw_use(pen, node, style);
    else if (strcmp(name, "g") == 0 || strcmp(name, "svg") == 0)
        for (const xmlNode *child = node->children; child; child = child->next)
            draw_node(pen, child, style);
}

/* ---- Documents ---- */

/* Defines the pieces after the first `known`, in the colours that are given where they are drawn. */
static void define_pieces(struct pen *pen, const xmlNode *piece, size_t known)
{
    const struct style style = { .fill = "\\ludfill",
                                 .color = "\\ludcolor",
                                 .stroke = "\\ludstroke",
                                 .width = "1.5",
                                 .join = "round",
                                 .cap = "round",
                                 .scale = 1 };
    pen->height = PIECE_GRID;
    for (; piece; piece = piece->next) {
        if (known && known--)
            continue;
        xml_format(pen->out, "\\luddefine{%s}{", attribute_of(piece, "id"));
        draw_node(pen, piece, style);
        buf_text(pen->out, "}\n");
    }
}

void latex_drawing(struct ludus_buffer *out, const struct ludus_buffer *svg, size_t known)
{
    bool declares;
    xmlDocPtr document = xml_document(svg->bytes, svg->length, &declares);
    const xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    struct pen pen = { out, document, 0 };
    double box[4] = { 0 };
    out->failed |= svg->failed || !root;
    const char *view = root ? attribute_of(root, "viewBox") : NULL;
    if (view) {
        read_numbers(view, box, 4);
        pen.height = box[3];
        xml_format(out, "\\luddiagram{%f}{%f}{", box[2], box[3]);
        for (const xmlNode *child = root->children; child; child = child->next)
            if (child->children && strcmp((const char *)child->name, "desc") == 0) {
                const char *words = (const char *)child->children->content;
                latex_text(out, words, strlen(words));
            }
        buf_text(out, "}{");
        draw_node(&pen, root, (struct style){ .fill = "#000", .scale = 1 });
        buf_text(out, "}");
    } else if (root && root->children) { /* <defs> */
        define_pieces(&pen, root->children->children, known);
    }
    xmlFreeDoc(document);
}
