/* page_game.c - what a replay page tells of one game.
 *
 * The replayer hands over turns; comments, brackets and results are read from the record between them. */

#include "draw/album.h"
#include "draw/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EN_DASH "\xe2\x80\x93"

enum { NO_TURN = 0 }; /* turn 0 is the start */

/* Where the walk through the record stands. */
struct walk {
    struct page_game *page;
    struct ludus_replay *replay;
    struct visit visit; /* of what is told between turns */
    size_t count;       /* turns told, the start included */
    size_t last;        /* turn that the next one follows */
    size_t before_last; /* and the one before that, which a variation leaves from */
    size_t (*outer)[2]; /* owned: last and before_last of the lines that are left */
    size_t depth, capacity;
    bool follows;    /* the next turn comes right behind the one before it, in the same line */
    bool signs_told; /* a move stands before the next item, or its comments: its NAGs are told */
    struct scene_stock *prisoners; /* owned, per turn */
    size_t turn_capacity;
    struct scene *scene; /* owned */
    bool failed;
};

enum { NESTING_MAX = 100 }; /* of variations that the page shows */

/* ---- Between turns ---- */

static bool open_variation(struct walk *walk)
{
    size_t(*outer)[2] = memory_push(&walk->outer, &walk->depth, &walk->capacity, sizeof *outer);
    if (!outer)
        return false;
    (*outer)[0] = walk->last;
    (*outer)[1] = walk->before_last;
    walk->last = walk->before_last;
    if (walk->depth <= NESTING_MAX)
        buf_text(&walk->page->moves, "<span class=\"variation\">");
    return true;
}

static void close_variation(struct walk *walk)
{
    if (!walk->depth)
        return;
    if (walk->depth <= NESTING_MAX)
        buf_text(&walk->page->moves, "</span> ");
    walk->depth--;
    walk->last = walk->outer[walk->depth][0];
    walk->before_last = walk->outer[walk->depth][1];
}

const char *page_result(unsigned result)
{
    static const char *const signs[] = { [LUDUS_OPEN] = "*",
                                         [LUDUS_WHITE_WINS] = "1" EN_DASH "0",
                                         [LUDUS_BLACK_WINS] = "0" EN_DASH "1",
                                         [LUDUS_DRAW] = "\xc2\xbd" EN_DASH "\xc2\xbd" };
    return signs[result];
}

/* Tells the items up to number `end`, but for moves and what belongs to them. */
static void tell_items(struct walk *walk, size_t end)
{
    struct ludus_buffer *out = &walk->page->moves;
    while (walk->visit.at < end) {
        enum ludus_event event = visit_next_item(&walk->visit);
        const struct item *item = walk->visit.item;
        if (event == LUDUS_EVENT_TAG)
            continue;
        bool bad_move = false; /* text in the place of a move of the turn that the replayer has played last */
        for (unsigned i = 0; event == LUDUS_EVENT_UNREAD && i < walk->replay->turn.item_count; i++)
            bad_move |= walk->replay->turn.items[i] == item;
        if (!turns_beside(item))
            walk->signs_told = event == LUDUS_EVENT_MOVE || bad_move;
        if (bad_move)
            continue;
        walk->follows = walk->follows && event != LUDUS_EVENT_VARIATION &&
                        event != LUDUS_EVENT_VARIATION_END && event != LUDUS_EVENT_UNREAD;
        if (event == LUDUS_EVENT_COMMENT) {
            struct ludus_buffer text = { 0 };
            caption_comment(&text, item->text, item->length);
            if (text.length) { /* it has something to read, and not only commands */
                buf_text(out, "<span class=\"comment\">");
                xml_html(out, text.bytes, text.length);
                buf_text(out, "</span> ");
                walk->follows = false;
            }
            buf_free(&text);
        } else if (event == LUDUS_EVENT_NAG && !walk->signs_told) {
            if (out->length && out->bytes[out->length - 1] == ' ') /* it stands behind what is before it */
                out->length--;
            nag_write(out, item->number);
            buf_char(out, ' ');
        } else if (event == LUDUS_EVENT_VARIATION) {
            walk->failed = walk->failed || !open_variation(walk);
        } else if (event == LUDUS_EVENT_VARIATION_END) {
            close_variation(walk);
        } else if (event == LUDUS_EVENT_RESULT) {
            buf_format(out, "<span class=\"result\">%s</span> ", page_result(item->result));
        } else if (event == LUDUS_EVENT_UNREAD) {
            buf_text(out, "<span class=\"fault\">");
            xml_html(out, item->text, item->length);
            buf_text(out, "</span> ");
        }
    }
}

/* ---- Turns as JSON ---- */

/* The men beside the board under a key; they are of the owner's side, or of the other. */
static void add_stock(struct ludus_buffer *out, const char *key, const struct scene *scene,
                      const struct scene_stock *stock, bool own)
{
    unsigned kinds = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < SCENE_KINDS; kind++)
            if (stock->count[side][kind]) {
                if (!kinds++)
                    buf_format(out, ",\"%s\":\"", key);
                buf_char(out, (char)(scene->kinds[kind].letter | (own == (side != LUDUS_WHITE) ? 0x20 : 0)));
                buf_number(out, stock->count[side][kind]);
            }
    buf_text(out, kinds ? "\"" : "");
}

/* The dice, moves, captures and flankers of the turn; marks [colour, square] and arrows [colour, from, to] of
 * its comments. */
static void add_turn_of(struct ludus_buffer *out, const struct scene *scene)
{
    for (unsigned i = 0; i < scene->dice_count; i++)
        buf_format(out, "%s[%u,%d]%s", i ? "," : ",\"d\":[", scene->dice[i].face,
                   scene->dice[i].state == DIE_USED ? (int)scene->dice[i].step : -1,
                   i + 1 == scene->dice_count ? "]" : "");
    for (unsigned i = 0; i < scene->step_count; i++) {
        const struct scene_step *step = &scene->steps[i];
        buf_format(out, "%s[%u,%u,\"", i ? "," : ",\"m\":[", step->from, step->to);
        if (step->piece.image)
            buf_char(out, step->piece.letter);
        buf_text(out, step->type == LUDUS_PLACE ? "\",1" : "\"");
        if (step->castles)
            buf_format(out, ",0,%u,%u", step->rook_from, step->rook_to);
        buf_text(out, i + 1 == scene->step_count ? "]]" : "]");
    }
    for (unsigned i = 0; i < scene->taken_count; i++)
        buf_format(out, "%s[%u,\"%c\"%s]%s", i ? "," : ",\"x\":[", scene->taken[i].square,
                   scene->taken[i].piece.letter, scene->taken[i].piece.side == scene->mover ? ",1" : "",
                   i + 1 == scene->taken_count ? "]" : "");
    struct scene_line lines[SCENE_FLANKS];
    unsigned count = scene_flanks(scene, lines);
    for (unsigned i = 0; i < count; i++)
        buf_format(out, "%s[%u,%u]%s", i ? "," : ",\"j\":[", lines[i].from, lines[i].to,
                   i + 1 == count ? "]" : "");
    count = 0;
    for (unsigned i = 0; i < scene->mark_count; i++)
        buf_format(out, "%s[\"%s\",%u]", count++ ? "," : ",\"k\":[", scene->marks[i].colour,
                   scene->marks[i].from);
    for (unsigned i = 0; i < scene->arrow_count; i++)
        buf_format(out, "%s[\"%s\",%u,%u]", count++ ? "," : ",\"k\":[", scene->arrows[i].colour,
                   scene->arrows[i].from, scene->arrows[i].to);
    buf_text(out, count ? "]" : "");
}

/* Adds words under a key, and frees them. */
static void add_words(struct ludus_buffer *out, const char *key, struct ludus_buffer *words)
{
    buf_format(out, ",\"%s\":", key);
    buf_json(out, buf_string(words), words->length, HTML_JSON);
    buf_free(words);
}

/* Adds the next turn; `turn` is NULL at the start. */
static bool add_turn(struct walk *walk, const struct ludus_turn *turn, const char *label)
{
    struct ludus_buffer *out = &walk->page->turns;
    const struct ludus_position *after = ludus_replay_after(walk->replay);
    struct scene *scene = walk->scene;
    struct ludus_buffer words = { 0 };
    char fen[2048];
    struct scene_stock *prisoners =
        memory_push(&walk->prisoners, &walk->count, &walk->turn_capacity, sizeof *prisoners);
    if (!prisoners)
        return false;
    *prisoners = turn ? walk->prisoners[walk->last] : (struct scene_stock){ 0 };
    *scene = (struct scene){ 0 };
    scene_board(scene, after);
    if (turn && !scene_turn(scene, ludus_replay_before(walk->replay), turn, prisoners))
        return false;
    scene->prisoners = *prisoners;
    buf_text(out, turn ? ",\n{\"f\":\"" : "{\"f\":\"");
    size_t length = ludus_position_fen(after, false, fen, sizeof fen);
    if (length < sizeof fen)
        buf_add(out, fen, strcspn(fen, " "));
    buf_char(out, '"');
    if (turn) {
        buf_format(out, ",\"l\":\"%s\",\"p\":%zu", label, walk->last);
        buf_text(out, turn->side == LUDUS_BLACK ? ",\"b\":1" : "");
        words_turn(&words, walk->page->ruleset, scene, turn);
        add_words(out, "w", &words);
    } else {
        buf_text(out, ",\"p\":-1");
    }
    if (walk->page->images->options->notes)
        marks_add_comments(scene, turn_comments_begin(walk->replay, !turn));
    add_turn_of(out, scene);
    add_stock(out, "h", scene, &scene->hand, true);
    add_stock(out, "t", scene, &scene->prisoners, false);
    words_standing(&words, after); /* the position's last sentence */
    add_words(out, "s", &words);
    buf_char(out, '}');
    walk->before_last = turn ? walk->last : NO_TURN;
    walk->last = walk->count - 1;
    return true;
}

/* ---- Turns as HTML ---- */

/* Ends an element with what has been gathered in `source`, in which figurines are small pieces. */
static void add_span(struct ludus_buffer *out, const struct page_game *page, struct ludus_buffer *source,
                     const char *end)
{
    const char *text = buf_string(source);
    buf_text(out, "<span>");
    for (size_t at = 0, from = 0; at <= source->length; at += face_step(text + at)) {
        unsigned kind = ludus_ruleset_kinds(page->ruleset);
        if (page->images->options->notation == LUDUS_NOTATION_FIGURINES && face_is_figurine(text + at))
            kind = (unsigned char)text[at + 2] & 0x0f;
        /* and not only a sign of the record that looks like one */
        bool figurine = at < source->length && kind < ludus_ruleset_kinds(page->ruleset);
        if (at < source->length && !figurine)
            continue;
        xml_html(out, text + from, at - from);
        if (figurine) {
            struct scene_piece piece = scene_piece_of(page->ruleset, kind, LUDUS_WHITE, false);
            char id[SVG_ID_SIZE];
            svg_piece_id(page->images, &piece, id);
            xml_format(out,
                       "<svg viewBox=\"0 0 45 45\" role=\"img\" aria-label=\"%s\"><use href=\"#%s\"/></svg>",
                       ludus_ruleset_kind_name(page->ruleset, kind), id);
        }
        from = at + face_step(text + at);
    }
    buf_text(out, end);
    out->failed |= source->failed;
    buf_clear(source);
}

static bool tell_turn(struct walk *walk, const struct ludus_turn *turn)
{
    struct ludus_buffer *out = &walk->page->moves, text = { 0 };
    const struct turn_text source = { walk->replay, turn, walk->scene, walk->page->images->options, NULL };
    char label[40];
    bool played = turn->state == LUDUS_TURN_PLAYED;
    /* "7B", in a variation "7B.2" for turn number 2 of the page: whatever makes it unique. */
    int length = snprintf(label, 40, "%u%c", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    if (turn->depth && length > 0)
        snprintf(label + length, 40 - (size_t)length, ".%zu", walk->count);
    if (played && !add_turn(walk, turn, label))
        return false;
    buf_text(out, "<span class=\"turn\">");
    if (played)
        buf_format(out, "<a id=\"%s%s\" href=\"#%s%s\">", walk->page->id, label, walk->page->id, label);
    else
        buf_text(out, "<span class=\"fault\">");
    /* As PGN numbers turns, Black's number is told only where White's does not stand right before it. */
    if (walk->page->ruleset->rules.sided_numbers)
        buf_format(out, "<b>%u%c.</b> ", turn->number, turn->side == LUDUS_WHITE ? 'W' : 'B');
    else if (turn->side == LUDUS_WHITE || !walk->follows)
        buf_format(out, "<b>%u%s</b> ", turn->number, turn->side == LUDUS_WHITE ? "." : "\xe2\x80\xa6");
    /* Each move with its signs in an element of its own, so that lines end between them if they can. */
    turn_text_dice(&text, &source);
    for (unsigned i = 0; i < walk->replay->turn.item_count; i++) {
        const char *before = turn_before_item(&walk->replay->turn, i);
        if (i)
            add_span(out, walk->page, &text, *before == ',' ? ",</span> " : "</span> ");
        else
            buf_text(&text, before);
        turn_text_move(&text, &source, i);
    }
    add_span(out, walk->page, &text, "</span>");
    buf_free(&text);
    buf_text(out, played ? "</a></span> " : "</span></span> ");
    walk->follows = true;
    return true;
}

/* ---- The whole game ---- */

static bool tell_game(struct walk *walk)
{
    struct ludus_turn turn = { .size = sizeof turn };
    if (!add_turn(walk, NULL, NULL))
        return false;
    while (ludus_replay_next(walk->replay, &turn)) {
        const struct turn *played = &walk->replay->turn;
        const struct item *first = played->dice ? played->dice : played->item_count ? played->items[0] : NULL;
        if (first)
            tell_items(walk, (size_t)(first - walk->page->record->items));
        if (!tell_turn(walk, &turn))
            return false;
        tell_items(walk, turn_text_after(walk->replay));
    }
    tell_items(walk, walk->page->record->item_count);
    while (walk->depth)
        close_variation(walk);
    return !walk->failed;
}

bool page_game_read(struct page_game *page, struct ludus_replay *replay, struct ludus_game *game,
                    size_t index, const struct drawing *images, char *reason, size_t size)
{
    *page = (struct page_game){ .record = game, .images = images };
    if (index)
        snprintf(page->id, sizeof page->id, "g%zu-", index + 1);
    if (!turn_text_start(replay, game))
        return refuse(reason, size, "the record cannot be replayed");
    struct walk walk = {
        .page = page, .replay = replay, .visit = { .game = game }, .scene = memory_new(sizeof *walk.scene)
    };
    page->ruleset = ludus_replay_ruleset(replay);
    page->start = ludus_position_copy(ludus_replay_after(replay));
    bool ok = walk.scene && page->start && tell_game(&walk) && !page->moves.failed && !page->turns.failed;
    if (!ok)
        snprintf(reason, size, "out of memory");
    free(walk.outer);
    free(walk.prisoners);
    free(walk.scene);
    return ok;
}
