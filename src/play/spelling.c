/* spelling.c - what is written, and the ways to spell a move. */
#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/move_text.h"
#include "play/san.h"
#include "play/weighing.h"
#include "rules/engine.h"

#include <string.h>

/* ---- What is written ---- */

static size_t significant(const char *text, size_t length)
{
    while (length > 0 && strchr("+#!? ", text[length - 1]))
        length--;
    if (length > 4 && memcmp(text + length - 4, "e.p.", 4) == 0)
        for (length -= 4; length > 0 && text[length - 1] == ' ';)
            length--;
    return length;
}

/* The sign of the blanks that end at `next`: none within a word that is broken at the end of a line, a hyphen
 * for `to` between squares. */
static char read_blanks(const char *text, size_t length, size_t at, size_t *next)
{
    bool broken = at > 1 && text[at - 1] == '-' && is_letter(text[at - 2]);
    for (*next = at; *next < length && is_filler(text[*next]);)
        ++*next;
    if (*next + 3 >= length || memcmp(text + *next, "to", 2) != 0 || !is_filler(text[*next + 2]))
        return broken ? '\0' : ' ';
    for (*next += 2; *next < length && is_filler(text[*next]);)
        ++*next;
    return '-';
}

void weighing_read(struct ludus_text text, struct written *written, struct sign_prices *prices)
{
    struct arena arena = { .failed = false };
    struct leiden plain = { .text = text.text, .length = text.length };
    if (leiden_needed(text.text, text.length) && !leiden_read(text.text, text.length, &arena, &plain))
        plain = (struct leiden){ .text = text.text, .length = text.length };
    size_t length = significant(plain.text, plain.length), checks = plain.length - length;
    const char *behind = plain.text + length;
    written->check = memchr(behind, '#', checks) ? "#" : memchr(behind, '+', checks) ? "+" : "";
    written->length = written->asked = written->price = 0;
    written->exact = false;
    written->prices = prices;
    memset(prices->asked, 0, sizeof prices->asked);
    for (size_t at = 0, next; at < length && written->length < WRITTEN_MAX; at = next) {
        unsigned bytes = text_sequence(plain.text + at, length - at), code;
        char sign = bytes > 1 ? lookalikes_ascii(plain.text + at, bytes, &code) : plain.text[at];
        next = at + (bytes ? bytes : 1);
        written->foreign[written->length] = bytes > 1;
        if (is_filler(plain.text[at]) && !(sign = read_blanks(plain.text, length, at, &next)))
            written->length--; /* the hyphen */
        else
            written->sign[written->length++] = (char)(sign ? sign : '\1');
    }
    arena_free(&arena);
}

/* ---- Spellings of a move ---- */

/* Adds a choice, of three pieces of text. */
static void choose(struct spelling *spelling, unsigned part, const char *before, const char *word,
                   const char *after)
{
    unsigned count = spelling->part[part].count;
    char *out = spelling->part[part].choice[count];
    size_t a = strlen(before), b = strlen(word), c = strlen(after);
    if (count == CHOICES_MAX || a + b + c >= sizeof spelling->part[part].choice[0])
        return;
    memcpy(out, before, a);
    memcpy(out + a, word, b);
    memcpy(out + a + b, after, c + 1);
    spelling->part[part].count++;
}

void weighing_names(struct spelling *spelling, unsigned part, const struct kind *kind, unsigned these,
                    const char *before, const char *after)
{
    for (unsigned i = 0; i < kind->name_count; i++)
        if (these >> i & 1)
            choose(spelling, part, before, kind->names[i], after);
    if (these >> kind->name_count & 1)
        choose(spelling, part, before, (char[]){ kind->letter, '\0' }, "");
}

/* Long: name, from-square, target. Short: a pawn has no name. */
static void spell_step(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                       unsigned names)
{
    const struct rules *rules = &pos->ruleset->rules;
    unsigned code = CODE_KIND(pos->cell[move.from]);
    bool is_long = spelling->way != WAY_SHORT, pawn = in_set(rules->pawns, code);
    const char *takes = san_takes(pos, move) ? "x" : "";
    struct square_name from = square_name(pos->ruleset, move.from);
    if (is_long || !pawn)
        weighing_names(spelling, PART_NAME, &rules->kinds[code], names, "", " ");
    if (is_long || pawn || rules->pawns == 0)
        choose(spelling, PART_NAME, "", "", "");
    if (is_long) {
        choose(spelling, PART_FROM, "", from.text, *takes ? takes : "-");
        choose(spelling, PART_FROM, "", from.text, "");
    }
    /* Short: as much of the from-square as may be needed. */
    if (!is_long && (!pawn || !*takes))
        choose(spelling, PART_FROM, "", "", takes);
    if (!is_long && (!pawn || *takes))
        choose(spelling, PART_FROM, "", (char[]){ *from.text, '\0' }, takes);
    if (!is_long && !pawn)
        choose(spelling, PART_FROM, "", from.text + 1, takes);
    spelling->parts = PART_TO;
    if (spelling->way == WAY_SQUARES)
        return;
    choose(spelling, PART_TO, "", square_name(pos->ruleset, move.to).text, "");
    if (move.piece != NONE)
        weighing_names(spelling, PART_BECOMES, &rules->kinds[move.piece], EVERY_NAME, "=", "");
    else
        choose(spelling, PART_BECOMES, "", "", "");
    spelling->parts = PARTS_MAX;
}

void weighing_spell(struct spelling *spelling, const struct ludus_position *pos, struct ludus_move move,
                    enum way way, unsigned names)
{
    for (unsigned part = 0; part < PARTS_MAX; part++)
        spelling->part[part].count = 0;
    spelling->parts = 1;
    spelling->way = way;
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_EN_PASSANT:
        spell_step(spelling, pos, move, names);
        break;
    case LUDUS_CASTLE: {
        bool is_short = castle_is_short(castle_between(&pos->ruleset->rules, move.from, move.to));
        choose(spelling, PART_NAME, "", is_short ? "O-O" : "O-O-O", "");
        choose(spelling, PART_NAME, "", is_short ? "0-0" : "0-0-0", "");
        break;
    }
    case LUDUS_PLACE:
        weighing_names(spelling, PART_NAME, &pos->ruleset->rules.kinds[move.piece], names, "", " ");
        choose(spelling, PART_NAME, "", "", "");
        choose(spelling, PART_FROM, "", "@", "");
        choose(spelling, PART_TO, "", square_name(pos->ruleset, move.to).text, "");
        spelling->parts = PART_BECOMES;
        break;
    case LUDUS_REMOVE:
        choose(spelling, PART_NAME, "x", square_name(pos->ruleset, move.to).text, "");
        break;
    case LUDUS_PASS:
        choose(spelling, PART_NAME, "", "pass", "");
        choose(spelling, PART_NAME, "", "--", "");
        break;
    }
}
