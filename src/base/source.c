/* source.c - the bytes of a file, pipe or piece of memory; gzip and zstd are unpacked on the way.
 *
 * What is packed is seen from the first bytes. Several gzip members or zstd frames in a row are one text, as
 * the programs that made them say; one that is cut short is a failure and never a shorter text. */
#include "base/source.h"

#include "base/buf.h"
#include "base/memory.h"
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

/* ---- Bytes packed with gzip or zstd on their way out ---- */

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
    return length > wanted && strcmp(name + length - wanted, suffix) == 0;
}

enum ludus_packing ludus_packing_of(const char *name)
{
    return has_suffix(name, ".gz") ? LUDUS_GZIP : has_suffix(name, ".zst") ? LUDUS_ZSTD : LUDUS_PLAIN;
}

struct ludus_packer *ludus_packer_new(enum ludus_packing packing)
{
    struct ludus_packer *packer = memory_zeroed(1, sizeof *packer);
    bool ready = packer != NULL;
    if (packer && packing == LUDUS_GZIP)
        ready = deflateInit2(&packer->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, PACK_GZIP_WINDOW, GZIP_MEMORY,
                             Z_DEFAULT_STRATEGY) == Z_OK;
    if (packer && packing == LUDUS_ZSTD)
        ready = (packer->zstd = ZSTD_createCStream()) != NULL;
    if (!ready) {
        free(packer);
        return NULL;
    }
    packer->packing = packing;
    return packer;
}

static bool pack(struct ludus_packer *packer, struct ludus_text text, bool end, struct ludus_buffer *out)
{
    z_stream *gzip = &packer->gzip;
    ZSTD_inBuffer from = { text.text, text.length, 0 };
    int status = Z_OK;
    size_t left = 0;
    if (packer->packing == LUDUS_GZIP) {
        do {
            uInt part = text.length > BLOCK ? BLOCK : (uInt)text.length;
            gzip->next_in = (unsigned char *)text.text;
            gzip->avail_in = part;
            do {
                gzip->next_out = (unsigned char *)packer->block;
                gzip->avail_out = BLOCK;
                status = deflate(gzip, end && part == text.length ? Z_FINISH : Z_NO_FLUSH);
                buf_add(out, packer->block, BLOCK - gzip->avail_out);
            } while (status == Z_OK && gzip->avail_out == 0);
            text.text += part;
            text.length -= part;
        } while (text.length > 0);
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
    return text.length == 0 || pack(packer, text, false, out);
}

bool ludus_packer_end(struct ludus_packer *packer, struct ludus_buffer *out)
{
    return pack(packer, (struct ludus_text){ "", 0 }, true, out);
}

void ludus_packer_free(struct ludus_packer *packer)
{
    if (packer && packer->packing == LUDUS_GZIP)
        (void)deflateEnd(&packer->gzip);
    if (packer && packer->packing == LUDUS_ZSTD)
        (void)ZSTD_freeCStream(packer->zstd);
    free(packer);
}

/* ---- Bytes on their way in ---- */

enum { PACKED_BLOCK = 64 * 1024, MAGIC = 10 };

struct source {
    int fd; /* -1: memory */
    bool owned;
    int error;
    size_t (*unpack)(struct source *source, char *out, size_t capacity); /* NULL until the first read */
    const char *memory;                                                  /* not owned */
    size_t memory_at, memory_end;
    char *packed; /* owned; bytes read but not yet unpacked are [packed_at, packed_end) */
    size_t packed_at, packed_end;
    bool within; /* inside a member or frame: the end may not come now */
    bool inflating;
    z_stream gzip;
    ZSTD_DStream *zstd; /* owned */
    int window;         /* its binary logarithm, for zstd */
    char *ahead;        /* owned; unpacked bytes that were looked at are [ahead_at, ahead_end) */
    size_t ahead_at, ahead_end;
};

/* Takes bytes that are at hand. */
static size_t take(const char *bytes, size_t *at, size_t end, char *out, size_t capacity)
{
    size_t size = end - *at < capacity ? end - *at : capacity;
    if (size)
        memcpy(out, bytes + *at, size);
    *at += size;
    return size;
}

/* From memory, or read(2), again after signals and, on a descriptor that does not block, after waiting. */
static size_t read_some(struct source *source, char *out, size_t capacity)
{
    if (source->fd < 0)
        return take(source->memory, &source->memory_at, source->memory_end, out, capacity);
    for (;;) {
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
}

/* Makes sure that a packed byte is at hand; false at the end or after a failure. */
static bool more_packed(struct source *source)
{
    if (source->packed_at < source->packed_end)
        return true;
    source->packed_at = 0;
    source->packed_end = read_some(source, source->packed, PACKED_BLOCK);
    return source->packed_end > 0;
}

/* What was read ahead to see the magic bytes, then the input itself. */
static size_t copy_plain(struct source *source, char *out, size_t capacity)
{
    return source->packed_at == source->packed_end
               ? read_some(source, out, capacity)
               : take(source->packed, &source->packed_at, source->packed_end, out, capacity);
}

static size_t unpack_gzip(struct source *source, char *out, size_t capacity)
{
    z_stream *gzip = &source->gzip;
    gzip->next_out = (unsigned char *)out;
    gzip->avail_out = (uInt)capacity;
    while (gzip->avail_out == capacity) {
        if (!source->within) {
            /* After a member another begins, or zero bytes (tape padding), or the end comes. */
            while (more_packed(source) && source->packed[source->packed_at] == '\0')
                source->packed_at++;
            if (source->packed_at == source->packed_end)
                return 0;
            source->within = true;
            (void)inflateReset(&source->gzip);
        }
        if (!more_packed(source)) {
            source->error = source->error ? source->error : EBADMSG;
            return 0;
        }
        gzip->next_in = (unsigned char *)source->packed + source->packed_at;
        gzip->avail_in = (uInt)(source->packed_end - source->packed_at);
        int status = inflate(gzip, Z_NO_FLUSH);
        source->packed_at = source->packed_end - gzip->avail_in;
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
        ZSTD_inBuffer from = { source->packed, source->packed_end, source->packed_at };
        size_t left = ZSTD_decompressStream(source->zstd, &to, &from);
        source->packed_at = from.pos;
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

/* zstd takes windows of 8 MiB at its usual levels, and up to 2 GiB (`zstd --long=31`). */
void source_limit(struct source *source, unsigned mib)
{
    enum { LEAST = 23, MIB = 20 };
    int bound = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound;
    for (source->window = MIB; mib > 1 && source->window < bound; mib /= 2)
        source->window++;
    if (source->window < LEAST)
        source->window = LEAST;
}

/* What files of a kind begin with; ? is any byte. */
static const struct magic {
    const char *bytes;
    size_t length;
    size_t (*unpack)(struct source *source, char *out, size_t capacity); /* NULL: they are not read */
} magics[] = {
    { "\x28\xb5\x2f\xfd", 4, unpack_zstd },
    { "\x1f\x8b", 2, unpack_gzip },
    { "\xfd\x37zXZ\0", 6, NULL },                 /* xz */
    { "BZh?1AY&SY", 10, NULL },                   /* bzip2 */
    { "BZh?\x17\x72\x45\x38\x50\x90", 10, NULL }, /* bzip2, of nothing */
    { "PK\3\4", 4, NULL },                        /* zip */
};

/* Looks at the first bytes and chooses how to unpack. False without memory. */
static bool begin_packing(struct source *source)
{
    enum { GZIP_WINDOW = 15 + 16, USUAL = 26 };
    source->packed = memory_new(PACKED_BLOCK);
    if (!source->packed)
        return false;
    for (size_t got = 1; got > 0 && source->packed_end < MAGIC; source->packed_end += got)
        got = read_some(source, source->packed + source->packed_end, PACKED_BLOCK - source->packed_end);
    source->unpack = copy_plain;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        const struct magic *magic = &magics[i];
        size_t at = 0;
        while (at < magic->length && at < source->packed_end &&
               (magic->bytes[at] == '?' || magic->bytes[at] == source->packed[at]))
            at++;
        if (at == magic->length && magic->unpack)
            source->unpack = magic->unpack;
        else if (at == magic->length)
            source->error = ENOTSUP;
    }
    source->within = source->unpack != copy_plain;
    if (source->unpack == unpack_gzip)
        return source->inflating = inflateInit2(&source->gzip, GZIP_WINDOW) == Z_OK;
    if (source->unpack == unpack_zstd) {
        source->zstd = ZSTD_createDStream();
        if (source->zstd)
            (void)ZSTD_DCtx_setParameter(source->zstd, ZSTD_d_windowLogMax,
                                         source->window ? source->window : USUAL);
        return source->zstd != NULL;
    }
    return true;
}

static size_t unpack(struct source *source, char *out, size_t capacity)
{
    if (!source->unpack && source->error == 0 && !begin_packing(source))
        source->error = ENOMEM;
    return source->error ? 0 : source->unpack(source, out, capacity);
}

size_t source_read(struct source *source, char *out, size_t capacity)
{
    return source->ahead_at == source->ahead_end
               ? unpack(source, out, capacity)
               : take(source->ahead, &source->ahead_at, source->ahead_end, out, capacity);
}

size_t source_peek(struct source *source, size_t wanted, const char **bytes)
{
    size_t room = source->ahead_at + (wanted > PACKED_BLOCK ? wanted : PACKED_BLOCK);
    char *larger = memory_grown(source->ahead, room + 1);
    if (!larger) {
        source->error = ENOMEM;
        return 0;
    }
    source->ahead = larger;
    while (source->ahead_end - source->ahead_at < wanted) {
        size_t got = unpack(source, source->ahead + source->ahead_end, room - source->ahead_end);
        if (got == 0)
            break;
        source->ahead_end += got;
    }
    *bytes = source->ahead + source->ahead_at;
    return source->ahead_end - source->ahead_at;
}

struct source *source_fd(int fd, bool owned)
{
    struct stat status;
    struct source *source = NULL;
    if (fstat(fd, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            errno = EISDIR;
        else
            source = memory_zeroed(1, sizeof *source);
    }
    if (!source) {
        int reason = errno;
        if (owned)
            (void)close(fd);
        errno = reason;
        return NULL;
    }
    source->fd = fd;
    source->owned = owned;
    return source;
}

struct source *source_open(const char *path)
{
    if (strcmp(path, "-") == 0)
        return source_fd(STDIN_FILENO, false);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? NULL : source_fd(fd, true);
}

struct source *source_bytes(const char *bytes, size_t length)
{
    struct source *source = memory_zeroed(1, sizeof *source);
    if (source) {
        source->fd = -1;
        source->memory = bytes;
        source->memory_end = length;
    }
    return source;
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
    if (source->inflating)
        (void)inflateEnd(&source->gzip);
    (void)ZSTD_freeDStream(source->zstd);
    free(source->packed);
    free(source->ahead);
    free(source);
}
