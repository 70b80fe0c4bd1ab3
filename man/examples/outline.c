/* outline.c - prints the records of a file with each line of play on lines of its own, the deeper the further
 * to the right, and without comments. usage: outline [FILE] */
#include <ludus.h>

static void outline(struct ludus_visit *visit)
{
    struct ludus_visited visited;
    bool begun = false; /* something stands in this line */

    visited.size = sizeof visited;
    while (ludus_visit_next(visit, &visited)) {
        int length = (int)visited.text.length, indent = 4 * (int)visited.depth;

        switch (visited.event) {
        case LUDUS_EVENT_TAG:
            printf("%.*s: %.*s\n", (int)visited.name.length, visited.name.text, length, visited.text.text);
            break;
        case LUDUS_EVENT_VARIATION:
        case LUDUS_EVENT_VARIATION_END:
            fputs(begun ? "\n" : "", stdout);
            begun = false;
            break;
        case LUDUS_EVENT_NUMBER:
        case LUDUS_EVENT_DICE:
        case LUDUS_EVENT_MOVE:
        case LUDUS_EVENT_RESULT:
            fputs(visited.joined ? "," : "", stdout);
            printf("%*s%.*s", begun ? 1 : indent, begun ? " " : "", length, visited.text.text);
            begun = true;
            break;
        default:
            break;
        }
    }
    fputs(begun ? "\n\n" : "\n", stdout);
}

int main(int argc, char **argv)
{
    struct ludus_reader *reader = ludus_reader_open(argc > 1 ? argv[1] : "-");
    const struct ludus_game *game;
    struct ludus_visit *visit;

    if (!reader) {
        fputs("outline: the file cannot be read\n", stderr);
        return 2;
    }
    while ((game = ludus_reader_next(reader)) && (visit = ludus_visit_new(game))) {
        outline(visit);
        ludus_visit_free(visit);
    }
    ludus_reader_close(reader);
    return ludus_memory_failed() || fflush(stdout) != 0 ? 2 : 0;
}
