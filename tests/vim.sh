#!/bin/sh
# The vim files: kinds of file are recognised, every statement of rules files is known, and what stands at a place of a
# record is coloured as what it is.
. tests/tap

if ! vim --version 2>/dev/null | grep -q '+syntax'; then
    skip "vim colours records" "no vim with syntax here"
    exit 0
fi

# see FILE EXPRESSION: the value of a vim expression when the file is open.
see() {
    timeout 20 vim -es -N -u NONE -i NONE --cmd "set runtimepath^=$PWD/src/share/vim" --cmd 'filetype plugin on' --cmd 'syntax on' \
        -c "call writefile([$2], '$work/seen')" -c 'qall!' "$1" </dev/null >/dev/null 2>&1
    cat "$work/seen"
    rm -f "$work/seen"
}

# expect NAME WANTED FILE EXPRESSION
expect() {
    got=$(see "$3" "$4" 2>&1)
    if [ "$got" = "$2" ]; then
        ok "$1"
    else
        echo "it is '$got', not '$2'" >"$work/why"
        not_ok "$1" "$work/why"
    fi
}

cat >"$work/game.ludus" <<'RECORD'
[Event "e4 in a tag"]
[Result "1-0"]

1W. (2,5) Regina d1-e2, Eques f1xe3!? {c4 [%csl Gd4] (1,1)} 1B. (_,6) pass
2. O-O Man @d4 sic 3W. (2~,<5>) Regina d1-_2 e8=Q+ 1-0
RECORD
cat >"$work/hasami.rules" <<'RULES'
# a comment
ruleset hasami
board 9x9
borad 9x9
RULES
echo 'ACTION=="add", SUBSYSTEM=="usb"' >"$work/70-usb.rules"

expect "*.ludus are records" ludus "$work/game.ludus" '&filetype'
expect "*.rules with a ruleset are rules" ludusrules "$work/hasami.rules" '&filetype'
expect "other *.rules are not" no "$work/70-usb.rules" '&filetype ==# "ludusrules" ? "yes" : "no"'

# The group at line 4 or 5 of the record where a text begins.
while IFS='|' read -r line text group; do
    expect "'$text' is $group" "$group" "$work/game.ludus" \
        "synIDattr(synID($line, 1 + stridx(getline($line), '$text'), 1), 'name')"
done <<'PLACES'
1|Event|ludusTagName
1|e4 in|ludusTagValue
4|1W.|ludusNumber
4|(2,5)|ludusRoll
4|Regina|ludusMove
4|f1xe3|ludusMove
4|!?|ludusMark
4|c4|ludusComment
4|[%csl|ludusCommand
4|(1,1)|ludusComment
4|pass|ludusMove
4|(_,6)|ludusRoll
5|O-O|ludusMove
5|@d4|ludusMove
5|sic|ludusSuffix
5|(2~,<5>)|ludusRoll
5|d1-_2|ludusDamage
5|e8=Q+|ludusMove
5|1-0|ludusResult
PLACES
expect "a statement is one" ludusrulesStatement "$work/hasami.rules" "synIDattr(synID(3, 1, 1), 'name')"
expect "a misspelt one is not" ludusrulesFirst "$work/hasami.rules" "synIDattr(synID(4, 1, 1), 'name')"

sed -n 's/^    { "\([a-z-]*\)", SHAPE_.*/\1/p' src/rules/statement_table.c | sort >"$work/statements"
sed -n 's/^syntax keyword ludusrulesStatement contained //p' src/share/vim/syntax/ludusrules.vim | tr ' ' '\n' | sort >"$work/known"
diff "$work/statements" "$work/known" >"$work/diff"
check_empty "every statement is known" "$work/diff"
cat corpus/chess/morphy-brunswick-1858.pgn corpus/bad/wrong-die.ludus >"$work/faulty.ludus"
expect ":make lists what ludcheck says" "$(ludcheck "$work/faulty.ludus" | wc -l)" "$work/faulty.ludus" \
    'execute("silent make!")[-1:] . len(filter(getqflist(), "v:val.valid"))'
printf '{\303\274ber\303\244ll} 1. e4 e5 2. Nf6 *\n' >"$work/umlauts.ludus"
expect ":make goes to the character that ludcheck tells" "$(ludcheck "$work/umlauts.ludus" | head -n 1 | cut -d : -f 3)" \
    "$work/umlauts.ludus" 'repeat(execute("set encoding=utf-8 | edit | silent make"), 0) . charcol(".")'
