/* transcript_mixed.c - lines of a transcript that begin as a turn and have words besides.
 *
 * What the scanner of records takes for no part of the notation is words, if it has letters alone and does
 * not look like a move; all else that it cannot read stays, to be told as a fault at its place. Words go as
 * far as the line, unless they speak of check or stand in parentheses, or a turn follows that goes on with
 * the count, or the result. */
#include "decode/transcript_mixed.h"

#include "base/chars.h"
#include "decode/transcript_like.h"
#include "notation/record.h"

#include <string.h>

/* ---- The count of turns ---- */

/* Which turn of its number a label names: 0 and 1 for White and Black, 2 and 3 for the first and the second.
 */
static unsigned which_turn(const struct item *label)
{
    return label->side != NO_SIDE ? label->side : label->form >= 2 ? 3 : 2;
}

/* Is it a move that a turn begins with, though it may not be readable? */
static bool begins_turn(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    if (at->kind == ITEM_MOVE)
        return !(at->move.flags & MOVE_JOINED);
    bool joined = item > 0 && at[-1].kind == ITEM_BAD && at[-1].length == 1 && *at[-1].text == ',';
    return at->kind == ITEM_BAD && !joined && transcript_move_like(at->text, at->length);
}

static void count_item(struct turn_count *count, const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    if (at->kind == ITEM_NUMBER && at->number != UNNUMBERED)
        *count = (struct turn_count){ .number = at->number, .which = which_turn(at) };
    else if (begins_turn(line, item))
        count->moves++;
}

/* The item behind `item`, or behind the variation that begins there. */
static size_t next_item(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    return at->kind == ITEM_OPEN && at->partner < line->item_count ? at->partner + 1 : item + 1;
}

void turn_count_items(struct turn_count *count, const struct ludus_game *line)
{
    for (size_t i = 0; i < line->item_count; i = next_item(line, i))
        count_item(count, line, i);
}

/* May a turn with this label come next, or after `gap` numbers that the page does not have? */
static bool goes_on(const struct turn_count *count, const struct turn_count *later, const struct item *label,
                    uint32_t gap)
{
    unsigned which = which_turn(label);
    uint32_t number = label->number;
    bool after = count->number == 0 || (number > count->number && number - count->number - 1 <= gap) ||
                 (number == count->number && which != count->which && count->moves < 2);
    bool before =
        !later || number < later->number || (number == later->number && which != later->which && which != 3);
    return number != UNNUMBERED && number > 0 && after && before;
}

/* ---- Words ---- */

static bool is_word(const char *begin, const char *end, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(end - begin) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (to_lower(begin[i]) != word[i])
            return false;
    return true;
}

/* Do they say nothing but check or mate: ch., dis. ch., dbl. ch.? */
static bool tell_check(const char *begin, const char *end)
{
    static const char *const words[] = { "ch",   "chk",   "check", "mate", "checkmate", "dis",
                                         "disc", "disch", "dbl",   "dble", "double",    "discovered" };
    while (begin < end) {
        const char *stop = begin;
        while (stop < end && !is_space(*stop) && !strchr(".,;", *stop))
            stop++;
        bool known = stop == begin;
        for (size_t i = 0; !known && i < sizeof words / sizeof *words; i++)
            known = is_word(begin, stop, words[i]);
        if (!known)
            return false;
        begin = stop + (stop < end);
    }
    return true;
}

/* Has the move a name in small letters, which may as well be words: "and b5"? */
static bool is_small(const struct item *item)
{
    return item->kind == ITEM_MOVE && item->text[0] >= 'a' && item->text[0] <= 'z' &&
           !(item->move.flags & MOVE_WORD) && memchr(item->text, ' ', item->length);
}

/* Text without digits and signs of damage, which no roll or move was meant with. */
static bool is_words(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    bool plain = at->kind == ITEM_BAD && (*at->text != '(' || at->length == 1);
    for (size_t i = 0; plain && i < at->length; i++)
        plain = at->text[i] && !strchr("0123456789_~<>=@#+*{}[]%$", at->text[i]);
    return plain && !transcript_is_meant(line, item);
}

struct walk {
    const struct ludus_game *line;
    const char *text, *end;
    const char *written; /* the text before its moves were closed up */
    const struct turn_count *later;
    struct turn_count count; /* to the item that is looked at */
    bool small;              /* names are written small here */
    bool roll;               /* the line is of a game whose turns may have several moves */
    struct mixed_line *mixed;
};

/* Does a comma join a move, in this line or the next? */
static bool is_joint(const struct ludus_game *line, size_t item)
{
    return *line->items[item].text == ',' && line->items[item].length == 1 &&
           (item + 1 == line->item_count || line->items[item + 1].kind == ITEM_MOVE ||
            transcript_is_meant(line, item + 1));
}

/* Items of the mark of a footnote that stands behind a move: "1)", or "(1)" at the end of a line whose turn
 * has rolled more dice; 0 when there is none. */
static size_t mark_items(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    if (item == 0 || at[-1].kind != ITEM_MOVE)
        return 0;
    if (at->kind == ITEM_NUMBER && item + 1 < line->item_count)
        return at[1].kind == ITEM_BAD && at[1].length == 1 && *at[1].text == ')' &&
                       at->text + at->length == at[1].text && is_digit(at->text[at->length - 1])
                   ? 2
                   : 0;
    bool more = false;
    for (size_t i = 0; i < item; i++)
        more |= line->items[i].kind == ITEM_DICE && line->items[i].dice.count > 1;
    return more && at->kind == ITEM_DICE && at->dice.count == 1 && item + 1 == line->item_count;
}

bool transcript_has_mark(const struct line_scan *scan)
{
    for (size_t i = 0; i < scan->game.item_count; i++)
        if (mark_items(&scan->game, i))
            return true;
    return false;
}

static bool begins_words(const struct walk *walk, size_t item)
{
    const struct item *at = &walk->line->items[item];
    if (mark_items(walk->line, item))
        return true;
    return (is_words(walk->line, item) && !is_joint(walk->line, item)) || (!walk->small && is_small(at));
}

/* Does a turn that goes on begin here, or is this the result at the end? Words right behind a lone move tell
 * that it is part of a sentence. */
static bool resumes(const struct walk *walk, size_t item)
{
    const struct ludus_game *line = walk->line;
    const struct item *first = &line->items[item];
    unsigned moves = 0;
    if (first->kind == ITEM_RESULT)
        return item + 1 == line->item_count;
    if (first->kind != ITEM_NUMBER || !goes_on(&walk->count, walk->later, first, 0))
        return false;
    for (size_t i = item + 1; i < line->item_count && line->items[i].kind != ITEM_NUMBER; i++) {
        if (line->items[i].kind == ITEM_DICE)
            return true;
        if (begins_words(walk, i))
            return moves >= 2;
        moves += line->items[i].kind == ITEM_MOVE || begins_turn(line, i);
    }
    return moves > 0;
}

/* The item behind the words that begin at `item`. */
static size_t end_words(const struct walk *walk, size_t item)
{
    const struct ludus_game *line = walk->line;
    const struct item *first = &line->items[item];
    if (first->kind == ITEM_OPEN)
        return first->partner < line->item_count ? first->partner + 1 : line->item_count;
    size_t next = item + 1, mark = mark_items(line, item);
    if (mark)
        return item + mark;
    while (next < line->item_count && is_words(line, next))
        next++;
    const struct item *last = &line->items[next - 1];
    if (tell_check(first->text, last->text + last->length))
        return next;
    while (next < line->item_count && !resumes(walk, next))
        next = next_item(line, next);
    return next;
}

/* Where the line ends but for its result, which may stand behind a semicolon, and so in a comment. */
static const char *before_result(const char *begin, const char *end)
{
    const char *word = end;
    while (word > begin && !is_space(word[-1]))
        word--;
    return result_read((struct ludus_text){ word, (size_t)(end - word) }) == NO_RESULT ? end : word;
}

/* May it be one of several moves of the turn, which words have come between? */
static bool may_join(const struct walk *walk, const struct item *item)
{
    bool placing = item->kind == ITEM_MOVE && item->move.style == MOVE_PLACE;
    return placing || (walk->roll && transcript_is_whole(item));
}

/* Notes the words from `item` to `next`. */
static void note_words(struct walk *walk, size_t item, size_t next)
{
    const struct item *items = walk->line->items;
    struct mixed_line *mixed = walk->mixed;
    const char *from = items[item].text, *begin = from, *end = before_result(from, walk->end);
    if (next < walk->line->item_count)
        end = items[next].text - (items[next].kind == ITEM_COMMENT);
    while (end > from && is_space(walk->written[end - walk->text - 1]))
        end--;
    while (begin < end && (is_space(*begin) || strchr(".,;:", *begin)))
        begin++;
    bool full = mixed->count == MIXED_PARTS; /* the last part takes the rest */
    struct mixed_words *words = &mixed->words[full ? mixed->count - 1 : mixed->count++];
    if (!full) {
        words->from = (size_t)(from - walk->text);
        words->begin = (size_t)(begin - walk->text);
    }
    words->end = (size_t)(end - walk->text);
    for (size_t i = item; i < next && items[item].kind != ITEM_OPEN; i++)
        words->move |= may_join(walk, &items[i]);
}

/* Are there words at `item`, or in the variation that begins there? */
static bool holds_words(const struct walk *walk, size_t item)
{
    const struct item *items = walk->line->items;
    if (items[item].kind != ITEM_OPEN)
        return begins_words(walk, item);
    for (size_t i = item + 1; i < walk->line->item_count && i < items[item].partner; i++)
        if (begins_words(walk, i))
            return true;
    return false;
}

/* Notes all words from `item` on. */
static void find_words(struct walk *walk, size_t item)
{
    const struct ludus_game *line = walk->line;
    for (size_t next; item < line->item_count; item = next) {
        bool words = holds_words(walk, item);
        next = words ? end_words(walk, item) : next_item(line, item);
        if (words)
            note_words(walk, item, next);
        else
            count_item(&walk->count, line, item);
    }
}

/* A roll, readable or not. */
static bool is_roll(const struct item *item)
{
    bool bad = item->kind == ITEM_BAD && item->length > 2;
    return item->kind == ITEM_DICE ||
           (bad && (*item->text == '(' || is_digit(*item->text)) && memchr(item->text, ',', item->length));
}

/* Is the first thing behind a label meant as a move? What has digits can be, if no words follow: P-K4 P-K4.
 */
static bool is_first_move(const struct ludus_game *line, size_t item)
{
    const struct item *at = &line->items[item];
    bool digits = false;
    for (size_t i = 0; at->kind == ITEM_BAD && i < at->length; i++)
        digits |= is_digit(at->text[i]);
    return at->kind == ITEM_MOVE || transcript_is_meant(line, item) ||
           (digits && at->form == BAD_MOVE && (item + 1 == line->item_count || !is_words(line, item + 1)));
}

bool transcript_read_mixed(const char *line, size_t length, const struct turn_count *count,
                           const struct turn_count *later, struct line_scan *scan, struct mixed_line *mixed)
{
    const struct ludus_game *game = &scan->game;
    *mixed = (struct mixed_line){ 0 };
    if (!transcript_scan(scan, line, length) || game->item_count < 2 || game->items[0].kind != ITEM_NUMBER)
        return false;
    size_t first = is_roll(&game->items[1]) && game->item_count > 2 ? 2 : 1;
    for (size_t i = 1; i < game->item_count; i++)
        mixed->turn |= game->items[i].kind == ITEM_MOVE || transcript_is_meant(game, i);
    struct walk walk = { .line = game,
                         .text = scan->text.bytes + 1,
                         .end = scan->text.bytes + scan->text.length,
                         .written = line,
                         .later = later,
                         .count = *count,
                         .small = is_small(&game->items[first]),
                         .roll = first == 2,
                         .mixed = mixed };
    if (!is_first_move(game, first) || !goes_on(count, later, &game->items[0], UINT32_MAX))
        return false;
    find_words(&walk, 0);
    return true;
}

/* ---- Lines that go on with turns ---- */

/* How many turns are still to come behind the last label. */
static unsigned open_turns(const struct turn_count *count)
{
    unsigned turns = count->which == 2 ? 2 : 1;
    return count->moves < turns ? turns - count->moves : 0;
}

/* Does the line begin with what is left of the last turns? Below words, the next number tells it. */
static bool begins_rest(const struct walk *walk, bool amid)
{
    const struct ludus_game *line = walk->line;
    unsigned moves = 0, left = open_turns(&walk->count);
    while (moves < line->item_count && begins_turn(line, moves) && !begins_words(walk, moves))
        moves++;
    if (moves == 0 || moves > left || (walk->later && walk->later->number <= walk->count.number))
        return false;
    const struct item *next = moves < line->item_count ? &line->items[moves] : NULL;
    bool numbered = next && next->kind == ITEM_NUMBER && goes_on(&walk->count, walk->later, next, 0);
    return !amid || (numbered && moves == left);
}

/* The number of the next turn, which goes on with the count. The count of items if there is none. */
static size_t find_next(const struct walk *walk)
{
    size_t item = 0;
    while (item < walk->line->item_count &&
           (walk->line->items[item].kind != ITEM_NUMBER || !resumes(walk, item)))
        item = next_item(walk->line, item);
    return item;
}

static struct walk begin_walk(const char *line, const struct turn_count *count,
                              const struct turn_count *later, const struct line_scan *scan,
                              struct mixed_line *mixed)
{
    struct walk walk = { .line = &scan->game,
                         .text = scan->text.bytes + 1,
                         .end = scan->text.bytes + scan->text.length,
                         .written = line,
                         .later = later,
                         .count = *count,
                         .mixed = mixed };
    for (size_t i = 0; i < scan->game.item_count; i++)
        walk.roll |= scan->game.items[i].kind == ITEM_DICE;
    return walk;
}

bool transcript_read_on(const char *line, size_t length, const struct turn_count *count,
                        const struct turn_count *later, bool amid, struct line_scan *scan,
                        struct mixed_line *mixed)
{
    *mixed = (struct mixed_line){ 0 };
    if (count->number == 0 || !transcript_scan(scan, line, length))
        return false;
    struct walk walk = begin_walk(line, count, later, scan, mixed);
    size_t next = begins_rest(&walk, amid) ? 0 : find_next(&walk);
    if (next == scan->game.item_count || (scan->game.items[next].kind == ITEM_NUMBER && open_turns(count)))
        return false;
    if (next > 0)
        note_words(&walk, 0, next);
    find_words(&walk, next);
    return true;
}

bool transcript_holds_next(const char *line, size_t length, const struct turn_count *count,
                           const struct turn_count *later, struct line_scan *scan)
{
    struct mixed_line mixed;
    if (count->number == 0 || !transcript_scan(scan, line, length))
        return false;
    struct walk walk = begin_walk(line, count, later, scan, &mixed);
    return find_next(&walk) < scan->game.item_count;
}

bool transcript_may_go_on(const char *text, size_t length, struct line_scan *scan)
{
    const struct ludus_game *game = &scan->game;
    (void)transcript_scan(scan, text, length);
    if (game->item_count > 0 && begins_turn(game, 0) && !is_small(&game->items[0]))
        return true;
    for (size_t i = 0; i + 1 < game->item_count; i++)
        if (game->items[i].kind == ITEM_NUMBER &&
            (game->items[i + 1].kind == ITEM_DICE || begins_turn(game, i + 1)))
            return true;
    return false;
}

enum turn_signs transcript_turn_signs(const char *line, size_t length, struct line_scan *scan)
{
    const struct ludus_game *game = &scan->game;
    bool moves = false, words = false;
    (void)transcript_scan(scan, line, length);
    for (size_t i = 0; i < game->item_count; i++) {
        bool move = game->items[i].kind == ITEM_MOVE || transcript_is_meant(game, i);
        if (move && i > 0 && is_roll(&game->items[i - 1]))
            return SIGNS_ROLL;
        moves |= move;
        words |= (is_words(game, i) && game->items[i].length > 2) || is_small(&game->items[i]);
    }
    return moves && !words ? SIGNS_MOVES : SIGNS_NONE;
}

unsigned transcript_moves_before(const struct line_scan *scan, size_t at)
{
    const struct ludus_game *game = &scan->game;
    unsigned moves = 0;
    for (size_t i = 0; i < game->item_count && game->items[i].text < scan->text.bytes + 1 + at; i++)
        moves += game->items[i].kind == ITEM_MOVE || transcript_is_meant(game, i);
    return moves;
}
