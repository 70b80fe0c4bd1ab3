/* album.c - collects the scenes of a game for a drawing, in one replay. */
#include "draw/album.h"

#include "play/selection.h"

#include <stdlib.h>
#include <string.h>

static const char *store_text(struct album *album, struct ludus_buffer *text)
{
    const char *copy = arena_copy(&album->arena, buf_string(text), text->length);
    album->arena.failed |= text->failed;
    buf_free(text);
    return copy ? copy : "";
}

/* ---- One scene ---- */

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
    struct ludus_buffer words = { 0 };
    if (source->turn) {
        words_turn(&words, source->replay->ruleset, scene, source->turn);
        buf_text(&words, ". ");
    }
    words_position(&words, source->shown, true);
    scene->description = store_text(album, &words);
    struct ludus_buffer text = { 0 };
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

/* Adds a scene of the last replayed turn, or of the start if `turn` is NULL. */
static bool add_scene(struct album *album, const struct ludus_turn *turn, const struct scene_stock *before)
{
    const struct ludus_drawing_options *options = album->options;
    struct ludus_replay *replay = album->replay;
    struct scene **place = memory_push(&album->scenes, &album->count, &album->capacity, sizeof *place);
    if (!place || !(*place = memory_zeroed(1, sizeof **place)))
        return false;
    struct scene *scene = *place;
    if (turn)
        *scene = *album->turn;
    const struct ludus_position *shown =
        options->before && turn ? ludus_replay_before(replay) : ludus_replay_after(replay);
    scene_board(scene, shown);
    if (turn)
        add_paths(scene, replay);
    scene->prisoners = options->before ? *before : album->prisoners;
    if (options->notes)
        marks_add_comments(scene, replay->game, turn);
    if (options->odds && !scene_odds(scene, shown))
        return false;
    add_texts(album, scene, &(struct turn_text){ replay, turn, scene, options, shown });
    return !album->arena.failed;
}

/* ---- The replay of the game ---- */

static bool replay_all(struct album *album)
{
    struct ludus_replay *replay = album->replay;
    const unsigned ends = ludus_selection_ends(album->selection);
    struct ludus_turn turn = { .size = sizeof turn };
    unsigned number = 0; /* of a scene that a later turn of the same number replaces; 0: none */
    bool end =
        ends && !(ends & LUDUS_SELECTS_START); /* the newest scene is "end", until a later turn comes */
    if (ends && !add_scene(album, NULL, &album->prisoners))
        return false;
    while (ludus_replay_next(replay, &turn)) {
        struct scene_stock before = album->prisoners;
        if (turn.depth > 0 || turn.state != LUDUS_TURN_PLAYED)
            continue;
        scene_turn(album->turn, ludus_replay_before(replay), &turn, &album->prisoners);
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

/* Appends " Marked: e4 red circle. Arrows: e2 to e4 green. Chance of a hit next turn: b6 56%.", as far as
 * there are any. */
static void add_note_words(struct ludus_buffer *out, const struct scene *scene)
{
    const char *before = " Chance of a hit next turn: ";
    for (unsigned i = 0; i < scene->mark_count; i++) {
        const struct scene_note *note = &scene->marks[i];
        buf_format(out, "%s%s %s %s", i ? ", " : " Marked: ", square_name_at(scene->files, note->from).text,
                   note->colour, note->shape == MARK_TEXT ? note->text : scene_shapes[note->shape]);
    }
    buf_text(out, scene->mark_count ? "." : "");
    for (unsigned i = 0; i < scene->arrow_count; i++) {
        const struct scene_note *note = &scene->arrows[i];
        buf_format(out, "%s%s to %s %s",
                   i ? ", " : " Arrows: ", square_name_at(scene->files, note->from).text,
                   square_name_at(scene->files, note->to).text, note->colour);
    }
    buf_text(out, scene->arrow_count ? "." : "");
    for (unsigned s = 0; scene->has_odds && s < scene->files * scene->ranks; s++)
        if (scene->odds[s]) {
            buf_format(out, "%s%s %u%%", before, square_name_at(scene->files, s).text, scene->odds[s]);
            before = ", ";
        }
    if (scene->has_odds)
        buf_text(out, *before == ',' ? "." : " Nothing can be hit next turn.");
}

static bool add_notes(struct album *album, char *reason, size_t size)
{
    const struct ludus_drawing_options *options = album->options;
    for (size_t i = 0; i < album->count; i++) {
        struct scene *scene = album->scenes[i];
        struct ludus_buffer words = { 0 };
        for (size_t n = 0; n < options->mark_count; n++)
            if (!marks_add(scene, false, options->marks[n], reason, size))
                return false;
        for (size_t n = 0; n < options->arrow_count; n++)
            if (!marks_add(scene, true, options->arrows[n], reason, size))
                return false;
        if (!scene->mark_count && !scene->arrow_count && !scene->has_odds)
            continue;
        buf_text(&words, scene->description);
        add_note_words(&words, scene);
        scene->description = store_text(album, &words);
    }
    return !album->arena.failed || refuse(reason, size, "out of memory");
}

bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size)
{
    *album = (struct album){ .replay = replay, .options = options };
    if (!draw_check_options(options, reason, size))
        return false;
    album->selection = ludus_selection_new(options->turns ? options->turns : "end", reason, size);
    if (!album->selection ||
        (options->caption_text && !caption_check(options->caption_text, game, reason, size)))
        return false;
    if (!turn_text_start(replay, game))
        return refuse(reason, size, "the record cannot be replayed");
    if (options->odds && ludus_replay_after(replay)->partial)
        return refuse(reason, size, "there are no odds in a part of a position");
    album->turn = memory_zeroed(1, sizeof *album->turn);
    if (!album->turn || !replay_all(album))
        return refuse(reason, size, "out of memory");
    const struct selector *unmet = selection_unmet(album->selection);
    if (unmet)
        return refuse(reason, size, "the record has no turn %u%s that can be played", unmet->number,
                      unmet->side == NO_SIDE       ? ""
                      : unmet->side == LUDUS_WHITE ? "W"
                                                   : "B");
    if (album->count == 0)
        return refuse(reason, size, "no turn of the record is what '%.40s' asks for", options->turns);
    return add_notes(album, reason, size);
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
