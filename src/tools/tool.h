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

enum tool_status { TOOL_OK, TOOL_FAULTY, TOOL_TROUBLE }; /* exit statuses; the highest one seen counts */

enum tool_option_type {
    TOOL_FLAG,    /* bool: set to true */
    TOOL_CLEAR,   /* bool: set to false */
    TOOL_TEXT,    /* const char *: the argument */
    TOOL_NUMBER,  /* unsigned: the argument, a whole number */
    TOOL_COUNT,   /* the same, from 1 */
    TOOL_CHOICE,  /* unsigned: which of the words in `argument` ("text|full|json"), from 0 */
    TOOL_LIST,    /* struct tool_list: every argument given, in order */
    TOOL_READ,    /* const char *: the name of a file that is read */
    TOOL_READS,   /* struct tool_list of them */
    TOOL_WRITE,   /* const char *: the name of a file that is written besides the output */
    TOOL_IN_PLACE /* no value, but tool.in_place: the operands are written */
};

struct tool_list {
    const char **items; /* owned by the tool */
    size_t count;
};

/* Where an option's value is in the tool's own struct of values. */
#define VALUE(member) offsetof(struct values, member)

/* One option. The same table makes getopt_long's arguments and the text of --help. */
struct tool_option {
    const char *name; /* long name; NULL ends a table */
    char letter;      /* short name, or 0 */
    uint8_t type;     /* enum tool_option_type */
    size_t offset;    /* of its value in the struct of values */
    const char
        *argument; /* what --help calls the argument, or NULL; "[=N]" may be left out: NULL, UINT32_MAX */
    const char *help;
};

/* Options that go together only so: their names with blanks between, a choice also as "format=json". */
struct tool_limit {
    const char *options; /* NULL ends a table */
    const char *needs;   /* one of these must be there where one of `options` is */
    const char *bars;    /* none of these may; without both, only one of `options` may be there */
    const char *text;    /* what is said otherwise */
};

/* Options that many tools have; a tool says which. -h, --help and --version are always there. */
enum tool_common {
    TOOL_RULES = 1,   /* -r RULESET, -R FILE -> tool.rules */
    TOOL_OUTPUT = 2,  /* -o FILE -> tool.out */
    TOOL_FORMAT = 4,  /* --format=text|full|json|sarif of messages */
    TOOL_REPORTS = 8, /* messages are the tool's product and go to its output */
    TOOL_NO_FILES = 16,
    TOOL_LATE = 32,     /* -o is opened by tool_open_output, not by tool_begin */
    TOOL_SCRATCH = 128, /* tool.scratch: a temporary file */
    TOOL_PIECES = 64    /* -j N, --origin=PLACE: records are shared by threads, and files read in parts */
};

struct tool_spec {
    const char *name;     /* "ludcheck" */
    const char *synopsis; /* "[OPTION]... [FILE]..." */
    const char *summary;  /* one sentence */
    const struct tool_option *options;
    unsigned common;                 /* enum tool_common */
    const struct tool_limit *limits; /* of its options, or NULL */
};

/* A file that is written whole or not at all: what is written goes to a file beside it, which takes its place
 * in the end. Devices and pipes are written to at once. It must stay where it is in memory until it is
 * closed. */
struct tool_file {
    FILE *out;
    char *path, *beside; /* owned; NULL for what is written to at once */
    bool replaces;       /* there is an old one, so the new one must be on the disk first */
    struct tool_file *volatile older;
};

/* These return false when something cannot be done; errno says why, or is 0. */
/* "-" is standard output. The file is all zero at first; one that has been opened, and whose stream has been
 * closed since, goes on where it was. */
bool tool_file_open(struct tool_file *file, const char *path);
/* Unless `keep`, or when anything could not be written, the old file stays as it was. When a write has failed
 * before, errno should be its reason still. */
bool tool_file_close(struct tool_file *file, bool keep);
/* Where tool_file_open would write, at the end of links; to be freed. NULL where it would write at once. */
char *tool_file_place(const char *path);

enum { TOOL_OPTIONS_MAX = 48 }; /* and one that ends them */

/* All members are set by tool_begin. */
struct tool {
    const struct tool_spec *spec;
    void *values;  /* the tool's struct of option values */
    FILE *out;     /* standard output, or the file of -o; of a thread: what is written there for its piece */
    FILE *err;     /* standard error; `out` where both go to one place, and so stay in order */
    FILE *scratch; /* a file without name that is gone in the end, or NULL */
    struct tool_file output;             /* the file of -o */
    int error;                           /* errno: why a write to `out` failed first */
    const struct ludus_ruleset *rules;   /* of -r or -R, or NULL */
    struct ludus_ruleset *own_rules;     /* what -R read; freed by tool_end */
    const char *file;                    /* the file being read, "-" for standard input */
    bool foreign;                        /* it is XML, JSON or a transcript */
    bool cut;                            /* it could not be read to its end: known to tool_work.done */
    bool lacks;                          /* a record of it was too large and is left out */
    size_t before;                       /* records of it that ludus_game_number does not count */
    struct ludus_import_options reading; /* how files are read; a tool may change it */
    struct tool_list read, written;      /* names of files: of options, and operands; see tool_may_write */
    char **files;                        /* operands */
    int file_count;
    struct tool_given {
        const struct tool_option *option; /* NULL ends them */
        void *value;
        bool given; /* on the command line */
    } options[TOOL_OPTIONS_MAX];
    int status;       /* enum tool_status */
    bool in_place;    /* an option says that operands are written */
    bool told;        /* by tool_trouble, what the trouble is */
    bool input_taken; /* tool_read_file has read standard input */
    struct {
        const char *ruleset, *rules_file, *output, *origin;
        unsigned format, jobs, max_record;
        bool help, version;
    } common;
    struct ludus_origin origin;  /* of --origin */
    char *origin_name;           /* owned */
    void *hand;                  /* what only one thread may use; see struct tool_work */
    struct ludus_replay *replay; /* of the thread, by the rules of -r or -R */
    struct ludus_buffer *text;   /* of the thread: room for what it writes */
    void *tally;                 /* counts of the piece, all zero at its beginning */
    struct ludus_buffer *extra;  /* bytes that the piece adds for tool_work.add, empty at its beginning */
    struct ludus_buffer *marks;  /* of a thread: places in what it prints, which the first thread sees to */
    bool listing, listed;        /* messages are members of a list; one has been printed (tool_comma) */
    bool shows_source, coloured; /* how messages look */
    bool terminal;               /* `out` is one, or that of the tool whose thread this is */
    bool apart;                  /* what is written of each file is a file; a tool may set it */
    enum ludus_severity least;   /* of messages that are printed: LUDUS_WARNING, unless a tool sets it */
    bool strict;                 /* warnings make the record faulty; a tool may set it */
    bool skims;  /* records come with their tags only at first (ludus_reader_skim); a tool may set it */
    bool enough; /* nothing more is wanted of this file; set while a record is looked at */
};

/* Reads the options into `values` (whose defaults the caller has set), finds the rules and opens the output.
 * False when the tool has nothing more to do: help was asked for, or an error has been printed. Call tool_end
 * anyway. */
bool tool_begin(struct tool *tool, const struct tool_spec *spec, void *values, int argc, char **argv);

/* Are the options that are given such as these rows allow? If not, says so; `text` may name the first of
 * `options` that is given with %.*s. A flag that the tool has set itself counts as given. */
bool tool_obeys(struct tool *tool, const struct tool_limit *limits);
/* Takes the digits at `*text`. False where there are none, or they spell more than `most`. */
bool tool_take_number(const char **text, unsigned long long most, unsigned long long *number);

/* Which of the words of `choices`, separated by |, perhaps in "[=...]", is the text? False if it is none. */
bool tool_choice(const char *text, size_t length, const char *choices, unsigned *number);

/* Opens the file of -o as tool->out. False when that cannot be, or when the file is read too (and says so).
 */
bool tool_open_output(struct tool *tool);

/* Is `path` none of the files that are read, and not where the output goes? Writing would destroy what is
 * still to be read. If it is, says so. Devices and pipes can be both. */
bool tool_may_write(struct tool *tool, const char *path);

/* Closes the output, says when anything could not be written, frees, and returns the exit status. After
 * trouble the file of -o stays as it was. */
int tool_end(struct tool *tool);

/* May what has been written take the place of the files that were there? Not after trouble. */
bool tool_keeps(const struct tool *tool);

/* Writes text of several lines to the output; to a terminal as safely as %t of tool_print, but for line
 * breaks. */
void tool_put(struct tool *tool, struct ludus_text text);
/* The same of a buffer, which is empty then; says when it lacked something, for want of memory. */
void tool_put_buffer(struct tool *tool, struct ludus_buffer *buffer);
/* Can the output take no more? Asked soon after each record is written, it remembers why. */
bool tool_failed(struct tool *tool);

/* What a tool does with records; only `game` is needed. Threads may share them: each thread has a struct tool
 * of its own, with the options of all, and a hand. What `game` has to say it prints as it would alone: with
 * tool_message, to tool->out, to tool->err; what comes to more than one piece it
 * counts in tool->tally or leaves in tool->extra. The other functions are called by the first thread only. */
struct tool_work {
    bool (*open)(struct tool *tool);  /* sets tool->hand; false when it cannot, and has said so */
    void (*close)(struct tool *tool); /* adds up what a hand has counted, and frees what it holds */
    void (*game)(struct tool *tool, struct ludus_game *game);
    void (*add)(struct tool *tool);  /* after each piece, in order: takes its tally and its extra */
    void (*done)(struct tool *tool); /* after each file that could be opened, in order */
    size_t tally_size;               /* in bytes */
    size_t piece;                    /* bytes of records that a thread takes at once; 0: many */
};

/* Calls work->game for every record of every operand (standard input when there is none), in as many threads
 * as -j says. Output, messages, order and status are the same for any number. Files that cannot be read are
 * reported and the next is taken. Stops early when the output can take no more. */
void tool_run(struct tool *tool, const struct tool_work *work);

/* Raises the exit status. */
void tool_fault(struct tool *tool, enum tool_status status);
/* Prints `ludcheck: text` on standard error and raises the exit status: TOOL_FAULTY for what is lacking in
 * the records, TOOL_OK for what is no fault. Returns false. */
bool tool_say(struct tool *tool, enum tool_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define tool_trouble(tool, ...) tool_say(tool, TOOL_TROUBLE, __VA_ARGS__)
/* Returns `had`, and says that memory ran out where it is false. */
static inline bool tool_memory(struct tool *tool, bool had)
{
    if (!had)
        tool_trouble(tool, "out of memory");
    return had;
}
/* Makes room for one more than `count` elements of `size` bytes in the array that `array`, a pointer to a
 * pointer, leads to. `count` must have grown by one at a time. False without memory. */
bool tool_room(void *array, size_t count, size_t size);
/* Puts `text` in the place of a file, all of it or nothing; "-" is standard output. False when that cannot be
 * (and says so), and after other trouble. */
bool tool_write_file(struct tool *tool, const char *path, struct ludus_text text);
/* Why a file could not be read, in words, of the errno that a reader gives. */
const char *tool_reason(int error);
/* The whole of a file, or of standard input for "-", NUL-terminated, to be freed; NULL when it cannot be read
 * (and says so). */
char *tool_read_file(struct tool *tool, const char *path, size_t *length);

/* Prints the number of a record of the file to `out`, which is tool->out or tool->err. */
void tool_number(struct tool *tool, FILE *out, size_t number);

/* Prints a message, unless it is less than tool->least: a ludus_message_fn whose context is the tool. Errors
 * make the status TOOL_FAULTY, and warnings do with tool->strict. */
void tool_message(void *tool, const struct ludus_message *message);
/* Prints those of a record, as far as they are of this severity at the least. */
void tool_report(struct tool *tool, struct ludus_game *game, enum ludus_severity least);
/* Prints to `out`, which is tool->out or tool->err, as printf does with %s, %c, %u, %zu and
 * what takes a double; and further: %t a text safely, with ? for control characters and bytes that are not
 * UTF-8, so that nothing in it can steer a terminal or end a line; %S a struct ludus_text so, %T one as one
 * line: white space becomes single spaces; %j a text as a JSON string, or null for NULL, %J a struct
 * ludus_text as one, with U+FFFD for bytes that are not UTF-8; %e a text as in such a string; %b a bool; %p a
 * text as tool_put does; %F the name of the file that is read, safely unless another program reads it; %N the
 * number of a record of it, a size_t; %W a turn, an unsigned and its side; %U the name of a file as part of a
 * URI. */
void tool_print(struct tool *tool, FILE *out, const char *format, ...);

/* ---- Inside ---- */

enum message_format { MESSAGE_TEXT, MESSAGE_FULL, MESSAGE_JSON, MESSAGE_SARIF }; /* of --format */

/* Gives up what the tool will not need: from here on it can read the files that are named, write in the
 * folders of those that it is to write, and start no program; see ENVIRONMENT in ludus(7). Threads come
 * later. */
void tool_confine(struct tool *tool);

/* Prints to `to`, which is tool->out or tool->err, what a thread has printed there with these marks. */
void tool_put_marked(struct tool *tool, FILE *to, const char *bytes, size_t length,
                     const struct ludus_buffer *marks);

#endif
