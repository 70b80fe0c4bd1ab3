/* rollout.c - values of positions by playing on. */
#include "base/memory.h"
#include "rules/outcome.h"
#include "study/search.h"

#include <pthread.h>
#include <stdlib.h>

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

/* One game played on from `pos`. */
static double play_out(struct search *search, struct ludus_position *pos, uint64_t *random)
{
    bool rolls = pos->ruleset->rules.dice > 0;
    for (unsigned turn = 0; turn < ROLLOUT_TURNS && !outcome_ended(pos); turn++) {
        struct search_turn best;
        uint8_t dice[LUDUS_DICE_MAX];
        search_throw(pos->ruleset, random, dice);
        search_best(search, pos, rolls ? dice : NULL, 0, &best);
        if (best.value < 0)
            break;
        search_play(pos, &best);
    }
    return evaluator_static(search->evaluator, pos);
}

static void play_share(struct search *search, struct rollout *rollout, unsigned index)
{
    for (unsigned i = index; i < rollout->count; i += rollout->threads) {
        struct ludus_position copy = *rollout->pos;
        uint64_t random = rollout->seed ^ rollout->pos->hash;
        random = search_random(&random) + rollout->first + i;
        rollout->result[i] = play_out(search, &copy, &random);
    }
}

static void *play(void *context)
{
    struct player *player = context;
    play_share(&player->search, player->rollout, player->index);
    return NULL;
}

/* Has the games under way played; this thread takes the first share, and those that no thread can be had for.
 */
static void play_games(struct search *search, struct rollout *rollout, struct player *players)
{
    for (unsigned i = 1; i < rollout->threads; i++) {
        players[i].index = i;
        players[i].running = pthread_create(&players[i].thread, NULL, play, &players[i]) == 0;
    }
    play_share(search, rollout, 0);
    for (unsigned i = 1; i < rollout->threads; i++) {
        if (players[i].running)
            pthread_join(players[i].thread, NULL);
        else
            play(&players[i]);
        search->failed |= players[i].search.failed;
    }
}

double search_rollout(struct search *search, const struct ludus_position *pos, unsigned games, uint64_t seed,
                      unsigned threads)
{
    struct rollout rollout = { .pos = pos, .seed = seed, .threads = threads < 1 ? 1 : threads };
    struct player *players = memory_zeroed(rollout.threads, sizeof *players);
    double sum = 0;
    search->failed |= !players;
    for (unsigned i = 0; players && i < rollout.threads; i++)
        players[i] = (struct player){ .rollout = &rollout, .search.evaluator = search->evaluator };
    for (; players && rollout.first < games; rollout.first += rollout.count) {
        rollout.count = games - rollout.first < GAMES_AT_ONCE ? games - rollout.first : GAMES_AT_ONCE;
        play_games(search, &rollout, players);
        for (unsigned i = 0; i < rollout.count; i++)
            sum += rollout.result[i];
    }
    for (unsigned i = 0; players && i < rollout.threads; i++)
        search_free(&players[i].search);
    free(players);
    return games ? sum / games : 0.5;
}
