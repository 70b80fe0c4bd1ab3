#!/bin/sh
# What a tool cannot do, whatever a file makes of it: read files that are not named, write elsewhere than beside its
# output, start programs, connect. A probe that is loaded into the tool tries it when the tool has done its work.
. tests/tap

if [ -n "${SAN-}" ]; then
    skip "sandbox" "there is none under a sanitizer"
    exit 0
fi

probe=$work/probe.so
# shellcheck disable=SC2086 # CC is words
check "the probe compiles" ${CC:-cc} -std=c11 -O1 -Wall -shared -fPIC -o "$probe" tests/faults/probe.c
game=$work/in/game.ludus
mkdir "$work/in" "$work/out" "$work/other" "$work/elsewhere"
cp corpus/ludus-equitum/pentamere-1995.ludus "$game"
echo secret >"$work/other/secret"
echo beside >"$work/in/beside"
cp src/rulesets/chess.rules "$work/in/own.rules"

# probe WANTED READ WRITE COMMAND...: WANTED is what the tool can do, in words.
probe() {
    wanted=$1 read=$2 write=$3
    shift 3
    rm -f "$write"
    LD_PRELOAD=$probe PROBE_READ=$read PROBE_WRITE=$write "$@" >"$work/result" 2>&1 </dev/null
    status=$?
    could=$(grep -xE 'reads|writes|connects|signals|forks|executes|traces|ends' "$work/result" | tr '\n' ' ')
    echo "could: $could(status $status)" >"$work/why"
    if [ "$could" = "$wanted " ] && [ $status -le "${most:-1}" ]; then ok "$name"; else not_ok "$name" "$work/why"; fi
}

name="without the sandbox, the probe does all"
probe "reads writes connects signals forks executes traces ends" "$work/other/secret" "$work/other/new" \
    env LUDUS_SANDBOX=off ludcheck "$game"

# Does this kernel keep system calls, and files, from a program?
LD_PRELOAD=$probe ludcheck "$game" 2>&1 </dev/null | grep -q '^connects$' && {
    skip "system calls" "the kernel or the machine is without seccomp"
    calls="connects signals forks executes traces ends"
}
calls=${calls-ends}
LD_PRELOAD=$probe PROBE_READ=$work/other/secret ludcheck "$game" 2>&1 </dev/null | grep -q '^reads$' && {
    skip "files" "the kernel is without Landlock"
    exit 0
}

for tool in $(cd "$BUILD/bin" && ls); do
    case $tool in
    ludmoves) set -- -r chess --count ;;
    ludgen) set -- -r chess -n 2 -m 4 ;;
    ludgrep) set -- '' "$game" ;;
    ludsort) set -- --by=turns "$game" ;;
    luddiff) set -- "$game" "$game" ;;
    *) set -- "$game" ;;
    esac
    name="$tool reads no other file and writes none, and starts and reaches nothing"
    probe "$calls" "$work/other/secret" "$work/in/new" "$tool" "$@"
done

name="fonts are open before"
probe "$calls" "$work/other/secret" "$work/in/new" luddraw --outlines -n 1W "$game"
name="threads neither"
probe "$calls" "$work/other/secret" "$work/other/new" ludcheck -j 4 "$game"
name="the named file is read, what stands beside it is not"
probe "reads $calls" "$game" "$work/in/new" ludcheck "$game"
name="what stands beside it"
probe "$calls" "$work/in/beside" "$work/in/new" ludcheck "$game"
name="beside rules others may be named"
probe "reads $calls" "$work/in/beside" "$work/in/new" ludmoves -R "$work/in/own.rules" --count
name="nothing is read from a folder that is named"
most=2 probe "$calls" "$work/other/secret" "$work/other/new" ludcheck "$game" "$work/other"
name="the folder of -o is written"
probe "writes $calls" "$work/other/secret" "$work/out/new" ludcheck -o "$work/out/messages" "$game"
name="and none other"
probe "$calls" "$work/other/secret" "$work/other/new" ludcheck -o "$work/out/messages" "$game"
name="the folders of files that are changed in place are written"
probe "writes $calls" "$work/other/secret" "$work/in/new" ludfmt -i "$game"
name="the files that options name are read"
echo @PLAYER >"$work/elsewhere/names"
probe "reads $calls" "$work/elsewhere/names" "$work/in/new" ludtag --names="$work/elsewhere/names" "$game"
name="the folder of --plot is written"
probe "writes $calls" "$work/other/secret" "$work/elsewhere/new" ludstat --plot="$work/elsewhere/plot.svg" "$game"

# ---- What goes on as ever --------------------------------------------------------------------------------------------

same() {
    name=$1
    shift
    LUDUS_SANDBOX=off sh -c "$*" >"$work/free" 2>&1
    free=$?
    rm -rf "$work/made"
    mkdir "$work/made"
    sh -c "$*" >"$work/kept" 2>&1
    kept=$?
    if [ $free -eq $kept ] && cmp -s "$work/free" "$work/kept"; then ok "$name"; else not_ok "$name" "$work/kept"; fi
}
mkdir "$work/made"
export work game
ln -s "$work/made/target.txt" "$work/elsewhere/link"
same "a file through standard input" 'ludcheck -v /dev/stdin <"$game"'
same "a named pipe" 'rm -f "$work/pipe"; mkfifo "$work/pipe"; cat "$game" >"$work/pipe" & ludcheck -v "$work/pipe"'
same "a descriptor" 'ludcheck -v /dev/fd/5 5<"$game"'
same "standard output by its name" 'ludconv -t pgn -o /dev/stdout "$game"'
same "the same into a file" 'ludconv -t pgn -o /dev/stdout "$game" >"$work/made/file"; cat "$work/made/file"'
same "outlines of letters" 'luddraw --outlines "$game"'
same "a device" 'ludconv -t pgn -o /dev/null "$game"'
same "a link to a file that is not there yet" 'ludconv -t pgn -o "$work/elsewhere/link" "$game"; cat "$work/made/target.txt"; rm "$work/made/target.txt"'
same "several outputs" 'ludconv -j 3 -t pgn --split=1 -o "$work/made/part.pgn" "$game" "$game"; cat "$work/made"/*'
same "a folder" 'cd "$work" && ludcheck in'
same "a file that is not there" 'ludcheck /nowhere/at/all'
same "a text in Windows-1252" 'ludconv -t xml "$game" | sed "s/UTF-8/windows-1252/; s/Pentamere/P\\xe9ntamere/" | ludconv -f xml -t pgn'
