/* tool_crew.c - the loop over files and records, which threads may share (-j): the first one cuts the files
 * into pieces at the starts of records, and puts what the others have made of them where it belongs, in
 * order. Pieces stand in a ring of slots: [put, filled) are under way, so memory does not grow with the
 * input. */
#include "tool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The loop over files and records, in one thread ---- */

/* What messages call operand number `index`, of standard input if there are none. */
static const char *tool_file_name(const struct tool *tool, int index)
{
    return tool->origin.name ? tool->origin.name : tool->file_count ? tool->files[index] : "-";
}

struct ludus_import *tool_open(struct tool *tool, int index)
{
    tool->reading.follows = index > 0 && !tool->apart;
    struct ludus_import *import =
        ludus_import_open(tool->file_count ? tool->files[index] : "-", &tool->reading);
    if (import && tool->skims && ludus_import_reader(import))
        ludus_reader_skim(ludus_import_reader(import));
    return import;
}

/* Takes what a piece has come to. */
static void tool_add(struct tool *tool, const struct tool_work *work)
{
    if (ludus_buffer_failed(tool->extra))
        tool_trouble(tool, "out of memory");
    if (work->add)
        work->add(tool);
    if (work->tally_size)
        memset(tool->tally, 0, work->tally_size);
    ludus_buffer_clear(tool->extra);
}

bool tool_takes(struct tool *tool, struct ludus_game *game)
{
    if (!ludus_game_large(game))
        return true;
    tool->lacks = true;
    ludus_game_messages(game, tool_message, tool);
    return false;
}

/* Reads a file in this thread, and closes it. */
static void tool_read(struct tool *tool, const struct tool_work *work, struct ludus_import *import)
{
    struct ludus_game *game;
    tool->enough = tool->lacks = false;
    tool->foreign = !ludus_import_reader(import);
    while (!tool->enough && !tool_failed(tool) && (game = ludus_import_next(import))) {
        if (tool_takes(tool, game))
            work->game(tool, game);
        tool_add(tool, work);
    }
    int error = ludus_import_error(import);
    ludus_import_close(import);
    tool->cut = error != 0 || tool->lacks;
    if (error)
        tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
    if (work->done)
        work->done(tool);
    tool->foreign = false;
}

/* ---- What only one thread may use ---- */

enum hand_state { HAND_OPENING, HAND_READY, HAND_FAILED, HAND_SHORT };

/* A thread. It asks for its memory itself: the allocator then keeps apart what two threads write, which would
 * slow down both if it stood in one line of the cache. */
struct hand {
    struct crew *crew;
    void *own; /* tool->hand; owned, as are: */
    struct ludus_replay *replay;
    struct ludus_buffer *text;
    struct ludus_reader *reader;
    pthread_t thread;
    uint8_t state; /* enum hand_state; under the lock */
};

/* Makes the tool the one of this hand. */
static void take_hand(struct tool *tool, const struct hand *hand)
{
    tool->hand = hand->own;
    tool->replay = hand->replay;
    tool->text = hand->text;
}

static bool fill_hand(struct hand *hand, struct tool *tool)
{
    hand->replay = ludus_replay_new(tool->rules);
    hand->text = ludus_buffer_new();
    take_hand(tool, hand);
    return hand->replay && hand->text;
}

static void empty_hand(struct hand *hand, struct tool *tool, const struct tool_work *work)
{
    take_hand(tool, hand);
    if (hand->own && work->close)
        work->close(tool);
    ludus_replay_free(hand->replay);
    ludus_buffer_free(hand->text);
    ludus_reader_close(hand->reader);
}

static bool tool_crew(struct tool *tool, const struct tool_work *work);

void tool_run(struct tool *tool, const struct tool_work *work)
{
    if (tool->origin.name && tool->file_count > 1) {
        tool_trouble(tool, "--origin goes with one file");
        return;
    }
    if (!tool_input_free(tool))
        return;
    if (tool->common.jobs > 1 && tool_crew(tool, work))
        return;
    struct hand alone = { .own = NULL };
    tool->tally = calloc(1, work->tally_size + 1);
    tool->extra = ludus_buffer_new();
    bool had = fill_hand(&alone, tool);
    if (tool_memory(tool, had && tool->tally && tool->extra) && (!work->open || work->open(tool))) {
        /* Reads all files in this thread. */
        int count = tool->file_count ? tool->file_count : 1;
        for (int i = 0; i < count && !tool_failed(tool); i++) {
            tool->file = tool_file_name(tool, i);
            struct ludus_import *import = tool_open(tool, i);
            if (import)
                tool_read(tool, work, import);
            else
                tool_trouble(tool, "%s: %s", tool->file, tool_reason(errno));
        }
    }
    alone.own = tool->hand;
    empty_hand(&alone, tool, work);
    free(tool->tally);
    ludus_buffer_free(tool->extra);
}

void tool_games(struct tool *tool, tool_game_fn *each, tool_file_fn *done)
{
    const struct tool_work work = { .game = each, .done = done };
    tool_run(tool, &work);
}

/* ---- Threads that share the records of the files (-j) ---- */

enum { PIECE = 256 * 1024, SLOTS_A_THREAD = 4, NO_FILE = -1 };

enum slot_kind { SLOT_RECORDS, SLOT_END, SLOT_UNREADABLE };

struct slot {
    uint8_t kind;     /* enum slot_kind */
    bool done;        /* its thread has finished; under the lock */
    int file;         /* index of the operand */
    int error;        /* errno */
    size_t games;     /* in the piece */
    struct tool tool; /* of the thread that works on it */
    struct tool_log log;
    struct ludus_piece *piece; /* owned, as are: */
    void *tally;
    struct ludus_buffer *extra;
};

struct crew {
    struct tool *tool;
    const struct tool_work *work;
    struct slot *slots; /* owned */
    struct hand *hands; /* owned */
    size_t slot_count;
    unsigned hand_count, running;
    size_t filled, taken; /* slots so far; under the lock */
    size_t put;           /* of the first thread alone */
    int stopped;          /* operand of which nothing more is wanted */
    bool over;            /* nothing more will be filled; under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work_waits, work_done;
};

/* ---- The other threads ---- */

/* Gets what a hand needs. Until it has, the first thread waits, and the tool is this one's. */
static enum hand_state open_hand(struct hand *hand)
{
    struct crew *crew = hand->crew;
    bool had = fill_hand(hand, crew->tool);
    hand->reader = ludus_reader_pieces();
    if (!had || !hand->reader)
        return HAND_SHORT;
    ludus_reader_limit(hand->reader, crew->tool->common.max_record);
    if (crew->tool->skims)
        ludus_reader_skim(hand->reader);
    bool opened = !crew->work->open || crew->work->open(crew->tool);
    hand->own = crew->tool->hand;
    return opened ? HAND_READY : HAND_FAILED;
}

static void *work(void *context)
{
    struct hand *hand = context;
    struct crew *crew = hand->crew;
    enum hand_state state = open_hand(hand);
    pthread_mutex_lock(&crew->lock);
    hand->state = (uint8_t)state;
    pthread_cond_signal(&crew->work_done);
    while (state == HAND_READY) {
        while (crew->taken == crew->filled && !crew->over)
            pthread_cond_wait(&crew->work_waits, &crew->lock);
        if (crew->taken == crew->filled)
            break;
        struct slot *slot = &crew->slots[crew->taken++ % crew->slot_count];
        pthread_mutex_unlock(&crew->lock);
        if (slot->kind == SLOT_RECORDS) {
            struct tool *tool = &slot->tool;
            struct ludus_game *game;
            take_hand(tool, hand);
            slot->games = 0;
            ludus_reader_lend(hand->reader, slot->piece, tool->file);
            while (!tool->enough && (game = ludus_reader_next(hand->reader))) {
                size_t number = ludus_game_number(game);
                if (tool_takes(tool, game))
                    crew->work->game(tool, game);
                if (number)
                    slot->games = number;
            }
            slot->error = ludus_reader_error(hand->reader);
        }
        pthread_mutex_lock(&crew->lock);
        slot->done = true;
        pthread_cond_signal(&crew->work_done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ---- The first thread: what the others have done ---- */

static bool is_wanted(const struct crew *crew, const struct slot *slot)
{
    return slot->file != crew->stopped && !tool_failed(crew->tool);
}

static bool tool_log_open(struct tool_log *log)
{
    *log = (struct tool_log){ .out = NULL };
    log->out = open_memstream(&log->bytes, &log->length);
    return log->out != NULL;
}

static void put_records(struct crew *crew, struct slot *slot)
{
    struct tool *tool = crew->tool;
    if (is_wanted(crew, slot)) {
        tool_fault(tool, (enum tool_status)slot->tool.status);
        tool->told |= slot->tool.told;
        tool->lacks |= slot->tool.lacks;
        tool_log_put(tool, &slot->log);
        if (slot->error)
            tool_trouble(tool, "%s: %s", tool->file, tool_reason(slot->error));
        tool->tally = slot->tally;
        tool->extra = slot->extra;
        tool->enough = slot->tool.enough;
        tool_add(tool, crew->work);
        tool->before += slot->games;
        if (tool->enough)
            crew->stopped = slot->file;
    } else {
        memset(slot->tally, 0, crew->work->tally_size);
        ludus_buffer_clear(slot->extra);
    }
    slot->log.count = 0;
    slot->log.failed = false;
    (void)fseeko(slot->log.out, 0, SEEK_SET);
    clearerr(slot->log.out);
}

/* Waits for the slot that comes next, and empties it. */
static void put_next(struct crew *crew)
{
    struct slot *slot = &crew->slots[crew->put++ % crew->slot_count];
    pthread_mutex_lock(&crew->lock);
    while (!slot->done)
        pthread_cond_wait(&crew->work_done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    crew->tool->file = slot->tool.file;
    if (slot->kind == SLOT_RECORDS)
        put_records(crew, slot);
    else if (slot->kind == SLOT_END) {
        struct tool *tool = crew->tool;
        int error = is_wanted(crew, slot) ? slot->error : 0;
        tool->cut = error != 0 || tool->lacks;
        tool->lacks = false;
        if (error)
            tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
        if (crew->work->done)
            crew->work->done(tool);
        tool->before = tool->origin.games;
    } else
        tool_trouble(crew->tool, "%s: %s", slot->tool.file, tool_reason(slot->error));
}

static bool is_next_done(struct crew *crew)
{
    if (crew->put == crew->filled)
        return false;
    pthread_mutex_lock(&crew->lock);
    bool done = crew->slots[crew->put % crew->slot_count].done;
    pthread_mutex_unlock(&crew->lock);
    return done;
}

/* A slot to be filled. */
static struct slot *free_slot(struct crew *crew)
{
    if (crew->filled - crew->put == crew->slot_count)
        put_next(crew);
    return &crew->slots[crew->filled % crew->slot_count];
}

static void hand_over(struct crew *crew, struct slot *slot, enum slot_kind kind, int file, int error)
{
    slot->tool = *crew->tool;
    slot->tool.file = tool_file_name(crew->tool, file);
    slot->tool.out = slot->log.out;
    slot->tool.log = &slot->log;
    slot->tool.tally = slot->tally;
    slot->tool.extra = slot->extra;
    slot->tool.status = TOOL_OK;
    slot->tool.enough = slot->tool.lacks = slot->tool.told = false;
    slot->kind = (uint8_t)kind;
    slot->file = file;
    slot->error = error;
    slot->done = false;
    pthread_mutex_lock(&crew->lock);
    crew->filled++;
    pthread_cond_signal(&crew->work_waits);
    pthread_mutex_unlock(&crew->lock);
    while (is_next_done(crew))
        put_next(crew);
}

static void read_file(struct crew *crew, int file)
{
    size_t least = crew->work->piece ? crew->work->piece : PIECE;
    struct ludus_import *import = tool_open(crew->tool, file);
    struct ludus_reader *reader = import ? ludus_import_reader(import) : NULL;
    if (!import) {
        int error = errno;
        hand_over(crew, free_slot(crew), SLOT_UNREADABLE, file, error);
        return;
    }
    if (!reader) {
        /* Reads a file that cannot be cut in this thread. */
        struct tool *tool = crew->tool;
        while (crew->put < crew->filled)
            put_next(crew);
        tool->file = tool_file_name(tool, file);
        take_hand(tool, &crew->hands[0]);
        tool->tally = crew->slots[0].tally;
        tool->extra = crew->slots[0].extra;
        tool_read(tool, crew->work, import);
        return;
    }
    for (;;) {
        struct slot *slot = free_slot(crew);
        if (file == crew->stopped || tool_failed(crew->tool) ||
            !ludus_reader_take(reader, least, slot->piece))
            break;
        hand_over(crew, slot, SLOT_RECORDS, file, 0);
    }
    int error = ludus_reader_error(reader);
    ludus_import_close(import);
    hand_over(crew, free_slot(crew), SLOT_END, file, error);
}

static void read_files(struct crew *crew)
{
    struct tool *tool = crew->tool;
    int count = tool->file_count ? tool->file_count : 1;
    tool->before = tool->origin.games;
    for (int i = 0; i < count && !tool_failed(tool); i++)
        read_file(crew, i);
    while (crew->put < crew->filled)
        put_next(crew);
}

static bool open_crew(struct crew *crew)
{
    bool sound = true;
    size_t tally_size = crew->work->tally_size + 1;
    crew->hand_count = crew->tool->common.jobs;
    crew->slot_count = (size_t)crew->hand_count * SLOTS_A_THREAD;
    crew->hands = calloc(crew->hand_count, sizeof *crew->hands);
    crew->slots = calloc(crew->slot_count, sizeof *crew->slots);
    if (!crew->hands || !crew->slots)
        return false;
    for (struct slot *slot = crew->slots; sound && slot < crew->slots + crew->slot_count; slot++) {
        slot->piece = ludus_piece_new();
        slot->tally = calloc(1, tally_size);
        slot->extra = ludus_buffer_new();
        sound = tool_log_open(&slot->log) && slot->piece && slot->tally && slot->extra;
    }
    return sound;
}

/* Starts a thread, and waits until it has what it needs. */
static enum hand_state start_thread(struct crew *crew, struct hand *hand)
{
    hand->crew = crew;
    tool_hold_signals(true);
    bool started = pthread_create(&hand->thread, NULL, work, hand) == 0;
    tool_hold_signals(false);
    if (!started)
        return HAND_SHORT;
    crew->running++;
    pthread_mutex_lock(&crew->lock);
    while (hand->state == HAND_OPENING)
        pthread_cond_wait(&crew->work_done, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return (enum hand_state)hand->state;
}

/* Reads all files in several threads. False when they cannot be had, and nothing has been done. */
static bool tool_crew(struct tool *tool, const struct tool_work *work)
{
    struct crew crew = { .tool = tool, .work = work, .stopped = NO_FILE };
    bool able = open_crew(&crew);
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.work_waits, NULL);
    pthread_cond_init(&crew.work_done, NULL);
    if (able) {
        /* As many as can be had. HAND_SHORT: none; HAND_FAILED: one could not begin its work, and said why.
         */
        enum hand_state state = HAND_READY;
        unsigned ready = 0;
        while (ready < crew.hand_count && (state = start_thread(&crew, &crew.hands[ready])) == HAND_READY)
            ready++;
        state = state == HAND_SHORT && ready ? HAND_READY : state;
        able = state != HAND_SHORT;
        if (state == HAND_READY)
            read_files(&crew);
        pthread_mutex_lock(&crew.lock);
        crew.over = true;
        pthread_cond_broadcast(&crew.work_waits);
        pthread_mutex_unlock(&crew.lock);
        for (unsigned i = 0; i < crew.running; i++)
            pthread_join(crew.hands[i].thread, NULL);
    }
    for (size_t i = 0; crew.slots && i < crew.slot_count; i++) {
        struct slot *slot = &crew.slots[i];
        ludus_piece_free(slot->piece);
        ludus_buffer_free(slot->extra);
        free(slot->tally);
        if (slot->log.out)
            fclose(slot->log.out);
        free(slot->log.bytes);
        free(slot->log.marks);
    }
    for (unsigned i = 0; crew.hands && i < crew.hand_count; i++)
        empty_hand(&crew.hands[i], crew.tool, crew.work);
    free(crew.slots);
    free(crew.hands);
    pthread_cond_destroy(&crew.work_done);
    pthread_cond_destroy(&crew.work_waits);
    pthread_mutex_destroy(&crew.lock);
    return able;
}
