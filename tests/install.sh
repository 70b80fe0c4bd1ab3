#!/bin/sh
# `make install` into an empty place gives a library that programs find through pkg-config, static and shared, that
# exports ludus_* and nothing else, tools that run from there; `make uninstall` leaves no file behind.
. tests/tap

dest=$work/dest
prefix=/opt/ludus
# The build directory as it was named for the build, so that nothing is built anew.
make_here() {
    make -s BUILD="${BUILD#"$PWD"/}" SAN="${SAN-}" DESTDIR="$dest" PREFIX=$prefix "$@"
}
check "make install" make_here install

installed=$dest$prefix
PKG_CONFIG_PATH=$installed/lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$dest
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR

for file in include/ludus.h lib/libludus.a lib/libludus.so lib/libludus.so.0 bin/ludcheck share/man/man1/ludcheck.1 \
    share/ludus/rules/chess.rules share/bash-completion/completions/ludcheck share/zsh/site-functions/_ludus \
    share/fish/vendor_completions.d/ludcheck.fish; do
    check "there is $file" test -s "$installed/$file"
done

nm -D --defined-only "$installed/lib/libludus.so" | awk '{ print $NF }' | sed 's/@.*//' |
    grep -v -e '^ludus_' -e '^_init$' -e '^_fini$' -e '^__\(asan\|odr_asan\|ubsan\|bss_start\)' -e '^_e\(nd\|data\)$' \
        >"$work/symbols"
check_empty "only ludus_* is exported" "$work/symbols"
check "the soname is libludus.so.0" sh -c 'objdump -p "$0" | grep -q "SONAME *libludus.so.0$"' "$installed/lib/libludus.so"

cat >"$work/count.c" <<'END'
#include <ludus.h>

int main(void)
{
    struct ludus_position *position = ludus_position_new(ludus_ruleset_find("chess"));
    size_t count = position ? ludus_position_moves(position, NULL, 0) : 0;
    ludus_position_free(position);
    printf("%zu moves with ludus %s\n", count, ludus_version());
    return count == 20 ? 0 : 1;
}
END
compile() {
    out=$1
    shift
    # shellcheck disable=SC2046,SC2086 # pkg-config and SANITIZE are words
    ${CC:-cc} -std=c11 -Wall -Wextra -Werror ${SANITIZE-} -o "$work/$out" "$work/count.c" \
        $(pkg-config --cflags ludus) "$@"
}
# shellcheck disable=SC2046
check "a program finds the shared library" compile shared $(pkg-config --libs ludus)
check "and runs with it" env LD_LIBRARY_PATH="$installed/lib" "$work/shared"
# shellcheck disable=SC2046
check "a program finds the static library" compile static \
    $(pkg-config --static --libs ludus | sed 's/-lludus/-l:libludus.a/')
check "and runs without the shared one" "$work/static"
check "the header is C++ too" sh -c 'echo "#include <ludus.h>" | ${CXX:-c++} -x c++ -fsyntax-only -Wall -Werror -I"$0" -' \
    "$installed/include"
check "a tool runs where it was installed" "$installed/bin/ludcheck" corpus/chess/fools-mate.pgn

check "make uninstall" make_here uninstall
find "$dest" ! -type d >"$work/left"
check_empty "nothing is left behind" "$work/left"
