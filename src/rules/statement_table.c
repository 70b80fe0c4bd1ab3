/* statement_table.c - the table of the statements of the rules language, and readers for statements of
 * special shape: they fill reader->rules, or report an error and return false. See ludus-rules(5). */
#include "base/text.h"
#include "rules/ruleset.h"
#include "rules/statement.h"

#include <stdlib.h>
#include <string.h>

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
            return value_complain(reader, letter, "a ruleset has at most 31 kinds of piece");
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
        if (value_name_fault(name))
            return value_complain(reader, name, value_name_fault(name));
        kind->names[kind->name_count++] = arena_copy(reader->arena, name->text, name->length);
    }
    if (kind->name_count == 0)
        kind->names[kind->name_count++] = arena_copy(reader->arena, letter->text, 1);
    return true;
}

/* Reads a word in Betza's notation and adds it to the atoms. */
static bool read_betza(struct rules_reader *reader, const struct ludus_text *word, struct atom **atoms,
                       unsigned *count)
{
    const char *reason, *text = arena_copy(reader->arena, word->text, word->length);
    size_t at, begin = (size_t)(word->text - reader->diag.text);
    if (text && betza_read(text, reader->arena, atoms, count, &reason, &at))
        return true;
    if (text)
        diag_add(&reader->diag, MSG_RULES_BETZA, begin + at, begin + word->length, (int)word->length,
                 word->text, reason);
    return false;
}

static bool read_moves(struct rules_reader *reader, const struct statement *statement)
{
    struct kind *kind = &reader->rules->kinds[reader->kind];
    kind->atoms = NULL;
    kind->atom_count = 0;
    return read_betza(reader, statement->values, &kind->atoms, &kind->atom_count);
}

static bool read_leaps(struct rules_reader *reader, const struct statement *statement)
{
    struct kind *kind = &reader->rules->kinds[reader->kind];
    kind->leaps = NULL;
    kind->leap_count = 0;
    if (!value_is_none(statement) && !read_betza(reader, statement->values, &kind->leaps, &kind->leap_count))
        return false;
    for (unsigned i = 0; i < kind->leap_count; i++)
        if (abs(kind->leaps[i].file) > 1 || abs(kind->leaps[i].rank) > 1)
            return value_complain(reader, statement->values,
                                  "a piece leaps over what is beside it or on its line: W F K R B Q");
    return true;
}

/* ---- Regions and lines ---- */

static bool read_region(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    const struct ludus_text *name = statement->values;
    unsigned last = (unsigned)statement->count, at = 1, from, to;
    while (at <= rules->region_count && !text_is(name->text, name->length, rules->regions[at].name))
        at++;
    if (at > REGIONS_MAX)
        return value_complain(reader, name, "a ruleset has at most 16 regions");
    bool fixed = value_find(&statement->values[last - 1], "fixed") == 0;
    struct region *region = &rules->regions[at];
    *region = (struct region){ .name = arena_copy(reader->arena, name->text, name->length) };
    rules->region_count = at > rules->region_count ? at : rules->region_count;
    for (unsigned i = 1; i < last - fixed; i++) {
        if (!value_range(reader, &statement->values[i], &from, &to))
            return false;
        unsigned file = from % rules->files, rank = from / rules->files;
        for (unsigned f = file; f <= to % rules->files; f++)
            for (unsigned r = rank; r <= to / rules->files; r++) {
                unsigned square = r * rules->files + f, other = rules->files * rules->ranks - 1 - square;
                squares_add(&region->squares[LUDUS_WHITE], square);
                squares_add(&region->squares[LUDUS_BLACK], fixed ? square : other);
            }
    }
    return region->name != NULL;
}

static bool read_line(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    unsigned from, to;
    if (value_is_none(statement))
        return rules->line_count = 0, true;
    if (rules->line_count == LINES_MAX)
        return value_complain(reader, statement->values, "a board has at most 48 lines");
    struct board_line *line = &rules->lines[rules->line_count++];
    *line = (struct board_line){ .count = 0 };
    for (size_t i = 0; i < statement->count; i++) {
        if (!value_range(reader, &statement->values[i], &from, &to))
            return false;
        int files = (int)rules->files, wide = (int)to % files - (int)from % files,
            high = (int)to / files - (int)from / files;
        int far = abs(wide) > abs(high) ? abs(wide) : abs(high);
        if (far && ((wide && abs(wide) != far) || (high && abs(high) != far)))
            return value_complain(reader, &statement->values[i], "a line is straight");
        for (int n = 0; n <= far && line->count < SIDE_MAX; n++)
            line->square[line->count++] =
                (uint8_t)((int)from + (far ? n * (high / far * files + wide / far) : 0));
    }
    return true;
}

static bool read_becomes_on(struct rules_reader *reader, const struct statement *statement)
{
    struct kind *kind = &reader->rules->kinds[reader->kind];
    unsigned at = kind->becomes_on_count;
    if (value_is_none(statement))
        return kind->becomes_on_count = 0, true;
    if (at == BECOMES_MAX)
        return value_complain(reader, statement->values, "a piece is promoted in at most 8 regions");
    kind->becomes_on[at].kinds = 0;
    kind->becomes_on_count++;
    return value_region(reader, statement->values, &kind->becomes_on[at].region) &&
           (statement->count < 2 || value_pieces(reader, &statement->values[1], &kind->becomes_on[at].kinds));
}

static bool read_keeps_off(struct rules_reader *reader, const struct statement *statement)
{
    struct kind *kind = &reader->rules->kinds[reader->kind];
    unsigned ignored;
    kind->passes_off = statement->count > 1;
    return value_region(reader, statement->values, &kind->keeps_off) &&
           (!kind->passes_off || value_word(reader, &statement->values[1], "passing", &ignored));
}

static bool read_moves_from(struct rules_reader *reader, const struct statement *statement)
{
    struct kind *kind = &reader->rules->kinds[reader->kind];
    unsigned region, first = kind->atom_count;
    if (!value_region(reader, statement->values, &region) ||
        !read_betza(reader, &statement->values[1], &kind->atoms, &kind->atom_count))
        return false;
    for (unsigned i = first; i < kind->atom_count; i++)
        kind->atoms[i].region = (uint8_t)region;
    return true;
}

static bool read_hostile(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    unsigned at = rules->hostile_count, always = 0;
    if (value_is_none(statement))
        return rules->hostile_count = 0, true;
    if (at == sizeof rules->hostile / sizeof *rules->hostile)
        return value_complain(reader, statement->values, "a ruleset has at most 4 hostile regions");
    rules->hostile[at].kinds = 0;
    bool read =
        value_region(reader, statement->values, &rules->hostile[at].region) &&
        value_word(reader, &statement->values[1], "empty always", &always) &&
        (statement->count < 3 || value_pieces(reader, &statement->values[2], &rules->hostile[at].kinds));
    rules->hostile[at].always = always;
    rules->hostile_count += read;
    return read;
}

static bool read_first_moves(struct rules_reader *reader, const struct statement *statement)
{
    static const char words[] = "square piece promoted always until-capture unchecked unattacked only";
    struct kind *kind = &reader->rules->kinds[reader->kind];
    kind->first_unchecked = kind->first_unattacked = kind->first_only = false;
    for (size_t i = 0; i < statement->count; i++) {
        unsigned which;
        if (!value_word(reader, &statement->values[i], words, &which))
            return false;
        if (which < 3) {
            kind->piece_first = which > 0;
            kind->promoted_first = which == 2;
        } else if (which < 5)
            kind->first_until_capture = which == 4;
        kind->first_unchecked |= which == 5 || which == 6;
        kind->first_unattacked |= which == 6;
        kind->first_only |= which == 7;
    }
    return true;
}

static bool read_board(struct rules_reader *reader, const struct statement *statement)
{
    const struct ludus_text *word = &statement->values[0];
    const char *cross = memchr(word->text, 'x', word->length);
    struct rules *rules = reader->rules;
    struct ludus_text files = *word, ranks = *word;
    /* What the parent says about squares is about those of its own board. */
    rules->castle_count = rules->line_count = 0;
    for (unsigned i = 1; i <= rules->region_count; i++)
        memset(rules->regions[i].squares, 0, sizeof rules->regions[i].squares);
    if (cross) {
        files.length = (size_t)(cross - word->text);
        ranks.text = cross + 1;
        ranks.length = word->length - files.length - 1;
        if (value_number(reader, &files, 1, SIDE_MAX, &rules->files, NULL) &&
            value_number(reader, &ranks, 1, SIDE_MAX, &rules->ranks, NULL)) {
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
    unsigned *dice = (unsigned *)((char *)rules + statement->row->field);
    rules->dice = rules->place_dice = rules->faces = 0;
    if (value_is_none(statement))
        return true;
    if (!value_number(reader, &statement->values[0], 1, LUDUS_DICE_MAX, dice,
                      "expected the number of dice, 1 to 4, or none"))
        return false;
    rules->faces = 6;
    return statement->count < 2 || value_number(reader, &statement->values[1], 2, 32, &rules->faces,
                                                "expected the number of faces, 2 to 32");
}

static bool read_evaluation(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    rules->evaluated = statement->count == TERM_WORTH;
    if (!rules->evaluated)
        return value_is_none(statement) || value_wrong_count(reader, statement);
    if (!value_decimals(reader, statement, rules->evaluation))
        return false;
    double strike = rules->evaluation[TERM_STRIKE];
    return (strike >= 0 && strike <= 1) ||
           value_complain(reader, statement->values, "expected a number from 0 to 1");
}

static bool read_worth(struct rules_reader *reader, const struct statement *statement)
{
    double *worth = reader->rules->evaluation + TERM_WORTH + 2 * WORTHS * reader->kind;
    if (statement->count != WORTHS && statement->count != 2 * WORTHS)
        return value_wrong_count(reader, statement);
    if (!value_decimals(reader, statement, worth))
        return false;
    if (statement->count == WORTHS)
        memcpy(worth + WORTHS, worth, WORTHS * sizeof *worth);
    return true;
}

static bool read_castle(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    struct castle castle = { 0 };
    uint8_t *const ends[] = { &castle.king_from, &castle.king_to, &castle.rook_from, &castle.rook_to };
    if (value_is_none(statement))
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
        unsigned square;
        if (!value_square(reader, &statement->values[i + 1], &square))
            return false;
        *ends[i] = (uint8_t)square;
        if (square / rules->files != castle.king_from / rules->files)
            return value_complain(reader, &statement->values[0], "the king castles along a rank");
    }
    castle_find_path(&castle);
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
    for (size_t i = 0; i < statement->count && !value_is_none(statement); i++) {
        const struct ludus_text *word = &statement->values[i];
        struct ludus_text digits = { word->text + 1, word->length - 1 };
        unsigned kind = rules_letter(rules, *word->text), count;
        if (kind == NONE || !value_number(reader, &digits, 1, 128, &count, NULL))
            return value_complain(reader, word, "expected a piece's letter and a number, as in M16");
        rules->hand[kind] = (uint8_t)count;
    }
    return true;
}

static bool read_place_rows(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    rules->place_rows = 0;
    for (size_t i = 0; i < statement->count && !value_is_none(statement); i++, rules->place_rows++)
        if (!value_roll(reader, &statement->values[i], rules->place_row[i]))
            return false;
    return true;
}

static bool read_hand_agreed(struct rules_reader *reader, const struct statement *statement)
{
    struct rules *rules = reader->rules;
    const struct ludus_text *tag = &statement->values[0];
    rules->hand_tag = NULL;
    if (value_is_none(statement))
        return true;
    if (!value_number(reader, &tag[1], 1, 128, &rules->hand_least, "expected a number of men") ||
        !value_number(reader, &tag[2], rules->hand_least, 128, &rules->hand_most,
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
    if (value_is_none(statement))
        return true;
    bool ok = value_number(reader, &statement->values[0], 0, 128, &rules->lost_at,
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
    if (!value_number(reader, &statement->values[0], 1, 10000, &rules->quiet_limit,
                      "expected a number of turns, or none"))
        return false;
    unsigned counts = 0;
    bool read = statement->count < 2 || value_word(reader, &statement->values[1], "draws counts", &counts);
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
    { "notation", SHAPE_WORD, RULE(notation), "san long squares", PLAIN },
    { "numbers", SHAPE_EITHER, RULE(sided_numbers), "plain sided", PLAIN },
    { "pass", SHAPE_WORD, RULE(pass), "usual no yes", PLAIN },
    { "region", SHAPE_REGION, RULE(regions), NULL, 2, 64, read_region, "a name and squares" },
    { "line", SHAPE_REGION, RULE(lines), NULL, 1, SIDE_MAX, read_line, "the points of a line, or none" },
    { "pawns", SHAPE_PIECES, RULE(pawns), NO_WORDS },
    { "evaluation", SHAPE_SPECIAL, RULE(evaluation), NULL, 1, TERM_WORTH, read_evaluation,
      "none, or eight numbers: strike, turn, number, power, danger, loose, mobility, white" },
    { "uci-variant", SHAPE_TEXT, RULE(uci_variant), NULL, 0, 0, NULL, "one word" },
    { "uci-option", SHAPE_TEXT, RULE(uci_option), NULL, 0, 0, NULL, "one word" },

    { "piece", SHAPE_KIND, RULE(kinds), NULL, 1, NAMES_MAX + 1, read_piece, "a letter and names" },
    { "moves", SHAPE_SPECIAL, PIECE(atoms), NULL, 1, 1, read_moves, "one word in Betza's notation" },
    { "faces", SHAPE_FACES, PIECE(faces), NULL, 1, 32, NULL, NULL },
    { "image", SHAPE_TEXT, PIECE(image), NULL, 0, 0, NULL, "one word" },
    { "becomes", SHAPE_PIECES, PIECE(becomes), NO_WORDS },
    { "becomes-on", SHAPE_REPEATED, PIECE(becomes_on), NULL, 1, 2, read_becomes_on, "a region, and pieces" },
    { "moves-from", SHAPE_REPEATED, PIECE(atoms), NULL, 2, 2, read_moves_from,
      "a region, and a word in Betza's notation" },
    { "leaps", SHAPE_SPECIAL, PIECE(leaps), NULL, 1, 1, read_leaps, "one word in Betza's notation" },
    { "keeps-to", SHAPE_PLACE, PIECE(keeps_to), NO_WORDS },
    { "keeps-off", SHAPE_SPECIAL, PIECE(keeps_off), NULL, 1, 2, read_keeps_off, "a region, and passing" },
    { "goal", SHAPE_PLACE, PIECE(goal), NO_WORDS },
    { "surrounded-on", SHAPE_PLACE, PIECE(surrounded_on), NO_WORDS },
    { "place-off", SHAPE_PLACE, PIECE(place_off), NO_WORDS },
    { "passed-on", SHAPE_PLACE, PIECE(passed_on), NO_WORDS },
    { "spares", SHAPE_PIECES, PIECE(spares), NO_WORDS },
    { "first-moves", SHAPE_SPECIAL, PIECE(piece_first), NULL, 1, 5, read_first_moves,
      "square, piece or promoted; always or until-capture; unchecked or unattacked; only" },
    { "first-lost-to", SHAPE_PIECES, PIECE(first_lost_to), NO_WORDS },
    { "worth", SHAPE_SPECIAL, PIECE(letter), NULL, WORTHS, 2 * WORTHS, read_worth,
      "three numbers: having it, advance, centre; or three for White and three for Black" },
    { "first-field", SHAPE_EITHER, RULE(fresh_in_castling), "own castling", PLAIN },
    { "royal", SHAPE_PIECES, RULE(royal), NO_WORDS },
    { "check", SHAPE_YES_NO, RULE(check), NO_WORDS },
    { "royal-capture", SHAPE_EITHER, RULE(royal_capture), "plays-on wins", PLAIN },
    { "bare-royal", SHAPE_WORD, RULE(bare_royal), "plays-on loses reprieve", PLAIN },
    { "give-check", SHAPE_EITHER, RULE(no_check), "yes no", PLAIN },
    { "royals-face", SHAPE_EITHER, RULE(facing), "yes no", PLAIN },
    { "checks-win", SHAPE_NUMBER, RULE(checks_win), NULL, 0, 9, NULL, NULL },
    { "goal-reply", SHAPE_YES_NO, RULE(goal_reply), NO_WORDS },
    { "lost-at", SHAPE_SPECIAL, RULE(lost_at), NULL, 1, 17, read_lost_at, "a number and letters of pieces" },
    { "immobile", SHAPE_PIECES, RULE(immobile), NO_WORDS },
    { "blocked", SHAPE_WORD, RULE(blocked), "loses draws passes counts-taken counts-pieces wins", PLAIN },
    { "quiet-limit", SHAPE_SPECIAL, RULE(quiet_limit), NULL, 1, 2, read_quiet_limit,
      "a number and draws or counts" },
    { "repetition", SHAPE_WORD, RULE(repetition), "free third never", PLAIN },
    { "dead-single", SHAPE_PIECES, RULE(dead_single), NO_WORDS },
    { "dead-shade", SHAPE_PIECES, RULE(dead_shade), NO_WORDS },
    { "drawn-repetition", SHAPE_NUMBER, RULE(drawn_times), NULL, 0, 1000, NULL, NULL },
    { "drawn-quiet", SHAPE_NUMBER, RULE(drawn_quiet), NULL, 0, 10000, NULL, NULL },
    { "castle", SHAPE_REPEATED, RULE(castles), NULL, 1, 5, read_castle,
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
    { "hostile", SHAPE_REPEATED, RULE(hostile), NULL, 2, 3, read_hostile,
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

    { "hand", SHAPE_SPECIAL, RULE(hand), NULL, 1, KINDS_MAX, read_hand,
      "letters with numbers, as in M16, or none" },
    { "drops", SHAPE_YES_NO, RULE(drops), NO_WORDS },
    { "mill", SHAPE_WORD, RULE(mill), "nothing takes-one takes-each wins", PLAIN },
    { "mill-flies", SHAPE_YES_NO, RULE(mill_flies), NO_WORDS },
    { "mill-shields", SHAPE_YES_NO, RULE(mill_shields), NO_WORDS },
    { "hand-agreed", SHAPE_SPECIAL, RULE(hand_tag), NULL, 3, 3, read_hand_agreed,
      "the name of a tag, the least and the greatest number of men, or none" },
    { "place-last", SHAPE_PIECES, RULE(place_last), NO_WORDS },
    { "place-count", SHAPE_NUMBER, RULE(place_count), NULL, 1, 2, NULL, NULL },
    { "place-first", SHAPE_NUMBER, RULE(place_first), NULL, 0, 2, NULL, NULL },
    { "place-dice", SHAPE_SPECIAL, RULE(place_dice), NULL, 1, 2, read_dice,
      "the number of dice and of faces" },
    { "place-rows", SHAPE_SPECIAL, RULE(place_row), NULL, 1, ROWS_MAX, read_place_rows,
      "rolls, as in 6-5-4, or none" },
};
const size_t statement_row_count = sizeof statement_rows / sizeof *statement_rows;
