/* transcript_find.c - finds the next game of a printed page by the search. */
#include "base/text.h"
#include "decode/transcript_players.h"

#include <limits.h>
#include <stdio.h>

enum {
    COST_MOST = 320,
    REASON = 160,
    FEN_TEXT = 400,
    GAME_BYTES = 64 * 1024 /* no game on a page is longer */
};

/* Reads the next number in a text, and moves `*at` behind it. Returns 0 if there is none. */
static uint32_t next_number(const char **at, const char *end)
{
    while (*at < end && !is_digit(**at))
        ++*at;
    const char *digits = *at;
    const uint32_t number = number_take(at);
    return *at - digits < 5 ? number : 0;
}

/* Returns the number of the game that "Moves 1-8 as in Game No. 12" names, if `last` is 8; else 0. */
static uint32_t read_reference(const char *at, const char *end, uint32_t last)
{
    for (uint32_t before = 0, number; at < end; before = number) {
        number = next_number(&at, end);
        bool words = false; /* as in Game No. */
        unsigned letters = 0;
        for (const char *c = at; c < end && !is_digit(*c); c++) {
            letters = is_letter(*c) ? letters + 1 : 0;
            words |= letters > 2;
        }
        if (number == last && before <= 1 && words)
            return next_number(&at, end);
    }
    return 0;
}

size_t passages_next_game(const struct passages *passages, size_t from)
{
    uint32_t most = 0;
    unsigned margin = 0, seen = 0;
    for (size_t i = from; i < passages->count; i++) {
        const struct passage *passage = &passages->each[i];
        if (!passage->strong)
            continue;
        const size_t before = i ? passages->each[i - 1].end : 0;
        bool refers = passage->label > 1 && passage->label <= most && passage->side == 0 &&
                      before < passage->label_begin &&
                      read_reference(passages->text + before, passages->text + passage->label_begin,
                                     passage->label - 1);
        bool anew = passage->label == 1 && passage->side != 1 && most > (passage->in_row ? 1 : 2) &&
                    seen > 2 && (!margin || passage->margin <= margin + 2) && !passages_touch(passages, i);
        size_t next = i;
        while (anew && next < passages->count &&
               !(passages->each[next].strong && passages->each[next].label > 1))
            next++;
        if (refers || (anew && next < passages->count && passages->each[next].label == 2))
            return i;
        most = passage->label > most ? passage->label : most;
        seen++;
        margin = margin ? margin : passage->margin;
    }
    return passages->count;
}

/* ---- Odds ---- */

/* Finds the square at the start of the piece that a text in a line (after a wing, or two) names, "Q. R." or
 * "Queen", or of a pawn, named by its piece, "K. B. P.". NONE if it names none, or more than one fits. If no
 * side is given, a pawn is Black's, another piece White's. */
static unsigned find_removed(const struct dialects *dialects, const struct dialect *dialect, const char *at,
                             const char *end, unsigned side)
{
    const struct ludus_ruleset *rules = dialects->ruleset;
    unsigned names[3], count = 0, found = NONE, files = UINT_MAX;
    for (bool begins = true; at < end && !(is_break(*at) && count && names[count - 1] != dialect->wings[0] &&
                                           names[count - 1] != dialect->wings[1]);
         begins = !is_letter(*at), at++) {
        const struct dialect_word *word = begins ? dialect_match(dialect, at, end) : NULL;
        if (!word || word->class != CLASS_PIECE || count == 3 ||
            (at + word->length < end && is_letter(at[word->length])))
            continue;
        names[count++] = word->value;
        at += word->length - 1u;
    }
    if (count == 0)
        return NONE;
    const unsigned kind = names[count - 1];
    const bool pawn = kind < KINDS_MAX && in_set(rules->rules.pawns, kind);
    side = side == NO_SIDE ? (pawn ? LUDUS_BLACK : LUDUS_WHITE) : side;
    unsigned wings = count - pawn; /* names without that of a pawn; the last but one may be a wing */
    if (pawn && count > 1 && names[count - 2] < KINDS_MAX)
        files = dialects->home_files[names[count - 2]];
    unsigned wing = wings > 1 ? dialects_wing(dialects, dialect, names[wings - 2]) : 0;
    files &= wing ? wing : UINT_MAX;
    for (unsigned square = 0; square < rules->squares; square++) {
        struct ludus_square stands = ludus_position_at(rules->start, square);
        if (stands.kind != kind || stands.side != side || !(files >> square_file(rules, square) & 1))
            continue;
        if (found != NONE)
            return NONE;
        found = square;
    }
    return found;
}

/* Adds a start of the game, that of the ruleset (`fen` is NULL) or another, if it is valid and new. */
static bool add_start(struct found_game *found, const char *fen)
{
    char reason[REASON];
    struct ludus_position *start =
        found->start_count < FOUND_STARTS ? ludus_position_new(found->dialects.ruleset) : NULL;
    bool sound = start && (!fen || ludus_position_set_fen(start, fen, reason, sizeof reason));
    for (size_t i = 0; sound && i < found->start_count; i++)
        sound = start->hash != found->starts[i]->hash;
    if (sound)
        found->starts[found->start_count++] = start;
    else
        ludus_position_free(start);
    return sound;
}

/* Adds the start of a game at odds, "Remove White's Q. R.", "(Black's K. B. P. must be removed)". Returns the
 * end of that line, or NULL. */
static const char *add_odds(struct found_game *found, const char *begin, const char *end)
{
    char fen[FEN_TEXT];
    const struct dialects *dialects = &found->dialects;
    const char *removes, *behind, *word = transcript_find_word(dialects, begin, end, CLASS_REMOVE, &removes),
                                  *line = word;
    if (!line)
        return NULL;
    while (line > begin && !is_break(line[-1]))
        line--;
    const char *stop = removes + print_line_end(removes, 0, (size_t)(end - removes));
    if (stop < end && !strchr(".)]", stop[-1])) /* the sentence goes on below */
        stop += 1 + print_line_end(stop + 1, 0, (size_t)(end - stop) - 1);
    for (const char *later; (later = transcript_find_word(dialects, removes, stop, CLASS_REMOVE, &behind));)
        word = later, removes = behind; /* "gives the Pawn and move. (Remove Black's K. B. P.)" */
    unsigned side = transcript_find_word(dialects, line, stop, CLASS_WHITE, &behind)   ? LUDUS_WHITE
                    : transcript_find_word(dialects, line, stop, CLASS_BLACK, &behind) ? LUDUS_BLACK
                                                                                       : NO_SIDE,
             square = NONE;
    const struct dialect_word *remove = dialects_find(dialects, word, (size_t)(stop - word), CLASS_REMOVE);
    for (unsigned d = 0; d < dialects->count; d++) {
        const struct dialect *dialect = &dialects->each[d]; /* the piece has a name of the same language */
        if (remove < dialect->words || remove >= dialect->words + dialect->word_count)
            continue;
        square = find_removed(dialects, dialect, removes, stop, side);
        square = square == NONE ? find_removed(dialects, dialect, line, word, side) : square;
    }
    struct ludus_position start = *dialects->ruleset->start;
    if (square != NONE)
        position_put(&start, square, 0);
    (void)ludus_position_fen(&start, false, fen, sizeof fen);
    return square != NONE && add_start(found, fen) ? stop : NULL;
}

/* Adds the position of a board, with each side to move. Kings and rooks that stand on their squares may
 * castle: of the other rights nothing is left. False if it adds none. */
static bool add_board(struct found_game *found, const struct ludus_position *board)
{
    const struct rules *rules = &board->ruleset->rules;
    char fen[FEN_TEXT], rights[CASTLES_MAX + 1] = "-";
    bool added = false;
    for (unsigned i = 0; i < rules->castle_count && !rules->fresh_in_castling; i++)
        rights[i] = rules->castles[i].letter;
    for (unsigned side = 0; side < 2; side++) {
        diagram_text_write(board, fen, sizeof fen);
        const size_t length = strlen(fen);
        (void)snprintf(fen + length, sizeof fen - length, " %c %s - 0 1", "wb"[side], rights);
        added |= add_start(found, fen);
    }
    return added;
}

/* Adds the positions that are drawn before byte `moves`. Returns the last drawing's, or 0. */
static size_t add_drawn(const struct page *page, struct found_game *found, size_t moves)
{
    struct ludus_position board = *found->dialects.ruleset->start;
    size_t drawn = 0;
    for (size_t at = transcript_begin_of(page, page->next), next; at < moves; at = next) {
        next = diagram_text_read(&found->dialects, page->text.bytes, at, moves, &board);
        if (next == at)
            next = print_next_line(page->text.bytes, at, moves);
        else if (add_board(found, &board))
            drawn = at;
    }
    return drawn;
}

/* Adds the positions that are told in words before byte `moves`: "White: Kg1" is no move in them. Returns the
 * byte behind the words, or 0. */
static size_t add_told(const struct page *page, struct found_game *found, size_t moves)
{
    const char *text = page->text.bytes, *begin = text + transcript_begin_of(page, page->next);
    struct ludus_position board = *found->dialects.ruleset->start;
    size_t told_end = 0;
    for (unsigned one = 0; one < 2; one++) /* then with all ranks from one end */
        for (unsigned i = 0; i < found->dialects.count; i++) {
            size_t told = diagram_text_told(&found->dialects, &found->dialects.each[i], begin, text + moves,
                                            one, &board);
            if (told && add_board(found, &board) && told > told_end)
                told_end = told;
        }
    return told_end ? (size_t)(begin - text) + told_end : 0;
}

static void free_passage(struct passage *passage)
{
    free(passage->readings);
    free(passage->slips);
    ludus_position_free(passage->board);
}

/* Finds the possible starts: a given FEN, or the usual one and those drawn or told. */
static void find_starts(const struct page *page, struct found_game *found, struct ludus_text fen)
{
    char text[FEN_TEXT];
    struct passages *passages = &found->passages;
    const size_t begin = transcript_begin_of(page, page->next);
    size_t first = 0, kept = 0, told;
    if (fen.length && fen.length < sizeof text) {
        (void)snprintf(text, sizeof text, "%.*s", (int)fen.length, fen.text);
        found->given = add_start(found, text);
        return;
    }
    add_start(found, NULL);
    while (first < passages->count && passages->each[first].board)
        first++;
    const size_t end = first < passages->count ? passages->each[first].begin : begin;
    while (first < passages->count && !(passages->each[first].strong && passages->each[first].label))
        first++;
    const size_t moves = first < passages->count ? passages->each[first].begin : end;
    const char *odds = add_odds(found, page->text.bytes + begin, page->text.bytes + moves);
    const size_t drawn = odds ? 0 : add_drawn(page, found, moves);
    told = odds ? (size_t)(odds - page->text.bytes) : add_told(page, found, moves);
    for (bool anew = false; !told && !anew && ++first < passages->count;) { /* "1. White: Kg1 ... 1. Kg2" */
        const struct passage *other = &passages->each[first];
        anew = other->label == 1 && passage_is_labelled(other);
        told = anew ? add_told(page, found, other->begin) : 0;
    }
    found->told = told && !odds ? transcript_line_of(page, told - 1) + 1 : 0;
    for (size_t i = 0; i < passages->count; i++) { /* before those bytes keep only diagrams, and turns */
        struct passage *at = &passages->each[i];
        if ((at->begin >= told && (at->label || at->begin >= drawn)) || at->board)
            passages->each[kept++] = *at;
        else
            free_passage(at);
    }
    passages->count = kept;
}

/* ---- Moves of another game ---- */

/* Finds "Moves 1-8 as in Game No. 12" before a first turn 9, and adds the position after those moves. */
static void find_reference(const struct page *page, struct found_game *found)
{
    const struct passages *passages = &found->passages;
    size_t strong = 0;
    while (strong < passages->count && !(passages->each[strong].strong && passages->each[strong].label > 1))
        if (passages->each[strong++].label == 1 && passages->each[strong - 1].strong)
            return;
    if (strong == passages->count || found->start_count == 0 || found->start_count == FOUND_STARTS)
        return;
    const char *at = page->text.bytes + transcript_begin_of(page, page->next),
               *end = page->text.bytes + passages->each[strong].label_begin;
    const uint32_t last = passages->each[strong].label - 1, number = read_reference(at, end, last);
    for (size_t i = 0; i < page->game_count && number; i++)
        if (page->games[i].number == number && page->games[i].count >= 2 * (size_t)last)
            found->as = &page->games[i];
    struct ludus_position *start = found->as ? ludus_position_new(found->dialects.ruleset) : NULL;
    found->taken = start ? 2 * (size_t)last : 0;
    for (size_t i = 0; i < found->taken; i++)
        (void)ludus_position_make(start, found->as->moves[i]);
    if (start)
        found->starts[found->start_count++] = start;
}

void transcript_keep_game(struct page *page, const struct found_game *found, size_t title)
{
    uint32_t number = 0;
    for (; title < found->first && !number; title++) {
        const char *at = page->lines[title].text;
        number = next_number(&at, at + page->lines[title].length);
    }
    struct told_game game = { number, NULL, found->taken + found->game.count }, *kept;
    if (number && (!found->start || found->taken))
        game.moves = memory_zeroed(game.count, sizeof *game.moves);
    for (size_t i = 0; game.moves && i < game.count; i++)
        game.moves[i] = i < found->taken ? found->as->moves[i] : found->game.plies[i - found->taken].move;
    kept =
        game.moves ? memory_push(&page->games, &page->game_count, &page->game_capacity, sizeof game) : NULL;
    if (kept)
        *kept = game;
    else
        free(game.moves);
}

/* Decodes the game from each start, and keeps the best. False without a start or memory. */
static bool decode_best(struct found_game *found)
{
    struct decoded *best = &found->game;
    for (size_t i = 0; i < found->start_count; i++) {
        struct decoded game;
        struct tracked at;
        tracked_start(&at, found->starts[i]);
        if (!decode_game(&found->passages, &found->dialects, &at, ALL_NOTATIONS, false, &game))
            return false;
        if (!best->plies || game.count > best->count + 1 ||
            (game.count + 1 >= best->count &&
             game.cost < best->cost + (i == 1))) { /* a start that is told wins a tie */
            decoded_free(best);
            *best = game;
            found->start = i;
        } else {
            decoded_free(&game);
        }
    }
    return best->plies;
}

/* Returns the position of a line "FEN: ..." in lines [from, to), "" if there is none. */
static struct ludus_text find_fen(const struct page *page, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        struct ludus_text name, value;
        if (transcript_footer_line(&page->lines[i], &name, &value) && text_is(name.text, name.length, "FEN"))
            return value;
    }
    return (struct ludus_text){ "", 0 };
}

/* Is it a game: are its moves cheap on average, most of many as printed, or one as printed from a set-up? Of
 * moves that are told in prose, nearly all must be of the game. */
static bool is_plausible(const struct passages *passages, const struct decoded *game, bool set_up)
{
    size_t read = 0, strong = 0;
    for (size_t i = 0; i < game->count; i++)
        read += game->plies[i].manner == PLY_READ;
    for (size_t i = 0; i < passages->count; i++)
        strong += passages->each[i].strong > 0;
    if (passages->told)
        return 4 * read >= 3 * strong;
    return (game->count >= 2 && game->cost / game->count <= COST_MOST) ||
           (set_up && read == 1 && game->count == 1) || (read >= 8 && read >= game->count / 4 * 3);
}

static void free_passages(struct found_game *found)
{
    for (size_t i = 0; i < found->passages.count; i++)
        free_passage(&found->passages.each[i]);
    free(found->passages.each);
    free(found->passages.furniture);
    free(found->passages.text);
    dialects_close(&found->dialects);
    found->passages = (struct passages){ .text = NULL };
    found->dialects = (struct dialects){ .ruleset = NULL };
}

/* Finds the passages on lines [from, to), and the notations: first only in a few thousand bytes, for if
 * another game begins there, the rest of a long book need not be read again for each game. */
static bool find_passages(const struct page *page, struct found_game *found, size_t from, size_t to,
                          const struct ludus_ruleset *rules)
{
    enum { LONG = 32 * 1024, WINDOW = 8 * 1024 };
    const size_t begin = transcript_begin_of(page, from);
    size_t near = to;
    bool sound = true, whole = false;
    if (transcript_begin_of(page, to) - begin > LONG)
        for (near = from; near < to && (transcript_begin_of(page, near) - begin < WINDOW ||
                                        page->lines[near - 1].length > 0);) /* not within a paragraph */
            near++;
    for (size_t line = near; sound && !whole; line = to) {
        sound = dialects_open(&found->dialects, page->import->options.notation, rules) &&
                passages_find(&found->passages, &found->dialects, page->text.bytes, begin,
                              transcript_begin_of(page, line));
        whole = line == to || passages_next_game(&found->passages, 0) < found->passages.count;
        if (sound && !whole)
            free_passages(found);
    }
    return sound;
}

/* Returns the last passage before `next`, which begins another game, that is above its pieces, "White: Kb6,
 * Bc6", its board, and a title that looks like a move, "2. Stalemate.". */
static size_t last_move(const struct page *page, const struct found_game *found, size_t next)
{
    const struct print print = { .dialects = &found->dialects, .text = found->passages.text };
    size_t last = next - 1;
    for (size_t i = next; i-- > 1;) {
        const struct passage *passage = &found->passages.each[i];
        const size_t line = transcript_line_of(page, passage->begin);
        size_t at = passage->begin;
        while (at > 0 && is_space(print.text[at - 1]))
            at--;
        const bool list = passage->board || (at > 0 && print.text[at - 1] == ':'),
                   first = line > 0 && page->lines[line - 1].length == 0 && passage->column < 16,
                   title = first && !(passage->label && passage->label >= passage[-1].label) &&
                           !print_longest(&print, passage->begin, passage->end, false);
        if (passage_is_labelled(passage) && !title)
            break;
        last = list || title ? i - 1 : last;
    }
    return last;
}

/* Finds the game that begins first on lines [from, to). NULL if there is none that is plausible. Sets the
 * line behind it, also then, and one of its moves as `lost`, if many have numbers that follow each other. */
static struct found_game *find_first_game(struct page *page, size_t from, size_t to,
                                          const struct ludus_ruleset *rules, size_t *behind,
                                          struct passage *lost)
{
    struct found_game *found = memory_zeroed(1, sizeof *found);
    *behind = to;
    if (!found)
        return NULL;
    const size_t limit = to;
    while (to > from && transcript_begin_of(page, to) - transcript_begin_of(page, from) > GAME_BYTES)
        to--;
    /* Paragraphs of "Name: value" below the game are no part of it. */
    struct ludus_text name, value;
    size_t last = to, end = to;
    while (last > from &&
           (page->lines[last - 1].length == 0 ||
            (transcript_footer_line(&page->lines[last - 1], &name, &value) &&
             !transcript_has_turn(page, /* "White: 1. e4", "Solution: 1. Kg2" */
                                  &(struct page_line){ .text = value.text, .length = value.length }, false))))
        if (page->lines[--last].length == 0)
            end = last;
    to = end > from ? end : to;
    bool sound = to > from && find_passages(page, found, from, to, rules);
    const size_t all = found->passages.count, next = sound ? passages_next_game(&found->passages, 0) : all;
    size_t kept = next; /* those of the next game are found again later */
    found->behind = to;
    if (next < all && next) {
        const struct passage *each = found->passages.each;
        const size_t above = transcript_line_of(page, each[last_move(page, found, next)].begin) + 1,
                     turn = transcript_line_of(page, each[next].label_begin);
        found->behind = transcript_heading_above(page, turn, above);
        if (found->behind == turn && each[next - 1].board)
            found->behind =
                transcript_heading_above(page, transcript_line_of(page, each[next - 1].begin), above);
        found->passages.length = transcript_begin_of(page, found->behind);
        while (kept && each[kept - 1].begin >= found->passages.length)
            kept--;
    }
    for (size_t i = kept; i < all; i++)
        free_passage(&found->passages.each[i]);
    found->passages.count = kept;
    *behind = next < all ? found->behind : limit;
    if (sound) {
        find_starts(page, found, find_fen(page, from, *behind));
        find_reference(page, found);
    }
    if (sound && decode_best(found) && is_plausible(&found->passages, &found->game, found->start > 0) &&
        (!page->import->options.explain || decode_alternatives(&found->passages, &found->dialects,
                                                               found->starts[found->start], &found->game))) {
        found->taken = found->start + 1 < found->start_count ? 0 : found->taken;
        found->first = transcript_line_of(page, found->passages.each[found->game.plies->passage].label_begin);
        return found;
    }
    enum { TURNS_MANY = 6 };
    const size_t many = passages_run(&found->passages, 0, SIZE_MAX, TURNS_MANY, false);
    if (many < found->passages.count)
        *lost = found->passages.each[many];
    transcript_free_found(found);
    return NULL;
}

struct found_game *transcript_find_game(struct page *page, size_t from, size_t to,
                                        const struct ludus_ruleset *rules)
{
    enum { TRIES = 16 }; /* beginnings that turn out to be none */
    struct found_game *found = NULL;
    struct passage lost = { .least = 0 };
    size_t behind = to;
    rules = rules ? rules : ludus_ruleset_usual();
    const bool decodable = rules && rules->rules.files <= 16;
    for (unsigned i = 0; decodable && i < TRIES && !found && from < to; i++, from = behind)
        found = find_first_game(page, from, to, rules, &behind, &lost);
    if (found && lost.least)
        transcript_fault(page, "lost-print", lost.begin, lost.end,
                         "is not read: a game that cannot be read may stand here");
    return found;
}

void transcript_free_found(struct found_game *found)
{
    for (size_t i = 0; i < found->start_count; i++)
        ludus_position_free(found->starts[i]);
    decoded_free(&found->game);
    free_passages(found);
    free(found);
}
