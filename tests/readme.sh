#!/bin/sh
# The examples of the README give what it shows: each console block is run as one script, in a copy of corpus/.
. tests/tap

mkdir "$work/blocks" "$work/corpus"
cp -R corpus/bad corpus/chess corpus/lud* "$work/corpus"
awk -v blocks="$work/blocks" '
    /^```console$/ { inside = 1; script = sprintf("%s/%02d", blocks, ++n); printf "" >script; next }
    /^```$/ { inside = 0 }
    !inside { next }
    /^\$ / { print substr($0, 3) >script; next }
    { print >(script ".expected") }' README.md

for script in "$work"/blocks/??; do
    touch "$script.expected"
    (cd "$work/corpus" && sh "$script") >"$script.got" 2>&1
    name=$(head -n 1 "$script" | tr -d "\\\\")
    if diff "$script.expected" "$script.got" >"$work/diff"; then
        ok "$name"
    else
        not_ok "$name" "$work/diff"
    fi
done

# Its pictures are what these commands have drawn.
for picture in man/pictures/*.svg; do
    check "$picture" cmp "$picture" "$work/corpus/$(basename "$picture")"
done

# What it points at is there.
grep -o '](\([^):]*\))' README.md | tr -d '()]' | while read -r target; do
    [ -e "$target" ] || echo "$target"
done >"$work/missing"
check_empty "its links lead somewhere" "$work/missing"
