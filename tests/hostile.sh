#!/bin/sh
# Inputs of about a megabyte that are made to cost much: nesting, tags, variations, chains, a board full of jumpers,
# parentheses. Each tool ends by itself, with a status of its own, within generous bounds of processor time and memory.
# What doubles is counted under valgrind. LONG=1 gives every record to every tool.
. tests/tap

if [ -n "${SAN-}" ]; then
    skip "hostile inputs" "a sanitizer takes memory and time of its own"
    exit 0
fi

# repeat COUNT TEXT
repeat() {
    yes -- "$2" | head -n "$1" | tr -d '\n'
}

input=$work/input
mkdir "$input"
{ printf '1. e4 '; repeat 110000 '(1. d4 '; repeat 110000 ')'; echo ' *'; } >"$input/nested.pgn"
{ printf '1. e4 '; repeat 140000 '(1. d4 '; } >"$input/never-closed.pgn"
{ printf '1. e4 '; repeat 200000 '(d4) '; echo ' *'; } >"$input/variations.pgn"
{ printf '1. e4 '; repeat 333000 '{} '; echo ' *'; } >"$input/comments.pgn"
{ printf '1. e4 '; repeat 333000 '$1 '; echo ' *'; } >"$input/nags.pgn"
{ printf '1. e4 {'; repeat 500000 'x '; echo '} *'; } >"$input/comment.pgn"
{ seq -f '[T%.0f "x"]' 77000; printf '\n*\n'; } >"$input/tags.pgn"
{ printf '[Event "'; repeat 1000000 x; printf '"]\n\n*\n'; } >"$input/value.pgn"
{ printf '[FEN "'; repeat 500000 8/; printf '"]\n\n*\n'; } >"$input/fen.pgn"
{ printf '1. '; repeat 1000000 x; echo ' *'; } >"$input/word.pgn"
{ printf '1. '; repeat 1000000 _; echo ' *'; } >"$input/pattern.pgn"
{ printf '1. e4 '; repeat 250000 'b[a]'; echo ' *'; } >"$input/brackets.pgn"
{ printf '1. Nf3 Nf6 '; repeat 15000 'Ng1 Ng8 Nf3 Nf6 '; echo ' *'; } >"$input/long-game.pgn"
{ yes '[A "1"]

*
' | head -n 330000; } >"$input/records.pgn"
{ printf '[Variant "ludus-latrunculorum"]\n\n1. Man a2'; repeat 160000 -a3-a2; echo ' *'; } >"$input/chain.ludus"
{ printf '[Variant "ludus-latrunculorum"]\n\n1. Man a2-a3'; repeat 160000 xb3xc3; echo ' *'; } >"$input/removed.ludus"
{ printf '[Variant "ludus-equitum"]\n\n1W. (2,3) '; repeat 58000 'Pelicanus b1-a1, '; echo 'Pelicanus b1-a1 *'; } \
    >"$input/joined.ludus"
{ echo 'A page'; repeat 23000 'and so he went on to 4. e4 and (3,4) then '; } >"$input/page.txt"
{ printf 'A (White) v B (Black), York\n\n1. e4 e5'; repeat 90000 ' and e2-e4'; } >"$input/long-line.txt"
{ printf '<records xmlns="urn:ludus:record:1"><record>'; repeat 90000 '<variation>'; } >"$input/deep.xml"
repeat 333000 '<a>' >"$input/foreign.xml"
{ printf '<records xmlns="urn:ludus:record:1"><record '; seq -f 'a%.0f="x"' 100000; printf '/></records>'; } \
    >"$input/attributes.xml"
repeat 1000000 '[' >"$input/brackets.json"
repeat 200000 '{"a":' >"$input/objects.json"
repeat 100000 '{"moves":[' >"$input/moves.json"
{ repeat 500000 '('; printf 'a=b'; repeat 500000 ')'; } >"$input/parentheses.grep"
repeat 1000000 '(' >"$input/open.grep"
{ repeat 250000 'not '; printf 'a=b'; } >"$input/not.grep"
{ repeat 140000 'a=b or '; printf 'a=b'; } >"$input/or.grep"
{ printf 'move "'; repeat 500000 '*x'; printf '"'; } >"$input/stars.grep"
head='ruleset hostile
board 8x8
start "K7/8/8/8/8/8/8/k7 w - - 0 1"
piece K King'
{ echo "$head"; printf 'moves '; repeat 500000 fW; } >"$input/betza.rules"
{ echo "$head"; yes 'moves K' | head -n 120000; } >"$input/statements.rules"
yes x | head -n 500000 >"$input/unknown.rules"
# Every second square is free, and every man can jump over every other.
cat >"$input/jumpers.rules" <<END
ruleset jumpers
board 16x16
start "$(repeat 7 'M1m1M1m1M1m1M1m1/1m1M1m1M1m1M1m1M/')M1m1M1m1M1m1M1m1/1m1M1m1M1m1M1m1M w - - 0 1"
piece M Man
  moves W
jumpers M
jump-over enemy own
jump-ways all
jump-chain yes
jump-revisit no
blocked loses
END

# bounded SECONDS MIB COMMAND...
bounded() {
    seconds=$1 mib=$2
    shift 2
    timeout 300 prlimit --cpu="$seconds" --as=$((mib * 1048576)) "$@" >/dev/null 2>"$work/err" </dev/null
    status=$?
    if [ $status -le 2 ] && ! grep -q 'out of memory' "$work/err"; then
        ok "$(echo "$*" | sed "s|$input/||g")"
    else
        { echo "status $status, with $seconds seconds and $mib MiB"; head -c 300 "$work/err"; } >"$work/why"
        not_ok "$(echo "$*" | sed "s|$input/||g")" "$work/why"
    fi
}

for file in "$input"/*.pgn "$input"/*.ludus; do
    for command in ludcheck ludfmt luddraw ludbook; do bounded 10 1024 $command "$file"; done
    [ -n "${LONG-}" ] || continue
    for command in 'ludplay --last' 'ludconv -t xml' 'ludconv -t json' 'ludnote -f -c' ludstat 'ludgrep turns>3' \
        'ludmend --limit=100000'; do
        # shellcheck disable=SC2086 # words
        bounded 10 1024 $command "$file"
    done
    bounded 60 2048 ludwhich "$file" # once for each ruleset
done
bounded 60 1024 ludwhich "$input/long-game.pgn"
# A record takes no more than 300 MB, by its text or by its items.
large() {
    command time -f '%x %M' -o "$work/taken" "$@" >/dev/null 2>&1 </dev/null
    if tail -n 1 "$work/taken" | awk '{ exit $1 > 2 || $2 > 300000 }'; then
        ok "memory of $(echo "$*" | sed "s|$input/||g")"
    else
        not_ok "memory of $(echo "$*" | sed "s|$input/||g")" "$work/taken"
    fi
}
if command time -f %M true >/dev/null 2>&1; then
    { printf '1. Nf3 Nf6 '; repeat 131000 'Ng1 Ng8 Nf3 Nf6 '; echo '*'; } >"$input/moves"
    { printf '1. Nf3 Nf6 '; repeat 3900000 'Ng1 Ng8 Nf3 Nf6 '; echo '*'; } >"$input/too-many"
    { printf '1. e4 {'; repeat 12000000 'word '; echo '} *'; } >"$input/large-comment"
    { seq -f '[T%.0f "'"$(repeat 10 'much more ')"'"]' 500000; printf '\n*\n'; } >"$input/large-tags"
    { printf '1. '; repeat 60000000 x; echo ' *'; } >"$input/large-word"
    large ludcheck "$input/too-many"
    large ludstat "$input/moves"
    large luddiff "$input/moves" "$input/moves"
    for file in moves large-comment large-tags large-word; do
        [ -n "${LONG-}" ] || continue
        for command in ludcheck ludfmt luddraw 'luddraw --html' 'ludplay --last' 'ludconv -t xml' 'ludconv -t json' \
            'ludconv -t transcript' 'ludnote -c' ludstat 'ludgrep turns>3' 'ludsort --by=turns' 'ludmend --limit=100000' ludwhich \
            "luddiff $input/$file"; do
            # shellcheck disable=SC2086 # words
            large $command "$input/$file"
        done
    done
    rm "$input/moves" "$input/too-many" "$input"/large-*
else
    skip "memory that a large record takes" "no time(1)"
fi
# What is kept of each turn is little.
{ printf '1. Nf3 Nf6 '; repeat 62000 'Ng1 Ng8 Nf3 Nf6 '; echo ' *'; } >"$input/longest"
for command in ludcheck ludfmt ludstat; do bounded 10 128 $command "$input/longest"; done
bounded 10 256 ludcheck -n "$input/longest"
# Blanks before the first record, and before a tag that is long undecided, are looked at once.
head -c 80000000 /dev/zero | tr '\0' ' ' >"$input/blanks"
bounded 3 512 ludcheck "$input/blanks"
{ printf '*\n'; cat "$input/blanks"; printf '\n[E'; head -c 20000000 /dev/zero | tr '\0' e; } >"$input/undecided"
bounded 3 512 ludcheck "$input/undecided"
# Notes are taken out of a comment in one go.
{ printf '1. e4 {'; repeat 110000 '[%fen a] '; echo 'x} *'; } >"$input/notes"
for kinds in fen commands comments,variations,glyphs; do bounded 10 256 ludnote --strip=$kinds "$input/notes"; done
# Messages show little of the line that they are about.
{ printf '1. e4 '; repeat 140000 '} $999 '; echo ' *'; } >"$input/faulty-line"
for format in full json sarif; do bounded 10 1024 ludcheck --format=$format "$input/faulty-line"; done
# Records of two files are paired by keys, also where many are alike or stand in another order.
seq -f '1. e4 {%.0f} *
' 30000 >"$input/alike"
seq -f '[White "%.0f"]
[Black "x"]

1. e4 *
' 30000 >"$input/players"
seq -f '[White "%.0f"]
[Black "x"]

1. e4 *
' 30000 -1 1 >"$input/turned"
bounded 5 256 luddiff -q "$input/alike" "$input/alike"
bounded 5 256 luddiff -q "$input/players" "$input/turned"
for format in xml json; do
    for file in "$input"/*."$format"; do bounded 10 512 ludconv -f $format "$file"; done
done
bounded 10 512 ludconv -f transcript "$input/page.txt"
bounded 10 512 ludconv -f transcript -r chess "$input/long-line.txt"
# Gaps in a line may part columns; so may each of many on a line, down many lines.
repeat 330000 'a  ' >"$input/gaps.txt"
line=$(repeat 60 '1.  ')
yes "$line" | head -n 2700 | awk '{ print } NR % 300 == 0 { print "" }' >"$input/columns.txt"
# So may numbers that go on from line to line, and each line has many of them.
awk 'BEGIN { for (i = 1; i <= 280; i++) { printf "%d.", i; for (j = 500; j < 546; j++) printf " %d.", i + j; print "" } }' \
    >"$input/numbers.txt"
bounded 3 512 ludconv -f transcript -r chess "$input/numbers.txt"
# Letters without a gap, rules of boards without ranks, and what may join two players, one after the other.
for text in a --- — ' v. ' 'Ada - Berta ' [ '\x[' '\begin{' '<td>' '<style>' '**a'; do
    repeat 20000 "$text" >"$input/again.txt"
    bounded 3 256 ludconv -f transcript -r chess "$input/again.txt"
done
{ printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 '; repeat 5000 '(1. d4 d5) '; } >"$input/notes-of-turn-1.txt"
bounded 10 512 ludconv -f transcript -r chess "$input/notes-of-turn-1.txt"
yes '+---+' | head -n 20000 >"$input/rules.txt"
bounded 3 256 ludconv -f transcript -r chess "$input/rules.txt"
for file in gaps columns; do bounded 10 512 ludconv -f transcript -r chess "$input/$file.txt"; done
for file in "$input"/*.grep; do bounded 10 512 ludgrep -f "$file" corpus/ludus-equitum/pentamere-1995.ludus; done
for file in "$input"/*.rules; do
    bounded 20 512 ludcheck --check-rules="$file"
    bounded 20 512 ludmoves -R "$file" --count
done

# Whatever doubles, the instructions that a command takes grow by no more than the power 1.15. The first and the last
# difference between three sizes (five with LONG) leave out what every run costs.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null </dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

# grows SIZE MAKE COMMAND...: MAKE writes an input of the size that it is given; more than one, in the folder $grown
grows() {
    size=$1 make=$2
    shift 2
    : >"$work/counts"
    for times in 1 ${LONG:+2} 4 ${LONG:+8} 16; do
        rm -rf "$grown" && mkdir "$grown"
        "$make" $((size * times)) >"$grown/input"
        echo "$times $(LUDUS_SANDBOX=off instructions "$@" "$grown"/input*)" >>"$work/counts"
    done
    if awk '{ size[NR] = $1; cost[NR] = $2 }
        END { first = cost[2] - cost[1]; last = cost[NR] - cost[NR - 1]
              exit NR < 3 || first <= 0 || log(last / first) / log(size[NR] / size[2]) > 1.15 }' "$work/counts"; then
        ok "the cost of ${make#make_}: $1"
    else
        not_ok "the cost of ${make#make_}: $1" "$work/counts"
    fi
}

grown=$work/grown
make_tags() { seq -f '[T%.0f "x"]' "$1"; printf '\n*\n'; }
make_comments() { printf '1. e4 '; repeat "$1" '{words} '; echo '*'; }
make_numbers() { repeat "$1" '1. '; echo '*'; }
make_nested() { printf '1. e4 '; repeat "$1" '(1. d4 '; repeat "$1" ')'; echo ' *'; }
make_alternatives() { printf '1. e4 '; repeat "$1" '(d4) '; echo ' *'; }
# Values that make one name for a file.
make_values() { seq -f '%06.0f' "$1" | tr '0-9' '!#$%&()*+,' | sed 's/.*/[Event "&"]\n\n*\n/'; }

make_blanks() { seq -f '[T%.0f "x"]

' "$1"; printf '*\n'; } # between tags
make_faults() { printf '1. e4 '; repeat "$1" '} $999 Nd2d '; echo '*'; }
make_game() { printf '1. Nf3 Nf6 '; repeat "$1" 'Ng1 Ng8 Nf3 Nf6 '; }
make_long() { make_game "$1"; echo '*'; }
make_columns() { { make_game "$1"; echo 'Nc3 Nf6 *'; } >"$grown/input2"; make_game "$1"; echo '*'; }
# One of which each turn of the other has a fault.
make_differences() { { printf '1. Nf3 Nf6 '; repeat "$1" 'Ng1 Ng8 Ng5 Nf6 '; } >"$grown/input2"; make_game "$1"; echo '*'; }
# Turns that the first has not, or only the second.
make_gaps() {
    for other in 2 3; do { make_game "$1"; echo 'Nc3 *'; } >"$grown/input$other"; done
    echo '1. Nf3 Nf6 Nc3 *'
}
make_witnesses() {
    other=1
    while [ $other -lt "$1" ]; do
        { make_game 8; echo "N$(echo aceh | cut -c $((other % 4 + 1)))3 *"; } >"$grown/input$other"
        other=$((other + 1))
    done
    make_game 8
    echo '*'
}

# Long lines of a page: marks of type, stars, blanks, words with dashes.
make_page() {
    printf '1. e4 e5 2. Nf3 Nc6\n'
    repeat "$1" '=a '
    printf '\n%*s\n' "$1" x
    repeat "$1" '*'
    printf '\n3. Bb5 a6 '
    repeat "$1" 'Ab-c '
}

if command -v valgrind >/dev/null && [ -z "$(instructions ludcheck --version)" ]; then
    skip "cost that grows" "this valgrind cannot read what the compiler says of the program"
elif command -v valgrind >/dev/null; then
    grows 400 make_tags ludfmt
    grows 400 make_tags ludtag --order --set=Event=x
    grows 400 make_blanks ludcheck
    grows 200 make_faults ludcheck
    grows 200 make_comments ludconv -t transcript
    grows 200 make_numbers ludconv -t xml --tei
    grows 200 make_columns luddiff # of less than 160, the turns alike at the beginning are compared as others are
    grows 2 make_witnesses luddiff
    grows 200 make_nested ludcheck
    grows 40 make_alternatives ludwhich -r chess
    grows 150 make_page ludconv -f transcript -r chess
    grows 10 make_values ludconv --split=Event -o "$work/grown/out.pgn"
    if [ -n "${LONG-}" ]; then
        grows 100 make_differences luddiff
        grows 100 make_gaps luddiff
        for make in make_tags make_blanks make_faults make_comments make_nested make_alternatives make_long; do
            case $make in
            make_tags | make_blanks) size=800 ;; # they are sorted; of fewer, the logarithm alone is near the bound
            *) size=400 ;;
            esac
            for command in ludcheck ludfmt 'ludconv -t xml' 'ludconv -t json' 'ludconv -t transcript' ludstat \
                luddraw 'luddraw --html' ludbook 'ludbook -t html' 'ludgrep turns>3' 'ludplay --last' 'ludmend --limit=1000' \
                'ludnote -c' ludwhich; do
                # shellcheck disable=SC2086 # words
                grows $size $make $command
            done
        done
    fi
else
    skip "cost that grows" "valgrind is not installed"
fi
