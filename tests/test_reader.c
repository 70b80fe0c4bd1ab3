/* test_reader.c - the public way to records: files, pipes, numbers, tags, errors. */
#include "base/memory.h"
#include "ludus.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* A file that holds `text`; the caller unlinks and frees its path. */
static char *file_with(const char *text)
{
    char *path = malloc(64);
    int fd;

    strcpy(path, "/tmp/test_reader.XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(close(fd), 0);
    return path;
}

static void games_are_numbered_from_one(void **state)
{
    (void)state;
    char *path = file_with("% a header\n\n[Event \"1\"]\n\ne4 *\n\n[Event \"2\"]\n\n1. d4 *\n1. c4 *\n");
    static const size_t numbers[] = { 0, 1, 2, 3 };
    struct ludus_reader *reader = ludus_reader_open(path);

    assert_non_null(reader);
    for (size_t i = 0; i < 4; i++) {
        const struct ludus_game *game = ludus_reader_next(reader);
        assert_non_null(game);
        assert_int_equal(ludus_game_number(game), numbers[i]);
        assert_int_equal(ludus_game_empty(game), i == 0);
    }
    assert_null(ludus_reader_next(reader));
    assert_null(ludus_reader_next(reader));
    assert_int_equal(ludus_reader_error(reader), 0);
    ludus_reader_close(reader);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static void sources_of_all_games_make_up_the_file(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"1\"]\n\ne4 {\n\n[Event \"2\"]\n\n1. d4 * {x}\n1. c4 *\n\n\n[Event \"3\"]\n";
    struct ludus_buffer all = { 0 };
    char *path = file_with(text);
    struct ludus_reader *reader = ludus_reader_open(path);

    for (const struct ludus_game *game; (game = ludus_reader_next(reader)) != NULL;) {
        struct ludus_text source = ludus_game_source(game);
        buf_add(&all, source.text, source.length);
    }
    assert_string_equal(buf_string(&all), text);
    ludus_reader_close(reader);
    buf_free(&all);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static void tags_are_asked_for_by_name_and_index(void **state)
{
    (void)state;
    char *path = file_with("[White \"Lord \\\"T\\\" Tyger\"]\n[Black \"\"]\n\n*\n");
    struct ludus_reader *reader = ludus_reader_open(path);
    const struct ludus_game *game = ludus_reader_next(reader);
    struct ludus_text value;

    assert_int_equal(ludus_game_tags(game), 2);
    assert_memory_equal(ludus_game_tag_name(game, 1).text, "Black", 5);
    assert_int_equal(ludus_game_tag_value(game, 1).length, 0);
    assert_true(ludus_game_tag(game, "White", &value));
    assert_int_equal(value.length, 14);
    assert_memory_equal(value.text, "Lord \"T\" Tyger", 14);
    assert_false(ludus_game_tag(game, "Wh", &value));
    ludus_reader_close(reader);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static void keep_line(void *context, const struct ludus_message *message)
{
    buf_format(context, "%s:%zu:%zu g%zu %s\n", message->file, message->line, message->column, message->game,
               message->code);
}

static void messages_say_file_line_and_game(void **state)
{
    (void)state;
    char *path = file_with("[Event \"1\"]\n\ne4 *\n\n[Event \"2\"]\n\nfoo $\n");
    struct ludus_reader *reader = ludus_reader_open(path);
    struct ludus_buffer out = { 0 }, expected = { 0 };

    for (const struct ludus_game *game; (game = ludus_reader_next(reader)) != NULL;) {
        ludus_game_messages(game, keep_line, &out);
        assert_int_equal(ludus_game_count(game, LUDUS_ERROR), ludus_game_number(game) == 1 ? 0 : 2);
        assert_int_equal(ludus_game_count(game, LUDUS_WARNING), ludus_game_number(game) == 1 ? 0 : 1);
        assert_int_equal(ludus_game_count(game, LUDUS_NOTE), 0);
    }
    buf_format(&expected, "%s:7:1 g2 bad-token\n%s:7:5 g2 bad-nag\n%s:7:6 g2 missing-result\n", path, path,
               path);
    assert_string_equal(buf_string(&out), buf_string(&expected));
    ludus_reader_close(reader);
    buf_free(&out);
    buf_free(&expected);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    assert_null(ludus_reader_open("/nonexistent"));
    assert_int_equal(errno, ENOENT);
    assert_null(ludus_reader_open("/"));
    assert_int_equal(errno, EISDIR);
    ludus_reader_close(NULL);
}

static void a_failed_read_ends_the_records_with_its_errno(void **state)
{
    (void)state;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "\x1f\x8b\x08\x00", 4), 4);
    assert_int_equal(close(ends[1]), 0);
    struct ludus_reader *reader = ludus_reader_fd(ends[0], "pipe", true);
    assert_null(ludus_reader_next(reader));
    assert_int_equal(ludus_reader_error(reader), EBADMSG);
    ludus_reader_close(reader);
    assert_int_equal(close(ends[0]), -1);
}

static void pipes_are_read(void **state)
{
    (void)state;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "1. e4 * 1. d4 *", 15), 15);
    assert_int_equal(close(ends[1]), 0);
    struct ludus_reader *reader = ludus_reader_fd(ends[0], "pipe", false);
    assert_non_null(ludus_reader_next(reader));
    assert_int_equal(ludus_game_number(ludus_reader_next(reader)), 2);
    assert_null(ludus_reader_next(reader));
    ludus_reader_close(reader);
    assert_int_equal(close(ends[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_numbered_from_one),
        cmocka_unit_test(sources_of_all_games_make_up_the_file),
        cmocka_unit_test(tags_are_asked_for_by_name_and_index),
        cmocka_unit_test(messages_say_file_line_and_game),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(a_failed_read_ends_the_records_with_its_errno),
        cmocka_unit_test(pipes_are_read),
    };
    return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
