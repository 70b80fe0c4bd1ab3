/* repair_spread.c - one change in many places of a record, and what a scribe has done throughout: letters of
 * the two sides exchanged, blanks around the dashes, colons for captures, the letters that another language
 * has for the pieces. */
#include "decode/repair_spread.h"

#include "base/chars.h"
#include "play/replay.h"

#include <string.h>

#define COST_SPREAD 2.5
#define COST_LETTERS 6.0

struct spread spread_of(struct ludus_mend *mend)
{
    return (struct spread){ .mend = mend, .source = mend->slots.game->source };
}

void spread_change(struct spread *spread, size_t begin, size_t end, const char *text)
{
    const char *source = spread->source.text;
    if (spread->count++ == 0) {
        size_t left = begin, right = end;
        while (left > 0 && !is_filler(source[left - 1]))
            left--;
        while (right < spread->source.length && !is_filler(source[right]))
            right++;
        buf_add(&spread->shown_text, source + left, begin - left);
        buf_text(&spread->shown_text, text);
        buf_add(&spread->shown_text, source + end, right - end);
        spread->shown_begin = left;
        spread->shown_end = right;
        spread->begin = spread->at = left;
    }
    buf_add(&spread->out, source + spread->at, begin - spread->at);
    buf_text(&spread->out, text);
    spread->at = end;
}

/* Where the last turn ends, or the last variation, or the text that the last change is in: a note can stand
 * there. */
static size_t end_of_moves(const struct spread *spread)
{
    const struct ludus_game *game = spread->mend->slots.game;
    size_t count = game->item_count;
    while (count > 0 && !turns_is_move(&game->items[count - 1]) &&
           visit_event(&game->items[count - 1]) != LUDUS_EVENT_VARIATION_END &&
           item_end(game, &game->items[count - 1]) > spread->at)
        count--;
    while (count < game->item_count && item_begin(game, &game->items[count]) < spread->at)
        count++;
    return count ? item_end(game, &game->items[count - 1]) : 0;
}

bool spread_finish(struct spread *spread, struct patch *patch)
{
    size_t end = end_of_moves(spread);
    end = end < spread->at ? spread->at : end;
    if (spread->count)
        buf_add(&spread->out, spread->source.text + spread->at, end - spread->at);
    *patch = (struct patch){
        .begin = spread->begin, .end = end, .text = buf_string(&spread->out), .spread = true
    };
    spread->mend->failed |= spread->out.failed || spread->shown_text.failed;
    return spread->count >= (spread->least ? spread->least : 2) && !repair_spent(spread->mend);
}

void spread_forget(struct spread *spread)
{
    buf_free(&spread->out);
    buf_free(&spread->shown_text);
    *spread = spread_of(spread->mend);
}

void spread_try(struct spread *spread, enum fault_kind kind)
{
    struct patch patch;
    bool letters = kind == FAULT_LETTERS_SPREAD || kind == FAULT_NAME_SPREAD;
    if (spread_finish(spread, &patch)) {
        struct repair_edit edit = { .kind = (uint8_t)kind,
                                    .spread = true,
                                    .said_begin = spread->shown_begin,
                                    .said_end = spread->shown_end,
                                    .shown_begin = spread->shown_begin,
                                    .shown_end = spread->shown_end,
                                    .before = spread->before,
                                    .after =
                                        spread->after ? spread->after : buf_string(&spread->shown_text) };
        repair_try_patch(spread->mend, patch, edit, (letters ? COST_LETTERS + spread->unlike : COST_SPREAD));
    }
    spread_forget(spread);
}

/* ---- Sides ---- */

static void exchange_side(struct spread *spread, const struct item *label)
{
    size_t begin = item_begin(spread->mend->slots.game, label), at = 0;
    while (at < label->length && label->text[at] != 'W' && label->text[at] != 'B')
        at++;
    if (at < label->length)
        spread_change(spread, begin + at, begin + at + 1, label->text[at] == 'W' ? "B" : "W");
}

static void try_sides(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    for (size_t i = 0; i < game->item_count; i++)
        if (game->items[i].kind == ITEM_NUMBER && game->items[i].side <= LUDUS_BLACK)
            exchange_side(&spread, &game->items[i]);
    spread_try(&spread, FAULT_SIDES_SPREAD);
}

/* ---- Between squares ---- */

static bool is_file(char c)
{
    return c >= 'a' && c <= 'p';
}

static bool is_square_end(const char *text, size_t at)
{
    return is_digit(text[at]) && at > 0 && (is_file(text[at - 1]) || is_digit(text[at - 1]));
}

/* Length of the dash that begins here, or 0. */
static size_t dash_at(const struct ludus_text *source, size_t at)
{
    static const char *const dashes[] = { "-", "\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2212" };
    for (size_t i = 0; i < sizeof dashes / sizeof *dashes; i++) {
        size_t length = strlen(dashes[i]);
        if (at + length <= source->length && memcmp(source->text + at, dashes[i], length) == 0)
            return length;
    }
    return 0;
}

static size_t skip_blanks(const struct ludus_text *source, size_t at)
{
    while (at < source->length && is_filler(source->text[at]))
        at++;
    return at;
}

/* A dash with blanks around it, behind a square that ends at `at`. */
static void close_dash(struct spread *spread, size_t at)
{
    const struct ludus_text *source = &spread->source;
    size_t dash = skip_blanks(source, at), length = dash_at(source, dash);
    size_t end = skip_blanks(source, dash + length);
    if (length && end - at > length && end + 1 < source->length && is_file(source->text[end]) &&
        is_digit(source->text[end + 1]))
        spread_change(spread, at, end, "-");
}

static void rewrite_between(struct ludus_mend *mend, bool colons)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const char *text = spread.source.text;
    size_t at = game->item_count ? item_begin(game, &game->items[0]) : spread.source.length;
    for (size_t item = 0; at + 1 < spread.source.length; at++) {
        while (item < game->item_count && item_end(game, &game->items[item]) <= at)
            item++;
        if (item < game->item_count && game->items[item].kind == ITEM_COMMENT &&
            item_begin(game, &game->items[item]) <= at)
            at = item_end(game, &game->items[item]) - 1;
        else if (colons && text[at] == ':' && is_file(text[at + 1]) && at > 0 &&
                 (is_letter(text[at - 1]) || is_digit(text[at - 1])))
            spread_change(&spread, at, at + 1, "x");
        else if (!colons && is_square_end(text, at))
            close_dash(&spread, at + 1);
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* ---- Commas and rolls ---- */

/* The first text between two moves that cannot be read, a comma for it and for all like it. */
static void try_commas(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const struct item *first = NULL;
    for (size_t i = 1; i + 1 < game->item_count; i++) {
        const struct item *item = &game->items[i];
        if (item->kind != ITEM_BAD || item[-1].kind != ITEM_MOVE || item[1].kind != ITEM_MOVE)
            continue;
        first = first ? first : item;
        if (item->length == first->length && memcmp(item->text, first->text, item->length) == 0)
            spread_change(&spread, item_end(game, &item[-1]), item_end(game, item), ",");
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* Semicolons, which begin comments, for commas. */
static void try_semicolons(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = { .mend = mend, .source = game->source, .least = 1 };
    for (size_t i = 1; i < game->item_count; i++) {
        const struct item *item = &game->items[i];
        size_t begin = item_begin(game, item);
        if (item->kind == ITEM_COMMENT && item->form == ';' && item[-1].kind == ITEM_MOVE &&
            item_end(game, &item[-1]) + 1 == begin)
            spread_change(&spread, begin - 1, begin, ",");
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* Where the comma stands that joins a move to the one before it, past comments; SIZE_MAX if not there. */
static size_t find_comma(const struct ludus_game *game, size_t move)
{
    for (size_t i = move; i > 0; i--) {
        const struct item *before = &game->items[i - 1];
        size_t begin = item_end(game, before), end = item_begin(game, &game->items[i]);
        const char *comma = memchr(game->source.text + begin, ',', end - begin);
        if (comma)
            return (size_t)(comma - game->source.text);
        if (!turns_beside(before))
            break;
    }
    return SIZE_MAX;
}

/* No commas where each joins the moves of two players. */
static void try_players(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    for (size_t i = 1; i < game->item_count && mend->slots.replay->ruleset->rules.dice == 0; i++) {
        const struct item *item = &game->items[i];
        bool joined = turns_joined(item);
        size_t comma = joined ? find_comma(game, i) : SIZE_MAX;
        if (comma != SIZE_MAX)
            spread_change(&spread, comma, comma + 1, is_filler(game->source.text[comma + 1]) ? "" : " ");
    }
    spread_try(&spread, FAULT_PLAYERS_SPREAD);
}

static void try_rolls(struct ludus_mend *mend)
{
    const struct ludus_game *game = mend->slots.game;
    struct spread spread = spread_of(mend);
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    for (size_t i = 0; i < game->item_count && rules->dice; i++) {
        const struct item *item = &game->items[i];
        struct bare_roll bare = { .first = item, .last = item };
        char roll[ROLL_TEXT];
        bool number = item->kind == ITEM_MOVE && roll_find_bare(game, rules, item, &bare);
        if ((number || item->kind == ITEM_BAD) &&
            repair_read_roll(mend, item_begin(game, bare.first), item_end(game, bare.last), roll))
            spread_change(&spread, item_begin(game, bare.first), item_end(game, bare.last), roll);
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
}

/* ---- Letters of another language ---- */

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

static void try_letters(struct ludus_mend *mend)
{
    bool has_all = true;
    for (unsigned i = 0; i < PIECES && has_all; i++)
        has_all = lexicon_kind(&mend->slots.replay->lexicon, &own[i], 1) != NONE;
    for (size_t i = 0; i < sizeof alphabets / sizeof *alphabets && has_all && !repair_spent(mend); i++)
        try_alphabet(mend, &alphabets[i]);
}

void repair_throughout(struct ludus_mend *mend)
{
    try_sides(mend);
    rewrite_between(mend, false);
    rewrite_between(mend, true);
    try_commas(mend);
    try_semicolons(mend);
    try_players(mend);
    try_rolls(mend);
    try_letters(mend);
    repair_names(mend);
}
