/* png.h - reading the pictures that rsvg-convert writes: 8-bit RGB or RGBA, not interlaced. */
#ifndef TESTS_PNG_H
#define TESTS_PNG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct png {
    unsigned width, height, bytes; /* of a pixel */
    uint8_t *pixels;               /* owned */
};

static inline uint32_t png_word(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline uint8_t png_paeth(int a, int b, int c)
{
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Takes the filters off the rows of `raw`. */
static inline void png_unfilter(struct png *png, const uint8_t *raw)
{
    size_t row = (size_t)png->width * png->bytes;
    for (unsigned y = 0; y < png->height; y++) {
        const uint8_t *in = raw + y * (row + 1);
        uint8_t *out = png->pixels + y * row, *above = y ? out - row : NULL, filter = *in++;
        for (size_t x = 0; x < row; x++) {
            int a = x >= png->bytes ? out[x - png->bytes] : 0, b = y ? above[x] : 0;
            int c = y && x >= png->bytes ? above[x - png->bytes] : 0;
            int add[] = { 0, a, b, (a + b) / 2, png_paeth(a, b, c) };
            out[x] = (uint8_t)(in[x] + add[filter < 5 ? filter : 0]);
        }
    }
}

static inline bool png_read(struct png *png, const uint8_t *bytes, size_t length)
{
    uint8_t *packed = malloc(length);
    size_t packed_length = 0;
    *png = (struct png){ 0 };
    for (size_t at = 8; packed && at + 12 <= length;) {
        size_t size = png_word(bytes + at);
        const uint8_t *body = bytes + at + 8;
        if (size > length - at - 12)
            break;
        if (memcmp(bytes + at + 4, "IHDR", 4) == 0) {
            png->width = png_word(body);
            png->height = png_word(body + 4);
            png->bytes = body[9] == 6 ? 4 : 3;
        } else if (memcmp(bytes + at + 4, "IDAT", 4) == 0) {
            memcpy(packed + packed_length, body, size);
            packed_length += size;
        }
        at += size + 12;
    }
    uLongf raw_length = ((uLongf)png->width * png->bytes + 1) * png->height;
    uint8_t *raw = malloc(raw_length + 1);
    png->pixels = malloc(raw_length + 1);
    bool ok = packed && raw && png->pixels && raw_length &&
              uncompress(raw, &raw_length, packed, packed_length) == Z_OK;
    if (ok) {
        png_unfilter(png, raw);
    } else {
        free(png->pixels);
        png->pixels = NULL;
    }
    free(raw);
    free(packed);
    return ok;
}

/* Renders SVG with rsvg-convert. False, without pixels, when that cannot be run. */
static inline bool png_render(struct png *png, const char *svg, size_t length)
{
    char name[] = "/tmp/ludus-XXXXXX", command[128];
    int fd = mkstemp(name);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!file)
        return false;
    fwrite(svg, 1, length, file);
    fclose(file);
    snprintf(command, sizeof command, "rsvg-convert --background-color=white %s 2>/dev/null", name);
    FILE *pipe = popen(command, "r");
    static uint8_t bytes[1 << 22];
    size_t got = pipe ? fread(bytes, 1, sizeof bytes, pipe) : 0;
    if (pipe)
        pclose(pipe);
    remove(name);
    return got > 8 && png_read(png, bytes, got);
}

#endif
