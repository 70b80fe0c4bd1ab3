/* ruleset.c - parses and completes rulesets, and finds them by name. */

#include "base/diag.h"
#include "base/memory.h"
#include "rules/leap.h"
#include "rules/statement.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- Warnings about rules that make no sense ---- */

/* Finds the place of the statement `key` whose value begins with `value` (NULL: any). False, with the first
 * byte of the file, if it is not there: it can be the parent's. */
static bool locate_statement(const struct rules_reader *reader, const char *key, const char *value,
                             size_t *begin, size_t *end)
{
    const struct statement *s = reader->first;
    while (s && !(strcmp(s->row->key, key) == 0 &&
                  (!value || strncmp(s->values->text, value, strlen(value)) == 0)))
        s = s->next;
    *begin = s ? (size_t)(s->key.text - reader->diag.text) : 0;
    *end = s ? *begin + strcspn(s->key.text, "\r\n#") : 0;
    return s != NULL;
}

/* Can a piece of the kind be captured? */
static bool can_fall(const struct rules *rules, unsigned kind)
{
    bool bound_falls = rules->binds && rules->bound_capture != BOUND_SAFE &&
                       (rules->bound_capture != BOUND_DISPLACED || rules->displacers);
    bool flanked = rules->flankers && (in_set(rules->custodian, kind) || in_set(rules->surround, kind));
    bool leapt = false;
    for (unsigned k = 0; k < rules->kind_count; k++)
        leapt |= rules->kinds[k].leap_count && !in_set(rules->kinds[k].spares, kind);
    return rules->displacement || leapt || (!rules->check && flanked && (!rules->binds || bound_falls));
}

/* Warns about pieces and dice without use, royals that cannot be captured, and games that are over at the
 * start or never end. */
static void lint_rules(const struct ludus_ruleset *rs, struct rules_reader *reader)
{
    struct diag *diag = &reader->diag;
    const struct rules *rules = &rs->rules;
    const char *reason;
    uint32_t faces = 0;
    size_t begin, end;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        (void)locate_statement(reader, "piece", (const char[]){ kind->letter, 0 }, &begin, &end);
        if (kind->atom_count == 0 && !in_set(rules->jumpers, k))
            diag_add(diag, MSG_RULES_STUCK, begin, end, kind->names[0]);
        if (rules->dice && !ludus_ruleset_kind_faces(rs, k))
            diag_add(diag, MSG_RULES_NO_DIE, begin, end, kind->names[0]);
        faces |= kind->faces;
    }
    (void)locate_statement(reader, "dice", NULL, &begin, &end);
    for (unsigned face = 1; rules->dice && face <= rules->faces; face++)
        if (!(faces >> (face - 1) & 1))
            diag_add(diag, MSG_RULES_IDLE_DIE, begin, end, face);
    (void)locate_statement(reader, rules->check ? "check" : "royal-capture", NULL, &begin, &end);
    if (rules->check && !rules->royal)
        diag_add(diag, MSG_RULES_NO_ROYAL, begin, end);
    for (unsigned k = 0; k < rules->kind_count; k++)
        if ((rules->royal_capture || rules->check) && in_set(rules->royal, k) && !can_fall(rules, k)) {
            struct message *message =
                diag_add(diag, MSG_RULES_SAFE_ROYAL, begin, end, rules->kinds[k].names[0]);
            if (!rs->custodial) /* there is no other way to capture */
                diag_hint(diag, message, "perhaps displacement yes is missing");
        }
    (void)locate_statement(reader, "start", NULL, &begin, &end);
    if (outcome_of(rs->start, &reason) != LUDUS_OPEN)
        diag_add(diag, MSG_RULES_WON_START, begin, end, reason);
    if (!rs->ends_early && !rules->check && rules->blocked == BLOCKED_PASSES)
        diag_add(diag, MSG_RULES_NO_END, 0, 0);
}

/* ---- Parsing and completing ---- */

/* Reports an error that is found after the whole file was read. Returns false. */
static bool report_invalid(struct rules_reader *reader, enum message_id id, const char *what)
{
    size_t begin = 0, end = 0;
    /* The parent's start does not fit a new board: the message is about the board then. */
    if (id == MSG_RULES_START && !locate_statement(reader, "start", NULL, &begin, &end))
        (void)locate_statement(reader, "board", NULL, &begin, &end);
    diag_add(&reader->diag, id, begin, end, what);
    return false;
}

static const char *lower_name(struct arena *arena, const char *name)
{
    char *copy = arena_copy(arena, name, strlen(name));
    for (char *c = copy; c && *c; c++)
        *c = to_lower(*c);
    return copy;
}

static void derive_flags(struct ludus_ruleset *rs)
{
    struct rules *rules = &rs->rules;
    rs->squares = rules->files * rules->ranks;
    rs->words = (rs->squares + 63) / 64;
    rs->codes = 2 * rules->kind_count + 2;
    for (unsigned code = CODE_OF(0, 0); code < rs->codes; code++) {
        char letter = rules->kinds[CODE_KIND(code)].letter;
        rs->letters[code] = CODE_SIDE(code) == LUDUS_WHITE ? letter : to_lower(letter);
    }
    rs->takes_all = rules->displacement;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        struct kind *kind = &rules->kinds[k];
        rs->called[kind->letter - 'A'] = (kind_set)1 << k;
        for (unsigned i = 0; i < kind->atom_count; i++)
            if (kind->atoms[i].mode & MODE_PASSING)
                rs->en_passant |= (kind_set)1 << k;
        rs->tracks_captured |= kind->first_until_capture;
        rs->places |= rules->hand[k] != 0 || rules->drops;
        rs->takes_all &= !kind->spares;
        rs->first_lost |= (kind_set)(kind->first_lost_to != 0) << k;
        rs->places_win |= kind->goal != 0;
        rs->leaps |= kind->leap_count != 0;
        if (kind->piece_first && !rs->tracks_fresh)
            rs->fresh_field = lower_name(&rs->arena, kind->names[0]);
        rs->tracks_fresh |= kind->piece_first;
        if (!kind->image)
            kind->image = lower_name(&rs->arena, kind->names[0]);
    }
    rs->places_win |= rules->mill == MILL_WINS || rules->checks_win;
    rs->ends_early = rules->royal_capture || rules->bare_royal || rules->lost_at != NONE || rules->immobile ||
                     rules->quiet_limit || rs->places_win;
    rs->odd_effects = rules->drops || rules->mill || rules->explodes || rules->checks_win || rs->first_lost;
    rs->nameless = rules->pawns ? rules->pawns : (kind_set)((1u << rules->kind_count) - 1);
    rs->custodial = rules->custodian || rules->surround || rules->binds;
    rs->tries_safety =
        rules->check && (rs->custodial || rules->jumpers || rules->explodes || (rs->places && !rules->drops));
    rs->filters = rules->repetition != REPEAT_FREE || !rules->suicide || rs->tries_safety || rules->no_check;
    rs->plain = rules->check && rules->displacement && !rules->dice && !rules->jumpers && !rs->ends_early &&
                !rs->custodial && !rs->places && !rs->filters && !rules->further_move && !rules->must_take &&
                !rs->leaps && !rules->mill_flies && !rules->explodes;
    rs->keys_are_plain = !rules->binds && !rules->dice && !rules->castle_count && !rs->en_passant &&
                         !rs->tracks_fresh && !rules->drops && !rules->checks_win;
    for (unsigned square = 0; square < rs->squares && !rules->line_count; square++)
        squares_add(&rs->board, square);
    for (unsigned i = 0; i < rules->line_count; i++)
        for (unsigned n = 0; n < rules->lines[i].count; n++)
            squares_add(&rs->board, rules->lines[i].square[n]);
    rs->points = squares_count(&rs->board);
    rs->counts_taken = rules->blocked == BLOCKED_COUNTS_TAKEN;
}

/* Returns an upper bound of the number of moves: every square has the piece with most moves; or each kind is
 * placed on every square or pair of squares. A FEN can have men of any kind in hand, and those of
 * `place_last` are placed one per turn, after the others. */
static size_t bound_moves(const struct ludus_ruleset *rs)
{
    const struct rules *rules = &rs->rules;
    size_t squares = rs->squares, most = 1, jumps = rules->jumpers ? squares / 4 + 8 : 0, early = 0, late = 0;
    bool pairs = rules->place_count == 2 || rules->place_first == 2;
    for (unsigned k = 0; k < rules->kind_count; k++) {
        size_t targets = 0, choices = (size_t)__builtin_popcount(rules->kinds[k].becomes);
        for (unsigned i = 0; i < rules->kinds[k].atom_count; i++)
            targets += rules->kinds[k].atoms[i].length;
        targets *= choices ? choices : 1;
        most = targets > most ? targets : most;
        if (in_set(rules->place_last, k))
            late += squares;
        else
            early += squares + (pairs ? squares * (squares - 1) / 2 : 0);
    }
    size_t moves = squares * (most + jumps + 1) + CASTLES_MAX, places = early > late ? early : late;
    if (rs->leaps)
        return moves + squares * LEAPS_MAX;
    if (rules->drops)
        return moves + rules->kind_count * squares;
    return (rs->places && places > moves ? places : moves) + 1; /* plus passing */
}

/* Derives the rest from the rules; the start is a position of the ruleset itself. False after an error. */
static bool complete_ruleset(struct ludus_ruleset *rs, struct rules_reader *reader)
{
    struct rules *rules = &rs->rules;
    struct ludus_buffer text = { 0 };
    char reason[200] = "";
    if (!rules->id)
        return report_invalid(reader, MSG_RULES_MISSING, "what it is called (ruleset NAME)");
    if (!rules->files)
        return report_invalid(reader, MSG_RULES_MISSING, "how large the board is (board 8x8)");
    if (!rules->kind_count)
        return report_invalid(reader, MSG_RULES_MISSING, "which pieces there are (piece M man)");
    if (!rules->start)
        return report_invalid(reader, MSG_RULES_MISSING, "how the game starts (start \"FEN\")");
    if (!rules->title)
        rules->title = rules->id;
    derive_flags(rs);
    rs->max_moves = bound_moves(rs);
    struct ludus_position *start = arena_alloc(&rs->arena, sizeof *start);
    if (start)
        position_clear(start, rs);
    if (!start || !tables_build(rs, reason, sizeof reason) ||
        !fen_read(start, rules->start, false, reason, sizeof reason))
        return report_invalid(reader, MSG_RULES_START, *reason ? reason : "out of memory");
    rs->start = start;
    for (unsigned k = 0; k < rules->kind_count; k++)
        for (unsigned side = 0; side < 2; side++)
            if (rules->hand[k] && !start->hand[side][k])
                position_set_hand(start, side, k, rules->hand[k]);
    fen_write(start, false, &text);
    rules->start = arena_copy(&rs->arena, buf_string(&text), text.length);
    if (!rules->uci_variant) {
        buf_clear(&text);
        buf_format(&text, "ludus-%s", rules->id);
        rules->uci_variant = arena_copy(&rs->arena, buf_string(&text), text.length);
    }
    buf_free(&text);
    return rules->start && rules->uci_variant;
}

struct ludus_ruleset *ludus_ruleset_parse(const char *text, size_t length, const char *name,
                                          ludus_message_fn *report, void *context)
{
    struct ludus_ruleset *rs = memory_zeroed(1, sizeof *rs);
    char *copy = rs ? arena_copy(&rs->arena, text ? text : "", text ? length : 0) : NULL;
    if (!copy) {
        ludus_ruleset_free(rs);
        return NULL;
    }
    struct arena scratch = { 0 };
    struct rules_reader reader = {
        .diag = { .arena = &scratch, .text = copy, .length = text ? length : 0, .file = name },
        .arena = &rs->arena,
        .rules = &rs->rules,
        .report = report,
        .context = context
    };
    rs->rules = (struct rules){ .lost_at = NONE, /* defaults */
                                .place_count = 1,
                                .jump_captures = true,
                                .jump_chain = true,
                                .jump_revisit = true,
                                .suicide = true,
                                .notation = STYLE_LONG };
    bool sound = statements_read(&reader) && complete_ruleset(rs, &reader);
    if (report && sound)
        lint_rules(rs, &reader);
    if (report)
        diag_report(&reader.diag, report, context);
    arena_free(&scratch);
    if (sound)
        return rs;
    ludus_ruleset_free(rs);
    return NULL;
}

void ludus_ruleset_free(struct ludus_ruleset *ruleset)
{
    if (!ruleset)
        return;
    if (ruleset->start) {
        free(ruleset->start->rep);
        buf_free(&ruleset->start->rep_text);
    }
    arena_free(&ruleset->arena);
    free(ruleset);
}

/* ---- Built-in rulesets ---- */

/* Each is loaded once, then never changed. With the flag in base/memory.c it is the only state of the
 * library. */
static struct ludus_ruleset *loaded[BUILTIN_MAX];
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

__attribute__((destructor)) static void forget_builtins(void)
{
    for (size_t i = 0; i < BUILTIN_MAX; i++) {
        ludus_ruleset_free(loaded[i]);
        loaded[i] = NULL;
    }
}

static size_t find_builtin(const char *id)
{
    size_t i = 0;
    while (i < builtin_rules_count && strcmp(builtin_rules[i].id, id) != 0)
        i++;
    return i;
}

const struct ludus_ruleset *ludus_ruleset_find(const char *id)
{
    size_t i = find_builtin(id);
    const struct ludus_ruleset *found;
    if (i == builtin_rules_count)
        return NULL;
    pthread_mutex_lock(&loading);
    if (!loaded[i])
        loaded[i] = ludus_ruleset_parse(builtin_rules[i].text, builtin_rules[i].length, id, NULL, NULL);
    found = loaded[i];
    pthread_mutex_unlock(&loading);
    return found;
}

const char *ludus_ruleset_id_at(size_t index)
{
    return index < builtin_rules_count ? builtin_rules[index].id : NULL;
}

const char *ludus_ruleset_source(const char *id)
{
    size_t i = find_builtin(id);
    return i == builtin_rules_count ? NULL : builtin_rules[i].text;
}

/* ---- Accessors ---- */

const char *ludus_ruleset_id(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.id;
}

const char *ludus_ruleset_title(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.title;
}

unsigned ludus_ruleset_files(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.files;
}

unsigned ludus_ruleset_ranks(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.ranks;
}

unsigned ludus_ruleset_dice(const struct ludus_ruleset *ruleset)
{
    return dice_thrown(&ruleset->rules);
}

unsigned ludus_ruleset_faces(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.faces;
}

bool ludus_ruleset_san(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.notation == STYLE_SAN;
}

const char *ludus_ruleset_uci(const struct ludus_ruleset *ruleset, const char **option)
{
    if (option)
        *option = ruleset->rules.uci_option;
    return ruleset->rules.uci_variant;
}

bool ludus_ruleset_single(const struct ludus_ruleset *ruleset)
{
    const struct rules *rules = &ruleset->rules;
    return !dice_thrown(rules) && !rules->further_move && rules->place_count == 1 && rules->place_first < 2 &&
           rules->bound_capture != BOUND_REMOVED && rules->mill != MILL_TAKES_ONE &&
           rules->mill != MILL_TAKES_EACH;
}

const char *ludus_ruleset_start(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.start;
}

unsigned ludus_ruleset_kinds(const struct ludus_ruleset *ruleset)
{
    return ruleset->rules.kind_count;
}

char ludus_ruleset_kind_letter(const struct ludus_ruleset *ruleset, unsigned kind)
{
    return kind < ruleset->rules.kind_count ? ruleset->rules.kinds[kind].letter : 0;
}

const char *ludus_ruleset_kind_name(const struct ludus_ruleset *ruleset, unsigned kind)
{
    return kind < ruleset->rules.kind_count ? ruleset->rules.kinds[kind].names[0] : "";
}

const char *ludus_ruleset_kind_image(const struct ludus_ruleset *ruleset, unsigned kind)
{
    return kind < ruleset->rules.kind_count ? ruleset->rules.kinds[kind].image : "";
}

unsigned ludus_ruleset_kind_faces(const struct ludus_ruleset *ruleset, unsigned kind)
{
    uint32_t faces = (uint32_t)(((uint64_t)1 << ruleset->rules.faces) - 1);
    return kind < ruleset->rules.kind_count ? ruleset->rules.kinds[kind].faces & faces : 0;
}

unsigned rules_letter(const struct rules *rules, char letter)
{
    unsigned k = 0;
    while (k < rules->kind_count && rules->kinds[k].letter != letter)
        k++;
    return k < rules->kind_count ? k : NONE;
}

unsigned rules_kind(const struct rules *rules, const char *name, size_t length)
{
    for (unsigned k = 0; k < rules->kind_count; k++) {
        const struct kind *kind = &rules->kinds[k];
        if (length == 1 && *name == kind->letter)
            return k;
        for (unsigned i = 0; i < kind->name_count; i++)
            if (strlen(kind->names[i]) == length && is_alike(kind->names[i], name, length))
                return k;
    }
    return NONE;
}

void castle_find_path(struct castle *castle)
{
    const uint8_t ends[] = { castle->king_from, castle->king_to, castle->rook_from, castle->rook_to };
    unsigned low = NONE, high = 0;
    for (int i = 0; i < 4; i++) {
        low = ends[i] < low ? ends[i] : low;
        high = ends[i] > high ? ends[i] : high;
    }
    castle->path = (struct squares){ { 0 } };
    for (unsigned square = low; square <= high; square++)
        if (square != castle->king_from && square != castle->rook_from)
            squares_add(&castle->path, square);
}
