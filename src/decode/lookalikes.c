/* lookalikes.c - signs that are easily taken for one another. */
#include "decode/lookalikes.h"

#include <string.h>

/* In old hands and poor prints: digits, files, letters of pieces. */
static const char usual[] =
    "17 14 47 38 35 56 68 69 49 25 27 "
    "bh ce ad ao cg ci ei eo fb fh fp dg gq gp hn il ij bd ac ae "
    "6b 1l 1I lI 0O 0o oO 4A 5S 8B 3B 6G 2Z 9g BR BP PR KR KN MN NA QO EF EL LI AR DO GC SB";

static void add_group(struct lookalikes *lookalikes, const char *group, size_t length)
{
    for (size_t i = 0; i < length; i++)
        for (size_t j = 0; j < length; j++) {
            unsigned a = (unsigned char)group[i], b = (unsigned char)group[j];
            if (a < 128 && b < 128 && a != b)
                lookalikes->like[a][b >> 6] |= (uint64_t)1 << (b & 63);
        }
}

void lookalikes_read(struct lookalikes *lookalikes, const char *groups, size_t length)
{
    memset(lookalikes, 0, sizeof *lookalikes);
    if (!groups) {
        groups = usual;
        length = sizeof usual - 1;
    }
    for (size_t at = 0, begin; at < length;) {
        while (at < length && groups[at] == '#')
            for (; at < length && groups[at] != '\n'; at++)
                ;
        for (begin = at; at < length && groups[at] > ' ' && groups[at] != '#'; at++)
            ;
        add_group(lookalikes, groups + begin, at - begin);
        at += at < length && groups[at] <= ' ';
    }
}

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b)
{
    unsigned from = (unsigned char)a, to = (unsigned char)b;
    return from < 128 && to < 128 && lookalikes->like[from][to >> 6] >> (to & 63) & 1;
}
