#!/bin/sh
# The engine against the plain reference (ludcheck --prove) in random games of every built-in ruleset; LONG=1: more of
# them, and of 500 rulesets made at random, whose seeds are in their names.
. tests/tap
spare_leaks

games=1
[ -z "${LONG-}" ] || games=20
for rules in src/rulesets/*.rules; do
    ludcheck --check-rules "--prove=$games" -r "$(basename "$rules" .rules)" >>"$work/found" 2>&1
done
check_empty "the engine is sound in $games games of each ruleset" "$work/found"

rulesets=10
[ -z "${LONG-}" ] || rulesets=500
mkdir "$work/rules"
seed=1
while [ $seed -le $rulesets ]; do
    awk -v seed=$seed -f tests/random-rules.awk >"$work/rules/random-$seed.rules"
    seed=$((seed + 1))
done
ludcheck --check-rules --prove=3 --seed=$games "$work"/rules/* 2>&1 | grep -v ': warning: ' >"$work/found"
check_empty "and in 3 games of each of $rulesets rulesets made at random" "$work/found"
