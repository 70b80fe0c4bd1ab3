/* record.y - the grammar of one record.
 *
 * Flat on purpose: a record is a run of tokens, variations nest on the tape (src/notation/build.c) and not on the
 * parser's stack, so that depth costs nothing. Only two places restrict what may follow: a comma, and a result. */
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
static void record_error(struct build *build, const char *text);
}

%token END 0
%token TAG     /* [Name "value"]; the last of several in a row, the others are in the record already */
%token NUMBER  /* 4W. 12... */
%token DICE    /* (2,5) */
%token MOVE    /* a move with all that is glued to it; plain numbers, rolls and moves bring along those that follow */
%token COMMA
%token SUFFIX  /* + # ++ e.p. squeeze sic ! ?, apart from their move */
%token NAG     /* $14 */
%token COMMENT /* {…} ;… */
%token ESCAPE  /* %… in the first column */
%token OPEN CLOSE
%token RESULT
%token BAD     /* what is no token */

%%

record: text | joined | ended;

text: %empty
    | text TAG        { build_tag(build, $2); }
    | text NUMBER     { build_run(build, $2); }
    | text DICE       { build_run(build, $2); }
    | text MOVE       { build_run(build, $2); }
    | text SUFFIX     { build_suffix(build, $2); }
    | text NAG        { build_item(build, $2); }
    | text COMMENT    { build_item(build, $2); }
    | text ESCAPE     { build_item(build, $2); }
    | text OPEN       { build_open(build, $2); }
    | text CLOSE      { build_close(build, $2); }
    | text BAD        { build_bad(build, $2); }
    | joined MOVE     { build_joined(build, $2); }
    | joined BAD      { build_bad(build, $2); }
    | joined error    { yyerrok; build_missing_move(build); }
    | ended CLOSE     { build_close(build, $2); }
    | ended error     { yyerrok; build_after_result(build); };

joined: text COMMA    { build_comma(build, $2); }
    | joined COMMENT  { build_item(build, $2); }
    | joined ESCAPE   { build_item(build, $2); };

ended: text RESULT    { build_result(build, $2); }
    | ended RESULT    { build_second_result(build, $2); }
    | ended SUFFIX    { build_suffix(build, $2); }
    | ended NAG       { build_item(build, $2); }
    | ended COMMENT   { build_item(build, $2); }
    | ended ESCAPE    { build_item(build, $2); }
    | ended BAD       { build_bad(build, $2); };

%%

/* Called where a token cannot stand; the actions of the `error` rules say so, and go on with it. */
static void record_error(struct build *build, const char *text)
{
    (void)build;
    (void)text;
}
