/* export.c - writes records in any format. */
#include "base/memory.h"
#include "base/text.h"
#include "decode/transcript_write.h"
#include "formats/pdn.h"
#include "formats/record_write.h"
#include "formats/xml.h"
#include "notation/format.h"
#include "notation/record.h"
#include "notation/turns.h"
#include "play/replay.h"
#include "rules/ruleset.h"

#include <stdlib.h>
#include <string.h>

/* ---- PGN for programs that read nothing but PGN, and PDN ---- */

/* What is known of the turn that begins with an item: it was not played; its first and last square tell it.
 */
enum { NOTE_FAULTY = 1, NOTE_BRIEF = 2 };

struct writing {
    struct visit visit;
    const uint8_t *notes;       /* for each item; NULL: none has any */
    const struct pdn_game *pdn; /* NULL: this is PGN */
    struct ludus_buffer word;   /* a move of PDN; owned */
    struct layout layout;
    bool other;     /* the game is not in short algebraic notation */
    bool unknown;   /* its rules are unknown: a move that looks like one of PGN is written as one */
    size_t stopped; /* depth from which on everything is in comments, plus 1; 0: nothing is */
    bool whole;     /* also the parentheses of that variation */
    bool brace;     /* a comment of write_aside is open */
    bool opened;    /* the last item was a parenthesis */
    bool result;    /* the result has been written */
};

/* ---- Tags ---- */

/* The value of each tag of the roster that the record lacks. */
static const char *const empty_values[ROSTER] = { "?", "?", "????.??.??", "?", "?", "?", "*" };

static void write_tag(struct ludus_buffer *out, struct ludus_text name, struct ludus_text value)
{
    size_t at = out->length;
    roster_write(name, value, out);
    for (; at + 1 < out->length; at++)
        out->bytes[at] = (unsigned char)out->bytes[at] < ' ' ? ' ' : out->bytes[at];
}

/* Writes the tags after the roster as PDN has them: first the type of the game and the position. */
static void write_pdn_tags(const struct canonical *canonical, const struct pdn_game *pdn,
                           const struct ludus_position *start, struct ludus_buffer *out)
{
    const struct ludus_game *game = &canonical->game;
    const struct tag *fen = record_tag(game, "FEN");
    struct ludus_buffer text = { 0 };
    buf_format(&text, "%u", pdn->number);
    write_tag(out, (struct ludus_text){ "GameType", 8 },
              canonical_tag(canonical, "GameType", buf_string(&text)));
    buf_clear(&text);
    if (fen && start)
        pdn_fen_write(pdn, start, &text);
    if (fen)
        write_tag(out, fen->name, start ? ludus_buffer_text(&text) : fen->value);
    for (size_t i = 0; i < game->tag_count; i++) {
        struct ludus_text name = game->tags[i].name;
        if (roster_place(name) == ROSTER &&
            text_among(name.text, name.length, "GameType FEN Variant ResultAsWritten") < 0)
            write_tag(out, name, game->tags[i].value);
    }
    out->failed |= text.failed;
    buf_free(&text);
}

static void write_tags(const struct canonical *canonical, const struct pdn_game *pdn,
                       const struct ludus_position *start, struct ludus_buffer *out)
{
    const struct ludus_game *game = &canonical->game;
    for (size_t i = 0; i < ROSTER; i++) {
        const struct item *result = i + 1 == ROSTER ? turns_result(game) : NULL;
        const char *otherwise = result ? result_text(result->result) : empty_values[i];
        struct ludus_text value = canonical_tag(canonical, roster_names[i].text, otherwise);
        if (result && result_read(value) == NO_RESULT) /* not a result: the text has one */
            value = (struct ludus_text){ otherwise, strlen(otherwise) };
        if (pdn && i + 1 == ROSTER) {
            otherwise = pdn_result_text(pdn, result_read(value));
            value = canonical_tag(canonical, *otherwise == '*' ? "ResultAsWritten" : "", otherwise);
        }
        write_tag(out, roster_names[i], value);
    }
    if (pdn)
        write_pdn_tags(canonical, pdn, start, out);
    for (size_t i = 0; i < game->tag_count && !pdn; i++)
        if (roster_place(game->tags[i].name) == ROSTER)
            write_tag(out, game->tags[i].name, game->tags[i].value);
    buf_char(out, '\n');
}

/* ---- Comments ---- */

static void close_brace(struct writing *w)
{
    if (w->brace)
        layout_text(&w->layout, "}");
    w->brace = false;
}

/* Writes words. Braces become parentheses, because a comment cannot contain them. */
static void write_words(struct writing *w, const char *text, size_t length)
{
    bool blank = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i] == '{' ? '(' : text[i] == '}' ? ')' : text[i];
        bool space = is_space(c) || c == '\0';
        if (blank && !space)
            layout_space(&w->layout);
        if (!space)
            layout_add(&w->layout, &c, 1);
        blank = space;
    }
}

/* Writes text that is not PGN in a new comment, or adds it to the open one. */
static void write_aside(struct writing *w, const char *before, const char *text, size_t length)
{
    if (*before != ',' || !w->brace)
        layout_space(&w->layout);
    if (!w->brace)
        layout_text(&w->layout, "{");
    w->brace = true;
    layout_text(&w->layout, before);
    if (*before)
        layout_space(&w->layout);
    write_words(w, text, length);
}

/* Writes a comment; after the end of the moves, inside the comment that holds the rest of the line. */
static void write_comment(struct writing *w, const struct item *item)
{
    bool within = w->stopped && !w->other;
    if (within) {
        write_aside(w, "", "(", 1);
    } else {
        close_brace(w);
        layout_space(&w->layout);
        layout_text(&w->layout, "{");
    }
    write_words(w, item->text, item->length);
    layout_text(&w->layout, within ? ")" : "}");
}

/* ---- Where the moves end ---- */

static bool looks_like_pgn(const struct move_text *move)
{
    bool letter = move->name_length == 1 && strchr("KQRBNP", *move->plain);
    bool squares = move->style == MOVE_SQUARES && !(move->flags & (MOVE_PATH | MOVE_REMOVED)) &&
                   (letter || (move->name_length == 0 && !(move->flags & MOVE_LONG)));
    return squares || move->style == MOVE_CASTLE_SHORT || move->style == MOVE_CASTLE_LONG ||
           move->style == MOVE_PASS;
}

/* Checks if the next move cannot be written in PGN; if so, the moves of this line, or of the variation that
 * begins here, end. A move number is treated as its move. */
static void stop_moves(struct writing *w, enum ludus_event event)
{
    enum { NOT_PLAIN = MOVE_SIC | MOVE_UNCLEAR | MOVE_SUPPLIED | MOVE_JOINED | MOVE_SQUEEZE };
    bool opens = event == LUDUS_EVENT_VARIATION;
    struct visit next = w->visit;
    if (w->stopped)
        return;
    if (opens)
        event = visit_next_item(&next);
    if (event == LUDUS_EVENT_NUMBER)
        event = visit_next_item(&next);
    const struct move_text *move = event == LUDUS_EVENT_MOVE ? &next.item->move : NULL;
    bool ends = event == LUDUS_EVENT_UNREAD || event == LUDUS_EVENT_DICE;
    if (move)
        ends = move->flags & NOT_PLAIN || move->style == MOVE_PATTERN || move->style == MOVE_LOST ||
               move->style == MOVE_PLACE || move->style == MOVE_REMOVE ||
               (w->notes && w->notes[next.at - 1] & NOTE_FAULTY) || (w->unknown && !looks_like_pgn(move));
    if (ends) {
        w->stopped = w->visit.depth + 1;
        w->whole = opens;
    }
}

/* ---- Movetext ---- */

static void write_word(struct writing *w, const struct item *item, const char *text, size_t length)
{
    if (w->stopped) {
        write_aside(w, turns_joined(item) ? "," : "", text, length);
        return;
    }
    close_brace(w);
    layout_word(&w->layout, text, length);
}

static void write_close(struct writing *w, const struct item *item)
{
    bool ends = w->stopped == w->visit.depth + 2;
    if (ends && !w->whole) {
        w->stopped = 0;
        close_brace(w);
    }
    if (w->brace || !w->stopped)
        w->layout.glue = true;
    write_word(w, item, ")", 1);
    if (ends && w->whole) {
        w->stopped = 0;
        close_brace(w);
    }
}

static void write_result(struct writing *w, const struct item *item, unsigned result)
{
    const char *text = w->pdn ? pdn_result_text(w->pdn, result) : result_text(result);
    if (item)
        write_word(w, item, text, strlen(text));
    else
        layout_word(&w->layout, text, strlen(text));
}

static void write_event(struct writing *w, enum ludus_event event)
{
    const struct item *item = w->visit.item;
    bool opened = w->opened;
    struct visit next = w->visit;
    if (!item) /* a tag, or the end of a variation that is not closed */
        return;
    w->opened = event == LUDUS_EVENT_VARIATION;
    stop_moves(w, event);
    switch (event) {
    case LUDUS_EVENT_COMMENT:
        write_comment(w, item);
        return;
    case LUDUS_EVENT_ESCAPE:
        close_brace(w);
        layout_line(&w->layout, '%', item->text, item->length);
        return;
    case LUDUS_EVENT_MOVE:
        if (w->pdn) {
            buf_clear(&w->word);
            pdn_move_write(w->pdn, item, w->notes && w->notes[w->visit.at - 1] & NOTE_BRIEF, &w->word);
            write_word(w, item, buf_string(&w->word), w->word.length);
        } else if (item->move.style == MOVE_PASS && !w->stopped)
            write_word(w, item, "--", 2);
        else
            write_word(w, item, item->text, item->length);
        return;
    case LUDUS_EVENT_RESULT:
        if (w->visit.depth == 0) {
            w->stopped = 0;
            w->result = true;
        }
        write_result(w, item, item->result);
        return;
    case LUDUS_EVENT_VARIATION:
        write_word(w, item, "(", 1);
        if (visit_next(&next) != LUDUS_EVENT_COMMENT || !w->other)
            w->layout.glue = true;
        return;
    case LUDUS_EVENT_VARIATION_END:
        write_close(w, item);
        return;
    default:
        if (event == LUDUS_EVENT_NUMBER && w->other && !opened)
            close_brace(w);
        write_word(w, item, item->text, item->length);
    }
}

/* Notes what turns of the record are not played, and which are clear by two squares. Returns an array, freed
 * by the caller; NULL without memory. */
static uint8_t *note_turns(struct ludus_game *game, struct ludus_replay *replay)
{
    struct ludus_turn turn = { .size = sizeof turn };
    struct ludus_move others[RESOLVE_MAX];
    uint8_t *notes = memory_zeroed(game->item_count + 1, sizeof *notes);
    bool replayed = notes && ludus_replay_start(replay, game);
    while (replayed && ludus_replay_next(replay, &turn)) {
        const struct item *first = replay->turn.item_count ? replay->turn.items[0] : NULL;
        if (first && turn.state != LUDUS_TURN_PLAYED) /* not played */
            notes[first - game->items] = NOTE_FAULTY;
        if (!first || turn.state != LUDUS_TURN_PLAYED || turn.moves_count != 1 ||
            turn.moves[0].type != LUDUS_LEAP)
            continue;
        size_t count = movegen_to(ludus_replay_before(replay), ~(kind_set)0, turn.moves[0].to, others,
                                  RESOLVE_MAX),
               same = 0;
        for (size_t i = 0; i < count && i < RESOLVE_MAX; i++)
            same += others[i].from == turn.moves[0].from;
        notes[first - game->items] = same == 1 ? NOTE_BRIEF : 0;
    }
    return notes;
}

/* Appends the record: all seven tags of the roster, results as in PGN. What PGN cannot express as moves is
 * written in comments: all turns of a game that is not in short algebraic notation; in other games an
 * unreadable, damaged, illegal or irregular move and everything after it in its line. A record that is not
 * `sound` is replayed to find such moves. With `pdn` the record is written as one of PDN. */
static void pgn_write_record(struct canonical *canonical, struct ludus_replay *replay, bool sound,
                             const struct pdn_game *pdn, struct ludus_buffer *out)
{
    struct ludus_game *game = &canonical->game;
    bool unknown = !canonical->rules;
    struct visit first = { .game = game }; /* the first move */
    enum ludus_event event = LUDUS_EVENT_TAG;
    while (unknown && event != LUDUS_EVENT_MOVE && event != LUDUS_EVENT_END)
        event = visit_next(&first);
    bool san = pdn       ? true
               : unknown ? event == LUDUS_EVENT_MOVE && looks_like_pgn(&first.item->move)
                         : canonical->rules->rules.notation == STYLE_SAN;
    struct writing w = { .visit = { .game = game },
                         .pdn = pdn,
                         .layout = { .out = out },
                         .other = !san,
                         .unknown = unknown,
                         .stopped = san ? 0 : 1 };
    if (ludus_game_empty(game))
        return;
    bool replayed = pdn || (san && !unknown && !sound);
    uint8_t *notes = replayed ? note_turns(game, replay) : NULL;
    out->failed |= replayed && !notes;
    w.notes = notes;
    replayed = pdn && ludus_replay_start(replay, game);
    write_tags(canonical, pdn, replayed ? ludus_replay_after(replay) : NULL, out);
    while ((event = visit_next_item(&w.visit)) != LUDUS_EVENT_END)
        write_event(&w, event);
    close_brace(&w);
    if (!w.result) {
        unsigned result = result_read(canonical_tag(canonical, "Result", "*"));
        write_result(&w, NULL, result == NO_RESULT ? LUDUS_OPEN : result);
    }
    layout_break(&w.layout);
    buf_char(out, '\n');
    out->failed |= w.word.failed;
    buf_free(&w.word);
    free(notes);
}

/* ---- Any format ---- */

struct ludus_export {
    enum ludus_format format;
    bool tei;
    size_t count; /* number of records written */
    struct record_writer record;
    struct canonical canonical;
    struct dialects words; /* of printed pages, once the first is written */
    struct pdn_game pdn;
};

enum ludus_format ludus_format_of(const char *name)
{
    static const struct {
        const char *ending;
        enum ludus_format format;
    } endings[] = {
        { ".ludus", LUDUS_FORMAT_LUDUS }, { ".pgn", LUDUS_FORMAT_PGN },
        { ".xml", LUDUS_FORMAT_XML },     { ".json", LUDUS_FORMAT_JSON },
        { ".jsonl", LUDUS_FORMAT_JSON },  { ".txt", LUDUS_FORMAT_TRANSCRIPT },
        { ".pdn", LUDUS_FORMAT_PDN },
    };
    static const size_t packings[] = { [LUDUS_GZIP] = sizeof ".gz" - 1, [LUDUS_ZSTD] = sizeof ".zst" - 1 };
    size_t length = strlen(name) - packings[ludus_packing_of(name)];
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t ending = strlen(endings[i].ending);
        if (length > ending && is_alike(name + length - ending, endings[i].ending, ending))
            return endings[i].format;
    }
    return LUDUS_FORMAT_ANY;
}

struct ludus_export *ludus_export_new(const struct ludus_export_options *options)
{
    struct ludus_export_options given = { .format = LUDUS_FORMAT_ANY };
    struct ludus_export *writer =
        sized_take(&given, sizeof given, options) ? memory_zeroed(1, sizeof *writer) : NULL;
    if (!writer)
        return NULL;
    writer->format = given.format;
    writer->tei = given.tei && given.format == LUDUS_FORMAT_XML;
    writer->record.replay = ludus_replay_new(given.rules);
    writer->record.positions = given.positions;
    writer->record.moves = given.resolve;
    if (writer->record.replay)
        return writer;
    ludus_export_free(writer);
    return NULL;
}

void ludus_export_free(struct ludus_export *writer)
{
    if (!writer)
        return;
    ludus_replay_free(writer->record.replay);
    buf_free(&writer->record.fen);
    buf_free(&writer->canonical.text);
    record_free(&writer->canonical.game);
    dialects_close(&writer->words);
    free(writer);
}

void ludus_export_begin(struct ludus_export *writer, struct ludus_buffer *out)
{
    if (writer->tei)
        buf_text(out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<teiCorpus xmlns=\"" TEI_NAMESPACE "\">\n"
                 "<teiHeader>\n<fileDesc>\n<titleStmt><title>Records of games</title></titleStmt>\n"
                 "<publicationStmt><p>Made from records by ludconv.</p></publicationStmt>\n"
                 "<sourceDesc><p>The sources of each record are told in its own header.</p></sourceDesc>\n"
                 "</fileDesc>\n</teiHeader>\n");
    else if (writer->format == LUDUS_FORMAT_XML)
        buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records xmlns=\"" XML_RECORD_NAMESPACE
                      "\" xml:space=\"preserve\">\n");
}

void ludus_export_end(struct ludus_export *writer, size_t records, struct ludus_buffer *out)
{
    static const struct ludus_game nothing;
    if (writer->tei && records == 0) /* TEI has no empty corpus */
        tei_write_record(&nothing, 0, out);
    if (writer->tei)
        buf_text(out, "</teiCorpus>\n");
    else if (writer->format == LUDUS_FORMAT_XML)
        buf_text(out, "</records>\n");
}

void ludus_export_game(struct ludus_export *writer, struct ludus_game *game, struct ludus_buffer *out)
{
    struct canonical *canonical = &writer->canonical;
    if (writer->tei)
        tei_write_record(game, ++writer->count, out);
    else if (writer->format == LUDUS_FORMAT_XML || writer->format == LUDUS_FORMAT_JSON)
        write_record(&writer->record, game, writer->format == LUDUS_FORMAT_XML, out);
    else if (writer->format < LUDUS_FORMAT_TRANSCRIPT && writer->format != LUDUS_FORMAT_PGN)
        ludus_game_format(writer->record.replay, game, out);
    else {
        buf_clear(&canonical->text);
        ludus_game_format(writer->record.replay, game,
                          &canonical->text); /* this adds the messages of the game */
        canonical->rules = game->item_count ? ludus_replay_ruleset(writer->record.replay) : NULL;
        canonical->game.number = game->number;
        canonical->game.diag.file = game->diag.file;
        if (!record_read_text(&canonical->game, &canonical->text))
            out->failed = true;
        else if (writer->format == LUDUS_FORMAT_TRANSCRIPT)
            transcript_write_record(canonical, &writer->words, out);
        else {
            const struct ludus_ruleset *rules = ludus_replay_ruleset(writer->record.replay);
            bool pdn = writer->format == LUDUS_FORMAT_PDN && rules &&
                       pdn_game_find(&writer->pdn, canonical_tag(canonical, "GameType", ""), rules, 0);
            pgn_write_record(canonical, writer->record.replay, ludus_game_count(game, LUDUS_ERROR) == 0,
                             pdn ? &writer->pdn : NULL, out);
        }
    }
}
