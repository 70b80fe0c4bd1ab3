/* piece_set.c - a reader's own piece drawings, read from SVG and freed of what could run or fetch. */
#include "draw/piece_set.h"

#include "base/chars.h"
#include "base/memory.h"
#include "draw/pieces.h"

#include <libxml/hash.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same(const xmlChar *name, const char *text)
{
    return name && strcmp((const char *)name, text) == 0;
}

/* Is what stands behind "url(" a reference to the document itself? */
static bool refers_here(const char *value)
{
    return value[*value == '"' || *value == '\''] == '#';
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
            if (is_alike(value, words[i], strlen(words[i])) && (i > 0 || !refers_here(value + 4)))
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

/* Does an attribute of the element refer to an entity? */
static bool names_entity(const xmlNode *node)
{
    for (const xmlAttr *at = node->type == XML_ELEMENT_NODE ? node->properties : NULL; at; at = at->next)
        for (const xmlNode *part = at->children; part; part = part->next)
            if (part->type == XML_ENTITY_REF_NODE)
                return true;
    return false;
}

/* Are there entities, of which the parser expands none? They can stand for names of spaces too, which it does
 * not tell. */
static bool has_entities(xmlDocPtr document, xmlNodePtr root)
{
    const xmlDtd *subset = document->intSubset;
    bool found = subset && subset->entities && xmlHashSize(subset->entities) > 0;
    for (xmlNodePtr node = root; node && !found;) {
        found = node->type == XML_ENTITY_REF_NODE || names_entity(node);
        bool inner = node->type == XML_ELEMENT_NODE && node->children;
        node = inner ? node->children : after(node, root);
    }
    return found;
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
    if (has_entities(set->document, root)) {
        snprintf(reason, size,
                 "the piece set has entities, which are not read: write out what they stand for");
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

xmlNodePtr piece_set_find(const struct piece_set *set, const char *id)
{
    return set->by_id ? xmlHashLookup(set->by_id, BAD_CAST id) : NULL;
}

/* ---- References ---- */

/* The next id that an attribute's value refers to, or NULL: "#id" in a link, "url(#id)" elsewhere. */
static const char *next_reference(const xmlAttr *attribute, const char *value, size_t *length)
{
    if (same(attribute->name, "href")) {
        *length = *value == '#' ? strlen(value + 1) : 0;
        return *length ? value + 1 : NULL;
    }
    for (; *value; value++)
        if (is_alike(value, "url(", 4) && refers_here(value + 4)) {
            value += 5 + (value[4] != '#');
            *length = strcspn(value, "\"')");
            return value;
        }
    return NULL;
}

static const char *value_of(const xmlAttr *attribute)
{
    return attribute->children ? (const char *)attribute->children->content : "";
}

static xmlNodePtr referred(const struct piece_set *set, const char *id, size_t length)
{
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), id);
    return piece_set_find(set, name);
}

static void add_part(struct piece_parts *parts, xmlNodePtr node)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->nodes[i] == node)
            return;
    xmlNodePtr *nodes = memory_room(parts->nodes, parts->count, &parts->capacity, sizeof *nodes);
    parts->failed |= !nodes;
    if (!nodes)
        return;
    parts->nodes = nodes;
    parts->nodes[parts->count++] = node;
}

/* Adds what an element and all in it refer to. False when that is not there; `reason` says what. */
static bool add_references(const struct piece_set *set, xmlNodePtr root, struct piece_parts *parts,
                           char *reason, size_t size)
{
    for (xmlNodePtr node = root; node; node = node->children ? node->children : after(node, root)) {
        for (const xmlAttr *at = node->type == XML_ELEMENT_NODE ? node->properties : NULL; at;
             at = at->next) {
            const char *id = value_of(at);
            for (size_t length = 0; (id = next_reference(at, id, &length)); id += length) {
                xmlNodePtr part = referred(set, id, length);
                if (part) {
                    add_part(parts, part);
                    continue;
                }
                snprintf(reason, size, "the piece set refers to '%.*s', which it does not have",
                         (int)(length < 60 ? length : 60), id);
                return false;
            }
        }
    }
    return true;
}

/* What it refers to gets the prefix, what is called something is so no more. False without memory. */
static bool rename_references(xmlNodePtr root, const char *prefix)
{
    struct ludus_buffer text = { 0 };
    bool sound = true;
    for (xmlNodePtr node = root; node; node = node->children ? node->children : after(node, root)) {
        for (xmlAttrPtr at = node->type == XML_ELEMENT_NODE ? node->properties : NULL; at; at = at->next) {
            const char *value = value_of(at), *id = value;
            buf_clear(&text);
            for (size_t length = 0; (id = next_reference(at, id, &length)); id += length) {
                buf_add(&text, value, (size_t)(id - value));
                buf_format(&text, "%.90sown-", prefix);
                value = id;
            }
            buf_text(&text, value);
            if (value != value_of(at))
                sound = xmlSetNsProp(node, at->ns, at->name, BAD_CAST buf_string(&text)) && sound;
        }
        if (node->type == XML_ELEMENT_NODE)
            xmlUnsetProp(node, BAD_CAST "id");
    }
    sound = sound && !text.failed;
    buf_free(&text);
    return sound;
}

/* ---- Use ---- */

/* A list of all that the pieces refer to, or a reason why there is none. */
static bool check_piece(const struct piece_set *set, const char *image, unsigned *count,
                        struct piece_parts *parts, char *reason, size_t size)
{
    static const char *const sides[] = { "", "white-", "black-" };
    char id[PIECE_ID_SIZE];
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        snprintf(id, sizeof id, "%s%.80s", sides[i], image);
        xmlNodePtr node = piece_set_find(set, id);
        *count += node != NULL;
        if (node && !add_references(set, node, parts, reason, size))
            return false;
    }
    return true;
}

bool piece_set_check(const struct piece_set *set, const struct scene_piece kinds[SCENE_KINDS], char *reason,
                     size_t size)
{
    struct piece_parts parts = { 0 };
    unsigned count = 0;
    bool sound = true;
    if (!set->by_id)
        return true;
    for (size_t i = 0; sound && piece_art_at(i); i++)
        sound = check_piece(set, piece_art_at(i)->name, &count, &parts, reason, size);
    for (size_t i = 0; sound && kinds && i < SCENE_KINDS && kinds[i].image; i++)
        sound = check_piece(set, kinds[i].image, &count, &parts, reason, size);
    for (size_t i = 0; sound && i < parts.count; i++)
        sound = add_references(set, parts.nodes[i], &parts, reason, size);
    if (sound && parts.failed)
        snprintf(reason, size, "out of memory");
    else if (sound && !count)
        snprintf(reason, size, "no element of the piece set has the name of a piece as its id");
    free(parts.nodes);
    return sound && !parts.failed && count;
}

/* Writes and frees a copy, which is NULL when memory has run out. */
static void write_copy(xmlTextWriterPtr writer, const struct piece_set *set, xmlNodePtr copy,
                       struct piece_parts *parts)
{
    xmlBufferPtr bytes = xmlBufferCreate();
    bool sound = bytes && copy && xmlNodeDump(bytes, set->document, copy, 0, 0) >= 0;
    if (sound)
        (void)xmlTextWriterWriteRaw(writer, xmlBufferContent(bytes));
    parts->failed |= !sound;
    xmlBufferFree(bytes);
    xmlFreeNode(copy);
}

/* A copy in which all names are new. */
static xmlNodePtr copy_of(const struct piece_set *set, xmlNodePtr node, const char *prefix,
                          struct piece_parts *parts)
{
    char reason[100];
    xmlNodePtr copy = xmlDocCopyNode(node, set->document, 1);
    (void)add_references(set, node, parts, reason, sizeof reason);
    parts->failed |= !copy || !rename_references(copy, prefix);
    return copy;
}

/* A <symbol> becomes an <svg> of the square's size, any other element a copy of itself. */
void piece_set_write(xmlTextWriterPtr writer, const struct piece_set *set, xmlNodePtr node,
                     const char *prefix, struct piece_parts *parts)
{
    xmlNodePtr copy = copy_of(set, node, prefix, parts);
    if (copy && same(copy->name, "symbol")) {
        xmlNodeSetName(copy, BAD_CAST "svg");
        xmlSetProp(copy, BAD_CAST "width", BAD_CAST "45");
        xmlSetProp(copy, BAD_CAST "height", BAD_CAST "45");
    }
    write_copy(writer, set, copy, parts);
}

static void write_part(xmlTextWriterPtr writer, const struct piece_set *set, xmlNodePtr node,
                       const char *prefix, struct piece_parts *parts)
{
    struct ludus_buffer id = { 0 };
    xmlNodePtr copy = copy_of(set, node, prefix, parts);
    xmlChar *name = xmlGetNoNsProp(node, BAD_CAST "id");
    buf_format(&id, "%.90sown-%s", prefix, name ? (const char *)name : "");
    if (copy)
        xmlSetProp(copy, BAD_CAST "id", BAD_CAST buf_string(&id));
    write_copy(writer, set, copy, parts);
    buf_free(&id);
    xmlFree(name);
}

bool piece_set_write_parts(xmlTextWriterPtr writer, const struct piece_set *set, const char *prefix,
                           struct piece_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        write_part(writer, set, parts->nodes[i], prefix, parts);
    bool sound = !parts->failed;
    free(parts->nodes);
    *parts = (struct piece_parts){ 0 };
    return sound;
}
