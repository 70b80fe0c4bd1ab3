#!/bin/sh
# The replay page and the drawings in Debian's Chromium, driven by playwright-core from npm.
. tests/tap
. tests/pdf

for program in node npm chromium pdftotext qpdf rsvg-convert; do
    command -v "$program" >/dev/null || { skip "browser tests" "$program is not installed"; exit 0; }
done
modules=$BUILD/browser
if ! cmp -s tests/browser/package-lock.json "$modules/package-lock.json" || [ ! -d "$modules/node_modules" ]; then
    mkdir -p "$modules"
    cp tests/browser/package.json tests/browser/package-lock.json "$modules"
    (cd "$modules" && npm ci --no-audit --no-fund >"$work/npm" 2>&1) || { not_ok "npm ci" "$work/npm"; exit 1; }
fi

# Pages, and beside each what ludplay says of its turns.
page() {
    check "the page $1 is written" luddraw --html -o "$work/$1.html" "$2"
    ludplay "$2" >"$work/$1.tsv"
}
sample=corpus/ludus-equitum/pentamere-1995.ludus
page equitum "$sample"
page roman corpus/roman-chess/random-2.ludus
page falkener corpus/latrunculi-falkener/random-42.ludus
page bell corpus/latrunculi-bell/random-29.ludus
page chess corpus/chess/morphy-brunswick-1858.pgn
ludgen -r crazyhouse -m 60 -s 3 >"$work/crazyhouse.pgn"
page crazyhouse "$work/crazyhouse.pgn"
ludgen -r draughts-english -m 90 -s 3 >"$work/draughts.ludus"
page draughts "$work/draughts.ludus"
ludgen -r chess -n 1000 -m 78 -s 1 >"$work/thousand.pgn"
luddraw --html -o "$work/thousand.html" "$work/thousand.pgn"
ludplay --last "$work/thousand.pgn" | tail -n 1 >"$work/thousand.tsv"
cat "$sample" corpus/chess/fools-mate.pgn tests/browser/hostile.pgn >"$work/all.ludus"
luddraw --html -o "$work/many.html" "$work/all.ludus"
luddraw --html -n 1B -o "$work/opening.html" "$work/all.ludus"
luddraw --html --flip --no-record -o "$work/flipped.html" "$work/all.ludus"
echo '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="white-king" viewBox="0 0 9 9"><rect width="9" height="9"
    style="fill:#0a141e"/></symbol></svg>' >"$work/own.svg"
luddraw --html --pieces="$work/own.svg" -o "$work/own.html" corpus/chess/fools-mate.pgn
echo '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="pawn" viewBox="0 0 45 45"><circle cx="22" cy="22" r="12" fill="purple"/></symbol></svg>' >"$work/own.svg"
echo '1. e4 a6 2. e5 d5 3. exd6 *' | luddraw --html --pieces="$work/own.svg" -o "$work/press-own.html"
for theme in paper tinted dark hatched; do
    luddraw --html --theme=$theme -o "$work/theme-$theme.html" corpus/chess/fools-mate.pgn
    { sed 's/Eques f3-g1!/& {[%csl Ra1,Gd4] [%cal Bc2c4,Yg1g3]}/' "$sample"; cat tests/browser/notes.pgn corpus/latrunculi-bell/random-29.ludus; } |
        luddraw --html --theme=$theme -o "$work/press-$theme.html" - 2>"$work/message"
done
luddraw --html -o "$work/notes.html" tests/browser/notes.pgn
luddraw --html --notation=figurines --id-prefix=x- -o "$work/figurines.html" corpus/chess/morphy-brunswick-1858.pgn
luddraw --html -o "$work/clocks.html" tests/browser/clocks.pgn
for _ in 1 2 3 4 5 6 7 8 9 10; do sed 's/10. Nxb5/10. Nxb5 $220/' corpus/chess/morphy-brunswick-1858.pgn; echo; done >"$work/ten.pgn"
luddraw --html -o "$work/ten.html" "$work/ten.pgn"
echo '1. e4 {[%eval 0.3]} e5 {[%eval 0.21]} 2. Qh5 {[%eval -0.6]} Qe7 {[%eval 6.5]} *' >"$work/chances.pgn"
luddraw --html -o "$work/chances.html" "$work/chances.pgn"
luddraw --script -o "$work/ludus-game.js"
luddraw --html --language=it -o "$work/italian.html" corpus/chess/fools-mate.pgn
luddraw --html -o "$work/problems.html" tests/browser/problems.pgn
for language in en de fr; do
    printf '[FEN "k7/8/1K6/8/8/8/8/7R w - - 0 1"]\n[Stipulation "#1"]\n\n1. Rh8# 1-0\n' | luddraw --html --language=$language -o "$work/mate-$language.html"
done
echo '1. e4 e5 2. Ke3 Nc6 *' | luddraw --html -o "$work/illegal.html" 2>/dev/null
luddraw --html -o "$work/variations.html" tests/browser/variations.pgn

# Drawings, each beside the picture that rsvg-convert makes of it.
drawing() {
    drawn=$1
    shift
    check "the drawing $drawn is made" luddraw -o "$work/$drawn.svg" "$@"
    rsvg-convert "$work/$drawn.svg" -b white -o "$work/$drawn.png"
}
for theme in paper tinted dark hatched; do
    drawing "turn-$theme" -n 4W --theme=$theme --no-caption --coordinates=off "$sample"
done
drawing captures -n 17B --no-caption --coordinates=off "$sample"
drawing strip --strip -n captures --no-caption --coordinates=off "$sample"
drawing roman -n end --plain --no-caption --coordinates=off corpus/roman-chess/random-2.ludus
drawing chess -n 5W --flip --mark e4=circle:red --arrow e2e4:blue --no-caption --coordinates=off \
    corpus/chess/morphy-brunswick-1858.pgn
luddraw --animate -o "$work/animation.svg" "$sample"
bare='--no-caption --no-dice --no-side --no-stock'
for game in equitum:$sample bell:corpus/latrunculi-bell/random-29.ludus \
    chess:corpus/chess/morphy-brunswick-1858.pgn; do
    luddraw --animate $bare -o "$work/moving-${game%%:*}.svg" "${game#*:}"
    luddraw -n end --no-moves --no-last $bare -o "$work/end-${game%%:*}.svg" "${game#*:}"
done

export AXE="$modules/node_modules/axe-core/axe.min.js" NODE_PATH="$modules/node_modules" PLAYWRIGHT="$modules/node_modules/playwright-core/index.mjs"
node tests/browser/embedded.mjs "$work" >"$work/embedded" 2>&1 &
node tests/browser/page.mjs "$work" "$sample"
status=$?
wait $! || status=1
cat "$work/embedded"
for pdf in "$work"/press-*.pdf; do
    check_pdf "$(basename "$pdf")" "$pdf"
done
exit $status
