/* encoding.h - how a source writes its characters, found out from its bytes, block by block, and their
 * conversion to UTF-8. Where bytes that are no UTF-8 first turn up the whole source is judged: it is Latin-1
 * if nothing but ASCII came before. */
#ifndef BASE_ENCODING_H
#define BASE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ENCODING_ASCII, ENCODING_UTF8, ENCODING_1252, ENCODING_UTF16_LITTLE, ENCODING_UTF16_BIG };
enum { ENCODING_HALF = 3, ENCODING_WIDEST = 3 };

/* All zero at the beginning of a source. */
struct encoding {
    uint8_t kind;             /* what is known of it so far */
    uint8_t half_length;      /* of the beginning of a character that the block cut */
    char half[ENCODING_HALF]; /* which is taken off the block's end and goes before the next one */
    bool stray_told;
};

/* Recognises UTF-16 by the byte order mark, which the source begins with, or unmistakable without one. */
void encoding_recognise(struct encoding *encoding, const char *bytes, size_t length);
/* Length of what begins the block and needs no conversion. The beginning of a UTF-8 sequence that follows it,
 * and that the block cut, is put into `half`, unless the source has `ended`: there it is a stray. */
size_t encoding_valid(struct encoding *encoding, const char *bytes, size_t length, bool ended);
/* Converts bytes of which the first need it, and returns the length of what it writes, ENCODING_WIDEST times
 * as much and ENCODING_HALF at most. `stray` is the place there of the first byte of the source that is of no
 * encoding, or SIZE_MAX. */
size_t encoding_convert(struct encoding *encoding, const char *bytes, size_t length, bool ended, char *out,
                        size_t *stray);
/* Writes the half character before the next block, and returns its length. */
size_t encoding_half(struct encoding *encoding, char *out);

#endif
