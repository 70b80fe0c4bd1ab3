/* grep.y - the grammar of expressions that select records, as ludgrep(1) describes them. It builds a tree, and
 * reports faults. The meaning of the tree is in study/grep*.c. */
%define api.pure full
%define api.prefix {grep_}
%define api.value.type {struct grep_token}
%define parse.error custom
%define parse.lac full
%expect 0
%param {struct grep_reader *reader}

%code requires {
#include "study/grep.h"
}

%code {
#include "base/text.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void grep_error(struct grep_reader *reader, const char *text);

static struct grep_node *make_node(struct ludus_query *query, enum grep_kind kind, enum grep_cost cost)
{
    struct grep_node *node = arena_alloc(&query->arena, sizeof *node);
    if (!node)
        return NULL;
    *node = (struct grep_node){ .kind = (uint8_t)kind, .cost = (uint8_t)cost, .newer = query->newest };
    return query->newest = node;
}

#define NAME_SIGNS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* Makes a node about a tag, whose presence in records is noted. */
static struct grep_node *make_tag(struct ludus_query *query, enum grep_kind kind)
{
    struct grep_node *node = make_node(query, kind, GREP_BY_TAGS);
    if (!node)
        return NULL;
    node->edits = UINT_MAX;
    node->place = query->tag_count++;
    *(query->last_tag ? &query->last_tag->tag : &query->tags) = node;
    return query->last_tag = node;
}

/* ---- Trees ---- */

/* Adds a child in order of cost, so that cheap conditions are tested first. */
static void add_child(struct grep_node *parent, struct grep_node *child)
{
    unsigned cost = child->cost;
    while (cost > 0 && !parent->last[cost])
        cost--;
    struct grep_node **link = parent->last[cost] ? &parent->last[cost]->next : &parent->first;
    child->next = *link;
    *link = parent->last[child->cost] = child;
    parent->event |= child->event;
    if (parent->cost < child->cost)
        parent->cost = child->cost;
}

static struct grep_node *join_nodes(struct grep_reader *reader, enum grep_kind kind, struct grep_node *left,
                                    struct grep_node *right)
{
    struct grep_node *node = left;
    /* A chain of one operator makes one node, so that only parentheses make the tree deep. */
    if (!left || left->kind != kind) {
        node = make_node(reader->query, kind, GREP_BY_TAGS);
        if (!node)
            return NULL;
        if (left)
            add_child(node, left);
    }
    add_child(node, right);
    return node;
}

/* Finds a condition of one of these kinds, a bit each. NULL if there is none. */
static const struct grep_node *find_kind(const struct grep_node *node, unsigned kinds)
{
    if (kinds >> node->kind & 1)
        return node;
    for (const struct grep_node *child = node->first; child; child = child->next) {
        const struct grep_node *found = find_kind(child, kinds);
        if (found)
            return found;
    }
    return NULL;
}

/* ---- Values ---- */

/* Copies a value without its quotes, and without the backslashes before quotes. NULL without memory. */
static const char *unquote(struct ludus_query *query, const struct grep_token *token)
{
    bool quoted = *token->text == '"' || *token->text == '\'';
    struct ludus_text inner = { token->text + quoted, token->length - (quoted ? 2 : 0) };
    char *copy = arena_copy(&query->arena, inner.text, inner.length);
    if (copy && quoted)
        copy[text_unescape(copy, inner, (char[]){ *token->text, '\0' })] = '\0';
    return copy;
}

/* Reads the pieces of material(…): white, black, all, or letters. */
static bool read_pieces(struct grep_reader *reader, const struct grep_token *token, const char **pieces)
{
    *pieces = unquote(reader->query, token);
    if (!*pieces)
        return false;
    for (const char *at = *pieces; *at; at++)
        if (!is_letter(*at))
            return grep_complain(reader, token, "pieces are white, black, all, or letters as in FEN");
    const struct ludus_ruleset *rules = reader->query->rules;
    bool group = text_among(*pieces, strlen(*pieces), "white black all") >= 0;
    for (const char *at = *pieces; rules && !group && *at; at++)
        if (!rules->called[to_upper(*at) - 'A'])
            return grep_complain(reader, token, "these rules have no piece %c", *at);
    return true;
}

/* Reads the turns of a line, "1. e4 c5 * Nf3 {a comment}", as children of `line`, in their order. */
static bool read_line(struct grep_reader *reader, struct grep_node *line, const struct grep_token *token)
{
    struct ludus_query *query = reader->query;
    struct grep_node **link = &line->first, *last = NULL;
    struct grep_token part = { .text = line->value };
    unsigned count = 0;
    int kind;
    for (bool joined = false; (kind = grep_line_lex(&part)) == VALUE && !(joined && part.op);) {
        struct grep_node *move = make_node(query, GREP_MOVE, GREP_BY_REPLAY);
        if (!move || !(move->value = arena_copy(&query->arena, part.text, part.length)))
            return false;
        move->op = GREP_EQUAL;
        (void)grep_prepare(query, move);
        bool gap = joined ? last->gap : part.op;
        link = last && !joined ? &last->next : link;
        *link = last = joined ? join_nodes(reader, GREP_AND, last, move) : move;
        if (!last)
            return false;
        last->gap = gap;
        count += !joined;
        joined = part.text[part.length] == ',';
    }
    line->line = query->lines;
    query->lines = line;
    if (kind != END)
        return grep_complain(reader, token, "a line has moves, numbers, {comments} and *");
    return (count > 0 && count <= GREP_LINE_TURNS) ||
           grep_complain(reader, token, "a line has 1 to %d moves, such as \"e4 c5 * Nf3\"", GREP_LINE_TURNS);
}

/* ---- Conditions ---- */

/* Has the conditions count in variations too. Returns them. */
static struct grep_node *deepen(struct ludus_query *query, struct grep_node *node)
{
    query->deep = node->deep = true;
    for (struct grep_node *child = node->first; child; child = child->next)
        (void)deepen(query, child);
    return node;
}

static struct grep_node *make_within(struct grep_reader *reader, const struct grep_token *at, struct grep_node *child)
{
    static const unsigned barred[] = {
        [GREP_TURN] = 1u << GREP_TURN | 1u << GREP_END | 1u << GREP_COMMENT | 1u << GREP_NAG | 1u << GREP_ENDING,
        [GREP_END] = 1u << GREP_TURN | 1u << GREP_END | 1u << GREP_COMMENT | 1u << GREP_NAG | 1u << GREP_ENDING,
        [GREP_VARIATIONS] = 1u << GREP_END | 1u << GREP_ENDING,
        [GREP_EITHER] = 1u << GREP_EITHER | 1u << GREP_MOVE | 1u << GREP_LINE,
    };
    const struct grep_node *wrong = find_kind(child, barred[at->kind]);
    if (wrong) {
        grep_complain(reader, at, "%s cannot stand within %s", grep_conditions[wrong->kind].name,
                      grep_conditions[at->kind].name);
        return NULL;
    }
    if (at->kind == GREP_VARIATIONS)
        return deepen(reader->query, child);
    struct grep_node *node = make_node(reader->query, (enum grep_kind)at->kind, grep_conditions[at->kind].cost);
    if (node)
        add_child(node, child);
    return node;
}

/* Makes a condition that is compared with nothing: that a tag exists, a dead position. */
static struct grep_node *make_has(struct grep_reader *reader, const struct grep_token *name)
{
    if (name->kind == GREP_DEAD)
        return make_node(reader->query, GREP_DEAD, GREP_BY_REPLAY);
    if (name->kind != GREP_TAG) {
        grep_complain(reader, name, "%s is compared with something: %s", grep_conditions[name->kind].name,
                 *grep_conditions[name->kind].takes ? grep_conditions[name->kind].takes : "= != < > <= >= ~ !~");
        return NULL;
    }
    struct grep_node *node = make_tag(reader->query, GREP_HAS);
    if (node)
        node->name = arena_copy(&reader->query->arena, name->text, name->length);
    return node && node->name ? node : NULL;
}

/* Makes a condition on a text. `at` is the operator, NULL for =. */
static struct grep_node *make_condition(struct grep_reader *reader, const struct grep_token *name,
                                        const struct grep_token *at, const struct grep_token *value)
{
    struct ludus_query *query = reader->query;
    enum grep_kind kind = (enum grep_kind)name->kind;
    const struct grep_condition *is = &grep_conditions[kind];
    unsigned op = at ? at->op : GREP_EQUAL;
    if (!(is->operators & GREP_OPERATOR(op))) {
        grep_complain(reader, at, "%s takes %s", is->name, is->takes);
        return NULL;
    }
    struct grep_node *node = kind == GREP_TAG ? make_tag(query, kind) : make_node(query, kind, is->cost);
    if (!node)
        return NULL;
    query->spells |= kind == GREP_MOVE || kind == GREP_LINE;
    node->op = (uint8_t)op;
    node->event = kind == GREP_MOVE || kind == GREP_LINE || kind == GREP_ROLL;
    node->name = arena_copy(&query->arena, name->text, name->length);
    node->value = unquote(query, value);
    node->word = *value->text != '"' && *value->text != '\'';
    if (!node->name || !node->value || (is->value && !is->value(reader, node, value)) ||
        (kind == GREP_LINE && !read_line(reader, node, value)))
        return NULL;
    const char *fault = kind == GREP_POSITION || kind == GREP_LINE ? NULL : grep_prepare(query, node);
    return node->value && (!fault || grep_complain(reader, value, "%s", fault)) ? node : NULL;
}

/* ---- Sums of numbers: tags, counts, pieces ---- */

/* Returns what a value stands for in a sum: a count or, for any other word, a tag. GREP_SUM: a number. */
static enum grep_kind kind_of(const char *value)
{
    double number;
    if (grep_is_number(value, &number))
        return GREP_SUM;
    uint8_t kind = grep_called(value, strlen(value), "");
    return kind >= GREP_TURNS && kind < GREP_MATERIAL ? (enum grep_kind)kind : GREP_TAG;
}

/* Adds what a token stands for, a sum already read or a single thing, to a sum. */
static bool add_summand(struct grep_reader *reader, struct grep_node *sum, const struct grep_token *token, bool negative)
{
    struct ludus_query *query = reader->query;
    struct grep_node *node = token->node;
    enum grep_kind kind = (enum grep_kind)token->kind;
    const char *name = kind == GREP_MATERIAL ? NULL : unquote(query, token);
    if (kind == GREP_MATERIAL ? !read_pieces(reader, token, &name) : !name)
        return false;
    kind = kind == GREP_SUM ? kind_of(name) : kind;
    bool counts = kind == GREP_TAG || (kind >= GREP_TURNS && kind <= GREP_MATERIAL);
    if (!node && kind == GREP_SUM) {
        sum->number += negative ? -number_read(name) : number_read(name);
        return true;
    }
    if (!node && (!counts || strchr("\"'", *token->text) || name[strspn(name, NAME_SIGNS)]))
        return grep_complain(reader, token, "a number is expected, not '%.*s'", (int)token->length, token->text);
    if (!node)
        node = kind == GREP_TAG ? make_tag(query, kind) : make_node(query, kind, grep_conditions[kind].cost);
    if (!node)
        return false;
    node->name = name;
    node->negative = negative;
    node->shades = token->op;
    query->counts |= kind == GREP_REPEATED;
    add_child(sum, node);
    return true;
}

/* Adds `token` to the sum `left`, or subtracts it. */
static struct grep_node *add_up(struct grep_reader *reader, const struct grep_token *left, const struct grep_token *token,
                                bool negative)
{
    struct grep_node *sum = left->node ? left->node : make_node(reader->query, GREP_SUM, GREP_BY_TAGS);
    return sum && (left->node || add_summand(reader, sum, left, false)) && add_summand(reader, sum, token, negative)
               ? sum
               : NULL;
}

/* Makes a comparison of sums, or of a text and a value. */
static struct grep_node *make_comparison(struct grep_reader *reader, const struct grep_token *left,
                                         const struct grep_token *at, const struct grep_token *right)
{
    bool sum = left->node || right->node || right->kind == GREP_MATERIAL ||
               (left->kind >= GREP_SUM && left->kind <= GREP_MATERIAL);
    if (!sum)
        return make_condition(reader, left, at, right);
    const struct grep_condition *is = &grep_conditions[left->node ? GREP_SUM : left->kind];
    if (!(grep_conditions[GREP_SUM].operators & GREP_OPERATOR(at->op))) {
        grep_complain(reader, at, "%s takes %s", is->name, is->takes);
        return NULL;
    }
    struct grep_node *node = add_up(reader, left, right, true);
    if (node)
        node->op = at->op;
    return node;
}

/* Stores a new node, or aborts without one. */
#define NODE(result, call) \
    if (!((result).node = (call))) \
    YYABORT
}

%token END 0    "the end of the expression"
%token NAME     "a condition"
%token SEEN     "move, line, roll or position"
%token MATERIAL "material(…)"
%token WITHIN   "turn(…)"
%token COMPARE  "an operator"
%token SIGN     "+ or -"
%token VALUE    "a value"
%token AND "'and'" OR "'or'" NOT "'not'" OPEN "'('" CLOSE "')'"
%token QUOTE    "a quote that is not closed"
%token BAD      "a sign that means nothing here"

%%

query: %empty /* true for every record */ { NODE($$, make_node(reader->query, GREP_AND, GREP_BY_TAGS)); reader->root = $$.node; }
    | either { reader->root = $1.node; }
    ;

either: both
    | either OR both { NODE($$, join_nodes(reader, GREP_OR, $1.node, $3.node)); }
    ;

both: one
    | both AND one { NODE($$, join_nodes(reader, GREP_AND, $1.node, $3.node)); }
    ;

one: NOT one { NODE($$, join_nodes(reader, GREP_NOT, NULL, $2.node)); }
    | OPEN either CLOSE { $$ = $2; }
    | WITHIN either CLOSE { NODE($$, make_within(reader, &$1, $2.node)); }
    | NAME { NODE($$, make_has(reader, &$1)); }
    | SEEN VALUE { NODE($$, make_condition(reader, &$1, NULL, &$2)); }
    | SEEN COMPARE VALUE { NODE($$, make_condition(reader, &$1, &$2, &$3)); }
    | sum COMPARE value { NODE($$, make_comparison(reader, &$1, &$2, &$3)); }
    ;

sum: number
    | sum SIGN number { NODE($$, add_up(reader, &$1, &$3, $2.op == GREP_LESS)); }
    ;

value: part
    | value SIGN number { NODE($$, add_up(reader, &$1, &$3, $2.op == GREP_LESS)); }
    ;

number: NAME { $$ = $1; $$.node = NULL; }
    | part
    ;

part: VALUE { $$ = $1; $$.kind = GREP_SUM; $$.node = NULL; }
    | MATERIAL VALUE CLOSE { $$ = $2; $$.kind = GREP_MATERIAL; $$.op = $1.op; $$.node = NULL; }
    ;

%%

/* ---- Queries ---- */

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
    query->root = query->root ? join_nodes(&reader, GREP_OR, query->root, reader.root) : reader.root;
    return query->root != NULL;
}

/* ---- Syntax errors ---- */

/* Called without memory, or if the expression is nested too deeply. */
static void grep_error(struct grep_reader *reader, const char *text)
{
    grep_complain(reader, &(struct grep_token){ .text = reader->cursor }, "%s", text);
}

/* Reports "expected 'and' or 'or', not 'Black'". A term has so many beginnings that they get one name. */
static int yyreport_syntax_error(const yypcontext_t *context, struct grep_reader *reader)
{
    enum { FEW = 5, LINE = 200 };
    yysymbol_kind_t expected[FEW], found = yypcontext_token(context);
    char line[LINE] = "a condition";
    size_t length = 0;
    int all = yypcontext_expected_tokens(context, expected, FEW), count = 0;
    bool any = found != YYSYMBOL_YYEMPTY;
    struct grep_token at = { .text = any ? reader->last : reader->cursor, .length = any ? reader->last_length : 0 };
    /* A number can be a sum wherever it stands, which need not be told. */
    for (int i = 0; i < all; i++)
        if (expected[i] != YYSYMBOL_SIGN && expected[i] != YYSYMBOL_MATERIAL)
            expected[count++] = expected[i];
    for (int i = 0; i < count && length < LINE; i++)
        length += (size_t)snprintf(line + length, LINE - length, "%s%s",
                                   i == 0 ? "" : i + 1 < count ? ", " : " or ", yysymbol_name(expected[i]));
    if (found == YYSYMBOL_QUOTE)
        grep_complain(reader, &at, "this quote is not closed");
    else if (at.length)
        grep_complain(reader, &at, "expected %s, not '%.*s'", line, (int)at.length, at.text);
    else
        grep_complain(reader, &at, "expected %s", line);
    return 0;
}
