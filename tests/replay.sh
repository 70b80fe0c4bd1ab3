#!/bin/sh
# The games of corpus/replay, turn by turn: each becomes a record, whose positions must be those of the table; and the
# numbers of legal moves before them, of every 25th turn (LONG=1: of all).
. tests/tap
spare_leaks

every=25
[ -z "${SAN-}" ] || every=400
[ -z "${LONG-}" ] || every=1

# records FILE: the games of a table as records.
records() {
    awk -F'\t' -v ruleset="$1" '
        FNR == 1 { next }
        $2 == 0 {
            if (result) print result "\n"
            result = $3
            print "[Event \"" $1 "\"]\n[Result \"" $3 "\"]\n[Variant \"" ruleset "\"]"
            print "[FEN \"" $5 "\"]\n[SetUp \"1\"]\n"
            next
        }
        { print $3 }
        END { print result }' "$2"
}

for file in corpus/replay/*.tsv; do
    ruleset=$(basename "$file" .tsv)
    records "$ruleset" "$file" >"$work/records"
    ludcheck "$work/records" >"$work/messages" 2>&1
    grep -v -e ': note: ' "$work/messages" | head -n 20 >"$work/faults"
    check_empty "$ruleset: every turn is legal" "$work/faults"
    awk -F'\t' 'FNR > 1 && $2 > 0 { print $5 }' "$file" >"$work/expected"
    ludplay "$work/records" 2>"$work/stderr" | cut -f 4 >"$work/positions"
    if diff "$work/expected" "$work/positions" >"$work/diff"; then
        ok "$ruleset: $(wc -l <"$work/expected") positions"
    else
        head -n 20 "$work/diff" >"$work/shown"
        not_ok "$ruleset: positions" "$work/shown"
    fi
    # Positions with their history, for rulesets with a rule against repetition; then the table of counts.
    ludplay --history "$work/records" 2>"$work/stderr" | cut -f 4 >"$work/histories"
    awk -F'\t' -v OFS='\t' -v every=$every -v histories="$work/histories" '
        FNR == 1 { next }
        $2 == 0 { fen = $5; next }
        {
            roll = match($3, /^\([0-9,]*\)/) ? "\t" substr($3, 2, RLENGTH - 2) : ""
            if (FNR % every == 0) print "turn " $2, $4, fen roll
            getline fen <histories
        }' "$file" >"$work/counts"
    check_counts "$work/counts" -r "$ruleset" --count >"$work/verdicts"
    grep -v '^ok' "$work/verdicts" >"$work/wrong"
    check_empty "$ruleset: $(grep -c '^ok' "$work/verdicts") counts of legal moves" "$work/wrong"
done
