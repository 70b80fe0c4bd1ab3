/* words.c - words and sentences of drawings, pages and books in a language (words.json); the position and the
 * turn in words, for readers who cannot see them. */
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

/* Appends a sentence in a language, with a value in the place of its {word}. */
static void put_sentence(struct ludus_buffer *out, const char *language, const char *text, const char *value)
{
    const char *said = words_in(language, text), *place = strchr(said, '{'),
               *end = place ? strchr(place, '}') : NULL;
    buf_add(out, said, end ? (size_t)(place - said) : strlen(said));
    buf_text(out, end ? value : "");
    buf_text(out, end ? end + 1 : "");
}

void words_label(struct ludus_buffer *out, const char *language, const char *text)
{
    const size_t begin = out->length;
    put_sentence(out, language, "{word}:", words_in(language, text));
    if (!out->failed)
        out->bytes[begin] = to_upper(out->bytes[begin]);
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
                     words_in(language, side_name(ludus_position_side(position))));
    else
        buf_format(out, "%s: %s.",
                   words_in(language, result == LUDUS_DRAW         ? "Drawn"
                                      : result == LUDUS_BLACK_WINS ? "Black has won"
                                                                   : "White has won"),
                   words_in(language, reason ? reason : "the game is over"));
}

/* ---- The turn ---- */

static void add_move(struct ludus_buffer *out, const struct played_move *played)
{
    const struct ludus_ruleset *ruleset = played->before->ruleset;
    const struct ludus_move move = played->move;
    const bool placed = move.type == LUDUS_PLACE, from = move.from != LUDUS_NO_SQUARE;
    unsigned kind = placed || !from ? move.piece : ludus_position_at(played->before, move.from).kind;
    const char *name = kind != LUDUS_NO_KIND ? ludus_ruleset_kind_name(ruleset, kind) : "piece";
    if (placed) {
        buf_format(out, "%s placed on %s", name, square_name(ruleset, move.to).text);
        if (from) /* the second of a pair */
            buf_format(out, " and %s", square_name(ruleset, move.from).text);
    } else if (move.type == LUDUS_REMOVE) {
        const struct ludus_square gone = ludus_position_at(played->before, move.to);
        buf_format(out, "%s removed from %s",
                   gone.bound ? "bound man" : ludus_ruleset_kind_name(ruleset, gone.kind),
                   square_name(ruleset, move.to).text);
    } else {
        if (move.type == LUDUS_CASTLE)
            buf_text(out, move.to > move.from ? "castles short, " : "castles long, ");
        buf_format(out, "%s %s %s %s", name, square_name(ruleset, move.from).text,
                   move.type == LUDUS_JUMP ? "jumps to" : "to", square_name(ruleset, move.to).text);
    }
}

/* Appends ", taking Man on b4 and Dux on c5" after a move, also for other squares; ", binding Man on d4"; ",
 * losing Man on e6" for a bound man that falls. */
static void add_effects(struct ludus_buffer *out, const struct played_move *played)
{
    enum { TAKING, BINDING, LOSING };
    static const char *const verbs[] = { ", taking ", ", binding ", ", losing " };
    for (unsigned verb = TAKING; verb <= LOSING; verb++) {
        bool binding = verb == BINDING;
        const struct played_man *man = binding ? played->bound : played->taken;
        const char *before = verbs[verb];
        for (unsigned left = binding ? played->bound_count : played->taken_count; left > 0; left--, man++) {
            if (!binding && man->own != (verb == LOSING))
                continue;
            buf_format(out, "%s%s", before, ludus_ruleset_kind_name(played->before->ruleset, man->man.kind));
            if (man->square != played->move.to)
                buf_format(out, " on %s", square_name(played->before->ruleset, man->square).text);
            before = " and ";
        }
    }
}

void words_turn(struct ludus_buffer *out, const struct ludus_position *before, const struct ludus_turn *turn)
{
    struct played_move played;
    buf_text(out, side_name(turn->side));
    buf_text(out, turn->dice_count ? " rolled " : " plays: ");
    for (unsigned i = 0; i < turn->dice_count; i++) {
        if (i)
            buf_text(out, i + 1 == turn->dice_count ? " and " : ", ");
        if (turn->dice[i])
            buf_format(out, "%u", turn->dice[i]);
        else
            buf_text(out, "an illegible number");
    }
    buf_text(out, turn->dice_count ? "; " : "");
    played_begin(&played, before, turn);
    while (played_next(&played)) {
        const struct ludus_move move = played.move;
        buf_text(out, played.index ? ", " : "");
        if (move.type == LUDUS_PASS) {
            buf_text(out, "pass");
            continue;
        }
        add_move(out, &played);
        if (move.type != LUDUS_REMOVE)
            add_effects(out, &played);
        unsigned becomes = resolve_becomes(played.before, move);
        if (becomes != NONE)
            buf_format(out, ", becoming %s", ludus_ruleset_kind_name(before->ruleset, becomes));
    }
    if (turn->moves_count == 0)
        buf_text(out, "pass");
}
