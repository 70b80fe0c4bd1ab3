/* descriptive_text.c - reads how a move in descriptive notation is written. */
#include "base/chars.h"
#include "decode/descriptive.h"

#include <string.h>

struct cursor {
    const char *at, *end;
};

static bool take(struct cursor *c, const char *text)
{
    size_t length = strlen(text);
    bool found = (size_t)(c->end - c->at) >= length && memcmp(c->at, text, length) == 0;
    c->at += found ? length : 0;
    return found;
}

/* The longest of the texts that stands here. */
static bool take_one(struct cursor *c, const char *const *texts)
{
    for (; *texts; texts++)
        if (take(c, *texts))
            return true;
    return false;
}

static void skip_blank(struct cursor *c)
{
    while (c->at < c->end && is_blank(*c->at))
        c->at++;
}

/* Does no word go on here? */
static bool is_over(const struct cursor *c)
{
    return c->at == c->end || !(is_letter(*c->at) || is_digit(*c->at) || *c->at & '\x80');
}

/* The letter of a piece or a file, N for a knight; 0 when there is none. */
static char take_letter(struct cursor *c)
{
    static const char *const knight[] = { "Kt", "KT", "N", NULL };
    if (take_one(c, knight))
        return 'N';
    if (c->at < c->end && strchr("KQRBP", *c->at) && *c->at)
        return *c->at++;
    return '\0';
}

/* Up to three letters in a row, perhaps apart. */
static unsigned take_letters(struct cursor *c, char letters[3], bool apart)
{
    unsigned count = 0;
    while (count < 3) {
        struct cursor next = *c;
        if (count && apart)
            skip_blank(&next);
        letters[count] = take_letter(&next);
        if (!letters[count])
            break;
        count++;
        *c = next;
    }
    return count;
}

static bool take_piece(struct cursor *c, struct own_piece *piece)
{
    char letters[3];
    unsigned count = take_letters(c, letters, false);
    *piece = (struct own_piece){ .kind = count ? letters[count - 1] : '\0' };
    if (count == 0)
        return false;
    bool side = letters[0] == 'K' || letters[0] == 'Q';
    if (count == 1)
        return true;
    if (piece->kind != 'P') {
        piece->side = letters[0];
        return count == 2 && side && strchr("RBN", piece->kind);
    }
    piece->file = letters[count - 2];
    piece->side = count == 3 ? letters[0] : '\0';
    return piece->file != 'P' && (count == 2 || (side && strchr("RBN", piece->file)));
}

/* "K4", "QB 3rd", "K sq." */
static bool take_square(struct cursor *c, struct own_square *square)
{
    static const char *const ordinals[] = { "st", "nd", "rd", "th", NULL };
    char letters[3];
    unsigned count = take_letters(c, letters, true);
    if (count == 0 || count > 2)
        return false;
    square->file = letters[count - 1];
    square->side = count == 2 ? letters[0] : '\0';
    if (square->file == 'P' ||
        (count == 2 && ((square->side != 'K' && square->side != 'Q') || !strchr("RBN", square->file))))
        return false;
    (void)take(c, "'s");
    skip_blank(c);
    if (take(c, "sq")) {
        square->rank = 1;
        (void)take(c, ".");
        return true;
    }
    if (c->at == c->end || *c->at < '1' || *c->at > '8')
        return false;
    square->rank = (uint8_t)(*c->at++ - '0');
    (void)take_one(c, ordinals);
    return is_over(c);
}

/* "(R1)", "/R1" */
static void take_from(struct cursor *c, struct own_square *square)
{
    struct cursor next = *c;
    bool open = take(&next, "(");
    *square = (struct own_square){ .rank = 0 };
    if ((open || take(&next, "/")) && take_square(&next, square) && (!open || take(&next, ")")))
        *c = next;
    else
        square->rank = 0;
}

/* "(Q)", "=Q" */
static char take_promotion(struct cursor *c)
{
    struct cursor next = *c;
    skip_blank(&next);
    bool open = take(&next, "("), equals = take(&next, "=");
    char kind = open || equals ? take_letter(&next) : '\0';
    if (!kind || !strchr("QRBN", kind) || (open && !take(&next, ")")) || !is_over(&next))
        return '\0';
    *c = next;
    return kind;
}

/* What is said behind a move. */
static bool take_remarks(struct cursor *c)
{
    static const char *const passing[] = { "e.p.", "e. p.", "ep", "en passant", NULL };
    static const char *const words[] = { "dis. ch.", "dis ch.",  "disc. ch.", "dis. ch",
                                         "dis ch",   "dbl. ch.", "dbl ch",    "double ch.",
                                         "check",    "mate",     "ch.",       "ch",
                                         "++",       "+",        "#",         NULL };
    bool check = false;
    for (bool any = true; any;) {
        struct cursor next = *c;
        skip_blank(&next);
        any = take_one(&next, passing) && is_over(&next);
        if (!any) {
            next = *c;
            skip_blank(&next);
            any = take_one(&next, words) && is_over(&next);
            check |= any;
        }
        if (any)
            *c = next;
    }
    return check;
}

static bool take_castles(struct cursor *c, struct descriptive *move)
{
    static const char *const king[] = { "(KR)", "(K)", "KR", "K", NULL };
    static const char *const queen[] = { "(QR)", "(Q)", "QR", "Q", NULL };
    if (!take(c, "Castles") || !is_over(c))
        return false;
    move->style = DESCRIPTIVE_CASTLES;
    for (unsigned i = 0; i < 2; i++) {
        struct cursor next = *c;
        skip_blank(&next);
        bool side = take_one(&next, i ? queen : king) && is_over(&next) &&
                    (next.at == next.end || !strchr("-x", *next.at));
        if (!side)
            continue;
        move->piece.side = i ? 'Q' : 'K';
        *c = next;
        break;
    }
    return true;
}

/* "ed", "e:d", "exd": from one file to the next. */
static bool take_files(struct cursor *c, struct descriptive *move)
{
    static const char *const joints[] = { "x", ":", "\u00d7", NULL };
    if (c->at == c->end || *c->at < 'a' || *c->at > 'h')
        return false;
    move->files[0] = (uint8_t)(*c->at++ - 'a');
    (void)take_one(c, joints);
    if (c->at == c->end || *c->at < 'a' || *c->at > 'h')
        return false;
    move->files[1] = (uint8_t)(*c->at++ - 'a');
    move->style = DESCRIPTIVE_FILES;
    move->promotion = take_promotion(c);
    return is_over(c) && (move->files[0] + 1 == move->files[1] || move->files[1] + 1 == move->files[0]);
}

static bool take_moved(struct cursor *c, struct descriptive *move)
{
    static const char *const moves[] = { "-",    "\u2013", "\u2014",   "\u2010",   ".",
                                         " to ", " - ",    " \u2013 ", " \u2014 ", NULL };
    static const char *const captures[] = { "x",       "X",     "\u00d7", " x ", " X ", " \u00d7 ",
                                            " takes ", " tks ", " tks. ", ":",   NULL };
    if (!take_piece(c, &move->piece))
        return false;
    take_from(c, &move->from);
    if (take_one(c, captures)) {
        move->takes = true;
        if (!take_piece(c, &move->taken))
            return false;
        take_from(c, &move->to);
    } else if (!take_one(c, moves) || !take_square(c, &move->to)) {
        return false;
    }
    move->promotion = take_promotion(c);
    return is_over(c);
}

size_t descriptive_parse(const char *text, size_t length, struct descriptive *move)
{
    static bool (*const readers[])(struct cursor *, struct descriptive *) = { take_moved, take_castles,
                                                                              take_files };
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        struct cursor c = { text, text + length };
        *move = (struct descriptive){ .style = DESCRIPTIVE_MOVE };
        if (!readers[i](&c, move))
            continue;
        move->check = take_remarks(&c);
        return (size_t)(c.at - text);
    }
    return 0;
}
