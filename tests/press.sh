#!/bin/sh
# Drawings for print: solid colours, so that PDF and EPS hold neither bitmaps nor transparency; colours that differ in grey
# too; and text as outlines looks like text.
. tests/tap

themes='paper tinted dark hatched'
sample=corpus/ludus-equitum/pentamere-1995.ludus

# paints CLASSES ATTRIBUTE: the colours of a drawing on standard input by class.
paints() {
    tr "<" "\n" | sed -n "s/.*class=\"\(ludus-note \)\{0,1\}ludus-\($1\)\".* $2=\"\(#[0-9a-f]*\)\".*/\2 \3/p" | sort -u
}

for theme in $themes; do
    for record in corpus/*/*-1*.ludus; do
        luddraw --strip -n captures --odds --theme="$theme" --no-record "$record" 2>/dev/null
    done | tr '<' '\n' >"$work/strips"
    grep -o '[a-z-]*opacity=.*' "$work/strips" >"$work/list"
    check_empty "$theme: nothing in strips of games is transparent" "$work/list"
    check "$theme: these have many captured men" [ "$(grep -c ludus-ghost "$work/strips")" -gt 100 ]
done

# A piece set of one's own, of which nothing is transparent either: captured men on squares that the turn tints, and on others.
{
    echo '<svg xmlns="http://www.w3.org/2000/svg">'
    for name in white-eques white-regina black-miles man dux; do
        echo "<symbol id='$name' viewBox='0 0 45 45'><path d='M8 39h29l-6-14 4-18H10l4 18z' fill='purple' stroke='gold'/></symbol>"
    done
    echo '</svg>'
} >"$work/own.svg"
for theme in $themes; do
    for record in "$sample" corpus/ludus-latrunculorum/random-2.ludus; do
        luddraw --strip -n captures --theme="$theme" --pieces="$work/own.svg" --no-record "$record"
    done | tr '<' '\n' >"$work/strips"
    grep -o '[a-z-]*opacity=.*' "$work/strips" >"$work/list"
    check_empty "$theme: nothing of a piece set of one's own is transparent" "$work/list"
    sed -n 's/.*"ludus-veil".* stroke="\(#[0-9a-f]*\)".*/\1/p' "$work/strips" | sort -u >"$work/veils"
    paints 'light\|dark\|last' fill <"$work/strips" | cut -d ' ' -f 2 | sort -u | comm -13 - "$work/veils" >"$work/list"
    check_empty "$theme: lines through captured men have colours of the squares" "$work/list"
    check "$theme: there are such lines" [ -s "$work/veils" ]
done

# all THEME ARGUMENT...: a position with a ghost, dice, one of them idle, and each shape and colour of a mark.
all() {
    theme=$1
    shift
    luddraw -n 17B --theme="$theme" --coordinates=in --odds --mark=a1=cross:red --mark=h8=A:blue --mark=e5=dot:green \
        --mark=d5:blue --mark=a4=square:yellow --mark=b4=fill:red --mark=b5=fill:red --arrow=c2c4:blue --arrow=e2f4:green \
        --arrow=g2h5:red --arrow=b2a5:yellow --arrow=c8e8:orange --arrow=c7f7:violet --no-record "$@" "$sample"
}

if command -v rsvg-convert >/dev/null && command -v pdfimages >/dev/null && command -v qpdf >/dev/null; then
    for theme in $themes; do
        all "$theme" | rsvg-convert -f pdf -o "$work/all.pdf"
        pdfimages -list "$work/all.pdf" | sed 1,2d >"$work/list"
        qpdf --qdf --object-streams=disable "$work/all.pdf" - |
            grep -a -e /SMask -e '/[Cc][Aa] 0\?\.' -e '^/BM' >>"$work/list"
        check_empty "$theme: the PDF has no bitmap, no mask and nothing transparent" "$work/list"
        all "$theme" | rsvg-convert -f eps | grep -a -e '/ImageType' -e '^[0-9. ]*image$' -e colorimage >"$work/list"
        check_empty "$theme: the EPS has no bitmap" "$work/list"
    done
else
    skip 'PDF and EPS without bitmaps' 'needs rsvg-convert, pdfimages and qpdf'
fi

# paths: the picture on standard input in greys, at 144 dpi, its text drawn by Cairo as paths.
paths() {
    rsvg-convert -f pdf | pdftocairo -svg - - | rsvg-convert -f pdf | pdftoppm -r 144 -gray -
}

# pixels FILE: in how many pixels that picture is another than that of $work/text.svg.
pixels() {
    paths <"$1" >"$work/this.pgm"
    cmp -l "$work/text.pgm" "$work/this.pgm" | awk 'function value(octal) { return octal % 10 + 8 * int(octal / 10 % 10) + 64 * int(octal / 100) }
        { apart = value($2) - value($3); count += apart > 128 || apart < -128 } END { print count + 0 }'
}

# Letters with marks of their own, Cyrillic, a figure of chess, a lost sign; a board whose pieces are letters.
printf '[White "%s"]\n[Black "%s"]\n[Event "e\314\201 A\314\201 1\314\243"]\n\n1. e4 *\n' 'М. Чигорин' 'Łódź ♞ Å' >"$work/letters.pgn"
sed 's/image *[a-z]*/image none/' src/rulesets/chess.rules >"$work/letters.rules"
if command -v rsvg-convert >/dev/null && command -v pdftocairo >/dev/null && command -v pdffonts >/dev/null; then
    for picture in all figurines strip letters; do
        case $picture in
        all) set -- -n 17B --coordinates=in --odds --mark=d5=ÄЖq:red --mark=h8=A:blue "$sample" ;;
        figurines) set -- --notation=figurines "$work/letters.pgn" ;;
        strip) set -- --strip -n captures --theme=hatched "$sample" ;;
        letters) set -- -R "$work/letters.rules" "$work/letters.pgn" ;;
        esac
        luddraw --no-record "$@" >"$work/text.svg"
        luddraw --no-record --outlines "$@" >"$work/outlines.svg" 2>"$work/message"
        check_empty "outlines of $picture: no message" "$work/message"
        grep -o -e '<text' -e font- "$work/outlines.svg" >"$work/list"
        rsvg-convert -f pdf "$work/outlines.svg" >"$work/outlines.pdf"
        pdffonts "$work/outlines.pdf" | sed 1,2d >>"$work/list"
        check_empty "outlines of $picture: no text and no font is left" "$work/list"
        paths <"$work/text.svg" >"$work/text.pgm"
        sed 's/<text[^>]*>[^<]*<.text>//g' "$work/text.svg" >"$work/without.svg"
        check "outlines of $picture: they look like the text" \
            [ $(($(pixels "$work/outlines.svg") * 20)) -lt "$(pixels "$work/without.svg")" ]
    done
else
    skip 'outlines of text' 'needs rsvg-convert, pdftocairo and pdffonts'
fi

# refused NAME PLAYER PATTERN: passes when the outlines of a name are refused, for this reason.
refused() {
    printf '[White "%b"]\n\n1. e4 *\n' "$2" | luddraw --outlines >"$work/drawn" 2>"$work/message"
    check "$1: status 2" [ $? = 2 ]
    check "$1: one line says why" sh -c '[ "$(wc -l <"$1")" = 1 ] && grep -q "$2" "$1"' - "$work/message" "$3"
    check "$1: no picture" [ ! -s "$work/drawn" ]
}
refused "a sign in no font" '\0363\0240\0200\0201' 'no font has.*U+E0001'
refused "right to left" 'אב' 'U+05D0'
echo '<?xml version="1.0"?><fontconfig></fontconfig>' >"$work/fonts.conf"
(FONTCONFIG_FILE=$work/fonts.conf; export FONTCONFIG_FILE; refused "without fonts" A 'needs a font')

# grey: of each line "NAME #rrggbb", the luminance in 0 to 255 and the name, in order.
grey() {
    awk 'function part(at) { return 16 * (index(digits, substr($2, at, 1)) - 1) + index(digits, substr($2, at + 1, 1)) - 1 }
        BEGIN { digits = "0123456789abcdef" }
        length($2) == 4 { $2 = "#" substr($2, 2, 1) substr($2, 2, 1) substr($2, 3, 1) substr($2, 3, 1) substr($2, 4, 1) substr($2, 4, 1) }
        { printf "%.0f %s %s\n", .3 * part(2) + .59 * part(4) + .11 * part(6), $1, $2 }' | sort -n
}

# check_steps NAME STEP COUNT: passes when there are so many colours, and each is lighter than the one before by the step.
check_steps() {
    grey >"$work/grey"
    if awk -v step="$2" -v count="$3" 'NR > 1 && $1 - last < step { wrong = 1 } { last = $1 }
        END { exit wrong || NR != count }' "$work/grey"; then
        ok "$1"
    else
        not_ok "$1" "$work/grey"
    fi
}

for theme in paper tinted dark; do
    all "$theme" >"$work/all.svg"
    paints 'light\|dark\|last' fill <"$work/all.svg" | check_steps "$theme: squares, tinted or not, differ in grey" 20 4
    paints 'red\|green\|blue\|yellow' stroke <"$work/all.svg" | check_steps "$theme: the four usual notes differ in grey" 30 4
    paints 'red\|green\|blue\|yellow\|orange\|violet' stroke <"$work/all.svg" |
        check_steps "$theme: all notes in colours differ in grey" 14 6
    paints 'arrow\|blue' stroke <"$work/all.svg" | check_steps "$theme: the arrow of a move is not that of a blue note" 30 2
done
