#!/bin/sh
# Readings: a rules file that inherits from a built-in one and changes a line or a few changes the counts of legal moves as
# an independent program says that this reading does (corpus/perft/readings.tsv), and nothing else.
. tests/tap
spare_leaks

tab=$(printf '\t')
limit=3000000
[ -z "${LONG-}" ] || limit=1000000000
most=1000 # of each reading
[ -z "${SAN-}" ] || limit=$((limit / 30)) most=4

# What each reading changes.
statement() {
    case $1 in
    bound-dux-held-by-two-flankers) echo "held-by-two MD" ;;
    bound-men-do-not-flank) echo "bound-men idle" ;;
    bound-men-hold) echo "bound-men hold" ;;
    castle-always-hostile) printf 'hostile none\nhostile castle always\n' ;;
    castle-crossed) printf 'piece M\nkeeps-off castle passing\npiece K\nkeeps-off castle passing\n' ;;
    castle-not-hostile) printf 'hostile none\nhostile castle empty K\n' ;;
    chained-jumps) echo "jump-chain yes" ;;
    double-mill-takes-two) echo "mill takes-each" ;;
    dux-displaces) echo "displacers MD" ;;
    dux-does-not-flank) echo "flankers S" ;;
    dux-flanks) echo "flankers MD" ;;
    dux-on-edge-needs-three) echo "surround-walls yes" ;;
    dux-shields-line) echo "shielded-lines yes" ;;
    fetlar) printf 'hostile throne always M\npiece M\nkeeps-off barred\n' ;;
    free) printf 'must-take no\nchain free\n' ;;
    geese-no-retreat) printf 'piece G\nmoves bsmWbmF\n' ;;
    jumps-capture-nothing) echo "jump-captures no" ;;
    king-by-four) printf 'custodian M\nsurround K\npiece K\nsurrounded-on none\n' ;;
    king-by-two) printf 'piece K\nsurrounded-on none\n' ;;
    king-leaps) printf 'piece K\nmoves KmiDmiA\nfirst-moves piece\n' ;;
    king-leaps-safely) printf 'piece K\nmoves KmiDmiA\nfirst-moves piece unattacked\n' ;;
    king-returns) printf 'piece K\nkeeps-off none\n' ;;
    king-unarmed) echo "flankers M" ;;
    lion-three-straight) printf 'piece L\nmoves H\n' ;;
    mills-protected) echo "mill-shields yes" ;;
    mills-unprotected) echo "mill-shields no" ;;
    murray) statement lion-three-straight && statement unicorn-first-leap && printf 'piece G\nmoves (4,1)\n' ;;
    no-flying) echo "mill-flies no" ;;
    no-retreat) printf 'piece M\nmoves mfsKmfF\n' ;;
    one-hop) echo "chain one" ;;
    pawn-double-step) printf 'region fourth a4-l4\npiece P\nmoves-from fourth nfmD\n' ;;
    promoted-fers-does-not-leap) printf 'piece F\nfirst-moves piece\n' ;;
    single-capture) printf 'must-take no\nchain one\n' ;;
    smith) statement king-by-four && statement castle-always-hostile ;;
    steps-any-distance) printf 'piece M\nmoves R\npiece D\nmoves R\n' ;;
    unicorn-first-leap) printf 'piece U\nmoves BmiN\nfirst-moves piece only\n' ;;
    unicorn-knight-or-bishop) printf 'piece U\nmoves NB\n' ;;
    whole-chain) echo "chain whole" ;;
    esac
}

# A count by default that nobody has made is `-`.
awk -F'\t' -v limit="$limit" -v most="$most" \
    'FNR > 1 && $6 <= limit && ($7 == "-" || $7 <= limit) && n[$1, $2]++ < most' corpus/perft/readings.tsv >"$work/lines"
cut -f 1,2,5 "$work/lines" | sort -u >"$work/tables"
while IFS=$tab read -r ruleset reading depth; do
    printf 'ruleset read-otherwise\nparent %s\n' "$ruleset" >"$work/default.rules"
    statement "$reading" | cat "$work/default.rules" - >"$work/otherwise.rules"
    awk -F'\t' -v ruleset="$ruleset" -v reading="$reading" -v depth="$depth" -v counts="$work/default.counts" '
        BEGIN { printf "" >counts }
        $1 != ruleset || $2 != reading || $5 != depth { next }
        $7 != "-" { print $1 " as it is: " $3 " " $5 "\t" $7 "\t" $4 >counts }
        { print $1 " " $2 ": " $3 " " $5 "\t" $6 "\t" $4 }' "$work/lines" >"$work/otherwise.counts"
    for rules in otherwise default; do
        check_counts "$work/$rules.counts" -R "$work/$rules.rules" --perft "$depth"
    done
done <"$work/tables"

# marked RULESET KEY: the rules file, or the parent that says it, marks the statement as a reading.
marked() {
    file=src/rulesets/$1.rules
    grep -q "^ *$2 .*\[reading\]" "$file" && return
    parent=$(sed -n 's/^parent *//p' "$file")
    [ -n "$parent" ] && marked "$parent" "$2"
}

# A statement that a ruleset does not have is marked nowhere; another one of its reading is.

unused='tablut surround|grant-acedrex (region|moves-from|first-moves)'
{
    awk -F'\t' 'FNR > 1 { print $1, $2 }' corpus/perft/readings.tsv | sort -u | while read -r ruleset reading; do
        statement "$reading" | sed -n "/^piece/!s/^\([^ ]*\) .*/$ruleset \1/p" | grep -vxE "$unused"
    done
    printf 'latrunculi-tablut %s\n' first place-first place-last blocked
    echo latrunculi-bell jump-chain
    printf 'latrunculi-delayed %s\n' moves hand place-count jump-over jump-ways jump-chain custodian-ways \
        custodian-takes held-by-two lost-at blocked
} | sort -u >"$work/choices"
while read -r ruleset key; do
    check "$ruleset marks its reading in '$key'" marked "$ruleset" "$key"
done <"$work/choices"
