/* grep.re - scans expressions that select records. `#` begins a comment, but not within a value. */
#include "study/grep.h"

#include "grammar/grep.tab.h"

static int lex_value(struct grep_token *token, struct grep_reader *reader);

/* Sets the token to the text from `begin` to `end`, after which the next one is read in `mode`. Where an operator or
 * a value is expected, anything but an operator is scanned again as a value. Returns the kind. */
static int finish_token(struct grep_token *token, struct grep_reader *reader, const char *begin, const char *end,
                        enum grep_mode mode, int kind)
{
    if (reader->mode == GREP_MODE_OPERAND && kind != COMPARE) {
        reader->mode = GREP_MODE_VALUE;
        return lex_value(token, reader);
    }
    reader->cursor = end;
    reader->mode = mode;
    token->text = reader->last = begin;
    token->length = reader->last_length = (size_t)(end - begin);
    return kind;
}

#define FINISH(mode, token_kind) finish_token(token, reader, start, cursor, mode, token_kind)
#define OF_SHADE(shades) (token->op = (shades), FINISH(GREP_MODE_VALUE, MATERIAL))
#define OPERATOR(operator) (token->op = (operator), FINISH(GREP_MODE_VALUE, COMPARE))

/*!include:re2c "scan_text.inc" */
/*!re2c
    re2c:tags = 1;

    blank  = [ \t\n\v\f\r];
    name   = [A-Za-z_] [A-Za-z0-9_]*;
    dice   = "(" [0-9_?, \t]+ ")";
    word   = [^ \t\n\v\f\r"'()&|\x00] [^ \t\n\v\f\r"()&|\x00]*;
    junk   = [^ \t\n\v\f\r"'()&|=!<>~#\x00+-]+;
    material = 'material' blank* "(" blank*;
    string = ["] ([^"\\\n\x00] | "\\" [^\n\x00])* ["] | ['] ([^'\\\n\x00] | "\\" [^\n\x00])* ['];
*/

static int lex_value(struct grep_token *token, struct grep_reader *reader)
{
    const char *cursor = reader->cursor, *marker, *start;

again:
    start = cursor;
    /*!re2c
    blank+                 { goto again; }
    material               { return OF_SHADE(1 << 0 | 1 << 1); }
    material 'dark' blank  { return OF_SHADE(1 << 0); }
    material 'light' blank { return OF_SHADE(1 << 1); }
    string | word | dice   { return FINISH(GREP_MODE_TERM, VALUE); }
    "("                    { return FINISH(GREP_MODE_TERM, OPEN); }
    ")"                    { return FINISH(GREP_MODE_TERM, CLOSE); }
    ["']                   { return FINISH(GREP_MODE_TERM, QUOTE); }
    "\x00"                 { return finish_token(token, reader, start, start, GREP_MODE_VALUE, END); }
    *                      { return FINISH(GREP_MODE_TERM, BAD); }
    */
}

int grep_lex(struct grep_token *token, struct grep_reader *reader)
{
    const char *cursor = reader->cursor, *marker, *start, *called;
    /*!stags:re2c format = 'const char *@@;\n'; */

    if (reader->mode == GREP_MODE_VALUE)
        return lex_value(token, reader);
again:
    start = cursor;
    /*!re2c
    blank+                 { goto again; }
    "#" [^\n\x00]*         { goto again; }
    "=" | "=="             { return OPERATOR(GREP_EQUAL); }
    "!=" | "<>"            { return OPERATOR(GREP_UNEQUAL); }
    "<"                    { return OPERATOR(GREP_LESS); }
    ">"                    { return OPERATOR(GREP_MORE); }
    "<="                   { return OPERATOR(GREP_AT_MOST); }
    ">="                   { return OPERATOR(GREP_AT_LEAST); }
    "~" | "=~"             { return OPERATOR(GREP_LIKE); }
    "!~"                   { return OPERATOR(GREP_UNLIKE); }
    "+"                    { token->op = GREP_MORE; return FINISH(GREP_MODE_TERM, SIGN); }
    "-"                    { token->op = GREP_LESS; return FINISH(GREP_MODE_TERM, SIGN); }
    'and' | "&&"           { return FINISH(GREP_MODE_TERM, AND); }
    'or' | "||"            { return FINISH(GREP_MODE_TERM, OR); }
    'not' | "!"            { return FINISH(GREP_MODE_TERM, NOT); }
    "("                    { return FINISH(GREP_MODE_TERM, OPEN); }
    ")"                    { return FINISH(GREP_MODE_TERM, CLOSE); }
    ('turn' | 'end' | 'either' | 'variations') @called blank* "(" {
        token->kind = grep_called(start, (size_t)(called - start), "()");
        return FINISH(GREP_MODE_TERM, WITHIN);
    }
    material               { return OF_SHADE(1 << 0 | 1 << 1); }
    material 'dark' blank  { return OF_SHADE(1 << 0); }
    material 'light' blank { return OF_SHADE(1 << 1); }
    'tag' blank+ @called name {
        token->kind = GREP_TAG;
        return finish_token(token, reader, called, cursor, GREP_MODE_TERM, NAME);
    }
    name {
        token->kind = grep_called(start, (size_t)(cursor - start), "");
        if (token->kind >= GREP_ROLL && token->kind <= GREP_POSITION)
            return FINISH(GREP_MODE_OPERAND, SEEN);
        return FINISH(GREP_MODE_TERM, NAME);
    }
    string | junk          { return FINISH(GREP_MODE_TERM, VALUE); }
    ["']                   { return FINISH(GREP_MODE_TERM, QUOTE); }
    "\x00"                 { return finish_token(token, reader, start, start, GREP_MODE_TERM, END); }
    *                      { return FINISH(GREP_MODE_TERM, BAD); }
    */
}

int grep_line_lex(struct grep_token *token)
{
    const char *cursor = token->text + token->length, *marker, *start, *rest;
    /*!stags:re2c:line format = 'const char *@@;\n'; */
    cursor += *cursor == ',';
    token->op = 0;
again:
    start = cursor;
    /*!re2c:line
    sign  = [^\x00] \ blank;
    title = [A-Z\x80-\xff] [A-Za-z\x80-\xff]+;

    blank | "." | "{" [^}\x00]* "}" { goto again; }
    [0-9]+ [WB]? "." @rest sign*    { cursor = rest; goto again; }
    "*"                             { token->op = 1; goto again; }
    (sign \ [.{(]) sign* | title blank+ (sign \ "*") sign* {
        token->text = start;
        token->length = (size_t)(cursor - start) - (cursor[-1] == ',');
        return VALUE;
    }
    "\x00"                          { return END; }
    *                               { return BAD; }
    */
}

bool grep_is_number(const char *text, double *number)
{
    const char *cursor = text, *marker;
    /*!re2c:number
    digit = [0-9];

    [-+]? digit+ ("." digit+)? "\x00" { *number = number_read(text); return true; }
    *                                 { return false; }
    */
}

size_t grep_date(const char *text, char digits[GREP_DATE])
{
    const char *cursor = text, *marker;
    size_t count = 0;
    /*!re2c:date
    part  = [./\-];
    vague = [0-9?] "?" | "?" digit;
    month = vague | "0" digit | "1" [0-2];
    day   = vague | [0-2] digit | "3" [01];

    [0-9?]{4} (part month (part day)?)? "\x00" { goto found; }
    *                                          { return 0; }
    */
found:
    memset(digits, '?', GREP_DATE);
    for (; *text; text++)
        if (is_digit(*text) || *text == '?')
            digits[count++] = *text;
    return count;
}

unsigned grep_dice(const char *text, uint8_t dice[LUDUS_DICE_MAX + 1])
{
    const char *cursor = text;
    unsigned count = 0;
    while (count <= LUDUS_DICE_MAX) {
        /*!re2c:dice
        [(), \t]+ { continue; }
        [1-9]     { dice[count++] = (uint8_t)(cursor[-1] - '0'); continue; }
        [?_]      { dice[count++] = 0; continue; }
        "\x00"    { return count; }
        *         { return 0; }
        */
    }
    return 0;
}

const char *grep_pattern_fault(const char *pattern, const char **reason)
{
    const char *cursor = pattern, *marker, *start;
    for (;;) {
        start = cursor;
        /*!re2c:pattern
        [A-Za-z0-9?!+\-] "'"* | "/"  { continue; }
        "*" / [/ \x00]               { continue; }
        "*" {
            *reason = "* is the rest of the rank, and nothing can follow it there";
            return cursor;
        }
        "\x00" | " " [wb] [ \x00]    { return NULL; }
        " " {
            *reason = "after the board comes the side to move: w or b";
            return cursor;
        }
        * {
            *reason = "this sign cannot stand in a position: letters, numbers and ? * ! + - can";
            return start;
        }
        */
    }
}

/* The system's regcomp writes out repetitions (a++++ is aaaaaaaaaaaaaaaa and more), until memory runs out. So this
 * counts the signs of each group, and those of the last thing, which a sign such as + repeats. */
const char *grep_regex_fault(const char *regex)
{
    enum { SIGNS_MAX = 2000, DEPTH_MAX = 100 };
    double signs[DEPTH_MAX] = { 0 }, last = 0;
    unsigned depth = 0;
    const char *cursor = regex, *start;
    while (*cursor && signs[depth] <= SIGNS_MAX && depth + 1 < DEPTH_MAX) {
        double times = 1, thing = 1;
        start = cursor;
        /*!re2c
        "("                   { signs[++depth] = 0; continue; }
        ")"                   { if (depth == 0) continue; thing = signs[depth--] + 1; goto thing; }
        "*" | "?"             { continue; }
        "+"                   { times = 2; goto times; }
        "{" [^}\x00]* "}"? {
            for (double number = 0; ++start < cursor; times = number > times ? number : times)
                number = *start >= '0' && *start <= '9' ? 10 * number + (*start - '0') : 0;
            goto times;
        }
        "\\" [1-9]            { return "a regular expression that refers back, as \\1 does, may take for ever"; }
        "\\" [^\x00] | "[" "^"? "]"? ("[" [:.=] [^\]\x00]* "]" | [^\]\x00])* "]"? { goto thing; }
        *                     { goto thing; }
        */
    times:
        thing = last * (times - 1);
        signs[depth] += thing;
        last *= times;
        continue;
    thing:
        signs[depth] += thing;
        last = thing;
    }
    return *cursor || signs[depth] > SIGNS_MAX
               ? "this regular expression is too large when its repetitions are written out"
               : NULL;
}
