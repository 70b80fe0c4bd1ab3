/* record.y - the grammar of one record.
 *
 * It is flat on purpose: a record is a run of tokens, and variations nest in the items (build_open), not on the
 * parser's stack, so depth costs nothing. Only a comma and a result restrict what may follow. */
%define api.pure full
%define api.prefix {record_}
%define api.token.prefix {TOKEN_}
%define api.token.raw
%define api.value.type {struct item *}
%define lr.default-reduction consistent
%param {struct build *build}
%expect 0

%code requires {
#include "notation/build.h"
}

%code {

#include <stdint.h>
#include <string.h>

/* ---- Actions on the item that the scanner has just filled. None fails: without memory the scanner goes to the end
 * of the text, and the game's arena has `failed` set ---- */

/* Called for a token that is not allowed; the actions of the `error` rules report it, and continue with it. */
static void record_error(struct build *build, const char *text)
{
    (void)build;
    (void)text;
}

/* Is the record too large? Then all items are removed, and so are later ones: only its end is still of interest. */
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

/* Called when the last free item or tag has been filled: makes room for others. */
static void make_room(struct build *build)
{
    struct ludus_game *game = build->game;
    if (is_full(build) || record_room(game))
        return;
    game->item_count -= game->item_count == game->item_capacity;
    game->tag_count -= game->tag_count == game->tag_capacity;
    build->cursor = build->limit;
}

/* Adds free items that have been filled, and ensures that there is another free one. */
static inline void add_items(struct build *build, size_t count)
{
    struct ludus_game *game = build->game;
    game->item_count += count;
    if (game->item_count == game->item_capacity)
        make_room(build);
}

static struct item *last_item(struct build *build)
{
    struct ludus_game *game = build->game;
    return game->item_count ? &game->items[game->item_count - 1] : NULL;
}

/* Adds a number, roll or move, with the items of its run. */
static void build_run(struct build *build, struct item *item)
{
    const struct item *last = item + build->run - 1;
    while (last->kind == ITEM_COMMENT) /* a run does not begin with one */
        last--;
    build->begun = true;
    build->moved |= build->run_moved || item->kind == ITEM_MOVE;
    build->joinable = last->kind == ITEM_MOVE;
    add_items(build, build->run);
}

/* The same after a comma. If the comma is an item, it is removed: the move says the same. */
static void build_joined(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    if (build->comma != NO_ITEM) {
        struct item *comma = &game->items[build->comma];
        memmove(comma, comma + 1, ((size_t)(item - comma - 1) + build->run) * sizeof *comma);
        game->item_count--;
        build->comma = NO_ITEM;
        item--;
        item->move.flags |= MOVE_JOINED;
    }
    build_run(build, item);
}

/* Does `item`, a fault of kind `id`, belong to the unreadable text of the last item? A blank ends what looks like a
 * move, except before a comma or a suffix; other words in a row are one text. */
static bool continues_bad(const struct item *last, const struct item *item, enum message_id id, enum bad_form form)
{
    const char *end = last->text + last->length;
    bool glued = end == item->text, move = last->form == BAD_MOVE;
    if (last->kind == ITEM_BAD && last->number == MSG_TAG_LATE && id == MSG_TAG_LATE)
        return true;
    if (last->kind != ITEM_BAD || !(move || last->number == MSG_BAD_TOKEN) ||
        memchr(end, '[', (size_t)(item->text - end))) /* a tag is between them */
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

/* Adds unreadable text. */
static void add_bad(struct build *build, struct item *item, enum message_id id, enum bad_form form)
{
    struct item *last = last_item(build);
    build->joinable &= is_aside(id, form);
    build->comma = NO_ITEM;
    if (last && continues_bad(last, item, id, form)) {
        last->form = last->form > form ? last->form : (uint8_t)form;
        lengthen(last, item);
        return;
    }
    item->kind = ITEM_BAD;
    item->form = (uint8_t)form;
    item->number = (uint32_t)id;
    build->bad += id != MSG_COUNT && !build->quiet;
    add_items(build, 1);
}

enum { NEAR = 400 }; /* bytes of a comment that may be outside its braces */

/* Makes one unreadable text, from `begin` up to the brace, of all items from number `at` on. */
static void merge_items(struct build *build, size_t at, const char *begin, const struct item *brace,
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
    add_items(build, 1);
}

/* Is the brace the end of a comment that contains another, and was ended by that one's brace? */
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
    const char *begin = comment->text + comment->length + 1, *at = begin;
    /* A bracket that begins no command may be a tag's; an open one continues to the end of its line. */
    while ((at = memchr(at, '[', (size_t)(brace->text - at))) != NULL && at[1] == '%')
        at++;
    if (at)
        return false;
    merge_items(build, count, begin + strspn(begin, " \t\r\n"), brace, MSG_NESTED_COMMENT);
    return true;
}

/* Is it the end of a comment without an opening brace? Then merges the words before it as unreadable text. */
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
    merge_items(build, first, game->items[first].text, brace, MSG_STRAY_BRACE);
    return true;
}

static void build_bad(struct build *build, struct item *item)
{
    const struct item brace = *item;
    if (item->number == MSG_STRAY_BRACE && (nests(build, &brace) || ends_words(build, &brace)))
        return;
    add_bad(build, item, (enum message_id)item->number, (enum bad_form)item->form);
}

/* Adds the comma as unreadable text until a move comes that it joins to a move or, past asides, an unreadable one. */
static void build_comma(struct build *build, struct item *item)
{
    const struct ludus_game *game = build->game;
    size_t at = game->item_count;
    while (at > 0 && item_is_aside(&game->items[at - 1]))
        at--;
    const struct item *last = at > 0 && at < game->item_count ? &game->items[at - 1] : NULL;
    bool joins = build->joinable || (last && last->kind == ITEM_BAD && last->form == BAD_MOVE &&
                                     last->text[last->length - 1] != ',');
    add_bad(build, item, joins ? MSG_COUNT : MSG_STRAY_COMMA, BAD_SIGN);
    if (joins)
        build->comma = build->game->item_count - 1;
}

/* Adds a promotion that is apart from its move, as in e8 (Q). False if the move cannot have one. */
static bool add_promotion(struct move_text *move, char letter, struct arena *arena)
{
    char text[MOVE_LOOKED_AT + 2];
    size_t length = move->plain_length;
    struct move_text read;
    if (move->style != MOVE_SQUARES || move->flags & MOVE_PROMOTES || length > MOVE_LOOKED_AT)
        return false;
    memcpy(text, move->plain, length);
    text[length++] = '=';
    text[length++] = letter;
    const char *plain = arena_copy(arena, text, length);
    if (!plain || !move_text_plain(plain, length, &read))
        return false;
    read.flags |= (uint16_t)(move->flags | MOVE_ODD_PROMOTION);
    read.check = move->check;
    read.mark = move->mark;
    *move = read;
    return true;
}

/* Adds a suffix that is apart from its move. False if the move already has one of its kind. */
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
        return add_promotion(move, item->text[strcspn(item->text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")],
                             &build->game->arena);
    default:
        if (move->check)
            return word && move->flags & MOVE_WORD; /* dis. ch. */
        move->check = checks[suffix];
        move->flags |= (uint16_t)(word ? MOVE_WORD : 0);
        return true;
    }
}

static void build_suffix(struct build *build, struct item *item)
{
    struct item *last = last_item(build);
    bool after_move = last && last->kind == ITEM_MOVE && build->joinable;
    bool glued = last && last->kind == ITEM_BAD && last->form == BAD_MOVE &&
                 last->text + last->length == item->text; /* to an unreadable word */
    if (after_move && mark_move(build, &last->move, item))
        lengthen(last, item);
    else if (item->kind == ITEM_NAG && !glued)
        add_items(build, 1);
    else
        add_bad(build, item,
                item->form == SUFFIX_PROMOTION ? MSG_BAD_PROMOTION
                : after_move                   ? MSG_DOUBLE_SUFFIX
                                               : MSG_STRAY_SUFFIX,
                BAD_SIGN);
}

static void build_open(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    item->kind = ITEM_OPEN;
    item->side = build->moved; /* of the outer line, for build_close */
    item->form = 0;
    if (!build->moved && !build->quiet)
        faults_at(game, item, MSG_EARLY_VARIATION);
    item->partner = build->open;
    build->open = game->item_count;
    build->begun = true;
    build->moved = build->joinable = false;
    add_items(build, 1);
}

static void build_close(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    if (build->open == NO_ITEM) {
        add_bad(build, item, MSG_STRAY_CLOSE, BAD_SIGN);
        return;
    }
    struct item *open = &game->items[build->open];
    item->kind = ITEM_CLOSE;
    item->partner = build->open;
    build->open = open->partner;
    build->moved = open->side;
    build->joinable = false;
    open->partner = game->item_count;
    add_items(build, 1);
}

static void build_result(struct build *build, struct item *item)
{
    build->begun = true;
    build->joinable = false;
    if (build->open == NO_ITEM && build->ended) {
        add_bad(build, item, MSG_SECOND_RESULT, BAD_SIGN);
        return;
    }
    build->ended |= build->open == NO_ITEM;
    add_items(build, 1);
}

void build_tag(struct build *build, struct item *item)
{
    struct ludus_game *game = build->game;
    if (build->begun) {
        add_bad(build, item, MSG_TAG_LATE, BAD_SIGN);
        return;
    }
    uint64_t name = tag_bit(game->tags[game->tag_count].name);
    build->alike = build->alike || game->tag_names & name;
    game->tag_names |= name;
    if (++game->tag_count == game->tag_capacity)
        make_room(build);
}

/* Reports that the token in the free item cannot follow a comma. */
static void build_missing_move(struct build *build)
{
    struct ludus_game *game = build->game;
    const struct item *item = &game->items[game->item_count];
    if (build->comma != NO_ITEM && *item->text != ',') /* another comma is reported as stray */
        faults_at(game, item, MSG_MISSING_MOVE);
    build->comma = NO_ITEM;
}

/* Reports that the token in the free item cannot follow the result; only once after that of the main line. */
static void build_after_result(struct build *build)
{
    struct ludus_game *game = build->game;
    if (!build->quiet) {
        build->quiet = build->ended;
        faults_at(game, &game->items[game->item_count], MSG_AFTER_RESULT);
    }
}
}

%token END 0
%token TAG     /* [Name "value"]; the last of several in a row: the others are already in the record */
%token NUMBER  /* 4W. 12... */
%token DICE    /* (2,5) */
%token MOVE    /* a move with all that is glued to it; plain numbers, rolls and moves include those that follow */
%token COMMA
%token SUFFIX  /* + # ++ e.p. squeeze sic ! ?, apart from their move */
%token NAG     /* $14 */
%token COMMENT /* {…} ;… */
%token ESCAPE  /* %… in the first column */
%token OPEN CLOSE
%token RESULT
%token BAD     /* unreadable text */

%%

record: text | joined | ended;

text: %empty
    | text TAG        { build_tag(build, $2); }
    | text NUMBER     { build_run(build, $2); }
    | text DICE       { build_run(build, $2); }
    | text MOVE       { build_run(build, $2); }
    | text SUFFIX     { build_suffix(build, $2); }
    | text NAG        { add_items(build, 1); }
    | text COMMENT    { add_items(build, 1); }
    | text ESCAPE     { add_items(build, 1); }
    | text OPEN       { build_open(build, $2); }
    | text CLOSE      { build_close(build, $2); }
    | text BAD        { build_bad(build, $2); }
    | joined MOVE     { build_joined(build, $2); }
    | joined BAD      { build_bad(build, $2); }
    | joined error    { yyerrok; build_missing_move(build); }
    | ended CLOSE     { build_close(build, $2); }
    | ended error     { yyerrok; build_after_result(build); };

joined: text COMMA    { build_comma(build, $2); }
    | joined COMMENT  { add_items(build, 1); }
    | joined ESCAPE   { add_items(build, 1); };

ended: text RESULT    { build_result(build, $2); }
    | ended RESULT    { add_bad(build, $2, MSG_SECOND_RESULT, BAD_SIGN); }
    | ended SUFFIX    { build_suffix(build, $2); }
    | ended NAG       { add_items(build, 1); }
    | ended COMMENT   { add_items(build, 1); }
    | ended ESCAPE    { add_items(build, 1); }
    | ended BAD       { build_bad(build, $2); };
