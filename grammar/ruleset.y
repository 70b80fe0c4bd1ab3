/* ruleset.y - rules files: one statement a line, a key and its values. What the keys mean is in rules/statement.c. */
%define api.pure full
%define api.prefix {rules_}
%define api.value.type {struct rules_word}
%define parse.error verbose
%expect 0
%param {struct rules_reader *reader}

%code requires {
#include "rules/statement.h"
}

%code {
static void rules_error(struct rules_reader *reader, const char *text);
}

%token WORD "a word" STRING "a text in quotes" NEWLINE "the end of the line"
%token END 0 "the end of the file"

%%

file: %empty
    | file NEWLINE
    | file WORD { statement_begin(reader, &$2); } values NEWLINE
    | file error NEWLINE { yyerrok; }
    ;

values: %empty
    | values WORD { statement_value(reader, &$2); }
    | values STRING { statement_value(reader, &$2); }
    ;

%%

static void rules_error(struct rules_reader *reader, const char *text)
{
    statement_complain(reader, reader->token_begin, reader->token_end, text);
}
