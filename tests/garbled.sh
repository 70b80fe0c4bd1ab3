#!/bin/sh
# Records of the corpus garbled at random, from a fixed seed: signs put in, taken out and exchanged. Whatever comes of it,
# the canonical form is its own canonical form, and XML and JSON give it back byte for byte. 400 records; LONG=1: 10,000.
. tests/tap

records=400
[ -z "${SAN-}" ] || records=100
[ -z "${LONG-}" ] || records=10000

# garble SEED COUNT: COUNT records, each of some lines of the corpus or of nothing but signs.
garble() {
    find corpus -name '*.ludus' -o -name '*.pgn' | sort | xargs cat | tr -d '\000\r' | LC_ALL=C awk -v seed="$1" -v count="$2" '
        function pick(n) { return 1 + int(rand() * n) }
        function sign() { return signs[pick(many)] }
        function garbled(text,    n, at, kind) {
            for (n = pick(6); n > 0; n--) {
                at = pick(length(text) + 1)
                kind = pick(3)
                text = substr(text, 1, at - 1) (kind == 1 ? "" : sign()) substr(text, at + (kind == 2 ? 0 : pick(20)))
            }
            return text
        }
        BEGIN {
            srand(seed)
            many = split("[ ] \" { } ( ) ; % ~ _ < > , $ \\ * = @ # + ! [A 1. 1-0 [1:0] (2,3) sic pass -- e4 O-O e.p. squeeze " \
                "\n%x \n;x \n[A \n3~] \n[A_\"b\"]\n \303\251 \302\240 \342\200\211 \343\200\200 \377 \357\273\277 \001", signs, " ")
            signs[++many] = " "; signs[++many] = "\n"; signs[++many] = "\n\n"; signs[++many] = "\n[A\n\"3~]"
            for (i in signs) gsub(/_/, " ", signs[i])
            signs[++many] = "_"
        }
        { lines[NR] = $0 }
        END {
            for (i = 1; i <= count; i++) {
                text = ""
                if (rand() < 0.4)
                    for (n = pick(30); n > 0; n--) text = text sign()
                else {
                    at = pick(NR)
                    for (n = pick(20); n > 0 && at < NR; n--) text = text lines[at++] "\n"
                    text = garbled(text)
                }
                printf "[Event \"%d\"]\n\n%s\n\n", i, text
            }
        }'
}

garble 1 $records >"$work/garbled"
ludfmt "$work/garbled" >"$work/once" 2>/dev/null
check "there are $records of them at least" test "$(grep -ac '^\[Event "' "$work/once")" -ge "$records"
ludfmt "$work/once" >"$work/twice" 2>/dev/null
check 'canonical form is its own canonical form' cmp "$work/once" "$work/twice"
for format in xml json; do
    ludconv -t $format "$work/garbled" >"$work/$format" 2>/dev/null
    ludconv -f $format "$work/$format" >"$work/back" 2>/dev/null
    check "$format gives it back" cmp "$work/once" "$work/back"
done
