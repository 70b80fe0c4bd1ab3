/* words.c - positions and turns in words, for those who cannot see the drawing. */
#include "draw/words.h"

#include "play/force.h"
#include "rules/position.h"

#include <stdio.h>

static const char *const sides[2] = { "White", "Black" };

static void add_square(struct ludus_buffer *out, const struct ludus_ruleset *ruleset, unsigned square)
{
    unsigned files = ludus_ruleset_files(ruleset);
    buf_format(out, "%c%u", (int)('a' + square % files), square / files + 1);
}

/* "Miles b2, c2" after a separator; whether there were any. */
static bool add_kind(struct ludus_buffer *out, const struct ludus_position *position, unsigned side,
                     unsigned kind, bool first)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    unsigned squares = ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset), count = 0;
    for (unsigned s = 0; s < squares; s++) {
        struct ludus_square at = ludus_position_at(position, s);
        if (at.kind != kind || at.side != side)
            continue;
        if (count == 0)
            buf_format(out, "%s%s ", first ? " " : "; ", ludus_ruleset_kind_name(ruleset, kind));
        else
            buf_text(out, ", ");
        count++;
        add_square(out, ruleset, s);
        if (at.bound)
            buf_text(out, " (bound)");
    }
    return count > 0;
}

static void add_side(struct ludus_buffer *out, const struct ludus_position *position, unsigned side)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    bool first = true;
    buf_format(out, "%s:", sides[side]);
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++)
        if (add_kind(out, position, side, kind, first))
            first = false;
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset); kind++) {
        unsigned count = ludus_position_hand(position, (enum ludus_side)side, kind);
        if (count > 0) {
            buf_format(out, "%s%u %s in hand", first ? " " : "; ", count,
                       ludus_ruleset_kind_name(ruleset, kind));
            first = false;
        }
    }
    buf_text(out, first ? " nothing. " : ". ");
}

void words_standing(struct ludus_buffer *out, const struct ludus_position *position)
{
    const char *reason = NULL;
    enum ludus_result result = ludus_position_result(position, &reason);
    if (position->sideless)
        return;
    if (result == LUDUS_OPEN)
        buf_format(out, "%s to move.", sides[ludus_position_side(position)]);
    else if (result == LUDUS_DRAW)
        buf_format(out, "Drawn: %s.", reason ? reason : "the game is over");
    else
        buf_format(out, "%s has won: %s.", sides[result == LUDUS_BLACK_WINS],
                   reason ? reason : "the game is over");
}

void words_position(struct ludus_buffer *out, const struct ludus_position *position)
{
    add_side(out, position, LUDUS_WHITE);
    add_side(out, position, LUDUS_BLACK);
    words_standing(out, position);
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->length--;
}

static void add_move(struct ludus_buffer *out, const struct ludus_position *position, struct ludus_move move)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    unsigned kind = move.type == LUDUS_PLACE || move.from == LUDUS_NO_SQUARE
                        ? move.piece
                        : ludus_position_at(position, move.from).kind;
    const char *name = kind != LUDUS_NO_KIND ? ludus_ruleset_kind_name(ruleset, kind) : "piece";
    switch ((enum ludus_move_type)move.type) {
    case LUDUS_PLACE:
        buf_format(out, "%s placed on ", name);
        add_square(out, ruleset, move.to);
        if (move.from != LUDUS_NO_SQUARE) { /* the second of a pair */
            buf_text(out, " and ");
            add_square(out, ruleset, move.from);
        }
        return;
    case LUDUS_REMOVE:
        buf_text(out, "bound man removed from ");
        add_square(out, ruleset, move.to);
        return;
    case LUDUS_PASS:
        buf_text(out, "pass");
        return;
    case LUDUS_CASTLE:
        buf_text(out, move.to > move.from ? "castles short, " : "castles long, ");
        break;
    case LUDUS_STEP:
    case LUDUS_JUMP:
    case LUDUS_EN_PASSANT:
        break;
    }
    buf_format(out, "%s ", name);
    add_square(out, ruleset, move.from);
    buf_text(out, move.type == LUDUS_JUMP ? " jumps to " : " to ");
    add_square(out, ruleset, move.to);
}

static void look(const struct ludus_position *position, struct ludus_square squares[SCENE_SQUARES])
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    for (unsigned s = 0; s < ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset); s++)
        squares[s] = ludus_position_at(position, s);
}

enum effect { EFFECT_NONE, EFFECT_TAKEN, EFFECT_BOUND, EFFECT_LOST };

/* What a move did to a man; one of the mover's own is lost when it was bound, and falls. */
static enum effect effect_on(struct ludus_square was, struct ludus_square now, struct ludus_move move,
                             unsigned square, unsigned mover)
{
    if (was.kind == LUDUS_NO_KIND)
        return EFFECT_NONE;
    if (was.side == mover)
        return now.kind == LUDUS_NO_KIND && square != move.from && move.type != LUDUS_CASTLE ? EFFECT_LOST
                                                                                             : EFFECT_NONE;
    if (now.kind == LUDUS_NO_KIND || now.side == mover)
        return EFFECT_TAKEN;
    return now.bound && !was.bound ? EFFECT_BOUND : EFFECT_NONE;
}

/* ", taking Man on b4 and Dux on c5" after a move, wherever they stood; ", binding Man on d4"; ", losing Man
 * on e6". */
static void add_effects(struct ludus_buffer *out, const struct ludus_square old[SCENE_SQUARES],
                        const struct ludus_position *position, struct ludus_move move, unsigned mover)
{
    static const char *const verbs[] = { "", ", taking ", ", binding ", ", losing " };
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    for (enum effect effect = EFFECT_TAKEN; effect <= EFFECT_LOST; effect++) {
        const char *before = verbs[effect];
        for (unsigned s = 0; s < ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset); s++) {
            if (effect_on(old[s], ludus_position_at(position, s), move, s, mover) != effect)
                continue;
            buf_format(out, "%s%s", before, ludus_ruleset_kind_name(ruleset, old[s].kind));
            if (s != move.to) {
                buf_text(out, " on ");
                add_square(out, ruleset, s);
            }
            before = " and ";
        }
    }
}

/* Makes a move, and tells it with what it does. */
static bool tell_move(struct ludus_buffer *out, struct ludus_position *position,
                      const struct ludus_turn *turn, unsigned index)
{
    const struct ludus_move move = turn->moves[index];
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    struct ludus_square old[SCENE_SQUARES] = { 0 };
    look(position, old);
    add_move(out, position, move);
    if (!force_follow(position, turn, index))
        return false;
    if (move.type != LUDUS_REMOVE)
        add_effects(out, old, position, move, turn->side);
    if (move.piece != LUDUS_NO_KIND && move.type != LUDUS_PLACE && move.from != LUDUS_NO_SQUARE)
        buf_format(out, ", becoming %s", ludus_ruleset_kind_name(ruleset, move.piece));
    return true;
}

static void add_dice(struct ludus_buffer *out, const struct ludus_turn *turn)
{
    buf_text(out, " rolled ");
    for (unsigned i = 0; i < turn->dice_count; i++) {
        if (i)
            buf_text(out, i + 1 == turn->dice_count ? " and " : ", ");
        if (turn->dice[i])
            buf_format(out, "%u", turn->dice[i]);
        else
            buf_text(out, "an illegible number");
    }
    buf_text(out, "; ");
}

void words_turn(struct ludus_buffer *out, const struct ludus_position *before, const struct ludus_turn *turn)
{
    struct ludus_position *position = position_without_past(before);
    buf_text(out, sides[turn->side]);
    if (turn->dice_count)
        add_dice(out, turn);
    else
        buf_text(out, " plays: ");
    if (turn->state != LUDUS_TURN_PLAYED || !position) {
        buf_text(out, turn->text);
    } else {
        if (turn->dice_count)
            (void)ludus_position_roll(position, turn->dice, turn->dice_count);
        for (unsigned i = 0; i < turn->moves_count; i++) {
            if (i)
                buf_text(out, ", ");
            if (!tell_move(out, position, turn, i))
                break;
        }
        if (turn->moves_count == 0)
            buf_text(out, "pass");
    }
    ludus_position_free(position);
}

void words_notes(struct ludus_buffer *out, const struct scene *scene)
{
    static const char *const shapes[] = { [MARK_CIRCLE] = "circle",
                                          [MARK_SQUARE] = "square",
                                          [MARK_CROSS] = "cross",
                                          [MARK_DOT] = "dot",
                                          [MARK_FILL] = "fill" };
    char from[4], to[4];
    for (unsigned i = 0; i < scene->mark_count; i++) {
        const struct scene_note *note = &scene->marks[i];
        scene_square_name(scene, note->from, from);
        buf_format(out, "%s%s %s %s", i ? ", " : " Marked: ", from, note->colour,
                   note->shape == MARK_TEXT ? note->text : shapes[note->shape]);
    }
    buf_text(out, scene->mark_count ? "." : "");
    for (unsigned i = 0; i < scene->arrow_count; i++) {
        const struct scene_note *note = &scene->arrows[i];
        scene_square_name(scene, note->from, from);
        scene_square_name(scene, note->to, to);
        buf_format(out, "%s%s to %s %s", i ? ", " : " Arrows: ", from, to, note->colour);
    }
    buf_text(out, scene->arrow_count ? "." : "");
    if (!scene->has_odds)
        return;
    bool any = false;
    for (unsigned s = 0; s < scene->files * scene->ranks; s++)
        if (scene->odds[s]) {
            scene_square_name(scene, s, from);
            buf_format(out, "%s%s %u%%", any ? ", " : " Chance of a hit next turn: ", from, scene->odds[s]);
            any = true;
        }
    buf_text(out, any ? "." : " Nothing can be hit next turn.");
}
