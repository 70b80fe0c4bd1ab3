#!/bin/sh
# Engines of ludnote: one that misbehaves in many ways loses no record and is reported once; what real ones say, the cache,
# and interrupts.
. tests/tap

engine=$PWD/tests/false-engine
game=corpus/chess/morphy-brunswick-1858.pgn
printf '1. e4 *\n\n1. e4 *\n\n' >"$work/games.pgn"
PATH=$PATH:/usr/games

# note NAME STATUS COMMAND...: runs a command, whose output goes to $work/out and messages to $work/err.
note() {
    name=$1 wanted=$2
    shift 2
    timeout 60 "$@" >"$work/out" 2>"$work/err"
    status=$?
    { echo "status $status"; cat "$work/err"; } >"$work/why"
    if [ $status -eq "$wanted" ]; then ok "$name"; else not_ok "$name" "$work/why"; fi
}

# same NAME FILE FILE
same() {
    diff "$2" "$3" >"$work/diff" 2>&1
    check_empty "$1" "$work/diff"
}

note "an honest engine" 0 ludnote -e "'$engine' honest" "$work/games.pgn"
printf '1. e4 {[%%eval -0.10]} *\n\n1. e4 {[%%eval -0.10]} *\n\n' >"$work/noted.pgn"
same "its evaluations are from White's side" "$work/noted.pgn" "$work/out"
note "one that ignores that it is to end" 0 ludnote -e "exec '$engine' stubborn" "$work/games.pgn"
same "it is heard" "$work/noted.pgn" "$work/out"

for fault in 'no-start:does not start' 'deaf:does not answer in time' 'closed:does not start' 'flood:does not answer in time' \
    'endless:writes a line without end' 'dies:has ended' 'hangs:does not answer in time' 'garbage:gives no score' \
    'no-score:gives no score' 'bad-move:answers with an illegal move' 'bad-line:answers with an illegal move'; do
    for jobs in 1 2; do
        note "${fault%%:*}, -j $jobs" 2 ludnote -j $jobs --wait=1 -e "exec '$engine' ${fault%%:*}" -o "$work/kept" "$work/games.pgn"
        same "${fault%%:*}, -j $jobs: the records are unchanged" "$work/games.pgn" "$work/kept"
        echo "ludnote: the engine 'exec '$engine' ${fault%%:*}' ${fault#*:}; the records from here on are left as they are" >"$work/said"
        same "${fault%%:*}, -j $jobs: one message" "$work/said" "$work/err"
    done
done
note "an engine that is missing" 2 ludnote -e "$work/missing" "$work/games.pgn"
same "its records are unchanged" "$work/games.pgn" "$work/out"
note "an engine that does not know the game" 1 ludnote -e "'$engine' honest" corpus/xiangqi/*.ludus
grep -q 'no-evaluation' "$work/err" || echo "no message" >"$work/none"
[ -e "$work/none" ] || : >"$work/none"
check_empty "and says so" "$work/none"

note "an error is confirmed" 0 ludnote -n --evals --nodes=100 -e "'$engine' horizon" "$work/games.pgn"
same "a longer look takes the place of the first" "$work/noted.pgn" "$work/out"
note "an error is not confirmed" 0 ludnote -n --evals --nodes=100 --confirm=0 -e "'$engine' horizon" "$work/games.pgn"
printf '1. e4 $4 {[%%eval -5.00]} *\n\n1. e4 $4 {[%%eval -5.00]} *\n\n' >"$work/marked.pgn"
same "then the first look counts" "$work/marked.pgn" "$work/out"

# Nothing of an engine outlives the tool by more than a moment.
sleep 1
pgrep -fl "$engine " >"$work/left"
check_empty "no engine is left" "$work/left"

# The second game hangs when the first has been noted.
note "an interrupt" 2 sh -c "(sleep 1; pkill -INT -P \$\$ ludnote) & ludnote --wait=30 -e \"exec '$engine' hangs\" -o '$work/kept' '$work/games.pgn'"
same "an interrupt loses no record" "$work/games.pgn" "$work/kept"

# ---- The cache ----

note "a new cache" 0 ludnote -e "'$engine' honest" --cache="$work/cache" "$work/games.pgn"
same "a new cache changes nothing" "$work/noted.pgn" "$work/out"
note "a cache answers for the engine" 0 ludnote -e "'$engine' hangs" --cache="$work/cache" "$work/games.pgn"
same "with the same text" "$work/noted.pgn" "$work/out"
note "other limits are not in it" 2 ludnote --wait=1 -d 3 -e "'$engine' hangs" --cache="$work/cache" "$work/games.pgn"
echo 'not a database, but some text that is long enough to be read as one' >"$work/broken"
note "a file that is no cache" 2 ludnote -e "'$engine' honest" --cache="$work/broken" "$work/games.pgn"
grep -c "^ludnote: --cache: " "$work/err" >"$work/count"
echo 1 >"$work/one"
same "one message" "$work/one" "$work/count"

# ---- Real engines ----

if ! command -v stockfish >/dev/null; then
    skip "stockfish" "it is not installed"
    exit 0
fi
cat "$game" "$game" "$game" >"$work/three.pgn"
note "stockfish" 0 ludnote -e stockfish -d 6 "$work/three.pgn"
cp "$work/out" "$work/alone"
note "stockfish, -j 2" 0 ludnote -j 2 -e stockfish -d 6 "$work/three.pgn"
same "the number of engines does not matter" "$work/alone" "$work/out"
note "again" 0 ludnote -e stockfish -d 6 "$work/alone"
same "a second run changes nothing" "$work/alone" "$work/out"
note "the notes are a sound record" 0 ludcheck "$work/alone"
note "with a cache" 0 ludnote -j 2 -e stockfish -d 6 --cache="$work/real" "$work/three.pgn"
cp "$work/out" "$work/cached"
note "from the cache" 0 ludnote -e stockfish -d 6 --cache="$work/real" "$work/three.pgn"
same "the cache does not matter" "$work/cached" "$work/out"

# A sacrifice that mates bears no mark; a famous one that the best answer refutes does.
ludnote -e stockfish -d 8 corpus/chess/reti-tartakower-1910.pgn | ludplay --table=turn,san,eval,nag | sed -n '/^9W/,$p' >"$work/out"
printf '%s\t%s\t%s\t\n' 9W Qd8+ '#2' 9B Kxd8 '#2' 10W Bg5+ '#1' 10B Kc7 '#1' 11W Bd8# '' >"$work/wanted"
same "Reti and Tartakower, Vienna 1910" "$work/wanted" "$work/out"
# A sacrifice whose point is beyond the depth is seen by the second look.
nags() {
    ludnote -e stockfish -d 12 "$@" "$game" | ludplay --table=turn,san,nag | grep '^1[5-7]W'
}
nags >"$work/out"
printf '%s\t%s\t\n' 15W Bxd7+ 16W Qb8+ 17W Rd8# >"$work/wanted"
same "Morphy, Paris 1858" "$work/wanted" "$work/out"
nags --confirm=0 >"$work/out"
printf '%s\t%s\t%s\n' 15W Bxd7+ 4 16W Qb8+ '' 17W Rd8# '' >"$work/wanted"
same "without it, it is a blunder" "$work/wanted" "$work/out"
ludnote -e stockfish -d 12 corpus/chess/anderssen-kieseritzky-1851.pgn | ludplay --table=turn,san,nag | grep '^18[WB]' >"$work/out"
printf '%s\t%s\t4\n' 18W Bd6 18B Bxg1 >"$work/wanted"
same "Anderssen and Kieseritzky, London 1851" "$work/wanted" "$work/out"
