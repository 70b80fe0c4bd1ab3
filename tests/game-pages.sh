#!/bin/sh
# Pages of games with dice, with placings, and that Black begins: corpus/RULESET/NAME.LAYOUT.txt is read as the turns of
# NAME.ludus beside it, with status 0 and without a message.
. tests/tap

turns() {
    ludplay "$1" 2>/dev/null | cut -f 2,3 | tr -d '!?' | sed 's/ *$//'
}

for page in corpus/*/*.*.txt; do
    id=${page#corpus/} # check sets name
    ludconv -f page -r "${id%%/*}" "$page" >"$work/read" 2>"$work/why"
    check "$id: status" [ $? -eq 0 ]
    turns "$work/read" >"$work/turns"
    turns "${page%%.*}.ludus" | diff - "$work/turns" >"$work/list"
    grep -e 'error:' -e 'warning:' "$work/why" >>"$work/list"
    check_empty "$id is read whole" "$work/list"
done

# Captured men and a path that are not those of the move are told.
sed 's/Stone c8-c6xb6/Stone c8-c6xd4/' corpus/roman-chess/random-10.table.txt >"$work/page"
ludconv -f page -r roman-chess "$work/page" >"$work/read" 2>"$work/why"
check "another captured man has status 1" [ $? -eq 1 ]
check "and is told" grep -q 'c8-c6' "$work/why"
