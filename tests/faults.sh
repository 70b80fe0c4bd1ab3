#!/bin/sh
# What the system refuses: memory, reads, writes, names; and signals at the worst moments. However it goes, a tool gives
# what it gives without the fault, or it ends with status 2 and says why; and a file that it writes is the old one or
# the new one, whole, with nothing left beside it. LONG=1 lets every single allocation and read fail.
. tests/tap

# All that the library allocates is counted; see base/memory.h.
grep -nE '(^|[^_a-z])(malloc|calloc|realloc|strdup) ?\(' src/base/*.c src/rules/*.c src/notation/*.c src/play/*.c src/decode/*.c src/study/*.c src/formats/*.c src/draw/*.c \
    grammar/* | grep -v '^src/base/memory.c' >"$work/plain"
check_empty "the library allocates through base/memory.h" "$work/plain"

if [ -n "${SAN-}" ]; then
    skip "faults" "a sanitizer has allocators of its own"
    exit 0
fi

shim=$work/shim.so
# shellcheck disable=SC2086 # CC is words
check "the shim compiles" ${CC:-cc} -std=c11 -O1 -Wall -shared -fPIC -o "$shim" tests/faults/shim.c -ldl

game=corpus/ludus-equitum/pentamere-1995.ludus
mkdir "$work/in"
sed 's/(2,5) Regina d1-e2/(_,5) Regina d1-_2/; s/Rex d8-d7/_/' $game >"$work/in/damaged.ludus"
sed 's/Regina d7-c6/Regina d7-e6/' $game >"$work/in/faulty.ludus"
echo '1. e4 e5 2. Xf3 Xc6 3. Yb5 a6 4. Yxc6 dxc6 5. Nf3 {a 5... Nf6 {b} *' >"$work/in/letters.pgn"
printf '[Result "1-0"]\n\n1) e4 e5 2) B:c4 d6 1/2-1/2\n\n[Result "1-0"]\n\n1. e4 0-1\n' >"$work/in/slips.pgn"
gzip -c $game >"$work/in/game.gz"
zstd -q -c $game >"$work/in/game.zst" 2>/dev/null || cp "$work/in/game.gz" "$work/in/game.zst"
ludconv -t xml $game >"$work/in/game.xml"
ludconv -t json $game >"$work/in/game.json"
sed '/^\[/d' $game >"$work/in/page.txt"
printf '@PLAYER "., "\nTyger, Lord\n= L. Tyger\n%%%%Prefix "Lady " "Lady, "\n@SITE\nRome\n' >"$work/in/names.ssp"

# One command a line.
cat >"$work/commands" <<END
ludcheck $game
ludcheck corpus/bad/wrong-piece-name.pgn
ludcheck $work/in/game.gz
ludcheck $work/in/game.zst
ludcheck --solve --notes corpus/problems/morphy.ludus
ludcheck --check-rules=src/rulesets/ludus-equitum.rules
ludplay $game
ludplay --format=json $game
ludmoves -r ludus-equitum --roll 3,5
ludmoves -r chess --perft 2
ludmoves -R src/rulesets/chess.rules --count
ludmoves -r capablanca --variants-ini
ludfmt $game
ludconv -t xml $game
ludconv -t json $game
ludconv -f xml $work/in/game.xml
ludconv -f json $work/in/game.json
ludconv -t transcript $game
ludconv -f transcript -r ludus-equitum $work/in/page.txt
ludwhich -n1 $game
ludgrep move~R $game
ludgrep -u turns>3 $game
ludtag --order --set=Event=a"b --ply-count --names=$work/in/names.ssp --openings=$game $game
ludsort --by=White,turns $game
ludstat --by=player,White --openings=3 $game
ludgen -r acedrex -n 2
ludnote -a $game
ludnote --summary $game
luddraw $game
luddraw --html $game
luddraw --outlines $game
luddraw --strip -n captures $game
ludbook --every=4 $game
ludbook -t html $game
luddiff --apparatus $game $work/in/faulty.ludus
ludmend $work/in/damaged.ludus
ludmend -w $work/in/damaged.ludus
ludmend --repair -n 1 $work/in/faulty.ludus
ludmend --repair $work/in/letters.pgn
ludmend --repair --apply=1 $work/in/slips.pgn
END

# run VARIABLE=VALUE COMMAND...: leaves its output in $work/out and $work/err, its status in $status.
run() {
    (
        # shellcheck disable=SC2163 # the argument is VARIABLE=VALUE
        export LD_PRELOAD="$shim" "$1"
        shift
        exec "$@"
    ) >"$work/out" 2>"$work/err" </dev/null
    status=$?
}

# The same with room for so many bytes in each file; messages go through a pipe, which has no such bounds.
run_within() {
    room=$1
    shift
    messages=$(LD_PRELOAD="$shim" exec prlimit --fsize="$room" "$@" 2>&1 >/dev/null </dev/null)
    status=$?
    printf %s "$messages" >"$work/err"
}

# Without a fault; how often it allocates and reads.
run_sound() {
    run FAULT_COUNT="$work/count" "$@"
    sound=$status
    mv "$work/out" "$work/sound-out"
    mv "$work/err" "$work/sound-err"
    read -r allocations reads <"$work/count"
}

# Says what is wrong when the last run gave neither what it gives without a fault nor status 2 and a reason.
judge() {
    if [ $status -eq 2 ] && [ -s "$work/err" ]; then return; fi
    if [ $status -eq $sound ] && cmp -s "$work/out" "$work/sound-out" && cmp -s "$work/err" "$work/sound-err"; then return; fi
    echo "$1: status $status: $(head -n 1 "$work/err")" >>"$work/wrong"
}

# numbers COUNT: 1 to COUNT with LONG, else a dozen of them, the same each time, the first and the last too.
numbers() {
    number=1 step=1
    [ -n "${LONG-}" ] || step=$(($1 / 12 + 1))
    while [ $number -le "$1" ]; do
        echo $number
        number=$((number + step))
    done
    echo "$1"
}

while read -r command; do
    # shellcheck disable=SC2086 # words
    run_sound $command
    : >"$work/wrong"
    for n in $(numbers "$allocations"); do
        for from in '' _FROM; do
            # shellcheck disable=SC2086
            run "FAULT_MEMORY$from=$n" $command
            judge "allocation $n$from"
        done
    done
    for n in $(numbers "$reads"); do
        # shellcheck disable=SC2086
        run "FAULT_READ_AT=$n" $command
        judge "read $n"
    done
    # shellcheck disable=SC2086
    run FAULT_READ=short $command
    [ $status -eq $sound ] && cmp -s "$work/out" "$work/sound-out" || echo "short reads: status $status" >>"$work/wrong"
    check_empty "$(echo "$command" | sed "s|$work/in/||g"): $allocations allocations, $reads reads" "$work/wrong"
done <"$work/commands"

# ---- Files that are written ------------------------------------------------------------------------------------------

# Each writes $work/dir/file, which holds something already.
cat >"$work/writers" <<END
ludfmt -i $work/dir/file
ludfmt -o $work/dir/file $game
ludtag -i --set=Event=other $work/dir/file
ludcheck -o $work/dir/file corpus/bad/wrong-piece-name.pgn
ludconv -t xml -o $work/dir/file $game
ludnote -o $work/dir/file $game
ludmend -w -o $work/dir/file $work/in/damaged.ludus
ludgen -r chess -n 9 -o $work/dir/file
ludsort --by=turns -o $work/dir/file $game
luddraw -o $work/dir/file $game
ludbook -o $work/dir/file $game
ludstat -o $work/dir/file $game
ludstat --plot=$work/dir/file $game
ludnote --plot=$work/dir/file $game
END
sed 's/Pelicanus b1-a1/Pelicanus   b1a1/' $game >"$work/old"

# The folder with the old file alone; it stays as it is when judge_file has just found it so.
renew() {
    if [ "$state" = old ] && [ "$found" = '640 file' ]; then return; fi
    rm -rf "$work/dir"
    mkdir "$work/dir"
    install -m 640 "$work/old" "$work/dir/file"
    state=
}
state='' found=''

# The file is the old or the new one, which differ, and alone; WANTED is old, new, or either.
judge_file() {
    state=other
    if cmp -s "$work/dir/file" "$work/old"; then
        state=old
    elif cmp -s "$work/dir/file" "$work/new"; then
        state=new
    fi
    [ $state = "$2" ] || [ "$2$state" = eitherold ] || [ "$2$state" = eithernew ] || echo "$1: the file is $state" >>"$work/wrong"
    # The mode and the name of all that is there.
    found=$(find "$work/dir" -mindepth 1 -printf '%m %P\n')
    [ "$found" = '640 file' ] || echo "$1: not one file of mode 640: $found" >>"$work/wrong"
}

# A writer may end like this; in trouble it says why.
judge_end() {
    case " $2 " in *" $status "*) ;; *) echo "$1: status $status" >>"$work/wrong" ;; esac
    [ "$status" -ne 2 ] || [ -s "$work/err" ] || echo "$1: says nothing" >>"$work/wrong"
}

while read -r command; do
    : >"$work/wrong"
    renew
    # shellcheck disable=SC2086
    run_sound $command
    cp "$work/dir/file" "$work/new"
    ! cmp -s "$work/old" "$work/new" || echo "without a fault: the file is as it was" >>"$work/wrong"
    judge_file "without a fault" new
    for call in mkstemp fchmod fsync rename; do
        renew
        # shellcheck disable=SC2086
        run FAULT_FILE=$call $command
        judge_file "$call fails" old
        judge_end "$call fails" 2
    done
    for call in mkstemp fchmod fwrite fflush fsync rename; do
        renew
        # shellcheck disable=SC2086
        run FAULT_SIGNAL=$call $command
        judge_file "SIGTERM before $call" either
        judge_end "SIGTERM before $call" "143 $sound"
    done
    # The disk is full after so many bytes, in the middle of a write; the signal for that is ignored or not.
    size=$(wc -c <"$work/new")
    for bytes in 0 1 100 $((size - 1)); do
        renew
        trap '' XFSZ
        # shellcheck disable=SC2086
        run_within $bytes $command
        trap - XFSZ
        judge_file "room for $bytes bytes" old
        judge_end "room for $bytes bytes" 2
        renew
        # shellcheck disable=SC2086
        run_within $bytes $command
        judge_file "SIGXFSZ at $bytes bytes" old
        judge_end "SIGXFSZ at $bytes bytes" 153
    done
    for n in $(numbers "$allocations"); do
        renew
        # shellcheck disable=SC2086
        run FAULT_MEMORY_FROM="$n" $command
        judge_file "no memory from $n" either
        judge_end "no memory from $n" "2 $sound"
    done
    check_empty "$(echo "$command" | sed "s|$work/||g") writes all or nothing" "$work/wrong"
done <"$work/writers"

# Signals that come to a program of several threads while a file is there that the list of them does not hold yet.
ludgen -r chess -n 12 -m 4 | sed 's/^\[Event .*/&\n[Round "1"]/' >"$work/rounds.pgn"
: >"$work/wrong"
for jobs in 1 4; do
    for n in 1 2 3; do
        rm -rf "$work/dir"
        mkdir "$work/dir"
        run FAULT_AFTER=$n ludconv -t pgn -j $jobs --split=3 -o "$work/dir/part.pgn" "$work/rounds.pgn"
        [ $status -eq 143 ] || echo "-j $jobs, file $n: status $status" >>"$work/wrong"
        [ -z "$(ls -A "$work/dir")" ] || echo "-j $jobs, file $n: left behind: $(ls -A "$work/dir")" >>"$work/wrong"
    done
done
check_empty "SIGTERM while threads share the records of --split leaves no file behind" "$work/wrong"

# Signals from outside, whenever they come.
awk '{ text = text $0 "\n" } END { for (n = 0; n < 400; n++) print text }' "$work/old" >"$work/many"
mv "$work/many" "$work/old"
ludfmt "$work/old" >"$work/new"
state=
: >"$work/wrong"
for delay in 0 0.01 0.02 0.04 0.08 0.16 ${LONG:+0.005 0.015 0.03 0.05 0.06 0.07 0.09 0.1 0.12 0.14 0.18 0.2 0.25}; do
    for signal in HUP INT TERM; do
        renew
        timeout -s $signal "$delay" ludfmt -i "$work/dir/file" >"$work/err" 2>&1
        judge_file "SIG$signal after $delay seconds" either
    done
done
check_empty "signals while ludfmt -i runs leave all of the old file or of the new one" "$work/wrong"
