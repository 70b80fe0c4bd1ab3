/* repair_writing.c - text that says what it says otherwise than the notation has it: rolls without
 * parentheses, words for commas, blanks within a move, words broken at the end of a line. */
#include "base/buf.h"
#include "base/chars.h"
#include "base/memory.h"
#include "decode/repair.h"
#include "play/san.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 12, UNLIKE_WORD = 2 };

/* A text that cannot be read, and the record's text around it. */
struct place {
    struct ludus_mend *mend;
    const char *text; /* of the record */
    size_t begin, end;
    const struct item *before, *after; /* what stands there, or NULL */
};

static void try_text(const struct place *place, size_t begin, size_t end, const char *text,
                     const char *marked, uint8_t kind, uint8_t unlike)
{
    struct patch patch = { .begin = begin, .end = end, .text = text };
    struct repair repair = { .kind = kind, .unlike = unlike };
    if (!repair_spent(place->mend))
        repair_try_patch(place->mend, patch, marked, repair);
}

static struct place find_place(struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct ludus_game *game = mend->slots.game;
    struct place place = {
        .mend = mend, .text = game->source.text, .begin = fault->begin, .end = fault->end
    };
    while (place.begin < place.end && (place.text[place.begin] == ',' || is_filler(place.text[place.begin])))
        place.begin++;
    if (fault->next < game->item_count)
        place.after = &game->items[fault->next];
    for (size_t i = 0; i < game->item_count && item_end(game, &game->items[i]) <= place.begin; i++)
        if (game->items[i].kind != ITEM_COMMENT)
            place.before = &game->items[i];
    return place;
}

/* ---- Rolls ---- */

/* The faces that `text` names in digits, with nothing but signs between them. False where these make no roll.
 */
static bool read_faces(const struct rules *rules, const char *text, size_t length,
                       uint8_t faces[LUDUS_DICE_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_letter(text[i]) || text[i] & 0x80 || (is_digit(text[i]) && count == rules->dice))
            return false;
        if (!is_digit(text[i]))
            continue;
        faces[count] = (uint8_t)(text[i] - '0');
        if (faces[count] == 0 || faces[count] > rules->faces)
            return false;
        count++;
    }
    return count > 0 && count == rules->dice;
}

/* The roll that the reader takes the text for, or NULL. */
static const char *find_meant(const struct ludus_mend *mend, size_t begin, size_t end)
{
    static const char said[] = "perhaps ";
    const struct message *message = mend->slots.game->diag.first;
    while (message && (message->id != MSG_BAD_DICE || message->begin != begin || message->end != end))
        message = message->next;
    bool meant = message && message->hint && strncmp(message->hint, said, sizeof said - 1) == 0;
    return meant ? message->hint + sizeof said - 1 : NULL;
}

bool repair_read_roll(const struct ludus_mend *mend, size_t begin, size_t end, char out[ROLL_TEXT])
{
    const struct rules *rules = &mend->slots.replay->ruleset->rules;
    const char *meant = find_meant(mend, begin, end);
    struct san_text roll = { out, ROLL_TEXT, 0 };
    uint8_t faces[LUDUS_DICE_MAX];
    if (meant && strlen(meant) < ROLL_TEXT) {
        memcpy(out, meant, strlen(meant) + 1);
        return true;
    }
    if (!read_faces(rules, mend->slots.game->source.text + begin, end - begin, faces))
        return false;
    san_roll(&roll, faces, rules->dice);
    san_end(&roll);
    return true;
}

static void try_roll(const struct place *place, size_t begin, size_t end)
{
    char roll[ROLL_TEXT];
    if (repair_read_roll(place->mend, begin, end, roll))
        try_text(place, begin, end, roll, roll, FAULT_WRITING, 0);
}

void repair_bare_roll(struct ludus_mend *mend, size_t index)
{
    const struct slot *slot = &mend->slots.slot[index];
    const struct ludus_game *game = mend->slots.game;
    struct place place = { .mend = mend, .text = game->source.text };
    if (!slot->dice && slot->label > game->items && slot->label[-1].kind == ITEM_NUMBER)
        try_roll(&place, item_begin(game, slot->label), item_end(game, slot->label));
}

/* ---- Words ---- */

static bool is_word(const struct place *place)
{
    bool word = place->end > place->begin && place->end - place->begin <= WORD_MAX;
    for (size_t i = place->begin; i < place->end && word; i++)
        word = is_letter(place->text[i]) || place->text[i] & 0x80;
    return word;
}

/* Changes of letters that make one word of another. */
static unsigned count_changes(const char *word, size_t length, const char *other)
{
    unsigned costs[WORD_MAX + 1];
    size_t count = strlen(other);
    for (size_t j = 0; j <= count; j++)
        costs[j] = (unsigned)j;
    for (size_t i = 0; i < length; i++) {
        unsigned corner = costs[0]++;
        for (size_t j = 0; j < count; j++) {
            unsigned least = corner + (word[i] != other[j]);
            corner = costs[j + 1];
            least = corner + 1 < least ? corner + 1 : least;
            costs[j + 1] = costs[j] + 1 < least ? costs[j] + 1 : least;
        }
    }
    return costs[count];
}

/* A word for a comma, a name that is not known, or another word of the notation. */
static void try_words(const struct place *place)
{
    static const char *const words[] = { "pass", "squeeze", "sic" };
    const struct rules *rules = &place->mend->slots.replay->ruleset->rules;
    const struct ludus_game *game = place->mend->slots.game;
    bool behind = place->before && place->before->kind == ITEM_MOVE;
    bool move = place->after && place->after->kind == ITEM_MOVE;
    struct ludus_buffer out = { .bytes = NULL };
    if (behind && move) {
        size_t begin = item_begin(game, place->before);
        buf_add(&out, place->before->text, place->before->length);
        buf_char(&out, ',');
        try_text(place, begin, place->end, buf_string(&out), out.bytes, FAULT_WRITING, 0);
    }
    for (unsigned kind = 0; move && !place->after->move.name_length && kind < rules->kind_count; kind++) {
        const char *name = rules->kinds[kind].names[0];
        buf_clear(&out);
        buf_format(&out, "<%s>", name);
        try_text(place, place->begin, place->end, name, buf_string(&out), FAULT_NAME, 1);
    }
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = place->end - place->begin;
        unsigned changes = count_changes(place->text + place->begin, length, words[i]);
        if (2 * changes < length)
            try_text(place, place->begin, place->end, words[i], words[i], FAULT_WRITING, UNLIKE_WORD);
    }
    place->mend->failed |= out.failed;
    buf_free(&out);
}

/* ---- Blanks ---- */

/* Joins the text, or a dash for it, with what stands before and behind it. */
static void try_joined(const struct place *place, bool before, bool after, struct ludus_text middle)
{
    const struct ludus_game *game = place->mend->slots.game;
    struct ludus_buffer out = { .bytes = NULL };
    size_t begin = place->begin, end = place->end, left = begin, right = end;
    if (before) {
        begin = item_begin(game, place->before);
        left = item_end(game, place->before);
    }
    if (after) {
        right = item_begin(game, place->after);
        end = item_end(game, place->after);
    }
    buf_add(&out, place->text + begin, left - begin);
    buf_add(&out, middle.text, middle.length);
    buf_add(&out, place->text + right, end - right);
    bool whole = middle.length == place->end - place->begin;
    try_text(place, begin, end, buf_string(&out), out.bytes, FAULT_WRITING,
             (uint8_t)((before && after) + !whole));
    place->mend->failed |= out.failed;
    buf_free(&out);
}

/* Does nothing but blanks stand from one place to another? */
static bool is_void(const struct place *place, size_t begin, size_t end)
{
    bool blank = end > begin;
    while (begin < end && blank)
        blank = is_filler(place->text[begin++]);
    return blank;
}

static void try_blanks(const struct place *place)
{
    const struct ludus_game *game = place->mend->slots.game;
    struct ludus_text text = { place->text + place->begin, place->end - place->begin };
    struct ludus_text shorter = { text.text, text.length - 1 };
    bool before = place->before && place->before->kind == ITEM_MOVE &&
                  is_void(place, item_end(game, place->before), place->begin);
    bool after = place->after && place->after->kind == ITEM_MOVE &&
                 is_void(place, place->end, item_begin(game, place->after));
    size_t found = place->mend->repairs.count;
    if (before)
        try_joined(place, true, false, text);
    if (after)
        try_joined(place, false, true, text);
    if (after && found == place->mend->repairs.count && text.text[text.length - 1] == '-') /* a broken word */
        try_joined(place, false, true, shorter);
    if (before && after)
        try_joined(place, true, true, is_word(place) ? (struct ludus_text){ "-", 1 } : text);
}

void repair_blanks(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct place place = find_place(mend, fault);
    if (place.begin < place.end)
        try_blanks(&place);
}

void repair_writing(struct ludus_mend *mend, const struct notation_fault *fault)
{
    struct place place = find_place(mend, fault);
    if (place.begin == place.end)
        return;
    try_roll(&place, place.begin, place.end);
    if (is_word(&place))
        try_words(&place);
    try_blanks(&place);
}
