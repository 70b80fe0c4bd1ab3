/* rewrite.c - records in canonical form: the writer asks, the replay answers turn by turn. What is an error
 * stays as it is written: a move, a number. */
#include "record/format.h"
#include "replay/labels.h"
#include "replay/replay.h"
#include "replay/san.h"

#include <string.h>

enum { LABEL_TEXT = 24 };

struct answers {
    struct ludus_replay *replay;
    bool playing;    /* a turn has been played and there are more to come */
    unsigned number; /* of the turn whose label has been written, */
    size_t digits;   /* and how many digits it has */
    char label[LABEL_TEXT];
    bool shifted;                /* some number differed */
    long shift[2];               /* what the record's numbers differ by from those counted, for each side */
    const struct message *known; /* the last message before the last turn, or NULL */
};

/* Number of the item in the turn just played; its count of items if it is none of them. */
static unsigned find_item(const struct turn *turn, const struct item *item)
{
    unsigned i = 0;
    while (i < turn->item_count && turn->items[i] != item)
        i++;
    return i;
}

/* The number of the turn just played as the record has it, or goes on from what it has. */
static unsigned number_of(struct answers *answers)
{
    const struct turn *turn = &answers->replay->turn;
    const long *shift = answers->replay->line.shift;
    const struct item *label = turn->label;
    if (label && label->number != UNNUMBERED) {
        long off = (long)label->number - (long)turn->number;
        if (shift[LUDUS_WHITE] == shift[LUDUS_BLACK]) /* no side counts otherwise than the other */
            answers->shift[turn->side ^ 1] = off;
        answers->shift[turn->side] = off;
        answers->shifted |= off != 0;
    }
    return (unsigned)((long)turn->number + answers->shift[turn->side]);
}

/* "4W." in games that say the side; else "4." for the side that plays first and "4..." for the other. */
static void write_label(const struct ludus_replay *replay, struct answers *answers, struct move_form *form)
{
    const struct rules *rules = &replay->ruleset->rules;
    const struct turn *turn = &replay->turn;
    bool right = replay->quick.text.text && !answers->shifted; /* a plain turn's label is right */
    unsigned number = right ? turn->number : number_of(answers);
    unsigned first = rules->first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    bool opens = turn->side == first;
    bool next = answers->digits && number == answers->number + 1;
    if (next && answers->label[answers->digits - 1] < '9') {
        answers->label[answers->digits - 1]++;
        answers->number++;
    } else if (number != answers->number || answers->digits == 0) {
        struct san_text text = { answers->label, sizeof answers->label, 0 };
        san_number(&text, number);
        answers->number = number;
        answers->digits = text.length;
        memcpy(answers->label + answers->digits, rules->sided_numbers ? "W.." : "...", 3);
    }
    if (rules->sided_numbers)
        answers->label[answers->digits] = turn->side == LUDUS_WHITE ? 'W' : 'B';
    form->label = answers->label;
    form->label_length = answers->digits + (rules->sided_numbers ? 2 : opens ? 1 : 3);
    form->always = rules->sided_numbers || opens;
}

/* Has an error been found in the item when its turn was played? With `sic` it is a note. */
static bool is_faulty(const struct answers *answers, const struct item *item)
{
    const struct ludus_game *game = answers->replay->game;
    const struct message *message = answers->known ? answers->known->next : game->diag.first;
    size_t begin = item_begin(game, item), end = item_end(game, item);
    while (message &&
           (message_severity(message->id) != LUDUS_ERROR || message->begin < begin || message->begin >= end))
        message = message->next;
    return message;
}

static void answer(void *context, size_t index, bool begins, struct move_form *form)
{
    struct answers *answers = context;
    struct ludus_replay *replay = answers->replay;
    const struct turn *turn = &replay->turn;
    while (answers->playing && replay->at <= index) {
        answers->known = replay->game->diag.last;
        answers->playing = replay_step(replay);
    }
    unsigned item = find_item(turn, &replay->game->items[index]);
    if (!answers->playing || item == turn->item_count || turn->state != LUDUS_TURN_PLAYED)
        return;
    bool quick = replay->quick.text.text; /* whose label is right */
    if (begins && (quick || labels_name_its_side(replay)))
        write_label(replay, answers, form);
    if (quick) {
        form->text = replay->quick.text.text;
        form->text_length = replay->quick.text.length;
        return;
    }
    if (turn->text_end[item] == 0 || is_faulty(answers, turn->items[item]))
        return;
    form->text = replay->text.bytes + turn->text_begin[item];
    form->text_length = turn->text_end[item] - turn->text_begin[item];
}

void ludus_game_format(struct ludus_replay *replay, struct ludus_game *game, struct ludus_buffer *out)
{
    struct answers answers = { .replay = replay };
    replay->texts = true;
    answers.playing = ludus_replay_start(replay, game);
    if (answers.playing)
        quick_allow(replay);
    record_write(game, answers.playing ? answer : NULL, &answers, out);
    while (answers.playing && replay_step(replay))
        ;
}
