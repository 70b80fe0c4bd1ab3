/* nags.c - numeric annotation glyphs as signs: those of the PGN standard and of the Informator. */
#include "draw/nags.h"

#include <stddef.h>

/* White's and Black's have the same sign where it says nothing of the side. */
static const struct {
    unsigned char first, last;
    const char *sign;
} signs[] = {
    { 1, 1, "!" },
    { 2, 2, "?" },
    { 3, 3, "!!" },
    { 4, 4, "??" },
    { 5, 5, "!?" },
    { 6, 6, "?!" },
    { 7, 8, "\xe2\x96\xa1" },                /* forced, singular */
    { 10, 12, "=" },                         /* drawish, equal */
    { 13, 13, "\xe2\x88\x9e" },              /* unclear */
    { 14, 14, "+=" },                        /* White stands slightly better; \u2a72 is in few fonts */
    { 15, 15, "=+" },                        /* Black */
    { 16, 16, "\xc2\xb1" },                  /* White stands better */
    { 17, 17, "\xe2\x88\x93" },              /* Black */
    { 18, 18, "+\xe2\x88\x92" },             /* White wins */
    { 19, 19, "\xe2\x88\x92+" },             /* Black */
    { 20, 20, "+\xe2\x88\x92\xe2\x88\x92" }, /* Black could resign */
    { 21, 21, "\xe2\x88\x92\xe2\x88\x92+" }, /* White could resign */
    { 22, 23, "\xe2\xa8\x80" },              /* zugzwang */
    { 24, 29, "\xe2\x97\x8b" },              /* space */
    { 30, 35, "\xe2\x9f\xb3" },              /* development */
    { 36, 39, "\xe2\x86\x91" },              /* initiative */
    { 40, 41, "\xe2\x86\x92" },              /* attack */
    { 44, 47, "=\xe2\x88\x9e" },             /* compensation */
    { 130, 135, "\xe2\x87\x86" },            /* counterplay */
    { 136, 139, "\xe2\x8a\x95" },            /* short of time */
    { 140, 140, "\xe2\x88\x86" },            /* with the idea */
    { 141, 141, "\xe2\x88\x87" },            /* aimed against */
    { 142, 142, "\xe2\x8c\x93" },            /* better is */
    { 145, 145, "RR" },                      /* comment of an editor */
    { 146, 146, "N" },                       /* a new move */
    { 220, 221, "" },                        /* a diagram */
};

void nag_write(struct ludus_buffer *out, unsigned nag)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].first <= nag && nag <= signs[i].last) {
            buf_format(out, "%s%s", nag > NAG_MARK_LAST && *signs[i].sign ? " " : "", signs[i].sign);
            return;
        }
    buf_format(out, " $%u", nag);
}
