/* test_diagram.c - scenes laid out as shapes: where things stand, and what is shown of a turn. */
#include "draw/diagram.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct scene_piece piece(char letter, unsigned side)
{
    return (struct scene_piece){ .image = "man", .letter = letter, .side = (uint8_t)side };
}

/* An empty board of 8 × 8. */
static int new_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    scene->files = scene->ranks = 8;
    scene->ruleset = "Test";
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

static unsigned count_of(const struct drawing *drawing, uint8_t kind, uint8_t look)
{
    unsigned count = 0;
    for (size_t i = 0; i < drawing->count; i++)
        count += drawing->shapes[i].kind == kind && drawing->shapes[i].look == look;
    return count;
}

static const struct shape *text_of(const struct drawing *drawing, uint8_t look, const char *text)
{
    for (size_t i = 0; i < drawing->count; i++)
        if (drawing->shapes[i].kind == SHAPE_TEXT && drawing->shapes[i].look == look &&
            strcmp(drawing->shapes[i].text, text) == 0)
            return &drawing->shapes[i];
    return NULL;
}

static void set_turn(struct scene *scene, unsigned mover)
{
    scene->has_turn = true;
    scene->mover = (uint8_t)mover;
    scene->side = (uint8_t)(1 - mover);
}

static void step(struct scene *scene, unsigned from, unsigned to)
{
    scene->steps[scene->step_count++] = (struct scene_step){ .piece = piece('M', scene->mover),
                                                             .type = LUDUS_STEP,
                                                             .from = (uint8_t)from,
                                                             .to = (uint8_t)to,
                                                             .first_taken = scene->taken_count };
}

static void takes(struct scene *scene, unsigned square)
{
    struct scene_step *last = &scene->steps[scene->step_count - 1];
    scene->taken[scene->taken_count++] =
        (struct scene_taken){ piece('M', 1 - scene->mover), (uint8_t)square };
    last->taken_count++;
    last->captures = true;
}

static void a1_lies_below_on_the_left_and_flipped_above_on_the_right(void **state)
{
    struct point at = diagram_centre(*state, false, 0);
    assert_true(at.x == 22.5 && at.y == 7.5 * 45);
    at = diagram_centre(*state, true, 0);
    assert_true(at.x == 7.5 * 45 && at.y == 22.5);
}

static void every_board_up_to_16_by_16_names_all_its_files_and_ranks(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    scene->files = scene->ranks = 16;
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_non_null(text_of(&drawing, LOOK_NONE, "p"));
    assert_non_null(text_of(&drawing, LOOK_NONE, "16"));
    assert_null(text_of(&drawing, LOOK_NONE, "17"));
    drawing_free(&drawing);
}

static void a_turn_of_two_moves_has_two_numbered_arrows(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    step(scene, 5, 20);
    scene->cell[12] = scene->cell[20] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_ARROW, LOOK_ARROW), 2);
    assert_int_equal(count_of(&drawing, SHAPE_CIRCLE, LOOK_BADGE), 2);
    const struct shape *number = text_of(&drawing, LOOK_BADGE_TEXT, "2");
    struct point tail = diagram_centre(scene, false, 5);
    assert_true(number && number->x == tail.x);
    drawing_free(&drawing);
}

static void one_move_has_an_arrow_without_a_number(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_ARROW, LOOK_ARROW), 1);
    assert_int_equal(count_of(&drawing, SHAPE_CIRCLE, LOOK_BADGE), 0);
    drawing_free(&drawing);
}

static void flankers_are_joined_and_the_taken_man_is_a_ghost(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 0, 24);
    takes(scene, 25);
    takes(scene, 26);
    scene->cell[24] = scene->cell[27] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_LINE, LOOK_FLANK), 1);
    assert_int_equal(count_of(&drawing, SHAPE_PIECE, LOOK_GHOST), 2);
    assert_int_equal(count_of(&drawing, SHAPE_CROSS, LOOK_TAKEN), 2);
    drawing_free(&drawing);
}

static void a_man_taken_where_another_step_ends_is_crossed_out_beside_it(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 53, 45);
    takes(scene, 37);
    step(scene, 45, 37);
    scene->cell[37] = scene->cell[29] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_PIECE, LOOK_GHOST), 0);
    assert_int_equal(count_of(&drawing, SHAPE_CROSS, LOOK_TAKEN), 1);
    drawing_free(&drawing);
}

static const struct shape *first_of(const struct drawing *drawing, uint8_t kind, uint8_t look)
{
    for (size_t i = 0; i < drawing->count; i++)
        if (drawing->shapes[i].kind == kind && drawing->shapes[i].look == look)
            return &drawing->shapes[i];
    return NULL;
}

static double apart(struct point a, struct point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void a_ghost_keeps_clear_of_arrows_and_numbers(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_BLACK);
    step(scene, 31, 21);
    takes(scene, 21);
    step(scene, 21, 6);
    scene->cell[6] = piece('M', LUDUS_BLACK);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    struct point ghost = diagram_centre(scene, false, 21);
    const struct shape *arrow = first_of(&drawing, SHAPE_ARROW, LOOK_ARROW),
                       *number = text_of(&drawing, LOOK_BADGE_TEXT, "2");
    assert_non_null(arrow);
    assert_true(apart(arrow->points[1], ghost) > 16);
    assert_true(number && apart((struct point){ number->x, number->y }, ghost) > 16);
    do
        arrow++;
    while (arrow->kind != SHAPE_ARROW);
    assert_true(apart(arrow->points[0], ghost) > 16);
    drawing_free(&drawing);
}

static void a_number_beside_a_piece_is_not_on_its_arrow(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    options.before = true;
    set_turn(scene, LUDUS_WHITE);
    step(scene, 26, 41);
    step(scene, 5, 4);
    scene->cell[26] = scene->cell[5] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    const struct shape *number = text_of(&drawing, LOOK_BADGE_TEXT, "1");
    struct point piece = diagram_centre(scene, false, 26);
    assert_true(number && number->x > piece.x && number->y < piece.y);
    drawing_free(&drawing);
}

static void a_surrounded_man_is_joined_with_those_around_it(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 9, 1);
    takes(scene, 0);
    scene->cell[1] = scene->cell[8] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_LINE, LOOK_FLANK), 2);
    drawing_free(&drawing);
}

static void a_displaced_piece_is_no_ghost_but_its_square_has_the_sign(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    takes(scene, 12);
    scene->cell[12] = piece('M', LUDUS_WHITE);
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_PIECE, LOOK_GHOST), 0);
    assert_int_equal(count_of(&drawing, SHAPE_CROSS, LOOK_TAKEN), 1);
    assert_int_equal(count_of(&drawing, SHAPE_LINE, LOOK_FLANK), 0);
    drawing_free(&drawing);
}

/* The sign of a capture, which is painted after the arrow, from the middle of the square. */
static struct point sign_of(struct scene *scene, unsigned from, unsigned to,
                            const struct ludus_drawing_options *options)
{
    struct drawing drawing = { 0 };
    struct point sign = { 0, 0 }, centre = diagram_centre(scene, options->flip, to);
    bool arrow = false;
    scene->step_count = scene->taken_count = 0;
    step(scene, from, to);
    takes(scene, to);
    scene->cell[to] = piece('M', scene->mover);
    diagram_lay_out(&drawing, scene, options, 0, 0);
    for (size_t i = 0; i < drawing.count; i++) {
        arrow = arrow || drawing.shapes[i].look == LOOK_ARROW;
        if (arrow && drawing.shapes[i].look == LOOK_TAKEN)
            sign = (struct point){ drawing.shapes[i].x - centre.x, drawing.shapes[i].y - centre.y };
    }
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
    struct drawing drawing = { 0 };
    scene->has_dice = true;
    set_turn(scene, LUDUS_BLACK);
    step(scene, 3, 12);
    scene->dice_count = 3;
    scene->dice[0] = (struct scene_die){ 5, DIE_USED, 0 };
    scene->dice[1] = (struct scene_die){ 2, DIE_UNUSED, 0 };
    scene->dice[2] = (struct scene_die){ 2, DIE_PASSED, 0 };
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_int_equal(count_of(&drawing, SHAPE_DIE, LOOK_DIE), 1);
    assert_int_equal(count_of(&drawing, SHAPE_DIE, LOOK_DIE_IDLE), 1);
    assert_int_equal(count_of(&drawing, SHAPE_DIE, LOOK_DIE_PASSED), 1);
    drawing_free(&drawing);
}

static void what_is_switched_off_is_not_there(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    scene->has_dice = true;
    scene->caption[0] = "text";
    scene->hand[0][0] = (struct scene_stock){ piece('M', 0), 3 };
    scene->hand_count[0] = 1;
    set_turn(scene, LUDUS_WHITE);
    step(scene, 3, 12);
    scene->dice_count = 1;
    scene->dice[0] = (struct scene_die){ 5, DIE_USED, 0 };
    options.dice = options.moves = options.last = options.stock = options.side = options.caption = false;
    options.coordinates = LUDUS_COORDINATES_OFF;
    struct point size = diagram_lay_out(&drawing, scene, &options, 0, 0);
    for (size_t i = 0; i < drawing.count; i++)
        assert_true(drawing.shapes[i].kind <= SHAPE_RECT);
    assert_true(size.x == 8 * 45 + 6 && size.y == 8 * 45 + 6);
    drawing_free(&drawing);
}

static void a_small_board_makes_room_for_a_tall_column(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    scene->files = scene->ranks = 2;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < 6; i++)
            scene->prisoners[side][scene->prisoners_count[side]++] =
                (struct scene_stock){ piece('M', side), 1 };
    struct point size = diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_true(size.y >= diagram_side_height(scene, &options));
    drawing_free(&drawing);
}

static void long_captions_are_broken_between_words_and_never_lost(void **state)
{
    struct scene *scene = *state;
    struct ludus_drawing_options options = usual();
    struct drawing drawing = { 0 };
    char joined[512] = "";
    scene->caption[0] =
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty";
    diagram_lay_out(&drawing, scene, &options, 0, 0);
    assert_true(count_of(&drawing, SHAPE_TEXT, LOOK_CAPTION) >= 2);
    for (size_t i = 0; i < drawing.count; i++)
        if (drawing.shapes[i].look == LOOK_CAPTION) {
            strcat(joined, *joined ? " " : "");
            strcat(joined, drawing.shapes[i].text);
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
        struct drawing drawing = { 0 };
        char joined[128] = "";
        scene->caption[0] = captions[c];
        diagram_lay_out(&drawing, scene, &options, 0, 0);
        for (size_t i = 0; i < drawing.count; i++)
            if (drawing.shapes[i].look == LOOK_CAPTION) {
                assert_true(width_of(drawing.shapes[i].text) <= 360);
                assert_true(!*joined || c == 1 || joined[strlen(joined) - 1] == '/');
                strcat(joined, drawing.shapes[i].text);
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
