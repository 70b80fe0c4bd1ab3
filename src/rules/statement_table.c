/* statement_table.c - the table of the statements of the rules language, and the usual values. See
 * ludus-rules(5). */
#include "base/text.h"
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

bool value_is_none(const struct statement *statement)
{
    return statement->count == 1 && value_find(statement->values, "none") == 0;
}

bool value_wrong_count(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const char *some = row->shape < SHAPE_PIECES ? "one value" : "one value or more";
    value_say(reader, &statement->key, MSG_RULES_COUNT, row->takes ? row->takes : some);
    return false;
}

bool value_number(struct rules_reader *reader, const struct ludus_text *word, unsigned min, unsigned max,
                  unsigned *number, const char *expected)
{
    const char *end = word->text;
    *number = number_take(&end);
    bool read = word->length > 0 && end == word->text + word->length && *number >= min && *number <= max;
    return read || (expected && value_complain(reader, word, expected));
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
    { "board", SHAPE_BOARD, RULE(files), NULL, 1, 1, statement_board, "a size, as in 8x8" },
    { "start", SHAPE_TEXT, RULE(start), NULL, 0, 0, NULL, "one text in quotes, a FEN" },
    { "first", SHAPE_WORD, RULE(first), "white black either", PLAIN },
    { "dice", SHAPE_SPECIAL, RULE(dice), NULL, 1, 2, statement_dice, "the number of dice and of faces" },
    { "notation", SHAPE_WORD, RULE(notation), "san long squares", PLAIN },
    { "numbers", SHAPE_EITHER, RULE(sided_numbers), "plain sided", PLAIN },
    { "pass", SHAPE_WORD, RULE(pass), "usual no yes", PLAIN },
    { "region", SHAPE_REGION, RULE(regions), NULL, 2, 64, statement_region, "a name and squares" },
    { "line", SHAPE_REGION, RULE(lines), NULL, 1, SIDE_MAX, statement_line, "the points of a line, or none" },
    { "pawns", SHAPE_PIECES, RULE(pawns), NO_WORDS },
    { "evaluation", SHAPE_SPECIAL, RULE(evaluation), NULL, 1, 5, statement_evaluation,
      "none, or five numbers: turn, number, power, danger, loose" },

    { "piece", SHAPE_KIND, RULE(kinds), NULL, 1, NAMES_MAX + 1, statement_piece, "a letter and names" },
    { "moves", SHAPE_SPECIAL, PIECE(betza), NULL, 1, 1, statement_moves, "one word in Betza's notation" },
    { "faces", SHAPE_FACES, PIECE(faces), NULL, 1, 32, NULL, NULL },
    { "image", SHAPE_TEXT, PIECE(image), NULL, 0, 0, NULL, "one word" },
    { "becomes", SHAPE_PIECES, PIECE(becomes), NO_WORDS },
    { "becomes-on", SHAPE_REPEATED, PIECE(becomes_on), NULL, 1, 2, statement_becomes_on,
      "a region, and pieces" },
    { "moves-from", SHAPE_REPEATED, PIECE(atoms), NULL, 2, 2, statement_moves_from,
      "a region, and a word in Betza's notation" },
    { "leaps", SHAPE_SPECIAL, PIECE(leaps), NULL, 1, 1, statement_leaps, "one word in Betza's notation" },
    { "keeps-to", SHAPE_PLACE, PIECE(keeps_to), NO_WORDS },
    { "keeps-off", SHAPE_SPECIAL, PIECE(keeps_off), NULL, 1, 2, statement_keeps_off,
      "a region, and passing" },
    { "goal", SHAPE_PLACE, PIECE(goal), NO_WORDS },
    { "surrounded-on", SHAPE_PLACE, PIECE(surrounded_on), NO_WORDS },
    { "place-off", SHAPE_PLACE, PIECE(place_off), NO_WORDS },
    { "passed-on", SHAPE_PLACE, PIECE(passed_on), NO_WORDS },
    { "spares", SHAPE_PIECES, PIECE(spares), NO_WORDS },
    { "first-moves", SHAPE_SPECIAL, PIECE(piece_first), NULL, 1, 3, statement_first_moves,
      "square, piece or promoted; always or until-capture; unchecked" },

    { "first-lost-to", SHAPE_PIECES, PIECE(first_lost_to), NO_WORDS },
    { "first-field", SHAPE_EITHER, RULE(fresh_in_castling), "own castling", PLAIN },

    { "royal", SHAPE_PIECES, RULE(royal), NO_WORDS },
    { "check", SHAPE_YES_NO, RULE(check), NO_WORDS },
    { "royal-capture", SHAPE_EITHER, RULE(royal_capture), "plays-on wins", PLAIN },
    { "bare-royal", SHAPE_WORD, RULE(bare_royal), "plays-on loses reprieve", PLAIN },
    { "give-check", SHAPE_EITHER, RULE(no_check), "yes no", PLAIN },
    { "royals-face", SHAPE_EITHER, RULE(facing), "yes no", PLAIN },
    { "checks-win", SHAPE_NUMBER, RULE(checks_win), NULL, 0, 9, NULL, NULL },
    { "goal-reply", SHAPE_YES_NO, RULE(goal_reply), NO_WORDS },
    { "lost-at", SHAPE_SPECIAL, RULE(lost_at), NULL, 1, 17, statement_lost_at,
      "a number and letters of pieces" },
    { "immobile", SHAPE_PIECES, RULE(immobile), NO_WORDS },
    { "blocked", SHAPE_WORD, RULE(blocked), "loses draws passes counts-taken counts-pieces wins", PLAIN },
    { "quiet-limit", SHAPE_SPECIAL, RULE(quiet_limit), NULL, 1, 2, statement_quiet_limit,
      "a number and draws or counts" },
    { "repetition", SHAPE_WORD, RULE(repetition), "free third never", PLAIN },
    { "dead-single", SHAPE_PIECES, RULE(dead_single), NO_WORDS },
    { "dead-shade", SHAPE_PIECES, RULE(dead_shade), NO_WORDS },
    { "drawn-repetition", SHAPE_NUMBER, RULE(drawn_times), NULL, 0, 1000, NULL, NULL },
    { "drawn-quiet", SHAPE_NUMBER, RULE(drawn_quiet), NULL, 0, 10000, NULL, NULL },
    { "castle", SHAPE_REPEATED, RULE(castles), NULL, 1, 5, statement_castle,
      "a letter and four squares, or none" },

    { "castle-from", SHAPE_EITHER, RULE(castle_any), "start position", PLAIN },

    { "must-take", SHAPE_WORD, RULE(must_take), "no yes most", PLAIN },
    { "take-first", SHAPE_PIECES, RULE(take_first), NO_WORDS },
    { "take-ties", SHAPE_SET, RULE(take_ties), "with most soonest", PLAIN },
    { "chain", SHAPE_WORD, RULE(chain), "whole free one", PLAIN },
    { "leapt-over", SHAPE_EITHER, RULE(removes_at_once), "stay go", PLAIN },
    { "crown", SHAPE_WORD, RULE(crown), "stops at-end at-once", PLAIN },
    { "explodes", SHAPE_YES_NO, RULE(explodes), NO_WORDS },
    { "displacement", SHAPE_YES_NO, RULE(displacement), NO_WORDS },
    { "custodian", SHAPE_PIECES, RULE(custodian), NO_WORDS },
    { "flankers", SHAPE_PIECES, RULE(flankers), NO_WORDS },
    { "custodian-ways", SHAPE_EITHER, RULE(custodian_diagonal), "orthogonal all", PLAIN },
    { "custodian-takes", SHAPE_EITHER, RULE(custodian_lines), "one line", PLAIN },
    { "shielded-lines", SHAPE_YES_NO, RULE(shielded_lines), NO_WORDS },
    { "corner-capture", SHAPE_YES_NO, RULE(corner_capture), NO_WORDS },
    { "corner-partner", SHAPE_YES_NO, RULE(corner_partner), NO_WORDS },
    { "hostile", SHAPE_REPEATED, RULE(hostile), NULL, 2, 3, statement_hostile,
      "a region, empty or always, and pieces" },
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

    { "hand", SHAPE_SPECIAL, RULE(hand), NULL, 1, KINDS_MAX, statement_hand,
      "letters with numbers, as in M16, or none" },
    { "drops", SHAPE_YES_NO, RULE(drops), NO_WORDS },
    { "mill", SHAPE_WORD, RULE(mill), "nothing takes-one takes-each wins", PLAIN },
    { "mill-flies", SHAPE_YES_NO, RULE(mill_flies), NO_WORDS },
    { "mill-shields", SHAPE_YES_NO, RULE(mill_shields), NO_WORDS },
    { "hand-agreed", SHAPE_SPECIAL, RULE(hand_tag), NULL, 3, 3, statement_hand_agreed,
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
    if (row->shape == SHAPE_PIECES && value_is_none(statement))
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
