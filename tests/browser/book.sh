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

chess=$(ls corpus/chess/*.pgn)
# shellcheck disable=SC2086 # names of files
book games --columns=2 --notation=figurines --title='Twenty games' $chess corpus/ludus-equitum/pentamere-1995.ludus
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
