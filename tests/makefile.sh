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

# ---- Hardening, unless flags say otherwise ---------------------------------------------------------------------------

if ! command -v readelf >/dev/null; then
    skip "hardening" "readelf is missing"
elif [ -n "${SAN-}" ] || ! grep -q -- '-D_FORTIFY_SOURCE' "$BUILD/flags"; then
    skip "hardening" "built with flags that leave it out"
else
    : >"$work/soft"
    for file in "$BUILD"/bin/* "$BUILD"/lib/*.so; do
        { readelf -lWd "$file"; readelf -W --dyn-syms "$file"; } >"$work/elf"
        for part in GNU_RELRO 'BIND_NOW\|FLAGS.* NOW' __stack_chk_fail '__[a-z]*printf_chk\|__memcpy_chk'; do
            grep -q "$part" "$work/elf" || echo "$file: no $part" >>"$work/soft"
        done
        ! grep -q 'GNU_STACK.*RWE' "$work/elf" || echo "$file: its stack can be executed" >>"$work/soft"
    done
    check_empty "programs and library have RELRO, BIND_NOW, a stack protector and FORTIFY_SOURCE" "$work/soft"
fi
# fortified WANTED ARGUMENT...: do these flags ask for FORTIFY_SOURCE, and how?
fortified() {
    wanted=$1
    shift
    [ "$(make -n V=1 SAN= BUILD="$build" "$@" "$build/obj/base/memory.o" 2>/dev/null | grep -o ' -D_FORTIFY_SOURCE=[0-9]' | sort -u)" = "${wanted:+ $wanted}" ]
}
check "FORTIFY_SOURCE goes with optimization" fortified -D_FORTIFY_SOURCE=2 CPPFLAGS= CFLAGS='-O1 -g'
check "not without" fortified '' CPPFLAGS= CFLAGS='-O2 -O0'
check "and not with sanitizers" fortified '' CPPFLAGS= CFLAGS='-O2 -fsanitize=thread'
check "that of CPPFLAGS wins" fortified -D_FORTIFY_SOURCE=3 CPPFLAGS=-D_FORTIFY_SOURCE=3 CFLAGS=-O2
