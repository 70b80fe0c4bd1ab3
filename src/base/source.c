/* source.c - reads the bytes of a file, pipe or piece of memory; unpacks and packs gzip and zstd.
 *
 * The first bytes tell the compression. Consecutive gzip members or zstd frames are one text, as gzip and
 * zstd define; a truncated one is an error and never a shorter text. */
#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "ludus.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* ---- Packing ---- */

enum { BLOCK = 64 * 1024, PACK_GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8 };

struct ludus_packer {
    enum ludus_packing packing;
    z_stream gzip;
    ZSTD_CStream *zstd; /* owned */
    char block[BLOCK];
};

static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), wanted = strlen(suffix);
    return length > wanted && is_alike(name + length - wanted, suffix, wanted);
}

enum ludus_packing ludus_packing_of(const char *name)
{
    return has_suffix(name, ".gz") ? LUDUS_GZIP : has_suffix(name, ".zst") ? LUDUS_ZSTD : LUDUS_PLAIN;
}

struct ludus_packer *ludus_packer_new(enum ludus_packing packing)
{
    struct ludus_packer *packer = memory_zeroed(1, sizeof *packer);
    if (!packer)
        return NULL;
    packer->packing = packing;
    if (packing == LUDUS_GZIP ? deflateInit2(&packer->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                             PACK_GZIP_WINDOW, GZIP_MEMORY, Z_DEFAULT_STRATEGY) == Z_OK
                              : packing != LUDUS_ZSTD || (packer->zstd = ZSTD_createCStream()))
        return packer;
    free(packer);
    return NULL;
}

static bool pack_text(struct ludus_packer *packer, struct ludus_text text, bool end, struct ludus_buffer *out)
{
    z_stream *gzip = &packer->gzip;
    ZSTD_inBuffer from = { text.text, text.length, 0 };
    int status = Z_OK;
    size_t left = 0;
    if (packer->packing == LUDUS_GZIP) {
        do {
            if (gzip->avail_in == 0) {
                gzip->next_in = (unsigned char *)text.text;
                gzip->avail_in = text.length > BLOCK ? BLOCK : (uInt)text.length;
                text.text += gzip->avail_in;
                text.length -= gzip->avail_in;
            }
            gzip->next_out = (unsigned char *)packer->block;
            gzip->avail_out = BLOCK;
            status = deflate(gzip, end && text.length == 0 ? Z_FINISH : Z_NO_FLUSH);
            buf_add(out, packer->block, BLOCK - gzip->avail_out);
        } while (status == Z_OK && (gzip->avail_out == 0 || text.length > 0));
    } else if (packer->packing == LUDUS_ZSTD) {
        do {
            ZSTD_outBuffer to = { packer->block, BLOCK, 0 };
            left = ZSTD_compressStream2(packer->zstd, &to, &from, end ? ZSTD_e_end : ZSTD_e_continue);
            buf_add(out, packer->block, to.pos);
        } while (!ZSTD_isError(left) && (end ? left > 0 : from.pos < from.size));
    } else {
        buf_add(out, text.text, text.length);
    }
    return (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR) && !ZSTD_isError(left) &&
           !out->failed;
}

bool ludus_packer_add(struct ludus_packer *packer, struct ludus_text text, struct ludus_buffer *out)
{
    return text.length == 0 || pack_text(packer, text, false, out);
}

bool ludus_packer_end(struct ludus_packer *packer, struct ludus_buffer *out)
{
    return pack_text(packer, (struct ludus_text){ "", 0 }, true, out);
}

void ludus_packer_free(struct ludus_packer *packer)
{
    if (packer) {
        (void)deflateEnd(&packer->gzip);
        (void)ZSTD_freeCStream(packer->zstd);
    }
    free(packer);
}

/* ---- Reading and unpacking ---- */

enum { MAGIC = 10, USUAL_WINDOW = 26 };

struct source {
    int fd; /* -1: memory */
    bool owned;
    bool within; /* inside a member or frame: the end is an error now */
    int error;
    int window; /* window of zstd: its binary logarithm */
    size_t (*unpack)(struct source *source, char *out, size_t capacity); /* NULL until the first read */
    const char *bytes; /* in memory, or in `block`; [at, end) is not yet unpacked */
    size_t at, end;
    char *block; /* owned */
    z_stream gzip;
    ZSTD_DStream *zstd;        /* owned */
    struct ludus_buffer ahead; /* owned; from `ahead_at` on it is unpacked but not yet read */
    size_t ahead_at;
};

/* Copies up to `capacity` bytes from [*at, end), and moves `*at`. Returns their number. */
static size_t take_bytes(const char *bytes, size_t *at, size_t end, char *out, size_t capacity)
{
    size_t size = end - *at < capacity ? end - *at : capacity;
    if (size)
        memcpy(out, bytes + *at, size);
    *at += size;
    return size;
}

/* Calls read(2), again after signals and, if it would block, after waiting. Reads nothing from memory. */
static size_t read_some(struct source *source, char *out, size_t capacity)
{
    while (source->fd >= 0) {
        ssize_t got = read(source->fd, out, capacity);
        if (got >= 0)
            return (size_t)got;
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd ready = { .fd = source->fd, .events = POLLIN };
            (void)poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            source->error = errno;
            return 0;
        }
    }
    return 0;
}

/* Ensures that a packed byte is available. False at the end or after a failure. */
static bool more_packed(struct source *source)
{
    if (source->at == source->end) {
        source->at = 0;
        source->end = read_some(source, source->block, BLOCK);
    }
    return source->at < source->end;
}

/* Reads plain bytes: first those that were read to find the compression, then the input. */
static size_t copy_plain(struct source *source, char *out, size_t capacity)
{
    return source->at == source->end ? read_some(source, out, capacity)
                                     : take_bytes(source->bytes, &source->at, source->end, out, capacity);
}

static size_t unpack_gzip(struct source *source, char *out, size_t capacity)
{
    z_stream *gzip = &source->gzip;
    gzip->next_out = (unsigned char *)out;
    gzip->avail_out = (uInt)capacity;
    while (gzip->avail_out == capacity) {
        if (!source->within) {
            /* A member is followed by another, by zero bytes (tape padding), or by the end. */
            while (more_packed(source) && source->bytes[source->at] == '\0')
                source->at++;
            if (source->at == source->end)
                return 0;
            source->within = true;
            (void)inflateReset(&source->gzip);
        }
        if (!more_packed(source)) {
            source->error = source->error ? source->error : EBADMSG;
            return 0;
        }
        gzip->next_in = (unsigned char *)source->bytes + source->at;
        gzip->avail_in = source->end - source->at < BLOCK ? (uInt)(source->end - source->at) : BLOCK;
        int status = inflate(gzip, Z_NO_FLUSH);
        source->at = (size_t)((const char *)gzip->next_in - source->bytes);
        if (status == Z_STREAM_END) {
            source->within = false;
        } else if (status != Z_OK) {
            source->error = status == Z_MEM_ERROR ? ENOMEM : EBADMSG;
            return 0;
        }
    }
    return capacity - gzip->avail_out;
}

static size_t unpack_zstd(struct source *source, char *out, size_t capacity)
{
    ZSTD_outBuffer to = { out, capacity, 0 };
    while (to.pos == 0) {
        if (!more_packed(source)) {
            if (source->within && source->error == 0)
                source->error = EBADMSG;
            return 0;
        }
        ZSTD_inBuffer from = { source->bytes, source->end, source->at };
        size_t left = ZSTD_decompressStream(source->zstd, &to, &from);
        source->at = from.pos;
        if (ZSTD_isError(left)) {
            ZSTD_ErrorCode code = ZSTD_getErrorCode(left);
            source->error = code == ZSTD_error_memory_allocation               ? ENOMEM
                            : code == ZSTD_error_frameParameter_windowTooLarge ? EFBIG
                                                                               : EBADMSG;
            return 0;
        }
        source->within = left != 0;
    }
    return to.pos;
}

/* zstd uses windows of 8 MiB at its usual levels, and up to 2 GiB (`zstd --long=31`). */
void source_limit(struct source *source, unsigned mib)
{
    enum { LEAST = 23, MIB = 20 };
    int bound = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
    for (source->window = MIB; mib > 1 && source->window < bound; mib /= 2)
        source->window++;
    if (source->window < LEAST)
        source->window = LEAST;
}

/* The first bytes of compressed files; ? is any byte. */
static const struct magic {
    const char *bytes;
    size_t length;
    size_t (*unpack)(struct source *source, char *out, size_t capacity); /* NULL: not supported */
} magics[] = {
    { "\x28\xb5\x2f\xfd", 4, unpack_zstd },
    { "\x1f\x8b", 2, unpack_gzip },
    { "\xfd\x37zXZ\0", 6, NULL },                 /* xz */
    { "BZh?1AY&SY", 10, NULL },                   /* bzip2 */
    { "BZh?\x17\x72\x45\x38\x50\x90", 10, NULL }, /* bzip2, empty */
    { "PK\3\4", 4, NULL },                        /* zip */
};

/* Reads the first bytes and chooses how to unpack. False without memory. */
static bool begin_unpacking(struct source *source)
{
    enum { GZIP_WINDOW = 15 + 16 };
    if (source->fd >= 0) {
        source->bytes = source->block = memory_new(BLOCK);
        if (!source->block)
            return false;
        for (size_t got = 1; got > 0 && source->end < MAGIC; source->end += got)
            got = read_some(source, source->block + source->end, BLOCK - source->end);
    }
    source->unpack = copy_plain;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        const struct magic *magic = &magics[i];
        size_t at = 0;
        while (at < magic->length && at < source->end &&
               (magic->bytes[at] == '?' || magic->bytes[at] == source->bytes[at]))
            at++;
        if (at == magic->length && magic->unpack)
            source->unpack = magic->unpack;
        else if (at == magic->length)
            source->error = ENOTSUP;
    }
    source->within = source->unpack != copy_plain;
    if (source->unpack == unpack_gzip)
        return inflateInit2(&source->gzip, GZIP_WINDOW) == Z_OK;
    if (source->unpack == unpack_zstd) {
        source->zstd = ZSTD_createDStream();
        if (source->zstd)
            (void)ZSTD_DCtx_setParameter(source->zstd, ZSTD_d_windowLogMax, source->window);
    }
    return source->unpack != unpack_zstd || source->zstd;
}

static size_t unpack(struct source *source, char *out, size_t capacity)
{
    if (!source->unpack && source->error == 0 && !begin_unpacking(source))
        source->error = ENOMEM;
    return source->error ? 0 : source->unpack(source, out, capacity);
}

size_t source_read(struct source *source, char *out, size_t capacity)
{
    return source->ahead_at == source->ahead.length
               ? unpack(source, out, capacity)
               : take_bytes(source->ahead.bytes, &source->ahead_at, source->ahead.length, out, capacity);
}

size_t source_peek(struct source *source, size_t wanted, const char **bytes)
{
    struct ludus_buffer *ahead = &source->ahead;
    for (size_t got = 1; got > 0 && ahead->length - source->ahead_at < wanted; ahead->length += got)
        got = buf_reserve(ahead, BLOCK - 1) ? unpack(source, ahead->bytes + ahead->length, BLOCK - 1) : 0;
    if (ahead->failed)
        source->error = ENOMEM;
    *bytes = buf_string(ahead) + source->ahead_at;
    return ahead->failed ? 0 : ahead->length - source->ahead_at;
}

struct source *source_bytes(const char *bytes, size_t length)
{
    struct source *source = memory_zeroed(1, sizeof *source);
    if (source) {
        source->fd = -1;
        source->window = USUAL_WINDOW;
        source->bytes = bytes;
        source->end = length;
    }
    return source;
}

struct source *source_fd(int fd, bool owned)
{
    struct stat status;
    bool there = fstat(fd, &status) == 0, folder = there && S_ISDIR(status.st_mode);
    struct source *source = there && !folder ? source_bytes("", 0) : NULL;
    if (source) {
        source->fd = fd;
        source->owned = owned;
        return source;
    }
    int reason = folder ? EISDIR : errno;
    if (owned)
        (void)close(fd);
    errno = reason;
    return NULL;
}

struct source *source_open(const char *path)
{
    bool input = strcmp(path, "-") == 0;
    int fd = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? NULL : source_fd(fd, !input);
}

int source_error(const struct source *source)
{
    return source->error;
}

void source_close(struct source *source)
{
    if (!source)
        return;
    if (source->owned)
        (void)close(source->fd);
    (void)inflateEnd(&source->gzip);
    (void)ZSTD_freeDStream(source->zstd);
    free(source->block);
    buf_free(&source->ahead);
    free(source);
}
