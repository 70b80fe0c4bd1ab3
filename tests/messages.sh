#!/bin/sh
# Every message has its code under MESSAGES in a manual, and the record that ludcheck(1) shows gives that message and no
# other. An example that begins with printf is a command that prints the record. Nothing is known to be "illegal".
. tests/tap

sed -n 's/^MESSAGE([A-Z_]*, "\([a-z-]*\)".*/\1/p' src/base/messages.def | sort >"$work/codes"
sed -n '/^\.Sh MESSAGES/,/^\.Sh [^M]/s/^\.It Cm //p' man/*.1 | sort -u >"$work/described"
diff "$work/codes" "$work/described" >"$work/diff"
check_empty "a manual describes every message, in ludcheck(1) all that it gives" "$work/diff"
uniq -d "$work/codes" >"$work/twice"
check_empty "no two messages have one code" "$work/twice"

# A header after which the compiler holds what is handed over with a message to its format: that of FORMAT_MSG_X stands
# second, and so does none where the message is known only to the running program.
{
    cat <<'EOF'
#include "base/diag.h"
#include "notation/record.h"
void format_check(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern const char *format_unknown;
#define SECOND(first, second, ...) second
#define CHOSEN(...) SECOND(__VA_ARGS__)
#define diag_add(diag, id, begin, end, ...) \
    (format_check(CHOSEN(FORMAT_##id, format_unknown, 0), ##__VA_ARGS__), diag_add(diag, id, begin, end, ##__VA_ARGS__))
#define record_say(game, item, id, ...) \
    (format_check(CHOSEN(FORMAT_##id, format_unknown, 0), ##__VA_ARGS__), record_say(game, item, id, ##__VA_ARGS__))
EOF
    sed -n 's/^MESSAGE(\([A-Z_]*\), "[a-z-]*", [A-Z_]*, \(".*"\))$/#define FORMAT_MSG_\1 ~, \2/p' src/base/messages.def
} >"$work/formats.h"
# compile FILE...: what the compiler has to say about the formats.
compile() {
    for file; do
        ${CC:-cc} -std=gnu11 -D_XOPEN_SOURCE=700 -I. -Isrc -I"$BUILD" -Wformat -Wno-format-security -fsyntax-only \
            -include "$work/formats.h" "$file"
    done
}
cat >"$work/wrong.c" <<'EOF'
struct message *add(struct diag *diag);
struct message *add(struct diag *diag) { return diag_add(diag, MSG_BAD_NAG, 0, 0, "text", 4); }
EOF
wrong() { compile "$work/wrong.c" 2>&1 | grep -q Wformat; }
check "the compiler sees a message that is handed what it cannot say" wrong
# Of the generated files only those whose source is there still.
generated=$(printf "%s\n" grammar/* |
    sed -n "s|^grammar/\(.*\)\.re$|$BUILD/grammar/\1_lex.c|p; s|^grammar/\(.*\)\.y$|$BUILD/grammar/\1.tab.c|p")
# shellcheck disable=SC2086 # a list
grep -lE '\<(diag_add|record_say)\(' src/*/*.c $generated | grep -v '/diag\.c$\|/record\.c$' >"$work/callers"
# shellcheck disable=SC2046 # names without blanks
compile $(cat "$work/callers") >"$work/warnings" 2>&1
check_empty "each message is handed what its format says" "$work/warnings"

# Writes each example of the manual to a file of the name of its code.
mkdir "$work/examples"
awk -v dir="$work/examples" '
    /^\.Sh/ { inside = $2 == "MESSAGES" }
    /^\.It Cm / { code = $3 }
    /^\.Bd -literal/ { literal = inside; next }
    /^\.Ed/ { literal = 0 }
    literal { print >(dir "/" code) }' man/ludcheck.1

sed -n '/^\.Sh MESSAGES/,/^\.Sh [^M]/s/^\.It Cm //p' man/ludcheck.1 | grep -v '^illegal$' | sort >"$work/told"
find "$work/examples" -type f -exec basename {} \; | sort | diff "$work/told" - >"$work/diff"
check_empty "ludcheck(1) has an example of each of its messages" "$work/diff"

for file in "$work"/examples/*; do
    code=${file##*/}
    sed 's/\\&//g; s/\\e/\\/g' "$file" >"$work/example"
    if grep -q '^printf ' "$work/example"; then
        sh "$work/example" >"$work/printed"
        mv "$work/printed" "$work/example"
    fi
    option=--notes
    case $code in rules-*) option=--check-rules=$work/example ;; esac
    set -- "$option"
    case $code in rules-*) ;; *) set -- "$option" --solve --limit=100000 "$work/example" ;; esac
    ludcheck "$@" >"$work/messages" 2>&1
    if [ "$(sed -n 's/.*\[\([a-z-]*\)\]$/\1/p' "$work/messages")" = "$code" ]; then
        ok "the example of $code"
    else
        cat "$work/example" >>"$work/messages"
        not_ok "the example of $code" "$work/messages"
    fi
done
