/* words.c - words and sentences of drawings, pages and books in a language (words.json, words_print.json);
 * the position and the turn in words, for readers who cannot see them. */
#include "base/text.h"
#include "draw/scene.h"

#include <string.h>

/* ---- A language ---- */

const char *words_in(const char *language, const char *text)
{
    unsigned column = 0; /* of the first row, which has the languages */
    while (language && column < WORDS_LANGUAGES && strcmp(words_table->in[column], language) != 0)
        column++;
    for (const struct words_row *row = words_table; language && column < WORDS_LANGUAGES && row->text; row++)
        if (strcmp(row->text, text) == 0)
            return row->in[column];
    return text;
}

struct word {
    const char *name, *value;
};

/* Appends a sentence in a language, with the value of each of its {words}, which a NULL name ends. */
static void put_sentence(struct ludus_buffer *out, const char *language, const char *text,
                         const struct word words[])
{
    const char *said = words_in(language, text);
    struct ludus_text part;
    for (enum template_part kind; (kind = template_next(&said, &part));) {
        const struct word *word = words;
        while (word->name && !text_is(part.text, part.length, word->name))
            word++;
        if (kind == TEMPLATE_TEXT)
            buf_add(out, part.text, part.length);
        else
            buf_text(out, word->name ? word->value : "");
    }
}

/* The values of up to three words, for put_sentence. */
#define WORDS(...) ((const struct word[]){ __VA_ARGS__, { NULL, NULL } })

/* Makes a capital of the letter at a place. */
static void capitalise(struct ludus_buffer *out, size_t at)
{
    if (at < out->length)
        out->bytes[at] = to_upper(out->bytes[at]);
}

void words_label(struct ludus_buffer *out, const char *language, const char *text)
{
    const size_t begin = out->length;
    put_sentence(out, language, "{word}:", WORDS({ "word", words_in(language, text) }));
    capitalise(out, begin);
}

/* ---- The position ---- */

static void add_side(struct ludus_buffer *out, const struct ludus_position *position, unsigned side,
                     const char *language)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    unsigned squares = ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset);
    const char *before = " ";
    words_label(out, language, side_name(side));
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++) {
        bool any = false; /* "Miles b2, c2" */
        for (unsigned s = 0; s < squares; s++) {
            struct ludus_square at = ludus_position_at(position, s);
            if (at.kind != kind || at.side != side)
                continue;
            if (!any)
                buf_format(out, "%s%s ", before, words_in(language, ludus_ruleset_kind_name(ruleset, kind)));
            buf_format(out, "%s%s", any ? ", " : "", square_name(ruleset, s).text);
            if (at.bound)
                buf_format(out, " (%s)", words_in(language, "bound"));
            any = true;
            before = "; ";
        }
    }
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++) {
        unsigned count = ludus_position_hand(position, (enum ludus_side)side, kind);
        if (count == 0)
            continue;
        buf_format(out, "%s%u %s %s", before, count,
                   words_in(language, ludus_ruleset_kind_name(ruleset, kind)), words_in(language, "in hand"));
        before = "; ";
    }
    buf_format(out, "%s%s. ", *before == ' ' ? before : "",
               *before == ' ' ? words_in(language, "nothing") : "");
}

void words_position(struct ludus_buffer *out, const struct ludus_position *position, bool men,
                    const char *language)
{
    const char *reason = NULL;
    enum ludus_result result = ludus_position_result(position, &reason);
    for (unsigned side = 0; men && side < 2; side++)
        add_side(out, position, side, language);
    if (position->sideless)
        while (out->length && out->bytes[out->length - 1] == ' ')
            out->length--;
    else if (result == LUDUS_OPEN)
        put_sentence(out, language, "{side} to move.",
                     WORDS({ "side", words_in(language, side_name(ludus_position_side(position))) }));
    else
        buf_format(out, "%s: %s.",
                   words_in(language, result == LUDUS_DRAW         ? "Drawn"
                                      : result == LUDUS_BLACK_WINS ? "Black has won"
                                                                   : "White has won"),
                   words_in(language, reason ? reason : "the game is over"));
}

/* Appends a sentence with its {list} or {men}, if there are any, after `before`; and frees the list. */
static void put_list(struct ludus_buffer *out, const char *language, const char *before, const char *text,
                     struct ludus_buffer *list)
{
    if (list->length) {
        buf_text(out, before);
        put_sentence(out, language, text, WORDS({ "list", buf_string(list) }, { "men", buf_string(list) }));
    }
    out->failed |= list->failed;
    buf_free(list);
}

/* ---- The turn ---- */

static void add_move(struct ludus_buffer *out, const struct played_move *played, const char *language)
{
    const struct ludus_ruleset *ruleset = played->before->ruleset;
    const struct ludus_move move = played->move;
    const bool placed = move.type == LUDUS_PLACE, pair = placed && move.from != LUDUS_NO_SQUARE;
    const bool gone = move.type == LUDUS_REMOVE, named = placed || (!gone && move.from == LUDUS_NO_SQUARE);
    const struct ludus_square man = ludus_position_at(played->before, gone || named ? move.to : move.from);
    const unsigned kind = named ? move.piece : man.kind;
    const char *name = kind == LUDUS_NO_KIND ? "piece"
                       : gone && man.bound   ? "bound man"
                                             : ludus_ruleset_kind_name(ruleset, kind);
    if (move.type == LUDUS_CASTLE)
        buf_format(out, "%s, ", words_in(language, move.to > move.from ? "castles short" : "castles long"));
    put_sentence(out, language,
                 gone                      ? "{piece} removed from {to}"
                 : pair                    ? "{piece} placed on {to} and {from}"
                 : placed                  ? "{piece} placed on {to}"
                 : move.type == LUDUS_JUMP ? "{piece} {from} jumps to {to}"
                                           : "{piece} {from} to {to}",
                 WORDS({ "piece", words_in(language, name) },
                       { "from", square_name(ruleset, move.from).text },
                       { "to", square_name(ruleset, move.to).text }));
}

/* Appends ", taking Man on b4 and Dux on c5" after a move, also for other squares; ", binding Man on d4"; ",
 * losing Man on e6" for a bound man that falls. */
static void add_effects(struct ludus_buffer *out, const struct played_move *played, const char *language)
{
    enum { TAKING, BINDING, LOSING };
    static const char *const verbs[] = { "taking {men}", "binding {men}", "losing {men}" };
    for (unsigned verb = TAKING; verb <= LOSING; verb++) {
        const struct played_man *man = verb == BINDING ? played->bound : played->taken;
        const struct played_man *end = man + (verb == BINDING ? played->bound_count : played->taken_count);
        struct ludus_buffer men = { 0 };
        for (; man < end; man++) {
            const char *name =
                words_in(language, ludus_ruleset_kind_name(played->before->ruleset, man->man.kind));
            const struct square_name square = square_name(played->before->ruleset, man->square);
            if (verb != BINDING && man->own != (verb == LOSING))
                continue;
            if (men.length)
                buf_format(&men, " %s ", words_in(language, "and"));
            put_sentence(&men, language, man->square != played->move.to ? "{piece} on {square}" : "{piece}",
                         WORDS({ "piece", name }, { "square", square.text }));
        }
        put_list(out, language, ", ", verbs[verb], &men);
    }
}

static void add_turn(struct ludus_buffer *out, const struct ludus_position *before,
                     const struct ludus_turn *turn, const char *language)
{
    const size_t begin = out->length;
    struct ludus_buffer dice = { 0 }, moves = { 0 };
    struct played_move played;
    for (unsigned i = 0; i < turn->dice_count; i++) {
        if (i)
            buf_format(&dice, i + 1 < turn->dice_count ? ", " : " %s ", words_in(language, "and"));
        if (turn->dice[i])
            buf_number(&dice, turn->dice[i]);
        else
            buf_text(&dice, words_in(language, "an illegible number"));
    }
    played_begin(&played, before, turn);
    while (played_next(&played)) {
        const unsigned becomes = resolve_becomes(played.before, played.move);
        buf_text(&moves, played.index ? ", " : "");
        if (played.move.type == LUDUS_PASS) {
            buf_text(&moves, words_in(language, "pass"));
            continue;
        }
        add_move(&moves, &played, language);
        if (played.move.type != LUDUS_REMOVE)
            add_effects(&moves, &played, language);
        if (becomes != NONE) {
            buf_text(&moves, ", ");
            put_sentence(
                &moves, language, "becoming {piece}",
                WORDS({ "piece", words_in(language, ludus_ruleset_kind_name(before->ruleset, becomes)) }));
        }
    }
    put_sentence(out, language, turn->dice_count ? "{side} rolled {dice}; {moves}" : "{side} plays: {moves}",
                 WORDS({ "side", words_in(language, side_name(turn->side)) }, { "dice", buf_string(&dice) },
                       { "moves", turn->moves_count ? buf_string(&moves) : words_in(language, "pass") }));
    capitalise(out, begin);
    out->failed |= dice.failed || moves.failed;
    buf_free(&dice);
    buf_free(&moves);
}

/* ---- A scene ---- */

/* Appends " Marked: e4 red circle. Arrows: e2 to e4 green.", as far as there are any. */
static void add_notes(struct ludus_buffer *out, const struct scene *scene, const char *language)
{
    static const char *const shapes[] = { MARK_SHAPES }, *const sentences[] = { "Marked: {list}.",
                                                                                "Arrows: {list}." };
    for (unsigned arrows = 0; arrows < 2; arrows++) {
        const struct scene_note *note = arrows ? scene->arrows : scene->marks;
        struct ludus_buffer list = { 0 };
        for (unsigned left = arrows ? scene->arrow_count : scene->mark_count; left > 0; left--, note++) {
            buf_text(&list, list.length ? ", " : "");
            put_sentence(
                &list, language, arrows ? "{from} to {to} {colour}" : "{from} {colour} {shape}",
                WORDS({ "from", square_name_at(scene->files, note->from).text },
                      { "to", square_name_at(scene->files, note->to).text },
                      { "colour", words_in(language, note->colour) },
                      { "shape",
                        note->shape == MARK_TEXT ? note->text : words_in(language, shapes[note->shape]) }));
        }
        put_list(out, language, " ", sentences[arrows], &list);
    }
}

/* Appends " Chance of a hit next turn: b6 56%, c3 3%." */
static void add_odds(struct ludus_buffer *out, const struct scene *scene, const char *language)
{
    struct ludus_buffer list = { 0 };
    for (unsigned s = 0; s < scene->files * scene->ranks; s++)
        if (scene->odds[s])
            buf_format(&list, "%s%s %u%%", list.length ? ", " : "", square_name_at(scene->files, s).text,
                       scene->odds[s]);
    if (!list.length)
        buf_format(out, " %s", words_in(language, "Nothing can be hit next turn."));
    put_list(out, language, " ", "Chance of a hit next turn: {list}.", &list);
}

void words_scene(struct ludus_buffer *out, const struct scene *scene, const struct turn_text *source)
{
    const char *language = source->options->language;
    if (source->turn) {
        add_turn(out, ludus_replay_before(source->replay), source->turn, language);
        buf_text(out, ". ");
    }
    words_position(out, source->shown, true, language);
    add_notes(out, scene, language);
    if (scene->has_odds)
        add_odds(out, scene, language);
}
