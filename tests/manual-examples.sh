#!/bin/sh
# What the manuals show works: the rules files of ludus-rules(5), the notation file of ludus-notation(5), the program of
# ludus(3), and commands with their output.
. tests/tap

# literal PAGE WORD: the first literal block of a manual page that holds WORD, as it is printed.
literal() {
    awk -v word="$2" '
        /^\.Bd -literal/ { inside = 1; text = ""; next }
        /^\.Ed/ { if (inside && index(text, word)) { printf "%s", text; exit } inside = 0 }
        inside { text = text $0 "\n" }' "man/$1" |
        sed 's/\\&//g; s/\\(dq/"/g; s/\\e/\\/g'
}

# expect NAME EXPECTED COMMAND...
expect() {
    name=$1 expected=$2
    shift 2
    got=$("$@" </dev/null 2>"$work/message")
    if [ "$got" = "$expected" ]; then
        ok "$name"
    else
        echo "it says: $got, not $expected" >>"$work/message"
        not_ok "$name" "$work/message"
    fi
}

literal ludus-rules.5 'ruleset hasami' >"$work/hasami.rules"
rules=$work/hasami.rules
expect "the first move of hasami" 63 ludmoves -R "$rules" --count
expect "two moves of hasami" 3717 ludmoves -R "$rules" --perft 2

literal ludus-rules.5 '| grep capture' >"$work/shown"
sed -n 's/^\$ //p; /^    /p' "$work/shown" | sed 's|hasami\.rules|"$1"|' >"$work/capture.sh"
expect "what can be captured in hasami" "$(grep '^capture' "$work/shown")" sh "$work/capture.sh" "$rules"

# A whole line falls between two men, and a man in the corner.
cat >"$work/hasami.ludus" <<'END'
[Event "A line"]
[Result "1-0"]
[FEN "9/9/9/9/M1mm4M/9/9/9/8m w - - 0 1"]
[SetUp "1"]
[Variant "hasami"]

1. Man a5-b5 Man i1-h1 2. Man i5-e5xc5xd5 1-0

[Event "The corner"]
[Result "1-0"]
[FEN "m8/M8/9/9/3m5/9/9/9/1M7 w - - 0 1"]
[SetUp "1"]
[Variant "hasami"]

1. Man b1-b9xa9 1-0
END
expect "captures of hasami" "" ludcheck -R "$rules" "$work/hasami.ludus"
sed 's/^corner-capture yes .*/corner-capture no/' "$rules" >"$work/safe.rules"
ludcheck -R "$work/safe.rules" "$work/hasami.ludus" >"$work/safe"
expect "one line makes the corner safe" 1 grep -c 'xa9\|removed' "$work/safe"

literal ludus-notation.5 'notation welsh' >"$work/welsh.notation"
printf 'Gwyn. Du.\n\n1. e4 e5\n2. Mf3 Mc6\n3. Eb5 Mf6\n4. O-O Mxe4\n' >"$work/page.txt"
ludconv -f transcript --notation="$work/welsh.notation" "$work/page.txt" 2>"$work/notes" | tail -n 2 >"$work/read"
expect "a page by the notation of Welsh" "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 *" cat "$work/read"

if command -v jq >/dev/null 2>&1; then
    literal ludconv.1 'capture(' | sed 's/^\$ //; s|game\.pgn|"$1"|' >"$work/clocks.sh"
    cat >"$work/clocks.pgn" <<'END'
1. e4 {[%clk 0:10:00]} (1. d4 {[%clk 0:01:00]} d5) 1... e5 {[%clk 0:09:58]} 2. Nf3 {good [%eval 0.2] [%clk 0:09:41]} *
END
    expect "clock times of White by jq" "0:10:00
0:09:41" sh "$work/clocks.sh" "$work/clocks.pgn"
else
    skip "clock times of White by jq" "no jq here"
fi

# The games of the tutorial are those that are built in: they have the same counts, and so has another reading of each.
mkdir "$work/blocks" "$work/corpus"
for game in tablut alquerque; do
    literal ludus-rules.5 "ruleset my-$game" >"$work/corpus/$game.rules"
    check "rules of $game" ludcheck --check-rules "$work/corpus/$game.rules"
done
literal ludus-rules.5 'ruleset my-tablut-crossed' >"$work/corpus/crossed.rules"
literal ludus-rules.5 'ruleset my-alquerque-free' >"$work/corpus/free.rules"

# counted RULES ROWS: each row has a position, depth and number of nodes.
counted() {
    : >"$work/differ"
    while IFS=$tab read -r fen depth nodes; do
        got=$(ludmoves -R "$work/corpus/$1.rules" --fen "$fen" --perft "$depth" </dev/null 2>&1)
        [ "$got" = "$nodes" ] || echo "$fen, $depth: $got, not $nodes" >>"$work/differ"
    done <"$2"
    check "there are counts for $1" test -s "$2"
    check_empty "$1: the counts of another program" "$work/differ"
}
tab=$(printf '\t')
rows='$NF != "nodes" && $(NF - back) < 20000 { print $(NF - back - 2) "\t" $(NF - back - 1) "\t" $(NF - back) }'
for pair in tablut:tablut alquerque:alquerque-de-doze; do
    awk -F'\t' -v back=0 "$rows" "corpus/perft/${pair#*:}.tsv" >"$work/rows"
    counted "${pair%:*}" "$work/rows"
done
for pair in crossed:castle-crossed free:free; do
    awk -F'\t' -v reading="${pair#*:}" -v back=1 "\$2 == reading && $rows" corpus/perft/readings.tsv >"$work/rows"
    counted "${pair%:*}" "$work/rows"
done

# Blocks that show commands and their output, if they need no files but those of corpus/ and the rules above. A block is run
# as one script; the empty line at the end of a record is not shown. All blocks of ludus-tutorial(7) are run, one after the
# other.
cp -R corpus/acedrex-dice corpus/chess corpus/ludus-equitum corpus/tutorial corpus/ludus-equitum/pentamere-1995.ludus "$work/corpus"
literal ludus-tutorial.7 'ruleset hexapawn' >"$work/corpus/hexapawn.rules"
literal ludus-tutorial.7 'ruleset hexapawn-must' >"$work/corpus/must.rules"
awk -v blocks="$work/blocks" '
    FNR == 1 { page = FILENAME; sub(/.*\//, "", page) }
    /^\.Bd -literal/ { inside = 1; commands = output = ""; more = quotes = 0; next }
    /^\.Ed/ {
        if (page == "ludus-tutorial.7") run = commands != ""
        else run = output != "" && commands ~ /echo|ludmoves|-1995|equitum\/|chess\// && commands !~ /hasami/
        if (inside && run) {
            name = sprintf("%s/%03d-%s", blocks, ++n, page)
            printf "%s", commands >name
            printf "%s", output >(name ".expected")
        }
        inside = 0
    }
    inside {
        gsub(/\\&/, ""); gsub(/\\\(dq/, "\""); gsub(/\\\(aq/, "\047"); gsub(/\\e/, "\\")
        if (sub(/^\$ /, "") || more) {
            commands = commands $0 "\n"
            quotes += gsub(/\047/, "")
            more = /[|\\]$/ || quotes % 2
        }
        else output = output $0 "\n"
    }' man/*.[157]
for script in "$work"/blocks/*.[157]; do
    (cd "$work/corpus" && sh "$script" 2>&1 | sed '${/^$/d;}') >"$script.got"
    name="$(basename "$script"): $(head -n 1 "$script" | tr -d "\\\\")"
    if diff "$script.expected" "$script.got" >"$work/diff"; then
        ok "$name"
    else
        not_ok "$name" "$work/diff"
    fi
done

# The commands of tests/cases/tasks stand in a manual, line by line.
sed "s/^\.Dl //; s/^\\$ *//; s/^ *//; s/\\\\(dq/\"/g; s/\\\\(aq/'/g; s/\\\\&//g; s/\\\\e/\\\\/g" man/*.[17] >"$work/lines"
sed -n 's/^\$ *//p' tests/cases/tasks/*.case | grep -E '(^|[(|] *)lud[a-z]+ ' | sort -u >"$work/task-lines"
check "there are tasks" test -s "$work/task-lines"
grep -vxF -f "$work/lines" "$work/task-lines" >"$work/untold"
check_empty "each command of a task stands in a manual" "$work/untold"

# Each command that ludus-pgn-extract(7) gives in place of an option runs, with files of these names.
cp corpus/tutorial/openings.pgn "$work/eco.pgn"
cp corpus/tutorial/newspaper.pgn "$work/old.pgn"
ludtag --openings="$work/eco.pgn" -o "$work/games.pgn" corpus/tutorial/club.pgn
echo 'White ~ "^Adams"' >"$work/wanted"
echo games.pgn >"$work/list"
mkdir "$work/instead"
awk -v folder="$work/instead" '
    /^\.Bd -literal -compact/ { file = sprintf("%s/%03d", folder, ++n); next }
    /^\.Ed/ { file = "" }
    file { gsub(/\\\(dq/, "\""); gsub(/\\\(aq/, "\047"); gsub(/\\e/, "\\"); print >file }' man/ludus-pgn-extract.7
for script in "$work"/instead/*; do
    (cd "$work" && sh "$script") >"$work/written" 2>"$work/said"
    [ $? -lt 2 ] || echo "it fails" >>"$work/said"
    sed -i '/^ludgrep: no record has the tag/d' "$work/said"
    check_empty "ludus-pgn-extract.7: $(head -n 1 "$script" | tr -d "\\\\")" "$work/said"
done

literal ludus.3 '#include <ludus.h>' >"$work/last.c"
# shellcheck disable=SC2086 # CC and SANITIZE are words
check "the program of ludus(3) compiles" ${CC:-cc} ${SANITIZE-} -std=c11 -Wall -Werror -Isrc -o "$work/last" "$work/last.c" \
    "$BUILD/lib/libludus.so"
expect "and prints the last position" "8/6m1/2mrmm1p/2P5/3M4/2M5/1M1LeM2/8 w - - 0 19" \
    env LD_LIBRARY_PATH="$BUILD/lib" "$work/last" corpus/ludus-equitum/pentamere-1995.ludus
cat >"$work/starts.pgn" <<'END'
[Event "Nothing before it"]

*

[Event "A fault"]

1. e4 Ke4 *

[Event "A start of its own"]
[FEN "8/8/8/8/8/8/k6K/8 w - - 0 1"]

*

[Event "No rules"]
[Variant "none"]

1. e4 *
END
start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
expect "or the start where nothing is played" "$start w KQkq - 0 1
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
8/8/8/8/8/8/k6K/8 w - - 0 1" env LD_LIBRARY_PATH="$BUILD/lib" "$work/last" "$work/starts.pgn"
