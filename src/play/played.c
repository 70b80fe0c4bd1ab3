/* played.c - lists the effects of moves; writes records in canonical form, with each turn as played. */
#include "play/played.h"

#include "base/memory.h"
#include "notation/format.h"
#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- What each move of a turn takes and binds ---- */

/* Finds the pieces on the board before the move that it or its consequences took, and those that it bound. An
 * own piece that is gone but was not moved was bound, and falls at the end of the turn. */
static void find_effects(struct played_move *played)
{
    const struct ludus_position *before = played->before, *after = &played->after;
    for (unsigned i = 0; i < before->ruleset->squares; i++) {
        unsigned was = before->cell[i], is = after->cell[i];
        bool binds = squares_has(&after->bound, i) && !squares_has(&before->bound, i);
        if (!was || (was == is && !binds))
            continue;
        const bool own = CODE_SIDE(was) == played->turn->side;
        const struct played_man man = { ludus_position_at(before, i), (uint8_t)i, own };
        if (own ? !is && i != played->move.from && played->move.type != LUDUS_CASTLE
                : !is || CODE_SIDE(is) != CODE_SIDE(was))
            played->taken[played->taken_count++] = man;
        else if (!own && binds)
            played->bound[played->bound_count++] = man;
    }
}

void played_begin(struct played_move *played, const struct ludus_position *before,
                  const struct ludus_turn *turn)
{
    played->turn = turn;
    played->next = 0;
    played->before = before;
    position_copy(&played->after, before);
    if (turn->dice_count)
        (void)ludus_position_roll(&played->after, turn->dice,
                                  turn->dice_count); /* refused if one is illegible */
}

bool played_next(struct played_move *played)
{
    const struct ludus_turn *turn = played->turn;
    struct undo undo;
    if (played->next == turn->moves_count)
        return false;
    played->index = played->next++;
    played->move = turn->moves[played->index];
    played->taken_count = played->bound_count = 0;
    if (played->index > 0) {
        position_copy(&played->own, &played->after);
        played->before = &played->own;
    }
    const struct ludus_position *forced = turn->forced[played->index];
    if (forced) {
        position_copy(&played->after, forced);
    } else {
        position_make(&played->after, played->move, &undo);
        played->after.past = played->before->past;
    }
    if (forced || undo.captures || played->before->ruleset->rules.binds)
        find_effects(played);
    return true;
}

/* ---- Records in canonical form: the writer asks, the replay answers turn by turn. Wrong moves and numbers
 * stay as written ---- */

struct answers {
    struct ludus_replay *replay;
    struct move_form form;       /* of a move that is answered for alone */
    bool playing;                /* the replay has started and not ended */
    bool shifted;                /* a written number differed from the count */
    const struct message *known; /* the last message before the last turn, or NULL */
};

/* Leaves all numbers before the move as written. */
static void leave_numbers(struct move_form *form)
{
    form->label = LABEL_NONE;
    form->always = form->brief = false;
}

/* Sets the number of a turn to the written one, or to the next after the last one. A number that does not
 * follow the last one is left as written if it could be left out or would name a side; one that is too great
 * to count on from, in any case. */
static void keep_number(struct answers *answers, const struct item *label, unsigned side,
                        struct move_form *form)
{
    struct line *line = &answers->replay->line;
    bool sided = answers->replay->ruleset->rules.sided_numbers;
    if (label && label->number == UNCOUNTED) {
        leave_numbers(form);
        return;
    }
    long off =
        label && label->number != UNNUMBERED ? (long)label->number - (long)form->number : line->kept[side];
    if (off != line->kept[side] &&
        (form->label == LABEL_SECOND || (sided && label && label->side > LUDUS_BLACK)))
        leave_numbers(form);
    if (label && line->shift[LUDUS_WHITE] == line->shift[LUDUS_BLACK]) /* both sides count alike */
        line->kept[side ^ 1] = off;
    line->kept[side] = off;
    answers->shifted |= off != 0;
    form->number = (unsigned)((long)form->number + off);
}

/* Answers from the turn just played, of which only the first move has a number. */
static void answer_turn(struct answers *answers, bool begins)
{
    const struct ludus_replay *replay = answers->replay;
    const struct turn *turn = &replay->turn;
    struct move_form *form = &answers->form;
    const struct item *item = &replay->game->items[form->index];
    unsigned i = 0; /* number of the item in the turn */
    while (i < turn->item_count && turn->items[i] != item)
        i++;
    if (i == turn->item_count || turn->state != LUDUS_TURN_PLAYED)
        return;
    if (begins && i == 0 && !turn->other_side) {
        quick_label(&replay->ruleset->rules, turn->side, turn->number, form);
        keep_number(answers, turn->label, turn->side, form);
        if (turn->numbers_stay)
            leave_numbers(form);
    }
    /* An error in the item, found when its turn was played. With `sic` it is a note. */
    const struct ludus_game *game = replay->game;
    const struct message *error = answers->known ? answers->known->next : game->diag.first;
    size_t begin = item_begin(game, item), end = item_end(game, item);
    while (error &&
           (message_kinds[error->id].severity != LUDUS_ERROR || error->begin < begin || error->begin >= end))
        error = error->next;
    if (turn->text_end[i] == 0 || error)
        return;
    form->text = replay->text.bytes + turn->text_begin[i];
    form->text_length = (uint32_t)(turn->text_end[i] - turn->text_begin[i]);
}

static size_t answer_move(void *context, size_t index, bool begins, const struct move_form **forms)
{
    struct answers *answers = context;
    struct ludus_replay *replay = answers->replay;
    while (answers->playing && replay->turns.at <= index) {
        answers->known = replay->game->diag.last;
        answers->playing = replay_steps(replay, SIZE_MAX);
    }
    struct quick *quick = &replay->quick;
    if (answers->playing && quick->turn_count > 0 && quick->forms[0].index == index) {
        /* plain turns, played together, whose labels are right */
        for (size_t i = 0; answers->shifted && i < quick->turn_count; i++)
            keep_number(answers, quick->turns[i].label, quick->turns[i].side, &quick->forms[i]);
        *forms = quick->forms;
        return quick->turn_count;
    }
    answers->form = (struct move_form){ .index = index };
    if (answers->playing && quick->turn_count == 0)
        answer_turn(answers, begins);
    *forms = &answers->form;
    return 1;
}

void ludus_game_format(struct ludus_replay *replay, struct ludus_game *game, struct ludus_buffer *out)
{
    struct answers answers = { .replay = replay };
    replay->texts = true;
    answers.playing = ludus_replay_start(replay, game);
    if (answers.playing)
        quick_allow(replay);
    record_write(game, answers.playing ? answer_move : NULL, &answers, out);
    while (answers.playing && replay_steps(replay, 1))
        ;
}
