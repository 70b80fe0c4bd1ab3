/* statement_apply.c - applies the statements of a rules file, and says which do not go together. */
#include "base/chars.h"
#include "rules/statement.h"

#include <string.h>

/* ---- Applying ---- */

static bool apply_word(struct rules_reader *reader, const struct rules_word *word, const char *words,
                       unsigned *which)
{
    int index = value_find(word, words);
    if (index < 0)
        return value_expect(reader, word, words);
    *which = (unsigned)index;
    return true;
}

static bool apply_set(struct rules_reader *reader, const struct statement *statement, const char *words,
                      unsigned *set)
{
    *set = 0;
    for (size_t i = 0; i < statement->count; i++) {
        int index = value_find(&statement->values[i], words);
        if (index < 0)
            return value_expect(reader, &statement->values[i], words);
        *set |= 1U << index;
    }
    return true;
}

static bool apply_pieces(struct rules_reader *reader, const struct statement *statement, kind_set *set)
{
    *set = 0;
    if (statement->count == 1 && value_find(&statement->values[0], "none") == 0)
        return true;
    for (size_t i = 0; i < statement->count; i++)
        if (!value_pieces(reader, &statement->values[i], set))
            return false;
    return true;
}

static bool apply_faces(struct rules_reader *reader, const struct statement *statement, uint32_t *faces)
{
    *faces = 0;
    for (size_t i = 0; i < statement->count; i++) {
        unsigned face;
        if (!value_number(&statement->values[i], 1, 32, &face))
            return value_complain(reader, &statement->values[i], "expected the face of a die, from 1");
        *faces |= (uint32_t)1 << (face - 1);
    }
    return true;
}

/* Why a text cannot be written into every format, or NULL. */
static const char *text_fault(const struct rules_word *text)
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

static bool apply_row(struct rules_reader *reader, const struct statement_row *row,
                      const struct statement *statement)
{
    const struct rules_word *value = statement->values;
    char *base = row->of_piece ? (char *)&reader->rules->kinds[reader->kind] : (char *)reader->rules;
    void *field = base + row->field;
    bool many = row->shape >= SHAPE_PIECES;
    unsigned which = 0;
    if (statement->count == 0 || (!many && statement->count != 1))
        return value_wrong_count(reader, statement,
                                 row->takes ? row->takes
                                 : many     ? "one value or more"
                                            : "one value");
    switch (row->shape) {
    case SHAPE_TEXT:
        if (text_fault(value))
            return value_complain(reader, value, text_fault(value));
        *(const char **)field = arena_copy(reader->arena, value->text, value->length);
        return true;
    case SHAPE_YES_NO:
        if (value_find(value, "no yes") < 0)
            return value_expect(reader, value, "yes no");
        *(bool *)field = value_find(value, "no yes") == 1;
        return true;
    case SHAPE_WORD:
        return apply_word(reader, value, row->words, field);
    case SHAPE_EITHER:
        if (!apply_word(reader, value, row->words, &which))
            return false;
        *(bool *)field = which == 1;
        return true;
    case SHAPE_NUMBER:
        if (!value_number(value, row->min, row->max, field))
            return value_complain(reader, value, "the number is out of range");
        return true;
    case SHAPE_PIECES:
        return apply_pieces(reader, statement, field);
    case SHAPE_SET:
        return apply_set(reader, statement, row->words, field);
    case SHAPE_FACES:
        return apply_faces(reader, statement, field);
    case SHAPE_SPECIAL:
    case SHAPE_BOARD:
    case SHAPE_KIND:
    case SHAPE_CASTLE:
        if (statement->count < row->min || statement->count > row->max)
            return value_wrong_count(reader, statement, row->takes);
        return row->special(reader, statement);
    }
    return false;
}

static const struct statement_row *find_row(const struct rules_word *key)
{
    for (size_t i = 0; i < statement_row_count; i++)
        if (value_is(key, statement_rows[i].key, strlen(statement_rows[i].key)))
            return &statement_rows[i];
    return NULL;
}

/* ---- What does not go together ---- */

/* A letter is of one kind of piece. */
static void check_letter(struct rules_reader *reader, const struct statement *piece, uint32_t *seen)
{
    const struct rules_word *letter = piece->values;
    uint32_t bit;
    if (!piece->count || letter->length != 1 || *letter->text < 'A' || *letter->text > 'Z')
        return;
    bit = (uint32_t)1 << (*letter->text - 'A');
    if (*seen & bit)
        value_complain(reader, letter, "another piece has this letter");
    *seen |= bit;
}

/* What is said a second time, and so undoes the first: at all, or of the same piece. */
static void check_repeated(struct rules_reader *reader)
{
    unsigned *said =
        arena_zeroed(reader->diag.arena, statement_row_count * sizeof *said); /* its section, or 0 */
    unsigned section = 1; /* a piece's statement begins one */
    uint32_t letters = 0;
    for (const struct statement *s = reader->first; said && s; s = s->next) {
        const struct statement_row *row = find_row(&s->key);
        if (row && row->shape == SHAPE_KIND) {
            check_letter(reader, s, &letters);
            section++;
        }
        if (!row || row->shape == SHAPE_KIND || row->shape == SHAPE_CASTLE)
            continue;
        unsigned *last = &said[row - statement_rows];
        if (row->of_piece ? *last == section : *last)
            value_say(reader, &s->key, MSG_RULES_TWICE, NULL);
        *last = section;
    }
}

/* Complains of the first of our own statements that begins with one of these keys. */
static void complain_of_first(struct rules_reader *reader, const char *keys, const char *reason)
{
    for (const struct statement *s = reader->first; s; s = s->next)
        if (value_find(&s->key, keys) >= 0) {
            value_complain(reader, &s->key, reason);
            return;
        }
}

/* A game of dice has no men in hand: no die says that one may be placed. Nor has it check: who cannot move
 * the royal by his dice cannot answer. With check a turn is one move: a second would take the royal before
 * the answer comes. */
static void check_contradictions(struct rules_reader *reader)
{
    const struct rules *rules = reader->rules;
    bool hand = rules->hand_tag != NULL;
    for (unsigned k = 0; k < rules->kind_count; k++)
        hand |= rules->hand[k] != 0;
    if (rules->dice && hand)
        complain_of_first(reader, "dice hand hand-agreed", "dice and men in hand do not go together");
    if (rules->dice && rules->check)
        complain_of_first(reader, "dice check", "dice and check do not go together");
    if (rules->further_move && rules->check)
        complain_of_first(reader, "further-move check", "further-move and check do not go together");
}

/* Complains of the last of our own statements that calls a piece so. */
static void complain_of_name(struct rules_reader *reader, const char *name)
{
    const struct rules_word *said = NULL;
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct statement_row *row = find_row(&s->key);
        for (size_t i = 1; row && row->shape == SHAPE_KIND && i < s->count; i++)
            if (s->values[i].length == strlen(name) && is_alike(s->values[i].text, name, strlen(name)))
                said = &s->values[i];
    }
    if (said)
        value_complain(reader, said, "another piece is called so too");
}

/* Has one of the first `count` kinds the name? */
static bool is_taken(const struct rules *rules, unsigned count, const char *name)
{
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < rules->kinds[k].name_count; i++)
            if (strlen(rules->kinds[k].names[i]) == strlen(name) &&
                is_alike(rules->kinds[k].names[i], name, strlen(name)))
                return true;
    return false;
}

/* A name calls one kind of piece alone. */
static void check_names(struct rules_reader *reader)
{
    const struct rules *rules = reader->rules;
    for (unsigned k = 0; !reader->arena->failed && k < rules->kind_count; k++)
        for (unsigned i = 0; i < rules->kinds[k].name_count; i++) {
            const char *name = rules->kinds[k].names[i];
            if (is_taken(rules, k, name))
                complain_of_name(reader, name);
        }
}

/* Applies all statements of a shape. */
static void apply_all_of(struct rules_reader *reader, enum shape shape)
{
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct statement_row *row = find_row(&s->key);
        if (row && row->shape == shape)
            apply_row(reader, row, s);
    }
}

/* Pieces and the board first, so that other statements may name those that come later. */
void statement_apply_all(struct rules_reader *reader)
{
    const struct statement *parent = NULL;
    check_repeated(reader);
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct statement_row *row = find_row(&s->key);
        if (row) {
            parent = strcmp(row->key, "parent") == 0 ? s : parent;
            continue;
        }
        struct text_nearest nearest = text_nearest(s->key.text, s->key.length);
        for (size_t i = 0; i < statement_row_count; i++)
            text_try(&nearest, statement_rows[i].key, strlen(statement_rows[i].key));
        value_hint(reader, value_say(reader, &s->key, MSG_RULES_KEY, NULL), &nearest);
    }
    if (parent)
        parent_apply(reader, parent);
    apply_all_of(reader, SHAPE_BOARD);
    apply_all_of(reader, SHAPE_KIND);
    reader->kind = NONE;
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct statement_row *row = find_row(&s->key);
        if (row && row->shape == SHAPE_KIND && s->count) { /* what comes next is said of this piece */
            reader->kind = s->values->length == 1 ? value_kind(reader->rules, *s->values->text) : NONE;
            reader->kind_unread = reader->kind == NONE;
        } else if (row && row->of_piece && reader->kind == NONE && !reader->kind_unread)
            value_say(reader, &s->key, MSG_RULES_NO_PIECE, NULL);
        else if (row && row->shape != SHAPE_BOARD && !(row->of_piece && reader->kind == NONE))
            apply_row(reader, row, s);
    }
    check_contradictions(reader);
    check_names(reader);
}
