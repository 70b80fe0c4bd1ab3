/* luck.c - luck and skill of each turn. */
#include "study/luck.h"

#include "play/replay.h"
#include "play/san.h"
#include "rules/engine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values of positions by playing on ---- */

enum { GAMES_AT_ONCE = 1024 };

/* Games that threads share, and their results, which are added up in order of the games. */
struct rollout {
    const struct ludus_position *pos;
    uint64_t seed;
    unsigned first, count; /* games under way */
    unsigned threads;
    double result[GAMES_AT_ONCE];
};

/* A thread: it plays every game whose number leaves `index` when divided by the number of threads. */
struct player {
    struct rollout *rollout;
    struct search search;
    unsigned index;
    bool running;
    pthread_t thread;
};

static void *play_share(void *context)
{
    struct player *player = context;
    struct rollout *rollout = player->rollout;
    for (unsigned i = player->index; i < rollout->count; i += rollout->threads) {
        struct ludus_position copy = *rollout->pos;
        uint64_t random = rollout->seed ^ rollout->pos->hash;
        random = random_next(&random) + rollout->first + i;
        /* One game played on from `pos`. */
        bool rolls = copy.ruleset->rules.dice > 0;
        for (unsigned turn = 0; turn < ROLLOUT_TURNS && !outcome_ended(&copy); turn++) {
            struct search_turn best;
            uint8_t dice[LUDUS_DICE_MAX];
            search_throw(copy.ruleset, &random, dice);
            search_best(&player->search, &copy, rolls ? dice : NULL, 0, &best);
            if (best.value < 0)
                break;
            search_play(&copy, &best);
        }
        rollout->result[i] = evaluator_static(player->search.evaluator, &copy);
    }
    return NULL;
}

double search_rollout(struct search *search, const struct ludus_position *pos, unsigned games, uint64_t seed,
                      unsigned threads)
{
    struct rollout rollout = { .pos = pos, .seed = seed, .threads = threads < 1 ? 1 : threads };
    struct player *players = memory_zeroed(rollout.threads, sizeof *players);
    double sum = 0;
    search->failed |= !players;
    if (!players)
        return 0.5;
    for (unsigned i = 0; i < rollout.threads; i++)
        players[i] =
            (struct player){ .rollout = &rollout, .search.evaluator = search->evaluator, .index = i };
    players[0].search = *search; /* this thread's */
    for (; rollout.first < games; rollout.first += rollout.count) {
        rollout.count = games - rollout.first < GAMES_AT_ONCE ? games - rollout.first : GAMES_AT_ONCE;
        for (unsigned i = 1; i < rollout.threads; i++)
            players[i].running = pthread_create(&players[i].thread, NULL, play_share, &players[i]) == 0;
        for (unsigned i = 0; i < rollout.threads; i++)
            if (players[i].running)
                pthread_join(players[i].thread, NULL);
            else /* the first, and those that no thread can be had for */
                play_share(&players[i]);
        for (unsigned i = 0; i < rollout.count; i++)
            sum += rollout.result[i];
    }
    *search = players[0].search;
    for (unsigned i = 1; i < rollout.threads; i++) {
        search->failed |= players[i].search.failed;
        search_free(&players[i].search);
    }
    free(players);
    return games ? sum / games : 0.5;
}

/* ---- Values of positions by looking ahead ---- */

enum { KNOWN = 4096 };

/* The best turns found for the rolls of a walk. */
struct level {
    struct search *search;
    unsigned depth;             /* of what comes after the turn */
    double sign;                /* 1 when White chooses, -1 when Black does */
    double best[ROLLS_AT_ONCE]; /* times sign */
    struct search_turn *turn;   /* to keep the best turn of the first roll in, or NULL */
};

void search_use(struct search *search, const struct evaluator *evaluator)
{
    search->evaluator = evaluator;
    free(search->known);
    search->known = NULL;
}

/* The static value, remembered where the hash says all that it depends on. */
static double static_value(struct search *search, const struct ludus_position *pos)
{
    const struct rules *rules = &pos->ruleset->rules;
    if (!search->known && rules->dice && !rules->quiet_limit)
        search->known = memory_zeroed(KNOWN, sizeof *search->known);
    if (!search->known)
        return evaluator_static(search->evaluator, pos);
    struct known *known = &search->known[pos->hash % KNOWN];
    if (known->hash != pos->hash || !pos->hash)
        *known = (struct known){ pos->hash, evaluator_static(search->evaluator, pos) };
    return known->value;
}

static void visit(const struct turn_tree *turns, void *context, struct ludus_position *pos, uint64_t rolls)
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

/* Walks the turns of turns->rolls. */
static void look_ahead(struct search *search, struct ludus_position *pos, unsigned depth, struct level *level)
{
    struct turn_tree *turns = &search->turns[depth];
    level->search = search;
    level->depth = depth;
    level->sign = pos->side == LUDUS_WHITE ? 1 : -1;
    for (unsigned i = 0; i < turns->roll_count; i++)
        level->best[i] = -2;
    turns->visit = visit;
    turns->context = level;
    search->failed |= !turn_tree_walk(turns, pos);
}

double search_value(struct search *search, struct ludus_position *pos, unsigned depth)
{
    struct level level = { .turn = NULL };
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    double sum = 0;
    if (depth == 0 || outcome_ended(pos))
        return static_value(search, pos);
    struct turn_tree *turns = &search->turns[depth - 1];
    while (turn_tree_next_rolls(turns, pos->ruleset, dice)) {
        look_ahead(search, pos, depth - 1, &level);
        for (unsigned i = 0; i < turns->roll_count; i++) {
            if (level.best[i] < -1) /* no turn: mate, stalemate */
                return static_value(search, pos);
            sum += level.sign * level.best[i] * turns->rolls[i].weight;
        }
    }
    return sum / turn_tree_throws(pos->ruleset);
}

void search_best(struct search *search, struct ludus_position *pos, const uint8_t *dice, unsigned depth,
                 struct search_turn *best)
{
    struct level level = { .turn = best };
    uint8_t none[LUDUS_DICE_MAX] = { 0 };
    struct turn_tree *turns = &search->turns[depth];
    best->move_count = 0;
    best->value = -1;
    if (dice) {
        unsigned count = pos->ruleset->rules.dice;
        turns->roll_count = 1;
        turns->rolls[0] = (struct turn_tree_roll){ .weight = dice_weight(dice, count) };
        memcpy(turns->rolls[0].dice, dice, count);
    } else
        (void)turn_tree_next_rolls(turns, pos->ruleset, none);
    look_ahead(search, pos, depth, &level);
}

void search_throw(const struct ludus_ruleset *ruleset, uint64_t *state, uint8_t dice[LUDUS_DICE_MAX])
{
    memset(dice, 0, LUDUS_DICE_MAX);
    for (unsigned i = 0; i < ruleset->rules.dice; i++)
        dice[i] = (uint8_t)(1 + random_next(state) % ruleset->rules.faces);
    dice_sort(dice, ruleset->rules.dice);
}

void search_play(struct ludus_position *pos, const struct search_turn *turn)
{
    struct undo undo;
    struct undo *past = pos->past;
    unsigned side = pos->side;
    for (unsigned i = 0; i < turn->move_count; i++) {
        position_make(pos, turn->moves[i], &undo);
        pos->past = past;
    }
    if (pos->side == side && pos->ruleset->rules.dice) {
        position_end_turn(pos, &undo);
        pos->past = past;
    }
}

void search_free(struct search *search)
{
    for (unsigned i = 0; i <= SEARCH_DEPTH_MAX; i++)
        turn_tree_free(&search->turns[i]);
    free(search->known);
    search->known = NULL;
}

/* ---- Luck and skill of each turn ---- */

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

bool luck_judge(struct ludus_judge *judge, const struct ludus_position *before,
                const struct ludus_position *after, const uint8_t *dice, struct ludus_judgement *out)
{
    struct search_turn best;
    double sign = before->side == LUDUS_WHITE ? 1 : -1, played = 0;
    bool with_dice = before->ruleset->rules.dice > 0, better = false;
    *out = (struct ludus_judgement){ .best_text = "" };
    if (judge->ruleset != before->ruleset) {
        evaluator_free(judge->evaluator);
        judge->evaluator = evaluator_new(before->ruleset);
        search_use(&judge->search, judge->evaluator);
        judge->ruleset = judge->evaluator ? before->ruleset : NULL;
        judge->last->ruleset = NULL;
    }
    if (!judge->evaluator)
        return false;
    if (dice || !with_dice) { /* is the best turn with the roll better than what was played? */
        struct ludus_position pos = *after;
        unsigned depth = depth_of(judge) - 1;
        played = search_value(&judge->search, &pos, depth);
        pos = *before;
        pos.dice_count = 0;
        search_best(&judge->search, &pos, dice, depth, &best);
        better = best.value >= 0 && sign * best.value > sign * played + 1e-12;
    }
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
        dice[i] = turn->dice[i];
        known = known && dice[i];
    }
    dice_sort(dice, turn->dice_count);
    struct ludus_judgement found;
    bool sound = luck_judge(judge, ludus_replay_before(replay), ludus_replay_after(replay),
                            known ? dice : NULL, &found);
    sized_give(out, &found, sizeof found);
    return sound;
}
