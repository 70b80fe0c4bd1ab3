#!/bin/sh
# Faulty records and the messages they must give: corpus/bad/NAME.expected has a line LINE:COLUMN SEVERITY CODE for each
# message about corpus/bad/NAME.*; the records of corpus/odd are unusual, but must give none.
. tests/tap

# The messages about a file, one a line, as the .expected files have them.
messages() {
    ludcheck "$1" 2>"$work/stderr" |
        sed -n 's/^[^:]*:\([0-9]*:[0-9]*\): \([a-z]*\): .*\[\([a-z-]*\)\]$/\1 \2 \3/p'
}

for file in corpus/bad/*.ludus corpus/bad/*.pgn; do
    messages "$file" >"$work/got"
    if diff "${file%.*}.expected" "$work/got" >"$work/diff" && [ ! -s "$work/stderr" ]; then
        ok "${file#corpus/}"
    else
        ludcheck "$file" >>"$work/diff" 2>&1
        not_ok "${file#corpus/}" "$work/diff"
    fi
done

ludcheck corpus/odd/* >"$work/got" 2>&1
check_empty "records that are unusual only" "$work/got"
find corpus -type f \( -name '*.ludus' -o -name '*.pgn' \) ! -path 'corpus/bad/*' ! -path 'corpus/odd/*' -exec ludcheck {} + >"$work/got" 2>&1
check_empty "all other records" "$work/got"
