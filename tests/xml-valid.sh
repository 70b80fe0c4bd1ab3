#!/bin/sh
# XML written from the corpus, and from random games where there is a generator, is valid against grammar/record.rng, and
# converts back to the canonical text; so does JSON.
. tests/tap
spare_leaks

# same NAME FILE...: do XML and JSON of files of records give their canonical text? A record without tags at the head of a
# file has one where files are written as text, to part it from the file before.
same() {
    name=$1
    shift
    ludfmt "$@" 2>/dev/null | sed '/^\[Event "?"\]$/ { N; /\n$/d; }' >"$work/canonical"
    for format in xml json; do
        ludconv -t $format --positions --resolve "$@" >"$work/all/$name.$format" 2>/dev/null
        ludconv -f $format "$work/all/$name.$format" 2>/dev/null | diff "$work/canonical" - >"$work/differ"
        check_empty "$name: $format gives the canonical text" "$work/differ"
    done
    ludconv -t xml --tei "$@" >"$work/tei/$name.xml" 2>/dev/null
}

mkdir "$work/all" "$work/tei"
find corpus -name '*.ludus' -o -name '*.pgn' | sort >"$work/files"
# shellcheck disable=SC2046 # no name in the corpus has a blank
same corpus $(cat "$work/files")

for rules in src/rulesets/*.rules; do
    ludgen -r "$(basename "$rules" .rules)" -n 5 --seed 7
done >"$work/random.ludus"
same random "$work/random.ludus"

if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout --huge --relaxng grammar/record.rng "$work"/all/*.xml 2>&1 | grep -v ' validates$' >"$work/invalid"
    check_empty "xmllint finds all of it valid" "$work/invalid"

    # Other programs indent XML. What xml:space tells them keeps every blank; where it is not heeded, moves are the same.
    # A record without tags at the head of a file has one where files are written as text, to part it from the file before.
    find corpus -name '*.ludus' -o -name '*.pgn' | sort | xargs ludfmt 2>/dev/null |
        sed '/^\[Event "?"\]$/ { N; /\n$/d; }' >"$work/canonical"
    find corpus -name '*.ludus' -o -name '*.pgn' | sort | xargs ludconv -t xml 2>/dev/null |
        xmllint --format - | ludconv -f xml >"$work/back" 2>/dev/null
    check "XML that another program has indented gives the same records" cmp "$work/canonical" "$work/back"
    find corpus/chess corpus/l* corpus/roman-chess -name '*.ludus' -o -name '*.pgn' | sort >"$work/files"
    xargs ludfmt <"$work/files" >"$work/canonical" 2>/dev/null
    xargs ludconv -t xml <"$work/files" 2>/dev/null | sed 's/ xml:space="preserve"//' |
        xmllint --format - | tee "$work/indented.xml" | ludconv -f xml >"$work/back" 2>/dev/null
    check "so do moves where xml:space is not heeded" cmp "$work/canonical" "$work/back"
    check "which another program did indent" grep -q '^ *<move>$' "$work/indented.xml"

    # Editions: those of records that have anything to tell of their witnesses, too.
    for case in tei tei-edition; do
        sed -n '/^--- stdin/,/^--- stdout/p' tests/cases/ludconv/$case.case | sed '1d;$d'
    done >"$work/edited"
    ludconv -t xml --tei "$work/edited" "$work/edited" >"$work/tei/edited.xml" 2>/dev/null
    luddiff -a corpus/ludus-equitum/pentamere-1995.ludus corpus/ludus-equitum/pentamere-1995-as-printed.ludus |
        ludconv -t xml --tei >"$work/tei/diff.xml"
    ludconv -t xml --tei </dev/null >"$work/tei/nothing.xml"
    echo '1. e4 {[%2x 5]} *' | ludconv -t xml --tei >"$work/tei/digit.xml"
    xmllint --noout --huge --relaxng grammar/tei.rng "$work"/tei/*.xml 2>&1 | grep -v ' validates$' >"$work/invalid"
    check_empty "xmllint finds all editions in TEI valid" "$work/invalid"
    for change in 's/reason="illegible"/reason="mice"/' 's/cert="low"/cert="perhaps"/' 's/<lem /<rdg /;s/lem>/rdg>/' \
        's/xml:id="C"/xml:id="A"/' 's/xml:id="app1.2"/xml:id="app1.1"/' \
        's/<app type="[a-z]*"/<app/' 's/<sic>[^<]*<.sic>//' 's/type="roll"/type="cast"/' 's/<num>/<numb>/;s/num>/numb>/' 's/ wit="[^"]*"//'; do
        sed "$change" "$work/tei/edited.xml" >"$work/bad.xml"
        if xmllint --noout --relaxng grammar/tei.rng "$work/bad.xml" 2>/dev/null; then
            not_ok "the schema of TEI refuses $change"
        else
            ok "the schema of TEI refuses $change"
        fi
    done

    # What the schema refuses the reader refuses too.
    head='<records xmlns="urn:ludus:record:1">'
    count=0
    for body in '<record><shelf/></record>' '<record><tag>x</tag></record>' '<record><tag name="9">x</tag></record>' \
        '<record>text</record>' '<record><move joined="maybe">e4</move></record>' '<record><turn><turn/></turn></record>' \
        '<record><move><dice>e4</dice></move></record>' '<record><nag>x</nag></record>' '<tag name="A"/>' \
        '<record><comment form="round">x</comment></record>' '<record><gap/></record>'; do
        count=$((count + 1))
        echo "$head$body</records>" >"$work/bad.xml"
        ludconv -f xml "$work/bad.xml" >/dev/null 2>"$work/said"
        status=$?
        if [ $status -eq 1 ] && ! xmllint --noout --relaxng grammar/record.rng "$work/bad.xml" 2>/dev/null; then
            ok "schema and reader refuse $body"
        else
            not_ok "schema and reader refuse $body" "$work/said"
        fi
    done
else
    skip "xmllint finds all of it valid" "no xmllint here"
fi

if [ -x /usr/games/pgn-extract ]; then
    # pgn-extract goes through the moves of every chess game that is sound, and reads all others too.
    find corpus/chess -name '*.pgn' -exec ludconv -t pgn {} + >"$work/chess.pgn" 2>/dev/null
    find corpus/ludus-equitum corpus/roman-chess -name '*.ludus' -exec ludconv -t pgn {} + >>"$work/chess.pgn" 2>/dev/null
    games=$(grep -c '^\[Event ' "$work/chess.pgn")
    /usr/games/pgn-extract -s -o "$work/extracted.pgn" "$work/chess.pgn" >"$work/extract" 2>&1
    [ "$(grep -c '^\[Event ' "$work/extracted.pgn")" = "$games" ] || echo "not all of $games games" >>"$work/extract"
    check_empty "pgn-extract reads PGN written of chess and of dice games" "$work/extract"
else
    skip "pgn-extract reads PGN written of chess and of dice games" "no pgn-extract here"
fi
