#!/bin/sh
# Includes point one way: base <- notation, base <- rules, notation + rules <- play <- decode, study; decode <- formats;
# study + formats <- draw; each room sees ludus.h;
# tools see only ludus.h and headers of their own; src/rulesets is data. What a grammar includes is held to the part it belongs to.
# Files open with their name, and comments name only files that there are.
. tests/tap

may_include() {
    case $1 in
    base) echo 'base' ;;
    notation) echo 'base notation' ;;
    rules) echo 'base rules rulesets' ;;
    play) echo 'base notation rules play' ;;
    decode) echo 'base notation rules play decode' ;;
    study) echo 'base notation rules play study' ;;
    formats) echo 'base notation rules rulesets play decode formats' ;;
    draw) echo 'base notation rules play study formats draw' ;;
    esac
}

# Lines "FILE TARGET" of what the files of a part include with quotes.
included() {
    grep -H '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" /dev/null | sed 's/^\([^:]*\):[^"]*"\([^"]*\)".*/\1 \2/'
}

# forbid PART FILE...: lists what the files include and may not. Each header is named by its part.
forbid() {
    part=$1
    shift
    allowed=$(may_include "$part")
    included "$@" | while read -r file target; do
        case $target in
        ludus.h) continue ;;
        ../* | */../*) ;;
        grammar/*) case $part in notation | rules | study) continue ;; esac ;;
        */*)
            case " $allowed " in *" ${target%%/*} "*) continue ;; esac
            ;;
        esac
        echo "$file includes $target"
    done
}

# Headers of the same part without its name are allowed, for the grammars those that Bison writes too.
forbid_in_grammar() {
    part=$1
    shift
    included "$@" | grep -v ' [a-z]*\.tab\.h$' | while read -r file target; do
        case $target in
        ludus.h | base/* | "$part"/* | grammar/*) ;;
        *) echo "$file includes $target" ;;
        esac
    done
}

rooms='base notation rules play decode study formats draw'
for part in $rooms; do
    forbid "$part" "src/$part"/*.[ch] >"$work/list"
    check_empty "src/$part includes only what it may" "$work/list"
done
{
    forbid_in_grammar notation grammar/record* grammar/command* grammar/move* grammar/word* grammar/dice* grammar/brackets* grammar/leiden*
    forbid_in_grammar rules grammar/ruleset* grammar/fen* grammar/betza*
    forbid_in_grammar study grammar/grep* grammar/spelling*
    forbid_in_grammar base grammar/json*
    forbid_in_grammar play grammar/turns* grammar/notation*
    forbid_in_grammar formats grammar/pdn* grammar/xml*
    forbid_in_grammar draw grammar/latex* grammar/css*
} >"$work/list"
check_empty "the grammars include only what they may" "$work/list"
included src/tools/*.[ch] | while read -r file header; do
    [ "$header" = ludus.h ] || [ -f "src/tools/$header" ] || echo "$file $header"
done >"$work/list"
check_empty "tools include only ludus.h and headers of src/tools" "$work/list"
included src/ludus.h >"$work/list"
check_empty "ludus.h includes nothing of the project" "$work/list"
grep -nE '<(ctype|strings)\.h>|\b(strtod|strtof|atof|sscanf|strcasecmp|strcoll)\(|%[-+ 0-9*]*\.[1-9*][efg]' src/*/*.[ch] grammar/* |
    grep -v '^src/tools/' | grep -v '^src/base/text\.[ch]:' >"$work/list"
check_empty "no number and no letter of the library depends on the locale" "$work/list"

# Lines of the files that have a comment, or belong to one, with what they name as a source: "FILE NAME".
named() {
    awk '/\/\*|^ \*|\*\// {
        gsub(/<[^>]*>/, "")
        while (match($0, /[A-Za-z_.]+[A-Za-z_]\.(c|h|re|y)([^A-Za-z0-9_]|$)/)) {
            name = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            sub(/[^A-Za-z0-9_]$/, "", name)
            print FILENAME, name
        }
    }' "$@" | sort -u
}
{ ls src src/* grammar tests tests/*/ && echo rulesets.c && printf '%s\n' grammar/*.y | sed 's|.*/\(.*\)\.y$|\1.tab.h|'; } | sort -u >"$work/files"
named src/*.h src/*/*.[ch] grammar/*.re grammar/*.y tests/*.[ch] tests/*/*.[ch] | awk -v files="$work/files" '
    BEGIN { while ((getline name <files) > 0) there[name] = 1 }
    !($2 in there) { print $1 " names " $2 }' >"$work/list"
check_empty "comments name only files that there are" "$work/list"
awk 'FNR == 1 { n = split(FILENAME, part, "/"); if (index($0, "/* " part[n] " - ") != 1) print FILENAME }' \
    src/*.h src/*/*.[ch] tests/*.[ch] >"$work/list"
check_empty "each file opens with its name" "$work/list"
# Rows of CONTRIBUTING.md that name a file and a function of it.
sed -n 's/^| `\([^`]*\.[a-z]*\)` | `\([a-z_0-9]*\)()` |.*/\1 \2/p' CONTRIBUTING.md >"$work/rows"
while read -r file name; do
    grep -qsE "(^|[^a-z_])$name\(|api\.prefix \\{${name%parse}" "$file" || echo "$file has no $name"
done <"$work/rows" >"$work/list"
grep -oE '`(src|grammar|tests)/[A-Za-z0-9_./-]*\.[a-z0-9]+`' CONTRIBUTING.md | tr -d '`' | while read -r file; do
    test -e "$file" || echo "there is no $file"
done >>"$work/list"
check_empty "CONTRIBUTING.md names only files and functions that there are" "$work/list"
