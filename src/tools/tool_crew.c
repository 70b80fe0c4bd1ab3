/* tool_crew.c - the loop over files and records, which threads may share (-j): the first one cuts the files
 * into pieces at the starts of records, and puts what the others have made of them where it belongs, in
 * order. Pieces stand in a ring of slots: [put, filled) are under way, so memory does not grow with the
 * input. */
#include "tool.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What messages call operand number `index`, of standard input if there are none. */
static const char *file_name(const struct tool *tool, int index)
{
    return tool->origin.name ? tool->origin.name : tool->file_count ? tool->files[index] : "-";
}

/* NULL when the operand cannot be read: see errno. */
static struct ludus_import *open_file(struct tool *tool, int index)
{
    tool->reading.follows = index > 0 && !tool->apart;
    struct ludus_import *import =
        ludus_import_open(tool->file_count ? tool->files[index] : "-", &tool->reading);
    if (import && tool->skims && ludus_import_reader(import))
        ludus_reader_skim(ludus_import_reader(import));
    return import;
}

/* Is the record there? When it was too large, says so. */
static bool is_there(struct tool *tool, struct ludus_game *game)
{
    if (!ludus_game_large(game))
        return true;
    tool->lacks = true;
    tool_report(tool, game, LUDUS_ERROR);
    return false;
}

/* Takes what a piece has come to, or forgets it. */
static void add_piece(struct tool *tool, const struct tool_work *work, bool wanted)
{
    if (wanted)
        tool_memory(tool, !ludus_buffer_failed(tool->extra));
    if (wanted && work->add)
        work->add(tool);
    memset(tool->tally, 0, work->tally_size);
    ludus_buffer_clear(tool->extra);
}

/* Behind the last record of a file. */
static void end_file(struct tool *tool, const struct tool_work *work, bool opened, int error)
{
    tool->cut = error != 0;
    if (error)
        tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
    if (opened && work->done)
        work->done(tool);
    tool->foreign = tool->lacks = false;
}

enum { PIECE = 256 * 1024, SLOTS_A_THREAD = 4, NO_FILE = -1 };

struct slot {
    struct tool
        tool; /* of the thread that works on it; owned are its out, err, marks, tally and extra, and: */
    char *output, *errors; /* written to its `out` and `err` */
    size_t output_length, errors_length;
    struct ludus_piece *piece;
    bool records; /* it holds some, and is not the end of a file */
    bool done;    /* its thread has finished; under the lock */
    int file;     /* index of the operand */
    int error;    /* errno */
    size_t games; /* in the piece */
};

/* A thread, with what only it may use. */
struct hand {
    struct crew *crew;
    void *own; /* tool->hand; owned, as are: */
    struct ludus_replay *replay;
    struct ludus_buffer *text;
    struct ludus_reader *reader;
    pthread_t thread;
};

struct crew {
    struct tool *tool;
    const struct tool_work *work;
    struct slot *slots; /* owned; the first thread uses the tally and the extra of the first one */
    struct hand *hands; /* owned */
    struct hand first;  /* of the first thread; its replay and its text are the tool's */
    size_t slot_count;
    unsigned threads;     /* at work; 0: the first thread works alone */
    size_t filled, taken; /* slots so far; under the lock */
    size_t put;           /* of the first thread alone */
    int stopped;          /* operand of which nothing more is wanted */
    bool over;            /* nothing more will be filled; under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work_waits, work_done;
};

/* ---- The other threads ---- */

/* Makes the tool the one of this hand. */
static void take_hand(struct tool *tool, const struct hand *hand)
{
    tool->hand = hand->own;
    tool->replay = hand->replay;
    tool->text = hand->text;
}

static bool open_hand(struct crew *crew, struct hand *hand)
{
    struct tool *tool = crew->tool;
    take_hand(tool, hand);
    bool opened = !crew->work->open || crew->work->open(tool);
    hand->own = tool->hand;
    return opened;
}

static void work_on(const struct hand *hand, struct slot *slot)
{
    struct tool *tool = &slot->tool;
    struct ludus_game *game;
    take_hand(tool, hand);
    ludus_reader_lend(hand->reader, slot->piece, tool->file);
    while (!tool->enough && (game = ludus_reader_next(hand->reader))) {
        size_t number = ludus_game_number(game);
        if (is_there(tool, game))
            hand->crew->work->game(tool, game);
        if (number)
            slot->games = number;
    }
    slot->error = ludus_reader_error(hand->reader);
}

static void *run_hand(void *context)
{
    const struct hand *hand = context;
    struct crew *crew = hand->crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->taken == crew->filled && !crew->over)
            pthread_cond_wait(&crew->work_waits, &crew->lock);
        if (crew->taken == crew->filled)
            break;
        struct slot *slot = &crew->slots[crew->taken++ % crew->slot_count];
        pthread_mutex_unlock(&crew->lock);
        if (slot->records)
            work_on(hand, slot);
        pthread_mutex_lock(&crew->lock);
        slot->done = true;
        pthread_cond_signal(&crew->work_done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Starts a thread, when it has what it needs. Signals are for the first thread. */
static bool start_hand(struct crew *crew, struct hand *hand)
{
    sigset_t all, before;
    hand->crew = crew;
    hand->replay = ludus_replay_new(crew->tool->rules);
    hand->text = ludus_buffer_new();
    hand->reader = ludus_reader_pieces();
    if (!hand->replay || !hand->text || !hand->reader || !open_hand(crew, hand))
        return false;
    ludus_reader_limit(hand->reader, crew->tool->common.max_record);
    if (crew->tool->skims)
        ludus_reader_skim(hand->reader);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&hand->thread, NULL, run_hand, hand) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* ---- The first thread ---- */

/* Empties a slot, whose thread has finished. */
static void put_slot(struct crew *crew, struct slot *slot)
{
    struct tool *tool = crew->tool;
    const struct tool *own = &slot->tool;
    bool wanted = slot->file != crew->stopped && !tool_failed(tool);
    tool->file = own->file;
    if (!slot->records) {
        end_file(tool, crew->work, true, wanted ? slot->error : 0);
        tool->before = tool->origin.games;
        return;
    }
    if (wanted) {
        tool_fault(tool, (enum tool_status)own->status);
        tool->told |= own->told;
        tool->lacks |= own->lacks;
        tool_memory(tool, fflush(own->out) == 0 && fflush(own->err) == 0 && !ludus_buffer_failed(own->marks));
        tool_put_marked(tool, tool->out, slot->output, slot->output_length, own->marks);
        if (own->err != own->out)
            tool_put_marked(tool, tool->err, slot->errors, slot->errors_length, own->marks);
        if (slot->error)
            tool_trouble(tool, "%s: %s", tool->file, tool_reason(slot->error));
        tool->enough = own->enough;
    }
    tool->tally = own->tally;
    tool->extra = own->extra;
    add_piece(tool, crew->work, wanted);
    tool->before += slot->games;
    if (wanted && tool->enough)
        crew->stopped = slot->file;
    ludus_buffer_clear(own->marks);
    rewind(own->out);
    rewind(own->err);
}

/* Empties slots in order, as far as they are done; waits until no more than `most` are under way. */
static void put_done(struct crew *crew, size_t most)
{
    while (crew->put < crew->filled) {
        struct slot *slot = &crew->slots[crew->put % crew->slot_count];
        pthread_mutex_lock(&crew->lock);
        while (!slot->done && crew->filled - crew->put > most)
            pthread_cond_wait(&crew->work_done, &crew->lock);
        bool done = slot->done;
        pthread_mutex_unlock(&crew->lock);
        if (!done)
            return;
        crew->put++;
        put_slot(crew, slot);
    }
}

/* The slot that is to be filled next. */
static struct slot *free_slot(const struct crew *crew)
{
    return &crew->slots[crew->filled % crew->slot_count];
}

/* Hands the free slot over to the threads, and waits for another. */
static void hand_over(struct crew *crew, bool records, int file, int error)
{
    struct slot *slot = free_slot(crew);
    slot->tool.file = file_name(crew->tool, file);
    slot->tool.status = TOOL_OK;
    slot->tool.enough = slot->tool.lacks = slot->tool.told = false;
    slot->records = records;
    slot->file = file;
    slot->error = error;
    slot->games = 0;
    slot->done = false;
    pthread_mutex_lock(&crew->lock);
    crew->filled++;
    pthread_cond_signal(&crew->work_waits);
    pthread_mutex_unlock(&crew->lock);
    put_done(crew, crew->slot_count - 1);
}

/* Reads a file in this thread. */
static int read_alone(struct crew *crew, struct ludus_import *import)
{
    struct tool *tool = crew->tool;
    struct ludus_game *game;
    tool->tally = crew->slots->tool.tally;
    tool->extra = crew->slots->tool.extra;
    tool->enough = false;
    tool->foreign = !ludus_import_reader(import);
    while (!tool->enough && !tool_failed(tool) && (game = ludus_import_next(import))) {
        if (is_there(tool, game))
            crew->work->game(tool, game);
        add_piece(tool, crew->work, true);
    }
    return ludus_import_error(import);
}

/* Has a file read by the threads, if there are some and it can be cut. */
static void read_file(struct crew *crew, int file)
{
    struct tool *tool = crew->tool;
    size_t least = crew->work->piece ? crew->work->piece : PIECE;
    struct ludus_import *import = open_file(tool, file);
    int error = import ? 0 : errno;
    struct ludus_reader *reader = import && crew->threads ? ludus_import_reader(import) : NULL;
    if (reader) {
        while (file != crew->stopped && !tool_failed(tool) &&
               ludus_reader_take(reader, least, free_slot(crew)->piece))
            hand_over(crew, true, file, 0);
        hand_over(crew, false, file, ludus_reader_error(reader));
    } else {
        put_done(crew, 0);
        tool->file = file_name(tool, file);
        tool->before = 0; /* the import counts those of --origin itself */
        error = import ? read_alone(crew, import) : error;
        end_file(tool, crew->work, import != NULL, error);
        tool->before = tool->origin.games;
    }
    ludus_import_close(import);
}

static bool open_slots(struct crew *crew)
{
    bool sound = crew->hands && crew->slots;
    for (size_t i = 0; sound && i < crew->slot_count; i++) {
        struct slot *slot = &crew->slots[i];
        slot->tool = *crew->tool;
        slot->tool.out = open_memstream(&slot->output, &slot->output_length);
        slot->tool.err = crew->tool->err == crew->tool->out
                             ? slot->tool.out
                             : open_memstream(&slot->errors, &slot->errors_length);
        slot->tool.marks = ludus_buffer_new();
        slot->tool.tally = calloc(1, crew->work->tally_size + 1);
        slot->tool.extra = ludus_buffer_new();
        slot->piece = ludus_piece_new();
        sound = slot->tool.out && slot->tool.err && slot->tool.marks && slot->tool.tally &&
                slot->tool.extra && slot->piece;
    }
    return sound;
}

static void close_hand(const struct crew *crew, const struct hand *hand)
{
    take_hand(crew->tool, hand);
    if (hand->own && crew->work->close)
        crew->work->close(crew->tool);
}

static void close_crew(struct crew *crew)
{
    for (size_t i = 0; crew->slots && i < crew->slot_count; i++) {
        struct slot *slot = &crew->slots[i];
        ludus_piece_free(slot->piece);
        ludus_buffer_free(slot->tool.extra);
        free(slot->tool.tally);
        ludus_buffer_free(slot->tool.marks);
        if (slot->tool.err && slot->tool.err != slot->tool.out)
            fclose(slot->tool.err);
        if (slot->tool.out)
            fclose(slot->tool.out);
        free(slot->output);
        free(slot->errors);
    }
    for (unsigned i = 0; crew->hands && i < crew->tool->common.jobs; i++) {
        const struct hand *hand = &crew->hands[i];
        close_hand(crew, hand);
        ludus_replay_free(hand->replay);
        ludus_buffer_free(hand->text);
        ludus_reader_close(hand->reader);
    }
    close_hand(crew, &crew->first);
    free(crew->slots);
    free(crew->hands);
}

static void run(struct tool *tool, const struct tool_work *work)
{
    unsigned jobs = tool->common.jobs;
    size_t slots = jobs > 1 ? (size_t)jobs * SLOTS_A_THREAD : 1;
    int count = tool->file_count ? tool->file_count : 1;
    struct crew crew = {
        .tool = tool,
        .work = work,
        .slots = calloc(slots, sizeof *crew.slots),
        .hands = calloc(jobs, sizeof *crew.hands),
        .first = { .replay = tool->replay, .text = tool->text },
        .slot_count = slots,
        .stopped = NO_FILE,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .work_waits = PTHREAD_COND_INITIALIZER,
        .work_done = PTHREAD_COND_INITIALIZER,
    };
    bool opened = tool_memory(tool, open_slots(&crew)) && open_hand(&crew, &crew.first);
    while (opened && jobs > 1 && crew.threads < jobs && start_hand(&crew, &crew.hands[crew.threads]))
        crew.threads++;
    take_hand(tool, &crew.first);
    tool->before = tool->origin.games;
    for (int i = 0; opened && i < count && !tool_failed(tool); i++)
        read_file(&crew, i);
    put_done(&crew, 0);
    pthread_mutex_lock(&crew.lock);
    crew.over = true;
    pthread_cond_broadcast(&crew.work_waits);
    pthread_mutex_unlock(&crew.lock);
    for (unsigned i = 0; i < crew.threads; i++)
        pthread_join(crew.hands[i].thread, NULL);
    close_crew(&crew);
}

void tool_run(struct tool *tool, const struct tool_work *work)
{
    bool wanted = tool->file_count == 0;
    for (int i = 0; i < tool->file_count; i++)
        wanted |= strcmp(tool->files[i], "-") == 0;
    if (tool->origin.name && tool->file_count > 1)
        tool_trouble(tool, "--origin goes with one file");
    else if (wanted && tool->input_taken)
        tool_trouble(tool, "an option reads standard input, so the records must come from files");
    else
        run(tool, work);
}
