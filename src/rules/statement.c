/* statement.c - reads the values of statements of a rules file, applies them, and checks them for
 * contradictions. */
#include "rules/statement.h"

#include "base/text.h"
#include "rules/dice.h"
#include "rules/ruleset.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Values of statements, and messages about them. Squares and rolls are numbers with one sign before or
 * between them, which number_take reads; so the message on a range can name its wrong half ---- */

struct message *value_say(struct rules_reader *reader, const struct ludus_text *word, enum message_id id,
                          const char *what)
{
    size_t begin = (size_t)(word->text - reader->diag.text);
    return diag_add(&reader->diag, id, begin, begin + word->length, (int)word->length, word->text, what);
}

bool value_complain(struct rules_reader *reader, const struct ludus_text *word, const char *reason)
{
    value_say(reader, word, MSG_RULES_VALUE, reason);
    return false;
}

/* Adds a hint on the nearest word, if there is one. */
static void say_nearest(struct rules_reader *reader, struct message *message,
                        const struct text_nearest *nearest)
{
    if (message && nearest->best)
        diag_hint(&reader->diag, message, "perhaps %.*s", (int)nearest->best_length, nearest->best);
}

bool value_word(struct rules_reader *reader, const struct ludus_text *word, const char *words,
                unsigned *which)
{
    int index = value_find(word, words);
    struct text_nearest nearest = text_nearest(word->text, word->length);
    char reason[160];
    if (index >= 0)
        return *which = (unsigned)index, true;
    snprintf(reason, sizeof reason, "expected one of: %s", words);
    for (const char *next = words; *next; next += strspn(next, " ")) {
        size_t length = strcspn(next, " ");
        text_try(&nearest, next, length);
        next += length;
    }
    say_nearest(reader, value_say(reader, word, MSG_RULES_VALUE, reason), &nearest);
    return false;
}

bool value_pieces(struct rules_reader *reader, const struct ludus_text *word, kind_set *set)
{
    for (size_t i = 0; i < word->length; i++) {
        unsigned kind = rules_letter(reader->rules, word->text[i]);
        if (kind == NONE) {
            value_say(reader, &(struct ludus_text){ .text = word->text + i, .length = 1 }, MSG_RULES_PIECE,
                      NULL);
            return false;
        }
        *set |= (kind_set)1 << kind;
    }
    return true;
}

bool value_square(struct rules_reader *reader, const struct ludus_text *word, unsigned *square)
{
    struct ludus_text digits = { word->text + 1, word->length ? word->length - 1 : 0 };
    unsigned rank, file = word->length ? (unsigned)(*word->text - 'a') : NONE;
    if (file >= reader->rules->files || !value_number(reader, &digits, 1, reader->rules->ranks, &rank, NULL))
        return value_complain(reader, word, "expected a square of the board");
    *square = (rank - 1) * reader->rules->files + file;
    return true;
}

bool value_range(struct rules_reader *reader, const struct ludus_text *word, unsigned *from, unsigned *to)
{
    const char *dash = memchr(word->text, '-', word->length);
    struct ludus_text first = *word, last = *word;
    if (dash) {
        first.length = (size_t)(dash - word->text);
        last = (struct ludus_text){ dash + 1, word->length - first.length - 1 };
    }
    return value_square(reader, &first, from) && value_square(reader, &last, to);
}

bool value_region(struct rules_reader *reader, const struct ludus_text *word, unsigned *region)
{
    const struct rules *rules = reader->rules;
    struct text_nearest nearest = text_nearest(word->text, word->length);
    *region = 0;
    if (value_find(word, "none") == 0)
        return true;
    for (unsigned i = 1; i <= rules->region_count; i++) {
        if (text_is(word->text, word->length, rules->regions[i].name))
            return *region = i, true;
        text_try(&nearest, rules->regions[i].name, strlen(rules->regions[i].name));
    }
    say_nearest(reader, value_say(reader, word, MSG_RULES_VALUE, "no region is called so"), &nearest);
    return false;
}

bool value_roll(struct rules_reader *reader, const struct ludus_text *word, uint8_t dice[LUDUS_DICE_MAX])
{
    const char *at = word->text, *end = at + word->length;
    unsigned count = 0;
    bool more = true;
    for (memset(dice, 0, LUDUS_DICE_MAX); more && count < LUDUS_DICE_MAX; at += more) {
        uint32_t face = number_take(&at);
        dice[count++] = (uint8_t)(face < NONE ? face : NONE);
        more = at < end && *at == '-';
    }
    dice_sort(dice, count);
    return (!more && at == end) || value_complain(reader, word, "expected a roll, as in 6-5-4");
}

/* ---- Statements of usual shapes ---- */

/* Reads letters of pieces, words of the row, or faces of dice into `*set`, a bit each. */
static bool apply_many(struct rules_reader *reader, const struct statement_row *row,
                       const struct statement *statement, uint32_t *set)
{
    *set = 0;
    if (row->shape != SHAPE_FACES && value_is_none(statement))
        return true;
    for (size_t i = 0; i < statement->count; i++) {
        const struct ludus_text *value = &statement->values[i];
        unsigned bit = 0;
        if (row->shape == SHAPE_PIECES ? !value_pieces(reader, value, set)
            : row->shape == SHAPE_SET
                ? !value_word(reader, value, row->words, &bit)
                : !value_number(reader, value, 1, 32, &bit, "expected the face of a die, from 1"))
            return false;
        if (row->shape != SHAPE_PIECES)
            *set |= (uint32_t)1 << (row->shape == SHAPE_FACES ? bit - 1 : bit) % 32;
    }
    return true;
}

/* Returns why a text cannot be written in every format, or NULL. */
static const char *text_fault(const struct ludus_text *text)
{
    for (size_t i = 0, length; i < text->length; i += length) {
        const char *at = text->text + i;
        length = text_sequence(at, text->length - i);
        if (!length)
            return "it is no UTF-8";
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f ||
            (length == 2 && at[0] == '\xc2' && (unsigned char)at[1] < 0xa0))
            return "it holds a control character";
    }
    return NULL;
}

/* Applies a statement to its member of the rules, or reports what is wrong with it and returns false. */
static bool apply_statement(struct rules_reader *reader, const struct statement *statement)
{
    const struct statement_row *row = statement->row;
    const struct ludus_text *value = statement->values;
    char *base = row->of_piece ? (char *)&reader->rules->kinds[reader->kind] : (char *)reader->rules;
    void *field = base + row->field;
    unsigned which = 0;
    if (statement->count == 0 || (row->shape < SHAPE_PIECES && statement->count != 1))
        return value_wrong_count(reader, statement);
    switch (row->shape) {
    case SHAPE_TEXT:
        if (text_fault(value))
            return value_complain(reader, value, text_fault(value));
        *(const char **)field = arena_copy(reader->arena, value->text, value->length);
        return true;
    case SHAPE_WORD:
        return value_word(reader, value, row->words, field);
    case SHAPE_YES_NO:
    case SHAPE_EITHER:
        if (!value_word(reader, value, row->shape == SHAPE_EITHER ? row->words : "yes no", &which))
            return false;
        *(bool *)field = which == (row->shape == SHAPE_EITHER);
        return true;
    case SHAPE_PLACE:
        return value_region(reader, value, field);
    case SHAPE_NUMBER:
        return value_number(reader, value, row->min, row->max, field, "the number is out of range");
    case SHAPE_PIECES:
    case SHAPE_SET:
    case SHAPE_FACES:
        return apply_many(reader, row, statement, field);
    case SHAPE_SPECIAL:
    case SHAPE_BOARD:
    case SHAPE_KIND:
    case SHAPE_REGION:
    case SHAPE_REPEATED:
        if ((statement->count < row->min && !value_is_none(statement)) || statement->count > row->max)
            return value_wrong_count(reader, statement);
        return row->special(reader, statement);
    }
    return false;
}

/* ---- Parents: a built-in ruleset, or a file beside that of the child ---- */

enum { PARENTS_MOST = 8, PARENT_BYTES = 1 << 20 };

/* Opens a file beside or below our own. Returns -1 on failure, or if our rules are not from a file. */
static int open_beside(const struct rules_reader *reader, const struct ludus_text *file, const char **path)
{
    const char *own = reader->diag.file, *slash = own ? strrchr(own, '/') : NULL;
    size_t folder = slash ? (size_t)(slash - own) + 1 : 0;
    char *name = arena_alloc(reader->diag.arena, folder + file->length + 1);
    if (!name || !own || strcmp(own, "-") == 0)
        return -1;
    memcpy(name, own, folder);
    memcpy(name + folder, file->text, file->length);
    name[folder + file->length] = '\0';
    *path = name;
    if (name[folder] == '/')
        return -1;
    for (const char *part = name + folder; part; part = strchr(part, '/')) {
        part += part > name + folder; /* skips the slash */
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return -1;
    }
    return open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

/* Reads the file and applies its rules. Returns why it cannot be read, or NULL. */
static const char *read_parent(struct rules_reader *reader, struct rules_reader *parent, int fd)
{
    struct stat status;
    unsigned depth = 0;
    ssize_t got = 1;
    if (fstat(fd, &status) != 0)
        return "it cannot be read";
    if (!S_ISREG(status.st_mode) || status.st_size > PARENT_BYTES)
        return "it is no file of rules";
    parent->device = status.st_dev;
    parent->node = status.st_ino;
    for (const struct rules_reader *child = parent->child; child; child = child->child, depth++)
        if (child->device == status.st_dev && child->node == status.st_ino)
            return "it leads back to itself";
    if (depth > PARENTS_MOST)
        return "it leads to itself, or to more than 8 files";
    char *text = arena_zeroed(reader->diag.arena, (size_t)status.st_size + 1);
    size_t length = 0;
    while (text && length < (size_t)status.st_size && got > 0) {
        got = read(fd, text + length, (size_t)status.st_size - length);
        length += got > 0 ? (size_t)got : 0;
    }
    if (!text || got < 0)
        return "it cannot be read";
    parent->diag.text = text;
    parent->diag.length = length;
    reader->failed = !statements_read(parent);
    if (reader->report)
        diag_report(&parent->diag, reader->report, reader->context);
    return NULL;
}

/* Applies the parent's rules, before our own statements. */
static void parent_apply(struct rules_reader *reader, const struct ludus_text *value)
{
    struct rules_reader parent = { .diag = { .arena = reader->diag.arena },
                                   .arena = reader->arena,
                                   .rules = reader->rules,
                                   .child = reader };
    for (const struct builtin_rules *builtin = builtin_rules; builtin->id; builtin++)
        if (text_is(value->text, value->length, builtin->id)) {
            parent.diag.text = builtin->text;
            parent.diag.length = builtin->length;
            reader->failed = !statements_read(&parent);
            return;
        }
    parent.report = reader->report;
    parent.context = reader->context;
    int fd = open_beside(reader, value, &parent.diag.file);
    if (fd < 0) {
        struct text_nearest nearest = text_nearest(value->text, value->length);
        for (const struct builtin_rules *builtin = builtin_rules; builtin->id; builtin++)
            text_try(&nearest, builtin->id, strlen(builtin->id));
        say_nearest(reader, value_say(reader, value, MSG_RULES_PARENT, NULL), &nearest);
        return;
    }
    const char *fault = read_parent(reader, &parent, fd);
    if (fault)
        value_complain(reader, value, fault);
    close(fd);
}

/* ---- Contradictions ---- */

/* Reports the first of our own statements that has one of these keys. */
static void complain_of_first(struct rules_reader *reader, const char *keys, const char *reason)
{
    for (const struct statement *s = reader->first; s; s = s->next)
        if (value_find(&s->key, keys) >= 0) {
            value_complain(reader, &s->key, reason);
            return;
        }
}

/* Can the dice that are thrown for placing fall so? */
static bool is_roll(const struct rules *rules, const uint8_t *dice)
{
    for (unsigned i = 0; i < LUDUS_DICE_MAX; i++)
        if (i < rules->place_dice ? dice[i] == 0 || dice[i] > rules->faces : dice[i] > 0)
            return false;
    return true;
}

/* Dice that move pieces exclude men in hand, as no die allows placing, and check, as a player may have no die
 * to answer it. Check excludes further moves: a second move could capture the royal before the answer. Moves
 * that depend on attacks are none, or attacks would depend on each other. */
static void check_contradictions(struct rules_reader *reader)
{
    const struct rules *rules = reader->rules;
    bool hand = rules->hand_tag != NULL;
    for (unsigned k = 0; k < rules->kind_count; k++)
        hand |= rules->hand[k] != 0;
    if (rules->dice && hand)
        complain_of_first(reader, "dice hand hand-agreed", "dice and men in hand do not go together");
    if (rules->place_dice && (!hand || rules->drops))
        complain_of_first(reader, "place-dice hand hand-agreed drops",
                          "dice are thrown for men in hand alone");
    if (rules->place_rows && (rules->place_count == 2 || rules->place_first == 2))
        complain_of_first(reader, "place-rows place-count place-first",
                          "the men of a row are placed one by one");
    for (unsigned i = 0, wrong = 0; i < rules->place_rows && !wrong; i++)
        if ((wrong = !is_roll(rules, rules->place_row[i])))
            complain_of_first(reader, "place-rows place-dice",
                              rules->place_dice ? "the dice of place-dice do not fall so"
                                                : "place-rows needs place-dice");
    if (rules->dice && rules->check)
        complain_of_first(reader, "dice check", "dice and check do not go together");
    for (unsigned k = 0; k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        if (rules->further_move && kind->leap_count)
            complain_of_first(reader, "further-move leaps", "further-move and leaps do not go together");
        if (kind->first_only && kind->first_lost_to)
            complain_of_first(reader, "first-moves",
                              "a piece that has only its first moves does not lose them");
        bool takes = false;
        for (unsigned i = 0; i < kind->atom_count; i++)
            takes |= kind->atoms[i].mode & MODE_FIRST && kind->atoms[i].mode & MODE_TAKE;
        if (kind->first_unchecked && takes)
            complain_of_first(reader, "first-moves moves",
                              "first moves that depend on attacks do not capture: they are marked mi");
    }
    if (rules->further_move && rules->check)
        complain_of_first(reader, "further-move check", "further-move and check do not go together");
}

/* Reports a name that two kinds of piece have, at the last of our own statements with it. */
static void check_names(struct rules_reader *reader)
{
    const struct rules *rules = reader->rules;
    for (unsigned k = 0; !reader->arena->failed && k < rules->kind_count; k++)
        for (unsigned i = 0; i < rules->kinds[k].name_count; i++) {
            const char *name = rules->kinds[k].names[i];
            const struct ludus_text *said = NULL;
            if (rules_kind(rules, name, strlen(name)) == k)
                continue;
            for (const struct statement *s = reader->first; s; s = s->next)
                for (size_t v = 1; s->row && s->row->shape == SHAPE_KIND && v < s->count; v++)
                    if (s->values[v].length == strlen(name) &&
                        is_alike(s->values[v].text, name, s->values[v].length))
                        said = &s->values[v];
            if (said)
                value_complain(reader, said, "another piece is called so too");
        }
}

/* Applies all statements of a shape. */
static void apply_all_of(struct rules_reader *reader, enum shape shape)
{
    for (const struct statement *s = reader->first; s; s = s->next)
        if (s->row && s->row->shape == shape)
            apply_statement(reader, s);
}

/* Sets the piece of the next attributes. `*letters` has a bit for the letter of each earlier piece. */
static void begin_piece(struct rules_reader *reader, const struct statement *statement, uint32_t *letters)
{
    const struct ludus_text *letter = statement->values;
    bool is_one = statement->count && letter->length == 1 && is_upper(*letter->text);
    uint32_t bit = is_one ? (uint32_t)1 << (*letter->text - 'A') : 0;
    if (*letters & bit)
        value_complain(reader, letter, "another piece has this letter");
    *letters |= bit;
    if (statement->count)
        reader->kind = is_one ? rules_letter(reader->rules, *letter->text) : NONE;
}

/* Applies pieces and the board first, so that other statements can name later ones. */
bool statements_read(struct rules_reader *reader)
{
    const struct statement *parent = NULL;
    uint32_t letters = 0;
    unsigned section = 1, *said; /* a piece begins one; `said`: the last section with the row, or 0 */
    reader->diag.line = 1;
    reader->kind = NONE;
    statements_gather(reader);
    for (const struct statement *s = reader->first; s; s = s->next)
        if (s->row && strcmp(s->row->key, "parent") == 0)
            parent = s;
    if (parent && parent->count == 1)
        parent_apply(reader, parent->values);
    reader->rules->uci_variant = reader->rules->uci_option = NULL; /* an engine knows just these very rules */
    apply_all_of(reader, SHAPE_BOARD);
    apply_all_of(reader, SHAPE_REGION);
    apply_all_of(reader, SHAPE_KIND);
    reader->kind = NONE;
    said = arena_zeroed(reader->diag.arena, statement_row_count * sizeof *said);
    for (const struct statement *s = reader->first; said && s; s = s->next) {
        const struct statement_row *row = s->row;
        unsigned *last = row ? &said[row - statement_rows] : NULL;
        if (!row) {
            struct text_nearest nearest = text_nearest(s->key.text, s->key.length);
            for (size_t i = 0; i < statement_row_count; i++)
                text_try(&nearest, statement_rows[i].key, strlen(statement_rows[i].key));
            say_nearest(reader, value_say(reader, &s->key, MSG_RULES_KEY, NULL), &nearest);
            continue;
        }
        if (row->shape == SHAPE_KIND) {
            begin_piece(reader, s, &letters);
            section++;
            continue;
        }
        if (row->shape != SHAPE_REPEATED && row->shape != SHAPE_REGION &&
            (row->of_piece ? *last == section : *last))
            value_say(reader, &s->key, MSG_RULES_TWICE, NULL);
        *last = section;
        if (row->of_piece && section == 1)
            value_say(reader, &s->key, MSG_RULES_NO_PIECE, NULL);
        else if (row->shape != SHAPE_BOARD && row->shape != SHAPE_REGION &&
                 !(row->of_piece && reader->kind == NONE))
            apply_statement(reader, s);
    }
    check_contradictions(reader);
    check_names(reader);
    return !reader->failed && reader->diag.count[LUDUS_ERROR] == 0 && !reader->diag.arena->failed &&
           !reader->arena->failed;
}
