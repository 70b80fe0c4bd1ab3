#!/bin/sh
# Nothing that a file holds or is called can steer a terminal: control characters of ASCII and of Latin-1 (C1) are shown
# as ?, while files and pipes get every byte.
. tests/tap

if ! command -v script >/dev/null; then
    skip "terminal" "script is missing"
    exit 0
fi

esc=$(printf '\033')
csi=$(printf '\302\233')
mkdir "$work/in"
bad="$work/in/a${esc}[31mb${csi}31mc.pgn"
printf '[Event "E\033]0;x\007 \302\2332J"]\n[White "W\302\2332J"]\n\n1. e4 {c\033[2J \302\2332J} e5 2. Ke7 {d} Zz9\302\2332J *\n' >"$bad"
printf '[Event "F"]\n\n1. e4 _ 2. Nf3 {\302\2332J} *\n' >"$work/in/damaged${csi}2J.pgn"
printf '[Event "G"]\n\n1. e4 e5\302\2332J *\n' >"$work/token.pgn"
printf '[Variant "ludus-equitum"]\n[White "W\302\2332J"]\n\n1W. (1,2) pass\n*\n' >"$work/luck.ludus"
printf '[Event "H"]\n\n1. d4 *\n\n[Event "I"]\n\n1. c4 c5 2. g3 g6 3. Bg2 Bg7 *\n' >"$work/two${csi}2J.pgn"
printf '[Event "H"]\n\n1. d4 *\n' >"$work/one${esc}[2J.pgn"
export bad work
cat >"$work/commands" <<'END'
ludcheck -v -n
ludcheck --format=json
ludcheck -o /dev/null --nonesuch
ludplay
ludplay --turn=9W
ludfmt
ludfmt -c
ludgrep -l ""
ludgrep -c -H ""
ludgrep -H ""
ludgrep "move~K"
ludstat --by=player,White
ludtag --set=Annotator=a
ludsort --by=White
ludwhich -n1
ludmend
ludmend --repair
ludnote
ludconv -t pgn
ludconv -t json
ludconv -t transcript
luddiff "$work/in"/a*
luddraw
ludbook
ludbook -t html
END
: >"$work/wrong"
while read -r command; do
    TERM=dumb script -qec "$command \"\$bad\" \"\$work/in\"/d*" /dev/null >"$work/out" 2>&1 </dev/null
    tr -d '\r' <"$work/out" | LC_ALL=C grep -aE "$esc|$csi|$(printf '\007')" >"$work/found" || continue
    { echo "$command:"; cat -v "$work/found"; } >>"$work/wrong"
done <"$work/commands"
for command in "ludwhich -n1 token.pgn" "ludnote --summary luck.ludus" "luddiff two*.pgn one*.pgn" "luddiff one*.pgn two*.pgn"; do
    (cd "$work" && TERM=dumb script -qec "$command" /dev/null </dev/null) >"$work/out" 2>&1
    tr -d '\r' <"$work/out" | LC_ALL=C grep -aE "$esc|$csi" >"$work/found" || continue
    { echo "$command:"; cat -v "$work/found"; } >>"$work/wrong"
done
check_empty "no control characters come to a terminal" "$work/wrong"

# Progress is shown on a terminal only, and leaves nothing behind.
script -qec "ludcheck --progress -o /dev/null \"\$work/token.pgn\"" /dev/null >"$work/out" 2>&1 </dev/null
printf '1 record\r\033[K' >"$work/progress"
check "--progress counts the records on a terminal" cmp -s "$work/out" "$work/progress"
ludcheck --progress -o /dev/null "$work/token.pgn" >"$work/out" 2>&1
check_empty "--progress writes nothing into a file" "$work/out"

# There boards have figurines and colours, unless these are not wanted.
printf '1. a3 *\n' >"$work/plain.pgn"
shown() {
    env LC_ALL=C.UTF-8 "$@" script -qec "ludplay --board --last \"\$work/plain.pgn\"" /dev/null </dev/null 2>/dev/null |
        sed -n 's/\r$//; /^ 8/p' >"$work/out"
}
shown TERM=xterm
check "boards are coloured on a terminal" grep -q "^ 8$esc\[22;38;5;16;48;5;180m ♜ $esc\[22;38;5;16;48;5;137m ♞ " "$work/out"
shown NO_COLOR=1 TERM=xterm
check "but not with NO_COLOR" grep -qx ' 8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜' "$work/out"
shown LC_ALL=C NO_COLOR=1
check "and have letters where UTF-8 is not shown" grep -qx ' 8 r  n  b  q  k  b  n  r' "$work/out"

ludgrep -l '' "$bad" >"$work/out"
echo "$bad" >"$work/wanted"
check "a pipe gets the name as it is" cmp "$work/out" "$work/wanted"
ludfmt "$bad" 2>"$work/err" | grep -q "$csi"
check "and the record as it is" test $? -eq 0
TERM=dumb script -qec "ludcheck \"--x${esc}[2J\"" /dev/null >"$work/out" 2>&1 </dev/null
check "an unknown option is told" grep -q "is no option" "$work/out"
grep "$esc" "$work/out" >"$work/found"
check_empty "without its control characters" "$work/found"
