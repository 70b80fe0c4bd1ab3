/* grep.y - expressions that select records, as ludgrep(1) describes them. What they mean is in study/grep*.c. */
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
#include <stdio.h>

static void grep_error(struct grep_reader *reader, const char *text);

/* Goes on with a node, or gives up. */
#define NODE(result, call) \
    if (!((result).node = (call))) \
    YYABORT
}

%token END 0    "the end of the expression"
%token NAME     "a condition"
%token SEEN     "move, roll or position"
%token MATERIAL "material(…)"
%token WITHIN   "turn(…) or end(…)"
%token COMPARE  "an operator"
%token VALUE    "a value"
%token AND "'and'" OR "'or'" NOT "'not'" OPEN "'('" CLOSE "')'"
%token QUOTE    "a quote that is not closed"
%token BAD      "a sign that means nothing here"

%%

query: %empty { NODE($$, grep_anything(reader)); reader->root = $$.node; }
    | either { reader->root = $1.node; }
    ;

either: both
    | either OR both { NODE($$, grep_join(reader, GREP_OR, $1.node, $3.node)); }
    ;

both: one
    | both AND one { NODE($$, grep_join(reader, GREP_AND, $1.node, $3.node)); }
    ;

one: NOT one { NODE($$, grep_join(reader, GREP_NOT, NULL, $2.node)); }
    | OPEN either CLOSE { $$ = $2; }
    | WITHIN either CLOSE { NODE($$, grep_within(reader, (enum grep_kind)$1.kind, &$1, $2.node)); }
    | NAME { NODE($$, grep_has(reader, &$1)); }
    | NAME COMPARE VALUE { NODE($$, grep_compare(reader, &$1, &$2, &$3)); }
    | SEEN VALUE { NODE($$, grep_compare(reader, &$1, NULL, &$2)); }
    | SEEN COMPARE VALUE { NODE($$, grep_compare(reader, &$1, &$2, &$3)); }
    | material COMPARE VALUE { NODE($$, grep_material(reader, &$1, &$2, &$3, NULL)); }
    | material COMPARE material { NODE($$, grep_material(reader, &$1, &$2, NULL, &$3)); }
    ;

material: MATERIAL VALUE CLOSE { $$ = $2; }
    ;

%%

/* Without memory, or nested too deeply. */
static void grep_error(struct grep_reader *reader, const char *text)
{
    struct grep_token here = { .text = reader->cursor };
    grep_complain(reader, &here, "%s", text);
}

/* "expected 'and' or 'or', not 'Black'". A term has so many beginnings that they get one name. */
static int yyreport_syntax_error(const yypcontext_t *context, struct grep_reader *reader)
{
    enum { FEW = 5, LINE = 200 };
    yysymbol_kind_t expected[FEW], found = yypcontext_token(context);
    char line[LINE] = "a condition";
    size_t length = 0;
    int count = yypcontext_expected_tokens(context, expected, FEW);

    struct grep_token at = { .text = reader->cursor };
    for (int i = 0; i < count && length < LINE; i++)
        length += (size_t)snprintf(line + length, LINE - length, "%s%s",
                                   i == 0 ? "" : i + 1 < count ? ", " : " or ", yysymbol_name(expected[i]));
    if (found != YYSYMBOL_YYEMPTY) {
        at.text = reader->last;
        at.length = reader->last_length;
    }
    if (found == YYSYMBOL_QUOTE)
        grep_complain(reader, &at, "this quote is not closed");
    else if (at.length)
        grep_complain(reader, &at, "expected %s, not '%.*s'", line, (int)at.length, at.text);
    else
        grep_complain(reader, &at, "expected %s", line);
    return 0;
}
