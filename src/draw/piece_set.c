/* piece_set.c - the pieces of a drawing, each defined once and used many times; and the user's piece sets,
 * read from SVG. Only elements and attributes that are known to be harmless are copied, because a drawing or
 * page may be opened in a browser. */

#include "base/text.h"
#include "draw/svg.h"

#include <libxml/hash.h>
#include <libxml/xpathInternals.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same(const xmlChar *name, const char *text)
{
    return name && strcmp((const char *)name, text) == 0;
}

static const char elements[] =
    "svg symbol g defs use path rect circle ellipse line polyline polygon text tspan title desc "
    "linearGradient radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix "
    "feComponentTransfer feComposite feDiffuseLighting feDistantLight feDropShadow feFlood feFuncA "
    "feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight "
    "feSpecularLighting feSpotLight feTurbulence";

static const char attributes[] =
    "id d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points pathLength viewBox transform "
    "offset preserveAspectRatio gradientTransform gradientUnits spreadMethod patternTransform "
    "patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits markerWidth markerHeight "
    "markerUnits refX refY orient rotate textLength lengthAdjust filterUnits primitiveUnits in in2 "
    "result stdDeviation mode operator k1 k2 k3 k4 values type tableValues slope intercept amplitude "
    "exponent radius surfaceScale diffuseConstant specularConstant specularExponent azimuth elevation z "
    "pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles fill "
    "fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin "
    "stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity display visibility overflow "
    "clip-path clip-rule mask filter marker-start marker-mid marker-end stop-color stop-opacity "
    "flood-color flood-opacity lighting-color paint-order vector-effect shape-rendering text-rendering "
    "color-interpolation color-interpolation-filters transform-origin font-family font-size font-style "
    "font-variant font-weight font-stretch text-anchor letter-spacing word-spacing dominant-baseline "
    "baseline-shift";

static const char *attribute_value(const xmlAttr *attribute)
{
    return attribute->children ? (const char *)attribute->children->content : "";
}

static bool is_allowed_attribute(const xmlAttr *attribute)
{
    const char *name = (const char *)attribute->name;
    const char *value = attribute_value(attribute);
    if (strcmp(name, "href") == 0)
        return *value == '#' && (!attribute->ns || same(attribute->ns->href, "http://www.w3.org/1999/xlink"));
    return !attribute->ns && text_among(name, strlen(name), attributes) >= 0 && css_is_harmless(value);
}

/* Replaces a style attribute, "name: value; name: value", which the policy of a page forbids. */
static void spread_style(xmlNodePtr node)
{
    enum { VALUE_SIZE = 200 }; /* longer values are skipped */
    xmlChar *style = xmlGetNoNsProp(node, BAD_CAST "style");
    char *rest = (char *)style, *name, *value;
    while (rest && css_declaration(&rest, &name, &value))
        if (strlen(value) < VALUE_SIZE)
            xmlSetProp(node, BAD_CAST name, BAD_CAST value);
    if (style)
        xmlUnsetProp(node, BAD_CAST "style");
    xmlFree(style);
}

static bool is_allowed(const xmlNode *node)
{
    if (node->type != XML_ELEMENT_NODE)
        return node->type == XML_TEXT_NODE;
    return node->ns && same(node->ns->href, "http://www.w3.org/2000/svg") &&
           text_among((const char *)node->name, strlen((const char *)node->name), elements) >= 0;
}

/* Returns the node after this one and all its children; NULL at the end of `root`. */
static xmlNodePtr node_after(xmlNodePtr node, const xmlNode *root)
{
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* Returns the first child, or the node after this one; NULL at the end of `root`. */
static xmlNodePtr next_node(xmlNodePtr node, const xmlNode *root)
{
    return node->type == XML_ELEMENT_NODE && node->children ? node->children : node_after(node, root);
}

static xmlAttrPtr attributes_of(const xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE ? node->properties : NULL;
}

/* Removes nodes and attributes that are not allowed, and adds elements with ids to `by_id`. */
static void clean_tree(xmlNodePtr root, xmlHashTablePtr by_id)
{
    for (xmlNodePtr node = root, next; node; node = next) {
        if (node != root && !is_allowed(node)) {
            next = node_after(node, root);
            xmlUnlinkNode(node);
            xmlFreeNode(node);
            continue;
        }
        if (node->type == XML_ELEMENT_NODE)
            spread_style(node);
        for (xmlAttrPtr attribute = attributes_of(node), following; attribute; attribute = following) {
            following = attribute->next;
            if (!is_allowed_attribute(attribute))
                xmlRemoveProp(attribute);
            else if (same(attribute->name, "id") && attribute->children)
                (void)xmlHashAddEntry(by_id, attribute->children->content, node);
        }
        next = next_node(node, root);
    }
}

static xmlNodePtr find_element(const struct drawing *d, const char *id)
{
    return d->by_id ? xmlHashLookup(d->by_id, BAD_CAST id) : NULL;
}

/* ---- References ---- */

/* Finds the next id in a harmless attribute, or NULL: "#id" in a link, "url(#id)" elsewhere. */
static const char *next_reference(const xmlAttr *attribute, const char *value, size_t *length)
{
    if (same(attribute->name, "href")) {
        *length = *value == '#' ? strlen(value + 1) : 0;
        return *length ? value + 1 : NULL;
    }
    const char *url = strstr(value, "url("), *id = url ? url + 5 + (url[4] != '#') : NULL;
    *length = id ? strcspn(id, "\"')") : 0;
    return id;
}

/* Adds the elements that an element and its children refer to: gradients, clip paths, parts. Without a prefix
 * returns false if one is missing, with a reason. With a prefix adds it to all references and removes all
 * ids; returns false without memory. */
static bool add_references(const struct drawing *d, xmlNodePtr root, const char *prefix, xmlNodeSetPtr parts,
                           char *reason, size_t size)
{
    struct ludus_buffer text = { 0 };
    bool sound = true;
    for (xmlNodePtr node = root; node && sound; node = next_node(node, root)) {
        for (xmlAttrPtr at = attributes_of(node); at && sound; at = at->next) {
            const char *value = attribute_value(at), *id = value;
            buf_clear(&text);
            for (size_t length = 0; sound && (id = next_reference(at, id, &length)); id += length) {
                char name[256];
                snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : 0), id);
                xmlNodePtr part = find_element(d, name);
                if (part)
                    sound = xmlXPathNodeSetAdd(parts, part) == 0;
                else if (!prefix)
                    sound = refuse(reason, size, "the piece set refers to '%.*s', which it does not have",
                                   (int)(length < 60 ? length : 60), id);
                buf_add(&text, value, (size_t)(id - value));
                buf_format(&text, "%.90sown-", prefix ? prefix : "");
                value = id;
            }
            buf_text(&text, value);
            if (prefix && value != attribute_value(at))
                sound = xmlSetNsProp(node, at->ns, at->name, BAD_CAST buf_string(&text));
        }
        if (prefix && node->type == XML_ELEMENT_NODE)
            xmlUnsetProp(node, BAD_CAST "id");
    }
    sound = sound && !text.failed;
    buf_free(&text);
    return sound;
}

const struct piece_art *piece_art_find(const char *name)
{
    const struct piece_art *art = piece_art;
    while (art->name && strcmp(art->name, name) != 0)
        art++;
    return art->name ? art : NULL;
}

const char *ludus_image_sign(const char *image, bool black)
{
    const struct piece_art *art = piece_art_find(image);
    return art && *art->signs[black] ? art->signs[black] : NULL;
}

/* Checks a piece set. Returns false, with a reason, if no element has the name of a piece, of the built-in
 * set or of `kinds`, as its id, or if such an element refers to a missing one. */
static bool is_useful(const struct drawing *d, const struct scene_kind kinds[SCENE_KINDS], char *reason,
                      size_t size)
{
    static const char *const sides[] = { "", "white-", "black-" };
    const struct piece_art *art = piece_art;
    const struct scene_kind *kind = kinds;
    xmlNodeSetPtr parts = xmlXPathNodeSetCreate(NULL);
    char id[PIECE_ID_SIZE];
    bool any = false, sound = true;
    if (!parts)
        return false;
    while (art->name || (kind < kinds + SCENE_KINDS && kind->image)) {
        const char *image = art->name ? art++->name : kind++->image;
        for (size_t i = 0; sound && i < sizeof sides / sizeof *sides; i++) {
            snprintf(id, sizeof id, "%s%.80s", sides[i], image);
            xmlNodePtr node = find_element(d, id);
            any |= node != NULL;
            sound = !node || add_references(d, node, NULL, parts, reason, size);
        }
    }
    for (int i = 0; sound && i < parts->nodeNr; i++)
        sound = add_references(d, parts->nodeTab[i], NULL, parts, reason, size);
    xmlXPathFreeNodeSet(parts);
    return sound &&
           (any || refuse(reason, size, "no element of the piece set has the name of a piece as its id"));
}

bool drawing_open(struct drawing *d, const struct ludus_drawing_options *options,
                  const struct scene_kind *kinds, char *reason, size_t size)
{
    bool declares;
    *d = (struct drawing){ .options = options };
    d->writer.out = &d->shapes;
    if (!options->pieces)
        return true;
    d->pieces = xml_document(options->pieces, options->pieces_length, &declares);
    xmlNodePtr root = d->pieces ? xmlDocGetRootElement(d->pieces) : NULL;
    if (declares)
        return refuse(reason, size,
                      "the piece set has entities, which are not read: write out what they stand for");
    if (!root || !is_allowed(root) || !same(root->name, "svg"))
        return refuse(reason, size, "the piece set is not an SVG document");
    d->by_id = xmlHashCreate(64);
    if (!d->by_id)
        return false;
    clean_tree(root, d->by_id);
    return !kinds || is_useful(d, kinds, reason, size);
}

/* ---- Definitions ---- */

/* Writes a copy of an element; those it refers to get the prefix and are added to `parts`. With an `id` it is
 * such a part; otherwise the drawing of a piece, where a <symbol> becomes an <svg> of the square's size. */
static void write_own(struct drawing *d, xmlNodePtr node, const char *id, xmlNodeSetPtr parts)
{
    xmlBufferPtr bytes = xmlBufferCreate();
    xmlNodePtr copy = xmlDocCopyNode(node, d->pieces, 1);
    bool sound = bytes && copy && add_references(d, copy, d->options->id_prefix, parts, NULL, 0);
    if (sound && id) {
        xmlSetProp(copy, BAD_CAST "id", BAD_CAST id);
    } else if (sound && same(copy->name, "symbol")) {
        xmlNodeSetName(copy, BAD_CAST "svg");
        xmlSetProp(copy, BAD_CAST "width", BAD_CAST "45");
        xmlSetProp(copy, BAD_CAST "height", BAD_CAST "45");
    }
    sound = sound && xmlNodeDump(bytes, d->pieces, copy, 0, 0) >= 0;
    if (sound)
        xml_raw(&d->writer, (const char *)xmlBufferContent(bytes));
    d->failed |= !sound;
    xmlBufferFree(bytes);
    xmlFreeNode(copy);
}

static void write_def(struct drawing *d, const char *id, xmlNodeSetPtr parts)
{
    char whole[2 * PIECE_ID_SIZE];
    xmlNodePtr own = find_element(d, id);
    const struct piece_art *art = piece_art_find(id);
    snprintf(whole, sizeof whole, "%.90s%.95s", d->options->id_prefix, id);
    xml_put(&d->writer, "<g id=%s", whole);
    if (own)
        write_own(d, own, NULL, parts);
    else if (art) {
        /* The halo is the layer again, wider and below it. */
        for (unsigned i = 0; i < PIECE_LAYERS && art->layers[i]; i++) {
            xml_put(&d->writer, "<use href=#%s%u class=ludus-halo fill=#fff stroke=#fff stroke-width=4 />",
                    whole, i + 1);
            xml_put(&d->writer, "<path d=%s id=%s%u />", art->layers[i], whole, i + 1);
        }
        if (*art->lines)
            xml_put(&d->writer, "<path d=%s fill=none stroke=currentColor />", art->lines);
        if (*art->dots)
            xml_put(&d->writer, "<path d=%s fill=currentColor stroke=none />", art->dots);
    }
    for (unsigned pass = 0; !own && !art && pass < 2; pass++) { /* a letter, first its halo */
        const char *halo = pass ? NULL : "#fff";
        xml_put(&d->writer, "<g fill=%s stroke=%s stroke-width=%s font-weight=bold", halo, halo,
                pass ? NULL : "4");
        d->bold = true;
        svg_text(d, LOOK_NONE, ANCHOR_MIDDLE, 22.5, 37, 40, id + strlen(id) - 1);
        d->bold = false;
        xml_end(&d->writer);
    }
    xml_end(&d->writer);
}

void piece_set_define(struct drawing *d)
{
    xmlNodeSetPtr parts = xmlXPathNodeSetCreate(NULL);
    d->failed |= !parts;
    xml_begin(&d->writer, "defs");
    for (size_t i = 0; parts && i < d->id_count; i++)
        write_def(d, d->ids[i], parts);
    for (int i = 0; parts && i < parts->nodeNr; i++) { /* and those that these refer to */
        struct ludus_buffer own = { 0 };
        xmlChar *name = xmlGetNoNsProp(parts->nodeTab[i], BAD_CAST "id");
        buf_format(&own, "%.90sown-%s", d->options->id_prefix, name ? (const char *)name : "");
        write_own(d, parts->nodeTab[i], buf_string(&own), parts);
        d->failed |= own.failed;
        buf_free(&own);
        xmlFree(name);
    }
    xml_end(&d->writer);
    xmlXPathFreeNodeSet(parts);
}

/* ---- Use ---- */

static void add_id(struct drawing *d, const char *id)
{
    for (size_t i = 0; i < d->id_count; i++)
        if (strcmp(d->ids[i], id) == 0)
            return;
    char(*place)[PIECE_ID_SIZE] = memory_push(&d->ids, &d->id_count, &d->id_capacity, sizeof *place);
    d->failed |= !place;
    if (place)
        memcpy(*place, id, strlen(id) + 1);
}

void svg_define(struct drawing *d, const struct scene *scene, struct ludus_square piece, char id[SVG_ID_SIZE])
{
    const char *image = scene->kinds[piece.kind].image;
    char own[PIECE_ID_SIZE]; /* without prefix: "white-image", the user's drawing for one side; "image";
                                "letter-X" */
    int length = snprintf(own, sizeof own, "%s-%s", piece.side ? "black" : "white", image);
    if (!*image || length >= PIECE_ID_SIZE - 2 || !css_is_name(own)) /* no id and no class */
        *own = '\0';
    else if (!find_element(d, own))
        snprintf(own, sizeof own, "%s", find_element(d, image) || piece_art_find(image) ? image : "");
    if (!*own)
        snprintf(own, sizeof own, "letter-%c", scene->kinds[piece.kind].letter);
    snprintf(id, SVG_ID_SIZE, "%.90s%s", d->options->id_prefix, own);
    add_id(d, own);
    if (piece.bound)
        add_id(d, "bound");
}

/* ---- The drawing ---- */

void drawing_free(struct drawing *d)
{
    buf_free(&d->writer.open);
    if (d->by_id)
        xmlHashFree(d->by_id, NULL);
    xmlFreeDoc(d->pieces);
    buf_free(&d->shapes);
    buf_free(&d->style);
    buf_free(&d->data);
    free(d->ids);
    for (size_t i = 0; i < d->actor_count; i++)
        buf_free(&d->actors[i].keys);
    free(d->actors);
}
