#!/bin/sh
# Printed pages: random games of every ruleset, and their second halves from a FEN, come back from ludconv -t transcript
# and -f transcript as the records that they were. LONG=1: 50 games of each, not 3.
. tests/tap
spare_leaks

games=$(fewer 3)
[ -z "${LONG-}" ] || games=50

# From what ludplay prints, each game from its middle on, as the ruleset $1 has it.
second_halves() {
    awk -F'\t' -v id="$1" '
    function game(  i, half) {
        half = int(n / 2)
        if (half == 0)
            return
        printf "[Result \"*\"]\n[Variant \"%s\"]\n[FEN \"%s\"]\n[SetUp \"1\"]\n\n", id, fen[half]
        for (i = half + 1; i <= n; i++)
            printf "%s. %s\n", label[i], turn[i]
        printf "*\n\n"
    }
    $1 != last { game(); n = 0; last = $1 }
    { n++; label[n] = $2; turn[n] = $3; fen[n] = $4 }
    END { game() }'
}

# The records without what a page leaves open.
records() {
    grep -v -e ' "?"\]$' -e ' "????.??.??"\]$' "$1"
}

# The records, as a page, and as records again.
return_trip() {
    ludconv -t transcript "$1" >"$work/page" 2>"$work/why" &&
        ludconv -f transcript "$work/page" >"$work/again" 2>>"$work/why"
    records "$1" >"$work/before"
    records "$work/again" | diff "$work/before" - >>"$work/why"
    : >"$work/short"
    [ ! -s "$work/why" ] || head -c 4000 "$work/why" >"$work/short"
}

for rules in $(printf '%s\n' src/rulesets/*.rules | a_part); do
    id=${rules##*/}
    id=${id%.rules}
    ludgen -r "$id" -n "$games" -m 24 -s 5 >"$work/games"
    return_trip "$work/games"
    check_empty "$id: games come back from a page" "$work/short"
    ludplay "$work/games" | second_halves "$id" | ludfmt >"$work/halves"
    return_trip "$work/halves"
    check_empty "$id: second halves come back, with their FEN" "$work/short"
done
