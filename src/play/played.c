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
static void find_effects(const struct ludus_position *after, unsigned squares, enum ludus_side side,
                         struct played_move *move)
{
    for (unsigned i = 0; i < squares; i++) {
        const struct ludus_square was = move->before[i], is = ludus_position_at(after, i);
        const bool own = was.side == side, gone = is.kind == LUDUS_NO_KIND;
        const struct played_man man = { was, (uint8_t)i, own };
        if (was.kind == LUDUS_NO_KIND)
            continue;
        if (own ? gone && i != move->move.from && move->move.type != LUDUS_CASTLE
                : gone || is.side != was.side)
            move->taken[move->taken_count++] = man;
        else if (!own && is.bound && !was.bound)
            move->bound[move->bound_count++] = man;
    }
}

bool played_each(const struct ludus_position *before, const struct ludus_turn *turn, played_move_fn *each,
                 void *context)
{
    struct ludus_position *position = memory_zeroed(1, sizeof *position);
    const struct ludus_ruleset *rules = ludus_position_ruleset(before);
    const unsigned squares = ludus_ruleset_files(rules) * ludus_ruleset_ranks(rules);
    bool ok = position != NULL;
    if (ok)
        position_become(position, before);
    if (ok && turn->dice_count)
        (void)ludus_position_roll(position, turn->dice, turn->dice_count); /* refused if one is illegible */
    for (unsigned i = 0; ok && i < turn->moves_count; i++) {
        struct played_move move;
        move.move = turn->moves[i];
        move.index = i;
        move.taken_count = move.bound_count = 0;
        for (unsigned s = 0; s < squares; s++)
            move.before[s] = ludus_position_at(position, s);
        if (turn->forced[i])
            position_become(position, turn->forced[i]);
        else
            ok = ludus_position_make(position, turn->moves[i]);
        if (!ok)
            break;
        find_effects(position, squares, turn->side, &move);
        each(context, rules, &move);
    }
    ludus_position_free(position);
    return ok;
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
