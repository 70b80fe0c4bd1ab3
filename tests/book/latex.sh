#!/bin/sh
# Books in LaTeX: pdflatex makes them into PDF without a bitmap, with all fonts, no box too wide, and the records attached.
. tests/tap

for program in pdflatex pdfdetach pdffonts pdfimages pdftotext; do
    command -v "$program" >/dev/null || { skip "books in LaTeX" "$program is not installed"; exit 0; }
done

# book NAME ARGUMENT...: a book of these arguments as $work/NAME/book.pdf, and what must be true of each.
book() {
    book=$1
    shift
    mkdir "$work/$book"
    ludbook -o "$work/$book/book.tex" "$@" 2>"$work/message"
    [ $? -lt 2 ] || not_ok "$book is written" "$work/message"
    cd "$work/$book" || exit 2
    for pass in 1 2; do
        timeout 120 pdflatex -interaction=nonstopmode book.tex >"$work/log" 2>&1 </dev/null
        echo $? >"$work/status"
    done
    grep '^!' book.log >"$work/faults"
    check_empty "$book: no error of LaTeX" "$work/faults"
    check "$book: pdflatex ends well, in run $pass" grep -qx 0 "$work/status"
    sed -n 's/^Overfull .hbox (\([0-9.]*\)pt too wide.*/\1/p' book.log | awk '$1 > 5' >"$work/boxes"
    check_empty "$book: no box is more than 5 pt too wide" "$work/boxes"
    pdfimages -list book.pdf | tail -n +3 >"$work/images"
    check_empty "$book: no bitmap" "$work/images"
    pdffonts book.pdf | tail -n +3 | awk '$(NF - 4) != "yes"' >"$work/fonts"
    check_empty "$book: all fonts are embedded" "$work/fonts"
    pdffonts book.pdf | grep 'Type 3' >"$work/fonts"
    check_empty "$book: no font is a bitmap" "$work/fonts"
    pdftotext -layout book.pdf book.txt
    mkdir records
    pdfdetach -saveall -o records book.pdf >/dev/null
    cat records/* >records.ludus
    cd "$OLDPWD" || exit 2
}

# has NAME PATTERN...: has the text of the book a line of each pattern?
has() {
    in=$1
    shift
    for pattern; do
        check "$in: has '$pattern'" grep -q -e "$pattern" "$work/$in/book.txt"
    done
}

chess=$(ls corpus/chess/*.pgn)
equitum='corpus/ludus-equitum/pentamere-1995.ludus corpus/ludus-equitum/random-2.ludus'
latrunculi='corpus/latrunculi-bell/random-29.ludus corpus/latrunculi-falkener/random-42.ludus'
# shellcheck disable=SC2086 # names of files
book games --columns=2 --notation=figurines --title='Twenty games' $chess $equitum $latrunculi
has games 'Twenty games' 'Contents' '^ *1\. Adolf Anderssen' 'Players' '[^0-9]3 *$'
# shellcheck disable=SC2086
cat $chess $equitum $latrunculi >"$work/all"
check "games: the attachments are the records" cmp "$work/all" "$work/games/records.ludus"
# shellcheck disable=SC2086
book letters --notation=german --theme=hatched --every=10 -n captures --moves --coordinates=in $equitum \
    corpus/chess/morphy-brunswick-1858.pgn
has letters 'Sxb5' '17\. Td8#'
book problems --columns=2 --theme=hatched corpus/problems/*.ludus
has problems 'White: #6, Shatranj' 'Black: #4' 'Solutions' 'Rh8+'
book boards --theme=tinted -n all corpus/tablut/*.ludus corpus/nine-mens-morris/*.ludus corpus/crazyhouse/*.ludus
book hostile tests/book/hostile.pgn
has hostile 'input{/etc/passwd}' 'Chigorin' 'Łódź' 'Réti' 'end{document}' 'csname' '\\relax' '100% #1 & ~'
check "hostile: characters without a glyph are named in the log" grep -q 'printed as a box' "$work/hostile/book.log"
book single --no-record corpus/chess/fools-mate.pgn
check "single: no contents of one game" sh -c '! grep -q Contents "$1"' - "$work/single/book.txt"
check_empty "single: nothing is attached" "$work/single/records.ludus"
