#!/bin/sh
# `ludplay --uci` as an engine: counts of moves against other engines, a game against one of them, notes of ludnote, and
# input that no engine should get.
. tests/tap
PATH=$PATH:/usr/games

# ---- Input ----

head -c 3000000 /dev/zero | tr '\0' x >"$work/long"
# shellcheck disable=SC3045 # the shells of Debian and of BSD have it
{ cat "$work/long"; echo; echo isready; head -c 1000000 "$work/long"; } | { [ -n "${SAN-}" ] || ulimit -v 4000000; ludplay --uci; } >"$work/out"
printf '%s\n' 'info string left out: a line of 3000000 bytes' readyok 'info string left out: a line of 1000000 bytes' >"$work/wanted"
check "lines without end are left out" cmp "$work/out" "$work/wanted"
awk 'BEGIN { srand(7); for (i = 0; i < 200000; i++) printf "%c", int(rand() * 256) }' >"$work/garbage"
{ cat "$work/garbage"; printf '\n\0\0go\0\nposition fen \0\nsetoption name\nposition\n  isready \r\n'; } | LC_ALL=C ludplay --uci >"$work/out"
status=$?
[ $status = 0 ] && [ "$(tail -n 1 "$work/out")" = readyok ] && ! LC_ALL=C grep -qv '^info string \|^readyok$\|^bestmove\|^info depth' "$work/out"
check "garbage is told, and does no harm" [ $? = 0 ]
{ printf 'position startpos moves'; awk 'BEGIN { for (i = 0; i < 1600; i++) printf " g1f3 g8f6 f3g1 f6g8" }'; printf '\nd\n'; } |
    ludplay --uci | grep '^Fen' >"$work/out"
check "a game of 6400 moves" grep -q ' 3201$' "$work/out"

# ---- Games that can be had again ----

# random SEED: a game of both sides, its moves on one line.
random() {
    rm -f "$work/to" "$work/from"
    mkfifo "$work/to" "$work/from"
    ludplay --uci -r "$2" <"$work/to" >"$work/from" &
    exec 3>"$work/to" 4<"$work/from"
    echo "setoption name Seed value $1" >&3
    moves=
    while [ ${#moves} -lt 400 ]; do
        printf 'position startpos%s\ngo\n' "${moves:+ moves$moves}" >&3
        while read -r word move _ <&4 && [ "$word" != bestmove ]; do :; done
        [ "$move" != '(none)' ] || break
        moves="$moves $move"
    done
    exec 3>&- 4<&-
    wait $!
    echo "$moves"
}
for game in makruk draughts-international; do
    random 5 $game >"$work/first"
    random 5 $game >"$work/second"
    random 6 $game >"$work/other"
    check "$game: the same seed gives the same game" cmp "$work/first" "$work/second"
    check "$game: another seed gives another" [ "$(cat "$work/first")" != "$(cat "$work/other")" ]
    check "$game: its moves are a record" ludcheck -r $game "$work/first"
done

# ---- Notes ----

for file in corpus/acedrex/*.ludus corpus/shatranj/*.ludus corpus/crazyhouse/*.ludus corpus/draughts-english/*.ludus; do
    ludnote --engine='ludplay --uci' --evals "$file" 2>"$work/message" >"$work/noted"
    grep -q '\[%eval 0.00\]' "$work/noted" || echo "no evaluation" >>"$work/message"
    check_empty "${file#corpus/}: ludnote takes its answers" "$work/message"
done

# ---- Other engines ----

options=
# compare ENGINE VARIANT RULESET DEPTH: the numbers of perft for each move, from the start and from random positions, with
# $options set first.
compare() {
    { ludmoves -r "$3" --count >"$work/ignored" && echo "position startpos"
      ludgen -r "$3" -n 4 -m 60 | ludplay -r "$3" | cut -f 4 | awk 'NR % 13 == 7 { print "position fen " $0 }'; } >"$work/positions"
    { echo "$options"; echo "setoption name UCI_Variant value $2"; awk -v depth="$4" '{ print; print "go perft " depth }' "$work/positions"; } >"$work/asked"
    for side in "$1" 'ludplay --uci'; do
        (cat "$work/asked"; echo quit) | $side 2>/dev/null | grep -E '^[^ ]+: [0-9]+$|^Nodes' |
            awk '/^Nodes/ { n++; print n, $0; next } { print n + 0, $0 | "sort -k1n -k2"; } ' | sort >"$work/$(basename "${side%% *}")"
    done
    [ -s "$work/$1" ] || echo "no answers" >"$work/$1"
    check "$1: perft of $3" diff "$work/$1" "$work/ludplay"
}
if command -v fairy-stockfish >/dev/null; then
    for engine in fairy-stockfish 'ludplay --uci'; do
        printf 'uci\nquit\n' | $engine | sed -n 's/^option name UCI_Variant//p' | tr ' ' '\n' | sort -u >"$work/$(basename "${engine%% *}").names"
    done
    # Games that it learns from a file. The version of Debian does not know all that the file of acedrex says.
    ludmoves --variants-ini >"$work/ludus.ini"
    options="setoption name VariantPath value $work/ludus.ini"
    # shellcheck disable=SC2013 # names without blanks
    for ruleset in $(sed -n 's/^\[ludus-\(.*\)\]$/\1/p' "$work/ludus.ini"); do
        case $ruleset,$(fairy-stockfish quit) in
        acedrex,*Stockfish\ 1[1-4].*) skip "fairy-stockfish: perft of $ruleset" "the version is too old" ;;
        *) compare fairy-stockfish "ludus-$ruleset" "$ruleset" 3 ;;
        esac
    done
    for file in corpus/long-assize/*.ludus corpus/latrunculi-2007/*.ludus; do
        ludnote -e fairy-stockfish --engine-option=VariantPath="$work/ludus.ini" -d 4 "$file" 2>"$work/message" >"$work/noted"
        ludcheck "$work/noted" >>"$work/message" 2>&1
        grep -q '\[%eval [-#0-9]' "$work/noted" || echo "no evaluation" >>"$work/message"
        check_empty "${file#corpus/}: fairy-stockfish notes a game of the file" "$work/message"
    done
    options=
    for variant in $(comm -12 "$work/fairy-stockfish.names" "$work/ludplay.names" | grep -vE '^(cambodian|combo|default|type|var|)$'); do
        compare fairy-stockfish "$variant" "$variant" 2
    done
else
    skip "fairy-stockfish" "it is not installed"
fi
if ! command -v stockfish >/dev/null; then
    skip "stockfish" "it is not installed"
    exit 0
fi
compare stockfish chess chess 3

# A whole game: ludplay has White.
mkfifo "$work/a" "$work/b" "$work/c" "$work/d"
ludplay --uci <"$work/a" >"$work/b" &
stockfish <"$work/c" >"$work/d" &
exec 3>"$work/a" 4<"$work/b" 5>"$work/c" 6<"$work/d"
moves='' side=white move=''
while [ ${#moves} -lt 2000 ]; do
    if [ $side = white ]; then
        printf 'position startpos%s\ngo wtime 1000 btime 1000\n' "${moves:+ moves$moves}" >&3
        while read -r word move _ <&4 && [ "$word" != bestmove ]; do :; done
        side=black
    else
        printf 'position startpos moves%s\ngo depth 4\n' "$moves" >&5
        while read -r word move _ <&6 && [ "$word" != bestmove ]; do :; done
        side=white
    fi
    [ "$move" != '(none)' ] || break
    moves="$moves $move"
done
echo quit >&3
echo quit >&5
exec 3>&- 4<&- 5>&- 6<&-
wait
echo "$moves 0-1" >"$work/game"
check "stockfish mates it" [ "$side,$move" = "black,(none)" ]
check "the game is a sound record" ludcheck "$work/game"
