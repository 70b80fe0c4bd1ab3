/* lookalikes.c - signs that are easily taken for one another. */
#include "notation/lookalikes.h"

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

/* The sign of two or three bytes at `at`. */
static unsigned code_at(const char *at, unsigned length)
{
    const unsigned char *byte = (const unsigned char *)at;
    return length == 2   ? (byte[0] & 0x1fu) << 6 | (byte[1] & 0x3fu)
           : length == 3 ? (byte[0] & 0xfu) << 12 | (byte[1] & 0x3fu) << 6 | (byte[2] & 0x3fu)
                         : 0;
}

char lookalikes_ascii(const char *at, unsigned length, unsigned *code)
{
    static const struct {
        uint16_t code;
        char like;
    } alike[] = { { 0x0430, 'a' }, { 0x0435, 'e' }, { 0x043e, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' },
                  { 0x0443, 'y' }, { 0x0445, 'x' }, { 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' },
                  { 0x04bb, 'h' }, { 0x0501, 'd' }, { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' },
                  { 0x041a, 'K' }, { 0x041c, 'M' }, { 0x041d, 'H' }, { 0x041e, 'O' }, { 0x0420, 'P' },
                  { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0425, 'X' }, { 0x0391, 'A' }, { 0x0392, 'B' },
                  { 0x0395, 'E' }, { 0x0397, 'H' }, { 0x0399, 'I' }, { 0x039a, 'K' }, { 0x039c, 'M' },
                  { 0x039d, 'N' }, { 0x039f, 'O' }, { 0x03a1, 'P' }, { 0x03a4, 'T' }, { 0x03a7, 'X' },
                  { 0x03bf, 'o' }, { 0x03c1, 'p' }, { 0x00ad, ' ' }, { 0x200c, ' ' }, { 0x200d, ' ' },
                  { 0x200e, ' ' }, { 0x200f, ' ' }, { 0x2060, ' ' }, { 0x017f, 's' }, { 0x0131, 'i' } };
    *code = code_at(at, length);
    if (*code >= 0xff01 && *code <= 0xff5e) /* wide signs */
        return (char)(*code - 0xff01 + '!');
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].code == *code)
            return alike[i].like;
    return '\0';
}

bool lookalikes_has(const struct lookalikes *lookalikes, char a, char b)
{
    unsigned from = (unsigned char)a, to = (unsigned char)b;
    return from < 128 && to < 128 && lookalikes->like[from][to >> 6] >> (to & 63) & 1;
}
