/* json.h - JSON as a stream of tokens; json.re scans them. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/input.h"
#include "base/memory.h"

enum json_token {
    JSON_END,
    JSON_OBJECT,     /* { */
    JSON_OBJECT_END, /* } */
    JSON_ARRAY,      /* [ */
    JSON_ARRAY_END,  /* ] */
    JSON_COLON,
    JSON_COMMA,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
    JSON_FAULT /* see `fault` */
};

enum { JSON_BLOCK = 64 * 1024 };

/* The caller sets the source and `most`, and the rest to zero; for another source it sets `limit` to NULL. */
struct json {
    struct source *source; /* not owned */
    unsigned char block[JSON_BLOCK + 1];
    const unsigned char *start, *cursor, *marker; /* of the token; where the scanner is */
    unsigned char *limit;                         /* end of the bytes read, with a NUL */
    size_t line, line_offset; /* of the next byte: line, from 0; characters before it in its line */
    enum json_token token;
    struct ludus_buffer text;        /* of a string, unescaped, or of a number; owned */
    size_t token_line, token_column; /* from 1 */
    size_t most;                     /* maximum bytes of a string; set by the caller */
    const char *fault;               /* why the token is invalid */
};

/* Reads the next token into json->token and returns it. */
enum json_token json_next(struct json *json);
/* Skips to the next line that begins with `{`. False at the end. */
bool json_recover(struct json *json);

#endif
