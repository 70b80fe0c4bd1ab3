/* page_line.c - the turns of a game for a replay page: as text, and as JSON, which tells what each turn
 * changes. */
#include "base/text.h"
#include "draw/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_SIZE = 40 };

/* ---- Texts ---- */

/* Appends line->words to the moves as text; figurines become letters. */
static void add_plain(struct page_line *line, const char *before, const char *after)
{
    struct ludus_buffer *out = line->text;
    const char *at = buf_string(&line->words), *end = at + line->words.length;
    const bool figured = line->options->notation == LUDUS_NOTATION_FIGURINES;
    struct ludus_text text = { at, line->words.length };
    buf_text(out, before);
    do {
        const unsigned kind = figured ? figurine_next(&at, end, line->scene->kinds, &text) : SCENE_KINDS;
        xml_format(out, "%.*s", (int)text.length, text.text);
        if (kind == SCENE_KINDS)
            break;
        buf_char(out, line->scene->kinds[kind].letter);
    } while (at < end);
    buf_text(out, after);
}

/* Writes line->words as a JSON string, and clears it. */
static void take_text(struct page_line *line)
{
    line->data->failed |= line->words.failed;
    buf_json(line->data, buf_string(&line->words), line->words.length, HTML_JSON);
    buf_clear(&line->words);
}

/* Writes an item between turns, under a key and as text; a comment only if it contains more than commands. */
static void write_item(struct page_line *line, enum ludus_event event)
{
    const bool opens = event == LUDUS_EVENT_VARIATION, comment = event == LUDUS_EVENT_COMMENT;
    const char key = comment                       ? 'c'
                     : event == LUDUS_EVENT_NAG    ? 'n'
                     : event == LUDUS_EVENT_RESULT ? 'o'
                     : event == LUDUS_EVENT_UNREAD ? 'u'
                                                   : '\0';
    printing_text(&line->words, &line->printing, event);
    if (opens || event == LUDUS_EVENT_VARIATION_END) {
        buf_text(line->data, opens ? ",\"(\"" : ",\")\"");
        buf_text(line->text, opens ? "( " : ") ");
    } else if (key && (!comment || line->words.length)) {
        add_plain(line, comment ? "{" : "", comment ? "} " : " ");
        buf_format(line->data, ",{\"%c\":", key);
        take_text(line);
        buf_char(line->data, '}');
    }
}

/* ---- A scene ---- */

/* Writes what precedes entry number `i` of the array under a key, or ends it. False after the last entry; an
 * array without any is left out. */
static bool begin_entry(struct ludus_buffer *out, const char *key, unsigned i, unsigned count)
{
    if (i == 0 && count)
        buf_format(out, ",\"%s\":[", key);
    else if (count)
        buf_char(out, i < count ? ',' : ']');
    return i < count;
}

/* Writes the men in hand, such as "M16d1". */
static void add_men(struct ludus_buffer *out, const struct scene *scene)
{
    unsigned kinds = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < SCENE_KINDS; kind++)
            if (scene->hand.count[side][kind])
                buf_format(out, "%s%c%u", kinds++ ? "" : ",\"h\":\"",
                           scene->kinds[kind].letter | (side == LUDUS_BLACK ? 0x20 : 0),
                           scene->hand.count[side][kind]);
    buf_text(out, kinds ? "\"" : "");
}

/* Writes the dice, moves, captures and flankers of the turn; marks [colour, square] and arrows [colour, from,
 * to]; men in hand. */
static void write_scene(struct ludus_buffer *out, const struct scene *scene)
{
    struct scene_line lines[SCENE_FLANKS];
    const unsigned line_count = scene_flanks(scene, lines), marks = scene->mark_count;
    for (unsigned i = 0; begin_entry(out, "d", i, scene->dice_count); i++)
        buf_format(out, "[%u,%d]", scene->dice[i].face,
                   scene->dice[i].state == DIE_USED ? (int)scene->dice[i].step : -1);
    for (unsigned i = 0; begin_entry(out, "m", i, scene->step_count); i++) {
        const struct scene_step *step = &scene->steps[i];
        buf_format(out, "[%u,%u", step->from, step->to);
        if (step->type == LUDUS_PLACE)
            buf_format(out, ",\"%c\"", scene->kinds[step->piece.kind].letter);
        if (step->castles)
            buf_format(out, ",\"\",%u,%u", step->rook_from, step->rook_to);
        for (unsigned at = 0; at < step->path_count; at++)
            buf_format(out, "%s%u%s", at ? "," : ",\"\",255,255,[", step->path[at],
                       at + 1 < step->path_count ? "" : "]");
        buf_char(out, ']');
    }
    for (unsigned i = 0; begin_entry(out, "x", i, scene->taken_count); i++)
        buf_format(out, "[%u,\"%c\"%s]", scene->taken[i].square,
                   scene->kinds[scene->taken[i].man.kind].letter,
                   scene->taken[i].man.side == scene->mover ? ",1" : "");
    for (unsigned i = 0; begin_entry(out, "j", i, line_count); i++)
        buf_format(out, "[%u,%u]", lines[i].from, lines[i].to);
    for (unsigned i = 0; begin_entry(out, "k", i, marks + scene->arrow_count); i++) {
        const struct scene_note *note = i < marks ? &scene->marks[i] : &scene->arrows[i - marks];
        buf_format(out, "[\"%s\",%u", note->colour, note->from);
        if (i >= marks)
            buf_format(out, ",%u", note->to);
        buf_char(out, ']');
    }
    add_men(out, scene);
}

/* ---- A turn ---- */

/* Takes the next field of a FEN. It is empty at the end. */
static struct ludus_text take_field(const char **fen)
{
    *fen += strspn(*fen, " ");
    struct ludus_text field = { *fen, strcspn(*fen, " ") };
    *fen += field.length;
    return field;
}

/* Writes the FEN after a turn: as a whole if pieces alone do not tell its first field, else the fields behind
 * it; none if all are as the script (nextFen) expects: the other side, the last number plus one after the
 * turn of the side that is not first, any other number plus one, the rest as it was. */
static void write_fen(struct page_line *line, const struct ludus_turn *turn)
{
    struct ludus_buffer *out = line->data, old = { 0 }, new = { 0 }, fields = { 0 };
    bool first = (unsigned)turn->side == turn_first(&line->printing.replay->ruleset->rules), same = true;
    fen_write(ludus_replay_before(line->printing.replay), false, &old);
    fen_write(ludus_replay_after(line->printing.replay), false, &new);
    const char *before = buf_string(&old), *after = buf_string(&new);
    bool whole = strcspn(after, "[~") < strcspn(after, " ");
    (void)take_field(&before);
    (void)take_field(&after);
    for (struct ludus_text is; (is = take_field(&after)).length;) {
        struct ludus_text was = take_field(&before);
        char next[LABEL_SIZE];
        if (!fields.length)
            snprintf(next, sizeof next, "%c", was.length && *was.text == 'w' ? 'b' : 'w');
        else if (was.length && *was.text >= '0' && *was.text <= '9')
            snprintf(next, sizeof next, "%lu", strtoul(was.text, NULL, 10) + (*before || !first));
        else
            snprintf(next, sizeof next, "%.*s", (int)was.length, was.text);
        bool expected = text_is(is.text, is.length, next);
        same &= expected;
        buf_format(&fields, "%s%.*s", fields.length ? " " : "", expected ? 1 : (int)is.length,
                   expected ? "." : is.text);
    }
    if (whole || !same)
        buf_format(out, ",\"%c\":\"%s\"", whole ? 'f' : 'r', buf_string(whole ? &new : &fields));
    out->failed |= old.failed || new.failed || fields.failed;
    buf_free(&old);
    buf_free(&new);
    buf_free(&fields);
}

/* Writes the squares of the position after the turn that are not what its moves alone, from square to square,
 * make of the position before it: "d5.e8k" */
static void write_changes(struct page_line *line, const struct ludus_position *before,
                          const struct ludus_position *after)
{
    struct ludus_buffer *out = line->data;
    const struct ludus_ruleset *ruleset = line->printing.replay->ruleset;
    const unsigned squares = ludus_ruleset_files(ruleset) * ludus_ruleset_ranks(ruleset);
    struct ludus_square cells[SCENE_SQUARES];
    const char *between = ",\"c\":\"";
    for (unsigned s = 0; s < squares; s++)
        cells[s] = ludus_position_at(before, s);
    for (unsigned i = 0; i < line->scene->step_count; i++) {
        const struct scene_step *step = &line->scene->steps[i];
        if (step->type == LUDUS_PLACE || step->from == LUDUS_NO_SQUARE || step->to == LUDUS_NO_SQUARE)
            continue;
        const struct ludus_square moved = cells[step->from];
        cells[step->from] = (struct ludus_square){ .kind = LUDUS_NO_KIND };
        cells[step->to] = moved;
    }
    for (unsigned s = 0; s < squares; s++) {
        const struct ludus_square is = ludus_position_at(after, s), was = cells[s];
        const bool empty = is.kind == LUDUS_NO_KIND;
        if (is.kind == was.kind && (empty || (is.side == was.side && is.bound == was.bound)))
            continue;
        buf_format(out, "%s%s%c%s", between, square_name(ruleset, s).text,
                   empty ? '.'
                         : ludus_ruleset_kind_letter(ruleset, is.kind) | (is.side == LUDUS_BLACK ? 0x20 : 0),
                   is.bound && !empty ? "'" : "");
        between = "";
    }
    buf_text(out, *between ? "" : "\"");
}

/* Writes what is in the comments and annotations of a turn: clock, evaluation or value in
 * hundredths, a diagram. */
static void write_remarks(struct page_line *line, const struct ludus_turn *turn)
{
    struct ludus_buffer *out = line->data;
    struct ludus_evaluation evaluation = { .size = sizeof evaluation };
    struct ludus_text value;
    double number;
    unsigned nag = 0;
    if (ludus_turn_clock(line->game, turn, "clk", &number))
        buf_format(out, ",\"q\":%ld", lround(floor(fmin(number, 1e9))));
    if (ludus_turn_evaluation(line->game, turn, &evaluation)) {
        if (evaluation.mate)
            buf_format(out, ",\"e\":\"#%d\"", evaluation.mate);
        else
            buf_format(out, ",\"e\":%ld", lround(fmax(-1e6, fmin(evaluation.pawns, 1e6)) * 100));
    }
    if (ludus_turn_command(line->game, turn, "value", &value) && value.length &&
        (number = number_read(value.text)) >= 0 && number <= 100)
        buf_format(out, ",\"v\":%ld", lround(number * 100));
    for (size_t i = 0; ludus_turn_nag(line->game, turn, i, &nag); i++)
        if (nag == 220 || nag == 221) {
            buf_text(out, ",\"g\":1");
            return;
        }
}

/* Writes the scene, and how the game has ended. */
static void write_position(struct page_line *line)
{
    const struct ludus_position *after = ludus_replay_after(line->printing.replay);
    char usual[32];
    write_scene(line->data, line->scene);
    words_position(&line->words, after, false, NULL);
    snprintf(usual, sizeof usual, "%s to move.", side_name(ludus_position_side(after)));
    if (strcmp(buf_string(&line->words), usual) != 0) {
        buf_text(line->data, ",\"s\":");
        take_text(line);
    }
    buf_clear(&line->words);
}

/* Writes that the turn was not played, and what the message on it says, which is then the last one. */
static void write_fault(struct page_line *line, const struct ludus_turn *turn)
{
    const struct message *last = line->game->diag.last;
    buf_text(line->data, ",\"u\":");
    if (turn->state == LUDUS_TURN_ILLEGAL && last && last->severity == LUDUS_ERROR) {
        buf_format(&line->words, "%s%s%s", last->text, last->hint ? "; " : "", last->hint ? last->hint : "");
        take_text(line);
    } else {
        buf_char(line->data, '1');
    }
}

/* Writes the turn: its label unless the turn before tells it; its moves as they are printed. */
static void write_turn(struct page_line *line)
{
    struct ludus_buffer *out = line->data;
    const struct ludus_replay *replay = line->printing.replay;
    const struct ludus_turn *turn = &line->printing.turn;
    const struct turn_text source = { replay, turn, line->scene, line->options, NULL };
    const unsigned count = replay->turn.item_count;
    const bool played = turn->state == LUDUS_TURN_PLAYED;
    buf_text(line->text, printing_number(line->text, &line->printing) ? " " : "");
    if (played)
        scene_gather(line->scene, replay, turn, line->options, NULL);
    buf_text(out, ",{");
    if (line->printing.apart || !played)
        buf_format(out, "\"l\":\"%u%c\",", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    buf_text(out, count > 1 ? "\"w\":[" : "\"w\":");
    turn_text_dice(&line->words, &source);
    for (unsigned i = 0; i < count || i == 0; i++) {
        const char *before = count ? turn_before_item(&replay->turn, i) : "";
        if (i)
            buf_char(out, ',');
        else
            buf_text(&line->words, before);
        if (count)
            turn_text_move(&line->words, &source, i);
        if (i + 1 < count && *turn_before_item(&replay->turn, i + 1) == ',')
            buf_char(&line->words, ',');
        add_plain(line, "", " ");
        take_text(line);
    }
    buf_text(out, count > 1 ? "]" : "");
    if (played) {
        write_changes(line, ludus_replay_before(replay), ludus_replay_after(replay));
        write_fen(line, turn);
        write_remarks(line, turn);
        write_position(line);
    } else {
        write_fault(line, turn);
    }
    buf_char(out, '}');
}

/* ---- The line ---- */

bool page_line_write(struct page_line *line)
{
    enum ludus_event event;
    scene_gather(line->scene, line->printing.replay, NULL, line->options, NULL);
    buf_text(line->data, "{\"f\":\"");
    fen_write(ludus_replay_after(line->printing.replay), false, line->data);
    buf_char(line->data, '"');
    write_position(line);
    buf_char(line->data, '}');
    while ((event = printing_next(&line->printing)) != LUDUS_EVENT_END)
        if (event == LUDUS_EVENT_TURN)
            write_turn(line);
        else
            write_item(line, event);
    return !line->text->failed && !line->data->failed && !line->words.failed;
}
