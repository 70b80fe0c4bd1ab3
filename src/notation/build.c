/* build.c - the actions of the grammar: what a token does to the record that is being read. */
#include "notation/build.h"

#include "base/memory.h"
#include "notation/token.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Sends the scanner to the end of the text. */
static void give_up(struct build *build)
{
    build->game->arena.failed = true;
    build->cursor = build->limit;
}

/* Would the record become too large? Then all that was read of it goes, and so will what follows: only where
 * it ends is still of interest. */
static bool is_full(struct build *build)
{
    struct ludus_game *game = build->game;
    if (build->most == 0 || game->item_count + game->tag_count < build->most)
        return false;
    build->large = true;
    build->open = build->comma = NO_ITEM;
    build->bad = 0;
    record_clear(game);
    return true;
}

/* Counts free items that have been filled in and makes sure that there is another. */
static inline void commit(struct build *build, size_t count)
{
    struct ludus_game *game = build->game;
    game->item_count += count;
    if (game->item_count < game->item_capacity || is_full(build))
        return;
    struct item *items = memory_room(game->items, game->item_count, &game->item_capacity, sizeof *items);
    if (!items) {
        game->item_count--;
        give_up(build);
        return;
    }
    game->items = items;
}

static struct item *last_item(struct build *build)
{
    struct ludus_game *game = build->game;
    return game->item_count ? &game->items[game->item_count - 1] : NULL;
}

void build_item(struct build *build, struct item *item)
{
    (void)item;
    commit(build, 1);
}

void build_run(struct build *build, struct item *item)
{
    const struct item *last = item + build->run - 1;
    while (last->kind == ITEM_COMMENT) /* a run does not begin with one */
        last--;
    build->begun = true;
    build->moved |= build->run_moved || item->kind == ITEM_MOVE;
    build->joinable = last->kind == ITEM_MOVE;
    commit(build, build->run);
}

/* The comma that was kept is taken out: what it says is said by the move. */
static struct item *take_out_comma(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    struct item *comma = &game->items[build->comma];
    memmove(comma, comma + 1, ((size_t)(item - comma - 1) + build->run) * sizeof *comma);
    game->item_count--;
    build->comma = NO_ITEM;
    return item - 1;
}

void build_joined(struct build *build, struct item *item)
{
    if (build->comma != NO_ITEM) {
        item = take_out_comma(build, item);
        item->move.flags |= MOVE_JOINED;
    }
    build_run(build, item);
}

/* Does `item`, of which `id` would be said, belong to the unreadable text that the last item holds? What
 * looks like a move ends at a blank, but for a comma and what is said of a move; other words in a row are one
 * text. */
static bool goes_on(const struct item *last, const struct item *item, enum message_id id, enum bad_form form)
{
    const char *end = last->text + last->length;
    bool glued = end == item->text, move = last->form == BAD_MOVE;
    if (last->kind == ITEM_BAD && last->number == MSG_TAG_LATE && id == MSG_TAG_LATE)
        return true;
    if (last->kind != ITEM_BAD || !(move || last->number == MSG_BAD_TOKEN) ||
        memchr(end, '[', (size_t)(item->text - end))) /* a tag stands between */
        return false;
    switch (id) {
    case MSG_BAD_TOKEN:
        return glued || !(move || form == BAD_MOVE);
    case MSG_STRAY_COMMA:
        return true;
    case MSG_STRAY_SUFFIX:
        return move || glued;
    case MSG_BAD_PROMOTION:
        return move && glued;
    default:
        return false;
    }
}

static void lengthen(struct item *last, const struct item *item)
{
    last->length = (uint32_t)(item->text + item->length - last->text);
}

/* Keeps text that means nothing. */
static void keep_bad(struct build *build, struct item *item, enum message_id id, enum bad_form form)
{
    struct item *last = last_item(build);
    build->joinable &= is_aside(id, form);
    build->comma = NO_ITEM;
    if (last && goes_on(last, item, id, form)) {
        last->form = last->form > form ? last->form : (uint8_t)form;
        lengthen(last, item);
        return;
    }
    item->kind = ITEM_BAD;
    item->form = (uint8_t)form;
    item->number = (uint32_t)id;
    build->bad += id != MSG_COUNT && !build->quiet;
    commit(build, 1);
}

enum { NEAR = 400 }; /* bytes that a comment may have lost */

/* Makes one unreadable text of item number `at` and all behind it, from `begin` up to the brace. */
static void swallow(struct build *build, size_t at, const char *begin, const struct item *brace,
                    enum message_id id)
{
    struct ludus_game *game = build->game;
    for (; game->item_count > at; game->item_count--)
        build->bad -= game->items[game->item_count - 1].kind == ITEM_BAD &&
                      game->items[game->item_count - 1].number != MSG_COUNT && !build->quiet;
    struct item *text = &game->items[at];
    *text = (struct item){ .kind = ITEM_BAD, .number = (uint32_t)id, .form = BAD_SIGN, .text = begin };
    lengthen(text, brace);
    build->comma = NO_ITEM;
    build->bad += !build->quiet;
    commit(build, 1);
}

/* Does a bracket stand there that begins no command? It may be a tag's, and one that is open goes on to the
 * end of its line. */
static bool has_bracket(const char *begin, const char *end)
{
    const char *at = memchr(begin, '[', (size_t)(end - begin));
    while (at && at[1] == '%')
        at = memchr(at + 1, '[', (size_t)(end - at - 1));
    return at != NULL;
}

/* Is the brace meant as the end of a comment that holds another, and has ended at that one's? */
static bool nests(struct build *build, const struct item *brace)
{
    struct ludus_game *game = build->game;
    size_t count = game->item_count;
    while (count > 0 && brace->text - game->items[count - 1].text <= NEAR &&
           game->items[count - 1].kind != ITEM_COMMENT &&
           (game->items[count - 1].kind <= ITEM_MOVE || game->items[count - 1].kind == ITEM_BAD ||
            game->items[count - 1].kind == ITEM_NAG))
        count--;
    const struct item *comment = count > 0 ? &game->items[count - 1] : NULL;
    if (!comment || comment->kind != ITEM_COMMENT || comment->form != '{' ||
        !memchr(comment->text, '{', comment->length) || brace->text - comment->text - comment->length > NEAR)
        return false;
    const char *begin = comment->text + comment->length + 1;
    if (has_bracket(begin, brace->text))
        return false;
    swallow(build, count, begin + strspn(begin, " \t\r\n"), brace, MSG_NESTED_COMMENT);
    return true;
}

/* Is it the end of a comment that has no brace at its beginning? Then the words before it are that. */
static bool ends_words(struct build *build, const struct item *brace)
{
    const struct ludus_game *game = build->game;
    const char *end = brace->text;
    size_t first = game->item_count;
    for (size_t at = first; at-- > 0;) {
        const struct item *item = &game->items[at];
        if (item->kind != ITEM_BAD || brace->text - item->text > NEAR ||
            memchr(item->text, '[', (size_t)(end - item->text)))
            break;
        if (item->number == MSG_BAD_TOKEN && item->form == BAD_TEXT)
            first = at;
        end = item->text;
    }
    if (first == game->item_count)
        return false;
    swallow(build, first, game->items[first].text, brace, MSG_STRAY_BRACE);
    return true;
}

void build_bad(struct build *build, struct item *item)
{
    const struct item brace = *item;
    if (item->number == MSG_STRAY_BRACE && (nests(build, &brace) || ends_words(build, &brace)))
        return;
    keep_bad(build, item, (enum message_id)item->number, (enum bad_form)item->form);
}

/* Are the last items asides, and before them a move that could not be read? */
static bool follows_unread(const struct ludus_game *game)
{
    size_t at = game->item_count;
    while (at > 0 && item_is_aside(&game->items[at - 1]))
        at--;
    const struct item *last = at > 0 && at < game->item_count ? &game->items[at - 1] : NULL;
    return last && last->kind == ITEM_BAD && last->form == BAD_MOVE && last->text[last->length - 1] != ',';
}

/* The comma is kept like unreadable text until a move comes that it joins. */
void build_comma(struct build *build, struct item *item)
{
    bool joins = build->joinable || follows_unread(build->game);
    keep_bad(build, item, joins ? MSG_COUNT : MSG_STRAY_COMMA, BAD_SIGN);
    if (joins)
        build->comma = build->game->item_count - 1;
}

/* Marks a move with what stands apart behind it. False if that has been said otherwise. */
static bool mark_move(struct build *build, struct move_text *move, const struct item *item)
{
    static const uint16_t flags[] = {
        [SUFFIX_EP] = MOVE_EP, [SUFFIX_SQUEEZE] = MOVE_SQUEEZE, [SUFFIX_SIC] = MOVE_SIC
    };
    static const uint8_t checks[] = {
        [SUFFIX_CHECK] = CHECK_PLUS, [SUFFIX_MATE] = CHECK_MATE, [SUFFIX_DOUBLE] = CHECK_DOUBLE
    };
    enum suffix suffix = (enum suffix)item->form;
    bool word = !strchr("+#", item->text[0]);
    switch (suffix) {
    case SUFFIX_MARK:
        if (move->mark)
            return false;
        move->mark = (uint8_t)item->number;
        return true;
    case SUFFIX_EP:
    case SUFFIX_SQUEEZE:
    case SUFFIX_SIC:
        if (move->flags & flags[suffix])
            return false;
        move->flags |= flags[suffix];
        return true;
    case SUFFIX_PROMOTION:
        return token_promote(move, item->text[strcspn(item->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")],
                             &build->game->arena);
    default:
        if (move->check)
            return word && move->flags & MOVE_WORD; /* dis. ch. */
        move->check = checks[suffix];
        move->flags |= (uint16_t)(word ? MOVE_WORD : 0);
        return true;
    }
}

/* Is a mark glued to a word that could not be read? */
static bool is_glued(const struct item *last, const struct item *mark)
{
    return last->kind == ITEM_BAD && last->form == BAD_MOVE && last->text + last->length == mark->text;
}

void build_suffix(struct build *build, struct item *item)
{
    struct item *last = last_item(build);
    bool after_move = last && last->kind == ITEM_MOVE && build->joinable;
    if (after_move && mark_move(build, &last->move, item))
        lengthen(last, item);
    else if (item->kind == ITEM_NAG && !(last && is_glued(last, item)))
        commit(build, 1);
    else
        keep_bad(build, item,
                 item->form == SUFFIX_PROMOTION ? MSG_BAD_PROMOTION
                 : after_move                   ? MSG_DOUBLE_SUFFIX
                                                : MSG_STRAY_SUFFIX,
                 BAD_SIGN);
}

void build_open(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    item->kind = ITEM_OPEN;
    item->side = build->moved; /* of the line that is left, for build_close */
    item->form = 0;
    if (!build->moved && !build->quiet)
        faults_at(game, item, MSG_EARLY_VARIATION);
    item->partner = build->open;
    build->open = game->item_count;
    build->begun = true;
    build->moved = build->joinable = false;
    commit(build, 1);
}

void build_close(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    if (build->open == NO_ITEM) {
        keep_bad(build, item, MSG_STRAY_CLOSE, BAD_SIGN);
        return;
    }
    struct item *open = &game->items[build->open];
    item->kind = ITEM_CLOSE;
    item->partner = build->open;
    build->open = open->partner;
    build->moved = open->side;
    build->joinable = false;
    open->partner = game->item_count;
    commit(build, 1);
}

void build_result(struct build *build, struct item *item)
{
    build->begun = true;
    build->joinable = false;
    if (build->open == NO_ITEM) {
        if (build->ended) {
            keep_bad(build, item, MSG_SECOND_RESULT, BAD_SIGN);
            return;
        }
        build->ended = true;
    }
    commit(build, 1);
}

void build_second_result(struct build *build, struct item *item)
{
    keep_bad(build, item, MSG_SECOND_RESULT, BAD_SIGN);
}

void build_tag(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    if (build->begun) {
        keep_bad(build, item, MSG_TAG_LATE, BAD_SIGN);
        return;
    }
    uint64_t name = tag_bit(game->tags[game->tag_count].name);
    build->alike = build->alike || game->tag_names & name;
    game->tag_names |= name;
    if (++game->tag_count < game->tag_capacity || is_full(build))
        return;
    struct tag *tags = memory_room(game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
    if (!tags) {
        game->tag_count--;
        give_up(build);
        return;
    }
    game->tags = tags;
}

void build_missing_move(struct build *build)
{
    struct ludus_game *game = build->game;
    const struct item *item = &game->items[game->item_count];
    if (build->comma != NO_ITEM && *item->text != ',') /* of another comma it is told that it is stray */
        faults_at(game, item, MSG_MISSING_MOVE);
    build->comma = NO_ITEM;
}

void build_after_result(struct build *build)
{
    struct ludus_game *game = build->game;
    if (!build->quiet) {
        build->quiet = build->ended;
        faults_at(game, &game->items[game->item_count], MSG_AFTER_RESULT);
    }
}

void build_finish(struct build *build)
{
    struct ludus_game *game = build->game;
    size_t outermost = NO_ITEM;
    for (size_t open = build->open; open != NO_ITEM;) {
        outermost = open;
        open = game->items[outermost].partner;
        game->items[outermost].partner = game->item_count;
    }
    faults_finish(build, outermost);
}
