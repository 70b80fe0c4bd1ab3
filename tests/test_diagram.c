/* test_diagram.c - scenes laid out: where things stand, and what is shown of a turn. */
#include "base/text.h"
#include "draw/svg.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct ludus_square man_of(unsigned side)
{
    return (struct ludus_square){ .side = (uint8_t)side };
}

/* An empty board of 8 × 8. */
static int new_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    scene->files = scene->ranks = 8;
    scene->flanks = true;
    scene->kinds[0] = (struct scene_kind){ "man", 'M' };
    for (unsigned square = 0; square < SCENE_SQUARES; square++)
        scene->cell[square].kind = LUDUS_NO_KIND;
    *state = scene;
    return 0;
}

static int free_scene(void **state)
{
    free(*state);
    return 0;
}

static struct ludus_drawing_options usual(void)
{
    struct ludus_drawing_options options;
    ludus_drawing_options_init(&options, sizeof options);
    return options;
}

/* The drawing of a scene; what has been drawn is in drawing.shapes. */
static struct drawing draw(struct scene *scene, const struct ludus_drawing_options *options)
{
    struct drawing drawing;
    char reason[128];
    assert_true(drawing_open(&drawing, options, NULL, reason, sizeof reason));
    (void)diagram_lay_out(&drawing, &scene, 1, 0, 0);
    buf_string(&drawing.shapes);
    return drawing;
}

static struct point centre_of(const struct scene *scene, bool flip, unsigned square)
{
    return board_centre(
        &(struct drawing){ .options = &(struct ludus_drawing_options){ .flip = flip }, .scene = scene },
        square);
}

/* The next element so called, of a class that begins so, or NULL. */
static const char *next_of(const char *at, const char *name, const char *class)
{
    char begin[32], within[64];
    snprintf(begin, sizeof begin, "<%s ", name);
    snprintf(within, sizeof within, "class=\"%s", class);
    while ((at = strstr(at + 1, begin))) {
        const char *found = strstr(at, within);
        if (!*class || (found && found < strchr(at, '>')))
            return at;
    }
    return NULL;
}

static unsigned count_of(const struct drawing *drawing, const char *name, const char *class)
{
    unsigned count = 0;
    for (const char *at = drawing->shapes.bytes; (at = next_of(at, name, class)); count++)
        ;
    return count;
}

/* The number behind that sign, of an element, or in its first path. */
static double number_of(const char *element, const char *sign)
{
    return number_read(strstr(element, sign) + strlen(sign));
}

static struct point place_of(const char *element)
{
    return (struct point){ number_of(element, " x=\""), number_of(element, " y=\"") };
}

static const char *text_of(const struct drawing *drawing, const char *class, const char *text)
{
    for (const char *at = drawing->shapes.bytes; (at = next_of(at, "text", class));)
        if (strncmp(strchr(at, '>') + 1, text, strlen(text)) == 0 && strchr(at, '>')[1 + strlen(text)] == '<')
            return at;
    return NULL;
}

/* Takes the text of a caption's next line. */
static bool take_caption(const char **at, char line[512])
{
    *at = next_of(*at, "text", "ludus-caption-text");
    if (!*at)
        return false;
    const char *text = strchr(*at, '>') + 1;
    snprintf(line, 512, "%.*s", (int)strcspn(text, "<"), text);
    return true;
}

static void set_turn(struct scene *scene, unsigned mover)
{
    scene->mover = (uint8_t)mover;
    scene->side = (uint8_t)(1 - mover);
}

static void step(struct scene *scene, unsigned from, unsigned to)
{
    scene->steps[scene->step_count++] = (struct scene_step){ .piece = man_of(scene->mover),
                                                             .type = LUDUS_STEP,
                                                             .from = (uint8_t)from,
                                                             .to = (uint8_t)to,
                                                             .first_taken = scene->taken_count };
}

static void takes(struct scene *scene, unsigned square)
{
    struct scene_step *last = &scene->steps[scene->step_count - 1];
    scene->taken[scene->taken_count++] =
        (struct played_man){ .man = man_of(1 - scene->mover), .square = (uint8_t)square };
    last->taken_count++;
    last->captures = true;
}

static void a1_lies_below_on_the_left_and_flipped_above_on_the_right(void **state)
{
    struct point at = centre_of(*state, false, 0);
    assert_true(at.x == 22.5 && at.y == 7.5 * 45);
    at = centre_of(*state, true, 0);
    assert_true(at.x == 7.5 * 45 && at.y == 22.5);
}

static void every_board_up_to_16_by_16_names_all_its_files_and_ranks(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    scene->files = scene->ranks = 16;
    struct drawing drawing = draw(scene, &options);
    assert_non_null(text_of(&drawing, "", "p"));
    assert_non_null(text_of(&drawing, "", "16"));
    assert_null(text_of(&drawing, "", "17"));
    drawing_free(&drawing);
}

static void a_turn_of_two_moves_has_two_numbered_arrows(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    step(scene, 5, 20);
    scene->cell[12] = scene->cell[20] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "g", "ludus-arrow"), 2);
    assert_int_equal(count_of(&drawing, "circle", "ludus-badge"), 2);
    const char *number = text_of(&drawing, "ludus-badge-text", "2");
    struct point tail = centre_of(scene, false, 5);
    assert_true(number && place_of(number).x == tail.x);
    drawing_free(&drawing);
}

static void one_move_has_an_arrow_without_a_number(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "g", "ludus-arrow"), 1);
    assert_int_equal(count_of(&drawing, "circle", "ludus-badge"), 0);
    drawing_free(&drawing);
}

static void flankers_are_joined_and_the_taken_man_is_a_ghost(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 0, 24);
    takes(scene, 25);
    takes(scene, 26);
    scene->cell[24] = scene->cell[27] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "path", "ludus-flank"), 1);
    assert_int_equal(count_of(&drawing, "g", "ludus-ghost"), 2);
    assert_int_equal(count_of(&drawing, "path", "ludus-taken"), 2);
    drawing_free(&drawing);
}

static void a_man_taken_where_another_step_ends_is_crossed_out_beside_it(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 53, 45);
    takes(scene, 37);
    step(scene, 45, 37);
    scene->cell[37] = scene->cell[29] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "g", "ludus-ghost"), 0);
    assert_int_equal(count_of(&drawing, "path", "ludus-taken"), 1);
    drawing_free(&drawing);
}

static double apart(struct point a, struct point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void a_ghost_keeps_clear_of_arrows_and_numbers(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_BLACK);
    step(scene, 31, 21);
    takes(scene, 21);
    step(scene, 21, 6);
    scene->cell[6] = man_of(LUDUS_BLACK);
    struct drawing drawing = draw(scene, &options);
    struct point ghost = centre_of(scene, false, 21);
    const char *arrow = next_of(drawing.shapes.bytes, "g", "ludus-arrow"),
               *number = text_of(&drawing, "ludus-badge-text", "2");
    assert_non_null(arrow);
    const char *head = strstr(strstr(arrow, "<path") + 1, "<path"); /* begins with its tip */
    assert_true(apart((struct point){ number_of(head, "M"), number_of(strchr(head, 'M'), " ") }, ghost) > 16);
    assert_true(number && apart(place_of(number), ghost) > 16);
    arrow = next_of(arrow, "g", "ludus-arrow");
    assert_non_null(arrow);
    assert_true(
        apart((struct point){ number_of(arrow, "\"M"), number_of(strstr(arrow, "\"M"), " ") }, ghost) > 16);
    drawing_free(&drawing);
}

static void a_number_beside_a_piece_is_not_on_its_arrow(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    options.before = true;
    set_turn(scene, LUDUS_WHITE);
    step(scene, 26, 41);
    step(scene, 5, 4);
    scene->cell[26] = scene->cell[5] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    const char *number = text_of(&drawing, "ludus-badge-text", "1");
    struct point piece = centre_of(scene, false, 26);
    assert_true(number && place_of(number).x > piece.x && place_of(number).y < piece.y);
    drawing_free(&drawing);
}

static void a_surrounded_man_is_joined_with_those_around_it(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 9, 1);
    takes(scene, 0);
    scene->cell[1] = scene->cell[8] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "path", "ludus-flank"), 2);
    drawing_free(&drawing);
}

static void a_displaced_piece_is_no_ghost_but_its_square_has_the_sign(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    takes(scene, 12);
    scene->cell[12] = man_of(LUDUS_WHITE);
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "g", "ludus-ghost"), 0);
    assert_int_equal(count_of(&drawing, "path", "ludus-taken"), 1);
    assert_int_equal(count_of(&drawing, "path", "ludus-flank"), 0);
    drawing_free(&drawing);
}

/* The sign of a capture, a small cross, from the middle of the square. */
static struct point sign_of(struct scene *scene, unsigned from, unsigned to,
                            const struct ludus_drawing_options *options)
{
    struct point centre = centre_of(scene, options->flip, to);
    scene->step_count = scene->taken_count = 0;
    step(scene, from, to);
    takes(scene, to);
    scene->cell[to] = man_of(scene->mover);
    struct drawing drawing = draw(scene, options);
    const char *cross = next_of(drawing.shapes.bytes, "path", "ludus-taken");
    assert_non_null(cross);
    struct point sign = { number_of(cross, "M") + 4 - centre.x,
                          number_of(strchr(cross, 'M'), " ") + 4 - centre.y };
    drawing_free(&drawing);
    return sign;
}

static void assert_sign(struct scene *scene, unsigned from, unsigned to,
                        const struct ludus_drawing_options *options, int x, int y)
{
    struct point sign = sign_of(scene, from, to, options);
    assert_int_equal((int)sign.x, x);
    assert_int_equal((int)sign.y, y);
}

static void the_sign_of_a_capture_stands_where_no_arrow_is(void **state)
{
    enum { B2 = 9, B3 = 17, C2 = 10, C3 = 18, D4 = 27, A2 = 8 };
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    set_turn(scene, LUDUS_BLACK);
    assert_sign(scene, B2, C3, &options, 15, -15);
    assert_sign(scene, B3, C3, &options, 15, -15);
    assert_sign(scene, D4, C3, &options, -15, -15);
    assert_sign(scene, D4, 17, &options, -15, -15); /* from the right, and above */
    assert_sign(scene, B3, A2, &options, -15, -15);
    options.coordinates = LUDUS_COORDINATES_IN; /* where the name of the rank stands */
    assert_sign(scene, B3, A2, &options, -15, 15);
    scene->odds[A2] = 50; /* which stand below */
    assert_sign(scene, B3, A2, &options, 15, -15);
    options.flip = true;
    assert_sign(scene, B2, C3, &options, -15, -15);
    options = usual();
    scene->arrow_count = 1; /* of a reader */
    scene->arrows[0] = (struct scene_note){ .from = C3, .to = D4, .colour = "green" };
    assert_sign(scene, C2, C3, &options, -15, -15);
}

static void dice_are_told_apart_by_what_was_done_with_them(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    scene->has_dice = true;
    set_turn(scene, LUDUS_BLACK);
    step(scene, 3, 12);
    scene->dice_count = 3;
    scene->dice[0] = (struct scene_die){ 5, DIE_USED, 0 };
    scene->dice[1] = (struct scene_die){ 2, DIE_UNUSED, 0 };
    scene->dice[2] = (struct scene_die){ 2, DIE_PASSED, 0 };
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(count_of(&drawing, "g", "ludus-die\""), 1);
    assert_int_equal(count_of(&drawing, "g", "ludus-die ludus-die-unused"), 1);
    assert_int_equal(count_of(&drawing, "g", "ludus-die ludus-die-passed"), 1);
    drawing_free(&drawing);
}

static void what_is_switched_off_is_not_there(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    scene->has_dice = true;
    scene->caption[0] = "text";
    scene->hand.count[0][0] = 3;
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    scene->dice_count = 1;
    scene->dice[0] = (struct scene_die){ 5, DIE_USED, 0 };
    options.dice = options.moves = options.last = options.stock = options.side = options.caption = false;
    options.coordinates = LUDUS_COORDINATES_OFF;
    struct drawing drawing = draw(scene, &options);
    assert_int_equal(
        count_of(&drawing, "text", "") + count_of(&drawing, "use", "") + count_of(&drawing, "circle", ""), 0);
    assert_int_equal(count_of(&drawing, "path", ""), 1); /* the dark squares */
    assert_true(drawing.width == 8 * 45 + 6 && drawing.height == 8 * 45 + 6);
    drawing_free(&drawing);
}

static void a_small_board_makes_room_for_a_tall_column(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    scene->files = scene->ranks = 2;
    for (unsigned kind = 0; kind < 6; kind++) {
        scene->kinds[kind] = scene->kinds[0];
        scene->prisoners.count[0][kind] = scene->prisoners.count[1][kind] = 1;
    }
    struct drawing drawing = draw(scene, &options);
    assert_true(drawing.height >= 2 * (3 * 24 + 20)); /* three rows and a disc for each side */
    drawing_free(&drawing);
}

static void long_captions_are_broken_between_words_and_never_lost(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    char joined[512] = "", line[512];
    scene->caption[0] =
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty";
    struct drawing drawing = draw(scene, &options);
    assert_true(count_of(&drawing, "text", "ludus-caption-text") >= 2);
    for (const char *at = drawing.shapes.bytes; take_caption(&at, line);) {
        strcat(joined, *joined ? " " : "");
        strcat(joined, line);
    }
    assert_string_equal(joined, scene->caption[0]);
    drawing_free(&drawing);
}

#define WITH_SCENE(test) cmocka_unit_test_setup_teardown(test, new_scene, free_scene)

/* The width that DejaVu Serif, the widest of the faces named, gives the captions below. */
static double width_of(const char *text)
{
    double width = 0;
    for (; *text; text++)
        width += *text == 'M' ? 14.34 : *text == 'm' ? 13.28 : *text == '/' ? 4.72 : 8.91;
    return width;
}

static void a_caption_without_blanks_is_broken_behind_slashes_and_stays_in_the_picture(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    const char *const captions[] = {
        "1m1m1m1m1m1m/m1m1m1m1m1m1/12/12/M1M1M1M1M1M1/1M1M1M1M1M1M",
        "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    };
    options.side = false;
    for (unsigned c = 0; c < 2; c++) {
        char joined[128] = "", line[512];
        scene->caption[0] = captions[c];
        struct drawing drawing = draw(scene, &options);
        for (const char *at = drawing.shapes.bytes; take_caption(&at, line);) {
            assert_true(width_of(line) <= 360);
            assert_true(!*joined || c == 1 || joined[strlen(joined) - 1] == '/');
            strcat(joined, line);
        }
        assert_string_equal(joined, captions[c]);
        drawing_free(&drawing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SCENE(a1_lies_below_on_the_left_and_flipped_above_on_the_right),
        WITH_SCENE(every_board_up_to_16_by_16_names_all_its_files_and_ranks),
        WITH_SCENE(a_turn_of_two_moves_has_two_numbered_arrows),
        WITH_SCENE(one_move_has_an_arrow_without_a_number),
        WITH_SCENE(flankers_are_joined_and_the_taken_man_is_a_ghost),
        WITH_SCENE(a_man_taken_where_another_step_ends_is_crossed_out_beside_it),
        WITH_SCENE(a_ghost_keeps_clear_of_arrows_and_numbers),
        WITH_SCENE(a_number_beside_a_piece_is_not_on_its_arrow),
        WITH_SCENE(a_surrounded_man_is_joined_with_those_around_it),
        WITH_SCENE(a_displaced_piece_is_no_ghost_but_its_square_has_the_sign),
        WITH_SCENE(the_sign_of_a_capture_stands_where_no_arrow_is),
        WITH_SCENE(dice_are_told_apart_by_what_was_done_with_them),
        WITH_SCENE(what_is_switched_off_is_not_there),
        WITH_SCENE(a_small_board_makes_room_for_a_tall_column),
        WITH_SCENE(long_captions_are_broken_between_words_and_never_lost),
        WITH_SCENE(a_caption_without_blanks_is_broken_behind_slashes_and_stays_in_the_picture),
    };
    return cmocka_run_group_tests_name("diagram", tests, NULL, NULL);
}
