#!/bin/sh
# The Makefile builds anew when the flags change and not otherwise, and says what it misses.
. tests/tap
unset MAKEFLAGS MAKELEVEL MFLAGS
build=$work/build

# says TEXT ARGUMENT...: make fails, and its complaint has TEXT.
says() {
    text=$1
    shift
    ! make "$@" >"$work/said" 2>&1 && grep -q -- "$text" "$work/said"
}

make BUILD="$build" "$build/flags" >/dev/null 2>&1
check "flags that stay are up to date" make -q BUILD="$build" "$build/flags"
differs() {
    ! make -q BUILD="$build" CFLAGS=-O1 "$build/flags"
}
check "flags that change are not" differs
check "a missing program is told with the way to get it" says 'no-such-re2c is missing: make deps' \
    RE2C=no-such-re2c BUILD="$build" "$build/grammar/record_lex.c"
check "a folder with a space is refused" says 'without spaces' -n BUILD='a b' all

# knows PROGRAM HEADER: make holds the header for one of the things that the program is made of.
knows() {
    make -pq BUILD="${BUILD#"$PWD"/}" 2>/dev/null | grep -q "^[^ ]*/$1:.* $2\( \|\$\)"
}
check "a unit test knows its headers" knows tests/test_collate tests/record_text.h
check "a fuzz target knows its headers" knows tests/fuzz_fen tests/fuzz/play.h
check "a measurement knows its headers" knows bench/mend tests/damage_text.h
