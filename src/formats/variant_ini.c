/* variant_ini.c - writes the rules of a game as a section of a variants file of Fairy-Stockfish, an engine
 * for chess-like games. What its format cannot express is said. */
#include "base/memory.h"
#include "base/text.h"
#include "rules/position.h"
#include "rules/ruleset.h"

#include <string.h>

/* The pieces that the engine has, and how they move; old versions have no others. */
static const struct {
    const char *name, *moves;
} pieces[] = {
    { "pawn", "fmWfcF" },    { "knight", "N" },        { "bishop", "B" },       { "rook", "R" },
    { "queen", "Q" },        { "fers", "F" },          { "alfil", "A" },        { "fersAlfil", "FA" },
    { "silver", "FfW" },     { "aiwok", "RNF" },       { "bers", "RF" },        { "archbishop", "BN" },
    { "chancellor", "RN" },  { "amazon", "QN" },       { "knibis", "mNcB" },    { "biskni", "mBcN" },
    { "kniroo", "mNcR" },    { "rookni", "mRcN" },     { "shogiPawn", "fW" },   { "lance", "fR" },
    { "shogiKnight", "fN" }, { "gold", "WfF" },        { "dragonHorse", "BW" }, { "clobber", "cW" },
    { "cannon", "mRcpR" },   { "janggiCannon", "pR" }, { "soldier", "fsW" },    { "horse", "nN" },
    { "elephant", "nA" },    { "wazir", "W" },         { "commoner", "K" },     { "centaur", "KN" },
};
enum { PIECES = sizeof pieces / sizeof *pieces, FILES_MOST = 12, RANKS_MOST = 10, CUSTOM_MOST = 25 };

struct writer {
    const struct ludus_ruleset *rs;
    const struct rules *rules;
    struct ludus_buffer text, missing; /* the section; what cannot be expressed */
    bool used[PIECES];
    unsigned custom; /* number of pieces that it does not have */
    unsigned pawn;   /* the kind that is its pawn, or NONE */
};

/* Adds what cannot be expressed: of a kind, unless that is NULL. */
static void miss(struct writer *to, const struct kind *of, const char *what)
{
    buf_format(&to->missing, "%s%s%s%s", to->missing.length ? ", " : "", what, of ? " of " : "",
               of ? of->names[0] : "");
}

static void add_letters(struct writer *to, const char *key, kind_set kinds)
{
    buf_format(&to->text, "%s = ", key);
    for (unsigned k = 0; k < to->rules->kind_count; k++)
        if (in_set(kinds, k))
            buf_char(&to->text, to_lower(to->rules->kinds[k].letter));
    buf_char(&to->text, '\n');
}

static void add_squares(struct writer *to, const char *key, const struct squares *squares)
{
    buf_format(&to->text, "%s =", key);
    FOR_SQUARES(square, squares, to->rs->words)
    buf_format(&to->text, " %s", square_name(to->rs, square).text);
    buf_text(&to->text, squares_any(squares) ? "\n" : " -\n");
}

/* ---- How pieces move ---- */

/* Are these the moves of a word in Betza's notation, in any order? */
static bool moves_so(const struct atom *atoms, unsigned count, const char *word)
{
    struct arena arena = { 0 };
    struct atom *others = NULL;
    unsigned others_count = 0, found = 0;
    const char *reason;
    size_t at;
    bool read = betza_read(word, &arena, &others, &others_count, &reason, &at);
    for (unsigned i = 0; read && i < count; i++)
        for (unsigned o = 0; o < others_count; o++)
            found += memcmp(&atoms[i], &others[o], sizeof *atoms) == 0;
    arena_free(&arena);
    return read && found == count && count == others_count;
}

/* Is the kind a pawn, with or without a first move of two steps and en passant? */
static bool is_pawn(const struct kind *kind)
{
    struct atom rest[ATOMS_MAX];
    unsigned count = 0;
    bool sound = kind->atom_count <= ATOMS_MAX;
    for (unsigned i = 0; sound && i < kind->atom_count; i++) {
        struct atom atom = kind->atoms[i];
        if (atom.mode & MODE_FIRST) {
            sound = atom.mode == (MODE_FIRST | MODE_MOVE | MODE_LAME) && atom.rank == 2 && atom.file == 0 &&
                    atom.length == 1 && !kind->piece_first && !kind->first_until_capture &&
                    !kind->first_unchecked && !kind->first_only && !kind->first_lost_to;
        } else {
            rest[count] = atom;
            rest[count++].mode &= (uint8_t)~MODE_PASSING;
        }
    }
    return sound && moves_so(rest, count, pieces[0].moves);
}

/* Writes a group of moves, which lead in all directions or in one, in the part of Betza's notation that the
 * engine knows. False if it has no such moves. */
static bool add_moves(struct ludus_buffer *out, struct atom atom, bool all, unsigned longest)
{
    static const char leaps[4][4] = { "", "WF", "DNA", "HCZG" };
    const int file = atom.file < 0 ? -atom.file : atom.file, rank = atom.rank < 0 ? -atom.rank : atom.rank;
    const unsigned far = (unsigned)(file > rank ? file : rank), near = (unsigned)(file > rank ? rank : file);
    const char up = atom.rank > 0 ? 'f' : 'b', side = atom.file > 0 ? 'r' : 'l';
    if (far > 3 || atom.mode & ~(MODE_MOVE | MODE_TAKE) || atom.passes || atom.region || atom_bends(atom) ||
        (atom.length > 1 && far > 1 && near != 1) || (atom.length > 9 && atom.length < longest))
        return false;
    if (!all && near > 0)
        buf_format(out, "%c%c", file > rank ? up : side, file > rank ? side : up);
    else if (!all)
        buf_char(out, file ? side : up);
    buf_text(out, !(atom.mode & MODE_TAKE) ? "m" : !(atom.mode & MODE_MOVE) ? "c" : "");
    buf_char(out, leaps[far][near]);
    if (atom.length > 1)
        buf_char(out, (char)('0' + (atom.length < longest ? atom.length : 0)));
    return true;
}

/* Writes all moves of a kind. False if the engine has no such moves. */
static bool add_word(struct writer *to, const struct kind *kind)
{
    const unsigned files = to->rules->files, ranks = to->rules->ranks;
    bool sound = true;
    for (unsigned i = 0; sound && i < kind->atom_count; i++) {
        struct atom atom = kind->atoms[i];
        unsigned alike = 0, before = 0;
        for (unsigned j = 0; j < kind->atom_count; j++) { /* the same moves in other directions */
            const struct atom *other = &kind->atoms[j];
            if (atom.file * atom.file + atom.rank * atom.rank ==
                    other->file * other->file + other->rank * other->rank &&
                memcmp(&atom.length, &other->length, sizeof atom - offsetof(struct atom, length)) == 0) {
                alike++;
                before += j < i;
            }
        }
        bool all = alike == (atom.file && atom.rank && abs(atom.file) != abs(atom.rank) ? 8u : 4u);
        if (!all || before == 0)
            sound = add_moves(&to->text, atom, all, (files > ranks ? files : ranks) - 1);
    }
    buf_char(&to->text, '\n');
    return sound;
}

/* Writes a line for a kind. */
static void add_piece(struct writer *to, unsigned number)
{
    const struct kind *kind = &to->rules->kinds[number];
    const char letter = to_lower(kind->letter);
    unsigned p = 0;
    bool royal = in_set(to->rules->royal, number),
         usual = royal && moves_so(kind->atoms, kind->atom_count, "K");
    if (to->pawn == NONE && is_pawn(kind))
        to->pawn = number;
    while (p < PIECES && (to->used[p] || !moves_so(kind->atoms, kind->atom_count, pieces[p].moves)))
        p++;
    if (to->pawn == number || (!royal && p < PIECES)) {
        p = to->pawn == number ? 0 : p;
        to->used[p] = true;
        buf_format(&to->text, "%s = %c\n", pieces[p].name, letter);
    } else if (usual) {
        buf_format(&to->text, "king = %c\n", letter);
    } else {
        if (royal)
            buf_format(&to->text, "king = %c:", letter);
        else
            buf_format(&to->text, "customPiece%u = %c:", ++to->custom, letter);
        if (!add_word(to, kind))
            miss(to, kind, "the moves");
    }
    if (kind->keeps_to || kind->keeps_off || kind->goal)
        miss(to, kind, "the squares");
    if (kind->spares && kind->spares != (kind_set)1 << number)
        miss(to, kind, "the pieces that are spared");
    else if (kind->spares)
        add_letters(to, "mutuallyImmuneTypes", kind->spares);
    if (kind->becomes && to->pawn != number)
        miss(to, kind, "the promotion");
}

/* ---- Rules about squares ---- */

/* Writes where and to what the pawn is promoted, and from where it goes two steps. */
static void add_pawn(struct writer *to)
{
    static const char *const keys[][2] = { { "promotionRegionWhite", "promotionRegionBlack" },
                                           { "doubleStepRegionWhite", "doubleStepRegionBlack" } };
    const struct kind *kind = &to->rules->kinds[to->pawn];
    kind_set becomes = 0;
    bool first = false, passing = false, same = true;
    for (unsigned i = 0; i < kind->atom_count; i++) {
        first |= (kind->atoms[i].mode & MODE_FIRST) != 0;
        passing |= (kind->atoms[i].mode & MODE_PASSING) != 0;
    }
    for (unsigned side = 0; side < 2; side++) {
        const unsigned code = CODE_OF(to->pawn, side);
        struct squares last = { 0 }, start = { 0 };
        for (unsigned s = 0; s < to->rs->squares; s++) {
            kind_set here = promotions_on(to->rs, code, s);
            same &= !here || !becomes || here == becomes;
            becomes |= here;
            if (here)
                squares_add(&last, s);
            if (to->rs->start->cell[s] == code)
                squares_add(&start, s);
        }
        add_squares(to, keys[0][side], &last);
        if (first)
            add_squares(to, keys[1][side], &start);
    }
    add_letters(to, "promotionPieceTypes", becomes);
    if (!same || !becomes || becomes & to->rules->royal)
        miss(to, kind, "the promotion");
    if (!first)
        buf_text(&to->text, "doubleStep = false\n");
    else if (!passing)
        buf_text(&to->text, "enPassantRegion = -\n");
    if (kind->passed_on || (passing && !first))
        miss(to, kind, "the capture en passant");
}

/* Writes from where to where king and rook castle. */
static void add_castling(struct writer *to)
{
    const struct rules *rules = to->rules;
    const struct castle *sides[2] = { NULL, NULL }; /* king's and queen's */
    bool sound = !rules->castle_any;
    kind_set rooks = 0;
    for (unsigned i = 0; i < rules->castle_count; i++) {
        const struct castle *castle = &rules->castles[i], **same = &sides[to_lower(castle->letter) != 'k'];
        const unsigned files = rules->files, code = to->rs->start->cell[castle->rook_from];
        const bool kings = same == sides;
        *same = *same ? *same : castle;
        sound &= code && castle->rook_to + (kings ? 1 : -1) == castle->king_to &&
                 castle->king_from / files == (castle->side ? rules->ranks - 1 : 0) &&
                 castle->king_from % files == (*same)->king_from % files &&
                 castle->king_to % files == (*same)->king_to % files &&
                 castle->rook_from % files == (kings ? files - 1 : 0);
        rooks |= code ? (kind_set)1 << CODE_KIND(code) : 0;
    }
    if (!rules->castle_count) {
        buf_text(&to->text, "castling = false\n");
        return;
    }
    if (!sound || !sides[0] || !sides[1] ||
        sides[0]->king_from % rules->files != sides[1]->king_from % rules->files) {
        miss(to, NULL, "castling");
        return;
    }
    buf_format(&to->text, "castlingKingFile = %c\ncastlingKingsideFile = %c\ncastlingQueensideFile = %c\n",
               'a' + (char)(sides[0]->king_from % rules->files),
               'a' + (char)(sides[0]->king_to % rules->files),
               'a' + (char)(sides[1]->king_to % rules->files));
    add_letters(to, "castlingRookPiece", rooks); /* of old versions */
    add_letters(to, "castlingRookPieces", rooks);
}

/* ---- The whole ---- */

/* Says what is in the rules and not in the format. */
static void miss_rules(struct writer *to)
{
    const struct ludus_ruleset *rs = to->rs;
    const struct rules *rules = to->rules;
    const struct {
        bool has;
        const char *what;
    } lacks[] = {
        { !ludus_ruleset_single(rs), "turns with dice or of several moves" },
        { rules->files > FILES_MOST || rules->ranks > RANKS_MOST, "a board of more than 12x10 squares" },
        { rules->line_count > 0, "boards of lines" },
        { rs->custodial || rs->leaps || rules->jumpers || rules->explodes || !rules->displacement,
          "captures other than by moving onto a piece" },
        { rs->places, "placing" },
        { rules->must_take, "compulsory captures" },
        { !rules->check || !rs->has_royal[0] || !rs->has_royal[1] || rules->royal & (rules->royal - 1),
          "games without check to one king" },
        { rules->no_check || rules->checks_win, "checks that win or are forbidden" },
        { knows_passing(rules), "passing" },
        { rules->blocked >= BLOCKED_PASSES && rules->blocked != BLOCKED_WINS,
          "what happens to a blocked side" },
        { rules->quiet_limit || rules->lost_at != NONE || rules->immobile, "the end of the game" },
        { rules->repetition, "the ban of repetitions" },
        { rs->tracks_fresh || rs->tracks_captured || rs->counts_taken, "what pieces did before" },
    };
    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
        if (lacks[i].has)
            miss(to, NULL, lacks[i].what);
}

static void add_ends(struct writer *to)
{
    const struct rules *rules = to->rules;
    buf_text(&to->text, rules->blocked == BLOCKED_LOSES  ? "stalemateValue = loss\n"
                        : rules->blocked == BLOCKED_WINS ? "stalemateValue = win\n"
                                                         : "");
    buf_text(&to->text, rules->facing ? "flyingGeneral = true\n" : "");
    if (rules->bare_royal)
        buf_format(&to->text,
                   "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n"
                   "extinctionOpponentPieceCount = 2\nextinctionClaim = %s\n",
                   rules->bare_royal == BARE_REPRIEVE ? "true" : "false");
}

bool ludus_ruleset_variant(const struct ludus_ruleset *ruleset, struct ludus_buffer *out, char *reason,
                           size_t size)
{
    struct writer to = { .rs = ruleset, .rules = &ruleset->rules, .pawn = NONE };
    const struct rules *rules = to.rules;
    buf_format(&to.text, "[ludus-%s]\nmaxRank = %u\nmaxFile = %u\n", rules->id, rules->ranks, rules->files);
    miss_rules(&to);
    for (unsigned k = 0; !to.missing.length && k < rules->kind_count; k++)
        add_piece(&to, k);
    if (!to.missing.length) {
        if (to.pawn != NONE)
            add_pawn(&to);
        add_castling(&to);
        add_ends(&to);
        buf_format(&to.text, "startFen = %s\n", rules->start);
    }
    if (to.custom > CUSTOM_MOST)
        miss(&to, NULL, "so many kinds of pieces");
    const bool sound = !to.missing.length;
    if (sound)
        buf_add(out, to.text.bytes, to.text.length);
    (void)snprintf(reason, size, "%s", buf_string(&to.missing));
    out->failed |= to.text.failed || to.missing.failed;
    buf_free(&to.text);
    buf_free(&to.missing);
    return sound;
}
