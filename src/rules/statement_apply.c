/* statement_apply.c - what the statements of a rules file mean: one row of a table each; the manual is
 * ludus-rules(5). */
#include "base/chars.h"
#include "rules/parent.h"
#include "rules/statement.h"
#include "rules/statement_special.h"

#include <string.h>

/* How the values of a statement are read. */
enum shape {
    SHAPE_TEXT,   /* one text -> const char * */
    SHAPE_YES_NO, /* yes or no -> bool */
    SHAPE_WORD,   /* one of `words` -> unsigned, its index */
    SHAPE_EITHER, /* one of two `words` -> bool, true for the second */
    SHAPE_NUMBER, /* min to max -> unsigned */
    SHAPE_PIECES, /* letters of pieces, or none -> kind_set */
    SHAPE_SET,    /* any of `words` -> unsigned, a bit each, the first the lowest */
    SHAPE_FACES,  /* faces of dice -> uint32_t, a bit each */
    SHAPE_SPECIAL /* `special` reads them */
};

struct row {
    const char *key;
    enum shape shape;
    bool of_piece; /* `field` is in struct kind, else in struct rules */
    size_t field;
    const char *words; /* separated by blanks */
    unsigned min, max;
    bool (*special)(struct rules_reader *reader, const struct statement *statement);
    const char *takes; /* for the message about a wrong number of values */
};

/* ---- The table ---- */

#define RULE(member) false, offsetof(struct rules, member)
#define PIECE(member) true, offsetof(struct kind, member)

static const struct row rows[] = {
    { "ruleset", SHAPE_TEXT, RULE(id), NULL, 0, 0, NULL, "one word" },
    { "parent", SHAPE_TEXT, RULE(parent), NULL, 0, 0, NULL, "one word" },
    { "title", SHAPE_TEXT, RULE(title), NULL, 0, 0, NULL, "one text" },
    { "author", SHAPE_TEXT, RULE(author), NULL, 0, 0, NULL, "one text" },
    { "source", SHAPE_TEXT, RULE(source), NULL, 0, 0, NULL, "one text" },
    { "board", SHAPE_SPECIAL, RULE(files), NULL, 1, 1, special_board, "a size, as in 8x8" },
    { "start", SHAPE_TEXT, RULE(start), NULL, 0, 0, NULL, "one text in quotes, a FEN" },
    { "first", SHAPE_WORD, RULE(first), "white black either", 0, 0, NULL, NULL },
    { "dice", SHAPE_SPECIAL, RULE(dice), NULL, 1, 2, special_dice, "the number of dice and of faces" },
    { "notation", SHAPE_WORD, RULE(notation), "san long", 0, 0, NULL, NULL },
    { "numbers", SHAPE_EITHER, RULE(sided_numbers), "plain sided", 0, 0, NULL, NULL },
    { "pass", SHAPE_YES_NO, RULE(pass), NULL, 0, 0, NULL, NULL },
    { "pawns", SHAPE_PIECES, RULE(pawns), NULL, 0, 0, NULL, NULL },
    { "evaluation", SHAPE_SPECIAL, RULE(evaluation), NULL, 1, 5, special_evaluation,
      "none, or five numbers: turn, number, power, danger, loose" },

    { "piece", SHAPE_SPECIAL, RULE(kinds), NULL, 1, NAMES_MAX + 1, special_piece, "a letter and names" },
    { "moves", SHAPE_SPECIAL, PIECE(betza), NULL, 1, 1, special_moves, "one word in Betza's notation" },
    { "faces", SHAPE_FACES, PIECE(faces), NULL, 1, 32, NULL, NULL },
    { "image", SHAPE_TEXT, PIECE(image), NULL, 0, 0, NULL, "one word" },
    { "becomes", SHAPE_PIECES, PIECE(becomes), NULL, 0, 0, NULL, NULL },
    { "spares", SHAPE_PIECES, PIECE(spares), NULL, 0, 0, NULL, NULL },
    { "first-moves", SHAPE_SPECIAL, PIECE(piece_first), NULL, 1, 2, special_first_moves,
      "square, piece or promoted, and always or until-capture" },

    { "royal", SHAPE_PIECES, RULE(royal), NULL, 0, 0, NULL, NULL },
    { "check", SHAPE_YES_NO, RULE(check), NULL, 0, 0, NULL, NULL },
    { "royal-capture", SHAPE_EITHER, RULE(royal_capture), "plays-on wins", 0, 0, NULL, NULL },
    { "bare-royal", SHAPE_EITHER, RULE(bare_royal), "plays-on loses", 0, 0, NULL, NULL },
    { "lost-at", SHAPE_SPECIAL, RULE(lost_at), NULL, 1, 17, special_lost_at,
      "a number and letters of pieces" },
    { "immobile", SHAPE_PIECES, RULE(immobile), NULL, 0, 0, NULL, NULL },
    { "blocked", SHAPE_WORD, RULE(blocked), "loses draws passes counts-taken counts-pieces", 0, 0, NULL,
      NULL },
    { "quiet-limit", SHAPE_SPECIAL, RULE(quiet_limit), NULL, 1, 2, special_quiet_limit,
      "a number and draws or counts" },
    { "repetition", SHAPE_WORD, RULE(repetition), "free third never", 0, 0, NULL, NULL },
    { "dead-single", SHAPE_PIECES, RULE(dead_single), NULL, 0, 0, NULL, NULL },
    { "dead-shade", SHAPE_PIECES, RULE(dead_shade), NULL, 0, 0, NULL, NULL },
    { "drawn-repetition", SHAPE_NUMBER, RULE(drawn_times), NULL, 0, 1000, NULL, NULL },
    { "drawn-quiet", SHAPE_NUMBER, RULE(drawn_quiet), NULL, 0, 10000, NULL, NULL },
    { "castle", SHAPE_SPECIAL, RULE(castles), NULL, 1, 5, special_castle,
      "a letter and four squares, or none" },

    { "displacement", SHAPE_YES_NO, RULE(displacement), NULL, 0, 0, NULL, NULL },
    { "custodian", SHAPE_PIECES, RULE(custodian), NULL, 0, 0, NULL, NULL },
    { "flankers", SHAPE_PIECES, RULE(flankers), NULL, 0, 0, NULL, NULL },
    { "custodian-ways", SHAPE_EITHER, RULE(custodian_diagonal), "orthogonal all", 0, 0, NULL, NULL },
    { "custodian-takes", SHAPE_EITHER, RULE(custodian_lines), "one line", 0, 0, NULL, NULL },
    { "shielded-lines", SHAPE_YES_NO, RULE(shielded_lines), NULL, 0, 0, NULL, NULL },
    { "corner-capture", SHAPE_YES_NO, RULE(corner_capture), NULL, 0, 0, NULL, NULL },
    { "corner-partner", SHAPE_YES_NO, RULE(corner_partner), NULL, 0, 0, NULL, NULL },
    { "jump-captures", SHAPE_YES_NO, RULE(jump_captures), NULL, 0, 0, NULL, NULL },
    { "surround", SHAPE_PIECES, RULE(surround), NULL, 0, 0, NULL, NULL },
    { "surround-walls", SHAPE_YES_NO, RULE(surround_walls), NULL, 0, 0, NULL, NULL },
    { "binds", SHAPE_YES_NO, RULE(binds), NULL, 0, 0, NULL, NULL },
    { "bound-capture", SHAPE_WORD, RULE(bound_capture), "none displacement removal falls", 0, 0, NULL, NULL },
    { "displacers", SHAPE_PIECES, RULE(displacers), NULL, 0, 0, NULL, NULL },
    { "bound-men", SHAPE_WORD, RULE(bound_flank), "flank hold idle", 0, 0, NULL, NULL },
    { "held-by-two", SHAPE_PIECES, RULE(held_by_two), NULL, 0, 0, NULL, NULL },
    { "suicide", SHAPE_YES_NO, RULE(suicide), NULL, 0, 0, NULL, NULL },
    { "further-move", SHAPE_YES_NO, RULE(further_move), NULL, 0, 0, NULL, NULL },
    { "squeeze", SHAPE_PIECES, RULE(squeeze), NULL, 0, 0, NULL, NULL },

    { "jumpers", SHAPE_PIECES, RULE(jumpers), NULL, 0, 0, NULL, NULL },
    { "jump-over", SHAPE_SET, RULE(jump_over), "own enemy bound-enemy", 0, 0, NULL, NULL },
    { "jump-ways", SHAPE_EITHER, RULE(jump_diagonal), "orthogonal all", 0, 0, NULL, NULL },
    { "jump-chain", SHAPE_YES_NO, RULE(jump_chain), NULL, 0, 0, NULL, NULL },
    { "jump-revisit", SHAPE_YES_NO, RULE(jump_revisit), NULL, 0, 0, NULL, NULL },
    { "firm", SHAPE_PIECES, RULE(firm), NULL, 0, 0, NULL, NULL },

    { "hand", SHAPE_SPECIAL, RULE(hand), NULL, 1, KINDS_MAX, special_hand,
      "letters with numbers, as in M16, or none" },
    { "hand-agreed", SHAPE_SPECIAL, RULE(hand_tag), NULL, 1, 3, special_hand_agreed,
      "the name of a tag, the least and the greatest number of men, or none" },
    { "place-last", SHAPE_PIECES, RULE(place_last), NULL, 0, 0, NULL, NULL },
    { "place-count", SHAPE_NUMBER, RULE(place_count), NULL, 1, 2, NULL, NULL },
    { "place-first", SHAPE_NUMBER, RULE(place_first), NULL, 0, 2, NULL, NULL },
};

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

static bool apply_either(struct rules_reader *reader, const struct rules_word *word, const char *words,
                         bool *second)
{
    unsigned which = 0;

    if (!apply_word(reader, word, words, &which))
        return false;
    *second = which == 1;
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

static bool apply_row(struct rules_reader *reader, const struct row *row, const struct statement *statement)
{
    const struct rules_word *value = statement->values;
    char *base = row->of_piece ? (char *)&reader->rules->kinds[reader->kind] : (char *)reader->rules;
    void *field = base + row->field;
    bool many = row->shape >= SHAPE_PIECES;

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
        return apply_either(reader, value, row->words, field);
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
        if (statement->count < row->min || statement->count > row->max)
            return value_wrong_count(reader, statement, row->takes);
        return row->special(reader, statement);
    }
    return false;
}

static const struct row *find_row(const struct rules_word *key)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (value_is(key, rows[i].key, strlen(rows[i].key)))
            return &rows[i];
    return NULL;
}

/* ---- What does not go together ---- */

static struct message *complain_of_key(struct rules_reader *reader, const struct statement *statement,
                                       enum message_id message)
{
    const struct rules_word *key = &statement->key;
    size_t begin = value_offset(reader, key);

    return diag_add(&reader->diag, message, begin, begin + key->length, (int)key->length, key->text);
}

static void complain_unknown(struct rules_reader *reader, const struct statement *statement)
{
    struct text_nearest nearest = text_nearest(statement->key.text, statement->key.length);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        text_try(&nearest, rows[i].key, strlen(rows[i].key));
    value_hint(reader, complain_of_key(reader, statement, MSG_RULES_KEY), &nearest);
}

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
    unsigned said[sizeof rows / sizeof *rows] = { 0 }; /* number of the section in which it was, or 0 */
    unsigned section = 1;                              /* a piece's statement begins one */
    uint32_t letters = 0;

    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct row *row = find_row(&s->key);
        if (row && row->special == special_piece) {
            check_letter(reader, s, &letters);
            section++;
        }
        if (!row || row->special == special_piece || row->special == special_castle)
            continue;
        unsigned *last = &said[row - rows];
        if (row->of_piece ? *last == section : *last)
            complain_of_key(reader, s, MSG_RULES_TWICE);
        *last = section;
    }
}

/* What comes next is said of this piece, which has been read already. */
static void begin_piece(struct rules_reader *reader, const struct rules_word *letter)
{
    reader->kind = letter->length == 1 ? value_kind(reader->rules, *letter->text) : NONE;
    reader->kind_unread = reader->kind == NONE;
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

static bool is_called(const struct rules_word *word, const char *name)
{
    return word->length == strlen(name) && is_alike(word->text, name, word->length);
}

/* Complains of the last of our own statements that calls a piece so. */
static void complain_of_name(struct rules_reader *reader, const char *name)
{
    const struct rules_word *said = NULL;

    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct row *row = find_row(&s->key);
        for (size_t i = 1; row && row->special == special_piece && i < s->count; i++)
            if (is_called(&s->values[i], name))
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

/* Applies all statements of one row. */
static void apply_all_of(struct rules_reader *reader,
                         bool (*special)(struct rules_reader *, const struct statement *))
{
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct row *row = find_row(&s->key);
        if (row && row->special == special)
            apply_row(reader, row, s);
    }
}

/* Pieces and the board first, so that other statements may name those that come later. */
void statement_apply_all(struct rules_reader *reader)
{
    const struct statement *parent = NULL;

    check_repeated(reader);
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct row *row = find_row(&s->key);
        if (!row)
            complain_unknown(reader, s);
        else if (strcmp(row->key, "parent") == 0)
            parent = s;
    }
    if (parent)
        parent_apply(reader, parent);
    apply_all_of(reader, special_board);
    apply_all_of(reader, special_piece);
    reader->kind = NONE;
    for (const struct statement *s = reader->first; s; s = s->next) {
        const struct row *row = find_row(&s->key);
        if (row && row->special == special_piece && s->count)
            begin_piece(reader, s->values);
        else if (row && row->of_piece && reader->kind == NONE && !reader->kind_unread)
            complain_of_key(reader, s, MSG_RULES_NO_PIECE);
        else if (row && row->special != special_board && !(row->of_piece && reader->kind == NONE))
            apply_row(reader, row, s);
    }
    check_contradictions(reader);
    check_names(reader);
}
