/* replay.c - walks through a record: lines and variations, turns, positions around them. */
#include "play/replay.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ludus_replay *ludus_replay_new(const struct ludus_ruleset *rules)
{
    struct ludus_replay *replay = memory_zeroed(1, sizeof *replay);
    if (replay && (replay->before = memory_new(sizeof *replay->before)) != NULL) {
        replay->forced = rules;
        return replay;
    }
    free(replay);
    return NULL;
}

static void free_owned(struct ludus_replay *replay)
{
    for (size_t i = 0; i < replay->owned_count; i++)
        ludus_position_free(replay->owned[i]);
    replay->owned_count = 0;
}

void ludus_replay_free(struct ludus_replay *replay)
{
    if (!replay)
        return;
    free_owned(replay);
    for (size_t i = 0; i < replay->block_count; i++)
        free(replay->blocks[i]);
    free(replay->blocks);
    free(replay->places);
    free(replay->quick.ahead);
    free(replay->owned);
    free(replay->outer);
    free(replay->before);
    dialects_close(&replay->spelling);
    keyed_free(&replay->tally.keys);
    free(replay->tally.entries);
    buf_free(&replay->text);
    free(replay);
}

void ludus_replay_resume(struct ludus_replay *replay, bool wanted)
{
    replay->resumes = wanted;
}

void ludus_replay_go_on(struct ludus_replay *replay, bool wanted)
{
    replay->goes_on = wanted;
}

void ludus_replay_notes(struct ludus_replay *replay, bool wanted)
{
    replay->notes = wanted;
}

void ludus_replay_moves(struct ludus_replay *replay, bool full, const char *notation)
{
    dialects_close(&replay->spelling);
    replay->spelling = (struct dialects){ .ruleset = NULL };
    replay->style = (struct san_style){ .full = full };
    replay->notation = notation;
}

void ludus_replay_width(struct ludus_replay *replay, unsigned characters)
{
    replay->width = characters;
}

enum { UNDO_BLOCK = 64 * sizeof(struct undo) };

struct undo *replay_undo(struct ludus_replay *replay)
{
    size_t undos = replay->line.undos;
    struct undo_place place = { 0, 0 };
    struct undo_place *places = memory_room(replay->places, undos, &replay->place_capacity, sizeof *places);
    replay->failed |= !places;
    if (!places)
        return NULL;
    replay->places = places;
    if (undos > 0) {
        place = replay->places[undos - 1];
        place.at += (uint32_t)undo_size(replay_undo_at(replay, undos - 1));
    }
    if (place.at > UNDO_BLOCK - sizeof(struct undo))
        place = (struct undo_place){ place.block + 1, 0 };
    if (place.block == replay->block_count) {
        char **block =
            memory_push(&replay->blocks, &replay->block_count, &replay->block_capacity, sizeof *block);
        if (block && !(*block = memory_new(UNDO_BLOCK)))
            replay->block_count--;
        replay->failed |= !block || !*block;
        if (replay->failed)
            return NULL;
    }
    places[undos] = place;
    return replay_undo_at(replay, undos);
}

/* What an undo of type SWAP names instead of changed squares: the whole positions before and after it, in the
 * record's arena. */
enum { SWAP = NONE - 1 };
struct swap {
    struct ludus_position before, after;
};

static const struct swap *swap_of(const struct undo *undo)
{
    const struct swap *swap;
    memcpy(&swap, undo->change, sizeof swap);
    return swap;
}

const struct ludus_position *replay_swap(struct ludus_replay *replay, const struct ludus_position *after)
{
    struct line *line = &replay->line;
    struct undo *undo = replay_undo(replay);
    struct swap *swap = arena_alloc(&replay->game->arena, sizeof *swap);
    replay->failed |= !undo || !swap;
    if (replay->failed)
        return NULL;
    *swap = (struct swap){ line->pos, *after };
    line->pos = *after;
    undo->move.type = SWAP;
    undo->changes = sizeof swap / sizeof undo->change[0];
    memcpy(undo->change, &swap, sizeof swap);
    line->undos++;
    return &swap->after;
}

/* Unmakes the moves of undos from number `undos` - 1 down to `target`. */
static void unmake_to(const struct ludus_replay *replay, struct ludus_position *pos, size_t undos,
                      size_t target)
{
    while (undos > target) {
        const struct undo *undo = replay_undo_at(replay, --undos);
        if (undo->move.type == SWAP)
            *pos = swap_of(undo)->before;
        else
            position_unmake(pos, undo);
    }
    pos->dice_count = 0;
    pos->dice_used = DICE_UNUSED;
}

void replay_rewind(struct ludus_replay *replay, size_t undos)
{
    unmake_to(replay, &replay->line.pos, replay->line.undos, undos);
    replay->line.undos = undos;
}

/* Enters a variation, in place of the last turn. One that is never closed is not played, since the main line
 * continues somewhere in it. */
static void enter_variation(struct ludus_replay *replay, const struct item *item)
{
    struct line *line = &replay->line;
    replay->turn.misled = false;
    replay->roll_before = NULL;
    quick_settle(replay);
    struct left_line *left =
        memory_push(&replay->outer, &replay->depth, &replay->outer_capacity, sizeof *left);
    replay->failed |= !left;
    if (!left)
        return;
    memcpy(left->state, line, sizeof left->state);
    line->broken = line->lost || !line->started || item->partner >= replay->game->item_count;
    unmake_to(replay, &line->pos, line->undos, line->turn_undos);
    keyed_cut(&replay->tally.keys, line->turn_tally);
    /* The undos of the suspended line are kept until it is resumed. */
    line->turn_undos = line->undos;
    line->started = false;
    line->number = line->turn_number;
    line->side = line->turn_side;
}

/* Resumes the line suspended last: unmakes the variation's moves, and makes those of its last turn again. */
static void leave_variation(struct ludus_replay *replay)
{
    struct line *line = &replay->line;
    struct ludus_position *pos = &line->pos;
    size_t undos = line->undos;
    replay->turn.misled = false;
    replay->roll_before = NULL;
    quick_drop(replay);
    if (replay->depth == 0)
        return;
    memcpy(line, replay->outer[--replay->depth].state, sizeof replay->outer->state);
    unmake_to(replay, pos, undos, line->undos);
    for (size_t i = line->turn_undos; i < line->undos; i++) {
        struct undo *undo = replay_undo_at(replay, i);
        if (undo->move.type == SWAP)
            *pos = swap_of(undo)->after;
        else
            position_make(pos, undo->move, undo);
    }
    keyed_cut(&replay->tally.keys, line->turn_tally);
}

/* Reports a roll that no move follows before the line ends or the next turn begins. If unreadable text
 * follows, it has its message and may contain the move. */
static void say_lone_roll(struct ludus_replay *replay, const struct item *roll)
{
    const struct item *next = roll + 1, *end = replay->game->items + replay->game->item_count;
    bool unread = next < end && turns_unread(next);
    if (!replay->line.broken && position_dice(&replay->line.pos) == 0)
        roll_say_no_dice(replay, roll);
    else if (!replay->line.broken && !unread)
        record_say(replay->game, roll, MSG_LONE_ROLL);
    replay->turn.misled = true;
}

void turn_gather(struct ludus_replay *replay, struct turns *turns)
{
    struct turn *turn = &replay->turn;
    struct turns_moves moves = turns_moves(turns->game, turns->at - 1);
    moves.joins |= unread_is_name(replay, turns->item);
    turn->item_count = 0;
    turn->crowded = turn->unread = false;
    for (const struct item *item = turns->item; item; item = turns_more(turns->game, &moves)) {
        turn->unread |= turns_unread(item);
        if (turn->item_count < LUDUS_MOVES_MAX)
            turn->items[turn->item_count++] = item;
        else
            turn->crowded = true;
    }
    turn->misled |= moves.unread;
    turns->at = moves.at;
}

/* Collects and plays the turn that begins at replay->turns. Keeps its roll for the turn right after it. */
static void play_one_turn(struct ludus_replay *replay)
{
    const struct turn *turn = &replay->turn;
    quick_settle(replay);
    turn_gather(replay, &replay->turns);
    turn_play(replay);
    const struct item *roll = turn->dice;
    bool whole = roll && !turn->unread && roll->dice.count == replay->ruleset->rules.dice &&
                 !memchr(roll->dice.face, 0, roll->dice.count);
    for (unsigned i = 0; whole && i < turn->item_count; i++)
        whole = !(turn->items[i]->move.flags & MOVE_SIC) && turn->items[i]->move.style < MOVE_PASS;
    replay->roll_before = whole ? roll : NULL;
}

/* The same, and plays more turns as long as they are plain, up to `limit` in all. */
static void take_turns(struct ludus_replay *replay, size_t limit)
{
    const struct turn *turn = &replay->turn;
    size_t turns = replay->quick.wanted ? quick_turns(replay, replay->turns.item, limit) : 0;
    if (turns == 0) {
        play_one_turn(replay);
        turns = 1;
    }
    if (replay->depth > 0)
        return;
    replay->turn_count += turns;
    replay->last = turn->items[turn->item_count - 1];
}

/* Warns of a comment after `;`, of replay->game, if a comma was meant: it follows a move at once and contains
 * another move, in a game with several moves in a turn. */
static void check_semicolon(struct ludus_replay *replay, const struct item *comment)
{
    const struct ludus_ruleset *ruleset = replay->ruleset;
    if (comment->form != ';' || comment == replay->game->items || !turns_is_move(comment - 1) ||
        !(ruleset->rules.dice > 1 || ruleset->places))
        return;
    struct ludus_game *said = record_from((struct ludus_text){ comment->text, comment->length }, "");
    struct turns turns = { .game = said };
    replay->failed |= !said;
    if (said && !said->tag_count && turns_next(&turns) == TURNS_TURN) {
        bool turn = turns.label && turns.label->form > 0; /* after a number there may be a roll */
        const struct item *first = said->items, *next = turns.item + 1;
        const struct move_text *move = &turns.item->move;
        /* The move may be followed by a full stop, and then by a comma, a semicolon, the number of a turn, a
         * result or the end. */
        const char *end = turns.item->text + turns.item->length, *behind = end + strspn(end, ". ");
        bool ends = next == first + said->item_count || strchr(",;", *behind) || next->kind == ITEM_RESULT ||
                    (next->kind == ITEM_NUMBER && next->form > 0);
        bool meant =
            move->style == MOVE_SQUARES || move->style == MOVE_PLACE || (turn && move->style == MOVE_PASS);
        if (ends && meant && turns.item == first + turn + (turn && turns.dice) &&
            resolve_named(ruleset, move)) {
            struct message *message = record_say(replay->game, comment, MSG_COMMENT_FOR_COMMA,
                                                 (int)(end - first->text), first->text);
            diag_hint(replay_diag(replay), message,
                      turn ? "turns need no sign between them" : "a comma joins the moves of a turn");
        }
    }
    ludus_game_free(said);
}

bool replay_steps(struct ludus_replay *replay, size_t limit)
{
    struct turns *turns = &replay->turns;
    struct turn *turn = &replay->turn;
    turns_taken(turns);
    turn->misled = false;
    for (enum turns_event event = TURNS_NAG; event != TURNS_END && !replay->failed;) {
        event = turns_next(turns);
        if (event == TURNS_TURN || event == TURNS_UNREAD) {
            turn->label = turns->label;
            turn->dice = turns->dice;
            turn->renumbered = turns->renumbered;
        }
        switch (event) {
        case TURNS_TURN:
            take_turns(replay, limit);
            return true;
        case TURNS_UNREAD:
            replay->roll_before = NULL;
            if (!unread_is_turn(replay, turns->item)) {
                turn->misled |= !item_is_aside(turns->item);
                break;
            }
            replay->turn_count += replay->depth == 0; /* it is in place of a turn */
            play_one_turn(replay);
            return true;
        case TURNS_LONE_ROLL:
            say_lone_roll(replay, turns->item);
            break;
        case TURNS_SECOND_ROLL:
            if (!replay->line.broken)
                record_say(replay->game, turns->item, MSG_DOUBLE_ROLL);
            break;
        case TURNS_OPEN:
            enter_variation(replay, turns->item);
            break;
        case TURNS_CLOSE:
            leave_variation(replay);
            break;
        case TURNS_RESULT:
            replay->roll_before = NULL;
            replay->result = replay->depth == 0 ? turns->item : replay->result;
            break;
        case TURNS_COMMENT:
            check_semicolon(replay, turns->item);
            if (replay->resumes && replay->line.broken)
                opening_resume(replay, turns->item);
            else if (turns->item->length && memchr(turns->item->text, '%', turns->item->length))
                opening_check_diagrams(replay, turns->item);
            break;
        case TURNS_END:
        case TURNS_NAG:
        case TURNS_ESCAPE:
            break;
        }
    }
    while (replay->depth > 0) /* unclosed variations */
        leave_variation(replay);
    return false;
}

/* Finds the letters of moves for the ruleset. False without memory. */
static bool find_letters(struct ludus_replay *replay)
{
    struct dialects *spelling = &replay->spelling;
    if (!replay->notation || spelling->ruleset == replay->ruleset)
        return true;
    dialects_close(spelling);
    replay->style.dialect =
        dialects_open(spelling, replay->notation, replay->ruleset) ? spelling->each : NULL;
    return spelling->each != NULL;
}

bool ludus_replay_start(struct ludus_replay *replay, struct ludus_game *game)
{
    free_owned(replay);
    record_forget_play(game);
    replay->game = game;
    replay->turns = (struct turns){ .game = game };
    replay->depth = replay->turn_count = 0;
    replay->result = replay->last = replay->roll_before = NULL;
    replay->turn.dice = NULL;
    replay->spelt = 0;
    replay->meant = NULL;
    replay->failed = replay->blamed_dice = replay->quick.wanted = false;
    replay->guessed = 0;
    quick_drop(replay);
    keyed_cut(&replay->tally.keys, 0);
    if (!opening_read(replay)) {
        replay->turns.at = game->item_count;
        return false;
    }
    replay->failed |= !find_letters(replay);
    return true;
}

/* Assigns a die to each move: the lowest one that leaves dice for the other moves. An illegal move (sic)
 * takes any die, or none. False if that is impossible. */
static bool assign_dice(const struct ludus_replay *replay, unsigned move, unsigned used, uint8_t *die_of)
{
    const struct turn *turn = &replay->turn;
    if (move == turn->move_count)
        return true;
    for (unsigned die = 0; die < turn->roll_count; die++) {
        unsigned face = turn->roll[die];
        uint32_t faces =
            turn->kinds[move] < KINDS_MAX ? replay->ruleset->rules.kinds[turn->kinds[move]].faces : 0;
        bool allowed = turn->forced[move] || face == 0 || (face <= 32 && faces >> (face - 1) & 1);
        if (used >> die & 1 || !allowed)
            continue;
        die_of[move] = (uint8_t)die;
        if (assign_dice(replay, move + 1, used | 1u << die, die_of))
            return true;
    }
    return turn->forced[move] && assign_dice(replay, move + 1, used, die_of);
}

bool ludus_replay_next(struct ludus_replay *replay, struct ludus_turn *out)
{
    const struct turn *turn = &replay->turn;
    replay->texts = true;
    if (replay->game && !replay->turns.at)
        quick_allow(replay);
    if (!replay->game || !replay_steps(replay, 1))
        return false;
    if (replay->quick.turn_count)
        quick_follow(replay);
    const struct item *first = turn->label ? turn->label : turn->dice ? turn->dice : turn->items[0];
    struct ludus_turn played = { .state = turn->state,
                                 .side = turn->side,
                                 .number = turn->number,
                                 .depth = (unsigned)replay->depth,
                                 .dice_count = turn->roll_count,
                                 .moves_count = turn->move_count,
                                 .moves = turn->moves,
                                 .die_of = replay->die_of,
                                 .forced = turn->forced,
                                 .text = buf_string(&replay->text),
                                 .offset = item_begin(replay->game, first),
                                 .item = (size_t)(first - replay->game->items) };
    played.length = item_end(replay->game, turn->items[turn->item_count - 1]) - played.offset;
    memcpy(played.dice, turn->roll, sizeof played.dice);
    memset(replay->die_of, 0, sizeof replay->die_of);
    if (turn->move_count <= LUDUS_DICE_MAX)
        assign_dice(replay, 0, 0, replay->die_of);
    sized_give(out, &played, sizeof played);
    return true;
}

const struct ludus_position *ludus_replay_before(const struct ludus_replay *replay)
{
    if (!replay->line.pos.ruleset)
        return NULL;
    position_copy(replay->before, &replay->line.pos);
    unmake_to(replay, replay->before, replay->line.undos, replay->line.turn_undos);
    return replay->before;
}

const struct ludus_position *ludus_replay_after(const struct ludus_replay *replay)
{
    return replay->line.pos.ruleset ? &replay->line.pos : NULL;
}

const struct ludus_ruleset *ludus_replay_ruleset(const struct ludus_replay *replay)
{
    return replay->ruleset;
}

size_t ludus_game_check(struct ludus_replay *replay, struct ludus_game *game)
{
    replay->texts = false;
    if (!ludus_replay_start(replay, game))
        return 0;
    quick_allow(replay);
    while (replay_steps(replay, SIZE_MAX))
        ;
    ending_check(replay);
    return replay->turn_count;
}
