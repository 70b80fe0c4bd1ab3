/* statement_value.c - reads the values of statements of usual shapes, and applies them. */
#include "base/text.h"
#include "rules/dice.h"
#include "rules/ruleset.h"
#include "rules/statement.h"

#include <stdio.h>
#include <string.h>

/* ---- Values ---- */

bool value_word(struct rules_reader *reader, const struct ludus_text *word, const char *words,
                unsigned *which)
{
    int index = value_find(word, words);
    struct text_nearest nearest = text_nearest(word->text, word->length);
    char reason[160];
    if (index >= 0)
        return *which = (unsigned)index, true;
    snprintf(reason, sizeof reason, "expected one of: %s", words);
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t length = strcspn(next, " ");
        text_try(&nearest, next, length);
        next += length;
    }
    value_hint(reader, value_say(reader, word, MSG_RULES_VALUE, reason), &nearest);
    return false;
}

bool value_pieces(struct rules_reader *reader, const struct ludus_text *word, kind_set *set)
{
    for (size_t i = 0; i < word->length; i++) {
        unsigned kind = rules_letter(reader->rules, word->text[i]);
        if (kind == NONE) {
            value_say(reader, &(struct ludus_text){ .text = word->text + i, .length = 1 }, MSG_RULES_PIECE,
                      NULL);
            return false;
        }
        *set |= (kind_set)1 << kind;
    }
    return true;
}

bool value_square(struct rules_reader *reader, const struct ludus_text *word, unsigned *square)
{
    struct ludus_text digits = { word->text + 1, word->length ? word->length - 1 : 0 };
    unsigned rank, file = word->length ? (unsigned)(*word->text - 'a') : NONE;
    if (file >= reader->rules->files || !value_number(reader, &digits, 1, reader->rules->ranks, &rank, NULL))
        return value_complain(reader, word, "expected a square of the board");
    *square = (rank - 1) * reader->rules->files + file;
    return true;
}

bool value_range(struct rules_reader *reader, const struct ludus_text *word, unsigned *from, unsigned *to)
{
    const char *dash = memchr(word->text, '-', word->length);
    struct ludus_text first = *word, last = *word;
    if (dash) {
        first.length = (size_t)(dash - word->text);
        last = (struct ludus_text){ dash + 1, word->length - first.length - 1 };
    }
    return value_square(reader, &first, from) && value_square(reader, &last, to);
}

bool value_region(struct rules_reader *reader, const struct ludus_text *word, unsigned *region)
{
    const struct rules *rules = reader->rules;
    struct text_nearest nearest = text_nearest(word->text, word->length);
    *region = 0;
    if (value_find(word, "none") == 0)
        return true;
    for (unsigned i = 1; i <= rules->region_count; i++) {
        if (text_is(word->text, word->length, rules->regions[i].name))
            return *region = i, true;
        text_try(&nearest, rules->regions[i].name, strlen(rules->regions[i].name));
    }
    value_hint(reader, value_say(reader, word, MSG_RULES_VALUE, "no region is called so"), &nearest);
    return false;
}

/* ---- Applying ---- */

/* Reads letters of pieces, words of the row, or faces of dice into `*set`, a bit each. */
static bool apply_many(struct rules_reader *reader, const struct statement_row *row,
                       const struct statement *statement, uint32_t *set)
{
    *set = 0;
    if (row->shape != SHAPE_FACES && value_is_none(statement))
        return true;
    for (size_t i = 0; i < statement->count; i++) {
        const struct ludus_text *value = &statement->values[i];
        unsigned bit = 0;
        if (row->shape == SHAPE_PIECES ? !value_pieces(reader, value, set)
            : row->shape == SHAPE_SET
                ? !value_word(reader, value, row->words, &bit)
                : !value_number(reader, value, 1, 32, &bit, "expected the face of a die, from 1"))
            return false;
        if (row->shape != SHAPE_PIECES)
            *set |= (uint32_t)1 << (row->shape == SHAPE_FACES ? bit - 1 : bit) % 32;
    }
    return true;
}

/* Returns why a text cannot be written in every format, or NULL. */
static const char *text_fault(const struct ludus_text *text)
{
    for (size_t i = 0, length; i < text->length; i += length) {
        const char *at = text->text + i;
        length = text_sequence(at, text->length - i);
        if (!length)
            return "it is no UTF-8";
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f ||
            (length == 2 && at[0] == '\xc2' && (unsigned char)at[1] < 0xa0))
            return "it holds a control character";
    }
    return NULL;
}

bool statement_apply(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const struct ludus_text *value = statement->values;
    char *base = row->of_piece ? (char *)&reader->rules->kinds[reader->kind] : (char *)reader->rules;
    void *field = base + row->field;
    unsigned which = 0;
    if (statement->count == 0 || (row->shape < SHAPE_PIECES && statement->count != 1))
        return value_wrong_count(reader, statement);
    switch (row->shape) {
    case SHAPE_TEXT:
        if (text_fault(value))
            return value_complain(reader, value, text_fault(value));
        *(const char **)field = arena_copy(reader->arena, value->text, value->length);
        return true;
    case SHAPE_WORD:
        return value_word(reader, value, row->words, field);
    case SHAPE_YES_NO:
    case SHAPE_EITHER:
        if (!value_word(reader, value, row->shape == SHAPE_EITHER ? row->words : "yes no", &which))
            return false;
        *(bool *)field = which == (row->shape == SHAPE_EITHER);
        return true;
    case SHAPE_PLACE:
        return value_region(reader, value, field);
    case SHAPE_NUMBER:
        return value_number(reader, value, row->min, row->max, field, "the number is out of range");
    case SHAPE_PIECES:
    case SHAPE_SET:
    case SHAPE_FACES:
        return apply_many(reader, row, statement, field);
    case SHAPE_SPECIAL:
    case SHAPE_BOARD:
    case SHAPE_KIND:
    case SHAPE_REGION:
    case SHAPE_REPEATED:
        if ((statement->count < row->min && !value_is_none(statement)) || statement->count > row->max)
            return value_wrong_count(reader, statement);
        return row->special(reader, statement);
    }
    return false;
}

bool value_roll(struct rules_reader *reader, const struct ludus_text *word, uint8_t dice[LUDUS_DICE_MAX])
{
    const char *at = word->text, *end = at + word->length;
    unsigned count = 0;
    bool more = true;
    for (memset(dice, 0, LUDUS_DICE_MAX); more && count < LUDUS_DICE_MAX; at += more) {
        uint32_t face = number_take(&at);
        dice[count++] = (uint8_t)(face < NONE ? face : NONE);
        more = at < end && *at == '-';
    }
    dice_sort(dice, count);
    return (!more && at == end) || value_complain(reader, word, "expected a roll, as in 6-5-4");
}
