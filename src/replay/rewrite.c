/* rewrite.c - records in canonical form: the writer asks, the replay answers turn by turn. What is an error
 * stays as it is written: a move, a number. */
#include "record/format.h"
#include "replay/labels.h"
#include "replay/replay.h"
#include "replay/san.h"

#include <string.h>

struct answers {
    struct ludus_replay *replay;
    bool playing;                /* a turn has been played and there are more to come */
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

/* The number of a turn as the record has it, or goes on from what it has. */
static unsigned number_of(struct answers *answers, const struct item *label, unsigned number, unsigned side)
{
    const long *shift = answers->replay->line.shift;
    if (label && label->number != UNNUMBERED) {
        long off = (long)label->number - (long)number;
        if (shift[LUDUS_WHITE] == shift[LUDUS_BLACK]) /* no side counts otherwise than the other */
            answers->shift[side ^ 1] = off;
        answers->shift[side] = off;
        answers->shifted |= off != 0;
    }
    return (unsigned)((long)number + answers->shift[side]);
}

/* "4W." in games that say the side; else "4." for the side that plays first and "4..." for the other. */
static inline void set_label(const struct rules *rules, unsigned number, unsigned side,
                             struct move_form *form)
{
    unsigned first = rules->first == FIRST_BLACK ? LUDUS_BLACK : LUDUS_WHITE;
    form->number = number;
    if (rules->sided_numbers)
        form->label = side == LUDUS_WHITE ? LABEL_WHITE : LABEL_BLACK;
    else
        form->label = side == first ? LABEL_FIRST : LABEL_SECOND;
    form->always = form->label != LABEL_SECOND;
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

/* Answers with the plain turns that have been played together; their labels are right. */
static size_t answer_plain(struct answers *answers, struct move_form forms[FORMS_MAX])
{
    const struct ludus_replay *replay = answers->replay;
    const struct quick_turn *turns = replay->quick.turns;
    const struct item *items = replay->game->items;
    size_t count = replay->quick.turn_count;
    if (turns[0].item != items + forms[0].index)
        return 1;
    for (size_t i = 0; i < count; i++) {
        unsigned number = turns[i].number;
        if (answers->shifted)
            number = number_of(answers, turns[i].label, number, turns[i].side);
        forms[i].index = (size_t)(turns[i].item - items);
        forms[i].text = turns[i].text.text;
        forms[i].text_length = turns[i].text.length;
        set_label(&replay->ruleset->rules, number, turns[i].side, &forms[i]);
    }
    return count;
}

/* Answers from the turn just played. */
static void answer_turn(struct answers *answers, bool begins, struct move_form *form)
{
    const struct ludus_replay *replay = answers->replay;
    const struct turn *turn = &replay->turn;
    const struct item *item = &replay->game->items[form->index];
    unsigned i = find_item(turn, item);
    if (i == turn->item_count || turn->state != LUDUS_TURN_PLAYED)
        return;
    if (begins && labels_name_its_side(replay))
        set_label(&replay->ruleset->rules, number_of(answers, turn->label, turn->number, turn->side),
                  turn->side, form);
    if (turn->text_end[i] == 0 || is_faulty(answers, item))
        return;
    form->text = replay->text.bytes + turn->text_begin[i];
    form->text_length = turn->text_end[i] - turn->text_begin[i];
}

static size_t answer(void *context, bool begins, struct move_form forms[FORMS_MAX])
{
    struct answers *answers = context;
    struct ludus_replay *replay = answers->replay;
    while (answers->playing && replay->at <= forms[0].index) {
        answers->known = replay->game->diag.last;
        answers->playing = replay_steps(replay);
    }
    if (!answers->playing)
        return 1;
    if (replay->quick.turn_count > 0)
        return answer_plain(answers, forms);
    answer_turn(answers, begins, &forms[0]);
    return 1;
}

_Static_assert((int)QUICK_TURNS <= (int)FORMS_MAX, "all plain turns that are played together are answered");

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
