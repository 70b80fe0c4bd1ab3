#!/bin/sh
# Books in LaTeX: pdflatex makes them into PDF for a press, with bookmarks, diagrams in words, no box too wide, and the records
# attached.
. tests/tap
. tests/pdf

for program in pdflatex pdftotext qpdf; do
    command -v "$program" >/dev/null || { skip "books in LaTeX" "$program is not installed"; exit 0; }
done

# As often as the manual says.
passes=$(grep -o 'pdflatex book' man/ludbook.1 | grep -n . | cut -d : -f 1)

# book NAME ARGUMENT...: a book of these arguments as $work/NAME/book.pdf, and what must be true of each.
book() {
    book=$1
    shift
    mkdir "$work/$book"
    ludbook -o "$work/$book/book.tex" "$@" 2>"$work/message"
    [ $? -lt 2 ] || not_ok "$book is written" "$work/message"
    cd "$work/$book" || exit 2
    for pass in $passes; do
        cp book.toc read.toc 2>/dev/null
        timeout 120 pdflatex -interaction=nonstopmode book.tex >"$work/log" 2>&1 </dev/null
        echo $? >"$work/status"
    done
    grep '^!' book.log >"$work/faults"
    check_empty "$book: no error of LaTeX" "$work/faults"
    check "$book: pdflatex ends well, in run $pass" grep -qx 0 "$work/status"
    check "$book: the contents that run $pass printed have its own pages" cmp read.toc book.toc
    sed -n 's/^Overfull .hbox (\([0-9.]*\)pt too wide.*/\1/p' book.log | awk '$1 > 5' >"$work/boxes"
    check_empty "$book: no box is more than 5 pt too wide" "$work/boxes"
    check_pdf "$book" book.pdf
    pdffonts book.pdf | grep 'Type 3' >"$work/fonts"
    check_empty "$book: no font is a bitmap" "$work/fonts"
    mkdir records
    pdfdetach -saveall -o records book.pdf >/dev/null
    cat records/* >records.ludus
    cd "$OLDPWD" || exit 2
}

# check_words HEX: passes when all diagrams of the last book are described by words that begin so, in UTF-16.
check_words() {
    sed '1,/begin.document/d' "$work/$book/book.tex" | grep -o '.luddiagram{' >"$work/drawn"
    grep -a -o "^/Span<</Alt<feff$1" "$work/plain.pdf" >"$work/described"
    check "$book: all diagrams are described" [ "$(wc -l <"$work/drawn")" = "$(wc -l <"$work/described")" ]
    check "$book: there are some" [ -s "$work/drawn" ]
}

chess=$(ls corpus/chess/*.pgn)
equitum='corpus/ludus-equitum/pentamere-1995.ludus corpus/ludus-equitum/random-2.ludus'
latrunculi='corpus/latrunculi-bell/random-29.ludus corpus/latrunculi-falkener/random-42.ludus'
# shellcheck disable=SC2086 # names of files
book games --columns=2 --notation=figurines --title='Twenty games' --author='R. Réti & Co' $chess $equitum $latrunculi
check_text games 'Twenty games' 'Contents' '^ *1\. Adolf Anderssen' 'Players' '[^0-9]3 *$' 'Nc3' '2 *3 *Pb1'
check_outline games "$work/games/book.pdf" '1 Adolf Anderssen.*' '20 .*' Players
pdfinfo "$work/games/book.pdf" >"$work/info"
check "games: the PDF has the title of the book" grep -q '^Title: *Twenty games$' "$work/info"
check "games: and the author" grep -q '^Author: *R. Réti & Co$' "$work/info"
white=00570068006900740065003a0020 weiss=005700650069 # "White: ", "Wei"
check_words $white
# shellcheck disable=SC2086
cat $chess $equitum $latrunculi >"$work/all"
check "games: the attachments are the records" cmp "$work/all" "$work/games/records.ludus"
# shellcheck disable=SC2086
book letters --language=de --notation=german --theme=hatched --every=10 -n captures --moves --coordinates=in $equitum \
    corpus/chess/morphy-brunswick-1858.pgn
check_text letters 'Sxb5' '17\. Td8#' 'Inhalt' 'Spieler'
check_words $weiss
book problems --language=fr --columns=2 --theme=hatched corpus/problems/*.ludus
check_text problems 'Blancs : #6, Shatranj' 'Noirs : #4' 'Solutions' 'Rh8+'
check_outline problems "$work/problems/book.pdf" Solutions
ludgrep 'Event ~ "Dilaram" or Event ~ "Gundersen"' corpus/problems/*.ludus >"$work/pair.ludus" # the second has five pieces more
book pairs "$work/pair.ludus"
pdftotext -layout "$work/pairs/book.pdf" "$work/pairs/layout"
check "pairs: problems of one column stand side by side" grep -q '1 The mate of Dilaram .* 2 Gunnar' "$work/pairs/layout"
book boards --theme=tinted -n all --moves corpus/tablut/*.ludus corpus/nine-mens-morris/*.ludus corpus/crazyhouse/*.ludus
check "boards: captured men are pale" grep -q '^.U.*{0\.[0-9]* [^}]*}%' "$work/boards/book.tex"
book hostile tests/book/hostile.pgn
check_text hostile 'input{/etc/passwd}' 'Chigorin' 'Łódź' 'Réti' 'end{document}' 'csname' '\\relax' '100% #1 & ~'
check "hostile: characters without a glyph are named in the log" grep -q 'printed as a box' "$work/hostile/book.log"
book single --no-record corpus/chess/fools-mate.pgn
check "single: no contents of one game" sh -c '! grep -q Contents "$1"' - "$work/text"
check_empty "single: nothing is attached" "$work/single/records.ludus"
