#!/bin/sh
# A game is its rules file: no id of a ruleset stands in C code, in a grammar or in the build.
. tests/tap

: >"$work/list"
for file in src/rulesets/*.rules; do
    [ -e "$file" ] || continue
    id=$(basename "$file" .rules)
    # "chess" is a word too: as a ruleset's id it would stand alone in quotes.
    grep -rnF "\"$id\"" src grammar Makefile --include='*.[ch]' --include='*.def' --include='*.re' --include='*.y' \
        --include=Makefile
    case $id in
    *-*) grep -rnF "$id" src grammar --exclude-dir=rulesets --include='*.[ch]' --include='*.def' --include='*.re' --include='*.y' ;;
    esac
done | sort -u >"$work/list"
check_empty "no ruleset is named outside src/rulesets" "$work/list"
