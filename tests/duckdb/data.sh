#!/bin/sh
# Tables of turns and games in a database, DuckDB from npm: the statements of ludus(7) are run, and their answers are those
# of the tools. PGN=FILE adds a file of real games.
. tests/tap

for program in node npm; do
    command -v "$program" >/dev/null || { skip "tests of tables" "$program is not installed"; exit 0; }
done
modules=$BUILD/duckdb
if ! cmp -s tests/duckdb/package-lock.json "$modules/package-lock.json" || [ ! -d "$modules/node_modules" ]; then
    mkdir -p "$modules"
    cp tests/duckdb/package.json tests/duckdb/package-lock.json "$modules"
    (cd "$modules" && npm ci --no-audit --no-fund >"$work/npm" 2>&1) || { not_ok "npm ci" "$work/npm"; exit 1; }
fi
script=$PWD/tests/duckdb/query.mjs
statements=$PWD/man/ludus.7

# query NUMBER: runs the SQL of that number in ludus(7), from 1, and prints the rows.
query() {
    awk -v want="$1" '
        /^\.\\" sql/ { number++; shown = number == want; next }
        /^\.Ed/ { shown = 0 }
        shown { gsub(/\\e/, "\\"); print }' "$statements" >"$work/sql"
    [ -s "$work/sql" ] || echo "ludus(7) has no statement $1"
    node "$script" games.db "$modules" <"$work/sql"
}

# same NAME FILE FILE
same() {
    if diff "$2" "$3" >"$work/diff"; then ok "$1"; else not_ok "$1" "$work/diff"; fi
}

{
    ludgen -r chess -n 300 -m 30 -s 7
    ludgen -r ludus-equitum -n 40 -m 20 -s 7
    cat corpus/chess/*.pgn
    [ -z "${PGN-}" ] || cat "$PGN"
} >"$work/games.pgn"
cd "$work" || exit 2
ludplay --table games.pgn >plies.tsv 2>messages
ludstat --games games.pgn >games.tsv 2>>messages

query 1 >made
ludplay games.pgn 2>/dev/null | wc -l | tr -d ' ' >expected
tail -n 1 made >counted
same 'a table has all turns' expected counted
check 'so has a file of Parquet' test -s plies.parquet

query 2 >found
fen='rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
ludplay games.pgn 2>/dev/null | awk -F '\t' -v fen="$fen" '$4 == fen { print $1 }' | sort -n | uniq >expected
cut -f 2 found | sort -n | uniq >counted
check 'a position stands in games' test -s expected
same 'a position is found by its key' expected counted

query 3 >explored
ludplay --turn=1W games.pgn 2>/dev/null | cut -f 3 | grep -v -e '(' -e pass | sort | uniq -c | awk '{ print $2 "\t" $1 }' | sort >expected
cut -f 1,2 explored | sort >counted
same 'first moves are counted' expected counted

query 4 >crossed
check 'games are told by their tags' test -s crossed
