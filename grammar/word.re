/* word.re - reads words: moves in any spelling, keywords, and what is near to one of them; adds messages about the
 * syntax of a record, with hints at what was probably meant. */
#include "base/text.h"
#include "grammar/record.tab.h"
#include "notation/build.h"

#include <string.h>

/*!include:re2c "scan.inc" */
/*!re2c
    re2c:tags = 1;

    nul    = "\x00"; /* the end: no word has one */
    digit  = [0-9];
    d      = [~<>]*; /* marks of doubt and of supplied signs */
    nought = [oO0];
*/

/* Finds a square that no board has, such as k17 or z3, in a word. */
static bool find_bad_square(const char *text, size_t length, struct ludus_text *square)
{
    const char *cursor = text, *end = text + length, *begin;
again:
    begin = cursor;
    /*!re2c
    [a-p] "0"* ([1-9] | "1" [0-6]) { goto again; }
    [a-z] digit+                   { *square = (struct ludus_text){ begin, (size_t)(cursor - begin) }; return true; }
    nul                            { if (cursor > end) { return false; } goto again; }
    *                              { goto again; }
    */
}

size_t token_judgement(const char *text, size_t length, unsigned *nag)
{
    const char *cursor = text, *end = text + length, *marker;
    /*!re2c
    dash = "-" | "\xe2\x80" [\x80-\xbf] | "\xe2\x88\x92";

    "="                                { *nag = 10; goto found; }
    "\xe2\x88\x9e"                     { *nag = 13; goto found; }
    "+" "/"? "=" | "\xe2\xa9\xb2"      { *nag = 14; goto found; }
    "=" "/"? "+" | "\xe2\xa9\xb1"      { *nag = 15; goto found; }
    "+/" dash | "\xc2\xb1"             { *nag = 16; goto found; }
    dash "/+" | "\xe2\x88\x93"         { *nag = 17; goto found; }
    "+" dash                           { *nag = 18; goto found; }
    dash "+"                           { *nag = 19; goto found; }
    *                                  { return 0; }
    */
found:
    return (size_t)(cursor - text);
}

/* Finds out why a word is no move. */
static enum message_id find_fault(const char *text, size_t length)
{
    const char *cursor = text, *end = text + length, *marker;
    struct ludus_text square;
    const char *sign = memchr(text, '=', length);
    sign = sign ? sign : memchr(text, '/', length);
    /*!re2c
    nought (nought | "-")+ nul { return MSG_BAD_CASTLING; }
    *                          { goto other; }
    */
other:
    if (memchr(text, '<', length) || memchr(text, '>', length))
        return MSG_STRAY_ANGLES;
    if (sign && sign > text && is_digit(sign[-1]))
        return MSG_BAD_PROMOTION;
    return find_bad_square(text, length, &square) ? MSG_BAD_SQUARE : MSG_BAD_TOKEN;
}

/* Can a word be a short move with its last sign lost, such as Kf_, Nbd_ or exd_, or misread, as in Rgl? A misread
 * rank does not follow the files from i on: Pil and Fil are names. */
static bool is_short_move(const char *cursor, const char *end)
{
    const char *marker;
    /*!re2c
    from = ([a-p_] d)? ("_" d)? ("x" d)?;

    d [a-p_] d "_" d nul                             { return false; }
    d ([A-Z_] d)? from [a-p_] d "_" d nul            { return true; }
    d ([A-Z] d from | [a-p_] d "x" d) [a-h] d [lI] d nul { return true; }
    *                                                { return false; }
    */
}

/* Does the text after a name begin with a from-square and more, or a placing? */
static bool is_long_move(const char *cursor, const char *end)
{
    const char *marker;
    /*!re2c
    d ("@" | [a-p_] d ([0-9_] d){1,6} [\-xa-p]) { return true; }
    *                                           { return false; }
    */
}

/* Returns the end of the first of two words if it is a pass, or a damaged or misread move and no name; else `end`. */
static const char *end_of_move(const char *begin, const char *name_end, const char *end, struct arena *arena)
{
    struct move_text move;
    if (name_end < end && move_text_word(begin, (size_t)(name_end - begin), arena, &move) && move.style == MOVE_PASS)
        return name_end;
    const char *next = leiden_blanks(name_end, end);
    return next < end && is_short_move(begin, name_end) && !is_long_move(next, end) ? name_end : end;
}

/* Returns what unreadable text stands for. Moves have digits, or capitals after the first sign (PxP). */
static enum bad_form form_of(const char *begin, const char *end, enum message_id id)
{
    bool letter = false;
    if (*begin == '=') /* a promotion apart from its move */
        return BAD_SIGN;
    for (const char *at = begin; at < end; at++) {
        if (is_digit(*at) || (is_upper(*at) && at > begin))
            return BAD_MOVE;
        letter |= begins_letter(*at);
    }
    return !letter ? BAD_SIGN : id == MSG_BAD_TOKEN ? BAD_TEXT : BAD_MOVE;
}

/* ---- Moves in other spellings ---- */

/* Removes a word or a dagger for check from the end of a move. Returns the remaining length. */
static size_t without_check(const char *text, size_t length, struct move_text *move)
{
    static const struct {
        const char *end;
        uint8_t check;
    } ends[] = { { "dblch", CHECK_DOUBLE },        { "disch", CHECK_PLUS },   { "mate", CHECK_MATE },
                 { "dch", CHECK_PLUS },            { "ch", CHECK_PLUS },      { "chk", CHECK_PLUS },
                 { "\u2020\u2020", CHECK_DOUBLE }, { "\u2021", CHECK_DOUBLE }, { "\u2020", CHECK_PLUS } };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length > end + 1 && memcmp(text + length - end, ends[i].end, end) == 0) {
            move->check = ends[i].check;
            move->flags |= MOVE_WORD;
            return length - end;
        }
    }
    return length;
}

/* Rewrites the promotion of e8/Q, e8=q and (in a move without a name) e8q as =Q. Returns the length, which may be
 * greater by one. */
static size_t proper_promotion(char *text, size_t length, struct move_text *move)
{
    char *last = text + length - 1;
    bool sign = length > 3 && (last[-1] == '=' || last[-1] == '/') && is_digit(last[-2]);
    bool bare = length > 2 && is_lower(*text) && is_digit(last[-1]) && is_lower(*last) && *last != 'x';
    if (!is_letter(*last) || !(bare || (sign && (last[-1] == '/' || is_lower(*last)))))
        return length;
    char letter = to_upper(*last);
    last -= sign ? 1 : 0;
    last[0] = '=';
    last[1] = letter;
    move->flags |= MOVE_ODD_PROMOTION;
    return length + bare;
}

/* Reads a move in another spelling that has only one meaning. */
static bool read_elsewhere(const char *begin, size_t length, struct arena *arena, struct move_text *move)
{
    struct move_text odd = { .flags = 0 };
    char text[MOVE_LOOKED_AT + 2];
    const char *cursor = begin, *end = begin + length, *plain, *marker;
    if (length < 2 || length > MOVE_LOOKED_AT)
        return false;
    /* OO and o-o: the noughts of castling, letters or digits, with all hyphens or none. */
    /*!re2c
    nought "-"? nought nul                                       { plain = "O-O"; goto castling; }
    (nought nought nought | nought "-" nought "-" nought) nul    { plain = "O-O-O"; goto castling; }
    *                                                            { goto other; }
    */
castling:
    (void)move_text_plain(plain, strlen(plain), move);
    move->flags |= MOVE_ODD_CASTLING;
    return true;
other:
    length = without_check(begin, length, &odd);
    memcpy(text, begin, length);
    char *colon = memchr(text, ':', length);
    if (colon) {
        *colon = 'x';
        odd.flags |= MOVE_COLON;
    }
    for (char *slash = text + 2; slash + 2 < text + length; slash++) /* of taken men, xe7/d6 */
        if (*slash == '/' && is_lower(slash[1]) && is_digit(slash[2])) {
            *slash = 'x';
            odd.flags |= MOVE_COLON;
        }
    length = proper_promotion(text, length, &odd);
    plain = odd.flags ? arena_copy(arena, text, length) : NULL;
    if (!plain || !move_text_plain(plain, length, move))
        return false;
    move->flags |= odd.flags;
    move->check = odd.check;
    return true;
}

/* Is it a word about a move? */
static bool read_keyword(const char *cursor, const char *end, struct item *item)
{
    const char *marker;
    /*!re2c
    'sic' nul                                                        { item->form = SUFFIX_SIC; goto found; }
    'squeeze' nul                                                    { item->form = SUFFIX_SQUEEZE; goto found; }
    ('ep' | 'e.p' "."?) nul                                          { item->form = SUFFIX_EP; goto found; }
    ('ch' | 'check' | 'chk' | 'dis' | 'disch' | "\xe2\x80\xa0") nul  { item->form = SUFFIX_CHECK; goto found; }
    ('dbl' | 'dblch' | "\xe2\x80\xa1") nul                           { item->form = SUFFIX_DOUBLE; goto found; }
    ('mate' | 'checkmate') nul                                       { item->form = SUFFIX_MATE; goto found; }
    *                                                                { return false; }
    */
found:
    item->kind = ITEM_BAD;
    item->number = MSG_STRAY_SUFFIX;
    return true;
}

int token_word(struct build *build, struct item *item, const char *begin, const char *end)
{
    struct arena *arena = &build->game->arena;
    const char *name_end = begin; /* of the first word of a name and squares */
    while (name_end < end && leiden_blanks(name_end, end) == name_end)
        name_end++;
    size_t length = (size_t)(name_end - begin);
    if (read_keyword(begin, name_end, item)) {
        name_end += *name_end == '.' && item->form >= SUFFIX_CHECK; /* ch. */
        return token_done(build, item, begin, name_end, TOKEN_SUFFIX);
    }
    if (name_end < end && build->game->page && text_characters(begin, length) < 3)
        end = name_end;
    end = end_of_move(begin, name_end, end, arena);
    item->kind = ITEM_MOVE;
    for (unsigned way = 0; way < 4; way++) { /* this spelling, then others; both words, then the first */
        const char *stop = way % 2 == 0 ? end : name_end;
        if ((way % 2 && name_end == end) ||
            !(way < 2 ? move_text_word : read_elsewhere)(begin, (size_t)(stop - begin), arena, &item->move))
            continue;
        stop += *stop == '.' && item->move.flags & MOVE_WORD; /* ch. */
        return token_done(build, item, begin, move_text_signs(stop, &item->move), TOKEN_MOVE);
    }
    const char *rest = leiden_blanks(name_end, end); /* after a name: squares, or prose */
    struct ludus_text square;
    if (name_end < end && !find_bad_square(rest, (size_t)(end - rest), &square) &&
        (is_digit(*rest) || form_of(rest, end, MSG_BAD_TOKEN) != BAD_MOVE))
        end = name_end;
    enum message_id id = find_fault(begin, (size_t)(end - begin));
    (void)token_bad(build, item, begin, end, id);
    item->form = (uint8_t)form_of(begin, end, id);
    return TOKEN_BAD;
}

/* ---- Messages about the syntax of a record, with hints ---- */

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

/* ---- Misspelt moves ---- */

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
    if (id == MSG_BAD_SQUARE && find_bad_square(bare.text, bare.length, &said)) {
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
