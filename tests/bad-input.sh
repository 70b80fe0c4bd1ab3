#!/bin/sh
# Bad input and bad places for output: every tool ends with its own exit status (0, 1 or 2), says why, and never
# crashes. A sanitizer's report is status 99, a signal 128 and more.
. tests/tap
spare_leaks

game=corpus/ludus-equitum/pentamere-1995.ludus
tools=$(cd "$BUILD/bin" && ls)
readers=$(echo "$tools" | grep -v -x -e ludmoves -e ludgen)

# run TOOL FILE: has the tool read FILE and write something.
run() {
    case $1 in
    ludmoves) ludmoves -r chess ;;
    ludgen) ludgen -r chess -n 5 --seed 1 ;;
    ludmend) ludmend -w "$2" ;;
    luddiff) luddiff --apparatus "$2" "$2" ;;
    ludsort) ludsort --by=White,turns "$2" ;;
    ludgrep) ludgrep 'turns >= 0 or material(r) = 9' "$2" ;;
    *) "$1" "$2" ;;
    esac
}

# judge NAME STATUS WANTED: is the status among the wanted ones, and did trouble (2) leave a message in $work/err?
judge() {
    case " $3 " in
    *" $2 "*) why= ;;
    *) why="ends with status $2, not $3" ;;
    esac
    [ "$2" -ne 2 ] || [ -s "$work/err" ] || why="says nothing"
    if [ -n "$why" ]; then
        { echo "$why"; head -n 30 "$work/err"; } >"$work/why"
        not_ok "$1" "$work/why"
    else
        ok "$1"
    fi
}

# ---- Bytes that are no record ------------------------------------------------------------------------------------

# The same bytes each time, every value among them.
noise() {
    awk -v seed="$1" 'BEGIN { srand(seed); for (i = 0; i < 4000; i++) printf "\\0%03o", int(rand() * 256) }' >"$work/octal"
    printf %b "$(cat "$work/octal")"
}

# A text with some of its bytes struck by others.
strike() {
    awk -v seed="$1" 'BEGIN { srand(seed); signs = "{}()[]\"<>_~,;%$=@x1aR \\" }
        {
            line = ""
            for (i = 1; i <= length($0); i++)
                line = line (rand() < 0.02 ? substr(signs, 1 + int(rand() * length(signs)), 1) : substr($0, i, 1))
            print line
        }' "$2"
}

# worst TOOL FILE...: runs over all files and leaves the worst status in $status, with its messages.
worst() {
    tool=$1
    shift
    status=0
    : >"$work/err"
    for file; do
        run "$tool" "$file" >/dev/null 2>"$work/err.now" </dev/null
        now=$?
        if [ $now -gt "$status" ]; then
            status=$now
            cp "$work/err.now" "$work/err"
        fi
    done
}

step=97
[ -z "${SAN-}" ] || step=497
mkdir "$work/noise" "$work/struck" "$work/cut"
for seed in $(seq "$(fewer 5)"); do
    noise "$seed" >"$work/noise/$seed"
done
for seed in $(seq "$(fewer 8)"); do
    for file in "$game" corpus/chess/morphy-brunswick-1858.pgn corpus/latrunculi-bell/*.ludus; do
        strike "$seed" "$file" >"$work/struck/$seed-$(basename "$file")"
    done
done
for file in "$game" corpus/chess/byrne-fischer-1956.pgn; do
    size=$(wc -c <"$file")
    at=0
    while [ $at -lt "$size" ]; do
        head -c $at "$file" >"$work/cut/$at-$(basename "$file")"
        at=$((at + step))
    done
done

for tool in $readers; do
    wanted='0 1'
    case $tool in luddraw | ludbook | luddiff) wanted='0 1 2' ;; esac # 2 says that nothing could be drawn, or compared
    worst "$tool" "$work"/noise/*
    judge "$tool: random bytes" $status "$wanted"
    worst "$tool" "$work"/struck/*
    judge "$tool: struck signs" $status "$wanted"
    worst "$tool" "$work"/cut/*
    judge "$tool: cut files" $status "$wanted"
done

# ---- Closed descriptors ----------------------------------------------------------------------------------------------

# A file must not get the number of standard error, and what is meant for it, nor those of input and output.
ludcheck -o "$work/sound.txt" corpus/bad/wrong-piece-name.pgn 2>/dev/null
ludcheck -v -o "$work/closed.txt" corpus/bad/wrong-piece-name.pgn 2>&-
judge "ludcheck without standard error" $? 1
check "it writes no complaints into its output" cmp "$work/sound.txt" "$work/closed.txt"
ludcheck -v -o "$work/closed.txt" corpus/bad/wrong-piece-name.pgn <&- >&- 2>&-
judge "ludcheck without input, output and error" $? 1
check "it writes the same" cmp "$work/sound.txt" "$work/closed.txt"
ludcheck <&- >/dev/null 2>"$work/err"
judge "ludcheck reads from closed input" $? 2
ludconv "$game" >&- 2>"$work/err"
judge "ludconv writes to closed output" $? 2
check "it says so" grep -q 'standard output: Bad file descriptor' "$work/err"

# ---- Files that cannot be read -----------------------------------------------------------------------------------

printf '\037\213\010\000broken' >"$work/broken.gz"
printf '\050\265\057\375broken' >"$work/broken.zst"
gzip -c "$game" | head -c 300 >"$work/cut.gz"
for tool in $readers; do
    for input in "$work" /nowhere/at/all /proc/self/mem "$work/broken.gz" "$work/broken.zst" "$work/cut.gz"; do
        run "$tool" "$input" >/dev/null 2>"$work/err" </dev/null
        judge "$tool: $(echo "$input" | sed "s|^$work$|a directory|; s|^$work/||")" $? 2
    done
done

# The other files are read all the same.
ludcheck -v /nowhere/at/all "$game" >"$work/out" 2>"$work/err"
status=$?
if [ $status -eq 2 ] && grep -q "$game: 1 games" "$work/err"; then
    ok "ludcheck goes on after a file that it cannot read"
else
    not_ok "ludcheck goes on after a file that it cannot read" "$work/err"
fi

# ---- Trouble, and a file that is written ---------------------------------------------------------------------------

# One command a line; each ends in trouble, however late, and leaves the file that it was to write as it was.
cat >"$work/troubled" <<END
ludcheck -o $work/dir/file $game /nowhere
ludcheck -o $work/dir/file -r nix $game
ludconv -o $work/dir/file /nowhere
ludconv -o $work/dir/file $work/cut.gz
ludconv -j 2 -t xml -o $work/dir/file $game /nowhere
ludconv --split=1 -o $work/dir/file $game /nowhere
luddiff -o $work/dir/file $game /nowhere
luddraw -o $work/dir/file -n 999 $game
ludbook -o $work/dir/file -n nix $game
ludbook -o $work/dir/file $game /nowhere
ludfmt -o $work/dir/file -j 2 $game $work/cut.gz
ludgen -o $work/dir/file -r nix
ludgen -o $work/dir/file
ludgrep -o $work/dir/file Event=\"Penta\"x $game
ludgrep -o $work/dir/file -f /nowhere $game
ludmend -o $work/dir/file --apply=9 $work/struck/1-pentamere-1995.ludus
ludmoves -o $work/dir/file -r chess --fen x
ludnote -o $work/dir/file -s nix $game
ludnote -o $work/dir/file --thresholds=x $game
ludnote --plot=$work/dir/file $game /nowhere
ludplay -o $work/dir/file -t x $game
ludsort -o $work/dir/file $game
ludsort -o $work/dir/file --by=turns $game /nowhere
ludstat -o $work/dir/file -b . $game
ludstat --plot=$work/dir/file $game /nowhere
ludtag -o $work/dir/file --names=/nowhere $game
ludtag -o $work/dir/file --set=White $game
ludwhich -o $work/dir/file $game /nowhere
END
echo old >"$work/old"
mkdir "$work/dir"
while read -r command; do
    cp "$work/old" "$work/dir/file"
    # shellcheck disable=SC2086 # words
    $command >"$work/out" 2>"$work/err" </dev/null
    status=$?
    cmp -s "$work/dir/file" "$work/old" || { echo "the file is another" >>"$work/err"; status='changed'; }
    [ "$(ls "$work/dir")" = file ] || { ls "$work/dir" >>"$work/err"; status='more'; }
    judge "$(echo "$command" | sed "s|$work/||g") leaves the file" $status 2
done <"$work/troubled"

# ---- Output that goes nowhere ------------------------------------------------------------------------------------

for tool in $tools; do
    input=$game
    [ "$tool" != ludcheck ] || input=corpus/bad
    [ ! -d "$input" ] || input=$(find "$input" -name '*.pgn' | sort | head -n 1)
    run "$tool" "$input" >/dev/full 2>"$work/err" </dev/null
    judge "$tool: full disk" $? 2
    run "$tool" "$input" >&- 2>"$work/err" </dev/null
    judge "$tool: closed output" $? 2
    awk '{ text = text $0 "\n" } END { for (i = 0; i < 300; i++) print text }' "$input" >"$work/many"
    run "$tool" "$work/many" >/dev/full 2>"$work/err" </dev/null
    judge "$tool: full disk, and much to write" $? 2
    grep -q 'No space left on device' "$work/err"
    judge "$tool: full disk, and why" $? 0
    "$tool" --help >/dev/full 2>"$work/err"
    judge "$tool: --help on a full disk" $? 2
    "$tool" --no-such-option >/dev/null 2>"$work/err" </dev/null
    judge "$tool: unknown option" $? 2
    [ "$tool" = luddraw ] || [ "$tool" = ludmoves ] && continue
    # More than a pipe holds, so that the tool meets the closed end.
    { run "$tool" "$work/many" 2>"$work/err" </dev/null; echo $? >"$work/status"; } | head -n 1 >/dev/null
    judge "$tool: quiet when the reader goes away" "$(cat "$work/status")" '0 1 141'
    check_empty "$tool: no message when the reader goes away" "$work/err"
done
