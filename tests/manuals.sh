#!/bin/sh
# The manual pages agree with what they describe: the pages of section 3 with the functions of ludus.h, prototype by
# prototype, ludus-record(5) with the commands that tools write, ludus-rules(5) with the statements; and what they point at
# is there.
. tests/tap

# The prototypes of the synopses: "TYPE NAME(ARGUMENT, ...)".
awk '
    /^\.Sh / { inside = $2 == "SYNOPSIS" }
    !inside { next }
    /^\.Ft / { type = substr($0, 5) }
    /^\.Fo / { name = $2; arguments = "" }
    /^\.Fa / { gsub(/^\.Fa "|"$/, ""); arguments = arguments (arguments ? ", " : "") $0 }
    /^\.Fc/ { print type (type ~ /\*$/ ? "" : " ") name "(" arguments ")" }' man/*.3 | sort >"$work/synopses"
tests/public-functions src/ludus.h | sort >"$work/header"
diff "$work/header" "$work/synopses" >"$work/diff"
check_empty "each function of ludus.h has its synopsis" "$work/diff"

# names PAGE: what its NAME lists; described PAGE: the functions that its text speaks of.
names() {
    sed -n '/^\.Sh NAME/,/^\.Nd/s/^\.Nm \([a-z_0-9]*\).*/\1/p' "$1"
}
described() {
    sed -n '/^\.Sh DESCRIPTION/,$p' "$1" | grep -E '^\.(Fn|It Fn)' | grep -oE 'ludus_[a-z0-9_]+'
}
for page in man/ludus_*.3; do
    names "$page" | sort >"$work/names"
    described "$page" | sort -u | comm -23 "$work/names" - >"$work/missing"
    awk '/^\.Sh SYN/, /^\.Sh DES/' "$page" | sed -n 's/^\.Fo //p' | sort | diff "$work/names" - >>"$work/missing"
    check_empty "$(basename "$page") names and describes its functions" "$work/missing"
done
sed 's/(.*//; s/.*[ *]//' "$work/header" | sort >"$work/functions"
for page in man/*.3; do described "$page"; done | sort -u | comm -23 - "$work/functions" >"$work/unknown"
check_empty "no other function is spoken of" "$work/unknown"

# Commands in comments: all notes of ludnote, the apparatus of luddiff, what luddraw reads.
{
    ludnote --all corpus/ludus-equitum/pentamere-1995.ludus
    sed 's/4W. [^4]*4B/4B/' corpus/ludus-equitum/pentamere-1995.ludus |
        luddiff --apparatus corpus/ludus-equitum/pentamere-1995.ludus - 2>/dev/null
    echo '[%csl ] [%cal ]'
} | tr '\n' ' ' | grep -o '\[%[a-z]*' | sort -u | while read -r command; do
    grep -qF ".It Sy $command" man/ludus-record.5 || grep -qF ", $command" man/ludus-record.5 || echo "$command ...]"
done >"$work/commands"
check_empty "ludus-record(5) tells of each command that is written" "$work/commands"

# Statements of rules files.
sed -n 's/^    { "\([a-z-]*\)", SHAPE_.*/\1/p' src/rules/statement_table.c | sort >"$work/statements"
sed -n 's/^\.It //p' man/ludus-rules.5 | sed 's/ , /\n/g' | awk '$1 == "Ic" { print $2 }' | sort -u |
    comm -23 "$work/statements" - >"$work/undescribed"
check_empty "ludus-rules(5) describes each statement" "$work/undescribed"

# Pages of the project are named ludus..., or as a tool.
grep -ohE '^\.Xr lud[a-z_-]* [0-9]' man/* | sort -u | while read -r _ name section; do
    [ -e "man/$name.$section" ] || echo "$name($section)"
done >"$work/lost"
check_empty "the pages that they point at are there" "$work/lost"

# groff breaks lines in the last column of a table alone: no other cell is wider than its column.
awk '
    /^\.El/ { inside = 0 }
    /^\.Bl -column/ {
        inside = 1
        n = split($0, part, "\"")
        for (i = 2; i <= n; i += 2) width[i / 2] = length(part[i])
    }
    inside && /^\.It / {
        n = split(substr($0, 5), cell, / +Ta /)
        for (i = 1; i < n; i++) {
            gsub(/(^| )[A-Z][a-z] /, "", cell[i])
            gsub(/\\&/, "", cell[i])
            gsub(/\\\([a-z]./, "x", cell[i])
            gsub(/ ,/, ",", cell[i])
            if (length(cell[i]) > width[i]) print FILENAME ":" FNR ": " cell[i]
        }
    }' man/*.[1-9] >"$work/wide"
check_empty "the cells of tables are as wide as their columns at most" "$work/wide"
