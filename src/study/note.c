/* note.c - writes notes on turns into records. */
#include "study/note.h"

#include "base/chars.h"
#include "base/text.h"
#include "notation/command.h"
#include "play/replay.h"
#include "study/luck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAG_MISTAKE = 2, NAG_BLUNDER = 4, NAG_DOUBTFUL = 6, NAG_LAST_MARK = 6, NAG_DIAGRAM = 220 };
enum { JUDGED = LUDUS_REMARK_LUCK | LUDUS_REMARK_NAGS | LUDUS_REMARK_DIAGRAMS };

/* The note on one turn, or on the start. */
struct note {
    size_t anchor;                   /* index of the item of the record that follows it */
    const char *text[NOTE_COMMANDS]; /* what follows the command's name; "" removes it, NULL leaves it */
    unsigned nag;                    /* 0: none */
    bool diagram;
};

struct ludus_noter {
    struct ludus_note_options options;
    struct ludus_replay *replay; /* owned, as all here */
    struct ludus_judge *judge;   /* NULL if nothing is to be judged */
    bool judging;                /* … and the record's rules can be judged */
    struct ludus_odds odds, threats;
    unsigned none[2];   /* throws without a legal move at each side's last turn in the main line */
    struct note *notes; /* of the record */
    size_t count, capacity;
    struct ludus_buffer text;
};

void ludus_note_options_init(struct ludus_note_options *options, size_t size)
{
    struct ludus_note_options usual = { .doubtful = 0.05, .mistake = 0.10, .blunder = 0.20, .turning = 0.15 };
    memset(options, 0, size);
    memcpy(options, &size, sizeof size);
    sized_give(options, &usual, sizeof usual);
}

struct ludus_noter *ludus_noter_new(const struct ludus_ruleset *rules,
                                    const struct ludus_note_options *options)
{
    struct ludus_note_options given;
    ludus_note_options_init(&given, sizeof given);
    struct ludus_noter *noter =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *noter) : NULL;
    if (!noter)
        return NULL;
    noter->options = given;
    noter->odds.size = noter->threats.size = sizeof noter->odds;
    noter->options.judge = NULL; /* owned by the caller */
    noter->replay = ludus_replay_new(rules);
    if (noter->options.add & JUDGED)
        noter->judge = ludus_judge_new(given.judge);
    if (noter->replay && (noter->judge || !(noter->options.add & JUDGED)))
        return noter;
    ludus_noter_free(noter);
    return NULL;
}

void ludus_noter_free(struct ludus_noter *noter)
{
    if (!noter)
        return;
    ludus_replay_free(noter->replay);
    ludus_judge_free(noter->judge);
    buf_free(&noter->text);
    free(noter->notes);
    free(noter);
}

/* ---- The note on a turn ---- */

/* Counts the odds and threats after a turn that are wanted. False without memory. */
static bool count_odds(struct ludus_noter *noter, struct words *words)
{
    unsigned wanted = noter->options.add, side = words->after->side;
    if (wanted & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)) {
        words->odds = &noter->odds;
        if (!ludus_position_odds(words->after, (enum ludus_side)side, &noter->odds))
            return false;
        words->none_is_new = noter->odds.none.throws != noter->none[side];
        if (!words->turn || words->turn->depth == 0)
            noter->none[side] = noter->odds.none.throws;
    }
    if (wanted & (LUDUS_REMARK_THREATS | LUDUS_REMARK_PROSE)) {
        words->threats = &noter->threats;
        return ludus_position_odds(words->after, (enum ludus_side)(side ^ 1), &noter->threats);
    }
    return true;
}

/* Adds the note that is wanted on a turn, or on the start (NULL). False without memory. */
static bool add_note(struct ludus_noter *noter, const struct ludus_turn *turn)
{
    const struct ludus_note_options *options = &noter->options;
    const struct ludus_game *game = noter->replay->game;
    const struct turn *played = &noter->replay->turn;
    bool compares = turn && options->add & (LUDUS_REMARK_CAPTURED | LUDUS_REMARK_PROSE);
    /* A null move is not judged. */
    bool judged =
        turn && noter->judging && (turn->moves_count > 0 || knows_passing(&noter->replay->ruleset->rules));
    struct ludus_judgement judgement = { .size = sizeof judgement };
    struct words words = { .before = compares ? ludus_replay_before(noter->replay) : NULL,
                           .after = quick_final(noter->replay),
                           .turn = turn,
                           .judgement = judged ? &judgement : NULL,
                           .options = options };
    struct note *note = memory_push(&noter->notes, &noter->count, &noter->capacity, sizeof *note);
    if (!note || (judged && !ludus_judge_turn(noter->judge, noter->replay, turn, &judgement)) ||
        !count_odds(noter, &words))
        return false;
    *note = (struct note){ .anchor = 0 };
    if (turn)
        note->anchor = (size_t)(played->items[played->item_count - 1] - game->items) + 1;
    if (judged && options->add & LUDUS_REMARK_NAGS) {
        double lost = turn->side == LUDUS_WHITE ? -judgement.error : judgement.error;
        note->nag = lost >= options->blunder    ? NAG_BLUNDER
                    : lost >= options->mistake  ? NAG_MISTAKE
                    : lost >= options->doubtful ? NAG_DOUBTFUL
                                                : 0;
    }
    note->diagram = judged && options->add & LUDUS_REMARK_DIAGRAMS &&
                    fabs(judgement.after - judgement.before) >= options->turning;
    unsigned known = !turn                              ? OF_ANY
                     : !judged                          ? OF_TURN
                     : words.after->ruleset->rules.dice ? OF_ROLLED
                                                        : OF_JUDGED;
    for (unsigned c = 0; c < NOTE_COMMANDS; c++) {
        if (!(options->add & note_writers[c].remark) || note_writers[c].of > known)
            continue;
        buf_clear(&noter->text);
        note_writers[c].write(&words, &noter->text);
        note->text[c] = arena_copy(&noter->replay->game->arena, buf_string(&noter->text), noter->text.length);
        if (!note->text[c])
            return false;
    }
    return true;
}

/* ---- Inserting notes into the tape of items of a record, and removing them ---- */

/* A new tape for a record. */
struct tape {
    struct ludus_game *game;
    struct item *items; /* becomes the record's */
    size_t count;
    struct ludus_buffer text;
    bool failed;
};

static void put_item(struct tape *tape, const struct item *item)
{
    tape->items[tape->count++] = *item;
}

/* Gives the tape to the record, and sets the partners of the items of variations. False without memory. */
static bool finish_tape(struct tape *tape)
{
    struct ludus_game *game = tape->game;
    struct item *items = tape->items;
    size_t count = tape->count, close = count; /* the closing item of the next variation, from the end */
    buf_free(&tape->text);
    for (size_t i = count; i-- > 0;) {
        if (items[i].kind == ITEM_CLOSE) { /* holds that of the one around it for now */
            items[i].partner = close;
            close = i;
        } else if (items[i].kind == ITEM_OPEN) {
            size_t around = close < count ? items[close].partner : count;
            items[i].partner = close;
            if (close < count)
                items[close].partner = i;
            close = around;
        }
    }
    if (items != game->items)
        free(game->items);
    game->items = items;
    game->item_count = count;
    return !tape->failed && !game->arena.failed;
}

/* Sets the text of a comment to tape->text. */
static void set_text(struct tape *tape, struct item *comment)
{
    const char *copy = arena_copy(&tape->game->arena, buf_string(&tape->text), tape->text.length);
    comment->text = copy ? copy : "";
    comment->length = copy ? (uint32_t)tape->text.length : 0;
    tape->failed |= tape->text.failed || !copy;
}

/* The note that a command is, or NOTE_COMMANDS; and below, the one with which a comment begins. */
static unsigned note_of(const struct command *command)
{
    unsigned c = 0;
    while (c < NOTE_COMMANDS && !command_is(command, note_writers[c].name))
        c++;
    return c;
}

static unsigned note_first(const struct item *comment)
{
    struct command first = command_begin(comment->text, comment->length);
    bool begins = command_next(&first) && first.begin == comment->text;
    return begins ? note_of(&first) : NOTE_COMMANDS;
}

/* Replaces a command in the comment by "[%name text]"; "" removes it with the blanks after it. If the comment
 * begins with [%prose], all of it is replaced. False if it has no such command. */
static bool replace_command(struct tape *tape, struct item *comment, unsigned name, const char *text)
{
    struct command found = command_begin(comment->text, comment->length);
    if (!command_find(&found, note_writers[name].name) || (name == NOTE_PROSE && found.begin > comment->text))
        return false;
    buf_clear(&tape->text);
    buf_add(&tape->text, comment->text, (size_t)(found.begin - comment->text));
    const char *at = name == NOTE_PROSE ? found.stop : found.rest;
    if (*text)
        buf_format(&tape->text, name == NOTE_PROSE ? "[%%%s] %s" : "[%%%s %s]", note_writers[name].name,
                   text);
    else
        while (at < found.stop && *at == ' ')
            at++;
    buf_add(&tape->text, at, (size_t)(found.stop - at));
    set_text(tape, comment);
    return true;
}

static void put_comment(struct tape *tape)
{
    struct item comment = { .kind = ITEM_COMMENT, .form = '{' };
    if (tape->text.length == 0)
        return;
    set_text(tape, &comment);
    put_item(tape, &comment);
}

/* Adds new commands, at the front of our own comment at `first` or as a comment, and new sentences. Removes
 * comments in [first, end) that are left empty. */
static void put_comments(struct tape *tape, const struct note *note, size_t first, size_t end)
{
    struct item *items = tape->game->items;
    bool done[NOTE_COMMANDS] = { false };
    for (size_t i = first; i < end; i++)
        for (unsigned c = 0; c < NOTE_COMMANDS; c++)
            if (note->text[c] && !done[c])
                done[c] = replace_command(tape, &items[i], c, note->text[c]);
    buf_clear(&tape->text);
    for (unsigned c = 0; c < NOTE_PROSE; c++)
        if (note->text[c] && *note->text[c] && !done[c])
            buf_format(&tape->text, "%s[%%%s %s]", tape->text.length ? " " : "", note_writers[c].name,
                       note->text[c]);
    size_t next = first;
    if (next < end && note_first(&items[next]) < NOTE_PROSE) { /* a comment of ours */
        if (tape->text.length) {
            buf_char(&tape->text, ' ');
            buf_add(&tape->text, items[next].text, items[next].length);
            set_text(tape, &items[next]);
        }
        put_item(tape, &items[next++]);
    } else {
        put_comment(tape);
    }
    buf_clear(&tape->text);
    if (note->text[NOTE_PROSE] && *note->text[NOTE_PROSE] && !done[NOTE_PROSE])
        buf_format(&tape->text, "[%%%s] %s", note_writers[NOTE_PROSE].name, note->text[NOTE_PROSE]);
    put_comment(tape);
    for (; next < end; next++) {
        size_t length = items[next].length;
        while (length > 0 && is_space(items[next].text[length - 1]))
            length--;
        if (length > 0)
            put_item(tape, &items[next]);
    }
}

/* Inserts a note after its turn's last item; `next` is the first item after that. Returns the next item to
 * copy. If the turn has a NAG or a mark, ours is not added. */
static size_t put_note(struct tape *tape, const struct note *note, size_t next)
{
    const struct ludus_game *game = tape->game;
    bool marked = next > 0 && game->items[next - 1].move.mark, diagram = false;
    for (; next < game->item_count && game->items[next].kind == ITEM_NAG; next++) {
        unsigned number = game->items[next].number;
        marked |= number >= 1 && number <= NAG_LAST_MARK;
        diagram |= number == NAG_DIAGRAM;
        put_item(tape, &game->items[next]);
    }
    if (note->nag && !marked)
        put_item(tape, &(struct item){ .kind = ITEM_NAG, .text = "", .number = note->nag });
    if (note->diagram && !diagram)
        put_item(tape, &(struct item){ .kind = ITEM_NAG, .text = "", .number = NAG_DIAGRAM });
    size_t end = next;
    while (end < game->item_count && game->items[end].kind == ITEM_COMMENT)
        end++;
    put_comments(tape, note, next, end);
    return end;
}

/* Inserts notes, in order of anchor: a command that follows its turn already gets its new text where it is,
 * new ones go before all other comments. False without memory. */
static bool insert_notes(struct ludus_game *game, const struct note *notes, size_t count)
{
    size_t capacity = game->item_count + 4 * count + 1, note = 0, next = 0;
    struct tape tape = { .game = game, .items = memory_new(capacity * sizeof *tape.items) };
    if (!tape.items)
        return false;
    for (;;)
        if (note < count && notes[note].anchor == next)
            next = put_note(&tape, &notes[note++], next);
        else if (next < game->item_count)
            put_item(&tape, &game->items[next++]);
        else
            break;
    game->item_capacity = capacity;
    return finish_tape(&tape);
}

/* Adds the part [begin, end) of a comment, without the blanks around it, to what is kept; `*paragraph` tells
 * whether a paragraph has ended since the last part. */
static void add_part(struct tape *tape, const char *begin, const char *end, bool *paragraph)
{
    const char *first = begin, *last = end;
    while (first < end && is_filler(*first))
        first++;
    while (last > first && is_filler(last[-1]))
        last--;
    *paragraph |= text_lines(begin, (size_t)(first - begin)) > 1;
    if (first == last)
        return;
    if (tape->text.length)
        buf_text(&tape->text, *paragraph ? "\n\n" : " ");
    buf_add(&tape->text, first, (size_t)(last - first));
    *paragraph = text_lines(last, (size_t)(end - last)) > 1;
}

/* Removes commands from a comment. False if the comment goes, or only blanks are left. */
static bool strip_comment(struct tape *tape, struct item *comment, unsigned remarks)
{
    const char *part = comment->text;
    struct command command = command_begin(part, comment->length);
    bool paragraph = false;
    if (remarks & LUDUS_REMARK_COMMENTS ||
        (remarks & LUDUS_REMARK_PROSE && note_first(comment) == NOTE_PROSE))
        return false;
    buf_clear(&tape->text);
    while (command_next(&command)) {
        unsigned note = note_of(&command);
        if (!(remarks & LUDUS_REMARK_COMMANDS) &&
            (note >= NOTE_PROSE || !(note_writers[note].remark & remarks)))
            continue;
        add_part(tape, part, command.begin, &paragraph);
        part = command.end;
    }
    if (part == comment->text)
        return true;
    add_part(tape, part, command.stop, &paragraph);
    if (tape->text.length)
        set_text(tape, comment);
    return tape->text.length > 0;
}

/* Removes `remarks` (enum ludus_remark). False without memory. */
static bool strip_notes(struct ludus_game *game, unsigned remarks)
{
    struct tape tape = { .game = game, .items = game->items };
    for (size_t i = 0; i < game->item_count; i++) {
        struct item *item = &game->items[i];
        bool mark = item->number >= 1 && item->number <= NAG_LAST_MARK, stays = true;
        if (item->kind == ITEM_COMMENT)
            stays = strip_comment(&tape, item, remarks);
        else if (item->kind == ITEM_NAG)
            stays = !(remarks & LUDUS_REMARK_GLYPHS || (remarks & LUDUS_REMARK_NAGS && mark) ||
                      (remarks & LUDUS_REMARK_DIAGRAMS && item->number == NAG_DIAGRAM));
        else if (item->kind == ITEM_MOVE && remarks & LUDUS_REMARK_GLYPHS)
            item->move.mark = 0;
        else if (item->kind == ITEM_OPEN && remarks & LUDUS_REMARK_VARIATIONS) {
            i = item->partner;
            continue;
        }
        if (stays)
            put_item(&tape, item);
    }
    return finish_tape(&tape);
}

/* ---- The record ---- */

/* Gathers the notes on all turns that were played. `*sound` is false if the record is to be left as it is. */
static bool gather_notes(struct ludus_noter *noter, struct ludus_game *game, bool *sound)
{
    struct ludus_turn turn = { .size = sizeof turn };
    bool memory = true;
    noter->count = 0;
    noter->none[LUDUS_WHITE] = noter->none[LUDUS_BLACK] = 0;
    bool needed = noter->judge && !(noter->options.add & LUDUS_REMARK_WHERE_KNOWN);
    *sound = (needed ? ludus_judge_start : ludus_replay_start)(noter->replay, game);
    noter->judging = *sound && noter->judge && noter->replay->ruleset->rules.evaluated;
    /* If only positions are wanted, nothing else is computed. */
    bool plain = !(noter->options.add & ~(unsigned)LUDUS_REMARK_FEN);
    if (*sound && plain) {
        noter->replay->texts = false;
        quick_allow(noter->replay); /* once: it searches the record */
    }
    if (*sound && noter->replay->ruleset->rules.dice &&
        noter->options.add & (LUDUS_REMARK_ODDS | LUDUS_REMARK_PROSE)) /* the odds of the first roll */
        memory = add_note(noter, NULL);
    while (memory && *sound &&
           (plain ? replay_steps(noter->replay, 1) : ludus_replay_next(noter->replay, &turn))) {
        if (plain) {
            turn.state = noter->replay->turn.state;
            turn.depth = (unsigned)noter->replay->depth;
        }
        *sound = turn.state != LUDUS_TURN_ILLEGAL;
        if (turn.state == LUDUS_TURN_PLAYED && (turn.depth == 0 || noter->options.variations))
            memory = add_note(noter, &turn);
    }
    *sound = *sound && ludus_game_count(game, LUDUS_ERROR) == 0;
    return memory && !noter->text.failed;
}

/* Writes the record unchanged, and what is missing of the empty line between it and the next. */
static void write_unchanged(struct ludus_text source, struct ludus_buffer *out)
{
    unsigned breaks = 0;
    buf_add(out, source.text, source.length);
    for (size_t at = source.length; at > 0 && breaks < 2 && is_space(source.text[at - 1]); at--)
        breaks += source.text[at - 1] == '\n' ||
                  (source.text[at - 1] == '\r' && !(at < source.length && source.text[at] == '\n'));
    while (source.length > 0 && breaks++ < 2)
        buf_char(out, '\n');
}

bool ludus_noter_write(struct ludus_noter *noter, struct ludus_game *game, struct ludus_buffer *out)
{
    bool sound = ludus_game_count(game, LUDUS_ERROR) == 0;
    if (sound && noter->options.strip && !strip_notes(game, noter->options.strip))
        return false;
    if (sound && noter->options.add &&
        (!gather_notes(noter, game, &sound) || (sound && !insert_notes(game, noter->notes, noter->count))))
        return false;
    if (!sound)
        write_unchanged(game->source, out);
    else if (noter->options.add) {
        /* Writes the record; its messages have been given already. */
        struct diag told = game->diag;
        struct message *read = game->read;
        diag_clear(&game->diag);
        game->read = NULL;
        ludus_game_format(noter->replay, game, out);
        game->diag = told;
        game->read = read;
    } else
        ludus_game_format(noter->replay, game, out);
    return !out->failed;
}
