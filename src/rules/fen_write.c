/* fen_write.c - writes positions as FEN, with the history for repetition rules. */
#include "base/memory.h"
#include "rules/position.h"

#include <stdlib.h>
#include <string.h>

struct square_name square_name_at(unsigned files, unsigned square)
{
    struct square_name name = { "" };
    char *out = name.text;
    unsigned rank = square / files + 1;
    *out++ = (char)('a' + square % files);
    if (rank >= 10)
        *out++ = '1';
    *out = (char)('0' + rank % 10);
    return name;
}

/* Writes a run of empty squares, at most SIDE_MAX; nothing for 0. */
static inline char *write_run(char *at, unsigned run)
{
    if (run == 0)
        return at;
    if (run > 9) {
        *at++ = '1';
        run -= 10;
    }
    *at++ = (char)('0' + run);
    return at;
}

static void write_placement(const struct ludus_position *pos, struct ludus_buffer *out)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    bool bound = squares_any(&pos->bound);
    char *at;
    if (!buf_reserve(out, 2 * rs->squares + rs->rules.ranks))
        return;
    at = out->bytes + out->length;
    for (unsigned rank = rs->rules.ranks; rank-- > 0;) {
        unsigned run = 0, square = rank * rs->rules.files, end = square + rs->rules.files;
        for (; square < end; square++) {
            unsigned code = pos->cell[square];
            if (!code) {
                run++;
                continue;
            }
            at = write_run(at, run);
            run = 0;
            *at++ = rs->letters[code];
            if (bound && squares_has(&pos->bound, square))
                *at++ = '\'';
        }
        at = write_run(at, run);
        if (rank)
            *at++ = '/';
    }
    out->length = (size_t)(at - out->bytes);
}

void fen_write_occurrence(const struct ludus_position *pos, struct ludus_buffer *out)
{
    write_placement(pos, out);
    buf_text(out, pos->side == LUDUS_WHITE ? ":w:" : ":b:");
}

/* A position of the history, and how often it occurred. */
struct occurrence {
    const char *text; /* placement:side: */
    unsigned count;
};

struct history {
    struct occurrence *list;
    size_t count, capacity;
    struct arena texts;
    bool failed;
};

static void add_occurrence(struct history *history, const char *text, unsigned times)
{
    struct occurrence *one = memory_push(&history->list, &history->count, &history->capacity, sizeof *one);
    if (one)
        *one = (struct occurrence){ arena_copy(&history->texts, text, strlen(text)), times };
    history->failed |= !one || !one->text;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct occurrence *)a)->text, ((const struct occurrence *)b)->text);
}

/* Appends rep=: all positions since the last capture, sorted by text. */
static void write_history(const struct ludus_position *pos, struct ludus_buffer *out)
{
    struct history past = { 0 };
    struct ludus_buffer text = { 0 };
    struct ludus_position copy = *pos; /* on which the moves are taken back */
    const struct undo *undo = pos->past;
    const char *before = " rep=";
    for (bool counts = true;; counts = undo_begins(undo), undo = undo->past) {
        if (counts) {
            buf_clear(&text);
            fen_write_occurrence(&copy, &text);
            add_occurrence(&past, buf_string(&text), 1);
        }
        if (!undo || undo_ends(undo))
            break;
        position_unmake(&copy, undo);
    }
    /* Adds the rep= field of the first FEN, without one occurrence of the position of that FEN. */
    for (unsigned i = 0; !undo && i < pos->rep_count; i++) {
        unsigned times = pos->rep[i].count - (pos->rep[i].hash == copy.hash && pos->rep[i].count);
        if (times)
            add_occurrence(&past, pos->rep_text.bytes + pos->rep[i].text, times);
    }
    past.failed |= text.failed;
    if (past.count && !past.failed)
        qsort(past.list, past.count, sizeof *past.list, by_text);
    for (size_t i = 0; i < past.count && !past.failed; i++) {
        struct occurrence *one = &past.list[i];
        if (i + 1 < past.count && strcmp(one->text, one[1].text) == 0) {
            one[1].count += one->count;
        } else {
            buf_format(out, "%s%s%u", before, one->text, one->count);
            before = ";";
        }
    }
    free(past.list);
    arena_free(&past.texts);
    buf_free(&text);
    out->failed |= past.failed;
}

void fen_write(const struct ludus_position *pos, bool history, struct ludus_buffer *out)
{
    const struct ludus_ruleset *rs = pos->ruleset;
    const char *before = " hand=";
    write_placement(pos, out);
    buf_text(out, pos->side == LUDUS_WHITE ? " w " : " b ");
    if (!pos->castling)
        buf_char(out, '-');
    for (unsigned i = 0; i < rs->rules.castle_count; i++)
        if (pos->castling >> i & 1)
            buf_char(out, rs->rules.castles[i].letter);
    buf_char(out, ' ');
    buf_text(out, pos->en_passant == NONE ? "-" : square_name(rs, pos->en_passant).text);
    buf_char(out, ' ');
    buf_number(out, pos->quiet);
    buf_char(out, ' ');
    buf_number(out, pos->number);
    for (unsigned side = 0; rs->places && side < 2; side++)
        for (unsigned k = 0; k < rs->rules.kind_count; k++) {
            if (!pos->hand[side][k])
                continue;
            buf_format(out, "%s%c%u", before, rs->letters[CODE_OF(k, side)], pos->hand[side][k]);
            before = "";
        }
    if (rs->counts_taken)
        buf_format(out, " taken=%u/%u", pos->taken[LUDUS_WHITE], pos->taken[LUDUS_BLACK]);
    if (rs->tracks_fresh) { /* sorted by file, then rank, like their names */
        buf_format(out, " %s=", rs->fresh_field);
        if (!squares_any(&pos->fresh))
            buf_char(out, '-');
        for (unsigned file = 0; file < rs->rules.files; file++)
            for (unsigned square = file; square < rs->squares; square += rs->rules.files)
                if (squares_has(&pos->fresh, square))
                    buf_text(out, square_name(rs, square).text);
    }
    if (rs->tracks_captured)
        buf_format(out, " captured=%u", pos->captured);
    if (history)
        write_history(pos, out);
}
