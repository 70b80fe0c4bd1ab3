/* gen_pgn.c - writes random legal games of chess in SAN: `gen_pgn BYTES [clock]`. The same bytes every time:
 * a few thousand games of up to 80 plies from a fixed seed, over and over until there are BYTES. With
 * `clock`, a comment with the player's time stands behind each move, as servers write it. */
#include "ludus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 4000, PLIES = 80, LINE = 79, MOVES = 256 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Writes a word and a blank or a line break before it. */
static void put_word(FILE *out, const char *word, size_t *column)
{
    size_t length = strlen(word);
    if (*column + length + 1 > LINE) {
        fputc('\n', out);
        *column = 0;
    } else if (*column) {
        fputc(' ', out);
        ++*column;
    }
    fputs(word, out);
    *column += length;
}

static const char *result_text(const struct ludus_position *position)
{
    static const char *const texts[] = { "*", "1-0", "0-1", "1/2-1/2" };
    return texts[ludus_position_result(position, NULL)];
}

/* Plays a game of at most PLIES plies and writes its moves; the position ends where the game does. */
static void play(FILE *out, struct ludus_position *position, uint64_t *random, bool clock)
{
    struct ludus_move moves[MOVES];
    char word[64];
    size_t column = 0;
    for (unsigned ply = 0; ply < PLIES; ply++) {
        size_t count = ludus_position_moves(position, moves, MOVES);
        if (count == 0)
            break;
        struct ludus_move move = moves[next_random(random) % count];
        if (ply % 2 == 0) {
            snprintf(word, sizeof word, "%u.", ply / 2 + 1);
            put_word(out, word, &column);
        }
        ludus_move_text(position, move, word, sizeof word);
        put_word(out, word, &column);
        if (clock)
            put_word(out, "{ [%clk 0:03:00] }", &column);
        if (clock && ply % 2 == 0) {
            snprintf(word, sizeof word, "%u...", ply / 2 + 1);
            put_word(out, word, &column);
        }
        ludus_position_make(position, move);
    }
    put_word(out, result_text(position), &column);
    fputs("\n\n", out);
}

static bool write_games(FILE *out, const struct ludus_ruleset *rules, bool clock)
{
    uint64_t random = 2007;
    for (unsigned game = 1; game <= GAMES; game++) {
        struct ludus_position *position = ludus_position_new(rules);
        char *moves = NULL;
        size_t length;
        FILE *text = position ? open_memstream(&moves, &length) : NULL;
        if (!text)
            return false;
        play(text, position, &random, clock);
        fclose(text);
        fprintf(out,
                "[Event \"Random games\"]\n[Site \"?\"]\n[Date \"2007.01.01\"]\n[Round \"%u\"]\n"
                "[White \"Player %u\"]\n[Black \"Player %u\"]\n[Result \"%s\"]\n\n%s",
                game, next_random(&random) % 500, next_random(&random) % 500, result_text(position), moves);
        free(moves);
        ludus_position_free(position);
    }
    return true;
}

int main(int argc, char **argv)
{
    size_t wanted = argc >= 2 ? (size_t)strtoumax(argv[1], NULL, 10) : 0;
    const struct ludus_ruleset *rules = ludus_ruleset_find("chess");
    char *games = NULL;
    size_t length = 0;
    FILE *memory = rules ? open_memstream(&games, &length) : NULL;
    if (!memory || !write_games(memory, rules, argc == 3 && strcmp(argv[2], "clock") == 0) ||
        fclose(memory) != 0 || length == 0)
        return 1;
    for (size_t written = 0; written < wanted; written += length)
        fwrite(games, 1, length, stdout);
    free(games);
    return fflush(stdout) == 0 ? 0 : 1;
}
