#!/bin/sh
# Pages of games with dice, with placings, and that Black begins: corpus/RULESET/NAME.LAYOUT.txt is read as the turns of
# NAME.ludus beside it, with status 0 and without a message.
. tests/tap

turns() {
    ludplay "$1" 2>/dev/null | cut -f 2,3 | tr -d '!?' | sed 's/ *$//'
}

for page in corpus/*/*.*.txt; do
    name=${page#corpus/}
    ludconv -f page -r "${name%%/*}" "$page" >"$work/read" 2>"$work/why"
    check "$name: status" [ $? -eq 0 ]
    turns "$work/read" >"$work/turns"
    turns "${page%%.*}.ludus" | diff - "$work/turns" >"$work/list"
    grep -e 'error:' -e 'warning:' "$work/why" >>"$work/list"
    check_empty "$name is read whole" "$work/list"
done
