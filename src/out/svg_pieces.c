/* svg_pieces.c - the piece drawings that an SVG document defines once and uses many times. */
#include "svg_pieces.h"

#include <libxml/hash.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "out/xml.h"
#include "pieces.h"

enum { IDS_MAX = 2 * SCENE_KINDS + 2 };

static const char *const side_names[2] = { "white", "black" };

/* ---- Own sets ---- */

static bool same(const xmlChar *name, const char *text)
{
    return name && strcmp((const char *)name, text) == 0;
}

/* Could a value of CSS fetch something? A reference must be to the document itself, and be written plainly.
 */
static bool fetches(const char *value)
{
    static const char *const words[] = { "url(", "src(", "image(", "image-set(", "javascript:" };
    for (; *value; value++) {
        if (*value == '\\')
            return true;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncasecmp(value, words[i], strlen(words[i])) == 0 && (i > 0 || value[4] != '#'))
                return true;
    }
    return false;
}

/* An attribute that could run something or fetch something. */
static bool dangerous(const xmlAttr *attribute)
{
    const char *name = (const char *)attribute->name;
    const char *value = attribute->children ? (const char *)attribute->children->content : NULL;
    bool entities = attribute->children && attribute->children->next;
    if (strncmp(name, "on", 2) == 0 || entities)
        return true;
    if (strcmp(name, "href") == 0)
        return !value || *value != '#';
    return value && fetches(value);
}

/* Sets an attribute from "name: value", up to `end`. */
static void declare(xmlNodePtr node, const char *at, const char *end)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz-", blanks[] = " \t\r\n";
    char name[40], value[200];
    at += strspn(at, blanks);
    size_t length = strspn(at, letters);
    const char *colon = at + length + strspn(at + length, blanks);
    if (length == 0 || length >= sizeof name || *at == '-' || *colon != ':' || colon >= end)
        return;
    memcpy(name, at, length);
    name[length] = '\0';
    at = colon + 1 + strspn(colon + 1, blanks);
    while (end > at && strchr(blanks, end[-1]))
        end--;
    if (end <= at || (size_t)(end - at) >= sizeof value)
        return;
    memcpy(value, at, (size_t)(end - at));
    value[end - at] = '\0';
    xmlSetProp(node, BAD_CAST name, BAD_CAST value);
}

/* Attributes in place of a style attribute, which the policy of a page forbids. */
static void unfold_style(xmlNodePtr node)
{
    xmlChar *style = xmlGetNoNsProp(node, BAD_CAST "style");
    for (const char *at = (const char *)style; at;) {
        size_t length = strcspn(at, ";");
        declare(node, at, at + length);
        at = at[length] ? at + length + 1 : NULL;
    }
    if (style)
        xmlUnsetProp(node, BAD_CAST "style");
    xmlFree(style);
}

static bool forbidden(const xmlNode *node)
{
    static const char *const names[] = {
        "script",  "foreignObject",    "image",        "style", "a", "iframe", "set",
        "animate", "animateTransform", "animateMotion"
    };
    if (node->type != XML_ELEMENT_NODE)
        return node->type != XML_TEXT_NODE;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same(node->name, names[i]))
            return true;
    return false;
}

static xmlNodePtr after(xmlNodePtr node, const xmlNode *root)
{
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* Removes what an own piece must not bring along, and remembers elements by id. */
static void scrub(xmlNodePtr root, xmlHashTablePtr by_id)
{
    for (xmlNodePtr node = root, next; node; node = next) {
        if (node != root && forbidden(node)) {
            next = after(node, root);
            xmlUnlinkNode(node);
            xmlFreeNode(node);
            continue;
        }
        if (node->type == XML_ELEMENT_NODE)
            unfold_style(node);
        for (xmlAttrPtr attribute = node->type == XML_ELEMENT_NODE ? node->properties : NULL, following;
             attribute; attribute = following) {
            following = attribute->next;
            if (dangerous(attribute))
                xmlRemoveProp(attribute);
            else if (same(attribute->name, "id") && attribute->children)
                (void)xmlHashAddEntry(by_id, attribute->children->content, node);
        }
        next = node->children ? node->children : after(node, root);
    }
}

bool piece_set_open(struct piece_set *set, const struct ludus_drawing_options *options, char *reason,
                    size_t size)
{
    *set = (struct piece_set){ NULL, NULL };
    if (!options->pieces)
        return true;
    set->document = xml_document(options->pieces, options->pieces_length);
    xmlNodePtr root = set->document ? xmlDocGetRootElement(set->document) : NULL;
    if (!root || !same(root->name, "svg")) {
        snprintf(reason, size, "the piece set is not an SVG document");
        piece_set_close(set);
        return false;
    }
    set->by_id = xmlHashCreate(64);
    if (!set->by_id) {
        snprintf(reason, size, "out of memory");
        piece_set_close(set);
        return false;
    }
    scrub(root, set->by_id);
    return true;
}

void piece_set_close(struct piece_set *set)
{
    if (set->by_id)
        xmlHashFree(set->by_id, NULL);
    xmlFreeDoc(set->document);
    *set = (struct piece_set){ NULL, NULL };
}

static xmlNodePtr own(const struct piece_set *set, const char *id)
{
    return set->by_id ? xmlHashLookup(set->by_id, BAD_CAST id) : NULL;
}

/* A <symbol> becomes an <svg> of the square's size, any other element a copy of itself. */
static void write_own(xmlTextWriterPtr writer, const struct piece_set *set, xmlNodePtr node)
{
    xmlBufferPtr bytes = xmlBufferCreate();
    xmlNodePtr copy = xmlDocCopyNode(node, set->document, 1);
    if (bytes && copy) {
        xmlUnsetProp(copy, BAD_CAST "id");
        if (same(copy->name, "symbol")) {
            xmlNodeSetName(copy, BAD_CAST "svg");
            xmlSetProp(copy, BAD_CAST "width", BAD_CAST "45");
            xmlSetProp(copy, BAD_CAST "height", BAD_CAST "45");
        }
        if (xmlNodeDump(bytes, set->document, copy, 0, 0) >= 0)
            (void)xmlTextWriterWriteRaw(writer, xmlBufferContent(bytes));
    }
    xmlFreeNode(copy);
    xmlBufferFree(bytes);
}

/* ---- Definitions ---- */

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
        if (own(set, out))
            return;
        snprintf(out, PIECE_ID_SIZE, "%s", image);
        if (own(set, out) || piece_art_find(image, strlen(image)))
            return;
    }
    snprintf(out, PIECE_ID_SIZE, "letter-%c", piece->letter);
}

static void write_path(xmlTextWriterPtr writer, const char *data)
{
    xml_begin(writer, "path");
    xml_attribute(writer, "d", data);
}

/* The halo is the layer once more, wider and below it. */
static void write_layer(xmlTextWriterPtr writer, const char *data, const char *id)
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

static void write_art(xmlTextWriterPtr writer, const struct piece_art *art, const char *id)
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

static void write_letter(xmlTextWriterPtr writer, char letter)
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

static void write_def(xmlTextWriterPtr writer, const struct piece_set *set, const char *id,
                      const char *prefix)
{
    char whole[2 * PIECE_ID_SIZE];
    const struct piece_art *art = piece_art_find(id, strlen(id));
    snprintf(whole, sizeof whole, "%.90s%s", prefix, id);
    xml_begin(writer, "g");
    xml_attribute(writer, "id", whole);
    if (own(set, id))
        write_own(writer, set, own(set, id));
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

void piece_defs(xmlTextWriterPtr writer, const struct piece_set *set, const struct drawing *drawing,
                const char *prefix)
{
    char ids[IDS_MAX][PIECE_ID_SIZE], id[PIECE_ID_SIZE];
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
        write_def(writer, set, ids[i], prefix);
}
