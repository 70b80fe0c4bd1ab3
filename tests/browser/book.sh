#!/bin/sh
# Books in HTML, printed by Chromium: vectors, fonts, page numbers, problems two in a row; nothing of a record can run.
. tests/tap

for program in chromium pdfimages pdffonts pdftotext; do
    command -v "$program" >/dev/null || { skip "books in Chromium" "$program is not installed"; exit 0; }
done

# book NAME ARGUMENT...: a book of these arguments as $work/NAME.html and $work/NAME.pdf, and what must be true of each.
book() {
    book=$1
    shift
    ludbook -o "$work/$book.html" "$@" 2>"$work/message"
    [ $? -lt 2 ] || not_ok "$book is written" "$work/message"
    check "$book is printed" timeout 120 chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
        --print-to-pdf="$work/$book.pdf" "$work/$book.html"
    pdfimages -list "$work/$book.pdf" | tail -n +3 >"$work/images"
    check_empty "$book: no bitmap" "$work/images"
    pdffonts "$work/$book.pdf" | tail -n +3 | awk '$(NF - 4) != "yes"' >"$work/fonts"
    check_empty "$book: all fonts are embedded" "$work/fonts"
    pdftotext -layout "$work/$book.pdf" "$work/$book.txt"
}

# has NAME PATTERN...: has the text of the book a line of each pattern?
has() {
    in=$1
    shift
    for pattern; do
        check "$in: has '$pattern'" grep -q -e "$pattern" "$work/$in.txt"
    done
}

chess=$(ls corpus/chess/*.pgn)
# shellcheck disable=SC2086 # names of files
book games --columns=2 --notation=figurines --title='Twenty games' $chess corpus/ludus-equitum/pentamere-1995.ludus
has games 'Twenty games' 'Contents' '1\. Adolf Anderssen' 'Players' '^ *2 *$'
# shellcheck disable=SC2086
cat $chess corpus/ludus-equitum/pentamere-1995.ludus >"$work/all"
luddraw --extract "$work/games.html" >"$work/extracted"
check "games: the records come back" cmp "$work/all" "$work/extracted"
book problems --theme=hatched corpus/problems/dilaram.ludus corpus/problems/[!d]*.ludus corpus/problems/dice.ludus
has problems '1 The mate of Dilaram  .*2 Adolf' 'White: #6, Shatranj' 'Solutions'
book hostile tests/book/hostile.pgn
has hostile '<script>alert(1)</script>' 'Чигорин'
