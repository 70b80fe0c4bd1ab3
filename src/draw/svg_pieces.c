/* svg_pieces.c - the piece drawings that an SVG document defines once and uses many times. */
#include "draw/svg_pieces.h"

#include "draw/pieces.h"

#include <stdio.h>
#include <string.h>

enum { IDS_MAX = 2 * SCENE_KINDS + 2 };

static const char *const side_names[2] = { "white", "black" };

/* Is `name` fit for an id, and for a CSS class? */
static bool plain_name(const char *name)
{
    return *name && strlen(name) < PIECE_ID_SIZE - 8 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == strlen(name);
}

void piece_id(const struct piece_set *set, const struct scene_piece *piece, char out[PIECE_ID_SIZE])
{
    const char *image = piece->image;
    if (plain_name(image)) {
        snprintf(out, PIECE_ID_SIZE, "%s-%s", side_names[piece->side & 1], image);
        if (piece_set_find(set, out))
            return;
        snprintf(out, PIECE_ID_SIZE, "%s", image);
        if (piece_set_find(set, out) || piece_art_find(image, strlen(image)))
            return;
    }
    snprintf(out, PIECE_ID_SIZE, "letter-%c", piece->letter);
}

static void write_path(struct xml_writer *writer, const char *data)
{
    xml_begin(writer, "path");
    xml_attribute(writer, "d", data);
}

/* The halo is the layer once more, wider and below it. */
static void write_layer(struct xml_writer *writer, const char *data, const char *id)
{
    char href[3 * PIECE_ID_SIZE];
    snprintf(href, sizeof href, "#%s", id);
    xml_begin(writer, "use");
    xml_attribute(writer, "href", href);
    xml_attribute(writer, "class", "ludus-halo");
    xml_attribute(writer, "fill", "#fff");
    xml_attribute(writer, "stroke", "#fff");
    xml_attribute(writer, "stroke-width", "4");
    xml_end(writer);
    write_path(writer, data);
    xml_attribute(writer, "id", id);
    xml_end(writer);
}

static void write_art(struct xml_writer *writer, const struct piece_art *art, const char *id)
{
    char layer[2 * PIECE_ID_SIZE + 16];
    for (unsigned i = 0; i < PIECE_LAYERS && art->layers[i]; i++) {
        snprintf(layer, sizeof layer, "%s%u", id, i + 1);
        write_layer(writer, art->layers[i], layer);
    }
    if (*art->lines) {
        write_path(writer, art->lines);
        xml_attribute(writer, "fill", "none");
        xml_attribute(writer, "stroke", "currentColor");
        xml_end(writer);
    }
    if (*art->dots) {
        write_path(writer, art->dots);
        xml_attribute(writer, "fill", "currentColor");
        xml_attribute(writer, "stroke", "none");
        xml_end(writer);
    }
}

static void write_letter(struct xml_writer *writer, char letter)
{
    for (unsigned front = 0; front < 2; front++) {
        xml_begin(writer, "text");
        xml_attribute(writer, "x", "22.5");
        xml_attribute(writer, "y", "37");
        xml_attribute(writer, "font-size", "40");
        xml_attribute(writer, "font-weight", "bold");
        xml_attribute(writer, "text-anchor", "middle");
        xml_attribute(writer, "fill", front ? NULL : "#fff");
        xml_attribute(writer, "stroke", front ? NULL : "#fff");
        xml_attribute(writer, "stroke-width", front ? NULL : "4");
        xml_text(writer, &letter, 1);
        xml_end(writer);
    }
}

static void write_def(struct xml_writer *writer, const struct piece_set *set, const char *id,
                      const char *prefix, struct piece_parts *parts)
{
    char whole[2 * PIECE_ID_SIZE];
    xmlNodePtr own = piece_set_find(set, id);
    const struct piece_art *art = piece_art_find(id, strlen(id));
    snprintf(whole, sizeof whole, "%.90s%s", prefix, id);
    xml_begin(writer, "g");
    xml_attribute(writer, "id", whole);
    if (own)
        piece_set_write(writer, set, own, prefix, parts);
    else if (art)
        write_art(writer, art, whole);
    else
        write_letter(writer, id[strlen(id) - 1]);
    xml_end(writer);
}

/* Adds an id unless it is there already. */
static unsigned remember(char ids[IDS_MAX][PIECE_ID_SIZE], unsigned count, const char *id)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return count;
    if (count == IDS_MAX)
        return count;
    memcpy(ids[count], id, strlen(id) + 1);
    return count + 1;
}

bool piece_defs(struct xml_writer *writer, const struct piece_set *set, const struct drawing *drawing,
                const char *prefix)
{
    char ids[IDS_MAX][PIECE_ID_SIZE], id[PIECE_ID_SIZE];
    struct piece_parts parts = { 0 };
    unsigned count = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        const struct shape *shape = &drawing->shapes[i];
        if (shape->kind != SHAPE_PIECE)
            continue;
        piece_id(set, &shape->piece, id);
        count = remember(ids, count, id);
        if (shape->piece.bound)
            count = remember(ids, count, "bound");
    }
    for (unsigned i = 0; i < count; i++)
        write_def(writer, set, ids[i], prefix, &parts);
    return piece_set_write_parts(writer, set, prefix, &parts);
}
