#!/bin/sh
# Printed pages: corpus/pages/NAME.txt is read as the moves of NAME.san, whole and with status 0; where a move is taken off
# the page, or is another, no page is read with status 0.
. tests/tap
spare_leaks

# The moves of a game, one a line: no tags, comments, variations, numbers, marks or signs of check.
moves() {
    awk '!/^\[/ { text = text $0 " " }
        END {
            gsub(/[{][^}]*[}]/, "", text)
            gsub(/[(][^()]*[)]/, "", text)
            gsub(/[0-9]+[.][. ]*/, "", text)
            gsub(/[$][0-9]*|[!?+#<>]/, "", text)
            gsub(/ (1-0|0-1|1\/2-1\/2|[*])/, "", text)
            n = split(text, move, / +/)
            for (i = 1; i <= n; i++) if (move[i] != "") print move[i]
        }'
}

for page in $(printf '%s\n' corpus/pages/*.txt | a_part); do
    name=${page##*/}
    name=${name%.txt}
    ludconv -f transcript "$page" >"$work/read" 2>"$work/why"
    status=$?
    moves <"$work/read" >"$work/moves"
    moves <"${page%.txt}.san" | diff - "$work/moves" >"$work/list"
    grep -e 'error:' "$work/why" >>"$work/list"
    check_empty "$name is read whole" "$work/list"
    check "$name: status" [ $status -eq 0 ]
done

# set_as HOW COMMAND...: pages that the command sets in another way are read as before.
set_as() {
    how=$1
    shift
    changed=0
    : >"$work/list"
    for name in $pages; do
        "$@" <"corpus/pages/$name.txt" >"$work/page"
        cmp -s "$work/page" "corpus/pages/$name.txt" || changed=$((changed + 1))
        ludconv -f transcript "$work/page" 2>"$work/why" >"$work/read" || echo "$name: status $?" >>"$work/list"
        moves <"corpus/pages/$name.san" >"$work/moves"
        moves <"$work/read" | diff "$work/moves" - >>"$work/list" || echo "$name" >>"$work/list"
    done
    check_empty "pages with $how" "$work/list"
    check "they differ" [ $changed -gt 2 ]
}
pages='annotated running-french desc-capablanca columns-three-rows-danish running-danish style-handbook-notes-below'
set_as 'CR and LF' sed "s/$/$(printf '\r')/"
set_as 'a sign of quotation before each line' sed 's/^/> /'
set_as 'blanks behind numbers that break no line' sed "s/\\([0-9]\\.\\) /\\1$(printf '\302\240')/g"
set_as 'an empty line between each two' sed G
set_as 'two blanks behind each stop' sed 's/\. \([^ ]\)/.  \1/g'
set_as 'its hyphens as U+2010' sed "s/\\([A-Za-z]\\) *- *\\([A-Z]\\)/\\1$(printf '\342\200\220')\\2/g"
set_as 'blanks before the stops behind numbers' sed 's/\([0-9]\)\. \([A-Za-z]\)/\1 . \2/g'
set_as 'bold numbers in Markdown' sed 's/\([0-9]\{1,2\}\.\) \([A-Za-z]\)/**\1** \2/g'
set_as 'long dashes behind numbers' sed "s/^\( *[0-9]\{1,2\}\)\. *\([A-Za-z0]\)/\1$(printf '\342\200\224')\2/"
set_as 'where the pages of the book begin' sed '12s/$/\n\n[Pg 118]\n/'
pages='running-danish running-french style-norwegian-again answer-behind-note style-telegraph'
set_as 'headers of pages amid turns' sed '6s/$/\n\n42          THE CHESS PLAYER\n\n/'
set_as 'numbers of pages amid turns' sed '7s/$/\n\n- 42 -\n\n/'
set_as 'illustrations amid turns' sed '8s/$/\n\n[Illustration: The position]\n\n/'
pages='annotated desc-capablanca style-handbook-notes-below'
set_as 'leaders' sed 's/\([^ ]\) \{6,\}\([^ ]\)/\1 ......... \2/'
set_as 'leaders of dots apart' sed 's/\([^ ]\) \{6,\}\([^ ]\)/\1 . . . . . \2/'
pages='running-danish running-french esperanto'
set_as 'italics' sed 's/\([0-9]\.\) \([A-Za-z][^ ]*\)/\1 _\2_/g'
pages='annotated desc-capablanca running-danish style-handbook-notes-below lone-dutch-words'
set_as 'the letter l for each digit 1' tr 1 l
pages='annotated desc-capablanca desc-running style-telegraph'
set_as 'only capitals' tr a-z A-Z
pages='desc-lasker desc-running style-telegraph'
set_as 'only small letters' tr A-Z a-z

# The sixth row of the page, without its moves.
sed '/^ *6\. /s/[A-Z].*/@@@@@@  @@@@@@/' corpus/pages/annotated.txt >"$work/page"
ludconv -f transcript "$work/page" >"$work/read" 2>"$work/why"
status=$?
check "a page with a lost row has status 1" [ $status -eq 1 ]
check "and what is lost is told" grep -q '\[lost-print\]' "$work/why"
check "the game goes on behind it" grep -q '23. Ne5' "$work/read"

moves <corpus/pages/running-french.san >"$work/moves"
sed '1{h;d};14{p;x}' corpus/pages/running-french.txt | ludconv -f transcript 2>/dev/null | moves |
    diff "$work/moves" - >"$work/list"
check_empty "a title amid the moves of a paragraph is none of them" "$work/list"

# misprint NAME EXPRESSION...: the page with misprints, which the rest of the game mends.
misprint() {
    name=$1
    shift
    sed "$@" "corpus/pages/$name.txt" >"$work/page"
    ludconv -f transcript "$work/page" >"$work/read" 2>"$work/why"
    status=$?
    moves <"$work/read" >"$work/moves"
    moves <"corpus/pages/$name.san" | diff - "$work/moves" >"$work/list"
    check_empty "$name: misprints are mended" "$work/list"
    check "and told" test $status -eq 1
}
misprint desc-capablanca -e '2s/K B 3/K a 3/' -e '4s/B ×/B y/' -e '9s/^\( *\)9\./\1J./' -e '12s/Castles/Castes/' -e '13s/13/1/'
misprint running-danish -e 's/Sbxd5/SbxY5/'
misprint dashes-norwegian -e '20s/Sxd5/Sxl5/'
misprint slashes-portuguese -e '33s/Bxe4/BxeA/'
misprint roman-numerals-dashes -e '13s/fxg5/txg5/'
misprint words-glued -e 's/(8) P to K5th /(J) P to K5th /' -e 's/(7) P takes P/(7) P tak/'

# told NAME WHAT EXPRESSION...: what is not read of the page so changed is told, and its status is 1.
told() {
    name=$1 what=$2
    shift 2
    sed "$@" "corpus/pages/$name.txt" | ludconv -f transcript >/dev/null 2>"$work/why"
    status=$?
    check "$name: $what is told" test $status -eq 1
}
told desc-running "a last move that cannot be read" -e 's/R-Q8 mate/R@@@ @@@@/'
told prose-danish "a last move that is cut" -e 's/Sxd5$/Sx/'
told rows-german-notes "a last row with another number" -e 's/^ 11[.] /1. /'
told desc-blue-book "a row that has lost its number" -e 's/^17[.]//'
told sides-czech "a last move whose square is none" -e '$s/d8/o8/'
told running-danish "a last move of which a letter is left" -e 's/20[.] Lxc4/20. L/'
told running-czech "a last move whose piece cannot be read" -e 's/Vc8$/@@8/'
told running-italian-words "a last move that has a later number" -e 's/21) Cd2/23) Cd2/'
told running-italian "a bracket that nothing opens" -e 's/^Af5-e6 (17[.]/17./'
told running-french "a place without a move between two semicolons" -e 's/^Dc6; 17.*\(; Ce4\)$/\1/'
told running-french "a line of moves amid words" -e '12,14{H;d};15{G}'
told running-swedish-broken "a line of moves above the game" -e '3,9{H;d};10{G}'
told desc-spanish "a sign behind a move that cannot be read" -e '6s/A4AD/A4A@/'

# The heads of columns are torn: they are not cut with them.
sed -e '1s/^ *White.      Blac//' corpus/pages/four-columns.txt | ludconv -f transcript 2>/dev/null | moves >"$work/moves"
moves <corpus/pages/four-columns.san | diff - "$work/moves" >"$work/list"
check_empty "four columns below a torn head are read whole" "$work/list"

# The same of a long table below the names of the players.
awk 'BEGIN {
    print "Ada White         Berta Black\n"
    for (i = 1; i <= 45; i++) printf "%2d. %-16s%2d. %s\n", i, i % 2 ? "Nf3  Nf6" : "Ng1  Ng8", i + 45, i % 2 ? "Ng1  Ng8" : "Nf3  Nf6"
}' | ludconv -f transcript -r chess 2>/dev/null | moves >"$work/moves"
check "long columns below a heading are read whole" [ "$(wc -l <"$work/moves")" -eq 180 ]
told running-bare-squares "a last line that cannot be read" -e '$s/37[.] g1g2 g4/B7. g1g2 o4/'
told fractions "turns whose number is another" -e 's/ 8 ---/ 2 ---/'
told rows-dutch "a row beside another of its turn" -e 's/^Een zwakke zet. 12. Kg8/12. Kg8/'
told fractions "a turn whose first line is lost" -e '/BxQ /s/.*//'

# A line that is printed twice is read once.
sed '5{p;}' corpus/pages/running-polish-notes.txt | ludconv -f transcript 2>/dev/null >"$work/read"
moves <"$work/read" >"$work/moves"
moves <corpus/pages/running-polish-notes.san >"$work/true"
check "a line that is printed twice is read once" cmp "$work/true" "$work/moves"

# Two games side by side are two records, told in the places where they stand.
grep '^|' corpus/pages/rows-bars.txt | tr -d '|' | awk '$1 + 0 > 0 { $1 = $1 "."; printf "%-30s%s\n", $0, $0 }' >"$work/page"
check "two games side by side are two" test "$(ludconv -f transcript "$work/page" 2>/dev/null | grep -c '^1[.] ')" -eq 2
sed '$s/  *[^ ]*$/ Zz9/' "$work/page" | ludconv -f transcript 2>"$work/why" >/dev/null
check "places are those of the page" grep -q "^-:$(wc -l <"$work/page"):[3-9][0-9]: error" "$work/why"

# Turns that are missing or exchanged: the numbers tell it.
for edit in 5d '5{h;d};8G'; do
    sed "$edit" corpus/pages/desc-lasker.txt | ludconv -f transcript >/dev/null 2>"$work/why"
    check "turns that are not in their order have status 1 ($edit)" test $? -eq 1
done
