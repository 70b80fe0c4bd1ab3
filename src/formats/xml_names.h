/* xml_names.h - the elements of the XML form of records, and where each may stand; grammar/record.rng says
 * the same for other programs. */
#ifndef FORMATS_XML_NAMES_H
#define FORMATS_XML_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define XML_RECORD_NAMESPACE "urn:ludus:record:1"
#define XML_ROOT (UINT64_C(1) << 63)

enum xml_element {
    XML_RECORDS,
    XML_RECORD,
    XML_TAG,
    XML_TURN,
    XML_NUMBER,
    XML_DICE,
    XML_MOVE,
    XML_COMMENT,
    XML_NAG,
    XML_VARIATION,
    XML_RESULT,
    XML_ESCAPE,
    XML_BAD,
    XML_PLAYED, /* what the rules make of a turn: not read */
    XML_STEP,
    XML_TAKEN,
    XML_CHAR, /* a character that XML cannot hold */
    XML_GAP,  /* _ */
    XML_UNCLEAR,
    XML_SUPPLIED,
    XML_COMMAND, /* [%name text] */
    XML_PIECE,   /* the rest tell the parts of a move apart; their text is the move's */
    XML_FROM,
    XML_VIA,
    XML_TO,
    XML_REMOVED,
    XML_PROMOTION,
    XML_CHECK,
    XML_EP,
    XML_SQUEEZE,
    XML_SIC,
    XML_MARK,
    XML_ELEMENTS
};

struct xml_name {
    const char *name;
    uint64_t parents;       /* a bit for each element that it may stand in; XML_ROOT: it may be the root */
    const char *attributes; /* names that it may have, a blank after each; a ! after one that it must have */
    bool text;              /* it holds text */
};

extern const struct xml_name xml_names[XML_ELEMENTS];

/* The element called so, or XML_ELEMENTS. */
enum xml_element xml_name_find(const char *name);

#endif
