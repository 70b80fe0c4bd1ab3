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

# expect NAME NODES ARGUMENT...: what `ludmoves ARGUMENT...` must print.
expect() {
    name=$1 nodes=$2
    shift 2
    got=$(ludmoves "$@" </dev/null 2>"$work/message")
    if [ "$got" = "$nodes" ]; then
        ok "$name: $nodes"
    else
        echo "ludmoves says: $got, not $nodes" >>"$work/message"
        not_ok "$name" "$work/message"
    fi
}

for file in corpus/perft/*.tsv; do
    [ "$(head -n 1 "$file")" = "ruleset${tab}position${tab}fen${tab}depth${tab}nodes" ] || continue
    awk -F'\t' -v limit="$limit" -v most="$most" 'FNR > 1 && $5 <= limit && n[$1]++ < most' "$file" >"$work/lines"
    while IFS=$tab read -r ruleset position fen depth nodes; do
        expect "$ruleset $position $depth" "$nodes" -r "$ruleset" --fen "$fen" --perft "$depth"
    done <"$work/lines"
done

rolls=corpus/perft/equitum-rolls.tsv
[ -e $rolls ] && tail -n +2 $rolls >"$work/lines" && while IFS=$tab read -r position fen roll turns; do
    expect "ludus-equitum $position $roll" "$turns" \
        -r ludus-equitum --fen "$fen" --roll "$(echo "$roll" | tr - ,)" --count
done <"$work/lines"
