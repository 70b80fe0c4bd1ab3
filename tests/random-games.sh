#!/bin/sh
# Random games of every ruleset, from ludgen through the reader and back: each is free of faults, is its own canonical
# form, comes to the result it claims, and its positions' FEN reads back. LONG=1: 10,000 games of each, not 100.
. tests/tap
spare_leaks

games=$(fewer 100) turns=120
[ -z "${LONG-}" ] || games=10000

for rules in src/rulesets/*.rules; do
    id=$(basename "$rules" .rules)
    ludgen -r "$id" -n "$games" -m $turns -s 1 >"$work/games" 2>"$work/why" || { not_ok "$id: made" "$work/why"; continue; }
    found=$(grep -c '^\[Event ' "$work/games")
    [ "$found" = "$games" ] || echo "$found games" >>"$work/why"
    ludcheck --strict "$work/games" >>"$work/why" 2>&1
    ludfmt "$work/games" 2>>"$work/why" | cmp - "$work/games" >>"$work/why" 2>&1
    head -c 20000 "$work/why" >"$work/short"
    check_empty "$id: $games games are sound and canonical" "$work/short"
done

for id in ludus-equitum latrunculi-bell roman-chess latrunculi-seneca chess crazyhouse 3check nine-mens-morris tablut \
    draughts-international; do
    ludgen -r "$id" -s 7 | ludplay - 2>&1 | cut -f 4 | tail -n 40 |
        awk -v id="$id" '{ printf "[Variant \"%s\"]\n[FEN \"%s\"]\n\n*\n\n", id, $0 }' | ludcheck - 2>&1 | grep bad-fen >"$work/why"
    check_empty "$id: positions read back" "$work/why"
done

# The same game for the same seed, on every machine.
ludgen -r ludus-equitum -n 3 -s 42 >"$work/a"
ludgen -r ludus-equitum -n 2 -s 43 >"$work/b"
sed -n '/Seed "43"/,$p' "$work/a" | grep -v Round >"$work/a2"
sed -n '/Seed "43"/,$p' "$work/b" | grep -v Round >"$work/b2"
check "a game depends on its own seed alone" cmp "$work/a2" "$work/b2"
