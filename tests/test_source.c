/* test_source.c - bytes of files, pipes and memory, packed and not. */
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <cmocka.h>

enum { PLAIN = 300000 };

struct bytes {
    char *bytes;
    size_t length;
};

static struct bytes plain_text(void)
{
    struct bytes text = { malloc(PLAIN), PLAIN };
    uint32_t random = 1;

    for (size_t i = 0; i < PLAIN; i++) {
        random = random * 1664525 + 1013904223;
        text.bytes[i] = (char)('a' + (random >> 24) % 16);
    }
    return text;
}

static struct bytes gzipped(struct bytes text)
{
    struct bytes packed = { malloc(text.length + 1000), 0 };
    z_stream stream = { 0 };

    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (unsigned char *)text.bytes;
    stream.avail_in = (uInt)text.length;
    stream.next_out = (unsigned char *)packed.bytes;
    stream.avail_out = (uInt)(text.length + 1000);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.length = stream.total_out;
    assert_int_equal(deflateEnd(&stream), Z_OK);
    return packed;
}

static struct bytes zstd_packed(struct bytes text)
{
    struct bytes packed = { malloc(ZSTD_compressBound(text.length)), 0 };

    packed.length = ZSTD_compress(packed.bytes, ZSTD_compressBound(text.length), text.bytes, text.length, 3);
    assert_false(ZSTD_isError(packed.length));
    return packed;
}

static struct bytes twice(struct bytes text)
{
    struct bytes both = { malloc(2 * text.length), 2 * text.length };

    memcpy(both.bytes, text.bytes, text.length);
    memcpy(both.bytes + text.length, text.bytes, text.length);
    return both;
}

/* All bytes of a source, read in steps of `step`; the source is closed. */
static struct bytes drain(struct source *source, size_t step, int *error)
{
    struct bytes all = { malloc(4 * PLAIN), 0 };

    assert_non_null(source);
    for (size_t got; (got = source_read(source, all.bytes + all.length, step)) > 0;) {
        all.length += got;
        assert_true(all.length < 3 * PLAIN);
    }
    assert_int_equal(source_read(source, all.bytes, step), 0);
    *error = source_error(source);
    source_close(source);
    return all;
}

static void assert_reads_as(struct bytes packed, struct bytes text, size_t step)
{
    int error;
    struct bytes all = drain(source_bytes(packed.bytes, packed.length), step, &error);

    assert_int_equal(error, 0);
    assert_int_equal(all.length, text.length);
    assert_memory_equal(all.bytes, text.bytes, text.length);
    free(all.bytes);
}

static void memory_is_read_as_it_is(void **state)
{
    (void)state;
    struct bytes text = plain_text();

    assert_reads_as(text, text, 7777);
    assert_reads_as((struct bytes){ text.bytes, 3 }, (struct bytes){ text.bytes, 3 }, 2);
    assert_reads_as((struct bytes){ text.bytes, 0 }, (struct bytes){ text.bytes, 0 }, 10);
    free(text.bytes);
}

static void packed_text_is_unpacked(void **state)
{
    (void)state;
    struct bytes text = plain_text(), gzip = gzipped(text), zstd = zstd_packed(text);

    assert_reads_as(gzip, text, 1 << 18);
    assert_reads_as(gzip, text, 1000);
    assert_reads_as(zstd, text, 1 << 18);
    assert_reads_as(zstd, text, 1000);
    free(gzip.bytes);
    free(zstd.bytes);
    free(text.bytes);
}

static void members_in_a_row_are_one_text(void **state)
{
    (void)state;
    struct bytes text = plain_text(), both = twice(text);
    struct bytes gzip = gzipped(text), gzips = twice(gzip);
    struct bytes zstd = zstd_packed(text), zstds = twice(zstd);

    assert_reads_as(gzips, both, 65536);
    assert_reads_as(zstds, both, 65536);
    free(gzip.bytes);
    free(gzips.bytes);
    free(zstd.bytes);
    free(zstds.bytes);
    free(both.bytes);
    free(text.bytes);
}

static void zero_bytes_after_a_member_are_padding(void **state)
{
    (void)state;
    struct bytes text = plain_text(), gzip = gzipped(text);
    struct bytes padded = { calloc(1, gzip.length + 512), gzip.length + 512 };

    memcpy(padded.bytes, gzip.bytes, gzip.length);
    assert_reads_as(padded, text, 65536);
    free(padded.bytes);
    free(gzip.bytes);
    free(text.bytes);
}

static void assert_fails_with(int expected, const char *bytes, size_t length)
{
    int error;
    struct bytes all = drain(source_bytes(bytes, length), 4096, &error);

    assert_int_equal(error, expected);
    assert_true(expected != ENOTSUP || all.length == 0);
    free(all.bytes);
}

static void assert_damaged(const char *bytes, size_t length)
{
    assert_fails_with(EBADMSG, bytes, length);
}

static void other_compression_is_no_text(void **state)
{
    (void)state;
    assert_fails_with(ENOTSUP, "\xfd\x37zXZ\0\0\4", 8);
    assert_fails_with(ENOTSUP, "BZh91AY&SY\1\2\3", 13);
    assert_fails_with(ENOTSUP, "BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0", 14);
    assert_fails_with(0, "BZh9 is a text", 14);
    assert_fails_with(0, "BZ", 2);
}

static void packed_text_cut_short_is_an_error(void **state)
{
    (void)state;
    struct bytes text = plain_text(), gzip = gzipped(text), zstd = zstd_packed(text);

    for (size_t cut = 1; cut < 40; cut++) {
        assert_damaged(gzip.bytes, gzip.length - cut);
        assert_damaged(zstd.bytes, zstd.length - cut);
    }
    assert_damaged(gzip.bytes, 2);
    assert_damaged(zstd.bytes, 4);
    assert_damaged(gzip.bytes, gzip.length / 2);
    assert_damaged(zstd.bytes, zstd.length / 2);
    gzip.bytes[gzip.length / 2] ^= 0x55;
    assert_damaged(gzip.bytes, gzip.length);
    free(gzip.bytes);
    free(zstd.bytes);
    free(text.bytes);
}

static void a_second_member_that_is_damaged_is_an_error(void **state)
{
    (void)state;
    struct bytes text = plain_text(), gzip = gzipped(text), gzips = twice(gzip);
    struct bytes zstd = zstd_packed(text), zstds = twice(zstd);

    assert_damaged(gzips.bytes, gzip.length + 5);
    assert_damaged(zstds.bytes, zstd.length + 5);
    memset(gzips.bytes + gzip.length, 'x', 20);
    assert_damaged(gzips.bytes, gzip.length + 20);
    free(gzip.bytes);
    free(gzips.bytes);
    free(zstd.bytes);
    free(zstds.bytes);
    free(text.bytes);
}

static void what_cannot_be_opened_says_why(void **state)
{
    (void)state;
    errno = 0;
    assert_null(source_open("/nonexistent/file"));
    assert_int_equal(errno, ENOENT);
    assert_null(source_open("/"));
    assert_int_equal(errno, EISDIR);
    assert_null(source_fd(-1, false));
    assert_int_equal(errno, EBADF);
}

static void a_failed_read_is_told(void **state)
{
    (void)state;
    int error, fd = open("/dev/null", O_WRONLY);
    struct bytes all = drain(source_fd(fd, true), 100, &error);

    assert_int_equal(all.length, 0);
    assert_int_equal(error, EBADF);
    free(all.bytes);
}

/* Writes in small pieces, so that reads are short. */
static void *dribble(void *context)
{
    const struct bytes *text = ((void **)context)[0];
    int fd = *(int *)((void **)context)[1];
    size_t at = 0;

    while (at < text->length) {
        size_t piece = at % 977 + 1;
        ssize_t done = write(fd, text->bytes + at, piece < text->length - at ? piece : text->length - at);
        if (done < 0)
            break;
        at += (size_t)done;
    }
    (void)close(fd);
    return NULL;
}

static void assert_pipe_reads_as(struct bytes written, struct bytes text, int flags)
{
    int ends[2], error;
    pthread_t writer;
    void *context[2] = { &written, &ends[1] };

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[0], F_SETFL, flags), 0);
    assert_int_equal(pthread_create(&writer, NULL, dribble, context), 0);
    struct bytes all = drain(source_fd(ends[0], true), 50000, &error);
    (void)pthread_join(writer, NULL);
    assert_int_equal(error, 0);
    assert_int_equal(all.length, text.length);
    assert_memory_equal(all.bytes, text.bytes, text.length);
    free(all.bytes);
}

static void pipes_that_give_little_are_read_to_the_end(void **state)
{
    (void)state;
    struct bytes text = plain_text(), gzip = gzipped(text);

    assert_pipe_reads_as(text, text, 0);
    assert_pipe_reads_as(text, text, O_NONBLOCK);
    assert_pipe_reads_as(gzip, text, O_NONBLOCK);
    free(gzip.bytes);
    free(text.bytes);
}

static void only_an_owned_descriptor_is_closed(void **state)
{
    (void)state;
    int error, fd = open("/dev/null", O_RDONLY);

    free(drain(source_fd(fd, false), 10, &error).bytes);
    assert_int_equal(fcntl(fd, F_GETFD), 0);
    free(drain(source_fd(fd, true), 10, &error).bytes);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
    source_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_read_as_it_is),
        cmocka_unit_test(packed_text_is_unpacked),
        cmocka_unit_test(members_in_a_row_are_one_text),
        cmocka_unit_test(zero_bytes_after_a_member_are_padding),
        cmocka_unit_test(other_compression_is_no_text),
        cmocka_unit_test(packed_text_cut_short_is_an_error),
        cmocka_unit_test(a_second_member_that_is_damaged_is_an_error),
        cmocka_unit_test(what_cannot_be_opened_says_why),
        cmocka_unit_test(a_failed_read_is_told),
        cmocka_unit_test(pipes_that_give_little_are_read_to_the_end),
        cmocka_unit_test(only_an_owned_descriptor_is_closed),
    };
    return cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
