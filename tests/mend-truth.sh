#!/bin/sh
# What is blanked in a record is found again: each die, file, rank and move of the sample game, several random places
# at once in random games; and of random faults, most repairs ranked first are the true ones. `make bench-mend` is the
# long form.
. tests/tap
PATH=$BUILD/bench:$PATH

games=10
[ -z "${SAN-}" ] || games=3
[ -z "${LONG-}" ] || games=100

# found NAME COMMAND...: every row that the command prints has as many places found as there are, but for searches that
# were given up, about which the command's status is silent.
found() {
    name=$1
    shift
    if "$@" >"$work/rows" 2>&1 && [ -s "$work/rows" ]; then ok "$name"; else not_ok "$name" "$work/rows"; fi
}

found "each die, file, rank and move of the sample game" mend each corpus/ludus-equitum/pentamere-1995.ludus
cp "$work/rows" "$work/each"
check "which has 72 dice, all of them found" grep -q '^die  *72  *72  *72 ' "$work/each"
check "nearly every file and rank is unique" awk '/^file/ && $7 >= 0.99 * $5 { ok = 1 } END { exit !ok }' "$work/each"

for id in ludus-equitum chess acedrex latrunculi-bell ludus-latrunculorum latrunculi-quintana roman-chess; do
    for gaps in 1 2 4; do
        found "$id: $gaps places of each of $games games" mend gaps $id $games 80 $gaps
    done
done

for id in ludus-equitum chess latrunculi-bell; do
    repair $id 20 60 >"$work/rows" 2>&1
    if awk '/ all / { ok = $3 == 20 && $4 >= 14 && $5 >= 18 } END { exit !ok }' "$work/rows"; then
        ok "$id: of 20 random faults most are repaired rightly"
    else
        not_ok "$id: of 20 random faults most are repaired rightly" "$work/rows"
    fi
done
