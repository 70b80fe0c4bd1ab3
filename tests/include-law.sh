#!/bin/sh
# Includes point one way: base <- rules, base <- record, rules + record <- replay <- out; each part sees ludus.h;
# tools see only ludus.h and tool.h; src/rulesets is data. What a grammar includes is held to the part it belongs to.
. tests/tap

may_include() {
    case $1 in
    base) echo 'base' ;;
    rules) echo 'base rules' ;;
    record) echo 'base record' ;;
    replay) echo 'base rules rulesets record replay' ;;
    out) echo 'base rules record replay out' ;;
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
        grammar/*) case $part in record | rules | replay) continue ;; esac ;;
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

for part in base rules record replay out; do
    ls src/$part/*.[ch] >/dev/null 2>&1 || continue
    forbid $part src/$part/*.[ch] >"$work/list"
    check_empty "src/$part includes only what it may" "$work/list"
done
forbid_in_grammar record grammar/record* >"$work/list"
forbid_in_grammar rules grammar/ruleset* >>"$work/list"
forbid_in_grammar replay grammar/grep* >>"$work/list"
check_empty "the grammars include only what they may" "$work/list"
included src/tools/*.[ch] | grep -v -e ' ludus\.h$' -e ' tool\.h$' >"$work/list"
check_empty "tools include only ludus.h and tool.h" "$work/list"
included src/ludus.h >"$work/list"
check_empty "ludus.h includes nothing of the project" "$work/list"
grep -nE '<(ctype|strings)\.h>|\b(strtod|strtof|atof|sscanf|strcasecmp|strcoll)\(|%[-+ 0-9*]*\.[1-9*][efg]' src/base/*.[ch] src/rules/*.[ch] \
    src/record/*.[ch] src/replay/*.[ch] src/out/*.[ch] grammar/* | grep -v '^src/base/number\.[ch]:' >"$work/list"
check_empty "no number and no letter of the library depends on the locale" "$work/list"
