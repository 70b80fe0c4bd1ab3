/* scene.c - what a diagram shows of a position and a turn, and the marks and arrows of the user. */
#include "base/chars.h"
#include "base/text.h"
#include "draw/caption.h"
#include "notation/command.h"
#include "play/played.h"
#include "rules/engine.h"

#include <stdio.h>
#include <string.h>

void scene_board(struct scene *scene, const struct ludus_position *position)
{
    const struct ludus_ruleset *ruleset = ludus_position_ruleset(position);
    scene->files = ludus_ruleset_files(ruleset);
    scene->ranks = ludus_ruleset_ranks(ruleset);
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

/* Appends men to a list as long as it has space. Returns how many. */
static unsigned add_men(struct played_man *list, unsigned *count, const struct played_man *men,
                        unsigned men_count)
{
    unsigned added = men_count < SCENE_SQUARES - *count ? men_count : SCENE_SQUARES - *count;
    memcpy(list + *count, men, added * sizeof *men);
    *count += added;
    return added;
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
                                 .first_taken = scene->taken_count,
                                 .first_bound = scene->bound_count };
    if (move.type == LUDUS_PLACE)
        step->piece = (struct ludus_square){ move.piece, scene->mover, false };
    else if (move.from != LUDUS_NO_SQUARE)
        step->piece = ludus_position_at(played->before, move.from);
    step->taken_count = add_men(scene->taken, &scene->taken_count, played->taken, played->taken_count);
    step->bound_count = add_men(scene->bound, &scene->bound_count, played->bound, played->bound_count);
    for (unsigned i = 0; i < played->taken_count; i++)
        step->captures += !played->taken[i].own;
    const struct castle *castle = move.type == LUDUS_CASTLE
                                      ? castle_between(&played->before->ruleset->rules, move.from, move.to)
                                      : NULL;
    if (castle) { /* if a king castles alone (sic) there is no rook */
        step->castles = ludus_position_at(played->before, castle->rook_from).kind != LUDUS_NO_KIND;
        step->rook_from = castle->rook_from;
        step->rook_to = castle->rook_to;
    }
}

void scene_turn(struct scene *scene, const struct ludus_position *before, const struct ludus_turn *turn,
                struct scene_stock *prisoners)
{
    snprintf(scene->label, sizeof scene->label, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    scene->mover = (uint8_t)turn->side;
    scene->step_count = scene->taken_count = scene->bound_count = 0;
    scene->dice_count = turn->dice_count;
    for (unsigned i = 0; i < turn->dice_count; i++)
        scene->dice[i] = (struct scene_die){ turn->dice[i], turn->moves_count ? DIE_UNUSED : DIE_PASSED, 0 };
    for (unsigned i = 0; i < turn->moves_count; i++)
        if (turn->die_of[i] < turn->dice_count) {
            scene->dice[turn->die_of[i]].state = DIE_USED;
            scene->dice[turn->die_of[i]].step = (uint8_t)i;
        }
    struct played_move played;
    played_begin(&played, before, turn);
    while (played_next(&played))
        add_step(scene, &played);
    for (unsigned i = 0; i < scene->taken_count; i++)
        if (scene->taken[i].man.kind < SCENE_KINDS) /* captured men are prisoners of the other side */
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
    for (const struct scene_step *step = scene->steps; step < scene->steps + scene->step_count; step++) {
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

/* ---- Marks and arrows of the user ---- */

static const struct {
    const char *names[3]; /* the first is the CSS class, the last Lichess's letter */
    const char *value, *dash;
} colours[] = {
    { { "green", "g", "G" }, "#1f7a2e", NULL },    { { "red", "r", "R" }, "#b3261e", "7 4" },
    { { "blue", "b", "B" }, "#1f4fa0", "2 3" },    { { "yellow", "y", "Y" }, "#c79200", "9 3 2 3" },
    { { "orange", "o", "O" }, "#c45a00", "15 4" }, { { "violet", "v", "V" }, "#6b3fa0", "9 3 2 3 2 3" },
    { { "black", "k", "K" }, "#000", "4 1.5" },    { { "white", "w", "W" }, "#fff", "2 8" },
    { { "grey", "gray", "Z" }, "#777", ".8 1.2" },
};

const char *scene_colour(const char *name, const char **dash)
{
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        for (unsigned n = 0; n < 3; n++)
            if (strcmp(colours[i].names[n], name) == 0) {
                if (dash)
                    *dash = colours[i].dash;
                return colours[i].value;
            }
    size_t digits = strlen(name) - (*name == '#');
    bool hex = *name == '#' && strspn(name + 1, "0123456789abcdefABCDEF") == digits;
    return hex && (digits == 3 || digits == 6) ? name : NULL;
}

/* Reads the name of a square. Returns its length; 0 if it is not one of this board. */
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

const char *const scene_shapes[MARK_TEXT] = { "circle", "square", "cross", "dot", "fill" };

/* Adds a note. Returns false if there are too many. */
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
        const char *shape = text + at + 1;
        length = strcspn(shape, ":");
        while (note.shape < MARK_TEXT && !text_is(shape, length, scene_shapes[note.shape]))
            note.shape++;
        if (note.shape == MARK_TEXT &&
            (length == 0 || length >= sizeof note.text || text_characters(shape, length) > 3))
            return refuse(reason, size,
                          "'%.*s' is no shape of a mark, which are circle, square, cross, dot, fill, or a "
                          "text of up to three signs",
                          (int)(length < 40 ? length : 40), shape);
        if (note.shape == MARK_TEXT)
            memcpy(note.text, shape, length);
        at += 1 + length;
    }
    const char *colour = text + at + 1;
    if (text[at] && text[at] != ':')
        return refuse(reason, size, "'%.40s' stands where only %s can follow", text + at,
                      arrow ? ":COLOUR" : "=SHAPE or :COLOUR");
    if (text[at] && (strlen(colour) >= sizeof note.colour || !scene_colour(colour, NULL)))
        return refuse(reason, size,
                      "'%.40s' is no colour of a mark or arrow, which are green, red, blue, yellow, orange, "
                      "violet, black, white, grey, #rrggbb",
                      colour);
    if (text[at])
        strcpy(note.colour, colour);
    return add_note(scene, arrow, &note) ||
           refuse(reason, size, "more than %d %s", SCENE_NOTES, arrow ? "arrows" : "marks");
}

/* Adds entries such as Rd4 or Ge2e4; wrong ones are skipped. */
static void add_note_list(struct scene *scene, struct ludus_text list, bool arrow)
{
    static const char letters[] = "GRBYOV"; /* of the first colours in `colours` */
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
        strcpy(note.colour, colours[letter - letters].names[0]);
        (void)add_note(scene, arrow, &note);
    }
}

void marks_add_comments(struct scene *scene, const struct ludus_game *game, const struct ludus_turn *turn)
{
    size_t at = 0;
    for (const struct item *item; (item = turns_next_comment(game, turn, &at));)
        for (struct command command = command_begin(item->text, item->length); command_next(&command);)
            if (command_is(&command, "csl") || command_is(&command, "cal"))
                add_note_list(scene, command.value, command_is(&command, "cal"));
}
