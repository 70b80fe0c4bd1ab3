/* tool_crew.c - the loop over files and records. With -j, the first thread cuts the files into pieces at the
 * starts of records, and writes what workers have made of them in order. Tasks are a ring: [written, filled)
 * are in use, so memory does not grow with the input. */
#include "tool.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Returns the name of operand number `index` in messages. */
static const char *file_name(const struct tool *tool, int index)
{
    return tool->origin.name ? tool->origin.name : tool->files[index];
}

/* Reports a record that was too large, and returns false for it. */
static bool check_size(struct tool *tool, struct ludus_game *game)
{
    if (!ludus_game_large(game))
        return true;
    tool->lacks = true;
    tool_report(tool, game, LUDUS_ERROR);
    return false;
}

/* Adds the results of a piece if they are wanted, and clears them. */
static void add_piece(struct tool *tool, const struct tool_work *work, bool wanted)
{
    if (wanted)
        tool_memory(tool, !ludus_buffer_failed(tool->extra));
    if (wanted && work->add)
        work->add(tool);
    for (size_t i = 0; wanted && i < TOOL_COUNTS; i++)
        tool->totals[i] += tool->counts[i];
    memset(tool->counts, 0, sizeof tool->counts);
    ludus_buffer_clear(tool->extra);
}

static void end_file(struct tool *tool, const struct tool_work *work, bool opened, int error)
{
    tool->cut = error != 0;
    if (error)
        tool_trouble(tool, "%s: %s", tool->file, tool_reason(error));
    if (opened && work->done)
        work->done(tool);
    tool->foreign = tool->lacks = false;
}

enum { PIECE = 256 * 1024, TASKS_PER_THREAD = 4, NO_FILE = -1 };

struct task {
    struct tool tool;      /* for the worker; owned are its out, err, marks and extra, and: */
    char *output, *errors; /* text written to its `out` and `err` */
    size_t output_length, errors_length;
    struct ludus_piece *piece;
    bool records; /* the piece has records; false: the end of a file */
    bool done;    /* the worker has finished; under the lock */
    int file;     /* index of the operand */
    int error;    /* errno */
    size_t games; /* number of records in the piece */
};

/* A thread, and the objects that only it uses. */
struct worker {
    struct crew *crew;
    void *state; /* tool->state; owned, as are: */
    struct ludus_replay *replay;
    struct ludus_buffer *text;
    struct ludus_reader *reader;
    pthread_t thread;
};

struct crew {
    struct tool *tool;
    const struct tool_work *work;
    struct task *tasks;     /* owned; the first thread uses the extra of the first one */
    struct worker *workers; /* owned */
    struct worker first;    /* of the first thread; its replay and its text are the tool's */
    size_t task_count;
    unsigned threads;     /* number of workers; 0: the first thread works alone */
    size_t filled, taken; /* number of tasks so far; under the lock */
    size_t written;       /* number of tasks so far; only for the first thread */
    size_t done;          /* number of records so far; only for the first thread */
    time_t shown;         /* when this was shown last; 0: never */
    int stopped;          /* operand of which no more is wanted, or NO_FILE */
    bool over;            /* no more tasks will be filled; under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work_waits, work_done;
};

/* ---- Workers ---- */

/* Gives the tool the objects of a worker. */
static void use_worker(struct tool *tool, const struct worker *worker)
{
    tool->state = worker->state;
    tool->replay = worker->replay;
    tool->text = worker->text;
}

static bool open_worker(struct crew *crew, struct worker *worker)
{
    use_worker(crew->tool, worker);
    worker->state = crew->work->open ? crew->work->open(crew->tool) : NULL;
    return worker->state || !crew->work->open;
}

bool tool_want_tags(struct tool *tool, const char *names, const char *besides)
{
    unsigned number;
    while (names) {
        names += *names == '-';
        const struct ludus_text name = { names, strcspn(names, "=,") };
        struct tool_tag tag = { .met = false };
        (void)tool_next(&names);
        if (tool_choice(name.text, name.length, besides, &number) || name.length >= sizeof tag.name)
            continue;
        if (!tool_memory(tool, tool_room(&tool->tags, tool->tag_count, sizeof tag)))
            return false;
        memcpy(tag.name, name.text, name.length);
        tool->tags[tool->tag_count++] = tag;
    }
    return true;
}

static void take_game(struct tool *tool, const struct tool_work *work, struct ludus_game *game)
{
    if (!check_size(tool, game))
        return;
    for (size_t i = 0; i < tool->tag_count && !ludus_game_empty(game); i++) {
        struct tool_tag *tag = &tool->tags[i];
        struct ludus_text value = { "", 0 };
        bool met = ludus_game_tag(game, tag->name, &value) && value.length > 0 &&
                   !(value.length == 1 && strchr("?-", *value.text));
        atomic_store(met ? &tag->met : &tag->lacked, true);
    }
    work->game(tool, game);
}

static void run_task(const struct worker *worker, struct task *task)
{
    struct tool *tool = &task->tool;
    struct ludus_game *game;
    use_worker(tool, worker);
    ludus_reader_lend(worker->reader, task->piece, tool->file);
    while (!tool->enough && (game = ludus_reader_next(worker->reader))) {
        size_t number = ludus_game_number(game);
        take_game(tool, worker->crew->work, game);
        if (number)
            task->games = number;
    }
    task->error = ludus_reader_error(worker->reader);
}

static void *run_worker(void *context)
{
    const struct worker *worker = context;
    struct crew *crew = worker->crew;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (crew->taken == crew->filled && !crew->over)
            pthread_cond_wait(&crew->work_waits, &crew->lock);
        if (crew->taken == crew->filled)
            break;
        struct task *task = &crew->tasks[crew->taken++ % crew->task_count];
        pthread_mutex_unlock(&crew->lock);
        if (task->records)
            run_task(worker, task);
        pthread_mutex_lock(&crew->lock);
        task->done = true;
        pthread_cond_signal(&crew->work_done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Makes a worker's objects and starts its thread, with signals blocked. False if it does not run. */
static bool start_worker(struct crew *crew, struct worker *worker)
{
    sigset_t all, before;
    worker->crew = crew;
    worker->replay = ludus_replay_new(crew->tool->rules);
    worker->text = ludus_buffer_new();
    worker->reader = ludus_reader_pieces();
    if (!worker->replay || !worker->text || !worker->reader || !open_worker(crew, worker))
        return false;
    ludus_reader_limit(worker->reader, crew->tool->common.max_record);
    if (crew->tool->skims)
        ludus_reader_skim(worker->reader);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&worker->thread, NULL, run_worker, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* ---- The first thread ---- */

/* Counts records as done, and shows their number on a terminal, once a second. A message overwrites it. */
static void show_progress(struct crew *crew, size_t records)
{
    const struct tool *tool = crew->tool;
    const time_t now = tool->common.progress && !tool->terminal ? time(NULL) : crew->shown;
    crew->done += records;
    if (now == crew->shown || !isatty(STDERR_FILENO))
        return;
    crew->shown = now;
    fprintf(stderr, "%zu record%s\r", crew->done, crew->done == 1 ? "" : "s");
    (void)fflush(stderr);
}

/* Writes the output of a finished task, and clears it. */
static void write_task(struct crew *crew, struct task *task)
{
    struct tool *tool = crew->tool;
    const struct tool *own = &task->tool;
    bool wanted = task->file != crew->stopped && !tool_failed(tool);
    tool->file = own->file;
    if (!task->records) {
        end_file(tool, crew->work, true, wanted ? task->error : 0);
        tool->before = tool->origin.games;
        return;
    }
    if (wanted) {
        tool_fault(tool, (enum tool_status)own->status);
        tool->told |= own->told;
        tool->lacks |= own->lacks;
        tool_memory(tool, fflush(own->out) == 0 && fflush(own->err) == 0 && !ludus_buffer_failed(own->marks));
        tool_put_marked(tool, tool->out, task->output, task->output_length, own->marks);
        if (own->err != own->out)
            tool_put_marked(tool, tool->err, task->errors, task->errors_length, own->marks);
        if (task->error)
            tool_trouble(tool, "%s: %s", tool->file, tool_reason(task->error));
        tool->enough = own->enough;
    }
    memcpy(tool->counts, own->counts, sizeof tool->counts);
    tool->extra = own->extra;
    add_piece(tool, crew->work, wanted);
    show_progress(crew, task->games);
    tool->before += task->games;
    if (wanted && tool->enough)
        crew->stopped = task->file;
    ludus_buffer_clear(own->marks);
    rewind(own->out);
    rewind(own->err);
}

/* Writes finished tasks in order; waits until at most `most` are in use. */
static void write_done(struct crew *crew, size_t most)
{
    while (crew->written < crew->filled) {
        struct task *task = &crew->tasks[crew->written % crew->task_count];
        pthread_mutex_lock(&crew->lock);
        while (!task->done && crew->filled - crew->written > most)
            pthread_cond_wait(&crew->work_done, &crew->lock);
        bool done = task->done;
        pthread_mutex_unlock(&crew->lock);
        if (!done)
            return;
        crew->written++;
        write_task(crew, task);
    }
}

static struct task *next_task(const struct crew *crew)
{
    return &crew->tasks[crew->filled % crew->task_count];
}

/* Gives the next task to the workers, and waits until another is free. */
static void submit_task(struct crew *crew, bool records, int file, int error)
{
    struct task *task = next_task(crew);
    task->tool.file = file_name(crew->tool, file);
    task->tool.status = TOOL_OK;
    task->tool.enough = task->tool.lacks = task->tool.told = false;
    memset(task->tool.counts, 0, sizeof task->tool.counts);
    task->records = records;
    task->file = file;
    task->error = error;
    task->games = 0;
    task->done = false;
    pthread_mutex_lock(&crew->lock);
    crew->filled++;
    pthread_cond_signal(&crew->work_waits);
    pthread_mutex_unlock(&crew->lock);
    write_done(crew, crew->task_count - 1);
}

/* Reads a file in the first thread. Returns errno of a failed read, else 0. */
static int read_alone(struct crew *crew, struct ludus_import *import)
{
    struct tool *tool = crew->tool;
    struct ludus_game *game;
    tool->extra = crew->tasks->tool.extra;
    tool->enough = false;
    tool->foreign = !ludus_import_reader(import);
    while (!tool->enough && !tool_failed(tool) && (game = ludus_import_next(import))) {
        take_game(tool, crew->work, game);
        add_piece(tool, crew->work, true);
        show_progress(crew, 1);
    }
    return ludus_import_error(import);
}

/* Has a file read by the workers if there are any and it can be cut, else reads it. */
static void read_file(struct crew *crew, int file)
{
    struct tool *tool = crew->tool;
    size_t least = crew->work->piece ? crew->work->piece : PIECE;
    tool->reading.follows = file > 0 && !tool->apart;
    struct ludus_import *import = ludus_import_open(tool->files[file], &tool->reading);
    int error = import ? 0 : errno;
    struct ludus_reader *reader = import ? ludus_import_reader(import) : NULL;
    if (reader && tool->skims)
        ludus_reader_skim(reader);
    if (reader && crew->threads) {
        while (file != crew->stopped && !tool_failed(tool) &&
               ludus_reader_take(reader, least, next_task(crew)->piece))
            submit_task(crew, true, file, 0);
        submit_task(crew, false, file, ludus_reader_error(reader));
    } else {
        write_done(crew, 0);
        tool->file = file_name(tool, file);
        tool->before = 0; /* the import adds those of --origin itself */
        error = import ? read_alone(crew, import) : error;
        end_file(tool, crew->work, import != NULL, error);
        tool->before = tool->origin.games;
    }
    ludus_import_close(import);
}

static bool open_tasks(struct crew *crew)
{
    bool sound = crew->workers && crew->tasks;
    for (size_t i = 0; sound && i < crew->task_count; i++) {
        struct task *task = &crew->tasks[i];
        task->tool = *crew->tool;
        task->tool.out = open_memstream(&task->output, &task->output_length);
        task->tool.err = crew->tool->err == crew->tool->out
                             ? task->tool.out
                             : open_memstream(&task->errors, &task->errors_length);
        task->tool.marks = ludus_buffer_new();
        task->tool.extra = ludus_buffer_new();
        task->piece = ludus_piece_new();
        sound = task->tool.out && task->tool.err && task->tool.marks && task->tool.extra && task->piece;
    }
    return sound;
}

static void close_worker(const struct crew *crew, const struct worker *worker)
{
    use_worker(crew->tool, worker);
    if (worker->state && crew->work->close)
        crew->work->close(crew->tool);
}

static void close_crew(struct crew *crew)
{
    for (size_t i = 0; crew->tasks && i < crew->task_count; i++) {
        struct task *task = &crew->tasks[i];
        ludus_piece_free(task->piece);
        ludus_buffer_free(task->tool.extra);
        ludus_buffer_free(task->tool.marks);
        if (task->tool.err && task->tool.err != task->tool.out)
            fclose(task->tool.err);
        if (task->tool.out)
            fclose(task->tool.out);
        free(task->output);
        free(task->errors);
    }
    for (unsigned i = 0; crew->workers && i < crew->tool->common.jobs; i++) {
        const struct worker *worker = &crew->workers[i];
        close_worker(crew, worker);
        ludus_replay_free(worker->replay);
        ludus_buffer_free(worker->text);
        ludus_reader_close(worker->reader);
    }
    close_worker(crew, &crew->first);
    free(crew->tasks);
    free(crew->workers);
}

static void run_crew(struct tool *tool, const struct tool_work *work)
{
    unsigned jobs = tool->common.jobs;
    size_t tasks = jobs > 1 ? (size_t)jobs * TASKS_PER_THREAD : 1;
    struct crew crew = {
        .tool = tool,
        .work = work,
        .tasks = calloc(tasks, sizeof *crew.tasks),
        .workers = calloc(jobs, sizeof *crew.workers),
        .first = { .replay = tool->replay, .text = tool->text },
        .task_count = tasks,
        .stopped = NO_FILE,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .work_waits = PTHREAD_COND_INITIALIZER,
        .work_done = PTHREAD_COND_INITIALIZER,
    };
    bool opened = tool_memory(tool, open_tasks(&crew)) && open_worker(&crew, &crew.first);
    while (opened && jobs > 1 && crew.threads < jobs && start_worker(&crew, &crew.workers[crew.threads]))
        crew.threads++;
    use_worker(tool, &crew.first);
    tool->before = tool->origin.games;
    for (int i = 0; opened && i < tool->file_count && !tool_failed(tool); i++)
        read_file(&crew, i);
    write_done(&crew, 0);
    if (crew.shown)
        fputs("\033[K", stderr);
    pthread_mutex_lock(&crew.lock);
    crew.over = true;
    pthread_cond_broadcast(&crew.work_waits);
    pthread_mutex_unlock(&crew.lock);
    for (unsigned i = 0; i < crew.threads; i++)
        pthread_join(crew.workers[i].thread, NULL);
    close_crew(&crew);
}

void tool_run(struct tool *tool, const struct tool_work *work)
{
    static char *const standard[] = { "-" };
    bool wanted = false;
    if (tool->file_count == 0) {
        tool->files = standard;
        tool->file_count = 1;
    }
    for (int i = 0; i < tool->file_count; i++)
        wanted |= strcmp(tool->files[i], "-") == 0;
    if (tool->origin.name && tool->file_count > 1)
        tool_trouble(tool, "--origin goes with one file");
    else if (wanted && tool->input_taken)
        tool_trouble(tool, "an option reads standard input, so the records must come from files");
    else
        run_crew(tool, work);
    for (size_t i = 0; i < tool->tag_count; i++)
        if (tool->tags[i].lacked && !tool->tags[i].met)
            tool_say(tool, TOOL_OK, "no record has the tag %s, or a value of it", tool->tags[i].name);
    free(tool->tags);
    tool->tag_count = 0;
}
