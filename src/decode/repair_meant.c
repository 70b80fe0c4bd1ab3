/* repair_meant.c - what the reader's message on a text that it cannot read says was meant: here, and wherever
 * the same signs stand for the same others. */
#include "decode/repair_spread.h"

#include <string.h>

/* One text for another: in the token, the signs that differ. */
struct slip {
    size_t begin, end; /* of the token, in the record, */
    size_t left;       /* and of its first sign that differs */
    struct ludus_text was, meant;
};

/* Finds the signs that differ. False where the message says nothing of the kind. */
static bool read_slip(const struct ludus_mend *mend, const struct message *message, struct slip *slip)
{
    const char *text = mend->slots.game->source.text;
    struct ludus_text meant = { message->meant, message->meant ? strlen(message->meant) : 0 };
    size_t left = message->begin, right = message->end;
    *slip = (struct slip){ .begin = left, .end = right };
    while (meant.length && left < right && *meant.text == text[left]) {
        meant.text++;
        meant.length--;
        left++;
    }
    while (meant.length && left < right && meant.text[meant.length - 1] == text[right - 1]) {
        meant.length--;
        right--;
    }
    slip->left = left;
    slip->was = (struct ludus_text){ text + left, right - left };
    slip->meant = meant;
    return meant.length > 0 && right > left;
}

static bool same_text(struct ludus_text one, struct ludus_text other)
{
    return one.length == other.length && memcmp(one.text, other.text, one.length) == 0;
}

/* The message on the text at fault, or NULL. */
static const struct message *find_message(const struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct message *message = mend->slots.game->diag.first, *found = NULL;
    for (; message; message = message->next)
        if (message->begin >= fault->begin && message->end <= fault->end && message->meant &&
            (!found || message->begin < found->begin))
            found = message;
    return found;
}

/* The token with what was meant in it, as supplied by an editor if `marked`. */
static const char *write_slip(const struct ludus_mend *mend, const struct slip *slip, bool marked,
                              struct ludus_buffer *out)
{
    const char *text = mend->slots.game->source.text;
    size_t right = slip->left + slip->was.length;
    buf_add(out, text + slip->begin, slip->left - slip->begin);
    buf_format(out, marked ? "<%.*s>" : "%.*s", (int)slip->meant.length, slip->meant.text);
    buf_add(out, text + right, slip->end - right);
    return buf_string(out);
}

static void try_here(struct ludus_mend *mend, const struct slip *slip)
{
    struct ludus_buffer plain = { .bytes = NULL }, marked = { .bytes = NULL };
    struct patch patch = { .begin = slip->begin,
                           .end = slip->end,
                           .text = write_slip(mend, slip, false, &plain) };
    repair_try_patch(mend, patch, write_slip(mend, slip, *slip->meant.text != '.', &marked),
                     (struct repair){ .kind = FAULT_MEANT });
    mend->failed |= plain.failed || marked.failed;
    buf_free(&plain);
    buf_free(&marked);
}

static void try_everywhere(struct ludus_mend *mend, const struct slip *first)
{
    struct spread spread = spread_of(mend);
    struct ludus_buffer text = { .bytes = NULL };
    struct slip slip;
    for (const struct message *message = mend->slots.game->diag.first; message; message = message->next) {
        if (message->begin < spread.at || !read_slip(mend, message, &slip) ||
            !same_text(slip.was, first->was) || !same_text(slip.meant, first->meant))
            continue;
        buf_clear(&text);
        buf_add(&text, slip.meant.text, slip.meant.length);
        spread_change(&spread, slip.left, slip.left + slip.was.length, buf_string(&text));
    }
    spread_try(&spread, FAULT_WRITING_SPREAD);
    mend->failed |= text.failed;
    buf_free(&text);
}

void repair_meant(struct ludus_mend *mend, const struct notation_fault *fault)
{
    const struct message *message = find_message(mend, fault);
    struct slip slip;
    if (!message || !read_slip(mend, message, &slip) || repair_spent(mend))
        return;
    try_here(mend, &slip);
    try_everywhere(mend, &slip);
}
