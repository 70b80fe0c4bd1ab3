/* ending.c - checks results and dates. A contradiction is said once. */
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

/* ---- What the record says ---- */

int stated_result_read(const char *text)
{
    static const struct {
        const char *text;
        enum ludus_result result;
    } words[] = {
        { "white", LUDUS_WHITE_WINS },
        { "black", LUDUS_BLACK_WINS },
        { "draw", LUDUS_DRAW },
        { "open", LUDUS_OPEN },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].text, text) == 0)
            return (int)words[i].result;
    unsigned result = result_read((struct ludus_text){ text, strlen(text) });
    return result == NO_RESULT ? -1 : (int)result;
}

enum ludus_result stated_result_of_tag(const struct ludus_game *game)
{
    const struct tag *tag = record_tag(game, "Result");
    unsigned result = tag ? result_read(tag->value) : NO_RESULT;
    return result == NO_RESULT ? LUDUS_OPEN : (enum ludus_result)result;
}

enum ludus_result stated_result(const struct ludus_game *game)
{
    enum ludus_result tag = stated_result_of_tag(game);
    const struct item *result = tag == LUDUS_OPEN ? turns_result(game) : NULL;
    return result ? (enum ludus_result)result->result : tag;
}

static bool is_win(unsigned result)
{
    return result == LUDUS_WHITE_WINS || result == LUDUS_BLACK_WINS;
}

bool ending_agrees(const struct item *written, const struct ludus_position *last)
{
    if (!last || !written || written->result == LUDUS_OPEN)
        return true;
    enum ludus_result forced = outcome_of(last, NULL);
    return forced == LUDUS_OPEN ? !(is_win(written->result) && outcome_dead(last))
                                : written->result == forced;
}

/* ---- What is wrong with it ---- */

/* A tag that programs look for has its name in another case, and so is not found. */
static void check_case(struct ludus_replay *replay, const char *name)
{
    const struct tag *tag = record_tag(replay->game, name) ? NULL : record_tag_cased(replay->game, name);
    if (tag)
        diag_add(replay_diag(replay), MSG_TAG_CASE, tag->begin, tag->end, (int)tag->name.length,
                 tag->name.text, name);
}

static unsigned check_tag(struct ludus_replay *replay, const struct tag *tag)
{
    unsigned result = tag ? result_read(tag->value) : NO_RESULT;
    if (tag && result == NO_RESULT)
        diag_add(replay_diag(replay), MSG_BAD_RESULT, tag->value_begin, tag->value_end,
                 (int)tag->value.length, tag->value.text);
    return result;
}

/* The final position forces a result: says so where the record has another. */
static void check_forced(struct ludus_replay *replay, unsigned forced, const char *reason,
                         const struct tag *tag, unsigned in_tag)
{
    const struct item *item = replay->result;
    size_t begin = 0, end = 0;
    unsigned written = NO_RESULT;
    if (item && item->result != forced) {
        begin = item_begin(replay->game, item);
        end = item_end(replay->game, item);
        written = item->result;
    } else if (in_tag != NO_RESULT && in_tag != forced) {
        begin = tag->value_begin;
        end = tag->value_end;
        written = in_tag;
    }
    if (written == LUDUS_OPEN)
        diag_add(replay_diag(replay), MSG_OPEN_RESULT, begin, end, result_text(forced), reason);
    else if (written != NO_RESULT)
        diag_add(replay_diag(replay), MSG_RESULT, begin, end, result_text(forced), reason,
                 result_text(written));
}

/* A win in a position that nobody can win. */
static bool check_dead(struct ludus_replay *replay, const struct tag *tag, unsigned in_tag)
{
    const struct item *item = replay->result;
    bool in_text = item && is_win(item->result), said = in_text || is_win(in_tag);
    if (!said || !quick_is_dead(replay))
        return false;
    diag_add(replay_diag(replay), MSG_DEAD_POSITION,
             in_text ? item_begin(replay->game, item) : tag->value_begin,
             in_text ? item_end(replay->game, item) : tag->value_end,
             result_text(in_text ? item->result : in_tag));
    return true;
}

/* Do moves stand behind the result? Then they are at fault, or it is, and not what it says. */
static bool goes_on(const struct ludus_replay *replay)
{
    struct turns turns = { .game = replay->game, .at = (size_t)(replay->result + 1 - replay->game->items) };
    enum turns_event event;
    do
        event = turns_next(&turns);
    while (event != TURNS_TURN && event != TURNS_RESULT && event != TURNS_END);
    return event != TURNS_END;
}

static void check_result(struct ludus_replay *replay)
{
    const struct line *line = &replay->line;
    const struct tag *tag = replay->game->tag_count ? record_tag(replay->game, "Result") : NULL;
    const struct item *item = replay->result;
    const char *reason = NULL;
    unsigned in_tag = check_tag(replay, tag);
    if (!tag)
        check_case(replay, "Result");
    if (replay->game->tag_count && record_tag(replay->game, "FEN"))
        check_case(replay, "SetUp");
    bool open = line->broken || quick_goes_on(replay);
    const struct ludus_position *pos = open ? NULL : quick_final(replay);
    unsigned forced = open ? LUDUS_OPEN : outcome_of(pos, &reason);
    if (forced != LUDUS_OPEN)
        check_forced(replay, forced, reason ? reason : "by the rules", tag, in_tag);
    else if (!line->broken && check_dead(replay, tag, in_tag))
        ;
    else if (item && in_tag != NO_RESULT && in_tag != item->result && !goes_on(replay))
        diag_add(replay_diag(replay), MSG_RESULTS_DIFFER, item_begin(replay->game, item),
                 item_end(replay->game, item), result_text(in_tag), result_text(item->result));
    const struct item *last = replay->last;
    if (last && !open && replay->ruleset->rules.check && forced != LUDUS_OPEN &&
        (last->move.check == CHECK_PLUS || last->move.check == CHECK_DOUBLE) && position_checked(pos) &&
        !movegen_any(pos))
        diag_add(replay_diag(replay), MSG_MATE_NOT_MARKED, item_begin(replay->game, last),
                 item_end(replay->game, last));
}

/* Two digits as a number; 0 when they are ??; NONE when they are neither, or not from 1 to `most`. */
static unsigned read_part(const char *text, unsigned most)
{
    if (text[0] == '?' && text[1] == '?')
        return 0;
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return NONE;
    unsigned number = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
    return number >= 1 && number <= most ? number : NONE;
}

static bool is_date(struct ludus_text value)
{
    static const uint8_t days[] = { 31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (value.length != 10 || value.text[4] != '.' || value.text[7] != '.')
        return false;
    for (size_t i = 0; i < 4; i++)
        if ((value.text[i] < '0' || value.text[i] > '9') && value.text[i] != '?')
            return false;
    unsigned month = read_part(value.text + 5, 12);
    return month != NONE && read_part(value.text + 8, days[month]) != NONE;
}

/* Appends a month or day, or ?? for none. */
static void add_part(char date[16], const unsigned *numbers, unsigned count, unsigned index)
{
    size_t used = strlen(date);
    if (index < count)
        (void)snprintf(date + used, 16 - used, ".%02u", numbers[index] % 100);
    else
        (void)snprintf(date + used, 16 - used, ".??");
}

/* Writes the date that a text with a year at its front, or with no other number, means. False where none can
 * be told. */
static bool guess_date(struct ludus_text text, char date[16])
{
    unsigned numbers[4] = { 0 }, digits[4] = { 0 }, count = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool digit = text.text[i] >= '0' && text.text[i] <= '9';
        if (!digit)
            continue;
        if (i == 0 || text.text[i - 1] < '0' || text.text[i - 1] > '9')
            count++;
        if (count > 3 || ++digits[count - 1] > 4)
            return false;
        numbers[count - 1] = 10 * numbers[count - 1] + (unsigned)(text.text[i] - '0');
    }
    if (count == 0 || digits[0] < 3 || digits[1] > 2 || digits[2] > 2)
        return false;
    (void)snprintf(date, 16, "%04u", numbers[0]);
    add_part(date, numbers, count, 1);
    add_part(date, numbers, count, 2);
    return is_date((struct ludus_text){ date, strlen(date) });
}

static void check_date(struct ludus_replay *replay)
{
    const struct tag *tag = replay->game->tag_count ? record_tag(replay->game, "Date") : NULL;
    bool silent = !tag || tag->value.length == 0 || (tag->value.length == 1 && *tag->value.text == '?');
    char date[16];
    if (silent || is_date(tag->value))
        return;
    struct message *message = diag_add(replay_diag(replay), MSG_BAD_DATE, tag->value_begin, tag->value_end,
                                       (int)tag->value.length, tag->value.text);
    if (guess_date(tag->value, date))
        diag_hint(replay_diag(replay), message, "perhaps %s", date);
}

void ending_check(struct ludus_replay *replay)
{
    check_date(replay);
    check_result(replay);
}
