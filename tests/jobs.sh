#!/bin/sh
# With -j N the records are shared by N threads: output, messages, their order and the exit status are those of one
# thread, for files, pipes and compressed files. LONG=1: more threads and more records.
. tests/tap
spare_leaks

threads=3
times=1 games=500
[ -z "${SAN-}" ] || games=100
[ -z "${LONG-}" ] || { threads='2 3 4 16' times=6; }

# Two ways to write chess, dice, faults of every kind, records given twice, some of them in Latin-1, comments between
# records, records without tags: several pieces of 256 KiB.
make_records() {
    for round in $(seq $times); do
        ludgen -r chess -n "$games" -m 60 -s "$round" | sed '31~170s/\. [A-Z]/. Z/; 77~310s/ 1\/2-1\/2$/ 1-0/'
        seq 3000 | awk '{ if ($1 % 3) printf "[Event \"%d\"]\n\n[Tag%d \"x\"]\n\n", $1, $1 % 7 }' # blank lines part them
        printf '{A comment between records.}\n\n1. e4 e5 {not closed\n\n'
        ludgen -r ludus-equitum -n 200 -m 40 -s "$round" | sed '50~400s/(/(9/; 90~610s/pass/passes @/'
        for file in corpus/bad/*.ludus corpus/bad/*.pgn corpus/odd/*; do
            printf '\n'
            cat "$file"
            printf '\n'
        done
        ludgen -r latrunculi-bell -n 100 -m 60 -s "$round"
        ludgen -r chess -n 50 -m 60 -s "$round"
    done
}

make_records | tr '\000' ' ' >"$work/utf8.ludus"
sed 's/^\[Event "/&Fête à Zürich /' "$work/utf8.ludus" | iconv -c -f UTF-8 -t ISO-8859-1 >"$work/latin1.ludus"
sed 's/$/\r/' "$work/utf8.ludus" >"$work/crlf.ludus"
gzip -c "$work/utf8.ludus" >"$work/packed.ludus.gz"
printf '\n\n' >"$work/blank.ludus"
: >"$work/empty.ludus"
ludgen -r ludus-equitum -n 12 -m 12 -s 5 | sed '9s/(/(9/' >"$work/short.ludus"
head -c 400000 "$work/packed.ludus.gz" | head -c 100000 >"$work/cut.ludus.gz"
export LC_ALL=C.UTF-8

# run JOBS COMMAND: writes out, err, status and both (as a terminal would show them: a sanitizer sees nothing more in it).
run() {
    (cd "$work" && eval "$2 -j $1" >"$work/out.$1" 2>"$work/err.$1" </dev/null)
    echo $? >"$work/status.$1"
    : >"$work/both.$1"
    [ -n "${SAN-}" ] || (cd "$work" && eval "$2 -j $1" >"$work/both.$1" 2>&1 </dev/null)
}

# same COMMAND: is what the command does the same for any number of threads?
same() {
    run 1 "$1"
    : >"$work/why"
    for jobs in $threads; do
        run "$jobs" "$1"
        for part in out err both status; do
            cmp "$work/$part.1" "$work/$part.$jobs" >>"$work/why" 2>&1 || {
                echo "-j $jobs: $part"
                diff -a "$work/$part.1" "$work/$part.$jobs" | head -n 10 | cut -c 1-200
            } >>"$work/why"
        done
        rm -f "$work"/*."$jobs"
    done
    [ -s "$work/out.1" ] || [ -s "$work/err.1" ] || case $1 in *-q*) ;; *) echo 'nothing is written' >>"$work/why" ;; esac
    check_empty "$1" "$work/why"
}

awk '{ print } /^\[White / { print "[Witness \"A\"]" } $1 == "1." { print "{[%rdg B \"e4\"]}" }' "$work/utf8.ludus" \
    >"$work/witnesses.ludus"

check 'the records make several pieces' test "$(wc -c <"$work/utf8.ludus")" -gt $((500000 + 400 * games))

files='utf8.ludus no-such.ludus latin1.ludus empty.ludus blank.ludus cut.ludus.gz packed.ludus.gz'
same "ludcheck -v -n $files crlf.ludus"
same 'ludcheck --format=json utf8.ludus crlf.ludus'
same 'ludcheck --format=sarif latin1.ludus utf8.ludus'
same 'ludcheck --strict --format=full --origin=big.ludus:1001:50000:31 -v latin1.ludus'
same 'cat utf8.ludus latin1.ludus | ludcheck -v'
same 'zcat packed.ludus.gz | ludfmt'
same "ludfmt $files"
same "ludfmt --check $files"
same "ludgrep -H 'White ~ \"a\" or ruleset = ludus-equitum' $files"
same "ludplay $files"
same 'ludplay --format=json --variations utf8.ludus'
same "ludplay --last --board $files"
same "ludplay --notation=uci $files"
same "ludsort --by=White,-turns $files"
same "ludgrep --unique 'turns > 3' $files"
same "ludgrep -v -m 7 'result = 1-0' $files"
same "ludgrep -c -v 'turns > 3' $files"
same "ludgrep -l 'turns > 30' $files"
same "ludgrep -q 'turns > 3' latin1.ludus"
same "cat utf8.ludus | ludgrep 'move \"xe5\"'"
same "ludtag --order --ply-count --set=Event=x --drop=Date $files crlf.ludus"
same "ludtag --openings=utf8.ludus latin1.ludus"
same "ludstat --openings=3 --by=ruleset,Result $files"
same 'ludstat --format=json --by=side utf8.ludus'
same "ludnote -f --plot=plot.svg $files"
same 'ludnote --summary --depth=1 no-such.ludus empty.ludus short.ludus'
same "ludconv -t xml $files"
same 'ludconv -t json --positions latin1.ludus'
same "ludconv -t pgn $files"
same "ludconv -t transcript latin1.ludus"
same "ludconv -t xml --tei witnesses.ludus"

# What goes to files.
ludconv -t json -o "$work/all.jsonl" "$work/utf8.ludus" 2>/dev/null
ludconv -t xml -o "$work/all.xml" "$work/utf8.ludus" 2>/dev/null
same 'ludconv -t ludus all.jsonl utf8.ludus all.xml latin1.ludus'

for jobs in 1 2; do
    mkdir "$work/$jobs"
    (
        cd "$work/$jobs" || exit
        cp ../utf8.ludus ../latin1.ludus ../blank.ludus .
        ludfmt -i -j $jobs utf8.ludus latin1.ludus blank.ludus
        cp ../latin1.ludus tagged.ludus
        ludtag -i --drop=Round -j $jobs tagged.ludus blank.ludus
        ludfmt -i -c -j $jobs utf8.ludus latin1.ludus blank.ludus
        ludconv -j $jobs --split Variant -o split.ludus ../utf8.ludus
        ludconv -j $jobs --split 100 -o number.xml ../utf8.ludus
        ludconv -j $jobs -o packed.json.gz ../utf8.ludus
        ludconv -j $jobs -o packed.json.zst ../utf8.ludus
    ) >"$work/$jobs.log" 2>&1
done
check 'files written by -i, --split, and packed ones, are the same' diff -r "$work/1" "$work/2"
check 'so are the messages' cmp "$work/1.log" "$work/2.log"
check 'there are several files' test "$(find "$work/2" -type f | wc -l)" -gt 10

ludfmt "$work/latin1.ludus" >"$work/formatted" 2>/dev/null
check 'in place is written what is written without' cmp "$work/formatted" "$work/2/latin1.ludus"

# A pipe that is closed early ends the work.
timeout 20 sh -c 'ludfmt -j 2 "$1" 2>/dev/null | head -n 1 >/dev/null' sh "$work/utf8.ludus"
check 'a closed pipe ends it' test $? -eq 0
