/* unique.c - which records are of the same game: games seen before, by their moves; and games in several
 * files, by their tags and moves. */
#include "base/memory.h"
#include "base/text.h"
#include "play/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct ludus_seen {
    struct keyed lows; /* the first halves of their digests; owned */
    uint64_t *highs;   /* the others; owned */
    size_t capacity;
};

static uint64_t scramble(uint64_t word)
{
    return random_next(&word);
}

static void add_word(struct ludus_digest *digest, uint64_t word)
{
    digest->low = scramble(digest->low + word + 0x9e3779b97f4a7c15u);
    digest->high = scramble((digest->high ^ word) * 0xff51afd7ed558ccdu + digest->low);
}

static void add_bytes(struct ludus_digest *digest, const char *text, size_t length)
{
    add_word(digest, length);
    for (; length > 0; text++, length--)
        add_word(digest, (unsigned char)*text);
}

/* Adds a turn by its moves, or by its text if it cannot be played. */
static void add_turn(struct ludus_digest *digest, const struct turn *turn)
{
    /* The order of dice does not matter: their number, and the faces from the highest. */
    uint8_t faces[LUDUS_DICE_MAX];
    uint64_t word = turn->roll_count;
    memcpy(faces, turn->roll, sizeof faces);
    dice_sort(faces, turn->roll_count);
    for (unsigned i = turn->roll_count; i-- > 0;)
        word = word << 8 | faces[i];
    add_word(digest, word);
    for (unsigned i = 0; turn->state != LUDUS_TURN_PLAYED && i < turn->item_count; i++) {
        const struct item *item = turn->items[i];
        bool unread = turns_unread(item);
        add_bytes(digest, unread ? item->text : item->move.plain,
                  unread ? item->length : item->move.plain_length);
    }
    for (unsigned i = 0; i < turn->move_count; i++) {
        struct ludus_move move = turn->moves[i];
        bool swap =
            move.type == LUDUS_PLACE && move.from < move.to; /* the order of two placings does not matter */
        unsigned from = swap ? move.to : move.from, to = swap ? move.from : move.to;
        add_word(digest, (uint64_t)from << 24 | (uint64_t)to << 16 | (uint64_t)move.type << 8 | move.piece);
    }
    add_word(digest, turn->state);
}

/* Numbers of turns that make an opening. */
enum { OPENINGS = 2 };
static const size_t opening_turns[OPENINGS] = { 10, 24 };

/* Computes the digest of rules, start and main line up to turn number `last`; openings[i] becomes its state
 * after opening_turns[i], and the first one its state at the end of a shorter game. False if the record has
 * no moves. */
static bool digest_game(struct ludus_replay *replay, struct ludus_game *game, unsigned last,
                        struct ludus_digest *digest, uint64_t openings[OPENINGS])
{
    bool any = false;
    size_t turns = 0;
    struct ludus_position *start = replay->before;
    struct ludus_buffer fen = { 0 };
    const struct tag *variant = record_tag(game, "Variant");
    *digest = (struct ludus_digest){ 1, 2 };
    replay->texts = false;
    if (!ludus_replay_start(replay, game)) {
        if (variant)
            add_bytes(digest, variant->value.text, variant->value.length);
        struct turns way = { .game = game };
        for (enum turns_event event; (event = turns_next(&way)) != TURNS_END;) {
            if (event != TURNS_TURN)
                continue;
            any = true;
            if (way.dice)
                add_bytes(digest, way.dice->text, way.dice->length);
            add_bytes(digest, way.item->text, way.item->length);
            turns_taken(&way);
        }
        return any;
    }
    const char *id = replay->ruleset->rules.id;
    add_bytes(digest, id, strlen(id));
    *start = replay->line.pos; /* without the counts of turns, */
    start->quiet = 0;
    start->number = 1;
    if (!start->passing_counts) /* and with an en passant square only if someone can capture there */
        start->en_passant = NONE;
    fen_write(start, true, &fen);
    replay->failed |= fen.failed;
    add_bytes(digest, buf_string(&fen), fen.length);
    buf_free(&fen);
    for (; replay_steps(replay, 1); any = true) {
        if (replay->depth > 0)
            continue;
        if (replay->turn.number > last)
            break;
        add_turn(digest, &replay->turn);
        turns++;
        for (unsigned i = 0; i < OPENINGS; i++)
            if (turns == opening_turns[i])
                openings[i] = digest->low;
    }
    if (any && turns < opening_turns[0])
        openings[0] = digest->low;
    return any;
}

struct ludus_seen *ludus_seen_new(void)
{
    return memory_zeroed(1, sizeof(struct ludus_seen));
}

bool ludus_game_digest(struct ludus_replay *replay, struct ludus_game *game, struct ludus_digest *digest)
{
    return ludus_game_digest_to(replay, game, UINT_MAX, digest);
}

bool ludus_game_digest_to(struct ludus_replay *replay, struct ludus_game *game, unsigned number,
                          struct ludus_digest *digest)
{
    uint64_t openings[OPENINGS] = { 0 };
    *digest = (struct ludus_digest){ 0, 0 };
    if (!ludus_game_complete(game))
        return false;
    if (!digest_game(replay, game, number, digest, openings))
        *digest = (struct ludus_digest){ 0, 0 };
    return !replay->failed;
}

bool ludus_seen_add(struct ludus_seen *seen, struct ludus_digest digest, bool *known)
{
    *known = false;
    if (!digest.low && !digest.high)
        return true;
    uint32_t at = keyed_find(&seen->lows, digest.low);
    while (at != KEYED_NONE && seen->highs[at] != digest.high)
        at = keyed_before(&seen->lows, at);
    *known = at != KEYED_NONE;
    if (*known)
        return true;
    uint64_t *highs = memory_room(seen->highs, seen->lows.count, &seen->capacity, sizeof *highs);
    seen->highs = highs ? highs : seen->highs;
    at = highs ? keyed_add(&seen->lows, digest.low) : KEYED_NONE;
    if (at != KEYED_NONE)
        highs[at] = digest.high;
    return at != KEYED_NONE;
}

void ludus_seen_free(struct ludus_seen *seen)
{
    if (seen) {
        keyed_free(&seen->lows);
        free(seen->highs);
    }
    free(seen);
}

/* ---- The same games of several files ---- */

enum { FILES_MAX = 64 };
#define NO_RECORD UINT32_MAX

/* Hashes that two records of the same game share, the most reliable first. 0: the record has none. */
enum key {
    KEY_ALL,     /* tags and moves */
    KEY_TAGS,    /* players, event, date and round, as far as they are known */
    KEY_MOVES,   /* all moves, unless they are few and the players are named */
    KEY_PLAYERS, /* players and first moves */
    KEY_OPENING, /* many moves */
    KEYS
};

struct known_record {
    uint64_t key[KEYS], players;
    uint32_t game; /* or NO_RECORD, as far as it is known */
};

struct known_file {
    struct known_record *records; /* owned */
    size_t count, capacity;
    uint32_t *of_game;   /* its record of each earlier game, or NO_RECORD; owned */
    size_t games_before; /* number of earlier games */
};

/* A game, as its first file has it. */
struct known_game {
    uint32_t file, record;
};

struct ludus_pairing {
    struct ludus_replay *replay; /* owned */
    struct known_file file[FILES_MAX];
    size_t files;
    struct known_game *games; /* those of the first file, then those only in others; owned */
    size_t count, capacity;
};

struct ludus_pairing *ludus_pairing_new(const struct ludus_ruleset *rules)
{
    struct ludus_pairing *pairing = memory_zeroed(1, sizeof *pairing);
    if (pairing && (pairing->replay = ludus_replay_new(rules)) != NULL)
        return pairing;
    free(pairing);
    return NULL;
}

void ludus_pairing_free(struct ludus_pairing *pairing)
{
    if (!pairing)
        return;
    for (size_t i = 0; i < pairing->files; i++) {
        free(pairing->file[i].records);
        free(pairing->file[i].of_game);
    }
    ludus_replay_free(pairing->replay);
    free(pairing->games);
    free(pairing);
}

/* Hash of the letters and digits of a tag, without case; 0 if there are none, as in "?". */
static uint64_t tag_key(const struct ludus_game *game, const char *name)
{
    const struct tag *tag = record_tag(game, name);
    uint64_t key = 0;
    for (size_t i = 0; tag && i < tag->value.length; i++) {
        unsigned char c = (unsigned char)tag->value.text[i];
        if (is_digit((char)c) || is_letter((char)c) || c >= 0x80)
            key = scramble(key + (c < 0x80 ? c | 0x20u : c) + 1);
    }
    return key;
}

bool ludus_pairing_add(struct ludus_pairing *pairing, size_t file, struct ludus_game *game)
{
    static const char *const names[] = { "Event", "Date", "Round" };
    uint64_t white = tag_key(game, "White"), black = tag_key(game, "Black"), when = 0;
    uint64_t openings[OPENINGS] = { 0 };
    struct ludus_digest digest;
    if (file >= FILES_MAX || !ludus_game_complete(game))
        return false;
    struct known_file *known = &pairing->file[file];
    struct known_record *record = NULL;
    if (known->count < NO_RECORD)
        record = memory_push(&known->records, &known->count, &known->capacity, sizeof *record);
    if (!record)
        return false;
    pairing->files = file < pairing->files ? pairing->files : file + 1;
    bool any = digest_game(pairing->replay, game, UINT_MAX, &digest, openings);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t key = tag_key(game, names[i]);
        when = key ? scramble(when + key) : when;
    }
    record->players = white && black ? scramble(white + 3 * black) : 0;
    record->key[KEY_TAGS] = record->players ? scramble(record->players + when) : 0;
    bool few = openings[0] == digest.low && record->players;
    record->key[KEY_MOVES] = any && !few ? digest.low : 0;
    record->key[KEY_ALL] = any && record->key[KEY_TAGS] ? scramble(digest.low + record->key[KEY_TAGS]) : 0;
    record->key[KEY_PLAYERS] = any && record->players ? scramble(openings[0] + record->players) : 0;
    record->key[KEY_OPENING] = openings[1];
    return !pairing->replay->failed;
}

static const struct known_record *record_of(const struct ludus_pairing *pairing, size_t game)
{
    return &pairing->file[pairing->games[game].file].records[pairing->games[game].record];
}

/* A game or record without a partner, with one of its keys. */
struct candidate {
    uint64_t key;
    uint32_t index;
};

static int by_key(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    return one->key != other->key ? (one->key > other->key ? 1 : -1) : one->index > other->index ? 1 : -1;
}

/* Pairs records with games that have the same key. `games` has room for the games and the records. */
static void pair_by_keys(const struct ludus_pairing *pairing, struct known_file *file,
                         struct candidate *games)
{
    struct candidate *records = games + pairing->count;
    for (enum key key = 0; key < KEYS; key++) {
        size_t game_count = 0, record_count = 0;
        for (size_t i = 0; i < pairing->count; i++)
            if (file->of_game[i] == NO_RECORD && record_of(pairing, i)->key[key])
                games[game_count++] = (struct candidate){ record_of(pairing, i)->key[key], (uint32_t)i };
        for (size_t i = 0; i < file->count; i++)
            if (file->records[i].game == NO_RECORD && file->records[i].key[key])
                records[record_count++] = (struct candidate){ file->records[i].key[key], (uint32_t)i };
        qsort(games, game_count, sizeof *games, by_key);
        qsort(records, record_count, sizeof *records, by_key);
        const struct candidate *game = games, *record = records;
        while (game < games + game_count && record < records + record_count)
            if (game->key == record->key) {
                file->of_game[game->index] = record->index;
                file->records[record++->index].game = game++->index;
            } else if (game->key < record->key) {
                game++;
            } else {
                record++;
            }
    }
}

/* Pairs the rest by order: between two pairs, if there are as many records as games, except if the players
 * have other names. */
static void pair_by_place(const struct ludus_pairing *pairing, struct known_file *file)
{
    struct known_record *records = file->records;
    for (size_t begin = 0, end; begin < file->count; begin = end + 1) {
        size_t first = begin ? (size_t)records[begin - 1].game + 1 : 0, last = first;
        for (end = begin; end < file->count && records[end].game == NO_RECORD;)
            end++;
        while (last < pairing->count && file->of_game[last] == NO_RECORD)
            last++;
        if (end - begin != last - first)
            continue;
        bool lone = file->count == 1 && pairing->count == 1;
        for (size_t i = begin; i < end; i++) {
            uint32_t game = (uint32_t)(first + i - begin);
            uint64_t one = record_of(pairing, game)->players, other = records[i].players;
            if (!lone && one && other && one != other)
                continue;
            records[i].game = game;
            file->of_game[game] = (uint32_t)i;
        }
    }
}

static bool pair_file(struct ludus_pairing *pairing, size_t index)
{
    struct known_file *file = &pairing->file[index];
    struct candidate *keyed = memory_new((pairing->count + file->count) * sizeof *keyed);
    free(file->of_game);
    file->games_before = pairing->count;
    file->of_game = memory_new(pairing->count * sizeof *file->of_game);
    bool sound = keyed && file->of_game;
    for (size_t i = 0; sound && i < file->count; i++)
        file->records[i].game = NO_RECORD;
    if (sound) {
        memset(file->of_game, 0xff, pairing->count * sizeof *file->of_game);
        pair_by_keys(pairing, file, keyed);
        pair_by_place(pairing, file);
    }
    free(keyed);
    for (size_t i = 0; sound && i < file->count; i++) { /* the others are new games */
        if (file->records[i].game != NO_RECORD)
            continue;
        struct known_game game = { (uint32_t)index, (uint32_t)i };
        sound = memory_add(&pairing->games, &pairing->count, &pairing->capacity, &game, sizeof game);
    }
    return sound && pairing->count < NO_RECORD;
}

bool ludus_pairing_match(struct ludus_pairing *pairing)
{
    bool sound = true;
    pairing->count = 0;
    for (size_t i = 0; sound && i < pairing->files; i++)
        sound = pair_file(pairing, i);
    return sound;
}

size_t ludus_pairing_games(const struct ludus_pairing *pairing)
{
    return pairing->count;
}

bool ludus_pairing_record(const struct ludus_pairing *pairing, size_t game, size_t file, size_t *record)
{
    const struct known_game *first = &pairing->games[game];
    const struct known_file *known = &pairing->file[file];
    uint32_t found = first->file == file          ? first->record
                     : game < known->games_before ? known->of_game[game]
                                                  : NO_RECORD;
    *record = found;
    return found != NO_RECORD;
}
