/* album.c - the scenes of a game that a drawing shows, gathered in one replay. */
#include "draw/album.h"

#include "base/chars.h"
#include "base/text.h"
#include "notation/command.h"
#include "play/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Marks and arrows that a reader adds ---- */

/* Reads a square's name, and returns its length; 0 when it is none on this board. */
static size_t read_square(const struct scene *scene, const char *text, size_t length, uint8_t *square)
{
    size_t at = 1;
    unsigned rank = 0;
    if (length < 2 || text[0] < 'a' || text[0] >= (char)('a' + scene->files))
        return 0;
    while (at < length && at < 3 && text[at] >= '0' && text[at] <= '9' &&
           rank * 10 + (unsigned)(text[at] - '0') <= scene->ranks)
        rank = rank * 10 + (unsigned)(text[at++] - '0');
    if (rank == 0)
        return 0;
    *square = (uint8_t)((rank - 1) * scene->files + (unsigned)(text[0] - 'a'));
    return at;
}

static const char *const shapes[] = { [MARK_CIRCLE] = "circle",
                                      [MARK_SQUARE] = "square",
                                      [MARK_CROSS] = "cross",
                                      [MARK_DOT] = "dot",
                                      [MARK_FILL] = "fill" };

/* Takes what stands behind squares and shape: a colour's name after a colon, or nothing. `allowed` is what
 * may stand there. */
static bool read_colour(const char *text, struct scene_note *note, const char *allowed, char *reason,
                        size_t size)
{
    struct ludus_buffer names = { 0 };
    size_t length = strlen(text);
    if (length == 0)
        return true;
    if (*text != ':')
        return refuse(reason, size, "'%.40s' stands where only %s can follow", text, allowed);
    if (length <= sizeof note->colour && theme_colour(text + 1, NULL)) {
        memcpy(note->colour, text + 1, length);
        return true;
    }
    theme_colour_names(&names);
    snprintf(reason, size, "'%.40s' is no colour of a mark or arrow, which are %s", text + 1,
             buf_string(&names));
    buf_free(&names);
    return false;
}

/* Takes the name of a shape, or the text that the mark shall be. */
static bool read_shape(const char *text, size_t length, struct scene_note *note, char *reason, size_t size)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (text_is(text, length, shapes[i])) {
            note->shape = (uint8_t)i;
            return true;
        }
    if (length == 0 || length >= sizeof note->text || text_characters(text, length) > 3)
        return refuse(
            reason, size,
            "'%.*s' is no shape of a mark, which are %s, %s, %s, %s, %s, or a text of up to three signs",
            (int)(length < 40 ? length : 40), text, shapes[MARK_CIRCLE], shapes[MARK_SQUARE],
            shapes[MARK_CROSS], shapes[MARK_DOT], shapes[MARK_FILL]);
    note->shape = MARK_TEXT;
    memcpy(note->text, text, length);
    note->text[length] = '\0';
    return true;
}

/* False where there are too many. */
static bool add_note(struct scene *scene, bool arrow, const struct scene_note *note)
{
    unsigned *count = arrow ? &scene->arrow_count : &scene->mark_count;
    if (*count == SCENE_NOTES)
        return false;
    (arrow ? scene->arrows : scene->marks)[(*count)++] = *note;
    return true;
}

bool marks_add(struct scene *scene, bool arrow, const char *text, char *reason, size_t size)
{
    struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE, .colour = "green" };
    size_t length = strlen(text), at = read_square(scene, text, length, &note.from);
    if (at && arrow) {
        at += text[at] == '-';
        size_t second = read_square(scene, text + at, length - at, &note.to);
        at = second && note.from != note.to ? at + second : 0;
    }
    if (!at)
        return refuse(reason, size, "'%.40s' is no %s on this board", text, arrow ? "arrow" : "mark");
    if (!arrow && text[at] == '=') {
        length = strcspn(text + at + 1, ":");
        if (!read_shape(text + at + 1, length, &note, reason, size))
            return false;
        at += 1 + length;
    }
    if (!read_colour(text + at, &note, arrow ? ":COLOUR" : "=SHAPE or :COLOUR", reason, size))
        return false;
    return add_note(scene, arrow, &note) ||
           refuse(reason, size, "more than %d %s", SCENE_NOTES, arrow ? "arrows" : "marks");
}

/* Entries such as Rd4, or Ge2e4; one that is none is passed over. */
static void add_list(struct scene *scene, struct ludus_text list, bool arrow)
{
    static const char letters[] = "GRBYOV";
    static const char *const colours[] = { "green", "red", "blue", "yellow", "orange", "violet" };
    const char *end = list.text + list.length;
    for (const char *at = list.text, *begin = at; at < end; begin = ++at) {
        while (at < end && *at != ',' && !is_space(*at))
            at++;
        struct scene_note note = { .shape = MARK_CIRCLE, .to = LUDUS_NO_SQUARE };
        const char *letter = at > begin && *begin ? strchr(letters, *begin++) : NULL;
        size_t first = letter ? read_square(scene, begin, (size_t)(at - begin), &note.from) : 0;
        if (!first || (arrow && (!read_square(scene, begin + first, (size_t)(at - begin) - first, &note.to) ||
                                 note.from == note.to)))
            continue;
        strcpy(note.colour, colours[letter - letters]);
        (void)add_note(scene, arrow, &note);
    }
}

void marks_add_comments(struct scene *scene, struct turn_comments comments)
{
    struct command command;
    for (const struct item *item; (item = turn_comments_next(&comments));)
        for (const char *at = item->text; command_next(&at, item->text + item->length, &command);)
            if (command_is(&command, "csl") || command_is(&command, "cal"))
                add_list(scene, command.value, command_is(&command, "cal"));
}

/* ---- The scenes of a game that a drawing shows, gathered in one replay ---- */

/* A replay under way. */
struct gathering {
    struct album *album;
    struct ludus_replay *replay;
    struct ludus_game *game;
    const struct ludus_drawing_options *options;
    struct ludus_selection *selection; /* owned */
    struct scene_stock prisoners;
    struct scene *turn; /* owned; the turn that was replayed last */
};

static const char *keep_text(struct album *album, struct ludus_buffer *text)
{
    const char *copy = arena_copy(&album->arena, buf_string(text), text->length);
    album->arena.failed |= text->failed;
    buf_free(text);
    return copy ? copy : "";
}

/* ---- One scene ---- */

/* Squares that a written chain passes between its ends. */
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
    words_position(&words, source->shown);
    scene->description = keep_text(album, &words);
    struct ludus_buffer text = { 0 };
    caption_write(&text, source);
    const char *line = keep_text(album, &text);
    /* What a field leaves that has nothing to say, as {moves} at the start. */
    while (line[strspn(line, " ")] == '\n')
        line += strspn(line, " ") + 1;
    for (unsigned i = 0; i < SCENE_LINES && *line; i++) {
        size_t length = strcspn(line, "\n");
        scene->caption[i] = arena_copy(&album->arena, line, length);
        line += length + (line[length] == '\n');
    }
}

/* Fills scene->odds: how likely the side to move can capture on each square in its next turn. False only
 * without memory. */
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

/* Adds a scene of the turn that has just been replayed, or of the start when `turn` is NULL. */
static bool gather_scene(struct gathering *gathering, const struct ludus_turn *turn,
                         const struct scene_stock *before)
{
    const struct ludus_drawing_options *options = gathering->options;
    struct ludus_replay *replay = gathering->replay;
    struct album *album = gathering->album;
    struct scene **place = memory_push(&album->scenes, &album->count, &album->capacity, sizeof *place);
    if (!place || !(*place = memory_zeroed(1, sizeof **place)))
        return false;
    struct scene *scene = *place;
    if (turn)
        *scene = *gathering->turn;
    const struct ludus_position *shown =
        options->before && turn ? ludus_replay_before(replay) : ludus_replay_after(replay);
    scene_board(scene, shown);
    if (turn)
        add_paths(scene, replay);
    scene->prisoners = options->before ? *before : gathering->prisoners;
    if (options->notes)
        marks_add_comments(scene, turn_comments_begin(replay, !turn));
    if (options->odds && !scene_odds(scene, shown))
        return false;
    add_texts(album, scene, &(struct turn_text){ replay, turn, scene, options, shown });
    return !album->arena.failed;
}

/* ---- The way through the game ---- */

static bool replay_all(struct gathering *gathering)
{
    struct album *album = gathering->album;
    struct ludus_replay *replay = gathering->replay;
    const unsigned ends = ludus_selection_ends(gathering->selection);
    struct ludus_turn turn = { .size = sizeof turn };
    unsigned number = 0; /* of a scene that a later turn of the same number replaces; 0: none */
    bool end =
        ends && !(ends & LUDUS_SELECTS_START); /* the newest scene is "end", until a later turn comes */
    if (ends && !gather_scene(gathering, NULL, &gathering->prisoners))
        return false;
    while (ludus_replay_next(replay, &turn)) {
        struct scene_stock before = gathering->prisoners;
        if (turn.depth > 0 || turn.state != LUDUS_TURN_PLAYED)
            continue;
        if (!scene_turn(gathering->turn, ludus_replay_before(replay), &turn, &gathering->prisoners))
            return false;
        enum select_answer answer = selection_answer(gathering->selection, replay, &turn);
        if (end || (number && answer != SELECT_NO && number == turn.number))
            free(album->scenes[--album->count]);
        number = answer == SELECT_UNLESS_LATER ? turn.number : 0;
        end = answer == SELECT_NO && ends & LUDUS_SELECTS_END;
        if ((answer != SELECT_NO || end) && !gather_scene(gathering, &turn, &before))
            return false;
    }
    return true;
}

/* " Marked: e4 red circle. Arrows: e2 to e4 green. Chance of a hit next turn: b6 56%.", as far as there are
 * such. */
static void add_note_words(struct ludus_buffer *out, const struct scene *scene)
{
    const char *before = " Chance of a hit next turn: ";
    for (unsigned i = 0; i < scene->mark_count; i++) {
        const struct scene_note *note = &scene->marks[i];
        buf_format(out, "%s%s %s %s", i ? ", " : " Marked: ", square_name_at(scene->files, note->from).text,
                   note->colour, note->shape == MARK_TEXT ? note->text : shapes[note->shape]);
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

static bool add_notes(struct album *album, const struct ludus_drawing_options *options, char *reason,
                      size_t size)
{
    for (size_t i = 0; i < album->count; i++) {
        for (size_t n = 0; n < options->mark_count + options->arrow_count; n++) {
            bool arrow = n >= options->mark_count;
            const char *text = arrow ? options->arrows[n - options->mark_count] : options->marks[n];
            if (!marks_add(album->scenes[i], arrow, text, reason, size))
                return false;
        }
        struct scene *scene = album->scenes[i];
        struct ludus_buffer words = { 0 };
        if (!scene->mark_count && !scene->arrow_count && !scene->has_odds)
            continue;
        buf_text(&words, scene->description);
        add_note_words(&words, scene);
        scene->description = keep_text(album, &words);
    }
    if (album->arena.failed)
        snprintf(reason, size, "out of memory");
    return !album->arena.failed;
}

/* Replays the game when it is known what is asked for. */
static bool gather_all(struct gathering *gathering, char *reason, size_t size)
{
    const struct ludus_drawing_options *options = gathering->options;
    if (options->caption_text && !caption_check(options->caption_text, gathering->game, reason, size))
        return false;
    if (!turn_text_start(gathering->replay, gathering->game))
        return refuse(reason, size, "the record cannot be replayed");
    if (options->odds && ludus_replay_after(gathering->replay)->partial)
        return refuse(reason, size, "there are no odds in a part of a position");
    if (!gathering->turn || !replay_all(gathering))
        return refuse(reason, size, "out of memory");
    const struct selector *unmet = selection_unmet(gathering->selection);
    if (unmet)
        return refuse(reason, size, "the record has no turn %u%s that can be played", unmet->number,
                      unmet->side == NO_SIDE       ? ""
                      : unmet->side == LUDUS_WHITE ? "W"
                                                   : "B");
    if (gathering->album->count == 0)
        return refuse(reason, size, "no turn of the record is what '%.40s' asks for", options->turns);
    return add_notes(gathering->album, options, reason, size);
}

bool album_gather(struct album *album, struct ludus_replay *replay, struct ludus_game *game,
                  const struct ludus_drawing_options *options, char *reason, size_t size)
{
    struct gathering gathering = { .album = album, .replay = replay, .game = game, .options = options };
    *album = (struct album){ 0 };
    if (!draw_check_options(options, reason, size))
        return false;
    gathering.selection = ludus_selection_new(options->turns ? options->turns : "end", reason, size);
    gathering.turn = memory_zeroed(1, sizeof *gathering.turn);
    bool ok = gathering.selection && gather_all(&gathering, reason, size);
    free(gathering.turn);
    ludus_selection_free(gathering.selection);
    return ok;
}

void album_free(struct album *album)
{
    for (size_t i = 0; i < album->count; i++)
        free(album->scenes[i]);
    free(album->scenes);
    arena_free(&album->arena);
    *album = (struct album){ 0 };
}
