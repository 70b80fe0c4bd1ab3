#!/bin/sh
# `make install` into an empty place gives a library that programs find through pkg-config, static and shared, that
# exports the functions of ludus.h and nothing else; the example programs build and run with it; tools run from there;
# `make uninstall` leaves no file behind.
. tests/tap

dest=$work/dest
mkdir "$work/bin"
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
    share/man/man3/ludus_game.3 share/doc/ludus/examples/check.c share/vim/vimfiles/syntax/ludus.vim \
    share/ludus/rules/chess.rules share/ludus/rules/record.schema.json share/ludus/magic \
    share/mime/packages/ludus.xml share/doc/ludus/examples/pre-commit share/bash-completion/completions/ludcheck share/zsh/site-functions/_ludus \
    share/fish/vendor_completions.d/ludcheck.fish; do
    check "there is $file" test -s "$installed/$file"
done

# What the manual pages say is in the place of installation is there.
grep -ho '/[a-z/]*share/ludus[a-z/]*' "$installed"/share/man/man?/* | sort -u >"$work/paths"
check "the manual pages name paths below PREFIX" sh -c '[ -s "$0" ] && ! grep -v "^$1/" "$0"' "$work/paths" $prefix
check "and they exist" sh -c 'while read -r path; do [ -e "$1$path" ] || exit 1; done <"$0"' "$work/paths" "$dest"

# agree NAME FILE FILE
agree() {
    diff "$2" "$3" >"$work/diff" 2>&1
    check_empty "$1" "$work/diff"
}

# What a sanitizer adds begins with underscores.
nm -D --defined-only --without-symbol-versions "$installed/lib/libludus.so" | awk '$2 != "A" { print $3 }' |
    grep -v '^__\(asan\|odr_asan\|ubsan\)' | sort >"$work/symbols"
tests/public-functions src/ludus.h | sed 's/(.*//; s/.*[ *]//' | sort >"$work/functions"
agree "the functions of ludus.h are exported, and nothing else" "$work/functions" "$work/symbols"
check "they have a version" sh -c 'nm -D "$0" | grep -q "ludus_version@@LUDUS_0$"' "$installed/lib/libludus.so"
check "the soname is libludus.so.0" sh -c 'objdump -p "$0" | grep -q "SONAME *libludus.so.0$"' "$installed/lib/libludus.so"

# compile FLAGS OUT SOURCE
compile() {
    # shellcheck disable=SC2086 # CC, SANITIZE and what pkg-config says are words
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror ${SANITIZE-} -o "$work/bin/$2" "$3" $1
}

# What frees or closes takes NULL too.
{
    echo '#include <ludus.h>'
    echo 'int main(void) {'
    sed -n 's/^\(ludus_.*_\(free\|close\)\)$/    \1(NULL);/p' "$work/functions"
    echo '    return 0; }'
} >"$work/free.c"
static=$(pkg-config --static --cflags --libs ludus | sed 's/-lludus/-l:libludus.a/')
check "a program finds the static library" compile "$static" free "$work/free.c"
check "and runs without the shared one; NULL is freed" "$work/bin/free"

# ---- The example programs, with the shared library ---------------------------------------------------------------

shared=$(pkg-config --cflags --libs ludus)
# as_cxx FILE: the same, as C++.
as_cxx() {
    # shellcheck disable=SC2086 # CXX and what pkg-config says are words
    # shellcheck disable=SC2046 # the flags are several words
    ${CXX:-c++} -std=c++17 -x c++ -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
        $(pkg-config --cflags ludus) "$1"
}
for file in "$installed"/share/doc/ludus/examples/*.c; do
    name=$(basename "$file" .c)
    check "$name.c finds the shared library" compile "$shared" "$name" "$file"
    check "$name.c is C++ too" as_cxx "$file"
done
# run EXAMPLE ARGUMENT...
run() {
    program=$1
    shift
    LD_LIBRARY_PATH=$installed/lib "$work/bin/$program" "$@"
}

{
    run check corpus/bad/wrong-piece-name.pgn
    echo "status $?"
    run moves ludus-equitum | sed -n '1p;4p;5p'
    run list corpus/chess/fools-mate.pgn | tail -1
    run build
    run build | run remark | tail -3
    printf '%s\n' f2f3 P-K4 Ke3 g4 'Qd8-h4' | run board chess | grep -v '^ '
} >"$work/said"
cat >"$work/wanted" <<'END'
corpus/bad/wrong-piece-name.pgn:4:4: Knight stands on g1, not Bishop [wrong-piece]
status 1
Ludus Equitum
(1,3) Pelicanus b1-a1
(1,4) Miles b2-b3, Miles c2-c3, Miles d2-d3, Miles e2-e3, Miles f2-f3, Miles g2-g3
2B	0	Qh4#	rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
[White "Anderssen"]
[Black "NN"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] the king's pawn} 1... e5 2. Qh5 Ke7 $4 (2... Nc6 3. Bc4)
3. Qxe5# 1-0

1. e4 {[%clk 0:05:00] the king's pawn} 1... e5 2. Qh5 Ke7 $4 (2... Nc6 3. Bc4)
3. Qxe5# {captures a piece} 1-0

White
f3
Black
e5
White
King does not move from e1 to e3; perhaps e3
g4
Black
Qh4#
checkmate
END
agree "check tells faults, moves tells moves by roll, list and board play" "$work/wanted" "$work/said"
run draw corpus/ludus-equitum/pentamere-1995.ludus >"$work/drawn.svg"
"$installed/bin/luddraw" --strip -n captures --theme=hatched --size=120mm corpus/ludus-equitum/pentamere-1995.ludus \
    >"$work/strip.svg"
agree "draw draws what luddraw draws" "$work/strip.svg" "$work/drawn.svg"

check "a tool runs where it was installed" "$installed/bin/ludcheck" corpus/chess/fools-mate.pgn

check "make uninstall" make_here uninstall
find "$dest" ! -type d >"$work/left"
check_empty "nothing is left behind" "$work/left"
