#!/bin/sh
# The fuzz targets, without fuzzing: what they once broke at (tests/fuzz/found), what they begin with, and the corpus.
. tests/tap

tests/fuzz/seeds "$work/seeds"
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    find "$work/seeds/$name.seeds" -type f 2>/dev/null | sort | a_part >"$work/files"
    find tests/fuzz/found/"$name" -type f 2>/dev/null | sort >>"$work/files"
    [ -s "$work/files" ] || find src/rulesets corpus/bad corpus/odd -type f | sort | a_part >"$work/files"
    xargs "$BUILD/tests/$name" <"$work/files" >"$work/log" 2>&1
    status=$?
    tail -n 20 "$work/log" >"$work/end"
    if [ $status -eq 0 ]; then ok "$name: nothing breaks it"; else not_ok "$name: nothing breaks it" "$work/end"; fi
done
