/* xml_reading.h - inside the reading of records in XML. */
#ifndef FORMATS_XML_READING_H
#define FORMATS_XML_READING_H

#include "base/chars.h"
#include "base/memory.h"
#include "formats/xml.h"
#include "formats/xml_guard.h"
#include "notation/import.h"
#include "notation/turns.h"

#include <libxml/xmlreader.h>

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

bool xml_reading_open(struct ludus_import *import);
void xml_reading_close(struct ludus_import *import);

#endif
