/* pdn.re - reads the tokens of the portable draughts notation. */
#include "base/text.h"
#include "formats/pdn.h"

/*!include:re2c "scan.inc" */

void pdn_lex(struct pdn_token *token, const char *begin, const char *end)
{
    const char *cursor = token->end, *marker, *name, *name_end, *value, *value_end;
    bool moved = token->kind == PDN_MOVE;
    /*!stags:re2c format = 'const char *@@;\n'; */

    *token = (struct pdn_token){ .at = cursor };
again:
    token->at = cursor;
    /*!re2c
    re2c:tags = 1;

    nul    = "\x00"; /* the end, or a byte that no text has */
    blank  = [ \t\n\v\f\r\x1a];
    gap    = [ \t];
    word   = [^ \t\n\v\f\r\x1a{}()[;\x00];
    number = [0-9]{1,3};
    square = [a-p] ([1-9] | "1" [0-6]);
    sign   = [xX:\-];
    marks  = [!?]*;
    tag    = "[" blank* @name [A-Za-z] [A-Za-z0-9_]* @name_end blank* ["] @value ([^"\\\n\r\x00] | "\\" [^\n\r\x00])* @value_end ["] blank* "]";

    blank+                                       { moved = false; goto again; }
    nul                                          { token->kind = cursor > end ? PDN_END : PDN_WORD; goto done; }
    "%" word*                                    { token->kind = PDN_ESCAPE; if (token->at == begin || is_break(token->at[-1])) { goto line; } token->kind = PDN_WORD; goto done; }
    ";"                                          { token->kind = PDN_LINE; goto line; }
    tag {
        token->kind = PDN_TAG;
        token->name = (struct ludus_text){ name, (size_t)(name_end - name) };
        token->value = (struct ludus_text){ value, (size_t)(value_end - value) };
        goto done;
    }
    "{" [^}\x00]* "}"                            { token->kind = PDN_COMMENT; goto comment; }
    "{" [^}\x00]*                                { token->kind = PDN_COMMENT; token->cut = true; goto comment; }
    [0-9]+ gap* "."+ (gap+ "." "."+)?               { token->kind = PDN_NUMBER; goto done; }
    [01] "-" [01] | "2-0" | "0-2" | "1/2" ("-1/2")? { token->kind = PDN_RESULT; goto done; }
    number (sign number)+ marks                  { token->kind = PDN_MOVE; goto done; }
    [a-p]? sign? square (sign? square)* marks    { token->kind = PDN_MOVE; goto done; }
    "(" [!?]+ ")"                                { token->kind = PDN_NAG; goto done; }
    "$" [0-9]+                                   { token->kind = PDN_NAG; goto done; }
    "("                                          { token->kind = PDN_OPEN; goto done; }
    ")"                                          { token->kind = PDN_CLOSE; goto done; }
    "*"                                          { token->kind = moved ? PDN_NAG : PDN_RESULT; goto done; }
    "["                                          { token->kind = PDN_WORD; goto line; }
    word+                                        { goto other; }
    *                                            { token->kind = PDN_WORD; goto done; }
    */
other: /* a word that begins with a move, as 32-28* does, is read again up to the end of that move */
    token->kind = PDN_WORD;
    token->end = cursor;
    cursor = token->at;
    /*!re2c
    number (sign number)+ marks / "*"               { token->kind = PDN_MOVE; goto done; }
    [a-p]? sign? square (sign? square)* marks / "*" { token->kind = PDN_MOVE; goto done; }
    [0-9]+ "."+ / [0-9a-p]                          { token->kind = PDN_NUMBER; goto done; }
    *                                               { cursor = token->end; goto done; }
    */
line:
    while (cursor < end && !is_break(*cursor))
        cursor++;
comment:
    token->value = (struct ludus_text){ token->at + 1, (size_t)(cursor - token->at - 1) - (token->kind == PDN_COMMENT && !token->cut) };
done:
    token->end = cursor > end ? end : cursor;
}
