/* quick.c - plays plain turns on bitboards, and writes records in canonical form, most of whose turns are
 * plain. */
#include "base/memory.h"
#include "play/replay.h"

enum { PLAIN = MOVE_CAPTURE | MOVE_PROMOTES | MOVE_ZEROS | MOVE_LONG };

void quick_allow(struct ludus_replay *replay)
{
    const struct rules *rules = &replay->ruleset->rules;
    const char *at = replay->game->source.text, *end = at + replay->game->source.length;
    bool plain = !rules->dice && !rules->squeeze && !replay->notes &&
                 !(replay->texts && (replay->style.full || replay->notation));
    for (; plain && at && at < end && (at = memchr(at, '%', (size_t)(end - at))); at++)
        plain = end - at <= 9 || memcmp(at, "%position", 9) != 0; /* a diagram is compared with line.pos */
    replay->quick.wanted = plain && (!replay->texts || rules->notation == STYLE_SAN);
}

/* Plays the step that the text means. Returns none if it is not exactly one. */
static inline struct bitboard_move play_step(struct ludus_replay *replay, const struct move_text *text,
                                             uint64_t *others)
{
    const struct bitboard_move none = { 0 };
    const struct ludus_ruleset *ruleset = replay->ruleset;
    struct bitboard *board = &replay->quick.board;
    unsigned to = resolve_square(ruleset, text->to_file, text->to_rank), becomes = NONE;
    uint64_t from = bitboard_squares(ruleset, text->from_file, text->from_rank);
    kind_set kinds = resolve_kinds(&board->pos, text);
    if (to == NONE || (text->flags & MOVE_PROMOTES && (becomes = resolve_promotion(ruleset, text)) == NONE))
        return none;
    return bitboard_play(board, kinds, from, to, becomes,
                         replay->texts && (text->from_file || text->from_rank) ? others : NULL);
}

static bool is_mate(const struct ludus_replay *replay)
{
    return replay->quick.board.checked && !bitboard_can_step(&replay->quick.board);
}

/* Plays the move that the text means. Returns none if it is not exactly one or a claim of the text is not
 * plainly true: then the board must not be used any more. */
static inline struct bitboard_move play_text(struct ludus_replay *replay, const struct move_text *text,
                                             uint64_t *others)
{
    const struct bitboard_move none = { 0 };
    struct bitboard_move played;
    struct bitboard *board = &replay->quick.board;
    const struct castle *castle;
    *others = 0;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        played = play_step(replay, text, others);
        if (!(text->flags & MOVE_CAPTURE
                  ? bitboard_takes(played)
                  : !bitboard_takes(played) || !(text->flags & MOVE_LONG || resolve_is_bare(text))))
            return none;
        break;
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        castle = castle_named(&replay->ruleset->rules, board->pos.side, text->style == MOVE_CASTLE_SHORT);
        played = castle ? bitboard_castle(board, castle) : none;
        break;
    default:
        return none;
    }
    if (text->check != CHECK_NONE && !(board->checked && (text->check != CHECK_MATE || is_mate(replay))))
        return none;
    return played;
}

/* Writes a move of any form. Returns its length. */
static size_t write_rare(const struct ludus_replay *replay, struct bitboard_move played, uint64_t others,
                         char *out)
{
    struct san_step step = { .move = bitboard_unpack((uint32_t)played.bits),
                             .kind = (uint8_t)bitboard_kind(played),
                             .takes = bitboard_takes(played),
                             .others = others };
    if (others) {
        unsigned file = square_file(replay->ruleset, step.move.from) + 1,
                 rank = square_rank(replay->ruleset, step.move.from) + 1;
        step.others_in_file = others & bitboard_squares(replay->ruleset, file, 0);
        step.others_in_rank = others & bitboard_squares(replay->ruleset, 0, rank);
    }
    return san_write_step(out, replay->ruleset, &step);
}

/* Writes the move that `text` means, frequent forms here: e4, exd5, Nf3, Nxd4. Returns its length. */
static inline size_t write_move(const struct ludus_replay *replay, const struct move_text *text,
                                struct bitboard_move played, uint64_t others, char *out)
{
    const struct rules *rules = &replay->ruleset->rules;
    unsigned kind = bitboard_kind(played);
    bool pawn = rules->pawns >> kind & 1, takes = bitboard_takes(played);
    size_t length;
    if (text->style != MOVE_SQUARES || others || (played.bits >> BITBOARD_PIECE & 0xff) != NONE ||
        text->to_rank > 9 || (pawn && takes && !text->from_file)) {
        length = write_rare(replay, played, others, out);
    } else { /* letters that are not needed are overwritten */
        out[0] = (char)(pawn ? 'a' - 1 + text->from_file : rules->kinds[kind].letter);
        length = !pawn || takes;
        out[length] = 'x';
        length += takes;
        out[length++] = (char)('a' - 1 + text->to_file);
        out[length++] = (char)('0' + text->to_rank);
    }
    if (replay->quick.board.checked)
        out[length++] = is_mate(replay) ? '#' : '+';
    return length;
}

/* Sets the label of a turn: "4W." if the game's numbers name the side; else "4." for the side that plays
 * first and "4..." for the other. */
static void set_label(const struct rules *rules, unsigned side, unsigned number, struct move_form *form)
{
    form->number = number;
    if (rules->sided_numbers)
        form->label = side == LUDUS_WHITE ? LABEL_WHITE : LABEL_BLACK;
    else
        form->label = side == turn_first(rules) ? LABEL_FIRST : LABEL_SECOND;
    form->always = form->label != LABEL_SECOND;
}

static inline bool play_turn(struct ludus_replay *replay, struct turns_plain found)
{
    struct quick *quick = &replay->quick;
    const struct ludus_position *pos = &quick->board.pos;
    const unsigned side = pos->side, number = pos->number;
    const struct move_text *text = &found.item->move;
    uint64_t others;
    if (text->flags & ~PLAIN || (found.label && !labels_is_right(found.label, number, side)))
        return false;
    struct bitboard_move played = play_text(replay, text, &others);
    if (!bitboard_is(played))
        return false;
    if (quick->count == quick->capacity) {
        uint32_t *ahead = memory_room(quick->ahead, quick->count, &quick->capacity, sizeof *ahead);
        replay->failed |= !ahead;
        if (!ahead)
            return false;
        quick->ahead = ahead;
    }
    quick->ahead[quick->count++] = (uint32_t)played.bits;
    if (replay->texts) {
        /* Records the turn, and how it is written. */
        struct move_form *form = &quick->forms[quick->turn_count];
        struct quick_turn *turn = &quick->turns[quick->turn_count++];
        turn->label = found.label;
        turn->side = (uint8_t)side;
        form->index = (size_t)(found.item - replay->game->items);
        form->text = turn->text;
        form->text_length = (uint32_t)write_move(replay, &found.item->move, played, others, turn->text);
        form->brief = form->text_length <= LAYOUT_SHORT && !found.item->move.mark;
        set_label(&replay->ruleset->rules, side, number, form);
    }
    return true;
}

void quick_settle(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    size_t count = replay->quick.count;
    for (size_t i = 0; i < count; i++) {
        if (!replay_make(replay, bitboard_unpack(replay->quick.ahead[i])))
            break;
        line->turn_undos = line->undos - 1;
    }
    quick_drop(replay);
}

size_t quick_turns(struct ludus_replay *replay, const struct item *item, size_t limit)
{
    struct quick *quick = &replay->quick;
    struct line *line = &replay->line;
    struct turn *turn = &replay->turn;
    const struct item *end = replay->game->items + replay->game->item_count;
    struct turns_plain found = { item, turn->label }, next, last = { .item = NULL };
    const struct ludus_position *pos = &quick->board.pos;
    size_t turns = 0;
    bool sound = !line->broken && !turn->dice && !turn->misled && !turn->renumbered &&
                 (quick->loaded || (quick->loaded = bitboard_load(&quick->board, &line->pos))) &&
                 pos->number == line->number && pos->side == line->side;
    quick->turn_count = 0;
    if (replay->texts && limit > QUICK_TURNS)
        limit = QUICK_TURNS;
    for (; sound && found.item && turns < limit; turns++, last = found, found = next) {
        sound = turns_plain_next(found.item, end, &next) && play_turn(replay, found);
        if (!sound)
            break;
    }
    if (!sound) { /* the bitboards may have a move that was rejected */
        quick_settle(replay);
        pos = &line->pos;
    }
    quick->turn_count = turns;
    if (turns == 0)
        return 0;
    turn->items[0] = last.item;
    turn->label = last.label;
    turn->state = LUDUS_TURN_PLAYED;
    turn->item_count = 1;
    turn->roll_count = turn->move_count = 0;
    turn->side = line->turn_side = pos->side ^ 1u;
    turn->number = line->turn_number = pos->number - (pos->side == quick->board.first);
    line->number = pos->number;
    line->side = pos->side;
    line->lost = false;
    line->started = true;
    replay->turns.at = (size_t)(last.item + 1 - replay->game->items);
    return turns;
}

void quick_follow(struct ludus_replay *replay)
{
    struct quick *quick = &replay->quick;
    struct line *line = &replay->line;
    const struct ludus_move move = bitboard_unpack(quick->ahead[0]);
    const unsigned kind = CODE_KIND(line->pos.cell[move.from]);
    buf_clear(&replay->text);
    buf_add(&replay->text, quick->turns[0].text, quick->forms[0].text_length);
    replay->turn.text_begin[0] = 0;
    replay->turn.text_end[0] = replay->text.length;
    turn_add(&replay->turn, move, kind, 0, NULL);
    line->turn_undos = line->undos;
    replay_make(replay, move);
    quick->count = 0;
}

const struct ludus_position *quick_final(const struct ludus_replay *replay)
{
    return replay->quick.count ? &replay->quick.board.pos : &replay->line.pos;
}

/* ---- Records in canonical form: the writer asks, the replay answers turn by turn. Wrong moves and numbers
 * stay as written ---- */

struct answers {
    struct ludus_replay *replay;
    struct move_form form;       /* of a move that is answered for alone */
    bool playing;                /* the replay has started and not ended */
    bool shifted;                /* a written number differed from the count */
    const struct message *known; /* the last message before the last turn, or NULL */
};

/* Leaves all numbers before the move as written. */
static void leave_numbers(struct move_form *form)
{
    form->label = LABEL_NONE;
    form->always = form->brief = false;
}

/* Sets the number of a turn to the written one, or to the next after the last one. A number that does not
 * follow the last one is left as written if it could be left out or would name a side; one that is too great
 * to count on from, in any case. */
static void keep_number(struct answers *answers, const struct item *label, unsigned side,
                        struct move_form *form)
{
    struct line *line = &answers->replay->line;
    bool sided = answers->replay->ruleset->rules.sided_numbers;
    if (label && label->number == UNCOUNTED) {
        leave_numbers(form);
        return;
    }
    long off =
        label && label->number != UNNUMBERED ? (long)label->number - (long)form->number : line->kept[side];
    if (off != line->kept[side] &&
        (form->label == LABEL_SECOND || (sided && label && label->side > LUDUS_BLACK)))
        leave_numbers(form);
    if (label && line->shift[LUDUS_WHITE] == line->shift[LUDUS_BLACK]) /* both sides count alike */
        line->kept[side ^ 1] = off;
    line->kept[side] = off;
    answers->shifted |= off != 0;
    form->number = (unsigned)((long)form->number + off);
}

/* Answers from the turn just played, of which only the first move has a number. */
static void answer_turn(struct answers *answers, bool begins)
{
    const struct ludus_replay *replay = answers->replay;
    const struct turn *turn = &replay->turn;
    struct move_form *form = &answers->form;
    const struct item *item = &replay->game->items[form->index];
    unsigned i = 0; /* number of the item in the turn */
    while (i < turn->item_count && turn->items[i] != item)
        i++;
    if (i == turn->item_count || turn->state != LUDUS_TURN_PLAYED)
        return;
    if (begins && i == 0 && !turn->other_side) {
        set_label(&replay->ruleset->rules, turn->side, turn->number, form);
        keep_number(answers, turn->label, turn->side, form);
        if (turn->numbers_stay)
            leave_numbers(form);
    }
    /* An error in the item, found when its turn was played. With `sic` it is a note. */
    const struct ludus_game *game = replay->game;
    const struct message *error = answers->known ? answers->known->next : game->diag.first;
    size_t begin = item_begin(game, item), end = item_end(game, item);
    while (error &&
           (message_kinds[error->id].severity != LUDUS_ERROR || error->begin < begin || error->begin >= end))
        error = error->next;
    if (turn->text_end[i] == 0 || error)
        return;
    form->text = replay->text.bytes + turn->text_begin[i];
    form->text_length = (uint32_t)(turn->text_end[i] - turn->text_begin[i]);
}

static size_t answer_move(void *context, size_t index, bool begins, const struct move_form **forms)
{
    struct answers *answers = context;
    struct ludus_replay *replay = answers->replay;
    while (answers->playing && replay->turns.at <= index) {
        answers->known = replay->game->diag.last;
        answers->playing = replay_steps(replay, SIZE_MAX);
    }
    struct quick *quick = &replay->quick;
    if (answers->playing && quick->turn_count > 0 && quick->forms[0].index == index) {
        /* plain turns, played together, whose labels are right */
        for (size_t i = 0; answers->shifted && i < quick->turn_count; i++)
            keep_number(answers, quick->turns[i].label, quick->turns[i].side, &quick->forms[i]);
        *forms = quick->forms;
        return quick->turn_count;
    }
    answers->form = (struct move_form){ .index = index };
    if (answers->playing && quick->turn_count == 0)
        answer_turn(answers, begins);
    *forms = &answers->form;
    return 1;
}

void ludus_game_format(struct ludus_replay *replay, struct ludus_game *game, struct ludus_buffer *out)
{
    struct answers answers = { .replay = replay };
    replay->texts = true;
    answers.playing = ludus_replay_start(replay, game);
    if (answers.playing)
        quick_allow(replay);
    record_write(game, answers.playing ? answer_move : NULL, &answers, replay->width, out);
    while (answers.playing && replay_steps(replay, 1))
        ;
}
