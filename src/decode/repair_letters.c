/* repair_letters.c - a record with the letters that another language has for the pieces of chess. */
#include "base/chars.h"
#include "decode/repair_spread.h"

#include <string.h>

enum { PIECES = 5, OUTSIDERS = 4 };

static const char own[] = "KQRBN";

/* Letters for these pieces, in their order. Where languages share them, the first is named. */
static const struct alphabet {
    const char *language, *letters;
} alphabets[] = {
    { "German or Scandinavian", "K D T L S" },
    { "French", "R D T F C" },
    { "Spanish or Italian", "R D T A C" },
    { "Portuguese", "R D T B C" },
    { "Romanian", "R D T N C" },
    { "Dutch", "K D T L P" },
    { "Finnish", "K D T L R" },
    { "Icelandic", "K D H B R" },
    { "Polish", "K H W G S" },
    { "Czech", "K D V S J" },
    { "Hungarian", "K V B F H" },
    { "Estonian", "K L V O R" },
    { "Russian", "\u041a\u0440 \u0424 \u041b \u0421 \u041a" },
    { "Ukrainian", "\u041a\u0440 \u0424 \u0422 \u0421 \u041a" },
    { "Bulgarian", "\u0426 \u0414 \u0422 \u041e \u041a" },
    { "Greek", "\u03a1 \u0392 \u03a0 \u0391 \u0399" },
};

/* Number of the letter that begins a text, the longest if there are several, and its length; PIECES if none
 * does. */
static unsigned find_letter(const struct alphabet *alphabet, const char *text, size_t length, size_t *found)
{
    const char *at = alphabet->letters;
    unsigned best = PIECES;
    *found = 0;
    for (unsigned i = 0; i < PIECES; i++) {
        size_t letter = strcspn(at, " ");
        if (letter <= length && letter > *found && memcmp(at, text, letter) == 0) {
            best = i;
            *found = letter;
        }
        at += letter + (at[letter] == ' ');
    }
    return best;
}

/* Changes under way, and the letters of these pieces, or of none, that the alphabet does not have. */
struct exchange {
    struct spread spread;
    const struct alphabet *alphabet;
    size_t outsiders;
};

static bool is_outsider(const struct exchange *exchange, char letter)
{
    const struct lexicon *lexicon = &exchange->spread.mend->slots.replay->lexicon;
    return is_upper(letter) && (strchr(own, letter) || lexicon_kind(lexicon, &letter, 1) == NONE);
}

static void exchange_at(struct exchange *exchange, const struct item *item, size_t at)
{
    size_t begin = item_begin(exchange->spread.mend->slots.game, item) + at, length;
    unsigned piece = find_letter(exchange->alphabet, item->text + at, item->length - at, &length);
    if (piece == PIECES)
        exchange->outsiders += is_outsider(exchange, item->text[at]);
    else if (length > 1 || item->text[at] != own[piece])
        spread_change(&exchange->spread, begin, begin + length, (char[]){ own[piece], '\0' });
}

/* The letter of a piece and of what it becomes, also where marks of an edition stand around them. */
static void exchange_move(struct exchange *exchange, const struct item *item)
{
    const struct move_text *move = &item->move;
    size_t at = 0, length;
    if (move->name_length == 1) {
        while (at + 1 < item->length && item->text[at] != *move->plain)
            at++;
        exchange_at(exchange, item, at);
    }
    if (move->promotion_length != 1)
        return;
    char letter = move->plain[move->promotion], upper = to_upper(letter);
    for (at = item->length; at > 1 && item->text[at - 1] != letter;)
        at--;
    if (letter == upper) {
        exchange_at(exchange, item, at - 1);
        return;
    }
    size_t begin = item_begin(exchange->spread.mend->slots.game, item) + at - 1;
    unsigned piece = find_letter(exchange->alphabet, &upper, 1, &length);
    if (piece < PIECES && own[piece] != upper)
        spread_change(&exchange->spread, begin, begin + 1, (char[]){ to_lower(own[piece]), '\0' });
}

/* Text that cannot be read, as it is with letters of another script: at its beginning, and behind the square
 * that a pawn has come to. */
static void exchange_unread(struct exchange *exchange, const struct item *item)
{
    size_t length;
    for (size_t at = 0; at < item->length; at++) {
        bool first = at == 0, other = item->text[at] & 0x80;
        if (!first && !(other && (is_digit(item->text[at - 1]) || item->text[at - 1] == '=')))
            continue;
        find_letter(exchange->alphabet, item->text + at, item->length - at, &length);
        char next = at + length < item->length ? item->text[at + length] : '\0';
        exchange->outsiders += first && other && !length;
        if (length &&
            (!first || is_digit(next) || (next >= 'a' && next <= 'x') || next == ':' || next & 0x80))
            exchange_at(exchange, item, at);
    }
}

/* The whole record in this alphabet, in which hardly any letter is another's. */
static void try_alphabet(struct ludus_mend *mend, const struct alphabet *alphabet)
{
    const struct ludus_game *game = mend->slots.game;
    struct exchange exchange = { .spread = spread_of(mend), .alphabet = alphabet };
    struct spread *spread = &exchange.spread;
    size_t end = mend->legal < mend->slots.count ? mend->slots.slot[mend->legal].end : SIZE_MAX;
    struct ludus_buffer before = { .bytes = NULL };
    for (size_t i = 0; i < game->item_count; i++)
        if (turns_is_move(&game->items[i]))
            exchange_move(&exchange, &game->items[i]);
        else if (turns_unread(&game->items[i]))
            exchange_unread(&exchange, &game->items[i]);
    buf_format(&before, "%s %s", alphabet->language, alphabet->letters);
    spread->before = buf_string(&before);
    spread->after = "K Q R B N";
    mend->failed |= before.failed;
    if (spread->begin < end && OUTSIDERS * exchange.outsiders <= spread->count)
        spread_try(spread, FAULT_LETTERS_SPREAD);
    spread_forget(spread);
    buf_free(&before);
}

void repair_letters(struct ludus_mend *mend)
{
    bool has_all = true;
    for (unsigned i = 0; i < PIECES && has_all; i++)
        has_all = lexicon_kind(&mend->slots.replay->lexicon, &own[i], 1) != NONE;
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets && has_all && !repair_spent(mend); i++)
        try_alphabet(mend, &alphabets[i]);
}
