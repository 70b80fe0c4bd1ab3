#!/bin/sh
# Printed pages torn at random, from a fixed seed: a line lost, the end of one, two exchanged, signs of one unreadable. The
# game is still that of the page, or the status says that something is lost. 24 pages; LONG=1: 10,000.
. tests/tap

pages=24
[ -z "${SAN-}" ] || pages=6
[ -z "${LONG-}" ] || pages=10000

# torn SEED <PAGE: the page; the first line says what was done, and whether the number of a later turn stands behind it.
torn() {
    LC_ALL=C awk -v seed="$1" '
        function pick(n) { return 1 + int(rand() * n) }
        { line[NR] = $0; if ($0 ~ /[^ ]/) full[++many] = NR }
        END {
            srand(seed)
            at = full[pick(many)]; kind = pick(4)
            text = line[at]
            if (kind == 1) { what = "lost"; line[at] = "" }
            else if (kind == 2) { what = "cut"; line[at] = substr(text, 1, pick(length(text)) - 1) }
            else if (kind == 3) { what = "exchanged"; other = full[pick(many)]; line[at] = line[other]; line[other] = text; if (other < at) at = other }
            else {
                what = "unreadable"
                from = pick(length(text)); many = pick(8)
                for (i = from; i < from + many && i <= length(text); i++)
                    if (substr(text, i, 1) != " ") text = substr(text, 1, i - 1) "@" substr(text, i + 1)
                line[at] = text
            }
            behind = "end"
            for (i = 1; i <= NR; i++)
                if (match(line[i], /[0-9]+[.)]/)) {
                    number = substr(line[i], RSTART, RLENGTH - 1) + 0
                    if (i < at && number > before) before = number
                    if (i > at && number > before) behind = "amid"
                }
            print what, behind, at
            for (i = 1; i <= NR; i++) print line[i]
        }'
}

# The moves of a game, each on a line: no tags, comments, variations, numbers, marks or signs of check.
moves() {
    grep -v '^\[' | tr '\n' ' ' | sed -e 's/{[^}]*}//g' -e 's/([^()]*)//g' -e 's/[0-9][0-9]*\.[. ]*//g' -e 's/[!?+#<>]//g' \
        -e 's/ \(1-0\|0-1\|1\/2-1\/2\|\*\)//g' | tr -s ' ' '\n' | grep -v '^$'
}

# Is the first file the beginning of the second?
begins() {
    head -n "$(wc -l <"$1")" "$2" | cmp -s "$1" -
}

ls corpus/pages/*.txt >"$work/names"
: >"$work/silent"
seed=0
while [ $seed -lt $pages ]; do
    seed=$((seed + 1))
    page=$(sed -n "$((seed % $(wc -l <"$work/names") + 1))p" "$work/names")
    torn $seed <"$page" >"$work/torn"
    sed 1d "$work/torn" >"$work/page"
    ludconv -f transcript "$work/page" >"$work/read" 2>"$work/why" || continue
    moves <"${page%.txt}.san" >"$work/true"
    moves <"$work/read" >"$work/moves"
    cmp -s "$work/moves" "$work/true" && continue
    case "$page: $(head -n 1 "$work/torn")" in # where the game ends, on pages of four columns anywhere, its end may be lost
    *": lost end"* | *": cut end"* | *": exchanged end"* | *four-columns*": lost"* | *four-columns*": cut"*) begins "$work/moves" "$work/true" && continue ;;
    esac
    echo "$page, seed $seed: $(head -n 1 "$work/torn"): $(diff "$work/true" "$work/moves" | sed -n '2,5p' | tr '\n' ' ')" >>"$work/silent"
done
check_empty "$pages torn pages lose nothing in silence" "$work/silent"
