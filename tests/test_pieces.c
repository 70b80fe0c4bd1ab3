/* test_pieces.c - the piece set: complete, small, on the grid, and told apart at 20 pixels in one bit. */
#include "draw/svg.h"
#include "png.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { SIDE = 20, PIECES_MAX = 64, LEAST_DIFFERENCE = 40 };

static const char *const names[] = {
    "king",      "queen", "rook",  "bishop",  "knight",  "pawn",    "rex",         "regina",        "laurus",
    "pelicanus", "eques", "miles", "armiger", "shah",    "fers",    "rukh",        "pil",           "asb",
    "sarbaz",    "dux",   "man",   "bound",   "hunn",    "hnefi",   "draughtsman", "draughts-king", "cannon",
    "elephant",  "fox",   "goose", "lion",    "unicorn", "giraffe", "crocodile",   "aanca",
};

static void every_piece_is_there(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!piece_art_find(names[i]))
            fail_msg("no drawing is called %s", names[i]);
    assert_null(piece_art_find("kin"));
    assert_null(piece_art_find("kings"));
}

static void a_drawing_is_plain_path_data_of_few_bytes(void **state)
{
    (void)state;
    for (const struct piece_art *art = piece_art; art->name; art++) {
        const char *parts[] = { art->layers[0], art->layers[1], art->layers[2], art->lines, art->dots };
        size_t length = 0;
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
            if (!parts[p])
                continue;
            assert_int_equal(strspn(parts[p], "MmLlHhVvCcSsQqTtAaZz0123456789.- "), strlen(parts[p]));
            assert_true(!*parts[p] || *parts[p] == 'M');
            length += strlen(parts[p]);
        }
        assert_true(length > 0 && length <= 1000);
    }
}

/* Both sides of every piece in a row; bound men last. */
static unsigned fill_row(struct drawing *drawing)
{
    unsigned count = 0;
    for (const struct piece_art *art = piece_art; art->name; art++)
        for (uint8_t side = 0; side < 2; side++) {
            bool bound = strcmp(art->name, "bound") == 0;
            struct scene scene = { .kinds = { { .image = bound ? "man" : art->name } } };
            struct ludus_square piece = { .side = side, .bound = bound };
            drawing->scene = &scene;
            svg_piece(drawing, count++ * (double)PIECE_GRID, 0, PIECE_GRID, piece);
        }
    return count;
}

static bool dark_at(const struct png *png, unsigned x, unsigned y)
{
    return png->pixels[((size_t)y * png->width + x) * png->bytes] < 128;
}

static unsigned difference(const struct png *png, unsigned a, unsigned b)
{
    unsigned count = 0;
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            count += dark_at(png, a * SIDE + x, y) != dark_at(png, b * SIDE + x, y);
    return count;
}

static void any_two_pieces_differ_at_20_pixels_in_one_bit(void **state)
{
    (void)state;
    struct ludus_drawing_options options;
    struct drawing drawing;
    struct ludus_buffer svg = { 0 };
    struct png png = { 0 };
    char reason[128];
    ludus_drawing_options_init(&options, sizeof options);
    assert_true(drawing_open(&drawing, &options, NULL, reason, sizeof reason));
    unsigned count = fill_row(&drawing);
    drawing.width = count * (double)PIECE_GRID;
    drawing.height = PIECE_GRID;
    options.width = count * (double)SIDE;
    struct svg_document document = { .title = "", .description = "" };
    assert_true(svg_write(&drawing, &document, &svg));
    if (!png_render(&png, svg.bytes, svg.length)) {
        skip();
        return;
    }
    assert_int_equal(png.width, count * SIDE);
    assert_int_equal(png.height, SIDE);
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            if (difference(&png, a, b) < LEAST_DIFFERENCE)
                fail_msg("%s %s and %s %s differ in %u pixels", a % 2 ? "black" : "white",
                         piece_art[a / 2].name, b % 2 ? "black" : "white", piece_art[b / 2].name,
                         difference(&png, a, b));
    free(png.pixels);
    buf_free(&svg);
    drawing_free(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_is_there),
        cmocka_unit_test(a_drawing_is_plain_path_data_of_few_bytes),
        cmocka_unit_test(any_two_pieces_differ_at_20_pixels_in_one_bit),
    };
    return cmocka_run_group_tests_name("pieces", tests, NULL, NULL);
}
