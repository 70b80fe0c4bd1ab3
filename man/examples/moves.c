/* moves.c - the legal first moves of a game with each roll of its dice, or without dice all of them.
 * usage: moves RULESET */
#include <ludus.h>

enum { MOVES = 512 };

static void print_moves(const struct ludus_position *position)
{
    struct ludus_move moves[MOVES];
    char text[64];
    size_t count = ludus_position_moves(position, moves, MOVES);

    for (size_t i = 0; i < count && i < MOVES; i++) {
        ludus_move_text(position, moves[i], text, sizeof text);
        printf(i ? ", %s" : " %s", text);
    }
    puts(count ? "" : " none");
}

int main(int argc, char **argv)
{
    const struct ludus_ruleset *rules = argc > 1 ? ludus_ruleset_find(argv[1]) : NULL;
    struct ludus_position *position = rules ? ludus_position_new(rules) : NULL;

    if (!position) {
        fputs("usage: moves RULESET\n", stderr);
        return 2;
    }
    printf("%s\n", ludus_ruleset_title(rules));
    if (ludus_ruleset_dice(rules) == 2) {
        for (uint8_t a = 1; a <= ludus_ruleset_faces(rules); a++)
            for (uint8_t b = a; b <= ludus_ruleset_faces(rules); b++) {
                const uint8_t dice[] = { a, b };
                ludus_position_roll(position, dice, 2);
                printf("(%u,%u)", a, b);
                print_moves(position);
            }
    } else {
        print_moves(position);
    }
    ludus_position_free(position);
    return 0;
}
