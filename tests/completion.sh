#!/bin/sh
# Completion as the shells do it, with the tools installed: options, choices, rulesets, files.
. tests/tap
spare_leaks

check "make install" make -s BUILD="${BUILD#"$PWD"/}" SAN="${SAN-}" DESTDIR="$work/dest" PREFIX=/opt install
installed=$work/dest/opt
PATH=$installed/bin:$PATH
export installed PATH
touch "$work/game.ludus"
cd "$work" || exit 2

# expect NAME WORD...: all the words are among the lines that were completed.
expect() {
    name=$1
    shift
    for word; do
        grep -qxF -e "$word" "$work/words" || echo "'$word' is not among: $(tr '\n' ' ' <"$work/words" | head -c 200)"
    done >"$work/missing"
    check_empty "$name" "$work/missing"
}

# expect_none NAME: nothing was completed.
expect_none() {
    grep -v '^$' "$work/words" >"$work/extra"
    check_empty "$1" "$work/extra"
}

# ---- bash ----

# in_bash WORD...: completes the last word.
in_bash() {
    bash -c 'shopt -s extglob
        . "$installed/share/bash-completion/completions/$1"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
        "$(complete -p "$1" | sed "s/.*-F \([^ ]*\) .*/\1/")" "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" >"$work/words" 2>&1
}
in_bash ludcheck --ver
expect "bash: options" --verbose --version
in_bash ludcheck --format = ''
expect "bash: choices" text full json
in_bash ludplay -r latrunculi-t
expect "bash: rulesets" latrunculi-tablut
in_bash ludfmt game
expect "bash: files" game.ludus
in_bash ludcheck -R game
expect "bash: files of an option" game.ludus
while read -r tool option; do
    in_bash "$tool" "$option" ''
    expect_none "bash: no files after $tool $option"
done <<'END'
ludstat -b
ludnote -s
luddraw --size
ludconv --split
END
(
    PATH=$BUILD/bin:$PATH
    in_bash ludplay -r latrunculi-t
)
expect "bash: rulesets, before the tools are installed" latrunculi-tablut

# ---- fish ----

if command -v fish >/dev/null 2>&1; then
    in_fish() {
        HOME=$work XDG_CONFIG_HOME=$work/config fish -N -c \
            "source $installed/share/fish/vendor_completions.d/$1.fish; complete -C '$2'" 2>&1 | cut -f 1 >"$work/words"
    }
    in_fish ludcheck 'ludcheck --ver'
    expect "fish: options" --verbose --version
    in_fish ludcheck 'ludcheck --format='
    expect "fish: choices" --format=text --format=full --format=json
    in_fish ludplay 'ludplay -r latrunculi-t'
    expect "fish: rulesets" latrunculi-tablut
    in_fish ludfmt 'ludfmt game'
    expect "fish: files" game.ludus
    in_fish ludcheck 'ludcheck -R game'
    expect "fish: files of an option" game.ludus
    in_fish ludstat 'ludstat -b '
    expect_none "fish: no files after ludstat -b"
    in_fish ludconv 'ludconv --split '
    expect_none "fish: no files after ludconv --split"
else
    skip "fish completes" "no fish here"
fi

# ---- zsh, on a terminal of its own, where Tab is pressed ----

if command -v zsh >/dev/null 2>&1; then
    # One shell completes all lines: to start it takes longest. Beside each stands what it has to become.
    cat >"$work/lines" <<'END'
options	ludcheck --verb	ludcheck --verbose
choices	ludcheck --format=js	ludcheck --format=json
rulesets	ludplay --ruleset=latrunculi-t	ludplay --ruleset=latrunculi-tablut
files	ludfmt gam	ludfmt game.ludus
files of an option	ludcheck -R gam	ludcheck -R game.ludus
no files after ludstat -b	ludstat -b gam	ludstat -b gam
END
    # What stands on each line after Tab comes into $work/shown, as <LINE>.
    HOME=$work zsh -f -c '
        zmodload zsh/zpty zsh/zselect
        : >$HOME/shown
        # Waits ten seconds at most for the line number $1.
        wait_for() {
            local shown i
            for i in {1..500}; do
                shown=("${(@f)$(<$HOME/shown)}")
                [[ $#shown -ge $1 && -n $shown[$1] ]] && return
                zselect -t 2
            done
        }
        zpty shell zsh -f -i
        zpty -w shell "PS1=; stty -echo columns 300; cd $HOME; fpath=($installed/share/zsh/site-functions \$fpath); autoload -Uz compinit; compinit -u -D"
        zpty -w shell "show() { print -r -- \"<\$BUFFER>\" >>$HOME/shown; zle .send-break }; zle -N show; bindkey \"^X\" show; print ready >>$HOME/shown"
        wait_for 1
        n=1
        while IFS=$'"'\t'"' read -r name line wanted; do
            zpty -w -n shell "$line"$'"'\t\x18'"'
            wait_for $((++n))
        done <$HOME/lines
        zpty -d shell' >/dev/null 2>&1
    sed -n 's/^<\(.*\)>$/\1/p' "$work/shown" | sed 's/ *$//' >"$work/completed"
    while IFS="	" read -r name _ wanted <&3; do
        completed=
        read -r completed <&4
        echo "$completed" >"$work/words"
        expect "zsh: $name" "$wanted"
    done 3<"$work/lines" 4<"$work/completed"
else
    skip "zsh completes" "no zsh here"
fi
