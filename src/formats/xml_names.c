/* xml_names.c - the elements of the XML form of records, and where each may stand. */
#include "formats/xml_names.h"

#include <string.h>

#define IN(element) (UINT64_C(1) << XML_##element)
#define LINE (IN(RECORD) | IN(TURN) | IN(VARIATION))
#define WORD (IN(NUMBER) | IN(DICE) | IN(MOVE))
#define DAMAGE (WORD | IN(UNCLEAR) | IN(SUPPLIED))
#define TEXT (IN(TAG) | IN(COMMENT) | IN(ESCAPE) | IN(BAD) | IN(COMMAND) | DAMAGE)

const struct xml_name xml_names[XML_ELEMENTS] = {
    [XML_RECORDS] = { "records", XML_ROOT, "", false },
    [XML_RECORD] = { "record", XML_ROOT | IN(RECORDS), "", false },
    [XML_TAG] = { "tag", IN(RECORD), "name! ", true },
    [XML_TURN] = { "turn", IN(RECORD) | IN(VARIATION), "", false },
    [XML_NUMBER] = { "number", LINE, "", true },
    [XML_DICE] = { "dice", LINE, "", true },
    [XML_MOVE] = { "move", LINE, "joined ", true },
    [XML_COMMENT] = { "comment", LINE, "form unclosed ", true },
    [XML_NAG] = { "nag", LINE, "", true },
    [XML_VARIATION] = { "variation", LINE, "unclosed ", false },
    [XML_RESULT] = { "result", LINE, "", true },
    [XML_ESCAPE] = { "escape", LINE, "", true },
    [XML_BAD] = { "bad", LINE, "", true },
    [XML_PLAYED] = { "played", LINE, "number! side! state! position ", false },
    [XML_STEP] = { "step", IN(PLAYED), "type! piece from to also promotion die ", false },
    [XML_TAKEN] = { "taken", IN(STEP), "piece! square! ", false },
    [XML_CHAR] = { "char", TEXT, "code! ", false },
    [XML_GAP] = { "gap", DAMAGE, "", false },
    [XML_UNCLEAR] = { "unclear", WORD | IN(SUPPLIED), "sign ", true },
    [XML_SUPPLIED] = { "supplied", WORD, "", true },
    [XML_COMMAND] = { "command", IN(COMMENT), "name! ", true },
    [XML_PIECE] = { "piece", IN(MOVE), "", true },
    [XML_FROM] = { "from", IN(MOVE), "", true },
    [XML_VIA] = { "via", IN(MOVE), "", true },
    [XML_TO] = { "to", IN(MOVE), "", true },
    [XML_REMOVED] = { "removed", IN(MOVE), "", true },
    [XML_PROMOTION] = { "promotion", IN(MOVE), "", true },
    [XML_CHECK] = { "check", IN(MOVE), "", true },
    [XML_EP] = { "ep", IN(MOVE), "", true },
    [XML_SQUEEZE] = { "squeeze", IN(MOVE), "", true },
    [XML_SIC] = { "sic", IN(MOVE), "", true },
    [XML_MARK] = { "mark", IN(MOVE), "", true },
};

enum xml_element xml_name_find(const char *name)
{
    unsigned i = 0;
    while (i < XML_ELEMENTS && strcmp(xml_names[i].name, name) != 0)
        i++;
    return (enum xml_element)i;
}
