/* luck.c - luck and skill of each turn. */
#include "study/luck.h"

#include "base/memory.h"
#include "base/sized.h"
#include "play/replay.h"
#include "play/san.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_WIDE = 1,
    DEPTH_PLAIN = 2,
    TURN_TEXT = 400
}; /* wide: so many turns that looking further takes long */

struct ludus_judge {
    struct ludus_judge_options options;
    struct evaluator *evaluator; /* owned; of `ruleset` */
    const struct ludus_ruleset *ruleset;
    struct search search;
    struct ludus_position *last; /* room: the position valued last, and what it was worth; owned */
    double last_value;
    char text[TURN_TEXT]; /* of the best turn */
};

struct ludus_judge *ludus_judge_new(const struct ludus_judge_options *options)
{
    struct ludus_judge_options given = { .depth = 0 };
    struct ludus_judge *judge =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *judge) : NULL;
    if (!judge)
        return NULL;
    judge->options = given;
    if (judge->options.depth > SEARCH_DEPTH_MAX)
        judge->options.depth = SEARCH_DEPTH_MAX;
    if (judge->options.threads > ROLLOUT_THREADS_MAX)
        judge->options.threads = ROLLOUT_THREADS_MAX;
    judge->last = memory_zeroed(1, sizeof *judge->last);
    if (judge->last)
        return judge;
    free(judge);
    return NULL;
}

void ludus_judge_free(struct ludus_judge *judge)
{
    if (!judge)
        return;
    search_free(&judge->search);
    evaluator_free(judge->evaluator);
    free(judge->last);
    free(judge);
}

/* Makes ready for the rules of a position. */
static bool turn_to(struct ludus_judge *judge, const struct ludus_ruleset *ruleset)
{
    if (judge->ruleset == ruleset)
        return true;
    evaluator_free(judge->evaluator);
    judge->evaluator = evaluator_new(ruleset);
    search_use(&judge->search, judge->evaluator);
    judge->ruleset = judge->evaluator ? ruleset : NULL;
    judge->last->ruleset = NULL;
    return judge->evaluator != NULL;
}

static unsigned depth_of(const struct ludus_judge *judge)
{
    if (judge->options.depth)
        return judge->options.depth;
    return judge->ruleset->rules.dice || judge->ruleset->places ? DEPTH_WIDE : DEPTH_PLAIN;
}

/* White's value of a position in a game with dice; the last one asked for is remembered. */
static double value_of(struct ludus_judge *judge, const struct ludus_position *position)
{
    struct ludus_position *last = judge->last;
    if (last->ruleset == position->ruleset && last->hash == position->hash && last->side == position->side &&
        last->quiet == position->quiet)
        return judge->last_value;
    struct ludus_position pos = *position;
    pos.dice_count = 0;
    *last = pos;
    judge->last_value = judge->options.rollouts
                            ? search_rollout(&judge->search, &pos, judge->options.rollouts,
                                             judge->options.seed, judge->options.threads)
                            : search_value(&judge->search, &pos, depth_of(judge));
    return judge->last_value;
}

static void write_best(struct ludus_judge *judge, const struct ludus_position *before,
                       const struct search_turn *best)
{
    struct ludus_position pos = *before;
    struct san_text text = { judge->text, sizeof judge->text, 0 };
    struct undo undo;
    for (unsigned i = 0; i < best->move_count; i++) {
        struct undo *past = pos.past;
        san_add(&text, i ? ", " : "");
        san_write(&text, &pos, best->moves[i]);
        position_make(&pos, best->moves[i], &undo);
        pos.past = past;
    }
    san_add(&text, best->move_count ? "" : "pass");
    san_end(&text);
}

/* The best turn with the roll, if it is better than what was played by `sign` times the value after it. */
static bool find_better(struct ludus_judge *judge, const struct ludus_position *before,
                        const struct ludus_position *after, const uint8_t *dice, double sign,
                        struct search_turn *best, double *played)
{
    struct ludus_position pos = *after;
    unsigned depth = depth_of(judge) - 1;
    *played = search_value(&judge->search, &pos, depth);
    pos = *before;
    pos.dice_count = 0;
    search_best(&judge->search, &pos, dice, depth, best);
    return best->value >= 0 && sign * best->value > sign * *played + 1e-12;
}

bool luck_judge(struct ludus_judge *judge, const struct ludus_position *before,
                const struct ludus_position *after, const uint8_t *dice, struct ludus_judgement *out)
{
    struct search_turn best;
    double sign = before->side == LUDUS_WHITE ? 1 : -1, played;
    bool with_dice = before->ruleset->rules.dice > 0;
    *out = (struct ludus_judgement){ .best_text = "" };
    if (!turn_to(judge, before->ruleset))
        return false;
    bool better = (dice || !with_dice) && find_better(judge, before, after, dice, sign, &best, &played);
    if (with_dice) {
        double after_best = -1;
        out->before = value_of(judge, before);
        if (better) {
            struct ludus_position pos = *before;
            search_play(&pos, &best);
            after_best = value_of(judge, &pos);
        }
        out->after = out->best = value_of(judge, after);
        better = better && sign * after_best > sign * out->after;
        if (better)
            out->best = after_best;
    } else {
        out->after = played;
        out->before = out->best = better ? best.value : played;
    }
    out->luck = out->best - out->before;
    out->error = out->after - out->best;
    if (better) {
        write_best(judge, before, &best);
        out->best_text = judge->text;
    }
    return !judge->search.failed;
}

bool ludus_judge_start(struct ludus_replay *replay, struct ludus_game *game)
{
    if (!ludus_replay_start(replay, game))
        return false;
    if (replay->ruleset->rules.evaluated)
        return true;
    const struct tag *tag = record_tag(game, "Variant");
    diag_add(&game->diag, MSG_NO_EVALUATION, tag ? tag->value_begin : 0, tag ? tag->value_end : 0,
             replay->ruleset->rules.id);
    return false;
}

bool ludus_judge_turn(struct ludus_judge *judge, const struct ludus_replay *replay,
                      const struct ludus_turn *turn, struct ludus_judgement *out)
{
    bool known = turn->dice_count > 0;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    for (unsigned i = 0; i < turn->dice_count; i++) {
        unsigned at = i;
        for (; at > 0 && dice[at - 1] > turn->dice[i]; at--)
            dice[at] = dice[at - 1];
        dice[at] = turn->dice[i];
        known = known && turn->dice[i];
    }
    struct ludus_judgement found;
    bool sound = luck_judge(judge, ludus_replay_before(replay), ludus_replay_after(replay),
                            known ? dice : NULL, &found);
    sized_give(out, &found, sizeof found);
    return sound;
}
