#!/bin/sh
# Counts of legal moves: the tables of corpus/perft whose columns are ruleset, position, FEN, depth and nodes, and
# equitum-rolls.tsv with position, FEN, roll and number of turns. A count above a limit needs LONG=1, because the
# number of nodes is what it costs.
. tests/tap
spare_leaks

limit=3000000
[ -z "${LONG-}" ] || limit=1000000000
most=1000 # of each ruleset
[ -z "${SAN-}" ] || limit=$((limit / 30)) most=4
tab=$(printf '\t')

for file in corpus/perft/*.tsv; do
    [ "$(head -n 1 "$file")" = "ruleset${tab}position${tab}fen${tab}depth${tab}nodes" ] || continue
    awk -F'\t' -v limit="$limit" -v most="$most" 'FNR > 1 && $5 <= limit && n[$1]++ < most' "$file" >"$work/lines"
    cut -f 1,4 "$work/lines" | sort -u >"$work/depths"
    while IFS=$tab read -r ruleset depth; do
        awk -F'\t' -v OFS='\t' -v ruleset="$ruleset" -v depth="$depth" \
            '$1 == ruleset && $4 == depth { print $1 " " $2 " " $4, $5, $3 }' "$work/lines" >"$work/counts"
        check_counts "$work/counts" -r "$ruleset" --perft "$depth"
    done <"$work/depths"
done

rolls=corpus/perft/equitum-rolls.tsv
awk -F'\t' -v OFS='\t' 'FNR > 1 { name = "ludus-equitum " $1 " " $3; sub(/-/, ",", $3); print name, $4, $2, $3 }' \
    $rolls >"$work/counts"
check_counts "$work/counts" -r ludus-equitum --count
