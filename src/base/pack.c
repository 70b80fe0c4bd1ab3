/* pack.c - bytes packed with gzip or zstd on their way out. */
#include "base/buf.h"
#include "base/memory.h"
#include "ludus.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

enum { BLOCK = 64 * 1024, GZIP_WINDOW = 15 + 16, GZIP_MEMORY = 8 };

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
        ready = deflateInit2(&packer->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, GZIP_MEMORY,
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

static bool pack_gzip(struct ludus_packer *packer, struct ludus_text text, bool end, struct ludus_buffer *out)
{
    z_stream *gzip = &packer->gzip;
    int status = Z_OK;
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
    return status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR;
}

static bool pack_zstd(struct ludus_packer *packer, struct ludus_text text, bool end, struct ludus_buffer *out)
{
    ZSTD_inBuffer from = { text.text, text.length, 0 };
    size_t left;
    do {
        ZSTD_outBuffer to = { packer->block, BLOCK, 0 };
        left = ZSTD_compressStream2(packer->zstd, &to, &from, end ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left))
            return false;
        buf_add(out, packer->block, to.pos);
    } while (end ? left > 0 : from.pos < from.size);
    return true;
}

static bool pack(struct ludus_packer *packer, struct ludus_text text, bool end, struct ludus_buffer *out)
{
    if (packer->packing == LUDUS_GZIP)
        return pack_gzip(packer, text, end, out) && !out->failed;
    if (packer->packing == LUDUS_ZSTD)
        return pack_zstd(packer, text, end, out) && !out->failed;
    buf_add(out, text.text, text.length);
    return !out->failed;
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
