/* fen_field.c - the fields of a FEN that only some rulesets have, each as key=value. */
#include "rules/fen_field.h"

#include "base/chars.h"
#include "base/memory.h"
#include "rules/fen.h"
#include "rules/tables.h"

#include <stdlib.h>
#include <string.h>

static bool read_hand(struct fen *fen, struct ludus_position *pos)
{
    while (*fen->text && !strchr(" \t", *fen->text)) {
        unsigned code = fen_code(pos->ruleset, *fen->text++), count = 0;
        while (is_digit(*fen->text) && count < 1000)
            count = count * 10 + (unsigned)(*fen->text++ - '0');
        if (!code || count == 0 || count > 255)
            return fen_fail(fen, "hand= takes letters of pieces, each with a number");
        position_set_hand(pos, CODE_SIDE(code), CODE_KIND(code), count);
    }
    return true;
}

static bool read_taken_by(struct fen *fen, uint16_t *taken)
{
    unsigned count = 0;

    if (!is_digit(*fen->text))
        return false;
    while (is_digit(*fen->text) && count <= 60000)
        count = count * 10 + (unsigned)(*fen->text++ - '0');
    *taken = (uint16_t)count;
    return count <= 60000;
}

static bool read_taken(struct fen *fen, struct ludus_position *pos)
{
    bool read = read_taken_by(fen, &pos->taken[LUDUS_WHITE]) && *fen->text++ == '/' &&
                read_taken_by(fen, &pos->taken[LUDUS_BLACK]);

    return read || fen_fail(fen, "taken= takes two numbers, as in 3/2");
}

static bool read_fresh(struct fen *fen, struct ludus_position *pos)
{
    memset(&pos->fresh, 0, sizeof pos->fresh);
    if (*fen->text == '-') {
        fen->text++;
        return true;
    }
    while (*fen->text && !strchr(" \t", *fen->text)) {
        unsigned square, used = fen_square(pos->ruleset, fen->text, strlen(fen->text), &square);
        if (!used || !pos->cell[square] ||
            !pos->ruleset->rules.kinds[CODE_KIND(pos->cell[square])].piece_first)
            return fen_fail(fen, "%s= takes squares of pieces that have not moved, or -",
                            pos->ruleset->fresh_field);
        position_freshen(pos, square, true);
        fen->text += used;
    }
    return true;
}

static bool read_captured(struct fen *fen, struct ludus_position *pos)
{
    if (*fen->text != '0' && *fen->text != '1')
        return fen_fail(fen, "captured= is 0 or 1");
    position_set_captured(pos, *fen->text++ == '1');
    return true;
}

static bool add_past(struct fen *fen, struct ludus_position *pos, const struct ludus_position *past,
                     unsigned count)
{
    struct ludus_buffer text = { pos->rep_text, pos->rep_length, pos->rep_length, false };
    struct past_position *rep = memory_grown(pos->rep, (pos->rep_count + 1) * sizeof *rep);

    pos->rep = rep ? rep : pos->rep;
    fen_write_occurrence(past, &text);
    buf_char(&text, 0);
    pos->rep_text = text.bytes;
    if (!rep || text.failed)
        return fen_fail(fen, "out of memory");
    rep[pos->rep_count++] = (struct past_position){ past->hash, count, pos->rep_length };
    pos->rep_length = text.length;
    return true;
}

static bool read_rep(struct fen *fen, struct ludus_position *pos)
{
    struct ludus_position *past = memory_new(sizeof *past);
    bool ok = true;

    if (!past)
        return fen_fail(fen, "out of memory");

    while (ok && *fen->text && !strchr(" \t", *fen->text)) {
        uint32_t count = 0;
        position_clear(past, pos->ruleset);
        ok = fen_board(fen, past);
        if (!ok)
            break;
        if (fen->text[0] != ':' || !fen->text[1] || !strchr("wb", fen->text[1]) || fen->text[2] != ':') {
            ok = fen_fail(fen, "rep= takes placement:side:count, with ; between them");
            break;
        }
        position_set_side(past, fen->text[1] == 'b');
        fen->text += 3;
        ok = fen_count(fen, &count, "count in rep=", 1) && add_past(fen, pos, past, count);
        if (ok && *fen->text == ';')
            fen->text++;
        else if (ok && *fen->text && !strchr(" \t", *fen->text))
            ok = fen_fail(fen, "rep= takes placement:side:count, with ; between them");
    }
    free(past);
    return ok;
}

bool fen_field(struct fen *fen, struct ludus_position *pos, unsigned *seen)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const char *text = fen->text;
    size_t length = strcspn(text, "= \t");
    const struct {
        const char *name;
        bool known;
        bool (*read)(struct fen *, struct ludus_position *);
    } fields[] = {
        { "hand", rs->places, read_hand },
        { "taken", rs->counts_taken, read_taken },
        [FEN_FRESH] = { rs->fresh_field, rs->tracks_fresh, read_fresh },
        { "captured", rs->tracks_captured, read_captured },
        { "rep", true, read_rep },
    };

    for (size_t i = 0; text[length] == '=' && i < sizeof fields / sizeof *fields; i++)
        if (fields[i].known && strlen(fields[i].name) == length &&
            memcmp(text, fields[i].name, length) == 0) {
            if (*seen >> i & 1)
                return fen_fail(fen, "%s= is written twice", fields[i].name);
            *seen |= 1u << i;
            fen->text += length + 1;
            if (fen_at_end(fen))
                return fen_fail(fen, "%s= is empty", fields[i].name);
            if (!fields[i].read(fen, pos))
                return false;
            return fen_at_end(fen) || fen_fail(fen, "%s= is followed by something else", fields[i].name);
        }
    return fen_fail(fen, "'%.*s' is no field of this game's positions", (int)length, text);
}
