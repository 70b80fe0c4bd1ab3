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
    # in_zsh LINE: what stands on the line after Tab.
    in_zsh() {
        LINE=$1 HOME=$work zsh -f -c '
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; stty -echo columns 300; cd $HOME; fpath=($installed/share/zsh/site-functions \$fpath); autoload -Uz compinit; compinit -u -D"
            zpty -w shell "show() { print -r -- \"<\$BUFFER>\" >>$HOME/line; zle .send-break }; zle -N show; bindkey \"^X\" show; print ready >>$HOME/line"
            for i in {1..200}; do grep -q ready $HOME/line 2>/dev/null && break; sleep 0.05; done
            zpty -w -n shell "$LINE"$'"'\t\x18'"'
            for i in {1..200}; do grep -q "<" $HOME/line 2>/dev/null && break; sleep 0.05; done
            zpty -d shell' >/dev/null 2>&1
        sed -n 's/^<\(.*\)>$/\1/p' "$work/line" | sed 's/ *$//' >"$work/words"
        rm -f "$work/line"
    }
    in_zsh 'ludcheck --verb'
    expect "zsh: options" 'ludcheck --verbose'
    in_zsh 'ludcheck --format=js'
    expect "zsh: choices" 'ludcheck --format=json'
    in_zsh 'ludplay --ruleset=latrunculi-t'
    expect "zsh: rulesets" 'ludplay --ruleset=latrunculi-tablut'
    in_zsh 'ludfmt gam'
    expect "zsh: files" 'ludfmt game.ludus'
    in_zsh 'ludcheck -R gam'
    expect "zsh: files of an option" 'ludcheck -R game.ludus'
    in_zsh 'ludstat -b gam'
    expect "zsh: no files after ludstat -b" 'ludstat -b gam'
else
    skip "zsh completes" "no zsh here"
fi
