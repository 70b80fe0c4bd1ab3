/* resolve.c - finds the legal moves that a written move can mean: backwards from its target square, without
 * listing the legal moves of the position. */
#include "play/resolve.h"

#include "base/chars.h"
#include "notation/move_text.h"
#include "play/san.h"
#include "rules/engine.h"

#include <string.h>

void lexicon_init(struct lexicon *lexicon, const struct ludus_ruleset *ruleset)
{
    const struct rules *rules = &ruleset->rules;
    lexicon->ruleset = ruleset;
    for (unsigned i = 0; i < 26; i++) {
        unsigned kind = rules_kind(rules, &(char){ (char)('A' + i) }, 1);
        lexicon->called[i] = kind == NONE ? 0 : (kind_set)1 << kind;
    }
    lexicon->nameless = rules->pawns ? rules->pawns : (kind_set)((1u << rules->kind_count) - 1);
}

unsigned lexicon_kind(const struct lexicon *lexicon, const char *name, size_t length)
{
    if (length != 1)
        return rules_kind(&lexicon->ruleset->rules, name, length);
    kind_set kinds = *name >= 'A' && *name <= 'Z' ? lexicon->called[*name - 'A'] : 0;
    return kinds ? (unsigned)__builtin_ctz(kinds) : NONE;
}

unsigned resolve_promotion(const struct lexicon *lexicon, const struct move_text *text)
{
    const char *name = text->plain + text->promotion, upper = to_upper(*name);
    return lexicon_kind(lexicon, text->promotion_length == 1 ? &upper : name, text->promotion_length);
}

static size_t resolve_to(const struct lexicon *lexicon, const struct ludus_position *pos,
                         const struct move_text *text, unsigned to, struct ludus_move *out)
{
    kind_set kinds = resolve_kinds(lexicon, pos->cell, pos->side, text);
    if (to == NONE || kinds == 0)
        return 0;
    size_t found = movegen_to(pos, kinds, to, out, RESOLVE_MAX);
    if (found > RESOLVE_MAX)
        found = RESOLVE_MAX;
    /* Castling has its own style, or is a king's move in full (e1g1). Without a written promotion any is
     * allowed. A bare square, d5, does not mean a capture where the piece could not go without capturing
     * (exd5). */
    bool promotes = text->flags & MOVE_PROMOTES;
    unsigned becomes = promotes ? resolve_promotion(lexicon, text) : NONE;
    size_t kept = 0;
    for (size_t i = 0; i < found; i++) {
        struct ludus_move move = out[i];
        if (resolve_starts_so(lexicon->ruleset, text, move.from) &&
            (!promotes || (move.piece != NONE && move.piece == becomes)) &&
            (move.type == LUDUS_CASTLE ? text->flags & MOVE_LONG : move.type < LUDUS_CASTLE) &&
            (!resolve_is_bare(text) || !san_takes(pos, move) || kind_leads(pos, move, MODE_MOVE)))
            out[kept++] = move;
    }
    return kept;
}

/* Returns the kinds that a placing can mean: of those in hand the one it names, or all. */
static kind_set placed_kinds(const struct lexicon *lexicon, const struct ludus_position *pos,
                             const struct move_text *text)
{
    kind_set kinds = 0;
    for (unsigned kind = 0; kind < lexicon->ruleset->rules.kind_count; kind++)
        if (pos->hand[pos->side][kind])
            kinds |= 1u << kind;
    return text->name_length ? kinds & resolve_named(lexicon, text) : kinds;
}

bool resolve_pair(const struct lexicon *lexicon, const struct ludus_position *pos,
                  const struct move_text *first, const struct move_text *second, struct ludus_move *out)
{
    unsigned a = resolve_square(lexicon->ruleset, first->to_file, first->to_rank);
    unsigned b = resolve_square(lexicon->ruleset, second->to_file, second->to_rank);
    kind_set kinds = placed_kinds(lexicon, pos, first) & placed_kinds(lexicon, pos, second);
    if (a == NONE || b == NONE || (first->flags | second->flags) & MOVE_PROMOTES)
        return false;
    for (unsigned kind = 0; kinds >> kind; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        *out = (struct ludus_move){ (uint8_t)b, (uint8_t)a, LUDUS_PLACE, (uint8_t)kind };
        if (movegen_legal(pos, *out))
            return true;
    }
    return false;
}

size_t resolve_move(const struct lexicon *lexicon, const struct ludus_position *pos,
                    const struct move_text *text, struct ludus_move out[RESOLVE_MAX])
{
    unsigned to = resolve_square(lexicon->ruleset, text->to_file, text->to_rank);
    const struct castle *castle;
    kind_set kinds;
    size_t count = 0;
    switch ((enum move_style)text->style) {
    case MOVE_SQUARES:
        return resolve_to(lexicon, pos, text, to, out);
    case MOVE_CASTLE_SHORT:
    case MOVE_CASTLE_LONG:
        castle = castle_named(&pos->ruleset->rules, pos->side, text->style == MOVE_CASTLE_SHORT);
        if (castle)
            *out = (struct ludus_move){ castle->king_from, castle->king_to, LUDUS_CASTLE, NONE };
        return castle && movegen_legal(pos, *out);
    case MOVE_PLACE: /* a placed piece does not promote */
        kinds = text->flags & MOVE_PROMOTES || to == NONE ? 0 : placed_kinds(lexicon, pos, text);
        for (unsigned kind = 0; kinds >> kind; kind++) {
            out[count] = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_PLACE, (uint8_t)kind };
            count += in_set(kinds, kind) && movegen_legal(pos, out[count]);
        }
        return count;
    case MOVE_REMOVE:
        *out = (struct ludus_move){ NONE, (uint8_t)to, LUDUS_REMOVE, NONE };
        return to != NONE && !(text->flags & MOVE_PROMOTES) && movegen_legal(pos, *out);
    case MOVE_PASS:
        *out = (struct ludus_move){ NONE, NONE, LUDUS_PASS, NONE };
        return movegen_legal(pos, *out);
    case MOVE_PATTERN:
    case MOVE_LOST:
        break;
    }
    return 0;
}

void resolve_squares(const struct ludus_ruleset *ruleset, const struct move_text *text,
                     struct written_squares *out)
{
    const char *at = text->plain + text->squares, *end = at + text->squares_length;
    char mark;
    unsigned file, rank;
    *out = (struct written_squares){ 0 };
    while (out->path_count + out->removed_count < RESOLVE_MAX) {
        const char *begin = at;
        if (!move_text_next(&at, end, &mark, &file, &rank))
            break;
        unsigned square = resolve_square(ruleset, file, rank);
        out->off_board |= square == NONE;
        if (mark == 'x' && (out->path_count > 1 || out->removed_count)) {
            out->removed_at[out->removed_count] = (uint16_t)(begin - text->plain);
            out->removed[out->removed_count++] = (uint8_t)square;
        } else {
            out->path[out->path_count++] = (uint8_t)square;
        }
    }
}

bool resolve_is_placing(const struct lexicon *lexicon, const struct move_text *text, unsigned kind,
                        unsigned square)
{
    return text->style == MOVE_PLACE &&
           resolve_square(lexicon->ruleset, text->to_file, text->to_rank) == square &&
           (text->name_length == 0 || lexicon_kind(lexicon, text->plain, text->name_length) == kind);
}
