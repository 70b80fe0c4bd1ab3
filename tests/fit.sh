#!/bin/sh
# A short run of `make fit`: what it learns from games of its own foretells other games of its own better than chance.
. tests/tap

"$BUILD/fit/evaluator" ludus-equitum 400 1 1 >"$work/fitted"
foretells() {
    awk '/^positions/ { judged = $2; loss = $5; chance = $NF + 0 }
        /^evaluation/ { weights = NF - 1 }
        END { print judged, loss, chance, weights; exit !(judged > 5000 && loss < chance - .05 && weights == 8) }' "$work/fitted"
}
check "the constants of an evaluation that are found by self-play foretell games" foretells
