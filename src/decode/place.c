/* place.c - what it costs to read a move at a passage, or to skip it, in a state of the search. */
#include "decode/decoder.h"

/* Is the expected number of the turn right before the passage? */
static bool is_numbered(const struct state *state, const struct passage *passage)
{
    return passage->label && passage_is_labelled(passage) && decoder_is_expected(state, passage);
}

/* Do only a few passages stand behind this one, and the likely moves have lower numbers? */
static bool is_last(const struct search *search, const struct passage *passage)
{
    enum { FEW = 200 };
    const struct passage *next = passage, *end = search->passages->each + search->passages->count;
    if (end - passage > FEW)
        return false;
    while (++next < end)
        if (next->strong && next->label >= passage->label)
            return false;
    return true;
}

/* Is the passage right after the last ply, in the same paragraph, or the last numbered move on the page? */
static bool is_next(const struct search *search, const struct state *state, const struct passage *passage)
{
    const struct decoded_ply *last = &search->nodes[state->node].ply;
    size_t at = last->end;
    if (!state->node || (search->passages->each[last->passage].cell != passage->cell &&
                         !(is_numbered(state, passage) && !passage->strong && is_last(search, passage))))
        return false;
    bool line = false, comma = false;
    for (; at < passage->label_begin && strchr(" \t\r\n,.;", search->passages->text[at]); at++) {
        line |= is_break(search->passages->text[at]);
        comma |= search->passages->text[at] == ',';
    }
    return at == passage->label_begin && !(line && !comma && decoder_goes_on(state, passage));
}

bool decoder_stands_again(const struct search *search, const struct passage *passage)
{
    enum { FAR = 32 };
    const struct passages *all = search->passages;
    const struct passage *next = passage, *end = all->each + all->count;
    bool beside = passage->in_row; /* the rows stand side by side: two turns, if they have other moves */
    end = end - passage > FAR ? passage + FAR : end;
    while (++next < end && passage->label && !search->dialects->ruleset->rules.dice) {
        beside = beside && passages_touch(all, (size_t)(next - all->each));
        if (next->strong && next->in_row == passage->in_row && next->label == passage->label &&
            next->side == passage->side && (!next->in_row || passage_is_labelled(next)))
            return !beside ||
                   strncmp(all->text + passage->begin, all->text + next->begin, passage->least) == 0;
    }
    return false;
}

/* Is it the last move on the page, and read as one that mates: "and was mated by 11 B-Q8 mate."? */
static bool mates_at_end(const struct passages *all, const struct passage *passage)
{
    bool mates = false;
    for (unsigned i = 0; passage->readings && i < passage->readings->count; i++)
        mates |= passage->readings->each[i].check == SAID_MATE;
    return mates && passage + 1 == all->each + all->count && !passage->depth &&
           print_skip(all->text, passage->begin + passage->least, all->length, SPACES ".!") == all->length;
}

/* Does the number of the turn begin a sentence behind words, or a clause, and no word but a move follow
 * the move in its paragraph, unlike "12. Nf3 was better", if it is not the last on the page? */
static bool begins_sentence(const struct search *search, const struct state *state,
                            const struct passage *passage)
{
    const char *text = search->passages->text;
    size_t behind = passage->begin + passage->least;
    behind = print_skip(text, behind, search->passages->length, " \t");
    behind = print_skip(text, behind + is_break(text[behind]), search->passages->length, " \t");
    const bool last = passage + 1 == search->passages->each + search->passages->count;
    return is_numbered(state, passage) && print_behind(text, 0, passage->label_begin) == BEHIND_STOP &&
           (!begins_letter(text[behind]) || last || passage[1].begin == behind);
}

/* Returns the ply that was read so many plies before the last, if it is near; else NULL. */
static const struct node *node_before(const struct search *search, const struct state *state, long back)
{
    enum { BACK_MOST = 4 };
    const struct node *node = &search->nodes[state->node];
    for (; back > 0 && back <= BACK_MOST; back--)
        node = &search->nodes[node->parent];
    return back == 0 ? node : NULL;
}

/* Does a ply stand unnumbered behind words or other moves? */
static bool is_loose(const struct search *search, const struct node *node)
{
    size_t at = search->nodes[node->parent].ply.end;
    while (at < node->ply.begin && !begins_letter(search->passages->text[at]))
        at++;
    return node->parent && at < node->ply.begin &&
           search->passages->each[node->ply.passage].label_begin == node->ply.begin;
}

/* Does a passage begin a sentence or clause, and a ply of the same turn, which was read, stand within one? */
static bool begins_instead(const struct search *search, const struct passage *passage,
                           const struct node *node)
{
    const char *text = search->passages->text;
    const struct passage *read = &search->passages->each[node->ply.passage];
    return read->behind_words && print_behind(text, 0, passage->label_begin) == BEHIND_STOP &&
           print_behind(text, 0, read->label_begin) != BEHIND_STOP;
}

unsigned decoder_cost_of_skipping(const struct search *search, const struct state *state,
                                  const struct passage *passage)
{
    if (!passage->strong && decoder_is_expected(state, passage) && is_next(search, state, passage))
        return COST_SKIP_NEXT;
    if (!passage->strong)
        return is_numbered(state, passage) ? COST_SKIP_NUMBERED : COST_SKIP_PROSE;
    if (passage_is_aside(passage, state->margin))
        return COST_SKIP_PROSE;
    if (search->passages->told)
        return COST_SKIP_AHEAD;
    if (state->over && !passage->in_row)
        return COST_SKIP_ASIDE;
    if (decoder_is_expected(state, passage) || (!state->node && (state->set_up || passage->roll.count)))
        return passage->words || decoder_stands_again(search, passage)
                   ? (is_next(search, state, passage) ? COST_SKIP_TOUCHING : COST_SKIP_ASIDE)
               : !passage->behind_words ? COST_SKIP_EXPECTED
               : begins_sentence(search, state, passage) || mates_at_end(search->passages, passage)
                   ? COST_SKIP_SENTENCE
                   : COST_SKIP_ASIDE;
    if (passage->label > state->number)
        return decoder_stands_again(search, passage) ? COST_SKIP_BEHIND : COST_SKIP_AHEAD;
    const struct passage *last = &search->passages->each[search->nodes[state->node].ply.passage];
    const long back = turn_place(&state->at.pos.ruleset->rules, state->number, state->at.pos.side) - 1 -
                      (long)passage_turn(passage);
    const struct node *read = state->node && passage->side >= 0 ? node_before(search, state, back) : NULL;
    const bool again = read && back == 0, /* the turn that was read last */
        instead = read && (again || passage_is_labelled(passage)) && begins_instead(search, passage, read),
               named = read && passage_is_labelled(passage) && is_loose(search, read);
    return !passage->roll.count && (named || instead) ? COST_SKIP_SENTENCE
           : again && !last->strong                   ? COST_SKIP_ASIDE
                                                      : COST_SKIP_BEHIND;
}

/* Returns the cost of a number that is not the next turn's; it is lower if one digit is wrong or lost. */
static unsigned cost_of_label(const struct search *search, const struct state *state,
                              const struct passage *passage)
{
    const struct passage *last = &search->passages->each[search->nodes[state->node].ply.passage];
    const bool ahead = passage->label > state->number;
    const uint32_t more = ahead ? passage->label : state->number,
                   less = ahead ? state->number : passage->label;
    if (state->node && passage->in_row && decoder_side(state) == 1 && last->label == passage->label)
        return 0;                                                   /* White's move has paid for it */
    if (state->node && !ahead && last->in_row && passage->in_row && /* a number stands twice above it */
        passage->label - last->label == state->number - search->nodes[state->node].ply.number)
        return COST_LABEL_GOES_ON;
    if (more % 10 == less % 10 || more / 10 == less / 10 || more / 10 == less ||
        (more < 100 && more % 10 == less))
        return COST_LABEL_SLIP;
    return ahead ? COST_LABEL_AHEAD : COST_WRONG_LABEL;
}

unsigned decoder_cost_of_place(const struct search *search, const struct state *state,
                               const struct passage *passage)
{
    bool next = is_next(search, state, passage), numbered = is_numbered(state, passage),
         words = passage->behind_words && !next && !(numbered && !passage->strong);
    unsigned cost = (passage->depth + passage->footnote) * (unsigned)COST_DEPTH;
    if (words && !search->passages->told && !decoder_goes_on(state, passage))
        cost += COST_BEHIND_WORDS;
    if (!state->node && state->set_up)
        ; /* the numbers of a set-up position may begin anywhere */
    else if (passage->label && !decoder_is_number(state, passage->label))
        cost += passage->roll.count && passage->side >= 0 ? COST_WRONG_NUMBER
                                                          : cost_of_label(search, state, passage);
    else if (!passage->label && decoder_side(state) == 0)
        cost += COST_NO_LABEL;
    if (passage->side >= 0 && passage->side != decoder_side(state))
        cost += passage->roll.count ? COST_WRONG_LETTER : COST_WRONG_SIDE;
    if (search->joined && state->aside)
        cost += COST_TORN;
    else if (!state->reading && !passage->in_row && passage > search->passages->each && passage[-1].strong &&
             passages_touch(search->passages, (size_t)(passage - search->passages->each)))
        cost += COST_TORN_OFF;
    if (passage_is_aside(passage, state->margin))
        cost += COST_MARGIN;
    if (passage->words)
        cost += COST_WORDS;
    if (state->over)
        cost += COST_OVER;
    bool rows = state->node && search->passages->each[search->nodes[state->node].ply.passage].in_row;
    if (!passage->strong && !next)
        cost += state->reading && (numbered || !rows) ? COST_PROSE
                : numbered                            ? COST_ENTER_NUMBERED
                                                      : COST_ENTER_PROSE;
    return cost;
}
