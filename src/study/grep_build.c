/* grep_build.c - builds the tree of an expression and says what is wrong with it. */
#include "grammar/grep.tab.h"
#include "study/grep.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REASON_TEXT = 200, NAG_MAX = 255 };

#define OPERATOR(op) (1u << (op))
#define EQUALITY (OPERATOR(GREP_EQUAL) | OPERATOR(GREP_UNEQUAL))
#define LIKENESS (OPERATOR(GREP_LIKE) | OPERATOR(GREP_UNLIKE))
#define ORDER (OPERATOR(GREP_LESS) | OPERATOR(GREP_MORE) | OPERATOR(GREP_AT_MOST) | OPERATOR(GREP_AT_LEAST))

typedef bool value_fn(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token);

static value_fn read_ruleset, read_result, read_ending, read_number, read_nag, read_roll, read_pattern;

/* What each kind of condition takes. */
static const struct {
    const char *name, *takes;
    unsigned operators;
    enum grep_cost cost;
    value_fn *value; /* or NULL: any text */
} kinds[] = {
    [GREP_TAG] = { "a tag", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_PLAYER] = { "player", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_WINNER] = { "winner", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_LOSER] = { "loser", "", EQUALITY | LIKENESS | ORDER, GREP_BY_TAGS, NULL },
    [GREP_RULESET] = { "ruleset", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_TAGS, read_ruleset },
    [GREP_RESULT] = { "result", "= !=", EQUALITY, GREP_BY_TAGS, read_result },
    [GREP_TURNS] = { "turns", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_TEXT, read_number },
    [GREP_COMMENT] = { "comment", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_TEXT, NULL },
    [GREP_NAG] = { "nag", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_TEXT, read_nag },
    [GREP_ROLL] = { "roll", "=", OPERATOR(GREP_EQUAL), GREP_BY_TEXT, read_roll },
    [GREP_MOVE] = { "move", "= ~", OPERATOR(GREP_EQUAL) | OPERATOR(GREP_LIKE), GREP_BY_REPLAY, NULL },
    [GREP_POSITION] = { "position", "=", OPERATOR(GREP_EQUAL), GREP_BY_REPLAY, read_pattern },
    [GREP_MATERIAL] = { "material", "= != < > <= >=", EQUALITY | ORDER, GREP_BY_REPLAY, read_number },
    [GREP_ENDING] = { "ending", "= != ~ !~", EQUALITY | LIKENESS, GREP_BY_REPLAY, read_ending },
};

void grep_complain(struct grep_reader *reader, const struct grep_token *at, const char *format, ...)
{
    char reason[REASON_TEXT];
    size_t begin = (size_t)(at->text - reader->diag.text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    diag_add(&reader->diag, MSG_EXPRESSION, begin, begin + at->length, reason);
}

static struct grep_node *make(struct ludus_query *query, enum grep_kind kind, enum grep_cost cost)
{
    struct grep_node *node = arena_alloc(&query->arena, sizeof *node);
    if (!node)
        return NULL;
    *node = (struct grep_node){ .kind = (uint8_t)kind, .cost = (uint8_t)cost, .newer = query->newest };
    return query->newest = node;
}

/* ---- Trees ---- */

/* Cheap conditions are asked first. */
static void add_child(struct grep_node *parent, struct grep_node *child)
{
    unsigned cost = child->cost;
    while (cost > 0 && !parent->last[cost])
        cost--;
    struct grep_node **link = parent->last[cost] ? &parent->last[cost]->next : &parent->first;
    child->next = *link;
    *link = parent->last[child->cost] = child;
    if (parent->cost < child->cost)
        parent->cost = child->cost;
}

struct grep_node *grep_join(struct grep_reader *reader, enum grep_kind kind, struct grep_node *left,
                            struct grep_node *right)
{
    struct grep_node *node = left;
    /* Long rows make one node, so that only parentheses make the tree deep. */
    if (!left || left->kind != kind) {
        node = make(reader->query, kind, GREP_BY_TAGS);
        if (!node)
            return NULL;
        if (left)
            add_child(node, left);
    }
    add_child(node, right);
    return node;
}

/* A condition that says nothing of a single turn, or NULL. */
static const struct grep_node *misplaced(const struct grep_node *node)
{
    static const unsigned wrong =
        1u << GREP_TURN | 1u << GREP_END | 1u << GREP_COMMENT | 1u << GREP_NAG | 1u << GREP_ENDING;
    if (wrong >> node->kind & 1)
        return node;
    for (const struct grep_node *child = node->first; child; child = child->next) {
        const struct grep_node *found = misplaced(child);
        if (found)
            return found;
    }
    return NULL;
}

struct grep_node *grep_within(struct grep_reader *reader, enum grep_kind kind, const struct grep_token *at,
                              struct grep_node *child)
{
    const struct grep_node *wrong = misplaced(child);
    if (wrong) {
        grep_complain(reader, at, "%s cannot stand within turn() or end()",
                      wrong->kind == GREP_TURN  ? "turn()"
                      : wrong->kind == GREP_END ? "end()"
                                                : kinds[wrong->kind].name);
        return NULL;
    }
    struct grep_node *node = make(reader->query, kind, GREP_BY_REPLAY);
    if (node)
        add_child(node, child);
    return node;
}

struct grep_node *grep_anything(struct grep_reader *reader)
{
    return make(reader->query, GREP_AND, GREP_BY_TAGS);
}

struct grep_node *grep_has(struct grep_reader *reader, const struct grep_token *name)
{
    if (name->kind != GREP_TAG) {
        grep_complain(reader, name, "%s is compared with something: %s", kinds[name->kind].name,
                      *kinds[name->kind].takes ? kinds[name->kind].takes : "= != < > <= >= ~ !~");
        return NULL;
    }
    struct grep_node *node = make(reader->query, GREP_HAS, GREP_BY_TAGS);
    if (node)
        node->name = (struct ludus_text){ name->text, name->length };
    return node;
}

/* ---- Values ---- */

/* A copy without quotes, and without the backslashes before quotes. */
static const char *unquote(struct ludus_query *query, const struct grep_token *token)
{
    bool quoted = *token->text == '"' || *token->text == '\'';
    size_t length = token->length - (quoted ? 2 : 0);
    char *copy = arena_copy(&query->arena, token->text + quoted, length), *out = copy;
    if (!copy || !quoted)
        return copy;
    for (const char *at = copy; *at; at++) {
        if (*at == '\\' && at[1] == *token->text)
            at++;
        *out++ = *at;
    }
    *out = '\0';
    return copy;
}

static bool read_regex(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    char reason[REASON_TEXT];
    bool ignore = reader->query->ignore_case;
    node->plain = !ignore && !strpbrk(node->value, "\\.[]()*+?{}|^$");
    if (node->plain)
        return true;
    const char *costs = grep_regex_fault(node->value);
    if (costs) {
        grep_complain(reader, token, "%s", costs);
        return false;
    }
    locale_t before = grep_letters_use(reader->query);
    int fault = regcomp(&node->regex, node->value, REG_EXTENDED | REG_NOSUB | (ignore ? REG_ICASE : 0));
    grep_letters_leave(before);
    node->has_regex = fault == 0;
    if (fault) {
        regerror(fault, &node->regex, reason, sizeof reason);
        grep_complain(reader, token, "this is no regular expression: %s", reason);
    }
    return fault == 0;
}

static bool read_ruleset(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    if (node->op == GREP_LIKE || node->op == GREP_UNLIKE)
        return true;
    const struct ludus_ruleset *ruleset =
        opening_ruleset((struct ludus_text){ node->value, strlen(node->value) });
    /* Another name may be that of rules that are read from a file. */
    if (ruleset)
        node->value = ruleset->rules.id;
    (void)reader;
    (void)token;
    return true;
}

static bool read_result(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    int result = stated_result_read(node->value);
    if (result >= 0)
        node->result = (enum ludus_result)result;
    else
        grep_complain(reader, token, "a result is 1-0, 0-1, 1/2-1/2 or *; white, black, draw or open");
    return result >= 0;
}

static bool read_ending(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    char list[REASON_TEXT];
    size_t length = 0;
    if (node->op == GREP_LIKE || node->op == GREP_UNLIKE)
        return true;
    for (unsigned i = 0; outcome_reasons[i] && length < sizeof list; i++) {
        if (strcmp(outcome_reasons[i], node->value) == 0)
            return true;
        length +=
            (size_t)snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", outcome_reasons[i]);
    }
    grep_complain(reader, token, "the rules end a game by: %s", list);
    return false;
}

static bool read_number(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    if (grep_is_number(node->value, &node->number))
        return true;
    grep_complain(reader, token, "a number is expected, not '%s'", node->value);
    return false;
}

/* $2, 2 or ?. */
static bool read_nag(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    static const char *const marks[] = { "!", "?", "!!", "??", "!?", "?!" };
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (strcmp(node->value, marks[i]) == 0) {
            node->number = i + 1;
            return true;
        }
    }
    if (grep_is_number(node->value + (*node->value == '$'), &node->number) && node->number >= 0 &&
        node->number <= NAG_MAX)
        return true;
    grep_complain(reader, token, "an annotation is $0 to $255, or one of ! ? !! ?? !? ?!");
    return false;
}

/* 6,6 or (6,6); _ and ? are any face. */
static bool read_roll(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    for (const char *at = node->value; *at; at++) {
        bool any = *at == '_' || *at == '?';
        if (strchr("(), \t", *at))
            continue;
        if ((!any && (*at < '1' || *at > '9')) || node->dice_count == LUDUS_DICE_MAX) {
            node->dice_count = 0;
            break;
        }
        node->dice[node->dice_count++] = any ? 0 : (uint8_t)(*at - '0');
    }
    const struct ludus_ruleset *rules = reader->query->rules;
    bool can_be = !rules || node->dice_count <= rules->rules.dice;
    for (unsigned i = 0; rules && i < node->dice_count; i++)
        can_be = can_be && node->dice[i] <= rules->rules.faces;
    if (node->dice_count == 0)
        grep_complain(reader, token, "a roll is written as 6,6 or 6 or 6,_");
    else if (!can_be)
        grep_complain(reader, token, "by these rules nobody rolls that");
    return node->dice_count > 0 && can_be;
}

/* Where a pattern that no board can fit ceases to fit the board that it fits longest; NULL when one can. */
static const char *misfit(const char *pattern, const struct ludus_ruleset *rules)
{
    const char *id, *fault = rules ? grep_position_misfit(pattern, rules) : pattern;
    for (size_t i = 0; !rules && fault && (id = ludus_ruleset_id_at(i)); i++) {
        const struct ludus_ruleset *ruleset = ludus_ruleset_find(id);
        const char *at = ruleset ? grep_position_misfit(pattern, ruleset) : NULL;
        fault = !at || at > fault ? at : fault;
    }
    return fault;
}

/* ---- Patterns of positions ---- */

static const char *grep_position_fault(const char *pattern, const char **reason)
{
    const char *at = pattern;
    *reason = "this sign cannot stand in a position: letters, numbers and ? * ! + - can";
    for (; *at && *at != ' '; at++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z');
        bool bound = *at == '\'' && at > pattern && strchr("/*", at[-1]) == NULL;
        if (!letter && !bound && !strchr("/?*!+-0123456789", *at))
            return at;
        if (*at == '*' && at[1] && at[1] != '/' && at[1] != ' ') {
            *reason = "* is the rest of the rank, and nothing can follow it there";
            return at + 1;
        }
    }
    *reason = "after the board comes the side to move: w or b";
    bool side = at[0] == ' ' && (at[1] == 'w' || at[1] == 'b') && (at[2] == '\0' || at[2] == ' ');
    return *at == '\0' || side ? NULL : at + 1;
}

static bool read_pattern(struct grep_reader *reader, struct grep_node *node, const struct grep_token *token)
{
    const char *reason, *fault = grep_position_fault(node->value, &reason);
    if (!fault) {
        fault = misfit(node->value, reader->query->rules);
        reason = reader->query->rules ? "the board of these rules has no such ranks, or no such piece"
                                      : "no board has such ranks and pieces";
    }
    if (!fault)
        return true;
    size_t offset = (size_t)(fault - node->value) + (*token->text == '"' || *token->text == '\'');
    struct grep_token at = { .text = token->text + offset, .length = *fault ? 1 : 0 };
    grep_complain(reader, &at, "%s", reason);
    return false;
}

struct grep_node *grep_compare(struct grep_reader *reader, const struct grep_token *name,
                               const struct grep_token *op, const struct grep_token *value)
{
    enum grep_kind kind = (enum grep_kind)name->kind;
    enum grep_operator operation = op ? (enum grep_operator)op->op : GREP_EQUAL;
    if (!(kinds[kind].operators & OPERATOR(operation))) {
        grep_complain(reader, op, "%s takes %s", kinds[kind].name, kinds[kind].takes);
        return NULL;
    }
    struct grep_node *node = make(reader->query, kind, kinds[kind].cost);
    if (!node)
        return NULL;
    reader->query->spells |= kind == GREP_MOVE;
    reader->query->looks |= kind == GREP_POSITION || kind == GREP_MATERIAL;
    node->op = (uint8_t)operation;
    node->name = (struct ludus_text){ name->text, name->length };
    node->value = unquote(reader->query, value);
    node->word = *value->text != '"' && *value->text != '\'';
    bool likeness = operation == GREP_LIKE || operation == GREP_UNLIKE;
    if (!node->value || (likeness && !read_regex(reader, node, value)) ||
        (kinds[kind].value && !kinds[kind].value(reader, node, value)))
        return NULL;
    bool text = !kinds[kind].value || kind == GREP_RULESET;
    struct ludus_query *query = reader->query;
    if (text && !likeness && query->ignore_case) { /* as what it is compared with */
        const char *small = grep_copy(query, node->value, strlen(node->value), true);
        node->value = query->failed ? NULL : arena_copy(&query->arena, small, query->scratch.length);
    }
    return node->value ? node : NULL;
}

/* white, black, all, or letters. */
static bool read_pieces(struct grep_reader *reader, const struct grep_token *token, const char **pieces)
{
    *pieces = unquote(reader->query, token);
    if (!*pieces)
        return false;
    for (const char *at = *pieces; *at; at++) {
        if ((*at < 'A' || *at > 'Z') && (*at < 'a' || *at > 'z')) {
            grep_complain(reader, token, "pieces are white, black, all, or letters as in FEN");
            return false;
        }
    }
    const struct ludus_ruleset *rules = reader->query->rules;
    const char *unknown = rules ? grep_material_misfit(*pieces, rules) : NULL;
    if (unknown)
        grep_complain(reader, token, "these rules have no piece %c", *unknown);
    return !unknown;
}

struct grep_node *grep_material(struct grep_reader *reader, const struct grep_token *pieces,
                                const struct grep_token *op, const struct grep_token *value,
                                const struct grep_token *right)
{
    struct grep_token name = *pieces;
    const char *left, *other = NULL;
    name.kind = GREP_MATERIAL;
    if (!read_pieces(reader, pieces, &left) || (right && !read_pieces(reader, right, &other)))
        return NULL;
    struct grep_token zero = { .text = "0", .length = 1 };
    struct grep_node *node = grep_compare(reader, &name, op, value ? value : &zero);
    if (!node)
        return NULL;
    node->name = (struct ludus_text){ left, strlen(left) };
    node->right = other;
    return node;
}

/* ---- Queries ---- */

struct ludus_query *ludus_query_new(bool ignore_case, const struct ludus_ruleset *ruleset)
{
    struct ludus_query *query = memory_zeroed(1, sizeof *query);
    if (!query)
        return NULL;
    query->ignore_case = ignore_case;
    query->rules = ruleset;
    if (grep_letters_find(query))
        return query;
    ludus_query_free(query);
    return NULL;
}

bool ludus_query_add(struct ludus_query *query, const char *text, size_t length, const char *name,
                     ludus_message_fn *report, void *context)
{
    struct grep_reader reader = { .query = query };
    char *copy = arena_copy(&query->arena, text, length);
    if (!copy)
        return false;
    reader.cursor = copy;
    reader.diag = (struct diag){
        .arena = &query->arena, .text = copy, .length = strlen(copy), .file = name, .line = 1
    };
    bool whole = reader.diag.length == length, read = whole && grep_parse(&reader) == 0;
    if (!whole)
        grep_complain(&reader, &(struct grep_token){ .text = copy + reader.diag.length },
                      "a NUL byte cannot stand in an expression");
    else if (!read && !reader.diag.first)
        grep_complain(&reader, &(struct grep_token){ .text = copy }, "out of memory");
    diag_report(&reader.diag, report, context);
    if (!read)
        return false;
    query->root = query->root ? grep_join(&reader, GREP_OR, query->root, reader.root) : reader.root;
    return query->root != NULL;
}

void ludus_query_free(struct ludus_query *query)
{
    if (!query)
        return;
    for (struct grep_node *node = query->newest; node; node = node->newer)
        if (node->has_regex)
            regfree(&node->regex);
    arena_free(&query->arena);
    buf_free(&query->scratch);
    buf_free(&query->turn.text);
    grep_letters_free(query);
    free(query);
}
