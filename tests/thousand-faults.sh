#!/bin/sh
# A thousand records of which a hundred have one fault each, made at random from a fixed seed: a brace that is missing, a
# token that is none, a move that is illegal, a line that is cut off. Sound records give no message, each faulty one gives
# its own, and none is blamed on a neighbour. LONG=1: ten such files, of other seeds.
. tests/tap

# make_file SEED: writes records and faults, the latter as lines "RECORD FAULT".
make_file() {
    { ludgen -r chess -n 500 -m 40 -s "$1"; ludgen -r ludus-equitum -n 300 -m 24 -s "$1"
        ludgen -r latrunculi-2007 -n 200 -m 40 -s "$1"; } |
        awk -v seed="$1" -v faults="$work/faults" '
        # The line of a record that has a fault: one of its moves, not its last line, which has the result.
        function spoil(lines, n, first,    at, kind, parts, m, i, word) {
            kind = int(rand() * 4)
            at = first + int(rand() * (n - first))
            m = split(lines[at], parts, " ")
            do i = 1 + int(rand() * m); while (parts[i] !~ /^[A-Za-z].*[0-9]$/)
            word = parts[i]
            if (kind == 0) { name = "brace"; parts[i] = word " {a comment" }
            else if (kind == 1) { name = "token"; parts[i] = word " @@" }
            else if (kind == 2) { name = "move"; parts[i] = illegal(word) }
            else { name = "cut"; m = i; parts[i] = substr(word, 1, length(word) - 1) }
            lines[at] = parts[1]
            for (i = 2; i <= m; i++) lines[at] = lines[at] " " parts[i]
            if (kind == 3) n = at
            print record, name >faults
            return n
        }
        # A move to the square that the piece stands on, or one of the king over half the board.
        function illegal(word) { return match(word, /[a-h][1-8]-/) ? word "-" substr(word, RSTART, 2) : "Kb5" }
        function put(    i, first) {
            if (!n) return
            record++
            for (first = 1; first <= n && lines[first] !~ /^1/; ) first++
            if (first < n && left * (1000 - record + 1) > 0 && rand() < left / (1001 - record)) { left--; n = spoil(lines, n, first) }
            for (i = 1; i <= n; i++) print lines[i]
            print ""
            n = 0
        }
        BEGIN { srand(seed); left = 100 }
        /^\[Event / { put() }
        /./ { lines[++n] = $0 }
        !/./ && n && lines[n] ~ /^\[/ { lines[++n] = "" }
        END { put() }' >"$work/records"
}

# One run of ludcheck: the messages of each faulty record beside its fault, and those of sound ones.
judge() {
    ludcheck -s --format=json "$work/records" >"$work/messages"
    sed 's/.*"game":\([0-9]*\),.*"code":"\([a-z-]*\)".*/\1 \2/' "$work/messages" |
        awk 'NR == FNR { fault[$1] = $2; next }
            { if (!($1 in fault)) print "record " $1 " is sound, but is told to be faulty: " $2; else { count[$1]++; codes[$1] = codes[$1] " " $2 } }
            END {
                for (record in fault) {
                    most = fault[record] == "cut" || fault[record] == "brace" ? 2 : 1
                    if (count[record] < 1 || count[record] > most)
                        print "record " record " (" fault[record] ") gives " count[record] + 0 " messages:" codes[record]
                }
            }' "$work/faults" -
}

seeds=1
[ -z "${LONG-}" ] || seeds='1 2 3 4 5 6 7 8 9 10'
for seed in $seeds; do
    rm -f "$work/faults"
    make_file "$seed"
    check "seed $seed: there are a hundred faults" test "$(wc -l <"$work/faults")" -eq 100
    check "seed $seed: in a thousand records" test "$(grep -c '^\[Event ' "$work/records")" -eq 1000
    judge >"$work/wrong"
    check_empty "seed $seed: each is told once, and of its own record" "$work/wrong"
done
