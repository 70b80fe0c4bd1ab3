/* caption.c - a game as it is printed: its turns, and what stands between them; the caption of a diagram. */
#include "base/text.h"
#include "draw/scene.h"

#include <stddef.h>
#include <string.h>

/* ---- Numeric annotation glyphs (NAGs) as signs of the PGN standard and of the Informator ---- */

/* White's and Black's NAG have the same sign if it does not name the side. */
static const struct {
    unsigned char first, last;
    const char *sign;
} signs[] = {
    { 1, 1, "!" },
    { 2, 2, "?" },
    { 3, 3, "!!" },
    { 4, 4, "??" },
    { 5, 5, "!?" },
    { 6, 6, "?!" },
    { 7, 8, "\xe2\x96\xa1" },                /* forced, singular */
    { 10, 12, "=" },                         /* drawish, equal */
    { 13, 13, "\xe2\x88\x9e" },              /* unclear */
    { 14, 14, "+=" },                        /* White stands slightly better; \u2a72 is in few fonts */
    { 15, 15, "=+" },                        /* Black */
    { 16, 16, "\xc2\xb1" },                  /* White stands better */
    { 17, 17, "\xe2\x88\x93" },              /* Black */
    { 18, 18, "+\xe2\x88\x92" },             /* White wins */
    { 19, 19, "\xe2\x88\x92+" },             /* Black */
    { 20, 20, "+\xe2\x88\x92\xe2\x88\x92" }, /* Black could resign */
    { 21, 21, "\xe2\x88\x92\xe2\x88\x92+" }, /* White could resign */
    { 22, 23, "\xe2\xa8\x80" },              /* zugzwang */
    { 24, 29, "\xe2\x97\x8b" },              /* space */
    { 30, 35, "\xe2\x9f\xb3" },              /* development */
    { 36, 39, "\xe2\x86\x91" },              /* initiative */
    { 40, 41, "\xe2\x86\x92" },              /* attack */
    { 44, 47, "=\xe2\x88\x9e" },             /* compensation */
    { 130, 135, "\xe2\x87\x86" },            /* counterplay */
    { 136, 139, "\xe2\x8a\x95" },            /* short of time */
    { 140, 140, "\xe2\x88\x86" },            /* with the idea */
    { 141, 141, "\xe2\x88\x87" },            /* aimed against */
    { 142, 142, "\xe2\x8c\x93" },            /* better is */
    { 145, 145, "RR" },                      /* comment of an editor */
    { 146, 146, "N" },                       /* a new move */
    { 220, 221, "" },                        /* a diagram */
};

/* Appends the sign of $nag, or "$nag" if it has none; $1 to $6 without a blank before them, others after one.
 * $220 and $221, which ask for a diagram, are not shown. */
static void add_nag(struct ludus_buffer *out, unsigned nag)
{
    enum { NAG_MARK_LAST = 6 }; /* $1 to $6 are written without a blank after a move */
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].first <= nag && nag <= signs[i].last) {
            buf_format(out, "%s%s", nag > NAG_MARK_LAST && *signs[i].sign ? " " : "", signs[i].sign);
            return;
        }
    buf_format(out, " $%u", nag);
}

/* ---- A turn as it is written ---- */

/* Appends a token of the record with the printed signs of the Leiden conventions: a dot below an unclear
 * sign, angle brackets around supplied ones, a dot in brackets for each lost one. */
static void add_as_written(struct ludus_buffer *out, const struct item *item)
{
    static const char marks[] = "~<>";
    static const char *const printed[] = { "\u0323", "\u27e8", "\u27e9" };
    const char *text = item->text;
    const size_t length = item->length;
    if (turns_unread(item)) { /* the meaning of its signs is unknown */
        buf_add(out, text, length);
        return;
    }
    size_t lost = 0;
    while (lost < length && text[lost] == '_')
        lost++;
    if (lost && lost == length) {
        buf_text(out, lost == 1 ? "[" EN_DASH "]" : "[" EN_DASH " " EN_DASH " " EN_DASH "]");
        return;
    }
    for (size_t at = 0; at < length; at++) {
        const char *sign = text[at] ? strchr(marks, text[at]) : NULL;
        if (text[at] == '_') {
            buf_text(out, at && text[at - 1] == '_' ? "." : "[.");
            buf_text(out, at + 1 < length && text[at + 1] == '_' ? "" : "]");
        } else if (sign) {
            buf_text(out, printed[sign - marks]);
        } else {
            buf_char(out, is_filler(text[at]) ? ' ' : text[at]);
        }
    }
}

static bool is_damaged(const struct item *dice)
{
    return dice->dice.unclear || dice->dice.supplied || memchr(dice->dice.face, 0, dice->dice.count);
}

/* ---- As it is printed ---- */

unsigned figurine_next(const char **text, const char *end, const struct scene_kind kinds[SCENE_KINDS],
                       struct ludus_text *before)
{
    const char *at = *text, *begin = at;
    unsigned kind = SCENE_KINDS;
    for (; at < end && kind == SCENE_KINDS; at++)
        if (end - at > 2 && memcmp(at, SCENE_FIGURINE, 2) == 0 && ((unsigned char)at[2] & 0xf0) == 0x80 &&
            kinds[(unsigned char)at[2] & 0x0f].image)
            kind = (unsigned char)at[2] & 0x0f;
    *text = kind < SCENE_KINDS ? at + 2 : end;
    *before = (struct ludus_text){ begin, (size_t)((kind < SCENE_KINDS ? at - 1 : end) - begin) };
    return kind;
}

/* Appends the canonical text of a move, with letters or figurines instead of names, and only the first and
 * last square of a chain of jumps. */
static void add_printed(struct ludus_buffer *out, const struct turn_text *text, const struct scene_step *step,
                        unsigned promotion, struct ludus_text canonical)
{
    const struct ludus_ruleset *ruleset = ludus_replay_ruleset(text->replay);
    const char *at = canonical.text, *end = at + canonical.length;
    for (; at < end; at++) {
        if (is_upper(*at) && step->type != LUDUS_CASTLE) {
            unsigned kind = at > canonical.text ? promotion : step->piece.kind;
            bool named = ruleset->rules.notation != STYLE_SAN && at + 1 < end && is_letter(at[1]);
            if (text->options->notation == LUDUS_NOTATION_FIGURINES && kind < SCENE_KINDS) {
                buf_text(out, SCENE_FIGURINE);
                buf_char(out, (char)(0x80 + kind));
            } else {
                buf_char(out, (named ? ludus_ruleset_kind_letter(ruleset, kind) : *at));
            }
            while (named && at + 1 < end && is_letter(at[1]))
                at++;
            at += named && at + 1 < end && at[1] == ' ';
        } else if (*at == '-') {
            for (const char *next = at; step->type == LUDUS_JUMP && next < end; next++)
                at = *next == '-' ? next : at;
            buf_text(out, EN_DASH);
        } else if (*at == 'x') {
            buf_text(out, "\xc3\x97");
        } else {
            buf_char(out, *at);
        }
    }
}

/* Appends the move as the rules understand it. Returns false if they do not. */
static bool add_understood(struct ludus_buffer *out, const struct turn_text *text, unsigned item)
{
    const struct turn *turn = &text->replay->turn;
    const struct ludus_text canonical = { text->turn->text + turn->text_begin[item],
                                          turn->text_end[item] - turn->text_begin[item] };
    unsigned move = 0, count = 0; /* after a pass or an illegal move the scene has none */
    bool second = false;          /* the second item of a pair of placings, which is one move */
    if (!turn->text_end[item])
        return false;
    if (text->options->notation != LUDUS_NOTATION_NAMES)
        count = turn->move_count < text->scene->step_count ? turn->move_count : text->scene->step_count;
    for (; move < count && turn->item_of[move] != item; move++) {
        const struct ludus_move *pair = &turn->moves[move];
        second =
            pair->type == LUDUS_PLACE && pair->from != LUDUS_NO_SQUARE && turn->item_of[move] + 1u == item;
        if (second)
            break;
    }
    if (move == count) {
        buf_add(out, canonical.text, canonical.length);
    } else if (second) {
        buf_char(out, '@');
        buf_text(out, square_name(text->replay->ruleset, turn->moves[move].from).text);
    } else {
        add_printed(out, text, &text->scene->steps[move], turn->moves[move].piece, canonical);
    }
    return true;
}

void turn_text_move(struct ludus_buffer *out, const struct turn_text *text, unsigned item)
{
    const struct turn *turn = &text->replay->turn;
    const struct item *written = turn->items[item];
    size_t next = (size_t)(written - text->replay->game->items) + 1;
    bool plain = text->turn->state == LUDUS_TURN_PLAYED && !(turn->dice && is_damaged(turn->dice));
    for (unsigned i = 0; i < turn->item_count; i++) {
        const struct move_text *move = &turn->items[i]->move;
        plain &= turns_unread(turn->items[i]) ||
                 !(move->style >= MOVE_PATTERN || move->flags & (MOVE_UNCLEAR | MOVE_SUPPLIED));
    }
    if (plain && add_understood(out, text, item)) {
        buf_text(out, written->move.flags & MOVE_SQUEEZE ? " squeeze" : "");
        buf_text(out, written->move.flags & MOVE_SIC ? " sic" : "");
        if (written->move.mark)
            add_nag(out, written->move.mark);
    } else {
        add_as_written(out, written);
    }
    for (const struct item *nag; (nag = turns_next_nag(text->replay->game, &next));)
        add_nag(out, nag->number);
}

void turn_text_dice(struct ludus_buffer *out, const struct turn_text *text)
{
    const struct item *dice = text->replay->turn.dice;
    if (!dice)
        return;
    if (is_damaged(dice) || dice->dice.count > LUDUS_DICE_MAX || text->turn->state != LUDUS_TURN_PLAYED) {
        add_as_written(out, dice);
        return;
    }
    for (unsigned i = 0; i < dice->dice.count; i++)
        buf_format(out, "%c%u", i ? ',' : '(', dice->dice.face[i]);
    buf_char(out, ')');
}

/* ---- The turns, and the items between them ---- */

const char *const printed_results[] = { [LUDUS_OPEN] = "*",
                                        [LUDUS_WHITE_WINS] = "1" EN_DASH "0",
                                        [LUDUS_BLACK_WINS] = "0" EN_DASH "1",
                                        [LUDUS_DRAW] = "\xc2\xbd" EN_DASH "\xc2\xbd" };

/* Appends "4W.", or "4." and "4…" in games that are numbered as in PGN. */
static void label_write(struct ludus_buffer *out, const struct ludus_replay *replay,
                        const struct ludus_turn *turn)
{
    const struct rules *rules = &replay->ruleset->rules;
    const bool first = (unsigned)turn->side == turn_first(rules);
    buf_format(out, "%u%s", turn->number,
               rules->sided_numbers ? turn->side == LUDUS_WHITE ? "W." : "B."
               : first              ? "."
                                    : "\xe2\x80\xa6");
}

bool printing_number(struct ludus_buffer *out, const struct printing *printing)
{
    const struct rules *rules = &printing->replay->ruleset->rules;
    const bool written =
        rules->sided_numbers || (unsigned)printing->turn.side == turn_first(rules) || printing->apart;
    if (written)
        label_write(out, printing->replay, &printing->turn);
    return written;
}

/* Finds the next item before number `end`, without tags, moves and their NAGs, and inside a turn without
 * unreadable text in the place of its moves. LUDUS_EVENT_END if there is none. */
static enum ludus_event next_item(struct printing *printing)
{
    struct visit *visit = &printing->visit;
    while (visit->at < printing->end) {
        const enum ludus_event event = visit_next_item(visit);
        const bool unread = event == LUDUS_EVENT_UNREAD;
        const bool move = event == LUDUS_EVENT_MOVE || (unread && printing->stage == PRINTING_INSIDE);
        if (event == LUDUS_EVENT_TAG)
            continue;
        if (!turns_beside(visit->item))
            printing->nags_written = move;
        if (move || (event == LUDUS_EVENT_NAG && printing->nags_written))
            continue;
        printing->follows &= event != LUDUS_EVENT_VARIATION && event != LUDUS_EVENT_VARIATION_END && !unread;
        return event;
    }
    return LUDUS_EVENT_END;
}

/* Goes on to the next stage, and returns its event; LUDUS_EVENT_END is none. */
static enum ludus_event next_stage(struct printing *printing)
{
    const struct item *items = printing->visit.game->items;
    const struct turn *turn = &printing->replay->turn;
    printing->turn.size = sizeof printing->turn;
    if (printing->stage == PRINTING_INSIDE) {
        printing->stage = PRINTING_BETWEEN;
        return LUDUS_EVENT_TURN_END;
    }
    if (printing->stage == PRINTING_BETWEEN && !ludus_replay_next(printing->replay, &printing->turn)) {
        printing->stage = PRINTING_REST;
        printing->end = printing->visit.game->item_count;
        return LUDUS_EVENT_END;
    }
    const struct item *last = turn->item_count ? turn->items[turn->item_count - 1] : turn->dice;
    const struct item *first = turn->dice || !last ? turn->dice : turn->items[0];
    const bool begins = printing->stage == PRINTING_BETWEEN;
    if (first)
        printing->end = begins ? (size_t)(first - items) : (size_t)(last - items) + 1;
    printing->stage = begins ? PRINTING_TURN : PRINTING_INSIDE;
    printing->apart = begins || !printing->follows;
    printing->follows |= !begins;
    return begins ? LUDUS_EVENT_END : LUDUS_EVENT_TURN;
}

enum ludus_event printing_next(struct printing *printing)
{
    enum ludus_event event;
    while ((event = next_item(printing)) == LUDUS_EVENT_END && printing->stage != PRINTING_REST)
        if ((event = next_stage(printing)) != LUDUS_EVENT_END)
            break;
    return event;
}

void printing_text(struct ludus_buffer *out, struct printing *printing, enum ludus_event event)
{
    const struct item *item = printing->visit.item;
    if (event == LUDUS_EVENT_COMMENT) {
        turns_add_prose(item, 0, out);
        printing->follows &= !out->length;
    } else if (event == LUDUS_EVENT_NAG) {
        add_nag(out, item->number);
    } else if (event == LUDUS_EVENT_RESULT) {
        buf_text(out, printed_results[item->result]);
    } else if (event == LUDUS_EVENT_UNREAD) {
        buf_add(out, item->text, item->length);
    }
}

/* ---- Tags ---- */

struct ludus_text tag_printed(const struct ludus_game *game, const char *name)
{
    struct ludus_text value = { "", 0 };
    (void)ludus_game_tag(game, name, &value);
    size_t known = 0, end = value.length;
    while (known < end && strchr("?.-* ", value.text[known]))
        known++;
    value.length = known < end ? end : 0;
    for (; end && strchr("?.", value.text[end - 1]); end--) /* of a date */
        value.length = value.text[end - 1] == '.' && end < value.length ? end - 1 : value.length;
    return value;
}

/* Does the text contain right-to-left characters? Their blocks are Hebrew to Arabic Extended, the
 * presentation forms, and two ranges of four-byte characters. */
static bool has_right_to_left(const char *text, size_t length)
{
    static const unsigned blocks[][2] = {
        { 0x590, 0x8ff }, { 0xfb1d, 0xfdff }, { 0xfe70, 0xfeff }, { 0x10800, 0x10fff }, { 0x1e800, 0x1efff }
    };
    for (unsigned step; length > 0; text += step, length -= step) {
        step = text_sequence(text, length);
        unsigned code = step ? text_code(text, step) : 0;
        for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
            if (code >= blocks[i][0] && code <= blocks[i][1])
                return true;
        step += !step;
    }
    return false;
}

/* U+2068 and U+2069: the first strong isolate, and its end. */
static const char isolate[] = { '\xe2', '\x81', '\xa8', '\0' };
static const char end_of_isolate[] = { '\xe2', '\x81', '\xa9', '\0' };

/* Appends a value. A right-to-left one is isolated, or it would change places with the text after it. */
static void add_value(struct ludus_buffer *out, const char *text, size_t length)
{
    bool isolated = has_right_to_left(text, length);
    buf_text(out, isolated ? isolate : "");
    buf_add(out, text, length);
    buf_text(out, isolated ? end_of_isolate : "");
}

bool caption_players(struct ludus_buffer *out, const struct ludus_game *game, bool alone)
{
    enum { WHITE, BLACK, EVENT, DATE, TAGS };
    static const char *const names[TAGS] = { "White", "Black", "Event", "Date" };
    const size_t begin = out->length;
    for (unsigned i = 0; i < (alone ? EVENT : TAGS); i++) {
        struct ludus_text value = tag_printed(game, names[i]);
        if (i <= BLACK && !value.length && tag_printed(game, names[BLACK - i]).length)
            value = (struct ludus_text){ "?", 1 };
        if (!value.length)
            continue;
        buf_text(out, i == BLACK ? " " EN_DASH " " : out->length > begin ? ", " : "");
        add_value(out, value.text, value.length);
    }
    return out->length > begin;
}

/* ---- Templates ---- */

static const char fields[] = "turn moves comment fen players";

bool caption_check(const char *template, const struct ludus_game *game, char *reason, size_t size)
{
    bool cut = false;
    struct ludus_text part;
    if (text_utf8(template, strlen(template), &cut) < strlen(template))
        return refuse(reason, size, "the caption is not UTF-8");
    for (enum template_part kind; (kind = template_next(&template, &part));)
        if (kind == TEMPLATE_FIELD && text_among(part.text, part.length, fields) < 0 &&
            !record_find_tag(game, part))
            return refuse(
                reason, size,
                "the caption's {%.*s%s} is none of {turn}, {moves}, {comment}, {players}, {fen}, and no tag",
                (int)(part.length < 40 ? part.length : 40), part.text, part.length < 40 ? "" : "...");
    return true;
}

/* Appends the value of a name between braces: a field, which may be empty at the start, or a tag. */
static void add_field(struct ludus_buffer *out, const struct turn_text *source, struct ludus_text name)
{
    enum { TURN, MOVES, COMMENT, FEN, PLAYERS };
    const struct ludus_turn *turn = source->turn;
    char fen[2048];
    const int field = text_among(name.text, name.length, fields);
    const struct tag *tag = field < 0 ? record_find_tag(source->replay->game, name) : NULL;
    if (tag) {
        add_value(out, tag->value.text, tag->value.length);
    } else if (field == PLAYERS) {
        (void)caption_players(out, source->replay->game, false);
    } else if (field == FEN) {
        ludus_position_fen(source->shown, false, fen, sizeof fen);
        buf_add(out, fen, source->shown->sideless ? strcspn(fen, " ") : strlen(fen));
    } else if (field == COMMENT) {
        struct ludus_buffer text = { 0 };
        ludus_turn_prose(source->replay->game, turn, &text);
        add_value(out, buf_string(&text), text.length);
        buf_free(&text);
    } else if (field == TURN && turn) {
        label_write(out, source->replay, turn);
    } else if (field == MOVES && turn) {
        turn_text_dice(out, source);
        for (unsigned i = 0; i < source->replay->turn.item_count; i++) {
            buf_text(out, turn_before_item(&source->replay->turn, i));
            turn_text_move(out, source, i);
        }
    }
}

/* Fills in each {field}, and makes \n a line break. */
void caption_write(struct ludus_buffer *out, const struct turn_text *source)
{
    const char *usual = source->turn ? "{players}\\n{turn} {moves}" : "{players}";
    const char *at = source->options->caption_text ? source->options->caption_text : usual;
    struct ludus_text part;
    for (enum template_part kind; (kind = template_next(&at, &part));)
        if (kind == TEMPLATE_TEXT)
            buf_add(out, part.text, part.length);
        else
            add_field(out, source, part);
}
