/* sha256.h - the hash by which a page's security policy names its own script and style. */
#ifndef FORMATS_SHA256_H
#define FORMATS_SHA256_H

#include <stddef.h>

enum { SHA256_BASE64_SIZE = 45 };

/* SHA-256 of `length` bytes in base64, NUL-terminated. */
void sha256_base64(const char *bytes, size_t length, char out[SHA256_BASE64_SIZE]);

#endif
