/* tool.h - what every tool shares: options, the loop over files, messages, output and exit status.
 *
 * A tool is a table of options, a struct of their values, and a function that is called for each record:
 *
 *     struct tool tool;
 *     if (tool_begin(&tool, &spec, &values, argc, argv))
 *         tool_run(&tool, &(struct tool_work){ .game = each_game });
 *     return tool_end(&tool);
 */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include "ludus.h"

#include <stdatomic.h>

enum tool_status { TOOL_OK, TOOL_FAULTY, TOOL_TROUBLE }; /* exit statuses; the highest one seen counts */

enum tool_option_type {
    TOOL_FLAG,       /* bool: set to true */
    TOOL_CLEAR,      /* bool: set to false */
    TOOL_TEXT,       /* const char *: the argument */
    TOOL_NUMBER,     /* unsigned: the argument, a whole number */
    TOOL_COUNT,      /* unsigned: a whole number from 1 */
    TOOL_CHOICE,     /* unsigned: which of the words in `argument` ("text|full|json"), from 0 */
    TOOL_WORD,       /* const char *: one of such words */
    TOOL_LIST,       /* struct tool_list: every argument given, in order */
    TOOL_READ,       /* const char *: the name of a file that is read */
    TOOL_READ_RULES, /* the same, of rules, which may name others in its folder */
    TOOL_READS,      /* struct tool_list: names of files that are read */
    TOOL_WRITE,      /* const char *: the name of a file that is written besides the output */
    TOOL_START,   /* const char *: a command; each thread has a program that it starts, see tool.programs */
    TOOL_CALL,    /* tool_call_fn *: called at once, before the sandbox keeps files from the tool */
    TOOL_IN_PLACE /* no value; sets tool.in_place: the operands are written */
};

struct tool_list {
    const char **items; /* owned by the tool */
    size_t count;
};

struct tool;
typedef bool tool_call_fn(struct tool *tool); /* false after reporting an error */

/* Offset of an option's value in the tool's struct of values. */
#define VALUE(member) offsetof(struct values, member)

/* An option. getopt_long and --help use the same table. */
struct tool_option {
    const char *name;     /* long name; NULL ends a table */
    char letter;          /* short name, or 0 */
    uint8_t type;         /* enum tool_option_type */
    size_t offset;        /* offset of its value */
    const char *argument; /* its name in --help, or NULL; "[=N]" is optional: NULL, UINT32_MAX */
    const char *help;
};

/* Options of drawings, whose values are in `member`, a struct ludus_drawing_options. */
/* clang-format off */
#define DRAWING_OPTIONS(member) \
    { "theme", 0, TOOL_CHOICE, VALUE(member.theme), "paper|tinted|dark|hatched", \
      "colours; hatched is for print in black" }, \
    { "coordinates", 0, TOOL_CHOICE, VALUE(member.coordinates), "out|in|off", "names of files and ranks" }, \
    { "flip", 0, TOOL_FLAG, VALUE(member.flip), NULL, "Black's side below" }, \
    { "plain", 0, TOOL_FLAG, VALUE(member.plain), NULL, "a grid in place of dark and light squares" }, \
    { "no-notes", 0, TOOL_CLEAR, VALUE(member.notes), NULL, "no [%csl] and [%cal] from comments" }, \
    { "no-record", 0, TOOL_CLEAR, VALUE(member.record), NULL, "do not put the records into the output" }, \
    { "no-side", 0, TOOL_CLEAR, VALUE(member.side), NULL, "no sign of who is to move" }
/* clang-format on */

/* A rule for combining options. Names are separated by blanks; a choice may be "format=json". */
struct tool_limit {
    const char *options; /* NULL ends a table */
    const char *needs;   /* one of these must be given with any of `options` */
    const char *bars;    /* none of these may; if both are NULL, `options` exclude each other */
    const char *text;    /* the error message */
};

/* Options that many tools share; each chooses. -h, --help and --version are always there. */
enum tool_common {
    TOOL_RULES = 1,   /* -r RULESET, -R FILE -> tool.rules */
    TOOL_OUTPUT = 2,  /* -o FILE -> tool.out */
    TOOL_FORMAT = 4,  /* --format=text|full|json|sarif of messages */
    TOOL_REPORTS = 8, /* messages are the tool's product and go to its output */
    TOOL_NO_FILES = 16,
    TOOL_LATE = 32,     /* -o is opened by tool_open_output, not by tool_begin */
    TOOL_SCRATCH = 128, /* tool.scratch: a temporary file */
    TOOL_PIECES = 64    /* -j N, --origin=PLACE: threads share records, and the input can be part of a file */
};

struct tool_spec {
    const char *name;     /* "ludcheck" */
    const char *synopsis; /* "[OPTION]... [FILE]..." */
    const char *summary;  /* one sentence */
    const struct tool_option *options;
    unsigned common;                 /* enum tool_common */
    const struct tool_limit *limits; /* rules for its options, or NULL */
};

/* A file that is replaced whole or not at all: a temporary file beside it is written, and renamed in the end.
 * Devices and pipes are written directly. The struct must not be moved in memory until it is closed. */
struct tool_file {
    FILE *out;
    char *path, *beside; /* target and temporary file; owned. NULL if written directly */
    bool replaces;       /* the target exists, so the new file must be on the disk first */
    struct tool_file *volatile older;
};

/* These return false on failure; errno is the reason, or 0. */
/* Opens a file to be written; "-" is standard output. `file` is all zero at first; if it was opened before,
 * and its stream has been closed since, opens it to append. */
bool tool_file_open(struct tool_file *file, const char *path);
/* Closes a file; it replaces the old one if `keep` is true and all was written. After a failed write, errno
 * should still be its reason. */
bool tool_file_close(struct tool_file *file, bool keep);
/* Returns the path that tool_file_open would replace, links resolved; freed by the caller. NULL if it would
 * write directly. */
char *tool_file_place(const char *path);
/* Blocks the signals that end a tool, in this thread, while a temporary file may be left behind, or unblocks
 * them. */
void tool_block_signals(bool hold);

/* A program that a shell runs for a tool. It ends when the tool does. */
struct tool_program {
    int to, from; /* what it reads and writes; both do not block */
    int held;     /* the program is ended when this is closed */
};

/* Moves that a search for the solution of a problem makes at most, unless --limit says otherwise. */
enum { TOOL_NODES = 20000000 };

enum { TOOL_OPTIONS_MAX = 48 /* with the end of the table */, TOOL_COUNTS = 5 };

/* The state of a tool, set up by tool_begin. Workers have copies. */
struct tool {
    const struct tool_spec *spec;
    struct values *values;   /* of the tool: each defines this type for its options and its state */
    FILE *out;               /* standard output, or the file of -o; of a worker: memory for its piece */
    FILE *err;               /* standard error; `out` if both go to one place, to keep their order */
    FILE *scratch;           /* a temporary file without a name, or NULL */
    struct tool_file output; /* the file of -o */
    int error;               /* errno of the first failed write to `out` */
    const struct ludus_ruleset *rules; /* of -r or -R, or NULL */
    struct ludus_ruleset *own_rules;   /* rules read for -R; freed by tool_end */
    const char *file;                  /* the current file, "-" for standard input */
    bool foreign;                      /* it is XML, JSON or a transcript */
    bool cut;                          /* it could not be read to its end; set before tool_work.done */
    bool lacks;                        /* a record of it was too large and left out */
    size_t before; /* number of records of it before those that ludus_game_number counts */
    struct ludus_import_options reading; /* how files are read; a tool may change it */
    struct tool_list read, written;      /* files named by options and operands; see tool_may_write */
    char *const *files;                  /* operands; tool_run sets "-" if there is none */
    int file_count;
    struct tool_given {
        const struct tool_option *option; /* NULL ends the table */
        void *value;
        bool given; /* on the command line */
    } options[TOOL_OPTIONS_MAX];
    int status;                    /* enum tool_status */
    bool in_place;                 /* an option says that operands are written */
    const char *command;           /* of an option TOOL_START, or NULL */
    struct tool_program *programs; /* that many as threads; owned */
    /* Of tool_put_record: has a record been put, and how does it end? `open`: one without tags would now
     * belong to it. */
    struct {
        bool put, line_ended, gapped, only_tags, result, open;
    } record;
    struct tool_tag {
        char name[64];
        atomic_bool met, lacked; /* by a record; threads set them */
    } * tags;                    /* of tool_want_tags; owned */
    size_t tag_count;
    bool told;        /* tool_trouble has reported an error */
    bool threaded;    /* -j was given */
    bool input_taken; /* tool_read_file has read standard input */
    struct {
        const char *ruleset, *rules_file, *output, *origin;
        unsigned format, jobs, max_record;
        bool help, version, progress;
    } common;
    struct ludus_origin origin;  /* of --origin */
    char *origin_name;           /* owned, as is: */
    char *notation;              /* the text of a notation file, or NULL */
    void *state;                 /* the worker's own objects; see struct tool_work */
    struct ludus_replay *replay; /* of the worker, with the rules of -r or -R */
    struct ludus_buffer *text;   /* of the worker: buffer for its output */
    size_t counts[TOOL_COUNTS];  /* of the piece; all zero at first */
    size_t totals[TOOL_COUNTS];  /* of the pieces before it; a tool may clear them after each file */
    struct ludus_buffer *extra;  /* bytes of the piece for tool_work.add, empty at first */
    struct ludus_buffer *marks;  /* of a worker: places in its output that the first thread fills in */
    bool listing, listed;        /* messages are elements of a list; one has been printed */
    bool shows_source, coloured; /* how messages look */
    bool terminal;               /* the output is one; also in workers */
    bool apart;                  /* each file has an output of its own; a tool may set it */
    enum ludus_severity least;   /* least severity printed: LUDUS_WARNING, unless a tool sets it */
    bool strict;                 /* warnings make the record faulty; a tool may set it */
    bool skims;  /* only the tags of records are read at first (ludus_reader_skim); a tool may set it */
    bool enough; /* no more of this file is wanted; set by functions of tool_work */
};

/* Reads the options into `values` (whose defaults the caller has set), reads the rules and opens the output.
 * False if the tool has nothing more to do, after --help, --version or an error. Call tool_end anyway. */
bool tool_begin(struct tool *tool, const struct tool_spec *spec, struct values *values, int argc,
                char **argv);

/* Checks the given options. If a limit is broken, reports it and returns false; its `text` may name the first
 * given one of `options` with %.*s. A flag that the tool has set itself counts as given. */
bool tool_obeys(struct tool *tool, const struct tool_limit *limits);
/* Reads a number and moves `*text` past it. False without digits, or if it is more than `most`. */
bool tool_take_number(const char **text, unsigned long long most, unsigned long long *number);

/* Takes the next of the texts between commas off a list, which is NULL behind the last. */
struct ludus_text tool_next(const char **list);
/* Finds the index of a text among `choices`, words separated by |, perhaps in "[=...]". False if none. */
bool tool_choice(const char *text, size_t length, const char *choices, unsigned *number);

/* The same for the suffix of a path, which may be in any case or NULL. */
bool tool_suffix(const char *path, const char *suffixes, unsigned *number);

/* Opens the file of -o as tool->out. False after reporting an error, as when the file is read too. */
bool tool_open_output(struct tool *tool);

/* May `path` be written? If it is an input, which would be destroyed, or the output, reports that and returns
 * false. Devices and pipes can be both. */
bool tool_may_write(struct tool *tool, const char *path);

/* The changes of a file, which is replaced if an option says that operands are written. All zero at first. */
struct tool_edit {
    size_t same;           /* bytes at its beginning that do not change, up to the first record that does */
    bool differs;          /* a record changes; a tool may set it */
    bool kept;             /* it is compressed or of another format, and is not changed */
    int error;             /* errno of a failed write, or 0 */
    struct tool_file file; /* its replacement, once it differs */
};

/* Reports the operands and options that do not go with tool->in_place, and returns false for them. */
bool tool_may_edit(struct tool *tool);
/* Compares the new text of a record with its source, in tool->counts, of which it uses the first two. In
 * place, the text goes to tool->extra. */
void tool_edit_game(struct tool *tool, const struct ludus_game *game, struct ludus_text text);
/* To be called after each piece and each file, as tool_work says. The second reports trouble, and returns
 * whether the whole file was read and differs. */
void tool_edit_piece(struct tool *tool, struct tool_edit *edit);
bool tool_edit_file(struct tool *tool, struct tool_edit *edit);

/* Closes the output, reports failed writes, frees all and returns the exit status. After trouble the file of
 * -o stays as it was. */
int tool_end(struct tool *tool);

/* May new files replace the old ones? Not after trouble or without memory. */
bool tool_keeps(const struct tool *tool);

/* Writes text of several lines; on a terminal as safely as %t of tool_print, but with line breaks. */
void tool_put(struct tool *tool, struct ludus_text text);
/* Adds text to tool->text on one line, with a space for each control character. */
void tool_add_line(struct tool *tool, struct ludus_text text);
/* Writes and clears a buffer; reports if it is incomplete, without memory. */
void tool_put_buffer(struct tool *tool, struct ludus_buffer *buffer);
/* Writes a record as it stands. The last one of the output ends with a line break. */
void tool_put_record(struct tool *tool, struct ludus_text text);
/* Separates the record put last, if any, from one that was not its neighbour. */
void tool_part_record(struct tool *tool);
/* Has a write to the output failed? Saves the errno of the first failure: call it soon after each record. */
bool tool_failed(struct tool *tool);

/* What a tool does with records; only `game` is required. Workers, one for each thread, may share the
 * records: each has a copy of struct tool with all options, and a state. `game` prints as if it were alone:
 * with tool_message, to tool->out, to tool->err. What concerns more than one piece, it counts in tool->counts
 * or adds to tool->extra. The first thread calls all other functions. */
struct tool_work {
    void *(*open)(struct tool *tool); /* returns a worker's state; NULL without memory, or after an error */
    void (*close)(struct tool *tool); /* adds up the counts of a worker, and frees its state */
    void (*game)(struct tool *tool, struct ludus_game *game);
    void (*add)(struct tool *tool);  /* after each piece, in order: uses its counts and its extra */
    void (*done)(struct tool *tool); /* after each file that could be opened, in order */
    size_t piece;                    /* least size of a piece in bytes; 0: the usual size */
};

/* Has tool_run tell of tags that no record has with a value: probably they are misspelt. They are those of
 * the list `names`, without "-" before and "=" behind them, that are not among the choices `besides`. Call it
 * just before tool_run; false without memory. */
bool tool_want_tags(struct tool *tool, const char *names, const char *besides);

/* Calls work->game for every record of every operand (standard input without operands), in as many threads as
 * -j says. Output, messages, order and status are the same for any number. Reports and skips files that
 * cannot be read. Stops early when the output fails. */
void tool_run(struct tool *tool, const struct tool_work *work);

/* Raises the exit status. */
void tool_fault(struct tool *tool, enum tool_status status);
/* Prints `ludcheck: text` on standard error and raises the exit status: TOOL_FAULTY for faults of the
 * records, TOOL_OK for a mere remark. Returns false. */
bool tool_say(struct tool *tool, enum tool_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define tool_trouble(tool, ...) tool_say(tool, TOOL_TROUBLE, __VA_ARGS__)
/* Returns `had`; reports lack of memory if it is false. */
static inline bool tool_memory(struct tool *tool, bool had)
{
    if (!had)
        tool_trouble(tool, "out of memory");
    return had;
}
/* Makes room for `count` + 1 elements of `size` bytes in an array; `array` points to the pointer to it.
 * `count` must have grown by one at a time. False without memory. */
bool tool_room(void *array, size_t count, size_t size);
/* Replaces a file with `text`, whole or not at all; "-" is standard output. False after reporting an error,
 * or after other trouble. */
bool tool_write_file(struct tool *tool, const char *path, struct ludus_text text);
/* Returns the reason of a reader's errno in words. */
const char *tool_reason(int error);
/* Reads a whole file, or standard input for "-". Returns the text, NUL-terminated, freed by the caller; NULL
 * after reporting an error. */
char *tool_read_file(struct tool *tool, const char *path, size_t *length);
/* Reads a rules file. NULL after reporting an error. */
struct ludus_ruleset *tool_read_rules(struct tool *tool, const char *path);
/* Finds the notation of an option: a built-in name, or a file, whose text is kept. Returns what
 * ludus_import_notation takes; NULL after reporting an error. */
const char *tool_read_notation(struct tool *tool, const char *name);
/* Reads the records of a file, each for `take`, which is false without memory. False after reporting an
 * error. */
bool tool_read_games(struct tool *tool, const char *path,
                     bool (*take)(struct tool *tool, struct ludus_game *game));
/* Returns the record of a text of the current file, freed by the caller; NULL without memory. */
struct ludus_game *tool_read_game(const struct tool *tool, struct ludus_text text);
/* Reads the turns of an option, freed by the caller. NULL without any, and after reporting an error. */
struct ludus_selection *tool_read_turns(struct tool *tool, const char *option, const char *turns);
/* Reads a size such as "60mm": a number from `least`, less than `most`, and one of `units` or nothing. */
bool tool_read_size(const char *text, double least, double most, const char *units, double *size,
                    const char **unit);

/* Notes, in a worker, the place of the number of a record: `held` bytes behind the end of `out`. */
void tool_mark(struct tool *tool, FILE *out, size_t number, size_t held);
/* Writes a number, as printf is slow. Returns it, in `digits`. */
static inline const char *tool_digits(char digits[24], size_t number)
{
    char *at = digits + 23;
    *at = '\0';
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    return at;
}

/* Prints the number of a record of the current file to `out`, which is tool->out or tool->err. */
void tool_number(struct tool *tool, FILE *out, size_t number);

/* Prints a message of severity tool->least or more: a ludus_message_fn whose context is the tool. Errors set
 * the status to TOOL_FAULTY, and so do warnings with tool->strict. */
void tool_message(void *tool, const struct ludus_message *message);
/* Prints the messages of a record that have at least this severity. */
void tool_report(struct tool *tool, struct ludus_game *game, enum ludus_severity least);
/* Prints to `out`, which is tool->out or tool->err. Directives are those of printf with %s, %c, %u, %zu and a
 * double, and: %t a text made safe, with ? for control characters and bytes that are not UTF-8, so that it
 * can neither steer a terminal nor end a line; %S a struct ludus_text likewise; %T one on one line, with
 * single spaces for white space; %j a text as a JSON string, or null for NULL; %J a struct ludus_text as one,
 * with U+FFFD for bytes that are not UTF-8; %e a text as inside such a string; %b a bool; %p a text as by
 * tool_put; %F the name of the current file, made safe unless another program reads it; %N the number of a
 * record of this file, a size_t; %W a turn, an unsigned and its side; %U a file name as part of a URI. */
void tool_print(struct tool *tool, FILE *out, const char *format, ...);

/* ---- Tables of columns ---- */

struct row; /* what a row is made of: each tool that writes tables defines this type */

/* A column of a tool's table; a table of them ends with a NULL name. Each tool has also "file", "game",
 * "tags" (all as a JSON object) and the names of tags. */
struct tool_column {
    const char *name;
    bool plain; /* its cells need no escapes and no quotes */
    void (*add)(struct ludus_buffer *cell, const struct row *row); /* an empty cell: no value */
};

/* Defines such a function `name`, whose cells are a value that `how` adds. */
#define TOOL_CELL(name, how, value)                                                                          \
    static void name(struct ludus_buffer *cell, const struct row *row)                                       \
    {                                                                                                        \
        how(cell, value);                                                                                    \
    }

enum { TOOL_COLUMNS_MAX = 64 };

struct tool_table {
    const struct tool_column *columns;
    bool
        csv; /* with commas; else with tabs, and with control characters and backslashes escaped as in JSON */
    unsigned count;
    struct tool_cell {
        char name[40];
        unsigned kind;
        void (*add)(struct ludus_buffer *cell, const struct row *row);
    } cells[TOOL_COLUMNS_MAX]; /* the chosen columns */
};

/* Chooses the columns by their names, separated by commas, and prints the header. False after an error. */
bool tool_table_begin(struct tool *tool, struct tool_table *table, const char *names);
/* Adds a text to tool->text as it stands in a cell. */
void tool_cell(struct tool *tool, const struct tool_table *table, struct ludus_text text);
/* The `open` and `close` of struct tool_work for workers that write rows. */
void *tool_table_open(struct tool *tool);
void tool_table_close(struct tool *tool);
/* Adds a row to tool->text, and prints that when it is long; the caller prints the rest after the record. */
void tool_table_row(struct tool *tool, const struct tool_table *table, const struct ludus_game *game,
                    const struct row *row);
void tool_cell_text(struct ludus_buffer *cell, const char *text);
void tool_cell_number(struct ludus_buffer *cell, size_t number);
void tool_cell_key(struct ludus_buffer *cell, uint64_t key); /* 16 hexadecimal digits */

/* ---- Internal ---- */

enum message_format { MESSAGE_TEXT, MESSAGE_FULL, MESSAGE_JSON, MESSAGE_SARIF }; /* of --format */

/* Starts the programs of the tool. Then gives up rights that the tool does not need: from now on it can read
 * the named files, write in the folders of its outputs, and start no program; see ENVIRONMENT in ludus(7).
 * Call it before starting threads. False after reporting an error. */
bool tool_confine(struct tool *tool);

/* Prints what a worker has printed to tool->out or tool->err, which is `to`, with its marks filled in. */
void tool_put_marked(struct tool *tool, FILE *to, const char *bytes, size_t length,
                     const struct ludus_buffer *marks);

#endif
