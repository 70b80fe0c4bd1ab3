#!/bin/sh
# The long options of each tool: --help, the man page and the completion of bash name the same ones.
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
