#!/bin/sh
# The illegal moves of corpus/illegal: each must be refused with one error, the message that its line names, and its
# legal twin must pass without an error.
. tests/tap

# records COLUMN FILE: a record for each line, with the FEN, line of play and turn that begin in COLUMN.
records() {
    awk -F'\t' -v ruleset="$1" -v fen="$2" -v line="$3" -v turn="$4" '
        FNR == 1 { next }
        {
            moves = $line == "-" ? "" : $line " "
            gsub(/ \/ /, " ", moves)
            print "[Event \"" $1 "\"]\n[Result \"*\"]\n[FEN \"" $fen "\"]\n[SetUp \"1\"]\n[Variant \"" ruleset "\"]\n"
            print moves $turn " *\n"
        }' "$5"
}

for file in corpus/illegal/*.tsv; do
    ruleset=$(basename "$file" .tsv)
    tail -n +2 "$file" | cut -f 1,4,5,9 >"$work/names"

    records "$ruleset" 2 3 4 "$file" >"$work/bad"
    ludcheck "$work/bad" >"$work/messages" 2>&1
    # A record has seven or eight lines; the messages are gathered by record.
    awk -F: 'NR == FNR { if (/^\[Event/) starts[++n] = FNR; next }
        / error: / {
            for (i = n; starts[i] > $2; i--);
            sub(/.*\[/, "")
            sub(/\]$/, "")
            errors[i] = errors[i] == "" ? $0 : errors[i] " " $0
        }
        END { for (i = 1; i <= n; i++) print errors[i] == "" ? "no error" : errors[i] }' "$work/bad" "$work/messages" >"$work/errors"
    paste "$work/errors" "$work/names" | awk -F'\t' '$1 != $5 { print $2 ": " $3 " (" $4 "): " $1 ", not " $5 }' >"$work/wrong"
    check_empty "$ruleset: $(wc -l <"$work/names") illegal moves give one error each, the one expected" "$work/wrong"

    records "$ruleset" 6 7 8 "$file" >"$work/twins"
    ludcheck "$work/twins" 2>&1 | grep ': error: ' >"$work/wrong"
    check_empty "$ruleset: their legal twins give none" "$work/wrong"
done
