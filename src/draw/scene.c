/* scene.c - what a diagram shows of a position and a turn, and the scenes that a drawing shows of a game. */
#include "draw/scene.h"

#include "base/text.h"
#include "notation/turns.h"
#include "play/replay.h"
#include "play/resolve.h"
#include "rules/leap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a region as both sides see it, if it is small: a whole edge needs no mark. */
static void mark_region(struct scene *scene, const struct rules *rules, unsigned region)
{
    struct squares both = { { 0 } };
    for (unsigned word = 0; region && word < 4; word++)
        both.word[word] =
            rules->regions[region].squares[0].word[word] | rules->regions[region].squares[1].word[word];
    if (8 * squares_count(&both) >= scene->files * scene->ranks)
        return;
    for (unsigned word = 0; word < 4; word++)
        scene->marked.word[word] |= both.word[word];
}

/* Fills the points, lines and marked squares of the board. */
static void gather_ground(struct scene *scene, const struct ludus_ruleset *ruleset)
{
    const struct rules *rules = &ruleset->rules;
    scene->points = ruleset->board;
    scene->line_count = rules->line_count;
    memcpy(scene->lines, rules->lines, sizeof scene->lines);
    scene->marked = (struct squares){ { 0 } };
    for (unsigned i = 0; i < rules->hostile_count; i++)
        mark_region(scene, rules, rules->hostile[i].region);
    for (const struct kind *kind = rules->kinds; kind < rules->kinds + rules->kind_count; kind++) {
        mark_region(scene, rules, kind->keeps_off);
        mark_region(scene, rules, kind->goal);
    }
}

static void gather_board(struct scene *scene, const struct ludus_position *position)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    scene->files = ludus_ruleset_files(ruleset);
    scene->ranks = ludus_ruleset_ranks(ruleset);
    gather_ground(scene, ruleset);
    scene->flanks = ruleset->custodial;
    scene->has_dice = ludus_ruleset_dice(ruleset) > 0;
    for (unsigned s = 0; s < scene->files * scene->ranks; s++)
        scene->cell[s] = ludus_position_at(position, s);
    for (unsigned kind = 0; kind < ludus_ruleset_kinds(ruleset) && kind < SCENE_KINDS; kind++) {
        scene->kinds[kind] = (struct scene_kind){ ludus_ruleset_kind_image(ruleset, kind),
                                                  ludus_ruleset_kind_letter(ruleset, kind) };
        for (unsigned side = 0; side < 2; side++)
            scene->hand.count[side][kind] = ludus_position_hand(position, (enum ludus_side)side, kind);
    }
    scene->side = (uint8_t)ludus_position_side(position);
    scene->sideless = position->sideless;
    scene->over = ludus_position_result(position, NULL) != LUDUS_OPEN;
}

static void add_step(struct scene *scene, const struct played_move *played)
{
    const struct ludus_move move = played->move;
    struct scene_step *step = &scene->steps[scene->step_count];
    if (move.type == LUDUS_PASS)
        return;
    scene->step_count++;
    *step = (struct scene_step){ .type = move.type,
                                 .piece = { .kind = LUDUS_NO_KIND },
                                 .from = move.from,
                                 .to = move.to,
                                 .first_taken = scene->taken_count };
    if (move.type == LUDUS_PLACE)
        step->piece = (struct ludus_square){ move.piece, scene->mover, false };
    else if (move.from != LUDUS_NO_SQUARE)
        step->piece = ludus_position_at(played->before, move.from);
    for (unsigned i = 0; i < played->taken_count && scene->taken_count < SCENE_SQUARES; i++) {
        scene->taken[scene->taken_count++] = played->taken[i];
        step->taken_count++;
        step->captures += !played->taken[i].own;
    }
    struct leap leap;
    if (move.type == LUDUS_LEAP && leap_find(played->before, move, &leap))
        for (unsigned at = 1; at + 1 < leap.length && step->path_count < SCENE_PATH; at++)
            step->path[step->path_count++] = leap.path[at];
    const struct castle *castle = move.type == LUDUS_CASTLE
                                      ? castle_between(&played->before->ruleset->rules, move.from, move.to)
                                      : NULL;
    if (castle) { /* if a king castles alone (sic) there is no rook */
        step->rook_from = castle_here(played->before, castle).rook_from;
        step->castles = ludus_position_at(played->before, step->rook_from).kind != LUDUS_NO_KIND;
        step->rook_to = castle->rook_to;
    }
}

/* Plays a turn on a copy of `before`, move by move, and fills the scene's turn. */
static void gather_turn(struct scene *scene, const struct ludus_position *before,
                        const struct ludus_turn *turn, struct scene_stock *prisoners)
{
    snprintf(scene->label, sizeof scene->label, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    scene->mover = (uint8_t)turn->side;
    scene->dice_count = turn->dice_count;
    bool placing = before->ruleset->rules.place_dice; /* the dice together tell what is placed */
    for (unsigned i = 0; i < turn->dice_count; i++) {
        bool places = placing && i < turn->moves_count && turn->moves[i].type == LUDUS_PLACE;
        unsigned state = !turn->moves_count ? DIE_PASSED : placing ? DIE_USED : DIE_UNUSED;
        scene->dice[i] = (struct scene_die){ turn->dice[i], (uint8_t)state, (uint8_t)(places ? i : 0) };
    }
    for (unsigned i = 0; i < turn->moves_count; i++)
        if (!placing && turn->die_of[i] < turn->dice_count) {
            scene->dice[turn->die_of[i]].state = DIE_USED;
            scene->dice[turn->die_of[i]].step = (uint8_t)i;
        }
    struct played_move played;
    played_begin(&played, before, turn);
    while (played_next(&played))
        add_step(scene, &played);
    for (unsigned i = 0; i < scene->taken_count; i++)
        if (prisoners &&
            scene->taken[i].man.kind < SCENE_KINDS) /* captured men are prisoners of the other side */
            prisoners->count[1 - scene->taken[i].man.side][scene->taken[i].man.kind]++;
}

/* ---- Men that flanked or surrounded the captures of a turn ---- */

/* Did the step capture an opponent's man on that square? */
static bool has_captured(const struct scene *scene, const struct scene_step *step, unsigned square)
{
    for (unsigned i = 0; i < step->taken_count; i++)
        if (scene->taken[step->first_taken + i].square == square)
            return scene->taken[step->first_taken + i].man.side != scene->mover;
    return false;
}

/* Returns the next square in a direction, of which the first four are orthogonal; or LUDUS_NO_SQUARE. */
static unsigned neighbour(const struct scene *scene, unsigned square, unsigned direction)
{
    static const int files[] = { 1, 0, -1, 0, 1, -1, -1, 1 }, ranks[] = { 0, 1, 0, -1, 1, 1, -1, -1 };
    int f = (int)(square % scene->files) + files[direction];
    int r = (int)(square / scene->files) + ranks[direction];
    if (f < 0 || r < 0 || f >= (int)scene->files || r >= (int)scene->ranks)
        return LUDUS_NO_SQUARE;
    return (unsigned)r * scene->files + (unsigned)f;
}

static bool mover_on(const struct scene *scene, unsigned square)
{
    return square != LUDUS_NO_SQUARE && scene->cell[square].kind != LUDUS_NO_KIND &&
           scene->cell[square].side == scene->mover;
}

unsigned scene_flanks(const struct scene *scene, struct scene_line lines[SCENE_FLANKS])
{
    unsigned count = 0;
    for (const struct scene_step *step = scene->steps;
         step < scene->steps + scene->step_count && scene->flanks; step++) {
        unsigned joined = 0; /* men in lines between the moved piece and a flanker */
        if (!step->captures || step->to == LUDUS_NO_SQUARE || has_captured(scene, step, step->to))
            continue;
        for (unsigned d = 0; d < 8; d++) {
            unsigned at = neighbour(scene, step->to, d), length = 0;
            for (; at != LUDUS_NO_SQUARE && has_captured(scene, step, at); length++)
                at = neighbour(scene, at, d);
            if (length && mover_on(scene, at)) {
                lines[count++] = (struct scene_line){ step->to, (uint8_t)at };
                joined += length;
            }
        }
        for (unsigned n = 0; n < step->taken_count && joined < step->captures; n++) { /* surrounded */
            uint8_t man = scene->taken[step->first_taken + n].square;
            for (unsigned d = 0; d < 4 && has_captured(scene, step, man); d++) {
                unsigned at = neighbour(scene, man, d);
                if (mover_on(scene, at))
                    lines[count++] = (struct scene_line){ man, (uint8_t)at };
            }
        }
    }
    return count;
}

/* ---- A scene of a game ---- */

void scene_gather(struct scene *scene, const struct ludus_replay *replay, const struct ludus_turn *turn,
                  const struct ludus_drawing_options *options, struct scene_stock *prisoners)
{
    const struct ludus_position *after = ludus_replay_after(replay),
                                *before = turn ? ludus_replay_before(replay) : NULL;
    *scene = (struct scene){ 0 };
    gather_board(scene, before && options->before ? before : after);
    if (before && turn->state == LUDUS_TURN_PLAYED)
        gather_turn(scene, before, turn, prisoners);
    if (options->notes)
        marks_add_comments(scene, replay->game, turn);
}

static const char *store_text(struct album *album, struct ludus_buffer *text)
{
    const char *copy = arena_copy(&album->arena, buf_string(text), text->length);
    album->arena.failed |= text->failed;
    buf_free(text);
    return copy ? copy : "";
}

/* Adds the intermediate squares of written chains. */
static void add_paths(struct scene *scene, const struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    struct written_squares squares;
    for (unsigned i = 0; i < scene->step_count && i < turn->move_count; i++) {
        struct scene_step *step = &scene->steps[i];
        if (step->type != LUDUS_JUMP || turn->item_of[i] >= turn->item_count)
            continue;
        resolve_squares(replay->ruleset, &turn->items[turn->item_of[i]]->move, &squares);
        for (unsigned at = 1; at + 1 < squares.path_count && step->path_count < SCENE_PATH; at++)
            step->path[step->path_count++] = squares.path[at];
    }
}

static void add_texts(struct album *album, struct scene *scene, const struct turn_text *source)
{
    struct ludus_buffer words = { 0 }, text = { 0 }, name = { 0 };
    const struct tag *fen = source->turn ? NULL : record_tag(source->replay->game, "FEN");
    const char *start = ludus_ruleset_start(source->replay->ruleset);
    const bool position = fen && !text_is(fen->value.text, fen->value.length, start);
    words_scene(&words, scene, source);
    scene->description = store_text(album, &words);
    buf_format(&name, position ? "%s. " : "%s",
               words_in(source->options->language, position ? "position" : "start"));
    if (position)
        words_position(&name, source->shown, false, source->options->language);
    scene->name = *scene->label ? scene->label : store_text(album, &name);
    buf_free(&name);
    caption_write(&text, source);
    const char *line = store_text(album, &text);
    /* Skips empty lines, which come from empty fields, such as {moves} at the start. */
    while (line[strspn(line, " ")] == '\n')
        line += strspn(line, " ") + 1;
    for (unsigned i = 0; i < SCENE_LINES && *line; i++) {
        size_t length = strcspn(line, "\n");
        scene->caption[i] = arena_copy(&album->arena, line, length);
        line += length + (line[length] == '\n');
    }
}

/* Fills scene->odds, the chances of a capture on each square in the next turn. False only without memory. */
static bool scene_odds(struct scene *scene, const struct ludus_position *position)
{
    struct ludus_odds *odds = memory_new(sizeof *odds);
    if (odds)
        odds->size = sizeof *odds;
    bool sound = odds && ludus_position_odds(position, ludus_position_side(position), odds);

    for (unsigned s = 0; sound && !scene->over && s < SCENE_SQUARES; s++)
        scene->odds[s] = (uint8_t)((odds->capture[s] * 200 + odds->throws) / (2 * odds->throws));
    scene->has_odds = sound && !scene->over;
    free(odds);
    return sound;
}

/* Adds the marks and arrows of the options. */
static bool add_marks(struct album *album, struct scene *scene)
{
    const struct ludus_drawing_options *options = album->options;
    bool sound = true;
    for (size_t i = 0; sound && i < options->mark_count; i++)
        sound = marks_add(scene, false, options->marks[i], album->reason, album->reason_size);
    for (size_t i = 0; sound && i < options->arrow_count; i++)
        sound = marks_add(scene, true, options->arrows[i], album->reason, album->reason_size);
    return sound;
}

/* Adds a scene of the last replayed turn, or of the start if `turn` is NULL. */
static bool add_scene(struct album *album, const struct ludus_turn *turn, const struct scene_stock *before)
{
    const struct ludus_drawing_options *options = album->options;
    struct ludus_replay *replay = album->replay;
    struct scene **place = memory_push(&album->scenes, &album->count, &album->capacity, sizeof *place);
    if (!place || !(*place = memory_new(sizeof **place)))
        return false;
    struct scene *scene = *place;
    const struct ludus_position *shown =
        options->before && turn ? ludus_replay_before(replay) : ludus_replay_after(replay);
    *scene = *album->turn;
    if (turn)
        add_paths(scene, replay);
    scene->prisoners = options->before ? *before : album->prisoners;
    if ((options->odds && !scene_odds(scene, shown)) || !add_marks(album, scene))
        return false;
    add_texts(album, scene, &(struct turn_text){ replay, turn, scene, options, shown });
    return !album->arena.failed;
}

/* ---- The replay of the game ---- */

bool scene_start(struct ludus_replay *replay, struct ludus_game *game)
{
    replay->parts = true;
    bool started = ludus_replay_start(replay, game);
    replay->parts = false;
    return started;
}

static bool replay_all(struct album *album)
{
    struct ludus_replay *replay = album->replay;
    const unsigned ends = ludus_selection_ends(album->selection);
    struct ludus_turn turn = { .size = sizeof turn };
    unsigned number = 0; /* of a scene that a later turn of the same number replaces; 0: none */
    bool end =
        ends && !(ends & LUDUS_SELECTS_START); /* the newest scene is "end", until a later turn comes */
    scene_gather(album->turn, replay, NULL, album->options, NULL);
    if (ends && !add_scene(album, NULL, &album->prisoners))
        return false;
    while (ludus_replay_next(replay, &turn)) {
        struct scene_stock before = album->prisoners;
        if (turn.depth > 0 || turn.state != LUDUS_TURN_PLAYED)
            continue;
        scene_gather(album->turn, replay, &turn, album->options, &album->prisoners);
        enum select_answer answer = selection_answer(album->selection, replay, &turn);
        if (end || (number && answer != SELECT_NO && number == turn.number))
            free(album->scenes[--album->count]);
        number = answer == SELECT_UNLESS_LATER ? turn.number : 0;
        end = answer == SELECT_NO && ends & LUDUS_SELECTS_END;
        if ((answer != SELECT_NO || end) && !add_scene(album, &turn, &before))
            return false;
    }
    return true;
}

bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size)
{
    *album = (struct album){ .replay = replay, .options = options, .reason = reason, .reason_size = size };
    if (!draw_check_options(options, reason, size))
        return false;
    album->selection = ludus_selection_new(options->turns ? options->turns : "end", reason, size);
    if (!album->selection ||
        (options->caption_text && !caption_check(options->caption_text, game, reason, size)))
        return false;
    if (!scene_start(replay, game))
        return refuse(reason, size, "the record cannot be replayed");
    if (options->odds && ludus_replay_after(replay)->partial)
        return refuse(reason, size, "there are no odds in a part of a position");
    album->turn = memory_zeroed(1, sizeof *album->turn);
    if (!album->turn || !replay_all(album))
        return false;
    const struct selector *unmet = selection_unmet(album->selection);
    if (unmet)
        return refuse(reason, size, "the record has no turn %u%s that can be played", unmet->number,
                      unmet->side == NO_SIDE       ? ""
                      : unmet->side == LUDUS_WHITE ? "W"
                                                   : "B");
    if (album->count == 0)
        return refuse(reason, size, "no turn of the record is what '%.40s' asks for", options->turns);
    return true;
}

void album_free(struct album *album)
{
    for (size_t i = 0; i < album->count; i++)
        free(album->scenes[i]);
    free(album->scenes);
    free(album->turn);
    ludus_selection_free(album->selection);
    arena_free(&album->arena);
    *album = (struct album){ 0 };
}
