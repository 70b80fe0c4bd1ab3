/* statement_table.c - the table of the statements of the rules language, and readers for statements of
 * special shape: they fill reader->rules, or report an error and return false. See ludus-rules(5). */
#include "base/text.h"
#include "rules/ruleset.h"
#include "rules/statement.h"

#include <stdio.h>
#include <string.h>

/* ---- Values ---- */

/* Sets `*which` to the index of the word in the blank-separated `words`, or reports that one of them is
 * expected and which is similar. */
static bool read_word(struct rules_reader *reader, const struct ludus_text *word, const char *words,
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

/* Is its only value `none`? */
static bool is_none(const struct statement *statement)
{
    return statement->count == 1 && value_find(statement->values, "none") == 0;
}

/* Reports a wrong number of values, with what the statement takes. Returns false. */
static bool value_wrong_count(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const char *some = row->shape < SHAPE_PIECES ? "one value" : "one value or more";
    value_say(reader, &statement->key, MSG_RULES_COUNT, row->takes ? row->takes : some);
    return false;
}

/* Reads a number from `min` to `max`. False, with the message `expected` unless NULL, if it is none. */
static bool read_number(struct rules_reader *reader, const struct ludus_text *word, unsigned min,
                        unsigned max, unsigned *number, const char *expected)
{
    const char *end = word->text;
    *number = number_take(&end);
    bool read = word->length > 0 && end == word->text + word->length && *number >= min && *number <= max;
    return read || (expected && value_complain(reader, word, expected));
}

/* Adds the kinds with the letters of the word to `*set`. Reports an unknown letter and returns false. */
static bool value_pieces(struct rules_reader *reader, const struct ludus_text *word, kind_set *set)
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

/* ---- Statements of special shape ---- */

/* Is this a non-ASCII character that is no letter in a record: a blank, a dash, a mathematical sign, or the
 * dot below of an unclear reading? */
static bool is_foreign_sign(const char *at)
{
    static const char *const signs[] = { "\xc2", "\xc3\x97", "\xcc\xa3", "\xe3\x80\x80", "\xef\xbb\xbf" };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i], strlen(signs[i])) == 0)
            return true;
    return at[0] == '\xe2' && (unsigned char)at[1] <= 0xaf; /* U+2000 to U+2BFF */
}

/* Returns why the name cannot be used in records, or NULL. */
static const char *name_fault(const struct ludus_text *name)
{
    static const char words[] = "sic squeeze pass null check chk checkmate mate dbl dblch ep ch oo";
    char lower[16] = "";
    for (size_t i = 0, length; i < name->length; i += length) {
        bool foreign = (unsigned char)name->text[i] >= 0x80;
        length = foreign ? text_sequence(name->text + i, name->length - i) : 1;
        if (foreign ? length == 0 || is_foreign_sign(name->text + i) : !is_letter(name->text[i]))
            return "a name is of letters alone";
        if (i < sizeof lower)
            lower[i] = to_lower(name->text[i]);
    }
    if (name->length < sizeof lower && text_among(lower, name->length, words) >= 0)
        return "in a record that word says something else";
    return text_characters(name->text, name->length) < 2 ? "a name has two letters or more" : NULL;
}

static bool read_piece(struct rules_reader *reader, const struct statement *statement)
{
    const struct ludus_text *letter = &statement->values[0];
    struct rules *rules = reader->rules;
    struct kind *kind;
    if (letter->length != 1 || *letter->text < 'A' || *letter->text > 'Z')
        return value_complain(reader, letter, "a piece has one capital letter");
    reader->kind = rules_letter(rules, *letter->text);
    if (reader->kind == NONE) {
        if (rules->kind_count == KINDS_MAX)
            return value_complain(reader, letter, "a ruleset has at most 16 kinds of piece");
        reader->kind = rules->kind_count++;
        rules->kinds[reader->kind] = (struct kind){ .letter = *letter->text };
    }
    kind = &rules->kinds[reader->kind];
    if (statement->count > 1)
        kind->name_count = 0;
    for (size_t i = 1; i < statement->count; i++) {
        const struct ludus_text *name = &statement->values[i];
        if (kind->name_count == NAMES_MAX)
            return value_complain(reader, name, "a piece has at most 12 names");
        if (name_fault(name))
            return value_complain(reader, name, name_fault(name));
        kind->names[kind->name_count++] = arena_copy(reader->arena, name->text, name->length);
    }
    if (kind->name_count == 0)
        kind->names[kind->name_count++] = arena_copy(reader->arena, letter->text, 1);
    return true;
}

static bool read_moves(struct rules_reader *reader, const struct statement *statement)
{
    const struct ludus_text *word = &statement->values[0];
    struct kind *kind = &reader->rules->kinds[reader->kind];
    const char *reason;
    size_t at, begin = (size_t)(word->text - reader->diag.text);
    kind->betza = arena_copy(reader->arena, word->text, word->length);
    if (kind->betza && betza_read(kind->betza, reader->arena, kind, &reason, &at))
        return true;
    if (kind->betza)
        diag_add(&reader->diag, MSG_RULES_BETZA, begin + at, begin + word->length, (int)word->length,
                 word->text, reason);
    return false;
}

static bool read_first_moves(struct rules_reader *reader, const struct statement *statement)
{
    static const char words[] = "square piece promoted always until-capture";
    struct kind *kind = &reader->rules->kinds[reader->kind];
    for (size_t i = 0; i < statement->count; i++) {
        unsigned which;
        if (!read_word(reader, &statement->values[i], words, &which))
            return false;
        if (which < 3) {
            kind->piece_first = which > 0;
            kind->promoted_first = which == 2;
        } else {
            kind->first_until_capture = which == 4;
        }
    }
    return true;
}

static bool read_board(struct rules_reader *reader, const struct statement *statement)
{
    const struct ludus_text *word = &statement->values[0];
    const char *cross = memchr(word->text, 'x', word->length);
    struct rules *rules = reader->rules;
    struct ludus_text files = *word, ranks = *word;
    if (cross) {
        files.length = (size_t)(cross - word->text);
        ranks.text = cross + 1;
        ranks.length = word->length - files.length - 1;
        if (read_number(reader, &files, 1, SIDE_MAX, &rules->files, NULL) &&
            read_number(reader, &ranks, 1, SIDE_MAX, &rules->ranks, NULL)) {
            if (rules->files * rules->ranks > NONE) /* the number of the last square is NONE */
                value_say(reader, word, MSG_RULES_LAST_SQUARE, NULL);
            return true;
        }
    }
    return value_complain(reader, word, "expected files x ranks, as in 8x8; at most 16x16");
}

static bool read_dice(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    rules->dice = rules->faces = 0;
    if (is_none(statement))
        return true;
    if (!read_number(reader, &statement->values[0], 1, LUDUS_DICE_MAX, &rules->dice,
                     "expected the number of dice, 1 to 4, or none"))
        return false;
    rules->faces = 6;
    return statement->count < 2 || read_number(reader, &statement->values[1], 2, 32, &rules->faces,
                                               "expected the number of faces, 2 to 32");
}

/* Is this a decimal number, perhaps with a minus? */
static bool is_decimal(const struct ludus_text *word)
{
    unsigned digits = 0, points = 0;
    for (size_t i = word->length > 0 && *word->text == '-'; i < word->length; i++) {
        if (word->text[i] != '.' && !is_digit(word->text[i]))
            return false;
        points += word->text[i] == '.';
        digits += word->text[i] != '.';
    }
    return points < 2 && digits > 0 && digits <= 9;
}

static bool read_evaluation(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    struct evaluation *to = &rules->evaluation;
    double *const numbers[] = { &to->turn, &to->number, &to->power, &to->danger, &to->loose };
    rules->evaluated = statement->count == 5;
    if (is_none(statement))
        return true;
    for (size_t i = 0; i < statement->count; i++) {
        if (!is_decimal(&statement->values[i]))
            return value_complain(reader, &statement->values[i], "expected a number, as in -2.5");
        *numbers[i] = number_read(statement->values[i].text);
    }
    return rules->evaluated || value_wrong_count(reader, statement);
}

static bool read_castle(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    struct castle castle = { 0 };
    unsigned low = NONE, high = 0;
    uint8_t *const ends[] = { &castle.king_from, &castle.king_to, &castle.rook_from, &castle.rook_to };
    if (is_none(statement))
        return rules->castle_count = 0, true;
    if (statement->count != 5 || statement->values[0].length != 1)
        return value_complain(reader, &statement->values[0],
                              "expected a letter of FEN, the king's from- and to-square, the rook's from- "
                              "and to-square");
    castle.letter = *statement->values[0].text;
    if (!is_letter(castle.letter))
        return value_complain(reader, &statement->values[0], "expected a letter of FEN, as in KQkq");
    castle.side = castle.letter >= 'a';
    for (int i = 0; i < 4; i++) {
        const struct ludus_text *word = &statement->values[i + 1];
        struct ludus_text digits = { word->text + 1, word->length - 1 };
        unsigned rank, file = (unsigned)(*word->text - 'a');
        if (file >= rules->files || !read_number(reader, &digits, 1, rules->ranks, &rank, NULL))
            return value_complain(reader, word, "expected a square of the board");
        unsigned square = (rank - 1) * rules->files + file;
        *ends[i] = (uint8_t)square;
        low = square < low ? square : low;
        high = square > high ? square : high;
    }
    for (unsigned square = low; square <= high; square++) /* pieces between these squares block castling */
        if (square != castle.king_from && square != castle.rook_from)
            squares_add(&castle.path, square);
    if (low / rules->files != high / rules->files)
        return value_complain(reader, &statement->values[0], "the king castles along a rank");
    for (unsigned i = 0; i < rules->castle_count; i++) {
        const struct castle *other = &rules->castles[i];
        if (other->letter == castle.letter ||
            (other->king_from == castle.king_from && other->king_to == castle.king_to))
            return value_complain(reader, &statement->values[0],
                                  "this castling is there already; castle none takes back the parent's");
    }
    if (rules->castle_count == CASTLES_MAX)
        return value_complain(reader, &statement->values[0], "a ruleset has at most 4 ways of castling");
    rules->castles[rules->castle_count++] = castle;
    return true;
}

static bool read_hand(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    memset(rules->hand, 0, sizeof rules->hand);
    if (is_none(statement))
        return true;
    for (size_t i = 0; i < statement->count; i++) {
        const struct ludus_text *word = &statement->values[i];
        struct ludus_text digits = { word->text + 1, word->length - 1 };
        unsigned kind = rules_letter(rules, *word->text), count;
        if (kind == NONE || !read_number(reader, &digits, 1, 128, &count, NULL))
            return value_complain(reader, word, "expected a piece's letter and a number, as in M16");
        rules->hand[kind] = (uint8_t)count;
    }
    return true;
}

static bool read_hand_agreed(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    const struct ludus_text *tag = &statement->values[0];
    rules->hand_tag = NULL;
    if (is_none(statement))
        return true;
    if (!read_number(reader, &tag[1], 1, 128, &rules->hand_least, "expected a number of men") ||
        !read_number(reader, &tag[2], rules->hand_least, 128, &rules->hand_most,
                     "expected a number of men, not less than the first"))
        return false;
    rules->hand_tag = arena_copy(reader->arena, tag->text, tag->length);
    return rules->hand_tag != NULL;
}

static bool read_lost_at(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    rules->men = 0;
    rules->lost_at = NONE;
    if (is_none(statement))
        return true;
    bool ok = read_number(reader, &statement->values[0], 0, 128, &rules->lost_at,
                          "expected a number of men, or none");
    for (size_t i = 1; ok && i < statement->count; i++)
        ok = value_pieces(reader, &statement->values[i], &rules->men);
    return ok;
}

static bool read_quiet_limit(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    rules->quiet_limit = 0;
    if (value_find(&statement->values[0], "none") == 0)
        return true;
    if (!read_number(reader, &statement->values[0], 1, 10000, &rules->quiet_limit,
                     "expected a number of turns, or none"))
        return false;
    unsigned counts = 0;
    bool read = statement->count < 2 || read_word(reader, &statement->values[1], "draws counts", &counts);
    rules->quiet_counts = counts;
    return read;
}

/* ---- The table ---- */

#define RULE(member) false, offsetof(struct rules, member)
#define PIECE(member) true, offsetof(struct kind, member)
#define PLAIN 0, 0, NULL, NULL
#define NO_WORDS NULL, PLAIN

const struct statement_row statement_rows[] = {
    { "ruleset", SHAPE_TEXT, RULE(id), NULL, 0, 0, NULL, "one word" },
    { "parent", SHAPE_TEXT, RULE(parent), NULL, 0, 0, NULL, "one word" },
    { "title", SHAPE_TEXT, RULE(title), NULL, 0, 0, NULL, "one text" },
    { "author", SHAPE_TEXT, RULE(author), NULL, 0, 0, NULL, "one text" },
    { "source", SHAPE_TEXT, RULE(source), NULL, 0, 0, NULL, "one text" },
    { "board", SHAPE_BOARD, RULE(files), NULL, 1, 1, read_board, "a size, as in 8x8" },
    { "start", SHAPE_TEXT, RULE(start), NULL, 0, 0, NULL, "one text in quotes, a FEN" },
    { "first", SHAPE_WORD, RULE(first), "white black either", PLAIN },
    { "dice", SHAPE_SPECIAL, RULE(dice), NULL, 1, 2, read_dice, "the number of dice and of faces" },
    { "notation", SHAPE_WORD, RULE(notation), "san long", PLAIN },
    { "numbers", SHAPE_EITHER, RULE(sided_numbers), "plain sided", PLAIN },
    { "pass", SHAPE_YES_NO, RULE(pass), NO_WORDS },
    { "pawns", SHAPE_PIECES, RULE(pawns), NO_WORDS },
    { "evaluation", SHAPE_SPECIAL, RULE(evaluation), NULL, 1, 5, read_evaluation,
      "none, or five numbers: turn, number, power, danger, loose" },

    { "piece", SHAPE_KIND, RULE(kinds), NULL, 1, NAMES_MAX + 1, read_piece, "a letter and names" },
    { "moves", SHAPE_SPECIAL, PIECE(betza), NULL, 1, 1, read_moves, "one word in Betza's notation" },
    { "faces", SHAPE_FACES, PIECE(faces), NULL, 1, 32, NULL, NULL },
    { "image", SHAPE_TEXT, PIECE(image), NULL, 0, 0, NULL, "one word" },
    { "becomes", SHAPE_PIECES, PIECE(becomes), NO_WORDS },
    { "spares", SHAPE_PIECES, PIECE(spares), NO_WORDS },
    { "first-moves", SHAPE_SPECIAL, PIECE(piece_first), NULL, 1, 2, read_first_moves,
      "square, piece or promoted, and always or until-capture" },

    { "royal", SHAPE_PIECES, RULE(royal), NO_WORDS },
    { "check", SHAPE_YES_NO, RULE(check), NO_WORDS },
    { "royal-capture", SHAPE_EITHER, RULE(royal_capture), "plays-on wins", PLAIN },
    { "bare-royal", SHAPE_EITHER, RULE(bare_royal), "plays-on loses", PLAIN },
    { "lost-at", SHAPE_SPECIAL, RULE(lost_at), NULL, 1, 17, read_lost_at, "a number and letters of pieces" },
    { "immobile", SHAPE_PIECES, RULE(immobile), NO_WORDS },
    { "blocked", SHAPE_WORD, RULE(blocked), "loses draws passes counts-taken counts-pieces", PLAIN },
    { "quiet-limit", SHAPE_SPECIAL, RULE(quiet_limit), NULL, 1, 2, read_quiet_limit,
      "a number and draws or counts" },
    { "repetition", SHAPE_WORD, RULE(repetition), "free third never", PLAIN },
    { "dead-single", SHAPE_PIECES, RULE(dead_single), NO_WORDS },
    { "dead-shade", SHAPE_PIECES, RULE(dead_shade), NO_WORDS },
    { "drawn-repetition", SHAPE_NUMBER, RULE(drawn_times), NULL, 0, 1000, NULL, NULL },
    { "drawn-quiet", SHAPE_NUMBER, RULE(drawn_quiet), NULL, 0, 10000, NULL, NULL },
    { "castle", SHAPE_CASTLE, RULE(castles), NULL, 1, 5, read_castle, "a letter and four squares, or none" },

    { "displacement", SHAPE_YES_NO, RULE(displacement), NO_WORDS },
    { "custodian", SHAPE_PIECES, RULE(custodian), NO_WORDS },
    { "flankers", SHAPE_PIECES, RULE(flankers), NO_WORDS },
    { "custodian-ways", SHAPE_EITHER, RULE(custodian_diagonal), "orthogonal all", PLAIN },
    { "custodian-takes", SHAPE_EITHER, RULE(custodian_lines), "one line", PLAIN },
    { "shielded-lines", SHAPE_YES_NO, RULE(shielded_lines), NO_WORDS },
    { "corner-capture", SHAPE_YES_NO, RULE(corner_capture), NO_WORDS },
    { "corner-partner", SHAPE_YES_NO, RULE(corner_partner), NO_WORDS },
    { "jump-captures", SHAPE_YES_NO, RULE(jump_captures), NO_WORDS },
    { "surround", SHAPE_PIECES, RULE(surround), NO_WORDS },
    { "surround-walls", SHAPE_YES_NO, RULE(surround_walls), NO_WORDS },
    { "binds", SHAPE_YES_NO, RULE(binds), NO_WORDS },
    { "bound-capture", SHAPE_WORD, RULE(bound_capture), "none displacement removal falls", PLAIN },
    { "displacers", SHAPE_PIECES, RULE(displacers), NO_WORDS },
    { "bound-men", SHAPE_WORD, RULE(bound_flank), "flank hold idle", PLAIN },
    { "held-by-two", SHAPE_PIECES, RULE(held_by_two), NO_WORDS },
    { "suicide", SHAPE_YES_NO, RULE(suicide), NO_WORDS },
    { "further-move", SHAPE_YES_NO, RULE(further_move), NO_WORDS },
    { "squeeze", SHAPE_PIECES, RULE(squeeze), NO_WORDS },

    { "jumpers", SHAPE_PIECES, RULE(jumpers), NO_WORDS },
    { "jump-over", SHAPE_SET, RULE(jump_over), "own enemy bound-enemy", PLAIN },
    { "jump-ways", SHAPE_EITHER, RULE(jump_diagonal), "orthogonal all", PLAIN },
    { "jump-chain", SHAPE_YES_NO, RULE(jump_chain), NO_WORDS },
    { "jump-revisit", SHAPE_YES_NO, RULE(jump_revisit), NO_WORDS },
    { "firm", SHAPE_PIECES, RULE(firm), NO_WORDS },

    { "hand", SHAPE_SPECIAL, RULE(hand), NULL, 1, KINDS_MAX, read_hand,
      "letters with numbers, as in M16, or none" },
    { "hand-agreed", SHAPE_SPECIAL, RULE(hand_tag), NULL, 3, 3, read_hand_agreed,
      "the name of a tag, the least and the greatest number of men, or none" },
    { "place-last", SHAPE_PIECES, RULE(place_last), NO_WORDS },
    { "place-count", SHAPE_NUMBER, RULE(place_count), NULL, 1, 2, NULL, NULL },
    { "place-first", SHAPE_NUMBER, RULE(place_first), NULL, 0, 2, NULL, NULL },
};
const size_t statement_row_count = sizeof statement_rows / sizeof *statement_rows;

/* ---- Applying ---- */

/* Reads letters of pieces, words of the row, or faces of dice into `*set`, a bit each. */
static bool apply_many(struct rules_reader *reader, const struct statement_row *row,
                       const struct statement *statement, uint32_t *set)
{
    *set = 0;
    if (row->shape == SHAPE_PIECES && is_none(statement))
        return true;
    for (size_t i = 0; i < statement->count; i++) {
        const struct ludus_text *value = &statement->values[i];
        unsigned bit = 0;
        if (row->shape == SHAPE_PIECES ? !value_pieces(reader, value, set)
            : row->shape == SHAPE_SET
                ? !read_word(reader, value, row->words, &bit)
                : !read_number(reader, value, 1, 32, &bit, "expected the face of a die, from 1"))
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
        return read_word(reader, value, row->words, field);
    case SHAPE_YES_NO:
    case SHAPE_EITHER:
        if (!read_word(reader, value, row->shape == SHAPE_EITHER ? row->words : "yes no", &which))
            return false;
        *(bool *)field = which == (row->shape == SHAPE_EITHER);
        return true;
    case SHAPE_NUMBER:
        return read_number(reader, value, row->min, row->max, field, "the number is out of range");
    case SHAPE_PIECES:
    case SHAPE_SET:
    case SHAPE_FACES:
        return apply_many(reader, row, statement, field);
    case SHAPE_SPECIAL:
    case SHAPE_BOARD:
    case SHAPE_KIND:
    case SHAPE_CASTLE:
        if ((statement->count < row->min && !is_none(statement)) || statement->count > row->max)
            return value_wrong_count(reader, statement);
        return row->special(reader, statement);
    }
    return false;
}
