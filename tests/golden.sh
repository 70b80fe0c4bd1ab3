#!/bin/sh
# The drawings of tests/golden/drawings, byte for byte; each is well-formed, says what it shows and can be rendered.
# With -u the files are written anew: look at them before committing.
. tests/tap

drawn=$work/drawn.svg
grep -v '^#' tests/golden/drawings | while read -r drawing arguments; do
    expected=tests/golden/$drawing.svg
    (cd corpus && eval "set -- $arguments" && luddraw "$@") >"$drawn" 2>"$work/message"
    if [ "${1-}" = -u ]; then
        cp "$drawn" "$expected"
    elif cmp "$drawn" "$expected" >>"$work/message" 2>&1; then
        ok "$drawing is drawn as it was"
    else
        not_ok "$drawing is drawn as it was" "$work/message"
    fi
    command -v xmllint >/dev/null && check "$drawing is well-formed" xmllint --nonet --noout "$drawn"
    check "$drawing tells in words what it shows" grep -q '<desc[^>]*>.*White: ' "$drawn"
    command -v rsvg-convert >/dev/null && check "$drawing can be rendered" rsvg-convert -o "$work/picture" "$drawn"
done
size=$(wc -c <tests/golden/start.svg)
check "the start with its record takes at most 10 KB ($size bytes)" test "$size" -le 10240
