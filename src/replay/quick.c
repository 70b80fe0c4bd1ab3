/* quick.c - plain turns on a light board. */
#include "quick.h"

#include "replay/claims.h"
#include "replay/labels.h"
#include "replay/replay.h"
#include "replay/san.h"

enum { PLAIN = MOVE_CAPTURE | MOVE_PROMOTES | MOVE_ZEROS | MOVE_LONG };

void quick_allow(struct ludus_replay *replay)
{
    const struct rules *rules = &replay->ruleset->rules;
    bool plain = !rules->dice && !rules->squeeze && !replay->notes;
    replay->quick.texts = replay->texts;
    replay->quick.wanted = plain && (!replay->texts || rules->notation == STYLE_SAN);
}

/* Plays the one step that the text means. */
static bool play_step(struct ludus_replay *replay, const struct move_text *text, struct light_move *played)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    struct light *light = &replay->quick.light;
    struct light_step step = { .to = resolve_square(ruleset, text->to_file, text->to_rank),
                               .from = light_squares(ruleset, text->from_file, text->from_rank),
                               .becomes = NONE,
                               .rivals = replay->quick.texts && (text->from_file || text->from_rank) };
    if (step.to == NONE)
        return false;
    if (text->name_length || !(text->flags & MOVE_LONG))
        step.kinds = resolve_named(&replay->lexicon, text);
    else
        for (unsigned code = CODE_OF(0, light->side); code < ruleset->codes; code += 2)
            step.kinds |= light->of[code] & step.from ? 1u << CODE_KIND(code) : 0;
    if (text->flags & MOVE_PROMOTES && (step.becomes = resolve_promotion(&replay->lexicon, text)) == NONE)
        return false;
    /* A capture that is not marked is passed over in short notation only. */
    return light_play(light, &step, played) &&
           (text->flags & MOVE_CAPTURE ? played->takes : !(text->flags & MOVE_LONG) || !played->takes);
}

static bool play_castle(struct ludus_replay *replay, bool is_short, struct light_move *played)
{
    struct light *light = &replay->quick.light;
    for (unsigned i = 0; i < replay->ruleset->rules.castle_count; i++) {
        const struct castle *castle = &replay->ruleset->rules.castles[i];
        if (light->castling >> i & 1 && castle->side == light->side &&
            is_short == (castle->letter == 'K' || castle->letter == 'k'))
            return light_castle(light, castle, played);
    }
    return false;
}

static bool is_mate(const struct ludus_replay *replay)
{
    return replay->quick.light.checked && !light_can_step(&replay->quick.light);
}

static bool play(struct ludus_replay *replay, const struct move_text *text, struct light_move *played)
{
    bool sound;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        sound = play_step(replay, text, played);
        break;
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        sound = play_castle(replay, text->style == MOVE_CASTLE_SHORT, played);
        break;
    default:
        return false;
    }
    return sound && (text->check == CHECK_NONE || replay->quick.light.checked) &&
           (text->check != CHECK_MATE || is_mate(replay));
}

static inline bool remember(struct ludus_replay *replay, const struct light_move *played)
{
    struct quick *quick = &replay->quick;
    if (quick->count == quick->capacity) {
        void *ahead = quick->ahead;
        if (!replay_reserve(replay, &ahead, quick->count, &quick->capacity, sizeof *quick->ahead))
            return false;
        quick->ahead = ahead;
    }
    quick->ahead[quick->count++] = (struct ludus_move){ (uint8_t)played->from, (uint8_t)played->to,
                                                        (uint8_t)played->type, (uint8_t)played->piece };
    return true;
}

/* Is the step written as short as can be, and its check right behind it, as nearly all are? A sign of check
 * where there is none has been refused. */
static bool is_canonical(const struct ludus_replay *replay, const struct move_text *text,
                         const struct light_move *played)
{
    const struct rules *rules = &replay->ruleset->rules;
    bool pawn = rules->pawns >> played->kind & 1, takes = text->flags & MOVE_CAPTURE;
    return text->style == MOVE_SQUARES && !(text->flags & (MOVE_LONG | MOVE_PROMOTES)) &&
           takes == played->takes && played->piece == NONE && !played->rivals && !text->from_rank &&
           (text->from_file != 0) == (pawn && takes) &&
           (pawn ? text->name_length == 0
                 : text->name_length == 1 && *text->plain == rules->kinds[played->kind].letter) &&
           (text->check == CHECK_NONE ? !replay->quick.light.checked
                                      : text->plain[text->plain_length] == (is_mate(replay) ? '#' : '+') &&
                                            text->check != CHECK_DOUBLE);
}

static void write_step(const struct ludus_ruleset *ruleset, const struct light_move *played,
                       struct san_text *text)
{
    struct san_step step = { .kind = (uint8_t)played->kind,
                             .from = (uint8_t)played->from,
                             .to = (uint8_t)played->to,
                             .piece = (uint8_t)played->piece,
                             .takes = played->takes };
    if (played->rivals) {
        unsigned file = square_file(ruleset, played->from) + 1, rank = square_rank(ruleset, played->from) + 1;
        step.rivals = true;
        step.rivals_in_file = played->rivals & light_squares(ruleset, file, 0);
        step.rivals_in_rank = played->rivals & light_squares(ruleset, 0, rank);
    }
    san_write_step(text, ruleset, &step);
}

static void write_text(struct ludus_replay *replay, const struct light_move *played)
{
    struct quick *quick = &replay->quick;
    struct san_text text = { quick->spelt, sizeof quick->spelt, 0 };
    if (played->type == LUDUS_CASTLE)
        san_castle(&text, replay->ruleset, played->from, played->to);
    else
        write_step(replay->ruleset, played, &text);
    if (quick->light.checked)
        san_char(&text, is_mate(replay) ? '#' : '+');
    quick->text = (struct ludus_text){ quick->spelt, text.length };
}

/* Fills replay->turn as turn_play would, as far as a turn of one plain step has it, and the text. */
static void note_turn(struct ludus_replay *replay, const struct item *item, const struct light_move *played)
{
    const struct move_text *text = &item->move;
    struct turn *turn = &replay->turn;
    turn->items[0] = item;
    turn->item_count = 1;
    turn->number = replay->line.turn_number;
    turn->side = replay->line.turn_side;
    turn->move_count = 0;
    if (text->plain == item->text && is_canonical(replay, text, played))
        replay->quick.text =
            (struct ludus_text){ text->plain, (size_t)text->plain_length + (text->check != CHECK_NONE) };
    else
        write_text(replay, played);
}

bool quick_turn(struct ludus_replay *replay, const struct item *item)
{
    struct quick *quick = &replay->quick;
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    struct light_move played;
    if (item->move.flags & ~PLAIN || line->broken || turn->dice || turn->misled ||
        (turn->label && !labels_is_right(turn->label, line)) ||
        !(quick->loaded || (quick->loaded = light_load(&quick->light, &line->pos))) ||
        !play(replay, &item->move, &played) || !remember(replay, &played)) {
        quick_settle(replay);
        return false;
    }
    turn->state = LUDUS_TURN_PLAYED;
    turn->roll_count = 0;
    line->lost = false;
    line->started = true;
    line->turn_number = line->number;
    line->turn_side = line->side;
    line->number = quick->light.number;
    line->side = quick->light.side;
    if (quick->texts)
        note_turn(replay, item, &played);
    return true;
}

void quick_settle(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    size_t count = replay->quick.count;
    for (size_t i = 0; i < count; i++) {
        struct undo *undo = replay_undo(replay);
        if (!undo)
            break;
        position_make(&line->pos, replay->quick.ahead[i], undo);
        line->turn_undos = line->undos++;
    }
    if (count)
        line->before_forced = NULL;
    quick_drop(replay);
}

void quick_drop(struct ludus_replay *replay)
{
    replay->quick.loaded = replay->quick.shown = false;
    replay->quick.count = 0;
    replay->quick.text.text = NULL;
}

bool quick_goes_on(const struct ludus_replay *replay)
{
    return replay->quick.loaded && light_can_step(&replay->quick.light);
}

const struct ludus_position *quick_final(struct ludus_replay *replay)
{
    if (replay->quick.count == 0)
        return &replay->line.pos;
    if (!replay->quick.shown)
        *replay->before = replay->line.pos;
    replay->quick.shown = true;
    light_store(&replay->quick.light, replay->before);
    return replay->before;
}
