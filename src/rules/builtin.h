/* builtin.h - the rules files that are built in, as bytes. Written into BUILD/rulesets.c by the Makefile. */
#ifndef RULES_BUILTIN_H
#define RULES_BUILTIN_H

#include <stddef.h>

enum { BUILTIN_MAX = 256 };

struct builtin_rules {
    const char *id;   /* name of the file without .rules */
    const char *text; /* as it stands in the file, NUL-terminated */
    size_t length;    /* in bytes, without the NUL */
};

/* In order of id, as strcmp goes. */
extern const struct builtin_rules builtin_rules[];
extern const size_t builtin_rules_count;

#endif
