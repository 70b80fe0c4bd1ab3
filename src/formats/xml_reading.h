/* xml_reading.h - inside the reading of records in XML. */
#ifndef FORMATS_XML_READING_H
#define FORMATS_XML_READING_H

#include "base/chars.h"
#include "base/memory.h"
#include "formats/xml.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <libxml/xmlreader.h>

/* ---- The guard, which stands before the XML parser: refuses document type declarations, and elements
 * with thousands of attributes, which the parser compares each with each; and remembers where the tags stand,
 * so that messages can tell places: the parser knows no columns, and of elements no lines beyond 65,535.
 * It reads as the parser does, which takes the encoding from xml_encoding and not from the document. ---- */

#define XML_GUARD_DOCTYPE "a document type declaration is not accepted; a record needs no entities"

/* Where a tag stands, from 1; line 0: not known. */
struct xml_tag {
    size_t line, column;         /* of its < */
    size_t end_line, end_column; /* behind its > */
    uint32_t name;               /* digest of the name */
};

/* All zero: at the beginning of a document. */
struct xml_guard {
    int state;
    unsigned matched;         /* of what the state waits for */
    bool done;                /* the root element has begun: no declaration can come any more */
    const char *refused;      /* why nothing more is let through, or NULL */
    size_t line, column;      /* of the sign looked at last */
    unsigned char quote;      /* of the value that is open */
    size_t most, quiet;       /* bytes that may come without the end of a tag, and that have */
    unsigned equals;          /* equals signs in the tag that is open */
    unsigned units;           /* bytes seen, up to 2: they tell UTF-16 */
    bool wide, big;           /* it is, and with the high byte first */
    int half;                 /* byte that waits for the next, or -1 */
    struct xml_tag tag;       /* that is open */
    struct ludus_buffer tags; /* struct xml_tag, those that have not been taken; owned */
    size_t taken;             /* bytes at the beginning of `tags` that have been */
};

struct xml_reading {
    struct ludus_import *import;
    xmlTextReaderPtr reader; /* owned */
    struct xml_guard guard;
    xmlParserCtxtPtr beginning; /* parses up to the first element; owned, NULL behind it */
    struct xml_tag tag;         /* read last */
    struct ludus_buffer head;   /* read for it, and not yet by the other; owned */
    size_t given;               /* bytes of it that have been */
    struct ludus_buffer path;   /* the open elements, a byte each; owned */
    struct ludus_buffer text;   /* of the item being read; owned */
    struct ludus_buffer name;   /* of its tag; owned */
    size_t command;             /* where in `text` the words of the command begin that is being read */
    size_t name_begin;          /* in `text`: where the name of the piece begins that is being read */
    size_t name_end;            /* where one of several letters ended; 0: none has */
    size_t indented;            /* where indentation was left out last; 0: nowhere */
    size_t skip;                /* depth inside an element that is not read, from 1 */
    bool begun;                 /* the first element has been met */
    bool joined, line, cut;     /* what its attributes say */
    bool failed;                /* the parser has given up, and that was said */
};

#define UNCLOSED 0x80u /* added to the byte on the path of a variation that is left open */

/* ---- In xml_open.c ---- */

/* Takes the next tag, of start or end, which the parser gives this name. */
struct xml_tag xml_guard_take(struct xml_guard *guard, const char *name);

bool xml_reading_open(struct ludus_import *import);
void xml_reading_close(struct ludus_import *import);

#endif
