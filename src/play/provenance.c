/* provenance.c - checks where a text is said to come from and how certain it is. */
#include "base/text.h"
#include "notation/command.h"
#include "notation/roster.h"
#include "play/hint.h"
#include "play/replay.h"

#include <stdio.h>
#include <string.h>

enum { QUOTED_MAX = 60, FEW_TAGS = 64 };

/* ---- Tags ---- */

static bool is_blank(struct ludus_text text)
{
    size_t at = 0;
    while (at < text.length && (text.text[at] == ' ' || text.text[at] == '\t'))
        at++;
    return at == text.length;
}

enum { SOURCE, FOLIO, HAND, EDITOR, WITNESS, TAGS };

static const struct ludus_text names[TAGS] = { [SOURCE] = { "Source", 6 },
                                               [FOLIO] = { "Folio", 5 },
                                               [HAND] = { "Hand", 4 },
                                               [EDITOR] = { "Editor", 6 },
                                               [WITNESS] = { "Witness", 7 } };

static bool may_have_tags(const struct ludus_game *game)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < TAGS; i++)
        bits |= tag_bit(names[i]);
    return game->tag_names & bits;
}

static void check_tag(struct ludus_replay *replay, const struct tag *tag)
{
    unsigned i = 0;
    while (i < TAGS && (tag->name.length != names[i].length ||
                        memcmp(tag->name.text, names[i].text, names[i].length) != 0))
        i++;
    if (i == TAGS)
        return;
    if (is_blank(tag->value))
        diag_add(replay_diag(replay), MSG_EMPTY_SOURCE, tag->value_begin, tag->value_end, names[i].text);
    else if ((i == FOLIO || i == HAND) && !record_tag(replay->game, "Source") &&
             !record_tag(replay->game, "Witness"))
        diag_add(replay_diag(replay), MSG_NO_SOURCE, tag->begin, tag->end, names[i].text);
}

/* ---- Names of tags ---- */

/* Notes a tag whose name is nearly one that has a meaning, and that the record does not have. (Of many tags,
 * the first few are looked at, for each may cost a search.) */
static void note_name(struct ludus_replay *replay, const struct tag *tag)
{
    static const char *const known[] = { "Event",     "White",  "Black", "Round",  "Result", "Variant",
                                         "FirstRoll", "Source", "Folio", "Editor", "Witness" };
    bool meant = roster_place(tag->name) < ROSTER; /* Site is no slip for White */
    for (size_t i = 0; i < sizeof known / sizeof *known && !meant; i++) {
        size_t length = strlen(known[i]);
        unsigned edits = text_edits(tag->name.text, tag->name.length, known[i], length);
        if (edits == 0) /* or in another case, which is told elsewhere */
            return;
        if (edits > 2 || record_tag(replay->game, known[i]))
            continue;
        diag_add(replay_diag(replay), MSG_TAG_LIKE, tag->begin, tag->end, (int)tag->name.length,
                 tag->name.text, known[i]);
        return;
    }
}

/* ---- Commands ---- */

static void say(struct ludus_replay *replay, enum message_id id, const struct command *command)
{
    const char *text = replay->game->source.text;
    struct ludus_text value = command->value;
    size_t length = value.length < QUOTED_MAX ? value.length : QUOTED_MAX;
    while (length > 0 && length < value.length && (value.text[length] & 0xc0) == 0x80)
        length--;
    diag_add(replay_diag(replay), id, (size_t)(command->begin - text), (size_t)(command->end - text),
             (int)length, value.text);
}

static void check_comment(struct ludus_replay *replay, const struct item *item, bool after_move)
{
    const char *at = item->text, *end = at + item->length;
    struct command command;
    struct reading reading;
    while (command_next(&at, end, &command)) {
        bool certainty = command_is(&command, "cert");
        if (certainty && !command_certainty(&command))
            say(replay, MSG_BAD_CERTAINTY, &command);
        else if (certainty && !after_move)
            say(replay, MSG_STRAY_CERTAINTY, &command);
        else if (command_is(&command, "rdg") && !command_reading(&command, &reading))
            say(replay, MSG_BAD_READING, &command);
    }
}

static void check_comments(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    struct turns turns = { .game = game };
    bool after_move = false;
    for (enum turns_event event; (event = turns_next(&turns)) != TURNS_END;) {
        after_move = after_move && !turns.label && !turns.dice;
        if (event == TURNS_COMMENT)
            check_comment(replay, turns.item, after_move);
        else if (event != TURNS_NAG && event != TURNS_ESCAPE && event != TURNS_UNREAD)
            after_move = event == TURNS_TURN;
        if (event == TURNS_TURN)
            turns_taken(&turns);
    }
}

/* ---- Diagrams ---- */

/* "a white Pawn", or "nothing". */
static void describe(const struct ludus_position *pos, unsigned square, char *out, size_t size)
{
    struct ludus_square at = ludus_position_at(pos, square);
    if (at.kind == LUDUS_NO_KIND)
        snprintf(out, size, "nothing");
    else
        snprintf(out, size, "a %s %s", at.side == LUDUS_WHITE ? "white" : "black",
                 pos->ruleset->rules.kinds[at.kind].names[0]);
}

/* Where `pos` has what the diagram has on `square`, and the diagram has not; NONE if nowhere. */
static unsigned find_stray(const struct ludus_position *pos, const struct ludus_position *diagram,
                           unsigned square)
{
    for (unsigned other = 0; other < pos->ruleset->squares; other++)
        if (pos->cell[other] == diagram->cell[square] && diagram->cell[other] != diagram->cell[square])
            return other;
    return NONE;
}

/* Says on which square a diagram differs from the position: the first that has a piece there. */
static void say_difference(struct ludus_replay *replay, const struct command *command,
                           const struct ludus_position *pos, const struct ludus_position *diagram)
{
    unsigned count = 0, first = NONE;
    for (unsigned square = 0; square < pos->ruleset->squares; square++) {
        if (pos->cell[square] == diagram->cell[square])
            continue;
        count++;
        if (first == NONE || (!diagram->cell[first] && diagram->cell[square]))
            first = square;
    }
    if (!count)
        return;
    char name[4], stray[4], drawn[80], stands[100], more[40] = "", after[40] = "at the start";
    size_t begin = (size_t)(command->begin - replay->game->source.text);
    const struct line *line = &replay->line;
    unsigned moved = diagram->cell[first] ? find_stray(pos, diagram, first) : NONE;
    square_name(pos->ruleset, first, name);
    describe(diagram, first, drawn, sizeof drawn);
    describe(pos, first, stands, 80);
    if (moved != NONE) {
        square_name(pos->ruleset, moved, stray);
        snprintf(stands, sizeof stands, "it stands on %s", stray);
        count -= 1;
    } else {
        strcat(stands, " stands there");
    }
    if (line->started)
        snprintf(after, sizeof after, "after %u%s", line->turn_number,
                 line->turn_side == LUDUS_WHITE ? "." : "...");
    if (count > 1)
        snprintf(more, sizeof more, ", and %u more square%s differ%s", count - 1, count > 2 ? "s" : "",
                 count > 2 ? "" : "s");
    diag_add(replay_diag(replay), MSG_OTHER_POSITION, begin, begin + (size_t)(command->end - command->begin),
             drawn, name, after, stands, more);
}

bool provenance_has_diagrams(const struct ludus_game *game)
{
    const char *at = game->source.text, *end = at + game->source.length;
    for (; at && at < end && (at = memchr(at, '%', (size_t)(end - at))); at++)
        if (end - at > 9 && memcmp(at, "%position", 9) == 0)
            return true;
    return false;
}

void provenance_check_diagrams(struct ludus_replay *replay, const struct item *comment)
{
    const char *at = comment->text, *end = at + comment->length;
    struct command command;
    char reason[200];
    while (command_next(&at, end, &command)) {
        if (!command_is(&command, "position"))
            continue;
        struct ludus_position *diagram = replay_own(replay);
        const char *fen = arena_copy(&replay->game->arena, command.value.text, command.value.length);
        if (!diagram || !fen)
            return;
        quick_settle(replay);
        if (!fen_read_part(diagram, fen, reason, sizeof reason))
            say(replay, MSG_BAD_POSITION, &command);
        else if (!replay->line.broken)
            say_difference(replay, &command, &replay->line.pos, diagram);
    }
}

void provenance_check(struct ludus_replay *replay)
{
    const struct ludus_game *game = replay->game;
    for (size_t i = 0; i < game->tag_count && may_have_tags(game); i++)
        check_tag(replay, &game->tags[i]);
    for (size_t i = 0; i < game->tag_count && i < FEW_TAGS && replay->notes; i++)
        note_name(replay, &game->tags[i]);
    if (game->source.length && memchr(game->source.text, '%', game->source.length))
        check_comments(replay);
}
