/* pdn.re - reads the tokens of the portable draughts notation, and its moves and positions. */
#include "base/text.h"
#include "formats/pdn.h"

/*!include:re2c "scan.inc" */

void pdn_lex(struct pdn_token *token, const char *begin, const char *end)
{
    const char *cursor = token->end, *marker, *name, *name_end, *value, *behind;
    bool moved = token->kind == PDN_MOVE;
    /*!stags:re2c format = 'const char *@@ = NULL;\n'; */

    *token = (struct pdn_token){ .at = cursor };
again:
    token->at = cursor;
    /*!re2c
    re2c:tags = 1;

    nul    = "\x00"; /* the end, or a byte that no text has */
    blank  = [ \t\n\v\f\r\x1a];
    gap    = [ \t];
    word   = [^ \t\n\v\f\r\x1a{}()[;\x00];
    digits = [0-9]+;
    number = [0-9]{1,3};
    square = [a-p] ([1-9] | "1" [0-6]);
    sign   = [xX:\-];
    move   = number (sign number)+ | [a-p]? sign? square (sign? square)*;
    marks  = [!?]*;
    tag    = "[" blank* @name [A-Za-z] [A-Za-z0-9_]* @name_end blank* ["] @value ([^"\\\n\r\x00] | "\\" [^\n\r\x00])* @behind ["] blank* "]";

    blank+                                       { moved = false; goto again; }
    nul                                          { token->kind = cursor > end ? PDN_END : PDN_WORD; goto done; }
    "%" word*                                    { token->kind = PDN_ESCAPE; if (token->at == begin || is_break(token->at[-1])) { goto line; } token->kind = PDN_WORD; goto done; }
    ";"                                          { token->kind = PDN_LINE; goto line; }
    tag {
        token->kind = PDN_TAG;
        token->name = (struct ludus_text){ name, (size_t)(name_end - name) };
        token->value = (struct ludus_text){ value, (size_t)(behind - value) };
        goto done;
    }
    "{" [^}\x00]* "}"                            { token->kind = PDN_COMMENT; goto comment; }
    "{" [^}\x00]*                                { token->kind = PDN_COMMENT; token->cut = true; goto comment; }
    digits @behind gap* "."+ (gap+ "." "."+)?       { token->kind = PDN_NUMBER; goto part; }
    [01] "-" [01] | "2-0" | "0-2" | "1/2" ("-1/2")? { token->kind = PDN_RESULT; goto done; }
    move @behind marks                           { token->kind = PDN_MOVE; goto part; }
    "(" [!?]+ ")"                                { token->kind = PDN_NAG; goto done; }
    "$" digits                                   { token->kind = PDN_NAG; goto done; }
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
    move @behind marks / "*"        { token->kind = PDN_MOVE; goto part; }
    digits @behind "."+ / [0-9a-p]  { token->kind = PDN_NUMBER; goto part; }
    *                               { cursor = token->end; goto done; }
    */
part:
    token->value = (struct ludus_text){ token->at, (size_t)(behind - token->at) };
    goto done;
line:
    while (cursor < end && !is_break(*cursor))
        cursor++;
comment:
    token->value = (struct ludus_text){ token->at + 1, (size_t)(cursor - token->at - 1) - (token->kind == PDN_COMMENT && !token->cut) };
done:
    token->end = cursor > end ? end : cursor;
}

unsigned pdn_square(const struct pdn_game *game, const char **at, const char *end)
{
    unsigned file, rank;
    char mark;
    if (is_digit(**at)) {
        uint32_t number = number_take(at);
        return number > 0 && number <= game->count ? game->square[number] : NONE;
    }
    if (!move_text_next(at, end, &mark, &file, &rank) || file > game->rules->rules.files ||
        rank > game->rules->rules.ranks)
        return NONE;
    return (rank - 1) * game->rules->rules.files + file - 1;
}

bool pdn_move_read(const struct pdn_game *game, const char *text, size_t length, struct ludus_buffer *out)
{
    const char *cursor = text, *end = text + length, *begin;
    for (;;) {
        begin = cursor;
        /*!re2c
        digits {
            const unsigned point = pdn_square(game, &begin, cursor);
            if (point == NONE)
                return false;
            buf_text(out, square_name(game->rules, point).text);
            continue;
        }
        square { buf_add(out, begin, (size_t)(cursor - begin)); continue; }
        [xX:]  { buf_char(out, 'x'); continue; }
        nul    { return true; }
        *      { buf_char(out, *begin); continue; }
        */
    }
}

/* Puts the men of a side on the square `first`, or on the squares up to `last`. False if the game has none such. */
static bool put_men(const struct pdn_game *game, struct ludus_position *pos, unsigned side, bool crowned,
                    const char *first, const char *last, const char *end)
{
    const struct rules *rules = &game->rules->rules;
    unsigned man = (unsigned)__builtin_ctz(rules->pawns), king = (unsigned)__builtin_ctz(rules->kinds[man].becomes);
    unsigned from = pdn_square(game, &first, end), to = last ? pdn_square(game, &last, end) : from;
    if (side > LUDUS_BLACK || from == NONE || to == NONE || !game->numbers[from])
        return false;
    for (unsigned number = game->numbers[from]; number <= game->numbers[to]; number++)
        position_put(pos, game->square[number], CODE_OF(crowned ? king : man, side));
    return true;
}

bool pdn_fen_read(const struct pdn_game *game, struct ludus_text text, struct ludus_buffer *out)
{
    const char *cursor = text.text, *end = cursor + text.length, *marker, *begin, *first, *last;
    struct ludus_position pos;
    unsigned side = NONE;
    /*!stags:re2c:fen format = 'const char *@@;\n'; */

    position_clear(&pos, game->rules);
    if (text.length == 0 || !strchr("WBwb", *cursor))
        return false;
    pos.side = to_lower(*cursor++) == 'w' ? LUDUS_WHITE : LUDUS_BLACK;
    for (;;) {
        begin = cursor;
        /*!re2c:fen
        point = digits | square;

        ':w' { side = LUDUS_WHITE; continue; }
        ':b' { side = LUDUS_BLACK; continue; }
        ':h' @first digits? { pos.quiet = number_take(&first); side = NONE; continue; }
        ':f' @first digits? { pos.number = number_take(&first); side = NONE; continue; }
        'k'? @first point ("-" @last point)? ","? {
            if (!put_men(game, &pos, side, to_upper(*begin) == 'K', first, last, cursor))
                return false;
            continue;
        }
        "."? nul {
            fen_write(&pos, false, out);
            return cursor > end;
        }
        * { return false; }
        */
    }
}
