#!/bin/sh
# Books in HTML, printed by Chromium as ludbook(1) says: for a press, tagged, with bookmarks and diagrams in words; page numbers,
# problems two in a row; nothing of a record can run.
. tests/tap
. tests/pdf

for program in chromium pdftotext qpdf; do
    command -v "$program" >/dev/null || { skip "books in Chromium" "$program is not installed"; exit 0; }
done

# book NAME ARGUMENT...: a book of these arguments as $work/NAME.html and $work/NAME.pdf, and what must be true of each.
book() {
    book=$1
    shift
    ludbook -o "$work/$book.html" "$@" 2>"$work/message"
    [ $? -lt 2 ] || not_ok "$book is written" "$work/message"
    check "$book is printed" timeout 120 chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
        --generate-pdf-document-outline --print-to-pdf="$work/$book.pdf" "$work/$book.html"
    check_pdf "$book" "$work/$book.pdf"
    check "$book: the PDF is tagged" sh -c 'pdfinfo "$1" | grep -q "^Tagged: *yes"' - "$work/$book.pdf"
}

# check_words WORDS: passes when all diagrams of the last book are described by words that begin so.
check_words() {
    count=$(grep -o '<desc' "$work/$book.html" | wc -l)
    check "$book: all $count diagrams are described" [ "$(grep -a -c "/Alt ([^ ]* $1" "$work/plain.pdf")" = "$count" ]
}

# check_headings PAGES: passes when below each heading of the last book stand two lines or more, on the same page and in the
# same column. Headings are the words of more than 13 points; page numbers stand below 780. The pages are as many at most.
check_headings() {
    pdftotext -bbox-layout "$work/$book.pdf" - | awk -F'"' '/<page/ { page++ } /<line/ { column = page ($2 > 290); line = int($4) }
        /<word/ && $8 < 780 { if ($8 > foot[column]) foot[column] = $8; if ($8 - $4 > 13) heads[column " " line] = heads[column " " line] $0 }
        END { for (key in heads) { split(key, at, " "); if (foot[at[1]] - at[2] < 60) print heads[key] } }' >"$work/low"
    check_empty "$book: a heading stands over the first lines of its game" "$work/low"
    check "$book: on at most $1 pages" [ "$(pdfinfo "$work/$book.pdf" | sed -n 's/^Pages: *//p')" -le "$1" ]
}

chess=$(ls corpus/chess/*.pgn)
others='corpus/ludus-equitum/random-2.ludus corpus/latrunculi-bell/random-29.ludus corpus/latrunculi-falkener/random-42.ludus'
# shellcheck disable=SC2086 # names of files
book diagrams --every=4 $chess corpus/ludus-equitum/pentamere-1995.ludus $others
check_headings 32
# shellcheck disable=SC2086
book starts --columns=2 -n start,captures --notation=letters $chess $others
check_headings 28
# shellcheck disable=SC2086
book games --columns=2 --notation=figurines --title='Twenty games' $chess corpus/ludus-equitum/pentamere-1995.ludus
check_headings 6
check_text games 'Twenty games' 'Contents' '1\. Adolf Anderssen' 'Players' '^ *2 *$'
check_outline games "$work/games.pdf" 'Twenty games' 'Contents' '1\. Adolf Anderssen.*' Players
check_words White:
# shellcheck disable=SC2086
cat $chess corpus/ludus-equitum/pentamere-1995.ludus >"$work/all"
luddraw --extract "$work/games.html" >"$work/extracted"
check "games: the records come back" cmp "$work/all" "$work/extracted"
book problems --theme=hatched corpus/problems/dilaram.ludus corpus/problems/[!d]*.ludus corpus/problems/dice.ludus
check_words White:
check_text problems '1 The mate of Dilaram  .*2 Adolf' 'White: #6, Shatranj' 'Solutions'
book hostile tests/book/hostile.pgn
check_text hostile '<script>alert(1)</script>' 'Чигорин'
