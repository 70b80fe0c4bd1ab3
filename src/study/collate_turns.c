/* collate_turns.c - reads turns as moves, and compares them. */
#include "base/text.h"
#include "rules/position.h"
#include "study/collate.h"

#include <stdlib.h>
#include <string.h>

/* Returns a kind of `rs` as the first witness's ruleset numbers it; NONE if that has no piece of this name:
 * then the squares must tell. */
static struct known_kind common_kind(const struct ludus_ruleset *common, const struct ludus_ruleset *rs,
                                     unsigned kind)
{
    if (kind != NONE && rs != common) {
        const char *name = rs->rules.kinds[kind].names[0];
        kind = resolve_name(common, name, strlen(name));
    }
    return (struct known_kind){ .kind = kind };
}

/* Returns the kind that a name means in the witness, which is `kind`; the name itself if that is NONE. */
static struct known_kind read_kind(const struct witness *witness, unsigned kind, struct ludus_text name)
{
    return kind == NONE ? (struct known_kind){ NONE, name }
                        : common_kind(witness->common, witness->sheet.replay->ruleset, kind);
}

static struct known_kind named_kind(const struct witness *witness, const char *name, size_t length)
{
    return read_kind(witness, resolve_name(witness->sheet.replay->ruleset, name, length),
                     (struct ludus_text){ name, length });
}

/* Returns what the text of a move tells by itself. */
static struct known_move read_text(const struct witness *witness, const struct move_text *text)
{
    const struct ludus_ruleset *rs = witness->sheet.replay->ruleset;
    struct known_move move = { .style = text->style,
                               .kind.kind = NONE,
                               .promotion.kind = NONE,
                               .from_file = text->from_file,
                               .from_rank = text->from_rank,
                               .to_file = text->to_file,
                               .to_rank = text->to_rank };
    if (text->style >= MOVE_PATTERN)
        move.damaged = (struct ludus_text){ text->plain, text->plain_length };
    if (text->name_length)
        move.kind = named_kind(witness, text->plain, text->name_length);
    else if (rs->rules.pawns && !(text->flags & MOVE_LONG))
        move.kind = common_kind(witness->common, rs, (unsigned)__builtin_ctz(rs->rules.pawns));
    if (text->flags & MOVE_PROMOTES)
        move.promotion =
            read_kind(witness, resolve_promotion(rs, text),
                      (struct ludus_text){ text->plain + text->promotion, text->promotion_length });
    return move;
}

/* Returns a move that has been played. */
static struct known_move read_move(const struct ludus_ruleset *common, const struct ludus_ruleset *rs,
                                   const struct ludus_move *made, unsigned kind)
{
    struct known_move move = { .style = MOVE_SQUARES,
                               .kind = common_kind(common, rs, kind),
                               .promotion =
                                   common_kind(common, rs, made->type == LUDUS_LEAP ? NONE : made->piece) };
    if (made->type == LUDUS_PLACE || made->type == LUDUS_REMOVE) {
        move.style = made->type == LUDUS_PLACE ? MOVE_PLACE : MOVE_REMOVE;
        move.kind = made->type == LUDUS_PLACE ? move.promotion : (struct known_kind){ .kind = NONE };
        move.promotion = (struct known_kind){ .kind = NONE };
    } else if (made->type == LUDUS_CASTLE) {
        move.style = castle_is_short(castle_between(&rs->rules, made->from, made->to)) ? MOVE_CASTLE_SHORT
                                                                                       : MOVE_CASTLE_LONG;
        return move;
    }
    if (made->from != NONE) {
        move.from_file = (uint8_t)(square_file(rs, made->from) + 1);
        move.from_rank = (uint8_t)(square_rank(rs, made->from) + 1);
    }
    if (made->to != NONE) {
        move.to_file = (uint8_t)(square_file(rs, made->to) + 1);
        move.to_rank = (uint8_t)(square_rank(rs, made->to) + 1);
    }
    return move;
}

static void read_written(const struct witness *witness, const struct sheet_entry *entry, uint8_t before,
                         struct witness_turn *turn)
{
    unsigned count = entry->dice ? entry->dice->dice.count : 0;
    turn->dice_count = (uint8_t)(count < LUDUS_DICE_MAX ? count : LUDUS_DICE_MAX);
    for (unsigned i = 0; i < turn->dice_count; i++)
        turn->dice[i] = entry->dice->dice.face[i];
    dice_sort(turn->dice, turn->dice_count);
    turn->side = entry->side != NO_SIDE || before == NO_SIDE ? entry->side : before ^ 1;
    for (unsigned i = 0; i < entry->count; i++)
        if (entry->items[i]->move.style != MOVE_PASS)
            turn->moves[turn->count++] = read_text(witness, &entry->items[i]->move);
    if (entry->apart && turn->count)
        turn->moves[0].kind = named_kind(witness, entry->apart->text, entry->apart->length);
    turn->closed = entry->unread || entry->crowded;
    /* The text of a turn, from its roll on. */
    const struct item *parts[] = { entry->dice, entry->unread, entry->apart,
                                   entry->count ? entry->items[0] : NULL };
    size_t begin = entry->end;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && item_begin(witness->sheet.game, parts[i]) < begin)
            begin = item_begin(witness->sheet.game, parts[i]);
    turn->text = (struct ludus_text){ witness->sheet.game->source.text + begin, entry->end - begin };
}

/* Plays a turn. Legality and return value are those of collate_try; if false, nothing is changed. */
static bool play_entry(struct sheet *sheet, const struct sheet_entry *entry, uint8_t *legality)
{
    struct sheet_state state = sheet_state(sheet);
    *legality = LUDUS_NOT_LEGAL;
    if (entry->unread)
        return false;
    bool played = sheet_play(sheet, entry);
    const struct turn *turn = &sheet->replay->turn;
    if (played && entry->apart && turn->move_count &&
        resolve_name(sheet->replay->ruleset, entry->apart->text, entry->apart->length) != turn->kinds[0]) {
        sheet_return(sheet, state); /* the piece that moves is not the one named apart from its squares */
        played = false;
    }
    /* Is there a fault that the turn just played excuses (sic)? */
    const struct message *excused = sheet->shadow.diag.first;
    while (excused && excused->severity >= message_kinds[excused->id].severity)
        excused = excused->next;
    if (played && !excused)
        *legality = LUDUS_LEGAL;
    else if (!played && sheet->replay->turn.state == LUDUS_TURN_UNKNOWN)
        *legality = LUDUS_NOT_PLAYED;
    return played;
}

/* Sets the moves of `turn` to those of the legal turn that has just been played. */
static void take_moves(const struct sheet *sheet, const struct ludus_ruleset *common,
                       struct witness_turn *turn)
{
    const struct turn *played = &sheet->replay->turn;
    const struct ludus_ruleset *rs = sheet->replay->ruleset;
    if (played->move_count > TURN_ITEMS)
        return;
    turn->count = 0;
    for (unsigned m = 0; m < played->move_count; m++) {
        struct ludus_move parts[2];
        unsigned count = move_parts(played->moves[m], parts);
        for (unsigned i = 0; i < count && turn->count < TURN_ITEMS; i++)
            turn->moves[turn->count++] = read_move(common, rs, &parts[i], played->kinds[m]);
    }
}

bool collate_try(struct sheet *consensus, const struct sheet_entry *entry, uint8_t *legality,
                 struct witness_turn *turn)
{
    struct sheet_state state = sheet_state(consensus);
    bool played = play_entry(consensus, entry, legality);
    if (turn && *legality == LUDUS_LEGAL)
        take_moves(consensus, consensus->replay->ruleset, turn);
    if (played)
        sheet_return(consensus, state);
    return played;
}

bool collate_meant(struct sheet *consensus, const struct sheet_entry *entry, struct known_move *out)
{
    const struct ludus_position *pos = sheet_position(consensus);
    const struct item *only = entry->count == 0 ? entry->unread : entry->unread ? NULL : entry->items[0];
    char text[48], reason[4];
    struct ludus_move move;
    size_t length = only ? only->length : 0;
    while (length > 0 && strchr(".,;:!?", only->text[length - 1]))
        length--;
    if (entry->count > 1 || length == 0 || length >= sizeof text || pos->ruleset->rules.dice)
        return false;
    memcpy(text, only->text, length);
    text[length] = '\0';
    if (!ludus_move_parse(pos, text, &move, reason, sizeof reason))
        return false;
    unsigned piece = move.from < pos->ruleset->squares ? pos->cell[move.from] : 0;
    *out = read_move(consensus->replay->ruleset, pos->ruleset, &move, piece ? CODE_KIND(piece) : NONE);
    return true;
}

void collate_pass_over(struct sheet *sheet, const struct sheet_entry *entry)
{
    bool turn = entry->label || entry->dice || entry->count;
    if (!sheet_play(sheet, entry) && turn)
        sheet_end_turn(sheet);
}

/* Counts the turns lost before turn `index`, by its label, with which the next one must agree. */
static long count_lost(const struct sheet *sheet, size_t index, long place)
{
    long named = sheet->entries[index].place;
    if (place < 0 || named <= place)
        return 0;
    for (size_t i = index + 1; i < sheet->count; i++) {
        if (sheet->entries[i].unread && !sheet->entries[i].label)
            break;
        if (sheet->entries[i].place >= 0)
            return sheet->entries[i].place - named == (long)(i - index) ? named - place : 0;
    }
    return named - place;
}

bool collate_turns(struct witness *witness)
{
    struct sheet *sheet = &witness->sheet;
    bool broken = false; /* after a fault: the rest is unknown */
    bool gap = false;    /* after lost or unreadable turns: the rest is known only if it is legal */
    uint8_t side = NO_SIDE;
    long place = sheet->first; /* of the next turn, or -1 */
    sheet->explains = true;
    free(witness->turns);
    witness->turns = memory_zeroed(sheet->count + 1, sizeof *witness->turns);
    for (size_t i = 0; witness->turns && i < sheet->count; i++) {
        const struct sheet_entry *entry = &sheet->entries[i];
        struct witness_turn *turn = &witness->turns[i];
        bool doubtful = entry->unread && !entry->label && !entry->dice && !entry->count; /* perhaps no turn */
        long lost = count_lost(sheet, i, place);
        turn->lost = (i > 0 ? turn[-1].lost : 0) + (size_t)lost;
        turn->place = entry->place >= 0 ? entry->place : place;
        place = doubtful || turn->place < 0 ? -1 : turn->place + 1;
        read_written(witness, entry, side, turn);
        side = turn->side = doubtful ? NO_SIDE : turn->side;
        turn->legality = LUDUS_NOT_PLAYED;
        if (broken)
            continue;
        if (gap && side != NO_SIDE && side != sheet_position(sheet)->side)
            sheet_end_turn(sheet);
        gap |= lost > 0 && i > 0; /* the record may begin anywhere */
        turn->unsure = gap;
        bool played = lost % 2 == 0 && play_entry(sheet, entry, &turn->legality);
        if (played)
            side = turn->side = sheet->replay->turn.side;
        else if (gap || lost % 2)
            turn->legality = LUDUS_NOT_PLAYED;
        if (turn->legality == LUDUS_LEGAL)
            take_moves(sheet, witness->common, turn);
        if (entry->unread)
            collate_pass_over(sheet, entry);
        gap |= entry->unread != NULL;
        broken = !played && !entry->unread;
    }
    return witness->turns != NULL;
}

/* Are two numbers equal, or is one unknown (`nothing`)? */
static bool numbers_agree(unsigned one, unsigned other, unsigned nothing)
{
    return one == other || one == nothing || other == nothing;
}

/* Returns the style of a move; all styles of a step are one. */
static unsigned merged_style(const struct known_move *move)
{
    bool apart = move->style == MOVE_CASTLE_SHORT || move->style == MOVE_CASTLE_LONG ||
                 move->style == MOVE_REMOVE || move->style == MOVE_PLACE;
    return apart ? move->style : MOVE_SQUARES;
}

/* An unknown name is the same only as itself. */
static bool same_kind(const struct known_kind *one, const struct known_kind *other)
{
    if (one->name.length || other->name.length)
        return text_same(one->name, other->name);
    return numbers_agree(one->kind, other->kind, NONE);
}

bool collate_same_move(const struct known_move *one, const struct known_move *other)
{
    if (one->style >= MOVE_PATTERN || other->style >= MOVE_PATTERN)
        return one->style == other->style && text_same(one->damaged, other->damaged);
    return merged_style(one) == merged_style(other) && same_kind(&one->kind, &other->kind) &&
           same_kind(&one->promotion, &other->promotion) &&
           numbers_agree(one->from_file, other->from_file, 0) &&
           numbers_agree(one->from_rank, other->from_rank, 0) &&
           numbers_agree(one->to_file, other->to_file, 0) && numbers_agree(one->to_rank, other->to_rank, 0);
}

static bool same_dice(const struct witness_turn *one, const struct witness_turn *other)
{
    return one->dice_count == other->dice_count && memcmp(one->dice, other->dice, sizeof one->dice) == 0;
}

static bool all_placed(const struct witness_turn *turn)
{
    for (unsigned i = 0; i < turn->count; i++)
        if (turn->moves[i].style != MOVE_PLACE)
            return false;
    return true;
}

bool collate_same(const struct witness_turn *one, const struct witness_turn *other)
{
    if (one->closed || other->closed)
        return one->closed == other->closed && text_same(one->text, other->text);
    if (!(same_dice(one, other) && numbers_agree(one->side, other->side, NO_SIDE)))
        return false;
    /* Each move of one is a move of the other: in the same order, but placings in any. */
    bool any_order = all_placed(one) && all_placed(other), same = one->count == other->count;
    unsigned taken = 0;
    for (unsigned i = 0; same && i < one->count; i++) {
        unsigned j = any_order ? 0 : i;
        while (any_order && j + 1 < other->count &&
               (taken & 1u << j || !collate_same_move(&one->moves[i], &other->moves[j])))
            j++;
        same = !(taken & 1u << j) && collate_same_move(&one->moves[i], &other->moves[j]);
        taken |= 1u << j;
    }
    return same;
}

/* Costs in the alignment. */
enum {
    COST_PLACE = 1,  /* labels that name different turns */
    COST_WORDS = 1,  /* different moves in the same words */
    COST_COMMON = 4, /* two turns that have something in common */
    COST_UNLIKE = 6,
    COST_SIDES = 8 /* of different sides */
};

/* Are more than half of the bytes of two texts the same, at their beginnings and ends? */
static bool alike_text(struct ludus_text one, struct ludus_text other)
{
    size_t least = one.length < other.length ? one.length : other.length;
    size_t most = one.length + other.length - least, begin = 0, end = 0;
    while (begin < least && one.text[begin] == other.text[begin])
        begin++;
    while (begin + end < least && one.text[one.length - 1 - end] == other.text[other.length - 1 - end])
        end++;
    return 2 * (begin + end) > most;
}

/* Have two turns something in common? */
static bool in_part(const struct witness_turn *one, const struct witness_turn *other)
{
    bool part = (one->dice_count && same_dice(one, other)) ||
                ((one->closed || other->closed) && alike_text(one->text, other->text));
    for (unsigned i = 0; i < one->count; i++)
        for (unsigned j = 0; j < other->count && !part; j++) {
            const struct known_move *a = &one->moves[i], *b = &other->moves[j];
            part = collate_same_move(a, b) ||
                   (same_kind(&a->kind, &b->kind) && a->from_file == b->from_file &&
                    a->from_rank == b->from_rank) ||
                   (a->to_file == b->to_file && a->to_rank == b->to_rank);
        }
    return part;
}

unsigned collate_distance(const struct witness_turn *one, const struct witness_turn *other)
{
    unsigned place = one->place >= 0 && other->place >= 0 && one->place != other->place ? COST_PLACE : 0;
    if (collate_same(one, other))
        return place;
    if (!numbers_agree(one->side, other->side, NO_SIDE))
        return COST_SIDES;
    if (text_same(one->text, other->text))
        return place + COST_WORDS;
    return place + (in_part(one, other) ? COST_COMMON : COST_UNLIKE);
}
