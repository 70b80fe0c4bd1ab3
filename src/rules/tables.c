/* tables.c - builds the tables of a ruleset for every square. */
#include "rules/bitboard.h"

#include <stdlib.h>
#include <string.h>

static const int ways[8][2] = { { 0, 1 }, { 0, -1 },  { 1, 0 },  { -1, 0 },
                                { 1, 1 }, { -1, -1 }, { -1, 1 }, { 1, -1 } };

/* Returns the square `file`, `rank` steps away, or NONE; on a board of lines a single step goes along a line.
 */
static unsigned shift_square(const struct ludus_ruleset *rs, unsigned from, int file, int rank)
{
    int f = (int)square_file(rs, from) + file, r = (int)square_rank(rs, from) + rank;
    for (unsigned way = 0; rs->rules.line_count && way < 8; way++)
        if (ways[way][0] == file && ways[way][1] == rank)
            return rs->tables->near[from][way];
    if (f < 0 || r < 0 || f >= (int)rs->rules.files || r >= (int)rs->rules.ranks)
        return NONE;
    unsigned to = (unsigned)r * rs->rules.files + (unsigned)f;
    return squares_has(&rs->board, to) ? to : NONE;
}

/* Returns the atom for `side`: Black sees the board from the other end. */
static struct atom atom_for(struct atom atom, unsigned side)
{
    if (side == LUDUS_BLACK) {
        atom.file = (int8_t)-atom.file;
        atom.rank = (int8_t)-atom.rank;
        atom.next_file = (int8_t)-atom.next_file;
        atom.next_rank = (int8_t)-atom.next_rank;
    }
    return atom;
}

/* Returns the mode bits to test in play; 0 if the atom is no move from this square, on which such a piece
 * `starts` or not. */
static unsigned mode_of(const struct kind *kind, const struct atom *atom, bool starts)
{
    unsigned mode = atom->mode & ~(unsigned)(MODE_LAME);
    if (!(mode & MODE_FIRST))
        return !kind->first_only ? mode : kind->piece_first ? mode | MODE_LATER : starts ? 0 : mode;
    if (!kind->piece_first && !starts)
        return 0;
    return kind->piece_first || kind->first_until_capture ? mode : mode & ~(unsigned)MODE_FIRST;
}

/* Begins a group of squares, and ends the one at `*head`, which is removed if it is empty. An empty one ends
 * the stream of a piece. */
static void begin_group(struct ludus_buffer *out, size_t *head, unsigned mode)
{
    if (out->length > *head + 2)
        out->bytes[*head] = (char)(out->length - *head - 2);
    else
        out->length = *head;
    *head = out->length; /* without memory nothing is written */
    buf_add(out, (char[]){ 0, (char)mode }, 2);
}

/* May the piece stop on the square, by its regions? Else, may it pass over it? */
static bool may_stop(const struct rules *rules, unsigned code, unsigned square, bool *passes)
{
    const struct kind *kind = &rules->kinds[CODE_KIND(code)];
    bool off = region_has(rules, kind->keeps_off, CODE_SIDE(code), square);
    bool out = kind->keeps_to && !region_has(rules, kind->keeps_to, CODE_SIDE(code), square);
    *passes = !out && (!off || kind->passes_off);
    return !out && !off;
}

/* Adds a leap or a ray up to the first square on which the piece may not stop. */
static void put_ray(struct ludus_buffer *out, const struct ludus_ruleset *rs, unsigned code, unsigned from,
                    struct atom atom)
{
    unsigned to = shift_square(rs, from, atom.file, atom.rank);
    bool passes;
    for (int n = 2; to != NONE && may_stop(&rs->rules, code, to, &passes); n++) {
        buf_char(out, (char)to);
        to = n > atom.length ? NONE : shift_square(rs, to, atom.next_file, atom.next_rank);
    }
}

/* Adds a lame leap. It passes squares on its way, on a line or not; a knight's leap goes straight first. */
static void put_lame(struct ludus_buffer *out, const struct ludus_ruleset *rs, unsigned code, unsigned from,
                     struct atom atom)
{
    unsigned to = shift_square(rs, from, atom.file, atom.rank);
    int wide = abs(atom.file), high = abs(atom.rank), far = wide > high ? wide : high;
    bool passes;
    if (to == NONE || !may_stop(&rs->rules, code, to, &passes))
        return;
    for (int n = 1; n < far; n++)
        buf_char(out, (char)((int)from + (wide == far ? n * atom.file / far : 0) +
                             (high == far ? n * atom.rank / far : 0) * (int)rs->rules.files));
    buf_char(out, (char)to);
}

/* Adds the squares of a ray beyond one that the piece may pass over but not stop on, each as a lame leap. */
static void put_beyond(struct ludus_buffer *out, size_t *head, const struct ludus_ruleset *rs, unsigned code,
                       unsigned from, struct atom atom, unsigned mode)
{
    char path[SQUARES_MAX];
    size_t count = 0;
    unsigned to = shift_square(rs, from, atom.file, atom.rank);
    bool passes, beyond = false;
    for (unsigned n = 1; to != NONE && n <= atom.length; n++) {
        bool stops = may_stop(&rs->rules, code, to, &passes) && n > atom.passes;
        if (!passes)
            return;
        path[count++] = (char)to;
        if (stops && beyond) {
            begin_group(out, head, mode | MODE_LAME);
            buf_add(out, path, count);
        }
        beyond |= !stops;
        to = shift_square(rs, to, atom.next_file, atom.next_rank);
    }
}

/* Adds the moves of one piece from one square, by type. Leaps of one mode are a group. */
static void put_moves(struct ludus_buffer *out, const struct ludus_ruleset *rs, unsigned code, unsigned from,
                      bool starts)
{
    static const unsigned types[] = { MODE_LEAPS, MODE_LAME, 0 };
    const struct kind *kind = &rs->rules.kinds[CODE_KIND(code)];
    size_t head = out->length;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (unsigned i = 0, last = 0, mode; i < kind->atom_count; i++) {
            struct atom atom = atom_for(kind->atoms[i], CODE_SIDE(code));
            unsigned type = atom.mode & MODE_LAME ? MODE_LAME : atom.length == 1 ? MODE_LEAPS : 0;
            if ((atom.region && !region_has(&rs->rules, atom.region, CODE_SIDE(code), from)) ||
                !(mode = mode_of(kind, &kind->atoms[i], starts)))
                continue;
            if (types[t] == MODE_LAME && type == 0 && (kind->passes_off || atom.passes))
                put_beyond(out, &head, rs, code, from, atom, mode);
            if (type != types[t] || atom.passes)
                continue;
            if (type != MODE_LEAPS || mode != last || kind->first_unattacked)
                begin_group(out, &head, mode | type);
            last = mode;
            (type == MODE_LAME ? put_lame : put_ray)(out, rs, code, from, atom);
        }
    begin_group(out, &head, 0);
}

/* Does a leap pass over squares of a possible ray: do file and rank have a common divisor? */
static bool passes_over(struct atom atom)
{
    int a = abs(atom.file), b = abs(atom.rank);
    for (int rest; b; b = rest) {
        rest = a % b;
        a = b;
    }
    return atom.length == 1 && a > 1;
}

/* Is a lame leap blocked exactly like a piece on a ray? */
static bool is_on_rays(const struct ludus_ruleset *rs, struct atom atom)
{
    for (unsigned from = 0; from < rs->squares; from++) {
        unsigned to = shift_square(rs, from, atom.file, atom.rank);
        if (to != NONE && !(ray_through(rs, from, to)[to / 64] >> to % 64 & 1))
            return false;
    }
    return true;
}

static enum manner find_manner(const struct ludus_ruleset *rs, const struct kind *kind)
{
    bool direct = !kind->passes_off, split = direct && !kind->piece_first && !kind->first_until_capture;
    for (unsigned i = 0; i < kind->atom_count; i++) {
        struct atom atom = kind->atoms[i];
        bool lame = atom.mode & MODE_LAME;
        direct &=
            atom.mode == (MODE_MOVE | MODE_TAKE) && !passes_over(atom) && !atom_bends(atom) && !atom.passes;
        split &= !(atom.mode & MODE_TAKE && atom.mode & (MODE_MOVE | MODE_FIRST)) && atom.length == 1 &&
                 (lame ? is_on_rays(rs, atom) : !passes_over(atom));
    }
    return direct ? MANNER_DIRECT : split ? MANNER_SPLIT : MANNER_OTHER;
}

/* Marks `from` as a source for the target. Returns whether it was marked before. */
static bool mark_source(const struct ludus_ruleset *rs, uint64_t *table, unsigned code, unsigned target,
                        unsigned from)
{
    uint64_t *word = &table[(code * rs->squares + target) * rs->words + from / 64],
             bit = (uint64_t)1 << from % 64;
    bool was = *word & bit;
    *word |= bit;
    return was;
}

/* Builds the reverse tables from the stream of moves. False without memory. */
static bool build_reach(struct ludus_ruleset *rs, struct tables *tables)
{
    size_t size = (size_t)rs->codes * rs->squares * rs->words * sizeof *tables->reach;
    bool over = false;
    for (unsigned k = 0; k < rs->rules.kind_count; k++) {
        const struct kind *kind = &rs->rules.kinds[k];
        tables->manner[k] = (uint8_t)find_manner(rs, kind);
        for (unsigned i = 0; i < kind->atom_count; i++)
            over |= kind->atoms[i].mode & MODE_TAKE && passes_over(kind->atoms[i]);
    }
    tables->reach = arena_zeroed(&rs->arena, size);
    tables->strike = arena_zeroed(&rs->arena, size);
    tables->over = over ? arena_zeroed(&rs->arena, size) : NULL;
    if (rs->arena.failed)
        return false;
    for (unsigned code = 2; code < rs->codes; code++)
        for (unsigned from = 0; from < rs->squares; from++) {
            const uint8_t *group = tables->stream + tables->moves[code][from];
            for (; group[0]; group += 2 + group[0])
                for (unsigned i = group[1] & MODE_LAME ? group[0] - 1u : 0; i < group[0]; i++) {
                    unsigned to = group[2 + i];
                    rs->paths_meet |=
                        mark_source(rs, tables->reach, code, to, from) ||
                        (in_set(rs->rules.jumpers, CODE_KIND(code)) && square_steps(rs, from, to) > 1);
                    if (group[1] & MODE_TAKE)
                        mark_source(rs, tables->strike, code, to, from);
                    if (over && group[1] & MODE_TAKE && group[1] & MODE_LEAPS)
                        mark_source(rs, tables->over, code, to, from);
                }
        }
    return true;
}

/* ---- Attacks ---- */

/* Builds the rays of captures from each square, and the squares between two. False without memory. */
static bool build_rays(struct ludus_ruleset *rs, struct tables *tables)
{
    struct atom rays[RAYS_MAX];
    size_t row = (size_t)rs->squares * rs->words * sizeof(uint64_t);
    unsigned count = 0;
    for (unsigned k = 0; k < rs->rules.kind_count; k++)
        for (unsigned i = 0; i < 2 * rs->rules.kinds[k].atom_count; i++) { /* each way, and its opposite */
            struct atom atom = atom_for(rs->rules.kinds[k].atoms[i / 2], i % 2);
            bool known = atom.length == 1 || !(atom.mode & MODE_TAKE) || count == RAYS_MAX;
            for (unsigned ray = 0; ray < count; ray++)
                known |= rays[ray].file == atom.file && rays[ray].rank == atom.rank;
            if (!known)
                rays[count++] = atom;
        }
    for (unsigned from = 0; from < rs->squares; from++) {
        tables->beyond[from] = arena_zeroed(&rs->arena, row);
        tables->between[from] = arena_zeroed(&rs->arena, row);
        for (unsigned ray = 0; ray < count && !rs->arena.failed; ray++) {
            struct squares passed = { { 0 } };
            unsigned line[SIDE_MAX], n = 0;
            for (unsigned to = from; (to = shift_square(rs, to, rays[ray].file, rays[ray].rank)) != NONE;
                 n++) {
                tables->odd_attacks |= ray_through(rs, from, to)[to / 64] >> to % 64 & 1;
                memcpy(tables->between[from] + to * rs->words, &passed, rs->words * sizeof *passed.word);
                squares_add(&passed, to);
                line[n] = to;
            }
            while (n-- > 0)
                memcpy(tables->beyond[from] + line[n] * rs->words, &passed, rs->words * sizeof *passed.word);
        }
    }
    return !rs->arena.failed;
}

/* ---- Keys, neighbours ---- */

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

enum { CODES_ONCE = 34 }; /* codes that there were in an earlier version, whose keys are kept */

static void build_keys(struct tables *tables)
{
    uint64_t state = 0x4c75647573u;
    uint64_t *more[] = { tables->key_bound, tables->key_fresh, tables->key_en_passant, tables->key_pending };
    for (unsigned code = 2; code < CODES_ONCE; code++)
        for (unsigned square = 0; square < SQUARES_MAX; square++)
            tables->key_piece[code][square] = random_next(&state);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        for (unsigned square = 0; square < SQUARES_MAX; square++)
            more[i][square] = random_next(&state);
    for (unsigned i = 0; i < 1 << CASTLES_MAX; i++)
        tables->key_castling[i] = random_next(&state);
    tables->key_side = random_next(&state);
    tables->key_captured = random_next(&state);
    tables->key_hand = random_next(&state) | 1;
    for (unsigned code = CODES_ONCE; code < CODES_MAX; code++)
        for (unsigned square = 0; square < SQUARES_MAX; square++)
            tables->key_piece[code][square] = random_next(&state);
}

/* Links the points of the lines. */
static void build_lines(const struct ludus_ruleset *rs, struct tables *tables)
{
    memset(tables->near, NONE, sizeof tables->near);
    for (unsigned i = 0; i < rs->rules.line_count; i++)
        for (unsigned n = 0; n < rs->rules.lines[i].count; n++) {
            squares_add(&tables->line[i], rs->rules.lines[i].square[n]);
            tables->lines_on[rs->rules.lines[i].square[n]] |= (uint64_t)1 << i;
        }
    for (unsigned i = 0; i < rs->rules.line_count; i++)
        for (unsigned n = 1; n < rs->rules.lines[i].count; n++) {
            unsigned a = rs->rules.lines[i].square[n - 1], b = rs->rules.lines[i].square[n];
            int wide = (int)square_file(rs, b) - (int)square_file(rs, a),
                high = (int)square_rank(rs, b) - (int)square_rank(rs, a);
            for (unsigned way = 0; way < 8; way++)
                if (ways[way][0] == (wide > 0) - (wide < 0) && ways[way][1] == (high > 0) - (high < 0)) {
                    tables->near[a][way] = (uint8_t)b;
                    tables->near[b][way ^ 1] = (uint8_t)a;
                }
        }
}

static void build_board(const struct ludus_ruleset *rs, struct tables *tables)
{
    if (rs->rules.line_count)
        build_lines(rs, tables);
    for (unsigned way = 0; way < 8; way++)
        tables->step[way] = (int16_t)(ways[way][1] * (int)rs->rules.files + ways[way][0]);
    for (unsigned square = 0; square < rs->squares; square++) {
        tables->castle_keep[square] = (uint8_t)((1u << CASTLES_MAX) - 1);
        for (unsigned way = 0; way < 8; way++) {
            unsigned next = shift_square(rs, square, ways[way][0], ways[way][1]);
            tables->near[square][way] = (uint8_t)next;
            if (next == NONE)
                continue;
            if ((int)next - (int)square == tables->step[way])
                squares_add(&tables->link[way], square);
            else
                tables->irregular = true;
        }
    }
    for (unsigned i = 0; i < rs->rules.castle_count && !rs->rules.castle_any; i++) {
        uint8_t lost = (uint8_t) ~(1u << i);
        tables->castle_keep[rs->rules.castles[i].king_from] &= lost;
        tables->castle_keep[rs->rules.castles[i].rook_from] &= lost;
    }
    for (unsigned i = 0; i < rs->rules.hostile_count; i++)
        for (unsigned k = 0; k < rs->rules.kind_count; k++)
            for (unsigned w = 0; w < rs->words; w++)
                if (!rs->rules.hostile[i].kinds || in_set(rs->rules.hostile[i].kinds, k))
                    tables->hostile[rs->rules.hostile[i].always][k].word[w] |=
                        rs->rules.regions[rs->rules.hostile[i].region].squares[LUDUS_WHITE].word[w];
}

/* Returns the direction of the atom's first step, or 8. */
static unsigned find_way(struct atom atom)
{
    unsigned way = 0;
    while (way < 8 && (ways[way][0] != atom.file || ways[way][1] != atom.rank))
        way++;
    return way;
}

/* Finds in which directions pieces capture by leaping, and where they may land. */
static void build_leaps(const struct ludus_ruleset *rs, struct tables *tables)
{
    bool passes;
    for (unsigned code = 2; code < rs->codes; code++) {
        for (unsigned square = 0; square < rs->squares; square++)
            if (squares_has(&rs->board, square) && may_stop(&rs->rules, code, square, &passes))
                squares_add(&tables->stops[code], square);
        for (unsigned i = 0; i < rs->rules.kinds[CODE_KIND(code)].leap_count; i++) {
            struct atom atom = atom_for(rs->rules.kinds[CODE_KIND(code)].leaps[i], CODE_SIDE(code));
            unsigned way = find_way(atom);
            tables->leap_ways[code] |= (uint8_t)(1u << way);
            tables->leap_flies[code] |= (uint8_t)((atom.length > 1) << way);
        }
    }
}

/* Finds the kinds that only move straight to empty squares, and how far in each direction. */
static void build_steps(struct ludus_ruleset *rs, struct tables *tables)
{
    const struct rules *rules = &rs->rules;
    bool takes = rules->displacement || rules->bound_capture == BOUND_DISPLACED;
    for (unsigned code = 2; code < rs->codes; code++) {
        const struct kind *kind = &rules->kinds[CODE_KIND(code)];
        bool steps = !rules->check && !rules->no_check && !in_set(rules->jumpers, CODE_KIND(code)) &&
                     !tables->irregular && !kind->passes_off && !kind->first_only &&
                     !(kind->becomes & (kind->becomes - 1));
        for (unsigned i = 0; i < kind->atom_count && steps; i++) {
            struct atom atom = atom_for(kind->atoms[i], CODE_SIDE(code));
            unsigned way = find_way(atom);
            steps = way < 8 && !atom_bends(atom) && !atom.passes && !atom.region &&
                    (atom.mode == MODE_MOVE || (!takes && atom.mode == (MODE_MOVE | MODE_TAKE)));
            if (steps && tables->reaches[code][way] < atom.length)
                tables->reaches[code][way] = atom.length;
        }
        rs->steppers |= (kind_set)steps << CODE_KIND(code);
    }
}

/* Returns the kinds that a piece of the code is promoted to on the square. */
static kind_set find_promotions(const struct ludus_ruleset *rs, unsigned code, unsigned square)
{
    const struct kind *kind = &rs->rules.kinds[CODE_KIND(code)];
    unsigned side = CODE_SIDE(code);
    kind_set into = 0;
    if (!kind->becomes_on_count) /* on the last rank */
        return square_rank(rs, square) == (side == LUDUS_WHITE ? rs->rules.ranks - 1 : 0) ? kind->becomes : 0;
    for (unsigned i = 0; i < kind->becomes_on_count; i++)
        if (region_has(&rs->rules, kind->becomes_on[i].region, side, square))
            into |= kind->becomes_on[i].kinds ? kind->becomes_on[i].kinds : kind->becomes;
    return into;
}

/* Builds the table of promotions, and completes `becomes` of each kind. False without memory. */
static bool build_promotions(struct ludus_ruleset *rs, struct tables *tables)
{
    tables->becomes = arena_zeroed(&rs->arena, rs->codes * rs->squares * sizeof *tables->becomes);
    for (unsigned code = 2; tables->becomes && code < rs->codes; code++)
        for (unsigned square = 0; square < rs->squares; square++) {
            kind_set into = find_promotions(rs, code, square);
            tables->becomes[code * rs->squares + square] = into;
            rs->rules.kinds[CODE_KIND(code)].becomes |= into;
            rs->promoted |= (kind_set)(into != 0) << CODE_KIND(code);
        }
    return tables->becomes != NULL;
}

/* ---- All of them ---- */

/* Counts the rolls that allow moves of each kind, and of each pair of kinds. */
static void build_rolls(const struct rules *rules, struct tables *tables)
{
    uint8_t dice[LUDUS_DICE_MAX] = { 0 };
    while (rules->dice && dice_next(dice, rules->dice, rules->faces)) {
        tables->rolls++;
        for (unsigned k = 0; k < rules->kind_count; k++) {
            unsigned state = dice_use(dice, rules->dice, DICE_UNUSED, rules->kinds[k].faces);
            tables->rolls_one[k] += state != 0;
            for (unsigned j = 0; j < rules->kind_count; j++)
                tables->rolls_two[k][j] += dice_use(dice, rules->dice, state, rules->kinds[j].faces) != 0;
        }
    }
}

/* Builds the stream of moves; some first moves need the placement of the start. False without memory, or with
 * the reason if that is invalid. */
static bool build_moves(struct ludus_ruleset *rs, char *reason, size_t size)
{
    const char *placement = arena_copy(&rs->arena, rs->rules.start, strcspn(rs->rules.start, " \t"));
    struct ludus_position start;
    struct ludus_buffer out = { 0 };
    position_clear(&start, rs);
    if (!placement || !fen_read(&start, placement, true, reason, size))
        return false;
    for (unsigned side = 0; side < 2; side++)
        rs->has_royal[side] = position_men(&start, side, rs->rules.royal) || rs->places;
    for (unsigned code = 2; code < rs->codes; code++)
        for (unsigned from = 0; from < rs->squares; from++) {
            rs->tables->moves[code][from] = (uint32_t)out.length;
            put_moves(&out, rs, code, from, start.cell[from] == code);
        }
    if (!out.failed)
        rs->tables->stream = (uint8_t *)arena_copy(&rs->arena, buf_string(&out), out.length);
    buf_free(&out);
    return rs->tables->stream != NULL;
}

bool tables_build(struct ludus_ruleset *rs, char *reason, size_t size)
{
    const struct rules *rules = &rs->rules;
    struct tables *tables = rs->tables = arena_zeroed(&rs->arena, sizeof *tables);
    if (!tables)
        return false;
    build_board(rs, tables);
    build_leaps(rs, tables);
    build_keys(tables);
    build_rolls(rules, tables);
    bool harmless = rules->binds; /* some enemies cannot capture a royal, or not while they are bound */
    for (unsigned k = 0; k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        harmless |= (kind->spares & rules->royal) != 0;
        for (unsigned i = 0; i < kind->atom_count; i++) {
            unsigned mode = kind->atoms[i].mode;
            tables->first_takes |= mode & MODE_TAKE && mode & MODE_FIRST && kind->first_until_capture;
            tables->odd_attacks |=
                mode & MODE_TAKE && (mode & (MODE_LAME | MODE_FIRST | MODE_HOP) || kind->first_only ||
                                     kind->passes_off || atom_bends(kind->atoms[i]) || kind->atoms[i].passes);
        }
    }
    tables->odd_attacks |= rules->check && (harmless || rules->facing);
    if (!build_promotions(rs, tables) || !build_rays(rs, tables) || !build_moves(rs, reason, size) ||
        !build_reach(rs, tables))
        return false;
    rs->tries_safety |= rules->drops && tables->odd_attacks;
    rs->filters |= rs->tries_safety;
    rs->simple_steps = rs->tries_safety && !rs->custodial && !rs->first_lost && !rules->no_check &&
                       rules->repetition == REPEAT_FREE && rules->suicide;
    rs->plain = rs->plain && !tables->odd_attacks;
    build_steps(rs, tables);
    rs->only_steps =
        rs->steppers == ((kind_set)1 << rules->kind_count) - 1 && !rs->leaps && !rules->mill_flies;
    return bitboard_build(rs, tables);
}
