#!/bin/sh
# Parts of a corpus, done apart by GNU parallel, come to what one run comes to: messages with their true file, line,
# offset and record, counts, records selected and formatted. ludus(7) shows these commands.
. tests/tap

if ! command -v parallel >/dev/null 2>&1; then
    skip 'parts are put together' 'no GNU parallel here'
    exit
fi
export PARALLEL_HOME="$work/parallel" HOME="$work"
mkdir "$PARALLEL_HOME" && : >"$PARALLEL_HOME/will-cite"

cd "$work" || exit
{
    ludgen -r chess -n 300 -m 60 | sed '31~170s/\. [A-Z]/. Z/; 77~310s/ 1\/2-1\/2$/ 1-0/'
    ludgen -r ludus-equitum -n 100 -m 40 | sed '50~400s/(/(9/'
} |
    # Some records begin right after the result of the one before, or in its line.
    awk 'NR % 31 == 0 && !/^$/ && !/^\[/ && /[012*]$/ { print; getline; print "1. e4 * 1. d4 *"; getline } { print }' >big.pgn

# The commands of ludus(7) that tell where parts begin: line, offset, number of the first record, length.
awk '/^\.\\" plan/ { inside = 1; next } /^\.Ed/ { inside = 0 } inside && !/^\.Bd/' "$OLDPWD/man/ludus.7" |
    sed 's/\\e/\\/g; s/\\(dq/"/g; s/\\(aq/'"'"'/g; s/^\$ //; s/size=[0-9]*/size=50000/' >plan.sh
sh plan.sh
check 'the plan has several parts' test "$(wc -l <plan)" -gt 4
check 'its parts are the whole file' test "$(awk '{ sum += $4 } END { print sum }' plan)" -eq "$(wc -c <big.pgn)"

part='tail -c +$(({2} + 1)) big.pgn | head -c {4}'
ludcheck --format=json big.pgn >one
parallel -k --colsep ' ' "$part | ludcheck --format=json --origin=big.pgn:{1}:{2}:{3}" :::: plan >parts
check 'messages of parts are those of the whole' cmp one parts
check 'and there are some' test "$(wc -l <one)" -gt 10

sums='{ games += $2; turns += $4; errors += $6 } END { print games, turns, errors }'
ludcheck -v -o one big.pgn 2>counted
parallel --colsep ' ' "$part | ludcheck -v -o /dev/null --origin=big.pgn:{1}" :::: plan 2>parts
check 'so are the sums' test "$(awk "$sums" counted)" = "$(awk "$sums" parts)"

ludgrep -H 'turns > 20' big.pgn 2>/dev/null >one
parallel -k --colsep ' ' "$part | ludgrep -H --origin=big.pgn:{1}:{2}:{3} 'turns > 20'" :::: plan 2>/dev/null >parts
check 'so are the numbers of records' test "$(grep ^% one)" = "$(grep ^% parts)"

# cut COMMAND: what the parts that GNU parallel cuts come to, in order.
cut() {
    parallel -k --pipepart -a big.pgn --block 50000 --recend '\n\n' --recstart '[Event ' "$1" 2>/dev/null
}
cut ludfmt >parts
ludfmt big.pgn 2>/dev/null >one
check 'parts are formatted as the whole' cmp one parts
cut "ludgrep 'turns > 20'" >parts
ludgrep 'turns > 20' big.pgn 2>/dev/null >one
check 'records are selected from parts as from the whole' cmp one parts
cut 'ludstat --openings=2' | ludstat --merge >parts
ludstat --openings=2 big.pgn 2>/dev/null >one
check 'tables of parts are added up' cmp one parts

# A record a line, as programs take it that know only lines (Hadoop, Spark).
ludconv -t json big.pgn 2>/dev/null >big.jsonl
parallel --pipepart -a big.jsonl --block 50000 'ludconv -f json | ludstat --openings=2' 2>/dev/null | ludstat --merge >parts
check 'so are those of lines of JSON' cmp one parts

# The contract of ludus(7) with Spark's pipe(): lines of JSON in partitions of any size and order, one of them empty; lines
# come out, and the status is 0.
awk -v partitions=5 '{ print >("partition." NR * NR % partitions) }' big.jsonl
: >partition.2
program=$(awk '/^\.\\" pipe/ { inside = 1; next } /^\.Ed/ { inside = 0 } inside && !/^\.Bd/' "$OLDPWD/man/ludus.7" | sed "s/\\\\(aq/'/g")
# pipe PROGRAM: what it makes of each partition.
pipe() {
    for partition in partition.*; do
        sh -c "$1" <"$partition" 2>/dev/null || echo "status $?"
    done
}
pipe "$program" | ludstat --merge >parts
ludstat big.pgn 2>/dev/null >one
check 'partitions of lines are counted as the whole' cmp one parts
check 'some were empty, some had faulty records' sh -c '[ -e partition.2 ] && ! cat partition.* | ludconv -f json | ludstat'
pipe 'ludconv -f json | ludplay --table=Event,ply,san,fen | tail -n +2; :' | sort >parts
ludplay --table=Event,ply,san,fen big.pgn 2>/dev/null | tail -n +2 | sort >one
check 'rows of partitions are those of the whole' cmp one parts
pipe 'ludconv -f json | ludconv -t json; :' | sort >parts
sort big.jsonl | cmp - parts >differ 2>&1
check_empty 'records come out as they went in' differ
