/* transcript_verdict.c - results that a printed page tells in words. */
#include "decode/transcript_verdict.h"

#include "base/chars.h"
#include "notation/record.h"

#include <stdbool.h>
#include <string.h>

static const struct {
    const char *words; /* in small letters */
    unsigned result;
} verdicts[] = {
    { "draw", LUDUS_DRAW },
    { "a draw", LUDUS_DRAW },
    { "drawn", LUDUS_DRAW },
    { "drawn game", LUDUS_DRAW },
    { "draw agreed", LUDUS_DRAW },
    { "draw by agreement", LUDUS_DRAW },
    { "a draw was agreed", LUDUS_DRAW },
    { "remis", LUDUS_DRAW },
    { "unentschieden", LUDUS_DRAW },
    { "nulle", LUDUS_DRAW },
    { "partie nulle", LUDUS_DRAW },
    { "tablas", LUDUS_DRAW },
    { "patta", LUDUS_DRAW },
    { "white wins", LUDUS_WHITE_WINS },
    { "white won", LUDUS_WHITE_WINS },
    { "black resigns", LUDUS_WHITE_WINS },
    { "black resigned", LUDUS_WHITE_WINS },
    { "wei\u00df gewinnt", LUDUS_WHITE_WINS },
    { "weiss gewinnt", LUDUS_WHITE_WINS },
    { "schwarz gibt auf", LUDUS_WHITE_WINS },
    { "schwarz gab auf", LUDUS_WHITE_WINS },
    { "les blancs gagnent", LUDUS_WHITE_WINS },
    { "les noirs abandonnent", LUDUS_WHITE_WINS },
    { "ganan las blancas", LUDUS_WHITE_WINS },
    { "las blancas ganan", LUDUS_WHITE_WINS },
    { "las negras abandonan", LUDUS_WHITE_WINS },
    { "il bianco vince", LUDUS_WHITE_WINS },
    { "il nero abbandona", LUDUS_WHITE_WINS },
    { "albi vincunt", LUDUS_WHITE_WINS },
    { "black wins", LUDUS_BLACK_WINS },
    { "black won", LUDUS_BLACK_WINS },
    { "white resigns", LUDUS_BLACK_WINS },
    { "white resigned", LUDUS_BLACK_WINS },
    { "schwarz gewinnt", LUDUS_BLACK_WINS },
    { "wei\u00df gibt auf", LUDUS_BLACK_WINS },
    { "weiss gibt auf", LUDUS_BLACK_WINS },
    { "wei\u00df gab auf", LUDUS_BLACK_WINS },
    { "les noirs gagnent", LUDUS_BLACK_WINS },
    { "les blancs abandonnent", LUDUS_BLACK_WINS },
    { "ganan las negras", LUDUS_BLACK_WINS },
    { "las negras ganan", LUDUS_BLACK_WINS },
    { "las blancas abandonan", LUDUS_BLACK_WINS },
    { "il nero vince", LUDUS_BLACK_WINS },
    { "il bianco abbandona", LUDUS_BLACK_WINS },
    { "nigri vincunt", LUDUS_BLACK_WINS },
};

static bool is_said(const char *line, size_t length, const char *words)
{
    size_t i = 0;
    while (i < length && words[i] && to_lower(line[i]) == words[i])
        i++;
    return i == length && !words[i];
}

unsigned transcript_verdict(const char *line, size_t length)
{
    while (length > 0 && (is_space(line[length - 1]) || line[length - 1] == '.' || line[length - 1] == '!'))
        length--;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        if (is_said(line, length, verdicts[i].words))
            return verdicts[i].result;
    return NO_RESULT;
}
