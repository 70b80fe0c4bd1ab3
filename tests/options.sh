#!/bin/sh
# The long options of each tool: --help, the man page and the completion of bash name the same ones. The tables of ludus(7)
# have all letters, and all long names that several tools have.
. tests/tap

help_options() {
    "$1" --help | sed -nE 's/^ +(-.)?,? *(--[a-z-]+).*/\2/p' | sort -u
}

# Both ways of mdoc(7) to write a long option: "Fl -name" and "Fl Fl name", alone or after a short one.
manual_options() {
    grep '^\.It Fl' "man/$1.1" | grep -oE ' (-|Fl Fl )[a-z][a-z-]+' | sed 's/^ Fl Fl / -/; s/^ /-/' | sort -u
}

bash_options() {
    bash -c '. src/share/completion/ludus.bash; COMP_WORDS=("$1" --); COMP_CWORD=1; _ludus "$1" -- "$1"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$1" | sort -u
}

# agree NAME FILE FILE
agree() {
    if diff "$2" "$3" >"$work/diff"; then ok "$1"; else not_ok "$1" "$work/diff"; fi
}

for tool in $(cd "$BUILD/bin" && ls); do
    help_options "$tool" >"$work/help"
    manual_options "$tool" >"$work/manual"
    bash_options "$tool" >"$work/bash"
    agree "$tool: the manual has the options of --help" "$work/help" "$work/manual"
    agree "$tool: bash completes the options of --help" "$work/help" "$work/bash"
    check "$tool: zsh knows it" grep -qw "^#compdef.* $tool" src/share/completion/_ludus
done

tools=$(cd "$BUILD/bin" && ls)
for tool in $tools; do
    "$tool" --help | sed -nE "s/^ +(-(.), )? *--([a-z-]+).*/\\2 \\3 $tool/p"
done >"$work/all"
# table NAME: the rows of that table of ludus(7), without macros and commas.
table() {
    awk -v name="$1" '/^\.\\"/ { inside = $2 ~ name } /^\.El/ { inside = 0 } inside && /^\.It Fl/' man/ludus.7 |
        sed 's/^\.It Fl //; s/ Ta Fl -/ /; s/^-//; s/ Ta / /; s/ ,//g'
}
# shellcheck disable=SC2086 # one word a tool
set -- $tools
sed '/^ /d' "$work/all" | sort | awk -v tools=$# '
    { key = $1 " " $2; who[key] = who[key] " " $3; count[key]++ }
    END { for (key in who) print key (count[key] == tools ? " all" : who[key]) }' | sort >"$work/help"
table letters | sort >"$work/manual"
agree "ludus(7) has the letters of --help" "$work/help" "$work/manual"
sed -E 's/.* (.*) .*/\1/' "$work/all" | sort | uniq -d >"$work/help"
table names | cut -d ' ' -f 1 | sort >"$work/manual"
agree "ludus(7) has the long names that several tools have" "$work/help" "$work/manual"

if command -v fish >/dev/null 2>&1; then
    for tool in $(cd "$BUILD/bin" && ls); do
        cp src/share/completion/ludus.fish "$work/$tool.fish"
        help_options "$tool" >"$work/help"
        fish -N -c "source $work/$tool.fish; complete -C '$tool --'" | sed -n 's/^\(--[a-z-]*\).*/\1/p' | sort -u >"$work/fish"
        agree "$tool: fish completes the options of --help" "$work/help" "$work/fish"
    done
else
    skip "fish completes the options of --help" "no fish here"
fi
