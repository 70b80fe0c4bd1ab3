#!/bin/sh
# The grammar of ludus-record(5) against the reader: records that its productions make at random are read without a message
# about their shape. The words that vim colours are among its words.
. tests/tap

sed -n '/^\.Sh GRAMMAR/,/^\.Sh EX/p' man/ludus-record.5 | sed -n '/^\.Bd/,/^\.Ed/{/^\./!p;}' >"$work/grammar"
# What the manual says outside of the grammar, with signs for quotes and line breaks.
cat >"$work/words" <<'WORDS'
digits = "1" | "2" | "17"
die = "1" | "6" | "_" | "2~" | "<5>"
piece = "K" | "Q"
name = "White" | "Event"
string = "'a b'" | "''"
text = "words" | "two words"
end-of-line = "%"
WORDS

check "the grammar says what each of its names is" \
    awk -v most="${LONG:+20}500" -v to="$work/made" -f tests/syntax.awk "$work/grammar" "$work/words"
tr "'%" '"\n' <"$work/made" >"$work/records"
# Of these the sections of the manual tell; behind a suffix that stands twice a comma is stray.
sed -n '/^\/\* Reading/,/^\/\* Rules/s/^MESSAGE([A-Z_]*, "\([a-z-]*\)".*/\1/p' src/base/messages.def |
    grep -vxE 'missing-result|early-variation|double-suffix|stray-comma|double-tag' >"$work/codes"
ludcheck "$work/records" | grep -F "$(sed 's/.*/[&]/' "$work/codes")" >"$work/told"
check_empty "what the grammar of ludus-record(5) makes is read" "$work/told"
made=$(ludcheck -v "$work/records" 2>&1 >/dev/null | sed 's/.*: \([0-9]*\) games.*/\1/')
check "as many records as were made" [ "$made" -ge 500 ]

sed -n 's/^syntax keyword ludus[A-Z][a-z]* //p' src/share/vim/syntax/ludus.vim | tr ' ' '\n' | while read -r word; do
    grep -qF "\"$word\"" "$work/grammar" || echo "$word"
done >"$work/unknown"
check_empty "the words that vim colours are those of the grammar" "$work/unknown"
