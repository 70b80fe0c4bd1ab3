/* ending.c - checks what is around the moves: results and dates, the source of a text and its certainty,
 * diagrams. */
#include "base/text.h"
#include "notation/record.h"
#include "notation/turns.h"
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

/* ---- The result in the record ---- */

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

/* ---- Wrong results and dates ---- */

/* Reports a tag whose name is in another case, so that programs do not find it. */
static void check_case(struct ludus_replay *replay, const char *name)
{
    const struct tag *tag = record_tag(replay->game, name) ? NULL : record_tag_cased(replay->game, name);
    if (tag)
        diag_add(replay_diag(replay), MSG_TAG_CASE, tag->begin, tag->end, (int)tag->name.length,
                 tag->name.text, name);
}

static void check_result(struct ludus_replay *replay)
{
    const struct line *line = &replay->line;
    const struct tag *tag = replay->game->tag_count ? record_tag(replay->game, "Result") : NULL;
    const struct item *item = replay->result;
    const char *reason = NULL;
    unsigned in_tag = tag ? result_read(tag->value) : NO_RESULT;
    if (!tag)
        check_case(replay, "Result");
    else if (in_tag == NO_RESULT)
        diag_add(replay_diag(replay), MSG_BAD_RESULT, tag->value_begin, tag->value_end,
                 (int)tag->value.length, tag->value.text);
    if (replay->game->tag_count && record_tag(replay->game, "FEN"))
        check_case(replay, "SetUp");
    bool goes_on = replay->quick.loaded && bitboard_can_step(&replay->quick.board);
    bool open = line->broken || goes_on;
    const struct ludus_position *pos = open ? NULL : quick_final(replay);
    unsigned forced = open ? LUDUS_OPEN : outcome_of(pos, &reason);
    reason = reason ? reason : "by the rules";
    /* The result that the final position contradicts: in the text, or else in the tag. */
    bool won = (item && is_win(item->result)) || is_win(in_tag);
    bool dead = forced == LUDUS_OPEN && !line->broken && won && outcome_dead(quick_final(replay));
    bool in_text = item && (dead ? is_win(item->result) : item->result != forced);
    unsigned written = in_text ? item->result : in_tag;
    size_t begin = in_text ? item_begin(replay->game, item) : tag ? tag->value_begin : 0;
    size_t end = in_text ? item_end(replay->game, item) : tag ? tag->value_end : 0;
    if (dead)
        diag_add(replay_diag(replay), MSG_DEAD_POSITION, begin, end, result_text(written));
    else if (forced != LUDUS_OPEN && written == LUDUS_OPEN)
        diag_add(replay_diag(replay), MSG_OPEN_RESULT, begin, end, result_text(forced), reason);
    else if (forced != LUDUS_OPEN && written != NO_RESULT && written != forced)
        diag_add(replay_diag(replay), MSG_RESULT, begin, end, result_text(forced), reason,
                 result_text(written));
    else if (forced == LUDUS_OPEN && item && in_tag != NO_RESULT && in_tag != item->result) {
        /* If moves or another result follow, the fault is in those or in the place of the result. */
        struct turns turns = { .game = replay->game, .at = (size_t)(item + 1 - replay->game->items) };
        enum turns_event event;
        do
            event = turns_next(&turns);
        while (event != TURNS_TURN && event != TURNS_RESULT && event != TURNS_END);
        if (event == TURNS_END)
            record_say(replay->game, item, MSG_RESULTS_DIFFER, result_text(in_tag),
                       result_text(item->result));
    }
    const struct item *last = replay->last;
    if (last && !open && replay->ruleset->rules.check && forced != LUDUS_OPEN &&
        (last->move.check == CHECK_PLUS || last->move.check == CHECK_DOUBLE) && position_checked(pos) &&
        !movegen_any(pos))
        record_say(replay->game, last, MSG_MATE_NOT_MARKED);
}

/* Writes the date in a text whose first number is a year. False if there is none. */
static bool guess_date(struct ludus_text text, char date[16])
{
    uint32_t numbers[3];
    const unsigned count = text_numbers(text, numbers, 3);
    if (count == 0 || count > 3 || numbers[0] < 100 || numbers[0] > 9999)
        return false;
    (void)snprintf(date, 16, "%04u.?\?.?\?", (unsigned)numbers[0]);
    for (unsigned i = 1; i < count; i++) {
        if (numbers[i] > 99)
            return false;
        date[3 * i + 2] = (char)('0' + numbers[i] / 10);
        date[3 * i + 3] = (char)('0' + numbers[i] % 10);
    }
    return date_sound((struct ludus_text){ date, 10 });
}

static void check_date(struct ludus_replay *replay)
{
    const struct tag *tag = replay->game->tag_count ? record_tag(replay->game, "Date") : NULL;
    bool silent = !tag || tag->value.length == 0 || (tag->value.length == 1 && *tag->value.text == '?');
    char date[16];
    if (silent || date_sound(tag->value))
        return;
    struct message *message = diag_add(replay_diag(replay), MSG_BAD_DATE, tag->value_begin, tag->value_end,
                                       (int)tag->value.length, tag->value.text);
    if (guess_date(tag->value, date))
        diag_hint(replay_diag(replay), message, "perhaps %s", date);
}

/* ---- The source of a text: tags, names of tags, commands ---- */

enum { QUOTED_MAX = 60, FEW_TAGS = 64 };

enum { SOURCE, FOLIO, HAND, EDITOR, WITNESS, TAGS };

static const struct ludus_text names[TAGS] = { [SOURCE] = { "Source", 6 },
                                               [FOLIO] = { "Folio", 5 },
                                               [HAND] = { "Hand", 4 },
                                               [EDITOR] = { "Editor", 6 },
                                               [WITNESS] = { "Witness", 7 } };

/* Adds a note on a tag whose name is similar to a known one that the record lacks. (Only the first few tags
 * are checked, since each may cost a search.) */
static void note_name(struct ludus_replay *replay, const struct tag *tag)
{
    static const char *const known[] = { "Event",     "White",  "Black", "Round",  "Result", "Variant",
                                         "FirstRoll", "Source", "Folio", "Editor", "Witness" };
    bool meant = roster_place(tag->name) < ROSTER; /* Site is no misspelling of White */
    for (size_t i = 0; i < sizeof known / sizeof *known && !meant; i++) {
        size_t length = strlen(known[i]);
        unsigned edits = text_edits(tag->name.text, tag->name.length, known[i], length);
        if (edits == 0) /* or in another case, which is reported elsewhere */
            return;
        if (edits > 2 || record_tag(replay->game, known[i]))
            continue;
        diag_add(replay_diag(replay), MSG_TAG_LIKE, tag->begin, tag->end, (int)tag->name.length,
                 tag->name.text, known[i]);
        return;
    }
}

static void say_command(struct ludus_replay *replay, enum message_id id, const struct command *command)
{
    const char *text = replay->game->source.text;
    struct ludus_text value = command->value;
    diag_add(replay_diag(replay), id, (size_t)(command->begin - text), (size_t)(command->end - text),
             (int)text_fit(value.text, value.length, QUOTED_MAX), value.text);
}

static void check_comments(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    struct turns turns = { .game = game };
    bool after_move = false;
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;) {
        after_move = after_move && !turns.label && !turns.dice;
        if (event == TURNS_COMMENT) {
            struct command command = command_begin(turns.item->text, turns.item->length);
            struct command_reading reading;
            while (command_next(&command)) {
                bool certainty = command_is(&command, "cert");
                if (certainty && !command_certainty(&command))
                    say_command(replay, MSG_BAD_CERTAINTY, &command);
                else if (certainty && !after_move)
                    say_command(replay, MSG_STRAY_CERTAINTY, &command);
                else if (command_is(&command, "rdg") && !command_reading(&command, &reading))
                    say_command(replay, MSG_BAD_READING, &command);
            }
        } else if (event != TURNS_NAG && event != TURNS_ESCAPE && event != TURNS_UNREAD)
            after_move = event == TURNS_TURN;
        if (event == TURNS_TURN)
            turns_taken(&turns);
    }
}

void ending_check(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    uint64_t bits = 0;
    check_date(replay);
    check_result(replay);
    for (unsigned i = 0; i < TAGS; i++)
        bits |= tag_bit(names[i]);
    for (size_t i = 0; i < game->tag_count && game->tag_names & bits; i++) {
        const struct tag *tag = &game->tags[i];
        unsigned name = 0;
        size_t blank = 0;
        while (name < TAGS && !text_same(tag->name, names[name]))
            name++;
        while (blank < tag->value.length && is_gap(tag->value.text[blank]))
            blank++;
        if (name < TAGS && blank == tag->value.length)
            diag_add(replay_diag(replay), MSG_EMPTY_SOURCE, tag->value_begin, tag->value_end,
                     names[name].text);
        else if ((name == FOLIO || name == HAND) && !record_tag(game, "Source") &&
                 !record_tag(game, "Witness"))
            diag_add(replay_diag(replay), MSG_NO_SOURCE, tag->begin, tag->end, names[name].text);
    }
    for (size_t i = 0; i < game->tag_count && i < FEW_TAGS && replay->notes; i++)
        note_name(replay, &game->tags[i]);
    if (game->source.length && memchr(game->source.text, '%', game->source.length))
        check_comments(replay);
}
