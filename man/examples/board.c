/* board.c - a board that takes moves typed in, in any notation, and shows what stands on it. An empty line
 * ends a turn with dice, `undo` takes the last move back. usage: board RULESET */
#include <ludus.h>
#include <stdlib.h>
#include <string.h>

static void show(const struct ludus_position *position)
{
    const struct ludus_ruleset *rules = ludus_position_ruleset(position);
    unsigned files = ludus_ruleset_files(rules);

    for (unsigned rank = ludus_ruleset_ranks(rules); rank-- > 0;) {
        printf("%2u ", rank + 1);
        for (unsigned file = 0; file < files; file++) {
            struct ludus_square square = ludus_position_at(position, rank * files + file);
            char letter = square.kind == LUDUS_NO_KIND ? '.' : ludus_ruleset_kind_letter(rules, square.kind);
            putchar(square.kind != LUDUS_NO_KIND && square.side == LUDUS_BLACK ? letter - 'A' + 'a' : letter);
        }
        putchar('\n');
    }
    printf("   %.*s\n", (int)files, "abcdefghijklmnop");
}

/* Throws the dice of a turn that begins, and says whose it is. */
static void begin_turn(struct ludus_position *position)
{
    const struct ludus_ruleset *rules = ludus_position_ruleset(position);
    unsigned count = ludus_position_dice(position);
    uint8_t dice[LUDUS_DICE_MAX];

    printf("%s", ludus_position_side(position) == LUDUS_WHITE ? "White" : "Black");
    for (unsigned i = 0; i < count; i++) {
        dice[i] = (uint8_t)(1 + (unsigned)rand() % ludus_ruleset_faces(rules));
        printf(" %u", dice[i]);
    }
    puts("");
    if (count > 0)
        ludus_position_roll(position, dice, count);
}

/* Plays a line that was typed in. */
static void play(struct ludus_position *position, const char *line)
{
    struct ludus_move move;
    char text[200];

    if (strcmp(line, "undo") == 0) {
        ludus_position_undo(position);
    } else if (*line == '\0' && ludus_ruleset_dice(ludus_position_ruleset(position)) > 0) {
        ludus_position_end_turn(position);
    } else if (ludus_move_parse(position, line, &move, text, sizeof text)) {
        ludus_move_text(position, move, text, sizeof text);
        puts(text);
        ludus_position_make(position, move);
    } else {
        printf("%s\n", text);
    }
}

int main(int argc, char **argv)
{
    const struct ludus_ruleset *rules = argc > 1 ? ludus_ruleset_find(argv[1]) : NULL;
    struct ludus_position *position = rules ? ludus_position_new(rules) : NULL;
    const char *reason = NULL;
    char line[200];
    int side = -1;

    if (!position) {
        fputs("usage: board RULESET\n", stderr);
        return 2;
    }
    while (ludus_position_result(position, &reason) == LUDUS_OPEN) {
        if (side != (int)ludus_position_side(position)) {
            show(position);
            begin_turn(position);
        }
        side = (int)ludus_position_side(position);
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\n")] = '\0';
        play(position, line);
    }
    if (reason)
        printf("%s\n", reason);
    ludus_position_free(position);
    return 0;
}
