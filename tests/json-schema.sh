#!/bin/sh
# Each JSON that a tool writes is valid against its schema in grammar/, which refuses every other name of a member, and
# every value of another type; the reader of records refuses what their schema refuses.
. tests/tap

if [ -n "${SAN-}" ]; then
    skip "JSON is valid against its schemas" "a sanitizer sees no more here than in the cases of the tools"
    exit 0
fi
if ! python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    skip "JSON is valid against its schemas" "no python3-jsonschema here"
    exit 0
fi

# valid.py SCHEMA prints the lines of its input that are not valid JSON of that schema; valid.py -c SCHEMA changes names and
# values, one at a time, and prints the changes that the schema admits. Names of tags and pieces are free.
cat >"$work/valid.py" <<'PYTHON'
import copy, json, sys
from jsonschema import Draft202012Validator

def unique(pairs):
    names = [name for name, _ in pairs]
    if len(names) != len(set(names)):
        raise ValueError("a name stands twice")
    return dict(pairs)

def constant(name):
    raise ValueError(name)

def places(value, parent=""):
    if isinstance(value, dict):
        for name in list(value):
            yield value, name, parent
            yield from places(value[name], name)
    elif isinstance(value, list):
        for part in value:
            yield from places(part, parent)

def changes(value, tried):
    """Copies of a value with one name or one value changed, and what was changed; each place once."""
    for i, (_, name, parent) in enumerate(places(value)):
        for rename in (False, True) if parent not in ("tags", "by") else (False,):
            what = f"{'name' if rename else 'value'} of {parent} {name}"
            if what in tried:
                continue
            tried.add(what)
            other = copy.deepcopy(value)
            owner = list(places(other))[i][0]
            owner["unknown" if rename else name] = owner.pop(name) if rename else {"unknown": []}
            yield what, other

with open(sys.argv[-1]) as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
tried = set()
for line in sys.stdin:
    try:
        value = json.loads(line, object_pairs_hook=unique, parse_constant=constant)
    except ValueError as fault:
        print(f"{fault}: {line[:200]}")
        continue
    if sys.argv[1] == "-c":
        for what, other in changes(value, tried):
            if validator.is_valid(other):
                print(f"{what}: {json.dumps(other)[:200]}")
    else:
        tried.add(line)
        for fault in validator.iter_errors(value):
            print(f"{fault.message[:200]}: {line[:200]}")
if not tried:
    print("nothing was read")
PYTHON
valid() {
    python3 "$work/valid.py" "$@"
}

# fits SCHEMA: what was written to $work/json does.
fits() {
    valid "grammar/$1.schema.json" <"$work/json" >"$work/faults"
    check_empty "JSON of $1 is valid" "$work/faults"
    head -n "$(fewer 40)" "$work/json" | valid -c "grammar/$1.schema.json" >"$work/faults"
    check_empty "the schema of $1 refuses other names and values" "$work/faults"
}

find corpus -name '*.ludus' -o -name '*.pgn' | sort >"$work/files"
on_corpus() {
    xargs "$@" <"$work/files" 2>/dev/null
}
sample=corpus/ludus-equitum/pentamere-1995.ludus
{
    printf '%s\n' '[Event "a"]' '[Event "b"]' '' '1. e4 {x} ; y' '% z' 'e5 $4 (1... c5 2. e4e5 d5 {open' '' \
        '{before} [Event "c"]' '' '1. e4, e5 & *' | ludconv -t json 2>/dev/null
    echo '[{"text":[{"move":"e4","joined":false},{"comment":"x","form":"braces","unclosed":false}]},{}]'
    ludconv -t json --positions --resolve "$sample" corpus/nine-mens-morris/*.ludus
    on_corpus ludconv -t json
    on_corpus ludconv -t json --positions --resolve
} >"$work/json"
fits record

{
    on_corpus ludcheck --notes --format=json
    ludcheck --format=json corpus/bad/*.ludus corpus/bad/*.pgn corpus/odd/*
    luddraw --format=json -o "$work/drawing" corpus/bad/wrong-die.ludus 2>&1
    printf 'ruleset x\nboard 0 0\n' | ludcheck --check-rules --format=json
} >"$work/json"
fits ludcheck

{
    on_corpus ludplay --format=json --variations
    ludplay --format=json --turn=start,all --history "$sample"
} >"$work/json"
fits ludplay

{
    on_corpus ludstat --format=json --openings=2
    ludstat --format=json --by=player,side,year,Event "$sample"
} >"$work/json"
fits ludstat

for rules in ludus-equitum chess acedrex-dice alquerque-de-nueve-dice; do
    ludgen -r $rules -n 5 -m 40 -s 3 | ludplay --last --format=json | sed 's/.*"fen":"\([^"]*\)".*/\1/' |
        while IFS= read -r fen; do ludmoves -r $rules --odds --format=json --fen "$fen"; done
done >"$work/json"
fits ludmoves

on_corpus ludwhich --top=3 --format=json >"$work/json"
fits ludwhich

{
    luddiff --format=json "$sample" corpus/ludus-equitum/pentamere-1995-as-printed.ludus
    sed 's/4W. [^4]*4B/4B/; s/Regina f3-g4/Regina f3-e4/; s/Lord/Sir/; s/1-0/0-1/; s/d7-d6/_/' "$sample" | luddiff --format=json "$sample" -
    printf '1. e4 e5 *\n\n[Event "x"]\n\n1. d4 d5 *\n' >"$work/two.pgn"
    printf '[Event "x"]\n\n1. d4 e5 *\n' | luddiff --format=json "$work/two.pgn" -
} >"$work/json"
fits luddiff

{
    sed 's/(2,5) Regina d1-e2/(_,5) Regina d1-_2/; s/Rex d8-d7/_/' "$sample" | ludmend --format=json --explain 2>/dev/null
    sed 's/4W. (2,5)/4W. (_,5)/; s/Regina f3-g4/Regina a1-_8/' "$sample" | ludmend --format=json 2>/dev/null
    sed 's/Regina d7-c6/Regina d7-e6/' "$sample" | ludmend --repair --format=json
    ludmend --repair --limit=1000 --format=json corpus/bad/*.ludus corpus/bad/*.pgn 2>/dev/null
} >"$work/json"
fits ludmend

ludconv -f transcript --explain=json corpus/pages/annotated.txt >"$work/json" 2>/dev/null
printf '1. P-K4    P-K4\n2. Kt-KB3  Kt-QB3\n3. B-K5    P-QR3\n' | ludconv -f transcript --explain=json >>"$work/json" 2>/dev/null
fits ludconv

# Cells of tables.
sed 's|"if".*|"$ref": "#/$defs/tags",|; /"then":/d; /"else":/d' grammar/record.schema.json >"$work/tags.json"
# Not of corpus/bad, where a tag stands twice, as it then does in the cell.
ludstat --games=tags corpus/chess/*.pgn corpus/odd/*.pgn 2>/dev/null | sed '1d; s/\\\\/\\/g' >"$work/json"
valid "$work/tags.json" <"$work/json" >"$work/faults"
check_empty "tags in tables are JSON of the record's schema" "$work/faults"

cat >"$work/json" <<'BODIES'
{"text":[],"id":7}
{"text":[{"move":"e4","nag":3}]}
{"text":[{"shelf":"x"}]}
{"text":[{"move":1}]}
{"text":[{"comment":"x","form":"round"}]}
{"text":[{"nag":4,"unclosed":true}]}
{"text":[{"nag":"4"}]}
{"text":[{}]}
{"text":{"move":"e4"}}
{"tags":{"9":"x"}}
{"tags":{"A":1}}
{"tags":{"A":"x\u000ay"}}
{"tagsRepeated":[["A"]]}
{"tagsRepeated":[["A","b","c"]]}
{"text":[{"move":"e4","joined":"maybe"}]}
[[{}]]
7
BODIES
valid grammar/record.schema.json <"$work/json" >"$work/faults"
while IFS= read -r body; do
    printf '%s\n' "$body" | ludconv -f json >/dev/null 2>"$work/said"
    if [ $? -eq 1 ] && grep -qF ": $body" "$work/faults"; then
        ok "schema and reader refuse $body"
    else
        not_ok "schema and reader refuse $body" "$work/said"
    fi
done <"$work/json"
