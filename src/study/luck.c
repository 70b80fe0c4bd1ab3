/* luck.c - luck and skill of each turn. */
#include "study/luck.h"

#include "play/replay.h"
#include "rules/position.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values of positions by looking ahead ---- */

/* The best turns found for the rolls of a walk. */
struct level {
    struct search *search;
    unsigned depth;             /* of the search after the turn */
    double sign;                /* 1 if White chooses, -1 if Black does */
    double best[ROLLS_AT_ONCE]; /* times sign */
    struct search_turn *turn;   /* set to the best turn of the first roll; or NULL */
};

/* Returns the static value, cached if the hash covers all that it depends on. */
static double static_value(struct search *search, const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (!rules->dice || rules->quiet_limit)
        return evaluator_static(search->evaluator, pos);
    struct known *known = &search->known[pos->hash % SEARCH_KNOWN];
    if (known->hash != pos->hash || !pos->hash)
        *known = (struct known){ pos->hash, evaluator_static(search->evaluator, pos) };
    return known->value;
}

static double search_value(struct search *search, struct ludus_position *pos, unsigned depth);

static void value_turn(const struct turn_tree *turns, void *context, struct ludus_position *pos,
                       uint64_t rolls)
{
    struct level *level = context;
    struct undo undo;
    bool goes_on = pos->ruleset->rules.dice && pos->side == (level->sign > 0 ? LUDUS_WHITE : LUDUS_BLACK);
    if (goes_on)
        position_end_turn(pos, &undo);
    double value = level->sign * search_value(level->search, pos, level->depth);
    if (goes_on)
        position_unmake(pos, &undo);
    if (level->turn && value > level->best[0]) {
        level->turn->value = level->sign * value;
        level->turn->move_count = turns->move_count;
        memcpy(level->turn->moves, turns->moves, turns->move_count * sizeof *turns->moves);
    }
    for (; rolls; rolls &= rolls - 1) {
        unsigned roll = (unsigned)__builtin_ctzll(rolls);
        if (value > level->best[roll])
            level->best[roll] = value;
    }
}

/* Finds the values of the best turns for the rolls of search->turns[depth]. */
static void look_ahead(struct search *search, struct ludus_position *pos, unsigned depth, struct level *level)
{
    struct turn_tree *turns = &search->turns[depth];
    level->search = search;
    level->depth = depth;
    level->sign = pos->side == LUDUS_WHITE ? 1 : -1;
    for (unsigned i = 0; i < turns->roll_count; i++)
        level->best[i] = -2;
    turns->visit = value_turn;
    turns->context = level;
    search->failed |= !turn_tree_walk(turns, pos);
}

/* Returns White's value of a position before its turn: the mean, over all rolls, of the value after the best
 * turn, searched `depth` - 1 plies ahead; at depth 0, the static value. The position is not changed. */
static double search_value(struct search *search, struct ludus_position *pos, unsigned depth)
{
    struct level level = { .turn = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    unsigned throws = 0;
    double sum = 0;
    if (depth == 0 || outcome_ended(pos))
        return static_value(search, pos);
    struct turn_tree *turns = &search->turns[depth - 1];
    while (turn_tree_next_rolls(turns, pos->ruleset, position_dice(pos), dice)) {
        look_ahead(search, pos, depth - 1, &level);
        for (unsigned i = 0; i < turns->roll_count; i++) {
            if (level.best[i] < -1) /* no turn: mate, stalemate */
                return static_value(search, pos);
            sum += level.sign * level.best[i] * turns->rolls[i].weight;
            throws += turns->rolls[i].weight;
        }
    }
    return sum / throws;
}

void search_best(struct search *search, struct ludus_position *pos, const uint8_t dice[LUDUS_DICE_MAX],
                 unsigned depth, struct search_turn *best)
{
    struct level level = { .turn = best };
    struct turn_tree *turns = &search->turns[depth];
    best->move_count = 0;
    best->value = -1;
    turns->roll_count = 1;
    memcpy(turns->rolls->dice, dice, LUDUS_DICE_MAX);
    look_ahead(search, pos, depth, &level);
}

void search_free(struct search *search)
{
    for (unsigned i = 0; i <= SEARCH_DEPTH_MAX; i++)
        free(search->turns[i].lists);
    *search = (struct search){ .evaluator = NULL };
}

/* ---- Values of positions by rollouts ---- */

/* Plays a turn without keeping undos. Adds it in canonical notation to `text`, unless that is NULL. */
static void play_turn(struct ludus_position *pos, const struct search_turn *turn, struct san_text *text)
{
    struct undo undo;
    struct undo *past = pos->past;
    unsigned side = pos->side;
    for (unsigned i = 0; i < turn->move_count; i++) {
        if (text) {
            san_add(text, i ? ", " : "");
            san_write(text, pos, turn->moves[i]);
        }
        position_make(pos, turn->moves[i], &undo);
        pos->past = past;
    }
    if (pos->side == side && pos->ruleset->rules.dice) {
        position_end_turn(pos, &undo);
        pos->past = past;
    }
}

enum { ROLLOUT_TURNS = 400, ROLLOUT_THREADS_MAX = 256 };

static const double result_part = 1.0 / (1ull << 32);

/* A thread. It plays the games whose number leaves `index` when divided by the number of threads. */
struct player {
    const struct ludus_judge_options *options;
    const struct ludus_position *pos;
    unsigned threads, index;
    uint64_t sum; /* of the results, in units of result_part: the same in any order */
    struct search search;
    bool running;
    pthread_t thread;
};

static void *play_share(void *context)
{
    struct player *player = context;
    for (unsigned i = player->index; i < player->options->rollouts; i += player->threads) {
        struct ludus_position pos = *player->pos;
        const struct rules *rules = &pos.ruleset->rules;
        uint64_t random = player->options->seed ^ pos.hash;
        random = random_next(&random) + i;
        for (unsigned turn = 0; turn < ROLLOUT_TURNS && !outcome_ended(&pos); turn++) {
            struct search_turn best;
            uint8_t dice[LUDUS_DICE_MAX] = { 0 };
            unsigned thrown = position_dice(&pos);
            for (unsigned die = 0; die < thrown; die++)
                dice[die] = (uint8_t)(1 + random_next(&random) % rules->faces);
            dice_sort(dice, thrown);
            search_best(&player->search, &pos, dice, 0, &best);
            if (best.value < 0)
                break;
            play_turn(&pos, &best, NULL);
        }
        player->sum += (uint64_t)(evaluator_static(player->search.evaluator, &pos) / result_part + 0.5);
    }
    return NULL;
}

/* Returns White's mean result over options->rollouts games played from here, in which each side plays the
 * turn with the best static value. A game of more than ROLLOUT_TURNS turns counts with the value of its
 * position. The same for the same seed, with any number of threads (0: 1). */
static double search_rollout(struct search *search, const struct ludus_position *pos,
                             const struct ludus_judge_options *options)
{
    const unsigned threads = options->threads < 1 ? 1 : options->threads;
    struct player *players = memory_zeroed(threads, sizeof *players);
    uint64_t sum = 0;
    search->failed |= !players;
    if (!players)
        return 0.5;
    players[0].search = *search; /* of this thread */
    for (unsigned i = threads; i-- > 0;) {
        struct player *player = &players[i];
        player->options = options;
        player->pos = pos;
        player->threads = threads;
        player->index = i;
        player->search.evaluator = search->evaluator;
        player->running = i > 0 && pthread_create(&player->thread, NULL, play_share, player) == 0;
        if (!player->running) /* the first, and those without a thread of their own */
            play_share(player);
    }
    *search = players[0].search;
    for (unsigned i = 0; i < threads; i++) {
        if (players[i].running)
            pthread_join(players[i].thread, NULL);
        sum += players[i].sum;
        search->failed |= players[i].search.failed;
        if (i > 0)
            search_free(&players[i].search);
    }
    free(players);
    return (double)sum * result_part / options->rollouts;
}

/* ---- Luck and skill of each turn ---- */

/* DEPTH_WIDE: with so many turns that a deeper search takes long. */
enum { DEPTH_WIDE = 1, DEPTH_PLAIN = 2, TURN_TEXT = 400, LINE_TEXT = 1600 };

struct ludus_judge {
    struct ludus_judge_options options;
    const struct ludus_ruleset *ruleset;
    struct evaluator *evaluator; /* of `ruleset`; owned */
    struct search search;
    uint64_t last_hash; /* of the position valued last */
    uint32_t last_quiet;
    double last_value;    /* its value; -1: there is none */
    char text[TURN_TEXT]; /* of the best turn */
    char line[LINE_TEXT]; /* of the best line of an analysis */
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
    return judge;
}

void ludus_judge_free(struct ludus_judge *judge)
{
    if (!judge)
        return;
    search_free(&judge->search);
    free(judge->evaluator);
    free(judge);
}

static unsigned depth_of(const struct ludus_judge *judge)
{
    if (judge->options.depth)
        return judge->options.depth;
    return judge->ruleset->rules.dice || judge->ruleset->places ? DEPTH_WIDE : DEPTH_PLAIN;
}

/* Returns White's value of a position in a game with dice; the last one is cached. */
static double value_of(struct ludus_judge *judge, const struct ludus_position *position)
{
    const struct ludus_judge_options *options = &judge->options;
    if (judge->last_value >= 0 && judge->last_hash == position->hash && judge->last_quiet == position->quiet)
        return judge->last_value;
    struct ludus_position pos = *position;
    pos.dice_count = 0;
    judge->last_hash = pos.hash;
    judge->last_quiet = pos.quiet;
    judge->last_value = options->rollouts ? search_rollout(&judge->search, &pos, options)
                                          : search_value(&judge->search, &pos, depth_of(judge));
    return judge->last_value;
}

/* Have both rulesets one name, and the same pieces? */
static bool are_same(const struct ludus_ruleset *a, const struct ludus_ruleset *b)
{
    return strcmp(a->rules.id, b->rules.id) == 0 && a->codes == b->codes &&
           memcmp(a->letters, b->letters, a->codes) == 0;
}

/* Returns the weights of the evaluation for a ruleset, or NULL if none is known. */
static const double *weights_of(const struct ludus_judge *judge, const struct ludus_ruleset *ruleset)
{
    const struct ludus_ruleset *given = judge->options.estimate ? judge->options.estimate : ruleset;
    return given->rules.evaluated && are_same(given, ruleset) ? given->rules.evaluation : NULL;
}

bool judge_knows(const struct ludus_judge *judge, const struct ludus_ruleset *ruleset)
{
    return judge->options.analyse || weights_of(judge, ruleset);
}

bool ludus_judge_start(struct ludus_judge *judge, struct ludus_replay *replay, struct ludus_game *game)
{
    const struct ludus_judge_options *options = &judge->options;
    if (!ludus_replay_start(replay, game))
        return false;
    if (options->analyse ? options->analyse(options->context, replay, NULL, false, NULL, NULL)
                         : weights_of(judge, replay->ruleset) != NULL)
        return true;
    const struct tag *tag = record_tag(game, "Variant");
    size_t begin = tag ? tag->value_begin : 0, end = tag ? tag->value_end : 0;
    const char *id = replay->ruleset->rules.id;
    if (options->estimate && !options->analyse && !are_same(options->estimate, replay->ruleset))
        diag_add(&game->diag, MSG_OTHER_EVALUATION, begin, end, options->estimate->rules.id, id);
    else
        diag_add(&game->diag, MSG_NO_EVALUATION, begin, end, id);
    return false;
}

/* Prepares the evaluator of a ruleset. False without memory. */
static bool take_rules(struct ludus_judge *judge, const struct ludus_ruleset *ruleset)
{
    if (judge->ruleset != ruleset) {
        search_free(&judge->search);
        free(judge->evaluator);
        const double *weights = weights_of(judge, ruleset);
        judge->evaluator = weights ? evaluator_new(ruleset, weights) : NULL;
        judge->search.evaluator = judge->evaluator;
        judge->ruleset = judge->evaluator ? ruleset : NULL;
        judge->last_value = -1;
    }
    return judge->evaluator;
}

/* ---- Judging by the analyses of an engine ---- */

/* Returns White's expected result by the logistic curve of servers that print evaluations. */
static double chance_of(const struct ludus_evaluation *evaluation)
{
    static const double slope = 0.368208; /* of a pawn */
    return evaluation->mate ? evaluation->mate > 0 : 1 / (1 + exp(-slope * evaluation->pawns));
}

/* Writes the moves of a line, a line of text for each, and the first one alone. */
static void write_line(struct ludus_judge *judge, const struct ludus_position *before,
                       const struct ludus_analysis *analysis)
{
    struct san_text first = { .out = judge->text, .size = sizeof judge->text };
    struct san_text line = { .out = judge->line, .size = sizeof judge->line };
    struct ludus_position pos = *before;
    struct undo undo;
    san_write(&first, &pos, *analysis->moves);
    for (unsigned i = 0; i < analysis->count; i++) {
        san_add(&line, i ? "\n" : "");
        san_write(&line, &pos, analysis->moves[i]);
        position_make(&pos, analysis->moves[i], &undo);
        pos.past = before->past;
    }
}

static bool is_played(const struct ludus_turn *turn, struct ludus_move move)
{
    return turn->moves_count == 1 && memcmp(turn->moves, &move, sizeof move) == 0;
}

/* Compares the analyses before and after a turn. */
static void compare(struct ludus_judge *judge, const struct ludus_position *before,
                    const struct ludus_turn *turn, const struct ludus_analysis *first,
                    enum ludus_result result, const struct ludus_analysis *last,
                    struct ludus_judgement *found)
{
    double sign = before->side == LUDUS_WHITE ? 1 : -1;
    bool ended = result != LUDUS_OPEN;
    found->evaluation = last->evaluation;
    found->evaluation.size = ended ? 0 : sizeof found->evaluation;
    found->after = ended ? white_part(result) : chance_of(&last->evaluation);
    found->before = chance_of(&first->evaluation);
    found->best_text = found->line = "";
    if (first->count == 0 || is_played(turn, *first->moves) || sign * found->before <= sign * found->after) {
        found->before = found->after; /* no better turn is known */
    } else {
        write_line(judge, before, first);
        found->best_text = judge->text;
        found->line = judge->line;
    }
    found->best = found->before;
    found->error = found->after - found->best;
}

static bool judge_analysed(struct ludus_judge *judge, const struct ludus_replay *replay,
                           const struct ludus_turn *turn, struct ludus_judgement *found)
{
    const struct ludus_judge_options *options = &judge->options;
    const struct ludus_position *before = ludus_replay_before(replay);
    enum ludus_result result = ludus_position_result(ludus_replay_after(replay), NULL);
    struct ludus_analysis first = { .size = sizeof first }, last = { .size = 0 };
    struct ludus_analysis *after = result == LUDUS_OPEN ? &last : NULL;
    bool again = false;
    do {
        if (!options->analyse(options->context, replay, turn, again, &first, after))
            return false;
        compare(judge, before, turn, &first, result, &last, found);
        again = !again && options->doubt > 0 && fabs(found->error) >= options->doubt;
    } while (again);
    return true;
}

bool ludus_judge_turn(struct ludus_judge *judge, const struct ludus_replay *replay,
                      const struct ludus_turn *turn, struct ludus_judgement *out)
{
    const struct ludus_position *before = ludus_replay_before(replay), *after = ludus_replay_after(replay);
    struct ludus_judgement found = { .best_text = "", .line = "" };
    struct ludus_position pos;
    struct search_turn best;
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double sign = before->side == LUDUS_WHITE ? 1 : -1, played = 0;
    bool with_dice = dice_thrown(&before->ruleset->rules) > 0, known, better = false;
    if (judge->options.analyse) {
        bool analysed = judge_analysed(judge, replay, turn, &found);
        sized_give(out, &found, sizeof found);
        return analysed;
    }
    if (!take_rules(judge, before->ruleset))
        return false;
    pos = *before;
    pos.dice_count = 0;
    known = turn->dice_count == position_dice(&pos);
    for (unsigned i = 0; i < turn->dice_count; i++) {
        dice[i] = turn->dice[i];
        known = known && dice[i];
    }
    dice_sort(dice, turn->dice_count);
    if (known) { /* is the best turn with the roll better than what was played? */
        unsigned depth = depth_of(judge) - 1;
        pos = *after;
        played = search_value(&judge->search, &pos, depth);
        pos = *before;
        pos.dice_count = 0;
        search_best(&judge->search, &pos, dice, depth, &best);
        better = best.value >= 0 && sign * best.value > sign * played + 1e-12;
    } /* if the roll is unknown, all is luck */
    if (better) {
        struct san_text text = { .out = judge->text, .size = sizeof judge->text };
        pos = *before;
        play_turn(&pos, &best, &text);
        san_add(&text, best.move_count ? "" : "pass");
    }
    if (with_dice) {
        found.before = value_of(judge, before);
        double reached = better ? value_of(judge, &pos) : 0;
        found.after = value_of(judge, after);
        better = better && sign * reached > sign * found.after;
        found.best = better ? reached : found.after;
    } else {
        found.after = played;
        found.before = found.best = better ? best.value : played;
    }
    found.luck = found.best - found.before;
    found.error = found.after - found.best;
    found.best_text = better ? judge->text : "";
    sized_give(out, &found, sizeof found);
    return !judge->search.failed;
}
