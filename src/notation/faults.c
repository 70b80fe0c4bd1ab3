/* faults.c - adds messages about the syntax of a record, with hints at what was probably meant. */
#include "base/chars.h"
#include "base/memory.h"
#include "base/text.h"
#include "notation/build.h"
#include "notation/move_text.h"

#include <string.h>

enum { QUOTED_MAX = 60 };

int quoted_length(const char *text, size_t length)
{
    return (int)text_fit(text, length, QUOTED_MAX);
}

/* ---- Signs that look like others ---- */

/* Adds a hint on a lookalike sign in the text or, as in Rex е1-f1, after it. False if there is none. */
static bool hint_alike(struct ludus_game *game, struct message *message, const struct item *item)
{
    const char *end = item->text + item->length, *limit = end, *at = item->text;
    if (*end == ' ')
        limit += 1 + text_sequence(end + 1, strnlen(end + 1, 4));
    for (unsigned length, code = 0; at < limit; at += length ? length : 1) {
        length = text_sequence(at, (size_t)((at < end ? end : limit) - at));
        char like = length > 1 ? lookalikes_ascii(at, length, &code) : '\0';
        if (!like)
            continue;
        if (like != ' ')
            diag_hint(&game->diag, message, "U+%04X %s it only looks like %c", code,
                      at < end ? "in" : "behind", like);
        else if (at < end)
            diag_hint(&game->diag, message, "U+%04X in it is invisible", code);
        return true;
    }
    return false;
}

/* ---- Text between moves ---- */

/* Is it a word broken at the end of a line: Pelica-? */
static bool is_broken_word(const struct item *item)
{
    const char *end = item->text + item->length;
    if (item->length < 3 || end[-1] != '-' || !is_letter(end[-2]))
        return false;
    while (is_gap(*end))
        end++;
    return is_break(*end);
}

/* Is it a number of a turn in Roman numerals: I. or IV W.? */
static bool is_roman_number(const struct item *item)
{
    size_t at = strspn(item->text, "IVXLC");
    bool any = at > 0;
    at += strspn(item->text + at, " ");
    at += item->text[at] == 'W' || item->text[at] == 'B';
    return any && at < 20 && item->text[at] == '.';
}

/* Adds a hint on how text of prints or manuscripts is written here. False if it is not known. */
static bool hint_written(struct ludus_game *game, struct message *message, const struct item *item)
{
    if (item->length > QUOTED_MAX || item->length == 0)
        return false;
    bool dash = item->length == 1 ? *item->text == '-' : item->length == 3 && is_long_dash(item->text);
    bool joins = text_among(item->text, item->length, "and et und y e & then") >= 0;
    const char *hint = dash                    ? "no blanks stand around the dash of a move"
                       : joins                 ? "a comma joins the moves of a turn"
                       : is_broken_word(item)  ? "a word is not broken at the end of a line"
                       : is_roman_number(item) ? "numbers of turns are written in digits"
                                               : NULL;
    if (!hint)
        return hint_alike(game, message, item);
    diag_hint(&game->diag, message, "%s", hint);
    return true;
}

/* ---- Moves ---- */

/* Replaces bl, bI and b| with b1, in the squares after a name if there is one. True if there was any. */
static bool ones_for_letters(char *text, size_t length)
{
    const char *blank = memchr(text, ' ', length);
    bool any = false;
    for (size_t i = blank ? (size_t)(blank - text) + 1 : 1; i < length; i++) {
        bool like_one = text[i] == 'l' || text[i] == 'I' || text[i] == '|';
        if (like_one && text[i - 1] >= 'a' && text[i - 1] <= 'p') {
            text[i] = '1';
            any = true;
        }
    }
    return any;
}

/* Adds the hint "Qd1-e2" for "QD1-E2" and for "Qdl-e2", if that is a move. */
static void hint_spelling(struct ludus_game *game, struct message *message, const struct item *item)
{
    struct move_text move;
    char plain[QUOTED_MAX];
    size_t length = item->length, taken = 0;
    while (length > 1 && strchr("+#!? ", item->text[length - 1])) /* suffixes of the move */
        length--;
    if (length > QUOTED_MAX)
        return;
    for (size_t at = 0; at < length; at++) { /* long dashes as hyphens */
        bool dash = is_long_dash(item->text + at);
        plain[taken++] = dash ? '-' : item->text[at];
        at += dash ? 2 : 0;
    }
    length = taken;
    char *copy = arena_copy(&game->arena, plain, length);
    for (size_t kept = 2; copy && kept-- > 0;) { /* the first letter may be a piece's */
        for (size_t i = kept; i < length; i++) {
            bool upper = copy[i] >= 'A' && copy[i] <= 'P';
            copy[i] = upper || copy[i] == 'X' ? (char)(copy[i] | 0x20) : copy[i];
        }
        if (move_text_plain(copy, length, &move)) {
            diag_meant(&game->diag, message, "%s", copy);
            return;
        }
        memcpy(copy, plain, length);
    }
    if (copy && ones_for_letters(copy, length) && move_text_plain(copy, length, &move))
        diag_meant(&game->diag, message, "%s", copy);
}

/* Adds a hint on what the notation has instead. */
static void add_hint(struct ludus_game *game, struct message *message, const struct item *item,
                     enum message_id id)
{
    static const struct {
        enum message_id id;
        const char *text;
    } table[] = {
        { MSG_BAD_CASTLING, "castling is written O-O or O-O-O" },
        { MSG_BAD_PROMOTION, "a promotion is written =Q, with a capital, or =Armiger" },
        { MSG_BAD_SQUARE, "files go from a to p, ranks from 1 to 16" },
        { MSG_TAG_LATE, "a record begins after a blank line" },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].id == id)
            diag_hint(&game->diag, message, "%s", table[i].text);
    if (id == MSG_BAD_TOKEN) {
        if (!hint_written(game, message, item))
            hint_spelling(game, message, item);
    } else if (id == MSG_BAD_MARK) {
        unsigned nag;
        if (token_judgement(item->text, item->length, &nag) == item->length)
            diag_hint(&game->diag, message, "this judgement is written $%u", nag);
    } else if (id == MSG_BRACKETS) {
        brackets_hint(game, message, item);
    } else if (id == MSG_TAG_VALUE) {
        const char *at = item->text, *end = at + item->length;
        while (at < end && !is_curly_quote(at))
            at++;
        if (at < end)
            diag_hint(&game->diag, message, "quotes are straight ones, \"");
    } else if (id == MSG_TAG_NAME && item->length > 1 && item->text[1] == '%') {
        diag_hint(&game->diag, message, "a command stands in a comment, {[%%name value]}");
    }
}

void faults_at(struct ludus_game *game, const struct item *item, enum message_id id)
{
    struct item bare = *item; /* unreadable text without commas and blanks at its end */
    while (item->kind == ITEM_BAD && bare.length > 1 &&
           (item->text[bare.length - 1] == ',' || is_filler(item->text[bare.length - 1])))
        bare.length--;
    struct ludus_text said = { item->text, (size_t)quoted_length(bare.text, bare.length) };
    size_t begin = item_begin(game, item), end = item_end(game, &bare);
    if (id == MSG_BAD_SQUARE && token_bad_square(bare.text, bare.length, &said)) {
        begin += (size_t)(said.text - item->text);
        end = begin + said.length;
        said.length = said.length < QUOTED_MAX ? said.length : QUOTED_MAX;
    }
    struct message *message = diag_add(&game->diag, id, begin, end, (int)said.length, said.text);
    add_hint(game, message, &bare, id);
    const struct item *number = item > game->items ? item - 1 : NULL;
    if ((id == MSG_STRAY_CLOSE || id == MSG_STRAY_COMMA) && number && number->kind == ITEM_NUMBER &&
        number->text + number->length == item->text) { /* 3) and 3, for 3. */
        diag_meant(&game->diag, message, ".");
        diag_hint(&game->diag, message, "behind the number of a turn stands a dot");
    }
}
