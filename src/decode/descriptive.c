/* descriptive.c - the legal moves that a move in descriptive notation can mean. */
#include "decode/descriptive.h"

#include "rules/castle.h"

#include <string.h>

enum { FILES = 8, NO_ORIGIN = 255, MOVES = 256 };

static const char files[FILES + 1] = "RNBQKBNR";

/* ---- Where the game stands ---- */

static unsigned kind_of(const struct descriptive_game *game, char letter)
{
    return lexicon_kind(&game->lexicon, &letter, 1);
}

bool descriptive_start(struct descriptive_game *game, const struct ludus_ruleset *rules)
{
    descriptive_free(game);
    bool fits = rules && rules->rules.files == FILES && rules->rules.ranks == FILES;
    if (fits)
        lexicon_init(&game->lexicon, rules);
    for (const char *letter = "KQRBNP"; fits && *letter; letter++)
        fits = kind_of(game, *letter) != NONE;
    if (fits)
        game->position = ludus_position_new(rules);
    for (unsigned square = 0; square < FILES * FILES; square++)
        game->origin[square] = (uint8_t)(square % FILES);
    return game->position != NULL;
}

bool descriptive_copy(struct descriptive_game *game, const struct descriptive_game *other)
{
    *game = *other;
    game->position = position_without_past(other->position);
    return game->position != NULL;
}

void descriptive_free(struct descriptive_game *game)
{
    ludus_position_free(game->position);
    game->position = NULL;
}

static void carry(struct descriptive_game *game, unsigned from, unsigned to)
{
    game->origin[to] = game->origin[from];
}

static const struct castle *made_castle(const struct descriptive_game *game, struct ludus_move move)
{
    return castle_between(&game->lexicon.ruleset->rules, move.from, move.to);
}

bool descriptive_play(struct descriptive_game *game, struct ludus_move move)
{
    const struct castle *castle = move.type == LUDUS_CASTLE ? made_castle(game, move) : NULL;
    if (castle)
        carry(game, castle->rook_from, castle->rook_to);
    if (move.from < FILES * FILES && move.to < FILES * FILES)
        carry(game, move.from, move.to);
    if (move.piece != LUDUS_NO_KIND && move.to < FILES * FILES)
        game->origin[move.to] = NO_ORIGIN;
    return ludus_position_make(game->position, move);
}

/* ---- What a move can mean ---- */

/* Has a file that name, on that side of the board if it is said? */
static bool is_file(unsigned file, char name, char side)
{
    return (name == '\0' || files[file] == name) && (side == '\0' || (side == 'K') == (file >= FILES / 2));
}

static bool is_square(const struct descriptive_game *game, const struct own_square *own, unsigned square)
{
    unsigned rank = square / FILES + 1;
    bool black = ludus_position_side(game->position) == LUDUS_BLACK;
    return own->rank == (black ? FILES + 1 - rank : rank) && is_file(square % FILES, own->file, own->side);
}

/* Is it the piece on a square: a pawn by its file, another by the side of the board that it came from? */
static bool is_piece(const struct descriptive_game *game, const struct own_piece *own, unsigned square)
{
    unsigned kind = ludus_position_at(game->position, square).kind;
    if (kind == LUDUS_NO_KIND || kind != kind_of(game, own->kind))
        return false;
    if (own->kind == 'P')
        return is_file(square % FILES, own->file, own->side);
    return own->side == '\0' ||
           (game->origin[square] < FILES && is_file(game->origin[square], '\0', own->side));
}

/* The square where the move takes something; LUDUS_NO_SQUARE when it takes nothing. */
static unsigned taken_square(const struct descriptive_game *game, struct ludus_move move)
{
    if (move.type == LUDUS_EN_PASSANT)
        return (unsigned)(move.from / FILES * FILES + move.to % FILES);
    return ludus_position_at(game->position, move.to).kind == LUDUS_NO_KIND ? LUDUS_NO_SQUARE : move.to;
}

static bool promotes_so(const struct descriptive_game *game, const struct descriptive *said,
                        struct ludus_move move)
{
    bool promotes = move.piece != LUDUS_NO_KIND;
    if (said->promotion)
        return promotes && move.piece == kind_of(game, said->promotion);
    return !promotes || move.piece == kind_of(game, 'Q');
}

static bool castles_so(const struct descriptive_game *game, const struct descriptive *said,
                       struct ludus_move move)
{
    return move.type == LUDUS_CASTLE &&
           (said->piece.side == '\0' ||
            (said->piece.side == 'K') == castle_is_short(made_castle(game, move)));
}

/* Can it be that? */
static bool means(const struct descriptive_game *game, const struct descriptive *said, struct ludus_move move)
{
    static const struct own_piece pawn = { .kind = 'P' };
    if (said->style == DESCRIPTIVE_CASTLES || move.type == LUDUS_CASTLE)
        return said->style == DESCRIPTIVE_CASTLES && castles_so(game, said, move);
    if (move.from >= FILES * FILES || move.to >= FILES * FILES || !promotes_so(game, said, move))
        return false;
    unsigned taken = taken_square(game, move);
    if (said->style == DESCRIPTIVE_FILES)
        return is_piece(game, &pawn, move.from) && taken != LUDUS_NO_SQUARE &&
               move.from % FILES == said->files[0] && move.to % FILES == said->files[1];
    return is_piece(game, &said->piece, move.from) && said->takes == (taken != LUDUS_NO_SQUARE) &&
           (!said->takes || is_piece(game, &said->taken, taken)) &&
           (said->from.rank == 0 || is_square(game, &said->from, move.from)) &&
           (said->to.rank == 0 || is_square(game, &said->to, move.to));
}

static bool gives_check(const struct descriptive_game *game, struct ludus_move move)
{
    if (!ludus_position_make(game->position, move))
        return false;
    bool check = ludus_position_in_check(game->position);
    ludus_position_undo(game->position);
    return check;
}

size_t descriptive_find(const struct descriptive_game *game, const struct descriptive *move,
                        struct ludus_move *found)
{
    struct ludus_move moves[MOVES];
    size_t count = ludus_position_moves(game->position, moves, MOVES), kept = 0, checks = 0;
    for (size_t i = 0; i < count && i < MOVES; i++)
        if (means(game, move, moves[i]))
            moves[kept++] = moves[i];
    for (size_t i = 0; move->check && kept > 1 && i < kept; i++)
        if (gives_check(game, moves[i]))
            moves[checks++] = moves[i];
    kept = checks ? checks : kept;
    if (kept > 0)
        *found = moves[0];
    return kept;
}
