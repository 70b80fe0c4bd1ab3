#!/bin/sh
# Problems: the solver finds those of corpus/problems sound, and their solutions complete. Of the positions of
# corpus/mates.tsv it finds the mates, and no others. Stockfish must agree, if it is here. Without LONG=1 every fourth
# of these positions.
. tests/tap

tab=$(printf '\t')
every=4
[ -z "${LONG-}" ] || every=1
[ -z "${SAN-}" ] || every=25

for file in corpus/problems/*.ludus; do
    case ${SAN-}$file in 1*excelsior* | 1*orthodox*) continue ;; esac # they take a minute there
    ludcheck --solve --strict "$file" >"$work/messages" 2>&1
    check_empty "${file#corpus/}" "$work/messages"
done

mkfifo "$work/to" "$work/from"
engine=$(PATH=$PATH:/usr/games command -v stockfish)
if [ -n "$engine" ]; then
    "$engine" <"$work/to" >"$work/from" &
    exec 3>"$work/to" 4<"$work/from"
fi

# referee FEN TURNS: what Stockfish finds, as "mate N" or "cp N", and its first move.
referee() {
    printf 'ucinewgame\nposition fen %s\ngo mate %s movetime 10000\n' "$1" "$2" >&3
    score='' reply=''
    until [ "${reply%% *}" = bestmove ]; do
        read -r reply <&4 || return
        case $reply in *bound*) ;; *' score '*) score=${reply#* score } ;; esac
    done
    reply=${reply#bestmove }
    echo "$score" | cut -d ' ' -f 1,2
    echo "${reply%% *}"
}

# from_to: the moves of ludmoves, one a line, as those of UCI without promotions.
from_to() {
    sed 's/.* //; s/=.*//; s/[-x]//'
}

awk -F'\t' -v every="$every" 'FNR > 1 && FNR % every == 0' corpus/mates.tsv >"$work/lines"
while IFS=$tab read -r fen turns keys; do
    most=${turns#0}
    ludmoves --mate="${most:-3}" --fen "$fen" >"$work/found" 2>&1
    ludmoves --mate=$((${most:-3} - 1)) --fen "$fen" >"$work/sooner" 2>&1
    paste -sd , "$work/found" | sed 's/,/, /g' >"$work/got"
    echo "$keys" | diff - "$work/got" >"$work/diff"
    cat "$work/sooner" >>"$work/diff"
    check_empty "#$turns $fen" "$work/diff"
    if [ -z "$engine" ] || [ -z "$most" ]; then continue; fi
    referee "$fen" "$turns" >"$work/answer"
    from_to <"$work/found" >"$work/moves"
    key=$(tail -n 1 "$work/answer" | cut -c 1-4)
    if [ "$(head -n 1 "$work/answer")" = "mate $turns" ] && grep -qx "$key" "$work/moves"; then
        ok "Stockfish agrees on #$turns $fen"
    else
        not_ok "Stockfish agrees on #$turns $fen" "$work/answer"
    fi
done <"$work/lines"

if [ -n "$engine" ]; then
    echo quit >&3
else
    skip "Stockfish agrees" "no stockfish here"
fi
