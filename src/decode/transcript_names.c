/* transcript_names.c - the words of names: which text above a game is a player, and where his name ends. */
#include "decode/transcript_players.h"

enum word_kind transcript_word_kind(const struct dialects *words, const char *at, const char *end)
{
    const char *stop = end - (end > at && end[-1] == '.'), *letter = at;
    unsigned letters = 0;
    for (const char *c = at; c < end; c++) {
        if (is_digit(*c) || strchr("(){}[]:;!?\"%&=+#/*_|<>", *c) ||
            (*c == '-' && c + 1 < end && c[1] == '-'))
            return WORD_OTHER;
        letters += begins_letter(*c);
    }
    if (is_word(words, at, end, CLASS_PARTICLE) || is_word(words, at, stop, CLASS_PARTICLE))
        return WORD_PARTICLE;
    if (dialects_word(words, at, (size_t)(end - at), CLASS_HEADING) ||
        is_word(words, at, stop, CLASS_WHITE) || is_word(words, at, end, CLASS_BETWEEN) ||
        (is_word(words, at, end, CLASS_VERSUS) && !text_is_capital(at, end)) ||
        is_word(words, at, stop, CLASS_BLACK))
        return WORD_OTHER;
    if (stop - at > 2 && (stop[-2] == '\'' || stop[-1] == '\'')) /* Queen's, Knights' */
        return WORD_OTHER;
    if (end - at > 2 && is_lower(*at) && at[1] == '\'') /* d'Orville */
        letter = at + 2;
    return !text_is_capital(letter, end)                ? WORD_OTHER
           : letters < 2 || (stop < end && letters < 5) ? WORD_SHORT
                                                        : WORD_NAME;
}

struct name_read transcript_read_name(const struct dialects *words, const char *at, const char *end)
{
    struct name_read name = { .end = at, .next = at };
    for (bool more = true; more && at < end;) {
        const char *stop = at, *next;
        unsigned breaks = 0;
        while (stop < end && !is_space(*stop) && !strchr(",;()|", *stop) && memcmp(stop, "--", 2) != 0)
            stop++;
        const enum word_kind kind = transcript_word_kind(words, at, stop);
        if (kind == WORD_OTHER || stop == at)
            break;
        for (next = stop; next < end && is_space(*next); next++)
            breaks += is_break(*next);
        const bool closed = kind == WORD_NAME && stop[-1] == '.';
        more = !closed && (breaks ? breaks < 2 && kind == WORD_SHORT : next == stop + 1 && *stop == ' ');
        const bool last = !more && stop - at > 3; /* "A. Burn." */
        name.names += kind == WORD_NAME || (kind == WORD_SHORT && last);
        name.shorts += kind == WORD_SHORT && !last;
        if (kind != WORD_PARTICLE) {
            name.end = without_stop(at, stop);
            name.next = stop;
        }
        at = next;
    }
    return name;
}
